"""What can be wrong besides a move: sentences by name, so that they can be told in other languages."""

from __future__ import annotations

PROBLEMS: dict[str, str] = {
    "no_edition": 'There is no such edition. Choose "first" or "second".',
    "no_players": "Medina is a game for 2, 3 or 4 players.",
    "no_two_players": "The first edition has no two-player game. Take the second edition, or three or four players.",
    "no_well_here": "This game has no well, so no cell can be given for it.",
    "market_founded": "The first player founds the market in this game, so no cell can be given for it.",
    "same_cell": "The well and the market cannot be on the same cell.",
    "well_inside": "The well goes on a city cell that is not on the edge; {cell} is none.",
    "market_inside": "The market goes on a city cell that is not on the edge; {cell} is none.",
    "not_a_move": "{text} is not a move. Moves look like Ge5, Se4, WNc, Re5 or T.",
    "off_board": "{move} is not a move here: {cell} is not on a board of {columns} by {rows}.",
    "game_over": "The game is over: nobody can place a piece any more.",
}
