"""Every expansion computes what it takes the place of: both forms run on the host, edge cases included.

A case is the text of `@f(ptr %in, ptr %out)`, made from an expression over arguments that are read from `%in`.
"""

from __future__ import annotations

import itertools
import math
import re
import struct

import pytest

from mtlb.base.errors import UnsupportedError
from mtlb.base.versions import Version
from mtlb.convert import ConvertOptions, ConvertTarget
from mtlb.convert.pipeline import convert_bytes

from . import cpu

_SIZES = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "half": 2, "bfloat": 2, "float": 4}
_INTEGERS = {
    8: (0, 1, 2, 127, 128, 255, 0x5A),
    16: (0, 1, 0x7FFF, 0x8000, 0xFFFF, 0x1234),
    32: (0, 1, 31, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x12345678),
    64: (0, 1, 63, 1 << 63, (1 << 63) - 1, (1 << 64) - 1, 0x123456789ABCDEF0),
}
_FLOATS = (0.0, -0.0, 1.0, -1.5, 2.5, 3.0, 1e-40, -1e-45, 1e30, -3.4e38, math.inf, -math.inf, math.nan, 0.1, 255.5)
_HALVES = (0.0, -0.0, 1.0, -1.5, 65504.0, 6e-8, math.inf, -math.inf, math.nan, 0.333)


def _size(type_: str) -> int:
    if vector := re.fullmatch(r"<(\d+) x (\w+)>", type_):
        whole = int(vector[1]) * _SIZES[vector[2]]
        return 1 << (whole - 1).bit_length()
    return _SIZES[type_]


