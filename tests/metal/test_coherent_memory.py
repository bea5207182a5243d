"""Memory that is coherent with the device or the system: the functions of AIR, and values."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air.lint import lint_module
from mtlb.base.errors import UnsupportedError
from tests.metal.needed import needs_clang

_SOURCE = """#include <metal_stdlib>
using namespace metal;
struct Q { coherent(device) device float* p; device uint* q; };
kernel void volatiles(volatile coherent(device) device uint* v [[buffer(0)]],
    coherent(system) device float4* p [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  v[i] += 1;
  p[i] = p[i] * 2;
}
kernel void members(constant Q& q [[buffer(0)]], uint i [[thread_position_in_grid]]) { q.p[i] += q.q[i]; }
kernel void texels(texture2d<float, access::read_write, memory_coherence_device> t [[texture(0)]],
    texture2d<float, access::read_write> u [[texture(1)]]) {
  t.write(t.read(uint2(0)) + 1, ushort2(1, 0));
  u.write(u.read(uint2(0)) + 2, ushort2(1, 0));
}
"""


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("target", ["macos15", "macos26"])
def test_form_and_values(tmp_path: Path, target: str) -> None:
    path = tmp_path / "coherent.metal"
    path.write_text(_SOURCE)
    compiled = mtlb.compile(path, target, fast_math=False)
    assert compiled.warnings == [] and lint_module(compiled.bitcode) == []
    declared = {function.name for function in mtlb.read_module(compiled.bitcode).functions if function.is_declaration}
    for access, word in (("load", "i32"), ("store", "i32")):
        assert f"air.{access}.device_coherent.volatile.{word}.p1{word}" in declared
    # What is loaded through a member is coherent in the whole source, and so are the buffers.
    assert {"air.load.system_coherent.v4f32.p1v4f32", "air.load.device_coherent.f32.p1f32"} <= declared
    for family in ("read_texture_2d", "write_texture_2d"):
        assert any(name.startswith(f"air.{family}.device_coherent.") for name in declared)
        assert any(name.startswith(f"air.{family}.") and "coherent" not in name for name in declared)

    v, p = np.array([1, 2], np.uint32), np.ones((2, 4), np.float32)
    mtlb.run(compiled.bitcode, "volatiles", 2, 2, buffers={"v": v, "p": p})
    assert v.tolist() == [2, 3] and p.tolist() == [[2] * 4] * 2
    numbers, added = np.array([1, 2], np.float32), np.array([10, 20], np.uint32)
    mtlb.run(compiled.bitcode, "members", 2, 2, buffers={"q": {"p": numbers, "q": added}})
    assert numbers.tolist() == [11, 22]
    t, u = np.zeros((1, 2, 4), np.float32), np.zeros((1, 2, 4), np.float32)
    mtlb.run(compiled.bitcode, "texels", 1, 1, textures={"t": t, "u": u})
    assert (t[0, 1, 0], u[0, 1, 0]) == (1, 2)


@needs_clang
@pytest.mark.long
def test_coherent_textures_need_air_2_7(tmp_path: Path) -> None:
    path = tmp_path / "coherent.metal"
    path.write_text(_SOURCE[: _SOURCE.index("struct Q")] + _SOURCE[_SOURCE.index("kernel void texels") :])
    with pytest.raises(UnsupportedError, match=r"a texture with memory_coherence_device needs AIR 2\.7"):
        mtlb.compile(path, "macos14")
