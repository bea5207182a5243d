"""The instructions that each line of source is made of: through folding, control flow, merged variables and loops."""

from __future__ import annotations

from pathlib import Path

import pytest

from mtlb.bitcode import read_module
from mtlb.decompile import STYLES, decompile_module
from mtlb.ir import Module
from mtlb.ir.text.printer import instruction_lines
from mtlb.ir.text.reader import parse

ROOT = Path(__file__).resolve().parents[2]
SHAPES = """
define i32 @shapes(i32 addrspace(1)* %p, i32 %n, i32 %k) {
entry:
  %room = alloca [4 x i32], align 4
  %more = icmp ult i32 0, %n
  br i1 %more, label %loop, label %after

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %total = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %at = getelementptr i32, i32 addrspace(1)* %p, i32 %i
  %value = load i32, i32 addrspace(1)* %at, align 4
  %twice = mul i32 %value, 3
  %sum = add i32 %total, %twice
  %slot = getelementptr [4 x i32], [4 x i32]* %room, i32 0, i32 %i
  store i32 %sum, i32* %slot, align 4
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %after

after:
  %result = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %low = and i32 %k, 7
  switch i32 %low, label %end [
    i32 1, label %first
    i32 2, label %second
  ]

first:
  store i32 7, i32 addrspace(1)* %p, align 4
  br label %end

second:
  store i32 9, i32 addrspace(1)* %p, align 4
  br label %end

end:
  %odd = xor i32 %k, 5
  %is = icmp sgt i32 %odd, 8
  %chosen = select i1 %is, i32 %result, i32 %k
  ret i32 %chosen
}
"""


def origins(module: Module, style: str = STYLES[0]) -> dict[str, list[str]]:
    """Of each line that is made of instructions, without its indent: their names, or their first words."""
    text, places = module.text().split("\n"), instruction_lines(module)
    (result,) = decompile_module(module, style=style)
    lines = result.text.removesuffix("\n").split("\n")
    numbers = result.line_origins()
    assert len(lines) == len(numbers)
    return {
        line.strip(): [text[places[number]].split()[0].lstrip("%") for number in several]
        for line, several in zip(lines, numbers, strict=True)
        if several
    }


def test_a_store_has_what_is_written_in_place_in_it() -> None:
    module = read_module((ROOT / "golden/air/saxpy.air").read_bytes())
    readable = origins(module)
    assert readable == {
        "y[i] += a * x[i];": ["at", "x.at", "y.at", "x.value", "y.value", "a.value", "product", "sum", "store"]
    }
    faithful = origins(module, "faithful")
    assert len(faithful) > 5
    (stored,) = [several for several in faithful.values() if "store" in several]
    assert "sum" not in stored and ["sum"] in faithful.values()
    assert {item for several in faithful.values() for item in several} == {*readable["y[i] += a * x[i];"], "ret"}


def test_loops_switches_and_choices_keep_their_instructions() -> None:
    actual = origins(parse(SHAPES))
    (loop,) = [several for line, several in actual.items() if line.startswith("for (")]
    assert {"again", "next", "i", "br"} <= set(loop)
    (stored,) = [several for line, several in actual.items() if "slot" in several]
    assert {"slot", "store"} <= set(stored)
    (added,) = [several for line, several in actual.items() if "sum" in several]
    assert {"at", "value", "twice", "sum"} <= set(added)
    assert set(actual["uint sum = 0;"]) == {"total", "result"}
    (switch,) = [several for line, several in actual.items() if line.startswith("switch (")]
    assert switch == ["low", "switch"]
    assert actual["p[0] = 7;"] == actual["p[0] = 9;"] == ["store"]
    (returned,) = [several for line, several in actual.items() if line.startswith("return ")]
    assert returned == ["odd", "is", "chosen", "ret"]
    (declared,) = [several for line, several in actual.items() if line.endswith("[4];")]
    assert declared == ["room"]


@pytest.mark.parametrize("name", ["saxpy", "triangle_vertex", "triangle_fragment"])
@pytest.mark.parametrize("style", STYLES)
def test_every_instruction_is_in_a_line(name: str, style: str) -> None:
    """But for returns at the end, jumps, and what is done before the function runs."""
    module = read_module((ROOT / f"golden/air/{name}.air").read_bytes())
    count = len(list(module.functions[0].instructions()))
    (result,) = decompile_module(module, style=style)
    shown = {number for several in result.line_origins() for number in several}
    assert count > 1 and {*range(count - 1)} <= shown
