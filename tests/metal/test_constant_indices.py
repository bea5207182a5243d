"""Indices of attributes that are function constants (specification, 5.8.1.4 and 5.8.1.5)."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import numpy as np
import pytest

import mtlb
from mtlb.air import (
    ComputedIndex,
    describe_all,
    read_entry_points,
    reflection_document,
    reflection_json,
    reflection_lines,
)
from mtlb.air.entry_points import computed_indices
from mtlb.air.entry_writer import EntryWriter
from mtlb.air.lint import lint_module
from mtlb.cpu.listing import runnable_functions
from mtlb.ir.text.reader import parse
from mtlb.metal.rewrite import SourceError, rewrite
from tests.air.test_reflection_json import SCHEMA
from tests.metal.needed import needs_clang

SOURCE = """#include <metal_stdlib>
using namespace metal;
constant int indexA [[function_constant(0)]];
constant int indexB = indexA + 2;
constant ushort indexC [[function_constant(1)]];
constant int indexD [[function_constant(2)]];
constant int first [[function_constant(3)]];
namespace places { constant int second [[function_constant(4)]]; constant int group [[function_constant(5)]]; }
constant bool on = indexC > 3;
constant bool unread [[function_constant(6)]];
constant bool other = unread && indexD > 0;
kernel void my_kernel(constant float2& params [[buffer(indexA)]], device float* p [[buffer(indexB)]],
    texture2d<float> texA [[texture(indexC)]], sampler s [[sampler(indexD)]],
    device float* q [[buffer(indexB + 1), function_constant(on)]],
    device float* r [[buffer(0), function_constant(other)]], uint i [[thread_position_in_grid]]) {
  p[i] = params.x + params.y * texA.sample(s, float2(0.5), level(0)).x;
  if (on) q[i] = 3;
  if (other) r[i] = 4;
}
struct Out { float4 color0 [[color(first)]]; float4 color1 [[color(places::second)]]; };
fragment Out my_fragment(texture2d<float, access::read_write> t [[texture(0), raster_order_group(places::group)]],
    float4 x [[color(first)]]) {
  return { x, t.read(uint2(0)) };
}
"""


@needs_clang
@pytest.mark.long
def test_values_and_interface(tmp_path: Path) -> None:
    path = tmp_path / "indices.metal"
    path.write_text(SOURCE)
    compiled = mtlb.compile(path, "macos15")
    assert compiled.warnings == []
    module = mtlb.read_module(compiled.bitcode)
    assert lint_module(compiled.bitcode) == []
    fragment, kernel = sorted(read_entry_points(module), key=lambda entry: entry.name)
    located = [argument.name for argument in kernel.arguments if isinstance(argument.location_index, ComputedIndex)]
    assert located == ["params", "p", "texA", "s", "q"]
    colors = [output.render_target_index for output in fragment.outputs]
    assert all(isinstance(color, ComputedIndex) for color in colors)
    assert len({index.symbol for output in fragment.outputs for index in computed_indices(output)}) == 2
    assert isinstance(fragment.arguments[0].raster_order_group, ComputedIndex)

    (interface,) = [reflection_json(d) for d in describe_all(module) if d.name == kernel.name]
    shown = "\n".join(reflection_lines(interface))
    assert "buffer (computed) " in shown and "buffer 0 " in shown and "sampler (computed) " in shown
    assert interface["arguments"][0]["binding"]["index"] == kernel.arguments[0].location_index.symbol
    jsonschema.validate(
        reflection_document([("indices.air", describe_all(module))]), SCHEMA, jsonschema.Draft202012Validator
    )
    (row,) = [row for row in runnable_functions(compiled.bitcode) if row["name"] == "my_kernel"]
    assert [a["index"] for a in row["arguments"] if a["option"] == "buffer"] == [None, None, None, 0]

    library = mtlb.link([("indices.air", compiled.bitcode)]).library
    out, optional, third = (np.zeros(2, np.float32) for _ in range(3))
    constants = {"indexA": 4, "indexC": 5, "indexD": 1, "unread": True}
    mtlb.run(
        library,
        "my_kernel",
        2,
        2,
        buffers={"params": np.array([1, 2], np.float32), "p": out, "q": optional, "r": third},
        textures={"texA": np.full((1, 1, 4), 3, np.float32)},
        samplers={"s": "linear"},
        constants=constants,
    )
    assert [list(values) for values in (out, optional, third)] == [[7, 7], [3, 3], [4, 4]]


def test_apples_form_is_read_and_written() -> None:
    """The form of RenderBox' modules, which tests of imbushuo/metal2vulkan quote."""
    variable = "i32 addrspace(2)* @_ZL32__metal_implicit_attr_int_expr_1"
    text = f"""
@_ZL32__metal_implicit_attr_int_expr_1 = internal addrspace(2) global i32 0, align 4
define void @f(i8 addrspace(1)* %0) {{
  ret void
}}
!air.fragment = !{{!0}}
!0 = !{{void (i8 addrspace(1)*)* @f, !1, !3}}
!1 = !{{!2}}
!2 = !{{!"air.render_target", {variable}, i32 0, !"air.arg_type_name", !"half4"}}
!3 = !{{!4}}
!4 = !{{i32 0, !"air.texture", !"air.location_index", {variable}, i32 1, !"air.read", !"air.arg_name", !"t"}}
"""
    module = parse(text)
    (entry,) = read_entry_points(module)
    (output,), (argument,) = entry.outputs, entry.arguments
    for index in (output.render_target_index, argument.location_index):
        assert isinstance(index, ComputedIndex) and index.symbol.endswith("int_expr_1")
    assert EntryWriter(module).entry(entry).fields == module.named_metadata["air.fragment"][0].fields


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("constant float x [[function_constant(0)]]; kernel void k(device int* p [[buffer(x)]]) {}", "scalar integer"),
        ("constant int2 x [[function_constant(0)]]; kernel void k(device int* p [[buffer(x)]]) {}", "scalar integer"),
        ("constant int x [[function_constant(0)]]; struct V { float4 a [[attribute(x)]]; };", "of 'attribute' can't"),
        ("constant int x [[function_constant(0)]]; struct V { float4 a [[id(x)]]; };", "of 'id' can't be"),
    ],
)
def test_wrong_indices(text: str, reason: str) -> None:
    with pytest.raises(SourceError, match=reason):
        rewrite(text)
