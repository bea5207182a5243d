"""Benchmarks: `python -m bench.run` measures every job beside a yardstick in the same run, prints one row for each, and
merges the figures into bench/results.json.

    python -m bench.run                              all of it: half an hour, wheels from PyPI
    python -m bench.run --only link --size 158       some rows; --missing: those that this commit has no figures for
    python -m bench.run --only tests                 the tests of the README, which only this measures
    python -m bench.run --growth                     how the time of each job grows: four sizes, four times apart
    python -m bench.run --small                      a small library, nothing from the network
    python -m bench.run --page --record              writes docs/performance.md and a line of bench/history.jsonl, from
                                                     all figures so far; nothing is measured with --only nothing
    python -m bench.run --check                      what CI runs: the ratios of the quick rows, with room for noise

The engines are the source files (`MTLB_PURE=1`) and the compiled one, where it is installed (`--compiled PYTHON` names
another interpreter that has it). The libraries were linked by Apple's tools and come from PyPI (downloaded once, see
tests/apple/wheels.py), but for the smallest.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))

from bench import cases, growth, table  # noqa: E402
from bench.engines import Engine, engines, wheel_size  # noqa: E402
from bench.measure import Case, measure  # noqa: E402

SMALLEST = ROOT / "golden/lib/linked-air-lld.metallib"  # what it costs is start-up
SMALL = ROOT / "golden/apple/open3d/gaussian_splat.metallib"
WHAT = {
    "small": "Open3D 0.20.0's gaussian_splat.metallib, 6 functions",
    "medium": "PyTorch 2.7.0's for macOS 13, 400 functions",
    "large": "MLX 0.31.2's, 15,936 functions",
}
ROOM = 2.0
"""How far a ratio may be above what is allowed before `--check` fails: the machines of CI are shared."""
ATTEMPTS = 3

ON_A_LIBRARY: tuple[tuple[Callable[[str, Path, Path, Path], Iterator[Case]], tuple[str, ...]], ...] = (
    (cases.on_library, ("list", "verify", "rewrite")),
    (cases.on_modules, ("bits read", "describe", "rebuild", "text", "text and back", "convert")),
    (
        cases.on_all_modules,
        ("lint", "doctor", "verify --modules", "info --reflection", "rewrite --modules", "pack", "link"),
    ),
    (cases.on_directory, ("check",)),
)
"""The groups of cases on one library, each with the names of its cases."""


def libraries(scratch: Path, small_only: bool) -> dict[str, Path]:
    """A library of each size."""
    if small_only:
        return {"small": SMALL}
    if not scratch.joinpath("large.metallib").exists():
        subprocess.run([sys.executable, str(ROOT / "bench/fetch.py"), str(scratch)], check=True)
    return {"small": SMALL, "medium": scratch / "medium.metallib", "large": scratch / "large.metallib"}


def all_cases(sizes: dict[str, Path], scratch: Path, only: str, naga: Path | None = None) -> Iterator[Case]:
    """Every case whose name the expression `only` is found in; what the others need is not prepared."""
    if re.search(only, "start"):
        yield from cases.start_up()
    if re.search(only, "link"):
        yield from cases.small_link(scratch)
    if only and re.search(only, "tests"):  # two minutes
        yield from cases.readme_tests(scratch)
    if re.search(only, "emit"):
        yield from cases.emitted()
    for size, library in sizes.items():
        for make, names in ON_A_LIBRARY:
            if any(re.search(only, name) for name in names):
                yield from make(size, library, SMALLEST, scratch)
    if re.search(only, "link"):
        yield from cases.splits(scratch)
    if re.search(only, "compile"):
        yield from cases.metal_sources(scratch)
        yield from cases.metal_files(scratch)
    if re.search(only, "SPIR-V"):
        yield from cases.shaders(scratch, naga)
    if any(re.search(only, f"run {name}") for name in cases.RUN_NAMES):
        yield from cases.kernels(scratch)


def chosen(arguments: argparse.Namespace, scratch: Path) -> Iterator[Case]:
    """The cases that the command line asks for."""
    result = libraries(scratch, arguments.small or arguments.check)
    named = {cases.size_of(path): path for path in result.values()}
    requested = {size: path for size, path in named.items() if arguments.size in f"{size} / {cases.EVERY}"}
    for case in all_cases(requested, scratch, arguments.only, arguments.naga):
        counts = tuple(count for count in case.processes if arguments.processes in (None, count))
        if re.search(arguments.only, case.name) and arguments.size in case.size and counts:
            yield replace(case, processes=counts)


def line(texts: Sequence[str]) -> str:
    """A row as the terminal shows it."""
    widths = (18, 14, 32, 9, 9, 8, 9, 8, 9, 9, 13, 0)
    return " ".join(f"{text:{'<' if i < 3 else '>'}{widths[i]}}" for i, text in enumerate(texts)).rstrip()


def measure_all(arguments: argparse.Namespace, used: list[Engine], scratch: Path) -> None:
    """Measure the chosen cases; the figures are kept after each of them."""
    results = table.load(arguments.json)
    results["machine"] = table.machine()
    for size, path in libraries(scratch, arguments.small).items():
        results["libraries"][cases.size_of(path)] = WHAT[size]
    results["wheel"] |= {engine.name: wheel_size(engine) for engine in used}
    cases.warm_up(used)
    print(line(table.HEADINGS))
    now = table.commit()
    for case in chosen(arguments, scratch):
        runs = results["cases"].get(case.key, {"runs": {}})["runs"]
        missing = [
            engine
            for engine in (used if case.both_engines else used[:1])
            if any(runs.get(table.variant(engine.name, n), {}).get("commit") != now for n in case.processes)
        ]
        if arguments.missing and not missing:
            continue
        row = table.merge(results, case, measure(case, used, arguments.rounds))
        table.save(results, arguments.json)
        print(line(table.cells(row)), flush=True)


def measure_growth(arguments: argparse.Namespace, used: list[Engine]) -> None:
    """Measure the chosen rows of bench/growth.py with each engine; the figures are kept after each of them."""
    results = table.load(arguments.json)
    for name in growth.ROWS:
        if not re.search(arguments.only, name):
            continue
        for engine in used:
            words = engine.script("growth.py", name, "--json")
            done = subprocess.run(
                words, capture_output=True, check=True, env=dict(engine.environment), cwd=engine.directory
            )
            row = table.merge_growth(results, name, engine.name, json.loads(done.stdout)["sizes"])
            table.save(results, arguments.json)
            print(line(row), flush=True)


def check(arguments: argparse.Namespace, used: list[Engine], scratch: Path) -> int:
    """Whether the quick cases keep their ratios, with room for noise: the number of those that don't."""
    cases.warm_up(used)
    broken = 0
    for case in chosen(arguments, scratch):
        if not case.quick or case.allowed is None:
            continue
        best = {engine.name: float("inf") for engine in used}
        limits = {name: ROOM * limit for name, limit in case.allowed._asdict().items()}
        for _ in range(ATTEMPTS):
            measured = measure(case, [engine for engine in used if best[engine.name] > limits[engine.name]], 2)
            for name, processes in measured.ours:
                best[name] = min(best[name], measured.ratio(name, processes))
            if all(ratio <= limits[name] for name, ratio in best.items()):
                break
        for name, ratio in best.items():
            holds = ratio <= limits[name]
            broken += not holds
            verdict = "ok" if holds else "TOO SLOW"
            print(f"{case.key:60} {name:9} {ratio:8.2f} allowed {limits[name]:6.2f}  {verdict}", flush=True)
    return broken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="samples per case; the best counts (default: 5)")
    parser.add_argument("--only", default="", help="only cases in whose name this regular expression is found")
    parser.add_argument("--size", default="", help="only cases whose size contains this")
    parser.add_argument("--missing", action="store_true", help="only cases without figures of this commit")
    parser.add_argument("--growth", action="store_true", help="how the time of each job grows, instead of the cases")
    parser.add_argument("--small", action="store_true", help="only the small library, nothing from the network")
    parser.add_argument("--processes", type=int, choices=(1, 2), help="only with this number of processes")
    parser.add_argument("--engine", choices=("pure", "compiled"), help="only this engine")
    parser.add_argument("--compiled", metavar="PYTHON", help="an interpreter that has the compiled engine")
    parser.add_argument("--naga", type=Path, metavar="DIR", help="a node_modules directory with the package naga-wasm")
    parser.add_argument("--json", type=Path, default=ROOT / "bench/results.json", help="where the figures are kept")
    parser.add_argument("--scratch", type=Path, help="a directory for libraries and modules, which is kept")
    parser.add_argument("--page", action="store_true", help="write the tables of docs/performance.md")
    parser.add_argument("--record", action="store_true", help="add a line to bench/history.jsonl")
    parser.add_argument("--check", action="store_true", help="compare the quick cases with what is allowed")
    arguments = parser.parse_args()
    used = engines(arguments.compiled, arguments.engine)
    with ExitStack() as stack:
        scratch = arguments.scratch or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        scratch.mkdir(parents=True, exist_ok=True)
        if arguments.check:
            sys.exit(1 if check(arguments, used, scratch) else 0)
        if arguments.growth:
            measure_growth(arguments, used)
        elif arguments.only != "nothing":
            measure_all(arguments, used, scratch)
    results = table.load(arguments.json)
    if arguments.page:
        table.render(results, ROOT / "docs/performance.md")
    if arguments.record:
        import mtlb

        table.record(results, ROOT / "bench/history.jsonl", mtlb.__version__)


if __name__ == "__main__":
    main()
