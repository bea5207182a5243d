"""Arithmetic, comparisons, conversions, bit operations: Direct3D's rules expressed by Metal functions.
Source: the Direct3D 11.3 functional specification, chapters 3.1 (floats) and 22.10 to 22.13 (instructions), and the
pages of Microsoft's assembly reference for each. Operations are not fused and not reordered."""

from __future__ import annotations

from collections.abc import Callable

from ..dxbc.tokens import TokenInstruction
from ..emit.names import f16, f32, i32, u16, u32
from ..emit.operands import TypedValue
from ..emit.types import Scalar, Vector
from .function import ProgramLowering, ValueLowering, count_of, of_count
from .registry import lowers

_ALL = 0xFFFFFFFF
_Make = Callable[..., TypedValue]


def _apply(f: ProgramLowering, i: TokenInstruction, element: Scalar | None, make: _Make, first: int = 1) -> None:
    lanes = f.written(i)
    if lanes:
        f.write(i, make(f, *(f.read(i, place, lanes, element) for place in range(first, len(i.operands)))))


def _row(element: Scalar | None, **makes: _Make) -> None:
    """Register instructions with one destination, whose sources are numbers of one type, computed component by
    component."""
    for name, make in makes.items():

        def handler(f: ProgramLowering, i: TokenInstruction, make: _Make = make) -> None:
            _apply(f, i, element, make)

        lowers(name)(handler)


def _truth(f: ProgramLowering, condition: TypedValue) -> TypedValue:
    """All bits set where a condition holds, otherwise zero."""
    count = count_of(condition)
    return f.b.select(condition, f.const(u32, _ALL, count), f.const(u32, 0, count))


def _compared(relation: str) -> _Make:
    return lambda f, x, y: _truth(f, f.b.compare(relation, x, y))


def _math(name: str) -> _Make:
    return lambda f, *values: f.b.math(name, *values)


_row(
    f32,
    add=lambda f, x, y: x + y,
    mul=lambda f, x, y: x * y,
    div=lambda f, x, y: x / y,
    mad=lambda f, x, y, z: x * y + z,
    min=_math("fmin"),
    max=_math("fmax"),
    exp=_math("exp2"),
    log=_math("log2"),
    sqrt=_math("sqrt"),
    rsq=_math("rsqrt"),
    rcp=lambda f, x: 1.0 / x,
    frc=lambda f, x: x - f.b.math("floor", x),
    round_ne=_math("rint"),
    round_ni=_math("floor"),
    round_pi=_math("ceil"),
    round_z=_math("trunc"),
    eq=_compared("eq"),
    ge=_compared("ge"),
    lt=_compared("lt"),
    ne=_compared("ne"),
)
for _axis in "xy":
    for _kind in ("", "_coarse", "_fine"):
        _row(f32, **{f"deriv_rt{_axis}{_kind}": _math(f"dfd{_axis}")})  # Metal has one form for both kinds
_row(
    i32,
    ige=_compared("ge"),
    ilt=_compared("lt"),
    imax=_math("max"),
    imin=_math("min"),
    ishr=lambda f, x, y: x >> (y & 31),
    itof=lambda f, x: f.b.convert(x, of_count(f32, count_of(x))),
    ineg=lambda f, x: f.b.sub(0, x),
)
_row(
    u32,
    xor=lambda f, x, y: x ^ y,
    iadd=lambda f, x, y: x + y,
    imad=lambda f, x, y, z: x * y + z,
    umad=lambda f, x, y, z: x * y + z,
    ieq=_compared("eq"),
    ine=_compared("ne"),
    ult=_compared("lt"),
    uge=_compared("ge"),
    umax=_math("max"),
    umin=_math("min"),
    ishl=lambda f, x, y: x << (y & 31),
    ushr=lambda f, x, y: x >> (y & 31),
    utof=lambda f, x: f.b.convert(x, of_count(f32, count_of(x))),
    countbits=_math("popcount"),
    bfrev=_math("reverse_bits"),
)
_WORDS: dict[str, _Make] = {"and": lambda f, x, y: x & y, "or": lambda f, x, y: x | y, "not": lambda f, x: ~x}
_row(u32, **_WORDS)  # names that are Python operators, which cannot be keywords
_row(None, mov=lambda f, x: x)


@lowers("nop", "abort", "debug_break")
def _nop(f: ProgramLowering, i: TokenInstruction) -> None:
    """No operation: `abort` has no effect on rasterizers that do not support it (Microsoft's page of HLSL's abort),
    nor has a debugger break without a debugger."""


