"""`medina worker`: bots think here for servers on PostgreSQL."""

from __future__ import annotations

import argparse

from medina.cli.extras import require
from medina.server.run import work
from medina.server.settings import load_settings
from medina.words import say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--threads", "--processes", type=int, help=say("server.cli.threads"))


def run(args: argparse.Namespace) -> int:
    require("wasmtime")
    return work(load_settings(bot_threads=args.threads))
