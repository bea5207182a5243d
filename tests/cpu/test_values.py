"""What `Kernel.run` takes as arguments, and the shapes of what it gives back."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mtlb import emit
from mtlb.base.errors import BuildError, RunError
from mtlb.convert import attach
from mtlb.cpu import Address, Kernel, Sampler
from mtlb.cpu.process import Session
from mtlb.cpu.values import buffer_from_text
from mtlb.emit import f16, f32, float2, float4, texture2d, u8, u32, u64
from tests.cpu.hostile import STORE, hostile
from tests.cpu.kernels import kernel, scalar_kernel
from tests.process import LEVELS


@pytest.fixture(scope="module", params=LEVELS)
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    with Session(optimize=request.param) as result:
        yield result


def copy_bytes(type_: emit.Scalar = u8) -> bytes:
    """`out[i] = x[i]`."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("x", type_, 0, "read"), k.buffer("out", type_, 1)
        index = k.builtin("thread_position_in_grid", u32)
        k.entry()
        out[index].store(x[index].load())

    return kernel(body)


@pytest.mark.parametrize("given", ["f4", "f8", "i2", "u8"])
def test_a_buffer_of_bytes_takes_any_array(given: str, session: Session) -> None:
    x = np.arange(6).astype(given)
    out = np.zeros_like(x)
    with Kernel(copy_bytes(), "k", session=session) as k:
        result = k.run(x.nbytes, buffers={"x": x, "out": out})
    np.testing.assert_array_equal(out, x)
    assert result.notes[0] == f"buffer 'x' is of uchar: the array of {x.dtype} is used as raw bytes"
    assert f"{x.dtype}[6] = " in str(result)


@pytest.mark.parametrize(
    ("type_", "given"), [(f32, "f8"), (u32, "i8"), (u32, "u2"), (emit.f16, "f4"), (f32, "i1"), (u32, "?")]
)
def test_elements_of_another_size_are_an_error(type_: emit.Scalar, given: str, session: Session) -> None:
    x = np.zeros(8, given)
    with Kernel(copy_bytes(type_), "k", session=session) as k:
        with pytest.raises(BuildError, match=rf"buffer 'x' is of \w+, but the array is of {x.dtype}"):
            k.run(1, buffers={"x": x, "out": np.zeros(8, "u1")})
        assert k.run(1, buffers={"x": x.view("u1"), "out": np.zeros(8, "u1")}).notes == []


def sampled(session: Session, sampler: object) -> float:
    """A texel between 0 and 1, at a quarter of the way."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        image, how = k.texture("image", texture2d(f32), 0), k.sampler("s", 0)
        out = k.buffer("out", f32, 0)
        b = k.entry()
        place = b.vector(b.const(f32, 1.375), b.const(f32, 0.5))
        out[0].store(b.texture.sample(image, how, place, level=0.0).x)

    out = np.zeros(1, "f4")
    image = np.array([[0.0, 1.0]], "f4")
    with Kernel(kernel(body), "k", session=session) as k:
        k.run(1, textures={"image": image}, samplers={"s": sampler}, buffers={"out": out})
    return float(out[0])


def test_samplers_by_word(session: Session) -> None:
    assert sampled(session, "nearest,repeat") == 0.0
    assert sampled(session, "linear,repeat") == sampled(session, Sampler("linear", "linear", address="repeat")) == 0.25
    assert sampled(session, "nearest") == sampled(session, Sampler()) == 1.0
    with pytest.raises(BuildError, match="'smooth' is not one of linear, nearest"):
        sampled(session, "smooth")
    with pytest.raises(BuildError, match=r"sampler 's': give a Sampler or its words, not 0\.5"):
        sampled(session, 0.5)


def test_outputs_have_the_shapes_of_their_values(session: Session) -> None:
    module = emit.Module("macos14")
    f = module.fragment("k")
    level, uv = f.stage_in("level", f32), f.stage_in("uv", float2)
    f.out(float4, name="color")
    f.depth("depth")
    b = f.entry()
    b.ret(color=b.vector(uv.x, uv.y, level, level), depth=level + 1.0)
    levels, places = np.arange(6, dtype="f4"), np.arange(12, dtype="f4").reshape(6, 2)
    with Kernel(module.air_bytes(), "k", session=session) as k:
        result = k.run((3, 2), inputs={"level": levels, "uv": places})
    outputs = result.outputs
    assert {name: array.shape for name, array in outputs.items()} == {"color": (6, 4), "depth": (6,)}
    assert (outputs["depth"] == levels + 1).all()
    assert (outputs["color"][:, :2] == places).all()
    assert "depth: float32[6] = 1 2 3 4 5 6" in str(result).splitlines()


UNREAD = """
define void @helper(ptr addrspace(1) %passed, ptr addrspace(1) %followed, i32 %n) {
  %p = getelementptr i32, ptr addrspace(1) %passed, i32 %n
  %q = getelementptr i32, ptr addrspace(1) %followed, i32 %n
  store i32 7, ptr addrspace(1) %q
  ret void
}

