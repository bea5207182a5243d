"""Operations on waves, which map to Metal's SIMD-groups, and on quads.
Source: DXIL.rst, "Wave Intrinsics", and Microsoft's page of HLSL's shader model 6.0."""

from __future__ import annotations

from ...emit.lanes import difference_in_quad
from ...emit.names import boolean, f16, f32, u16, u32, u64
from ...emit.operands import TypedValue
from ...emit.types import Scalar, Vector
from .function import DxilLowering
from .instructions import as_signed
from .interface import RAW_INDEX
from .registry import Lowered, Operation, operation

LANE, LANES = "thread_index_in_simdgroup", "threads_per_simdgroup"
_SUM, _PRODUCT, _MIN, _MAX = range(4)
_REDUCTIONS = {_SUM: "sum", _PRODUCT: "product", _MIN: "min", _MAX: "max"}
_BITS = {0: "and", 1: "or", 2: "xor"}
_ACROSS = {0: 1, 1: 2, 2: 3}  # QuadOp: along x, along y, both
_SIGNED = 0


def _value(f: DxilLowering, o: Operation) -> TypedValue:
    return f.number(o.arguments["value"])


@operation("WaveIsFirstLane")
def _is_first(f: DxilLowering, o: Operation) -> Lowered:
    return f.b.simd("is_first")


@operation("WaveGetLaneIndex", needs=(LANE,))
def _lane(f: DxilLowering, o: Operation) -> Lowered:
    return f.builtins[LANE]


@operation("WaveGetLaneCount", needs=(LANES,))
def _lanes(f: DxilLowering, o: Operation) -> Lowered:
    return f.builtins[LANES]


@operation("WaveAnyTrue", "WaveAllTrue")
def _vote(f: DxilLowering, o: Operation) -> Lowered:
    return f.b.simd(o.name[4:7].lower(), f.as_type(o.arguments["cond"], boolean))


@operation("WaveActiveAllEqual")
def _all_equal(f: DxilLowering, o: Operation) -> Lowered:
    value = _value(f, o)
    return f.b.simd("all", _equal(f, value, moved(f, value, "broadcast_first")))


def _equal(f: DxilLowering, left: TypedValue, right: TypedValue) -> TypedValue:
    return f.b.not_(left ^ right) if left.type == boolean else f.b.compare("eq", left, right)


# --- ballots ---------------------------------------------------------------------------------------------------------


def _words(f: DxilLowering, mask: TypedValue) -> list[TypedValue]:
    """A mask of lanes as four numbers: SIMD-groups have at most 64 threads."""
    zero = f.const(u32, 0)
    return [f.b.convert(mask, u32), f.b.convert(mask >> 32, u32), zero, zero]


def _mask(f: DxilLowering, o: Operation) -> TypedValue:
    low, high = (f.b.resize(f.uint(o.arguments[name]), 64) for name in ("mask0", "mask1"))
    return low | (high << 32)


def _below(f: DxilLowering) -> TypedValue:
    """The lanes before this lane."""
    return (f.b.const(u64, 1) << f.b.resize(f.builtins[LANE], 64)) - 1


@operation("WaveActiveBallot")
def _ballot(f: DxilLowering, o: Operation) -> Lowered:
    return _words(f, f.b.simd("ballot", f.as_type(o.arguments["cond"], boolean)))


@operation("WaveAllBitCount", "WavePrefixBitCount", "WaveMultiPrefixBitCount", needs=(LANE,))
def _count(f: DxilLowering, o: Operation) -> Lowered:
    """The number of lanes where the condition is true: in the wave, among earlier lanes, or among earlier lanes in a
    mask."""
    mask = f.b.simd("ballot", f.as_type(o.arguments["value"], boolean))
    if o.name != "WaveAllBitCount":
        mask = mask & _below(f)
    if o.name == "WaveMultiPrefixBitCount":
        mask = mask & _mask(f, o)
    return f.b.convert(f.b.math("popcount", mask), u32)


