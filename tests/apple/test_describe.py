"""A large library of Apple's: every fact of 17,251 functions follows from its module. Run with `pytest -m apple`."""

from __future__ import annotations

import pytest

import mtlb
from tests.air.test_corpus import derived, differences
from tests.apple.wheels import Wheel

pytestmark = pytest.mark.apple

MLX = Wheel(
    "mlx-metal",
    "0.32.4",
    "macosx_15_0_arm64",
    "mlx_metal-0.32.4-py3-none-macosx_15_0_arm64.whl",
    "9f0a3cc26d89724434d9684932fc6f3e4e83669d2a895d858ed2c8a55eb84e8b",
)


def test_every_function() -> None:
    library = mtlb.read(MLX.member("mlx/lib/mlx.metallib"))
    assert len(library.functions) == 17_251
    wrong = [(f.name, parts) for f in library.functions if (parts := differences(f, derived(f)))]
    assert wrong == []
