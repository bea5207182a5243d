"""LLVM assembly read: it gives the module that LLVM makes of it, and errors that name line and column."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz.mutate import mutate
from fuzz.seeds import seeds
from fuzz.targets import Kind, assembly
from mtlb.base.errors import FormatError, MtlbError, UnsupportedError
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.ir import Era, Module, TypeCode, parse
from mtlb.ir.verify import verify_module
from tests.bitcode.generate import modules
from tests.ir.text.test_printer import GOLDEN, distinct_modules

MODERN = """
; What newer LLVMs write.
source_filename = "a.c"
target triple = "air64_v28-apple-macosx26.0.0"
%pair = type { i32, [2 x i32] }
@g = internal addrspace(2) constant %pair { i32 1, [2 x i32] [i32 2, i32 3] }, align 4
@p = internal addrspace(2) constant ptr addrspace(2) getelementptr inbounds nuw
  (%pair, ptr addrspace(2) @g, i64 0, i32 1, i64 1)
@"quoted name" = external global [4 x i64], align 8
@r = global ptr getelementptr inbounds inrange(-8, 16) (i8, ptr @"quoted name", i64 8)
@s = constant [4 x i8] c"a\\00\\FF\\\\"
@v = constant <4 x half> splat (half 1.0)
define i32 @f(ptr addrspace(1) captures(none) initializes((0, 4), (8, 12)) %p, i32 range(i32 -1, 9) noundef %x,
              float nofpclass(nan inf) %f) #0 !dbg !4 {
entry:
    #dbg_value(i32 %x, !8, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_stack_value), !9)
  %d = or disjoint i32 %x, 8, !dbg !9
  %z = zext nneg i32 %d to i64
  %t = trunc nuw nsw i64 %z to i16
  %c = icmp samesign ult i32 %x, 4
  %h = fptrunc fast float %f to half
  %n = fneg nnan ninf float %f
  %a = getelementptr nusw nuw i8, ptr addrspace(1) %p, i64 %z
  %u = atomicrmw uinc_wrap ptr addrspace(1) %a, i32 7 syncscope("agent") acq_rel, align 4, !other !20
  %w = cmpxchg weak ptr addrspace(1) %a, i32 0, i32 1 monotonic monotonic, align 4
  %q = call i32 (ptr, ...) @printf(ptr byval(i32) align 4 @r, i32 7) #1
  call void @llvm.assume(i1 true) [ "align"(ptr @r, i64 16) ]
  fence syncscope("singlethread") release
  switch i32 %x, label %later [
    i32 1, label %2
    i32 -7, label %later
  ]

2:
  %late = add i32 %x, %3
  %3 = shl nuw nsw i32 %x, 1
  br label %later

later:
  %m = phi fast float [ %n, %entry ], [ %n, %entry ], [ 0x7FF8000000000000, %2 ]
  store atomic volatile i32 %x, ptr addrspace(1) %p release, align 4
  ret i32 %u
}
declare i32 @printf(ptr, ...) local_unnamed_addr
declare void @llvm.assume(i1 noundef) #2
attributes #0 = { nounwind memory(argmem: readwrite, inaccessiblemem: read) uwtable(sync) "a"="b" "c" }
attributes #1 = { convergent }
attributes #2 = { memory(none) allockind("alloc,zeroed") allocsize(0,1) alignstack=8 }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "x", emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/", checksumkind: CSK_MD5, checksum: "0123456789abcdef0123456789abcdef")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null, !10, !12}
!8 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !1, line: 1, type: !10, flags: DIFlagArtificial)
!9 = !DILocation(line: 1, column: 2, scope: !4)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 64, elements: !13)
!13 = !{!DISubrange(count: 2, lowerBound: 0), !14}
!14 = !DIEnumerator(name: "e", value: -3)
!20 = distinct !{!20, !"self"}
"""


def lines(text: object) -> list[str]:
    return [line for line in str(text).splitlines() if not line.startswith(("; ModuleID", "source_filename"))]


def through_llvm(text: str) -> list[str]:
    """The text that the installed LLVM prints for a text."""
    from llvmlite import binding

    module = binding.parse_assembly(text, binding.create_context())
    module.verify()
    return lines(module)


def test_everything_that_newer_llvms_write() -> None:
    module = parse(MODERN.replace("%late = add i32 %x, %3\n  ", ""))
    assert verify_module(module) == []
    assert through_llvm(module.text()) == through_llvm(MODERN.replace("%late = add i32 %x, %3\n  ", ""))
    assert parse(module.text()).text() == module.text()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_modules_typed_and_opaque(path: Path) -> None:
    from llvmlite import binding

    stored = read_module(path.read_bytes())
    again = parse(stored.text())
    again.era = stored.era
    assert again.text() == stored.text()
    assert verify_module(again) == []
    context = binding.create_context()
    opaque = binding.parse_bitcode(path.read_bytes(), context)
    module = parse(str(opaque))
    assert module.has_opaque_pointers or not stored.globals
    assert through_llvm(module.text()) == lines(opaque)


def same_records(module: Module, again: Module) -> bool:
    """Whether both are written alike, given what a text can't say."""
    for name in ("identification", "version", "epoch", "era", "symtab_version", "producer", "wrapper"):
        setattr(again, name, getattr(module, name))
    for name in ("metadata_kinds", "operand_bundle_tags", "sync_scopes"):
        setattr(again, name, getattr(module, name))
    named = {value.name: value for value in again.global_values()}
    again.symbols = [named[value.name] for value in module.symbols]
    return write_module(again) == write_module(module)


