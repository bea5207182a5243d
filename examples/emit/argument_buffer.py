"""A scene in an argument buffer: textures, samplers and buffers found in memory; a function constant."""

from __future__ import annotations

import sys
from pathlib import Path

from mtlb import emit
from mtlb.emit import array, boolean, device, f32, float2, float4, ptr, sampler, texture2d, u32, uint2


def build(target: str = "macos14") -> emit.Module:
    """The module."""
    m = emit.Module(target, "scene")
    use_texture = m.function_constant("use_texture", boolean, 0)
    light = m.struct("Light", [("position", float4), ("color", float4)])
    material = m.struct("Material", [("albedo", texture2d(f32)), ("filter", sampler), ("roughness", f32)])
    scene = m.struct(
        "Scene",
        [
            ("lights", ptr(light, device, "read")),
            ("light_count", u32),
            ("materials", array(material, 4)),
            ("exposure", f32),
        ],
    )
    k = m.kernel("shade")
    everything = k.constant("scene", scene, 0)
    out = k.texture("out", texture2d(f32, "write"), 0)
    overlay = k.texture("overlay", texture2d(f32, "read"), 1, when=use_texture)
    at = k.builtin("thread_position_in_grid", uint2)
    b = k.entry()

    lights = everything["lights"].load()
    with b.for_range(everything["light_count"].load()) as loop:
        color = loop.carry(b.const(float4, 0.0))
        loop.update(color, color + lights[loop.index]["color"].load())
    first = everything["materials"][0]
    albedo = b.texture.sample(first["albedo"].load(), first["filter"].load(), b.const(float2, 0.5), level=0.0)
    shaded = b.variable(float4, loop.result(color) * albedo * everything["exposure"].load())
    with b.if_(b.use(use_texture)):
        shaded.store(shaded.load() + b.texture.read(overlay, at))
    b.texture.write(out, shaded.load(), at)
    b.ret()
    return m


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(build(*sys.argv[2:]).link())
