"""Puzzles: positions with one turn that is clearly best, found in games and proved in two ways."""

from medina.puzzles.collecting import Collection
from medina.puzzles.difficulty import first_level
from medina.puzzles.mining import Effort, Found, mine
from medina.puzzles.packing import pack, packed
from medina.puzzles.puzzle import SHIPPED, BadPuzzle, Proof, Puzzle, Step, read_puzzles
from medina.puzzles.themes import THEMES, themes_of

__all__ = [
    "SHIPPED",
    "THEMES",
    "BadPuzzle",
    "Collection",
    "Effort",
    "Found",
    "Proof",
    "Puzzle",
    "Step",
    "first_level",
    "mine",
    "pack",
    "packed",
    "read_puzzles",
    "themes_of",
]
