"""Data sets on disk: Parquet files, read game by game and checked, so that what was read is a legal game."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from medina.data.games import COLUMNS, MISSING, DataGame, game_of
from medina.rules import MedinaError
from medina.rules.ruleset import SWITCHES, Switch
from medina.words import failure

SAMPLE = Path(__file__).parent / "sample"
"""A few games of every kind, to try things with."""
FORMAT = 1
ENDING = ".parquet"
_ROWS_AT_A_TIME = 64


class BadDataset(MedinaError):
    """No data set, or one that cannot be read or written here."""


def check_ready() -> None:
    """Raises `BadDataset` where the library for Parquet is missing, which is better known before a long match."""
    if find_spec("pyarrow") is None:
        raise failure(BadDataset, "data.error.library")


def _switch_type(switch: Switch) -> Any:
    import pyarrow as pa

    return pa.bool_() if isinstance(switch.values[0], bool) else pa.string()


def schema() -> Any:
    """The columns as Arrow has them."""
    import pyarrow as pa

    own = {
        "switches": pa.struct([(name, _switch_type(switch)) for name, switch in SWITCHES.items()]),
        "strings": pa.list_(pa.string()),
        "seats": pa.list_(pa.int8()),
        "points": pa.list_(pa.list_(pa.int16())),
        "numbers": pa.list_(pa.list_(pa.float32())),
    }
    fields = [(name, own.get(kind) or pa.type_for_alias(kind)) for name, (kind, _) in COLUMNS.items()]
    return pa.schema(fields, metadata={"medina": json.dumps({"format": FORMAT})})


def write_dataset(path: Path | str, games: Iterable[DataGame]) -> int:
    """Writes the games into one Parquet file, whole or not at all; says how many there were."""
    check_ready()
    import pyarrow as pa
    import pyarrow.parquet as pq

    path, kind, count = Path(path), schema(), 0
    half = path.with_name(path.name + ".part")
    with pq.ParquetWriter(half, kind, compression="zstd") as file:
        for rows in _handfuls(game.to_row() for game in games):
            file.write_table(pa.Table.from_pylist(rows, schema=kind))
            count += len(rows)
    os.replace(half, path)
    return count


def _handfuls(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Some rows at a time, so that a large match need not fit into memory."""
    some: list[dict[str, Any]] = []
    for row in rows:
        some.append(row)
        if len(some) == _ROWS_AT_A_TIME:
            yield some
            some = []
    if some:
        yield some


def read_dataset(path: Path | str) -> Iterator[DataGame]:
    """The games of a file, or of all Parquet files in a folder. Every placement is checked against the rules, and the
    points after it; raises `BadDataset`, which says where."""
    check_ready()
    path = Path(path)
    files = sorted(path.glob(f"*{ENDING}")) if path.is_dir() else [path]
    if not files or not all(file.is_file() for file in files):
        raise failure(BadDataset, "data.error.missing", path=path)
    for file in files:
        yield from _read_file(file)


def _read_file(path: Path) -> Iterator[DataGame]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            _check_columns(path, file.schema_arrow)
            for batch in file.iter_batches(_ROWS_AT_A_TIME):
                for row in batch.to_pylist():
                    yield _checked(path, {**MISSING, **row})
    except pa.ArrowException:
        raise failure(BadDataset, "data.error.broken", file=path) from None


def _check_columns(path: Path, found: Any) -> None:
    about = json.loads((found.metadata or {}).get(b"medina", b"{}"))
    needed = COLUMNS.keys() - MISSING.keys()
    if about.get("format") != FORMAT or not needed <= set(found.names):
        raise failure(BadDataset, "data.error.not_ours", file=path)
    for name in found.names:
        if name not in COLUMNS:
            raise failure(BadDataset, "data.error.column", file=path, column=name)


def _checked(path: Path, row: dict[str, Any]) -> DataGame:
    """The game of a row, if it is one: legal, and with the points it says."""
    try:
        game = game_of(row)
    except MedinaError as error:
        raise failure(BadDataset, "data.error.game", file=path, game=row["game"], why=error) from None
    except (TypeError, ValueError, KeyError):
        raise failure(BadDataset, "data.error.broken", file=path) from None
    if row["scores"] is not None and [list(points) for points in game.scores] != row["scores"]:
        raise failure(BadDataset, "data.error.points", file=path, game=row["game"])
    return game
