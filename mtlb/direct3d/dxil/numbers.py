"""Operations on numbers: arithmetic, bits, dot products, packing, conversions.
Source: DXIL.rst, "Operations" and the section of each; where it refers to a DXBC instruction, its rules are those of
`mtlb.direct3d.arithmetic`."""

from __future__ import annotations

from collections.abc import Callable

from ...emit.names import f16, f32, u16, u32
from ...emit.operands import TypedValue
from ...emit.types import Scalar
from ..arithmetic import differences, extracted, first_high, first_low, from_half_bits, inserted, to_half_bits
from .function import DxilLowering
from .instructions import as_signed, ones, unsigned_division
from .registry import Lowered, Operation, operation, refused

refused(
    "floats of 64 bits, which Metal does not have",
    "MakeDouble",
    "SplitDouble",
    "Legacy",
    "Fma",
    "BitcastI64",
    "BitcastF64",
)


def _operands(f: DxilLowering, o: Operation) -> list[TypedValue]:
    values = [f.number(argument) for argument in o.arguments.values()]
    if any(value.type != values[0].type for value in values):
        raise f.bad("operands of different types")
    return values


def _row(*names: str, make: Callable[..., TypedValue]) -> None:
    """Register operations on numbers of one type."""

    def handler(f: DxilLowering, o: Operation) -> Lowered:
        return make(f, *_operands(f, o))

    operation(*names)(handler)


def _math(**functions: str) -> None:
    for name, function in functions.items():
        _row(name, make=lambda f, *values, function=function: f.b.math(function, *values))


_math(FAbs="fabs", Saturate="saturate", Cos="cos", Sin="sin", Tan="tan", Acos="acos", Asin="asin", Atan="atan")
_math(Hcos="cosh", Hsin="sinh", Htan="tanh", Exp="exp2", Log="log2", Sqrt="sqrt", Rsqrt="rsqrt")
_math(Round_ne="rint", Round_ni="floor", Round_pi="ceil", Round_z="trunc", FMax="fmax", FMin="fmin")
_math(UMax="max", UMin="min", Bfrev="reverse_bits")
_row("Frc", make=lambda f, x: x - f.b.math("floor", x))
_row("FMad", "IMad", "UMad", make=lambda f, x, y, z: x * y + z)
"""A product, then a sum: each is rounded, as in token programs."""
_row("IsNaN", make=lambda f, x: f.b.compare("uno", x, x))
_row("Msad", make=lambda f, x, y, total: differences(f, x, y, total))
_row("Ubfe", make=lambda f, width, offset, x: extracted(f, width, offset, x))
_row("Ibfe", make=lambda f, width, offset, x: f.bits(extracted(f, width, offset, as_signed(f, x))))
_row("Bfi", make=lambda f, width, offset, x, base: inserted(f, width, offset, x, base))


@operation("IsInf", "IsFinite", "IsNormal")
def _class(f: DxilLowering, o: Operation) -> Lowered:
    """Tests the exponent: all bits set, not all bits set, or neither all set nor all zero."""
    value = f.number(o.arguments["value"])
    bits = f.bits(value, u16 if value.type == f16 else u32)
    exponent, below = (0x7C00, 0x400) if value.type == f16 else (0x7F800000, 0x800000)
    size = bits & (0x7FFF if value.type == f16 else 0x7FFFFFFF)
    if o.name == "IsInf":
        return f.b.compare("eq", size, exponent)
    is_finite = f.b.compare("lt", size, exponent)
    return is_finite if o.name == "IsFinite" else is_finite & f.b.compare("ge", size, below)


@operation("IMax", "IMin")
def _signed_extreme(f: DxilLowering, o: Operation) -> Lowered:
    left, right = _operands(f, o)
    assert isinstance(left.type, Scalar)
    return f.bits(f.b.math(o.name[1:].lower(), as_signed(f, left), as_signed(f, right)), left.type)


@operation("Countbits", "FirstbitLo", "FirstbitHi", "FirstbitSHi")
def _bit_position(f: DxilLowering, o: Operation) -> Lowered:
    """The result has 32 bits, for any operand width."""
    value = f.number(o.arguments["value"])
    if o.name == "Countbits":
        return f.b.convert(f.b.math("popcount", value), u32)
    type = value.type
    assert isinstance(type, Scalar)
    if o.name == "FirstbitSHi":  # for a negative number the highest zero
        signed = as_signed(f, value)
        value = f.bits(signed ^ (signed >> (type.bits - 1)), type)
    if type == u32:
        return first_low(f, value) if o.name == "FirstbitLo" else first_high(f, value)
    distance = f.b.math("ctz" if o.name == "FirstbitLo" else "clz", value)
    return f.b.select(f.b.compare("eq", value, 0), ones(f, u32), f.b.convert(distance, u32))


@operation("IMul", "UMul")
def _product(f: DxilLowering, o: Operation) -> Lowered:
    """The upper and the lower half of the product."""
    left, right = _operands(f, o)
    if o.name == "UMul":
        return [f.b.math("mulhi", left, right), left * right]
    high = f.b.math("mulhi", as_signed(f, left), as_signed(f, right))
    return [f.bits(high), left * right]


