"""A table for tests: people around it, commands in, events kept."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from medina.client.following import said, updated
from medina.table import commands as do
from medina.table.bulletin import Bulletin
from medina.table.chat import cleaned, room_of
from medina.table.decide import BotPlays, Decision, Luck, Tick, decide, open_table
from medina.table.events import OnVacation, TableEvent
from medina.table.fold import drafted, fold
from medina.table.options import Options
from medina.table.people import Person, info_of
from medina.table.refusal import No
from medina.table.state import State
from medina.table.vacation import Period, period_of
from medina.table.view import View, moves_for, snapshot
from medina.table.wire import ChatLine, ChatMessage, People, Snapshot, Update

ANNA, BEN, CARLA, DAVID = (Person(user=name[0], name=name) for name in ("anna", "ben", "carla", "david"))
PEOPLE = (ANNA, BEN, CARLA, DAVID)
EVA = Person(user="e", name="eva")
NAMES: People = {person.user: info_of(person) for person in (*PEOPLE, EVA)}


class Tabletop:
    """One table with a clock in the hand."""

    def __init__(self, options: Options | None = None, host: Person = ANNA, **opening: Any) -> None:
        self.now = 1_000_000
        self.away: set[int] = set()
        self.elsewhere: list[Period] = []
        self.people = dict(NAMES)
        self.chat: tuple[ChatLine, ...] = ()
        opened = open_table(options or Options(), host.user, self.now, **opening)
        self.state: State = opened.state
        self.events: list[TableEvent] = list(opened.events)

    def ask(self, command: object, who: Person | None, seed: int = 7) -> Decision:
        """Carry a command out and give what came of it."""
        before = self.state
        seat = None if who is None else before.seat_of(who.user)
        taken = [period_of(event) for event in self.events if isinstance(event, OnVacation) and event.seat == seat]
        if who is not None:
            self.people[who.user] = info_of(who)
        decision = decide(
            before,
            command,
            None if who is None else who.user,
            self.now,
            Luck(seed, "next"),
            self.away,
            [*taken, *self.elsewhere],
            {user for user, person in self.people.items() if person is not None and person.account},
        )
        self.events += decision.events
        self.state = decision.state
        folded = fold(decision.events, before)
        assert drafted(folded, decision.state.draft, decision.state.n) == decision.state
        assert decision.changed == (decision.state != before)
        return decision

    def say(self, text: str, who: Person) -> ChatMessage:
        """A person says something; raises the refusal."""
        room = room_of(self.state, who.user)
        n = self.chat[-1].n + 1 if self.chat else 1
        line = ChatLine(n=n, room=room, user=who.user, at=self.now, text=cleaned(text))
        self.chat = (*self.chat, line)
        return ChatMessage(lines=(line,), people={who.user: self.people.get(who.user)})

    def silenced(self, text: str, who: Person) -> str | None:
        """A person may not say something; gives the reason."""
        try:
            self.say(text, who)
        except No as refusal:
            return refusal.refusal.reason
        raise AssertionError("it was said")

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

    def folded(self) -> State:
        """The state that the events and the draft lead to, as a process that loads the table finds it."""
        return drafted(fold(self.events), self.state.draft, self.state.n)

    def person(self, seat: int) -> Person:
        """Who sits there."""
        return next(person for person in (*PEOPLE, EVA) if person.user == self.state.seats[seat].user)

    def moves(self) -> tuple[str, ...]:
        """What the acting seat may place."""
        return moves_for(self.state, self.state.acting)

    def place(self, move: str | None = None) -> Decision:
        """The acting person places something."""
        assert self.state.acting is not None
        move = move or self.moves()[0]
        return self.do(do.Place(move=move, n=self.state.n), self.person(self.state.acting))

    def confirm(self) -> Decision:
        """The acting person confirms."""
        assert self.state.acting is not None
        return self.do(do.Confirm(n=self.state.n), self.person(self.state.acting))

    def turn(self, rng: random.Random) -> None:
        """A whole random turn of whoever is to act."""
        seat = self.state.acting
        assert seat is not None
        if self.state.seats[seat].bot is not None:
            self.do(BotPlays(seat, bot_turn(self.state, rng), self.state.n), None)
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


def bot_turn(state: State, rng: random.Random) -> tuple[str, ...]:
    """Random placements that end a turn."""
    position, moves = state.position, list[str]()
    assert position is not None
    while not moves or position.is_mid_turn:
        move = rng.choice(position.legal_moves)
        moves.append(move.text)
        position = position.play(move)
    return tuple(moves)


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
        self.chat: tuple[ChatLine, ...] = ()
        self.view = self.shown(state)
        self.shared: View | None = None

    def shown(self, state: State, events: tuple[TableEvent, ...] = ()) -> Snapshot:
        """Return the snapshot that this person would get now, as it comes over the line."""
        text = msgspec.json.encode(snapshot(View(state, NAMES), "t", self.who.user, 1, events, chat=self.chat))
        return msgspec.json.decode(text, type=Snapshot)

    def hear(self, before: State, decision: Decision) -> Update:
        """Take in the update about a decision, and check that it leads to the snapshot one would get now."""
        if self.shared is None or self.shared.state is not before:
            self.shared = View(before, NAMES)
        shared, self.shared = self.shared, View(decision.state, NAMES, self.shared)
        text = Bulletin(shared, self.shared, decision.events, 1).text_for(self.who.user)
        update = msgspec.json.decode(text, type=Update)
        assert not update.events or update.events[0].seq == self.view.seq + 1
        self.view = updated(self.view, update)
        assert self.view == self.shown(decision.state, decision.events)
        return update

    def listen(self, message: ChatMessage) -> None:
        """Take in lines of chat."""
        self.view = said(self.view, message)
        self.chat = self.view.chat
