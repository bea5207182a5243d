"""Textures, samplers and rasterization rate maps as arguments."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..air.textures import SHAPES
from ..base.errors import BuildError
from ..base.metal import CompareFunction, SamplerAddressMode, SamplerFilter, SamplerMipFilter
from . import layout

if TYPE_CHECKING:
    import numpy as np

RATE_MAP_TYPE = "rasterization_rate_map_data"
"""The type of an argument that takes a RateMap."""

_SRGB, _BGRA, _ALPHA, _DEPTH = 1, 2, 4, 8
_KINDS = (
    *(
        "F32",
        "F16",
        "UNORM8",
        "SNORM8",
        "U8",
        "S8",
        "U16",
        "S16",
        "U32",
        "S32",
        "UNORM16",
        "SNORM16",
        "BF16",
        "RGB10A2",
    ),
    *("RG11B10", "RGB9E5", "U10A2", "B5G6R5", "BGR5A1", "ABGR4"),
)


@dataclass(frozen=True, slots=True)
class _Format:
    """A pixel format: the kind of its numbers, channels, flags, and the type and elements per pixel of the array
    that holds it."""

    kind: str
    channels: int
    flags: int
    dtype: str
    elements: int


def _formats() -> dict[str, _Format]:
    """The formats; their names are those of MTLPixelFormat without the prefix, in lower case."""
    formats: dict[str, _Format] = {}
    plain = {
        "8unorm": ("UNORM8", "u1"),
        "8snorm": ("SNORM8", "i1"),
        "8uint": ("U8", "u1"),
        "8sint": ("S8", "i1"),
        "16unorm": ("UNORM16", "u2"),
        "16snorm": ("SNORM16", "i2"),
        "16uint": ("U16", "u2"),
        "16sint": ("S16", "i2"),
        "16float": ("F16", "f2"),
        "32uint": ("U32", "u4"),
        "32sint": ("S32", "i4"),
        "32float": ("F32", "f4"),
    }
    for name, (kind, dtype) in plain.items():
        for channels, letters in ((1, "r"), (2, "rg"), (4, "rgba")):
            formats[letters + name] = _Format(kind, channels, 0, dtype, channels)
    for letters, channels in (("r", 1), ("rg", 2), ("rgba", 4)):
        formats[f"{letters}8unorm_srgb"] = _Format("UNORM8", channels, _SRGB, "u1", channels)
    formats["a8unorm"] = _Format("UNORM8", 1, _ALPHA, "u1", 1)
    formats["bgra8unorm"] = _Format("UNORM8", 4, _BGRA, "u1", 4)
    formats["bgra8unorm_srgb"] = _Format("UNORM8", 4, _BGRA | _SRGB, "u1", 4)
    formats["depth32float"] = _Format("F32", 1, _DEPTH, "f4", 1)
    formats["depth16unorm"] = _Format("UNORM16", 1, _DEPTH, "u2", 1)
    formats["rgb10a2unorm"] = _Format("RGB10A2", 4, 0, "u4", 1)
    formats["bgr10a2unorm"] = _Format("RGB10A2", 4, _BGRA, "u4", 1)
    formats["rgb10a2uint"] = _Format("U10A2", 4, 0, "u4", 1)
    formats["rg11b10float"] = _Format("RG11B10", 3, 0, "u4", 1)
    formats["rgb9e5float"] = _Format("RGB9E5", 3, 0, "u4", 1)
    formats["b5g6r5unorm"] = _Format("B5G6R5", 3, 0, "u2", 1)
    formats["bgr5a1unorm"] = _Format("BGR5A1", 4, 0, "u2", 1)
    formats["abgr4unorm"] = _Format("ABGR4", 4, 0, "u2", 1)
    return formats


FORMATS = _formats()
"""The pixel formats, by the names of MTLPixelFormat without prefix in lower case: ``rgba8unorm``, ``r32float``, …"""

_DEFAULT = {
    "f4": "32float",
    "f2": "16float",
    "u1": "8unorm",
    "i1": "8snorm",
    "u2": "16uint",
    "i2": "16sint",
    "u4": "32uint",
    "i4": "32sint",
}


_DIMENSIONS = {  # of an array; faces of cubes follow each other in its layers
    shape.kind: shape.coordinates + shape.is_multisampled + (shape.is_array and not shape.is_cube)
    for shape in SHAPES.values()
}


class Image:
    """A numpy array as a texture, changed in place when the function writes.

    The shape is (height, width[, channels]), with layers, faces of cubes, slices of 3D textures or samples before it,
    and layers before samples: `kind` is ``1d``, ``2d``, ``3d``, ``cube``, ``1d_array``, ``2d_array``, ``cube_array``,
    ``2d_ms``, ``2d_ms_array``. For several levels of detail `levels` are the smaller arrays. `format` is one of
    `FORMATS`; without one, floating-point arrays are float formats, 8-bit arrays normalized, other integers integer
    formats. BuildError for a shape or type that the kind or the format does not have.
    """

    def __init__(
        self,
        array: np.ndarray[Any, Any],
        kind: str = "2d",
        *,
        format: str | None = None,
        levels: Sequence[np.ndarray[Any, Any]] = (),
    ) -> None:
        import numpy as np

        if not isinstance(array, np.ndarray) or not array.flags.c_contiguous:
            raise BuildError("a texture needs a numpy array that is contiguous in memory")
        if kind not in _DIMENSIONS:
            raise BuildError(f"texture kind {kind!r}: expected one of {', '.join(_DIMENSIONS)}")
        self.array = array
        self.kind = kind
        dtype = array.dtype.str[1:]
        count = array.ndim - _DIMENSIONS[kind]
        if format is None:
            channels = array.shape[-1] if count == 1 else 1
            letters = {1: "r", 2: "rg", 4: "rgba"}.get(channels)
            if dtype not in _DEFAULT or letters is None:
                raise BuildError(f"an array of {array.dtype} with {channels} channels needs a format")
            format = letters + _DEFAULT[dtype]
        if format not in FORMATS:
            raise BuildError(f"texture format {format!r} is not one of {', '.join(FORMATS)}")
        self.format = format
        its = FORMATS[format]
        if its.dtype != dtype:
            raise BuildError(f"a texture of format {format} needs an array of {np.dtype(its.dtype)}, not {array.dtype}")
        if (
            count not in (0, 1)
            or (count == 1 and array.shape[-1] != its.elements)
            or (count == 0 and its.elements != 1)
        ):
            raise BuildError(f"a {kind} texture of format {format} can't have the shape {array.shape}")
        self.shape = array.shape[: _DIMENSIONS[kind]]
        if kind in ("cube", "cube_array") and (self.shape[0] % 6 or (kind == "cube" and self.shape[0] != 6)):
            raise BuildError(f"a {kind} texture has six faces, not {self.shape[0]}")
        self.pixel_bytes = its.elements * array.dtype.itemsize
        self.levels = [array, *levels]
        for number, level in enumerate(self.levels[1:], 1):
            expected = self._level_shape(number) + array.shape[_DIMENSIONS[kind] :]
            if level.shape != expected or level.dtype != array.dtype:
                raise BuildError(f"level {number} of the texture has shape {level.shape}, expected {expected}")
        if len(self.levels) > 16:
            raise BuildError(f"a texture has at most 16 levels, not {len(self.levels)}")

    def _level_shape(self, level: int) -> tuple[int, ...]:
        halved = self.dimensions
        return tuple(
            max(1, size >> level) if len(self.shape) - number <= halved else size
            for number, size in enumerate(self.shape)
        )

    @property
    def dimensions(self) -> int:
        """The number of coordinates of a texel besides its layer, sample and level."""
        return {"1d": 1, "1d_array": 1, "3d": 3}.get(self.kind, 2)

    def coordinates(self, x: int, y: int, z: int, layer: int, sample: int, level: int) -> str:
        """The coordinates of a texel as text, as many as the kind has."""
        count = self.dimensions
        parts = [f"({', '.join(map(str, (x, y, z)[:count]))})"]
        if "array" in self.kind or "cube" in self.kind:
            parts.append(f"layer {layer}")
        if "_ms" in self.kind:
            parts.append(f"sample {sample}")
        if level:
            parts.append(f"level {level}")
        return " ".join(parts)

    def texel_at(self, offset: int) -> str:
        """The coordinates, as text, of the texel that contains a byte; the levels follow each other in memory."""
        number = 0
        while number + 1 < len(self.levels) and offset >= self.levels[number].nbytes:
            offset -= self.levels[number].nbytes
            number += 1
        place, texel = [], offset // self.pixel_bytes
        for size in reversed(self._level_shape(number)):
            place.append(texel % size)
            texel //= size
        count = self.dimensions
        x, y, z = (*place[:count], 0, 0)[:3]
        rest = place[count:]
        sample = rest.pop(0) if "_ms" in self.kind else 0
        return self.coordinates(x, y, z, rest[0] if rest else 0, sample, number)

    @property
    def size_text(self) -> str:
        """``16 x 8 texels``, with layers, samples and levels if there are several."""
        count = self.dimensions
        sizes = self.shape[::-1]
        parts = [" x ".join(map(str, sizes[:count])) + " texels"]
        rest = list(sizes[count:])
        if "_ms" in self.kind:
            parts.append(f"{rest.pop(0)} samples")
        if rest:
            parts.append(f"{rest[0]} layers")
        if len(self.levels) > 1:
            parts.append(f"{len(self.levels)} levels")
        return ", ".join(parts)

    @property
    def nbytes(self) -> int:
        """The size of all levels in bytes."""
        return sum(level.nbytes for level in self.levels)

    def fill(self, texture: layout.TextureHeader, data: int) -> None:
        """Write the texture header for the run-time; its levels follow each other from `data` on."""
        its = FORMATS[self.format]
        height = width = depth = layers = samples = 1
        if self.kind == "1d":
            (width,) = self.shape
        elif self.kind == "1d_array":
            layers, width = self.shape
        elif self.kind == "2d":
            height, width = self.shape
        elif self.kind == "3d":
            depth, height, width = self.shape
        elif self.kind == "2d_ms":
            samples, height, width = self.shape
        elif self.kind == "2d_ms_array":
            layers, samples, height, width = self.shape
        else:
            layers, height, width = self.shape
        texture.data = data
        texture.width, texture.height, texture.depth, texture.layers = width, height, depth, layers
        texture.levels, texture.samples = len(self.levels), samples
        texture.channels, texture.kind, texture.flags = its.channels, _KINDS.index(its.kind), its.flags
        texture.x, texture.y = self.pixel_bytes, self.pixel_bytes * width
        plane = texture.y * height
        texture.z = texture.sample = plane
        texture.layer = plane * samples
        offset = 0
        for number, level in enumerate(self.levels):
            texture.level[number] = offset
            offset += level.nbytes


@dataclass(frozen=True, slots=True)
class Sampler:
    """How a texture is sampled, as MTLSamplerDescriptor has it. `address` is one mode, or three for s, t and r."""

    mag_filter: str = "nearest"
    min_filter: str = "nearest"
    mip_filter: str = "none"
    address: str | tuple[str, str, str] = "clamp_to_edge"
    normalized_coordinates: bool = True
    compare_function: str = "none"
    max_anisotropy: int = 1
    lod_clamp: tuple[float, float] = (0.0, 1000.0)
    border_color: str = "transparent_black"

    def word(self) -> int:
        """The 64 bits of a static sampler with these settings (`mtlb.air.StaticSampler`). Raises BuildError for
        unknown words."""
        modes = (self.address,) * 3 if isinstance(self.address, str) else self.address
        word = 0
        for number, mode in enumerate(modes):
            word |= _member(SamplerAddressMode, mode, "address mode") << 3 * number
        word |= _member(SamplerFilter, self.mag_filter, "filter") << 9
        word |= _member(SamplerFilter, self.min_filter, "filter") << 11
        word |= _member(SamplerMipFilter, self.mip_filter, "mip filter") << 13
        word |= (not self.normalized_coordinates) << 15
        word |= _member(CompareFunction, self.compare_function, "compare function") << 16
        if not 1 <= self.max_anisotropy <= 16:
            raise BuildError(f"max_anisotropy is {self.max_anisotropy}; expected 1 to 16")
        word |= self.max_anisotropy - 1 << 20
        low, high = (int.from_bytes(struct.pack("<e", min(value, 65504.0)), "little") for value in self.lod_clamp)
        colors = ("transparent_black", "opaque_black", "opaque_white")
        if self.border_color not in colors:
            raise BuildError(f"border color {self.border_color!r} is not one of {', '.join(colors)}")
        return word | low << 24 | high << 40 | colors.index(self.border_color) << 56


def sampler_from_text(text: str) -> Sampler:
    """A sampler from words: ``linear``, ``nearest``, an address mode (``repeat``), ``mip_linear``, ``mip_nearest``,
    ``pixel``, a compare function. BuildError for other words.
    """
    values: dict[str, Any] = {}
    modes = ("clamp_to_zero", "clamp_to_edge", "repeat", "mirrored_repeat", "clamp_to_border")
    compares = ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal", "always", "never")
    for word in filter(None, text.split(",")):
        if word in ("linear", "nearest"):
            values["mag_filter"] = values["min_filter"] = word
        elif word in ("mip_linear", "mip_nearest"):
            values["mip_filter"] = word.removeprefix("mip_")
        elif word in modes:
            values["address"] = word
        elif word == "pixel":
            values["normalized_coordinates"] = False
        elif word in compares:
            values["compare_function"] = word
        else:
            words = ("linear", "nearest", "mip_linear", "mip_nearest", "pixel", *modes, *compares)
            raise BuildError(f"sampler {text!r}: {word!r} is not one of {', '.join(words)}")
    return Sampler(**values)


def _member(enum: Any, word: str, what: str) -> int:
    names = {member.name.lower(): int(member) for member in enum}
    if word not in names:
        raise BuildError(f"{what} {word!r} is not one of {', '.join(names)}")
    return names[word]


class RateMap:
    """A rasterization rate map: for each layer, rates along x and along y, above 0 and up to 1.
    `screen` is the size of the screen in pixels. The rates of an axis belong to segments of the screen with equal
    width, so the mapping of coordinates is piecewise linear: a screen pixel covers as many physical pixels as the
    rate says. The data that MTLRasterizationRateMap copies into a buffer has no published layout; this class does
    not produce it.
    Raises BuildError for other rates."""

    def __init__(self, screen: tuple[int, int], *layers: tuple[Sequence[float], Sequence[float]]) -> None:
        if len(screen) != 2 or min(screen) < 1 or not layers:
            raise BuildError("a rate map needs the width and height of the screen and rates for at least one layer")
        for axes in layers:
            if len(axes) != 2 or not all(axes) or not all(0 < rate <= 1 for rates in axes for rate in rates):
                raise BuildError("a layer of a rate map needs rates along x and y, each above 0 and at most 1")
        self.screen = screen
        self.layers = layers

    def data(self) -> bytes:
        """The bytes that the run-time reads (native/stages.c)."""
        start = ctypes.sizeof(layout.RateMapHead) + 2 * len(self.layers) * ctypes.sizeof(layout.RateAxis)
        heads, tables = [bytes(layout.RateMapHead(len(self.layers)))], b""
        for axes in self.layers:
            for size, rates in zip(self.screen, axes, strict=True):
                places = [0.0]
                for rate in rates:
                    places.append(places[-1] + rate * size / len(rates))
                heads.append(bytes(layout.RateAxis((start + len(tables)) // 4, len(rates), size)))
                tables += struct.pack(f"<{len(places)}f", *places)
        return b"".join(heads) + tables