def _values(type_: str) -> list[bytes]:
    """Edge cases of a type, as bytes."""
    if vector := re.fullmatch(r"<(\d+) x (\w+)>", type_):
        scalars, count = _values(vector[2]), int(vector[1])
        turns = [b"".join(scalars[(first + n) % len(scalars)] for n in range(count)) for first in range(len(scalars))]
        return [turn.ljust(_size(type_), b"\0") for turn in turns]
    if type_ == "i1":
        return [b"\0", b"\1"]
    if type_[0] == "i":
        bits = int(type_[1:])
        return [value.to_bytes(bits // 8, "little") for value in _INTEGERS[bits]]
    if type_ == "float":
        return [struct.pack("<f", value) for value in _FLOATS]
    if type_ == "bfloat":
        return [struct.pack("<f", value)[2:] for value in _FLOATS]
    return [struct.pack("<e", value) for value in _HALVES]


def function(types: list[str], result: str, lines: str) -> str:
    """The text of `@f`: `lines` compute `%r` of `%a`, `%b`, … that are read from memory."""
    text, place = "define void @f(ptr %in, ptr %out) {\n", 0
    for name, type_ in zip("abcdef", types, strict=False):
        stored = re.sub(r"\bi1\b", "i8", type_)
        text += f"  %p{name} = getelementptr i8, ptr %in, i64 {place}\n  %{name}{'.m' * (stored != type_)} = "
        text += f"load {stored}, ptr %p{name}, align 1\n"
        if stored != type_:
            text += f"  %{name} = trunc {stored} %{name}.m to {type_}\n"
        place += max(_size(type_), 8)
    text += "".join(f"  {line.strip()}\n" for line in lines.strip().splitlines())
    stored = re.sub(r"\bi1\b", "i8", result)
    if stored != result:
        text += f"  %r.m = zext {result} %r to {stored}\n  store {stored} %r.m, ptr %out, align 1\n"
    else:
        text += f"  store {result} %r, ptr %out, align 1\n"
    return text + "  ret void\n}\n" + _declarations(text)


def _declarations(text: str) -> str:
    """The declarations of the intrinsics that a text calls."""
    actual = {}
    for result, name, arguments in re.findall(r"call (?:fast |nnan |nsz )*([^@]+?) @(llvm\.[\w.]+)\(([^)]*)\)", text):
        types = ", ".join(re.match(r" *(<[^>]*>|\w+)", argument)[1] for argument in arguments.split(", "))  # type: ignore[index]
        actual[name] = f"declare {result} @{name}({types})\n"
    return "".join(actual.values())


def _inputs(types: list[str], most: int = 120) -> list[bytes]:
    combinations = list(itertools.product(*(_values(type_) for type_ in types)))
    step = max(1, len(combinations) // most)
    return [
        b"".join(v.ljust(max(_size(t), 8), b"\0") for v, t in zip(c, types, strict=True)) for c in combinations[::step]
    ]


def _same(result: str, data: bytes, other: bytes) -> bool:
    """Equal bytes, or NaN in both."""
    scalar = re.sub(r"<\d+ x (\w+)>", r"\1", result)
    size = _SIZES[scalar]
    for place in range(0, len(data), size):
        a, b = data[place : place + size], other[place : place + size]
        if a == b:
            continue
        if scalar in ("half", "float", "bfloat"):
            code = {"half": "<e", "float": "<f"}.get(scalar)
            x, y = (struct.unpack(code, v)[0] if code else struct.unpack("<f", b"\0\0" + v)[0] for v in (a, b))
            if math.isnan(x) and math.isnan(y):
                continue
        return False
    return True


def compare(types: list[str], result: str, lines: str, air: Version = cpu.NEWEST, keep: object = None) -> list[str]:
    """Run both forms for all inputs; the instructions of the legalised one."""
    text = function(types, result, lines)
    before, after, module = cpu.both(text, air)
    size = _size(result)
    if vector := re.fullmatch(r"<(\d+) x (\w+)>", result):
        size = int(vector[1]) * _SIZES[vector[2]]
    for data in _inputs(types):
        if keep is not None and not keep(data):  # type: ignore[operator]
            continue
        item, other = before.call("f", data, size), after.call("f", data, size)
        assert _same(result, item, other), (text, data.hex(), item.hex(), other.hex(), cpu.instructions(module))
    return list(cpu.instructions(module))


_CALLS = [
    # intrinsic, types of the arguments, type of the result, constant operands at the end
    *[
        (f"llvm.{name}.f32", ["float"], "float", "")
        for name in ("floor", "ceil", "trunc", "rint", "round", "fabs", "sqrt")
    ],
    *[(f"llvm.{name}.f32", ["float"], "float", "") for name in ("nearbyint", "roundeven", "canonicalize")],
    *[(f"llvm.{name}.v3f32", ["<3 x float>"], "<3 x float>", "") for name in ("floor", "fabs", "sqrt")],
    *[(f"llvm.{name}.v8f32", ["<8 x float>"], "<8 x float>", "") for name in ("floor", "sqrt")],
    *[(f"llvm.{name}.f16", ["half"], "half", "") for name in ("floor", "fabs")],
    *[(f"llvm.{name}.f32", ["float", "float"], "float", "") for name in ("minimum", "maximum", "copysign")],
    *[(f"llvm.{name}.f16", ["half", "half"], "half", "") for name in ("minimum", "maximum", "copysign")],
    *[(f"llvm.{name}.v2f32", ["<2 x float>", "<2 x float>"], "<2 x float>", "") for name in ("minimum", "maximum")],
    ("llvm.fma.f32", ["float", "float", "float"], "float", ""),
    ("llvm.fma.v4f32", ["<4 x float>", "<4 x float>", "<4 x float>"], "<4 x float>", ""),
    *[
        ("llvm.is.fpclass.f32", ["float"], "i1", f"i32 {mask}")
        for mask in (0, 1, 2, 3, 4, 24, 96, 264, 504, 512, 516, 1020, 1023)
    ],
    ("llvm.is.fpclass.f16", ["half"], "i1", "i32 144"),
    ("llvm.is.fpclass.v2f32", ["<2 x float>"], "<2 x i1>", "i32 99"),
    *[("llvm.powi.f32.i32", ["float"], "float", f"i32 {n}") for n in (0, 1, -1, 2, 3)],
    ("llvm.ldexp.f32.i32", ["float", "i32"], "float", ""),
    ("llvm.ldexp.f32.i64", ["float", "i64"], "float", ""),
    ("llvm.ldexp.f32.i16", ["float", "i16"], "float", ""),
    *[(f"llvm.fptosi.sat.{i}.f32", ["float"], i, "") for i in ("i8", "i32", "i64")],
    *[(f"llvm.fptoui.sat.{i}.f32", ["float"], i, "") for i in ("i8", "i32", "i64")],
    ("llvm.fptosi.sat.i16.f16", ["half"], "i16", ""),
    *[(f"llvm.{name}.i32", ["i32", "i32"], "i32", "") for name in ("smin", "umax", "sadd.sat", "uadd.sat", "ssub.sat")],
    *[(f"llvm.{name}.i8", ["i8", "i8"], "i8", "") for name in ("sadd.sat", "uadd.sat", "ssub.sat", "usub.sat", "umin")],
    *[(f"llvm.{name}.v4i16", ["<4 x i16>", "<4 x i16>"], "<4 x i16>", "") for name in ("sadd.sat", "uadd.sat", "smax")],
    ("llvm.abs.i32", ["i32"], "i32", "i1 false"),
    ("llvm.abs.v2i64", ["<2 x i64>"], "<2 x i64>", "i1 false"),
    *[(f"llvm.{name}.{t}", [t], t, "i1 false") for name in ("ctlz", "cttz") for t in ("i8", "i16", "i32", "i64")],
    *[(f"llvm.{name}.{t}", [t], t, "") for name in ("ctpop", "bitreverse") for t in ("i8", "i32", "i64")],
    ("llvm.ctpop.v3i32", ["<3 x i32>"], "<3 x i32>", ""),
    ("llvm.ctlz.v8i16", ["<8 x i16>"], "<8 x i16>", "i1 false"),
    *[(f"llvm.bswap.{t}", [t], t, "") for t in ("i16", "i32", "i64")],
    *[(f"llvm.{name}.{t}", [t, t, t], t, "") for name in ("fshl", "fshr") for t in ("i8", "i32", "i64")],
    *[(f"llvm.{name}.i32.i32", ["i32", "i32"], "i32", "") for name in ("scmp", "ucmp")],
    ("llvm.scmp.i8.i64", ["i64", "i64"], "i8", ""),
    *[(f"llvm.vector.reduce.{name}.v4i32", ["<4 x i32>"], "i32", "") for name in ("add", "mul", "xor", "smin", "umax")],
    *[(f"llvm.vector.reduce.{name}.v4i16", ["<4 x i16>"], "i16", "") for name in ("and", "or", "smax", "umin")],
    *[(f"llvm.vector.reduce.{name}.v4f32", ["<4 x float>"], "float", "") for name in ("fmaximum", "fmin", "fmax")],
    *[(f"llvm.{name}.{t}", [t, t], t, "") for name in ("sshl.sat", "ushl.sat") for t in ("i8", "i32", "i64")],
    ("llvm.vector.insert.v4i32.v2i32", ["<4 x i32>", "<2 x i32>"], "<4 x i32>", "i64 2"),
    ("llvm.vector.extract.v2i32.v4i32", ["<4 x i32>"], "<2 x i32>", "i64 2"),
    ("llvm.vector.reverse.v4i16", ["<4 x i16>"], "<4 x i16>", ""),
    ("llvm.vector.reduce.fadd.v4f32", ["float", "<4 x float>"], "float", ""),
    ("llvm.vector.reduce.fmul.v2f32", ["float", "<2 x float>"], "float", ""),
    ("llvm.vector.reduce.fminimum.v4f32", ["<4 x float>"], "float", ""),
]


@pytest.mark.parametrize(("name", "types", "result", "last"), _CALLS, ids=[f"{c[0]} {c[3]}".strip() for c in _CALLS])
def test_intrinsics(name: str, types: list[str], result: str, last: str) -> None:
    arguments = ", ".join([*(f"{t} %{n}" for t, n in zip(types, "abcd", strict=False)), *([last] if last else [])])
    left = compare(types, result, f"%r = call {result} @{name}({arguments})")
    kept = {"llvm.smin", "llvm.umin", "llvm.smax", "llvm.umax", "llvm.usub.sat"}
    kept |= {"llvm.fshl"} if name == "llvm.fshl.i32" else set()
    assert not [i for i in left if i.startswith("call llvm.") and i[5:].rpartition(".")[0] not in kept]


@pytest.mark.parametrize("name", ["smin", "smax", "umin", "umax", "usub.sat", "fshl"])
def test_apples_own_intrinsics_are_expanded_before_air_2_6(name: str) -> None:
    types = ["i32"] * (3 if name == "fshl" else 2)
    line = f"%r = call i32 @llvm.{name}.i32({', '.join(f'i32 %{n}' for n in 'abc'[: len(types)])})"
    assert f"call llvm.{name}.i32" in compare(types, "i32", line, Version(2, 6))
    assert f"call llvm.{name}.i32" not in compare(types, "i32", line, Version(2, 5))


def test_assumptions_stay_where_apples_compiler_writes_them() -> None:
    text = """target triple = "air64_v27-apple-macosx15.0.0"
      define void @f(ptr addrspace(1) %p, i32 %n) {
        %c = icmp slt i32 %n, 32
        call void @llvm.assume(i1 %c)
        call void @llvm.assume(i1 true) ["align"(ptr addrspace(1) %p, i64 16)]
        store i32 %n, ptr addrspace(1) %p
        ret void
      }
      declare void @llvm.assume(i1)"""
    for air, count in (("2.8", 1), ("2.6", 1), ("2.5", 0)):
        result = convert_bytes("f", text.encode(), ConvertOptions(ConvertTarget.parse(f"air{air}"))).module.text()
        assert result.count("call void @llvm.assume(i1 %") == result.count("@llvm.assume(i1 ") == count


@pytest.mark.parametrize("name", ["sadd", "uadd", "ssub", "usub", "smul", "umul"])
@pytest.mark.parametrize("type_", ["i8", "i16", "i32", "i64"])
def test_overflow(name: str, type_: str) -> None:
    lines = f"""%x = call {{ {type_}, i1 }} @llvm.{name}.with.overflow.{type_}({type_} %a, {type_} %b)
      %v = extractvalue {{ {type_}, i1 }} %x, 0
      %o = extractvalue {{ {type_}, i1 }} %x, 1
      %w = zext i1 %o to {type_}
      %y = shl {type_} %w, 3
      %r = xor {type_} %v, %y"""
    left = compare([type_, type_], type_, lines)
    assert "EXTRACTVAL" not in left
    assert "INSERTVAL" not in left


@pytest.mark.parametrize(
    ("cast", "source", "target"),
    [
        *[("sitofp", i, f) for i in ("i1", "i8", "i16", "i32", "i64") for f in ("float", "half")],
        *[("uitofp", i, f) for i in ("i1", "i8", "i16", "i32", "i64") for f in ("float", "bfloat")],
        ("sitofp", "<3 x i32>", "<3 x float>"),
        ("uitofp", "<8 x i16>", "<8 x float>"),
        ("fpext", "<4 x half>", "<4 x float>"),
        ("fptrunc", "<4 x float>", "<4 x half>"),
        ("fpext", "half", "float"),
    ],
)
def test_casts(cast: str, source: str, target: str) -> None:
    left = compare([source], target, f"%r = {cast} {source} %a to {target}")
    if "itofp" in cast or "<" in source:
        assert any(i.startswith("call air.convert.") for i in left)


@pytest.mark.parametrize("target", ["i1", "i8", "i32", "i64"])
@pytest.mark.parametrize("cast", ["fptosi", "fptoui"])
def test_casts_to_integers(cast: str, target: str) -> None:
    low, high = (0, 2) if cast == "fptoui" and target == "i1" else (-1 if cast == "fptosi" else 0, 1)
    high = {"i1": high, "i8": 100, "i32": 10**9, "i64": 10**15}[target]

    def fits(data: bytes) -> bool:
        value = struct.unpack("<f", data[:4])[0]
        return not math.isnan(value) and (low if target == "i1" else 0) <= value < high

    left = compare(["float"], target, f"%r = {cast} float %a to {target}", keep=fits)
    assert any(i.startswith("call air.convert.") for i in left)


@pytest.mark.parametrize("count", [2, 4, 8, 16, 32, 7])
def test_vectors_of_bits(count: int) -> None:
    """As one number and back."""
    type_ = next(t for t in ("i8", "i16", "i32") if int(t[1:]) >= count)
    narrow = f"%n = trunc {type_} %a to i{count}" if int(type_[1:]) != count else f"%n = add {type_} %a, 0"
    lines = f"""{narrow}
      %v = bitcast i{count} %n to <{count} x i1>
      %e = extractelement <{count} x i1> %v, i32 1
      %w = insertelement <{count} x i1> %v, i1 %e, i32 0
      %m = bitcast <{count} x i1> %w to i{count}
      %r = zext i{count} %m to i64"""
    left = compare([type_], "i64", lines)
    assert not any("bitcast" in i for i in left)


@pytest.mark.parametrize("width", [3, 7, 12, 24, 33, 48])
@pytest.mark.parametrize("operator", ["add", "sub", "mul", "udiv", "sdiv", "lshr", "ashr", "shl", "xor"])
def test_integers_of_other_widths(width: int, operator: str) -> None:
    divisor = "or" if "div" in operator else "and"
    lines = f"""%x = trunc i64 %a to i{width}
      %y0 = trunc i64 %b to i{width}
      %y = {divisor} i{width} %y0, 1
      %z = {operator} i{width} %x, %y
      %c = icmp slt i{width} %z, %x
      %d = icmp ult i{width} %z, %y0
      %s = select i1 %c, i{width} %z, i{width} %y0
      %e = sext i{width} %s to i64
      %g = zext i{width} %z to i64
      %h = xor i64 %e, %g
      %k = zext i1 %d to i64
      %r = add i64 %h, %k"""

    def defined(data: bytes) -> bool:
        a, b = struct.unpack("<qq", data)
        most = -1 << (width - 1)
        x = (a & ((1 << width) - 1)) - (a >> (width - 1) & 1) * (1 << width)
        y = ((b | 1) & ((1 << width) - 1)) - (b >> (width - 1) & 1) * (1 << width)
        return not (operator == "sdiv" and x == most and y == -1)

    compare(["i64", "i64"], "i64", lines, keep=defined)


def test_odd_integers_in_memory_and_phis() -> None:
    text = """
define void @f(ptr %in, ptr %out) {
entry:
  %a = load i24, ptr %in
  br label %loop
loop:
  %x = phi i24 [ %a, %entry ], [ %y, %loop ]
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %y = mul i24 %x, 77
  %m = add i32 %n, 1
  %c = icmp eq i32 %m, 5
  br i1 %c, label %end, label %loop
end:
  store i24 %y, ptr %out
  switch i24 %y, label %no [ i24 5, label %yes ]
yes:
  %p = getelementptr i8, ptr %out, i64 3
  store i8 1, ptr %p
  br label %no
no:
  ret void
}
"""
    before, after, module = cpu.both(text)
    for value in (0, 1, 0xFFFFFF, 0x800000, 12345):
        data = value.to_bytes(4, "little")
        assert before.call("f", data, 8) == after.call("f", data, 8)
    assert "LOAD" in cpu.instructions(module)


@pytest.mark.parametrize(
    "operation",
    [
        *("add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin", "xchg"),
        *("uinc_wrap", "udec_wrap", "usub_cond", "usub_sat"),
    ],
)
@pytest.mark.parametrize("space", [0, 1, 3])
def test_atomics(operation: str, space: int) -> None:
    pointer = f"ptr addrspace({space})" if space else "ptr"
    cast = f"addrspacecast ptr %out to {pointer}" if space else "getelementptr i8, ptr %out, i64 0"
    lines = f"""%q = {cast}
      %z = getelementptr i8, ptr %out, i64 8
      store i32 %a, ptr %z
      %g = getelementptr i8, {pointer} %q, i64 8
      %o = atomicrmw {operation} {pointer} %g, i32 %b monotonic
      %n = load i32, ptr %z
      %w = zext i32 %o to i64
      %h = zext i32 %n to i64
      %i = shl i64 %h, 32
      %r = or i64 %w, %i"""
    left = compare(["i32", "i32"], "i64", lines)
    assert "ATOMICRMW" not in left


@pytest.mark.parametrize("operation", ["fadd", "fsub", "fmax", "fmin"])
def test_atomics_of_floats(operation: str) -> None:
    lines = f"""%q = addrspacecast ptr %out to ptr addrspace(1)
      %z = getelementptr i8, ptr %out, i64 8
      store float %a, ptr %z
      %g = getelementptr i8, ptr addrspace(1) %q, i64 8
      %o = atomicrmw {operation} ptr addrspace(1) %g, float %b monotonic
      %n = load float, ptr %z
      %v = insertelement <2 x float> undef, float %o, i32 0
      %r = insertelement <2 x float> %v, float %n, i32 1"""
    left = compare(["float", "float"], "<2 x float>", lines)
    assert "ATOMICRMW" not in left


def _narrow(type_: str, change: str) -> str:
    """Lines that change one place of a word, whatever it is aligned to, and return the word and what the place held."""
    bits = {"i8": 8, "i16": 16, "half": 16}[type_]
    return f"""%q = addrspacecast ptr %out to ptr addrspace(1)
      %w = getelementptr i8, ptr addrspace(1) %q, i64 8
      store i32 %a, ptr addrspace(1) %w
      %n = and i32 %b, {3 if bits == 8 else 2}
      %k = zext i32 %n to i64
      %g = getelementptr i8, ptr addrspace(1) %w, i64 %k
      %v.i = trunc i32 %c to i{bits}
      %v = bitcast i{bits} %v.i to {type_}
      {change}
      %o.i = bitcast {type_} %o to i{bits}
      %x = load i32, ptr addrspace(1) %w
      %y = zext i{bits} %o.i to i64
      %z = zext i32 %x to i64
      %s = shl i64 %z, 32
      %r = or i64 %y, %s"""


@pytest.mark.parametrize("type_", ["i8", "i16"])
@pytest.mark.parametrize("operation", ["add", "sub", "and", "nand", "or", "xor", "max", "umin", "xchg", "uinc_wrap"])
def test_atomics_of_a_part_of_a_word(operation: str, type_: str) -> None:
    change = f"%o = atomicrmw {operation} ptr addrspace(1) %g, {type_} %v monotonic, align {int(type_[1:]) // 8}"
    left = compare(["i32", "i32", "i32"], "i64", _narrow(type_, change))
    assert "ATOMICRMW" not in left
    assert "call air.atomic.global.cmpxchg.weak.i32" in left


@pytest.mark.parametrize("type_", ["i8", "i16"])
def test_other_atomic_accesses_to_a_part_of_a_word(type_: str) -> None:
    align = f"align {int(type_[1:]) // 8}"
    change = f"""store atomic {type_} 5, ptr addrspace(1) %g monotonic, {align}
      %p = cmpxchg ptr addrspace(1) %g, {type_} 5, {type_} %v monotonic monotonic, {align}
      %p.s = extractvalue {{ {type_}, i1 }} %p, 1
      %p.n = zext i1 %p.s to {type_}
      %t = cmpxchg weak ptr addrspace(1) %g, {type_} 7, {type_} 9 monotonic monotonic, {align}
      %t.o = extractvalue {{ {type_}, i1 }} %t, 0
      %l = load atomic {type_}, ptr addrspace(1) %g monotonic, {align}
      %l.n = shl {type_} %l, 1
      %t.n = xor {type_} %t.o, %l.n
      %o = add {type_} %t.n, %p.n"""
    left = compare(["i32", "i32", "i32"], "i64", _narrow(type_, change))
    assert not {"CMPXCHG", "LOADATOMIC", "STOREATOMIC"} & set(left)


def test_atomic_sums_of_half() -> None:
    left = compare(
        ["i32", "i32", "i32"],
        "i64",
        _narrow("half", "%o = atomicrmw fadd ptr addrspace(1) %g, half %v monotonic, align 2"),
        keep=lambda data: not _has_nan(data),
    )
    assert "ATOMICRMW" not in left


def _has_nan(data: bytes) -> bool:
    """Whether a half is NaN, whose bits may come out otherwise."""
    return any(math.isnan(value) for value in struct.unpack_from("<2e", data) + struct.unpack_from("<2e", data, 16))


def test_unsigned_extrema_of_64_bits_without_a_result() -> None:
    lines = """%q = addrspacecast ptr %out to ptr addrspace(1)
      %g = getelementptr i8, ptr addrspace(1) %q, i64 8
      store i64 %a, ptr addrspace(1) %g
      %x = atomicrmw umax ptr addrspace(1) %g, i64 %b monotonic, align 8
      %y = atomicrmw umin ptr addrspace(1) %g, i64 77777777777 monotonic, align 8
      %r = load i64, ptr addrspace(1) %g"""
    left = compare(["i64", "i64"], "i64", lines)
    assert {"call air.atomic.global.max.u.i64", "call air.atomic.global.min.u.i64"} <= set(left)
    with pytest.raises(
        UnsupportedError, match=r"%y = atomicrmw .*: an atomic access to 64 bits: AIR has atomics of 32"
    ):
        cpu.legalised(
            function(["i64", "i64"], "i64", lines.replace("%r = load i64, ptr addrspace(1) %g", "%r = add i64 %y, 0"))
        )
    with pytest.raises(UnsupportedError, match="an atomic access to 64 bits"):
        cpu.legalised(function(["i64", "i64"], "i64", lines), Version(2, 3))


def test_cmpxchg_and_atomic_loads_and_stores() -> None:
    lines = """%q = addrspacecast ptr %out to ptr addrspace(1)
      %g = getelementptr i8, ptr addrspace(1) %q, i64 8
      store atomic i32 %a, ptr addrspace(1) %g release, align 4
      %x = cmpxchg ptr addrspace(1) %g, i32 %b, i32 99 acq_rel acquire
      %o = extractvalue { i32, i1 } %x, 0
      %s = extractvalue { i32, i1 } %x, 1
      fence seq_cst
      %l = load atomic i32, ptr addrspace(1) %g acquire, align 4
      %t = zext i1 %s to i32
      %u = add i32 %o, %l
      %r = xor i32 %u, %t"""
    left = compare(["i32", "i32"], "i32", lines)
    assert not {"CMPXCHG", "FENCE", "LOADATOMIC", "STOREATOMIC"} & set(left)
    assert left.count("call air.atomic.fence") == 5  # release; acq_rel is two; fence; acquire


def test_orders_are_relaxed_before_air_2_7_with_a_warning() -> None:
    from mtlb.convert.legalise import legalise

    text = "define i32 @f(ptr addrspace(1) %p) {\n %v = load atomic i32, ptr addrspace(1) %p acquire, align 4\n"
    text += " ret i32 %v\n}"
    module = cpu.read(text)
    assert legalise(module, Version(2, 6)) == [
        "function 'f', %v = load atomic (instruction 0 of block 0): its order acquire becomes relaxed: AIR 2.6 has no "
        "stronger one"
    ]


def test_memory() -> None:
    """Bits in memory, structs and arrays loaded and stored whole, small copies and fills."""
    text = """
%t = type { i32, [2 x i16], { i8, float } }
define void @f(ptr %in, ptr %out) {
  %w = load %t, ptr %in, align 4
  %x = extractvalue %t %w, 2, 1
  %y = insertvalue %t %w, i16 7, 1, 1
  store %t %y, ptr %out, align 4
  %b = load i8, ptr %in
  %c = trunc i8 %b to i1
  %q = getelementptr i8, ptr %out, i64 16
  store i1 %c, ptr %q
  %d = load i1, ptr %q
  %e = select i1 %d, %t %w, %t %y
  %m = extractvalue %t %e, 1, 1
  %n = getelementptr i8, ptr %out, i64 18
  store i16 %m, ptr %n
  %k = getelementptr i8, ptr %out, i64 20
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %k, ptr align 4 %in, i64 13, i1 false)
  %l = getelementptr i8, ptr %out, i64 33
  call void @llvm.memset.p0.i64(ptr %l, i8 3, i64 5, i1 false)
  %o = getelementptr i8, ptr %out, i64 21
  call void @llvm.memmove.p0.p0.i64(ptr %o, ptr %k, i64 12, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""
    before, after, module = cpu.both(text)
    for start in range(5):
        data = bytes((start * 37 + n * 11) & 0xFF for n in range(16))
        data = bytes([start & 1]) + data[1:]
        assert before.call("f", data, 40) == after.call("f", data, 40)
    assert not [i for i in cpu.instructions(module) if i.startswith("call ")]
    for function_ in module.functions:
        for i in function_.instructions():
            if i.code.name in ("LOAD", "PHI", "VSELECT"):
                assert i.type.code.name not in ("STRUCT_NAMED", "STRUCT_ANON", "ARRAY")


def test_phis_of_structs() -> None:
    text = """
define void @f(ptr %in, ptr %out) {
entry:
  %a = load i32, ptr %in
  %s0 = insertvalue { i32, i32 } undef, i32 %a, 0
  %s = insertvalue { i32, i32 } %s0, i32 1, 1
  br label %loop
loop:
  %p = phi { i32, i32 } [ %s, %entry ], [ %n, %loop ]
  %x = extractvalue { i32, i32 } %p, 0
  %y = extractvalue { i32, i32 } %p, 1
  %z = add i32 %x, %y
  %n0 = insertvalue { i32, i32 } %p, i32 %y, 0
  %n = insertvalue { i32, i32 } %n0, i32 %z, 1
  %c = icmp ugt i32 %z, 1000
  br i1 %c, label %end, label %loop
end:
  %r = extractvalue { i32, i32 } %n, 1
  store i32 %r, ptr %out
  ret void
}
"""
    before, after, module = cpu.both(text)
    for value in (1, 2, 500):
        data = struct.pack("<i", value)
        assert before.call("f", data, 4) == after.call("f", data, 4)
    assert "EXTRACTVAL" not in cpu.instructions(module)


@pytest.mark.parametrize(
    ("name", "value"),
    [("sincos", 0.5), ("modf", -2.75), ("modf", 3.0), ("frexp", 10.0), ("frexp", 1e-41), ("frexp", 0.0)],
)
def test_results_of_two_parts(name: str, value: float) -> None:
    second = "i32" if name == "frexp" else "float"
    suffix = "f32.i32" if name == "frexp" else "f32"
    pair = f"{{ float, {second} }}"
    text = f"""define void @f(ptr %in, ptr %out) {{
  %a = load float, ptr %in
  %p = call {pair} @llvm.{name}.{suffix}(float %a)
  %x = extractvalue {pair} %p, 0
  %y = extractvalue {pair} %p, 1
  store float %x, ptr %out
  %q = getelementptr i8, ptr %out, i64 4
  store {second} %y, ptr %q
  ret void
}}
declare {pair} @llvm.{name}.{suffix}(float)
"""
    module = cpu.legalised(text)
    after = cpu.program(module)
    fields = struct.unpack("<f" + ("i" if name == "frexp" else "f"), after.call("f", struct.pack("<f", value), 8))
    expected = {
        "sincos": lambda v: (math.sin(v), math.cos(v)),
        "modf": math.modf,
        "frexp": math.frexp,
    }[name](struct.unpack("<f", struct.pack("<f", value))[0])
    assert fields == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(("type_", "mangled"), [("half", "f16"), ("bfloat", "bf16"), ("<2 x half>", "v2f16")])
def test_fraction_and_exponent_of_narrow_floats(type_: str, mangled: str) -> None:
    """By the value they stand for: fraction times two to the exponent, and the range of the fraction."""
    count = 2 if "x" in type_ else 1
    whole = "<2 x i32>" if count == 2 else "i32"
    suffix = f"{mangled}.{'v2i32' if count == 2 else 'i32'}"
    pair = f"{{ {type_}, {whole} }}"
    text = f"""define void @f(ptr %in, ptr %out) {{
  %a = load {type_}, ptr %in, align 1
  %p = call {pair} @llvm.frexp.{suffix}({type_} %a)
  %x = extractvalue {pair} %p, 0
  %y = extractvalue {pair} %p, 1
  store {type_} %x, ptr %out, align 1
  %q = getelementptr i8, ptr %out, i64 8
  store {whole} %y, ptr %q, align 1
  ret void
}}
declare {pair} @llvm.frexp.{suffix}({type_})
"""
    after = cpu.program(cpu.legalised(text))

    def number(data: bytes) -> float:
        value: float = struct.unpack("<f", b"\0\0" + data)[0] if type_ == "bfloat" else struct.unpack("<e", data)[0]
        return value

    for data in _values(type_):
        out = after.call("f", data, 16)
        for n in range(count):
            inputs, fraction = number(data[2 * n : 2 * n + 2]), number(out[2 * n : 2 * n + 2])
            (exponent,) = struct.unpack_from("<i", out, 8 + 4 * n)
            if math.isfinite(inputs):
                assert math.frexp(inputs) == (fraction, exponent)
            else:
                assert str(fraction) == str(inputs)


@pytest.mark.parametrize("name", ["sinf", "__nv_sinf", "__ocml_sin_f32"])
def test_functions_of_other_libraries(name: str) -> None:
    text = f"define float @f(float %x) {{\n %r = call float @{name}(float %x)\n ret float %r\n}}\n"
    text += f"declare float @{name}(float)"
    assert cpu.instructions(cpu.legalised(text)) == ["call air.sin.f32", "RET"]


def test_fast_variants() -> None:
    text = """define float @f(float %x) {
  %a = call fast float @llvm.sin.f32(float %x)
  %b = call afn float @llvm.exp2.f32(float %a)
  %c = call nnan float @llvm.minnum.f32(float %a, float %b)
  %d = call nsz float @llvm.maxnum.f32(float %c, float %b)
  %e = frem float %d, %b
  ret float %e
}
declare float @llvm.sin.f32(float)
declare float @llvm.exp2.f32(float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
"""
    assert [i for i in cpu.instructions(cpu.legalised(text)) if i.startswith("call")] == [
        "call air.fast_sin.f32",
        "call air.fast_exp2.f32",
        "call air.fast_fmin.f32",
        "call air.fmax.f32",
        "call air.fmod.f32",
    ]


def test_flags_of_calls_that_return_structs() -> None:
    text = """target triple = "air64-apple-macosx14.0.0"
define float @f(float %x) {
  %p = call fast { float, float } @g(float %x)
  %a = extractvalue { float, float } %p, 0
  ret float %a
}
declare { float, float } @g(float)
"""
    assert convert_bytes("f.ll", text.encode()).module.function("f").blocks[0].instructions[0].fast_flags == 0
