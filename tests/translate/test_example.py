"""The example: WGSL, Naga's SPIR-V, a library, a picture."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import numpy as np
import pytest

import mtlb
from tests.conftest import ROOT


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("picture", ROOT / "examples/spirv/picture.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
def test_the_picture_is_what_the_shader_says() -> None:
    module = example()
    library = module.library()
    assert mtlb.verify(library) == []
    pixels = module.picture(library)
    assert pixels.shape == (64, 96, 4) and (pixels[..., 3] == 255).all()
    top, bottom = pixels[0, 0, :3], pixels[-1, 0, :3]
    np.testing.assert_allclose(top, [26, 26, 102], atol=2)
    np.testing.assert_allclose(bottom, [230, 128, 77], atol=2)
    y, x = np.unravel_index(pixels[..., 0][16:48, 30:66].argmax(), (32, 36))
    assert y < 16 and x > 18, "the light comes from the right, above"
    assert module.png(pixels).startswith(b"\x89PNG")
