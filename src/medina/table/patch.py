"""What changed between two positions of one game, small enough to send with every placement.

Positions share what a placement did not touch, so comparing the parts is far cheaper than writing both out: this is
on the way of every placement. The suite checks that a patch leads exactly to what `position_to_json` writes.
"""

from __future__ import annotations

from typing import Any

from medina import Position
from medina.rules.palace import PalaceCells
from medina.rules.state import State

Path = list[str | int]
Sets = list[tuple[Path, Any]]
Cuts = list[Path]
Fields = dict[str, Any]


def small_fields(position: Position) -> Fields:
    """The fields that are sent whole when they change."""
    return {
        "phase": position.phase,
        "turn": position.turn,
        "placements_left": position.placements_left,
        "out": position.out,
        "palace_tiles": position.palace_tiles,
        "tower_tiles": {str(tower): owner for tower, owner in position.tower_tiles.items()},
        "tower_merchants": {str(tower): count for tower, count in position.tower_merchants.items()},
        "tea_left": position.tea_left,
        "scores": position.scores,
        "turn_size": position.turn_size,
        "roofed_this_turn": position.roofed_this_turn,
        "first_turn_done": position.first_turn_done,
        "palace_tile_palaces": position.palace_tile_palaces,
        "used_gates": position.used_gates,
        "spare_gate": position.spare_gate,
    }


def diff(before: Position, after: Position, old: Fields, new: Fields) -> tuple[Sets, Cuts]:
    """(set, cut) from the one position to the other. Stocks are left out: who may see them is `view`'s business."""
    sets: Sets = []
    cuts: Cuts = []
    was, is_ = before._state, after._state
    if was.palaces is not is_.palaces:
        _diff_palaces(was, is_, sets, cuts)
    if was.streets is not is_.streets:
        _diff_streets(was, is_, sets, cuts)
    if was.sides is not is_.sides:
        _diff_walls(was, is_, sets, cuts)
    sets.extend(([name], value) for name, value in new.items() if value != old[name])
    return sets, cuts


def _diff_palaces(was: State, is_: State, sets: Sets, cuts: Cuts) -> None:
    for number in range(max(len(was.palaces), len(is_.palaces))):
        old = was.palaces[number] if number < len(was.palaces) else None
        new = is_.palaces[number] if number < len(is_.palaces) else None
        if old is new or old == new:
            continue
        _diff_cells(old, new, sets, cuts)
        if new is not None:
            sets.append((["palaces", number], _palace_json(new)))
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


def _palace_json(palace: PalaceCells) -> dict[str, Any]:
    return {
        "colour": palace.colour,
        "buildings": palace.buildings,
        "stables": palace.stables,
        "roof": palace.roof,
    }


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


def apply(position: dict[str, Any], sets: Sets, cuts: Cuts) -> dict[str, Any]:
    """The reference of what clients do with a patch; the argument is changed and given back."""
    for path in cuts:
        _cut(position, path)
    for path, value in sets:
        if not path:
            position = dict(value)
        else:
            _set(position, path, value)
    return position


def _cut(position: dict[str, Any], path: Path) -> None:
    holder: Any = position
    for key in path[:-1]:
        holder = holder[key]
    last: Any = path[-1]
    if isinstance(holder, list):
        del holder[last:]
    else:
        del holder[last]


def _set(position: dict[str, Any], path: Path, value: Any) -> None:
    holder: Any = position
    for key in path[:-1]:
        holder = holder[key]
    if isinstance(holder, list) and path[-1] == len(holder):
        holder.append(value)
    else:
        holder[path[-1]] = value