@pytest.mark.long
@pytest.mark.corpus
def test_the_corpus(shared: Path) -> None:
    """A sample of it: parse(text(m)) == m, down to the records of modules of today's era."""
    compared = 0
    for data in list(distinct_modules())[::24]:
        module = read_module(data)
        text = module.text()
        again = parse(text)
        again.era = module.era
        assert again.text() == text
        assert verify_module(again) == []
        if module.era.poison:
            assert same_records(module, again)
            compared += 1
    assert compared > 20


@settings(max_examples=60)
@given(modules())
@pytest.mark.long
def test_the_text_of_any_module_reads_as_the_module(drawn: tuple[Module, Era]) -> None:
    """But for aggregates of nothing but zeros or undef, which LLVM and our reader give a shorter form."""
    try:
        module = parse(read_module(write_module(*drawn)).text())
    except UnsupportedError:
        return  # what no shader has
    text = module.text()
    written = read_module(write_module(module))
    assert parse(text).text() == text
    assert written.text() == text


@settings(max_examples=150)
@given(st.integers(0, 1 << 32))
@pytest.mark.long
def test_mutated_texts(number: int) -> None:
    """An error of ours, or a module that can be printed and written."""
    try:
        assembly(mutate(Random(number), Kind.TEXT, seeds(Kind.TEXT, None)))
    except MtlbError as error:
        assert "line " in str(error) or not isinstance(error, (FormatError, UnsupportedError))


