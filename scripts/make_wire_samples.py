#!/usr/bin/env python3
"""Write tests/data/wire, by the server's own code, for Python and TypeScript tests.

The folder has a sample of every message. Its subfolder `updates` has triples: a snapshot, an update and the snapshot
that the update leads to, as one person gets them.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import msgspec

from medina.server.live.cards import card
from medina.server.live.records import record_of, replay_of
from medina.server.schema import ErrorAnswer, Lobby, LobbyMessage, MyTables
from medina.table import commands as do
from medina.table import wire
from medina.table.bulletin import Bulletin
from medina.table.decide import BotPlays, Luck, decide, open_table
from medina.table.events import TableEvent
from medina.table.options import Options, RealTime
from medina.table.people import Person, info_of
from medina.table.questions import palace_details, previews, sheets, why_not
from medina.table.state import State
from medina.table.view import View, moves_for, snapshot

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "wire"
ANNA, BEN = Person("anna1", "Anna", account=True), Person("ben2", "Ben <b>")
EVA = Person("eva3", "Eva")
HERE = wire.Presence(seats=(0, 1), watchers=2)
TABLE = "sampleTable1"
NOW = 1_800_000_000_000


class Samples:
    """A little game whose messages are kept."""

    def __init__(self) -> None:
        options = Options(players=3, starts="seated", gates=True, clock=RealTime(), public=True)
        opened = open_table(options, ANNA.user, NOW)
        self.state: State = opened.state
        self.people: wire.People = {ANNA.user: info_of(ANNA)}
        self.chat: tuple[wire.ChatLine, ...] = ()
        self.now = NOW
        self.made: dict[str, bytes] = {}
        self.rng = random.Random(11)

    def do(self, command: object, who: Person | None, keep: str = "", told: Person = ANNA, **triples: Person) -> None:
        """Carry out a command; keep the update it causes as one person is told it, and triples for several."""
        self.now += 1_500
        before = self.state
        decision = decide(before, command, who.user if who else None, self.now, Luck(5, "nextTable123"))
        if decision.refusal is not None:
            self.keep(keep, wire.Refused(id=4, seq=before.seq, n=before.n, refusal=decision.refusal))
            return
        people = self.people if who is None else {**self.people, who.user: info_of(who)}
        self.show(decision.state, people, decision.events, keep, told, **triples)

    def show(
        self,
        state: State,
        people: wire.People,
        events: tuple[TableEvent, ...] = (),
        keep: str = "",
        told: Person = ANNA,
        **triples: Person,
    ) -> None:
        """Keep the update that leads to a state and names."""
        before, after = View(self.state, self.people), View(state, people)
        bulletin = Bulletin(before, after, events, self.now)
        self.state, self.people = state, people
        if keep:
            self.made[keep] = bulletin.text_for(told.user, 4)
        for name, person in triples.items():
            seen = snapshot(before, TABLE, person.user, self.now - 1_500, (), HERE, self.chat)
            update = msgspec.Raw(bulletin.text_for(person.user))
            result = snapshot(after, TABLE, person.user, self.now, events, HERE, self.chat)
            triple = {"snapshot": seen, "update": update, "result": result}
            self.keep(f"updates/{name.replace('_', '-')}", triple)

    def keep(self, name: str, message: Any) -> None:
        """Any message."""
        self.made[name] = msgspec.json.encode(message)

    def snap(self, name: str, user: str) -> None:
        """What somebody would get on connecting."""
        view = View(self.state, self.people)
        self.keep(name, snapshot(view, TABLE, user, self.now, (), HERE, self.chat))

    def say(self, who: Person, text: str, n: int = 0) -> None:
        """Keep the message of a line of chat: a new one, or one in place of another."""
        self.now += 1_500
        line = wire.ChatLine(n=n or self.now, room="players", user=who.user, at=self.now, text=text)
        before = snapshot(View(self.state, self.people), TABLE, EVA.user, self.now, (), HERE, self.chat)
        self.people = {**self.people, who.user: info_of(who)}
        self.chat = (*(each for each in self.chat if each.n != line.n), line)
        message = wire.ChatMessage(lines=(line,), people={who.user: info_of(who)}, id=4)
        after = snapshot(View(self.state, self.people), TABLE, EVA.user, self.now, (), HERE, self.chat)
        self.keep("chat-changed" if n else "chat", message)
        triple = {"snapshot": before, "update": message, "result": after}
        self.keep(f"updates/chat-{'changed' if n else 'said'}", triple)

    def first(self) -> str:
        """The first legal move."""
        return moves_for(self.state, self.state.acting)[0]

    def turn(self, **triples: Person) -> None:
        """Somebody's random turn; triples of its last update."""
        seat = self.state.acting
        while self.state.acting == seat and self.state.phase == "playing":
            assert seat is not None
            person = self.person_at(seat)
            if self.state.complete:
                self.do(do.Confirm(n=self.state.n), person, **triples)
            elif person is None:
                self.do(BotPlays(seat, self.bot_turn(), self.state.n), None, **triples)
            else:
                self.do(do.Place(move=self.rng.choice(moves_for(self.state, seat)), n=self.state.n), person)

    def person_at(self, seat: int) -> Person | None:
        """The person of a seat."""
        return next((person for person in (ANNA, BEN) if person.user == self.state.seats[seat].user), None)

    def bot_turn(self) -> tuple[str, ...]:
        """A whole random turn."""
        position, moves = self.state.position, list[str]()
        assert position is not None
        while not moves or position.is_mid_turn:
            move = self.rng.choice(position.legal_moves)
            moves.append(move.text)
            position = position.play(move)
        return tuple(moves)


