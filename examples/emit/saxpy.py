"""y = a * x + y: the smallest useful kernel. `python saxpy.py out.metallib [target]`"""

from __future__ import annotations

import sys

import mtlb
from mtlb import emit
from mtlb.emit import f32, u32


def build(target: str = "macos14") -> emit.Module:
    """The module."""
    m = emit.Module(target, "saxpy")
    k = m.kernel("saxpy")
    a = k.constant("a", f32, 0)  # constant float& a [[buffer(0)]]
    n = k.constant("n", u32, 1)
    x = k.buffer("x", f32, 2, "read")  # const device float* x [[buffer(2)]]
    y = k.buffer("y", f32, 3)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    with b.if_(i < n.load()):
        y[i].store(a.load() * x[i].load() + y[i].load())
    b.ret()
    return m


if __name__ == "__main__":
    mtlb.save(mtlb.link([build(*sys.argv[2:])]).library, sys.argv[1])
