"""Conventions of CUDA, AMD and hosts: each is run on the CPU and compared with what its specification says.

The models are Python: of `shfl.sync` the pseudocode of the PTX ISA, of AMD's instructions that of the RDNA ISA.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from mtlb.air import read_entry_points
from mtlb.base.errors import MtlbError, UnsupportedError
from mtlb.convert import ConvertOptions, Plan, convert_bytes
from mtlb.cpu import run
from mtlb.ir import InstCode
from tests.conftest import ROOT

from .kernels import converted

_ALL = 0xFFFFFFFF
_NVPTX = 'target triple = "nvptx64-nvidia-cuda"\n'
_AMD = 'target triple = "amdgcn-amd-amdhsa"\n'
_ID = {"nvptx": "llvm.nvvm.read.ptx.sreg.tid.x", "amdgcn": "llvm.amdgcn.workitem.id.x"}


def run_kernel(text: str, x: np.ndarray, threads: int, threadgroup: int = 64, **more: object) -> np.ndarray:
    """Convert kernel `k(ptr x)`, run it over so many threads, and return `x` as it is afterwards."""
    is_host = "_kernel " not in text
    options = ConvertOptions(entries=("k",)) if is_host else ConvertOptions()
    converted = convert_bytes("k.ll", text.encode(), options)
    actual = x.copy()
    argument = next(a for a in read_entry_points(converted.module)[0].arguments if a.kind == "buffer")
    inputs = actual.view(np.uint8) if argument.type_name == "uchar" else actual
    run(converted.bitcode, "k", threads, threadgroup, buffers={argument.name: inputs, **more})
    return actual


def _lanes(target: str, call: str, declaration: str, result: str = "i32") -> str:
    """A kernel in which thread t gives element t to `call` as %v and keeps the result."""
    kernel, triple = ("ptx_kernel", _NVPTX) if target == "nvptx" else ("amdgpu_kernel", _AMD)
    tail = {"i32": "%r", "i64": "%n", "i1": "%n"}[result]
    more = {"i32": "", "i64": "%n = trunc i64 %r to i32", "i1": "%n = zext i1 %r to i32"}[result]
    return f"""{triple}
define {kernel} void @k(ptr addrspace(1) %x) {{
  %t = call i32 @{_ID[target]}()
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %odd = trunc i32 %v to i1
  {call}
  {more}
  store i32 {tail}, ptr addrspace(1) %p
  ret void
}}
declare i32 @{_ID[target]}()
{declaration}
"""


def many(target: str, calls: Sequence[str], x: np.ndarray, threads: int, threadgroup: int = 64) -> np.ndarray:
    """The results of many calls in one kernel, a row each: a call makes %r of %v, its declaration follows a `;`."""
    lines, declarations = "", dict[str, None]()
    for number, call in enumerate(calls):
        code, _, declaration = call.partition(";")
        declarations[declaration.strip()] = None
        lines += f"""{code.replace("%r", f"%r{number}").strip()}
  %s{number} = getelementptr i32, ptr addrspace(1) %p, i32 {len(x) + number * threads}
  store i32 %r{number}, ptr addrspace(1) %s{number}
  """
    text = _lanes(target, lines + "%r = add i32 %v, 0", "\n".join(declarations))
    output = run_kernel(text, np.concatenate([x, np.zeros(len(calls) * threads, np.uint32)]), threads, threadgroup)
    return output[len(x) :].reshape(len(calls), threads)


# --- NVPTX: shuffles -------------------------------------------------------------------------------------------------


def _shuffled(mode: str, values: Sequence[int], lane: int, b: int, c: int) -> tuple[int, bool]:
    """The PTX ISA's pseudocode of shfl.sync; lanes of the last warp that do not exist are never read."""
    segment = c >> 8 & 31
    highest = (lane & segment) | (c & 31 & ~segment)
    lowest = lane & segment
    b &= 31
    place, inside = {
        "up": (lane - b, lane - b >= highest),
        "down": (lane + b, lane + b <= highest),
        "bfly": (lane ^ b, (lane ^ b) <= highest),
        "idx": (lowest | (b & ~segment), (lowest | (b & ~segment)) <= highest),
    }[mode]
    return (values[place] if inside else values[lane]), inside


@pytest.mark.long
@pytest.mark.parametrize("mode", ["idx", "up", "down", "bfly"])
def test_shuffles_of_segments(mode: str) -> None:
    x = np.arange(64, dtype=np.uint32) * 3 + 1
    name = f"llvm.nvvm.shfl.sync.{mode}.i32"
    cases = [
        (distance, (32 - width) << 8 | (0 if mode == "up" else 31))
        for width in (32, 16, 8, 4, 2, 1)
        for distance in (0, 1, 2, 7, 31, 33)
    ]
    calls = [
        f"%r = call i32 @{name}(i32 -1, i32 %v, i32 {distance}, i32 {control});declare i32 @{name}(i32, i32, i32, i32)"
        for distance, control in cases
    ]
    for (distance, control), row in zip(cases, many("nvptx", calls, x, 64), strict=True):
        want = [
            _shuffled(mode, x[warp : warp + 32], lane, distance, control)[0] for warp in (0, 32) for lane in range(32)
        ]
        assert row.tolist() == want, (mode, distance, hex(control))


def test_a_shuffle_whose_distance_and_segment_are_not_constants() -> None:
    x = np.arange(32, dtype=np.uint32)
    name = "llvm.nvvm.shfl.sync.down.i32"
    text = _lanes(
        "nvptx",
        "%d = and i32 %v, 3\n  %s = shl i32 %v, 8\n  %c = or i32 %s, 31\n"
        f"  %r = call i32 @{name}(i32 -1, i32 %v, i32 %d, i32 %c)",
        f"declare i32 @{name}(i32, i32, i32, i32)",
    )
    want = [_shuffled("down", x, lane, lane & 3, (lane & 31) << 8 | 31)[0] for lane in range(32)]
    assert run_kernel(text, x, 32, 32).tolist() == want


