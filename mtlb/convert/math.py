"""LLVM's floating-point intrinsics, expressed by AIR functions or other instructions."""

from __future__ import annotations

from collections.abc import Callable

from ..air.intrinsics import intrinsic, overload
from ..base.errors import UnsupportedError
from ..ir import (
    FLOAT_NAMES,
    BinaryOperator,
    Call,
    CastOperator,
    FastMath,
    Instruction,
    Predicate,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.expand import frexp, modf_fraction
from ..ir.floats import FLOAT_FORMATS, FloatFormat
from ..ir.type_rules import is_vector
from ..passes.rewriter import Code, Rewriter
from .casts import convert_value, elementwise, fptoint_saturated

_FAST = FastMath.FAST | FastMath.AFN
_SAME = (
    *("sqrt", "floor", "ceil", "trunc", "rint", "round", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh"),
    *("tanh", "exp", "exp2", "exp10", "log", "log2", "log10", "pow", "fma", "fabs", "atan2"),
)
# LLVM's name, mapped to AIR's.
_NAMES = {name: name for name in _SAME}
_NAMES |= {"nearbyint": "rint", "roundeven": "rint", "minnum": "fmin", "maxnum": "fmax"}
_NAMES |= {"minimumnum": "fmin", "maximumnum": "fmax"}
_EXACT = frozenset({"fma"})  # there is no fast variant


def air_math(code: Code, family: str, arguments: list[Value], flags: int) -> Value:
    """A call of an AIR function on floats: the fast variant if the flags allow it; bfloat is computed as float."""
    type_ = arguments[0].type
    scalar = type_.scalar.code
    if scalar is TypeCode.DOUBLE:
        raise UnsupportedError("double, which Apple GPUs do not support")
    if scalar is TypeCode.BFLOAT:
        wide = code.like(type_, code.f32)
        widened = [convert_value(code, value, wide, "f", "f") for value in arguments]
        return convert_value(code, air_math(code, family, widened, flags), type_, "f", "f")
    if is_vector(type_) and type_.params[0] not in (2, 3, 4):
        return elementwise(code, type_, lambda *item: air_math(code, family, list(item), flags), *arguments)
    name = family
    is_fast = flags & (FastMath.FAST | FastMath.NNAN) if family in ("fmin", "fmax") else flags & _FAST
    if is_fast and scalar is TypeCode.FLOAT and family not in _EXACT:
        name = "fast_" + family
        name = name if intrinsic(f"air.{name}.f32") else family
    return code.call(code.air_function(overload(name, type_)), arguments, flags)


def frem(code: Rewriter, instruction: Instruction) -> Value | None:
    """The remainder of floats, by an AIR function."""
    if instruction.opcode != BinaryOperator.FREM or instruction.type.scalar.code is TypeCode.INTEGER:
        return None
    return air_math(code, "fmod", list(instruction.operands), instruction.fast_flags)


# --- intrinsics that become more than one call -----------------------------------------------------------------------

_Expansion = Callable[[Rewriter, Call, list[Value]], Value]


def _format(type_: Type) -> FloatFormat:
    if type_.scalar.code not in FLOAT_NAMES:
        raise UnsupportedError("double, which Apple GPUs do not support")
    return FLOAT_FORMATS[type_.scalar.code]


def _integer_like(code: Code, type_: Type) -> Type:
    return code.like(type_, code.context.integer_type(_format(type_).bits))


def _direct(family: str) -> _Expansion:
    return lambda code, call, values: air_math(code, family, values, call.fast_flags)


def _copysign(code: Rewriter, call: Call, values: list[Value]) -> Value:
    integer = _integer_like(code, call.type)
    sign = _format(call.type).sign
    magnitude = code.binary(BinaryOperator.AND, code.bitcast(values[0], integer), code.integer(integer, sign - 1))
    signs = code.binary(BinaryOperator.AND, code.bitcast(values[1], integer), code.integer(integer, sign))
    return code.bitcast(code.binary(BinaryOperator.OR, magnitude, signs), call.type)


def _extremum(family: str) -> _Expansion:
    """`llvm.minimum`, `llvm.maximum`: NaN if an operand is NaN, and -0 is less than 0."""

    def expand(code: Rewriter, call: Call, values: list[Value]) -> Value:
        left, right = values
        flags = call.fast_flags
        result = air_math(code, family, [left, right], flags & ~FastMath.NNAN if not flags & FastMath.FAST else flags)
        if not flags & (FastMath.NSZ | FastMath.FAST):
            # Equal operands differ at most in the sign of zero: a bitwise `or` gives -0, a bitwise `and` 0.
            integer = _integer_like(code, call.type)
            operator = BinaryOperator.OR if family == "fmin" else BinaryOperator.AND
            joined = code.binary(operator, code.bitcast(left, integer), code.bitcast(right, integer))
            equal = code.compare(Predicate.FCMP_OEQ, left, right)
            result = code.select(equal, code.bitcast(joined, call.type), result)
        if not flags & (FastMath.NNAN | FastMath.FAST):
            form = _format(call.type)
            nan = code.floating(call.type, form.infinity | form.quiet)
            unordered = code.compare(Predicate.FCMP_UNO, left, right)
            result = code.select(unordered, nan, result)
        return result

    return expand


def _is_fpclass(code: Rewriter, call: Call, values: list[Value]) -> Value:
    value, test = values
    mask = needed_number(test)
    type_ = value.type
    integer = _integer_like(code, type_)
    form = _format(type_)
    infinity, quiet = form.infinity, form.quiet
    bits = code.bitcast(value, integer)
    magnitude = code.binary(BinaryOperator.AND, bits, code.integer(integer, form.sign - 1))
    negative = code.compare(Predicate.ICMP_SLT, bits, code.integer(integer, 0))
    positive = code.compare(Predicate.ICMP_SGE, bits, code.integer(integer, 0))

    def compare(predicate: Predicate, number: int) -> Value:
        return code.compare(predicate, magnitude, code.integer(integer, number))

    def both(a: Value, b: Value) -> Value:
        return code.binary(BinaryOperator.AND, a, b)

    tests: list[Value] = []
    if mask & 3 == 3:
        tests.append(compare(Predicate.ICMP_UGT, infinity))
    elif mask & 1:  # signalling
        tests.append(both(compare(Predicate.ICMP_UGT, infinity), compare(Predicate.ICMP_ULT, infinity | quiet)))
    elif mask & 2:
        tests.append(compare(Predicate.ICMP_UGE, infinity | quiet))
    normal = 1 << form.fraction
    for name, lowest, highest, minus, plus in (
        ("infinity", infinity, infinity, 4, 512),
        ("normal", normal, infinity - 1, 8, 256),
        ("subnormal", 1, normal - 1, 16, 128),
        ("zero", 0, 0, 32, 64),
    ):
        if not mask & (minus | plus):
            continue
        del name
        if lowest == highest:
            inside = compare(Predicate.ICMP_EQ, lowest)
        else:
            shifted = code.binary(BinaryOperator.SUB, magnitude, code.integer(integer, lowest))
            inside = code.compare(Predicate.ICMP_ULE, shifted, code.integer(integer, highest - lowest))
        if not mask & plus:
            inside = both(inside, negative)
        elif not mask & minus:
            inside = both(inside, positive)
        tests.append(inside)
    if not tests:
        return code.integer(call.type, 0)
    result = tests[0]
    for item in tests[1:]:
        result = code.binary(BinaryOperator.OR, result, item)
    return result


def needed_number(value: Value) -> int:
    """The value of a constant operand. UnsupportedError if it is not a constant."""
    number = constant_number(value)
    if number is None:
        raise UnsupportedError("an operand that has to be a constant is computed")
    return number


def _powi(code: Rewriter, call: Call, values: list[Value]) -> Value:
    base, exponent = values
    flags = call.fast_flags
    count = constant_number(exponent)
    if count is not None and abs(count) <= 64:
        return _power(code, base, count, flags)
    if is_vector(base.type):
        exponent = code.joined(code.like(base.type, exponent.type), [exponent] * base.type.params[0])
    return air_math(code, "pow", [base, convert_value(code, exponent, base.type, "f", "s")], flags)


def _power(code: Code, base: Value, exponent: int, flags: int) -> Value:
    floating = code.floating(base.type, _format(base.type).one)
    result: Value | None = None
    factor, rest = base, abs(exponent)
    while rest:
        if rest & 1:
            result = factor if result is None else code.binary(BinaryOperator.FMUL, result, factor, flags)
        rest >>= 1
        if rest:
            factor = code.binary(BinaryOperator.FMUL, factor, factor, flags)
    if result is None:
        return floating
    return code.binary(BinaryOperator.FDIV, floating, result, flags) if exponent < 0 else result


def _ldexp(code: Rewriter, call: Call, values: list[Value]) -> Value:
    value, exponent = values
    if is_vector(call.type):
        return elementwise(code, call.type, lambda a, b: _ldexp_one(code, a, b, call.fast_flags), value, exponent)
    return _ldexp_one(code, value, exponent, call.fast_flags)


def _ldexp_one(code: Code, value: Value, exponent: Value, flags: int) -> Value:
    if exponent.type.params[0] < 32:
        exponent = code.resized(exponent, code.i32, signed=True)
    elif exponent.type.params[0] > 32:
        low, high = (code.integer(exponent.type, n) for n in (-100000, 100000))
        exponent = code.select(code.compare(Predicate.ICMP_SLT, exponent, low), low, exponent)
        exponent = code.select(code.compare(Predicate.ICMP_SGT, exponent, high), high, exponent)
        exponent = code.resized(exponent, code.i32)
    if value.type.code is TypeCode.FLOAT:
        return code.call(code.air_function(overload("ldexp", "f32")), [value, exponent], flags)
    wide = code.cast(CastOperator.FPEXT, value, code.f32)
    return code.cast(CastOperator.FPTRUNC, _ldexp_one(code, wide, exponent, flags), value.type)


def _rounded_integer(family: str) -> _Expansion:
    def expand(code: Rewriter, call: Call, values: list[Value]) -> Value:
        return convert_value(code, air_math(code, family, values, call.fast_flags), call.type, "s", "f")

    return expand


def _sincos(code: Rewriter, call: Call, values: list[Value]) -> Value:
    sine, cosine = (air_math(code, name, values, call.fast_flags) for name in ("sin", "cos"))
    return code.aggregate(call.type, (sine, cosine))


def _modf(code: Rewriter, call: Call, values: list[Value]) -> Value:
    _format(values[0].type)
    whole = air_math(code, "trunc", values, call.fast_flags)
    return code.aggregate(call.type, (modf_fraction(code, values[0], whole), whole))


def _frexp(code: Rewriter, call: Call, values: list[Value]) -> Value:
    """frexp for vectors of any length, with an exponent of any width."""
    (x,), exponent_type = values, call.type.elements[1]
    _format(x.type)
    fraction, exponent = frexp(code, x, lambda bits: convert_value(code, bits, x.type, "f", "u"))
    return code.aggregate(call.type, (fraction, code.resized(exponent, exponent_type, signed=True)))


def _canonicalize(code: Rewriter, call: Call, values: list[Value]) -> Value:
    floating = code.floating(call.type, _format(call.type).one)
    return code.binary(BinaryOperator.FMUL, values[0], floating)


def _fmuladd(code: Rewriter, call: Call, values: list[Value]) -> Value | None:
    # Apple's compilers keep it too, for up to 4 elements; longer vectors use a product and a sum, as LLVM defines it.
    if not is_vector(call.type) or call.type.params[0] in (2, 3, 4):
        return None
    product = code.binary(BinaryOperator.FMUL, values[0], values[1], call.fast_flags)
    return code.binary(BinaryOperator.FADD, product, values[2], call.fast_flags)


def _saturated(signed: bool) -> _Expansion:
    return lambda code, call, values: fptoint_saturated(code, values[0], call.type, signed=signed)


MATH: dict[str, Callable[[Rewriter, Call, list[Value]], Value | None]] = {
    **{name: _direct(family) for name, family in _NAMES.items()},
    "copysign": _copysign,
    "minimum": _extremum("fmin"),
    "maximum": _extremum("fmax"),
    "is.fpclass": _is_fpclass,
    "powi": _powi,
    "ldexp": _ldexp,
    "lround": _rounded_integer("round"),
    "llround": _rounded_integer("round"),
    "lrint": _rounded_integer("rint"),
    "llrint": _rounded_integer("rint"),
    "sincos": _sincos,
    "modf": _modf,
    "frexp": _frexp,
    "canonicalize": _canonicalize,
    "fmuladd": _fmuladd,
    "fptosi.sat": _saturated(True),
    "fptoui.sat": _saturated(False),
}
"""LLVM's intrinsic, without `llvm.` and types, mapped to the function that replaces it; it returns None to keep the
call.
"""
