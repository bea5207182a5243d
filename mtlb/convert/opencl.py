"""The built-in functions of OpenCL C by their mangled names in clang; each function is a row.

Sources: the OpenCL C specification 3.0 (6.15, functions; 6.4.3, conversions), the Itanium C++ ABI (5.1, names).
`tests/convert/test_opencl.py` runs every row on the CPU and compares it with numpy.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import NamedTuple

from ..air.intrinsics import type_word
from ..base.errors import UnsupportedError
from ..ir import AtomicOperation, BinaryOperator, Call, CastOperator, Ordering, Predicate, Type, TypeCode, Value
from ..ir.expand import saturated
from ..ir.floats import FLOAT_FORMATS, bits_of
from ..ir.type_rules import is_vector
from ..passes.rewriter import Rewriter
from . import groups
from .casts import convert_value, fptoint_saturated
from .expressions import E, broadcast, pick
from .integers import bit_count, product_of_24_bits
from .lanes import lane_mask
from .math import needed_number
from .special import erf, erfc, lgamma, low_quotient, sign_of_gamma, tgamma
from .words import dot_product


class MangledParameter(NamedTuple):
    """A parameter in a mangled name: the letter of its element type (`i`, `f`, …) and the number of elements; for a
    pointer those of its pointee.
    """

    letter: str
    lanes: int
    is_pointer: bool = False

    @property
    def is_signed(self) -> bool:
        """Whether the element type is a signed integer. OpenCL's `char` is signed."""
        return self.letter in "acsilx"


class Invocation(NamedTuple):
    """A call of a function: its operands, and its parameters from the mangled name."""

    code: Rewriter
    call: Call
    name: str
    values: list[Value]
    parameters: list[MangledParameter]

    @property
    def signed(self) -> bool:
        """Whether the first parameter has a signed integer type."""
        return bool(self.parameters) and self.parameters[0].is_signed

    def operands(self) -> list[E]:
        """The operands as expressions; scalars are repeated to vectors if the result is a vector."""
        type_ = self.call.type
        return [E(self.code, broadcast(self.code, v, type_), self.call.fast_flags) for v in self.values]


_Row = Callable[[Invocation], "Value | E | bool | None"]
_LETTERS = "vbcahstijlmxyfd"


def parameter_types(text: str) -> list[MangledParameter]:
    """The parameters in a mangled name after the function's own name. Types that can't be decoded are omitted."""
    parameters: list[MangledParameter] = []
    substitutions: list[MangledParameter] = []
    place = 0
    while place < len(text):
        parsed = _parameter(text, place, substitutions)
        if parsed is None:
            break
        parameter, place = parsed
        parameters.append(parameter)
    return parameters


def _parameter(text: str, place: int, substitutions: list[MangledParameter]) -> tuple[MangledParameter, int] | None:
    letter = text[place]
    if text.startswith("Dh", place):
        return MangledParameter("Dh", 1), place + 2
    if letter == "D" and (match := re.compile(r"Dv(\d+)_").match(text, place)):
        element = _parameter(text, match.end(), substitutions)
        if element is None:
            return None
        parameter = element[0]._replace(lanes=int(match[1]))
        substitutions.append(parameter)
        return parameter, element[1]
    if letter == "S" and (match := re.compile(r"S([0-9A-Z]*)_").match(text, place)):
        index = int(match[1], 36) + 1 if match[1] else 0
        return (substitutions[index], match.end()) if index < len(substitutions) else None
    if letter == "P":
        inner = _parameter(text, place + 1, substitutions)
        if inner is None:
            return None
        parameter = inner[0]._replace(is_pointer=True)
        substitutions.append(parameter)
        return parameter, inner[1]
    if letter in "VKrU":
        start = place
        while place < len(text) and text[place] in "VKrU":
            if text[place] == "U" and (match := re.compile(r"U(\d+)").match(text, place)):
                place = match.end() + int(match[1])
                continue
            place += 1
        inner = _parameter(text, place, substitutions) if place < len(text) else None
        if inner is not None:
            # `U7_Atomic` creates a substitution of its own, and other qualifiers create a further one.
            is_qualified_twice = "U7_Atomic" in text[start + 1 : place]
            substitutions += [inner[0]] * (1 + is_qualified_twice)
        return inner
    if letter.isdigit() and (match := re.compile(r"\d+").match(text, place)):  # an enum or an opaque type
        parameter = MangledParameter("?", 1)
        substitutions.append(parameter)
        return parameter, match.end() + int(match[0])
    return (MangledParameter(letter, 1), place + 1) if letter in _LETTERS else None


def opencl_function(code: Rewriter, call: Call, name: str, types: str, values: list[Value]) -> Value | bool | None:
    """The replacement for a call of an OpenCL C function; None for an unknown name."""
    parameters = parameter_types(types)
    row = OPENCL.get(name)
    if row is None and (match := _CONVERT.fullmatch(name)):
        return _converted(Invocation(code, call, name, values, parameters), match)
    if row is None and (match := _MEMORY.fullmatch(name)):
        return _loaded_or_stored(Invocation(code, call, name, values, parameters), match)
    if row is None or len(parameters) < len(values):
        return None
    scalar = call.type.scalar.code
    if TypeCode.DOUBLE in (scalar, *(value.type.scalar.code for value in values)):
        raise UnsupportedError(f"{name} with doubles, which Apple GPUs do not support")
    result = row(Invocation(code, call, name, values, parameters))
    return result.value if isinstance(result, E) else result


