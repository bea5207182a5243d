"""Metal sources compiled, file by file, beside clang alone and beside the library that Apple's compiler made of them.

    python -m bench.metal SOURCES --out FOLDER [--library APPLE] [--sample N [--part]] [--seed N] [-j N] [FILE...]

`SOURCES` is the root of MLX (`mlx/backend/metal/kernels` below it). Of each file a line of JSON: kernels, seconds of
a processor in clang, LLVM's passes and mtlb, what verify and lint say, how many functions Apple's library has too, and
with `--sample`, of so many functions drawn from all of the files, which leave the same bytes on the CPU (a line each,
small ones first). With `--part`, only the kernels of the sample are compiled: the other instantiations are dropped from
the preprocessed text. With `--tensors`, the files for Metal 4's tensors; bench.metal_tensors compares what they make.
docs/metal.md §7 and §10 have the tables.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import re
import sys
import time
from dataclasses import replace
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
from mtlb.metal.cache import default_compile_cache
from mtlb.metal.compile import Compilation, Preprocessed
from mtlb.metal.rewrite import rewrite

KERNELS = "mlx/backend/metal/kernels"


_TENSORS = "_nax"
"""The end of the names of files for the tensors of Metal 4."""


def files_of(root: Path, *, tensors: bool = False) -> list[str]:
    """The files that MLX 0.31.2 builds for Metal 3.1: all but those for the tensors of Metal 4; or these."""
    folder = root / KERNELS
    result = [path.relative_to(folder).as_posix()[: -len(".metal")] for path in folder.rglob("*.metal")]
    return sorted(name for name in result if name.endswith(_TENSORS) == tensors)


_INSTANTIATION = re.compile(
    r'template\s*\[\[\s*host_name\s*\(((?:\s*"[^"]*")+)\s*\)\s*\]\]\s*\[\[\s*kernel\s*\]\][^;]*;'
)
"""An instantiation of a kernel in MLX's preprocessed text, and the strings of its name."""

_DEFINITION = re.compile(r"\[\[\s*kernel\s*\]\]\s*void\s+(\w+)")


def _name(match: re.Match[str]) -> str:
    return "".join(match[1].replace('"', " ").split())


def options_of(root: Path, name: str) -> CompileOptions:
    """The options that MLX's build has for a file."""
    target = AirTarget("macos15" if name == "fence" else "macos14")  # it needs Metal 3.2; the wheel is of 3.1
    if name.endswith(_TENSORS):
        target = AirTarget("macos26")
    return CompileOptions(target, include_folders=(str(root),), fast_math=False, megabytes=16384, seconds=3000)


def kernel_names(root: Path, name: str) -> list[str]:
    """The names of the kernels that a file instantiates, and of those that it defines, templates among them."""
    text = Compilation(str(root / KERNELS / f"{name}.metal"), options_of(root, name)).start().text
    return [*map(_name, _INSTANTIATION.finditer(text)), *_DEFINITION.findall(text)]


class TimedCompilation(Compilation):
    """A compilation that counts the seconds of a processor that clang's runs take. `part`: the kernels that are
    instantiated; None for all."""

    clang_seconds = 0.0
    part: frozenset[str] | None = None

    def preprocess(self, folder: str, stubs: Path, own: Path) -> Preprocessed:
        result, part = super().preprocess(folder, stubs, own), self.part
        if part is None:
            return result
        text = _INSTANTIATION.sub(lambda match: match[0] if _name(match) in part else "", result.text)
        return replace(result, text=text)

    def front(self) -> float:
        """Seconds of a processor of clang's two runs, without the steps after them."""
        with self.folders() as (folder, own):
            text = self.preprocess(str(folder), self.stubs(folder, own), own).text
            self.front_end(rewrite(text, self.path, self.options.language), str(folder), own)
        return self.clang_seconds

    def call(self, arguments: list[str], data: bytes = b"", most: int = 1 << 30) -> Any:
        before = _children()
        try:
            return super().call(arguments, data, most)
        finally:
            self.clang_seconds += _children() - before


def _children() -> float:
    """Seconds of a processor of the processes that this process has started and that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def compile_file(root: Path, name: str, out: Path, part: frozenset[str] | None = None) -> dict[str, Any]:
    """Compile one file, or a part of its kernels; its library is written to `out`. What was measured."""
    row: dict[str, Any] = {"file": name}
    path = root / KERNELS / f"{name}.metal"
    start, own, children = time.perf_counter(), time.process_time(), _children()
    compilation = TimedCompilation(str(path), options_of(root, name), cache=default_compile_cache())
    compilation.part = part
    try:
        compiled = compilation.run()
        row["warnings"] = compiled.warnings[:3]
        row["clang"] = round(compilation.clang_seconds, 1)
        row["passes"] = round(_children() - children - compilation.clang_seconds, 1)
        row["mtlb"] = round(time.process_time() - own, 1)
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


def _compiled(task: tuple[Path, str, Path, frozenset[str] | None]) -> dict[str, Any]:
    return compile_file(*task)


def library_path(out: Path, name: str) -> Path:
    """Where the library of a file is."""
    return out / f"{name.replace('/', '_')}.metallib"


def draw(functions: dict[str, list[str]], count: int, seed: int) -> list[tuple[str, str]]:
    """`count` functions of all files, at least one of each file, as pairs of file and function, in the files' order."""
    chance = random.Random(seed)
    first = [(name, chance.choice(names)) for name, names in sorted(functions.items()) if names]
    rest = [(name, item) for name, names in sorted(functions.items()) for item in names if (name, item) not in first]
    return sorted([*first, *chance.sample(rest, max(0, min(count - len(first), len(rest))))])


