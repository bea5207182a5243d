"""What all functions of a translation share."""

from __future__ import annotations

from ..emit import Builder, Module, Target
from ..emit.names import u32
from ..emit.types import Scalar, Struct
from ..emit.value import Global, PipelineConstant
from ..spirv import SpirvConstant, SpirvEntryPoint, SpirvModule, SpirvVariable, TypeArray, TypeRuntimeArray, TypeStruct
from ..spirv.enumerants import BuiltIn, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass
from .bindings import Bindings, BoundResource
from .evaluate import default_of
from .hosts import HOSTS, Host
from .layout import Form
from .names import NameScope, is_reserved
from .options import ShaderOptions
from .types import Types
from .uses import ModuleUses
from .values import MemoryPlace

PATCH_PARAMETERS = ("input_points", "vertex_bytes", "output_points", "point_bytes", "patch_bytes")
"""The members, each a uint, of the struct of tessellation's parameters: control points of a patch before and after the
control stage, bytes from one vertex, control point and patch to the next (docs/spirv.md §3)."""
UNKNOWN = -1
"""How many elements an array has whose length only the host knows."""
_BUFFERS = (StorageClass.StorageBuffer, StorageClass.Uniform)
_CHAINS = (Op.OpAccessChain, Op.OpInBoundsAccessChain)


STAGES = {
    ExecutionModel.Vertex: "vertex",
    ExecutionModel.Fragment: "fragment",
    ExecutionModel.GLCompute: "kernel",
    ExecutionModel.TessellationControl: "kernel",
    ExecutionModel.TessellationEvaluation: "vertex",
    ExecutionModel.TaskEXT: "object",
    ExecutionModel.MeshEXT: "mesh",
    ExecutionModel.Geometry: "mesh",
}
"""The stages that are translated, in Metal's words."""
_STAGE_NAMES = {
    **STAGES,
    ExecutionModel.TessellationControl: "control",
    ExecutionModel.TessellationEvaluation: "evaluation",
}


def _entry_name(point: SpirvEntryPoint, file: str, pattern: str) -> str:
    return pattern.format(entry=point.name, file=file, stage=_STAGE_NAMES.get(point.model, "shader"))


def _chosen(given: bool | None, otherwise: bool) -> bool:
    return otherwise if given is None else given


def _named_entry(names: NameScope, host: Host, wanted: str, is_own: bool) -> str:
    """The name of an entry point: of hosts with names of their own theirs, else as Naga has it."""
    if host.rename is None:
        return names.unique(wanted, "entry")
    if is_reserved(wanted) or (host.is_renaming_all and is_own):
        wanted = host.rename(wanted)
    return names.host_name(wanted or "entry")


