"""Translation of a Direct3D container's token program to a module of AIR."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from ..base.errors import UnsupportedError
from ..base.features import MESH_SINCE, MOST_THREADS
from ..base.metal import AddressSpace
from ..base.toml import toml_document
from ..dxbc.container import Container
from ..dxbc.root_signatures import RootSignature
from ..emit import Module, Target
from ..emit.entry import Entry, KernelEntry, VertexEntry
from ..emit.names import f32, float4, i32, instance_acceleration_structure, u32, uint4
from ..emit.operands import TypedValue
from ..emit.stages import MeshEntry
from ..emit.types import Array, Scalar, Texture, texture
from ..ir import Context
from ..translate import ShaderOptions
from . import arithmetic, memory, textures  # register handlers
from .arguments import (
    ARGUMENT_BUFFER,
    ArgumentLayout,
    ResourceArguments,
    linear_layout,
    root_layout,
    state_of,
)
from .flow import FlowLowering
from .function import ProgramLowering, ValueLowering
from .geometry import TokenGeometryStage
from .interface import AnyEntry, InputLowering, OutputLowering, UsedNames
from .level9 import read_any_shader
from .patches import CapturedVertexShader, DomainStage, HullStage, StageBuffers, patch_domain
from .program import ACCELERATION_STRUCTURE, BoundProgram, Dimension, Resource, ShaderProgram
from .slots import BoundRegister, Slots, given_slots, table_of

_Stage = type[CapturedVertexShader] | type[HullStage] | type[DomainStage] | type[TokenGeometryStage]
_AnyEntry = AnyEntry | MeshEntry
_MODULES = (arithmetic, memory, textures)
_COMPONENTS: dict[int, Scalar] = {1: f32, 2: f32, 3: i32, 4: u32, 5: f32, 6: f32}


@dataclass(frozen=True)
class ContainerTranslation:
    """The result for a container. `module`: under construction, its `air_bytes()` are an `.air` file; `entry`: the
    name of its entry point; `bindings`: the slots of its resources; `thread_group`: the threadgroup size of a
    compute shader, which the host passes to Metal."""

    module: Module
    entry: str
    bindings: tuple[BoundRegister, ...]
    thread_group: tuple[int, int, int] | None
    warnings: tuple[str, ...]


def translate_tokens(
    container: Container,
    target: Target | str,
    *,
    name: str = "shader",
    options: ShaderOptions | None = None,
    context: Context | None = None,
) -> ContainerTranslation:
    """Translate the token program of a container (shader models 4.0 to 5.1).
    `name`: the file's name, which becomes the entry point's name, as token programs have none.
    Raises FormatError for damaged parts and programs, and UnsupportedError for features that Metal lacks or that are
    not translated, with the part, the instruction and its offset in the file. Raises BuildError for invalid options."""
    options = options or ShaderOptions()
    program = read_any_shader(container)
    made_for = target if isinstance(target, Target) else Target(target)
    source = next((line.path for line in program.lines.values()), "")
    return _TokenTranslation(program, made_for, name, options, source=source, context=context).lower()


def _widen(resource: Resource) -> None:
    """Make one-dimensional textures two-dimensional, as Apple's converter does."""
    wider = {Dimension.TEXTURE_1D: Dimension.TEXTURE_2D, Dimension.TEXTURE_1D_ARRAY: Dimension.TEXTURE_2D_ARRAY}
    if resource.form == "typed" and resource.dimension in wider:
        resource.dimension, resource.is_widened = wider[Dimension(resource.dimension)], True


_OF_SPIRV = (
    "slots",
    "index_bounds_check_policy",
    "image_bounds_check_policy",
    "swizzle_texture_samples",
    "zero_workgroup_memory",
    "force_loop_bounding",
    "enable_frag_output_mask",
    "disable_frag_depth",
    "disable_frag_stencil_ref",
)


