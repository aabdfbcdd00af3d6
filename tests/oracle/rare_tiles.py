"""The rare events of palace tiles (12) and tower tiles (13)."""

from collections.abc import Iterator
from dataclasses import dataclass

from .effects import roofed_connections
from .places import Palace, Places, wall_tower, walls_touching
from .scoring import tile_owner
from .state import COLOURS, State


@dataclass(frozen=True)
class Step:
    """One move and the positions around it."""

    before: State
    text: str
    after: State

    @property
    def seat(self) -> int:
        """Who moved."""
        assert self.before.turn is not None
        return self.before.turn


def palace_tile_events(step: Step, now: Places) -> Iterator[str]:
    before, after, piece = step.before, step.after, step.text[0]
    for colour in COLOURS:
        held, holds = before.tile_palace[colour], after.tile_palace[colour]
        owner, owned = tile_owner(after, colour), tile_owner(before, colour)
        if held is None and holds is not None and owner == "neutral":
            yield "12.4 neutral palace takes the tile first"
        if held is not None and holds != held:
            yield "12.3 palace tile passes by " + ("a stable" if piece == "S" else "a roof")
            if piece == "S" and owner != step.seat:
                yield "12.3 palace tile passes by somebody else's stable"
            if owner == "neutral":
                yield "12.4 neutral palace wins the tile"
            if owned == "neutral":
                yield "12.4 tile won from a neutral palace"
        changed = _changed_palace(step, now)
        if changed and changed.colour == colour and held is not None and holds == held != changed.index:
            roofed = changed.roof is not None
            if roofed and changed.size == now.palaces[held].size:
                yield "12.3 palace tile stays at equal size"


def _changed_palace(step: Step, now: Places) -> Palace | None:
    return now.palace_at[step.text[1:]] if step.text[0] in "SRN" else None


def tower_tile_events(step: Step, was: Places, now: Places) -> Iterator[str]:
    """Connections before and after, for the palaces with a roof."""
    before, after, piece = step.before, step.after, step.text[0]
    had = roofed_connections(before)
    new_connections = {key: tower for key, tower in roofed_connections(after).items() if key not in had}
    for new in now.palaces:
        if new.roof is None:
            continue
        old = was.palaces[new.index] if new.index < len(was.palaces) else None
        gained = {tower for (palace, _), tower in new_connections.items() if palace == new.index}
        if _both_rows(after, new) and (old is None or not _both_rows(before, old)):
            yield "13.4 both rows of one tower touch the palace"
        if old is not None and old.roof is not None:
            yield from _grown_connections(step, old, new, gained)
        elif _both_rows(after, new):
            yield "13.4 roof on a palace that both rows of a tower touch"
        if gained:
            kind = {"W": "a wall", "S": "a stable"}.get(piece, "a roof")
            yield f"13.3 tower tile by {kind}"
            if len(gained) > 1:
                yield "13.3 several tower tiles at once"
        for tower in gained:
            yield from _tower_tile_details(step, new, tower)


def _grown_connections(step: Step, old: Palace, new: Palace, gained: set[int]) -> Iterator[str]:
    """13.4 for a palace that had its roof before the step."""
    before, after = step.before, step.after
    had, has = _rows(before, old), _rows(after, new)
    if len(walls_touching(after, new)) > len(walls_touching(before, old)) and not gained:
        yield "13.4 further wall or stable, no new connection"
    for tower in {tower for tower, _ in had}:
        second_row = any(row not in had for row in has if row[0] == tower)
        if second_row and tower not in gained:
            yield "13.4 second row takes nothing (connection by tower)"
        elif second_row:
            yield "13.4 second row takes the tile, by " + ("a stable" if step.text[0] == "S" else "a wall")
            if before.tower_tiles[tower] not in (None, new.roof):
                yield "13.4 second row takes the tile from somebody else"
        elif tower in gained:
            yield "13.4 further wall of a row takes the tile"


def _rows(state: State, palace: Palace) -> set[tuple[int, str]]:
    """The rows of walls that touch the palace: tower and side."""
    return {(wall_tower(state, wall), wall[0]) for wall in walls_touching(state, palace)}


def _both_rows(state: State, palace: Palace) -> bool:
    towers = [tower for tower, _ in _rows(state, palace)]
    return len(towers) > len(set(towers))


def _tower_tile_details(step: Step, palace: Palace, tower: int) -> Iterator[str]:
    before, owner = step.before, palace.roof
    previous, merchants = before.tower_tiles[tower], before.tower_merchants[tower]
    if owner == "neutral":
        yield "13.5 neutral palace takes a tower tile"
        if merchants:
            yield "13.5 neutral palace boxes tower merchants"
        return
    assert isinstance(owner, int)
    if owner != step.seat:
        yield "13.3 tower tile to somebody else than the mover"
    if previous == "neutral":
        yield "13.5 tower tile won from a neutral palace"
    elif previous == owner:
        yield "13.3 tower tile taken again by the same owner's other palace"
    elif previous is not None:
        yield "13.3 tower tile taken from another player"
    if before.out[owner]:
        yield "4.5 player who is out wins a tower tile"
    if merchants and before.out[owner]:
        yield "4.5 player who is out wins tower merchants (boxed)"
    elif merchants:
        yield "13.3 tower merchants won"
