"""The records of FUNCTION blocks.

The records of `special` have rows, too: documentation and the names of operands and fields come from them.
Types and checks are expressions over the operands, with the functions of `mtlb.ir.type_rules`.

Sources: LLVM's LLVMBitCodes.h, BitcodeReader.cpp (parseFunctionBody) and BitcodeWriter.cpp (writeInstruction).
"""

from __future__ import annotations

from typing import Final

from ...ir import InstCode
from .row import Row, row

_ONE_TYPE: Final = "operands and result are not of one type"
_GEP_OLD: Final = "base:value indices:value*"
_GEP_TYPE: Final = "gep(context, source, operands)"
_COMPARE: Final = "left:value right:value(left.type) predicate:int fast_flags:fast?"
_ATOMIC: Final = "ordering:int sync_scope:int"
_EXCHANGE: Final = (
    "new:value(compare.type) is_volatile:int success_ordering:int sync_scope:int failure_ordering:int is_weak:int "
    "alignment:int?@aligned_atomics"
)
_UPDATE: Final = "operation:int is_volatile:int ordering:int sync_scope:int"
_POINTS_AT_VALUE: Final = (("points_at(pointer.type, value.type)", "the pointer does not point at the value"),)
_POINTS_AT_RESULT: Final = (("points_at(pointer.type, result)", "the pointer does not point at the result"),)

