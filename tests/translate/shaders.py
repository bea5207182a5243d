"""Shaders with made inputs: what a machine with a Vulkan driver and `mtlb.run` compute from the same bytes.

`cases` are the entry points of the shaders that can be compared; `made` gives the inputs of one, by rules that follow
from types alone; `run` computes with `mtlb.run`. The arrays of a case, by name: "0.1" is the resource of set 0 and
binding 1, "push" push constants, "color0" an output of a fragment function.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

import mtlb
from mtlb.cpu import Image, Kernel, Sampler
from mtlb.spirv import (
    SpirvEntryPoint,
    SpirvModule,
    SpirvVariable,
    TypeArray,
    TypeFloat,
    TypeImage,
    TypeInt,
    TypeMatrix,
    TypeRuntimeArray,
    TypeSampledImage,
    TypeSampler,
    TypeStruct,
    TypeVector,
    read,
)
from mtlb.spirv.enumerants import (
    BuiltIn,
    Capability,
    Decoration,
    Dim,
    ExecutionMode,
    ExecutionModel,
    ImageFormat,
    Op,
    StorageClass,
)
from mtlb.translate import Bindings, translate
from tests.translate.vertices import (
    FIRST_INSTANCE,
    FIRST_VERTEX,
    INSTANCES,
    VERTICES,
    Number,
    attribute_values,
    attributes_of,
)

SIDE = 8  # pixels of a picture and of a texture's first level
LEVELS = 3
SAMPLES = 4
_SAMPLE_PLACES = ((0.375, 0.125), (0.875, 0.375), (0.125, 0.625), (0.625, 0.875))  # Vulkan's standard locations
CLEAR = 77.0  # what a pixel is where the function did not write

FORMATS = {
    ImageFormat.Rgba32f: ("rgba32float", "f4", 4),
    ImageFormat.Rgba16f: ("rgba16float", "f2", 4),
    ImageFormat.R32f: ("r32float", "f4", 1),
    ImageFormat.Rg32f: ("rg32float", "f4", 2),
    ImageFormat.Rgba8: ("rgba8unorm", "u1", 4),
    ImageFormat.Rgba8Snorm: ("rgba8snorm", "i1", 4),
    ImageFormat.Rgba8ui: ("rgba8uint", "u1", 4),
    ImageFormat.Rgba8i: ("rgba8sint", "i1", 4),
    ImageFormat.Rgba16ui: ("rgba16uint", "u2", 4),
    ImageFormat.Rgba16i: ("rgba16sint", "i2", 4),
    ImageFormat.Rgba32ui: ("rgba32uint", "u4", 4),
    ImageFormat.Rgba32i: ("rgba32sint", "i4", 4),
    ImageFormat.R32ui: ("r32uint", "u4", 1),
    ImageFormat.R32i: ("r32sint", "i4", 1),
    ImageFormat.Rg32ui: ("rg32uint", "u4", 2),
}
_SAMPLED = {"f": ("rgba32float", "f4", 4), "u": ("rgba32uint", "u4", 4), "i": ("rgba32sint", "i4", 4)}


@dataclass
class Texture:
    """A texture of a case: levels as arrays (layer or slice, row, column, channel)."""

    format: str
    dimension: str  # "1d", "2d", "3d"
    view: str  # of wgpu: "2d-array", "cube", …
    levels: list[np.ndarray]
    is_storage: bool = False
    access: str = ""
    samples: int = 1


@dataclass
class Resource:
    """A resource: what it is for the driver, and its name."""

    name: str
    set: int
    binding: int
    kind: str  # "uniform", "storage", "read-only-storage", "texture", "sampler", "comparison"
    writable: bool
    data: np.ndarray | None = None
    texture: Texture | None = None
    variable: int = 0
    element: int = 0  # of an array of resources: each element is a resource, "0.1[2]"
    count: int = 1


@dataclass
class Varying:
    """An input of a fragment function: its location, WGSL's type and interpolation, the value of each pixel."""

    location: int
    type: str
    interpolation: str
    values: np.ndarray  # rows, columns, components
    corners: np.ndarray  # of the triangle: 3, components
    at_samples: list[np.ndarray]  # the values in each sample of the pixels


