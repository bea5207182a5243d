"""The mutation campaign: `python -m fuzz.campaign --seconds 600 --shared ../shared`.

Four kinds of input: `mutate` (seeded random mutation of small files), `records` (modules with records that are made
from the rows of their tables), `truncate` (every truncation of the N smallest files of the kind that a target reads)
and `bytes` (every value of every byte of the N smallest). What ran and what was
found goes to a JSON file, of which `python -m fuzz.table` makes the table in docs/security.md, and each finding's input
to a file of its own. The exit code is 1 if there are findings.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import struct
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random

from mtlb.base.errors import MtlbError

from .guard import Finding, check
from .mutate import mutate, mutate_records
from .seeds import real_files, seeds
from .targets import TARGETS, Kind, Target, run_quietly

_FILE_SIZE = range(16, 24)  # where a library's header has it
MEMORY_EVERY = 97  # one input in so many is run with memory measured
ALL_VALUES = 255

Job = tuple[Target, bytes]


def mutations(chosen: list[Target], shared: Path | None, seed: int) -> Iterator[Job]:
    """Without an end. Input number n follows from `seed` and n alone."""
    weights = [target.weight for target in chosen]
    number = 0
    while True:
        random = Random(f"{seed}:{number}")
        (target,) = random.choices(chosen, weights)
        yield target, mutate(random, target.kind, seeds(target.kind, shared))
        number += 1


def changed_records(chosen: list[Target], shared: Path | None, seed: int) -> Iterator[Job]:
    """Without an end, for the targets that read modules; none for others. Numbered as `mutations` are."""
    readers = [target for target in chosen if target.kind is Kind.MODULE]
    number = 0
    while readers:
        random = Random(f"records:{seed}:{number}")
        target = random.choice(readers)
        number += 1
        try:
            changed = mutate_records(random, random.choice(seeds(target.kind, shared)))
        except MtlbError:
            continue  # the seed itself is damaged
        yield target, changed


def truncations(chosen: list[Target], shared: Path | None, files: range) -> Iterator[Job]:
    """Every truncation of some of the files of each target, by their places among the smallest.

    A library comes twice: as it is cut, and with the size in its header set right, so that reading gets further.
    """
    for target, data in _smallest(chosen, shared, files):
        for size in range(len(data)):
            yield target, data[:size]
            if target.kind is Kind.LIBRARY and size >= _FILE_SIZE.stop:
                yield target, data[: _FILE_SIZE.start] + struct.pack("<Q", size) + data[_FILE_SIZE.stop : size]


def byte_changes(chosen: list[Target], shared: Path | None, files: range, values: int = ALL_VALUES) -> Iterator[Job]:
    """Every byte of those files set to `values` of its other values, those with a single bit flipped first."""
    for target, original in _smallest(chosen, shared, files):
        data = bytearray(original)
        for at, old in enumerate(original):
            for value in _changes(old)[:values]:
                data[at] = value
                yield target, bytes(data)
            data[at] = old


@cache
def _changes(old: int) -> list[int]:
    """The 255 other values of a byte: with one bit flipped, 0x00, 0xff, and the rest."""
    order = dict.fromkeys([*(old ^ 1 << bit for bit in range(8)), 0x00, 0xFF, *range(256)])
    return [value for value in order if value != old]


def _smallest(chosen: list[Target], shared: Path | None, files: range) -> Iterator[Job]:
    """What each target starts from: all targets on the smallest files first, then on larger ones.

    Of the files that the target accepts: where the reader stops early, changes test little.
    """
    taken = {}
    for target in chosen:
        readable = filter(partial(run_quietly, target), real_files(target.kind, shared))
        taken[target.name] = list(islice(readable, files.stop))
    for number in files:
        for target in chosen:
            if number < len(taken[target.name]):
                yield target, taken[target.name][number]


class Record:
    """What ran and what was found."""

    def __init__(self) -> None:
        self.inputs: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.slowest: dict[str, float] = {}
        self.measured = 0
        self.findings: dict[Finding, int] = {}
        self.examples: dict[Finding, bytes] = {}

    def run(self, jobs: Iterable[Job], seconds: float, inputs: int) -> bool:
        """Whether the jobs ran out before the time and the number of inputs did."""
        end = time.monotonic() + seconds
        seen = {(f.target, f.place): f for f in self.findings}
        for count, (target, data) in enumerate(jobs):
            if count >= inputs or time.monotonic() > end:
                return False
            measured = count % MEMORY_EVERY == 0
            outcome = check(target, data, measure_memory=measured)
            self.inputs[target.name] += 1
            self.accepted[target.name] += outcome.accepted
            self.seconds[target.name] += outcome.seconds  # type: ignore[assignment]
            self.slowest[target.name] = max(self.slowest.get(target.name, 0), outcome.seconds)
            self.measured += measured
            if outcome.finding is not None:
                finding = seen.setdefault((target.name, outcome.finding.place), outcome.finding)
                self.findings[finding] = self.findings.get(finding, 0) + 1
                if finding not in self.examples or len(data) < len(self.examples[finding]):
                    self.examples[finding] = data
        return True

    def summary(self) -> dict[str, object]:
        per_target = {
            name: {
                "inputs": count,
                "accepted": self.accepted[name],
                "seconds": round(self.seconds[name], 1),
                "slowest_seconds": round(self.slowest[name], 3),
            }
            for name, count in sorted(self.inputs.items())
        }
        findings = [
            {"target": f.target, "place": f.place, "count": count, "detail": f.detail}
            for f, count in self.findings.items()
        ]
        return {
            "inputs": self.inputs.total(),
            "with_memory_measured": self.measured,
            "targets": per_target,
            "findings": findings,
        }

    def keep_examples(self, directory: Path) -> None:
        for finding, data in self.examples.items():
            directory.mkdir(parents=True, exist_ok=True)
            name = f"{finding.target.replace(' ', '-')}-{hashlib.sha256(data).hexdigest()[:12]}"
            directory.joinpath(name).write_bytes(data)
            directory.joinpath(f"{name}.txt").write_text(f"{finding.place}\n{finding.detail}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", nargs="?", choices=("mutate", "records", "truncate", "bytes"), default="mutate")
    parser.add_argument("--seconds", type=float, default=60, help="stop after this long (default: 60)")
    parser.add_argument("--inputs", type=int, default=10**9, help="stop after so many inputs")
    parser.add_argument("--seed", type=int, default=0, help="of the mutations (default: 0)")
    parser.add_argument("--files", type=int, default=40, help="how many to truncate or to change (default: 40)")
    parser.add_argument("--skip", type=int, default=0, metavar="FILES", help="leave out so many of the smallest files")
    parser.add_argument(
        "--values", type=int, default=ALL_VALUES, help="of each byte, single flipped bits first (default: all 255)"
    )
    parser.add_argument("--target", action="append", choices=list(TARGETS), help="only this target; repeatable")
    parser.add_argument("--shared", type=Path, help="directory whose corpus/ has real libraries")
    parser.add_argument("--keep", type=Path, default=Path("fuzz/findings"), help="where the inputs of findings go")
    parser.add_argument("--json", type=Path, help="where the figures go; default: stdout")
    arguments = parser.parse_args()
    chosen = [TARGETS[name] for name in arguments.target or TARGETS]
    files = range(arguments.skip, arguments.skip + arguments.files)
    jobs = {
        "mutate": lambda: mutations(chosen, arguments.shared, arguments.seed),
        "records": lambda: changed_records(chosen, arguments.shared, arguments.seed),
        "truncate": lambda: truncations(chosen, arguments.shared, files),
        "bytes": lambda: byte_changes(chosen, arguments.shared, files, arguments.values),
    }[arguments.mode]()
    record = Record()
    start = time.monotonic()
    complete = record.run(jobs, arguments.seconds, arguments.inputs)
    record.keep_examples(arguments.keep)
    run = {
        "mode": arguments.mode,
        "seed": arguments.seed,
        "files": arguments.files,
        "skipped_files": arguments.skip,
        "values": arguments.values,
        "complete": complete,
        "wall_seconds": round(time.monotonic() - start, 1),
        "python": platform.python_version(),
    }
    text = json.dumps({**run, **record.summary()}, indent=2) + "\n"
    if arguments.json is None:
        sys.stdout.write(text)
    else:
        arguments.json.write_text(text)
    for finding, count in record.findings.items():
        print(f"{finding.target}: {finding.place} ({count} times)", file=sys.stderr)
    return 1 if record.findings else 0


if __name__ == "__main__":
    sys.exit(main())
