"""The tables in `tests/data/earlier/formats-9` as revision 0009 stored them, and what the code of then said."""

from __future__ import annotations

import gzip
import json
import lzma
import shutil
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import MetaData, insert
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store.migrate import migrate

FOLDER = Path(__file__).parent / "data" / "earlier" / "formats-9"
SAID: dict[str, Any] = json.loads(gzip.decompress((FOLDER / "tables.json.gz").read_bytes()))
"""`tables`, `vacations` by person, and the table of each of the `analyses`."""


def database(folder: Path) -> Path:
    """The database of then, as a file in this folder."""
    file = folder / "medina.sqlite3"
    with lzma.open(FOLDER / "medina.sqlite3.xz") as packed, open(file, "wb") as out:
        shutil.copyfileobj(packed, out)
    return file


async def fill(engine: AsyncEngine, folder: Path) -> None:
    """Put the tables into an empty database of either kind, in the shape they had."""
    await migrate(engine, "0009")
    shape = MetaData()
    with sqlite3.connect(database(folder)) as source:
        source.row_factory = sqlite3.Row
        async with engine.begin() as connection:
            await connection.run_sync(shape.reflect)
            for table in shape.sorted_tables:
                if table.name in ("alembic_version", *(n for n in shape.tables if n.startswith("procrastinate_"))):
                    continue
                flags = [column.name for column in table.columns if str(column.type) == "BOOLEAN"]
                rows = [dict(row) for row in source.execute(f"SELECT * FROM {table.name}")]
                for row in rows:
                    row.update({name: bool(row[name]) for name in flags})
                for start in range(0, len(rows), 1_000):
                    await connection.execute(insert(table), rows[start : start + 1_000])
