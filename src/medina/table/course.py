"""Deciding step by step: each event is folded at once, so the next step sees what it changed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import Struct

from medina.table import events as ev
from medina.table.fold import evolve
from medina.table.state import State
from medina.table.vacation import Period
from medina.table.wire import RefusalInfo


class Luck(Struct, frozen=True):
    """What chance brings, drawn by the caller so that `decide` stays pure."""

    seed: int = 0
    table: str = ""


class Decision(Struct, frozen=True):
    """The new events, the state with them folded in, and the refusal if the command was not granted."""

    state: State
    events: tuple[ev.TableEvent, ...] = ()
    refusal: RefusalInfo | None = None


class Course:
    """The events decided so far and the state they lead to."""

    __slots__ = ("away", "events", "luck", "now", "state", "vacations")

    def __init__(
        self, state: State, now: int, luck: Luck, away: Collection[int] = (), vacations: Collection[Period] = ()
    ) -> None:
        self.state = state
        self.away = away
        self.vacations = vacations
        self.now = max(now, state.updated)
        self.luck = luck
        self.events: list[Any] = []

    def add(self, kind: type[ev.Event], **fields: Any) -> None:
        """One more event; raises what the rules raise when it is an illegal placement."""
        event: Any = kind(seq=self.state.seq + 1, at=self.now, **fields)
        self.state = evolve(self.state, event)
        self.events.append(event)
