"""Compute shaders of DXIL, one for each operation, with the values that DXIL.rst's rules give.

Each thread takes a number of every row from the raw buffer t0 and leaves its results in u0. The cases are tests by
themselves; `tests.direct3d.dxil_road` compares those that ``python -m tests.direct3d.dxil_cases DIRECTORY`` writes with
dxil-spirv's SPIR-V.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.direct3d.dxil_assembler import NATIVE_16_BITS, SRV, UAV, Shader

ALL = 0xFFFFFFFF
INF, NAN = math.inf, math.nan
LENGTH = 256
"""Bytes of a row, and of a row of results."""

HANDLES = """
  %in = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 0, i32 0, i32 0, i1 false)
  %out = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %thread = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %place = shl i32 %thread, 2
"""
_DTYPES = {"float": "f4", "i32": "u4", "i1": "u4", "half": "f2", "i16": "u2", "i64": "u8"}


@dataclass(frozen=True)
class Case:
    """Lines that make results of %a, %b, …, whose types and rows of values are given; the results by names and
    types."""

    name: str
    lines: str
    types: tuple[str, ...]
    rows: tuple[Sequence[float], ...]
    results: tuple[str, ...]
    expected: tuple[Sequence[float], ...]
    flags: int = 0
    globals: str = ""
    names: tuple[str, ...] = ("r", "s", "t", "u")

    @property
    def count(self) -> int:
        """Threads."""
        return len(self.rows[0])

    def shader(self) -> Shader:
        """The shader."""
        body = [HANDLES]
        for n, type in enumerate(self.types):
            body += _loads(n, type, 2 * LENGTH * n)
        body += [self.lines]
        for n, type in enumerate(self.results):
            body += _stores(self.names[n], type, LENGTH * n)
        body += ["  ret void"]
        resources = [(SRV, 11, 0), (UAV, 11, 0)]
        return Shader(
            "\n".join(body), resources=resources, threads=(self.count, 1, 1), flags=self.flags, globals=self.globals
        )

    def given(self) -> np.ndarray:
        """The bytes of t0."""
        data = np.zeros(LENGTH * 2 * len(self.types) // 4, np.uint32)
        for n, (type, row) in enumerate(zip(self.types, self.rows, strict=True)):
            data[n * LENGTH // 2 :][: len(row) * (2 if type == "i64" else 1)] = words(type, row)
        return data

    def wanted(self) -> np.ndarray:
        """The words of the results, row by row."""
        return np.concatenate([words(type, row) for type, row in zip(self.results, self.expected, strict=True)])


def words(type: str, row: Sequence[float]) -> np.ndarray:
    """Numbers as words of 32 bits: floats by their bits, narrow ones widened."""
    if type in ("float", "half"):
        array = np.array(row, _DTYPES[type])
        return array.view("u4") if type == "float" else array.view("u2").astype("u4")
    mask = (1 << (64 if type == "i64" else 16 if type == "i16" else 32)) - 1
    array = np.array([int(item) & mask for item in row], "u8")
    return array.view("u4") if type == "i64" else array.astype("u4")


def _load(name: str, place: str) -> list[str]:
    return [
        f"  %{name}.l = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, %dx.types.Handle %in, i32 %{place}, "
        "i32 undef)",
        f"  %{name} = extractvalue %dx.types.ResRet.i32 %{name}.l, 0",
    ]


def _loads(n: int, type: str, start: int) -> list[str]:
    """Lines that load number `n` from the row that begins at a byte."""
    letter = "abcdefgh"[n]
    if type == "i64":
        return [
            f"  %{letter}.d = shl i32 %thread, 3",
            f"  %{letter}.p = add i32 %{letter}.d, {start}",
            f"  %{letter}.q = add i32 %{letter}.p, 4",
            *_load(f"{letter}.lo", f"{letter}.p"),
            *_load(f"{letter}.hi", f"{letter}.q"),
            f"  %{letter}.lz = zext i32 %{letter}.lo to i64",
            f"  %{letter}.hz = zext i32 %{letter}.hi to i64",
            f"  %{letter}.hs = shl i64 %{letter}.hz, 32",
            f"  %{letter} = or i64 %{letter}.lz, %{letter}.hs",
        ]
    lines = [f"  %{letter}.p = add i32 %place, {start}"]
    if type == "i32":
        return lines + _load(letter, f"{letter}.p")
    lines += _load(f"{letter}.w", f"{letter}.p")
    if type == "float":
        return [*lines, f"  %{letter} = bitcast i32 %{letter}.w to float"]
    if type == "i1":
        return [*lines, f"  %{letter} = icmp ne i32 %{letter}.w, 0"]
    lines += [f"  %{letter}.n = trunc i32 %{letter}.w to i16"]
    if type == "i16":
        return [*lines, f"  %{letter} = add i16 %{letter}.n, 0"]
    return [*lines, f"  %{letter} = bitcast i16 %{letter}.n to half"]


def _stores(name: str, type: str, start: int) -> list[str]:
    """Lines that store a result into the row that begins at a byte."""
    lines = [f"  %{name}.p = add i32 %place, {start}"]
    word = f"{name}.w"
    if type == "i64":
        lines = [f"  %{name}.d = shl i32 %thread, 3", f"  %{name}.p = add i32 %{name}.d, {start}"]
        lines += [f"  %{name}.h = lshr i64 %{name}, 32", f"  %{name}.hi = trunc i64 %{name}.h to i32"]
        lines += [f"  %{word} = trunc i64 %{name} to i32", f"  %{name}.q = add i32 %{name}.p, 4"]
        lines += [_store(f"{name}.q", f"{name}.hi")]
    elif type == "i32":
        word = name
    elif type == "float":
        lines += [f"  %{word} = bitcast float %{name} to i32"]
    elif type == "half":
        lines += [f"  %{name}.b = bitcast half %{name} to i16", f"  %{word} = zext i16 %{name}.b to i32"]
    else:
        lines += [f"  %{word} = zext {type} %{name} to i32"]
    return [*lines, _store(f"{name}.p", word)]


def _store(place: str, value: str) -> str:
    undefined = ", ".join(["i32 undef"] * 3)
    return (
        f"  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %out, i32 %{place}, i32 undef, i32 %{value}, "
        f"{undefined}, i8 1)"
    )


def joined(cases: Sequence[Case]) -> tuple[Shader, np.ndarray, list[tuple[int, np.ndarray]]]:
    """One shader that does what several cases without blocks of their own do: with the bytes of t0, and where in u0 the
    words of which results are."""
    body, data, expected, inputs, taken = [HANDLES], [], [], 0, 0
    for number, item in enumerate(cases):
        lines = []
        for n, type in enumerate(item.types):
            lines += _loads(n, type, inputs + 2 * LENGTH * n)
        lines += [item.lines]
        for n, (type, row) in enumerate(zip(item.results, item.expected, strict=True)):
            lines += _stores(item.names[n], type, taken + 2 * LENGTH * n)
            expected.append(((taken + 2 * LENGTH * n) // 4, words(type, row)))
        inputs, taken = inputs + 2 * LENGTH * len(item.types), taken + 2 * LENGTH * len(item.results)
        data.append(item.given())
        body.append(re.sub(r"%(?!dx\.|in\b|out\b|thread\b|place\b)", f"%c{number}.", "\n".join(lines)))
    body += ["  ret void"]
    flags = 0
    for item in cases:
        flags |= item.flags
    threads = max(item.count for item in cases)
    shader = Shader("\n".join(body), resources=[(SRV, 11, 0), (UAV, 11, 0)], threads=(threads, 1, 1), flags=flags)
    return shader, np.concatenate(data), expected


_LETTERS = {"float": "f32", "i32": "i32", "half": "f16", "i16": "i16", "i64": "i64", "i1": "i1"}
CASES: list[Case] = []


def case(
    name: str,
    lines: str,
    types: str,
    rows: Sequence[Sequence[float]],
    results: str,
    *expected: Sequence[float],
    **more: object,
) -> None:
    """A case of its own."""
    CASES.append(
        Case(name, lines, tuple(types.split()), tuple(rows), tuple(results.split()), expected, **more)  # type: ignore[arg-type]
    )


def op(
    family: str,
    number: int,
    name: str,
    type: str,
    rows: Sequence[Sequence[float]],
    result: str,
    expected: Sequence[float],
) -> None:
    """An operation on numbers of one type."""
    text = ", ".join(f"{type} %{'abcdefgh'[n]}" for n in range(len(rows)))
    line = f"  %r = call {result} @dx.op.{family}.{_LETTERS[type]}(i32 {number}, {text})"
    flags = NATIVE_16_BITS if "half" in (type, result) or "i16" in (type, result) else 0
    case(f"{name}.{_LETTERS[type]}", line, " ".join([type] * len(rows)), rows, result, expected, flags=flags)


def pair(
    number: int, name: str, struct: str, parts: str, rows: Sequence[Sequence[float]], *expected: Sequence[float]
) -> None:
    """An operation on two numbers of 32 bits that gives two."""
    family = {"twoi32": "binaryWithTwoOuts", "i32c": "binaryWithCarryOrBorrow"}[struct]
    lines = (
        f"  %x = call %dx.types.{struct} @dx.op.{family}.i32(i32 {number}, i32 %a, i32 %b)\n"
        f"  %r = extractvalue %dx.types.{struct} %x, 0\n  %s = extractvalue %dx.types.{struct} %x, 1"
    )
    case(name, lines, "i32 i32", rows, parts, *expected)


_F = [-2.5, -0.5, 0.5, 1.5, 2.5]
op("unary", 6, "FAbs", "float", [[-1.5, 0.0, 2.0]], "float", [1.5, 0.0, 2.0])
op("unary", 7, "Saturate", "float", [[-1.5, 0.25, 2.0, NAN]], "float", [0.0, 0.25, 1.0, 0.0])
op("isSpecialFloat", 8, "IsNaN", "float", [[1.0, NAN, INF]], "i1", [0, 1, 0])
op("isSpecialFloat", 9, "IsInf", "float", [[1.0, NAN, INF, -INF]], "i1", [0, 0, 1, 1])
op("isSpecialFloat", 10, "IsFinite", "float", [[1.0, NAN, INF, 0.0]], "i1", [1, 0, 0, 1])
op("isSpecialFloat", 11, "IsNormal", "float", [[1.0, NAN, INF, 0.0, 1e-40]], "i1", [1, 0, 0, 0, 0])
op("unary", 22, "Frc", "float", [[-1.25, 0.5, 2.0]], "float", [0.75, 0.5, 0.0])
op("unary", 21, "Exp", "float", [[0.0, 1.0, -1.0, 3.0]], "float", [1.0, 2.0, 0.5, 8.0])
op("unary", 23, "Log", "float", [[1.0, 2.0, 0.25, 8.0]], "float", [0.0, 1.0, -2.0, 3.0])
op("unary", 24, "Sqrt", "float", [[1.0, 4.0, 0.25]], "float", [1.0, 2.0, 0.5])
op("unary", 25, "Rsqrt", "float", [[1.0, 4.0, 0.25]], "float", [1.0, 0.5, 2.0])
op("unary", 26, "Round_ne", "float", [_F], "float", [-2.0, -0.0, 0.0, 2.0, 2.0])
op("unary", 27, "Round_ni", "float", [_F], "float", [-3.0, -1.0, 0.0, 1.0, 2.0])
op("unary", 28, "Round_pi", "float", [_F], "float", [-2.0, -0.0, 1.0, 2.0, 3.0])
op("unary", 29, "Round_z", "float", [_F], "float", [-2.0, -0.0, 0.0, 1.0, 2.0])
op("unary", 30, "Bfrev", "i32", [[1, ALL, 2]], "i32", [1 << 31, ALL, 1 << 30])
op("unaryBits", 31, "Countbits", "i32", [[0, ALL, 5]], "i32", [0, 32, 2])
op("unaryBits", 31, "Countbits", "i64", [[0, (1 << 64) - 1, 5 << 40]], "i32", [0, 64, 2])
op("unaryBits", 31, "Countbits", "i16", [[0, 0xFFFF, 5]], "i32", [0, 16, 2])
op("unaryBits", 32, "FirstbitLo", "i32", [[1, 0, 1 << 31]], "i32", [0, ALL, 31])
op("unaryBits", 32, "FirstbitLo", "i64", [[1, 0, 1 << 63]], "i32", [0, ALL, 63])
op("unaryBits", 33, "FirstbitHi", "i32", [[1, 0, 0x10000]], "i32", [31, ALL, 15])
op("unaryBits", 33, "FirstbitHi", "i64", [[1, 0, 1 << 62]], "i32", [63, ALL, 1])
op("unaryBits", 34, "FirstbitSHi", "i32", [[1, 0, ALL, 0xFFFF0000]], "i32", [31, ALL, ALL, 16])
op("unaryBits", 34, "FirstbitSHi", "i64", [[1, 0, -1, -65536]], "i32", [63, ALL, ALL, 48])
op("binary", 35, "FMax", "float", [[1.0, NAN, 3.0], [2.0, 1.0, NAN]], "float", [2.0, 1.0, 3.0])
op("binary", 36, "FMin", "float", [[1.0, NAN, 3.0], [2.0, 1.0, NAN]], "float", [1.0, 1.0, 3.0])
op("binary", 35, "FMax", "half", [[1.0, -3.0], [2.0, 1.0]], "half", [2.0, 1.0])
op("binary", 37, "IMax", "i32", [[-1, 5], [1, -5]], "i32", [1, 5])
op("binary", 38, "IMin", "i32", [[-1, 5], [1, -5]], "i32", [-1, -5])
op("binary", 37, "IMax", "i16", [[-1, 5], [1, -5]], "i16", [1, 5])
op("binary", 38, "IMin", "i64", [[-1, 5], [1, -5]], "i64", [-1, -5])
op("binary", 39, "UMax", "i32", [[-1, 5], [1, 7]], "i32", [-1, 7])
op("binary", 40, "UMin", "i32", [[-1, 5], [1, 7]], "i32", [1, 5])
pair(41, "IMul", "twoi32", "i32 i32", [[-2, 1 << 30], [3, 4]], [-1, 1], [-6, 0])
pair(42, "UMul", "twoi32", "i32 i32", [[ALL, 1 << 30], [2, 4]], [1, 1], [ALL - 1, 0])
pair(43, "UDiv", "twoi32", "i32 i32", [[7, 9, 5], [2, 3, 0]], [3, 3, ALL], [1, 0, ALL])
pair(44, "UAddc", "i32c", "i32 i1", [[ALL, 1], [1, 2]], [0, 3], [1, 0])
pair(45, "USubb", "i32c", "i32 i1", [[0, 3], [1, 2]], [ALL, 1], [1, 0])
op("tertiary", 46, "FMad", "float", [[2.0, 3.0], [4.0, 5.0], [1.0, -1.0]], "float", [9.0, 14.0])
op("tertiary", 48, "IMad", "i32", [[2, -3], [4, 5], [1, -1]], "i32", [9, -16])
op("tertiary", 49, "UMad", "i32", [[2, 3], [4, 5], [1, 1]], "i32", [9, 16])
op("tertiary", 50, "Msad", "i32", [[0x00010203, 0x0A], [0x01010101, 0x05], [10, 2]], "i32", [13, 7])
op("tertiary", 51, "Ibfe", "i32", [[4, 0, 8], [4, 3, 28], [0xF0, 7, 0x80000000]], "i32", [ALL, 0, 0xFFFFFFF8])
op("tertiary", 52, "Ubfe", "i32", [[8, 0, 31], [4, 3, 1], [0xABCD, 7, ALL]], "i32", [0xBC, 0, 0x7FFFFFFF])
op("quaternary", 53, "Bfi", "i32", [[8, 0, 4], [8, 3, 30], [0xAB, 7, 15], [ALL, 9, 0]], "i32", [0xFFFFABFF, 9, 3 << 30])
op("dot2", 54, "Dot2", "float", [[1.0], [2.0], [3.0], [4.0]], "float", [11.0])
op("dot3", 55, "Dot3", "float", [[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]], "float", [32.0])
op("dot4", 56, "Dot4", "float", [[float(n)] for n in range(1, 9)], "float", [70.0])
op("unary", 12, "Cos", "float", [[0.0]], "float", [1.0])
op("unary", 13, "Sin", "float", [[0.0]], "float", [0.0])
op("unary", 14, "Tan", "float", [[0.0]], "float", [0.0])
op("unary", 15, "Acos", "float", [[1.0]], "float", [0.0])
op("unary", 16, "Asin", "float", [[0.0]], "float", [0.0])
op("unary", 17, "Atan", "float", [[0.0]], "float", [0.0])
op("unary", 18, "Hcos", "float", [[0.0]], "float", [1.0])
op("unary", 19, "Hsin", "float", [[0.0]], "float", [0.0])
op("unary", 20, "Htan", "float", [[0.0]], "float", [0.0])
case(
    "LegacyF32ToF16",
    "  %r = call i32 @dx.op.legacyF32ToF16(i32 130, float %a)",
    "float",
    [[1.0, -2.0, 65504.0]],
    "i32",
    [0x3C00, 0xC000, 0x7BFF],
)
case(
    "LegacyF16ToF32",
    "  %r = call float @dx.op.legacyF16ToF32(i32 131, i32 %a)",
    "i32",
    [[0x3C00, 0xC000, 0xFFFF0000]],
    "float",
    [1.0, -2.0, 0.0],
)
case(
    "Dot2AddHalf",
    "  %r = call float @dx.op.dot2AddHalf.f32(i32 162, float %a, half %b, half %c, half %d, half %e)",
    "float half half half half",
    [[1.0], [2.0], [3.0], [4.0], [5.0]],
    "float",
    [24.0],
    flags=NATIVE_16_BITS,
)
case(
    "Dot4AddI8Packed",
    "  %r = call i32 @dx.op.dot4AddPacked.i32(i32 163, i32 %a, i32 %b, i32 %c)",
    "i32 i32 i32",
    [[10, 0], [0xFF020304, 0x80], [0x02010101, 0x80]],
    "i32",
    [17, 16384],
)
case(
    "Dot4AddU8Packed",
    "  %r = call i32 @dx.op.dot4AddPacked.i32(i32 164, i32 %a, i32 %b, i32 %c)",
    "i32 i32 i32",
    [[10, 0], [0xFF020304, 0x80], [0x02010101, 0x80]],
    "i32",
    [529, 16384],
)
_FOUR = "\n".join(f"  %{name} = extractvalue %dx.types.fouri32 %x, {n}" for n, name in enumerate("rstu"))
for _mode, _numbers in ((0, [4, 3, 2, 0xFF]), (1, [4, 3, 2, -1])):
    case(
        f"Unpack4x8.{_mode}",
        f"  %x = call %dx.types.fouri32 @dx.op.unpack4x8.i32(i32 219, i8 {_mode}, i32 %a)\n{_FOUR}",
        "i32",
        [[0xFF020304]],
        "i32 i32 i32 i32",
        *([number] for number in _numbers),
    )
for _mode, _word in ((0, 0x2CFF0180), (1, 0xFF000180), (2, 0x7FFF0180)):
    case(
        f"Pack4x8.{_mode}",
        f"  %r = call i32 @dx.op.pack4x8.i32(i32 220, i8 {_mode}, i32 %a, i32 %b, i32 %c, i32 %d)",
        "i32 i32 i32 i32",
        [[128 if _mode < 2 else -300], [1], [-1], [300]],
        "i32",
        [_word],
    )


def llvm(
    name: str, line: str, types: str, rows: Sequence[Sequence[float]], result: str, expected: Sequence[float]
) -> None:
    """An instruction of LLVM."""
    flags = NATIVE_16_BITS if "half" in types + result or "i16" in types + result else 0
    case(f"llvm.{name}", f"  %r = {line}", types, rows, result, expected, flags=flags)


_I = "i32 i32"
llvm("add", "add i32 %a, %b", _I, [[1, ALL], [2, 2]], "i32", [3, 1])
llvm("sub", "sub i32 %a, %b", _I, [[1, ALL], [2, 2]], "i32", [ALL, ALL - 2])
llvm("mul.i64", "mul i64 %a, %b", "i64 i64", [[1 << 33, 3], [2, 5]], "i64", [1 << 34, 15])
llvm("shl", "shl i32 %a, %b", _I, [[1, 1, 1], [4, 31, 33]], "i32", [16, 1 << 31, 2])
llvm("lshr", "lshr i32 %a, %b", _I, [[ALL, 8], [31, 35]], "i32", [1, 1])
llvm("ashr", "ashr i32 %a, %b", _I, [[ALL, 1 << 31], [1, 31]], "i32", [ALL, ALL])
llvm("ashr.i64", "ashr i64 %a, %b", "i64 i64", [[-4, 1 << 62], [1, 61]], "i64", [-2, 2])
llvm("udiv", "udiv i32 %a, %b", _I, [[7, 9], [2, 3]], "i32", [3, 3])
llvm("urem", "urem i32 %a, %b", _I, [[7, 9], [2, 4]], "i32", [1, 1])
llvm("sdiv", "sdiv i32 %a, %b", _I, [[-7, 9], [2, -4]], "i32", [-3, -2])
llvm("srem", "srem i32 %a, %b", _I, [[-7, 9], [2, -4]], "i32", [-1, 1])
llvm("and", "and i32 %a, %b", _I, [[6], [3]], "i32", [2])
llvm("or", "or i32 %a, %b", _I, [[6], [3]], "i32", [7])
llvm("xor", "xor i32 %a, %b", _I, [[6], [3]], "i32", [5])
llvm("fsub", "fsub float %a, %b", "float float", [[1.0], [3.0]], "float", [-2.0])
llvm("fneg", "fsub float -0.000000e+00, %a", "float", [[1.0, 0.0]], "float", [-1.0, -0.0])
llvm("fdiv", "fdiv float %a, %b", "float float", [[1.0, 1.0], [4.0, 0.0]], "float", [0.25, INF])
llvm("frem", "frem float %a, %b", "float float", [[5.5, -5.5], [2.0, 2.0]], "float", [1.5, -1.5])
llvm("fadd.f16", "fadd half %a, %b", "half half", [[1.0, 2048.0], [0.5, 1.0]], "half", [1.5, 2048.0])
llvm("fptosi", "fptosi float %a to i32", "float", [[-1.75, 2.5, 7.0]], "i32", [-1, 2, 7])
llvm("fptoui", "fptoui float %a to i32", "float", [[3.99, 4e9]], "i32", [3, 4000000000])
llvm("fptosi.i64", "fptosi float %a to i64", "float", [[-1.75, 2.0**40]], "i64", [-1, 1 << 40])
llvm("fptosi.i16", "fptosi float %a to i16", "float", [[-1.75, 300.0]], "i16", [-1, 300])
llvm("sitofp", "sitofp i32 %a to float", "i32", [[-3, 5]], "float", [-3.0, 5.0])
llvm("uitofp", "uitofp i32 %a to float", "i32", [[3, 1 << 31]], "float", [3.0, 2.0**31])
llvm("uitofp.i1", "uitofp i1 %a to float", "i1", [[0, 1]], "float", [0.0, 1.0])
llvm("sitofp.i1", "sitofp i1 %a to float", "i1", [[0, 1]], "float", [0.0, -1.0])
llvm("zext", "zext i1 %a to i32", "i1", [[0, 1]], "i32", [0, 1])
llvm("sext", "sext i1 %a to i32", "i1", [[0, 1]], "i32", [0, ALL])
llvm("sext.i16", "sext i16 %a to i32", "i16", [[-3, 5]], "i32", [-3, 5])
llvm("zext.i16", "zext i16 %a to i32", "i16", [[-3, 5]], "i32", [0xFFFD, 5])
llvm("sext.i64", "sext i32 %a to i64", "i32", [[-3, 5]], "i64", [-3, 5])
llvm("trunc", "trunc i64 %a to i32", "i64", [[-3, 5 << 32]], "i32", [-3, 0])
llvm("fptrunc", "fptrunc float %a to half", "float", [[1.0, 1.0 + 2.0**-11]], "half", [1.0, 1.0])
llvm("fpext", "fpext half %a to float", "half", [[1.5]], "float", [1.5])
llvm("select", "select i1 %a, i32 %b, i32 %c", "i1 i32 i32", [[0, 1], [1, 2], [3, 4]], "i32", [3, 2])
llvm("select.i1", "select i1 %a, i1 %b, i1 true", "i1 i1", [[0, 1, 1], [0, 0, 1]], "i1", [1, 0, 1])
for _name, _values in {
    "eq": [0, 1, 0],
    "ne": [1, 0, 1],
    "ugt": [1, 0, 0],
    "uge": [1, 1, 0],
    "ult": [0, 0, 1],
    "ule": [0, 1, 1],
    "sgt": [0, 0, 0],
    "sge": [0, 1, 0],
    "slt": [1, 0, 1],
    "sle": [1, 1, 1],
}.items():
    llvm(f"icmp.{_name}", f"icmp {_name} i32 %a, %b", _I, [[ALL, 2, 2], [1, 2, 3]], "i1", _values)
for _name, _values in {
    "oeq": [0, 1, 0, 0],
    "une": [1, 0, 1, 1],
    "ogt": [0, 0, 1, 0],
    "olt": [1, 0, 0, 0],
    "oge": [0, 1, 1, 0],
    "ole": [1, 1, 0, 0],
    "one": [1, 0, 1, 0],
    "ord": [1, 1, 1, 0],
    "uno": [0, 0, 0, 1],
    "ueq": [0, 1, 0, 1],
    "ult": [1, 0, 0, 1],
    "ugt": [0, 0, 1, 1],
    "ule": [1, 1, 0, 1],
    "uge": [0, 1, 1, 1],
}.items():
    rows = [[1.0, 2.0, 3.0, NAN], [2.0, 2.0, 2.0, 1.0]]
    llvm(f"fcmp.{_name}", f"fcmp {_name} float %a, %b", "float float", rows, "i1", _values)

case(
    "memory",
    """  %m = alloca [4 x i32], align 4
  %p0 = getelementptr [4 x i32], [4 x i32]* %m, i32 0, i32 0
  store i32 %a, i32* %p0, align 4
  %p1 = getelementptr [4 x i32], [4 x i32]* %m, i32 0, i32 1
  store i32 7, i32* %p1, align 4
  %p2 = getelementptr [4 x i32], [4 x i32]* %m, i32 0, i32 %b
  %r = load i32, i32* %p2, align 4""",
    "i32 i32",
    [[5, 6], [0, 1]],
    "i32",
    [5, 7],
)
case(
    "constants",
    """  %p = getelementptr [4 x float], [4 x float]* @table, i32 0, i32 %a
  %r = load float, float* %p, align 4""",
    "i32",
    [[0, 1, 2, 3]],
    "float",
    [1.0, -2.5, 0.0, INF],
    globals="@table = internal unnamed_addr constant [4 x float] "
    "[float 1.0, float -2.5, float 0.0, float 0x7FF0000000000000]",
)
case(
    "group",
    """  %p = getelementptr [64 x i32], [64 x i32] addrspace(3)* @shared, i32 0, i32 %thread
  store i32 %a, i32 addrspace(3)* %p, align 4
  call void @dx.op.barrier(i32 80, i32 9)
  %other = xor i32 %thread, 1
  %q = getelementptr [64 x i32], [64 x i32] addrspace(3)* @shared, i32 0, i32 %other
  %r = load i32, i32 addrspace(3)* %q, align 4""",
    "i32",
    [[3, 4, 5, 6]],
    "i32",
    [4, 3, 6, 5],
    globals="@shared = external addrspace(3) global [64 x i32], align 4",
)
case(
    "group atomics",
    """  %z = icmp eq i32 %thread, 0
  br i1 %z, label %first, label %next
