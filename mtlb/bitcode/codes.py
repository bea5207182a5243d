"""Numbers of LLVM's bitcode: block ids, codes of module-level records. Source: LLVM's LLVMBitCodes.h."""

from __future__ import annotations

from enum import IntEnum


class BlockId(IntEnum):
    """Number of a block."""

    BLOCKINFO = 0
    MODULE = 8
    PARAMATTR = 9
    PARAMATTR_GROUP = 10
    CONSTANTS = 11
    FUNCTION = 12
    IDENTIFICATION = 13
    VALUE_SYMTAB = 14
    METADATA = 15
    METADATA_ATTACHMENT = 16
    TYPE = 17
    USELIST = 18
    MODULE_STRTAB = 19
    GLOBALVAL_SUMMARY = 20
    OPERAND_BUNDLE_TAGS = 21
    METADATA_KIND = 22
    STRTAB = 23
    FULL_LTO_GLOBALVAL_SUMMARY = 24
    SYMTAB = 25
    SYNC_SCOPE_NAMES = 26


class AttributeCode(IntEnum):
    """Code of a record of PARAMATTR (LIST_OLD, LIST) or PARAMATTR_GROUP (GROUP)."""

    LIST_OLD = 1
    LIST = 2
    GROUP = 3


class BlobCode(IntEnum):
    """Code of the one record of STRTAB and SYMTAB."""

    BLOB = 1


class IdentificationCode(IntEnum):
    """Code of a record of IDENTIFICATION."""

    STRING = 1
    EPOCH = 2


class ModuleCode(IntEnum):
    """Code of a record of the MODULE block itself."""

    VERSION = 1
    TRIPLE = 2
    DATALAYOUT = 3
    ASM = 4
    SECTIONNAME = 5
    DEPLIB = 6
    GLOBALVAR = 7
    FUNCTION = 8
    ALIAS_OLD = 9
    GCNAME = 11
    COMDAT = 12
    VSTOFFSET = 13
    ALIAS = 14
    METADATA_VALUES_UNUSED = 15
    SOURCE_FILENAME = 16
    HASH = 17
    IFUNC = 18


class NameCode(IntEnum):
    """Code of the records of OPERAND_BUNDLE_TAGS and SYNC_SCOPE_NAMES."""

    NAME = 1


class SymtabCode(IntEnum):
    """Code of a record of VALUE_SYMTAB."""

    ENTRY = 1
    BBENTRY = 2
    FNENTRY = 3
    COMBINED_ENTRY = 5
