"""What is answered over HTTP, a file a noun; nothing here outlives its request."""
