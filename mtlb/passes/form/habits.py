"""Which of several equivalent forms all of Apple's modules use, for modules that mtlb writes.

LLVM gives these forms the same meaning. A count over 10,985 modules (`mtlb.air.census`) shows that none of Apple's has
the other forms. A consumer written for Apple's modules may support only these: Darling's iridium multiplies numbers of
two widths if the indices of an address have two widths.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...air.entry_points import EntryPoint, read_entry_points
from ...air.facts import air_version
from ...air.functions import call_attributes, string_attribute
from ...air.intrinsics import intrinsic
from ...air.names import NO_ALIAS_BUFFER, PREFIX
from ...air.words import BUFFER_KINDS
from ...base.errors import FormatError
from ...base.metal import AddressSpace
from ...base.versions import Version
from ...ir import (
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributeList,
    AttributePlace,
    Call,
    CastOperator,
    Constant,
    ConstantCode,
    DataLayout,
    Function,
    GepFlag,
    InstCode,
    Instruction,
    Linkage,
    Module,
    TailKind,
    TypeCode,
    UnnamedAddr,
    Value,
)
from ...ir.build import IRBuilder
from ...ir.names import INTRINSIC
from ...ir.objects import address_base
from ...ir.type_rules import index_steps
from ..rewriter import callees_first, uses
from .attributes import group_at, kinds_at, ordered, with_group

_ALWAYS_INLINE: Final = AttributeKind.ALWAYS_INLINE
_APPENDING: Final = Linkage.APPENDING
_DEVICE: Final = AddressSpace.DEVICE
_ENUM: Final = AttributeForm.ENUM
_INBOUNDS: Final = GepFlag.INBOUNDS
_INTERNAL: Final = Linkage.INTERNAL
_NONE: Final = UnnamedAddr.NONE
_NO_ALIAS: Final = AttributeKind.NO_ALIAS
_NO_CAPTURE: Final = AttributeKind.NO_CAPTURE
_OBJECT_DATA: Final = AddressSpace.OBJECT_DATA
_READ_NONE: Final = AttributeKind.READ_NONE
_READ_ONLY: Final = AttributeKind.READ_ONLY
_WRITE_ONLY: Final = AttributeKind.WRITE_ONLY

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_ALLOCA: Final = InstCode.ALLOCA
_CALL: Final = InstCode.CALL
_CAST: Final = InstCode.CAST
_CE_CAST: Final = ConstantCode.CE_CAST
_CMP2: Final = InstCode.CMP2
_FUNCTION: Final = AttributePlace.FUNCTION
_GEP: Final = InstCode.GEP
_INTEGER: Final = TypeCode.INTEGER
_INTEGER_CONSTANT: Final = ConstantCode.INTEGER
_LOAD: Final = InstCode.LOAD
_NULL: Final = ConstantCode.NULL
_OPAQUE: Final = TypeCode.OPAQUE
_PARAMETERS: Final = AttributePlace.PARAMETERS
_PHI: Final = InstCode.PHI
_POINTER: Final = TypeCode.POINTER
_POISON: Final = ConstantCode.POISON
_STORE: Final = InstCode.STORE
_UNDEF: Final = ConstantCode.UNDEF
_VSELECT: Final = InstCode.VSELECT

Users = Mapping[Value, list[Instruction]]
"""The instructions that use each pointer of a function."""

_STATIC_INIT: Final = "air.static_init"
_LAYOUT: Final = DataLayout()
_SAMPLER: Final = "struct._sampler_t"

_INFERRED: Final = frozenset(
    {AttributeKind.NO_CAPTURE, AttributeKind.READ_ONLY, AttributeKind.WRITE_ONLY, AttributeKind.READ_NONE}
)


def follow_habits(module: Module, entries: Sequence[EntryPoint] | None = None, *, says_aliases: bool = False) -> None:
    """Give a module with typed pointers the forms that Apple's modules have, in place. `entries`: its entry points, if
    the caller has read them. `says_aliases`: their metadata already says which buffers no other buffer can overlap.
    """
    for variable in module.globals:
        # Lists that linkers append to (llvm.used and the like) have no alignment in any module of the census.
        if not variable.alignment and not variable.is_declaration and variable.linkage is not _APPENDING:
            try:
                variable.alignment = _LAYOUT.alignment(variable.value_type).bit_length()
            except FormatError:
                continue  # a type without a layout; the verifier says so
    calls: list[Call] = []
    for function in module.functions:
        if function.is_declaration:
            if function.name.startswith(INTRINSIC):
                function.unnamed_addr = _NONE
        elif function.section == _STATIC_INIT:
            function.unnamed_addr = _NONE
        is_usual = True
        for instruction in function.instructions():
            code = instruction.code
            if code is _CALL:
                assert isinstance(instruction, Call)
                calls.append(instruction)
                _without_poison(module, instruction)
            elif code is _ALLOCA:
                instruction.debug_loc = None  # clang gives a variable no line; its declaration has one
            elif code in _CONSTANT_IN:
                if code is _GEP:
                    _widen_indices(module, instruction)
                is_usual = is_usual and not _unusual(instruction)
        if not is_usual:
            _as_instructions(module, function)
    air = air_version(module)
    for function in module.functions:
        result = intrinsic(function.name) if air is not None and function.is_declaration else None
        if result is not None and air is not None and result.family.form(air).is_of(function.value_type):
            function.attributes = result.attributes(air)
    for call in calls:
        if air is not None and (_as_declared(call) or call.tail_kind != TailKind.NONE):
            _say_what_is_on_the_stack(call, air)
    if entries is None:
        entries = read_entry_points(module)
    _say_what_helpers_do(module, {entry.function for entry in entries})
    for entry in entries:
        if entry.function.blocks:
            entry.function.attributes = _without_kind(entry.function.attributes, _ALWAYS_INLINE)
            entry.function.alignment = 0  # clang sets it for C++; in Apple's modules only helpers have one
            buffers = [
                argument.index
                for argument in entry.arguments
                if argument.kind in BUFFER_KINDS and argument.index is not None
            ]
            users = uses(entry.function)
            if not says_aliases:
                _keep_apart(entry.function, buffers, users)
            say_what_buffers_are_for(entry.function, users)


def _as_declared(call: Call) -> bool:
    """Give calls of AIR functions the attributes of the declaration; whether it is such a call."""
    callee = call.operands[-1]
    if not isinstance(callee, Function) or not callee.is_declaration or intrinsic(callee.name) is None:
        return False
    call.attributes = call_attributes(callee.attributes)
    return True


def _say_what_is_on_the_stack(call: Call, air: Version) -> None:
    """Mark operands that are addresses of an alloca as `nonnull`, and a call that has one as not a tail call. LLVM
    infers both: 207 of 207 such operands in a sample of the corpus.
    """
    kind = AttributeKind.NON_NULL
    for number, operand in enumerate(call.operands[:-1]):
        variable = address_base(operand)
        if isinstance(variable, Instruction) and variable.code is _ALLOCA and operand.type.is_pointer:
            call.set_fields(tail_kind=TailKind.NONE)
            if kind.air is not None and kind.air <= air:
                group = group_at(call.attributes, _PARAMETERS + number)
                others = (attribute for attribute in group.attributes if attribute.kind != kind)
                group = AttributeGroup(_PARAMETERS + number, ordered((*others, Attribute(_ENUM, kind))), group.twin)
                call.attributes = with_group(call.attributes, group)


def _widen_indices(module: Module, address: Instruction) -> None:
    """Widen indices of 32 bits to 64, except those of struct members."""
    operands = address.operands
    if len(operands) < 3 or address.aux_type is None:
        return
    base, indices = operands[0], operands[1:]
    for index in indices:
        if _is_narrow(index):
            break
    else:
        return
    steps = list(index_steps(address.aux_type, indices))
    if len(steps) == len(indices):
        wide = [index if is_member else _widened(module, index) for index, is_member in steps]
        address.operands = (base, *wide)


def _is_narrow(index: Value) -> bool:
    """Whether an index is a number of 32 bits."""
    if not isinstance(index, Constant) or (index.code != _INTEGER_CONSTANT and index.code != _NULL):
        return False
    return index.type.code is _INTEGER and index.type.params[0] == 32


def _widened(module: Module, index: Value) -> Value:
    if not isinstance(index, Constant) or not _is_narrow(index):
        return index
    number = int(index.params[0]) if index.code == _INTEGER_CONSTANT else 0
    return module.context.integer_constant(module.context.integer_type(64), number)


def _without_poison(module: Module, call: Instruction) -> None:
    """Replace poison in arguments by undef: Apple's modules have poison only in shuffles, insertions and arithmetic."""
    for number, operand in enumerate(call.operands):
        if isinstance(operand, Constant) and operand.code == _POISON:
            undefined = module.context.constant(operand.type, _UNDEF)
            call.operands = (*call.operands[:number], undefined, *call.operands[number + 1 :])


