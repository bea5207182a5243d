"""What every module of Apple's writes in one of several equal forms, for modules that mtlb makes.

LLVM gives these forms the same meaning. That no module of Apple's has the others is counted in 10,985 modules
(`mtlb.air.census`); a consumer that was written for Apple's modules may know those forms alone: Darling's iridium
multiplies numbers of two widths where the indices of an address have two.
"""

from __future__ import annotations

from ...air.entry_nodes import entry_function, entry_nodes
from ...base.errors import FormatError
from ...ir import (
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributeList,
    AttributePlace,
    Constant,
    ConstantCode,
    DataLayout,
    Function,
    InstCode,
    Instruction,
    Module,
    TypeCode,
    UnnamedAddr,
    Value,
)
from ...ir.names import INTRINSIC
from ..rewriter import uses
from .attributes import ordered

_STATIC_INIT = "air.static_init"
_LAYOUT = DataLayout()

_INFERRED = frozenset(
    {AttributeKind.NO_CAPTURE, AttributeKind.READ_ONLY, AttributeKind.WRITE_ONLY, AttributeKind.READ_NONE}
)


def follow_habits(module: Module) -> None:
    """Give a module with typed pointers the forms that Apple's modules have, in place."""
    for variable in module.globals:
        if not variable.alignment and not variable.is_declaration:
            try:
                variable.alignment = _LAYOUT.alignment(variable.value_type).bit_length()
            except FormatError:
                continue  # a type without a layout; the verifier says so
    for function in module.functions:
        if function.is_declaration:
            if function.name.startswith(INTRINSIC):
                function.unnamed_addr = UnnamedAddr.NONE
        elif function.section == _STATIC_INIT:
            function.unnamed_addr = UnnamedAddr.NONE
        for instruction in function.instructions():
            if instruction.code is InstCode.GEP:
                _widen_first_index(module, instruction)
            elif instruction.code is InstCode.CALL:
                _without_poison(module, instruction)
    for _, _, node in entry_nodes(module):
        entry = entry_function(node)
        if entry is not None and entry.blocks:
            say_what_buffers_are_for(entry)


def _widen_first_index(module: Module, address: Instruction) -> None:
    """In front of the path into a struct, array or vector is a 64-bit number."""
    base, *indices = address.operands
    first = indices[0]
    if len(indices) < 2 or not isinstance(first, Constant) or first.type.code is not TypeCode.INTEGER:
        return
    (bits,) = first.type.params
    if bits == 32 and first.code in (ConstantCode.INTEGER, ConstantCode.NULL):
        number = int(first.params[0]) if first.code == ConstantCode.INTEGER else 0
        wide = module.context.integer_constant(module.context.integer_type(64), number)
        address.operands = (base, wide, *indices[1:])


def _without_poison(module: Module, call: Instruction) -> None:
    """Poison is in shuffles, insertions and arithmetic alone; undef as an argument says no more."""
    if any(isinstance(one, Constant) and one.code == ConstantCode.POISON for one in call.operands):
        call.operands = tuple(
            module.context.constant(one.type, ConstantCode.UNDEF)
            if isinstance(one, Constant) and one.code == ConstantCode.POISON
            else one
            for one in call.operands
        )


# --- what an entry point does with its buffers -----------------------------------------------------------------------


def say_what_buffers_are_for(function: Function) -> None:
    """Attributes of the buffers of an entry point: `nocapture` with what it does to them, or neither.

    Apple's compiler runs LLVM's inference: no buffer is `readonly` without `nocapture` unless a call keeps it.
    """
    users = uses(function)
    groups = {group.place: group for group in function.attributes}
    for number, argument in enumerate(function.arguments):
        place = AttributePlace.PARAMETERS + number
        if not argument.type.is_pointer or "air-buffer-no-alias" not in [
            one.kind for one in groups.get(place, AttributeGroup(place, ())).attributes
        ]:
            continue
        kept = [one for one in groups[place].attributes if one.kind not in _INFERRED]
        kept += [Attribute(AttributeForm.ENUM, kind) for kind in _done_to(argument, users)]
        groups[place] = groups[place]._replace(attributes=ordered(kept))
    function.attributes = tuple(groups.values())


def _done_to(argument: Value, users: dict[Value, list[Instruction]]) -> list[AttributeKind]:
    reads = writes = False
    seen: set[Value] = {argument}
    work = [argument]
    while work:
        value = work.pop()
        for user in users.get(value, ()):
            code = user.code
            if code in (InstCode.GEP, InstCode.PHI, InstCode.VSELECT) or (
                code is InstCode.CAST and user.type.is_pointer
            ):
                if user not in seen:
                    seen.add(user)
                    work.append(user)
            elif code is InstCode.LOAD:
                reads = True
            elif code is InstCode.STORE and user.operands[0] is not value and user.operands[1] is value:
                writes = True
            elif code is InstCode.CALL and (effect := _of_call(user, value)) is not None:
                reads, writes = reads or effect[0], writes or effect[1]
            elif code is not InstCode.CMP2:
                return []
    kinds = [AttributeKind.NO_CAPTURE]
    if not writes:
        kinds.append(AttributeKind.READ_ONLY if reads else AttributeKind.READ_NONE)
    elif not reads:
        kinds.append(AttributeKind.WRITE_ONLY)
    return kinds


def _of_call(call: Instruction, value: Value) -> tuple[bool, bool] | None:
    """Whether a call reads and writes through an address that it is given; None if it may keep the address."""
    callee = call.operands[-1]
    if not isinstance(callee, Function) or callee is value:
        return None
    reads = writes = False
    for number, operand in enumerate(call.operands[:-1]):
        if operand is not value:
            continue
        kinds = _kinds(callee.attributes, AttributePlace.PARAMETERS + number)
        if AttributeKind.NO_CAPTURE not in kinds:
            return None
        of_all = _kinds(callee.attributes, AttributePlace.FUNCTION)
        reads |= AttributeKind.WRITE_ONLY not in kinds and AttributeKind.READ_NONE not in kinds
        writes |= AttributeKind.READ_ONLY not in kinds | of_all and AttributeKind.READ_NONE not in kinds
    return reads, writes


def _kinds(attributes: AttributeList, place: int) -> set[int | str]:
    return {one.kind for group in attributes if group.place == place for one in group.attributes}
