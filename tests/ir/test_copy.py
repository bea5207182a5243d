"""Copies of modules say the same and share nothing that a pass changes; views share all but what differs."""

from __future__ import annotations

import pytest

from mtlb.base.toolchains import Layout
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.ir import (
    ConstantAsMetadata,
    ConstantCode,
    Context,
    Function,
    Linkage,
    LocalAsMetadata,
    MDNode,
    MetadataAsValue,
    MetadataCode,
    Module,
    TypeCode,
    Value,
    copy_module,
    view,
)
from mtlb.linker.options import LinkOptions
from mtlb.linker.program.split import split
from tests.assembled import read_typed
from tests.linker.samples import GOLDEN, golden, program_of

GOLDENS = sorted(path.stem for path in GOLDEN.glob("*.air"))

EVERYTHING = """
@table = internal constant [2 x void (i32)*] [void (i32)* @f, void (i32)* bitcast (void ()* @g to void (i32)*)], align 8
@number = internal global i32 1
@other = alias i32, i32* @number
declare i32 @personality(...)
declare i32 @llvm.read_register.i32(metadata)
declare void @llvm.assume(i1)
define void @g() personality i32 (...)* @personality {
  ret void
}
define void @f(i32 %n) prefix void ()* @g !dbg !3 {
entry:
  br label %loop, !dbg !6
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1, !dbg !6
  %r = call i32 @llvm.read_register.i32(metadata !17), !dbg !6
  %s = call i32 @llvm.read_register.i32(metadata !14), !dbg !6
  %more = icmp ult i32 %next, %n, !dbg !6
  call void @llvm.assume(i1 true) [ "align"(i32* @number, i32 %next) ]
  switch i32 %next, label %done [ i32 7, label %loop ], !dbg !6, !llvm.loop !9
done:
  %p = load void (i32)*, void (i32)** inttoptr (i64 ptrtoint ([2 x void (i32)*]* @table to i64) to void (i32)**)
  call void %p(i32 %n), !callees !15
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7}
!air.notes = !{!14, !16}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.metal", directory: "/src")
!2 = !DISubroutineType(types: !4)
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 12, type: !2, spFlags: DISPFlagDefinition, unit: !0)
!4 = !{null}
!6 = !DILocation(line: 13, column: 4, scope: !3)
!7 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !{!9, !6}
!13 = !DILocalVariable(name: "i", scope: !3, file: !1, line: 13)
!14 = !{void (i32)* @f, !17, !"f"}
!15 = !{void (i32)* @f, void ()* @g}
!16 = distinct !{!16, !18, void ()* @g}
!17 = !{!"says nothing about a function"}
!18 = !{!16}
"""


def owned(module: Module) -> set[Value | object]:
    """Everything that a pass may change."""
    values: set[Value | object] = set(module.global_values())
    for function in module.functions:
        values.update((*function.arguments, *function.blocks, *function.instructions()))
    return values


def named(module: Module) -> set[object]:
    """All that operands, branches, symbol tables and metadata of a module name, at any depth."""
    worklist: list[object] = [node for nodes in module.named_metadata.values() for node in nodes]
    for value in module.global_values():
        worklist += [node for _, node in value.metadata]
        for name in ("initializer", "aliasee", "prologue", "prefix", "personality"):
            worklist.append(getattr(value, name, None))
    for function in module.functions:
        worklist += function.symbols
        for instruction in function.instructions():
            worklist += [*instruction.operands, *instruction.blocks, *(node for _, node in instruction.metadata)]
            worklist += [operand for bundle in instruction.bundles for operand in bundle.operands]
            worklist += [] if instruction.debug_loc is None else instruction.debug_loc
    values: set[object] = set()
    while worklist:
        item = worklist.pop()
        if item not in values:
            values.add(item)
            if isinstance(item, MDNode):
                worklist += item.fields
            elif isinstance(item, (ConstantAsMetadata, LocalAsMetadata)):
                worklist.append(item.value)
            elif isinstance(item, MetadataAsValue):
                worklist.append(item.metadata)
            else:
                worklist += getattr(item, "operands", ())
    return values


