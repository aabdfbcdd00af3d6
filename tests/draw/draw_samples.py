"""Positions as JSON, written by hand, that between them hold everything a drawing has to show."""

from __future__ import annotations

from typing import Any

NOBODY = {"G": None, "P": None, "B": None, "O": None}


def position(**changes: Any) -> dict[str, Any]:
    """An empty second edition position for three players, with the given fields replaced."""
    base: dict[str, Any] = {
        "edition": "second",
        "players": 3,
        "gates": False,
        "phase": "play",
        "turn": 0,
        "placements_left": 1,
        "cells": {},
        "walls": {},
        "palaces": [],
        "streets": [],
        "stock": [],
        "out": [],
        "palace_tiles": dict(NOBODY),
        "tower_tiles": {"1": None, "2": None, "3": None, "4": None},
        "tower_merchants": {"1": 3, "2": 2, "3": 1, "4": 0},
        "tea_left": 6,
        "scores": [],
        "options": {},
        "turn_size": 1,
        "roofed_this_turn": False,
        "first_turn_done": [],
        "palace_tile_palaces": dict(NOBODY),
        "used_gates": [],
        "spare_gate": False,
    }
    base.update(changes)
    players = base["players"]
    stock = {"G": 6, "P": 6, "B": 6, "O": 6, "S": 4, "M": 8, "W": 12, "R": 4, "N": 1, "D": 1, "T": 0}
    base["stock"] = base["stock"] or [dict(stock) for _ in range(players)]
    base["out"] = base["out"] or [False] * players
    base["scores"] = base["scores"] or [0] * players
    base["first_turn_done"] = base["first_turn_done"] or [False] * players
    return _with_cells(base)


def _with_cells(base: dict[str, Any]) -> dict[str, Any]:
    """Fill `cells` from palaces and streets, as a real position would have them."""
    cells = dict(base["cells"])
    for palace in base["palaces"]:
        cells |= dict.fromkeys(palace["buildings"], palace["colour"]) | dict.fromkeys(palace["stables"], "S")
    for street in base["streets"]:
        cells |= dict.fromkeys(street, "M")
    return base | {"cells": cells}


def cells(names: str) -> list[str]:
    """Cell names from one string."""
    return names.split()


def palace(colour: str, buildings: str, stables: str = "", roof: int | str | None = None) -> dict[str, Any]:
    """A palace from cell names in one string."""
    return {"colour": colour, "buildings": buildings.split(), "stables": stables.split(), "roof": roof}


def city() -> dict[str, Any]:
    """A late four-player city with gates, on the large board."""
    return position(
        players=4,
        gates=True,
        cells={"i6": "well"},
        palaces=[
            palace("O", "d9 e9 d10 e10 d11", "c9", 0),
            palace("B", "g8 g9 g10 h10 g11 h11 i11", "h8", 1),
            palace("P", "l7 m7 n7 l8", "o7", 2),
            palace("G", "b2 b3 b4 b5", "a4", 3),
            palace("B", "k3 j3 j4 k4", "l3 i3", "neutral"),
            palace("G", "p1 p2", "o2", 0),
            palace("O", "l1 m1", "", None),
            palace("P", "e2 f2", "", None),
            palace("G", "k9 l10 k10 k11", "", 2),
        ],
        streets=[
            cells("c1 c2 c3 c4 d4 e4 f4 f5 f6 e6 d6 c6 b6 a6 a7 a8 a9"),
            cells("h1 h2 h3 h4"),
            cells("i1 p4 o4 o5"),
        ],
        walls={
            **{f"N{c}": "wall" for c in "abpn"},
            "No": "gate",
            **{f"W{r}": "wall" for r in (11, 10, 9, 8, 7, 1, 2, 3, 4, 5)},
            **{f"S{c}": "wall" for c in "abcdefghponm"},
            "Si": "gate",
            **{f"E{r}": "wall" for r in (11, 10, 9, 8, 1, 2, 3)},
            "E4": "gate",
        },
        used_gates=["E4", "Si"],
        tower_tiles={"1": 0, "2": 3, "3": "neutral", "4": 3},
        tower_merchants={"1": 0, "2": 2, "3": 1, "4": 0},
        palace_tiles={"G": 3, "P": 2, "B": 1, "O": 0},
        palace_tile_palaces={"G": "b2", "P": "l7", "B": "g8", "O": "d9"},
    )


def opening() -> dict[str, Any]:
    """A two-player game after a few placements, on the small board."""
    return position(
        players=2,
        cells={"f6": "well"},
        palaces=[palace("G", "d4 d5 e5", "c4"), palace("O", "j8"), palace("P", "f8 g8 h8 f9 h9", "", 1)],
        streets=[cells("c8 d8")],
        walls={"Na": "wall", "Nb": "wall", "W10": "wall", "E1": "wall", "Sn": "wall"},
    )


def hollow() -> dict[str, Any]:
    """Palaces that bend around merchants, have a hole, and meet themselves at a corner."""
    return position(
        palaces=[
            palace("G", "c3 d3 e3 c4 e4 c5 d5 e5", "f4", 1),
            palace("P", "h3 i3 j3 h4 h5 i5 j5", "g4"),
            palace("B", "m3 n3 o3 m4 o4 m5 n5", "", 0),
            palace("O", "c8 d8 d9 e9 f9 f8 g8", "e8 c9", 2),
            palace("G", "k8", "j8 l8 k9 k7", "neutral"),
        ],
        streets=[cells("i4 j4 k4"), ["m8"], ["o9", "o10", "n10"]],
        cells={"n8": "well"},
    )


def empty() -> dict[str, Any]:
    """Nothing but the well and the market."""
    return position(players=2, cells={"h5": "well"}, streets=[["d4"]])


SAMPLES = {"city": city, "opening": opening, "hollow": hollow, "empty": empty}
