"""How a link takes functions from the run-time library."""

from __future__ import annotations

import random
import struct

import pytest

import mtlb
from mtlb import emit
from mtlb.archives.archive import write_archive
from mtlb.base.errors import LinkError
from mtlb.bitcode import read_module
from mtlb.bitstream.wrapper import unwrap
from mtlb.emit import Type, device, f16, f32, float2, i32, ptr, thread, u8, u16, u32, u64, vector
from mtlb.ir.verify import verify_module
from mtlb.linker import LinkOptions, link
from tests.convert.cpu import Program, bodies
from tests.runtime.calls import caller, linked, run

TARGETS = ("macos11", "macos14", "macos26", "ios14", "ios17", "ios17-simulator", "tvos16", "visionos2", "watchos11")
FUNCTIONS: list[tuple[str, Type, list[Type]]] = [
    ("___metal_fract_float", f32, [f32, i32]),
    ("___metal_fract_v2float", float2, [float2, i32]),
    ("___metal_frexp_v3half_pthreadv3int32", vector(f16, 3), [vector(f16, 3), ptr(vector(i32, 3), thread)]),
    ("___metal_ilogb_half", i32, [f16, i32]),
    ("___metal_ldexp_v4float_v4int32", vector(f32, 4), [vector(f32, 4), vector(i32, 4), i32]),
    ("___metal_extract_bits_v8uint8", vector(u8, 8), [vector(u8, 8), u32, u32]),
    ("___metal_insert_bits_uint16_uint16", u16, [u16, u16, u32, u32]),
    ("___metal_reverse_bits_v16uint32", vector(u32, 16), [vector(u32, 16)]),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.long
def test_each_platform(target: str) -> None:
    for name, result, parameters in FUNCTIONS:
        module = caller(name, result, parameters, 2, target)
        done = linked(module)
        assert done.runtime == (name,) and done.warnings == []
        library = mtlb.read(mtlb.write(done.library))
        assert mtlb.verify(library) == []
        made = read_module(bytes(library.functions[0].module))
        assert verify_module(made) == []
        actual = next(function for function in made.functions if function.name == name)
        assert not actual.is_declaration and actual.linkage.name == "INTERNAL"
        assert mtlb.write(linked(module).library) == mtlb.write(done.library)


def test_real_looking_input_gives_what_fract_is() -> None:
    bits = struct.unpack("<4I", struct.pack("<4f", 1.25, -0.5, 7.0, 3.75))
    result = run("___metal_fract_v2float", float2, [float2, i32], [[bits[0], bits[1], 0], [bits[2], bits[3], 0]])
    words = [word for row in result for word in row]
    assert struct.unpack("<4f", struct.pack("<4I", *words)) == (0.25, 0.5, 0.0, 0.75)


def test_a_declaration_without_the_last_parameter() -> None:
    item = struct.unpack("<I", struct.pack("<f", 2.75))[0]
    fraction = struct.unpack("<I", struct.pack("<f", 0.75))[0]
    assert run("___metal_fract_float", f32, [f32], [[item]]) == [[fraction]]


def test_an_archive_among_the_inputs_wins() -> None:
    module = caller("___metal_fract_float", f32, [f32, i32], 1)
    other = emit.Module("ios17", "apple", fast_math=False)
    body = other.function("___metal_fract_float", f32, [f32, i32], exported=True)
    body.ret(body.const(f32, 42.0))
    archive = write_archive([("fract.air", other.air_bytes())])
    done = link([("caller.air", module.air_bytes()), ("libmetal_rt_ios.a", archive)])
    assert done.runtime == ()
    assert "float 4.200000e+01" in read_module(bytes(done.library.functions[0].module)).text()
    without = LinkOptions(runtime=False)
    assert link([("caller.air", module.air_bytes()), ("rt.a", archive)], without).runtime == ()


def test_none_leaves_them_undefined() -> None:
    module = caller("___metal_fract_float", f32, [f32, i32], 1)
    with pytest.raises(LinkError, match=r"'___metal_fract_float', referenced from:\n      k in caller.air"):
        linked(module, runtime=False)


@pytest.mark.parametrize(
    "name",
    [
        "___metal_fract_int32",
        "___metal_fract_v5float",
        "___metal_extract_bits_float",
        "___metal_frexp_float_pthreadv2int32",
        "___metal_insert_bits_int8_int16",
        "___metal_reverse_bits_int32_int32",
        "___metal_tgamma_float",
        "helper",
    ],
)
def test_what_it_does_not_have_stays_undefined(name: str) -> None:
    with pytest.raises(LinkError, match=f"undefined symbol.*\n  '{name}'"):
        linked(caller(name, f32, [f32, i32], 1))


def test_other_types_are_an_error() -> None:
    message = (
        r"^caller.air: '___metal_fract_float' is declared as f16 \(f32, i32\): "
        r"in the run-time library it is f32 \(f32\)"
    )
    with pytest.raises(LinkError, match=message):
        linked(caller("___metal_fract_float", f16, [f32, i32], 1))
    with pytest.raises(LinkError, match=r"declared as f32 \(f32, f32\)"):
        linked(caller("___metal_fract_float", f32, [f32, f32], 1))
    with pytest.raises(LinkError, match=r"'memcpy' is declared as void \(f32\)"):
        m = emit.Module("ios17", "caller")
        callee = m.declare("memcpy", emit.void, [f32])
        b = m.kernel("k").entry()
        b.call(callee, b.const(f32, 1.0), result=emit.void)
        b.ret()
        linked(m)


def test_a_dynamic_library_does_not_export_them() -> None:
    m = emit.Module("ios17", "noise", fast_math=False)
    fract = m.declare("___metal_fract_float", f32, [f32, i32])
    b = m.function("noise", f32, [f32], exported=True)
    b.ret(b.call(fract, b.arguments[0], b.const(i32, 0), result=f32))
    done = link([("noise.air", m.air_bytes())], LinkOptions(kind="dylib", install_name="@loader_path/n.metallib"))
    assert done.runtime == ("___metal_fract_float",)
    assert [function.name for function in done.library.functions] == ["noise"]


def _moved(name: str, target: int, source: int, size: int, data: bytes) -> bytes:
    """A copy of `data` after `name` moved some of it."""
    m = emit.Module("ios17", "caller", fast_math=False)
    place = ptr(u8, device)
    parameters: list[Type] = [place, u32 if name == "memset" else place, u64]
    move = m.declare(name, emit.void, parameters)
    copy = m.declare("memcpy", emit.void, [place, place, u64]) if name != "memcpy" else move
    k = m.kernel("k")
    inputs, out = k.buffer("given", u8, 0), k.buffer("out", u8, 1)
    b = k.entry()
    b.call(copy, out[0], b.bitcast(inputs[0], place), b.const(u64, len(data)), result=emit.void)
    second = b.const(u32, 0x1A5) if name == "memset" else out[source]
    b.call(move, out[target], second, b.const(u64, size), result=emit.void)
    b.ret()
    done = linked(m)
    assert set(done.runtime) == {name, "memcpy"}
    code = bytes(done.library.functions[0].module)
    return Program(bytes(unwrap(code)), bodies(read_module(code), m.target.air)).call("k", data, len(data))


@pytest.mark.long
def test_memory() -> None:
    random_ = random.Random(13)
    data = random_.randbytes(97)
    for target, source, size in ((3, 20, 40), (20, 3, 40), (5, 5, 9), (0, 90, 7), (50, 10, 0), (11, 10, 60)):
        expected = bytearray(data)
        expected[target : target + size] = data[source : source + size]
        assert _moved("memmove", target, source, size, data) == expected
    assert _moved("memcpy", 0, 50, 40, data) == data[50:90] + data[40:]
    assert _moved("memset", 7, 0, 30, data) == data[:7] + b"\xa5" * 30 + data[37:]
