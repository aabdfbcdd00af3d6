#!/usr/bin/env python3
"""Write the table of personal data in docs/security.md from the register in `medina.store.register`.

With --check nothing is written; the exit code says whether the table is up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from medina.store.register import (
    NO_PERSON,
    ONLY_ACCOUNTS,
    REGISTER,
    About,
    After,
    Change,
    Elsewhere,
    Ended,
    Forget,
    HandOver,
    Keeps,
    Move,
    Nothing,
    Remove,
    Rows,
)

PAGE = Path(__file__).resolve().parent.parent / "docs" / "security.md"
BEGIN, END = "<!-- register -->\n", "<!-- /register -->"
HEAD = "| column | with it | forgetting | export | clean-up | handover from guest to account |"


def words(action: object) -> str:
    """Say what happens to the rows."""
    match action:
        case Remove():
            return "removed"
        case Change(values):
            return f"kept, without {_emptied(values)}"
        case Move():
            return "moved"
        case Keeps():
            return "keeps a guest"
        case Rows(field):
            return f"in `{field}`"
        case After(setting, what):
            return f"{what}, after `MEDINA_{setting.upper()}`"
        case Ended(until):
            return f"removed a day after `{until.name}`"
        case Elsewhere(what=what) | Forget(what=what) | HandOver(what=what):
            return what
        case Nothing(why):
            return f"– ({why})"
    raise AssertionError(action)


def row(about: About) -> str:
    """Write the row of one entry."""
    export = words(about.export)
    if about.withheld:
        export += "".join(f"; not `{name}` ({why})" for name, why in about.withheld.items())
    clean = words(about.clean) if about.table.name == "users" else f"{words(about.clean)}{_idle(about)}"
    contents = _names(column.name for column in about.contents)
    cells = (f"`{about.who}`", contents, words(about.forget), export, clean, words(about.hand_over))
    return f"| {' | '.join(cells)} |"


def _idle(about: About) -> str:
    """Say what the rows mean for a guest whom nobody needs any more."""
    match about.idle:
        case Remove():
            return "; removed with an idle guest"
        case Change(values):
            return f"; without {_emptied(values)} when an idle guest is removed"
        case Keeps():
            return "; keeps a guest"
    return "" if about.idle is ONLY_ACCOUNTS else f"; idle guests: {words(about.idle)}"


def _emptied(values: dict[str, Any]) -> str:
    return _names(name for name, value in values.items() if not value)


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def table() -> str:
    """Write the whole table, and the list of tables about nobody."""
    rows = "\n".join([HEAD, "|---|---|---|---|---|---|", *map(row, REGISTER)])
    nobody = "\n".join(f"- `{name}`: {why}" for name, why in NO_PERSON.items())
    return f"\n{rows}\n\nNo personal data:\n\n{nobody}\n\n"


def page(text: str) -> str:
    """Put the table between its marks on the page."""
    before, rest = text.split(BEGIN)
    return before + BEGIN + table() + END + rest.split(END)[1]


def main() -> int:
    """Write, or with --check compare."""
    text = PAGE.read_text("utf-8")
    if "--check" in sys.argv[1:]:
        return int(page(text) != text)
    PAGE.write_text(page(text), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
