"""Values: constants, arguments and inline assembly."""

from __future__ import annotations

from typing import Final

from .opcodes import ConstantCode
from .types import Type

_INTEGER: Final = ConstantCode.INTEGER
_NULL: Final = ConstantCode.NULL


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
    (opcode, flags) · CE_GEP: params (`GepFlag` flags, inrange index or -1; from LLVM 19 on there may follow the width
    and both bounds of a range of offsets), operands base and indices, `source_type` ·
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


def constant_number(value: object) -> int | None:
    """The number of an integer constant of at most 64 bits, signed, and 0 for any zero; None for any other value."""
    if not isinstance(value, Constant):
        return None
    if value.code == _INTEGER:
        return value.params[0]
    return 0 if value.code == _NULL else None


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


class Argument(Value):
    """A parameter of a function definition: the `index`-th, from 0 on."""

    __slots__ = ("index",)

    def __init__(self, type: Type, index: int, name: str = "") -> None:
        super().__init__(type, name)
        self.index = index
