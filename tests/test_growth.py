"""No input costs more than in proportion to its size: fuzz/growth.py, in small and, as a long test, in full."""

from __future__ import annotations

import json

import pytest

from fuzz.growth import RECORDED, SHAPES, Growth, Shape, measure

_QUICK = ("convert: used addresses", "text: switch", "spirv: ifs", "archive: members", "direct3d: parts")


@pytest.mark.parametrize("name", _QUICK)
def test_twice_the_size_is_twice_the_work(name: str) -> None:
    assert measure(SHAPES[name], 0.4).problem == ""


@pytest.mark.long
@pytest.mark.parametrize("name", SHAPES)
def test_no_shape_grows_by_more_than_its_size(name: str) -> None:
    assert measure(SHAPES[name]).problem == ""


def test_a_square_is_found() -> None:
    def square(data: bytes) -> None:
        for _ in data:
            for _ in data:
                len(data)

    growth = measure(Shape(bytes, square, 20))
    assert growth.of_calls == pytest.approx(4, rel=0.05)
    assert growth.problem.startswith("calls grow 4")
    wasteful = Growth((10, 20, 40), (1, 2, 4), (0, 4000, 20000))
    assert wasteful.problem == "800 bytes of memory for each byte"


def test_all_shapes_are_recorded() -> None:
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    assert list(recorded) == list(SHAPES)
    assert all(recorded[name]["grows"] < 2.6 and recorded[name]["memory"] < SHAPES[name].memory for name in SHAPES)
