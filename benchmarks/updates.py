#!/usr/bin/env python3
"""How many bytes the updates of a table take; see docs/performance.md for what came out.

Random players play whole games and confirm every turn. Prints for a player and for a watcher, averaged over the games:
the bytes of one update and of all updates of a game, and the bytes of a replay; raw and deflated. A single message is
deflated alone, the updates of a game as one stream, which is flushed after each. Run with:
python benchmarks/updates.py [--games 10]
"""

from __future__ import annotations

import argparse
import random
import zlib
from collections.abc import Iterable
from statistics import mean

import msgspec

from medina.server.live.records import record_of, replay_of
from medina.table import commands as do
from medina.table.bulletin import Bulletin
from medina.table.decide import Luck, decide, open_table
from medina.table.options import Options
from medina.table.people import Person, info_of
from medina.table.state import State
from medina.table.view import View, moves_for
from medina.table.wire import People

KINDS = [Options(starts="seated"), Options(starts="seated", players=4, gates=True)]
PEOPLE = [Person(f"user{number:08}", f"Player {number}") for number in range(4)]
NAMES: People = {person.user: info_of(person) for person in PEOPLE}
WATCHER = "user99999999"
RAW_DEFLATE = -zlib.MAX_WBITS
"""WebSockets deflate without header and checksum."""


class Game:
    """A random game, with every update that the first player and a watcher get from the start on."""

    def __init__(self, options: Options, seed: int) -> None:
        self.now = 1_800_000_000_000
        self.state: State = open_table(options, PEOPLE[0].user, self.now).state
        self.player: list[bytes] = []
        self.watcher: list[bytes] = []
        self.stored: list[bytes] = []
        self.rng = random.Random(seed)
        self.luck = Luck(seed, "next")
        for person in PEOPLE[: options.players]:
            self.do(do.Sit(), person)
        self.player, self.watcher = [], []
        self.do(do.Start(), PEOPLE[0])
        while self.state.phase == "playing":
            self.go_on()

    def go_on(self) -> None:
        """Place something, or confirm the turn."""
        user = self.state.seats[self.state.acting or 0].user
        person = next(one for one in PEOPLE if one.user == user)
        if self.state.complete:
            self.do(do.Confirm(n=self.state.n), person)
        else:
            move = self.rng.choice(moves_for(self.state, self.state.acting))
            self.do(do.Place(move=move, n=self.state.n), person)

    def do(self, command: object, who: Person) -> None:
        """Carry out a command and keep what two people are told about it."""
        self.now += 5_000
        before = self.state
        decision = decide(before, command, who.user, self.now, self.luck)
        assert decision.refusal is None, decision.refusal
        self.state = decision.state
        self.stored += map(msgspec.json.encode, decision.events)
        bulletin = Bulletin(View(before, NAMES), View(self.state, NAMES), decision.events, self.now)
        self.player.append(bulletin.text_for(PEOPLE[0].user))
        self.watcher.append(bulletin.text_for(WATCHER))


def deflated(messages: Iterable[bytes]) -> int:
    """Size of messages that are deflated as one stream and flushed after each."""
    deflater = zlib.compressobj(wbits=RAW_DEFLATE)
    return sum(len(deflater.compress(message) + deflater.flush(zlib.Z_SYNC_FLUSH)) for message in messages)


def show(name: str, games: list[list[bytes]]) -> None:
    """Print one line about the updates that somebody gets."""
    every = [update for game in games for update in game]
    print(
        f"{name:24} {len(every) / len(games):6.0f}"
        f" {mean(map(len, every)):8,.0f} {mean(deflated([update]) for update in every):9,.0f}"
        f" {max(map(len, every)):8,}"
        f" {mean(sum(map(len, game)) for game in games):12,.0f} {mean(map(deflated, games)):9,.0f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=10, help="games of each kind (default: %(default)s)")
    count = parser.parse_args().games
    print(f"{'bytes':24} {'number':>6} {'update':>8} {'deflated':>9} {'longest':>8} {'whole game':>12} {'deflated':>9}")
    for options in KINDS:
        games = [Game(options, seed) for seed in range(count)]
        kind = f"{options.players} players"
        show(f"{kind}, a player", [game.player for game in games])
        show(f"{kind}, a watcher", [game.watcher for game in games])
        show(f"{kind}, what is stored", [game.stored for game in games])
        records = [record for game in games if (record := record_of(game.state, NAMES)) is not None]
        show(f"{kind}, the replay", [[msgspec.json.encode(replay_of(record))] for record in records])


if __name__ == "__main__":
    main()
