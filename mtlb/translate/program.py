"""State that all functions of a translation share."""

from __future__ import annotations

from typing import Final

from ..emit import Builder, Module, Target
from ..emit.names import u32
from ..emit.operands import Global, PipelineConstant
from ..emit.types import MetalType, Scalar, Struct, Vector
from ..ir import Context
from ..spirv import SpirvConstant, SpirvEntryPoint, SpirvModule, SpirvVariable, TypeArray, TypeRuntimeArray, TypeStruct
from ..spirv.enumerants import BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass
from .access import at_byte
from .bindings import Bindings, BoundResource
from .evaluate import default_of
from .hosts import HOSTS, Host
from .layout import Form, bytes_of
from .names import NameScope, is_reserved
from .options import ShaderOptions
from .types import UNITS, Types
from .uses import ModuleUses
from .values import MemoryPlace

_BUILT_IN: Final = Decoration.BuiltIn
_LOCAL_SIZE: Final = ExecutionMode.LocalSize
_LOCAL_SIZE_ID: Final = ExecutionMode.LocalSizeId
_WORKGROUP_SIZE: Final = BuiltIn.WorkgroupSize

PATCH_PARAMETERS: Final = ("input_points", "vertex_bytes", "output_points", "point_bytes", "patch_bytes")
"""The uint members of the struct of tessellation parameters: control points of a patch before and after the control
stage, and the strides in bytes of vertices, control points and patches (docs/spirv.md §3)."""
TESSELLATION: Final = Struct("Tessellation", [(name, u32) for name in PATCH_PARAMETERS])
UNKNOWN: Final = -1
"""The element count of an array whose length only the host knows."""
_BUFFERS: Final = frozenset({StorageClass.StorageBuffer, StorageClass.Uniform})
_CHAINS: Final = frozenset({Op.OpAccessChain, Op.OpInBoundsAccessChain})


STAGES: Final = {
    ExecutionModel.Vertex: "vertex",
    ExecutionModel.Fragment: "fragment",
    ExecutionModel.GLCompute: "kernel",
    ExecutionModel.TessellationControl: "kernel",
    ExecutionModel.TessellationEvaluation: "vertex",
    ExecutionModel.TaskEXT: "object",
    ExecutionModel.MeshEXT: "mesh",
    ExecutionModel.Geometry: "mesh",
}
"""The supported stages, with their Metal names."""
_STAGE_NAMES: Final = {
    **STAGES,
    ExecutionModel.TessellationControl: "control",
    ExecutionModel.TessellationEvaluation: "evaluation",
}


def _entry_name(point: SpirvEntryPoint, file: str, pattern: str) -> str:
    return pattern.format(entry=point.name, file=file, stage=_STAGE_NAMES.get(point.model, "shader"))


def _chosen(chosen: bool | None, otherwise: bool) -> bool:
    return otherwise if chosen is None else chosen


def _named_entry(names: NameScope, host: Host, name: str, is_own: bool) -> str:
    """The name of an entry point: the host's name if it has a naming rule, otherwise Naga's."""
    if host.rename is None:
        return names.unique(name, "entry")
    if is_reserved(name) or (host.is_renaming_all and is_own):
        name = host.rename(name)
    return names.host_name(name or "entry")


