"""Saying no: a code for programs, a sentence for people."""

from __future__ import annotations

from typing import Any

from medina import IllegalMove, MedinaError
from medina.table.wire import RefusalInfo
from medina.words import error_text, refusal_sentence, say

CODES = {
    "account_name": "not_allowed",
    "account_only": "needs_account",
    "banned_contact": "banned",
    "banned_until": "banned",
    "banned_until_contact": "banned",
    "bad_network": "bad_request",
    "wide_network": "bad_request",
    "own_table": "not_allowed",
    "bot_name": "bad_name",
    "unseen_name": "bad_name",
    "too_many_names": "too_many",
    "too_many_proposals": "too_many",
    "crowded_analyses": "too_many_analyses",
    "closed": "game_over",
    "not_alone": "bad_request",
    "not_played_out": "bad_request",
    "set_up": "bad_request",
    "not_rated": "bad_request",
    "record_too_long": "bad_request",
    "rated_clock": "bad_request",
    "no_seat": "bad_request",
    "no_bot_there": "seat_taken",
    "nothing_said": "bad_request",
    "watchers_quiet": "not_allowed",
    "fixed_game": "not_allowed",
    "resigned": "not_allowed",
    "not_away": "bad_request",
    "still_played": "not_allowed",
    "rated_seat": "needs_account",
    "no_person_there": "bad_request",
    "you_left": "not_allowed",
    "paused": "not_allowed",
    "not_paused": "bad_request",
    "no_clock": "bad_request",
    "not_absent": "not_allowed",
    "not_asked": "not_allowed",
    "not_in_rated": "not_allowed",
    "already_proposed": "not_allowed",
    "nothing_proposed": "stale",
    "no_turn_of_yours": "bad_request",
    "no_vacation": "not_allowed",
    "vacation_spent": "not_allowed",
}
"""Reasons that are no codes of their own."""


class No(Exception):
    """Raised inside `decide` only, which turns it into a value."""

    def __init__(self, refusal: RefusalInfo) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def refused(reason: str, **args: Any) -> RefusalInfo:
    message = say(f"server.refusal.{reason}", "en", **args)
    return RefusalInfo(code=CODES.get(reason, reason), reason=reason, args=args, message=message)


def no(reason: str, **args: Any) -> No:
    """The refusal of that name, to be raised."""
    return No(refused(reason, **args))


def refusal_of(error: MedinaError) -> RefusalInfo:
    """What the rules said, for the wire."""
    if isinstance(error, IllegalMove):
        broken = error.refusal
        return RefusalInfo(
            code=error.code,
            message=error.message,
            sentence=refusal_sentence(broken, "en"),
            rule=broken.rule,
            reason=broken.reason,
            args=dict(broken.args),
        )
    return RefusalInfo(code=error.code, message=error_text(error, "en"), reason=error.problem, args=dict(error.given))
