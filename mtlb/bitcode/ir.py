"""The record-level truth of one LLVM module: types, values, metadata, with every id resolved to an object.

Three layers make up `mtlb.bitcode`: `bitstream` (blocks and records, knows no IR), this model, and between them
`reader` (records to model) and `writer` with `enumerate` (model to records). Objects carry no numbers: ids exist only
while a module is being read or written, so one function may stand in several modules at once (that is how an entry
point is split off without a copy).

Objects compare by identity. Literal types, constants, metadata strings and uniqued nodes are made through a `Context`,
which gives the same object for the same content, so identity is equality there; named structs, globals, functions,
instructions and distinct nodes are each their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .codes import InstCode, Linkage, MetadataCode, TypeCode
from .schema import metadata_schema

__all__ = [
    "Alias",
    "Argument",
    "Attribute",
    "AttributeGroup",
    "AttributeList",
    "BasicBlock",
    "BlockInstruction",
    "Call",
    "Comdat",
    "Constant",
    "ConstantAsMetadata",
    "Context",
    "DebugLoc",
    "Function",
    "GlobalValue",
    "GlobalVariable",
    "InlineAsm",
    "Instruction",
    "LocalAsMetadata",
    "MDNode",
    "MDString",
    "Metadata",
    "MetadataAsValue",
    "Module",
    "OperandBundle",
    "Type",
    "Value",
]


# --- types -----------------------------------------------------------------------------------------------------------


class Type:
    """One LLVM type. `code` says which; `elements` are the types it is made of, `params` its numbers:

    INTEGER (width in bits) · POINTER (address space), elements (pointee,) · OPAQUE_POINTER (address space) ·
    ARRAY (count), elements (element,) · VECTOR (count[, scalable]), elements (element,) ·
    FUNCTION (vararg,), elements (result, *parameters) · STRUCT_ANON, STRUCT_NAMED (packed,), elements the members ·
    OPAQUE (): a named struct without a body. `name` is None but for named structs ("" for an unnamed identified one).
    """

    __slots__ = ("code", "elements", "name", "params")

    def __init__(
        self,
        code: TypeCode,
        params: tuple[int, ...] = (),
        elements: tuple[Type, ...] = (),
        name: str | None = None,
    ) -> None:
        self.code = code
        self.params = params
        self.elements = elements
        self.name = name

    @property
    def is_identified(self) -> bool:
        """A struct that is told apart by its identity, not by its members."""
        return self.code is TypeCode.STRUCT_NAMED or self.code is TypeCode.OPAQUE

    @property
    def is_pointer(self) -> bool:
        return self.code is TypeCode.POINTER or self.code is TypeCode.OPAQUE_POINTER

    @property
    def address_space(self) -> int:
        return self.params[0]

    @property
    def pointee(self) -> Type:
        return self.elements[0]

    @property
    def result(self) -> Type:
        """What a function type returns."""
        return self.elements[0]

    @property
    def parameters(self) -> tuple[Type, ...]:
        return self.elements[1:]

    @property
    def is_vararg(self) -> bool:
        return bool(self.params[0])

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name is not None else ""
        return f"<Type {self.code.name}{name} {self.params} of {len(self.elements)}>"


# --- attributes ------------------------------------------------------------------------------------------------------


class Attribute(NamedTuple):
    """One attribute in the record's own terms.

    `form` 0: enumerator `kind` · 1: enumerator with an integer `value` · 3: string key `kind` · 4: string key and
    value · 5: type attribute without a type · 6: type attribute, its `Type` as value. `kind` is the number or the key.
    """

    form: int
    kind: int | str
    value: int | str | Type | None = None


class AttributeGroup(NamedTuple):
    """The attributes of one `place`: 0 the result, 0xFFFFFFFF the function, 1.. its parameters.

    Without attributes it is a group that Apple's writer numbered and did not write (it removed the attributes after
    numbering, for an older target); its place is not in the file and negative here, which tells such groups apart.
    Groups that became equal by such a removal stay two: `twin` counts the equal ones before it.
    """

    place: int
    attributes: tuple[Attribute, ...]
    twin: int = 0


AttributeList = tuple[AttributeGroup, ...]
"""The groups that belong to a function or a call, in the record's order; () for none."""


# --- metadata --------------------------------------------------------------------------------------------------------


class Metadata:
    __slots__ = ()


