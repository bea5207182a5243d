"""Colors of images with several planes, through a Y'CbCr conversion.
The formulas are SPIRV-Cross's (spvChromaReconstruct…, spvExpandITU…, spvConvertYCbCr… in spirv_msl.cpp), which cites
the Khronos Data Format Specification, section 15."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..emit import Builder
from ..emit.names import f32, i32
from ..emit.operands import TypedValue
from ..emit.types import Vector
from .functions import FunctionLowering
from .samplers import COEFFICIENTS, YcbcrConversion

Sample = Callable[[TypedValue, "tuple[int, int] | None"], TypedValue]
"""Samples a texture at an offset in texels."""


def converted(
    f: FunctionLowering,
    conversion: YcbcrConversion,
    textures: Sequence[TypedValue],
    coordinates: TypedValue,
    sample: Sample,
) -> TypedValue:
    """A converted color from an image with several planes: before the conversion, green has the luma, blue and red
    the chroma."""
    texel = sample(textures[0], None)
    if len(textures) > 1:
        blue, red = _chroma(f, conversion, textures, coordinates, sample)
        texel = f.b.vector(red, texel[0], blue, f.b.const(f32, 1.0))
    numbers: Mapping[str, TypedValue] = {name: texel[place] for place, name in enumerate("rgba")}
    numbers = {**numbers, "0": f.b.const(f32, 0.0), "1": f.b.const(f32, 1.0)}
    red, green, blue, alpha = [numbers[name] for name in conversion.swizzle]
    if conversion.model != "rgb":
        red, green, blue = _expanded(conversion, red, green, blue)
    if conversion.model in COEFFICIENTS:
        red, green, blue = _rgb(conversion, red, green, blue)
    return f.b.vector(red, green, blue, alpha)


def _chroma(
    f: FunctionLowering,
    conversion: YcbcrConversion,
    textures: Sequence[TypedValue],
    coordinates: TypedValue,
    sample: Sample,
) -> tuple[TypedValue, TypedValue]:
    """The blue and red components, from the second plane, or from the second and the third."""
    chroma = [_reconstructed(f, conversion, textures, texture, coordinates, sample) for texture in textures[1:]]
    return (chroma[0][0], chroma[0][1]) if len(chroma) == 1 else (chroma[0][0], chroma[1][0])


def _reconstructed(
    f: FunctionLowering,
    conversion: YcbcrConversion,
    textures: Sequence[TypedValue],
    plane: TypedValue,
    coordinates: TypedValue,
    sample: Sample,
) -> TypedValue:
    b, here = f.b, sample(plane, None)
    if conversion.resolution == "444" or conversion.chroma_filter == "nearest":
        return here
    if conversion.resolution == "422":
        width = b.convert(b.texture.size(textures[1], "width"), f32)
        is_between = b.not_(b.math("fract", b.mul(coordinates[0], width)).eq(0.0))
        right = sample(plane, (1, 0))
        if conversion.x_offset == "cosited_even":
            return b.select(is_between, _mixed(b, here, right, b.const(f32, 0.5)), here)
        return _mixed(b, here, b.select(is_between, right, sample(plane, (-1, 0))), b.const(f32, 0.25))
    sizes = [b.convert(b.texture.size(textures[0], what), f32) for what in ("width", "height")]
    parts: list[TypedValue] = []
    for number, (size, offset) in enumerate(zip(sizes, (conversion.x_offset, conversion.y_offset), strict=True)):
        texels = b.math("round", b.mul(coordinates[number], size))
        moved = b.sub(texels, 0.5) if offset == "midpoint" else texels
        parts.append(b.math("fract", b.mul(moved, 0.5)))
    above = _mixed(b, here, sample(plane, (1, 0)), parts[0])
    below = _mixed(b, sample(plane, (0, 1)), sample(plane, (1, 1)), parts[0])
    return _mixed(b, above, below, parts[1])


def _mixed(b: Builder, first: TypedValue, second: TypedValue, part: TypedValue) -> TypedValue:
    count = first.type.count if isinstance(first.type, Vector) else 1
    weight = b.splat(part, count) if count > 1 else part
    return b.add(first, b.mul(b.sub(second, first), weight))


def _expanded(conversion: YcbcrConversion, red: TypedValue, green: TypedValue, blue: TypedValue) -> list[TypedValue]:
    """Expand numbers of a range to 0…1, and to -0.5…0.5."""
    most, unit = 2.0**conversion.bits - 1, 2.0 ** (conversion.bits - 8)
    if conversion.range == "full":
        middle = 2.0 ** (conversion.bits - 1) / most
        return [red - middle, green, blue - middle]
    red, blue = [(channel * most - 128 * unit) / (224 * unit) for channel in (red, blue)]
    return [red, (green * most - 16 * unit) / (219 * unit), blue]


def _rgb(conversion: YcbcrConversion, red: TypedValue, luma: TypedValue, blue: TypedValue) -> list[TypedValue]:
    of_red, of_blue = COEFFICIENTS[conversion.model]
    of_green = 1 - of_red - of_blue
    more_red, more_blue = 2 * (1 - of_red), 2 * (1 - of_blue)
    green = luma - blue * (of_blue * more_blue / of_green) - red * (of_red * more_red / of_green)
    return [luma + red * more_red, green, luma + blue * more_blue]


def offset_of(f: FunctionLowering, texels: tuple[int, int] | None) -> TypedValue | None:
    """An offset as the builder takes it."""
    return None if texels is None else f.b.const(Vector(i32, 2), list(texels))