# --- constant addresses ----------------------------------------------------------------------------------------------

_CONSTANT_IN: Final = {
    InstCode.LOAD: {ConstantCode.CE_GEP},
    InstCode.STORE: {ConstantCode.CE_GEP, ConstantCode.CE_CAST},
    InstCode.GEP: {ConstantCode.CE_CAST},
}
"""The constant expressions that each instruction of Apple's modules may have; other instructions are left alone."""


def _as_instructions(module: Module, function: Function) -> None:
    """Compute constant expressions by instructions where Apple's modules have none: Metal's back end is reported to
    crash on a load through a cast of an address (Metal.jl, issue 282).
    """
    code = IRBuilder(module.context)
    for block in function.blocks:
        code.at_end(block)
        placed = code.collect()
        for instruction in block.instructions:
            if _unusual(instruction):
                code.debug_loc = instruction.debug_loc
                instruction.operands = tuple([_computed(code, operand) for operand in instruction.operands])
            placed.append(instruction)
        block.instructions = placed


def _unusual(instruction: Instruction) -> bool:
    """Whether an operand is a constant expression that Apple's modules never have in such an instruction."""
    for value in instruction.operands:
        if isinstance(value, Constant) and value.operands and value.code in _EXPRESSIONS:
            allowed = _CONSTANT_IN.get(instruction.code)
            if allowed is not None and value.code not in allowed:
                return True
    return False


