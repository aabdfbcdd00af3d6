"""What a turn is about, by the facts of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from medina.rules import Move, Position
from medina.study.sights import Deed, next_claimant, palace_at, pieces_in_hand
from medina.study.themes import is_last

THEMES = ("claim", "tile", "steal", "tower", "block", "street", "colour", "gates", "tea", "last", "deny")
"""What each means is told in docs/puzzles.md."""
DENIED_POINTS = 5


def themes_of(
    position: Position, turn: tuple[Move, ...], rival: tuple[Move, ...], key: tuple[Move, ...] | None = None
) -> tuple[str, ...]:
    """The themes of a turn beside a worse one, in the order of `THEMES`; where it has a key, of that alone."""
    found: set[str] = set()
    seat = position.turn or 0
    if is_last(pieces_in_hand(position, seat)):
        found.add("last")
    after = position
    for move in turn:
        if key is None or move in key:
            found |= set(_of_placement(Deed(after, move)))
        after = after.play(move)
    if any(move.piece == "M" for move in key or turn) and _won_by_merchants(position, after, seat):
        found.add("street")
    if _denies(seat, after, _after(position, rival)):
        found.add("deny")
    return tuple(theme for theme in THEMES if theme in found)


def _of_placement(deed: Deed) -> Iterator[str]:
    if deed.move.piece == "R" and deed.palace is not None:
        bare = palace_at(deed.before, deed.palace.buildings[0])
        if bare is not None and next_claimant(deed.before, deed.seat, bare) is not None:
            yield "claim"
    if deed.finished:
        yield "colour"
    won = [old for old, new in (*deed.tiles.values(), *deed.towers.values()) if new == deed.seat]
    if any(isinstance(old, int) for old in won):
        yield "steal"
    if any(new == deed.seat and not isinstance(old, int) for old, new in deed.tiles.values()):
        yield "tile"
    if any(new == deed.seat for _, new in deed.towers.values()):
        yield "tower"
    if deed.move.piece == "D" or deed.move.exit is not None:
        yield "gates"
    if deed.move.piece == "T" or deed.tea > 0:
        yield "tea"
    if deed.move.piece in "GPBOS" and deed.move.cell in _growth(deed.before):
        yield "block"


def _won_by_merchants(position: Position, after: Position, seat: int) -> bool:
    """Does the street, however many merchants went into it, bring points by the end of the turn?"""
    return after.score_sheet()[seat].merchants > position.score_sheet()[seat].merchants


def _growth(position: Position) -> set[str]:
    """Where the streets that are there could go on."""
    ends = {end for street in position.streets for end in (street[0], street[-1])}
    cells = {move.cell for move in position.legal_moves if move.piece == "M" and move.exit is None and move.cell}
    return {cell for cell in cells if any(_touch(cell, end) for end in ends)}


def _touch(one: str, other: str) -> bool:
    columns, rows = ord(one[0]) - ord(other[0]), int(one[1:]) - int(other[1:])
    return abs(columns) + abs(rows) == 1


def _after(position: Position, turn: tuple[Move, ...]) -> Position:
    for move in turn:
        position = position.play(move)
    return position


def _denies(seat: int, end: Position, other: Position) -> bool:
    """Has whoever comes next clearly less to win at once than after the next best turn?"""
    if "over" in (end.phase, other.phase) or end.turn == seat or end.turn != other.turn:
        return False
    return _at_once(other) - _at_once(end) >= DENIED_POINTS


def _at_once(position: Position) -> int:
    """The most points that one placement brings whoever is to place."""
    return max((Deed(position, move).gain for move in position.legal_moves if move.piece in "RSMWD"), default=0)
