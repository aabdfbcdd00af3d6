"""The drawing in words, for those who hear it instead of seeing it."""

from __future__ import annotations

from medina.notation.shapes import PalaceJson, PositionJson
from medina.words import say

from .geometry import Board


def heading(position: PositionJson, title: str | None, lang: str | None) -> str:
    """The drawing's title: the one given, or what kind of game it is."""
    return title if title is not None else say("draw.title", lang, players=position["players"])


def owner_name(owner: int | str | None, lang: str | None) -> str:
    """Whose roof or tile it is, in words."""
    if owner is None:
        return say("draw.roof.none", lang)
    return say("draw.roof.player", lang, seat=owner + 1) if isinstance(owner, int) else say("draw.roof.neutral", lang)


def _palace(palace: PalaceJson, lang: str | None) -> str:
    key = "draw.palace_with_stables" if palace["stables"] else "draw.palace"
    return say(
        key,
        lang,
        colour=say(f"draw.palace.{palace['colour']}", lang),
        buildings=", ".join(palace["buildings"]),
        stables=", ".join(palace["stables"]),
        roof=owner_name(palace["roof"], lang),
    )


def _ring(position: PositionJson, kind: str, key: str, lang: str | None) -> list[str]:
    cells = sorted(cell for cell, piece in position["walls"].items() if piece == kind)
    return [say(key, lang, cells=", ".join(cells))] if cells else []


def _towers(position: PositionJson, lang: str | None) -> list[str]:
    taken = [(name, owner) for name, owner in sorted(position["tower_tiles"].items()) if owner is not None]
    return [say("draw.tower", lang, tower=name, owner=owner_name(owner, lang)) for name, owner in taken]


def describe(position: PositionJson, lang: str | None = None) -> str:
    """Everything that stands on the board, as sentences."""
    board = Board.of(position)
    wells = [cell for cell, piece in position["cells"].items() if piece == "well"]
    sentences = [
        say("draw.city", lang, columns=board.columns, rows=board.rows),
        *(say("draw.well", lang, cell=cell) for cell in wells),
        *(_palace(palace, lang) for palace in position["palaces"]),
        *(say("draw.street", lang, cells=", ".join(street)) for street in position["streets"]),
        *_ring(position, "wall", "draw.walls", lang),
        *_ring(position, "gate", "draw.gates", lang),
        *_towers(position, lang),
    ]
    return " ".join(sentences)
