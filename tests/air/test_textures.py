"""One table of textures and handles, beside what functions of AIR say of the same structs."""

from __future__ import annotations

import re

import pytest

from mtlb.air.intrinsics import families
from mtlb.air.textures import COMPONENTS, HANDLES, SHAPES, TextureShape
from mtlb.air.types import NUMBERS
from mtlb.air.words import ARGUMENT_KINDS

WORDS = {word for family in families() for form in family.forms for word in (form.result, *form.parameters)}
POINTERS = {match for word in WORDS for match in re.findall(r"%(\w+)\*(\d)", word)}


def test_names_are_told_apart() -> None:
    assert [shape.name for shape in SHAPES.values()] == list(SHAPES)
    assert len({shape.word for shape in SHAPES.values()}) == len(SHAPES)
    for family in ("texture", "depth"):
        numbers = {
            shape.kind: shape.number for shape in SHAPES.values() if shape.family == family and not shape.is_buffer
        }
        assert len(set(numbers.values())) == len(numbers)
        assert all(shape.number == SHAPES[f"texture{shape.kind}"].number for shape in SHAPES.values() if shape.is_depth)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=lambda item: item.name)
def test_a_shape_is_what_its_name_says(shape: TextureShape) -> None:
    assert shape.name.startswith(shape.family)
    assert ("_array" in shape.name) is shape.is_array and ("_ms" in shape.name) is shape.is_multisampled
    assert shape.word.replace("_", "").replace("buffer1d", "buffer") == shape.name.replace("_", "")
    assert shape.coordinates == (3 if shape.is_cube else int(re.search(r"(\d)d", shape.word)[1]))  # type: ignore[index]


def test_functions_take_handles_in_their_address_space() -> None:
    spaces = {shape.word: 1 for shape in SHAPES.values()} | {name: int(row.space) for name, row in HANDLES.items()}
    assert len(POINTERS) > 20
    # What no table of handles has: functions return them, or arguments of other kinds stand for them.
    others = {"function_handle", "interpolant", "intersection_query", "intersection_result", "simdgroup_event"}
    others |= {"vertex_value"}
    assert others <= {name for name, _ in POINTERS} and not others & spaces.keys()
    for name, space in POINTERS:
        if not name.startswith("patch_control_point") and name not in others:
            if (name, int(space)) == ("tensor", 0):
                continue  # a tensor in a thread's memory, not one that the program binds
            assert spaces[name] == int(space), name


def test_handles_are_arguments() -> None:
    commands = {"compute_command", "render_command"}  # made of a command buffer in the program
    assert HANDLES.keys() - commands <= ARGUMENT_KINDS
    assert {number.name for number in NUMBERS} > COMPONENTS
