"""What a player sees on the board: what a palace is worth, who may claim it, and what a move changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from medina.rules import Move, Palace, Position, Score

Key = TypeVar("Key", str, int)
COLOURS = "GPBO"
TILE_POINTS = dict(zip(COLOURS, (1, 2, 3, 4), strict=True))


def place(cell: str) -> tuple[int, int]:
    """Column and row of a city cell, from 0.

    >>> place("c10")
    (2, 9)
    """
    return ord(cell[0]) - ord("a"), int(cell[1:]) - 1


def wall_front(position: Position, wall: str) -> tuple[int, int]:
    """1.4: the city cell that a wall cell touches."""
    side, rest = wall[0], wall[1:]
    if side in "NS":
        return ord(rest) - ord("a"), position.rows - 1 if side == "N" else 0
    return position.columns - 1 if side == "E" else 0, int(rest) - 1


def around(cells: set[tuple[int, int]], position: Position) -> set[tuple[int, int]]:
    """1.4: the city cells that touch one of these."""
    touched = {(column + x, row + y) for column, row in cells for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return {(column, row) for column, row in touched if 0 <= column < position.columns and 0 <= row < position.rows}


def worth(position: Position, palace: Palace) -> int:
    """15.1, 15.3: what a palace scores without tiles, for whoever owns it."""
    cells = {place(cell) for cell in palace.buildings + palace.stables}
    merchants = {place(cell) for street in position.streets for cell in street}
    walls = [wall_front(position, wall) for wall, kind in position.walls.items() if kind == "wall"]
    return (
        len(cells)
        + len(around(cells, position) & merchants)
        + sum(front in cells for front in walls)
        + 4 * well_cells(position, cells)
    )


def well_cells(position: Position, cells: set[tuple[int, int]]) -> int:
    """11.1: how many of these cells score for the well."""
    if position.well is None:
        return 0
    column, row = place(position.well)
    return len(cells & {(column + 2, row), (column - 2, row), (column, row + 2), (column, row - 2)})


def palace_at(position: Position, cell: str | None) -> Palace | None:
    """The palace with a building or stable on a cell."""
    return next((palace for palace in position.palaces if cell in palace.buildings + palace.stables), None)


def may_claim(position: Position, seat: int, palace: Palace) -> bool:
    """6.1, 6.2: could this seat put an own roof on the palace, were it its turn?"""
    owns = any(other.roof == seat and other.colour == palace.colour for other in position.palaces)
    return palace.roof is None and not owns and position.stocks[seat]["R"] > 0 and not position.out[seat]


def next_seats(position: Position, seat: int) -> list[int]:
    """The other seats in the order in which they will play."""
    players = position.ruleset.players
    return [(seat + step) % players for step in range(1, players) if not position.out[(seat + step) % players]]


def next_claimant(position: Position, seat: int, palace: Palace) -> int | None:
    """The first of the others who could claim the palace."""
    return next((other for other in next_seats(position, seat) if may_claim(position, other, palace)), None)


def streets_blocked(position: Position) -> bool:
    """8.3: can no street be extended within the city, so that the next merchant starts a new one?"""
    taken = {place(cell) for cell in position.cells}
    merchants = {place(cell) for street in position.streets for cell in street}
    ends = {place(cell) for street in position.streets for cell in (street[0], street[-1])}
    spots = around(ends, position) - taken
    return bool(ends) and all(len(around({spot}, position) & merchants) > 1 for spot in spots)


@dataclass(frozen=True)
class Deed:
    """A move and what it changed at once."""

    before: Position
    move: Move

    @cached_property
    def seat(self) -> int:
        """Who plays it."""
        return self.before.turn or 0

    @cached_property
    def after(self) -> Position:
        """The position it leads to."""
        return self.before.play(self.move)

    @cached_property
    def gains(self) -> tuple[Score, ...]:
        """Every seat's points won or lost, by where they come from."""
        pairs = zip(self.before.score_sheet(), self.after.score_sheet(), strict=True)
        return tuple(Score(*(new - old for old, new in zip(*pair, strict=True))) for pair in pairs)

    @property
    def gain(self) -> int:
        """The player's own points won."""
        return self.gains[self.seat].total

    @cached_property
    def palace(self) -> Palace | None:
        """The palace that the move is about, as it is afterwards."""
        return palace_at(self.after, self.move.cell) if self.move.piece in "GPBOSRN" else None

    @cached_property
    def tiles(self) -> dict[str, tuple[object, object]]:
        """The palace tiles that changed hands: colour to old and new owner."""
        return changed(self.before.palace_tiles, self.after.palace_tiles)

    @cached_property
    def towers(self) -> dict[int, tuple[object, object]]:
        """The tower tiles that changed hands: tower to old and new owner."""
        return changed(self.before.tower_tiles, self.after.tower_tiles)

    @cached_property
    def tea(self) -> int:
        """The tea tiles won."""
        return self.after.stocks[self.seat]["T"] - self.before.stocks[self.seat]["T"]

    @cached_property
    def finished(self) -> str | None:
        """5.8: the colour that the move finished with buildings still in somebody's hands."""
        if self.move.piece != "R" or self.palace is None:
            return None
        colour = self.palace.colour
        held, left = (sum(stock[colour] for stock in position.stocks) for position in (self.before, self.after))
        return colour if left < held else None


def changed(before: Mapping[Key, object], after: Mapping[Key, object]) -> dict[Key, tuple[object, object]]:
    """What differs between two maps with the same keys."""
    return {key: (before[key], after[key]) for key in after if before[key] != after[key]}


def replies(deed: Deed, continuation: tuple[Move, ...]) -> Iterator[Deed]:
    """What the others are expected to do before the player's next turn."""
    position = deed.after
    for move in continuation[1:]:
        if position.turn == deed.seat and is_new_turn(position):
            return
        reply = Deed(position, move)
        if reply.seat != deed.seat:
            yield reply
        position = reply.after


def follow_up(deed: Deed, continuation: tuple[Move, ...]) -> Deed | None:
    """What the player is expected to place second in the same turn."""
    if not turn_ends(deed) and len(continuation) > 1:
        return Deed(deed.after, continuation[1])
    return None


def turn_ends(deed: Deed) -> bool:
    """Does the player place nothing more before the others do?"""
    return deed.after.turn != deed.seat or is_new_turn(deed.after)


def is_new_turn(position: Position) -> bool:
    """Has nothing been placed in this turn?"""
    return position.placements_left == position.turn_size
