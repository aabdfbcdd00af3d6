"""`medina engine`: the engine protocol on standard input and output."""

from __future__ import annotations

import argparse
import sys

from medina.bots import make_bot
from medina.protocol import converse
from medina.words import say


def configure(parser: argparse.ArgumentParser) -> None:
    """One option, so that the engine can sit in a match as a bot of any strength."""
    parser.add_argument("--bot", default="greedy", help=say("match.help.engine_bot"))


def run(args: argparse.Namespace) -> int:
    make_bot(args.bot)  # an unknown one is a sentence at once, not an answer to every request
    converse(sys.stdin.buffer, sys.stdout.buffer, args.bot)
    return 0
