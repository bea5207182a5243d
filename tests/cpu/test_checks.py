"""Each kind of finding: a function that has the fault, and one that does not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from mtlb import emit
from mtlb.base.findings import Finding
from mtlb.base.metal import AddressSpace
from mtlb.bitcode import read_module
from mtlb.convert import attach
from mtlb.cpu import Kernel
from mtlb.cpu.findings import RULES
from mtlb.cpu.process import Session
from mtlb.emit import f32, simdgroup_float8x8, u8, u32
from mtlb.ir import parse
from tests.cpu.kernels import kernel
from tests.process import LEVELS


@pytest.fixture(scope="module", params=LEVELS)
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    with Session(optimize=request.param) as shared:
        yield shared


Body = Callable[[emit.Module, emit.KernelEntry], None]


def findings(session: Session, body: Body, grid: int = 64, group: int = 64, **buffers: np.ndarray) -> list[Finding]:
    result = Kernel(kernel(body), "k", check=True, session=session)
    actual = result.run(grid, group, buffers=buffers).findings
    assert all(finding.code in RULES for finding in actual)
    return actual


def codes(actual: list[Finding]) -> list[str]:
    return sorted({finding.code for finding in actual})


@pytest.mark.parametrize("threads", [64, 65])
@pytest.mark.long
def test_out_of_bounds(threads: int, session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, i = k.buffer("out", f32, 0), k.builtin("thread_position_in_grid", u32)
        k.entry()
        out[i].store(1.0)

    actual = findings(session, body, threads, 64, out=np.zeros(64, "f4"))
    assert codes(actual) == (["out-of-bounds"] if threads > 64 else [])
    if actual:
        assert "thread 0 of threadgroup 1, 4 bytes at 'out'[64] of 64 elements" in actual[0].message
        assert "write in k" in actual[0].message


@pytest.mark.parametrize("index", [63, 64])
def test_out_of_bounds_of_threadgroup_memory(index: int, session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        tile, out = k.threadgroup("tile", emit.array(f32, 64)), k.buffer("out", f32, 0)
        at = k.buffer("at", u32, 1, "read")
        lane = k.builtin("thread_index_in_threadgroup", u32)
        b = k.entry()
        tile[lane].store(1.0)
        b.barrier()
        with b.if_(lane.eq(0)):
            out[0].store(tile[at[0].load()].load())

    actual = findings(session, body, out=np.zeros(1, "f4"), at=np.array([index], "u4"))
    assert codes(actual) == (["out-of-bounds"] if index == 64 else [])


@pytest.mark.parametrize("fixed", [False, True])
def test_race_in_threadgroup_memory(fixed: bool, session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        tile, out = k.threadgroup("tile", emit.array(u32, 64)), k.buffer("out", u32, 0)
        lane = k.builtin("thread_index_in_threadgroup", u32)
        b = k.entry()
        tile[lane].store(lane)
        if fixed:
            b.barrier()
        out[lane].store(tile[lane ^ 32].load())

    actual = findings(session, body, out=np.zeros(64, "u4"))
    assert codes(actual) == ([] if fixed else ["race", "uninitialized"])


@pytest.mark.parametrize("atomic", [False, True])
def test_race_between_threadgroups(atomic: bool, session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out = k.buffer("out", u32, 0)
        b = k.entry()
        if atomic:
            b.atomic("add", out[0], 1)
        else:
            out[0].store(out[0].load() + 1)

    out = np.zeros(1, "u4")
    actual = findings(session, body, 64, 32, out=out)
    assert codes(actual) == ([] if atomic else ["race"])
    if atomic:
        assert out[0] == 64


@pytest.mark.parametrize("apart", [False, True])
def test_a_group_that_reads_what_another_one_reads_and_writes(apart: bool, session: Session) -> None:
    """The second group's own read does not hide the first one's."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("x", u32, 0), k.buffer("out", u32, 1)
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        mine = x[i] if apart else x[0]
        out[i].store(mine.load())
        with b.if_(i.eq(1)):
            mine.store(7)

    actual = findings(session, body, 2, 1, x=np.zeros(2, "u4"), out=np.zeros(2, "u4"))
    assert codes(actual) == ([] if apart else ["race"])
    if not apart:
        assert "writes what another thread read" in actual[0].message
        assert (
            "thread 0 of threadgroup 1, 4 bytes at 'x'[0] of 2 elements, and thread 0 of threadgroup 0"
            in actual[0].message
        )


