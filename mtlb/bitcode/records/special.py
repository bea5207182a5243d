"""The records of FUNCTION blocks with hand-written readers and writers; each reader is next to its writer.

The layouts are in `instructions`, for documentation. Sources: those of `instructions`.
"""

from __future__ import annotations

from typing import Final

from ...base.errors import FormatError
from ...ir import (
    BasicBlock,
    BlockInstruction,
    Call,
    Constant,
    DebugLoc,
    GlobalValue,
    InstCode,
    Instruction,
    LocalAsMetadata,
    MDNode,
    MetadataCode,
    OperandBundle,
    TailKind,
    TypeCode,
    Value,
)
from ...ir.names import DBG_ASSIGN, DBG_DECLARE, DBG_DECLARE_VALUE, DBG_LABEL, DBG_VALUE
from ...ir.type_rules import pointee
from ..body import Body
from ..decoding import rotated, too_long, too_short, wrong_length
from ..instruction_writer import InstructionWriter, wrong_count

_ALLOCA: Final = InstCode.ALLOCA
_BR: Final = InstCode.BR
_CALL: Final = InstCode.CALL
_DEBUG_LOC: Final = InstCode.DEBUG_LOC
_DEBUG_LOC_AGAIN: Final = InstCode.DEBUG_LOC_AGAIN
_OPERAND_BUNDLE: Final = InstCode.OPERAND_BUNDLE
_PHI: Final = InstCode.PHI
_SWITCH: Final = InstCode.SWITCH
_FUNCTION: Final = TypeCode.FUNCTION


def read_declareblocks(body: Body, ops: list[int], _count: int) -> None:
    """[count]"""
    if len(ops) != 1:
        raise wrong_length("DECLAREBLOCKS", len(ops), 1)
    body.declare_blocks(ops[0])


# --- debug locations -------------------------------------------------------------------------------------------------


def read_debug_loc(body: Body, ops: list[int], count: int) -> None:
    """[line, column, scope, inlined_at, implicit?]: the nodes are ids plus one, 0 for none."""
    # LLVM 21 has two more, which tell a debugger where to stop (atom group and rank). AIR has no place for them.
    if not 4 <= len(ops) <= 7:
        raise wrong_length("DEBUG_LOC", len(ops), 4)
    line, column, scope, inlined_at = ops[:4]
    body.last_location = body.state.shared(
        DebugLoc(
            line,
            column,
            body.state.node(scope - 1) if scope else None,
            body.state.node(inlined_at - 1) if inlined_at else None,
            ops[4] if len(ops) > 4 else 0,
        )
    )
    read_debug_loc_again(body, [], count)


def read_debug_loc_again(body: Body, ops: list[int], _count: int) -> None:
    """[]: the location of the instruction before the last one."""
    if ops:
        raise too_long("DEBUG_LOC_AGAIN", len(ops))
    if body.last is None:
        raise FormatError("a debug location before the first instruction")
    body.last.debug_loc = body.last_location


# The intrinsic that a debug record was before LLVM 19, and how many of its operands are metadata after the location.
_DEBUG_INTRINSICS: Final[dict[int, tuple[str, int]]] = {
    InstCode.DEBUG_RECORD_VALUE: (DBG_VALUE, 3),
    InstCode.DEBUG_RECORD_VALUE_SIMPLE: (DBG_VALUE, 2),
    InstCode.DEBUG_RECORD_DECLARE: (DBG_DECLARE, 3),
    InstCode.DEBUG_RECORD_ASSIGN: (DBG_ASSIGN, 6),
    InstCode.DEBUG_RECORD_LABEL: (DBG_LABEL, 1),
    InstCode.DEBUG_RECORD_DECLARE_VALUE: (DBG_DECLARE_VALUE, 3),
}


def _read_debug_record(code: InstCode, body: Body, ops: list[int]) -> None:
    """[location, variable, expression, value…]: ids of metadata, in VALUE_SIMPLE the last one of a value.

    A record is stored after the instruction that it precedes. It becomes the call that represented it before LLVM 19,
    whose operands are in another order: the value comes first.
    """
    name, count = _DEBUG_INTRINSICS[code]
    simple = code is InstCode.DEBUG_RECORD_VALUE_SIMPLE
    if len(ops) != 1 + count + simple:
        raise wrong_length(code.name, len(ops), 1 + count + simple)
    metadata = [body.state.metadata_of_id(number) for number in ops[: 1 + count]]
    location = metadata[0]
    if not isinstance(location, MDNode) or location.code is not MetadataCode.LOCATION or len(location.fields) < 4:
        raise FormatError(f"{code.name}: the location is of another kind")
    if simple:
        value = body.typed(ops, 1 + count, 0)
        constant = isinstance(value, (Constant, GlobalValue))
        metadata.append(body.context.value_metadata(value) if constant else LocalAsMetadata(value))
    operands = metadata[1:] if count == 1 else [metadata[3], *metadata[1:3], *metadata[4:]]
    body.add_debug_call(name, operands, location)


