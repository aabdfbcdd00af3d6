"""Who may say something at a table, in which room, and what is kept of it. Chat is no event of the game."""

from __future__ import annotations

from medina.table.refusal import no
from medina.table.state import State
from medina.table.text import clean_chat
from medina.table.wire import Room


def room_of(state: State, user: str) -> Room:
    """The room in which a person speaks; raises the refusal if watchers have to be quiet."""
    if state.seat_of(user) is not None or state.host == user:
        return "players"
    if not state.options.watchers_chat:
        raise no("watchers_quiet")
    return "watchers"


def cleaned(text: str) -> str:
    """A line as it is kept; raises the refusal when nothing is left of it."""
    line = clean_chat(text)
    if not line:
        raise no("nothing_said")
    return line
