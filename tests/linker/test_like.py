"""Links like an existing library, and the toolchain of the inputs."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.air.compilers import newest_compiler
from mtlb.air.origin import origin_of
from mtlb.base.errors import BuildError
from mtlb.base.toolchains import Layout
from mtlb.base.versions import Version
from mtlb.container import FileType
from mtlb.linker import LinkOptions, link, options_like
from mtlb.linker.like import nearest_toolchain, with_toolchain
from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.linker.test_pairs import pairs
from tests.linker.test_whole import dylib

AIR = ROOT / "golden/air"
LIBRARIES = sorted((ROOT / "golden/lib").glob("*.metallib"))
APPLE = sorted((ROOT / "golden/apple").rglob("*.metallib"))


@pytest.mark.parametrize("path", LIBRARIES, ids=lambda path: path.stem)
def test_golden_libraries_are_linked_again(path: Path, tmp_path: Path) -> None:
    """With the inputs of their response files and `--like` alone: the same bytes, the UUID aside."""
    words = path.with_suffix(".rsp").read_text(encoding="utf-8").split()
    inputs = [ROOT / "golden" / word for word in words if word.endswith(".air")]
    pack = ["--pack"] if "--pack" in words else []
    assert inputs
    made = tmp_path / path.name
    result = invoke("link", *inputs, *pack, "--like", path, "-o", made, "-q")
    assert result.code == 0, result.stderr
    assert masked(made.read_bytes()) == masked(path.read_bytes())


def masked(data: bytes) -> bytes:
    """A library without its UUID."""
    uuid = mtlb.read(data).uuid
    return data.replace(uuid, bytes(16)) if isinstance(uuid, bytes) else data


@pytest.mark.corpus
@pytest.mark.long
@pytest.mark.parametrize("pair", pairs(), ids=lambda pair: pair.name)
def test_every_pair_is_equal_with_like(pair: Path, tmp_path: Path) -> None:
    library, expected = tmp_path / "made.metallib", pair / "expected.metallib"
    result = invoke("link", *sorted((pair / "in").iterdir()), "--like", expected, "-o", library, "-q")
    assert result.code == 0, result.stderr
    assert masked(library.read_bytes()) == masked(expected.read_bytes())


@pytest.mark.parametrize("path", [*APPLE, *LIBRARIES], ids=lambda path: path.stem)
def test_every_library_has_an_origin(path: Path) -> None:
    library = mtlb.open(path)
    origin = origin_of(library)
    assert origin.toolchain is not None and origin.words()
    options = options_like(library)
    assert (options.layout, options.kind) == (origin.layout, library.file_type)
    assert origin.layout.program == library.layout.program


def test_what_is_given_goes_first() -> None:
    library = mtlb.open(ROOT / "golden/lib/metallib-macos14.metallib")
    options = options_like(library, layout="air-lld", min_os="15.0", library_name="x.metallib")
    assert (options.layout, str(options.min_os), options.library_name) == (Layout.AIR_LLD, "15.0", "x.metallib")
    assert options.platform is library.platform and options.container_version is None
    with pytest.raises(BuildError, match="install name"):
        options_like(library, kind="dylib")


def test_a_version_of_the_format_that_no_target_has() -> None:
    """It is kept unless what decides about the version is given."""
    library = mtlb.open(ROOT / "golden/lib/metallib-macos10.11.metallib")
    assert options_like(library, library_name="x").container_version == library.container_version == Version(1, 2, 2)
    for given in ({"platform": "macos"}, {"min_os": "12.0"}, {"toolchain": "32023.404"}, {"layout": "air-lld"}):
        assert options_like(library, **given).container_version is None
    assert options_like(mtlb.open(ROOT / "golden/lib/metallib-macos14.metallib")).container_version is None


def test_the_toolchain_is_that_of_the_newest_input() -> None:
    modules = [b"..metalfe-31001.667.6.2)..", b"metalfe-32023.404", b"nothing"]
    settled = with_toolchain(LinkOptions(), modules)
    assert settled.build.build == "32023.404" and settled.build.xcode == "16"
    assert with_toolchain(LinkOptions(toolchain="902.14"), modules).build.build == "902.14"
    assert with_toolchain(LinkOptions(), [b"nothing"]).build.build == LinkOptions().build.build
    assert newest_compiler([b"metalfe-31001.9", b"metalfe-31001.10"]) == "31001.10"
    assert newest_compiler([b"x"]) is None and newest_compiler([]) is None


def test_builds_outside_of_the_table_are_written_like_the_nearest() -> None:
    assert nearest_toolchain("99999.1").build == LinkOptions().build.build
    assert nearest_toolchain("3.1").xcode == "6-9"


def test_a_library_is_written_like_the_toolchain_of_its_input(tmp_path: Path) -> None:
    text = (ROOT / "golden/src/saxpy.ll").read_text(encoding="utf-8")
    source = tmp_path / "saxpy.ll"
    for build, xcode in (("31001.720", "14"), ("32023.404", "16"), ("", "26")):
        ident = f'!9999 = !{{!"Apple metal version 1 (metalfe-{build}.2)"}}\n'
        renamed = text.replace("!llvm.ident = !{!3}", "!llvm.ident = !{!9999}") + ident
        source.write_text(renamed if build else text, encoding="utf-8")
        origin = origin_of(link([source]).library)
        assert (origin.toolchain or LinkOptions().build).xcode == xcode
        assert origin.compiler == (f"{build}.2" if build else "")


def test_dynamic_libraries() -> None:
    origin = origin_of(dylib().library)
    assert origin.words()[:2] == ["--kind", "dylib"] and "--install-name" in origin.words()
    options = options_like(dylib().library)
    assert options.kind is FileType.DYNAMIC_LIBRARY and options.install_name == origin.library_name


def test_like_on_the_command_line(tmp_path: Path) -> None:
    old, library = ROOT / "golden/lib/metallib-macos14.metallib", tmp_path / "a.metallib"
    assert invoke("link", AIR / "saxpy.air", "--like", old, "-o", library).code == 0
    assert mtlb.open(library).layout.program == "metallib"
    refused = invoke("link", AIR / "saxpy.air", "--like", old, "-o", old)
    assert refused.code == 2 and "is an input" in refused.stderr
    missing = invoke("link", AIR / "saxpy.air", "--like", tmp_path / "no", "-o", library)
    assert missing.code == 1 and "No such file" in missing.stderr
    text = invoke("info", old).text
    assert "  linker     metallib, Xcode " in text and "  repeat     mtlb link --layout metallib" in text
