"""Files that are there whole or not at all, whenever the process is killed or the power goes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


@contextlib.contextmanager
def written_aside(path: Path) -> Iterator[BinaryIO]:
    """A file for its owner only, written under another name, synced, and only then given its own.

    One that was left half-written by a killed process is written over by the next.
    """
    part = part_of(path)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def part_of(path: Path) -> Path:
    """The name under which such a file is written."""
    return path.with_name(f"{path.name}.part")


def _sync_folder(folder: Path) -> None:
    """A new name is on disk when its folder is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
