"""Generates arguments from the metadata: values of each type, at sizes that a shader can work with, determined by a
seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..air import EntryArgument, StructField, StructType
from ..base.features import MOST_THREADS
from ..container import FunctionType
from ..ir import STRUCT_TYPES, TypeCode
from .binding import value_type
from .images import RATE_MAP_TYPE, Image, RateMap, Sampler
from .kernel import Kernel
from .prepare import Parameter
from .resources import BUFFERS, SAMPLERS, TABLES, TEXTURES, texture_kind
from .structures import element_type

if TYPE_CHECKING:
    import numpy as np

_BUFFER_BYTES = 1 << 16
_SIDE = 16  # width and height of textures and pictures
_THREADS = 64
_STRUCTS = 64  # elements in an argument buffer
_DEPTH = 4  # nesting depth of argument buffers
_COMMANDS = 4096


@dataclass(slots=True)
class RandomArguments:
    """The arguments of one run, and the arrays that it may change."""

    buffers: dict[str | int, Any] = field(default_factory=dict)
    textures: dict[str | int, Any] = field(default_factory=dict)
    samplers: dict[str | int, Any] = field(default_factory=dict)
    inputs: dict[str | int, Any] = field(default_factory=dict)
    watched: dict[str, np.ndarray[Any, Any]] = field(default_factory=dict)

    def keywords(self) -> dict[str, Any]:
        """The arguments as keywords of `Kernel.run`."""
        return {"buffers": self.buffers, "textures": self.textures, "samplers": self.samplers, "inputs": self.inputs}

    def take(self, other: RandomArguments) -> None:
        """Make the values those of `other`, wherever an array or input has the same name and size there: metadata may
        describe one memory with different types, such as a struct of one vector and a vector."""
        import numpy as np

        for label, array in self.watched.items():
            values = other.watched.get(label)
            if values is not None and values.nbytes == array.nbytes:
                array.reshape(-1).view(np.uint8)[:] = values.reshape(-1).view(np.uint8)
        for name, value in self.inputs.items():
            given = other.inputs.get(name)
            if _form(value) is not None and _form(value) == _form(given):
                self.inputs[name] = given


def random_values(kernel: Kernel, grid: tuple[int, int, int], seed: int) -> RandomArguments:
    """Values for all arguments of a function; the same seed gives the same values."""
    import numpy as np

    return _Maker(kernel, grid, np.random.default_rng(seed)).arguments


def grid_of(kernel: Kernel) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """A grid and a threadgroup for a function: one-dimensional, or square if the function reads two coordinates."""
    entry = kernel.prepared.entry
    if entry.work_group_size is not None:
        x, y, z = entry.work_group_size
        return (2 * x, y, z), (x, y, z)
    two = any(
        p.argument.kind in ("thread_position_in_grid", "thread_position_in_threadgroup", "threadgroup_position_in_grid")
        and p.type.code is TypeCode.VECTOR
        for p in kernel.parameters
    )
    if kernel.prepared.kind is FunctionType.FRAGMENT:
        return (_SIDE, _SIDE, 1), (8, 4, 1)
    if kernel.prepared.kind is FunctionType.VERTEX:
        return (_THREADS, 1, 1), (1, 1, 1)
    size = (8, 8, 1) if two else (32, 1, 1)
    while size[0] * size[1] > (entry.max_work_group_size or MOST_THREADS):
        size = (size[0], size[1] // 2, 1) if size[1] > 1 else (size[0] // 2, 1, 1)
    return ((_SIDE, _SIDE, 1) if two else (_THREADS, 1, 1)), size


def _form(value: object) -> tuple[object, object] | None:
    """The type and shape of an array or of bytes."""
    import numpy as np

    if isinstance(value, bytes):
        return bytes, len(value)
    return (value.dtype, value.shape) if isinstance(value, np.ndarray) else None


class _Maker:
    """Generates the values for one function, argument by argument."""

    def __init__(self, kernel: Kernel, grid: tuple[int, int, int], generator: np.random.Generator) -> None:
        self.generator = generator
        self.grid = grid
        self.threads = grid[0] * grid[1] * grid[2]
        self.arguments = RandomArguments()
        self.linked = kernel.prepared.linked
        names = [parameter.argument.name for parameter in kernel.parameters]
        self.unique = {name for name in names if name and names.count(name) == 1}
        for parameter in kernel.parameters:
            self.argument(kernel, parameter)

    def argument(self, kernel: Kernel, parameter: Parameter) -> None:
        """The value of one argument."""
        argument, result = parameter.argument, self.arguments
        key: str | int = argument.name or 0
        if argument.name not in self.unique and argument.fixed_index is not None:
            key = argument.fixed_index  # shared by arguments that function constants select
        kind = argument.kind
        if kind == "patch_control_point_input" and not parameter.by_pointer:
            pass
        elif kind == "patch_control_point_input":
            patch = kernel.prepared.entry.patch
            points = (patch.control_points if patch is not None else None) or 4
            for member in argument.fields:
                result.inputs[member.name] = self.numbers_of(member.type_name, points)
        elif kind == "imageblock":
            result.inputs[argument.name or kind] = self.imageblock(argument)
        elif kind == "payload":
            if kernel.prepared.kind is not FunctionType.OBJECT:
                result.inputs[argument.name or kind] = self.struct_bytes(argument).tobytes()
        elif kind in ("mesh", "mesh_grid_properties"):
            pass
        elif kind in TEXTURES:
            result.textures[key] = self.resource(argument, parameter.label)
        elif kind in SAMPLERS:
            result.samplers[key] = self.resource(argument, parameter.label)
        elif not parameter.by_pointer:
            if parameter.source != "place":
                input_key = argument.name or (kind if argument.fixed_index is None else argument.fixed_index)
                result.inputs[input_key] = self.value(parameter)
        elif parameter.address_space != 3 and (value := self.resource(argument, parameter.label)) is not None:
            result.buffers[key] = value

    def watch(self, label: str, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Register an array for comparison after a run. Returns the array."""
        self.arguments.watched[label] = array
        return array

    def value(self, parameter: Parameter) -> Any:
        """A value for each thread."""
        import numpy as np

        argument = parameter.argument
        if argument.struct_type_info is not None and parameter.type.code in STRUCT_TYPES:
            values = np.zeros(parameter.stride, np.uint8)
            self.fill(argument.struct_type_info, values, 0)
            return values.tobytes()
        if parameter.is_aggregate:
            return self.numbers(argument.type_name, parameter.stride).tobytes()
        dtype, count = value_type(parameter)
        if np.dtype(dtype).kind == "f":
            return self.generator.random((self.threads, count)).astype(dtype)
        return self.generator.integers(0, 2, (self.threads, count)).astype(dtype)

    def resource(self, argument: EntryArgument, label: str, depth: int = 0) -> Any:
        """A buffer, texture or sampler; None if it cannot be generated."""
        kind = argument.kind
        if kind in TEXTURES:
            count = argument.location_count or 1
            images = [_texture(self.generator, argument) for _ in range(min(count, 4))]
            for number, image in enumerate(images):
                self.watch(f"texture {label}" + (f"[{number}]" if count > 1 else ""), image.array)
            return images[0] if count == 1 else [images[number % len(images)] for number in range(count)]
        if kind in SAMPLERS:
            sampler = Sampler("linear", "linear", "linear", "repeat", compare_function="less")
            return sampler if (argument.location_count or 1) == 1 else [sampler] * (argument.location_count or 1)
        if kind in ("command_buffer", "indirect_command_buffer"):
            return _COMMANDS
        if argument.type_name.endswith(RATE_MAP_TYPE):
            return RateMap((_SIDE, _SIDE), ([1.0, 0.5], [0.75, 1.0, 0.25]))
        if kind in TABLES:
            return [*self.linked] * -(-_STRUCTS // max(1, len(self.linked)))
        if kind not in BUFFERS:
            return None
        struct = argument.struct_type_info
        if struct is not None and _has_resources(struct, ()):
            if depth >= _DEPTH:
                return None
            count = min(_STRUCTS, max(1, _BUFFER_BYTES // max(argument.type_size or 1, 1)))
            return [self.members(struct, label, depth + 1)] * count
        return self.watch(f"buffer {label}", self.buffer(argument))

    def members(self, struct: StructType, label: str, depth: int) -> dict[str, Any]:
        """Values for all members of a struct in an argument buffer."""
        return {item.field_name: self.member(item, f"{label}.{item.field_name}", depth) for item in struct.fields}

    def member(self, member: StructField, label: str, depth: int) -> Any:
        argument = member.indirect_argument
        if argument is not None and argument.kind != "indirect_constant":
            return self.resource(argument, label, depth)
        inner = member.struct_type_info
        count = max(1, member.array_entries, (argument.location_count or 1) if argument is not None else 1)
        if inner is not None and inner.fields:
            item = self.members(inner, label, depth)
            return [item] * count if count > 1 else item
        return self.numbers(member.type_name, member.size * count).tobytes()

    def buffer(self, argument: EntryArgument) -> np.ndarray[Any, Any]:
        """Bytes that repeat the element which the metadata describes."""
        import numpy as np

        step = max(argument.type_size or 4, 1)
        struct = argument.struct_type_info
        if struct is None or not struct.fields:
            count = -(-_BUFFER_BYTES // step)
            return self.numbers(argument.type_name, count * step)
        repeated: np.ndarray[Any, Any] = np.tile(self.struct_bytes(argument), max(1, _BUFFER_BYTES // step))
        return repeated

    def struct_bytes(self, argument: EntryArgument) -> np.ndarray[Any, Any]:
        """The bytes of one value of the type of an argument."""
        import numpy as np

        step = max(argument.type_size or 4, 1)
        if argument.struct_type_info is None:
            return self.numbers(argument.type_name, step)
        values = np.zeros(step, np.uint8)
        self.fill(argument.struct_type_info, values, 0)
        return values

    def fill(self, struct: StructType, into: np.ndarray[Any, Any], at: int) -> None:
        """Write numbers into all members of a struct."""
        for member in struct.fields:
            start = at + member.offset
            count = max(1, member.array_entries)
            inner = member.struct_type_info
            if inner is not None and inner.fields:
                for number in range(count):
                    self.fill(inner, into, start + number * member.size)
            elif start + member.size * count <= into.size:
                into[start : start + member.size * count] = self.numbers(member.type_name, member.size * count)

    def numbers(self, type_name: str, size: int) -> np.ndarray[Any, Any]:
        """This many bytes of numbers with one type, small enough to serve as sizes and indices too."""
        import numpy as np

        generator = self.generator
        its = element_type(type_name)
        dtype = np.dtype(its[0]) if its is not None else np.dtype("f4")
        count = -(-size // dtype.itemsize)
        values: np.ndarray[Any, Any]
        if dtype.kind == "f":
            values = generator.standard_normal(count) * float(generator.choice([1.0, 30.0]))
        elif type_name.startswith("bfloat"):
            values = generator.standard_normal(count).astype("f4").view("u4") >> 16
        else:
            most = 2 if type_name == "bool" else int(generator.choice([2, 24, 100, 2000]))
            values = generator.integers(0, most, count)
        result: np.ndarray[Any, Any] = np.ascontiguousarray(values.astype(dtype)).view(np.uint8)[:size].copy()
        return result

    def numbers_of(self, type_name: str, count: int) -> np.ndarray[Any, Any]:
        """This many values with one type."""
        import numpy as np

        dtype, numbers = element_type(type_name) or ("f4", 1)
        size = count * numbers * np.dtype(dtype).itemsize
        return self.numbers(type_name, size).view(dtype).reshape(count, numbers)

    def imageblock(self, argument: EntryArgument) -> dict[str, Any]:
        """A picture for each member of the imageblock."""
        struct = argument.struct_type_info
        pixels = self.grid[0] * self.grid[1]
        fields = struct.fields if struct is not None else ()
        return {member.field_name: self.numbers_of(member.type_name, pixels) for member in fields}


def _has_resources(struct: StructType, above: tuple[StructType, ...]) -> bool:
    """Whether a struct has pointers, textures or similar members, at any depth."""
    if any(struct is item for item in above):
        return False
    return any(
        (member.indirect_argument is not None and member.indirect_argument.kind != "indirect_constant")
        or (member.struct_type_info is not None and _has_resources(member.struct_type_info, (*above, struct)))
        for member in struct.fields
    )


def _texture(generator: np.random.Generator, argument: EntryArgument) -> Image:
    kind = texture_kind(argument.type_name)
    shapes = {
        "1d": (_SIDE,),
        "1d_array": (4, _SIDE),
        "3d": (_SIDE, _SIDE, _SIDE),
        "cube": (6, _SIDE, _SIDE),
        "cube_array": (12, _SIDE, _SIDE),
        "2d_array": (4, _SIDE, _SIDE),
        "2d_ms": (4, _SIDE, _SIDE),
        "2d_ms_array": (3, 4, _SIDE, _SIDE),
    }
    shape = shapes.get(kind, (_SIDE, _SIDE))
    if argument.type_name.startswith("depth"):
        return Image(generator.random(shape).astype("f4"), kind, format="depth32float")
    integers = any(word in argument.type_name for word in ("<uint", "<int", "<ushort", "<short"))
    if integers:
        return Image(generator.integers(0, 200, (*shape, 4)).astype("u4"), kind, format="rgba32uint")
    return Image(generator.random((*shape, 4)).astype("f4"), kind)
