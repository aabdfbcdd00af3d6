"""Write docs/commands.md from the commands themselves: `python scripts/make_commands.py`.

What a command is good for is said here, in a sentence or two with examples; its options are asked of the command, so
they cannot be out of date. `--check` writes nothing and says whether the page is stale.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

from medina.cli import COMMANDS
from medina.cli.extras import EXTRAS, NEEDED
from medina.words import say, set_language

PAGE = Path(__file__).resolve().parent.parent / "docs" / "commands.md"

HEAD = """# Commands

Everything runs through one command, `medina`. `medina --help` lists the commands, `medina COMMAND --help` the options
of one, `medina --version` the version. Every command takes `--lang en`, `fr` or `de`; without it the language comes
from `MEDINA_LANG`, else from the terminal's own. Errors are sentences on standard error, with exit code 2.

Each command needs some of the package's extras, `pip install "medina[…]"`, and says so if one is missing.

In a checkout that `make play` or `make test` has prepared, the command is `.venv/bin/medina`.
"""

ABOUT = {
    "play": """The opponents are bots, or people at the same keyboard. What can be typed during a game is told in
[the terminal](terminal.md).

    medina play
    medina play --players 4 --gates --bots greedy,greedy,random
    medina play saved.mgn""",
    "show": """More in [the terminal](terminal.md).

    medina show game.mgn --at 17
    medina show game.mgn --svg end.svg""",
    "replay": """The keys are in [the terminal](terminal.md).

    medina replay game.mgn""",
    "engine": """For programs in any language: [the protocol](notation.md#the-engine-protocol).

    medina engine""",
    "match": """Any program that speaks the engine protocol takes part. More in [matches](matches.md).

    medina match --bots greedy,random --games 100
    medina match --bots "cmd:./my-bot,greedy" --games 50 --players 3
    medina match --bots sultan,emir --games 1000 --nodes 500 --dataset games""",
    "analyse": """More in [understanding a game](matches.md#understanding-a-game).

    medina analyse game.mgn""",
    "puzzles": """What a puzzle is, how it is proved, and the format of the file: [puzzles](puzzles.md).

    medina puzzles mine puzzles.jsonl --self-play 100 --players 3 --gates
    medina puzzles mine puzzles.jsonl games/ --jobs 2
    medina puzzles check puzzles.jsonl""",
    "serve": """Tables, bots, replays and the archive, in one process. More in [hosting](hosting.md).

    medina serve""",
    "worker": """For a site on PostgreSQL, on the same machine or on others. More in [hosting](hosting.md).

    medina worker""",
    "backup": """More in [hosting](hosting.md).

    medina backup medina-backup.gz""",
    "restore": """More in [hosting](hosting.md).

    medina restore medina-backup.gz""",
    "ratings": """The rules of rated play are in [hosting](hosting.md#rated-games). Both work while the server runs.

    medina ratings list Anna
    medina ratings undo 4hTz81kQwe0P""",
    "admin": """What each does, and what moderators can do on the site: [hosting](hosting.md#looking-after-people). It
works while the server runs.

    medina admin password-link Anna
    medina admin ban Rude --days 7 --why "insults at table 4hTz81kQwe0P"
    medina admin remove-line 4hTz81kQwe0P 41 --why "an insult"
    medina admin log""",
    "settings": """What each means is told in [hosting](hosting.md).

    medina settings""",
    "migrate": """The server does this by itself when it starts. More in [hosting](hosting.md).

    medina migrate""",
    "bench": """Results are in [performance](performance.md).

    medina bench""",
}
"""What to say about each command beyond its own help line, with examples."""


def page() -> str:
    """The whole page."""
    set_language("en")
    return "\n".join([HEAD, *(section(command) for command in COMMANDS)])


def section(command: str) -> str:
    """What a command is for, and its options."""
    parser = argparse.ArgumentParser(prog=f"medina {command}", add_help=False)
    import_module(f"medina.cli.{command}").configure(parser)
    # argparse has no public list of what a parser takes.
    rows = [row(action) for action in parser._actions if action.help is not argparse.SUPPRESS]
    listing = "\n".join(["| | |", "|---|---|", *rows]) if rows else "It takes no options."
    extras = ",".join(extra for extra in EXTRAS if extra in NEEDED[command])
    head = f"{sentence(say(COMMANDS[command]))} Needs `medina[{extras}]`."
    return f"## `medina {command}`\n\n{head}\n\n{ABOUT[command]}\n\n{listing}\n"


def sentence(text: str) -> str:
    """A help line as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def row(action: argparse.Action) -> str:
    """One line of the table of options."""
    meaning = (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
    return f"| {names(action)} | {meaning.replace('|', chr(92) + '|')} |"


def names(action: argparse.Action) -> str:
    """How an option is written, with what it wants."""
    if not action.option_strings:
        return f"`{action.metavar or action.dest}`"
    if action.nargs == 0 or isinstance(action, argparse.BooleanOptionalAction):
        wanted = ""
    elif action.choices is not None:
        wanted = " " + "/".join(str(choice) for choice in action.choices)
    else:
        wanted = f" {action.metavar or action.dest.upper()}"
    return ", ".join(f"`{name}{wanted}`" for name in action.option_strings)


def main(arguments: list[str]) -> int:
    """Write the page, or check it."""
    text = page()
    if "--check" not in arguments:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print("docs/commands.md is out of date; run python scripts/make_commands.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
