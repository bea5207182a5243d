"""Inputs that grow: what n, 2n and 4n of the same thing cost, counted in calls, not in seconds.

    python -m fuzz.growth [SHAPE ...] [--size 1] [--write]

Mutated seeds are small, so that nothing quadratic shows in them. Here each reader and translator gets made inputs of
three sizes. Work is the number of calls of Python functions and of built-in ones, which is the same in every run;
memory is the peak that tracemalloc sees. From 2n to 4n work may grow twice as much as from n to 2n, and somewhat more:
a square grows four times. Compiled engines make no events: they are measured from source. `--write` records all.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import struct
import sys
import tarfile
import tracemalloc
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from mtlb.base.filekind import FileKind

__all__ = ["RECORDED", "SHAPES", "Growth", "Shape", "measure"]

RECORDED = Path(__file__).with_name("growth.json")
MOST_GROWTH = 2.6
"""How much more the second step may cost than the first: 2 is linear, 4 is quadratic."""
MOST_MEMORY = 100
"""Bytes at most for each byte that the file grows by."""
_TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'


@dataclass(frozen=True)
class Shape:
    """`make` gives the input of a size, `run` does the work; `size` is the smallest of the three.

    `memory`: bytes at most for each byte that the file grows by.
    """

    make: Callable[[int], bytes]
    run: Callable[[bytes], object]
    size: int
    memory: int = MOST_MEMORY


@dataclass(frozen=True)
class Growth:
    """What three inputs cost: their sizes in bytes, calls, and peaks in bytes."""

    sizes: tuple[int, ...]
    calls: tuple[int, ...]
    peaks: tuple[int, ...]
    most_memory: int = MOST_MEMORY

    @property
    def of_calls(self) -> float:
        """The second step over the first one."""
        return _ratio(self.calls)

    @property
    def of_memory(self) -> float:
        """Bytes of memory for each byte that the file grew by in the second step."""
        return (self.peaks[2] - self.peaks[1]) / max(1, self.sizes[2] - self.sizes[1])

    @property
    def problem(self) -> str:
        """What grows too much; "" if nothing does."""
        if self.of_calls > MOST_GROWTH:
            return f"calls grow {self.of_calls:.2f} times: {self.calls}"
        if self.of_memory > self.most_memory:
            return f"{self.of_memory:.0f} bytes of memory for each byte"
        return ""


def _ratio(values: tuple[int, ...]) -> float:
    first, second, third = values
    return (third - second) / max(1, second - first)


def measure(shape: Shape, scale: float = 1) -> Growth:
    """What a shape costs at three sizes, once all that it imports is there."""
    start = max(2, int(shape.size * scale))
    inputs = [shape.make(start * factor) for factor in (1, 2, 4)]
    shape.run(inputs[0])
    peaks = tuple(_peak(shape.run, data) for data in inputs)
    calls = tuple(_calls(shape.run, data) for data in inputs)  # of the second time: caches keep what occurs twice
    return Growth(tuple(map(len, inputs)), calls, peaks, shape.memory)


def _calls(run: Callable[[bytes], object], data: bytes) -> int:
    count = 0

    def seen(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1

    sys.setprofile(seen)
    try:
        run(data)
    finally:
        sys.setprofile(None)
    return count


def _peak(run: Callable[[bytes], object], data: bytes) -> int:
    tracemalloc.start()
    try:
        run(data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# --- LLVM's text -----------------------------------------------------------------------------------------------------


def _kernel(body: str, after: str = "") -> bytes:
    return f"{_TRIPLE}define ptx_kernel void @k(ptr addrspace(1) %x) {{\n{body}  ret void\n}}\n{after}".encode()


def _instructions(n: int) -> bytes:
    lines = [f"  %v{i + 1} = add i32 %v{i}, {i}\n" for i in range(n)]
    last = f"  store i32 %v{n}, ptr addrspace(1) %x\n"
    return _kernel("  %v0 = load i32, ptr addrspace(1) %x\n" + "".join(lines) + last)


def _addresses(n: int) -> bytes:
    lines = [f"  %q{i + 1} = getelementptr i8, ptr addrspace(1) %q{i}, i64 4\n" for i in range(n)]
    first = "  %q0 = getelementptr i8, ptr addrspace(1) %x, i64 0\n"
    return _kernel(first + "".join(lines) + f"  store i32 1, ptr addrspace(1) %q{n}\n")


def _loads(n: int) -> bytes:
    """Addresses that are chained and each used."""
    lines = [
        f"  %q{i + 1} = getelementptr i8, ptr addrspace(1) %q{i}, i64 4\n  store i32 {i}, ptr addrspace(1) %q{i}\n"
        for i in range(n)
    ]
    return _kernel("  %q0 = getelementptr i8, ptr addrspace(1) %x, i64 0\n" + "".join(lines))


def _blocks(n: int) -> bytes:
    lines = [f"  br label %b{i}\nb{i}:\n  store i32 {i}, ptr addrspace(1) %x\n" for i in range(n)]
    return _kernel("".join(lines))


def _ifs(n: int) -> bytes:
    lines = [
        f"  %c{i} = icmp ugt i32 %v{i}, {i}\n  br i1 %c{i}, label %t{i}, label %j{i}\nt{i}:\n"
        f"  %w{i} = mul i32 %v{i}, 3\n"
        f"  br label %j{i}\nj{i}:\n  %v{i + 1} = phi i32 [ %w{i}, %t{i} ], [ %v{i}, %{f'j{i - 1}' if i else 'e'} ]\n"
        for i in range(n)
    ]
    start = "e:\n  %v0 = load i32, ptr addrspace(1) %x\n"
    return _kernel(start + "".join(lines) + f"  store i32 %v{n}, ptr addrspace(1) %x\n")


def _variables(n: int) -> bytes:
    """What -O0 writes: each value has a variable."""
    start = "".join(f"  %a{i} = alloca i32\n" for i in range(n + 1))
    lines = [
        f"  %v{i} = load i32, ptr %a{i}\n  %w{i} = add i32 %v{i}, {i}\n  store i32 %w{i}, ptr %a{i + 1}\n"
        for i in range(n)
    ]
    first = "  %v = load i32, ptr addrspace(1) %x\n  store i32 %v, ptr %a0\n"
    last = f"  %r = load i32, ptr %a{n}\n  store i32 %r, ptr addrspace(1) %x\n"
    return _kernel(start + first + "".join(lines) + last)


def _spilled_ifs(n: int) -> bytes:
    """What -O0 writes of ifs that change one variable, and leave early."""
    lines = [
        f"  %v{i} = load i32, ptr %a\n  %c{i} = icmp ugt i32 %v{i}, {i}\n  br i1 %c{i}, label %t{i}, label %j{i}\n"
        f"t{i}:\n  store i32 {i}, ptr %a\n  br label %{'end' if i % 3 == 0 else f'j{i}'}\nj{i}:\n"
        for i in range(n)
    ]
    start = "  %a = alloca i32\n  %v = load i32, ptr addrspace(1) %x\n  store i32 %v, ptr %a\n"
    last = "  br label %end\nend:\n  %r = load i32, ptr %a\n  store i32 %r, ptr addrspace(1) %x\n"
    return _kernel(start + "".join(lines) + last)


def _functions(n: int) -> bytes:
    calls = "".join(f"  call void @f{i}(ptr addrspace(1) %x)\n" for i in range(n))
    bodies = [
        f"define internal void @f{i}(ptr addrspace(1) %p) {{\n  store i32 {i}, ptr addrspace(1) %p\n  ret void\n}}\n"
        for i in range(n)
    ]
    return _kernel(calls, "".join(bodies))


def _chain(n: int) -> bytes:
    """Functions that call each other in turn."""
    bodies = [
        f"define internal void @f{i}(ptr addrspace(1) %p) {{\n"
        f"  call void @f{i + 1}(ptr addrspace(1) %p)\n  ret void\n}}\n"
        for i in range(n)
    ]
    end = f"define internal void @f{n}(ptr addrspace(1) %p) {{\n  store i32 1, ptr addrspace(1) %p\n  ret void\n}}\n"
    return _kernel("  call void @f0(ptr addrspace(1) %x)\n", "".join(bodies) + end)


def _entries(n: int) -> bytes:
    return (
        _TRIPLE
        + "".join(
            f"define ptx_kernel void @k{i}(ptr addrspace(1) %x) {{\n"
            f"  store i32 {i}, ptr addrspace(1) %x\n  ret void\n}}\n"
            for i in range(n)
        )
    ).encode()


def _switch(n: int) -> bytes:
    cases = " ".join(f"i32 {i}, label %c{i}" for i in range(n))
    blocks = "".join(f"c{i}:\n  store i32 {i}, ptr addrspace(1) %x\n  br label %end\n" for i in range(n))
    start = f"  %v = load i32, ptr addrspace(1) %x\n  switch i32 %v, label %end [ {cases} ]\n"
    return _kernel(start + blocks + "end:\n")


def _table(n: int) -> bytes:
    values = ", ".join(f"i32 {i}" for i in range(n))
    table = f"@t = internal addrspace(4) constant [{n} x i32] [{values}]\n"
    address = (
        f"  %i = load i32, ptr addrspace(1) %x\n  %p = getelementptr [{n} x i32], ptr addrspace(4) @t, i32 0, i32 %i\n"
    )
    return _kernel(address + "  %v = load i32, ptr addrspace(4) %p\n  store i32 %v, ptr addrspace(1) %x\n", table)


def _convert(data: bytes) -> object:
    from mtlb.convert import convert_bytes

    return convert_bytes("grown.ll", data).bitcode


def _parse(data: bytes) -> object:
    from mtlb.ir import parse

    return parse(data)


def _as_bitcode(make: Callable[[int], bytes]) -> Callable[[int], bytes]:
    def result(n: int) -> bytes:
        data = _convert(make(n))
        assert isinstance(data, bytes)
        return data

    return result


def _read(data: bytes) -> object:
    from mtlb.bitcode import read_module

    return read_module(data)


def _decompile(data: bytes) -> object:
    """Source text of a module; what is nested too deeply is one error."""
    from mtlb.base.errors import MtlbError
    from mtlb.bitcode import read_module
    from mtlb.decompile import decompile_module

    try:
        return decompile_module(read_module(data))
    except MtlbError:
        return None


def _phis(n: int) -> bytes:
    """A loop with many phis, each set to the next."""
    phis = [f"  %p{i} = phi i32 [ {i}, %0 ], [ %p{(i + 1) % n}, %loop ]\n" for i in range(n)]
    body = "  br label %loop\nloop:\n" + "".join(phis) + "  store volatile i32 %p0, ptr addrspace(1) %x\n"
    return _kernel(f"{body}  %c = icmp eq i32 %p1, 7\n  br i1 %c, label %end, label %loop\nend:\n")


def _merges(n: int) -> bytes:
    """Values that are chosen one after another, each of those before."""
    blocks = []
    for i in range(n):
        blocks.append(
            f"b{i}:\n  %c{i} = icmp eq i32 %v{i}, {i}\n  br i1 %c{i}, label %t{i}, label %m{i}\n"
            f"t{i}:\n  %a{i} = add i32 %v{i}, 3\n  br label %m{i}\n"
            f"m{i}:\n  %v{i + 1} = phi i32 [ %a{i}, %t{i} ], [ {i}, %b{i} ]\n  br label %b{i + 1}\n"
        )
    head = "  %v0 = load i32, ptr addrspace(1) %x\n  br label %b0\n"
    return _kernel(head + "".join(blocks) + f"b{n}:\n  store i32 %v{n}, ptr addrspace(1) %x\n")


def _mazes(n: int) -> bytes:
    """Blocks that go two ways, forward and back: loops with several entries."""
    blocks = []
    for i in range(n):
        goals = (i * 7 + 3) % n, (i + 1) % n
        blocks.append(
            f"b{i}:\n  %l{i} = load volatile i32, ptr addrspace(1) %x\n  %c{i} = icmp eq i32 %l{i}, {i}\n"
            f"  br i1 %c{i}, label %b{goals[0] or 1}, label %b{goals[1] or 1}\n"
        )
    return _kernel("  br label %b0\n" + "".join(blocks) + "none:\n")


# --- SPIR-V ----------------------------------------------------------------------------------------------------------


class _Words:
    """A compute shader of SPIR-V, word by word (the numbers are those of the specification's section 3)."""

    def __init__(self) -> None:
        self.words: list[int] = []
        self.bound = 1

    def id(self) -> int:
        self.bound += 1
        return self.bound - 1

    def op(self, code: int, *operands: int) -> None:
        self.words += [(len(operands) + 1) << 16 | code, *operands]


def _spirv(n: int) -> bytes:
    """A shader with n ifs, one behind the other, that change a variable."""
    w = _Words()
    main, void, signature, uint, bits, pointer, zero, item = (w.id() for _ in range(8))
    w.op(17, 1)  # OpCapability Shader
    w.op(14, 0, 1)  # OpMemoryModel Logical GLSL450
    w.op(15, 5, main, *struct.unpack("<2I", b"main\0\0\0\0"))
    w.op(16, main, 17, 1, 1, 1)  # LocalSize
    w.op(19, void)
    w.op(33, signature, void)
    w.op(21, uint, 32, 0)
    w.op(20, bits)
    w.op(32, pointer, 7, uint)
    w.op(43, uint, zero, 0)
    w.op(43, uint, item, 1)
    w.op(54, void, main, 0, signature)
    w.op(248, w.id())
    variable = w.id()
    w.op(59, pointer, variable, 7)
    w.op(62, variable, zero)
    for _ in range(n):
        value, test, then, after, changed = (w.id() for _ in range(5))
        w.op(61, uint, value, variable)
        w.op(170, bits, test, value, zero)
        w.op(247, after, 0)
        w.op(250, test, then, after)
        w.op(248, then)
        w.op(128, uint, changed, value, item)
        w.op(62, variable, changed)
        w.op(249, after)
        w.op(248, after)
    w.op(253)
    w.op(56)
    header = [int.from_bytes(FileKind.SPIRV.magic, "little"), 0x00010000, 0, w.bound, 0]
    return struct.pack(f"<{len(header) + len(w.words)}I", *header, *w.words)


def _read_spirv(data: bytes) -> object:
    from mtlb.spirv import read

    return read(data)


# --- containers ------------------------------------------------------------------------------------------------------


def _direct3d(n: int) -> bytes:
    """A container with n parts of no known kind."""
    from mtlb.dxbc.checksum import compute

    parts = [struct.pack("<4sI", b"ZZZZ", 8) + bytes(8) for _ in range(n)]
    start = 32 + 4 * n
    offsets = [start + 16 * i for i in range(n)]
    total = start + 16 * n
    rest = struct.pack(f"<3I{n}I", 1, total, n, *offsets) + b"".join(parts)
    return FileKind.DXBC.magic + compute(rest) + rest


def _read_direct3d(data: bytes) -> object:
    from mtlb.dxbc import read

    return read(data)


def _ar(n: int) -> bytes:
    members = [f"{f'm{i}/':<16}{0:<12}{0:<6}{0:<6}{644:<8}{8:<10}`\n".encode() + bytes(8) for i in range(n)]
    return FileKind.ARCHIVE.magic + b"".join(members)


def _tar(n: int) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for i in range(n):
            info = tarfile.TarInfo(f"m{i}.air")
            info.size = 8
            archive.addfile(info, io.BytesIO(bytes(8)))
    return stream.getvalue()


def _target(name: str) -> Callable[[bytes], object]:
    """What fuzz.targets does with such a file."""

    def run(data: bytes) -> object:
        from mtlb.base.errors import MtlbError

        from .targets import TARGETS

        try:
            TARGETS[name].run(data)
        except MtlbError:
            return None
        return None

    return run


_TEXTS: dict[str, tuple[Callable[[int], bytes], int]] = {
    "instructions": (_instructions, 200),
    "addresses": (_addresses, 100),
    "used addresses": (_loads, 100),
    "blocks": (_blocks, 150),
    "ifs": (_ifs, 60),
    "variables": (_variables, 100),
    "spilled ifs": (_spilled_ifs, 60),
    "functions": (_functions, 60),
    "calls in calls": (_chain, 40),
    "entry points": (_entries, 30),
    "switch": (_switch, 100),
    "table": (_table, 2000),
}
_OF_TEXT = 600
"""As `MOST_MEMORY`, where text comes out of bitcode, which has a few bits for what are words."""
_DECOMPILED = {
    **{name: _TEXTS[name] for name in ("instructions", "used addresses", "ifs", "functions", "entry points", "switch")},
    "phis": (_phis, 60),
    "merges": (_merges, 40),
    "mazes": (_mazes, 40),
}
_OF_ENTRIES = 110
"""As `MOST_MEMORY`, where entry points are converted: 104 bytes are measured."""
SHAPES: dict[str, Shape] = {
    **{
        f"convert: {name}": Shape(make, _convert, size, _OF_ENTRIES if name == "entry points" else MOST_MEMORY)
        for name, (make, size) in _TEXTS.items()
    },
    **{f"text: {name}": Shape(make, _parse, 2 * size) for name, (make, size) in _TEXTS.items()},
    **{f"bitcode: {name}": Shape(_as_bitcode(make), _read, size) for name, (make, size) in _TEXTS.items()},
    **{
        f"decompile: {name}": Shape(_as_bitcode(make), _decompile, size, _OF_TEXT)
        for name, (make, size) in _DECOMPILED.items()
    },
    "spirv: ifs": Shape(_spirv, _read_spirv, 200),
    "translate: ifs": Shape(_spirv, _convert, 50),
    "direct3d: parts": Shape(_direct3d, _read_direct3d, 200),
    "archive: members": Shape(_ar, _target("archive"), 200),
    "tar: members": Shape(_tar, _target("source tar"), 50),
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shapes", nargs="*", help="parts of their names; by default all")
    parser.add_argument("--size", type=float, default=1, help="times the sizes that each shape has")
    parser.add_argument("--write", action="store_true", help="record the figures")
    options = parser.parse_args(arguments)
    os.environ.setdefault("MTLB_ENGINE", "python")
    result: dict[str, Any] = {}
    failed = 0
    for name, shape in SHAPES.items():
        if options.shapes and not any(part in name for part in options.shapes):
            continue
        growth = measure(shape, options.size)
        result[name] = asdict(growth) | {"grows": round(growth.of_calls, 2), "memory": round(growth.of_memory, 1)}
        failed += bool(growth.problem)
        calls = growth.calls[-1] / growth.sizes[-1]
        print(
            f"{name:28} {growth.sizes[-1]:9,} bytes  {calls:7.1f} calls a byte  x {growth.of_calls:.2f}  "
            f"{growth.of_memory:5.1f} bytes a byte  {growth.problem}",
            flush=True,
        )
    if options.write:
        RECORDED.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
