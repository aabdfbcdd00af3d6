"""Cutting the power: a folder made anew from what a killed process had synced, as `power.c` noted it."""

from __future__ import annotations

import os
import random
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

HEAD = struct.Struct("<IIIIQQ")
WRITE, TRUNCATE, SYNC, SYNC_FOLDER, CREATE, RENAME, UNLINK = range(1, 8)


class Note:
    """One line of the journal."""

    def __init__(self, op: int, file: int, offset: int, path: str, other: str, data: bytes) -> None:
        self.op, self.file, self.offset, self.path, self.other, self.data = op, file, offset, path, other, data


class Mains:
    """The power of one folder: processes started with `environment` are noted, and `cut` is what is left of it."""

    def __init__(self, folder: Path, beside: Path) -> None:
        self.folder = folder.resolve()
        self._journal = beside / "journal"
        self._library = beside / "power.so"
        subprocess.run(
            ["gcc", "-shared", "-fPIC", "-O2", "-o", self._library, Path(__file__).with_suffix(".c")], check=True
        )

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs to be noted."""
        return {
            "LD_PRELOAD": str(self._library),
            "POWER_FOLDER": str(self.folder),
            "POWER_JOURNAL": str(self._journal),
        }

    def on(self) -> None:
        """From here on: what is in the folder now is on disk."""
        self._journal.unlink(missing_ok=True)
        files = {str(path): path for path in self.folder.rglob("*") if path.is_file()}
        self._names = {name: path.stat().st_ino for name, path in files.items()}
        self._synced = {path.stat().st_ino: path.read_bytes() for path in files.values()}

    def cut(self, rng: random.Random) -> None:
        """Nobody is at work any more: leave what was synced, and in every other cut a part of what was not."""
        lucky = rng.random() < 0.5
        names, files = self._left(rng if lucky else None)
        for path in list(self.folder.rglob("*")):
            if path.is_file():
                path.unlink()
        for name, content in names.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_bytes(files.get(content, b""))
            os.chmod(name, 0o600)

    def _left(self, rng: random.Random | None) -> tuple[dict[str, int], dict[int, bytes]]:
        """The names on disk, and what is in their files. With chance, some of what was under way made it, too."""
        names, files = dict(self._names), {file: bytearray(data) for file, data in self._synced.items()}
        waiting_names: list[Note] = []
        waiting: dict[int, list[Note]] = {}
        now: dict[int, int] = {}
        for number, note in enumerate(self._notes(), 1):
            if note.op == CREATE:
                now[note.file] = -number  # the number of a file that is gone may be given to a new one
            note.file = now.get(note.file, note.file)
            if note.op in (WRITE, TRUNCATE):
                waiting.setdefault(note.file, []).append(note)
            elif note.op == SYNC:
                for done in waiting.pop(note.file, []):
                    _apply(files, done)
            elif note.op == SYNC_FOLDER:
                here = [one for one in waiting_names if _folder_of(one) == note.path]
                waiting_names = [one for one in waiting_names if one not in here]
                for one in here:
                    _rename(names, one)
            else:
                waiting_names.append(note)
        if rng is not None:
            for one in waiting_names[: rng.randint(0, len(waiting_names))]:
                _rename(names, one)
            for notes in waiting.values():
                for done in notes:
                    if rng.random() < 0.5:
                        _apply(files, done)
        return names, {file: bytes(data) for file, data in files.items()}

    def _notes(self) -> Iterator[Note]:
        if not self._journal.exists():
            return
        text, at = self._journal.read_bytes(), 0
        while at + HEAD.size <= len(text):
            op, path, other, data, file, offset = HEAD.unpack_from(text, at)
            at += HEAD.size
            end = at + path + other + data
            if end > len(text):
                return
            first, second = text[at : at + path].decode(), text[at + path : at + path + other].decode()
            yield Note(op, file, offset, first, second, text[end - data : end])
            at = end


def _folder_of(note: Note) -> str:
    return str(Path(note.other or note.path).parent)


def _apply(files: dict[int, bytearray], note: Note) -> None:
    content = files.setdefault(note.file, bytearray())
    if note.op == TRUNCATE:
        del content[note.offset :]
        content.extend(bytes(max(0, note.offset - len(content))))
        return
    content.extend(bytes(max(0, note.offset - len(content))))
    content[note.offset : note.offset + len(note.data)] = note.data


def _rename(names: dict[str, int], note: Note) -> None:
    if note.op == CREATE:
        names[note.path] = note.file
    elif note.op == UNLINK:
        names.pop(note.path, None)
    elif note.path in names:
        names[note.other] = names.pop(note.path)
