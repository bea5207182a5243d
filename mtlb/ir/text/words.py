"""The words of LLVM assembly for the numbers of records: one table each, for the printer and the reader.

Sources: LLVM's AsmWriter.cpp, LLParser.cpp, LLLexer.cpp and Dwarf.def, LLVM 4 to 22.
"""

from __future__ import annotations

from ..linkage import Linkage
from ..opcodes import (
    FLOAT_NAMES,
    ComdatSelection,
    FastMath,
    GepFlag,
    Ordering,
    Predicate,
    TailKind,
    ThreadLocal,
    TypeCode,
    UnnamedAddr,
    Visibility,
)
from ..operators import AtomicOperation, BinaryOperator, CastOperator

SIMPLE_TYPES = {
    **FLOAT_NAMES,
    TypeCode.VOID: "void",
    TypeCode.DOUBLE: "double",
    TypeCode.LABEL: "label",
    TypeCode.X86_FP80: "x86_fp80",
    TypeCode.FP128: "fp128",
    TypeCode.PPC_FP128: "ppc_fp128",
    TypeCode.METADATA: "metadata",
    TypeCode.X86_MMX: "x86_mmx",
    TypeCode.TOKEN: "token",
    TypeCode.X86_AMX: "x86_amx",
}
"""Types that are one word."""

LINKAGES = {
    Linkage.EXTERNAL: "",
    Linkage.APPENDING: "appending",
    Linkage.INTERNAL: "internal",
    Linkage.EXTERN_WEAK: "extern_weak",
    Linkage.COMMON: "common",
    Linkage.PRIVATE: "private",
    Linkage.AVAILABLE_EXTERNALLY: "available_externally",
    Linkage.WEAK_ANY: "weak",
    Linkage.WEAK_ODR: "weak_odr",
    Linkage.LINK_ONCE_ANY: "linkonce",
    Linkage.LINK_ONCE_ODR: "linkonce_odr",
}
VISIBILITIES = {int(Visibility.HIDDEN): "hidden", int(Visibility.PROTECTED): "protected"}
DLL_STORAGE = {1: "dllimport", 2: "dllexport"}
THREAD_LOCAL = {
    int(ThreadLocal.GENERAL_DYNAMIC): "thread_local",
    int(ThreadLocal.LOCAL_DYNAMIC): "thread_local(localdynamic)",
    int(ThreadLocal.INITIAL_EXEC): "thread_local(initialexec)",
    int(ThreadLocal.LOCAL_EXEC): "thread_local(localexec)",
}
UNNAMED_ADDR = {int(UnnamedAddr.GLOBAL): "unnamed_addr", int(UnnamedAddr.LOCAL): "local_unnamed_addr"}
COMDAT_SELECTIONS = {
    int(ComdatSelection.ANY): "any",
    int(ComdatSelection.EXACT_MATCH): "exactmatch",
    int(ComdatSelection.LARGEST): "largest",
    int(ComdatSelection.NO_DUPLICATES): "nodeduplicate",
    int(ComdatSelection.SAME_SIZE): "samesize",
}

CALLING_CONVENTIONS = {
    8: "fastcc",
    9: "coldcc",
    10: "ghccc",
    13: "anyregcc",
    14: "preserve_mostcc",
    15: "preserve_allcc",
    16: "swiftcc",
    17: "cxx_fast_tlscc",
    18: "tailcc",
    19: "cfguard_checkcc",
    20: "swifttailcc",
    21: "preserve_nonecc",
    64: "x86_stdcallcc",
    65: "x86_fastcallcc",
    66: "arm_apcscc",
    67: "arm_aapcscc",
    68: "arm_aapcs_vfpcc",
    69: "msp430_intrcc",
    70: "x86_thiscallcc",
    71: "ptx_kernel",
    72: "ptx_device",
    75: "spir_func",
    76: "spir_kernel",
    77: "intel_ocl_bicc",
    78: "x86_64_sysvcc",
    79: "win64cc",
    80: "x86_vectorcallcc",
    83: "x86_intrcc",
    86: "graalcc",
    87: "amdgpu_vs",
    88: "amdgpu_gs",
    89: "amdgpu_ps",
    90: "amdgpu_cs",
    91: "amdgpu_kernel",
    92: "x86_regcallcc",
    93: "amdgpu_hs",
    95: "amdgpu_ls",
    96: "amdgpu_es",
    97: "aarch64_vector_pcs",
    98: "aarch64_sve_vector_pcs",
    100: "amdgpu_gfx",
}
"""Calling conventions by number; others are `cc N`."""