def opencl_group_function(code: Rewriter, call: Call, name: str, values: list[Value]) -> Value | bool | None:
    """The replacement for a function over the work-items of a group, which needs built-in values of the kernel; None
    for any other.
    """
    match = re.match(r"_Z(\d+)((?:sub_group|work_group|get_sub_group)_\w*)$", name)
    if match is None:
        return None
    length = int(match[1])
    return opencl_function(code, call, match[2][:length], match[2][length:], values)


# --- mathematics -----------------------------------------------------------------------------------------------------


def _air(family: str) -> _Row:
    """A row that calls the equivalent AIR function on floats."""

    def row(i: Invocation) -> E | None:
        first, *others = i.operands()
        return first.math(family, *others) if first.is_float else None

    return row


def _formula(make: Callable[..., E]) -> _Row:
    """A row that evaluates an expression over float operands."""

    def row(i: Invocation) -> E | None:
        operands = i.operands()
        return make(*operands) if all(operand.is_float for operand in operands) else None

    return row


def _llvm(name: str) -> _Row:
    """A row that calls an LLVM intrinsic, which other rules then expand."""

    def row(i: Invocation) -> Value:
        values = [broadcast(i.code, value, i.call.type) for value in i.values]
        more = f".{type_word(values[1].type)}" if name == "ldexp" else ""
        types = [value.type for value in values]
        function = i.code.declare(f"llvm.{name}.{type_word(i.call.type)}{more}", i.call.type, types)
        return i.code.call(function, values, i.call.fast_flags)

    return row


def _log1p(x: E) -> E:
    """log(1 + x) by Kahan's formula: the rounding error of 1 + x cancels in the quotient."""
    u = x + 1.0
    near = u.math("log") * x / (u - 1.0)
    return pick(u.eq(1.0), x, pick(u.eq(math.inf), u, near))


def _expm1(x: E) -> E:
    u = x.math("exp")
    near = (u - 1.0) * x / u.math("log")
    return pick(u.eq(1.0), x, pick((u - 1.0).eq(-1.0), -1.0, pick(u.eq(math.inf), u, near)))


def _cbrt(x: E) -> E:
    size = x.math("fabs")
    root = (size.math("log2") * (1 / 3)).math("exp2")
    root = root - (root * root * root - size) / (root * root * 3.0)
    same = size.eq(0.0)
    return pick(x.is_nan(), x, pick((same | size.eq(math.inf)), x, root.with_sign_of(x)))


def _hypot(x: E, y: E) -> E:
    a, b = x.math("fabs"), y.math("fabs")
    most, least = a.math("fmax", b), a.math("fmin", b)
    ratio = least / most
    length = most * (ratio * ratio + 1.0).math("sqrt")
    length = pick(least.eq(0.0), most, length)
    # An infinite operand gives infinity, even if the other is NaN.
    infinite = a.eq(math.inf) | b.eq(math.inf)
    return pick(infinite, math.inf, pick((x.is_nan() | y.is_nan()), x + y, length))


def _remainder(x: E, y: E) -> E:
    """x minus the nearest integer multiple of y, the even multiple in a tie; each step is exact."""
    size, divisor = x.math("fabs"), y.math("fabs")
    rest = pick((divisor + divisor).eq(math.inf), size, size.math("fmod", divisor + divisor))
    rest = pick(divisor.eq(math.inf), size, rest)
    half, small = divisor * 0.5, divisor < 2.0**-125
    over = pick(small, (rest + rest) > divisor, rest > half)
    rest = pick(over, rest - divisor, rest)
    again = pick(small, (rest + rest) >= divisor, rest >= half)
    rest = pick(again & over, rest - divisor, rest)
    bad = (divisor.eq(0.0) | size.eq(math.inf)) | (x.is_nan() | y.is_nan())
    flipped = (rest.bits() ^ (x.bits() & FLOAT_FORMATS[x.type.scalar.code].sign)).as_type(x.type)
    return pick(bad, math.nan, flipped)


def _with_odd_sign(x: E, n: E, size: E) -> E:
    """A power or root, with the sign of x if n is odd."""
    return pick((n & 1).ne(0), size.with_sign_of(x), size)


def _pown(i: Invocation) -> E:
    x, n = i.operands()
    size = x.math("fabs").math("pow", n.to_float(x.type))
    return _with_odd_sign(x, n, size)


def _rootn(i: Invocation) -> E:
    x, n = i.operands()
    power = 1.0 / n.to_float(x.type)
    root = _with_odd_sign(x, n, x.math("fabs").math("pow", power))
    is_bad = (x < 0.0) & (n & 1).eq(0) | n.eq(0)
    return pick(is_bad, math.nan, root)


def _logb(x: E) -> E:
    form = FLOAT_FORMATS[x.type.scalar.code]
    tiny = x.math("fabs") < 2.0 ** (2 - (1 << (form.bits - form.fraction - 2)))
    scaled = pick(tiny, x * 2.0 ** (form.fraction + 2), x)
    exponent = (scaled.bits() >> form.fraction) & ((1 << (form.bits - form.fraction - 1)) - 1)
    number = exponent.to_float(x.type) - float((1 << (form.bits - form.fraction - 2)) - 1)
    number = pick(tiny, number - float(form.fraction + 2), number)
    size = x.math("fabs")
    number = pick(size.eq(0.0), -math.inf, number)
    return pick((size.eq(math.inf) | x.is_nan()), size, number)


