"""Entry points: converts inputs, outputs, resources and builtins into arguments and results of Metal functions."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from ..base.errors import BuildError, UnsupportedError
from ..emit.entry import ComputeEntry, FragmentEntry, KernelEntry, VertexEntry
from ..emit.names import boolean
from ..emit.operands import TypedValue
from ..emit.stages import MeshEntry, ObjectEntry
from ..spirv import SpirvEntryPoint, SpirvVariable
from ..spirv.enumerants import Decoration, ExecutionMode, ExecutionModel, StorageClass
from . import access
from .flow import lower_body
from .functions import FunctionLowering
from .geometry import GeometryStage
from .interface import EntryInputs, EntryOutputs
from .layout import SpacedForm
from .meshes import COUNTS, HANDLE, MeshStage, payload
from .patches import CapturedVertex, ControlStage, EvaluationStage, patch_domain
from .program import STAGES, TranslationProgram
from .queries import is_query, new_query
from .registry import ENDED, GRID, INDEX
from .resources import EntryResources
from .uses import SWIZZLE
from .values import MemoryPlace, Value, interpolant_of

_BUILT_IN: Final = Decoration.BuiltIn
_EARLY_FRAGMENT_TESTS: Final = ExecutionMode.EarlyFragmentTests
_GEOMETRY: Final = ExecutionModel.Geometry
_INPUT: Final = StorageClass.Input
_OUTPUT: Final = StorageClass.Output
_POINT_MODE: Final = ExecutionMode.PointMode
_PRIVATE: Final = StorageClass.Private
_TASK_PAYLOAD_WORKGROUP_EXT: Final = StorageClass.TaskPayloadWorkgroupEXT
_TESSELLATION_CONTROL: Final = ExecutionModel.TessellationControl
_TESSELLATION_EVALUATION: Final = ExecutionModel.TessellationEvaluation
_VERTEX: Final = ExecutionModel.Vertex
_WORKGROUP: Final = StorageClass.Workgroup

_OF_RAYS: Final = "Metal has no ray tracing pipelines, whose stages call each other by tables of the host"
_REFUSED: Final = {
    ExecutionModel.Kernel: "kernels of OpenCL have addresses that SPIR-V for Vulkan lacks",
    ExecutionModel.MeshNV: "only mesh shaders of SPV_EXT_mesh_shader are translated",
    ExecutionModel.TaskNV: "only task shaders of SPV_EXT_mesh_shader are translated",
    ExecutionModel.RayGenerationKHR: _OF_RAYS,
    ExecutionModel.IntersectionKHR: _OF_RAYS,
    ExecutionModel.AnyHitKHR: _OF_RAYS,
    ExecutionModel.ClosestHitKHR: _OF_RAYS,
    ExecutionModel.MissKHR: _OF_RAYS,
    ExecutionModel.CallableKHR: _OF_RAYS,
}
"""The reasons for which stages are refused."""


def lower_entry(program: TranslationProgram, point: SpirvEntryPoint) -> None:
    """Translate an entry point and the functions that it calls. Raises UnsupportedError for unsupported stages."""
    EntryLowering(program, point).lower()


class EntryLowering:
    """One entry point: its arguments are declared first, then its body is translated."""

    def __init__(self, program: TranslationProgram, point: SpirvEntryPoint) -> None:
        self.program = program
        self.point = point
        self.uses = program.uses.functions[point.function]
        if self.uses.variables & set(program.overlaid):  # an initializer is seen through the others
            interface = [id for id in program.overlaid if id in point.interface]
            self.uses.variables |= {id for id in interface if program.spirv.variables[id].initializer}
        self.entry = self._declared()

    def _declared(self) -> ComputeEntry | VertexEntry | FragmentEntry:
        program, point = self.program, self.point
        stage = STAGES.get(point.model)
        if stage is None:
            reason = _REFUSED.get(point.model, "it is not supported")
            raise program.spirv.error(point.instruction, f"the stage {point.model.name}: {reason}")
        name = program.entry_names[point.function, point.model]
        try:
            if point.model is _TESSELLATION_EVALUATION:
                if _POINT_MODE in point.modes:
                    program.warnings.append(f"{name}: Metal's tessellator makes triangles of patches, not points")
                return program.module.patch_vertex(name, patch_domain(program, point))
            if self._is_captured:
                return program.module.kernel(name)
            if stage == "kernel":
                return program.module.kernel(name, max_threads=program.fixed_threads(point))
            if stage == "vertex":
                return program.module.vertex(name)
            if stage == "object":
                return program.module.object(name, max_threads=program.fixed_threads(point))
            if stage == "mesh":
                is_geometry = point.model is _GEOMETRY
                return program.module.mesh(name, max_threads=1 if is_geometry else program.fixed_threads(point))
            early = _EARLY_FRAGMENT_TESTS in point.modes
            return program.module.fragment(name, early_fragment_tests=early)
        except BuildError as error:
            raise program.spirv.error(point.instruction, error.reason) from error

    @property
    def _is_captured(self) -> bool:
        """Whether it is a vertex function that becomes a kernel, as before tessellation."""
        return self.point.model is _VERTEX and self.program.options.vertex_for_tessellation

    def _patch_stage(self, inputs: EntryInputs) -> ControlStage | EvaluationStage | CapturedVertex | None:
        """The object that places the variables of a tessellation stage in buffers."""
        program, entry, point = self.program, self.entry, self.point
        if isinstance(entry, VertexEntry):
            is_patch = point.model is _TESSELLATION_EVALUATION
            return EvaluationStage(program, entry, point, inputs) if is_patch else None
        if isinstance(entry, KernelEntry) and point.model is _TESSELLATION_CONTROL:
            return ControlStage(program, entry, point, inputs)
        return (
            CapturedVertex(program, entry, point, inputs)
            if isinstance(entry, KernelEntry) and self._is_captured
            else None
        )

    def lower(self) -> None:
        """Declare arguments and outputs, then translate the body."""
        program, point = self.program, self.point
        spirv, entry = program.spirv, self.entry
        function = spirv.functions.get(point.function)
        if function is None or not function.blocks:
            raise spirv.error(point.instruction, "the entry point has no body")
        try:
            inputs = EntryInputs(program, entry, point, self.uses.needs, self.uses.interpolated)
            globals: dict[int, Value] = {}
            variables = [variable for variable in spirv.variables.values() if self._is_present(variable)]
            mesh = self._mesh_stage(inputs)
            patches = self._patch_stage(inputs)
            geometry = mesh if isinstance(mesh, GeometryStage) else None
            self._control = patches if isinstance(patches, ControlStage) else None
            for variable in variables:
                if variable.storage is _INPUT:
                    self._input(globals, patches or geometry or inputs, variable)
            for id, handles in inputs.interpolants.items():
                globals[interpolant_of(id)] = handles
            needs = sorted(name for name in self.uses.needs if not name.startswith(SWIZZLE))
            if isinstance(entry, FragmentEntry):  # whose derivatives are Metal's
                needs = [name for name in needs if name != INDEX]
            builtins = {name: self._needed(inputs, mesh, name) for name in needs}
            zeroed = [variable for variable in variables if self._is_cleared(variable)]
            if zeroed:
                inputs.needed(INDEX)
            outputs = EntryOutputs(program, entry, point)
            written: EntryOutputs | MeshStage | ControlStage | CapturedVertex = mesh or outputs
            if patches is not None and not isinstance(patches, EvaluationStage):
                written = patches
            for variable in variables:
                if variable.storage is _OUTPUT:
                    globals[variable.id] = written.output(variable)
            outputs.finish()
            if geometry is not None:
                geometry.declared()
            buffers = patches or geometry
            reserved = (*inputs.vertex_buffers, *(() if buffers is None else buffers.memory.reserved))
            resources = EntryResources(program, entry, point, self.uses, reserved)
            resources.finish()
            builtins |= resources.swizzles()
            if buffers is not None:
                buffers.memory.finish()
            for id in resources.ids:
                globals[id] = resources.value(id)
            for variable in variables:
                if variable.storage is _TASK_PAYLOAD_WORKGROUP_EXT:
                    assert isinstance(entry, ComputeEntry)
                    globals[variable.id] = payload(program, entry, variable)
        except BuildError as error:
            raise spirv.error(point.instruction, error.reason) from error

        def end(f: FunctionLowering, _: Value | None) -> None:
            if mesh is not None:
                entry.builder.br(mesh.exit)
            else:
                entry.builder.ret(*outputs.values())

        f = FunctionLowering(program, entry.builder, function, globals, builtins, (), end)
        f.prepare([variable.initializer for variable in variables])
        try:
            if mesh is not None:
                mesh.begin(f)
            for variable in variables:
                self._memory(f, globals, variable)
            if zeroed:
                self._clear(f, zeroed, inputs.needed(INDEX))
            lower_body(f)
            if mesh is not None:
                mesh.finish(f)
        except BuildError as error:  # errors that are not caused by an instruction of the body
            raise spirv.error(point.instruction, error.reason) from error

    def _mesh_stage(self, inputs: EntryInputs) -> MeshStage | None:
        """The object that holds the outputs of a mesh or geometry shader."""
        if not isinstance(self.entry, MeshEntry):
            return None
        make = GeometryStage if self.point.model is _GEOMETRY else MeshStage
        return make(self.program, self.entry, self.point, inputs)

    def _needed(self, inputs: EntryInputs, mesh: MeshStage | None, name: str) -> TypedValue:
        """A builtin argument, or another value that instructions need from the stage."""
        if name == COUNTS and mesh is not None:
            return mesh.counts
        if name == HANDLE and mesh is not None:
            return mesh.mesh.value
        if name == GRID and isinstance(self.entry, ObjectEntry):
            return self.entry.grid()
        if name == ENDED:
            return self.entry.builder.variable(boolean, False)
        return inputs.needed(name)

    def _input(
        self,
        globals: dict[int, Value],
        inputs: EntryInputs | ControlStage | EvaluationStage | CapturedVertex | GeometryStage,
        variable: SpirvVariable,
    ) -> None:
        """Declare an input. A builtin that the stage lacks is an error only if the shader uses it."""
        is_used = variable.id in self.uses.variables
        if not is_used and self.program.spirv.decoration(variable.id, _BUILT_IN) is not None:
            with suppress(BuildError, UnsupportedError):
                globals[variable.id] = inputs.input(variable)
        else:
            globals[variable.id] = inputs.input(variable)

    def _is_present(self, variable: SpirvVariable) -> bool:
        """Whether a variable belongs to the entry point: inputs and outputs must be in its interface, other
        variables in use."""
        if variable.is_interface:
            return variable.id in self.point.interface or variable.id in self.uses.variables
        return variable.id in self.uses.variables

    def _memory(self, f: FunctionLowering, globals: dict[int, Value], variable: SpirvVariable) -> None:
        """Declare private and threadgroup variables."""
        program, spirv = self.program, self.program.spirv
        place: MemoryPlace
        if variable.storage is _PRIVATE and is_query(f.types, variable.pointee):
            globals[variable.id] = new_query(f, variable.pointee)
        elif variable.storage is _PRIVATE:
            place = f.new_place(variable.pointee, spirv.names.get(variable.id, ""))
            globals[variable.id] = place
            if variable.initializer:
                f.store(place, f.fit(f.value(variable.initializer), place.type))
        elif variable.storage is _OUTPUT and variable.initializer:
            result = globals[variable.id]
            assert isinstance(result, MemoryPlace)
            self._initialize(f, variable, result)
        elif variable.storage is _WORKGROUP and variable.id not in globals:
            globals[variable.id] = program.workgroup(variable, f.b)

    def _initialize(self, f: FunctionLowering, variable: SpirvVariable, place: MemoryPlace) -> None:
        """Initialize an output. The first thread initializes outputs of a patch; each thread initializes those of
        its control point."""
        value = f.fit(f.value(variable.initializer), place.type)
        control = self._control
        if control is None:
            f.store(place, value)
        elif isinstance(place.form, SpacedForm) and place.form.stride is None:
            copy = f.new_place(place.type)
            f.store(copy, value)
            own = access.step(f.b, f.types, copy, control.invocation)
            f.store(access.step(f.b, f.types, place, control.invocation), f.load(own))
        else:
            with f.b.if_(control.invocation.eq(0)):
                f.store(place, value)
            f.b.barrier("device")

    def _is_cleared(self, variable: SpirvVariable) -> bool:
        """Whether a threadgroup variable is initialized when the function begins."""
        is_asked = self.program.options.zero_workgroup_memory
        return variable.storage is _WORKGROUP and bool(variable.initializer or is_asked)

    def _clear(self, f: FunctionLowering, variables: Sequence[SpirvVariable], index: TypedValue) -> None:
        """One thread initializes the threadgroup variables; the others wait for it."""
        with f.b.if_(index.eq(0)):
            for variable in variables:
                place = f.globals[variable.id]
                assert isinstance(place, MemoryPlace)
                initial = f.value(variable.initializer) if variable.initializer else f.zero(place.type)
                f.store(place, f.fit(initial, place.type))
        f.b.barrier("threadgroup")
