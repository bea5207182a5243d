"""LLVM's intrinsics on integers and vectors, expressed by AIR functions or other instructions."""

from __future__ import annotations

from collections.abc import Callable

from ..air.intrinsics import LLVM_FUNCTIONS, overload, type_word
from ..base.errors import UnsupportedError
from ..ir import BinaryOperator, Call, ConstantCode, Predicate, Type, Value
from ..ir.type_rules import is_vector
from ..passes.rewriter import Code, Rewriter
from .casts import elementwise
from .math import air_math, needed_number

_Expansion = Callable[[Rewriter, Call, list[Value]], Value | None]
_LESS = {True: Predicate.ICMP_SLT, False: Predicate.ICMP_ULT}
_MORE = {True: Predicate.ICMP_SGT, False: Predicate.ICMP_UGT}


def _width(type_: Type) -> int:
    return type_.scalar.params[0]


def low_bits(code: Code, value: Value, count: int, *, signed: bool) -> Value:
    """The low bits of an integer, sign- or zero-extended."""
    gap = code.integer(value.type, _width(value.type) - count)
    shift = BinaryOperator.ASHR if signed else BinaryOperator.LSHR
    return code.binary(shift, code.binary(BinaryOperator.SHL, value, gap), gap)


def product_of_24_bits(code: Code, left: Value, right: Value, *, signed: bool) -> Value:
    """The product of the low 24 bits of both: `mul24` of OpenCL C and CUDA, `mul.u24` and `mul.i24` of AMDGPU."""
    low_left, low_right = (low_bits(code, value, 24, signed=signed) for value in (left, right))
    return code.binary(BinaryOperator.MUL, low_left, low_right)


def bit_count(code: Code, name: str, value: Value) -> Value:
    """A call of an LLVM intrinsic with one integer. `ctlz`, `cttz` and `abs` get the flag that makes them defined for
    every operand.
    """
    defined = [code.integer(code.i1, 0)] if name in ("ctlz", "cttz", "abs") else []
    parameters = [value.type, *(flag.type for flag in defined)]
    return code.call(code.declare(f"llvm.{name}.{type_word(value.type)}", value.type, parameters), [value, *defined])


def _air(code: Code, family: str, type_: Type, arguments: list[Value], *, signed: bool = False) -> Value:
    """A call of an AIR function on integers, element by element for long vectors."""
    if _width(type_) not in (8, 16, 32, 64):
        raise UnsupportedError(f"air.{family} of i{_width(type_)}")
    if is_vector(type_) and type_.params[0] not in (2, 3, 4):
        shared = [value for value in arguments if value.type is not type_]
        varied = [value for value in arguments if value.type is type_]
        return elementwise(
            code,
            type_,
            lambda *item: _air(code, family, type_.scalar, [*item, *shared], signed=signed),
            *varied,
        )
    return code.call(code.air_function(overload(family, type_, signed=signed)), arguments)


def _extremum(name: str) -> _Expansion:
    signed, family = name.startswith("s"), name[1:]

    def expand(code: Rewriter, call: Call, values: list[Value]) -> Value | None:
        is_legal = _width(call.type) in (8, 16, 32, 64)
        if code.air >= LLVM_FUNCTIONS[name] and is_legal:
            return None  # Apple's compilers keep LLVM's intrinsic here
        if is_legal:
            return _air(code, family, call.type, values, signed=signed)
        predicate = (_LESS if family == "min" else _MORE)[signed]
        return code.select(code.compare(predicate, values[0], values[1]), values[0], values[1])

    return expand


def _abs(code: Rewriter, call: Call, values: list[Value]) -> Value:
    zero = code.integer(call.type, 0)
    negative = code.binary(BinaryOperator.SUB, zero, values[0])
    return code.select(code.compare(Predicate.ICMP_SLT, values[0], zero), negative, values[0])


def _counting(family: str) -> _Expansion:
    """An intrinsic that counts or reverses bits. Odd widths are computed in the next wider integer."""

    def expand(code: Rewriter, call: Call, values: list[Value]) -> Value:
        width = _width(call.type)
        if width in (8, 16, 32, 64):
            return _air(code, family, call.type, values)
        wide = code.like(call.type, code.context.integer_type(next((w for w in (8, 16, 32, 64) if w >= width), 64)))
        gap = code.integer(wide, _width(wide) - width)
        value = code.resized(values[0], wide)
        if family in ("clz", "reverse_bits"):
            value = code.binary(BinaryOperator.SHL, value, gap)
        if family == "clz":  # the low bits are set to ones, so that the count for zero is the operand's own width
            value = code.binary(BinaryOperator.OR, value, code.integer(wide, (1 << _width(wide) - width) - 1))
        if family == "ctz":
            value = code.binary(BinaryOperator.OR, value, code.integer(wide, 1 << width))
        return code.resized(_air(code, family, wide, [value, *values[1:]]), call.type)

    return expand


