"""Medina for learning machines: many games at once, and the faces that research libraries know.

>>> from medina.envs import VectorGame
>>> games = VectorGame(8, players=2, seed=1)
>>> games.step(games.sample())
>>> games.masks.shape, games.seats.tolist()
((8, 1169), [1, 1, 1, 1, 1, 1, 1, 1])
"""

from medina.envs.vector import BadAction, Observation, VectorGame

__all__ = ["BadAction", "Observation", "VectorGame"]
