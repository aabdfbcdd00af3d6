"""A whole game of four with gates, played by clicks: it ends, and the page holds no more than it shows."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from browser_support import Person, play_until

LONG_GAME = 130
"""Pieces on the board that such a game passes whatever the bots do; most end near a hundred and fifty."""
BYTES_A_PLACEMENT = 25_000
"""What a drawn piece, its line in the list and its words may take. A position kept by mistake is larger."""


def test_four_players_with_gates_to_the_end_and_memory_stays_flat(
    person: Person, rng: random.Random, budget: Callable[[str], None]
) -> None:
    options = {"players": 4, "gates": True, "starts": "host", "auto_confirm": True, "stocks": "open"}
    person.open_table(options=options, bots=["random"] * 3, sit=True, start=True)
    person.wait_turn()
    assert "D" in person.fitting() or person.page.locator('[data-tray="D"]').count() == 1
    memory = Memory(person)
    marks = [memory.look()]
    for goal in (50, 100, math.inf):
        memory.play_until(goal, rng)
        marks.append(memory.look())
    assert len(person.page.locator("tfoot td").all_inner_texts()) == 4
    line = ", ".join(f"{mark.heap / 1e6:.1f} ({mark.placements})" for mark in marks)
    budget(f"memory in MB (after placements) {line}; {marks[-1].listeners} listeners, {marks[0].listeners} at first")
    _, early, _, late = marks
    assert late.placements >= LONG_GAME
    grown = late.placements - early.placements
    assert late.heap - early.heap < BYTES_A_PLACEMENT * grown
    assert late.nodes - early.nodes < 60 * grown
    assert late.listeners <= early.listeners + 15


@dataclass(frozen=True)
class Mark:
    """What a page holds at one moment, after the garbage has been collected."""

    placements: int
    heap: float
    nodes: float
    listeners: float


class Memory:
    def __init__(self, person: Person) -> None:
        self.person = person
        self.client = person.context.new_cdp_session(person.page)
        self.client.send("Performance.enable")
        self.first = self._pieces()

    def look(self) -> Mark:
        # What is fading away or waiting for its moment is not kept.
        self.person.page.wait_for_timeout(600)
        self.client.send("HeapProfiler.collectGarbage")
        told = {metric["name"]: metric["value"] for metric in self.client.send("Performance.getMetrics")["metrics"]}
        return Mark(self.placed(), told["JSHeapUsedSize"], told["Nodes"], told["JSEventListeners"])

    def placed(self) -> int:
        return self._pieces() - self.first

    def _pieces(self) -> int:
        return self.person.page.locator("[data-city] [data-piece]").count()

    def play_until(self, goal: float, rng: random.Random) -> None:
        """Until so many pieces have been placed, by everybody, and it is this person's turn again; or to the end."""
        play_until(self.person, lambda: self.placed() >= goal and self.person.is_my_turn(), rng)
