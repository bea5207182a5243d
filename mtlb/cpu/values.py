"""Converts run arguments from text, in the form that `mtlb run` takes, and results to files."""

from __future__ import annotations

import io
import json
import math
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..air.types import DOUBLE, NUMBERS
from ..base.errors import BuildError
from ..base.files import read_file
from .images import sampler_from_text
from .resources import Address
from .structures import type_parts

if TYPE_CHECKING:
    import numpy as np

    from ..air import EntryArgument
    from .printing import NamedValues

TYPES = {item.short: item.numpy for item in (*NUMBERS, DOUBLE)}
"""The names of element types in texts, and the numpy types that hold them."""
_WORDS = ("zeros", "ones", "range", "random")  # arrays that are generated, not read
_MOST_ELEMENTS = 1 << 32
_MOST_COUNTED = 1 << 24
_ADDRESS = re.compile(r"address(?:@(\d+))?:(.+)", re.DOTALL)
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")  # inclusive at both ends


def buffer_from_text(text: str, argument: EntryArgument | None = None) -> Any:
    """The value of a buffer: what `array_from_text` takes, or a file of JSON (``x.json``) for structs.

    An object has the members of a struct, a list several of them, or numbers. A text in it is what `array_from_text`
    takes, ``address:`` and that or a file of JSON (``address@16:`` 16 bytes further), ``texture:`` and what
    `image_from_text` takes, ``sampler:`` and what `sampler_from_text` takes, or ``function:`` and the name of a
    function. With `argument`, numbers become an array of its type, and a word such as ``zeros`` needs no type.
    BuildError for a number that the type does not have.
    """
    text = _marked_path(text)
    type_name = argument.type_name if argument is not None else ""
    parts = type_parts(type_name)
    word, _, rest = text.partition(":")
    if word in _WORDS and re.fullmatch(r"\d+(x\d+)*(:.*)?", rest) and parts is not None:
        text = f"{word}:{_word_of(parts[0])}:{rest}"
    if text.lower().endswith(".json"):
        value = _json_of_file(text)
    elif text.lower().endswith((".txt", ".csv")):
        value = _numbers_of_file(text).tolist()
    else:
        value = _written_numbers(text)
        if value is None:
            return array_from_text(text)
    if parts is None or not _are_numbers(value):
        return value if not isinstance(value, list) or argument is not None else array_from_text(text)
    return _array_of(value, parts[0], type_name, text)


def _word_of(dtype: str) -> str:
    """The name in `TYPES` for a numpy type."""
    return next(name for name, its in TYPES.items() if its == dtype)


def _are_numbers(value: Any) -> bool:
    """Whether a value is a number or a nested list of numbers."""
    if isinstance(value, list):
        return bool(value) and all(_are_numbers(part) for part in value)
    return isinstance(value, (int, float))


def _array_of(numbers: Any, dtype: str, type_name: str, where: str) -> np.ndarray[Any, Any]:
    """Numbers as an array with a Metal type. Raises BuildError for a number that the type cannot represent."""
    import numpy as np

    rows = numbers if isinstance(numbers, list) else [numbers]
    is_bfloat = type_name.startswith(("bfloat", "packed_bfloat"))
    for value in _flat(rows):
        if dtype[0] == "f" or is_bfloat:
            with np.errstate(over="ignore"):
                fits = not np.isfinite(value) or np.isfinite(np.array(value, "f4" if is_bfloat else dtype))
        else:
            limits = np.iinfo(dtype)
            fits = float(value).is_integer() and limits.min <= value <= limits.max
        if not fits:
            raise BuildError(f"{where}: {value} is not a value of {type_name}")
    try:
        if not is_bfloat:
            return np.array(rows, dtype)
        bits = np.array(rows, "f4").view("u4").astype("u8")  # round to nearest, ties to even
    except ValueError:
        raise BuildError(f"{where}: rows of different lengths") from None
    rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    return np.where(np.isnan(np.array(rows, "f4")), 0x7FC0, rounded).astype("u2")


