"""Ways of playing at random, biased so that the rare corners of the rules come up."""

import random
from collections.abc import Callable

from .game import play
from .places import Places
from .state import COLOURS, State

Policy = Callable[[State, list[str], random.Random], str]

# How eager a policy is for each kind of move; kinds not named weigh 1.
BUILDINGS = dict.fromkeys(COLOURS, 30.0)
EAGERNESS: dict[str, dict[str, float]] = {
    "any kind": {},
    "walls first": {"W": 40},
    "roofs early": {"R": 40, "N": 40},
    "own roofs early": {"R": 40, "N": 0.02},
    "roofs late": {"R": 0.005, "N": 0.005},
    "merchants first": {"M": 40},
    "merchants late": {"M": 0.005, "R": 0.2},
    "buildings first": BUILDINGS,
    "stables first": {"S": 40, "R": 5},
    "stables late": {"S": 0.01, "W": 4, "R": 5},
    "gates early": {"D": 500, "W": 15, "M": 8},
    "gates last": {"D": 0.0005, "W": 8, "S": 4},
    "walls last": {"W": 0.005},
    "tea always": {"T": 1000, "P": 8, "R": 15, "N": 5},
    "tea for one more": {"T": 1000, "R": 0.3, "P": 5},
    "tea never": {"T": 0.0001, "P": 8, "R": 10},
}


def _pick_kind(legal: list[str], weights: dict[str, float], rng: random.Random) -> list[str]:
    by_kind: dict[str, list[str]] = {}
    for move in legal:
        by_kind.setdefault(move[0], []).append(move)
    kinds = list(by_kind)
    kind = rng.choices(kinds, [weights.get(k, 1.0) for k in kinds])[0]
    return by_kind[kind]


def eager(weights: dict[str, float]) -> Policy:
    """First a kind by weight, then any move of it."""
    return lambda state, legal, rng: rng.choice(_pick_kind(legal, weights, rng))


def uniform(state: State, legal: list[str], rng: random.Random) -> str:
    """Any legal move."""
    return rng.choice(legal)


def at_the_edge(state: State, legal: list[str], rng: random.Random) -> str:
    """Buildings, stables and merchants along the walls, which also spoils the fronts gates would need."""
    moves = _pick_kind(legal, {"D": 0.0005, "W": 4, "M": 0.5, "R": 2}, rng)
    at_edge = [move for move in moves if move[1:] in state.board.edge]
    return rng.choice(at_edge or moves)


def on_corners(state: State, legal: list[str], rng: random.Random) -> str:
    """Palaces in the corners of the city and walls beside the towers: several tower tiles at once."""
    moves = _pick_kind(legal, {"W": 6, "S": 3, "R": 0.5}, rng)
    corners = {cell for cell in state.board.cells if len(state.board.walls_touching[cell]) == 2}

    def distance(move: str) -> int:
        if move[1:] not in state.board.order:
            return 0
        column, row = state.board.place(move[1:])
        places = [state.board.place(corner) for corner in corners]
        return min(abs(column - c) + abs(row - r) for c, r in places)

    best = min(distance(move) for move in moves)
    return rng.choice([move for move in moves if distance(move) <= best + 1])


def huddling(state: State, legal: list[str], rng: random.Random) -> str:
    """Where most is standing already: palaces are boxed in, streets end."""
    moves = _pick_kind(legal, {"R": 0.3, "N": 0.3}, rng)

    def crowd(move: str) -> int:
        near = state.board.near.get(move[1:].partition("/")[0], [])
        return sum(cell in state.cells for cell in near)

    tried = rng.sample(moves, min(len(moves), 8))
    return max(tried, key=crowd)


def all_tea_but_one(state: State, legal: list[str], rng: random.Random) -> str:
    """Gets ahead in pieces by tea, and keeps a tile and the roofs for the end."""
    assert state.turn is not None
    if "T" in legal and state.stock[state.turn]["T"] > 1:
        return "T"
    purple = [move for move in legal if move[0] == "R" and state.cells[move[1:]] == "P"]
    if purple:
        return rng.choice(purple)
    return rng.choice(_pick_kind(legal, {"T": 0.001, "R": 0.01, "P": 10}, rng))


def _bare_sides(weights: dict[str, float]) -> Policy:
    """No wall, while there is anything else, on as many sides as there are gates to be kept."""

    def choose(state: State, legal: list[str], rng: random.Random) -> str:
        bare = {"WN", "WW", "DN", "DW"} if state.rules.players == 2 else {"WN", "DN"}
        return rng.choice(_pick_kind([m for m in legal if m[:2] not in bare] or legal, weights, rng))

    return choose


def walls_then_gates(state: State, legal: list[str], rng: random.Random) -> str:
    """Walls on all sides first, so that two gates can follow in one turn."""
    ready = len({wall[0] for wall in state.walls}) == 4
    return rng.choice(_pick_kind(legal, {"D": 500 if ready else 0.0001, "W": 2 if ready else 30}, rng))