@lowers("dp2", "dp3", "dp4")
def _dot(f: ProgramLowering, i: TokenInstruction) -> None:
    lanes = f.written(i)
    if not lanes:
        return
    places = range(int(i.name[2]))
    product = f.read(i, 1, places, f32) * f.read(i, 2, places, f32)
    total = product[0]
    for place in places[1:]:
        total = total + product[place]
    f.write(i, f.pick(total, [0] * len(lanes)))


@lowers("sincos")
def _sincos(f: ProgramLowering, i: TokenInstruction) -> None:
    results = [(place, name, f.written(i, place)) for place, name in enumerate(("sin", "cos"))]
    values = [(place, f.b.math(name, f.read(i, 2, lanes, f32))) for place, name, lanes in results if lanes]
    for place, value in values:
        f.write(i, value, place)


@lowers("movc")
def _movc(f: ProgramLowering, i: TokenInstruction) -> None:
    lanes = f.written(i)
    if lanes:
        condition = f.b.compare("ne", f.read(i, 1, lanes, u32), 0)
        f.write(i, f.b.select(condition, f.read(i, 2, lanes, None), f.read(i, 3, lanes, None)))


@lowers("swapc")
def _swapc(f: ProgramLowering, i: TokenInstruction) -> None:
    """The first destination gets the second source where the condition holds, otherwise the first; the second
    destination the reverse."""
    values = []
    for place, (taken, index) in enumerate(((4, 3), (3, 4))):
        lanes = f.written(i, place)
        if lanes:
            condition = f.b.compare("ne", f.read(i, 2, lanes, u32), 0)
            values.append((place, f.b.select(condition, f.read(i, taken, lanes, None), f.read(i, index, lanes, None))))
    for place, value in values:
        f.write(i, value, place)


# --- conversions -----------------------------------------------------------------------------------------------------

_LARGEST_INT, _LARGEST_UINT = 2147483520.0, 4294967040.0  # the floats below 2**31 and 2**32
_TWO_31, _TWO_32 = 2147483648.0, 4294967296.0


def to_int(f: ValueLowering, x: TypedValue) -> TypedValue:
    """A float converted to int, towards zero; out-of-range values are clamped, NaN becomes 0."""
    count = count_of(x)
    inside = f.b.math("fmin", f.b.math("fmax", x, -_TWO_31), _LARGEST_INT)
    integers = f.b.convert(inside, of_count(i32, count))
    integers = f.b.select(f.b.compare("ge", x, _TWO_31), f.const(i32, 0x7FFFFFFF, count), integers)
    return f.b.select(f.b.compare("uno", x, x), f.const(i32, 0, count), integers)


def to_uint(f: ValueLowering, x: TypedValue) -> TypedValue:
    """A float converted to uint, towards zero; out-of-range values are clamped, NaN becomes 0."""
    count = count_of(x)
    inside = f.b.math("fmin", f.b.math("fmax", x, 0.0), _LARGEST_UINT)
    integers = f.b.convert(inside, of_count(u32, count))
    return f.b.select(f.b.compare("ge", x, _TWO_32), f.const(u32, _ALL, count), integers)


_row(f32, ftoi=to_int, ftou=to_uint)


def to_half_bits(f: ValueLowering, x: TypedValue) -> TypedValue:
    """The bits of a float as half, in a uint."""
    count = count_of(x)
    half = f.b.convert(x, of_count(f16, count))
    return f.b.resize(f.b.bitcast(half, of_count(u16, count)), 32)


def from_half_bits(f: ValueLowering, x: TypedValue) -> TypedValue:
    """The lower 16 bits of a uint, read as a half and converted to float."""
    count = count_of(x)
    half = f.b.bitcast(f.b.resize(x, 16), of_count(f16, count))
    return f.b.convert(half, of_count(f32, count))


_row(f32, f32tof16=to_half_bits)
_row(u32, f16tof32=from_half_bits)


# --- integers --------------------------------------------------------------------------------------------------------


@lowers("imul", "umul")
def _imul(f: ProgramLowering, i: TokenInstruction) -> None:
    """The upper and the lower half of the product."""
    element = i32 if i.name == "imul" else u32
    values = []
    for place in (0, 1):
        lanes = f.written(i, place)
        if lanes:
            x, y = f.read(i, 2, lanes, element), f.read(i, 3, lanes, element)
            values.append((place, f.b.math("mulhi", x, y) if place == 0 else x * y))
    for place, value in values:
        f.write(i, value, place)


def divided(f: ValueLowering, x: TypedValue, y: TypedValue) -> tuple[TypedValue, TypedValue]:
    """The quotient and remainder of uints; both have all bits set where the divisor is 0."""
    count = count_of(x)
    is_zero = f.b.compare("eq", y, 0)
    safe = f.b.select(is_zero, f.const(u32, 1, count), y)
    ones = f.const(u32, _ALL, count)
    return f.b.select(is_zero, ones, f.b.div(x, safe)), f.b.select(is_zero, ones, f.b.rem(x, safe))