class MDString(Metadata):
    """A metadata string, `value` decoded from UTF-8 with surrogateescape."""

    __slots__ = ("value",)

    def __init__(self, value: str) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"!{self.value!r}"


class ConstantAsMetadata(Metadata):
    """A constant or global (never an instruction) standing in metadata."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"!({self.value!r})"


class LocalAsMetadata(Metadata):
    """An argument or instruction standing in metadata; it belongs to one function."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


MDField = Metadata | int | None


class MDNode(Metadata):
    """A metadata node of any kind.

    `code` is NODE for a plain tuple (its `fields` are the operands, Metadata or None) or one of the debug-info codes
    (its `fields` are the record's operands after the first, ids resolved where `metadata_schema` says that they are
    ids, integers kept raw). `version` holds the first operand without its lowest bit, which is `distinct`.
    """

    __slots__ = ("code", "distinct", "fields", "version")

    def __init__(
        self, code: MetadataCode, fields: Sequence[MDField] = (), *, distinct: bool = False, version: int = 0
    ) -> None:
        self.code = code
        self.fields = tuple(fields)
        self.distinct = distinct
        self.version = version

    def operands(self) -> Iterator[Metadata | None]:
        """The metadata this node refers to, in the order of LLVM's in-memory operands."""
        schema = None
        if self.code is not MetadataCode.NODE and self.code is not MetadataCode.ARG_LIST:
            schema = metadata_schema(self.code, self.version, len(self.fields))
        if schema is None:
            values: Iterable[MDField] = self.fields
        else:
            values = (self.fields[index] for index in schema.order if index < len(self.fields))
        for value in values:
            if not isinstance(value, int):
                yield value

    def __repr__(self) -> str:
        return f"<MDNode {self.code.name}{' distinct' if self.distinct else ''} {len(self.fields)} fields>"


class DebugLoc(NamedTuple):
    """Where an instruction comes from: line and column (1-based, 0 unknown)."""

    line: int
    column: int
    scope: MDNode | None
    inlined_at: MDNode | None
    implicit: int = 0


# --- values ----------------------------------------------------------------------------------------------------------


class Value:
    """Anything an operand can be. `type` is its LLVM type; `name` its symbol or local name, "" for none."""

    __slots__ = ("name", "type")

    def __init__(self, type: Type, name: str = "") -> None:
        self.type = type
        self.name = name


class Constant(Value):
    """A constant that is not a global. `code` is a `ConstantCode` value:

    NULL, UNDEF, POISON: nothing more · INTEGER: params (value,), signed · WIDE_INTEGER: params of signed 64-bit words ·
    FLOAT: params (bits, or words) · AGGREGATE: operands · DATA: params, one per element (STRING and CSTRING are read
    as DATA, the writer chooses) · CE_BINOP: params (opcode, flags), operands (left, right) · CE_UNOP, CE_CAST: params
    (opcode, flags) · CE_GEP: params (inbounds, inrange index or -1), operands base and indices, `source_type` ·
    CE_SELECT, CE_EXTRACTELT, CE_INSERTELT, CE_SHUFFLEVEC: operands · CE_CMP: params (predicate,), operands ·
    DSO_LOCAL_EQUIVALENT, NO_CFI_VALUE: operands (global,).
    """

    __slots__ = ("code", "operands", "params", "source_type")

    def __init__(
        self,
        type: Type,
        code: int,
        params: tuple[int, ...] = (),
        operands: tuple[Value, ...] = (),
        source_type: Type | None = None,
    ) -> None:
        self.type = type
        self.name = ""
        self.code = code
        self.params = params
        self.operands = operands
        self.source_type = source_type

    def __repr__(self) -> str:
        return f"<Constant {self.code} {self.type!r} {self.params}>"


class InlineAsm(Value):
    """Inline assembly: `params` are the record's numbers (flags), then the two strings."""

    __slots__ = ("asm", "code", "constraints", "flags", "function_type")

    def __init__(
        self, type: Type, code: int, flags: int, asm: str, constraints: str, function_type: Type | None = None
    ) -> None:
        super().__init__(type)
        self.code = code
        self.flags = flags
        self.asm = asm
        self.constraints = constraints
        self.function_type = function_type


class MetadataAsValue(Value):
    """Metadata as an operand of a call (type METADATA)."""

    __slots__ = ("metadata",)

    def __init__(self, type: Type, metadata: Metadata) -> None:
        super().__init__(type)
        self.metadata = metadata


