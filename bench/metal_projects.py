"""How much of the Metal source of public projects `mtlb compile` takes, project by project.

    python -m bench.metal_projects FOLDER [--most N] [--json FILE]

Each folder in FOLDER is a project with its headers. A file is compiled with the folders that its includes are in, for
the first target that its own syntax allows (`--target`, default macos15, then macos26). Files of the same content count
once; of projects with more than `--most` files, so many by the hash of their content. What comes out is verified and
linted. Errors are sorted: files and frameworks that are not in the project, and the others with their text.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

import mtlb
from bench.metal_sources import ENDINGS, entry_count, reason, target_of
from mtlb.air import read_entry_points
from mtlb.air.lint import lint_module
from mtlb.air.target import AirTarget
from mtlb.base.errors import MtlbError
from mtlb.base.findings import Severity
from mtlb.bitcode import read_module
from mtlb.bitcode.eras import ERAS
from mtlb.cpu.compare import compare_functions
from mtlb.cpu.process import Session
from mtlb.ir.verify import verify_module
from mtlb.metal import CompileOptions, compile_source

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*(?:include|import)[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)
_OLDEST = "macos11"
"""The target for libraries whose own version of AIR can't be written."""
_MISSING = re.compile(r"'([^']+)' file not found")


@dataclass
class Outcome:
    """What became of a file. Numbers are functions: those of the text if it does not compile."""

    project: str
    path: str
    functions: int = 0
    compiled: int = 0
    verified: int = 0
    findings: list[str] = field(default_factory=list)
    target: str = ""
    error: str = ""

    @property
    def missing(self) -> str:
        """The file that an include does not find, or an empty string."""
        match = _MISSING.search(self.error)
        return match[1] if match else ""


class Project:
    """The files of a project by their names, to find what an include means."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.named: defaultdict[str, list[Path]] = defaultdict(list)
        for folder, _, names in os.walk(root):
            for name in names:
                self.named[name].append(Path(folder, name))

    def sources(self, most: int) -> list[Path]:
        """Files with functions, each content once; at most so many, by the hash of the content."""
        found: dict[str, Path] = {}
        for paths in self.named.values():
            for path in paths:
                if path.name.endswith(ENDINGS):
                    data = path.read_bytes()
                    if entry_count(data.decode("utf-8", "replace")):
                        found.setdefault(hashlib.sha256(data).hexdigest(), path)
        return [found[key] for key in sorted(found)[:most]]

    def folders(self, path: Path) -> list[str]:
        """The folders to include from: for each include that is not beside its file the nearest that has it."""
        result: list[str] = []
        seen: set[Path] = set()
        pending = [path]
        while pending:
            current = pending.pop()
            if current in seen:
                continue
            seen.add(current)
            for name in _INCLUDE.findall(current.read_text(encoding="utf-8", errors="replace")):
                beside = Path(os.path.normpath(current.parent / name))
                if beside.is_file():
                    pending.append(beside)
                    continue
                target = self.nearest(name, path)
                if target is not None:
                    pending.append(target)
                    folder = str(target)[: -len(name) - 1]
                    if folder not in result:
                        result.append(folder)
        return result

    def nearest(self, name: str, path: Path) -> Path | None:
        """The file whose path ends with the name of an include, which shares most folders with the source."""
        paths = [item for item in self.named[name.rpartition("/")[2]] if item.as_posix().endswith("/" + name)]
        return max(paths, key=lambda item: (len(os.path.commonpath([item, path])), -len(str(item))), default=None)


def compile_file(row: tuple[str, str, tuple[str, ...], tuple[str, ...]]) -> Outcome:
    """Compile a file for the first target that takes it."""
    project, path, folders, targets = row
    count = entry_count(Path(path).read_text(encoding="utf-8", errors="replace"))
    outcome = Outcome(project, path, count)
    for target in targets:
        try:
            options = CompileOptions(target=AirTarget(target), include_folders=folders, warnings=("-w",), seconds=120)
            compiled = compile_source(path, options)
            module = read_module(compiled.bitcode)
            outcome.functions = outcome.compiled = len(read_entry_points(module))
            outcome.verified = 0 if verify_module(module) else outcome.compiled
            outcome.findings = [
                str(finding) for finding in lint_module(compiled.bitcode) if finding.severity is not Severity.NOTE
            ]
            outcome.target, outcome.error = target, ""
            break
        except (MtlbError, OSError) as error:
            outcome.error = outcome.error or str(error)
        except Exception as error:  # a bug, to be counted like an error
            outcome.error = f"bug: {type(error).__name__}: {error}"
            break
    return outcome


@dataclass
class Comparison:
    """Functions of a library of a project beside those of the project's sources: the best result for each name."""

    library: str
    functions: int
    results: dict[str, str] = field(default_factory=dict)

    def take(self, name: str, result: str) -> None:
        """Keep a result, unless another source of the function gave the same bytes."""
        if self.results.get(name) != "same":
            self.results[name] = result


