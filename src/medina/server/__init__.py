"""The site: HTTP and WebSocket, sessions, limits, bots at work, telling other processes."""
