"""Bits are read and written as a reader and a writer do that take them one by one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz.mutate import mutate
from fuzz.targets import Kind
from mtlb.base.errors import BuildError, FormatError, MtlbError
from mtlb.bitstream import encoder
from mtlb.bitstream.abbreviations import ALPHABET
from mtlb.bitstream.codec import (
    DEFINE_ABBREV,
    ENTER_SUBBLOCK,
    UNABBREV_RECORD,
    Abbreviation,
    AbbrevOp,
    Encoding,
    Record,
)
from mtlb.bitstream.decoder import vbr, vbr6_array
from mtlb.bitstream.encoder import BitWriter
from mtlb.bitstream.stream import Block, inherited_shapes, read_stream
from mtlb.bitstream.wrapper import unwrap
from mtlb.bitstream.writer import StreamWriter
from tests.conftest import ROOT

MODULES = sorted(ROOT.joinpath("golden/air").glob("*.air"))

# --- reading ---------------------------------------------------------------------------------------------------------


class Bits:
    """The records and definitions of a block, taken bit by bit: what mtlb's own loops are compared with.

    It checks nothing but what would make it run away. After the end of the data are zeros.
    """

    def __init__(self, data: bytes, block: Block) -> None:
        self.data = data
        self.block = block
        self.pos = block.start * 8
        self.end = self.pos + block.size * 8
        self.shapes = [shape.operands for shape in inherited_shapes(block.scope, block.id)]

    def fixed(self, width: int) -> int:
        start, self.pos = self.pos, self.pos + width
        bits = int.from_bytes(self.data[start >> 3 : (self.pos + 7) >> 3], "little")
        return bits >> (start & 7) & ((1 << width) - 1)

    def vbr(self, width: int) -> int:
        value = shift = 0
        while True:
            group = self.fixed(width)
            value |= (group & ~(1 << (width - 1))) << shift
            shift += width - 1
            if not group >> (width - 1):
                break
            if shift >= 64:
                raise FormatError("a number has more than 64 bits")
        if value >> 64:
            raise FormatError("a number has more than 64 bits")
        return value

    def value(self, operand: AbbrevOp) -> int:
        kind, width = operand
        if kind is Encoding.LITERAL:
            return width
        if kind is Encoding.CHAR6:
            return ALPHABET[self.fixed(6)]
        return self.vbr(width) if kind is Encoding.VBR and width else self.fixed(width)

    def definition(self) -> Abbreviation:
        operands = []
        for _ in range(self.vbr(5)):
            if self.fixed(1):
                operands.append(AbbrevOp(Encoding.LITERAL, self.vbr(8)))
                continue
            if not (number := self.fixed(3)):
                raise FormatError("a literal that is none")
            kind = Encoding(number)
            operands.append(AbbrevOp(kind, self.vbr(5) if kind in (Encoding.FIXED, Encoding.VBR) else 0))
        return Abbreviation(*operands)

    def record(self, number: int) -> tuple[int, list[int], int, bytes | None]:
        if number == UNABBREV_RECORD:
            code, count = self.vbr(6), self.vbr(6)
            return code, [self.vbr(6) for _ in range(self.some(count, 6))], number, None
        values: list[int] = []
        blob = None
        operands = iter(self.shapes[number - 4])
        for operand in operands:
            if operand.encoding is Encoding.ARRAY:
                element = next(operands)
                bits = 6 if element.encoding is Encoding.CHAR6 else element.value
                values += [self.value(element) for _ in range(self.some(self.vbr(6), bits))]
            elif operand.encoding is Encoding.BLOB:
                size = self.vbr(6)
                self.pos = (self.pos + 31) & ~31
                self.some(size, 8)
                blob = self.fixed(8 * size).to_bytes(size, "little")
                self.pos += -self.pos % 32
            else:
                values.append(self.value(operand))
        return values[0], values[1:], number, blob

    def some(self, count: int, width: int) -> int:
        if count * width > self.end - self.pos:
            raise FormatError("a count runs past the end")
        return count

    def item(self) -> tuple[int, list[int], int, bytes | None] | Abbreviation | None:
        """A record or a definition; None for any other item."""
        number = self.fixed(self.block.abbrev_width)
        if number == DEFINE_ABBREV:
            definition = self.definition()
            self.shapes.append(definition.operands)
            return definition
        return self.record(number) if number >= UNABBREV_RECORD else None


def compare(data: bytes, block: Block, records: list[Record | Abbreviation]) -> None:
    """Each item of a block must be what `Bits` reads there, and an error must be where it finds none, or no room."""
    bits = Bits(data, block)
    try:
        for item in block.items():
            if isinstance(item, Block):
                bits.pos = item.start * 8
                compare(data, item, records)
                bits.pos += item.size * 8
                continue
            records.append(item)
            assert not isinstance(item, Record) or item.start == bits.pos
            assert bits.item() == (item if isinstance(item, Abbreviation) else tuple(item))
    except FormatError as error:
        said = ("literals of abbreviations outnumber", "records of less than a byte", "block", "END_BLOCK")
        if f"in block {block.id}" in error.reason and not error.reason.startswith(said):
            with pytest.raises((FormatError, IndexError, ValueError)):
                bits.item()
                bits.some(1, 1)  # it may have read past the end
                raise AssertionError(error) from None
        raise


def same(data: bytes) -> tuple[list[Record | Abbreviation], str]:
    """What can be read of a stream, in the order in which it is stored, and the error."""
    records: list[Record | Abbreviation] = []
    try:
        for block in read_stream(data).blocks():
            compare(data, block, records)
    except MtlbError as error:
        return records, error.reason
    return records, ""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_golden_modules(path: Path) -> None:
    actual, error = same(bytes(unwrap(path.read_bytes())))
    assert len(actual) > 50 and not error
    random = Random(path.name)
    for _ in range(12):
        changed = mutate(random, Kind.MODULE, [path.read_bytes()])
        try:
            same(bytes(unwrap(changed)))
        except MtlbError:
            continue  # its wrapper


@pytest.mark.parametrize("size", [*range(4, 60), 200, 777])
def test_what_is_cut_off(size: int) -> None:
    """Reading past the end finds zeros."""
    data = bytearray(unwrap(MODULES[0].read_bytes())[: size // 4 * 4])
    if size >= 20:
        data[12:16] = ((len(data) - 16) // 4).to_bytes(4, "little")  # a block that reaches to the end
        assert same(bytes(data))[1]
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
    actual, error = same(written.getvalue())
    assert [(item.code, item.ops) for item in actual if isinstance(item, Record)] == want and not error


@pytest.mark.parametrize("width", [2, 5, 32])
def test_short_records(width: int) -> None:
    """As many numbers as a loop of Python's engine decodes, and more, of one to four chunks and of all that there are,
    at every phase of a byte."""
    written = StreamWriter()
    written.enter_block(8, width)
    want = []
    for count in range(13):
        for chunks in (1, 2, 3, 4, 13):
            values = [(1 << 5 * min(chunks, 1 + number % 13)) - 1 - number for number in range(count)]
            values = [max(value, 0) % 2**64 for value in values]
            written.record(count, values)
            want.append((count, values))
    written.end_block()
    actual, error = same(written.getvalue())
    assert [(item.code, item.ops) for item in actual if isinstance(item, Record)] == want and not error


@given(st.integers(0, 2**64 - 1), st.integers(2, 32), st.integers(0, 40), st.integers(0, 3))
def test_a_number_anywhere(value: int, width: int, before: int, groups: int) -> None:
    """Also with groups at the end that add nothing, and where the data ends with it."""
    written = BitWriter(b"")
    written.emit(0, before)
    written.emit_vbr(value, width)
    end = written.position
    written.align()
    data = written.written(0)
    assert vbr(data, before, width) == (value, end)
    last = end - width
    bits = int.from_bytes(data, "little") & ((1 << end) - 1)
    for group in range(groups):
        bits |= 1 << (last + (group + 1) * width - 1)  # says that another follows
    data = bits.to_bytes(len(data) + 16, "little")
    if (end - before) // width * (width - 1) + (groups - 1) * (width - 1) < 64:
        assert vbr(data, before, width) == (value, end + groups * width)


@pytest.mark.parametrize(("width", "groups"), [(2, 64), (6, 13), (8, 10), (32, 3)])
def test_a_number_of_more_than_64_bits(width: int, groups: int) -> None:
    """Those that it has too many, or groups that follow them and are zeros."""
    ones = ((1 << width * groups) - 1).to_bytes(64, "little")
    for data in (ones, bytes([255] * 64)):
        with pytest.raises(FormatError, match="a number has more than 64 bits"):
            vbr(data, 0, width)


def test_numbers_that_run_past_the_end() -> None:
    written = BitWriter(b"")
    values = [0, 31, 32, 1023, 1024, 2**64 - 1, 7] * 3
    written.emit_numbers(tuple(values))
    size = written.position
    written.align()
    data = written.written(0)
    assert vbr6_array(data, len(values)) == values
    for count, some in ((len(values), data[: size // 8 - 1]), (size, data), (2**70, data)):
        with pytest.raises(FormatError, match="the numbers run past the end"):
            vbr6_array(some, count)


def test_a_record_without_a_code() -> None:
    written = StreamWriter()
    written.enter_block(8, 4)
    written.define_abbreviation(Abbreviation(AbbrevOp(Encoding.ARRAY), AbbrevOp(Encoding.FIXED, 3)))
    written.emit(4, 4)
    written.emit_vbr(0, 6)
    written.end_block()
    assert same(written.getvalue())[1] == "a record has no code in block 8"


def test_the_first_fault_is_told_first() -> None:
    """Records are decoded some at a time, but a fault is raised when those before it were looked at."""
    written = StreamWriter()
    written.enter_block(8, 4)
    for code in range(3):
        written.record(code, [code] * 3)
    written.emit(9, 4)  # an abbreviation that is not defined
    written.end_block()
    (block,) = read_stream(written.getvalue()).blocks()
    items = iter(block.items())
    assert [next(items).code for _ in range(3)] == [0, 1, 2]
    with pytest.raises(MtlbError, match="abbreviation 9 is not defined in block 8"):
        next(items)


# --- writing ---------------------------------------------------------------------------------------------------------

wide = st.integers(0, 2**64 - 1) | st.integers(0, 1100) | st.sampled_from([31, 32, 1023, 1024, 2**62 - 1, 2**62])


class Text:
    """What a writer writes, as a text of 0 and 1, the lowest first."""

    def __init__(self, text: str) -> None:
        self.text = text

    def emit(self, value: int, width: int) -> None:
        self.text += format(value, f"0{width}b")[::-1]

    def emit_vbr(self, value: int, width: int) -> None:
        digits = format(value, "b")[::-1]
        groups = [digits[at : at + width - 1].ljust(width - 1, "0") for at in range(0, len(digits), width - 1)]
        self.text += "1".join(groups) + "0"

    def patch(self, position: int, value: int, width: int) -> None:
        self.text = self.text[:position] + format(value, f"0{width}b")[::-1] + self.text[position + width :]

    def align(self) -> None:
        self.text += "0" * (-len(self.text) % 32)


@given(st.lists(st.tuples(st.integers(2, 32), wide, st.lists(wide, max_size=20)), max_size=12))
@pytest.mark.long
def test_written_bits(rows: list[tuple[int, int, list[int]]]) -> None:
    writer, text = BitWriter(b"BC\xc0\xde"), Text(format(0xDEC04342, "032b")[::-1])
    for width, number, ops in rows:
        for each in (writer, text):
            each.emit(number & ((1 << width) - 1), width)
            each.emit_vbr(number, width)
        place = writer.position
        assert place == len(text.text)
        for each in (writer, text):
            each.emit(0, 64)
        writer.unabbreviated(4, number >> 50, ops)
        writer.emit_numbers(ops)
        text.emit(UNABBREV_RECORD, 4)
        for value in (number >> 50, len(ops), *ops, *ops):
            text.emit_vbr(value, 6)
        for each in (writer, text):
            each.emit(number, 64)
            each.patch(place, number, 64)
        if number & 1:
            data = bytes(4 * (ops[0] & 3 if ops else 0))
            for each in (writer, text):
                each.align()
            writer.append(data)
            text.text += "0" * 8 * len(data)
        if number & 2:
            piece = BitWriter(b"")
            piece.unabbreviated(4, 5, ops)
            writer.append_piece(piece.piece())
            text.emit(UNABBREV_RECORD, 4)
            for value in (5, len(ops), *ops):
                text.emit_vbr(value, 6)
    for each in (writer, text):
        each.align()
    assert writer.position == len(text.text)
    assert int.from_bytes(writer.written(0), "little") == int(text.text[::-1], 2)


@pytest.mark.parametrize("bits", [0, 1, 31, 32, 33, 511, 512, 513, 2000])
@pytest.mark.parametrize("before", [0, 5, 31])
def test_a_piece_of_any_length(bits: int, before: int) -> None:
    value = (1 << bits) - 1
    piece = BitWriter(b"")
    piece.emit(value, bits)
    assert piece.piece() == (value, bits)
    writer = BitWriter(b"")
    writer.emit(0, before)
    writer.append_piece(piece.piece())
    writer.emit(0, 3)
    assert writer.piece() == (value << before, before + bits + 3)


@pytest.mark.parametrize("width", [2, 4, 20, 21, 32])
@pytest.mark.parametrize(("block_id", "inner"), [(8, 4), (127, 7), (128, 4), (8, 8), (1 << 31, 32)])
@pytest.mark.parametrize("words", [0, 1, encoder._MOST_WORDS + 1])
def test_a_block_of_any_width(width: int, block_id: int, inner: int, words: int) -> None:
    """Its header, its end and its length, and the same from its body alone."""
    writer, text, copy = BitWriter(b""), Text(""), BitWriter(b"")
    for each in (writer, text, copy):
        each.emit(3, width)
    start = writer.enter_block(width, block_id, inner)
    writer.emit(5, inner)
    writer.emit_numbers([0] * (32 * words // 6))
    writer.leave_block(inner, start)
    text.emit(ENTER_SUBBLOCK, width)
    text.emit_vbr(block_id, 8)
    text.emit_vbr(inner, 4)
    text.align()
    size = len(text.text)
    text.emit(0, 32)
    assert start == len(text.text) // 8
    text.emit(5, inner)
    text.text += "0" * (32 * words // 6 * 6)
    text.emit(0, inner)
    text.align()
    text.patch(size, (len(text.text) - size) // 32 - 1, 32)
    assert int.from_bytes(writer.written(0), "little") == int(text.text[::-1], 2)
    copy.copy_block(width, block_id, inner, writer.written(start))
    assert copy.written(0) == writer.written(0) and copy.position == writer.position


def test_records_start_where_the_writer_says() -> None:
    records = [(1, [2, 3]), (40, [31, 32, 1023, 1024]), (4, [7] * 40), (5, [])]
    writer, alone = BitWriter(b"BC\xc0\xde"), BitWriter(b"BC\xc0\xde")
    starts = []
    for code, ops in records:
        starts.append(alone.position)
        alone.unabbreviated(4, code, ops)
    assert writer.all_unabbreviated(4, records) == starts
    assert writer.piece() == alone.piece()


def test_a_patch_of_what_was_written_last() -> None:
    """Its last bits may still be pending."""
    writer = BitWriter(b"")
    writer.emit(1, 3)
    writer.emit(0, 40)
    writer.patch(3, 0xABCDEF0123, 40)
    writer.align()
    assert int.from_bytes(writer.written(0), "little") == 1 | 0xABCDEF0123 << 3
    for other in (writer, BitWriter(b"")):
        with pytest.raises(ValueError, match="can't patch 32 bits at bit 60 to 1"):
            other.patch(60, 1, 32)


def test_a_patch_of_whole_words() -> None:
    """Of words at hand and of such that were put away; setting bits twice sets both."""
    writer = BitWriter(b"BC\xc0\xde")
    writer.emit_numbers([0] * (encoder._MOST_WORDS * 6))
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


_SEVEN = AbbrevOp(Encoding.LITERAL, 7)
_ARRAY = AbbrevOp(Encoding.ARRAY)


@pytest.mark.parametrize(
    ("shape", "code", "ops", "said"),
    [
        ([_SEVEN, AbbrevOp(Encoding.FIXED, 32)], 7, [2**32], "4294967296 does not fit in 32 bits"),
        ([_SEVEN, AbbrevOp(Encoding.FIXED, 3)], 7, [8], "8 does not fit in 3 bits"),
        ([_SEVEN, _ARRAY, AbbrevOp(Encoding.FIXED, 7)], 7, [127, 128], "128 does not fit in 7 bits"),
        ([_SEVEN, AbbrevOp(Encoding.CHAR6)], 7, [ord("-")], "the character 45 is not one of [a-zA-Z0-9._]"),
        ([_SEVEN, _ARRAY, AbbrevOp(Encoding.CHAR6)], 7, [97, 300], "the character 300 is not one of [a-zA-Z0-9._]"),
        (
            [_SEVEN, AbbrevOp(Encoding.FIXED, 3)],
            8,
            [1],
            "record 8 has the operand 8, but [literal(7), fixed(3)] requires 7",
        ),
        ([_SEVEN, _SEVEN], 7, [0], "record 7 has the operand 0, but [literal(7), literal(7)] requires 7"),
        (
            [AbbrevOp(Encoding.FIXED, 0), AbbrevOp(Encoding.VBR, 0)],
            0,
            [1],
            "record 0 has the operand 1, but [fixed(0), vbr(0)] requires 0",
        ),
        (
            [_SEVEN, AbbrevOp(Encoding.FIXED, 3)],
            7,
            [],
            "record 7 has 0 operands, its abbreviation [literal(7), fixed(3)] 1",
        ),
        (
            [AbbrevOp(Encoding.VBR, 6), AbbrevOp(Encoding.FIXED, 3)],
            7,
            [1, 2],
            "record 7 has 2 operands, its abbreviation [vbr(6), fixed(3)] 1",
        ),
        ([_SEVEN, AbbrevOp(Encoding.BLOB)], 7, [], "record 7 has no blob for its abbreviation [literal(7), blob]"),
    ],
)
def test_what_does_not_fit(shape: list[AbbrevOp], code: int, ops: list[int], said: str) -> None:
    with pytest.raises(BuildError) as caught:
        BitWriter(b"").abbreviated(4, 4, Abbreviation(*shape), code, ops, None)
    assert str(caught.value) == said


def test_a_number_below_zero() -> None:
    with pytest.raises(ValueError, match="-1 is negative"):
        BitWriter(b"").unabbreviated(4, 1, [3, -1])
