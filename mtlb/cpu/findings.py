"""What the checks of a run can find: a row each."""

from __future__ import annotations

from ..base.findings import FindingRule

RULES = {
    rule.code: rule
    for rule in (
        FindingRule(
            "barrier",
            "BarrierNotReached",
            "A barrier that not all threads of a threadgroup reach.",
            "The threads that wait for the others wait forever on a GPU, or go on with what is not there yet.",
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
            "A division of an integer by zero, or of the lowest one by -1.",
            "Metal does not say what the quotient and the remainder are.",
        ),
        FindingRule(
            "lane",
            "UndefinedLane",
            "A use of a value of a lane that does not exist or is not active, or matrices without all lanes.",
            "Metal does not say what such a value is.",
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
            "What is read is undefined, and what is written may be anybody's. The thread ends there.",
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
            "The metadata tells Metal that it is not written, so that nobody waits for it.",
        ),
        FindingRule(
            "shift",
            "ShiftTooFar",
            "A shift by the width of the number or more, whose result is used.",
            "The result of the instruction is not defined: compilers mask the amount where a language says so.",
        ),
        FindingRule(
            "uninitialized",
            "UninitializedRead",
            "A read of memory that no thread wrote.",
            "Threadgroup memory and variables hold what was there before.",
        ),
    )
}
"""The kinds of findings by code."""