def _flat(rows: list[Any]) -> Iterator[Any]:
    for row in rows:
        if isinstance(row, list):
            yield from _flat(row)
        else:
            yield row


def _written_numbers(text: str) -> Any:
    """The numbers in the text itself: one, or a list with commas; None if the text names a file or a generated
    array.
    Raises BuildError for a list with an item that is not a number."""
    if (value := number(text)) is not None:
        return value
    if ends := _RANGE.fullmatch(text):
        return _counted(int(ends[1]), int(ends[2]), text)
    if "," not in text or number(text.partition(",")[0]) is None or Path(text).suffix.lower() in _SUFFIXES:
        return None
    values = [number(part.strip()) for part in text.split(",")]
    if None in values:
        bad = text.split(",")[values.index(None)]
        raise BuildError(f"{text}: {bad!r} is not a number")
    return values


def _counted(first: int, last: int, text: str) -> list[int]:
    """The whole numbers between two limits, ascending or descending."""
    if abs(last - first) >= _MOST_COUNTED:
        raise BuildError(
            f"{text}: {abs(last - first) + 1} numbers; use range:{abs(last - first) + 1}, which takes less memory"
        )
    return list(range(first, last + 1) if first <= last else range(first, last - 1, -1))


def _marked_path(text: str) -> str:
    """The path in ``@FILE``, which is read as a file whatever its name is: a file `7` is not the number."""
    if not text.startswith("@") or len(text) == 1:
        return text
    return text[1:] if os.path.isabs(text[1:]) else os.path.join(".", text[1:])


def _json_of_file(path: str) -> Any:
    try:
        return _of_json(json.loads(bytes(read_file(path))))
    except (ValueError, RecursionError) as error:  # from the decoder, or from files that refer to each other
        raise BuildError(f"{path}: not JSON: {error}") from None


