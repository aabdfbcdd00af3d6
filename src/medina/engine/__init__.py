"""The engine: the compiled rules and the search as one WebAssembly module, the same for every machine.

`Game` has the rules at once, `Search` looks ahead. Both belong to one thread at a time.

>>> import medina
>>> from medina.engine import Game
>>> game = Game(medina.new_game(seed=1))
>>> game.play(game.moves[0])
>>> game.scores
[0, 0]
"""

from medina.engine.core import EngineTrap, get_ready
from medina.engine.description import TASTE, WEIGHTS, move_texts
from medina.engine.game import Game
from medina.engine.search import MOST_MEMORY, Option, Search, merge

__all__ = [
    "MOST_MEMORY",
    "TASTE",
    "WEIGHTS",
    "EngineTrap",
    "Game",
    "Option",
    "Search",
    "get_ready",
    "merge",
    "move_texts",
]
