"""Entry points as the AIR metadata describes them: arguments, outputs, attributes, struct layouts.

`!air.<kind>` lists nodes {function, outputs, arguments, attributes…}; an argument is {index, ["air.function_constant",
node], kind, keys and their values…}, an output the same without an index (docs/air.md §2). Fields are named
after the AIRR slots that they fill. Unknown words are kept in `extra` and reported in `warnings`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.classes import dataclass, field
from ..base.errors import FormatError
from ..base.metal import (
    AccessQualifier,
    ComputedIndex,
    DepthQualifier,
    ImageblockLayout,
    Index,
    InterpolationQualifier,
    MeshTopology,
    PatchKind,
    SamplingQualifier,
)
from ..container import FunctionType
from ..ir import ConstantAsMetadata, Function, MDNode, MDString, MetadataCode, Module
from .cursor import Operands, constant_integer
from .entry_nodes import entry_nodes
from .names import PREFIX
from .words import (
    ARGUMENT_KINDS,
    CONTROL_POINT_FIELD,
    DEPTH_WORDS,
    ENTRY_LISTS,
    FUNCTION_FLAGS,
    INTEGER_KEYS,
    INTERPOLATED_KINDS,
    LAYOUT_WORDS,
    OUTPUT_KINDS,
    PATCH_WORDS,
    PRIMITIVE_WORDS,
    STRING_KEYS,
    TOPOLOGY_WORDS,
    VALUE_KEYS,
)

Extra = tuple[str, tuple[object, ...]]
"""A key that is not in `words.py`, and its operands up to the next key."""


# --- the model -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ConstantPredicate:
    """`air.function_constant`: the argument exists if this boolean function constant (or expression) is true."""

    symbol: str
    type_name: str
    name: str


@dataclass(eq=False, slots=True)
class StructField:
    """A member of a struct: byte offset, size in bytes of one element, number of elements (0: not an array)."""

    offset: int
    size: int
    array_entries: int
    type_name: str
    field_name: str
    struct_type_info: StructType | None = None
    indirect_argument: EntryArgument | None = None
    indirect_location: int | None = None
    raster_order_group: Index | None = None
    render_target_index: Index | None = None
    attribute_name: str = ""
    extra: list[Extra] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class StructType:
    """`air.struct_type_info`: the members of a struct. All references to its node share this object; it may contain
    itself.
    """

    fields: list[StructField] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class MeshType:
    """`air.mesh_type_info`: the outputs of a mesh, the maximum number of vertices and primitives, and the topology."""

    vertex_types: list[EntryArgument]
    primitive_types: list[EntryArgument]
    max_vertices: int
    max_primitives: int
    topology: MeshTopology


@dataclass(eq=False, slots=True)
class EntryArgument:
    """One argument or output. `kind` is the metadata's word without ``air.``; `index` is None for an output.

    A field that the node does not set is None, "" or False. Sizes and alignments are in bytes. Fields have the names of
    the slots of reflection nodes, which are filled from them by name.
    """

    kind: str
    index: int | None = None
    function_constant: ConstantPredicate | None = None
    type_name: str = ""
    name: str = ""
    unused: bool = False
    location_index: Index | None = None
    location_count: int | None = None
    address_space: int | None = None
    struct_type_info: StructType | None = None
    mesh_type_info: MeshType | None = None
    fields: list[EntryArgument] = field(default_factory=list)
    # the fields from here on are in the order of the JSON form (reflection/json.py)
    buffer_size: int | None = None
    type_size: int | None = None
    type_align: int | None = None
    data_size: int | None = None
    array_size: int | None = None
    id: int | None = None
    raster_order_group: Index | None = None
    render_target_index: Index | None = None
    blend_source_index: int | None = None
    access_qualifier: AccessQualifier | None = None
    sampling_qualifier: SamplingQualifier | None = None
    interpolation_qualifier: InterpolationQualifier | None = None
    depth_qualifier: DepthQualifier | None = None
    layout: ImageblockLayout | None = None
    attribute_name: str = ""
    control_point_function: str | None = None
    invariant: bool = False
    shared: bool = False
    post_depth_coverage: bool = False
    extra: list[Extra] = field(default_factory=list)

    @property
    def fixed_index(self) -> int | None:
        """The location index, if the argument has one that no code computes."""
        index = self.location_index
        return None if index is None or isinstance(index, ComputedIndex) else int(index)


def computed_indices(argument: EntryArgument) -> list[ComputedIndex]:
    """The indices of an argument or output that code computes."""
    indices = (argument.location_index, argument.render_target_index, argument.raster_order_group)
    return [index for index in indices if isinstance(index, ComputedIndex)]


@dataclass(frozen=True, slots=True)
class Patch:
    """`air.patch`; `control_points` is None if the node has no number."""

    kind: PatchKind
    control_points: int | None = None


@dataclass(frozen=True, slots=True)
class StitchingArgument:
    """A stitchable function's argument, or its result with an empty name. `type` is the node that describes it."""

    name: str
    type: MDNode


