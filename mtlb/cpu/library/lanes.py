"""Operations among the threads of a threadgroup, simdgroup or quadgroup.
Where lanes meet, each lane posts up to 64 bytes (SLOT_BYTES in native/runtime.h), and then computes its own result
from all posted values; native/lanes.c does this, on memory, for values of any type."""

from __future__ import annotations

from enum import IntEnum

from ...ir import BinaryOperator, Predicate, Type, Value
from ...ir.type_rules import is_vector
from ..matrices import matrix_steps
from .body import FunctionBody
from .registry import defines

__all__ = ["OPERATIONS", "QUAD", "REDUCTIONS", "WIDTH", "Over", "over_of"]

WIDTH, QUAD = 32, 4
"""The number of lanes in a simdgroup and in a quadgroup."""
_SECOND = 16  # bytes from the first value that a lane posts to the second


def _number(b: FunctionBody, value: Value) -> Value:
    return b.resized(value, b.i32)


# --- barriers, votes -------------------------------------------------------------------------------------------------


@defines("wg.barrier", meets=True)
def _barrier(b: FunctionBody) -> None:
    b.called(b.void, "mtlb_barrier", _number(b, b.arguments[0]), b.site)


@defines("simdgroup.barrier", meets=True)
def _simdgroup_barrier(b: FunctionBody) -> None:
    b.called(b.void, "mtlb_simdgroup_barrier", _number(b, b.arguments[0]), b.site)


@defines("simd_any", "simd_all", "simd_ballot", "quad_any", "quad_all", meets=True)
@defines("simd_active_threads_mask", "simd_is_first", "quad_is_first", meets=True)
def _vote(b: FunctionBody) -> Value:
    votes = [_number(b, vote) for vote in b.arguments]
    return b.resized(b.called(b.i32, f"mtlb_{b.family}", *votes, b.site), b.result)


@defines("simd_vote_all", "quad_vote_all", "simd_vote_any", "quad_vote_any")
def _of_vote(b: FunctionBody) -> Value:
    """Whether all lanes of the group, or any, are set in a vote."""
    (vote,) = b.arguments
    if b.family.endswith("any"):
        return b.compare(Predicate.ICMP_NE, vote, b.null(vote.type))
    lanes = QUAD if b.family.startswith("quad") else WIDTH
    return b.compare(Predicate.ICMP_EQ, vote, b.integer(vote.type, (1 << lanes) - 1))


@defines("simd_is_helper_thread", "is_helper_thread")
def _is_helper(b: FunctionBody) -> Value:
    """Whether the thread discarded its fragment, in a fragment function."""
    return b.compare(Predicate.ICMP_NE, b.called(b.i32, "mtlb_is_discarded"), b.null(b.i32))


# --- exchange --------------------------------------------------------------------------------------------------------


def _group(b: FunctionBody) -> Value:
    return b.integer(b.i32, QUAD if b.family.startswith("quad") else WIDTH)


def _exchanged(b: FunctionBody, name: str, *operands: Value) -> Value:
    """The value that another lane posted; a run-time function computes the lane number."""
    b.post(b.arguments[:1])
    address = b.called(b.ptr, name, *operands, b.site)
    return b.load(b.result, address, 1)


@defines("simd_broadcast_first", "quad_broadcast_first", meets=True)
def _broadcast_first(b: FunctionBody) -> Value:
    return _exchanged(b, f"mtlb_{b.family}")


@defines("simd_broadcast", "simd_shuffle", "quad_broadcast", "quad_shuffle", meets=True)
def _shuffle(b: FunctionBody) -> Value:
    return _exchanged(b, f"mtlb_{b.family}", _number(b, b.arguments[1]))


@defines("simd_shuffle_xor", "quad_shuffle_xor", meets=True)
def _shuffle_xor(b: FunctionBody) -> Value:
    return _exchanged(b, "mtlb_shuffle_xor", _number(b, b.arguments[1]), _group(b))


def _both_ways(kind: str) -> list[str]:
    return [f"{group}_shuffle{kind}_{way}" for group in ("simd", "quad") for way in ("up", "down")]


def _distance(b: FunctionBody, value: Value) -> Value:
    """The distance to the source lane; it is negative if values move up, since the source is then a lower lane."""
    distance = _number(b, value)
    return b.binary(BinaryOperator.SUB, b.null(b.i32), distance) if b.family.endswith("up") else distance


@defines(*_both_ways(""), *_both_ways("_rotate"), meets=True)
def _shuffle_by(b: FunctionBody) -> Value:
    name = "mtlb_shuffle_rotate_by" if "rotate" in b.family else "mtlb_shuffle_by"
    return _exchanged(b, name, _distance(b, b.arguments[1]), _group(b))


@defines(*_both_ways("_and_fill"), meets=True)
def _shuffle_and_fill(b: FunctionBody) -> Value:
    """Operands: value, filling value, distance, width of the groups in which lanes are shifted."""
    value, filling, distance, width = b.arguments
    numbers = _distance(b, distance), _number(b, width)
    b.post((value, filling), _SECOND)
    address = b.called(b.ptr, "mtlb_shuffle_and_fill", *numbers, b.site)
    return b.load(b.result, address, 1)


# --- reductions ------------------------------------------------------------------------------------------------------

OPERATIONS = ("sum", "product", "min", "max", "umin", "umax", "and", "or", "xor")
"""Operations on two numbers, with the codes of native/lanes.c."""


class Over(IntEnum):
    """The lanes whose numbers a reduction combines, with the codes of native/lanes.c."""

    ALL = 0
    UP_TO_ME = 1
    BELOW_ME = 2