class TranslationProgram:
    """The module under construction, and the state that its functions share."""

    def __init__(
        self,
        spirv: SpirvModule,
        target: Target,
        name: str,
        options: ShaderOptions,
        bindings: Bindings,
        context: Context | None = None,
    ) -> None:
        self.spirv = spirv
        self.target = target
        self.options = options
        self.bindings = bindings
        self.host = HOSTS[options.slots]
        self.user_prefix = self.host.user if options.user_names == "host" else options.user_names
        source = next(iter(spirv.files), "")
        self.module = Module(
            target, name, fast_math=options.fast_math, source=source, names_callers=False, context=context
        )
        for item in spirv.sources:
            if item.text:
                self.module.record_source(item.file or source or name, item.text)
        self.names = NameScope()
        self.warnings: list[str] = []
        self.types = Types(spirv, self.names, self.warnings)
        self.types.name_structs()
        reads, checks = options.input_attachments == "texture", options.buffer_bounds_check_policy != "unchecked"
        swizzles = options.swizzle_texture_samples
        self.uses = ModuleUses(spirv, self.types, reads_attachments=reads, checks_buffers=checks, swizzles=swizzles)
        self.instances: dict[object, Builder] = {}
        """Functions by their id and the kinds of their arguments."""
        self.tables: dict[int, Global] = {}
        self.bound: list[BoundResource] = []
        """The slots of the resources in all entry points."""
        self.variable_names: dict[int, str] = {}
        self.sizes_struct: Struct | None = None
        self.sized = self._sized()
        self.entry_names = {
            (point.function, point.model): _named_entry(
                self.names,
                self.host,
                _entry_name(point, name, options.entry_names),
                options.entry_names == ShaderOptions.entry_names,
            )
            for point in spirv.entry_points
        }
        self.has_control = any(
            entry_point.model is ExecutionModel.TessellationControl for entry_point in spirv.entry_points
        )
        """Whether barriers also order the outputs of the threads of a patch."""
        self.geometry: object | None = None
        """The stage of the geometry shader (`GeometryStage`), once its entry point is made."""
        self.has_task = any(entry_point.model is ExecutionModel.TaskEXT for entry_point in spirv.entry_points)
        """Whether barriers also order the payload of a task."""
        planes = {place: sampler.planes for place, sampler in bindings.samplers.items()}
        self.layout = None if bindings.layout is None else bindings.layout.with_planes(planes)
        self.discrete_arrays = _chosen(bindings.discrete_arrays, self.host.discrete_arrays)
        self.static_threadgroup = _chosen(bindings.static_threadgroup, self.host.static_threadgroup)
        self.sizes_when_used = _chosen(bindings.sizes_when_used, self.host.sizes_when_used)
        self.sizes_form = bindings.sizes_form or self.host.sizes_form
        self._constants: dict[int, PipelineConstant] = {}
        self._workgroup: dict[int, tuple[Form, Global]] = {}
        self.overlaid = self._overlaid()
        """The threadgroup variables that have the same memory."""
        self._members: dict[int, set[int]] = {}

    def _sized(self) -> dict[int, tuple[str, int]]:
        """The buffers that end with a run-time array: the name of their size, and the array length of the buffer (0
        if it is not an array, `UNKNOWN` if only the host knows it). The names contain the index of the buffer among
        the module's variables. If several arrays have a length that only the host knows, only the first has sizes,
        as they come last. Variables with the same binding are views of a single array."""
        spirv, sized = self.spirv, dict[int, tuple[str, int]]()
        last: dict[int, tuple[str, int]] = {}
        shared: object = None
        asked = {id for function in self.uses.functions.values() for id in function.lengths}
        variables = [variable for variable in spirv.variables.values() if not variable.is_interface]
        for number, variable in enumerate(variables):
            kind = spirv.type(variable.pointee)
            count = 0
            if isinstance(kind, TypeArray):
                kind, count = spirv.type(kind.element), self.types.length(kind.id)
            elif isinstance(kind, TypeRuntimeArray):
                kind, count = spirv.type(kind.element), UNKNOWN
            if variable.storage not in _BUFFERS or not isinstance(kind, TypeStruct) or not kind.members:
                continue
            if isinstance(spirv.type(kind.members[-1]), TypeRuntimeArray):
                name = f"size{number}"
                if count != UNKNOWN:
                    sized[variable.id] = name, count
                elif variable.id in asked and not last:
                    last[variable.id] = name, count
                    shared = self._place_of(variable)
                elif variable.id in asked and self._place_of(variable) == shared:
                    last[variable.id] = next(iter(last.values()))
        return sized | last

    def _place_of(self, variable: SpirvVariable) -> object:
        """The set and the binding of a resource."""
        return [self.spirv.decoration(variable.id, kind) for kind in (Decoration.DescriptorSet, Decoration.Binding)]

    def workgroup_size(self, point: SpirvEntryPoint) -> tuple[int, int, int] | None:
        """The threadgroup size of a kernel; the default of a specialized size."""
        sizes = [size[0] for size in self._sizes(point) if size is not None]
        return (sizes[0], sizes[1], sizes[2]) if len(sizes) == 3 else None

    def fixed_threads(self, point: SpirvEntryPoint) -> int | None:
        """The number of threads in a threadgroup; None if it is unspecified or depends on specialization constants."""
        size = self.workgroup_size(point)
        is_specialized = any(size is not None and size[1] for size in self._sizes(point))
        return None if size is None or is_specialized else size[0] * size[1] * size[2]

    def _sizes(self, point: SpirvEntryPoint) -> list[tuple[int, bool] | None]:
        """The threadgroup dimensions, each with whether it is the default of a specialization constant."""
        spirv = self.spirv
        mode = point.modes.get(_LOCAL_SIZE)
        sizes: list[tuple[int, bool] | None] = [] if mode is None else [(int(operand), False) for operand in mode]
        if (ids := point.modes.get(_LOCAL_SIZE_ID)) is not None:
            sizes = [default_of(spirv, int(id)) for id in ids]
        for constant in spirv.constants.values():  # the older form takes precedence if both exist
            decoration = spirv.decoration(constant.id, _BUILT_IN)
            if decoration is not None and decoration[0] == _WORKGROUP_SIZE and isinstance(constant.value, tuple):
                sizes = [default_of(spirv, id) for id in constant.value]
        return sizes

    def _integer(self, id: int) -> int | None:
        result = default_of(self.spirv, id)
        return None if result is None else result[0]

    def workgroup(self, variable: SpirvVariable, b: Builder) -> MemoryPlace:
        """Threadgroup memory that all functions of the module share."""
        form = self.types.form(variable.pointee)
        owner, type = self.workgroup_memory(variable)
        address = self.shared(self.spirv.variables[owner], Form(type), b).address
        return MemoryPlace(
            variable.pointee, form, address if type == form.metal else at_byte(b, address, 0, form.metal)
        )

    def workgroup_memory(self, variable: SpirvVariable) -> tuple[int, MetalType]:
        """The variable whose threadgroup memory this one uses, and the type of that memory. Blocks with an explicit
        layout begin at the same byte (SPV_KHR_workgroup_memory_explicit_layout); the first has the memory of all."""
        if variable.id not in self.overlaid:
            return variable.id, self.types.form(variable.pointee).metal
        types = [self.types.form(self.spirv.variables[id].pointee).metal for id in self.overlaid]
        size, align = max(type.size for type in types), max(type.align for type in types)
        for type in types:
            if type.size == size and type.align == align:
                return self.overlaid[0], type
        units = [unit for unit in UNITS if unit.align == align]
        return self.overlaid[0], bytes_of(size, units[0] if units else Vector(u32, align // u32.size))

    def _overlaid(self) -> tuple[int, ...]:
        spirv = self.spirv
        if Capability.WorkgroupMemoryExplicitLayoutKHR not in spirv.capabilities:
            return ()
        variables = [
            variable.id
            for variable in spirv.variables.values()
            if variable.storage is StorageClass.Workgroup
            and spirv.decoration(variable.pointee, Decoration.Block) is not None
        ]
        return tuple(variables) if len(variables) > 1 else ()

    def shared(self, variable: SpirvVariable, form: Form, b: Builder) -> MemoryPlace:
        """The same memory, with a form."""
        cached = self._workgroup.get(variable.id)
        if cached is None:
            name = self.names.unique(self.spirv.names.get(variable.id, ""), "shared")
            cached = self._workgroup[variable.id] = form, self.module.global_threadgroup(name, form.metal)
        form, memory = cached
        return MemoryPlace(variable.pointee, form, b.use(memory))

    def members_used(self, variable: int) -> set[int]:
        """The members of a struct that the module's code accesses; all members, if it uses the struct as a whole."""
        member = self._members.get(variable)
        if member is None:
            member = self._members[variable] = set()
            kind = self.spirv.type(self.spirv.variables[variable].pointee)
            place = 1
            if isinstance(kind, TypeArray):  # of what each vertex of a patch has
                kind, place = self.spirv.type(kind.element), 2
            assert isinstance(kind, TypeStruct)
            everything = set(range(len(kind.members)))
            if self.spirv.variables[variable].initializer:
                member |= everything
            for function in self.spirv.functions.values():
                for block in function.blocks:
                    for instruction in block.instructions:
                        if variable not in instruction.ids:
                            continue
                        is_chain = instruction.op in _CHAINS and len(instruction.operands) > place
                        index = self._integer(int(instruction.operands[place])) if is_chain else None
                        member |= everything if index is None else {index}
        return member

    def pipeline_constant(self, declared: SpirvConstant) -> PipelineConstant | None:
        """The Metal function constant for a specialization constant; None for one without a number.
        Specialization constants with the same number share a function constant, with the type of the first."""
        number = self.spirv.decoration(declared.id, Decoration.SpecId)
        if number is None:
            return None
        constant = self._constants.get(int(number[0]))
        if constant is None:
            type = self.types.metal(declared.type)
            assert isinstance(type, Scalar)
            name = self.names.unique(self.spirv.names.get(declared.id, ""), f"constant_{number[0]}")
            constant = self.module.function_constant(name, type, int(number[0]), required=False)
            self._constants[int(number[0])] = constant
        return constant