@dataclass(eq=False, slots=True)
class EntryPoint:
    """An entry of `!air.<kind>`. `flags`: its string attributes without ``air.``; `extra`: unknown attribute nodes.

    `attribute_order`: the names of the attributes without ``air.``, in the order of the node that was read.
    """

    kind: FunctionType
    function: Function
    outputs: list[EntryArgument] = field(default_factory=list)
    arguments: list[EntryArgument] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    max_work_group_size: int | None = None
    work_group_size: tuple[int, int, int] | None = None
    work_group_size_hint: tuple[int, int, int] | None = None
    max_mesh_work_groups: int | None = None
    vec_type_hint: str | None = None
    user_annotation: str | None = None
    patch: Patch | None = None
    stitching: list[StitchingArgument] | None = None
    extra: list[MDNode] = field(default_factory=list)
    attribute_order: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.function.name


# --- parsing ---------------------------------------------------------------------------------------------------------


def read_entry_points(module: Module) -> list[EntryPoint]:
    """All entry points of a module: kinds in Apple's order, each kind in the order of its named metadata.

    FormatError, naming the node, if the metadata does not match its kind.
    """
    parser = _Parser(module, _REREAD_FREELY + (0 if module.raw is None else len(module.raw)))
    return [parser.entry(ENTRY_LISTS[name], node, f"!{name}[{number}]") for name, number, node in entry_nodes(module)]


_REREAD_FREELY = 1 << 20
"""The limit of operands that may be read repeatedly because several nodes refer to them, in addition to the module's
size in bytes. A real module has code for every entry point; a malicious module may consist of references only.
"""


_IN_STRUCT = " struct type info"


