"""The functions of chapter 6 of the Metal Shading Language Specification 4.0, by name and types, and a use of each.

A row is `SET: RESULT NAME(PARAMETERS)`. `T` is each type of the set in turn; `Tb`, `Ti` and `Tu` are the Boolean, `int`
and unsigned type with as many elements, `Ts` the type of an element. A use is one line, so that the line of a message
names it. Texture rows are in `texture_signatures.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

FLOATS = ("half", "float")
REALS = (*FLOATS, "bfloat")
INTEGERS = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong")
_UNSIGNED = {"char": "uchar", "short": "ushort", "int": "uint", "long": "ulong"}
_WIDTHS = ("", "2", "3", "4")

COMMON = """
F: T clamp(T, T, T)
F: T mix(T, T, T)
F: T saturate(T)
F: T sign(T)
F: T smoothstep(T, T, T)
F: T step(T, T)
S: T fast::clamp(T, T, T)
S: T precise::clamp(T, T, T)
S: T fast::saturate(T)
S: T precise::saturate(T)
"""
INTEGER = """
I: T abs(T)
I: Tu absdiff(T, T)
I: T addsat(T, T)
I: T clamp(T, T, T)
I: T clz(T)
I: T ctz(T)
I: T extract_bits(T, uint, uint)
I: T hadd(T, T)
I: T insert_bits(T, T, uint, uint)
W: T mad24(T, T, T)
I: T madhi(T, T, T)
I: T madsat(T, T, T)
I: T max(T, T)
I: T max3(T, T, T)
I: T median3(T, T, T)
I: T min(T, T)
I: T min3(T, T, T)
W: T mul24(T, T)
I: T mulhi(T, T)
I: T popcount(T)
I: T reverse_bits(T)
I: T rhadd(T, T)
I: T rotate(T, T)
I: T subsat(T, T)
"""
RELATIONAL = """
B: bool all(T)
B: bool any(T)
R: Tb isfinite(T)
R: Tb isinf(T)
R: Tb isnan(T)
R: Tb isnormal(T)
R: Tb isordered(T, T)
R: Tb isunordered(T, T)
B: T not(T)
R: T select(T, T, Tb)
I: T select(T, T, Tb)
B: T select(T, T, Tb)
R: Tb signbit(T)
"""
_OF_BOTH = """
T acos(T); T acosh(T); T asin(T); T asinh(T); T atan(T); T atan2(T, T); T atanh(T); T ceil(T); T copysign(T, T);
T cos(T); T cosh(T); T cospi(T); T exp(T); T exp2(T); T exp10(T); T fabs(T); T fdim(T, T); T floor(T); T fma(T, T, T);
T fmax(T, T); T fmin(T, T); T fmod(T, T); T fract(T); T frexp(T, thread Ti&); Ti ilogb(T); T ldexp(T, Ti); T log(T);
T log2(T); T log10(T); T modf(T, thread T&); T pow(T, T); T powr(T, T); T rint(T); T round(T); T rsqrt(T); T sin(T);
T sinh(T); T sincos(T, thread T&); T sinpi(T); T sqrt(T); T tan(T); T tanh(T); T tanpi(T); T trunc(T)
"""
"""The functions of table 8.2, of which single precision has a fast and a precise variant (section 6.5)."""
_OF_ONE = """
T abs(T); T divide(T, T); T fmax3(T, T, T); T max(T, T); T max3(T, T, T); T fmedian3(T, T, T); T median3(T, T, T);
T min(T, T); T fmin3(T, T, T); T min3(T, T, T); T nextafter(T, T)
"""
_BOTH = [" ".join(item.split()) for item in _OF_BOTH.split(";")]
_ONE = [" ".join(item.split()) for item in _OF_ONE.split(";")]
_VARIANT = re.compile(r" (?=\w+\()")
MATH = "\n".join(
    [f"F: {item}" for item in (*_BOTH, *_ONE)]
    + [f"S: {_VARIANT.sub(f' {variant}::', item, count=1)}" for item in _BOTH for variant in ("fast", "precise")]
)
GEOMETRIC = """
F3: T cross(T, T)
FV: Ts distance(T, T)
FV: Ts distance_squared(T, T)
FV: Ts dot(T, T)
FV: T faceforward(T, T, T)
FV: Ts length(T)
FV: Ts length_squared(T)
FV: T normalize(T)
FV: T reflect(T, T)
FV: T refract(T, T, Ts)
SV: Ts fast::distance(T, T)
SV: Ts precise::distance(T, T)
SV: Ts fast::length(T)
SV: Ts precise::length(T)
SV: T fast::normalize(T)
SV: T precise::normalize(T)
"""
SYNCHRONISATION = """
_: void threadgroup_barrier(mem_flags)
_: void simdgroup_barrier(mem_flags)
_: simd_vote simd_active_threads_mask()
_: bool simd_all(bool)
_: bool simd_any(bool)
_: simd_vote simd_ballot(bool)
_: bool simd_is_first()
_: bool simd_is_helper_thread()
_: quad_vote quad_active_threads_mask()
_: bool quad_all(bool)
_: bool quad_any(bool)
_: quad_vote quad_ballot(bool)
_: bool quad_is_first()
_: bool quad_is_helper_thread()
"""
_LANES = """
T broadcast(T, ushort); T broadcast_first(T); T shuffle(T, ushort); T shuffle_and_fill_down(T, T, ushort);
T shuffle_and_fill_down(T, T, ushort, ushort); T shuffle_and_fill_up(T, T, ushort);
T shuffle_and_fill_up(T, T, ushort, ushort); T shuffle_down(T, ushort); T shuffle_rotate_down(T, ushort);
T shuffle_rotate_up(T, ushort); T shuffle_up(T, ushort); T shuffle_xor(T, ushort); T max(T); T min(T);
T prefix_exclusive_product(T); T prefix_exclusive_sum(T); T prefix_inclusive_product(T); T prefix_inclusive_sum(T);
T product(T); T sum(T)
"""
LANES = SYNCHRONISATION + "\n".join(
    [f"L: T {group}_{' '.join(item.split())[2:]}" for group in ("simd", "quad") for item in _LANES.split(";")]
    + [f"LI: T {group}_{word}(T)" for group in ("simd", "quad") for word in ("and", "or", "xor")]
)
GRAPHICS = """
F: T dfdx(T)
F: T dfdy(T)
F: T fwidth(T)
_: uint get_num_samples()
_: float2 get_sample_position(uint)
_: void discard_fragment()
"""
PACKING = """
_: float4 unpack_unorm4x8_to_float(uint)
_: float4 unpack_snorm4x8_to_float(uint)
_: half4 unpack_unorm4x8_to_half(uint)
_: half4 unpack_snorm4x8_to_half(uint)
_: float4 unpack_unorm4x8_srgb_to_float(uint)
_: half4 unpack_unorm4x8_srgb_to_half(uint)
_: float2 unpack_unorm2x16_to_float(uint)
_: float2 unpack_snorm2x16_to_float(uint)
_: half2 unpack_unorm2x16_to_half(uint)
_: half2 unpack_snorm2x16_to_half(uint)
_: float4 unpack_unorm10a2_to_float(uint)
_: float3 unpack_unorm565_to_float(ushort)
_: half4 unpack_unorm10a2_to_half(uint)
_: half3 unpack_unorm565_to_half(ushort)
_: float4 unpack_snorm10a2_to_float(uint)
_: half4 unpack_snorm10a2_to_half(uint)
_: uint pack_float_to_unorm4x8(float4)
_: uint pack_float_to_snorm4x8(float4)
_: uint pack_half_to_unorm4x8(half4)
_: uint pack_half_to_snorm4x8(half4)
_: uint pack_float_to_srgb_unorm4x8(float4)
_: uint pack_half_to_srgb_unorm4x8(half4)
_: uint pack_float_to_unorm2x16(float2)
_: uint pack_float_to_snorm2x16(float2)
_: uint pack_half_to_unorm2x16(half2)
_: uint pack_half_to_snorm2x16(half2)
_: uint pack_float_to_unorm10a2(float4)
_: ushort pack_float_to_unorm565(float3)
_: uint pack_half_to_unorm10a2(half4)
_: ushort pack_half_to_unorm565(half3)
_: uint pack_float_to_snorm10a2(float4)
_: uint pack_half_to_snorm10a2(half4)
"""
_ATOMIC = """
{A}: void atomic_store_explicit(volatile {S} T*, Tv, memory_order)
{A}: void atomic_store_explicit({S} T*, Tv, memory_order)
{A}: Tv atomic_load_explicit(const {S} T*, memory_order)
{A}: Tv atomic_load_explicit(const volatile {S} T*, memory_order)
{A}: Tv atomic_exchange_explicit({S} T*, Tv, memory_order)
{A}: Tv atomic_exchange_explicit(volatile {S} T*, Tv, memory_order)
{A}: bool atomic_compare_exchange_weak_explicit({S} T*, thread Tv*, Tv, memory_order, memory_order)
{A}: bool atomic_compare_exchange_weak_explicit(volatile {S} T*, thread Tv*, Tv, memory_order, memory_order)
{F}: Tv atomic_fetch_add_explicit({S} T*, Tv, memory_order)
{F}: Tv atomic_fetch_add_explicit(volatile {S} T*, Tv, memory_order)
{F}: Tv atomic_fetch_sub_explicit({S} T*, Tv, memory_order)
{F}: Tv atomic_fetch_sub_explicit(volatile {S} T*, Tv, memory_order)
"""
_ATOMIC_BITS = """
AI: Tv atomic_fetch_{K}_explicit({S} T*, Tv, memory_order)
AI: Tv atomic_fetch_{K}_explicit(volatile {S} T*, Tv, memory_order)
"""
ATOMIC = (
    _ATOMIC.format(S="device", A="A", F="AF")
    + _ATOMIC.format(S="threadgroup", A="A", F="AF")
    + "".join(
        _ATOMIC_BITS.format(S=space, K=key)
        for space in ("device", "threadgroup")
        for key in ("and", "max", "min", "or", "xor")
    )
    + """
