"""The tables of imported symbols that the loader reads, in each module of a library that links dynamic libraries.

`air.dyld_lib_table` has {offset, length} of each install name in `air.dyld_str_table`, which has them one after the
other and a NUL at the end; `air.dyld_flat_table` has the imported functions that the module names. The tables do not
assign symbols to libraries: the loader searches all of them (docs/linking.md §11).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mtlb.base.strings import string_to_bytes
from mtlb.ir import (
    CastOperator,
    Constant,
    ConstantCode,
    Context,
    Function,
    GlobalVariable,
    Linkage,
    Type,
    TypeCode,
    Value,
    Visibility,
)
from mtlb.ir.names import USED
from mtlb.ir.uses import base_of, elements_of

from ..plan.imports import Imports
from .program import collected


def _tables(context: Context, imports: Imports, functions: Iterable[Function]) -> list[GlobalVariable]:
    """The tables of a module that has these functions: libraries and names if any are linked, imports if it has any."""
    tables: list[GlobalVariable] = []
    i8, i32 = context.integer_type(8), context.integer_type(32)
    if imports.libraries:
        pair = context.type(TypeCode.STRUCT_ANON, (0,), (i32, i32))
        entries: list[Value] = []
        text = b""
        for name in imports.libraries:
            data = string_to_bytes(name)
            numbers = [context.integer_constant(i32, number) for number in (len(text), len(data))]
            entries.append(_aggregate(context, pair, numbers))
            text += data
        lib = context.type(TypeCode.ARRAY, (len(entries),), (pair,))
        tables.append(_table(context, "air.dyld_lib_table", _aggregate(context, lib, entries)))
        str_ = context.type(TypeCode.ARRAY, (len(text) + 1,), (i8,))
        characters = context.constant(str_, ConstantCode.DATA, (*text, 0))
        tables.append(_table(context, "air.dyld_str_table", characters))
    declared = {function.name: function for function in functions if function.is_declaration}
    imported = [declared[name] for name in imports.symbols if name in declared]
    if imported:
        flat = context.type(TypeCode.ARRAY, (len(imported),), (context.pointer_type(i8),))
        pointers = [_pointer(context, function) for function in imported]
        tables.append(_table(context, "air.dyld_flat_table", _aggregate(context, flat, pointers)))
    return tables


def with_tables(
    context: Context,
    variables: Sequence[GlobalVariable],
    functions: Sequence[Function],
    imports: Imports,
    *,
    is_split: bool,
) -> list[GlobalVariable]:
    """The variables of a module with its tables, and with the `llvm.used` that keeps them at the end.

    A whole module has the tables after its variables. One that was split off has them first, and its `llvm.used` is
    sorted by name, as GlobalOpt leaves it.
    """
    added = _tables(context, imports, functions)
    if not added:
        return list(variables)
    lists = [variable for variable in variables if variable.name == USED]
    used_list = lists[0] if lists else None
    elements = [] if used_list is None else list(elements_of(used_list))
    elements += [_pointer(context, table) for table in added]
    if is_split:
        elements.sort(key=lambda element: base_of(element).name)
    unchanged = [variable for variable in variables if variable is not used_list]
    used = collected(context, USED, elements, used_list)
    return [*added, *unchanged, used] if is_split else [*unchanged, *added, used]


def _pointer(context: Context, value: GlobalVariable | Function) -> Constant:
    """A pointer to a global in the form of `llvm.used` and the table of imports."""
    type_ = context.pointer_type(context.integer_type(8))
    cast = CastOperator.BITCAST if value.address_space == 0 else CastOperator.ADDRSPACECAST
    return context.constant(type_, ConstantCode.CE_CAST, (cast, 0), (value,))


def _table(context: Context, name: str, initializer: Constant) -> GlobalVariable:
    table = GlobalVariable(context.pointer_type(initializer.type), initializer.type, name, Linkage.EXTERNAL)
    table.initializer = initializer
    table.visibility = Visibility.HIDDEN
    table.section = name
    table.dso_local = 1
    return table


def _aggregate(context: Context, type_: Type, elements: Sequence[Value]) -> Constant:
    if all(isinstance(e, Constant) and e.code == ConstantCode.NULL for e in elements):
        return context.constant(type_, ConstantCode.NULL)
    return context.constant(type_, ConstantCode.AGGREGATE, (), tuple(elements))
