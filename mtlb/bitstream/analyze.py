"""Statistics of a bitstream (sizes and counts of blocks and records) and its dump, as llvm-bcanalyzer prints them.

Names of blocks and records come from the user of the stream; a block or record without a name appears by its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from .codec import UNABBREV_RECORD, Abbreviation, Record
from .stream import Block, Stream

_LONGEST_TEXT: Final = 1 << 16  # characters of a string or blob that a dump prints


@dataclass(frozen=True)
class Names:
    """Names of blocks and records, from the user of the stream: by block id, and by block id and record code."""

    blocks: Mapping[int, str]
    records: Mapping[tuple[int, int], str]

    def block(self, block_id: int) -> str:
        """The name of a block; ``block 77`` for one without."""
        return self.blocks.get(block_id) or f"block {block_id}"

    def record(self, block_id: int, code: int) -> str:
        """The name of a record code inside a block; its number for one without."""
        return self.records.get((block_id, code)) or str(code)


@dataclass
class RecordStatistics:
    """All records of one code in blocks of one id."""

    name: str
    count: int = 0
    bits: int = 0
    abbreviated: int = 0


@dataclass
class BlockStatistics:
    """All blocks of one id. `bits` are their own: header, records, definitions and padding, without child blocks."""

    id: int
    name: str
    instances: int = 0
    bits: int = 0
    children: int = 0
    definitions: int = 0
    records: dict[int, RecordStatistics] = field(default_factory=dict)

    @property
    def histogram(self) -> list[RecordStatistics]:
        """The records, the most frequent first."""
        return sorted(self.records.values(), key=lambda record: -record.count)

    @property
    def record_count(self) -> int:
        """How many records the blocks have."""
        return sum(record.count for record in self.records.values())

    @property
    def abbreviated_count(self) -> int:
        """How many of them are abbreviated."""
        return sum(record.abbreviated for record in self.records.values())


@dataclass
class Analysis:
    """The statistics of one stream or several: by block id, in the order of the ids."""

    bits: int = 0
    streams: int = 0
    top_level_blocks: int = 0
    blocks: dict[int, BlockStatistics] = field(default_factory=dict)


def analyze(streams: Iterable[Stream], names: Names) -> Analysis:
    """Statistics over all of `streams`. Raises FormatError if one is malformed."""
    result = Analysis()
    for stream in streams:
        result.streams += 1
        result.bits += len(stream.data) * 8
        work = stream.blocks()
        result.top_level_blocks += len(work)
        while work:
            work += _count(result, work.pop(), names)
    result.blocks = dict(sorted(result.blocks.items()))
    return result


def _count(result: Analysis, block: Block, names: Names) -> list[Block]:
    """Add one block to the statistics; returns its children, which are not counted yet."""
    statistics = result.blocks.setdefault(block.id, BlockStatistics(block.id, names.block(block.id)))
    statistics.instances += 1
    statistics.bits += 8 * block.size + block.header_bits
    children: list[Block] = []
    for item, bits in block.sized_items():
        if isinstance(item, Abbreviation):
            statistics.definitions += 1
        elif isinstance(item, Block):
            statistics.bits -= 8 * item.size + item.header_bits
            children.append(item)
        else:
            record = statistics.records.get(item.code)
            if record is None:
                name = names.record(block.id, item.code)
                record = statistics.records[item.code] = RecordStatistics(name)
            record.count += 1
            record.bits += bits
            record.abbreviated += item.abbreviation != UNABBREV_RECORD
    statistics.children += len(children)
    return children


def dump(stream: Stream, names: Names) -> Iterator[str]:
    """The stream as text: a line per record and per start and end of a block, indented by depth."""
    for block in stream.blocks():
        yield from _dump(block, names)


def _dump(block: Block, names: Names) -> Iterator[str]:
    margin = "  " * block.depth
    name = names.block(block.id).replace(" ", "")
    yield f"{margin}<{name} NumWords={block.size // 4} BlockCodeSize={block.abbrev_width}>"
    for item in block.items():
        if isinstance(item, Block):
            yield from _dump(item, names)
        elif isinstance(item, Record):
            yield f"{margin}  {_record(names.record(block.id, item.code), item)}"
        else:
            yield f"{margin}  <DEFINE_ABBREV {item!r}/>"
    yield f"{margin}</{name}>"


def _record(name: str, record: Record) -> str:
    head = name if not name.isdigit() else f"UnknownCode{name}"
    if record.abbreviation != UNABBREV_RECORD:
        head += f" abbrevid={record.abbreviation}"
    ops = "".join(f" op{index}={value}" for index, value in enumerate(record.ops))
    line = f"<{head}{ops}/>"
    if record.blob is not None:
        return f"{line} blob data = {_text(record.blob)}"
    if len(record.ops) > 2 and all(0x20 <= value < 0x7F for value in record.ops):
        return f"{line} record string = {_text(record.ops)}"
    return line


def _text(data: Iterable[int]) -> str:
    """Printable bytes as they are, others as escapes, in quotes; long ones are cut."""
    shown = bytes(data)
    cut = "..." if len(shown) > _LONGEST_TEXT else ""
    characters = [chr(b) if 0x20 <= b < 0x7F and b not in b"'\\" else f"\\x{b:02x}" for b in shown[:_LONGEST_TEXT]]
    return f"'{''.join(characters)}'{cut}"
