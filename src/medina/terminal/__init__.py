"""Medina in a terminal: playing against bots, replaying games, showing positions.

`session` and `commands` know no screen; `screen` draws, `keyboard` reads, `play` and `replay` are the programs.
"""
