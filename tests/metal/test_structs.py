"""Structs of arguments and results: the entry points are those of the same source with the members alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.air import EntryPoint, read_entry_points
from mtlb.air.lint import lint_module
from tests.metal.needed import HEAD, needs_clang

_NESTED = """
struct Textures { texture2d<float> a [[texture(1)]]; depth2d<float> b; };
struct Inner { Textures f; sampler s [[sampler(0)]]; };
struct Outer { Inner i; uint2 gid [[thread_position_in_grid]]; };
kernel void k(Outer x, device float* o [[buffer(3)]]) {
  o[x.gid.x] = x.i.f.a.sample(x.i.s, float2(0)).x + x.i.f.b.read(uint2(0)); }
struct A { float4 p [[attribute(2)]]; }; struct B { A a; float2 uv [[attribute(0)]]; };
struct Shared { float2 uv; struct Deep { uint id [[flat]]; } d; };
struct Position { float4 p [[position]]; Shared in; float c [[clip_distance]]; };
vertex Position v(B b [[stage_in]], uint i [[vertex_id]]) {
  Position r; r.p = b.a.p; r.in.uv = b.uv; r.in.d.id = i; r.c = 1; return r; }
struct FI { float4 p [[position]]; Shared in; };
struct Colors { float4 a [[color(0)]]; half4 b [[color(1)]]; }; struct FO { Colors c; float d [[depth(any)]]; };
fragment FO f(FI i [[stage_in]]) { FO o; o.c.a = i.p + i.in.uv.x; o.c.b = half4(i.in.d.id); o.d = i.p.z; return o; }
"""
_FLAT = """
kernel void k(texture2d<float> a [[texture(1)]], depth2d<float> b, sampler s [[sampler(0)]],
              uint2 gid [[thread_position_in_grid]], device float* o [[buffer(3)]]) {
  o[gid.x] = a.sample(s, float2(0)).x + b.read(uint2(0)); }
struct B { float4 p [[attribute(2)]]; float2 uv [[attribute(0)]]; };
struct Position { float4 p [[position]]; float2 uv; uint id [[flat]]; float c [[clip_distance]]; };
vertex Position v(B b [[stage_in]], uint i [[vertex_id]]) { return {b.p, b.uv, i, 1}; }
struct FI { float4 p [[position]]; float2 uv; uint id [[flat]]; };
struct FO { float4 a [[color(0)]]; half4 b [[color(1)]]; float d [[depth(any)]]; };
fragment FO f(FI i [[stage_in]]) { return {i.p + i.uv.x, half4(i.id), i.p.z}; }
"""


def _facts(entry: EntryPoint) -> list[str]:
    return [repr(item).replace("unused=True", "unused=False") for item in (*entry.arguments, *entry.outputs)]


@needs_clang
@pytest.mark.long
def test_nested_structs_are_their_members(tmp_path: Path) -> None:
    entries = []
    for name, text in (("nested", _NESTED), ("flat", _FLAT)):
        path = tmp_path / f"{name}.metal"
        path.write_text(HEAD + text, encoding="utf-8")
        compiled = mtlb.compile(path, "macos15")
        assert compiled.warnings == [] and lint_module(compiled.bitcode) == []
        entries.append(read_entry_points(mtlb.read_module(compiled.bitcode)))
    nested, flat = entries
    assert [_facts(item) for item in nested] == [_facts(item) for item in flat]
