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
from typing import NamedTuple

from ..dxbc.signatures import SignatureElement
from ..emit.entry import Entry, KernelEntry, VertexEntry
from ..emit.names import f16, f32, u8, u32, uint4
from ..emit.operands import TypedValue
from ..emit.types import Struct, Vector
from ..translate.access import at_byte
from ..translate.patches import FACTORS, INPUT, OUTPUT, PARAMETERS, PATCH_INPUT, PATCH_OUTPUT
from ..translate.program import PATCH_PARAMETERS
from .flow import FlowLowering
from .function import REGISTER_BYTES, ProgramLowering, RegisterRows, ValueLowering
from .program import BoundProgram, OperandType, Patches, Phase, ShaderProgram
from .slots import BoundRegister

_TRIANGLE, _QUAD = 2, 3
_DOMAINS = {_TRIANGLE: "triangle", _QUAD: "quad"}
FACTOR_BYTES = {"triangle": 8, "quad": 12}
# System values of patch constants, in the order of Metal's factors: edges, then the inside.
_FACTORS = {"triangle": (17, 18, 19, 20), "quad": (11, 12, 13, 14, 15, 16)}


def patch_domain(program: ShaderProgram) -> str:
    """Whether patches are "triangle" or "quad". UnsupportedError for isolines, which Metal does not have."""
    i = next((i for i in program.tokens.instructions if i.name == "dcl_tessellator_domain"), None)
    return domain_of(program, program.patches, i or program.tokens.instructions[0])


def domain_of(program: BoundProgram, patches: Patches, i: object) -> str:
    """The domain of patches, "triangle" or "quad". `i`: the instruction for errors."""
    domain = _DOMAINS.get(patches.domain)
    if domain is None:
        if patches.domain == 1:
            raise program.refuse(i, "isolines, which Metal does not have: its patches are triangles or quads")
        raise program.bad(i, "the shader does not say what it tessellates")
    return domain


def registers_of(elements: Iterable[SignatureElement], *declared: Sequence[int]) -> int:
    """The minimum number of registers for a vertex, control point or patch."""
    numbers = [element.register for element in elements if element.register < 0x100]
    numbers += [number for group in declared for number in group]
    return max(numbers, default=0) + 1


class StageBuffers:
    """The buffers between stages for an entry point."""

    def __init__(self, entry: Entry, stage: str, bound: list[BoundRegister]) -> None:
        self.entry, self._stage, self._bound = entry, stage, bound
        self._parameters: TypedValue | None = None
        self._values: dict[str, TypedValue] = {}
        self._buffers: dict[int, TypedValue] = {}

    def parameter(self, name: str) -> TypedValue:
        """A parameter from the host: one of `PATCH_PARAMETERS`."""
        if self._parameters is None:
            struct = Struct("Tessellation", [(name, u32) for name in PATCH_PARAMETERS])
            self._parameters = self.entry.constant("tessellation", struct, PARAMETERS)
            self._note("tessellation", PARAMETERS, "read", struct.name, None)
        if name not in self._values:
            self._values[name] = self._parameters[name].load()
        return self._values[name]

    def row(
        self, name: str, index: int, access: str, number: TypedValue, stride: TypedValue | int, size: int
    ) -> tuple[TypedValue, TypedValue]:
        """A buffer, and the offset in bytes of an element of at least `size` bytes."""
        if index not in self._buffers:
            self._buffers[index] = self.entry.buffer(name, u8, index, access)
            self._note(name, index, access, "uchar", size)
        return self._buffers[index], self.entry.builder.mul(number, stride)

    def _note(self, name: str, index: int, access: str, type: str, size: int | None) -> None:
        self._bound.append(
            BoundRegister(self.entry.name, self._stage, name, "", 1, "buffer", index, access, type, "stage", size=size)
        )


def store_outputs(f: ProgramLowering, rows: RegisterRows) -> None:
    """Store the output registers to memory."""
    for key, place in sorted(f.outputs.items()):
        f.b.store(f.b.load(place), rows.address(f.b, 0, key))


class VertexKernel:
    """A vertex shader before tessellation or a geometry shader: a kernel with a thread for each vertex (x) of each
    instance (y). `grid`: the thread position."""

    reserved = (OUTPUT, PARAMETERS)

    def __init__(self, f: ValueLowering, entry: KernelEntry, buffers: StageBuffers) -> None:
        self._b, self._buffers = f.b, buffers
        self.grid = entry.builtin("thread_position_in_grid")
        self._size = entry.builtin("threads_per_grid")

    def own_rows(self, registers: int) -> RegisterRows:
        """The registers of the thread's vertex, in memory."""
        b, stride = self._b, self._buffers.parameter("vertex_bytes")
        number = b.add(b.mul(self.grid[1], self._size[0]), self.grid[0])
        row = self._buffers.row("vertices", OUTPUT, "read_write", number, stride, REGISTER_BYTES * registers)
        return RegisterRows(*row, None, 1, registers)


