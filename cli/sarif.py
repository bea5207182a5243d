"""Findings as SARIF 2.1.0 (OASIS), for code scanning services."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from . import console

if TYPE_CHECKING:
    from mtlb.base.findings import Finding, FindingRule


def sarif(
    judged: Sequence[tuple[str, Sequence[Finding]]], rules: Mapping[str, FindingRule], page: str
) -> dict[str, Any]:
    """The violated rules, and a result for each finding; `judged` has the findings of each input.
    `page`: the documentation page about a rule, such as "lint/{}" for a page for each code."""
    from mtlb._version import __version__

    site = _documentation()
    codes = sorted({finding.code for _, findings in judged for finding in findings})
    described = [
        {
            "id": rule.code,
            "name": rule.name,
            **({"deprecatedNames": list(rule.former_names)} if rule.former_names else {}),
            "shortDescription": {"text": rule.summary},
            "fullDescription": {"text": f"{rule.why} ({rule.certainty.value})"},
            "help": {"text": f"{rule.why} More in docs/{page.format(rule.code)}.md."},
            "defaultConfiguration": {"level": rule.severity.value},
            **({"helpUri": f"{site}/{page.format(rule.code)}/"} if site else {}),
        }
        for rule in (rules[code] for code in codes)
    ]
    results = [_result(name, f, codes.index(f.code)) for name, findings in judged for f in findings]
    driver: dict[str, Any] = {"name": "mtlb", "version": __version__, "rules": described}
    if site:
        driver["informationUri"] = f"{site}/"
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }


def compiler_sarif(places: Sequence[tuple[str, int, int, str, str]]) -> dict[str, Any]:
    """Compiler messages as results: file, line and column (0 for none), level, text. Notes belong to the preceding
    result."""
    from mtlb._version import __version__

    levels = sorted({level for _, _, _, level, _ in places if level != "note"})
    results: list[dict[str, Any]] = []
    for file, line, column, level, text in places:
        location = _location(file, line, column)
        if level == "note" and results:
            location["message"] = {"text": console.printable(text)}
            results[-1].setdefault("relatedLocations", []).append(location)
            continue
        results.append(
            {
                "ruleId": f"compile-{level}",
                "level": level,
                "message": {"text": console.printable(text)},
                "locations": [location],
            }
        )
    rules = [{"id": f"compile-{level}", "name": f"Compiler{level.capitalize()}"} for level in levels]
    driver = {"name": "mtlb", "version": __version__, "rules": rules}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }


def _location(file: str, line: int, column: int) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(file.replace("\\", "/"), errors="replace")}}
    if line:
        place["region"] = {"startLine": line, "startColumn": column}
    return {"physicalLocation": place}


def _documentation() -> str | None:
    """The documentation address in the installed package's metadata (`Project-URL`); None if there is none."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        urls = metadata("mtlb").get_all("Project-URL") or []
    except PackageNotFoundError:  # not installed: a clone
        return None
    named = dict(text.split(", ", 1) for text in urls if ", " in text)
    return named["Documentation"].rstrip("/") if "Documentation" in named else None


def _result(name: str, finding: Finding, index: int) -> dict[str, Any]:
    uri = quote(name.replace("\\", "/"), errors="replace")
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": uri}}}
    if finding.function:
        location["logicalLocations"] = [{"name": console.printable(finding.function), "kind": "function"}]
    return {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": finding.severity.value,
        "message": {"text": console.printable(finding.message)},
        "locations": [location],
    }
