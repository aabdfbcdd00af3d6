"""Saying no: a code for programs, a sentence for people."""

from __future__ import annotations

from typing import Any

from medina import IllegalMove, MedinaError
from medina.table.wire import RefusalInfo

SENTENCES = {
    "not_your_turn": "It is not your turn. The board shows whose it is.",
    "not_seated": "You have no seat at this table. Sit down first, or watch.",
    "seat_taken": "That seat is taken. Choose a free one.",
    "already_seated": "You already have a seat at this table. Stand up first to take another.",
    "not_host": "Only the host of the table can do that.",
    "not_started": "The game has not started yet.",
    "already_started": "The game has already started.",
    "seats_free": "Some seats are still free. Fill them with people or bots, then start.",
    "stale": "The game has moved on since you looked. Look at the board and try again.",
    "nothing_to_take_back": "There is nothing of your own turn left to take back.",
    "turn_complete": "Your turn is complete. Confirm it or take something back.",
    "turn_incomplete": "Your turn is not complete yet. Place a piece first.",
    "time_up": "Your time is up.",
    "game_over": "The game is over.",
    "closed": "This table is closed. Open a new one.",
    "needs_account": "Rated games are for accounts. Make one, or play unrated.",
    "not_rated": "Rated games are played by people, by the edition's own rules.",
    "no_seat": "There is no such seat at this table.",
    "no_bot_there": "That seat has a person on it.",
    "nothing_said": "There is nothing in that message to show.",
    "watchers_quiet": "Watchers cannot chat at this table.",
    "fixed_game": "This table goes on from a recorded game, so its rules cannot be changed.",
    "resigned": "You have resigned this game.",
    "not_away": "You have not left: your seat is yours.",
}
CODES = {
    "closed": "game_over",
    "not_rated": "bad_request",
    "no_seat": "bad_request",
    "no_bot_there": "seat_taken",
    "nothing_said": "bad_request",
    "watchers_quiet": "not_allowed",
    "fixed_game": "not_allowed",
    "resigned": "not_allowed",
    "not_away": "bad_request",
}


class No(Exception):
    """Raised inside `decide` only, which turns it into a value."""

    def __init__(self, refusal: RefusalInfo) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def no(reason: str, **args: Any) -> No:
    """The refusal of that name, to be raised."""
    code = CODES.get(reason, reason)
    return No(RefusalInfo(code=code, reason=reason, args=args, message=SENTENCES[reason].format(**args)))


def refusal_of(error: MedinaError) -> RefusalInfo:
    """What the rules said, for the wire."""
    if isinstance(error, IllegalMove):
        broken = error.refusal
        return RefusalInfo(
            code=error.code, message=error.message, rule=broken.rule, reason=broken.reason, args=dict(broken.args)
        )
    return RefusalInfo(code=error.code, message=error.message)