class _Compared:
    """Runs functions of two libraries in one process."""

    def __init__(self, library: Path, out: Path, seconds: float) -> None:
        self.library = mtlb.open(library)
        self.out = out
        self.seconds = seconds
        self.session = Session()

    def row(self, file: str, function: str) -> dict[str, Any]:
        """What came of a function."""
        start = time.perf_counter()
        result: dict[str, Any] = {"file": file, "function": function}
        try:
            own = mtlb.open(library_path(self.out, file))
            compared = compare_functions(own, self.library, function, session=self.session, seconds=self.seconds)
            result |= {"outcome": compared.outcome, "detail": compared.detail[:300], "findings": compared.findings}
        except MtlbError as error:
            self.session.close()
            self.session = Session()
            result |= {"outcome": "not run", "detail": str(error)[:300], "findings": []}
        return {**result, "seconds": round(time.perf_counter() - start, 1)}


_state: list[_Compared] = []


def _prepare(library: Path, out: Path, seconds: float) -> None:
    _state[:] = [_Compared(library, out, seconds)]


def _compare(task: tuple[str, str]) -> dict[str, Any]:
    return _state[0].row(*task)


def by_cost(library: Path, sample: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The functions of a sample, those with small modules first."""
    sizes = {function.name: len(function.module) for function in mtlb.open(library).functions}
    return sorted(sample, key=lambda item: sizes[item[1]])


def compare(chosen: argparse.Namespace, sample: list[tuple[str, str]]) -> None:
    """Compare functions: a line of JSON for each, and counts of outcomes at the end."""
    counts: dict[str, int] = {}
    arguments = (chosen.library, chosen.out, chosen.seconds)
    with multiprocessing.Pool(chosen.j, _prepare, arguments) as pool:
        for row in pool.imap_unordered(_compare, by_cost(chosen.library, sample), chunksize=1):
            counts[row["outcome"]] = counts.get(row["outcome"], 0) + 1
            print(json.dumps(row), flush=True)
    print(json.dumps({"sample": len(sample), "seed": chosen.seed, **counts}), flush=True)


def main() -> int:
    """Compile, compare, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sources", type=Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--out", type=Path, required=True, help="a folder for the libraries that are made")
    parser.add_argument("--library", type=Path, help="Apple's library of the same sources")
    parser.add_argument("--sample", type=int, default=0, help="so many functions are compared, of all files together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=8.0, help="the limit of a run; four times that for one of two")
    parser.add_argument("-j", type=int, default=1, help="processes")
    parser.add_argument("--tensors", action="store_true", help="the files for tensors, which cannot be run")
    parser.add_argument("--part", action="store_true", help="compile the kernels of the sample alone")
    parser.add_argument("--keep", action="store_true", help="compare what is in the folder, compile nothing")
    chosen = parser.parse_intermixed_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    names = chosen.files or files_of(chosen.sources, tensors=chosen.tensors)
    theirs = {function.name for function in mtlb.open(chosen.library).functions} if chosen.library else set()
    functions: dict[str, list[str]] = {}
    parts: dict[str, frozenset[str]] = {}
    sample: list[tuple[str, str]] = []
    if chosen.part:
        there = {name: [item for item in kernel_names(chosen.sources, name) if item in theirs] for name in names}
        sample = draw(there, chosen.sample, chosen.seed)
        parts = {name: frozenset(function for file, function in sample if file == name) for name in names}
    with multiprocessing.Pool(chosen.j, maxtasksperchild=1) as pool:
        tasks = [(chosen.sources, name, chosen.out, parts.get(name)) for name in names]
        rows = ({"file": name} for name in names) if chosen.keep else pool.imap(_compiled, tasks, chunksize=1)
        for row in rows:
            name = row["file"]
            path = library_path(chosen.out, name)
            if "error" not in row and path.exists():
                own = [function.name for function in mtlb.open(path).functions]
                row["kernels"], row["in library"] = len(own), sum(item in theirs for item in own)
                functions[name] = [item for item in own if item in theirs]
            print(json.dumps(row), flush=True)
    if chosen.sample:
        sample = sample or draw(functions, chosen.sample, chosen.seed)
        compare(chosen, [(file, function) for file, function in sample if function in functions.get(file, ())])
    return 0


if __name__ == "__main__":
    sys.exit(main())
