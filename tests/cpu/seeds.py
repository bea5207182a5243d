"""Kernels with one fault each, and kernels that only look as if they had one: for the tests of the checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mtlb import emit
from mtlb.base.metal import AddressSpace
from mtlb.emit import f32, float4, i32, int4, simdgroup_float8x8, texture2d, u8, u16, u32, uint2, uint4

__all__ = ["FAULTY", "QUIET", "Case", "case"]

Body = Callable[[emit.Module, emit.KernelEntry], None]


@dataclass(slots=True)
class Case:
    """A kernel `k`, what it is called with, and the codes of all findings that are more than notes."""

    name: str
    body: Body
    codes: set[str]
    grid: Any = 64
    group: Any = 64
    notes: set[str] = field(default_factory=set)
    buffers: dict[str, Any] = field(default_factory=dict)
    textures: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    target: str = "macos14"


FAULTY: list[Case] = []
QUIET: list[Case] = []


def case(name: str, *codes: str, **more: Any) -> Callable[[Body], Body]:
    """The decorated function makes the body of a case. `texels`: textures; other arrays are buffers."""

    def keep(body: Body) -> Body:
        known = {key: more.pop(key) for key in ("grid", "group", "options", "target") if key in more}
        textures, notes = more.pop("texels", {}), set(more.pop("notes", ()))
        result = Case(name, body, set(codes), buffers=more, textures=textures, notes=notes, **known)
        (FAULTY if codes or notes else QUIET).append(result)
        return body

    return keep


def zeros(count: int = 64, dtype: str = "u4") -> np.ndarray[Any, Any]:
    """So many zeros."""
    return np.zeros(count, dtype)


def numbers(count: int = 64, dtype: str = "u4") -> np.ndarray[Any, Any]:
    """The numbers from 0 on."""
    return np.arange(count, dtype=dtype)


def _lane(k: emit.KernelEntry) -> Any:
    return k.builtin("thread_index_in_threadgroup", u32)


def _thread(k: emit.KernelEntry) -> Any:
    return k.builtin("thread_position_in_grid", u32)


# --- races in threadgroup memory -------------------------------------------------------------------------------------


@case("two threads write a word", "race", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    tile, out, lane = k.threadgroup("tile", emit.array(u32, 64)), k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    tile[lane >> 1].store(lane)
    b.barrier()
    out[lane].store(tile[lane >> 1].load())


@case("no barrier before a neighbour is read", "race", "uninitialized", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    tile, out, lane = k.threadgroup("tile", emit.array(u32, 64)), k.buffer("out", u32, 0), _lane(k)
    k.entry()
    tile[lane].store(lane)
    out[lane].store(tile[63 - lane].load())


def _reduction(k: emit.KernelEntry, *, inner: str) -> None:
    x, out, lane = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1), _lane(k)
    tile = k.threadgroup("tile", emit.array(u32, 64))
    b = k.entry()
    tile[lane].store(x[lane].load())
    b.barrier()
    for step in (32, 16, 8, 4, 2, 1):
        with b.if_(lane < step):
            tile[lane].store(tile[lane].load() + tile[lane + step].load())
        if inner == "threadgroup":
            b.barrier()
        elif inner == "simdgroup":
            b.simdgroup_barrier()
    with b.if_(lane.eq(0)):
        out[0].store(tile[0].load())


@case("a reduction without barriers in its loop", "race", x=numbers(), out=zeros(1))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _reduction(k, inner="")


@case("a reduction", x=numbers(), out=zeros(1))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _reduction(k, inner="threadgroup")


@case("a write after another thread's read", "race", x=numbers(), out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    x, out, lane = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1), _lane(k)
    tile = k.threadgroup("tile", emit.array(u32, 64))
    b = k.entry()
    tile[lane].store(x[lane].load())
    b.barrier()
    value = tile[(lane + 40) & 63].load()
    tile[lane].store(value)
    b.barrier()
    out[lane].store(tile[lane].load())


def _exchange(k: emit.KernelEntry, barrier: Callable[[Any], None], *, device: bool = False, across: int = 63) -> None:
    out, lane = k.buffer("out", u32, 0), _lane(k)
    shared = k.buffer("shared", u32, 1) if device else k.threadgroup("tile", emit.array(u32, 64))
    b = k.entry()
    shared[lane].store(lane)
    barrier(b)
    out[lane].store(shared[lane ^ across].load())


@case("a simdgroup's barrier for a threadgroup", "race", "uninitialized", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _exchange(k, lambda b: b.simdgroup_barrier())


@case("a barrier of no memory", "barrier-memory", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _exchange(k, lambda b: b.barrier("none"))


@case("a barrier of threadgroup memory between accesses to a buffer", "barrier-memory", out=zeros(), shared=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _exchange(k, lambda b: b.barrier(), device=True)


@case("a simdgroup's barrier of no memory", "barrier-memory", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _exchange(k, lambda b: b.simdgroup_barrier("none"), across=31)


@case("a barrier of a buffer's memory", out=zeros(), shared=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _exchange(k, lambda b: b.barrier("device"), device=True)


def _read_by_all(k: emit.KernelEntry, memory: str) -> None:
    """All lanes read each element of a buffer; behind a barrier each is written by one."""
    shared, lane = k.buffer("shared", u32, 0), _lane(k)
    b = k.entry()
    value = shared[lane ^ 63].load() + shared[lane ^ 31].load()
    b.barrier(memory)
    shared[lane].store(value)


@case("elements that several lanes read before a barrier", shared=numbers())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _read_by_all(k, "device")


@case("elements that several lanes read before another barrier", "barrier-memory", shared=numbers())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _read_by_all(k, "threadgroup")


@case("an exchange in a simdgroup", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _exchange(k, lambda b: b.simdgroup_barrier(), across=31)


@case("an exchange in a simdgroup through a buffer", out=zeros(), shared=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _exchange(k, lambda b: b.simdgroup_barrier("device"), device=True, across=31)


@case("a barrier of one kind, then one of the other", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _exchange(k, lambda b: (b.barrier("device"), b.barrier("threadgroup"), b.barrier("none"))[0])


@case("a barrier of both kinds of memory", out=zeros(), shared=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _exchange(k, lambda b: b.barrier("device|threadgroup"), device=True)


@case("threadgroup memory as an argument", "race", "uninitialized", out=zeros(), options={"tile": 256})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    tile, out, lane = k.threadgroup_buffer("tile", u32, 0), k.buffer("out", u32, 0), _lane(k)
    k.entry()
    tile[lane].store(lane)
    out[lane].store(tile[lane ^ 32].load())


@case("halves of a word in two threads", "race", "uninitialized", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    tile, out, lane = k.threadgroup("tile", emit.array(u32, 64)), k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    halves = b.bitcast(tile[0], emit.ptr(u16, AddressSpace.THREADGROUP))
    halves[lane].store(b.convert(lane, u16))
    out[lane].store(tile[lane >> 1].load())


@case("bytes of neighbours", out=zeros(64, "u1"))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, i = k.buffer("out", u8, 0), _thread(k)
    b = k.entry()
    out[i].store(b.convert(i, u8))


@case("a vector over what another thread wrote", "race", out=zeros(68), x=numbers())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, x, i = k.buffer("out", u32, 0), k.buffer("x", u32, 1, "read"), _thread(k)
    b = k.entry()
    vector = b.bitcast(out[(i >> 2) << 2], emit.ptr(uint4, AddressSpace.DEVICE))
    with b.if_((i & 3).eq(0)):
        vector.store(b.vector(x[i].load(), i, i, i))
    with b.if_((i & 3).eq(3)):
        out[i].store(7)


# --- barriers --------------------------------------------------------------------------------------------------------


@case("a barrier in a branch", "barrier", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, lane = k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    with b.if_(lane < 40):
        b.barrier()
    out[lane].store(lane)


@case("a barrier in a loop of as many iterations as the lane says", "barrier", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, lane = k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    with b.for_range(lane & 3):
        b.barrier()
    out[lane].store(lane)


@case("two barriers", "barrier", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, lane = k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    with b.if_else(lane < 32) as (then, other):
        with then:
            b.barrier()
        with other:
            b.barrier()
    out[lane].store(lane)


@case("a return before a barrier", "barrier", out=zeros(), n=np.array([40], "u4"))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, n, lane = k.buffer("out", u32, 0), k.constant("n", u32, 1), _lane(k)
    b = k.entry()
    with b.if_(lane >= n.load()):
        b.ret()
    b.barrier()
    out[lane].store(lane)


@case("whole threadgroups that return", grid=256, group=64, out=zeros(256), n=np.array([128], "u4"))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, n, i = k.buffer("out", u32, 0), k.constant("n", u32, 1), _thread(k)
    tile, lane = k.threadgroup("tile", emit.array(u32, 64)), _lane(k)
    b = k.entry()
    with b.if_(i >= n.load()):
        b.ret()
    tile[lane].store(i)
    b.barrier()
    out[i].store(tile[63 - lane].load())


@case("a barrier in a branch that all take", out=zeros(), n=np.array([1], "u4"))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, n, lane = k.buffer("out", u32, 0), k.constant("n", u32, 1), _lane(k)
    b = k.entry()
    with b.if_(n.load().eq(1)):
        b.barrier()
    out[lane].store(lane)


# --- bounds ----------------------------------------------------------------------------------------------------------


@case("a read behind a buffer", "out-of-bounds", x=numbers(60), out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    x, out, i = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1), _thread(k)
    k.entry()
    out[i].store(x[i].load())


@case("a write behind a buffer", "out-of-bounds", out=zeros(63))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, i = k.buffer("out", u32, 0), _thread(k)
    k.entry()
    out[i].store(i)


@case("the last threads of a grid that is rounded up", "out-of-bounds", grid=128, group=64, out=zeros(100))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, i = k.buffer("out", u32, 0), _thread(k)
    k.entry()
    out[i].store(i)


@case("a negative index", "out-of-bounds", x=numbers(), out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    x, out, i = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1), _thread(k)
    b = k.entry()
    out[i].store(x[b.convert(i, i32) - 1].load())


@case("an atomic operation behind a buffer", "out-of-bounds", out=zeros(32))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, i = k.buffer("out", u32, 0), _thread(k)
    b = k.entry()
    b.atomic("add", out[i], 1)


@case("a vector that ends behind a buffer", "out-of-bounds", x=numbers(62), out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    x, out, i = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1), _thread(k)
    b = k.entry()
    with b.if_(i < 16):
        out[i].store(b.bitcast(x[i * 4], emit.ptr(uint4, AddressSpace.DEVICE, "read")).load().w)


@case("a read behind a table of constants", "out-of-bounds", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    table = m.global_constant("table", emit.array(u32, 4), [1, 2, 3, 4])
    out, i = k.buffer("out", u32, 0), _thread(k)
    b = k.entry()
    out[i].store(b.use(table)[i & 7].load())


@case("a read behind a threadgroup variable", "out-of-bounds", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    tile, out, lane = k.threadgroup("tile", emit.array(u32, 64)), k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    tile[lane].store(lane)
    b.barrier()
    out[lane].store(tile[lane + 4096].load())


@case("a read behind a threadgroup variable, where another one is", "out-of-bounds", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    tile, other = (k.threadgroup(name, emit.array(u32, 64)) for name in ("tile", "other"))
    out, lane = k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    tile[lane].store(lane)
    other[lane].store(lane)
    b.barrier()
    out[lane].store(tile[lane + 8].load() + other[lane].load())


@case("a read behind one of two arrays of the thread", "out-of-bounds", x=numbers(), out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    x, out, i = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1), _thread(k)
    b = k.entry()
    item, other = b.variable(emit.array(u32, 4)), b.variable(emit.array(u32, 4))
    with b.for_range(4) as loop:
        item[loop.index].store(x[loop.index].load())
        other[loop.index].store(x[loop.index].load())
    out[i].store(b.select(i < 3, item[0], other[0])[x[i].load()].load())


@case("a write behind a threadgroup argument", "out-of-bounds", out=zeros(), options={"tile": 128})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    tile, out, lane = k.threadgroup_buffer("tile", u32, 0), k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    tile[lane].store(lane)
    b.barrier()
    out[lane].store(tile[lane & 31].load())


@case("a read behind an array of the thread", "out-of-bounds", x=numbers(), out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    x, out, i = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1), _thread(k)
    b = k.entry()
    own = b.variable(emit.array(u32, 4))
    with b.for_range(4) as loop:
        own[loop.index].store(x[loop.index].load())
    out[i].store(own[i & 7].load())


@case("a read clamped to the end", x=numbers(), out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    x, out, i = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1), _thread(k)
    b = k.entry()
    out[i].store(x[b.select(i + 9 < 64, i + 9, 63)].load())


# --- memory that nobody wrote ----------------------------------------------------------------------------------------


@case("threadgroup memory that half of the threads write", "uninitialized", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    tile, out, lane = k.threadgroup("tile", emit.array(u32, 64)), k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    with b.if_(lane < 32):
        tile[lane].store(lane)
    b.barrier()
    out[lane].store(tile[lane].load())


@case("an array of the thread with a gap", "uninitialized", x=numbers(), out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    x, out, i = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1), _thread(k)
    b = k.entry()
    own = b.variable(emit.array(u32, 8))
    with b.for_range(7) as loop:
        own[loop.index].store(x[loop.index].load())
    out[i].store(own[i & 7].load())


@case("a buffer that is said to have no values", "uninitialized", out=zeros(), options={"uninitialized": ["out"]})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, i = k.buffer("out", u32, 0), _thread(k)
    k.entry()
    out[i].store(out[i].load() + 1)


@case("a buffer without values that is written first", out=zeros(80), options={"uninitialized": ["out"]})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, i = k.buffer("out", u32, 0), _thread(k)
    b = k.entry()
    out[i].store(i)
    spare = out[i].load()  # and what is not used
    unused = out[64 + (i & 15)].load()
    out[i].store(b.select(i < 64, spare, unused))


# --- atomics and plain accesses; threadgroups ------------------------------------------------------------------------


@case("an atomic and a plain access to a buffer", "race", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, i = k.buffer("out", u32, 0), _thread(k)
    b = k.entry()
    b.atomic("add", out[0], 1)
    with b.if_(i.eq(5)):
        out[0].store(100)


@case("an atomic and a plain access to threadgroup memory", "race", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    tile, out, lane = k.threadgroup("tile", emit.array(u32, 1)), k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    with b.if_(lane.eq(0)):
        tile[0].store(0)
    b.barrier()
    b.atomic("add", tile[0], 1)
    out[lane].store(tile[0].load())


@case("a plain counter of several threadgroups", "race", grid=128, group=32, out=zeros(1))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, lane = k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    with b.if_(lane.eq(0)):
        out[0].store(out[0].load() + 1)


@case("a neighbour in another threadgroup", "race", grid=128, group=32, x=numbers(128))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    x, i = k.buffer("x", u32, 0), _thread(k)
    b = k.entry()
    left = x[b.select(i.eq(0), 0, i - 1)].load()
    b.barrier("device")
    x[i].store(left)


@case("a byte of a word that another thread changes", "race", out=zeros(16))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, i = k.buffer("out", u32, 0), _thread(k)
    k.entry()
    word = out[i >> 2]
    word.store(word.load() | (i << ((i & 3) * 8)))


@case("the last threadgroup, without fences", "race", grid=128, group=32, out=zeros(1), parts=zeros(4), ticket=zeros(1))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _last_group(k, fences=False)


@case(
    "the last threadgroup, with fences",
    grid=128,
    group=32,
    out=zeros(1),
    parts=zeros(4),
    ticket=zeros(1),
    target="macos15",
)
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _last_group(k, fences=True)


def _last_group(k: emit.KernelEntry, *, fences: bool) -> None:
    out, parts, ticket = k.buffer("out", u32, 0), k.buffer("parts", u32, 1), k.buffer("ticket", u32, 2)
    lane, group = _lane(k), k.builtin("threadgroup_position_in_grid", u32)
    b = k.entry()
    with b.if_(lane.eq(0)):
        parts[group].store(group + 1)
        if fences:
            b.fence("device")
        is_last = b.atomic("add", ticket[0], 1).eq(3)
        if fences:
            b.fence("device")
        with b.if_(is_last):
            total = parts[0].load() + parts[1].load() + parts[2].load() + parts[3].load()
            out[0].store(total)


@case("a counter with atomic operations", grid=128, group=32, out=zeros(1))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out = k.buffer("out", u32, 0)
    b = k.entry()
    b.atomic("add", out[0], 1)


@case("all threads write one value", notes=["uniform-write"], grid=128, group=32, out=zeros(1))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out = k.buffer("out", u32, 0)
    k.entry()
    out[0].store(7)


@case("all threads write one value to threadgroup memory", notes=["uniform-write"], out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    tile, out, lane = k.threadgroup("tile", emit.array(u32, 1)), k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    tile[0].store(7)
    b.barrier()
    out[lane].store(tile[0].load())


@case("all threads but one write one value", "race", notes=["uniform-write"], out=zeros(1))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, i = k.buffer("out", u32, 0), _thread(k)
    b = k.entry()
    with b.if_(i.ne(9)):
        out[0].store(7)
    with b.if_(i.eq(9)):
        out[0].store(8)


@case("one value that another thread reads", "race", notes=["uniform-write"], out=zeros(2))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out = k.buffer("out", u32, 0)
    k.entry()
    out[0].store(7)
    out[1].store(out[0].load())


# --- lanes -----------------------------------------------------------------------------------------------------------


def _shuffled(k: emit.KernelEntry, operation: str, other: Callable[[Any], Any], condition: Any = None) -> None:
    out, lane = k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    result = b.variable(u32, 0)
    if condition is None:
        result.store(b.simd(operation, lane, b.convert(other(lane), u16)))
    else:
        with b.if_(condition(lane)):
            result.store(b.simd(operation, lane, b.convert(other(lane), u16)))
    out[lane].store(result.load())


@case("a shuffle from lane 32", "lane", grid=32, group=32, out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _shuffled(k, "shuffle", lambda lane: lane + 1)


@case("a broadcast from lane 40", "lane", grid=32, group=32, out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _shuffled(k, "broadcast", lambda lane: lane * 0 + 40)


@case("a shuffle from a lane that took another way", "lane", grid=32, group=32, out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _shuffled(k, "shuffle", lambda lane: lane ^ 16, lambda lane: lane < 16)


@case("a shuffle in the last simdgroup, which is not full", "lane", grid=40, group=40, out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _shuffled(k, "shuffle", lambda lane: (lane + 8) & 31)


@case("a broadcast from different lanes", "lane-operand", grid=32, group=32, out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _shuffled(k, "broadcast", lambda lane: lane & 1)


@case("shuffles by different distances", "lane-operand", grid=32, group=32, out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _shuffled(k, "shuffle_down", lambda lane: lane & 1)


@case("a broadcast in a branch from a lane that is in it", grid=32, group=32, out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _shuffled(k, "broadcast", lambda lane: lane * 0 + 3, lambda lane: lane < 16)


@case("a butterfly", grid=32, group=32, out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _shuffled(k, "shuffle_xor", lambda lane: lane * 0 + 31)


def _product(k: emit.KernelEntry, what: str) -> None:
    x, out, lane = k.buffer("x", f32, 0, "read"), k.buffer("out", f32, 1), _lane(k)
    b = k.entry()
    if what == "load":
        with b.if_(lane < 16):
            b.matrix.load(x[0], 8)
        return
    document = b.matrix.load(x[0], 8)
    if what == "store":
        with b.if_(lane < 16):
            b.matrix.store(document, out[0], 8)
        return
    if what == "multiply":
        with b.if_(lane < 16):
            total = b.matrix.multiply_accumulate(document, document, b.matrix.fill(simdgroup_float8x8, 0.0))
            b.matrix.store(total, out[0], 8)
        return
    total = b.matrix.multiply_accumulate(document, document, b.matrix.fill(simdgroup_float8x8, 0.0))
    b.matrix.store(total, out[0], 8)


for _what in ("load", "store", "multiply"):

    @case(f"a matrix and half of the lanes: {_what}", "lane", grid=32, group=32, x=zeros(64, "f4"), out=zeros(64, "f4"))
    def _(m: emit.Module, k: emit.KernelEntry, what: str = _what) -> None:
        _product(k, what)


@case("a product of matrices", grid=32, group=32, x=zeros(64, "f4"), out=zeros(64, "f4"))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _product(k, "")


@case("a matrix behind a buffer", "out-of-bounds", grid=32, group=32, x=zeros(63, "f4"), out=zeros(64, "f4"))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _product(k, "")


# --- textures --------------------------------------------------------------------------------------------------------


def _image(size: int = 8) -> np.ndarray[Any, Any]:
    return np.zeros((size, size, 4), "f4")


def _place(b: Any, i: Any) -> Any:
    return b.vector(i & 7, i >> 3)


@case("a texel behind the right edge", "texture-bounds", out=zeros(64, "f4"), texels={"t": _image(7)})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    t, out, i = k.texture("t", texture2d(f32, "read"), 0), k.buffer("out", f32, 0), _thread(k)
    b = k.entry()
    out[i].store(b.texture.read(t, _place(b, i)).x)


@case("a texel written below the last row", "texture-bounds", texels={"t": np.zeros((4, 8, 4), "f4")})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    t, i = k.texture("t", texture2d(f32, "write"), 0), _thread(k)
    b = k.entry()
    b.texture.write(t, b.const(float4, (1.0, 1.0, 1.0, 1.0)), _place(b, i))


@case("a level that is not there", "texture-bounds", out=zeros(64, "f4"), texels={"t": _image()})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    t, out, i = k.texture("t", texture2d(f32, "read"), 0), k.buffer("out", f32, 0), _thread(k)
    b = k.entry()
    out[i].store(b.texture.read(t, _place(b, i), level=1).x)


def _write(b: Any, t: Any, i: Any, value: Any) -> None:
    number = b.convert(value, f32)
    b.texture.write(t, b.vector(number, number, number, number), _place(b, i))


@case("two threads and a texel", "race", texels={"t": _image()})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    t, i = k.texture("t", texture2d(f32, "write"), 0), _thread(k)
    _write(k.entry(), t, i >> 1, i)


@case("two threadgroups and a texel", "race", grid=128, group=64, texels={"t": _image()})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    t, i = k.texture("t", texture2d(f32, "write"), 0), _thread(k)
    _write(k.entry(), t, i & 63, i)


@case("one value for a texel", notes=["uniform-write"], texels={"t": _image()})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    t, i = k.texture("t", texture2d(f32, "write"), 0), _thread(k)
    _write(k.entry(), t, i & 7, i & 7)


def _written_and_read(k: emit.KernelEntry, between: Callable[[Any, Any], None], other: Callable[[Any], Any]) -> None:
    t, out, i = k.texture("t", texture2d(f32, "read_write"), 0), k.buffer("out", f32, 0), _lane(k)
    b = k.entry()
    _write(b, t, i, i)
    between(b, t)
    out[i].store(b.texture.read(t, _place(b, other(i))).x)


@case("a texel read without a fence", "texture-fence", out=zeros(64, "f4"), texels={"t": _image()})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _written_and_read(k, lambda b, t: None, lambda i: i)


@case("a texel read behind a fence", out=zeros(64, "f4"), texels={"t": _image()})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _written_and_read(k, lambda b, t: b.texture.fence(t), lambda i: i)


@case("a texel of another thread behind a fence alone", "race", out=zeros(64, "f4"), texels={"t": _image()})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _written_and_read(k, lambda b, t: b.texture.fence(t), lambda i: 63 - i)


@case("a texel of another thread behind a barrier", out=zeros(64, "f4"), texels={"t": _image()})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _written_and_read(k, lambda b, t: b.barrier("texture"), lambda i: 63 - i)


@case(
    "a texel of another thread behind a barrier of other memory",
    "barrier-memory",
    out=zeros(64, "f4"),
    texels={"t": _image()},
)
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _written_and_read(k, lambda b, t: b.barrier("device|threadgroup"), lambda i: 63 - i)


@case("a fence of another texture", "texture-fence", out=zeros(64, "f4"), texels={"t": _image(), "s": _image()})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    s = k.texture("s", texture2d(f32, "read_write"), 1)
    _written_and_read(k, lambda b, t: b.texture.fence(s), lambda i: i)


def _counted(k: emit.KernelEntry, *, plain: bool) -> None:
    t, i = k.texture("t", texture2d(u32, "read_write"), 0), _thread(k)
    b = k.entry()
    value = b.const(uint4, (1, 1, 1, 1))
    b.texture.atomic("add", t, b.const(uint2, (0, 0)), value)
    if plain:
        with b.if_(i.eq(3)):
            b.texture.write(t, value, b.const(uint2, (0, 0)))


@case("a texel counted with atomic operations", texels={"t": np.zeros((8, 8), "u4")})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _counted(k, plain=False)


@case("an atomic and a plain access to a texel", "race", texels={"t": np.zeros((8, 8), "u4")})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    _counted(k, plain=True)


@case("an atomic operation on a texel that is not there", "texture-bounds", texels={"t": np.zeros((8, 8), "u4")})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    t = k.texture("t", texture2d(u32, "read_write"), 0)
    b = k.entry()
    b.texture.atomic("max", t, b.const(uint2, (8, 0)), b.const(uint4, (1, 1, 1, 1)))


@case("texels of neighbours", texels={"t": _image()})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    t, i = k.texture("t", texture2d(f32, "write"), 0), _thread(k)
    _write(k.entry(), t, i, i)


# --- correct, and not obvious ----------------------------------------------------------------------------------------


@case("a scan with two buffers", x=numbers(), out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    x, out, lane = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1), _lane(k)
    tile = k.threadgroup("tile", emit.array(u32, 128))
    b = k.entry()
    tile[lane].store(x[lane].load())
    b.barrier()
    for number, step in enumerate((1, 2, 4, 8, 16, 32)):
        start, end = number % 2 * 64, (number + 1) % 2 * 64
        mine, other = tile[start + lane].load(), tile[start + b.select(lane >= step, lane - step, 0)].load()
        tile[end + lane].store(b.select(lane >= step, mine + other, mine))
        b.barrier()
    out[lane].store(tile[lane].load())


@case("a bitonic sort", x=numbers()[::-1].copy())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    x, lane = k.buffer("x", u32, 0), _lane(k)
    tile = k.threadgroup("tile", emit.array(u32, 64))
    b = k.entry()
    tile[lane].store(x[lane].load())
    b.barrier()
    size = 2
    while size <= 64:
        step = size // 2
        while step:
            other = lane ^ step
            with b.if_(other > lane):
                mine, its = tile[lane].load(), tile[other].load()
                swap = b.select((lane & size).eq(0), mine > its, mine < its)
                tile[lane].store(b.select(swap, its, mine))
                tile[other].store(b.select(swap, mine, its))
            b.barrier()
            step //= 2
        size *= 2
    x[lane].store(tile[lane].load())


@case("a transpose through padded rows", grid=(16, 16), group=(16, 16), x=numbers(256), out=zeros(256))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    x, out = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1)
    at = k.builtin("thread_position_in_threadgroup", uint2)
    tile = k.threadgroup("tile", emit.array(u32, 16 * 17))
    b = k.entry()
    tile[at.y * 17 + at.x].store(x[at.y * 16 + at.x].load())
    b.barrier()
    out[at.y * 16 + at.x].store(tile[at.x * 17 + at.y].load())


@case("members of a struct with a hole", out=zeros(16 * 64, "u1"))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    pair = m.struct("Pair", [("a", u8), ("b", emit.float2)])
    out, i = k.buffer("out", pair, 0), _thread(k)
    b = k.entry()
    out[i]["a"].store(b.convert(i, u8))
    out[i]["b"].store(b.const(emit.float2, (1.0, 2.0)))


@case("tickets", grid=128, group=32, out=zeros(128), ticket=zeros(1))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, ticket, i = k.buffer("out", u32, 0), k.buffer("ticket", u32, 1), _thread(k)
    b = k.entry()
    out[b.atomic("add", ticket[0], 1)].store(i)


@case("a variable that is written in a branch and read there", out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, i = k.buffer("out", u32, 0), _thread(k)
    b = k.entry()
    own = b.variable(emit.array(u32, 4))
    with b.if_(i < 32):
        own[i & 3].store(i)
        out[i].store(own[i & 3].load())


@case("one thread of a simdgroup for all", out=zeros(2))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, lane = k.buffer("out", u32, 0), _lane(k)
    b = k.entry()
    total = b.simd("sum", lane)
    with b.if_((lane & 31).eq(0)):
        out[lane >> 5].store(total)


@case("a number of iterations for each threadgroup", grid=128, group=32, out=zeros(128))
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    out, i, lane = k.buffer("out", u32, 0), _thread(k), _lane(k)
    group = k.builtin("threadgroup_position_in_grid", u32)
    tile = k.threadgroup("tile", emit.array(u32, 32))
    b = k.entry()
    tile[lane].store(lane)
    b.barrier()
    with b.for_range(group + 1):
        value = tile[31 - lane].load()
        b.barrier()
        tile[lane].store(value + 1)
        b.barrier()
    out[i].store(tile[lane].load())


@case("unsigned numbers that wrap", x=numbers(), out=zeros())
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    x, out, i = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1), _thread(k)
    k.entry()
    out[i].store(x[i].load() - 40 + (x[i].load() * 0xFFFFFFFF))


@case("integer texels", texels={"t": np.zeros((8, 8, 4), "i4")})
def _(m: emit.Module, k: emit.KernelEntry) -> None:
    t, i = k.texture("t", texture2d(i32, "write"), 0), _thread(k)
    b = k.entry()
    b.texture.write(t, b.const(int4, (-1, 2, 3, 4)), _place(b, i))
