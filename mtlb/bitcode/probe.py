"""Facts about a module at a fraction of the cost of reading it: target triple, whether pointers are typed, attributes.

The symbol table names the triple (symtab.py); modules from before symbol tables have the record alone.
Source: LLVM's LLVMBitCodes.h.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..base.errors import FormatError
from ..base.strings import string_from_bytes
from ..bitstream.decoder import vbr
from ..bitstream.stream import Block, Stream, cached, read_stream
from ..bitstream.wrapper import bitcode_offset, unwrap
from ..ir import TypeCode
from .attributes import parse_attributes, read_groups
from .codes import BlobCode, BlockId, ModuleCode
from .symtab import read_symtab_header

# The start of such a block from LLVM's writer: the definition of an abbreviation (the literal 1 and a blob), and the id
# of the record that uses it. The blob's length (VBR6) follows, and at the next 32 bits its bytes.
_BLOB_HEAD: Final = b"\x12\x03\x94"


def target_triple(data: bytes | memoryview) -> str:
    """The triple of a module (bitcode, or bitcode in its wrapper). FormatError if it has none or is not bitcode."""
    stream = read_stream(unwrap(data), base=bitcode_offset(data))
    triple = _from_symbol_table(stream)
    if triple is None:
        for code, ops in _module(stream).records():
            if code == ModuleCode.TRIPLE:
                triple = bytes([o & 0xFF for o in ops])
                break
    if triple is None:
        raise FormatError("the module has no target triple", offset=stream.base)
    return string_from_bytes(triple)


def has_opaque_pointers(data: bytes | memoryview) -> bool:
    """Whether the type table of a module has a pointer type without a pointee (LLVM 15 and later)."""
    stream = read_stream(unwrap(data), base=bitcode_offset(data))
    types = _child(_module(stream), BlockId.TYPE)
    return types is not None and any(code == TypeCode.OPAQUE_POINTER for code, _ in types.records())


def _module(stream: Stream) -> Block:
    for block in stream.blocks():
        if block.id == BlockId.MODULE:
            return block
    raise FormatError("the bitcode holds no module", offset=stream.base)


def _child(block: Block, block_id: BlockId) -> Block | None:
    """The block of this id inside another one; the stream is not read beyond it."""
    for item in block.items():
        if isinstance(item, Block) and item.id == block_id:
            return item
    return None


def _from_symbol_table(stream: Stream) -> bytes | None:
    """The triple that the symbol table names; None without a symbol table, or with a malformed one."""
    top = {block.id: block for block in stream.blocks()}
    symtab, strtab = top.get(BlockId.SYMTAB), top.get(BlockId.STRTAB)
    if symtab is None or strtab is None:
        return None
    table, strings = _blob(stream, symtab), _blob(stream, strtab)
    header = None if table is None else read_symtab_header(table)
    if header is None or strings is None:
        return None
    offset, size = header.triple
    return bytes(strings[offset : offset + size]) if size and offset + size <= len(strings) else None


def _blob(stream: Stream, block: Block) -> memoryview | bytes | None:
    """The blob of a block with a single record. For the form of LLVM's writer, without decoding the block."""
    start = block.offset - stream.base
    head = bytes(stream.data[start : start + 12])
    if block.abbrev_width != 3 or not head.startswith(_BLOB_HEAD):
        return block.blob(BlobCode.BLOB)
    try:
        size, used = vbr(head, 8 * len(_BLOB_HEAD), 6)
    except FormatError:
        return block.blob(BlobCode.BLOB)
    before = -(-used // 32) * 4
    if before + size > block.size:
        return block.blob(BlobCode.BLOB)  # which raises the error with its offset
    return stream.data[start + before : start + before + size]


def attribute_kinds(data: bytes | memoryview) -> frozenset[int]:
    """The numbers of all enumerated attributes in the attribute groups of a module, of functions and calls alike.

    Raises FormatError for a group that is malformed.
    """
    stream = read_stream(unwrap(data), base=bitcode_offset(data))
    groups = _child(_module(stream), BlockId.PARAMATTR_GROUP)
    return kinds_of_groups([] if groups is None else [groups])


def kinds_of_groups(blocks: Sequence[Block]) -> frozenset[int]:
    """The same for a module whose blocks of attribute groups are these; there is one."""
    return cached(blocks[0], _kinds_of_groups) if blocks else frozenset()


def _kinds_of_groups(block: Block) -> frozenset[int]:
    kinds: set[int] = set()
    for group in cached(block, read_groups):
        attributes = parse_attributes(group.operands) if group.attributes is None else group.attributes
        kinds.update([attribute.kind for attribute in attributes if isinstance(attribute.kind, int)])
    return frozenset(kinds)