def _bswap(code: Rewriter, call: Call, values: list[Value]) -> Value:
    width = _width(call.type)
    result: Value | None = None
    for place in range(0, width, 8):
        byte = code.binary(BinaryOperator.LSHR, values[0], code.integer(call.type, place))
        byte = code.binary(BinaryOperator.AND, byte, code.integer(call.type, 0xFF))
        byte = code.binary(BinaryOperator.SHL, byte, code.integer(call.type, width - 8 - place))
        result = byte if result is None else code.binary(BinaryOperator.OR, result, byte)
    assert result is not None
    return result


def _funnel(*, left: bool) -> _Expansion:
    def expand(code: Rewriter, call: Call, values: list[Value]) -> Value | None:
        high, low, amount = values
        type_, width = call.type, _width(call.type)
        if left and type_ is code.i32 and code.air >= LLVM_FUNCTIONS["fshl"]:
            return None  # Apple's compilers keep LLVM's intrinsic here
        if width & (width - 1):
            amount = code.binary(BinaryOperator.UREM, amount, code.integer(type_, width))
        else:
            amount = code.binary(BinaryOperator.AND, amount, code.integer(type_, width - 1))
        rest = code.binary(BinaryOperator.SUB, code.integer(type_, width - 1), amount)
        integer = code.integer(type_, 1)
        # The second shift is by width - amount, in two steps, because a single shift by the width is undefined.
        if left:
            upper = code.binary(BinaryOperator.SHL, high, amount)
            lower = code.binary(BinaryOperator.LSHR, code.binary(BinaryOperator.LSHR, low, integer), rest)
        else:
            upper = code.binary(BinaryOperator.SHL, code.binary(BinaryOperator.SHL, high, integer), rest)
            lower = code.binary(BinaryOperator.LSHR, low, amount)
        return code.binary(BinaryOperator.OR, upper, lower)

    return expand


def _overflowing(
    code: Code, operator: BinaryOperator, left: Value, right: Value, *, signed: bool
) -> tuple[Value, Value]:
    """The result, and an overflow flag."""
    type_, width = left.type, _width(left.type)
    result = code.binary(operator, left, right)
    zero = code.integer(type_, 0)
    if operator is BinaryOperator.ADD and not signed:
        return result, code.compare(Predicate.ICMP_ULT, result, left)
    if operator is BinaryOperator.SUB and not signed:
        return result, code.compare(Predicate.ICMP_ULT, left, right)
    if operator is not BinaryOperator.MUL:
        # Signed overflow: the sign of the result differs from the sign that the operands require.
        a = code.binary(BinaryOperator.XOR, result, left)
        other = code.binary(BinaryOperator.XOR, result, right) if operator is BinaryOperator.ADD else None
        b = other if other is not None else code.binary(BinaryOperator.XOR, left, right)
        return result, code.compare(Predicate.ICMP_SLT, code.binary(BinaryOperator.AND, a, b), zero)
    if width <= 32:
        wide = code.like(type_, code.context.integer_type(2 * width if width > 4 else 8))
        product = code.binary(
            BinaryOperator.MUL, code.resized(left, wide, signed=signed), code.resized(right, wide, signed=signed)
        )
        back = code.resized(code.resized(product, type_), wide, signed=signed)
        return result, code.compare(Predicate.ICMP_NE, back, product)
    if width != 64:
        raise UnsupportedError(f"a product of i{width} with its overflow")
    high = _air(code, "mul_hi", type_, [left, right], signed=signed)
    if not signed:
        return result, code.compare(Predicate.ICMP_NE, high, zero)
    sign = code.binary(BinaryOperator.ASHR, result, code.integer(type_, 63))
    return result, code.compare(Predicate.ICMP_NE, high, sign)


_OPERATORS = {"add": BinaryOperator.ADD, "sub": BinaryOperator.SUB, "mul": BinaryOperator.MUL}


def _with_overflow(name: str) -> _Expansion:
    def expand(code: Rewriter, call: Call, values: list[Value]) -> Value:
        pair = _overflowing(code, _OPERATORS[name[1:]], values[0], values[1], signed=name[0] == "s")
        return code.aggregate(call.type, pair)

    return expand


def _saturating(name: str) -> _Expansion:
    signed, operator = name[0] == "s", _OPERATORS[name[1:]]

    def expand(code: Rewriter, call: Call, values: list[Value]) -> Value | None:
        if name == "usub" and code.air >= LLVM_FUNCTIONS["usub.sat"] and _width(call.type) in (8, 16, 32, 64):
            return None  # Apple's compilers keep LLVM's intrinsic here
        result, over = _overflowing(code, operator, values[0], values[1], signed=signed)
        width = _width(call.type)
        if not signed:
            return code.select(over, code.integer(call.type, -1 if name == "uadd" else 0), result)
        # The sign of the wrapped result says which bound was exceeded.
        low, high = code.integer(call.type, 1 << (width - 1)), code.integer(call.type, (1 << (width - 1)) - 1)
        wrapped_low = code.compare(Predicate.ICMP_SLT, result, code.integer(call.type, 0))
        return code.select(over, code.select(wrapped_low, high, low), result)

    return expand


