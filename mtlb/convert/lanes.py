"""Lane exchange in warps and wavefronts, expressed by Metal's SIMD-groups of 32 threads.

Sources: the PTX ISA (shfl.sync, vote.sync, activemask, redux.sync and the registers %lanemask_*), LLVM's user guides of
NVPTX and AMDGPU, and AMD's RDNA ISA documents (ds_bpermute_b32, v_mbcnt_lo_u32_b32, v_readlane_b32).
"""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import UnsupportedError
from ..ir import BinaryOperator, Call, Function, InstCode, Instruction, Predicate, TypeCode, Value, constant_number
from ..passes.rewriter import Rewriter

_Replacement = Callable[[Rewriter, Call, list[Value]], Value | bool | None]
_LANES = 32
_ALL = (1 << _LANES) - 1
_INDEX = "thread_index_in_simdgroup"


def _and(code: Rewriter, value: Value, number: int) -> Value:
    return code.binary(BinaryOperator.AND, value, code.integer(value.type, number))


# --- NVPTX -----------------------------------------------------------------------------------------------------------


def shuffle(mode: str, *, is_sync: bool = True) -> _Replacement:
    """`shfl.sync.MODE`: the operands are (member mask), value, lane or distance, and c.

    Bits 0 to 4 of c are the clamp; bits 8 to 12 mask the bits of the lane number that must not change, which define a
    segment. A lane whose source is out of range keeps its own value. The member mask names the participating lanes, all
    of which execute the instruction, so it does not affect the values. The forms that end in `p` return a struct of the
    value and whether the source was in range.
    """

    def replace(code: Rewriter, call: Call, values: list[Value]) -> Value:
        value, distance, control = values[1:] if is_sync else values
        distance = _and(code, distance, _LANES - 1)
        result, is_inside = _source(code, mode, distance, control)
        type_ = code.i32 if value.type is code.i32 else value.type
        lane = code.resized(result, code.i16)
        if mode == "bfly" and is_inside is None:
            moved = code.air_call("simd_shuffle_xor", [type_], [value, code.resized(distance, code.i16)])
        else:
            moved = code.air_call("simd_shuffle", [type_], [value, lane])
        if call.type.code is not TypeCode.STRUCT_ANON:
            return moved
        return code.aggregate(call.type, (moved, code.integer(code.i1, 1) if is_inside is None else is_inside))

    return replace


def _source(code: Rewriter, mode: str, distance: Value, control: Value) -> tuple[Value, Value | None]:
    """The source lane, and whether it is in range; None if it is always in range."""
    number = constant_number(control)
    clamp, segment = (None, None) if number is None else (number & 31, number >> 8 & 31)
    if segment == 0 and clamp == _LANES - 1 and mode in ("idx", "bfly"):
        return distance, None
    lane = code.builtin(_INDEX)
    c = _and(code, control, 31)
    kept = _and(code, code.binary(BinaryOperator.LSHR, control, code.integer(control.type, 8)), 31)
    free = code.binary(BinaryOperator.XOR, kept, code.integer(kept.type, 31))
    lowest = code.binary(BinaryOperator.AND, lane, kept)
    highest = code.binary(BinaryOperator.OR, lowest, code.binary(BinaryOperator.AND, c, free))
    if mode == "up":
        source = code.binary(BinaryOperator.SUB, lane, distance)
    elif mode == "down":
        source = code.binary(BinaryOperator.ADD, lane, distance)
    elif mode == "bfly":
        source = code.binary(BinaryOperator.XOR, lane, distance)
    else:
        source = code.binary(BinaryOperator.OR, lowest, code.binary(BinaryOperator.AND, distance, free))
    relation = Predicate.ICMP_SGE if mode == "up" else Predicate.ICMP_SLE
    is_inside = code.compare(relation, source, highest)
    return code.select(is_inside, source, lane), is_inside


