"""A textured triangle: vertex attributes, a uniform matrix, a texture, a sampler that is a part of the program."""

from __future__ import annotations

import sys
from pathlib import Path

from mtlb import emit
from mtlb.emit import f32, float2, float3, float4, matrix, texture2d


def build(target: str = "macos14") -> emit.Module:
    """The module."""
    m = emit.Module(target, "triangle")
    uniforms = m.struct("Uniforms", [("transform", matrix(f32, 4, 4)), ("tint", float4)])

    v = m.vertex("textured_vertex")
    position = v.stage_in("position", float3, 0)
    uv = v.stage_in("uv", float2, 1)
    scene = v.constant("scene", uniforms, 1)
    v.out("position", float4, "position")
    v.out("uv", float2)
    b = v.entry()
    columns = [scene["transform"][n].load() for n in range(4)]
    place = columns[0] * position.x + columns[1] * position.y + columns[2] * position.z + columns[3]
    b.ret(position=place, uv=uv)

    f = m.fragment("textured_fragment")
    uv = f.stage_in("uv", float2)
    scene = f.constant("scene", uniforms, 0)
    image = f.texture("image", texture2d(f32), 0)
    f.out(float4)
    b = f.entry()
    linear = m.sampler(filter="linear", mip_filter="linear", address="repeat")
    b.ret(b.texture.sample(image, b.use(linear), uv) * scene["tint"].load())
    return m


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(build(*sys.argv[2:]).link())
