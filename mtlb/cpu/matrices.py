"""Where matrices of a simdgroup are in memory, in the two forms that AIR has had for it."""

from __future__ import annotations

from collections.abc import Sequence

from ..ir import Predicate, Value
from ..ir.build import IRBuilder
from ..ir.type_rules import is_vector


def matrix_steps(b: IRBuilder, operands: Sequence[Value]) -> list[Value]:
    """How far the next column and the next row are, in elements, and the first column and row: four i64.

    `operands`: those of a load behind the address. From AIR 2.8 on extents, steps and origin, each for columns and
    rows; before, the elements in a row, the origin, and whether the matrix is transposed (docs/air.md).
    """
    if is_vector(operands[0].type):
        _, steps, origin = operands
        return [*b.elements(steps), *b.elements(origin)]
    stride, origin, transposed = operands
    is_transposed = b.compare(Predicate.ICMP_NE, transposed, b.null(transposed.type))
    first, second = (b.resized(start, b.i64) for start in b.elements(origin))
    near, far = b.integer(b.i64, 1), b.resized(stride, b.i64)
    pairs = ((near, far), (far, near), (first, second), (second, first))
    return [b.select(is_transposed, other, plain) for plain, other in pairs]