def ballot(code: Rewriter, call: Call, values: list[Value]) -> Value:
    """A bit for each lane whose last operand is true. The first operand of `vote.sync` masks the lanes."""
    bits = _bits(code, values[-1])
    if len(values) > 1 and _is_partial(values[0]):
        bits = code.binary(BinaryOperator.AND, bits, values[0])
    return code.resized(bits, call.type)


def vote(mode: str) -> _Replacement:
    """`vote.sync.MODE` over the lanes in the first operand: whether `all` or `any` of the predicates are true, or all
    are equal (`uni`).
    """

    def replace(code: Rewriter, call: Call, values: list[Value]) -> Value:
        mask, truth = values if len(values) == 2 else (None, values[0])
        if mode in ("any", "all") and (mask is None or not _is_partial(mask)):
            return code.air_call(f"simd_{mode}", [], [truth])
        true = _bits(code, truth)
        false = _bits(code, code.binary(BinaryOperator.XOR, truth, code.integer(code.i1, 1)))
        if mask is not None and _is_partial(mask):
            true, false = (code.binary(BinaryOperator.AND, bits, mask) for bits in (true, false))
        zero = code.integer(code.i32, 0)
        any_true, none_false = code.compare(Predicate.ICMP_NE, true, zero), code.compare(Predicate.ICMP_EQ, false, zero)
        if mode == "any":
            return any_true
        if mode == "all":
            return none_false
        return code.binary(BinaryOperator.OR, none_false, code.compare(Predicate.ICMP_EQ, true, zero))

    return replace


def _bits(code: Rewriter, truth: Value) -> Value:
    return code.resized(code.air_call("simd_ballot", ["i64"], [truth]), code.i32)


def _is_partial(mask: Value) -> bool:
    """Whether a member mask may exclude lanes that execute the instruction."""
    number = constant_number(mask)
    if number is not None:
        return number & _ALL != _ALL
    value: Value = mask
    while isinstance(value, Instruction) and value.code is InstCode.CAST:
        value = value.operands[0]
    callee = value.operands[-1] if isinstance(value, Instruction) and value.code is InstCode.CALL else None
    return not (isinstance(callee, Function) and callee.name.startswith("air.simd_ballot"))


def active_mask(code: Rewriter, call: Call, values: list[Value]) -> Value:
    """`activemask`: the mask of the lanes that execute the instruction."""
    return _bits(code, code.integer(code.i1, 1))


def reduction(family: str, *, signed: bool = False) -> _Replacement:
    """`redux.sync`: value, member mask. Metal reduces over all active lanes."""

    def replace(code: Rewriter, call: Call, values: list[Value]) -> Value:
        if _is_partial(values[1]):
            raise UnsupportedError("a reduction over the lanes of a mask: Metal reduces over all active lanes")
        return code.air_call(family, [call.type], [values[0]], signed=signed)

    return replace


def lane_mask(relation: str) -> Callable[[Rewriter], Value]:
    """`%lanemask_RELATION`: the mask of the lanes with this relation to the own lane (eq, le, lt, ge, gt)."""

    def value(code: Rewriter) -> Value:
        integer = code.integer(code.i32, 1)
        own = code.binary(BinaryOperator.SHL, integer, code.builtin(_INDEX))
        below = code.binary(BinaryOperator.SUB, own, integer)
        if relation == "eq":
            return own
        if relation == "lt":
            return below
        ones = code.integer(code.i32, _ALL)
        if relation == "ge":
            return code.binary(BinaryOperator.XOR, below, ones)
        until = code.binary(BinaryOperator.OR, below, own)
        return until if relation == "le" else code.binary(BinaryOperator.XOR, until, ones)

    return value


# --- AMDGPU ----------------------------------------------------------------------------------------------------------


def first_lane(code: Rewriter, call: Call, values: list[Value]) -> Value:
    """`readfirstlane`: the value of the first active lane."""
    return code.air_call("simd_broadcast_first", [call.type], [values[0]])


