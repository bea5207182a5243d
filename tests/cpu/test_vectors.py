"""Calls that are joined to calls for vectors give each number what it gets by itself."""

from __future__ import annotations

import numpy as np
import pytest

import mtlb
from mtlb import emit
from mtlb.bitcode import read_module
from mtlb.cpu.vectors import join_calls
from mtlb.emit import f32, u32
from mtlb.ir import Call, Function, Module
from tests.conftest import only_long
from tests.cpu.kernels import kernel

COUNT = 11


def _kernel(operation: str, *, meets: bool, chained: bool = False) -> bytes:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("x", f32, 0, "read"), k.buffer("out", f32, 1)
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        values: list[emit.Value] = []
        for n in range(COUNT):
            value = x[i * COUNT + n].load()
            values.append(b.math(operation, values[-1] if chained and n % 4 == 3 else value))
        if meets:
            b.barrier()
        for n, value in enumerate(values):
            out[i * COUNT + n].store(value)

    return kernel(body)


def _calls(module: Module) -> list[str]:
    instructions = [instruction for function in module.functions for instruction in function.instructions()]
    callees = [instruction.operands[-1] for instruction in instructions if isinstance(instruction, Call)]
    return [callee.name for callee in callees if isinstance(callee, Function)]


def test_calls_side_by_side_are_joined() -> None:
    module = read_module(_kernel("exp", meets=False))
    family = next(name for name in _calls(module) if "exp" in name).removesuffix(".f32")
    join_calls(module)
    assert [name for name in _calls(module) if "exp" in name] == [f"{family}.v8f32", f"{family}.v2f32", f"{family}.f32"]


@pytest.mark.parametrize(
    ("operation", "chained"), [("exp", False), ("log2", True), only_long("exp", True), only_long("log2", False)]
)
def test_joined_calls_give_the_same(operation: str, *, chained: bool) -> None:
    x = np.random.default_rng(0).normal(0, 30, 64 * COUNT).astype(np.float32)
    x[:5] = [0, np.inf, -np.inf, np.nan, -0.0]
    left = []
    for meets in (False, True):
        out = np.zeros_like(x)
        data = _kernel(operation, meets=meets, chained=chained)
        mtlb.run(data, "k", 64, 32, buffers={"x": x, "out": out}, cache=False)
        left.append(out)
    assert left[0].tobytes() == left[1].tobytes()
    assert np.isfinite(left[0]).sum() > COUNT
