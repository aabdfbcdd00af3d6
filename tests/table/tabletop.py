"""A table for tests: people around it, commands in, events kept."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from medina.client.following import updated
from medina.table import commands as do
from medina.table.bulletin import Bulletin
from medina.table.decide import BotPlays, Decision, Luck, Tick, decide, open_table
from medina.table.events import OnVacation, Person, TableEvent
from medina.table.fold import fold
from medina.table.options import Options
from medina.table.state import State
from medina.table.vacation import Period, period_of
from medina.table.view import View, moves_for, snapshot
from medina.table.wire import Snapshot, Update

ANNA, BEN, CARLA, DAVID = (Person(user=name[0], name=name) for name in ("anna", "ben", "carla", "david"))
PEOPLE = (ANNA, BEN, CARLA, DAVID)
EVA = Person(user="e", name="eva")


class Tabletop:
    """One table with a clock in the hand."""

    def __init__(self, options: Options | None = None, host: Person = ANNA, **opening: Any) -> None:
        self.now = 1_000_000
        self.away: set[int] = set()
        self.elsewhere: list[Period] = []
        opened = open_table(options or Options(), host, self.now, **opening)
        self.state: State = opened.state
        self.events: list[TableEvent] = list(opened.events)

    def ask(self, command: object, who: Person | None, seed: int = 7) -> Decision:
        """Carry a command out and give what came of it."""
        before = self.state
        seat = None if who is None else before.seat_of(who.user)
        taken = [period_of(event) for event in self.events if isinstance(event, OnVacation) and event.seat == seat]
        decision = decide(before, command, who, self.now, Luck(seed, "next"), self.away, [*taken, *self.elsewhere])
        self.events += decision.events
        self.state = decision.state
        assert fold(decision.events, before) == decision.state if decision.events else decision.state == before
        return decision

    def do(self, command: object, who: Person | None, seed: int = 7) -> Decision:
        """A command that must be granted."""
        decision = self.ask(command, who, seed)
        assert decision.refusal is None, decision.refusal
        return decision

    def refused(self, command: object, who: Person | None) -> str:
        """A command that must be refused; gives the reason."""
        decision = self.ask(command, who)
        assert decision.refusal is not None
        assert decision.refusal.message
        return decision.refusal.reason or decision.refusal.code

    def person(self, seat: int) -> Person:
        """Who sits there."""
        person = self.state.seats[seat].person
        assert person is not None
        return person

    def moves(self) -> tuple[str, ...]:
        """What the acting seat may place."""
        return moves_for(self.state, self.state.acting)

    def place(self, move: str | None = None) -> Decision:
        """The acting person places something."""
        assert self.state.acting is not None
        move = move or self.moves()[0]
        return self.do(do.Place(move=move, seq=self.state.seq), self.person(self.state.acting))

    def confirm(self) -> Decision:
        """The acting person confirms."""
        assert self.state.acting is not None
        return self.do(do.Confirm(seq=self.state.seq), self.person(self.state.acting))

    def turn(self, rng: random.Random) -> None:
        """A whole random turn of whoever is to act."""
        seat = self.state.acting
        assert seat is not None
        if self.state.seats[seat].bot is not None:
            self.do(BotPlays(seat, rng.choice(self.moves()), self.state.game_seq), None)
            return
        while not self.state.complete and self.state.acting == seat and self.state.phase == "playing" and self.moves():
            turns = len(self.state.turns)
            self.place(rng.choice(self.moves()))
            if len(self.state.turns) > turns:
                return
        self.confirm()

    def wait(self, milliseconds: int) -> Decision:
        """Time passes and the clock is looked at."""
        self.now += milliseconds
        return self.ask(Tick(), None)


def started(options: Options | None = None, seed: int = 7, **opening: Any) -> Tabletop:
    """A game that has just begun, everybody seated in order."""
    options = options or Options(starts="seated")
    table = Tabletop(options, **opening)
    for person in PEOPLE[: table.state.options.players]:
        table.do(do.Sit(), person)
    table.do(do.Start(), ANNA, seed)
    return table


class Reader:
    """A client at a table: what the Python client makes of the messages that the server sends to one person."""

    def __init__(self, state: State, who: Person) -> None:
        self.who = who
        self.view = self.shown(state)
        self.shared: View | None = None

    def shown(self, state: State, events: tuple[TableEvent, ...] = ()) -> Snapshot:
        """Return the snapshot that this person would get now, as it comes over the line."""
        text = msgspec.json.encode(snapshot(state, "t", self.who.user, 1, events))
        return msgspec.json.decode(text, type=Snapshot)

    def hear(self, before: State, decision: Decision) -> Update:
        """Take in the update about a decision, and check that it leads to the snapshot one would get now."""
        if self.shared is None or self.shared.state is not before:
            self.shared = View(before)
        shared, self.shared = self.shared, View(decision.state, self.shared)
        text = Bulletin(shared, self.shared, decision.events, 1).text_for(self.who.user)
        update = msgspec.json.decode(text, type=Update)
        assert update.events[0].seq == self.view.seq + 1
        self.view = updated(self.view, update)
        assert self.view == self.shown(decision.state, decision.events)
        return update
