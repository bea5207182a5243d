"""The names of LLVM's blocks and records, for statistics and dumps of bitcode."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from ..bitstream.analyze import Names
from ..ir import ConstantCode, InstCode, MetadataCode, TypeCode
from .codes import BlockId, IdentificationCode, ModuleCode, SymtabCode
from .records.row import Row

_RECORD_CODES: Final[dict[BlockId, type[IntEnum]]] = {
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
_SINGLE_RECORDS: Final[dict[tuple[int, int], str]] = {
    (BlockId.BLOCKINFO, 1): "SETBID",
    (BlockId.PARAMATTR, 2): "ENTRY",
    (BlockId.PARAMATTR_GROUP, 3): "GRP_ENTRY",
    (BlockId.OPERAND_BUNDLE_TAGS, 1): "TAG",
    (BlockId.SYNC_SCOPE_NAMES, 1): "NAME",
    (BlockId.STRTAB, 1): "BLOB",
    (BlockId.SYMTAB, 1): "BLOB",
}

NAMES: Final = Names(
    {int(block): block.name for block in BlockId},
    {(int(block), int(code)): code.name for block, codes in _RECORD_CODES.items() for code in codes} | _SINGLE_RECORDS,
)
"""Source: LLVM's LLVMBitCodes.h."""


def rows_by_record() -> dict[tuple[int, int], Row]:
    """The row of each record that a table of `records` has, by block id and record code."""
    from .records import constants, instructions, metadata, module, types

    rows: dict[tuple[int, int], Row] = {}
    for table in (instructions, constants, metadata, module, types):
        for row in table.ROWS:
            for block, codes in _RECORD_CODES.items():
                if isinstance(row.code, codes):
                    rows.setdefault((int(block), int(row.code)), row)
    return rows
