"""A stand-in for Metal's framework as PyObjC has it, over mtlb.cpu, as strict as the documentation.

What Apple's pages (developer.apple.com/documentation/metal) call an error is an NSError here; what they call a
requirement ends the process with an assertion's text, as Metal's own checks do. Arguments are checked as PyObjC does
(pyobjc-core's libffi_support.m and objc_support.m, and the metadata of pyobjc-framework-Metal 12.2): how many there
are, None for out arguments, numbers in the range of NSUInteger, structs of the right length, bytes for arrays.

MTLB_STANDIN is a list in JSON of [fault, name]: what goes wrong, and with which function ("" for all).
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

import numpy as np
import objc
from Foundation import NSURL, NSError, Strict

import mtlb
from mtlb import cpu
from mtlb.air import EntryPoint, function_constants, read_entry_points
from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.container import FunctionType
from mtlb.cpu.process import Session

SESSION = Session(optimize=0)  # one process for all runs: a function runs once here, and starting one takes longer
FAULTS = [tuple(item) for item in json.loads(os.environ.get("MTLB_STANDIN", "[]"))]


def fault(what: str, name: str = "") -> bool:
    return (what, name) in FAULTS or (what, "") in FAULTS


def require(holds: bool, text: str) -> None:
    """What Metal asserts: the process ends."""
    if not holds:
        print(f"-[Standin]: failed assertion `{text}'", file=sys.stderr, flush=True)
        os.abort()


def number(value: Any) -> int:
    """An NSUInteger. PyObjC: ValueError for anything but an integer in range."""
    if not isinstance(value, int) or not 0 <= value < 1 << 64:
        raise ValueError(f"depythonifying 'unsigned long long', got {value!r}")
    return value


def boolean(value: Any) -> bool:
    if not isinstance(value, (bool, int)):
        raise ValueError(f"depythonifying 'bool', got {value!r}")
    return bool(value)


def out(value: Any) -> None:
    """An out argument: None is the one value that is given."""
    if value is not None:
        raise ValueError("argument must be None or objc.NULL")


def size(value: Any, fields: int = 3) -> tuple[int, ...]:
    """A struct: a tuple of so many numbers."""
    if not isinstance(value, tuple) or len(value) != fields:
        raise ValueError(f"depythonifying struct of {fields} members, got {value!r}")
    return tuple(number(item) for item in value)


def sent(value: Any, length: int) -> bytes:
    """Bytes of an array whose length is another argument. PyObjC: ValueError for fewer."""
    data = bytes(memoryview(value))
    if len(data) < length:
        raise ValueError(f"Sequence too small, expecting at least {length} bytes")
    return data[:length]


def instance(value: Any, class_: type, allow_nil: bool = False) -> Any:
    require(isinstance(value, class_) or (allow_nil and value is None), f"{class_.__name__} expected, not {value!r}")
    return value


# Numbers of Metal's enumerations, as its documentation and PyObjC's metadata have them.
MTLFunctionTypeVertex, MTLFunctionTypeFragment, MTLFunctionTypeKernel, MTLFunctionTypeVisible = 1, 2, 3, 5
MTLResourceStorageModeShared, MTLStorageModePrivate = 0, 2
MTLTextureUsageShaderRead, MTLTextureUsageShaderWrite, MTLTextureUsageRenderTarget = 1, 2, 4
MTLTextureType1D, MTLTextureType1DArray, MTLTextureType2D, MTLTextureType2DArray = 0, 1, 2, 3
MTLTextureTypeCube, MTLTextureTypeCubeArray, MTLTextureType3D = 5, 6, 7
MTLLoadActionClear, MTLStoreActionStore, MTLPrimitiveTypeTriangle = 2, 1, 3
MTLSamplerAddressModeRepeat, MTLCompareFunctionLess = 2, 1
MTLVertexStepFunctionPerVertex, MTLVertexStepFunctionPerPatch, MTLVertexStepFunctionPerPatchControlPoint = 1, 3, 4
MTLStepFunctionThreadPositionInGridX = 5
MTLGPUFamilyApple7, MTLGPUFamilyMac2, MTLGPUFamilyMetal3 = 1007, 2002, 5001
MTLPixelFormatDepth32Float, MTLPixelFormatDepth32Float_Stencil8 = 252, 260
FORMATS = {
    "RGBA32Float": (125, "f4", "rgba32float"),
    "RGBA32Uint": (123, "u4", "rgba32uint"),
    "RGBA32Sint": (124, "i4", "rgba32sint"),
    "RGBA16Float": (115, "f2", "rgba16float"),
    "RGBA16Uint": (113, "u2", "rgba16uint"),
    "RGBA16Sint": (114, "i2", "rgba16sint"),
    "RGBA8Unorm": (70, "u1", "rgba8unorm"),
    "RGBA8Uint": (73, "u1", "rgba8uint"),
    "RGBA8Sint": (74, "i1", "rgba8sint"),
    "Depth32Float": (252, "f4", "depth32float"),
    "R32Float": (55, "f4", "r32float"),
}
globals().update({f"MTLPixelFormat{name}": row[0] for name, row in FORMATS.items()})
BY_NUMBER = {row[0]: row for row in FORMATS.values()}
COLORS = {"float": ("f4", "f2"), "half": ("f2", "f4"), "bfloat": ("f2", "f4"), "uint": ("u4", "u2", "u1")}
COLORS |= {"int": ("i4", "i2", "i1"), "ushort": ("u2", "u4", "u1"), "short": ("i2", "i4", "i1")}
# MTLDataType: the scalar's number; vectors of 2 to 4 follow it.
DATA = {"Float": (3, "f4"), "Half": (16, "f2"), "Int": (29, "i4"), "UInt": (33, "u4"), "Short": (37, "i2")}
DATA |= {"UShort": (41, "u2"), "Char": (45, "i1"), "UChar": (49, "u1"), "Bool": (53, "u1")}
DATA |= {"Long": (81, "i8"), "ULong": (85, "u8")}
WORDS = {"bool": "Bool", "int": "Int", "uint": "UInt", "float": "Float", "half": "Half", "short": "Short"}
WORDS |= {"ushort": "UShort", "char": "Char", "uchar": "UChar", "long": "Long", "ulong": "ULong"}
for _name, (_first, _) in DATA.items():
    globals().update({f"MTLDataType{_name}{n if n > 1 else ''}": _first + n - 1 for n in (1, 2, 3, 4)})
# MTLVertexFormat: all that the documentation lists for the types of MSL, without the normalized ones.
for _name, _numbers in {
    "UChar": (45, 1, 2, 3),
    "Char": (46, 4, 5, 6),
    "UShort": (49, 13, 14, 15),
    "Short": (50, 16, 17, 18),
    "Half": (53, 25, 26, 27),
    "Float": (28, 29, 30, 31),
    "Int": (32, 33, 34, 35),
    "UInt": (36, 37, 38, 39),
}.items():
    globals().update({f"MTLVertexFormat{_name}{n or ''}": v for n, v in zip((0, 2, 3, 4), _numbers, strict=True)})


def MTLClearColorMake(*values: float) -> tuple[float, ...]:
    if len(values) != 4 or not all(isinstance(value, (int, float)) for value in values):
        raise TypeError("MTLClearColorMake takes 4 numbers")
    return tuple(float(value) for value in values)


# --- descriptors -----------------------------------------------------------------------------------------------------


class Allocated(Strict):
    """What `alloc` gives: it takes `init`, and nothing else."""

    def __init__(self, class_: type) -> None:
        self._class = class_

    def init(self) -> Any:
        return self._class()


class Descriptor(Strict):
    @classmethod
    def alloc(cls) -> Allocated:
        return Allocated(cls)


class Subscripted(Strict):
    """An array of descriptors that are made when they are asked for."""

    def __init__(self, class_: type, most: int) -> None:
        self.class_, self.most, self.found = class_, most, {}

    def objectAtIndexedSubscript_(self, index: int) -> Any:
        require(number(index) < self.most, f"index {index} is beyond {self.most - 1}")
        return self.found.setdefault(index, self.class_())


def setter(field: str, check: Any) -> Any:
    def method(self: Any, value: Any) -> None:
        setattr(self, field, check(value))

    return method


def object_setter(field: str, class_: str) -> Any:
    return setter(field, lambda value: instance(value, globals()[class_]))


class Attribute(Strict):
    format = offset = buffer = 0
    setFormat_ = setter("format", number)
    setOffset_ = setter("offset", number)
    setBufferIndex_ = setter("buffer", number)


class Layout(Strict):
    stride = 0
    step = 1
    setStride_ = setter("stride", number)
    setStepFunction_ = setter("step", number)


class MTLVertexDescriptor(Descriptor):
    def __init__(self) -> None:
        self._attributes, self._layouts = Subscripted(Attribute, 31), Subscripted(Layout, 31)

    @classmethod
    def vertexDescriptor(cls) -> MTLVertexDescriptor:
        return cls()

    def attributes(self) -> Subscripted:
        return self._attributes

    def layouts(self) -> Subscripted:
        return self._layouts


class MTLStageInputOutputDescriptor(MTLVertexDescriptor):
    @classmethod
    def stageInputOutputDescriptor(cls) -> MTLStageInputOutputDescriptor:
        return cls()


class MTLLinkedFunctions(Descriptor):
    functions: tuple[Any, ...] = ()

    @classmethod
    def linkedFunctions(cls) -> MTLLinkedFunctions:
        return cls()

    def setFunctions_(self, functions: list[Any]) -> None:
        kinds = {FunctionType.VISIBLE, FunctionType.INTERSECTION}
        for function in functions:
            require(instance(function, MTLFunction).entry.kind in kinds, f"{function.name} is not a visible function")
        self.functions = tuple(functions)


class MTLComputePipelineDescriptor(Descriptor):
    function = linked = stage_input = None
    setComputeFunction_ = object_setter("function", "MTLFunction")
    setLinkedFunctions_ = object_setter("linked", "MTLLinkedFunctions")
    setStageInputDescriptor_ = object_setter("stage_input", "MTLStageInputOutputDescriptor")


class ColorAttachment(Strict):
    format = 0
    setPixelFormat_ = setter("format", number)


class MTLRenderPipelineDescriptor(Descriptor):
    vertex = fragment = vertex_descriptor = None
    rasterizes, depth, stencil = True, 0, 0
    setVertexFunction_ = object_setter("vertex", "MTLFunction")
    setFragmentFunction_ = object_setter("fragment", "MTLFunction")
    setVertexDescriptor_ = object_setter("vertex_descriptor", "MTLVertexDescriptor")
    setRasterizationEnabled_ = setter("rasterizes", boolean)
    setDepthAttachmentPixelFormat_ = setter("depth", number)
    setStencilAttachmentPixelFormat_ = setter("stencil", number)

    def __init__(self) -> None:
        self.colors = Subscripted(ColorAttachment, 8)

    def colorAttachments(self) -> Subscripted:
        return self.colors


class MTLMeshRenderPipelineDescriptor(Descriptor):
    mesh = object = None
    rasterizes = True
    setMeshFunction_ = object_setter("mesh", "MTLFunction")
    setObjectFunction_ = object_setter("object", "MTLFunction")
    setRasterizationEnabled_ = setter("rasterizes", boolean)


class MTLTileRenderPipelineDescriptor(Descriptor):
    tile = None
    setTileFunction_ = object_setter("tile", "MTLFunction")

    def __init__(self) -> None:
        self.colors = Subscripted(ColorAttachment, 8)

    def colorAttachments(self) -> Subscripted:
        return self.colors


class MTLTextureDescriptor(Descriptor):
    type, format, width, height, depth, layers, storage, usage = 2, 0, 1, 1, 1, 1, 0, 1
    setTextureType_ = setter("type", number)
    setPixelFormat_ = setter("format", number)
    setWidth_ = setter("width", number)
    setHeight_ = setter("height", number)
    setDepth_ = setter("depth", number)
    setArrayLength_ = setter("layers", number)
    setStorageMode_ = setter("storage", number)
    setUsage_ = setter("usage", number)


class MTLSamplerDescriptor(Descriptor):
    modes: Any = None
    compare = 0

    def __init__(self) -> None:
        self.modes = {}

    setSAddressMode_ = setter("s", number)
    setTAddressMode_ = setter("t", number)
    setRAddressMode_ = setter("r", number)
    setCompareFunction_ = setter("compare", number)


class MTLVisibleFunctionTableDescriptor(Descriptor):
    count = 0
    setFunctionCount_ = setter("count", number)

    @classmethod
    def visibleFunctionTableDescriptor(cls) -> MTLVisibleFunctionTableDescriptor:
        return cls()


class MTLFunctionConstantValues(Descriptor):
    def __init__(self) -> None:
        self.values: dict[int, tuple[int, Any]] = {}

    def setConstantValue_type_atIndex_(self, value: Any, type: int, index: int) -> None:
        metadata = objc.METADATA.get((b"MTLFunctionConstantValues", b"setConstantValue:type:atIndex:"))
        if metadata is None or not metadata["arguments"][2].get("c_array_of_variable_length"):
            raise ValueError("depythonifying 'unsigned long', got 'bytes'")  # PyObjC without metadata
        for first, dtype in DATA.values():
            if first <= number(type) < first + 4:
                needed = (type - first + 1) * np.dtype(dtype).itemsize
                self.values[number(index)] = type, np.frombuffer(sent(value, needed), dtype).tolist()
                return
        require(False, f"type {type} is not one of a function constant")


class PassAttachment(Strict):
    texture: Any = None
    load = store = 0
    clear = (0.0, 0.0, 0.0, 1.0)
    setTexture_ = object_setter("texture", "MTLTexture")
    setLoadAction_ = setter("load", number)
    setStoreAction_ = setter("store", number)

    def setClearColor_(self, color: tuple[float, ...]) -> None:
        if len(color) != 4:
            raise ValueError("depythonifying struct of 4 members")
        self.clear = color


class MTLRenderPassDescriptor(Descriptor):
    def __init__(self) -> None:
        self.colors = Subscripted(PassAttachment, 8)

    @classmethod
    def renderPassDescriptor(cls) -> MTLRenderPassDescriptor:
        return cls()

    def colorAttachments(self) -> Subscripted:
        return self.colors


# --- resources -------------------------------------------------------------------------------------------------------


class Varlist(Strict):
    def __init__(self, owner: MTLBuffer) -> None:
        self.owner = owner

    def as_buffer(self, count: int) -> memoryview:
        require(number(count) <= self.owner.data.size, "more bytes than the buffer has")
        return memoryview(self.owner.data)[:count]


class MTLBuffer(Strict):
    def __init__(self, data: Any) -> None:
        self.data = data
        self.in_flight = False

    def contents(self) -> Varlist:
        require(not self.in_flight, "the GPU writes the buffer: wait until the command buffer has completed")
        return Varlist(self)

    def length(self) -> int:
        return int(self.data.size)


class MTLTexture(Strict):
    def __init__(self, descriptor: MTLTextureDescriptor) -> None:
        _, dtype, self.format = BY_NUMBER[descriptor.format]
        self.descriptor = descriptor
        kinds = {0: "1d", 1: "1d_array", 2: "2d", 3: "2d_array", 5: "cube", 6: "cube_array", 7: "3d"}
        self.kind = kinds[descriptor.type]
        d = descriptor
        layers = d.layers * (6 if self.kind.startswith("cube") else 1)
        shape = {
            "1d": (d.width,),
            "1d_array": (layers, d.width),
            "2d": (d.height, d.width),
            "3d": (d.depth, d.height, d.width),
        }.get(self.kind, (layers, d.height, d.width))
        channels = () if self.format.startswith(("depth", "r3")) else (4,)
        self.array = np.zeros((*shape, *channels), dtype)
        self.pixel = np.dtype(dtype).itemsize * (4 if channels else 1)

    def slice(self, number: int) -> Any:
        """The bytes of one layer or face."""
        whole = self.array if self.kind in ("1d", "2d", "3d") else self.array[number]
        return whole.reshape(-1).view(np.uint8)

    def image(self) -> cpu.Image:
        return cpu.Image(self.array, self.kind, format=self.format)


class MTLSamplerState(Strict):
    def __init__(self, descriptor: MTLSamplerDescriptor) -> None:
        modes = {descriptor.s, descriptor.t, descriptor.r}
        require(modes == {2}, "this stand-in has samplers that repeat")
        self.sampler = cpu.Sampler("nearest", "nearest", "none", "repeat", compare_function="less")


class MTLFunctionHandle(Strict):
    def __init__(self, function: MTLFunction) -> None:
        self.function = function


class MTLVisibleFunctionTable(Strict):
    def __init__(self, state: MTLComputePipelineState, count: int) -> None:
        self.state, self.handles = state, [None] * count

    def setFunction_atIndex_(self, handle: MTLFunctionHandle, index: int) -> None:
        require(number(index) < len(self.handles), "an index beyond the table")
        self.handles[index] = instance(handle, MTLFunctionHandle)


# --- libraries, functions, pipelines ---------------------------------------------------------------------------------


class MTLFunction(Strict):
    def __init__(self, library: MTLLibrary, name: str, entry: EntryPoint, constants: dict[Any, Any]) -> None:
        self.library, self.name, self.entry, self.constants = library, name, entry, constants

    def problem(self) -> NSError | None:
        """What Apple's compiler says when it compiles the function."""
        if fault("abort", self.name):
            require(False, f"compiling {self.name}")
        while fault("hang", self.name):
            time.sleep(1)
        if fault("compile", self.name):
            return NSError("AGXMetal13_3", 3, "Compiler encountered an internal error")
        return None


