"""Endpoints about tables: the lobby, opening, commands, records, the archive."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace
from starlette.responses import PlainTextResponse

from medina import write_record
from medina.server import schema as s
from medina.server._people import _me, _token, find_user
from medina.server.api import Call, Endpoint, Query
from medina.server.commands import carry_out, check_bots
from medina.server.errors import ApiError, sorry
from medina.server.hub import Live, new_luck, now_ms
from medina.server.records import position_at, record_of, replay_of
from medina.server.site import Site
from medina.store.reading import Search
from medina.table import commands as do
from medina.table.commands import TableCommand
from medina.table.decide import decide, open_table
from medina.table.view import past_position_for, snapshot
from medina.table.wire import Snapshot

MOST_RECORDS = 1_000
"""Games whose records an export holds."""

_cards = msgspec.json.Decoder(s.TableCard)


def cards(texts: list[str]) -> list[s.TableCard]:
    """Stored cards."""
    return [_cards.decode(text) for text in texts]


async def lobby_of(site: Site) -> s.Lobby:
    """The public tables; asked of the database once for everybody until something changes."""
    reader, changes = site.hub.reader, site.hub.changes
    if site.lobby is None or site.lobby[0] != changes:
        lobby = s.Lobby(open=cards(await reader.lobby("open")), playing=cards(await reader.lobby("playing", 50)))
        site.lobby = (changes, lobby)
    return site.lobby[1]


async def tables_of(site: Site, user: str) -> s.MyTables:
    """A person's open and running tables."""
    found = cards(await site.hub.reader.running_of(user))
    return s.MyTables(tables=found, your_turn=[card.id for card in found if _acting(card) == user])


def _acting(card: s.TableCard) -> str | None:
    if card.acting is None or card.seats[card.acting].bot is not None:
        return None
    return card.seats[card.acting].user


async def lobby(call: Call) -> s.Lobby:
    """Open tables to join and running ones to watch."""
    return await lobby_of(call.site)


async def my_tables(call: Call) -> s.MyTables:
    """My running games, those where it is my turn first."""
    return await tables_of(call.site, call.me.id)


async def home(call: Call) -> s.LobbyMessage:
    """Everything the first page shows."""
    mine = await tables_of(call.site, call.me.id)
    return s.LobbyMessage(lobby=await lobby_of(call.site), mine=mine, online=call.site.online)


async def open_one(call: Call) -> s.TableMade:
    """Open a table; everything asked for happens at once or not at all."""
    body: s.OpenTable = call.body
    check_bots([*body.bots, body.options.substitute])
    me = call.person
    if not call.site.openings.take(me.user, time.monotonic()):
        raise sorry("too_many")
    call.count_work()
    decision = open_table(body.options, me, now_ms(), body.record, body.ply)
    players = decision.state.options.players
    seats = range(players - len(body.bots), players) if len(body.bots) <= players else None
    if seats is None:
        raise sorry("seat_taken")
    steps: list[Any] = [do.SeatBot(bot=bot, seat=seat) for bot, seat in zip(body.bots, seats, strict=True)]
    steps += [do.Sit()] if body.sit else []
    steps += [do.Start()] if body.start else []
    luck = new_luck()
    for step in steps:
        next_ = decide(decision.state, step, me, now_ms(), luck)
        if next_.refusal is not None:
            raise ApiError(next_.refusal)
        decision = replace(next_, events=(*decision.events, *next_.events))
    live = await call.site.hub.open(decision)
    return s.TableMade(id=live.id, path=f"/t/{live.id}")


async def find_table(call: Call) -> Live:
    """The table of the address, with whatever other processes have stored of it."""
    live = await call.site.hub.table(call.path("table"))
    if live is None:
        raise sorry("not_found")
    await call.site.hub.refresh(live)
    return live


async def table(call: Call) -> Snapshot:
    """Everything I may know about a table."""
    live = await find_table(call)
    since = call.query.get("since")
    events = await call.site.hub.reader.events(live.id, since) if since is not None else []
    here = call.site.hub.online(live)
    events = [event for event in events if event.seq <= live.state.seq]
    return snapshot(live.state, live.id, call.me.id, now_ms(), events, here.seats, here.watchers)


async def command(call: Call) -> s.CommandDone:
    """One command, as on the socket."""
    live = await find_table(call)
    decision = await carry_out(call.site, live, call.body, call.person)
    if decision.refusal is not None:
        raise ApiError(decision.refusal)
    return s.CommandDone(seq=decision.state.seq)


