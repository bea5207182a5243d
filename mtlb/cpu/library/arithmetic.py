"""Single-thread arithmetic: floating-point and integer functions, conversions, packing.
Source: the Metal Shading Language Specification, chapters 6 (functions) and 8 (numerical compliance). `fast_`
functions use the precise implementations. Half and bfloat functions are computed in single precision and rounded."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from ...air.intrinsics import type_word
from ...ir import BinaryOperator, CastOperator, Predicate, TypeCode, Value
from ...ir.floats import FLOAT_FORMATS, bits_of
from ...ir.type_rules import is_i1, is_vector
from .body import FunctionBody, NoDefinitionError
from .registry import defines

__all__: list[str] = []

_UNARY = (
    *("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh"),
    *("fabs", "floor", "ceil", "rint", "trunc", "round"),
)
_LOG2 = {"exp": math.log2(math.e), "exp2": 1.0, "exp10": math.log2(10)}  # the base-2 logarithm of the base
_OF_TWO = {"log": math.log(2), "log2": 1.0, "log10": math.log10(2)}  # the logarithm of 2 to the base
POLYNOMIALS = frozenset(fast + name for name in (*_LOG2, *_OF_TWO) for fast in ("", "fast_"))
"""Families whose bodies are a polynomial, for any number of elements."""
_FRACTION_BITS = 52  # of a double
_SHIFTER = 1.5 * 2.0**_FRACTION_BITS  # added to a double, its lowest bits are those of the nearest integer
_LARGEST_FRACTION = {TypeCode.FLOAT: 0x3F7FFFFF, TypeCode.HALF: 0x3BFF, TypeCode.BFLOAT: 0x3F7F}  # largest below 1


def _operation(b: FunctionBody) -> str:
    return b.family.removeprefix("fast_")


def _letter(b: FunctionBody) -> str:
    return "s" if b.signed else "u"


@defines(*_UNARY, fast=True)
def _unary(b: FunctionBody) -> Value:
    return b.in_float(lambda x: b.llvm(_operation(b), x), *b.arguments)


def _polynomial(b: FunctionBody, x: Value, terms: list[float]) -> Value:
    """The sum of terms[n] x^n."""
    number = b.number(x.type, terms[-1])
    for term in reversed(terms[:-1]):
        product = b.binary(BinaryOperator.FMUL, number, x)
        number = b.binary(BinaryOperator.FADD, product, b.number(x.type, term))
    return number


@defines(*_LOG2, fast=True)
def _power(b: FunctionBody) -> Value:
    """A power of 2, in double precision, rounded once: a call of the C library would prevent vectorization of a
    loop."""

    def make(x: Value) -> Value:
        double = b.like(x.type, b.context.type(TypeCode.DOUBLE))
        integers = b.like(x.type, b.i64)
        power = b.binary(BinaryOperator.FMUL, b.converted(x, double), b.number(double, _LOG2[_operation(b)]))
        for predicate, limit in ((Predicate.FCMP_OGT, 200.0), (Predicate.FCMP_OLT, -200.0)):  # beyond any float
            end = b.number(double, limit)
            power = b.select(b.compare(predicate, power, end), end, power)
        shifter = b.number(double, _SHIFTER)
        shifted = b.binary(BinaryOperator.FADD, power, shifter)
        rest = b.binary(BinaryOperator.FSUB, power, b.binary(BinaryOperator.FSUB, shifted, shifter))
        # Taylor series of 2^rest for |rest| <= 1/2; the first omitted term is below 1e-13.
        terms = [math.log(2) ** n / math.factorial(n) for n in range(11)]
        bitcast = b.bitcast(_polynomial(b, rest, terms), integers)
        exponent = b.binary(BinaryOperator.SHL, b.bitcast(shifted, integers), b.integer(integers, _FRACTION_BITS))
        return b.converted(b.bitcast(b.binary(BinaryOperator.ADD, bitcast, exponent), double), x.type)

    return b.in_float(make, *b.arguments)


@defines(*_OF_TWO, fast=True)
def _logarithm(b: FunctionBody) -> Value:
    """A logarithm through the logarithm to base 2, in double precision, rounded once."""

    def make(x: Value) -> Value:
        double = b.like(x.type, b.context.type(TypeCode.DOUBLE))
        integers = b.like(x.type, b.i64)
        bits = b.bitcast(b.converted(x, double), integers)
        # x = m 2^e with m >= sqrt(1/2): subtract the bits of sqrt(1/2); the remaining exponent is e.
        half_root = b.integer(integers, 0x3FE6A09E667F3BCD)
        exponent = b.binary(
            BinaryOperator.ASHR, b.binary(BinaryOperator.SUB, bits, half_root), b.integer(integers, _FRACTION_BITS)
        )
        power = b.binary(BinaryOperator.SHL, exponent, b.integer(integers, _FRACTION_BITS))
        fraction = b.bitcast(b.binary(BinaryOperator.SUB, bits, power), double)
        item = b.one(double)
        less, more = (b.binary(operator, fraction, item) for operator in (BinaryOperator.FSUB, BinaryOperator.FADD))
        ratio = b.binary(BinaryOperator.FDIV, less, more)
        # log m = 2 atanh ratio, with ratio at most 0.172; the first omitted term is below 1e-15.
        series = _polynomial(b, b.binary(BinaryOperator.FMUL, ratio, ratio), [2 / (2 * n + 1) for n in range(10)])
        natural = b.binary(BinaryOperator.FMUL, series, ratio)
        of_two = _OF_TWO[_operation(b)]
        of_fraction = b.binary(BinaryOperator.FMUL, natural, b.number(double, of_two / math.log(2)))
        whole = b.binary(BinaryOperator.FMUL, b.cast(CastOperator.SITOFP, exponent, double), b.number(double, of_two))
        converted = b.converted(b.binary(BinaryOperator.FADD, whole, of_fraction), x.type)
        float_ = FLOAT_FORMATS[x.type.scalar.code]
        infinity = b.floating(x.type, float_.infinity)
        converted = b.select(b.compare(Predicate.FCMP_OEQ, x, infinity), infinity, converted)
        converted = b.select(
            b.compare(Predicate.FCMP_OEQ, x, b.null(x.type)),
            b.floating(x.type, float_.infinity | float_.sign),
            converted,
        )
        return b.select(
            b.compare(Predicate.FCMP_OGE, x, b.null(x.type)),
            converted,
            b.floating(x.type, float_.infinity | float_.quiet),
        )

    return b.in_float(make, *b.arguments)


@defines("acosh", "asinh", "atanh", fast=True)
def _libm(b: FunctionBody) -> Value:
    """Call a C library function for each element."""

    def make(x: Value) -> Value:
        return b.joined(x.type, [b.called(b.f32, _operation(b) + "f", element) for element in b.elements(x)])

    return b.in_float(make, *b.arguments)


@defines("pow", "powr", "atan2", fast=True)
def _binary(b: FunctionBody) -> Value:
    return b.in_float(lambda x, y: b.llvm(_operation(b).removesuffix("r"), x, y), *b.arguments)


@defines("fma", fast=True)
def _fma(b: FunctionBody) -> Value:
    if b.result.scalar.code is not TypeCode.HALF:  # the C library has no bfloat type
        return b.llvm("fma", *b.arguments)
    # A double holds the product exactly, and enough bits of the sum. The intermediate value is rounded to odd (to the
    # neighbor whose last bit is 1), so that the second rounding gives the nearest number (Boldo and Melquiond,
    # "Emulation of FMA", 2008).
    double = b.like(b.result, b.context.type(TypeCode.DOUBLE))
    x, y, z = (b.converted(argument, double) for argument in b.arguments)
    total = b.binary(BinaryOperator.FADD, b.binary(BinaryOperator.FMUL, x, y), z)
    short = b.converted(total, b.like(b.result, b.f32))
    rest = b.binary(BinaryOperator.FSUB, total, b.converted(short, double))
    return b.converted(_to_odd(b, short, rest), b.result)


def _to_odd(b: FunctionBody, value: Value, rest: Value) -> Value:
    """Convert a float that was rounded to nearest into one rounded to odd; `rest` is the rounding error, NaN or 0 if
    exact."""
    bits_type = b.like(value.type, b.i32)
    bits, zero, integer = b.bitcast(value, bits_type), b.null(rest.type), b.integer(bits_type, 1)
    is_even = b.compare(Predicate.ICMP_EQ, b.binary(BinaryOperator.AND, bits, integer), b.null(bits_type))
    is_positive = b.compare(Predicate.ICMP_SGE, bits, b.null(bits_type))
    is_above = b.compare(Predicate.FCMP_OGT, rest, zero)
    away = b.compare(Predicate.ICMP_EQ, is_positive, is_above)
    moved = b.binary(BinaryOperator.ADD, bits, b.select(away, integer, b.integer(bits_type, -1)))
    is_inexact = b.binary(BinaryOperator.AND, is_even, b.compare(Predicate.FCMP_ONE, rest, zero))
    return b.bitcast(b.select(is_inexact, moved, bits), value.type)


@defines("copysign", fast=True)
def _copysign(b: FunctionBody) -> Value:
    return b.llvm("copysign", *b.arguments)


@defines("fmin", "fmax", fast=True)
def _minimum(b: FunctionBody) -> Value:
    return b.llvm(f"{_operation(b)[1:]}num", *b.arguments)


@defines("fmin3", "fmax3", fast=True)
def _minimum_of_three(b: FunctionBody) -> Value:
    name = f"{_operation(b)[1:4]}num"
    first, second, third = b.arguments
    return b.llvm(name, b.llvm(name, first, second), third)


@defines("fmedian3", fast=True)
def _median(b: FunctionBody) -> Value:
    x, y, z = b.arguments
    low, high = b.llvm("minnum", x, y), b.llvm("maxnum", x, y)
    return b.llvm("maxnum", low, b.llvm("minnum", high, z))


@defines("fdim", fast=True)
def _fdim(b: FunctionBody) -> Value:
    x, y = b.arguments
    difference = b.binary(BinaryOperator.FSUB, x, y)
    return b.select(b.compare(Predicate.FCMP_OLE, x, y), b.null(b.result), difference)


@defines("fmod", fast=True)
def _fmod(b: FunctionBody) -> Value:
    return b.in_float(lambda x, y: b.binary(BinaryOperator.FREM, x, y), *b.arguments)


@defines("nextafter")
def _nextafter(b: FunctionBody) -> Value:
    """The neighbor of a number: its bits, as an integer, differ by 1."""
    x, y = b.arguments
    width = bits_of(b.result)
    bits = b.like(b.result, b.context.integer_type(width))
    integer, minus_one = b.integer(bits, 1), b.integer(bits, -1)
    number = b.bitcast(x, bits)
    positive = b.compare(Predicate.ICMP_SGE, number, b.null(bits))
    up = b.compare(Predicate.FCMP_OLT, x, y)
    step = b.select(b.compare(Predicate.ICMP_EQ, positive, up), integer, minus_one)
    smallest = b.select(up, integer, b.integer(bits, 1 - (1 << width - 1)))
    is_zero = b.compare(Predicate.FCMP_OEQ, x, b.null(b.result))
    moved = b.bitcast(b.select(is_zero, smallest, b.binary(BinaryOperator.ADD, number, step)), b.result)
    result = b.select(b.compare(Predicate.FCMP_OEQ, x, y), y, moved)
    return b.select(b.compare(Predicate.FCMP_UNO, x, y), b.binary(BinaryOperator.FADD, x, y), result)


@defines("ldexp", fast=True)
def _ldexp(b: FunctionBody) -> Value:
    value, exponent = b.arguments

    def make(x: Value) -> Value:
        return b.called(x.type, f"llvm.ldexp.{type_word(x.type)}.{type_word(exponent.type)}", x, exponent)

    return b.in_float(make, value)


@defines("rsqrt", fast=True)
def _rsqrt(b: FunctionBody) -> Value:
    return b.in_float(lambda x: b.binary(BinaryOperator.FDIV, b.one(x.type), b.llvm("sqrt", x)), *b.arguments)


@defines("fract", fast=True)
def _fract(b: FunctionBody) -> Value:
    (x,) = b.arguments
    fraction = b.binary(BinaryOperator.FSUB, x, b.llvm("floor", x))
    largest = b.floating(b.result, _LARGEST_FRACTION[b.result.scalar.code])
    return b.select(b.compare(Predicate.FCMP_OGT, fraction, largest), largest, fraction)


@defines("sinpi", "cospi", "tanpi", fast=True)
def _of_pi(b: FunctionBody) -> Value:
    """Exact where pi x is a multiple of pi / 2: periods and quarters are subtracted before the multiplication."""

    def make(x: Value) -> Value:
        def times(value: Value, factor: float) -> Value:
            return b.binary(BinaryOperator.FMUL, value, b.number(x.type, factor))

        def equals(value: Value, number: float) -> Value:
            return b.compare(Predicate.FCMP_OEQ, value, b.number(x.type, number))

        rest = b.binary(BinaryOperator.FSUB, x, times(b.llvm("rint", times(x, 0.5)), 2))
        quarter = b.llvm("rint", times(rest, 2))
        angle = times(b.binary(BinaryOperator.FSUB, rest, times(quarter, 0.5)), math.pi)
        sine, cosine, size = b.llvm("sin", angle), b.llvm("cos", angle), b.llvm("fabs", quarter)

        def part(plain: Value, turned: Value, negative: float) -> Value:
            value = b.select(equals(size, 1), turned, plain)
            is_negative = b.binary(BinaryOperator.OR, equals(quarter, negative), equals(size, 2))
            return b.select(is_negative, b.binary(BinaryOperator.FSUB, b.null(x.type), value), value)

        sines, cosines = part(sine, cosine, -1), part(cosine, sine, 1)
        operation = _operation(b)
        if operation == "tanpi":
            return b.binary(BinaryOperator.FDIV, sines, cosines)
        return sines if operation == "sinpi" else cosines

    return b.in_float(make, *b.arguments)


@defines("sincos", fast=True)
def _sincos(b: FunctionBody) -> Value:
    x, pointer = b.arguments
    b.store(b.in_float(lambda x: b.llvm("cos", x), x), pointer)
    return b.in_float(lambda x: b.llvm("sin", x), x)


@defines("saturate", fast=True)
def _saturate(b: FunctionBody) -> Value:
    return b.llvm("minnum", b.llvm("maxnum", *b.arguments, b.null(b.result)), b.one(b.result))


@defines("mix", fast=True)
def _mix(b: FunctionBody) -> Value:
    x, y, weight = b.arguments
    difference = b.binary(BinaryOperator.FSUB, y, x)
    return b.binary(BinaryOperator.FADD, x, b.binary(BinaryOperator.FMUL, difference, weight))


@defines("sign", fast=True)
def _sign(b: FunctionBody) -> Value:
    """NaN gives 0; zeros keep their sign."""
    (x,) = b.arguments
    zero = b.null(b.result)
    unit = b.llvm("copysign", b.one(b.result), x)
    result = b.select(b.compare(Predicate.FCMP_OEQ, x, zero), x, unit)
    return b.select(b.compare(Predicate.FCMP_UNO, x, zero), zero, result)


@defines("dot", fast=True)
def _dot(b: FunctionBody) -> Value:
    def make(x: Value, y: Value) -> Value:
        first, *rest = zip(b.elements(x), b.elements(y), strict=True)
        total: Value = b.binary(BinaryOperator.FMUL, *first)
        for pair in rest:
            total = b.llvm("fma", *pair, total)
        return total

    wide = b.f32 if b.result.code in (TypeCode.HALF, TypeCode.BFLOAT) else b.result
    vectors = [b.converted(x, b.like(x.type, wide)) for x in b.arguments]
    return b.converted(make(*vectors), b.result)


@defines("clamp", fast=True)
def _clamp(b: FunctionBody) -> Value:
    low, high = ("maxnum", "minnum") if b.result.is_floating else (f"{_letter(b)}max", f"{_letter(b)}min")
    value, least, most = b.arguments
    return b.llvm(high, b.llvm(low, value, least), most)


# --- integers --------------------------------------------------------------------------------------------------------


@defines("min", "max")
def _integer_minimum(b: FunctionBody) -> Value:
    return b.llvm(_letter(b) + b.family, *b.arguments)


@defines("abs")
def _abs(b: FunctionBody) -> Value:
    (x,) = b.arguments
    return b.llvm("abs", x, b.null(b.i1)) if b.signed else x


@defines("abs_diff")
def _abs_diff(b: FunctionBody) -> Value:
    high, low = b.llvm(f"{_letter(b)}max", *b.arguments), b.llvm(f"{_letter(b)}min", *b.arguments)
    return b.binary(BinaryOperator.SUB, high, low)


@defines("add_sat", "sub_sat")
def _saturating(b: FunctionBody) -> Value:
    return b.llvm(f"{_letter(b)}{b.family[:3]}.sat", *b.arguments)


@defines("hadd", "rhadd")
def _half_sum(b: FunctionBody) -> Value:
    """Half of a sum without overflow: (x & y) + (x ^ y) / 2, or (x | y) - (x ^ y) / 2 rounded up."""
    x, y = b.arguments
    shift = BinaryOperator.ASHR if b.signed else BinaryOperator.LSHR
    half = b.binary(shift, b.binary(BinaryOperator.XOR, x, y), b.integer(b.result, 1))
    if b.family == "hadd":
        return b.binary(BinaryOperator.ADD, b.binary(BinaryOperator.AND, x, y), half)
    return b.binary(BinaryOperator.SUB, b.binary(BinaryOperator.OR, x, y), half)


@defines("mul_hi")
def _mul_hi(b: FunctionBody) -> Value:
    bits = bits_of(b.result)
    wide = b.like(b.result, b.context.integer_type(2 * bits))
    x, y = (b.converted(argument, wide, signed=b.signed) for argument in b.arguments[:2])
    high = b.binary(BinaryOperator.LSHR, b.binary(BinaryOperator.MUL, x, y), b.integer(wide, bits))
    return b.converted(high, b.result)


@defines("mad_hi")
def _mad_hi(b: FunctionBody) -> Value:
    return b.binary(BinaryOperator.ADD, _mul_hi(b), b.arguments[2])


@defines("mad_sat")
def _mad_sat(b: FunctionBody) -> Value:
    """The product is exact: only the sum saturates (Metal Shading Language Specification, 6.4 "Integer Functions")."""
    bits = bits_of(b.result)
    wide = b.like(b.result, b.context.integer_type(2 * bits))
    x, y, z = (b.converted(argument, wide, signed=b.signed) for argument in b.arguments)
    total: Value = b.binary(BinaryOperator.ADD, b.binary(BinaryOperator.MUL, x, y), z)
    least, greatest = (-(1 << bits - 1), (1 << bits - 1) - 1) if b.signed else (0, (1 << bits) - 1)
    letter = _letter(b)
    total = b.llvm(f"{letter}max", total, b.integer(wide, least))
    return b.converted(b.llvm(f"{letter}min", total, b.integer(wide, greatest)), b.result)


@defines("min3", "max3")
def _integer_of_three(b: FunctionBody) -> Value:
    name = _letter(b) + b.family[:3]
    first, second, third = b.arguments
    return b.llvm(name, b.llvm(name, first, second), third)


@defines("median3")
def _integer_median(b: FunctionBody) -> Value:
    letter = _letter(b)
    x, y, z = b.arguments
    low, high = b.llvm(f"{letter}min", x, y), b.llvm(f"{letter}max", x, y)
    return b.llvm(f"{letter}max", low, b.llvm(f"{letter}min", high, z))


@defines("clz", "ctz")
def _zeros(b: FunctionBody) -> Value:
    return b.llvm("ctlz" if b.family == "clz" else "cttz", b.arguments[0], b.null(b.i1))


@defines("popcount", "reverse_bits")
def _bits(b: FunctionBody) -> Value:
    return b.llvm("ctpop" if b.family == "popcount" else "bitreverse", b.arguments[0])


@defines("rotate")
def _rotate(b: FunctionBody) -> Value:
    value, distance = b.arguments
    return b.llvm("fshl", value, value, distance)


def _field(b: FunctionBody, offset: Value, width: Value) -> tuple[Value, Value, Value]:
    """The position of a bit field, the bits that are not part of its width, and a mask of that many bits.
    The result is undefined if offset + width exceeds the width of the type; no shift here exceeds the type's width."""
    type_ = b.result
    bits = bits_of(type_)
    at, wide = (b.splat(type_, b.converted(value, type_.scalar)) for value in (offset, width))
    is_empty = b.compare(Predicate.ICMP_EQ, wide, b.null(type_))
    rest = b.select(is_empty, b.null(type_), b.binary(BinaryOperator.SUB, b.integer(type_, bits), wide))
    mask = b.select(is_empty, b.null(type_), b.binary(BinaryOperator.LSHR, b.integer(type_, -1), rest))
    return b.binary(BinaryOperator.AND, at, b.integer(type_, bits - 1)), rest, mask


