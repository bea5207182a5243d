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
from mtlb.ir import Module, parse
from mtlb.ir.text.printer import print_module
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


def test_a_module_without_fast_math_names_the_option() -> None:
    """Its functions without `fast_` are then those of the plain names."""
    text = print_module(modules()[0][1])
    for mode, line in (("enable", "#include <metal_stdlib>"), ("disable", "// Compiled with -fno-fast-math")):
        (source, *_) = decompile_module(parse(text.replace("fast_math_enable", f"fast_math_{mode}")))
        assert source.is_fast == (mode == "enable") and source.text.splitlines()[0] == line


def test_faithful_text_has_a_statement_for_each_operation() -> None:
    for _, module in modules():
        plain = decompile_module(module)[0].text
        faithful = decompile_module(module, style="faithful")[0].text
        assert faithful.count(";") >= plain.count(";")


BODY = """
  %wide = zext i32 %i to i64
  %row = getelementptr inbounds float, float addrspace(1)* %x, i64 %wide
  %first = icmp eq i32 %i, 0
  %step = select i1 %first, i64 7, i64 %wide
  %place = getelementptr inbounds float, float addrspace(1)* %row, i64 %step
  %value = load float, float addrspace(1)* %place, align 4
  %other = select i1 %first, float %value, float 2.0
  %shared = getelementptr inbounds [32 x float], [32 x float] addrspace(3)* @_ZZ1fIfEvPfE10local_sums.1, i64 0, i64 0
  %own = getelementptr inbounds float, float addrspace(3)* %shared, i64 %wide
  store float %other, float addrspace(3)* %own, align 4
  %three = bitcast float addrspace(1)* %y to <3 x float> addrspace(1)*
  %four = bitcast <3 x float> addrspace(1)* %three to <4 x float> addrspace(1)*
  %loaded = load <4 x float>, <4 x float> addrspace(1)* %four, align 16
  %used = shufflevector <4 x float> %loaded, <4 x float> undef, <3 x i32> <i32 0, i32 1, i32 2>
  %negative = fneg <3 x float> %used
  %stored = shufflevector <3 x float> %negative, <3 x float> undef, <4 x i32> <i32 0, i32 1, i32 2, i32 undef>
  %chosen = select i1 %first, <4 x float> %stored, <4 x float> <float 1.0, float 2.0, float 3.0, float undef>
  store <4 x float> %chosen, <4 x float> addrspace(1)* %four, align 16
  ret void
"""


def test_text_is_as_people_write_it() -> None:
    """Names of local variables, elements of elements, tests and extensions at each use, vectors of three elements."""
    source = (ROOT / "golden/src/saxpy.ll").read_text("utf-8")
    start, end = source.index("#0 {") + 4, source.index("\n}")
    name = "@_ZZ1fIfEvPfE10local_sums.1"
    shared = f"{name} = internal unnamed_addr addrspace(3) global [32 x float] undef, align 4\n"
    text = source[:start] + BODY + source[end:]
    text = text.replace("define void", shared + "\ndefine void", 1).replace(" nocapture noundef readonly ", " ")
    (actual,) = decompile_module(parse(text))
    assert actual.problems == []
    assert "threadgroup float local_sums[32];" in actual.text
    assert "local_sums[i] = i == 0 ? x[i + (i == 0 ? 7ul : ulong(i))] : 2.0f;" in actual.text
    assert "float4" not in actual.text and ".xyz" not in actual.text
    assert "*(device float3*)y = i == 0 ? -*(device float3*)y : float3(1.0f, 2.0f, 3.0f);" in actual.text


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