_EXPRESSIONS: Final = frozenset({ConstantCode.CE_GEP, ConstantCode.CE_CAST})


def _computed(code: IRBuilder, value: Value) -> Value:
    """A constant address, with its constant expressions computed by instructions."""
    if not isinstance(value, Constant) or value.code not in _EXPRESSIONS:
        return value
    operands = [_computed(code, operand) for operand in value.operands]
    if value.code == _CE_CAST:
        return code.cast(CastOperator(value.params[0]), operands[0], value.type)
    assert value.source_type is not None
    inbounds = value.params[0] & _INBOUNDS
    return code.gep(value.source_type, operands[0], *operands[1:], inbounds=inbounds)


# --- what an entry point does with its buffers -----------------------------------------------------------------------


def _keep_apart(function: Function, buffers: list[int], users: Users) -> None:
    """Give buffers that no other buffer can overlap the attribute that Apple's compiler gives to all buffers.

    Metal's language does not let buffers overlap; CUDA, OpenCL and others do unless a parameter is `noalias`. Constant
    and threadgroup memory never overlap device memory. A single buffer, or buffers that are never written, need no
    attribute.
    """
    parameters = function.value_type.parameters
    of_device = [n for n in buffers if n < len(parameters) and parameters[n].address_space == _DEVICE]
    harmless = (_READ_ONLY, _READ_NONE)
    are_read = all(set(harmless) & set(_done_to(function.arguments[n], users)) for n in of_device)
    for number in buffers:
        place = _PARAMETERS + number
        group = group_at(function.attributes, place)
        kinds = kinds_at(function.attributes, place)
        is_apart = number not in of_device or len(of_device) == 1 or are_read or _NO_ALIAS in kinds
        if number >= len(parameters) or not parameters[number].is_pointer or NO_ALIAS_BUFFER in kinds or not is_apart:
            continue
        group = group._replace(attributes=ordered((*group.attributes, string_attribute(NO_ALIAS_BUFFER))))
        function.attributes = with_group(function.attributes, group)


def say_what_buffers_are_for(function: Function, users: Users) -> None:
    """Infer the attributes of buffers, handles and payloads of an entry point: `nocapture` together with the access,
    or neither.

    Apple's compiler runs LLVM's inference: no buffer is `readonly` without `nocapture` unless a call captures it. In a
    sample of the corpus 94 of 94 samplers have the attributes that this rule gives. Of textures those have them that
    are used once, in a function of one block: 82 of 87, and 14 of 328 others. So have other handles in probes of
    Apple's compiler (kagurasumusun/metal, metal-info-set/golden/run18_apply/P18K and run26_apply/P26M), but textures
    to which a slice of an imageblock is written (run25_apply/P25M: 7 of 7).
    """
    is_straight = len(function.blocks) == 1
    _infer(
        function,
        [
            number
            for number, argument in enumerate(function.arguments)
            if argument.type.is_pointer
            and (
                NO_ALIAS_BUFFER in kinds_at(function.attributes, _PARAMETERS + number)
                or _handle(argument) == _SAMPLER
                or argument.type.address_space == _OBJECT_DATA
                or (is_straight and _handle(argument) and _is_used_once(users.get(argument, ())))
            )
        ],
        users,
    )


