"""mtlb lint: check modules and libraries against the conventions of AIR."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Set
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from mtlb.base.findings import Severity

from . import console
from . import io as files
from .arguments import Arch, AsJson, Jobs, Quiet, Role, count_of
from .fixing import Cures, Fixing
from .groups import Group
from .parameters import CommandArgument, CommandOption
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.base.findings import Finding

_NAMED_FUNCTIONS = 3  # functions that are listed in a finding's line


def _codes() -> list[str]:
    from mtlb.air.lint import RULES

    return list(RULES)


class Judged(Group):
    """The options that select findings."""

    ignore: Annotated[
        list[str] | None,
        CommandOption(metavar="CODE", autocompletion=_codes, help="A rule to ignore, such as AIR009. Repeatable."),
    ] = None
    fail_on: Annotated[
        list[str] | None,
        CommandOption(
            metavar="CODE|SEVERITY",
            show_default="error",
            help="Exit with 1 for findings of this rule, or of this severity (error, warning, note) or worse; "
            "always for errors. Repeatable.",
        ),
    ] = None
    baseline: Annotated[
        str | None,
        CommandOption(
            metavar="FILE", help="Leave out the findings in this file; report which of them no longer occur."
        ),
        Role.READ,
    ] = None
    write_baseline: Annotated[
        str | None,
        CommandOption(metavar="FILE", help="Write every finding to FILE, for --baseline, and exit with 0 for them."),
        Role.WRITTEN,
    ] = None

    def settings(self) -> _Settings:
        """The options combined with those of the nearest pyproject.toml. Raises UsageError for invalid values."""
        from mtlb.inspect.lint_settings import LintSettings, checked_levels, checked_rules

        settings = LintSettings.nearest(os.curdir)
        with option_values():
            ignored = {*settings.ignore, *checked_rules(self.ignore or [])}
            failing = checked_levels([*settings.fail_on, *(self.fail_on or [])])
        path = None if self.write_baseline is not None else self.baseline or settings.baseline
        return _Settings(ignored, failing, path)


class _Settings(NamedTuple):
    """The ignored rules, the rules and severities that fail, and the path of the baseline."""

    ignored: set[str]
    failing: Set[str]
    baseline: str | None


def command(
    inputs: Annotated[
        list[str] | None,
        CommandArgument(metavar="FILE", help="AIR modules, libraries, and files that hold them; - for stdin."),
        Role.READ,
    ] = None,
    arch: Arch = None,
    jobs: Jobs = None,
    *,
    judged: Judged,
    every_place: Annotated[
        bool, CommandOption("--all", help="Print a line for every affected function, not one per finding.")
    ] = False,
    census: Annotated[
        bool,
        CommandOption(
            "--census", help="Also note constructs that no module from Apple of this AIR version has (AIR097)."
        ),
    ] = False,
    cures: Cures,
    list_rules: Annotated[bool, CommandOption("--rules", help="Print the table of rules and stop.")] = False,
    as_json: AsJson = False,
    as_sarif: Annotated[bool, CommandOption("--sarif", help="Print SARIF 2.1.0 for code scanning services.")] = False,
    quiet: Quiet = False,
) -> int:
    """Check AIR modules against the conventions that Metal's loaders and GPUs rely on.

    For compilers that write AIR without Apple's front end: consistent versions, module flags without which the GPU
    compiler crashes, well-formed metadata of every entry point, attributes and pointers that the target's LLVM
    supports, and function lists that agree with the modules. Each rule has a code, a
    severity and a page of documentation, and is proven or suspected: most of them hold in every module of Apple's, and
    for some the effect of a violation is not published.

    Findings are printed one line per rule and message, with the first affected functions. The table tool.mtlb.lint
    of the nearest pyproject.toml may set the lists ignore and fail-on, and the path baseline.

    --fix writes the input with every finding fixed whose rule has a single fix: missing module flags and versions,
    unused declarations, library records that contradict the modules, and more. Each rule's page describes its fix.
    The output may be the input file. The exit code reflects the remaining findings.

    Examples:

      mtlb lint kernel.air
      mtlb lint default.metallib --fail-on warning --ignore AIR009
      mtlb lint --fix kernel.air -o kernel.air
      mtlb lint --sarif build/*.metallib > lint.sarif
    """
    settings = judged.settings()
    if list_rules:
        _print_rules(as_json)
        return 0
    if not inputs:
        raise UsageError("name a module or a library")
    if judged.baseline is not None and judged.write_baseline is not None:
        raise UsageError("--baseline and --write-baseline can't be used together")
    if cures.fix and judged.write_baseline is not None:
        raise UsageError("--fix and --write-baseline can't be used together")
    fixing = cures.fixing(inputs, [judged.baseline] if judged.baseline else [])
    reading = files.Reading(inputs, arch)
    run = _Run(judged, settings)
    for examined in _examined(reading, fixing, settings.ignored, count_of(jobs), census=census):
        left = run.judge(examined)
        if as_sarif or as_json:
            run.kept.append(left)
        else:
            lines = _lines if every_place else _grouped
            console.lines(lines(left.place, left.fixed, "would fix" if cures.dry_run else "fixed"))
            console.lines(lines(left.place, left.findings))
    failed = run.failed or reading.failed
    if fixing is not None:
        fixing.write(quiet=quiet)
    run.finish(is_whole=not reading.failed)
    if as_sarif:
        _print_sarif(run.kept)
    elif as_json:
        console.print_json(_as_json(run.kept, run.numbers, not failed, with_fixed=cures.fix))
    return 1 if failed else 0


def _print_sarif(judged: list[_Examined]) -> None:
    from mtlb.air.lint import RULES

    from .sarif import sarif

    console.print_json(sarif([(item.place, item.findings) for item in judged], RULES, "lint/{}"))


class _Run:
    """The combined findings of all inputs."""

    def __init__(self, judged: Judged, settings: _Settings) -> None:
        from mtlb.inspect.lint_settings import Baseline

        self.judged, self.settings = judged, settings
        self.accepted = Baseline() if settings.baseline is None else Baseline.read(settings.baseline)
        self.recorded: set[tuple[str, str, str]] = set()
        self.numbers: Counter[str] = Counter()
        self.failed = False
        self.kept: list[_Examined] = []  # for formats that are printed as a whole

    def judge(self, examined: _Examined) -> _Examined:
        """The findings without ignored and accepted ones, which are counted."""
        from mtlb.inspect.lint_settings import key_of

        ignored, failing, _ = self.settings
        findings = [
            finding
            for finding in examined.findings
            if finding.code not in ignored and not self.accepted.accepts(finding)
        ]
        self.numbers.update(finding.severity.value for finding in findings)
        if self.judged.write_baseline is not None:
            self.recorded.update(map(key_of, findings))
        else:
            self.failed |= any(not failing.isdisjoint((finding.severity.value, finding.code)) for finding in findings)
        return examined._replace(findings=findings)

    def finish(self, *, is_whole: bool) -> None:
        """Report baseline entries that no input has; write the new baseline if all inputs were read."""
        from mtlb.inspect.lint_settings import baseline_text

        for code, function, message in self.accepted.gone:
            where = f"{function}: " if function else ""
            console.warn(f"{self.settings.baseline}: no longer found: {where}{message} [{code}]")
        if self.judged.write_baseline is not None and is_whole:  # a partly read input would give an incomplete baseline
            files.write_text(self.judged.write_baseline, baseline_text(self.recorded))


class _Examined(NamedTuple):
    """A library or module, its fixed findings, and its remaining findings."""

    place: str
    fixed: list[Finding]
    findings: list[Finding]


def _examined(
    reading: files.Reading, fixing: Fixing | None, ignored: set[str], jobs: int, *, census: bool
) -> Iterator[_Examined]:
    from mtlb.inspect import census_findings, lint_part

    if fixing is not None:
        yield from (_Examined(*fixed) for fixed in fixing.each(reading.architecture, ignored, jobs))
        return
    for part in reading:
        findings: list[Finding] | None = None
        with reading.reporting(part.place), console.progress(f"linting {part.place}") as update:
            findings = lint_part(part, jobs=jobs, progress=update)
            if census:
                findings = [*findings, *census_findings(part)]
        if findings is not None:
            yield _Examined(part.place, [], findings)


def _lines(name: str, findings: list[Finding], done: str = "") -> Iterator[str]:
    for finding in findings:
        where = name + (f": {finding.function}" if finding.function else "")
        yield _line(where, finding, done)


def _grouped(name: str, findings: list[Finding], done: str = "") -> Iterator[str]:
    """A line for each rule and message (for notes: for each rule), with the first functions and the number of
    others."""
    groups: dict[tuple[str, str], tuple[Finding, list[Finding], list[str]]] = {}
    for finding in findings:
        key = finding.code, "" if finding.severity is Severity.NOTE else finding.message
        first, same, names = groups.setdefault(key, (finding, [], []))
        same.append(finding)
        if finding.function and finding.function not in names and len(names) < _NAMED_FUNCTIONS:
            names.append(finding.function)
    for first, same, names in groups.values():
        if len(same) == 1:
            yield from _lines(name, [first], done)
            continue
        further = len({finding.message for finding in same}) - 1
        text = f"{_line(name, first, done)} {len(same):,} times"
        text += f", with {further:,} other message{'s' * (further > 1)} (--all)" if further else ""
        listed = console.printable(", ".join(names))
        more = f" and {len(same) - len(names):,} more" if len(same) > len(names) and not further else ""
        yield f"{text}: {listed}{more}" if listed else text


def _line(where: str, finding: Finding, done: str) -> str:
    """`done`: the result of a fix, shown in place of the severity."""
    word = done or console.severe(finding.severity)
    return f"{console.printable(where)}: {word}: {console.printable(finding.message)} [{finding.code}]"


def _print_rules(as_json: bool) -> None:
    from mtlb.air.lint import RULES

    rules = list(RULES.values())
    if as_json:
        console.print_json({"schema": "mtlb.lint-rules/1", "rules": [rule.as_json() for rule in rules]})
        return
    rows: list[tuple[str, ...]] = [(r.code, r.severity.value, r.certainty.value, r.summary) for r in rules]
    console.lines(console.table(rows))


def _as_json(examined: list[_Examined], numbers: Counter[str], ok: bool, *, with_fixed: bool) -> dict[str, Any]:
    listed: list[dict[str, Any]] = []
    for name, fixed, findings in examined:
        cured = {"fixed": [_finding_json(finding) for finding in fixed]} if with_fixed else {}
        listed.append({"file": name, **cured, "findings": [_finding_json(finding) for finding in findings]})
    counts = {severity.value: numbers[severity.value] for severity in Severity}
    return {"schema": "mtlb.lint/1", "ok": ok, "counts": counts, "files": listed}


def _finding_json(finding: Finding) -> dict[str, Any]:
    from mtlb.air.lint import RULES

    return finding.as_json("code name severity certainty function text", name=RULES[finding.code].name)