define void @k(ptr addrspace(1) %unread, ptr addrspace(1) %passed, ptr addrspace(1) %out, i32 %i) {
  %p = getelementptr i32, ptr addrspace(1) %unread, i32 %i
  call void @helper(ptr addrspace(1) %passed, ptr addrspace(1) %out, i32 %i)
  ret void
}
"""


@pytest.mark.parametrize("check", [False, True])
def test_what_nobody_reads_needs_no_value(check: bool, session: Session) -> None:
    a = attach(UNREAD, "macos14")
    k = a.kernel("k")
    for number, name in enumerate(("unread", "passed", "out")):
        k.buffer(name, u32, number)
    k.builtin("thread_position_in_grid", u32)
    with Kernel(a.air_bytes(), "k", session=session, check=check) as kernel:
        assert [parameter.is_read for parameter in kernel.parameters] == [False, False, True, True]
        out = np.zeros(4, "u4")
        assert kernel.run(4, buffers={"out": out}).is_clean
        assert out.tolist() == [7] * 4
        with pytest.raises(BuildError, match=r"buffer 'out', index 2 of uint needs a value"):
            kernel.run(4, buffers={"unread": out, "passed": out})


DEEP = """
define void @k(ptr addrspace(1) %context, ptr addrspace(1) %out, i32 %i) {
  %a = load i64, ptr addrspace(1) %context
  %nodes = inttoptr i64 %a to ptr addrspace(1)
  %n = zext i32 %i to i64
  %node = getelementptr { i32, i64, [2 x i64] }, ptr addrspace(1) %nodes, i64 %n
  %w = load i32, ptr addrspace(1) %node
  %p = getelementptr { i32, i64, [2 x i64] }, ptr addrspace(1) %node, i64 0, i32 1
  %d = load i64, ptr addrspace(1) %p
  %data = inttoptr i64 %d to ptr addrspace(1)
  %x = load i32, ptr addrspace(1) %data
  %v = mul i32 %x, %w
  %s = getelementptr { i32, i64, [2 x i64] }, ptr addrspace(1) %node, i64 0, i32 2, i64 1
  %l = load i64, ptr addrspace(1) %s
  %list = inttoptr i64 %l to ptr addrspace(1)
  %second = getelementptr i64, ptr addrspace(1) %list, i64 1
  %e = load i64, ptr addrspace(1) %second
  %first = inttoptr i64 %e to ptr addrspace(1)
  %y = load i32, ptr addrspace(1) %first
  %z = add i32 %v, %y
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %n
  store i32 %z, ptr addrspace(1) %q
  store i32 %z, ptr addrspace(1) %data
  store i32 0, ptr addrspace(1) %node
  ret void
}
"""
NODE = np.dtype([("weight", "u4"), ("data", "O"), ("more", "O", (2,))], align=True)


def deep_kernel() -> bytes:
    a = attach(DEEP, "macos14")
    k = a.kernel("k")
    k.buffer("context", u64, 0, "read")
    k.buffer("out", u32, 1)
    k.builtin("thread_position_in_grid", u32)
    return a.air_bytes()


@pytest.mark.parametrize("check", [False, True])
def test_pointers_behind_pointers(check: bool, session: Session) -> None:
    data = [np.array([3], "u4"), np.array([0, 5], "u4")]
    nodes: Any = np.zeros(2, NODE)
    nodes["weight"] = 10, 100
    shared = [None, Address(np.array([7], "u4"))]
    for number in range(2):
        nodes["data"][number] = Address(data[number], 4 * number)
        nodes["more"][number] = 1 << 63, Address(shared)
    out = np.zeros(2, "u4")
    with Kernel(deep_kernel(), "k", session=session, check=check) as k:
        result = k.run(2, buffers={"context": [Address(nodes)], "out": out})
        assert result.is_clean
        assert out.tolist() == [37, 507]
        assert (data[0].tolist(), data[1].tolist()) == ([37], [0, 507])
        assert nodes["weight"].tolist() == [0, 0]
        assert nodes["data"][1] == Address(data[1], 4)
        nodes["data"][1] = "x"
        with pytest.raises(
            BuildError, match=r"'context'\[0\].data\[1\]: 'x' is neither an address nor a 64-bit number"
        ):
            k.run(2, buffers={"context": [Address(nodes)], "out": out})
        with pytest.raises(BuildError, match="an address must refer to an array, a list of addresses"):
            k.run(2, buffers={"context": [Address({"a": 1})], "out": out})


def test_a_list_that_is_a_ring(session: Session) -> None:
    """A node has the address of the next one, and the last that of the first."""
    text = """
