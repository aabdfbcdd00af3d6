"""`medina serve`: the site."""

from __future__ import annotations

import argparse

from medina.cli.extras import require
from medina.server.run import serve
from medina.server.settings import load_settings
from medina.words import say


def configure(parser: argparse.ArgumentParser) -> None:
    """The settings one changes most; `medina settings` lists them all."""
    parser.add_argument("--host", help=say("server.cli.host"))
    parser.add_argument("--port", type=int, help=say("server.cli.port"))
    parser.add_argument("--data", help=say("server.cli.data"))


def run(args: argparse.Namespace) -> int:
    settings = load_settings(host=args.host, port=args.port, data=args.data)
    if settings.bot_threads != 0:
        require("wasmtime")
    return serve(settings)
