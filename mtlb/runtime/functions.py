"""What the functions of the run-time library compute, after the Metal Shading Language Specification, chapter 6.

Floats are taken apart as integers: results are exact, denormal numbers included, whatever the compiler assumes of
floating-point arithmetic. There is no branch; the GPU's compiler inlines the functions and removes what a constant
argument makes superfluous. Where the specification leaves a result open, docs/linking.md §13 says what it is here.
"""

from __future__ import annotations

from ..base.features import FAST_FRACT_SINCE
from ..emit import Builder, Pointer, Scalar, Value, Vector, Void, f32, i32, u16, u32
from ..emit.parts import frexp
from ..ir import TypeCode
from ..ir.floats import FLOAT_FORMATS, FloatFormat
from .names import RuntimeFunction

_INT_MAX, _INT_MIN = 2**31 - 1, -(2**31)


def write_body(b: Builder, what: RuntimeFunction) -> None:
    """Write the body of a function, whose builder has no instruction yet."""
    if what.operation in _MEMORY:
        _MEMORY[what.operation](b, what)
    elif what.operation in _BITS:
        b.ret(_BITS[what.operation](b, what))
    else:
        _of_floats(b, what)


# --- floats


def _of_floats(b: Builder, what: RuntimeFunction) -> None:
    """One element after the other."""
    results: list[Value] = []
    exponents: list[Value] = []
    for place in range(what.count):
        x = _element(b, b.arguments[0], place)
        if what.operation == "fract":
            results.append(_fract(b, x, b.arguments[1] if what.has_selector else None))
        elif what.operation == "ilogb":
            results.append(_ilogb(b, x))
        elif what.operation == "ldexp":
            results.append(_ldexp(b, x, _element(b, b.arguments[1], place)))
        else:
            fraction, exponent = frexp(b, x, b.convert)
            results.append(fraction)
            exponents.append(exponent)
    if exponents:
        b.arguments[1].store(_joined(b, exponents))
    b.ret(_joined(b, results))


def _element(b: Builder, value: Value, place: int) -> Value:
    return b.extract(value, place) if isinstance(value.type, Vector) else value


def _joined(b: Builder, parts: list[Value]) -> Value:
    return b.vector(*parts) if len(parts) > 1 else parts[0]


def _format(x: Value) -> FloatFormat:
    assert isinstance(x.type, Scalar)
    return FLOAT_FORMATS[TypeCode.HALF if x.type.bits == 16 else TypeCode.FLOAT]


def _bits(b: Builder, x: Value) -> Value:
    """The bits of a float, as uint."""
    assert isinstance(x.type, Scalar)
    return b.bitcast(x, u32) if x.type.bits == 32 else b.resize(b.bitcast(x, u16), 32)


def _float(b: Builder, bits: Value, like: Value) -> Value:
    assert isinstance(like.type, Scalar)
    return b.bitcast(bits if like.type.bits == 32 else b.resize(bits, 16), like.type)


def _fract(b: Builder, x: Value, selector: Value | None) -> Value:
    """x - floor(x), below 1; of an infinity a zero of its sign, of NaN NaN. half is computed as float, exactly."""
    form, bits = _format(x), _bits(b, x)
    magnitude = bits & form.sign - 1
    wide = b.convert(x, f32)
    rest = wide - b.air("floor", wide)
    below_one = 1 - 2.0 ** -(form.fraction + 1)  # the largest number below 1
    below = b.convert(b.select(rest < below_one, rest, below_one), x.type)
    exact = b.select(magnitude.eq(form.infinity), _float(b, bits & form.sign, x), below)
    exact = b.select(magnitude > form.infinity, x, exact)
    if selector is None or x.type != f32 or b.target.air < FAST_FRACT_SINCE:
        return exact
    return b.select(selector.eq(0), b.air("fast_fract", x), exact)


def _normalized(b: Builder, x: Value) -> tuple[Value, Value, Value, Value]:
    """x = ± mantissa * 2 ** (exponent - fraction bits): bits, magnitude, exponent (int) and mantissa with its leading
    one in place of the exponent's lowest bit. Without meaning for zeros, infinities and NaN."""
    form, bits = _format(x), _bits(b, x)
    magnitude = bits & form.sign - 1
    biased = magnitude >> form.fraction
    leading = 1 << form.fraction
    fraction = magnitude & leading - 1
    denormal = biased.eq(0)
    mantissa = b.select(denormal, fraction, fraction | leading)
    exponent = b.convert(b.select(denormal, 1, biased), i32) - form.bias
    step = 16
    while step:
        if step <= form.fraction:
            short = mantissa < 1 << form.fraction + 1 - step
            mantissa = b.select(short, mantissa << step, mantissa)
            exponent = b.select(short, exponent - step, exponent)
        step //= 2
    return bits, magnitude, exponent, mantissa


def _ilogb(b: Builder, x: Value) -> Value:
    form = _format(x)
    _, magnitude, exponent, _ = _normalized(b, x)
    exponent = b.select(magnitude.eq(form.infinity), _INT_MAX, exponent)
    nothing = magnitude.eq(0) | (magnitude > form.infinity)
    return b.select(nothing, b.const(i32, _INT_MIN), exponent)


