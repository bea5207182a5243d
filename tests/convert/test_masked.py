"""Masked accesses and vectors of pointers compute what they take the place of: both forms run on the host."""

from __future__ import annotations

import struct

import pytest

from mtlb.base.errors import UnsupportedError

from . import cpu
from .kernels import Kernel, converted, floats

DATA = struct.pack("<8i", 10, 20, 30, 40, 50, 60, 70, 80) + struct.pack("<8q", *range(8))
HEAD = """define void @f(ptr %in, ptr %out) {
  %numbers = getelementptr i8, ptr %in, i64 64
  %bits = load i8, ptr %numbers
  %all = bitcast i8 %bits to <8 x i1>
  %m = shufflevector <8 x i1> %all, <8 x i1> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %old = load <4 x i32>, ptr %out, align 4
  %b.0 = insertelement <4 x ptr> poison, ptr %in, i64 0
  %b = shufflevector <4 x ptr> %b.0, <4 x ptr> poison, <4 x i32> zeroinitializer
"""
TAIL = "\n  ret void\n}\n"
DECLARED = {
    "load.v4i32.p0": "<4 x i32> (ptr, i32, <4 x i1>, <4 x i32>)",
    "store.v4i32.p0": "void (<4 x i32>, ptr, i32, <4 x i1>)",
    "gather.v4i32.v4p0": "<4 x i32> (<4 x ptr>, i32, <4 x i1>, <4 x i32>)",
    "scatter.v4i32.v4p0": "void (<4 x i32>, <4 x ptr>, i32, <4 x i1>)",
    "expandload.v4i32": "<4 x i32> (ptr, <4 x i1>, <4 x i32>)",
    "compressstore.v4i32": "void (<4 x i32>, ptr, <4 x i1>)",
}
CASES = {
    "load": "%r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %in, i32 4, <4 x i1> %m, <4 x i32> %old)\n"
    "store <4 x i32> %r, ptr %out, align 4",
    "load-known": "%r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %in, i32 4, "
    "<4 x i1> <i1 true, i1 false, i1 true, i1 true>, <4 x i32> %old)\nstore <4 x i32> %r, ptr %out, align 4",
    "load-all": "%r = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %in, i32 4, <4 x i1> splat (i1 true), "
    "<4 x i32> poison)\nstore <4 x i32> %r, ptr %out, align 4",
    "store": "%v = load <4 x i32>, ptr %in\n"
    "call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %out, i32 4, <4 x i1> %m)",
    "gather": "%i = load <4 x i8>, ptr %numbers\n%j = and <4 x i8> %i, splat (i8 7)\n"
    "%k = zext <4 x i8> %j to <4 x i64>\n"
    "%p = getelementptr i32, ptr %in, <4 x i64> %k\n"
    "%r = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %p, i32 4, <4 x i1> %m, <4 x i32> %old)\n"
    "store <4 x i32> %r, ptr %out, align 4",
    "gather-of-splat": "%p = getelementptr i32, <4 x ptr> %b, <4 x i64> <i64 3, i64 0, i64 5, i64 1>\n"
    "%c = icmp ult <4 x ptr> %p, splat (ptr null)\n%n = xor <4 x i1> %c, %m\n"
    "%r = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %p, i32 4, <4 x i1> %n, <4 x i32> %old)\n"
    "store <4 x i32> %r, ptr %out, align 4",
    "scatter": "%v = load <4 x i32>, ptr %in\n"
    "%p = getelementptr i32, ptr %out, <4 x i64> <i64 2, i64 2, i64 0, i64 3>\n"
    "call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> %p, i32 4, <4 x i1> %m)",
    "expandload": "%r = call <4 x i32> @llvm.masked.expandload.v4i32(ptr %in, <4 x i1> %m, <4 x i32> %old)\n"
    "store <4 x i32> %r, ptr %out, align 4",
    "compressstore": "%v = load <4 x i32>, ptr %in\n"
    "call void @llvm.masked.compressstore.v4i32(<4 x i32> %v, ptr %out, <4 x i1> %m)",
    "addresses": "%p = getelementptr i32, ptr %in, <4 x i64> <i64 3, i64 0, i64 5, i64 1>\n"
    "%q = getelementptr i32, ptr %in, <4 x i64> <i64 1, i64 2, i64 6, i64 4>\n"
    "%s = select <4 x i1> %m, <4 x ptr> %p, <4 x ptr> %q\n"
    "%x = ptrtoint <4 x ptr> %s to <4 x i64>\n%y = ptrtoint <4 x ptr> %b to <4 x i64>\n%d = sub <4 x i64> %x, %y\n"
    "%w = trunc <4 x i64> %d to <4 x i32>\nstore <4 x i32> %w, ptr %out, align 4",
    "pointers-in-memory": "%t = alloca [4 x ptr], align 16\n%p = getelementptr i32, ptr %in, <4 x i64> "
    "<i64 3, i64 0, i64 5, i64 1>\nstore <4 x ptr> %p, ptr %t, align 16\n%l = load <4 x ptr>, ptr %t, align 16\n"
    "%e = extractelement <4 x ptr> %l, i32 2\n%v = load i32, ptr %e\nstore i32 %v, ptr %out, align 4",
}


