"""What goes to the log: structured lines, and of a line that comes again and again only how often."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from typing import Any

import structlog

from medina.server.settings import Settings

MOST_LINES = 3
WINDOW_SECONDS = 60.0
"""So many lines of a kind are written in so many seconds; the others are counted."""
MOST_KINDS = 1_000
COUNTED_AT_THE_DOOR = ("Invalid HTTP request received.", "Invalid UTF-8 sequence received from client.")
"""Lines of uvicorn's, one with a traceback, about what strangers send."""

Kind = tuple[str, ...]
log = structlog.get_logger("logs")


class Tally:
    """How often a line came since when."""

    __slots__ = ("count", "since")

    def __init__(self, since: float) -> None:
        self.since = since
        self.count = 0


class Repeats(logging.Filter):
    """Lets the first warnings of a kind through and counts the others: whoever can cause a line must not be able to
    fill the disk with it. Both our own lines and those of libraries pass here."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._tallies: dict[Kind, Tally] = {}

    def __call__(self, logger: Any, method: str, line: Any) -> Any:
        """One of our own lines."""
        if method in ("debug", "info"):
            return line
        kind = (str(line.get("event")), str(line.get("why", "")), _trouble(line.get("exc_info")))
        if not self._writes(kind):
            raise structlog.DropEvent
        return line

    def filter(self, record: logging.LogRecord) -> bool:
        """A library's line."""
        return self._writes((str(record.msg)[:200], record.name, _trouble(record.exc_info)))

    def _writes(self, kind: Kind) -> bool:
        tally = self._tallies.get(kind)
        if tally is None:
            if len(self._tallies) >= MOST_KINDS:
                self._tallies.clear()
            tally = self._tallies[kind] = Tally(self._clock())
        tally.count += 1
        return tally.count <= MOST_LINES

    def tell(self) -> None:
        """Say how often what was not written came; to be called now and then."""
        over = self._clock() - WINDOW_SECONDS
        for kind, tally in [(kind, tally) for kind, tally in self._tallies.items() if tally.since < over]:
            del self._tallies[kind]
            if tally.count > MOST_LINES:
                line = " ".join(part for part in kind if part)
                log.info("came again", line=line, times=tally.count - MOST_LINES)


def _trouble(given: Any) -> str:
    """Which exception a line tells of."""
    error = given[1] if isinstance(given, tuple) else sys.exc_info()[1] if given is True else given
    return type(error).__name__ if isinstance(error, BaseException) else ""


repeats = Repeats()


def set_up_logs(settings: Settings) -> None:
    """Structured lines on standard error: for people, or JSON for programs. Libraries' own lines look the same."""
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    first: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last = _rendering(settings.log_format == "json")
    structlog.configure(
        processors=[repeats, *first, *last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    of_libraries = logging.StreamHandler(sys.stderr)
    without_meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    formatter = structlog.stdlib.ProcessorFormatter(processors=[without_meta, *last], foreign_pre_chain=first)
    of_libraries.setFormatter(formatter)
    of_libraries.addFilter(repeats)
    logging.basicConfig(level=logging.WARNING, handlers=[of_libraries])
    logging.getLogger("uvicorn.error").addFilter(lambda record: record.msg not in COUNTED_AT_THE_DOOR)
    logging.captureWarnings(True)


def _rendering(json: bool) -> list[Any]:
    if json:
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
