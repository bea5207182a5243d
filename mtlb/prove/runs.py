"""Run kernels on the GPU, and render pictures off screen, with the inputs of the CPU run; then compare the values.

Source: Apple's documentation of MTLDevice, MTLBuffer, MTLTexture, MTLCommandBuffer, MTLBlitCommandEncoder,
MTLComputeCommandEncoder, MTLRenderCommandEncoder and MTLVisibleFunctionTable (developer.apple.com/documentation/metal).
Buffers are shared; textures are private, and filled and read by copies: every Mac supports both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..air.entry_points import computed_indices
from ..base.errors import BuildError, MtlbError, UnsupportedError
from ..container import Library
from ..cpu import Image, Kernel, Sampler
from ..cpu.prepare import Parameter
from ..cpu.process import Session
from ..cpu.random_arguments import RandomArguments, grid_of, random_values
from ..cpu.resources import SAMPLERS, TABLES, TEXTURES
from .compare import ValueDifference, compare_argument, compare_arrays
from .formats import image_format, texture_type
from .framework import Framework, error_text
from .pipelines import CompiledPipeline, FunctionFacts, Pipelines

_LINE = 64
_SEED = 1
_SIDE = 16  # the width and height of pictures
_ENTRIES = 64  # the size of visible function tables
_SECONDS = 60.0


class _Grid:
    """The number of threads in a run, and in a threadgroup."""

    def __init__(self, threads: tuple[int, int, int], group: tuple[int, int, int]) -> None:
        self.threads, self.group = threads, group
        self.groups = tuple(-(-a // b) for a, b in zip(threads, group, strict=True))


@dataclass(slots=True)
class _Bound:
    """An argument of a kernel on the GPU, with its expected bytes from the CPU's run."""

    parameter: Parameter
    value: Any
    before: bytes = b""


@dataclass(slots=True)
class Outcome:
    """The result of a run: a difference, the reason why it was skipped (`skipped`), or Metal's error (`error`)."""

    difference: ValueDifference | None = None
    error: str = ""
    skipped: str = ""


