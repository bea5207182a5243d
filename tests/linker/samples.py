"""Inputs for link tests: the golden modules, and modules made of them by changing what the model says."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import TypeVar

from mtlb.base.toolchains import Layout
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.ir import Context, Module
from mtlb.linker.inputs import InputFile, load
from mtlb.linker.inputs.modules import load_module
from mtlb.linker.link import LinkResult, link
from mtlb.linker.options import LinkOptions
from mtlb.linker.plan.plan import LinkPlan, plan_link
from mtlb.linker.plan.scan import ScannedInputs, scan_inputs
from mtlb.linker.program.merge import merge
from mtlb.linker.program.program import Program

_T = TypeVar("_T")

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "air"
METALLIB = LinkOptions(layout=Layout.METALLIB)


def golden(name: str) -> InputFile:
    return InputFile(f"{name}.air", GOLDEN.joinpath(f"{name}.air").read_bytes())


def changed(file: InputFile, change: Callable[[Module], None], name: str | None = None) -> InputFile:
    """`file` with its module changed, under its own name or another."""
    module = read_module(file.data)
    change(module)
    return InputFile(name or file.name, write_module(module))


def link_main(*more: InputFile, options: LinkOptions = METALLIB) -> LinkResult:
    """The link of the main input, its helper and further inputs."""
    return link([golden("link_main"), golden("link_helper"), *more], options)


def scanned(files: Sequence[InputFile], options: LinkOptions = METALLIB) -> ScannedInputs:
    """The inputs of a link, scanned."""
    return scan_inputs(load(files, options), options)


def plan_of(files: Sequence[InputFile], options: LinkOptions = METALLIB) -> LinkPlan:
    """The plan of a link."""
    return plan_link(load(files, options), scanned(files, options), options)


def program_of(files: Sequence[InputFile], options: LinkOptions = METALLIB) -> Program:
    """All inputs of a link as one program."""
    plan = plan_of(files, options)
    shard, context = plan.shard(plan.ordered), Context()
    modules = [load_module(planned.input_, options, context, planned.sha256) for planned in shard.inputs]
    return merge(shard, modules, context)[0]


def modules_of(result: LinkResult) -> dict[str, Module]:
    """The written modules, read back, by the names of their functions."""
    return {f.function.name: read_module(f.function.module) for f in result.functions}


def archive(members: Sequence[tuple[str, bytes]]) -> bytes:
    """An `ar` archive in the BSD manner: long names before the members."""
    out = bytearray(b"!<arch>\n")
    for name, data in members:
        stored = name.encode() + b"\0" * (-len(name) % 4)
        header = f"#1/{len(stored)}".ljust(16) + "0".ljust(12) + "0".ljust(6) + "0".ljust(6) + "100644".ljust(8)
        out += (header + str(len(stored) + len(data)).ljust(10)).encode() + b"`\n" + stored + data
        out += b"\n" * (len(out) % 2)
    return bytes(out)


def at_once(job: Callable[[int], _T], count: int = 4) -> list[_T]:
    """What `job` gives for 0 to `count` - 1, each in its own thread, all started together and switched often."""
    barrier = Barrier(count)

    def wait_and_run(number: int) -> _T:
        barrier.wait()
        return job(number)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(count) as pool:
            return list(pool.map(wait_and_run, range(count)))
    finally:
        sys.setswitchinterval(interval)