@operation("UDiv")
def _division(f: DxilLowering, o: Operation) -> Lowered:
    left, right = _operands(f, o)
    return list(unsigned_division(f, left, right))


@operation("UAddc", "USubb")
def _carry(f: DxilLowering, o: Operation) -> Lowered:
    """The sum or difference, and whether there was a carry or borrow."""
    left, right = _operands(f, o)
    if o.name == "UAddc":
        total = left + right
        return [total, f.b.compare("lt", total, left)]
    return [left - right, f.b.compare("lt", left, right)]


# --- dot products ----------------------------------------------------------------------------------------------------


@operation("Dot2", "Dot3", "Dot4")
def _dot(f: DxilLowering, o: Operation) -> Lowered:
    values = _operands(f, o)
    half = len(values) // 2
    total = values[0] * values[half]
    for left, right in zip(values[1:half], values[half + 1 :], strict=True):
        total = total + left * right
    return total


@operation("Dot2AddHalf")
def _dot_of_halves(f: DxilLowering, o: Operation) -> Lowered:
    """The products of halves computed as floats, added to a float."""
    ax, ay, bx, by = (f.float(o.arguments[name]) for name in ("ax", "ay", "bx", "by"))
    return f.float(o.arguments["acc"]) + (ax * bx + ay * by)


@operation("Dot4AddI8Packed", "Dot4AddU8Packed")
def _dot_of_bytes(f: DxilLowering, o: Operation) -> Lowered:
    total = f.uint(o.arguments["acc"])
    values = [_bytes(f, f.uint(o.arguments[name]), is_signed=o.name == "Dot4AddI8Packed") for name in ("a", "b")]
    for left, right in zip(*values, strict=True):
        total = total + left * right
    return total


def _bytes(f: DxilLowering, value: TypedValue, *, is_signed: bool) -> list[TypedValue]:
    """The four bytes of a number, each as a 32-bit number, the lowest first."""
    if is_signed:
        return [f.bits((as_signed(f, value) << shift) >> 24) for shift in (24, 16, 8, 0)]
    return [(value >> shift) & 0xFF for shift in (0, 8, 16, 24)]


# --- packing ---------------------------------------------------------------------------------------------------------

_UNSIGNED_BYTES, _SIGNED_BYTES = 0, 1  # modes of Unpack4x8
_TRUNCATED, _TO_UNSIGNED, _TO_SIGNED = 0, 1, 2  # modes of Pack4x8


@operation("Unpack4x8")
def _unpack(f: DxilLowering, o: Operation) -> Lowered:
    mode = f.integer(o.arguments["unpackMode"], "the mode")
    if mode not in (_UNSIGNED_BYTES, _SIGNED_BYTES):
        raise f.bad(f"the mode {mode}")
    values = _bytes(f, f.uint(o.arguments["pk"]), is_signed=mode == _SIGNED_BYTES)
    types = [f.scalar(member) for member in o.call.type.elements]
    if len(types) != len(values):
        raise f.bad(f"a result of {len(types)} numbers")
    return [f.b.resize(value, type.bits) for value, type in zip(values, types, strict=True)]


@operation("Pack4x8")
def _pack(f: DxilLowering, o: Operation) -> Lowered:
    """Pack 16-bit or 32-bit numbers into bytes: their low bytes, or signed numbers clamped to a byte's range."""
    mode = f.integer(o.arguments["packMode"], "the mode")
    if mode not in (_TRUNCATED, _TO_UNSIGNED, _TO_SIGNED):
        raise f.bad(f"the mode {mode}")
    limits = {_TO_UNSIGNED: (0, 255), _TO_SIGNED: (-128, 127)}.get(mode)
    total: TypedValue | None = None
    for shift, name in enumerate("xyzw"):
        value = f.number(o.arguments[name])
        if limits is not None:
            signed = f.b.math("max", f.b.math("min", as_signed(f, value), limits[1]), limits[0])
            assert isinstance(value.type, Scalar)
            value = f.bits(signed, value.type)
        part = (f.b.resize(value, 32) & 0xFF) << 8 * shift if shift else f.b.resize(value, 32) & 0xFF
        total = part if total is None else total | part
    return total


# --- conversions, bits -----------------------------------------------------------------------------------------------


@operation("BitcastI16toF16", "BitcastF16toI16", "BitcastI32toF32", "BitcastF32toI32")
def _bitcast(f: DxilLowering, o: Operation) -> Lowered:
    value, type = f.number(o.arguments["value"]), f.scalar(o.call.type)
    if not f.program.has_16_bits and "16" in o.name:  # the bits of a half that is stored as a float here
        return from_half_bits(f, value) if type == f32 else to_half_bits(f, value)
    return value if value.type == type else f.b.bitcast(value, type)


@operation("LegacyF32ToF16")
def _to_half(f: DxilLowering, o: Operation) -> Lowered:
    return to_half_bits(f, f.float(o.arguments["value"]))


@operation("LegacyF16ToF32")
def _from_half(f: DxilLowering, o: Operation) -> Lowered:
    return from_half_bits(f, f.uint(o.arguments["value"]))
