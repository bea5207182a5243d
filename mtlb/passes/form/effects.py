"""Attributes that LLVM infers for a function from its body, as Apple's compiler does: the memory it accesses, that it
returns.

The rules are those of LLVM's `FunctionAttrs`, for the form of LLVM 15. Nothing is inferred for a function that a linker
may replace. Compared with the 336 entry points of Apple's whose source is available (docs/metal.md).
"""

from __future__ import annotations

from ...air.cursor import constant_integer
from ...air.intrinsics import llvm_attributes
from ...air.names import PREFIX
from ...base.features import MODERN_FORM_SINCE, RETURNED_SINCE
from ...base.metal import AddressSpace
from ...base.versions import Version
from ...ir import (
    Argument,
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributePlace,
    Call,
    DataLayout,
    Function,
    InstCode,
    Instruction,
    Module,
    TypeCode,
    Value,
)
from ...ir.loops import LoopNest
from ...ir.names import ASSUME, INTRINSIC, LIFETIME, MEMCPY, MEMMOVE, MEMSET
from ...ir.objects import objects
from .attributes import group_at, kinds_at, ordered, with_group

_NONE, _READ, _WRITE = AttributeKind.READ_NONE, AttributeKind.READ_ONLY, AttributeKind.WRITE_ONLY
_INFERRED = (
    *(_NONE, _READ, _WRITE, AttributeKind.ARG_MEM_ONLY, AttributeKind.NO_FREE, AttributeKind.NO_SYNC),
    *(AttributeKind.NO_RECURSE, AttributeKind.WILL_RETURN),
)


_LAYOUT = DataLayout()
_CONVERSION = f"{PREFIX}convert."
_VECTOR_WIDTH = "min-legal-vector-width"
_BYTE_FUNCTIONS = (MEMCPY, MEMSET, MEMMOVE)
"""Functions whose last argument is the volatile flag."""


def infer_effects(function: Function, air: Version) -> None:
    """Give a function with a body the attributes that follow from it and that the AIR version has, in place."""
    group = group_at(function.attributes, AttributePlace.FUNCTION)
    kept = [attribute for attribute in group.attributes if attribute.kind not in _INFERRED]
    if not function.linkage.is_weak:
        effects = [kind for kind in _effects(function) if kind.air is not None and kind.air <= air]
        kept += [Attribute(AttributeForm.ENUM, kind) for kind in effects]
    kept = [item._replace(value=str(_widest(function))) if item.kind == _VECTOR_WIDTH else item for item in kept]
    function.attributes = with_group(function.attributes, group._replace(attributes=ordered(kept)))
    if air >= RETURNED_SINCE and not function.linkage.is_weak:
        _mark_returned(function)


def _mark_returned(function: Function) -> None:
    """Mark the parameter that is the result of every return."""
    results = {i.operands[0] if i.operands else None for i in function.instructions() if i.code is InstCode.RET}
    result = results.pop() if len(results) == 1 else None
    if isinstance(result, Argument):
        group = group_at(function.attributes, AttributePlace.PARAMETERS + result.index)
        kept = [attribute for attribute in group.attributes if attribute.kind != AttributeKind.RETURNED]
        returned = Attribute(AttributeForm.ENUM, AttributeKind.RETURNED)
        function.attributes = with_group(function.attributes, group._replace(attributes=ordered([*kept, returned])))


def follow_intrinsics(module: Module, air: Version) -> None:
    """Give LLVM's own functions and calls of them the form of Apple's modules, in place. Source: 176 functions that
    call `llvm.lifetime`, 752 that call `llvm.assume`, 13 that copy or fill memory.
    """
    is_modern = air >= MODERN_FORM_SINCE
    for function in module.functions:
        if function.name.startswith(LIFETIME) and is_modern:
            size = group_at(function.attributes, AttributePlace.PARAMETERS)
            constant = Attribute(AttributeForm.ENUM, AttributeKind.IMM_ARG)
            size = size._replace(attributes=ordered((*size.attributes, constant)))
            function.attributes = with_group(function.attributes, size)
        elif function.name.startswith(INTRINSIC) and is_modern:
            attributes = llvm_attributes(function.name.split(".")[1])
            function.attributes = function.attributes if attributes is None else attributes
        for i in function.instructions():
            callee = i.operands[-1] if isinstance(i, Call) else None
            if not isinstance(i, Call) or not isinstance(callee, Function):
                continue
            if callee.name.startswith((LIFETIME, ASSUME)):
                unwinding = Attribute(AttributeForm.ENUM, AttributeKind.NO_UNWIND)
                i.attributes = with_group(i.attributes, AttributeGroup(AttributePlace.FUNCTION, (unwinding,)))
            elif callee.name.startswith(_BYTE_FUNCTIONS):
                i.attributes = tuple([_of_address(i, group) for group in i.attributes])


