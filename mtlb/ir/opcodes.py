"""The numbers of IR objects in LLVM's records: codes of types, constants, metadata and instructions,
and the numbers in their operands: operators, predicates, flags, orderings.

Every number that bitcode fixes is defined here; attribute kinds are in `attributes`, linkage in `linkage`. A field of a
model that holds such a number is an `int`: a file may have one that is not listed here.

Sources: LLVM's LLVMBitCodes.h, InstrTypes.h, CallingConv.h and AtomicOrdering.h, LLVM 3.3 to 22.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Final

__all__ = [
    "FLOAT_NAMES",
    "FLOAT_TYPES",
    "STRUCT_TYPES",
    "TERMINATORS",
    "ComdatSelection",
    "ConstantCode",
    "DllStorage",
    "FastMath",
    "GepFlag",
    "InstCode",
    "MetadataCode",
    "Ordering",
    "Predicate",
    "TailKind",
    "ThreadLocal",
    "TypeCode",
    "UnnamedAddr",
    "Visibility",
    "WrapFlag",
]


class TypeCode(IntEnum):
    """Code of a record of the TYPE block, and the kind of a `Type`."""

    NUMENTRY = 1
    VOID = 2
    FLOAT = 3
    DOUBLE = 4
    LABEL = 5
    OPAQUE = 6
    INTEGER = 7
    POINTER = 8
    FUNCTION_OLD = 9
    HALF = 10
    ARRAY = 11
    VECTOR = 12
    X86_FP80 = 13
    FP128 = 14
    PPC_FP128 = 15
    METADATA = 16
    X86_MMX = 17
    STRUCT_ANON = 18
    STRUCT_NAME = 19
    STRUCT_NAMED = 20
    FUNCTION = 21
    TOKEN = 22
    BFLOAT = 23
    X86_AMX = 24
    OPAQUE_POINTER = 25
    TARGET_TYPE = 26


class ConstantCode(IntEnum):
    """Code of a record of a CONSTANTS block, and the kind of a `Constant`."""

    SETTYPE = 1
    NULL = 2
    UNDEF = 3
    INTEGER = 4
    WIDE_INTEGER = 5
    FLOAT = 6
    AGGREGATE = 7
    STRING = 8
    CSTRING = 9
    CE_BINOP = 10
    CE_CAST = 11
    CE_GEP = 12
    CE_SELECT = 13
    CE_EXTRACTELT = 14
    CE_INSERTELT = 15
    CE_SHUFFLEVEC = 16
    CE_CMP = 17
    INLINEASM_OLD = 18
    CE_SHUFVEC_EX = 19
    CE_INBOUNDS_GEP = 20
    BLOCKADDRESS = 21
    DATA = 22
    INLINEASM_OLD2 = 23
    CE_GEP_WITH_INRANGE_INDEX = 24
    CE_UNOP = 25
    POISON = 26
    DSO_LOCAL_EQUIVALENT = 27
    INLINEASM_OLD3 = 28
    NO_CFI_VALUE = 29
    INLINEASM = 30
    CE_GEP_WITH_INRANGE = 31
    CE_GEP_FLAGS = 32
    PTRAUTH = 33
    PTRAUTH2 = 34


class MetadataCode(IntEnum):
    """Code of a record of a METADATA, METADATA_KIND or METADATA_ATTACHMENT block, and the kind of an `MDNode`."""

    STRING_OLD = 1
    VALUE = 2
    NODE = 3
    NAME = 4
    DISTINCT_NODE = 5
    KIND = 6
    LOCATION = 7
    OLD_NODE = 8
    OLD_FN_NODE = 9
    NAMED_NODE = 10
    ATTACHMENT = 11
    GENERIC_DEBUG = 12
    SUBRANGE = 13
    ENUMERATOR = 14
    BASIC_TYPE = 15
    FILE = 16
    DERIVED_TYPE = 17
    COMPOSITE_TYPE = 18
    SUBROUTINE_TYPE = 19
    COMPILE_UNIT = 20
    SUBPROGRAM = 21
    LEXICAL_BLOCK = 22
    LEXICAL_BLOCK_FILE = 23
    NAMESPACE = 24
    TEMPLATE_TYPE = 25
    TEMPLATE_VALUE = 26
    GLOBAL_VAR = 27
    LOCAL_VAR = 28
    EXPRESSION = 29
    OBJC_PROPERTY = 30
    IMPORTED_ENTITY = 31
    MODULE = 32
    MACRO = 33
    MACRO_FILE = 34
    STRINGS = 35
    GLOBAL_DECL_ATTACHMENT = 36
    GLOBAL_VAR_EXPR = 37
    INDEX_OFFSET = 38
    INDEX = 39
    LABEL = 40
    STRING_TYPE = 41
    COMMON_BLOCK = 44
    GENERIC_SUBRANGE = 45
    ARG_LIST = 46
    ASSIGN_ID = 47
    SUBRANGE_TYPE = 48
    FIXED_POINT_TYPE = 49


class InstCode(IntEnum):
    """Code of a record of a FUNCTION block, and the kind of an `Instruction`."""

    DECLAREBLOCKS = 1
    BINOP = 2
    CAST = 3
    GEP_OLD = 4
    SELECT = 5
    EXTRACTELT = 6
    INSERTELT = 7
    SHUFFLEVEC = 8
    CMP = 9
    RET = 10
    BR = 11
    SWITCH = 12
    INVOKE = 13
    UNREACHABLE = 15
    PHI = 16
    ALLOCA = 19
    LOAD = 20
    VAARG = 23
    STORE_OLD = 24
    EXTRACTVAL = 26
    INSERTVAL = 27
    CMP2 = 28
    VSELECT = 29
    INBOUNDS_GEP_OLD = 30
    INDIRECTBR = 31
    DEBUG_LOC_AGAIN = 33
    CALL = 34
    DEBUG_LOC = 35
    FENCE = 36
    CMPXCHG_OLD = 37
    ATOMICRMW_OLD = 38
    RESUME = 39
    LANDINGPAD_OLD = 40
    LOADATOMIC = 41
    STOREATOMIC_OLD = 42
    GEP = 43
    STORE = 44
    STOREATOMIC = 45
    CMPXCHG = 46
    LANDINGPAD = 47
    CLEANUPRET = 48
    CATCHRET = 49
    CATCHPAD = 50
    CLEANUPPAD = 51
    CATCHSWITCH = 52
    OPERAND_BUNDLE = 55
    UNOP = 56
    CALLBR = 57
    FREEZE = 58
    ATOMICRMW = 59
    BLOCKADDR_USERS = 60
    # LLVM 19 and later keep debug info of variables in separate records.
    DEBUG_RECORD_VALUE = 61
    DEBUG_RECORD_DECLARE = 62
    DEBUG_RECORD_ASSIGN = 63
    DEBUG_RECORD_VALUE_SIMPLE = 64
    DEBUG_RECORD_LABEL = 65
    DEBUG_RECORD_DECLARE_VALUE = 66


STRUCT_TYPES: Final = frozenset({TypeCode.STRUCT_ANON, TypeCode.STRUCT_NAMED})
FLOAT_TYPES: Final = frozenset(
    {
        TypeCode.HALF,
        TypeCode.BFLOAT,
        TypeCode.FLOAT,
        TypeCode.DOUBLE,
        TypeCode.X86_FP80,
        TypeCode.FP128,
        TypeCode.PPC_FP128,
    }
)
"""Types whose elements differ: an index into them must be a constant."""
FLOAT_NAMES: Final = {TypeCode.HALF: "half", TypeCode.BFLOAT: "bfloat", TypeCode.FLOAT: "float"}
"""The floats of AIR by their names, in LLVM's text and in Metal."""

