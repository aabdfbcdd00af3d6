"""The register of personal data: for each column that names a person, what happens to the data in its rows.

`forgetting.py`, `exporting.py`, `cleaning.py` and `People.take_along` iterate over it. Where no general rule fits, the
register names the function that does the work. A test compares the register with `tables.py`: a column that names a
person and is not declared here fails it. The table in docs/security.md is generated from it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Column, MetaData, String, Table, Text
from sqlalchemy.ext.asyncio import AsyncConnection

from medina.store import tables as t
from medina.store.blocks import hand_over as hand_blocks_over
from medina.store.chat import REMOVED
from medina.store.seats import hand_over as hand_seats_over
from medina.store.studies import NOBODY as NO_ASKER
from medina.store.studies import forget_asker


class Remove(Struct, frozen=True):
    """Remove the rows."""


class Change(Struct, frozen=True):
    """Give columns of the rows other values."""

    values: dict[str, Any]


class Move(Struct, frozen=True):
    """Give the rows to the account. Where the account has such a row already, its own stays."""


class Keeps(Struct, frozen=True):
    """Keep a guest who has such a row."""


class Rows(Struct, frozen=True):
    """Export the rows, in the named field: each with these names and columns."""

    field: str
    columns: dict[str, Column[Any]]
    order: Any


class After(Struct, frozen=True):
    """Remove the rows when they are older than a setting says."""

    setting: str
    what: str


class Ended(Struct, frozen=True):
    """Remove the rows a day after the moment in this column."""

    until: Column[Any]


class Forget(Struct, frozen=True):
    """Call a function with the connection and the ids of the person: the account's, and those of the guests it was."""

    work: Callable[[AsyncConnection, Sequence[str]], Awaitable[None]]
    what: str


class HandOver(Struct, frozen=True):
    """Call a function with the connection, the guest and the account."""

    work: Callable[[AsyncConnection, str, str], Awaitable[None]]
    what: str


class Elsewhere(Struct, frozen=True):
    """The named function does the work; for an export, `field` is where it stands."""

    by: str
    what: str
    field: str = ""


class Nothing(Struct, frozen=True):
    """Nothing happens, for a reason."""

    why: str


Cleaning = Keeps | Remove | Change | After | Ended | Elsewhere | Nothing


class About(Struct, frozen=True, kw_only=True):
    """Rows about a person: `who` has the person's id, `contents` what else the rows hold about the person.

    `idle` says what the rows mean for a guest whom nobody needs any more, `clean` when the rows go by themselves.
    `withheld` are contents that an export leaves out, with the reasons.
    """

    who: Column[Any]
    contents: tuple[Column[Any], ...] = ()
    forget: Remove | Change | Forget | Elsewhere | Nothing
    export: Rows | Elsewhere | Nothing
    withheld: dict[str, str] = {}
    idle: Keeps | Remove | Change | Elsewhere | Nothing
    clean: After | Ended | Elsewhere | Nothing
    hand_over: Move | HandOver | Elsewhere | Nothing

    @property
    def table(self) -> Table:
        """The table that the rows are in."""
        return self.who.table


SECRET = "a secret"
ONLY_ACCOUNTS = Nothing("only accounts have such rows")
WITH_PERSON = Nothing("the person removes them, or is forgotten")
WITH_TABLE = After("table_days", "tables that were closed before a game began")
STAYS_WITH_GAME = Nothing("an id alone, which then names nobody; the game belongs to others, too")
RESOLVED = Nothing("`users.became` leads from the guest to the account")
WITH_SEAT = Elsewhere("medina.store.seats.hand_over", "moved with the seat")
ME = "medina.server.endpoints.me.export"
FORGET_OLD = "medina.store.notifications.Notifications.forget_old"


def _columns(table: Table, names: str, /, **renamed: str) -> dict[str, Column[Any]]:
    return {name: table.c[name] for name in names.split()} | {new: table.c[old] for new, old in renamed.items()}


