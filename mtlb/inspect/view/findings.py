"""The findings of verify, lint and doctor as documents; those of verify and lint in pieces, because they take minutes
for a large library."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...air.lint import RULES, lint_functions, lint_module, provided
from ...base.errors import UnsupportedError
from ...base.findings import Finding, counts
from ...base.versions import Platform, VersionLike
from ...container.module_cache import is_private
from ..doctor import diagnose
from ..files import each_once, module_findings, modules_of_parts, verify_part
from ..parts import FilePart
from .form import View, clipped
from .libraries import LibraryView
from .modules import ModuleView

_NAMED = 50  # functions of one finding; the rest are counted


def verify_findings(
    view: View,
    *,
    modules: bool = False,
    start: int = 0,
    limit: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """The findings of `verify` in the file; with `modules` also in at most `limit` modules from `start` on."""
    part = FilePart(view.name, view.data)
    listed = each_once(modules_of_parts([part])) if modules and isinstance(view, LibraryView) else []
    start, end = clipped(len(listed), start, limit)
    findings: list[Finding] = []
    checked = [f"{end - start:,} modules"] if listed else []
    if start == 0:
        findings += verify_part(part, progress=progress)
        checked.insert(0, "every byte" if isinstance(view, ModuleView) else "structure, hashes, every byte")
    malformed = any(finding.code == "malformed" for finding in findings)
    if not malformed:
        findings += module_findings(listed[start:end])
    return findings_form(view, findings, " and ".join(checked), "commands/verify/", end, len(listed))


def lint_findings(view: View, *, start: int = 0, limit: int | None = None) -> dict[str, Any]:
    """The findings of `lint` in the modules of at most `limit` functions from `start` on. A library whose functions
    share modules is checked as a whole. UnsupportedError for a file without AIR.
    """
    if isinstance(view, ModuleView):
        clipped(1, start, limit)
        return findings_form(view, lint_module(view.data), "the module", "lint/{}/", 1, 1)
    if not isinstance(view, LibraryView):
        raise UnsupportedError("lint checks AIR, and this file contains none", file=view.name)
    functions = view.functions
    start, end = clipped(len(functions), start, limit)
    if not is_private(functions):
        start, end = 0, len(functions)
    findings = lint_functions(functions[start:end], provided(view.library))
    return findings_form(view, findings, f"the modules of {end - start:,} functions", "lint/{}/", end, len(functions))


def doctor_findings(
    view: View,
    *,
    platform: Platform | None = None,
    os: VersionLike | None = None,
    modules: bool = False,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """The findings of `doctor` about loading the file on an OS; None for the oldest in its stamp. With `modules` every
    module is read. Raises what `diagnose` raises, and UnsupportedError for files that are not AIR.
    """
    if not isinstance(view, (LibraryView, ModuleView)):
        raise UnsupportedError("doctor needs a Metal library, and this is not one", file=view.name)
    findings = diagnose(view.data, view.name, platform=platform, os=os, modules=modules, jobs=jobs, progress=progress)
    where = (
        "the oldest OS that it is stamped for" if os is None else f"{platform.display if platform else ''} {os}".strip()
    )
    read = "its modules were read" if modules else "its modules were not read"
    return findings_form(view, findings, f"loading on {where}; {read}", "commands/doctor/", 1, 1)


def findings_form(
    view: View, findings: Iterable[Finding], checked: str, page: str, done: int, total: int
) -> dict[str, Any]:
    """The document of some findings; `done` of `total` were looked at. `page`: where the documentation has a code."""
    listed = list(findings)
    places = view.places() if listed else {}
    return {
        "ok": not any(finding.is_error for finding in listed),
        "checked": checked,
        "summary": counts(listed),
        "findings": [_finding(finding, places, page) for finding in listed],
        "done": done,
        "total": total,
        "next": None if done >= total else done,
    }


def _finding(finding: Finding, places: dict[str, int], page: str) -> dict[str, Any]:
    rule = RULES.get(finding.code)
    return finding.as_json(
        "severity certainty code name text explanation help function function_name functions function_count offset url",
        name=None if rule is None else rule.name,
        help=finding.advice or None,
        function=None if finding.function is None else places.get(finding.function),
        function_name=finding.function,
        functions=finding.functions[:_NAMED],
        function_count=len(finding.functions),
        url=page.format(finding.code),
    )
