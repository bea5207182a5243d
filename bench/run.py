"""Benchmarks: `python bench/run.py` prints one table and keeps the figures in bench/results.json.

`--readme` puts the table into the README as well.

Every job of ours is measured beside a yardstick in the same run; the table gives the ratio and the ratio allowed.
The libraries were linked by Apple's tools and come from PyPI (downloaded once, see tests/apple/wheels.py). All of it
takes about a quarter of an hour, most of which the largest library takes.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import cases  # noqa: E402
from bench.measure import Case  # noqa: E402

SLOW, SLOWEST = 4.0, 60.0  # seconds; what takes longer runs twice at most, or once
SMALLEST = ROOT / "golden/lib/linked-air-lld.metallib"  # what it costs is start-up
# What bench/fetch.py fetches.
LIBRARIES = {
    "small.metallib": "Open3D 0.20.0's gaussian_splat.metallib, 6 functions",
    "medium.metallib": "PyTorch 2.7.0's for macOS 13, 400 functions",
    "large.metallib": "MLX 0.31.2's, 15,936 functions",
}


def libraries(scratch: Path, small_only: bool) -> dict[Path, str]:
    """A library of each size, and what it is."""
    if small_only:
        return {SMALLEST: "our own, linked by mtlb"}
    subprocess.run([sys.executable, str(ROOT / "bench/fetch.py"), str(scratch)], check=True)
    return {scratch / name: what for name, what in LIBRARIES.items()}


HEADINGS = ("job", "size", "mtlb", "yardstick", "ratio", "allowed", "peak memory", "yardstick is")
WIDTHS = (20, 14, 10, 10, 6, 8, 12, 0)


def shown(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds < 10 else f"{seconds:.0f} s"


def cells(case: Case) -> tuple[str, ...]:
    return (
        case.name,
        case.size,
        shown(case.seconds),
        shown(case.yardstick_seconds),
        f"{case.ratio:.2f}",
        ("-" if case.limit is None else f"{case.limit:.1f}") + ("" if case.holds else " !"),
        f"{case.memory / cases.MB:.0f} MB" if case.memory else "-",
        case.against,
    )


def line(texts: Sequence[str]) -> str:
    aligned = [
        f"{text:{'<' if i in (0, 7) else '>'}{width}}"
        for i, (text, width) in enumerate(zip(texts, WIDTHS, strict=True))
    ]
    return "  ".join(aligned)


def into_readme(rows: Sequence[Sequence[str]], caption: str) -> None:
    """Replace the text between the two marks."""
    path = ROOT / "README.md"
    before, start, rest = path.read_text(encoding="utf-8").partition("<!-- bench:begin -->\n")
    _, end, after = rest.partition("<!-- bench:end -->")
    if not start or not end:
        raise SystemExit("README.md has no marks bench:begin and bench:end")
    bars = ["---" if i in (0, 7) else "---:" for i in range(len(HEADINGS))]
    table = "".join(f"| {' | '.join(row)} |\n" for row in (HEADINGS, bars, *rows))
    path.write_text(f"{before}{start}{caption}\n{table}{end}{after}", encoding="utf-8")


def preamble(sizes: dict[str, str]) -> str:
    """The caption of the table: the machine, how often a job ran, what the libraries are."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    runs = f"Best of several runs, of two where one takes over {SLOW:.0f} seconds, of one over {SLOWEST:.0f}"
    what = "; ".join(f"{size}: {library}" for size, library in sizes.items())
    return f"{runs} ({machine}).\n{what}. Made inputs are single modules with many entry points.\n"


def all_cases(sizes: dict[str, Path], scratch: Path) -> Iterator[Case]:
    yield from cases.start_up()
    for size, library in sizes.items():
        yield from cases.on_library(size, library, SMALLEST, scratch)
    for size, library in sizes.items():
        yield from cases.on_modules(size, library, SMALLEST, scratch)
    for size, library in sizes.items():
        yield from cases.on_directory(size, library, SMALLEST, scratch)
    yield from cases.splits(scratch)
    yield from cases.kernels(scratch)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="samples per case; the best counts (default: 5)")
    parser.add_argument("--only", default="", help="only cases whose name contains this")
    parser.add_argument("--small", action="store_true", help="only the small library, nothing from the network")
    parser.add_argument("--json", type=Path, default=ROOT / "bench/results.json", help="where the figures are kept")
    parser.add_argument("--readme", action="store_true", help="put the table into README.md")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        scratch = Path(directory)
        found = {cases.size_of(path): (path, what) for path, what in libraries(scratch, arguments.small).items()}
        todo = [
            case
            for case in all_cases({size: path for size, (path, _) in found.items()}, scratch)
            if arguments.only in case.name
        ]
        cases.warm_up()
        print(line(HEADINGS))
        for case in todo:
            case.run(1)
            most = 1 if case.seconds > SLOWEST else 2 if case.seconds > SLOW else arguments.rounds
            case.run(min(arguments.rounds, most) - 1)
            print(line(cells(case)), flush=True)
    sizes = {size: what for size, (_, what) in found.items()}
    if arguments.readme:
        into_readme([cells(case) for case in todo], preamble(sizes))
    machine = {"python": platform.python_version(), "system": platform.system(), "machine": platform.machine()}
    rows = [case.row() for case in todo]
    figures = {"machine": machine, "libraries": sizes, "rounds": arguments.rounds, "cases": rows}
    arguments.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
