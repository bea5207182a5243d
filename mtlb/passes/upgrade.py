"""What LLVM's reader changes in a module: intrinsics get the attributes of LLVM's own table.

The attributes that the compiler inferred for them are lost (docs/linking.md §6).
"""

from __future__ import annotations

from ..ir import AttributeKind, AttributeList, Module

__all__ = ["upgrade"]


def upgrade(module: Module) -> Module:
    """`module` with the attributes that LLVM's reader gives to the declarations of intrinsics."""
    for function in module.functions:
        if function.name.startswith("llvm.") and function.is_declaration:
            function.attributes = _without_inferred(function.attributes)
    return module


def _without_inferred(attributes: AttributeList) -> AttributeList:
    return tuple(
        group._replace(attributes=tuple(a for a in group.attributes if a.kind != AttributeKind.MUST_PROGRESS))
        for group in attributes
    )
