"""Lists that initialise vectors: the values that clang's own vectors have, in every place where a list may stand."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.base.errors import MtlbError
from mtlb.metal.clang import find_clang, run
from tests.metal.needed import needs_clang

_TYPES = "".join(
    f"typedef {t} {t}{n} __attribute__((ext_vector_type({n})));\n" for t in ("float", "int") for n in (2, 4)
)
_BOTH = """
struct Member { float4 m; constexpr Member(float x) : m{x} {} };
struct Default { float4 m = {5}; float4 n{6, 7}; };
struct Plain { float4 m, n; };
using Alias = float4;
constexpr float4 result(float x) { return {x}; }
constexpr float4 passed(float4 v) { return v; }
template<class V> constexpr V made(float x) { return V{x, 2}; }
constexpr float4 later(float x) { float4 a = {x}, b = {x, 3}; (void)a; return b; }
constexpr float4 assigned(float x) { float4 a = 9; a = {x}; return a; }
constexpr float4 in_array(float x) { float4 a[2] = {{x}, {x, 4}}; return a[1]; }
constexpr float4 in_struct(float x) { Plain p = {{x}, {x, 5}}; return p.n; }
constexpr float4 named(float x) { return Alias{x, 6}; }
constexpr float4 whole(float x) { float4 a = {x, 2, 3, 4}; return a; }
constexpr int4 integers(float x) { return int4{int(x), -7}; }
constexpr float4 chosen(float x) { return x > 0 ? float4{x} : float4{}; }
"""
_CALLS = [
    "Member(X).m",
    "Default{}.m",
    "Default{}.n",
    "result(X)",
    "passed({X})",
    "made<float4>(X)",
    "later(X)",
    "assigned(X)",
    "in_array(X)",
    "in_struct(X)",
    "named(X)",
    "whole(X)",
    "chosen(X)",
]


@needs_clang
@pytest.mark.long
def test_as_clangs_own_vectors(tmp_path: Path) -> None:
    rows = "".join(f"o[{n}] = {call.replace('X', 'x')};\n" for n, call in enumerate(_CALLS))
    rows += f"o[{len(_CALLS)}] = float4(integers(x));\n"
    path = tmp_path / "lists.metal"
    kernel = f"kernel void k(device float4* o [[buffer(0)]]) {{ float x = o[0].x;\n{rows}}}\n"
    path.write_text(f"#include <metal_stdlib>\nusing namespace metal;{_BOTH}{kernel}")
    compiled = mtlb.compile(path, "macos15", fast_math=False)
    out = np.full((len(_CALLS) + 1, 4), 8, np.float32)
    mtlb.run(compiled.bitcode, "k", 1, 1, buffers={0: out}, check=True)
    # The judge: clang evaluates the same functions for its own vectors.
    claims = [(call.replace("X", "8.0f"), values) for call, values in zip(_CALLS, out.tolist(), strict=False)]
    claims.append(("integers(8.0f)", out[-1].tolist()))
    claimed = "".join(
        f"constexpr auto c{n} = {call};\n"
        f"static_assert({' && '.join(f'c{n}[{i}] == {v}' for i, v in enumerate(values))});\n"
        for n, (call, values) in enumerate(claims)
    )
    finished = run(
        find_clang().command,
        ["-x", "c++", "-std=c++17", "-fsyntax-only", "-"],
        data=f"{_TYPES}{_BOTH}{claimed}".encode(),
        seconds=60,
        megabytes=4096,
    )
    assert finished.succeeded, finished.messages
    assert len(set(map(tuple, out.tolist()))) > 6


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("kernel void k(device float2* o [[buffer(0)]]) { float2 v = {o[0].x, 2, 3}; o[0] = v; }", 72),
        ("float2 f(float x) { return {x, x, x}; } kernel void k(device float2* o [[buffer(0)]]) { o[0] = f(1); }", 0),
        ("constant float2 c = {1, 2, 3}; kernel void k(device float2* o [[buffer(0)]]) { o[0] = c; }", 28),
    ],
)
def test_lists_that_are_too_long(text: str, column: int, tmp_path: Path) -> None:
    path = tmp_path / "long.metal"
    path.write_text(f"#include <metal_stdlib>\nusing namespace metal;\n{text}\n")
    with pytest.raises(MtlbError, match=r"excess elements in vector initializer") as error:
        mtlb.compile(path)
    place = re.search(r":3:(\d+): error", str(error.value))
    assert place and (not column or int(place[1]) == column)


@needs_clang
@pytest.mark.long
def test_lists_as_arguments_of_functions_of_vectors(tmp_path: Path) -> None:
    source = tmp_path / "a.metal"
    source.write_text(
        "#include <metal_stdlib>\nusing namespace metal;\nkernel void k(device float2* o, device half3* h) {\n"
        "  float x = 3, y = 4; o[0] = normalize({x, y}); o[1] = length({2.0f, 3.0f, 6.0f});\n"
        "  h[0] = normalize({h[1].x, h[1].y, h[1].z}); }\n"
    )
    out, halves = np.zeros((2, 2), "f4"), np.full((2, 4), 2, "f2")
    mtlb.run(mtlb.compile(source).bitcode, "k", 1, 1, buffers={0: out, 1: halves})
    assert np.allclose(out, [[0.6, 0.8], [7, 7]], atol=1e-6) and np.allclose(halves[0, :3], 3**-0.5, atol=1e-3)
