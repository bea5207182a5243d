"""mtlb lint: check modules and libraries against the conventions of AIR."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mtlb.base.findings import Severity

from . import console
from . import io as files
from .arguments import Arch, AsJson, Jobs, Role, count_of
from .sarif import sarif
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.air.lint import Rule
    from mtlb.base.findings import Finding

_LEVELS = ("error", "warning", "note")


def _codes() -> list[str]:
    from mtlb.air.lint import RULES

    return list(RULES)


def command(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="AIR modules, libraries, and files that hold them; - for stdin."),
        Role.READ,
    ] = None,
    arch: Arch = None,
    jobs: Jobs = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(metavar="CODE", autocompletion=_codes, help="A rule to leave out, such as AIR009. Repeatable."),
    ] = None,
    fail_on: Annotated[
        Severity,
        typer.Option(
            help="Exit with 1 for findings of this severity and worse.",
        ),
    ] = Severity.ERROR,
    list_rules: Annotated[bool, typer.Option("--rules", help="Print the table of rules and stop.")] = False,
    as_json: AsJson = False,
    as_sarif: Annotated[
        bool, typer.Option("--sarif", help="Print SARIF 2.1.0, as code scanning services take it.")
    ] = False,
) -> int:
    """Check AIR modules against the conventions that Metal's loaders and GPUs rely on.

    For compilers that write AIR without Apple's front end: consistent versions, module flags without which the GPU
    compiler crashes, well-formed metadata of every entry point, attributes and pointers that the target's LLVM
    supports, and function lists that agree with the modules. Each rule has a code, a
    severity and a page of documentation, and is proven or suspected: most of them hold in every module of Apple's, and
    for some the effect of a violation is not published.

    Examples:

      mtlb lint kernel.air
      mtlb lint default.metallib --fail-on warning --ignore AIR009
      mtlb lint --sarif build/*.metallib > lint.sarif
    """
    from mtlb.air.lint import RULES
    from mtlb.inspect import lint_part

    unknown = [code for code in ignore or [] if code not in RULES]
    if unknown:
        raise UsageError(f"there is no rule {', '.join(unknown)}")
    if list_rules:
        console.lines(_rule_lines(list(RULES.values()), as_json))
        return 0
    if not inputs:
        raise UsageError("name a module or a library")
    worst = _LEVELS[: _LEVELS.index(fail_on.value) + 1]
    reading = files.Reading(inputs, arch)
    found = []
    for part in reading:
        with reading.reporting(part.place), console.progress(f"linting {part.place}") as update:
            findings = lint_part(part, jobs=count_of(jobs), progress=update)
            found.append((part.place, [one for one in findings if one.code not in (ignore or [])]))
    failed = reading.failed or any(one.severity.value in worst for _, findings in found for one in findings)
    if as_sarif:
        console.print_json(sarif(found, RULES, "lint/{}"))
    elif as_json:
        console.print_json(_as_json(found, not failed))
    else:
        for name, findings in found:
            console.lines(_lines(name, findings))
    return 1 if failed else 0


def _lines(name: str, findings: list[Finding]) -> Iterator[str]:
    for finding in findings:
        where = name + (f": {finding.function}" if finding.function else "")
        severity = console.severe(finding.severity)
        yield f"{console.printable(where)}: {severity}: {console.printable(finding.message)} [{finding.code}]"


def _rule_lines(rules: list[Rule], as_json: bool) -> Iterator[str]:
    if as_json:
        import json

        yield json.dumps({"schema": "mtlb.lint-rules/1", "rules": [_rule_json(rule) for rule in rules]}, indent=2)
        return
    rows: list[tuple[str, ...]] = [(r.code, r.severity.value, r.certainty.value, r.summary) for r in rules]
    yield from console.table(rows)


def _rule_json(rule: Rule) -> dict[str, str]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.value,
        "certainty": rule.certainty.value,
        "summary": rule.summary,
        "why": rule.why,
    }


def _as_json(found: list[tuple[str, list[Finding]]], ok: bool) -> dict[str, Any]:
    listed = [{"file": name, "findings": [_finding_json(finding) for finding in findings]} for name, findings in found]
    return {"schema": "mtlb.lint/1", "ok": ok, "files": listed}


def _finding_json(finding: Finding) -> dict[str, Any]:
    from mtlb.air.lint import RULES

    return {
        "code": finding.code,
        "name": RULES[finding.code].name,
        "severity": finding.severity.value,
        "certainty": finding.certainty.value,
        "function": finding.function,
        "text": finding.message,
    }
