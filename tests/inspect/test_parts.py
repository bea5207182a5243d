"""What a file is: parts of universal files, archives, zips, folders; slices and members by name."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import mtlb
from mtlb.archives import Slice, UniversalFile
from mtlb.inspect import describe, lint, modules_in, one_part, parts_in, parts_of, verify
from tests.conftest import ROOT
from tests.linker.samples import archive

IOS15 = ROOT / "golden/lib/air-lld-ios15.metallib"  # AIR 2.4
MACOS14 = ROOT / "golden/lib/air-lld-macos14.metallib"  # AIR 2.6
MODULE = ROOT / "golden/air/saxpy.air"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    both = UniversalFile.create(Slice.of(path.read_bytes()) for path in (IOS15, MACOS14))
    members = archive([("saxpy.air", MODULE.read_bytes()), ("x.metallib", MACOS14.read_bytes())])
    (tmp_path / "both.metallib").write_bytes(both.to_bytes())
    (tmp_path / "lib.a").write_bytes(members)
    (tmp_path / "fat.a").write_bytes(UniversalFile.create([Slice.of(members, "air64_v26")]).to_bytes())
    (tmp_path / "gpu.metallib").write_bytes(
        UniversalFile.create([Slice.of(b"\xcf\xfa\xed\xfe" + bytes(60), "applegpu_g13g")]).to_bytes()
    )
    with zipfile.ZipFile(tmp_path / "x.whl", "w") as wheel:
        wheel.write(MACOS14, "a/one.metallib")
        wheel.write(IOS15, "b/two.metallib")
    return tmp_path


def places(path: Path | str, arch: str | None = None) -> list[str]:
    return [part.place.rpartition("/files/")[2].rpartition("/")[2] for part in parts_of(path, arch)]


def test_each_kind_has_its_parts(files: Path) -> None:
    assert places(MODULE) == ["saxpy.air"] and places(MACOS14) == [MACOS14.name]
    assert places(files / "both.metallib") == ["both.metallib:air64_v24", "both.metallib:air64_v26"]
    assert places(files / "lib.a") == ["lib.a(saxpy.air)", "lib.a(x.metallib)"]
    assert places(files / "fat.a") == ["fat.a:air64_v26(saxpy.air)", "fat.a:air64_v26(x.metallib)"]
    assert [part.place for part in parts_of(files / "x.whl")] == [
        f"{files}/x.whl!a/one.metallib",
        f"{files}/x.whl!b/two.metallib",
    ]


def test_parts_are_the_bytes_at_their_offset(files: Path) -> None:
    for name in ("both.metallib", "lib.a", "fat.a"):
        data = (files / name).read_bytes()
        for part in parts_of(files / name):
            assert data[part.offset : part.offset + len(part.data)] == bytes(part.data)
        assert [bytes(part.data) for part in parts_in(data, name)] == [bytes(p.data) for p in parts_of(files / name)]
    for named in modules_in(files / "both.metallib"):
        data = (files / "both.metallib").read_bytes()
        assert data[named.offset : named.offset + len(named.module)] == bytes(named.module)


def test_slices_and_members_are_named(files: Path) -> None:
    assert places(f"{files}/both.metallib:air64_v26") == ["both.metallib:air64_v26"]
    assert places(files / "both.metallib", "air64_v24") == ["both.metallib:air64_v24"]
    assert [part.place for part in parts_of(f"{files}/x.whl!b/two.metallib")] == [f"{files}/x.whl!b/two.metallib"]
    assert places(MACOS14, "air64_v26") == [MACOS14.name]
    for path, arch in ((MACOS14, "air64_v28"), (files / "both.metallib", "air64_v28"), (files / "x.whl", "air64_v28")):
        with pytest.raises(mtlb.BuildError, match="air64_v28"):
            list(parts_of(path, arch))
    with pytest.raises(mtlb.BuildError, match="unknown architecture"):
        list(parts_of(MACOS14, "arm64"))
    with pytest.raises(FileNotFoundError):
        list(parts_of(f"{files}/none.metallib:air64_v26"))
    with pytest.raises(mtlb.UnsupportedError, match="no library and no module"):
        list(parts_of(f"{files}/x.whl!none"))


def test_what_holds_nothing_says_so(files: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path in (files / "gpu.metallib", tmp_path / "empty"):
        with pytest.raises(mtlb.UnsupportedError, match="no library and no module"):
            list(parts_of(path))
    deep = MODULE.read_bytes()
    for _ in range(6):
        deep = archive([("a", deep)])
    with pytest.raises(mtlb.UnsupportedError, match="deep"):
        list(parts_in(deep, "deep.a"))


def test_one_part_is_all_or_an_error(files: Path) -> None:
    assert one_part(parts_of(MODULE), str(MODULE)).is_module
    with pytest.raises(mtlb.BuildError, match=r"has 2 libraries or modules: choose one of .*:air64_v24, .*:air64_v26"):
        one_part(parts_of(files / "both.metallib"), str(files / "both.metallib"))


def test_the_questions_look_into_every_part(files: Path) -> None:
    both = files / "both.metallib"
    assert verify(both, modules=True) == []
    assert [d.name for d in describe(both)] == [f.name for p in (IOS15, MACOS14) for f in mtlb.open(p)]
    assert [d.name for d in describe(files / "lib.a")] == ["saxpy", *(f.name for f in mtlb.open(MACOS14))]
    assert len(lint(both)) == len(lint(IOS15)) + len(lint(MACOS14))
    data = bytearray(both.read_bytes())
    second = list(parts_of(both))[1].offset
    data[second + 16] ^= 0xFF  # the file size in the second slice's header
    (actual, *_) = verify(bytes(data))
    assert actual.code == "malformed" or (actual.offset or 0) >= second
