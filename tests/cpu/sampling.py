"""What textures hold and what samplers make of them, written in numpy and float64 after Metal's specification.

A texture is a list of levels, each an array (layers or slices, height, width, 4). Nothing here is of the run-time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["Reference", "cube_place", "decode", "encode", "from_srgb", "to_srgb"]

Array = np.ndarray


def from_srgb(value: Array) -> Array:
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def to_srgb(value: Array) -> Array:
    value = np.clip(value, 0, 1)
    return np.where(value <= 0.0031308, value * 12.92, 1.055 * value ** (1 / 2.4) - 0.055)


_PACKED = {  # name: bits of the fields from the lowest bit on, and which channel each is
    "rgb10a2unorm": ((10, 10, 10, 2), (0, 1, 2, 3)),
    "bgr10a2unorm": ((10, 10, 10, 2), (2, 1, 0, 3)),
    "rgb10a2uint": ((10, 10, 10, 2), (0, 1, 2, 3)),
    "b5g6r5unorm": ((5, 6, 5), (2, 1, 0)),
    "bgr5a1unorm": ((5, 5, 5, 1), (2, 1, 0, 3)),
    "abgr4unorm": ((4, 4, 4, 4), (3, 2, 1, 0)),
}


def _small_float(bits: Array, mantissa: int) -> Array:
    """Unsigned floats with 5 bits of exponent: those of RG11B10."""
    exponent, fraction = bits >> mantissa, (bits & ((1 << mantissa) - 1)) / (1 << mantissa)
    return np.where(exponent == 0, np.ldexp(fraction, -14), np.ldexp(1 + fraction, exponent.astype(int) - 15))


def decode(pixels: Array, format: str) -> Array:
    """The four numbers of each pixel of an array of a format, as a shader sees them."""
    integer = format.endswith(("uint", "sint"))
    shape = pixels.shape if pixels.ndim == 2 else pixels.shape[:2]
    actual = np.zeros((*shape, 4))
    actual[..., 3] = 1
    if format in _PACKED:
        at = 0
        for bits, channel in zip(*_PACKED[format], strict=True):
            field = pixels.reshape(shape).astype("u8") >> np.uint64(at) & np.uint64((1 << bits) - 1)
            actual[..., channel] = field if integer else field / ((1 << bits) - 1)
            at += bits
        return actual
    if format == "rg11b10float":
        word = pixels.reshape(shape).astype("i8")
        for channel, (at, mantissa) in enumerate(((0, 6), (11, 6), (22, 5))):
            actual[..., channel] = _small_float(word >> at & ((1 << mantissa + 5) - 1), mantissa)
        return actual
    if format == "rgb9e5float":
        word = pixels.reshape(shape).astype("i8")
        for channel in range(3):
            actual[..., channel] = np.ldexp((word >> 9 * channel & 511).astype("f8"), (word >> 27) - 24)
        return actual
    values = pixels.reshape(*shape, -1).astype("f8")
    limit = 255 if "8" in format else 65535
    if "unorm" in format:
        values = values / limit
    elif "snorm" in format:
        values = np.maximum(values / (limit // 2), -1)
    order = [2, 1, 0, 3] if format.startswith("bgra") else [3] if format == "a8unorm" else [0, 1, 2, 3]
    if format == "a8unorm":
        actual[..., :] = 0
    for number in range(values.shape[-1]):
        actual[..., order[number]] = values[..., number]
    if format.endswith("srgb"):
        actual[..., :3] = from_srgb(actual[..., :3])
    return actual


def encode(values: Array, format: str) -> Array | None:
    """The numbers that an array of a format holds for four numbers a pixel, before rounding; None for packed floats."""
    if format in ("rg11b10float", "rgb9e5float"):
        return None
    values = values.astype("f8")
    if format in _PACKED:
        fields = [
            np.rint(np.clip(values[..., channel], 0, 1) * ((1 << bits) - 1))
            if "unorm" in format
            else values[..., channel]
            for bits, channel in zip(*_PACKED[format], strict=True)
        ]
        word, at = np.zeros(values.shape[:-1], "u8"), 0
        for field, bits in zip(fields, _PACKED[format][0], strict=True):
            word |= field.astype("u8") << np.uint64(at)
            at += bits
        return word[..., None]
    if format.endswith("srgb"):
        values = np.concatenate([to_srgb(values[..., :3]), values[..., 3:]], -1)
    order = [2, 1, 0, 3] if format.startswith("bgra") else [3] if format == "a8unorm" else [0, 1, 2, 3]
    letters = format[: next(n for n, c in enumerate(format) if c.isdigit())].removeprefix("depth")
    values = values[..., order[: max(1, len(letters))]]
    limit = 255 if "8" in format else 65535
    if "unorm" in format:
        return np.rint(np.clip(values, 0, 1) * limit)
    if "snorm" in format:
        return np.rint(np.clip(values, -1, 1) * (limit // 2))
    return values


def _wrapped(index: int, size: int, mode: str) -> int | None:
    """The texel that an index means; None for the border."""
    if mode == "clamp_to_edge":
        return min(max(index, 0), size - 1)
    if mode == "repeat":
        return index % size
    if mode == "mirrored_repeat":
        index %= 2 * size
        return index if index < size else 2 * size - 1 - index
    return index if 0 <= index < size else None


_BORDERS = {"transparent_black": (0, 0, 0, 0), "opaque_black": (0, 0, 0, 1), "opaque_white": (1, 1, 1, 1)}
_COMPARES = {
    "never": lambda a, b: False,
    "less": lambda a, b: a < b,
    "less_equal": lambda a, b: a <= b,
    "greater": lambda a, b: a > b,
    "greater_equal": lambda a, b: a >= b,
    "equal": lambda a, b: a == b,
    "not_equal": lambda a, b: a != b,
    "always": lambda a, b: True,
}


def cube_place(direction: Array) -> tuple[int, Array]:
    """The face that a direction hits (+x, -x, +y, -y, +z, -z), and where."""
    x, y, z = direction
    axis = int(np.argmax(np.abs(direction)))
    major = abs(direction[axis])
    negative = direction[axis] < 0
    s, t = {
        (0, False): (-z, -y),
        (0, True): (z, -y),
        (1, False): (x, z),
        (1, True): (x, -z),
        (2, False): (x, -y),
        (2, True): (-x, -y),
    }[axis, bool(negative)]
    return 2 * axis + negative, np.array([(s / major + 1) / 2, (t / major + 1) / 2])


@dataclass
class Reference:
    """A sampler."""

    filter: str = "nearest"
    min_filter: str = ""
    mip: str = "none"
    address: tuple[str, str, str] = ("clamp_to_edge",) * 3
    normalized: bool = True
    compare: str = ""
    lod_clamp: tuple[float, float] = (0.0, 1000.0)
    border: str = "transparent_black"

    def texel(self, image: Array, place: tuple[int, ...], modes: tuple[str, ...], reference: float | None) -> Array:
        """One texel: of the last dimensions of an image, x first."""
        results = []
        for number, (index, mode) in enumerate(zip(place, modes, strict=True)):
            size = image.shape[image.ndim - 2 - number]
            results.append(_wrapped(index, size, mode))
        if None in results:
            colour = _BORDERS[self.border] if "clamp_to_border" in modes else (0, 0, 0, 0)
            value = np.array(colour, "f8")
        else:
            value = image[tuple(reversed(results))]
        if reference is not None:
            return np.full(4, float(_COMPARES[self.compare](np.float32(reference), np.float32(value[0]))))
        return value

    def at_level(
        self, image: Array, place: Array, offset: tuple[int, ...], linear: bool, reference: float | None
    ) -> Array:
        """What one level gives at coordinates; the image has as many dimensions as there are coordinates."""
        count = len(place)
        modes = self.address[:count]
        sizes = np.array([image.shape[image.ndim - 2 - n] for n in range(count)])
        pixels = (place * sizes if self.normalized else place) + np.array(offset[:count])
        if not linear:
            return self.texel(image, tuple(int(p) for p in np.floor(pixels)), modes, reference)
        base = np.floor(pixels - 0.5)
        weights = pixels - 0.5 - base
        total = np.zeros(4)
        for corner in range(1 << count):
            step = [corner >> n & 1 for n in range(count)]
            weight = np.prod([w if s else 1 - w for w, s in zip(weights, step, strict=True)])
            total += weight * self.texel(
                image, tuple(int(b) + s for b, s in zip(base, step, strict=True)), modes, reference
            )
        return total

    def sample(
        self,
        levels: list[Array],
        place: Array,
        level: float = 0.0,
        offset: tuple[int, ...] = (0, 0, 0),
        reference: float | None = None,
    ) -> Array:
        """What a sampler gives: `levels` have as many dimensions as the place has numbers, and the four of a texel."""
        level = min(max(level, self.lod_clamp[0]), self.lod_clamp[1])
        linear = ((self.min_filter or self.filter) if level > 0 else self.filter) == "linear"
        level = min(max(level, 0.0), len(levels) - 1.0)
        if self.mip == "none":
            return self.at_level(levels[0], place, offset, linear, reference)
        if self.mip == "nearest":
            return self.at_level(levels[int(np.floor(level + 0.5))], place, offset, linear, reference)
        low = int(np.floor(level))
        item = self.at_level(levels[low], place, offset, linear, reference)
        if level == low:
            return item
        return item + (level - low) * (self.at_level(levels[low + 1], place, offset, linear, reference) - item)

    def gather(
        self,
        image: Array,
        place: Array,
        component: int,
        offset: tuple[int, int] = (0, 0),
        reference: float | None = None,
    ) -> Array:
        """One component of the four texels of a linear filter, counterclockwise from the lower left."""
        sizes = np.array([image.shape[1], image.shape[0]])
        base = np.floor((place * sizes if self.normalized else place) + np.array(offset) - 0.5).astype(int)
        steps = ((0, 1), (1, 1), (1, 0), (0, 0))
        return np.array(
            [
                self.texel(image, (int(base[0]) + x, int(base[1]) + y), self.address[:2], reference)[component]
                for x, y in steps
            ]
        )