def read_lane(code: Rewriter, call: Call, values: list[Value]) -> Value:
    """`readlane`: value, lane."""
    lane = code.resized(_and(code, values[1], _LANES - 1), code.i16)
    return code.air_call("simd_shuffle", [call.type], [values[0], lane])


def byte_permute(code: Rewriter, call: Call, values: list[Value]) -> Value:
    """`ds.bpermute`: four times the source lane, modulo the wave size, and the value."""
    number = code.binary(BinaryOperator.LSHR, values[0], code.integer(code.i32, 2))
    lane = code.resized(_and(code, number, _LANES - 1), code.i16)
    return code.air_call("simd_shuffle", [call.type], [values[1], lane])


def lanes_before(half: str) -> _Replacement:
    """`mbcnt.lo` and `mbcnt.hi`: the number of lanes before the own lane whose bit in the mask is set, plus a number.

    The mask of `lo` covers lanes 0 to 31, that of `hi` lanes 32 to 63, which SIMD-groups do not have.
    """

    def replace(code: Rewriter, call: Call, values: list[Value]) -> Value:
        mask, base = values
        if half == "hi":
            return base
        below = code.binary(BinaryOperator.AND, mask, lane_mask("lt")(code))
        count = code.call(code.declare("llvm.ctpop.i32", code.i32, [code.i32]), [below])
        return code.binary(BinaryOperator.ADD, count, base)

    return replace


def wave_reduction(family: str, *, signed: bool = False) -> _Replacement:
    """`wave.reduce.*`: value, and a strategy that does not affect the result."""
    return lambda code, call, values: code.air_call(family, [call.type], [values[0]], signed=signed)


def _read(code: Rewriter, value: Value, lane: Value) -> Value:
    return code.air_call("simd_shuffle", [value.type], [value, code.resized(lane, code.i16)])


def _quad(code: Rewriter, lane: Value, order: int) -> Value:
    """The source lane in a quad: two bits for each of the four lanes."""
    place = code.binary(BinaryOperator.SHL, _and(code, lane, 3), code.integer(code.i32, 1))
    chosen = _and(code, code.binary(BinaryOperator.LSHR, code.integer(code.i32, order), place), 3)
    return code.binary(BinaryOperator.OR, _and(code, lane, 28), chosen)


def swizzle(code: Rewriter, call: Call, values: list[Value]) -> Value:
    """`ds.swizzle`: value, and a constant that permutes quads or masks the lane number (and, or, xor)."""
    pattern = constant_number(values[1])
    if pattern is None:
        raise UnsupportedError("a swizzle whose pattern is not a constant")
    lane = code.builtin(_INDEX)
    if pattern & 0x8000:
        if pattern & 0x7F00:
            raise UnsupportedError(f"the swizzle {pattern & 0xFFFF:#x}: rotations are not known")
        return _read(code, values[0], _quad(code, lane, pattern & 0xFF))
    source = _and(code, lane, pattern & 31)
    source = code.binary(BinaryOperator.OR, source, code.integer(code.i32, pattern >> 5 & 31))
    source = code.binary(BinaryOperator.XOR, source, code.integer(code.i32, pattern >> 10 & 31))
    return _read(code, values[0], source)


def data_parallel(code: Rewriter, call: Call, values: list[Value]) -> Value:
    """`update.dpp`: old, source, control, row mask, bank mask, bound control (a lane without a source gets 0 instead of
    old).

    A row has 16 lanes; a bank is four lanes of a row.
    """
    old, value = values[:2]
    control, rows, banks, bound = (constant_number(operand) for operand in values[2:6])
    if control is None or rows is None or banks is None or bound is None:
        raise UnsupportedError("update.dpp with operands that are not constants")
    lane = code.builtin(_INDEX)
    source, is_inside = _moved_in_row(code, lane, control)
    result = _read(code, value, source)
    if is_inside is not None:
        result = code.select(is_inside, result, code.null(value.type) if bound else old)
    if rows & 3 != 3:  # a SIMD-group has two rows
        result = code.select(_has_bit(code, rows, code.binary(BinaryOperator.LSHR, lane, _four(code))), result, old)
    if banks & 15 != 15:
        bank = _and(code, code.binary(BinaryOperator.LSHR, lane, code.integer(code.i32, 2)), 3)
        result = code.select(_has_bit(code, banks, bank), result, old)
    return result


