"""What wheels and bundles promise for the libraries in them, and which of several decides."""

from __future__ import annotations

import io
import plistlib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from mtlb.base.errors import FormatError
from mtlb.inspect.declared import (
    PackagePromises,
    bundle_promises,
    file_name_tags,
    tag_promises,
    wheel_file_tags,
)
from mtlb.inspect.find import find_in_stream, find_libraries
from mtlb.inspect.promises import Declared
from tests.golden.packages import wheel, zipped
from tests.inspect.libraries import GOLDEN

LIBRARY = (GOLDEN / "lib" / "metallib-macos10.11.metallib").read_bytes()


def plist(**values: Any) -> bytes:
    return plistlib.dumps(values)


def folder(path: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        path.joinpath(name).write_bytes(data)
    return path


def said(path: Path) -> dict[str, Declared]:
    """What is promised for each library, by its path below `path`."""
    declarations = PackagePromises()
    return {library.path[len(str(path)) + 1 :]: declarations.of(library) for library in find_libraries(path)}


def texts(declared: Declared) -> list[str]:
    return [promise.text for promise in declared.promises]


def versions(declared: Declared) -> list[str]:
    return [str(promise) for promise in declared.promises]


# --- wheels ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "tags"),
    [
        ("demo-1.0-py3-none-macosx_13_0_arm64.whl", ["macosx_13_0_arm64"]),
        ("demo-1.0-1-cp311-cp311-macosx_11_0_arm64.any.whl", ["macosx_11_0_arm64", "any"]),
        ("demo-1.0-py3-none-any.whl", ["any"]),
        ("demo.whl", []),
        ("demo-1.0.whl", []),
        ("demo-1.0-py3-none-macosx_13_0_arm64.zip", []),
    ],
)  # fmt: skip
def test_file_names(name: str, tags: list[str]) -> None:
    assert file_name_tags(name) == tags


@pytest.mark.parametrize(
    ("tags", "promised"),
    [
        (["any"], []),
        (["linux_x86_64", "manylinux_2_28_x86_64", "win_amd64", "android_21_arm64_v8a"], []),
        (["macosx_13_0_arm64"], ["macosx_13_0_arm64 13.0"]),
        (["macosx_11_0_arm64", "macosx_10_9_x86_64"], ["macosx_10_9_x86_64 10.9"]),
        (["macosx_10_9_x86_64", "macosx_11_0_arm64"], ["macosx_10_9_x86_64 10.9"]),
        (["macosx_11_0_arm64", "macosx_11_0_universal2"], ["macosx_11_0_arm64 11.0"]),
        (["macosx_10_16_x86_64"], ["macosx_10_16_x86_64 11.0"]),
        (["ios_13_0_arm64_iphoneos", "ios_14_2_x86_64_iphonesimulator"], [
            "ios_13_0_arm64_iphoneos 13.0", "ios_14_2_x86_64_iphonesimulator 14.2",
        ]),
    ],
)  # fmt: skip
def test_tags(tags: list[str], promised: list[str]) -> None:
    assert [f"{tag_promise.tag} {tag_promise.os}" for tag_promise in tag_promises(tags)] == promised


@pytest.mark.parametrize(
    "tag", ["macosx_", "macosx_arm64", "macosx_13_arm64", "macosx_13_0", "ios_13_0_arm64", "ios_x"]
)
def test_tags_without_a_version(tag: str) -> None:
    with pytest.raises(FormatError, match="names no OS version"):
        tag_promises([tag])


def test_wheel_files() -> None:
    data = (
        b"Wheel-Version: 1.0\r\nTag: cp39-abi3-macosx_11_0_arm64.macosx_11_0_x86_64\ntag:cp39-abi3-any\nTag: a-b-any\n"
    )
    assert wheel_file_tags(data) == ["macosx_11_0_arm64", "macosx_11_0_x86_64", "any"]
    assert wheel_file_tags(b"") == []
    for bad in (b"Tag: any\n", b"Tag:\n", b"Tag: a-b-\n", b"Tag: a-b-c-d\n"):
        with pytest.raises(FormatError, match="not a tag of a wheel"):
            wheel_file_tags(bad)
    with pytest.raises(FormatError, match="not UTF-8") as caught:
        wheel_file_tags(b"Tag: \xff")
    assert caught.value.offset == 5


