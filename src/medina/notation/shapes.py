"""What a position looks like as JSON: every field, declared once.

The table's messages, the API's document and the client's TypeScript are made from these; what a field means stands in
the notation document.
"""
# ruff: noqa: E741  (O is the letter of orange)

from __future__ import annotations

from typing import Literal, TypedDict

from medina.rules.palace import Owner
from medina.rules.ruleset import Edition, SwitchValue

Colour = Literal["G", "P", "B", "O"]
Phase = Literal["founding", "play", "over"]
OnCell = Literal["G", "P", "B", "O", "S", "M", "well"]
OnWall = Literal["wall", "gate"]


class PalaceJson(TypedDict):
    """One palace; `buildings` and `stables` in board order."""

    colour: Colour
    buildings: list[str]
    stables: list[str]
    roof: Owner


class StockJson(TypedDict):
    """How many of each piece a seat holds, by letter (T: tea tiles); null where the reader may not know."""

    G: int | None
    P: int | None
    B: int | None
    O: int | None
    S: int | None
    M: int | None
    W: int | None
    R: int | None
    N: int | None
    D: int | None
    T: int | None


class TileOwners(TypedDict):
    """Who has each colour's tile; null before anybody had it."""

    G: Owner
    P: Owner
    B: Owner
    O: Owner


class TilePalaces(TypedDict):
    """The first building of the palace that holds each colour's tile."""

    G: str | None
    P: str | None
    B: str | None
    O: str | None


class PositionJson(TypedDict):
    """A position: everything the rest of the game depends on."""

    edition: Edition
    players: int
    gates: bool
    phase: Phase
    turn: int | None
    placements_left: int
    cells: dict[str, OnCell]
    walls: dict[str, OnWall]
    palaces: list[PalaceJson]
    streets: list[list[str]]
    stock: list[StockJson]
    out: list[bool]
    palace_tiles: TileOwners
    tower_tiles: dict[str, Owner]
    tower_merchants: dict[str, int]
    tea_left: int
    scores: list[int]
    options: dict[str, SwitchValue]
    rules: int
    turn_size: int
    roofed_this_turn: bool
    first_turn_done: list[bool]
    palace_tile_palaces: TilePalaces
    used_gates: list[str]
    spare_gate: bool