define void @k(ptr addrspace(1) %node, ptr addrspace(1) %out) {
  %n = load i64, ptr addrspace(1) %node
  %second = inttoptr i64 %n to ptr addrspace(1)
  %m = load i64, ptr addrspace(1) %second
  %first = inttoptr i64 %m to ptr addrspace(1)
  %p = getelementptr { i64, i32 }, ptr addrspace(1) %first, i64 0, i32 1
  %x = load i32, ptr addrspace(1) %p
  store i32 %x, ptr addrspace(1) %out
  ret void
}
"""
    a = attach(text, "macos14")
    k = a.kernel("k")
    k.buffer("node", u64, 0, "read")
    k.buffer("out", u32, 1)
    type_ = np.dtype([("next", "O"), ("value", "u4")], align=True)
    first, second, out = np.zeros(1, type_), np.zeros(1, type_), np.zeros(1, "u4")
    first[0], second[0] = (Address(second), 11), (Address(first), 12)
    with Kernel(a.air_bytes(), "k", session=session) as kernel:
        kernel.run(1, buffers={"node": first, "out": out})
    assert out.tolist() == [11]


# --- runs without an end, and pointers to nothing --------------------------------------------------------------------


@pytest.mark.parametrize(("offset", "words"), [(0, ""), (24, " and 24 bytes")])
def test_a_null_pointer_is_named(offset: int, words: str, session: Session) -> None:
    text = f"""