def _ilogb(i: Invocation) -> E:
    """The exponent; INT_MIN for 0, INT_MAX for infinity and NaN (clang's FP_ILOGB0, FP_ILOGBNAN)."""
    (x,) = (E(i.code, value, i.call.fast_flags) for value in i.values)
    size = x.math("fabs")
    number = E(i.code, i.code.cast(CastOperator.FPTOSI, _logb(x).value, i.call.type))
    number = pick(size.eq(0.0), -(2**31), number)
    return pick((size.eq(math.inf) | x.is_nan()), 2**31 - 1, number)


def _maxmag(x: E, y: E) -> E:
    a, b = x.math("fabs"), y.math("fabs")
    return pick(a > b, x, pick(b > a, y, x.math("fmax", y)))


def _minmag(x: E, y: E) -> E:
    a, b = x.math("fabs"), y.math("fabs")
    return pick(a < b, x, pick(b < a, y, x.math("fmin", y)))


def _smoothstep(low: E, high: E, x: E) -> E:
    t = ((x - low) / (high - low)).math("saturate")
    return t * t * (3.0 - t * 2.0)


def _quiet_nan(i: Invocation) -> E:
    form = FLOAT_FORMATS[i.call.type.scalar.code]
    payload = E(i.code, i.values[0]) & ((1 << form.fraction) - 1)
    return (payload | (form.infinity | form.quiet)).as_type(i.call.type)


def _with_result(make: Callable[[Invocation, E], tuple[E, Value]]) -> _Row:
    """A row that stores a second result through the last operand."""

    def row(i: Invocation) -> E:
        x = E(i.code, i.values[0], i.call.fast_flags)
        first, second = make(i, x)
        i.code.store(second, i.values[-1], _alignment(second.type))
        return first

    return row