class Argument(Value):
    __slots__ = ("index",)

    def __init__(self, type: Type, index: int, name: str = "") -> None:
        super().__init__(type, name)
        self.index = index


@dataclass(eq=False)
class Comdat:
    name: str
    selection: int


class GlobalValue(Value):
    """What globals, functions and aliases share. `type` is the pointer type, `value_type` what it points at."""

    __slots__ = (
        "address_space",
        "comdat",
        "dll_storage",
        "dso_local",
        "linkage",
        "metadata",
        "partition",
        "section",
        "thread_local",
        "unnamed_addr",
        "value_type",
        "visibility",
    )

    def __init__(self, type: Type, value_type: Type, name: str, linkage: Linkage) -> None:
        super().__init__(type, name)
        self.value_type = value_type
        self.address_space = 0
        self.linkage = linkage
        self.visibility = 0  # 0 default, 1 hidden, 2 protected
        self.unnamed_addr = 0  # 0 none, 1 unnamed_addr, 2 local_unnamed_addr
        self.dll_storage = 0
        self.dso_local = 0
        self.thread_local = 0
        self.section = ""
        self.partition = ""
        self.comdat: Comdat | None = None
        self.metadata: list[tuple[int, MDNode]] = []  # attachments: (kind id, node)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} @{self.name}>"

    @property
    def is_declaration(self) -> bool:
        return False


class GlobalVariable(GlobalValue):
    __slots__ = ("alignment", "attributes", "externally_initialized", "extra", "initializer", "is_constant")

    def __init__(self, type: Type, value_type: Type, name: str, linkage: Linkage) -> None:
        super().__init__(type, value_type, name, linkage)
        self.is_constant = False
        self.initializer: Value | None = None
        self.alignment = 0  # log2(bytes) + 1, 0 for none
        self.externally_initialized = 0
        self.attributes: AttributeList = ()
        self.extra: tuple[int, ...] = ()  # record fields younger than the partition

    @property
    def is_declaration(self) -> bool:
        return self.initializer is None


class Function(GlobalValue):
    """A function. `blocks` is empty for a declaration and for a definition that was read without bodies."""

    __slots__ = (
        "alignment",
        "arguments",
        "attributes",
        "blocks",
        "calling_convention",
        "extra",
        "gc",
        "is_definition",
        "personality",
        "prefix",
        "prologue",
        "symbols",
    )

    def __init__(self, type: Type, value_type: Type, name: str, linkage: Linkage) -> None:
        super().__init__(type, value_type, name, linkage)
        self.calling_convention = 0
        self.is_definition = False
        self.attributes: AttributeList = ()
        self.alignment = 0  # log2(bytes) + 1
        self.gc = ""
        self.prologue: Value | None = None
        self.prefix: Value | None = None
        self.personality: Value | None = None
        self.arguments: list[Argument] = []
        self.blocks: list[BasicBlock] = []
        self.symbols: list[Value | BasicBlock] = []  # named locals in the order of the value symbol table
        self.extra: tuple[int, ...] = ()

    @property
    def is_declaration(self) -> bool:
        return not self.is_definition

    def instructions(self) -> Iterator[Instruction]:
        for block in self.blocks:
            yield from block.instructions


class Alias(GlobalValue):
    """An alias, or an ifunc (`is_ifunc`), of `aliasee`."""

    __slots__ = ("aliasee", "is_ifunc")

    def __init__(self, type: Type, value_type: Type, name: str, linkage: Linkage, *, is_ifunc: bool = False) -> None:
        super().__init__(type, value_type, name, linkage)
        self.aliasee: Value | None = None
        self.is_ifunc = is_ifunc


class BasicBlock:
    __slots__ = ("instructions", "name")

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.instructions: list[Instruction] = []


class OperandBundle(NamedTuple):
    tag: str
    operands: tuple[Value, ...]


