"""erf, erfc, tgamma, lgamma and remquo of floats, which Metal lacks, as formulas over functions that it has.

The coefficients are Chebyshev fits of Python's `math.erf`, `erfc`, `gamma` and `lgamma` on the ranges that are named;
the reflections are in DLMF 5.5.3 and 7.4.2. If Metal's `exp`, `pow` and `log` are exact to a few units in the last
place, so are these functions: the OpenCL C specification (7.4) requires 16, and states no bound for `lgamma`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ..ir import TypeCode
from .casts import convert_value
from .expressions import E, pick

# erf(x) / x in x², |x| < 1
_ERF = (
    *(1.128379225730896, -0.37612637877464294, 0.11283782869577408, -0.026865437626838684, 0.005221053492277861),
    *(-0.0008484396385028958, 0.00011268253729213029, -9.673590284364764e-06),
)
# erfc(x) exp(x²) (1 + 2x) in (x - 2) / (x + 2), 0 <= x < 10.1
_ERFC = (
    *(1.2769783735275269, -0.09276390075683594, -0.16603131592273712, 0.16405333578586578, -0.05420558527112007),
    *(-0.008045812137424946, 0.008639585226774216, 0.001276788767427206, -0.0012535549467429519),
    *(-0.0003679433139041066, 2.4949284124886617e-05),
)
# 1 / gamma(1 + z), |z| <= 1/2
_GAMMA = (
    *(1.0, 0.5772156715393066, -0.6558781266212463, -0.04200261831283569, 0.16654016077518463, -0.042198099195957184),
    *(-0.009639378637075424, 0.007222288753837347, -0.001085476716980338, -0.00022873852867633104),
)
# gamma(x) / (sqrt(2 pi) x^(x - 1/2) exp(-x)) in 1/x, x >= 3.4
_STIRLING = (
    *(1.0, 0.08333330601453781, 0.003473247168585658, -0.0026953965425491333, -0.00014702392218168825),
    0.0006030449294485152,
)
# lgamma(1 + z) / z, lgamma(2 + z) / z and lgamma(3 + z), |z| <= 1/2; the logarithm of Stirling's factor, times x
_LGAMMA1 = (
    *(-0.5772156715393066, 0.822467029094696, -0.4006856679916382, 0.27057945728302, -0.20738229155540466),
    *(0.16961446404457092, -0.1441514790058136, 0.12445605546236038, -0.10979577898979187, 0.10988377034664154),
    *(-0.10338836163282394, 0.036274682730436325, -0.02316180057823658, 0.17742837965488434, -0.17739754915237427),
)
_LGAMMA2 = (
    *(0.42278432846069336, 0.32246702909469604, -0.0673522800207138, 0.02058078907430172, -0.0073861777782440186),
    *(0.002890956122428179, -0.0011858376674354076, 0.0005056574591435492, -0.0002538618282414973),
    0.00011500354594318196,
)
_LGAMMA3 = (
    *(0.6931471824645996, 0.9227843284606934, 0.19746702909469604, -0.025685681030154228, 0.004955831915140152),
    *(-0.001134873484261334, 0.0002860847453121096, -8.025565330171958e-05, 2.2557267584488727e-05),
)
_LOG_STIRLING = (
    *(0.0833333358168602, -2.166857626662022e-08, -0.0027768658474087715, -1.435738340660464e-05),
    *(0.0008995764655992389, -0.0003841162833850831),
)


def _polynomial(x: E, coefficients: Sequence[float]) -> E:
    number = x.number(coefficients[-1])
    for coefficient in coefficients[-2::-1]:
        number = number.math("fma", x, coefficient)
    return number


def _of_floats(make: Callable[[E], E]) -> Callable[[E], E]:
    """Wrap a function to compute half operands as float."""

    def computed(x: E) -> E:
        if x.type.scalar.code is not TypeCode.HALF:
            return make(x)
        wide = x.of(convert_value(x.code, x.value, x.code.like(x.type, x.code.f32), "f", "f"))
        return x.of(convert_value(x.code, make(wide).value, x.type, "f", "f"))

    return computed


def _erfc_of_size(size: E) -> E:
    """erfc of a number that is not negative. The rounding error of x² is corrected: exp(-x²) = exp(-s) (1 + (s
    - x²)).
    """
    x = size.math("fmin", 10.1)
    square = x * x
    rest = x.math("fma", -x, square)
    scale = (-square).math("exp")
    scale = scale.math("fma", rest, scale)
    return scale * _polynomial((x - 2.0) / (x + 2.0), _ERFC) / (x * 2.0 + 1.0)


@_of_floats
def erf(x: E) -> E:
    """The error function."""
    size = x.math("fabs")
    far = (1.0 - _erfc_of_size(size)).with_sign_of(x)
    return pick(x.is_nan(), x, pick(size < 1.0, x * _polynomial(x * x, _ERF), far))


@_of_floats
def erfc(x: E) -> E:
    """1 - erf(x)."""
    far = _erfc_of_size(x.math("fabs"))
    far = pick(x < 0.0, 2.0 - far, far)
    near = 1.0 - x * _polynomial(x * x, _ERF)
    return pick(x.is_nan(), x, pick(x.math("fabs") < 0.25, near, far))


def _centred(size: E) -> tuple[E, E, E, E]:
    """A number below 3.5 minus the nearest of 0, 1, 2 and 3, and whether it is below 0.5, 1.5 and 2.5."""
    low, middle, high = size < 0.5, size < 1.5, size < 2.5
    nearest = pick(low, 0.0, pick(middle, 1.0, pick(high, 2.0, size.number(3.0))))
    return size - nearest, low, middle, high


def _gamma_of_size(size: E) -> E:
    """Gamma of a number that is not negative."""
    z, low, middle, high = _centred(size)
    near = 1.0 / _polynomial(z, _GAMMA)
    factor = pick(high, size - 1.0, (size - 1.0) * (size - 2.0))
    near = pick(low, near / size, pick(middle, near, near * factor))
    half = size.math("pow", size * 0.5 - 0.25)  # in two factors: a single power overflows before gamma does
    far = half * (-size).math("exp") * math.sqrt(2 * math.pi) * half * _polynomial(1.0 / size, _STIRLING)
    return pick(size < 3.5, near, pick(size > 36.0, math.inf, far))


def _sine(size: E) -> E:
    """sin(pi x), for which Metal's `sinpi` is most exact near zero."""
    near = size.math("rint")
    sine = (size - near).math("sinpi")
    return pick((near * 0.5).math("floor").eq(near * 0.5), sine, -sine)


