"""Curing what lint finds, where a finding has one cure (docs/editing.md §6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from ..air.describe import Description, describe_all
from ..air.lint import lint_functions, lint_module, provided
from ..air.lint.subjects import ModuleSubject
from ..base.errors import MtlbError, UnsupportedError
from ..base.findings import Finding
from ..bitcode import read_module
from ..bitcode.eras import era_of
from ..bitcode.writer import write_module
from ..bitstream.wrapper import is_wrapped, unwrap, wrap
from ..container import Library, LibraryFunction
from ..container.module_cache import by_module, module_size
from ..container.modules import ModuleBytes
from ..ir import Module
from ..machinery.parallel import in_order
from . import cures
from .whole import whole

_WRAPPER, _VALID = "AIR089", "AIR061"
CURED: frozenset[str] = frozenset({*cures.MODULE, *cures.LISTED, _WRAPPER})
"""The codes of the rules that have a cure."""
_MOST_ROUNDS = 8  # a cure may make another one applicable: an AIR version requires module flags


@dataclass
class Fixed:
    """The result of `fix`: the fixed findings, the remaining ones, and the cures that were not made, with the reasons.
    `modules`: how many modules changed; `functions`: for how many functions the library's records changed.
    """

    fixed: list[Finding] = field(default_factory=list)
    left: list[Finding] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    modules: int = 0
    functions: int = 0

    @property
    def is_changed(self) -> bool:
        """Whether anything changed."""
        return bool(self.modules or self.functions)


def fix_module(data: bytes | memoryview, ignored: Collection[str] = ()) -> tuple[bytes | memoryview, Fixed]:
    """The module with all cures applied, and a report; the same bytes if there is nothing to fix.

    `data`: bitcode, wrapped or not; the result has the same form. `ignored`: codes of rules not to fix. A cure that
    would cause a new error is not made. A module that can't be read gets the finding AIR000 and is not changed.
    """
    before = lint_module(data)
    cured = _cured(data, before, frozenset(ignored))
    return cured.data, _outcome(before, cured.findings, cured.problems, modules=int(cured.data != data))


@whole
def fix(
    library: Library,
    ignored: Collection[str] = (),
    *,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Fixed:
    """Cure the findings of `lint` in a library, in its modules and its records of them, where there is one cure. As
    `fix_module` for each module; HASH and versions are updated. A module that can't be changed is reported in
    `problems`. `jobs` processes work on the modules; `progress` is called with modules done and modules in all.
    FormatError for a module that is outside of the file.
    """
    groups = by_module(library.functions)
    work = partial(_fix_groups, names=provided(library), ignored=frozenset(ignored))
    result = Fixed()
    for group, cured in zip(
        groups, in_order(work, groups, jobs, progress, size=lambda group: module_size(group[0])), strict=True
    ):
        done = _outcome(cured.before, cured.after, cured.problems)
        result.fixed += done.fixed
        result.left += done.left
        result.problems += done.problems
        result.modules += cured.module is not None
        for function, values in zip(group, cured.values, strict=True):
            if cured.module is not None:
                function.module = cured.module
            for name, value in values.items():
                setattr(function, name, value)
            result.functions += bool(values)
    return result


def _outcome(before: list[Finding], after: list[Finding], problems: list[str], modules: int = 0) -> Fixed:
    left = Counter(map(_key, after))
    fixed = []
    for finding in before:
        if left[_key(finding)]:
            left[_key(finding)] -= 1
        else:
            fixed.append(finding)
    return Fixed(fixed, after, problems, modules)


def _key(finding: Finding) -> tuple[str, str, tuple[str, ...]]:
    return finding.code, finding.message, finding.functions


def _new_errors(before: list[Finding], after: list[Finding]) -> list[Finding]:
    """The new errors. An error of a rule with fewer errors than before is not new, unless the rule is the IR's
    validity."""
    keys = set(map(_key, before))
    old, new = (Counter((finding.code, finding.functions) for finding in findings) for findings in (before, after))
    return [
        finding
        for finding in after
        if finding.is_error
        and _key(finding) not in keys
        and (finding.code == _VALID or new[finding.code, finding.functions] > old[finding.code, finding.functions])
    ]


# --- a module --------------------------------------------------------------------------------------------------------


class _Cured(NamedTuple):
    """A module, its findings, and the cures that were not made."""

    data: bytes | memoryview
    findings: list[Finding]
    problems: list[str]


class _NotCuredError(Exception):
    """A cure that can't be made."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason


def _cured(data: bytes | memoryview, before: list[Finding], ignored: frozenset[str]) -> _Cured:
    """Apply all cures together; if that causes a new error, apply each cure that causes none."""
    problems: list[str] = []
    present = [code for code in (_WRAPPER, *cures.MODULE) if any(finding.code == code for finding in before)]
    try:
        skipped, module, findings = _possible(data, before, ignored, problems)
        if not _new_errors(before, findings):
            return _Cured(module, findings, problems)
        module, findings = data, before
        left = {code for code in present if code not in skipped}
        for code in (code for code in present if code in left):
            _, tried, remaining = _possible(data, before, skipped | (left - {code}), problems)
            errors = _new_errors(before, remaining)
            if errors:
                problems.append(f"{code}: with its cure the module would have an error: {errors[0].message}")
            else:
                left.discard(code)
                module, findings = tried, remaining
    except MtlbError as error:
        return _Cured(data, before, [error.reason])
    return _Cured(module, findings, problems)


