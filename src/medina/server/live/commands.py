"""Carrying a command to its table. What changes nothing is in `questions`."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import Struct

from medina.bots import BOTS
from medina.server import metrics
from medina.server.errors import sorry
from medina.server.live.hub import Live, Watcher
from medina.server.site import Site
from medina.table import commands as do
from medina.table.people import Person
from medina.table.state import State
from medina.table.wire import RefusalInfo


class Done(Struct, frozen=True):
    """What came of a command: the refusal if it was not granted, else whether a message told of it.

    `line` is the number of a line of chat.
    """

    refusal: RefusalInfo | None
    told: bool
    line: int | None = None


def check_bots(names: list[str]) -> None:
    """Refuse bots that do not exist."""
    for name in names:
        if name not in BOTS:
            raise sorry("unknown_bot", name=name)


async def _check_welcome(site: Site, live: Live, who: Person) -> None:
    """Nobody has to play with whom they have blocked, neither at their own table nor where they sit already."""
    if await site.blocks.keep_away(set(live.state.users) - {who.user}, who.user):
        raise sorry("not_welcome")


def _plays_with_people(state: State, who: Person) -> bool:
    """True if a proposal of this person has to be answered by somebody else; bots agree at once."""
    me = state.seat_of(who.user)
    return any(seat.played_by_person and number != me for number, seat in enumerate(state.seats))


async def carry_out(
    site: Site,
    live: Live,
    command: Any,
    who: Person,
    came_by: str,
    asker: Watcher | None = None,
    id: int | None = None,
) -> Done:
    """Carry out the command of a person who came to the table by this id or link."""
    admitted = partial(site.links.admits, text=came_by, user=who.user)
    if isinstance(command, do.Chat):
        site.limits.chats.check(who.user)
        said = await site.hub.say(live, who, command.text, asker, id, admitted)
        return _done(said, told=True) if isinstance(said, RefusalInfo) else Done(None, told=True, line=said.n)
    if isinstance(command, do.Sit):
        await _check_welcome(site, live, who)
    if isinstance(command, do.SeatBot):
        check_bots([command.bot])
    if isinstance(command, do.Propose):
        if command.bot is not None:
            check_bots([command.bot])
        if _plays_with_people(live.state, who):
            site.limits.proposals.check(f"{who.user} {live.id}", reason="too_many_proposals")
    if isinstance(command, do.SetOptions):
        check_bots([command.options.substitute])
    if isinstance(command, do.Vacation):
        decision = await site.hub.take_vacation(live, command, who, asker, id)
    else:
        decision = await site.hub.command(live, command, who, asker, id, admitted)
    return _done(decision.refusal, decision.changed)


def _done(refusal: RefusalInfo | None, told: bool) -> Done:
    if refusal is not None:
        metrics.REFUSALS.labels(refusal.code).inc()
    return Done(refusal, told)
