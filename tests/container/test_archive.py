"""Archives: both ways of long names, symbol tables, and damage."""

from __future__ import annotations

import contextlib

import pytest

from mtlb.base.errors import FormatError
from mtlb.container.archive import members
from tests.linker.samples import archive


def header(name: str, size: int) -> bytes:
    return f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{size:<10}`\n".encode()


def test_bsd_names() -> None:
    found = list(members(archive([("a.air", b"one"), ("a name that is long.air", b"three")])))
    assert [(m.name, bytes(m.data)) for m in found] == [("a.air", b"one"), ("a name that is long.air", b"three")]


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
