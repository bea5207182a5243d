"""The six inputs that lie beside Open3D's gaussian_splat.metallib in its wheel give that library. `pytest -m apple`."""

from __future__ import annotations

from uuid import UUID

import pytest

import mtlb
from mtlb.base.toolchains import Toolchain
from mtlb.linker.inputs import InputFile
from mtlb.linker.link import link
from mtlb.linker.options import LinkOptions
from tests.apple.wheels import OPEN3D

pytestmark = pytest.mark.apple

_DIRECTORY = "open3d/resources/gaussian_splat/"
# As Open3D's kGsShaderNames lists them; the order shows in the numbers of clashing struct names.
_INPUTS = (
    "project",
    "composite",
    "radix_sort_histograms",
    "radix_sort_scatter",
    "compute_dispatch_args",
    "depth_merge",
)


def test_gaussian_splat() -> None:
    expected = OPEN3D.member(_DIRECTORY + "gaussian_splat.metallib")
    names = [f"{_DIRECTORY}gaussian_{name}.air" for name in _INPUTS]
    options = LinkOptions(toolchain=Toolchain.parse("32023.155"), uuid=UUID("39efff2c-f4d8-3c25-b8c0-2a75baf60f29"))
    result = link([InputFile(name, OPEN3D.member(name)) for name in names], options)
    assert mtlb.write(result.library) == expected
