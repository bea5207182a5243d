"""What is held at most while a module is taken apart and written again, against its size (docs/security.md)."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path

import pytest

from bench.generated import many_kernels
from fuzz.guard import SLACK_MEMORY
from fuzz.targets import MEMORY_FACTOR
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module


def peak(data: bytes) -> int:
    gc.collect()
    tracemalloc.start()
    try:
        write_module(read_module(data))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.long
def test_short_instructions() -> None:
    """Four bytes an instruction: the objects of the model are what counts."""
    data = many_kernels(4, 600)
    peak(data)
    assert peak(data) < 60 * len(data)


@pytest.mark.long
def test_a_used_reader_is_freed() -> None:
    """What reading needs goes when it is done, without a search for cycles."""
    data = many_kernels(4, 200)
    read_module(data)
    gc.collect()
    gc.disable()
    try:
        tracemalloc.start()
        module = read_module(data)
        held = tracemalloc.get_traced_memory()[0]
        gc.collect()
        assert held < 1.1 * tracemalloc.get_traced_memory()[0]
        assert module.functions
    finally:
        tracemalloc.stop()
        gc.enable()


@pytest.mark.long
def test_real_modules(corpus_modules: list[Path]) -> None:
    """Some of the inputs of real links, rewritten."""
    for path in corpus_modules[::24]:
        data = path.read_bytes()
        assert peak(data) < MEMORY_FACTOR * len(data) + SLACK_MEMORY, path