BODY = "define i32 @f(i32 %x, float %y) {\n  %INSERT\n  ret i32 %x\n}\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("define void @f(", "line 1, column 16: expected a type, not the end of the text"),
        ("@a = global i32 ?", "line 1, column 17: unexpected character '?'"),
        ('@a = global [1 x i8] c"ab', "line 1, column 23: unterminated string"),
        ('@a = global [1 x i8] c"ab"', "line 1, column 22: a string of 2 bytes in an array of 1"),
        ("@a = global i8 256", "line 1, column 16: 256 does not fit in 8 bits"),
        ("@a = global float 1.0e39", "line 1, column 19: 1.0e39 is not a number of its type"),
        ("@a = global i32 @b", "line 1, column 17: @b is not defined"),
        ("@a = global i32 0\n@a = global i32 0", "line 2, column 1: @a is defined twice"),
        ("@a = global ptr @b\n@b = global i32* null", "line 2, column 16: a pointer with a pointee in a text of"),
        ("%a = type { %a }", "line 1, column 1: %a holds itself"),
        ("@a = global %b zeroinitializer", "line 1, column 13: %b is not defined"),
        ("!a = !{!0}", "line 1, column 8: !0 is not defined"),
        ("!0 = !{!1}", "line 1, column 8: !1 is not defined"),
        ("!0 = !DIFoo()", "line 1, column 6: metadata !DIFoo"),
        ('!0 = !DIFile(filenam: "a")', "line 1, column 14: field filenam of !DIFile"),
        ("define void @f() #0 {\n  ret void\n}", "line 1, column 18: attribute group #0 is not defined"),
        ("define void @f() {\n  br label %a\n}", "function 'f': line 2, column 12: block %a is not defined"),
        ("define void @f() {\n  ret i32 0\n}", "function 'f': line 2, column 11: ret of another type"),
        ("hello", "line 1, column 1: expected a definition, not 'hello'"),
        (BODY.replace("%INSERT", "%a = add i32 %x, %q"), "function 'f': line 2, column 20: %q is not defined"),
        (BODY.replace("%INSERT", "%a = add i32 %x, %y"), "line 2, column 20: %y is of another type"),
        (BODY.replace("%INSERT", "%x = add i32 %x, 1"), "line 2, column 3: %x is defined twice"),
        (BODY.replace("%INSERT", "%7 = frob i32 %x"), "line 2, column 8: expected an instruction, not 'frob'"),
        (BODY.replace("%INSERT", "%a = fadd i32 %x, 1"), "line 2, column 21: fadd of another type"),
        (BODY.replace("%INSERT", "%a = load i32, i64* null"), "load: the pointer does not point at the type"),
        (BODY.replace("%INSERT", "call void @f(i32 %x)"), "line 2, column 13: @f is of another type"),
        ("define void @f() {\n}", "line 2, column 1: a function body without a block"),
    ],
)
def test_errors_name_the_place(text: str, message: str) -> None:
    with pytest.raises((FormatError, UnsupportedError)) as caught:
        parse(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BODY.replace("%INSERT", "invoke void @g() to label %a unwind label %b"), "line 2, column 3: invoke"),
        (BODY.replace("%INSERT", "%v = va_arg i8** null, i32"), "va_arg"),
        ("@a = global i8* blockaddress(@f, %b)", "a constant blockaddress"),
        ("@a = global <vscale x 4 x i32> zeroinitializer", "a scalable vector"),
        ("uselistorder i32 0, { 1, 0 }", "the directive uselistorder"),
        ("@a = global " + "[1 x " * 200 + "i8" + "]" * 200 + " zeroinitializer", "nested more than 100 deep"),
    ],
)
def test_what_no_shader_has_is_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(UnsupportedError) as caught:
        parse(text)
    assert message in str(caught.value)


def test_numbers_as_llvm_23_writes_them() -> None:
    module = parse(
        "@a = global float f0x3FB8AA3B\n@b = global half f0x3C00\n@c = global double +inf\n@d = global float -qnan\n"
        "@e = global bfloat +snan(0x1)\n@f = global [2 x float] [float f0x3F800000, float -inf]\n"
        "@g = global float 1.002960e+00\n@h = global half 0.1\n@i = global bfloat 0.1\n"
    )
    assert [variable.initializer.params for variable in module.globals] == [  # type: ignore[union-attr]
        (0x3FB8AA3B,),
        (0x3C00,),
        (0x7FF0000000000000,),
        (0xFFC00000,),
        (0x7F81,),
        (0x3F800000, 0xFF800000),
        (0x3F8060FE,),
        (0x2E66,),
        (0x3DCD,),
    ]
    with pytest.raises(FormatError, match="line 1, column 19: f0x3F8000000 has too many digits"):
        parse("@a = global float f0x3F8000000")


def test_texts_of_no_pointers_are_typed() -> None:
    module = parse("define void @f() {\n  ret void\n}\n")
    assert module.functions[0].type.code is TypeCode.POINTER
    assert parse(b"; \xff\n").functions == []


def test_a_file_name_is_in_the_error() -> None:
    with pytest.raises(FormatError, match=r"^a\.ll: line 1, column 1: expected a definition"):
        parse("x", file="a.ll")


def test_a_long_text_that_is_none_takes_no_time() -> None:
    """One way only to read blanks and comments: with several, a bad character after them took minutes."""
    with pytest.raises(FormatError, match=r"line 2001, column 21: unexpected character"):
        parse("  ;  a comment  \n" * 2000 + " " * 20 + "?")
