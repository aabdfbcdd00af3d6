"""Plays the tables of this folder. It needs the code that wrote them, of commit 9079d08, and is kept to tell what is in
them: PYTHONPATH=<a checkout of it>/src python play.py FOLDER [TABLES]

The same commit always plays the same tables. What it says of them afterwards is written beside them.
"""

from __future__ import annotations

import asyncio
import collections
import gzip
import json
import lzma
import random
import sqlite3
import sys
from pathlib import Path
from typing import Any

import msgspec
from medina.store.redacting import change_line
from sqlalchemy import insert

from medina import Record, new_game, write_record
from medina.rules.ruleset import Ruleset
from medina.server.live import hub as hubs
from medina.server.live.rating import Rater
from medina.server.live.records import record_of
from medina.store import tables as t
from medina.store.backup import backup
from medina.store.database import database_url, open_engine
from medina.store.migrate import migrate
from medina.store.moderation import Ban
from medina.store.people import People, User
from medina.store.rating import Ratings
from medina.store.reading import Reader
from medina.store.writer import Writer
from medina.study import bare, game_key
from medina.table import commands as do
from medina.table import events as ev
from medina.table.decide import BotPlays, Tick, open_table
from medina.table.events import Person
from medina.table.fold import fold
from medina.table.options import Days, NoClock, Options, RealTime, Switches
from medina.table.played import open_played
from medina.table.state import bot_to_move, deadline

SEED = 9
TABLES = 330
START = 1_788_000_000_000
DAY = 24 * 3_600_000
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"
WORDS = ("Good luck!", "Schöner Zug.", "Bien joué", "hm…", "Sorry, I have to go.", "“Tea?”", "\\o/ 🐫", "Nice palace")
CLOCKS = (NoClock(), NoClock(), RealTime(300, 5), RealTime(60, 0), Days(1), Days(3), Days(3))


class Site:
    """The site, its time and its chance."""

    def __init__(self, engine: Any) -> None:
        self.chance = random.Random(SEED)
        self.now = START
        self.engine = engine
        self.people = People(engine)
        self.hub = hubs.Hub(Reader(engine), Writer(engine, "maker"))
        self.names: dict[str, Person] = {}
        self.guests: list[str] = []
        self.accounts: list[str] = []
        self.live: list[Any] = []
        hubs.now_ms = lambda: self.now
        hubs.clock = lambda: self.now / 1000
        hubs.new_id = self.id
        hubs.new_luck = lambda: hubs.Luck(self.chance.getrandbits(48), self.id())

    def id(self) -> str:
        return "".join(self.chance.choices(LETTERS, k=12))

    def later(self, least: int = 500, most: int = 20_000) -> None:
        self.now += self.chance.randint(least, most)

    async def come(self, account: bool) -> str:
        """Somebody new."""
        user, number = self.id(), len(self.names)
        name = f"{self.chance.choice(('Ana', 'Béla', 'Chloé', 'Dorothée', 'Édouard', 'Franz', 'Ğül'))} {number}"
        key, password = (name.lower(), "scrypt") if account else (None, None)
        await self.people.add(User(user, name, key, password, "fr" if number % 3 else None, self.now, False))
        self.names[user] = Person(user, name, account)
        (self.accounts if account else self.guests).append(user)
        return user

    async def somebody(self) -> str:
        pool = self.guests if self.chance.random() < 0.45 and self.guests else self.accounts
        if len(self.guests) < 12:
            return await self.come(account=False)
        return self.chance.choice(pool)

    async def do(self, live: Any, user: str, command: Any) -> Any:
        self.later()
        return await self.hub.command(live, command, self.names[user])

    async def say(self, live: Any, user: str, text: str | None = None) -> None:
        if not self.names[user].account:
            await self.people.note_said(user)
        await self.do(live, user, do.Chat(text=text or self.chance.choice(WORDS)))

    async def rename(self, user: str) -> None:
        old = self.names[user]
        name = f"{old.name.split()[0]} {self.chance.randint(1000, 9999)}"
        await self.people.change(user, name=name)
        self.names[user] = Person(user, name, old.account)
        await hubs.become(self.hub, await self.hub.reader.unfinished_of(user), user, self.names[user])

    async def log_in(self, guest: str, account: str) -> None:
        """A guest's games come along to an account, as `server/endpoints/accounts.py` does it."""
        self.later()
        await hubs.become(self.hub, await self.hub.reader.seated(guest), guest, self.names[account])
        await self.people.take_along(guest, account)
        self.guests.remove(guest)

    async def make_account(self, guest: str) -> None:
        """A guest chooses a name and a password."""
        name = f"Guest {guest}"
        await self.people.change(guest, name=name, name_key=name.lower(), password="scrypt")
        self.names[guest] = Person(guest, name, True)
        self.guests.remove(guest)
        self.accounts.append(guest)
        await hubs.become(self.hub, await self.hub.reader.unfinished_of(guest), guest, self.names[guest])


