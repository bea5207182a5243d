"""What translated shaders compute, beside what Mesa's software driver for Vulkan computed from the same bytes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.translate.shaders import ROOT, cases, differences, run, shader_files

VALUES = ROOT / "values"
FILES = [path for path in shader_files() if list(VALUES.glob(f"{path.stem}@*.npz"))]


def wanted(name: str) -> dict[str, np.ndarray]:
    with np.load(VALUES / f"{name}.npz") as arrays:
        return dict(arrays)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
@pytest.mark.long
def test_the_values_are_those_of_vulkan(path: Path) -> None:
    data = path.read_bytes()
    compared = 0
    for case in cases(path):
        if not (VALUES / f"{case.name}.npz").exists():
            continue
        compared += 1
        assert differences(case, run(data, case), wanted(case.name)) == [], case.name
    assert compared


def test_every_value_has_its_shader() -> None:
    """Of the shaders here; those of the wgpu project are in the corpus."""
    own = {path.stem for path in ROOT.glob("*.spv")}
    assert len(own) >= 20
    assert len({path.name.split("@")[0] for path in VALUES.glob("*.npz")} & own) >= 20
