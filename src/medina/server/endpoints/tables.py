"""Endpoints about one table: opening, commands, its record and replay. Lists of tables are in `lobby` and `archive`."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace
from starlette.responses import PlainTextResponse

from medina import Position, Record, read_record, write_record
from medina.server import schema as s
from medina.server.endpoints.call import Call, Endpoint, Query, aside, thinking
from medina.server.errors import ApiError, localised, sorry
from medina.server.live.commands import carry_out, check_bots
from medina.server.live.hub import Live, new_luck, now_ms
from medina.server.live.records import position_at, record_of, replay_of
from medina.table import commands as do
from medina.table.commands import TableCommand
from medina.table.decide import Decision, decide, open_table
from medina.table.fair import is_of_this_game, may_be_analysed
from medina.table.people import Person
from medina.table.view import past_position_for, snapshot
from medina.table.wire import Snapshot


async def open_one(call: Call) -> s.TableMade:
    """Open a table; everything asked for happens at once or not at all."""
    body: s.OpenTable = call.body
    check_bots([*body.bots, body.options.substitute])
    me = call.person
    call.site.limits.openings.check(me.user)
    call.site.limits.work.check(call.address)
    if body.record is None:
        decision, first = _open(body, me)
    else:
        with thinking(call):
            decision, first = await aside(call, _open, body, me)
    # A bot would show what it does there.
    if first is not None and await is_played(call, first):
        raise sorry("still_played")
    players = decision.state.options.players
    seats = range(players - len(body.bots), players) if len(body.bots) <= players else None
    if seats is None:
        raise sorry("seat_taken")
    steps: list[Any] = [do.SeatBot(bot=bot, seat=seat) for bot, seat in zip(body.bots, seats, strict=True)]
    steps += [do.Sit()] if body.sit else []
    steps += [do.Start()] if body.start else []
    luck, accounts = new_luck(), [me.user] if me.account else []
    for step in steps:
        next_ = decide(decision.state, step, me.user, now_ms(), luck, accounts=accounts)
        if next_.refusal is not None:
            raise ApiError(next_.refusal)
        decision = replace(next_, events=(*decision.events, *next_.events))
    live = await call.site.hub.open(decision, me)
    link = live.id if live.state.options.public else call.site.links.write(live.id)
    return s.TableMade(id=link, path=f"/t/{link}")


def _open(body: s.OpenTable, host: Person) -> tuple[Decision, Position | None]:
    """The table, and the position from which it goes on if there is a record."""
    decision = open_table(body.options, host.user, now_ms(), body.record, body.ply)
    return decision, None if body.record is None else position_at(read_record(body.record), decision.state.ply)


async def find_table(call: Call) -> Live:
    """The table of the address, with whatever other processes have stored of it."""
    return await admitted_to(call, call.path("table"))


async def admitted_to(call: Call, table: str) -> Live:
    """A table the asker may look at."""
    live = await call.site.links.find(table, call.user.id if call.user else None)
    if live is None:
        raise sorry("not_found")
    await call.site.hub.refresh(live)
    check_admitted(call, live, table)
    if call.user is not None:
        call.site.seen(live, call.user.id)
    return live


def check_admitted(call: Call, live: Live, table: str) -> None:
    """Look again after waiting for anything: the table may have become private meanwhile."""
    if not call.site.links.admits(live.state, table, call.user.id if call.user else None):
        raise sorry("not_found")


async def is_played(call: Call, position: Position) -> bool:
    """Does a table play this game at the moment, whatever name it was pasted under?"""
    rules = position.ruleset
    for id in await call.site.hub.reader.running_like(rules.edition, rules.players, rules.gates, position.well):
        live = await call.site.hub.table(id)
        if live is not None and not may_be_analysed(live.state) and is_of_this_game(live.state, position):
            return True
    return False


async def table(call: Call) -> Snapshot:
    """Everything I may know about a table."""
    live = await find_table(call)
    events = await call.site.hub.missed(live, call.query.get("since"))
    check_admitted(call, live, call.path("table"))
    here = call.site.hub.online(live)
    link = call.site.links.shown(live, call.me.id)
    return snapshot(live.view, link, call.me.id, now_ms(), events, here, live.chat)


async def command(call: Call) -> s.CommandDone:
    """One command, as on the socket."""
    live = await find_table(call)
    done = await carry_out(call.site, live, call.body, call.person, call.path("table"))
    if done.refusal is not None:
        raise ApiError(localised(done.refusal, call.lang, live.people))
    return s.CommandDone(seq=live.state.seq, n=live.state.n, line=done.line)


async def _game(call: Call) -> tuple[Live, Record]:
    live = await find_table(call)
    found = record_of(live.state, live.people)
    if found is None:
        raise sorry("not_started")
    return live, found


def ended_at(live: Live) -> str | None:
    """The id of a table whose game is over: analyses of that game hang on it."""
    return live.id if live.state.phase == "over" else None


async def record(call: Call) -> PlainTextResponse:
    """The confirmed game as text."""
    live, found = await _game(call)
    headers = {"Content-Disposition": f'attachment; filename="medina-{live.id}.mgn"'}
    return PlainTextResponse(write_record(found), headers=headers)


async def replay(call: Call) -> s.Replay:
    """The confirmed game turn by turn; the last position as the asker may see it."""
    live, found = await _game(call)
    # Who still plays sees no analysis, not even one that was made of the same game elsewhere.
    playing = not may_be_analysed(live.state)
    analysis = None if playing else await call.site.analyses.of_game(found, ended_at(live))
    made = replay_of(found, analysis)
    seat = live.state.seat_of(call.me.id)
    return replace(made, last=past_position_for(live.state, found.position, seat), playing=playing)


async def position(call: Call) -> s.PositionAnswer:
    """The position after some placements of the confirmed game, as the asker may see it."""
    live, found = await _game(call)
    ply = call.path("ply")
    if not ply.isascii() or not ply.isdigit() or len(ply) > 5:
        raise sorry("bad_request", detail="a number of placements is expected")
    wanted = position_at(found, int(ply))
    if wanted is None:
        raise sorry("no_such_ply", plies=len(found.moves))
    seat = live.state.seat_of(call.me.id)
    return s.PositionAnswer(position=past_position_for(live.state, wanted, seat))


Moment = Annotated[int, Meta(ge=0, le=2**53)]

SINCE = (Query("since", Moment, "also tell the events after this number"),)

ENDPOINTS = [
    Endpoint(method="POST", path="/tables", work=open_one, body=s.OpenTable, answer=s.TableMade, status=201),
    Endpoint(method="GET", path="/tables/{table}", work=table, answer=Snapshot, query=SINCE),
    Endpoint(method="POST", path="/tables/{table}/commands", work=command, body=TableCommand, answer=s.CommandDone),
    Endpoint(method="GET", path="/tables/{table}/record", work=record, who=False, media="text/plain", costly=True),
    Endpoint(method="GET", path="/tables/{table}/replay", work=replay, answer=s.Replay, costly=True),
    Endpoint(method="GET", path="/tables/{table}/positions/{ply}", work=position, answer=s.PositionAnswer, costly=True),
]