def read_debug_record_value(body: Body, ops: list[int], _count: int) -> None:
    """[location, variable, expression, value]"""
    _read_debug_record(InstCode.DEBUG_RECORD_VALUE, body, ops)


def read_debug_record_value_simple(body: Body, ops: list[int], _count: int) -> None:
    """[location, variable, expression, value]: the last one is not metadata"""
    _read_debug_record(InstCode.DEBUG_RECORD_VALUE_SIMPLE, body, ops)


def read_debug_record_declare(body: Body, ops: list[int], _count: int) -> None:
    """[location, variable, expression, address]"""
    _read_debug_record(InstCode.DEBUG_RECORD_DECLARE, body, ops)


def read_debug_record_declare_value(body: Body, ops: list[int], _count: int) -> None:
    """[location, variable, expression, value]"""
    _read_debug_record(InstCode.DEBUG_RECORD_DECLARE_VALUE, body, ops)


def read_debug_record_assign(body: Body, ops: list[int], _count: int) -> None:
    """[location, variable, expression, value, assignment, expression of the address, address]"""
    _read_debug_record(InstCode.DEBUG_RECORD_ASSIGN, body, ops)


def read_debug_record_label(body: Body, ops: list[int], _count: int) -> None:
    """[location, label]"""
    _read_debug_record(InstCode.DEBUG_RECORD_LABEL, body, ops)


def write_location(w: InstructionWriter, location: DebugLoc, last: DebugLoc | None) -> None:
    """DEBUG_LOC, or DEBUG_LOC_AGAIN if it is the `last` one that was written."""
    if location == last:
        w.stream.record(_DEBUG_LOC_AGAIN, ())
        return
    ops = [location.line, location.column, w.node(location.scope), w.node(location.inlined_at)]
    if w.era.implicit_locations:
        ops.append(location.implicit)
    w.stream.record(_DEBUG_LOC, ops)


# --- branches --------------------------------------------------------------------------------------------------------


def read_br(body: Body, ops: list[int], _count: int) -> None:
    """[target], or [true, false, condition]"""
    if len(ops) == 1:
        body.end_block(BlockInstruction(_BR, body.void, (), (), (body.block(ops[0]),)))
        return
    if len(ops) != 3:
        raise wrong_length("BR", len(ops), 3 if ops else 1)
    blocks = (body.block(ops[0]), body.block(ops[1]))
    condition = body.value(ops[2], body.i1)
    body.end_block(BlockInstruction(_BR, body.void, (condition,), (), blocks))


def write_br(w: InstructionWriter, i: Instruction) -> None:
    """[target], or [true, false, condition]"""
    conditions = len(i.operands)
    if conditions > 1 or len(i.blocks) != conditions + 1:
        raise wrong_count(i)
    ops = [w.block(block) for block in i.blocks]
    for condition in i.operands:
        w.append(ops, condition)
    w.stream.record(_BR, ops)


def read_switch(body: Body, ops: list[int], _count: int) -> None:
    """[type, condition, default, (case, target)*]: a case is an absolute id, always of a constant."""
    if len(ops) < 3:
        raise too_short("SWITCH", len(ops), 3)
    if not len(ops) % 2:
        raise FormatError("SWITCH record with a case without a target")
    operands = [body.value(ops[1], body.type(ops[0]))]
    blocks = [body.block(ops[2])]
    for at in range(3, len(ops), 2):
        if ops[at] >= len(body.values):
            raise FormatError(f"SWITCH: the case is value {ops[at]} of {len(body.values)}")
        operands.append(body.values[ops[at]])
        blocks.append(body.block(ops[at + 1]))
    body.end_block(BlockInstruction(_SWITCH, body.void, tuple(operands), (), tuple(blocks)))


def write_switch(w: InstructionWriter, i: Instruction) -> None:
    """[type, condition, default, (case, target)*]"""
    if not i.operands or len(i.operands) != len(i.blocks):
        raise wrong_count(i)
    ops = [w.type_id(i.operands[0].type)]
    w.append(ops, i.operands[0])
    ops.append(w.block(i.blocks[0]))
    for case, target in zip(i.operands[1:], i.blocks[1:], strict=True):
        ops += (w.number(case), w.block(target))
    w.stream.record(_SWITCH, ops)


