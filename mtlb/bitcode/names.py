"""The names of LLVM's blocks and records, for statistics and dumps of bitcode."""

from __future__ import annotations

from enum import IntEnum

from ..bitstream.analyze import Names
from ..ir import ConstantCode, InstCode, MetadataCode, TypeCode
from .codes import BlockId, IdentificationCode, ModuleCode, SymtabCode

__all__ = ["NAMES"]

_RECORD_CODES: dict[BlockId, type[IntEnum]] = {
    BlockId.MODULE: ModuleCode,
    BlockId.IDENTIFICATION: IdentificationCode,
    BlockId.CONSTANTS: ConstantCode,
    BlockId.FUNCTION: InstCode,
    BlockId.VALUE_SYMTAB: SymtabCode,
    BlockId.METADATA: MetadataCode,
    BlockId.METADATA_ATTACHMENT: MetadataCode,
    BlockId.METADATA_KIND: MetadataCode,
    BlockId.TYPE: TypeCode,
}
_SINGLE_RECORDS: dict[tuple[int, int], str] = {
    (BlockId.BLOCKINFO, 1): "SETBID",
    (BlockId.PARAMATTR, 2): "ENTRY",
    (BlockId.PARAMATTR_GROUP, 3): "GRP_ENTRY",
    (BlockId.OPERAND_BUNDLE_TAGS, 1): "TAG",
    (BlockId.SYNC_SCOPE_NAMES, 1): "NAME",
    (BlockId.STRTAB, 1): "BLOB",
    (BlockId.SYMTAB, 1): "BLOB",
}

NAMES = Names(
    {int(block): block.name for block in BlockId},
    {(int(block), int(code)): code.name for block, codes in _RECORD_CODES.items() for code in codes} | _SINGLE_RECORDS,
)
"""Source: LLVM's LLVMBitCodes.h."""
