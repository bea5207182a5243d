"""What all passes have in common."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from mtlb import passes
from mtlb.air.target import AirTarget
from mtlb.base.versions import Platform, Version
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.ir import Attribute, AttributeForm, AttributeGroup, AttributeKind, AttributePlace, Module
from mtlb.passes import fold_loads, form_for, optimize, retarget, strip_debug_info, upgrade
from mtlb.passes.form import to_version
from tests.assembled import read_typed
from tests.linker.samples import golden
from tests.passes.test_older import MODERN
from tests.passes.test_strip import DEBUG


def test_a_module_for_a_device_becomes_one_for_its_simulator_only() -> None:
    module = Module(triple="air64-apple-ios17.0.0")
    assert retarget(module, Platform.IOS_SIMULATOR).triple == "air64-apple-ios17.0.0-simulator"
    assert module.triple == "air64-apple-ios17.0.0"
    for platform in (None, Platform.IOS, Platform.MACOS):
        assert retarget(module, platform) is module
    assert retarget(read_module(golden("saxpy").data), None).functions


FOLDS = """
define float @f(float %x, float %y, i1 %b) {
  %r = fdiv fast float 1.0, %y
  %p = fmul fast float %x, %r
  br i1 %b, label %yes, label %no
yes:
  br label %end
no:
  br label %end
end:
  %c = phi float [ %p, %yes ], [ %x, %no ]
  %d = phi float [ %x, %no ], [ %y, %yes ]
  %s = fadd float %c, %d
  %z = call float @llvm.fabs.f32(float %s) #1
  ret float %z
}
declare float @llvm.fabs.f32(float) #0
@g = internal global float 2.0
define float @read() {
  %v = load float, float* @g
  ret float %v
}
attributes #0 = { nofree nosync nounwind readnone willreturn }
attributes #1 = { nounwind "frame-pointer"="all" }
"""
RUNS: dict[str, Callable[[Module], Module]] = {
    "retarget": lambda module: retarget(module, Platform.IOS_SIMULATOR),
    "optimize": optimize,
    "strip": lambda module: strip_debug_info(module).module,
    "upgrade": upgrade,
    "fold_loads": fold_loads,
    "form.form_for": lambda module: form_for(module, Version(2, 4)).module,
    "form.to_version": lambda module: to_version(module, AirTarget("macos12")).module,
}
"""In the order of the documentation of `mtlb.passes`."""


def test_every_pass_is_documented_and_run_here() -> None:
    folder = Path(passes.__file__).parent
    text = (folder / "__init__.py").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([\w.]+)`", text, re.MULTILINE) == list(RUNS)
    names = {name.partition(".")[0] for name in RUNS}
    assert {path.stem for path in folder.glob("*.py")} == {"__init__", "rewriter", *names} - {"form"}


MACOS = 'target triple = "air64-apple-macosx13.0.0"'


def ios(text: str) -> Module:
    """A module of text for iOS, where what the compiler inferred for an intrinsic is not yet lost to LLVM's reader."""
    module = read_typed('target triple = "air64-apple-ios17.0.0"\n' + text.replace(MACOS, ""))
    inferred = AttributeGroup(AttributePlace.FUNCTION, (Attribute(AttributeForm.ENUM, AttributeKind.MUST_PROGRESS),))
    for function in module.functions:
        if function.name == "llvm.fabs.f32":
            function.attributes = (inferred, *function.attributes)
    return module


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("text", [FOLDS, MODERN, DEBUG], ids=["folds", "modern", "debug"])
def test_a_pass_leaves_the_module_that_it_is_given(name: str, text: str) -> None:
    pytest.importorskip("llvmlite")
    run = RUNS[name]
    module = ios(text)
    before = write_module(module)
    first, second = run(module), run(module)
    assert write_module(module) == before
    assert write_module(first) == write_module(second)
    if not name.startswith("form."):  # which always make another
        assert (first is module) == (write_module(first) == before)
        assert run(first) is first


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("retarget", MODERN),
        ("upgrade", FOLDS),
        ("optimize", FOLDS),
        ("fold_loads", FOLDS),
        ("strip", DEBUG),
        ("form.form_for", MODERN),
        ("form.to_version", MODERN),
    ],
)
def test_a_pass_does_something_to_its_example(name: str, text: str) -> None:
    pytest.importorskip("llvmlite")
    module = ios(text)
    assert write_module(RUNS[name](module)) != write_module(module)


def test_passes_follow_each_other_on_views_and_copies() -> None:
    """The result of one is the argument of the next, and none of them changes what the one before it made."""
    pytest.importorskip("llvmlite")
    modules = [ios(FOLDS)]
    for run in RUNS.values():
        modules.append(run(modules[-1]))
    written = [write_module(module) for module in modules]
    for run in RUNS.values():
        run(modules[-1])
    assert [write_module(module) for module in modules] == written
    intrinsic = modules[-1].function("llvm.fabs.f32")
    assert intrinsic is not None and not any(
        a.kind == AttributeKind.MUST_PROGRESS for g in intrinsic.attributes for a in g.attributes
    )
