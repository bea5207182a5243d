"""The declarations in DXIL metadata: the entry point, its signatures, resources and threads; and how the code uses
them.
Layout: DXC's DXIL.rst ("Shader Properties and Capabilities", "Signatures", "Shader Resources") and mtlb.dxbc.dxil."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from ...base.errors import FormatError, MtlbError, UnsupportedError
from ...base.features import MOST_THREADS
from ...bitcode import read_module
from ...dxbc.container import Container
from ...dxbc.contents import contents_of, naming
from ...dxbc.dxil import BitcodeProgram, is_bitcode_part, main_program, read_bitcode_program
from ...dxbc.dxil_metadata import (
    CBV,
    SAMPLER,
    SRV,
    UAV,
    DxilResource,
    node_integer,
    node_operands,
    node_tags,
    node_text,
    resources_of,
)
from ...dxbc.dxil_operations import SIGNATURES
from ...dxbc.root_signatures import RootSignature
from ...dxbc.words import UNBOUNDED, ShaderKind
from ...ir import Call, ConstantAsMetadata, Function, Instruction, Module
from ..program import (
    ACCELERATION_STRUCTURE,
    MAX_CONTROL_POINTS,
    MAX_ROWS,
    Dimension,
    Patches,
    Primitives,
    Resource,
    vertices_of,
)

PREFIX = "dx.op."
"""The prefix of operation names."""


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
    TESS_FACTOR = 25
    INSIDE_TESS_FACTOR = 26
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
    ShaderKind.HULL: "hull",
    ShaderKind.DOMAIN: "domain",
    ShaderKind.GEOMETRY: "geometry",
}
COMPUTE_STAGES = ("kernel", "mesh", "object")
"""Stages with thread groups."""
PATCH_STAGES = ("hull", "domain", "geometry")
"""Stages whose inputs are in memory."""
_NOT_TRANSLATED = {
    ShaderKind.LIBRARY: "a library of shaders (ray tracing or work graphs)",
}

# Flags of a shader (DXIL.rst, "Shader Flags"), and tags of properties of an entry point.
_EARLY_TESTS, _NATIVE_16_BITS = 1 << 3, 1 << 23
_TAG_FLAGS, _TAG_GEOMETRY, _TAG_DOMAIN, _TAG_HULL, _TAG_THREADS, _TAG_MESH, _TAG_AMPLIFICATION = 0, 1, 2, 3, 4, 9, 10
_TAG_STREAM = 0  # of an element of a signature
_STREAMS = 4
MAX_ELEMENTS = 64
"""The maximum of rows in a signature: Direct3D has 32 registers."""


@dataclass(frozen=True)
class SignatureRow:
    """An element of a signature, from metadata. `indices`: the semantic indices, one for each row."""

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
    stream: int = 0
    """The stream of a geometry shader's output."""

    def semantic_index(self, row: int) -> int:
        """The semantic index of a row."""
        return self.indices[row] if row < len(self.indices) else row


@dataclass(frozen=True)
class MeshProperties:
    """The maximum numbers of vertices and primitives of a mesh, and its topology: 1 lines, 2 triangles."""

    vertices: int
    primitives: int
    topology: int


