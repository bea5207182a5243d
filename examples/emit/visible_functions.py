"""Functions that a pipeline links in at run time, and a kernel that has a table of them."""

from __future__ import annotations

import sys

import mtlb
from mtlb import emit
from mtlb.emit import f32, u32, visible_function_table


def build(target: str = "macos14") -> emit.Module:
    """The module."""
    m = emit.Module(target, "materials")
    for name, factor in (("matte", 0.5), ("shiny", 2.0)):
        v = m.visible(name)
        angle = v.argument("angle", f32)
        v.returns(f32)
        b = v.entry()
        b.ret(b.math("cos", angle) * factor)

    k = m.kernel("shade")
    table = k.resource("table", visible_function_table("float (float)"), 0)
    angles = k.buffer("angles", f32, 1, "read")
    which = k.buffer("which", u32, 2, "read")
    out = k.buffer("out", f32, 3)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    out[i].store(b.call_table(table, which[i].load(), f32, angles[i].load()))
    b.ret()
    return m


if __name__ == "__main__":
    mtlb.save(mtlb.link([build(*sys.argv[2:])]).library, sys.argv[1])
