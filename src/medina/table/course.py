"""Deciding step by step: each event is folded at once, so the next step sees what it changed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import Struct

from medina.table import events as ev
from medina.table.fold import drafted, evolve
from medina.table.state import State
from medina.table.vacation import Period
from medina.table.wire import RefusalInfo


class Luck(Struct, frozen=True):
    """What chance brings, drawn by the caller so that `decide` stays pure."""

    seed: int = 0
    table: str = ""


class Decision(Struct, frozen=True):
    """The new events, the state they and the draft lead to, and the refusal if the command was not granted.

    `changed` says whether there is something to store: events, or another draft.
    """

    state: State
    events: tuple[ev.TableEvent, ...] = ()
    refusal: RefusalInfo | None = None
    changed: bool = True


class Course:
    """The events decided so far and the state they lead to."""

    __slots__ = ("accounts", "away", "events", "luck", "now", "state", "vacations")

    def __init__(
        self,
        state: State,
        now: int,
        luck: Luck,
        away: Collection[int] = (),
        vacations: Collection[Period] = (),
        accounts: Collection[str] = (),
    ) -> None:
        self.state = state
        self.accounts = accounts
        self.away = away
        self.vacations = vacations
        self.now = max(now, state.updated)
        self.luck = luck
        self.events: list[Any] = []

    def add(self, kind: type[ev.Event], **fields: Any) -> None:
        """Add an event."""
        event: Any = kind(seq=self.state.seq + 1, at=self.now, **fields)
        self.state = evolve(self.state, event)
        self.events.append(event)

    def draft(self, moves: tuple[str, ...]) -> None:
        """Replace the drafted placements; raises what the rules raise when one is illegal."""
        self.state = drafted(self.state, moves, self.state.n + 1)
