"""Several libraries in one file, cut-off ones, and libraries written out in texts: everything found can be opened."""

from __future__ import annotations

import base64
import bz2
import io
import lzma
import tarfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mtlb.archives.places import file_of_place, split_offset
from mtlb.base.errors import FormatError, MtlbError
from mtlb.base.filekind import FileKind
from mtlb.inspect.find import LIBRARIES, Found, Limits, carve, find_libraries
from mtlb.inspect.parts import parts_of
from tests.conftest import ROOT

FIRST = (ROOT / "golden/lib/air-lld-macos14.metallib").read_bytes()
SECOND = (ROOT / "golden/lib/metallib-macos14.metallib").read_bytes()
SHADER = (ROOT / "golden/dxbc/pixel.dxbc").read_bytes()
BOTH = LIBRARIES | {FileKind.DXBC}


def written_as_c(data: bytes, form: str = "0x{:02x}", between: str = ", ") -> bytes:
    return f"const unsigned char x[] = {{ {between.join(form.format(byte) for byte in data)} }};\n".encode()


def literal(data: bytes, form: str = "\\x{:02x}") -> bytes:
    lines = ["".join(form.format(byte) for byte in data[at : at + 40]) for at in range(0, len(data), 40)]
    return ("const char x[] =\n" + "\n".join(f'  "{line}"' for line in lines) + ";\n").encode()


