"""Made-up positions in which 4.6 or 4.8 really bars an otherwise legal move.

A late city comes from a random game. Hands, and for 4.6 roofs, are then dealt again until the rule bars something.
"""

import random
from collections.abc import Callable, Iterator

from .duties import barred_moves
from .effects import place
from .game import legal_moves, new_game, otherwise_legal_moves, play
from .hands import cut_hands
from .places import Places
from .policies import choose
from .state import COLOURS, PIECES, Rules, State, starting_stock

CITY_POLICIES = ("huddling", "buildings first", "own roofs early", "roofs late", "any kind", "boxing in", "walls first")
TRIES = 40  # hands dealt to one city
FROM_ONE_CITY = 5  # positions made from one city at most

HANDS_FOR_TWO = (
    *("?R", "?RR", "??R", "RN", "?N", "?D", "WD", "DD", "D", "W", "S", "R"),
    *("!M", "!!", "!!", "!M", "!!M", "?!", "!S", "?S", "SM"),
)
"""Hands of few pieces with which a first placement can spoil the second.

`?` is a building of any colour, `!` one of a colour without an open palace.
"""

HANDS_WITH_A_ROOF = (
    *("RN", "RRN", "RNWT", "R?NW", "RRN?", "RWN"),
    *("R?W", "R?M", "RR?S", "R??M", "RRWM", "R?WD", "RWW", "RM", "RRR?WM", "R?MT", "RWT", "RMST"),
)


Deal = Callable[[State, random.Random], None]


def two_due(rules: Rules, rng: random.Random) -> Iterator[State]:
    """Positions before the first of two placements in which 4.8 bars some of the first placements, without end."""
    while True:
        city = _late_city(rules, rng)
        if rng.random() < 0.6:
            _crowd(city, rng)
        yield from _bitten(city, _deal_for_two, "4.8", rng)


def roof_due_first(rules: Rules, rng: random.Random) -> Iterator[State]:
    """Positions of the last player in which 4.6 bars some of the first placements, without end."""
    while True:
        city = _last_player(_late_city(rules, rng), rng, left=2)
        yield from _bitten(city, _deal_with_a_roof, "4.6", rng)


def roof_due_last(rules: Rules, rng: random.Random) -> Iterator[State]:
    """Positions of the last player in which 4.6 bars some of the last placements, without end."""
    while True:
        city = _last_player(_late_city(rules, rng), rng, left=1)
        yield from _bitten(city, _deal_with_a_roof, "4.6", rng)


def _bitten(city: State, hands: Deal, rule: str, rng: random.Random) -> Iterator[State]:
    """Hands for this city with which the rule bars something."""
    found = 0
    for _ in range(TRIES):
        state = city.copy()
        hands(state, rng)
        assert state.turn is not None
        if Places(state).can_place(state.turn) and rule in barred_moves(state, otherwise_legal_moves(state)).values():
            yield state
            found += 1
            if found == FROM_ONE_CITY:
                return


def _late_city(rules: Rules, rng: random.Random) -> State:
    """A game that is past its middle, at the beginning of a turn of two placements."""
    policies = [rng.choice(CITY_POLICIES) for _ in range(rules.players)]
    state = new_game(rules, seed=rng.randrange(10**9))
    enough = rng.randint(40, 135)
    late = state
    while state.phase != "over" and len(state.log) < enough:
        if state.placements_left == 2:
            late = state
        state = play(state, choose(state, legal_moves(state), policies, rng))
    late = late.copy()
    late.log.clear()
    return late


def _crowd(state: State, rng: random.Random) -> None:
    """Put merchants, as far as the game has so many, where new palaces could start, until little room is left."""
    dealt = starting_stock(state.rules)["M"] * state.rules.players
    free = rng.randint(1, 3)
    while list(state.cells.values()).count("M") < dealt:
        places = Places(state)
        room = [cell for cell in sorted(places.new_palace_cells()) if not places.merchants_touching(cell)]
        if len(places.new_palace_cells()) <= free or not room:
            return
        cell = rng.choice(room)
        state.cells[cell] = "M"
        state.streets.append([cell])


