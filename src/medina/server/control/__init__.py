"""For those who look after the site: what they may do, who is kept out, and what is removed after a time."""
