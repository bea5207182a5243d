"""The parts of a module that no function shows: tables of names, lists of globals."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.metal import AddressSpace
from ..ir import (
    CastOperator,
    Constant,
    ConstantCode,
    Era,
    Function,
    GlobalVariable,
    Linkage,
    Module,
    TypeCode,
    Value,
)
from .lowering import Lowering

__all__ = ["give_header", "list_globals"]

_KINDS = (
    *("dbg", "tbaa", "prof", "fpmath", "range", "tbaa.struct", "invariant.load", "alias.scope", "noalias"),
    *("nontemporal", "llvm.mem.parallel_loop_access", "nonnull", "dereferenceable", "dereferenceable_or_null"),
    *("make.implicit", "unpredictable", "invariant.group", "align", "llvm.loop", "type", "section_prefix"),
    *("absolute_symbol", "associated", "callees", "irr_loop", "llvm.access.group", "callback"),
    *("llvm.preserve.access.index", "vcall_visibility", "noundef", "annotation"),
)
_TAGS = (
    *("deopt", "funclet", "gc-transition"),
    *("cfguardtarget", "preallocated", "gc-live", "clang.arc.attachedcall", "ptrauth"),
)
_MODERN_KINDS = _KINDS.index("llvm.access.group")


def give_header(module: Module, era: Era) -> None:
    """The tables that LLVM writes into every module: as in Apple's of an era."""
    is_modern = era.later_fields
    module.metadata_kinds = list(enumerate(_KINDS if is_modern else _KINDS[:_MODERN_KINDS]))
    module.operand_bundle_tags = list(_TAGS if is_modern else _TAGS[:3])
    module.sync_scopes = ["singlethread", ""]
    module.version = era.module_version
    module.symtab_version = (3 if is_modern else 1) if era.names_in_strings else None


def list_globals(low: Lowering, constructor: Function, kept: Sequence[str]) -> None:
    """`llvm.global_ctors` with the code that runs first, `llvm.compiler.used` with the globals that are kept for it."""
    context = low.context
    i32, byte = context.integer_type(32), context.pointer_type(context.integer_type(8))
    entry = context.type(TypeCode.STRUCT_ANON, (0,), (i32, constructor.type, byte))
    priority = context.integer_constant(i32, 0xFFFF)
    item = context.constant(entry, ConstantCode.AGGREGATE, (), (priority, constructor, low.null(byte)))
    _appending(low, "llvm.global_ctors", [item], "")
    if kept:
        casts = []
        for name in kept:
            variable = low.globals[name]
            there = context.pointer_type(context.integer_type(8), int(AddressSpace.PRIVATE))
            operator = int(CastOperator.ADDRSPACECAST)
            casts.append(context.constant(there, ConstantCode.CE_CAST, (operator, 0), (variable,)))
        _appending(low, "llvm.compiler.used", casts, "llvm.metadata")


def _appending(low: Lowering, name: str, items: Sequence[Constant], section: str) -> None:
    array = low.context.type(TypeCode.ARRAY, (len(items),), (items[0].type,))
    variable = GlobalVariable(low.context.pointer_type(array), array, name, Linkage.APPENDING)
    operands: tuple[Value, ...] = tuple(items)
    variable.initializer = low.context.constant(array, ConstantCode.AGGREGATE, (), operands)
    variable.section = section
    known = low.globals.get(name)
    if known is not None:
        low.module.globals.remove(known)
    low.module.globals.append(variable)
    low.globals[name] = variable
