"""Where each kind of piece may go on the board as it stands, whoever places it. All of it is found from scratch."""

from dataclasses import dataclass

from .state import COLOURS, PIECES, Roof, State


@dataclass(frozen=True)
class Palace:
    """5.1: a palace as it stands; buildings and stables in board order."""

    index: int
    colour: str
    buildings: tuple[str, ...]
    stables: tuple[str, ...]
    roof: Roof

    @property
    def cells(self) -> tuple[str, ...]:
        """Buildings and stables (7.3)."""
        return self.buildings + self.stables

    @property
    def size(self) -> int:
        """12.2"""
        return len(self.cells)


def find_palaces(state: State) -> list[Palace]:
    """5.1: every palace in the order they were started."""
    return [_find_palace(state, index) for index in range(len(state.palaces))]


def _find_palace(state: State, index: int) -> Palace:
    board, mark = state.board, state.palaces[index]
    buildings = {mark.start}
    waiting = [mark.start]
    while waiting:
        for cell in board.touching[waiting.pop()]:
            if state.cells.get(cell) == mark.colour and cell not in buildings:
                buildings.add(cell)
                waiting.append(cell)
    stables = {
        cell for b in buildings for cell in board.touching[b] if state.cells.get(cell) == "S"
    }  # 7.1, and by 5.6 it touches no other palace
    return Palace(
        index,
        mark.colour,
        tuple(sorted(buildings, key=board.order.__getitem__)),
        tuple(sorted(stables, key=board.order.__getitem__)),
        mark.roof,
    )


def wall_tower(state: State, wall: str) -> int:
    """9.1: the tower that the row of this wall starts from."""
    side = state.board.sides[wall[0]]
    first, last = state.board.towers_of_side[wall[0]]
    index = side.index(wall)
    assert state.walls.get(wall) == "wall"
    if all(state.walls.get(other) == "wall" for other in side[: index + 1]):
        return first
    assert all(state.walls.get(other) == "wall" for other in side[index:])
    return last


def walls_touching(state: State, palace: Palace) -> set[str]:
    """The walls that touch a building or a stable of the palace (16.8: a gate is no wall)."""
    beside = {wall for cell in palace.cells for wall in state.board.walls_touching[cell]}
    return {wall for wall in beside if state.walls.get(wall) == "wall"}