@pytest.mark.parametrize("all_reach", [False, True])
def test_barrier_that_not_all_reach(all_reach: bool, session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, lane = k.buffer("out", u32, 0), k.builtin("thread_index_in_threadgroup", u32)
        b = k.entry()
        with b.if_(lane < (64 if all_reach else 32)):
            b.barrier()
        out[lane].store(lane)

    assert codes(findings(session, body, out=np.zeros(64, "u4"))) == ([] if all_reach else ["barrier"])


@pytest.mark.parametrize("access", ["read", "read_write"])
def test_write_to_read_only(access: str, session: Session) -> None:
    """The builder refuses such a store: the metadata is changed afterwards."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, i = k.buffer("out", u32, 0, "read_write"), k.builtin("thread_position_in_grid", u32)
        k.entry()
        out[i].store(i)

    text = read_module(kernel(body)).text().replace('!"air.read_write"', f'!"air.{access}"')
    out = np.zeros(64, "u4")
    actual = Kernel(parse(text), "k", check=True, session=session).run(64, 64, buffers={"out": out}).findings
    assert codes(actual) == (["read-only"] if access == "read" else [])
    if actual:
        assert "writes to read-only memory: thread 0 of threadgroup 0, 4 bytes at 'out'" in actual[0].message


@pytest.mark.parametrize("offset", [0, 4, 2])
def test_misaligned(offset: int, session: Session) -> None:
    """A load through the address of a byte."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("x", u8, 0, "read"), k.buffer("out", f32, 1)
        at = k.buffer("at", u32, 2, "read")
        b = k.entry()
        byte = x[at[0].load()]  # an address
        out[0].store(b.load(b.bitcast(byte, emit.ptr(f32, AddressSpace.DEVICE, "read"))))

    x = np.arange(16, dtype="f4")
    buffers = {"x": x.view("u1"), "out": (out := np.zeros(1, "f4")), "at": np.array([offset], "u4")}
    result = Kernel(kernel(body), "k", check=True, session=session)
    actual = result.run(1, 1, buffers=buffers).findings
    assert codes(actual) == ([] if offset % 4 == 0 else ["misaligned"])
    if not actual:
        assert out[0] == x[offset // 4]


@pytest.mark.parametrize("check", [False, True])
def test_vectors_may_be_anywhere(check: bool, session: Session) -> None:
    """Vectors of 16 bytes at addresses that are no multiples of 16, which end a process where an instruction minds."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out, at = k.buffer("x", u8, 0, "read"), k.buffer("out", u8, 1), k.buffer("at", u32, 2, "read")
        b = k.entry()
        n = at[0].load()
        value = b.load(b.bitcast(x[n], emit.ptr(emit.float4, AddressSpace.DEVICE, "read")))
        b.store(value + value, b.bitcast(out[n], emit.ptr(emit.float4, AddressSpace.DEVICE)))

    x = np.arange(4, dtype="f4")
    values, out = np.zeros(32, "u1"), np.zeros(32, "u1")
    values[4:20] = x.view("u1")
    buffers = {"x": values, "out": out, "at": np.array([4], "u4")}
    actual = Kernel(kernel(body), "k", check=check, session=session).run(1, 1, buffers=buffers).findings
    assert (out[4:20].view("f4") == 2 * x).all()
    assert codes(actual) == (["misaligned"] if check else [])


@pytest.mark.parametrize("offset", [0, 2])
def test_a_misaligned_atomic_operation_ends_its_thread(offset: int, session: Session) -> None:
    """Not every processor has one."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, at = k.buffer("out", u8, 0), k.buffer("at", u32, 1, "read")
        b = k.entry()
        b.atomic("add", b.bitcast(out[at[0].load()], emit.ptr(u32, AddressSpace.DEVICE)), 5)

    out = np.zeros(8, "u1")
    result = Kernel(kernel(body), "k", check=True, session=session)
    actual = result.run(1, 1, buffers={"out": out, "at": np.array([offset], "u4")}).findings
    assert codes(actual) == (["misaligned"] if offset else [])
    assert out.view("u4").tolist() == ([0, 0] if offset else [5, 0])


@pytest.mark.parametrize("used", [False, True])
@pytest.mark.long
def test_uninitialized_memory_matters_only_where_it_is_used(used: bool, session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        tile, out = k.threadgroup("tile", emit.array(u32, 64)), k.buffer("out", u32, 0)
        lane = k.builtin("thread_index_in_threadgroup", u32)
        b = k.entry()
        with b.if_(lane < 32):
            tile[lane].store(lane)
        b.barrier()
        value = tile[lane].load()
        out[lane].store(value if used else b.select(lane < 32, value, lane))

    actual = findings(session, body, out=np.zeros(64, "u4"))
    assert codes(actual) == (["uninitialized"] if used else [])


@pytest.mark.parametrize("operation", ["store", "add", "load"])
def test_an_atomic_store_reads_nothing(operation: str, session: Session) -> None:
    """Beside a value that nobody wrote and that changes the result, each read of such memory is a finding."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        tile, out = k.threadgroup("tile", emit.array(u32, 2)), k.buffer("out", u32, 0)
        b = k.entry()
        if operation == "load":
            out[1].store(b.atomic("load", tile[1]))
        else:
            b.atomic(operation, tile[1], 5)
        out[0].store(tile[0].load())

    result = Kernel(kernel(body), "k", check=True, session=session).run(1, 1, buffers={"out": np.zeros(2, "u4")})
    places = [re.search(r"byte (\d) of", str(finding)) for finding in result.findings]
    assert {place[1] for place in places if place} == ({"0"} if operation == "store" else {"0", "4"})


def test_a_clean_function_is_clean(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("x", f32, 0, "read"), k.buffer("out", f32, 1)
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        out[i].store(b.air("sin", x[i].load()))

    x, out = np.linspace(0, 1, 64).astype("f4"), np.zeros(64, "f4")
    made = Kernel(kernel(body), "k", check=True, session=session)
    result = made.run(64, 64, buffers={"x": x, "out": out})
    assert result.is_clean
    assert result.counts["accesses"] == 128
    np.testing.assert_allclose(out, np.sin(x), rtol=1e-6)


def test_helper_functions_are_checked_though_they_promise_much(session: Session) -> None:
    """`readonly willreturn` of a function, `dereferenceable` of its parameter: checks stay, before loads."""
    text = """
define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %i) {
  %n = zext i32 %i to i64
  %far = mul i64 %n, 1048576
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %far
  %unused = call i32 @helper(ptr addrspace(1) dereferenceable(64) %p) readonly willreturn nounwind
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %n
  store i32 %i, ptr addrspace(1) %q
  ret void
}
define internal i32 @helper(ptr addrspace(1) dereferenceable(64) readonly %p) noinline readonly willreturn nounwind mustprogress {
  %q = getelementptr i32, ptr addrspace(1) %p, i64 15
  %x = load i32, ptr addrspace(1) %q
  ret i32 %x
}
"""  # noqa: E501
    a = attach(text, "macos14")
    k = a.kernel("k")
    k.buffer("in", u32, 0, "read")
    k.buffer("out", u32, 1)
    k.builtin("thread_position_in_grid", u32)
    out = np.full(2, 9, "u4")
    with Kernel(a.air_bytes(), "k", check=True, session=session) as kernel:
        result = kernel.run(2, buffers={"in": np.zeros(16, "u4"), "out": out})
    assert [finding.code for finding in result.findings] == ["out-of-bounds"]
    assert out.tolist() == [0, 9]


def test_a_write_to_a_constant_ends_the_thread(session: Session) -> None:
    text = """
@table = internal addrspace(2) constant [2 x i32] [i32 5, i32 6]
define void @k(ptr addrspace(1) %out, i32 %i) {
  %p = addrspacecast ptr addrspace(2) @table to ptr addrspace(1)
  %n = zext i32 %i to i64
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %n
  store i32 1, ptr addrspace(1) %q
  store i32 2, ptr addrspace(1) %out
  ret void
}
"""
    a = attach(text, "macos14")
    k = a.kernel("k")
    k.buffer("out", u32, 0)
    k.builtin("thread_position_in_grid", u32)
    out = np.zeros(1, "u4")
    with Kernel(a.air_bytes(), "k", check=True, session=session) as kernel:
        result = kernel.run(2, buffers={"out": out})
    assert [finding.code for finding in result.findings] == ["read-only"]
    assert "'table'" in result.findings[0].message and out[0] == 0


@pytest.mark.parametrize("threads", [32, 31])
def test_matrices_want_all_lanes(threads: int, session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("x", f32, 0, "read"), k.buffer("out", f32, 1)
        b = k.entry()
        document = b.matrix.load(x[0], 8)
        total = b.matrix.multiply_accumulate(document, document, b.matrix.fill(simdgroup_float8x8, 0.0))
        b.matrix.store(total, out[0], 8)

    x, out = np.eye(8, dtype="f4"), np.zeros((8, 8), "f4")
    actual = findings(session, body, threads, threads, x=x, out=out)
    assert codes(actual) == ([] if threads == 32 else ["lane"])
    assert threads < 32 or (out == x).all()


@pytest.mark.parametrize("index", [3, 4, -1])
def test_an_array_that_a_helper_function_gets(index: int, session: Session) -> None:
    text = """
define void @k(ptr addrspace(1) %out, ptr addrspace(1) %at, i32 %i) {
  %a = alloca [4 x i32]
  store [4 x i32] [i32 5, i32 6, i32 7, i32 8], ptr %a
  %n = load i32, ptr addrspace(1) %at
  %x = call i32 @outer(ptr %a, i32 %n)
  store i32 %x, ptr addrspace(1) %out
  ret void
}
define internal i32 @outer(ptr %p, i32 %n) noinline {
  %b = alloca [2 x i32]
  store [2 x i32] [i32 1, i32 2], ptr %b
  %one = call i32 @helper(ptr %b, i32 0)
  %x = call i32 @helper(ptr %p, i32 %n)
  %sum = add i32 %x, %one
  ret i32 %sum
}
define internal i32 @helper(ptr %p, i32 %n) noinline {
  %m = sext i32 %n to i64
  %q = getelementptr i32, ptr %p, i64 %m
  %x = load i32, ptr %q
  ret i32 %x
}
"""
    a = attach(text, "macos14")
    k = a.kernel("k")
    k.buffer("out", u32, 0)
    k.buffer("at", u32, 1, "read")
    k.builtin("thread_position_in_grid", u32)
    out = np.zeros(1, "u4")
    with Kernel(a.air_bytes(), "k", check=True, session=session) as kernel:
        actual = kernel.run(1, buffers={"out": out, "at": np.array([index], "i4").view("u4")}).findings
    assert codes(actual) == ([] if index == 3 else ["out-of-bounds"])
    assert out[0] == (9 if index == 3 else 0)
    if index != 3:
        assert "reads outside of a variable: thread 0 of threadgroup 0" in actual[0].message
        assert actual[0].message.endswith("read in helper")


def test_races_between_accesses_of_different_sizes(session: Session) -> None:
    """A word has one shadow until its bytes are accessed apart. In each of 24 places three threads access once."""
    generator = np.random.default_rng(8)
    places = range(24)
    sizes = generator.choice([1, 2, 4, 8], (24, 3))
    starts = 16 * np.arange(24)[:, None] + sizes * generator.integers(0, 8 // sizes)
    writes = generator.random((24, 3)) < 0.4

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, lane = k.buffer("x", u8, 0), k.builtin("thread_index_in_threadgroup", u32)
        out = k.buffer("out", emit.u64, 1)
        b = k.entry()
        for thread in range(3):
            with b.if_(lane.eq(thread)):
                for place in places:
                    type_ = {1: u8, 2: emit.u16, 4: u32, 8: emit.u64}[int(sizes[place, thread])]
                    value = b.bitcast(x[int(starts[place, thread])], emit.ptr(type_, emit.device))
                    if writes[place, thread]:
                        value.store(thread + 1)
                    else:
                        out[3 * place + thread].store(b.convert(value.load(), emit.u64))

    ends = starts + sizes
    expected = set()
    for place in places:
        for second in range(3):
            for first in range(second):
                overlap = starts[place, first] < ends[place, second] and starts[place, second] < ends[place, first]
                if overlap and (writes[place, first] or writes[place, second]):
                    expected.add((place, second))
    buffers = {"x": np.zeros(16 * 24, "u1"), "out": np.zeros(72, "u8")}
    result = Kernel(kernel(body), "k", check=True, optimize=0, session=session).run(3, 3, buffers=buffers)
    starts_of = [item.byte if item.element is None else item.element for item in result.findings]
    actual = {(at // 16, item.threads[0][0]) for at, item in zip(starts_of, result.findings, strict=True)}
    assert {finding.code for finding in result.findings} == {"race"}
    assert len(expected) > 20 and actual == expected
