"""`python bench/bitcode.py FILE...`: MB of bitcode per second that we read, number and write, each alone.

Beside it, in the same run and on the same modules, what LLVM does through llvmlite: parse and as_bitcode. FILE is a
library or a module; without one, the golden libraries. `--profile` shows where our time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import json
import pstats
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mtlb import read  # noqa: E402
from mtlb.bitcode import read_module  # noqa: E402
from mtlb.bitcode.bitstream import Block, read_stream, write_stream  # noqa: E402
from mtlb.bitcode.dialects import dialect_of  # noqa: E402
from mtlb.bitcode.enumerate import Enumeration  # noqa: E402
from mtlb.bitcode.writer import ModuleWriter  # noqa: E402
from mtlb.wrapper import unwrap  # noqa: E402

MB = 1e6


def modules(paths: list[Path], step: int) -> list[bytes]:
    """Every `step`-th module of the files, each once, without its wrapper; only those that can be written."""
    found: dict[bytes, None] = {}
    for path in paths:
        data = path.read_bytes()
        parts = [f.module for f in read(data).functions[::step]] if data[:4] == b"MTLB" else [data]
        found.update(dict.fromkeys(bytes(unwrap(part)) for part in parts))
    return [data for data in found if read_module(data, bodies=False).identification is not None]


def decode(data: bytes) -> None:
    """Every block of a stream, nothing above."""
    work = read_stream(data).blocks
    while work:
        work += _children(work.pop())


def _children(block: Block) -> list[Block]:
    return block.blocks


def jobs(data: list[bytes]) -> dict[str, Callable[[], None]]:
    """The jobs by name; each does all modules once. What a job needs is made before it is timed."""
    streams = [read_stream(module) for module in data]
    for module, stream in zip(data, streams, strict=True):
        if write_stream(stream) != module:
            raise SystemExit("a module does not come back from the bitstream")
    models = [read_module(module) for module in data]
    numbered = [(model, dialect_of(model), Enumeration(model)) for model in models]
    found: dict[str, Callable[[], None]] = {
        "bitstream read": lambda: [decode(module) for module in data] and None,
        "bitstream write": lambda: [write_stream(stream) for stream in streams] and None,
        "module read": lambda: [read_module(module) for module in data] and None,
        "module read, no bodies": lambda: [read_module(module, bodies=False) for module in data] and None,
        "enumerate": lambda: [Enumeration(model) for model in models] and None,
        "module write": lambda: [ModuleWriter(m, d, ids).write() for m, d, ids in numbered] and None,
    }
    try:
        from llvmlite import binding
    except ImportError:
        return found
    contexts = [binding.create_context() for _ in data]
    parsed = [binding.parse_bitcode(module, context) for module, context in zip(data, contexts, strict=True)]
    found["llvmlite parse"] = lambda: [binding.parse_bitcode(m, binding.create_context()) for m in data] and None
    found["llvmlite as_bitcode"] = lambda: [module.as_bitcode() for module in parsed] and None
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="libraries and modules")
    parser.add_argument("--step", type=int, default=1, help="take every STEP-th function of a library")
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the best counts (default: 3)")
    parser.add_argument("--profile", action="store_true", help="profile reading and writing instead of timing")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    arguments = parser.parse_args()
    data = modules(arguments.files or sorted(ROOT.joinpath("golden/lib").glob("*.metallib")), arguments.step)
    size = sum(map(len, data)) / MB
    print(f"{len(data)} modules, {size:.2f} MB of bitcode")
    todo = jobs(data)
    if arguments.profile:
        with cProfile.Profile() as profile:
            todo["module read"]()
            todo["enumerate"]()
            todo["module write"]()
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        return
    gc.collect()
    gc.freeze()  # what was made to be measured on is not looked through again and again
    best = {name: float("inf") for name in todo}
    for _ in range(arguments.rounds):
        for name, job in todo.items():
            start = time.perf_counter()
            job()
            best[name] = min(best[name], time.perf_counter() - start)
    for name, seconds in best.items():
        print(f"{name:24}{size / seconds:8.2f} MB/s{1000 * seconds / len(data):10.2f} ms/module")
    if arguments.json:
        rows = [{"job": name, "mb_per_second": size / seconds} for name, seconds in best.items()]
        arguments.json.write_text(json.dumps({"modules": len(data), "mb": size, "jobs": rows}, indent=2) + "\n")


if __name__ == "__main__":
    main()