@dataclass
class DxilProgram:
    """The entry point of a DXIL module with what it declares. Errors name its part, function and instruction."""

    part: BitcodeProgram
    module: Module
    entry: Function | None
    """None for a hull shader that passes control points through."""
    name: str
    stage: str
    inputs: dict[int, SignatureRow]
    outputs: dict[int, SignatureRow]
    names: dict[tuple[str, int, int], str] = field(default_factory=dict)
    resources: dict[tuple[str, int], Resource] = field(default_factory=dict)
    thread_group: tuple[int, int, int] | None = None
    thread_group_place: None = None
    early_tests: bool = False
    has_16_bits: bool = False
    """Whether 16-bit numbers are native; otherwise they are minimum precision numbers, with 32 bits here."""
    root_signature: RootSignature | None = None
    primitive_outputs: dict[int, SignatureRow] = field(default_factory=dict)
    """The signature of mesh primitives."""
    patch_constants: dict[int, SignatureRow] = field(default_factory=dict)
    """The patch properties of a hull or domain shader."""
    constants_function: Function | None = None
    """The function that computes a hull shader's patch constants."""
    patches: Patches = field(default_factory=Patches)
    primitives: Primitives = field(default_factory=Primitives)
    """The input and output primitives of a geometry shader."""
    mesh: MeshProperties | None = None
    kinds: dict[tuple[str, int], int] = field(default_factory=dict)
    """The `ResourceKind` of resources."""
    numbers: dict[Instruction, tuple[str, int]] = field(default_factory=dict)
    """The function and index of each instruction, for errors."""

    @property
    def has_compute_derivatives(self) -> bool:
        """Whether thread groups have quads for derivatives: from shader model 6.6 on."""
        return (self.part.major, self.part.minor) >= (6, 6)

    def _where(self, i: Instruction | None) -> str:
        if i is None:
            return self.part.view.name
        function, number = self.numbers.get(i, (self.name, -1))
        place = f", instruction {number}" if number >= 0 else ""
        return f"{self.part.view.name}: {function}{place} ({instruction_name(i)})"

    def bad(self, i: Instruction | None, reason: str) -> MtlbError:
        """Create an error about an instruction that violates the format; None: about metadata."""
        return FormatError(f"{self._where(i)}: {reason}", offset=self.part.offset)

    def refuse(self, i: Instruction | None, reason: str) -> MtlbError:
        """Create an error about an instruction that has no Metal equivalent or is not translated."""
        return UnsupportedError(f"{self._where(i)}: {reason}", offset=self.part.offset)


def operation_number(i: Instruction) -> int:
    """The operation number of a call; -1 for another instruction."""
    if isinstance(i, Call) and i.callee.name.startswith(PREFIX) and i.arguments:
        return node_integer(ConstantAsMetadata(i.arguments[0]), -1)
    return -1


def instruction_name(i: Instruction) -> str:
    """The name of an instruction in errors: the operation's name, or LLVM's."""
    number = operation_number(i)
    if number >= 0:
        return SIGNATURES[number][0] if number in SIGNATURES else f"operation {number}"
    return f"call of {i.callee.name}" if isinstance(i, Call) else i.code.name.lower()


def read_dxil(container: Container) -> DxilProgram:
    """The DXIL of a container with its declarations.
    Raises FormatError for damaged parts, and UnsupportedError for stages and declarations that are not translated."""
    debug = container.get("ILDB")  # the same program with debug information
    part = main_program(container)
    if debug is not None:
        part = read_bitcode_program(debug.data, base=debug.data_offset, name=debug.tag)
    stage = _STAGES.get(part.kind)
    if stage is None:
        reason = _NOT_TRANSLATED.get(part.kind, f"a shader of kind {part.kind.label}")
        raise UnsupportedError(f"{part.view.name}: {reason}", offset=part.offset)
    with naming(part.view.name):
        module = read_module(part.bitcode, base=part.offset)
        code = {f: list(f.instructions()) if f.is_definition else [] for f in module.functions}
    nodes = module.named_metadata.get("dx.entryPoints") or ()
    operands = node_operands(nodes[0]) if nodes else ()
    function = operands[0].value if operands and isinstance(operands[0], ConstantAsMetadata) else None
    entry = function if isinstance(function, Function) and function.is_definition else None
    if len(operands) < 5 or (entry is None and stage != "hull"):
        raise FormatError(f"{part.view.name}: dx.entryPoints names no function", offset=part.offset)
    signatures = [*node_operands(operands[2]), None, None, None]
    name = node_text(operands[1]) or (entry.name if entry is not None else stage)
    program = DxilProgram(part, module, entry, name, stage, {}, {})
    for defined in module.functions:
        called = name if defined is entry else defined.name
        program.numbers |= {i: (called, n) for n, i in enumerate(code[defined])}
    program.inputs = _signature(program, signatures[0])
    program.outputs = _signature(program, signatures[1])
    program.primitive_outputs = _signature(program, signatures[2]) if stage == "mesh" else {}
    program.patch_constants = _signature(program, signatures[2]) if stage in ("hull", "domain") else {}
    _read_properties(program, node_operands(operands[4]))
    part_of_root = container.get("RTS0")
    signature = None if part_of_root is None else contents_of(part_of_root)
    program.root_signature = signature if isinstance(signature, RootSignature) else None
    names = _names(container)
    for resource in resources_of(module):
        _declare(program, resource, names)
    return program


