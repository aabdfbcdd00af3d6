"""What a game is (17), what everybody starts with (2, 3), and the bare facts a position consists of."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

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
    "both_placements",
    "connection",
    "founding",
)
CONNECTIONS = ("tower", "row", "every")  # 13.4
Switch = bool | str
RULES_VERSION = 2

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
    both_placements: bool
    connection: str
    founding: bool

    @classmethod
    def of(cls, edition: str, players: int, gates: bool = False, **switches: Switch) -> "Rules":
        """The edition's defaults with the given switches changed."""
        if (edition, players) not in SUPPLY:
            raise ValueError(f"there is no {edition} edition game for {players}")
        chosen: dict[str, Any] = default_switches(edition)
        for name, value in switches.items():
            assert value in values_of(name), (name, value)
            chosen[name] = value
        return cls(edition=edition, players=players, gates=gates, **chosen)

    def switches(self) -> dict[str, Switch]:
        """All switches by name."""
        return {name: getattr(self, name) for name in SWITCHES}

    def changed_switches(self) -> dict[str, Switch]:
        """The switches that differ from the edition's default."""
        default = default_switches(self.edition)
        return {name: value for name, value in self.switches().items() if value != default[name]}


def values_of(switch: str) -> tuple[Switch, ...]:
    """The values that a switch can have."""
    assert switch in SWITCHES, switch
    return CONNECTIONS if switch == "connection" else (False, True)


def default_switches(edition: str) -> dict[str, Switch]:
    """17: the first edition has 4.6, 4.8, connection by rows and founding, the second edition everything else."""
    first = edition == "first"
    of_the_first = {"last_player_roofs", "both_placements", "founding"}
    switches: dict[str, Switch] = {name: (name in of_the_first) == first for name in SWITCHES}
    switches["connection"] = "row" if first else "tower"
    return switches


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
        """Return an independent copy. Only finished log entries are shared."""
        return replace(
            self,
            stock=[dict(stock) for stock in self.stock],
            out=list(self.out),
            first_turn_done=list(self.first_turn_done),
            tower_merchants=dict(self.tower_merchants),
            cells=dict(self.cells),
            walls=dict(self.walls),
            palaces=[replace(mark) for mark in self.palaces],
            streets=[list(street) for street in self.streets],
            tile_palace=dict(self.tile_palace),
            tower_tiles=dict(self.tower_tiles),
            used_gates=set(self.used_gates),
            log=list(self.log),
        )
