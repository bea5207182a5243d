"""What single instructions compute at the limits of their operands, beside their definitions written in Python."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mtlb
from mtlb.base.errors import UnsupportedError
from mtlb.cpu import Kernel
from mtlb.spirv.enumerants import GLSLstd450
from mtlb.translate import translate
from tests.translate.assembler import TYPES, assemble

COUNT = 512
M = 1 << 32


def program(kind: str, lines: list[str]) -> bytes:
    """A kernel of one thread a number: ``%x`` and ``%y`` are its numbers, each line's ``%r`` a result.

    `kind`: "int", "uint" or "float", the type ``%t`` of the operands; results of another type are cast to it.
    """
    body = []
    for number, line in enumerate(lines):
        body.append(re.sub(r"%(r|c\d)\b", rf"%\1_{number}", line))
        body.append(f"%at_{number} = OpIAdd %uint %base %n{number}")
        body.append(f"%p_{number} = OpAccessChain %pt %out %zero %at_{number}\nOpStore %p_{number} %r_{number}")
    numbers = "\n".join(f"%n{number} = OpConstant %uint {number * COUNT}" for number in range(len(lines)))
    sign = "" if kind == "int" else "%int = OpTypeInt 32 1"
    declared = {"int": "%int = OpTypeInt 32 1", "float": "%t = OpTypeFloat 32", "uint": ""}[kind]
    text = (
        f"""
    OpCapability Shader
    OpCapability InterpolationFunction
    OpCapability GroupNonUniformArithmetic
    OpCapability DotProduct
    OpCapability DotProductInput4x8BitPacked
    OpCapability IntegerFunctions2INTEL
    OpExtension "SPV_KHR_integer_dot_product"
    OpExtension "SPV_INTEL_shader_integer_functions2"
    OpExtension "SPV_AMD_shader_trinary_minmax"
    %glsl = OpExtInstImport "GLSL.std.450"
    %amd = OpExtInstImport "SPV_AMD_shader_trinary_minmax"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %id
    OpExecutionMode %main LocalSize 64 1 1
    OpDecorate %id BuiltIn GlobalInvocationId
    OpDecorate %array ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %a DescriptorSet 0
    OpDecorate %a Binding 0
    OpDecorate %b DescriptorSet 0
    OpDecorate %b Binding 1
    OpDecorate %out DescriptorSet 0
    OpDecorate %out Binding 2
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %uint = OpTypeInt 32 0
    {declared}
    %bool = OpTypeBool
    %uint2 = OpTypeVector %uint 2
    %uint3 = OpTypeVector %uint 3
    {sign}
    %pair = OpTypeStruct %t %t
    %parts = OpTypeStruct %t %int
    %length = OpConstant %uint {COUNT * max(len(lines), 1)}
    %array = OpTypeArray %t %length
    %block = OpTypeStruct %array
    %pblock = OpTypePointer StorageBuffer %block
    %pt = OpTypePointer StorageBuffer %t
    %pin = OpTypePointer Input %uint3
    %zero = OpConstant %uint 0
    %one_u = OpConstant %uint 1
    %none = OpConstantNull %t
    %three = OpConstant %t {"3.0" if kind == "float" else "3"}
    {numbers}
    %id = OpVariable %pin Input
    %a = OpVariable %pblock StorageBuffer
    %b = OpVariable %pblock StorageBuffer
    %out = OpVariable %pblock StorageBuffer
    %main = OpFunction %void None %function
    %start = OpLabel
    %ids = OpLoad %uint3 %id
    %base = OpCompositeExtract %uint %ids 0
    %pa = OpAccessChain %pt %a %zero %base
    %pb = OpAccessChain %pt %b %zero %base
    %x = OpLoad %t %pa
    %y = OpLoad %t %pb
    """
        + "\n".join(body)
        + "\nOpReturn\nOpFunctionEnd"
    )
    return assemble(text if kind == "float" else re.sub(r"%t\b", f"%{kind}", text))


def computed(kind: str, lines: list[str], x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The results: a row for each line."""
    given_count = len(x)
    translation = translate(program(kind, lines), "macos14")
    assert translation.module.check() == []
    library = mtlb.write(mtlb.link([translation.module]).library)
    out = np.zeros(COUNT * len(lines), x.dtype)
    x, y = (np.resize(item, COUNT * len(lines)) for item in (x, y))
    (name,) = [function.name for function in mtlb.read(library).functions]
    with Kernel(library, name) as kernel:
        kernel.run(COUNT, 64, buffers={0: x, 1: y, 2: out})
    return out.reshape(len(lines), COUNT)[:, :given_count]


