"""What the functions of the run-time library compute, against exact arithmetic."""

from __future__ import annotations

import math
import struct

import pytest

from mtlb.emit import Scalar, Type, Vector, f16, f32, i8, i16, i32, i64, ptr, thread, u8, u16, u32, u64
from tests.conftest import only_long
from tests.runtime.calls import run

FLOATS = {"half": f16, "float": f32}
INTEGERS = {
    "int8": i8,
    "int16": i16,
    "int32": i32,
    "int64": i64,
    "uint8": u8,
    "uint16": u16,
    "uint32": u32,
    "uint64": u64,
}
WIDTHS = (1, only_long(2), 3, only_long(4), only_long(8), 16)
INT_MAX, INT_MIN = 2**31 - 1, -(2**31)
_CODES = {"half": ("e", "H"), "float": ("f", "I")}


def value_of(bits: int, type: str) -> float:
    code, word = _CODES[type]
    return float(struct.unpack(f"<{code}", struct.pack(f"<{word}", bits))[0])


def bits_of(value: float, type: str) -> int:
    """Rounded once, to nearest even."""
    code, word = _CODES[type]
    try:
        data = struct.pack(f"<{code}", value)
    except OverflowError:
        data = struct.pack(f"<{code}", math.copysign(math.inf, value))
    return int(struct.unpack(f"<{word}", data)[0])


def samples(type: str) -> list[int]:
    """Bits of zeros, denormal, normal and huge numbers, infinities and NaN, of both signs."""
    if type == "half":
        return [*range(0, 0x10000, 37), 1, 0x3FF, 0x400, 0x7BFF, 0x7C00, 0x7E01, 0x8000, 0x8001, 0x83FF, 0xFBFF, 0xFC00]
    edges = [0, 1, 2, 0x7FFFFF, 0x800000, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x4B7FFFFF, 0x7F7FFFFF, 0x7F800000]
    edges += [0x7FC00001, 0x33800000, 0x33000000, 0x33000001, 0x32FFFFFF]
    spread = [(n * 0x9E3779B1) % 2**31 for n in range(500)]
    return [sign | edge for edge in (*edges, *spread) for sign in (0, 0x80000000)]


def of(element: Scalar, count: int) -> Type:
    return element if count == 1 else Vector(element, count)


def vector_word(count: int) -> str:
    return "" if count == 1 else f"v{count}"