def compare_library(path: Path, project: Project) -> Comparison | None:
    """Compile the sources of a project for the target of a library, and compare the functions that both have."""
    try:
        library = mtlb.open(path)
    except MtlbError:
        return None
    theirs = {function.name: bytes(function.module) for function in library.functions if function.module}
    result = Comparison(str(path), len(theirs))
    modules = [function for function in library.functions if function.module]
    if not modules:
        return None
    try:
        target = target_of(library, modules[0])
    except MtlbError as error:
        print(f"{path}: {error}")
        return None
    if target.air < ERAS[0].air[0]:
        target = AirTarget(_OLDEST)
    with Session() as session:
        for source in project.sources(1 << 30):
            text = source.read_text(encoding="utf-8", errors="replace")
            if not any(name.rpartition("::")[2] in text for name in theirs):
                continue
            options = CompileOptions(target, include_folders=tuple(project.folders(source)), warnings=("-w",))
            try:
                bitcode = compile_source(source, options).bitcode
            except (MtlbError, OSError) as error:
                print(f"{source}: {reason(str(error))}")
                continue
            for entry in read_entry_points(read_module(bitcode)):
                if entry.name in theirs:
                    compared = compare_functions(
                        theirs[entry.name], bitcode, entry.name, seeds=1, session=session, seconds=3.0
                    )
                    text = compared.outcome
                    result.take(entry.name, text if text == "same" else f"{text}: {compared.detail} ({source})")
    return result


def print_libraries(folder: Path, only: str) -> None:
    """A line for each library, and one for each function that differs."""
    for root in sorted(path for path in folder.iterdir() if path.is_dir()):
        project = Project(root)
        paths = [path for paths in project.named.values() for path in paths if path.name.endswith(".metallib")]
        seen: set[bytes] = set()
        for path in sorted(path for path in paths if only in str(path)):
            data = path.read_bytes()
            compared = None if data in seen else compare_library(path, project)
            seen.add(data)
            if compared is not None:
                same = sum(text == "same" for text in compared.results.values())
                print(
                    f"{path}: {compared.functions} functions, {len(compared.results)} compared, {same} same", flush=True
                )
                for name, text in compared.results.items():
                    if text != "same":
                        print(f"    {name}: {text[:300]}")


def table(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """A line for each project, then the sum: files and functions, those that compile, those without a missing file."""
    projects: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for outcome in outcomes:
        for name in (outcome.project, "all"):
            row = projects[name]
            row["files"] += 1
            row["functions"] += outcome.functions
            row["compiled"] += outcome.compiled
            row["verified"] += outcome.verified
            row["files compiled"] += not outcome.error
            row["missing"] += bool(outcome.missing)
            row["functions missing"] += outcome.functions if outcome.missing else 0
            row["findings"] += len(outcome.findings)
    for name in sorted(projects, key=lambda name: (name == "all", name)):
        row = projects[name]
        yield (
            f"{name:42} files {row['files compiled']:4}/{row['files']:4} (without a header {row['missing']:3})  "
            f"functions {row['compiled']:5}/{row['functions']:5} (without a header {row['functions missing']:4})  "
            f"verified {row['verified']:5}  findings {row['findings']}"
        )


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("-j", type=int, default=2, help="processes")
    parser.add_argument("--most", type=int, default=1 << 30, help="files of a project")
    parser.add_argument("--only", default="", help="paths with this in them alone")
    parser.add_argument("--target", action="append", default=[])
    parser.add_argument("--json", type=Path, help="write the outcomes to a file")
    parser.add_argument("--libraries", action="store_true", help="compare with libraries of the projects")
    argument = parser.parse_args(arguments)
    if argument.libraries:
        print_libraries(argument.folder.resolve(), argument.only)
        return 0
    targets = tuple(argument.target) or ("macos15", "macos26")
    rows: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]] = []
    for root in sorted(path for path in argument.folder.resolve().iterdir() if path.is_dir()):
        project = Project(root)
        rows += [
            (root.name, str(path), tuple(project.folders(path)), targets)
            for path in project.sources(argument.most)
            if argument.only in str(path)
        ]
    outcomes = []
    with ProcessPoolExecutor(argument.j) as pool:
        for future in as_completed([pool.submit(compile_file, row) for row in rows]):
            outcome = future.result()
            outcomes.append(outcome)
            if outcome.error:
                print(f"{outcome.path}: {outcome.missing or reason(outcome.error)}", flush=True)
            for finding in outcome.findings:
                print(f"{outcome.path}: {finding}", flush=True)
    outcomes.sort(key=lambda outcome: outcome.path)
    print("\n".join(table(outcomes)))
    if argument.json:
        argument.json.write_text(json.dumps([dataclasses.asdict(outcome) for outcome in outcomes], indent=1), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
