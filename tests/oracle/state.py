"""What a game is (17), what everybody starts with (2, 3), and the bare facts a position consists of."""

import copy
from dataclasses import dataclass, field, fields
from typing import Literal

from .board import Board, board_for

COLOURS = "GPBO"
PIECES = (*COLOURS, "S", "M", "W", "R", "N", "D")  # everything but tea, which is no piece (10.4)
Roof = int | Literal["neutral"] | None

SWITCHES = (
    "well",
    "tea",
    "tower_merchants",
    "neutral_roofs",
    "short_first_turn",
    "last_player_roofs",
    "founding",
)

# The table of section 2: (edition, players) -> buildings of each colour, stables, merchants, walls, gates.
SUPPLY = {
    ("first", 3): (6, 4, 8, 10, 1),
    ("first", 4): (5, 3, 6, 8, 1),
    ("second", 2): (8, 4, 12, 15, 2),
    ("second", 3): (6, 4, 8, 12, 1),
    ("second", 4): (5, 3, 6, 9, 1),
}
NEUTRAL_ROOFS = {2: 2, 3: 1, 4: 0}


@dataclass(frozen=True)
class Rules:
    """17: one way to play."""

    edition: str
    players: int
    gates: bool
    well: bool
    tea: bool
    tower_merchants: bool
    neutral_roofs: bool
    short_first_turn: bool
    last_player_roofs: bool
    founding: bool

    @classmethod
    def of(cls, edition: str, players: int, gates: bool = False, **switches: bool) -> "Rules":
        """The edition's defaults with the given switches changed."""
        if (edition, players) not in SUPPLY:
            raise ValueError(f"there is no {edition} edition game for {players}")
        chosen = default_switches(edition)
        assert set(switches) <= set(chosen)
        chosen.update(switches)
        return cls(edition=edition, players=players, gates=gates, **chosen)

    def switches(self) -> dict[str, bool]:
        """All seven switches by name."""
        return {name: getattr(self, name) for name in SWITCHES}

    def changed_switches(self) -> dict[str, bool]:
        """The switches that differ from the edition's default."""
        default = default_switches(self.edition)
        return {name: on for name, on in self.switches().items() if on != default[name]}


def default_switches(edition: str) -> dict[str, bool]:
    """The first edition has 4.6 and founding, the second edition everything else."""
    first = edition == "first"
    return {name: first if name in {"last_player_roofs", "founding"} else not first for name in SWITCHES}


def starting_stock(rules: Rules) -> dict[str, int]:
    """2: what each player gets."""
    buildings, stables, merchants, walls, gates = SUPPLY[rules.edition, rules.players]
    stock = dict.fromkeys(COLOURS, buildings)
    stock.update(S=stables, M=merchants, W=walls, R=4)
    stock["N"] = NEUTRAL_ROOFS[rules.players] if rules.neutral_roofs else 0
    stock["D"] = gates if rules.gates else 0
    stock["T"] = 0
    return stock


@dataclass
class PalaceMark:
    """A palace is known by the cell of its first building; the rest is found on the board."""

    colour: str
    start: str
    roof: Roof = None


@dataclass
class Logged:
    """A move as it was made, with the round and the turn it belongs to."""

    round: int
    turn: int
    text: str


@dataclass
class State:
    """The bare facts. Whatever can be computed from them is computed from them, every time."""

    rules: Rules
    phase: str
    stock: list[dict[str, int]]
    out: list[bool]
    first_turn_done: list[bool]
    tea_left: int
    tower_merchants: dict[int, int]
    spare_gate: bool
    cells: dict[str, str] = field(default_factory=dict)
    walls: dict[str, str] = field(default_factory=dict)
    palaces: list[PalaceMark] = field(default_factory=list)
    streets: list[list[str]] = field(default_factory=list)
    tile_palace: dict[str, int | None] = field(default_factory=lambda: dict.fromkeys(COLOURS))
    tower_tiles: dict[int, Roof] = field(default_factory=lambda: dict.fromkeys((1, 2, 3, 4)))
    used_gates: set[str] = field(default_factory=set)
    turn: int | None = 0
    turn_size: int = 0
    placements_left: int = 0
    roofed_this_turn: bool = False
    round_number: int = 1
    turn_number: int = 1
    market: str | None = None
    log: list[Logged] = field(default_factory=list)

    @property
    def board(self) -> Board:
        """1.1"""
        return board_for(self.rules.players)

    @property
    def seats(self) -> range:
        """4.1"""
        return range(self.rules.players)

    @property
    def well(self) -> str | None:
        """The cell of the well, where there is one."""
        return next((cell for cell, what in self.cells.items() if what == "well"), None)

    def pieces_left(self, seat: int) -> int:
        """How many pieces the seat still holds (tea is no piece, 10.4)."""
        return sum(self.stock[seat][piece] for piece in PIECES)

    def copy(self) -> "State":
        """An independent copy: nothing mutable is shared, the finished log entries apart."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        log = list(values.pop("log"))
        rules = values.pop("rules")
        return State(rules=rules, log=log, **copy.deepcopy(values))