@defines("extract_bits")
def _extract_bits(b: FunctionBody) -> Value:
    value, offset, width = b.arguments
    at, rest, mask = _field(b, offset, width)
    field = b.binary(BinaryOperator.AND, b.binary(BinaryOperator.LSHR, value, at), mask)
    if not b.signed:
        return field
    return b.binary(BinaryOperator.ASHR, b.binary(BinaryOperator.SHL, field, rest), rest)


@defines("insert_bits")
def _insert_bits(b: FunctionBody) -> Value:
    base, value, offset, width = b.arguments
    at, _, mask = _field(b, offset, width)
    place = b.binary(BinaryOperator.SHL, mask, at)
    kept = b.binary(BinaryOperator.AND, base, b.binary(BinaryOperator.XOR, place, b.integer(b.result, -1)))
    moved = b.binary(BinaryOperator.SHL, value, at)
    return b.binary(BinaryOperator.OR, kept, b.binary(BinaryOperator.AND, moved, place))


@defines("any", "all")
def _reduced(b: FunctionBody) -> Value:
    (value,) = b.arguments
    if not is_vector(value.type):
        return value
    name = "or" if b.family == "any" else "and"
    return b.called(b.i1, f"llvm.vector.reduce.{name}.{type_word(value.type)}", value)


