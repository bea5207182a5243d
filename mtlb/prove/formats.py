"""Metal's formats and data types by the names of types in AIR's metadata."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ..air.types import NUMBERS
from ..base.errors import UnsupportedError
from ..cpu import Image
from .framework import Framework

_PARTS = re.compile(r"(?:packed_)?([a-z]+)([234]?)(?:x([234]))?")
_NUMBERS = {number.name: number for number in NUMBERS}


def parts_of_type(type_name: str) -> tuple[str, int]:
    """The scalar type and the number of components: ("float", 3) for float3. UnsupportedError for anything but
    numbers.
    """
    match = _PARTS.fullmatch(type_name)
    if match is None or match[1] not in _NUMBERS or match[3]:
        raise UnsupportedError(f"type {type_name!a} has no format")
    return match[1], int(match[2] or 1)


def _spelled(scalar: str) -> str:
    """The scalar type as in names of data types and vertex formats: Float, UInt, BFloat."""
    row = _NUMBERS[scalar]
    letter = scalar[:1] if row.kind == "uint" or row.word.startswith("bf") else ""
    return letter.upper() + scalar.removeprefix(letter).capitalize()


def _named(framework: Framework, name: str) -> int:
    value = getattr(framework.metal, name, None)
    if value is None:
        raise UnsupportedError(f"this system's Metal has no {name}")
    return int(value)


def data_type(framework: Framework, type_name: str) -> int:
    """The MTLDataType of a function constant."""
    scalar, count = parts_of_type(type_name)
    return _named(framework, f"MTLDataType{_spelled(scalar)}{count if count > 1 else ''}")


def vertex_format(framework: Framework, type_name: str) -> int:
    """The MTLVertexFormat for the type of an attribute; MTLAttributeFormat has the same numbers."""
    scalar, count = parts_of_type(type_name)
    if _NUMBERS[scalar].bits not in (8, 16, 32) or _NUMBERS[scalar].word == "bf16":
        raise UnsupportedError(f"no vertex format has the type {type_name}")
    return _named(framework, f"MTLVertexFormat{_spelled(scalar)}{count if count > 1 else ''}")


def target_format(framework: Framework, type_name: str) -> int:
    """The pixel format of a color attachment for the result type of a fragment function."""
    scalar, _ = parts_of_type(type_name)
    row = _NUMBERS[scalar]
    if row.bits not in (8, 16, 32):
        raise UnsupportedError(f"no pixel format has the type {type_name}")
    kind = "Float" if row.is_float else "Uint" if row.kind == "uint" else "Sint"
    return _named(framework, f"MTLPixelFormatRGBA{row.bits}{kind}")


def constant_bytes(type_name: str, value: object) -> bytes:
    """The bytes of a function constant's value."""
    scalar, count = parts_of_type(type_name)
    values: Any = np.atleast_1d(np.asarray(value))
    numbers = np.resize(values, count).astype(np.dtype(_NUMBERS[scalar].numpy))
    return numbers.tobytes()


def image_format(framework: Framework, image: Image, type_name: str) -> int:
    """The pixel format of a texture; integers are signed if the argument's type is."""
    name = image.format
    if name.endswith("uint") and re.search(r"<(int|short|char)\b", type_name):
        name = f"{name.removesuffix('uint')}sint"
    spelled = re.sub(r"(unorm|snorm|uint|sint|float)", lambda item: item[1].capitalize(), name)
    letters = re.match(r"(depth|[a-z]+)", name)
    prefix = letters[1] if letters else ""
    head = "Depth" if prefix == "depth" else prefix.upper()
    return _named(framework, f"MTLPixelFormat{head}{spelled[len(prefix) :]}")


def texture_type(framework: Framework, image: Image) -> int:
    """The MTLTextureType. UnsupportedError for multisampled textures, which can't be copied."""
    name = {
        "1d": "1D",
        "1d_array": "1DArray",
        "2d": "2D",
        "2d_array": "2DArray",
        "3d": "3D",
        "cube": "Cube",
        "cube_array": "CubeArray",
    }.get(image.kind)
    if name is None:
        raise UnsupportedError(f"a texture of kind {image.kind} can't be filled by a copy")
    return _named(framework, f"MTLTextureType{name}")
