"""Checks modules and libraries against the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...base.classes import NamedTuple, replace
from ...base.errors import FormatError, MtlbError
from ...base.findings import Finding, FindingRule
from ...base.versions import Triple, Version
from ...bitcode import read_module
from ...bitstream.stream import Block
from ...container import Library, LibraryFunction
from ...container.module_cache import ModuleCache
from ...ir import Function, InstCode, Module
from ...machinery.collection import collection_paused
from ..describe import Description, describe_entries
from ..facts import air_version, module_flag_names
from ..names import BOUND_AT_RUN_TIME, CONTROL_POINT_SUFFIX
from ..symbols import is_intrinsic
from .code import is_foreign_origin
from .registry import ERROR, PROVEN, declare, rules_by_code
from .subjects import (
    ARGUMENT,
    CENSUS,
    CODE,
    DECLARATION,
    ENTRY,
    FUNCTION,
    LISTED,
    MEMORY,
    MODULE,
    OUTPUT,
    VARIABLE,
    CodeScope,
    CodeSubject,
    Common,
    EntrySubject,
    FunctionSubject,
    ListedSubject,
    ModuleSubject,
    OutputSubject,
    VariableSubject,
    tried,
)

# Checks run in the order in which their files are imported.
# isort: off
from . import versions, flags, bitcode, entries, listed, code, globals, flow, census

# isort: on

THEMES = (versions, flags, bitcode, entries, listed, code, globals, flow, census)
"""The modules that declare rules."""

_READABLE = declare("AIR000", "readable", ERROR, PROVEN, "The bitcode can be read",
                    "A module that can't be read can't be run.")  # fmt: skip

RULES: dict[str, FindingRule] = rules_by_code()
"""Every rule by its code."""


def lint_module(data: bytes | memoryview) -> list[Finding]:
    """Check one AIR module (bitcode, wrapped or not) against the rules. Bad input is the finding AIR000."""
    return _module_findings(data, Common(), is_unlinked=True)[1]


def lint_census(data: bytes | memoryview, function: str = "") -> list[Finding]:
    """The features of a module that no module of Apple's has (AIR097); empty for bad input, which `lint_module`
    reports.
    """
    try:
        subject = ModuleSubject.of(read_module(data), data)
    except MtlbError:
        return []
    return list(CENSUS.findings(subject, function))


def lint_library(library: Library) -> Iterator[Finding]:
    """Check every module of a library, and the data that the library records about its functions, against the rules.

    Findings of a shared module are reported once, for its first function. Bad input is a finding, not an exception.
    """
    for examined in _examined(library.functions, provided(library)):
        yield from examined.findings


def provided(library: Library) -> frozenset[str]:
    """The names that the modules of a library may leave undefined: functions of the library and imported functions."""
    names = [function.name for function in (*library.functions, *(library.imported_symbols or ()))]
    return frozenset(name for name in names if name)


def lint_functions(functions: Sequence[LibraryFunction], names: frozenset[str]) -> list[Finding]:
    """The findings of `lint_library` for some functions of a library, which share no module with other functions.

    `names`: the result of `provided` for the library.
    """
    return [finding for examined in _examined(functions, names) for finding in examined.findings]


class ModuleFacts(NamedTuple):
    """What a module says about the system that it is for; None for what is missing or malformed."""

    air: Version | None
    triple: Triple | None
    flags: frozenset[str]
    """The names of its flags."""
    is_opaque: bool
    """Whether its pointers are opaque."""
    target: str
    """Its target triple as it is written; "" if it has none."""

    @classmethod
    def of(cls, module: Module) -> ModuleFacts:
        """The facts of a module, which may be read without bodies."""
        air, triple = tried(air_version, module)[0], tried(Triple.parse, module.triple)[0]
        return cls(air, triple, frozenset(module_flag_names(module)), module.has_opaque_pointers, module.triple)


class Examined(NamedTuple):
    """A function of a library: its findings, and what its module says; `facts` is None if the module can't be read."""

    findings: list[Finding]
    facts: ModuleFacts | None


