"""Inputs and outputs of particular stages: meshes, control points of patches, imageblocks, indirect commands."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..air import EntryArgument, EntryPoint, MeshType
from ..base.errors import BuildError
from ..base.metal import ImageblockLayout, MeshTopology
from . import layout
from .library.meshes import DATA_TABLES, HEADER_WORDS, ROW_BYTES, TABLES
from .memory import Piece, Pieces
from .structures import element_type, struct_dtype
from .wrapper import Parameter

if TYPE_CHECKING:
    import numpy as np

_INDICES = {MeshTopology.POINT: 1, MeshTopology.LINE: 2, MeshTopology.TRIANGLE: 3}
_SPARE_BYTES = 64  # the target of rows that a mesh does not have


class MeshBlocks:
    """The meshes of all threadgroups, one block each (library/meshes.py)."""

    def __init__(self, mesh: MeshType, groups: int) -> None:
        import numpy as np

        self.groups = groups
        self.indices = _INDICES.get(mesh.topology, 3)
        rows = {
            "vertex": mesh.max_vertices,
            "primitive": mesh.max_primitives,
            "index": mesh.max_primitives * self.indices,
        }
        self.tables: list[tuple[str, int, int, int, EntryArgument | None]] = []  # name, offset, rows, bytes, described
        at = 4 * HEADER_WORDS + _SPARE_BYTES
        header = np.zeros(HEADER_WORDS, np.uint32)
        described = {f.kind: f for f in (*mesh.vertex_types, *mesh.primitive_types) if f.id is None}
        requested: list[tuple[int, str, str, int, EntryArgument | None]] = []
        for number, (name, (what, size)) in enumerate(TABLES.items()):
            if name == "index" or name in described:
                requested.append((number, name, what, size, described.get(name)))
        for types, what, first in ((mesh.vertex_types, "vertex", 0), (mesh.primitive_types, "primitive", DATA_TABLES)):
            for type_ in types:
                if type_.id is not None:
                    if type_.id >= DATA_TABLES:
                        raise BuildError(f"a mesh with {type_.id + 1} outputs of each {what}")
                    requested.append(
                        (len(TABLES) + first + type_.id, type_.name or f"{what} {type_.id}", what, ROW_BYTES, type_)
                    )
        for number, name, what, size, argument in requested:
            count = rows[what]
            header[2 + 2 * number] = at
            header[3 + 2 * number] = count * (8 if name == "clip_distance" else 1)
            self.tables.append((name, at, count, size, argument))
            at += -(-count * size // 16) * 16
        self.stride = at
        self.data = np.zeros((groups, at), np.uint8)
        self.data[:, : header.nbytes] = header.view(np.uint8)

    def outputs(self) -> dict[str, Callable[[], np.ndarray[Any, Any]]]:
        """The output arrays by name: one row for each threadgroup, then one for each vertex or primitive."""
        result: dict[str, Callable[[], np.ndarray[Any, Any]]] = {
            "primitive_count": lambda: self.data[:, :4].copy().view("u4")[:, 0]
        }
        for name, at, count, size, argument in self.tables:
            its = element_type(argument.type_name) if argument is not None else None
            dtype, numbers = its if its is not None else ("u4", 1)
            if argument is not None and argument.id is None and dtype != "f4":
                dtype = "u4"  # built-in outputs of primitives have 32-bit rows
            if name == "point_size":
                dtype = "f4"
            if name == "clip_distance":
                numbers = argument.array_size or 1 if argument is not None else 1
            result[name] = self._reader(at, count, size, dtype, numbers)
        return result

    def _reader(self, at: int, count: int, size: int, dtype: str, numbers: int) -> Callable[[], np.ndarray[Any, Any]]:
        import numpy as np

        def read() -> np.ndarray[Any, Any]:
            rows = self.data[:, at : at + count * size].reshape(self.groups, count, size)
            values: np.ndarray[Any, Any] = np.ascontiguousarray(rows[:, :, : numbers * int(dtype[1:])]).view(dtype)
            return values[:, :, 0] if numbers == 1 else values

        return read

    def complaint(self) -> str:
        """Describe an error in the meshes; "" if there is none."""
        outside = int(self.data[:, 4:8].copy().view("u4").sum())
        return f"{outside} values are set for vertices, indices or primitives that the mesh does not have" * bool(
            outside
        )


class ControlPoints:
    """The control points of each patch (wrapper.control_points)."""

    def __init__(self, entry: EntryPoint, argument: EntryArgument, patches: int) -> None:
        self.entry, self.argument, self.patches = entry, argument, patches

    def piece(self, pieces: Pieces, values: Mapping[str, Any]) -> tuple[Piece, int]:
        """The memory of all patches, and the size of one in bytes. Values have one row for each patch, or apply to
        all patches."""
        import numpy as np

        arrays: list[np.ndarray[Any, Any]] = []
        stated = self.entry.patch.control_points if self.entry.patch is not None else None
        points = stated or 0
        for member in self.argument.fields:
            value = values[member.name]
            if value is None and not member.unused:
                raise BuildError(f"control points: {member.name!r} of {member.type_name} needs a value")
            its = element_type(member.type_name)
            if its is None:
                raise BuildError(f"control points: {member.name!r} of {member.type_name} can't be given")
            dtype, count = its
            try:
                array = np.asarray(0 if value is None else value, dtype)
            except (ValueError, TypeError, OverflowError):
                raise BuildError(
                    f"control points: {member.name!r}: {value!r:.40} is not a {member.type_name}"
                ) from None
            if value is None:
                array = np.zeros((1, max(1, points), count), dtype)
            if not points:
                points = array.shape[-2 if count > 1 else -1] if array.ndim else 1
            if array.size not in (points * count, self.patches * points * count):
                raise BuildError(
                    f"control points: {member.name!r} has {array.size} numbers; expected {count} for each of {points}"
                    f" points, of each of {self.patches} patches or for all of them"
                )
            arrays.append(array.reshape(-1, points, count))
        result = np.zeros((self.patches, 16 + 16 * len(arrays) * points), np.uint8)
        result[:, :8] = np.array([points], np.uint64).view(np.uint8)
        rows = result[:, 16:].reshape(self.patches, points, len(arrays), 16)
        for number, array in enumerate(arrays):
            data = np.ascontiguousarray(array).view(np.uint8).reshape(len(array), points, -1)
            rows[:, :, number, : data.shape[2]] = data
        return pieces.add(Piece("control points", [result], checked=False)), result.shape[1]


def imageblock_pieces(
    pieces: Pieces, parameter: Parameter, value: Any, grid: tuple[int, int, int]
) -> tuple[list[tuple[Piece, int, int, int]], dict[str, Callable[[], np.ndarray[Any, Any]]]]:
    """The imageblock of all tiles, as pictures with the size of the grid, and its output arrays.
    An explicit imageblock is a single picture of structs; an implicit one has a picture for each render target. The
    value is a mapping of members to arrays (height, width[, numbers]), or an array of structs for an explicit
    imageblock."""
    import numpy as np

    argument = parameter.argument
    struct = argument.struct_type_info
    label = parameter.label
    width, height = grid[0], grid[1]
    if struct is None:
        raise BuildError(f"imageblock {label}: the metadata does not describe it")
    if argument.layout is not ImageblockLayout.IMPLICIT:
        size = argument.data_size or max((member.offset + member.size for member in struct.fields), default=1)
        dtype = struct_dtype(struct, size)
        values = np.zeros((height, width), dtype)
        if isinstance(value, Mapping):
            for name, item in value.items():
                part = values[_member(name, dtype.names, label)]
                part[...] = _picture(item, part.dtype, part.shape, label)
        elif value is not None:
            try:
                raw = np.ascontiguousarray(value)
            except ValueError:  # rows of different lengths
                raise BuildError(f"imageblock {label}: {value!r:.40} is not an image of numbers") from None
            if raw.dtype.hasobject:
                raise BuildError(f"imageblock {label}: {value!r:.40} is not an image of numbers")
            if raw.nbytes != values.nbytes:
                raise BuildError(
                    f"imageblock {label}: {raw.nbytes} bytes; expected {size} for each of {width}x{height}"
                )
            values = raw.reshape(-1).view(np.uint8).view(dtype).reshape(height, width).copy()
        piece = pieces.add(Piece(label, [values], size, writable=True, written=True))
        return [(piece, size, width, height)], {argument.name or "imageblock": lambda: values}
    result: dict[int, tuple[Piece, int, int, int]] = {}
    outputs: dict[str, Callable[[], np.ndarray[Any, Any]]] = {}
    arguments = {} if value is None else value
    if not isinstance(arguments, Mapping):
        raise BuildError(f"imageblock {label}: give a mapping of members to arrays, not {value!r:.40}")
    names = tuple(member.field_name for member in struct.fields)
    for name in arguments:
        _member(name, names, label)
    for number, member in enumerate(struct.fields):
        its = element_type(member.type_name)
        if its is None:
            raise BuildError(f"imageblock {label}: member {member.field_name!r} of {member.type_name} can't be given")
        numbers = member.size // int(its[0][1:])
        picture = np.zeros((height, width, numbers), its[0])
        if member.field_name in arguments:
            requested = (height, width, its[1])
            picture[:, :, : its[1]] = _picture(arguments[member.field_name], picture.dtype, requested, label)
        target = member.render_target_index if member.render_target_index is not None else number
        piece = pieces.add(Piece(f"{label}.{member.field_name}", [picture], member.size, writable=True, written=True))
        result[target] = (piece, member.size, width, height)
        outputs[member.field_name] = _cut(picture, its[1])
    nothing = pieces.add(Piece(label, [np.zeros(1, np.uint8)], checked=False))
    return [result.get(n, (nothing, 1, 0, 0)) for n in range(max(result, default=-1) + 1)], outputs


def _cut(picture: np.ndarray[Any, Any], numbers: int) -> Callable[[], np.ndarray[Any, Any]]:
    return lambda: picture[:, :, 0] if numbers == 1 else picture[:, :, :numbers]


def _member(name: object, names: tuple[str, ...] | None, label: str) -> str:
    if not isinstance(name, str) or name not in (names or ()):
        raise BuildError(f"imageblock {label} has no member {name!r}: it has {', '.join(names or ())}")
    return name


def _picture(value: Any, dtype: Any, shape: tuple[int, ...], label: str) -> np.ndarray[Any, Any]:
    import numpy as np

    try:
        array = np.asarray(value, dtype)
    except (ValueError, TypeError, OverflowError):
        raise BuildError(f"imageblock {label}: {value!r:.40} is not a picture") from None
    count = int(np.prod(shape, dtype=np.int64))
    if array.size not in (1, count):
        raise BuildError(f"imageblock {label}: {array.size} numbers, expected {count}")
    return np.broadcast_to(array.reshape(-1), (count,)).reshape(shape)


@dataclass(frozen=True, slots=True)
class MemoryReference:
    """An address as an operand of a command: its memory, and the offset in bytes from its start."""

    name: str
    offset: int


@dataclass(frozen=True, slots=True)
class IndirectCommand:
    """A call about one command of an indirect command buffer: the command's index, the operation, and its operands."""

    index: int
    call: str
    operands: tuple[int | MemoryReference | None, ...]


