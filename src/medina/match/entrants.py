"""Who takes part in a match: one of our bots, perhaps with a budget of its own, or a program.

`architect`, `architect@2s` (two seconds a placement), `architect@5000n` (five thousand nodes), `cmd:./their-bot`.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass

from medina.bots import BOTS, Budget, make_bot
from medina.protocol.process import Fault, command_words
from medina.rules import MedinaError
from medina.words import failure

PROGRAM = "cmd:"
_OWN_BUDGET = re.compile(r"(?P<name>[^@]+)@(?:(?P<seconds>\d+(?:\.\d+)?)s|(?P<nodes>\d+)n)")
_LISTED = re.compile(r"""(?:[^,"']|"[^"]*"|'[^']*')+""")


class BadMatch(MedinaError):
    """A match that cannot be played like this."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One that takes part: `spec` is how it was asked for, `name` or `command` what it is."""

    spec: str
    name: str | None = None
    command: str | None = None
    own_budget: Budget | None = None

    @property
    def tag(self) -> str:
        """How a record names it."""
        return self.spec if self.command is not None else f"bot:{self.spec}"


def split_bots(text: str) -> tuple[str, ...]:
    """The list after `--bots`: commas part the bots, but not inside quotes.

    >>> split_bots("greedy, cmd:python bot.py 'a,b'")
    ('greedy', "cmd:python bot.py 'a,b'")
    """
    return tuple(part.strip() for part in _LISTED.findall(text) if part.strip())


def entrant(spec: str) -> Entrant:
    """The entrant that was asked for like this. Raises `BadMatch` or `UnknownBot`."""
    if spec.startswith(PROGRAM):
        return Entrant(spec, command=spec.removeprefix(PROGRAM))
    match = _OWN_BUDGET.fullmatch(spec)
    name = spec if match is None else match["name"]
    if name not in BOTS:
        make_bot(name)  # which knows the sentence
    return Entrant(spec, name=name, own_budget=None if match is None else _own_budget(match))


def _own_budget(match: re.Match[str]) -> Budget:
    seconds, nodes = float(match["seconds"] or 0), int(match["nodes"] or 0)
    if not (seconds or nodes):
        raise failure(BadMatch, "match.error.budget", bot=match.group())
    return Budget(seconds=seconds or None, nodes=nodes or None)


def check_program(bot: Entrant) -> None:
    """A program that is not there at all is better said before the match than after every game."""
    if bot.command is None:
        return
    try:
        found = shutil.which(command_words(bot.command)[0])
    except Fault:
        found = None
    if found is None:
        raise failure(BadMatch, "match.error.program", command=bot.command)
