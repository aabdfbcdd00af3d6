"""Compiling with Numba: decorators that type checkers understand, and a cache that survives restarts.

Numba notices a changed file only when the function itself lives in it, not when something it calls does. So the cache
directory is named after everything that is compiled, and it is the user's own: the package may be read-only.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core.extending import intrinsic

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).resolve().parent.parent
_COMPILED_FOLDERS = ("fast", "bots", "envs")
_CONSTANTS = ("rules/board.py", "rules/ruleset.py", "rules/scoring.py", "notation/shapes.py")
"""What compiled code takes numbers from."""


def sources() -> Iterator[Path]:
    """Every file that compiled code may come from."""
    yield from (_PACKAGE / name for name in _CONSTANTS)
    for folder in _COMPILED_FOLDERS:
        for path in sorted((_PACKAGE / folder).glob("*.py")):
            if folder == "fast" or b"fast._compile" in path.read_bytes():
                yield path


def _fingerprint() -> str:
    """Names the state of all sources."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in sources():
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _candidates() -> Iterator[Path]:
    chosen = os.environ.get("MEDINA_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    yield Path(home) / "medina"
    yield Path(tempfile.gettempdir()) / f"medina-cache-{os.getuid() if hasattr(os, 'getuid') else 'user'}"


@cache
def cache_directory() -> Path | None:
    """Where compiled code is kept, or None when no directory can be written."""
    name = f"numba-{_fingerprint()}"
    for candidate in _candidates():
        folder = candidate / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return None


_config: Any = numba.config


@contextmanager
def _our_cache() -> Iterator[bool]:
    """Points Numba at our cache while one function is declared, and leaves other users of Numba alone."""
    folder = cache_directory()
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(folder or "")
    try:
        yield folder is not None
    finally:
        _config.CACHE_DIR = before


# Numba's own types say less than ours: a compiled function is still the function.
_njit: Any = numba.njit

by_hand: Any = intrinsic
"""A function given as LLVM's own code, for what compilers do not find in a loop."""


def inner(function: Function) -> Function:
    """A compiled function that is only called from compiled code: it travels inside its callers' cached code.

    It must not make arrays: it is compiled without counting references, which makes the search a third faster.
    """
    compiled: Function = _njit(nogil=True, error_model="numpy", _nrt=False)(function)
    return compiled


def entry(function: Function) -> Function:
    """A compiled function called from Python: it is cached and runs without the interpreter's lock."""
    with _our_cache() as writable:
        compiled: Function = _njit(nogil=True, error_model="numpy", cache=writable)(function)
    return compiled


def _count_bits(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


def _find_lowest_bit(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

    return types.int64(types.uint64), generate


popcount: Callable[[np.uint64], int] = by_hand(_count_bits)
"""How many bits of a word are set."""

lowest: Callable[[np.uint64], int] = by_hand(_find_lowest_bit)
"""The index of the lowest set bit of a word that is not zero."""
