"""What operations of DXIL compute: all cases in a few shaders, and each by itself."""

from __future__ import annotations

import re

import numpy as np
import pytest

import mtlb
from mtlb.cpu import Kernel
from mtlb.direct3d import translate_container
from tests.direct3d.dxil_assembler import Shader
from tests.direct3d.dxil_cases import CASES, LENGTH, Case, joined, words

_WAVES = 4
"""Threads of the cases of waves, which need all of them."""


def run(made: Shader, values: np.ndarray, size: int) -> np.ndarray:
    """The words that a shader leaves in u0, with `values` in t0."""
    shader = translate_container(made.container(), "macos15")
    out = np.zeros(size, np.uint32)
    slots = {binding.register: binding.slot for binding in shader.bindings}
    buffers = {slots["t0"]: values, slots["u0"]: out}
    count = made.threads[0]
    with Kernel(mtlb.link([shader.module]).library, shader.entry, check=True) as kernel:
        result = kernel.run(count, count, buffers=buffers)
    assert result.is_clean, result.findings
    return out


def has_blocks(case: Case) -> bool:
    """Whether a case has blocks or variables, or memory that its threads share."""
    return bool(case.globals or re.search(r"^\w+:", case.lines, re.M) or "Raw" in case.name or "Atomic" in case.name)


_SIMPLE = [case for case in CASES if not has_blocks(case)]
_GROUPS = sorted({(item.flags, item.name.startswith("wave.")) for item in _SIMPLE})


@pytest.mark.parametrize(("flags", "is_wave"), _GROUPS)
def test_all_operations(flags: int, is_wave: bool) -> None:
    cases = [item for item in _SIMPLE if item.flags == flags and item.name.startswith("wave.") == is_wave]
    shader, inputs, wanted = joined(cases)
    assert not is_wave or shader.threads[0] == _WAVES
    got = run(shader, inputs, 1 << 16)
    names = [f"{case.name} {result}" for case in cases for result in case.results]
    bad = {}
    for name, (at, expected) in zip(names, wanted, strict=True):
        actual = got[at:][: len(expected)]
        if actual.tolist() != expected.tolist():
            bad[name] = actual.tolist(), expected.tolist()
    assert not bad


_QUICK = ("group atomics", "switch")


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.name.replace(" ", "-"), marks=() if case.name in _QUICK else pytest.mark.long)
        for case in CASES
        if has_blocks(case)
    ],
)
def test_a_case_with_blocks(case: Case) -> None:
    _check(case)


@pytest.mark.long
@pytest.mark.parametrize("case", _SIMPLE, ids=lambda case: case.name)
def test_an_operation(case: Case) -> None:
    _check(case)


def _check(case: Case) -> None:
    out = run(case.shader(), case.given(), 1024)
    sizes = [len(words(type, row)) for type, row in zip(case.results, case.expected, strict=True)]
    got = np.concatenate([out[n * LENGTH // 4 :][:size] for n, size in enumerate(sizes)])
    assert got.tolist() == case.wanted().tolist()
