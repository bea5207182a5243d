"""AMD's dispatch packets: the sizes of grid and workgroups, which are built-in values in Metal.

`llvm.amdgcn.dispatch.ptr` returns the packet of the HSA specification, `llvm.amdgcn.implicitarg.ptr` the implicit
arguments after a kernel's own (LLVM's user guide of AMDGPU, code object versions 3 to 6). A load of a field is replaced
by its value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..base.errors import UnsupportedError
from ..ir import (
    STRUCT_TYPES,
    BinaryOperator,
    Call,
    CastOperator,
    Constant,
    ConstantAsMetadata,
    DataLayout,
    Function,
    InstCode,
    Instruction,
    MDString,
    Module,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.names import MODULE_FLAGS
from ..passes.rewriter import Rewriter, located, remove_unused
from .memory import members

_LAYOUT = DataLayout()
_GRID, _GROUP = "threads_per_grid", "dispatch_threads_per_threadgroup"


class _Field(NamedTuple):
    """The value of a field: a component of a built-in value, the quotient or remainder of two, or zero (no names)."""

    size: int
    names: tuple[str, ...] = ()
    axis: int = 0
    operator: BinaryOperator | None = None


def _three(first: int, size: int, *names: str, operator: BinaryOperator | None = None) -> dict[int, _Field]:
    return {first + axis * size: _Field(size, names, axis, operator) for axis in range(3)}


_DISPATCH = {**_three(4, 2, _GROUP), **_three(12, 4, _GRID)}
_IMPLICIT = {
    **_three(0, 4, _GRID, _GROUP, operator=BinaryOperator.UDIV),
    **_three(12, 2, _GROUP),
    **_three(18, 2, _GRID, _GROUP, operator=BinaryOperator.UREM),
    **_three(40, 8),  # the origin of the grid
}
_IMPLICIT_BEFORE_5 = _three(0, 8)
PACKETS = ("llvm.amdgcn.dispatch.ptr", "llvm.amdgcn.implicitarg.ptr")
"""The functions that return the address of such memory."""

_Offset = int | tuple[Value, "_Offset", "_Offset"]
"""The byte offset from the start; for a select its condition and both offsets."""


def expand_packets(code: Rewriter, function: Function, builtin: Callable[[str], Value]) -> None:
    """Replace loads of fields by the values that `builtin` returns for their names, in place.

    UnsupportedError, with the instruction, for fields that are not available in Metal, and for addresses that can't be
    resolved.
    """
    offsets: dict[Value, tuple[Mapping[int, _Field], _Offset]] = {}
    for i in function.instructions():
        try:
            _follow(code, i, offsets)
        except UnsupportedError as error:
            raise located(error, function, i) from None
    if not offsets:
        return

    def rule_load(code: Rewriter, load: Instruction) -> Value | None:
        offset = offsets.get(load.operands[0])
        return None if offset is None else _loaded(code, load.type, *offset, builtin)

    code.run(function, {InstCode.LOAD: rule_load})
    remove_unused(function, {i.code for i in offsets if isinstance(i, Instruction)}, lambda i: i in offsets)


def _follow(code: Rewriter, i: Instruction, offsets: dict[Value, tuple[Mapping[int, _Field], _Offset]]) -> None:
    """Compute the offset of an address from that of its base."""
    if isinstance(i, Call) and i.operands[-1].name in PACKETS:
        is_old = _code_object_version(code.module) < 5
        implicit = _IMPLICIT_BEFORE_5 if is_old else _IMPLICIT
        offsets[i] = (_DISPATCH if i.operands[-1].name == PACKETS[0] else implicit, 0)
        return
    operands = [operand for operand in i.operands if operand in offsets]
    if not operands:
        return
    fields, start = offsets[operands[0]]
    if i.code is InstCode.GEP and i.aux_type is not None:
        offsets[i] = (fields, _moved(start, _indexed(i.aux_type, i.operands[1:])))
    elif i.code is InstCode.CAST and i.type.is_pointer:
        offsets[i] = (fields, start)
    elif i.code is InstCode.VSELECT and len(operands) == 2:
        offsets[i] = (fields, (i.operands[0], start, offsets[operands[1]][1]))
    elif i.code is InstCode.VSELECT and i.operands[1] is i.operands[2]:
        offsets[i] = (fields, start)
    elif i.code is not InstCode.LOAD:
        raise UnsupportedError("dispatch information is used as memory, but AIR has only built-in values for it")


def _code_object_version(module: Module) -> int:
    for flag in module.named_metadata.get(MODULE_FLAGS, ()):
        name, value = flag.fields[1:3] if len(flag.fields) == 3 else (None, None)
        is_version = isinstance(name, MDString) and name.value.endswith("_code_object_version")
        if is_version and isinstance(value, ConstantAsMetadata) and isinstance(value.value, Constant):
            return (constant_number(value.value) or 500) // 100
    return 5


def _moved(start: _Offset, by: _Offset) -> _Offset:
    if isinstance(start, tuple):
        return (start[0], _moved(start[1], by), _moved(start[2], by))
    if isinstance(by, tuple):
        return (by[0], _moved(start, by[1]), _moved(start, by[2]))
    return start + by


def _indexed(type_: Type, indices: tuple[Value, ...]) -> _Offset:
    """The byte offset that a GEP adds."""
    total: _Offset = 0
    for place, index in enumerate(indices):
        if place and type_.code in STRUCT_TYPES:
            type_, offset = members(type_)[constant_number(index) or 0]
            total = _moved(total, offset)
            continue
        if place:
            type_ = type_.elements[0]
        total = _moved(total, _scaled(index, _LAYOUT.alloc_size(type_)))
    return total


def _scaled(index: Value, size: int) -> _Offset:
    number = constant_number(index)
    if number is not None:
        return number * size
    if isinstance(index, Instruction) and index.code is InstCode.VSELECT:
        return (index.operands[0], _scaled(index.operands[1], size), _scaled(index.operands[2], size))
    if isinstance(index, Instruction) and index.code is InstCode.CAST and index.opcode != CastOperator.TRUNC:
        return _scaled(index.operands[0], size)
    raise UnsupportedError("an access to dispatch information at a variable offset")


def _loaded(
    code: Rewriter, type_: Type, fields: Mapping[int, _Field], offset: _Offset, builtin: Callable[[str], Value]
) -> Value:
    if isinstance(offset, tuple):
        condition, item, other = offset
        return code.select(
            condition,
            _loaded(code, type_, fields, item, builtin),
            _loaded(code, type_, fields, other, builtin),
        )
    size = _LAYOUT.size(type_)
    inside = [place for place in range(offset, offset + size) if place in fields]
    covered = sum(fields[place].size for place in inside)
    if type_.is_pointer or covered != size or (inside and inside[0] != offset):
        raise UnsupportedError(
            f"the {size} bytes at {offset} of the dispatch information, which Metal does not provide"
        )
    number = code.context.integer_type(8 * size)
    whole: Value = code.integer(number, 0)
    for place in inside:
        part = code.resized(_field(code, fields[place], builtin), number)
        if place > offset:
            part = code.binary(BinaryOperator.SHL, part, code.integer(number, 8 * (place - offset)))
        whole = part if place == offset else code.binary(BinaryOperator.OR, whole, part)
    if type_.code is TypeCode.INTEGER and type_.params[0] == 8 * size:
        return whole
    return code.bitcast(whole, type_)


def _field(code: Rewriter, field: _Field, builtin: Callable[[str], Value]) -> Value:
    integer = code.context.integer_type(8 * field.size)
    if not field.names:
        return code.integer(integer, 0)
    values = [code.extract_element(builtin(name), field.axis) for name in field.names]
    value = values[0] if field.operator is None else code.binary(field.operator, values[0], values[1])
    return code.resized(value, integer)
