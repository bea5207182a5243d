"""Instructions of other GPUs on the bytes and bit fields of 32-bit words.

Sources: the PTX ISA (prmt, dp4a, dp2a), AMD's RDNA ISA documents (v_perm_b32, v_bfe_u32, v_bfe_i32, v_alignbit_b32).
"""

from __future__ import annotations

from collections.abc import Callable

from ..ir import Call, Value
from ..passes.rewriter import Rewriter
from .expressions import E, pick

_Row = Callable[[Rewriter, Call, list[Value]], E]


def _both(high: E, low: E) -> E:
    """Two words combined to 64 bits."""
    wide = low.code.i64
    return (high.extended(wide, signed=False) << 32) | low.extended(wide, signed=False)


def permute_nvidia(code: Rewriter, call: Call, values: list[Value]) -> E:
    """`prmt`: each nibble of the third operand selects a byte of the first two; its highest bit selects the byte's
    sign.
    """
    low, high, selector = (E(code, value) for value in values)
    pool = _both(high, low)
    result = low.number(0)
    for place in range(4):
        nibble = selector >> (4 * place)
        shift = ((nibble & 7) << 3).extended(code.i64, signed=False)
        byte = (pool >> shift).extended(code.i32, signed=False) & 0xFF
        sign = pick((byte & 0x80).ne(0), 0xFF, byte.number(0))
        result = result | (pick((nibble & 8).ne(0), sign, byte) << (8 * place))
    return result


def permute_amd(code: Rewriter, call: Call, values: list[Value]) -> E:
    """`perm`: each byte of the third operand selects a byte of the second and first, a sign (8 to 11), 0 (12),
    or 255.
    """
    high, low, selector = (E(code, value) for value in values)
    pool = _both(high, low)
    result = low.number(0)
    for place in range(4):
        index = (selector >> (8 * place)) & 0xFF
        shift = ((index & 7) << 3).extended(code.i64, signed=False)
        byte = (pool >> shift).extended(code.i32, signed=False) & 0xFF
        signs = (((index & 3) << 4) + 15).extended(code.i64, signed=False)  # the signs of the four halves
        sign = pick(((pool >> signs) & 1).ne(0), byte.number(0xFF), 0)
        fixed = pick(index.eq(12), byte.number(0), 0xFF)
        special = pick(index >= 12, fixed, sign)
        result = result | (pick(index >= 8, special, byte) << (8 * place))
    return result


def dot_product(bits: int, left_signed: bool, right_signed: bool) -> _Row:
    """`idp4a` and `idp2a`: dot product of four bytes, or of two halves with two bytes of the second operand, plus an
    accumulator.
    """

    def row(code: Rewriter, call: Call, values: list[Value]) -> E:
        left, right, total = E(code, values[0]), E(code, values[1]), E(code, values[-1])
        if bits == 16:
            right = pick(E(code, values[2]), right >> 16, right)
        for place in range(32 // bits):
            a = _field(left, place * bits, bits, left_signed)
            b = _field(right, place * 8, 8, right_signed)
            total = total + a * b
        return total

    return row


def _field(x: E, start: int, bits: int, signed: bool) -> E:
    top = x << (32 - start - bits)
    return top.shifted_signed(32 - bits) if signed else top >> (32 - bits)


def bit_field(signed: bool) -> _Row:
    """`ubfe` and `sbfe`: value, first bit, number of bits (both modulo 32); the result for 0 bits is 0."""

    def row(code: Rewriter, call: Call, values: list[Value]) -> E:
        x, start, count = (E(code, value) for value in values)
        start, count = start & 31, count & 31
        cut = x.shifted_signed(start) if signed else x >> start
        gap = (count.number(32) - count) & 31
        kept = (cut << gap).shifted_signed(gap) if signed else (cut << gap) >> gap
        return pick(count.eq(0), 0, kept)

    return row


def align_bits(code: Rewriter, call: Call, values: list[Value]) -> E:
    """`alignbit`: the low word of two words shifted right."""
    high, low, amount = (E(code, value) for value in values)
    shift = (amount & 31).extended(code.i64, signed=False)
    return (_both(high, low) >> shift).extended(code.i32, signed=False)
