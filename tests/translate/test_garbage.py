"""A translation leaves nothing to the garbage collector: a build of many shaders would collect again and again."""

from __future__ import annotations

import gc

import pytest

from mtlb.convert.shaders import translate_shader
from mtlb.translate import ShaderOptions
from tests.conftest import ROOT

SHADERS = (
    *("spirv/fragment.spv", "spirv/vertex.spv", "glsl/geometry.spv"),
    *("glsl/control_flow.spv", "glsl/functions.spv", "glsl/sampling.spv"),
    *("dxbc/pixel.dxbc", "direct3d/vertex.dxbc"),
)


@pytest.mark.parametrize("name", SHADERS)
def test_a_translation_leaves_no_reference_cycles(name: str) -> None:
    path = ROOT / "golden" / name

    def translate() -> None:
        translate_shader(path.name, path.read_bytes(), "air64_v26-apple-macosx14.0.0", "2.6", ShaderOptions())

    translate()  # tables are made on first use
    gc.collect()
    gc.disable()
    try:
        translate()
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_the_collector_sees_cycles() -> None:
    """The number that the test above compares with 0."""
    gc.collect()
    items: list[object] = []
    items.append(items)
    del items
    assert gc.collect() > 0
