"""Functions of OpenCL C over all work-items of a sub-group or of a work-group, and copies by a work-group.

A sub-group is a SIMD-group; only its active lanes (of 32) take part. Operations that Metal's `simd_*` functions lack
are composed of shuffles: each lane reads the value of every other lane that it needs. For a work-group, each SIMD-group
stores its result in threadgroup memory, and every work-item combines these results in order.

Sources: OpenCL C 3.0, 6.15.16 (work-groups), 6.15.19 (sub-groups), 6.15.11 (asynchronous copies); the OpenCL extension
specification, cl_khr_subgroup_* and cl_khr_subgroup_rotate.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ..air.scopes import MemoryKind, ThreadScope
from ..base.errors import UnsupportedError
from ..base.metal import AddressSpace
from ..ir import (
    BasicBlock,
    BinaryOperator,
    GlobalVariable,
    Linkage,
    Predicate,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.floats import bits_of
from ..passes.rewriter import Rewriter
from .expressions import E, pick

_LANES = 32
_LANE, _SIMDGROUP, _SIMDGROUPS = (
    *("thread_index_in_simdgroup", "simdgroup_index_in_threadgroup"),
    "simdgroups_per_threadgroup",
)
_SCRATCH = "mtlb.work_group"
_FAMILIES = {"add": "sum", "mul": "product", "min": "min", "max": "max", "and": "and", "or": "or", "xor": "xor"}
OPERATIONS = (*_FAMILIES, "logical_and", "logical_or", "logical_xor")


def combined(operation: str, left: E, right: E, *, signed: bool) -> E:
    """One step of a reduction."""
    if operation == "add":
        return left + right
    if operation == "mul":
        return left * right
    if operation in ("min", "max"):
        if left.is_float:
            return left.math(f"f{operation}", right)
        less = Predicate.ICMP_SLT if signed else Predicate.ICMP_ULT
        is_less = left.compared(less, less, right)
        return pick(is_less, left, right) if operation == "min" else pick(is_less, right, left)
    operator = {"and": BinaryOperator.AND, "or": BinaryOperator.OR, "xor": BinaryOperator.XOR}[operation]
    return left.of(left.code.binary(operator, left.value, right.value))


def identity(operation: str, x: E, *, signed: bool) -> E:
    """The identity element of an operation: the result of an exclusive scan for the first work-item."""
    if operation in ("min", "max") and x.is_float:
        return x.number(math.inf if operation == "min" else -math.inf)
    bits = bits_of(x.type)
    most, least = ((1 << (bits - 1)) - 1, -(1 << (bits - 1))) if signed else (-1, 0)
    return x.number({"mul": 1, "and": -1, "min": most, "max": least}.get(operation, 0))


def _truth(x: E) -> E:
    return x.ne(0).extended(x.type, signed=False)


def _as_numbers(operation: str, x: E) -> tuple[str, E]:
    """Rewrite a logical operation as a bitwise operation on 0 and 1."""
    logical = operation.removeprefix("logical_")
    return logical, _truth(x) if logical != operation else x


def moved(x: E, lane: E) -> E:
    """The value of another lane, which must be active."""
    code, type_ = x.code, x.type
    number = code.resized(lane.value, code.i16)

    def item(value: Value) -> Value:
        if bits_of(value.type) < 64:
            return code.air_call("simd_shuffle", [value.type], [value, number])
        halves = code.vector(code.i32, 2)
        parts = [item(part) for part in code.elements(code.bitcast(value, halves))]
        return code.bitcast(code.joined(halves, parts), value.type)

    return x.of(code.joined(type_, [item(value) for value in code.elements(x.value)]))


def _own(code: Rewriter, name: str) -> E:
    return E(code, code.builtin(name))


def reduced(operation: str, x: E, *, signed: bool) -> E:
    """The result over all active lanes."""
    if bits_of(x.type) == 64:
        return clustered(operation, x, _LANES, signed=signed)
    operation, x = _as_numbers(operation, x)
    family = f"simd_{_FAMILIES[operation]}"
    return x.of(x.code.air_call(family, [x.type], [x.value], signed=signed))


def scanned(operation: str, x: E, *, signed: bool, inclusive: bool) -> E:
    """The result over the active lanes up to and including (or before) the lane itself."""
    if operation.startswith("logical_"):
        return scanned(operation.removeprefix("logical_"), _truth(x), signed=False, inclusive=inclusive) & 1
    code = x.code
    if operation in ("add", "mul") and bits_of(x.type) < 64:
        family = f"simd_prefix_{'inclusive' if inclusive else 'exclusive'}_{_FAMILIES[operation]}"
        return x.of(code.air_call(family, [x.type], [x.value], signed=signed))
    lane, nothing = _own(code, _LANE), identity(operation, x, signed=signed)
    active = E(code, code.resized(code.air_call("simd_ballot", ["i64"], [code.integer(code.i1, 1)]), code.i32))

    def before(value: E, distance: int) -> E:
        source = lane - distance
        there = (lane >= distance) & ((active >> (source & (_LANES - 1))) & 1).ne(0)
        return pick(there, moved(value, pick(there, source, lane)), nothing)

    # An inactive lane does not contribute, but must not end the scan either: all 32 lanes are read.
    if not inclusive:
        result = nothing
        for distance in range(1, _LANES):
            result = combined(operation, result, before(x, distance), signed=signed)
        return result
    result = x
    for distance in range(1, _LANES):
        result = combined(operation, before(x, distance), result, signed=signed)
    return result


def clustered(operation: str, x: E, size: int, *, signed: bool) -> E:
    """The result over the active lanes of the lane's own cluster of `size` lanes."""
    if size not in (1, 2, 4, 8, 16, 32):
        raise UnsupportedError(f"clusters of {size} lanes: a simdgroup of Metal has 32")
    if operation.startswith("logical_"):
        return clustered(operation.removeprefix("logical_"), _truth(x), size, signed=False) & 1
    code = x.code
    lane, result = _own(code, _LANE), identity(operation, x, signed=signed)
    active = E(code, code.resized(code.air_call("simd_ballot", ["i64"], [code.integer(code.i1, 1)]), code.i32))
    first = lane & -size
    for place in range(size):
        source = first + place
        there = ((active >> source) & 1).ne(0)
        value = pick(there, moved(x, pick(there, source, lane)), identity(operation, x, signed=signed))
        result = combined(operation, result, value, signed=signed)
    return result


