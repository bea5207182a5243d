"""Pipelines for functions, so that Apple's compiler compiles them: descriptors for each kind, and their other
requirements.

Source: Apple's documentation of MTLComputePipelineDescriptor, MTLRenderPipelineDescriptor,
MTLMeshRenderPipelineDescriptor, MTLTileRenderPipelineDescriptor, MTLVertexDescriptor, MTLLinkedFunctions and
MTLFunctionConstantValues (developer.apple.com/documentation/metal).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..air import EntryArgument, EntryPoint, function_constants, read_entry_points
from ..air.facts import FunctionConstant
from ..base.errors import BuildError, UnsupportedError
from ..bitcode import read_module
from ..container import FunctionType, Library
from ..cpu.resources import TABLES
from .carriers import carrier_kernel, carrier_mesh, carrier_vertex
from .formats import constant_bytes, data_type, target_format, vertex_format
from .framework import Framework, failure

_VERTEX_BUFFER = 30
"""The buffer index for vertex attributes: the last index in Metal; control points use the index before."""
_STRIDE = 16
"""The size in bytes of an attribute: that of the largest format."""


@dataclass(frozen=True, slots=True)
class FunctionFacts:
    """A function of a library: its entry point, and a value for each of its constants."""

    name: str
    entry: EntryPoint
    constants: tuple[FunctionConstant, ...]
    values: dict[str | int, object]

    @property
    def kind(self) -> FunctionType:
        """The function type in the metadata."""
        return self.entry.kind

    @property
    def is_tile(self) -> bool:
        """Whether a kernel is a tile function: it uses an imageblock, or is marked as one."""
        tile = any(
            argument.kind in ("imageblock", "tile_index", "pixel_position_in_tile") for argument in self.entry.arguments
        )
        return self.kind is FunctionType.KERNEL and tile


def read_facts(library: Library) -> dict[str, FunctionFacts]:
    """The functions of a library by name. Functions whose module names no entry point are left out."""
    facts = {}
    for function in library.functions:
        module = read_module(function.module)
        entry = next(
            (entry_point for entry_point in read_entry_points(module) if entry_point.name == function.name), None
        )
        if entry is not None:
            constants = tuple(function_constants(module))
            values: dict[str | int, object] = {
                constant.index: made_constant(constant.type_name) for constant in constants
            }
            facts[function.name] = FunctionFacts(function.name, entry, constants, values)
    return facts


def made_constant(type_name: str) -> object:
    """The value for a function constant: 1 or true, for each component of a vector."""
    count = int(type_name[-1]) if type_name[-1:] in ("2", "3", "4") else 1
    return 1 if count == 1 else [1] * count


@dataclass(slots=True)
class CompiledPipeline:
    """A pipeline, or the error. `skipped`: the reason why none was created."""

    state: Any = None
    error: str = ""
    skipped: str = ""
    function: Any = None
    linked: dict[str, Any] = field(default_factory=dict)


class Pipelines:
    """Creates pipelines for the functions of a library that Metal has loaded."""

    def __init__(self, framework: Framework, device: Any, loaded: Any, facts: Mapping[str, FunctionFacts]) -> None:
        self.framework, self.metal, self.device = framework, framework.metal, device
        self.loaded, self.facts = loaded, facts

    def compiled(self, name: str) -> CompiledPipeline:
        """The pipeline of a function."""
        facts = self.facts[name]
        makers: dict[FunctionType, Callable[[FunctionFacts, Any], CompiledPipeline]] = {
            FunctionType.KERNEL: self._tile if facts.is_tile else self._compute,
            FunctionType.VERTEX: self._vertex,
            FunctionType.FRAGMENT: self._fragment,
            FunctionType.VISIBLE: self._linked,
            FunctionType.INTERSECTION: self._linked,
            FunctionType.MESH: self._mesh,
            FunctionType.OBJECT: self._object,
        }
        maker = makers.get(facts.kind)
        if maker is None:
            return CompiledPipeline(skipped=f"Metal makes no pipeline of a function of type {facts.kind.label}")
        try:
            function = self.function(name)
            return maker(facts, function)
        except UnsupportedError as error:
            return CompiledPipeline(skipped=error.reason)
        except BuildError as error:
            return CompiledPipeline(error=error.reason)

    def function(self, name: str) -> Any:
        """Metal's function of this name, with its constants set. BuildError with Metal's text if there is none."""
        facts = self.facts[name]
        if not facts.constants:
            function = self.loaded.newFunctionWithName_(name)
            if function is None:
                raise BuildError("newFunctionWithName: gave nil")
            return function
        values = self.metal.MTLFunctionConstantValues.alloc().init()
        for constant in facts.constants:
            data = constant_bytes(constant.type_name, facts.values[constant.index])
            type = data_type(self.framework, constant.type_name)
            values.setConstantValue_type_atIndex_(data, type, constant.index)
        function, error = self.loaded.newFunctionWithName_constantValues_error_(name, values, None)
        if problem := failure(function, error):
            raise BuildError(f"newFunctionWithName:constantValues: {problem}")
        return function

    # --- compute -----------------------------------------------------------------------------------------------------

    def _compute(self, facts: FunctionFacts, function: Any) -> CompiledPipeline:
        attributes = [argument for argument in facts.entry.arguments if argument.kind == "stage_in"]
        tables = [argument for argument in facts.entry.arguments if argument.kind in TABLES]
        if not attributes and not tables:
            state, error = self.device.newComputePipelineStateWithFunction_error_(function, None)
            return CompiledPipeline(state, failure(state, error), function=function)
        linked = {}
        if tables:
            self._require_function_pointers()
            linked = {
                name: self.function(name) for name, fact in self.facts.items() if fact.kind is FunctionType.VISIBLE
            }
        descriptor = self.metal.MTLComputePipelineDescriptor.alloc().init()
        descriptor.setComputeFunction_(function)
        if attributes:
            self._set_attributes(
                self.metal.MTLStageInputOutputDescriptor.stageInputOutputDescriptor(),
                descriptor.setStageInputDescriptor_,
                attributes,
                self.metal.MTLStepFunctionThreadPositionInGridX,
            )
        return self._from_compute_descriptor(descriptor, function, linked)

    def _from_compute_descriptor(self, descriptor: Any, function: Any, linked: dict[str, Any]) -> CompiledPipeline:
        if linked:
            functions = self.metal.MTLLinkedFunctions.linkedFunctions()
            functions.setFunctions_(list(linked.values()))
            descriptor.setLinkedFunctions_(functions)
        # PyObjC's metadata has no out argument for the reflection: None is passed as a null pointer.
        state, error = self.device.newComputePipelineStateWithDescriptor_options_reflection_error_(
            descriptor, 0, None, None
        )
        return CompiledPipeline(state, failure(state, error), function=function, linked=linked)

    def _linked(self, facts: FunctionFacts, function: Any) -> CompiledPipeline:
        """A visible or intersection function, linked into an empty kernel of mtlb."""
        if facts.kind is FunctionType.VISIBLE:
            self._require_function_pointers()
        elif not self.device.supportsRaytracing():
            raise UnsupportedError("the device has no ray tracing")
        descriptor = self.metal.MTLComputePipelineDescriptor.alloc().init()
        descriptor.setComputeFunction_(carrier_kernel(self.framework, self.device))
        return self._from_compute_descriptor(descriptor, function, {facts.name: function})

    def _require_function_pointers(self) -> None:
        if not self.device.supportsFunctionPointers():
            raise UnsupportedError("the device has no function pointers")

    # --- rendering ---------------------------------------------------------------------------------------------------

    def _vertex(self, facts: FunctionFacts, function: Any) -> CompiledPipeline:
        descriptor = self.metal.MTLRenderPipelineDescriptor.alloc().init()
        descriptor.setVertexFunction_(function)
        descriptor.setRasterizationEnabled_(False)
        self.set_vertex_input(descriptor, facts.entry)
        state, error = self.device.newRenderPipelineStateWithDescriptor_error_(descriptor, None)
        return CompiledPipeline(state, failure(state, error), function=function)

    def set_vertex_input(self, descriptor: Any, entry: EntryPoint) -> None:
        """Set the vertex descriptor for a vertex function."""
        arguments = entry.arguments
        attributes = [argument for argument in arguments if argument.kind in ("vertex_input", "patch_input")]
        points = [
            member
            for argument in arguments
            if argument.kind == "patch_control_point_input"
            for member in argument.fields
        ]
        step = self.metal.MTLVertexStepFunctionPerVertex
        if entry.patch is not None:
            step = self.metal.MTLVertexStepFunctionPerPatch
        if not attributes and not points:
            return
        layout = self.metal.MTLVertexDescriptor.vertexDescriptor()
        self._fill_layout(layout, attributes, _VERTEX_BUFFER, step)
        self._fill_layout(layout, points, _VERTEX_BUFFER - 1, self.metal.MTLVertexStepFunctionPerPatchControlPoint)
        descriptor.setVertexDescriptor_(layout)

    def _set_attributes(
        self, layout: Any, into: Callable[[Any], None], attributes: list[EntryArgument], step: int
    ) -> None:
        self._fill_layout(layout, attributes, _VERTEX_BUFFER, step)
        into(layout)

    def _fill_layout(self, layout: Any, attributes: list[EntryArgument], buffer: int, step: int) -> None:
        for place, argument in enumerate(attributes):
            item = layout.attributes().objectAtIndexedSubscript_(argument.location_index or 0)
            item.setFormat_(vertex_format(self.framework, argument.type_name))
            item.setOffset_(place * _STRIDE)
            item.setBufferIndex_(buffer)
        if attributes:
            its = layout.layouts().objectAtIndexedSubscript_(buffer)
            its.setStride_(len(attributes) * _STRIDE)
            its.setStepFunction_(step)

    def _fragment(self, facts: FunctionFacts, function: Any) -> CompiledPipeline:
        descriptor = self.metal.MTLRenderPipelineDescriptor.alloc().init()
        descriptor.setVertexFunction_(carrier_vertex(self.framework, self.device, facts.entry))
        descriptor.setFragmentFunction_(function)
        self.set_targets(descriptor, facts.entry)
        state, error = self.device.newRenderPipelineStateWithDescriptor_error_(descriptor, None)
        return CompiledPipeline(state, failure(state, error), function=function)

    def set_targets(self, descriptor: Any, entry: EntryPoint) -> None:
        """Set the formats of all attachments that a fragment function writes or reads."""
        colors = {
            argument.render_target_index or 0: argument.type_name
            for argument in (*entry.arguments, *entry.outputs)
            if argument.kind == "render_target"
        }
        for index, type_name in colors.items():
            attachment = descriptor.colorAttachments().objectAtIndexedSubscript_(index)
            attachment.setPixelFormat_(target_format(self.framework, type_name))
        kinds = {output.kind for output in entry.outputs}
        if "stencil" in kinds:
            descriptor.setDepthAttachmentPixelFormat_(self.metal.MTLPixelFormatDepth32Float_Stencil8)
            descriptor.setStencilAttachmentPixelFormat_(self.metal.MTLPixelFormatDepth32Float_Stencil8)
        elif "depth" in kinds or not colors:
            descriptor.setDepthAttachmentPixelFormat_(self.metal.MTLPixelFormatDepth32Float)

    def draw_pipeline(self, vertex: str, fragment: str) -> CompiledPipeline:
        """The pipeline for drawing with a vertex and a fragment function of the library."""
        descriptor = self.metal.MTLRenderPipelineDescriptor.alloc().init()
        descriptor.setVertexFunction_(self.function(vertex))
        descriptor.setFragmentFunction_(self.function(fragment))
        self.set_vertex_input(descriptor, self.facts[vertex].entry)
        self.set_targets(descriptor, self.facts[fragment].entry)
        state, error = self.device.newRenderPipelineStateWithDescriptor_error_(descriptor, None)
        return CompiledPipeline(state, failure(state, error))

    # --- tiles and meshes --------------------------------------------------------------------------------------------

    def _tile(self, facts: FunctionFacts, function: Any) -> CompiledPipeline:
        descriptor = self.metal.MTLTileRenderPipelineDescriptor.alloc().init()
        descriptor.setTileFunction_(function)
        block = next((argument for argument in facts.entry.arguments if argument.kind == "imageblock"), None)
        members = block.struct_type_info.fields if block is not None and block.struct_type_info is not None else []
        for member in members:
            if member.render_target_index is not None:
                attachment = descriptor.colorAttachments().objectAtIndexedSubscript_(member.render_target_index)
                attachment.setPixelFormat_(target_format(self.framework, member.type_name))
        state, error = self.device.newRenderPipelineStateWithTileDescriptor_options_reflection_error_(
            descriptor, 0, None, None
        )
        return CompiledPipeline(state, failure(state, error), function=function)

    def _mesh(self, facts: FunctionFacts, function: Any) -> CompiledPipeline:
        """A mesh function, with the object function of the library that writes its payload, if it has one."""
        object_function = None
        if any(argument.kind == "payload" for argument in facts.entry.arguments):
            object_function = self._other(FunctionType.OBJECT, "a mesh function with a payload")
        return self._from_mesh_descriptor(function, function, object_function)

    def _object(self, facts: FunctionFacts, function: Any) -> CompiledPipeline:
        mesh = next((name for name, fact in self.facts.items() if fact.kind is FunctionType.MESH), None)
        result = self.function(mesh) if mesh is not None else carrier_mesh(self.framework, self.device)
        return self._from_mesh_descriptor(function, result, function)

    def _other(self, kind: FunctionType, who: str) -> Any:
        name = next((name for name, fact in self.facts.items() if fact.kind is kind), None)
        if name is None:
            raise UnsupportedError(f"{who} needs one of type {kind.label}, and the library has none")
        return self.function(name)

    def _from_mesh_descriptor(self, function: Any, mesh: Any, object_function: Any) -> CompiledPipeline:
        metal = self.metal
        if not self.device.supportsFamily_(metal.MTLGPUFamilyMetal3):
            raise UnsupportedError("the device has no mesh functions (they need the family Metal3)")
        descriptor = metal.MTLMeshRenderPipelineDescriptor.alloc().init()
        descriptor.setMeshFunction_(mesh)
        if object_function is not None:
            descriptor.setObjectFunction_(object_function)
        descriptor.setRasterizationEnabled_(False)
        state, error = self.device.newRenderPipelineStateWithMeshDescriptor_options_reflection_error_(
            descriptor, 0, None, None
        )
        return CompiledPipeline(state, failure(state, error), function=function)
