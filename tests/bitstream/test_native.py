"""The loops on native integers do what those that are made for Python do (docs/engine.md)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz.mutate import mutate
from fuzz.targets import Kind
from mtlb.base.errors import BuildError, MtlbError
from mtlb.bitstream import bits, native, stream
from mtlb.bitstream.codec import Abbreviation, AbbrevOp, Encoding
from mtlb.bitstream.native import COMPILED
from mtlb.bitstream.stream import Block, read_stream
from mtlb.bitstream.wrapper import unwrap
from mtlb.bitstream.writer import StreamWriter
from tests.conftest import ROOT

MODULES = sorted(ROOT.joinpath("golden/air").glob("*.air"))

# --- reading ---------------------------------------------------------------------------------------------------------


def found(decoder: type, data: bytes) -> list[object]:
    """Every item of a stream with its first bit, as far as it can be read, and the error."""
    items: list[object] = []

    def walk(block: Block) -> None:
        reading = decoder(block)
        for item in reading.items():
            if isinstance(item, Block):
                items.append((reading.position, item.id, item.start, item.size))
                walk(item)
            else:
                items.append((reading.position, item if isinstance(item, Abbreviation) else tuple(item)))

    try:
        for block in read_stream(data).blocks():
            walk(block)
    except MtlbError as error:
        items.append((type(error), error.reason, error.offset))
    return items


def same(data: bytes) -> list[object]:
    by_native = found(stream._NativeDecoder, data)
    if not COMPILED:  # the records of the other are tuples then, and fuzz.outputs compares the engines
        assert by_native == found(stream._ItemDecoder, data)
    return by_native


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_golden_modules(path: Path) -> None:
    data = bytes(unwrap(path.read_bytes()))
    assert len(same(data)) > 50
    random = Random(path.name)
    for _ in range(12):
        changed = mutate(random, Kind.MODULE, [path.read_bytes()])
        try:
            same(bytes(unwrap(changed)))
        except MtlbError:
            continue  # its wrapper


@pytest.mark.parametrize("size", [*range(4, 60), 200, 777])
def test_what_is_cut_off(size: int) -> None:
    """Reading past the end finds zeros, in both."""
    data = bytearray(unwrap(MODULES[0].read_bytes())[: size // 4 * 4])
    if size >= 20:
        data[12:16] = ((len(data) - 16) // 4).to_bytes(4, "little")  # a block that reaches to the end
    same(bytes(data))


def numbers(width: int) -> list[int]:
    """Numbers at the ends of what a width can hold."""
    return [0, 1, (1 << width) - 1, 1 << (width - 1), (1 << (width - 1)) - 1]


SHAPES = [(Encoding.FIXED, width) for width in range(1, 33)] + [(Encoding.VBR, width) for width in range(2, 33)]


@pytest.mark.parametrize(("kind", "width"), SHAPES, ids=lambda value: str(value))
def test_every_width(kind: Encoding, width: int) -> None:
    """As a scalar and as the element of an array, at every phase of a byte."""
    written = StreamWriter()
    written.enter_block(8, 4)
    values = numbers(width if kind is Encoding.FIXED else 64)
    one = written.define_abbreviation(Abbreviation(AbbrevOp(Encoding.LITERAL, 2**64 - 1), AbbrevOp(kind, width)))
    shape = (AbbrevOp(Encoding.FIXED, 3), AbbrevOp(Encoding.ARRAY), AbbrevOp(kind, width))
    many = written.define_abbreviation(Abbreviation(*shape))
    want = []
    for value in values:
        written.record(2**64 - 1, [value], one)
        written.record(5, values, many)
        want += [(2**64 - 1, [value]), (5, values)]
    written.end_block()
    items = same(written.getvalue())
    records = [item[1][:2] for item in items if len(item) == 2 and isinstance(item[1], tuple)]
    assert records == want


def test_a_record_without_a_code() -> None:
    written = StreamWriter()
    written.enter_block(8, 4)
    written.define_abbreviation(Abbreviation(AbbrevOp(Encoding.ARRAY), AbbrevOp(Encoding.FIXED, 3)))
    written.emit(4, 4)
    written.emit_vbr(0, 6)
    written.end_block()
    assert same(written.getvalue())[-1][1] == "a record has no code in block 8"


def test_the_first_fault_is_told_first() -> None:
    """Records are decoded some at a time, but a fault is raised when those before it were looked at."""
    written = StreamWriter()
    written.enter_block(8, 4)
    for code in range(3):
        written.record(code, [code] * 3)
    written.emit(9, 4)  # an abbreviation that is not defined
    written.end_block()
    (block,) = read_stream(written.getvalue()).blocks()
    items = stream._NativeDecoder(block).items()
    assert [next(items).code for _ in range(3)] == [0, 1, 2]
    with pytest.raises(MtlbError, match="abbreviation 9 is not defined in block 8"):
        next(items)


# --- writing ---------------------------------------------------------------------------------------------------------

Writer = bits.BitWriter | native.NativeBitWriter
wide = st.integers(0, 2**64 - 1) | st.integers(0, 1100) | st.sampled_from([31, 32, 1023, 1024, 2**62 - 1, 2**62])


@given(st.lists(st.tuples(st.integers(2, 32), wide, st.lists(wide, max_size=20)), max_size=12))
@pytest.mark.long
def test_written_bits(rows: list[tuple[int, int, list[int]]]) -> None:
    def write(writer: Writer) -> bytes:
        places = []
        for width, number, ops in rows:
            writer.emit(number & ((1 << width) - 1), width)
            writer.emit_vbr(number, width)
            places.append(writer.position)
            writer.emit(0, 64)
            writer.unabbreviated(4, number >> 50, ops)
            writer.emit_numbers(ops)
            writer.emit(number, 64)
            if number & 1:
                writer.align()
                writer.append(bytes(ops[0] & 7 if ops else 0))
            writer.patch(places[len(ops) % len(places)], 0, 32)
            writer.patch(places[-1], number, 64)
        writer.align()
        assert writer.position % 32 == 0
        return writer.written(0)

    assert write(native.NativeBitWriter(b"BC\xc0\xde")) == write(bits.BitWriter(b"BC\xc0\xde"))


def test_a_patch_of_what_was_written_last() -> None:
    """Its last bits may still be pending."""
    writer = native.NativeBitWriter(b"")
    writer.emit(1, 3)
    writer.emit(0, 40)
    writer.patch(3, 0xABCDEF0123, 40)
    writer.align()
    assert int.from_bytes(writer.written(0), "little") == 1 | 0xABCDEF0123 << 3
    for other in (writer, bits.BitWriter(b"")):
        with pytest.raises(ValueError, match="can't patch 32 bits at bit 60 to 1"):
            other.patch(60, 1, 32)


@pytest.mark.parametrize("writer", [native.NativeBitWriter(b"BC\xc0\xde"), bits.BitWriter(b"BC\xc0\xde")])
def test_a_patch_of_whole_words(writer: Writer) -> None:
    """Of words at hand and of such that were put away; setting bits twice sets both."""
    writer.emit_numbers([0] * (native._MOST_WORDS * 6))
    writer.patch(32, 5, 32)
    for position, value in ((64, 0xFFFFFFFF), (32, 2), (160, 7), (160, 8)):
        writer.patch(position, value, 32)
    writer.emit(0, 64)
    writer.align()
    last = writer.position - 32
    writer.patch(last, 0xDEADBEEF, 32)
    written = writer.written(0)
    assert [written[at : at + 4].hex() for at in (4, 8, 12, 20)] == ["07000000", "ffffffff", "00000000", "0f000000"]
    assert written[last // 8 :].hex() == "efbeadde"


@pytest.mark.parametrize(
    ("shape", "code", "ops"),
    [
        ([AbbrevOp(Encoding.LITERAL, 7), AbbrevOp(Encoding.FIXED, 32)], 7, [2**32]),
        ([AbbrevOp(Encoding.LITERAL, 7), AbbrevOp(Encoding.FIXED, 3)], 8, [1]),
        ([AbbrevOp(Encoding.LITERAL, 7), AbbrevOp(Encoding.FIXED, 3)], 7, [8]),
        ([AbbrevOp(Encoding.LITERAL, 7), AbbrevOp(Encoding.CHAR6)], 7, [ord("-")]),
        ([AbbrevOp(Encoding.LITERAL, 7), AbbrevOp(Encoding.ARRAY), AbbrevOp(Encoding.CHAR6)], 7, [97, 300]),
        ([AbbrevOp(Encoding.LITERAL, 7), AbbrevOp(Encoding.ARRAY), AbbrevOp(Encoding.FIXED, 7)], 7, [128]),
        ([AbbrevOp(Encoding.LITERAL, 7), AbbrevOp(Encoding.FIXED, 3)], 7, []),
        ([AbbrevOp(Encoding.LITERAL, 7), AbbrevOp(Encoding.FIXED, 3)], 7, [1, 2]),
        ([AbbrevOp(Encoding.LITERAL, 7), AbbrevOp(Encoding.BLOB)], 7, []),
    ],
)
def test_what_does_not_fit(shape: list[AbbrevOp], code: int, ops: list[int]) -> None:
    said = []
    for writer in (native.NativeBitWriter(b""), bits.BitWriter(b"")):
        with pytest.raises(BuildError) as caught:
            writer.abbreviated(4, 4, Abbreviation(*shape), code, ops, None)
        said.append(str(caught.value))
    assert said[0] == said[1]
