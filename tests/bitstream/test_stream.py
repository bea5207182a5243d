"""The bitstream: every encoding there and back, laziness, and malformed streams."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mtlb.base.errors import BuildError, FormatError, MtlbError
from mtlb.bitstream.codec import BLOCKINFO, MAGIC, UNABBREV_RECORD, Abbreviation, AbbrevOp, Encoding, Record
from mtlb.bitstream.stream import Block, Stream, read_stream
from mtlb.bitstream.wrapper import unwrap
from mtlb.bitstream.writer import StreamWriter, write_stream

CHAR6 = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"
MODULE, CONSTANTS = 8, 11

numbers = st.one_of(st.integers(0, 40), st.integers(0, 2**32 - 1), st.integers(0, 2**64 - 1))
widths = st.integers(1, 32)


def literal(value: int) -> AbbrevOp:
    return AbbrevOp(Encoding.LITERAL, value)


@st.composite
def scalars(draw: st.DrawFn) -> tuple[AbbrevOp, st.SearchStrategy[int]]:
    """An operand of an abbreviation, and the values that fit it."""
    kind = draw(st.sampled_from([Encoding.LITERAL, Encoding.FIXED, Encoding.VBR, Encoding.CHAR6]))
    if kind is Encoding.LITERAL:
        value = draw(numbers)
        return literal(value), st.just(value)
    if kind is Encoding.FIXED:
        width = draw(st.integers(0, 32))
        return AbbrevOp(kind, width), st.integers(0, 2**width - 1)
    if kind is Encoding.VBR:
        return AbbrevOp(kind, draw(st.integers(2, 32))), numbers
    return AbbrevOp(kind), st.sampled_from(list(CHAR6))


@st.composite
def records(draw: st.DrawFn) -> tuple[Abbreviation | None, Record]:
    """A record, and the abbreviation it is written with (None: unabbreviated)."""
    if draw(st.booleans()):
        return None, Record(draw(st.integers(0, 200)), draw(st.lists(numbers, max_size=40)))
    operands = [draw(scalars()) for _ in range(draw(st.integers(1, 5)))]
    values = [draw(values) for _, values in operands]
    shape = [operand for operand, _ in operands]
    blob = None
    tail = draw(st.sampled_from(["", "array", "blob"]))
    if tail == "array":
        element, fitting = draw(scalars().filter(lambda s: s[0].encoding is not Encoding.LITERAL and s[0] != (1, 0)))
        shape += [AbbrevOp(Encoding.ARRAY), element]
        values += draw(st.lists(fitting, max_size=40))
    elif tail == "blob":
        shape.append(AbbrevOp(Encoding.BLOB))
        blob = draw(st.binary(max_size=40))
    return Abbreviation(*shape), Record(values[0], values[1:], 0, blob)


def write_all(writer: StreamWriter, rows: list[tuple[Abbreviation | None, Record]]) -> list[Record]:
    """Write the records into the open block; each as it must be read back."""
    expected = []
    for abbreviation, row in rows:
        number = UNABBREV_RECORD if abbreviation is None else writer.define_abbreviation(abbreviation)
        writer.record(row.code, row.ops, number, row.blob)
        expected.append(Record(row.code, row.ops, number, row.blob))
    return expected


@settings(max_examples=200)
@given(st.lists(records(), max_size=8), st.lists(records(), max_size=4), st.integers(4, 8))
@pytest.mark.long
def test_what_is_written_is_read(outer: list, inner: list, width: int) -> None:
    writer = StreamWriter()
    writer.enter_block(MODULE, width)
    before = write_all(writer, outer)
    writer.enter_block(CONSTANTS, width)
    inside = write_all(writer, inner)
    writer.end_block()
    writer.record(1, [2])
    writer.end_block()
    data = writer.getvalue()
    stream = read_stream(data)
    (module,) = stream.blocks()
    items = [item for item in module.items() if not isinstance(item, Abbreviation)]
    child = items.pop(-2)
    assert isinstance(child, Block) and child.id == CONSTANTS and child.abbrev_width == width
    assert items == [*before, Record(1, [2])]
    assert [item for item in child.items() if isinstance(item, Record)] == inside
    assert list(module.records()) == [(r.code, r.ops) for r in items if isinstance(r, Record)]
    assert write_stream(stream) == data


def many_records(chance: random.Random, count: int) -> list[tuple[Abbreviation | None, Record]]:
    """Records of every shape, short and long ones, around the counts of numbers that are decoded together."""

    def number() -> int:
        return chance.getrandbits(chance.choice((1, 4, 5, 6, 12, 32, 64)))

    def values(operand: AbbrevOp, count: int) -> list[int]:
        kind, width = operand
        if kind is Encoding.FIXED:
            return [chance.getrandbits(width) if width else 0 for _ in range(count)]
        return chance.choices(CHAR6, k=count) if kind is Encoding.CHAR6 else [number() for _ in range(count)]

    def operand() -> AbbrevOp:
        kind = chance.choice((Encoding.FIXED, Encoding.VBR, Encoding.CHAR6))
        width = {Encoding.FIXED: chance.choice((1, 6, 8, 13, 32)), Encoding.VBR: chance.choice((2, 6, 8, 32))}
        return AbbrevOp(kind, width.get(kind, 0))

    result: list[tuple[Abbreviation | None, Record]] = []
    for _ in range(count):
        long = chance.choice((0, 1, 5, 8, 9, 20, 21, 31, 32, 700))
        if chance.random() < 0.4:
            result.append((None, Record(number(), [number() for _ in range(long)])))
            continue
        shape = [operand() for _ in range(chance.choice((1, 3, 200)))]
        ops = [value for o in shape for value in values(o, 1)]
        blob = None
        if chance.random() < 0.5:
            element = operand()
            shape += [AbbrevOp(Encoding.ARRAY), element]
            ops += values(element, long)
        elif chance.random() < 0.5:
            shape.append(AbbrevOp(Encoding.BLOB))
            blob = chance.randbytes(long * 3)
        result.append((Abbreviation(*shape), Record(ops[0], ops[1:], 0, blob)))
    return result


@pytest.mark.parametrize("width", [9, 17, 32])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.long
def test_records_of_every_shape_come_back(width: int, seed: int) -> None:
    chance = random.Random(seed)
    writer = StreamWriter()
    writer.enter_block(MODULE, width)
    expected = []
    for _ in range(3):
        expected.append(write_all(writer, many_records(chance, 40)))
        writer.enter_block(CONSTANTS, width)
        expected.append(write_all(writer, many_records(chance, 20)))
        writer.end_block()
    writer.end_block()
    data = writer.getvalue()
    stream = read_stream(data)
    (module,) = stream.blocks()
    items = module.items()
    for outer, inner in zip(expected[::2], expected[1::2], strict=True):
        actual: list[Record] = []
        for item in items:
            if isinstance(item, Block):
                assert [i for i in item.items() if isinstance(i, Record)] == inner
                break
            if isinstance(item, Record):
                actual.append(item)
        assert actual == outer
    assert list(items) == []
    assert write_stream(stream) == data
    sizes = list(module.sized_items())
    assert [item for item, _ in sizes if isinstance(item, Record)] == [row for rows in expected[::2] for row in rows]
    left = module.size * 8 - sum(bits for _, bits in sizes)
    assert width <= left < width + 32  # END_BLOCK and its padding


@pytest.mark.parametrize(("before", "after"), [(0, 0), (3, 1), (200, 70)])
def test_groups_are_the_items_with_records_in_lists(before: int, after: int) -> None:
    writer = StreamWriter()
    writer.enter_block(MODULE, 3)
    for number in range(before):
        writer.record(1, [number])
    writer.define_abbreviation(Abbreviation(literal(4), AbbrevOp(Encoding.VBR, 8)))
    writer.enter_block(CONSTANTS, 4)
    writer.end_block()
    for number in range(after):
        writer.record(2, [number])
    writer.end_block()
    (module,) = read_stream(writer.getvalue()).blocks()
    groups = list(module.groups())
    flat = [item for group in groups for item in (group if isinstance(group, list) else [group])]
    assert [item if isinstance(item, Record) else type(item) for item in flat] == [
        item if isinstance(item, Record) else type(item) for item in module.items()
    ]
    assert [record.ops for group in groups if isinstance(group, list) for record in group] == [
        [number] for count in (before, after) for number in range(count)
    ]
    assert all(group for group in groups if isinstance(group, list))


def test_blockinfo_gives_abbreviations_to_the_blocks_it_names() -> None:
    writer = StreamWriter()
    writer.enter_block(MODULE, 3)
    writer.enter_block(BLOCKINFO, 2)
    writer.set_block(CONSTANTS)
    number = writer.define_abbreviation(Abbreviation(literal(4), AbbrevOp(Encoding.VBR, 8)))
    writer.end_block()
    writer.enter_block(CONSTANTS, 4)
    writer.record(4, [300], number)
    writer.end_block()
    writer.end_block()
    data = writer.getvalue()
    stream = read_stream(data)
    assert list(stream.blocks()[0].blocks()[1].records()) == [(4, [300])]
    assert write_stream(stream) == data


def test_patching_sets_bits_anywhere() -> None:
    writer = StreamWriter()
    writer.enter_block(MODULE, 3)
    number = writer.define_abbreviation(
        Abbreviation(
            literal(13),
            AbbrevOp(Encoding.FIXED, 3),
            AbbrevOp(Encoding.FIXED, 32),
            AbbrevOp(Encoding.FIXED, 32),
        )
    )
    writer.record(13, [5, 0, 0], number)
    position = writer.position - 64
    writer.record(1, list(range(200)))
    writer.patch(position, 0xDEADBEEF)
    writer.patch(position + 32, 0x12345678)
    writer.end_block()
    block = read_stream(writer.getvalue()).blocks()[0]
    assert next(block.records()) == (13, [5, 0xDEADBEEF, 0x12345678])


def test_offsets_count_from_the_start_of_the_file() -> None:
    writer = StreamWriter()
    writer.enter_block(MODULE, 3)
    writer.record(1, [2])
    writer.end_block()
    block = read_stream(writer.getvalue(), base=1000).blocks()[0]
    assert (block.offset, block.size, block.record_offset(0)) == (1012, 4, 1012)


def test_a_block_that_is_not_decoded_may_be_broken() -> None:
    data = bytearray(MAGIC)
    data += bytes([1 | MODULE << 2 & 0xFF, 0x0C, 0, 0]) + (1).to_bytes(4, "little") + b"\xff\xff\xff\xff"
    stream = read_stream(bytes(data))
    assert stream.blocks()[0].id == MODULE
    with pytest.raises(FormatError) as caught:
        stream.blocks()[0].blocks()
    assert caught.value.offset is not None and 12 <= caught.value.offset <= 16


@pytest.mark.parametrize(
    "operands",
    [
        [],
        [AbbrevOp(Encoding.ARRAY)],
        [literal(1), AbbrevOp(Encoding.FIXED, 33)],
        [literal(1), AbbrevOp(Encoding.VBR, 1)],
        [literal(1), AbbrevOp(Encoding.ARRAY), AbbrevOp(Encoding.FIXED, 0)],
        [literal(1), AbbrevOp(Encoding.ARRAY), literal(0)],
        [literal(1), AbbrevOp(Encoding.ARRAY), AbbrevOp(Encoding.BLOB)],
        [literal(1), AbbrevOp(Encoding.BLOB), AbbrevOp(Encoding.FIXED, 1)],
        [literal(1), AbbrevOp(Encoding.ARRAY), AbbrevOp(Encoding.CHAR6), AbbrevOp(Encoding.FIXED, 1)],
    ],
)
def test_abbreviations_of_no_use_are_refused(operands: list[AbbrevOp]) -> None:
    with pytest.raises(ValueError, match=r"abbreviation|elements of an array"):
        Abbreviation(*operands)


@pytest.mark.parametrize(
    ("abbreviation", "ops"),
    [
        (Abbreviation(literal(4), AbbrevOp(Encoding.FIXED, 3)), [8]),
        (Abbreviation(literal(4), literal(1)), [2]),
        (Abbreviation(literal(4), AbbrevOp(Encoding.CHAR6)), [ord("-")]),
        (Abbreviation(literal(4), AbbrevOp(Encoding.FIXED, 3)), []),
        (Abbreviation(literal(4), AbbrevOp(Encoding.FIXED, 3)), [1, 2]),
        (Abbreviation(literal(4), AbbrevOp(Encoding.BLOB)), []),
    ],
)
def test_a_record_must_fit_its_abbreviation(abbreviation: Abbreviation, ops: list[int]) -> None:
    writer = StreamWriter()
    writer.enter_block(MODULE, 3)
    number = writer.define_abbreviation(abbreviation)
    with pytest.raises(BuildError):
        writer.record(4, ops, number)


def malformed(body: StreamWriter) -> bytes:
    """What `body` holds, as the body of a block whose length is right."""
    inside = body.getvalue()
    head = StreamWriter()
    head.enter_block(MODULE, 3)
    head.end_block()
    return head.getvalue()[:8] + (len(inside) // 4).to_bytes(4, "little") + inside


def emitter(*fields: tuple[int, int]) -> StreamWriter:
    writer = StreamWriter(magic=b"")
    for value, width in fields:
        writer.emit(value, width)
    return writer


MALFORMED = {
    "no END_BLOCK": emitter((3, 3), (1, 6), (0, 6), (3, 3), (1, 6), (0, 6)),
    "unknown abbreviation": emitter((7, 3), (0, 29)),
    "operand count": emitter((3, 3), (1, 6), (63, 6), (63, 6), (63, 6), (31, 6), (0, 8)),
    "endless number": emitter((3, 3), (1, 6), (1, 6), *[(63, 6)] * 40),
    "endless definition": emitter((2, 3), *[(31, 5)] * 40),
    "unknown encoding": emitter((2, 3), (1, 5), (0, 1), (7, 3), (0, 20)),
    "literal array": emitter((2, 3), (3, 5), (1, 1), (1, 8), (0, 1), (3, 3), (1, 1), (0, 8), (0, 6)),
    "nested block beyond the end": emitter((1, 3), (11, 8), (4, 4), (0, 17), (1000, 32)),
    "header at the end": emitter((1, 3), (11, 8), (4, 4), (0, 17)),
    "width 0": emitter((1, 3), (11, 8), (0, 4), (0, 17), (0, 32)),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_bodies_name_the_byte(name: str) -> None:
    stream = read_stream(malformed(MALFORMED[name]), base=0x100)
    with pytest.raises(FormatError) as caught:
        walk(stream)
    assert caught.value.offset is not None and caught.value.offset >= 0x100


def test_nesting_is_bounded() -> None:
    body = b""
    for _ in range(500):
        inner = StreamWriter(magic=b"")
        inner.enter_block(MODULE, 2)
        inner.end_block()
        head = inner.getvalue()[:4]
        body = head + (len(body) // 4 + 1).to_bytes(4, "little") + body + bytes(4)
    with pytest.raises(FormatError, match="nested"):
        walk(read_stream(MAGIC + body))


def test_literals_cannot_multiply() -> None:
    """Two bits may not be thousands of operands."""
    writer = StreamWriter()
    writer.enter_block(MODULE, 3)
    number = writer.define_abbreviation(Abbreviation(*[literal(7)] * 2000))
    for _ in range(2000):
        writer.record(7, [7] * 1999, number)
    writer.end_block()
    with pytest.raises(FormatError, match="literals"):
        walk(read_stream(writer.getvalue()))


@pytest.mark.parametrize("data", [b"", b"BC", b"BC\xc0\xdd1234", b"XX\xc0\xde"])
def test_what_is_no_bitcode_is_refused(data: bytes) -> None:
    with pytest.raises(FormatError, match="magic"):
        read_stream(data)


def walk(stream: Stream) -> None:
    work = stream.blocks()
    while work:
        block = work.pop()
        for item in block.items():
            if isinstance(item, Block):
                work.append(item)


def sample() -> bytes:
    writer = StreamWriter()
    writer.enter_block(MODULE, 3)
    number = writer.define_abbreviation(Abbreviation(literal(9), AbbrevOp(Encoding.ARRAY), AbbrevOp(Encoding.CHAR6)))
    for i in range(20):
        writer.record(i, list(range(i)))
        writer.record(9, b"some_text", number)
        writer.enter_block(CONSTANTS, 4)
        writer.record(4, [i])
        writer.end_block()
    writer.end_block()
    return writer.getvalue()


def test_damaged_streams_end_in_our_errors() -> None:
    data = sample()
    chance = random.Random(4)
    for _ in range(400):
        broken = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            walk(read_stream(bytes(broken[: chance.randrange(len(broken)) if chance.random() < 0.3 else None])))
        except MtlbError as error:
            assert error.offset is not None and error.offset <= len(data)


@pytest.mark.corpus
def test_real_modules_come_back(corpus_modules: list[Path]) -> None:
    for path in corpus_modules[::4]:
        data = unwrap(path.read_bytes())
        assert write_stream(read_stream(data)) == data, path
