"""Metal's library of functions on numbers: a row for each, with its types and its implementation.

Source of names and types: the Metal Shading Language Specification, chapter 6 (common, integer, relational, math,
matrix and geometric functions; packing). Names and signatures of `air.*` are those of `mtlb.air.intrinsics`. A function
without an equivalent in AIR is composed from its definition in the specification; the implementation in Apple's headers
is not known here. Functions of bfloat are computed as float and rounded, except `nextafter`. Each row has a test of its
values in tests/emit/test_library.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ..air.intrinsics import families
from ..base.classes import dataclass
from ..base.errors import BuildError
from ..ir import TypeCode
from ..ir.floats import FLOAT_FORMATS, FloatFormat
from .aggregates import Aggregates
from .names import SCALARS, bf16, boolean, f16, f32, i32, i64, u32, u64
from .operands import Aggregate, Operand, TypedValue
from .parts import determinant, frexp, modf
from .types import Matrix, MetalType, Scalar, Struct, Vector, element_of

Make = Callable[["Maker", list[TypedValue]], TypedValue]


@dataclass(frozen=True)
class MetalFunction:
    """A function of Metal's library.

    `parameters`: a letter for each: "T" the type of the first value, "I" int and "U" uint, with the same number of
    elements; "u" a uint; "B" a bool with the same number of elements, or a single bool. `kinds`: the number kinds that
    it takes ("f" floats, "s" signed, "u" unsigned integers, "b" bool); `counts`: the numbers of elements; `bits`: the
    widths of integers. `make`: the implementation. `is_packing`: `bits` also restricts floats, and bfloat is excluded.
    """

    name: str
    parameters: str
    kinds: str
    make: Make
    counts: tuple[int, ...] = (1, 2, 3, 4)
    bits: tuple[int, ...] = (8, 16, 32, 64)
    is_matrix: bool = False
    is_packing: bool = False


FUNCTIONS: dict[str, MetalFunction] = {}
"""The functions by name; a name may have two."""


class Maker:
    """Builds the instructions of a library function: the builder, and other functions by name."""

    def __init__(self, builder: Aggregates, air: Callable[..., TypedValue], convert: Callable[..., TypedValue]) -> None:
        self.b = builder
        self.air = air
        self.convert = convert
        self._fast = bool(builder.code.fast_flags)

    def call(self, operation: str, *arguments: Operand) -> TypedValue:
        """Call a function of the library by its name."""
        return self.b.math(operation, *arguments)

    def float_function(self, name: str, values: list[TypedValue]) -> TypedValue:
        """Call a function `air.*` on floats: the fast variant if it exists and the module has fast math."""
        fast = f"fast_{name}"
        is_fast = self._fast and element_of(values[0].type) == f32 and is_family(fast)
        return self.air(fast if is_fast else name, *values)

    def like(self, value: TypedValue, scalar: Scalar) -> MetalType:
        """`scalar`, or a vector of it with as many elements as `value`."""
        return Vector(scalar, value.type.count) if isinstance(value.type, Vector) else scalar

    def bits(self, value: TypedValue) -> tuple[TypedValue, FloatFormat]:
        """The bits of a float as unsigned integers of its width, and its format."""
        element = element_of(value.type)
        assert element is not None
        code = {"half": TypeCode.HALF, "bfloat": TypeCode.BFLOAT}.get(element.name, TypeCode.FLOAT)
        return self.b.bitcast(value, self.like(value, _unsigned(element.bits))), FLOAT_FORMATS[code]

    def magnitude(self, value: TypedValue) -> tuple[TypedValue, FloatFormat]:
        """The bits of a float without its sign, and its format."""
        bits, form = self.bits(value)
        return bits & form.sign - 1, form

    def pair(self, name: str, **parts: TypedValue) -> TypedValue:
        """A struct of several results, by name."""
        type = Struct(name, [(key, value.type) for key, value in parts.items()])
        return Aggregate(self.b, type, tuple(parts.values()))


def is_family(name: str) -> bool:
    """Whether AIR has functions of this name."""
    return name in _families()


@cache
def _families() -> frozenset[str]:
    return frozenset(family.name for family in families())


def _unsigned(bits: int) -> Scalar:
    return next(scalar for scalar in SCALARS if scalar.kind == "uint" and scalar.bits == bits)


def _of_air(names: str, parameters: str, kinds: str = "f") -> None:
    """Register functions that AIR has under the same name, or under another name: ``name=family``."""
    for word in names.split():
        name, _, family = word.partition("=")
        family = family or name

        def make(m: Maker, values: list[TypedValue], family: str = family) -> TypedValue:
            return m.float_function(family, values) if kinds == "f" else m.air(family, *values)

        FUNCTIONS[name] = MetalFunction(name, parameters, kinds, make)


def _row(
    names: str,
    parameters: str,
    kinds: str,
    counts: tuple[int, ...] = (1, 2, 3, 4),
    bits: tuple[int, ...] = (8, 16, 32, 64),
    *,
    is_matrix: bool = False,
) -> Callable[[Make], Make]:
    """Register a function that is composed of other instructions."""

    def register(make: Make) -> Make:
        for name in names.split():
            FUNCTIONS[name] = MetalFunction(name, parameters, kinds, make, counts, bits, is_matrix)
        return make

    return register


_VECTORS = (2, 3, 4)

# --- functions with a direct equivalent in AIR: 6.3, 6.4, 6.6

_of_air("acos acosh asin asinh atan atanh ceil cos cosh cospi exp exp2 exp10 fabs floor fract log log2 log10", "T")
_of_air("rint round rsqrt saturate sign sin sinh sinpi sqrt tan tanh tanpi trunc", "T")
_of_air("atan2 copysign fdim fmax fmin fmod pow powr", "TT")
_of_air("fma fmax3 fmin3 fmedian3 mix", "TTT")
_of_air("absdiff=abs_diff abs_diff addsat=add_sat add_sat subsat=sub_sat sub_sat hadd rhadd", "TT", "su")
_of_air("mulhi=mul_hi mul_hi", "TT", "su")
_of_air("madhi=mad_hi mad_hi", "TTT", "su")
_of_air("popcount reverse_bits", "T", "su")
_of_air("rotate", "TT", "su")
_of_air("extract_bits", "Tuu", "su")
_of_air("insert_bits", "TTuu", "su")
_of_air("dfdx dfdy fwidth", "T")


def _counting(name: str) -> None:
    def make(m: Maker, values: list[TypedValue]) -> TypedValue:
        return m.air(name, values[0], m.b.const(boolean, False))

    FUNCTIONS[name] = MetalFunction(name, "T", "su", make)


_counting("clz")
_counting("ctz")


def _of_kind(name: str, parameters: str, of_float: str, of_integer: str) -> None:
    """Register a function whose AIR family for floats differs from that for integers."""

    def make(m: Maker, values: list[TypedValue]) -> TypedValue:
        element = element_of(values[0].type)
        assert element is not None
        return m.float_function(of_float, values) if element.is_float else m.air(of_integer, *values)

    FUNCTIONS[name] = MetalFunction(name, parameters, "fsu", make)


_of_kind("min", "TT", "fmin", "min")
_of_kind("max", "TT", "fmax", "max")
_of_kind("clamp", "TTT", "clamp", "clamp")


@_row("abs", "T", "fsu")
def _abs(m: Maker, values: list[TypedValue]) -> TypedValue:
    element = element_of(values[0].type)
    assert element is not None
    if element.is_float:
        return m.float_function("fabs", values)
    return m.air("abs", *values) if element.is_signed else values[0]


@_row("min3", "TTT", "fsu")
def _min3(m: Maker, values: list[TypedValue]) -> TypedValue:
    return _of_three(m, "fmin3", "min", values)


@_row("max3", "TTT", "fsu")
def _max3(m: Maker, values: list[TypedValue]) -> TypedValue:
    return _of_three(m, "fmax3", "max", values)


def _of_three(m: Maker, of_float: str, of_integer: str, values: list[TypedValue]) -> TypedValue:
    element = element_of(values[0].type)
    assert element is not None
    if element.is_float:
        return m.float_function(of_float, values)
    x, y, z = values
    return m.air(of_integer, m.air(of_integer, x, y), z)


@_row("median3", "TTT", "fsu")
def _median3(m: Maker, values: list[TypedValue]) -> TypedValue:
    element = element_of(values[0].type)
    assert element is not None
    if element.is_float:
        return m.float_function("fmedian3", values)
    x, y, z = values
    return m.air("max", m.air("min", x, y), m.air("min", m.air("max", x, y), z))


# --- common functions: 6.3


@_row("step", "TT", "f")
def _step(m: Maker, values: list[TypedValue]) -> TypedValue:
    edge, x = values
    return m.b.select(x < edge, m.b.const(x.type, 0), m.b.const(x.type, 1))


@_row("smoothstep", "TTT", "f")
def _smoothstep(m: Maker, values: list[TypedValue]) -> TypedValue:
    low, high, x = values
    t = m.float_function("saturate", [(x - low) / (high - low)])
    return t * t * (3.0 - t * 2.0)


@_row("divide", "TT", "f")
def _divide(m: Maker, values: list[TypedValue]) -> TypedValue:
    return values[0] / values[1]


@_row("degrees", "T", "f")
def _degrees(m: Maker, values: list[TypedValue]) -> TypedValue:
    return values[0] * 57.29577951308232  # not in Metal's library; source languages of translations have it


@_row("radians", "T", "f")
def _radians(m: Maker, values: list[TypedValue]) -> TypedValue:
    return values[0] * 0.017453292519943295  # also not in Metal's library


# --- integer functions: 6.4


@_row("mul24", "TT", "su", bits=(32,))
def _mul24(m: Maker, values: list[TypedValue]) -> TypedValue:
    x, y = [(value << 8) >> 8 for value in values]  # for a signed type the right shift copies the sign
    return x * y


@_row("mad24", "TTT", "su", bits=(32,))
def _mad24(m: Maker, values: list[TypedValue]) -> TypedValue:
    return _mul24(m, values[:2]) + values[2]


@_row("madsat", "TTT", "su")
def _madsat(m: Maker, values: list[TypedValue]) -> TypedValue:
    """Computed in twice the width; for long, from the high and low halves of the product."""
    x, y, z = values
    element = element_of(x.type)
    assert element is not None
    low, high = (
        (-1 << element.bits - 1, (1 << element.bits - 1) - 1) if element.is_signed else (0, (1 << element.bits) - 1)
    )
    if element.bits < 64:
        wide = m.like(x, i64 if element.is_signed else u64)
        total = m.convert(x, wide) * m.convert(y, wide)
        if not element.is_signed and element.bits == 32:  # (2**32-1)**2 + 2**32-1 fits in 64 bits
            total = m.air("add_sat", total, m.convert(z, wide))
        else:
            total = total + m.convert(z, wide)
        return m.convert(m.air("clamp", total, low, high), x.type)
    return _madsat_of_long(m, x, y, z, low, high)


def _madsat_of_long(m: Maker, x: TypedValue, y: TypedValue, z: TypedValue, low: int, high: int) -> TypedValue:
    b = m.b
    product, upper = x * y, m.air("mul_hi", x, y)
    unsigned = m.like(x, u64)
    total = product + z
    bits = (b.bitcast(total, unsigned), b.bitcast(product, unsigned)) if low else (total, product)
    carry = b.select(bits[0] < bits[1], b.const(x.type, 1), b.const(x.type, 0))
    if not low:
        above = upper + carry
        return b.select(above == 0, total, b.const(x.type, high))
    above = upper + carry + (z >> 63)
    limit = b.select(above < 0, b.const(x.type, low), b.const(x.type, high))
    return b.select(above == (total >> 63), total, limit)


# --- relational functions: 6.5. They test bits, because fast math may assume that there is no NaN.


@_row("isnan", "T", "f")
def _isnan(m: Maker, values: list[TypedValue]) -> TypedValue:
    bits, form = m.magnitude(values[0])
    return bits > form.infinity


@_row("isinf", "T", "f")
def _isinf(m: Maker, values: list[TypedValue]) -> TypedValue:
    bits, form = m.magnitude(values[0])
    return bits == form.infinity


@_row("isfinite", "T", "f")
def _isfinite(m: Maker, values: list[TypedValue]) -> TypedValue:
    bits, form = m.magnitude(values[0])
    return bits < form.infinity


@_row("isnormal", "T", "f")
def _isnormal(m: Maker, values: list[TypedValue]) -> TypedValue:
    bits, form = m.magnitude(values[0])
    least = 1 << form.fraction
    return bits - least < form.infinity - least


@_row("signbit", "T", "f")
def _signbit(m: Maker, values: list[TypedValue]) -> TypedValue:
    bits, form = m.bits(values[0])
    return (bits & form.sign) != 0


@_row("isunordered", "TT", "f")
def _isunordered(m: Maker, values: list[TypedValue]) -> TypedValue:
    return _isnan(m, values[:1]) | _isnan(m, values[1:])


@_row("isordered", "TT", "f")
def _isordered(m: Maker, values: list[TypedValue]) -> TypedValue:
    return ~_isunordered(m, values)


@_row("all", "T", "b")
def _all(m: Maker, values: list[TypedValue]) -> TypedValue:
    return m.air("all", *values) if isinstance(values[0].type, Vector) else values[0]


@_row("any", "T", "b")
def _any(m: Maker, values: list[TypedValue]) -> TypedValue:
    return m.air("any", *values) if isinstance(values[0].type, Vector) else values[0]


@_row("not", "T", "b")
def _not(m: Maker, values: list[TypedValue]) -> TypedValue:
    return ~values[0]


@_row("select", "TTB", "fsub")
def _select(m: Maker, values: list[TypedValue]) -> TypedValue:
    """The second value if the condition, which is the last operand, is true."""
    return m.b.select(values[2], values[1], values[0])


# --- math functions with several results, or on the parts of a float: 6.6


@_row("sincos", "T", "f")
def _sincos(m: Maker, values: list[TypedValue]) -> TypedValue:
    cosine = m.b.variable(values[0].type)
    fast = "fast_sincos" if element_of(values[0].type) == f32 and m.b.code.fast_flags else "sincos"
    sine = m.air(fast, values[0], cosine)
    return m.pair("sincos", sin=sine, cos=m.b.load(cosine))


@_row("modf", "T", "f")
def _modf(m: Maker, values: list[TypedValue]) -> TypedValue:
    (x,) = values
    whole = m.float_function("trunc", [x])
    return m.pair("modf", fraction=modf(m.b, x, whole), whole=whole)


def _normalized(m: Maker, x: TypedValue) -> tuple[TypedValue, TypedValue, TypedValue]:
    """Normalise a float. Returns the bits of a float with the same sign and fraction that is not denormal, the exponent
    that relates it to `x`, and whether `x` is zero, infinite or NaN. Uses integer operations, because a GPU may flush
    denormal numbers to zero.
    """
    b = m.b
    bits, form = m.bits(x)
    magnitude = bits & form.sign - 1
    fraction = magnitude & (1 << form.fraction) - 1
    is_tiny = magnitude < 1 << form.fraction
    up = m.air("clz", magnitude, b.const(boolean, False)) - (form.bits - form.fraction - 1)
    up = b.select(is_tiny, up, b.const(up.type, 0))
    exponent = b.select(is_tiny, b.const(bits.type, 1), magnitude >> form.fraction)
    fraction = (fraction << up) & (1 << form.fraction) - 1
    signed = m.like(x, i32)
    power = m.convert(exponent, signed) - m.convert(up, signed) - form.bias
    special = (magnitude == 0) | (magnitude >= form.infinity)
    return (bits & form.sign) | fraction, power, special


@_row("frexp", "T", "f")
def _frexp(m: Maker, values: list[TypedValue]) -> TypedValue:
    fraction, exponent = frexp(m.b, values[0], m.convert)
    return m.pair("frexp", fraction=fraction, exponent=exponent)


@_row("ilogb", "T", "f")
def _ilogb(m: Maker, values: list[TypedValue]) -> TypedValue:
    """The exponent as int: INT_MIN for zero and NaN, INT_MAX for infinity, as in `mtlb.runtime` (docs/linking.md)."""
    b = m.b
    _, power, special = _normalized(m, values[0])
    other = b.select(_isinf(m, values), b.const(power.type, (1 << 31) - 1), b.const(power.type, -(1 << 31)))
    return b.select(special, other, power)


@_row("ldexp", "TI", "f")
def _ldexp(m: Maker, values: list[TypedValue]) -> TypedValue:
    return m.air("ldexp", *values)


@_row("nextafter", "TT", "f")
def _nextafter(m: Maker, values: list[TypedValue]) -> TypedValue:
    b, (x, y) = m.b, values
    if element_of(x.type) != bf16:
        return m.air("nextafter", *values)
    wide = [m.convert(value, f32) for value in values]
    bits, form = m.bits(x)
    other, _ = m.bits(y)
    away = (wide[0] < wide[1]) == (wide[0] > b.const(wide[0].type, 0))
    moved = b.select(away, bits + 1, bits - 1)
    is_zero = (bits & form.sign - 1) == 0
    moved = b.select(is_zero, (other & form.sign) | 1, moved)
    result = b.select(wide[0] == wide[1], other, moved)
    result = b.select(_isnan(m, [y]), other, result)
    return b.bitcast(b.select(_isnan(m, [x]), bits, result), x.type)


# --- geometric functions: 6.9


@_row("dot", "TT", "f", _VECTORS)
def _dot(m: Maker, values: list[TypedValue]) -> TypedValue:
    return m.air("dot", *values)


@_row("cross", "TT", "f", (3,))
def _cross(m: Maker, values: list[TypedValue]) -> TypedValue:
    x, y = values
    return x.yzx * y.zxy - x.zxy * y.yzx


@_row("length_squared", "T", "f", _VECTORS)
def _length_squared(m: Maker, values: list[TypedValue]) -> TypedValue:
    return m.air("dot", values[0], values[0])


@_row("length", "T", "f", _VECTORS)
def _length(m: Maker, values: list[TypedValue]) -> TypedValue:
    return m.float_function("sqrt", [_length_squared(m, values)])


@_row("distance_squared", "TT", "f", _VECTORS)
def _distance_squared(m: Maker, values: list[TypedValue]) -> TypedValue:
    return _length_squared(m, [values[0] - values[1]])


@_row("distance", "TT", "f", _VECTORS)
def _distance(m: Maker, values: list[TypedValue]) -> TypedValue:
    return _length(m, [values[0] - values[1]])


@_row("normalize", "T", "f", _VECTORS)
def _normalize(m: Maker, values: list[TypedValue]) -> TypedValue:
    return values[0] * m.float_function("rsqrt", [_length_squared(m, values)])


@_row("faceforward", "TTT", "f", _VECTORS)
def _faceforward(m: Maker, values: list[TypedValue]) -> TypedValue:
    normal, incident, reference = values
    return m.b.select(_dot(m, [incident, reference]) < 0.0, normal, -normal)


@_row("reflect", "TT", "f", _VECTORS)
def _reflect(m: Maker, values: list[TypedValue]) -> TypedValue:
    incident, normal = values
    return incident - normal * (_dot(m, [normal, incident]) * 2.0)


@_row("refract", "TTe", "f", _VECTORS)
def _refract(m: Maker, values: list[TypedValue]) -> TypedValue:
    incident, normal, eta = values
    cosine = _dot(m, [normal, incident])
    k = 1.0 - eta * eta * (1.0 - cosine * cosine)
    root = m.float_function("sqrt", [m.float_function("fmax", [k, m.b.const(k.type, 0)])])
    bent = incident * eta - normal * (eta * cosine + root)
    return m.b.select(k < 0.0, m.b.const(bent.type, 0), bent)


# --- matrix functions: 6.7


@_row("transpose", "T", "f", is_matrix=True)
def _transpose(m: Maker, values: list[TypedValue]) -> TypedValue:
    (x,) = values
    assert isinstance(x, Aggregate) and isinstance(x.type, Matrix)
    matrix = Matrix(x.type.element, x.type.rows, x.type.columns)
    rows = [m.b.vector(*[column[row] for column in x.parts]) for row in range(x.type.rows)]
    return Aggregate(m.b, matrix, rows)


@_row("determinant", "T", "f", is_matrix=True)
def _determinant(m: Maker, values: list[TypedValue]) -> TypedValue:
    (x,) = values
    assert isinstance(x, Aggregate) and isinstance(x.type, Matrix)
    if x.type.columns != x.type.rows:
        raise BuildError(f"{x.type} is not square")
    return determinant([list(column) for column in x.parts])


# --- packing: 6.13


def _packing() -> None:
    for kind, count, form in (
        *(("snorm4x8", 4, "snorm4x8"), ("unorm4x8", 4, "unorm4x8"), ("srgb_unorm4x8", 4, "unorm4x8.srgb")),
        *(("snorm2x16", 2, "snorm2x16"), ("unorm2x16", 2, "unorm2x16")),
    ):
        for scalar in (f32, f16):

            def pack(m: Maker, values: list[TypedValue], form: str = form) -> TypedValue:
                return m.air(f"pack.{form}", *values)

            name = f"pack_{scalar.name}_to_{kind}"
            FUNCTIONS[name] = MetalFunction(name, "T", "f", pack, (count,), (scalar.bits,), is_packing=True)

            def unpack(
                m: Maker, values: list[TypedValue], form: str = form, scalar: Scalar = scalar, count: int = count
            ) -> TypedValue:
                return m.air(f"unpack.{form}", *values, result=Vector(scalar, count))

            name = f"unpack_{kind}_to_{scalar.name}"
            FUNCTIONS[name] = MetalFunction(name, "T", "u", unpack, (1,), (32,), is_packing=True)


_packing()


# --- calls


def call_function(m: Maker, function: MetalFunction, name: str, arguments: tuple[Operand, ...]) -> TypedValue:
    """Call a function of the library. BuildError for invalid arguments."""
    b = m.b
    parameters = function.parameters
    if len(arguments) != len(parameters):
        raise b.error(name, f"{len(arguments)} arguments, not {len(parameters)}")
    pairs = zip(arguments, parameters, strict=True)
    typed = [item for item, letter in pairs if letter == "T" and isinstance(item, TypedValue)]
    if not typed:
        raise b.error(name, "one of the arguments must be a value of the program")
    first = next((item for item in typed if isinstance(item.type, Vector)), typed[0])
    _require_type(b, function, name, first.type)
    values = [_argument(b, name, value, letter, first) for value, letter in zip(arguments, parameters, strict=True)]
    element = element_of(first.type)
    try:
        if element == bf16 and function.name not in _EXACT:
            return _as_float(m, function, values)
        return function.make(m, values)
    except BuildError as error:
        if error.reason.startswith(b.code.what):
            raise
        raise b.error(name, error.reason) from None


_EXACT = frozenset({"nextafter", "select", "isnan", "isinf", "isfinite", "isnormal", "signbit", "isordered"}) | {
    *("isunordered", "transpose", "frexp", "ilogb")
}
"""Functions of bfloat that are not computed as float."""


def _as_float(m: Maker, function: MetalFunction, values: list[TypedValue]) -> TypedValue:
    """Compute a function of bfloat as float."""

    def widened(value: TypedValue) -> TypedValue:
        if isinstance(value, Aggregate) and isinstance(value.type, Matrix):
            type = Matrix(f32, value.type.columns, value.type.rows)
            return Aggregate(m.b, type, [m.convert(column, f32) for column in value.parts])
        return m.convert(value, f32) if element_of(value.type) == bf16 else value

    def narrowed(value: TypedValue) -> TypedValue:
        if isinstance(value, Aggregate) and isinstance(value.type, Struct):
            parts = {member.name: narrowed(part) for member, part in zip(value.type.members, value.parts, strict=True)}
            return m.pair(value.type.name, **parts)
        return m.convert(value, bf16) if element_of(value.type) == f32 else value

    return narrowed(function.make(m, [widened(value) for value in values]))


def _require_type(b: Aggregates, function: MetalFunction, name: str, type: MetalType) -> None:
    element = element_of(type)
    if isinstance(type, Matrix) is not function.is_matrix or element is None:
        raise b.error(name, f"it is not for {type}")
    letter = "f" if element.is_float else "b" if element.is_bool else "s" if element.is_signed else "u"
    count = type.count if isinstance(type, Vector) else 1
    if letter not in function.kinds or (not function.is_matrix and count not in function.counts):
        raise b.error(name, f"it is not for {type}")
    if (element.is_integer or function.is_packing) and (element.bits not in function.bits or element == bf16):
        raise b.error(name, f"it is not for {type}")


def _argument(b: Aggregates, name: str, value: Operand, letter: str, first: TypedValue) -> TypedValue:
    """An argument converted to the type that the parameter letter requires."""
    type, element = first.type, element_of(first.type)
    assert element is not None
    count = type.count if isinstance(type, Vector) else 1
    if letter in "IUB":
        scalar = {"I": i32, "U": u32, "B": boolean}[letter]
        type_: MetalType = Vector(scalar, count) if count > 1 else scalar
    else:
        type_ = {"u": u32, "e": element}.get(letter, type)
    number = b.number(name, value, type_)
    if letter == "B" and number.type == boolean:
        return number
    if number.type != type_ and isinstance(type_, Vector) and number.type == type_.element:
        return b.splat(number, count)
    if number.type != type_:
        raise b.error(name, f"a {number.type} where {type_} is wanted")
    return number