class CapturedVertexShader(VertexKernel):
    """The vertex shader of a token program."""

    def __init__(self, f: ProgramLowering, entry: KernelEntry, buffers: StageBuffers) -> None:
        super().__init__(f, entry, buffers)
        self._f = f
        f.declare_outputs(f.program.output_declarations, f.program.output_ranges)
        self._rows = self.own_rows(registers_of(f.program.outputs, list(f.outputs)))

    def lower(self) -> None:
        """Build the body."""
        f = self._f
        f.clear_outputs()
        if FlowLowering(f).lower():
            store_outputs(f, self._rows)
            f.b.ret()


class PatchRegisters(NamedTuple):
    """The number of registers of an input control point, an output control point and the patch constants."""

    inputs: int
    points: int
    constants: int


class HullKernel:
    """The kernel of a hull shader: its threads are the control points of consecutive patches. The first thread of a
    patch computes the patch constants after all control points of the patch are complete.
    `patch` and `point` are the numbers of a thread's patch and control point; `inputs`, `points` and `constants` are
    registers in memory, `own` those of the thread's control point."""

    reserved = (INPUT, OUTPUT, PATCH_OUTPUT, FACTORS, PARAMETERS)

    def __init__(
        self,
        f: ValueLowering,
        entry: KernelEntry,
        buffers: StageBuffers,
        patches: Patches,
        domain: str,
        registers: PatchRegisters,
        *,
        has_points: bool,
    ) -> None:
        """`has_points`: whether the shader computes control points; otherwise the input's are passed through."""
        b = self._b = f.b
        self.domain, self.has_points, self._registers = domain, has_points, registers
        self.count = max(patches.output_points if has_points else patches.output_points or patches.input_points, 1)
        thread = entry.builtin("thread_position_in_grid")[0]
        self.patch, self.point = thread // self.count, thread % self.count
        in_stride, out_stride = buffers.parameter("vertex_bytes"), buffers.parameter("point_bytes")
        number, size = b.mul(self.patch, patches.input_points), REGISTER_BYTES * registers.inputs
        row = buffers.row("vertices", INPUT, "read", number, in_stride, size)
        self.inputs = RegisterRows(*row, in_stride, patches.input_points, registers.inputs)
        size = REGISTER_BYTES * registers.points
        points, first = buffers.row("points", OUTPUT, "read_write", b.mul(self.patch, self.count), out_stride, size)
        self.points = RegisterRows(points, first, out_stride, self.count, registers.points)
        stride, size = buffers.parameter("patch_bytes"), REGISTER_BYTES * registers.constants
        row = buffers.row("patches", PATCH_OUTPUT, "read_write", self.patch, stride, size)
        self.constants = RegisterRows(*row, None, 1, registers.constants)
        size = FACTOR_BYTES[domain]
        self._factor_row = buffers.row("factors", FACTORS, "read_write", self.patch, size, size)
        self.own = RegisterRows(points, first + self.point * out_stride, None, 1, registers.points)

    def copy_point(self) -> None:
        """Without a control point phase, copy the input control point."""
        for register in range(min(self._registers.inputs, self._registers.points)):
            source = self.inputs.address(self._b, self.point, register)
            self._b.store(self._b.load(source), self.own.address(self._b, 0, register))

    def store_factors(self, values: Sequence[TypedValue]) -> None:
        """Set Metal's factors of the patch: edges, then the inside."""
        factors, start = self._factor_row
        for place, value in enumerate(values):
            self._b.store(self._b.convert(value, f16), at_byte(self._b, factors, start + 2 * place, f16))


class HullStage(HullKernel):
    """The hull shader of a token program, whose fork and join phases compute the patch constants."""

    def __init__(self, f: ProgramLowering, entry: KernelEntry, buffers: StageBuffers) -> None:
        self._f, program = f, f.program
        domain = patch_domain(program)
        check_input_points(program, program.patches, program.tokens.instructions[0])
        has_points = any(phase.kind == "control_point" for phase in program.phases)
        registers = PatchRegisters(
            registers_of(program.inputs, *map(_inputs_of, program.phases)),
            registers_of(program.outputs),
            registers_of(program.patch_constants, *map(_constants_of, program.phases)),
        )
        super().__init__(f, entry, buffers, program.patches, domain, registers, has_points=has_points)
        f.rows[OperandType.INPUT] = f.rows[OperandType.INPUT_CONTROL_POINT] = self.inputs
        f.rows[OperandType.OUTPUT_CONTROL_POINT] = self.points
        f.system[OperandType.PRIMITIVE_ID] = self.patch
        f.system[OperandType.CONTROL_POINT_ID] = self.point

    def lower(self) -> None:
        """Build the body."""
        f, b = self._f, self._f.b
        phases = f.program.phases
        if self.has_points:
            phase = next(phase for phase in phases if phase.kind == "control_point")
            f.declare_outputs(phase.output_declarations, phase.output_ranges)
            f.clear_outputs()
            if not FlowLowering(f, phase.body).lower():
                return
            store_outputs(f, self.own)
        else:
            self.copy_point()
        b.barrier("device")
        with b.if_(self.point.eq(0)):
            self._run_constant_phases([phase for phase in phases if phase.kind != "control_point"])
        b.ret()

    def _run_constant_phases(self, phases: Sequence[Phase]) -> None:
        f, b = self._f, self._f.b
        declarations = [declaration for phase in phases for declaration in phase.output_declarations]
        f.declare_outputs(declarations, [(0, self._registers.constants)])
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
        store_outputs(f, self.constants)
        self.store_factors(
            [f.bits(b.extract(b.load(f.outputs[register]), lane), f32) for register, lane in self._factors()]
        )

    def _factors(self) -> list[tuple[int, int]]:
        """The register and component of each of Metal's factors."""
        program = self._f.program
        places: dict[int, tuple[int, int]] = {}
        for phase in program.phases:
            for declaration in phase.output_declarations:
                is_output = declaration.operand.type == OperandType.OUTPUT and declaration.operand.indices
                if is_output and declaration.system_value in _FACTORS[self.domain]:
                    lane = (declaration.mask & -declaration.mask).bit_length() - 1
                    places.setdefault(declaration.system_value, (declaration.operand.indices[0].number, lane))
        for value in _FACTORS[self.domain]:
            if value not in places:
                raise program.bad(
                    program.tokens.instructions[0], f"no phase has the tessellation factor {value} of a {self.domain}"
                )
        return [places[value] for value in _FACTORS[self.domain]]


