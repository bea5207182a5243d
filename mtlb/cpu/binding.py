"""Lays out the caller's values in the memory of a run, and builds the rows of arguments that point into it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..air import EntryArgument
from ..air.textures import HANDLES
from ..air.types import number_of
from ..base.errors import BuildError
from ..base.features import MOST_THREADGROUP_BYTES
from ..container import FunctionType
from ..ir import TypeCode
from ..ir.text.types import TypeTexts
from .memory import Piece, Pieces
from .prepare import Parameter, Prepared
from .resources import COMMAND_BUFFERS, SAMPLERS, TABLES, TEXTURES, Resources, point
from .stages import ControlPoints, MeshBlocks, imageblock_pieces
from .structures import element_type, number_bytes, numbers_of, struct_dtype, struct_rows

if TYPE_CHECKING:
    import numpy as np

_ABSENT_BYTES = 1 << 16
_COMMANDS = 4096  # room for calls about indirect commands, if the caller gives no number
_OPAQUE = {name for name, row in HANDLES.items() if row.group in ("acceleration structure", "state")}
_OPAQUE |= {"intersection_function_table", "tensor"}
"""Kinds of arguments that have no values here. A function that uses such an argument is refused, unless it only asks
whether the argument exists."""


@dataclass(slots=True)
class GivenValues:
    """Values for a run: buffers, textures and samplers by name or index, and per-thread values by name."""

    buffers: Mapping[str | int, Any] = field(default_factory=dict)
    textures: Mapping[str | int, Any] = field(default_factory=dict)
    samplers: Mapping[str | int, Any] = field(default_factory=dict)
    inputs: Mapping[Any, Any] = field(default_factory=dict)
    threadgroup_memory: Mapping[str | int, int] = field(default_factory=dict)


class ArgumentBinding:
    """All arguments of one run. `outputs` are arrays that the function fills besides its return value, by name.
    Raises BuildError for a value that is missing, matches no argument, or has another type or size."""

    def __init__(
        self, prepared: Prepared, values: GivenValues, grid: tuple[int, int, int], size: tuple[int, int, int]
    ) -> None:
        self.prepared, self.values = prepared, values
        self.grid = grid
        self.threads = grid[0] * grid[1] * grid[2]
        self.groups = 1
        for whole, part in zip(grid, size, strict=True):
            self.groups *= -(-whole // part)
        self.pieces = Pieces()
        self.resources = Resources(self.pieces, prepared.linked)
        self.rows: list[tuple[Piece | None, int]] = [(None, 0)] * len(prepared.parameters)
        self.threadgroup: list[tuple[int, int]] = []  # parameter, bytes
        self.imageblock: list[tuple[Piece, int, int, int]] = []  # bytes of a pixel, width, height
        self.outputs: dict[str, Callable[[], np.ndarray[Any, Any]]] = {}
        self.complaints: list[Callable[[], str]] = []
        self._used: dict[str, set[str | int]] = {}
        for number, parameter in enumerate(prepared.parameters):
            self._bind(number, parameter)
        self._refuse_unused()

    # --- looking for values ------------------------------------------------------------------------------------------

    def find(self, where: str, argument: EntryArgument) -> Any:
        """The value of an argument, by its name or its index; None if there is none."""
        values = getattr(self.values, where)
        for key in (argument.name, argument.fixed_index, argument.kind if where == "inputs" else None):
            if key is not None and key != "" and key in values:
                self._used.setdefault(where, set()).add(key)
                return values[key]
        return None

    def mark_uninitialized(self, names: Iterable[str | int]) -> None:
        """Mark the values of buffers, by name or index, as uninitialized. Raises BuildError if there is no such
        buffer."""
        for name in names:
            result = False
            for parameter, (piece, _) in zip(self.prepared.parameters, self.rows, strict=True):
                argument = parameter.argument
                if piece is not None and piece.checked and name in (argument.name, argument.fixed_index):
                    piece.uninitialized = result = True
            if not result:
                raise BuildError(f"uninitialized: the function has no buffer {name!r}")

    def _refuse_unused(self) -> None:
        """Raise BuildError for a value that matches no argument."""
        for where in ("buffers", "textures", "samplers", "inputs", "threadgroup_memory"):
            for key in getattr(self.values, where):
                if key not in self._used.get(where, set()):
                    names = ", ".join(p.label for p in self.prepared.parameters)
                    raise BuildError(f"{where}: the function has no {key!r}; its arguments are {names}")

    def _missing(self, parameter: Parameter, what: str) -> None:
        """Raise BuildError for an argument without a value, unless nothing reads it or it depends on a function
        constant."""
        argument = parameter.argument
        if argument.unused or not parameter.is_read or argument.function_constant is not None:
            return
        index = f", index {argument.fixed_index}" if argument.fixed_index is not None else ""
        type_ = f" of {argument.type_name}" if argument.type_name else ""
        raise BuildError(f"{what} {parameter.label}{index}{type_} needs a value")

    # --- parameters --------------------------------------------------------------------------------------------------

    def _bind(self, number: int, parameter: Parameter) -> None:
        argument = parameter.argument
        kind = argument.kind
        if kind == "imageblock":
            value = self.find("inputs", argument)
            self.imageblock, outputs = imageblock_pieces(self.pieces, parameter, value, self.grid)
            self.outputs.update(outputs)
        elif kind == "patch_control_point_input" and not parameter.by_pointer:
            for member in argument.fields:
                self.find("inputs", member)  # nothing reads it
        elif kind == "patch_control_point_input":
            points = ControlPoints(self.prepared.entry, argument, self.grid[1])
            values = {member.name: self.find("inputs", member) for member in argument.fields}
            self.rows[number] = points.piece(self.pieces, values)
        elif kind == "mesh":
            self._bind_mesh(number, parameter)
        elif kind == "mesh_grid_properties":
            piece = self._group_memory(parameter.label, 12)
            self.rows[number] = (piece, 12)
            self.outputs["threadgroups"] = lambda: piece.arrays[0].view("u4")
        elif kind == "payload":
            self._bind_payload(number, parameter)
        elif kind in SAMPLERS:
            self._bind_resource(number, parameter, "samplers")
        elif kind in TEXTURES:
            self._bind_resource(number, parameter, "textures")
        elif not parameter.by_pointer and kind not in TABLES | _OPAQUE:
            if parameter.source != "place":
                self._bind_value(number, parameter)
        elif parameter.by_pointer and parameter.address_space == 3:
            position = self.find("threadgroup_memory", argument)
            self.threadgroup.append((number, MOST_THREADGROUP_BYTES if position is None else position))
        else:
            self._bind_resource(number, parameter, "buffers")

    def _bind_resource(self, number: int, parameter: Parameter, where: str) -> None:
        """Bind a resource, or several of them in an array."""
        import numpy as np

        argument = parameter.argument
        label = parameter.label
        value = self.find(where, argument)
        if value is None:
            if argument.kind in _OPAQUE:
                return
            if argument.kind in COMMAND_BUFFERS:
                self.rows[number] = (self.resources.make(argument, _COMMANDS, label), 0)
                return
            self._missing(parameter, {"textures": "texture", "samplers": "sampler"}.get(where, argument.kind))
            if where == "buffers":
                # Compilers load from such a buffer before they test whether it exists, and then do not use the loaded
                # value.
                nothing = np.zeros(_ABSENT_BYTES, np.uint8)
                shared = parameter.address_space == 1
                self.rows[number] = (self.pieces.add(Piece(label, [nothing], shared=shared)), 0)
            return
        is_array = (argument.location_count or 1) > 1 and where != "buffers"
        is_device = parameter.address_space in (0, 1)
        if not is_array and parameter.by_pointer:
            self.rows[number] = (self.resources.make(argument, value, label, is_device=is_device), 0)
            return
        values = list(value) if is_array and not isinstance(value, str) else [value]
        most = argument.location_count or 1
        if len(values) > most:
            raise BuildError(f"{where[:-1]} {label}: {len(values)} values, expected at most {most}")
        table = self.pieces.add(Piece(label, [np.zeros(8 * most, np.uint8)], checked=parameter.by_pointer))
        for place, item in enumerate(values):
            point(table, 8 * place, self.resources.make(argument, item, f"{label}[{place}]", is_device=is_device))
        self.rows[number] = (table, 0)

    # --- values of threads, threadgroups and patches -----------------------------------------------------------------

    def _group_memory(self, label: str, size: int) -> Piece:
        """Memory for each threadgroup, which the function fills."""
        import numpy as np

        values = np.zeros((self.groups, size), np.uint8)
        return self.pieces.add(Piece(label, [values], size, writable=True, written=True))

    def _bind_payload(self, number: int, parameter: Parameter) -> None:
        """The payload of each threadgroup: an object function fills it, other functions receive it."""
        argument = parameter.argument
        size, label = argument.type_size or 0, parameter.label
        if self.prepared.kind is FunctionType.OBJECT:
            piece = self._group_memory(label, size)
            struct = argument.struct_type_info
            dtype = struct_dtype(struct, size) if struct is not None and size else None
            self.rows[number] = (piece, size)
            name = argument.name or "payload"
            self.outputs[name] = lambda: piece.arrays[0].view(dtype)[:, 0] if dtype is not None else piece.arrays[0]
            return
        value = self.find("inputs", argument)
        if value is None:
            self._missing(parameter, "payload")
            return
        its = element_type(argument.type_name) if argument.struct_type_info is None else None
        if its is not None and not isinstance(value, (bytes, bytearray)):
            what = f"payload {label} of {argument.type_name}"
            numbers = numbers_of(its[0], value, what)
            if numbers.size not in (its[1], self.groups * its[1]):
                raise BuildError(
                    f"{what}: {numbers.size} numbers; expected {its[1]} for each of {self.groups} threadgroups,"
                    f" or {its[1]} for all"
                )
            value = number_bytes(argument.type_name, size, numbers.size // its[1], numbers, what)
        rows, one_for_all = struct_rows(argument.struct_type_info, size, self.groups, value, f"payload {label}")
        is_written = self.prepared.kind is not FunctionType.MESH
        piece = self.pieces.add(Piece(label, [rows], size, writable=is_written))
        self.rows[number] = (piece, 0 if one_for_all else size)

    def _bind_mesh(self, number: int, parameter: Parameter) -> None:
        mesh = parameter.argument.mesh_type_info
        if mesh is None:
            raise BuildError(f"mesh {parameter.label}: the metadata does not describe it")
        blocks = MeshBlocks(mesh, self.groups)
        piece = self.pieces.add(Piece(parameter.label, [blocks.data], written=True, checked=False))
        self.rows[number] = (piece, blocks.stride)
        self.outputs.update(blocks.outputs())
        self.complaints.append(blocks.complaint)

    def _bind_value(self, number: int, parameter: Parameter) -> None:
        """A value for each thread, in the order of the grid, or one for all of them."""
        import numpy as np

        argument = parameter.argument
        value = self.find("inputs", argument)
        if value is None:
            if parameter.source != "default":
                self._missing(parameter, argument.kind)
                nothing = np.zeros(max(1, parameter.stride), np.uint8)  # loaded even if nothing uses it
                self.rows[number] = (self.pieces.add(Piece(parameter.label, [nothing], checked=False)), 0)
            return
        if parameter.is_aggregate:
            struct = argument.struct_type_info
            label = f"input {parameter.label}"
            rows, one_for_all = struct_rows(struct, parameter.stride, self.threads, value, label)
            stride = 0 if one_for_all else parameter.stride
            self.rows[number] = (self.pieces.add(Piece(parameter.label, [rows], checked=False)), stride)
            return
        dtype, count = value_type(parameter)
        array = numbers_of(dtype, value, f"input {parameter.label} of {argument.type_name}")
        if array.size == count:
            rows, stride = array.reshape(1, count), 0
        elif array.size == self.threads * count:
            rows, stride = array.reshape(self.threads, count), parameter.stride
        else:
            raise BuildError(
                f"input {parameter.label}: {array.size} numbers; expected {count} for each of {self.threads} threads,"
                f" or {count} for all"
            )
        padded = np.zeros((len(rows), parameter.stride), np.uint8)
        padded[:, : rows.dtype.itemsize * count] = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), -1)
        self.rows[number] = (self.pieces.add(Piece(parameter.label, [padded], checked=False)), stride)


def value_type(parameter: Parameter) -> tuple[str, int]:
    """The numpy type of the numbers that each thread gets, and their count. Raises BuildError for other types."""
    type_ = parameter.type
    number = number_of(type_.scalar)
    if number is None:
        text = TypeTexts(()).of(type_)
        raise BuildError(f"input {parameter.label}: values of type {text} can't be given")
    count = type_.params[0] if type_.code is TypeCode.VECTOR else 1
    unsigned = parameter.argument.type_name.startswith(("u", "bool")) or not parameter.argument.type_name
    is_signed = number.kind == "uint" and not unsigned
    return (f"i{number.numpy[1:]}" if is_signed else number.numpy), count