class ShaderTranslation:
    """A shader's module under construction: its entry point, and the places of its resources."""

    def __init__(
        self,
        program: BoundProgram,
        target: Target,
        name: str,
        options: ShaderOptions,
        entry: str = "",
        source: str = "",
        context: Context | None = None,
    ) -> None:
        """`entry`: the entry point's own name, otherwise the file's name; `source`: the path of the source file;
        `context`: as `Module` takes it."""
        self.program, self.options = program, options
        for field, row in options.rows():
            if field in _OF_SPIRV and getattr(options, field) != row.default and row.cli is not None:
                raise UnsupportedError(f"{row.cli.flag} is for SPIR-V: a shader of Direct3D has no such option")
        self.module = Module(
            target, name, fast_math=options.fast_math, source=source, names_callers=False, context=context
        )
        stem = re.sub(r"\W", "_", name, flags=re.ASCII) or "shader"
        stem = f"_{stem}" if stem[0].isdigit() else stem
        self.entry_name = options.entry_names.format(entry=entry or stem, file=stem, stage=program.stage)
        self.bound: list[BoundRegister] = []
        self.warnings: list[str] = []
        self._names = UsedNames()

    def make_entry(self) -> _AnyEntry:
        """Create the entry point for the program's stage. Raises UnsupportedError for a group with too many threads."""
        program, module, name = self.program, self.module, self.entry_name
        if program.stage == "vertex":
            return module.vertex(name)
        if program.stage == "fragment":
            return module.fragment(name, early_fragment_tests=program.early_tests)
        x, y, z = program.thread_group or (1, 1, 1)
        if x * y * z > MOST_THREADS:
            reason = f"a thread group of {x} x {y} x {z} threads: Metal has at most {MOST_THREADS}"
            raise program.refuse(program.thread_group_place, reason)
        return module.kernel(name, max_threads=x * y * z)

    # --- resources

    def _name(self, resource: Resource, suffix: str = "") -> str:
        letter = "b" if resource.kind == "cb" else resource.kind
        name = self.program.names.get((letter, resource.first, resource.space), "")
        base = re.sub(r"\W", "_", name, flags=re.ASCII).strip("_") or f"{letter}{resource.first}"
        base = f"_{base}" if base[0].isdigit() else base
        return self._names.take(base + suffix)

    def bind_all(
        self, f: ValueLowering, entry: Entry, signature: RootSignature | None, reserved: Collection[int] = ()
    ) -> None:
        """Declare all resources: in slots, or in the argument buffer. `reserved`: buffers that the entry point
        already uses."""
        resources = list(self.program.resources.values())
        f.bounds = self.options.buffer_bounds_check_policy
        for resource in resources:
            resource.needs_size = resource.needs_size or (
                f.bounds != "unchecked" and resource.form in ("raw", "structured")
            )
        if self.options.binding_model == "root":
            for resource in resources:
                _widen(resource)
            layout = linear_layout(self.program, resources)
            if signature is not None:
                layout = root_layout(self.program, signature)
            self._bind_arguments(f, entry, layout, resources, ARGUMENT_BUFFER, "arguments")
            return
        document = toml_document(self.options.bindings, "the bindings are") if self.options.bindings else {}
        slots = Slots(self.program, reserved, given_slots(document, self.entry_name))
        out = {id(resource) for resource in slots.spilled}
        for resource in resources:
            if id(resource) not in out:
                self.bind(f, entry, resource, slots)
        self.bind_hidden(f, entry, slots)
        if slots.descriptors is not None:
            own = slots.own_descriptors
            spilled = [
                resource for resource in resources if id(resource) in out and (resource.kind, resource.id) not in own
            ]
            layout = linear_layout(self.program, spilled)
            self._bind_arguments(f, entry, layout, spilled, slots.descriptors, "descriptors")
            for resource in resources:
                if (resource.kind, resource.id) in own:
                    layout, slot = linear_layout(self.program, [resource]), own[resource.kind, resource.id]
                    self._bind_arguments(f, entry, layout, [resource], slot, f"descriptors{slot}")

    def _bind_arguments(
        self,
        f: ValueLowering,
        entry: Entry,
        layout: ArgumentLayout,
        resources: list[Resource],
        slot: int,
        name: str,
    ) -> None:
        """Declare an argument buffer and its contents."""
        for resource in resources:
            if resource.form == ACCELERATION_STRUCTURE:
                reason = "an acceleration structure in an argument buffer: its form there is not known here"
                raise self.program.refuse(resource.instruction, f"{resource.register}: {reason}")
        if layout.offsets:
            ResourceArguments(f, entry, layout, resources, slot, name, lambda resource: self.texture_type(resource)[0])
        for resource in resources:
            access, type = self._described(resource)
            shown = BoundRegister(
                self.entry_name,
                entry.stage,
                self._name(resource),
                resource.register,
                resource.count,
                "argument_buffer",
                slot,
                access,
                type,
            )
            shown = replace(shown, count=0) if resource.is_unbounded else shown
            state = layout.samplers.get((resource.kind, resource.id))
            if state is not None:
                sampler = self.module.sampler(**state_of(state))  # type: ignore[arg-type]
                f.handles[resource.kind, resource.id] = f.b.use(sampler)
                self.bound.append(replace(shown, slot=-1, form="state"))
                continue
            place = layout.places[resource.kind, resource.id]
            self.bound.append(replace(shown, offset=place.offset, table_offset=place.table_offset, form=place.form))

    def _described(self, resource: Resource) -> tuple[str, str]:
        """The access and type of a resource, for messages."""
        if resource.kind == "s":
            return "read", "sampler"
        if not resource.is_buffer:
            type, access = self.texture_type(resource)
            return access, type.name
        if resource.kind == "cb":
            return "read", f"float4[{resource.rows}]" if resource.rows else "float4[]"
        if resource.form == ACCELERATION_STRUCTURE:
            return "read", instance_acceleration_structure.name
        return (
            "read" if resource.kind == "t" else "read_write",
            f"uint[], stride {resource.stride}" if resource.stride else "uint[]",
        )

    def bind(self, f: ValueLowering, entry: Entry, resource: Resource, slots: Slots) -> None:
        """Declare a resource that has a slot."""
        slot, name = slots.resources[resource.kind, resource.id], self._name(resource)
        table = table_of(resource)
        access, type = self._described(resource)
        argument: TypedValue
        if resource.form == ACCELERATION_STRUCTURE:
            argument = entry.resource(name, instance_acceleration_structure, slot)
        elif table == "sampler":
            argument = entry.sampler(name, slot, count=resource.count if resource.count > 1 else None)
        elif table == "texture":
            own = self.texture_type(resource)[0]
            argument = entry.texture(name, Array(own, resource.count) if resource.count > 1 else own, slot)
        else:
            space = AddressSpace.CONSTANT if resource.kind == "cb" else AddressSpace.DEVICE
            argument = entry.buffer(name, float4 if resource.kind == "cb" else u32, slot, access, space=space)
            f.buffer_slots[resource.kind, resource.id] = slot
        f.handles[resource.kind, resource.id] = argument
        self.note(resource.register, resource.count, table, slot, name, access, type)

    def note(
        self, register: str, count: int, table: str, slot: int, name: str, access: str, type: str, use: str = ""
    ) -> None:
        """Record the place of a resource, for `--print-bindings`."""
        self.bound.append(
            BoundRegister(self.entry_name, self.program.stage, name, register, count, table, slot, access, type, use)
        )

    def texture_type(self, resource: Resource) -> tuple[Texture, str]:
        """The type of a texture, and its access."""
        component = _COMPONENTS.get(resource.returns)
        if component is None:
            raise self.program.refuse(resource.instruction, "texels of doubles, which Metal does not have")
        shape = textures.SHAPE_OF[Dimension(resource.dimension)].name
        if resource.kind == "u":
            reads, writes = resource.is_read or resource.is_atomic, resource.is_written or resource.is_atomic
            access = "read_write" if reads and writes else "write" if writes else "read"
            if "_ms" in shape and writes:
                reason = "a multisampled texture that is written, which Metal does not have"
                raise self.program.refuse(resource.instruction, reason)
        else:
            is_sample = resource.dimension != Dimension.BUFFER and "_ms" not in shape
            access = "sample" if is_sample else "read"
        if resource.is_compared:
            if not shape.startswith(("texture2d", "texturecube")) or component != f32:
                raise self.program.refuse(resource.instruction, f"a comparison with {shape}, which Metal does not have")
            shape = shape.replace("texture", "depth")
        return texture(shape, component, access), access

    def bind_hidden(self, f: ValueLowering, entry: Entry, slots: Slots) -> None:
        """Bind the counters of structured buffers, and the buffer sizes by slot."""
        for resource in self.program.resources.values():
            if resource.kind == "u" and resource.id in slots.counters:
                slot, name = slots.counters[resource.id], self._name(resource, "_counter")
                f.counters[resource.id] = entry.buffer(name, u32, slot)
                self.note(resource.register, 1, "buffer", slot, name, "read_write", "uint", "counter")
        if slots.sizes is not None:
            f.sizes = entry.buffer("buffer_sizes", u32, slots.sizes, space=AddressSpace.CONSTANT)
            self.note("", 1, "buffer", slots.sizes, "buffer_sizes", "read", "uint[]", "sizes")


