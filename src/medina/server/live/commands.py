"""Carrying a command to its table, and answering questions about it."""

from __future__ import annotations

from typing import Any

from medina.bots import BOTS
from medina.server import metrics
from medina.server.errors import sorry
from medina.server.live.hub import Live, Watcher, now_ms
from medina.server.site import Site
from medina.table import commands as do
from medina.table import wire
from medina.table.decide import Decision
from medina.table.events import Person
from medina.table.questions import acting_position, palace_details, previews, sheets, why_not
from medina.table.refusal import No


def check_bots(names: list[str]) -> None:
    """Refuse bots that do not exist."""
    for name in names:
        if name not in BOTS:
            raise sorry("unknown_bot", name=name)


async def carry_out(
    site: Site, live: Live, command: Any, who: Person, asker: Watcher | None = None, id: int | None = None
) -> Decision:
    """A person's command."""
    if isinstance(command, do.Chat):
        site.limits.chats.check(who.user)
    if isinstance(command, do.SeatBot):
        check_bots([command.bot])
    if isinstance(command, do.SetOptions):
        check_bots([command.options.substitute])
    decision = await site.hub.command(live, command, who, asker, id)
    if decision.refusal is not None:
        metrics.REFUSALS.labels(decision.refusal.code).inc()
    return decision


def answer_question(live: Live, question: Any, user: str) -> Any:
    """What a question is answered with; nothing changes."""
    state = live.state
    if isinstance(question, do.Ping):
        return wire.Pong(id=question.id, now=now_ms())
    try:
        if isinstance(question, do.Why):
            refusal = why_not(acting_position(state, user), question.move)
            return wire.WhyAnswer(id=question.id, move=question.move, legal=refusal is None, refusal=refusal)
        if isinstance(question, do.Previews):
            scores = previews(acting_position(state, user), question.piece)
            return wire.PreviewsAnswer(id=question.id, seq=state.seq, scores=scores)
    except No as no:
        return wire.Refused(id=question.id, seq=state.seq, refusal=no.refusal)
    position = state.position
    return wire.DetailsAnswer(
        id=question.id,
        seq=state.seq,
        sheets=sheets(position) if position else (),
        palaces=palace_details(position) if position else (),
    )