def read_phi(body: Body, ops: list[int], _count: int) -> None:
    """[type, (value, block)*, flags?]: a value counts back, with a sign."""
    if not ops:
        raise too_short("PHI", 0, 1)
    type_ = body.type(ops[0])
    operands: list[Value] = []
    blocks: list[BasicBlock] = []
    values, relative, all_blocks = body.values, body.relative, body.blocks
    count, is_metadata = len(values), type_ is body.metadata_type
    for at in range(1, len(ops) - 1, 2):
        number = ops[at]
        if relative:
            number = count - (-(number >> 1) if number & 1 else number >> 1)
            if number < 0:
                raise FormatError(f"value {number} does not exist")
        if number < count and not is_metadata:
            operands.append(values[number])
        else:
            operands.append(body.value_of_id(number, type_))
        number = ops[at + 1]
        blocks.append(all_blocks[number] if number < len(all_blocks) else body.block(number))
    params = body.number(0 if len(ops) % 2 else ops[-1])
    body.add(BlockInstruction(_PHI, type_, tuple(operands), params, tuple(blocks)))


def write_phi(w: InstructionWriter, i: Instruction) -> None:
    """[type, (value, block)*, flags?]"""
    if len(i.operands) != len(i.blocks) or len(i.params) != 1:
        raise wrong_count(i)
    ops = [w.type_id(i.type)]
    next_, blocks = w.next, i.blocks
    for at, operand in enumerate(i.operands):
        ops.append(rotated(next_ - w.number(operand)))
        ops.append(w.block(blocks[at]))
    if i.params[0] and w.era.phi_flags:
        ops.append(i.params[0])
    w.stream.record(_PHI, ops)


# --- alloca ----------------------------------------------------------------------------------------------------------

# Bits of the word: the low bits of the alignment, the flags, and from bit 8 on the high bits of the alignment.
_ALIGNMENT_BITS: Final = 5
_ALIGNMENT_MASK: Final = 31
_IN_ALLOCA: Final = 5
_EXPLICIT_TYPE: Final = 6  # the type is the allocated one, not the pointer
_SWIFT_ERROR: Final = 7
_HIGH_ALIGNMENT: Final = 8
_HIGH_ALIGNMENT_MASK: Final = 7


def read_alloca(body: Body, ops: list[int], _count: int) -> None:
    """[type, type of the size, size, word, address space?]: the size is an absolute id."""
    if not 4 <= len(ops) <= 5:
        raise wrong_length("ALLOCA", len(ops), 4)
    allocated = body.type(ops[0])
    size = body.value_of_id(ops[2], body.type(ops[1]))
    word, space = ops[3], ops[4] if len(ops) > 4 else -1
    if word >> _EXPLICIT_TYPE & 1:
        type_ = body.state.pointer_to(allocated, max(space, 0))
    else:
        type_, allocated = allocated, pointee(allocated)
    alignment = word & _ALIGNMENT_MASK | (word >> _HIGH_ALIGNMENT & _HIGH_ALIGNMENT_MASK) << _ALIGNMENT_BITS
    params = (alignment, word >> _IN_ALLOCA & 1, word >> _SWIFT_ERROR & 1, space)
    body.add(Instruction(_ALLOCA, type_, (size,), body.shared(params), allocated))


def write_alloca(w: InstructionWriter, i: Instruction) -> None:
    """[type, type of the size, size, word, address space?]"""
    if len(i.operands) != 1 or len(i.params) != 4:
        raise wrong_count(i)
    (size,) = i.operands
    alignment, in_alloca, swift_error, space = i.params
    word = alignment & _ALIGNMENT_MASK | alignment >> _ALIGNMENT_BITS << _HIGH_ALIGNMENT
    word |= in_alloca << _IN_ALLOCA | 1 << _EXPLICIT_TYPE | swift_error << _SWIFT_ERROR
    ops = [w.type_id(i.aux_type), w.type_id(size.type), w.number(size), word]
    if space >= 0:
        ops.append(space)
    w.stream.record(_ALLOCA, ops)


# --- calls -----------------------------------------------------------------------------------------------------------

# Bits of the second operand.
_CALL_TAIL: Final = 1 << 0
_CALL_CONVENTION: Final = 1  # from this bit on, ten bits
_CALL_CONVENTION_MASK: Final = 0x3FF
_CALL_MUST_TAIL: Final = 1 << 14
_CALL_EXPLICIT_TYPE: Final = 1 << 15
_CALL_NO_TAIL: Final = 1 << 16
_CALL_FLAGS: Final = 1 << 17
_NONE: Final = int(TailKind.NONE)
_TAIL: Final = int(TailKind.TAIL)
_MUST_TAIL: Final = int(TailKind.MUST_TAIL)
_NO_TAIL: Final = int(TailKind.NO_TAIL)
_TAIL_BITS: Final = {
    _NONE: 0,
    _TAIL: _CALL_TAIL,
    _MUST_TAIL: _CALL_TAIL | _CALL_MUST_TAIL,
    _NO_TAIL: _CALL_NO_TAIL,
}


