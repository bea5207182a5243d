"""Verification of a module: sections, ids, types, blocks, entry points, capabilities (docs/spirv.md §6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ..base.errors import FormatError, UnsupportedError
from ..base.findings import CodedFindings, Codes, Finding, Severity, coded
from .module import SpirvModule
from .read import read
from .rules.capabilities import capability_problems
from .rules.decorations import decoration_problems
from .rules.entry_points import entry_point_problems
from .rules.flow import flow_problems
from .rules.ids import id_problems
from .rules.problem import SpirvProblem
from .rules.sections import section_problems
from .rules.types import type_problems
from .rules.values import value_problems

SPIRV_CODES: Final[Codes] = {
    "malformed": (Severity.ERROR, "the module is malformed and was not read to its end"),
    "order": (Severity.ERROR, "an instruction is in the wrong section"),
    "id": (Severity.ERROR, "an id is out of bound, not defined, defined twice or used before its definition"),
    "type": (Severity.ERROR, "a type, or the type of a value, is not what its instruction needs"),
    "decoration": (Severity.ERROR, "a decoration is on the wrong thing, or one that memory needs is missing"),
    "function": (Severity.ERROR, "a function does not match its type"),
    "block": (Severity.ERROR, "a block, a branch or a phi breaks the rules of control flow"),
    "variable": (Severity.WARNING, "a function's variable comes after other instructions; drivers accept it"),
    "alike": (
        Severity.WARNING,
        "a type differs from the expected one in signedness, format or depth; drivers accept it",
    ),
    "origin": (Severity.WARNING, "a fragment function does not say where its origin is; drivers take the upper left"),
    "interface": (
        Severity.WARNING,
        "before SPIR-V 1.4, an entry point names a variable that is neither input nor output; drivers accept it",
    ),
    "index": (Severity.WARNING, "a constant index is beyond a vector or matrix; drivers accept it"),
    "recursion": (Severity.ERROR, "a function calls itself"),
    "entry-point": (Severity.ERROR, "an entry point, its interface or its execution modes are wrong"),
    "capability": (Severity.ERROR, "what an instruction or an enumerant needs is not declared"),
    "version": (Severity.WARNING, "what an instruction or an enumerant needs is newer than the module's version"),
    "unknown": (Severity.WARNING, "an unknown instruction or enumerant; it is kept"),
    "more": (Severity.WARNING, "further findings of a code, not listed"),
}

_RULES: Final[tuple[tuple[Callable[[SpirvModule], Iterator[SpirvProblem]], ...], ...]] = (
    (section_problems, id_problems),
    (type_problems,),
    (decoration_problems,),
    (flow_problems,),
    (value_problems, entry_point_problems, capability_problems),
)
"""The stages of rules: each relies on the results of the stages before it."""


def _problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """The problems that the rules report, up to the first stage with errors."""
    for stage in _RULES:
        has_error = False
        for rule in stage:
            for problem in rule(module):
                has_error = has_error or SPIRV_CODES[problem.code][0] is Severity.ERROR
                yield problem
        if has_error:
            return


def _reason(module: SpirvModule, problem: SpirvProblem) -> FormatError:
    if problem.instruction is None:
        return FormatError(problem.reason)
    return module.malformed(problem.instruction, problem.reason)


_TOLD: Final = frozenset({"variable", "alike", "origin", "interface", "index"})
"""Warnings that a translation passes on: a rule is violated, but drivers accept the module."""


def check_module(module: SpirvModule) -> list[str]:
    """Check that a module is well-formed. Returns warnings about rules that drivers do not enforce.
    Raises FormatError for the first violation of another rule, with word, id and line."""
    warnings = []
    for problem in _problems(module):
        if SPIRV_CODES[problem.code][0] is Severity.ERROR:
            raise _reason(module, problem)
        if problem.code in _TOLD:
            warnings.append(str(_reason(module, problem)))
    return warnings


def verify_spirv(data: bytes | memoryview) -> list[Finding]:
    """The findings about a module; malformed bytes are findings too, never exceptions."""
    try:
        module = read(data)
    except (FormatError, UnsupportedError) as error:
        return [_finding("malformed", error)]
    findings = CodedFindings(SPIRV_CODES, "{} more findings of the code {}")
    try:
        for problem in _problems(module):
            if findings.admits(problem.code):
                findings.findings.append(_finding(problem.code, _reason(module, problem)))
    except FormatError as error:  # raised by a view of the module
        findings.findings.append(_finding("malformed", error))
    return findings.finish()


def _finding(code: str, error: FormatError | UnsupportedError) -> Finding:
    return coded(SPIRV_CODES, code, error.reason, error.offset)