@dataclass
class Case:
    """An entry point with everything that it reads."""

    name: str
    path: Path
    entry: str
    stage: str
    size: tuple[int, int, int]
    groups: tuple[int, int, int]
    resources: list[Resource]
    varyings: list[Varying] = field(default_factory=list)
    targets: list[tuple[int, str]] = field(default_factory=list)  # location, format
    has_depth: bool = False
    module: SpirvModule | None = None
    linear: bool = False
    attributes: list[Number] = field(default_factory=list)
    samples: int = 1  # of a pixel of a picture: the function runs for each


class Unfit(Exception):
    """An entry point that can't be compared, and why."""


ROOT = Path(__file__).parents[2] / "golden" / "glsl"
_RELATIVE = {
    "float_functions": 2.0**-11,
    "examples__src__water__water": 2.0**-20,
    "geometry": 2.0**-20,
    "matrices": 2.0**-20,
}
"""Where more than two units in the last place are allowed: functions for which Vulkan's own bounds are wider, and sums
of rounded numbers."""


_LEFT_OUT = {
    "resource_arrays": "Mesa 22.3 takes the first thread's element at an index that is not uniform",
    "examples__src__uniform_values__shader@vs_main": "the vertices of the cases are beyond its array",
    "naga__index-by-value@index_let_array_1d": "the vertices of the cases are beyond its array",
    "buffer_addresses": "the host gives the addresses: tests/translate/test_pointers.py has its values",
    "lanes": "Mesa's subgroups have 8 threads: tests/translate/test_subgroups.py has the values of 32",
    "lane_by_lane": "Mesa's subgroups have 8 threads: tests/translate/test_subgroups.py has the values of 32",
    "clusters": "Mesa 22.3 reduces the whole subgroup whatever the size of the cluster",
    "naga__atomicOps-int64": "Metal has no such atomic operations",
}
"""Shaders and entry points whose values the software driver can't tell, or that are refused."""


def shader_files() -> list[Path]:
    """The shaders that are compared: those here, and the samples of the wgpu project where the corpus is."""
    shared = Path(os.environ.get("MTLB_SHARED", Path(__file__).parents[3] / "shared")) / "spirv"
    return [*sorted(ROOT.glob("*.spv")), *sorted(shared.glob("*.spv"))]


def cases(path: Path) -> Iterator[Case]:
    """The entry points of a shader that can be compared."""
    if path.stem in _LEFT_OUT:
        return
    module = read(path.read_bytes())
    is_own = path.parent == ROOT
    for point in module.entry_points:
        if f"{path.stem}@{point.name}" in _LEFT_OUT:
            continue
        try:
            if is_own:
                yield made(module, point, path, most=61, groups=(1, 1, 1), length=1024)
            else:
                yield made(module, point, path)
        except Unfit:
            continue


def differences(case: Case, got: dict[str, np.ndarray], target: dict[str, np.ndarray]) -> list[str]:
    """What is not equal: bits of buffers and of numbers, but that floats may be two units in the last place apart."""
    results = []
    relative = _RELATIVE.get(case.path.stem, 0.0)
    for name, expected in target.items():
        if name not in got:
            results.append(f"{name} is missing")
            continue
        ours, theirs = (np.ascontiguousarray(item).reshape(-1) for item in (got[name], expected))
        if theirs.dtype == np.uint8:
            length = min(ours.nbytes, theirs.nbytes) // 4 * 4
            ours, theirs = (item[:length].view(np.float32) for item in (ours, theirs))
        bad = ours != theirs
        if theirs.dtype.kind == "f":
            bits = [item.view(f"i{item.itemsize}").astype(np.int64) for item in (ours, theirs)]
            close = np.abs(bits[0] - bits[1]) <= 2
            with np.errstate(all="ignore"):
                close |= np.abs(ours - theirs) <= relative * np.maximum(np.abs(theirs), 1.0)
                close |= (ours == 0) & (theirs == 0)
            bad = (bits[0] != bits[1]) & ~close
        for place in np.nonzero(bad)[0][:4]:
            results.append(f"{name}[{place}] is {ours[place]!r}, not {theirs[place]!r}")
    return results


# --- bytes of buffers ------------------------------------------------------------------------------------------------


