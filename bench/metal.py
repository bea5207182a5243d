"""Metal sources compiled, file by file, beside clang alone and beside the library that Apple's compiler made of them.

    python -m bench.metal SOURCES --out FOLDER [--library APPLE] [--sample N] [--seed N] [FILE...]

`SOURCES` is the root of MLX (`mlx/backend/metal/kernels` below it). Of each file a line of JSON: kernels, seconds of
clang and of everything, what verify and lint say, how many functions Apple's library has too, and with `--sample`, of
so many functions drawn from all of the files, how many leave the same bytes on the CPU. docs/metal.md §7 has the
tables.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

import mtlb
from mtlb.air.lint import lint_module
from mtlb.air.target import AirTarget
from mtlb.base.errors import MtlbError
from mtlb.cpu.compare import compare_functions
from mtlb.cpu.process import Session
from mtlb.ir.verify import verify_module
from mtlb.metal import CompileOptions
from mtlb.metal.compile import Compilation

KERNELS = "mlx/backend/metal/kernels"
_SECONDS = 8.0


def files_of(root: Path) -> list[str]:
    """The files that MLX 0.31.2 builds for Metal 3.1: all but those for the tensors of Metal 4 (`nax`)."""
    folder = root / KERNELS
    result = [path.relative_to(folder).as_posix()[: -len(".metal")] for path in folder.rglob("*.metal")]
    return sorted(name for name in result if not name.endswith("_nax"))


class _Timed(Compilation):
    """A compilation that counts the seconds of clang's runs."""

    clang_seconds = 0.0

    def call(self, arguments: list[str], data: bytes = b"", most: int = 1 << 30) -> Any:
        before = time.perf_counter()
        try:
            return super().call(arguments, data, most)
        finally:
            self.clang_seconds += time.perf_counter() - before


def compile_file(root: Path, name: str, out: Path) -> dict[str, Any]:
    """Compile one file; its library is written to `out`. What was measured."""
    row: dict[str, Any] = {"file": name}
    path = root / KERNELS / f"{name}.metal"
    target = AirTarget("macos15" if name == "fence" else "macos14")  # it needs Metal 3.2; the wheel is of 3.1
    options = CompileOptions(target, include_folders=(str(root),), fast_math=False, megabytes=16384, seconds=3000)
    start = time.perf_counter()
    compilation = _Timed(str(path), options)
    try:
        compiled = compilation.run()
        row["warnings"] = compiled.warnings[:3]
        row["clang"] = round(compilation.clang_seconds, 1)
        row["seconds"] = round(time.perf_counter() - start, 1)
        bitcode = compiled.bitcode
        library = mtlb.link([(f"{path.stem}.air", bitcode)]).library
        mtlb.save(library, library_path(out, name))
        row["kernels"] = len(library.functions)
        row["verify"] = [str(item) for item in verify_module(compiled.converted.module)][:3]
        row["lint"] = sorted({finding.code for finding in lint_module(bitcode)})
    except MtlbError as error:
        row["error"] = f"{type(error).__name__}: {error}"[:1500]
        row["seconds"] = round(time.perf_counter() - start, 1)
    return row


def library_path(out: Path, name: str) -> Path:
    """Where the library of a file is."""
    return out / f"{name.replace('/', '_')}.metallib"


def draw(functions: dict[str, list[str]], count: int, seed: int) -> list[tuple[str, str]]:
    """`count` functions of all files, at least one of each file: (file, function), in the order of the files."""
    chance = random.Random(seed)
    first = [(name, chance.choice(names)) for name, names in sorted(functions.items()) if names]
    rest = [(name, item) for name, names in sorted(functions.items()) for item in names if (name, item) not in first]
    return sorted([*first, *chance.sample(rest, max(0, min(count - len(first), len(rest))))])


def compare(library: Path, out: Path, name: str, functions: list[str]) -> dict[str, Any]:
    """How many of a file's functions have which outcome, and what came of those that are not the same."""
    counts: dict[str, int] = {}
    others: list[str] = []
    session = Session()
    for function in functions:
        try:
            item = compare_functions(library_path(out, name), library, function, session=session, seconds=_SECONDS)
            outcome, detail = item.outcome, item.detail
        except MtlbError as error:
            outcome, detail, session = "not run", str(error), Session()
        counts[outcome] = counts.get(outcome, 0) + 1
        if outcome != "same":
            others.append(f"{function}: {outcome}: {detail[:200]}")
    session.close()
    return {"file": name, **counts, "others": others}


def main() -> int:
    """Compile, compare, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sources", type=Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--out", type=Path, required=True, help="a folder for the libraries that are made")
    parser.add_argument("--library", type=Path, help="Apple's library of the same sources")
    parser.add_argument("--sample", type=int, default=0, help="so many functions are compared, of all files together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="compare what is in the folder, compile nothing")
    chosen = parser.parse_intermixed_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    names = chosen.files or files_of(chosen.sources)
    theirs = {function.name for function in mtlb.open(chosen.library).functions} if chosen.library else set()
    functions: dict[str, list[str]] = {}
    for name in names:
        row = {"file": name} if chosen.keep else compile_file(chosen.sources, name, chosen.out)
        path = library_path(chosen.out, name)
        if "error" not in row and path.exists():
            own = [function.name for function in mtlb.open(path).functions]
            row["kernels"], row["in library"] = len(own), sum(item in theirs for item in own)
            functions[name] = [item for item in own if item in theirs]
        print(json.dumps(row), flush=True)
    if chosen.sample:
        sample = draw(functions, chosen.sample, chosen.seed)
        for name in functions:
            drawn = [function for file, function in sample if file == name]
            print(json.dumps(compare(chosen.library, chosen.out, name, drawn)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
