"""What LLVM's reader changes in a module: intrinsics get the attributes of LLVM's own table.

The attributes that the compiler inferred for them are lost (docs/linking.md §6).
"""

from __future__ import annotations

from typing import Final

from ..ir import AttributeKind, AttributeList, Function, GlobalValue, Module, view
from ..ir.names import INTRINSIC

_INFERRED: Final = int(AttributeKind.MUST_PROGRESS)


def upgrade(module: Module) -> Module:
    """A view of `module` in which the declarations of intrinsics have the attributes that LLVM's reader gives them.

    Returns `module` itself if they already have them. Function bodies are not read.
    """
    changed: dict[GlobalValue, GlobalValue] = {}
    for function in module.functions:
        is_intrinsic = function.name.startswith(INTRINSIC) and function.is_declaration
        if is_intrinsic and any(a.kind == _INFERRED for group in function.attributes for a in group.attributes):
            changed[function] = _with_attributes(function, _without_inferred(function.attributes))
    return view(module, changed) if changed else module


def _with_attributes(function: Function, attributes: AttributeList) -> Function:
    other = function.copy()
    other.attributes = attributes
    return other


def _without_inferred(attributes: AttributeList) -> AttributeList:
    return tuple(
        group._replace(attributes=tuple(a for a in group.attributes if a.kind != _INFERRED)) for group in attributes
    )
