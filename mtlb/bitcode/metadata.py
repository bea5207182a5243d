"""A METADATA block, of the module or of a function: read and written. Also METADATA_KIND and attachments.

`metadata_schema` of mtlb.ir has the operands of debug-info records. Sources: LLVM's MetadataLoader.cpp and
BitcodeWriter.cpp.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache, partial
from typing import Final

from ..base.errors import BuildError, FormatError, MtlbError, UnsupportedError
from ..base.strings import string_from_bytes, string_to_bytes
from ..bitstream.codec import UNABBREV_RECORD
from ..bitstream.decoder import vbr6_array
from ..bitstream.encoder import BitWriter
from ..bitstream.recent import Met
from ..bitstream.stream import Block, ItemDecoder, known_records
from ..bitstream.writer import block_body
from ..ir import (
    Constant,
    ConstantAsMetadata,
    ConstantCode,
    GlobalValue,
    LocalAsMetadata,
    MDField,
    MDNode,
    MDString,
    Metadata,
    MetadataCode,
    Schema,
    TypeCode,
    metadata_schema,
)
from .blocks import blame, each
from .codes import BlockId
from .decoding import build_in_order, characters
from .enumerate import FunctionMetadata
from .records._metadata import (
    GlobalDeclAttachmentRecord,
    StringsRecord,
    read_global_decl_attachment,
    read_kind,
    read_strings,
    read_value,
    write_global_decl_attachment,
    write_kind,
    write_strings,
    write_value,
)
from .state import ReadState
from .write_state import ARRAY, BLOB, WriteState, fixed, literal, vbr

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_ARG_LIST: Final = MetadataCode.ARG_LIST
_DISTINCT_NODE: Final = MetadataCode.DISTINCT_NODE
_GENERIC_DEBUG: Final = MetadataCode.GENERIC_DEBUG
_GLOBAL_DECL_ATTACHMENT: Final[int] = MetadataCode.GLOBAL_DECL_ATTACHMENT
_INDEX: Final[int] = MetadataCode.INDEX
_INDEX_OFFSET: Final[int] = MetadataCode.INDEX_OFFSET
_KIND: Final[int] = MetadataCode.KIND
_LOCATION: Final = MetadataCode.LOCATION
_NAME: Final[int] = MetadataCode.NAME
_NAMED_NODE: Final[int] = MetadataCode.NAMED_NODE
_NODE: Final = MetadataCode.NODE
_STRINGS: Final[int] = MetadataCode.STRINGS
_STRING_OLD: Final[int] = MetadataCode.STRING_OLD
_VALUE: Final[int] = MetadataCode.VALUE

# A METADATA block gets an index if it has more nodes than this (LLVM's -bitcode-mdindex-threshold).
_INDEX_THRESHOLD: Final = 25
_ABBREVIATED: Final = (_LOCATION, _GENERIC_DEBUG)
_Rows = list[tuple[int, list[int]]]  # codes and operands of records
_AT_ONCE: Final = 256  # records that are written together: their operands take more memory than their bits
_OTHERS: Final = frozenset(
    {
        MetadataCode.STRINGS,
        MetadataCode.STRING_OLD,
        MetadataCode.VALUE,
        MetadataCode.NAME,
        MetadataCode.NAMED_NODE,
        MetadataCode.KIND,
        MetadataCode.GLOBAL_DECL_ATTACHMENT,
        MetadataCode.INDEX_OFFSET,
        MetadataCode.INDEX,
    }
)
_NODE_CODE: Final = int(MetadataCode.NODE)
_KNOWN_SIZE: Final = 1 << 13  # bytes of strings
_met: Final = Met(1 << 11)  # the strings of modules
_NODES: Final = {int(code): code for code in MetadataCode if code not in _OTHERS}
_TUPLES: Final = frozenset(
    {MetadataCode.NODE, MetadataCode.DISTINCT_NODE, MetadataCode.OLD_NODE, MetadataCode.OLD_FN_NODE}
)
_OLD_TUPLES: Final = frozenset({MetadataCode.OLD_NODE, MetadataCode.OLD_FN_NODE})
# LLVM 21 and later write sizes and offsets of types as metadata: the flag in the version, the places in the record.
_SIZES_AS_METADATA: Final = {
    MetadataCode.BASIC_TYPE: (1, (3,)),
    MetadataCode.DERIVED_TYPE: (1, (7, 9)),
    MetadataCode.COMPOSITE_TYPE: (2, (7, 9)),
}
_IMPLICIT: Final = 5  # fields of a LOCATION that says whether its code is implicit


def _schema(code: MetadataCode, version: int, length: int) -> Schema:
    schema = metadata_schema(code, version, length)
    if schema is None:
        raise UnsupportedError(f"metadata record {code.name}")
    return schema


def attachments_of(state: ReadState, ops: Sequence[int]) -> tuple[tuple[int, MDNode], ...]:
    """The attachments of (kind, id of a node) pairs. Raises FormatError."""
    if len(ops) % 2:
        raise FormatError("a metadata attachment has a kind without a node")
    return tuple([(ops[at], state.node(ops[at + 1])) for at in range(0, len(ops), 2)])


def read_kinds(block: Block) -> tuple[tuple[int, str], ...]:
    """The metadata kinds of a METADATA_KIND block: number and name."""
    kinds: list[tuple[int, str]] = []

    def record(code: int, ops: list[int]) -> None:
        if code == _KIND:
            kind = read_kind(ops)
            kinds.append((kind.number, kind.name))

    each(block, record)
    return tuple(kinds)


def _texts(blob: bytes, count: int, offset: int) -> list[str]:
    """The strings of a STRINGS record: at `offset` their characters, before it their sizes."""
    texts: list[str] = []
    at = offset
    for size in vbr6_array(blob[:offset], count):
        if at + size > len(blob):
            raise FormatError("the characters of the metadata strings run out")
        texts.append(string_from_bytes(blob[at : at + size]))
        at += size
    return texts


@lru_cache(maxsize=128)
def _known_texts(blob: bytes, count: int, offset: int) -> tuple[str, ...]:
    """The same for strings that many modules have alike."""
    return tuple(_texts(blob, count, offset))


class MetadataReader:
    """One METADATA block, of the module or of a function: its ids continue from those already read."""

    def __init__(self, state: ReadState, block: Block, *, in_function: bool = False) -> None:
        self.state = state
        self.context = state.context
        self.block = block
        self.in_function = in_function
        self.first = len(state.metadata)
        self.metadata = state.metadata  # by id; None while pending
        self.records: dict[int, tuple[MetadataCode, list[int]]] = {}  # of the nodes
        self.unfilled: list[tuple[int, MDNode]] = []  # nodes that got their object before their fields
        self.name: str | None = None  # of the named metadata that follows
        self.names: list[tuple[str, list[int]]] = []
        self.attachments: list[GlobalDeclAttachmentRecord] = []
        # locals whose instruction is still to be read: (metadata, value id)
        self.forward: list[tuple[LocalAsMetadata, int]] = []

    def read(self) -> None:
        """Append the block's metadata to `state.metadata`; name and attach it. Raises FormatError, UnsupportedError."""
        metadata = self.metadata
        records = known_records(self.block)
        if records is not None:
            for index, record in enumerate(records):
                self.take(index, record.code, record.ops, record.blob)
        else:
            index = 0
            decoder = ItemDecoder(self.block)
            reader = decoder.reader
            while True:
                while reader.step():
                    self.take(index, reader.code, reader.ops, reader.blob)
                    index += 1
                if decoder.other() is None:
                    break
        try:
            waiting: list[int] = []  # for nodes that come after them
            for number in self.records:
                if metadata[number] is None:
                    self.build(number)
                    if metadata[number] is None:
                        waiting.append(number)
            if waiting:
                build_in_order(waiting, self.operand_ids, lambda n: metadata[n] is None, self.build, self.break_cycle)
            for number, unfilled in self.unfilled:
                unfilled.fields = self.fields(number) or ()
            self.finish()
        except MtlbError as error:
            if error.offset is None:
                error.offset = self.block.offset
            raise

    def take(self, index: int, code: int, ops: list[int], blob: bytes | None) -> None:
        """Take the record of this index."""
        try:
            if code == _NODE_CODE:  # most are
                fields = self.known_fields(ops)
                if fields is None:
                    self.records[len(self.metadata)] = _NODE, ops
                    self.metadata.append(None)
                else:
                    self.metadata.append(self.context.node(_NODE, fields))
            else:
                self.record(code, ops, blob)
        except MtlbError as error:
            raise blame(self.block, index, error) from None

    def record(self, code: int, ops: list[int], blob: bytes | None) -> None:
        """Take a record, but for a tuple whose operands have all been read. Nodes are made after the last record."""
        node = _NODES.get(code)
        if node is not None:
            self.node_record(node, ops)
        elif code == _STRINGS:
            if len(ops) > 2:
                raise FormatError(f"METADATA_STRINGS record of {len(ops)} operands")
            self.strings(read_strings(ops), blob)
        elif code == _STRING_OLD:
            self.metadata.append(self.context.string(characters(ops)))
        elif code == _VALUE:
            record = read_value(ops)
            self.metadata.append(self.value(record.type, record.value))
        elif code == _NAME:
            self.name = characters(ops)
        elif code == _NAMED_NODE:
            if self.name is None:
                raise FormatError("NAMED_NODE without a preceding NAME record")
            self.names.append((self.name, ops))
            self.name = None
        elif code == _KIND:
            kind = read_kind(ops)
            self.state.module.metadata_kinds.append((kind.number, kind.name))
        elif code == _GLOBAL_DECL_ATTACHMENT:
            self.attachments.append(read_global_decl_attachment(ops))
        elif code != _INDEX_OFFSET and code != _INDEX:  # these are recomputed
            raise UnsupportedError(f"metadata record of unknown code {code}")

    def known_fields(self, ops: list[int]) -> tuple[MDField, ...] | None:
        """The fields of a tuple; None if one of them is not made yet."""
        metadata, count = self.metadata, len(self.metadata)
        fields: list[MDField] = []
        for op in ops:
            if not op:
                fields.append(None)
                continue
            field = metadata[op - 1] if op <= count else None
            if field is None:
                return None
            fields.append(field)
        return tuple(fields)

    def strings(self, record: StringsRecord, blob: bytes | None) -> None:
        """All strings of the block."""
        count, offset = record
        if blob is None or offset > len(blob) or count > offset * 8 // 6:
            raise FormatError(f"{count} metadata strings do not fit their record")
        texts = _known_texts(blob, count, offset) if len(blob) <= _KNOWN_SIZE else _texts(blob, count, offset)
        context = self.context
        self.metadata += [context.string(text) for text in texts]

    def value(self, type_number: int, number: int) -> Metadata:
        """The value of an id as metadata; in a function it may be defined later."""
        values = self.state.values
        if number >= len(values):
            if not self.in_function:
                raise FormatError(f"metadata refers to value {number} of {len(values)}")
            type_ = self.state.type(type_number)
            local = LocalAsMetadata(self.context.constant(type_, ConstantCode.UNDEF))
            self.forward.append((local, number))
            return local
        value = values[number]
        if isinstance(value, (Constant, GlobalValue)):
            return self.context.value_metadata(value)
        return LocalAsMetadata(value)

    def node_record(self, code: MetadataCode, ops: list[int]) -> None:
        """Keep the record of a node; a distinct one exists before its operands do."""
        distinct = code is _DISTINCT_NODE
        if code in _OLD_TUPLES:
            if len(ops) % 2:
                raise FormatError("a metadata node with an incomplete operand")
        elif code not in _TUPLES and code is not _ARG_LIST:
            if not ops:
                raise FormatError("a metadata node without operands")
            _schema(code, ops[0] >> 1, len(ops) - 1)
            distinct = bool(ops[0] & 1)
            if code in _SIZES_AS_METADATA:
                ops = self.with_numbers(code, ops)
        place = len(self.metadata)
        self.records[place] = (code, ops)
        self.metadata.append(self.empty_node(place, distinct=True) if distinct else None)

    def with_numbers(self, code: MetadataCode, ops: list[int]) -> list[int]:
        """The record of a type with its size and offset as numbers. UnsupportedError if one is not a constant."""
        flag, places = _SIZES_AS_METADATA[code]
        if not ops[0] >> 1 & flag:
            return ops
        ops = list(ops)
        ops[0] &= ~(flag << 1)
        for place in places:
            if place < len(ops) and ops[place]:
                # LLVM writes constants before nodes.
                metadata = self.metadata[ops[place] - 1] if ops[place] <= len(self.metadata) else None
                value = metadata.value if isinstance(metadata, ConstantAsMetadata) else None
                if not isinstance(value, Constant) or value.code not in (ConstantCode.INTEGER, ConstantCode.NULL):
                    raise UnsupportedError(f"debug info with a {code.name} whose size is not a constant")
                ops[place] = value.params[0] if value.params else 0
        return ops

    def operand_ids(self, number: int) -> list[int]:
        """Ids of the nodes of this block that a record mentions."""
        code, ops = self.records[number]
        first, end = self.first, len(self.metadata)
        if code is _NODE or code is _DISTINCT_NODE:
            return [op - 1 for op in ops if first < op <= end]
        if code is _ARG_LIST:
            return [op for op in ops if first <= op < end]
        if code in _OLD_TUPLES:
            return [
                ops[at + 1]
                for at in range(0, len(ops), 2)
                if self.state.type(ops[at]).code is TypeCode.METADATA and first <= ops[at + 1] < end
            ]
        positions = []
        count = len(ops) - 1
        for index, base in _schema(code, ops[0] >> 1, count).metadata:
            if index < count and first + base <= ops[index + 1] < end + base:
                positions.append(ops[index + 1] - base)
        return positions

    def break_cycle(self, number: int) -> None:
        """A uniqued node that contains itself: it gets an object now and its fields later, like a distinct one."""
        if self.metadata[number] is None:
            self.metadata[number] = self.empty_node(number, distinct=False)

    def empty_node(self, number: int, *, distinct: bool) -> MDNode:
        """The object of a node whose fields are set later."""
        code, ops = self.records[number]
        kind = _NODE if code in _TUPLES else code
        node = MDNode(kind, distinct=distinct, version=0 if code in _TUPLES else ops[0] >> 1)
        self.unfilled.append((number, node))
        return node

    def build(self, number: int) -> None:
        """Make a node if all of its operands exist."""
        code, ops = self.records[number]
        fields = self.fields(number)
        if fields is None:
            return
        if code is _ARG_LIST:
            self.metadata[number] = MDNode(_ARG_LIST, fields)
        elif code in _TUPLES:
            self.metadata[number] = self.context.node(_NODE, fields)
        else:
            self.metadata[number] = self.context.node(code, fields, version=ops[0] >> 1)

    def fields(self, number: int) -> tuple[MDField, ...] | None:
        """The fields of a node, ids resolved; None if one of them is still to be made."""
        code, ops = self.records[number]
        metadata, count = self.metadata, len(self.metadata)
        if code in _OLD_TUPLES:
            return self.old_fields(ops)
        if code is _NODE or code is _DISTINCT_NODE or code is _ARG_LIST:
            base = 0 if code is _ARG_LIST else 1
            fields: list[MDField] = []
            for op in ops:
                field = None
                if op or not base:
                    field = metadata[op - base] if op - base < count else self.missing(op - base)
                    if field is None:
                        return None
                fields.append(field)
            return tuple(fields)
        fields = list(ops)
        length = len(ops) - 1
        for index, base in _schema(code, ops[0] >> 1, length).metadata:
            if index < length:
                op = ops[index + 1]
                field = None
                if op or not base:
                    field = metadata[op - base] if op - base < count else self.missing(op - base)
                    if field is None:
                        return None
                fields[index + 1] = field
        return tuple(fields[1:])

    def old_fields(self, ops: list[int]) -> tuple[MDField, ...] | None:
        """LLVM before 3.6: (type, id) pairs; the type decides whether the id is of metadata or of a value; void is
        null."""
        fields: list[MDField] = []
        for at in range(0, len(ops), 2):
            code, number = self.state.type(ops[at]).code, ops[at + 1]
            if code is TypeCode.METADATA:
                field = self.metadata[number] if number < len(self.metadata) else self.missing(number)
                if field is None:
                    return None
                fields.append(field)
            elif code is TypeCode.VOID:
                fields.append(None)
            else:
                fields.append(self.value(ops[at], number))
        return tuple(fields)

    def missing(self, number: int) -> Metadata:
        """Raises the FormatError for metadata that does not exist."""
        raise FormatError(f"metadata {number} of {len(self.metadata)}")

    def finish(self) -> None:
        """Named metadata and attachments of globals."""
        for name, ids in self.names:
            self.state.module.named_metadata[name] = [self.state.node(number) for number in ids]
        for record in self.attachments:
            value = self.state.values[record.value] if record.value < len(self.state.values) else None
            if not isinstance(value, GlobalValue):
                raise FormatError(f"value {record.value} has a metadata attachment and is not a global")
            value.metadata.extend(attachments_of(self.state, record.attachments))


