"""What IR objects are, numbered as LLVM's records number them: types, constants, metadata, instructions, linkage.

Source: LLVM's LLVMBitCodes.h."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["ConstantCode", "InstCode", "Linkage", "MetadataCode", "TypeCode"]


class TypeCode(IntEnum):
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


class MetadataCode(IntEnum):
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


class InstCode(IntEnum):
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
    # LLVM 19 and later keep debug info of variables in records of their own.
    DEBUG_RECORD_VALUE = 61
    DEBUG_RECORD_DECLARE = 62
    DEBUG_RECORD_ASSIGN = 63
    DEBUG_RECORD_VALUE_SIMPLE = 64
    DEBUG_RECORD_LABEL = 65


class Linkage(IntEnum):
    """Linkage as LLVM 3.6 and later write it; the reader maps the older spellings onto these."""

    EXTERNAL = 0
    APPENDING = 2
    INTERNAL = 3
    EXTERN_WEAK = 7
    COMMON = 8
    PRIVATE = 9
    AVAILABLE_EXTERNALLY = 12
    WEAK_ANY = 16
    WEAK_ODR = 17
    LINK_ONCE_ANY = 18
    LINK_ONCE_ODR = 19

    @property
    def is_local(self) -> bool:
        return self in (Linkage.INTERNAL, Linkage.PRIVATE)