REGISTER: tuple[About, ...] = (
    About(
        who=t.users.c.id,
        contents=(
            t.users.c.name,
            t.users.c.name_key,
            t.users.c.password,
            t.users.c.language,
            t.users.c.email,
            t.users.c.role,
        ),
        forget=Change({
            "name": "",
            "deleted": True,
            **dict.fromkeys(("name_key", "password", "language", "email", "role")),
        }),
        export=Elsewhere(ME, "in `me`", field="me"),
        withheld={"name_key": "follows from the name", "password": SECRET},
        idle=Elsewhere("medina.store.cleaning.Remains.guests", "the row itself goes"),
        clean=After("guest_days", "guests whom no other row keeps"),
        hand_over=Nothing("the guest's row stays, and names the account in `became`"),
    ),
    About(
        who=t.users.c.became,
        forget=Elsewhere("medina.store.forgetting.forget_person", "the guests that an account was are forgotten, too"),
        export=Nothing("an id that the site made up; what these guests did is in the export of the account"),
        idle=Elsewhere("medina.store.cleaning.Remains.guests", "a guest who became an account is kept"),
        clean=Nothing("events and chat may name the guest, whom this column leads to the account"),
        hand_over=Elsewhere("medina.store.people.People.take_along", "names the account from then on"),
    ),
    About(
        who=t.tokens.c.user_id,
        contents=(t.tokens.c.label, t.tokens.c.digest),
        forget=Remove(),
        export=Rows("tokens", _columns(t.tokens, "id label created used"), t.tokens.c.created),
        withheld={"digest": SECRET},
        idle=ONLY_ACCOUNTS,
        clean=WITH_PERSON,
        hand_over=ONLY_ACCOUNTS,
    ),
    About(
        who=t.passkeys.c.user_id,
        contents=(t.passkeys.c.label, t.passkeys.c.credential, t.passkeys.c.public_key),
        forget=Remove(),
        export=Rows("passkeys", _columns(t.passkeys, "id label created used"), t.passkeys.c.created),
        withheld={"credential": SECRET, "public_key": "of use to the site alone"},
        idle=ONLY_ACCOUNTS,
        clean=WITH_PERSON,
        hand_over=ONLY_ACCOUNTS,
    ),
    About(
        who=t.tables.c.host,
        forget=STAYS_WITH_GAME,
        export=Elsewhere(ME, "in `games`", field="games"),
        idle=Keeps(),
        clean=WITH_TABLE,
        hand_over=Elsewhere(
            "medina.store.seats.hand_over", "moved with the seat, and while the table is open or its game is running"
        ),
    ),
    About(
        who=t.tables.c.acting_user,
        forget=STAYS_WITH_GAME,
        export=Elsewhere(ME, "in `games`", field="games"),
        idle=Nothing("whoever is to move has a seat, which keeps the guest"),
        clean=WITH_TABLE,
        hand_over=WITH_SEAT,
    ),
    About(
        who=t.tables.c.bot_person,
        forget=Nothing("an id alone, which then names nobody; emptied when the bot has played"),
        export=Nothing("whose action made a bot's turn due; emptied when the bot has played"),
        idle=Nothing("an id alone; emptied when the bot has played"),
        clean=Nothing("emptied when the bot has played"),
        hand_over=WITH_SEAT,
    ),
    About(
        who=t.tables.c.bot_origin,
        forget=Nothing("a hash of an address with a key of the day; emptied when the bot has played"),
        export=Nothing("a hash of an address that other people may share; emptied when the bot has played"),
        idle=Nothing("names no guest"),
        clean=Nothing("emptied when the bot has played"),
        hand_over=Nothing("names no guest"),
    ),
    About(
        who=t.table_events.c.body,
        forget=STAYS_WITH_GAME,
        export=Elsewhere(ME, "in `records`", field="records"),
        idle=Nothing("an id alone; the seats keep a guest who has played"),
        clean=WITH_TABLE,
        hand_over=RESOLVED,
    ),
    About(
        who=t.chat.c.user_id,
        contents=(t.chat.c.text,),
        forget=Change({"text": REMOVED}),
        export=Rows("chat", _columns(t.chat, "n room at text", table="table_id"), t.chat.c.at),
        idle=Keeps(),
        clean=After("chat_days", "lines, unless a report about them is open"),
        hand_over=RESOLVED,
    ),
    About(
        who=t.vacations.c.user_id,
        forget=Remove(),
        export=Rows("vacations", _columns(t.vacations, "starts ends at"), t.vacations.c.starts),
        idle=Remove(),
        clean=WITH_PERSON,
        hand_over=Move(),
    ),
    About(
        who=t.seats.c.user_id,
        forget=STAYS_WITH_GAME,
        export=Elsewhere(ME, "in `games`", field="games"),
        idle=Keeps(),
        clean=WITH_TABLE,
        hand_over=HandOver(hand_seats_over, "moved, except at tables where the account sits itself"),
    ),
    About(
        who=t.ratings.c.user_id,
        forget=Remove(),
        export=Elsewhere("medina.server.endpoints.profiles.ratings_of", "in `me`", field="me"),
        idle=ONLY_ACCOUNTS,
        clean=WITH_PERSON,
        hand_over=ONLY_ACCOUNTS,
    ),
    About(
        who=t.rating_history.c.user_id,
        forget=Remove(),
        export=Rows(
            "rating_history",
            _columns(t.rating_history, "user_id table_id edition players at rating"),
            t.rating_history.c.at,
        ),
        idle=ONLY_ACCOUNTS,
        clean=WITH_PERSON,
        hand_over=ONLY_ACCOUNTS,
    ),
    About(
        who=t.analyses.c.user_id,
        contents=(t.analyses.c.request, t.analyses.c.result),
        forget=Forget(forget_asker, f"removed; a study that belongs to its game stays, asked for by {NO_ASKER!r}"),
        export=Elsewhere("medina.server.thinking.analyses.Analyses.of", "in `analyses`", field="analyses"),
        withheld={"result": "what went wrong at the site; what an analysis found is about the game"},
        idle=Keeps(),
        clean=After("analysis_days", "analyses that ended, with their steps"),
        hand_over=Move(),
    ),
    About(
        who=t.forgetting.c.user_id,
        forget=Elsewhere("medina.store.forgetting.forget_person", "removed with the second look, a minute later"),
        export=Nothing("whoever has such a row cannot log in any more"),
        idle=Nothing("whoever has such a row is no guest any more"),
        clean=Elsewhere("medina.store.forgetting.to_look_at_again", "a minute later"),
        hand_over=Nothing("whoever has such a row cannot log in any more"),
    ),
    About(
        who=t.email_tokens.c.user_id,
        contents=(t.email_tokens.c.email, t.email_tokens.c.digest),
        forget=Remove(),
        export=Rows("keys", _columns(t.email_tokens, "email until"), t.email_tokens.c.until),
        withheld={"digest": SECRET},
        idle=ONLY_ACCOUNTS,
        clean=Ended(t.email_tokens.c.until),
        hand_over=ONLY_ACCOUNTS,
    ),
    About(
        who=t.blocks.c.user_id,
        forget=Remove(),
        export=Elsewhere("medina.store.blocks.Blocks.of", "in `bonds`, with names", field="bonds"),
        idle=Keeps(),
        clean=WITH_PERSON,
        hand_over=HandOver(hand_blocks_over, "moved; if both have one with somebody, a block wins over a mute"),
    ),
    About(
        who=t.blocks.c.other_id,
        forget=Remove(),
        export=Nothing("whom somebody else mutes or blocks is not told of it"),
        idle=Keeps(),
        clean=Nothing("whoever made it ends it"),
        hand_over=Elsewhere("medina.store.blocks.hand_over", "moved, so that nobody gets round a block by logging in"),
    ),
    About(
        who=t.reports.c.user_id,
        contents=(t.reports.c.text,),
        forget=Remove(),
        export=Nothing("would tell who reported whom; the words are in `chat`"),
        idle=Keeps(),
        clean=Nothing("a settled report explains what moderators did"),
        hand_over=Move(),
    ),
    About(
        who=t.reports.c.reporter,
        contents=(t.reports.c.note,),
        forget=Change({"reporter": None, "note": ""}),
        export=Rows(
            "reports",
            _columns(
                t.reports, "id at reporter user_id kind note table_id", words="text", seq="chat_n", closed="closed_at"
            ),
            t.reports.c.at,
        ),
        idle=Change({"reporter": None}),
        clean=Nothing("a settled report explains what moderators did"),
        hand_over=Move(),
    ),
    About(
        who=t.push_subscriptions.c.user_id,
        contents=(
            t.push_subscriptions.c.endpoint,
            t.push_subscriptions.c.p256dh,
            t.push_subscriptions.c.auth,
            t.push_subscriptions.c.digest,
        ),
        forget=Remove(),
        export=Rows(
            "calls",
            _columns(t.push_subscriptions, "digest endpoint p256dh auth language created"),
            t.push_subscriptions.c.created,
        ),
        idle=Remove(),
        clean=Nothing("goes with a log-out, a new password, or when its push service says that it is gone"),
        hand_over=Move(),
    ),
    About(
        who=t.notification_preferences.c.user_id,
        forget=Remove(),
        export=Rows(
            "calls", _columns(t.notification_preferences, "push email language"), t.notification_preferences.c.user_id
        ),
        idle=Remove(),
        clean=WITH_PERSON,
        hand_over=Move(),
    ),
    About(
        who=t.notifications.c.user_id,
        forget=Remove(),
        export=Rows(
            "calls",
            _columns(t.notifications, "table_id kind mark at due inviter shown emailed_at"),
            t.notifications.c.at,
        ),
        idle=Remove(),
        clean=Elsewhere(FORGET_OLD, "removed when the person has not come for long"),
        hand_over=Move(),
    ),
    About(
        who=t.notifications.c.inviter,
        forget=Change({"inviter": None}),
        export=Nothing("belongs to whoever is invited"),
        idle=Change({"inviter": None}),
        clean=Elsewhere(FORGET_OLD, "removed when the invited person has not come for long"),
        hand_over=Move(),
    ),
    About(
        who=t.bans.c.user_id,
        contents=(t.bans.c.reason,),
        forget=Remove(),
        export=Rows("bans", _columns(t.bans, "at until", why="reason"), t.bans.c.at),
        idle=Keeps(),
        clean=Ended(t.bans.c.until),
        hand_over=Nothing("a banned guest cannot log in"),
    ),
    About(
        who=t.bans.c.network,
        forget=Nothing("names nobody once the person's own ban is removed, and still keeps the address out"),
        export=Nothing("an address that other people share"),
        idle=Nothing("names no guest"),
        clean=Ended(t.bans.c.until),
        hand_over=Nothing("names no guest"),
    ),
    About(
        who=t.moderation_log.c.user_id,
        contents=(t.moderation_log.c.reason, t.moderation_log.c.details),
        forget=Change({"details": "", "reason": ""}),
        export=Rows(
            "acts",
            _columns(t.moderation_log, "at", what="action", why="reason", kept="details", table="table_id"),
            t.moderation_log.c.number.desc(),
        ),
        idle=Keeps(),
        clean=Elsewhere(
            "medina.store.cleaning.Remains.addresses",
            "the log of moderation is never shortened; in `details`, a banned address goes a day after its ban",
        ),
        hand_over=Nothing("undone for the guest it was done to; forgetting and export follow `users.became`"),
    ),
    About(
        who=t.moderation_log.c.moderator,
        contents=(t.moderation_log.c.reason,),
        forget=Nothing("the log of moderation is never shortened; the id alone names nobody"),
        export=Rows(
            "moderated",
            _columns(t.moderation_log, "at", what="action", why="reason", table="table_id"),
            t.moderation_log.c.number.desc(),
        ),
        idle=ONLY_ACCOUNTS,
        clean=Nothing("the log of moderation is never shortened"),
        hand_over=ONLY_ACCOUNTS,
    ),
    About(
        who=t.puzzle_solvers.c.user_id,
        forget=Remove(),
        export=Rows(
            "puzzle_level", _columns(t.puzzle_solvers, "mean deviation tries"), t.puzzle_solvers.c.user_id
        ),
        idle=ONLY_ACCOUNTS,
        clean=WITH_PERSON,
        hand_over=ONLY_ACCOUNTS,
    ),
    About(
        who=t.puzzle_tries.c.user_id,
        forget=Remove(),
        export=Rows("puzzle_tries", _columns(t.puzzle_tries, "puzzle solved at"), t.puzzle_tries.c.at),
        idle=ONLY_ACCOUNTS,
        clean=WITH_PERSON,
        hand_over=ONLY_ACCOUNTS,
    ),
)  # fmt: skip

