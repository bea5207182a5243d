"""Opaque pointers get types: each rule of pointers.py and pointees.py by an example, and what holds for all modules."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mtlb.base.errors import BuildError, MtlbError, UnsupportedError
from mtlb.bitcode import read_module, write_module
from mtlb.convert import convert_module
from mtlb.convert.pointers import POLICIES, type_pointers
from mtlb.ir import ERAS, BinaryOperator, ConstantCode, Function, InstCode, Module, TypeCode
from mtlb.ir.verify import verify_module
from tests.assembled import assemble, read_text

KERNELS = ("add", "tri", "reduce", "tex", "argbuf")


def typed(text: str, policy: str = "infer") -> Module:
    module = type_pointers(read_text(text), policy)
    assert verify_module(module) == []
    assert not re.search(r"\bptr\b", module.text())
    return module


def lines(module: Module) -> set[str]:
    return {re.sub(r"\s*;.*|, align \d+$", "", line).strip() for line in module.text().splitlines()}


# What each construct becomes: the text with opaque pointers, and lines that the typed text has.
EXAMPLES = {
    "uses": (
        """define void @f(ptr addrspace(1) %p, ptr addrspace(2) %unused) {
          %v = load float, ptr addrspace(1) %p
          %q = getelementptr float, ptr addrspace(1) %p, i64 1
          store float %v, ptr addrspace(1) %q
          ret void }""",
        [
            "define void @f(float addrspace(1)* %p, i8 addrspace(2)* %unused) {",
            "%v = load float, float addrspace(1)* %p",
            "store float %v, float addrspace(1)* %q",
        ],
    ),
    "a view where a use wants another type": (
        """define i32 @f(ptr %p) {
          %q = getelementptr float, ptr %p, i64 1
          %v = load i32, ptr %q
          store i32 %v, ptr %q
          ret i32 %v }""",
        ["%1 = bitcast float* %q to i32*", "%v = load i32, i32* %1", "store i32 %v, i32* %1"],
    ),
    "the type that begins with all the others": (
        """define float @f(ptr %p) {
          %q = getelementptr { { float, i32 }, i64 }, ptr %p, i64 1, i32 1
          store i64 1, ptr %q
          %v = load float, ptr %p
          ret float %v }""",
        ["define float @f({ { float, i32 }, i64 }* %p) {", "%v = load float, float* %1"],
    ),
    "several types": (
        """define i32 @f(ptr %p) {
          %v = load i32, ptr %p
          store half 0xH0000, ptr %p
          ret i32 %v }""",
        ["define i32 @f(i8* %p) {", "%1 = bitcast i8* %p to i32*", "%2 = bitcast i8* %p to half*"],
    ),
    "phi": (
        """define float @f(ptr %p, ptr %q, i1 %c) {
          br i1 %c, label %a, label %b
        a: %x = getelementptr i32, ptr %p, i64 1
          br label %j
        b: br label %j
        j: %r = phi ptr [ %x, %a ], [ null, %b ], [ %s, %j ]
          %s = getelementptr float, ptr %r, i64 1
          %v = load float, ptr %r
          br i1 %c, label %j, label %e
        e: ret float %v }""",
        [
            "%1 = bitcast i32* %x to float*",
            "%r = phi float* [ %1, %a ], [ null, %b ], [ %s, %j ]",
        ],
    ),
    "a phi of itself": (
        """define void @f(ptr %p, i1 %c) {
          br label %l
        l: %r = phi ptr [ %p, %0 ], [ %r, %l ]
          store half 0xH0000, ptr %r
          br i1 %c, label %l, label %e
        e: ret void }""",
        ["define void @f(half* %p, i1 %c) {", "%r = phi half* [ %p, %0 ], [ %r, %l ]"],
    ),
    "select of null": (
        """define void @f(ptr addrspace(1) %p, i1 %c) {
          %s = select i1 %c, ptr addrspace(1) null, ptr addrspace(1) %p
          store i64 1, ptr addrspace(1) %s
          ret void }""",
        ["%s = select i1 %c, i64 addrspace(1)* null, i64 addrspace(1)* %p"],
    ),
    "comparison": (
        """define i1 @f(ptr %p, ptr %q) {
          store i64 1, ptr %q
          %c = icmp eq ptr %p, %q
          %n = icmp ne ptr null, %p
          ret i1 %c }""",
        ["%c = icmp eq i64* %p, %q", "%n = icmp ne i64* null, %p"],
    ),
    "arguments and results of functions of the module": (
        """define internal ptr @g(ptr %p) { ret ptr %p }
        define float @f(ptr %q) {
          %r = call ptr @g(ptr %q)
          %v = load float, ptr %r
          ret float %v }""",
        ["define internal float* @g(float* %p) {", "%r = call float* @g(float* %q)", "ret float* %p"],
    ),
    "memory": (
        """define float @f(ptr addrspace(1) %p) {
          %a = alloca ptr addrspace(1)
          store ptr addrspace(1) %p, ptr %a
          %q = load ptr addrspace(1), ptr %a
          %v = load float, ptr addrspace(1) %q
          ret float %v }""",
        ["%a = alloca float addrspace(1)*", "%q = load float addrspace(1)*, float addrspace(1)** %a"],
    ),
    "fields of a named struct": (
        """%Args = type { ptr addrspace(1), ptr addrspace(2), i32 }
        define void @f(ptr addrspace(2) %a) {
          %p = load ptr addrspace(1), ptr addrspace(2) %a
          %q = getelementptr %Args, ptr addrspace(2) %a, i64 0, i32 1
          %r = load ptr addrspace(2), ptr addrspace(2) %q
          %v = load half, ptr addrspace(2) %r
          store half %v, ptr addrspace(1) %p
          ret void }""",
        ["%Args = type { half addrspace(1)*, half addrspace(2)*, i32 }", "define void @f(%Args addrspace(2)* %a) {"],
    ),
    "a struct that points at itself": (
        """%Node = type { ptr, float }
        define void @f(ptr %n) {
          br label %l
        l: %p = phi ptr [ %n, %0 ], [ %next, %l ]
          %next = load ptr, ptr %p
          %v = getelementptr %Node, ptr %p, i64 0, i32 1
          store float 1.0, ptr %v
          %c = icmp eq ptr %next, null
          br i1 %c, label %e, label %l
        e: ret void }""",
        ["%Node = type { %Node*, float }", "%next = load %Node*, %Node** %1"],
    ),
    "a pointer to itself": (
        """define ptr @f(ptr %p) { %q = load ptr, ptr %p
          store ptr %q, ptr %q
          ret ptr %q }""",
        ["define i8* @f(i8** %p) {", "%q = load i8*, i8** %p", "store i8* %q, i8** %1"],
    ),
    "an aggregate that holds pointers": (
        """define float @f({ ptr, i32 } %s) {
          %p = extractvalue { ptr, i32 } %s, 0
          %v = load float, ptr %p
          %t = insertvalue { ptr, i32 } %s, ptr null, 0
          ret float %v }""",
        ["define float @f({ float*, i32 } %s) {", "%t = insertvalue { float*, i32 } %s, float* null, 0"],
    ),
    "variables and their initializers": (
        """@a = internal addrspace(2) constant [4 x float] zeroinitializer
        @f = internal addrspace(2) constant float 1.0
        @i = internal addrspace(2) constant i32 1
        @pf = internal addrspace(2) constant ptr addrspace(2) @f
        @pa = internal addrspace(2) constant ptr addrspace(2) @a
        @two = internal addrspace(2) constant [2 x ptr addrspace(2)] [ptr addrspace(2) @f, ptr addrspace(2) @i]
        @none = internal addrspace(2) constant ptr null""",
        [
            "@pf = internal addrspace(2) constant float addrspace(2)* @f",
            "@pa = internal addrspace(2) constant float addrspace(2)* getelementptr inbounds "
            "([4 x float], [4 x float] addrspace(2)* @a, i32 0, i32 0)",
            "@two = internal addrspace(2) constant [2 x i8 addrspace(2)*] "
            "[i8 addrspace(2)* bitcast (float addrspace(2)* @f to i8 addrspace(2)*), "
            "i8 addrspace(2)* bitcast (i32 addrspace(2)* @i to i8 addrspace(2)*)]",
            "@none = internal addrspace(2) constant i8* null",
        ],
    ),
    "variables in a circle": (
        """@a = internal global ptr @b
        @b = internal global ptr @a""",
        ["@a = internal global i8* bitcast (i8*** @b to i8*)", "@b = internal global i8** @a"],
    ),
    "constant addresses": (
        """@g = internal addrspace(2) constant { i32, [2 x float] } zeroinitializer
        define void @f() {
          %a = load float, ptr addrspace(2) getelementptr inbounds
            ({ i32, [2 x float] }, ptr addrspace(2) @g, i64 0, i32 1, i64 1)
          %b = load i32, ptr addrspace(2) @g
          %c = load i16, ptr addrspace(2) getelementptr (i8, ptr addrspace(2) @g, i64 6)
          ret void }""",
        [
            "%a = load float, float addrspace(2)* getelementptr inbounds "
            "({ i32, [2 x float] }, { i32, [2 x float] } addrspace(2)* @g, i64 0, i32 1, i64 1)",
            "%b = load i32, i32 addrspace(2)* getelementptr inbounds "
            "({ i32, [2 x float] }, { i32, [2 x float] } addrspace(2)* @g, i64 0, i32 0)",
            "%c = load i16, i16 addrspace(2)* bitcast (i8 addrspace(2)* getelementptr (i8, i8 addrspace(2)* bitcast "
            "({ i32, [2 x float] } addrspace(2)* @g to i8 addrspace(2)*), i64 6) to i16 addrspace(2)*)",
        ],
    ),
    "functions as values": (
        """@p = internal addrspace(2) constant ptr @g
        @llvm.used = appending global [1 x ptr] [ptr @g], section "llvm.metadata"
        @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @i, ptr null }]
        define float @g(float %x) { ret float %x }
        define void @i() { ret void }
        define float @f() {
          %g = load ptr, ptr addrspace(2) @p
          %x = call float %g(float 1.0)
          ret float %x }""",
        [
            "@p = internal addrspace(2) constant float (float)* @g",
            '@llvm.used = appending global [1 x i8*] [i8* bitcast (float (float)* @g to i8*)], section "llvm.metadata"',
            "@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] "
            "[{ i32, void ()*, i8* } { i32 1, void ()* @i, i8* null }]",
        ],
    ),
    "functions of LLVM on memory": (
        """declare void @llvm.memcpy.p0.p2.i64(ptr, ptr addrspace(2), i64, i1)
        declare void @llvm.lifetime.start.p0(ptr)
        define void @f(ptr addrspace(2) %a, i64 %n) {
          %t = alloca [4 x float]
          %u = alloca i8, i64 %n
          call void @llvm.lifetime.start.p0(ptr nonnull %t)
          call void @llvm.lifetime.start.p0(ptr %u)
          call void @llvm.memcpy.p0.p2.i64(ptr %t, ptr addrspace(2) %a, i64 16, i1 false)
          ret void }""",
        [
            "%1 = bitcast [4 x float]* %t to i8*",
            "call void @llvm.lifetime.start.p0i8(i64 16, i8* nonnull %1)",
            "call void @llvm.lifetime.start.p0i8(i64 -1, i8* %u)",
            "call void @llvm.memcpy.p0i8.p2i8.i64(i8* %1, i8 addrspace(2)* %a, i64 16, i1 false)",
        ],
    ),
    "functions of AIR": (
        """@s = internal addrspace(2) constant i64 5
        declare { <4 x float>, i8 } @air.sample_texture_2d.v4f32(ptr addrspace(1), ptr addrspace(2), <2 x float>, i1,
          <2 x i32>, i1, float, float, i32)
        declare i32 @air.atomic.global.add.u.i32(ptr addrspace(1), i32, i32, i32, i1)
        define void @f(ptr addrspace(1) %t, <2 x float> %at, ptr addrspace(1) %n) {
          %v = call { <4 x float>, i8 } @air.sample_texture_2d.v4f32(ptr addrspace(1) %t, ptr addrspace(2) @s,
            <2 x float> %at, i1 true, <2 x i32> zeroinitializer, i1 false, float 0.0, float 0.0, i32 0)
          %o = call i32 @air.atomic.global.add.u.i32(ptr addrspace(1) %n, i32 1, i32 0, i32 2, i1 true)
          ret void }""",
        [
            "define void @f(%struct._texture_2d_t addrspace(1)* %t, <2 x float> %at, i32 addrspace(1)* %n) {",
            "%struct._sampler_t = type opaque",
        ],
    ),
    "casts that are there already": (
        """define float @f(ptr %p) {
          %same = bitcast ptr %p to ptr
          %unused = bitcast ptr %p to ptr
          %a = load float, ptr %p
          %b = load float, ptr %same
          ret float %b }""",
        ["%b = load float, float* %p"],
    ),
    "metadata": (
        """define void @f(ptr %p) { store i16 1, ptr %p
          ret void }
        !names = !{!0}
        !0 = !{ptr @f, ptr addrspace(1) null}""",
        ["!0 = !{void (i16*)* @f, i8 addrspace(1)* null}"],
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    text, expected = EXAMPLES[name]
    actual = lines(typed(text))
    assert [line for line in expected if line not in actual] == []
    typed(text, "i8")


def test_with_bytes_everything_that_may_be_is_bytes() -> None:
    actual = lines(typed(EXAMPLES["phi"][0], "i8"))
    assert "define float @f(i8* %p, i8* %q, i1 %c) {" in actual
    assert "%r = phi i8* [ %2, %a ], [ null, %b ], [ %4, %j ]" in actual
    actual = lines(typed(EXAMPLES["functions of AIR"][0], "i8"))
    assert "define void @f(%struct._texture_2d_t addrspace(1)* %t, <2 x float> %at, i8 addrspace(1)* %n) {" in actual


ENTRY = """
define void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %t, ptr addrspace(2) %s,
               ptr addrspace(2) %m) { ret void }