def test_a_shuffle_that_says_whether_its_source_is_in_range() -> None:
    x = np.arange(32, dtype=np.uint32) + 100
    name = "llvm.nvvm.shfl.sync.up.i32p"
    text = _lanes(
        "nvptx",
        f"%q = call {{ i32, i1 }} @{name}(i32 -1, i32 %v, i32 3, i32 6144)\n"
        "  %m = extractvalue { i32, i1 } %q, 0\n  %b = extractvalue { i32, i1 } %q, 1\n"
        "  %z = zext i1 %b to i32\n  %h = shl i32 %z, 16\n  %r = or i32 %m, %h",
        f"declare {{ i32, i1 }} @{name}(i32, i32, i32, i32)",
    )
    want = []
    for lane in range(32):
        value, inside = _shuffled("up", x, lane, 3, 6144)
        want.append(int(value) | inside << 16)
    assert run_kernel(text, x, 32, 32).tolist() == want


# --- NVPTX: votes, masks ---------------------------------------------------------------------------------------------


def _votes(mode: str, mask: int, truths: Sequence[bool]) -> int:
    values = [truth for lane, truth in enumerate(truths) if mask >> lane & 1]
    if mode == "ballot":
        return sum(1 << lane for lane, truth in enumerate(truths) if truth and mask >> lane & 1)
    return int({"any": any(values), "all": all(values), "uni": len(set(values)) <= 1}[mode])


