"""All that a position consists of, as the rules work on it.

A `State` is changed only while it is being made: `Position.play` copies one, lets the placement take effect on the
copy, and never touches it again.
"""

from __future__ import annotations

from medina.rules.board import TOWER_OF_ROW, Board, board_for
from medina.rules.palace import Owner, PalaceCells
from medina.rules.ring import Side
from medina.rules.ruleset import TEA_AFTER, Ruleset

Street = tuple[int, ...]
Row = tuple[int, int]
"""A row of walls: its side and the end that its tower stands at."""


class State:
    """See the module. The first group decides equality; the second follows from it and saves work."""

    OWN = (
        "phase",
        "turn",
        "placements_left",
        "turn_size",
        "roofed_this_turn",
        "first_turn_done",
        "well",
        "palaces",
        "streets",
        "sides",
        "used_gates",
        "spare_gate",
        "stocks",
        "tea",
        "tea_left",
        "out",
        "tile_palaces",
        "tower_tiles",
        "tower_merchants",
    )

    rules: Ruleset
    board: Board

    phase: str
    turn: int | None
    placements_left: int
    turn_size: int
    roofed_this_turn: bool
    first_turn_done: tuple[bool, ...]
    well: int | None
    palaces: tuple[PalaceCells, ...]
    streets: tuple[Street, ...]
    sides: tuple[Side, ...]
    used_gates: frozenset[str]
    spare_gate: bool
    stocks: tuple[tuple[int, ...], ...]
    tea: tuple[int, ...]
    tea_left: int
    out: tuple[bool, ...]
    tile_palaces: tuple[int | None, ...]
    tower_tiles: tuple[Owner, ...]
    tower_merchants: tuple[int, ...]

    occupied: int
    merchants: int
    near_one: int
    """Cells near at least one palace."""
    near_two: int
    """Cells near at least two palaces: nothing can be built there (5.6)."""
    by_building: int
    """Cells that touch a building."""
    by_one: int
    """Cells that touch at least one merchant."""
    by_two: int
    """Cells that touch at least two merchants."""
    near_well: int
    gates: tuple[tuple[str, int], ...]
    """The gates with the numbers of their fronts."""
    gate_fronts: int
    claimed: tuple[int, ...]
    """For each seat the colours, as bits, in which it owns a palace."""

    @property
    def seat(self) -> int:
        """The seat to place next, in a game that is not over."""
        assert self.turn is not None
        return self.turn

    @property
    def unbuildable(self) -> int:
        """5.2, 5.6, 5.7, 16.3: cells where no building and no stable can go for whatever palace."""
        return self.occupied | self.near_two | self.near_well | self.gate_fronts

    def copy(self) -> State:
        """A state that may be changed without changing this one."""
        twin = State()
        twin.__dict__.update(self.__dict__)
        return twin

    def key(self) -> tuple[object, ...]:
        """Equal for equal positions."""
        return (self.rules, *[getattr(self, name) for name in State.OWN])

    def walls(self) -> dict[str, str]:
        """What stands on each wall cell that is not empty: `"wall"` or `"gate"`."""
        walls: dict[str, str] = {}
        for names, side in zip(self.board.wall_names, self.sides, strict=True):
            walls |= dict.fromkeys(names[: side.low], "wall")
            if side.gate is not None:
                walls[names[side.gate]] = "gate"
            walls |= dict.fromkeys(names[side.length - side.high :], "wall")
        return walls

    def row_front(self, side: int, end: int) -> int:
        """The fronts of one row of walls."""
        ring = self.sides[side]
        return self.board.row_fronts[side][end][ring.high if end else ring.low]

    def rows_of(self, cells: int) -> set[Row]:
        """13.2: the rows of walls that a palace of these cells touches."""
        if not cells & self.board.edge:
            return set()
        return {row for row in TOWER_OF_ROW if cells & self.row_front(*row)}

    def towers_of(self, cells: int) -> set[int]:
        """13.2: the towers that a palace of these cells is connected to."""
        return {TOWER_OF_ROW[row] for row in self.rows_of(cells)}

    def palace_with(self, cell: int) -> int | None:
        """The number of the palace that has a building or stable there."""
        for number, palace in enumerate(self.palaces):
            if palace.cells & cell:
                return number
        return None

    def put_palace(self, number: int, palace: PalaceCells) -> None:
        """Replace the palace of that number; one past the last adds it."""
        self.palaces = (*self.palaces[:number], palace, *self.palaces[number + 1 :])

    def take_piece(self, seat: int, piece: int, count: int = -1) -> None:
        """Change how many pieces of a kind a seat has."""
        stock = list(self.stocks[seat])
        stock[piece] += count
        self.stocks = (*self.stocks[:seat], tuple(stock), *self.stocks[seat + 1 :])

    def derive(self) -> None:
        """Work out the second group from the first."""
        board = self.board
        self.merchants = sum(1 << number for street in self.streets for number in street)
        self.occupied = self.merchants | (0 if self.well is None else 1 << self.well)
        self.near_well = 0 if self.well is None else board.near(1 << self.well)
        self.near_one = self.near_two = self.by_building = self.by_one = self.by_two = self.gate_fronts = 0
        claimed = [0] * self.rules.players
        for palace in self.palaces:
            self.occupied |= palace.cells
            self.by_building |= palace.touched
            self.near_two |= self.near_one & palace.near
            self.near_one |= palace.near
            if isinstance(palace.roof, int):
                claimed[palace.roof] |= 1 << palace.colour_number
        self.claimed = tuple(claimed)
        for number in (number for street in self.streets for number in street):
            self.by_two |= self.by_one & board.touching[number]
            self.by_one |= board.touching[number]
        self.gates = ()
        for side, ring in enumerate(self.sides):
            if ring.gate is not None:
                self.add_gate(side, ring.gate)

    def add_gate(self, side: int, place: int) -> None:
        """Keep the gates and their fronts right when there is a new one."""
        front = self.board.fronts[side][place]
        self.gates = (*self.gates, (self.board.wall_names[side][place], front))
        self.gate_fronts |= 1 << front


def blank_state(rules: Ruleset) -> State:
    """An empty city with everybody's pieces, the first player about to place."""
    state = State()
    players = rules.players
    state.rules, state.board = rules, board_for(players)
    state.phase, state.turn = "play", 0
    state.turn_size = state.placements_left = rules.turn_size(0, first_turn=True)
    state.roofed_this_turn = False
    state.first_turn_done = state.out = (False,) * players
    state.well, state.palaces, state.streets = None, (), ()
    state.sides = tuple(Side(length) for length in state.board.side_lengths)
    state.used_gates, state.spare_gate = frozenset(), rules.gates and players == 3
    state.stocks, state.tea = (rules.stock(),) * players, (0,) * players
    state.tea_left = TEA_AFTER[0] if rules.tea else 0
    state.tile_palaces = (None,) * 4
    state.tower_tiles = (None,) * 4
    state.tower_merchants = (3, 2, 1, 0) if rules.tower_merchants else (0, 0, 0, 0)
    state.derive()
    return state
