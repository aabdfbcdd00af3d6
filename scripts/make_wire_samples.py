#!/usr/bin/env python3
"""Write tests/data/wire: a sample of every message, by the server's own code, for Python and TypeScript tests."""

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
from medina.table.events import Person
from medina.table.options import Options, RealTime
from medina.table.questions import palace_details, previews, sheets, why_not
from medina.table.state import State
from medina.table.view import moves_for, snapshot

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "wire"
ANNA, BEN = Person(user="anna1", name="Anna", account=True), Person(user="ben2", name="Ben <b>")
NOW = 1_800_000_000_000


class Samples:
    """A little game whose messages are kept."""

    def __init__(self) -> None:
        options = Options(players=3, starts="seated", gates=True, clock=RealTime(), public=True)
        opened = open_table(options, ANNA, NOW)
        self.state: State = opened.state
        self.now = NOW
        self.made: dict[str, bytes] = {}
        self.rng = random.Random(11)

    def do(self, command: object, who: Person | None, keep: str = "", seat: int | None = 0) -> None:
        """A command; the update it causes is kept under a name."""
        self.now += 1_500
        before = self.state
        decision = decide(before, command, who, self.now, Luck(5, "nextTable123"))
        if decision.refusal is not None:
            self.keep(keep, wire.Refused(id=4, seq=before.seq, refusal=decision.refusal))
            return
        bulletin = Bulletin(before, decision.state, decision.events, self.now)
        self.state = decision.state
        if keep:
            self.made[keep] = bulletin.text_for(seat, 4)

    def keep(self, name: str, message: Any) -> None:
        """Any message."""
        self.made[name] = msgspec.json.encode(message)

    def snap(self, name: str, user: str) -> None:
        """What somebody would get on connecting."""
        self.keep(
            name, snapshot(self.state, "sampleTable1", user, self.now, (), wire.Presence(seats=(0, 1), watchers=2))
        )

    def turn(self) -> None:
        """Somebody's random turn."""
        seat = self.state.acting
        while self.state.acting == seat and self.state.phase == "playing":
            assert seat is not None
            person = self.state.seats[seat].person
            if self.state.complete:
                self.do(do.Confirm(seq=self.state.seq), person)
                continue
            move = self.rng.choice(moves_for(self.state, seat))
            if person is None:
                self.do(BotPlays(seat, move, self.state.game_seq), None)
            else:
                self.do(do.Place(move=move, seq=self.state.seq), person)


def samples() -> dict[str, bytes]:
    """Every sample by name."""
    made = Samples()
    made.snap("snapshot-open", "anna1")
    made.do(do.Sit(), ANNA, "update-sat")
    made.do(do.Sit(), BEN)
    made.do(do.SeatBot(bot="greedy"), ANNA, "update-bot-sat")
    made.do(do.Start(), ANNA, "update-started")
    made.do(do.Chat(text="Good luck 🏛"), BEN, "update-said")
    made.do(do.Place(move="Re5", seq=made.state.seq), ANNA, "refused")
    made.do(do.Place(move=moves_for(made.state, 0)[0], seq=made.state.seq), ANNA, "update-placed")
    made.snap("snapshot-draft", "ben2")
    made.do(do.TakeBack(seq=made.state.seq), ANNA, "update-taken-back")
    made.do(do.Place(move=moves_for(made.state, 0)[0], seq=made.state.seq), ANNA)
    made.do(do.Confirm(seq=made.state.seq), ANNA, "update-confirmed", 1)
    for _ in range(60):
        made.turn()
    _questions(made)
    made.snap("snapshot-acting", made.state.seats[made.state.acting or 0].person.user)  # type: ignore[union-attr]
    made.snap("snapshot-watching", "eva3")
    while made.state.phase == "playing":
        made.turn()
    made.snap("snapshot-over", "anna1")
    made.do(do.Rematch(), ANNA, "update-rematch")
    _others(made)
    return made.made


def _questions(made: Samples) -> None:
    while made.state.seats[made.state.acting or 0].person is None:
        made.turn()
    position = made.state.position
    assert position is not None
    seq = made.state.seq
    made.keep("previews", wire.PreviewsAnswer(id=5, seq=seq, scores=previews(position)))
    made.keep("details", wire.DetailsAnswer(id=6, seq=seq, sheets=sheets(position), palaces=palace_details(position)))
    taken = f"G{position.palaces[0].buildings[0]}"
    made.keep("why-not", wire.WhyAnswer(id=7, move=taken, legal=False, refusal=why_not(position, taken)))
    made.keep("why", wire.WhyAnswer(id=8, move=position.legal_moves[0].text, legal=True))


def _others(made: Samples) -> None:
    shown = card("sampleTable1", made.state)
    mine = MyTables(tables=[shown], your_turn=[])
    made.keep("lobby", LobbyMessage(lobby=Lobby(open=[], playing=[shown]), mine=mine, online=3))
    made.keep("presence", wire.Presence(seats=(0, 2), watchers=1))
    made.keep("ok", wire.Ok(id=9, seq=3))
    made.keep("pong", wire.Pong(id=10, now=NOW))
    refusal = wire.RefusalInfo(code="not_found", reason="not_found", message="There is nothing here.")
    made.keep("error", ErrorAnswer(error=refusal))
    record = record_of(made.state)
    assert record is not None
    made.keep("replay", replay_of(record.undo(len(record.moves) - 8)))


def main() -> int:
    """Write the files; with --check only compare."""
    wanted = {f"{name}.json": msgspec.json.format(text, indent=1) + b"\n" for name, text in samples().items()}
    if "--check" in sys.argv:
        found = {path.name: path.read_bytes() for path in FOLDER.glob("*.json")}
        return int(found != wanted)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.glob("*.json"):
        path.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_bytes(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
