"""The figures of the fuzzing campaign from the runs in fuzz/recorded: `python -m fuzz.table [RUN.json ...]`.

Runs that are named are first added to the recorded ones, under their own file names. The documentation site has the
figures on the page docs/security.md, at the mark (tools/site_hooks.py).
"""

from __future__ import annotations

import json
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .campaign import ALL_VALUES
from .seeds import ROOT
from .targets import TARGETS

__all__ = ["MARK", "figures"]

RECORDED = ROOT / "fuzz" / "recorded"  # earlier.json: totals of the runs from before their JSON files were kept
MARK = "<!-- campaign -->\n"
"""Stands in docs/security.md, on a line of its own."""


@dataclass
class _Row:
    """Runs that did the same, of different targets or with different seeds."""

    targets: set[str] = field(default_factory=set)
    inputs: int = 0
    findings: int = 0


@dataclass
class _Sum:
    inputs: int = 0
    accepted: int = 0
    slowest_seconds: float = 0


def figures(directory: Path = RECORDED) -> str:
    """The figures as Markdown."""
    rows: dict[str, _Row] = defaultdict(_Row)
    targets: dict[str, _Sum] = defaultdict(_Sum)
    measured = 0
    for run in sorted(_read(directory), key=_place):
        measured += run["with_memory_measured"]
        for name, figure in run["targets"].items():
            targets[name].inputs += figure["inputs"]
            targets[name].accepted += figure["accepted"]
            targets[name].slowest_seconds = max(targets[name].slowest_seconds, figure["slowest_seconds"])
        for part in run.get("runs", [run]):
            row = rows[part.get("label") or _label(part)]
            row.targets.update(part["targets"])
            row.inputs += part["inputs"]
            row.findings += len(part["findings"])
    total = sum(figure.inputs for figure in targets.values())
    lines = [
        f"{total:,} inputs made of small real files, Python 3.11, {measured:,} of them with memory measured:",
        "",
        "| inputs | targets | how many | findings |",
        "|---|---|---:|---:|",
        *(f"| {label} | {_names(row.targets)} | {row.inputs:,} | {row.findings} |" for label, row in rows.items()),
        "",
        "Of a command and of `verify` every input counts as taken that it reports on as promised, of a reader what it "
        "read.",
        "",
        "| target | inputs | taken | slowest |",
        "|---|---:|---:|---:|",
        *(
            f"| {name} | {s.inputs:,} | {s.accepted:,} | {s.slowest_seconds * 1000:.0f} ms |"
            for name, s in sorted(targets.items())
        ),
    ]
    return "\n".join(lines) + "\n"


def _read(directory: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(directory.glob("*.json")):
        yield json.loads(path.read_text(encoding="utf-8"))


def _place(run: dict[str, Any]) -> tuple[bool, int, int, int]:
    """Earlier runs first, then what was cut, then what was changed, all values of a byte before some."""
    if "runs" in run:
        return False, 0, 0, 0
    return True, ("mutate", "records", "truncate", "bytes").index(run["mode"]), -run["values"], -run["files"]


def _label(run: dict[str, Any]) -> str:
    if run["mode"] == "mutate":
        return "seeded mutation, blind and by structure"
    if run["mode"] == "records":
        return "records made from the rows of their tables"
    files = "one real file" if run["files"] == 1 else f"{run['files']} real files"
    if run["skipped_files"]:
        files += f" after the {run['skipped_files']} smallest"
    if run["mode"] == "truncate":
        text = f"every truncation of {files}"
    elif run["values"] == ALL_VALUES:
        text = f"every value of every byte of {files}"
    else:
        values = "one value" if run["values"] == 1 else f"{run['values']} values"
        text = f"{values} of every byte of {files}, single flipped bits first"
    return text if run["complete"] else f"{text}: as many as the time allowed"


def _names(targets: set[str]) -> str:
    missing = [name for name in TARGETS if name not in targets]
    if len(missing) < len(TARGETS) / 3:
        return "all targets" + (f" but {', '.join(missing)}" if missing else "")
    return ", ".join(sorted(targets))


def main() -> None:
    for run in map(Path, sys.argv[1:]):
        RECORDED.mkdir(exist_ok=True)
        shutil.copyfile(run, RECORDED / run.name)
    print(figures(), end="")


if __name__ == "__main__":
    main()
