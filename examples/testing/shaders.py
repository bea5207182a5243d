"""What a project builds: here a library with two functions, made with mtlb's builder. A compiler may make yours."""

from __future__ import annotations

import mtlb
from mtlb import emit
from mtlb.emit import f32, u32


def build(gain: float = 2.0) -> bytes:
    """The bytes of the library."""
    module = emit.Module("macos14")

    scale = module.kernel("scale")
    x, out = scale.buffer("x", f32, 0, "read"), scale.buffer("out", f32, 1, "write")
    i = scale.builtin("thread_position_in_grid", u32)
    scale.entry()
    out[i].store(x[i].load() * gain)

    total = module.kernel("total")
    x, out = total.buffer("x", f32, 0, "read"), total.buffer("out", f32, 1)
    tile = total.threadgroup("tile", emit.array(f32, 32))
    i, lane = total.builtin("thread_position_in_grid", u32), total.builtin("thread_index_in_threadgroup", u32)
    group = total.builtin("threadgroup_position_in_grid", u32)
    b = total.entry()
    tile[lane].store(x[i].load())
    b.barrier()
    with b.if_(lane.eq(0)):
        with b.for_range(32) as loop:
            so_far = loop.carry(0.0, f32)
            loop.update(so_far, so_far + tile[loop.index].load())
        out[group].store(loop.result(so_far))
    return mtlb.write(mtlb.link([module]).library)
