"""Builtins and bindings of program scope (specification, 5.9)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.base.errors import MtlbError
from mtlb.metal.rewrite import rewrite
from tests.metal.needed import HEAD, needs_clang
from tests.metal.test_values import compiled

_SOURCE = """
uint2 gid [[thread_position_in_grid]];
const ushort lane [[thread_index_in_threadgroup]];
namespace n { uint2 size [[threads_per_threadgroup]]; }
device float * constant b_d [[ buffer(0) ]];
constant float2& constant b_c [[ buffer(1) ]];
threadgroup void * constant b_t [[ threadgroup(2) ]];
texture2d<float> constant t [[ texture(0) ]];
constant texture2d<float> t_2 [[ texture(0) ]];
sampler constant s [[ sampler(0) ]];
constant array<sampler, 4> ss [[ sampler(1) ]];
float where() { return gid.x * 10 + gid.y; }
struct P { float v() { return where() + n::size.x; } };
kernel void through_functions(device float* o [[buffer(3)]]) { o[gid.x] = P().v(); }
kernel void bound() { b_d[gid.x] = b_c.y + lane; }
template<class T> [[kernel]] void templated(device T* o [[buffer(3)]]) { o[lane] = T(lane); }
template [[host_name("floats")]] [[kernel]] void templated<float>(device float* o [[buffer(3)]]);
template [[host_name("halves")]] [[kernel]] decltype(templated<half>) templated<half>;
kernel void handles(device float* o [[buffer(3)]]) {
  threadgroup float* shared = (threadgroup float*)b_t;
  shared[lane] = lane;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  o[lane] = shared[lane ^ 1] + t.sample(ss[lane & 3], float2(0), level(0)).x + t_2.sample(s, float2(0), level(0)).x;
}
kernel void plain(device float* o [[buffer(3)]]) { o[0] = 1; }
struct Hiding { ushort lane, size; ushort next() const { return lane + 1; } };
kernel void hidden(device float* o [[buffer(3)]], uint gid [[thread_position_in_grid]]) {
  Hiding h = {1, 2};
  h.lane += gid;
  o[gid] = h.next();
}
"""


@needs_clang
@pytest.mark.long
def test_values_and_interface(tmp_path: Path) -> None:
    path = tmp_path / "scope.metal"
    path.write_text(HEAD + _SOURCE)
    compiled = mtlb.compile(path, "macos15", fast_math=False)
    assert compiled.warnings == []
    kinds = {
        item.name: [(argument.kind, argument.name) for argument in item.arguments]
        for item in read_entry_points(mtlb.read_module(compiled.bitcode))
    }
    out, gid, lane = ("buffer", "o"), ("thread_position_in_grid", "gid"), ("thread_index_in_threadgroup", "lane")
    assert kinds["through_functions"] == [out, gid, ("threads_per_threadgroup", "size")]
    assert kinds["bound"] == [gid, lane, ("buffer", "b_d"), ("buffer", "b_c")]
    assert kinds["floats"] == kinds["halves"] == [out, lane]
    assert [kind for kind, _ in kinds["handles"]] == [out[0], lane[0], "buffer", "texture", "sampler", "sampler"]
    assert kinds["plain"] == [out]
    assert kinds["hidden"] == [out, gid]
    for name, slots, expected in (
        ("through_functions", {3: np.zeros(4, np.float32)}, [4, 14, 24, 34]),
        ("floats", {3: np.zeros(4, np.float32)}, [0, 1, 2, 3]),
        ("bound", {0: np.zeros(4, np.float32), 1: np.array([1, 2], np.float32)}, [2, 3, 4, 5]),
    ):
        mtlb.run(compiled.bitcode, name, 4, 4, buffers=slots, check=True)
        assert next(iter(slots.values())).tolist() == expected


@needs_clang
@pytest.mark.long
def test_values_in_functions_that_are_not_in_line() -> None:
    module = compiled("scope_calls")
    numbers, out = np.array([3, 5, 7, 9], np.int32), np.zeros(4, np.int32)

    def total(n: int, place: int, number: int) -> int:
        return number if n <= 0 else total(n - 1, place, number) + total(n - 2, place, number) + place

    mtlb.run(module, "calls", 4, 2, buffers={0: numbers, 1: np.array([1, 8], np.int32), 2: out})
    assert numbers.tolist() == [4, 6, 8, 10]
    for i in range(4):
        place = i % 2
        assert out[i] == (i * 10 + place) * 2 + 8 + 1000 * total(3, place, numbers[i])
    mtlb.run(module, "fewer", 4, 2, buffers={2: out})
    assert out.tolist() == [0, 11, 20, 31]


@needs_clang
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("uint g [[thread_position_in_grid]]; fragment float4 f() { return g; }", r":55: error: invalid 'thread_pos"),
        (
            "uint g [[thread_position_in_grid]]; [[visible]] float f(float x) { return x + g; }",
            "a builtin or binding of program scope is used in a function that is not inlined",
        ),
        (
            "device float* constant b [[buffer(0)]]; kernel void k(device float* o [[buffer(0)]]) { o[0] = b[0]; }",
            "cannot reserve 'buffer' resource location at index 0",
        ),
    ],
)
def test_wrong_uses(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "scope.metal"
    path.write_text(f"{HEAD}{text}\n")
    with pytest.raises(MtlbError, match=reason):
        mtlb.compile(path, "macos15")


@pytest.mark.parametrize(
    ("text", "language", "column"),
    [
        ("uint v [[vertex_id]];", (3, 2), 6),
        ("uint g [[thread_position_in_grid]];", (3, 0), 6),
        ("const uint g [[thread_position_in_grid]];", (3, 0), 12),
    ],
)
def test_variables_that_are_not_of_these(text: str, language: tuple[int, int], column: int) -> None:
    with pytest.raises(MtlbError, match=f":1:{column}: error: program scope variable must reside in constant"):
        rewrite(text, "a.metal", language)
