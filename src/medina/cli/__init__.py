"""The command line. Each command is a module of this package with `configure(parser)` and `run(args)`."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module

from medina import __version__
from medina.cli.extras import missing_text
from medina.rules import MedinaError
from medina.terminal.files import problem_with
from medina.words import LANGUAGES, error_text, say, set_language

COMMANDS = {
    "play": "terminal.cli.play",
    "show": "terminal.cli.show",
    "replay": "terminal.cli.replay",
    "engine": "cli.engine",
    "match": "match.cli",
    "analyse": "analysis.cli",
    "puzzles": "puzzles.cli",
    "bench": "analysis.cli.bench",
    "serve": "server.help.serve",
    "worker": "server.help.worker",
    "backup": "server.help.backup",
    "restore": "server.help.restore",
    "ratings": "server.help.ratings",
    "admin": "server.help.admin",
    "settings": "server.help.settings",
    "migrate": "server.help.migrate",
}
"""The commands, and the key of the line that says what each does."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command; errors become sentences."""
    arguments = sys.argv[1:] if arguments is None else arguments
    set_language(_language_option(arguments))
    command = _command_in(arguments)
    try:
        return _run(command, arguments)
    except MedinaError as error:
        print(error_text(error), file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        text = command and missing_text(command, (error.name or "medina").partition(".")[0])
        if not text:
            raise
        print(text, file=sys.stderr)
        return 2
    except OSError as error:
        return _os_error(error)
    except KeyboardInterrupt:
        return 130


def _run(command: str | None, arguments: list[str]) -> int:
    """Read the options and do what they say. Already a command's options can need a package that is missing."""
    parser = _parser(command)
    args = parser.parse_args(arguments)
    if args.command is None:
        parser.print_help()
        return 0
    return int(import_module(f"medina.cli.{args.command}").run(args))


def _os_error(error: OSError) -> int:
    """A file that cannot be read is a sentence; a reader that went away is no error at all."""
    if isinstance(error, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    print(problem_with(error), file=sys.stderr)
    return 2


def _language_option(arguments: list[str]) -> str | None:
    """The language is needed before the options are read, because they explain themselves in it."""
    for option, value in zip(arguments, [*arguments[1:], ""], strict=True):
        if option.startswith("--lang="):
            return option.removeprefix("--lang=")
        if option == "--lang":
            return value
    return None


def _command_in(arguments: list[str]) -> str | None:
    return next((argument for argument in arguments if argument in COMMANDS), None)


def _parser(chosen: str | None) -> argparse.ArgumentParser:
    """All commands by name; only the chosen one is imported to add its options."""
    parser = argparse.ArgumentParser(prog="medina", description=say("cli.medina"))
    parser.add_argument("--version", action="version", version=f"medina {__version__}")
    _add_language(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, key in COMMANDS.items():
        command = commands.add_parser(name, help=say(key), description=say(key))
        if name == chosen:
            _add_language(command, default=argparse.SUPPRESS)
            import_module(f"medina.cli.{name}").configure(command)
    return parser


def _add_language(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default=default, help=say("cli.lang"))