# --- signatures, properties ------------------------------------------------------------------------------------------


def _signature(program: DxilProgram, node: object) -> dict[int, SignatureRow]:
    signature: dict[int, SignatureRow] = {}
    for element in node_operands(node):
        operands = node_operands(element)
        if len(operands) < 10:
            raise program.bad(None, f"an element of a signature has {len(operands)} fields")
        id, component, kind, mode, rows, columns, row, column = (
            node_integer(operands[place]) for place in (0, 2, 3, 5, 6, 7, 8, 9)
        )
        indices = tuple(node_integer(index) & 0xFFFFFFFF for index in node_operands(operands[4]))
        stream = node_integer(node_tags(operands[10]).get(_TAG_STREAM)) if len(operands) > 10 else 0
        element_row = SignatureRow(
            id, node_text(operands[1]), component, kind, indices, mode, rows, columns, row, column, stream
        )
        if not 1 <= rows <= MAX_ELEMENTS or not 1 <= columns <= 4 or (row >= 0 and not 0 <= column <= 4 - columns):
            raise program.bad(None, f"the element {element_row.name} has {rows} rows of {columns} components")
        if row + rows > MAX_ELEMENTS:
            raise program.bad(None, f"the element {element_row.name} is in register {row}")
        if id in signature:
            raise program.bad(None, f"two elements of a signature have the number {id}")
        signature[id] = element_row
    if sum(element.rows for element in signature.values()) > 2 * MAX_ELEMENTS:
        raise program.bad(None, f"a signature of more than {2 * MAX_ELEMENTS} rows")
    return signature


def _read_properties(program: DxilProgram, operands: Sequence[object]) -> None:
    tags = {node_integer(operands[n], -1): operands[n + 1] for n in range(0, len(operands) - 1, 2)}
    flags = node_integer(tags.get(_TAG_FLAGS))
    program.early_tests = bool(flags & _EARLY_TESTS)
    program.has_16_bits = bool(flags & _NATIVE_16_BITS)
    if program.stage in COMPUTE_STAGES:
        mesh = node_operands(tags.get(_TAG_MESH))
        if len(mesh) >= 4:
            program.mesh = MeshProperties(*(node_integer(size) for size in mesh[1:4]))
        stage_sizes = [*mesh, *node_operands(tags.get(_TAG_AMPLIFICATION)), None]
        group = tags.get(_TAG_THREADS) if program.stage == "kernel" else stage_sizes[0]
        threads = [node_integer(size) for size in node_operands(group)]
        if len(threads) != 3 or any(not 1 <= count <= MOST_THREADS for count in threads):
            raise program.bad(None, f"a thread group of {' x '.join(map(str, threads)) or 'no'} threads")
        program.thread_group = threads[0], threads[1], threads[2]
    elif program.stage in ("hull", "domain"):
        _read_patches(program, tags)
    elif program.stage == "geometry":
        numbers = [node_integer(operand) for operand in node_operands(tags.get(_TAG_GEOMETRY))]
        if len(numbers) < 5:
            raise program.bad(None, "a geometry shader without its properties")
        kind, most, streams, topology, instances = numbers[:5]
        used = [stream for stream in range(_STREAMS) if streams >> stream & 1]
        program.primitives = Primitives(vertices_of(kind), topology, max(most, 0), instances, used)


