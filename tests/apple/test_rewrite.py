"""Apple's libraries from PyPI go through the model and come out the same. Run with `pytest -m apple`."""

from __future__ import annotations

import pytest

import mtlb
from mtlb.container.verify import Severity, verify
from tests.apple import wheels

pytestmark = pytest.mark.apple


@pytest.mark.parametrize("wheel", wheels.WHEELS, ids=lambda wheel: wheel.project)
def test_every_library_of_a_wheel(wheel: wheels.Wheel) -> None:
    libraries = list(wheel.libraries())
    assert libraries
    for name, data in libraries:
        library = mtlb.read(data)
        assert library.functions, name
        assert mtlb.write(library) == data, name
        assert [f for f in verify(data) if f.severity is Severity.ERROR] == [], name
