"""Reading and writing containers: index, order, checksums, parts that are dropped, replaced and added."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtlb.base.errors import BuildError, FormatError, MtlbError, UnsupportedError
from mtlb.dxbc import Checksum, Container, ContainerPart, read
from mtlb.dxbc.checksum import classify, compute
from tests.dxbc.samples import compute_shader, container, pixel_shader

TAGS = st.binary(min_size=4, max_size=4).map(lambda tag: tag.decode("latin-1"))
"""Any four bytes, drawn as one value: cheaper than a text of four characters."""
PARTS = st.lists(st.tuples(TAGS, st.binary(max_size=70)), max_size=6)


@given(PARTS, st.sampled_from([kind for kind in Checksum if kind is not Checksum.MISMATCH]))
def test_what_is_written_reads_as_the_same(parts: list[tuple[str, bytes]], checksum: Checksum) -> None:
    data = container(parts, checksum)
    actual = read(data)
    assert [(part.tag, bytes(part.data)) for part in actual] == parts
    assert actual.checksum is checksum
    assert actual.write() == data


def test_the_compression_is_that_of_md5() -> None:
    """MD5's own padding is another last block, so a message that ends with it can be compared with hashlib."""
    from mtlb.dxbc import checksum

    message = b"abc" * 50
    padded = message + b"\x80" + bytes(-(len(message) + 9) % 64) + struct.pack("<Q", 8 * len(message))
    state = checksum._whole_blocks(padded)
    assert struct.pack("<4I", *state) == hashlib.md5(message, usedforsecurity=False).digest()


@pytest.mark.parametrize("size", [0, 1, 55, 56, 57, 63, 64, 119, 120])
def test_lengths_around_a_block(size: int) -> None:
    message = bytes(range(size))
    assert compute(message, Checksum.RETAIL) != compute(message, Checksum.DEBUG)
    for kind in (Checksum.RETAIL, Checksum.DEBUG):
        assert classify(compute(message, kind), message) is kind


def test_a_changed_byte_is_a_mismatch_and_written_right() -> None:
    data = bytearray(pixel_shader())
    data[-1] ^= 1
    actual = read(data)
    assert actual.checksum is Checksum.MISMATCH
    again = read(actual.write())
    assert again.checksum is Checksum.RETAIL and again.write()[20:] == data[20:]


def test_parts_are_dropped_replaced_and_added() -> None:
    data = read(pixel_shader())
    assert [part.tag for part in data.drop("STAT")] == ["STAT"]
    data.replace("OSGN", b"1234")
    data.add("PRIV", b"5")
    data.add("SFI0", bytes(8), before="SHEX")
    again = read(data.write())
    assert [part.tag for part in again] == ["ISGN", "OSGN", "SFI0", "SHEX", "PRIV"]
    assert bytes(again["OSGN"].data) == b"1234" and bytes(again["PRIV"].data) == b"5"
    with pytest.raises(BuildError, match="no part 'XXXX'"):
        data.replace("XXXX", b"")
    with pytest.raises(BuildError, match="no part 'XXXX'"):
        data.add("ABCD", b"", before="XXXX")
    with pytest.raises(BuildError, match="four single-byte characters"):
        ContainerPart("ABC", b"")
    data.parts.append(data.parts[0])
    with pytest.raises(BuildError, match="is already in the container"):
        data.write()


def index_changed(data: bytes, order: list[int]) -> bytes:
    """The same parts, named by the index in another order."""
    offsets = struct.unpack_from(f"<{len(order)}I", data, 32)
    body = data[20:32] + struct.pack(f"<{len(order)}I", *(offsets[i] for i in order)) + data[32 + 4 * len(order) :]
    return data[:4] + compute(body) + body


def test_the_order_of_the_index_need_not_be_that_of_the_file() -> None:
    data = index_changed(pixel_shader(), [2, 0, 3, 1])
    actual = read(data)
    assert [part.tag for part in actual] == ["SHEX", "ISGN", "STAT", "OSGN"]
    assert [part.tag for part in actual.in_file_order()] == ["ISGN", "OSGN", "SHEX", "STAT"]
    assert actual.write() == data


def test_parts_need_no_alignment_and_may_have_one_name() -> None:
    data = container([("AAAA", b"1"), ("AAAA", b"22"), ("BBBB", b"")])
    actual = read(data)
    assert bytes(actual["AAAA"].data) == b"1" and actual.write() == data and len(actual) == 3
    assert "CCCC" not in actual
    with pytest.raises(KeyError):
        actual["CCCC"]


def test_bytes_that_belong_to_no_part_are_kept() -> None:
    model = Container([ContainerPart("AAAA", b"1234", gap=b"gap"), ContainerPart("BBBB", b"")])
    model.leading = b"leading"
    data = model.write() + b"trailing"
    actual = read(data)
    assert (bytes(actual.leading), bytes(actual["AAAA"].gap), bytes(actual.trailing)) == (
        b"leading",
        b"gap",
        b"trailing",
    )
    assert actual.write() == data


def changed(data: bytes, offset: int, value: int) -> bytes:
    return data[:offset] + struct.pack("<I", value) + data[offset + 4 :]


@pytest.mark.parametrize(
    ("offset", "value", "message", "where"),
    [
        (24, 0xFFFFFFFF, "truncated: the container has 4294967295 bytes", 24),
        (28, 0xFFFFFFFF, "can't hold an index of 4294967295 parts", 28),
        (32, 0xFFFFFFF0, "is beyond the", 32),
        (36, 52, "part 'OSGN' overlaps|overlaps", None),
        (32, 0, "overlaps the index|needs", None),
        (52, 0x7FFFFFFF, "truncated: part 'ISGN' needs 2147483647 bytes", 56),
    ],
)
def test_bad_headers(offset: int, value: int, message: str, where: int | None) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read(changed(pixel_shader(), offset, value))
    assert caught.value.offset is not None
    if where is not None:
        assert caught.value.offset == where


def test_every_truncation_is_refused() -> None:
    data = pixel_shader()
    for size in range(len(data)):
        with pytest.raises(FormatError, match="truncated"):
            read(data[:size])


def test_other_files_are_named() -> None:
    with pytest.raises(UnsupportedError, match="not a Direct3D container but a metallib"):
        read(b"MTLB" + bytes(100))
    with pytest.raises(BuildError, match="a path is for"):
        read("x")  # type: ignore[arg-type]


@given(st.data())
@pytest.mark.long
def test_damage_is_an_error_or_reads(data: st.DataObject) -> None:
    damaged = bytearray(data.draw(st.sampled_from([pixel_shader(), compute_shader()])))
    for _ in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    try:
        actual = read(damaged)
    except MtlbError:
        return
    assert read(actual.write()).write() == actual.write()


@pytest.mark.long
@pytest.mark.corpus
def test_real_files_are_written_byte_for_byte(shared: Path) -> None:
    paths = sorted(shared.joinpath("dxbc").rglob("*.dxbc"))
    assert len(paths) > 500
    for path in paths:
        data = path.read_bytes()
        assert read(data).write() == data, path
