"""Every reading command takes every kind of input, by slice too; a bad one among many is reported, the rest is done."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from mtlb.archives import Slice, UniversalFile
from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.linker.samples import archive

IOS15 = ROOT / "golden/lib/air-lld-ios15.metallib"  # AIR 2.4
MACOS14 = ROOT / "golden/lib/air-lld-macos14.metallib"  # AIR 2.6
MODULE = ROOT / "golden/air/saxpy.air"
SEVERAL = ("info", "nm", "verify", "doctor", "lint", "objdump")
ONE = ("report", "bcanalyze")


@pytest.fixture
def both(tmp_path: Path) -> Path:
    path = tmp_path / "both.metallib"
    path.write_bytes(UniversalFile.create(Slice.of(p.read_bytes()) for p in (IOS15, MACOS14)).to_bytes())
    return path


@pytest.mark.parametrize("command", SEVERAL)
def test_all_slices_are_read_and_named(command: str, both: Path) -> None:
    for place, library in ((f"{both}:air64_v24", IOS15), (f"{both}:air64_v26", MACOS14)):
        alone = invoke(command, library, "-v")
        for words in ([place], [str(both), "--arch", place.rpartition(":")[2]]):
            slice_ = invoke(command, *words, "-v")
            assert slice_.code == alone.code
            if command == "objdump":  # which prints offsets in the file
                assert place in slice_.text
            else:
                text = slice_.text.removeprefix(f"\n{place}:\n")  # of nm, where a part of the input is shown
                assert text.replace(place, str(library)) == alone.text
    result = invoke(command, both, "-v")
    if command != "lint":  # which says nothing of libraries that are in order
        assert all(f"{both}:{arch}" in result.text + result.stderr for arch in ("air64_v24", "air64_v26"))
    assert "there is no slice for air64_v28" in invoke(command, f"{both}:air64_v28").stderr
    assert invoke(command, both, "--arch", "arm64").code == 2


@pytest.mark.parametrize("command", ONE)
def test_one_slice_has_to_be_named(command: str, both: Path) -> None:
    more = {"report": ["--title", "x"]}.get(command, [])
    if command != "bcanalyze":
        result = invoke(command, both, *more)
        assert result.code == 2 and f"choose one of {both}:air64_v24, {both}:air64_v26" in result.stderr
    result = invoke(command, f"{both}:air64_v26", *more)
    assert result.code == 0
    assert result.text.replace(f"{both}:air64_v26", str(MACOS14)) == invoke(command, MACOS14, *more).text


@pytest.mark.parametrize("command", SEVERAL)
def test_a_bad_file_among_many_is_reported(command: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.metallib"
    bad.write_bytes(b"MTLB" + bytes(20))
    missing = tmp_path / "missing.metallib"
    result = invoke(command, MACOS14, missing, bad, IOS15, "-v")
    assert result.code == 1
    assert f"mtlb: error: {missing}: No such file or directory\n" in result.stderr
    printed = result.text + result.stderr
    assert all(str(path) in printed for path in ((bad,) if command == "lint" else (MACOS14, bad, IOS15)))
    if command != "lint":
        document = json.loads(invoke(command, MACOS14, missing, IOS15, "--json").text)
        (listed,) = [value for value in document.values() if isinstance(value, list)]
        assert [item["file"] for item in listed] == [str(MACOS14), str(IOS15)]


def test_check_goes_on_after_a_missing_file(tmp_path: Path) -> None:
    result = invoke("check", tmp_path / "missing", MACOS14)
    assert result.code == 1 and "No such file" in result.stderr and str(MACOS14) in result.text


@pytest.mark.parametrize("command", SEVERAL)
@pytest.mark.long
def test_archives_wheels_and_folders(command: str, tmp_path: Path) -> None:
    module, library = MODULE, MACOS14
    if command == "lint":  # which names what it finds something in
        module, library = ROOT / "golden/bad/air/air_kernel_unknown.air", tmp_path / "folder/air-lld-macos14.metallib"
        library.parent.mkdir()
        assert invoke("link", "--pack", module, "-o", library).code == 0
    (tmp_path / "lib.a").write_bytes(archive([("one.air", module.read_bytes()), ("two.air", module.read_bytes())]))
    result = invoke(command, tmp_path / "lib.a", "-v")
    assert result.code == (1 if command == "doctor" else 0)
    assert f"{tmp_path}/lib.a(two.air)" in result.text + result.stderr
    with zipfile.ZipFile(tmp_path / "x.whl", "w") as wheel:
        wheel.write(library, "in/x.metallib")
    for path, place in ((tmp_path / "x.whl", f"{tmp_path}/x.whl!in/x.metallib"), (library.parent, str(library))):
        result = invoke(command, path, "-v")
        assert place in result.text + result.stderr


def test_one_library_in_a_wheel(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.whl", "w") as wheel:
        wheel.write(MACOS14, "in/x.metallib")
        wheel.write(IOS15, "in/y.metallib")
    both = invoke("size", tmp_path / "x.whl")
    assert both.code == 0 and all(f"x.whl!in/{name}.metallib" in both.text for name in "xy")
    assert invoke("size", f"{tmp_path}/x.whl!in/y.metallib").text == invoke("size", IOS15).text


def test_modules(tmp_path: Path) -> None:
    result = invoke("info", MODULE)
    assert "target     air64-apple-macosx14.0.0\n" in result.text and "kernel saxpy" in result.text
    assert invoke("info", "-r", MODULE).text.splitlines()[1:] != []
    assert invoke("nm", "-j", MODULE, "-g", "-U").text == "saxpy\n"
    assert invoke("verify", MODULE) == invoke("verify", MODULE, "--modules")
    document = json.loads(invoke("info", "--json", MODULE, MACOS14).text)
    assert [module["file"] for module in document["modules"]] == [str(MODULE)]
    assert [library["file"] for library in document["libraries"]] == [str(MACOS14)]


def test_reflection_of_one_function() -> None:
    everything = invoke("info", "-r", MACOS14).text
    result = invoke("info", "-r", MACOS14, "--function", "saxpy")
    assert (
        result.code == 0
        and "kernel saxpy" in result.text
        and "triangle" in everything
        and "triangle" not in result.text
    )
    assert set(result.text.splitlines()) < set(everything.splitlines())
    assert "there is no function nope" in invoke("info", "-r", MACOS14, "--function", "nope").stderr
    assert invoke("info", MACOS14, "--function", "saxpy").code == 2


def test_nm_sorts_and_filters(tmp_path: Path) -> None:
    module = ROOT / "golden/air/link_main.air"
    assert "         U _Z5applyPU9MTLdeviceK5Scale" in invoke("nm", module, "-u").text
    assert "         U apply(Scale const MTLdevice*)\n" in invoke("nm", "-u", "-C", module).text
    assert " t " in invoke("nm", module).text and " t " not in invoke("nm", "-g", module).text
    assert invoke("nm", "-P", module, "-U").text.splitlines()[0] == "_GLOBAL__sub_I_link_main.metal t 0 0"
    first, *_ = invoke("nm", "-n", module).text.splitlines()
    assert " U " in first
    sizes = [line.split()[1] for line in invoke("nm", "-S", "--size-sort", MACOS14).text.splitlines()]
    assert sizes == sorted(sizes)
    assert invoke("objdump", "-d", module).stdout == invoke("objdump", module).stdout


def test_check_takes_modules_and_archives(tmp_path: Path) -> None:
    """A module needs what a library of it needs; one without entry points is judged by its versions."""
    saxpy, helper = ROOT / "golden/air/saxpy.air", ROOT / "golden/air/link_helper.air"
    for path in (saxpy, helper):
        assert invoke("check", path).text == (
            f"{path}: needs macOS 14.0 (AIR 2.6, Metal 3.1, triple air64-apple-macosx14.0.0)\n"
        )
        assert invoke("check", "-", stdin=path.read_bytes()).text.startswith("<stdin>: needs macOS 14.0 (")
        assert invoke("check", path, "--min-os", "macos:14").code == 0
        assert (
            invoke("check", path, "--min-os", "ios:17").code == invoke("check", path, "--min-os", "macos:13").code == 1
        )
    assert "  AIR 2.6: needs macOS 14.0 in saxpy\n" in invoke("check", saxpy, "--min-os", "macos:13").text
    held = tmp_path / "lib.a"
    held.write_bytes(archive([("saxpy.air", saxpy.read_bytes()), ("helper.air", helper.read_bytes())]))
    libraries = json.loads(invoke("check", "--json", held).text)["libraries"]
    assert [(item["file"], item["floor"]["os"]) for item in libraries] == [
        (f"{held}(saxpy.air)", "14.0"),
        (f"{held}(helper.air)", "14.0"),
    ]
    held.write_bytes(held.read_bytes()[:300])
    result = invoke("check", held, saxpy)
    assert result.code == 1 and f"{held}: no metallib found" in result.stderr and f"{saxpy}: needs" in result.text
