"""What emitted code computes, run on the host: functions of AIR get bodies (tests/convert/cpu.py)."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtlb import emit
from mtlb.base.metal import AccessQualifier, AddressSpace
from mtlb.bitcode import read_module
from mtlb.bitstream.wrapper import unwrap
from mtlb.emit import boolean, f32, float3, i8, i32, i64, packed, u8, u32, u64
from mtlb.emit.lowering import Lowering
from mtlb.emit.names import SCALARS
from mtlb.ir import DataLayout, InstCode, Module
from mtlb.ir.verify import verify_module
from tests.convert.cpu import Program, bodies


def run(
    build: Callable[[emit.Builder, emit.Value, emit.Value], None],
    source: emit.Type,
    result: emit.Type,
    data: bytes,
    size: int,
    *,
    target: str = "macos14",
) -> bytes:
    """What a kernel of two buffers writes to the second one."""
    m = emit.Module(target, "values", fast_math=False)
    k = m.kernel("k")
    given_, out = k.buffer("given", source, 0, "read"), k.buffer("out", result, 1)
    b = k.entry()
    build(b, given_, out)
    if not b.is_terminated:
        b.ret()
    assert m.check() == []
    code = m.air_bytes()
    return Program(bytes(unwrap(code)), bodies(read_module(code), m.target.air)).call("k", data, size)


def floats(data: bytes) -> list[float]:
    return list(struct.unpack(f"<{len(data) // 4}f", data))


def test_saxpy_like_arithmetic() -> None:
    def build(b: emit.Builder, x: emit.Value, out: emit.Value) -> None:
        out[0].store(x[0].load() * 2.5 + x[1].load() - x[2].load() / 4.0)
        out[1].store(-x[0].load())
        out[2].store(b.math("sqrt", x[2].load()))
        out[3].store(b.select(x[0].load() < x[1].load(), x[0].load(), 2.0))

    result = floats(run(build, f32, f32, struct.pack("<3f", 3.0, 1.5, 16.0), 16))
    assert result == [3.0 * 2.5 + 1.5 - 4.0, -3.0, 4.0, 2.0]


def test_loops_carry_values() -> None:
    def build(b: emit.Builder, x: emit.Value, out: emit.Value) -> None:
        with b.for_range(8) as loop:
            total = loop.carry(0.0, f32)
            with b.if_(x[loop.index].load() < 0.0):
                loop.continue_()
            loop.break_if(total > 10.0)
            loop.update(total, total + x[loop.index].load())
        out[0].store(loop.result(total))
        with b.loop() as other:
            n = other.carry(b.const(u32, 1))
            other.update(n, n * 3)
            other.break_if(n > 100)
        out[1].store(b.convert(other.result(n), f32))
        with b.for_range(b.const(i32, 5), b.const(i32, 0), -2) as down:
            count = down.carry(0.0, f32)
            down.update(count, count * 10.0 + b.convert(down.index, f32))
        out[2].store(down.result(count))

    data = struct.pack("<8f", 1, -5, 2, 3, -1, 4.5, 7, 9)
    assert floats(run(build, f32, f32, data, 12)) == [10.5, 729.0, 531.0]


def test_branches_join() -> None:
    def build(b: emit.Builder, x: emit.Value, out: emit.Value) -> None:
        result = b.variable(f32, 0.0)
        for place in range(3):
            with b.if_else(x[place].load() > 0.0) as (then, otherwise):
                with then:
                    result.store(result.load() + 1.0)
                with otherwise:
                    result.store(result.load() * 10.0)
        out[0].store(result.load())
        with b.if_(x[0].load() > 0.0):
            out[1].store(5.0)
            b.ret()
        out[1].store(6.0)

    assert floats(run(build, f32, f32, struct.pack("<3f", 1, -1, 1), 8)) == [11.0, 5.0]
    assert floats(run(build, f32, f32, struct.pack("<3f", -1, 1, 1), 8)) == [2.0, 6.0]


def test_switch_and_helper_functions() -> None:
    m = emit.Module("macos14", "values")
    square = m.function("square", u32, [u32])
    square.ret(square.arguments[0] * square.arguments[0])
    k = m.kernel("k")
    x, out = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1)
    b = k.entry()
    item, two, rest, after = (b.new_block() for _ in range(4))
    b.switch(x[0].load(), rest, {1: item, 2: two})
    for block in (item, two, rest):
        b.position(block)
        b.br(after)
    b.position(after)
    actual = b.phi(u32)
    for block, value in ((item, 10), (two, 20), (rest, 30)):
        actual.add(value, block)
    out[0].store(b.call(square, actual))
    b.ret()
    program = Program(bytes(unwrap(m.air_bytes())))
    results = [program.call("k", struct.pack("<I", n), 4) for n in (1, 2, 7)]
    assert [struct.unpack("<I", result)[0] for result in results] == [100, 400, 900]


def test_packed_vectors_structs_and_bools() -> None:
    particle = emit.Struct("P", [("place", packed(float3)), ("alive", boolean), ("mass", f32)])

    def build(b: emit.Builder, x: emit.Value, out: emit.Value) -> None:
        place = x[1]["place"].load()
        out[0].store(place.x + place.y + place.z)
        out[1].store(b.select(x[0]["alive"].load(), x[0]["mass"].load(), 0.0))
        out[2].store(b.select(x[1]["alive"].load(), x[1]["mass"].load(), -1.0))

    assert (particle.size, particle.align) == (20, 4)
    data = struct.pack("<3f?3xf3f?3xf", 0, 0, 0, True, 7.0, 1, 2, 4, False, 3.0)
    assert floats(run(build, particle, f32, data, 12)) == [7.0, 7.0, -1.0]


@given(st.integers(-(1 << 31), (1 << 31) - 1), st.integers(-(1 << 31), (1 << 31) - 1))
def test_integer_conversions(a: int, b: int) -> None:
    fields = struct.unpack("<qQbB2xii", CONVERSIONS.call("k", struct.pack("<ii", a, b), 28))
    wide = a % (1 << 64)
    assert fields[0] == a
    assert fields[1] == wide
    assert fields[2] == ((a + 128) % 256) - 128
    assert fields[3] == a % 256
    assert fields[4] == a >> 3
    assert fields[5] == (a + b + (1 << 31)) % (1 << 32) - (1 << 31)


def conversions() -> Program:
    results = emit.Struct("R", [("l", i64), ("m", u64), ("c", i8), ("h", u8), ("s", i32), ("t", i32)])
    m = emit.Module("macos14", "values")
    k = m.kernel("k")
    x, out = k.buffer("x", i32, 0, "read"), k.buffer("out", results, 1)
    b = k.entry()
    first = x[0].load()
    out["l"].store(b.convert(first, i64))
    out["m"].store(b.convert(first, u64))
    out["c"].store(b.convert(first, i8))
    out["h"].store(b.convert(first, u8))
    out["s"].store(first >> 3)
    out["t"].store(first + x[1].load())
    b.ret()
    return Program(bytes(unwrap(m.air_bytes())))


CONVERSIONS = conversions()

NUMBERS = list(SCALARS)
VECTORS = [emit.vector(number, count) for number in NUMBERS for count in (2, 3, 4)]
PACKED = [packed(vector) for vector in VECTORS if not vector.element.is_bool]
MATRICES = [emit.matrix(f32, columns, rows) for columns in (2, 3, 4) for rows in (2, 3, 4)]
MEMBERS = st.sampled_from([*NUMBERS, *VECTORS, *PACKED, *MATRICES, emit.ptr(f32, emit.device), emit.sampler])


def structs(inner: st.SearchStrategy[emit.Type]) -> st.SearchStrategy[emit.Type]:
    return st.lists(inner, min_size=1, max_size=4).map(
        lambda types: emit.Struct("S", [(f"m{place}", type) for place, type in enumerate(types)])
    )


def inside(inner: st.SearchStrategy[emit.Type]) -> st.SearchStrategy[emit.Type]:
    return st.builds(emit.array, inner, st.integers(1, 5)) | structs(inner)


@given(st.recursive(MEMBERS, inside, max_leaves=8))
def test_layouts_are_those_of_llvm(type: emit.Type) -> None:
    low = Lowering(Module())
    layout = DataLayout()
    result = low.memory(type)
    assert (layout.alloc_size(result), layout.alignment(result)) == (type.size, type.align)


def test_types_that_come_and_go_have_their_own_llvm_types() -> None:
    low = Lowering(Module())
    scalars = (f32, u32, emit.f16, emit.u16)
    for number in range(5_000):  # more than are remembered; a freed object's identity is soon another's
        scalar, count = scalars[number % 4], 2 + number % 3
        value, memory = low.value(emit.vector(scalar, count)), low.memory(emit.array(scalar, count))
        assert (value.params, value.elements) == ((count,), (low.value(scalar),))
        assert (memory.params, memory.elements) == ((count,), (low.memory(scalar),))
        pointer = low.pointer(emit.array(scalar, count), AddressSpace.DEVICE, AccessQualifier.READ)
        assert pointer == emit.ptr(emit.array(scalar, count), AddressSpace.DEVICE, "read")


@pytest.mark.parametrize(("target", "flags"), [("macos10.13", 31), ("macos10.14", 254), ("macos14", 254)])
@pytest.mark.parametrize("whole", [False, True])
def test_fast_math_of_a_module_and_of_a_part(target: str, flags: int, whole: bool) -> None:
    m = emit.Module(target, fast_math=whole)
    k = m.kernel("k")
    x = k.buffer("x", f32, 0)
    b = k.entry()
    x[1].store(x[0].load() + 1.0)
    with b.fast_math(not whole):
        x[2].store(x[0].load() * 2.0)
        x[3].store(b.math("sin", x[0].load()))
    b.ret()
    fast = {InstCode.BINOP: [], InstCode.CALL: []}
    for instruction in read_module(m.air_bytes()).functions[0].instructions():
        if instruction.code in fast:
            fast[instruction.code].append(instruction.fast_flags)
    on, off = (flags, 0) if whole else (0, flags)
    assert fast == {InstCode.BINOP: [on, off], InstCode.CALL: [off]}
    assert verify_module(read_module(m.air_bytes())) == []


@given(st.floats(width=64))
def test_constants_are_rounded_once(value: float) -> None:
    low = Lowering(Module())
    if math.isfinite(value) and abs(value) >= (2 - 2**-8) * 2.0**127:
        with pytest.raises(emit.BuildError, match="too large for bfloat"):
            low.constant(emit.bf16, value)
        return
    bits = low.constant(emit.bf16, value).params or (0,)
    (back,) = struct.unpack("<f", struct.pack("<I", bits[0] << 16))
    if math.isnan(value):
        assert math.isnan(back)
    elif math.isinf(back):
        assert math.isinf(value)
    else:
        assert abs(back - value) <= max(abs(value) * 2**-8, 2**-134)