TERMINATORS: Final = frozenset(
    {
        InstCode.RET,
        InstCode.BR,
        InstCode.SWITCH,
        InstCode.INVOKE,
        InstCode.UNREACHABLE,
        InstCode.INDIRECTBR,
        InstCode.RESUME,
        InstCode.CLEANUPRET,
        InstCode.CATCHRET,
        InstCode.CATCHSWITCH,
        InstCode.CALLBR,
    }
)
"""Instructions that end a basic block."""


class Predicate(IntEnum):
    """Predicate of CMP, CMP2 and CE_CMP: of floating-point (F) or of integer and pointer operands (I)."""

    FCMP_FALSE = 0
    FCMP_OEQ = 1
    FCMP_OGT = 2
    FCMP_OGE = 3
    FCMP_OLT = 4
    FCMP_OLE = 5
    FCMP_ONE = 6
    FCMP_ORD = 7
    FCMP_UNO = 8
    FCMP_UEQ = 9
    FCMP_UGT = 10
    FCMP_UGE = 11
    FCMP_ULT = 12
    FCMP_ULE = 13
    FCMP_UNE = 14
    FCMP_TRUE = 15
    ICMP_EQ = 32
    ICMP_NE = 33
    ICMP_UGT = 34
    ICMP_UGE = 35
    ICMP_ULT = 36
    ICMP_ULE = 37
    ICMP_SGT = 38
    ICMP_SGE = 39
    ICMP_SLT = 40
    ICMP_SLE = 41