def walls_one_way(state: State, legal: list[str], rng: random.Random) -> str:
    """Each side from one tower only, up to the cell beside the other."""
    moves = _pick_kind(legal, {"W": 6, "D": 0.01}, rng)
    if moves[0][0] != "W":
        return rng.choice(moves)
    sides = state.board.sides
    return min(moves, key=lambda move: ("WENS".index(move[1]), sides[move[1]].index(move[1:])))


def gates_for_blocked_streets(state: State, legal: list[str], rng: random.Random) -> str:
    """Streets run to the edge and are blocked; only then a gate lets them on."""
    places = Places(state)
    gates = [move for move in legal if move[0] == "D"]
    if gates and not places.extension_cells() and not places.passages():
        return min(gates, key=lambda move: -_street_room(play(state, move, legal)))
    moves = _pick_kind(legal, {"D": 0.0005, "M": 20, "W": 6, "R": 0.5}, rng)
    if moves[0][0] != "M" or rng.random() < 0.2:
        return rng.choice(moves)
    tried = rng.sample(moves, min(len(moves), 5))
    return min(
        tried, key=lambda move: _street_room(play(state, move, legal)) + 2 * _far_from_gates(play(state, move, legal))
    )


def _best_of(measure: Callable[[State], float], weights: dict[str, float], tries: int) -> Policy:
    def choose(state: State, legal: list[str], rng: random.Random) -> str:
        moves = _pick_kind(legal, weights, rng)
        if rng.random() < 0.4 or len(moves) == 1:
            return rng.choice(moves)
        tried = rng.sample(moves, min(len(moves), tries))
        return min(tried, key=lambda move: measure(play(state, move, legal)))

    return choose


def _room_for_buildings(state: State) -> float:
    places = Places(state)
    return sum(len(places.building_cells(colour)) for colour in COLOURS)


def _street_room(state: State) -> float:
    places = Places(state)
    return len(places.extension_cells()) + 2 * len(places.passages())


def _blocked_at_the_edge(state: State) -> float:
    return _street_room(state) + 2 * _far_from_gates(state)


def _others_freedom(state: State) -> float:
    if state.turn is None:
        return 0
    return sum(len(moves) for seat, moves in enumerate(Places(state).placements()) if seat != state.turn)


def _far_from_gates(state: State) -> float:
    """Low when ends of streets stand in front of fresh gates while other fresh gates have free fronts."""
    places = Places(state)
    fresh = [gate for gate in places.gates if gate not in state.used_gates]
    targets = [state.board.place(state.board.front[gate]) for gate in fresh]
    targets = targets or [state.board.place(cell) for cell in state.board.edge]
    total = -8.0 * len(places.passages()) - 4.0 * len(fresh)
    for street in state.streets:
        for end in (street[0], street[-1]):
            column, row = state.board.place(end)
            total += min(abs(column - c) + abs(row - r) for c, r in targets)
    return total


POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    **{name: eager(weights) for name, weights in EAGERNESS.items()},
    "at the edge": at_the_edge,
    "on corners": on_corners,
    "huddling": huddling,
    "all tea but one": all_tea_but_one,
    "gate keeper": _bare_sides({"D": 1e-9, "W": 10, "R": 3}),
    "gate giver": _bare_sides({"D": 500, "W": 1.5}),
    "walls, then gates": walls_then_gates,
    "walls one way": walls_one_way,
    "gates for blocked streets": gates_for_blocked_streets,
    "boxing in": _best_of(_room_for_buildings, {**BUILDINGS, "S": 10, "R": 0.05, "N": 0.05}, 5),
    "blocking streets": _best_of(_street_room, {"M": 20, "R": 0.5, "W": 3}, 5),
    "starving others": _best_of(_others_freedom, {"R": 0.02, "N": 3}, 4),
    "streets to gates": _best_of(_far_from_gates, {"D": 100, "W": 6, "M": 12}, 6),
}


# What a rare event needs all seats, or all but one, to do together: (the one, the others).
LINEUPS: tuple[tuple[str, str], ...] = (
    ("roofs late", "own roofs early"),
    ("roofs late", "roofs late"),
    ("gate keeper", "gate giver"),
    ("gates last", "gates last"),
    ("walls, then gates", "walls, then gates"),
    ("walls one way", "walls one way"),
    ("gates for blocked streets", "gates for blocked streets"),
    ("streets to gates", "streets to gates"),
    ("all tea but one", "own roofs early"),
    ("all tea but one", "tea never"),
    ("boxing in", "boxing in"),
    ("roofs late", "boxing in"),
)


def policies_of_a_game(players: int, rng: random.Random) -> list[str]:
    """One way of playing for every seat: the same for all, a mixture, or one player against the others."""
    names = list(POLICIES)
    draw = rng.random()
    if draw < 0.3:
        return [rng.choice(names)] * players
    if draw < 0.5:
        return [rng.choice(names) for _ in range(players)]
    one, others = rng.choice(LINEUPS)
    lineup = [others] * players
    lineup[rng.randrange(players)] = one
    return lineup


def choose(state: State, legal: list[str], names: list[str], rng: random.Random) -> str:
    """A move of the seat whose turn it is, now and then without any bias."""
    assert state.turn is not None
    if state.phase == "founding" or rng.random() < 0.03:
        return rng.choice(legal)
    return POLICIES[names[state.turn]](state, legal, rng)