class MTLLibrary(Strict):
    def __init__(self, library: mtlb.Library) -> None:
        self.library = library

    def functionNames(self) -> tuple[str, ...]:
        names = [function.name for function in self.library.functions]
        return tuple(names[1:] if fault("list") else names)

    def _module(self, name: str) -> Any:
        if not isinstance(name, str):
            raise ValueError("depythonifying 'id', got something else than a str")
        if fault("nil", name):
            return None
        return next(
            (read_module(function.module) for function in self.library.functions if function.name == name), None
        )

    def newFunctionWithName_(self, name: str) -> MTLFunction | None:
        module = self._module(name)
        if module is None or any(function_constant.required for function_constant in function_constants(module)):
            return None
        return self._made(module, name, {})

    def newFunctionWithName_constantValues_error_(self, name: str, values: Any, error: None) -> tuple[Any, Any]:
        out(error)
        module = self._module(name)
        if module is None:
            return None, NSError("MTLLibraryErrorDomain", 5, f"Function {name} was not found in the library.")
        inputs = instance(values, MTLFunctionConstantValues).values
        constants: dict[Any, Any] = {}
        for function_constant in function_constants(module):
            if function_constant.index not in inputs and function_constant.required:
                return None, NSError(
                    "MTLLibraryErrorDomain", 3, f"Function constant {function_constant.name} was not set."
                )
            type, value = inputs[function_constant.index]
            count = int(function_constant.type_name[-1]) if function_constant.type_name[-1] in "234" else 1
            first = DATA[WORDS[function_constant.type_name.rstrip("234")]][0]
            require(
                type == first + count - 1,
                f"constant {function_constant.name} is of type {function_constant.type_name}, not {type}",
            )
            constants[function_constant.index] = value[0] if count == 1 else value
        if fault("constant", name):
            return None, NSError("MTLLibraryErrorDomain", 3, "Function constant value is wrong")
        return self._made(module, name, constants), None

    def _made(self, module: Any, name: str, constants: dict[Any, Any]) -> MTLFunction:
        entry = next(entry_point for entry_point in read_entry_points(module) if entry_point.name == name)
        return MTLFunction(self, name, entry, constants)