!air.kernel = !{!0}
!0 = !{ptr @k, !1, !2}
!1 = !{}
!2 = !{!3, !4, !5, !6, !7}
!3 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read", !"air.address_space", i32 1,
  !"air.arg_type_size", i32 16, !"air.arg_type_align_size", i32 16, !"air.arg_type_name", !"float3"}
!4 = !{i32 1, !"air.buffer", !"air.location_index", i32 1, i32 1, !"air.read", !"air.address_space", i32 1,
  !"air.struct_type_info", !8, !"air.arg_type_size", i32 32, !"air.arg_type_align_size", i32 8,
  !"air.arg_type_name", !"ns::Particle"}
!5 = !{i32 2, !"air.texture", !"air.location_index", i32 0, i32 1, !"air.write", !"air.arg_type_name",
  !"texture2d_array<half, write>"}
!6 = !{i32 3, !"air.sampler", !"air.location_index", i32 0, i32 1, !"air.arg_type_name", !"sampler"}
!7 = !{i32 4, !"air.buffer", !"air.location_index", i32 2, i32 1, !"air.read", !"air.address_space", i32 2,
  !"air.arg_type_size", i32 64, !"air.arg_type_align_size", i32 16, !"air.arg_type_name", !"float4x4"}
!8 = !{i32 0, i32 4, i32 0, !"uint", !"id", i32 8, i32 8, i32 2, !"float2", !"at", i32 24, i32 8, i32 0, !"ulong",
  !"next"}
