"""Forms that all of Apple's modules have (mtlb/passes/form/habits.py), each by an example."""

from __future__ import annotations

import re

from mtlb import emit
from mtlb.bitcode import read_module
from mtlb.convert import ConvertOptions, ConvertTarget, convert_bytes
from mtlb.emit import f32, float2, float4, sampler, texture2d
from mtlb.ir import AttributePlace, parse
from mtlb.passes.form import follow_habits
from mtlb.translate import translate
from tests.conftest import ROOT

CONSTANTS = """
@t = internal addrspace(2) constant [4 x float] zeroinitializer
define i32 @f(i64 %i) {
  %a = load i32, i32 addrspace(2)* bitcast ([4 x float] addrspace(2)* @t to i32 addrspace(2)*)
  %p = getelementptr float, float addrspace(2)* getelementptr ([4 x float], [4 x float] addrspace(2)* @t, i64 0, i64 1),
       i64 %i
  %b = load float, float addrspace(2)* getelementptr ([4 x float], [4 x float] addrspace(2)* @t, i64 0, i64 2)
  ret i32 %a
}
"""


def test_constant_expressions_are_where_apples_modules_have_them() -> None:
    module = parse(CONSTANTS)
    follow_habits(module)
    text = module.text()
    assert re.search(r"(%\S+) = bitcast \[4 x float\] .* @t to i32 addrspace\(2\)\*\s+%a = load i32, .* \1\s", text)
    assert re.search(r"(%\S+) = getelementptr .* @t, i64 0, i64 1\s+%p = getelementptr float, .* \1, i64 %i", text)
    assert "%b = load float, float addrspace(2)* getelementptr" in text


def test_samplers_have_what_is_done_to_them() -> None:
    """Through functions that the entry point calls too."""
    m = emit.Module("macos14", "samplers")
    helper = m.function("helper", float4, [texture2d(f32), sampler])
    image, filter_ = helper.arguments
    helper.ret(helper.texture.sample(image, filter_, helper.const(float2, 0.5)))
    f = m.fragment("f")
    t, s = f.texture("t", texture2d(f32), 0), f.sampler("s", 0)
    f.sampler("unused", 1)
    f.out(float4)
    b = f.entry()
    b.ret(b.call(helper, t, s))
    text = m.text()
    of_sampler = r"%struct\._sampler_t addrspace\(2\)\*"
    assert re.search(rf"define .*@f\(.*{of_sampler} nocapture readonly \S+, {of_sampler} nocapture readnone ", text)
    assert re.search(rf"define internal .*@helper\(.*{of_sampler} nocapture readonly ", text)


def test_attributes_of_entry_points_calls_and_results() -> None:
    text = (ROOT / "golden/convert/saxpy.ll").read_text(encoding="utf-8")
    text = text.replace("memory(argmem: readwrite) {", "alwaysinline {", 1)
    text = text.replace("call float @llvm.fma.f32", "call noundef float @llvm.fma.f32")
    text = text.replace("declare float @llvm.fma", "declare noundef float @llvm.fma")
    options = ConvertOptions(ConvertTarget.parse("macos14"))
    result = convert_bytes("a.ll", text.encode(), options).module.text()
    assert text.count("alwaysinline") == 1 and "alwaysinline" not in result
    assert text.count("noundef float") == 2 and not re.search(r"(define|declare|call)[^(@]* noundef ", result)


def test_variables_have_no_line() -> None:
    m = emit.Module("macos14", "lines", source="/src/lines.toy")
    k = m.kernel("k")
    out = k.buffer("out", f32, 0)
    b = k.entry()
    b.line(12, 3)
    variable = b.variable(f32, 1.0)
    out[0].store(variable.load())
    b.ret()
    [line] = [line for line in m.text().splitlines() if " alloca " in line]
    assert "!dbg" not in line
    assert "!dbg" in m.text()


def test_attributes_are_in_the_order_of_apples_modules() -> None:
    """The function's come first, then those of the parameters, also when a module is written again."""
    module = translate((ROOT / "tests/translate/naga/immediates.spv").read_bytes(), "macos14").module
    written = module.air_bytes()
    assert module.air_bytes() == written
    lists = [function.attributes for function in read_module(written).functions]
    places = [[int(group.place) for group in attributes] for attributes in lists if len(attributes) > 1]
    assert places
    assert all(own == [AttributePlace.FUNCTION, *sorted(own[1:])] for own in places)
