"""Sources through a real clang: what the functions compute, what the metadata says, what is refused."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.air.lint import lint_module
from mtlb.base.errors import BuildError, MtlbError, UnsupportedError
from mtlb.metal import CompileOptions, clang, compile_source
from tests.conftest import ROOT
from tests.metal.needed import needs_clang

SOURCES = ROOT / "golden/metal"


@pytest.fixture(scope="module")
def kernels() -> mtlb.Library:
    compiled = mtlb.compile(SOURCES / "kernels.metal", "macos15", fast_math=False)  # lambda expressions
    assert compiled.warnings == []
    assert lint_module(compiled.bitcode) == []
    return mtlb.link([("kernels.air", compiled.bitcode)]).library


@needs_clang
@pytest.mark.parametrize("type", [np.float32, np.float16])
def test_a_template_with_threadgroup_memory(kernels: mtlb.Library, type: type) -> None:
    name = {np.float32: "reversed_float", np.float16: "reversed_half"}[type]
    data = np.arange(64, dtype=type)
    out = np.zeros_like(data)
    scale = {"factor": 1.5, "offset": [0.5, 2.5, 9.0]}
    result = mtlb.run(kernels, name, 64, 32, buffers={"in": data, "out": out, "scale": scale}, check=True)
    assert result.is_clean
    assert (out == data.reshape(2, 32)[:, ::-1].reshape(-1) * type(4)).all()
    [entry] = [function for function in kernels.functions if function.name == name]
    [described] = read_entry_points(mtlb.read_module(entry.bitcode))
    assert described.max_work_group_size == 64


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("twice", [True, False])
def test_function_constants_and_swizzles(kernels: mtlb.Library, twice: bool) -> None:
    data = np.arange(32, dtype=np.float32).reshape(8, 4)
    expected = data[:, ::-1].copy()
    expected[:, :2] += 1
    expected = expected * (2 if twice else 1) + 3 * 2.5 + 7 + 1.5
    other = np.array([7.0], np.float32)
    constants = {"twice": twice, "extra": 3}
    mtlb.run(kernels, "constants", 8, 8, buffers={0: data, 1: other}, constants=constants, check=True)
    assert (data == expected).all()


@needs_clang
@pytest.mark.long
def test_atomics_and_lanes(kernels: mtlb.Library) -> None:
    total, sums = np.zeros(1, np.uint32), np.zeros(32, np.uint32)
    mtlb.run(kernels, "counted", 32, 32, buffers={0: total, 1: sums}, threadgroup_memory={0: 4}, check=True)
    bits = np.array([bin(n).count("1") for n in range(32)])
    assert total[0] == sum(range(32)) and (sums == sum(range(32)) + bits + 0x3F800000).all()


@needs_clang
@pytest.mark.long
def test_methods_references_and_packed_vectors(kernels: mtlb.Library) -> None:
    data = np.random.default_rng(1).random((16, 3), np.float32)
    out = np.zeros_like(data)
    mtlb.run(kernels, "loaded", 16, 16, buffers={0: data.reshape(-1), 1: out.reshape(-1)}, check=True)
    doubled = data * 2
    floor = np.minimum(doubled, np.arange(16, dtype=np.float32)[:, None])
    expected = np.cross(doubled, np.array([0, 0, 1], np.float32)).astype(np.float32) + floor
    assert np.allclose(out, expected, rtol=1e-6)


@needs_clang
@pytest.mark.long
def test_an_address_in_one_of_two_memories(kernels: mtlb.Library) -> None:
    data, out = np.arange(16, dtype=np.float32), np.zeros(16, np.float32)
    result = mtlb.run(kernels, "either", 8, 8, buffers={0: data, 1: out, 2: np.array([6], np.uint32)}, check=True)
    pairs = np.vstack([data.reshape(8, 2)[:6], np.tile(np.array([5, 6], np.float32), (3, 1))])
    expected = np.stack([pairs[:8, 0] + pairs[1:, 0], pairs[:8, 1] * pairs[1:, 1]], -1)
    assert result.is_clean and (out.reshape(8, 2) == expected).all()


@pytest.fixture(scope="module")
def render() -> mtlb.Library:
    compiled = mtlb.compile(SOURCES / "render.metal", "macos14")
    assert compiled.warnings == [] and lint_module(compiled.bitcode) == []
    return mtlb.link([("render.air", compiled.bitcode)]).library


@needs_clang
@pytest.mark.long
def test_a_vertex_function(render: mtlb.Library) -> None:
    transform = np.arange(16, dtype=np.float32).reshape(4, 4)  # columns
    inputs = {"position": np.array([[1, 2, 3], [4, 5, 6]], np.float32), "uv": np.array([[1, 2], [3, 4]], np.float16)}
    uniforms = {"transform": transform, "size": [2.0, 0.5]}
    result = mtlb.run(render, "placed", (2, 1), buffers={"uniforms": uniforms}, inputs=inputs)
    points = np.hstack([inputs["position"], np.ones((2, 1), np.float32)])
    assert np.allclose(result.outputs["position"], points @ transform)
    assert (result.outputs["uv"] == [[2, 1], [6, 2]]).all()
    assert list(result.outputs["index"]) == [0, 1] and (result.outputs["weight"] == 0.5).all()


@needs_clang
@pytest.mark.long
def test_a_fragment_function(render: mtlb.Library) -> None:
    image = np.random.default_rng(2).random((4, 4, 4)).astype(np.float16)
    place = (np.stack(np.meshgrid(np.arange(4), np.arange(4)), -1).reshape(-1, 2).astype(np.float32) + 0.5) / 4
    count = len(place)
    inputs = {
        "uv": place,
        "index": np.full(count, 3, np.uint32),
        "weight": np.full(count, 0.25, np.float32),
        "front": np.arange(count) % 2 == 0,
    }
    tint = np.full((1, 4), 2, np.float16)
    arguments = {"textures": {"image": image}, "inputs": inputs}
    result = mtlb.run(render, "shaded", (4, 4), buffers={"tint": tint}, constants={"tinted": True}, **arguments)
    assert np.allclose(result.outputs["color"], image.reshape(-1, 4) * np.float16(2), atol=2e-3)
    assert (result.outputs["depth"] == np.where(inputs["front"], 0.25, 3)).all()


@needs_clang
@pytest.mark.long
def test_textures(render: mtlb.Library) -> None:
    image = np.random.default_rng(3).random((4, 8, 4)).astype(np.float32)
    out = np.zeros_like(image)
    mtlb.run(render, "filtered", (8, 4), (4, 4), textures={"in": image, "out": out}, check=True)
    assert (out == image[..., [2, 1, 0, 3]] * np.float32(0.5)).all()


@needs_clang
@pytest.mark.long
def test_metadata_of_stages(render: mtlb.Library) -> None:
    facts_of = {
        function.name: read_entry_points(mtlb.read_module(function.bitcode))[0] for function in render.functions
    }
    shaded = facts_of["shaded"]
    facts = {argument.name: argument for argument in shaded.arguments}
    assert facts["uv"].attribute_name == "generated(2uvDv2_f)" and facts["weight"].attribute_name == "user(weight)"
    assert facts["tint"].function_constant is not None and facts["tint"].function_constant.name == "tinted"
    assert [output.kind for output in shaded.outputs] == ["render_target", "depth"]
    placed = facts_of["placed"]
    assert [argument.location_index for argument in placed.arguments if argument.kind == "vertex_input"] == [0, 1]
    layout = next(argument.struct_type_info for argument in placed.arguments if argument.name == "uniforms")
    assert layout is not None
    assert [(field.offset, field.type_name, field.field_name) for field in layout.fields] == [
        (0, "float4x4", "transform"),
        (64, "float2", "size"),
    ]


Make = Callable[[str], str]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def write(text: str) -> str:
        path = tmp_path / "x.metal"
        path.write_text(f"#include <metal_stdlib>\nusing namespace metal;\n{text}", encoding="utf-8")
        return str(path)

    return write


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("kernel void k(device float4* p) {\n  p[0]  =  p[0].xyzq;\n}", "4:17", "illegal vector component name 'q'"),
        ("/* x */ float f(uint2 a) { return a.zz; }\nkernel void k() {}", "3:37", "access exceeds type 'uint2'"),
        ("kernel void k(float* p [[buffer(0)]]) {}", "3:20", "pointer type must have explicit address space qualifier"),
        ("kernel void k(uint i) {}", "3:15", "invalid type 'uint' for input declaration in a kernel function"),
        ("kernel void k(uint i [[vertex_id]]) {}", "3:20", "invalid 'vertex_id' attribute for input declaration in a"),
        ("kernel float k(uint i [[thread_position_in_grid]]) { return 1; }", "3:8", "invalid return type 'float' for"),
        ("kernel void k(device int* a [[buffer(99)]]) {}", "3:27", "out of bounds: must be between 0 and 30"),
        ("kernel void k(device int* a [[buffer(1), texture(2)]]) {}", "3:15", "is not valid for attribute 'texture'"),
        (
            "kernel void k(device int* a [[buffer(1)]], /* b */ device  int* b [[buffer(1)]]) {}",
            "3:65",
            "cannot reserve 'buffer' resource location at index 1",
        ),
        (
            "int f(int n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); }\n"
            "fragment float4 k(constant int& a) { return f(a); }",
            "3:5",
            "recursion is not supported: f calls f",
        ),
        ("kernel void k(constant int* a) { a[0] = 1; }", "3:39", "read-only variable is not assignable"),
        ("#define EACH(x) x = 1\nkernel void k(device int* a) {  EACH(a[0]);  EACH(b);   }", "4:51", "'b'"),
        ("struct S { float a; };\nvertex float4 k(S s [[stage_in]]) { return 0; }", "3:18", "needs [[attribute(n)]]"),
        ("kernel void k() {\n#error stopped here\n}", "4:2", "stopped here"),
    ],
)
def test_errors_are_where_the_source_has_them(make: Make, text: str, place: str, message: str) -> None:
    path = make(text)
    with pytest.raises(BuildError) as error:
        compile_source(path)
    lines = str(error.value).splitlines()
    assert any(line.startswith(f"{path}:{place}: error: ") and message in line for line in lines), str(error.value)
    assert "__mtl" not in str(error.value) and "metal.h" not in str(error.value)


@needs_clang
@pytest.mark.long
def test_the_same_bytes_each_time(make: Make) -> None:
    path = make("kernel void k(device float* a [[buffer(0)]]) { threadgroup float b; b = a[0]; a[1] = sin(b); }")
    options = CompileOptions(defines=("N=1",))
    assert compile_source(path, options).bitcode == compile_source(path, options).bitcode


@needs_clang
@pytest.mark.long
def test_a_precompiled_header_changes_nothing(monkeypatch: pytest.MonkeyPatch, make: Make) -> None:
    body = "a[0] = t.read(uint2(1)) + half4(fract(float4(a[1]))) * half4(simd_sum(float4(a[2])));"
    path = make(f"kernel void k(texture2d<half> t, device half4* a) {{ {body} }}")
    with_header = compile_source(path).bitcode
    monkeypatch.setenv("MTLB_COMPILE_CACHE", "off")
    assert compile_source(path).bitcode == with_header


@needs_clang
@pytest.mark.long
def test_a_users_macros_do_not_meet_the_library(make: Make) -> None:
    path = make("kernel void k(device float* a [[buffer(0)]]) { a[0] = X + vec; }")
    compile_source(path, CompileOptions(defines=("X=1", "vec=2", "T=3", "type=4", "value=5")))


def test_no_clang(monkeypatch: pytest.MonkeyPatch, make: Make) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv(clang.VARIABLE, raising=False)
    monkeypatch.setattr(clang.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UnsupportedError, match=r"no clang is there to compile Metal with: `pip install ziglang`"):
        compile_source(make("kernel void k() {}"))


def test_not_a_clang(monkeypatch: pytest.MonkeyPatch, make: Make) -> None:
    monkeypatch.setenv(clang.VARIABLE, sys.executable)
    with pytest.raises(UnsupportedError, match="not a clang that runs: "):
        compile_source(make("kernel void k() {}"))


def test_a_compiler_that_takes_too_long() -> None:
    with pytest.raises(BuildError, match=r"still running after 0\.2 s"):
        clang.run([sys.executable], ["-c", "import time; time.sleep(60)"], seconds=0.2, megabytes=0)


def test_a_compiler_that_crashes() -> None:
    with pytest.raises(BuildError, match="the compiler did not finish: it crashed"):
        clang.run([sys.executable], ["-c", "import os; os.abort()"], seconds=60, megabytes=0)


def test_the_generated_headers_are_up_to_date() -> None:
    subprocess.run([sys.executable, "tools/gen_metal_header.py", "--check"], cwd=ROOT, check=True)


@pytest.mark.parametrize("fields", [{"standard": "metal9"}, {"debug_info": "some"}, {"seconds": 0.0}])
def test_options_that_there_are_not(fields: dict[str, str]) -> None:
    with pytest.raises(MtlbError):
        CompileOptions(**fields)  # type: ignore[arg-type]
