"""The table of passes."""

from __future__ import annotations

from pathlib import Path

from mtlb import passes
from mtlb.base.versions import Platform
from mtlb.bitcode import read_module
from mtlb.ir import Module
from mtlb.passes import PASSES, retarget
from tests.linker.samples import golden


def test_every_pass_has_a_row() -> None:
    files = {path.stem for path in Path(passes.__file__).parent.glob("*.py")} - {"__init__"}
    assert {row.name for row in PASSES} == files
    for row in PASSES:
        assert row.run.__module__ == f"mtlb.passes.{row.name}"
        assert row.run.__name__ in passes.__all__
        assert row.does and row.when


def test_a_module_for_a_device_becomes_one_for_its_simulator_only() -> None:
    module = Module(triple="air64-apple-ios17.0.0")
    assert retarget(module, Platform.IOS_SIMULATOR).triple == "air64-apple-ios17.0.0-simulator"
    assert module.triple == "air64-apple-ios17.0.0"
    for platform in (None, Platform.IOS, Platform.MACOS):
        assert retarget(module, platform) is module
    assert retarget(read_module(golden("saxpy").data), None).functions
