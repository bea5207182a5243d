"""The state of reading one module: the tables that ids of the file index, and the offsets for errors.

The readers of types, attributes, constants, metadata and functions share one `ReadState`; `reader` runs them.
"""

from __future__ import annotations

from typing import TypeVar

from ..base.errors import FormatError
from ..base.strings import string_from_bytes
from ..ir import AttributeList, Context, Function, Linkage, MDNode, Metadata, Module, Type, TypeCode, Value
from .attributes import AttributeTable

_T = TypeVar("_T")


class ReadState:
    """The state of reading one module. `types`, `values` and `metadata` are indexed by the ids of the file.

    While a function is read, its values and metadata follow those of the module.
    """

    def __init__(self, context: Context, bodies: bool) -> None:
        self.context = context
        self.bodies = bodies
        self.lenient = False  # functions with something that no shader has are left empty
        self.module = Module(context=context, has_bodies=bodies)
        self.strtab = b""
        self.types: list[Type] = []
        self.values: list[Value] = []
        self.metadata: list[Metadata | None] = []
        self.attributes = AttributeTable(self.types)
        self.undefined: set[Type] = set()  # types of which the module's constants have an undef
        self.opaque_pointers = False
        self.params: dict[tuple[int, ...], tuple[int, ...]] = {}  # of instructions, each content once
        self._shared: dict[object, object] = {}

    def shared(self, item: _T) -> _T:
        """An equal item that is there already: a module has many equal small tuples."""
        return self._shared.setdefault(item, item)  # type: ignore[return-value]

    def type(self, number: int) -> Type:
        """The type of this id. FormatError if there is none."""
        if not 0 <= number < len(self.types):
            raise FormatError(f"type {number} of {len(self.types)}")
        return self.types[number]

    def pointer_to(self, pointee: Type, address_space: int = 0) -> Type:
        """A pointer type; the opaque one of the address space where the module has opaque pointers."""
        if self.opaque_pointers:
            return self.context.opaque_pointer_type(address_space)
        return self.context.pointer_type(pointee, address_space)

    def metadata_of_id(self, number: int) -> Metadata:
        """The metadata of this id. Raises FormatError if there is none."""
        metadata = self.metadata[number] if 0 <= number < len(self.metadata) else None
        if metadata is None:
            raise FormatError(f"metadata {number} of {len(self.metadata)}")
        return metadata

    def attribute_list(self, number: int) -> AttributeList:
        """The attribute list of this id plus one; () for 0. Raises FormatError if there is none."""
        return self.attributes.get(number)

    def node(self, number: int) -> MDNode:
        """The metadata node of an id. Raises FormatError for anything else."""
        node = self.metadata_of_id(number)
        if not isinstance(node, MDNode):
            raise FormatError(f"metadata {number} should be a node, and is {type(node).__name__}")
        return node

    def string(self, offset: int, size: int) -> str:
        """A string of the string table."""
        if offset + size > len(self.strtab):
            raise FormatError(f"string {offset}+{size} leaves the string table of {len(self.strtab)} bytes")
        return string_from_bytes(self.strtab[offset : offset + size])

    def debug_intrinsic(self, name: str, count: int) -> Function:
        """The declaration of a debug intrinsic with this number of operands, created if the module lacks it, as newer
        ones do. Raises FormatError if another function has the name.
        """
        metadata = self.context.type(TypeCode.METADATA)
        type_ = self.context.type(TypeCode.FUNCTION, (0,), (self.context.type(TypeCode.VOID), *(metadata,) * count))
        function = self.module.function(name)
        if function is None:
            function = Function(self.pointer_to(type_), type_, name, Linkage.EXTERNAL)
            self.module.functions.append(function)
        elif function.value_type is not type_:
            raise FormatError(f"the function {name!r} does not have the type of a debug intrinsic")
        return function