def examine_functions(functions: Sequence[LibraryFunction], names: frozenset[str]) -> list[Examined]:
    """The findings of `lint_functions` for each function, with facts of its module, which is read once for both."""
    return list(_examined(functions, names))


def _examined(functions: Sequence[LibraryFunction], names: frozenset[str]) -> Iterator[Examined]:
    reader = _Reader()
    modules = ModuleCache(functions, reader.look_at)
    for start in range(0, len(functions), _AT_ONCE):
        yield from _examine_some(functions[start : start + _AT_ONCE], modules, names)


@collection_paused()
def _examine_some(
    functions: Sequence[LibraryFunction], modules: ModuleCache[LibraryFunction, _LookedAt], names: frozenset[str]
) -> list[Examined]:
    return [_examine(function, modules, names) for function in functions]


def _examine(
    function: LibraryFunction, modules: ModuleCache[LibraryFunction, _LookedAt], names: frozenset[str]
) -> Examined:
    findings: list[Finding] = []
    facts = None
    try:
        module = modules(function)
        facts = module.facts
        if module.first is function:
            findings += [_named(finding, function.name) for finding in module.findings]
        if module.described is not None:
            subject = ListedSubject(function, module.hash, module.described, module.undefined - names)
            findings += LISTED.findings(subject, function.name)
    except MtlbError as error:
        findings.append(_READABLE.finding(str(error), function.name))
    return Examined(findings, facts)


class _LookedAt(NamedTuple):
    """A module of a library. `described`: its entry points by name, None if it can't be read. `undefined`: the
    functions that it declares, without those of the GPU compiler.
    """

    first: LibraryFunction
    findings: list[Finding]
    hash: bytes
    described: dict[str, Description] | None
    undefined: frozenset[str]
    facts: ModuleFacts | None


class _Reader:
    """Reads and checks the modules of a library, one after the other. So many of them share a context."""

    def __init__(self) -> None:
        self.common = Common()
        self.modules = 0

    def look_at(self, function: LibraryFunction) -> _LookedAt:
        """The module of a function, read and checked."""
        self.modules += 1
        if self.modules % _SHARING == 0:  # a context keeps what it made
            self.common = Common()
        subject, findings = _module_findings(function.module, self.common)
        described, undefined, facts = None, frozenset[str](), None
        if subject is not None:
            flags, is_opaque = frozenset(subject.flag_names), subject.module.has_opaque_pointers
            facts = ModuleFacts(subject.air, subject.triple, flags, is_opaque, subject.module.triple)
            undefined = _undefined(subject)
            entry_points = tried(_describe, subject)[0] or []
            described = {description.name: description for description in reversed(entry_points)}  # the first of each
            subject.module.take_apart()
        return _LookedAt(function, findings, function.computed_hash(), described, undefined, facts)


_AT_ONCE: Final = 256
"""The functions of a library that are checked in one pause of the garbage collector: modules leave few cycles."""
_SHARING: Final = 256
"""The modules of a library that share a context."""


def _describe(subject: ModuleSubject) -> list[Description]:
    return [] if subject.entry_error else describe_entries(subject.module, subject.entries)


def _undefined(subject: ModuleSubject) -> frozenset[str]:
    """The functions that a module declares, without those of the GPU compiler and of the loader. Functions that only
    metadata names are also omitted, because the compiler defines them: for example the function that reads a control
    point of a patch.
    """
    declared = [function for function in subject.module.functions if function.is_declaration]
    others = [
        item
        for item in declared
        if not is_intrinsic(item.name)
        and item.section != BOUND_AT_RUN_TIME
        and not item.name.endswith(CONTROL_POINT_SUFFIX)
    ]
    if not others:
        return frozenset()
    called, listed = subject.in_globals, subject.in_metadata
    return frozenset(item.name for item in others if item in called or item not in listed)