def _inputs_of(phase: Phase) -> list[int]:
    """The control point registers that a phase declares to read."""
    kinds = (OperandType.INPUT, OperandType.INPUT_CONTROL_POINT)
    operands = [declaration.operand for declaration in phase.input_declarations if declaration.operand.type in kinds]
    return [operand.indices[-1].number for operand in operands if operand.indices]


def _constants_of(phase: Phase) -> list[int]:
    if phase.kind == "control_point":
        return []
    operands = [declaration.operand for declaration in phase.output_declarations]
    return [operand.indices[0].number for operand in operands if operand.type == OperandType.OUTPUT and operand.indices]


def check_input_points(program: BoundProgram, patches: Patches, i: object) -> None:
    """Raise an error about `i` if a hull or domain shader does not declare its number of input control points."""
    if not patches.input_points:
        raise program.bad(i, f"a {program.stage} shader without a number of control points")


class DomainBuffers:
    """The buffers that a post-tessellation vertex function reads: `points` and `constants` are their registers."""

    reserved = (INPUT, PATCH_INPUT, PARAMETERS)

    def __init__(self, f: ValueLowering, entry: VertexEntry, buffers: StageBuffers, domain: str) -> None:
        self._b, self._buffers = f.b, buffers
        self.patch = entry.builtin("patch_id")
        self.place = entry.builtin("position_in_patch", Vector(f32, 3 if domain == "triangle" else 2))

    def points(self, count: int, registers: int) -> RegisterRows:
        """The registers of the control points; a patch has `count` of them."""
        stride = self._buffers.parameter("point_bytes")
        first, size = self._b.mul(self.patch, count), REGISTER_BYTES * registers
        return RegisterRows(*self._buffers.row("points", INPUT, "read", first, stride, size), stride, count, registers)

    def constants(self, registers: int) -> RegisterRows:
        """The registers of the patch constants."""
        stride, size = self._buffers.parameter("patch_bytes"), REGISTER_BYTES * registers
        row = self._buffers.row("patches", PATCH_INPUT, "read", self.patch, stride, size)
        return RegisterRows(*row, None, 1, registers)


class DomainStage(DomainBuffers):
    """The inputs of a token program's domain shader."""

    def __init__(self, f: ProgramLowering, entry: VertexEntry, buffers: StageBuffers) -> None:
        program, b = f.program, f.b
        domain = patch_domain(program)
        super().__init__(f, entry, buffers, domain)
        kinds = {declaration.operand.type for declaration in program.input_declarations}
        if OperandType.INPUT_CONTROL_POINT in kinds:
            check_input_points(program, program.patches, program.tokens.instructions[0])
            registers = registers_of(program.inputs, _numbers(program, OperandType.INPUT_CONTROL_POINT))
            f.rows[OperandType.INPUT_CONTROL_POINT] = self.points(program.patches.input_points, registers)
        if OperandType.PATCH_CONSTANT in kinds:
            registers = registers_of(program.patch_constants, _numbers(program, OperandType.PATCH_CONSTANT))
            f.rows[OperandType.PATCH_CONSTANT] = self.constants(registers)
        f.system[OperandType.PRIMITIVE_ID] = self.patch
        bits = f.bits(self.place)
        wide = f.const(u32, 0, 4)
        for lane in range(3 if domain == "triangle" else 2):
            wide = b.insert(wide, bits[lane], lane)
        assert wide.type == uint4
        f.system[OperandType.DOMAIN_POINT] = wide


def _numbers(program: ShaderProgram, type: OperandType) -> list[int]:
    operands = [declaration.operand for declaration in program.input_declarations if declaration.operand.type == type]
    return [operand.indices[-1].number for operand in operands if operand.indices]