class MTLComputePipelineState(Strict):
    def __init__(self, function: MTLFunction, linked: tuple[MTLFunction, ...]) -> None:
        self.function, self.linked = function, linked

    def maxTotalThreadsPerThreadgroup(self) -> int:
        return 8 if fault("threads", self.function.name) else self.function.entry.max_work_group_size or 1024

    def functionHandleWithFunction_(self, function: MTLFunction) -> MTLFunctionHandle:
        require(function in self.linked, "the function is not linked into the pipeline")
        return MTLFunctionHandle(function)

    def newVisibleFunctionTableWithDescriptor_(self, descriptor: Any) -> MTLVisibleFunctionTable:
        count = instance(descriptor, MTLVisibleFunctionTableDescriptor).count
        require(count > 0, "a table has functions")
        return MTLVisibleFunctionTable(self, count)


class MTLRenderPipelineState(Strict):
    def __init__(self, descriptor: Any) -> None:
        self.descriptor = descriptor


# --- commands --------------------------------------------------------------------------------------------------------


class Encoder(Strict):
    def __init__(self, commands: MTLCommandBuffer) -> None:
        require(commands.encoder is None, "an encoder of the command buffer has not ended")
        require(not commands.committed, "the command buffer is committed")
        self.commands = commands
        commands.encoder = self

    def endEncoding(self) -> None:
        require(self.commands.encoder is self, "the encoder has ended")
        self.commands.encoder = None


