"""Arrays of numbers in JSON: ``{"type": "float32", "shape": [4], "base64": ...}``, or their numbers as ``values``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base.arguments import count, instance, text
from ..base.errors import BuildError
from .protocol import data_json, decoded, members

if TYPE_CHECKING:
    import numpy as np

TYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32")
"""numpy's names of the types, with little-endian byte order."""


def read_arrays(name: str, value: object) -> dict[str | int, np.ndarray[Any, Any]]:
    """Arrays by argument name, or by index if the name consists of digits. The arrays are writable."""
    rows = instance(name, value or {}, dict)
    assert isinstance(rows, dict)
    arrays = {key: _array(f"{name}.{key}", row) for key, row in rows.items()}
    return {int(key) if key.isdecimal() and key.isascii() else key: array for key, array in arrays.items()}


def _array(name: str, value: object) -> np.ndarray[Any, Any]:
    import numpy as np

    row = members(name, value, {"type", "shape", "base64", "values", "size"}, {"type"})
    word = text(f"{name}.type", row["type"])
    if word not in TYPES:
        raise BuildError(f"{name}.type is {word!a:.60}; expected one of {', '.join(TYPES)}")
    dtype = np.dtype(word).newbyteorder("<")
    if ("base64" in row) == ("values" in row):
        raise BuildError(f"{name} needs either base64 or values")
    if "base64" in row:
        data = decoded(name, text(f"{name}.base64", row["base64"]))
        if len(data) % dtype.itemsize:
            raise BuildError(f"{name} has {len(data)} bytes, which {word} does not divide")
        array: np.ndarray[Any, Any] = np.frombuffer(data, dtype).copy()
    else:
        array = _numbers(name, instance(f"{name}.values", row["values"], list), dtype)
    if "shape" not in row:
        return array
    shape = tuple(count(f"{name}.shape", length) for length in instance(f"{name}.shape", row["shape"], list))
    total = 1
    for length in shape:
        total *= length
    if len(shape) > 8 or total != array.size:
        raise BuildError(f"{name}.shape describes {total} numbers, but there are {array.size}")
    return array.reshape(shape)


def _numbers(name: str, values: list[Any], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    import numpy as np

    if not all(type(number) in (int, float, bool) for number in values):
        raise BuildError(f"{name}.values must be a flat list of numbers")
    try:
        array: np.ndarray[Any, Any] = np.array(values, dtype)
    except (OverflowError, ValueError) as error:
        raise BuildError(f"{name}.values: {error}") from None
    if dtype.kind in "iub" and any(a != b for a, b in zip(array.tolist(), values, strict=True)):
        raise BuildError(f"{name}.values: a number is not a {dtype.name}")
    return array


def array_json(array: np.ndarray[Any, Any]) -> dict[str, Any]:
    """The JSON form of an array in an answer."""
    import numpy as np

    ordered = np.ascontiguousarray(array.astype(array.dtype.newbyteorder("<"), copy=False))
    return {"type": array.dtype.name, "shape": list(array.shape), **data_json(ordered.tobytes())}
