"""Benchmarks: `python bench/run.py` prints one table and keeps the figures in bench/results.json.

Every job of ours is measured beside a yardstick in the same run; the table gives the ratio and the ratio allowed.
The 2 MB and 158 MB libraries are Apple's, from PyPI (downloaded once, see tests/apple/wheels.py).
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import cases  # noqa: E402
from bench.measure import Case  # noqa: E402

SMALLEST = ROOT / "golden/lib/air-lld-macos14.metallib"


def libraries(scratch: Path, small_only: bool) -> dict[str, Path]:
    """A library of each size."""
    found = {"small": SMALLEST}
    if not small_only:
        subprocess.run([sys.executable, str(ROOT / "bench/fetch.py"), str(scratch)], check=True)
        found |= {"2 MB": scratch / "medium.metallib", "158 MB": scratch / "large.metallib"}
    return found


def line(case: Case) -> str:
    memory = f"{case.memory / cases.MB:6.0f} MB" if case.memory else "-"
    mark = "" if case.holds else "  <- over the limit"
    return (
        f"{case.name:9}{case.size:>7}{1000 * case.seconds:10.0f} ms{1000 * case.yardstick_seconds:10.0f} ms"
        f"{case.ratio:8.2f}{case.limit:8.2f}{memory:>10}  {case.against}{mark}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="samples per case; the best counts (default: 5)")
    parser.add_argument("--only", default="", help="only cases whose name contains this")
    parser.add_argument("--small", action="store_true", help="only the small library, nothing from the network")
    parser.add_argument("--json", type=Path, default=ROOT / "bench/results.json", help="where the figures are kept")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        scratch = Path(directory)
        todo = list(cases.start_up())
        for size, library in libraries(scratch, arguments.small).items():
            todo += cases.on_library(size, library, SMALLEST, scratch)
        todo = [case for case in todo if arguments.only in case.name]
        cases.warm_up()
        print(f"{'case':9}{'size':>7}{'mtlb':>13}{'yardstick':>13}{'ratio':>8}{'limit':>8}{'memory':>10}  yardstick")
        for case in todo:
            case.run(arguments.rounds)
            print(line(case), flush=True)
    machine = {"python": platform.python_version(), "system": platform.system(), "machine": platform.machine()}
    figures = {"machine": machine, "rounds": arguments.rounds, "cases": [case.row() for case in todo]}
    arguments.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