class MTLBlitCommandEncoder(Encoder):
    def copyFromBuffer_sourceOffset_sourceBytesPerRow_sourceBytesPerImage_sourceSize_toTexture_destinationSlice_destinationLevel_destinationOrigin_(  # noqa: E501
        self, buffer: Any, offset: int, row: int, plane: int, area: Any, texture: Any, slice: int, level: int, at: Any
    ) -> None:
        target = _region(buffer, offset, row, plane, area, texture, slice, level, at)
        self.commands.work.append(lambda: target.__setitem__(..., buffer.data[offset : offset + target.size]))

    def copyFromTexture_sourceSlice_sourceLevel_sourceOrigin_sourceSize_toBuffer_destinationOffset_destinationBytesPerRow_destinationBytesPerImage_(  # noqa: E501
        self, texture: Any, slice: int, level: int, at: Any, area: Any, buffer: Any, offset: int, row: int, plane: int
    ) -> None:
        source = _region(buffer, offset, row, plane, area, texture, slice, level, at)
        buffer.in_flight = True
        self.commands.buffers.append(buffer)
        self.commands.work.append(lambda: buffer.data.__setitem__(slice_of(offset, source.size), source))


def slice_of(offset: int, length: int) -> slice:
    return slice(offset, offset + length)


def _region(
    buffer: Any, offset: int, row: int, plane: int, area: Any, texture: Any, slice: int, level: int, at: Any
) -> Any:
    """The bytes of a whole slice. Source: Apple's pages of both copies (MTLBlitCommandEncoder)."""
    instance(buffer, MTLBuffer)
    its = instance(texture, MTLTexture)
    width, height, depth = size(area)
    d = its.descriptor
    require((width, height, depth) == (d.width, d.height, d.depth), "the size is not that of the texture")
    require(size(at) == (0, 0, 0) and number(level) == 0, "the origin is outside of the texture")
    require(number(offset) % its.pixel == 0, "the offset is not a multiple of the pixel's size")
    require(number(row) % its.pixel == 0 and row >= width * its.pixel, "bytes of a row don't fit the pixels")
    require(number(plane) >= row * height, "bytes of an image are fewer than its rows")
    require(offset + plane * depth <= buffer.data.size, "the copy reaches past the buffer")
    layers = d.layers * (6 if its.kind.startswith("cube") else 1)
    require(number(slice) < layers, "no such slice")
    return its.slice(slice)