def over_of(family: str) -> Over:
    """The lanes that a family of reductions combines."""
    return Over.UP_TO_ME if "inclusive" in family else Over.BELOW_ME if "exclusive" in family else Over.ALL


REDUCTIONS = (
    *("sum", "product", "min", "max", "and", "or", "xor"),
    *(f"prefix_{kind}_{name}" for kind in ("inclusive", "exclusive") for name in ("sum", "product")),
)
"""Families of reductions, by the name after `simd_` or `quad_`."""


@defines(*(f"{group}_{name}" for group in ("simd", "quad") for name in REDUCTIONS), meets=True)
def _reduce(b: FunctionBody) -> Value:
    """Half and bfloat values are reduced in single precision and rounded once; integers are extended to 64 bits."""
    over = over_of(b.family)
    operation = b.family.rpartition("_")[2]
    is_float = b.result.is_floating
    if operation in ("min", "max") and not (is_float or b.signed):
        operation = f"u{operation}"
    wide = b.like(b.result, b.f32 if is_float else b.i64)
    slot = b.post([b.converted(b.arguments[0], wide, signed=b.signed)])
    count = b.result.params[0] if is_vector(b.result) else 1
    numbers = [b.integer(b.i32, number) for number in (count, OPERATIONS.index(operation), over)]
    b.called(b.void, "mtlb_reduce_floats" if is_float else "mtlb_reduce", *numbers, _group(b), b.site)
    return b.converted(b.load(wide, slot, 1), b.result)


@defines("get_simdgroup_size")
def _size(b: FunctionBody) -> Value:
    return b.integer(b.result, WIDTH)


@defines("get_thread_index_in_simdgroup")
def _index(b: FunctionBody) -> Value:
    return b.resized(b.called(b.i32, "mtlb_lane"), b.result)


# --- derivatives of fragment functions -------------------------------------------------------------------------------


@defines("dfdx", "dfdy", "fwidth", meets=True)
def _derivative(b: FunctionBody) -> Value:
    """Differences in a square of 2 x 2 fragments, for each row and column; a missing fragment counts as 0."""
    b.post(b.arguments)
    simd = b.called(b.ptr, "mtlb_meet", b.site)

    def difference(bit: int) -> Value:
        ends = []
        for far in (0, 1):
            numbers = b.integer(b.i32, bit), b.integer(b.i32, far)
            ends.append(b.load(b.result, b.called(b.ptr, "mtlb_neighbour", simd, *numbers), 1))
        return b.binary(BinaryOperator.FSUB, ends[1], ends[0])

    if b.family != "fwidth":
        return difference(1 if b.family == "dfdx" else 2)
    along, down = (b.llvm("fabs", difference(bit)) for bit in (1, 2))
    return b.binary(BinaryOperator.FADD, along, down)


# --- matrices of 8 x 8 elements: each lane has two, the first ones of its vector of 64 (native/lanes.c) --------------
# Those that ask which lane runs count as meeting: a kernel in which nothing meets has no lanes.


def _pair(b: FunctionBody, vector: Value) -> list[Value]:
    """The two elements of a lane, in single precision."""
    return [b.converted(b.extract_element(vector, number), b.f32) for number in (0, 1)]


@defines("simdgroup_matrix_8x8_init_filled")
def _filled(b: FunctionBody) -> Value:
    return b.joined(b.result, b.arguments * 2)


@defines("simdgroup_matrix_8x8_init_diag", meets=True)
def _diagonal(b: FunctionBody) -> Value:
    (value,) = b.arguments
    elements = []
    for number in (0, 1):
        on = b.called(b.i32, "mtlb_matrix_is_diagonal", b.integer(b.i32, number))
        elements.append(b.select(b.compare(Predicate.ICMP_NE, on, b.null(b.i32)), value, b.null(value.type)))
    return b.joined(b.result, elements)


def _together(b: FunctionBody) -> None:
    """With checks, lanes meet only to test that all of them arrived; no data is exchanged."""
    if b.meets:
        b.called(b.void, "mtlb_matrix_together", b.site)


def _places(b: FunctionBody, element: Type, operands: list[Value]) -> list[Value]:
    """The addresses of the two elements. The operands are those of a load."""
    pointer, *rest = operands
    steps = matrix_steps(b, rest)
    places = [b.called(b.i64, "mtlb_matrix_place", b.integer(b.i32, number), *steps) for number in (0, 1)]
    return [b.gep(element, pointer, place, inbounds=0) for place in places]


@defines("simdgroup_matrix_8x8_load", meets_checked=True)
def _matrix_load(b: FunctionBody) -> Value:
    _together(b)
    element = b.result.scalar
    return b.joined(b.result, [b.load(element, place) for place in _places(b, element, b.arguments)])


@defines("simdgroup_matrix_8x8_store", meets_checked=True)
def _matrix_store(b: FunctionBody) -> None:
    _together(b)
    matrix, *operands = b.arguments
    for number, place in enumerate(_places(b, matrix.type.scalar, operands)):
        b.store(b.extract_element(matrix, number), place)


@defines("simdgroup_matrix_8x8_multiply_accumulate", meets=True)
def _multiply_accumulate(b: FunctionBody) -> Value:
    """a b + c in single precision."""
    left, right, sums = (_pair(b, matrix) for matrix in b.arguments)
    pair = b.vector(b.f32, 2)
    b.post((b.joined(pair, left), b.joined(pair, right)), _SECOND)
    memory = b.stored(sums)
    b.called(b.void, "mtlb_matrix_multiply", memory, b.site)
    documents = [b.load(b.f32, b.behind(memory, 4 * number)) for number in (0, 1)]
    return b.joined(b.result, [b.converted(item, b.result.scalar) for item in documents])