@_of_floats
def tgamma(x: E) -> E:
    """Gamma; NaN for negative integers."""
    size = x.math("fabs")
    gamma = _gamma_of_size(size)
    mirrored = (-math.pi / (_sine(size) * size)) / gamma
    small = 1.0 / (x * _polynomial(x, _GAMMA))  # |x| < 1/2
    whole = size.math("floor").eq(size)
    mirrored = pick(whole, math.nan, mirrored)
    gamma = pick(size < 0.5, small, pick(x < 0.0, mirrored, gamma))
    return pick(x.is_nan(), x, gamma)


def _lgamma_of_size(size: E) -> E:
    z, low, middle, high = _centred(size)
    first = z * _polynomial(z, _LGAMMA1)
    near = pick(middle, first, pick(high, z * _polynomial(z, _LGAMMA2), _polynomial(z, _LGAMMA3)))
    near = pick(low, first - size.math("log"), near)
    inverse = 1.0 / size
    series = inverse.math("fma", _polynomial(inverse, _LOG_STIRLING), 0.5 * math.log(2 * math.pi))
    far = (size - 0.5).math("fma", size.math("log") - 1.0, series - 0.5)
    return pick(size < 3.5, near, pick(size.eq(math.inf), math.inf, far))


@_of_floats
def lgamma(x: E) -> E:
    """The logarithm of the absolute value of gamma."""
    size = x.math("fabs")
    result = _lgamma_of_size(size)
    small = x * _polynomial(x, _LGAMMA1) - size.math("log")
    mirrored = (math.pi / (_sine(size).math("fabs") * size)).math("log") - result
    mirrored = pick(size.math("floor").eq(size), math.inf, mirrored)
    infinite = size.eq(math.inf)
    result = pick(size < 0.5, small, pick(x < 0.0, mirrored, result))
    return pick(x.is_nan(), x, pick(infinite | size.eq(0.0), math.inf, result))


def sign_of_gamma(x: E) -> E:
    """1.0 or -1.0; for 0 its sign; 0 for NaN and for negative integers."""
    down = x.math("floor")
    odd = (down * 0.5).math("floor").ne(down * 0.5)
    sign = pick((x < 0.0) & odd, -1.0, x.number(1.0))
    sign = pick(x.eq(0.0), x.number(1.0).with_sign_of(x), sign)
    return pick(x.is_nan() | ((x < 0.0) & down.eq(x)), 0.0, sign)


def low_quotient(x: E, y: E, remainder: E) -> E:
    """The low seven bits of the integer quotient x / y that belongs to `remainder`, with its sign, as a float."""
    size, divisor = x.math("fabs"), y.math("fabs")
    many = divisor * 128.0
    rest = pick(many.eq(math.inf), size, size.math("fmod", many))
    left = pick(x.bits() < 0, -remainder, remainder)
    count = ((rest - left) / divisor).math("rint")
    count = count - (count * (1 / 128)).math("floor") * 128.0
    flipped = pick((x.bits() ^ y.bits()) < 0, -count, count)
    bad = remainder.is_nan() | divisor.eq(math.inf)
    return pick(bad, 0.0, flipped)
