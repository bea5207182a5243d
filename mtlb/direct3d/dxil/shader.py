"""Translation of a container's DXIL to a module of AIR."""

from __future__ import annotations

from ...base.errors import BuildError
from ...base.features import MESH_SINCE
from ...base.metal import AddressSpace
from ...dxbc.container import Container
from ...emit import Target
from ...emit.entry import ComputeEntry, FragmentEntry, KernelEntry, VertexEntry
from ...emit.operands import Global, TypedValue
from ...emit.stages import MeshEntry, ObjectEntry
from ...emit.types import Array, MetalType
from ...ir import Constant, ConstantCode, Context, GlobalVariable, Type, TypeCode
from ...translate import ShaderOptions
from ..patches import StageBuffers, domain_of
from ..shader import ContainerTranslation, ShaderTranslation
from . import instructions, meshes, numbers, queries, resources, stage, texels, textures, waves  # register handlers
from .function import DxilLowering
from .geometry import DxilGeometryStage
from .heaps import bind_heaps, note_heaps
from .interface import DxilInputs, DxilOutputs
from .meshes import DxilMeshStage, declare_payload
from .program import DxilProgram, read_dxil
from .queries import prepare_queries
from .tessellation import DxilDomainStage, DxilHullStage, DxilVertexKernel
from .uses import look, note_uses

_MODULES = (instructions, meshes, numbers, queries, resources, stage, texels, textures, waves)
_AnyEntry = VertexEntry | FragmentEntry | KernelEntry | MeshEntry | ObjectEntry
_Stage = DxilVertexKernel | DxilHullStage | DxilGeometryStage
_MAIN = "main"
MAX_NUMBERS = 1 << 16
"""The maximum of elements in a constant array: four times that of Direct3D's immediate constant buffer."""


def translate_dxil(
    container: Container,
    target: Target | str,
    *,
    name: str = "",
    options: ShaderOptions | None = None,
    context: Context | None = None,
) -> ContainerTranslation:
    """Translate the DXIL of a container (shader models 6.0 to 6.8).
    The entry point keeps its name; if it is ``main``, which is reserved in Metal, it gets the `name` of the file.
    Raises FormatError for damaged parts and programs, and UnsupportedError for features that Metal lacks or that are
    not translated, with the part and the instruction. Raises BuildError for invalid options."""
    options = options or ShaderOptions()
    program = read_dxil(container)
    made_for = target if isinstance(target, Target) else Target(target)
    return _DxilTranslation(program, made_for, name, options, context).lower()


