"""Tessellation: vertex, hull and domain shaders, with buffers between them (docs/direct3d.md §4).

The stages, the roles of the buffers and their indices are those of SPIR-V's tessellation (`mtlb.translate.patches`): a
vertex shader is a kernel with a thread for each vertex, a hull shader a kernel with a thread for each control point
that it makes, a domain shader a post-tessellation vertex function. In the buffers each register has 16 bytes: register
n of a vertex, control point or patch is at byte 16 n. Sources: the Direct3D 11.3 functional specification, chapters 10
to 12 (phases, factors) and the pages of Metal's MTLQuadTessellationFactorsHalf and MTLTriangleTessellationFactorsHalf;
both have the edges u = 0, v = 0, u = 1, v = 1 of a quad, and u = 0, v = 0, w = 0 of a triangle, in this order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..dxbc.signatures import SignatureElement
from ..emit.entry import Entry, KernelEntry, VertexEntry
from ..emit.names import f16, f32, u8, u32, uint4
from ..emit.types import Struct, Vector
from ..emit.value import TypedValue
from ..translate.access import at_byte
from ..translate.patches import FACTORS, INPUT, OUTPUT, PARAMETERS, PATCH_INPUT, PATCH_OUTPUT
from ..translate.program import PATCH_PARAMETERS
from .flow import FlowLowering
from .function import REGISTER_BYTES, ProgramLowering, RegisterRows
from .program import OperandType, Phase, ShaderProgram
from .slots import BoundRegister

_TRIANGLE, _QUAD = 2, 3
_DOMAINS = {_TRIANGLE: "triangle", _QUAD: "quad"}
_FACTOR_BYTES = {"triangle": 8, "quad": 12}
# System values of patch constants, in the order of Metal's factors: edges, then the inside.
_FACTORS = {"triangle": (17, 18, 19, 20), "quad": (11, 12, 13, 14, 15, 16)}


def patch_domain(program: ShaderProgram) -> str:
    """Whether patches are "triangle" or "quad". UnsupportedError for isolines, which Metal does not have."""
    found = _DOMAINS.get(program.patches.domain)
    if found is None:
        i = next((i for i in program.tokens.instructions if i.name == "dcl_tessellator_domain"), None)
        i = i or program.tokens.instructions[0]
        if program.patches.domain == 1:
            raise program.refuse(i, "isolines, which Metal does not have: its patches are triangles or quads")
        raise program.bad(i, "the shader does not say what it tessellates")
    return found


def registers_of(elements: Iterable[SignatureElement], *declared: Sequence[int]) -> int:
    """How many registers a vertex, control point or patch has at the least."""
    numbers = [one.register for one in elements if one.register < 0x100]
    numbers += [number for group in declared for number in group]
    return max(numbers, default=0) + 1


class StageBuffers:
    """The buffers between stages of one entry point."""

    def __init__(self, entry: Entry, stage: str, bound: list[BoundRegister]) -> None:
        self.entry, self._stage, self._bound = entry, stage, bound
        self._parameters: TypedValue | None = None
        self._values: dict[str, TypedValue] = {}
        self._buffers: dict[int, TypedValue] = {}

    def parameter(self, name: str) -> TypedValue:
        """A number that the host gives: one of `PATCH_PARAMETERS`."""
        if self._parameters is None:
            struct = Struct("Tessellation", [(one, u32) for one in PATCH_PARAMETERS])
            self._parameters = self.entry.constant("tessellation", struct, PARAMETERS)
            self._note("tessellation", PARAMETERS, "read", struct.name, None)
        if name not in self._values:
            self._values[name] = self._parameters[name].load()
        return self._values[name]

    def row(
        self, name: str, index: int, access: str, number: TypedValue, stride: TypedValue | int, size: int
    ) -> tuple[TypedValue, TypedValue]:
        """A buffer, and how many bytes from its beginning an element of at least `size` bytes is."""
        if index not in self._buffers:
            self._buffers[index] = self.entry.buffer(name, u8, index, access)
            self._note(name, index, access, "uchar", size)
        return self._buffers[index], self.entry.builder.mul(number, stride)

    def _note(self, name: str, index: int, access: str, type: str, size: int | None) -> None:
        self._bound.append(
            BoundRegister(self.entry.name, self._stage, name, "", 1, "buffer", index, access, type, "stage", size=size)
        )


def store_outputs(f: ProgramLowering, rows: RegisterRows) -> None:
    """Put the output registers into memory."""
    for key, place in sorted(f.outputs.items()):
        f.b.store(f.b.load(place), rows.address(f.b, 0, key))


class CapturedVertexShader:
    """A vertex shader before tessellation or a geometry shader: a kernel with a thread for each vertex (x) of each
    instance (y)."""

    reserved = (OUTPUT, PARAMETERS)

    def __init__(self, f: ProgramLowering, entry: KernelEntry, buffers: StageBuffers) -> None:
        self._f, self._buffers = f, buffers
        self.grid = entry.builtin("thread_position_in_grid")
        """The place of the thread."""
        self._size = entry.builtin("threads_per_grid")
        f.declare_outputs(f.program.output_declarations, f.program.output_ranges)
        b, stride = f.b, buffers.parameter("vertex_bytes")
        number = b.add(b.mul(self.grid[1], self._size[0]), self.grid[0])
        size = REGISTER_BYTES * registers_of(f.program.outputs, list(f.outputs))
        row = buffers.row("vertices", OUTPUT, "read_write", number, stride, size)
        self._rows = RegisterRows(*row, None, 1, 1)

    def lower(self) -> None:
        """Make the body."""
        f = self._f
        f.clear_outputs()
        if FlowLowering(f).lower():
            store_outputs(f, self._rows)
            f.b.ret()


class HullStage:
    """A hull shader: a kernel whose threads are the control points of one patch after another. The first thread of a
    patch runs the fork and join phases when all control points of its patch are there."""

    reserved = (INPUT, OUTPUT, PATCH_OUTPUT, FACTORS, PARAMETERS)

    def __init__(self, f: ProgramLowering, entry: KernelEntry, buffers: StageBuffers) -> None:
        self._f, self._buffers, program = f, buffers, f.program
        self._domain = patch_domain(program)
        patches = program.patches
        if not patches.input_points:
            raise program.bad(program.tokens.instructions[0], "a hull shader without a number of control points")
        self._has_points = any(phase.kind == "control_point" for phase in program.phases)
        self._count = patches.output_points if self._has_points else patches.output_points or patches.input_points
        self._count = max(self._count, 1)
        thread = entry.builtin("thread_position_in_grid")[0]
        self._patch, self._point = thread // self._count, thread % self._count
        b = f.b
        self._in_registers = registers_of(program.inputs, *map(_inputs_of, program.phases))
        self._out_registers = registers_of(program.outputs)
        self._constants = registers_of(program.patch_constants, *map(_constants_of, program.phases))
        in_stride, out_stride = buffers.parameter("vertex_bytes"), buffers.parameter("point_bytes")
        vertices = buffers.row(
            "vertices",
            INPUT,
            "read",
            b.mul(self._patch, patches.input_points),
            in_stride,
            REGISTER_BYTES * self._in_registers,
        )
        first = b.mul(self._patch, self._count)
        size = REGISTER_BYTES * self._out_registers
        self._points = buffers.row("points", OUTPUT, "read_write", first, out_stride, size)
        self._out_stride = out_stride
        inputs = RegisterRows(*vertices, in_stride, patches.input_points, self._in_registers)
        f.rows[OperandType.INPUT] = f.rows[OperandType.INPUT_CONTROL_POINT] = inputs
        f.rows[OperandType.OUTPUT_CONTROL_POINT] = RegisterRows(
            *self._points, out_stride, self._count, self._out_registers
        )
        f.system[OperandType.PRIMITIVE_ID] = self._patch
        f.system[OperandType.CONTROL_POINT_ID] = self._point
        self._constant_row = buffers.row(
            "patches",
            PATCH_OUTPUT,
            "read_write",
            self._patch,
            buffers.parameter("patch_bytes"),
            REGISTER_BYTES * self._constants,
        )
        size = _FACTOR_BYTES[self._domain]
        self._factor_row = buffers.row("factors", FACTORS, "read_write", self._patch, size, size)

    def lower(self) -> None:
        """Make the body."""
        f, b = self._f, self._f.b
        points, first = self._points
        own = RegisterRows(points, first + self._point * self._out_stride, None, 1, 1)
        phases = f.program.phases
        if self._has_points:
            phase = next(one for one in phases if one.kind == "control_point")
            f.declare_outputs(phase.output_declarations, phase.output_ranges)
            f.clear_outputs()
            if not FlowLowering(f, phase.body).lower():
                return
            store_outputs(f, own)
        else:
            self._copy(own)
        b.barrier("device")
        with b.if_(self._point.eq(0)):
            self._run_constant_phases([one for one in phases if one.kind != "control_point"])
        b.ret()

    def _copy(self, own: RegisterRows) -> None:
        """Without a control point phase the control points are those of the input."""
        f, b = self._f, self._f.b
        source = f.rows[OperandType.INPUT]
        for register in range(min(self._in_registers, self._out_registers)):
            b.store(b.load(source.address(b, self._point, register)), own.address(b, 0, register))

    def _run_constant_phases(self, phases: Sequence[Phase]) -> None:
        f, b = self._f, self._f.b
        declarations = [one for phase in phases for one in phase.output_declarations]
        f.declare_outputs(declarations, [(0, self._constants)])
        f.clear_outputs()
        if f.output_array is not None:
            count = max(f.outputs) + 1
            f.rows[OperandType.PATCH_CONSTANT] = RegisterRows(f.output_array, None, None, 1, count)
        for phase in phases:
            kind = OperandType.FORK_INSTANCE_ID if phase.kind == "fork" else OperandType.JOIN_INSTANCE_ID
            for number in range(phase.instances):
                f.system[kind] = f.const(u32, number)
                if not FlowLowering(f, phase.body).lower():
                    raise f.program.refuse(phase.instruction, "a phase that does not end")
        store_outputs(f, RegisterRows(*self._constant_row, None, 1, 1))
        values, (factors, start) = self._factors(), self._factor_row
        for place, (register, lane) in enumerate(values):
            value = f.bits(b.extract(b.load(f.outputs[register]), lane), f32)
            b.store(b.convert(value, f16), at_byte(b, factors, start + 2 * place, f16))

    def _factors(self) -> list[tuple[int, int]]:
        """The register and the component of each of Metal's factors."""
        program = self._f.program
        found: dict[int, tuple[int, int]] = {}
        for phase in program.phases:
            for one in phase.output_declarations:
                is_output = one.operand.type == OperandType.OUTPUT and one.operand.indices
                if is_output and one.system_value in _FACTORS[self._domain]:
                    lane = (one.mask & -one.mask).bit_length() - 1
                    found.setdefault(one.system_value, (one.operand.indices[0].number, lane))
        for value in _FACTORS[self._domain]:
            if value not in found:
                raise program.bad(
                    program.tokens.instructions[0], f"no phase has the tessellation factor {value} of a {self._domain}"
                )
        return [found[value] for value in _FACTORS[self._domain]]


