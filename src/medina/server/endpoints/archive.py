"""Endpoints about finished games: the archive. One of them is a table like any other, in `tables`."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Literal

from msgspec import Meta

from medina import Record, read_record
from medina.notation import game_key
from medina.server import schema as s
from medina.server.endpoints.call import Call, Endpoint, Query, aside, thinking
from medina.server.endpoints.profiles import find_user
from medina.server.errors import ApiError, sorry
from medina.server.live.commands import check_bots
from medina.server.live.first_page import cards, named_on
from medina.server.live.hub import now_ms
from medina.server.security import letters
from medina.store.reading import Search
from medina.table.played import open_played
from medina.table.refusal import No


async def archive(call: Call) -> s.Archive:
    """Finished games, newest first."""
    query = dict(call.query)
    player = query.pop("player", None)
    user = (await find_user(call, player)).id if player is not None else None
    limit = query.get("limit", 20)
    search = Search(
        user=user,
        edition=query.get("edition"),
        players=query.get("players"),
        gates=query.get("gates"),
        bot=query.get("bot"),
        since=query.get("from"),
        until=query.get("to"),
        cursor=_cursor(query.get("cursor")),
        asker=call.user.id if call.user else None,
        limit=limit + 1,
    )
    rows = await call.site.hub.reader.archive(search)
    more = f"{rows[limit - 1][1]}-{rows[limit - 1][0]}" if len(rows) > limit else None
    games = cards([text for _, _, text in rows[:limit]])
    return s.Archive(games=games, people=await call.site.hub.names.infos(named_on(games)), next=more)


async def keep(call: Call) -> s.TableMade:
    """Keep a finished game against bots that I played on my own device: private, unrated, and once."""
    me = call.person
    call.site.limits.openings.check(me.user)
    call.site.limits.work.check(call.address)
    with thinking(call):
        record = await aside(call, read_record, call.body.record)
        try:
            decision = await aside(call, open_played, record, me.user, now_ms())
        except No as refused:
            raise ApiError(refused.refusal) from None
    check_bots([seat.bot for seat in decision.state.seats if seat.bot is not None])
    live = await call.site.hub.keep(_id_of(record, me.user), decision, me)
    link = call.site.links.write(live.id)
    return s.TableMade(id=link, path=f"/t/{link}")


def _id_of(record: Record, user: str) -> str:
    """The same for the same game of the same person, whatever is said about it."""
    return letters(int.from_bytes(sha256(f"{user} {game_key(record)}".encode()).digest()))


def _cursor(text: str | None) -> tuple[int, str] | None:
    if text is None:
        return None
    ended, _, id = text.partition("-")
    if not ended.isascii() or not ended.isdigit() or len(ended) > 15:
        raise sorry("bad_request", detail="the cursor is none of ours")
    return int(ended), id


Limit = Annotated[int, Meta(ge=1, le=100)]

Moment = Annotated[int, Meta(ge=0, le=2**53)]

ARCHIVE = (
    Query("player", Annotated[str, Meta(max_length=60)], "a person's id or account name"),
    Query("edition", Literal["first", "second"], "edition"),
    Query("players", Annotated[int, Meta(ge=2, le=4)], "number of players"),
    Query("gates", bool, "with or without gates"),
    Query("bot", Annotated[str, Meta(max_length=40)], "a bot that took part"),
    Query("from", Moment, "ended at or after, in milliseconds"),
    Query("to", Moment, "ended at or before, in milliseconds"),
    Query("cursor", Annotated[str, Meta(max_length=60)], "`next` of the page before"),
    Query("limit", Limit, "games on a page; 20 unless given"),
)

ENDPOINTS = [
    Endpoint(method="GET", path="/archive", work=archive, answer=s.Archive, query=ARCHIVE, who=False),
    Endpoint(method="POST", path="/archive", work=keep, body=s.KeepGame, answer=s.TableMade, status=201, costly=True),
]