ROWS: Final[tuple[Row, ...]] = (
    row(InstCode.DECLAREBLOCKS, "count:int", special=True),
    row(
        InstCode.UNOP,
        "value:value opcode:int/4 fast_flags:fast?/flags",
        result="value.type",
        since="fneg",
        checks=(("value.type is result", "operand and result are not of one type"),),
        abbreviations=(2, 3),
    ),
    row(
        InstCode.BINOP,
        "left:value right:value(left.type) opcode:int/4 fast_flags:fast?/flags",
        result="left.type",
        checks=(("left.type is right.type is result", _ONE_TYPE),),
        abbreviations=(3, 4),
    ),
    row(
        InstCode.CAST,
        "value:value type:type opcode:int/4 fast_flags:fast?",
        result="type",
        abbreviations=(3,),
    ),
    row(
        InstCode.GEP,
        "inbounds:bit/1 source:type base:value indices:value*",
        aux="source",
        result=_GEP_TYPE,
        checks=(("points_at(base.type, source)", "the base does not point at the source type"),),
        abbreviations=(4,),
        always_abbreviated=True,
    ),
    row(
        InstCode.GEP_OLD,
        _GEP_OLD,
        aux="pointee(base.type.scalar)",
        result=_GEP_TYPE,
        reads_as=InstCode.GEP,
        params=(0,),
    ),
    row(
        InstCode.INBOUNDS_GEP_OLD,
        _GEP_OLD,
        aux="pointee(base.type.scalar)",
        result=_GEP_TYPE,
        reads_as=InstCode.GEP,
        params=(1,),
    ),
    row(
        InstCode.SELECT,
        "if_true:value if_false:value(if_true.type) condition:value(i1)",
        memory="condition if_true if_false",
        result="if_true.type",
        reads_as=InstCode.VSELECT,
        params=(0,),
    ),
    row(
        InstCode.VSELECT,
        "if_true:value if_false:value(if_true.type) condition:value fast_flags:int?@select_flags",
        memory="condition if_true if_false",
        result="if_true.type",
        checks=(
            ("if_true.type is if_false.type is result", _ONE_TYPE),
            ("is_i1(condition.type.scalar)", "the condition is not i1"),
        ),
    ),
    row(
        InstCode.EXTRACTELT,
        "vector:value index:value",
        result="element(vector.type)",
        checks=(
            ("is_vector(vector.type) and vector.type.elements[0] is result", "it is not an element of the operand"),
        ),
    ),
    row(
        InstCode.INSERTELT,
        "vector:value scalar:value(element(vector.type)) index:value",
        result="vector.type",
        checks=(
            (
                "is_vector(result) and vector.type is result and scalar.type is result.elements[0]",
                "vector, element and result do not fit each other",
            ),
        ),
    ),
    row(
        InstCode.SHUFFLEVEC,
        "left:value right:value(left.type) mask:value",
        result="shuffle(context, left.type, mask.type)",
        checks=(
            (
                "left.type is right.type and is_shuffle(left.type, mask.type, result)",
                "operands, mask and result do not fit each other",
            ),
        ),
    ),
    row(InstCode.CMP, _COMPARE, result="comparison(context, left.type)", reads_as=InstCode.CMP2),
    row(
        InstCode.CMP2,
        _COMPARE,
        result="comparison(context, left.type)",
        checks=(
            ("left.type is right.type", "the operands are not of one type"),
            ("is_i1(result.scalar)", "the result is not i1"),
        ),
    ),
    row(InstCode.RET, "value:value?", abbreviations=(0, 1)),
    row(
        InstCode.BR,
        "true:block false:block? condition:value(i1)?",
        special=True,
        memory="condition?",
    ),
    row(
        InstCode.SWITCH,
        "type:type condition:value(type) default:block cases:int*",
        special=True,
        memory="condition cases*",
    ),
    row(InstCode.UNREACHABLE, abbreviations=(0,)),
    row(
        InstCode.PHI,
        "type:type incoming:int* fast_flags:int?@phi_flags",
        special=True,
        memory="incoming*",
        fields="fast_flags",
        result="type",
    ),
    row(
        InstCode.ALLOCA,
        "type:type size_type:type size:int word:int address_space:int?=-1",
        special=True,
        memory="size",
        fields="alignment is_inalloca is_swifterror address_space",
        aux="type",
        result="a pointer to type",
    ),
    row(
        InstCode.LOAD,
        "pointer:value type:pointee(pointer) alignment:int/v4 is_volatile:int/1",
        result="type",
        checks=_POINTS_AT_RESULT,
        abbreviations=(4,),
    ),
    row(
        InstCode.LOADATOMIC,
        f"pointer:value type:pointee(pointer) alignment:int is_volatile:int {_ATOMIC}",
        result="type",
        checks=_POINTS_AT_RESULT,
    ),
    row(
        InstCode.STORE,
        "pointer:value value:value alignment:int is_volatile:int",
        memory="value pointer",
        checks=_POINTS_AT_VALUE,
    ),
    row(
        InstCode.STORE_OLD,
        "pointer:value value:value(pointee(pointer.type)) alignment:int is_volatile:int",
        memory="value pointer",
        reads_as=InstCode.STORE,
    ),
    row(
        InstCode.STOREATOMIC,
        f"pointer:value value:value alignment:int is_volatile:int {_ATOMIC}",
        memory="value pointer",
        checks=_POINTS_AT_VALUE,
    ),
    row(
        InstCode.EXTRACTVAL,
        "aggregate:value path:int*",
        result="member(aggregate.type, path)",
        checks=(("find_member(aggregate.type, path) is result", "the indices do not lead to the result"),),
    ),
    row(
        InstCode.INSERTVAL,
        "aggregate:value value:value path:int*",
        result="aggregate.type",
        checks=(
            (
                "aggregate.type is result and find_member(result, path) is value.type",
                "the indices do not lead to the value's place",
            ),
        ),
    ),
    row(
        InstCode.CALL,
        "attributes:int word:int fast_flags:fast? type:type? callee:value arguments:value*",
        special=True,
        memory="arguments* callee",
        fields="tail_kind calling_convention fast_flags",
        aux="type",
        result="the result of type",
    ),
    row(InstCode.OPERAND_BUNDLE, "tag:int values:value*", special=True),
    row(InstCode.DEBUG_LOC, "line:int column:int scope:int inlined_at:int implicit:int?", special=True),
    row(InstCode.DEBUG_LOC_AGAIN, special=True),
    # The debug info of variables since LLVM 19, read as calls of the intrinsics that it was before.
    row(InstCode.DEBUG_RECORD_VALUE, "location:int variable:int expression:int value:int", special=True),
    row(InstCode.DEBUG_RECORD_VALUE_SIMPLE, "location:int variable:int expression:int value:value", special=True),
    row(InstCode.DEBUG_RECORD_DECLARE, "location:int variable:int expression:int address:int", special=True),
    row(InstCode.DEBUG_RECORD_DECLARE_VALUE, "location:int variable:int expression:int value:int", special=True),
    row(
        InstCode.DEBUG_RECORD_ASSIGN,
        "location:int variable:int expression:int value:int assignment:int address_expression:int address:int",
        special=True,
    ),
    row(InstCode.DEBUG_RECORD_LABEL, "location:int label:int", special=True),
    row(InstCode.FENCE, _ATOMIC),
    row(
        InstCode.CMPXCHG,
        f"pointer:value compare:value {_EXCHANGE}",
        result="exchange(context, compare.type)",
        checks=(("points_at(pointer.type, compare.type)", "the pointer does not point at the value"),),
        too_short="a compare-exchange in the form of LLVM 3.4 and older",
    ),
    row(
        InstCode.CMPXCHG_OLD,
        f"pointer:value compare:value(pointee(pointer.type)) {_EXCHANGE}",
        result="exchange(context, compare.type)",
        reads_as=InstCode.CMPXCHG,
        too_short="a compare-exchange in the form of LLVM 3.4 and older",
    ),
    row(
        InstCode.ATOMICRMW,
        f"pointer:value value:value {_UPDATE} alignment:int?",
        result="value.type",
        checks=_POINTS_AT_VALUE,
    ),
    row(
        InstCode.ATOMICRMW_OLD,
        f"pointer:value value:value(pointee(pointer.type)) {_UPDATE} alignment:int?@aligned_atomics",
        result="value.type",
        reads_as=InstCode.ATOMICRMW,
        before="aligned_atomics",
    ),
    row(
        InstCode.FREEZE,
        "value:value",
        result="value.type",
        since="freeze",
        checks=(("value.type is result", "operand and result are not of one type"),),
    ),
)

# The records with abbreviations, in the order in which BLOCKINFO defines them.
ABBREVIATED: Final = (
    InstCode.LOAD,
    InstCode.UNOP,
    InstCode.BINOP,
    InstCode.CAST,
    InstCode.RET,
    InstCode.UNREACHABLE,
    InstCode.GEP,
)