def _of_address(call: Call, group: AttributeGroup) -> AttributeGroup:
    """The attributes of an address that a call copies or fills: null is an address in spaces other than 0."""
    place = group.place - AttributePlace.PARAMETERS
    if 0 <= place < 2 and call.operands[place].type.is_pointer and call.operands[place].type.address_space:
        kept = tuple([item for item in group.attributes if item.kind != AttributeKind.NON_NULL])
        return group._replace(attributes=kept)
    return group


def _widest(function: Function) -> int:
    """The bits of the widest vector that a function takes, returns or passes on, conversions aside. Holds for 261 of
    281 functions of Apple's, five of each library; with conversions for 256. What a texture returns beside a number, as
    `{ <4 x float>, i8 }`, counts: so it is in 89 of 89 functions that sample, read or gather.
    """
    types = [function.value_type]
    types += [
        callee.value_type
        for i in function.instructions()
        if isinstance(i, Call)
        and isinstance(callee := i.operands[-1], Function)
        and not callee.name.startswith(_CONVERSION)
    ]
    parts = [element for type_ in types for element in type_.elements]
    parts += [
        part
        for item in parts
        if item.code is TypeCode.STRUCT_ANON and len(item.elements) == 2
        for part in item.elements
    ]
    vectors = {part for part in parts if part.code is TypeCode.VECTOR}
    return max((8 * vector.params[0] * _LAYOUT.size(vector.elements[0]) for vector in vectors), default=0)


def _effects(function: Function) -> list[AttributeKind]:
    calls = [i for i in function.instructions() if isinstance(i, Call)]
    callees = [_kinds(call) for call in calls]
    kinds = _memory(function)
    own = _of_function(function)
    returns = AttributeKind.MUST_PROGRESS in own and bool({_NONE, _READ} & set(kinds))
    if returns or (not _has_loops(function) and all(AttributeKind.WILL_RETURN in callee for callee in callees)):
        kinds.append(AttributeKind.WILL_RETURN)
    for kind in (AttributeKind.NO_FREE, AttributeKind.NO_SYNC):
        if all(kind in callee for callee in callees) and not any(_is_ordered(i) for i in function.instructions()):
            kinds.append(kind)
    if all(AttributeKind.NO_RECURSE in callee for callee in callees):
        kinds.append(AttributeKind.NO_RECURSE)
    return kinds


def _has_loops(function: Function) -> bool:
    """Whether a block may run twice."""
    nest = LoopNest(function.blocks[0], lambda block: block.instructions[-1].blocks)
    return any(nest.loop_of(block) is not None for block in function.blocks)


def _is_ordered(i: Instruction) -> bool:
    """Whether an instruction is ordered as other threads see it: it is volatile or atomic."""
    if i.code in (InstCode.LOAD, InstCode.STORE):
        return bool(i.params[1])
    return i.code in (InstCode.LOADATOMIC, InstCode.STOREATOMIC, InstCode.ATOMICRMW, InstCode.CMPXCHG, InstCode.FENCE)


def _memory(function: Function) -> list[AttributeKind]:
    """The attributes for the memory that the function accesses."""
    reads = writes = beyond = False
    for i in function.instructions():
        if i.code is InstCode.LOAD:
            accesses = [(i.operands[0], True, bool(i.params[1]))]
        elif i.code is InstCode.STORE:
            accesses = [(i.operands[1], bool(i.params[1]), True)]
        elif isinstance(i, Call):
            kinds = _kinds(i)
            if _NONE in kinds:
                continue
            does = (_WRITE not in kinds, _READ not in kinds)
            if AttributeKind.ARG_MEM_ONLY not in kinds:
                reads, writes, beyond = reads or does[0], writes or does[1], True
                continue
            accesses = [(operand, *does) for operand in i.operands[:-1] if operand.type.is_pointer]
        else:
            continue
        for pointer, is_read, is_written in accesses:
            where = {_where(object_) for object_ in objects(pointer)} - {"own"}
            if where:
                reads, writes = reads or is_read, writes or is_written
                beyond = beyond or "other" in where
    if not reads and not writes:
        return [_NONE]
    place = [] if beyond else [AttributeKind.ARG_MEM_ONLY]
    return place if reads and writes else [*place, _READ if reads else _WRITE]


def _where(value: Value) -> str:
    """The kind of memory a pointer points into: a local variable or a constant (not counted), an argument, or other
    memory.
    """
    if value.type.is_pointer and value.type.address_space == AddressSpace.CONSTANT:
        return "own"
    if isinstance(value, Argument):
        return "argument"
    if isinstance(value, Instruction) and value.code is InstCode.ALLOCA:
        return "own"
    return "other"


def _kinds(call: Call) -> set[int | str]:
    callee = call.operands[-1]
    if isinstance(callee, Function) and callee.name.startswith(_BYTE_FUNCTIONS):
        is_volatile = constant_integer(call.operands[-2]) != 0
        return _of_function(callee) | (set() if is_volatile else {AttributeKind.NO_SYNC})
    own = kinds_at(call.attributes, AttributePlace.FUNCTION)
    return own | (_of_function(callee) if isinstance(callee, Function) else set())


def _of_function(function: Function) -> set[int | str]:
    return kinds_at(function.attributes, AttributePlace.FUNCTION)
