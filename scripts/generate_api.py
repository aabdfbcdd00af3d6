#!/usr/bin/env python3
"""Write the client's TypeScript types from the API's document; `--check` only says whether they are stale."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import msgspec

from medina.server.app import ENDPOINTS
from medina.server.openapi import document

CLIENT = Path(__file__).resolve().parent.parent / "client"
TARGET = CLIENT / "src" / "generated" / "api.ts"
GENERATOR = CLIENT / "node_modules" / ".bin" / "openapi-typescript"
FLAGS = ("--root-types", "--root-types-no-schema-prefix", "--default-non-nullable=false", "--empty-objects-unknown")


def typescript() -> bytes:
    """The whole generated file."""
    if not GENERATOR.exists():
        sys.exit("openapi-typescript is not installed: run `npm ci` in client/")
    schema = msgspec.json.encode(document(ENDPOINTS))
    return subprocess.run([GENERATOR, *FLAGS], input=schema, stdout=subprocess.PIPE, check=True, cwd=CLIENT).stdout


def main() -> int:
    """Write the file, or with --check exit 1 when it is stale."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when the file is stale")
    wanted = typescript()
    if parser.parse_args().check:
        stale = not TARGET.exists() or TARGET.read_bytes() != wanted
        print("stale" if stale else "fresh", TARGET.name)
        return int(stale)
    TARGET.write_bytes(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
