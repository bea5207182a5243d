"""How time grows with the size of an input: `python -m bench.growth [ROW ...]`, or `python -m bench.run --growth`.

A row is an input of n parts and what is done with it. Each is measured at four sizes, four times apart: what one part
takes has to stay. Rows are added to `ROWS`: a function that makes what is measured of n parts. tests/test_growth.py
runs them.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))  # after an installed mtlb, which may be what is measured

import mtlb
from fuzz.growth import SHAPES
from mtlb import emit
from mtlb.emit import f32, u32

__all__ = ["ROWS", "GrowingRow", "Measured", "growth", "kernels"]

FACTOR = 4
"""Between one size and the next."""
LIMIT = 2.0
"""What a part of the largest input may take, in times of one of the smallest. 4 and more is quadratic."""


@dataclass(frozen=True)
class GrowingRow:
    """`prepare(n)` makes an input of n parts, and what is to be measured with it. `least`: the smallest n."""

    name: str
    parts: str
    least: int
    prepare: Callable[[int], Callable[[], object]]


@dataclass(frozen=True)
class Measured:
    """Seconds of the processor and peak bytes of Python's memory of one size."""

    parts: int
    seconds: float
    memory: int

    @property
    def microseconds(self) -> float:
        """What one part took."""
        return self.seconds / self.parts * 1e6


# --- modules of n parts ----------------------------------------------------------------------------------------------


def kernels(count: int) -> emit.Module:
    m = emit.Module("macos14", "kernels")
    for number in range(count):
        k = m.kernel(f"k{number}")
        x, i = k.buffer("x", f32, 0), k.builtin("thread_position_in_grid", u32)
        x[i].store(x[i].load() * float(number))
        k.entry().ret()
    return m


def _instructions(count: int) -> emit.Module:
    m = emit.Module("macos14", "instructions")
    k = m.kernel("k")
    x, i = k.buffer("x", f32, 0), k.builtin("thread_position_in_grid", u32)
    value = first = x[i].load()
    for _ in range(count):
        value = value * first
    x[i].store(value)
    return m


def _branches(count: int) -> emit.Module:
    """One after the other."""
    m = emit.Module("macos14", "branches")
    k = m.kernel("k")
    x, i = k.buffer("x", f32, 0), k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    for number in range(count):
        with b.if_(i == number) as branch:
            x[i].store(float(number))
        with branch.else_():
            x[i].store(x[i].load())
    return m


def _nested(count: int) -> emit.Module:
    """One inside of the other."""
    m = emit.Module("macos14", "nested")
    k = m.kernel("k")
    x, i = k.buffer("x", f32, 0), k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    open_ = [b.begin_if(i < number + 1) for number in range(count)]
    x[i].store(1.0)
    for branch in reversed(open_):
        branch.end()
    return m


def _functions(count: int) -> emit.Module:
    """A chain of helpers, each of which calls the one before."""
    m = emit.Module("macos14", "functions")
    before = None
    for number in range(count):
        helper = m.function(f"f{number}", f32, [f32])
        value = helper.arguments[0] + float(number)
        helper.ret(value if before is None else helper.call(before, value))
        before = helper
    k = m.kernel("k")
    x = k.buffer("x", f32, 0)
    assert before is not None
    x[0].store(k.entry().call(before, x[0].load()))
    return m


@cache
def _air(make: Callable[[int], emit.Module], count: int) -> bytes:
    return make(count).air_bytes()


@cache
def _library(make: Callable[[int], emit.Module], count: int) -> bytes:
    return mtlb.write(mtlb.link([("input.air", _air(make, count))]).library)


@cache
def _opaque(make: Callable[[int], emit.Module], count: int) -> bytes:
    """The module as LLVM writes it, with opaque pointers."""
    from llvmlite import binding

    data: bytes = binding.parse_bitcode(_air(make, count), binding.create_context()).as_bitcode()
    return data


_MODULES = (
    ("kernels", 60, kernels),
    ("instructions", 600, _instructions),
    ("branches", 180, _branches),
    ("nested branches", 180, _nested),
    ("functions", 100, _functions),
)


# --- what is done with them ------------------------------------------------------------------------------------------


def _verify(data: bytes) -> object:
    return mtlb.verify(data, modules=True)


def _text(data: bytes) -> object:
    from mtlb.ir import parse

    text = mtlb.read_module(data).text()
    parse(text.encode())
    return text


def _lint(data: bytes) -> object:
    from mtlb.air.lint import lint_module

    return lint_module(data)


def _describe(data: bytes) -> object:
    return mtlb.describe(data)


