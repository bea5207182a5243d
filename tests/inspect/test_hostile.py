"""Damaged libraries end in an MtlbError or in a finding, in every inspection."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from mtlb.air.lint import lint_library
from mtlb.base.errors import MtlbError
from mtlb.base.versions import Platform, Version
from mtlb.container import read
from mtlb.edit import fix
from mtlb.inspect import floor
from mtlb.inspect.diff import diff_libraries
from mtlb.inspect.doctor import diagnose
from mtlb.inspect.find import carve
from mtlb.inspect.report import build_report
from mtlb.inspect.size import measure
from tests.inspect.libraries import GOLDEN

LIBRARIES = sorted((GOLDEN / "lib").glob("*.metallib"))
GOOD = LIBRARIES[0].read_bytes()

LOOKS: dict[str, Callable[[memoryview], object]] = {
    "floor": lambda data: floor(read(data)),
    "carve": lambda data: list(carve(data)),
    "doctor": lambda data: diagnose(data, "x", platform=Platform.MACOS, os=Version(13)),
    "size": lambda data: measure(data),
    "diff": lambda data: diff_libraries(read(GOOD), read(data)),
    "report": lambda data: build_report(data, "x", code_size=0),
    "lint": lambda data: list(lint_library(read(data))),
    "fix": lambda data: fix(read(data)),
}


def damaged(seed: int) -> memoryview:
    """A library with a few bytes changed, half of them among its tables, or cut short."""
    chance = random.Random(seed)
    data = bytearray(chance.choice(LIBRARIES).read_bytes())
    for _ in range(chance.choice((1, 2, 5, 20))):
        at = chance.randrange(len(data) if chance.random() < 0.5 else min(len(data), 1200))
        data[at] = chance.choice((0, 1, 0x7F, 0xFF, chance.randrange(256)))
    return memoryview(bytes(data if chance.random() < 0.9 else data[: chance.randrange(len(data))]))


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.long
def test_damaged_libraries(look: str) -> None:
    for seed in range(60):
        try:
            LOOKS[look](damaged(seed))
        except MtlbError:
            continue