def options(site: Site, number: int) -> Options:
    """The options of a table: every kind comes often."""
    chance = site.chance
    first = number % 4 == 3
    rated = number % 11 == 5
    return Options(
        edition="first" if first else "second",
        players=chance.choice((3, 3, 4) if first else (2, 2, 3, 3, 4)),
        gates=number % 5 == 2 and not rated,
        switches=Switches(tea=first) if number % 13 == 1 and not rated else Switches(),
        starts=chance.choice(("random", "host", "seated")),
        public=chance.random() < 0.6,
        stocks=chance.choice(("hidden", "open")),
        clock=chance.choice(CLOCKS[2:] if rated else CLOCKS),
        absent=chance.choice(("bot", "wait")),
        substitute=chance.choice(("greedy", "random")),
        auto_confirm=chance.random() < 0.4,
        watchers_chat=chance.random() < 0.8,
        rated=rated,
    )


async def opened(site: Site, number: int, games: list[tuple[str, int]]) -> Any:
    """A new table, and people at it."""
    chance = site.chance
    chosen = options(site, number)
    host = chance.choice(site.accounts) if chosen.rated else await site.somebody()
    record = ply = None
    if number % 9 == 4 and games:
        record, length = chance.choice(games)
        ply = chance.randint(0, length - 1)
    live = await site.hub.open(open_table(chosen, site.names[host], site.now, record, ply))
    site.live.append(live)
    show = number % 17 == 6
    if not show and chance.random() < 0.9:
        await site.do(live, host, do.Sit(seat=None if chance.random() < 0.6 else 0))
    for _ in range(12):
        if not any(seat.free for seat in live.state.seats):
            break
        await before_start(site, live, show)
    if number % 29 == 3:
        await site.do(live, live.state.host.user, do.Close())
    elif number % 16 != 9:
        await site.do(live, live.state.host.user, do.Start())
    return live


async def before_start(site: Site, live: Any, show: bool) -> None:
    """Something that happens before a game."""
    chance, state = site.chance, live.state
    host = state.host.user
    people = [seat.person.user for seat in state.seats if seat.person]
    what = chance.random()
    if show or (what < 0.2 and not state.options.rated):
        await site.do(live, host, do.SeatBot(bot=chance.choice(("greedy", "random", "architect"))))
    elif what < 0.75:
        user = chance.choice(site.accounts) if state.options.rated else await site.somebody()
        await site.do(live, user, do.Sit())
    elif what < 0.8 and people:
        await site.do(live, chance.choice(people), do.Stand())
    elif what < 0.83:
        await site.do(live, host, do.Kick(seat=chance.randrange(len(state.seats))))
    elif what < 0.87:
        await site.do(live, host, do.Swap(seat=0, other=1))
    elif what < 0.9:
        await site.do(live, host, do.HandOver(seat=chance.randrange(len(state.seats))))
    elif what < 0.92:
        players = chance.choice((3, 4))
        await site.do(live, host, do.SetOptions(options=msgspec.structs.replace(state.options, players=players)))
    elif what < 0.94 and len(people) > 1:
        await site.do(live, chance.choice(people), do.Leave())
    else:
        await site.say(live, chance.choice([host, *people, await site.somebody()]))