def rows_of(values: list[int], count: int) -> list[list[int]]:
    whole = (values * (2 + count // len(values)))[: -(-len(values) // count) * count]
    return [whole[n : n + count] for n in range(0, len(whole), count)]


def same(number: int, expected: float, type: str) -> bool:
    return math.isnan(value_of(number, type)) if math.isnan(expected) else number == bits_of(expected, type)


@pytest.mark.parametrize("count", WIDTHS)
@pytest.mark.parametrize("type", FLOATS)
def test_fract(type: str, count: int) -> None:
    def exact(x: float) -> float:
        if math.isnan(x) or math.isinf(x):
            return x if math.isnan(x) else math.copysign(0.0, x)
        largest = value_of(bits_of(1.0, type) - 1, type)
        return min(value_of(bits_of(x - math.floor(x) + 0.0, type), type), largest)

    value = of(FLOATS[type], count)
    rows = rows_of(samples(type), count)
    name = f"___metal_fract_{vector_word(count)}{type}"
    result = run(name, value, [value, i32], [[*row, 1] for row in rows])
    for row, results in zip(rows, result, strict=True):
        for x, actual in zip(row, results, strict=True):
            assert same(actual, exact(value_of(x, type)), type), (hex(x), hex(actual))


def test_the_fast_fract_of_usual_numbers() -> None:
    numbers = [0.0, 0.25, 1.5, -0.25, -7.75, 1e6 + 0.5]
    result = run("___metal_fract_float", f32, [f32, i32], [[bits_of(x, "float"), 0] for x in numbers])
    assert [value_of(item[0], "float") for item in result] == [x - math.floor(x) for x in numbers]


@pytest.mark.parametrize("count", WIDTHS)
@pytest.mark.parametrize("type", FLOATS)
def test_frexp(type: str, count: int) -> None:
    value, exponent = of(FLOATS[type], count), of(i32, count)
    rows = rows_of(samples(type), count)
    name = f"___metal_frexp_{vector_word(count)}{type}_pthread{vector_word(count)}int32"
    for row, results in zip(rows, run(name, value, [value, ptr(exponent, thread)], rows), strict=True):
        for x, fraction, power in zip(row, results[:count], results[count:], strict=True):
            expected, e = math.frexp(value_of(x, type))
            assert same(fraction, expected, type) and power == e % 2**32, hex(x)


@pytest.mark.parametrize("count", WIDTHS)
@pytest.mark.parametrize("type", FLOATS)
def test_ilogb(type: str, count: int) -> None:
    def exact(x: float) -> int:
        if x == 0 or math.isnan(x):
            return INT_MIN
        return INT_MAX if math.isinf(x) else math.frexp(x)[1] - 1

    value = of(FLOATS[type], count)
    rows = rows_of(samples(type), count)
    name = f"___metal_ilogb_{vector_word(count)}{type}"
    for row, results in zip(rows, run(name, of(i32, count), [value, i32], [[*row, 0] for row in rows]), strict=True):
        assert results == [exact(value_of(x, type)) % 2**32 for x in row]


@pytest.mark.parametrize("count", WIDTHS)
@pytest.mark.parametrize("type", FLOATS)
def test_ldexp(type: str, count: int) -> None:
    numbers = samples(type)[:: 1 if count == 1 else 3]
    powers = [0, 1, -1, 24, -24, 127, -126, -149, -150, 277, -277, 400, -400, INT_MAX, INT_MIN, -13, 9, -15]
    pairs = [(x, powers[n % len(powers)]) for n, x in enumerate(numbers)]
    pairs += [(bits_of(x, type), k) for x in (1.0, -1.5, 1.75, 0.9995) for k in range(-160, 160, 3)]
    value = of(FLOATS[type], count)
    xs, ks = (rows_of(list(item), count) for item in zip(*pairs, strict=True))
    rows = [[*x, *(item % 2**32 for item in k)] for x, k in zip(xs, ks, strict=True)]
    name = f"___metal_ldexp_{vector_word(count)}{type}_{vector_word(count)}int32"
    result = run(name, value, [value, of(i32, count), i32], [[*row, 0] for row in rows])
    for x_row, k_row, results in zip(xs, ks, result, strict=True):
        for x, k, actual in zip(x_row, k_row, results, strict=True):
            expected = math.ldexp(value_of(x, type), max(min(k, 600), -600))
            assert same(actual, expected, type), (hex(x), k, hex(actual))


def fields(width: int) -> list[tuple[int, int]]:
    """Offsets and numbers of bits; of some the field is beyond the width."""
    values = [0, 1, width // 2 - 1, width // 2, width - 1, width, width + 1, 255, 2**31, 2**32 - 1]
    return [(offset, bits) for offset in values for bits in values]


def numbers(width: int) -> list[int]:
    most = 2**width
    return [0, most - 1, most // 2, most // 2 - 1, 0xA5C3_96F0_1234_89AB % most, 0x5A3C_690F_EDCB_7654 % most]


def field(offset: int, bits: int, width: int) -> tuple[int, int]:
    offset = min(offset, width)
    return offset, min(bits, width - offset)


@pytest.mark.parametrize("count", WIDTHS)
@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.long
def test_extract_bits(type: str, count: int) -> None:
    element, value = INTEGERS[type], of(INTEGERS[type], count)
    width = element.bits
    rows = [[*row, *place] for row in rows_of(numbers(width), count) for place in fields(width)]
    result = run(f"___metal_extract_bits_{vector_word(count)}{type}", value, [value, u32, u32], rows)
    for row, results in zip(rows, result, strict=True):
        offset, bits = field(row[-2], row[-1], width)
        for x, actual in zip(row[:-2], results, strict=True):
            expected = x >> offset & (1 << bits) - 1
            if element.is_signed and bits and expected >> bits - 1:
                expected -= 1 << bits
            assert actual == expected % 2**width, (hex(x), row[-2:], hex(actual))


@pytest.mark.parametrize("count", WIDTHS)
@pytest.mark.parametrize("type", INTEGERS)
def test_insert_bits(type: str, count: int) -> None:
    value, width = of(INTEGERS[type], count), INTEGERS[type].bits
    bases = rows_of(numbers(width), count)
    rows = [[*base, *new, *place] for base in bases for new in bases[::-1] for place in fields(width)[::3]]
    word = f"{vector_word(count)}{type}"
    result = run(f"___metal_insert_bits_{word}_{word}", value, [value, value, u32, u32], rows)
    for row, results in zip(rows, result, strict=True):
        offset, bits = field(row[-2], row[-1], width)
        mask = (1 << bits) - 1 << offset
        for base, new, actual in zip(row[:count], row[count : 2 * count], results, strict=True):
            assert actual == (base & ~mask | new << offset & mask) % 2**width, (hex(base), hex(new), row[-2:])


@pytest.mark.parametrize("count", WIDTHS)
@pytest.mark.parametrize("type", INTEGERS)
def test_reverse_bits(type: str, count: int) -> None:
    value, width = of(INTEGERS[type], count), INTEGERS[type].bits
    rows = rows_of([*numbers(width), 1, 2, 3, 6], count)
    result = run(f"___metal_reverse_bits_{vector_word(count)}{type}", value, [value], rows)
    assert result == [[int(f"{x:0{width}b}"[::-1], 2) for x in row] for row in rows]
