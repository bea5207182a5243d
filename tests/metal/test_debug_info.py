"""Debug info names the functions, lines and variables of the source alone, in the form of Apple's modules.

What Apple's modules have is measured by `bench/metal_lines.py`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import mtlb
from mtlb.air.facts import debug_field
from mtlb.air.target import AirTarget
from mtlb.bitcode import read_module
from mtlb.ir import Function, Instruction, MDNode, MDString, MetadataCode, Module
from mtlb.ir.text.printer import print_module
from mtlb.ir.verify import verify_module
from mtlb.metal import CompileOptions, compile_source
from mtlb.metal.debug_info import keep_functions
from mtlb.metal.messages import SourceColumns
from mtlb.metal.rewrite import SourceTokens
from tests.metal.needed import needs_clang

SOURCE = """#include <metal_stdlib>
using namespace metal;
struct Out { float4 position [[position]]; float2 uv; };
float lit(float x);
constant bool flag [[function_constant(0)]];
constant float scale = flag ? 1.0f : 2.0f;
template<typename T> T twice(T x) { return x + x; }
static float read(device const float* p, int i) { return p[i]; }
static float read(constant const float* p, int i) { return p[i]; }
vertex Out place(uint id [[vertex_id]], const device float4* p [[buffer(0)]]) {
    Out out;
    out.position = p[id];
    out.uv = p[id].zw * 2.0f;
    return out;
}
fragment half4 shade(Out in [[stage_in]], texture2d<half> t [[texture(0)]], sampler s [[sampler(0)]]) {
    half4 color = t.sample(s, in.uv);
    if (color.w > 0.5h) discard_fragment();
    return color * half(max(in.uv.x, scale));
}
[[gnu::noinline]] float far(float x) { return sin(x) + x; }
template<typename T> kernel void fill(device T* a, constant T* b, uint i [[thread_position_in_grid]]) {
    threadgroup T held[32];
    held[i % 32] = twice(a[i]);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    a[i] = read(a, 1) + read(b, 2) + held[1] + far(a[2]) + lit(a[3]);
}
template [[host_name("fill_float")]] kernel void fill<float>(device float* a, constant float* b, uint i);
float lit(float x) {
    return x * 3;
}
"""


def compiled(folder: Path, target: str = "macos15", debug_info: str = "lines", level: int = 2) -> bytes:
    path = folder / "shader.metal"
    path.write_text(SOURCE)
    options = CompileOptions(AirTarget(target), debug_info=debug_info, optimise=level)
    return compile_source(path, options).bitcode


@pytest.fixture(scope="module")
def bitcode(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return compiled(tmp_path_factory.mktemp("lines"))


@pytest.fixture(scope="module")
def lines(bitcode: bytes) -> Module:
    return read_module(bitcode)


@pytest.fixture(scope="module")
def variables(tmp_path_factory: pytest.TempPathFactory) -> Module:
    return read_module(compiled(tmp_path_factory.mktemp("variables"), "macos13", "all"))


def name_of(scope: MDNode | None) -> str:
    while scope is not None and scope.code is not MetadataCode.SUBPROGRAM:
        around = debug_field(scope, "scope")
        scope = around if isinstance(around, MDNode) else None
    name = debug_field(scope, "name") if scope is not None else None
    return name.value if isinstance(name, MDString) else ""


def places(instruction: Instruction) -> list[tuple[str, int, int]]:
    result, location = [], instruction.debug_loc
    while location is not None:
        result.append((name_of(location.scope), location.line, location.column))
        location = location.caller
    return result


def function_of(module: Module, name: str) -> Function:
    function = module.function(name)
    assert function is not None
    return function


def at(text: str, line: int, column: int) -> bool:
    return SOURCE.splitlines()[line - 1][column - 1 :].startswith(text)


@pytest.mark.long
@needs_clang
def test_functions_are_those_of_the_source(lines: Module) -> None:
    heads = {function.name: [node for _, node in function.metadata] for function in lines.functions}
    described = {
        name: [(name_of(node), debug_field(node, "line"), debug_field(node, "scope_line")) for node in nodes]
        for name, nodes in heads.items()
        if nodes
    }
    assert described == {
        "place": [("place", 10, 10)],
        "shade": [("shade", 16, 16)],
        "fill_float": [("fill<float>", 22, 22)],
        "_Z3farf": [("far", 21, 21)],
        "_Z3litf": [("lit", 29, 29)],
    }
    assert not verify_module(lines)


@pytest.mark.long
@needs_clang
def test_places_are_those_of_the_source(lines: Module) -> None:
    text = print_module(lines)
    last = {
        name: places(list(function_of(lines, name).instructions())[-1]) for name in ("place", "shade", "fill_float")
    }
    assert last == {  # a struct and a vector are returned by the statement
        "place": [("place", 14, 5)],
        "shade": [("shade", 19, 5)],
        "fill_float": [("fill<float>", 27, 1)],
    }
    located = [places(item) for item in function_of(lines, "fill_float").instructions()]
    calls = {tuple(name for name, *_ in item) for item in located if len(item) > 1}
    assert calls == {("twice<float>", "fill<float>"), ("read", "fill<float>"), ("lit", "fill<float>")}
    assert {line for item in located for name, line, _ in item if name == "fill<float>"} - {0} == {24, 25, 26, 27}
    for name, word in (("shade", "discard_fragment("), ("fill_float", "threadgroup_barrier("), ("_Z3farf", "sin(")):
        [call] = [item for item in function_of(lines, name).instructions() if word[:7] in _called(item)]
        assert at(word, *places(call)[0][1:])
    assert "__mtl" not in re.sub(r"@_Z\w+", "", text) and "clang" not in text and "<metal>" not in text


def _called(instruction: Instruction) -> str:
    name = getattr(instruction.operands[-1], "name", "") if instruction.operands else ""
    return {"air.wg.barrier": "threadg", "air.discard_fragment": "discard", "air.fast_sin.f32": "sin("}.get(name, "")


@pytest.mark.long
@needs_clang
def test_a_swizzle_is_where_its_vector_starts(lines: Module) -> None:
    swizzles = [item for item in function_of(lines, "place").instructions() if item.code.name == "SHUFFLEVEC"]
    assert [at("p[id].zw", *places(item)[0][1:]) for item in swizzles] == [True]


@pytest.mark.long
@needs_clang
def test_the_unit(lines: Module) -> None:
    [unit] = lines.named_metadata["llvm.dbg.cu"]
    file = debug_field(unit, "file")
    assert isinstance(file, MDNode)
    name, folder = (field.value for field in file.fields[:2] if isinstance(field, MDString))
    assert name.endswith("shader.metal") and folder == os.getcwd()
    assert 'producer: "mtlb compile"' in print_module(lines)


@pytest.mark.long
@needs_clang
def test_forms_of_versions(lines: Module, variables: Module, tmp_path: Path) -> None:
    oldest = read_module(compiled(tmp_path, "macos10.15"))
    new, old, first = map(print_module, (lines, variables, oldest))
    assert "DICompileUnit(language: 61," in new and "splitDebugInlining: false" in new
    assert all("DICompileUnit(language: DW_LANG_C_plus_plus," in text for text in (old, first))
    assert ["DIFlagAllCallsDescribed" in text for text in (new, old, first)] == [True, True, False]
    assert not any("splitDebugInlining" in text for text in (old, first))


@pytest.mark.long
@needs_clang
def test_without_optimisation(tmp_path: Path) -> None:
    text = print_module(read_module(compiled(tmp_path, level=0)))
    assert "isOptimized: false" in text and "DISPFlagOptimized" not in text and "AllCalls" not in text


@pytest.mark.long
@needs_clang
def test_variables_and_types_are_those_of_the_source(variables: Module) -> None:
    text = print_module(variables)
    names = re.findall(r'!DILocalVariable\(name: "(\w+)", (?:arg: \d+, )?scope', text)
    assert set(names) == {"id", "p", "out", "in", "t", "s", "color", "x", "a", "b", "i", "held"}
    assert 'linkageName: "_Z5place' not in text
    for width, vector in ((128, "float4"), (64, "float2"), (64, "half4")):
        [base] = re.findall(rf'DW_TAG_typedef, name: "{vector}", .*baseType: (!\d+)', text)
        [type_] = re.findall(rf"^{base} = (?:distinct )?!DICompositeType\((.*)\)$", text, re.MULTILINE)
        assert type_.startswith("tag: DW_TAG_array_type") and f"size: {width}, flags: DIFlagVector" in type_
    assert '!DIBasicType(name: "half", size: 16' in text
    assert "__mtl" not in re.sub(r"@_Z\w+|_Z\w+", "", text)
    assert not verify_module(variables)


@pytest.mark.long
@needs_clang
def test_lines_remain_after_a_link_and_a_conversion(bitcode: bytes) -> None:
    library = mtlb.link([("a.air", bitcode)]).library
    expected = place_lines(library)
    library.retarget("macos", "13.0")
    assert expected == place_lines(library) == [12, 12, 12, 13, 13, 14, 14, 14]


def place_lines(library: mtlb.Library) -> list[int]:
    module = next(function.module for function in library.functions if function.name == "place")
    return [places(item)[0][1] for item in function_of(read_module(bytes(module)), "place").instructions()]


def test_wrappers_are_listed_with_their_functions() -> None:
    text = """define float @wrapper(float %0) #0 {
  %2 = call float @get(float %0)
  %3 = call float @_Z1ff(float %2)
  ret float %3
}
define float @get(float %0) !dbg !8 {
  ret float %0, !dbg !9
}
define float @_Z1ff(float %0) #0 !dbg !4 {
  ret float %0, !dbg !6
}
!4 = distinct !DISubprogram(name: "f<_Float16>", scope: !5)
!8 = distinct !DISubprogram(name: "g", scope: !5)
!9 = !DILocation(line: 1, scope: !8)
"""
    assert keep_functions(text, {"wrapper": "f"}).endswith(
        "\n!10 = !{ptr @wrapper, !4, !6}\n!mtlb.functions = !{!10}\n"
    )
    assert keep_functions(text, {"wrapper": "h"}) == text


def test_columns_of_lines_are_read_once() -> None:
    read: list[str] = []
    written = SourceTokens('#line 1 "a.metal"\n inline void f ( float x ) { }\n', matched=False)
    columns = SourceColumns(written, lambda name: [read.append(name) or "kernel void f(float x) {}"])
    assert [columns.column("a.metal", 1, place) for place in (14, 18, 28)] == [(13, False), (15, False), (24, False)]
    assert read == ["a.metal"] and columns.files == {"a.metal"}
