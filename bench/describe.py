"""Throughput of describing modules, and a profile: `python bench/describe.py [LIBRARY] [--profile]`.

Without a library, every 16th function of the 158 MB one from PyPI (downloaded once, see tests/apple/wheels.py). The
yardstick is LLVM itself: parsing the same modules and printing them, which is how the metadata is had from llvmlite.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import pstats
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import mtlb  # noqa: E402
from mtlb.air import describe, reflection_json  # noqa: E402
from mtlb.air.reflection.buffer import build  # noqa: E402
from mtlb.bitcode import read_module  # noqa: E402

_In = TypeVar("_In")
_Out = TypeVar("_Out")


def modules(path: Path | None, step: int) -> list[bytes]:
    """Every `step`th module of a library."""
    if path is not None:
        data = path.read_bytes()
    else:
        from tests.apple import wheels

        data = wheels.MLX.member("mlx/lib/mlx.metallib")
    return [bytes(function.module) for function in mtlb.read(data).functions[::step]]


def stage(name: str, work: Callable[[_In], _Out], items: Sequence[_In], size: int) -> list[_Out]:
    """Do `work` to every item; print milliseconds of processor time per module and MB of modules per second."""
    gc.collect()
    gc.disable()  # all results are kept: the collector would traverse them repeatedly
    started = time.process_time()
    results = [work(item) for item in items]
    seconds = time.process_time() - started
    gc.enable()
    print(f"{name:28}{1000 * seconds / len(items):9.2f} ms{size / 1e6 / seconds:10.1f} MB/s")
    return results


def yardstick(data: bytes) -> str:
    import llvmlite.binding as llvm

    return str(llvm.parse_bitcode(data, llvm.create_context()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", nargs="?", type=Path)
    parser.add_argument("--step", type=int, default=16, help="take every Nth function (default: 16)")
    parser.add_argument("--profile", action="store_true", help="list the functions that the time goes into")
    arguments = parser.parse_args()
    data = modules(arguments.library, arguments.step)
    size = sum(map(len, data))
    print(f"{len(data)} modules, {size / 1e6:.1f} MB")
    read = stage("read_module, no bodies", lambda module: read_module(module, bodies=False), data, size)
    described = stage("describe", describe, read, size)
    graphs = stage("reflection graph", lambda description: description.reflection(), described, size)
    stage("AIRR buffer", build, graphs, size)
    stage("JSON", reflection_json, described, size)
    stage("all of it, to the buffer", lambda m: describe(read_module(m, bodies=False)).reflection_buffer(), data, size)
    stage("llvmlite: parse and print", yardstick, data, size)
    if arguments.profile:
        profile = cProfile.Profile()
        profile.enable()
        for module in data[:: max(len(data) // 200, 1)]:
            describe(read_module(module, bodies=False)).reflection_buffer()
        profile.disable()
        pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(20)


if __name__ == "__main__":
    main()
