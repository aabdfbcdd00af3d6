"""A small site as the first revision of the database kept it: rated games, one under way, one with a bot, one open."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import MetaData, insert
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store.migrate import migrate

FILE = Path(__file__).parent / "data" / "backups" / "0001.gz"
"""Made by `medina backup` of the version that had no other revision."""
_HEAD, *_LINES = (msgspec.json.decode(line) for line in gzip.decompress(FILE.read_bytes()).splitlines())
SECRET = str(_HEAD["secret"])
ROWS: list[tuple[str, dict[str, Any]]] = [(line[0], line[1]) for line in _LINES if isinstance(line, list)]


async def as_it_was(engine: AsyncEngine) -> None:
    """Put it into an empty database, in the shape it had."""
    await migrate(engine, "0001")
    shape = MetaData()
    async with engine.begin() as connection:
        await connection.run_sync(shape.reflect)
        for name, row in sorted(ROWS, key=lambda line: line[0] == "tokens"):  # which belong to users
            await connection.execute(insert(shape.tables[name]).values(row))
