"""Accesses to bits, structs and arrays in memory, memory copies and fills, and chains of address computations."""

from __future__ import annotations

from collections.abc import Callable

from ..air.tensors import TEMPLATE_OBJECT
from ..base.features import MODERN_FORM_SINCE
from ..ir import (
    STRUCT_TYPES,
    AttributeKind,
    BinaryOperator,
    Call,
    DataLayout,
    GepFlag,
    GlobalVariable,
    InstCode,
    Instruction,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.type_rules import index_steps, is_vector
from ..passes.rewriter import Code, Rewriter

_UNROLLED = 64  # the largest copy or fill in bytes that becomes loads and stores
_LAYOUT = DataLayout()
_PIECES = (8, 4, 2, 1)


def _is_bit(type_: Type) -> bool:
    return type_.scalar.code is TypeCode.INTEGER and type_.scalar.params == (1,)


def _is_aggregate(type_: Type) -> bool:
    return type_.code in STRUCT_TYPES or type_.code is TypeCode.ARRAY


def memory_type(code: Code, type_: Type) -> Type:
    """The type of a value in memory: i8 for i1."""
    return code.like(type_, code.i8)


def rule_load(code: Rewriter, load: Instruction) -> Value | None:
    """The replacement for a LOAD."""
    pointer, type_ = load.operands[0], load.type
    if _is_bit(type_) and not is_vector(type_):
        return code.resized(code.load(code.i8, pointer, load.alignment, load.is_volatile), type_)
    if _is_bit(type_):
        return _load_bits(code, pointer, type_, load)
    if _is_aggregate(type_) and type_ not in code.kept_aggregates:
        return _load_members(code, type_, pointer, load)
    if _is_single(type_):
        loaded = code.load(type_.scalar, pointer, load.alignment, load.is_volatile)
        return code.insert_element(code.undef(type_), loaded, 0)
    return None


def _is_single(type_: Type) -> bool:
    """Whether it is a vector of one element, which Apple's modules do not have in memory."""
    return is_vector(type_) and type_.params == (1,)


def _load_bits(code: Rewriter, pointer: Value, type_: Type, load: Instruction) -> Value:
    """Load a vector of i1, which LLVM packs, as one integer."""
    count = type_.params[0]
    width = min(w for w in (8, 16, 32, 64, count) if w >= count)
    number = code.load(code.context.integer_type(width), pointer, load.alignment, load.is_volatile)
    return code.bitcast(code.resized(number, code.context.integer_type(count)), type_)


def _alignment_at(alignment: int, offset: int, type_: Type) -> int:
    """log2 plus one of the alignment of a member, from the alignment of the whole and the member's offset."""
    whole = 1 << (alignment - 1) if alignment else _LAYOUT.alignment(type_)
    while offset % whole:
        whole >>= 1
    return whole.bit_length()


def members(type_: Type) -> list[tuple[Type, int]]:
    """The members of a struct or array with their offsets in bytes."""
    if type_.code is TypeCode.ARRAY:
        size = _LAYOUT.alloc_size(type_.elements[0])
        return [(type_.elements[0], index * size) for index in range(type_.params[0])]
    return [(member, offset) for offset, member in _LAYOUT.members(type_)]


def constant_offset(layout: DataLayout, gep: Instruction) -> int | None:
    """The byte offset of a GEP; None if an index is not a constant."""
    type_ = gep.aux_type
    total = 0
    for place, index in enumerate(gep.operands[1:]):
        number = constant_number(index)
        if number is None or type_ is None:
            return None
        if place and type_.code in STRUCT_TYPES:
            if number >= len(type_.elements):
                return None
            type_, offset = members(type_)[number]
            total += offset
            continue
        if place:
            type_ = type_.elements[0] if type_.elements else None
            if type_ is None:
                return None
        total += number * layout.alloc_size(type_)
    return total


def _place(code: Code, type_: Type, pointer: Value, index: int) -> Value:
    return code.gep(type_, pointer, code.integer(code.i64, 0), code.integer(code.i32, index))


def _load_members(code: Rewriter, type_: Type, pointer: Value, load: Instruction) -> Value:
    values: list[Value] = []
    for index, (member, offset) in enumerate(members(type_)):
        alignment = _alignment_at(load.alignment, offset, type_)
        values.append(code.load(member, _place(code, type_, pointer, index), alignment, load.is_volatile))
    return code.aggregate(type_, values)


def rule_store(code: Rewriter, store: Instruction) -> Value | bool | None:
    """The replacement for a STORE."""
    value, pointer = store.operands
    type_ = value.type
    if _is_bit(type_) and not is_vector(type_):
        code.store(code.resized(value, code.i8), pointer, store.alignment, store.is_volatile)
        return True
    if _is_bit(type_):
        count = type_.params[0]
        width = min(w for w in (8, 16, 32, 64, count) if w >= count)
        number = code.bitcast(value, code.context.integer_type(count))
        code.store(code.resized(number, code.context.integer_type(width)), pointer, store.alignment, store.is_volatile)
        return True
    if _is_aggregate(type_) and type_ not in code.kept_aggregates:
        for index, (_, offset) in enumerate(members(type_)):
            alignment = _alignment_at(store.alignment, offset, type_)
            code.store(code.part(value, index), _place(code, type_, pointer, index), alignment, store.is_volatile)
        return True
    if _is_single(type_):
        if isinstance(value, Instruction) and value.code is InstCode.INSERTELT:
            element = value.operands[1]
        else:
            element = code.extract_element(value, 0)
        code.store(element, pointer, store.alignment, store.is_volatile)
        return True
    return None


def rule_gep(code: Rewriter, gep: Instruction) -> Value | None:
    """Merge chained byte addresses, and extend element indices to 64 bits, as in all of Apple's modules."""
    base = gep.operands[0]
    if not code.is_foreign:
        return None  # Apple's compilers write such addresses too
    if (operands := _wide_indices(code, gep)) != gep.operands and gep.aux_type is not None:
        return code.gep(gep.aux_type, *operands, inbounds=gep.inbounds)
    if gep.aux_type is not code.i8 or len(gep.operands) != 2 or is_vector(gep.type):
        return None
    if not isinstance(base, Instruction) or base.code is not InstCode.GEP or base.aux_type is not code.i8:
        return None
    if len(base.operands) != 2:
        return None
    first, second = base.operands[1], gep.operands[1]
    flags = base.inbounds & gep.inbounds & GepFlag.INBOUNDS
    a, b = constant_number(first), constant_number(second)
    if a is not None and b is not None:
        return code.gep(code.i8, base.operands[0], code.integer(code.i64, a + b), inbounds=flags)
    first, second = [code.resized(index, code.i64, signed=True) for index in (first, second)]
    return code.gep(code.i8, base.operands[0], code.binary(BinaryOperator.ADD, first, second), inbounds=flags)


def _wide_indices(code: Rewriter, gep: Instruction) -> tuple[Value, ...]:
    """The operands of an address, with element indices sign-extended to 64 bits; struct member indices are kept."""
    if gep.aux_type is None or is_vector(gep.type):
        return gep.operands
    operands = [gep.operands[0]]
    for index, is_member in index_steps(gep.aux_type, gep.operands[1:]):
        is_narrow = not is_member and index.type.code is TypeCode.INTEGER and index.type.params[0] < code.i64.params[0]
        operands.append(code.resized(index, code.i64, signed=True) if is_narrow else index)
    return tuple(operands) if len(operands) == len(gep.operands) else gep.operands


# --- intrinsics ------------------------------------------------------------------------------------------------------


def _volatile(values: list[Value]) -> bool:
    return constant_number(values[-1]) not in (0, None)


def _pieces(size: int, alignment: int) -> list[tuple[int, int]]:
    """Offset and width in bytes of each load and store of a copy."""
    results, offset = [], 0
    while offset < size:
        width = max(w for w in _PIECES if w <= alignment and offset % w == 0 and offset + w <= size)
        results.append((offset, width))
        offset += width
    return results


def call_alignments(call: Call, count: int) -> list[int]:
    """The known alignment in bytes of each of the first `count` arguments."""
    result = [1] * count
    for group in call.attributes:
        place = group.place - 1
        if 0 <= place < count:
            for attribute in group.attributes:
                if attribute.kind == AttributeKind.ALIGNMENT and isinstance(attribute.value, int):
                    result[place] = attribute.value
    return result


def _unrolled_size(code: Code, values: list[Value]) -> int:
    """The size in bytes of a copy or fill that becomes loads and stores; 0 for one that remains a call, as in modules
    of Apple's compilers.
    """
    is_kept = not code.is_foreign or (code.is_source and code.air >= MODERN_FORM_SINCE) or _volatile(values)
    size = constant_number(values[2])
    return 0 if is_kept or size is None or size > _UNROLLED else size


def _copy(code: Rewriter, call: Call, values: list[Value]) -> Value | bool | None:
    target, source = values[:2]
    size = _unrolled_size(code, values)
    if not size:
        return None
    if isinstance(source, GlobalVariable) and source.name.startswith(TEMPLATE_OBJECT):
        return None  # as Apple's compiler copies the descriptor of a product (mtlb.air.tensors)
    alignments = call_alignments(call, 2)
    loaded = []
    # All loads precede the first store, which makes this correct for memmove too.
    for offset, width in _pieces(size, min(alignments)):
        type_ = code.context.integer_type(8 * width)
        loaded.append((offset, width, code.load(type_, _byte(code, source, offset), width.bit_length())))
    for offset, width, value in loaded:
        code.store(value, _byte(code, target, offset), width.bit_length())
    return True


def _byte(code: Code, pointer: Value, offset: int) -> Value:
    return code.gep(code.i8, pointer, code.integer(code.i64, offset)) if offset else pointer


def _fill(code: Rewriter, call: Call, values: list[Value]) -> Value | bool | None:
    target, number = values[0], constant_number(values[1])
    size = _unrolled_size(code, values)
    if not size or number is None:
        return None
    for offset, width in _pieces(size, call_alignments(call, 1)[0]):
        type_ = code.context.integer_type(8 * width)
        value = int.from_bytes(bytes([number & 0xFF]) * width, "little")
        code.store(code.integer(type_, value), _byte(code, target, offset), width.bit_length())
    return True


def _inline(plain: str) -> Callable[[Rewriter, Call, list[Value]], Value | bool | None]:
    """`llvm.memcpy.inline` and `llvm.memset.inline`, rewritten as the forms that may be a call; a large one is."""

    def expand(code: Rewriter, call: Call, values: list[Value]) -> Value | bool | None:
        result = (_fill if plain == "memset" else _copy)(code, call, values)
        if result is None:
            callee = call.operands[-1]
            name = callee.name.replace(".inline", "")
            type_ = call.aux_type
            assert type_ is not None
            code.call(code.declare(name, type_.result, type_.parameters), values)
            return True
        return result

    return expand


def _lifetime(code: Rewriter, call: Call, values: list[Value]) -> Value | bool | None:
    """Drop a lifetime marker that is not for a whole alloca; pointer typing writes the sizes of the others."""
    pointer = values[-1]
    return None if isinstance(pointer, Instruction) and pointer.code is InstCode.ALLOCA else True


MEMORY: dict[str, Callable[[Rewriter, Call, list[Value]], Value | bool | None]] = {
    "memcpy": _copy,
    "memmove": _copy,
    "memset": _fill,
    "memcpy.inline": _inline("memcpy"),
    "memset.inline": _inline("memset"),
    "lifetime.start": _lifetime,
    "lifetime.end": _lifetime,
}
"""LLVM's intrinsic, without `llvm.` and types, mapped to the function that replaces it; it returns True to drop the
call, None to keep it.
"""
