"""Checked reading and patchable writing."""

from __future__ import annotations

import pytest

from mtlb.base.binary import Location, Reader, Writer, align_up
from mtlb.base.errors import FormatError


def test_align_up() -> None:
    assert [align_up(n, 16) for n in (0, 1, 16, 17)] == [0, 16, 16, 32]


def test_reading_stays_in_its_range_and_knows_its_offset() -> None:
    reader = Reader(bytes(range(32)), 4, 20, base=0x100)
    assert (reader.u8(), reader.u16(), reader.u32()) == (4, 0x0605, 0x0A090807)
    assert (reader.offset, reader.remaining) == (0x10B, 9)
    inner = reader.sub(8)
    assert (inner.offset, reader.offset) == (0x10B, 0x113)
    assert (inner.u32(), inner.u32()) == (0x0E0D0C0B, 0x1211100F)
    with pytest.raises(FormatError, match="truncated: byte needs 1 bytes, 0 left") as caught:
        inner.u8()
    assert caught.value.offset == 0x113
    with pytest.raises(FormatError, match="2 bytes, 1 left"):
        reader.u16()
    with pytest.raises(FormatError, match="truncated"):
        reader.take(-1)


@pytest.mark.parametrize(("start", "end"), [(5, 4), (0, 9), (-1, 4)])
def test_a_range_that_leaves_the_data(start: int, end: int) -> None:
    with pytest.raises(FormatError, match="leaves the 8 bytes"):
        Reader(bytes(8), start, end)


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 1000])
def test_cstring(size: int) -> None:
    reader = Reader(b"x" * size + b"\0rest", base=7)
    assert reader.cstring() == b"x" * size
    assert reader.offset == 7 + size + 1
    with pytest.raises(FormatError, match="no terminating NUL"):
        reader.cstring()
    assert reader.offset == 7 + size + 1


def test_cstring_does_not_look_past_its_range() -> None:
    with pytest.raises(FormatError, match="NUL"):
        Reader(b"abc\0", 0, 3).cstring()


def test_patches_find_their_place_between_large_pieces() -> None:
    out = Writer()
    first = out.reserve(4)
    out.write(b"a" * 5000)
    second = out.reserve(8)
    large = memoryview(b"b" * 5000)
    out.write(large)
    out.write(bytes(-len(out) % 16))
    third = out.reserve(2)
    out.patch(third, 0x0102)
    out.patch(second, 7)
    out.patch(first, b"head")
    data = out.getvalue()
    assert len(data) == len(out) == out.offset
    assert data == b"head" + b"a" * 5000 + (7).to_bytes(8, "little") + bytes(large) + bytes(4) + b"\2\1"
    assert any(chunk is large for chunk in out.chunks())


def test_what_may_change_is_copied() -> None:
    out = Writer()
    changing = bytearray(5000)
    out.write(changing)
    out.write(memoryview(changing))
    changing[0] = 1
    assert out.getvalue() == bytes(10000)


def test_bad_patches() -> None:
    out = Writer()
    location = out.reserve(2)
    with pytest.raises(ValueError, match="3 bytes for a field of 2"):
        out.patch(location, b"abc")
    with pytest.raises(OverflowError):
        out.patch(location, 1 << 16)
    out.write(b"c" * 5000)
    with pytest.raises(ValueError, match="reserved"):
        out.patch(Location(100, 1), 1)
