"""Files that grow by a line: a kill leaves whole lines, but for perhaps the last one, which is dropped."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def whole_lines(path: Path) -> list[str]:
    """The lines of a file, none if it is not there. Cuts off what a kill left half written."""
    if not path.exists():
        return []
    whole, end, rest = path.read_bytes().rpartition(b"\n")
    if rest:
        os.truncate(path, len(whole) + len(end))
    return [line for line in whole.decode("utf-8").split("\n") if line]


def append_lines(path: Path, objects: Iterable[Any]) -> None:
    """Add objects as lines of JSON; once this is done, they are on the disk."""
    with path.open("ab") as file:
        for each in objects:
            file.write(json.dumps(each, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n")
        file.flush()
        os.fsync(file.fileno())
