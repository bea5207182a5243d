"""Property lists: the texts under some keys, whatever else is in the file and however it is damaged."""

from __future__ import annotations

import plistlib
import tracemalloc
from typing import Any

import pytest

from mtlb.base.errors import FormatError
from mtlb.inspect.plist import plist_texts

KEYS = ("Name", "List", "Größe")
OTHERS: dict[str, Any] = {
    "Number": 1,
    "Real": 2.5,
    "Yes": True,
    "Data": b"\0\1",
    "Deep": {"a": [{"b": ["c"]}]},
    "Long" * 100: "x" * 5000,
    **{f"Key{i}": f"Value{i}" for i in range(300)},  # more objects than fit in references of a byte
}
FORMATS = [plistlib.FMT_XML, plistlib.FMT_BINARY]
every_format = pytest.mark.parametrize("fmt", FORMATS, ids=["xml", "binary"])


@every_format
@pytest.mark.parametrize("others", [{}, OTHERS], ids=["small", "large"])
def test_texts(fmt: plistlib.PlistFormat, others: dict[str, Any]) -> None:
    values = {**others, "Name": "13.0", "List": ["MacOSX", "ü"], "Größe": "ж" * 20}
    expected = {"Name": ("13.0",), "List": ("MacOSX", "ü"), "Größe": ("ж" * 20,)}
    assert plist_texts(plistlib.dumps(values, fmt=fmt), KEYS) == expected
    assert plist_texts(plistlib.dumps(others, fmt=fmt), KEYS) == {}


@every_format
@pytest.mark.parametrize(
    "value", [1, 1.5, True, b"x", {"a": "b"}, ["a", 1], [["a"]], "x" * 5000, ["x"] * 200], ids=repr
)
def test_other_values_are_refused(fmt: plistlib.PlistFormat, value: Any) -> None:
    with pytest.raises(FormatError, match="Name is neither a string nor a list of strings"):
        plist_texts(plistlib.dumps({"Name": value}, fmt=fmt), KEYS)


@every_format
def test_only_a_dictionary_has_keys(fmt: plistlib.PlistFormat) -> None:
    with pytest.raises(FormatError, match="not a property list with a dictionary"):
        plist_texts(plistlib.dumps(["Name", "x"], fmt=fmt), KEYS)


@every_format
def test_every_truncation_is_refused(fmt: plistlib.PlistFormat) -> None:
    data = plistlib.dumps({"Name": "13.0", "List": ["a", "b"]}, fmt=fmt).rstrip(b"\n")
    for size in range(len(data)):
        with pytest.raises(FormatError, match="not a property list"):
            plist_texts(data[:size], KEYS)


@every_format
def test_every_changed_byte_is_an_error_or_reads(fmt: plistlib.PlistFormat) -> None:
    data = plistlib.dumps({"Name": "13.0", "List": ["a", "ü"], "Deep": {"a": [1]}}, fmt=fmt)
    refused = 0
    for place in range(len(data)):
        for value in (0, 0x0F, 0x41, 0x7F, 0xDF, 0xFF, data[place] ^ 1):
            try:
                plist_texts(data[:place] + bytes([value]) + data[place + 1 :], KEYS)
            except FormatError:
                refused += 1
    assert 0 < refused < 7 * len(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"bplist00",
        b"{ Name = 13; }",  # the oldest format
        b'<!DOCTYPE plist [<!ENTITY a "aaaa">]><plist><dict><key>Name</key><string>&a;</string></dict></plist>',
        b'<?xml version="1.0" encoding="no-such"?><plist><dict/></plist>',
        b"<plist><dict><key>Name</key><integer>x</integer></dict></plist>",
        b"<plist><dict><key>Name</key><date>x</date></dict></plist>",
        b"<plist><dict><string>Name</string></dict></plist>",
        b"<plist></plist>",
        b"<plist>" + b"<array>" * 50_000,
    ],
    ids=["empty", "head", "ascii", "entity", "encoding", "integer", "date", "no-key", "nothing", "deep"],
)
def test_what_is_none(data: bytes) -> None:
    with pytest.raises(FormatError, match="not a property list"):
        plist_texts(data, KEYS)


def test_objects_that_share_bytes_cost_nothing() -> None:
    """4,000 arrays of 8,000 things each in 24 KB: read as a whole it would be 256 MB."""
    count, length = 4000, 8000
    array = b"\xaf\x11" + length.to_bytes(2, "big") + bytes(2 * length)
    top = b"\xd1\0\1\0\2" + b"\x51x"
    start = len(b"bplist00")
    offsets = [start, start + 5] + [start + len(top)] * count
    table = b"".join(offset.to_bytes(2, "big") for offset in offsets)
    body = b"bplist00" + top + array
    trailer = bytes(6) + b"\2\2" + len(offsets).to_bytes(8, "big") + bytes(8) + len(body).to_bytes(8, "big")
    tracemalloc.start()
    try:
        assert plist_texts(body + table + trailer, KEYS) == {}
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
