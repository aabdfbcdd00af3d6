"""`medina worker`: bots think here for servers on PostgreSQL."""

from __future__ import annotations

import argparse

from medina.cli.extras import require
from medina.server.run import work
from medina.server.settings import load_settings
from medina.words import say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--processes", type=int, help=say("server.cli.processes"))


def run(args: argparse.Namespace) -> int:
    require("wasmtime")
    return work(load_settings(bot_processes=args.processes))
