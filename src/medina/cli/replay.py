"""`medina replay`: step through a recorded game with the keyboard."""

from __future__ import annotations

import argparse
import sys

from medina.cli.extras import require
from medina.words import say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help=say("terminal.option.record"))
    parser.add_argument("--at", type=int, metavar="N", default=0, help=say("terminal.option.at"))
    parser.add_argument("--delay", type=float, default=0.8, help=say("terminal.option.delay"))


def run(args: argparse.Namespace) -> int:
    """Replay at a terminal; elsewhere say what to do instead."""
    from medina.cli.show import move_number
    from medina.terminal.files import read_file

    require("rich")
    record = read_file(args.file)
    number = move_number(record, args.at)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(say("terminal.replay.no_terminal", file=args.file), file=sys.stderr)
        return 2
    from medina.terminal.replay import replay

    replay(record, number, delay=max(0.05, args.delay))
    return 0
