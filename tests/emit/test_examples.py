"""The examples: each from nothing to a library that verifies and lints clean, for three platforms."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import mtlb
from mtlb.air import describe_library
from mtlb.air.lint import lint_library
from mtlb.base.errors import BuildError
from tests.conftest import ROOT
from tests.emit.llvm import require_valid

EXAMPLES = sorted((ROOT / "examples/emit").glob("*.py"))
FUNCTIONS = {
    "argument_buffer": ["shade"],
    "core_image": ["vignette"],
    "mesh": ["cull", "draw", "fill"],
    "reduction": ["reduce"],
    "saxpy": ["saxpy"],
    "toy_compiler": ["evaluate"],
    "triangle": ["textured_fragment", "textured_vertex"],
    "visible_functions": ["matte", "shade", "shiny"],
}


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kind_of(path: Path) -> str:
    return "core-image" if path.stem == "core_image" else "executable"


def test_every_example_is_tested() -> None:
    assert [path.stem for path in EXAMPLES] == sorted(FUNCTIONS)


@pytest.mark.parametrize("target", ["macos14", "ios17", "visionos2"])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_verifies_and_lints_clean(path: Path, target: str) -> None:
    m = load(path).build(target)
    assert m.check() == []
    require_valid(m)
    data = mtlb.write(mtlb.link([m], kind=kind_of(path)).library)
    assert list(mtlb.verify(data)) == []
    library = mtlb.read(data)
    assert [str(finding) for finding in lint_library(library)] == []
    assert sorted(function.name for function in library.functions) == FUNCTIONS[path.stem]
    assert all(description.warnings == [] for description in describe_library(library))


def test_the_toy_compiler_refuses_nonsense() -> None:
    toy = load(ROOT / "examples/emit/toy_compiler.py")
    with pytest.raises(BuildError, match=r"expected '\)', found 'the end'"):
        toy.build("macos14", "(x + y")
    with pytest.raises(BuildError, match=r"no such function"):
        toy.build("macos14", "magic(x)")
