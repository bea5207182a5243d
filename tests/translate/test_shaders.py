"""Shaders of GLSL, compiled by glslang: every one becomes a library that verifies, without findings of the linter."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.base.errors import UnsupportedError
from mtlb.base.findings import Severity
from mtlb.translate import translate
from tests.translate.shaders import ROOT

SHADERS = sorted(ROOT.glob("*.spv"))


@pytest.mark.parametrize("target", ["ios17", "macos26"])
@pytest.mark.parametrize("path", SHADERS, ids=[path.stem for path in SHADERS])
@pytest.mark.long
def test_it_becomes_a_library(path: Path, target: str) -> None:
    translation = translate(path.read_bytes(), target)
    assert [item for item in translation.module.check() if item.severity is not Severity.NOTE] == []
    assert mtlb.verify(mtlb.link([translation.module]).library) == []


def test_each_shader_has_its_source() -> None:
    sources = {path.stem for path in ROOT.glob("*.*") if path.suffix in (".comp", ".frag", ".vert", ".spvasm")}
    assert sources == {path.stem for path in SHADERS}
    assert len(SHADERS) >= 30


def test_older_targets_have_what_they_have() -> None:
    """AIR 2.4 has no atomic accesses to textures: refused by name, with the place of the instruction."""
    path = ROOT / "storage_images.spv"
    with pytest.raises(UnsupportedError, match=r"word \d+: OpAtomicIAdd.*AIR 2\.4 does not have it"):
        translate(path.read_bytes(), "macos12")