def test_a_wheel(tmp_path: Path) -> None:
    """The file name and the WHEEL file are one promise if they agree, and two if not."""
    held = {"demo/x.metallib": LIBRARY}
    for name, tags, expected in (
        ("demo-1.0-py3-none-macosx_13_0_arm64.whl", ["py3-none-macosx_13_0_arm64"], [
            "macOS 13.0, by the tag macosx_13_0_arm64 (file name and WHEEL)",
        ]),
        ("demo-1.0-py3-none-macosx_14_0_arm64.whl", ["py3-none-macosx_13_0_arm64"], [
            "macOS 14.0, by the tag macosx_14_0_arm64 (file name)", "macOS 13.0, by the tag macosx_13_0_arm64 (WHEEL)",
        ]),
        ("renamed.whl", ["py3-none-macosx_13_0_arm64"], ["macOS 13.0, by the tag macosx_13_0_arm64 (WHEEL)"]),
        ("demo-1.0-py3-none-any.whl", ["py3-none-any"], []),
    ):  # fmt: skip
        path = tmp_path / name
        path.write_bytes(wheel(held, tags))
        (actual,) = said(path).values()
        assert (texts(actual), actual.problems) == (expected, ())
        path.unlink()


def test_a_wheel_in_a_stream_and_in_a_zip(tmp_path: Path) -> None:
    data = wheel({"demo/x.metallib": LIBRARY}, ["py3-none-macosx_12_0_arm64"])
    declarations = PackagePromises()
    (stream,) = [declarations.of(item) for item in find_in_stream("<stdin>", io.BytesIO(data))]
    assert versions(stream) == ["macos 12.0"]
    (tmp_path / "all.zip").write_bytes(
        zipped({"dist/demo-1.0-py3-none-macosx_13_0_arm64.whl": data, "y.metallib": LIBRARY})
    )
    actual = said(tmp_path)
    inner, outer = actual.values()
    assert versions(inner) == ["macos 13.0", "macos 12.0"] and outer == Declared()


def test_an_unpacked_wheel_and_an_environment(tmp_path: Path) -> None:
    item = {"demo/x.metallib": LIBRARY, "demo-1.0.dist-info/WHEEL": b"Tag: py3-none-macosx_13_0_arm64\n"}
    path = folder(tmp_path / "demo-1.0", item)
    assert versions(said(path)["demo/x.metallib"]) == ["macos 13.0"]
    assert versions(said(tmp_path)["demo-1.0/demo/x.metallib"]) == ["macos 13.0"]
    folder(path, {"other-1.0.dist-info/WHEEL": b"Tag: py3-none-macosx_14_0_arm64\n"})
    assert said(path)["demo/x.metallib"] == Declared()  # which of them it is of, is not known


def test_damaged_wheels(tmp_path: Path) -> None:
    path = tmp_path / "demo-1.0-py3-none-macosx_13.whl"
    path.write_bytes(zipped({"x.metallib": LIBRARY, "demo-1.0.dist-info/WHEEL": b"Tag: \xff\n"}))
    (actual,) = said(path).values()
    assert actual.promises == () and actual.problems == (
        f"{path}: the platform tag 'macosx_13' names no OS version",
        f"{path}!demo-1.0.dist-info/WHEEL: not a WHEEL file: it is not UTF-8",
    )
    path.write_bytes(zipped({"x.metallib": LIBRARY, "demo-1.0.dist-info/WHEEL": b" " * (2 << 20)}))
    assert "larger than 1 MiB" in next(iter(said(path).values())).problems[1]
    # a member whose bytes are not those that the directory of the zip promises
    data = bytearray(wheel({"x.metallib": LIBRARY}, ["py3-none-macosx_13_0_arm64"]))
    data[data.index(b"Generator")] ^= 1
    path.write_bytes(data)
    assert "WHEEL: can't be unpacked: Bad CRC-32" in next(iter(said(path).values())).problems[1]