def _of_json(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _of_json(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_of_json(item) for item in value]
    if not isinstance(value, str):
        return value
    if address := _ADDRESS.fullmatch(value):
        target = _json_of_file(address[2]) if address[2].lower().endswith(".json") else array_from_text(address[2])
        return Address(target, int(address[1] or 0))
    word, _, rest = value.partition(":")
    if word == "function":
        return rest
    if word == "texture":
        return image_from_text(rest)
    return sampler_from_text(rest) if word == "sampler" else array_from_text(value)


def array_from_text(text: str) -> np.ndarray[Any, Any] | int | float:
    """The value of a buffer: ``x.npy``, ``data.bin:f32`` (raw elements), ``zeros:f32:16x16``, ``ones:…``,
    ``range:u32:100``, ``random:f32:1024[:SEED]``, a number, numbers with commas, ``0..9``, ``x.npz:NAME``, or a file of
    numbers (``.txt``, ``.csv``); ``@FILE`` for a file whose name could be one of these. BuildError for anything else.
    """
    import numpy as np

    text = _marked_path(text)
    word, _, rest = text.partition(":")
    if word in _WORDS:
        return _generated(word, rest, text)
    if (value := _written_numbers(text)) is not None:
        return np.array(value) if isinstance(value, list) else value
    path, type_name = _path_and_type(text)
    suffix = Path(path).suffix.lower()
    if type_name is None and suffix == ".npy":
        return _loaded(path)
    if type_name is None and suffix in (".txt", ".csv"):
        return _numbers_of_file(path)
    archive, _, member = text.rpartition(".npz")
    if archive and (not member or member.startswith(":")):
        return _from_archive(f"{archive}.npz", member[1:])
    data = read_file(path)
    dtype = np.dtype(TYPES[type_name or "u8"])
    if len(data) % dtype.itemsize:
        raise BuildError(f"{path}: {len(data)} bytes are not elements of {dtype.itemsize} bytes")
    return np.frombuffer(bytearray(data), dtype)


def _numbers_of_file(path: str) -> np.ndarray[Any, Any]:
    """Numbers separated by blanks, commas or newlines. Raises BuildError for other content."""
    import numpy as np

    try:
        lines = bytes(read_file(path)).decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise BuildError(f"{path}: not text in UTF-8") from None
    values = []
    for count, line in enumerate(lines, 1):
        for word in line.replace(",", " ").split():
            value = number(word)
            if value is None:
                raise BuildError(f"{path}: line {count}: {word!r:.40} is not a number")
            values.append(value)
    if not values:
        raise BuildError(f"{path}: the file has no numbers")
    return np.array(values)


def _from_archive(path: str, name: str) -> np.ndarray[Any, Any]:
    """An array from a `.npz` file; its name may be omitted if it is the only array."""
    import zipfile

    data = read_file(path)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [member.removesuffix(".npy") for member in archive.namelist()]
            if not name and len(names) == 1:
                (name,) = names
            if name not in names:
                raise BuildError(
                    f"{path}: name one of its arrays as {path}:NAME (available: {', '.join(names) or 'none'})"
                )
            if archive.getinfo(f"{name}.npy").file_size > _MOST_ELEMENTS:
                raise BuildError(f"{path}: {name} has more than {_MOST_ELEMENTS >> 30} GiB")
            return _decoded(archive.read(f"{name}.npy"), f"{path}:{name}")
    except (zipfile.BadZipFile, KeyError, NotImplementedError, zlib.error, EOFError, OSError) as error:
        raise BuildError(f"{path}: not an archive of arrays: {error}") from None


def file_of(text: str) -> str | None:
    """The path of the file that a value is read from; None if the text contains the value itself."""
    text = _marked_path(text)
    if text.partition(":")[0] in _WORDS or _written_numbers(text) is not None:
        return None
    archive, ending, member = text.rpartition(".npz")
    return archive + ending if ending and (not member or member.startswith(":")) else _path_and_type(text)[0]


def _path_and_type(text: str) -> tuple[str, str | None]:
    path, _, type_name = text.rpartition(":")
    return (path, type_name) if path and type_name in TYPES else (text, None)


def number(text: str) -> int | float | None:
    """The number or truth value in a text; None for other texts."""
    if text in ("true", "false"):
        return int(text == "true")
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return None


def _dtype(name: str, text: str) -> np.dtype[Any]:
    import numpy as np

    if name not in TYPES:
        raise BuildError(f"{text}: type {name!r} is not one of {', '.join(TYPES)}")
    return np.dtype(TYPES[name])


def _generated(word: str, rest: str, text: str) -> np.ndarray[Any, Any]:
    import numpy as np

    parts = rest.split(":")
    if len(parts) not in (2, 3) or (len(parts) == 3 and word != "random") or not re.fullmatch(r"\d+(x\d+)*", parts[1]):
        raise BuildError(f"{text}: expected {word}:TYPE:SHAPE, such as {word}:f32:16x16")
    dtype = _dtype(parts[0], text)
    shape = tuple(int(size) for size in parts[1].split("x"))
    count = 1
    for size in shape:
        count *= size
    if not 0 < count <= _MOST_ELEMENTS:
        raise BuildError(f"{text}: {count} elements")
    if word == "zeros":
        return np.zeros(shape, dtype)
    if word == "ones":
        return np.ones(shape, dtype)
    if word == "range":
        return np.arange(count).astype(dtype).reshape(shape)
    seed = number(parts[2]) if len(parts) == 3 else 0
    if not isinstance(seed, int) or seed < 0:
        raise BuildError(f"{text}: the seed must be a number of 0 or more")
    generator = np.random.default_rng(seed)
    if dtype.kind == "f":
        return generator.random(shape).astype(dtype)
    return generator.integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)


def _loaded(path: str) -> np.ndarray[Any, Any]:
    return _decoded(bytes(read_file(path)), path)