def samples() -> dict[str, bytes]:
    """Every sample by name."""
    made = Samples()
    made.snap("snapshot-open", "anna1")
    made.do(do.Sit(), ANNA, "update-sat", sat=ANNA)
    made.do(do.Sit(), BEN)
    made.do(do.SeatBot(bot="greedy"), ANNA, "update-bot-sat", bot_sat_watching=EVA)
    made.do(do.Start(), ANNA, "update-started", started_acting=ANNA, started_watching=EVA)
    made.say(BEN, "Good luck 🏛")
    made.say(BEN, "—", made.chat[-1].n)
    benjamin = {**made.people, "ben2": wire.PersonInfo("Benjamin", account=True)}
    made.show(made.state, benjamin, renamed=EVA)
    made.show(made.state, {"anna1": made.people["anna1"]}, forgotten=ANNA)
    made.show(made.state, benjamin)
    made.do(do.Place(move="Re5", n=made.state.n), ANNA, "refused")
    everybody = {"placed_acting": ANNA, "placed_other": BEN, "placed_watching": EVA}
    made.do(do.Place(move=made.first(), n=made.state.n), ANNA, "update-placed", **everybody)
    made.snap("snapshot-draft", "ben2")
    everybody = {"taken_back_acting": ANNA, "taken_back_other": BEN}
    made.do(do.TakeBack(n=made.state.n), ANNA, "update-taken-back", **everybody)
    made.do(do.Place(move=made.first(), n=made.state.n), ANNA)
    everybody = {"confirmed_acting": ANNA, "confirmed_next": BEN, "confirmed_watching": EVA}
    made.do(do.Confirm(n=made.state.n), ANNA, "update-confirmed", BEN, **everybody)
    for _ in range(5):
        made.turn()
    _agreeing(made)
    for _ in range(55):
        made.turn()
    _questions(made)
    made.snap("snapshot-acting", made.state.seats[made.state.acting or 0].user or "")
    made.snap("snapshot-watching", "eva3")
    while made.state.phase == "playing":
        made.turn(ended_playing=ANNA, ended_watching=EVA)
    made.snap("snapshot-over", "anna1")
    made.do(do.Rematch(), ANNA, "update-rematch", rematch=BEN)
    _others(made)
    return made.made


def _agreeing(made: Samples) -> None:
    """Take a turn back and pause, both by agreement."""
    made.do(do.Propose(what="take_back"), ANNA, proposed=BEN)
    made.do(do.Answer(yes=True), BEN, undone_acting=ANNA, undone_other=BEN, undone_watching=EVA)
    made.do(do.Propose(what="pause"), ANNA)
    made.do(do.Answer(yes=True), BEN, paused=ANNA)
    made.do(do.Resume(), BEN, resumed=ANNA)


def _questions(made: Samples) -> None:
    while made.state.seats[made.state.acting or 0].user is None:
        made.turn()
    position = made.state.position
    assert position is not None
    n = made.state.n
    made.keep("previews", wire.PreviewsAnswer(id=5, n=n, scores=previews(position)))
    made.keep("details", wire.DetailsAnswer(id=6, n=n, sheets=sheets(position), palaces=palace_details(position)))
    taken = f"G{position.palaces[0].buildings[0]}"
    made.keep("why-not", wire.WhyAnswer(id=7, move=taken, legal=False, refusal=why_not(position, taken)))
    made.keep("why", wire.WhyAnswer(id=8, move=position.legal_moves[0].text, legal=True))


def _others(made: Samples) -> None:
    shown = card(TABLE, made.state)
    mine = MyTables(tables=[shown], people=made.people, your_turn=[])
    made.keep("lobby", LobbyMessage(lobby=Lobby(open=[], playing=[shown], people=made.people), mine=mine, online=3))
    made.keep("presence", wire.Presence(seats=(0, 2), watchers=1))
    made.keep("ok", wire.Ok(id=9, seq=3, n=2))
    made.keep("pong", wire.Pong(id=10, now=NOW))
    refusal = wire.RefusalInfo(code="not_found", reason="not_found", message="There is nothing here.")
    made.keep("error", ErrorAnswer(error=refusal))
    record = record_of(made.state, made.people)
    assert record is not None
    made.keep("replay", replay_of(record.undo(len(record.moves) - 8)))


def main() -> int:
    """Write the files; with --check only compare."""
    wanted = {f"{name}.json": msgspec.json.format(text, indent=1) + b"\n" for name, text in samples().items()}
    if "--check" in sys.argv:
        found = {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in FOLDER.rglob("*.json")}
        return int(found != wanted)
    (FOLDER / "updates").mkdir(parents=True, exist_ok=True)
    for path in FOLDER.rglob("*.json"):
        path.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_bytes(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
