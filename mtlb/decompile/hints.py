"""Names for variables without a name in debug info: from the origin of a value, and from its uses."""

from __future__ import annotations

import re

from ..air.intrinsics import intrinsic
from ..ir import BinaryOperator, InstCode, Instruction, TypeCode, Value
from .uses import BodyUses, callee_name

COUNTERS = "ijk"
_ADDING = (BinaryOperator.ADD, BinaryOperator.SUB)
_RESULTS = {
    "simd_sum": "total",
    "simd_max": "highest",
    "simd_min": "lowest",
    "simd_ballot": "votes",
    "length": "len",
    "distance": "dist",
    "normalize": "direction",
}
_GATHERING = {"fmax": "highest", "max": "highest", "fmin": "lowest", "min": "lowest"}
_PLACES = {"sample": "uv", "read": "texel_position", "write": "texel_position"}


def is_counter(phi: Instruction) -> bool:
    """Whether a phi is a counter: each iteration adds or subtracts a loop-invariant amount."""
    if phi.type.code is not TypeCode.INTEGER:
        return False
    for value in phi.incoming:
        if not isinstance(value, Instruction) or value.code is not InstCode.BINOP or value.opcode not in _ADDING:
            continue
        if phi in value.operands:
            return not isinstance(value.operands[1 if value.operands[0] is phi else 0], Instruction)
    return False


def of_phi(phi: Instruction) -> str:
    """A name for the accumulation in a loop phi; "" for another phi."""
    for value in phi.incoming:
        if not isinstance(value, Instruction) or phi not in value.operands:
            continue
        if value.code is InstCode.BINOP and value.opcode == BinaryOperator.ADD:
            return "sum"
        if value.code is InstCode.BINOP and value.opcode == BinaryOperator.MUL:
            return "product"
        name = callee_name(value)
        if name.startswith("llvm.fmuladd.") and value.arguments[2] is phi:
            return "sum"
        function = intrinsic(name)
        if function is not None:
            word = _GATHERING.get(function.family.name.removeprefix("fast_"))
            if word:
                return word
    return ""


def of_place(text: str) -> str:
    """A name for a value loaded from a place: the member, or an element of a buffer."""
    member = re.search(r"[.>]([A-Za-z_]\w{2,})$", text)
    if member:
        return member[1]
    element = re.search(r"(?:^|[.>&(])([A-Za-z_]\w*)\[[^\[\]]*\]$", text)
    if element is None:
        whole = re.fullmatch(r"[&*]?([A-Za-z_]\w{2,})", text)
        return f"{whole[1]}{_joint(whole[1])}alue" if whole else ""
    name = element[1]
    if len(name) > 3 and name.endswith("s") and not name.endswith(("ss", "us", "is", "pos")):
        return f"{name[:-3]}y" if name.endswith("ies") else name[:-1]
    return f"{name}{_joint(name)}alue" if len(name) > 2 else ""


def _joint(name: str) -> str:
    return "_v" if "_" in name or name.islower() else "V"


def of_call(instruction: Instruction) -> str:
    """A name for the result of a call."""
    name = callee_name(instruction)
    function = intrinsic(name)
    if function is None:
        return ""
    family = function.family.name.removeprefix("fast_")
    if family.startswith(("sample_texture", "sample_depth", "read_texture", "read_depth")):
        return "texel"
    if family.startswith("gather_"):
        return "texels"
    if family.startswith("atomic."):
        return "before" if family.rpartition(".")[2] not in ("load", "cmpxchg") else ""
    return _RESULTS.get(family, "")


def of_use(value: Value, uses: BodyUses, outputs: list[tuple[str, str]]) -> str:
    """A name for a value that becomes an output or a texture coordinate; `outputs` are the members of the return
    value."""
    for use in uses.of(value):
        user = use.user
        if user.code is InstCode.INSERTVAL and user in uses.returned and use.operand == 1:
            if user.path[0] < len(outputs):
                return outputs[user.path[0]][0]
        elif user.code is InstCode.CALL:
            function = intrinsic(callee_name(user))
            if function is None or value.type.code is not TypeCode.VECTOR:
                continue
            operation = function.family.name.partition("_")[0]
            if operation in _PLACES and "texture" in function.family.name + "depth" and user.arguments[0] is not value:
                is_first = next((a for a in user.arguments if a.type.code is TypeCode.VECTOR), None) is value
                if is_first:
                    return _PLACES[operation] if value.type.params[0] == 2 or operation != "sample" else "coordinate"
    return ""
