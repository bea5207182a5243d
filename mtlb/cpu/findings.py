"""The kinds of findings of a run's checks, one row each, and the fields of a finding."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.findings import Certainty, Finding, FindingRule, Severity


@dataclass(frozen=True)
class RunFinding(Finding):
    """A finding of a run. Unknown fields are "", 0, None or empty.
    `file`, `line` and `column` (from 1): the source position from the module's debug information; `text`: the source
    line, if the library contains its sources. `threads`: the number in the threadgroup and the number of the
    threadgroup, first for the thread that caused the finding, then for another thread that is involved. `memory`:
    the name of the argument or variable, with the `element`, or else the `byte`, and the number of bytes accessed
    (`size`); `texel`: the coordinates in a texture."""

    file: str = ""
    line: int = 0
    column: int = 0
    text: str = ""
    threads: tuple[tuple[int, int], ...] = ()
    memory: str = ""
    element: int | None = None
    byte: int | None = None
    texel: str = ""
    size: int = 0


RULES = {
    rule.code: rule
    for rule in (
        FindingRule(
            "barrier",
            "BarrierNotReached",
            "A barrier that not all threads of a threadgroup reach.",
            "On a GPU the waiting threads wait forever, or continue with data that is not written yet.",
        ),
        FindingRule(
            "barrier-memory",
            "BarrierForOtherMemory",
            "Two threads access the same byte, one writes it, and the barrier between them does not cover this memory.",
            "The flags of a barrier say which accesses it orders. Without the right flag, a thread may see the "
            "previous value.",
        ),
        FindingRule(
            "conversion",
            "ConversionOutOfRange",
            "A conversion of a float to an integer that can't hold it, whose result is used.",
            "The result of the instruction is not defined; functions that saturate are.",
        ),
        FindingRule(
            "division",
            "UndefinedDivision",
            "A division of an integer by zero, or of the lowest integer by -1.",
            "Metal does not say what the quotient and the remainder are.",
        ),
        FindingRule(
            "lane",
            "UndefinedLane",
            "A use of a value of a lane that does not exist or is not active, or matrices without all lanes.",
            "Metal does not say what such a value is.",
        ),
        FindingRule(
            "lane-operand",
            "LaneOperandDiffers",
            "A lane number or distance that differs between lanes, where Metal requires it to be uniform.",
            "Metal does not say which value such a lane gets.",
            severity=Severity.WARNING,
        ),
        FindingRule(
            "misaligned",
            "MisalignedAccess",
            "An access at an address that is not a multiple of its alignment.",
            "A GPU rounds the address or gives another value.",
        ),
        FindingRule(
            "out-of-bounds",
            "OutOfBounds",
            "An access outside of the buffers, variables and constants that the function was given.",
            "The value read is undefined, and a write may overwrite other data. The thread ends there.",
        ),
        FindingRule(
            "overflow",
            "UndefinedOverflow",
            "An operation on integers that wraps where the code says that it does not, whose result is used.",
            "Overflow of signed integers is undefined: compilers assume that it does not happen.",
        ),
        FindingRule(
            "race",
            "DataRace",
            "Two threads access the same byte, at least one of them writes it, and nothing orders them.",
            "Which of them comes first is left to the GPU.",
        ),
        FindingRule(
            "read-only",
            "WriteToReadOnly",
            "A write to memory that the function was given for reading.",
            "The metadata tells Metal that it is only read, so nothing waits for the write.",
        ),
        FindingRule(
            "shift",
            "ShiftTooFar",
            "A shift by the width of the number or more, whose result is used.",
            "The result of the instruction is not defined: compilers mask the amount where a language says so.",
        ),
        FindingRule(
            "texture-bounds",
            "TexelOutside",
            "A read or write of a texel that the texture does not have, or of a texture that was not given.",
            "Metal ignores such a write and gives zeros for such a read. It is rarely intended.",
            severity=Severity.WARNING,
        ),
        FindingRule(
            "texture-fence",
            "TextureWithoutFence",
            "A read of a texel that the thread itself wrote, without a texture fence in between.",
            "The thread may see the previous value.",
        ),
        FindingRule(
            "uninitialized",
            "UninitializedRead",
            "A read of memory that no thread wrote.",
            "Threadgroup memory and variables hold leftover values.",
        ),
        FindingRule(
            "uniform-write",
            "UniformWrite",
            "Two threads write the same value to the same byte, and nothing orders them.",
            "The final value is the same in any order, but nothing guarantees that no other value is seen in between.",
            severity=Severity.NOTE,
            certainty=Certainty.SUSPECTED,
        ),
    )
}
"""The kinds of findings by code."""