def _is_used_once(users: Sequence[Instruction]) -> bool:
    """Whether a handle is used once, and not for a slice of an imageblock."""
    callee = users[0].operands[-1] if len(users) == 1 else None
    return callee is not None and not callee.name.startswith(f"{PREFIX}write_imageblock_slice")


def _say_what_helpers_do(module: Module, entries: set[Function]) -> None:
    """Infer the same attributes for pointer parameters of internal functions, callees before callers.

    LLVM infers nothing for functions that others may replace. Textures are left as they are: Apple's modules have them
    with and without these attributes.
    """
    helpers = {
        function
        for function in module.functions
        if not function.is_declaration and function.linkage is _INTERNAL and function not in entries
    }
    for function in callees_first(module.functions) if len(helpers) > 1 else helpers:
        if function in helpers:
            _infer(
                function, [n for n, argument in enumerate(function.arguments) if _handle(argument) in ("", _SAMPLER)]
            )


def _infer(function: Function, numbers: list[int], users: Users | None = None) -> None:
    """Give the parameters with these numbers the inferred access attributes, and remove other access attributes.

    LLVM infers nothing for a function that a linker may replace by an equivalent one (`weak_odr`): 211 template
    instances.
    """
    if function.linkage.is_weak:
        users = None
    elif users is None and numbers:
        users = uses(function)
    for number in numbers:
        argument = function.arguments[number]
        place = _PARAMETERS + number
        if not argument.type.is_pointer:
            continue
        group = group_at(function.attributes, place)
        kept = [attribute for attribute in group.attributes if attribute.kind not in _INFERRED]
        if users is not None:
            kept += [Attribute(_ENUM, kind) for kind in _done_to(argument, users)]
        function.attributes = with_group(function.attributes, AttributeGroup(place, ordered(kept), group.twin))


def _handle(argument: Value) -> str:
    """The name of the struct that a texture, sampler or similar handle points at; empty for other values."""
    pointee = argument.type.pointee if argument.type.code is _POINTER else argument.type
    return pointee.name or "" if pointee.code is _OPAQUE else ""


def _done_to(argument: Value, users: Users) -> list[AttributeKind]:
    reads = writes = False
    seen: set[Value] = {argument}
    work = [argument]
    while work:
        value = work.pop()
        for user in users.get(value, ()):
            code = user.code
            if code in (_GEP, _PHI, _VSELECT) or (code is _CAST and user.type.is_pointer):
                if user not in seen:
                    seen.add(user)
                    work.append(user)
            elif code is _LOAD:
                reads = True
            elif code is _STORE and user.operands[0] is not value and user.operands[1] is value:
                writes = True
            elif code is _CALL and (effect := _of_call(user, value)) is not None:
                reads, writes = reads or effect[0], writes or effect[1]
            elif code is not _CMP2:
                return []
    kinds = [_NO_CAPTURE]
    if not writes:
        kinds.append(_READ_ONLY if reads else _READ_NONE)
    elif not reads:
        kinds.append(_WRITE_ONLY)
    return kinds


def _of_call(call: Instruction, value: Value) -> tuple[bool, bool] | None:
    """Whether a call reads and writes through a pointer argument; None if it may capture the pointer."""
    callee = call.operands[-1]
    if not isinstance(callee, Function) or callee is value:
        return None
    reads = writes = False
    for number, operand in enumerate(call.operands[:-1]):
        if operand is not value:
            continue
        kinds = kinds_at(callee.attributes, _PARAMETERS + number)
        if _NO_CAPTURE not in kinds:
            return None
        of_all = kinds_at(callee.attributes, _FUNCTION)
        reads |= _WRITE_ONLY not in kinds and _READ_NONE not in kinds
        writes |= _READ_ONLY not in kinds | of_all and _READ_NONE not in kinds
    return reads, writes


def _without_kind(attributes: AttributeList, kind: AttributeKind) -> AttributeList:
    """The attributes, without an attribute of this kind for the function."""
    kept = [
        group._replace(attributes=tuple([attribute for attribute in group.attributes if attribute.kind != kind]))
        if group.place == _FUNCTION
        else group
        for group in attributes
    ]
    return tuple([group for group in kept if group.attributes])