def _four(code: Rewriter) -> Value:
    return code.integer(code.i32, 4)


def _has_bit(code: Rewriter, mask: int, place: Value) -> Value:
    bit = _and(code, code.binary(BinaryOperator.LSHR, code.integer(code.i32, mask), place), 1)
    return code.compare(Predicate.ICMP_NE, bit, code.integer(code.i32, 0))


def _moved_in_row(code: Rewriter, lane: Value, control: int) -> tuple[Value, Value | None]:
    """The source lane, and whether it is in the row; None if it always is."""
    count = control & 15
    place, row = _and(code, lane, 15), _and(code, lane, 16)

    def number(n: int) -> Value:
        return code.integer(code.i32, n)

    def in_row(source: Value) -> Value:
        return code.binary(BinaryOperator.OR, row, source)

    if control < 0x100:
        return _quad(code, lane, control), None
    if 0x101 <= control <= 0x10F:
        moved = code.binary(BinaryOperator.ADD, place, number(count))
        return in_row(_and(code, moved, 15)), code.compare(Predicate.ICMP_ULE, moved, number(15))
    if 0x111 <= control <= 0x11F:
        moved = code.binary(BinaryOperator.SUB, place, number(count))
        return in_row(_and(code, moved, 15)), code.compare(Predicate.ICMP_UGE, place, number(count))
    if 0x121 <= control <= 0x12F:
        return in_row(_and(code, code.binary(BinaryOperator.SUB, place, number(count)), 15)), None
    if control == 0x140:
        return code.binary(BinaryOperator.XOR, lane, number(15)), None
    if control == 0x141:
        return code.binary(BinaryOperator.XOR, lane, number(7)), None
    if 0x150 <= control <= 0x15F:
        return in_row(number(count)), None
    if 0x160 <= control <= 0x16F:
        return code.binary(BinaryOperator.XOR, lane, number(count)), None
    raise UnsupportedError(f"update.dpp with control {control:#x}, which moves across rows")


def permute_rows(other: bool) -> _Replacement:
    """`permlane16` and `permlanex16`: old, source, selectors of the lanes 0 to 7 and 8 to 15 of each row of 16, fetch
    inactive lanes, bound control (a lane whose source is inactive gets 0 instead of old).

    `other`: the source is in the other row.
    """

    def replace(code: Rewriter, call: Call, values: list[Value]) -> Value:
        lane = code.builtin(_INDEX)
        eighth = code.binary(BinaryOperator.SHL, _and(code, lane, 7), code.integer(code.i32, 2))
        high = code.compare(Predicate.ICMP_NE, _and(code, lane, 8), code.integer(code.i32, 0))
        selector = code.select(high, values[3], values[2])
        place = _and(code, code.binary(BinaryOperator.LSHR, selector, eighth), 15)
        row = _and(code, code.binary(BinaryOperator.XOR, lane, code.integer(code.i32, 16)) if other else lane, 16)
        source = code.binary(BinaryOperator.OR, row, place)
        result = _read(code, values[1], source)
        if constant_number(values[4]):
            return result
        active = code.binary(BinaryOperator.LSHR, active_mask(code, call, []), source)
        is_active = code.compare(Predicate.ICMP_NE, _and(code, active, 1), code.integer(code.i32, 0))
        return code.select(is_active, result, code.null(call.type) if constant_number(values[5]) else values[0])

    return replace
