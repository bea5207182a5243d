"""The figures that are kept: bench/results.json, the table of docs/performance.md, a line of bench/history.jsonl.

`results.json` holds the newest figures of each case, engine and number of processes, each beside the yardstick of its
own run, so that a part can be measured again and merged. `history.jsonl` has a line for each run that was recorded: the
version and commit, the machine, and seconds and ratio of each row. There is no time of day in either.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.engines import ROOT
from bench.measure import Case, Measured

__all__ = ["ORDER", "commit", "load", "merge", "merge_growth", "record", "render", "save", "shown", "variant"]

Results = dict[str, Any]

ORDER = (
    *("start", "list", "verify", "rewrite", "check", "bits read", "describe", "rebuild", "text", "text and back"),
    *(
        "convert",
        "emit",
        "lint",
        "doctor",
        "verify --modules",
        "info --reflection",
        "rewrite --modules",
        "pack",
        "link",
    ),
)
"""The rows of the table; those of other names come last."""

_MB = 1e6
_UNITS = {"KB": 1e3, "MB": 1e6}
_BEGIN, _END = "<!-- bench:begin -->\n", "<!-- bench:end -->"


def variant(engine: str, processes: int) -> str:
    """The name of an engine with a number of processes."""
    return engine if processes == 1 else f"{engine} -j {processes}"


def commit() -> str:
    """The commit that is measured, with a + if files differ from it."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty=+", "--abbrev=10", "--exclude=*"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip() or "unknown"


def load(path: Path) -> Results:
    """The figures so far."""
    if not path.exists():
        return {"libraries": {}, "wheel": {}, "cases": {}}
    loaded: Results = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def save(results: Results, path: Path) -> None:
    """Replace the file as a whole."""
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    os.replace(temporary, path)


def merge(results: Results, case: Case, measured: Measured) -> dict[str, Any]:
    """Put what was measured in the place of older figures; the row."""
    row = results["cases"].setdefault(case.key, {"runs": {}})
    row |= {"case": case.name, "size": case.size, "yardstick": case.against}
    row["allowed"] = None if case.allowed is None else case.allowed._asdict()
    row["memory_limit"], row["input_size"] = case.memory_limit, case.input_size
    for (engine, processes), sample in measured.ours.items():
        row["runs"][variant(engine, processes)] = {
            "seconds": round(sample.seconds, 4),
            "processor": round(sample.processor, 4),
            "memory": sample.memory,
            "yardstick_seconds": round(measured.yardstick.seconds, 4),
            "yardstick_processor": round(measured.yardstick.processor, 4),
            "ratio": round(measured.ratio(engine, processes), 3),
            "processes": processes,
            "commit": commit(),
        }
    return dict(row)


def merge_growth(results: Results, name: str, engine: str, sizes: list[list[float]]) -> tuple[str, ...]:
    """Put the parts and the microseconds for each part of a growing row in the place of older figures; the row."""
    measured = {"commit": commit(), "sizes": [[parts, round(each, 2)] for parts, each in sizes]}
    results.setdefault("growth", {}).setdefault(name, {})[engine] = measured
    return _growth_cells(name, engine, measured)


def _growth_cells(name: str, engine: str, measured: Mapping[str, Any]) -> tuple[str, ...]:
    sizes = measured["sizes"]
    texts = [f"{each:,.0f} µs ({parts:,})" for parts, each in sizes]
    return (name, engine, *texts, f"{sizes[-1][1] / sizes[0][1]:.2f}")


def _growth(results: Results) -> Iterator[tuple[str, ...]]:
    for name, engines in results.get("growth", {}).items():
        for engine, measured in engines.items():
            yield _growth_cells(name, engine, measured)


def _rows(results: Results) -> list[dict[str, Any]]:
    def place(row: Mapping[str, Any]) -> tuple[int, float]:
        name = row["case"]
        return ORDER.index(name) if name in ORDER else len(ORDER), _bytes(row["size"])

    return sorted(results["cases"].values(), key=place)


def _bytes(size: str) -> float:
    number, _, unit = size.partition(" ")
    return float(number) * _UNITS[unit[:2]] if unit[:2] in _UNITS else 0.0


# --- the table -------------------------------------------------------------------------------------------------------