# --- values of other lanes -------------------------------------------------------------------------------------------


def moved(
    f: DxilLowering, value: TypedValue, name: str, *operands: TypedValue | int, is_quad: bool = False
) -> TypedValue:
    """`name` applied to a number of any type: bools as numbers, 64-bit numbers as two 32-bit numbers."""
    group = f.b.quad if is_quad else f.b.simd
    if value.type == boolean:
        return f.b.compare("ne", group(name, f.b.convert(value, u16), *operands), 0)
    if value.type == u64:
        halves = Vector(u32, 2)
        return f.b.bitcast(group(name, f.b.bitcast(value, halves), *operands), u64)
    return group(name, value, *operands)


# --- derivatives -----------------------------------------------------------------------------------------------------


def derivative(f: DxilLowering, value: TypedValue, axis: str) -> TypedValue:
    """The derivative of a number along x or y: in a pixel shader by Metal's function, elsewhere from the neighbor in
    the quad."""
    if f.program.stage == "fragment":
        return f.b.math(f"dfd{axis}", value)
    x, y, z = f.program.thread_group or (1, 1, 1)
    if x * y * z % 4 or RAW_INDEX not in f.builtins:
        raise f.refuse(f"a derivative in a thread group of {x} x {y} x {z} threads")
    bit = 1 if axis == "x" else 2
    other = moved(f, value, "shuffle_xor", f.b.const(u16, bit), is_quad=True)
    return difference_in_quad(f.b, value, other, f.builtins[RAW_INDEX], bit)


def _derivative(axis: str, *names: str) -> None:
    @operation(*names)
    def handler(f: DxilLowering, o: Operation) -> Lowered:
        return derivative(f, _value(f, o), axis)


_derivative("x", "DerivCoarseX", "DerivFineX")
_derivative("y", "DerivCoarseY", "DerivFineY")


def _number(f: DxilLowering, o: Operation, name: str) -> TypedValue:
    return f.b.convert(f.number(o.arguments[name]), u16)


@operation("WaveReadLaneFirst")
def _first(f: DxilLowering, o: Operation) -> Lowered:
    return moved(f, _value(f, o), "broadcast_first")


@operation("WaveReadLaneAt")
def _at(f: DxilLowering, o: Operation) -> Lowered:
    return moved(f, _value(f, o), "shuffle", _number(f, o, "lane"))


@operation("QuadReadLaneAt")
def _quad_at(f: DxilLowering, o: Operation) -> Lowered:
    return moved(f, _value(f, o), "broadcast", _number(f, o, "quadLane"), is_quad=True)


@operation("QuadOp")
def _across(f: DxilLowering, o: Operation) -> Lowered:
    number = f.integer(o.arguments["op"], "the direction")
    if number not in _ACROSS:
        raise f.bad(f"the direction {number}")
    return moved(f, _value(f, o), "shuffle_xor", f.b.const(u16, _ACROSS[number]), is_quad=True)


@operation("QuadVote")
def _quad_vote(f: DxilLowering, o: Operation) -> Lowered:
    """Operation 0: whether the condition is true in any lane of the quad; 1: whether in all lanes."""
    number = f.integer(o.arguments["op"], "the operation")
    if number not in (0, 1):
        raise f.bad(f"the operation {number}")
    value = f.b.convert(f.as_type(o.arguments["cond"], boolean), u16)
    return f.b.compare("ne", f.b.quad("and" if number else "or", value), 0)


# --- sums and the like -----------------------------------------------------------------------------------------------


def _ordered(f: DxilLowering, value: TypedValue, *, is_signed: bool) -> TypedValue:
    """A number with the signedness that "min" and "max" need."""
    if value.type not in (u16, u32, f16, f32):
        raise f.refuse(f"a reduction of {value.type} in a wave")
    return as_signed(f, value) if is_signed and value.type in (u16, u32) else value