class MTLComputeCommandEncoder(Encoder):
    def __init__(self, commands: MTLCommandBuffer) -> None:
        super().__init__(commands)
        self.state: Any = None
        self.buffers: dict[int, Any] = {}
        self.textures: dict[int, Any] = {}
        self.samplers: dict[int, Any] = {}
        self.tables: dict[int, Any] = {}
        self.memory: dict[int, int] = {}

    def setComputePipelineState_(self, state: Any) -> None:
        self.state = instance(state, MTLComputePipelineState)

    def setBuffer_offset_atIndex_(self, buffer: Any, offset: int, index: int) -> None:
        require(number(offset) < instance(buffer, MTLBuffer).data.size, "the offset is past the buffer")
        require(number(index) < 31, "buffers have the indices 0 to 30")
        self.buffers[index] = buffer

    def setTexture_atIndex_(self, texture: Any, index: int) -> None:
        require(number(index) < 128, "textures have the indices 0 to 127")
        self.textures[index] = instance(texture, MTLTexture)

    def setSamplerState_atIndex_(self, sampler: Any, index: int) -> None:
        require(number(index) < 16, "samplers have the indices 0 to 15")
        self.samplers[index] = instance(sampler, MTLSamplerState)

    def setVisibleFunctionTable_atBufferIndex_(self, table: Any, index: int) -> None:
        require(instance(table, MTLVisibleFunctionTable).state is self.state, "the table is of another pipeline")
        self.tables[number(index)] = table

    def setThreadgroupMemoryLength_atIndex_(self, length: int, index: int) -> None:
        require(number(length) % 16 == 0 and number(index) < 31, "threadgroup memory comes in multiples of 16 bytes")
        self.memory[index] = length

    def dispatchThreadgroups_threadsPerThreadgroup_(self, grid: Any, group: Any) -> None:
        groups, threads = size(grid), size(group)
        require(self.state is not None, "no pipeline is set")
        require(all(groups) and all(threads), "a grid has threads")
        total = threads[0] * threads[1] * threads[2]
        require(total <= self.state.maxTotalThreadsPerThreadgroup(), "too many threads in a threadgroup")
        function = self.state.function
        for argument in function.entry.arguments:
            self._require_binding(argument)
        for buffer in self.buffers.values():
            buffer.in_flight = True
            self.commands.buffers.append(buffer)
        self.commands.work.append(lambda: self._run(function, groups, threads))

    def _require_binding(self, argument: Any) -> None:
        bound = {"buffer": {**self.buffers, **self.memory}, "indirect_buffer": self.buffers, "texture": self.textures}
        bound |= {"sampler": self.samplers, "visible_function_table": self.tables}
        if argument.kind in bound and not argument.unused:
            where = f"{argument.kind} {argument.location_index}"
            require(argument.location_index in bound[argument.kind], f"missing {where} ({argument.name})")
        if argument.kind == "texture":
            texture = self.textures[argument.location_index]
            writes = "write" in argument.type_name
            needed = MTLTextureUsageShaderWrite if writes else MTLTextureUsageShaderRead
            require(texture.descriptor.usage & needed != 0, f"texture {argument.name} lacks the usage {needed}")
            signs = {"float": "f", "half": "f", "int": "i", "short": "i", "uint": "u", "ushort": "u"}
            scalar = argument.type_name.partition("<")[2].rstrip(">").partition(",")[0]
            require(texture.array.dtype.kind == signs[scalar], f"texture {argument.name} has another kind of format")

    def _run(self, function: MTLFunction, groups: tuple[int, ...], threads: tuple[int, ...]) -> None:
        grid = tuple(a * b for a, b in zip(groups, threads, strict=True))
        names = [item.name for item in self.state.linked]
        tables = {index: [handle.function.name for handle in table.handles] for index, table in self.tables.items()}
        used = {a.location_index for a in function.entry.arguments if a.kind in ("buffer", "indirect_buffer")}
        with cpu.Kernel(
            function.library.library, function.name, constants=function.constants, functions=names, session=SESSION
        ) as kernel:
            kernel.run(
                grid,
                threads,
                buffers={**{i: b.data for i, b in self.buffers.items() if i in used}, **tables},
                textures={index: texture.image() for index, texture in self.textures.items()},
                samplers={index: sampler.sampler for index, sampler in self.samplers.items()},
            )
        if fault("value", function.name):
            for buffer in self.buffers.values():
                buffer.data[2] ^= 0x7F
            for texture in self.textures.values():
                texture.array[0] = 9
        if fault("digit", function.name):
            for buffer in self.buffers.values():
                buffer.data[0] ^= 1