async def record(call: Call) -> PlainTextResponse:
    """The confirmed game as text."""
    live = await find_table(call)
    found = record_of(live.state)
    if found is None:
        raise ApiError(not_started())
    headers = {"Content-Disposition": f'attachment; filename="medina-{live.id}.mgn"'}
    return PlainTextResponse(write_record(found), headers=headers)


def not_started() -> Any:
    """There is no game yet."""
    return sorry("not_started").refusal


async def replay(call: Call) -> s.Replay:
    """The confirmed game step by step; stocks only where the asker may see them all."""
    live = await find_table(call)
    found = record_of(live.state)
    if found is None:
        raise ApiError(not_started())
    made = replay_of(found)
    if live.state.options.stocks == "open" or live.state.phase == "over":
        return made
    seat = live.state.seat_of(call.me.id)
    steps = [
        replace(step, set=[*step.set[:-1], (["stock"], past_position_for(live.state, position, seat)["stock"])])
        for step, position in zip(made.steps, found.positions[1:], strict=True)
    ]
    return replace(made, start=past_position_for(live.state, found.start, seat), steps=steps)


async def position(call: Call) -> s.PositionAnswer:
    """The position after some placements of the confirmed game, as the asker may see it."""
    live = await find_table(call)
    found = record_of(live.state)
    if found is None:
        raise ApiError(not_started())
    ply = call.path("ply")
    if not ply.isascii() or not ply.isdigit() or len(ply) > 5:
        raise sorry("bad_request", detail="a number of placements is expected")
    wanted = position_at(found, int(ply))
    if wanted is None:
        raise sorry("no_such_ply", plies=len(found.moves))
    seat = live.state.seat_of(call.me.id)
    return s.PositionAnswer(position=past_position_for(live.state, wanted, seat))


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
    return s.Archive(games=cards([text for _, _, text in rows[:limit]]), next=more)


def _cursor(text: str | None) -> tuple[int, str] | None:
    if text is None:
        return None
    ended, _, id = text.partition("-")
    if not ended.isascii() or not ended.isdigit() or len(ended) > 15:
        raise sorry("bad_request", detail="the cursor is none of ours")
    return int(ended), id


async def export(call: Call) -> s.Exported:
    """Everything kept about me."""
    me, site = call.me, call.site
    if not site.exports.take(me.id, time.monotonic()):
        raise sorry("too_many")
    rows = await site.hub.reader.archive(Search(user=me.id, asker=me.id, limit=MOST_RECORDS))
    running = await site.hub.reader.running_of(me.id)
    games = cards([text for _, _, text in rows] + running)
    records: dict[str, str] = {}
    for card in games:
        live = await site.hub.table(card.id)
        found = record_of(live.state) if live is not None else None
        if found is not None:
            records[card.id] = write_record(found)
    said = await site.hub.reader.said_by(me.id)
    return s.Exported(
        me=await _me(call, me),
        created=me.created,
        tokens=[_token(token) for token in await site.people.tokens(me.id)],
        games=games,
        records=records,
        chat=[{"table": table, "at": event.at, "text": event.text} for table, event in said],
        analyses=await site.analyses.of(me.id),
        rating_history=await site.ratings.history(me.id),
    )


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
SINCE = (Query("since", Moment, "also tell the events after this number"),)
ENDPOINTS = [
    Endpoint(method="GET", path="/lobby", work=lobby, answer=s.Lobby, who=False),
    Endpoint(method="GET", path="/home", work=home, answer=s.LobbyMessage),
    Endpoint(method="GET", path="/me/tables", work=my_tables, answer=s.MyTables),
    Endpoint(method="GET", path="/me/export", work=export, answer=s.Exported),
    Endpoint(method="POST", path="/tables", work=open_one, body=s.OpenTable, answer=s.TableMade, status=201),
    Endpoint(method="GET", path="/tables/{table}", work=table, answer=Snapshot, query=SINCE),
    Endpoint(method="POST", path="/tables/{table}/commands", work=command, body=TableCommand, answer=s.CommandDone),
    Endpoint(method="GET", path="/tables/{table}/record", work=record, who=False, media="text/plain"),
    Endpoint(method="GET", path="/tables/{table}/replay", work=replay, answer=s.Replay),
    Endpoint(method="GET", path="/tables/{table}/positions/{ply}", work=position, answer=s.PositionAnswer),
    Endpoint(method="GET", path="/archive", work=archive, answer=s.Archive, query=ARCHIVE, who=False),
]
