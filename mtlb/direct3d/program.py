"""The declarations of a token program: registers, resources, flags; and how its instructions use each resource."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol

from ..base.errors import FormatError, MtlbError, UnsupportedError
from ..dxbc.container import Container, ContainerPart
from ..dxbc.contents import contents_of
from ..dxbc.pdb import ProgramDatabase, ProgramLine
from ..dxbc.resources import ResourceDefinitions
from ..dxbc.root_signatures import RootSignature
from ..dxbc.signatures import Signature, SignatureElement
from ..dxbc.tokens import CustomKind, TokenInstruction, TokenOperand, TokenProgram
from ..dxbc.words import UNBOUNDED, ShaderKind


class OperandType(IntEnum):
    """Types of operands (mtlb.dxbc.tokens) that translations have names for."""

    TEMP = 0
    INPUT = 1
    OUTPUT = 2
    INDEXABLE_TEMP = 3
    IMMEDIATE32 = 4
    IMMEDIATE64 = 5
    SAMPLER = 6
    RESOURCE = 7
    CONSTANT_BUFFER = 8
    IMMEDIATE_CONSTANT_BUFFER = 9
    LABEL = 10
    PRIMITIVE_ID = 11
    DEPTH = 12
    NULL = 13
    RASTERIZER = 14
    COVERAGE_OUTPUT = 15
    STREAM = 16
    CONTROL_POINT_ID = 22
    FORK_INSTANCE_ID = 23
    JOIN_INSTANCE_ID = 24
    INPUT_CONTROL_POINT = 25
    OUTPUT_CONTROL_POINT = 26
    PATCH_CONSTANT = 27
    DOMAIN_POINT = 28
    UAV = 30
    GROUP_MEMORY = UAV + 1
    THREAD_ID = 32
    GROUP_ID = 33
    THREAD_ID_IN_GROUP = 34
    COVERAGE = 35
    THREAD_INDEX_IN_GROUP = 36
    GEOMETRY_INSTANCE_ID = 37
    DEPTH_GREATER = 38
    DEPTH_LESS = 39
    CYCLE_COUNTER = 40
    STENCIL = 41
    INNER_COVERAGE = 42


class Dimension(IntEnum):
    """Dimensions of resources in tokens (`mtlb.dxbc.words.DIMENSIONS`)."""

    BUFFER = 1
    TEXTURE_1D = 2
    TEXTURE_2D = 3
    TEXTURE_2D_MS = 4
    TEXTURE_3D = 5
    TEXTURE_CUBE = 6
    TEXTURE_1D_ARRAY = 7
    TEXTURE_2D_ARRAY = 8
    TEXTURE_2D_MS_ARRAY = 9
    TEXTURE_CUBE_ARRAY = 10


MAX_REGISTERS = 4096
"""The maximum of temporaries in a program, and of elements in an indexable temporary: Direct3D's limit for their
sum."""
MAX_ROWS = 4096
"""The maximum of rows in a constant buffer: Direct3D's limit."""

MAX_OUTPUT_REGISTERS = 64
"""A bound on registers, above that of any stage: Direct3D 11 has 32 for a vertex, control point or patch."""
MAX_CONTROL_POINTS = 32
"""The maximum of control points in a patch: Direct3D's limit."""
MAX_PHASE_INSTANCES = 128
"""The maximum of instances of a fork or join phase: more than a patch has constants."""

_STAGES = {
    ShaderKind.VERTEX: "vertex",
    ShaderKind.PIXEL: "fragment",
    ShaderKind.COMPUTE: "kernel",
    ShaderKind.HULL: "hull",
    ShaderKind.DOMAIN: "domain",
    ShaderKind.GEOMETRY: "geometry",
}
_PRIMITIVES = {1: 1, 2: 2, 3: 3, 6: 4, 7: 6}
_FIRST_PATCH = 8  # primitives from here on are patches with 1, 2, 3… control points
_COMPARING = ("sample_c", "gather4_c", "gather4_po_c")
_NOT_COMPARING = ("sample_cl",)


ACCELERATION_STRUCTURE = "acceleration structure"
"""The form of an acceleration structure, for ray queries."""