class _Parser:
    """Parses the entries of one module. Each struct node is parsed once, from a worklist, so nesting needs no
    recursion.
    """

    def __init__(self, module: Module, reread_most: int) -> None:
        self.own = module.own
        self.reread_left = reread_most
        self.warnings: list[str] = []
        self.structs: dict[MDNode, StructType] = {}
        self.pending: list[tuple[MDNode, StructType, str]] = []
        self.opened: set[MDNode] = set()

    def open(self, node: object, where: str) -> Operands:
        """The operands of a node that several other nodes may refer to."""
        operands = Operands(node, where)
        assert isinstance(node, MDNode)
        if node in self.opened:
            self.reread_left -= len(node.fields)
            if self.reread_left < 0:
                raise operands.fail("nodes are referred to too often")
        self.opened.add(node)
        return operands

    def warn(self, operands: Operands, text: str) -> None:
        self.warnings.append(f"metadata {operands.where}: {text}")

    def entry(self, kind: FunctionType, node: MDNode, where: str) -> EntryPoint:
        operands = self.open(node, where)
        self.warnings = []
        entry = EntryPoint(kind, self.own(operands.function()), warnings=self.warnings)
        if entry.function.is_declaration:
            raise FormatError(f"metadata {where}: @{ascii(entry.name)[1:-1]} is declared but not defined")
        entry.outputs = self.outputs(operands.node("the outputs"), f"{where} output")
        entry.arguments = self.arguments(operands.node("the arguments"), f"{where} argument")
        while operands:
            self.attribute(entry, operands)
        self.finish_structs()
        return entry

    def arguments(self, node: MDNode, where: str) -> list[EntryArgument]:
        results = []
        for number, child in enumerate(self.open(node, where).fields):
            operands = self.open(child, f"{where} {number}")
            results.append(self.argument(operands, operands.integer("the argument's index")))
        return results

    def predicate(self, operands: Operands) -> ConstantPredicate:
        """{predicate, "type", "name"}."""
        symbol = self.own(operands.global_value()).name
        return ConstantPredicate(symbol, operands.string("a type"), operands.string("a name"))

    def index(self, operands: Operands, description: str) -> Index:
        """An index that is a number, or the variable that code computes it in."""
        field = operands.fields[operands.pos] if operands else None
        if isinstance(field, ConstantAsMetadata) and constant_integer(field.value) is None:
            return ComputedIndex(self.own(operands.global_value(description)).name)
        return operands.integer(description)

    def outputs(self, node: MDNode, where: str) -> list[EntryArgument]:
        return [
            self.argument(self.open(child, f"{where} {n}"), None)
            for n, child in enumerate(self.open(node, where).fields)
        ]

    def argument(self, operands: Operands, index: int | None) -> EntryArgument:
        predicate = None
        if operands.peek_string() == "air.function_constant":
            operands.skip()
            predicate = self.predicate(Operands(operands.node(), f"{operands.where} function constant"))
        kind = operands.string("the kind").removeprefix(PREFIX)
        argument = EntryArgument(kind, index, predicate)
        if kind not in (OUTPUT_KINDS if index is None else ARGUMENT_KINDS):
            self.warn(operands, f"unknown kind {kind!a}, which reflection can't hold")
        self.positional(argument, operands)
        while operands.pos < len(operands.fields):
            self.key(argument, operands)
        return argument

    def positional(self, argument: EntryArgument, operands: Operands) -> None:
        """Read the operands between the kind and the first key."""
        kind = argument.kind
        if kind in ("fragment_input", "vertex_output"):
            argument.attribute_name = operands.string("an attribute name")
        elif kind == "render_target":
            argument.render_target_index = self.index(operands, "a render target index")
            if operands.peek_integer() is not None:
                argument.blend_source_index = operands.integer()
        elif kind in ("mesh_vertex_data", "mesh_primitive_data"):
            argument.id = operands.integer("the number of the output")
            argument.attribute_name = operands.string("an attribute name")
        elif kind == "imageblock":
            argument.layout = operands.word(LAYOUT_WORDS, "imageblock layout")
        elif kind == "mesh":
            if argument.index is None:
                raise operands.fail("a mesh can't be an output")
            argument.mesh_type_info = self.mesh_type(self.open(operands.node(), f"{operands.where} mesh type"))
        elif kind == "patch_control_point_input":
            self.control_points(argument, operands)

    def control_points(self, argument: EntryArgument, operands: Operands) -> None:
        """{"air.patch_control_point_function", function or null}, then a node for each field of a control point."""
        head = Operands(operands.node("the control point function"), f"{operands.where} control point function")
        head.string()
        if head and head.fields[head.pos] is not None:
            argument.control_point_function = self.own(head.function()).name
        while (node := operands.peek_node()) is not None:
            child = self.open(node, f"{operands.where} field {len(argument.fields)}")
            part = EntryArgument(CONTROL_POINT_FIELD)
            while child:
                self.key(part, child)
            argument.fields.append(part)
            operands.skip()

    def mesh_type(self, operands: Operands) -> MeshType:
        """{"air.mesh_type_info", vertex outputs, primitive outputs, maximum of each, topology}."""
        operands.string()
        vertices = self.outputs(operands.node("the vertex outputs"), f"{operands.where} vertex output")
        primitives = self.outputs(operands.node("the primitive outputs"), f"{operands.where} primitive output")
        most = operands.integer("the maximum of vertices"), operands.integer("the maximum of primitives")
        return MeshType(vertices, primitives, *most, operands.word(TOPOLOGY_WORDS, "mesh topology"))

    def key(self, argument: EntryArgument, operands: Operands) -> None:
        """Read a key and its values."""
        key = operands.string("a key")
        if (name := STRING_KEYS.get(key)) is not None:
            setattr(argument, name, operands.string(f"the value of {key}"))
        elif (name := INTEGER_KEYS.get(key)) is not None:
            read = self.index if key == "air.raster_order_group" else Operands.integer
            setattr(argument, name, read(operands, f"the value of {key}"))
        elif key == "air.location_index":
            argument.location_index = self.index(operands, "a location index")
            argument.location_count = operands.integer("a location count")
        elif key == "air.sample" and argument.kind in INTERPOLATED_KINDS:
            argument.sampling_qualifier = SamplingQualifier.SAMPLE
        elif key in VALUE_KEYS:
            setattr(argument, *VALUE_KEYS[key])
        elif key == "air.struct_type_info":
            argument.struct_type_info = self.struct(operands)
        elif key == "air.depth_qualifier":
            argument.depth_qualifier = operands.word(DEPTH_WORDS, "depth qualifier")
        elif key.startswith("generated("):
            argument.attribute_name = key  # the form of vertex inputs in AIR 2.2 and older
        else:
            self.unknown_key(argument.extra, key, operands)

    def unknown_key(self, extra: list[Extra], key: str, operands: Operands) -> None:
        values = []
        while operands and not (operands.peek_string() or "").startswith(PREFIX):
            values.append(operands.skip())
        extra.append((key, tuple(values)))
        self.warn(operands, f"unknown key {key!a}")

    # structs

    def struct(self, operands: Operands) -> StructType:
        """The struct that the next operand describes; `finish_structs` reads its members."""
        node = operands.node("a struct's members")
        type_ = self.structs.get(node)
        if type_ is None:
            type_ = self.structs[node] = StructType()
            where = operands.where.partition(_IN_STRUCT)[0] + _IN_STRUCT  # keeps the text short for nested structs
            self.pending.append((node, type_, where))
        return type_

    def finish_structs(self) -> None:
        while self.pending:
            node, struct, where = self.pending.pop()
            operands = Operands(node, where)
            while operands:
                struct.fields.append(self.struct_field(operands))

    def struct_field(self, operands: Operands) -> StructField:
        nested = None
        if operands.peek_string() == "air.struct_type_info":
            operands.skip()
            nested = self.struct(operands)
        offset = operands.integer("a member's offset")
        size = operands.integer("a member's size")
        array_entries = operands.integer("a member's array length")
        member = StructField(offset, size, array_entries, operands.string("a type"), operands.string("a name"), nested)
        while (key := operands.peek_string()) is not None and key != "air.struct_type_info":
            operands.skip()
            if key == "air.indirect_argument":
                self.indirect_argument(member, operands)
            elif key == "air.raster_order_group":
                member.raster_order_group = operands.integer(f"the value of {key}")
            elif key == "air.render_target":
                member.render_target_index = operands.integer(f"the value of {key}")
            elif not key.startswith(PREFIX):
                member.attribute_name = key
            else:
                self.unknown_member_key(member, key, operands)
        return member

    def unknown_member_key(self, member: StructField, key: str, operands: Operands) -> None:
        """Read the values of an unknown key: nodes only, because an integer would be the next member's offset."""
        values = []
        while operands.peek_node() is not None:
            values.append(operands.skip())
        member.extra.append((key, tuple(values)))
        self.warn(operands, f"unknown key {key!a}")

    def indirect_argument(self, member: StructField, operands: Operands) -> None:
        """An argument node, whose index and location are the id of the member, or the first id of a nested struct."""
        if operands.peek_node() is None:
            member.indirect_location = operands.integer("an indirect argument")
            return
        child = self.open(operands.node(), f"{operands.where} indirect argument")
        member.indirect_argument = self.argument(child, child.integer("the argument's index"))

    # attributes of the function

    def attribute(self, entry: EntryPoint, operands: Operands) -> None:
        text = operands.peek_string()
        if text is not None:
            operands.skip()
            entry.attribute_order.append(text.removeprefix(PREFIX))
            self.flag(entry, text.removeprefix(PREFIX), operands)
            return
        node = operands.node("an attribute")
        inner = Operands(node, f"{operands.where} attribute {operands.pos - 1}")
        key = inner.string("the attribute's name")
        entry.attribute_order.append(key.removeprefix(PREFIX))
        if key == "air.max_work_group_size":
            entry.max_work_group_size = inner.integer()
        elif key == "air.max_mesh_work_groups":
            entry.max_mesh_work_groups = inner.integer()
        elif key == "air.work_group_size":
            entry.work_group_size = (inner.integer(), inner.integer(), inner.integer())
        elif key == "air.work_group_size_hint":
            entry.work_group_size_hint = (inner.integer(), inner.integer(), inner.integer())
        elif key == "air.vec_type_hint":
            entry.vec_type_hint = inner.string()
        elif key == "air.user_annotation":
            entry.user_annotation = inner.string()
        elif key == "air.patch":
            entry.patch = _patch(inner)
        elif key == "air.stitching_info":
            entry.stitching = list(_stitching(inner))
        elif not inner:
            self.flag(entry, key.removeprefix(PREFIX), inner)
        else:
            entry.extra.append(node)
            self.warn(inner, f"unknown attribute {key!a}")

    def flag(self, entry: EntryPoint, flag: str, operands: Operands) -> None:
        """A string attribute: sets a boolean slot of the function's node, or the primitive of an intersection
        function.
        """
        entry.flags.append(flag)
        is_primitive = flag in PRIMITIVE_WORDS and entry.kind is FunctionType.INTERSECTION
        if not is_primitive and flag not in FUNCTION_FLAGS.get(entry.kind, ()):
            self.warn(operands, f"unknown attribute {flag!a}, which reflection can't hold")


def _patch(operands: Operands) -> Patch:
    """ "triangle" or "quad" ["air.patch_control_point", number]."""
    kind = operands.word(PATCH_WORDS, "kind of patch")
    points = None
    if operands.peek_string() == "air.patch_control_point":
        operands.skip()
        points = operands.integer("the number of control points")
    return Patch(kind, points)


def _stitching(operands: Operands) -> Iterator[StitchingArgument]:
    """The result's type, then {"air.stitching_argument", type, "name"} per argument."""
    yield StitchingArgument("", operands.node("the result's type"))
    while operands:
        inner = Operands(operands.node("an argument"), f"{operands.where} argument")
        inner.string()
        type = inner.node("the argument's type")
        yield StitchingArgument(inner.string("the argument's name"), type)


def describe_operand(operand: object) -> str:
    """An unknown operand as text for messages."""
    if isinstance(operand, MDString):
        return ascii(operand.value)
    if isinstance(operand, ConstantAsMetadata):
        value = constant_integer(operand.value)
        return str(value) if value is not None else f"@{ascii(operand.value.name)[1:-1]}"
    if isinstance(operand, MDNode):
        return "!{...}" if operand.code is MetadataCode.NODE else f"!{operand.code.name}"
    return "null"
