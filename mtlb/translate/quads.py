"""Derivatives of compute shaders, whose threads have quads by SPV_KHR_compute_shader_derivatives.
Metal has derivatives in fragment functions alone (Metal Shading Language Specification, 6.10.1), so that elsewhere a
derivative is the difference from the neighbor in the quad."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..emit import Builder
from ..emit.lanes import difference_in_quad, place_in_squares
from ..emit.names import f32, u16, uint3
from ..emit.operands import TypedValue
from ..spirv import SpirvEntryPoint
from ..spirv.enumerants import BuiltIn, ExecutionMode
from .functions import FunctionLowering
from .program import TranslationProgram
from .registry import INDEX
from .uses import QUADS

_BITS: Final = {"x": 1, "y": 2}
_GROUP: Final = "threadgroup_position_in_grid"
PLACES: Final = (BuiltIn.LocalInvocationId, BuiltIn.GlobalInvocationId, BuiltIn.LocalInvocationIndex)
"""The builtins that say where a thread is."""


def has_quads(f: FunctionLowering) -> bool:
    """Whether derivatives in a function are those of the quads of a threadgroup."""
    return f.program.uses.has_quads and INDEX in f.builtins


def derivative(f: FunctionLowering, value: TypedValue, axis: str) -> TypedValue:
    """The derivative of a value along "x" or "y": in a fragment function Metal's."""
    if not has_quads(f):
        return f.b.air(f"dfd{axis}", value)
    bit = _BITS[axis]
    other = f.b.quad("shuffle_xor", value, f.b.const(u16, bit))
    return difference_in_quad(f.b, value, other, f.builtin(INDEX), bit)


def gradient(f: FunctionLowering, place: TypedValue, bias: TypedValue | None) -> tuple[TypedValue, TypedValue]:
    """The derivatives of a texture coordinate along x and y. A bias of the level of detail scales both."""
    along, down = derivative(f, place, "x"), derivative(f, place, "y")
    if bias is None:
        return along, down
    scale = f.b.math("exp2", f.b.convert(bias, f32))
    return along * scale, down * scale


def size_for_squares(program: TranslationProgram, point: SpirvEntryPoint) -> tuple[int, int, int] | None:
    """The size of a threadgroup whose threads get other positions, so that quads are squares. None if they keep them:
    quads are four threads in a row, or the threadgroup is two threads wide, as a quad is.
    Raises UnsupportedError for a size that has no such quads, or is specialized."""
    if not any(mode in point.modes for mode in QUADS):
        return None
    if program.fixed_threads(point) is None:
        raise program.spirv.error(point.instruction, "derivatives in a threadgroup whose size is specialized")
    size = program.workgroup_size(point)
    assert size is not None
    x, y, z = size
    is_square = ExecutionMode.DerivativeGroupQuadsKHR in point.modes
    if (x % 2 or y % 2) if is_square else x * y * z % 4:
        raise program.spirv.error(point.instruction, f"derivatives in a threadgroup of {x} x {y} x {z} threads")
    return size if is_square and x != 2 else None


def squared(
    b: Builder, builtin: BuiltIn, needed: Callable[[str], TypedValue], size: tuple[int, int, int]
) -> TypedValue:
    """The value of a builtin of `PLACES` for a thread of such a threadgroup. `needed`: declares a builtin argument."""
    column, row, layer = place_in_squares(needed(INDEX), size)
    if builtin is BuiltIn.LocalInvocationIndex:
        return (layer * size[1] + row) * size[0] + column
    place = b.vector(column, row, layer)
    if builtin is BuiltIn.LocalInvocationId:
        return place
    return needed(_GROUP) * b.const(uint3, list(size)) + place
