"""One kernel run by mtlb on a CPU, or what numpy makes of the same numbers: `python bench/kernels.py JOB`.

Prints the best seconds of several runs in one process, compiling left out. Jobs: NAME for the whole of `Kernel.run`,
NAME-alone for the kernel without the copies of its arguments, NAME-checked with checks, NAME-numpy, NAME-pocl for the
same in OpenCL C by POCL (bench/opencl.py); NAME is add, exp, softmax, gemm, or tiles: a product of matrices by tiles in
threadgroup memory. -alone-one and -pocl-one: on one core, seconds of the processor. -first: the first run of a kernel
whose code is in the cache, with the start of the process; -first-off: without a cache.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from mtlb import emit
from mtlb.cpu import CodeCache, Kernel
from mtlb.emit import f32, u32
from tests.cpu.algorithms import GROUP, gemm_kernel, row_kernel
from tests.cpu.kernels import kernel

COUNT = 1 << 22
COUNTED_CHECKED = 1 << 18
ROWS, COLUMNS = 256, 1024
SIDE = 256
TILE = 16
ROUNDS = 7


def elementwise(operation: str) -> bytes:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, y, out = k.buffer("x", f32, 0, "read"), k.buffer("y", f32, 1, "read"), k.buffer("out", f32, 2, "write")
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        out[i].store(x[i].load() + y[i].load() if operation == "add" else b.math("exp", x[i].load()))

    return kernel(body)


def tiles_kernel() -> bytes:
    """A product of matrices: each thread has one number, a threadgroup reads tiles into its memory."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        left, right = k.buffer("left", f32, 0, "read"), k.buffer("right", f32, 1, "read")
        out = k.buffer("out", f32, 2)
        at, inside = (
            k.builtin("thread_position_in_grid", emit.uint2),
            k.builtin("thread_position_in_threadgroup", emit.uint2),
        )
        ours, theirs = (k.threadgroup(name, emit.array(f32, TILE * TILE)) for name in ("ours", "theirs"))
        b = k.entry()
        x, y = inside.x, inside.y
        with b.for_range(b.const(u32, SIDE // TILE)) as tiles:
            total = tiles.carry(0.0, f32)
            first = tiles.index * TILE
            ours[y * TILE + x].store(left[at.y * SIDE + first + x].load())
            theirs[y * TILE + x].store(right[(first + y) * SIDE + at.x].load())
            b.barrier()
            result = total
            for n in range(TILE):
                result = result + ours[y * TILE + n].load() * theirs[x + n * TILE].load()
            b.barrier()
            tiles.update(total, result)
        out[at.y * SIDE + at.x].store(total)

    return kernel(body)


def case(name: str, count: int) -> tuple[bytes, tuple[object, ...], dict[str, np.ndarray], Callable[[], object]]:
    """The kernel, its grid, its buffers, and the same in numpy."""
    generator = np.random.default_rng(0)
    if name in ("add", "exp"):
        buffers = {key: generator.random(count, dtype="f4") for key in ("x", "y")}
        buffers["out"] = out = np.zeros(count, "f4")
        x, y = buffers["x"], buffers["y"]
        same = (lambda: np.add(x, y, out=out)) if name == "add" else (lambda: np.exp(x, out=out))
        return elementwise(name), (count, 1024), buffers, same
    if name == "softmax":
        x = generator.normal(0, 3, (ROWS, COLUMNS)).astype("f4")

        def softmax() -> object:
            powers = np.exp(x - x.max(1, keepdims=True))
            return powers / powers.sum(1, keepdims=True)

        return row_kernel(COLUMNS, normalizes=False), (ROWS * GROUP, GROUP), {"x": x, "out": np.zeros_like(x)}, softmax
    if name == "tiles":
        left, right = (generator.normal(0, 1, (SIDE, SIDE)).astype("f4") for _ in range(2))
        buffers = {"left": left, "right": right, "out": np.zeros((SIDE, SIDE), "f4")}
        return tiles_kernel(), ((SIDE, SIDE), (TILE, TILE)), buffers, lambda: left @ right
    left, right = (generator.normal(0, 1, (SIDE, SIDE)).astype("f4") for _ in range(2))
    out = np.zeros((SIDE, SIDE), "f4")
    grid = ((SIDE // 8 * 32, SIDE // 8), (32, 1))
    return gemm_kernel(SIDE, SIDE, SIDE), grid, {"left": left, "right": right, "out": out}, lambda: left @ right


def processor_seconds(made: Kernel) -> float:
    """What the first thread of a kernel's process has used of the processor (Linux: proc(5), schedstat)."""
    text = Path(f"/proc/{made.function.session.worker.process.pid}/schedstat").read_text()
    return int(text.split()[0]) / 1e9


def main() -> None:
    name, _, how = sys.argv[1].partition("-")
    how, _, item = how.partition("-")
    if how == "pocl":
        from bench.opencl import best_seconds

        print(best_seconds(name, COUNT, SIDE, ROWS, COLUMNS, ROUNDS, is_alone=bool(item)), file=sys.stderr)
        return
    if how == "first":
        data, grid, buffers, _ = case(name, COUNT)
        with tempfile.TemporaryDirectory() as folder:
            cache = CodeCache(folder)
            for _ in range(1 if item else 2):
                start = time.perf_counter()
                with Kernel(data, "k", cache=False if item else cache) as kernel:
                    kernel.run(*grid, buffers=buffers)  # type: ignore[arg-type]
        print(time.perf_counter() - start, file=sys.stderr)
        return
    # With checks each thread has a stack: fewer numbers, counted as if there were as many.
    count = COUNTED_CHECKED if how == "checked" else COUNT
    data, grid, buffers, same = case(name, count)
    times = []
    if how == "numpy":
        for _ in range(ROUNDS):
            start = time.perf_counter()
            same()
            times.append(time.perf_counter() - start)
    else:
        with Kernel(data, "k", check=how == "checked", jobs=1 if item else None, cache=False) as kernel:
            kernel.run(*grid, buffers=buffers)  # type: ignore[arg-type]
            for _ in range(2 if how == "checked" else ROUNDS):
                start, used = time.perf_counter(), processor_seconds(kernel) if item else 0.0
                result = kernel.run(*grid, buffers=buffers)  # type: ignore[arg-type]
                seconds = result.seconds if how == "alone" else time.perf_counter() - start
                times.append(processor_seconds(kernel) - used if item else seconds)
    scale = COUNT / count if name in ("add", "exp") else 1
    print(min(times) * scale, file=sys.stderr)


if __name__ == "__main__":
    main()
