"""Made-up late positions: a game played for a while, then most of what the players hold put into the box.

So the ends of games, where most of section 4, 16.7 and the like happen, come up often and in all shapes.
"""

import random

from .game import legal_moves, new_game, play
from .places import Places
from .policies import EAGERNESS, choose
from .state import PIECES, Rules, State

# What a seat may be left with, besides a piece or two of anything.
REMAINS = (
    {"R": 4},
    {"R": 1, "W": 2},
    {"R": 2},
    {"R": 1, "M": 1},
    {"D": 2},
    {"D": 1},
    {"D": 1, "W": 1},
    {"N": 1, "R": 1},
    {"S": 2},
    {"M": 2},
    {"W": 1},
    {"G": 2, "P": 2},
    {"B": 1, "O": 1, "R": 2},
)


def random_endings(rules: Rules, rng: random.Random, count: int) -> list[State]:
    """Positions made from one game, in which the player whose turn it is can place and somebody is short of pieces."""
    so_far = _game_so_far(rules, rng)
    endings: list[State] = []
    while len(endings) < count:
        state = so_far.copy()
        for seat in state.seats:
            _cut_down(state, seat, rng)
        _deal_tea_again(state, rng)
        assert state.turn is not None
        if Places(state).placements()[state.turn]:
            endings.append(state)
    return endings


def _game_so_far(rules: Rules, rng: random.Random) -> State:
    """A game in the middle, by one of the cheaper ways of playing."""
    policies = [rng.choice(list(EAGERNESS)) for _ in range(rules.players)]
    state = new_game(rules, seed=rng.randrange(10**9))
    for _ in range(rng.randint(20, 110)):
        following = play(state, choose(state, legal_moves(state), policies, rng))
        if following.phase == "over":
            break
        state = following
    return state


def _deal_tea_again(state: State, rng: random.Random) -> None:
    """The tea tiles in hands, to anybody."""
    tiles = sum(stock["T"] for stock in state.stock)
    for stock in state.stock:
        stock["T"] = 0
    for _ in range(tiles):
        rng.choice(state.stock)["T"] += 1


def _cut_down(state: State, seat: int, rng: random.Random) -> None:
    """Leave the seat with one of the remains, never more of a piece than it has."""
    stock = state.stock[seat]
    if state.out[seat]:
        return
    keep = dict(rng.choice(REMAINS))
    for _ in range(rng.randint(0, 3)):
        piece = rng.choice(PIECES)
        keep[piece] = keep.get(piece, 0) + 1
    if seat == state.turn and rng.random() < 0.5:
        keep = dict.fromkeys(PIECES, 3)
    for piece in PIECES:
        stock[piece] = min(stock[piece], keep.get(piece, 0))
    state.out[seat] = state.pieces_left(seat) == 0