AL: void atomic_max_explicit(device T*, Tv, memory_order)
AL: void atomic_max_explicit(volatile device T*, Tv, memory_order)
AL: void atomic_min_explicit(device T*, Tv, memory_order)
AL: void atomic_min_explicit(volatile device T*, Tv, memory_order)
_: void atomic_thread_fence(mem_flags, memory_order)
_: void atomic_thread_fence(mem_flags, memory_order, thread_scope)
"""
)
"""Single precision in threadgroup memory is not Metal's (6.15.4: `atomic_float` for device memory alone), but the
rows of tables have both spaces: `Row.legal` leaves it out."""
MATRICES = "\n".join(
    [f"_: {t} determinant({t}{n}x{n})" for t in FLOATS for n in (2, 3, 4)]
    + [f"_: {t}{m}x{n} transpose({t}{n}x{m})" for t in FLOATS for n in (2, 3, 4) for m in (2, 3, 4)]
)
TABLES = {
    "6.2": COMMON, "6.3": INTEGER, "6.4": RELATIONAL, "6.5": MATH, "6.6": MATRICES, "6.8": GEOMETRIC, "6.9": LANES,
    "6.10": GRAPHICS, "6.14": PACKING, "6.15": ATOMIC,
}  # fmt: skip
"""Rows by section. Section 6.7 (SIMD-group matrices) is in `specification/simdgroups.metal`."""


def _vectors(elements: Iterable[str], widths: Iterable[str] = _WIDTHS) -> list[str]:
    return [f"{element}{width}" for element in elements for width in widths]


_LANE_INTEGERS = ("char", "uchar", "short", "ushort", "int", "uint")
SETS = {
    "_": [""],
    "F": _vectors(FLOATS),
    "FV": _vectors(FLOATS, "234"),
    "F3": _vectors(FLOATS, "3"),
    "S": _vectors(["float"]),
    "SV": _vectors(["float"], "234"),
    "R": _vectors(REALS),
    "I": _vectors(INTEGERS),
    "W": _vectors(("int", "uint")),
    "B": _vectors(["bool"]),
    "L": _vectors((*_LANE_INTEGERS, *REALS)),
    "LI": _vectors(_LANE_INTEGERS),
    "A": ["atomic_int", "atomic_uint", "atomic_bool", "atomic_float"],
    "AF": ["atomic_int", "atomic_uint", "atomic_float"],
    "AI": ["atomic_int", "atomic_uint"],
    "AL": ["atomic_ulong"],
}


@dataclass(frozen=True)
class Use:
    """A use of a function: what it is called in reports, and a line of Metal."""

    name: str
    line: str


_OPERATORS = ("not",)
"""Functions whose names are operators of C++, which no scope precedes."""
_ROW = re.compile(r"(\w+): ([\w ]+?) ([\w:]+)\((.*)\)")
_CONSTANTS = {
    "mem_flags": "mem_flags::mem_device",
    "memory_order": "memory_order_relaxed",
    "thread_scope": "thread_scope_device",
}
"""Parameters that must be constants."""


def instance(text: str, type: str) -> str:
    """A type of a row for the type `T`."""
    width = type[-1] if type[-1:].isdigit() else ""
    element = type.removesuffix(width)
    names = {"Tb": f"bool{width}", "Ti": f"int{width}", "Ts": element, "Tv": type.removeprefix("atomic_")}
    names |= {"Tu": _UNSIGNED.get(element, element) + width, "T": type}
    return re.sub(r"\bT[bisuv]?\b", lambda match: names[match[0]], text)


def _is_legal(type: str, parameters: str) -> bool:
    return not (type == "atomic_float" and "threadgroup" in parameters)


def rows(section: str) -> Iterator[tuple[str, str, str, list[str]]]:
    """Type, result, name and types of parameters of each function with each of its types."""
    for line in TABLES[section].splitlines():
        if line:
            match = _ROW.fullmatch(line)
            assert match is not None, line
            for type in SETS[match[1]]:
                if _is_legal(type, match[4]):
                    parameters = [instance(item, type) for item in match[4].split(", ") if item]
                    yield type, instance(match[2], type), match[3], parameters


def uses(section: str) -> Iterator[Use]:
    """A use of each function of a section with each of its types, whose result has the type that the row says."""
    for number, (_, result, name, parameters) in enumerate(rows(section)):
        taken, given = [], []
        for index, parameter in enumerate(parameters):
            if parameter in _CONSTANTS:
                given.append(_CONSTANTS[parameter])
            else:
                taken.append(f"{parameter} a{index}")
                given.append(f"a{index}")
        call = f"{'' if name in _OPERATORS else 'metal::'}{name}({', '.join(given)})"
        body = f"{call};" if result == "void" else f"static_assert(is_same_v<{result}, decltype({call})>); {call};"
        title = f"{section} {result} {name}({', '.join(parameters)})"
        yield Use(title, f"static void u{number}({', '.join(taken)}) {{ {body} }}")


HEAD = """#include <metal_stdlib>
using namespace metal;
"""


def source(lines: Iterable[str]) -> str:
    """A source with a use on each line, from line 3 on."""
    return HEAD + "\n".join(lines) + "\n"