define void @k(ptr addrspace(1) %table, ptr addrspace(1) %out) {{
  %a = load i64, ptr addrspace(1) %table
  %b = add i64 %a, {offset}
  %p = inttoptr i64 %b to ptr addrspace(1)
  %x = load i32, ptr addrspace(1) %p
  store i32 %x, ptr addrspace(1) %out
  ret void
}}
"""
    a = attach(text, "macos14")
    k = a.kernel("k")
    k.buffer("table", u64, 0, "read")
    k.buffer("out", u32, 1)
    with Kernel(a.air_bytes(), "k", session=session, check=True) as kernel:
        (finding,) = kernel.run(
            1, buffers={"table": [None, Address(np.zeros(1, "u4"))], "out": np.zeros(1, "u4")}
        ).findings
    assert finding.code == "out-of-bounds"
    named = f"thread 0 of threadgroup 0, 4 bytes at a null pointer{words}; read in k"
    assert named in finding.message
    with (
        Kernel(a.air_bytes(), "k", session=session) as kernel,
        pytest.raises(RunError, match="did not survive") as error,
    ):
        kernel.run(1, buffers={"table": np.zeros(1, "u8"), "out": np.zeros(1, "u4")})
    assert named in str(error.value)


LOOPS = """define i64 @f(i64 %n, i64 addrspace(1)* %o) {
  store volatile i64 %n, i64 addrspace(1)* %o
  %m = call i64 @g(i64 %n, i64 addrspace(1)* %o)
  ADD
  ret i64 %r
}
define i64 @g(i64 %n, i64 addrspace(1)* %o) {
  %r = call i64 @f(i64 %n, i64 addrspace(1)* %o)
  ret i64 %r
}"""
CIRCLE = "in a recursion without an end, or one that is too deep: 'f' calls 'g', 'g' calls 'f'"


@pytest.mark.parametrize(
    ("add", "check"),
    [("%r = add i64 %m, %n", False), ("%r = add i64 %m, %n", True), ("%r = or i64 %m, 0", False)],
    ids=["stack", "stack of a thread", "time"],
)
@pytest.mark.long
def test_recursion_without_an_end_is_named(add: str, check: bool) -> None:
    body = f"  %x = call i64 @f(i64 3, i64 addrspace(1)* %out)\n{STORE}"
    with Kernel(hostile(body, LOOPS.replace("ADD", add)), "k", check=check) as k, pytest.raises(RunError) as error:
        k.run(1, buffers={"out": np.zeros(4, "i8")}, seconds=1)
    assert CIRCLE in str(error.value)


def test_vectors_of_three_numbers_have_the_room_of_four(session: Session) -> None:
    """An array (n, 3) is n vectors, changed in place; one whose shape says nothing is memory."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, i = k.buffer("x", emit.float3, 0), k.builtin("thread_position_in_grid", u32)
        m, out = k.buffer("m", emit.matrix(f32, 3, 3), 1, "read"), k.buffer("out", f32, 2)
        b = k.entry()
        out[i].store(x[i].load().z + m[0][2].load().y)
        x[i].store(b.const(emit.float3, (1.0, 2.0, 3.0)))

    x, out = np.arange(12, dtype="f4").reshape(4, 3), np.zeros(4, "f4")
    matrix = 100 * np.arange(9, dtype="f4").reshape(1, 3, 3)
    with Kernel(kernel(body), "k", session=session, check=True) as k:
        result = k.run(4, buffers={"x": x, "m": matrix, "out": out})
        assert result.is_clean and out.tolist() == [702, 705, 708, 711] and (x == (1, 2, 3)).all()
        k.run(2, buffers={"x": [[0, 0, 5], [0, 0, 6]], "m": matrix.tolist(), "out": out})
        assert out[:2].tolist() == [705, 706]
        flat = np.arange(16, dtype="f4")
        k.run(4, buffers={"x": flat, "m": matrix, "out": out})
        assert out.tolist() == [702, 706, 710, 714] and flat[:3].tolist() == [1, 2, 3]


