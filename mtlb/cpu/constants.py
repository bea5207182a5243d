"""Replaces function constants by the values that a run supplies."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from ..air import FunctionConstant, function_constants
from ..air.names import IS_DEFINED
from ..base.errors import BuildError
from ..ir import Constant, ConstantCode, Context, GlobalVariable, Linkage, Module, Type, TypeCode
from ..ir.uses import named_by

_FLOAT_FORMATS = {TypeCode.HALF: "<e", TypeCode.FLOAT: "<f", TypeCode.DOUBLE: "<d"}


def set_constants(
    module: Module, values: Mapping[str | int, object], *, shared: Sequence[FunctionConstant] | None = None
) -> list[GlobalVariable]:
    """Set the values of function constants. Returns the variables of the constants that have a value.
    `shared`: the constants of the function that this module is linked to; this module need not declare all of them.
    Raises BuildError for a value without a constant, a value of another type, or a required constant without a
    value."""
    constants = function_constants(module)
    requested: dict[int, object] = {}
    for key, value in values.items():
        matches = [c for c in constants if key in (c.name, c.index) or str(c.index) == key]
        if not matches and any(key in (c.name, c.index) or str(c.index) == key for c in shared or ()):
            continue
        if not matches:
            there = ", ".join(f"{c.name} ({c.index})" for c in constants)
            raise BuildError(f"no function constant {key!r}: the function has {there or 'none'}")
        requested[matches[0].index] = value
    used = {named for function in module.functions for named in named_by(function)}
    globals_ = {variable.name: variable for variable in module.globals}
    defined = []
    for constant in constants:
        variable = globals_[constant.symbol]
        if constant.index in requested:
            variable.initializer = _constant(module.context, variable.value_type, requested[constant.index], constant)
            defined.append(variable)
        elif constant.required and variable in used and not _asks_whether_defined(module):
            raise BuildError(
                f"function constant {constant.name!a} ({constant.type_name}, index {constant.index}) needs a value"
            )
        else:
            variable.initializer = module.context.constant(variable.value_type, ConstantCode.NULL)
        variable.externally_initialized = 0
        variable.is_constant = True
        variable.linkage = Linkage.INTERNAL
    return defined


def _asks_whether_defined(module: Module) -> bool:
    return module.function(IS_DEFINED) is not None


def _constant(context: Context, type_: Type, value: object, constant: FunctionConstant) -> Constant:
    """A value, or a sequence of them for a vector, as a constant of a type."""
    count = type_.params[0] if type_.code is TypeCode.VECTOR else 1
    arguments = [value] if count == 1 else list(value) if isinstance(value, (list, tuple)) else []
    if len(arguments) != count:
        raise BuildError(f"function constant {constant.name!a} is a {constant.type_name}: {count} numbers are needed")
    numbers = [_number(type_.scalar, item, constant) for item in arguments]
    if count > 1:
        return (
            context.constant(type_, ConstantCode.DATA, tuple(numbers))
            if any(numbers)
            else context.constant(type_, ConstantCode.NULL)
        )
    if type_.code is TypeCode.INTEGER:
        return context.integer_constant(type_, numbers[0])
    return context.constant(type_, ConstantCode.FLOAT, (numbers[0],))


def _number(type_: Type, value: object, constant: FunctionConstant) -> int:
    """The bits of a number as this type."""
    wrong = BuildError(f"function constant {constant.name!a} is a {constant.type_name}, which {value!r} is not")
    if type_.code is TypeCode.INTEGER:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int):
            raise wrong
        bits = type_.params[0]
        if not -(1 << bits - 1) <= value < 1 << bits or (constant.type_name == "bool" and value not in (0, 1)):
            raise BuildError(f"function constant {constant.name!a}: {value} does not fit a {constant.type_name}")
        return value & ((1 << bits) - 1)
    if not isinstance(value, (int, float)):
        raise wrong
    if type_.code is TypeCode.BFLOAT:
        bits = int.from_bytes(struct.pack("<f", value), "little")
        return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    try:
        return int.from_bytes(struct.pack(_FLOAT_FORMATS[type_.code], value), "little")
    except OverflowError:
        raise BuildError(f"function constant {constant.name!a}: {value} does not fit a {constant.type_name}") from None