class Instruction(Value):
    """One instruction. `code` is its youngest record code (old spellings are read as the new ones; the writer of an old
    era knows the way back). `type` is the type of its result, `operands` are its values in LLVM's in-memory order:

    | code | operands | blocks | params | aux_type |
    |---|---|---|---|---|
    | UNOP, BINOP | values | | (opcode, flags or 0) | |
    | CAST | (value,) | | (opcode, flags or 0) | |
    | GEP | (base, *indices) | | (inbounds flags,) | source element type |
    | VSELECT | (condition, true, false) | | (flags,) | |
    | EXTRACTELT, INSERTELT, SHUFFLEVEC | as in IR (the mask is the last) | | | |
    | CMP2 | (left, right) | | (predicate, flags) | |
    | RET | () or (value,) | | | |
    | BR | () or (condition,) | (target,) or (true, false) | | |
    | SWITCH | (condition, *case values) | (default, *case targets) | | |
    | UNREACHABLE | | | | |
    | PHI | incoming values | incoming blocks | (flags,) | |
    | ALLOCA | (size,) | | (alignment log2+1, inalloca, swifterror, address space or -1) | allocated type |
    | LOAD | (pointer,) | | (alignment log2+1, volatile) | |
    | LOADATOMIC | (pointer,) | | (alignment, volatile, ordering, sync scope) | |
    | STORE | (value, pointer) | | (alignment, volatile) | |
    | STOREATOMIC | (value, pointer) | | (alignment, volatile, ordering, sync scope) | |
    | EXTRACTVAL | (aggregate,) | | indices | |
    | INSERTVAL | (aggregate, value) | | indices | |
    | CALL | (*arguments, callee) | | (tail kind, calling convention, fast-math flags) | function type |
    | FENCE | | | (ordering, sync scope) | |
    | CMPXCHG | (pointer, compare, new) | | (volatile, success, scope, failure, weak, alignment) | |
    | ATOMICRMW | (pointer, value) | | (operation, volatile, ordering, scope, alignment) | |
    | FREEZE | (value,) | | | |

    The tail kind of a call: 0 none, 1 tail, 2 musttail, 3 notail. Fast-math flags are the record's, of the module's
    era. Sync scopes are ids into `Module.sync_scopes`.
    """

    __slots__ = ("aux_type", "code", "debug_loc", "metadata", "operands", "params")

    # Most instructions have none of these, and no room for them: `Call` and `BlockInstruction` do.
    attributes: AttributeList = ()
    blocks: tuple[BasicBlock, ...] = ()
    bundles: tuple[OperandBundle, ...] = ()

    def __new__(cls, code: InstCode | None = None, *_rest: object, **_named: object) -> Instruction:
        # Copies are made without a code, of the class that they are of.
        return super().__new__(cls if code is None else _CLASSES.get(code, cls))

    def __init__(
        self,
        code: InstCode,
        type: Type,
        operands: Sequence[Value] = (),
        params: Sequence[int] = (),
        blocks: Sequence[BasicBlock] = (),
        aux_type: Type | None = None,
    ) -> None:
        self.type = type
        self.name = ""
        self.code = code
        self.operands = tuple(operands)
        self.params = tuple(params)
        self.aux_type = aux_type
        self.metadata: tuple[tuple[int, MDNode], ...] = ()  # attachments other than !dbg locations: (kind id, node)
        self.debug_loc: DebugLoc | None = None
        if isinstance(self, Call):
            self.attributes = ()
            self.bundles = ()
        elif isinstance(self, BlockInstruction):
            self.blocks = tuple(blocks)
        elif blocks:
            raise ValueError(f"an instruction {code.name} has no blocks")

    def __repr__(self) -> str:
        return f"<Instruction {self.code.name} {self.params}>"

    @property
    def callee(self) -> Value:
        """What a call calls."""
        return self.operands[-1]


class Call(Instruction):
    """What Instruction(InstCode.CALL, …) makes: it has room for `attributes` and operand `bundles`."""

    __slots__ = ("attributes", "bundles")


class BlockInstruction(Instruction):
    """What Instruction(…) makes of BR, SWITCH and PHI: it has room for `blocks`."""

    __slots__ = ("blocks",)


_CLASSES: dict[InstCode, type[Instruction]] = {
    InstCode.CALL: Call,
    InstCode.BR: BlockInstruction,
    InstCode.SWITCH: BlockInstruction,
    InstCode.PHI: BlockInstruction,
}


# --- context and module ----------------------------------------------------------------------------------------------


