"""Visible and stitchable functions with pointers, references, textures and samplers: AIR's form, and values."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.air.lint import lint_module
from mtlb.base.metal import AccessQualifier, AddressSpace
from mtlb.cpu import Kernel
from mtlb.emit.names import NAMED
from mtlb.emit.types import MetalPointer, Struct, texture
from mtlb.metal.stitching import symbols_of
from tests.metal.needed import HEAD, needs_clang

_SOURCE = """
struct P { float a; half4 b; };
[[stitchable]] half4 gradient(float2 position, device const half4* colors, int count) { return colors[count - 1]; }
[[stitchable]] half4 masked(float2 position, half4 color, texture2d<half> mask, sampler s) {
  return color * mask.sample(s, position, level(0));
}
[[stitchable]] float sum(constant P& p, device packed_float3* v, texture2d_array<float, access::read> t) {
  return p.a + v[1].y + t.read(uint2(0), 1).x;
}
[[stitchable]] device float* next(device float* p) { return p + 1; }
[[visible]] device float* after(device float* p, int i) { return p + i; }
[[visible]] constant float& chosen(constant float* p, int i) { return p[i]; }
[[visible]] texture2d<float> either(texture2d<float> a, texture2d<float> b, bool c) { return c ? a : b; }
[[visible]] float through(thread float& x, threadgroup int* q, float (thread &y)[2]) { x += 1; return q[0] + y[1]; }
kernel void called(visible_function_table<float(thread float&, float)> f [[buffer(0)]], device float* o [[buffer(1)]]) {
  float x = o[0];
  o[1] = f[0](x, 3);
  o[0] = x;
}
[[visible]] float advanced(thread float& x, float by) { x += by; return x * 2; }
"""


@needs_clang
@pytest.mark.long
def test_form_and_values(tmp_path: Path) -> None:
    path = tmp_path / "visible.metal"
    path.write_text(HEAD + _SOURCE)
    compiled = mtlb.compile(path, "macos15", fast_math=False)
    assert compiled.warnings == [] and lint_module(compiled.bitcode) == []
    module = mtlb.read_module(compiled.bitcode)
    results = {f.name: f.value_type.result for f in module.functions if f.is_definition}
    assert [results[name].address_space for name in ("next", "after", "chosen")] == [1, 1, 2]
    named = {
        entry.name: [(argument.name, argument.type_name) for argument in entry.arguments]
        for entry in read_entry_points(module)
    }
    assert named["gradient"][1] == ("colors", "half4") and named["masked"][2] == ("mask", "__metal_texture_2d_t")
    out = np.array([4, 0], np.float32)
    with Kernel(compiled.bitcode, "called", functions={"advanced": compiled.bitcode}) as kernel:
        kernel.run(1, buffers={"f": ["advanced"], "o": out})
    assert out.tolist() == [7, 14]


def test_names_of_stitching_functions() -> None:
    """The names for pointers and textures are a guess after C++'s rules; that of a number is Apple's."""
    half, float_ = NAMED["half"], NAMED["float"]

    def stored(type_: object) -> str:
        return symbols_of(type_)[1].removeprefix("_ZN5metal22_stitching_traits_impl")  # type: ignore[arg-type]

    colors = MetalPointer(NAMED["half4"], AddressSpace.DEVICE, AccessQualifier.READ)
    assert stored(colors) == "IPU9MTLdeviceKDv4_DhE18store_return_valueEPvS3_"
    assert stored(MetalPointer(float_, AddressSpace.DEVICE)) == "IPU9MTLdevicefE18store_return_valueEPvS2_"
    struct = MetalPointer(Struct("P", [("a", float_)]), AddressSpace.CONSTANT, AccessQualifier.READ, is_reference=True)
    assert stored(struct) == "IRU11MTLconstantK1PE18store_return_valueEPvS3_"
    assert stored(texture("texture2d", half)) == "INS_9texture2dIDhLNS_6accessE0EvEEE18store_return_valueEPvS3_"
    assert stored(float_) == "IfE18store_return_valueEPvf"
