"""Maps types in Metal's metadata to numpy types: numbers, vectors, matrices, and structs with their offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..air import StructField, StructType
from ..air.types import ATOMICS, NUMBERS, SPELLINGS
from ..base.errors import BuildError

if TYPE_CHECKING:
    import numpy as np

_NUMPY_TYPES = {number.name: number.numpy for number in NUMBERS}
_NUMPY_TYPES |= {name: _NUMPY_TYPES[same] for name, same in SPELLINGS.items()}
_NUMPY_TYPES |= {f"atomic_{name}": _NUMPY_TYPES[name] for name in ATOMICS}
_TYPE = re.compile(r"(?:packed_|device |const )*([a-z_0-9]+?)(?:([234])(?:x([234]))?)?")


def type_parts(type_name: str) -> tuple[str, int, int] | None:
    """For a Metal type: the numpy type, the number of columns, and the numbers in each; None for a struct."""
    name = type_name.strip()
    if name in _NUMPY_TYPES:
        return _NUMPY_TYPES[name], 1, 1
    match = _TYPE.fullmatch(name)
    if match is None or match[1] not in _NUMPY_TYPES:
        return None
    first, second = int(match[2] or 1), int(match[3] or 1)
    return (_NUMPY_TYPES[match[1]], first, second) if match[3] else (_NUMPY_TYPES[match[1]], 1, first)


def element_type(type_name: str) -> tuple[str, int] | None:
    """For a Metal type: the numpy type of its numbers, and their count; None for a struct."""
    result = type_parts(type_name)
    return None if result is None else (result[0], result[1] * result[2])


def numbers_of(dtype: Any, value: Any, label: str) -> np.ndarray[Any, Any]:
    """A value as an array of numbers. Raises BuildError, with the label, for a value of another kind."""
    import numpy as np

    try:
        array = np.asarray(value)
        # numpy would take None for NaN, and read numbers in texts; whole numbers of more than 64 bits are objects.
        is_number = array.dtype.kind not in "SUO" or all(isinstance(item, int) for item in array.flat)
        if is_number or np.dtype(dtype).kind == "V":
            with np.errstate(all="ignore"):  # out-of-range numbers become infinite
                return np.asarray(value, dtype)
    except (ValueError, TypeError, OverflowError):
        pass
    raise BuildError(f"{label}: {value!r:.40} is not a number of that type")


def number_bytes(type_name: str, size: int, entries: int, value: Any, label: str) -> bytes:
    """Numbers as `entries` values of a type, `size` bytes each; matrix columns are padded as in Metal.
    Raises BuildError, with the label, for another count, or for values of another kind."""
    import numpy as np

    result = type_parts(type_name)
    if isinstance(value, np.ndarray) and value.dtype.kind in "VS" and value.nbytes == size * entries:
        return value.tobytes()
    if isinstance(value, (bytes, bytearray)) and len(value) == size * entries:
        return bytes(value)
    if result is None:
        raise BuildError(f"{label} of {type_name}: give {size * entries} bytes, not {value!r:.40}")
    dtype, columns, rows = result
    array = numbers_of(dtype, value, f"{label} of {type_name}")
    if array.size != entries * columns * rows:
        raise BuildError(f"{label} of {type_name}: {array.size} numbers, expected {entries * columns * rows}")
    stride = size // columns
    values = np.zeros((entries, columns, stride), np.uint8)
    used = min(stride, rows * array.dtype.itemsize)
    values[:, :, :used] = np.ascontiguousarray(array).view(np.uint8).reshape(entries, columns, -1)[:, :, :used]
    return values.tobytes()


def _member_dtype(member: StructField) -> Any:
    """The numpy type of one member, as an argument of numpy.dtype."""
    count = max(1, member.array_entries)
    item: Any
    if member.struct_type_info is not None and member.struct_type_info.fields:
        item = struct_dtype(member.struct_type_info, member.size)
    elif (parts := type_parts(member.type_name)) is not None:
        dtype, columns, rows = parts
        stride = member.size // columns
        if rows * int(dtype[1:]) != stride:  # three numbers and one of padding
            if stride % int(dtype[1:]):
                return (f"V{member.size}", (count,)) if member.array_entries else f"V{member.size}"
            rows = stride // int(dtype[1:]) if columns > 1 or member.array_entries else rows
        shape = ((columns,) if columns > 1 else ()) + ((rows,) if rows > 1 else ())
        item = (dtype, shape) if shape else dtype
    else:
        item = f"V{member.size}"
    return (item, (count,)) if member.array_entries else item


def struct_dtype(struct: StructType, size: int) -> np.dtype[Any]:
    """The numpy type of a struct of `size` bytes: its members by name at their offsets; vectors are small arrays.
    Raises BuildError for members that extend beyond the size."""
    import numpy as np

    names, formats, offsets = [], [], []
    for number, member in enumerate(struct.fields):
        name = member.field_name or f"member {number}"
        names.append(name if name not in names else f"{name} {number}")
        formats.append(np.dtype(_member_dtype(member)))
        offsets.append(member.offset)
    if any(offset + format_.itemsize > size for offset, format_ in zip(offsets, formats, strict=True)):
        raise BuildError(
            f"a struct of {size} bytes, according to the metadata, has members that extend past its end: "
            f"{', '.join(names)}"
        )
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


def struct_rows(
    struct: StructType | None, size: int, rows: int, value: Any, label: str
) -> tuple[np.ndarray[Any, Any], bool]:
    """The bytes of this many structs, and whether a single struct applies to all rows.
    The value is a mapping of members to numbers (for one row or for all), or an array or bytes of the struct itself."""
    import numpy as np

    if isinstance(value, Mapping):
        if struct is None:
            raise BuildError(f"{label}: the metadata does not describe the members: give bytes")
        dtype = struct_dtype(struct, size)
        values = np.zeros(rows, dtype)
        for name, item in value.items():
            if name not in (dtype.names or ()):
                raise BuildError(f"{label} has no member {name!r}: it has {', '.join(dtype.names or ())}")
            field = values[name]
            count = int(np.prod(field.shape[1:], dtype=np.int64))
            array = numbers_of(field.dtype, item, f"{label}.{name}")
            if array.size not in (count, rows * count):
                raise BuildError(
                    f"{label}.{name}: {array.size} numbers; expected {count} for each of {rows}, or {count} for all"
                )
            values[name] = array.reshape(rows if array.size == rows * count else 1, *field.shape[1:])
        return values.view(np.uint8).reshape(rows, size), False
    if isinstance(value, (bytes, bytearray)):
        value = np.frombuffer(bytes(value), np.uint8)
    if not isinstance(value, np.ndarray):
        raise BuildError(f"{label}: give a mapping of members, an array or bytes, not {value!r:.40}")
    if value.nbytes not in (size, rows * size):
        raise BuildError(f"{label}: {value.nbytes} bytes; expected {size} for each of {rows}, or {size} for all")
    flat = np.ascontiguousarray(value).reshape(-1).view(np.uint8)
    return flat.reshape(-1, size), value.nbytes == size


def plain_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """A numpy type in which 64-bit numbers replace objects; both have the same size."""
    import numpy as np

    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        return np.dtype((plain_dtype(inner), shape))
    if dtype.names is None:
        return np.dtype(np.uint64) if dtype.hasobject else dtype
    fields: Mapping[str, Any] = dtype.fields or {}
    formats = [plain_dtype(fields[name][0]) for name in dtype.names]
    offsets = [fields[name][1] for name in dtype.names]
    return np.dtype({"names": dtype.names, "formats": formats, "offsets": offsets, "itemsize": dtype.itemsize})


def parts_of(
    array: np.ndarray[Any, Any], plain: np.ndarray[Any, Any], name: str
) -> Iterator[tuple[str, np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
    """Pairs of members, at any depth, of an array of structs and of the same array as its `plain_dtype`, with names."""
    if array.dtype.names is None:
        yield name, array, plain
        return
    for member in array.dtype.names:
        yield from parts_of(array[member], plain[member], f"{name}.{member}")
