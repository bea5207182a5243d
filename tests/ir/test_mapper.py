"""What some values, types or metadata become, and what follows: all else stays the object that it is."""

from __future__ import annotations

import pytest

from mtlb.bitstream.decoder import COMPILED
from mtlb.ir import (
    Call,
    Constant,
    Context,
    InlineAsm,
    MDNode,
    Module,
    Type,
    Value,
    parse,
)
from mtlb.ir.mapper import Mapper, replace_operands

TEXT = b"""
%S = type { i32 }
%T = type { i32 }
@a = internal global %S zeroinitializer
@b = internal global %S zeroinitializer
@list = internal constant [2 x i32*] [i32* getelementptr (%S, %S* @a, i32 0, i32 0),
                                      i32* getelementptr (%S, %S* @b, i32 0, i32 0)]
declare void @llvm.assume(i1)
declare void @llvm.dbg.value(metadata, metadata, metadata)
define void @f(%S* byval(%S) %p) {
  %x = getelementptr %S, %S* %p, i32 0, i32 0
  %v = load i32, i32* %x, !note !0
  call void asm "nop", "r"(%S* %p)
  call void @llvm.assume(i1 true) [ "align"(%S* @a, i32 %v) ]
  call void @llvm.dbg.value(metadata i32 %v, metadata !5, metadata !DIExpression())
  ret void
}
!named = !{!0, !5}
!0 = distinct !{!0, !1, !4}
!1 = !{!2, %S* @a}
!2 = !{!1, !3}
!3 = !{!"plain"}
!4 = !{!3, %S* @b}
!5 = !{!"alone"}
"""


def code_of(module: Module) -> list[Call]:
    return [instruction for instruction in module.functions[-1].instructions() if isinstance(instruction, Call)]


def test_what_names_a_value_is_made_anew_and_the_rest_stays() -> None:
    module = parse(TEXT)
    a, b, list_ = module.globals
    assert isinstance(list_.initializer, Constant)
    before, root = list_.initializer.operands, module.named_metadata["named"][0]
    values: dict[Value, Value] = {a: b}
    Mapper(module.context, values).module(module)
    assert list_.initializer.operands == (before[1], before[1])
    assert code_of(module)[1].bundles[0].operands[0] is b
    new, alone = module.named_metadata["named"]
    assert new is not root and new.distinct and new.fields[0] is new
    assert new.fields[2] is root.fields[2] and alone.fields[0] is module.context.string("alone")
    circle = new.fields[1]
    assert isinstance(circle, MDNode) and circle is not root.fields[1]
    assert isinstance(circle.fields[0], MDNode) and circle.fields[0].fields[0] is circle
    assert circle.fields[1] is module.context.value_metadata(b)
    (load,) = (instruction for instruction in module.functions[-1].instructions() if instruction.metadata)
    assert load.metadata[0][1] is new


def test_nothing_is_made_where_nothing_changes() -> None:
    module = parse(TEXT)
    before = [
        (instruction.operands, instruction.metadata, instruction.blocks)
        for instruction in module.functions[-1].instructions()
    ]
    nodes, initializer = list(module.named_metadata["named"]), module.globals[2].initializer
    Mapper(module.context, {}).module(module)
    after = [
        (instruction.operands, instruction.metadata, instruction.blocks)
        for instruction in module.functions[-1].instructions()
    ]
    assert all(new[0] is old[0] and new[1:] == old[1:] for new, old in zip(after, before, strict=True))
    assert module.named_metadata["named"] == nodes and module.globals[2].initializer is initializer


class Swapped(Mapper):
    """%S becomes %T, in pointers and arrays too."""

    def __init__(self, context: Context, old: Type, new: Type) -> None:
        super().__init__(context, {}, maps_types=True)
        self.old, self.new = old, new

    def type(self, type_: Type) -> Type:
        if type_ is self.old:
            return self.new
        elements = tuple(self.type(element) for element in type_.elements)
        if type_.is_identified or elements == type_.elements:
            return type_
        return self.context.type(type_.code, type_.params, elements)


@pytest.mark.skipif(COMPILED, reason="a class of the test can't inherit from a compiled one")
def test_types_change_wherever_they_are_named() -> None:
    module = parse(TEXT)
    old, new = module.struct_types
    pointer = module.context.pointer_type(new)
    Swapped(module.context, old, new).module(module)
    function = module.functions[-1]
    assert function.arguments[0].type is pointer
    assert [a.value for g in function.attributes for a in g.attributes if isinstance(a.value, Type)] == [new]
    instructions = list(function.instructions())
    assert instructions[0].aux_type is new
    asm = instructions[2].callee
    assert isinstance(asm, InlineAsm) and asm.function_type is not None and asm.function_type.elements[-1] is pointer
    element = module.globals[2].initializer
    assert isinstance(element, Constant) and isinstance(element.operands[0], Constant)
    assert element.operands[0].source_type is new


@pytest.mark.parametrize("is_mapped", [True, False])
def test_a_local_that_becomes_a_constant_is_one_in_metadata_too(is_mapped: bool) -> None:
    module = parse(TEXT)
    context = module.context
    number = context.integer_constant(context.integer_type(32), 7)
    (load,) = (instruction for instruction in module.functions[-1].instructions() if instruction.metadata)
    assume, debug = code_of(module)[1:]
    values: dict[Value, Value] = {load: number}
    mapper = Mapper(context, dict(values))
    for call in (assume, debug):
        if is_mapped:
            mapper.instruction(call)
        else:
            replace_operands(context, call, lambda value: values.get(value, value))
    assert assume.bundles[0].operands[1] is number
    assert debug.operands[0] is context.metadata_value(context.value_metadata(number))