class MTLRenderCommandEncoder(Encoder):
    def __init__(self, commands: MTLCommandBuffer, descriptor: Any) -> None:
        super().__init__(commands)
        self.target = instance(descriptor, MTLRenderPassDescriptor).colors.found[0]
        usage = self.target.texture.descriptor.usage
        require(usage & MTLTextureUsageRenderTarget != 0, "the texture is not to be a render target")
        self.state: Any = None

    def setRenderPipelineState_(self, state: Any) -> None:
        self.state = instance(state, MTLRenderPipelineState)
        its = self.state.descriptor.colors.found[0].format
        require(its == self.target.texture.descriptor.format, "the formats of pass and pipeline differ")

    def drawPrimitives_vertexStart_vertexCount_(self, kind: int, start: int, count: int) -> None:
        require(number(kind) == MTLPrimitiveTypeTriangle, "this stand-in draws triangles")
        require(self.state is not None, "no pipeline is set")
        first, last = number(start), number(start) + number(count)
        self.commands.work.append(lambda: self._draw(first, last))

    def _draw(self, first: int, last: int) -> None:
        """Triangle after triangle, pixel by pixel, with the perspective's weights."""
        vertex, fragment = self.state.descriptor.vertex, self.state.descriptor.fragment
        picture = self.target.texture.array
        picture[...] = self.target.clear
        with cpu.Kernel(vertex.library.library, vertex.name, constants=vertex.constants, session=SESSION) as kernel:
            corners = dict(kernel.run(last, buffers={}).outputs)
        height, width = picture.shape[:2]
        inputs = {argument.name: argument for argument in fragment.entry.arguments if argument.kind == "fragment_input"}
        outputs = {output.attribute_name: output for output in vertex.entry.outputs}
        for at in range(first, last - 2, 3):
            a, b, c = corners["position"][at : at + 3].astype("f8")
            values: dict[Any, Any] = {name: [] for name in inputs}
            covered = np.zeros((height, width), bool)
            for y in range(height):
                for x in range(width):
                    place = np.array([(x + 0.5) / width * 2 - 1, 1 - (y + 0.5) / height * 2, 1.0])
                    edges = np.array([[p[0] / p[3], p[1] / p[3], 1.0] for p in (a, b, c)]).T
                    weights = np.linalg.solve(edges, place)
                    covered[y, x] = (weights >= 0).all()
                    weights = weights / [a[3], b[3], c[3]]
                    weights = weights / weights.sum()
                    for name, argument in inputs.items():
                        its = corners[outputs[argument.attribute_name].name][at : at + 3]
                        flat = its.dtype.kind != "f"
                        values[name].append(its[0] if flat else (weights @ its.astype("f8")).astype(its.dtype))
            arguments = {name: np.array(rows) for name, rows in values.items()}
            with cpu.Kernel(
                fragment.library.library, fragment.name, constants=fragment.constants, session=SESSION
            ) as kernel:
                (color,) = kernel.run((width, height), inputs=arguments).outputs.values()
            picture[covered] = color.reshape(picture.shape)[covered]
        if fault("value", fragment.name):
            picture[0, 0, 0] += 1


