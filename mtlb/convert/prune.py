"""Removes unreferenced declarations, local functions and variables, and lists that only a host reads."""

from __future__ import annotations

from collections.abc import Sequence

from ..ir import GlobalValue, Module
from ..ir.names import COMPILER_USED, USED
from ..ir.uses import globals_in_metadata, reached_from

_HOST_LISTS = frozenset({USED, COMPILER_USED, "llvm.global.annotations"})
_APPLES_LISTS = frozenset({USED, COMPILER_USED})  # Apple's compilers also write these


def prune(module: Module, roots: Sequence[GlobalValue] | None = None, *, keeps_lists: bool = False) -> None:
    """Remove everything that neither named metadata nor `roots` refer to. By default the roots are the externally
    visible globals.

    `keeps_lists`: keep the lists that Apple's compilers also write; the module comes from mtlb itself.
    """
    lists = _HOST_LISTS if roots is not None and not keeps_lists else _HOST_LISTS - _APPLES_LISTS
    module.globals = [variable for variable in module.globals if variable.name not in lists]
    start = globals_in_metadata([node for nodes in module.named_metadata.values() for node in nodes])
    start += [
        value
        for value in module.global_values()
        if (value in roots if roots is not None else not value.is_declaration and not value.linkage.is_local)
    ]
    reached = reached_from(start)
    module.globals = [variable for variable in module.globals if variable in reached]
    module.functions = [function for function in module.functions if function in reached]
    module.aliases = [alias for alias in module.aliases if alias in reached]
    module.symbols = [value for value in module.symbols if value in reached]
