"""Texture swizzles that the host sets at run time, for devices whose textures have none.
A swizzle is a uint with a byte for each component, lowest first: 0 is the component itself, 1 zero, 2 one, 3 to 6
red to alpha: ``spvSwizzle``, ``spvTextureSwizzle``, ``spvGatherSwizzle`` and ``spvGatherCompareSwizzle`` in
SPIRV-Cross's spirv_msl.cpp."""

from __future__ import annotations

from collections.abc import Callable

from ..emit.operands import TypedValue
from ..emit.types import Vector
from ..spirv import SpirvInstruction
from .functions import FunctionLowering
from .uses import swizzle_of

_ZERO, _ONE, _RED = 1, 2, 3


def swizzled(f: FunctionLowering, i: SpirvInstruction, texel: TypedValue) -> TypedValue:
    """A texel with its components permuted by the texture's swizzle. A single number is red, followed by 0, 0 and 1."""
    word = _word(f, i)
    if word is None:
        return texel
    if isinstance(texel.type, Vector):
        components = [texel[number] for number in range(4)]
        return f.b.vector(*[_chosen(f, word, number, components) for number in range(4)])
    components = [texel, *[f.b.const(texel.type, number) for number in (0, 0, 1)]]
    return _chosen(f, word, 0, components)


def gathered(
    f: FunctionLowering,
    i: SpirvInstruction,
    component: int,
    texels: TypedValue,
    gather: Callable[[int], TypedValue] | None,
) -> TypedValue:
    """The four texels of a gather from the component that the swizzle selects. For a comparison, only red is
    nonzero. A depth texture has only red, so there is nothing to `gather` otherwise: green and blue are 0, alpha is
    1."""
    word = _word(f, i)
    if word is None:
        return texels
    b, type = f.b, texels.type
    if "Dref" in i.name:
        rest = [b.const(type, 0)] * 3
        return _chosen(f, word, 0, [texels, *rest])
    if gather is None:
        return _chosen(f, word, component, [texels, *[b.const(type, number) for number in (0, 0, 1)]])
    components = [texels if number == component else gather(number) for number in range(4)]
    return _chosen(f, word, component, components)


def _word(f: FunctionLowering, i: SpirvInstruction) -> TypedValue | None:
    if not f.program.options.swizzle_texture_samples:
        return None
    variable = f.program.uses.swizzled(i)
    return None if variable is None else f.builtin(swizzle_of(variable))


def _chosen(f: FunctionLowering, word: TypedValue, place: int, components: list[TypedValue]) -> TypedValue:
    """The component for a byte of the swizzle."""
    b = f.b
    code = b.and_(b.shr(word, 8 * place), 0xFF)
    component = components[place]
    for number, item in enumerate(components):
        component = b.select(code.eq(_RED + number), item, component)
    component = b.select(code.eq(_ZERO), b.const(component.type, 0), component)
    return b.select(code.eq(_ONE), b.const(component.type, 1), component)
