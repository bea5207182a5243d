"""Archives: both ways of long names, symbol tables, and damage."""

from __future__ import annotations

import contextlib
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtlb.archives.archive import members, write_archive
from mtlb.base.errors import BuildError, FormatError
from tests.linker.samples import archive, golden


def header(name: str, size: int) -> bytes:
    return f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{size:<10}`\n".encode()


def test_bsd_names() -> None:
    actual = list(members(archive([("a.air", b"one"), ("a name that is long.air", b"three")])))
    assert [(m.name, bytes(m.data)) for m in actual] == [("a.air", b"one"), ("a name that is long.air", b"three")]


def test_gnu_names_and_tables() -> None:
    names = b"a name that is long.air/\n"
    data = b"!<arch>\n" + header("/", 4) + b"\0\0\0\0" + header("//", len(names)) + names + b"\n"
    data += header("/0", 2) + b"ab" + header("short.air/", 3) + b"cde\n"
    assert [(m.name, bytes(m.data)) for m in members(data)] == [
        ("a name that is long.air", b"ab"),
        ("short.air", b"cde"),
    ]
    assert data[list(members(data))[1].offset :] == b"cde\n"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (header("a.air", 100) + b"short", "archive member of 100 bytes, 5 left"),
        (header("a.air", 4)[:-2] + b"xx" + b"1234", "malformed archive member header"),
        (header("a.air", 4)[:48] + b"4x        `\n" + b"1234", "malformed number"),
        (header("#1/99", 4) + b"1234", "name of 99 bytes in a member of 4"),
        (header("/7", 0), "not in the table of names"),
        (b"too short", "malformed archive member header"),
    ],
)
def test_damage_is_named_with_its_offset(data: bytes, reason: str) -> None:
    with pytest.raises(FormatError, match=reason) as caught:
        list(members(b"!<arch>\n" + data))
    assert caught.value.offset is not None


def test_truncation_at_any_byte_ends_in_an_error_or_fewer_members() -> None:
    data = archive([("a.air", b"0123456789"), ("b.air", b"abc")])
    for size in range(8, len(data)):
        with contextlib.suppress(FormatError):
            assert len(list(members(data[:size]))) <= 2


# --- writing ---------------------------------------------------------------------------------------------------------


def test_an_archive_is_written_as_newer_metal_ar_writes_it() -> None:
    files = [("link_helper.air", golden("link_helper").data), ("notes.txt", b"text"), ("a", golden("saxpy").data)]
    data = write_archive(files)
    assert data == write_archive(files)
    assert [(m.name, bytes(m.data).rstrip(b"\n")) for m in members(data)] == [
        (name, bytes(content)) for name, content in files
    ]
    assert all(member.offset % 8 == 0 for member in members(data))
    # The table of symbols: the first member, whose entries have the offsets of the members' headers.
    assert data[8:68] == b"#1/12           0           0     0     0       108       `\n"
    assert data[68:80] == b"__.SYMDEF\0\0\0"
    size, *entries = struct.unpack_from("<9I", data, 80)
    assert size == 32
    places, headers = entries[::2], entries[1::2]
    names = data[80 + 4 + size + 4 :]
    actual = [names[place : names.index(b"\0", place)].decode() for place in places]
    assert actual == ["_Z5applyPU9MTLdeviceK5Scale", "_Z5twicef", "_Z6unusedf", "saxpy"]
    assert headers[0] == headers[2] and [data[at : at + 3] for at in headers] == [b"#1/"] * 4


def test_an_empty_archive_has_a_table() -> None:
    data = write_archive([])
    assert list(members(data)) == [] and len(data) == 8 + 60 + 12 + 8


@pytest.mark.parametrize("name", ["", "a/b.air", "a\nb", "a\0b"])
def test_names_that_no_member_can_have(name: str) -> None:
    with pytest.raises(BuildError, match="can't have a member"):
        write_archive([(name, b"")])


def test_a_bad_module_is_named() -> None:
    with pytest.raises(FormatError, match=r"bad\.air"):
        write_archive([("bad.air", b"BC\xc0\xde" + bytes(2))])


@given(
    st.lists(
        st.tuples(st.text("abc.é _", min_size=1, max_size=40), st.binary(max_size=50).map(lambda data: b"x" + data)),
        max_size=5,
    )
)
def test_members_come_back(files: list[tuple[str, bytes]]) -> None:
    actual = [(member.name, bytes(member.data)) for member in members(write_archive(files))]
    assert [name for name, _ in actual] == [name for name, _ in files]
    for (_, data), (_, content) in zip(actual, files, strict=True):
        assert data == content + b"\n" * (-len(content) % 8)