def _link(data: bytes) -> object:
    return mtlb.write(mtlb.link([("input.air", data)]).library)


def _rebuild(data: bytes) -> object:
    from mtlb.bitcode.rebuild import rebuild_module

    return rebuild_module(data)


def _convert(data: bytes) -> object:
    from mtlb.convert import convert_bytes

    return convert_bytes("module", data).bitcode


def _list(data: bytes) -> object:
    return [function.name for function in mtlb.read(data).functions]


def _verify_library(data: bytes) -> object:
    return mtlb.verify(data)


def _doctor(data: bytes) -> object:
    from mtlb.inspect import diagnose

    return diagnose(data)


def _rewrite(data: bytes) -> object:
    return mtlb.write(mtlb.read(data))


def _rows() -> Iterator[GrowingRow]:
    for parts, least, make in _MODULES:

        def emitted(count: int, make: Callable[[int], emit.Module] = make) -> Callable[[], object]:
            return lambda: make(count).air_bytes()

        yield GrowingRow(f"emit {parts}", parts, least, emitted)
        for name, work in (
            ("verify", _verify),
            ("text", _text),
            ("lint", _lint),
            ("describe", _describe),
            ("link", _link),
            ("rebuild", _rebuild),
            ("convert", _convert),
        ):

            def of_module(
                count: int, make: Callable[[int], emit.Module] = make, work: Callable[[bytes], object] = work
            ) -> Callable[[], object]:
                data = (_opaque if work is _convert else _air)(make, count)
                return lambda: work(data)

            yield GrowingRow(f"{name} {parts}", parts, least, of_module)
    for name, work in (
        ("list", _list),
        ("rewrite", _rewrite),
        ("verify library", _verify_library),
        ("doctor", _doctor),
    ):
        yield GrowingRow(f"{name} kernels", "kernels", 60, partial(_on_kernels, work))
    yield GrowingRow("link modules", "modules", 15, _modules)
    yield GrowingRow("SPIR-V branches", "branches", 50, _spirv)


def _on_kernels(work: Callable[[bytes], object], count: int) -> Callable[[], object]:
    return partial(work, _library(kernels, count))


def _modules(count: int) -> Callable[[], object]:
    """Links of `count` modules of one kernel each."""
    inputs = [(f"{number}.air", _one_kernel(number)) for number in range(count)]
    return lambda: mtlb.write(mtlb.link(inputs).library)


@cache
def _one_kernel(number: int) -> bytes:
    m = emit.Module("macos14", f"module {number}")
    k = m.kernel(f"k{number}")
    x, i = k.buffer("x", f32, 0), k.builtin("thread_position_in_grid", u32)
    x[i].store(x[i].load() * float(number))
    k.entry().ret()
    return m.air_bytes()


def _spirv(count: int) -> Callable[[], object]:
    shape = SHAPES["translate: ifs"]
    return partial(shape.run, shape.make(count))


ROWS = {row.name: row for row in _rows()}


# --- measuring -------------------------------------------------------------------------------------------------------


def growth(row: GrowingRow, sizes: int = 3, *, memory: bool = False, runs: int = 3) -> list[Measured]:
    """The fastest of `runs` runs at each size, each `FACTOR` times the one before."""
    results = []
    for place in range(sizes):
        count = row.least * FACTOR**place
        work = row.prepare(count)
        times = []
        for _ in range(runs):
            begin = time.process_time()
            work()
            times.append(time.process_time() - begin)
        peak = 0
        if memory:
            tracemalloc.start()
            work()
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        results.append(Measured(count, min(times), peak))
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", choices=[[], *ROWS], help="rows by name; all by default")
    parser.add_argument("--sizes", type=int, default=4)
    parser.add_argument("--memory", action="store_true", help="measure Python's memory, too")
    parser.add_argument("--json", action="store_true", help="print parts and microseconds of each row, a line each")
    argument = parser.parse_args()
    failed = 0
    for name in argument.rows or ROWS:
        measured = growth(ROWS[name], argument.sizes, memory=argument.memory)
        if argument.json:
            print(
                json.dumps({"row": name, "sizes": [[item.parts, item.microseconds] for item in measured]}), flush=True
            )
            continue
        ratio = measured[-1].microseconds / measured[0].microseconds
        sizes = "  ".join(f"{item.parts:>6} {item.microseconds:9.1f} µs" for item in measured)
        memory = f"  {measured[-1].memory / 1e6:.1f} MB" if argument.memory else ""
        failed += ratio > LIMIT
        print(f"{name:24} {sizes}  x{ratio:.2f}{memory}{'  GROWS' if ratio > LIMIT else ''}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
