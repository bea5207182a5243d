"""Functions of SIMD-groups and quads, by which threads exchange values.

In a threadgroup a quad is four threads with consecutive indices; in groups of two dimensions that is a guess.
"""

from __future__ import annotations

from typing import Final

from .calls import Calls
from .names import u16, u64
from .operands import Operand, TypedValue
from .types import MetalType, Scalar

_RESULTS: Final[dict[str, MetalType]] = {"ballot": u64, "active_threads_mask": u64}


class Lanes:
    """`Builder.simd` and `Builder.quad`: functions of the SIMD-group and of the quad. ``b.simd("sum", x)``"""

    def __init__(self, builder: Calls, group: str) -> None:
        self._b = builder
        self._group = group

    def __call__(self, operation: str, *arguments: TypedValue | int) -> TypedValue:
        """Call a function of the group. `operation`: "sum", "shuffle_down", "shuffle_xor", "broadcast", "ballot",
        "is_first"…

        The functions are those of `mtlb.air.intrinsics` whose names begin with that of the group. Lane numbers may have
        any integer type.
        """
        b = self._b
        converted: list[Operand] = []
        for number, argument in enumerate(arguments):
            lane = (
                number > 0
                and isinstance(argument, TypedValue)
                and isinstance(argument.type, Scalar)
                and argument.type.is_integer
            )
            last = number == len(arguments) - 1 or "fill" not in operation or number > 1
            converted.append(
                b.convert(argument, u16) if lane and last and isinstance(argument, TypedValue) else argument
            )
        return b.air(f"{self._group}_{operation}", *converted, result=_RESULTS.get(operation))


def place_in_squares(index: TypedValue, size: tuple[int, int, int]) -> tuple[TypedValue, TypedValue, TypedValue]:
    """The position (x, y, z) that thread `index` of a threadgroup gets so that each quad is a square of 2 x 2 threads.

    `size`: that of the threadgroup, of even width and height.
    """
    width, height, _ = size
    layer, place = index // (width * height), index % (width * height)
    quad, corner = place >> 2, place & 3
    column = (quad % (width // 2)) * 2 + (corner & 1)
    row = (quad // (width // 2)) * 2 + (corner >> 1)
    return column, row, layer


def difference_in_quad(b: Calls, value: TypedValue, other: TypedValue, index: TypedValue, bit: int) -> TypedValue:
    """The derivative in a quad: `other` is the value of the neighbor whose `index` differs in `bit`, 1 along x, 2 along
    y.
    """
    is_second = b.compare("ne", index & bit, 0)
    return b.select(is_second, value - other, other - value)
