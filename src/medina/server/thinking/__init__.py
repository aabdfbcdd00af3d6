"""Bots and analyses at work: the processes they think in, who lets them think, and the queue that shares the work."""
