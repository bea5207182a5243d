"""Converts the caller's buffers, textures, samplers, function tables and command buffers into memory."""

from __future__ import annotations

import ctypes
import operator
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..air import EntryArgument, StructField, StructType
from ..air.textures import SHAPES
from ..base.arguments import BYTES
from ..base.errors import BuildError, UnsupportedError
from ..base.metal import AccessQualifier
from . import layout
from .images import RATE_MAP_TYPE, Image, RateMap, Sampler, sampler_from_text
from .memory import Piece, Pieces, with_padding
from .structures import element_type, number_bytes, parts_of, plain_dtype, type_parts

if TYPE_CHECKING:
    import numpy as np

BUFFERS = frozenset({"buffer", "indirect_buffer", "ci_pointer", "primitive_data", "user_data_buffer", "constant"})
"""The kinds of arguments that are passed as memory."""
TEXTURES = frozenset({"texture", "ci_texture"})
SAMPLERS = frozenset({"sampler", "ci_sampler"})
TABLES = frozenset({"visible_function_table", "function_handle"})
COMMAND_BUFFERS = frozenset({"command_buffer", "indirect_command_buffer"})
_VALUES = frozenset({"indirect_constant"})
_WRITTEN = (AccessQualifier.WRITE, AccessQualifier.READ_WRITE)


@dataclass(frozen=True, slots=True)
class Address:
    """The address of an array, texture or sampler, as a number in a buffer, for functions that follow such
    addresses.
    The array may contain addresses too: a list of them, or a numpy array of structs with members of type `object`."""

    value: Any
    offset: int = 0


