"""Small kernels for the third road: AIR of ours, through iridium to SPIR-V, run by Mesa's software driver for Vulkan.

iridium (part of Darling's indium) knows arithmetic of floats, comparisons with branches and phis, vectors, loads and
stores through computed addresses, and some fast functions; it knows no arithmetic of integers, no select, no memory of
the thread. Each kernel here asks for one thing that it knows.
"""

from __future__ import annotations

from collections.abc import Callable

from mtlb import emit
from mtlb.emit import Value, f32, float3, u32

Body = Callable[[emit.Builder, Value, Value], Value]


def _dot(b: emit.Builder, x: Value, y: Value) -> Value:
    return b.math("dot", b.vector(x, y, b.const(f32, 2.0)), b.vector(y, x, b.const(f32, 0.5)))


def _vectors(b: emit.Builder, x: Value, y: Value) -> Value:
    result = b.vector(x, y, b.const(f32, 3.0)) * b.const(float3, 2.0)
    return result.x - result.y * result.z


def _positive(b: emit.Builder, x: Value) -> Value:
    return x * x + 0.25


BODIES: dict[str, Body] = {
    "add": lambda b, x, y: x + y,
    "subtract": lambda b, x, y: x - y,
    "multiply": lambda b, x, y: x * y,
    "divide": lambda b, x, y: x / _positive(b, y),
    "polynomial": lambda b, x, y: ((x * 0.5 + y) * x - 2.0) * y + 1.0,
    "dot product": _dot,
    "vectors": _vectors,
    "square root": lambda b, x, y: b.math("sqrt", _positive(b, x)),
    "reciprocal root": lambda b, x, y: b.math("rsqrt", _positive(b, x)),
    "power": lambda b, x, y: b.math("pow", _positive(b, x), y * 0.25),
    "saturation": lambda b, x, y: b.math("saturate", x * 0.25),
    "maximum": lambda b, x, y: b.math("fmax", x, y),
}


def kernel(name: str, target: str) -> emit.Module:
    """``out[i] = body(x[i], y[i])``; "branch" writes only where x is greater than y, "member" reads structs."""
    m = emit.Module(target, "road")
    k = m.kernel("road")
    pair = m.struct("Pair", [("first", f32), ("second", f32)])
    x, y = k.buffer("x", pair if name == "member" else f32, 0, "read"), k.buffer("y", f32, 1, "read")
    out = k.buffer("out", f32, 2)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    left, right = (x[i]["second"] if name == "member" else x[i]).load(), y[i].load()
    if name == "branch":
        with b.if_(left > right):
            out[i].store(left - right)
    elif name == "member":
        out[i].store(left + right)
    else:
        out[i].store(BODIES[name](b, left, right))
    b.ret()
    return m


CASES = ("branch", "member", *BODIES)
