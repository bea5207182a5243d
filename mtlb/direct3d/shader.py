"""A Direct3D container in, a module of AIR out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..base.errors import UnsupportedError
from ..base.features import MOST_THREADS
from ..base.metal import AddressSpace
from ..dxbc.container import Container
from ..emit import Module, Target
from ..emit.entry import KernelEntry
from ..emit.names import f32, float4, i32, u32, uint4
from ..emit.types import Array, MetalType, Scalar, texture
from ..emit.value import TypedValue
from ..translate import ShaderOptions
from . import arithmetic, memory, textures  # register handlers
from .flow import FlowLowering
from .function import ProgramLowering, ValueLowering
from .interface import AnyEntry, InputLowering, OutputLowering
from .program import BoundProgram, Dimension, Resource, ShaderProgram, read_shader
from .slots import BoundRegister, Slots, table_of

_MODULES = (arithmetic, memory, textures)
_COMPONENTS: dict[int, Scalar] = {1: f32, 2: f32, 3: i32, 4: u32, 5: f32, 6: f32}


@dataclass(frozen=True)
class ContainerTranslation:
    """What a container became. `module`: under construction, its `air_bytes()` are an `.air` file; `entry`: the name of
    its entry point; `bindings`: where its resources went; `thread_group`: the threads of a group of a compute shader,
    which the host gives to Metal."""

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
) -> ContainerTranslation:
    """Translate the token program of a container (shader models 4.0 to 5.1).

    `name`: of the file, which the entry point gets, as token programs have none. FormatError for damaged parts and
    programs, UnsupportedError for what Metal does not have or is not translated: with the part, the instruction and its
    offset in the file. BuildError for bad options.
    """
    options = options or ShaderOptions()
    program = read_shader(container)
    made_for = target if isinstance(target, Target) else Target(target)
    return _TokenTranslation(program, made_for, name, options).lower()


class ShaderTranslation:
    """A shader's module under construction: its entry point, and where its resources go."""

    def __init__(
        self, program: BoundProgram, target: Target, name: str, options: ShaderOptions, entry: str = ""
    ) -> None:
        self.program, self.options = program, options
        if options.bindings:
            raise UnsupportedError("slots by set and binding: a shader of Direct3D has registers (docs/direct3d.md §3)")
        self.module = Module(target, name, fast_math=options.fast_math)
        stem = re.sub(r"\W", "_", name, flags=re.ASCII) or "shader"
        stem = f"_{stem}" if stem[0].isdigit() else stem
        self.entry_name = options.entry_names.format(entry=entry or stem, file=stem, stage=program.stage)
        self.bound: list[BoundRegister] = []
        self.warnings: list[str] = []
        self._names: set[str] = set()

    def make_entry(self) -> AnyEntry:
        program, module, name = self.program, self.module, self.entry_name
        if program.stage == "vertex":
            return module.vertex(name)
        if program.stage == "fragment":
            return module.fragment(name, early_fragment_tests=program.early_tests)
        x, y, z = program.thread_group or (1, 1, 1)
        if x * y * z > MOST_THREADS:
            raise UnsupportedError(f"a thread group of {x} x {y} x {z} threads: Metal has at most {MOST_THREADS}")
        return module.kernel(name, max_threads=x * y * z)

    # --- resources

    def _name(self, one: Resource, suffix: str = "") -> str:
        letter = "b" if one.kind == "cb" else one.kind
        known = self.program.names.get((letter, one.first, one.space), "")
        base = re.sub(r"\W", "_", known, flags=re.ASCII).strip("_") or f"{letter}{one.first}"
        base = f"_{base}" if base[0].isdigit() else base
        name, number = base + suffix, 0
        while name in self._names:
            number += 1
            name = f"{base}{suffix}_{number}"
        self._names.add(name)
        return name

    def bind(self, f: ValueLowering, entry: AnyEntry, one: Resource, slots: Slots) -> None:
        slot, name = slots.resources[one.kind, one.id], self._name(one)
        table = table_of(one)
        if table == "sampler":
            made = entry.sampler(name, slot, count=one.count if one.count > 1 else None)
            access, type = "read", "sampler"
        elif table == "texture":
            made, access, type = self._texture(entry, one, name, slot)
        else:
            made, access, type = self._buffer(entry, one, name, slot)
            f.buffer_slots[one.kind, one.id] = slot
        f.handles[one.kind, one.id] = made
        self._note(one.register, one.count, table, slot, name, access, type)

    def _note(
        self, register: str, count: int, table: str, slot: int, name: str, access: str, type: str, use: str = ""
    ) -> None:
        self.bound.append(
            BoundRegister(self.entry_name, self.program.stage, name, register, count, table, slot, access, type, use)
        )

    def _buffer(self, entry: AnyEntry, one: Resource, name: str, slot: int) -> tuple[TypedValue, str, str]:
        if one.count > 1:
            raise self.program.refuse(one.instruction, "an array of buffers: slots of Metal have one each")
        if one.kind == "cb":
            made = entry.buffer(name, float4, slot, space=AddressSpace.CONSTANT)
            return made, "read", f"float4[{one.rows}]" if one.rows else "float4[]"
        access = "read" if one.kind == "t" else "read_write"
        return entry.buffer(name, u32, slot, access), access, f"uint[], stride {one.stride}" if one.stride else "uint[]"

    def _texture(self, entry: AnyEntry, one: Resource, name: str, slot: int) -> tuple[TypedValue, str, str]:
        component = _COMPONENTS.get(one.returns)
        if component is None:
            raise self.program.refuse(one.instruction, "texels of doubles, which Metal does not have")
        shape = textures.SHAPE_OF[Dimension(one.dimension)].name
        if one.kind == "u":
            reads, writes = one.is_read or one.is_atomic, one.is_written or one.is_atomic
            access = "read_write" if reads and writes else "write" if writes else "read"
        else:
            is_sample = one.dimension != Dimension.BUFFER and "_ms" not in shape
            access = "sample" if is_sample else "read"
        if one.is_compared:
            if not shape.startswith(("texture2d", "texturecube")) or component != f32:
                raise self.program.refuse(one.instruction, f"a comparison with {shape}, which Metal does not have")
            shape = shape.replace("texture", "depth")
        type: MetalType = texture(shape, component, access)
        shown = type.name
        if one.count > 1:
            type = Array(type, one.count)
        return entry.texture(name, type, slot), access, shown  # type: ignore[arg-type]

    def bind_hidden(self, f: ValueLowering, entry: AnyEntry, slots: Slots) -> None:
        """Counters of structured buffers, and the sizes of buffers by their slots."""
        for one in self.program.resources.values():
            if one.kind == "u" and one.id in slots.counters:
                slot, name = slots.counters[one.id], self._name(one, "_counter")
                f.counters[one.id] = entry.buffer(name, u32, slot)
                self._note(one.register, 1, "buffer", slot, name, "read_write", "uint", "counter")
        if slots.sizes is not None:
            f.sizes = entry.buffer("buffer_sizes", u32, slots.sizes, space=AddressSpace.CONSTANT)
            self._note("", 1, "buffer", slots.sizes, "buffer_sizes", "read", "uint[]", "sizes")


class _TokenTranslation(ShaderTranslation):
    program: ShaderProgram

    def lower(self) -> ContainerTranslation:
        program = self.program
        entry = self.make_entry()
        rows = program.rows
        icb = self.module.global_constant("icb", Array(uint4, len(rows)), [list(row) for row in rows]) if rows else None
        f = ProgramLowering(program, entry.builder, icb)
        slots = Slots(program)
        for one in program.resources.values():
            self.bind(f, entry, one, slots)
        self.bind_hidden(f, entry, slots)
        inputs = InputLowering(f, entry)
        outputs = OutputLowering(f, entry, self.options)
        if isinstance(entry, KernelEntry):
            for number, (_, size) in program.group_memory.items():
                f.group_memory[number] = entry.threadgroup(f"g{number}", Array(u32, size // 4))
        inputs.make()
        outputs.clear()
        if FlowLowering(f).lower():
            outputs.finish()
        return ContainerTranslation(
            self.module, self.entry_name, tuple(self.bound), program.thread_group, tuple(self.warnings)
        )
