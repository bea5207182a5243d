"""Sources of real projects: they compile without a warning, and the modules are as lint wants them.

What MLX's kernels leave is compared with Apple's library of the same sources where that is (docs/metal.md §7).
"""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.air.lint import lint_module
from mtlb.metal import CompileOptions, compile_source
from tests.metal.needed import needs_clang

pytestmark = [
    pytest.mark.long,
    needs_clang,
]


def sources(shared: Path, *parts: str) -> Path:
    """A file or folder of the sources. The test is skipped where they are not."""
    path = shared.joinpath("metal", *parts)
    if not path.exists():
        pytest.skip("the sources are not there")
    return path


@pytest.mark.parametrize(
    ("name", "count"), [("arange", 11), ("softmax", 10), ("rms_norm", 12), ("random", 2), ("rope", 18)]
)
def test_mlx(shared: Path, name: str, count: int) -> None:
    root = sources(shared, "mlx")
    path = root / f"mlx/backend/metal/kernels/{name}.metal"
    compiled = compile_source(path, CompileOptions(include_folders=(str(root),), fast_math=False))
    assert compiled.warnings == []
    assert lint_module(compiled.bitcode) == []
    linked = mtlb.link([(f"{name}.air", compiled.bitcode)]).library
    assert len(linked.functions) == count


@pytest.mark.parametrize(
    ("name", "functions"),
    [
        ("compute/shaders", {"sum"}),
        ("compute/compute-argument-buffer", {"sum"}),
        ("circle/shaders", {"vs", "ps"}),
        ("window/shaders", {"triangle_vertex", "triangle_fragment", "clear_rect_vertex", "clear_rect_fragment"}),
    ],
)
def test_examples_of_metal_rs(shared: Path, name: str, functions: set[str]) -> None:
    compiled = mtlb.compile(sources(shared, "metal-rs", "examples", f"{name}.metal"))
    assert lint_module(compiled.bitcode) == []
    linked = mtlb.link([("example.air", compiled.bitcode)]).library
    assert {function.name for function in linked.functions} == functions