@dataclass
class Resource:
    """A declared resource, or a range of them: ``t``, ``u``, ``s`` or ``cb`` with the registers `first` to `last`.

    `form`: "typed", "raw" or "structured" of t and u, or `ACCELERATION_STRUCTURE` of t.
    `stride` in bytes; `rows` of a constant buffer, 0 for any number.
    """

    kind: str
    id: int
    first: int
    last: int
    space: int
    instruction: Any
    """Its declaration, for errors: an instruction of a token program, or a line of DXIL metadata."""
    form: str = "typed"
    dimension: int = 0
    returns: int = 0
    stride: int = 0
    rows: int = 0
    is_read: bool = False
    is_written: bool = False
    is_atomic: bool = False
    is_compared: bool = False
    is_sampled: bool = False
    needs_size: bool = False
    needs_counter: bool = False
    is_widened: bool = False
    """Whether it is a one-dimensional texture that becomes two-dimensional, with height 1."""

    @property
    def count(self) -> int:
        """The number of registers."""
        return self.last - self.first + 1

    @property
    def is_unbounded(self) -> bool:
        """Whether the range has no end."""
        return self.last == UNBOUNDED

    @property
    def register(self) -> str:
        """Its name in listings: ``t0``, ``b1``, ``u2,space1``."""
        letter = "b" if self.kind == "cb" else self.kind
        return f"{letter}{self.first}" + (f",space{self.space}" if self.space else "")

    @property
    def is_buffer(self) -> bool:
        """Whether it is memory, rather than a texture or sampler."""
        return self.kind == "cb" or (self.kind in "tu" and self.form != "typed")


def vertices_of(primitive: int) -> int:
    """The number of vertices in an input primitive of a geometry shader; 0 if the primitive type is unknown."""
    is_patch = _FIRST_PATCH <= primitive < _FIRST_PATCH + MAX_CONTROL_POINTS
    return primitive - _FIRST_PATCH + 1 if is_patch else _PRIMITIVES.get(primitive, 0)


class BoundProgram(Protocol):
    """The common part of token programs and DXIL: a stage, resources, and errors that name their place."""

    stage: str
    names: dict[tuple[str, int, int], str]
    resources: dict[tuple[str, int], Resource]
    thread_group: tuple[int, int, int] | None
    thread_group_place: Any
    """Its declaration, for errors."""
    early_tests: bool

    def bad(self, i: Any, reason: str) -> MtlbError:
        """Create an error about an instruction that violates the format."""

    def refuse(self, i: Any, reason: str) -> MtlbError:
        """Create an error about an instruction that has no Metal equivalent or is not translated."""


@dataclass(frozen=True)
class InputDeclaration:
    """A declared input or output register: its operand, its system value number (0: none), its interpolation."""

    operand: TokenOperand
    system_value: int
    interpolation: int
    instruction: TokenInstruction

    @property
    def mask(self) -> int:
        """The declared components."""
        return self.operand.chosen & 0xF if self.operand.components == 4 else 1


@dataclass
class Phase:
    """A phase of a hull shader: "control_point", or "fork" or "join", which run `instances` times. Declarations
    apply to their phase only."""

    kind: str
    instruction: TokenInstruction
    instances: int = 1
    input_declarations: list[InputDeclaration] = field(default_factory=list)
    output_declarations: list[InputDeclaration] = field(default_factory=list)
    output_ranges: list[tuple[int, int]] = field(default_factory=list)
    body: list[TokenInstruction] = field(default_factory=list)


@dataclass
class Patches:
    """The patch declarations of a hull or domain shader. The numbers of `domain`, `partitioning` and `primitive` are
    those of docs/dxbc.md; 0 means none."""

    input_points: int = 0
    output_points: int = 0
    domain: int = 0
    partitioning: int = 0
    primitive: int = 0
    max_factor: float | None = None


@dataclass
class Primitives:
    """The declarations of a geometry shader: the vertices of an input primitive, the output topology (1 points, 3
    lines, 5 triangles), the maximum of output vertices, the instances for each primitive, the streams."""

    vertices: int = 0
    topology: int = 0
    most: int = 0
    instances: int = 1
    streams: list[int] = field(default_factory=list)