NO_PERSON: dict[str, str] = {
    "drafts": "placements of a turn, by seat",
    "study_steps": "what an analysis found in a game; its rows go with the row of the analysis",
    "puzzle_ratings": "what all tries together say about a puzzle",
    "puzzles_withdrawn": "puzzles alone; who took them away is in the log",
    "settings": "values of the site",
}
"""Tables without a column that names a person, and why none does."""

IMPERSONAL: dict[str, str] = {
    "tables.card": "names people by the ids that are in `seats`",
    "tables.bot_worker": "the process in which a bot thinks",
    "notification_preferences.email": "kinds of notifications",
    "drafts.moves": "placements of a turn",
    "study_steps.body": "chances, moves and sentences about a game",
    "settings.value": "values of the site",
}
"""Columns that look as if they named a person, and why they do not."""

ID_LENGTH = 24
"""Length of the columns that hold an id."""
OTHER_IDS = {"id", "table_id", "analysis_id", "puzzle", "cause"}
"""Ids of something else than a person."""
TELLING = re.compile(
    r"user|person|people|other_id|host|reporter|moderator|inviter|became|name|mail|password|digest|address|network"
    r"|endpoint|p256dh|auth|credential|public_key|label|text|note|reason|details|role|origin"
)
"""Names of columns that hold something about a person."""


def looks_personal(column: Column[Any]) -> bool:
    """True if a column may name a person: by foreign key, by name, or because it has room for an id or a text."""
    if any(key.target_fullname == "users.id" for key in column.foreign_keys):
        return True
    kind = column.type
    if isinstance(kind, Text):
        return True
    if not isinstance(kind, String) or column.name in OTHER_IDS:
        return False
    return kind.length == ID_LENGTH or TELLING.search(column.name) is not None


def undeclared(metadata: MetaData) -> list[str]:
    """Find what the register does not know: tables, and columns that may name a person."""
    declared = {str(column) for about in REGISTER for column in (about.who, *about.contents)}
    known = {about.table.name for about in REGISTER} | NO_PERSON.keys()
    tables = [name for name in metadata.tables if name not in known]
    columns = [str(column) for column in _all_columns(metadata) if looks_personal(column)]
    return tables + [name for name in columns if name not in declared | IMPERSONAL.keys()]


def _all_columns(metadata: MetaData) -> Iterator[Column[Any]]:
    for table in metadata.sorted_tables:
        yield from table.columns