first:
  store i32 100, i32 addrspace(3)* @total, align 4
  br label %next
next:
  call void @dx.op.barrier(i32 80, i32 9)
  %x = atomicrmw add i32 addrspace(3)* @total, i32 %a seq_cst
  call void @dx.op.barrier(i32 80, i32 9)
  %y = cmpxchg i32 addrspace(3)* @total, i32 118, i32 5 seq_cst seq_cst
  call void @dx.op.barrier(i32 80, i32 9)
  %r = load i32, i32 addrspace(3)* @total, align 4""",
    "i32",
    [[3, 4, 5, 6]],
    "i32",
    [5, 5, 5, 5],
    globals="@total = external addrspace(3) global i32, align 4",
)
case(
    "loop",
    """  br label %head
head:
  %n = phi i32 [ 0, %0 ], [ %n2, %body ]
  %sum = phi i32 [ 1, %0 ], [ %sum2, %body ]
  %c = icmp ult i32 %n, %a
  br i1 %c, label %body, label %done
body:
  %sum2 = mul i32 %sum, 3
  %n2 = add i32 %n, 1
  br label %head
done:
  %r = add i32 %sum, 0""",
    "i32",
    [[0, 1, 4]],
    "i32",
    [1, 3, 81],
)
case(
    "switch",
    """  switch i32 %a, label %other [
    i32 1, label %one
    i32 2, label %join
    i32 -1, label %join
  ]
