"""Every kernel of a library run on generated arguments, with checks: counts by outcome, and the reason of each that was
not run.

    python -m bench.metal_runs LIBRARY [--seed N] [--seconds S] [--timeout S] [-j N] [NAME...]

Function constants are 1 or true, buffers hold numbers of a seed, so that strides and sizes in an argument struct mean
nothing: the checks end a thread that leaves its buffers. Small modules come first. A line of JSON for each kernel:
`ran` (with the codes of findings), `time limit`, or `not run` with the reason. docs/metal.md §7 has the counts.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import mtlb
from mtlb.base.errors import MtlbError, TimeLimitError
from mtlb.cpu import Kernel
from mtlb.cpu.compare import made_constants
from mtlb.cpu.process import Session
from mtlb.cpu.random_arguments import grid_of, random_values


class _Runner:
    """Runs functions of a library in one worker."""

    def __init__(self, path: Path, seed: int, seconds: float) -> None:
        self.library = mtlb.open(path)
        self.seed = seed
        self.seconds = seconds
        self.session = Session()

    def row(self, name: str) -> dict[str, Any]:
        """The outcome of one function."""
        start = time.perf_counter()
        row: dict[str, Any] = {"function": name}
        try:
            constants = made_constants(self.library, name)
            kernel = Kernel(self.library, name, constants=constants, check=True, optimize=1, session=self.session)
            grid, size = grid_of(kernel)
            arguments = random_values(kernel, grid, self.seed)
            result = kernel.run(grid, size, **arguments.keywords(), seconds=self.seconds)
            row |= {"outcome": "ran", "findings": sorted({finding.code for finding in result.findings})}
        except TimeLimitError as error:
            row |= {"outcome": "time limit", "detail": error.reason[:300]}
        except MtlbError as error:
            row |= {"outcome": "not run", "detail": f"{type(error).__name__}: {error.reason}"[:300]}
            self.session.close()
            self.session = Session()
        return {**row, "seconds": round(time.perf_counter() - start, 1)}


_state: list[_Runner] = []


def _prepare(path: Path, seed: int, seconds: float) -> None:
    _state[:] = [_Runner(path, seed, seconds)]


def _row(name: str) -> dict[str, Any]:
    return _state[0].row(name)


def main() -> int:
    """Run, print, count."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("library", type=Path)
    parser.add_argument("names", nargs="*", help="these functions alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=8.0, help="the limit of a run")
    parser.add_argument("--timeout", type=float, help="stop after so many seconds; the rest is counted as not reached")
    parser.add_argument("-j", type=int, default=1, help="processes")
    chosen = parser.parse_intermixed_args()
    functions = [item for item in mtlb.open(chosen.library).functions if not chosen.names or item.name in chosen.names]
    names = [item.name for item in sorted(functions, key=lambda item: (len(item.module), item.name))]
    counts: Counter[str] = Counter()
    end = time.monotonic() + chosen.timeout if chosen.timeout else float("inf")
    with multiprocessing.Pool(chosen.j, _prepare, (chosen.library, chosen.seed, chosen.seconds)) as pool:
        for row in pool.imap_unordered(_row, names):
            counts[row["outcome"]] += 1
            print(json.dumps(row), flush=True)
            if time.monotonic() > end:
                break
    counts["not reached"] = len(names) - counts.total()
    print(json.dumps({"functions": len(names), "seed": chosen.seed, **counts}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
