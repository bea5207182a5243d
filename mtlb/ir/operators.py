"""The numbers of operators and calling conventions in operands of instructions; some are newer than others.

Sources: LLVM's LLVMBitCodes.h, Instruction.def and CallingConv.h, LLVM 3.3 to 22.
"""

from __future__ import annotations

from enum import IntEnum

from ..base.versions import Version


class _Since(IntEnum):
    """Numbers with versions: `since` is the first LLVM that has the member."""

    since: Version

    def __new__(cls, value: int, *since: int) -> _Since:
        member = int.__new__(cls, value)
        member._value_ = value
        member.since = Version(*(since or (3, 3)))
        return member


class UnaryOperator(_Since):
    """Opcode of UNOP and CE_UNOP."""

    FNEG = 0, 8


class BinaryOperator(_Since):
    """Opcode of BINOP and CE_BINOP; one of floating-point operands has the number of its integer twin."""

    ADD = 0
    SUB = 1
    MUL = 2
    UDIV = 3
    SDIV = 4
    UREM = 5
    SREM = 6
    SHL = 7
    LSHR = 8
    ASHR = 9
    AND = 10
    OR = 11
    XOR = 12
    FADD = 0
    FSUB = 1
    FMUL = 2
    FDIV = 4
    FREM = 6


class CastOperator(_Since):
    """Opcode of CAST and CE_CAST."""

    TRUNC = 0
    ZEXT = 1
    SEXT = 2
    FPTOUI = 3
    FPTOSI = 4
    UITOFP = 5
    SITOFP = 6
    FPTRUNC = 7
    FPEXT = 8
    PTRTOINT = 9
    INTTOPTR = 10
    BITCAST = 11
    ADDRSPACECAST = 12, 3, 4
    PTRTOADDR = 13, 22


class AtomicOperation(_Since):
    """The operation of an ATOMICRMW."""

    XCHG = 0
    ADD = 1
    SUB = 2
    AND = 3
    NAND = 4
    OR = 5
    XOR = 6
    MAX = 7
    MIN = 8
    UMAX = 9
    UMIN = 10
    FADD = 11, 9
    FSUB = 12, 9
    FMAX = 13, 15
    FMIN = 14, 15
    UINC_WRAP = 15, 16
    UDEC_WRAP = 16, 16
    USUB_COND = 17, 20
    USUB_SAT = 18, 20
    FMAXIMUM = 19, 21
    FMINIMUM = 20, 21


WORDS_OF_ATOMICS = {
    AtomicOperation.ADD: ("add", False),
    AtomicOperation.SUB: ("sub", False),
    AtomicOperation.AND: ("and", False),
    AtomicOperation.OR: ("or", False),
    AtomicOperation.XOR: ("xor", False),
    AtomicOperation.MAX: ("max", True),
    AtomicOperation.MIN: ("min", True),
    AtomicOperation.UMAX: ("max", False),
    AtomicOperation.UMIN: ("min", False),
    AtomicOperation.XCHG: ("xchg", False),
}
"""The word for an operation that Metal has as well, and whether its integers have a sign."""


class CallingConvention(_Since):
    """LLVM's named calling conventions, without processor-specific ones."""

    C = 0
    FAST = 8
    COLD = 9
    GHC = 10
    HIPE = 11
    ANY_REG = 13, 3, 4
    PRESERVE_MOST = 14, 3, 4
    PRESERVE_ALL = 15, 3, 4
    SWIFT = 16, 3, 9
    CXX_FAST_TLS = 17, 3, 8
    TAIL = 18, 10
    CFGUARD_CHECK = 19, 10
    SWIFT_TAIL = 20, 13
    PRESERVE_NONE = 21, 18
    SPIR_FUNC = 75
    SPIR_KERNEL = 76
