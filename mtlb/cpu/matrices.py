"""The memory layout of simdgroup matrices, in the two operand forms of AIR."""

from __future__ import annotations

from collections.abc import Sequence

from ..ir import Predicate, Value
from ..ir.build import IRBuilder
from ..ir.type_rules import is_vector


def matrix_steps(b: IRBuilder, operands: Sequence[Value]) -> list[Value]:
    """The steps to the next column and the next row, in elements, and the first column and row: four i64.
    `operands`: those of a load after the address. From AIR 2.8 on they are extents, steps and origin, each for
    columns and rows; before, the elements in a row, the origin, and whether the matrix is transposed (docs/air.md)."""
    if is_vector(operands[0].type):
        _, steps, origin = operands
        return [*b.elements(steps), *b.elements(origin)]
    stride, origin, transposed = operands
    is_transposed = b.compare(Predicate.ICMP_NE, transposed, b.null(transposed.type))
    first, second = (b.resized(start, b.i64) for start in b.elements(origin))
    near, far = b.integer(b.i64, 1), b.resized(stride, b.i64)
    pairs = ((near, far), (far, near), (first, second), (second, first))
    return [b.select(is_transposed, other, plain) for plain, other in pairs]
