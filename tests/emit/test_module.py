"""Whole modules from nothing: what is emitted verifies, lints clean and links for every target."""

from __future__ import annotations

import pytest

import mtlb
from mtlb import emit
from mtlb.air import describe
from mtlb.base.errors import BuildError
from mtlb.emit import f32, u32

TARGETS = ("macos10.15", "macos11", "macos13", "macos14", "ios17", "visionos2", "macos26")


def saxpy(target: str) -> emit.Module:
    m = emit.Module(target, "saxpy")
    k = m.kernel("saxpy", max_threads=256)
    a = k.constant("a", f32, 0)
    x, y = k.buffer("x", f32, 1, "read"), k.buffer("y", f32, 2)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    y[i].store(a.load() * x[i].load() + y[i].load())
    b.ret()
    return m


@pytest.mark.parametrize("target", TARGETS)
def test_a_kernel_for_every_target(target: str) -> None:
    m = saxpy(target)
    assert m.check() == []
    library = m.link()
    assert list(mtlb.verify(library)) == []
    (function,) = mtlb.read(library).functions
    described = describe(bytes(function.module))
    assert (described.name, described.air_version) == ("saxpy", m.target.air)
    assert [argument.name for argument in described.arguments] == ["a", "x", "y", "thread_position_in_grid"]
    assert described.entry.max_work_group_size == 256
    assert saxpy(target).link() == library


def test_a_body_may_be_finished_before_its_module() -> None:
    early = saxpy("macos14")
    m = emit.Module("macos14", "saxpy")
    k = m.kernel("saxpy", max_threads=256)
    a = k.constant("a", f32, 0)
    x, y = k.buffer("x", f32, 1, "read"), k.buffer("y", f32, 2)
    i = k.builtin("thread_position_in_grid", u32)
    y[i].store(a.load() * x[i].load() + y[i].load())
    k.entry().finish()
    assert "readonly" in m.text() and m.text() == early.text()


def test_loops_branches_and_calls() -> None:
    m = emit.Module("macos14")
    square = m.function("square", f32, [f32])
    square.ret(square.arguments[0] * square.arguments[0])
    k = m.kernel("k")
    x = k.buffer("x", f32, 0)
    b = k.entry()
    with b.for_range(8) as loop:
        total = loop.carry(0.0, f32)
        loop.update(total, total + b.call(square, x[loop.index].load()))
        loop.break_if(total > 100.0)
    with b.if_else(loop.result(total) > 1.0) as (then, otherwise):
        with then:
            x[0].store(loop.result(total))
        with otherwise:
            x[0].store(b.math("sin", loop.result(total)))
    assert m.check() == []
    text = m.text()
    assert "call fast float @air.fast_sin.f32(float" in text
    assert "fastcc float @square(float" in text


def test_a_value_must_be_computed_on_every_path() -> None:
    m = emit.Module("macos14")
    k = m.kernel("k")
    x, i = k.buffer("x", f32, 0), k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    with b.if_(i < 4):
        inside = x[i].load()
    with pytest.raises(BuildError, match=r"kernel 'k': store \(test_module.py:\d+\): an operand, made by load"):
        x[i].store(inside)
