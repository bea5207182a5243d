"""Tessellation: values of vertices, control points and patches, passed between the stages in buffers.
A vertex function before tessellation is a kernel, the control stage is a kernel with a thread for each control
point, and the evaluation stage is a vertex function for patches. The roles of the buffers and their indices are
those of SPIRV-Cross (`--msl-multi-patch-workgroup`, `--msl-raw-buffer-tese-input`; spirv_msl.hpp); their layout is
specific to mtlb, by location, so that separately translated stages agree (docs/spirv.md §3)."""

from __future__ import annotations

from ..base.classes import dataclass
from ..emit.entry import Entry, KernelEntry, VertexEntry
from ..emit.names import f16, f32, u8
from ..emit.operands import TypedValue
from ..emit.types import Array, Vector
from ..spirv import SpirvEntryPoint, SpirvVariable, TypeArray, TypeStruct
from ..spirv.enumerants import BuiltIn, Decoration, ExecutionMode, ExecutionModel
from .access import at_byte
from .bindings import BoundResource
from .interface import EntryInputs, InterfacePart, builtin_of, parts_of, refuse_part
from .layout import FactorsForm, Form, NumberForm, PlacedForm, SpacedForm, bytes_of
from .program import TESSELLATION, TranslationProgram
from .values import MemoryPlace, Value, ValuePlace

INPUT, OUTPUT, PATCH_OUTPUT, PATCH_INPUT, FACTORS, PARAMETERS = 22, 28, 27, 20, 26, 29
"""The buffers: SPIRV-Cross' defaults for spvIn, spvOut, spvPatchOut, spvPatchIn, spvTessLevel, spvIndirectParams."""
POSITION_AT, LOCATIONS_AT, LOCATION_BYTES, LOCATIONS = 0, 16, 16, 32
"""The byte offsets of the position and of the locations in a vertex; in a patch, location 0 is at byte 0."""
_BEHIND = LOCATIONS_AT + LOCATIONS * LOCATION_BYTES
BUILTINS_AT = {
    BuiltIn.Position: POSITION_AT,
    BuiltIn.PointSize: _BEHIND,
    BuiltIn.Layer: _BEHIND + 4,
    BuiltIn.ViewportIndex: _BEHIND + 8,
    BuiltIn.PrimitiveId: _BEHIND + 12,
    BuiltIn.ClipDistance: _BEHIND + 16,
    BuiltIn.CullDistance: _BEHIND + 48,
}
"""The byte offsets of builtins in a vertex: after all locations, except the position, as few shaders pass them on."""
_FACTOR_BYTES = {"triangle": 8, "quad": 12}  # MTLTriangleTessellationFactorsHalf, MTLQuadTessellationFactorsHalf
_EDGES, _INSIDES = {"triangle": 3, "quad": 4}, {"triangle": 1, "quad": 2}
_LEVELS = (BuiltIn.TessLevelOuter, BuiltIn.TessLevelInner)


@dataclass(frozen=True)
class PatchBuffer:
    """A tessellation buffer: its index, the index of its stride in the parameters, and its name."""

    name: str
    index: int
    access: str


def patch_domain(program: TranslationProgram, point: SpirvEntryPoint) -> str:
    """The patch domain, "triangle" or "quad": from an entry point of the module, otherwise from the option.
    Raises UnsupportedError for isolines, which Metal does not have."""
    own = [
        point,
        *[
            entry_point
            for entry_point in program.spirv.entry_points
            if entry_point.model is ExecutionModel.TessellationEvaluation
        ],
    ]
    for entry_point in own:
        if ExecutionMode.Isolines in entry_point.modes:
            raise program.spirv.error(point.instruction, "Metal has no isolines: patches are triangles or quads")
        if ExecutionMode.Triangles in entry_point.modes:
            return "triangle"
        if ExecutionMode.Quads in entry_point.modes:
            return "quad"
    return program.options.patches


