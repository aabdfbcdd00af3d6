"""Numbers that look like chance and are the same everywhere (splitmix64)."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import numpy as np

from medina.fast._compile import inner

STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


@inner
def mix(word: np.uint64) -> np.uint64:
    """A word in which every bit of the given one counts everywhere."""
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return word ^ (word >> np.uint64(31))


@inner
def hash_key(number: int) -> int:
    """What this number adds to a position's hash. Working it out is as quick as a table, and a browser loads less."""
    return int(np.int64(mix(np.uint64(number + 1) * STEP)))