def _named(finding: Finding, function: str) -> Finding:
    """The finding, with its function set to `function` if it has none."""
    return finding if finding.functions or not function else replace(finding, functions=(function,))


def _module_findings(
    data: bytes | memoryview, common: Common, *, is_unlinked: bool = False
) -> tuple[ModuleSubject | None, list[Finding]]:
    groups: list[Block] = []
    try:
        module = read_module(data, context=common.context, attribute_groups=groups)
    except MtlbError as error:
        return None, [_READABLE.finding(str(error))]
    subject = ModuleSubject.of(module, data, is_unlinked=is_unlinked, common=common, attribute_groups=groups)
    findings: list[Finding] = []
    for broken, check in MODULE.checks:
        try:
            findings += [broken.finding(text) for text in check(subject)]
        except FormatError as error:
            findings.append(RULES["AIR021"].finding(str(error)))
    for entry in subject.entries:
        findings += _entry_findings(EntrySubject(entry, subject))
    findings += _code_findings(subject)
    return subject, list(dict.fromkeys(findings))


def _code_findings(subject: ModuleSubject) -> Iterator[Finding]:
    """The findings for the module's variables, functions and instructions."""
    for variable in subject.module.globals:
        yield from VARIABLE.findings(VariableSubject(variable, subject))
    groups, is_opaque = _groups_to_check(subject), subject.module.has_opaque_pointers
    for function, shapes in zip(subject.module.functions, subject.shapes.of_functions, strict=True):
        if function.is_declaration:
            yield from _declaration_findings(function, subject, is_opaque)
            continue
        yield from FUNCTION.findings(FunctionSubject(function, subject, shapes))
        for block in function.blocks if groups else ():
            for instruction in block.instructions:
                group = groups.get(instruction.code)
                if group is not None and (group.every or group.scope.looks_beyond(instruction)):
                    yield from group.scope.findings(CodeSubject(instruction, function, subject))


class _Group(NamedTuple):
    """The checks of a group of instructions; `every`: for each instruction of it, or where they look beyond shapes."""

    scope: CodeScope
    every: bool


def _groups_to_check(subject: ModuleSubject) -> dict[InstCode, _Group]:
    """The groups of instructions that may have findings, by code: the first instruction of a shape has one, or the
    checks look at more than shapes.
    """
    groups: dict[InstCode, _Group] = {}
    sound, firsts, functions = subject.common.shapes, subject.shapes.first, subject.module.functions
    beyond: set[InstCode] = set()
    for shape in [shape for shape in firsts if shape not in sound]:
        first = firsts[shape]
        scope = CODE.get(first.code)
        if scope is None:
            is_sound = True
        elif next(scope.findings(CodeSubject(first, functions[0], subject)), None) is not None:
            groups[first.code] = _Group(scope, every=True)
            is_sound = False
        else:
            is_sound = not scope.looks_beyond(first)
            if not is_sound:
                beyond.add(first.code)
        if is_sound and len(shape) > 1:  # a shape that names an instruction is of one module
            sound.add(shape)
    for group in beyond:
        if CODE[group] is not MEMORY or any(map(is_foreign_origin, firsts.values())):
            groups.setdefault(group, _Group(CODE[group], every=False))
    return groups


def _declaration_findings(function: Function, subject: ModuleSubject, is_opaque: bool) -> list[Finding]:
    sound = subject.common.declarations
    key = (function.name, function.value_type, function.attributes, subject.air, is_opaque)
    if key in sound:
        return []
    findings = list(DECLARATION.findings(FunctionSubject(function, subject, {})))
    if not findings:
        sound.add(key)
    return findings


def _entry_findings(subject: EntrySubject) -> Iterator[Finding]:
    name = subject.entry.name
    yield from ENTRY.findings(subject, name)
    for argument in subject.arguments:
        yield from ARGUMENT.findings(argument, name)
    for output in subject.entry.outputs:
        yield from OUTPUT.findings(OutputSubject(output, subject.module), name)
    subject.arguments.clear()  # breaks a reference cycle, which would keep the module in memory