async def step(site: Site, live: Any, calm: bool) -> None:
    """Something that happens during a game."""
    chance, state = site.chance, live.state
    people = [seat.person.user for seat in state.seats if seat.person]
    for user in people:
        site.hub.seen(live, user)
    what = chance.random() * (0.80 if calm else 1.2)
    if bot_to_move(state):
        if what < 0.9 or not people:
            site.later(100, 2_000)
            move = str(chance.choice(state.position.legal_moves).text)
            await site.hub.command(live, BotPlays(state.acting, move, state.game_seq), None)
            return
    elif what < 0.80 and state.acting is not None:
        await play(site, live, what)
        return
    if people:
        await incident(site, live, chance.choice(people), (chance.random()))


async def play(site: Site, live: Any, what: float) -> None:
    chance, state = site.chance, live.state
    if state.paused is not None:
        await site.do(live, chance.choice(people_at(state)), do.Resume())
        return
    user = state.seats[state.acting].person.user
    moves = state.position.legal_moves if not state.complete else ()
    if state.draft and what < 0.05:
        count = chance.randint(1, len(state.draft))
        await site.do(live, user, do.TakeBack(seq=state.seq, count=count))
    elif state.complete:
        await site.do(live, user, do.Confirm(seq=state.seq))
    else:
        teas = [move for move in moves if move.text == "T"]
        move = teas[0] if teas and chance.random() < 0.05 else chance.choice(moves)
        await site.do(live, user, do.Place(move=move.text, seq=state.seq))


async def incident(site: Site, live: Any, user: str, what: float) -> None:
    """Somebody does something else."""
    chance, state = site.chance, live.state
    seat = state.seat_of(user)
    if what < 0.18:
        await site.say(live, chance.choice([user, user, await site.somebody(), state.host.user]))
    elif what < 0.24:
        await site.do(live, user, do.AutoConfirm(on=chance.random() < 0.5))
    elif what < 0.31:
        await site.do(live, user, do.Leave())
    elif what < 0.40:
        away = [seat.person.user for seat in state.seats if seat.person and seat.status in ("left", "timed_out")]
        await site.do(live, chance.choice(away or [user]), do.Back())
    elif what < 0.41:
        await site.do(live, user, do.Resign())
    elif what < 0.66:
        await proposal(site, live, user)
        await answers(site, live)
    elif what < 0.76:
        await answers(site, live)
    elif what < 0.80:
        await site.do(live, user, do.Resume())
    elif what < 0.86:
        days = do.Vacation(days=chance.choice((1, 1, 2, 3)))
        await site.hub.take_vacation(live, days, site.names[user], None, None)
        site.later()
    elif what < 0.89:
        await site.rename(user)
    elif what < 0.91 and (due := deadline(state)) is not None:
        site.now = max(site.now, due + 5)
        await site.hub.command(live, Tick(), None)
    elif what < 0.98 and user in site.guests:
        if chance.random() < 0.15:
            await site.make_account(user)
        else:
            sits = [one for one in people_at(state) if one in site.accounts]
            account = chance.choice(sits) if sits and chance.random() < 0.3 else chance.choice(site.accounts)
            await site.log_in(user, account)
    elif seat is not None:
        site.later(61_000, 300_000)


def people_at(state: Any) -> list[str]:
    return [seat.person.user for seat in state.seats if seat.person]


async def answers(site: Site, live: Any) -> None:
    """Most say yes, and some say nothing yet; whoever it is about may move instead."""
    for user in people_at(live.state):
        if live.state.phase == "playing" and live.state.proposal is not None and site.chance.random() < 0.7:
            site.hub.seen(live, user)
            await site.do(live, user, do.Answer(yes=site.chance.random() < 0.85))