# --- conversions -----------------------------------------------------------------------------------------------------


@defines("convert")
def _convert(b: FunctionBody) -> Value:
    """`air.convert.<kind>.<type>.<kind>.<type>`. Numbers out of an integer's range give its limit; NaN gives 0."""
    if len(b.letters) < 4:
        raise NoDefinitionError
    (value,) = b.arguments
    target, source = b.letters[0], b.letters[2]
    if target == "f" or source != "f":
        return b.converted(value, b.result, signed=source == "s")
    if is_i1(b.result.scalar):
        return b.compare(Predicate.FCMP_UNE, value, b.null(value.type))
    if value.type.scalar.code in (TypeCode.HALF, TypeCode.BFLOAT):
        value = b.converted(value, b.like(value.type, b.f32))
    name = f"llvm.fpto{target}i.sat.{type_word(b.result)}.{type_word(value.type)}"
    return b.called(b.result, name, value)


_SHAPES = {
    f"{count}x{bits}": tuple((number * bits, bits) for number in range(count))
    for count in (1, 2, 4)
    for bits in (8, 16)
}
"""The first bit and the number of bits of each number in a word."""
_OF_COLORS = {"rgb10a2": ((0, 10), (10, 10), (20, 10), (30, 2)), "rgb565": ((11, 5), (5, 6), (0, 5))}
"""The same of colors. Sources: Apple's documentation of `MTLDataType.rgb10a2Unorm` has the order red, green, blue,
alpha; ANGLE's Metal backend (`format_type_rgb10a2`, `format_type_r5g6b5`) converts GL's 2_10_10_10_REV and 5_6_5 so.
That signed numbers have the same fields is a guess.
"""
_NORMALIZED = [f"{kind}norm{shape}" for kind in "us" for shape in _SHAPES]
_NORMALIZED += ["unorm4x8.srgb", "unorm.rgb10a2", "snorm.rgb10a2", "unorm.rgb565"]


