"""The fields of `LinkOptions` as keyword arguments of `link` and `pack`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import get_args, get_type_hints
from uuid import UUID

import pytest

import mtlb
from mtlb.linker.fields import LinkFields
from tests.conftest import ROOT

AIR = ROOT / "golden/air"
LIB = ROOT / "golden/lib"
SAXPY = AIR / "saxpy.air"
MAKERS = [lambda *inputs, **more: mtlb.link(*inputs, **more).library, mtlb.pack]
Maker = Callable[..., mtlb.Library]


def test_the_fields_are_those_of_the_options() -> None:
    late = {"UUID": UUID}  # which a link imports where it has one
    declared = get_type_hints(LinkFields, localns=late)
    options = get_type_hints(mtlb.LinkOptions, localns=late)
    assert declared == {name: get_args(options[name])[0] for name, _ in mtlb.LinkOptions.rows()}
    assert not LinkFields.__required_keys__
    for function in (mtlb.link, mtlb.pack):  # nothing of theirs hides a field
        assert not declared.keys() & inspect.signature(function).parameters.keys()


@pytest.mark.parametrize("make", MAKERS, ids=["link", "pack"])
def test_fields_are_keyword_arguments(make: Maker) -> None:
    options = mtlb.LinkOptions(platform="macos", min_os="15.1", toolchain="32023.404")
    expected = mtlb.write(make([SAXPY], options))
    assert mtlb.read(expected).min_os == mtlb.Version(15, 1)
    assert mtlb.write(make([SAXPY], platform="macos", min_os="15.1", toolchain="32023.404")) == expected
    other = mtlb.LinkOptions(platform="macos", min_os="14.0", toolchain="32023.404")
    assert mtlb.write(make([SAXPY], other, min_os="15.1")) == expected
    assert mtlb.write(make([SAXPY], options=other, min_os=mtlb.Version(15, 1))) == expected
    assert other.min_os == mtlb.Version(14)


def test_texts_are_those_of_the_command_line() -> None:
    """As --kind, --install-name, --uuid and --path-prefix-map are given."""
    uuid = "00112233-4455-6677-8899-aabbccddeeff"
    library = mtlb.link(
        [AIR / "air_visible.air"],
        kind="dylib",
        install_name="@loader_path/libh.metallib",
        uuid=uuid,
        layout="air-lld",
        path_prefix_map=[f"{AIR}=/src"],
        platform="macosx",
        min_os="14",
    ).library
    assert (library.file_type, library.name) == (mtlb.FileType.DYNAMIC_LIBRARY, "@loader_path/libh.metallib")
    assert library.uuid == bytes.fromhex(uuid.replace("-", "")) and library.platform is mtlb.Platform.MACOS
    with pytest.raises(
        mtlb.BuildError, match=r"unknown kind of library 'dll' \(one of executable, dylib, core-image\)"
    ):
        mtlb.link([SAXPY], kind="dll")
    with pytest.raises(mtlb.BuildError, match=r"there is no macOS 99\.0: "):
        mtlb.link([SAXPY], min_os=99)


@pytest.mark.parametrize("make", MAKERS, ids=["link", "pack"])
def test_a_keyword_that_is_no_field_is_refused(make: Maker) -> None:
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'platfrom'; did you mean 'platform'\?$"):
        make([SAXPY], platfrom="ios")
    with pytest.raises(TypeError, match=r"(link|pack)\(\) got an unexpected keyword argument 'zzz'$"):
        make([SAXPY], zzz=1)
    with pytest.raises(TypeError, match="did you mean 'progress'"):
        make([SAXPY], progres=print)


@pytest.mark.parametrize("make", MAKERS, ids=["link", "pack"])
def test_a_library_is_linked_like_another(make: Maker, tmp_path: Path) -> None:
    """By path or in memory; fields that are given go first."""
    old = LIB / "metallib-macos14.metallib"
    result = make([SAXPY], like=old, min_os="15.0")
    expected = mtlb.open(old)
    assert result.layout is expected.layout is mtlb.Layout.METALLIB
    assert (result.platform, result.min_os) == (expected.platform, mtlb.Version("15.0"))
    for like in (str(old), expected):
        assert mtlb.write(make([SAXPY], like=like, min_os="15.0")) == mtlb.write(result)
    with pytest.raises(mtlb.BuildError, match="options and like can't be used together"):
        make([SAXPY], mtlb.LinkOptions(), like=old)
    for wrong in (1, b"MTLB", ["x"]):
        with pytest.raises(mtlb.BuildError, match="like is "):
            make([SAXPY], like=wrong)
    with pytest.raises(FileNotFoundError):
        make([SAXPY], like=tmp_path / "none.metallib")


def test_modules_of_a_library_are_packed_like_it() -> None:
    """Modules of a library, packed like it, are that library again, the UUID aside."""
    for path in sorted(LIB.glob("air-lld-macos14*.metallib")):
        expected = mtlb.open(path)
        modules = [(function.name, bytes(function.module)) for function in expected]
        data = mtlb.pack(modules, like=path)
        data.uuid = expected.uuid = bytes(16)
        assert mtlb.write(data) == mtlb.write(expected), path.name
