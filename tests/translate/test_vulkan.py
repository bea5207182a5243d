"""The golden values made anew by Mesa's software driver, with wgpu and vulkan in a Python of their own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.translate.shaders import cases, differences, shader_files
from tests.translate.test_values import VALUES, wanted
from tests.translate.vulkan.driver import computed, interpreter

pytestmark = pytest.mark.vulkan


def test_the_golden_values_are_what_vulkan_computes() -> None:
    """Set MTLB_CACHE to keep the packages; else they are in the user's cache folder."""
    python = interpreter(Path(os.environ.get("MTLB_CACHE", Path.home() / ".cache" / "mtlb")) / "vulkan")
    compared = [case for path in shader_files() for case in cases(path) if (VALUES / f"{case.name}.npz").exists()]
    actual, refused = computed(python, compared)
    assert not refused
    assert actual.keys() == {case.name for case in compared}
    for case in compared:
        assert differences(case, actual[case.name], wanted(case.name)) == [], case.name
