"""Events about games alone: whole turns and ids in them; drafts, chat and vacations in tables of their own.

What is read here is read as it was written up to revision 0009, whatever the table's own code is by now. Nothing of it
is played by the rules, and no more than a few thousand rows are in memory at a time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

from medina import MedinaError
from medina.notation import game_key, read_record
from medina.store.database import BadDatabase
from medina.words import failure

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

Event = dict[str, Any]

PAGE = 2_000
"""Rows that are read, or collected before they are written, at a time."""
TABLES_AT_ONCE = 100
DAY_MS = 24 * 3_600_000

RENAMED: dict[str, tuple[str, dict[str, str]]] = {
    "keys": ("email_tokens", {}),
    "bonds": ("blocks", {}),
    "browsers": ("push_subscriptions", {"at": "created"}),
    "wishes": ("notification_preferences", {"letter": "email"}),
    "calls": ("notifications", {"lettered": "emailed_at"}),
    "acts": (
        "moderation_log",
        {"what": "action", "seq": "chat_n", "why": "reason", "kept": "details", "undone": "undone_at"},
    ),
    "bans": ("bans", {"why": "reason"}),
    "reports": ("reports", {"words": "text", "seq": "chat_n", "closed": "closed_at"}),
}
"""The new name of each table, and those of its columns that have other names."""
INDEXED: dict[str, tuple[str, ...]] = {
    "keys": ("user_id",),
    "bonds": ("other_id",),
    "browsers": ("user_id",),
    "calls": ("table_id", "due"),
    "acts": ("user_id",),
    "reports": ("closed",),
}
"""Columns of these tables whose index has its name from the table or the column."""


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        # A server of the version before that still runs waits here, and then finds no table to write to.
        op.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
    _rename()
    _add_tables()
    _add_columns()
    _rename_reasons(connection)
    _note_accounts(connection)
    _move_tables(connection)
    op.drop_table("events")
    op.drop_index("tables_by_bot", table_name="tables")
    op.drop_column("tables", "bot_seq")
    op.create_index("tables_by_bot", "tables", ["bot_due"], unique=False)
    op.drop_column("users", "said")


def downgrade() -> None:
    raise NotImplementedError("the copy that was made before is the way back")


# The shape


def _rename() -> None:
    for table, indexed in INDEXED.items():
        for column in indexed:
            op.drop_index(f"ix_{table}_{column}", table_name=table)
    for table, (name, columns) in RENAMED.items():
        if name != table:
            op.rename_table(table, name)
        for column, new in columns.items():
            op.execute(f"ALTER TABLE {name} RENAME COLUMN {column} TO {new}")
    for table, indexed in INDEXED.items():
        name, renamed = RENAMED[table]
        for column in indexed:
            new = renamed.get(column, column)
            op.create_index(op.f(f"ix_{name}_{new}"), name, [new], unique=False)


def _add_tables() -> None:
    op.create_table(
        "table_events",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "drafts",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column("room", sa.String(length=8), nullable=False),
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "n"),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_chat_user_id"), "chat", ["user_id"], unique=False)
    op.create_index(op.f("ix_chat_at"), "chat", ["at"], unique=False)
    op.create_table(
        "vacations",
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("starts", sa.BigInteger(), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "starts"),
    )


def _add_columns() -> None:
    for column in (
        sa.Column("well", sa.String(length=4), nullable=True),
        sa.Column("bot_n", sa.BigInteger(), nullable=True),
        sa.Column("bot_due", sa.BigInteger(), nullable=True),
        sa.Column("bot_exhibition", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("bot_person", sa.String(length=24), nullable=True),
        sa.Column("bot_origin", sa.String(length=64), nullable=True),
        sa.Column("bot_lease", sa.BigInteger(), nullable=True),
        sa.Column("bot_worker", sa.String(length=24), nullable=True),
        sa.Column("bot_tries", sa.Integer(), nullable=False, server_default="0"),
    ):
        op.add_column("tables", column)
    op.add_column("analyses", sa.Column("table_id", sa.String(length=24), nullable=True))
    op.create_index(op.f("ix_analyses_table_id"), "analyses", ["table_id"], unique=False)


# People


def _rename_reasons(connection: sa.Connection) -> None:
    """What it takes to undo a ban is kept as the ban's row was: its reason has another name there, too."""
    bans = "SELECT number, details FROM moderation_log WHERE action IN ('ban', 'ban_address', 'unban')"
    change = sa.text("UPDATE moderation_log SET details = :details WHERE number = :number")
    for number, details in connection.execute(sa.text(bans)).all():
        ban = json.loads(details) if details else None
        if isinstance(ban, dict) and "why" in ban:
            renamed = {"reason" if name == "why" else name: value for name, value in ban.items()}
            connection.execute(change, {"number": number, "details": _json(renamed)})


