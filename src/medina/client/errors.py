"""The one error of the client."""

from __future__ import annotations

from typing import Any

from medina.rules import MedinaError
from medina.table.wire import RefusalInfo


class ClientError(MedinaError):
    """A server or a program said no, or could not be reached.

    `code` is for programs: one of the API's, or `unreachable` (no answer came), `lost` (the connection broke before it
    was known whether a request was carried out), `bad_answer` (the server is of another version) or `bad_program` (an
    engine failed). `message` is the sentence that was said, `rule` the number of the rule of the game that forbids it,
    `sentence` the message without that number, `reason` and `details` what they were made from, and `status` that of
    the HTTP answer, if it was one.
    """

    def __init__(self, refusal: RefusalInfo, status: int | None = None) -> None:
        super().__init__(refusal.message)
        self.code = refusal.code  # type: ignore[misc]  # other errors have one code a class, this one has the server's
        self.rule = refusal.rule
        self.sentence = refusal.sentence or refusal.message
        self.reason = refusal.reason
        self.details: dict[str, Any] = dict(refusal.args)
        self.status = status
        self._refusal = refusal

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._refusal, self.status)


def failed(code: str, message: str, status: int | None = None) -> ClientError:
    """An error that no server has put into words."""
    return ClientError(RefusalInfo(code=code, message=message), status)


def unknown_answer(error: Exception) -> ClientError:
    """The other side speaks another version of the API than this one."""
    return failed("bad_answer", f"The server said something that this version does not know: {error}")
