"""A cursor over the operands of one metadata node. Its errors name the node and the operand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from ..base.errors import FormatError
from ..ir import (
    Constant,
    ConstantAsMetadata,
    ConstantCode,
    Function,
    GlobalValue,
    MDNode,
    MDString,
    MetadataCode,
    TypeCode,
    Value,
)

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_CE_CAST: Final = ConstantCode.CE_CAST
_INTEGER: Final = TypeCode.INTEGER
_INTEGER_CONSTANT: Final = ConstantCode.INTEGER
_NODE: Final = MetadataCode.NODE
_NULL: Final = ConstantCode.NULL

_T = TypeVar("_T")


def constant_integer(value: Value | None) -> int | None:
    """The unsigned value of an integer constant (for a wide integer its low 64 bits); None for any other value."""
    if not isinstance(value, Constant) or value.type.code is not _INTEGER:
        return None
    if value.code == _INTEGER_CONSTANT:
        width = value.type.params[0]
        return value.params[0] & (0xFFFFFFFF if width == 32 else (1 << min(width, 64)) - 1)
    return 0 if value.code == _NULL else None


def strip_casts(value: Value) -> Value:
    """The operand of a chain of constant casts; `value` itself if it is not a cast."""
    while isinstance(value, Constant) and value.code == _CE_CAST and value.operands:
        value = value.operands[0]
    return value


class Operands:
    """Reads the operands of a tuple node from left to right.

    `where` names the node in errors: ``!air.kernel[0] argument 3``. Methods that take an operand raise FormatError,
    which says `description`, if the operand is missing or of another kind. The peeking methods return None instead.
    """

    __slots__ = ("fields", "pos", "where")

    def __init__(self, node: object, where: str, start: int = 0) -> None:
        if not isinstance(node, MDNode) or node.code is not _NODE:
            raise FormatError(f"metadata {where}: expected a node, found {_describe(node)}")
        self.fields = node.fields
        self.where = where
        self.pos = start

    def __bool__(self) -> bool:
        """Whether operands are left."""
        return self.pos < len(self.fields)

    def fail(self, reason: str) -> FormatError:
        """An error about the operand at the cursor, to be raised."""
        return FormatError(f"metadata {self.where}, operand {self.pos}: {reason}")

    def _peek(self) -> object:
        """The operand at the cursor; None at the end of the node, or for a null operand."""
        return self.fields[self.pos] if self.pos < len(self.fields) else None

    def peek_string(self) -> str | None:
        """The operand at the cursor if it is a string."""
        field = self.fields[self.pos] if self.pos < len(self.fields) else None
        return field.value if isinstance(field, MDString) else None

    def peek_node(self) -> MDNode | None:
        """The operand at the cursor if it is a node."""
        field = self._peek()
        return field if isinstance(field, MDNode) else None

    def peek_integer(self) -> int | None:
        """The operand at the cursor if it is an integer."""
        field = self._peek()
        return constant_integer(field.value) if isinstance(field, ConstantAsMetadata) else None

    def _expected(self, text: str) -> FormatError:
        result = _describe(self._peek()) if self else "the end of the node"
        return self.fail(f"expected {text}, found {result}")

    def _take(self, kind: type[_T], text: str) -> _T:
        field = self._peek()
        if not isinstance(field, kind):
            raise self._expected(text)
        self.pos += 1
        return field

    def string(self, description: str = "a string") -> str:
        """Take a string."""
        fields, pos = self.fields, self.pos
        if pos < len(fields):
            field = fields[pos]
            if isinstance(field, MDString):
                self.pos = pos + 1
                return field.value
        raise self._expected(description)

    def word(self, words: Mapping[str, _T], description: str) -> _T:
        """Take a string that is a key of `words`; returns the value for it."""
        text = self.string(description)
        if text not in words:
            raise self.fail(f"unknown {description} {text!a}")
        return words[text]

    def integer(self, description: str = "an integer", bits: int = 32) -> int:
        """Take an unsigned integer of at most `bits` bits."""
        field = self.fields[self.pos] if self.pos < len(self.fields) else None
        value = constant_integer(field.value) if isinstance(field, ConstantAsMetadata) else None
        if value is None:
            raise self._expected(description)
        if value >> bits:
            raise self.fail(f"{description}: {value} does not fit in {bits} bits")
        self.pos += 1
        return value

    def node(self, description: str = "a node") -> MDNode:
        """Take a node of any kind."""
        return self._take(MDNode, description)

    def value(self, description: str = "a value") -> Value:
        """Take an IR value."""
        return self._take(ConstantAsMetadata, description).value

    def global_value(self, description: str = "a global") -> GlobalValue:
        """Take a global, or a constant cast of one."""
        value = strip_casts(self.value(description))
        if not isinstance(value, GlobalValue):
            self.pos -= 1
            raise self.fail(f"expected {description}, found a constant")
        return value

    def function(self) -> Function:
        """Take a function, or a constant cast of one."""
        value = self.global_value("a function")
        if not isinstance(value, Function):
            self.pos -= 1
            raise self.fail(f"expected a function, found the global @{ascii(value.name)[1:-1]}")
        return value

    def skip(self) -> object:
        """Take one operand of any kind."""
        if not self:
            raise self._expected("an operand")
        self.pos += 1
        return self.fields[self.pos - 1]


def _describe(field: object) -> str:
    if field is None:
        return "null"
    if isinstance(field, MDString):
        return f"the string {field.value[:40]!a}"
    if isinstance(field, MDNode):
        return "a node" if field.code is _NODE else f"a {field.code.name} node"
    if isinstance(field, ConstantAsMetadata):
        value = field.value
        if isinstance(value, GlobalValue):
            return f"@{ascii(value.name)[1:-1]}"
        integer = constant_integer(value)
        return f"the integer {integer}" if integer is not None else "a constant"
    return "something else"