async def proposal(site: Site, live: Any, user: str) -> None:
    chance, state = site.chance, live.state
    what = chance.choice(
        ("take_back", "take_back", "pause", "analysis", "absent", "absent", "absent", "absent", "abort")
    )
    if what not in ("absent", "abort"):
        await site.do(live, user, do.Propose(what=what))
        return
    site.later(61_000, 90_000)
    for other in people_at(state):
        if other != (state.seats[state.acting].person or Person("", "")).user:
            site.hub.seen(live, other)
    left = [seat for seat, one in enumerate(state.seats) if one.status in ("left", "timed_out")]
    about = chance.choice([*left, state.acting])
    kind = "abort" if what == "abort" else chance.choice(("bot", "bot", "bot", "claim"))
    await site.do(live, user, do.Propose(what=kind, seat=about))


async def whole(site: Site, number: int, games: list[tuple[str, int]]) -> None:
    """A table from its opening to the end, or to wherever it is left."""
    chance = site.chance
    live = await opened(site, number, games)
    calm = number % 3 == 0
    most = chance.choice((0, 6, 12, 18, 25, 40, 60, 90)) if number % 7 else 700
    for _ in range(most):
        if live.state.phase != "playing":
            break
        await step(site, live, calm)
    if live.state.phase == "playing" and number % 5 == 1:
        await leave_a_draft(site, live)
    if live.state.phase == "playing" and number % 4 == 2:
        await leave_a_proposal(site, live, number)
    if live.state.phase == "over":
        await afterwards(site, live)
        if live.state.result.reason == "finished":
            games.append((write_record(Record(*_game(live.state))), len(live.state.moves)))
    if number % 7 == 0 and (other := chance.choice(site.live)).state.phase in ("open", "playing"):
        await step(site, other, False) if other.state.phase == "playing" else await before_start(site, other, False)
    await site.hub.finish()


def _game(state: Any) -> tuple[Any, Any]:
    record = record_of(state)
    return record.positions, record.moves


async def leave_a_draft(site: Site, live: Any) -> None:
    """Leave the table in the middle of a turn, where that can be."""
    for _ in range(30):
        state = live.state
        if state.phase != "playing" or state.draft:
            return
        if bot_to_move(state):
            await step(site, live, calm=True)
        elif state.acting is not None:
            await play(site, live, 0.5)


async def leave_a_proposal(site: Site, live: Any, number: int) -> None:
    """Leave something proposed, or let whoever it is about move."""
    for user in people_at(live.state):
        if live.state.phase == "playing" and live.state.proposal is None and live.state.acting is not None:
            await proposal(site, live, user)
    state = live.state
    if number % 8 == 2 and state.phase == "playing" and state.acting is not None and not bot_to_move(state):
        await play(site, live, 0.5)


async def afterwards(site: Site, live: Any) -> None:
    for user in people_at(live.state):
        if site.chance.random() < 0.5:
            await site.do(live, user, do.Rematch(yes=site.chance.random() < 0.9))
        if site.chance.random() < 0.3:
            await site.say(live, user)
    made = live.state.rematch
    if made is not None:
        site.live.append(await site.hub.table(made[:12]))


async def on_a_device(site: Site) -> None:
    """A game against a bot that was played elsewhere and handed over."""
    position = new_game(Ruleset.of("second", 2, False), seed=4)
    positions, moves = [position], []
    while position.phase != "over":
        moves.append(site.chance.choice(position.legal_moves))
        position = position.play(moves[-1])
        positions.append(position)
    record = Record(tuple(positions), tuple(moves), {"Seat1": "bot:greedy"})
    live = await site.hub.keep(site.id(), open_played(record, site.names[site.accounts[0]], site.now))
    site.live.append(live)