def _decoded(data: bytes, path: str) -> np.ndarray[Any, Any]:
    """An array in numpy's file format."""
    import numpy as np

    try:
        array = np.load(io.BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, SyntaxError) as error:
        raise BuildError(f"{path}: not a numpy array: {error}") from None
    if not isinstance(array, np.ndarray) or array.dtype.hasobject:
        raise BuildError(f"{path}: not a single array of numbers")
    if array.dtype.byteorder == ">":
        array = array.astype(array.dtype.newbyteorder("<"))
    return np.ascontiguousarray(array)


def image_from_text(text: str) -> np.ndarray[Any, Any]:
    """The pixels of a texture: a PNG file, or what `array_from_text` takes. BuildError without Pillow for a PNG."""
    text = _marked_path(text)
    if not is_picture(text):
        array = array_from_text(text)
        if isinstance(array, (int, float)):
            raise BuildError(f"{text} is a number, not a texture")
        return array
    import numpy as np

    image = _pillow()
    data = read_file(text)
    try:
        with image.open(io.BytesIO(data)) as opened:
            if opened.mode.startswith(("I", "F")):
                raise BuildError(f"{text}: more than 8 bits a channel; give the pixels as .npy")
            return np.ascontiguousarray(opened.convert("RGBA"))
    except image.UnidentifiedImageError:
        raise BuildError(f"{text}: not an image format that Pillow reads") from None
    except (OSError, SyntaxError, ValueError, image.DecompressionBombError) as error:  # Pillow's errors
        raise BuildError(f"{text}: not an image: {error}") from None


def expected_from_text(text: str, result: np.ndarray[Any, Any]) -> np.ndarray[Any, Any] | int | float:
    """The expected value of an array, in the form of `array_from_text`; for a PNG its pixels, from 0 to 1 for a
    float array."""
    if not is_picture(text):
        return array_from_text(text)
    pixels = image_from_text(text)
    return pixels / 255 if result.dtype.kind == "f" else pixels


def is_picture(text: str) -> bool:
    """Whether a value is the path of a PNG file."""
    return text.lower().endswith(".png")


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError:
        raise BuildError(
            "PNG files need Pillow: it is part of the extra 'run' (pip install '.[run]' in a clone of mtlb)"
        ) from None
    return Image


_RAW = ("", ".bin", ".raw", ".dat")
_SUFFIXES = (".npy", ".npz", ".json", ".txt", ".csv", ".png", *_RAW[1:])


def check_suffix(path: str) -> None:
    """Raise BuildError for a file name whose suffix does not select a format."""
    suffix = Path(path).suffix.lower()
    if path != "-" and suffix not in (*_SUFFIXES, ""):
        raise BuildError(f"{path}: values are saved as {', '.join(_SUFFIXES[:6])}, or raw as {', '.join(_RAW[1:])}")


def encode(values: Mapping[str, tuple[np.ndarray[Any, Any], NamedValues]], path: str) -> bytes:
    """The bytes of a file with arrays of a run, each with its values in display form.
    The suffix selects the format: ``.npy``; ``.npz``, for several arrays; ``.json``; ``.txt`` and ``.csv`` (an
    element on each line); ``.png`` (8-bit pixels); raw elements for ``.bin``, ``.raw``, ``.dat`` and without a
    suffix."""
    import numpy as np

    check_suffix(path)
    suffix = Path(path).suffix.lower()
    if suffix == ".npz":
        return _archive({name: array for name, (array, _) in values.items()})
    ((array, shown),) = values.values()
    if suffix == ".npy":
        sink = io.BytesIO()
        np.save(sink, array, allow_pickle=False)
        return sink.getvalue()
    if suffix == ".json":
        return (json.dumps(shown.as_json()["values"]) + "\n").encode("ascii")
    if suffix in (".txt", ".csv"):
        lines = (line if suffix == ".txt" else line.replace(" ", ",") for line in shown.column())
        return "".join(f"{line}\n" for line in lines).encode("utf-8")
    return _picture(array, path) if suffix == ".png" else array.tobytes()


def _archive(arrays: Mapping[str, np.ndarray[Any, Any]]) -> bytes:
    """A `.npz` file, without time stamps."""
    import zipfile

    import numpy as np

    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.save(member, array, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), member.getvalue())
    return sink.getvalue()