def deal(state: State, seat: int, hand: str, rng: random.Random) -> None:
    """Give a seat this hand, as far as the game deals such pieces."""
    stock = dict.fromkeys((*PIECES, "T"), 0)
    places = Places(state)
    closed = [colour for colour in COLOURS if places.open_palace(colour) is None]
    drawn = {"?": COLOURS, "!": closed or COLOURS}
    for piece in hand:
        stock[rng.choice(drawn.get(piece, (piece,)))] += 1
    for piece, dealt in starting_stock(state.rules).items():
        stock[piece] = min(stock[piece], dealt)
    stock["T"] = hand.count("T") if state.rules.tea else 0
    for colour in _finished(state):
        stock[colour] = 0
    owned = sum(mark.roof == seat for mark in state.palaces)
    stock["R"] = min(stock["R"], 4 - owned)
    state.stock[seat] = stock
    state.out[seat] = state.pieces_left(seat) == 0


def _finished(state: State) -> list[str]:
    """5.8: the colours that nobody holds buildings of any more."""
    return [
        colour
        for colour in COLOURS
        if {mark.roof for mark in state.palaces if mark.colour == colour} >= set(state.seats)
    ]


def _deal_for_two(state: State, rng: random.Random) -> None:
    """The one to move gets few pieces; the others a few of any kind, and often nothing."""
    for seat in state.seats:
        if state.out[seat] and seat != state.turn:
            continue
        if seat == state.turn:
            deal(state, seat, rng.choice(HANDS_FOR_TWO) + rng.choice(("", "", "T")), rng)
        else:
            deal(state, seat, "".join(rng.choices((*PIECES, "?"), k=rng.randint(0, 4))), rng)
    if rng.random() < 0.5:
        _nearly_finish(state, rng)
    if state.rules.gates and state.rules.players == 3 and "gate" not in state.walls.values():
        state.spare_gate = True
    cut_hands(state)


def _nearly_finish(state: State, rng: random.Random) -> None:
    """The others put roofs on palaces of the colour that the one to move could finish (5.8)."""
    colours = [palace.colour for palace in Places(state).roofless()]
    if not colours:
        return
    colour = rng.choice(colours)
    for seat in state.seats:
        free = [palace.buildings[0] for palace in Places(state).roofless() if palace.colour == colour]
        owners = {mark.roof for mark in state.palaces if mark.colour == colour}
        if seat != state.turn and seat not in owners and len(free) > 1:
            _roof(state, seat, rng.choice(free))


def _roof(state: State, seat: int, cell: str) -> None:
    """Let a seat put a roof there, with all that follows, whatever it holds."""
    state.stock[seat]["R"] += 1
    state.out[seat] = False
    place(state, seat, f"R{cell}")
    state.roofed_this_turn = False


def _last_player(state: State, rng: random.Random, left: int) -> State:
    """Let one seat be left, with the next to last or the last placement of a turn, and few palaces without a roof."""
    state.turn = min(state.seats, key=lambda seat: (sum(mark.roof == seat for mark in state.palaces), rng.random()))
    state.placements_left = left
    state.first_turn_done = [True] * state.rules.players
    keep = rng.choice((0, 0, 1, 2)) if left == 2 else rng.randint(1, 5)
    roofless = [palace.buildings[0] for palace in Places(state).roofless()]
    for cell in rng.sample(roofless, max(0, len(roofless) - keep)):
        _cover(state, cell, rng)
    for seat in state.seats:
        if seat != state.turn:
            deal(state, seat, "", rng)
    return state


def _cover(state: State, cell: str, rng: random.Random) -> None:
    """Somebody who may puts a roof on the palace, the last player only if nobody else does."""
    colour = state.cells[cell]
    owners = {mark.roof for mark in state.palaces if mark.colour == colour}
    takers = [seat for seat in state.seats if seat not in owners]
    others = [seat for seat in takers if seat != state.turn]
    if takers:
        _roof(state, rng.choice(others or takers), cell)


def _deal_with_a_roof(state: State, rng: random.Random) -> None:
    assert state.turn is not None
    deal(state, state.turn, rng.choice(HANDS_WITH_A_ROOF), rng)
    cut_hands(state)
