"""What `engine.json` says of the module: its calls, how its arrays lie, forms, and the texts of moves."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

from medina.notation.numbers import Form

FOLDER: Final = Path(__file__).parent
WEIGHTS: Final = FOLDER / "weights"
"""The folder of the networks that come with the package."""


class Layout(NamedTuple):
    """An array of the module: its type, and how many of everything, by name where the caller decides."""

    type: str
    shape: tuple[int | str, ...]

    @property
    def is_loose(self) -> bool:
        """Does the caller decide how large it is, and where it lies?"""
        return any(isinstance(length, str) for length in self.shape)


_DESCRIPTION: Final[dict[str, Any]] = json.loads((FOLDER / "engine.json").read_text("utf-8"))

ARRAYS: Final = {
    name: Layout(described["type"], tuple(described["shape"])) for name, described in _DESCRIPTION["arrays"].items()
}
CALLS: Final[dict[str, list[str]]] = _DESCRIPTION["calls"]
SIZES: Final[list[str]] = _DESCRIPTION["sizes"]
PADDING: Final[int] = _DESCRIPTION["padding"]
NODE: Final[dict[str, int]] = _DESCRIPTION["node"]
FOUND: Final[dict[str, int]] = _DESCRIPTION["found"]
STATE: Final[dict[str, int]] = _DESCRIPTION["state"]
TASTE: Final[list[float]] = _DESCRIPTION["taste"]
"""The taste of the strongest."""
_NAMES: Final[dict[str, list[str]]] = _DESCRIPTION["names"]


def _form(described: Any) -> Form:
    if isinstance(described, str):
        return described
    return {key: _part(key, value) for key, value in described.items()}


def _part(key: str, value: Any) -> Any:
    if key == "record":
        return {name: _form(field) for name, field in value.items()}
    if key not in ("choice", "keys"):
        return _form(value)
    if isinstance(value, list):
        return tuple(value)
    return (*((None,) if value["none"] else ()), *_NAMES[value["names"]])


POSITION: Final = _form(_DESCRIPTION["position"])
DETAILS: Final = _form(_DESCRIPTION["details"])


@cache
def move_texts(players: int) -> tuple[str, ...]:
    """The text of every move code in the city of so many players; empty where a code means nothing."""
    cells, walls, passages = _NAMES["cells"], _NAMES["walls"], _DESCRIPTION["passages"]
    texts = [""] * (passages + 64 * 64)
    for start, letter, kind in _DESCRIPTION["runs"]:
        for number, name in enumerate(_NAMES[kind]):
            texts[start + number] = (letter + name).strip() if name else ""
    fronts = _DESCRIPTION["fronts"][0 if players == 2 else 1]
    for leave, enter in product(range(len(walls)), repeat=2):
        texts[passages + 64 * leave + enter] = f"M{cells[fronts[enter]]}/{walls[leave]}"
    return tuple(texts)