class Ordering(IntEnum):
    """Ordering of an atomic operation."""

    NOT_ATOMIC = 0
    UNORDERED = 1
    MONOTONIC = 2
    ACQUIRE = 3
    RELEASE = 4
    ACQ_REL = 5
    SEQ_CST = 6


class FastMath(IntFlag):
    """Flags of a floating-point operation, as LLVM 6 and later write them.

    Before LLVM 6 `FAST` (bit 0) is all of them; CONTRACT is from LLVM 5.
    """

    FAST = 1 << 0
    NNAN = 1 << 1
    NINF = 1 << 2
    NSZ = 1 << 3
    ARCP = 1 << 4
    CONTRACT = 1 << 5
    AFN = 1 << 6
    REASSOC = 1 << 7


class WrapFlag(IntFlag):
    """Flags of an integer operation; the operator determines the meaning of bit 0.

    No wrap of ADD, SUB, MUL, SHL and (from LLVM 19 on) TRUNC; EXACT of divisions and right shifts; DISJOINT of OR and
    NON_NEGATIVE of ZEXT and UITOFP (LLVM 18); SAME_SIGN of comparisons (LLVM 20).
    """

    NO_UNSIGNED = 1 << 0
    NO_SIGNED = 1 << 1
    EXACT = 1 << 0
    DISJOINT = 1 << 0
    NON_NEGATIVE = 1 << 0
    SAME_SIGN = 1 << 0


class GepFlag(IntFlag):
    """Flags of GEP; before LLVM 19 the operand is INBOUNDS alone."""

    INBOUNDS = 1 << 0
    NO_UNSIGNED_SIGNED_WRAP = 1 << 1
    NO_UNSIGNED_WRAP = 1 << 2


class TailKind(IntEnum):
    """How a call may be made a jump, as `Instruction.params` has it."""

    NONE = 0
    TAIL = 1
    MUST_TAIL = 2
    NO_TAIL = 3


class Visibility(IntEnum):
    """Visibility of a global."""

    DEFAULT = 0
    HIDDEN = 1
    PROTECTED = 2


class UnnamedAddr(IntEnum):
    """Whether the address of a global is insignificant: GLOBAL, in every module; LOCAL, in this one (LLVM 3.9)."""

    NONE = 0
    GLOBAL = 1
    LOCAL = 2


class DllStorage(IntEnum):
    """DLL storage class of a global."""

    DEFAULT = 0
    IMPORT = 1
    EXPORT = 2


class ThreadLocal(IntEnum):
    """Thread-local storage model of a variable."""

    NONE = 0
    GENERAL_DYNAMIC = 1
    LOCAL_DYNAMIC = 2
    INITIAL_EXEC = 3
    LOCAL_EXEC = 4


class ComdatSelection(IntEnum):
    """Which of several comdats of one name a linker keeps."""

    ANY = 1
    EXACT_MATCH = 2
    LARGEST = 3
    NO_DUPLICATES = 4
    SAME_SIZE = 5
