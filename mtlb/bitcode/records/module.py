"""Records of the MODULE block and of small blocks: identification, symbol tables, names.

From module version 2 on the records of globals and comdats begin with their name: two more operands, offset and size
in the string table, which are not in these rows. Sources: LLVM's LLVMBitCodes.h, BitcodeReader.cpp and
BitcodeWriter.cpp.
"""

from __future__ import annotations

from typing import Final

from ..codes import IdentificationCode, ModuleCode, NameCode, SymtabCode
from .row import row

ROWS: Final = (
    row(ModuleCode.VERSION, "version:int"),
    row(ModuleCode.TRIPLE, "text:chars*"),
    row(ModuleCode.DATALAYOUT, "text:chars*"),
    row(ModuleCode.ASM, "text:chars*"),
    row(ModuleCode.SECTIONNAME, "text:chars*"),
    row(ModuleCode.DEPLIB, "text:chars*"),
    # flags: constant, explicit type << 1, address space << 2; without an explicit type, type is the pointer type
    # initializer: value + 1; section and comdat: number + 1; attributes: list
    row(
        ModuleCode.GLOBALVAR,
        "type:type flags:int initializer:int linkage:int alignment:int section:int? visibility:int? thread_local:int? "
        "unnamed_addr:int? externally_initialized:int? dll_storage:int? comdat:int?@explicit_types "
        "attributes:int?@global_attributes dso_local:int?@dso_local partition:string?@partitions "
        "later:int*@later_fields",
    ),
    # prologue, prefix, personality: value + 1; section, gc and comdat: number + 1; old types are pointers to functions
    row(
        ModuleCode.FUNCTION,
        "type:type calling_convention:int is_declaration:int linkage:int attributes:int alignment:int section:int? "
        "visibility:int? gc:int? unnamed_addr:int? prologue:int? dll_storage:int? comdat:int?@explicit_types "
        "prefix:int?@explicit_types personality:int?@explicit_types dso_local:int?@dso_local "
        "address_space:int?@partitions partition:string?@partitions later:int*@later_fields",
    ),
    row(
        ModuleCode.ALIAS_OLD,  # type is the pointer type
        "type:type aliasee:int linkage:int visibility:int? dll_storage:int? thread_local:int? unnamed_addr:int? "
        "dso_local:int? partition:string?",
    ),
    row(ModuleCode.GCNAME, "text:chars*"),
    row(ModuleCode.COMDAT, "selection:int"),
    row(ModuleCode.COMDAT, "selection:int size:int name:int*", variant="_old"),
    row(ModuleCode.VSTOFFSET, "words:int/32"),
    row(
        ModuleCode.ALIAS,
        "type:type address_space:int aliasee:int linkage:int visibility:int? dll_storage:int? thread_local:int? "
        "unnamed_addr:int? dso_local:int?@dso_local partition:string?@partitions",
    ),
    row(ModuleCode.SOURCE_FILENAME, "text:chars*"),
    row(ModuleCode.HASH, "words:int*"),
    row(
        ModuleCode.IFUNC,
        "type:type address_space:int aliasee:int linkage:int visibility:int? dso_local:int?@dso_local "
        "partition:string?@partitions",
    ),
    row(IdentificationCode.STRING, "text:chars*"),
    row(IdentificationCode.EPOCH, "epoch:int/v6"),
    row(SymtabCode.ENTRY, "value:int name:chars*"),
    row(SymtabCode.BBENTRY, "block:int name:chars*"),
    row(SymtabCode.FNENTRY, "value:int words:int name:chars*"),
    row(NameCode.NAME, "text:chars*"),
)