def _shl_saturating(signed: bool) -> _Expansion:
    def expand(code: Rewriter, call: Call, values: list[Value]) -> Value:
        value, amount = values
        type_, width = call.type, _width(call.type)
        result = code.binary(BinaryOperator.SHL, value, amount)
        back = code.binary(BinaryOperator.ASHR if signed else BinaryOperator.LSHR, result, amount)
        over = code.compare(Predicate.ICMP_NE, back, value)
        if not signed:
            return code.select(over, code.integer(type_, -1), result)
        low, high = code.integer(type_, 1 << (width - 1)), code.integer(type_, (1 << (width - 1)) - 1)
        negative = code.compare(Predicate.ICMP_SLT, value, code.integer(type_, 0))
        return code.select(over, code.select(negative, low, high), result)

    return expand


def _three_way(signed: bool) -> _Expansion:
    def expand(code: Rewriter, call: Call, values: list[Value]) -> Value:
        more = code.resized(code.compare(_MORE[signed], values[0], values[1]), call.type)
        less = code.resized(code.compare(_LESS[signed], values[0], values[1]), call.type)
        return code.binary(BinaryOperator.SUB, more, less)

    return expand


# --- vectors ---------------------------------------------------------------------------------------------------------

_REDUCTIONS = {
    "add": BinaryOperator.ADD,
    "mul": BinaryOperator.MUL,
    "and": BinaryOperator.AND,
    "or": BinaryOperator.OR,
    "xor": BinaryOperator.XOR,
    "fadd": BinaryOperator.FADD,
    "fmul": BinaryOperator.FMUL,
}


def _reduction(name: str) -> _Expansion:
    def expand(code: Rewriter, call: Call, values: list[Value]) -> Value:
        flags = call.fast_flags
        elements = code.elements(values[-1])
        if len(values) > 1:
            elements.insert(0, values[0])
        result = elements[0]
        for element in elements[1:]:
            result = _combined(code, name, call.type, result, element, flags)
        return result

    return expand


def _combined(code: Rewriter, name: str, type_: Type, left: Value, right: Value, flags: int) -> Value:
    operator = _REDUCTIONS.get(name)
    if operator is not None:
        return code.binary(operator, left, right, flags)
    if name in ("fmin", "fmax"):
        return air_math(code, name, [left, right], flags)
    if name in ("fminimum", "fmaximum"):
        function = code.declare(f"llvm.{name[1:]}.{type_word(type_)}", type_, (type_, type_))
        return code.call(function, [left, right], flags)  # another rule expands this call
    predicate = (_LESS if name.endswith("min") else _MORE)[name.startswith("s")]
    return code.select(code.compare(predicate, left, right), left, right)


def _stepvector(code: Rewriter, call: Call, values: list[Value]) -> Value:
    element = call.type.elements[0]
    operands = tuple(code.integer(element, index) for index in range(call.type.params[0]))
    if _width(call.type) in (8, 16, 32, 64):
        return code.context.constant(call.type, ConstantCode.DATA, tuple(range(call.type.params[0])))
    return code.context.constant(call.type, ConstantCode.AGGREGATE, (), operands)


def _vector_insert(code: Rewriter, call: Call, values: list[Value]) -> Value:
    whole, part, place = values[0], values[1], needed_number(values[2])
    for index, element in enumerate(code.elements(part)):
        whole = code.insert_element(whole, element, place + index)
    return whole


def _vector_extract(code: Rewriter, call: Call, values: list[Value]) -> Value:
    place = needed_number(values[1])
    count = call.type.params[0]
    return code.joined(call.type, [code.extract_element(values[0], place + index) for index in range(count)])


def _reversed(code: Rewriter, call: Call, values: list[Value]) -> Value:
    return code.joined(call.type, code.elements(values[0])[::-1])


INTEGERS: dict[str, _Expansion] = {
    **{name: _extremum(name) for name in ("smin", "smax", "umin", "umax")},
    "abs": _abs,
    "ctlz": _counting("clz"),
    "cttz": _counting("ctz"),
    "ctpop": _counting("popcount"),
    "bitreverse": _counting("reverse_bits"),
    "bswap": _bswap,
    "fshl": _funnel(left=True),
    "fshr": _funnel(left=False),
    **{f"{name}.with.overflow": _with_overflow(name) for name in ("sadd", "uadd", "ssub", "usub", "smul", "umul")},
    **{f"{name}.sat": _saturating(name) for name in ("sadd", "uadd", "ssub", "usub")},
    "sshl.sat": _shl_saturating(True),
    "ushl.sat": _shl_saturating(False),
    "scmp": _three_way(True),
    "ucmp": _three_way(False),
    **{
        f"vector.reduce.{name}": _reduction(name)
        for name in (
            *("add", "mul", "and", "or", "xor", "fadd", "fmul", "fmin", "fmax", "fminimum", "fmaximum"),
            *("smin", "smax", "umin", "umax"),
        )
    },
    "stepvector": _stepvector,
    "vector.insert": _vector_insert,
    "vector.extract": _vector_extract,
    "vector.reverse": _reversed,
}
"""LLVM's intrinsic, without `llvm.` and types, mapped to the function that replaces it; it returns None to keep the
call.
"""