async def beside(site: Site) -> dict[str, str]:
    """Rows of every other kind; gives the table of each analysis."""
    one, two = site.accounts[1], site.accounts[2]
    said = [
        (live.id, event)
        for live in site.live
        for event in await site.hub.reader.events(live.id)
        if isinstance(event, ev.Said)
    ]
    table, line = said[3]
    async with site.engine.begin() as connection:
        await change_line(connection, table, line.seq, "—")
        ban = Ban(id=site.id(), at=site.now, why="shouting", user_id=site.guests[0], until=site.now + DAY)
        rows = [
            (
                t.acts,
                {
                    "number": 1,
                    "at": site.now,
                    "moderator": one,
                    "what": "ban",
                    "user_id": ban.user_id,
                    "why": "shouting",
                    "kept": msgspec.json.encode(ban).decode(),
                },
            ),
            (
                t.acts,
                {
                    "number": 2,
                    "at": site.now,
                    "moderator": one,
                    "what": "remove_line",
                    "user_id": line.person.user,
                    "table_id": table,
                    "seq": line.seq,
                    "why": "rude",
                    "kept": msgspec.json.encode(line.text).decode(),
                },
            ),
            (
                t.acts,
                {
                    "number": 3,
                    "at": site.now,
                    "moderator": None,
                    "what": "give_role",
                    "user_id": one,
                    "why": "",
                    "kept": "null",
                    "undone": site.now,
                },
            ),
            (t.bans, msgspec.structs.asdict(ban)),
            (
                t.reports,
                {
                    "id": site.id(),
                    "at": site.now,
                    "reporter": two,
                    "user_id": said[5][1].person.user,
                    "kind": "chat",
                    "words": said[5][1].text,
                    "note": "please look",
                    "table_id": said[5][0],
                    "seq": said[5][1].seq,
                    "closed": None,
                },
            ),
            (t.bonds, {"user_id": one, "other_id": two, "kind": "block", "at": site.now}),
            (t.keys, {"digest": "d" * 64, "user_id": one, "email": "one@example.org", "until": site.now + DAY}),
            (
                t.tokens,
                {
                    "id": site.id(),
                    "user_id": one,
                    "label": "bot",
                    "digest": "e" * 64,
                    "created": site.now,
                    "used": None,
                },
            ),
            (
                t.passkeys,
                {
                    "id": site.id(),
                    "user_id": one,
                    "label": "phone",
                    "credential": "c" * 40,
                    "public_key": "k" * 80,
                    "sign_count": 2,
                    "created": site.now,
                    "used": None,
                },
            ),
            (
                t.browsers,
                {
                    "digest": "f" * 64,
                    "user_id": two,
                    "endpoint": "https://push.example.org/1",
                    "p256dh": "p" * 80,
                    "auth": "a" * 20,
                    "language": "de",
                    "at": site.now,
                },
            ),
            (t.wishes, {"user_id": two, "push": "turn,end", "letter": "turn", "language": "de"}),
            (
                t.calls,
                {
                    "user_id": two,
                    "table_id": table,
                    "kind": "turn",
                    "mark": 4,
                    "at": site.now,
                    "due": None,
                    "inviter": None,
                    "shown": True,
                    "lettered": site.now,
                },
            ),
            (t.puzzle_ratings, {"puzzle": "p1", "mean": 20.5, "deviation": 4.0, "tries": 7}),
            (t.puzzle_solvers, {"user_id": one, "mean": 25.0, "deviation": 8.0, "tries": 3}),
            (t.puzzle_tries, {"user_id": one, "puzzle": "p1", "solved": True, "at": site.now}),
            (t.puzzles_withdrawn, {"puzzle": "p2"}),
            (t.settings, {"key": "secret", "value": "s" * 64}),
        ]
        for kind, values in rows:
            await connection.execute(insert(kind).values(values))
        return await analyses(site, connection)


