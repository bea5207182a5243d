"""Removes what nothing refers to: declarations, local functions and variables, and lists that only a host reads."""

from __future__ import annotations

from collections.abc import Sequence

from ..ir import ConstantAsMetadata, Function, GlobalValue, Linkage, MDNode, Metadata, MetadataAsValue, Module, Value
from ..ir.references import globals_in

__all__ = ["prune"]

_HOST_LISTS = frozenset({"llvm.used", "llvm.compiler.used", "llvm.global.annotations"})
_APPLES_LISTS = frozenset({"llvm.used", "llvm.compiler.used"})  # Apple's compilers write them too
_LOCAL = (Linkage.INTERNAL, Linkage.PRIVATE)


def prune(module: Module, roots: Sequence[Function] | None = None) -> None:
    """Remove all that no named metadata leads to, and none of the `roots`: by default whatever other modules see."""
    lists = _HOST_LISTS if roots is not None else _HOST_LISTS - _APPLES_LISTS
    module.globals = [variable for variable in module.globals if variable.name not in lists]
    pending: list[GlobalValue] = []
    reached: set[GlobalValue] = set()

    def reach(value: Value) -> None:
        for found in globals_in(value):
            if found not in reached:
                reached.add(found)
                pending.append(found)

    for nodes in module.named_metadata.values():
        for found in _values(nodes):
            reach(found)
    for value in module.global_values():
        if value in roots if roots is not None else not value.is_declaration and value.linkage not in _LOCAL:
            reach(value)
    while pending:
        value = pending.pop()
        for part in ("initializer", "aliasee", "personality", "prefix", "prologue"):
            constant = getattr(value, part, None)
            if constant is not None:
                reach(constant)
        if isinstance(value, Function):
            for instruction in value.instructions():
                for operand in instruction.operands:
                    reach(operand)
                    if isinstance(operand, MetadataAsValue):
                        for found in _values([operand.metadata]):
                            reach(found)
    module.globals = [variable for variable in module.globals if variable in reached]
    module.functions = [function for function in module.functions if function in reached]
    module.aliases = [alias for alias in module.aliases if alias in reached]
    module.symbols = [value for value in module.symbols if value in reached]


def _values(roots: list[MDNode] | list[Metadata]) -> list[Value]:
    """The globals that metadata leads to."""
    found: list[Value] = []
    pending: list[object] = list(roots)
    seen: set[object] = set()
    while pending:
        item = pending.pop()
        if item is None or item in seen:
            continue
        seen.add(item)
        if isinstance(item, ConstantAsMetadata):
            found.append(item.value)
        elif isinstance(item, MDNode):
            pending.extend(item.operands())
    return found