def test_an_address_is_what_a_pointer_in_a_struct_points_to(session: Session) -> None:
    """With an offset, and behind other pointers."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        inner = module.struct("Inner", [("data", emit.ptr(f32, emit.device))])
        outer = module.struct("Outer", [("inner", emit.ptr(inner, emit.device))])
        inputs, out = k.buffer("given", outer, 0, "read"), k.buffer("out", f32, 1)
        k.entry()
        out[0].store(inputs[0]["inner"].load()[0]["data"].load()[0].load())

    data, out = np.arange(8, dtype="f4"), np.zeros(1, "f4")
    inner = np.array([(Address(data, 12),)], [("data", object)])
    with Kernel(kernel(body), "k", session=session, check=True) as k:
        for value in ({"data": Address(data, 12)}, Address(inner), [{"data": data[3:]}]):
            out[0] = 0
            assert k.run(1, buffers={"given": {"inner": value}, "out": out}).is_clean
            assert out[0] == 3, value


def test_one_array_is_one_texture(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        read, written = k.texture("r", texture2d(f32, "read"), 0), k.texture("w", texture2d(f32, "write"), 1)
        out, i = k.buffer("out", f32, 0), k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        at = b.vector(i, i)
        b.texture.write(written, b.const(float4, (5.0, 5.0, 5.0, 5.0)), at)
        out[i].store(b.texture.read(read, at).x)

    pixels, out = np.zeros((4, 4), "f4"), np.zeros(4, "f4")
    with Kernel(kernel(body), "k", session=session, check=True) as k:
        findings = k.run(4, buffers={"out": out}, textures={"r": pixels, "w": pixels}).findings
    assert out.tolist() == [5] * 4 and pixels.diagonal().tolist() == [5] * 4
    assert [item.code for item in findings] == ["texture-fence"]


def test_addresses_in_json(tmp_path: Path, session: Session) -> None:
    """A list of addresses of lists of addresses, in files."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        pointers = emit.ptr(emit.ptr(f32, emit.device), emit.device)
        table, out = k.buffer("table", pointers, 0, "read"), k.buffer("out", f32, 1)
        k.entry()
        out[0].store(table[1].load()[0].load()[1].load())

    np.save(tmp_path / "x.npy", np.array([1, 2, 3, 4], "f4"))
    (tmp_path / "inner.json").write_text(f'["address@8:{tmp_path}/x.npy"]')
    (tmp_path / "outer.json").write_text(f'[0, "address:{tmp_path}/inner.json"]')
    out = np.zeros(1, "f4")
    with Kernel(kernel(body), "k", session=session, check=True) as k:
        argument = k.parameters[0].argument
        result = k.run(1, buffers={"table": buffer_from_text(f"{tmp_path}/outer.json", argument), "out": out})
    assert result.is_clean and out[0] == 4


@pytest.mark.parametrize(("name", "type_"), [("llvm.fptosi.sat.i16.f16", "i2"), ("llvm.fptoui.sat.i16.f16", "u2")])
def test_conversions_that_saturate(name: str, type_: str, session: Session) -> None:
    """NaN gives 0 (LLVM's language reference), also where a processor has instructions for halves."""
    body = (
        "  %p = bitcast i64 addrspace(1)* %out to half addrspace(1)*\n"
        "  %v = load half, half addrspace(1)* %p\n"
        f"  %s = call i16 @{name}(half %v)\n"
        "  %q = bitcast i64 addrspace(1)* %out to i16 addrspace(1)*\n"
        "  store i16 %s, i16 addrspace(1)* %q"
    )
    for value, want in ((np.nan, 0), (-np.inf, np.iinfo(type_).min), (np.inf, np.iinfo(type_).max), (3.5, 3)):
        out = np.zeros(4, "f2")
        out[0] = value
        with Kernel(hostile(body, f"declare i16 @{name}(half)"), "k", session=session) as k:
            k.run(1, buffers={"out": out.view("i8")})
        assert out.view(type_)[0] == want


def _half(value: Fraction) -> float:
    """The nearest number of 11 binary digits, the even one of two, with exponents as a half has them."""
    if not value:
        return 0.0
    unit = Fraction(2) ** (max(math.frexp(float(value))[1], -13) - 11)
    return float(round(value / unit) * unit)


def test_products_and_sums_of_halves_are_rounded_once(session: Session) -> None:
    """Of random numbers, and of products that lie between two halves with a sum too small for a float to keep."""
    generator = np.random.default_rng(5)
    x, y, z = (generator.normal(0, 1, 3000) for _ in range(3))
    x[:1000], y[:1000] = 1 + 2.0**-5, 1 + 2.0**-6  # the last digit of the product is half a unit of a half
    z[:1000] = generator.choice([-1, 0, 1], 1000) * 2.0 ** -generator.integers(9, 25, 1000)
    halves = [values.astype("f2") for values in (x, y, z)]
    out = np.zeros(3000, "f2")
    with Kernel(scalar_kernel("fma", f16, 3), "k", session=session) as k:
        k.run(3000, buffers={**{f"in{n}": values for n, values in enumerate(halves)}, "out": out})
    exact = [Fraction(a) * Fraction(b) + Fraction(c) for a, b, c in zip(*(v.tolist() for v in halves), strict=True)]
    np.testing.assert_array_equal(out, [_half(item) for item in exact])
    assert any(_half(Fraction(float(np.float32(float(item))))) != _half(item) for item in exact)  # by way of a float