def signed(value: int) -> int:
    return (value + M // 2) % M - M // 2


def quotient(x: int, y: int) -> int:
    """Towards zero; by 0, or where the result does not fit, by 1."""
    if y == 0 or (x == -M // 2 and y == -1):
        return x
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def srem(x: int, y: int) -> int:
    return 0 if y == 0 or (x == -M // 2 and y == -1) else int(math.fmod(x, y))


def smod(x: int, y: int) -> int:
    if y == 0 or (x == -M // 2 and y == -1):
        return 0
    return x % y


def field(x: int, offset: int, width: int, sign: bool) -> int:
    value = (x % M >> offset) & ((1 << width) - 1)
    return value - (1 << width) if sign and width and value >> width - 1 else value


INTEGERS: dict[str, Callable[[int, int], int]] = {
    "%r = OpIAdd %t %x %y": lambda x, y: x + y,
    "%r = OpISub %t %x %y": lambda x, y: x - y,
    "%r = OpIMul %t %x %y": lambda x, y: x * y,
    "%r = OpSDiv %t %x %y": quotient,
    "%r = OpSRem %t %x %y": srem,
    "%r = OpSMod %t %x %y": smod,
    "%r = OpSDiv %t %x %three": lambda x, y: quotient(x, 3),
    "%r = OpUDiv %t %x %y": lambda x, y: x % M // (y % M or 1),
    "%r = OpUMod %t %x %y": lambda x, y: x % M % (y % M or 1),
    "%r = OpSNegate %t %x": lambda x, y: -x,
    "%r = OpNot %t %x": lambda x, y: ~x,
    "%r = OpShiftLeftLogical %t %x %y": lambda x, y: x << (y & 31),
    "%r = OpShiftRightLogical %t %x %y": lambda x, y: x % M >> (y & 31),
    "%r = OpShiftRightArithmetic %t %x %y": lambda x, y: x >> (y & 31),
    "%r = OpBitFieldInsert %t %x %y %three %three": lambda x, y: (x & ~(7 << 3)) | (y & 7) << 3,
    "%r = OpBitFieldInsert %t %x %y %three %none": lambda x, y: x,
    "%r = OpBitFieldSExtract %t %x %three %three": lambda x, y: field(x, 3, 3, True),
    "%r = OpBitFieldUExtract %t %x %three %three": lambda x, y: field(x, 3, 3, False),
    "%r = OpBitFieldSExtract %t %x %three %none": lambda x, y: 0,
    "%r = OpBitReverse %t %x": lambda x, y: int(f"{x % M:032b}"[::-1], 2),
    "%r = OpBitCount %t %x": lambda x, y: (x % M).bit_count(),
    "%c1 = OpSLessThan %bool %x %y\n%r = OpSelect %t %c1 %x %y": min,
    "%c1 = OpULessThan %bool %x %y\n%r = OpSelect %t %c1 %x %y": lambda x, y: min(x % M, y % M),
    "%c1 = OpIAddCarry %pair %x %y\n%r = OpCompositeExtract %t %c1 1": lambda x, y: (x % M + y % M) // M,
    "%c1 = OpISubBorrow %pair %x %y\n%r = OpCompositeExtract %t %c1 1": lambda x, y: x % M < y % M,
    "%c1 = OpUMulExtended %pair %x %y\n%r = OpCompositeExtract %t %c1 1": lambda x, y: (x % M) * (y % M) // M,
    "%c1 = OpSMulExtended %pair %x %y\n%r = OpCompositeExtract %t %c1 1": lambda x, y: x * y >> 32,
    "%c1 = OpSMulExtended %pair %x %y\n%r = OpCompositeExtract %t %c1 0": lambda x, y: x * y,
    f"%r = OpExtInst %t %glsl {int(GLSLstd450.SAbs)} %x": lambda x, y: abs(x),
    f"%r = OpExtInst %t %glsl {int(GLSLstd450.SSign)} %x": lambda x, y: (x > 0) - (x < 0),
    f"%r = OpExtInst %t %glsl {int(GLSLstd450.UMax)} %x %y": lambda x, y: max(x % M, y % M),
    f"%r = OpExtInst %t %glsl {int(GLSLstd450.SMin)} %x %y": min,
    f"%r = OpExtInst %t %glsl {int(GLSLstd450.FindILsb)} %x": lambda x, y: (x & -x).bit_length() - 1,
    f"%r = OpExtInst %t %glsl {int(GLSLstd450.FindUMsb)} %x": lambda x, y: (x % M).bit_length() - 1,
    f"%r = OpExtInst %t %glsl {int(GLSLstd450.FindSMsb)} %x": lambda x, y: (~x if x < 0 else x).bit_length() - 1,
    "%r = OpSDot %t %x %y PackedVectorFormat4x8Bit": lambda x, y: sum(map(int.__mul__, octets(x), octets(y))),
}


def octets(value: int) -> list[int]:
    """The four signed bytes of a word."""
    return [field(value, 8 * n, 8, True) for n in range(4)]


EDGES = [0, 1, -1, 2, 3, 31, 32, 33, -32, 255, -7, 2**31 - 1, -(2**31), 0x55555555, -0x55555556]
words = st.integers(-(2**31), 2**31 - 1) | st.sampled_from(EDGES)


@pytest.mark.parametrize("kind", ["int", "uint"])
def test_integers(kind: str) -> None:
    """The type of the operands does not matter: the instruction says what the sign is."""
    pairs = [(x, y) for x in EDGES for y in EDGES]
    lines = [line for line in INTEGERS if "PackedVectorFormat" not in line]
    x, y = (np.array(item, np.int64).astype(np.int32) for item in zip(*pairs, strict=True))
    for row, line in zip(computed(kind, lines, x, y), lines, strict=True):
        assert row.tolist() == [signed(int(INTEGERS[line](a, b))) for a, b in pairs], line


FLOATS: dict[str, Callable[[float, float], float]] = {
    "%r = OpFAdd %t %x %y": lambda x, y: x + y,
    "%r = OpFNegate %t %x": lambda x, y: -x,
    "%r = OpFRem %t %x %three": lambda x, y: math.fmod(x, 3.0) if math.isfinite(x) else math.nan,
    f"%r = OpExtInst %t %glsl {int(GLSLstd450.NMin)} %x %y": lambda x, y: y if x != x else x if y != y else min(x, y),
    f"%r = OpExtInst %t %glsl {int(GLSLstd450.NMax)} %x %y": lambda x, y: y if x != x else x if y != y else max(x, y),
    f"%r = OpExtInst %t %glsl {int(GLSLstd450.Step)} %x %y": lambda x, y: 0.0 if y < x else 1.0,
    f"%r = OpExtInst %t %glsl {int(GLSLstd450.Trunc)} %x": lambda x, y: float(np.trunc(np.float32(x))),
    f"%r = OpExtInst %t %glsl {int(GLSLstd450.RoundEven)} %x": lambda x, y: float(np.rint(np.float32(x))),
    "%r = OpQuantizeToF16 %t %x": lambda x, y: 0.0 if abs(x) < 2**-14 else float(np.float16(x)),
    "%c1 = OpFOrdLessThan %bool %x %y\n%r = OpSelect %t %c1 %x %none": lambda x, y: x if x < y else 0.0,
    "%c1 = OpFUnordLessThan %bool %x %y\n%r = OpSelect %t %c1 %x %none": lambda x, y: 0.0 if x >= y else x,
    "%c1 = OpFOrdNotEqual %bool %x %y\n%r = OpSelect %t %c1 %three %none": lambda x, y: 3.0 * (x < y or x > y),
    "%c1 = OpFUnordNotEqual %bool %x %y\n%r = OpSelect %t %c1 %three %none": lambda x, y: 3.0 * (x != y),
    "%c1 = OpFUnordEqual %bool %x %y\n%r = OpSelect %t %c1 %three %none": lambda x, y: 3.0 * (not (x < y or x > y)),
    "%c1 = OpFUnordGreaterThanEqual %bool %x %y\n%r = OpSelect %t %c1 %three %none": lambda x, y: 3.0 * (not x < y),
    "%c1 = OpIsNan %bool %x\n%r = OpSelect %t %c1 %three %none": lambda x, y: 3.0 * (x != x),
    "%c1 = OpIsInf %bool %x\n%r = OpSelect %t %c1 %three %none": lambda x, y: 3.0 * math.isinf(x),
    f"%c1 = OpExtInst %pair %glsl {int(GLSLstd450.ModfStruct)} %x\n%r = OpCompositeExtract %t %c1 0": lambda x, y: (
        math.modf(x)[0]
    ),
    f"%c1 = OpExtInst %pair %glsl {int(GLSLstd450.ModfStruct)} %x\n%r = OpCompositeExtract %t %c1 1": lambda x, y: (
        math.modf(x)[1]
    ),
}
FLOAT_EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 3.75, -7.25, 1e-5, -6e-8, 1e-40, 65504.0, 7e4, 3e38]
FLOAT_EDGES += [math.inf, -math.inf, math.nan]


def test_floats() -> None:
    pairs = [(x, y) for x in FLOAT_EDGES for y in FLOAT_EDGES]
    lines = list(FLOATS)
    x, y = (np.array(item, np.float32) for item in zip(*pairs, strict=True))
    with np.errstate(all="ignore"):
        for row, line in zip(computed("float", lines, x, y), lines, strict=True):
            expected = [FLOATS[line](float(a), float(b)) for a, b in zip(x, y, strict=True)]
            np.testing.assert_array_equal(row, np.array(expected, np.float32), line)


@settings(max_examples=4)
@given(st.lists(st.tuples(words, words), min_size=1, max_size=COUNT))
@pytest.mark.long
def test_any_integers(pairs: list[tuple[int, int]]) -> None:
    x, y = (np.array(item, np.int64).astype(np.int32) for item in zip(*pairs, strict=True))
    lines = list(INTEGERS)
    for row, line in zip(computed("int", lines, x, y), lines, strict=True):
        assert row.tolist() == [signed(int(INTEGERS[line](a, b))) for a, b in pairs], line


@settings(max_examples=6)
@given(st.lists(st.floats(width=32, allow_nan=False), min_size=1, max_size=COUNT))
@pytest.mark.long
def test_a_float_is_its_fraction_times_a_power_of_two(numbers: list[float]) -> None:
    x = np.array(numbers, np.float32)
    result = f"%c1 = OpExtInst %parts %glsl {int(GLSLstd450.FrexpStruct)} %x\n"
    lines = [
        f"{result}%r = OpCompositeExtract %t %c1 0",
        f"{result}%c2 = OpCompositeExtract %int %c1 1\n%r = OpConvertSToF %t %c2",
        f"{result}%c2 = OpCompositeExtract %t %c1 0\n%c3 = OpCompositeExtract %int %c1 1\n"
        f"%r = OpExtInst %t %glsl {int(GLSLstd450.Ldexp)} %c2 %c3",
    ]
    fractions, exponents, again = computed("float", lines, x, x)
    expected = np.frexp(x)
    np.testing.assert_array_equal(fractions, expected[0])
    np.testing.assert_array_equal(exponents, np.where(np.isinf(x), 0, expected[1]).astype(np.float32))
    np.testing.assert_array_equal(again, x)


@pytest.mark.parametrize(("words", "expected"), [("-1 -1", 0.5), ("6 -2147483648", 0.0), ("1 1", math.inf)])
def test_a_power_of_two_by_a_long_exponent(words: str, expected: float) -> None:
    """VK-GL-CTS's ldexp/ldexp_float16_int64.amber expects 0 for an exponent of which the lower half is 6."""
    text = f"""
    OpCapability Shader
    OpCapability Int64
    %glsl = OpExtInstImport "GLSL.std.450"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main"
    OpExecutionMode %main LocalSize 1 1 1
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpMemberDecorate %block 1 Offset 8
    OpDecorate %out DescriptorSet 0
    OpDecorate %out Binding 0
    {TYPES}
    %long = OpTypeInt 64 1
    %block = OpTypeStruct %long %float
    %pblock = OpTypePointer StorageBuffer %block
    %plong = OpTypePointer StorageBuffer %long
    %pfloat = OpTypePointer StorageBuffer %float
    %out = OpVariable %pblock StorageBuffer
    %one = OpConstant %float 1.0
    %main = OpFunction %void None %function
    %start = OpLabel
    %p = OpAccessChain %plong %out %u0
    %exponent = OpLoad %long %p
    %power = OpExtInst %float %glsl Ldexp %one %exponent
    %o = OpAccessChain %pfloat %out %u1
    OpStore %o %power
    OpReturn
    OpFunctionEnd"""
    low, high = words.split()
    out = np.array([int(low), int(high), 0, 0], np.int32)
    translation = translate(assemble(text), "macos14")
    assert translation.module.check() == []
    mtlb.run(mtlb.link([translation.module]).library, "main_", 1, buffers={0: out})
    assert out.view(np.float32)[2] == expected


@pytest.mark.parametrize(
    ("kind", "line", "reason"),
    [
        ("float", f"%r = OpExtInst %t %glsl {int(GLSLstd450.InterpolateAtCentroid)} %x", "is not a part of an input"),
        (
            "uint",
            "%c1 = OpBitcast %uint2 %pa\n%c2 = OpBitcast %pt %c1\n%r = OpLoad %uint %c2",
            "only physical addresses are made of numbers",
        ),
    ],
)
def test_what_metal_lacks_is_refused_by_name(kind: str, line: str, reason: str) -> None:
    with pytest.raises(UnsupportedError, match=reason):
        translate(program(kind, [line]), "macos14")


# --- vendors' extensions ---------------------------------------------------------------------------------------------

_LIMITS = {"int": (-M // 2, M // 2 - 1), "uint": (0, M - 1)}


def _clamped(kind: str, value: int) -> int:
    low, high = _LIMITS[kind]
    return max(low, min(high, value))


def _short(kind: str, value: int) -> int:
    return (value + 0x8000 & 0xFFFF) - 0x8000 if kind == "int" else value & 0xFFFF


def _intel(kind: str) -> dict[str, Callable[[int, int], int]]:
    letter = "I" if kind == "int" else "U"
    return {
        f"OpAbs{letter}Sub": lambda x, y: abs(x - y),
        f"Op{letter}AddSat": lambda x, y: _clamped(kind, x + y),
        f"Op{letter}SubSat": lambda x, y: _clamped(kind, x - y),
        f"Op{letter}Average": lambda x, y: x + y >> 1,
        f"Op{letter}AverageRounded": lambda x, y: x + y + 1 >> 1,
        f"Op{letter}Mul32x16": lambda x, y: x * _short(kind, y),
    }


@pytest.mark.parametrize("kind", ["int", "uint"])
def test_integer_functions_of_intel(kind: str) -> None:
    rng = np.random.default_rng(5)
    low, high = _LIMITS[kind]
    edges = [low, low + 1, high, high - 1, 0, 1, 2, 0x7FFF, 0x8000, 0xFFFF]
    type_ = np.int32 if kind == "int" else np.uint32
    x = np.array([*np.repeat(edges, len(edges)), *rng.integers(low, high, 300)], np.int64).astype(type_)
    y = np.array([*np.tile(edges, len(edges)), *rng.integers(low, high, 300)], np.int64).astype(type_)
    rows = _intel(kind)
    # The absolute difference is unsigned in both.
    lines = [f"%r = {name}INTEL %t %x %y" for name in rows if kind == "uint" or "Abs" not in name]
    if kind == "int":
        lines.insert(0, "%c0 = OpAbsISubINTEL %uint %x %y\n%r = OpBitcast %t %c0")
    actual = computed(kind, lines, x, y)
    for (name, rule), values in zip(rows.items(), actual, strict=True):
        expected = [rule(int(a), int(b)) % M for a, b in zip(x, y, strict=True)]
        assert (values.astype(np.int64) % M).tolist() == expected, name


def test_zeros_are_counted() -> None:
    x = np.array([0, 1, 2, 0x80000000, 0xFFFFFFFF, 0x00F00000], np.uint32)
    lines = ["%r = OpUCountLeadingZerosINTEL %t %x", "%r = OpUCountTrailingZerosINTEL %t %x"]
    actual = computed("uint", lines, x, x)
    assert actual[0].tolist() == [32, 31, 30, 0, 0, 8]
    assert actual[1].tolist() == [32, 0, 1, 31, 0, 20]


@pytest.mark.parametrize("kind", ["float", "int", "uint"])
def test_functions_of_three_numbers(kind: str) -> None:
    type_ = {"float": np.float32, "int": np.int32, "uint": np.uint32}[kind]
    x, y = (np.array(values, np.int64).astype(type_) for values in ([1, 9, 3, -4, 7], [2, 4, 3, 5, -7]))
    first = {"float": 1, "uint": 2, "int": 3}[kind]
    actual = computed(kind, [f"%r = OpExtInst %t %amd {first + at} %x %y %three" for at in (0, 3, 6)], x, y)
    both = [sorted((a, b, type_(3))) for a, b in zip(x, y, strict=True)]
    for values, place in zip(actual, (0, 2, 1), strict=True):
        assert values.tolist() == [item[place] for item in both]