def _inputs_of(phase: Phase) -> list[int]:
    """The registers of control points that a phase declares to read."""
    kinds = (OperandType.INPUT, OperandType.INPUT_CONTROL_POINT)
    operands = [one.operand for one in phase.input_declarations if one.operand.type in kinds]
    return [operand.indices[-1].number for operand in operands if operand.indices]


def _constants_of(phase: Phase) -> list[int]:
    if phase.kind == "control_point":
        return []
    operands = [one.operand for one in phase.output_declarations]
    return [one.indices[0].number for one in operands if one.type == OperandType.OUTPUT and one.indices]


class DomainStage:
    """The inputs of a domain shader: a post-tessellation vertex function, which reads the buffers itself."""

    reserved = (INPUT, PATCH_INPUT, PARAMETERS)

    def __init__(self, f: ProgramLowering, entry: VertexEntry, buffers: StageBuffers) -> None:
        program, b = f.program, f.b
        domain, points = patch_domain(program), program.patches.input_points
        patch = entry.builtin("patch_id")
        kinds = {one.operand.type for one in program.input_declarations}
        if OperandType.INPUT_CONTROL_POINT in kinds:
            if not points:
                raise program.bad(program.tokens.instructions[0], "a domain shader without a number of control points")
            registers = registers_of(program.inputs, _numbers(program, OperandType.INPUT_CONTROL_POINT))
            stride = buffers.parameter("point_bytes")
            row = buffers.row("points", INPUT, "read", b.mul(patch, points), stride, REGISTER_BYTES * registers)
            f.rows[OperandType.INPUT_CONTROL_POINT] = RegisterRows(*row, stride, points, registers)
        if OperandType.PATCH_CONSTANT in kinds:
            registers = registers_of(program.patch_constants, _numbers(program, OperandType.PATCH_CONSTANT))
            stride = buffers.parameter("patch_bytes")
            row = buffers.row("patches", PATCH_INPUT, "read", patch, stride, REGISTER_BYTES * registers)
            f.rows[OperandType.PATCH_CONSTANT] = RegisterRows(*row, None, 1, registers)
        f.system[OperandType.PRIMITIVE_ID] = patch
        place = entry.builtin("position_in_patch", Vector(f32, 3 if domain == "triangle" else 2))
        bits = f.bits(place)
        wide = f.const(u32, 0, 4)
        for lane in range(3 if domain == "triangle" else 2):
            wide = b.insert(wide, bits[lane], lane)
        assert wide.type == uint4
        f.system[OperandType.DOMAIN_POINT] = wide


def _numbers(program: ShaderProgram, type: OperandType) -> list[int]:
    operands = [one.operand for one in program.input_declarations if one.operand.type == type]
    return [operand.indices[-1].number for operand in operands if operand.indices]
