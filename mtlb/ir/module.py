"""One module, and the context that makes its types, constants and uniqued metadata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from ..base.classes import dataclass, field
from ..base.errors import MtlbError
from ..base.strings import counted
from .eras import ERAS, Era
from .globals import Alias, Comdat, Function, GlobalValue, GlobalVariable
from .instructions import BasicBlock, Call, Instruction
from .metadata import ConstantAsMetadata, MDField, MDNode, MDString, Metadata, MetadataAsValue
from .opcodes import ConstantCode, InstCode, MetadataCode, TypeCode
from .types import Type
from .values import Constant, Value

_CONSTANT_INTEGER: Final = ConstantCode.INTEGER
_METADATA: Final = TypeCode.METADATA
_NODE: Final = MetadataCode.NODE
_NULL: Final = ConstantCode.NULL
_OPAQUE_POINTER: Final = TypeCode.OPAQUE_POINTER
_PHI: Final = InstCode.PHI
_POINTER: Final = TypeCode.POINTER
_TYPE_INTEGER: Final = TypeCode.INTEGER
_WIDE_INTEGER: Final = ConstantCode.WIDE_INTEGER

Replaceable = GlobalValue | BasicBlock | Instruction
_R = TypeVar("_R", bound=Replaceable)
_E = TypeVar("_E", bound=GlobalValue | Call)


class Context:
    """Makes types, constants, strings and uniqued nodes, each content once. Modules that are to be linked share one.

    Several threads may ask at once: all of them get the same object.
    """

    def __init__(self) -> None:
        self._types: dict[tuple[object, ...], Type] = {}
        self._integers: dict[int, Type] = {}  # by width in bits
        self._pointers: dict[int, dict[Type, Type]] = {}  # by address space and pointee
        self._constants: dict[tuple[object, ...], Constant] = {}
        self._strings: dict[str, MDString] = {}
        self._nodes: dict[tuple[object, ...], MDNode] = {}
        self._values: dict[Value, ConstantAsMetadata] = {}
        self._wrapped: dict[Metadata, MetadataAsValue] = {}

    def fork(self) -> Context:
        """A context that has what this one has made so far, and keeps for itself what it makes."""
        other = Context()
        other._types.update(self._types)
        other._integers.update(self._integers)
        other._pointers.update([(space, dict(pointers)) for space, pointers in self._pointers.items()])
        other._constants.update(self._constants)
        other._strings.update(self._strings)
        other._nodes.update(self._nodes)
        other._values.update(self._values)
        other._wrapped.update(self._wrapped)
        return other

    def type(
        self,
        code: TypeCode,
        params: tuple[int, ...] = (),
        elements: tuple[Type, ...] = (),
        name: str | None = None,
    ) -> Type:
        """The literal (not identified) type of this content; only a target type has a `name`."""
        key: tuple[object, ...] = (code, params, elements) if name is None else (code, params, elements, name)
        type_ = self._types.get(key)
        if type_ is None:
            type_ = self._types.setdefault(key, Type(code, params, elements, name))
        return type_

    def literal_types(self) -> list[Type]:
        """The literal types so far, also of modules that are gone."""
        return list(self._types.values())

    def texts(self) -> list[str]:
        """The texts of the metadata strings so far, also of modules that are gone."""
        return list(self._strings)

    def integer_type(self, bits: int) -> Type:
        """The integer type of this width in bits."""
        type_ = self._integers.get(bits)
        if type_ is None:
            type_ = self._integers[bits] = self.type(_TYPE_INTEGER, (bits,))
        return type_

    def pointer_type(self, pointee: Type, address_space: int = 0) -> Type:
        """The typed pointer to `pointee`."""
        pointers = self._pointers.get(address_space)
        if pointers is None:
            pointers = self._pointers.setdefault(address_space, {})
        pointer = pointers.get(pointee)
        if pointer is None:
            pointer = pointers[pointee] = self.type(_POINTER, (int(address_space),), (pointee,))
        return pointer

    def opaque_pointer_type(self, address_space: int = 0) -> Type:
        """The opaque pointer of an address space."""
        return self.type(_OPAQUE_POINTER, (int(address_space),))

    def constant(
        self,
        type: Type,
        code: int,
        params: tuple[int, ...] = (),
        operands: tuple[Value, ...] = (),
        source_type: Type | None = None,
    ) -> Constant:
        """The constant of this content; see `Constant` for its parts."""
        key: tuple[object, ...] = (type, code, params)
        if operands or source_type is not None:
            key = (type, code, params, operands, source_type)
        constant = self._constants.get(key)
        if constant is None:
            constant = self._constants.setdefault(key, Constant(type, code, params, operands, source_type))
        return constant

    def integer_constant(self, type: Type, value: int) -> Constant:
        """The constant of an integer type whose low bits are those of `value`; types wider than 64 bits hold words."""
        width = type.params[0]
        value &= (1 << width) - 1
        if not value:
            return self.constant(type, _NULL)
        if width <= 64:
            return self.constant(type, _CONSTANT_INTEGER, (value - (value >> width - 1 << width),))
        words = [value >> shift & 0xFFFFFFFFFFFFFFFF for shift in range(0, width, 64)]
        return self.constant(type, _WIDE_INTEGER, tuple([word - (word >> 63 << 64) for word in words]))

    def string(self, value: str) -> MDString:
        """The metadata string of this text."""
        string = self._strings.get(value)
        if string is None:
            string = self._strings.setdefault(value, MDString(value))
        return string

    def node(self, code: MetadataCode, fields: Sequence[MDField] = (), *, version: int = 0) -> MDNode:
        """The uniqued node of this content."""
        fields = tuple(fields)
        # Most nodes are plain: their fields are the key.
        key = fields if code is _NODE and not version else (code, version, fields)
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes.setdefault(key, MDNode(code, fields, version=version))
        return node

    def value_metadata(self, value: Value) -> ConstantAsMetadata:
        """A constant or global as metadata."""
        wrapped = self._values.get(value)
        if wrapped is None:
            wrapped = self._values.setdefault(value, ConstantAsMetadata(value))
        return wrapped

    def metadata_value(self, metadata: Metadata) -> MetadataAsValue:
        """Metadata as an operand of a call."""
        value = self._wrapped.get(metadata)
        if value is None:
            wrapped = MetadataAsValue(self.type(_METADATA), metadata)
            value = self._wrapped.setdefault(metadata, wrapped)
        return value


@dataclass(eq=False, repr=False)
class Module:
    """One module. Lists are in the module's own order; nothing here is numbered.

    A view of a program shares the program's functions and variables, and `replaced` holds those that differ in the
    view: original to replacement. Lists of globals, functions, blocks and instructions hold the replacements; operands,
    branches and metadata still name the originals, and `own` returns what replaces an original in this module.
    """

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
    era: Era = ERAS[-1]  # the form that its records have
    wrapper: bool = True  # it is in a bitcode wrapper
    raw: bytes | memoryview | None = None  # the bytes it was read from, wrapper and padding included
    unmodelled: list[str] = field(default_factory=list)  # blocks that were read over, and would be lost by writing
    replaced: dict[Replaceable, Replaceable] = field(default_factory=dict)  # in a view: original to replacement
    unread: dict[GlobalValue, MtlbError] = field(
        default_factory=dict
    )  # left empty by a lenient reader, with the reason
    has_bodies: bool = True  # False: read for its facts alone; can't be written

    def __repr__(self) -> str:
        return f"<Module {self.triple} {self.era.name}, {counted(len(self.functions), 'function')}>"

    def text(self) -> str:
        """The module as LLVM assembly, without upgrades (docs/text.md).

        LLVM 14's syntax, or LLVM 22's where pointers are opaque. Raises FormatError for a reference to something
        outside the module, UnsupportedError for constructs without text.
        """
        from .text.printer import print_module

        return print_module(self)

    def function(self, name: str) -> Function | None:
        """The function of this name; None if there is none."""
        for function in self.functions:
            if function.name == name:
                return function
        return None

    def global_values(self) -> Iterator[GlobalValue]:
        """Globals, functions, aliases: the order in which they are numbered."""
        yield from self.globals
        yield from self.functions
        yield from self.aliases

    def symbol_values(self) -> list[GlobalValue]:
        """Functions, globals, aliases: the order in which symbol tables list them."""
        return [*self.functions, *self.globals, *self.aliases]

    def own(self, value: _R) -> _R:
        """The value that a reference to `value` in this module resolves to: its replacement, or itself."""
        replacement = self.replaced.get(value)
        return value if replacement is None else replacement  # type: ignore[return-value]

    def edit(self, value: _E) -> _E:
        """This view's own copy of a global or a call, which may be changed; created on first use."""
        replacement = self.replaced.get(value)
        if replacement is None:
            assert isinstance(value, (GlobalVariable, Function, Alias, Call))
            replacement = self.replaced[value] = value.copy()
        return replacement  # type: ignore[return-value]

    def take_apart(self) -> None:
        """Break the reference cycles of all instructions; the module must not be used afterwards. Other cycles than
        through phis and blocks are in unreachable code alone; the garbage collector frees them.
        """
        for function in self.functions:
            for block in reversed(function.blocks):  # users before what they use
                for instruction in block.instructions:
                    if instruction.code is not _PHI:
                        break
                    instruction.operands = ()
                block.instructions = []

    @property
    def has_opaque_pointers(self) -> bool:
        """Whether its globals are opaque pointers: a module has one kind of pointers, opaque or typed."""
        return any(value.type.is_opaque_pointer for value in self.global_values())

    @property
    def kind_ids(self) -> dict[str, int]:
        """Metadata kind ids by name."""
        return {name: number for number, name in self.metadata_kinds}
