"""Files that a player names: games to read, and where to write one."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from medina.notation import BadRecord, Record, read_record
from medina.rules import MedinaError
from medina.words import failure, say


def named(text: str) -> Path:
    """The path a player typed. A ~ that is nobody's home is part of a name."""
    return Path(os.path.expanduser(text))


def file_to_write(text: str) -> Path:
    """Where to write the game a player named; `.mgn` may be left out. A folder is no place for it."""
    path = named(text)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return path if path.suffix else path.with_suffix(".mgn")


def read_file(name: str | Path) -> Record:
    """The record in a file, or on standard input for `-`."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRecord(failure(MedinaError, "terminal.not_text", file=name)) from None
    try:
        return read_record(text)
    except BadRecord as error:
        raise BadRecord(failure(MedinaError, "terminal.no_record", file=name, problem=error)) from None


_TOLD: dict[type[OSError], str] = {
    FileNotFoundError: "cli.file.missing",
    PermissionError: "cli.file.forbidden",
    IsADirectoryError: "cli.file.folder",
    FileExistsError: "cli.file.no_folder",
    NotADirectoryError: "cli.file.no_folder",
}


def problem_with(error: OSError) -> str:
    """What is wrong with a file; what seldom happens in the system's own words."""
    if not error.filename:
        return str(error)
    key = _TOLD.get(type(error))
    return say(key, file=error.filename) if key else f"{error.filename}: {error.strerror}"