class Resources:
    """Creates the memory of resources: for arguments of the function, and for members of argument buffers.
    `linked`: the functions that a function table may have. `command_buffers`: those that were created, by label.
    `notes`: descriptions of arrays that were accepted with another type."""

    def __init__(self, pieces: Pieces, linked: Sequence[str]) -> None:
        self.pieces, self.linked = pieces, linked
        self.command_buffers: list[tuple[str, Piece]] = []
        self.notes: list[str] = []

    def make(self, argument: EntryArgument, value: Any, label: str, *, is_device: bool = True) -> Piece | None:
        """The memory whose address is passed for an argument, of the function or in an argument buffer; None is
        null."""
        if value is None:
            return None
        kind = argument.kind
        if kind in TEXTURES:
            return self._texture(argument, value, label)
        if kind in SAMPLERS:
            return self._sampler(value, label)
        if kind in TABLES:
            return self._table(value, label)
        if kind in COMMAND_BUFFERS:
            return self._commands(label, value)
        if kind in BUFFERS:
            return self._buffer(argument, value, label, is_device=is_device)
        raise UnsupportedError(f"{label} is a {kind}: such arguments are not supported")

    # --- buffers -----------------------------------------------------------------------------------------------------

    def _buffer(self, argument: EntryArgument, value: Any, label: str, *, is_device: bool) -> Piece:
        import numpy as np

        type_name = argument.type_name
        step = argument.type_size or 0
        writable = is_device and argument.access_qualifier is not AccessQualifier.READ
        least = argument.buffer_size or argument.type_size or 0
        struct = argument.struct_type_info
        if type_name.endswith(RATE_MAP_TYPE) and not isinstance(value, RateMap):
            raise BuildError(
                f"buffer {label} of {type_name}: give a RateMap; the layout of Metal's data is not published"
            )
        if isinstance(value, RateMap):
            value = value.data()
            least = 0
        if _is_structured(value):
            if struct is None or not step:
                raise BuildError(f"buffer {label}: the metadata does not describe a struct: give an array or bytes")
            described, values = struct, [value] if isinstance(value, Mapping) else value
            piece = self.pieces.of_value(value, lambda: self._structs(described, step, values, label))
        elif isinstance(value, np.ndarray) and not value.dtype.hasobject:
            if not value.flags.c_contiguous:
                raise BuildError(f"buffer {label}: the array is not contiguous in memory")
            if taken := _taken_as(argument, value, label):
                self.notes.append(taken)
            padded = _padded_shape(argument, value.shape, value.itemsize)
            written = writable and argument.access_qualifier in (None, *_WRITTEN) and value.flags.writeable
            piece = self.pieces.of_array(
                label,
                value,
                step=step,
                writable=writable,
                written=written,
                shared=is_device,
                argument=argument,
                padded=padded,
            )
        elif isinstance(value, BYTES):
            piece = self.pieces.add(Piece(label, [np.frombuffer(bytes(value), np.uint8)], step, shared=is_device))
        elif isinstance(value, np.ndarray) and value.flags.c_contiguous:
            piece = self._objects(value, label)
        elif _has_addresses(value):
            piece = self._addresses(value if isinstance(value, (list, tuple)) else [value], label)
        else:
            its = element_type(type_name)
            if its is None:
                raise BuildError(f"buffer {label} of {type_name}: give an array or bytes, not {value!r:.40}")
            try:
                array = np.array(value, its[0])
            except (ValueError, TypeError, OverflowError):
                raise BuildError(f"buffer {label}: {value!r:.40} is not a {type_name}") from None
            if padded := _padded_shape(argument, array.shape, array.itemsize):
                array = with_padding(array, padded)
            piece = self.pieces.add(Piece(label, [array], step, shared=is_device))
        piece.writable |= writable
        if piece.size < least:
            raise BuildError(f"buffer {label} has {piece.size} bytes; a {type_name} has {least}")
        return piece

    def _structs(self, struct: StructType, step: int, values: Sequence[Any], label: str) -> Piece:
        """Consecutive structs, each a mapping of members to values."""
        import numpy as np

        result = bytearray(step * len(values))
        piece = self.pieces.add(Piece(label, [np.frombuffer(result, np.uint8)], step))
        for number, value in enumerate(values):
            where = label if len(values) == 1 else f"{label}[{number}]"
            self._struct(piece, result, step * number, struct, value, where)
        return piece

    def _struct(self, piece: Piece, data: bytearray, at: int, struct: StructType, value: Any, label: str) -> None:
        """Write the members that a mapping has at their offsets; the others are 0 or null."""
        if not isinstance(value, Mapping):
            raise BuildError(f"{label}: give a mapping of members to values, not {value!r:.40}")
        members = {member.field_name: member for member in struct.fields}
        for name, item in value.items():
            if name not in members:
                raise BuildError(f"{label} has no member {name!r}: it has {', '.join(members)}")
            member = members[name]
            self._member(piece, data, at + member.offset, member, item, f"{label}.{name}")

    def _member(self, piece: Piece, result: bytearray, at: int, member: StructField, value: Any, label: str) -> None:
        argument = member.indirect_argument
        if value is None:
            return
        if argument is not None and argument.kind not in _VALUES:
            count = max(1, argument.location_count or 1, member.array_entries)
            values = list(value) if count > 1 and isinstance(value, (list, tuple)) else [value]
            if len(values) > count:
                raise BuildError(f"{label}: {len(values)} values, expected at most {count}")
            for number, row in enumerate(values):
                where = label if count == 1 else f"{label}[{number}]"
                if isinstance(row, Address):
                    point(piece, at + 8 * number, self._target(row, where), row.offset)
                else:
                    point(piece, at + 8 * number, self.make(argument, row, where))
            return
        entries = max(1, member.array_entries)
        inner = member.struct_type_info
        if inner is not None and inner.fields and _is_structured(value):
            rows = [value] if isinstance(value, Mapping) else value
            if len(rows) > entries:
                raise BuildError(f"{label}: {len(rows)} values, expected at most {entries}")
            for number, row in enumerate(rows):
                where = label if entries == 1 else f"{label}[{number}]"
                self._struct(piece, result, at + member.size * number, inner, row, where)
        elif isinstance(value, Address):
            target = self._target(value, label)
            point(piece, at, target, value.offset)
        else:
            size = member.size
            if argument is not None and argument.location_count and argument.location_count > 1:
                entries = max(entries, argument.location_count)
            data = number_bytes(member.type_name, size, entries, value, label)
            result[at : at + len(data)] = data

    def _target(self, address: Address, label: str) -> Piece:
        import numpy as np

        value = address.value
        if isinstance(value, np.ndarray) and value.flags.c_contiguous and not value.dtype.hasobject:
            step, can_write = value.dtype.itemsize, value.flags.writeable
            return self.pieces.of_array(label, value, step=step, writable=True, written=can_write)
        if isinstance(value, Image):
            return self.pieces.of_image(label, value, written=True)
        if isinstance(value, Sampler):
            return self._sampler(value, label)
        if isinstance(value, np.ndarray) and value.flags.c_contiguous:
            return self._objects(value, label)
        if isinstance(value, (list, tuple)):
            return self.pieces.of_value(value, lambda: self._addresses(value, label))
        raise BuildError(
            f"{label}: an address must refer to an array, a list of addresses, an Image or a Sampler, not {value!r:.40}"
        )

    def _addresses(self, values: Sequence[Any], label: str) -> Piece:
        """A buffer of addresses and 64-bit numbers."""
        import numpy as np

        result = np.empty(len(values), object)
        for number, value in enumerate(values):
            result[number] = value
        return self._objects(result, label)

    def _objects(self, array: np.ndarray[Any, Any], label: str) -> Piece:
        """A buffer that has addresses where an array has objects. The other members receive what the function wrote
        there."""
        import numpy as np

        def fill(piece: Piece) -> None:
            (result,) = piece.arrays
            plain = result.view(plain_dtype(array.dtype)).reshape(array.shape)
            start = result.__array_interface__["data"][0]
            members = list(parts_of(array, plain, label))
            for name, arguments, place in members:
                if not arguments.dtype.hasobject:
                    place[...] = arguments
                    continue
                at = place.__array_interface__["data"][0] - start
                for index in np.ndindex(arguments.shape):
                    offset = at + sum(map(operator.mul, index, place.strides))
                    where = (
                        f"{name}[{', '.join(map(str, index))}]" if array.size > 1 or array.dtype.names is None else name
                    )
                    if (number := self._number_or_address(piece, offset, arguments[index], where)) is not None:
                        place[index] = number

            def give_back() -> None:
                for _, arguments, place in members:
                    if not arguments.dtype.hasobject and arguments.flags.writeable:
                        arguments[...] = place

            piece.after = give_back

        return self.pieces.of_objects(label, array, fill)

    def _number_or_address(self, piece: Piece, offset: int, value: Any, label: str) -> int | None:
        """Store an address at an offset of a piece, or return the number that is stored there."""
        if isinstance(value, Address):
            point(piece, offset, self._target(value, label), value.offset)
            return None
        if value is None:
            return 0
        if isinstance(value, int) and 0 <= value < 1 << 64:
            return value
        raise BuildError(f"buffer {label}: {value!r:.40} is neither an address nor a 64-bit number")

    # --- other resources ---------------------------------------------------------------------------------------------

    def _texture(self, argument: EntryArgument, value: Any, label: str) -> Piece:
        import numpy as np

        kind = texture_kind(argument.type_name)
        if isinstance(value, np.ndarray):
            try:
                value = image_of(argument.type_name, value)
            except BuildError as error:
                raise BuildError(f"texture {label}: {error.reason}") from None
        if not isinstance(value, Image):
            raise BuildError(f"texture {label}: give an Image or an array, not {value!r:.40}")
        if value.kind != kind:
            raise BuildError(f"texture {label} is a {argument.type_name}: a {value.kind} texture does not fit")
        return self.pieces.of_image(label, value, written=argument.access_qualifier in _WRITTEN)

    def _sampler(self, value: Any, label: str) -> Piece:
        import numpy as np

        if isinstance(value, str):
            value = sampler_from_text(value)
        word = value.word() if isinstance(value, Sampler) else value
        if not isinstance(word, int):
            raise BuildError(f"sampler {label}: give a Sampler or its words, not {value!r:.40}")
        return self.pieces.add(Piece(label, [np.array([word, 0], np.uint64)], checked=False))

    def _table(self, value: Any, label: str) -> Piece:
        """A function table: the names of linked functions, and None."""
        import numpy as np

        if isinstance(value, str) or not isinstance(value, Sequence):
            raise BuildError(f"function table {label}: give a list of names of functions, not {value!r:.40}")
        values = np.zeros(len(value) + 1, np.uint64)
        values[0] = len(value)
        piece = self.pieces.add(Piece(label, [values], checked=False))
        for number, name in enumerate(value):
            if name is None:
                continue
            if name not in self.linked:
                linked = ", ".join(self.linked) or "none"
                raise BuildError(f"function table {label}: {name!r} is not linked in; linked are {linked}")
            piece.functions.append((8 * number + 8, self.linked.index(name)))
        return piece

    def _commands(self, label: str, value: Any) -> Piece:
        """An indirect command buffer, with space for this many calls."""
        import numpy as np

        if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 1 << 24:
            raise BuildError(f"command buffer {label}: give its capacity as a number of calls, not {value!r:.40}")
        size = ctypes.sizeof(layout.IndirectCommandHead) + value * ctypes.sizeof(layout.IndirectCommandRow)
        values = np.zeros(size, np.uint8)
        head = bytes(layout.IndirectCommandHead(value))
        values[: len(head)] = np.frombuffer(head, np.uint8)
        piece = self.pieces.add(Piece(label, [values], written=True, checked=False))
        self.command_buffers.append((label.replace("'", ""), piece))
        return piece


