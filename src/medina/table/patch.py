"""What changed between two positions of one game, small enough to send with every placement.

Positions share what a placement did not touch, so comparing the parts is far cheaper than writing both out: this is
on the way of every placement. The suite checks that a patch leads exactly to what `position_to_json` writes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from medina import Position
from medina.notation.positions import palace_to_json
from medina.notation.shapes import PositionJson
from medina.rules.palace import PalaceCells
from medina.rules.state import State
from medina.table.wire import Cuts, Path, Sets

PLAIN = (
    "phase",
    "turn",
    "placements_left",
    "out",
    "tea_left",
    "turn_size",
    "roofed_this_turn",
    "first_turn_done",
    "spare_gate",
)
"""Fields that a position's state has as they are written."""
PARTS = ("palaces", "streets", "sides", "tile_palaces", "tower_tiles", "tower_merchants", "used_gates")
MADE: tuple[tuple[str, frozenset[str], Callable[[Position], Any]], ...] = (
    ("palace_tiles", frozenset({"tile_palaces", "palaces"}), lambda position: position.palace_tiles),
    ("palace_tile_palaces", frozenset({"tile_palaces", "palaces"}), lambda position: position.palace_tile_palaces),
    ("tower_tiles", frozenset({"tower_tiles"}), lambda position: _by_text(position.tower_tiles)),
    ("tower_merchants", frozenset({"tower_merchants"}), lambda position: _by_text(position.tower_merchants)),
    ("used_gates", frozenset({"used_gates"}), lambda position: position.used_gates),
    ("scores", frozenset(PARTS), lambda position: position.scores),
)
"""Fields that are made from parts of the state: from which, and how."""


def diff(before: Position, after: Position) -> tuple[Sets, Cuts]:
    """(set, cut) from the one position to the other. Stocks are left out: who may see them is `view`'s business."""
    sets: Sets = []
    cuts: Cuts = []
    was, is_ = before.state, after.state
    if was.palaces is not is_.palaces:
        _diff_palaces(was, is_, sets, cuts)
    if was.streets is not is_.streets:
        _diff_streets(was, is_, sets, cuts)
    if was.sides is not is_.sides:
        _diff_walls(was, is_, sets, cuts)
    _diff_fields(before, after, sets)
    return sets, cuts


def _diff_fields(before: Position, after: Position, sets: Sets) -> None:
    """The fields that are sent whole when they change."""
    was, is_ = before.state, after.state
    for name in PLAIN:
        value = getattr(is_, name)
        if value != getattr(was, name):
            sets.append(([name], value))
    touched = [part for part in PARTS if getattr(was, part) is not getattr(is_, part)]
    for name, parts, make in MADE:
        if not parts.isdisjoint(touched):
            value = make(after)
            if value != make(before):
                sets.append(([name], value))


def _by_text(towers: Mapping[int, Any]) -> dict[str, Any]:
    return {str(tower): value for tower, value in towers.items()}


def _diff_palaces(was: State, is_: State, sets: Sets, cuts: Cuts) -> None:
    for number in range(max(len(was.palaces), len(is_.palaces))):
        old = was.palaces[number] if number < len(was.palaces) else None
        new = is_.palaces[number] if number < len(is_.palaces) else None
        if old is new or old == new:
            continue
        _diff_cells(old, new, sets, cuts)
        if new is not None:
            sets.append((["palaces", number], palace_to_json(new)))
    if len(is_.palaces) < len(was.palaces):
        cuts.append(["palaces", len(is_.palaces)])


def _diff_cells(old: PalaceCells | None, new: PalaceCells | None, sets: Sets, cuts: Cuts) -> None:
    palace = new or old
    assert palace is not None
    names = palace.board.names_of
    old_buildings, old_stables = (old.building_cells, old.stable_cells) if old else (0, 0)
    buildings, stables = (new.building_cells, new.stable_cells) if new else (0, 0)
    cuts.extend(["cells", name] for name in names((old_buildings | old_stables) & ~(buildings | stables)))
    sets.extend((["cells", name], palace.colour) for name in names(buildings & ~old_buildings))
    sets.extend((["cells", name], "S") for name in names(stables & ~old_stables))


def _diff_streets(was: State, is_: State, sets: Sets, cuts: Cuts) -> None:
    names = is_.board.names
    stood = {number for street in was.streets for number in street}
    stand = {number for street in is_.streets for number in street}
    cuts.extend(["cells", names[number]] for number in stood - stand)
    sets.extend((["cells", names[number]], "M") for number in stand - stood)
    for index, street in enumerate(is_.streets):
        if index >= len(was.streets) or was.streets[index] != street:
            sets.append((["streets", index], [names[number] for number in street]))
    if len(is_.streets) < len(was.streets):
        cuts.append(["streets", len(is_.streets)])


def _diff_walls(was: State, is_: State, sets: Sets, cuts: Cuts) -> None:
    for side, (old, new) in enumerate(zip(was.sides, is_.sides, strict=True)):
        if old == new:
            continue
        for place, name in enumerate(is_.board.wall_names[side]):
            if new.is_empty(place) and not old.is_empty(place):
                cuts.append(["walls", name])
            elif old.is_empty(place) and not new.is_empty(place):
                sets.append((["walls", name], "gate" if place == new.gate else "wall"))


def apply(position: PositionJson, sets: Sets, cuts: Cuts) -> PositionJson:
    """What clients do with a patch: the position after it. The argument is changed and given back."""
    for path in cuts:
        _cut(position, path)
    for path, value in sets:
        if not path:
            position = value.copy()
        else:
            _set(position, path, value)
    return position


def _cut(position: PositionJson, path: Path) -> None:
    holder: Any = position
    for key in path[:-1]:
        holder = holder[key]
    last: Any = path[-1]
    if isinstance(holder, list):
        del holder[last:]
    else:
        del holder[last]


def _set(position: PositionJson, path: Path, value: Any) -> None:
    holder: Any = position
    for key in path[:-1]:
        holder = holder[key]
    if isinstance(holder, list) and path[-1] == len(holder):
        holder.append(value)
    else:
        holder[path[-1]] = value
