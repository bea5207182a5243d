"""What Apple's tools wrote, in golden/apple: read, rebuilt, described and linked again, byte for byte, everywhere."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest

import mtlb
from mtlb.base.findings import Severity
from mtlb.base.toolchains import Layout, Toolchain
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.linker.inputs import InputFile
from mtlb.linker.link import link
from mtlb.linker.options import LinkOptions
from tests.air.test_corpus import derived, differences
from tests.golden.apple import APPLE, ORIGINS, SPLAT_INPUTS

LIBRARIES = sorted(APPLE.glob("*/*.metallib"))
MODULES = sorted(APPLE.glob("*/*.air"))


def test_only_what_has_an_origin_lies_there() -> None:
    named = {APPLE / origin.folder / name for origin in ORIGINS for name in origin.members}
    assert {path for path in APPLE.rglob("*") if path.is_file()} == named
    assert all("LICENSE.txt" in origin.members for origin in ORIGINS)
    readme = (APPLE.parent / "README.md").read_text(encoding="utf-8")
    assert [o for o in ORIGINS if f"{o.wheel.project} {o.wheel.version}" not in readme or o.licence not in readme] == []


def test_every_layout_is_there() -> None:
    assert {mtlb.read(path.read_bytes()).layout for path in LIBRARIES} == set(Layout)


@pytest.mark.apple
@pytest.mark.parametrize("origin", ORIGINS, ids=lambda origin: origin.folder)
def test_files_are_those_of_the_wheel(origin) -> None:
    for path, data in origin.files():
        assert path.read_bytes() == data


@pytest.mark.parametrize("path", LIBRARIES, ids=lambda path: path.parent.name)
def test_library_is_read_and_written(path: Path) -> None:
    data = path.read_bytes()
    assert mtlb.write(mtlb.read(data)) == data
    assert [finding for finding in mtlb.verify(data) if finding.severity is Severity.ERROR] == []


@pytest.mark.parametrize("path", LIBRARIES, ids=lambda path: path.parent.name)
def test_modules_are_rebuilt_and_described(path: Path) -> None:
    """Each module is taken apart and written anew; tags, metadata and reflection follow from it."""
    functions = mtlb.read(path.read_bytes()).functions
    assert len(functions) in (5, 6, 7)
    for function in functions:
        assert write_module(read_module(function.module)) == bytes(function.module)
        assert differences(function, derived(function)) == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_inputs_are_rebuilt(path: Path) -> None:
    data = path.read_bytes()
    assert write_module(read_module(data)) == data


def test_link() -> None:
    """Open3D's six inputs give its library: order, struct names, reflection and all."""
    directory = APPLE / "open3d"
    options = LinkOptions(toolchain=Toolchain.parse("32023.155"), uuid=UUID("39efff2c-f4d8-3c25-b8c0-2a75baf60f29"))
    result = link([InputFile(name, (directory / name).read_bytes()) for name in SPLAT_INPUTS], options)
    assert mtlb.write(result.library) == (directory / "gaussian_splat.metallib").read_bytes()