class Runner:
    """Runs functions of one library on a device."""

    def __init__(self, framework: Framework, device: Any, library: Library, session: Session) -> None:
        self.framework, self.metal, self.device = framework, framework.metal, device
        self.library, self.session = library, session
        self.queue = device.newCommandQueue()

    # --- kernels -----------------------------------------------------------------------------------------------------

    def run_kernel(self, facts: FunctionFacts, compiled: CompiledPipeline) -> Outcome:
        """Run a kernel on the CPU, then on the GPU, and compare all memory that they write."""
        try:
            kernel = Kernel(
                self.library,
                facts.name,
                constants=facts.values,
                functions=list(compiled.linked),
                check=True,
                session=self.session,
            )
            bound = self._arguments(kernel, random_values(kernel, grid_of(kernel)[0], _SEED))
            grid, bound, result = self._without_findings(kernel, bound)
        except MtlbError as error:
            return Outcome(skipped=error.reason)
        most = compiled.state.maxTotalThreadsPerThreadgroup()
        threads = grid.group[0] * grid.group[1] * grid.group[2]
        if threads > most:
            return Outcome(skipped=f"a threadgroup has {threads} threads, and the pipeline takes {most}")
        try:
            return self._on_device(compiled, kernel, grid, bound, result)
        except UnsupportedError as error:
            return Outcome(skipped=error.reason)

    def _without_findings(self, kernel: Kernel, bound: list[_Bound]) -> tuple[_Grid, list[_Bound], RandomArguments]:
        """A grid for which the CPU's checks have no findings, and the arguments after that run.

        UnsupportedError with the findings if there is no such grid: the result of such a run on a GPU would be
        undefined.
        """
        complaint = ""
        for grid in _grids(kernel):
            nearest = _nearest(random_values(kernel, grid.threads, _SEED))
            bound = self._arguments(kernel, nearest)
            result = kernel.run(grid.threads, grid.group, **nearest.keywords(), seconds=_SECONDS)
            if not result.findings:
                return grid, bound, nearest
            complaint = complaint or f"{result.findings[0].code}: {result.findings[0].message}"
        raise UnsupportedError(f"not run: on these inputs the CPU's checks find {complaint}")

    def _arguments(self, kernel: Kernel, arguments: RandomArguments) -> list[_Bound]:
        """The bound arguments with their bytes before the run. UnsupportedError for arguments that can't be
        bound here.
        """
        results = []
        for parameter in kernel.parameters:
            argument = parameter.argument
            kind = argument.kind
            if computed_indices(argument):
                raise UnsupportedError(f"not run: the index of {parameter.label} is computed")
            values = (
                arguments.textures
                if kind in TEXTURES
                else arguments.samplers
                if kind in SAMPLERS
                else arguments.buffers
            )
            value = values.get(argument.name, values.get(argument.fixed_index or 0))
            if kind in TABLES or kind in SAMPLERS:
                results.append(_Bound(parameter, value))
            elif kind in TEXTURES:
                if not isinstance(value, Image):
                    raise UnsupportedError(f"not run: arrays of textures ({parameter.label}) are not bound")
                results.append(_Bound(parameter, value, value.array.tobytes()))
            elif not parameter.by_pointer:
                if parameter.source != "place":
                    raise UnsupportedError(f"not run: an argument of kind {kind} ({parameter.label}) is not given")
            elif parameter.address_space == 3:
                results.append(_Bound(parameter, None))
            elif isinstance(value, np.ndarray):
                results.append(_Bound(parameter, value, value.tobytes()))
            else:
                raise UnsupportedError(f"not run: an argument of kind {kind} ({parameter.label}) is not bound")
        return results

    def _on_device(
        self, compiled: CompiledPipeline, kernel: Kernel, grid: _Grid, bound: list[_Bound], arguments: RandomArguments
    ) -> Outcome:
        commands = self.queue.commandBuffer()
        objects = {number: self._object(item) for number, item in enumerate(bound) if item.before}
        for number, item in enumerate(bound):
            if isinstance(item.value, Image):
                self._fill(commands, objects[number], item)
        encoder = commands.computeCommandEncoder()
        encoder.setComputePipelineState_(compiled.state)
        for number, item in enumerate(bound):
            self._bind(encoder, compiled, item, objects.get(number))
        encoder.dispatchThreadgroups_threadsPerThreadgroup_(grid.groups, grid.group)
        encoder.endEncoding()
        copies = {
            number: self._copy(commands, objects[number], item.value)
            for number, item in enumerate(bound)
            if isinstance(item.value, Image)
        }
        if problem := _finish(commands):
            return Outcome(error=problem)
        total = ValueDifference()
        for number, item in enumerate(bound):
            if item.before:
                buffer = copies.get(number, objects[number])
                got = bytes(buffer.contents().as_buffer(len(item.before)))
                total.add(self._compared(item, got))
        return Outcome(total)

    def _compared(self, bound: _Bound, got: bytes) -> ValueDifference:
        if isinstance(bound.value, Image):
            array = bound.value.array
            return compare_arrays(bound.parameter.label, np.frombuffer(got, array.dtype), array)
        return compare_argument(bound.parameter.argument, bound.parameter.label, got, bound.value.tobytes())

    def _object(self, bound: _Bound) -> Any:
        """The buffer or texture of an argument."""
        if not isinstance(bound.value, Image):
            return self.buffer(bound.before)
        return self._texture(bound.value, bound.parameter.argument.type_name)

    def buffer(self, data: bytes) -> Any:
        """A shared buffer with these bytes."""
        result = self.device.newBufferWithBytes_length_options_(
            data, len(data), self.metal.MTLResourceStorageModeShared
        )
        if result is None:
            raise UnsupportedError(f"not run: no buffer of {len(data)} bytes")
        return result

    def _bind(self, encoder: Any, compiled: CompiledPipeline, bound: _Bound, resource: Any) -> None:
        argument = bound.parameter.argument
        index = argument.fixed_index or 0
        if argument.kind in TABLES:
            encoder.setVisibleFunctionTable_atBufferIndex_(self._table(compiled, bound.value), index)
        elif argument.kind in SAMPLERS:
            encoder.setSamplerState_atIndex_(self._sampler(bound.value), index)
        elif isinstance(bound.value, Image):
            encoder.setTexture_atIndex_(resource, index)
        elif bound.value is None:
            size = -(-max(argument.type_size or 0, 16) // 16) * 16  # Apple's page: a multiple of 16 bytes
            encoder.setThreadgroupMemoryLength_atIndex_(max(size, 1 << 14), index)
        else:
            encoder.setBuffer_offset_atIndex_(resource, 0, index)

    def _table(self, compiled: CompiledPipeline, names: list[str]) -> Any:
        descriptor = self.metal.MTLVisibleFunctionTableDescriptor.visibleFunctionTableDescriptor()
        descriptor.setFunctionCount_(_ENTRIES)
        table = compiled.state.newVisibleFunctionTableWithDescriptor_(descriptor)
        for place, name in enumerate(names[:_ENTRIES]):
            handle = compiled.state.functionHandleWithFunction_(compiled.linked[name])
            table.setFunction_atIndex_(handle, place)
        return table

    def _sampler(self, sampler: Sampler) -> Any:
        """A sampler with nearest filtering and repeat addressing; `_nearest` sets the same for the CPU."""
        descriptor = self.metal.MTLSamplerDescriptor.alloc().init()
        descriptor.setSAddressMode_(self.metal.MTLSamplerAddressModeRepeat)
        descriptor.setTAddressMode_(self.metal.MTLSamplerAddressModeRepeat)
        descriptor.setRAddressMode_(self.metal.MTLSamplerAddressModeRepeat)
        if getattr(sampler, "compare_function", None) is not None:
            descriptor.setCompareFunction_(self.metal.MTLCompareFunctionLess)
        return self.device.newSamplerStateWithDescriptor_(descriptor)

    # --- textures ----------------------------------------------------------------------------------------------------

    def _texture(self, image: Image, type_name: str) -> Any:
        descriptor = self.metal.MTLTextureDescriptor.alloc().init()
        descriptor.setTextureType_(texture_type(self.framework, image))
        descriptor.setPixelFormat_(image_format(self.framework, image, type_name))
        width, height, depth = _size(image)
        descriptor.setWidth_(width)
        descriptor.setHeight_(height)
        descriptor.setDepth_(depth)
        layers = _slices(image) // (6 if image.kind.startswith("cube") else 1)
        descriptor.setArrayLength_(layers if image.kind.endswith("_array") else 1)
        descriptor.setStorageMode_(self.metal.MTLStorageModePrivate)
        usage = self.metal.MTLTextureUsageShaderRead
        if "write" in type_name:
            usage |= self.metal.MTLTextureUsageShaderWrite
        descriptor.setUsage_(usage)
        texture = self.device.newTextureWithDescriptor_(descriptor)
        if texture is None:
            raise UnsupportedError(f"not run: no texture of format {image.format}")
        return texture

    def _fill(self, commands: Any, texture: Any, bound: _Bound) -> None:
        """Copy bytes into a texture."""
        source = self.buffer(bound.before)
        encoder = commands.blitCommandEncoder()
        for slice_, offset, row, plane, size in _copies(bound.value):
            encoder.copyFromBuffer_sourceOffset_sourceBytesPerRow_sourceBytesPerImage_sourceSize_toTexture_destinationSlice_destinationLevel_destinationOrigin_(
                source, offset, row, plane, size, texture, slice_, 0, (0, 0, 0)
            )
        encoder.endEncoding()

    def _copy(self, commands: Any, texture: Any, image: Image) -> Any:
        """A buffer that receives the bytes of a texture."""
        into = self.device.newBufferWithLength_options_(image.array.nbytes, self.metal.MTLResourceStorageModeShared)
        encoder = commands.blitCommandEncoder()
        for slice_, offset, row, plane, size in _copies(image):
            encoder.copyFromTexture_sourceSlice_sourceLevel_sourceOrigin_sourceSize_toBuffer_destinationOffset_destinationBytesPerRow_destinationBytesPerImage_(
                texture, slice_, 0, (0, 0, 0), size, into, offset, row, plane
            )
        encoder.endEncoding()
        return into

    # --- pictures ----------------------------------------------------------------------------------------------------

    def draw(self, pipelines: Pipelines, vertex: str, fragment: str) -> Outcome:
        """Draw a triangle over a picture, and compare it with the CPU's result for both functions."""
        try:
            compiled = pipelines.draw_pipeline(vertex, fragment)
            drawn = self._drawn_on_cpu(vertex, fragment)
        except UnsupportedError as error:
            return Outcome(skipped=error.reason)
        except MtlbError as error:
            return Outcome(error=error.reason)
        if compiled.error:
            return Outcome(error=compiled.error)
        picture = Image(np.zeros((_SIDE, _SIDE, 4), "f4"))
        texture = self._target(picture)
        render = self.metal.MTLRenderPassDescriptor.renderPassDescriptor()
        attachment = render.colorAttachments().objectAtIndexedSubscript_(0)
        attachment.setTexture_(texture)
        attachment.setLoadAction_(self.metal.MTLLoadActionClear)
        attachment.setStoreAction_(self.metal.MTLStoreActionStore)
        attachment.setClearColor_(self.metal.MTLClearColorMake(-1.0, -1.0, -1.0, -1.0))
        commands = self.queue.commandBuffer()
        encoder = commands.renderCommandEncoderWithDescriptor_(render)
        encoder.setRenderPipelineState_(compiled.state)
        encoder.drawPrimitives_vertexStart_vertexCount_(self.metal.MTLPrimitiveTypeTriangle, 0, 3)
        encoder.endEncoding()
        copy = self._copy(commands, texture, picture)
        if problem := _finish(commands):
            return Outcome(error=problem)
        got = np.frombuffer(bytes(copy.contents().as_buffer(picture.array.nbytes)), "f4")
        return Outcome(compare_arrays(f"picture of {vertex} and {fragment}", got, drawn))

    def _target(self, picture: Image) -> Any:
        height, width = picture.shape
        descriptor = self.metal.MTLTextureDescriptor.alloc().init()
        descriptor.setTextureType_(self.metal.MTLTextureType2D)
        descriptor.setPixelFormat_(self.metal.MTLPixelFormatRGBA32Float)
        descriptor.setWidth_(width)
        descriptor.setHeight_(height)
        descriptor.setStorageMode_(self.metal.MTLStorageModePrivate)
        descriptor.setUsage_(self.metal.MTLTextureUsageRenderTarget)
        return self.device.newTextureWithDescriptor_(descriptor)

    def _drawn_on_cpu(self, vertex: str, fragment: str) -> Any:
        """The CPU's picture of a triangle that covers it: vertex outputs are interpolated at the pixel centers, and
        integers are those of the first vertex.
        """
        with Kernel(self.library, vertex, session=self.session) as first:
            corners = dict(first.run(3).outputs)
        place = corners.pop("position").astype("f8")
        x, y = np.meshgrid((np.arange(_SIDE) + 0.5) * 2 / _SIDE - 1, 1 - (np.arange(_SIDE) + 0.5) * 2 / _SIDE)
        points = np.stack([x.ravel(), y.ravel(), np.ones(_SIDE * _SIDE)])
        ndc = place[:, :2] / place[:, 3:]
        weights = np.linalg.solve(np.vstack([ndc.T, np.ones(3)]), points).T / place[:, 3]
        weights /= weights.sum(axis=1, keepdims=True)
        if (weights < 0).any():
            raise BuildError(f"the triangle of {vertex!a} does not cover the picture")
        with Kernel(self.library, fragment, session=self.session) as second:
            names = {parameter.argument.name for parameter in second.parameters}
            inputs: dict[Any, Any] = {}
            for name, values in corners.items():
                if name in names:
                    is_float = values.dtype.kind == "f"
                    flat = np.repeat(values[:1], len(weights), axis=0)
                    inputs[name] = (weights @ values.astype("f8")).astype(values.dtype) if is_float else flat
            outputs = second.run((_SIDE, _SIDE), inputs=inputs).outputs
        (color,) = outputs.values()
        return np.ascontiguousarray(color.astype("f4"))


def _grids(kernel: Kernel) -> Iterator[_Grid]:
    """Grids for a kernel: the grid suggested by its arguments, then a line, then a single threadgroup."""
    yield _Grid(*grid_of(kernel))
    entry = kernel.prepared.entry
    if entry.work_group_size is not None:
        x, y, z = entry.work_group_size
        yield _Grid((x, y, z), (x, y, z))
        return
    width = min(32, entry.max_work_group_size or 32)
    yield _Grid((_LINE // width * width, 1, 1), (width, 1, 1))
    yield _Grid((width, 1, 1), (width, 1, 1))


def _nearest(arguments: RandomArguments) -> RandomArguments:
    """The arguments with nearest filtering: few GPUs filter 32-bit textures, and filter weights have only 8 bits."""
    for key, sampler in arguments.samplers.items():
        if isinstance(sampler, Sampler):
            arguments.samplers[key] = Sampler("nearest", "nearest", "none", "repeat", compare_function="less")
        else:
            raise UnsupportedError("not run: arrays of samplers are not bound")
    return arguments


def _finish(commands: Any) -> str:
    """Submit the encoded commands and wait. Returns Metal's error, "" for none."""
    commands.commit()
    commands.waitUntilCompleted()
    return error_text(commands.error())


def _size(image: Image) -> tuple[int, int, int]:
    """Width, height and depth of a texture."""
    shape = image.shape
    if image.kind.startswith("1d"):
        return shape[-1], 1, 1
    if image.kind == "3d":
        return shape[2], shape[1], shape[0]
    return shape[-1], shape[-2], 1


def _slices(image: Image) -> int:
    """The number of layers or faces in a texture."""
    return 1 if image.kind in ("1d", "2d", "3d") else image.shape[0]


def _copies(image: Image) -> Iterator[tuple[int, int, int, int, tuple[int, int, int]]]:
    """The copies for a texture: slice, offset, bytes of a row and of an image, size."""
    width, height, depth = _size(image)
    row = width * image.pixel_bytes
    for number in range(_slices(image)):
        yield number, number * row * height * depth, row, row * height, (width, height, depth)
