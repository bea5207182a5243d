"""Matrices that are distributed over the threads of a SIMD-group."""

from __future__ import annotations

from collections.abc import Sequence

from ..air.intrinsics import type_word
from ..base.features import MATRIX_STEPS_SINCE
from .calls import Calls
from .names import u64
from .operands import TypedValue
from .types import Scalar, SimdgroupMatrix, Vector


class Matrices:
    """`Builder.matrix`: matrices of the SIMD-group, 8 by 8 numbers."""

    def __init__(self, builder: Calls) -> None:
        self._b = builder

    def fill(self, type: SimdgroupMatrix, value: TypedValue | float) -> TypedValue:
        """A matrix filled with `value`."""
        number = self._b.number("matrix.fill", value, type.element)
        return self._b.air("simdgroup_matrix_8x8_init_filled", number, result=type)

    def load(
        self,
        pointer: TypedValue,
        stride: TypedValue | int = 8,
        origin: TypedValue | None = None,
        *,
        transpose: bool = False,
    ) -> TypedValue:
        """Load a matrix. `stride`: the distance between rows in numbers; `origin`: a ulong2."""
        type = self._b.address("matrix.load", pointer)
        if not isinstance(type.pointee, Scalar):
            raise self._b.error("matrix.load", f"{type} does not point at a number")
        return self._access("load", (), pointer, stride, origin, transpose, SimdgroupMatrix(type.pointee))

    def store(
        self,
        matrix: TypedValue,
        pointer: TypedValue,
        stride: TypedValue | int = 8,
        origin: TypedValue | None = None,
        *,
        transpose: bool = False,
    ) -> None:
        """Store a matrix; parameters as for `load`."""
        self._b.written("matrix.store", pointer)
        type = self._b.value_type("matrix.store", matrix)
        if not isinstance(type, SimdgroupMatrix):
            raise self._b.error("matrix.store", f"{type} is not a matrix of a SIMD-group")
        self._access("store", (matrix,), pointer, stride, origin, transpose, type)

    def multiply_accumulate(self, left: TypedValue, right: TypedValue, sum: TypedValue) -> TypedValue:
        """The matrix `left * right + sum`."""
        return self._b.air("simdgroup_matrix_8x8_multiply_accumulate", left, right, sum, result=sum.type)

    def _access(
        self,
        operation: str,
        values: Sequence[TypedValue],
        pointer: TypedValue,
        stride: TypedValue | int,
        origin: TypedValue | None,
        transpose: bool,
        type: SimdgroupMatrix,
    ) -> TypedValue:
        b = self._b
        if origin is None:
            origin = b.const(Vector(u64, 2), [0, 0])
        if isinstance(stride, TypedValue):
            stride = b.convert(stride, u64)
        word = type_word(b.low.value(type.element))
        name = f"air.simdgroup_matrix_8x8_{operation}.v64{word}.p{int(pointer.ir.type.address_space)}{word}"
        if b.target.air < MATRIX_STEPS_SINCE:
            return b.air(name, *values, pointer, stride, origin, transpose, result=type)
        extents, steps = self._pair(stride, 8), self._pair(1, stride)
        if transpose:
            extents, steps, origin = self._pair(8, stride), self._pair(stride, 1), b.shuffle(origin, (1, 0))
        return b.air(name, *values, pointer, extents, steps, origin, result=type)

    def _pair(self, first: TypedValue | int, second: TypedValue | int) -> TypedValue:
        """A ulong2 of two numbers."""
        if isinstance(first, int) and isinstance(second, int):
            return self._b.const(Vector(u64, 2), [first, second])
        return self._b.vector(first, second, type=Vector(u64, 2))
