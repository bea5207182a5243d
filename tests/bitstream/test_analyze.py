"""Statistics and text of bitstreams."""

from __future__ import annotations

from mtlb.bitcode.codes import BlockId, ModuleCode
from mtlb.bitcode.names import NAMES
from mtlb.bitstream.analyze import analyze, dump
from mtlb.bitstream.codec import Abbreviation, AbbrevOp, Encoding
from mtlb.bitstream.stream import read_stream
from mtlb.bitstream.writer import StreamWriter
from mtlb.ir import InstCode

ARRAY_OF_TEXT = Abbreviation(
    AbbrevOp(Encoding.LITERAL, ModuleCode.SOURCE_FILENAME),
    AbbrevOp(Encoding.ARRAY),
    AbbrevOp(Encoding.CHAR6),
)
BLOB = Abbreviation(AbbrevOp(Encoding.LITERAL, 1), AbbrevOp(Encoding.BLOB))


def sample() -> bytes:
    writer = StreamWriter()
    writer.enter_block(BlockId.MODULE, 3)
    writer.record(ModuleCode.VERSION, [2])
    writer.record(ModuleCode.TRIPLE, b"air64")
    writer.record(ModuleCode.SOURCE_FILENAME, b"k", writer.define_abbreviation(ARRAY_OF_TEXT))
    for _ in range(3):
        writer.enter_block(BlockId.FUNCTION, 4)
        writer.record(InstCode.DECLAREBLOCKS, [1])
        writer.end_block()
    writer.record(99, [1])
    writer.end_block()
    writer.enter_block(77, 3)
    writer.record(1, [], writer.define_abbreviation(BLOB), b"a'\n")
    writer.end_block()
    return writer.getvalue()


def test_every_bit_is_counted_once() -> None:
    stream = read_stream(sample())
    analysis = analyze([stream], NAMES)
    blocks = analysis.blocks
    assert (analysis.streams, analysis.top_level_blocks, analysis.bits) == (1, 2, len(sample()) * 8)
    assert list(blocks) == [BlockId.MODULE, BlockId.FUNCTION, 77]
    # The magic and the abbreviation ids that enter the two blocks at the top belong to no block.
    assert sum(block.bits for block in blocks.values()) == analysis.bits - 32 - 2 * 2
    module, function, unknown = blocks.values()
    assert (module.instances, module.children, module.definitions, module.record_count) == (1, 3, 1, 4)
    assert (function.instances, function.record_count, function.name) == (3, 3, "FUNCTION")
    assert unknown.name == "block 77"


def test_records_are_measured() -> None:
    module = analyze([read_stream(sample())], NAMES).blocks[BlockId.MODULE]
    # Abbreviation id (3 bits), code and count (VBR6 each), operands (VBR6; a letter takes two chunks).
    assert module.records[ModuleCode.VERSION].bits == 3 + 6 + 6 + 6
    assert module.records[ModuleCode.TRIPLE].bits == 3 + 6 + 6 + 5 * 12
    name = module.records[ModuleCode.SOURCE_FILENAME]
    assert (name.bits, name.count, name.abbreviated) == (3 + 6 + 6, 1, 1)
    assert module.abbreviated_count == 1
    assert [record.name for record in module.histogram][-1] == "99"


def test_the_dump_names_what_it_knows() -> None:
    lines = list(dump(read_stream(sample()), NAMES))
    assert lines[0].startswith("<MODULE NumWords=") and lines[0].endswith("BlockCodeSize=3>")
    assert lines[1:5] == [
        "  <VERSION op0=2/>",
        "  <TRIPLE op0=97 op1=105 op2=114 op3=54 op4=52/> record string = 'air64'",
        "  <DEFINE_ABBREV [literal(16), array, char6]/>",
        "  <SOURCE_FILENAME abbrevid=4 op0=107/>",
    ]
    assert lines[5:8] == ["  <FUNCTION NumWords=1 BlockCodeSize=4>", "    <DECLAREBLOCKS op0=1/>", "  </FUNCTION>"]
    assert "  <UnknownCode99 op0=1/>" in lines
    assert "  <UnknownCode1 abbrevid=4/> blob data = 'a\\x27\\x0a'" in lines


def test_names_of_records_depend_on_the_block() -> None:
    assert NAMES.record(BlockId.METADATA, 3) == "NODE"
    assert NAMES.record(BlockId.FUNCTION, 3) == "CAST"
    assert NAMES.record(BlockId.STRTAB, 1) == "BLOB"
    assert NAMES.record(77, 3) == "3"