"""


def test_arguments_that_nothing_uses_have_the_types_that_the_metadata_names() -> None:
    actual = lines(typed(ENTRY))
    assert '%"struct.ns::Particle" = type { i32, [2 x <2 x float>], i64 }' in actual
    assert '%"struct.metal::matrix" = type { [4 x <4 x float>] }' in actual
    (head,) = (line for line in actual if line.startswith("define"))
    assert head == (
        'define void @k(<3 x float> addrspace(1)* %a, %"struct.ns::Particle" addrspace(1)* %b, '
        "%struct._texture_2d_array_t addrspace(1)* %t, %struct._sampler_t addrspace(2)* %s, "
        '%"struct.metal::matrix" addrspace(2)* %m) {'
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "define void @f(<2 x ptr> %p) { %q = getelementptr i8, <2 x ptr> %p, i64 1\n ret void }",
            "'f': GEP of a vector",
        ),
        (
            "define void @f(ptr %p, <2 x i64> %i) { %q = getelementptr i8, ptr %p, <2 x i64> %i\n ret void }",
            "GEP of a vec",
        ),
    ],
)
def test_vectors_of_pointers_are_refused(text: str, message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        type_pointers(read_text(text))


def test_a_policy_that_does_not_exist() -> None:
    with pytest.raises(BuildError, match="unknown policy for pointers: 'typed' \\(one of infer, i8\\)"):
        type_pointers(read_text("define void @f() { ret void }"), "typed")


@pytest.mark.parametrize("policy", POLICIES)
def test_the_argument_stays_and_the_bytes_are_the_same_each_time(policy: str) -> None:
    module = read_text("\n".join(EXAMPLES[name][0] for name in ("fields of a named struct",)) + ENTRY)
    before = module.text()
    first, second = (write_module(type_pointers(module, policy), ERAS[-1]) for _ in range(2))
    assert first == second
    assert module.text() == before
    again = type_pointers(read_module(assemble(before.encode())), policy)
    assert write_module(again, ERAS[-1]) == first


TYPES = ("float", "i32", "half", "{ float, i32 }", "[2 x i32]")


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A function that sends pointers about at random."""
    pointers = ["%p", "%q", "@g"]
    body = []
    for number in range(draw(st.integers(1, 12))):
        name, pointer, other = f"%v{number}", draw(st.sampled_from(pointers)), draw(st.sampled_from(pointers))
        type_ = draw(st.sampled_from(TYPES))
        kind = draw(
            st.sampled_from(["load", "store", "gep", "select", "pointer", "keep", "icmp", "call", "cast", "merge"])
        )
        result = kind in ("gep", "select", "pointer", "call", "cast", "merge")
        body.append(
            {
                "load": f"{name} = load {type_}, ptr {pointer}",
                "store": f"store {type_} zeroinitializer, ptr {pointer}",
                "gep": f"{name} = getelementptr {type_}, ptr {pointer}, i64 {number}",
                "select": f"{name} = select i1 %c, ptr {pointer}, ptr {other}",
                "pointer": f"{name} = load ptr, ptr {pointer}",
                "keep": f"store ptr {other}, ptr {pointer}",
                "icmp": f"{name} = icmp ult ptr {pointer}, {other}",
                "call": f"{name} = call ptr @h(ptr {pointer}, ptr {other})",
                "cast": f"{name} = bitcast ptr {pointer} to ptr",
                "merge": f"br i1 %c, label %a{number}, label %b{number}\na{number}: br label %b{number}\n"
                f"b{number}: {name} = phi ptr [ {pointer}, %a{number} ], [ {other}, %{_block(body)} ]",
            }[kind]
        )
        if result:
            pointers.append(name)
    text = "\n".join(body)
    return (
        "%S = type { ptr, ptr }\n@g = internal global %S { ptr @g, ptr null }\n"
        "define internal ptr @h(ptr %x, ptr %y) { store ptr %y, ptr %x\n ret ptr %y }\n"
        f"define ptr @f(ptr %p, ptr %q, i1 %c) {{\nstart:\n{text}\nret ptr {pointers[-1]} }}\n"
    )