def text_of(lines: str) -> str:
    called = [name for name in DECLARED if f"llvm.masked.{name}(" in lines]
    head, tail = HEAD, TAIL
    for name in called:
        result, _, parameters = DECLARED[name].partition(" (")
        tail += f"declare {result} @llvm.masked.{name}({parameters}\n"
    return head + "".join(f"  {line}\n" for line in lines.splitlines()) + tail


@pytest.mark.parametrize("name", CASES)
def test_both_forms_compute_the_same(name: str) -> None:
    before, after, module = cpu.both(text_of(CASES[name]))
    done = cpu.instructions(module)
    assert not any("llvm.masked" in item for item in done)
    assert not any(
        i.type.elements and i.type.elements[0].is_pointer for f in module.functions for i in f.instructions()
    )
    for bits in range(16):
        data = DATA[:64] + bytes([bits | 0x40, 5, 2, 9]) + DATA[68:]
        assert before.call("f", data, 16) == after.call("f", data, 16), bits


def test_a_vector_of_pointers_without_an_origin_is_refused() -> None:
    text = (
        "define void @f(<4 x ptr> %p, ptr %out) {\n %e = extractelement <4 x ptr> %p, i32 0\n store ptr %e, ptr %out\n"
    )
    with pytest.raises(UnsupportedError, match=r"function 'f', %e = extractelement .*a vector of pointers"):
        cpu.legalised(text + " ret void\n}\n")
    text = text_of(CASES["gather"]).replace(
        "store <4 x i32> %r", "%z = extractelement <4 x ptr> %p, i8 %bits\n store <4 x i32> %r"
    )
    with pytest.raises(
        UnsupportedError, match=r"%z = extractelement .*a pointer extracted from a vector at a variable index"
    ):
        cpu.legalised(text)


def chained(count: int, line: str) -> str:
    """A module with a chain of vectors of pointers, of which one element is loaded."""
    body = "\n".join(line.format(before=n, after=n + 1) for n in range(count))
    return (
        "define void @f(ptr %in, ptr %out, i1 %c) {\n  %p = getelementptr i8, ptr %in, i64 1\n"
        "  %v0 = insertelement <2 x ptr> poison, ptr %p, i64 0\n"
        f"{body}\n  %e = extractelement <2 x ptr> %v{count}, i64 0\n  %x = load i32, ptr %e\n"
        "  store i32 %x, ptr %out\n  ret void\n}\n"
    )


def test_a_chain_of_any_length_is_followed() -> None:
    function = cpu.legalised(chained(1200, "  %v{after} = getelementptr i8, <2 x ptr> %v{before}, i64 1")).functions[0]
    assert len(list(function.instructions())) == 1204  # an address for each, the first one's, load, store and return


def test_addresses_that_double_at_every_step_are_refused() -> None:
    doubled = "  %v{after} = select i1 %c, <2 x ptr> %v{before}, <2 x ptr> %v{before}"
    assert cpu.legalised(chained(8, doubled)).functions
    with pytest.raises(UnsupportedError, match=r"%e = extractelement .* computed in more than 65536 steps"):
        cpu.legalised(chained(30, doubled))


def test_a_vectorised_kernel_of_a_host_becomes_one_of_air() -> None:
    """What LLVM's vectorisers leave of a loop over four elements: address spaces follow through vectors of pointers."""
    text = """target triple = "x86_64-unknown-linux-gnu"
define void @pick(ptr %x, ptr %where, ptr %y, i32 %i) {
  %first = shl i32 %i, 2
  %wide = zext i32 %first to i64
  %p = getelementptr i32, ptr %where, i64 %wide
  %k = load <4 x i32>, ptr %p, align 4
  %m = icmp sge <4 x i32> %k, zeroinitializer
  %s = sext <4 x i32> %k to <4 x i64>
  %a = getelementptr float, ptr %x, <4 x i64> %s
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %a, i32 4, <4 x i1> %m, <4 x float> splat (float -1.0))
  %q = getelementptr float, ptr %y, i64 %wide
  call void @llvm.masked.store.v4f32.p0(<4 x float> %v, ptr %q, i32 4, <4 x i1> <i1 true, i1 true, i1 false, i1 true>)
  ret void
}
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, i32, <4 x i1>)
"""
    plan = {"entries": {"pick": {"arguments": [{}, {}, {}, {"builtin": "thread_position_in_grid"}]}}}
    kernel = Kernel(converted(text, plan).bitcode)
    y = floats(*[9] * 8)
    kernel.run({"x": floats(*range(100, 110)), "where": (cpu.ctypes.c_int32 * 8)(3, -1, 0, 2, 9, 1, -5, -1), "y": y}, 2)
    assert list(y) == [103, -1, 9, 102, 109, 101, 9, -1]