def _read_patches(program: DxilProgram, tags: dict[int, object]) -> None:
    """Read the patch properties of a hull or domain shader."""
    operands = node_operands(tags.get(_TAG_HULL if program.stage == "hull" else _TAG_DOMAIN))
    numbers = [node_integer(operand) for operand in operands]
    if len(numbers) < (7 if program.stage == "hull" else 2):
        raise program.bad(None, f"a {program.stage} shader without its properties")
    if program.stage == "domain":
        program.patches = Patches(numbers[1], 0, numbers[0])
    else:
        function = operands[0].value if isinstance(operands[0], ConstantAsMetadata) else None
        if not isinstance(function, Function) or not function.is_definition:
            raise program.bad(None, "a hull shader without a function of patch constants")
        program.constants_function = function
        program.patches = Patches(*numbers[1:6])
    counts = (program.patches.input_points, program.patches.output_points)
    if any(not 0 <= count <= MAX_CONTROL_POINTS for count in counts):
        raise program.bad(None, f"a patch of more than {MAX_CONTROL_POINTS} control points")


# --- resources -------------------------------------------------------------------------------------------------------


def _names(container: Container) -> dict[tuple[int, int], str]:
    """Resource names by category and number; DXC moves them to the part STAT when it strips them from DXIL."""
    for part in container:
        if part.tag == "STAT" and is_bitcode_part(part):
            program = read_bitcode_program(part.data, base=part.data_offset, name=part.tag)
            module = read_module(program.bitcode, base=program.offset, bodies=False)
            return {(resource.category, resource.id): resource.name for resource in resources_of(module)}
    return {}


def _declare(program: DxilProgram, declared: DxilResource, names: dict[tuple[int, int], str]) -> None:
    resource = resource_of(program, declared)
    key = resource.kind, resource.id
    if key in program.resources:
        raise program.bad(None, f"{resource.register} is declared twice")
    program.resources[key] = resource
    program.kinds[key] = declared.kind
    name = declared.name or names.get((declared.category, declared.id), "")
    program.names["b" if resource.kind == "cb" else resource.kind, declared.lower, declared.space] = name


def resource_of(program: DxilProgram, declared: DxilResource) -> Resource:
    """A resource in the form of bindings. Raises FormatError for an invalid one, UnsupportedError for one that Metal
    lacks."""
    kind = _KINDS[declared.category]
    register = f"{'b' if kind == 'cb' else kind}{declared.lower}"
    if declared.kind in _CALLED:
        raise program.refuse(None, f"{register}: {_CALLED[ResourceKind(declared.kind)]}")
    count = declared.range
    if not count or (declared.lower + count > UNBOUNDED and count != UNBOUNDED):
        raise program.bad(None, f"{register}: {count} registers")
    last = UNBOUNDED if count == UNBOUNDED else declared.lower + count - 1
    resource = Resource(kind, declared.id, declared.lower, last, declared.space, None)
    if declared.category == CBV:
        resource.form, resource.rows = "", (declared.size + 15) // 16
        if resource.rows > MAX_ROWS:
            raise program.bad(None, f"{register} has {resource.rows} rows: there are at most {MAX_ROWS}")
    elif declared.category == SAMPLER:
        resource.form = ""
        resource.is_compared = declared.element == _COMPARISON_SAMPLER
    elif declared.kind == ResourceKind.ACCELERATION_STRUCTURE and declared.category == SRV:
        resource.form = ACCELERATION_STRUCTURE
    elif declared.kind == ResourceKind.RAW_BUFFER:
        resource.form = "raw"
    elif declared.kind == ResourceKind.STRUCTURED_BUFFER:
        resource.form, resource.stride = "structured", declared.size
        if not resource.stride or resource.stride % 2:
            raise program.bad(None, f"{register} has structures of {resource.stride} bytes")
    elif 1 <= declared.kind <= len(_DIMENSIONS):
        resource.dimension = _DIMENSIONS[declared.kind - 1]
        if declared.element in (ComponentType.F64, ComponentType.SNORM_F64, ComponentType.UNORM_F64):
            raise program.refuse(None, f"{register}: texels of doubles, which Metal does not have")
        if declared.element in (ComponentType.I64, ComponentType.U64):
            raise program.refuse(None, f"{register}: texels of 64 bits, which Metal does not have")
        signed, unsigned = declared.element in _SIGNED, declared.element in _UNSIGNED
        resource.returns = _RETURNS_SINT if signed else _RETURNS_UINT if unsigned else _RETURNS_FLOAT
    else:
        raise program.bad(None, f"{register}: an unknown kind of resource, {declared.kind}")
    return resource