class Context:
    """Makes types, constants, strings and uniqued nodes, each content once. Modules that are to be linked share one."""

    def __init__(self) -> None:
        self._types: dict[tuple[object, ...], Type] = {}
        self._constants: dict[tuple[object, ...], Constant] = {}
        self._strings: dict[str, MDString] = {}
        self._nodes: dict[tuple[object, ...], MDNode] = {}
        self._values: dict[Value, ConstantAsMetadata] = {}
        self._wrapped: dict[Metadata, MetadataAsValue] = {}

    def type(self, code: TypeCode, params: tuple[int, ...] = (), elements: tuple[Type, ...] = ()) -> Type:
        """The literal (not identified) type of this content."""
        key = (code, params, elements)
        found = self._types.get(key)
        if found is None:
            found = self._types[key] = Type(code, params, elements)
        return found

    def integer_type(self, bits: int) -> Type:
        return self.type(TypeCode.INTEGER, (bits,))

    def pointer_type(self, pointee: Type, address_space: int = 0) -> Type:
        return self.type(TypeCode.POINTER, (address_space,), (pointee,))

    def constant(
        self,
        type: Type,
        code: int,
        params: tuple[int, ...] = (),
        operands: tuple[Value, ...] = (),
        source_type: Type | None = None,
    ) -> Constant:
        key: tuple[object, ...] = (type, code, params)
        if operands or source_type is not None:
            key = (type, code, params, operands, source_type)
        found = self._constants.get(key)
        if found is None:
            found = self._constants[key] = Constant(type, code, params, operands, source_type)
        return found

    def string(self, value: str) -> MDString:
        found = self._strings.get(value)
        if found is None:
            found = self._strings[value] = MDString(value)
        return found

    def node(self, code: MetadataCode, fields: Sequence[MDField] = (), *, version: int = 0) -> MDNode:
        """The uniqued node of this content."""
        fields = tuple(fields)
        # Most nodes are plain: their fields say it all.
        key = fields if code is MetadataCode.NODE and not version else (code, version, fields)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = MDNode(code, fields, version=version)
        return found

    def value_metadata(self, value: Value) -> ConstantAsMetadata:
        found = self._values.get(value)
        if found is None:
            found = self._values[value] = ConstantAsMetadata(value)
        return found

    def metadata_value(self, metadata: Metadata) -> MetadataAsValue:
        found = self._wrapped.get(metadata)
        if found is None:
            found = self._wrapped[metadata] = MetadataAsValue(self.type(TypeCode.METADATA), metadata)
        return found


@dataclass(eq=False)
class Module:
    """One module. Lists are in the module's own order; nothing here is numbered."""

    context: Context = field(default_factory=Context)
    identification: str | None = None  # producer string of the IDENTIFICATION block; None: no such block (AIR 1.x)
    epoch: int = 0
    version: int = 2  # MODULE_CODE_VERSION
    triple: str = ""
    data_layout: str = ""
    source_filename: str | None = None
    asm: str = ""
    globals: list[GlobalVariable] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    aliases: list[Alias] = field(default_factory=list)
    comdats: list[Comdat] = field(default_factory=list)
    struct_types: list[Type] = field(default_factory=list)  # identified structs, in the order of the type table
    named_metadata: dict[str, list[MDNode]] = field(default_factory=dict)
    metadata_kinds: list[tuple[int, str]] = field(default_factory=list)
    operand_bundle_tags: list[str] = field(default_factory=list)
    sync_scopes: list[str] = field(default_factory=list)
    symtab_version: int | None = None  # of the irsymtab in the SYMTAB block; None: no such block
    producer: str = ""  # toolchain number that the symbol table names, e.g. "32023.404"
    symbols: list[GlobalValue] = field(default_factory=list)  # order of a module-level symbol table that holds names
    field_counts: dict[str, int] = field(default_factory=dict)  # widest GLOBALVAR / FUNCTION / ALIAS record seen
    wrapper: bool = True  # stands in a bitcode wrapper
    raw: bytes | memoryview | None = None  # the bytes it was read from, wrapper and padding included
    unmodelled: list[str] = field(default_factory=list)  # blocks that were read over, and would be lost by writing
    has_bodies: bool = True  # False: read for its facts alone; can't be written

    def function(self, name: str) -> Function | None:
        return next((f for f in self.functions if f.name == name), None)

    def global_values(self) -> Iterator[GlobalValue]:
        """Globals, functions, aliases: the order in which they are numbered."""
        yield from self.globals
        yield from self.functions
        yield from self.aliases

    @property
    def kind_ids(self) -> dict[str, int]:
        """Metadata kind ids by name."""
        return {name: number for number, name in self.metadata_kinds}
