"""What DXIL declares in its metadata: the entry point, its signatures, resources and threads; what the code does with
them.

Layout: DXC's DXIL.rst ("Shader Properties and Capabilities", "Signatures", "Shader Resources") and
mtlb.dxbc.dxil.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from ...base.errors import FormatError, MtlbError, UnsupportedError
from ...base.features import MOST_THREADS
from ...bitcode import read_module
from ...dxbc.container import Container
from ...dxbc.contents import contents_of
from ...dxbc.dxil import BitcodeProgram, is_bitcode_part, main_program, read_bitcode_program
from ...dxbc.dxil_metadata import (
    CBV,
    SAMPLER,
    SRV,
    UAV,
    DxilResource,
    node_integer,
    node_operands,
    node_text,
    resources_of,
)
from ...dxbc.dxil_operations import SIGNATURES
from ...dxbc.root_signatures import RootSignature
from ...dxbc.words import UNBOUNDED, ShaderKind
from ...ir import Call, ConstantAsMetadata, Function, Instruction, Module
from ..program import MAX_ROWS, Dimension, Resource

PREFIX = "dx.op."
"""What the names of operations begin with."""


class Semantic(IntEnum):
    """The kinds of semantics of elements of signatures (DXC's DxilConstants.h, SemanticKind)."""

    ARBITRARY = 0
    VERTEX_ID = 1
    INSTANCE_ID = 2
    POSITION = 3
    LAYER = 4
    VIEWPORT = 5
    CLIP_DISTANCE = 6
    CULL_DISTANCE = 7
    PRIMITIVE_ID = 10
    SAMPLE_INDEX = 12
    IS_FRONT_FACE = 13
    COVERAGE = 14
    INNER_COVERAGE = 15
    TARGET = 16
    DEPTH = 17
    DEPTH_LESS_EQUAL = 18
    DEPTH_GREATER_EQUAL = 19
    STENCIL_REF = 20
    VIEW_ID = 27
    BARYCENTRICS = 28
    SHADING_RATE = 29
    CULL_PRIMITIVE = 30


class ComponentType(IntEnum):
    """Types of components in signatures and resources (DXC's DxilConstants.h, ComponentType)."""

    I1 = 1
    I16 = 2
    U16 = 3
    I32 = 4
    U32 = 5
    I64 = 6
    U64 = 7
    F16 = 8
    F32 = 9
    F64 = 10
    SNORM_F16 = 11
    UNORM_F16 = 12
    SNORM_F32 = 13
    UNORM_F32 = 14
    SNORM_F64 = 15
    UNORM_F64 = 16


class ResourceKind(IntEnum):
    """Kinds of resources (DXC's DxilConstants.h, ResourceKind); 1 to 9 are textures, in the order of `_DIMENSIONS`."""

    TYPED_BUFFER = 10
    RAW_BUFFER = 11
    STRUCTURED_BUFFER = 12
    CBUFFER = 13
    SAMPLER = 14
    TBUFFER = 15
    ACCELERATION_STRUCTURE = 16
    FEEDBACK_2D = 17
    FEEDBACK_2D_ARRAY = 18


_DIMENSIONS = (
    Dimension.TEXTURE_1D,
    Dimension.TEXTURE_2D,
    Dimension.TEXTURE_2D_MS,
    Dimension.TEXTURE_3D,
    Dimension.TEXTURE_CUBE,
    Dimension.TEXTURE_1D_ARRAY,
    Dimension.TEXTURE_2D_ARRAY,
    Dimension.TEXTURE_2D_MS_ARRAY,
    Dimension.TEXTURE_CUBE_ARRAY,
    Dimension.BUFFER,
)
_SIGNED = (ComponentType.I1, ComponentType.I16, ComponentType.I32, ComponentType.I64)
_UNSIGNED = (ComponentType.U16, ComponentType.U32, ComponentType.U64)
_RETURNS_SINT, _RETURNS_UINT, _RETURNS_FLOAT = 3, 4, 5  # return types of token programs, which `Resource` has
_KINDS = {CBV: "cb", SAMPLER: "s", SRV: "t", UAV: "u"}
_COMPARISON_SAMPLER = 1
_CALLED = {
    ResourceKind.ACCELERATION_STRUCTURE: "ray tracing",
    ResourceKind.FEEDBACK_2D: "sampler feedback",
    ResourceKind.FEEDBACK_2D_ARRAY: "sampler feedback",
    ResourceKind.TBUFFER: "a tbuffer: its form in Metal is not known here",
}
_STAGES = {
    ShaderKind.VERTEX: "vertex",
    ShaderKind.PIXEL: "fragment",
    ShaderKind.COMPUTE: "kernel",
    ShaderKind.MESH: "mesh",
    ShaderKind.AMPLIFICATION: "object",
}
COMPUTE_STAGES = ("kernel", "mesh", "object")
"""Stages with groups of threads."""
_NOT_TRANSLATED = {
    ShaderKind.LIBRARY: "a library of shaders (ray tracing or work graphs)",
    ShaderKind.GEOMETRY: "a geometry shader: Metal has no such stage",
    ShaderKind.HULL: "a hull shader: its tessellation is not translated",
    ShaderKind.DOMAIN: "a domain shader: its tessellation is not translated",
}

# Flags of a shader (DXIL.rst, "Shader Flags"), and tags of properties of an entry point.
_EARLY_TESTS, _NATIVE_16_BITS = 1 << 3, 1 << 23
_TAG_FLAGS, _TAG_THREADS, _TAG_MESH, _TAG_AMPLIFICATION = 0, 4, 9, 10
MAX_ELEMENTS = 64
"""Rows of all elements of a signature together: Direct3D has 32 registers."""


@dataclass(frozen=True)
class SignatureRow:
    """An element of a signature, as metadata has it. `indices`: of its semantic, one for each row."""

    id: int
    name: str
    component: int
    kind: int
    indices: tuple[int, ...]
    interpolation: int
    rows: int
    columns: int
    start_row: int
    start_column: int

    def semantic_index(self, row: int) -> int:
        """The index of the semantic of a row."""
        return self.indices[row] if row < len(self.indices) else row


@dataclass(frozen=True)
class MeshProperties:
    """The most vertices and primitives of a mesh, and its topology: 1 lines, 2 triangles."""

    vertices: int
    primitives: int
    topology: int


@dataclass
class DxilProgram:
    """The entry point of a DXIL module with what it declares. Errors name its part, function and instruction."""

    part: BitcodeProgram
    module: Module
    entry: Function
    name: str
    stage: str
    inputs: dict[int, SignatureRow]
    outputs: dict[int, SignatureRow]
    names: dict[tuple[str, int, int], str] = field(default_factory=dict)
    resources: dict[tuple[str, int], Resource] = field(default_factory=dict)
    thread_group: tuple[int, int, int] | None = None
    early_tests: bool = False
    has_16_bits: bool = False
    """Whether numbers of 16 bits are that; else they are of minimum precision, and of 32 bits here."""
    root_signature: RootSignature | None = None
    primitive_outputs: dict[int, SignatureRow] = field(default_factory=dict)
    mesh: MeshProperties | None = None
    kinds: dict[tuple[str, int], int] = field(default_factory=dict)
    """The `ResourceKind` of resources."""
    numbers: dict[Instruction, int] = field(default_factory=dict)
    """The place of each instruction in its function, for errors."""

    def _where(self, i: Instruction | None) -> str:
        if i is None:
            return self.part.view.name
        number = self.numbers.get(i)
        place = f", instruction {number}" if number is not None else ""
        return f"{self.part.view.name}: {self.name}{place} ({instruction_name(i)})"

    def bad(self, i: Instruction | None, reason: str) -> MtlbError:
        """An error about an instruction that breaks the format's rules, to be raised; None: about metadata."""
        return FormatError(f"{self._where(i)}: {reason}", offset=self.part.offset)

    def refuse(self, i: Instruction | None, reason: str) -> MtlbError:
        """An error about an instruction that Metal has no form for, or that is not translated, to be raised."""
        return UnsupportedError(f"{self._where(i)}: {reason}", offset=self.part.offset)


def operation_number(i: Instruction) -> int:
    """The number of the operation that a call is; -1 of another instruction."""
    if isinstance(i, Call) and i.callee.name.startswith(PREFIX) and i.arguments:
        return node_integer(ConstantAsMetadata(i.arguments[0]), -1)
    return -1


def instruction_name(i: Instruction) -> str:
    """As errors call an instruction: the operation's name, or LLVM's."""
    number = operation_number(i)
    if number >= 0:
        return SIGNATURES[number][0] if number in SIGNATURES else f"operation {number}"
    return f"call of {i.callee.name}" if isinstance(i, Call) else i.code.name.lower()


def read_dxil(container: Container) -> DxilProgram:
    """The DXIL of a container with its declarations.

    FormatError for damaged parts, UnsupportedError for stages and declarations that are not translated.
    """
    debug = container.get("ILDB")  # the same program with debug information
    part = main_program(container)
    if debug is not None:
        part = read_bitcode_program(debug.data, base=debug.data_offset, name=debug.tag)
    stage = _STAGES.get(part.kind)
    if stage is None:
        raise UnsupportedError(f"{part.view.name}: {_NOT_TRANSLATED.get(part.kind, f'a shader of kind {part.kind}')}")
    module = read_module(part.bitcode, base=part.offset)
    nodes = module.named_metadata.get("dx.entryPoints") or ()
    operands = node_operands(nodes[0]) if nodes else ()
    function = operands[0].value if operands and isinstance(operands[0], ConstantAsMetadata) else None
    if not isinstance(function, Function) or not function.is_definition or len(operands) < 5:
        raise FormatError(f"{part.view.name}: dx.entryPoints names no function", offset=part.offset)
    signatures = [*node_operands(operands[2]), None, None, None]
    program = DxilProgram(part, module, function, node_text(operands[1]) or function.name, stage, {}, {})
    program.numbers = {i: n for n, i in enumerate(function.instructions())}
    program.inputs = _signature(program, signatures[0])
    program.outputs = _signature(program, signatures[1])
    program.primitive_outputs = _signature(program, signatures[2]) if stage == "mesh" else {}
    _read_properties(program, node_operands(operands[4]))
    part_of_root = container.get("RTS0")
    signature = None if part_of_root is None else contents_of(part_of_root)
    program.root_signature = signature if isinstance(signature, RootSignature) else None
    names = _names(container)
    for one in resources_of(module):
        _declare(program, one, names)
    return program


# --- signatures, properties ------------------------------------------------------------------------------------------


def _signature(program: DxilProgram, node: object) -> dict[int, SignatureRow]:
    found: dict[int, SignatureRow] = {}
    for element in node_operands(node):
        operands = node_operands(element)
        if len(operands) < 10:
            raise program.bad(None, f"an element of a signature has {len(operands)} fields")
        id, component, kind, mode, rows, columns, row, column = (
            node_integer(operands[place]) for place in (0, 2, 3, 5, 6, 7, 8, 9)
        )
        indices = tuple(node_integer(one) & 0xFFFFFFFF for one in node_operands(operands[4]))
        one = SignatureRow(id, node_text(operands[1]), component, kind, indices, mode, rows, columns, row, column)
        if not 1 <= rows <= MAX_ELEMENTS or not 1 <= columns <= 4 or (row >= 0 and not 0 <= column <= 4 - columns):
            raise program.bad(None, f"the element {one.name} has {rows} rows of {columns} components")
        if id in found:
            raise program.bad(None, f"two elements of a signature have the number {id}")
        found[id] = one
    if sum(one.rows for one in found.values()) > 2 * MAX_ELEMENTS:
        raise program.bad(None, f"a signature of more than {2 * MAX_ELEMENTS} rows")
    return found


def _read_properties(program: DxilProgram, operands: Sequence[object]) -> None:
    tags = {node_integer(operands[n], -1): operands[n + 1] for n in range(0, len(operands) - 1, 2)}
    flags = node_integer(tags.get(_TAG_FLAGS))
    program.early_tests = bool(flags & _EARLY_TESTS)
    program.has_16_bits = bool(flags & _NATIVE_16_BITS)
    if program.stage in COMPUTE_STAGES:
        mesh = node_operands(tags.get(_TAG_MESH))
        if len(mesh) >= 4:
            program.mesh = MeshProperties(*(node_integer(one) for one in mesh[1:4]))
        others = [*mesh, *node_operands(tags.get(_TAG_AMPLIFICATION)), None]
        group = tags.get(_TAG_THREADS) if program.stage == "kernel" else others[0]
        threads = [node_integer(one) for one in node_operands(group)]
        if len(threads) != 3 or any(not 1 <= count <= MOST_THREADS for count in threads):
            raise program.bad(None, f"a thread group of {' x '.join(map(str, threads)) or 'no'} threads")
        program.thread_group = threads[0], threads[1], threads[2]


# --- resources -------------------------------------------------------------------------------------------------------


def _names(container: Container) -> dict[tuple[int, int], str]:
    """Names of resources by category and number, which DXC leaves in STAT where it takes them out of DXIL."""
    for part in container:
        if part.tag == "STAT" and is_bitcode_part(part):
            program = read_bitcode_program(part.data, base=part.data_offset, name=part.tag)
            module = read_module(program.bitcode, base=program.offset, bodies=False)
            return {(one.category, one.id): one.name for one in resources_of(module)}
    return {}


def _declare(program: DxilProgram, one: DxilResource, names: dict[tuple[int, int], str]) -> None:
    found = resource_of(program, one)
    key = found.kind, found.id
    if key in program.resources:
        raise program.bad(None, f"{found.register} is declared twice")
    program.resources[key] = found
    program.kinds[key] = one.kind
    name = one.name or names.get((one.category, one.id), "")
    program.names["b" if found.kind == "cb" else found.kind, one.lower, one.space] = name


def resource_of(program: DxilProgram, one: DxilResource) -> Resource:
    """A resource as bindings have it. FormatError for what there can't be, UnsupportedError for what Metal lacks."""
    kind = _KINDS[one.category]
    register = f"{'b' if kind == 'cb' else kind}{one.lower}"
    if one.kind in _CALLED:
        raise program.refuse(None, f"{register}: {_CALLED[ResourceKind(one.kind)]}")
    count = one.range
    if not count or (one.lower + count > UNBOUNDED and count != UNBOUNDED):
        raise program.bad(None, f"{register}: {count} registers")
    last = UNBOUNDED if count == UNBOUNDED else one.lower + count - 1
    found = Resource(kind, one.id, one.lower, last, one.space, None)
    if one.category == CBV:
        found.form, found.rows = "", (one.size + 15) // 16
        if found.rows > MAX_ROWS:
            raise program.bad(None, f"{register} has {found.rows} rows: there are at most {MAX_ROWS}")
    elif one.category == SAMPLER:
        found.form = ""
        found.is_compared = one.element == _COMPARISON_SAMPLER
    elif one.kind == ResourceKind.RAW_BUFFER:
        found.form = "raw"
    elif one.kind == ResourceKind.STRUCTURED_BUFFER:
        found.form, found.stride = "structured", one.size
        if not found.stride or found.stride % 2:
            raise program.bad(None, f"{register} has structures of {found.stride} bytes")
    elif 1 <= one.kind <= len(_DIMENSIONS):
        found.dimension = _DIMENSIONS[one.kind - 1]
        if one.element in (ComponentType.F64, ComponentType.SNORM_F64, ComponentType.UNORM_F64):
            raise program.refuse(None, f"{register}: texels of doubles, which Metal does not have")
        if one.element in (ComponentType.I64, ComponentType.U64):
            raise program.refuse(None, f"{register}: texels of 64 bits, which Metal does not have")
        signed, unsigned = one.element in _SIGNED, one.element in _UNSIGNED
        found.returns = _RETURNS_SINT if signed else _RETURNS_UINT if unsigned else _RETURNS_FLOAT
    else:
        raise program.bad(None, f"{register}: an unknown kind of resource, {one.kind}")
    return found
