"""SPIR-V: `python bench/spirv.py DIRECTORY [MODULES]` of `.spv` files, also in folders, beside Naga's translation to
Metal's language.

MODULES is a `node_modules` directory with the npm package naga-wasm; without it Naga is left out. Every module that
both translate is translated by either: all in one process, start included, in turn; then Naga again without the start
of its process. Prints the modules that mtlb refuses, each with its reason, seconds of the processor, and microseconds
for each instruction of our steps.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import mtlb
from mtlb.base.errors import MtlbError
from mtlb.spirv import read
from mtlb.spirv.listing import listing_lines
from mtlb.spirv.verify import check_module
from mtlb.translate import translate

ROOT = Path(__file__).resolve().parent.parent
REPEATS = 3
TARGET = "macos14"
NAGA = """
import { readFileSync } from "node:fs";
const naga = await import(process.argv[2]);
const started = process.cpuUsage();
const failed = [];
for (const path of process.argv.slice(3)) {
  try {
    const module = naga.parseSpirv(readFileSync(path));
    naga.writeMsl(module, naga.validate(module), { langVersion: [3, 0] });
  } catch (error) { failed.push(path); }
}
const used = process.cpuUsage(started);
const seconds = (used.user + used.system) / 1e6;
console.log(JSON.stringify({ seconds, failed }));
console.error(seconds);
"""


def best(job: Callable[[], object]) -> float:
    """Seconds of the processor, in the fastest of some runs."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        job()
        times.append(time.process_time() - start)
    return min(times)


def child(command: list[str]) -> tuple[float, str]:
    """Seconds of the processor that a process takes, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, printed


def refusal(data: bytes) -> str:
    """Why mtlb refuses a module; "" if it translates it."""
    try:
        translate(data, TARGET).module.air_bytes()
    except MtlbError as error:
        return str(error)
    return ""


def main() -> None:
    import json

    folder = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        files: dict[str, bytes] = {}
        for path in sorted(folder.rglob("*.spv")):  # copied: `mtlb convert -d` needs different names
            copy = Path(scratch, "in", "__".join(path.relative_to(folder).parts))
            copy.parent.mkdir(exist_ok=True)
            copy.write_bytes(path.read_bytes())
            files[str(copy)] = path.read_bytes()
        refused = {path: reason for path, data in files.items() if (reason := refusal(data))}
        print(f"{len(files)} modules, {len(refused)} refused by mtlb")
        for path, reason in refused.items():
            print(f"  {Path(path).name}: {reason}")
        ours = {path: data for path, data in files.items() if path not in refused}
        naga: list[str] = []
        if len(sys.argv) > 2:
            script = Path(scratch) / "naga.mjs"
            script.write_text(NAGA)
            package = Path(sys.argv[2]).resolve() / "naga-wasm" / "dist" / "node.js"
            naga = ["node", str(script), str(package)]
            failed = json.loads(child([*naga, *ours])[1])["failed"]
            print(f"{len(failed)} of those that mtlb translates are refused by Naga")
            ours = {path: data for path, data in ours.items() if path not in failed}
        convert = [sys.executable, "-m", "mtlb", "convert", "--target", TARGET, "-d", f"{scratch}/out", *ours]
        mine, theirs, inside = [], [], []
        for _ in range(REPEATS):
            mine.append(child(convert)[0])
            if naga:
                seconds, printed = child([*naga, *ours])
                theirs.append(seconds)
                inside.append(json.loads(printed)["seconds"])
    print(f"{len(ours)} modules in one process: mtlb convert {min(mine):.2f} s", end="")
    print(f", Naga in node {min(theirs):.2f} s (of which translation {min(inside):.2f} s)" if naga else "")
    modules = [read(data) for data in ours.values()]
    count = sum(len(module.instructions) for module in modules)
    steps: dict[str, Callable[[], object]] = {
        "read": lambda: [read(data) for data in ours.values()],
        "check": lambda: [check_module(read(data)) for data in ours.values()],
        "list": lambda: [list(listing_lines(module)) for module in modules],
        "translate": lambda: [translate(data, TARGET).module.air_bytes() for data in ours.values()],
        "link": lambda: [mtlb.write(mtlb.link([(path, data)]).library) for path, data in ours.items()],
    }
    for name, step in steps.items():
        print(f"  {name:10} {best(step) / count * 1e6:7.1f} µs for each of {count} instructions")


if __name__ == "__main__":
    main()
