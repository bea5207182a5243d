"""mtlb verify: structure, hashes and bounds of libraries and their modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from mtlb.base.filekind import FileKind
from mtlb.base.findings import Severity

from . import console
from . import io as files
from .arguments import Arch, AsJson, Files, Jobs, Quiet, count_of
from .parameters import CommandOption
from .provenance import AttestedBy
from .tally import Tally

if TYPE_CHECKING:
    from mtlb.base.findings import Finding
    from mtlb.inspect import FilePart


def command(
    inputs: Files,
    modules: Annotated[bool, CommandOption("--modules", help="Also check the bitcode of every module.")] = False,
    *,
    attested_by: AttestedBy,
    arch: Arch = None,
    jobs: Jobs = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Check libraries: structure, hashes, bounds, overlaps, order, every byte.

    Prints one line per finding, with a stable code and the offset in the file. Errors make the exit code 1;
    warnings, about things that Apple's tools write or that are newer than mtlb, do not. Nothing is printed for a
    library without findings, unless -v is given; the last line, on stderr, prints the totals. With --modules, and
    for files that are modules, every operand of every instruction, constant and metadata node must exist and fit.

    Examples:

      mtlb verify default.metallib
      mtlb verify app.metallib --attestation app.intoto.jsonl --key release.pub --relink
      mtlb verify --json *.metallib | jq '.libraries[] | select(.ok | not)'
    """
    from mtlb.inspect import verify_part

    provenance = attested_by.provenance()
    attested = [provenance.check(name) for name in inputs] if provenance is not None else []
    reading = files.Reading(inputs, arch, problems=True)
    tally = Tally()
    tally.errors = sum(not statement["ok"] for statement in attested)
    described = []
    for part in reading:
        findings = None
        with reading.reporting(part.place), console.progress(f"verifying {part.place}") as update:
            findings = verify_part(part, modules=modules, progress=update, jobs=count_of(jobs))
        if findings is None:
            continue
        _count(tally, part, findings)
        if as_json:
            described.append(_as_json(part.place, findings))
            continue
        for finding in findings:
            console.out(_line(part.place, finding))
        if not findings:
            console.note(f"{part.place}: no findings")
    tally.errors += reading.errors
    if as_json:
        answer = {"schema": "mtlb.verify/1", "ok": not tally.errors, "libraries": described}
        console.print_json(answer if provenance is None else {**answer, "attested": attested})
    tally.print(quiet=quiet)
    return 1 if tally.errors else 0


def _count(tally: Tally, part: FilePart, findings: list[Finding]) -> None:
    """Count the file by its kind, and its errors and warnings. A file of any other kind has an error."""
    if part.problem is None and (kind := _KINDS.get(part.kind)) is not None:
        tally.count(kind)
    tally.errors += sum(finding.is_error for finding in findings)
    tally.warnings += sum(finding.severity is Severity.WARNING for finding in findings)


_KINDS = {
    FileKind.METALLIB: "library",
    FileKind.BITCODE: "module",
    FileKind.WRAPPED_BITCODE: "module",
    FileKind.DXBC: "Direct3D container",
    FileKind.SPIRV: "SPIR-V module",
}


def _line(name: str, finding: Finding) -> str:
    of = f"function {console.printable(finding.function)}: " if finding.function is not None else ""
    at = f" (at offset {finding.offset:#x})" if finding.offset is not None else ""
    code = console.severe(finding.severity, f"{finding.severity}: {finding.code}")
    return f"{console.printable(name)}: {code}: {of}{console.printable(finding.message)}{at}"


def _as_json(name: str, findings: list[Finding]) -> dict[str, Any]:
    return {
        "file": name,
        "ok": not any(finding.is_error for finding in findings),
        "findings": [finding.as_json("code severity message offset function") for finding in findings],
    }