class _Filler:
    """Bytes of an object of a type, as its decorations lay it out: small numbers that differ, no float of them 0."""

    def __init__(self, module: SpirvModule, seed: int, most: int, length: int) -> None:
        self.length = length
        self.module = module
        self.count = seed * 5
        self.most = most

    def size(self, id: int, stride: int = 0, row_major: bool = False) -> int:
        type = self.module.type(id)
        if isinstance(type, (TypeInt, TypeFloat)):
            return type.width // 8
        if isinstance(type, TypeVector):
            return self.size(type.component) * type.count
        if isinstance(type, TypeMatrix):
            column = self.module.type(type.column)
            assert isinstance(column, TypeVector)
            lines, length = (column.count, type.count) if row_major else (type.count, column.count)
            return stride * (lines - 1) + length * self.size(column.component)
        if isinstance(type, TypeArray):
            return self.stride(id) * self.module.array_length(type)
        if isinstance(type, TypeRuntimeArray):
            return self.stride(id) * self.length
        assert isinstance(type, TypeStruct), type
        last = 0
        for number, member in enumerate(type.members):
            last = max(last, self.offset(id, number) + self.size(member, *self.matrix(id, number)))
        return last

    def stride(self, id: int) -> int:
        actual = self.module.decoration(id, Decoration.ArrayStride)
        assert actual is not None
        return int(actual[0])

    def offset(self, id: int, number: int) -> int:
        actual = self.module.member_decoration(id, number, Decoration.Offset)
        if actual is None:
            raise Unfit("a struct without a layout")
        return int(actual[0])

    def matrix(self, id: int, number: int) -> tuple[int, bool]:
        stride = self.module.member_decoration(id, number, Decoration.MatrixStride)
        major = self.module.member_decoration(id, number, Decoration.RowMajor)
        return (int(stride[0]) if stride else 0), major is not None

    def fill(self, data: bytearray, at: int, id: int, stride: int = 0, row_major: bool = False) -> None:
        type = self.module.type(id)
        if isinstance(type, (TypeInt, TypeFloat)):
            data[at : at + type.width // 8] = self.number(type)
        elif isinstance(type, TypeVector):
            for number in range(type.count):
                self.fill(data, at + number * self.size(type.component), type.component)
        elif isinstance(type, TypeMatrix):
            column = self.module.type(type.column)
            assert isinstance(column, TypeVector)
            size = self.size(column.component)
            for line in range(type.count):
                for place in range(column.count):
                    where = (place * stride + line * size) if row_major else (line * stride + place * size)
                    self.fill(data, at + where, column.component)
        elif isinstance(type, (TypeArray, TypeRuntimeArray)):
            count = self.module.array_length(type) if isinstance(type, TypeArray) else self.length
            for number in range(count):
                self.fill(data, at + number * self.stride(id), type.element, stride, row_major)
        elif isinstance(type, TypeStruct):
            for number, member in enumerate(type.members):
                self.fill(data, at + self.offset(id, number), member, *self.matrix(id, number))
        else:
            raise Unfit(f"a buffer of {type}")

    def number(self, type: TypeInt | TypeFloat) -> bytes:
        self.count += 1
        value = self.count * 7919 % 61
        if isinstance(type, TypeInt):
            return (value % self.most).to_bytes(type.width // 8, "little")
        return struct.pack({16: "<e", 32: "<f", 64: "<d"}[type.width], (value - 19.5) / 8)


def _bytes(module: SpirvModule, type: int, seed: int, most: int, length: int) -> np.ndarray:
    filler = _Filler(module, seed, most, length)
    data = bytearray(-(-filler.size(type) // 16) * 16)
    filler.fill(data, 0, type)
    return np.frombuffer(bytes(data), np.uint8).copy()


# --- textures --------------------------------------------------------------------------------------------------------


def _texels(shape: tuple[int, ...], dtype: str, seed: int, is_depth: bool) -> np.ndarray:
    numbers = (np.arange(int(np.prod(shape))) * 7919 + seed * 101) % 61
    if is_depth:
        return (numbers / 64).astype("f4").reshape(shape)
    if dtype[0] == "f":
        return ((numbers - 10) / 32).astype(dtype).reshape(shape)
    return (numbers % 100).astype(dtype).reshape(shape)


def _texture(module: SpirvModule, image: TypeImage, seed: int, is_depth: bool, access: str) -> Texture:
    component = module.type(image.sampled_type)
    letter = "f" if isinstance(component, TypeFloat) else "i" if component.signed else "u"
    is_storage = image.sampled == 2
    if is_storage:
        if image.format not in FORMATS:
            raise Unfit(f"a storage image of format {image.format.name}")
        format, dtype, channels = FORMATS[image.format]
    else:
        format, dtype, channels = ("depth32float", "f4", 1) if is_depth else _SAMPLED[letter]
    if image.multisampled:
        format, dtype, channels = ("depth32float", "f4", 1) if is_depth else _SAMPLED[letter]
        layers = 2 if image.arrayed else 1
        samples = [_texels((layers, SAMPLES, SIDE, SIDE, channels), dtype, seed, is_depth)]
        return Texture(format, "2d", "2d-array" if image.arrayed else "2d", samples, samples=SAMPLES)
    cube = image.dim == Dim.Cube
    layers = 6 * (1 + image.arrayed) if cube else 2 if image.arrayed else 4 if image.dim == Dim.Dim3D else 1
    levels = []
    for level in range(1 if is_storage or image.dim == Dim.Dim1D or is_depth else LEVELS):
        side = SIDE >> level
        depth = max(layers >> level, 1) if image.dim == Dim.Dim3D else layers
        rows = 1 if image.dim == Dim.Dim1D else side
        levels.append(_texels((depth, rows, side, channels), dtype, seed + level, is_depth))
    dimension = {Dim.Dim1D: "1d", Dim.Dim3D: "3d"}.get(image.dim, "2d")
    view = {Dim.Dim1D: "1d", Dim.Dim3D: "3d", Dim.Cube: "cube"}.get(image.dim, "2d") + "-array" * image.arrayed
    return Texture(format, dimension, view, levels, is_storage, access)


def _image(texture: Texture) -> Image:
    kind = texture.view.replace("-", "_")
    if texture.samples > 1:
        layers = texture.levels[0]
        return Image(*((layers, "2d_ms_array") if kind == "2d_array" else (layers[0], "2d_ms")), format=texture.format)
    arrays = []
    for level in texture.levels:
        array = level
        if kind == "1d":
            array = level[0, 0]
        elif kind == "2d":
            array = level[0]
        elif kind == "1d_array":
            array = np.ascontiguousarray(level[:, 0])
        arrays.append(array)
    return Image(arrays[0], kind, format=texture.format, levels=arrays[1:])


# --- what an entry point uses ----------------------------------------------------------------------------------------


def _used(module: SpirvModule, point: SpirvEntryPoint) -> list[SpirvVariable]:
    seen, waiting, variables = set(), [point.function], set()
    while waiting:
        id = waiting.pop()
        if id in seen:
            continue
        seen.add(id)
        for block in module.functions[id].blocks:
            for instruction in (*block.instructions, block.terminator):
                for operand in instruction.ids:
                    if operand in module.variables:
                        variables.add(operand)
                    elif operand in module.functions:
                        waiting.append(operand)
    return [variable for id, variable in module.variables.items() if id in variables]


def _compared(module: SpirvModule) -> set[int]:
    """Variables of images and samplers that are used for comparison, in any function (through loads alone)."""
    numbers: set[int] = set()

    def source(id: int) -> int:
        item = module.definition(id)
        while item.op in (Op.OpLoad, Op.OpAccessChain, Op.OpCopyObject):
            item = module.definition(int(item.operands[0]))
        return item.id

    for instruction in module.instructions:
        if "Dref" in instruction.name:
            sampled = module.definition(int(instruction.operands[0]))
            if sampled.op is Op.OpSampledImage:
                numbers |= {source(int(id)) for id in sampled.operands}
            else:
                numbers.add(source(sampled.id))
    return numbers


_STAGES = {
    ExecutionModel.GLCompute: "compute",
    ExecutionModel.Fragment: "fragment",
    ExecutionModel.Vertex: "vertex",
}


def made(
    module: SpirvModule,
    point: SpirvEntryPoint,
    path: Path,
    *,
    most: int = 4,
    groups: tuple[int, int, int] = (2, 1, 1),
    length: int = 64,
) -> Case:
    """The case of an entry point. Unfit: it can't be compared."""
    stage = _STAGES.get(point.model, "")
    if not stage:
        raise Unfit(f"a {point.model.name} function")
    compared = _compared(module)
    resources, varyings, targets, has_depth = [], [], [], False
    for variable in _used(module, point):
        if variable.storage in (StorageClass.Input, StorageClass.Output):
            continue
        if variable.storage in (StorageClass.Private, StorageClass.Workgroup, StorageClass.Function):
            continue
        resources += _resources(module, variable, compared, most, length)
    size = tuple(point.modes.get(ExecutionMode.LocalSize, (1, 1, 1)))
    if stage == "fragment":
        size = (1, 1, 1)
        for id in point.interface:
            variable = module.variables[id]
            if variable.storage is StorageClass.Input:
                varyings += list(_varyings(module, variable))
            elif variable.storage is StorageClass.Output:
                for location, format in _targets(module, variable):
                    if location < 0:
                        has_depth = True
                    else:
                        targets.append((location, format))
        if not targets and not has_depth:
            raise Unfit("it leaves nothing")
    elif stage == "compute" and not any(resource.writable for resource in resources):
        raise Unfit("it leaves nothing")
    per_sample = stage == "fragment" and Capability.SampleRateShading in module.capabilities
    return Case(
        f"{path.stem}@{point.name}",
        path,
        point.name,
        stage,
        size,
        groups,
        resources,
        varyings,
        sorted(targets),
        has_depth,
        module,
        attributes=attributes_of(module, point) if stage == "vertex" else [],
        samples=SAMPLES if per_sample else 1,
    )


def _resources(
    module: SpirvModule, variable: SpirvVariable, compared: set[int], most: int, length: int
) -> list[Resource]:
    """A variable's resource; of an array one for each element."""
    type = module.type(variable.pointee)
    if not isinstance(type, TypeArray):
        return [_resource(module, variable, variable.pointee, compared, most, length)]
    count = module.array_length(type)
    elements = []
    for number in range(count):
        item = _resource(module, variable, type.element, compared, most, length, seed=number * 3)
        elements.append(replace(item, name=f"{item.name}[{number}]", element=number, count=count))
    return elements


def _resource(
    module: SpirvModule,
    variable: SpirvVariable,
    pointee: int,
    compared: set[int],
    most: int,
    length: int,
    seed: int = 0,
) -> Resource:
    if variable.storage is StorageClass.PushConstant:
        data = _bytes(module, pointee, 3, most, length)
        return Resource("push", -1, -1, "push", False, data, None, variable.id)
    place = [module.decoration(variable.id, kind) for kind in (Decoration.DescriptorSet, Decoration.Binding)]
    if any(item is None for item in place):
        raise Unfit("a resource without set and binding")
    set_, binding = (int(item[0]) for item in place)  # type: ignore[index]
    name = f"{set_}.{binding}"
    type = module.type(pointee)
    reads = module.decoration(variable.id, Decoration.NonWritable) is not None
    if isinstance(type, TypeStruct):
        is_storage = variable.storage is StorageClass.StorageBuffer or (
            module.decoration(pointee, Decoration.BufferBlock) is not None
        )
        reads = reads or all(
            module.member_decoration(pointee, n, Decoration.NonWritable) is not None for n in range(len(type.members))
        )
        kind = ("read-only-storage" if reads else "storage") if is_storage else "uniform"
        data = _bytes(module, pointee, set_ * 7 + binding + seed, most, length)
        return Resource(name, set_, binding, kind, kind == "storage", data, None, variable.id)
    if isinstance(type, TypeSampler):
        return Resource(
            name, set_, binding, "comparison" if variable.id in compared else "sampler", False, variable=variable.id
        )
    if isinstance(type, TypeSampledImage):
        image = module.type(type.image)
        assert isinstance(image, TypeImage)
        is_depth = image.depth == 1 or variable.id in compared
        texture = _texture(module, image, set_ * 7 + binding + seed, is_depth, "")
        kind = "combined-comparison" if variable.id in compared else "combined"
        return Resource(name, set_, binding, kind, False, None, texture, variable.id)
    if isinstance(type, TypeImage):
        access = (
            "read" if reads else "write" if module.decoration(variable.id, Decoration.NonReadable) is not None else ""
        )
        is_depth = type.depth == 1 or variable.id in compared
        texture = _texture(module, type, set_ * 7 + binding + seed, is_depth, access)
        writable = texture.is_storage and access != "read"
        return Resource(name, set_, binding, "texture", writable, None, texture, variable.id)
    raise Unfit(f"a resource of {type}")


# --- inputs and outputs of fragment functions ------------------------------------------------------------------------


def _parts(module: SpirvModule, variable: SpirvVariable) -> Iterator[tuple[int, dict]]:
    type = module.type(variable.pointee)
    kinds = (Decoration.Location, Decoration.Flat, Decoration.NoPerspective, Decoration.Centroid, Decoration.Sample)
    kinds = (*kinds, Decoration.BuiltIn)
    own = {kind: module.decoration(variable.id, kind) for kind in kinds}
    if isinstance(type, TypeStruct):
        for number, member in enumerate(type.members):
            inner = {kind: module.member_decoration(variable.pointee, number, kind) for kind in kinds}
            yield member, {kind: inner[kind] if inner[kind] is not None else own[kind] for kind in kinds}
    else:
        yield variable.pointee, own


def _shape(module: SpirvModule, id: int) -> tuple[str, int]:
    type = module.type(id)
    count = 1
    if isinstance(type, TypeVector):
        count, type = type.count, module.type(type.component)
    if isinstance(type, TypeFloat) and type.width == 32:
        return "f32", count
    if isinstance(type, TypeInt) and type.width == 32:
        return ("i32" if type.signed else "u32"), count
    raise Unfit(f"an input or output of {type}")


def _varyings(module: SpirvModule, variable: SpirvVariable) -> Iterator[Varying]:
    for id, decorations in _parts(module, variable):
        if decorations[Decoration.BuiltIn] is not None:
            builtin = BuiltIn(int(decorations[Decoration.BuiltIn][0]))
            if builtin not in (BuiltIn.FragCoord, BuiltIn.FrontFacing, BuiltIn.SampleId, BuiltIn.SampleMask):
                raise Unfit(f"the builtin {builtin.name}")
            continue
        location = int(decorations[Decoration.Location][0])
        scalar, count = _shape(module, id)
        flat = decorations[Decoration.Flat] is not None or scalar != "f32"
        place = np.arange(count)
        if flat:
            corners = np.tile(place + location + 1, (3, 1)).astype(float)
            values = np.tile(corners[0], (SIDE, SIDE, 1))
        else:
            corners = np.array([_linear(place, location, x, y) for x, y in ((0, SIDE), (2 * SIDE, SIDE), (0, -SIDE))])
            pixels = [[_linear(place, location, x + 0.5, y + 0.5) for x in range(SIDE)] for y in range(SIDE)]
            values = np.array(pixels)
        at_samples = [values] * SAMPLES
        if not flat and decorations[Decoration.Sample] is not None:
            at_samples = [
                np.array([[_linear(place, location, i + x, j + y) for i in range(SIDE)] for j in range(SIDE)])
                for x, y in _SAMPLE_PLACES
            ]
        dtype = {"f32": "f4", "i32": "i4", "u32": "u4"}[scalar]
        interpolation = (
            "flat" if flat else "linear" if decorations[Decoration.NoPerspective] is not None else "perspective"
        )
        if not flat and decorations[Decoration.Centroid] is not None:
            interpolation += ", centroid"
        elif not flat and decorations[Decoration.Sample] is not None:
            interpolation += ", sample"
        if not flat and "," not in interpolation:
            interpolation += ", center"
        type_ = scalar if count == 1 else f"vec{count}<{scalar}>"
        yield Varying(
            location,
            type_,
            interpolation,
            values.astype(dtype),
            corners.astype(dtype),
            [at_sample.astype(dtype) for at_sample in at_samples],
        )


def _linear(place: np.ndarray, location: int, x: float, y: float) -> np.ndarray:
    """A varying's components at a place of the picture, in numbers that every interpolation gets exactly."""
    return (place + 1) * 0.25 + location * 0.5 + x * 0.125 * (1 + place) - y * 0.0625


def _targets(module: SpirvModule, variable: SpirvVariable) -> Iterator[tuple[int, str]]:
    for id, decorations in _parts(module, variable):
        if decorations[Decoration.BuiltIn] is not None:
            if int(decorations[Decoration.BuiltIn][0]) == BuiltIn.SampleMask:
                continue
            if int(decorations[Decoration.BuiltIn][0]) != BuiltIn.FragDepth:
                raise Unfit("an output that is no color")
            yield -1, "depth32float"
            continue
        scalar, count = _shape(module, id)
        if count == 3:
            raise Unfit("an output of 3 components")
        word = {"f32": "float", "i32": "sint", "u32": "uint"}[scalar]
        yield int(decorations[Decoration.Location][0]), f"{'rgba'[:count]}32{word}"


def vertex_source(case: Case) -> str:
    """WGSL of a vertex function that draws a triangle over the whole picture."""
    lines = ["struct Out {", "  @builtin(position) position: vec4<f32>,"]
    body = [
        "  var out: Out;",
        "  out.position = vec4<f32>(vec2<f32>(select(-1.0, 3.0, n == 1u), select(-1.0, 3.0, n == 2u)), 0.5, 1.0);",
    ]
    for varying in case.varyings:
        where = f"@location({varying.location}) @interpolate({varying.interpolation})"
        lines.append(f"  {where} v{varying.location}: {varying.type},")
        scalar = varying.type.removeprefix("vec2<").removeprefix("vec3<").removeprefix("vec4<").removesuffix(">")
        rows = []
        for corner in varying.corners:
            numbers = ", ".join(f"{scalar}({value})" for value in corner.tolist())
            rows.append(f"{varying.type}({numbers})")
        body.append(f"  var t{varying.location} = array<{varying.type}, 3>({', '.join(rows)});")
        body.append(f"  out.v{varying.location} = t{varying.location}[n];")
    lines += ["}", "@vertex fn corners(@builtin(vertex_index) n: u32) -> Out {", *body, "  return out;", "}"]
    return "\n".join(lines)


# --- running ---------------------------------------------------------------------------------------------------------


def run(data: bytes, case: Case, target: str = "macos14") -> dict[str, np.ndarray]:
    """What `mtlb.run` computes: the resources that the entry point may write, and its outputs."""
    # Elements of arrays are arguments of their own: no address has to be put into a buffer.
    bindings = (
        Bindings.from_toml({"arrays": "discrete"}) if any(resource.count > 1 for resource in case.resources) else None
    )
    made_ = translate(data, target, bindings=bindings)
    library = mtlb.write(mtlb.link([made_.module]).library)
    names = [function.name for function in mtlb.read(library).functions]
    name = case.entry if case.entry in names else f"{case.entry}_"
    slots = {(b.set, b.binding): b for b in made_.bindings if b.entry == name and b.name != "_buffer_sizes"}
    arguments: dict[str, dict[int, Any]] = {"buffers": {}, "textures": {}, "samplers": {}}
    left: dict[str, np.ndarray] = {}
    sizes: dict[int, list[int]] = {}
    for resource in case.resources:
        binding = slots.get((None, None) if resource.kind == "push" else (resource.set, resource.binding))
        if binding is not None:
            _give(case, resource, binding.slots, arguments, left, sizes)
    for resource in made_.bindings:
        if resource.entry == name and resource.name == "_buffer_sizes":
            arguments["buffers"][resource.slots["buffer"]] = _sizes(case.module, sizes)
    with Kernel(library, name) as kernel:
        if case.stage == "compute":
            grid = tuple(a * b for a, b in zip(case.size, case.groups, strict=True))
            kernel.run(grid, case.size, **arguments)
            return left
        if case.stage == "vertex":
            result = kernel.run((VERTICES, INSTANCES), inputs=vertex_inputs(case, kernel), **arguments)
            return left | _vertex_outputs(kernel, result)
        pictures = []
        for sample in range(case.samples):
            result = kernel.run((SIDE, SIDE), inputs=_inputs(case, kernel, sample), **arguments)
            pictures.append(_outputs(kernel, result, 1 << sample))
        joined = {key: [picture[key] for picture in pictures] for key in pictures[0]}
        left |= {key: np.stack(values, 2) if case.samples > 1 else values[0] for key, values in joined.items()}
    return left


def _give(
    case: Case,
    resource: Resource,
    slots: Mapping[str, int],
    arguments: dict[str, dict[int, Any]],
    left: dict[str, np.ndarray],
    sizes: dict[int, list[int]],
) -> None:
    """Add a resource to the arguments; elements of arrays of textures and samplers are lists."""

    def add(kind: str, value: object) -> None:
        if resource.count == 1:
            arguments[f"{kind}s"][slots[kind]] = value
        else:
            arguments[f"{kind}s"].setdefault(slots[kind], []).append(value)

    if resource.data is not None:
        array = resource.data.copy()
        arguments["buffers"][slots["buffer"] + resource.element] = array
        sizes.setdefault(resource.variable, []).append(array.nbytes)
        if resource.writable:
            left[resource.name] = array
    elif resource.texture is not None:
        image = _image(replace(resource.texture, levels=[level.copy() for level in resource.texture.levels]))
        add("texture", image)
        if resource.writable:
            left[resource.name] = image.array
    if "sampler" in slots:
        filter_ = "linear" if case.linear else "nearest"
        compare = "less" if resource.kind.endswith("comparison") else "none"
        add("sampler", Sampler(filter_, filter_, "nearest", "repeat", compare_function=compare))


def _sizes(module: SpirvModule, sizes: dict[int, list[int]]) -> np.ndarray:
    numbers = []
    for id, variable in module.variables.items():
        type, count = module.type(variable.pointee), 1
        if isinstance(type, TypeArray):
            type, count = module.type(type.element), module.array_length(type)
        if not isinstance(type, TypeStruct) or not type.members or variable.storage is StorageClass.PushConstant:
            continue
        if isinstance(module.type(type.members[-1]), TypeRuntimeArray):
            numbers += sizes.get(id, [0] * count)
    return np.array(numbers, np.uint32)


def vertex_inputs(case: Case, kernel: Kernel) -> dict[str, np.ndarray]:
    """The values of a vertex function's arguments, for each vertex of each instance."""
    rows = np.tile(np.arange(VERTICES), INSTANCES)
    builtins = {
        "vertex_id": rows + FIRST_VERTEX,
        "instance_id": np.repeat(np.arange(INSTANCES), VERTICES) + FIRST_INSTANCE,
        "base_vertex": np.full(len(rows), FIRST_VERTEX),
        "base_instance": np.full(len(rows), FIRST_INSTANCE),
    }
    inputs = {}
    for parameter in kernel.prepared.parameters:
        argument = parameter.argument
        if argument.kind == "vertex_input":
            attribute = next(
                attribute for attribute in case.attributes if attribute.location == argument.location_index
            )
            inputs[argument.name] = attribute_values(attribute)[FIRST_VERTEX + rows]
        elif argument.kind in builtins:
            inputs[argument.name] = builtins[argument.kind].astype(np.uint32)
    return inputs


def _vertex_outputs(kernel: Kernel, result: mtlb.cpu.Result) -> dict[str, np.ndarray]:
    vertex_outputs = {}
    for output in kernel.prepared.entry.outputs:
        user = output.attribute_name.removeprefix("user(").removesuffix(")")
        if output.kind == "clip_distance":
            continue  # what Metal clips by: the fragment function's are the same numbers
        values = np.asarray(result.outputs[output.name])
        vertex_outputs[user or output.kind] = values.reshape(len(values), -1)
    return vertex_outputs


def _inputs(case: Case, kernel: Kernel, sample: int = 0) -> dict[str, np.ndarray]:
    """The values of inputs by the names of arguments, for every pixel, in one of its samples."""
    locations = {
        varying.location: varying.values if case.samples == 1 else varying.at_samples[sample]
        for varying in case.varyings
    }
    values: dict[str, np.ndarray] = {}
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    builtins = {
        "position": np.stack([columns + 0.5, rows + 0.5, np.full_like(rows, 1) * 0.5, np.full_like(rows, 1)], -1),
        "front_facing": np.ones((SIDE, SIDE), bool),
        "sample_id": np.full((SIDE, SIDE), sample, np.uint32),
        "sample_mask_in": np.full((SIDE, SIDE), 1 << sample, np.uint32),
    }
    for parameter in kernel.prepared.parameters:
        argument = parameter.argument
        if argument.attribute_name.startswith("user(loc"):
            values[argument.name] = locations[int(argument.attribute_name[8:-1])]
        elif argument.kind in builtins:
            values[argument.name] = builtins[argument.kind]
    return values


def _outputs(kernel: Kernel, result: mtlb.cpu.Result, mask: int) -> dict[str, np.ndarray]:
    """The colors and the depth of all pixels, in the sample of the mask."""
    left = {}
    kept = np.ones((SIDE, SIDE), bool)
    if result.discarded is not None:
        kept = ~np.asarray(result.discarded).reshape(SIDE, SIDE)
    outputs = {output.kind: output.name for output in kernel.prepared.entry.outputs}
    if "sample_mask" in outputs:
        kept &= np.asarray(result.outputs[outputs["sample_mask"]]).reshape(SIDE, SIDE) & mask != 0
    for output in kernel.prepared.entry.outputs:
        if output.kind == "sample_mask":
            continue
        values = np.asarray(result.outputs[output.name]).reshape(SIDE, SIDE, -1)
        name = "depth" if output.kind == "depth" else f"color{output.render_target_index}"
        left[name] = np.where(kept[..., None], values, 1.0 if name == "depth" else CLEAR).astype(values.dtype)
    return left
