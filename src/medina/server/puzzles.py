"""The puzzles that this site knows: those that ship, and a folder of the host's own. Both were packed before."""

from __future__ import annotations

from pathlib import Path

import msgspec

from medina.server.schema import PuzzleIndex, PuzzleShard
from medina.server.settings import BadSetting
from medina.words import failure

SHIPPED = Path(__file__).parent / "shipped_puzzles"
"""Also a part of the site's files, so that browsers have them without asking."""


class Puzzles:
    """How hard each looks before anybody has tried it, and the host's own to be handed out."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder).expanduser() if folder else None
        self.own = _index(self._folder) if self._folder is not None else None
        self.first = {entry[0]: entry[1] for index in (_index(SHIPPED), self.own) if index for entry in index.puzzles}

    def shard(self, number: int) -> PuzzleShard | None:
        """Some of the host's own."""
        if self._folder is None or self.own is None or number * self.own.shard >= len(self.own.puzzles):
            return None
        return msgspec.json.decode((self._folder / f"{number}.json").read_bytes(), type=PuzzleShard)


def _index(folder: Path) -> PuzzleIndex:
    try:
        return msgspec.json.decode((folder / "index.json").read_bytes(), type=PuzzleIndex)
    except (OSError, msgspec.MsgspecError):
        raise failure(BadSetting, "server.bad_puzzles", folder=folder) from None
