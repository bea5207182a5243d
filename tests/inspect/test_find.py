from __future__ import annotations

import gzip
import io
import os
import zipfile
from pathlib import Path

import pytest

from mtlb.inspect.find import Found, Limits, carve, find_in_stream, find_libraries
from tests.inspect.libraries import function, stored

LIBRARY = bytes(stored(function()))
OTHER = bytes(stored(function("other"), os="15.0"))
ELF = b"\x7fELF" + bytes(60)


def places(value: object) -> list[tuple[str, int]]:
    return [(f.path, f.offset) for f in value if f.library is not None]  # type: ignore[attr-defined]


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def test_carving_finds_every_library_and_nothing_else() -> None:
    data = ELF + LIBRARY + b"MTLB" + b"\xff" * 100 + OTHER + b"MT"
    actual = list(carve(memoryview(data)))
    assert [(item.offset, item.problem) for item in actual] == [(64, ""), (64 + len(LIBRARY) + 104, "")]
    assert [item.library.functions[0].name for item in actual if item.library] == ["saxpy", "other"]


def test_a_library_inside_of_a_library_is_its_content() -> None:
    inside = bytearray(LIBRARY)
    assert len(list(carve(memoryview(bytes(inside) + OTHER)))) == 2
    outer = bytes(stored(function(data=b"\xde\xc0\x17\x0b" + bytes(12) + LIBRARY)))
    assert [item.offset for item in carve(memoryview(outer))] == [0]


def test_a_header_that_fits_with_a_bad_function_list_is_reported() -> None:
    broken = bytearray(LIBRARY)
    broken[88:92] = b"\xff\xff\xff\x7f"
    (actual,) = carve(memoryview(b"x" * 7 + bytes(broken)))
    assert (actual.offset, actual.library) == (7, None)
    assert "functions" in actual.problem


def test_false_candidates_are_given_up_on() -> None:
    """Headers that each claim the whole rest of the file would cost the square of its size."""
    fake = bytearray(LIBRARY[:88])
    fake[32:40] = (0).to_bytes(8, "little")
    size = 3000 * 88
    data = bytearray()
    for number in range(3000):
        head = bytearray(fake)
        head[16:24] = (size - number * 88).to_bytes(8, "little")
        for at in (40, 56, 72):
            head[at : at + 8] = (size - number * 88).to_bytes(8, "little")
            head[at + 8 : at + 16] = bytes(8)
        data += head
    actual = list(carve(memoryview(bytes(data)), limits=Limits(carving=0)))
    assert "too many false candidates" in actual[-1].problem
    assert len(actual) < 10


def test_directory_trees(tmp_path: Path) -> None:
    bundle = tmp_path / "A.app" / "Contents"
    (bundle / "Resources").mkdir(parents=True)
    (bundle / "Resources" / "default.metallib").write_bytes(LIBRARY)
    (bundle / "exe").write_bytes(ELF + OTHER)
    (bundle / "notes.txt").write_bytes(b"notes " + LIBRARY)
    os.symlink(bundle / "exe", bundle / "Current")
    os.symlink(tmp_path, bundle / "loop")
    assert places(find_libraries(tmp_path)) == [
        (str(bundle / "exe"), 64),
        (str(bundle / "Resources" / "default.metallib"), 0),
    ]
    assert (str(bundle / "notes.txt"), 6) in places(find_libraries(tmp_path, everywhere=True))


def test_wheels_and_what_is_in_them(tmp_path: Path) -> None:
    wheel = tmp_path / "x-1-py3-none-any.whl"
    inner = zipped(**{"deep.metallib": OTHER})
    packed = gzip.compress(b"tar" * 100 + LIBRARY, mtime=0)
    wheel.write_bytes(zipped(**{"b.so": ELF + LIBRARY, "a.metallib": LIBRARY, "c.zip": inner, "d.tar.gz": packed}))
    assert places(find_libraries(wheel)) == [
        (f"{wheel}!a.metallib", 0),
        (f"{wheel}!b.so", 64),
        (f"{wheel}!c.zip!deep.metallib", 0),
        (f"{wheel}!d.tar.gz!", 300),
    ]


def problems(value: object) -> list[str]:
    return [f.problem for f in value if f.library is None]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        (Limits(member=1000), "larger than 1000 bytes"),
        (Limits(archive=1000), "the rest is not searched"),
        (Limits(members=1), "more than 1 members"),
        (Limits(depth=1), "nested more than 1 deep"),
    ],
)
def test_limits(tmp_path: Path, limits: Limits, text: str) -> None:
    path = tmp_path / "bomb.zip"
    inner = zipped(**{"deep.metallib": LIBRARY})
    path.write_bytes(zipped(**{"a.metallib": LIBRARY + bytes(1 << 20), "b.zip": inner}))
    assert any(text in problem for problem in problems(find_libraries(path, limits=limits)))


def test_broken_archives_are_reported(tmp_path: Path) -> None:
    data = bytearray(zipped(**{"a.metallib": LIBRARY}))
    data[60] ^= 0xFF
    path = tmp_path / "broken.zip"
    for content in (bytes(data), bytes(data[:100]), b"PK\x03\x04", gzip.compress(LIBRARY)[:-20]):
        path.write_bytes(content)
        assert problems(find_libraries(path))


def test_a_member_without_a_name(tmp_path: Path) -> None:
    """zipfile cuts a name at a NUL; in Python 3.11 it then fails to say whether that is a folder."""
    (tmp_path / "x.zip").write_bytes(zipped(X_Y_Z=bytes(stored(function()))).replace(b"X_Y_Z", b"\0_Y_Z"))
    (library,) = find_libraries(tmp_path / "x.zip")
    assert library.path == f"{tmp_path / 'x.zip'}!" and library.library is not None


def test_a_named_file_that_is_nothing_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"hello")
    (library,) = find_libraries(path)
    assert "not a metallib" in library.problem
    (tmp_path / "x").write_bytes(b"")
    assert problems(find_libraries(path)) == ["the file is empty (at offset 0x0)"]


def test_a_truncated_library_is_a_problem() -> None:
    (actual,) = find_in_stream("name", io.BytesIO(LIBRARY[:100]))
    assert isinstance(actual, Found)
    assert (actual.path, actual.library) == ("name", None)
    assert actual.problem


def test_missing_path() -> None:
    with pytest.raises(OSError):
        list(find_libraries("no such file"))
