"""Lines of SPDB become debug info."""

from __future__ import annotations

import re

from mtlb.direct3d import translate_container
from mtlb.dxbc import read
from tests.direct3d.samples import lines_shader


def test_instructions_have_the_lines_of_spdb() -> None:
    shader = translate_container(lines_shader(), "macos14", name="lines")
    assert not shader.warnings and shader.module.check() == []
    text = shader.module.text()
    numbers = dict(re.findall(r"^(!\d+) = (.*)$", text, re.M))
    actual = []
    for value, place in re.findall(r"store i32 (\d), i32 addrspace\(1\)\*.*!dbg (!\d+)", text):
        ((line, column, scope),) = re.findall(r"line: (\d+), column: (\d+), scope: (!\d+)", numbers[place])
        (file,) = re.findall(r"file: (!\d+)", numbers[scope])
        actual.append((value, line, column, *re.findall(r'"([^"]*)"', numbers[file])))
    assert actual == [
        ("0", "5", "2", "lines.hlsl", "C:/src"),
        ("1", "7", "3", "other.hlsl", "C:/src"),
        ("2", "6", "9", "lines.hlsl", "C:/src"),
    ]


def test_damaged_lines_are_left_out_with_a_warning() -> None:
    container = read(lines_shader())
    part = container.get("SPDB")
    assert part is not None
    container.replace("SPDB", bytes(part.data[:600]))
    shader = translate_container(container, "macos14", name="lines")
    assert "source lines are left out: SPDB: " in shader.warnings[0]
    assert "!dbg" not in shader.module.text()
