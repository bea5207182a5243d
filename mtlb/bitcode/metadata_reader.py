"""Reads one METADATA block: strings, values, nodes of every kind, named metadata, attachments of globals."""

from __future__ import annotations

from ..base.errors import FormatError, MtlbError, UnsupportedError
from ..base.strings import string_from_bytes
from ..bitstream.codec import Record, vbr6_array
from ..bitstream.stream import Block
from ..ir import (
    Constant,
    ConstantCode,
    GlobalValue,
    LocalAsMetadata,
    MDField,
    MDNode,
    Metadata,
    MetadataCode,
    TypeCode,
    metadata_schema,
)
from .decoding import RECORD_ERRORS, build_in_order, characters
from .state import ReadState

__all__ = ["MetadataReader"]


class MetadataReader:
    """One METADATA block, of the module or of a function: its ids go on from those that are known."""

    def __init__(self, state: ReadState, block: Block, *, in_function: bool = False) -> None:
        self.state = state
        self.context = state.context
        self.block = block
        self.in_function = in_function
        self.first = len(state.metadata)
        self.made: list[Metadata | None] = []  # by id less `first`; None while pending
        self.records: dict[int, tuple[int, list[int]]] = {}  # of the nodes: code, ops
        self.unfilled: list[tuple[int, MDNode]] = []  # nodes that got their object before their fields
        self.names: list[tuple[str, list[int]]] = []
        self.attachments: list[list[int]] = []
        # locals whose instruction is still to be read: (metadata, value id)
        self.forward: list[tuple[LocalAsMetadata, int]] = []

    def read(self) -> None:
        name: str | None = None
        records = (item for item in self.block.items() if isinstance(item, Record))
        for index, (code, ops, _, blob) in enumerate(records):
            try:
                if code == MetadataCode.STRINGS:
                    self.strings(ops, blob)
                elif code == MetadataCode.STRING_OLD:
                    self.made.append(self.context.string(characters(ops)))
                elif code == MetadataCode.VALUE:
                    self.made.append(self.value(ops[0], ops[1]))
                elif code == MetadataCode.NAME:
                    name = characters(ops)
                elif code == MetadataCode.NAMED_NODE:
                    if name is None:
                        raise FormatError("named metadata without a name")
                    self.names.append((name, ops))
                    name = None
                elif code == MetadataCode.KIND:
                    self.state.metadata_kind(code, ops)
                elif code == MetadataCode.GLOBAL_DECL_ATTACHMENT:
                    self.attachments.append(ops)
                elif code in (MetadataCode.INDEX_OFFSET, MetadataCode.INDEX):
                    pass  # computed anew
                else:
                    self.node_record(code, ops)
            except MtlbError as error:
                raise self.state.blame(self.block, index, error) from None
            except RECORD_ERRORS as error:
                raise self.state.malformed(self.block, index, code, error) from None
        self.build_nodes()
        self.state.metadata.extend(self.made)
        try:
            self.finish()
        except MtlbError as error:
            error.offset = self.block.offset
            raise
        except RECORD_ERRORS:
            raise self.block.fail("malformed named metadata or attachment") from None

    def strings(self, ops: list[int], blob: bytes | None) -> None:
        """[count, offset of the characters] and a blob: VBR6 lengths as a little bitstream, then all characters."""
        count, offset = ops
        if blob is None or offset > len(blob) or count > offset * 8 // 6:
            raise FormatError(f"{count} metadata strings do not fit their record")
        at = offset
        for size in vbr6_array(blob[:offset], count):
            if at + size > len(blob):
                raise FormatError("the characters of the metadata strings run out")
            self.made.append(self.context.string(string_from_bytes(blob[at : at + size])))
            at += size

    def value(self, type_number: int, number: int) -> Metadata:
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

    def node_record(self, code: int, ops: list[int]) -> None:
        if code not in MetadataCode._value2member_map_:
            raise UnsupportedError(f"metadata record of unknown code {code}")
        number = len(self.made)
        self.records[number] = (code, ops)
        # A distinct node exists before its operands do.
        distinct = code == MetadataCode.DISTINCT_NODE or (
            code not in _TUPLES and code != MetadataCode.ARG_LIST and bool(ops[0] & 1)
        )
        self.made.append(self.empty_node(number, distinct=True) if distinct else None)

    def operand_ids(self, number: int) -> list[int]:
        """Ids, less `first`, of the nodes of this block that a record mentions."""
        code, ops = self.records[number]
        first, end = self.first, self.first + len(self.made)
        if code == MetadataCode.NODE or code == MetadataCode.DISTINCT_NODE:
            return [op - 1 - first for op in ops if first < op <= end]
        if code == MetadataCode.ARG_LIST:
            return [op - first for op in ops if first <= op < end]
        if code == MetadataCode.OLD_NODE or code == MetadataCode.OLD_FN_NODE:
            return [
                number - first
                for type_, number in zip(ops[::2], ops[1::2], strict=False)
                if self.state.type(type_).code is TypeCode.METADATA and first <= number < end
            ]
        result = []
        for kind, op in zip(self.layout(code, ops), ops[1:], strict=False):
            if kind == "m" and first < op <= end:
                result.append(op - 1 - first)
            elif kind == "r" and first <= op < end:
                result.append(op - first)
        return result

    @staticmethod
    def layout(code: int, ops: list[int]) -> str:
        schema = metadata_schema(MetadataCode(code), ops[0] >> 1, len(ops) - 1)
        if schema is None:
            raise UnsupportedError(f"metadata record {MetadataCode(code).name}")
        return schema.layout

    def build_nodes(self) -> None:
        made = self.made
        try:
            build_in_order(self.records, self.operand_ids, lambda n: made[n] is None, self.build, self.break_cycle)
            for number, node in self.unfilled:
                node.fields = tuple(self.fields(number))
        except MtlbError as error:
            if error.offset is None:
                error.offset = self.block.offset
            raise
        except RECORD_ERRORS:
            raise self.block.fail("malformed metadata node") from None

    def break_cycle(self, number: int) -> None:
        """A uniqued node that contains itself: it gets an object now and its fields later, like a distinct one."""
        if self.made[number] is None:
            self.made[number] = self.empty_node(number, distinct=False)

    def empty_node(self, number: int, *, distinct: bool) -> MDNode:
        code, ops = self.records[number]
        kind = MetadataCode.NODE if code in _TUPLES else MetadataCode(code)
        node = MDNode(kind, distinct=distinct, version=0 if code in _TUPLES else ops[0] >> 1)
        self.unfilled.append((number, node))
        return node

    def build(self, number: int) -> None:
        code, ops = self.records[number]
        fields = self.fields(number)
        if code == MetadataCode.ARG_LIST:
            self.made[number] = MDNode(MetadataCode.ARG_LIST, fields)
        elif code in _TUPLES:
            self.made[number] = self.context.node(MetadataCode.NODE, fields)
        else:
            self.made[number] = self.context.node(MetadataCode(code), fields, version=ops[0] >> 1)

    def fields(self, number: int) -> list[MDField]:
        code, ops = self.records[number]
        if code == MetadataCode.NODE or code == MetadataCode.DISTINCT_NODE:
            return [self.get(op - 1) if op else None for op in ops]
        if code == MetadataCode.ARG_LIST:
            return [self.get(op) for op in ops]
        if code == MetadataCode.OLD_NODE or code == MetadataCode.OLD_FN_NODE:
            return self.old_fields(ops)
        layout = self.layout(code, ops)
        fields: list[MDField] = []
        for index, op in enumerate(ops[1:]):
            kind = layout[index] if index < len(layout) else "i"
            if kind == "i":
                fields.append(op)
            elif kind == "r":
                fields.append(self.get(op))
            else:
                fields.append(self.get(op - 1) if op else None)
        return fields

    def old_fields(self, ops: list[int]) -> list[MDField]:
        """LLVM before 3.6: (type, id) pairs, the id of metadata or of a value as the type says; void is null."""
        fields: list[MDField] = []
        for type_number, number in zip(ops[::2], ops[1::2], strict=True):
            code = self.state.type(type_number).code
            if code is TypeCode.METADATA:
                fields.append(self.get(number))
            elif code is TypeCode.VOID:
                fields.append(None)
            else:
                fields.append(self.value(type_number, number))
        return fields

    def get(self, number: int) -> Metadata:
        local = number - self.first
        if local >= len(self.made) or number < 0:
            raise FormatError(f"metadata {number} of {self.first + len(self.made)}")
        found = self.made[local] if local >= 0 else self.state.metadata[number]
        assert found is not None
        return found

    def node(self, number: int) -> MDNode:
        found = self.get(number)
        if not isinstance(found, MDNode):
            raise FormatError(f"metadata {number} should be a node, and is {type(found).__name__}")
        return found

    def finish(self) -> None:
        for name, ids in self.names:
            self.state.module.named_metadata[name] = [self.node(number) for number in ids]
        for ops in self.attachments:
            value = self.state.values[ops[0]]
            if not isinstance(value, GlobalValue):
                raise FormatError(f"value {ops[0]} has a metadata attachment and is no global")
            value.metadata.extend((kind, self.node(number)) for kind, number in zip(ops[1::2], ops[2::2], strict=True))


_TUPLES = frozenset(
    {
        MetadataCode.NODE,
        MetadataCode.DISTINCT_NODE,
        MetadataCode.OLD_NODE,
        MetadataCode.OLD_FN_NODE,
    }
)
