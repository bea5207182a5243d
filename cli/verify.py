"""mtlb verify: structure, hashes and bounds of libraries and their modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import console
from . import io as files
from .arguments import AsJson, Libraries

if TYPE_CHECKING:
    from mtlb.base.findings import Finding


def command(
    libraries: Libraries,
    modules: Annotated[
        bool, typer.Option("--modules", help="Check the bitcode of every module as well; takes modules (.air) too.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Check libraries: structure, hashes, bounds, overlaps, order, every byte accounted for.

    Prints one line per finding, with a stable code and the offset in the file. Errors make the exit code 1; warnings,
    about things that Apple's tools write or that are newer than mtlb, do not. Nothing is printed for a library
    without findings, unless -v is given. With --modules, every operand of every instruction, constant and metadata
    node must exist and fit.

    Examples:

      mtlb verify default.metallib
      mtlb verify --json *.metallib | jq '.libraries[] | select(.ok | not)'
    """
    verified = [(name, _verify(name, modules)) for name in libraries]
    if as_json:
        described = [_as_json(name, findings) for name, findings in verified]
        console.print_json({"schema": "mtlb.verify/1", "ok": all(d["ok"] for d in described), "libraries": described})
    else:
        for name, findings in verified:
            for finding in findings:
                console.out(_line(name, finding))
            if not findings:
                console.note(f"{files.shown(name)}: no findings")
    return 1 if any(finding.is_error for _, findings in verified for finding in findings) else 0


def _verify(name: str, modules: bool) -> list[Finding]:
    import mtlb

    with console.progress(f"verifying {files.shown(name)}") as update:
        source = files.read_input(name) if name == files.STDIO else name
        return mtlb.verify(source, modules=modules, progress=update)


def _line(name: str, finding: Finding) -> str:
    of = f"function {console.printable(finding.function)}: " if finding.function is not None else ""
    at = f" (at offset {finding.offset:#x})" if finding.offset is not None else ""
    code = console.severe(finding.severity, f"{finding.severity}: {finding.code}")
    return f"{console.printable(files.shown(name))}: {code}: {of}{console.printable(finding.message)}{at}"


def _as_json(name: str, findings: list[Finding]) -> dict[str, Any]:
    return {
        "file": files.shown(name),
        "ok": not any(finding.is_error for finding in findings),
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity.value,
                "message": finding.message,
                "offset": finding.offset,
                "function": finding.function,
            }
            for finding in findings
        ],
    }
