"""`medina engine`: the engine protocol on standard input and output."""

from __future__ import annotations

import argparse
import sys

from medina.engine import converse


def configure(parser: argparse.ArgumentParser) -> None:
    """The engine takes no options."""


def run(args: argparse.Namespace) -> int:
    """Answer until the input ends."""
    converse(sys.stdin.buffer, sys.stdout.buffer)
    return 0
