"""Coloured text for terminals: a few characters with a foreground and a background."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .colours import channels

_RESET = "\x1b[0m"
_CUBE = (0, 95, 135, 175, 215, 255)


@dataclass(frozen=True)
class Ink:
    """Some characters in one style."""

    text: str
    fore: str | None = None
    back: str | None = None
    bold: bool = False


def _nearest_step(value: int) -> int:
    return min(range(len(_CUBE)), key=lambda at: abs(_CUBE[at] - value))


def colour_256(colour: str) -> int:
    """The nearest colour of the 6 x 6 x 6 cube or the grey ramp of 256-colour terminals.

    >>> colour_256("#ffffff")
    231
    """
    wanted = channels(colour)
    steps = [_nearest_step(value) for value in wanted]
    cube = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
    grey = min(23, max(0, round((sum(wanted) / 3 - 8) / 10)))

    def distance(candidate: tuple[int, ...]) -> int:
        return sum((a - b) ** 2 for a, b in zip(candidate, wanted, strict=True))

    from_cube = distance(tuple(_CUBE[step] for step in steps))
    return 232 + grey if distance((8 + 10 * grey,) * 3) < from_cube else cube


def _code(colour: str, layer: int, depth: int) -> str:
    if depth == 24:
        return f"{layer};2;" + ";".join(map(str, channels(colour)))
    return f"{layer};5;{colour_256(colour)}"


def _styled(ink: Ink, depth: int) -> str:
    codes = ["1"] if ink.bold else []
    codes += [_code(ink.fore, 38, depth)] if ink.fore else []
    codes += [_code(ink.back, 48, depth)] if ink.back else []
    return f"\x1b[{';'.join(codes)}m{ink.text}{_RESET}" if codes else ink.text


def write(inks: Iterable[Ink], *, colour: bool, depth: int) -> str:
    """One line of text, with escape codes or without."""
    return "".join(_styled(ink, depth) if colour else ink.text for ink in inks)