def _block(body: list[str]) -> str:
    """The basic block that the next line is in."""
    labels = re.findall(r"^(b\d+):", "\n".join(body), re.MULTILINE)
    return labels[-1] if labels else "start"


@given(programs(), st.sampled_from(POLICIES))
@settings(max_examples=60)
@pytest.mark.long
def test_every_program_gets_types_and_keeps_its_instructions(text: str, policy: str) -> None:
    module = read_text(text)
    result = typed(text, policy)
    bitcode = write_module(result, ERAS[-1])
    assert verify_module(read_module(bitcode)) == []

    def kinds(function: Function) -> list[InstCode]:
        return [i.code for i in function.instructions() if i.code is not InstCode.CAST]

    for old, new in zip(module.functions, result.functions, strict=True):
        assert kinds(old) == kinds(new)
    assert all(type_.code is not TypeCode.OPAQUE_POINTER for type_ in result.struct_types)


@pytest.mark.parametrize("name", KERNELS)
def test_published_kernels(shared: Path, name: str) -> None:
    for policy in POLICIES:
        typed((shared / "reference/emit" / f"{name}.ll").read_text(encoding="utf-8"), policy)


@pytest.mark.long
def test_changed_records_end_in_our_errors() -> None:
    """What a reader takes is typed or refused, whatever it is."""
    import random

    from tests.bitcode.test_changed_records import with_one_changed

    bitcode = assemble((EXAMPLES["phi"][0] + ENTRY).encode())
    dice = random.Random(3)
    refused = 0
    for _ in range(150):
        try:
            type_pointers(read_module(with_one_changed(bitcode, dice)))
        except MtlbError:
            refused += 1
    assert 10 < refused < 145


@pytest.mark.parametrize("convert", [type_pointers, convert_module])
def test_constants_that_are_nested_too_deeply_are_refused(convert: Callable[[Module], object]) -> None:
    module = read_text(
        """target triple = "air64-apple-macosx14.0.0"
        @g = addrspace(2) constant i64 5
        define i64 @f() { %a = add i64 0, ptrtoint (ptr addrspace(2) @g to i64) ret i64 %a }"""
    )
    (function,) = module.functions
    add = function.blocks[0].instructions[0]
    context, integer, sum_ = module.context, add.type, add.operands[1]
    for number in range(1, 500):
        parts = (sum_, context.integer_constant(integer, number))
        sum_ = context.constant(integer, ConstantCode.CE_BINOP, (BinaryOperator.ADD, 0), parts)
    add.operands = (add.operands[0], sum_)
    with pytest.raises(UnsupportedError, match="constants nested more than 100 deep"):
        convert(module)