def check(module: Module) -> Module:
    before = write_module(module)
    copy = copy_module(module)
    assert write_module(copy) == before == write_module(module)
    assert not owned(module) & (owned(copy) | named(copy))
    return copy


@pytest.mark.parametrize("name", [name for name in GOLDENS if "unread" not in name])
def test_a_copy_says_the_same_and_names_nothing_of_the_original(name: str) -> None:
    check(read_module(golden(name).data))


def test_everything_that_can_name_a_global_or_a_local() -> None:
    pytest.importorskip("llvmlite")
    module = read_typed(EVERYTHING)
    context = module.context
    function = module.function("f")
    assert function is not None
    first, second, *_ = (i for i in function.instructions() if i.name in ("r", "s"))
    (sum_,) = (i for i in function.instructions() if i.name == "next")
    local = LocalAsMetadata(sum_)
    both = MDNode(MetadataCode.ARG_LIST, (local, LocalAsMetadata(function.arguments[0])))
    first.operands = (context.metadata_value(local), first.operands[-1])
    second.operands = (context.metadata_value(both), second.operands[-1])
    copy = check(module)
    entry, distinct = module.named_metadata["air.notes"]
    its_entry, its_distinct = copy.named_metadata["air.notes"]
    assert its_entry.fields[1] is entry.fields[1]  # what names nothing that was copied is shared
    assert copy.named_metadata["llvm.dbg.cu"] == module.named_metadata["llvm.dbg.cu"]
    assert its_distinct is not distinct and its_distinct.distinct and its_distinct.fields[0] is its_distinct
    circle = its_distinct.fields[1]
    assert isinstance(circle, MDNode) and circle.fields == (its_distinct,)
    check(copy)


def test_a_circle_of_nodes_that_names_a_function_is_copied_whole() -> None:
    context = Context()
    type_ = context.type(TypeCode.FUNCTION, (0,), (context.type(TypeCode.VOID),))
    function = Function(context.pointer_type(type_), type_, "f", Linkage.EXTERNAL)
    a, b, apart = (MDNode(MetadataCode.NODE) for _ in range(3))
    a.fields, b.fields, apart.fields = (b, None), (a, context.value_metadata(function)), (apart,)
    module = Module(context=context, functions=[function], named_metadata={"circle": [a, apart]})
    copy = copy_module(module)
    new, same = copy.named_metadata["circle"]
    assert same is apart and new is not a
    (other, nothing) = new.fields
    assert isinstance(other, MDNode) and other is not b and nothing is None and other.fields[0] is new
    assert isinstance(other.fields[1], ConstantAsMetadata) and other.fields[1].value is copy.functions[0]
    assert a.fields == (b, None)


def test_a_constant_of_any_depth_is_copied_without_recursion() -> None:
    context = Context()
    type_ = context.type(TypeCode.FUNCTION, (0,), (context.type(TypeCode.VOID),))
    function = Function(context.pointer_type(type_), type_, "f", Linkage.EXTERNAL)
    constant: Value = function
    for _ in range(5000):
        constant = context.constant(function.type, ConstantCode.CE_CAST, (11, 0), (constant,))
    function.prefix = constant
    actual = copy_module(Module(context=context, functions=[function])).functions[0].prefix
    assert actual is not constant and function.prefix is constant


def test_a_view_is_copied_with_what_it_replaces() -> None:
    options = LinkOptions(layout=Layout.METALLIB)
    program = program_of([golden("link_main"), golden("link_helper")], options)
    entries = [entry for entries in program.entries.values() for entry in entries]
    assert entries
    for entry in entries:
        module = split(program, entry)
        copy = check(module)
        assert module.replaced and not copy.replaced


def test_a_view_differs_where_it_is_told_and_leaves_the_rest() -> None:
    module = read_module(golden("saxpy").data)
    before = write_module(module)
    function = next(function for function in module.functions if function.is_definition)
    named = [function.copy() for _ in range(2)]
    named[0].alignment, named[1].alignment = 3, 4
    first = view(module, {function: named[0]})
    second = view(first, {named[0]: named[1]})
    assert write_module(module) == before != write_module(first) != write_module(second)
    assert first.own(function) is named[0] in first.functions and second.own(function) is named[1] in second.functions
    assert named[0] not in second.functions and len(second.replaced) == 1