@dataclass
class ShaderProgram:
    """A token program with all that it declares. Errors name its part, the offset in the file and the instruction."""

    tokens: TokenProgram
    part: ContainerPart
    stage: str
    inputs: tuple[SignatureElement, ...] = ()
    outputs: tuple[SignatureElement, ...] = ()
    patch_constants: tuple[SignatureElement, ...] = ()
    names: dict[tuple[str, int, int], str] = field(default_factory=dict)
    """Resource names in RDEF, by letter, register and space."""
    resources: dict[tuple[str, int], Resource] = field(default_factory=dict)
    """Resources, by kind and id."""
    temps: int = 0
    indexable: dict[int, int] = field(default_factory=dict)
    group_memory: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Group memory, by register: the stride (0 for raw memory) and the size in bytes."""
    input_declarations: list[InputDeclaration] = field(default_factory=list)
    output_declarations: list[InputDeclaration] = field(default_factory=list)
    input_ranges: list[tuple[int, int]] = field(default_factory=list)
    output_ranges: list[tuple[int, int]] = field(default_factory=list)
    phases: list[Phase] = field(default_factory=list)
    patches: Patches = field(default_factory=Patches)
    primitives: Primitives = field(default_factory=Primitives)
    rows: tuple[tuple[int, ...], ...] = ()
    """The immediate constant buffer."""
    thread_group: tuple[int, int, int] | None = None
    thread_group_place: TokenInstruction | None = None
    early_tests: bool = False
    body: list[TokenInstruction] = field(default_factory=list)
    """The instructions other than declarations."""
    root_signature: RootSignature | None = None
    lines: dict[int, ProgramLine] = field(default_factory=dict)
    """The lines in SPDB, by the offset of their instruction in words from the start of the program."""
    warnings: list[str] = field(default_factory=list)

    @property
    def is_5_1(self) -> bool:
        """Whether resources have ids and ranges, as in shader model 5.1."""
        return (self.tokens.major, self.tokens.minor) >= (5, 1)

    def offset(self, i: TokenInstruction) -> int:
        """The offset of an instruction in bytes from the start of the file."""
        return self.part.data_offset + 4 * i.offset

    def _where(self, i: TokenInstruction) -> str:
        return f"{self.part.tag}: {i.name}"

    def bad(self, i: TokenInstruction, reason: str) -> MtlbError:
        """Create an error about an instruction that violates the format."""
        return FormatError(f"{self._where(i)}: {reason}", offset=self.offset(i))

    def refuse(self, i: TokenInstruction, reason: str) -> MtlbError:
        """Create an error about an instruction that has no Metal equivalent or is not translated."""
        return UnsupportedError(f"{self._where(i)}: {reason}", offset=self.offset(i))


def read_shader(container: Container) -> ShaderProgram:
    """The token program of a container with its declarations.
    Raises FormatError for damaged parts, and UnsupportedError for a container without a token program and for stages
    and declarations that are not translated."""
    part = container.get("SHEX", "SHDR")
    if part is None:
        raise UnsupportedError("a Direct3D container without a token program (no part SHDR or SHEX)")
    tokens = contents_of(part)
    stage = _STAGES.get(tokens.kind)
    if stage is None:
        raise UnsupportedError(f"{part.tag}: a shader of kind {tokens.kind.label}", offset=part.data_offset)
    program = ShaderProgram(tokens, part, stage)
    program.inputs = elements_of(container, "ISG1", "ISGN")
    program.outputs = elements_of(container, "OSG1", "OSG5", "OSGN")
    program.patch_constants = elements_of(container, "PSG1", "PCSG")
    program.names = resource_names(container)
    signature = container.get("RTS0")
    contents = None if signature is None else contents_of(signature)
    program.root_signature = contents if isinstance(contents, RootSignature) else None
    _read_lines(program, container)
    for i in tokens.instructions:
        _declare(program, i)
    for i in (*program.body, *(i for phase in program.phases for i in phase.body)):
        note_uses(program, i)
    return program


def _read_lines(program: ShaderProgram, container: Container) -> None:
    """Read the lines of SPDB, which are not needed to translate a program: damage is a warning."""
    part = container.get("SPDB")
    if part is None:
        return
    try:
        database = contents_of(part)
    except FormatError as error:
        program.warnings.append(f"source lines are left out: {error}")
        return
    assert isinstance(database, ProgramDatabase)
    lines, at = database.lines, 0
    for i in program.tokens.instructions:
        while at < len(lines) and lines[at].end <= 4 * i.offset:
            at += 1
        if at < len(lines) and lines[at].address <= 4 * i.offset:
            program.lines[i.offset] = lines[at]


def elements_of(container: Container, *tags: str) -> tuple[SignatureElement, ...]:
    """The elements of a signature; empty if the container lacks it."""
    part = container.get(*tags)
    contents = None if part is None else contents_of(part)
    return contents.elements if isinstance(contents, Signature) else ()


_LETTERS = {0: "b", 3: "s", 4: "u", 6: "u", 8: "u", 9: "u", 10: "u", 11: "u"}


def resource_names(container: Container) -> dict[tuple[str, int, int], str]:
    """The resource names in RDEF, by letter, register and space."""
    part = container.get("RDEF")
    contents = None if part is None else contents_of(part)
    if not isinstance(contents, ResourceDefinitions):
        return {}
    return {
        (_LETTERS.get(binding.type, "t"), binding.point, binding.space or 0): binding.name
        for binding in contents.bindings
    }


# --- declarations ----------------------------------------------------------------------------------------------------

_INPUTS = {"dcl_input", "dcl_input_sgv", "dcl_input_siv", "dcl_input_ps", "dcl_input_ps_sgv", "dcl_input_ps_siv"}
_OUTPUTS = {"dcl_output", "dcl_output_sgv", "dcl_output_siv"}
_FORMS = {
    "dcl_resource": ("t", "typed"),
    "dcl_resource_raw": ("t", "raw"),
    "dcl_resource_structured": ("t", "structured"),
    "dcl_uav_typed": ("u", "typed"),
    "dcl_uav_raw": ("u", "raw"),
    "dcl_uav_structured": ("u", "structured"),
    "dcl_constantbuffer": ("cb", ""),
    "dcl_sampler": ("s", ""),
}
_INTERFACES = ("dcl_function_body", "dcl_function_table", "dcl_interface")


def _declare(program: ShaderProgram, i: TokenInstruction) -> None:
    name = i.name
    if i.row is None:
        raise program.bad(i, f"unknown opcode {i.opcode}")
    if i.custom is not None:
        if i.custom.kind is CustomKind.IMMEDIATE_CONSTANT_BUFFER:
            program.rows = tuple(i.custom.rows)
            if any(len(row) != 4 for row in program.rows):
                raise program.bad(i, "an immediate constant buffer of incomplete rows")
        return
    scope = program.phases[-1] if program.phases else program
    if name in _PHASES:
        _begin_phase(program, i)
    elif not i.row.is_declaration:
        scope.body.append(i)
    elif name in _FORMS:
        _declare_resource(program, i)
    elif name in _INPUTS:
        mode = i.control(11, 4) if "_ps" in name else 0
        system = i.words[0] if i.words else 0
        scope.input_declarations.append(InputDeclaration(i.operands[0], system, mode, i))
    elif name in _OUTPUTS:
        system = i.words[0] if i.words else 0
        scope.output_declarations.append(InputDeclaration(i.operands[0], system, 0, i))
    elif name in _INTERFACES:
        raise program.refuse(i, "interfaces of HLSL: their functions are chosen when a shader is bound")
    elif not (_declare_patches(program, i) or _declare_primitives(program, i)):
        _declare_other(program, i)


_PHASES = {
    "hs_decls": "",
    "hs_control_point_phase": "control_point",
    "hs_fork_phase": "fork",
    "hs_join_phase": "join",
}


def _begin_phase(program: ShaderProgram, i: TokenInstruction) -> None:
    kind = _PHASES[i.name]
    if program.stage != "hull":
        raise program.bad(i, "outside of a hull shader")
    if kind == "control_point" and any(phase.kind == kind for phase in program.phases):
        raise program.bad(i, "a second control point phase")
    if kind:
        program.phases.append(Phase(kind, i))


def _declare_patches(program: ShaderProgram, i: TokenInstruction) -> bool:
    """Declarations of hull and domain shaders."""
    name, patches = i.name, program.patches
    if name in ("dcl_input_control_point_count", "dcl_output_control_point_count"):
        count = i.control(11, 6)
        if count > MAX_CONTROL_POINTS:
            raise program.bad(i, f"{count} control points: there are at most {MAX_CONTROL_POINTS}")
        if name == "dcl_input_control_point_count":
            patches.input_points = count
        else:
            patches.output_points = count
    elif name == "dcl_tessellator_domain":
        patches.domain = i.control(11, 2)
    elif name == "dcl_tessellator_partitioning":
        patches.partitioning = i.control(11, 3)
    elif name == "dcl_tessellator_output_primitive":
        patches.primitive = i.control(11, 3)
    elif name == "dcl_hs_max_tessfactor":
        patches.max_factor = struct.unpack("<f", struct.pack("<I", i.words[0]))[0]
    elif name in ("dcl_hs_fork_phase_instance_count", "dcl_hs_join_phase_instance_count"):
        if not program.phases or not name.startswith(f"dcl_hs_{program.phases[-1].kind}_"):
            raise program.bad(i, "outside of such a phase")
        if not 1 <= i.words[0] <= MAX_PHASE_INSTANCES:
            raise program.bad(i, f"{i.words[0]} instances: there are 1 to {MAX_PHASE_INSTANCES}")
        program.phases[-1].instances = i.words[0]
    else:
        return False
    return True


def _declare_primitives(program: ShaderProgram, i: TokenInstruction) -> bool:
    """Declarations of geometry shaders."""
    name, primitives = i.name, program.primitives
    if name == "dcl_inputprimitive":
        number = i.control(11, 6)
        primitives.vertices = vertices_of(number)
        if not primitives.vertices:
            raise program.bad(i, f"the primitive {number} is unknown")
    elif name == "dcl_outputtopology":
        if not primitives.topology or len(primitives.streams) <= 1:  # the topology of the first stream
            primitives.topology = i.control(11, 7)
    elif name == "dcl_maxout":
        primitives.most = i.words[0]
    elif name == "dcl_gsinstances":
        primitives.instances = i.words[0]
        if not 1 <= primitives.instances <= MAX_CONTROL_POINTS:
            raise program.bad(i, f"{primitives.instances} instances: there are 1 to {MAX_CONTROL_POINTS}")
    elif name == "dcl_stream":
        primitives.streams.append(_register(program, i, i.operands[0]))
    else:
        return False
    return True


def _declare_other(program: ShaderProgram, i: TokenInstruction) -> None:
    name, words = i.name, i.words
    if name == "dcl_temps":
        program.temps = max(program.temps, words[0])
        if words[0] > MAX_REGISTERS:
            raise program.bad(i, f"{words[0]} temporaries: there are at most {MAX_REGISTERS}")
    elif name == "dcl_indexableTemp":
        register, size, _ = words
        if not 1 <= size <= MAX_REGISTERS:
            raise program.bad(i, f"x{register} has {size} elements: there are 1 to {MAX_REGISTERS}")
        program.indexable[register] = size
    elif name in ("dcl_tgsm_raw", "dcl_tgsm_structured"):
        register = _register(program, i, i.operands[0])
        stride, count = (0, words[0]) if name == "dcl_tgsm_raw" else (words[0], words[1])
        size = count if not stride else stride * count
        if not 4 <= size <= 0x10000 or size % 4:
            raise program.bad(i, f"g{register} has {size} bytes")
        program.group_memory[register] = stride, size
    elif name == "dcl_thread_group":
        x, y, z = words
        if not x * y * z:
            raise program.bad(i, f"a thread group of {x} x {y} x {z} threads")
        program.thread_group, program.thread_group_place = (x, y, z), i
    elif name == "dcl_globalFlags":
        program.early_tests = bool(i.control(13, 1))
    elif name == "dcl_indexrange":
        scope = program.phases[-1] if program.phases else program
        if i.operands[0].type == OperandType.INPUT:
            program.input_ranges.append((_register(program, i, i.operands[0]), words[0]))
        elif i.operands[0].type == OperandType.OUTPUT:
            scope.output_ranges.append((_register(program, i, i.operands[0]), words[0]))


def _register(program: ShaderProgram, i: TokenInstruction, operand: TokenOperand) -> int:
    if not operand.indices or operand.indices[-1].relative is not None:
        raise program.bad(i, "its operand has no register")
    return operand.indices[-1].number


def _declare_resource(program: ShaderProgram, i: TokenInstruction) -> None:
    kind, form = _FORMS[i.name]
    operand, words = i.operands[0], i.words
    numbers = [index.number for index in operand.indices]
    count = 3 if program.is_5_1 else 2 if kind == "cb" else 1
    if len(numbers) != count:
        raise program.bad(i, f"{len(numbers)} indices for a register, not {count}")
    needed = program.is_5_1 + (form in ("typed", "structured") or (kind == "cb" and program.is_5_1))
    if len(words) < needed:
        raise program.bad(i, f"{len(words)} words after its operand, not {needed}")
    id, first, last = numbers if program.is_5_1 else (numbers[0], numbers[0], numbers[0])
    space = words[-1] if program.is_5_1 else 0
    if last < first:
        raise program.bad(i, f"the registers {first} to {last}")
    resource = Resource(kind, id, first, last, space, i, form)
    if form == "typed":
        resource.dimension, resource.returns = i.control(11, 5), words[0] & 0xF
        if resource.dimension not in Dimension._value2member_map_:
            raise program.bad(i, f"a resource of dimension {resource.dimension}")
    elif form == "structured":
        resource.stride = words[0]
        if not resource.stride or resource.stride % 4:
            raise program.bad(i, f"structures of {resource.stride} bytes")
    elif kind == "cb":
        resource.rows = words[0] if program.is_5_1 else numbers[1]
        if resource.rows > MAX_ROWS:
            raise program.bad(i, f"a constant buffer of {resource.rows} rows: there are at most {MAX_ROWS}")
    if (kind, id) in program.resources:
        raise program.bad(i, f"{resource.register} is declared twice")
    program.resources[kind, id] = resource


# --- uses ------------------------------------------------------------------------------------------------------------

_KINDS = {
    OperandType.SAMPLER: "s",
    OperandType.RESOURCE: "t",
    OperandType.CONSTANT_BUFFER: "cb",
    OperandType.UAV: "u",
}


def find_resource(program: ShaderProgram, i: TokenInstruction, operand: TokenOperand) -> Resource:
    """The resource of an operand. Raises FormatError if it is not declared."""
    kind = _KINDS.get(operand.type)  # type: ignore[call-overload]
    if kind is None or not operand.indices or operand.indices[0].relative is not None:
        raise program.bad(i, "an operand names no resource")
    resource = program.resources.get((kind, operand.indices[0].number))
    if resource is None:
        raise program.bad(i, f"{kind}{operand.indices[0].number} is used without a declaration")
    return resource


def note_uses(program: ShaderProgram, i: TokenInstruction) -> None:
    """Record the uses of resources in an instruction."""
    name = i.name
    for place, operand in enumerate(i.operands):
        if operand.type not in (OperandType.RESOURCE, OperandType.UAV):
            continue
        resource = find_resource(program, i, operand)
        if "atomic" in name:
            if name in ("imm_atomic_alloc", "imm_atomic_consume"):
                resource.needs_counter = True
            else:
                resource.is_atomic = True
        elif name.startswith("store_"):
            if place == 0:
                resource.is_written = True
        elif name == "bufinfo":
            resource.needs_size = True
        elif name not in ("resinfo", "sampleinfo", "samplepos"):
            resource.is_read = True
        if name.startswith(_COMPARING) and not name.startswith(_NOT_COMPARING):
            resource.is_compared = True
        if name.startswith(("sample_", "gather4", "lod")) or name == "sample":
            resource.is_sampled = True
