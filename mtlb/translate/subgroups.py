"""Subgroup operations, which map to Metal's SIMD-groups, quad operations, and derivatives.
Metal has prefix operations only for sums and products, and reductions over the whole group and over quads; for other
scans, clusters and partitions a loop takes the values of the lanes one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..emit.names import boolean, u16, u32, u64
from ..emit.operands import TypedValue
from ..emit.types import Scalar, Vector
from ..spirv import SpirvInstruction
from ..spirv.enumerants import GroupOperation, SpirvScope
from .functions import FunctionLowering
from .numbers import each, elements, ids, like, numbers, scalar_of, whole, with_count
from .quads import derivative, has_quads
from .registry import LANE, lowers
from .uses import is_lane_by_lane
from .values import Value

__all__: list[str] = []


def _group(f: FunctionLowering, i: SpirvInstruction) -> list[int]:
    """The operands after the scope, which must be the subgroup."""
    scope, *rest = ids(i)
    if f.constant_int(scope) != SpirvScope.Subgroup:
        raise f.refuse(i, f"a group operation of scope {SpirvScope(f.constant_int(scope)).name}")
    return rest


def _lane_number(f: FunctionLowering, id: int) -> TypedValue:
    return f.b.resize(f.unsigned(f.number(id)), 16)


# --- the whole group -------------------------------------------------------------------------------------------------


@lowers("OpGroupNonUniformElect")
def _elect(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simd_is_first`. A subgroup is a SIMD-group."""
    _group(f, i)
    return f.b.simd("is_first")


