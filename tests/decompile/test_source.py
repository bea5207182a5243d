"""Source out of golden modules: its words, and that it means what the module means."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mtlb.bitcode import read_module
from mtlb.container import read
from mtlb.decompile import Decompiled, decompile_module, shared_structs, types_header
from mtlb.decompile.hints import of_place
from mtlb.decompile.text import wrapped
from mtlb.ir import Module
from tests.cli.invoke import invoke

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"


def modules() -> list[tuple[str, Module]]:
    return [(function.name, read_module(function.module)) for function in read(LIBRARY.read_bytes()).functions]


def test_every_function_of_a_library_has_text() -> None:
    for name, module in modules():
        (actual,) = [item for item in decompile_module(module) if item.name == name]
        assert actual.problems == []
        assert f" {name}(" in actual.text
        assert actual.text.count("{") == actual.text.count("}")


def test_the_same_input_gives_the_same_text() -> None:
    first = [decompile_module(module)[0].text for _, module in modules()]
    assert first == [decompile_module(module)[0].text for _, module in modules()]


def test_faithful_text_has_a_statement_for_each_operation() -> None:
    for _, module in modules():
        plain = decompile_module(module)[0].text
        faithful = decompile_module(module, style="faithful")[0].text
        assert faithful.count(";") >= plain.count(";")


def test_the_command_prints_and_writes(tmp_path: Path) -> None:
    printed = invoke("decompile", LIBRARY)
    assert printed.code == 0
    assert "#include <metal_stdlib>" in printed.text
    assert invoke("decompile", LIBRARY, "-o", tmp_path / "out").code == 0
    files = sorted((tmp_path / "out").iterdir())
    assert len(files) == len(modules())
    assert all(file.read_text() in printed.text or file.read_text().strip() in printed.text for file in files)


def test_structs_of_several_functions_stand_in_a_header_once() -> None:
    pair = "struct Pair {\n  float a;\n};"
    both = {"Pair": pair, "Box": "struct Box {\n  Pair p;\n};"}
    first = Decompiled("f", "kernel", both, "kernel void f() {\n}")
    second = Decompiled("g", "kernel", {**both, "Own": "struct Own {\n  int x;\n};"}, "kernel void g() {\n}")
    other = Decompiled("h", "kernel", {"Pair": pair, "Box": "struct Box {\n  int q;\n};"}, "kernel void h() {\n}")
    assert shared_structs([first, second]) == both
    assert shared_structs([first, second, other]) == {"Pair": pair}
    assert shared_structs([first]) == {}
    text = second.without_structs(both)
    assert '#include "types.h"' in text and "struct Own" in text and "struct Pair" not in text
    assert types_header(both).index("struct Pair") < types_header(both).index("struct Box")


def test_json_has_the_text_and_where_the_module_is() -> None:
    data = LIBRARY.read_bytes()
    answer = json.loads(invoke("decompile", LIBRARY, "--json").text)
    assert [function["name"] for function in answer["functions"]] == [name for name, _ in modules()]
    for item, function in zip(answer["functions"], read(data).functions, strict=True):
        assert data[item["offset"] : item["offset"] + item["size"]] == bytes(function.module)
        assert item["source"].startswith("#include <metal_stdlib>")
    assert invoke("decompile", LIBRARY, "--json", "-o", "x").code == 2


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("weights[i + 1]", "weight"),
        ("bodies[i]", "body"),
        ("input[gid]", "input_value"),
        ("binStats[i]", "binStat"),
        ("inDim", "inDimValue"),
        ("params->step_size", "step_size"),
        ("x[i]", ""),
    ],
)
def test_names_come_from_places(place: str, name: str) -> None:
    assert of_place(place) == name


def test_long_lines_are_broken_where_few_brackets_are_open() -> None:
    line = "  float v1 = " + " + ".join(f"first{n}(a, b)" for n in range(9)) + ";"
    lines = wrapped(line)
    assert len(lines) > 1 and all(len(line) <= 120 for line in lines)
    assert "".join(lines).replace(" ", "") == line.replace(" ", "")
    assert all(line.count("(") == line.count(")") for line in lines)
    assert wrapped("  // " + "word " * 60) == ["  // " + "word " * 60]
