"""The help page of the terminal game."""

from __future__ import annotations

from rich.console import Group
from rich.table import Table
from rich.text import Text

from medina.bots import BOTS
from medina.words import say

from .commands import COMMANDS

_HEADING = "bold underline"
_WRITTEN = (
    ("Ge5 Pe5 Be5 Oe5", "terminal.written.building"),
    ("Se4", "terminal.written.stable"),
    ("Me5", "terminal.written.merchant"),
    ("Me5/Nc", "terminal.written.passage"),
    ("WNc WE5", "terminal.written.wall"),
    ("DNc", "terminal.written.gate"),
    ("Re5", "terminal.written.roof"),
    ("Ne5", "terminal.written.neutral"),
    ("T", "terminal.written.tea"),
    ("G", "terminal.written.letter"),
    ("Ge5 Me6", "terminal.written.both"),
)


def _two_columns(rows: list[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2))
    for left, right in rows:
        table.add_row(Text(left, "bold"), right)
    return table


def bots_page() -> Group:
    """Who can be played against, weakest first, in their own words."""
    table = Table.grid(padding=(0, 2))
    for info in BOTS.values():
        table.add_row(Text(info.name, "bold"), Text(str(info.rating), "dim"), say(info.character))
    return Group(table, Text(say("terminal.choose_bot")))


def help_pages() -> list[Group]:
    """How to write moves; what commands there are; what the board shows. Each fits a small terminal."""
    moves = [(written, say(key)) for written, key in _WRITTEN]
    commands = [(say(f"terminal.command.{name}"), say(f"terminal.about.{name}")) for name in COMMANDS]
    legend = (say("terminal.help.legend"), say("terminal.help.rules"))
    return [
        Group(Text(say("terminal.help.moves"), _HEADING), _two_columns(moves), Text()),
        Group(Text(say("terminal.help.commands"), _HEADING), _two_columns(commands), Text()),
        Group(Text(say("terminal.help.board"), _HEADING), *map(Text, legend)),
    ]
