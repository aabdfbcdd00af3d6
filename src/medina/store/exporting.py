"""Reading what the register says about a person's rows, for the export."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from medina.store.register import REGISTER, Rows


async def exported_rows(engine: AsyncEngine, selves: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Return the rows about a person by the field that holds them. `selves` are the account and the guests it was."""
    found: dict[str, list[dict[str, Any]]] = {}
    async with engine.connect() as connection:
        for about in REGISTER:
            if isinstance(about.export, Rows):
                columns = [column.label(name) for name, column in about.export.columns.items()]
                query = select(*columns).where(about.who.in_(selves)).order_by(about.export.order)
                rows = (dict(row._mapping) for row in await connection.execute(query))
                found.setdefault(about.export.field, []).extend(rows)
    return found