TAIL_KINDS = {int(TailKind.TAIL): "tail", int(TailKind.MUST_TAIL): "musttail", int(TailKind.NO_TAIL): "notail"}

INTEGER_OPERATORS = {
    int(BinaryOperator.ADD): "add",
    int(BinaryOperator.SUB): "sub",
    int(BinaryOperator.MUL): "mul",
    int(BinaryOperator.UDIV): "udiv",
    int(BinaryOperator.SDIV): "sdiv",
    int(BinaryOperator.UREM): "urem",
    int(BinaryOperator.SREM): "srem",
    int(BinaryOperator.SHL): "shl",
    int(BinaryOperator.LSHR): "lshr",
    int(BinaryOperator.ASHR): "ashr",
    int(BinaryOperator.AND): "and",
    int(BinaryOperator.OR): "or",
    int(BinaryOperator.XOR): "xor",
}
FLOAT_OPERATORS = {
    int(BinaryOperator.FADD): "fadd",
    int(BinaryOperator.FSUB): "fsub",
    int(BinaryOperator.FMUL): "fmul",
    int(BinaryOperator.FDIV): "fdiv",
    int(BinaryOperator.FREM): "frem",
}
WRAPPING = frozenset({"add", "sub", "mul", "shl", "trunc"})
"""Operators that may be `nuw` and `nsw`."""
EXACT = frozenset({"udiv", "sdiv", "lshr", "ashr"})
"""Operators that may be `exact`."""

CASTS = {
    int(CastOperator.TRUNC): "trunc",
    int(CastOperator.ZEXT): "zext",
    int(CastOperator.SEXT): "sext",
    int(CastOperator.FPTOUI): "fptoui",
    int(CastOperator.FPTOSI): "fptosi",
    int(CastOperator.UITOFP): "uitofp",
    int(CastOperator.SITOFP): "sitofp",
    int(CastOperator.FPTRUNC): "fptrunc",
    int(CastOperator.FPEXT): "fpext",
    int(CastOperator.PTRTOINT): "ptrtoint",
    int(CastOperator.INTTOPTR): "inttoptr",
    int(CastOperator.BITCAST): "bitcast",
    int(CastOperator.ADDRSPACECAST): "addrspacecast",
    int(CastOperator.PTRTOADDR): "ptrtoaddr",
}
PREDICATES = {int(predicate): predicate.name[5:].lower() for predicate in Predicate}
"""`oeq` ... of fcmp, `eq` ... of icmp."""
ATOMIC_OPERATIONS = {int(operation): operation.name.lower() for operation in AtomicOperation}
ORDERINGS = {
    int(Ordering.UNORDERED): "unordered",
    int(Ordering.MONOTONIC): "monotonic",
    int(Ordering.ACQUIRE): "acquire",
    int(Ordering.RELEASE): "release",
    int(Ordering.ACQ_REL): "acq_rel",
    int(Ordering.SEQ_CST): "seq_cst",
}
FAST_FLAGS = (
    (int(FastMath.REASSOC), "reassoc"),
    (int(FastMath.NNAN), "nnan"),
    (int(FastMath.NINF), "ninf"),
    (int(FastMath.NSZ), "nsz"),
    (int(FastMath.ARCP), "arcp"),
    (int(FastMath.CONTRACT), "contract"),
    (int(FastMath.AFN), "afn"),
)
"""In the order of the text; all of them are `fast`."""
GEP_FLAGS = (
    (int(GepFlag.INBOUNDS), "inbounds"),
    (int(GepFlag.NO_UNSIGNED_SIGNED_WRAP), "nusw"),
    (int(GepFlag.NO_UNSIGNED_WRAP), "nuw"),
)
ASM_FLAGS = ((1, "sideeffect"), (2, "alignstack"), (4, "inteldialect"), (8, "unwind"))
"""Flags of inline assembly, in the order of the text."""

SYNC_SCOPES = ("singlethread", "")