# --- bundles ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "promised"),
    [
        ({}, []),
        ({"LSMinimumSystemVersion": "13.0"}, ["macos 13.0"]),
        ({"LSMinimumSystemVersion": "10.16"}, ["macos 11.0"]),
        ({"MinimumOSVersion": "16.4"}, ["ios 16.4"]),
        ({"DTPlatformName": "macosx", "LSMinimumSystemVersion": "13", "MinimumOSVersion": "9"}, ["macos 13.0"]),
        ({"DTPlatformName": "iphoneos", "LSMinimumSystemVersion": "13", "MinimumOSVersion": "17.0"}, ["ios 17.0"]),
        ({"DTPlatformName": "iphonesimulator", "MinimumOSVersion": "17.0"}, ["ios-simulator 17.0"]),
        ({"DTPlatformName": "appletvos", "MinimumOSVersion": "17.0"}, ["tvos 17.0"]),
        ({"DTPlatformName": "watchos", "MinimumOSVersion": "10.0"}, ["watchos 10.0"]),
        ({"DTPlatformName": "xros", "MinimumOSVersion": "1.0"}, ["xros 1.0"]),
        ({"CFBundleSupportedPlatforms": ["XROS", "XRSimulator"], "MinimumOSVersion": "2"}, [
            "xros 2.0", "xros-simulator 2.0",
        ]),
        ({"DTPlatformName": "macosx", "CFBundleSupportedPlatforms": ["iPhoneOS"], "MinimumOSVersion": "9"}, []),
        ({"CFBundleSupportedPlatforms": [], "LSMinimumSystemVersion": "12"}, ["macos 12.0"]),
    ],
)  # fmt: skip
def test_info_plists(values: dict[str, Any], promised: list[str]) -> None:
    for fmt in (plistlib.FMT_XML, plistlib.FMT_BINARY):
        data = plistlib.dumps(values, fmt=fmt)
        assert [
            f"{bundle_promise.platform.label} {bundle_promise.os}" for bundle_promise in bundle_promises(data)
        ] == promised


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"LSMinimumSystemVersion": "$(MACOSX_DEPLOYMENT_TARGET)"}, "LSMinimumSystemVersion is not a version: '"),
        ({"LSMinimumSystemVersion": ""}, "LSMinimumSystemVersion is not a version: ''"),
        ({"LSMinimumSystemVersion": 13.0}, "LSMinimumSystemVersion is neither a string"),
        ({"MinimumOSVersion": ["16", "17"]}, "MinimumOSVersion is not a version: '16', '17'"),
        ({"DTPlatformName": "beos", "MinimumOSVersion": "16"}, "DTPlatformName names no known platform: 'beos'"),
    ],
)
def test_bad_info_plists(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        bundle_promises(plistlib.dumps(values))
    assert caught.value.reason.startswith(reason)


MAC = {
    "My.app/Contents/Info.plist": plist(LSMinimumSystemVersion="13.0"),
    "My.app/Contents/Resources/a.metallib": LIBRARY,
    "My.app/Contents/Resources/Kernels.bundle/Contents/Resources/b.metallib": LIBRARY,
    "My.app/Contents/Frameworks/F.framework/Versions/A/Resources/Info.plist": plist(LSMinimumSystemVersion="12.0"),
    "My.app/Contents/Frameworks/F.framework/Versions/A/Resources/c.metallib": LIBRARY,
    "My.app/Contents/Frameworks/F.framework/Versions/A/Libraries/d.metallib": LIBRARY,
    "My.app/Contents/PlugIns/E.appex/Contents/Info.plist": plist(LSMinimumSystemVersion="14.0"),
    "My.app/Contents/PlugIns/E.appex/Contents/Resources/e.metallib": LIBRARY,
}
PROMISED = {"a": ["macos 13.0"], "b": ["macos 13.0"], "c": ["macos 12.0"], "d": ["macos 12.0"], "e": ["macos 14.0"]}


def by_name(actual: dict[str, Declared]) -> dict[str, list[str]]:
    return {Path(name).stem: versions(item) for name, item in actual.items()}


def test_the_nearest_bundle_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a folder, from above and from inside of it, in a zip, and in a zip that is in a zip."""
    path = folder(tmp_path, MAC)
    for start in (path, path / "My.app", path / "My.app/Contents"):
        assert by_name(said(start)) == PROMISED
    monkeypatch.chdir(path / "My.app")
    assert by_name({library.path: PackagePromises().of(library) for library in find_libraries(".")}) == PROMISED
    zips = tmp_path / "zips"
    zips.mkdir()
    (zips / "My.zip").write_bytes(zipped(MAC))
    assert by_name(said(zips)) == PROMISED
    (zips / "My.zip").write_bytes(zipped({"inner.zip": zipped(MAC)}))
    assert by_name(said(zips / "My.zip")) == PROMISED


def test_a_zip_in_a_bundle_is_of_the_bundle(tmp_path: Path) -> None:
    files = {"My.app/Contents/Info.plist": MAC["My.app/Contents/Info.plist"]}
    folder(tmp_path, {**files, "My.app/Contents/Resources/data.zip": zipped({"x/y.metallib": LIBRARY})})
    (actual,) = said(tmp_path).values()
    place = tmp_path / "My.app" / "Contents" / "Info.plist"
    assert texts(actual) == [f"macOS 13.0, by LSMinimumSystemVersion of {place}"]


def test_an_ipa(tmp_path: Path) -> None:
    ios = {"DTPlatformName": "iphoneos", "CFBundleSupportedPlatforms": ["iPhoneOS"], "MinimumOSVersion": "16.0"}
    files = {
        "Payload/My.app/Info.plist": plistlib.dumps(ios, fmt=plistlib.FMT_BINARY),
        "Payload/My.app/default.metallib": LIBRARY,
        "Payload/My.app/Frameworks/F.framework/Info.plist": plistlib.dumps({**ios, "MinimumOSVersion": "15.0"}),
        "Payload/My.app/Frameworks/F.framework/f.metallib": LIBRARY,
    }
    path = tmp_path / "My.ipa"
    path.write_bytes(zipped(files))
    assert by_name(said(path)) == {"default": ["ios 16.0"], "f": ["ios 15.0"]}
    actual = said(path)["Payload/My.app/default.metallib"]
    assert texts(actual) == [f"iOS 16.0, by MinimumOSVersion of {path}!Payload/My.app/Info.plist"]


def test_what_is_no_bundle(tmp_path: Path) -> None:
    """The Info.plist of a source tree, which Xcode fills in, is nobody's promise; nor is a link to one."""
    folder(tmp_path, {"src/Info.plist": b"$(X)", "src/x.metallib": LIBRARY, "L.app/Contents/x.metallib": LIBRARY})
    (tmp_path / "L.app/Contents/Info.plist").symlink_to(
        folder(tmp_path / "away", {"p": MAC["My.app/Contents/Info.plist"]}) / "p"
    )
    assert set(said(tmp_path).values()) == {Declared()}


def test_a_damaged_info_plist_is_a_problem_of_each_library(tmp_path: Path) -> None:
    folder(tmp_path, {**MAC, "My.app/Contents/Info.plist": b"<plist"})
    actual = said(tmp_path)
    place = tmp_path / "My.app" / "Contents" / "Info.plist"
    problems = {Path(name).stem: item.problems for name, item in actual.items()}
    assert {name for name, them in problems.items() if them} == {"a", "b"}
    assert problems["a"] == problems["b"] and problems["a"][0].startswith(f"{place}: not a property list: ")
    assert problems["c"] == () and by_name(actual)["a"] == []


def test_each_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "demo-1.0-py3-none-macosx_13_0_arm64.whl"
    path.write_bytes(wheel({f"demo/{i}/x.metallib": LIBRARY for i in range(50)}, ["py3-none-macosx_13_0_arm64"]))
    opened: list[str] = []
    original = zipfile.ZipFile.open

    def counting(self: zipfile.ZipFile, name: Any, *more: Any, **others: Any) -> Any:
        opened.append(name if isinstance(name, str) else name.filename)
        return original(self, name, *more, **others)

    monkeypatch.setattr(zipfile.ZipFile, "open", counting)
    assert {tuple(versions(item)) for item in said(path).values()} == {("macos 13.0",)}
    assert sum(isinstance(name, str) and name.endswith("WHEEL") for name in opened) <= 2  # by us, and by the search


def test_names_with_thousands_of_folders_take_no_time(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(zipped({"a/" * 30_000 + f"{i}.metallib": LIBRARY for i in range(3)}))
    assert set(said(tmp_path).values()) == {Declared()}
