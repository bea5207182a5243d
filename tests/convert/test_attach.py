"""Entry points attached to IR that another compiler made."""

from __future__ import annotations

import pytest
from llvmlite import ir

import mtlb
from mtlb import emit
from mtlb.air import describe
from mtlb.base.errors import BuildError, FormatError
from mtlb.convert import Builtin, Plan, PlannedArgument, PlannedEntry, attach
from mtlb.emit import f32, float4, u32

DOUBLE = """
define void @double(ptr addrspace(1) %data, i32 %i) {
  %n = zext i32 %i to i64
  %p = getelementptr float, ptr addrspace(1) %data, i64 %n
  %x = load float, ptr addrspace(1) %p
  %y = call float @my_sin(float %x)
  store float %y, ptr addrspace(1) %p
  ret void
}
declare float @my_sin(float)
"""


def attached(target: str = "macos14") -> emit.Module:
    a = attach(DOUBLE, target, "double")
    a.rename("my_sin", "air.sin.f32")
    k = a.kernel("double", max_threads=64)
    k.buffer("data", f32, 0)
    k.builtin("thread_position_in_grid", u32)
    return a


@pytest.mark.parametrize("target", ["macos11", "macos14", "ios17", "visionos2"])
def test_a_kernel_becomes_a_library(target: str) -> None:
    a = attached(target)
    assert a.check() == []
    data = mtlb.write(mtlb.link([a]).library)
    assert list(mtlb.verify(data)) == []
    description = describe(bytes(mtlb.read(data).functions[0].module))
    assert [argument.name for argument in description.arguments] == ["data", "thread_position_in_grid"]
    assert description.entry.max_work_group_size == 64
    assert "float addrspace(1)* %" in a.text() or "float addrspace(1)*" in a.text()


def test_a_module_of_llvmlite() -> None:
    module = ir.Module()
    pointer = ir.FloatType().as_pointer(1)
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [pointer]), "fill")
    builder = ir.IRBuilder(function.append_basic_block())
    builder.store(ir.Constant(ir.FloatType(), 2.0), function.args[0])
    builder.ret_void()
    a = attach(module, "macos14")
    a.kernel("fill").buffer("data", f32, 0)
    assert a.check() == []
    assert mtlb.link([a]).library.functions[0].name == "fill"


HOST = """
target triple = "x86_64-unknown-linux-gnu"
define void @scale(ptr %data, float %by) {
  %t = call i32 @my_thread()
  %i = zext i32 %t to i64
  %p = getelementptr float, ptr %data, i64 %i
  %x = load float, ptr %p
  %y = fmul float %x, %by
  store float %y, ptr %p
  ret void
}
declare i32 @my_thread()
"""
PLAN = """
[entries.scale]
name = "scaled"
max_threads = 64
arguments = [{ name = "data", buffer = 3 }, { name = "by", constant = 1 }]
[builtins]
my_thread = { builtin = "thread_position_in_grid" }
"""


@pytest.mark.parametrize("target", ["macos11", "macos14", "visionos2"])
def test_a_plan_attaches_everything(target: str) -> None:
    arguments = (PlannedArgument("data", buffer=3), PlannedArgument("by", constant=1))
    position = Builtin("thread_position_in_grid")
    plans = (
        PLAN,
        Plan((PlannedEntry("scale", name="scaled", arguments=arguments, max_threads=64),), {"my_thread": position}),
        {
            "entries": {
                "scale": {
                    "name": "scaled",
                    "max_threads": 64,
                    "arguments": [{"name": "data", "buffer": 3}, {"name": "by", "constant": 1}],
                }
            },
            "builtins": {"my_thread": {"builtin": "thread_position_in_grid"}},
        },
    )
    results = []
    for plan in plans:
        a = attach(HOST, target, "scale", plan=plan)
        assert a.check() == []
        results.append(mtlb.write(mtlb.link([a]).library))
    assert results[0] == results[1] == results[2]
    assert list(mtlb.verify(results[0])) == []
    description = describe(bytes(mtlb.read(results[0]).functions[0].module))
    places = [(argument.name, argument.kind, argument.location_index) for argument in description.entry.arguments]
    assert description.name == "scaled"
    assert places[:2] == [("data", "buffer", 3), ("by", "buffer", 1)]
    assert places[2][1] == "thread_position_in_grid"
    assert description.entry.max_work_group_size == 64