def point(piece: Piece, offset: int, target: Piece | None, more: int = 0) -> None:
    """Store the address of a piece, or null, at an offset of another piece."""
    if target is not None:
        piece.pointers.append((offset, target, more))


def _is_structured(value: Any) -> bool:
    """Whether it is a mapping of members, or a list of mappings."""
    return isinstance(value, Mapping) or (
        isinstance(value, (list, tuple)) and bool(value) and all(isinstance(item, Mapping) for item in value)
    )


def _has_addresses(value: Any) -> bool:
    return isinstance(value, Address) or (
        isinstance(value, (list, tuple)) and any(isinstance(item, Address) for item in value)
    )


def _taken_as(argument: EntryArgument, array: np.ndarray[Any, Any], label: str) -> str:
    """Describe an array of another type that is accepted by its bytes; "" for the stated type, bytes and structs.
    A buffer of bytes accepts any array. Elsewhere, raises BuildError for elements of another size, which are a wrong
    type more often than an intended one."""
    its = element_type(argument.type_name)
    dtype = array.dtype
    if its is None or dtype.kind in "VS" or dtype.str[1:] == "u1":
        return ""
    requested = its[0]
    is_memory = requested[1:] == "1" and not argument.type_name.startswith("bool")
    if dtype.itemsize != int(requested[1:]) and not is_memory:
        raise BuildError(f"buffer {label} is of {argument.type_name}, but the array is of {dtype}")
    is_same = dtype.itemsize == int(requested[1:]) and (dtype.kind == "f") == (requested[0] == "f")
    if is_same or argument.type_name.startswith("bfloat"):
        return ""
    return f"buffer {label} is of {argument.type_name}: the array of {dtype} is used as raw bytes"


