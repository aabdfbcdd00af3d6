"""Tables in memory and everybody connected to them: commands in, news out, here and at the other processes."""