def _possible(
    data: bytes | memoryview, before: list[Finding], skipped: frozenset[str] | set[str], problems: list[str]
) -> tuple[frozenset[str], bytes | memoryview, list[Finding]]:
    """The skipped rules, including those whose cure can't be made; the module after all other cures, and its
    findings."""
    left_out = frozenset(skipped)
    while True:
        try:
            return left_out, *_all_cured(data, before, left_out)
        except _NotCuredError as error:
            left_out |= {error.code}
            problems.append(f"{error.code}: {error.reason}")


def _all_cured(
    data: bytes | memoryview, findings: list[Finding], skipped: frozenset[str]
) -> tuple[bytes | memoryview, list[Finding]]:
    """The module after the cures of all rules not in `skipped`, and its findings."""
    if _WRAPPER not in skipped and any(finding.code == _WRAPPER for finding in findings):
        data, findings = _padded(data, findings)
    module: Module | None = None
    for _ in range(_MOST_ROUNDS):
        present = {finding.code for finding in findings} - skipped
        codes = [code for code in cures.MODULE if code in present]
        if not codes:
            break
        module = module or _readable(data)
        changed = False
        for code in codes:
            try:
                changed |= cures.MODULE[code](ModuleSubject.of(module, data))
            except MtlbError as error:
                raise _NotCuredError(code, error.reason) from error
        if not changed:
            break
        data = write_module(module, era_of(module), to_be_converted=module.has_opaque_pointers)
        findings = lint_module(data)
    return data, findings


def _padded(data: bytes | memoryview, findings: list[Finding]) -> tuple[bytes | memoryview, list[Finding]]:
    if not is_wrapped(data):
        return data, findings
    wrapped = wrap(unwrap(data))
    if any(data[len(wrapped) :]) or not wrapped.startswith(bytes(data[: len(wrapped)])):
        return data, findings  # the rest is not padding
    return wrapped, lint_module(wrapped)


def _readable(data: bytes | memoryview) -> Module:
    module = read_module(data)
    if module.unmodelled:
        raise UnsupportedError(f"changing a module with {', '.join(sorted(set(module.unmodelled)))} is not supported")
    return module


# --- the functions of a library --------------------------------------------------------------------------------------

_FIELDS = (
    "type",
    "air_version",
    "language_version",
    "tessellation",
    "layer_type",
    "public_metadata",
    "reflection",
    "stored_hash",
)


class _Group(NamedTuple):
    """The changes for functions that share a module: the new module, None if unchanged, and new field values."""

    before: list[Finding]
    after: list[Finding]
    problems: list[str]
    module: ModuleBytes | None
    values: list[dict[str, Any]]


def _fix_groups(
    groups: Sequence[list[LibraryFunction]], names: frozenset[str], ignored: frozenset[str]
) -> list[_Group]:
    return [_fix_group(functions, names, ignored) for functions in groups]


def _fix_group(functions: list[LibraryFunction], names: frozenset[str], ignored: frozenset[str]) -> _Group:
    """The results of the cures for functions, which are restored afterwards."""
    before = lint_functions(functions, names)
    nothing = _Group(before, before, [], None, [{} for _ in functions])
    if not CURED.intersection(finding.code for finding in before) - ignored:
        return nothing
    restore = [function.snapshot() for function in functions]
    stored = functions[0].module
    module = _cured(stored, lint_module(stored), ignored)
    problems = [f"function {functions[0].name!a}: {problem}" for problem in module.problems]
    changed = None if module.data == stored else module.data
    # Curing the module may reveal an error of the library; the module is left unchanged then.
    for new in (changed, None) if changed is not None else (None,):
        if new is not None:
            for function in functions:
                function.module = new
        old = [{name: getattr(function, name) for name in _FIELDS} for function in functions]
        after, more = _listed(functions, names, ignored)
        values = [
            {name: getattr(function, name) for name, value in was.items() if getattr(function, name) is not value}
            for function, was in zip(functions, old, strict=True)
        ]
        for undo in restore:
            undo()
        errors = _new_errors(before, after)
        if not errors:
            return _Group(before, after, problems + more, new, values)
        problems.append(f"function {functions[0].name!a}: cured, it would have an error: {errors[0].message}")
    return nothing._replace(problems=problems)


def _listed(
    functions: list[LibraryFunction], names: frozenset[str], ignored: frozenset[str]
) -> tuple[list[Finding], list[str]]:
    """Cure the library's records of functions; returns the remaining findings, and the cures that were not made."""
    problems: list[str] = []
    for _ in range(_MOST_ROUNDS):
        findings = lint_functions(functions, names)
        changed = False
        descriptions: dict[str, Description] | None = None
        for function in functions:
            codes = {finding.code for finding in findings if finding.functions == (function.name,)} - ignored
            for code in (code for code in cures.LISTED if code in codes):
                if descriptions is None:
                    descriptions = _described(function)
                before = [getattr(function, name) for name in _FIELDS]
                try:
                    cures.LISTED[code](function, descriptions.get(function.name))
                except MtlbError as error:
                    problem = f"function {function.name!a}: {code}: {error.reason}"
                    problems += [problem] if problem not in problems else []
                changed |= before != [getattr(function, name) for name in _FIELDS]
        if not changed:
            break
    return findings, problems


def _described(function: LibraryFunction) -> dict[str, Description]:
    """The entry points of its module by their names, the first of each; none for a module that can't be described."""
    try:
        descriptions = describe_all(read_module(function.module, bodies=False))
        return {description.name: description for description in reversed(descriptions)}
    except MtlbError:
        return {}