class _DxilTranslation(ShaderTranslation):
    program: DxilProgram

    def __init__(
        self, program: DxilProgram, target: Target, name: str, options: ShaderOptions, context: Context | None
    ) -> None:
        own = program.name if program.name != _MAIN else ""
        super().__init__(program, target, name or program.name, options, entry=own, context=context)

    def lower(self) -> ContainerTranslation:
        """Build the module. Raises FormatError, with the part, for code that the builder rejects."""
        try:
            return self._lower()
        except BuildError as error:
            raise self.program.bad(None, error.reason) from None

    def _lower(self) -> ContainerTranslation:
        program = self.program
        uses = look(program)
        heaps = note_heaps(program, uses)
        note_uses(uses)
        if heaps and self.options.binding_model != "root":
            raise program.refuse(None, "handles of the heap, without --binding-model root")
        entry = self._entry()
        f = DxilLowering(program, uses, entry.builder, fast_math=self.options.fast_math)
        self.bind_all(f, entry, program.root_signature, self._reserved())
        f.heaps = heaps
        for slot, name in bind_heaps(f, entry, heaps, lambda resource: self.texture_type(resource)[0]).items():
            self.note("", 1, "buffer", slot, name, "read", "descriptors", "heap")
        prepare_queries(f)
        stage = self._stage(f, entry)
        grid = stage.grid if isinstance(stage, DxilVertexKernel) else None
        inputs = DxilInputs(f, entry, self.options, grid)
        outputs: DxilOutputs | DxilMeshStage
        if stage is not None:
            self._globals(f, entry)
            inputs.make()
            stage.lower()
            return self._translated()
        if isinstance(entry, MeshEntry):
            outputs = DxilMeshStage(f, entry, self.options, self.warnings)
        else:
            outputs = DxilOutputs(f, entry, self.options, self.warnings)
        if isinstance(entry, ComputeEntry):
            declare_payload(f, entry)
        self._globals(f, entry)
        inputs.make()
        outputs.clear()
        if f.lower():
            outputs.finish()
        entry.finish()
        return self._translated()

    def _translated(self) -> ContainerTranslation:
        thread_group = self.program.thread_group
        return ContainerTranslation(self.module, self.entry_name, tuple(self.bound), thread_group, tuple(self.warnings))

    def _globals(self, f: DxilLowering, entry: object) -> None:
        for number, variable in enumerate(self.program.module.globals):
            f.globals.update(self._global(f, entry, variable, number))

    @property
    def _is_captured(self) -> bool:
        return self.program.stage == "vertex" and self.options.vertex_for_tessellation

    def _reserved(self) -> tuple[int, ...]:
        """The buffers between stages."""
        if self._is_captured:
            return DxilVertexKernel.reserved
        kinds = {
            "hull": DxilHullStage.reserved,
            "domain": DxilDomainStage.reserved,
            "geometry": DxilGeometryStage.reserved,
        }
        return kinds.get(self.program.stage, ())

    def _stage(self, f: DxilLowering, entry: _AnyEntry) -> _Stage | None:
        """The lowering for a stage with inputs or outputs in memory; None for a domain shader, which only reads."""
        if not self._reserved():
            return None
        buffers = StageBuffers(entry, entry.stage, self.bound)
        if isinstance(entry, MeshEntry):
            return DxilGeometryStage(f, entry, buffers, self.options, self.warnings)
        if isinstance(entry, KernelEntry):
            return (DxilVertexKernel if self._is_captured else DxilHullStage)(f, entry, buffers)
        assert isinstance(entry, VertexEntry)
        DxilDomainStage(f, entry, buffers)
        return None

    def _entry(self) -> _AnyEntry:
        program, module, name = self.program, self.module, self.entry_name
        if program.stage == "hull" or self._is_captured:
            return module.kernel(name)
        if program.stage == "domain":
            return module.patch_vertex(name, domain_of(program, program.patches, None))
        if program.stage in ("mesh", "object", "geometry"):
            if module.target.air < MESH_SINCE:
                raise program.refuse(None, f"mesh and object functions, which AIR has since {MESH_SINCE}")
            x, y, z = program.thread_group or (1, 1, 1)
            if program.stage != "object":
                return module.mesh(name, max_threads=x * y * z)
            return module.object(name, max_threads=x * y * z)
        return self.make_entry()

    # --- global variables

    def _global(
        self, f: DxilLowering, entry: object, variable: GlobalVariable, number: int
    ) -> dict[GlobalVariable, TypedValue | Global]:
        """Group memory, a constant or a thread variable. Other globals, such as resources of libraries, are errors
        where they are used."""
        type = variable.value_type
        if variable.address_space == AddressSpace.THREADGROUP:
            if not isinstance(entry, ComputeEntry):
                raise self.program.bad(None, "memory of the group outside of a compute shader")
            return {variable: entry.threadgroup(f"g{number}", f.memory_type(type))}
        if not _is_numbers(type):
            return {}
        memory = f.memory_type(type)
        initial = variable.initializer
        if not isinstance(initial, Constant):
            return {}
        if not variable.is_constant:
            return {variable: _variable(f, memory, initial)}
        if _count(type) > MAX_NUMBERS:
            raise self.program.refuse(None, f"a constant array of more than {MAX_NUMBERS} numbers")
        return {variable: self.module.global_constant(f"c{number}", memory, _numbers(f, initial))}


def _variable(f: DxilLowering, memory: MetalType, initial: Constant) -> TypedValue:
    """A static variable, per thread, with its initial value unless that is undefined."""
    place = f.b.variable(memory)
    if initial.code not in (ConstantCode.UNDEF, ConstantCode.POISON):
        if isinstance(memory, Array):
            raise f.program.refuse(None, "a static array of the thread with initial values")
        f.b.store(f.number(initial), place)
    return place


def _is_numbers(type: Type) -> bool:
    while type.code is TypeCode.ARRAY:
        type = type.elements[0]
    return type.code in (TypeCode.INTEGER, TypeCode.FLOAT, TypeCode.HALF)


def _count(type: Type) -> int:
    count = 1
    while type.code is TypeCode.ARRAY:
        count *= type.params[0]
        type = type.elements[0]
    return count


def _numbers(f: DxilLowering, constant: Constant) -> object:
    """A constant as nested lists of numbers."""
    type = constant.type
    if type.code is not TypeCode.ARRAY:
        return f.python_number(constant)
    element = type.elements[0]
    if constant.code == ConstantCode.DATA:
        code = ConstantCode.INTEGER if element.code is TypeCode.INTEGER else ConstantCode.FLOAT
        return [f.python_number(Constant(element, code, (number,))) for number in constant.params]
    if constant.code == ConstantCode.AGGREGATE:
        return [_numbers(f, element) for element in constant.operands if isinstance(element, Constant)]
    return [_numbers(f, Constant(element, ConstantCode.NULL)) for _ in range(type.params[0])]