def _note_accounts(connection: sa.Connection) -> None:
    """Events no longer tell who logged in. The people's rows did not always do so, and guests' rows could go."""
    note = sa.text("UPDATE users SET became = :account WHERE id = :guest AND became IS NULL")
    known = sa.text("SELECT 1 FROM users WHERE id = :guest")
    add = sa.text(
        "INSERT INTO users (id, name, created, deleted, log_outs, became) VALUES (:guest, '', :at, :no, 0, :account)"
    )
    for table, seq, body in _read(connection, """AND body LIKE '{"type":"became"%'"""):
        event = _parsed(table, seq, body)
        guest, account = event["user"], event["person"]["user"]
        if guest == account:  # another name
            continue
        if connection.execute(known, {"guest": guest}).first() is None:
            connection.execute(add, {"guest": guest, "account": account, "at": event["at"], "no": False})
        else:
            connection.execute(note, {"guest": guest, "account": account})


# Tables


class Game:
    """A table as its earlier events tell of it: what it takes to write the later ones, and the rows beside them."""

    def __init__(self, table: str, sink: Sink) -> None:
        self.table = table
        self.sink = sink
        self.seq = 0
        self.last = 0
        """The number of the last earlier event."""
        self.host = ""
        self.users: list[str | None] = []
        self.bots: list[bool] = []
        self.about: int | None = None
        """The seat that the present proposal is about."""
        self.drafter: int | None = None
        self.draft: list[str] = []
        self.mover: int | None = None
        """The seat whose person ended the last turn that a person ended."""
        self.vacations: list[tuple[int, int, int, int]] = []
        self.options: dict[str, Any] = {}
        self.given: list[str] = []
        self.turns: list[list[str]] = []
        self.tags: dict[str, str] = {}
        self.well: str | None = None
        self.market: str | None = None
        self.over = False

    def read(self, event: Event) -> None:
        """One more earlier event."""
        kind = event["type"]
        _READ[kind](self, event)
        if kind in SETTLING:
            self.about = None
        self.last = event["seq"]

    def write(self, event: Event, **changes: Any) -> None:
        """The same event, or what stands for it, under its new number."""
        self.seq += 1
        first = {"type": event["type"], "seq": self.seq, "at": event["at"]}
        self.sink.add("table_events", (self.table, self.seq, _json(first | event | changes | {"seq": self.seq})))

    @property
    def game(self) -> str:
        """A digest of the moves and of what was there before them: the game is known by it."""
        tags = (self.options["edition"], str(self.options["players"]), "yes" if self.options["gates"] else "no")
        return _digest(tags, self.well, self.market, [*self.given, *(move for turn in self.turns for move in turn)])


SETTLING = {
    "left",
    "timed_out",
    "resigned",
    "replaced",
    "came_back",
    "dropped",
    "undone",
    "paused",
    "analysis_allowed",
    "ended",
}
"""After these nothing is proposed any more."""


def _opened(game: Game, event: Event) -> None:
    game.options = event["options"]
    game.host = event["host"]["user"]
    game.users, game.bots = [None] * event["options"]["players"], [False] * event["options"]["players"]
    if event.get("record") is not None:
        game.tags, moves = _record(event["record"])
        game.given = moves[: event.get("ply")]
    game.write(event, host=game.host)


def _sat(game: Game, event: Event) -> None:
    game.users[event["seat"]], game.bots[event["seat"]] = event["person"]["user"], False
    person = event.pop("person")
    game.write(event, user=person["user"])


def _bot_sat(game: Game, event: Event) -> None:
    game.users[event["seat"]], game.bots[event["seat"]] = None, True
    game.write(event)


def _seat_freed(game: Game, event: Event) -> None:
    game.users[event["seat"]], game.bots[event["seat"]] = None, False
    person = event.pop("person", None)
    game.write(event, **({} if person is None else {"user": person["user"]}))


