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


@needs_clang
def test_members_begin_behind_a_base(tmp_path: Path) -> None:
    text = """
    struct B { float4 a; int n; };
    struct D : public B { int m; };
    template <class T> struct Q { T a; int n; };
    template <class T> struct R : Q<T> { int m; T first() { return this->a; } };
    template <class X> struct C { float4 v; int n; };
    struct E : C<E> { int k; };
    struct Made : B { Made(float x) { a = x; n = 2; } };
    struct M : Made { int m; M() : Made(1), m(3) {} };
    struct T : D { int t; };  // a derived base: its tail is used
    struct N : Q<float> { char c; };
    template <class... F> struct All : F... { using F::operator()...; };
    template <class... F> All(F...) -> All<F...>;
    static_assert(sizeof(D) == 48 && sizeof(R<float4>) == 48 && sizeof(E) == 48 && sizeof(N) == 12);
    static_assert(sizeof(M) == 48 && __builtin_offsetof(T, t) == 36);
    kernel void k(constant D& d, device R<float2>& r, device E& e, device float* o) {
      D x{{float4(1), 2}, 3};
      auto f = All{[](int i) { return i; }, [](float y) { return y; }};
      o[0] = x.m + d.m + r.m + e.k + r.first().x + f(1) + f(2.0f) + M().m; }
    """
    (tmp_path / "a.metal").write_text(HEAD + text)
    (entry,) = read_entry_points(mtlb.read_module(mtlb.compile(tmp_path / "a.metal").bitcode))
    structs = [argument.struct_type_info for argument in entry.arguments[:3]]
    fields = [[(part.field_name, part.offset) for part in struct.fields] for struct in structs if struct]
    assert fields == [[("m", 32)], [("m", 16)], [("k", 32)]]