def _ldexp(b: Builder, x: Value, k: Value) -> Value:
    """x * 2 ** k, rounded once, to nearest even."""
    form = _format(x)
    bits, magnitude, exponent, mantissa = _normalized(b, x)
    most = 4 * form.bias + 64  # further than from the smallest to the largest number
    k = b.select(k > most, most, k)
    k = b.select(k < -most, -most, k)
    biased = exponent + k + form.bias
    # Below the normal numbers: shift, and round by what falls off.
    shift = b.select(biased < 1, 1 - biased, 0)
    amount = b.convert(b.select(shift > form.fraction + 2, form.fraction + 2, shift), u32)
    kept = mantissa >> amount
    unit = b.const(u32, 1) << amount
    lost = (mantissa & unit - 1) << 1
    up = (lost > unit) | (lost.eq(unit) & (kept & 1).ne(0))
    denormal = kept + b.select(up, b.const(u32, 1), 0)
    field = b.convert(b.select(biased < 1, 1, biased), u32) << form.fraction
    scaled = b.select(biased < 1, denormal, field | (mantissa & (1 << form.fraction) - 1))
    scaled = b.select(biased > 2 * form.bias, form.infinity, scaled)
    special = magnitude.eq(0) | (magnitude >= form.infinity)
    return b.select(special, x, _float(b, (bits & form.sign) | scaled, x))


# --- bits


def _splat(b: Builder, what: RuntimeFunction, value: Value) -> Value:
    """A number of bits as a value of the element's width, for each element."""
    narrow = b.convert(value, what.element)
    return b.splat(narrow, what.count) if what.count > 1 else narrow


def _field(b: Builder, what: RuntimeFunction, offset: Value, bits: Value) -> tuple[Value, Value]:
    """A field of bits that ends at the width."""
    width = what.element.bits
    offset = b.select(offset > width, width, offset)
    room = width - offset
    return offset, b.select(bits > room, room, bits)


def _extract_bits(b: Builder, what: RuntimeFunction) -> Value:
    """Up to the highest bit, then down: a signed type copies its sign."""
    x, width = b.arguments[0], what.element.bits
    offset, bits = _field(b, what, b.arguments[1], b.arguments[2])
    up = _splat(b, what, (width - offset - bits) & width - 1)
    down = _splat(b, what, (width - bits) & width - 1)
    zero = _splat(b, what, b.const(u32, 0))
    return b.select(bits.eq(0), zero, (x << up) >> down)


def _insert_bits(b: Builder, what: RuntimeFunction) -> Value:
    base, inserted = b.arguments[:2]
    width = what.element.bits
    offset, bits = _field(b, what, b.arguments[2], b.arguments[3])
    place = _splat(b, what, offset & width - 1)
    # The lowest bits: all ones, shifted up and turned, as a shift down of a signed type copies the sign.
    ones = b.not_(_splat(b, what, b.const(u32, 0)))
    above = b.select(bits.eq(width), ones ^ ones, ones << _splat(b, what, bits & width - 1))
    mask = b.not_(above) << place
    return b.select(bits.eq(0), base, (base & b.not_(mask)) | ((inserted << place) & mask))


def _reverse_bits(b: Builder, what: RuntimeFunction) -> Value:
    """Neighbours change places: bits, pairs of bits, and so on to halves."""
    x, width = b.arguments[0], what.element.bits
    step = 1
    while step < width:
        low = sum(((1 << step) - 1) << place for place in range(0, width, 2 * step))
        mask = _numbers(b, what, low)
        by = _numbers(b, what, step)
        x = ((x >> by) & mask) | ((x & mask) << by)
        step *= 2
    return x


def _numbers(b: Builder, what: RuntimeFunction, number: int) -> Value:
    if what.element.is_signed and number >> what.element.bits - 1:
        number -= 1 << what.element.bits
    value = b.const(what.element, number)
    return b.splat(value, what.count) if what.count > 1 else value


_BITS = {"extract_bits": _extract_bits, "insert_bits": _insert_bits, "reverse_bits": _reverse_bits}


# --- memory


def _returned(b: Builder) -> None:
    b.ret(None if isinstance(b.result_type, Void) else b.arguments[0])


def _memset(b: Builder, what: RuntimeFunction) -> None:
    target, value, size = b.arguments
    byte = b.resize(value, 8)
    with b.for_range(size) as loop:
        target[loop.index].store(byte)
    _returned(b)


def _memcpy(b: Builder, what: RuntimeFunction) -> None:
    target, source, size = b.arguments
    with b.for_range(size) as loop:
        target[loop.index].store(source[loop.index].load())
    _returned(b)


def _memmove(b: Builder, what: RuntimeFunction) -> None:
    """From the end, if the target begins behind the source. Memory of different address spaces does not overlap."""
    target, source, size = b.arguments
    assert isinstance(target.type, Pointer) and isinstance(source.type, Pointer)
    if target.type.space is not source.type.space:
        _memcpy(b, what)
        return
    backwards = target > source
    with b.for_range(size) as loop:
        place = b.select(backwards, size - 1 - loop.index, loop.index)
        target[place].store(source[place].load())
    _returned(b)


_MEMORY = {"memcpy": _memcpy, "memmove": _memmove, "memset": _memset}