def _swapped(game: Game, event: Event) -> None:
    one, other = event["seat"], event["other"]
    game.users[one], game.users[other] = game.users[other], game.users[one]
    game.bots[one], game.bots[other] = game.bots[other], game.bots[one]
    game.write(event)


def _host_changed(game: Game, event: Event) -> None:
    game.host = event["host"]["user"]
    game.write(event, host=game.host)


def _became(game: Game, event: Event) -> None:
    """No event any more: `users.became` tells it."""
    guest, account = event["user"], event["person"]["user"]
    game.users = [account if user == guest else user for user in game.users]
    game.host = account if game.host == guest else game.host


def _options_set(game: Game, event: Event) -> None:
    game.options = event["options"]
    players = event["options"]["players"]
    game.users = [*game.users, *[None] * players][:players]
    game.bots = [*game.bots, *[False] * players][:players]
    game.write(event)


def _started(game: Game, event: Event) -> None:
    game.users = [game.users[old] for old in event["order"]]
    game.bots = [game.bots[old] for old in event["order"]]
    game.well = event.get("well") or _cell(game.tags.get("Well"))
    game.market = event.get("market") or game.tags.get("Market")
    game.write(event)


def _placed(game: Game, event: Event) -> None:
    """Whoever places something is not absent: what was proposed about them is off."""
    if game.about == event["seat"]:
        game.about = None
        game.write({"type": "dropped", "at": event["at"], "seat": event["seat"]})
    game.drafter = event["seat"]
    game.draft.append(event["move"])


def _taken_back(game: Game, event: Event) -> None:
    del game.draft[-event.get("count", 1) :]


def _confirmed(game: Game, event: Event) -> None:
    seat = event["seat"]
    game.turns.append(game.draft)
    if game.users[seat] is not None and not game.bots[seat]:
        game.mover = seat
    game.write({**event, "type": "turn_played", "moves": game.draft})
    game.draft = []


def _undone(game: Game, event: Event) -> None:
    del game.turns[-event["turns"] :]
    game.draft = []
    game.write(event)


def _said(game: Game, event: Event) -> None:
    user = event["person"]["user"]
    room = "players" if user in game.users or user == game.host else "watchers"
    game.sink.add("chat", (game.table, event["seq"], room, user, event["at"], event["text"]))


def _replaced(game: Game, event: Event) -> None:
    game.bots[event["seat"]] = True
    game.write(event)


def _came_back(game: Game, event: Event) -> None:
    game.bots[event["seat"]] = False
    game.write(event)


def _proposed(game: Game, event: Event) -> None:
    game.about = event.get("about")
    game.write(event)


def _on_vacation(game: Game, event: Event) -> None:
    game.vacations.append((event["seat"], event["until"] - event["days"] * DAY_MS, event["until"], event["at"]))
    game.write(event)


def _ended(game: Game, event: Event) -> None:
    game.over, game.draft = True, []
    game.write(event)


_READ: dict[str, Callable[[Game, Event], None]] = {
    "opened": _opened,
    "sat": _sat,
    "bot_sat": _bot_sat,
    "seat_freed": _seat_freed,
    "swapped": _swapped,
    "host_changed": _host_changed,
    "became": _became,
    "options_set": _options_set,
    "started": _started,
    "placed": _placed,
    "taken_back": _taken_back,
    "confirmed": _confirmed,
    "undone": _undone,
    "said": _said,
    "replaced": _replaced,
    "came_back": _came_back,
    "proposed": _proposed,
    "on_vacation": _on_vacation,
    "ended": _ended,
    **dict.fromkeys(
        (
            "closed",
            "auto_confirm_set",
            "left",
            "timed_out",
            "resigned",
            "forfeited",
            "agreed",
            "dropped",
            "paused",
            "resumed",
            "analysis_allowed",
            "rematch_set",
            "rematch_made",
        ),
        Game.write,
    ),
}


def _move_tables(connection: sa.Connection) -> None:
    """Every table, event by event, and then its row and those of its seats."""
    progress = op.get_context().config.attributes["progress"]  # type: ignore[union-attr]
    total = connection.execute(sa.text("SELECT count(DISTINCT table_id) FROM events")).scalar_one()
    studies, sink = _studies(connection), Sink(connection)
    games: list[Game] = []
    for done, (table, rows) in enumerate(groupby(_read(connection), key=lambda row: row[0])):
        progress(done, total)
        game = Game(table, sink)
        for _, seq, body in rows:
            event = _parsed(table, seq, body)
            try:
                game.read(event)
            except (KeyError, IndexError, TypeError, AttributeError, ValueError):
                raise _unreadable(table, seq) from None
        games.append(game)
        if len(games) == TABLES_AT_ONCE:
            _settle(connection, games, studies)
            games = []
    _settle(connection, games, studies)
    sink.flush()
    progress(total, total)