@lowers("udiv")
def _udiv(f: ProgramLowering, i: TokenInstruction) -> None:
    values = []
    for place in (0, 1):
        lanes = f.written(i, place)
        if lanes:
            values.append((place, divided(f, f.read(i, 2, lanes, u32), f.read(i, 3, lanes, u32))[place]))
    for place, value in values:
        f.write(i, value, place)


@lowers("uaddc", "usubb")
def _carry(f: ProgramLowering, i: TokenInstruction) -> None:
    """The sum or difference, and the carry or borrow as 0 or 1."""
    values = []
    for place in (0, 1):
        lanes = f.written(i, place)
        if lanes:
            x, y = f.read(i, 2, lanes, u32), f.read(i, 3, lanes, u32)
            total = x + y if i.name == "uaddc" else x - y
            if place == 1:
                count = count_of(x)
                carried = f.b.compare("lt", total, x) if i.name == "uaddc" else f.b.compare("lt", x, y)
                total = f.b.select(carried, f.const(u32, 1, count), f.const(u32, 0, count))
            values.append((place, total))
    for place, value in values:
        f.write(i, value, place)


def first_high(f: ValueLowering, x: TypedValue) -> TypedValue:
    """The number of zeros before the highest set bit; all bits set if there is none."""
    return f.b.select(f.b.compare("eq", x, 0), f.const(u32, _ALL, count_of(x)), f.b.math("clz", x))


def first_low(f: ValueLowering, x: TypedValue) -> TypedValue:
    """The index of the lowest set bit; all bits set if there is none."""
    return f.b.select(f.b.compare("eq", x, 0), f.const(u32, _ALL, count_of(x)), f.b.math("ctz", x))


def first_signed(f: ValueLowering, x: TypedValue) -> TypedValue:
    """The highest set bit of a nonnegative number, or the highest clear bit of a negative one."""
    return first_high(f, f.bits(x ^ (x >> 31)))


_row(u32, firstbit_hi=first_high, firstbit_lo=first_low)
_row(i32, firstbit_shi=first_signed)


def extracted(f: ValueLowering, width: TypedValue, offset: TypedValue, x: TypedValue) -> TypedValue:
    """`width` bits from bit `offset` on, both taken modulo 32; bits beyond the end are omitted. Sign-extended for an
    int."""
    width, offset = width & 31, offset & 31
    element = x.type.element if isinstance(x.type, Vector) else x.type
    assert isinstance(element, Scalar)
    count = count_of(x)
    end = width + offset
    fits = f.b.compare("lt", end, 32)
    up = f.b.select(fits, 32 - end, f.const(u32, 0, count))
    down = f.b.select(fits, 32 - width, offset) & 31
    shifted = (x << f.bits(up & 31, element)) >> f.bits(down, element)
    return f.b.select(f.b.compare("eq", width, 0), f.const(element, 0, count), shifted)


def inserted(
    f: ValueLowering, width: TypedValue, offset: TypedValue, value: TypedValue, base: TypedValue
) -> TypedValue:
    """`base` with the lowest `width` bits of `value` in place of its bits from `offset` on."""
    width, offset = width & 31, offset & 31
    lowest = f.const(u32, 1, count_of(base))
    mask = ((lowest << width) - 1) << offset
    return ((value << offset) & mask) | (base & ~mask)


def differences(f: ValueLowering, reference: TypedValue, source: TypedValue, total: TypedValue) -> TypedValue:
    """`total` plus the absolute differences of the bytes, except where the reference's byte is 0 (msad)."""
    count = count_of(total)
    for shift in (0, 8, 16, 24):
        x, y = (reference >> shift) & 0xFF, (source >> shift) & 0xFF
        difference = f.b.math("absdiff", x, y)
        total = total + f.b.select(f.b.compare("eq", x, 0), f.const(u32, 0, count), difference)
    return total


@lowers("ubfe", "ibfe")
def _bfe(f: ProgramLowering, i: TokenInstruction) -> None:
    lanes = f.written(i)
    if lanes:
        width, offset = (f.read(i, place, lanes, u32) for place in (1, 2))
        f.write(i, extracted(f, width, offset, f.read(i, 3, lanes, u32 if i.name == "ubfe" else i32)))


_row(u32, bfi=inserted, msad=differences)


_DOUBLES = "dadd dmax dmin dmul deq dge dlt dne dmov dmovc dtof ftod ddiv dfma drcp dtoi dtou itod utod"


@lowers(*_DOUBLES.split())
def _double(f: ProgramLowering, i: TokenInstruction) -> None:
    raise f.program.refuse(i, "floats of 64 bits, which Metal does not have")
