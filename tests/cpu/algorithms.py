"""Whole algorithms as kernels made with the builder: reductions, sorts, products of matrices."""

from __future__ import annotations

import mtlb
from mtlb import emit
from mtlb.emit import f32, simdgroup_float8x8, u32
from tests.cpu.kernels import kernel

__all__ = ["BITS", "BLOCK", "GROUP", "gemm_kernel", "radix_module", "row_kernel", "sort_kernel"]

GROUP = 128  # threads of a row
BITS, BLOCK = 4, 64  # of the radix sort


def across_threadgroup(
    b: emit.EntryBuilder, operation: str, value: emit.Value, shared: emit.Value, ids: tuple[emit.Value, ...]
) -> emit.Value:
    """What a SIMD-group operation gives for all threads of a threadgroup, through shared memory, twice protected."""
    lane, simd = ids
    part = b.simd(operation, value)
    b.barrier()
    with b.if_(lane.eq(0)):
        shared[simd].store(part)
    b.barrier()
    document = shared[b.select(lane < GROUP // 32, lane, b.const(u32, 0))].load()
    neutral = b.const(f32, 0.0 if operation == "sum" else -1e30)
    return b.simd(operation, b.select(lane < GROUP // 32, document, neutral))


def row_kernel(columns: int, *, normalizes: bool) -> bytes:
    """One threadgroup a row: softmax, or layer norm with weight and bias."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("x", f32, 0, "read"), k.buffer("out", f32, 1)
        weight = k.buffer("weight", f32, 2, "read") if normalizes else None
        row, thread = k.builtin("threadgroup_position_in_grid", u32), k.builtin("thread_index_in_threadgroup", u32)
        lane, simd = k.builtin("thread_index_in_simdgroup", u32), k.builtin("simdgroup_index_in_threadgroup", u32)
        shared = k.threadgroup("shared", emit.array(f32, GROUP // 32))
        b = k.entry()
        per_thread = columns // GROUP
        places = [row * columns + thread + GROUP * n for n in range(per_thread)]
        values = [x[place].load() for place in places]
        ids = (lane, simd)

        def total(operation: str, parts: list[emit.Value]) -> emit.Value:
            mine = parts[0]
            for part in parts[1:]:
                mine = mine + part if operation == "sum" else b.math("max", mine, part)
            return across_threadgroup(b, operation, mine, shared, ids)

        if weight is None:
            most = total("max", values)
            powers = [b.math("exp", value - most) for value in values]
            whole = total("sum", powers)
            for place, power in zip(places, powers, strict=True):
                out[place].store(power / whole)
            return
        mean = total("sum", values) / float(columns)
        rest = [value - mean for value in values]
        variance = total("sum", [value * value for value in rest]) / float(columns)
        scale = b.math("rsqrt", variance + 1e-5)
        for number, (place, value) in enumerate(zip(places, rest, strict=True)):
            out[place].store(value * scale * weight[thread + GROUP * number].load())

    return kernel(body)


def sort_kernel(count: int) -> bytes:
    """A bitonic sort in threadgroup memory."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        keys = k.buffer("keys", u32, 0)
        thread, group = k.builtin("thread_index_in_threadgroup", u32), k.builtin("threadgroup_position_in_grid", u32)
        tile = k.threadgroup("tile", emit.array(u32, count))
        b = k.entry()
        tile[thread].store(keys[group * count + thread].load())
        size = 2
        while size <= count:
            step = size // 2
            while step:
                b.barrier()
                mine, other = tile[thread].load(), tile[thread ^ step].load()
                rises, is_lower = (thread & size).eq(0), (thread & step).eq(0)
                smaller, larger = b.math("min", mine, other), b.math("max", mine, other)
                b.barrier()
                tile[thread].store(b.select(b.compare("eq", rises, is_lower), smaller, larger))
                step //= 2
            size *= 2
        b.barrier()
        keys[group * count + thread].store(tile[thread].load())

    return kernel(body)


def gemm_kernel(m: int, n: int, depth: int) -> bytes:
    """One SIMD-group for each 8 by 8 numbers of the product."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        left, right = k.buffer("left", f32, 0, "read"), k.buffer("right", f32, 1, "read")
        out = k.buffer("out", f32, 2)
        group = k.builtin("threadgroup_position_in_grid", emit.uint2)
        b = k.entry()
        row, column = group.y * 8, group.x * 8
        total = b.matrix.fill(simdgroup_float8x8, 0.0)
        for at in range(0, depth, 8):
            document = b.matrix.load(left[row * depth + at], depth)
            other = b.matrix.load(right[b.const(u32, at * n) + column], n)
            total = b.matrix.multiply_accumulate(document, other, total)
        b.matrix.store(total, out[row * n + column], n)

    return kernel(body)


def radix_module() -> bytes:
    """Three kernels a pass: histograms of blocks, a scan of them, and the scatter, which is stable."""
    module = emit.Module("macos14", "radix")
    bins = 1 << BITS

    def digit(b: emit.EntryBuilder, key: emit.Value, shift: emit.Value) -> emit.Value:
        return (key >> shift) & (bins - 1)

    k = module.kernel("count")
    keys, counts = k.buffer("keys", u32, 0, "read"), k.buffer("counts", u32, 1)
    shift = k.constant("shift", u32, 2)
    i, thread = k.builtin("thread_position_in_grid", u32), k.builtin("thread_index_in_threadgroup", u32)
    block, blocks = k.builtin("threadgroup_position_in_grid", u32), k.builtin("threadgroups_per_grid", u32)
    local = k.threadgroup("local", emit.array(u32, bins))
    b = k.entry()
    with b.if_(thread < bins):
        b.atomic("store", local[thread], 0)
    b.barrier()
    b.atomic("add", local[digit(b, keys[i].load(), shift.load())], 1)
    b.barrier()
    with b.if_(thread < bins):
        counts[thread * blocks + block].store(b.atomic("load", local[thread]))

    k = module.kernel("scan")
    counts, n = k.buffer("counts", u32, 0), k.constant("n", u32, 1)
    lane = k.builtin("thread_index_in_simdgroup", u32)
    b = k.entry()
    with b.loop() as loop:  # one SIMD-group, 32 numbers at a time
        at, before = loop.carry(0, u32), loop.carry(0, u32)
        loop.break_if(at >= n.load())
        place = at + lane
        inside = place < n.load()
        mine = counts[b.select(inside, place, b.const(u32, 0))].load()
        mine = b.select(inside, mine, b.const(u32, 0))
        actual = b.simd("prefix_exclusive_sum", mine)
        b.simdgroup_barrier("device")
        with b.if_(inside):
            counts[place].store(before + actual)
        b.simdgroup_barrier("device")
        loop.update(before, before + b.simd("sum", mine))
        loop.update(at, at + 32)

    k = module.kernel("scatter")
    keys, counts = k.buffer("keys", u32, 0, "read"), k.buffer("counts", u32, 1, "read")
    shift, out = k.constant("shift", u32, 2), k.buffer("out", u32, 3)
    i, thread = k.builtin("thread_position_in_grid", u32), k.builtin("thread_index_in_threadgroup", u32)
    block, blocks = k.builtin("threadgroup_position_in_grid", u32), k.builtin("threadgroups_per_grid", u32)
    digits = k.threadgroup("digits", emit.array(u32, BLOCK))
    b = k.entry()
    key = keys[i].load()
    mine = digit(b, key, shift.load())
    digits[thread].store(mine)
    b.barrier()
    with b.for_range(thread) as loop:  # how many before this one in the block have the same digit
        rank = loop.carry(0, u32)
        loop.update(rank, rank + b.convert(digits[loop.index].load().eq(mine), u32))
    out[counts[mine * blocks + block].load() + loop.result(rank)].store(key)
    return mtlb.write(mtlb.link([module]).library)