def relative(mode: str, x: E, distance: E) -> E:
    """`shuffle_up`, `shuffle_down`: the value of the lane at this distance before or after; the lane's own if out of
    range.
    """
    lane = _own(x.code, _LANE)
    source = lane - distance if mode == "up" else lane + distance
    inside = source.compared(Predicate.ICMP_ULT, Predicate.ICMP_ULT, _LANES)
    return moved(x, pick(inside, source, lane))


def rotated(x: E, distance: E, size: int = _LANES) -> E:
    """The value of the lane at this distance after the lane itself, modulo the cluster of `size` lanes."""
    lane = _own(x.code, _LANE)
    return moved(x, (lane & -size) | ((lane + distance) & (size - 1)))


# --- work-groups -----------------------------------------------------------------------------------------------------


def _scratch(code: Rewriter) -> GlobalVariable:
    """Threadgroup memory with an element for each SIMD-group."""
    variable = next((g for g in code.module.globals if g.name == _SCRATCH), None)
    if variable is None:
        type_ = code.context.type(TypeCode.ARRAY, (_LANES,), (code.i64,))
        variable = GlobalVariable(code.pointer(AddressSpace.THREADGROUP), type_, _SCRATCH, Linkage.INTERNAL)
        variable.address_space, variable.initializer = int(AddressSpace.THREADGROUP), code.undef(type_)
        variable.unnamed_addr, variable.alignment = 1, 4
        code.module.globals.append(variable)
    return variable


def _place(code: Rewriter, index: Value) -> Value:
    return code.gep(code.i64, _scratch(code), code.resized(index, code.i64))


def barrier(code: Rewriter) -> None:
    """A barrier for all threads of the threadgroup and their shared memory."""
    numbers = (MemoryKind.DEVICE | MemoryKind.THREADGROUP, ThreadScope.THREADGROUP)
    code.air_call("wg.barrier", [], [code.integer(code.i32, n) for n in numbers])


def _when(condition: E, inside: Callable[[], object]) -> None:
    code = condition.code
    body, after = BasicBlock(), BasicBlock()
    code.branch_if(condition.value, body, after)
    code.begin(body)
    inside()
    code.branch(after)
    code.begin(after)


def work_group(operation: str, x: E, *, signed: bool, scan: str = "") -> E:
    """A reduction over a work-group, or its `inclusive` or `exclusive` scan in the order of the linear ids."""
    operation, x = _as_numbers(operation, x)
    code, alignment = x.code, (bits_of(x.type) // 8).bit_length()
    nothing = identity(operation, x, signed=signed)
    own = scanned(operation, x, signed=signed, inclusive=scan == "inclusive") if scan else nothing
    total = reduced(operation, x, signed=signed)
    simdgroup, count = _own(code, _SIMDGROUP), code.builtin(_SIMDGROUPS)
    barrier(code)
    _when(_own(code, _LANE).eq(0), lambda: code.store(total.value, _place(code, simdgroup.value), alignment))
    barrier(code)
    before, loop, after = code.block, BasicBlock(), BasicBlock()
    code.branch(loop)
    code.begin(loop)
    zero = code.integer(code.i32, 0)
    index = code.phi(code.i32)
    result = code.phi(x.type)
    part = x.of(code.load(x.type, _place(code, index), alignment))
    more = combined(operation, x.of(result), part, signed=signed)
    if scan:
        more = pick(E(code, index) < simdgroup, more, x.of(result))
    following = code.binary(BinaryOperator.ADD, index, code.integer(code.i32, 1))
    end = code.block
    code.branch_if(code.compare(Predicate.ICMP_ULT, following, count), loop, after)
    for phi, first, next_ in ((index, zero, following), (result, nothing.value, more.value)):
        phi.operands, phi.blocks = (first, next_), (before, end)
    code.begin(after)
    return combined(operation, more, own, signed=signed) if scan else more


def work_group_broadcast(x: E, chosen: E) -> E:
    """The value of the single work-item for which `chosen` is true."""
    code, alignment = x.code, (bits_of(x.type) // 8).bit_length()
    place = _place(code, code.integer(code.i32, 0))
    barrier(code)
    _when(chosen, lambda: code.store(x.value, place, alignment))
    barrier(code)
    return x.of(code.load(x.type, place, alignment))


def needed_size(value: Value) -> int:
    """The number of lanes of a cluster. UnsupportedError unless it is a constant."""
    number = constant_number(value)
    if number is None:
        raise UnsupportedError("clusters of lanes whose size is not a constant")
    return number