def test_what_is_wrong_with_a_plan() -> None:
    with pytest.raises(BuildError, match="the plan: unknown key 'entry'"):
        attach(HOST, "macos14", plan="[entry.scale]")
    with pytest.raises(BuildError, match="the plan names 'gone', which the module does not define"):
        mtlb.link([attach(HOST, "macos14", plan="[entries.gone]")])
    with pytest.raises(
        BuildError, match=r"kernel 'scale' \(test_attach.py:\d+\): the plan alone names the entry points"
    ):
        attach(HOST, "macos14", plan=PLAN).kernel("scale")


def test_warnings_of_the_conversion_are_kept() -> None:
    text = DOUBLE.replace("  store", "  fence seq_cst\n  store")
    a = attach(text, "macos11")
    a.rename("my_sin", "air.sin.f32")
    k = a.kernel("double")
    k.buffer("data", f32, 0)
    k.builtin("thread_position_in_grid", u32)
    assert a.warnings == []
    a.air_bytes()
    assert a.warnings


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda a: a.kernel("twice"), "kernel 'twice': the module does not define this function"),
        (lambda a: a.kernel("double"), "kernel 'double': 0 arguments are declared, the function has 2 parameters"),
        (
            lambda a: (k := a.kernel("double"), k.buffer("a", f32, 0), k.builtin("thread_position_in_grid")),
            "kernel 'double': parameter 1 is i32, the declaration needs <3 x i32>",
        ),
        (
            lambda a: (k := a.kernel("double"), k.constant("a", f32, 0), k.builtin("thread_position_in_grid", u32)),
            "kernel 'double': parameter 0 is a pointer in address space 1, "
            "the declaration needs a pointer in address space 2",
        ),
        (lambda a: a.fragment("double").out(float4), "fragment 'double': 0 arguments are declared"),
        (lambda a: None, "module 'double': no entry point is attached"),
        (lambda a: a.kernel("double").threadgroup("t", f32), "only entry points can be attached, not _ZZ6doubleE1t"),
        (
            lambda a: a.global_constant("table", f32, 1.0),
            "module 'double': only entry points can be attached, not table",
        ),
        (lambda a: a.function("helper").ret(), "only entry points can be attached, not helper"),
        (lambda a: a.function_constant("c", f32, 0), "only entry points can be attached, not _Z1c.MTL_FC_INIT_0_f"),
        (lambda a: a.record_source("a.metal", "kernel"), "only entry points can be attached, not llvm_utils.sources"),
    ],
)
def test_what_is_declared_must_fit(declare: object, message: str) -> None:
    a = attach(DOUBLE, "macos14", "double")
    declare(a)  # type: ignore[operator]
    with pytest.raises(BuildError) as caught:
        mtlb.link([a])
    assert message in str(caught.value)


def test_what_can_not_be_read() -> None:
    with pytest.raises(FormatError):
        attach(b"\x00\x01\x02", "macos14")


@pytest.mark.parametrize(
    ("type", "result"),
    [
        ("<4 x float>", "ret <4 x float> %v"),
        ("{ <4 x float> }", "%r = insertvalue { <4 x float> } poison, <4 x float> %v, 0\n  ret { <4 x float> } %r"),
        ("%S", "%r = insertvalue %S poison, <4 x float> %v, 0\n  ret %S %r"),
        (
            "<{ <4 x float> }>",
            "%r = insertvalue <{ <4 x float> }> poison, <4 x float> %v, 0\n  ret <{ <4 x float> }> %r",
        ),
    ],
)
def test_plain_results_become_outputs(type: str, result: str) -> None:
    text = f"""%S = type {{ <4 x float> }}
define {type} @corner(ptr addrspace(1) %p, i32 %i) {{
  %q = getelementptr <4 x float>, ptr addrspace(1) %p, i32 %i
  %v = load <4 x float>, ptr addrspace(1) %q
  {result}
}}
"""
    a = attach(text, "macos14")
    v = a.vertex("corner")
    v.buffer("p", float4, 0)
    v.builtin("vertex_id", u32)
    v.out("position", float4, "position")
    assert a.check() == []
    assert "define <{ <4 x float> }> @corner(" in a.text()


def test_a_result_that_does_not_fit_is_named() -> None:
    a = attach("define <3 x float> @corner() {\n  ret <3 x float> zeroinitializer\n}\n", "macos14")
    a.vertex("corner").out("position", float4, "position")
    with pytest.raises(BuildError, match=r"the result is <3 x float>, the declaration needs <{ <4 x float> }>"):
        a.check()
