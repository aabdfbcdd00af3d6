"""What the evaluation does to many numbers at once, written as vectors: compilers find them in loops, or do not.

A vector of `LANES` numbers is cut by the compiler into those the machine has, or WebAssembly. Every number is still
added up in the order written here, so that all machines compute the same bits.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils as untyped

from medina.bots.survey import Floats, Table
from medina.fast._compile import by_hand

LANES: Final = 32
COMPARED: Final = 16  # numbers compared at once

cgutils: Any = untyped
_float: Any = ir.FloatType()
_many: Any = ir.VectorType(_float, LANES)


class _Numbers:
    """An array of compiled code, and vectors in it."""

    def __init__(self, context: Any, builder: Any, kind: Any, value: Any) -> None:
        self.builder = builder
        array = context.make_array(kind)(context, builder, value)
        self.data, self.lengths = array.data, cgutils.unpack_tuple(builder, array.shape, kind.ndim)

    def item(self, index: Any) -> Any:
        return self.builder.load(self.builder.gep(self.data, [index]))

    def place(self, index: Any, kind: Any = _many) -> Any:
        return self.builder.bitcast(self.builder.gep(self.data, [index]), kind.as_pointer())

    def vector(self, index: Any, kind: Any = _many) -> Any:
        return self.builder.load(self.place(index, kind), align=4)


def _spread(builder: Any, number: Any) -> Any:
    """The same number in every lane."""
    one = builder.insert_element(ir.Constant(_many, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    everywhere = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(one, ir.Constant(_many, ir.Undefined), everywhere)


def _numbers(context: Any, builder: Any, signature: Any, arguments: Any) -> list[Any]:
    return [
        _Numbers(context, builder, kind, value) if isinstance(kind, types.Array) else value
        for kind, value in zip(signature.args, arguments, strict=True)
    ]


def _add_rows(
    typing_context: Any, sums: Any, base: Any, rows: Any, which: Any, amounts: Any, count: Any, units: Any
) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        sums, base, rows, which, amounts, count, units = _numbers(context, builder, signature, arguments)
        step = ir.Constant(units.type, LANES)
        total = cgutils.alloca_once(builder, _many)
        with cgutils.for_range_slice(builder, ir.Constant(units.type, 0), units, step) as (unit, _):
            builder.store(base.vector(unit), total)
            with cgutils.for_range(builder, count) as loop:
                start = builder.add(builder.mul(which.item(loop.index), rows.lengths[1]), unit)
                amount = _spread(builder, amounts.item(loop.index))
                grown = builder.fadd(builder.load(total), builder.fmul(rows.vector(start), amount))
                builder.store(grown, total)
            builder.store(builder.load(total), sums.place(unit), align=4)
        return context.get_dummy_value()

    return types.void(sums, base, rows, which, amounts, types.int64, types.int64), generate


def _weigh(typing_context: Any, own: Any, common: Any, second: Any, units: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        own, common, second, units = _numbers(context, builder, signature, arguments)
        nothing = ir.Constant(_many, [0.0] * LANES)
        total = cgutils.alloca_once_value(builder, nothing)
        step = ir.Constant(units.type, LANES)
        with cgutils.for_range_slice(builder, ir.Constant(units.type, 0), units, step) as (unit, _):
            drive = builder.fadd(own.vector(unit), common.vector(unit))
            answer = builder.select(builder.fcmp_ordered(">", drive, nothing), drive, nothing)
            builder.store(builder.fadd(builder.load(total), builder.fmul(answer, second.vector(unit))), total)
        halves, length = builder.load(total), LANES
        while length > 1:
            length //= 2
            low, high = (
                builder.shuffle_vector(
                    halves,
                    ir.Constant(halves.type, ir.Undefined),
                    ir.Constant(ir.VectorType(ir.IntType(32), length), list(range(start, start + length))),
                )
                for start in (0, length)
            )
            halves = builder.fadd(low, high)
        return builder.extract_element(halves, ir.Constant(ir.IntType(32), 0))

    return types.float32(own, common, second, types.int64), generate


def _find_differing(typing_context: Any, ones: Any, others: Any, start: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        ones, others, start = _numbers(context, builder, signature, arguments)
        some = ir.VectorType(_float, COMPARED)
        differ = builder.fcmp_unordered("!=", ones.vector(start, some), others.vector(start, some))
        return builder.zext(builder.bitcast(differ, ir.IntType(COMPARED)), ir.IntType(64))

    return types.uint64(ones, others, types.int64), generate


add_rows: Callable[[Floats, Floats, Floats, Table, Floats, int, int], None] = by_hand(_add_rows)
"""The first `units` of `sums` become those of `base` and `count` rows, each so many times."""

weigh: Callable[[Floats, Floats, Floats, int], np.float32] = by_hand(_weigh)
"""The sum of `second` over all units, as far as what drives them is above nothing; halves are added to halves."""

differing_bits: Callable[[Floats, Floats, int], np.uint64] = by_hand(_find_differing)
"""Of `COMPARED` numbers from `start` on a bit for each that differs."""
