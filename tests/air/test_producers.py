"""What each producer writes is what Apple's modules have, or there is a reason (tests/air/seen.py)."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

from mtlb.air.target import AirTarget
from mtlb.base.errors import MtlbError, UnsupportedError
from mtlb.bitcode import read_module
from mtlb.container import read
from mtlb.direct3d import translate_container
from mtlb.ir import Module
from mtlb.metal import CompileOptions, compile_source, find_clang
from mtlb.prove import kit_libraries
from tests.air.seen import OTHERS, unseen
from tests.conftest import ROOT, shared_directory
from tests.metal.test_stages import STAGES
from tests.metal.test_tables import HEAD, RAYS, TABLES

SYSTEMS = ["macos11", "macos14", "macos15", "macos26", "ios17", "visionos2"]


def emitted(target: str) -> Iterator[Module]:
    for path in sorted((ROOT / "examples/emit").glob("*.py")):
        spec = importlib.util.spec_from_file_location(f"producers_{path.stem}", path)
        assert spec is not None and spec.loader is not None
        example = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(example)
        try:
            yield read_module(example.build(target).air_bytes())
        except MtlbError:
            continue  # what an older version lacks


def without_reason(modules: Iterator[Module], least: int) -> list[str]:
    """Features without a reason; at least so many modules there are."""
    features = [unseen(module) for module in modules]
    assert len(features) >= least
    return sorted({item for each in features for item, reason in each.items() if not reason})


@pytest.mark.parametrize("target", ["macos14", *[pytest.param(system, marks=pytest.mark.long) for system in SYSTEMS]])
def test_what_emit_makes(target: str) -> None:
    assert without_reason(emitted(target), 6) == []


@pytest.mark.long
@pytest.mark.parametrize("target", ["macos11", "macos15", "macos26"])
def test_the_kit(target: str) -> None:
    libraries = [read(path.data) for path in kit_libraries((target,))]
    assert without_reason((read_module(f.module) for library in libraries for f in library.functions), 18) == []


@pytest.mark.long
def test_what_shaders_of_direct3d_become() -> None:
    """Those of the golden files, and some of the corpus."""
    paths = (
        sorted((ROOT / "golden").rglob("*.dxbc")) + sorted(shared_directory().joinpath("dxbc").rglob("*.dxbc"))[::12]
    )

    def modules() -> Iterator[Module]:
        for path in paths:
            try:
                yield read_module(translate_container(path.read_bytes(), "macos14").module.air_bytes())
            except MtlbError:
                continue  # a stage or an instruction that Metal lacks

    assert without_reason(modules(), 10) == []


@pytest.mark.long
@pytest.mark.parametrize("target", ["macos13", "macos14", "macos26", "ios17"])
def test_what_is_compiled(target: str, tmp_path: Path) -> None:
    """Those of the golden files and of tests: stages, tiles, meshes, tables of functions, rays."""
    try:
        find_clang()
    except UnsupportedError:
        pytest.skip("clang is not installed: pip install ziglang")
    paths = [*sorted((ROOT / "golden/metal").glob("*.metal")), ROOT / "tests/decompile/rarer.metal"]
    for name, text in (("stages", STAGES), ("tables", TABLES), ("rays", RAYS)):
        paths.append(tmp_path / f"{name}.metal")
        paths[-1].write_text(HEAD + text)

    def modules() -> Iterator[Module]:
        for path in paths:
            try:
                yield compile_source(path, CompileOptions(AirTarget(target))).converted.module
            except UnsupportedError:
                continue  # what an older version lacks

    assert without_reason(modules(), 4) == []


def test_a_reason_is_one_of_the_list() -> None:
    module = next(emitted("macos14"))
    assert all(unseen(module).values())
    assert all(OTHERS.values())