class MTLCommandBuffer(Strict):
    def __init__(self) -> None:
        self.encoder: Any = None
        self.committed = False
        self.work: list[Any] = []
        self.buffers: list[Any] = []
        self.problem: Any = None

    def blitCommandEncoder(self) -> MTLBlitCommandEncoder:
        return MTLBlitCommandEncoder(self)

    def computeCommandEncoder(self) -> MTLComputeCommandEncoder:
        return MTLComputeCommandEncoder(self)

    def renderCommandEncoderWithDescriptor_(self, descriptor: Any) -> MTLRenderCommandEncoder:
        return MTLRenderCommandEncoder(self, descriptor)

    def commit(self) -> None:
        require(self.encoder is None, "commit before an encoder has ended")
        require(not self.committed, "a command buffer is committed once")
        self.committed = True
        if fault("command"):
            self.problem = NSError("MTLCommandBufferErrorDomain", 2, "Caused GPU Timeout Error")
            return
        for item in self.work:
            item()

    def waitUntilCompleted(self) -> None:
        require(self.committed, "waiting for a command buffer that was not committed")
        for buffer in self.buffers:
            buffer.in_flight = False

    def error(self) -> NSError | None:
        return self.problem


class MTLCommandQueue(Strict):
    def commandBuffer(self) -> MTLCommandBuffer:
        return MTLCommandBuffer()


# --- the device ------------------------------------------------------------------------------------------------------


class MTLDevice(Strict):
    def name(self) -> str:
        return "Stand-in over mtlb.cpu"

    def hasUnifiedMemory(self) -> bool:
        return True

    def supportsFamily_(self, family: int) -> bool:
        families = {MTLGPUFamilyApple7, MTLGPUFamilyMac2, *([] if fault("no-mesh") else [MTLGPUFamilyMetal3])}
        return number(family) in families

    def supportsFunctionPointers(self) -> bool:
        return not fault("no-pointers")

    def supportsRaytracing(self) -> bool:
        return not fault("no-rays")

    def newCommandQueue(self) -> MTLCommandQueue:
        return MTLCommandQueue()

    def newLibraryWithURL_error_(self, url: Any, error: None) -> tuple[Any, Any]:
        out(error)
        with open(instance(url, NSURL).path_, "rb") as file:
            data = file.read()
        try:
            library = mtlb.read(data)
            problems = [str(finding) for finding in mtlb.verify(data) if finding.severity.value == "error"]
        except MtlbError as wrong:
            return None, NSError("MTLLibraryErrorDomain", 1, f"Invalid library file ({wrong})")
        if fault("load"):
            problems = ["This library is using a deployment target that is not supported on this OS."]
        if library.platform.label not in ("macos", "none"):  # old headers name no platform
            problems.append(f"This library is for {library.platform.label}")
        if problems:
            return None, NSError("MTLLibraryErrorDomain", 1, problems[0])
        if fault("exit"):
            os._exit(3)
        return MTLLibrary(library), None

    def newComputePipelineStateWithFunction_error_(self, function: Any, error: None) -> tuple[Any, Any]:
        out(error)
        return self._compute(instance(function, MTLFunction), (), None)

    def newComputePipelineStateWithDescriptor_options_reflection_error_(
        self, descriptor: Any, options: int, reflection: None, error: None
    ) -> tuple[Any, Any]:
        out(error)
        out(reflection)
        require(number(options) == 0, "no reflection was asked for")
        its = instance(descriptor, MTLComputePipelineDescriptor)
        linked = () if its.linked is None else its.linked.functions
        return self._compute(instance(its.function, MTLFunction), linked, its.stage_input)

    def _compute(self, function: MTLFunction, linked: tuple[Any, ...], stage_input: Any) -> tuple[Any, Any]:
        require(function.entry.kind is FunctionType.KERNEL, f"{function.name} is not a kernel")
        for item in (function, *linked):
            if problem := item.problem():
                return None, problem
        if any(argument.kind == "stage_in" for argument in function.entry.arguments) and stage_input is None:
            return None, NSError("AGXMetal13_3", 2, "Compute function has stage_in attributes, and no descriptor")
        return MTLComputePipelineState(function, linked), None

    def newRenderPipelineStateWithDescriptor_error_(self, descriptor: Any, error: None) -> tuple[Any, Any]:
        out(error)
        its = instance(descriptor, MTLRenderPipelineDescriptor)
        vertex = instance(its.vertex, MTLFunction)
        require(vertex.entry.kind is FunctionType.VERTEX, f"{vertex.name} is not a vertex function")
        if problem := vertex.problem():
            return None, problem
        if missing := _missing_attributes(vertex.entry, its.vertex_descriptor):
            return None, NSError("AGXMetal13_3", 2, f"Vertex attribute {missing} is missing from the vertex descriptor")
        if its.fragment is None:
            require(not its.rasterizes, "rasterization without a fragment function and attachments")
            return MTLRenderPipelineState(its), None
        fragment = instance(its.fragment, MTLFunction)
        require(fragment.entry.kind is FunctionType.FRAGMENT, f"{fragment.name} is not a fragment function")
        if problem := fragment.problem() or _mismatch(vertex.entry, fragment.entry, its):
            return None, problem
        return MTLRenderPipelineState(its), None

    def newRenderPipelineStateWithMeshDescriptor_options_reflection_error_(
        self, descriptor: Any, options: int, reflection: None, error: None
    ) -> tuple[Any, Any]:
        out(error)
        out(reflection)
        number(options)
        its = instance(descriptor, MTLMeshRenderPipelineDescriptor)
        require(instance(its.mesh, MTLFunction).entry.kind is FunctionType.MESH, "a mesh function is needed")
        takes = any(argument.kind == "payload" for argument in its.mesh.entry.arguments)
        if takes and its.object is None:
            return None, NSError(
                "AGXMetal13_3", 2, "The mesh function takes a payload, and there is no object function"
            )
        for item in (its.mesh, its.object):
            if item is not None and (problem := item.problem()):
                return None, problem
        return MTLRenderPipelineState(its), None

    def newRenderPipelineStateWithTileDescriptor_options_reflection_error_(
        self, descriptor: Any, options: int, reflection: None, error: None
    ) -> tuple[int, Any]:
        """PyObjC 12.2 has a number for what this gives."""
        out(error)
        out(reflection)
        number(options)
        function = instance(instance(descriptor, MTLTileRenderPipelineDescriptor).tile, MTLFunction)
        problem = function.problem()
        return (0, problem) if problem else (id(function), None)

    def newBufferWithBytes_length_options_(self, data: Any, length: int, options: int) -> MTLBuffer:
        require(number(length) > 0 and number(options) == 0, "a buffer has bytes")
        return MTLBuffer(np.frombuffer(bytearray(sent(data, length)), np.uint8))

    def newBufferWithLength_options_(self, length: int, options: int) -> MTLBuffer:
        require(number(length) > 0 and number(options) == 0, "a buffer has bytes")
        return MTLBuffer(np.zeros(length, np.uint8))

    def newTextureWithDescriptor_(self, descriptor: Any) -> MTLTexture:
        its = instance(descriptor, MTLTextureDescriptor)
        require(its.format in BY_NUMBER and its.format != 0, "a texture has a pixel format")
        require(min(its.width, its.height, its.depth, its.layers) >= 1, "a texture has pixels")
        require(its.layers == 1 or its.type in (1, 3, 6), "array length of a texture that is no array")
        require(its.depth == 1 or its.type == 7, "depth of a texture that has none")
        require(its.type not in (5, 6) or its.width == its.height, "the faces of a cube are squares")
        return MTLTexture(its)

    def newSamplerStateWithDescriptor_(self, descriptor: Any) -> MTLSamplerState:
        return MTLSamplerState(instance(descriptor, MTLSamplerDescriptor))