def as_picture(array: np.ndarray[Any, Any], grid: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """A buffer as rows of pixels, if it has one, three or four numbers for each thread of a grid (width, height)."""
    if array.ndim != 1 or len(grid) < 2:
        return array
    width, height = grid[:2]
    channels, rest = divmod(array.size, width * height)
    if rest or channels not in (1, 3, 4):
        return array
    return array.reshape((height, width) if channels == 1 else (height, width, channels))


def heat_picture(counts: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Counts as gray pixels: 0 is black, the largest is white, on a logarithmic scale.
    A one-dimensional array is split into rows so that the picture is nearly square; the rest of the last row is
    black."""
    import numpy as np

    rows = counts.reshape(-1, counts.shape[-1]) if counts.ndim > 1 else counts
    if counts.ndim < 2:
        width = max(1, math.isqrt(max(0, counts.size - 1)) + 1)
        rows = np.zeros((-(-counts.size // width), width), counts.dtype)
        rows.reshape(-1)[: counts.size] = counts.reshape(-1)
    most = max(1, int(rows.max(initial=0)))
    scale = np.log1p(rows) / math.log1p(most)
    return np.where(rows > 0, np.rint(55 + 200 * scale), 0).astype(np.uint8)


def _picture(array: np.ndarray[Any, Any], path: str) -> bytes:
    import numpy as np

    sink = io.BytesIO()
    if array.dtype.kind == "f":
        array = np.rint(np.clip(np.nan_to_num(array.astype(np.float64)), 0, 1) * 255).astype(np.uint8)
    if array.dtype != np.uint8 or array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (1, 3, 4)):
        raise BuildError(f"{path}: an array of {array.dtype} with shape {array.shape} is not a picture")
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[:, :, 0]
    _pillow().fromarray(array).save(sink, "PNG")
    return sink.getvalue()


def unexpected(result: np.ndarray[Any, Any], expected_value: Any, tolerance: float = 0.0) -> str:
    """Describe how an array differs from the expected one by more than `tolerance`, which is relative where the
    expected number is larger than 1. NaN equals NaN, and differs from all numbers.
    Returns "" if it does not. A single expected number applies to all elements. Raises BuildError for arrays of
    different sizes, and for other values than numbers."""
    import numpy as np

    expected = np.asarray(expected_value)
    if expected.ndim == 0:
        expected = np.broadcast_to(expected, result.shape)
    error = _errors(result, expected)
    places = np.flatnonzero(error > tolerance)
    if not places.size:
        return ""
    at = int(np.argmax(error))
    value, other = result.reshape(-1)[at], expected.reshape(-1)[at]
    more = f"; {places.size:,} of {error.size:,} elements differ" if error.size > 1 else ""
    return f"element {at} is {value}, expected {other} (difference {error[at]:.3g}, tolerance {tolerance:g}){more}"


def _errors(values: np.ndarray[Any, Any], requested: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The difference for each element."""
    import numpy as np

    for array in (values, requested):
        if array.dtype.kind not in "biuf":
            raise BuildError(f"elements of type {array.dtype} can't be compared")
    if values.size != requested.size:
        raise BuildError(f"{values.size} elements, expected {requested.size}")
    left, right = values.reshape(-1), requested.reshape(-1)
    wide, other = left.astype(np.float64), right.astype(np.float64)
    with np.errstate(invalid="ignore"):
        error: np.ndarray[Any, Any] = np.abs(wide - other) / np.maximum(np.abs(other), 1.0)
    error[(wide == other) | (np.isnan(wide) & np.isnan(other))] = 0.0
    error[np.isnan(error)] = np.inf
    if left.dtype.kind in "iu" and right.dtype.kind in "iu":  # 64-bit integers, which a float cannot represent exactly
        unlike = (left.astype(np.uint64) != right.astype(np.uint64)) | ((left < 0) != (right < 0))
        error[unlike] = np.maximum(error[unlike], 2.0**-64)
    return error