@lru_cache(maxsize=64)
def _kinds_body(kinds: tuple[tuple[int, str], ...]) -> bytes:
    """The body of a METADATA_KIND block; most modules of an era have the same."""
    return block_body(3, [(_KIND, write_kind(number, name)) for number, name in kinds])


class MetadataWriter:
    """Writes the metadata of a module and its functions. `downgraded`: the toolchain's native era is newer."""

    def __init__(self, state: WriteState, *, downgraded: bool) -> None:
        self.state = state
        self.ids = state.ids
        self.stream = state.stream
        self.downgraded = downgraded

    def kinds(self) -> None:
        """METADATA_KIND: always written, because offsets of functions count words and this block aligns what
        follows."""
        block = BlockId.METADATA_KIND if self.state.era.identified else BlockId.METADATA
        self.stream.copy_block(block, 3, _kinds_body(tuple(self.state.module.metadata_kinds)))

    def module_block(self) -> None:
        """The module's METADATA block, unless it would be empty."""
        module, ids, stream = self.state.module, self.ids, self.stream
        attachments: _Rows = []
        if not (ids.strings or ids.nonstrings or module.named_metadata):
            return
        if not self.state.era.sorted_metadata:
            stream.enter_block(BlockId.METADATA, 3)
            self._unsorted(ids.nonstrings)
            stream.end_block()
            return
        rows = self._rows(ids.nonstrings) if len(ids.nonstrings) <= _AT_ONCE else None
        named = [(name, [ids.metadata_ids[node] for node in nodes]) for name, nodes in module.named_metadata.items()]
        for value in (*[f for f in module.functions if f.is_declaration], *module.globals):
            if value.metadata:
                attached = write_global_decl_attachment(ids.value_ids[value], tuple(self.attachment(value.metadata)))
                attachments.append((_GLOBAL_DECL_ATTACHMENT, attached))
        width = 4 if self.state.era.metadata_index else 3
        texts = tuple([string.value for string in ids.strings])
        content: Hashable = None
        if rows is not None and _met.again(texts):  # few modules have the same strings, and these are compared faster
            content = self._content(texts, rows, named, attachments)
        body = partial(self._body, rows, named, attachments)
        self.state.known_block(BlockId.METADATA, width, content, body)

    def _content(
        self, texts: tuple[str, ...], rows: _Rows, named: list[tuple[str, list[int]]], attachments: _Rows
    ) -> Hashable:
        """All that the body of the module's block depends on: kernels with the same arguments have the same. All that
        are emitted alike, a third of PyTorch's modules, and few of MLX's."""
        numbers: list[int] = []
        for code, ops in (*rows, *attachments):
            numbers.append(-1 - code)  # operands are not negative
            numbers += ops
        lists: list[str | tuple[int, ...]] = []
        for name, nodes in named:
            lists += (name, tuple(nodes))
        return texts, tuple(numbers), len(rows), tuple(lists), self.downgraded, self.state.era.name

    def _body(self, rows: _Rows | None, named: list[tuple[str, list[int]]], attachments: _Rows) -> None:
        """The records of the module's block. `rows`: those of its nodes and values, or None for too many at once."""
        ids, stream = self.ids, self.stream
        abbreviations: dict[int, int] = {}
        indexed = self.state.era.metadata_index
        if indexed:
            for code in () if self.downgraded else _ABBREVIATED:
                self._abbreviation(code, abbreviations)
            offset = self.state.define(literal(_INDEX_OFFSET), fixed(32), fixed(32))
            index = self.state.define(literal(_INDEX), ARRAY, vbr(6))
        self._strings(ids.strings)
        has_index = indexed and len(ids.nonstrings) > _INDEX_THRESHOLD
        if has_index:
            stream.record(_INDEX_OFFSET, [0, 0], offset)
        start = stream.position
        positions = self._records(ids.nonstrings, abbreviations) if rows is None else self._written(rows, abbreviations)
        if has_index:
            stream.patch(start - 64, stream.position - start, 64)
            deltas = [b - a for a, b in zip([start, *positions], positions, strict=False)]
            stream.record(_INDEX, deltas, index)
        if named:
            self._lists(named, self._name_abbreviation())
        stream.records(attachments)

    def function_block(self, metadata: FunctionMetadata) -> None:
        """A function's METADATA block, if it has function-local metadata."""
        if metadata.strings or metadata.nonstrings:
            self.stream.enter_block(BlockId.METADATA, 3)
            self._strings(metadata.strings)
            self._records(metadata.nonstrings, {})
            self.stream.end_block()

    def attachment(self, metadata: Sequence[tuple[int, MDNode]]) -> list[int]:
        """The (kind, id of the node) pairs of attachments."""
        ops: list[int] = []
        for kind, node in metadata:
            ops += (kind, self.ids.metadata_ids[node])
        return ops

    def _unsorted(self, metadata: Sequence[Metadata]) -> None:
        """The module's metadata in LLVM 3.x: strings among the nodes, and no record for values in LLVM 3.5."""
        explicit = self.state.era.explicit_types
        has_strings = any(isinstance(item, MDString) for item in (metadata if explicit else metadata[:1]))
        string = self._string_abbreviation() if has_strings else UNABBREV_RECORD
        name = self._name_abbreviation() if explicit else UNABBREV_RECORD
        for item in metadata:
            if isinstance(item, MDString):
                self.state.text(_STRING_OLD, item.value, string)
            elif not explicit:
                self.stream.record(MetadataCode.OLD_NODE, self._pairs(item))
            else:
                self._records([item], {})
        ids = self.ids.metadata_ids
        named = self.state.module.named_metadata
        self._lists([(text, [ids[node] for node in nodes]) for text, nodes in named.items()], name)

    def _pairs(self, node: Metadata) -> list[int]:
        """The operands of an OLD_NODE: type and id of each, void and 0 for none."""
        if not isinstance(node, MDNode) or node.code is not _NODE or node.distinct:
            raise UnsupportedError(f"metadata that {self.state.era.name} can't express")
        context, types = self.state.module.context, self.ids.type_ids
        ops: list[int] = []
        for field in node.fields:
            if field is None:
                # Later writers don't number `void` for it, and write 0.
                ops += (types.get(context.type(TypeCode.VOID), 0), 0)
            elif isinstance(field, ConstantAsMetadata):
                ops += (types[field.value.type], self.ids.value_ids[field.value])
            elif isinstance(field, Metadata):
                ops += (types[context.type(TypeCode.METADATA)], self.ids.metadata_ids[field])
            else:
                raise BuildError("a metadata node with a number as operand")
        return ops

    def _string_abbreviation(self) -> int:
        return self.state.define(literal(_STRING_OLD), ARRAY, fixed(8))

    def _name_abbreviation(self) -> int:
        return self.state.define(literal(_NAME), ARRAY, fixed(8))

    def _lists(self, named: list[tuple[str, list[int]]], abbreviation: int) -> None:
        """Named metadata: each name, then its nodes."""
        for name, nodes in named:
            self.state.text(_NAME, name, abbreviation)
            self.stream.record(_NAMED_NODE, nodes)

    def _strings(self, strings: Sequence[MDString]) -> None:
        """All strings in one record, or in LLVM 3.x each in its own."""
        if not strings:
            return
        if not self.state.era.metadata_blob:
            abbreviation = self._string_abbreviation()
            for string in strings:
                self.state.text(_STRING_OLD, string.value, abbreviation)
            return
        texts = [string.value for string in strings]
        whole = "".join(texts)
        lengths = BitWriter(b"")
        if whole.isascii():
            lengths.emit_numbers([len(text) for text in texts])
        else:
            lengths.emit_numbers([len(string_to_bytes(text)) for text in texts])
        lengths.align()
        head = lengths.written(0)
        abbreviation = self.state.define(literal(_STRINGS), vbr(6), vbr(6), BLOB)
        self.stream.record(_STRINGS, write_strings(len(texts), len(head)), abbreviation, head + string_to_bytes(whole))

    def _abbreviation(self, code: int, abbreviations: dict[int, int]) -> int:
        """The abbreviation for a node of a code in `_ABBREVIATED`, defined on first use."""
        if code not in abbreviations:
            if code == _LOCATION:
                implicit = (fixed(1),) if self.state.era.implicit_locations else ()
                operands = (fixed(1), vbr(6), vbr(8), vbr(6), vbr(6), *implicit)
            else:
                operands = (fixed(1), vbr(6), fixed(1), vbr(6), ARRAY, vbr(6))
            abbreviations[code] = self.state.define(literal(code), *operands)
        return abbreviations[code]

    def _records(self, metadata: Sequence[Metadata], abbreviations: dict[int, int]) -> list[int]:
        """Everything but strings; the bit positions of the records, before the definition that one may come with."""
        positions: list[int] = []
        for at in range(0, len(metadata), _AT_ONCE):
            positions += self._written(self._rows(metadata[at : at + _AT_ONCE]), abbreviations)
        return positions

    def _written(self, rows: _Rows, abbreviations: dict[int, int]) -> list[int]:
        """Write records, each with the abbreviation of its code, if there is one; their bit positions."""
        stream = self.stream
        positions: list[int] = []
        first = 0  # of those that are not written yet, which have no abbreviation
        for at, (code, ops) in enumerate(rows):
            if code in _ABBREVIATED:
                positions += stream.records(rows[first:at])
                first = at + 1
                positions.append(stream.position)
                stream.record(code, ops, self._abbreviation(code, abbreviations))
        return positions + stream.records(rows[first:])

    def _rows(self, metadata: Sequence[Metadata]) -> _Rows:
        """The records of nodes and values."""
        ids, values, types = self.ids.metadata_ids, self.ids.value_ids, self.ids.type_ids
        rows: _Rows = []
        for item in metadata:
            if isinstance(item, MDNode):
                code = item.code
                if code is _NODE:  # most are
                    ops = [
                        0 if field is None else field if isinstance(field, int) else ids[field] + 1
                        for field in item.fields
                    ]
                    rows.append((_DISTINCT_NODE if item.distinct else code, ops))
                else:
                    rows.append((code, self._node(item)))
            elif isinstance(item, (ConstantAsMetadata, LocalAsMetadata)):
                value = item.value
                rows.append((_VALUE, write_value(types[value.type], values[value])))
            else:
                raise BuildError(f"metadata of the kind {type(item).__name__} can't be written")
        return rows

    def _node(self, node: MDNode) -> list[int]:
        """The operands of a node's record that is not a tuple."""
        code, fields = node.code, node.fields
        if code is _ARG_LIST:
            return [self._field(field, 0) for field in fields]
        if code is _LOCATION:
            fields = (*fields, 0)[: _IMPLICIT if self.state.era.implicit_locations else _IMPLICIT - 1]
        ops = [node.version << 1 | node.distinct]
        bases = dict(_schema(code, node.version, len(fields)).metadata)
        for index, field in enumerate(fields):
            ops.append(self._field(field, bases.get(index, 1)))
        return ops

    def _field(self, value: MDField, base: int) -> int:
        """A number unchanged, metadata as its id plus `base`, and 0 for none."""
        if value is None or isinstance(value, int):
            return value or 0
        return self.ids.metadata_ids[value] + base
