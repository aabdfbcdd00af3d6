"""The protocol on two streams: a line in, a line out, whatever the line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from medina.protocol.fields import BadRequest
from medina.protocol.session import Answer, Session, error_answer

LONGEST_LINE = 4 * 1024 * 1024


def converse(requests: BinaryIO, answers: BinaryIO, bot: str = "greedy") -> None:
    """Answer every request until `quit` or the end of the stream. `bot` answers a `go` that names none."""
    session = Session(bot)
    for line in request_lines(requests):
        answers.write(json.dumps(answer_line(session, line)).encode("ascii") + b"\n")
        answers.flush()
        if session.ended:
            return


def request_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines that are not blank; None for one that is too long to be taken in."""
    while line := stream.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            skip_line(stream)
            yield None
        elif line.strip():
            yield line


def skip_line(stream: BinaryIO) -> None:
    """Read on to the end of the line."""
    while (part := stream.readline(LONGEST_LINE)) and not part.endswith(b"\n"):
        pass


def answer_line(session: Session, line: bytes | None) -> Answer:
    try:
        return session.handle(parse(line))
    except BadRequest as error:
        return {"ok": False, "error": error_answer(error)}


def parse(line: bytes | None) -> Any:
    """The JSON value of a line."""
    if line is None:
        raise BadRequest(f"A line has at most {LONGEST_LINE} bytes.")
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadRequest("The line is not a JSON object.") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)