class Sink:
    """Collects rows of new tables and writes them many at a time."""

    def __init__(self, connection: sa.Connection) -> None:
        self.connection = connection
        self.rows: list[tuple[str, tuple[Any, ...]]] = []

    def add(self, table: str, row: tuple[Any, ...]) -> None:
        self.rows.append((table, row))
        if len(self.rows) >= PAGE:
            self.flush()

    def flush(self) -> None:
        for table, statement in ADDING.items():
            given = [row for name, row in self.rows if name == table]
            if given:
                names = re.findall(r":(\w+)", statement)
                self.connection.execute(sa.text(statement), [dict(zip(names, row, strict=True)) for row in given])
        self.rows = []


ADDING = {
    "table_events": "INSERT INTO table_events (table_id, seq, body) VALUES (:table_id, :seq, :body)",
    "chat": "INSERT INTO chat (table_id, n, room, user_id, at, text)"
    " VALUES (:table_id, :n, :room, :user_id, :at, :text)",
    "drafts": "INSERT INTO drafts (table_id, seq, n, seat, moves) VALUES (:table_id, :seq, :n, :seat, :moves)",
    # Whoever is on vacation is so in all their games, which each tell of it.
    "vacations": "INSERT INTO vacations (user_id, starts, ends, at) VALUES (:user_id, :starts, :ends, :at)"
    " ON CONFLICT (user_id, starts) DO UPDATE SET"
    " ends = CASE WHEN excluded.ends > vacations.ends THEN excluded.ends ELSE vacations.ends END,"
    " at = CASE WHEN excluded.at < vacations.at THEN excluded.at ELSE vacations.at END",
}
ROW = """
UPDATE tables SET host = :host, acting_user = :acting_user, card = :card, well = :well,
bot_n = :bot_n, bot_due = :bot_due, bot_exhibition = :bot_exhibition, bot_person = :bot_person WHERE id = :id
"""


def _settle(connection: sa.Connection, games: list[Game], studies: dict[str, list[str]]) -> None:
    """The rows about tables whose events have been read."""
    ids = [game.table for game in games]
    rows = {row.id: row for row in _in(connection, "SELECT * FROM tables WHERE id IN :ids", ids)}
    seats: dict[str, list[str | None]] = {id: [] for id in ids}
    for row in _in(connection, "SELECT * FROM seats WHERE table_id IN :ids ORDER BY table_id, seat", ids):
        seats[row.table_id].append(row.user_id)
    people = {user for users in seats.values() for user in users} | {row.host for row in rows.values()}
    guests = _in(connection, "SELECT id, became FROM users WHERE id IN :ids AND became IS NOT NULL", people - {None})
    became = {row.id: row.became for row in guests}
    for game in games:
        users = _resolved(seats[game.table], became)
        game.sink.add(
            "drafts",
            (game.table, game.seq, game.last, game.drafter if game.draft else None, " ".join(game.draft)),
        )
        for seat, starts, ends, at in game.vacations:
            user = game.users[seat]
            if user is not None:
                game.sink.add("vacations", (users.get(user, user), starts, ends, at))
        if game.table in rows:
            _change_row(connection, game, rows[game.table], seats[game.table], users, became)
        for study in studies.get(game.game, ()) if studies and game.over else ():
            given = {"table": game.table, "id": study}
            connection.execute(sa.text("UPDATE analyses SET table_id = :table WHERE id = :id"), given)


def _resolved(users: list[str | None], became: dict[str, str]) -> dict[str, str]:
    """The accounts that guests who sit at a table have become, unless the account has a seat of its own there."""
    named = list(users)
    found = {}
    for number, user in enumerate(users):
        account = became.get(user or "")
        if user is not None and account is not None and account not in named:
            named[number] = found[user] = account
    return found


