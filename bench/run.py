"""Benchmarks: `python bench/run.py` prints one table and keeps the figures in bench/results.json.

`--readme` puts the table into the README as well.

Every job of ours is measured beside a yardstick in the same run; the table gives the ratio and the ratio allowed.
The 2 MB and 158 MB libraries are Apple's, from PyPI (downloaded once, see tests/apple/wheels.py).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import cases  # noqa: E402
from bench.measure import Case  # noqa: E402

SLOW = 4.0  # seconds
SMALLEST = ROOT / "golden/lib/air-lld-macos14.metallib"


def libraries(scratch: Path, small_only: bool) -> dict[str, Path]:
    """A library of each size."""
    found = {"small": SMALLEST}
    if not small_only:
        subprocess.run([sys.executable, str(ROOT / "bench/fetch.py"), str(scratch)], check=True)
        found |= {"2 MB": scratch / "medium.metallib", "158 MB": scratch / "large.metallib"}
    return found


# Of the largest library every so-manieth module, where each is looked into.
STEPS = {"158 MB": 16}
HEADINGS = ("job", "size", "mtlb", "yardstick", "ratio", "allowed", "peak memory", "yardstick is")
WIDTHS = (9, 14, 10, 10, 6, 8, 12, 0)


def cells(case: Case) -> tuple[str, ...]:
    return (
        case.name,
        case.size,
        f"{1000 * case.seconds:.0f} ms",
        f"{1000 * case.yardstick_seconds:.0f} ms",
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


def into_readme(rows: Sequence[Sequence[str]], python: str) -> None:
    """Replace what stands between the two marks."""
    path = ROOT / "README.md"
    before, start, rest = path.read_text(encoding="utf-8").partition("<!-- bench:begin -->\n")
    _, end, after = rest.partition("<!-- bench:end -->")
    if not start or not end:
        raise SystemExit("README.md has no marks bench:begin and bench:end")
    bars = ["---" if i in (0, 7) else "---:" for i in range(len(HEADINGS))]
    table = "".join(f"| {' | '.join(row)} |\n" for row in (HEADINGS, bars, *rows))
    machine = f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {python}"
    told = f"Best of several runs ({machine}).\n"
    path.write_text(f"{before}{start}{told}\n{table}{end}{after}", encoding="utf-8")


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
        todo = list(cases.start_up())
        sizes = libraries(scratch, arguments.small)
        for size, library in sizes.items():
            todo += cases.on_library(size, library, SMALLEST, scratch)
        for size, library in sizes.items():
            step = STEPS.get(size, 1)
            shown = size if step == 1 else f"1/{step} of {size}"
            todo += cases.on_modules(shown, library, SMALLEST, scratch, step)
        for size, library in sizes.items():
            todo += cases.on_directory(size, library, SMALLEST, scratch)
        todo += cases.links(scratch)
        todo = [case for case in todo if arguments.only in case.name]
        cases.warm_up()
        print(line(HEADINGS))
        for case in todo:
            # What takes seconds is not measured as often.
            case.run(1)
            case.run(arguments.rounds - 1 if case.seconds < SLOW else min(arguments.rounds - 1, 1))
            print(line(cells(case)), flush=True)
    machine = {"python": platform.python_version(), "system": platform.system(), "machine": platform.machine()}
    if arguments.readme:
        into_readme([cells(case) for case in todo], platform.python_version())
    figures = {"machine": machine, "rounds": arguments.rounds, "cases": [case.row() for case in todo]}
    arguments.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