def tar(data: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        info = tarfile.TarInfo("a/default.metallib")
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


FORMS = {
    "xxd.h": written_as_c(FIRST),
    "upper.h": written_as_c(FIRST, "0X{:02X}u", ",\n"),
    "decimal.c": written_as_c(FIRST, "{}", ","),
    "short.c": written_as_c(FIRST, "0x{:x}"),
    "hex.c": literal(FIRST),
    "octal.c": literal(FIRST, "\\{:03o}"),
    "literal.py": f"DATA = {FIRST!r}\n".encode(),
    "bytes.json": b'{"library": "' + base64.b64encode(FIRST) + b'"}',
    "lines.pem": base64.encodebytes(FIRST),
    "tar.xz": lzma.compress(tar(FIRST)),
    "two.xz": lzma.compress(b"x" * 5000) + b"\0" * 8 + lzma.compress(FIRST),
    "tar.bz2": bz2.compress(tar(FIRST)),
    "behind.bin": b"some bytes" + FIRST,
    "plain.metallib": FIRST,
}


@pytest.mark.parametrize("name", FORMS)
def test_every_form_is_found_and_opened(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(FORMS[name])
    (library,) = find_libraries(path, everywhere=True)
    assert library.problem == "" and library.data is not None and bytes(library.data) == FIRST
    (part,) = parts_of(library.place)
    assert bytes(part.data) == FIRST and part.place == library.place
    assert file_of_place(library.place) == str(path)


def test_containers_of_direct3d_are_found_in_texts(tmp_path: Path) -> None:
    path = tmp_path / "shaders.h"
    path.write_bytes(written_as_c(SHADER) + written_as_c(FIRST) + written_as_c(SHADER))
    libraries = list(find_libraries(path, everywhere=True, kinds=BOTH))
    assert sorted(bytes(item.data or b"") for item in libraries) == sorted([SHADER, SHADER, FIRST])
    for item in libraries:
        (part,) = parts_of(item.place)
        assert part.place == item.place


def test_the_second_library_of_a_file_is_found(tmp_path: Path) -> None:
    path = tmp_path / "two.bin"
    path.write_bytes(FIRST + SECOND)
    actual = [(library.place, library.size) for library in find_libraries(path)]
    assert actual == [(f"{path}@0x0", len(FIRST)), (f"{path}@{len(FIRST):#x}", len(SECOND))]
    assert [bytes(part.data) for part in parts_of(path)] == [FIRST, SECOND]
    assert [bytes(part.data) for part in parts_of(f"{path}@{len(FIRST)}")] == [SECOND]
    with pytest.raises(FormatError, match=r"no library begins at 0x10; there are .*two\.bin@0x0, "):
        list(parts_of(f"{path}@16"))


def test_a_file_with_an_at_sign_in_its_name_wins(tmp_path: Path) -> None:
    for name, data in (("a", FIRST + SECOND), ("a@0x0", SECOND)):
        (tmp_path / name).write_bytes(data)
    assert [bytes(part.data) for part in parts_of(tmp_path / "a@0x0")] == [SECOND]
    assert split_offset("a@b") == ("a@b", None) and split_offset("@0x1") == ("@0x1", None)
    assert split_offset("a@0x1F") == ("a", 31) and split_offset("x!a@12") == ("x!a", 12)


@pytest.mark.parametrize(
    ("data", "offset", "problem"),
    [
        (b"x" * 200 + FIRST[:3000], 200, "cut off: its header says 11,896 bytes, 3,000 are left"),
        (SECOND + FIRST[:3000], len(SECOND), "cut off: its header says 11,896 bytes, 3,000 are left"),
        (b"x" * 9 + FIRST[:40], 9, "cut off: the file ends inside its header"),
        (b"x" + FIRST[:3000] + SECOND + FIRST, 1, "another library begins inside of it, and it is damaged"),
        (written_as_c(FIRST[:2000]), 28, "cut off: its header says 11,896 bytes, 2,000 are left"),
        (base64.b64encode(FIRST[:3000]), 0, "cut off: its header says 11,896 bytes, 3,000 are left"),
    ],
)
def test_what_is_cut_off_is_said(data: bytes, offset: int, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(data)
    (wrong,) = [library for library in find_libraries(path, everywhere=True) if library.problem]
    assert (wrong.offset, wrong.problem.partition(":")[0]) == (offset, problem.partition(":")[0])
    assert problem in wrong.problem


def test_what_the_end_of_a_cut_off_library_is_overwritten_with_is_found() -> None:
    actual = list(carve(memoryview(FIRST[:3000] + SECOND + FIRST)))
    assert [(item.offset, bool(item.problem)) for item in actual] == [
        (0, True),
        (3000, False),
        (3000 + len(SECOND), False),
    ]


def test_a_stream_that_needs_too_much_memory_or_is_damaged_is_a_problem(tmp_path: Path) -> None:
    packed = lzma.compress(FIRST)
    for name, data in (
        ("a.xz", packed[:200]),
        ("b.xz", packed[:60] + b"\1\2\3\4" + packed[64:]),
        ("c.bz2", b"BZh9xyz"),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        (library,) = find_libraries(path, everywhere=True)
        assert "can't be unpacked" in library.problem
    path.write_bytes(lzma.compress(FIRST, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 24}]))
    path = path.rename(tmp_path / "d.xz")
    (library,) = find_libraries(path, everywhere=True, limits=Limits(dictionary=1 << 20))
    assert "can't be unpacked" in library.problem


def test_texts_full_of_false_starts_are_given_up_on(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"77,84,76,66,1,128," * 40_000)
    (library,) = find_libraries(path, everywhere=True, limits=Limits(carving=0))
    assert "too many false candidates" in library.problem


pieces = st.lists(
    st.one_of(
        st.sampled_from([FIRST, SECOND, SHADER, FIRST[:100], SECOND[:5000], b"MTLB", b"DXBC"]),
        st.binary(max_size=40),
        st.sampled_from([written_as_c(SHADER), literal(SECOND), base64.b64encode(FIRST)]),
    ),
    max_size=5,
)


@settings(max_examples=30)
@given(pieces)
def test_whatever_is_found_can_be_opened_by_its_name(
    tmp_path_factory: pytest.TempPathFactory, data: list[bytes]
) -> None:
    path = tmp_path_factory.mktemp("found") / "x.bin"
    path.write_bytes(b"".join(data))
    actual: list[tuple[Found, bytes]] = []
    for library in find_libraries(path, everywhere=True, kinds=BOTH):
        if not library.problem and library.data is not None:
            actual.append((library, bytes(library.data)))
    for library, content in actual:
        (part,) = parts_of(library.place)
        assert bytes(part.data) == content or len(actual) == 1
    try:
        parts = list(parts_of(path))
    except MtlbError:
        return
    assert parts
