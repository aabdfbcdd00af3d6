"""The door: what a connection may cost before anybody knows who is there."""