one:
  br label %join
other:
  br label %join
join:
  %r = phi i32 [ 10, %one ], [ 20, %other ], [ 30, %0 ], [ 30, %0 ]""",
    "i32",
    [[1, 2, 3, -1]],
    "i32",
    [10, 30, 20, 30],
)
case(
    "function",
    "  %r = call i32 @twice(i32 %a)",
    "i32",
    [[1, 5]],
    "i32",
    [2, 11],
    globals="""define i32 @twice(i32 %x) {
  %c = icmp ult i32 %x, 3
  br i1 %c, label %small, label %large
small:
  %s = mul i32 %x, 2
  ret i32 %s
large:
  %l = mul i32 %x, 2
  %m = add i32 %l, 1
  ret i32 %m
}""",
)


_WORD = "%dx.types.Handle %out, i32 {}, i32 %p4, i32 undef, i32 undef, i32 {}"
_ATOMIC = "call i32 @dx.op.atomicBinOp.i32(i32 78, " + _WORD + ")"
_PLACE = "  %p4 = add i32 %place, 2048\n"
case(
    "AtomicBinOp",
    _PLACE
    + "\n".join(
        f"  %{name} = {_ATOMIC.format(number, value)}"
        for name, number, value in (("w", 8, "%a"), ("r", 0, 5), ("x", 4, -7), ("s", 6, 9))
    )
    + "\n  %t = call i32 @dx.op.atomicCompareExchange.i32(i32 79, %dx.types.Handle %out, i32 %p4, i32 undef, "
    + f"i32 undef, i32 9, i32 77)\n  %u = {_ATOMIC.format(2, 0)}",
    "i32",
    [[1, 2]],
    "i32 i32 i32 i32",
    [1, 2],
    [-7, -7],
    [9, 9],
    [77, 77],
)

_WIDE = "  %{} = call i64 @dx.op.atomicBinOp.i64(i32 78, " + _WORD.replace("p4", "p8") + ")\n"
case(
    "AtomicBinOp.i64",
    "  %wide = shl i32 %thread, 3\n  %p8 = add i32 %wide, 2048\n"
    + _WIDE.format("m", 7, "%a").replace("i32 %a", "i64 %a")
    + _WIDE.format("l", 6, 6 << 32).replace(f"i32 {6 << 32}", f"i64 {6 << 32}")
    + """  %p12 = add i32 %p8, 4
  %x.l = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, %dx.types.Handle %out, i32 %p8, i32 undef)
  %r = extractvalue %dx.types.ResRet.i32 %x.l, 0
  %y.l = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, %dx.types.Handle %out, i32 %p12, i32 undef)
  %s = extractvalue %dx.types.ResRet.i32 %y.l, 0""",
    "i64",
    [[(5 << 32) + 7, 1 << 63]],  # the greatest of it and 0, then the least of that and 6 << 32: unsigned
    "i32 i32",
    [7, 0],
    [5, 6],
)


def _raw(type: str, source: str, mask: int, alignment: int, place: str = "%place") -> str:
    return (
        f"call %dx.types.ResRet.{type} @dx.op.rawBufferLoad.{type}(i32 139, %dx.types.Handle {source}, i32 {place}, "
        f"i32 undef, i8 {mask}, i32 {alignment})"
    )


case(
    "RawBufferLoad.f16",
    f"""  %x = {_raw("f16", "%in", 3, 2)}
  %r = extractvalue %dx.types.ResRet.f16 %x, 0
  %s = extractvalue %dx.types.ResRet.f16 %x, 1""",
    "i32",
    [[0x40003C00, 0xC0004200]],
    "half half",
    [1.0, 3.0],
    [2.0, -2.0],
    flags=NATIVE_16_BITS,
)
case(
    "RawBufferLoad.i64",
    f"""  %d8 = shl i32 %thread, 3
  %x = {_raw("i64", "%in", 1, 8, "%d8")}
  %r = extractvalue %dx.types.ResRet.i64 %x, 0""",
    "i64",
    [[1 << 40, -5]],
    "i64",
    [1 << 40, -5],
)
case(
    "RawBufferStore.i16",
    _PLACE
    + f"""  %x = {_raw("i32", "%in", 1, 4)}
  %w = extractvalue %dx.types.ResRet.i32 %x, 0
  %lo = trunc i32 %w to i16
  call void @dx.op.rawBufferStore.i16(i32 140, %dx.types.Handle %out, i32 %p4, i32 undef, """
    + f"""i16 %lo, i16 9, i16 undef, i16 undef, i8 3, i32 2)
  %y = {_raw("i32", "%out", 1, 4, "%p4")}
  %r = extractvalue %dx.types.ResRet.i32 %y, 0""",
    "i32",
    [[0x12345678, 0x9ABC0001]],
    "i32",
    [0x95678, 0x90001],
    flags=NATIVE_16_BITS,
)

# Waves: of four threads, which are one wave.
_V = [[3, 4, 5, 6]]


def wave(
    name: str,
    line: str,
    result: str,
    expected: Sequence[float],
    rows: Sequence[Sequence[float]] = _V,
    types: str = "i32",
) -> None:
    """An operation of waves."""
    case(f"wave.{name}", line, types, rows, result, expected)


wave("WaveIsFirstLane", "  %r = call i1 @dx.op.waveIsFirstLane(i32 110)", "i1", [1, 0, 0, 0])
wave("WaveGetLaneIndex", "  %r = call i32 @dx.op.waveGetLaneIndex(i32 111)", "i32", [0, 1, 2, 3])
wave("WaveAnyTrue", "  %c = icmp eq i32 %a, 4\n  %r = call i1 @dx.op.waveAnyTrue(i32 113, i1 %c)", "i1", [1] * 4)
wave("WaveAllTrue", "  %c = icmp eq i32 %a, 4\n  %r = call i1 @dx.op.waveAllTrue(i32 114, i1 %c)", "i1", [0] * 4)
wave("WaveActiveAllEqual", "  %r = call i1 @dx.op.waveActiveAllEqual.i32(i32 115, i32 %a)", "i1", [0] * 4)
wave(
    "WaveActiveBallot",
    "  %c = icmp ugt i32 %a, 4\n  %x = call %dx.types.fouri32 @dx.op.waveActiveBallot(i32 116, i1 %c)\n"
    "  %r = extractvalue %dx.types.fouri32 %x, 0",
    "i32",
    [12] * 4,
)
wave("WaveReadLaneAt", "  %r = call i32 @dx.op.waveReadLaneAt.i32(i32 117, i32 %a, i32 2)", "i32", [5] * 4)
wave("WaveReadLaneFirst", "  %r = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %a)", "i32", [3] * 4)
for _op, _sop, _number in ((0, 0, 18), (1, 0, 360), (2, 0, 3), (3, 1, 6)):
    line = f"  %r = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %a, i8 {_op}, i8 {_sop})"
    wave(f"WaveActiveOp.{_op}", line, "i32", [_number] * 4)
line = "  %r = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %a, i8 2, i8 0)"
wave("WaveActiveOp.signed", line, "i32", [-7] * 4, [[3, -7, 5, 6]])
line = "  %r = call float @dx.op.waveActiveOp.f32(i32 119, float %a, i8 0, i8 0)"
wave("WaveActiveOp.f32", line, "float", [10.0] * 4, [[1.0, 2.0, 3.0, 4.0]], "float")
for _op, _number in ((0, 0), (1, 7), (2, 4)):
    line = f"  %r = call i32 @dx.op.waveActiveBit.i32(i32 120, i32 %a, i8 {_op})"
    wave(f"WaveActiveBit.{_op}", line, "i32", [_number] * 4)
line = "  %r = call i32 @dx.op.wavePrefixOp.i32(i32 121, i32 %a, i8 {}, i8 0)"
wave("WavePrefixOp.sum", line.format(0), "i32", [0, 3, 7, 12])
wave("WavePrefixOp.product", line.format(1), "i32", [1, 3, 12, 60])
wave("QuadReadLaneAt", "  %r = call i32 @dx.op.quadReadLaneAt.i32(i32 122, i32 %a, i32 1)", "i32", [4] * 4)
for _op, _numbers in ((0, [4, 3, 6, 5]), (1, [5, 6, 3, 4]), (2, [6, 5, 4, 3])):
    wave(f"QuadOp.{_op}", f"  %r = call i32 @dx.op.quadOp.i32(i32 123, i32 %a, i8 {_op})", "i32", _numbers)
line = "  %c = icmp ugt i32 %a, 3\n  %r = call i32 @dx.op.{}(i32 {}, i1 %c)"
wave("WaveAllBitCount", line.format("waveAllOp", 135), "i32", [3] * 4)
wave("WavePrefixBitCount", line.format("wavePrefixOp", 136), "i32", [0, 0, 1, 2])
_MATCH = "  %x = call %dx.types.fouri32 @dx.op.waveMatch.i32(i32 165, i32 %a)\n"
_MASKS = "".join(f"  %m{n} = extractvalue %dx.types.fouri32 %x, {n}\n" for n in range(4))
_MASK = "i32 %m0, i32 %m1, i32 %m2, i32 %m3"
wave("WaveMatch", _MATCH + "  %r = extractvalue %dx.types.fouri32 %x, 0", "i32", [5, 10, 5, 10], [[3, 4, 3, 4]])
line = f"{_MATCH}{_MASKS}  %r = call i32 @dx.op.waveMultiPrefixOp.i32(i32 166, i32 %b, {_MASK}, i8 0, i8 0)"
wave("WaveMultiPrefixOp", line, "i32", [0, 0, 1, 2], [[3, 4, 3, 4], [1, 2, 3, 4]], "i32 i32")
line = (
    f"{_MATCH}{_MASKS}  %c = icmp ne i32 %a, 4\n  %r = call i32 @dx.op.waveMultiPrefixBitCount(i32 167, i1 %c, {_MASK})"
)
wave("WaveMultiPrefixBitCount", line, "i32", [0, 0, 1, 0], [[3, 4, 3, 4]])
line = "  %c = icmp eq i32 %a, 4\n  %r = call i1 @dx.op.quadVote.i1(i32 222, i1 %c, i8 {})"
wave("QuadVote.any", line.format(0), "i1", [1] * 4)
wave("QuadVote.all", line.format(1), "i1", [0] * 4)


def main(folder: str) -> int:
    """Write the containers of all cases."""
    for n, item in enumerate(CASES):
        name = f"{n:03}_{item.name.replace(' ', '_')}.dxbc"
        (Path(folder) / name).write_bytes(item.shader().container())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
