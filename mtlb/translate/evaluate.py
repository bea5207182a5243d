"""Evaluates integers that depend on specialization constants, by their default values, where Metal needs a fixed
value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..spirv import SpirvModule, TypeInt
from ..spirv.enumerants import Op
from ..spirv.opcodes import (
    OP_BITCAST,
    OP_COMPOSITE_EXTRACT,
    OP_CONSTANT_NULL,
    OP_LOGICAL_NOT,
    OP_NOT,
    OP_S_CONVERT,
    OP_S_NEGATE,
    OP_SELECT,
    OP_SPEC_CONSTANT_OP,
    OP_U_CONVERT,
)

_OPERATIONS: Final[dict[Op, Callable[[int, int], int]]] = {
    Op.OpIAdd: lambda a, b: a + b,
    Op.OpISub: lambda a, b: a - b,
    Op.OpIMul: lambda a, b: a * b,
    Op.OpUDiv: lambda a, b: a // b if b else 0,
    Op.OpSDiv: lambda a, b: (abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1) if b else 0,
    Op.OpUMod: lambda a, b: a % b if b else 0,
    Op.OpSMod: lambda a, b: a % b if b else 0,
    Op.OpSRem: lambda a, b: abs(a) % abs(b) * (-1 if a < 0 else 1) if b else 0,
    Op.OpShiftLeftLogical: lambda a, b: a << (b & 63),
    Op.OpShiftRightLogical: lambda a, b: a >> (b & 63),
    Op.OpShiftRightArithmetic: lambda a, b: a >> (b & 63),
    Op.OpBitwiseAnd: lambda a, b: a & b,
    Op.OpBitwiseOr: lambda a, b: a | b,
    Op.OpBitwiseXor: lambda a, b: a ^ b,
    Op.OpLogicalAnd: lambda a, b: int(bool(a and b)),
    Op.OpLogicalOr: lambda a, b: int(bool(a or b)),
    Op.OpLogicalEqual: lambda a, b: int(a == b),
    Op.OpLogicalNotEqual: lambda a, b: int(a != b),
    Op.OpIEqual: lambda a, b: int(a == b),
    Op.OpINotEqual: lambda a, b: int(a != b),
    Op.OpULessThan: lambda a, b: int(a < b),
    Op.OpSLessThan: lambda a, b: int(a < b),
    Op.OpUGreaterThan: lambda a, b: int(a > b),
    Op.OpSGreaterThan: lambda a, b: int(a > b),
    Op.OpULessThanEqual: lambda a, b: int(a <= b),
    Op.OpSLessThanEqual: lambda a, b: int(a <= b),
    Op.OpUGreaterThanEqual: lambda a, b: int(a >= b),
    Op.OpSGreaterThanEqual: lambda a, b: int(a >= b),
}
_SIGNED = frozenset({Op.OpSDiv, Op.OpSRem, Op.OpSMod, Op.OpShiftRightArithmetic})
_SIGNED |= {Op.OpSLessThan, Op.OpSGreaterThan, Op.OpSLessThanEqual, Op.OpSGreaterThanEqual}
_DEPTH: Final = 100


def default_of(spirv: SpirvModule, id: int, depth: int = 0) -> tuple[int, bool] | None:
    """The value of an integer constant by the defaults, and whether it depends on any; None if it is not an integer."""
    constant = spirv.constants.get(id)
    if constant is None or depth > _DEPTH:
        return None
    if constant.op is OP_CONSTANT_NULL:
        return 0, False
    if isinstance(constant.value, (bool, int)):
        return int(constant.value), constant.is_spec
    if constant.op is not OP_SPEC_CONSTANT_OP:
        return None
    number, *ids = [int(operand) for operand in constant.instruction.operands]
    op = Op(number)
    if op is OP_COMPOSITE_EXTRACT:
        part = _part(spirv, ids[0], ids[1:])
        return None if part is None else default_of(spirv, part, depth + 1)
    defaults = [item for id_ in ids if (item := default_of(spirv, id_, depth + 1)) is not None]
    values = [item[0] for item in defaults]
    if len(values) != len(ids):
        return None
    if op is OP_SELECT and len(values) == 3:
        value = values[1] if values[0] else values[2]
    elif op in (OP_U_CONVERT, OP_S_CONVERT, OP_BITCAST) and len(values) == 1:
        value = values[0]
    elif op in (OP_NOT, OP_S_NEGATE, OP_LOGICAL_NOT) and len(values) == 1:
        value = {OP_NOT: ~values[0], OP_S_NEGATE: -values[0], OP_LOGICAL_NOT: int(not values[0])}[op]
    elif op in _OPERATIONS and len(values) == 2:
        widths = [_width(spirv, id_) for id_ in ids]
        operands = [_wrapped(value, width, op in _SIGNED) for value, width in zip(values, widths, strict=True)]
        value = _OPERATIONS[op](*operands)
    else:
        return None
    type = spirv.types.get(constant.type)
    is_signed = isinstance(type, TypeInt) and type.signed
    return _wrapped(value, type.width if isinstance(type, TypeInt) else 64, is_signed), True in [
        item[1] for item in defaults
    ]


def _part(spirv: SpirvModule, id: int, path: list[int]) -> int | None:
    """The constant at a part of a composite constant; None if the composite is not built from parts."""
    for place in path:
        constant = spirv.constants.get(id)
        if constant is None or not isinstance(constant.value, tuple) or place >= len(constant.value):
            return None
        id = constant.value[place]
    return id


def _width(spirv: SpirvModule, id: int) -> int:
    type = spirv.types.get(spirv.constants[id].type)
    return type.width if isinstance(type, TypeInt) else 64


def _wrapped(value: int, width: int, signed: bool) -> int:
    value &= (1 << width) - 1
    return value - (1 << width) if signed and value >> (width - 1) else value
