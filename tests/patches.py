"""The reference of what clients do with a patch of `medina.table.patch`."""

from __future__ import annotations

from typing import Any

from medina.notation import PositionJson
from medina.table.wire import Cuts, Path, Sets


def apply(position: PositionJson, sets: Sets, cuts: Cuts) -> PositionJson:
    """The position after a patch; the argument is changed and given back."""
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