class _TokenTranslation(ShaderTranslation):
    program: ShaderProgram

    def make_entry(self) -> _AnyEntry:
        """The entry point for the program's stage; tessellation and geometry stages have other kinds in Metal."""
        program, module, name = self.program, self.module, self.entry_name
        if program.stage == "hull" or (program.stage == "vertex" and self.options.vertex_for_tessellation):
            return module.kernel(name)
        if program.stage == "domain":
            return module.patch_vertex(name, patch_domain(program))
        if program.stage == "geometry":
            if module.target.air < MESH_SINCE:
                where = program.tokens.instructions[0]
                raise program.refuse(where, f"a geometry shader is a mesh function, which AIR has since {MESH_SINCE}")
            return module.mesh(name, max_threads=1)
        return super().make_entry()

    def _note_debugging(self) -> None:
        """Warn that Direct3D's debugging instructions have no effect on devices that do not support them."""
        instructions = self.program.tokens.instructions
        names = {i.name for i in instructions if i.name in ("abort", "debug_break")}
        if any(i.custom is not None and i.custom.message is not None for i in instructions):
            names.add("printf")
        if names:
            self.warnings.append(f"{self.entry_name}: {', '.join(sorted(names))}: without effect, as in Direct3D")

    def lower(self) -> ContainerTranslation:
        program = self.program
        self.warnings += program.warnings
        self._note_debugging()
        entry = self.make_entry()
        rows = program.rows
        icb = self.module.global_constant("icb", Array(uint4, len(rows)), [list(row) for row in rows]) if rows else None
        f = ProgramLowering(program, entry.builder, icb)
        stage = self._stage(entry)
        signature = program.root_signature
        self.bind_all(f, entry, signature, stage.reserved if stage is not None else ())
        if stage is not None:
            self._lower_stage(stage, f, entry)
        else:
            assert not isinstance(entry, MeshEntry)
            self._lower_plain(f, entry)
        return ContainerTranslation(
            self.module, self.entry_name, tuple(self.bound), program.thread_group, tuple(self.warnings)
        )

    def _lower_plain(self, f: ProgramLowering, entry: AnyEntry) -> None:
        """Translate a stage that exists in Metal in the same form."""
        inputs = InputLowering(f, entry, self.options)
        outputs = OutputLowering(f, entry, self.options, self.warnings)
        if isinstance(entry, KernelEntry):
            for number, (_, size) in self.program.group_memory.items():
                f.group_memory[number] = entry.threadgroup(f"g{number}", Array(u32, size // 4))
        inputs.make()
        f.clear_outputs()
        if FlowLowering(f).lower():
            outputs.finish()

    def _stage(self, entry: _AnyEntry) -> _Stage | None:
        """The lowering for a tessellation stage, or for a stage around a geometry shader."""
        stage = self.program.stage
        if stage == "vertex" and isinstance(entry, KernelEntry):
            return CapturedVertexShader
        stages: dict[str, _Stage] = {"hull": HullStage, "domain": DomainStage, "geometry": TokenGeometryStage}
        return stages.get(stage)

    def _lower_stage(
        self,
        stage: _Stage,
        f: ProgramLowering,
        entry: _AnyEntry,
    ) -> None:
        buffers = StageBuffers(entry, entry.stage, self.bound)
        if stage is CapturedVertexShader and isinstance(entry, KernelEntry):
            captured = CapturedVertexShader(f, entry, buffers)
            InputLowering(f, entry, self.options, captured.grid).make()
            captured.lower()
        elif stage is DomainStage and isinstance(entry, VertexEntry):
            DomainStage(f, entry, buffers)
            outputs = OutputLowering(f, entry, self.options, self.warnings)
            f.clear_outputs()
            if FlowLowering(f).lower():
                outputs.finish()
        elif stage is HullStage and isinstance(entry, KernelEntry):
            HullStage(f, entry, buffers).lower()
        else:
            assert isinstance(entry, MeshEntry)
            TokenGeometryStage(f, entry, buffers, self.options, self.warnings).lower()
