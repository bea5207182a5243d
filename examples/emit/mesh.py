"""An object function that decides what is drawn, a mesh function that makes a triangle of it, a fragment function."""

from __future__ import annotations

import sys

import mtlb
from mtlb import emit
from mtlb.emit import f32, float2, float3, float4, u8, u32


def build(target: str = "macos14") -> emit.Module:
    """The module."""
    m = emit.Module(target, "mesh")
    payload = m.struct("Payload", [("center", float2), ("size", f32)])

    o = m.object("cull", max_threads=32)
    out = o.payload("payload", payload)
    grid = o.grid()
    centers = o.buffer("centers", float2, 0, "read")
    group = o.builtin("threadgroup_position_in_grid", u32)
    thread = o.builtin("thread_index_in_threadgroup", u32)
    b = o.entry()
    with b.if_(thread.eq(0)):
        center = centers[group].load()
        out["center"].store(center)
        out["size"].store(0.1)
        is_visible = b.math("abs", center.x) < 1.0
        one = b.vector(b.convert(is_visible, u32), 1, 1)
        o.set_threadgroups(grid, one)
    b.ret()

    e = m.mesh("draw", max_threads=32)
    given = e.payload("payload", payload)
    mesh = e.mesh("output", vertices=3, primitives=1)
    mesh.vertex("position", float4, "position")
    mesh.vertex("color", float3)
    thread = e.builtin("thread_index_in_threadgroup", u32)
    b = e.entry()
    with b.if_(thread < 3):
        angle = b.convert(thread, f32) * 2.0944
        at = given["center"].load() + b.vector(b.math("cos", angle), b.math("sin", angle)) * given["size"].load()
        color = b.select(thread.eq(0), b.const(float3, [1, 0, 0]), b.const(float3, [0, 0, 1]))
        mesh.set_vertex(thread, position=b.vector(at, 0.0, 1.0), color=color)
        mesh.set_index(thread, b.convert(thread, u8))
    with b.if_(thread.eq(0)):
        mesh.set_primitive_count(1)
    b.ret()

    f = m.fragment("fill")
    color = f.stage_in("color", float3)
    f.out(float4)
    b = f.entry()
    b.ret(b.vector(color, 1.0))
    return m


if __name__ == "__main__":
    mtlb.save(mtlb.link([build(*sys.argv[2:])]).library, sys.argv[1])
