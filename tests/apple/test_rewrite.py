"""Apple's libraries from PyPI go through the model and come out the same. Run with `pytest -m apple`."""

from __future__ import annotations

import pytest

import mtlb
from mtlb.base.findings import Severity
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.container.verify import verify
from tests.air.test_corpus import derived, differences
from tests.apple import wheels

pytestmark = pytest.mark.apple


@pytest.mark.parametrize("wheel", (*wheels.WHEELS, *wheels.UNSEEN), ids=lambda wheel: wheel.project)
def test_every_library_of_a_wheel(wheel: wheels.Wheel) -> None:
    libraries = list(wheel.libraries())
    assert libraries
    for name, data in libraries:
        library = mtlb.read(data)
        assert library.functions, name
        assert mtlb.write(library) == data, name
        assert [f for f in verify(data) if f.severity is Severity.ERROR] == [], name


@pytest.mark.parametrize("wheel", wheels.UNSEEN, ids=lambda wheel: wheel.project)
def test_every_module_and_every_fact(wheel: wheels.Wheel) -> None:
    """Modules are taken apart and written anew, tags, metadata and reflection derived from them."""
    for name, data in wheel.libraries():
        library = mtlb.read(data)
        modules = {bytes(function.module) for function in library.functions}
        changed = [module for module in modules if write_module(read_module(module)) != module]
        assert (name, len(changed)) == (name, 0)
        wrong = [(f.name, parts) for f in library.functions if (parts := differences(f, derived(f)))]
        assert (name, wrong) == (name, [])
