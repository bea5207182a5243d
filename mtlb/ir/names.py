"""Names that LLVM gives a meaning to: named metadata, flags, variables, sections, functions. Each is defined only here.

Sources: LLVM's Language Reference, and LLVM's own uses of them in IR/Module.cpp and IR/DebugInfo.cpp.
"""

from __future__ import annotations

from typing import Final

# --- named metadata --------------------------------------------------------------------------------------------------

MODULE_FLAGS: Final = "llvm.module.flags"
IDENT: Final = "llvm.ident"
COMPILE_UNITS: Final = "llvm.dbg.cu"
COMMAND_LINE: Final = "llvm.commandline"

# --- module flags ----------------------------------------------------------------------------------------------------

DEBUG_INFO_VERSION: Final = "Debug Info Version"
DWARF_VERSION: Final = "Dwarf Version"
SDK_VERSION: Final = "SDK Version"
WCHAR_SIZE: Final = "wchar_size"
FRAME_POINTER: Final = "frame-pointer"
"""The flag, and the function attribute of the same name."""

# --- variables and sections ------------------------------------------------------------------------------------------

USED: Final = "llvm.used"
COMPILER_USED: Final = "llvm.compiler.used"
GLOBAL_CTORS: Final = "llvm.global_ctors"
GLOBAL_DTORS: Final = "llvm.global_dtors"
METADATA_SECTION: Final = "llvm.metadata"
"""The section of globals that are not emitted: `llvm.used`, annotations."""

# --- kinds of metadata -----------------------------------------------------------------------------------------------

LOOP: Final = "llvm.loop"

# --- functions; those that end in a point are followed by types ------------------------------------------------------

INTRINSIC: Final = "llvm."
"""The prefix of the names of LLVM's own functions."""
MEMCPY: Final = "llvm.memcpy."
MEMMOVE: Final = "llvm.memmove."
MEMSET: Final = "llvm.memset."
LIFETIME: Final = "llvm.lifetime."
ASSUME: Final = "llvm.assume"
DBG_VALUE: Final = "llvm.dbg.value"
DBG_DECLARE: Final = "llvm.dbg.declare"
DBG_ASSIGN: Final = "llvm.dbg.assign"
DBG_LABEL: Final = "llvm.dbg.label"
DBG_DECLARE_VALUE: Final = "llvm.dbg.declare_value"
