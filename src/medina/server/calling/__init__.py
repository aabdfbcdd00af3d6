"""Calling people who are not looking: by Web Push, and by letter."""
