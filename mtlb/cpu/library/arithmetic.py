"""Arithmetic of one thread: floating-point and integer functions, conversions, packing.

After the Metal Shading Language Specification, chapters 6 (functions) and 8 (numerical compliance). `fast_` functions
are the precise ones. In half and bfloat precision functions are computed in single precision and rounded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .body import FunctionBody, count_of, element_of, is_float, mangle, splat, with_element
from .registry import defines

__all__: list[str] = []

_LLVM = {
    name: name
    for name in [
        "sqrt",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "exp",
        "exp2",
        "exp10",
        "log",
        "log2",
        "log10",
        "fabs",
        "floor",
        "ceil",
        "rint",
        "trunc",
        "round",
    ]
}
_LARGEST_FRACTION = {"float": "0x3FEFFFFFE0000000", "half": "0xH3BFF", "bfloat": "0xR3F7F"}  # largest below 1
_PI = "0x400921FB60000000"


@defines(*_LLVM, fast=True)
def _unary(b: FunctionBody) -> str:
    name = b.air_name.split(".")[1].removeprefix("fast_")
    return b.in_float(lambda type_, x: b.llvm(_LLVM[name], type_, *x), *b.arguments)


@defines("acosh", "asinh", "atanh", fast=True)
def _libm(b: FunctionBody) -> str:
    name = b.air_name.split(".")[1].removeprefix("fast_") + "f"
    return b.in_float(lambda type_, x: b.each(lambda one, e: b.call(one, name, (one, e[0])), type_, *x), *b.arguments)


@defines("pow", "powr", "atan2", fast=True)
def _binary(b: FunctionBody) -> str:
    name = {"pow": "pow", "powr": "pow", "atan2": "atan2"}[b.air_name.split(".")[1].removeprefix("fast_")]
    return b.in_float(lambda type_, x: b.llvm(name, type_, *x), *b.arguments)


@defines("fma", fast=True)
def _fma(b: FunctionBody) -> str:
    return b.in_float(lambda type_, x: b.llvm("fma", type_, *x), *b.arguments)


@defines("copysign", fast=True)
def _copysign(b: FunctionBody) -> str:
    return b.llvm("copysign", b.result, *b.arguments)


@defines("fmin", "fmax", fast=True)
def _minimum(b: FunctionBody) -> str:
    return b.llvm("minnum" if "fmin" in b.air_name else "maxnum", b.result, *b.arguments)


@defines("fmin3", "fmax3", fast=True)
def _minimum_of_three(b: FunctionBody) -> str:
    name = "minnum" if "fmin3" in b.air_name else "maxnum"
    first, second, third = b.arguments
    return b.llvm(name, b.result, b.llvm(name, b.result, first, second), third)


@defines("fmedian3", fast=True)
def _median(b: FunctionBody) -> str:
    x, y, z = b.arguments
    low, high = b.llvm("minnum", b.result, x, y), b.llvm("maxnum", b.result, x, y)
    return b.llvm("maxnum", b.result, low, b.llvm("minnum", b.result, high, z))


@defines("fdim", fast=True)
def _fdim(b: FunctionBody) -> str:
    x, y = b.arguments
    zero, one = splat(b.result, 0), with_element(b.result, "i1")
    difference = b.op(f"fsub {b.result} {x}, {y}")
    return b.op(f"select {one} {b.op(f'fcmp ole {b.result} {x}, {y}')}, {b.result} {zero}, {b.result} {difference}")


@defines("fmod", fast=True)
def _fmod(b: FunctionBody) -> str:
    return b.in_float(lambda type_, x: b.op(f"frem {type_} {x[0]}, {x[1]}"), *b.arguments)


@defines("nextafter")
def _nextafter(b: FunctionBody) -> str:
    """By the bits: those of the neighbour are one more or one less."""
    x, y = b.arguments
    bits = with_element(b.result, f"i{16 if element_of(b.result) in ('half', 'bfloat') else 32}")
    one = with_element(b.result, "i1")
    number = b.op(f"bitcast {b.result} {x} to {bits}")
    positive = b.op(f"icmp sge {bits} {number}, {splat(bits, 0)}")
    up = b.op(f"fcmp olt {b.result} {x}, {y}")
    away = b.op(f"icmp eq {one} {positive}, {up}")
    step = b.op(f"select {one} {away}, {bits} {splat(bits, 1)}, {bits} {splat(bits, -1)}")
    moved = b.op(f"add {bits} {number}, {step}")
    width = int(element_of(bits)[1:])
    smallest = b.op(f"select {one} {up}, {bits} {splat(bits, 1)}, {bits} {splat(bits, 1 - (1 << width - 1))}")
    is_zero = b.op(f"fcmp oeq {b.result} {x}, {splat(b.result, 0)}")
    moved = b.op(f"select {one} {is_zero}, {bits} {smallest}, {bits} {moved}")
    found = b.op(f"bitcast {bits} {moved} to {b.result}")
    equal = b.op(f"fcmp oeq {b.result} {x}, {y}")
    unordered = b.op(f"fcmp uno {b.result} {x}, {y}")
    found = b.op(f"select {one} {equal}, {b.result} {y}, {b.result} {found}")
    return b.op(f"select {one} {unordered}, {b.result} {b.op(f'fadd {b.result} {x}, {y}')}, {b.result} {found}")


@defines("ldexp", fast=True)
def _ldexp(b: FunctionBody) -> str:
    exponent = b.parameters[1]
    return b.in_float(
        lambda type_, x: b.call(
            type_, f"llvm.ldexp.{mangle(type_)}.{mangle(exponent)}", (type_, x[0]), (exponent, "%1")
        ),
        "%0",
    )


@defines("rsqrt", fast=True)
def _rsqrt(b: FunctionBody) -> str:
    return b.in_float(lambda type_, x: b.op(f"fdiv {type_} {splat(type_, 1)}, {b.llvm('sqrt', type_, *x)}"), "%0")


@defines("fract", fast=True)
def _fract(b: FunctionBody) -> str:
    fraction = b.op(f"fsub {b.result} %0, {b.llvm('floor', b.result, '%0')}")
    largest = splat(b.result, _LARGEST_FRACTION[element_of(b.result)])
    below = b.op(f"fcmp ogt {b.result} {fraction}, {largest}")
    return b.op(f"select {with_element(b.result, 'i1')} {below}, {b.result} {largest}, {b.result} {fraction}")


@defines("sinpi", "cospi", "tanpi", fast=True)
def _of_pi(b: FunctionBody) -> str:
    name = b.air_name.split(".")[1].removeprefix("fast_").removesuffix("pi")

    def make(type_: str, x: Sequence[str]) -> str:
        # The period is taken off before the multiplication, which would not be exact.
        half = b.op(f"fmul {type_} {x[0]}, {splat(type_, 0.5)}")
        turns = b.op(f"fmul {type_} {b.llvm('rint', type_, half)}, {splat(type_, 2)}")
        rest = b.op(f"fsub {type_} {x[0]}, {turns}")
        return b.llvm(name, type_, b.op(f"fmul {type_} {rest}, {splat(type_, _PI)}"))

    return b.in_float(make, "%0")


@defines("sincos", fast=True)
def _sincos(b: FunctionBody) -> str:
    b.do(f"store {b.result} {b.in_float(lambda type_, x: b.llvm('cos', type_, *x), '%0')}, {b.parameters[1]} %1")
    return b.in_float(lambda type_, x: b.llvm("sin", type_, *x), "%0")


@defines("saturate", fast=True)
def _saturate(b: FunctionBody) -> str:
    return b.llvm("minnum", b.result, b.llvm("maxnum", b.result, "%0", splat(b.result, 0)), splat(b.result, 1))


@defines("mix", fast=True)
def _mix(b: FunctionBody) -> str:
    x, y, weight = b.arguments
    difference = b.op(f"fsub {b.result} {y}, {x}")
    return b.op(f"fadd {b.result} {x}, {b.op(f'fmul {b.result} {difference}, {weight}')}")


@defines("sign", fast=True)
def _sign(b: FunctionBody) -> str:
    """NaN gives 0, and zeros keep their sign."""
    one, zero = with_element(b.result, "i1"), splat(b.result, 0)
    unit = b.llvm("copysign", b.result, splat(b.result, 1), "%0")
    is_zero = b.op(f"fcmp oeq {b.result} %0, {zero}")
    found = b.op(f"select {one} {is_zero}, {b.result} %0, {b.result} {unit}")
    unordered = b.op(f"fcmp uno {b.result} %0, {zero}")
    return b.op(f"select {one} {unordered}, {b.result} {zero}, {b.result} {found}")


@defines("dot", fast=True)
def _dot(b: FunctionBody) -> str:
    type_ = b.parameters[0]
    wide = "float" if b.result in ("half", "bfloat") else b.result
    total = ""
    for number in range(count_of(type_)):
        x, y = (b.cast(b.op(f"extractelement {type_} {a}, i32 {number}"), b.result, wide) for a in b.arguments)
        total = b.llvm("fma", wide, x, y, total) if total else b.op(f"fmul {wide} {x}, {y}")
    return b.cast(total, wide, b.result)


@defines("clamp", fast=True)
def _clamp(b: FunctionBody) -> str:
    letter = "s" if b.signed else "u"
    low, high = ("maxnum", "minnum") if is_float(b.result) else (f"{letter}max", f"{letter}min")
    return b.llvm(high, b.result, b.llvm(low, b.result, "%0", "%1"), "%2")


# --- integers --------------------------------------------------------------------------------------------------------


@defines("min", "max")
def _integer_minimum(b: FunctionBody) -> str:
    return b.llvm(("s" if b.signed else "u") + b.air_name.split(".")[1], b.result, *b.arguments)


@defines("abs")
def _abs(b: FunctionBody) -> str:
    if not b.signed:
        return "%0"
    return b.call(b.result, f"llvm.abs.{mangle(b.result)}", (b.result, "%0"), ("i1", "false"))


@defines("abs_diff")
def _abs_diff(b: FunctionBody) -> str:
    letter = "s" if b.signed else "u"
    high, low = b.llvm(f"{letter}max", b.result, "%0", "%1"), b.llvm(f"{letter}min", b.result, "%0", "%1")
    return b.op(f"sub {b.result} {high}, {low}")


@defines("add_sat", "sub_sat")
def _saturating(b: FunctionBody) -> str:
    return b.llvm(f"{'s' if b.signed else 'u'}{b.air_name.split('.')[1][:3]}.sat", b.result, *b.arguments)


@defines("hadd", "rhadd")
def _half_sum(b: FunctionBody) -> str:
    """The half of a sum that is not cut: x & y + (x ^ y) / 2, or x | y - (x ^ y) / 2 rounded up."""
    x, y = b.arguments
    shift = "ashr" if b.signed else "lshr"
    half = b.op(f"{shift} {b.result} {b.op(f'xor {b.result} {x}, {y}')}, {splat(b.result, 1)}")
    if b.air_name.startswith("air.hadd"):
        return b.op(f"add {b.result} {b.op(f'and {b.result} {x}, {y}')}, {half}")
    return b.op(f"sub {b.result} {b.op(f'or {b.result} {x}, {y}')}, {half}")


def _high_product(b: FunctionBody) -> str:
    bits = int(element_of(b.result)[1:])
    wide = with_element(b.result, f"i{2 * bits}")
    x, y = (b.cast(a, b.result, wide, signed=b.signed) for a in ("%0", "%1"))
    product = b.op(f"mul {wide} {x}, {y}")
    return b.op(f"trunc {wide} {b.op(f'lshr {wide} {product}, {splat(wide, bits)}')} to {b.result}")


@defines("mul_hi")
def _mul_hi(b: FunctionBody) -> str:
    return _high_product(b)


@defines("mad_hi")
def _mad_hi(b: FunctionBody) -> str:
    return b.op(f"add {b.result} {_high_product(b)}, %2")


@defines("clz", "ctz")
def _zeros(b: FunctionBody) -> str:
    name = "ctlz" if b.air_name.startswith("air.clz") else "cttz"
    return b.call(b.result, f"llvm.{name}.{mangle(b.result)}", (b.result, "%0"), ("i1", "false"))


@defines("popcount", "reverse_bits")
def _bits(b: FunctionBody) -> str:
    return b.llvm("ctpop" if b.air_name.startswith("air.popcount") else "bitreverse", b.result, "%0")


@defines("rotate")
def _rotate(b: FunctionBody) -> str:
    return b.llvm("fshl", b.result, "%0", "%0", "%1")


def _field(b: FunctionBody, offset: str, width: str) -> tuple[str, str, str, str]:
    """Offset and width of a bit field as numbers of the result, a mask of so many bits, and whether it has none."""
    element = element_of(b.result)
    bits = int(element[1:])

    def number(value: str) -> str:
        one = b.cast(value, "i32", element)
        if count_of(b.result) == 1:
            return one
        first = b.op(f"insertelement {b.result} poison, {element} {one}, i32 0")
        return b.op(
            f"shufflevector {b.result} {first}, {b.result} poison, <{count_of(b.result)} x i32> zeroinitializer"
        )

    at, wide = number(offset), number(width)
    one = with_element(b.result, "i1")
    is_empty = b.op(f"icmp eq {b.result} {wide}, {splat(b.result, 0)}")
    rest = b.op(f"sub {b.result} {splat(b.result, bits)}, {wide}")
    safe = b.op(f"select {one} {is_empty}, {b.result} {splat(b.result, 0)}, {b.result} {rest}")
    mask = b.op(f"lshr {b.result} {splat(b.result, -1)}, {safe}")
    mask = b.op(f"select {one} {is_empty}, {b.result} {splat(b.result, 0)}, {b.result} {mask}")
    return at, safe, mask, is_empty


@defines("extract_bits")
def _extract_bits(b: FunctionBody) -> str:
    """Undefined when offset + width exceeds the width of the type; no shift here is by more than that."""
    at, rest, mask, _ = _field(b, "%1", "%2")
    bits = int(element_of(b.result)[1:])
    at = b.op(f"and {b.result} {at}, {splat(b.result, bits - 1)}")
    field = b.op(f"and {b.result} {b.op(f'lshr {b.result} %0, {at}')}, {mask}")
    if not b.signed:
        return field
    return b.op(f"ashr {b.result} {b.op(f'shl {b.result} {field}, {rest}')}, {rest}")


@defines("insert_bits")
def _insert_bits(b: FunctionBody) -> str:
    at, _, mask, _ = _field(b, "%2", "%3")
    bits = int(element_of(b.result)[1:])
    at = b.op(f"and {b.result} {at}, {splat(b.result, bits - 1)}")
    place = b.op(f"shl {b.result} {mask}, {at}")
    kept = b.op(f"and {b.result} %0, {b.op(f'xor {b.result} {place}, {splat(b.result, -1)}')}")
    moved = b.op(f"shl {b.result} %1, {at}")
    return b.op(f"or {b.result} {kept}, {b.op(f'and {b.result} {moved}, {place}')}")


@defines("any", "all")
def _reduced(b: FunctionBody) -> str:
    type_ = b.parameters[0]
    if count_of(type_) == 1:
        return "%0"
    name = "or" if b.air_name.startswith("air.any") else "and"
    return b.call("i1", f"llvm.vector.reduce.{name}.{mangle(type_)}", (type_, "%0"))


# --- conversions -----------------------------------------------------------------------------------------------------


@defines("convert")
def _convert(b: FunctionBody) -> str | None:
    """`air.convert.<kind>.<type>.<kind>.<type>`. What is too large for an integer gives its limit, NaN gives 0."""
    if len(b.letters) < 4:
        return None
    target, source = b.letters[0], b.letters[2]
    given = b.parameters[0]
    if target == "f":
        return b.cast("%0", given, b.result, signed=source == "s")
    if source != "f":
        return b.cast("%0", given, b.result, signed=source == "s")
    if element_of(b.result) == "i1":
        return b.op(f"fcmp une {given} %0, {splat(given, 0)}")
    value = "%0"
    if element_of(given) in ("half", "bfloat"):
        value, given = b.cast(value, given, with_element(given, "float")), with_element(given, "float")
    return b.call(b.result, f"llvm.fpto{target}i.sat.{mangle(b.result)}.{mangle(given)}", (given, value))


@defines(*(f"{word}.{kind}norm{shape}" for word in ("pack", "unpack") for kind in "us" for shape in ("4x8", "2x16")))
def _packing(b: FunctionBody) -> str:
    return _packed(b, srgb=False)


@defines("pack.unorm4x8.srgb", "unpack.unorm4x8.srgb")
def _packing_srgb(b: FunctionBody) -> str:
    return _packed(b, srgb=True)


def _packed(b: FunctionBody, *, srgb: bool) -> str:
    found = re.match(r"air\.(pack|unpack)\.([us])norm(\d)x(\d+)", b.air_name)
    assert found is not None
    count, bits, signed = int(found[3]), int(found[4]), found[2] == "s"
    largest = (1 << bits - signed) - 1
    floats = f"<{count} x float>"
    if found[1] == "unpack":
        value = "poison"
        for number in range(count):
            part = b.op(f"trunc i32 {b.op(f'lshr i32 %0, {number * bits}')} to i{bits}")
            one = b.op(f"fdiv float {b.cast(part, f'i{bits}', 'float', signed=signed)}, {float(largest)}")
            if signed:
                one = b.llvm("maxnum", "float", one, "-1.0")
            if srgb and number < 3:
                one = b.call("float", "mtlb_from_srgb", ("float", one))
            value = b.op(f"insertelement {floats} {value}, float {one}, i32 {number}")
        return b.cast(value, floats, b.result)
    given = b.cast("%0", b.parameters[0], floats)
    word = "0"
    for number in range(count):
        one = b.op(f"extractelement {floats} {given}, i32 {number}")
        if srgb and number < 3:
            one = b.call("float", "mtlb_to_srgb", ("float", one))
        one = b.llvm("minnum", "float", b.llvm("maxnum", "float", one, "-1.0" if signed else "0.0"), "1.0")
        scaled = b.llvm("rint", "float", b.op(f"fmul float {one}, {float(largest)}"))
        part = b.op(f"and i32 {b.op(f'fptosi float {scaled} to i32')}, {(1 << bits) - 1}")
        word = b.op(f"or i32 {word}, {b.op(f'shl i32 {part}, {number * bits}')}")
    return word


# --- function constants, and what is the same for all threads here ---------------------------------------------------


@defines("normalize_function_constant_predicate")
def _normalize(b: FunctionBody) -> str:
    return b.cast(b.op(f"icmp ne {b.result} %0, 0"), "i1", b.result)


@defines("is_uniform")
def _is_uniform(b: FunctionBody) -> str:
    return "false"
