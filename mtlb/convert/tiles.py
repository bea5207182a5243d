"""Products of small matrices that are distributed over the lanes of a warp or wave: `mma.sync`, `ldmatrix`, WMMA of
RDNA 3.

Those instructions define which lane holds which element, and Metal does not document this for its own simdgroup
matrices. The lanes therefore exchange elements by `simd_shuffle`, and each lane computes its own elements of the
result, in order of k, by fused multiply-adds of floats or sums of integers. The hardware may add in another order.

Sources: the PTX ISA, "Matrix multiply-accumulate operation using mma instruction" (fragments of m16n8k4 to k32) and
"ldmatrix"; AMD's RDNA 3 ISA, "Wave matrix multiply accumulate", and AMD's article on WMMA at gpuopen.com.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..base.errors import UnsupportedError
from ..ir import BasicBlock, BinaryOperator, Call, CastOperator, TypeCode, Value
from ..passes.rewriter import Rewriter
from .expressions import E, pick

_LANE = "thread_index_in_simdgroup"


class TileOperands(NamedTuple):
    """The element type of A or B: the number of elements in a 32-bit word, and a function that unpacks a word for
    multiplication.
    """

    packed: int
    unpack: Callable[[Rewriter, Value], list[Value]]


def _halves(code: Rewriter, word: Value) -> list[Value]:
    pair = code.bitcast(word, code.vector(code.f16, 2))
    return [code.cast(CastOperator.FPEXT, code.extract_element(pair, n), code.f32) for n in range(2)]


def _brain_floats(code: Rewriter, word: Value) -> list[Value]:
    """Two bfloats of a word, each as the high half of a float."""
    word = code.bitcast(word, code.i32)
    low = code.binary(BinaryOperator.SHL, word, code.integer(code.i32, 16))
    high = code.binary(BinaryOperator.AND, word, code.integer(code.i32, 0xFFFF0000))
    return [code.bitcast(part, code.f32) for part in (low, high)]


def _tensor_floats(code: Rewriter, word: Value) -> list[Value]:
    """A TF32 number: a float without the low 13 bits of the fraction."""
    kept = code.binary(BinaryOperator.AND, code.bitcast(word, code.i32), code.integer(code.i32, 0xFFFFE000))
    return [code.bitcast(kept, code.f32)]


def _bytes(signed: bool) -> Callable[[Rewriter, Value], list[Value]]:
    def unpack(code: Rewriter, word: Value) -> list[Value]:
        values: list[Value] = []
        for place in range(4):
            byte = code.binary(BinaryOperator.SHL, word, code.integer(code.i32, 24 - 8 * place))
            shift = BinaryOperator.ASHR if signed else BinaryOperator.LSHR
            values.append(code.binary(shift, byte, code.integer(code.i32, 24)))
        return values

    return unpack


_OPERANDS = {
    "f16": TileOperands(2, _halves),
    "bf16": TileOperands(2, _brain_floats),
    "tf32": TileOperands(1, _tensor_floats),
    "s8": TileOperands(4, _bytes(True)),
    "u8": TileOperands(4, _bytes(False)),
}
_MMA = re.compile(r"mma\.sync\.aligned\.m16n8k(\d+)\.row\.col(\.satfinite)?\.(\w+)\.(\w+)\.(\w+)\.(\w+)")


def shuffled(code: Rewriter, value: Value, lane: Value) -> Value:
    """The value of another lane."""
    return code.air_call("simd_shuffle", [value.type], [value, code.resized(lane, code.i16)])


def _number(code: Rewriter, value: int) -> Value:
    return code.integer(code.i32, value)


def _multiplied(code: Rewriter, left: Value, right: Value, total: Value) -> Value:
    if left.type.code is TypeCode.FLOAT:
        return code.air_call("fma", [left.type], [left, right, total])
    return code.binary(BinaryOperator.ADD, total, code.binary(BinaryOperator.MUL, left, right))


def multiply(
    code: Rewriter, name: str, left: Sequence[Value], right: Sequence[Value], total: Sequence[Value]
) -> list[Value]:
    """`mma.sync` by its name. Takes the words of A, B and C that a lane holds; returns the words of D, in the form of
    C.

    For lane l, with g = l / 4, t = l % 4, and p elements in a word: word r of A is row g + 8 (r % 2), from column 4 p
    (r / 2) + t p on; word r of B is column g, from row 4 p r + t p on; element i of C is row g + 8 (i / 2), column 2 t
    + i % 2. UnsupportedError for other shapes and types.
    """
    match = _MMA.fullmatch(name)
    if match is None or match[4] not in _OPERANDS or match[5] not in _OPERANDS or match[3] != match[6] or match[2]:
        raise UnsupportedError(f"{name}: matrix products of this shape or type are not supported")
    first, second = _OPERANDS[match[4]], _OPERANDS[match[5]]
    depth, packed = int(match[1]), first.packed
    words = depth // (4 * packed)
    result = {"f32": code.f32, "s32": code.i32, "f16": code.f16}.get(match[3])
    halves = result is code.f16
    if result is None or packed != second.packed or (len(left), len(right)) != (2 * words, words):
        raise UnsupportedError(f"{name}: its operands do not match its shape")
    if halves:
        total = [half for word in total for half in code.elements(code.bitcast(word, code.vector(code.f16, 2)))]
        total = [code.cast(CastOperator.FPEXT, half, code.f32) for half in total]
    if (code.f32 if halves else result) is code.i32 and packed != 4:
        raise UnsupportedError(f"{name}: its operands do not match its shape")
    lane = E(code, code.builtin(_LANE))
    quad, column = lane & -4, (lane & 3) << 3
    sums = list(total)
    for word in range(words):
        for source in range(4):
            row = quad | source
            a = [
                first.unpack(code, code.bitcast(shuffled(code, left[2 * word + half], row.value), code.i32))
                for half in range(2)
            ]
            b = [
                second.unpack(
                    code, code.bitcast(shuffled(code, right[word], (column + (4 * side + source)).value), code.i32)
                )
                for side in range(2)
            ]
            for k in range(packed):
                for place in range(4):
                    sums[place] = _multiplied(code, a[place >> 1][k], b[place & 1][k], sums[place])
    if not halves:
        return sums
    short = [code.cast(CastOperator.FPTRUNC, item, code.f16) for item in sums]
    pair = code.vector(code.f16, 2)
    return [code.bitcast(code.joined(pair, short[n : n + 2]), code.i32) for n in (0, 2)]


def load_matrices(count: int, *, transposed: bool) -> Callable[[Rewriter, Call, list[Value]], Value]:
    """`ldmatrix.m8n8.xCOUNT.b16`: lanes 8 m to 8 m + 7 have the addresses of the rows of matrix m, of 16 bytes each.
    For each matrix, lane l gets the elements 2 (l % 4) and the next one of row l / 4, or of column l / 4 if transposed.
    """

    def replace(code: Rewriter, call: Call, values: list[Value]) -> Value:
        lane = E(code, code.builtin(_LANE))
        rows = _rows(code, values[0], lane, 8 * count)
        high, low = lane >> 2, lane & 3
        result: list[Value] = []
        for matrix in range(count):
            if not transposed:
                words = [E(code, shuffled(code, row, (high + 8 * matrix).value)) for row in rows]
                result.append(_chosen(words, low).value)
                continue
            parts = []
            for place in range(2):
                source = (low << 1) + (8 * matrix + place)
                words = [E(code, shuffled(code, row, source.value)) for row in rows]
                parts.append((_chosen(words, high >> 1) >> ((high & 1) << 4)) & 0xFFFF)
            result.append((parts[0] | (parts[1] << 16)).value)
        return result[0] if count == 1 else code.aggregate(call.type, result)

    return replace


def _chosen(words: Sequence[E], index: E) -> E:
    """The word with this index, out of four."""
    odd = (index & 1).ne(0)
    return pick((index & 2).ne(0), pick(odd, words[3], words[2]), pick(odd, words[1], words[0]))


def _rows(code: Rewriter, pointer: Value, lane: E, lanes: int) -> list[Value]:
    """The four words of the row whose address a lane has; only the first `lanes` lanes have addresses."""

    def loaded() -> list[Value]:
        return [code.load(code.i32, code.gep(code.i32, pointer, _number(code, n)), 3) for n in range(4)]

    if lanes == 32:
        return loaded()
    before, body, after = code.block, BasicBlock(), BasicBlock()
    code.branch_if((lane < lanes).value, body, after)
    code.begin(body)
    words, end = loaded(), code.block
    code.branch(after)
    code.begin(after)
    zero = _number(code, 0)
    return [code.phi(code.i32, (zero, word), (before, end)) for word in words]


# --- AMD -------------------------------------------------------------------------------------------------------------


def wave_multiply(code: Rewriter, call: Call, values: list[Value]) -> Value:
    """`wmma.f32.16x16x16.f16` and `.bf16` of RDNA 3 in waves of 32: lanes l and l + 16 hold row l of A and column l of
    B. Element i of C in lane l is row 2 i + l / 16 of column l % 16.
    """
    left, right, total = values[:3]
    if left.type.params[0] != 16 or total.type.params[0] != 8:
        raise UnsupportedError("a matrix product with a layout other than RDNA 3's")
    words = code.vector(code.i32, 8)
    unpack = _OPERANDS["f16" if left.type.scalar.code is TypeCode.HALF else "bf16"].unpack
    lane = E(code, code.builtin(_LANE))
    rows = code.elements(code.bitcast(left, words))
    column = [n for word in code.elements(code.bitcast(right, words)) for n in unpack(code, word)]
    sums = code.elements(total)
    for place in range(8):
        source = ((lane >> 4) + 2 * place).value
        row = [n for word in rows for n in unpack(code, shuffled(code, word, source))]
        for a, b in zip(row, column, strict=True):
            sums[place] = _multiplied(code, a, b, sums[place])
    return code.joined(total.type, sums)
