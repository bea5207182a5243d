"""`python bench/bitcode.py FILE...`: MB of bitcode per second for reading, numbering and writing, each alone.

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
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mtlb import read  # noqa: E402
from mtlb.base.filekind import FileKind, sniff  # noqa: E402
from mtlb.bitcode import read_module  # noqa: E402
from mtlb.bitcode.enumerate import Enumeration  # noqa: E402
from mtlb.bitcode.eras import era_of  # noqa: E402
from mtlb.bitcode.writer import ModuleWriter  # noqa: E402
from mtlb.bitstream.codec import Abbreviation, Record  # noqa: E402
from mtlb.bitstream.stream import Block, read_stream  # noqa: E402
from mtlb.bitstream.wrapper import unwrap  # noqa: E402
from mtlb.bitstream.writer import StreamWriter  # noqa: E402

MB = 1e6
T = TypeVar("T")


def modules(paths: list[Path], step: int) -> list[bytes]:
    """Every `step`-th module of the files, each once, without its wrapper; only those that can be written."""
    result: dict[bytes, None] = {}
    for path in paths:
        data = path.read_bytes()
        parts = [f.module for f in read(data).functions[::step]] if sniff(data) is FileKind.METALLIB else [data]
        result.update(dict.fromkeys(bytes(unwrap(part)) for part in parts))
    return [data for data in result if read_module(data, bodies=False).identification is not None]


@dataclass
class Tree:
    """A block with all nested blocks."""

    block: Block
    items: list[Record | Abbreviation | Tree]


def decode(data: bytes) -> list[Tree]:
    """Every block of a stream, without the IR."""
    return [_tree(block) for block in read_stream(data).blocks()]


def _tree(block: Block) -> Tree:
    return Tree(block, [_tree(item) if isinstance(item, Block) else item for item in block.items()])


def encode(trees: Iterable[Tree]) -> bytes:
    writer = StreamWriter()
    for tree in trees:
        _write(writer, tree)
    return writer.getvalue()


def _write(writer: StreamWriter, tree: Tree) -> None:
    writer.enter_block(tree.block.id, tree.block.abbrev_width)
    for item in tree.items:
        if isinstance(item, Tree):
            _write(writer, item)
        elif isinstance(item, Record):
            writer.record(*item)
        else:
            writer.define_abbreviation(item)
    writer.end_block()


def every(job: Callable[[T], object], items: Iterable[T]) -> Callable[[], None]:
    """The job on all of them."""
    listed = list(items)

    def run() -> None:
        for item in listed:
            job(item)

    return run


def jobs(data: list[bytes]) -> dict[str, Callable[[], None]]:
    """The jobs by name; each does all modules once. What a job needs is made before it is timed."""
    streams = [decode(module) for module in data]
    for module, trees in zip(data, streams, strict=True):
        if not module.startswith(encode(trees)):
            raise SystemExit("a module does not come back from the bitstream")
    models = [read_module(module) for module in data]
    numbered = [(model, era_of(model), Enumeration(model)) for model in models]
    result = {
        "bitstream read": every(decode, data),
        "bitstream write": every(encode, streams),
        "module read": every(read_module, data),
        "module read, no bodies": every(lambda module: read_module(module, bodies=False), data),
        "enumerate": every(Enumeration, models),
        "module write": every(lambda parts: ModuleWriter(*parts).write(), numbered),
    }
    try:
        from llvmlite import binding
    except ImportError:
        return result

    def parse(module: bytes) -> Any:
        return binding.parse_bitcode(module, binding.create_context())

    result["llvmlite parse"] = every(parse, data)
    contexts = [binding.create_context() for _ in data]  # which live as long as their modules
    parsed = [binding.parse_bitcode(module, context) for module, context in zip(data, contexts, strict=True)]
    result["llvmlite as_bitcode"] = every(lambda part: part[0].as_bitcode(), zip(parsed, contexts, strict=True))
    return result


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
    gc.freeze()  # keeps the garbage collector away from the inputs
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
