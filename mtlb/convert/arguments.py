"""Calling conventions that AIR cannot express: arguments passed by value through a pointer, and variable arguments;
also addresses that are converted to integers and back.
"""

from __future__ import annotations

from ..base.errors import UnsupportedError
from ..ir import (
    AttributeKind,
    AttributeList,
    AttributePlace,
    Call,
    DataLayout,
    Function,
    InlineAsm,
    InstCode,
    Instruction,
    TailKind,
    Type,
    TypeCode,
    Value,
)
from ..passes.rewriter import Rewriter

_LAYOUT = DataLayout()
_VA_START = "llvm.va_start"


_BY_ADDRESS = (AttributeKind.BY_VAL, AttributeKind.BY_REF)


def passed_type(owner: Function | Call, place: int, kinds: tuple[AttributeKind, ...] = _BY_ADDRESS) -> Type | None:
    """The type of a parameter that is passed by value through a pointer (`byval`, `byref`); None for any other."""
    for group in owner.attributes:
        if group.place == AttributePlace.PARAMETERS + place:
            for attribute in group.attributes:
                if attribute.kind in kinds and isinstance(attribute.value, Type):
                    return attribute.value
    return None


def copied_type(owner: Function | Call, place: int) -> Type | None:
    """The type of a parameter that a call copies (`byval`); None for any other, including `byref`."""
    return passed_type(owner, place, (AttributeKind.BY_VAL,))


def rule_arguments(code: Rewriter, call: Instruction) -> Value | None:
    """A call of a function of the module: copy `byval` arguments, and drop variable arguments that are never read."""
    assert isinstance(call, Call)
    callee, type_ = call.operands[-1], call.aux_type
    if not isinstance(callee, Function) or callee.is_declaration or type_ is None:
        return None
    arguments = list(call.operands[:-1])
    attributes = call.attributes
    changed, tail = False, call.tail_kind
    for place in range(min(len(arguments), len(callee.arguments))):
        copied = copied_type(callee, place) or copied_type(call, place)
        if copied is not None:
            arguments[place] = _copy(code, copied, arguments[place])
            attributes = _without_by_value(attributes, place)
            changed, tail = True, TailKind.NONE  # a tail call reads no variable of its caller
    if type_.is_vararg:
        if any(i.code is InstCode.CALL and i.operands[-1].name.startswith(_VA_START) for i in callee.instructions()):
            raise UnsupportedError(f"@{callee.name} takes a variable number of arguments, which AIR does not support")
        type_ = code.function_type(type_.result, type_.parameters)
        arguments = arguments[: len(type_.parameters)]
        last = AttributePlace.PARAMETERS + len(arguments)
        attributes = tuple(g for g in attributes if g.place < last or g.place == AttributePlace.FUNCTION)
        changed = True
    if not changed:
        return None
    params = (tail, call.calling_convention, call.fast_flags)
    return code.call_pointer(type_, callee, arguments, params, attributes)


def _copy(code: Rewriter, type_: Type, source: Value) -> Value:
    """Store a copy in memory of the caller; returns its address."""
    alignment = _LAYOUT.alignment(type_)
    memory = code.variable(type_, alignment.bit_length())
    size = code.integer(code.i64, _LAYOUT.alloc_size(type_))
    types = [memory.type, source.type, code.i64, code.i1]
    name = f"llvm.memcpy.p{memory.type.address_space}.p{source.type.address_space}.i64"
    code.call(
        code.declare(name, code.void, types), [memory, source, size, code.integer(code.i1, 0)], tail=TailKind.NONE
    )
    return memory


def _without_by_value(attributes: AttributeList, place: int) -> AttributeList:
    results = []
    for group in attributes:
        if group.place == AttributePlace.PARAMETERS + place:
            rest = tuple(a for a in group.attributes if a.kind != AttributeKind.BY_VAL)
            group = group._replace(attributes=rest)
        if group.attributes:
            results.append(group)
    return tuple(results)


# --- assembly that is empty ------------------------------------------------------------------------------------------


def is_empty(assembly: InlineAsm) -> bool:
    """Whether inline assembly has no instruction. It serves as a compiler barrier, or hides a value from the
    optimiser.
    """
    return not assembly.asm.strip()


def expand_empty(call: Call, assembly: InlineAsm) -> Value | bool:
    """The replacement for empty assembly: nothing, or the operand that its only output is tied to."""
    constraints = [c for c in assembly.constraints.split(",") if c and not c.startswith("~")]
    outputs = [c for c in constraints if c.startswith("=")]
    inputs = constraints[len(outputs) :]
    if not outputs and call.type.code is TypeCode.VOID:
        return True
    if len(outputs) == 1 and "0" in inputs and call.operands[inputs.index("0")].type is call.type:
        return call.operands[inputs.index("0")]
    raise UnsupportedError("inline assembly whose results are not its operands")