def _missing_attributes(entry: EntryPoint, descriptor: Any) -> str:
    """An attribute that the vertex descriptor lacks, or has in another type or without its buffer's stride."""
    inputs = [argument for argument in entry.arguments if argument.kind in ("vertex_input", "patch_input")]
    inputs += [
        member
        for argument in entry.arguments
        if argument.kind == "patch_control_point_input"
        for member in argument.fields
    ]
    for input_ in inputs:
        actual = descriptor._attributes.found.get(input_.location_index) if descriptor is not None else None
        if actual is None or not actual.format:
            return input_.name
        layout = descriptor._layouts.found.get(actual.buffer)
        require(layout is not None and layout.stride > actual.offset, f"attribute {input_.name} is past the stride")
        require(actual.offset % 4 == 0 and layout.stride % 4 == 0, "offsets and strides are multiples of 4")
    return ""


def _mismatch(vertex: EntryPoint, fragment: EntryPoint, descriptor: Any) -> NSError | None:
    """Inputs of the fragment function that the vertex function lacks; attachments that don't take its outputs."""
    inputs = {output.attribute_name: output.type_name for output in vertex.outputs}
    for argument in fragment.arguments:
        if argument.kind == "fragment_input" and inputs.get(argument.attribute_name) != argument.type_name:
            return NSError(
                "AGXMetal13_3", 1, f"Fragment input {argument.attribute_name} was not found in vertex outputs"
            )
    for argument in fragment.outputs:
        if argument.kind == "render_target":
            actual = descriptor.colors.found.get(argument.render_target_index or 0)
            scalar = argument.type_name.rstrip("234")
            if actual is None or BY_NUMBER.get(actual.format, (0, ""))[1] not in COLORS.get(scalar, ()):
                return NSError("AGXMetal13_3", 1, f"Output of type {argument.type_name} does not fit its attachment")
    return None


def MTLCreateSystemDefaultDevice() -> MTLDevice | None:
    return None if fault("no-default") or fault("no-device") else MTLDevice()


def MTLCopyAllDevices() -> tuple[MTLDevice, ...]:
    return () if fault("no-device") else (MTLDevice(),)
