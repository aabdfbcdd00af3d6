"""Saying no over HTTP: a status, a code and a sentence in the asker's language."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from medina import BadRecord, MedinaError, Refusal
from medina.table.refusal import refusal_of, refused
from medina.table.wire import People, RefusalInfo
from medina.words import catalogue, error_text, refusal_sentence, refusal_text, say

STATUS = {
    "not_found": 404,
    "not_allowed": 403,
    "wrong_origin": 403,
    "needs_account": 403,
    "not_welcome": 403,
    "banned": 403,
    "not_undoable": 409,
    "not_host": 403,
    "not_seated": 403,
    "wrong_password": 401,
    "not_recognised": 401,
    "too_large": 413,
    "too_many": 429,
    "busy": 503,
    "stopping": 503,
    "name_taken": 409,
    "stale": 409,
    "not_your_turn": 409,
    "seat_taken": 409,
    "already_seated": 409,
    "not_started": 409,
    "already_started": 409,
    "seats_free": 409,
    "nothing_to_take_back": 409,
    "turn_complete": 409,
    "turn_incomplete": 409,
    "time_up": 409,
    "game_over": 409,
    "illegal_move": 422,
    "bad_media": 415,
    "already_account": 409,
    "no_mail": 409,
    "no_address": 409,
    "no_free_seat": 409,
    "too_many_tokens": 409,
    "too_many_passkeys": 409,
    "bad_passkey": 401,
    "too_many_analyses": 429,
}
"""Every other code is a 400."""
LATER = {"Retry-After": "2"}
"""The header of a refusal that will not last."""


class ApiError(Exception):
    """An answer of 400 and above."""

    def __init__(self, refusal: RefusalInfo) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.status = STATUS.get(refusal.code, 400)


def sorry(reason: str, **args: Any) -> ApiError:
    """The error of that reason, to be raised."""
    return ApiError(refused(reason, **args))


def api_error(error: MedinaError, lang: str) -> ApiError:
    """Return the answer for an error of the package; a record's error names the rule that its text breaks."""
    refusal = refusal_of(error)
    if refusal.reason:
        return ApiError(refusal)
    refusal = replace(refusal, message=error_text(error, lang))
    if isinstance(error, BadRecord) and error.rule:
        sentence = error_text(error, lang, numbered=False)
        refusal = replace(refusal, sentence=f"{sentence.rstrip('.')}.", rule=error.rule)
    return ApiError(refusal)


def localised(refusal: RefusalInfo, lang: str, people: People | None = None) -> RefusalInfo:
    """The same refusal in the reader's language, where it has a reason of its own.

    Every refusal passes here once, on its way out; the client shows and speaks what it gets. A refusal names a person
    by id; the sentence has the name that `people` gives.
    """
    if refusal.reason is None or (lang == "en" and "who" not in refusal.args):
        return refusal
    if refusal.rule is not None:
        broken = Refusal(rule=refusal.rule, reason=refusal.reason, args=refusal.args)
        return replace(refusal, message=refusal_text(broken, lang), sentence=refusal_sentence(broken, lang))
    keys = (f"server.refusal.{refusal.reason}", f"problem.{refusal.reason}")
    key = next((key for key in keys if key in catalogue(lang)), None)
    return (
        refusal if key is None else replace(refusal, message=say(key, lang, **_with_name(refusal.args, people or {})))
    )


def _with_name(args: dict[str, Any], people: People) -> dict[str, Any]:
    person = people.get(args.get("who", ""))
    return args if person is None else args | {"who": person.name}
