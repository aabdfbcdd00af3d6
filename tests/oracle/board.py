"""Rules section 1: the cells, what touches what, what is near what, the sides and their towers."""

from functools import cache

COLUMN_LETTERS = "abcdefghijklmnop"


class Board:
    """The empty board: only geometry, no pieces."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        letters = COLUMN_LETTERS[:columns]
        numbers = range(1, rows + 1)

        # Board order: row by row from the south, within a row from the west.
        self.cells = [f"{letter}{number}" for number in numbers for letter in letters]
        self.order = {cell: index for index, cell in enumerate(self.cells)}

        # 1.4
        self.touching = {cell: self._around(cell, sides_only=True) for cell in self.cells}
        self.near = {cell: self._around(cell, sides_only=False) for cell in self.cells}

        # 1.2: every side from one tower to the other. Tower 1 north-west, 2 south-east, 3 north-east, 4 south-west.
        self.sides = {
            "N": [f"N{letter}" for letter in letters],
            "S": [f"S{letter}" for letter in letters],
            "W": [f"W{number}" for number in numbers],
            "E": [f"E{number}" for number in numbers],
        }
        self.towers_of_side = {"N": (1, 3), "S": (4, 2), "W": (4, 1), "E": (2, 3)}
        self.wall_cells = [wall for side in self.sides.values() for wall in side]
        self.side_neighbours = {wall: self._along_the_side(wall) for wall in self.wall_cells}

        # 1.4: the front of a wall cell, and the other way round the wall cells a city cell touches.
        self.front = {wall: self._front(wall) for wall in self.wall_cells}
        self.walls_touching: dict[str, list[str]] = {cell: [] for cell in self.cells}
        for wall, cell in self.front.items():
            self.walls_touching[cell].append(wall)
        self.edge = {cell for cell in self.cells if self.walls_touching[cell]}
        self.inner = [cell for cell in self.cells if cell not in self.edge]

    def _around(self, cell: str, sides_only: bool) -> list[str]:
        column, row = self.place(cell)
        found = []
        for other in self.cells:
            other_column, other_row = self.place(other)
            across, up = abs(other_column - column), abs(other_row - row)
            if sides_only and across + up == 1:
                found.append(other)
            if not sides_only and max(across, up) == 1:
                found.append(other)
        return found

    def _front(self, wall: str) -> str:
        side, which = wall[0], wall[1:]
        if side == "N":
            return f"{which}{self.rows}"
        if side == "S":
            return f"{which}1"
        if side == "W":
            return f"a{which}"
        return f"{COLUMN_LETTERS[self.columns - 1]}{which}"

    def place(self, cell: str) -> tuple[int, int]:
        """Column and row of a city cell as numbers."""
        return COLUMN_LETTERS.index(cell[0]) + 1, int(cell[1:])

    def _along_the_side(self, wall: str) -> list[str]:
        """The wall cells of the same side that touch this one."""
        side = self.sides[wall[0]]
        index = side.index(wall)
        return [side[other] for other in (index - 1, index + 1) if 0 <= other < len(side)]

    def tower_beside(self, wall: str) -> int | None:
        """The tower this wall cell touches, if any."""
        side = self.sides[wall[0]]
        first, last = self.towers_of_side[wall[0]]
        if wall == side[0]:
            return first
        if wall == side[-1]:
            return last
        return None

    def two_apart(self, cell: str) -> list[str]:
        """11.1: the cells in a straight line from this one with exactly one cell between."""
        column, row = self.place(cell)
        four = [(column - 2, row), (column + 2, row), (column, row - 2), (column, row + 2)]
        names = [f"{COLUMN_LETTERS[c - 1]}{r}" for c, r in four if 1 <= c <= self.columns and 1 <= r <= self.rows]
        return [name for name in names if name in self.order]


@cache
def board_for(players: int) -> Board:
    """1.1"""
    return Board(14, 10) if players == 2 else Board(16, 11)