@lowers("OpGroupNonUniformAll", "OpGroupNonUniformAny")
def _vote(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simd_all`, `air.simd_any`."""
    (value,) = _group(f, i)
    return f.b.simd("all" if i.name.endswith("All") else "any", f.number(value))


@lowers("OpSubgroupAllKHR", "OpSubgroupAnyKHR")
def _khr_vote(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simd_all`, `air.simd_any`."""
    return f.b.simd("all" if i.name == "OpSubgroupAllKHR" else "any", f.number(ids(i)[0]))


@lowers("OpGroupNonUniformAllEqual", "OpSubgroupAllEqualKHR")
def _all_equal(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """A comparison with `air.simd_broadcast_first`, and `air.simd_all`."""
    value = f.number(ids(i)[-1])
    same: TypedValue | None = None
    for part in elements(f, value):
        first = _moved(f, part, "broadcast_first")
        equal = f.b.not_(f.b.xor(part, first)) if part.type == boolean else part.eq(first)
        same = equal if same is None else same & equal
    assert same is not None
    return f.b.simd("all", same)


# --- ballots ---------------------------------------------------------------------------------------------------------


def _mask(f: FunctionLowering, value: TypedValue) -> TypedValue:
    """The first two words of a ballot as one number: SIMD-groups have at most 64 threads."""
    low, high = [f.b.resize(f.unsigned(value[n]), 64) for n in (0, 1)]
    return low | (high << 32)


def _lane(f: FunctionLowering) -> TypedValue:
    """The number of this lane, of 64 bits."""
    return f.b.resize(f.unsigned(f.builtin(LANE)), 64)


def _has(f: FunctionLowering, mask: TypedValue, lane: TypedValue) -> TypedValue:
    return ((mask >> lane) & 1).ne(0)


def _before(f: FunctionLowering, is_inclusive: bool) -> TypedValue:
    """The mask of the lanes before this one, and of this one if it is inclusive."""
    below = (f.b.const(u64, 1) << _lane(f)) - 1
    return (below << 1) | 1 if is_inclusive else below


def _ballot_of(f: FunctionLowering, mask: TypedValue) -> TypedValue:
    zero = f.b.const(u32, 0)
    return f.b.vector(f.b.convert(mask, u32), f.b.convert(mask >> 32, u32), zero, zero)


@lowers("OpGroupNonUniformBallot", "OpSubgroupBallotKHR")
def _ballot(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simd_ballot`, 64 bits in the first two words; Naga cuts to 32 lanes."""
    return _ballot_of(f, f.b.simd("ballot", f.number(ids(i)[-1])))


@lowers("OpGroupNonUniformInverseBallot", needs=(LANE,))
def _inverse_ballot(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The bit of this lane."""
    (value,) = _group(f, i)
    return _has(f, _mask(f, f.number(value)), _lane(f))


@lowers("OpGroupNonUniformBallotBitExtract")
def _ballot_bit(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The bit of a lane."""
    value, index = _group(f, i)
    by = f.b.resize(f.unsigned(f.number(index)), 64) & 63
    return ((_mask(f, f.number(value)) >> by) & 1).ne(0)


@lowers("OpGroupNonUniformBallotBitCount", needs=(LANE,))
def _ballot_count(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.popcount` of the lanes of the group, up to this one, or before it."""
    scope, operation, value = [int(operand) for operand in i.operands]
    if f.constant_int(scope) != SpirvScope.Subgroup:
        raise f.refuse(i, "a group operation of another scope than the subgroup")
    mask = _mask(f, f.number(value))
    if operation != GroupOperation.Reduce:
        mask = mask & _before(f, operation == GroupOperation.InclusiveScan)
    return like(f, f.b.air("popcount", mask), f.metal(i.type))


@lowers("OpGroupNonUniformBallotFindLSB", "OpGroupNonUniformBallotFindMSB")
def _ballot_find(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.ctz` or `air.clz` of the 64 bits."""
    (value,) = _group(f, i)
    mask = _mask(f, f.number(value))
    if i.name.endswith("LSB"):
        return like(f, f.b.air("ctz", mask, False), f.metal(i.type))
    return like(f, f.b.sub(63, f.b.air("clz", mask, False)), f.metal(i.type))


# --- values of other lanes -------------------------------------------------------------------------------------------


def _moved(
    f: FunctionLowering, value: TypedValue, operation: str, *operands: TypedValue | int, group: str = "simd"
) -> TypedValue:
    """`operation` on a value of any type: bools as numbers, 64-bit numbers as two 32-bit numbers."""
    lanes = f.b.simd if group == "simd" else f.b.quad
    element = scalar_of(value.type)
    if element.is_bool:
        return lanes(operation, f.b.convert(value, with_count(u16, value.type)), *operands).ne(0)
    if element.bits < 64:
        return lanes(operation, value, *operands)
    parts = elements(f, value)
    for number, part in enumerate(parts):
        parts[number] = f.b.bitcast(lanes(operation, f.b.bitcast(part, Vector(u32, 2)), *operands), element)
    return whole(f, parts)


@lowers("OpGroupNonUniformBroadcastFirst", "OpSubgroupFirstInvocationKHR")
def _broadcast_first(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simd_broadcast_first`; bools are moved as numbers, 64-bit numbers as two 32-bit numbers."""
    return _moved(f, f.number(ids(i)[-1]), "broadcast_first")


_MOVES: Final = {
    "OpGroupNonUniformBroadcast": "broadcast",
    "OpGroupNonUniformShuffle": "shuffle",
    "OpGroupNonUniformShuffleXor": "shuffle_xor",
    "OpGroupNonUniformShuffleUp": "shuffle_up",
    "OpGroupNonUniformShuffleDown": "shuffle_down",
}


@lowers(*_MOVES)
def _move(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simd_broadcast`, `air.simd_shuffle…`; bools are moved as numbers, 64-bit numbers as two 32-bit numbers."""
    value, lane = _group(f, i)
    return _moved(f, f.number(value), _MOVES[i.name], _lane_number(f, lane))


@lowers("OpSubgroupReadInvocationKHR")
def _read_lane(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simd_shuffle`."""
    value, lane = ids(i)
    return _moved(f, f.number(value), "shuffle", _lane_number(f, lane))


@lowers("OpGroupNonUniformRotateKHR")
def _rotate(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simd_shuffle_rotate_down`: reads the lane that is `delta` higher, modulo the group size; in clusters
    `air.simd_shuffle`."""
    value, delta, *cluster = _group(f, i)
    if cluster:
        size, own = f.constant_int(cluster[0]), f.b.resize(f.unsigned(f.builtin(LANE)), 16)
        lane = (own & ~(size - 1) & 0xFFFF) | ((own + _lane_number(f, delta)) & (size - 1))
        return _moved(f, f.number(value), "shuffle", lane)
    return _moved(f, f.number(value), "shuffle_rotate_down", _lane_number(f, delta))


@lowers("OpGroupNonUniformQuadBroadcast")
def _quad_broadcast(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.quad_broadcast`."""
    value, lane = _group(f, i)
    return _moved(f, f.number(value), "broadcast", _lane_number(f, lane), group="quad")


@lowers("OpGroupNonUniformQuadSwap")
def _quad_swap(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.quad_shuffle_xor`: direction 0 is the neighbour along x, 1 along y, 2 both."""
    value, direction = _group(f, i)
    return _moved(f, f.number(value), "shuffle_xor", f.b.const(u16, f.constant_int(direction) + 1), group="quad")


@lowers("OpGroupNonUniformQuadAllKHR", "OpGroupNonUniformQuadAnyKHR")
def _quad_vote(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.quad_and`, `air.quad_or`."""
    value = f.b.convert(f.number(ids(i)[0]), u16)
    return f.b.quad("and" if i.name.endswith("AllKHR") else "or", value).ne(0)


# --- sums and the like -----------------------------------------------------------------------------------------------

_REDUCTIONS: Final = {
    "IAdd": "sum",
    "FAdd": "sum",
    "IMul": "product",
    "FMul": "product",
    "SMin": "min",
    "UMin": "min",
    "FMin": "min",
    "SMax": "max",
    "UMax": "max",
    "FMax": "max",
    "BitwiseAnd": "and",
    "BitwiseOr": "or",
    "BitwiseXor": "xor",
    "LogicalAnd": "and",
    "LogicalOr": "or",
    "LogicalXor": "xor",
}
_BITWISE: Final = frozenset({"and", "or", "xor"})
"""Bitwise reductions, which 64-bit numbers perform half by half."""
_SCANS: Final = {GroupOperation.InclusiveScan: "prefix_inclusive", GroupOperation.ExclusiveScan: "prefix_exclusive"}


@lowers(*[f"OpGroupNonUniform{name}" for name in _REDUCTIONS])
def _reduced(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simd_sum`, `product`, `min`, `max`, `and`, `or`, `xor`; scans of sums and products `air.simd_prefix_…`;
    clusters of 4 `air.quad_…`. A loop of `air.simd_shuffle` for other scans, clusters and partitions, and for 64 bits
    except bitwise."""
    name = i.name.removeprefix("OpGroupNonUniform")
    scope, operation, id, *cluster = [int(operand) for operand in i.operands]
    if f.constant_int(scope) != SpirvScope.Subgroup:
        raise f.refuse(i, "a group operation of another scope than the subgroup")
    value = f.number(id)
    if name[0] in "SU" and not scalar_of(value.type).is_float:
        value = f.signed(value) if name[0] == "S" else f.unsigned(value)
    word, group = _REDUCTIONS[name], "simd"
    if is_lane_by_lane(f.types, i):
        return _lane_by_lane(f, i, word, value)
    if operation == GroupOperation.ClusteredReduce:
        if f.constant_int(cluster[0]) == 1:
            return value
        group = "quad"
    elif operation in _SCANS:
        word = f"{_SCANS[GroupOperation(operation)]}_{word}"
    if name.startswith("Logical"):
        number = f.b.convert(value, with_count(u16, value.type))
        return _over(f, word, group, number).ne(0)
    if scalar_of(value.type).bits == 64 and word in _BITWISE:
        halves = Vector(u32, 2)
        return each(
            f, lambda number: f.b.bitcast(_over(f, word, group, f.b.bitcast(number, halves)), number.type), value
        )
    return _over(f, word, group, value)


_OPERATORS: Final[dict[str, Callable[[FunctionLowering, TypedValue, TypedValue], TypedValue]]] = {
    "sum": lambda f, left, right: left + right,
    "product": lambda f, left, right: left * right,
    "min": lambda f, left, right: f.b.math("fmin" if scalar_of(left.type).is_float else "min", left, right),
    "max": lambda f, left, right: f.b.math("fmax" if scalar_of(left.type).is_float else "max", left, right),
    "and": lambda f, left, right: left & right,
    "or": lambda f, left, right: left | right,
    "xor": lambda f, left, right: left ^ right,
}
_PARTITIONED: Final = {
    GroupOperation.PartitionedReduceEXT: None,
    GroupOperation.PartitionedInclusiveScanEXT: True,
    GroupOperation.PartitionedExclusiveScanEXT: False,
}
"""Whether the partition's scan is inclusive; None for a reduction."""


def _neutral(word: str, type: Scalar) -> int | float:
    """The number that an operation leaves as it is."""
    if word in ("sum", "or", "xor"):
        return 0
    if word == "product":
        return 1
    if type.is_float:
        return float("inf") if word == "min" else float("-inf")
    least, most = (-(1 << type.bits - 1), (1 << type.bits - 1) - 1) if type.is_signed else (0, (1 << type.bits) - 1)
    if word == "and":
        return -1 if type.is_signed else most
    return most if word == "min" else least


def _lane_by_lane(f: FunctionLowering, i: SpirvInstruction, word: str, value: TypedValue) -> TypedValue:
    """The operation over the active lanes that it names, in the order of their numbers."""
    kind, operation = value.type, int(i.operands[1])
    if scalar_of(kind).is_bool:
        value = f.b.convert(value, with_count(u16, kind))
    active = f.b.simd("ballot", f.b.const(boolean, True))
    mask = active
    if operation in _SCANS:
        mask = mask & _before(f, operation == GroupOperation.InclusiveScan)
    elif operation == GroupOperation.ClusteredReduce:
        size = f.constant_int(int(i.operands[3]))
        if not 0 < size <= _LANES or size & (size - 1):
            raise f.refuse(i, f"a cluster of {size} lanes")
        mask = mask & (f.b.const(u64, (1 << size) - 1) << (_lane(f) & (_LANES - size)))
    elif operation != GroupOperation.Reduce:
        if GroupOperation(operation) not in _PARTITIONED:
            raise f.refuse(i, f"the group operation {GroupOperation(operation).name}")
        mask = mask & _mask(f, f.number(int(i.operands[3])))
        is_inclusive = _PARTITIONED[GroupOperation(operation)]
        if is_inclusive is not None:
            mask = mask & _before(f, is_inclusive)
    result = f.b.variable(value.type, f.b.const(value.type, _neutral(word, scalar_of(value.type))))

    def combine(lane: TypedValue) -> None:
        so_far, other = f.b.load(result), _moved(f, value, "shuffle", f.b.resize(lane, 16))
        combined = _OPERATORS[word](f, so_far, other)
        f.b.store(f.b.select(_has(f, mask, lane), combined, so_far), result)

    _each_lane(f, active, combine)
    number = f.b.load(result)
    return number.ne(0) if scalar_of(kind).is_bool else number


_LANES: Final = 64
"""The most lanes of a SIMD-group."""


def _each_lane(f: FunctionLowering, active: TypedValue, visit: Callable[[TypedValue], None]) -> None:
    """A loop over the numbers of the lanes, up to the last active one: the same for all active lanes."""
    with f.b.for_range(f.b.sub(_LANES, f.b.air("clz", active, False))) as loop:
        assert loop.index is not None
        visit(loop.index)


@lowers("OpGroupNonUniformPartitionEXT")
def _partition(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The ballot of the active lanes with an equal value, by a loop of `air.simd_shuffle`."""
    value = f.number(ids(i)[-1])
    active = f.b.simd("ballot", f.b.const(boolean, True))
    result = f.b.variable(u64, f.b.const(u64, 0))

    def compare(lane: TypedValue) -> None:
        same = _has(f, active, lane)
        for part in elements(f, value):
            other = _moved(f, part, "shuffle", f.b.resize(lane, 16))
            same = same & (f.b.not_(f.b.xor(part, other)) if part.type == boolean else part.eq(other))
        bit = f.b.const(u64, 1) << lane
        f.b.store(f.b.select(same, f.b.load(result) | bit, f.b.load(result)), result)

    _each_lane(f, active, compare)
    return _ballot_of(f, f.b.load(result))


def _over(f: FunctionLowering, word: str, group: str, value: TypedValue) -> TypedValue:
    return f.b.simd(word, value) if group == "simd" else f.b.quad(word, value)


# --- derivatives, helper invocations ---------------------------------------------------------------------------------


@lowers("OpDPdx", "OpDPdxFine", "OpDPdxCoarse")
def _along_x(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.dfdx`, coarse and fine alike. Outside of fragment functions the difference in the quad."""
    (value,) = numbers(f, i)
    return derivative(f, value, "x")


@lowers("OpDPdy", "OpDPdyFine", "OpDPdyCoarse")
def _along_y(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.dfdy`, coarse and fine alike. Outside of fragment functions the difference in the quad."""
    (value,) = numbers(f, i)
    return derivative(f, value, "y")


@lowers("OpFwidth", "OpFwidthFine", "OpFwidthCoarse")
def _width(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.fwidth`, coarse and fine alike. Outside of fragment functions from the differences in the quad."""
    (value,) = numbers(f, i)
    if not has_quads(f):
        return f.b.air("fwidth", value)
    along, down = [f.b.math("fabs", derivative(f, value, axis)) for axis in "xy"]
    return along + down


@lowers("OpIsHelperInvocationEXT")
def _is_helper(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simd_is_helper_thread`."""
    return f.b.simd("is_helper_thread")
