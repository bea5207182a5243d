"""The rules of LLVM's verifier for metadata attached to instructions, by the name of its kind.

Source: LLVM's Verifier.cpp, visitInstruction and the functions that it calls for each kind. What one kind demands is
looked at for the instructions that can have it at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .instructions import Instruction
from .metadata import ConstantAsMetadata, MDNode
from .opcodes import ConstantCode, InstCode, TypeCode
from .types import Type
from .values import Constant


def _numbers(node: MDNode) -> list[Constant]:
    """The constant integers of a node; fewer than its fields if another thing is among them."""
    values = [field.value for field in node.fields if isinstance(field, ConstantAsMetadata)]
    return [value for value in values if isinstance(value, Constant) and value.type.code is TypeCode.INTEGER]


def _range(i: Instruction, node: MDNode) -> str:
    if i.code not in (InstCode.LOAD, InstCode.LOADATOMIC, InstCode.CALL):
        return "!range on something other than a load or a call"
    bounds = _numbers(node)
    if not bounds or len(bounds) % 2 or len(bounds) != len(node.fields):
        return "!range that is not pairs of integers"
    if any(bound.type is not i.type.scalar for bound in bounds):
        return "!range of another type than the value"
    if any(low is high for low, high in zip(bounds[::2], bounds[1::2], strict=True)):
        return "!range with a pair that is empty"
    return ""


def _of_pointers(name: str, bits: int) -> Callable[[Instruction, MDNode], str]:
    """The rule for a kind that pointers that are loaded have, with a number of so many bits; 0: with nothing."""

    def check(i: Instruction, node: MDNode) -> str:
        if not i.type.is_pointer:
            return f"!{name} on something other than a pointer"
        if bits and ([constant.type.params for constant in _numbers(node)] != [(bits,)] or len(node.fields) != 1):
            return f"!{name} without an i{bits}"
        return "" if bits or not node.fields else f"!{name} that is not empty"

    return check


def _accuracy(i: Instruction, node: MDNode) -> str:
    if not i.type.is_floating:
        return "!fpmath on something other than a floating-point value"
    value = node.fields[0] if len(node.fields) == 1 else None
    held = value.value if isinstance(value, ConstantAsMetadata) else None
    if not isinstance(held, Constant) or not _is_float(held.type) or held.code != ConstantCode.FLOAT:
        return "!fpmath that is not a positive float"
    return ""


def _is_float(type_: Type) -> bool:
    return type_.code is TypeCode.FLOAT


ATTACHMENTS: Final[dict[str, Callable[[Instruction, MDNode], str]]] = {
    "range": _range,
    "nonnull": _of_pointers("nonnull", 0),
    "dereferenceable": _of_pointers("dereferenceable", 64),
    "dereferenceable_or_null": _of_pointers("dereferenceable_or_null", 64),
    "align": _of_pointers("align", 64),
    "fpmath": _accuracy,
}
