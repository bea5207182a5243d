"""Metadata: strings, values and nodes; metadata as an operand; source locations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..base.classes import NamedTuple
from .debug_info import metadata_schema
from .opcodes import MetadataCode
from .types import Type
from .values import Value

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_ARG_LIST: Final = MetadataCode.ARG_LIST
_NODE: Final = MetadataCode.NODE


class Metadata:
    """Base of strings, values and nodes of metadata."""

    __slots__ = ()


class MDString(Metadata):
    """A metadata string, `value` decoded from UTF-8 with surrogateescape."""

    __slots__ = ("value",)

    def __init__(self, value: str) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"!{self.value!r}"


class ConstantAsMetadata(Metadata):
    """A constant or global (never an instruction) used as metadata."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"!({self.value!r})"


class LocalAsMetadata(Metadata):
    """An argument or instruction used as metadata; it belongs to one function."""

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

    def operands(self) -> list[Metadata | None]:
        """The metadata this node refers to, in the order of LLVM's in-memory operands."""
        fields = self.fields
        if self.code is not _NODE and self.code is not _ARG_LIST:
            schema = metadata_schema(self.code, self.version, len(fields))
            if schema is not None:
                count = len(fields)
                fields = tuple([fields[index] for index in schema.order if index < count])
        return [value for value in fields if not isinstance(value, int)]

    def __repr__(self) -> str:
        return f"<MDNode {self.code.name}{' distinct' if self.distinct else ''} {len(self.fields)} fields>"


class DebugLoc(NamedTuple):
    """Where an instruction comes from: line and column (1-based, 0 unknown)."""

    line: int
    column: int
    scope: MDNode | None
    inlined_at: MDNode | None
    implicit: int = 0

    @property
    def caller(self) -> DebugLoc | None:
        """The location of the call site that this location was inlined into; None if it was not inlined."""
        if self.inlined_at is None or len(self.inlined_at.fields) < 4:
            return None
        line, column, scope, further = self.inlined_at.fields[:4]
        if not (isinstance(line, int) and isinstance(column, int) and isinstance(scope, MDNode)):
            return None
        return DebugLoc(line, column, scope, further if isinstance(further, MDNode) else None)


class MetadataAsValue(Value):
    """Metadata as an operand of a call (type METADATA)."""

    __slots__ = ("metadata",)

    def __init__(self, type: Type, metadata: Metadata) -> None:
        super().__init__(type)
        self.metadata = metadata