@pytest.mark.parametrize("mode", ["any", "all", "uni", "ballot"])
def test_votes_of_the_lanes_of_a_mask(mode: str) -> None:
    name, result = f"llvm.nvvm.vote.{mode}.sync", "i32" if mode == "ballot" else "i1"
    masks = (_ALL, 0xFFFF, 0x55555555, 0xAAAAAAAA, 1)
    last = "%r = add i32 %r.q, 0" if result == "i32" else "%r = zext i1 %r.q to i32"
    calls = [
        f"%r.q = call {result} @{name}(i32 {_signed(mask, 32)}, i1 %odd)\n  {last};declare {result} @{name}(i32, i1)"
        for mask in masks
    ]
    warps = np.array([np.arange(32), np.ones(32), np.zeros(32), np.arange(32) // 16], np.uint32)
    actual = many("nvptx", calls, warps.reshape(-1), 128, 128)
    for mask, row in zip(masks, actual, strict=True):
        for values, some in zip(warps, row.reshape(4, 32), strict=True):
            assert set(some.tolist()) == {_votes(mode, mask, [bool(v & 1) for v in values])}, hex(mask)


def test_masks_of_lanes() -> None:
    relations = {"eq": operator.eq, "le": operator.le, "lt": operator.lt, "ge": operator.ge, "gt": operator.gt}
    name = "llvm.nvvm.read.ptx.sreg.lanemask"
    calls = [f"%r = call i32 @{name}.{relation}();declare i32 @{name}.{relation}()" for relation in relations]
    actual = many("nvptx", calls, np.zeros(32, np.uint32), 32, 32)
    for relation, row in zip(relations.values(), actual, strict=True):
        assert row.tolist() == [sum(1 << n for n in range(32) if relation(n, lane)) for lane in range(32)]


def test_the_lanes_that_are_active() -> None:
    text = _lanes("nvptx", "%r = call i32 @llvm.nvvm.activemask()", "declare i32 @llvm.nvvm.activemask()")
    output = run_kernel(text, np.zeros(40, np.uint32), 40, 64).tolist()
    assert output == [_ALL] * 32 + [0xFF] * 8


@pytest.mark.parametrize(
    ("operation", "model"),
    [
        ("add", lambda v: sum(v) & _ALL),
        ("umin", min),
        ("umax", max),
        ("min", lambda v: min(v, key=lambda n: n - (n >> 31 << 32))),
        ("max", lambda v: max(v, key=lambda n: n - (n >> 31 << 32))),
        ("and", lambda v: int(np.bitwise_and.reduce(v))),
        ("or", lambda v: int(np.bitwise_or.reduce(v))),
        ("xor", lambda v: int(np.bitwise_xor.reduce(v))),
    ],
)
def test_reductions_over_a_warp(operation: str, model: Callable[[list[int]], int]) -> None:
    x = np.random.default_rng(5).integers(0, 1 << 32, 64, dtype=np.uint32)
    name = f"llvm.nvvm.redux.sync.{operation}"
    text = _lanes("nvptx", f"%r = call i32 @{name}(i32 %v, i32 -1)", f"declare i32 @{name}(i32, i32)")
    want = [model([int(n) for n in x[first : first + 32]]) for first in (0, 32)]
    assert run_kernel(text, x, 64).tolist() == [want[0]] * 32 + [want[1]] * 32
    with pytest.raises(UnsupportedError, match="over the lanes of a mask"):
        converted(text.replace("i32 -1", "i32 255"))


def test_a_block_of_cuda_has_the_size_that_was_asked_for() -> None:
    """Metal's last threadgroup may be smaller; blockIdx * blockDim + threadIdx must still be the thread's number."""
    sreg = "llvm.nvvm.read.ptx.sreg."
    text = f"""{_NVPTX}
define ptx_kernel void @k(ptr addrspace(1) %x) {{
  %t = call i32 @{sreg}tid.x()
  %c = call i32 @{sreg}ctaid.x()
  %n = call i32 @{sreg}ntid.x()
  %m = mul i32 %c, %n
  %i = add i32 %m, %t
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %i
  store i32 %i, ptr addrspace(1) %p
  ret void
}}
declare i32 @{sreg}tid.x()
declare i32 @{sreg}ctaid.x()
declare i32 @{sreg}ntid.x()
"""
    assert run_kernel(text, np.zeros(40, np.uint32), 40, 32).tolist() == list(range(40))


def test_shared_memory_of_the_hosts_size_through_a_constant_address() -> None:
    text = f"""{_NVPTX}
@g = external addrspace(3) global [0 x i8], align 16
define ptx_kernel void @k(ptr addrspace(1) %x) {{
  %v = load i32, ptr addrspace(1) %x
  store i32 %v, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @g, i32 16)
  %w = load i32, ptr addrspace(3) getelementptr (i32, ptr addrspace(3) @g, i32 4)
  %s = add i32 %w, 1
  store i32 %s, ptr addrspace(1) %x
  ret void
}}
"""
    result = converted(text)
    x = np.array([41], np.uint32)
    run(result.bitcode, "k", 1, buffers={"x": x}, threadgroup_memory={"g": 32})
    assert x[0] == 42


# --- AMDGPU ----------------------------------------------------------------------------------------------------------


def _signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (value >> (bits - 1) << bits)


@pytest.mark.parametrize(
    ("call", "model"),
    [
        ("mul.u24.i32(i32 %v, i32 5)", lambda v: (v & 0xFFFFFF) * 5 & _ALL),
        ("mul.i24.i32(i32 %v, i32 -3)", lambda v: _signed(v, 24) * -3 & _ALL),
        ("mul.u24.i32(i32 %v, i32 %v)", lambda v: (v & 0xFFFFFF) ** 2 & _ALL),
        ("mul.i24.i32(i32 %v, i32 %v)", lambda v: _signed(v, 24) ** 2 & _ALL),
    ],
)
def test_products_of_24_bits(call: str, model: Callable[[int], int]) -> None:
    x = np.array([0, 1, 0x01000003, 0x7FFFFF, 0x800000, 0xFFFFFF, 0x80000001, 0xFFFFFFFF, 0x12345678], np.uint32)
    name = "llvm.amdgcn." + call.partition("(")[0]
    text = _lanes("amdgcn", f"%r = call i32 @llvm.amdgcn.{call}", f"declare i32 @{name}(i32, i32)")
    assert run_kernel(text, x, len(x)).tolist() == [model(int(v)) for v in x]


@pytest.mark.parametrize(
    ("call", "parameters", "result", "model"),
    [
        ("mbcnt.lo(i32 -1, i32 7)", "i32, i32", "i32", lambda x, lane: lane + 7),
        ("mbcnt.lo(i32 %v, i32 0)", "i32, i32", "i32", lambda x, lane: bin(x[lane] & ((1 << lane) - 1)).count("1")),
        ("mbcnt.hi(i32 -1, i32 %v)", "i32, i32", "i32", lambda x, lane: x[lane]),
        ("readlane(i32 %v, i32 9)", "i32, i32", "i32", lambda x, lane: x[9]),
        ("readfirstlane(i32 %v)", "i32", "i32", lambda x, lane: x[0]),
        ("ballot.i32(i1 %odd)", "i1", "i32", lambda x, lane: sum(1 << n for n in range(32) if x[n] & 1)),
        ("ballot.i64(i1 %odd)", "i1", "i64", lambda x, lane: sum(1 << n for n in range(32) if x[n] & 1)),
        ("ds.bpermute(i32 %v, i32 %v)", "i32, i32", "i32", lambda x, lane: x[x[lane] // 4 % 32]),
    ],
)
def test_lanes_of_a_wavefront(
    call: str, parameters: str, result: str, model: Callable[[Sequence[int], int], int]
) -> None:
    x = np.random.default_rng(3).integers(0, 1 << 32, 64, dtype=np.uint32)
    name = "llvm.amdgcn." + call.partition("(")[0]
    text = _lanes(
        "amdgcn", f"%r = call {result} @llvm.amdgcn.{call}", f"declare {result} @{name}({parameters})", result
    )
    want = [model([int(v) for v in x[first : first + 32]], lane) for first in (0, 32) for lane in range(32)]
    assert run_kernel(text, x, 64).tolist() == want


def test_memory_of_the_thread_of_amd_is_memory_of_the_thread() -> None:
    """Its address space 5 is AIR's for data of rays."""
    text = f"""{_AMD}
define amdgpu_kernel void @k(ptr addrspace(1) %y) {{
  %a = alloca [8 x i32], align 4, addrspace(5)
  %s = alloca ptr addrspace(1), align 8, addrspace(5)
  store ptr addrspace(1) %y, ptr addrspace(5) %s
  %g = addrspacecast ptr addrspace(5) %a to ptr
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(5) %a, i32 %i
  store i32 %i, ptr addrspace(5) %q
  %h = getelementptr i32, ptr %g, i32 %i
  %v = load i32, ptr %h
  %w = add i32 %v, 10
  %z = load ptr addrspace(1), ptr addrspace(5) %s
  %p = getelementptr i32, ptr addrspace(1) %z, i32 %i
  store i32 %w, ptr addrspace(1) %p
  ret void
}}
declare i32 @llvm.amdgcn.workitem.id.x()
"""
    assert run_kernel(text, np.zeros(8, np.uint32), 8).tolist() == list(range(10, 18))


# --- hosts -----------------------------------------------------------------------------------------------------------


def test_what_is_passed_by_value_is_copied() -> None:
    text = """
define internal i32 @f(ptr byval({i32, [40 x i32]}) align 4 %p, i32 %n) noinline {
  %q = getelementptr {i32, [40 x i32]}, ptr %p, i32 0, i32 1, i32 %n
  %v = load i32, ptr %q
  store i32 5, ptr %p
  store i32 6, ptr %q
  ret i32 %v
}
define void @k(ptr %x) {
  %a = alloca {i32, [40 x i32]}
  store i32 1, ptr %a
  %q = getelementptr {i32, [40 x i32]}, ptr %a, i32 0, i32 1, i32 39
  store i32 2, ptr %q
  %r = call i32 @f(ptr byval({i32, [40 x i32]}) align 4 %a, i32 39)
  %r2 = call i32 @f(ptr byval({i32, [40 x i32]}) align 4 %a, i32 39)
  %v = load i32, ptr %a
  %w = load i32, ptr %q
  store i32 %r, ptr %x
  %x1 = getelementptr i32, ptr %x, i32 1
  store i32 %r2, ptr %x1
  %x2 = getelementptr i32, ptr %x, i32 2
  store i32 %v, ptr %x2
  %x3 = getelementptr i32, ptr %x, i32 3
  store i32 %w, ptr %x3
  ret void
}
"""
    assert run_kernel(text, np.zeros(4, np.uint32), 1, 1).tolist() == [2, 2, 1, 2]


def test_arguments_that_nobody_asks_for_are_left_out() -> None:
    text = """
define internal i32 @f(i32 %a, ...) noinline { ret i32 %a }
define void @k(ptr %x) {
  %v = call i32 (i32, ...) @f(i32 11, i32 3, float 2.0)
  store i32 %v, ptr %x
  ret void
}
"""
    assert run_kernel(text, np.zeros(1, np.uint32), 1, 1).tolist() == [11]
    asking = text.replace(
        "{ ret i32 %a }", "{\n  %l = alloca ptr\n  call void @llvm.va_start.p0(ptr %l)\n  ret i32 %a\n}"
    )
    with pytest.raises(UnsupportedError, match="@f takes a variable number of arguments"):
        convert_bytes(
            "k.ll", (asking + "declare void @llvm.va_start.p0(ptr)\n").encode(), ConvertOptions(entries=("k",))
        )


@pytest.mark.parametrize(
    ("lines", "index"),
    [
        ("%j = add i64 %i, 12\n  %p = inttoptr i64 %j to ptr", 3),
        ("%o = add i64 %i, 31\n  %j = and i64 %o, -16\n  %p = inttoptr i64 %j to ptr", None),
        ("%o = or i64 %i, 4\n  %p = inttoptr i64 %o to ptr", 1),
        ("%j = sub i64 %i, -8\n  %p = inttoptr i64 %j to ptr", 2),
    ],
)
def test_an_address_that_was_a_number_in_between(lines: str, index: int | None) -> None:
    text = f"""
define void @k(ptr %x) {{
  %i = ptrtoint ptr %x to i64
  {lines}
  store i32 9, ptr %p
  ret void
}}
"""
    output = run_kernel(text, np.zeros(16, np.uint32), 1, 1)
    assert output.sum() == 9
    if index is not None:
        assert output[index] == 9


def test_members_of_a_struct_hold_pointers_to_different_memory() -> None:
    text = """
define void @k(ptr %x) {
  %a = alloca {ptr, ptr}
  %b = alloca i32
  store i32 7, ptr %b
  store ptr %x, ptr %a
  %q = getelementptr {ptr, ptr}, ptr %a, i32 0, i32 1
  store ptr %b, ptr %q
  %z = load ptr, ptr %a
  %w = load ptr, ptr %q
  %v = load i32, ptr %w
  store i32 %v, ptr %z
  ret void
}
"""
    assert run_kernel(text, np.zeros(1, np.uint32), 1, 1).tolist() == [7]


def test_a_store_that_may_be_to_either_of_two_variables() -> None:
    text = f"""{_NVPTX}
@g = internal addrspace(3) global [4 x i32] undef
define ptx_kernel void @k(ptr addrspace(1) %x, i1 %c) {{
  %a = alloca ptr
  %b = alloca ptr
  %gx = addrspacecast ptr addrspace(1) %x to ptr
  store ptr %gx, ptr %a
  store ptr %gx, ptr %b
  %s = select i1 %c, ptr %a, ptr %b
  %gg = addrspacecast ptr addrspace(3) @g to ptr
  store ptr %gg, ptr %s
  %z = load ptr, ptr %a
  store i32 1, ptr %z
  ret void
}}
"""
    with pytest.raises(UnsupportedError, match="pointers to different memory in one place"):
        converted(text)


@pytest.mark.parametrize("width", [5, 7, 24, 33, 48, 63])
def test_bits_of_odd_widths(width: int) -> None:
    values = (0, 1, 2, 1 << (width - 1), (1 << width) - 1, 0x123456789ABCDEF0 & ((1 << width) - 1))
    text = f"""{_NVPTX}
define ptx_kernel void @k(ptr addrspace(1) %x) {{
  %t = call i32 @{_ID["nvptx"]}()
  %at = mul i32 %t, 4
  %p = getelementptr i64, ptr addrspace(1) %x, i32 %at
  %l = load i64, ptr addrspace(1) %p
  %v = trunc i64 %l to i{width}
  %a = call i{width} @llvm.ctlz.i{width}(i{width} %v, i1 false)
  %b = call i{width} @llvm.cttz.i{width}(i{width} %v, i1 false)
  %c = call i{width} @llvm.ctpop.i{width}(i{width} %v)
  %d = call i{width} @llvm.bitreverse.i{width}(i{width} %v)
"""
    for place, name in enumerate("abcd"):
        text += f"""
  %{name}w = zext i{width} %{name} to i64
  %{name}p = getelementptr i64, ptr addrspace(1) %p, i64 {place}
  store i64 %{name}w, ptr addrspace(1) %{name}p
"""
    text += f"  ret void\n}}\ndeclare i32 @{_ID['nvptx']}()\n" + "".join(
        f"declare i{width} @llvm.{name}.i{width}(i{width}{more})\n"
        for name, more in (("ctlz", ", i1"), ("cttz", ", i1"), ("ctpop", ""), ("bitreverse", ""))
    )
    x = np.zeros((len(values), 4), np.uint64)
    x[:, 0] = values
    output = run_kernel(text, x.reshape(-1), len(values)).reshape(-1, 4)
    for value, row in zip(values, output.tolist(), strict=True):
        bits = f"{value:0{width}b}"
        leading, trailing = (len(bits) - len(part) for part in (bits.lstrip("0"), bits.rstrip("0")))
        want = [leading, trailing, bits.count("1"), int(bits[::-1], 2)]
        assert row == [n & ((1 << width) - 1) for n in want], (width, value)


def _signed128(value: int) -> int:
    return (value + (1 << 127)) % (1 << 128) - (1 << 127)


def test_integers_of_128_bits() -> None:
    """As Python's integers. LLVM makes their products of the four parts of a product of 64 bits."""
    lines, wants = [], []
    numbers = (0, 1, (1 << 64) - 1, 1 << 64, 0xFEDCBA9876543210_0123456789ABCDEF, (1 << 128) - 1, 1 << 127, 5 << 62)

    def keep(line: str, of: Callable[[int, int], int], type_: str = "i128") -> None:
        name = f"%r{len(wants)}"
        lines.append(f"{name} = {line}")
        if type_ != "i128":
            name = f"%w{len(wants)}"
            lines.append(f"{name} = {'sext' if type_ == 'i64' else 'zext'} {type_} %r{len(wants)} to i128")
        lines.append(f"%p{len(wants)} = getelementptr i128, ptr addrspace(1) %q, i32 {len(wants)}")
        lines.append(f"store i128 {name}, ptr addrspace(1) %p{len(wants)}, align 16")
        wants.append(of)

    for name in ("add", "sub", "mul", "and", "or", "xor"):
        keep(f"{name} i128 %a, %b", getattr(operator, f"{name}_" if name in ("and", "or") else name))
    keep("mul i128 %a, -3", lambda a, b: a * -3)
    keep("sub i128 18446744073709551617, %b", lambda a, b: (1 << 64) + 1 - b)
    for amount in (0, 1, 63, 64, 65, 127):
        keep(f"shl i128 %a, {amount}", lambda a, b, by=amount: a << by)
        keep(f"lshr i128 %a, {amount}", lambda a, b, by=amount: a >> by)
        keep(f"ashr i128 %a, {amount}", lambda a, b, by=amount: _signed128(a) >> by)
    keep("shl i128 %a, %n", lambda a, b: a << b % 128)
    keep("lshr i128 %a, %n", lambda a, b: a >> b % 128)
    keep("ashr i128 %a, %n", lambda a, b: _signed128(a) >> b % 128)
    for name in ("eq", "ne", "gt", "ge", "lt", "le"):
        test = getattr(operator, name)
        for sign in ("",) if name in ("eq", "ne") else ("u", "s"):
            get = _signed128 if sign == "s" else int
            keep(f"icmp {sign}{name} i128 %a, %b", lambda a, b, t=test, g=get: t(g(a), g(b)), "i1")
    keep("select i1 %is, i128 %a, i128 %b", lambda a, b: a if a < b else b)
    keep("trunc i128 %b to i64", lambda a, b: (b + (1 << 63)) % (1 << 64) - (1 << 63), "i64")
    keep("trunc i128 %h to i24", lambda a, b: b >> 64 & 0xFFFFFF, "i24")
    keep("freeze i128 %last", lambda a, b: a + 3 * b)
    text = (
        f"""{_NVPTX}
define ptx_kernel void @k(ptr addrspace(1) %x) {{
  %t = call i32 @{_ID["nvptx"]}()
  %at = mul i32 %t, {len(wants) + 2}
  %p = getelementptr i128, ptr addrspace(1) %x, i32 %at
  %a = load i128, ptr addrspace(1) %p, align 16
  %next = getelementptr i128, ptr addrspace(1) %p, i32 1
  %b = load i128, ptr addrspace(1) %next, align 16
  %q = getelementptr i128, ptr addrspace(1) %p, i32 2
  %n = and i128 %b, 127
  %h = lshr i128 %b, 64
  %is = icmp ult i128 %a, %b
  br label %loop
loop:
  %sum = phi i128 [ %a, %0 ], [ %more, %loop ]
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %more = add i128 %sum, %b
  %j = add i32 %i, 1
  %go = icmp ult i32 %j, 3
  br i1 %go, label %loop, label %end
end:
  %last = phi i128 [ %more, %loop ]
"""
        + "\n".join(lines)
        + f"\n  ret void\n}}\ndeclare i32 @{_ID['nvptx']}()\n"
    )
    pairs = [(a, b) for a in numbers for b in numbers]
    x = np.zeros((len(pairs), len(wants) + 2, 2), np.uint64)
    for row, pair in enumerate(pairs):
        for place, value in enumerate(pair):
            x[row, place] = [value % (1 << 64), value >> 64]
    output = run_kernel(text, x.reshape(-1), len(pairs)).reshape(x.shape).tolist()
    for (a, b), row in zip(pairs, output, strict=True):
        for number, (want, (low, high)) in enumerate(zip(wants, row[2:], strict=True)):
            assert low + (high << 64) == want(a, b) % (1 << 128), (number, hex(a), hex(b))


def test_assembly_that_only_hides_a_value_from_the_compiler() -> None:
    text = """
define void @k(ptr %x) {
  call void asm sideeffect "", "~{memory}"()
  %v = load i32, ptr %x
  %w = call i32 asm sideeffect "", "=r,0,~{memory}"(i32 %v)
  %s = add i32 %w, 1
  store i32 %s, ptr %x
  ret void
}
"""
    assert run_kernel(text, np.array([5], np.uint32), 1, 1).tolist() == [6]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("%v = load i32, ptr %x\n  %a = alloca i32, i32 %v", "%a = alloca .* whose size is not a constant"),
        ("%v = call float @air.bogus.f32(float 1.0)", "@air.bogus.f32 is not a function of AIR that is known"),
        ('call void asm sideeffect "nop", ""()', "inline assembly"),
        (
            "%v = atomicrmw fadd ptr %x, <2 x half> zeroinitializer monotonic",
            "%v = atomicrmw .*an atomic access to something other than a single number",
        ),
    ],
)
def test_what_has_no_form_is_refused_with_its_place(body: str, reason: str) -> None:
    text = f"define void @k(ptr %x) {{\n  {body}\n  ret void\n}}\ndeclare float @air.bogus.f32(float)\n"
    with pytest.raises(MtlbError, match=rf"function 'k', .*{reason}"):
        convert_bytes("k.ll", text.encode(), ConvertOptions(entries=("k",)))


def test_functions_of_air_that_are_not_known_stay_with_a_warning() -> None:
    """In a module that has AIR's metadata, which a newer compiler may have written."""
    text = (ROOT / "golden/convert/saxpy.ll").read_text("utf-8")
    text = text.replace("  ret void", "  %bogus = call float @air.bogus.f32(float 1.0)\n  ret void", 1)
    converted = convert_bytes("k.ll", f"{text}\ndeclare float @air.bogus.f32(float)\n".encode())
    assert converted.warnings == [
        "@air.bogus.f32 is not a function of AIR that is known: a loader may refuse the library"
    ]


def test_memory_of_a_size_that_is_not_a_constant_stays_in_a_module_of_air() -> None:
    """Apple's compiler writes it for the parts of a tensor: MLX 0.31.2's matrix products of macOS 26."""
    text = (ROOT / "golden/convert/saxpy.ll").read_text("utf-8")
    text = text.replace("  ret void", "  %part = alloca i8, i64 %i\n  ret void", 1)
    converted = convert_bytes("k.ll", text.encode())
    assert any(i.code is InstCode.ALLOCA for f in converted.module.functions for i in f.instructions())


# --- what the metadata says ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "access"),
    [
        ("%v = load i32, ptr %x", "READ"),
        ("store i32 1, ptr %x", "READ_WRITE"),  # its parameter is writeonly
        (
            "%i = ptrtoint ptr %x to i64\n  %j = add i64 %i, 4\n  %p = inttoptr i64 %j to ptr\n  store i32 1, ptr %p",
            "READ_WRITE",
        ),
        ("", "READ_WRITE"),
    ],
)
def test_how_a_buffer_is_accessed(lines: str, access: str) -> None:
    text = f"define void @k(ptr %x) {{\n  {lines}\n  ret void\n}}\n"
    converted = convert_bytes("k.ll", text.encode(), ConvertOptions(entries=("k",)))
    access_qualifier = read_entry_points(converted.module)[0].arguments[0].access_qualifier
    assert access_qualifier is not None and access_qualifier.name == access
    assert ("writeonly" in converted.module.text()) == (lines == "store i32 1, ptr %x")


def test_a_function_that_loads_its_parameter_is_not_writeonly() -> None:
    text = """
define void @k(ptr %x, i32 %n) writeonly {
  store i32 %n, ptr %x
  ret void
}
"""
    converted = convert_bytes("k.ll", text.encode(), ConvertOptions(entries=("k",)))
    kernel = next(f for f in converted.module.functions if f.name == "k")
    names = {str(a.kind) for group in kernel.attributes if group.place == 0xFFFFFFFF for a in group.attributes}
    assert not names & {"AttributeKind.WRITE_ONLY", "writeonly"}
    assert run_kernel(text, np.zeros(1, np.uint32), 1, 1, n=np.uint32(4)).tolist() == [4]


def test_indices_that_a_plan_gives_are_not_given_again() -> None:
    text = """
define void @k(ptr %x, ptr %a, ptr %b) {
  store i32 1, ptr %a
  store i32 2, ptr %b
  %v = load i32, ptr %a
  store i32 %v, ptr %x
  ret void
}
"""
    arguments: list[dict[str, int]] = [{}, {"threadgroup": 1}, {"threadgroup": 0}]
    plan = {"entries": {"k": {"arguments": arguments}}}
    options = ConvertOptions(plan=Plan.of(plan))
    entry = read_entry_points(convert_bytes("k.ll", text.encode(), options).module)[0]
    indices = [a.location_index for a in entry.arguments if a.address_space == 3]
    assert indices == [1, 0]
    text = (
        text.replace("void @k", "ptx_kernel void @k")
        .replace("ptr %a", "ptr addrspace(3) %a")
        .replace("ptr %b", "ptr addrspace(3) %b")
    )
    arguments[1] = {}
    options = ConvertOptions(plan=Plan.of(plan))
    entry = read_entry_points(convert_bytes("k.ll", (_NVPTX + text).encode(), options).module)[0]
    assert [a.location_index for a in entry.arguments if a.address_space == 3] == [1, 0]


_TABLE = """
@a = internal constant [4 x i8] c"abcd"
@t = internal constant { ptr, i32 } { ptr @a, i32 3 }
define void @k(ptr %x) {
  LINE
  ret void
}
"""


def test_a_record_of_addresses_that_nothing_reads() -> None:
    text = _TABLE.replace(
        "LINE", "store i32 3, ptr %x\n  %s = getelementptr i64, ptr %x, i64 1\n  store ptr @t, ptr %s"
    )
    converted = convert_bytes("k.ll", text.encode(), ConvertOptions(entries=("k",)))
    assert any("@t: its contents are left out" in warning for warning in converted.warnings)
    assert run_kernel(text, np.zeros(4, np.uint32), 1, 1).tolist()[:2] == [3, 0]
    read = "%s = load ptr, ptr @t\n  %c = load i8, ptr %s\n  store i8 %c, ptr %x"  # which address it is can be told
    assert run_kernel(_TABLE.replace("LINE", read), np.zeros(1, np.uint32), 1, 1).tolist() == [ord("a")]
    text = _TABLE.replace("LINE", read.replace("ptr @t", "ptr %e")).replace(
        "  %s", "  %i = load i32, ptr %x\n  %e = getelementptr ptr, ptr @t, i32 %i\n  %s"
    )
    with pytest.raises(UnsupportedError, match=r"function 'k', %e = getelementptr .* it reads @t, which holds"):
        convert_bytes("k.ll", text.encode(), ConvertOptions(entries=("k",)))


# --- bytes and bit fields of words -----------------------------------------------------------------------------------


def _bytes(*words: int) -> list[int]:
    return [word >> shift & 0xFF for word in words for shift in (0, 8, 16, 24)]


def _prmt(a: int, b: int, selector: int) -> int:
    pool, actual = _bytes(a, b), 0
    for place in range(4):
        nibble = selector >> 4 * place & 15
        byte = pool[nibble & 7]
        actual |= (255 * (byte >> 7) if nibble & 8 else byte) << 8 * place
    return actual


def _perm(a: int, b: int, selector: int) -> int:
    pool, actual = _bytes(b, a), 0
    for place in range(4):
        which = selector >> 8 * place & 0xFF
        if which >= 12:
            byte = 0 if which == 12 else 255
        else:
            byte = pool[which] if which < 8 else 255 * (pool[2 * (which - 8) + 1] >> 7)
        actual |= byte << 8 * place
    return actual


def _dp4a(a: int, b: int, c: int, left: bool, right: bool) -> int:
    def of(word: int, signed: bool) -> list[int]:
        return [_signed(byte, 8) if signed else byte for byte in _bytes(word)]

    return sum(x * y for x, y in zip(of(a, left), of(b, right), strict=True)) + c & _ALL


def _dp2a(a: int, b: int, c: int, left: bool, right: bool, high: bool) -> int:
    halves = [_signed(a >> s, 16) if left else a >> s & 0xFFFF for s in (0, 16)]
    parts = [_signed(byte, 8) if right else byte for byte in _bytes(b)][2 * high : 2 * high + 2]
    return sum(x * y for x, y in zip(halves, parts, strict=True)) + c & _ALL


def _field(x: int, start: int, count: int, signed: bool) -> int:
    start, count = start & 31, count & 31
    value = x >> start if not signed else _signed(x, 32) >> start
    value &= (1 << count) - 1
    return _signed(value, count) & _ALL if signed and count else value


_WORD_ROWS: list[tuple[str, str, Callable[[int, int, int], int]]] = [
    ("nvptx", "llvm.nvvm.prmt(i32 %v, i32 %b, i32 %c)", _prmt),
    ("amdgcn", "llvm.amdgcn.perm(i32 %v, i32 %b, i32 %c)", _perm),
    ("amdgcn", "llvm.amdgcn.perm(i32 %v, i32 %b, i32 202050057)", lambda a, b, c: _perm(a, b, 202050057)),
    ("amdgcn", "llvm.amdgcn.perm(i32 %v, i32 %b, i32 168496141)", lambda a, b, c: _perm(a, b, 168496141)),
    ("amdgcn", "llvm.amdgcn.alignbit(i32 %v, i32 %b, i32 %c)", lambda a, b, c: (a << 32 | b) >> (c & 31) & _ALL),
    ("amdgcn", "llvm.amdgcn.ubfe.i32(i32 %v, i32 %b, i32 %c)", lambda a, b, c: _field(a, b, c, False)),
    ("amdgcn", "llvm.amdgcn.sbfe.i32(i32 %v, i32 %b, i32 %c)", lambda a, b, c: _field(a, b, c, True)),
    *(
        (
            "nvptx",
            f"llvm.nvvm.idp4a.{left}.{right}(i32 %v, i32 %b, i32 %c)",
            lambda a, b, c, left=left, right=right: _dp4a(a, b, c, left == "s", right == "s"),
        )
        for left in "su"
        for right in "su"
    ),
    *(
        (
            "nvptx",
            f"llvm.nvvm.idp2a.{left}.{right}(i32 %v, i32 %b, i1 {half}, i32 %c)",
            lambda a, b, c, left=left, right=right, half=half: _dp2a(
                a, b, c, left == "s", right == "s", half == "true"
            ),
        )
        for left in "su"
        for right in "su"
        for half in ("true", "false")
    ),
]


@pytest.mark.parametrize("target", ["nvptx", "amdgcn"])
def test_bytes_and_bit_fields_of_words(target: str) -> None:
    """Thread t has the words t, t + 64 and t + 128."""
    rows = [(call, model) for which, call, model in _WORD_ROWS if which == target]
    calls = []
    for call, _ in rows:
        name, operands = call[:-1].split("(")
        types = ", ".join(operand.split(" ")[0] for operand in operands.split(", "))
        loads = "".join(
            f"""%r.{n}p = getelementptr i32, ptr addrspace(1) %p, i32 {64 * place}
  %r.{n} = load i32, ptr addrspace(1) %r.{n}p
  """
            for place, n in enumerate("bc", 1)
        )
        used = call.replace("%b", "%r.b").replace("%c", "%r.c")
        calls.append(f"{loads}%r = call i32 @{used};declare i32 @{name}({types})")
    x = np.random.default_rng(8).integers(0, 1 << 32, 192, dtype=np.uint32)
    x[:8] = (0, 1, _ALL, 0x80000000, 0x7FFFFFFF, 0x80808080, 0x01020304, 0x7F80FF00)
    x[64:70] = (0, 31, 32, 5, 0x80, 0xFF)
    x[128:134] = (0, 0x3210, 0xFEDC, 8, 32, 0x7654)
    for (call, model), row in zip(rows, many(target, calls, x, 64), strict=True):
        assert row.tolist() == [model(int(x[n]), int(x[n + 64]), int(x[n + 128])) for n in range(64)], call


# --- more of AMD's lanes ---------------------------------------------------------------------------------------------


def _swizzled(lane: int, pattern: int) -> int:
    if pattern & 0x8000:
        return (lane & 28) | (pattern >> 2 * (lane & 3) & 3)
    return ((lane & pattern & 31) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31)


def test_swizzles() -> None:
    x = np.arange(64, dtype=np.uint32) + 5
    patterns = (0x801B, 0x80B1, 0x041F, 0x081F, 0x7C1F, 0x001F, 0x00E7, 0x0018)
    name = "llvm.amdgcn.ds.swizzle"
    calls = [f"%r = call i32 @{name}(i32 %v, i32 {pattern});declare i32 @{name}(i32, i32)" for pattern in patterns]
    for pattern, row in zip(patterns, many("amdgcn", calls, x, 64), strict=True):
        assert row.tolist() == [int(x[n // 32 * 32 + _swizzled(n % 32, pattern)]) for n in range(64)], hex(pattern)


def _dpp(lane: int, control: int) -> int | None:
    """The lane that is read by data-parallel primitives of RDNA, None without one."""
    row, place, count = lane // 16 * 16, lane % 16, control & 15
    if control < 0x100:
        return (lane & ~3) + (control >> 2 * (lane & 3) & 3)
    if control < 0x110:
        return row + place + count if place + count < 16 else None
    if control < 0x120:
        return row + place - count if place >= count else None
    if control < 0x130:
        return row + (place - count) % 16
    return {0x140: row + 15 - place, 0x141: lane ^ 7}.get(control, row + count if control < 0x160 else lane ^ count)


@pytest.mark.long
def test_data_parallel_primitives() -> None:
    x = np.arange(32, dtype=np.uint32) + 5
    controls = (0xB1, 0x1B, 0x101, 0x10F, 0x111, 0x118, 0x121, 0x12F, 0x140, 0x141, 0x153, 0x165)
    cases = [
        (control, bound, *masks)
        for control in controls
        for bound in (True, False)
        for masks in ((15, 15), (1, 15), (2, 5))
    ]
    name = "llvm.amdgcn.update.dpp.i32"
    calls = [
        f"%r = call i32 @{name}(i32 1000, i32 %v, i32 {control}, i32 {rows}, i32 {banks}, i1 {str(bound).lower()});"
        f"declare i32 @{name}(i32, i32, i32, i32, i32, i1)"
        for control, bound, rows, banks in cases
    ]
    for (control, bound, rows, banks), row in zip(cases, many("amdgcn", calls, x, 32, 32), strict=True):
        want = []
        for lane in range(32):
            source = _dpp(lane, control)
            value = int(x[source]) if source is not None else 0 if bound else 1000
            want.append(value if rows >> lane // 16 & 1 and banks >> lane // 4 % 4 & 1 else 1000)
        assert row.tolist() == want, (hex(control), bound, rows, banks)


@pytest.mark.parametrize(
    ("name", "model"),
    [("umin", min), ("umax", max), ("add", lambda v: sum(v) & _ALL), ("xor", lambda v: int(np.bitwise_xor.reduce(v)))],
)
def test_reductions_over_a_wave(name: str, model: Callable[[list[int]], int]) -> None:
    x = np.random.default_rng(6).integers(0, 1 << 32, 32, dtype=np.uint32)
    full = f"llvm.amdgcn.wave.reduce.{name}.i32"
    text = _lanes("amdgcn", f"%r = call i32 @{full}(i32 %v, i32 0)", f"declare i32 @{full}(i32, i32)")
    assert set(run_kernel(text, x, 32, 32).tolist()) == {model([int(v) for v in x])}


@pytest.mark.parametrize(
    ("name", "count", "model"),
    [
        ("rcp.f32", 1, lambda x: 1 / x),
        ("rsq.f32", 1, lambda x: 1 / np.sqrt(x)),
        ("sqrt.f32", 1, np.sqrt),
        ("exp2.f32", 1, np.exp2),
        ("log.f32", 1, np.log2),
        ("fract.f32", 1, lambda x: x - np.floor(x)),
        ("sin.f32", 1, lambda x: np.sin(2 * np.pi * x)),
        ("cos.f32", 1, lambda x: np.cos(2 * np.pi * x)),
        ("fmed3.f32", 3, lambda x: np.clip(x, 1.5, 2.5)),
    ],
)
def test_mathematics_of_amd(name: str, count: int, model: Callable[[np.ndarray], np.ndarray]) -> None:
    x = np.linspace(0.1, 4, 32).astype(np.float32)
    operands = ["float %f", "float 1.5", "float 2.5"][:count]
    text = _lanes(
        "amdgcn",
        f"%f = bitcast i32 %v to float\n  %g = call float @llvm.amdgcn.{name}({', '.join(operands)})\n"
        "  %r = bitcast float %g to i32",
        f"declare float @llvm.amdgcn.{name}({', '.join(['float'] * count)})",
    )
    output = run_kernel(text, x.view(np.uint32), 32, 32).view(np.float32)
    np.testing.assert_allclose(output, model(x.astype(np.float64)), rtol=2e-6, atol=2e-6)


@pytest.mark.parametrize(("name", "limit"), [("inc", 9), ("dec", 9)])
def test_counters_that_wrap(name: str, limit: int) -> None:
    full = f"llvm.nvvm.atomic.load.{name}.32.p1"
    text = _lanes(
        "nvptx",
        "%q = getelementptr i32, ptr addrspace(1) %x, i32 40\n"
        f"  %r = call i32 @{full}(ptr addrspace(1) %q, i32 {limit})",
        f"declare i32 @{full}(ptr addrspace(1), i32)",
    )
    output = run_kernel(text, np.zeros(41, np.uint32), 25, 32)
    want, value = [], 0
    for _ in range(25):
        want.append(value)
        value = (
            (0 if value >= limit else value + 1) if name == "inc" else limit if not 0 < value <= limit else value - 1
        )
    assert sorted(output[:25].tolist()) == sorted(want)
    assert output[40] == value


def test_loads_through_the_cache_of_textures() -> None:
    text = _lanes(
        "nvptx",
        "%r = call i32 @llvm.nvvm.ldg.global.i.i32.p1(ptr addrspace(1) %p, i32 4)",
        "declare i32 @llvm.nvvm.ldg.global.i.i32.p1(ptr addrspace(1), i32)",
    )
    x = np.arange(32, dtype=np.uint32)
    assert run_kernel(text, x, 32, 32).tolist() == x.tolist()
