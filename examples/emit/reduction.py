"""The sum of an array: SIMD-group sums, threadgroup memory, one atomic addition per threadgroup."""

from __future__ import annotations

import sys

import mtlb
from mtlb import emit
from mtlb.emit import array, f32, u32

THREADS = 256


def build(target: str = "macos14") -> emit.Module:
    """The module."""
    m = emit.Module(target, "reduction")
    k = m.kernel("reduce", max_threads=THREADS)
    data = k.buffer("data", f32, 0, "read")
    n = k.constant("n", u32, 1)
    total = k.buffer("total", f32, 2)
    place = k.builtin("thread_position_in_grid", u32)
    size = k.builtin("threads_per_grid", u32)
    lane = k.builtin("thread_index_in_simdgroup", u32)
    group = k.builtin("simdgroup_index_in_threadgroup", u32)
    groups = k.builtin("simdgroups_per_threadgroup", u32)
    partial = k.threadgroup("partial", array(f32, 32))
    b = k.entry()

    end = n.load()
    with b.loop() as loop:  # each thread adds up every size-th number
        at = loop.carry(place)
        mine = loop.carry(0.0, f32)
        loop.break_if(at >= end)
        loop.update(mine, mine + data[at].load())
        loop.update(at, at + size)

    sum_of_group = b.simd("sum", loop.result(mine))
    with b.if_(lane.eq(0)):
        partial[group].store(sum_of_group)
    b.barrier("threadgroup")
    with b.if_(group.eq(0)):
        with b.if_else(lane < groups) as (then, otherwise):
            with then:
                found = partial[lane].load()
                first = b.here
            with otherwise:
                nothing = b.here
        part = b.phi(f32)
        part.add(found, first)
        part.add(0.0, nothing)
        everything = b.simd("sum", part)
        with b.if_(lane.eq(0)):
            b.atomic("add", total[0], everything)
    b.ret()
    return m


if __name__ == "__main__":
    mtlb.save(mtlb.link([build(*sys.argv[2:])]).library, sys.argv[1])