async def analyses(site: Site, connection: Any) -> dict[str, str]:
    """Studies of finished games, of a game that no table has, and of a position."""
    found = {}
    over = [live for live in site.live if live.state.result and live.state.result.reason == "finished"][:4]
    records = [(live.id, record_of(live.state)) for live in over]
    for number, (table, record) in enumerate([*records, (None, records[0][1].undo(3)), (None, None)]):
        id = site.id()
        request = {
            "record": record and write_record(bare(record)),
            "moments": "all",
            "seconds": 30.0,
            "nodes": None,
            "table": None,
            "position": None,
        }
        values = {
            "id": id,
            "user_id": site.accounts[number % 3],
            "state": "done",
            "progress": 1.0,
            "request": json.dumps(request),
            "result": "{}",
            "created": site.now,
            "updated": site.now,
            "game": record and game_key(record),
            "seconds": 30.0,
            "nodes": None,
        }
        await connection.execute(insert(t.analyses).values(values))
        await connection.execute(insert(t.study_steps).values(analysis_id=id, number=0, body="{}"))
        found[id] = table
    return found


def plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def told(state: Any, events: list[Any]) -> dict[str, Any]:
    """What the code of the time says of a table."""
    return {
        "phase": state.phase,
        "options": plain(state.options),
        "host": state.host.user,
        "rules_version": state.rules_version,
        "record": state.record is not None,
        "device": state.device,
        "seats": [
            {
                "user": seat.person.user if seat.person else None,
                "bot": seat.bot,
                "status": seat.status,
                "auto_confirm": seat.auto_confirm,
                "rematch": seat.rematch,
                "vacation": seat.vacation,
                "vacation_until": seat.vacation_until,
            }
            for seat in state.seats
        ],
        "given": state.given,
        "turns": plain(state.turns),
        "draft": plain(state.draft),
        "complete": state.complete,
        "acting": state.acting,
        "left": plain(state.left),
        "since": state.since,
        "deadline": deadline(state),
        "result": plain(state.result),
        "rematch": state.rematch,
        "proposal": plain(state.proposal),
        "paused": state.paused,
        "analysis": state.analysis,
        "bot": bot_to_move(state),
        "well": state.start.well if state.start else None,
        "scores": plain(state.position.scores) if state.position else None,
        "seq": state.seq,
        "chat": [
            [event.seq, event.at, event.person.user, event.text] for event in events if isinstance(event, ev.Said)
        ],
    }


async def play_all(folder: Path, count: int) -> None:
    database = folder / "medina.sqlite3"
    for file in folder.glob("medina.sqlite3*"):
        file.unlink()
    engine = open_engine(database_url(None, folder))
    await migrate(engine)
    site = Site(engine)
    rater = Rater(site.hub, Ratings(engine))
    site.hub.followers.append(rater.follow)
    site.hub.writer.start()
    for _ in range(14):
        await site.come(account=True)
    games: list[tuple[str, int]] = []
    for number in range(count):
        await whole(site, number, games)
    await on_a_device(site)
    await site.hub.forget_person(site.accounts[-1])
    studied = await beside(site)
    await site.hub.finish()
    await site.hub.writer.stop()
    reader, kinds = Reader(engine), collections.Counter[str]()
    tables = {}
    for live in site.live:
        events = await reader.events(live.id)
        kinds.update(type(event).__name__ for event in events)
        tables[live.id] = told(fold(events), events)
    vacations = {user: sorted(found) for user in site.names if (found := await reader.vacations_of(user, 0))}
    said = {"tables": tables, "vacations": vacations, "analyses": studied}
    file = folder / "backup.gz"
    file.unlink(missing_ok=True)
    await backup(engine, file, None)
    await engine.dispose()
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
    (folder / "medina.sqlite3.xz").write_bytes(lzma.compress(database.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    (folder / "tables.json.gz").write_bytes(gzip.compress(text, 9, mtime=0))
    print(len(tables), "tables", kinds)
    print(
        collections.Counter(one["phase"] for one in tables.values()),
        collections.Counter((one["result"] or {}).get("reason") for one in tables.values()),
    )
    print(
        "drafts",
        sum(bool(one["draft"]) for one in tables.values()),
        "proposals",
        sum(bool(one["proposal"]) for one in tables.values()),
        "paused",
        sum(one["paused"] is not None for one in tables.values()),
        "bots",
        sum(bool(one["bot"]) for one in tables.values()),
        "vacations",
        len(vacations),
    )


if __name__ == "__main__":
    asyncio.run(play_all(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else TABLES))