def _padded_shape(argument: EntryArgument, shape: tuple[int, ...], itemsize: int) -> tuple[int, ...] | None:
    """The shape in memory of vectors of three numbers, which are padded to four, or of matrices with such columns.
    None for other types, and for arrays that have the padding already or whose shape does not show the vectors."""
    parts = type_parts(argument.type_name)
    if parts is None or argument.type_size is None:
        return None
    _, columns, rows = parts
    own = (columns, rows) if columns > 1 else (rows,)
    stride = argument.type_size // columns
    if rows * itemsize >= stride or stride % itemsize or shape[-len(own) :] != own or len(shape) < len(own):
        return None
    return (*shape[:-1], stride // itemsize)


def image_of(type_name: str, array: np.ndarray[Any, Any]) -> Image:
    """An array as the texture that an argument of this type takes. Raises BuildError for an array that does not fit."""
    return Image(array, texture_kind(type_name), format=_texture_format(type_name, array))


def texture_kind(type_name: str) -> str:
    """The kind of `Image` for a texture type. Raises BuildError for other types."""
    shape = SHAPES.get(re.sub(r"^array(?:_ref)?<", "", type_name).partition("<")[0])
    if shape is None:
        raise BuildError(f"arguments of type {type_name} are not supported")
    return shape.kind


def _texture_format(type_name: str, array: np.ndarray[Any, Any]) -> str | None:
    """Arrays of bytes are normalized, except for integer textures."""
    channels = array.shape[-1] if array.ndim and array.shape[-1] in (1, 2, 4) else 1
    letters = {1: "r", 2: "rg", 4: "rgba"}[channels]
    if type_name.startswith("depth"):
        return "depth32float" if array.dtype.str[1:] == "f4" else "depth16unorm"
    if re.search(r"<u?(int|short)", type_name) and array.dtype.str[1:] in ("u1", "i1"):
        return f"{letters}8{'uint' if array.dtype.kind == 'u' else 'sint'}"
    return None
