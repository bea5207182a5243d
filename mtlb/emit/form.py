"""Global lists of a module that do not belong to a function."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.metal import AddressSpace
from ..ir import (
    CastOperator,
    Constant,
    ConstantCode,
    Function,
    GlobalVariable,
    Linkage,
    TypeCode,
    Value,
)
from ..ir.names import COMPILER_USED, GLOBAL_CTORS, METADATA_SECTION
from .lowering import Lowering


def list_globals(low: Lowering, constructor: Function, kept: Sequence[str]) -> None:
    """`llvm.global_ctors` with the code that runs first, `llvm.compiler.used` with the globals that must be kept for
    it.
    """
    context = low.context
    i32, byte = context.integer_type(32), context.pointer_type(context.integer_type(8))
    entry = context.type(TypeCode.STRUCT_ANON, (0,), (i32, constructor.type, byte))
    priority = context.integer_constant(i32, 0xFFFF)
    item = context.constant(entry, ConstantCode.AGGREGATE, (), (priority, constructor, low.null(byte)))
    _appending(low, GLOBAL_CTORS, [item], "")
    if kept:
        casts = []
        for name in kept:
            variable = low.globals[name]
            there = context.pointer_type(context.integer_type(8), int(AddressSpace.PRIVATE))
            operator = int(CastOperator.ADDRSPACECAST)
            casts.append(context.constant(there, ConstantCode.CE_CAST, (operator, 0), (variable,)))
        _appending(low, COMPILER_USED, casts, METADATA_SECTION)


def _appending(low: Lowering, name: str, items: Sequence[Constant], section: str) -> None:
    array = low.context.type(TypeCode.ARRAY, (len(items),), (items[0].type,))
    variable = GlobalVariable(low.context.pointer_type(array), array, name, Linkage.APPENDING)
    operands: tuple[Value, ...] = tuple(items)
    variable.initializer = low.context.constant(array, ConstantCode.AGGREGATE, (), operands)
    variable.section = section
    earlier = low.globals.get(name)
    if earlier is not None:
        low.module.globals.remove(earlier)
    low.module.globals.append(variable)
    low.globals[name] = variable