class Places:
    """All the places on one board, each kind asked for by its own method."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.board = state.board
        self.palaces = find_palaces(state)
        self.palace_at = {cell: palace for palace in self.palaces for cell in palace.cells}
        self.gates = [wall for wall, what in state.walls.items() if what == "gate"]
        self.gate_of_front = {self.board.front[gate]: gate for gate in self.gates}
        self.well = state.well
        self._new_palace_cells: set[str] | None = None
        self._common_moves: dict[str, set[str]] = {}

    # Buildings, stables and roofs

    def is_empty(self, cell: str) -> bool:
        """Nothing stands on this city cell."""
        return cell not in self.state.cells

    def near_other_palace(self, cell: str, own: Palace | None) -> bool:
        """5.6: is a building or stable of a palace other than `own` near the cell?"""
        return any(self.palace_at[other] is not own for other in self.board.near[cell] if other in self.palace_at)

    def near_well(self, cell: str) -> bool:
        """5.7"""
        return self.well in self.board.near[cell]

    def fits(self, cell: str, own: Palace | None) -> bool:
        """May a building or stable of palace `own` (None: a new palace) stand here? 5.2, 5.6, 5.7, 7.2, 16.3."""
        return (
            self.is_empty(cell)
            and not self.near_other_palace(cell, own)
            and not self.near_well(cell)
            and cell not in self.gate_of_front
        )

    def beside(self, palace: Palace) -> set[str]:
        """The cells that touch a building of the palace (5.4, 7.1: touching only a stable is not enough)."""
        return {cell for building in palace.buildings for cell in self.board.touching[building]}

    def additions(self, palace: Palace) -> set[str]:
        """Where a building or a stable could be added to the palace, roofs apart."""
        return {cell for cell in self.beside(palace) if self.fits(cell, palace)}

    def is_open(self, palace: Palace) -> bool:
        """5.3 (whether anybody holds a building does not matter)."""
        return palace.roof is None and bool(self.additions(palace))

    def open_palace(self, colour: str) -> Palace | None:
        """The open palace of a colour; by 5.4 there is never a second one."""
        found = [palace for palace in self.palaces if palace.colour == colour and self.is_open(palace)]
        assert len(found) <= 1
        return found[0] if found else None

    def building_cells(self, colour: str) -> set[str]:
        """5.4, 5.5"""
        palace = self.open_palace(colour)
        if palace is not None:
            return self.additions(palace)
        return self.new_palace_cells()

    def new_palace_cells(self) -> set[str]:
        """5.5: the same for every colour."""
        if self._new_palace_cells is None:
            self._new_palace_cells = {cell for cell in self.board.cells if self.fits(cell, None)}
        return self._new_palace_cells

    def stable_cells(self) -> set[str]:
        """7.1, 7.2"""
        return {cell for palace in self.palaces for cell in self.additions(palace)}

    def roofless(self) -> list[Palace]:
        """6.1"""
        return [palace for palace in self.palaces if palace.roof is None]

    # Merchants

    def merchants_touching(self, cell: str) -> list[str]:
        """The merchants that touch this cell."""
        return [other for other in self.board.touching[cell] if self.state.cells.get(other) == "M"]

    def street_ends(self) -> set[str]:
        """8.1: the ends of all the streets."""
        return {end for street in self.state.streets for end in (street[0], street[-1])}

    def extension_cells(self) -> set[str]:
        """8.2: the cell touches an end of a street and no other merchant."""
        return {
            cell
            for end in self.street_ends()
            for cell in self.board.touching[end]
            if self.is_empty(cell) and self.merchants_touching(cell) == [end]
        }

    def passages(self) -> set[tuple[str, str]]:
        """16.4, 16.5: (cell, gate the street leaves by)."""
        ends = self.street_ends()
        fresh = [gate for gate in self.gates if gate not in self.state.used_gates]
        found = set()
        for out in fresh:
            for into in fresh:
                cell = self.board.front[into]
                if (
                    into != out
                    and self.board.front[out] in ends
                    and self.is_empty(cell)
                    and not self.merchants_touching(cell)
                ):
                    found.add((cell, out))
        return found

    def new_street_cells(self) -> set[str]:
        """8.3: none while any street can be extended."""
        if self.extension_cells() or self.passages():
            return set()
        return {cell for cell in self.board.cells if self.is_empty(cell) and len(self.merchants_touching(cell)) <= 1}

    def merchant_moves(self) -> set[str]:
        """8.2, 8.3, 16.4 as they are written."""
        plain = self.extension_cells() | self.new_street_cells()
        return {f"M{cell}" for cell in plain} | {f"M{cell}/{gate}" for cell, gate in self.passages()}

    # Walls and gates

    def side_has_gate(self, wall: str) -> bool:
        """Does the side of this wall cell have a gate?"""
        return any(gate[0] == wall[0] for gate in self.gates)

    def touches_wall(self, wall: str) -> bool:
        """Does the wall cell touch a wall of the same side (16.8: a gate is none)?"""
        return any(self.state.walls.get(other) == "wall" for other in self.board.side_neighbours[wall])

    def is_last_gap(self, wall: str) -> bool:
        """9.2: is this the only wall cell of its side with nothing on it?"""
        side = self.board.sides[wall[0]]
        return all(other in self.state.walls for other in side if other != wall)

    def wall_places(self) -> set[str]:
        """9.1, 9.2, 16.2 (past a gate a cell touches no wall of the row the gate ends)."""
        return {
            wall
            for wall in self.board.wall_cells
            if wall not in self.state.walls
            and (self.board.tower_beside(wall) is not None or self.touches_wall(wall))
            and (self.side_has_gate(wall) or not self.is_last_gap(wall))
        }

    def gate_places(self) -> set[str]:
        """16.1"""
        return {
            wall
            for wall in self.board.wall_cells
            if wall not in self.state.walls
            and self.touches_wall(wall)
            and self.board.tower_beside(wall) is None
            and self.state.cells.get(self.board.front[wall], "M") == "M"
            and not self.side_has_gate(wall)
        }

    # What one player may do with all this

    def common_moves(self, piece: str) -> set[str]:
        """For every piece but the own roof, what anybody who holds one may write."""
        if piece in COLOURS:
            return {piece + cell for cell in self.building_cells(piece)}
        if piece == "S":
            return {f"S{cell}" for cell in self.stable_cells()}
        if piece == "M":
            return self.merchant_moves()
        if piece == "W":
            return {f"W{wall}" for wall in self.wall_places()}
        if piece == "D":
            return {f"D{wall}" for wall in self.gate_places()}
        assert piece == "N"
        return {f"N{palace.buildings[0]}" for palace in self.roofless()}  # 6.3

    def roof_moves(self, seat: int) -> set[str]:
        """6.1, 6.2"""
        owned = {palace.colour for palace in self.palaces if palace.roof == seat}
        return {f"R{palace.buildings[0]}" for palace in self.roofless() if palace.colour not in owned}

    def moves_with(self, piece: str, seat: int) -> set[str]:
        """What this seat may write if it holds the piece; found once for each piece."""
        if piece == "R":
            return self.roof_moves(seat)
        if piece not in self._common_moves:
            self._common_moves[piece] = self.common_moves(piece)
        return self._common_moves[piece]

    def held(self, seat: int) -> list[str]:
        """The pieces the seat can still place; none for a seat that is out (4.5)."""
        return [] if self.state.out[seat] else [piece for piece in PIECES if self.state.stock[seat][piece] > 0]

    def placements(self) -> list[set[str]]:
        """4.2: for every seat the placements it could make if it were its turn."""
        return [
            {move for piece in self.held(seat) for move in self.moves_with(piece, seat)} for seat in self.state.seats
        ]

    def can_place(self, seat: int) -> bool:
        """4.4: has the seat a legal placement as the board stands?"""
        return any(self.moves_with(piece, seat) for piece in reversed(self.held(seat)))


def can_place(state: State, seat: int) -> bool:
    """4.4: has the seat a legal placement as the board stands?"""
    return Places(state).can_place(seat)
