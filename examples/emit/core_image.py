"""A Core Image kernel that darkens the corners of an image."""

from __future__ import annotations

import sys

import mtlb
from mtlb import emit
from mtlb.emit import f32, float2, float4


def build(target: str = "macos14") -> emit.Module:
    """The module."""
    m = emit.Module(target, "vignette")
    k = m.core_image("vignette")
    color = k.argument("color", float4)
    at = k.argument("at", float2)
    center = k.argument("center", float2)
    radius = k.argument("radius", f32)
    k.returns(float4)
    b = k.entry()
    way = at - center
    distance = b.math("sqrt", b.air("dot", way, way))
    light = b.math("saturate", 1.5 - distance / radius)
    b.ret(b.vector(color.xyz * light, color.w))
    return m


if __name__ == "__main__":
    mtlb.save(mtlb.link([build(*sys.argv[2:])], kind="core-image").library, sys.argv[1])
