"""What translation of SPIR-V writes is what Apple's modules have, or is listed here with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.translate import translate
from tests.air.seen import LISTED, explained, unseen
from tests.conftest import ROOT, shared_directory


def _unseen(paths: list[Path], target: str) -> tuple[dict[str, str], dict[str, str], int]:
    """Features that no module of Apple's has: those without a reason, those with one; how many modules there are."""
    open_: dict[str, str] = {}
    reasons: dict[str, str] = {}
    result = 0
    for path in paths:
        try:
            data = translate(path.read_bytes(), target, name=path.stem).module.air_bytes()
        except MtlbError:
            continue  # what an older version lacks
        result += 1
        for item, reason in unseen(read_module(data)).items():
            (reasons if reason else open_)[item] = reason or path.stem
    return open_, reasons, result


@pytest.mark.parametrize("target", ["macos11", "macos26"])
def test_some_shaders_have_no_other_features(target: str) -> None:
    names = ("interpolation", "resource_arrays", "shared_memory")
    open_, reasons, result = _unseen([ROOT / f"golden/glsl/{name}.spv" for name in names], target)
    assert result == 3
    assert reasons
    assert open_ == {}


@pytest.mark.long
def test_all_shaders_have_no_other_features() -> None:
    """Those of the golden files, and with the corpus those of wgpu and naga; each pattern of the list is needed."""
    paths = sorted([*(ROOT / "golden/glsl").glob("*.spv"), *(ROOT / "golden/spirv").glob("*.spv")])
    corpus = sorted((shared_directory() / "spirv").glob("*.spv"))
    paths += corpus
    texts: dict[str, str] = {}
    for target in ("macos11", "macos14", "macos26"):
        open_, reasons, result = _unseen(paths, target)
        assert result > 30
        assert open_ == {}, target
        texts |= reasons
    print(f"{len(texts)} features that no module of Apple's has")
    assert not corpus or set(LISTED.values()) <= set(texts.values())


def test_what_nothing_explains_is_found() -> None:
    for feature in (
        "decl.air air.nonsense.f32",
        "decl.attr air.fma.f32 cold",
        "callattr air.fma.f32 nounwind readnone speculatable",
        "md.argpattr !air.fragment air.front_facing value noundef zeroext",
        "op add <9 x i32>",
        "globty  global [N x {}] align 8",
        "md.named !strange n=1",
    ):
        assert explained(feature, "2.8") == "", feature