def _alignment(type_: Type) -> int:
    count = type_.params[0] if is_vector(type_) else 1
    return (bits_of(type_) // 8 * (4 if count == 3 else count)).bit_length()


def _fract(i: Invocation, x: E) -> tuple[E, Value]:
    return x.math("fract"), x.math("floor").value


def _sincos(i: Invocation, x: E) -> tuple[E, Value]:
    return x.math("sin"), x.math("cos").value


def _lgamma_r(i: Invocation, x: E) -> tuple[E, Value]:
    sign = sign_of_gamma(x)
    return lgamma(x), convert_value(i.code, sign.value, i.code.like(x.type, i.code.i32), "s", "f")


def _remquo(i: Invocation, x: E) -> tuple[E, Value]:
    y = E(i.code, i.values[1], x.flags)
    rest = _remainder(x, y)
    count = low_quotient(x, y, rest)
    return rest, convert_value(i.code, count.value, i.code.like(x.type, i.code.i32), "s", "f")


def _frexp(i: Invocation, x: E) -> tuple[E, Value]:
    integers = i.code.like(x.type, i.code.i32)
    return _both(x, integers, f"frexp.{type_word(x.type)}.{type_word(integers)}")


def _modf(i: Invocation, x: E) -> tuple[E, Value]:
    return _both(x, x.type, f"modf.{type_word(x.type)}")


def _both(x: E, second: Type, name: str) -> tuple[E, Value]:
    """Both results of an LLVM intrinsic, which other rules then expand."""
    code = x.code
    pair = code.context.type(TypeCode.STRUCT_ANON, (0,), (x.type, second))
    both = code.call(code.declare(f"llvm.{name}", pair, [x.type]), [x.value])
    return x.of(code.part(both, 0)), code.part(both, 1)


# --- geometry --------------------------------------------------------------------------------------------------------


def _dot(x: E, y: E) -> E:
    if not is_vector(x.type):
        return x * y
    code = x.code
    return x.of(code.air_call("dot", [x.type], [x.value, y.value], flags=x.flags))


def _geometric(make: Callable[..., E]) -> _Row:
    return lambda i: make(*(E(i.code, value, i.call.fast_flags) for value in i.values))


def _length(x: E) -> E:
    return _dot(x, x).math("sqrt")


def _normalize(x: E) -> E:
    square = _dot(x, x)
    return pick(square.eq(0.0), x, x * square.math("rsqrt"))


def _cross(x: E, y: E) -> E:
    """The cross product of 3 or 4 elements; the fourth result is 0."""
    code = x.code
    a, b = code.elements(x.value), code.elements(y.value)
    parts = [(x.of(a[m]) * x.of(b[n]) - x.of(a[n]) * x.of(b[m])).value for m, n in ((1, 2), (2, 0), (0, 1))]
    if len(a) == 4:
        parts.append(code.null(x.type.scalar))
    return x.of(code.joined(x.type, parts))


# --- relations -------------------------------------------------------------------------------------------------------


def _truth(make: Callable[..., E]) -> _Row:
    """A test row: true is 1 for scalars, and all bits set for vectors."""

    def row(i: Invocation) -> Value:
        condition = make(*(E(i.code, value) for value in i.values))
        return i.code.resized(condition.value, i.call.type, signed=is_vector(i.call.type))

    return row


def _relation(predicate: Predicate) -> _Row:
    return _truth(lambda x, y: x.compared(predicate, predicate, y))


def _is_normal(x: E) -> E:
    size, form = x.math("fabs"), FLOAT_FORMATS[x.type.scalar.code]
    least = 2.0 ** (2 - (1 << (form.bits - form.fraction - 2)))
    return (size >= least) & (size < math.inf)


def _signs(x: E) -> E:
    """The sign bit of integers."""
    return x.compared(Predicate.ICMP_SLT, Predicate.ICMP_SLT, x.number(0))


def _sign_test(operator: BinaryOperator) -> _Row:
    """A row that tests the sign bits of any or all elements."""

    def row(i: Invocation) -> Value:
        bits = i.code.elements(_signs(E(i.code, i.values[0])).value)
        binary = bits[0]
        for bit in bits[1:]:
            binary = i.code.binary(operator, binary, bit)
        return i.code.resized(binary, i.call.type)

    return row


def _select(i: Invocation) -> E:
    """The second value if the third operand selects it: by the sign bit of each element, or any bit of a scalar."""
    first, second, which = (E(i.code, value) for value in i.values)
    condition = _signs(which) if is_vector(which.type) else which.ne(0)
    return pick(condition, second, first)


def _bitselect(i: Invocation) -> E:
    first, second, which = (E(i.code, value) for value in i.values)
    type_ = first.type
    if first.is_float:
        first, second, which = first.bits(), second.bits(), which.bits()
    return ((first & ~which) | (second & which)).as_type(type_)


# --- integers --------------------------------------------------------------------------------------------------------


def _integer(family: str) -> _Row:
    """A row that calls an AIR function on signed or unsigned integers."""

    def row(i: Invocation) -> Value:
        values = [broadcast(i.code, value, i.call.type) for value in i.values]
        return i.code.air_call(family, [i.call.type], values, signed=i.signed)

    return row


def _either(floats: _Row, integers: _Row) -> _Row:
    """A row that selects one of two rows by the operand type: floats or integers."""
    return lambda i: (floats if i.call.type.is_floating else integers)(i)


def _counted(name: str) -> _Row:
    return lambda i: bit_count(i.code, name, i.values[0])


def _abs(i: Invocation) -> Value:
    return bit_count(i.code, "abs", i.values[0]) if i.signed else i.values[0]


def _rotate(i: Invocation) -> E:
    x, n = i.operands()
    bits = x.type.scalar.params[0]
    left = n & (bits - 1)
    return (x << left) | (x >> ((left.number(0) - left) & (bits - 1)))


def _mul24(i: Invocation) -> E:
    x, y, *rest = i.operands()
    product = x.of(product_of_24_bits(i.code, x.value, y.value, signed=i.signed))
    return product + rest[0] if rest else product


def _mad_hi(i: Invocation) -> E:
    x, y, z = i.operands()
    return x.of(i.code.air_call("mul_hi", [x.type], [x.value, y.value], signed=i.signed)) + z


def _mad_sat(i: Invocation) -> E:
    """The saturated sum of a product, computed in twice the width."""
    bits = i.call.type.scalar.params[0]
    if bits > 32:
        raise UnsupportedError("mad_sat of 64 bits: AIR has no type for its product")
    wide = i.code.context.integer_type(64)
    x, y, z = (operand.extended(wide, signed=i.signed) for operand in i.operands())
    return _clamped(x * y + z, i.call.type, signed=i.signed, from_signed=i.signed)


def _clamped(x: E, type_: Type, *, signed: bool, from_signed: bool) -> E:
    """Clamp integers to the range of a narrower type."""
    return x.of(saturated(x.code, x.value, type_, signed=signed, from_signed=from_signed))


def _upsample(i: Invocation) -> E:
    high, low = (E(i.code, value) for value in i.values)
    bits = high.type.scalar.params[0]
    return (high.extended(i.call.type, signed=False) << bits) | low.extended(i.call.type, signed=False)


# --- conversions -----------------------------------------------------------------------------------------------------

_CONVERT = re.compile(r"convert_(u?(?:char|short|int|long)|half|float)(\d*)(_sat)?(?:_(rt[ezpn]))?")
_ROUND = {"rte": "rint", "rtp": "ceil", "rtn": "floor", "rtz": "trunc"}


def _converted(i: Invocation, match: re.Match[str]) -> Value | None:
    word, _, saturates, rounding = match.groups()
    code, value, type_ = i.code, i.values[0], i.call.type
    to_signed = not word.startswith("u")
    if value.type.is_floating and type_.is_floating:
        if rounding not in (None, "rte") and bits_of(type_) < bits_of(value.type):
            raise UnsupportedError(f"{i.name}: Apple GPUs round to nearest")
        return value if value.type is type_ else convert_value(code, value, type_, "f", "f")
    if value.type.is_floating:
        if rounding not in (None, "rtz"):
            value = E(code, value).math(_ROUND[rounding]).value
        if saturates:
            return fptoint_saturated(code, value, type_, signed=to_signed)
        return convert_value(code, value, type_, "s" if to_signed else "u", "f")
    if type_.is_floating:
        if rounding not in (None, "rte") and bits_of(value.type) > FLOAT_FORMATS[type_.scalar.code].fraction:
            raise UnsupportedError(f"{i.name}: Apple GPUs round to nearest")
        return convert_value(code, value, type_, "f", "s" if i.signed else "u")
    x = E(code, value)
    if not saturates:
        return x.extended(type_, signed=i.signed).value
    return _clamped(x, type_, signed=to_signed, from_signed=i.signed).value


# --- memory ----------------------------------------------------------------------------------------------------------

_MEMORY = re.compile(r"(vload|vstore)(a?)(_half)?(\d*)(?:_(rt[ezpn]))?")


def _loaded_or_stored(i: Invocation, match: re.Match[str]) -> Value | bool | None:
    """`vload` and `vstore`: a vector at an offset in vectors, with the alignment of an element. `vloada` counts a
    3-element vector as 4.
    """
    kind, aligned, half, number, rounding = match.groups()
    code, count = i.code, int(number or 1)
    if rounding not in (None, "rte"):
        raise UnsupportedError(f"{i.name}: Apple GPUs round to nearest")
    *first, offset, pointer = i.values
    type_ = i.call.type if kind == "vload" else first[0].type
    held = code.like(type_, code.f16) if half else type_
    step = 4 if aligned and count == 3 else count
    start = code.binary(BinaryOperator.MUL, code.resized(offset, code.i64), code.integer(code.i64, step))
    address = code.gep(held.scalar, pointer, start, inbounds=0)
    places = [
        address if not n else code.gep(held.scalar, address, code.integer(code.i64, n), inbounds=0)
        for n in range(count)
    ]
    alignment = _alignment(held.scalar)
    if kind == "vload":
        result = code.joined(held, [code.load(held.scalar, place, alignment) for place in places])
        return result if held is type_ else convert_value(code, result, type_, "f", "f")
    value = first[0] if held is type_ else convert_value(code, first[0], held, "f", "f")
    for element, place in zip(code.elements(value), places, strict=True):
        code.store(element, place, alignment)
    return True


def _shuffled(i: Invocation) -> Value:
    """`shuffle` and `shuffle2`: elements of one or two vectors, selected by the low bits of a mask."""
    code, (*vectors, mask) = i.code, i.values
    count = vectors[0].type.params[0]
    whole = (
        vectors[0]
        if len(vectors) == 1
        else code.joined(code.vector(vectors[0].type.scalar, 2 * count), [e for v in vectors for e in code.elements(v)])
    )
    index = E(code, mask) & (count * len(vectors) - 1)
    elements = [code.extract_element(whole, code.resized(place, code.i32)) for place in code.elements(index.value)]
    return code.joined(i.call.type, elements)


# --- atomic operations -----------------------------------------------------------------------------------------------

_ORDERS = {0: Ordering.MONOTONIC, 2: Ordering.ACQUIRE, 3: Ordering.RELEASE, 4: Ordering.ACQ_REL, 5: Ordering.SEQ_CST}
"""`memory_order_…` in clang's numbering."""
_A = AtomicOperation


def _operation(name: str, i: Invocation) -> AtomicOperation:
    is_float = i.parameters[0].letter == "f"
    if name in ("min", "max") and not is_float:
        return {"min": (_A.UMIN, _A.MIN), "max": (_A.UMAX, _A.MAX)}[name][i.parameters[0].is_signed]
    names = {"add": _A.FADD, "sub": _A.FSUB} if is_float else {"add": _A.ADD, "sub": _A.SUB}
    names |= {"and": _A.AND, "or": _A.OR, "xor": _A.XOR, "xchg": _A.XCHG}
    if name not in names:
        raise UnsupportedError(f"{i.name} of floats")
    return names[name]


def _atomic(name: str, order: int = 0) -> _Row:
    """A row for an atomic operation: relaxed for OpenCL 1; for OpenCL 2 `order` is the index of the order operand, or 5
    if it is omitted.
    """

    def row(i: Invocation) -> Value:
        code, pointer = i.code, i.values[0]
        value = i.values[1] if name not in ("inc", "dec") else code.integer(i.call.type, 1)
        operation = _operation({"inc": "add", "dec": "sub"}.get(name, name), i)
        return code.atomic(operation, pointer, value, _order(i, order), alignment=_alignment(value.type))

    return row


def _order(i: Invocation, place: int) -> Ordering:
    """The memory order: relaxed for OpenCL 1; otherwise the operand at `place`, or sequentially consistent
    without it.
    """
    if not place:
        return Ordering.MONOTONIC
    return _ORDERS[needed_number(i.values[place])] if len(i.values) > place else Ordering.SEQ_CST


def _compare_exchange(i: Invocation) -> Value:
    """`atomic_cmpxchg`: pointer, expected, desired; returns the previous value."""
    code = i.code
    pointer, expected, desired = i.values
    orders = (Ordering.MONOTONIC, Ordering.MONOTONIC)
    both = code.compare_exchange(pointer, expected, desired, orders, alignment=_alignment(desired.type))
    return code.part(both, 0)


def _atomic_load(i: Invocation) -> Value:
    return i.code.load_atomic(i.call.type, i.values[0], _order(i, 1), alignment=_alignment(i.call.type))


def _atomic_store(i: Invocation) -> bool:
    value = i.values[1]
    i.code.store_atomic(value, i.values[0], _order(i, 2), alignment=_alignment(value.type))
    return True


def _atomic_init(i: Invocation) -> bool:
    i.code.store(i.values[1], i.values[0], _alignment(i.values[1].type))
    return True


# --- sub-groups and work-groups --------------------------------------------------------------------------------------


def _lanes(make: Callable[..., E]) -> _Row:
    """A row for a function of a value and of 32-bit integers."""

    def row(i: Invocation) -> E:
        first, *others = (E(i.code, value) for value in i.values)
        return make(first, *(other.extended(i.code.i32, signed=False) for other in others))

    return row


def _over_lanes(operation: str, kind: str) -> _Row:
    """A reduction, or a scan: `kind` is "reduce", "clustered", "inclusive" or "exclusive"."""

    def row(i: Invocation) -> E:
        x = E(i.code, i.values[0])
        if kind == "reduce":
            return groups.reduced(operation, x, signed=i.signed)
        if kind == "clustered":
            return groups.clustered(operation, x, groups.needed_size(i.values[1]), signed=i.signed)
        return groups.scanned(operation, x, signed=i.signed, inclusive=kind == "inclusive")

    return row


def _over_work_items(operation: str, scan: str = "") -> _Row:
    return lambda i: groups.work_group(operation, E(i.code, i.values[0]), signed=i.signed, scan=scan)


def _chosen_work_item(i: Invocation) -> E:
    """`work_group_broadcast`: the value, and one to three components of the local id."""
    code = i.code
    local = [E(code, part) for part in code.elements(code.builtin("thread_position_in_threadgroup"))]
    ids = [E(code, value).extended(code.i32, signed=False) for value in i.values[1:]]
    chosen = local[0].eq(ids[0])
    for own, id_ in zip(local[1:], [*ids[1:], local[1].number(0), local[1].number(0)], strict=False):
        chosen = chosen & own.eq(id_)
    return groups.work_group_broadcast(E(code, i.values[0]), chosen)


def _agreed(family: str) -> _Row:
    def row(i: Invocation) -> Value:
        truth = E(i.code, i.values[0]).ne(0)
        return i.code.resized(i.code.air_call(family, [], [truth.value]), i.call.type)

    return row


def _all_equal(i: Invocation) -> Value:
    code, x = i.code, i.values[0]
    first = E(code, code.air_call("simd_broadcast_first", [x.type], [x], signed=i.signed))
    return code.resized(code.air_call("simd_all", [], [E(code, x).eq(first).value]), i.call.type)


def _elected(i: Invocation) -> Value:
    return i.code.resized(i.code.air_call("simd_is_first", [], []), i.call.type)


def _first_lane(i: Invocation) -> Value:
    return i.code.air_call("simd_broadcast_first", [i.values[0].type], [i.values[0]], signed=i.signed)


def _four_words(i: Invocation, word: Value) -> Value:
    """A mask of lanes in four words: the 32 lanes of a SIMD-group are in the first word."""
    zero = i.code.integer(i.code.i32, 0)
    return i.code.joined(i.call.type, [word, zero, zero, zero])


def _ballot(i: Invocation) -> Value:
    bits = i.code.air_call("simd_ballot", ["i64"], [E(i.code, i.values[0]).ne(0).value])
    return _four_words(i, i.code.resized(bits, i.code.i32))


def _of_mask(make: Callable[[Invocation, E], E]) -> _Row:
    """A row for a function of the mask bits for the lanes of a SIMD-group."""

    def row(i: Invocation) -> E:
        word = E(i.code, i.code.extract_element(i.values[0], 0))
        return make(i, word).extended(i.call.type, signed=False)

    return row


def _own_lane(i: Invocation) -> E:
    return E(i.code, i.code.builtin("thread_index_in_simdgroup"))


def _counted_until(i: Invocation, word: E, more: int) -> E:
    """The number of set bits for the lanes before the own lane, and for `more` further lanes."""
    lanes = pick(_own_lane(i).eq(31) if more else _own_lane(i).eq(32), -1, _bit(i, more) - 1)
    return E(i.code, bit_count(i.code, "ctpop", (word & lanes).value))


def _bit(i: Invocation, more: int = 0) -> E:
    return E(i.code, i.code.integer(i.code.i32, 1)) << ((_own_lane(i) + more) & 31)


def _extracted_bit(i: Invocation, word: E) -> E:
    place = E(i.code, i.values[1]).extended(i.code.i32, signed=False)
    return pick(place.compared(Predicate.ICMP_ULT, Predicate.ICMP_ULT, 32), (word >> (place & 31)) & 1, 0)


def _lane_mask(relation: str) -> _Row:
    return lambda i: _four_words(i, lane_mask(relation)(i.code))


# --- rows of several instructions -------------------------------------------------------------------------------------


def _exchange_if_expected(i: Invocation) -> Value:
    """`atomic_compare_exchange_*`: object, address of the expected value, desired value.

    Metal's weak exchange is retried until it succeeds or the value differs, so the weak and strong functions are the
    same.
    """
    code, (pointer, place, desired) = i.code, i.values[:3]
    alignment = _alignment(desired.type)
    expected = code.load(desired.type, place, alignment)
    success = _order(i, 3)
    failure = Ordering.SEQ_CST if success is Ordering.SEQ_CST else Ordering.MONOTONIC
    pair = code.compare_exchange(pointer, expected, desired, (success, failure), alignment=alignment)
    code.store(code.part(pair, 0), place, alignment)  # the expected value if the exchange took place
    return code.resized(code.part(pair, 1), i.call.type)


def _flag(value: int) -> _Row:
    """A row for `atomic_flag_*`: the flag is a 32-bit integer."""

    def row(i: Invocation) -> Value | bool:
        code = i.code
        number = code.integer(code.i32, value)
        old = code.atomic(AtomicOperation.XCHG, i.values[0], number, _order(i, 1), alignment=3)
        return E(code, old).ne(0).extended(i.call.type, signed=False).value if value else True

    return row


def _packed_dot(left: bool, right: bool, *, saturates: bool) -> _Row:
    """`dot_4x8packed_*`: the dot product of the bytes of two words, each signed or unsigned, plus an accumulator."""

    def row(i: Invocation) -> E:
        zero = i.code.integer(i.code.i32, 0)
        product = dot_product(8, left, right)(i.code, i.call, [*i.values[:2], zero])
        if not saturates:
            return product
        wide, signed = i.code.i64, left or right
        total = product.extended(wide, signed=signed) + E(i.code, i.values[2]).extended(wide, signed=signed)
        return _clamped(total, i.call.type, signed=signed, from_signed=True)

    return row


def _bit_field(*, signed: bool) -> _Row:
    """`bitfield_extract_*`: value, first bit, number of bits."""

    def row(i: Invocation) -> E:
        x, start, count = i.operands()
        bits = x.type.scalar.params[0]
        start, count = (n.extended(x.type, signed=False) for n in (start, count))
        left = (x.number(bits) - start - count) & (bits - 1)
        right = (x.number(bits) - count) & (bits - 1)
        result = (x << left).shifted_signed(right) if signed else (x << left) >> right
        return pick(count.eq(0), 0, result)

    return row


def _bit_field_inserted(i: Invocation) -> E:
    """`bitfield_insert`: base, value, first bit, number of bits."""
    base, x, start, count = i.operands()
    bits = base.type.scalar.params[0]
    start, count = (n.extended(base.type, signed=False) for n in (start, count))
    ones = E(i.code, base.number(-1).value) >> ((base.number(bits) - count) & (bits - 1))
    mask = pick(count.eq(0), 0, ones << (start & (bits - 1)))
    return (base & ~mask) | ((x << (start & (bits - 1))) & mask)


def _refused(reason: str) -> _Row:
    def row(i: Invocation) -> None:
        raise UnsupportedError(f"{i.name}: {reason}")

    return row


# --- the rows --------------------------------------------------------------------------------------------------------

_KINDS, _UNIFORM, _LANE = ("strong", "weak"), ("", "non_uniform_"), "thread_index_in_simdgroup"
_SAME = """
acos acosh asin asinh atan atanh ceil cos cosh cospi exp exp10 exp2 fabs floor log log10 log2 rint round rsqrt sin
sinh sinpi sqrt tan tanh tanpi trunc atan2 fdim fmod nextafter pow powr fma fmin fmax sign mix
"""
OPENCL: dict[str, _Row] = {
    **{name: _air(name) for name in _SAME.split()},
    "acospi": _formula(lambda x: x.math("acos") * (1 / math.pi)),
    "asinpi": _formula(lambda x: x.math("asin") * (1 / math.pi)),
    "atanpi": _formula(lambda x: x.math("atan") * (1 / math.pi)),
    "atan2pi": _formula(lambda y, x: y.math("atan2", x) * (1 / math.pi)),
    "cbrt": _formula(_cbrt),
    "copysign": _llvm("copysign"),
    "degrees": _formula(lambda x: x * (180 / math.pi)),
    "radians": _formula(lambda x: x * (math.pi / 180)),
    "erf": _formula(erf),
    "erfc": _formula(erfc),
    "tgamma": _formula(tgamma),
    "lgamma": _formula(lgamma),
    "lgamma_r": _with_result(_lgamma_r),
    "remquo": _with_result(_remquo),
    "expm1": _formula(_expm1),
    "log1p": _formula(_log1p),
    "hypot": _formula(_hypot),
    "mad": _llvm("fmuladd"),
    "ldexp": _llvm("ldexp"),
    "logb": _formula(_logb),
    "ilogb": _ilogb,
    "maxmag": _formula(_maxmag),
    "minmag": _formula(_minmag),
    "nan": _quiet_nan,
    "pown": _pown,
    "rootn": _rootn,
    "remainder": _formula(_remainder),
    "recip": _formula(lambda x: 1.0 / x),
    "divide": _formula(lambda x, y: x / y),
    "step": _formula(lambda edge, x: pick(x < edge, 0.0, x.number(1.0))),
    "smoothstep": _formula(_smoothstep),
    "fract": _with_result(_fract),
    "modf": _with_result(_modf),
    "sincos": _with_result(_sincos),
    "frexp": _with_result(_frexp),
    "dot": _geometric(_dot),
    "length": _geometric(_length),
    "fast_length": _geometric(_length),
    "distance": _geometric(lambda x, y: _length(x - y)),
    "fast_distance": _geometric(lambda x, y: _length(x - y)),
    "normalize": _geometric(_normalize),
    "fast_normalize": _geometric(_normalize),
    "cross": _geometric(_cross),
    "isequal": _relation(Predicate.FCMP_OEQ),
    "isnotequal": _relation(Predicate.FCMP_UNE),
    "isgreater": _relation(Predicate.FCMP_OGT),
    "isgreaterequal": _relation(Predicate.FCMP_OGE),
    "isless": _relation(Predicate.FCMP_OLT),
    "islessequal": _relation(Predicate.FCMP_OLE),
    "islessgreater": _relation(Predicate.FCMP_ONE),
    "isordered": _relation(Predicate.FCMP_ORD),
    "isunordered": _relation(Predicate.FCMP_UNO),
    "isnan": _truth(lambda x: x.is_nan()),
    "isinf": _truth(lambda x: x.math("fabs").eq(math.inf)),
    "isfinite": _truth(lambda x: x.math("fabs") < math.inf),
    "isnormal": _truth(_is_normal),
    "signbit": _truth(lambda x: _signs(x.bits())),
    "any": _sign_test(BinaryOperator.OR),
    "all": _sign_test(BinaryOperator.AND),
    "select": _select,
    "bitselect": _bitselect,
    **{name: _integer(name) for name in ("mul_hi", "abs_diff", "add_sat", "sub_sat", "hadd", "rhadd")},
    "min": _either(_air("fmin"), _integer("min")),
    "max": _either(_air("fmax"), _integer("max")),
    "clamp": _either(_formula(lambda x, low, high: x.math("fmax", low).math("fmin", high)), _integer("clamp")),
    "abs": _abs,
    "clz": _counted("ctlz"),
    "ctz": _counted("cttz"),
    "popcount": _counted("ctpop"),
    "rotate": _rotate,
    "mul24": _mul24,
    "mad24": _mul24,
    "mad_hi": _mad_hi,
    "mad_sat": _mad_sat,
    "upsample": _upsample,
    "shuffle": _shuffled,
    "shuffle2": _shuffled,
    **{
        f"{prefix}_{name}": _atomic(name)
        for prefix in ("atomic", "atom")
        for name in ("add", "sub", "inc", "dec", "min", "max", "and", "or", "xor", "xchg")
    },
    **dict.fromkeys(("atomic_cmpxchg", "atom_cmpxchg"), _compare_exchange),
    **{
        f"atomic_fetch_{name}{explicit}": _atomic(name, 2)
        for name in ("add", "sub", "min", "max", "and", "or", "xor")
        for explicit in ("", "_explicit")
    },
    **{f"atomic_exchange{explicit}": _atomic("xchg", 2) for explicit in ("", "_explicit")},
    **{f"atomic_load{explicit}": _atomic_load for explicit in ("", "_explicit")},
    **{f"atomic_store{explicit}": _atomic_store for explicit in ("", "_explicit")},
    "atomic_init": _atomic_init,
    "prefetch": lambda i: True,
    **{f"atomic_compare_exchange_{kind}{e}": _exchange_if_expected for kind in _KINDS for e in ("", "_explicit")},
    **{f"atomic_flag_test_and_set{e}": _flag(1) for e in ("", "_explicit")},
    **{f"atomic_flag_clear{e}": _flag(0) for e in ("", "_explicit")},
    **{
        f"{name}_4x8packed_{left}{right}_{'uint' if left == right == 'u' else 'int'}": _packed_dot(
            left == "s", right == "s", saturates="acc" in name
        )
        for name in ("dot", "dot_acc_sat")
        for left in "su"
        for right in "su"
    },
    "bit_reverse": _counted("bitreverse"),
    "bitfield_extract_signed": _bit_field(signed=True),
    "bitfield_extract_unsigned": _bit_field(signed=False),
    "bitfield_insert": _bit_field_inserted,
    **{f"sub_group_{word}all": _agreed("simd_all") for word in _UNIFORM},
    **{f"sub_group_{word}any": _agreed("simd_any") for word in _UNIFORM},
    "sub_group_non_uniform_all_equal": _all_equal,
    "sub_group_elect": _elected,
    "sub_group_broadcast_first": _first_lane,
    **{f"sub_group_{word}broadcast": _lanes(groups.moved) for word in _UNIFORM},
    "sub_group_shuffle": _lanes(groups.moved),
    "sub_group_shuffle_xor": _lanes(lambda x, mask: groups.moved(x, E(x.code, x.code.builtin(_LANE)) ^ mask)),
    "sub_group_shuffle_up": _lanes(lambda x, distance: groups.relative("up", x, distance)),
    "sub_group_shuffle_down": _lanes(lambda x, distance: groups.relative("down", x, distance)),
    "sub_group_rotate": _lanes(groups.rotated),
    "sub_group_clustered_rotate": lambda i: _lanes(
        lambda x, distance, size: groups.rotated(x, distance, groups.needed_size(i.values[2]))
    )(i),
    **{f"sub_group_{word}reduce_{n}": _over_lanes(n, "reduce") for word in _UNIFORM for n in groups.OPERATIONS},
    **{f"sub_group_clustered_reduce_{n}": _over_lanes(n, "clustered") for n in groups.OPERATIONS},
    **{
        f"sub_group_{word}scan_{kind}_{n}": _over_lanes(n, kind)
        for word in _UNIFORM
        for kind in ("inclusive", "exclusive")
        for n in groups.OPERATIONS
    },
    "sub_group_ballot": _ballot,
    "sub_group_inverse_ballot": _of_mask(lambda i, word: (word & _bit(i)).ne(0)),
    "sub_group_ballot_bit_extract": _of_mask(_extracted_bit),
    "sub_group_ballot_bit_count": _of_mask(lambda i, word: E(i.code, bit_count(i.code, "ctpop", word.value))),
    "sub_group_ballot_inclusive_scan": _of_mask(lambda i, word: _counted_until(i, word, 1)),
    "sub_group_ballot_exclusive_scan": _of_mask(lambda i, word: _counted_until(i, word, 0)),
    "sub_group_ballot_find_lsb": _of_mask(lambda i, word: E(i.code, bit_count(i.code, "cttz", word.value))),
    "sub_group_ballot_find_msb": _of_mask(lambda i, word: 31 - E(i.code, bit_count(i.code, "ctlz", word.value))),
    **{f"get_sub_group_{relation}_mask": _lane_mask(relation) for relation in ("eq", "le", "lt", "ge", "gt")},
    **{f"work_group_reduce_{n}": _over_work_items(n) for n in ("add", "min", "max")},
    **{
        f"work_group_scan_{kind}_{n}": _over_work_items(n, kind)
        for kind in ("inclusive", "exclusive")
        for n in ("add", "min", "max")
    },
    "work_group_all": _over_work_items("logical_and"),
    "work_group_any": _over_work_items("logical_or"),
    "work_group_broadcast": _chosen_work_item,
    "get_work_dim": _refused("Metal does not say how many dimensions a grid was asked for with"),
}
"""Rows by the name without `native_` and `half_`; conversions, `vload` and `vstore` are matched by patterns."""
