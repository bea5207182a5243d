"""`link --pack` on our golden modules: what it takes from options and modules, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

import mtlb
from mtlb.base.errors import BuildError, FormatError, LinkError, UnsupportedError
from mtlb.base.toolchains import Layout, Toolchain
from mtlb.base.versions import Platform, Version
from mtlb.bitstream.wrapper import unwrap
from mtlb.linker.options import LinkOptions, SourceOptions
from mtlb.linker.output.pack import pack

MODULES = Path(__file__).resolve().parents[2] / "golden/air"
DEFAULTS = LinkOptions()


def modules(*names: str) -> list[tuple[str, bytes]]:
    return [(name, (MODULES / f"{name}.air").read_bytes()) for name in names]


def packed(*names: str, options: LinkOptions = DEFAULTS) -> mtlb.Library:
    return mtlb.read(mtlb.write(pack(modules(*names), options, pytest.fail)))


def test_modules_stay_untouched_and_in_order() -> None:
    names = ("triangle_fragment", "saxpy", "triangle_vertex")
    library = packed(*names)
    assert [f.name for f in library.functions] == list(names)
    assert [bytes(f.module) for f in library.functions] == [data for _, data in modules(*names)]


def test_the_target_is_the_modules() -> None:
    library = packed("saxpy")
    assert (library.platform, library.min_os[:2]) == (Platform.MACOS, (14, 0))
    assert library.container_version == Version(1, 2, 7)


def test_bare_bitcode_gets_its_wrapper() -> None:
    ((name, data),) = modules("saxpy")
    library = pack([(name, bytes(unwrap(data)))], DEFAULTS, pytest.fail)
    assert bytes(library.functions[0].module) == data


def test_a_newer_target_is_allowed_and_an_older_one_is_not() -> None:
    assert packed("saxpy", options=replace(DEFAULTS, min_os=Version(15))).min_os[:2] == (15, 0)
    with pytest.raises(LinkError, match=r"saxpy: built for air64-apple-macosx14.0.0.* macOS 13.0"):
        packed("saxpy", options=replace(DEFAULTS, min_os=Version(13)))


@pytest.mark.parametrize("platform", [None, Platform.IOS])
def test_platforms_that_differ_are_an_error(platform: Platform | None) -> None:
    with pytest.raises(LinkError, match="but the library is for"):
        packed("saxpy", "flat_fragment", options=replace(DEFAULTS, platform=platform))


def test_one_name_twice_is_an_error() -> None:
    with pytest.raises(LinkError, match="duplicated symbol 'saxpy'"):
        packed("saxpy", "saxpy")


def test_layouts() -> None:
    assert packed("saxpy").layout is Layout.AIR_LLD
    options = replace(DEFAULTS, layout=Layout.METALLIB)
    modern, legacy = packed("saxpy", options=options), packed("first_vertex", options=options)
    assert (modern.layout, legacy.layout) == (Layout.METALLIB, Layout.METALLIB_LEGACY)
    assert modern.uuid is None
    assert modern.functions[0].reflection is None
    with pytest.raises(BuildError, match="a UUID can't be recorded"):
        packed("saxpy", options=replace(options, uuid=UUID(int=1)))


def test_metallib_writes_each_function_as_its_own_air_version_asks() -> None:
    """A module of AIR 1.x has no MDSZ, also beside newer ones (docs/format.md §1)."""
    options = replace(DEFAULTS, layout=Layout.METALLIB, platform=Platform.MACOS, min_os=Version(14))
    library = packed("first_vertex", "saxpy", options=options)
    assert [("MDSZ" in f.tag_order, f.air_version) for f in library.functions] == [
        (False, Version(1, 8)),
        (True, Version(2, 6)),
    ]
    assert mtlb.container.verify(mtlb.write(library)) == []


def test_uuid_and_name() -> None:
    uuid = UUID("00112233-4455-3677-8899-aabbccddeeff")
    assert packed("saxpy", options=replace(DEFAULTS, uuid=uuid)).uuid == uuid.bytes
    assert packed("saxpy", options=replace(DEFAULTS, has_uuid=False)).uuid is None
    assert packed("saxpy").uuid == packed("saxpy").uuid != packed("triangle_vertex").uuid
    header = packed("layered_vertex", options=replace(DEFAULTS, output="a.metallib")).dynamic_header
    assert header is not None
    assert header.name == "a.metallib"
    assert packed("layered_vertex", options=replace(DEFAULTS, has_library_name=False)).dynamic_header is None


def test_old_toolchains_write_no_reflection_and_no_uuid() -> None:
    options = replace(DEFAULTS, toolchain=Toolchain.parse("31001.100"), container_version=Version(1, 2, 7))
    library = packed("saxpy", options=options)
    assert library.uuid is None
    assert library.functions[0].reflection is None


def test_what_is_no_finished_module_is_refused() -> None:
    with pytest.raises(FormatError, match="not LLVM bitcode"):
        pack([("x", b"hello, world")], DEFAULTS, pytest.fail)
    with pytest.raises(UnsupportedError, match="without recorded sources"):
        packed("saxpy", options=replace(DEFAULTS, sources=SourceOptions()))
    with pytest.raises(LinkError, match="give --platform and --min-os"):
        packed()