def _unsigned(f: DxilLowering, value: TypedValue, type: Scalar) -> TypedValue:
    return value if value.type == type else f.bits(value, type)


@operation("WaveActiveOp")
def _reduced(f: DxilLowering, o: Operation) -> Lowered:
    number = f.integer(o.arguments["op"], "the operation")
    if number not in _REDUCTIONS:
        raise f.bad(f"the operation {number}")
    value = _value(f, o)
    assert isinstance(value.type, Scalar)
    is_signed = f.integer(o.arguments["sop"], "the sign") == _SIGNED
    return _unsigned(f, f.b.simd(_REDUCTIONS[number], _ordered(f, value, is_signed=is_signed)), value.type)


@operation("WaveActiveBit")
def _reduced_bits(f: DxilLowering, o: Operation) -> Lowered:
    number = f.integer(o.arguments["op"], "the operation")
    if number not in _BITS:
        raise f.bad(f"the operation {number}")
    value = _value(f, o)
    if value.type == u64:
        halves = f.b.bitcast(value, Vector(u32, 2))
        return f.b.bitcast(f.b.simd(_BITS[number], halves), u64)
    return f.b.simd(_BITS[number], _ordered(f, value, is_signed=False))


@operation("WavePrefixOp")
def _prefix(f: DxilLowering, o: Operation) -> Lowered:
    number = f.integer(o.arguments["op"], "the operation")
    if number not in (_SUM, _PRODUCT):
        raise f.bad(f"the operation {number}")
    return f.b.simd(f"prefix_exclusive_{_REDUCTIONS[number]}", _ordered(f, _value(f, o), is_signed=False))


# --- lanes that a mask names -----------------------------------------------------------------------------------------


@operation("WaveMatch", needs=(LANES,))
def _match(f: DxilLowering, o: Operation) -> Lowered:
    """The lanes with the same value: each lane's value is broadcast in turn and compared."""
    b, value = f.b, _value(f, o)
    active = b.simd("ballot", b.const(boolean, True))
    with b.for_range(f.builtins[LANES]) as loop:
        matching = loop.carry(b.const(u64, 0))
        is_same = _equal(f, value, moved(f, value, "shuffle", loop.index))
        bit = b.const(u64, 1) << b.resize(loop.index, 64)
        loop.update(matching, matching | b.select(is_same, bit, b.const(u64, 0)))
    return _words(f, loop.result(matching) & active)


_MULTI = {0: "sum", 1: "and", 2: "or", 3: "xor", 4: "product"}


@operation("WaveMultiPrefixOp", needs=(LANE, LANES))
def _multi_prefix(f: DxilLowering, o: Operation) -> Lowered:
    """The sum, product or bitwise result over the lanes of a mask before this lane, accumulated from the first lane
    on."""
    b, value = f.b, _value(f, o)
    number = f.integer(o.arguments["op"], "the operation")
    if number not in _MULTI:
        raise f.bad(f"the operation {number}")
    word = _MULTI[number]
    assert isinstance(value.type, Scalar)
    if value.type.is_float and word not in ("sum", "product"):
        raise f.bad(f"{word} of floats")
    lanes = _mask(f, o) & _below(f)
    neutral = {"and": (1 << value.type.bits) - 1, "product": 1}.get(word, 0)
    with b.for_range(f.builtins[LANES]) as loop:
        total = loop.carry(b.const(value.type, float(neutral) if value.type.is_float else neutral))
        value_there = moved(f, value, "shuffle", loop.index)
        joined = {
            "sum": lambda: total + value_there,
            "product": lambda: total * value_there,
            "and": lambda: total & value_there,
            "or": lambda: total | value_there,
            "xor": lambda: total ^ value_there,
        }[word]()
        is_one = b.compare("ne", (lanes >> b.resize(loop.index, 64)) & 1, 0)
        loop.update(total, b.select(is_one, joined, total))
    return loop.result(total)