def _change_row(
    connection: sa.Connection,
    game: Game,
    row: Any,
    seats: list[str | None],
    users: dict[str, str],
    became: dict[str, str],
) -> None:
    stays = row.host in seats and row.host not in users
    host = row.host if stays else users.get(row.host, became.get(row.host, row.host))
    for guest, account in users.items():
        change = sa.text("UPDATE seats SET user_id = :account WHERE table_id = :table AND user_id = :guest")
        connection.execute(change, {"account": account, "table": game.table, "guest": guest})
    due = row.bot_seq is not None
    exhibition = not any(seats)
    mover = None if game.mover is None else game.users[game.mover]
    person = host if mover is None else users.get(mover, mover)
    values = {
        "id": game.table,
        "host": host,
        "acting_user": users.get(row.acting_user, row.acting_user),
        "card": _card(row.card, host, users),
        "well": game.well,
        "bot_n": game.last if due else None,
        "bot_due": row.updated if due else None,
        "bot_exhibition": exhibition,
        "bot_person": (host if exhibition else person) if due else None,
    }
    connection.execute(sa.text(ROW), values)


def _card(text: str, host: str, users: dict[str, str]) -> str:
    """What lists show, without names."""
    card = json.loads(text)
    seats = [{name: value for name, value in seat.items() if name != "name"} for seat in card.get("seats", [])]
    for seat in seats:
        if seat.get("user") in users:
            seat["user"] = users[seat["user"]]
    return _json({**card, "host": host, "seats": seats} if card else card)


# Analyses


def _studies(connection: sa.Connection) -> dict[str, list[str]]:
    """The ids of the analyses of whole games, by the game's digest. Each gets the key that names its game by moves."""
    found: dict[str, list[str]] = {}
    query = "SELECT id, request FROM analyses WHERE game IS NOT NULL AND id > :after ORDER BY id LIMIT :most"
    page = connection.execute(sa.text(query), {"after": "", "most": PAGE}).all()
    while page:
        for id, request in page:
            record = json.loads(request).get("record") or ""
            with suppress(MedinaError):
                key = {"key": game_key(read_record(record)), "id": id}
                connection.execute(sa.text("UPDATE analyses SET game = :key WHERE id = :id"), key)
            tags, moves = _record(record)
            if moves and "Position" not in tags:
                kind = tags.get("Edition", ""), tags.get("Players", ""), tags.get("Gates", "no")
                found.setdefault(_digest(kind, _cell(tags.get("Well")), tags.get("Market"), moves), []).append(id)
        page = connection.execute(sa.text(query), {"after": page[-1].id, "most": PAGE}).all()
    return found


def _record(text: str) -> tuple[dict[str, str], list[str]]:
    """The tags and the moves of a record as it is kept: without comments, marks and variations."""
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))
    rounds = re.findall(r"^\d+\. (.*)$", text, re.MULTILINE)
    return tags, [move for line in rounds for turn in line.split() for move in turn.split(",")]


def _digest(kind: tuple[str, ...], well: str | None, market: str | None, moves: list[str]) -> str:
    return sha256(" ".join([*kind, well or "-", market or "-", *moves]).encode()).hexdigest()


def _cell(text: str | None) -> str | None:
    """A tag says `no` where a game has no well that its edition would have."""
    return None if text == "no" else text


# Rows


def _read(connection: sa.Connection, which: str = "") -> Iterator[tuple[str, int, str]]:
    """(table, number, body) of earlier events in order, a page at a time."""
    query = sa.text(
        "SELECT table_id, seq, body FROM events WHERE (table_id, seq) > (:table, :seq) "
        f"{which} ORDER BY table_id, seq LIMIT {PAGE}"
    )
    last: dict[str, Any] = {"table": "", "seq": 0}
    while page := connection.execute(query, last).all():
        yield from ((row.table_id, row.seq, row.body) for row in page)
        last = {"table": page[-1].table_id, "seq": page[-1].seq}


def _in(connection: sa.Connection, query: str, ids: Any) -> Any:
    return connection.execute(
        sa.text(query).bindparams(sa.bindparam("ids", type_=sa.String, expanding=True)), {"ids": list(ids)}
    ).all()


def _parsed(table: str, seq: int, body: str) -> Event:
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict) or event.get("type") not in _READ or "at" not in event:
        raise _unreadable(table, seq)
    return event | {"seq": seq}


def _unreadable(table: str, seq: int) -> BadDatabase:
    return failure(BadDatabase, "server.bad_event", table=table, seq=seq)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