def commands_in(piece: Piece, pieces: Pieces, base: int) -> Iterator[IndirectCommand]:
    """The calls that a function made on a command buffer; `base` is the function's address of the memory.
    Raises BuildError if there was no space for all of them."""
    data = piece.arrays[0].tobytes()
    head = layout.IndirectCommandHead.from_buffer_copy(data)
    step = ctypes.sizeof(layout.IndirectCommandRow)
    room = (len(data) - ctypes.sizeof(head)) // step  # not the head's count, which may be overwritten
    if head.count > room:
        raise BuildError(f"command buffer {piece.label}: {head.count} calls, but room for only {room}")
    for number in range(head.count):
        row = layout.IndirectCommandRow.from_buffer_copy(data, ctypes.sizeof(head) + number * step)
        operands: list[int | MemoryReference | None] = []
        for place in range(min(row.operands, layout.IndirectCommandRow.OPERANDS)):
            value = row.operand[place]
            if not row.addresses >> place & 1:
                operands.append(value)
            elif not value:
                operands.append(None)
            else:
                result = pieces.place(value - base)
                where = ("?", value) if result is None else (result[0].label, result[1])
                operands.append(MemoryReference(*where))
        yield IndirectCommand(row.index, row.name.decode("ascii", "replace"), tuple(operands))
