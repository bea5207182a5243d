"""A translation leaves nothing to the garbage collector: a build of many shaders would collect again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from mtlb.convert.shaders import translate_shader
from mtlb.translate import ShaderOptions
from tests.conftest import ROOT

SHADERS = (
    *("spirv/fragment.spv", "spirv/vertex.spv", "glsl/geometry.spv"),
    *("glsl/control_flow.spv", "glsl/functions.spv", "glsl/sampling.spv"),
    *("dxbc/pixel.dxbc", "direct3d/vertex.dxbc"),
)


@contextmanager
def only_new_objects() -> Iterator[None]:
    """A collection looks at objects that are created within: other tests leave millions, each collection of which takes
    a second.
    """
    gc.disable()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.enable()


@pytest.mark.parametrize("name", SHADERS)
def test_a_translation_leaves_no_reference_cycles(name: str) -> None:
    path = ROOT / "golden" / name

    def translate() -> None:
        translate_shader(path.name, path.read_bytes(), "air64_v26-apple-macosx14.0.0", "2.6", ShaderOptions())

    translate()  # tables are made on first use
    with only_new_objects():
        translate()
        assert gc.collect() == 0


def test_the_collector_sees_cycles() -> None:
    """The number that the test above compares with 0."""
    with only_new_objects():
        items: list[object] = []
        items.append(items)
        del items
        assert gc.collect() > 0
