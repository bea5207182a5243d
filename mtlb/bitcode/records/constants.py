"""Records of a CONSTANTS block. NULL, UNDEF and POISON consist of their code alone. Source: LLVM's LLVMBitCodes.h."""

from __future__ import annotations

from typing import Final

from ...ir import ConstantCode
from .row import row

ROWS: Final = (
    row(ConstantCode.SETTYPE, "type:type"),  # of all constants that follow
    row(ConstantCode.INTEGER, "value:signed"),
    row(ConstantCode.WIDE_INTEGER, "words:signed*"),
    row(ConstantCode.FLOAT, "bits:int*"),
    row(ConstantCode.AGGREGATE, "members:int*"),
    row(ConstantCode.STRING, "bytes:int*"),
    row(ConstantCode.CSTRING, "bytes:int*"),  # the 0 at the end is left out
    row(ConstantCode.CE_BINOP, "opcode:int left:int right:int flags:int?", trim=True),
    row(ConstantCode.CE_CAST, "opcode:int type:type value:int flags:int?", trim=True),
    # operands: (type, value) pairs; old modules leave out the source type
    row(ConstantCode.CE_GEP, "source:type operands:int*"),
    row(ConstantCode.CE_SELECT, "condition:int true:int false:int"),
    row(ConstantCode.CE_EXTRACTELT, "type:type vector:int index_type:type place:int"),
    row(ConstantCode.CE_EXTRACTELT, "type:type vector:int place:int", variant="_old"),
    row(ConstantCode.CE_INSERTELT, "vector:int element:int index_type:type place:int"),
    row(ConstantCode.CE_INSERTELT, "vector:int element:int place:int", variant="_old"),
    row(ConstantCode.CE_SHUFFLEVEC, "left:int right:int mask:int"),
    row(ConstantCode.CE_CMP, "type:type left:int right:int predicate:int"),
    # text: length and characters of the assembly, then of the constraints; so in all forms
    row(ConstantCode.INLINEASM_OLD, "flags:int text:int*"),
    row(ConstantCode.CE_SHUFVEC_EX, "type:type left:int right:int mask:int"),
    row(ConstantCode.CE_INBOUNDS_GEP, "source:type operands:int*"),
    row(ConstantCode.DATA, "elements:int*"),
    row(ConstantCode.INLINEASM_OLD2, "flags:int text:int*"),
    # flags: inbounds, index << 1
    row(ConstantCode.CE_GEP_WITH_INRANGE_INDEX, "source:type flags:int operands:int*"),
    row(ConstantCode.CE_UNOP, "opcode:int value:int flags:int?", trim=True),
    row(ConstantCode.DSO_LOCAL_EQUIVALENT, "type:type value:int"),
    row(ConstantCode.INLINEASM_OLD3, "flags:int text:int*"),
    row(ConstantCode.NO_CFI_VALUE, "type:type value:int"),
    row(ConstantCode.INLINEASM, "function_type:type flags:int text:int*"),
    # flags: `GepFlag`; the range: width, then both bounds with their sign, of more words each in integers above 64 bits
    row(ConstantCode.CE_GEP_WITH_INRANGE, "source:type flags:int width:int lower:signed upper:signed operands:int*"),
    row(ConstantCode.CE_GEP_FLAGS, "source:type flags:int operands:int*"),
)
