"""The exponential by additions and multiplications alone, so that every machine, and a browser, gets the same bits.

What libraries call `exp` differs between them in the last place now and then.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import math
from typing import Final

import numpy as np

from medina.fast._compile import inner

_LEAST: Final = np.float32(-87)  # below, single precision has next to nothing
_SHIFT: Final = 1.5 * 2.0**52  # added and taken away again it rounds to a whole number
_HALVINGS: Final = 1 / math.log(2)
_LOG_2: Final = math.log(2)
_TERMS: Final = tuple(1 / math.factorial(power) for power in range(9, -1, -1))  # of the series, the smallest first


@inner
def exp(x: np.float32) -> np.float32:
    """`e` to the power of a number below 88: a power of two, and a series for the rest."""
    if x < _LEAST:
        return np.float32(0)
    halvings = np.float64(x) * _HALVINGS
    whole = (halvings + _SHIFT) - _SHIFT
    rest = (halvings - whole) * _LOG_2
    series = 0.0
    for term in _TERMS:
        series = series * rest + term
    power = np.int64((np.int64(whole) + 1023) << 52).view(np.float64)
    return np.float32(series * power)