HEADINGS = (
    *("job", "size", "yardstick", "its time", "pure", "ratio", "compiled", "ratio", "allowed"),
    *("pure, two", "compiled, two", "peak memory"),
)


def shown(seconds: float) -> str:
    """Seconds for people."""
    return f"{1000 * seconds:.0f} ms" if seconds < 10 else f"{seconds:.0f} s"


def cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The row as the table has it."""
    runs = row["runs"]
    yardstick = min((run["yardstick_processor"] for run in runs.values()), default=0.0)
    result = [row["case"], row["size"], row["yardstick"], shown(yardstick)]
    for engine in ("pure", "compiled"):
        run = runs.get(engine)
        result += ["", ""] if run is None else [shown(run["processor"]), _ratio(row, engine, run)]
    allowed = row["allowed"]
    result.append("" if allowed is None else " / ".join(f"{limit:g}" for limit in dict.fromkeys(allowed.values())))
    result += [shown(runs[name]["seconds"]) if name in runs else "" for name in ("pure -j 2", "compiled -j 2")]
    memory = max((run["memory"] for run in runs.values()), default=0)
    over = row["memory_limit"] is not None and memory > row["memory_limit"]
    result.append((f"{memory / _MB:.0f} MB" if memory else "") + (" (too much)" if over else ""))
    return tuple(result)


def _ratio(row: Mapping[str, Any], engine: str, run: Mapping[str, Any]) -> str:
    text = f"{run['ratio']:.2f}"
    return f"**{text}**" if row["allowed"] is not None and run["ratio"] > row["allowed"][engine] else text


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], texts: int) -> str:
    bars = ["---" if number < texts else "---:" for number in range(len(headings))]
    return "".join(f"| {' | '.join(row)} |\n" for row in (headings, bars, *rows))


def _speeds(results: Results) -> Iterator[tuple[str, ...]]:
    for row in _rows(results):
        if row["input_size"] and row["runs"]:
            seconds = [min(run["yardstick_processor"] for run in row["runs"].values())]
            seconds += [row["runs"].get(engine, {}).get("processor", 0.0) for engine in ("pure", "compiled")]
            yield (
                row["case"],
                row["size"],
                row["yardstick"],
                *(f"{row['input_size'] / _MB / item:.1f}" if item else "" for item in seconds),
            )


def render(results: Results, page: Path) -> None:
    """Put the tables between the marks of a page. SystemExit if it has none."""
    before, start, rest = page.read_text(encoding="utf-8").partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not start or not end:
        raise SystemExit(f"{page} has no marks bench:begin and bench:end")
    machine = results["machine"]
    libraries = "; ".join(f"{size}: {what}" for size, what in results["libraries"].items())
    where = f"{machine['cores']} cores, {machine['machine']}, {machine['system']}, Python {machine['python']}"
    text = f"{where}. {libraries}.\n\n"
    text += _table(HEADINGS, [cells(row) for row in _rows(results)], 3) + "\n"
    text += "MB of bitcode per second of the processor:\n\n"
    text += _table(("job", "size", "yardstick", "its MB/s", "pure", "compiled"), list(_speeds(results)), 3) + "\n"
    if grown := list(_growth(results)):
        text += (
            "Time for a part of made inputs of four sizes (parts), and that of the largest in times of the smallest:"
        )
        text += "\n\n" + _table(("job", "engine", "1", "4", "16", "64", "ratio"), grown, 2) + "\n"
    sizes = ", ".join(f"{engine} {size / _MB:.1f} MB" for engine, size in results["wheel"].items())
    text += f"The package, deflated as in a wheel: {sizes}.\n"
    page.write_text(f"{before}{start}{text}{end}{after}", encoding="utf-8")


# --- history ---------------------------------------------------------------------------------------------------------


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    facts = {"python": platform.python_version(), "system": platform.system(), "machine": platform.machine()}
    return {**facts, "cores": os.cpu_count()}


def record(results: Results, path: Path, version: str) -> None:
    """Add a line with the figures so far."""
    rows = {
        key: {
            name: [run["processor" if run["processes"] == 1 else "seconds"], run["ratio"]]
            for name, run in row["runs"].items()
        }
        for key, row in results["cases"].items()
    }
    line = {"version": version, "commit": commit(), **results["machine"], "wheel": results["wheel"], "rows": rows}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