def output_points(program: TranslationProgram, point: SpirvEntryPoint) -> int:
    """The number of output control points; each invocation of the control stage computes one of them."""
    for entry_point in (point, *program.spirv.entry_points):
        mode = entry_point.modes.get(ExecutionMode.OutputVertices)
        if mode is not None and entry_point.model is not ExecutionModel.Geometry:
            return int(mode[0])
    raise program.spirv.error(point.instruction, "the control stage does not say how many OutputVertices it has")


class PatchMemory:
    """The buffers of an entry point, and the places of its variables in them."""

    def __init__(self, program: TranslationProgram, entry: Entry, point: SpirvEntryPoint, inputs: EntryInputs) -> None:
        self.program = program
        self.entry = entry
        self.point = point
        self.inputs = inputs
        self._parameters: TypedValue | None = None
        self._buffers: dict[int, TypedValue] = {}
        self._sizes: dict[int, int] = {}
        self._records: dict[int, PatchBuffer] = {}
        self._strides: dict[str, TypedValue] = {}

    @property
    def reserved(self) -> frozenset[int]:
        """The indices of the buffers in use."""
        return frozenset({*self._buffers, *((PARAMETERS,) if self._parameters is not None else ())})

    def parameter(self, name: str) -> TypedValue:
        """A parameter from the host: one of `PATCH_PARAMETERS`."""
        if self._parameters is None:
            self._parameters = self.entry.constant("tessellation", TESSELLATION, PARAMETERS)
        if name not in self._strides:
            self._strides[name] = self._parameters[name].load()
        return self._strides[name]

    def row(self, buffer: PatchBuffer, number: TypedValue, stride: TypedValue | int) -> TypedValue:
        """The address of an element of a buffer."""
        b = self.entry.builder
        if buffer.index not in self._buffers:
            self._records[buffer.index] = buffer
            self._buffers[buffer.index] = self.entry.buffer(buffer.name, u8, buffer.index, buffer.access)
        return b.offset(self._buffers[buffer.index], b.mul(number, stride))

    def finish(self) -> None:
        """Record the buffers, each with the minimum size of its element in bytes."""
        program, entry = self.program, self.entry
        for index, record in self._records.items():
            slots, size = {"buffer": index}, self._sizes.get(index)
            program.bound.append(
                BoundResource(
                    entry.name, entry.stage, record.name, None, None, slots, record.access, "uchar", "device", size
                )
            )
        if self._parameters is not None:
            name, slots = TESSELLATION.name, {"buffer": PARAMETERS}
            program.bound.append(
                BoundResource(entry.name, entry.stage, "tessellation", None, None, slots, "read", name, "constant")
            )

    # --- where variables are

    def vertices(
        self, variable: SpirvVariable, buffer: PatchBuffer, base: TypedValue, stride: TypedValue
    ) -> MemoryPlace:
        """The place of an array with an element for each vertex of a patch."""
        program = self.program
        kind = program.spirv.type(variable.pointee)
        if not isinstance(kind, TypeArray):
            raise program.spirv.error(variable.instruction, "what each vertex of a patch has is an array")
        form, offset = self._form(variable, kind.element, buffer, is_patch=False)
        b = self.entry.builder
        whole = SpacedForm(bytes_of(form.metal.size), form, None)
        return MemoryPlace(variable.pointee, whole, at_byte(b, base, offset, whole.metal), stride)

    def single(self, variable: SpirvVariable, buffer: PatchBuffer, base: TypedValue, *, is_patch: bool) -> MemoryPlace:
        """The place of a value for the patch, or for a single vertex."""
        form, offset = self._form(variable, variable.pointee, buffer, is_patch=is_patch)
        return MemoryPlace(variable.pointee, form, at_byte(self.entry.builder, base, offset, form.metal))

    def factors(self, variable: SpirvVariable, builtin: BuiltIn, row: TypedValue, domain: str) -> MemoryPlace:
        """The place of the edge or inside tessellation factors: halves, as Metal reads them."""
        count = _EDGES[domain] if builtin is BuiltIn.TessLevelOuter else _INSIDES[domain]
        self._sizes[FACTORS] = _FACTOR_BYTES[domain]
        offset = 0 if builtin is BuiltIn.TessLevelOuter else 2 * _EDGES[domain]
        form = FactorsForm(Array(f16, count))
        return MemoryPlace(variable.pointee, form, at_byte(self.entry.builder, row, offset, form.metal))

    def _form(self, variable: SpirvVariable, type: int, buffer: PatchBuffer, *, is_patch: bool) -> tuple[Form, int]:
        """The memory form and offset of a variable of a vertex or patch; a block is placed member by member."""
        program, inputs = self.program, self.inputs
        kind = program.spirv.type(type)
        if not isinstance(kind, TypeStruct) or self._is_plain(variable, kind):
            (part,) = parts_of(program, variable, type, whole=True)
            offset = self._offset(part, None, is_patch=is_patch)
            form = self._located(part, type)
            self._need(buffer, offset + form.metal.size)
            return form, offset
        offsets, forms = list[int](), list[Form]()
        after: tuple[InterfacePart, int] | None = None
        for part in parts_of(program, variable, type):
            if builtin_of(program, part) is None:
                location = inputs.location(part, after)
                after = part, location + sum(width for _, width in inputs.numbers(part.type))
            form = self._located(part, part.type)
            offset = self._offset(part, after, is_patch=is_patch)
            if builtin_of(program, part) is None or self._names_member(part):
                self._need(buffer, offset + form.metal.size)
            offsets.append(offset)
            forms.append(form)
        size = max((offset + form.metal.size for offset, form in zip(offsets, forms, strict=True)), default=1)
        return PlacedForm(bytes_of(size), tuple(offsets), tuple(forms)), 0

    def _is_plain(self, variable: SpirvVariable, struct: TypeStruct) -> bool:
        """Whether a struct is not a block: the variable has the location, and the members follow each other."""
        spirv = self.program.spirv
        return spirv.decoration(struct.id, Decoration.Block) is None and not any(
            spirv.member_decoration(struct.id, number, Decoration.BuiltIn) for number in range(len(struct.members))
        )

    def _names_member(self, part: InterfacePart) -> bool:
        return part.member is None or part.member in self.program.members_used(part.variable.id)

    def _need(self, buffer: PatchBuffer, size: int) -> None:
        self._sizes[buffer.index] = max(self._sizes.get(buffer.index, 0), -(-size // 16) * 16)

    def _offset(self, part: InterfacePart, after: tuple[InterfacePart, int] | None, *, is_patch: bool) -> int:
        builtin = builtin_of(self.program, part)
        if builtin is not None:
            offset = BUILTINS_AT.get(builtin)
            if offset is None and self._names_member(part):
                raise refuse_part(self.program, part, f"no stage of tessellation passes on {builtin.name}")
            return offset or 0
        location = self.inputs.location(part, None)
        if after is not None:
            location = after[1] - sum(width for _, width in self.inputs.numbers(part.type))
        if location >= LOCATIONS:
            raise refuse_part(self.program, part, f"location {location} of {LOCATIONS}")
        component = part.decoration(self.program, Decoration.Component)
        start = 0 if is_patch else LOCATIONS_AT
        return start + location * LOCATION_BYTES + (4 * int(component[0]) if component is not None else 0)

    def _located(self, part: InterfacePart, type: int) -> Form:
        """The form of a part: each number takes a location, except in arrays of builtins, which are packed."""
        types, program = self.program.types, self.program
        kind = program.spirv.type(type)
        is_dense = builtin_of(program, part) is not None
        if isinstance(kind, TypeStruct):
            forms = [self._located(part, member) for member in kind.members]
            offsets, end = list[int](), 0
            for member in kind.members:
                offsets.append(end)
                end += LOCATION_BYTES * self._locations(member)
            return PlacedForm(bytes_of(max(end, 1)), tuple(offsets), tuple(forms))
        if types.is_composite(type):
            parts = types.parts(type)
            element = self._located(part, parts[0])
            stride = element.metal.size if is_dense else LOCATION_BYTES * self._locations(parts[0])
            size = stride * (len(parts) - 1) + element.metal.size
            return SpacedForm(bytes_of(size), element, stride)
        metal = types.metal(type)
        component = part.decoration(program, Decoration.Component)
        if isinstance(metal, Vector) and component is not None and int(component[0]):
            metal = Vector(metal.element, metal.count, packed=True)
        return NumberForm(metal)  # type: ignore[arg-type]

    def _locations(self, type: int) -> int:
        return sum(width for _, width in self.inputs.numbers(type))


class ControlStage:
    """The variables of a control stage: a kernel whose threads are the control points of consecutive patches."""

    _in, _out = PatchBuffer("vertices", INPUT, "read"), PatchBuffer("points", OUTPUT, "read_write")
    _patch_out, _factors = (
        PatchBuffer("patches", PATCH_OUTPUT, "read_write"),
        PatchBuffer("factors", FACTORS, "read_write"),
    )

    def __init__(
        self, program: TranslationProgram, entry: KernelEntry, point: SpirvEntryPoint, inputs: EntryInputs
    ) -> None:
        self.program = program
        self.memory = PatchMemory(program, entry, point, inputs)
        self.domain = patch_domain(program, point)
        self.count = output_points(program, point)
        thread = inputs.needed("thread_position_in_grid")[0]
        self.patch, self.invocation = thread // self.count, thread % self.count

    def input(self, variable: SpirvVariable) -> Value:
        """The value of an input: from the vertex buffer, or a property of the thread."""
        memory, program = self.memory, self.program
        builtin = program.spirv.decoration(variable.id, Decoration.BuiltIn)
        if builtin is not None and not isinstance(program.spirv.type(variable.pointee), TypeArray):
            table = {
                BuiltIn.InvocationId: lambda: self.invocation,
                BuiltIn.PrimitiveId: lambda: self.patch,
                BuiltIn.PatchVertices: lambda: memory.parameter("input_points"),
            }.get(BuiltIn(int(builtin[0])))
            return memory.inputs.input(variable) if table is None else as_number(memory, variable, table())
        stride = memory.parameter("vertex_bytes")
        first = memory.entry.builder.mul(self.patch, memory.parameter("input_points"))
        return memory.vertices(variable, self._in, memory.row(self._in, first, stride), stride)

    def output(self, variable: SpirvVariable) -> MemoryPlace:
        """The place of an output: in the buffer of control points, patches or factors."""
        memory = self.memory
        builtin = self.program.spirv.decoration(variable.id, Decoration.BuiltIn)
        if builtin is not None and builtin[0] in _LEVELS:
            row = memory.row(self._factors, self.patch, _FACTOR_BYTES[self.domain])
            return memory.factors(variable, BuiltIn(int(builtin[0])), row, self.domain)
        if is_of_patch(self.program, variable):
            row = memory.row(self._patch_out, self.patch, memory.parameter("patch_bytes"))
            return memory.single(variable, self._patch_out, row, is_patch=True)
        stride = memory.parameter("point_bytes")
        first = memory.entry.builder.mul(self.patch, self.count)
        return memory.vertices(variable, self._out, memory.row(self._out, first, stride), stride)


class EvaluationStage:
    """The inputs of an evaluation stage: a vertex function for patches, which reads the buffers itself."""

    _points, _patches = PatchBuffer("points", INPUT, "read"), PatchBuffer("patches", PATCH_INPUT, "read")
    _factors = PatchBuffer("factors", FACTORS, "read")

    def __init__(
        self, program: TranslationProgram, entry: VertexEntry, point: SpirvEntryPoint, inputs: EntryInputs
    ) -> None:
        self.program = program
        self.memory = PatchMemory(program, entry, point, inputs)
        self.domain = patch_domain(program, point)

    @property
    def patch(self) -> TypedValue:
        """The number of the patch."""
        return self.memory.inputs.needed("patch_id")

    def input(self, variable: SpirvVariable) -> Value:
        """The value of an input."""
        memory, program = self.memory, self.program
        decoration = program.spirv.decoration(variable.id, Decoration.BuiltIn)
        builtin = None if decoration is None else BuiltIn(int(decoration[0]))
        if builtin in _LEVELS:
            row = memory.row(self._factors, self.patch, _FACTOR_BYTES[self.domain])
            return memory.factors(variable, builtin, row, self.domain)
        if builtin is BuiltIn.TessCoord:
            return ValuePlace(variable.pointee, self._coordinate())
        if builtin is BuiltIn.PrimitiveId:
            return as_number(memory, variable, self.patch)
        if builtin is BuiltIn.PatchVertices:
            return as_number(memory, variable, memory.parameter("output_points"))
        if is_of_patch(program, variable):
            row = memory.row(self._patches, self.patch, memory.parameter("patch_bytes"))
            return memory.single(variable, self._patches, row, is_patch=True)
        if builtin is not None and not isinstance(program.spirv.type(variable.pointee), TypeArray):
            return memory.inputs.input(variable)
        stride = memory.parameter("point_bytes")
        first = memory.entry.builder.mul(self.patch, memory.parameter("output_points"))
        return memory.vertices(variable, self._points, memory.row(self._points, first, stride), stride)

    def _coordinate(self) -> TypedValue:
        """The position in the patch: barycentric, or (u, v, 0)."""
        inputs, b = self.memory.inputs, self.memory.entry.builder
        if self.domain == "triangle":
            return inputs.needed("position_in_patch", Vector(f32, 3))
        place = inputs.needed("position_in_patch")
        return b.vector(place[0], place[1], 0.0)


class CapturedVertex:
    """A vertex stage before tessellation: a kernel with a thread for each vertex (x) of each instance (y)."""

    _out = PatchBuffer("vertices", OUTPUT, "read_write")

    def __init__(
        self, program: TranslationProgram, entry: KernelEntry, point: SpirvEntryPoint, inputs: EntryInputs
    ) -> None:
        self.memory = PatchMemory(program, entry, point, inputs)

    def input(self, variable: SpirvVariable) -> Value:
        """The value of an input: an attribute, or a property of the thread."""
        return self.memory.inputs.input(variable)

    def output(self, variable: SpirvVariable) -> MemoryPlace:
        """The place of an output in the buffer."""
        memory, inputs = self.memory, self.memory.inputs
        b = memory.entry.builder
        thread, size = inputs.needed("thread_position_in_grid"), inputs.needed("threads_per_grid")
        number = b.add(b.mul(thread[1], size[0]), thread[0])
        row = memory.row(self._out, number, memory.parameter("vertex_bytes"))
        return memory.single(variable, self._out, row, is_patch=False)


def is_of_patch(program: TranslationProgram, variable: SpirvVariable) -> bool:
    """Whether a variable, or each member of its block, is decorated Patch."""
    spirv = program.spirv
    if spirv.decoration(variable.id, Decoration.Patch) is not None:
        return True
    kind = spirv.type(variable.pointee)
    return isinstance(kind, TypeStruct) and any(
        spirv.member_decoration(kind.id, number, Decoration.Patch) is not None for number in range(len(kind.members))
    )


def as_number(memory: PatchMemory, variable: SpirvVariable, value: TypedValue) -> ValuePlace:
    """A number from the stage, converted to the variable's type."""
    target = memory.program.types.metal(variable.pointee)
    converted_value = value if value.type == target else memory.entry.builder.convert(value, target)
    return ValuePlace(variable.pointee, converted_value)