class TranslationProgram:
    """The module that is made, and what its functions have in common."""

    def __init__(
        self, spirv: SpirvModule, target: Target, name: str, options: ShaderOptions, bindings: Bindings
    ) -> None:
        self.spirv = spirv
        self.target = target
        self.options = options
        self.bindings = bindings
        self.host = HOSTS[options.slots]
        self.user_prefix = self.host.user if options.user_names == "host" else options.user_names
        source = next(iter(spirv.files), "")
        self.module = Module(target, name, fast_math=options.fast_math, source=source)
        for one in spirv.sources:
            if one.text:
                self.module.record_source(one.file or source or name, one.text)
        self.names = NameScope()
        self.warnings: list[str] = []
        self.types = Types(spirv, self.names, self.warnings)
        self.types.name_structs()
        reads, checks = options.input_attachments == "texture", options.buffer_bounds_check_policy != "unchecked"
        swizzles = options.swizzle_texture_samples
        self.uses = ModuleUses(spirv, self.types, reads_attachments=reads, checks_buffers=checks, swizzles=swizzles)
        self.instances: dict[object, Builder] = {}
        """Functions by their id and what they were called with."""
        self.tables: dict[int, Global] = {}
        self.bound: list[BoundResource] = []
        """Where the resources of all entry points went."""
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
        self.has_control = any(one.model is ExecutionModel.TessellationControl for one in spirv.entry_points)
        """Whether barriers also order the outputs of the threads of a patch."""
        self.geometry: object | None = None
        """The stage of the geometry shader (`GeometryStage`), once its entry point is made."""
        self.has_task = any(one.model is ExecutionModel.TaskEXT for one in spirv.entry_points)
        """Whether barriers also order the payload of a task."""
        self.tessellation = Struct("Tessellation", [(name, u32) for name in PATCH_PARAMETERS])
        planes = {place: one.planes for place, one in bindings.samplers.items()}
        self.layout = None if bindings.layout is None else bindings.layout.with_planes(planes)
        self.discrete_arrays = _chosen(bindings.discrete_arrays, self.host.discrete_arrays)
        self.static_threadgroup = _chosen(bindings.static_threadgroup, self.host.static_threadgroup)
        self.sizes_when_used = _chosen(bindings.sizes_when_used, self.host.sizes_when_used)
        self.sizes_form = bindings.sizes_form or self.host.sizes_form
        self._constants: dict[int, PipelineConstant] = {}
        self._workgroup: dict[int, tuple[Form, Global]] = {}
        self._members: dict[int, set[int]] = {}

    def _sized(self) -> dict[int, tuple[str, int]]:
        """The buffers that end with an array without a length: what their size is called, and how many an array of them
        has (0 if it is none, `UNKNOWN` if only the host knows it). The names have the buffers' numbers among the
        module's variables. Of several arrays whose length only the host knows the first has sizes: they come last.
        Those at one binding are one array, seen in several ways."""
        spirv, found = self.spirv, dict[int, tuple[str, int]]()
        last: dict[int, tuple[str, int]] = {}
        shared: object = None
        asked = {id for function in self.uses.functions.values() for id in function.lengths}
        variables = [one for one in spirv.variables.values() if not one.is_interface]
        for number, one in enumerate(variables):
            known = spirv.type(one.pointee)
            count = 0
            if isinstance(known, TypeArray):
                known, count = spirv.type(known.element), self.types.length(known.id)
            elif isinstance(known, TypeRuntimeArray):
                known, count = spirv.type(known.element), UNKNOWN
            if one.storage not in _BUFFERS or not isinstance(known, TypeStruct) or not known.members:
                continue
            if isinstance(spirv.type(known.members[-1]), TypeRuntimeArray):
                name = f"size{number}"
                if count != UNKNOWN:
                    found[one.id] = name, count
                elif one.id in asked and not last:
                    last[one.id] = name, count
                    shared = self._place_of(one)
                elif one.id in asked and self._place_of(one) == shared:
                    last[one.id] = next(iter(last.values()))
        return found | last

    def _place_of(self, variable: SpirvVariable) -> object:
        """The set and the binding of a resource."""
        return [self.spirv.decoration(variable.id, kind) for kind in (Decoration.DescriptorSet, Decoration.Binding)]

    def workgroup_size(self, point: SpirvEntryPoint) -> tuple[int, int, int] | None:
        """The threads of a threadgroup of a kernel: of a specialized size the default."""
        sizes = [one[0] for one in self._sizes(point) if one is not None]
        return (sizes[0], sizes[1], sizes[2]) if len(sizes) == 3 else None

    def fixed_threads(self, point: SpirvEntryPoint) -> int | None:
        """How many threads a threadgroup has; None if that depends on specialization constants, or is not said."""
        size = self.workgroup_size(point)
        is_specialized = any(one is not None and one[1] for one in self._sizes(point))
        return None if size is None or is_specialized else size[0] * size[1] * size[2]

    def _sizes(self, point: SpirvEntryPoint) -> list[tuple[int, bool] | None]:
        """The sizes of a threadgroup, each with whether it is the default of what is specialized."""
        spirv = self.spirv
        given = point.modes.get(ExecutionMode.LocalSize)
        sizes: list[tuple[int, bool] | None] = [] if given is None else [(int(one), False) for one in given]
        if (ids := point.modes.get(ExecutionMode.LocalSizeId)) is not None:
            sizes = [default_of(spirv, int(id)) for id in ids]
        for known in spirv.constants.values():  # the older way, which comes first if there are both
            found = spirv.decoration(known.id, Decoration.BuiltIn)
            if found is not None and found[0] == BuiltIn.WorkgroupSize and isinstance(known.value, tuple):
                sizes = [default_of(spirv, id) for id in known.value]
        return sizes

    def _integer(self, id: int) -> int | None:
        found = default_of(self.spirv, id)
        return None if found is None else found[0]

    def workgroup(self, variable: SpirvVariable, b: Builder) -> MemoryPlace:
        """Memory of the threadgroup, which all functions of the module share."""
        return self.shared(variable, self.types.form(variable.pointee), b)

    def shared(self, variable: SpirvVariable, form: Form, b: Builder) -> MemoryPlace:
        """The same, in a form."""
        found = self._workgroup.get(variable.id)
        if found is None:
            name = self.names.unique(self.spirv.names.get(variable.id, ""), "shared")
            found = self._workgroup[variable.id] = form, self.module.global_threadgroup(name, form.metal)
        form, memory = found
        return MemoryPlace(variable.pointee, form, b.use(memory))

    def members_used(self, variable: int) -> set[int]:
        """The members of a struct that the module's code names; all, if it uses the struct as a whole."""
        found = self._members.get(variable)
        if found is None:
            found = self._members[variable] = set()
            known = self.spirv.type(self.spirv.variables[variable].pointee)
            place = 1
            if isinstance(known, TypeArray):  # of what each vertex of a patch has
                known, place = self.spirv.type(known.element), 2
            assert isinstance(known, TypeStruct)
            everything = set(range(len(known.members)))
            if self.spirv.variables[variable].initializer:
                found |= everything
            for function in self.spirv.functions.values():
                for block in function.blocks:
                    for one in block.instructions:
                        if variable not in one.ids:
                            continue
                        is_chain = one.op in _CHAINS and len(one.operands) > place
                        index = self._integer(int(one.operands[place])) if is_chain else None
                        found |= everything if index is None else {index}
        return found

    def pipeline_constant(self, known: SpirvConstant) -> PipelineConstant | None:
        """The function constant of Metal that a specialization constant is; None for one without a number.

        Several with one number are one of Metal's, of the type of the first."""
        number = self.spirv.decoration(known.id, Decoration.SpecId)
        if number is None:
            return None
        found = self._constants.get(int(number[0]))
        if found is None:
            type = self.types.metal(known.type)
            assert isinstance(type, Scalar)
            name = self.names.unique(self.spirv.names.get(known.id, ""), f"constant_{number[0]}")
            found = self.module.function_constant(name, type, int(number[0]), required=False)
            self._constants[int(number[0])] = found
        return found