class _Packing(NamedTuple):
    """How `fields` are in a word: whether as signed numbers, and whether the first three are sRGB."""

    fields: tuple[tuple[int, int], ...]
    signed: bool
    srgb: bool

    def largest(self, bits: int) -> float:
        """The value of 1 in a field."""
        return float((1 << bits - self.signed) - 1)


def _packing(family: str) -> _Packing:
    match = re.fullmatch(r"(?:un)?pack\.([us])norm\.?(\w+)(\.srgb)?", family)
    assert match is not None
    return _Packing((_SHAPES | _OF_COLORS)[match[2]], match[1] == "s", match[3] is not None)


@defines(*(f"unpack.{name}" for name in _NORMALIZED))
def _unpack(b: FunctionBody) -> Value:
    packing = _packing(b.family)
    (word,) = b.arguments
    parts: list[Value] = []
    for number, (start, bits) in enumerate(packing.fields):
        part = b.resized(_shifted(b, BinaryOperator.LSHR, word, start), b.context.integer_type(bits))
        value: Value = b.converted(part, b.f32, signed=packing.signed)
        value = b.binary(BinaryOperator.FDIV, value, b.number(b.f32, packing.largest(bits)))
        if packing.signed:
            value = b.llvm("maxnum", value, b.number(b.f32, -1))
        if packing.srgb and number < 3:
            value = b.called(b.f32, "mtlb_from_srgb", value)
        parts.append(value)
    joined = b.joined(b.like(b.result, b.f32), parts) if len(parts) > 1 else parts[0]
    return b.converted(joined, b.result)


