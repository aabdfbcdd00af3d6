"""Set algebra on city cells: a set is three words; touching and being near are shifts."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import numpy as np

from medina.fast._compile import inner, lowest, popcount
from medina.fast.layout import STRIDE, State

Bits = tuple[np.uint64, np.uint64, np.uint64]

_0 = np.uint64(0)
_1 = np.uint64(1)
_ROW = np.uint64(STRIDE)
_REST = np.uint64(64 - STRIDE)
_63 = np.uint64(63)


@inner
def load(state: State, at: int) -> Bits:
    return np.uint64(state[at]), np.uint64(state[at + 1]), np.uint64(state[at + 2])


@inner
def store(state: State, at: int, bits: Bits) -> None:
    state[at] = np.int64(bits[0])
    state[at + 1] = np.int64(bits[1])
    state[at + 2] = np.int64(bits[2])


@inner
def has(state: State, at: int, cell: int) -> bool:
    return (state[at + (cell >> 6)] >> (cell & 63)) & 1 != 0


@inner
def add(state: State, at: int, cell: int) -> None:
    state[at + (cell >> 6)] |= np.int64(1) << (cell & 63)


@inner
def remove(state: State, at: int, cell: int) -> None:
    state[at + (cell >> 6)] &= ~(np.int64(1) << (cell & 63))


@inner
def only(cell: int) -> Bits:
    """The set of one cell."""
    bit = _1 << np.uint64(cell & 63)
    word = cell >> 6
    return bit if word == 0 else _0, bit if word == 1 else _0, bit if word == 2 else _0


@inner
def both(x: Bits, y: Bits) -> Bits:
    return x[0] & y[0], x[1] & y[1], x[2] & y[2]


@inner
def either(x: Bits, y: Bits) -> Bits:
    return x[0] | y[0], x[1] | y[1], x[2] | y[2]


@inner
def without(x: Bits, y: Bits) -> Bits:
    return x[0] & ~y[0], x[1] & ~y[1], x[2] & ~y[2]


@inner
def differing(x: Bits, y: Bits) -> Bits:
    return x[0] ^ y[0], x[1] ^ y[1], x[2] ^ y[2]


@inner
def some(x: Bits) -> bool:
    return (x[0] | x[1] | x[2]) != _0


@inner
def size(x: Bits) -> int:
    return popcount(x[0]) + popcount(x[1]) + popcount(x[2])


@inner
def first(x: Bits) -> int:
    """The first cell of a set that is not empty, in board order."""
    if x[0] != _0:
        return lowest(x[0])
    if x[1] != _0:
        return 64 + lowest(x[1])
    return 128 + lowest(x[2])


@inner
def sideways(x: Bits) -> Bits:
    """The cells to the west and east of a set."""
    a, b, c = x
    return (
        (a << _1) | (a >> _1) | (b << _63),
        (b << _1) | (a >> _63) | (b >> _1) | (c << _63),
        (c << _1) | (b >> _63) | (c >> _1),
    )


@inner
def upright(x: Bits) -> Bits:
    """The cells to the south and north of a set."""
    a, b, c = x
    return (
        (a << _ROW) | (a >> _ROW) | (b << _REST),
        (b << _ROW) | (a >> _REST) | (b >> _ROW) | (c << _REST),
        (c << _ROW) | (b >> _REST) | (c >> _ROW),
    )


@inner
def touching(x: Bits) -> Bits:
    """1.4: cells that share a side with a cell of the set."""
    return either(sideways(x), upright(x))


@inner
def near(x: Bits) -> Bits:
    """1.4: the set and the cells that share a side or a corner with it."""
    row = either(x, sideways(x))
    return either(row, upright(row))