def read_call(body: Body, ops: list[int], count: int) -> None:
    """[attributes, word, fast-math flags?, function type?, callee, arguments…]: the word has flags for them."""
    if len(ops) < 3:
        raise too_short("CALL", len(ops), 3)
    attributes = body.state.attribute_list(ops[0])
    word, flags, at = ops[1], 0, 2
    if word & _CALL_FLAGS:
        flags, at = ops[2], 3
    if len(ops) < at + 1 + bool(word & _CALL_EXPLICIT_TYPE):
        raise too_short("CALL", len(ops), at + 2)
    if word & _CALL_EXPLICIT_TYPE:
        function_type = body.type(ops[at])
        callee = body.typed(ops, at + 1, 0)
        at += 2
    else:
        callee = body.typed(ops, at, 0)
        function_type = pointee(callee.type)
        at += 1
    if function_type.code is not _FUNCTION:
        raise FormatError("CALL: the callee has no function type")
    parameters = function_type.elements
    end = at + len(parameters) - 1
    if len(ops) < end:
        raise FormatError(f"CALL with {len(ops) - at} arguments for {end - at} parameters")
    values, metadata = body.values, body.metadata_type
    arguments: list[Value] = []
    for place in range(at, end):
        number, type_ = ops[place], parameters[place - at + 1]
        if 0 < number <= count and type_ is not metadata:
            arguments.append(values[-number])
        else:
            arguments.append(body.value(number, type_))
    if len(ops) > end:
        arguments += body.typed_rest(ops, end)
    arguments.append(callee)
    tail = _TAIL if word & _CALL_TAIL else _NONE
    if word & _CALL_MUST_TAIL:
        tail = _MUST_TAIL
    elif word & _CALL_NO_TAIL:
        tail = _NO_TAIL
    params = (tail, word >> _CALL_CONVENTION & _CALL_CONVENTION_MASK, flags)
    call = Call(parameters[0], tuple(arguments), body.shared(params), function_type, attributes)
    if body.bundles:
        call.bundles = tuple(body.bundles)
        body.bundled.append(call)
        body.bundles.clear()
    body.add(call)


def read_operand_bundle(body: Body, ops: list[int], _count: int) -> None:
    """[tag, values…], before the call it belongs to."""
    tags = body.state.module.operand_bundle_tags
    if not ops or ops[0] >= len(tags):
        raise FormatError(f"OPERAND_BUNDLE without one of the {len(tags)} tags of the module")
    body.bundles.append(OperandBundle(tags[ops[0]], tuple(body.typed_rest(ops, 1))))


def write_call(w: InstructionWriter, i: Instruction) -> None:
    """[attributes, word, fast-math flags?, function type, callee, arguments…]; before it its operand bundles."""
    if not i.operands or len(i.params) != 3 or i.aux_type is None or i.aux_type.code is not _FUNCTION:
        raise wrong_count(i)
    fixed = len(i.aux_type.elements) - 1
    if len(i.operands) <= fixed:
        raise wrong_count(i)
    for bundle in i.bundles:
        ops = [w.bundle_tag(bundle.tag)]
        for value in bundle.operands:
            w.append_typed(ops, value)
        w.stream.record(_OPERAND_BUNDLE, ops)
    tail, convention, flags = i.params
    tail_bits = _TAIL_BITS.get(tail)
    if tail_bits is None:
        raise wrong_count(i)
    if flags and w.old_flags:
        flags = w.fast_flags(flags)
    word = tail_bits | convention << _CALL_CONVENTION | _CALL_EXPLICIT_TYPE
    ops = [w.attribute_list(i.attributes), word]
    if flags:
        ops = [ops[0], word | _CALL_FLAGS, flags]
    ops.append(w.type_id(i.aux_type))
    w.append_typed(ops, i.operands[-1])
    values, next_ = w.values, w.next
    for argument in i.operands[:fixed]:
        number = values.get(argument)
        if number is None:
            number = w.number(argument)
        ops.append((next_ - number) & 0xFFFFFFFF)
    for argument in i.operands[fixed:-1]:
        w.append_typed(ops, argument)
    w.stream.record(_CALL, ops)