@defines(*(f"pack.{name}" for name in _NORMALIZED))
def _pack(b: FunctionBody) -> Value:
    packing = _packing(b.family)
    (vector,) = b.arguments
    word: Value = b.null(b.result)
    floats = b.converted(vector, b.like(vector.type, b.f32))
    elements = b.elements(floats) if len(packing.fields) > 1 else [floats]
    for number, ((start, bits), element) in enumerate(zip(packing.fields, elements, strict=False)):
        if packing.srgb and number < 3:
            element = b.called(b.f32, "mtlb_to_srgb", element)
        least = b.number(b.f32, -1 if packing.signed else 0)
        element = b.llvm("minnum", b.llvm("maxnum", element, least), b.one(b.f32))
        scaled = b.llvm("rint", b.binary(BinaryOperator.FMUL, element, b.number(b.f32, packing.largest(bits))))
        part = b.cast(CastOperator.FPTOSI, scaled, b.i32)
        part = b.binary(BinaryOperator.AND, part, b.integer(b.i32, (1 << bits) - 1))
        part = b.resized(part, b.result)
        word = b.binary(BinaryOperator.OR, word, _shifted(b, BinaryOperator.SHL, part, start))
    return word


def _shifted(b: FunctionBody, shift: BinaryOperator, value: Value, distance: int) -> Value:
    return b.binary(shift, value, b.integer(value.type, distance))


# --- function constants, and what is the same for all threads here ---------------------------------------------------


@defines("normalize_function_constant_predicate")
def _normalize(b: FunctionBody) -> Value:
    (value,) = b.arguments
    return b.converted(b.compare(Predicate.ICMP_NE, value, b.null(value.type)), b.result)


@defines("is_uniform")
def _is_uniform(b: FunctionBody) -> Value:
    return b.null(b.i1)
