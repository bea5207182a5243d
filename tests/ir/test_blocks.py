"""Blocks that are not reached, and phis with one value, are removed."""

from __future__ import annotations

from mtlb.convert import ConvertOptions, ConvertTarget, convert_module
from mtlb.convert.control import remove_untaken
from mtlb.ir import InstCode, constant_number
from mtlb.ir.blocks import drop_unreachable
from mtlb.ir.text.printer import print_module
from mtlb.ir.verify import verify_module
from tests.assembled import read_text

LOOP = """
define i32 @f(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %x, %latch ]
  %j = add i32 %i, 1
  br i1 true, label %a, label %b
a:
  br label %latch
b:
  br label %latch
latch:
  %x = phi i32 [ %j, %a ], [ 7, %b ]
  %s = select i1 true, i32 %x, i32 %n
  %c = icmp ult i32 %s, %n
  br i1 %c, label %head, label %exit
exit:
  ret i32 %x
}
"""


def test_a_value_of_the_next_iteration_is_replaced_too() -> None:
    module = read_text(LOOP)
    (function,) = module.functions
    remove_untaken(module.context, function)
    assert verify_module(module) == []
    codes = [[i.code for i in block.instructions] for block in function.blocks]
    assert codes == [
        [InstCode.BR],
        [InstCode.PHI, InstCode.BINOP, InstCode.CMP2, InstCode.BR],
        [InstCode.RET],
    ]
    phi, addition, *_ = function.blocks[1].instructions
    assert addition in phi.operands and function.blocks[2].instructions[0].operands == (addition,)


def test_conditions_of_any_depth_are_computed() -> None:
    steps = "\n".join(f"  %c{n + 1} = xor i1 %c{n}, true" for n in range(3000))
    text = f"""
define i32 @f(i1 %c) {{
  %c0 = and i1 true, true
{steps}
  %s = select i1 %c3000, i32 1, i32 2
  ret i32 %s
dead:
  %a = and i1 %b, true
  %b = or i1 %a, false
  br i1 %b, label %dead, label %end
end:
  ret i32 3
}}
"""
    module = read_text(text)
    (function,) = module.functions
    remove_untaken(module.context, function)
    assert verify_module(module) == []
    (block,) = function.blocks
    assert constant_number(block.instructions[-1].operands[0]) == 1


DEAD = """
target triple = "air64-apple-macosx14.0.0"
define void @f(ptr addrspace(1) %p) !dbg !0 {
  call void @llvm.dbg.value(metadata i32 %a, metadata !1, metadata !DIExpression()), !dbg !2
  ret void
dead:
  %a = freeze i32 %b
  %b = freeze i32 %a
  %q = getelementptr i32, ptr addrspace(1) %r, i64 1
  %r = getelementptr i32, ptr addrspace(1) %q, i64 1
  store i32 %a, ptr addrspace(1) %q
  br label %dead
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!5}
!0 = distinct !DISubprogram(name: "f", scope: !4, file: !4, unit: !3, spFlags: DISPFlagDefinition)
!1 = !DILocalVariable(name: "a", scope: !0)
!2 = !DILocation(line: 1, scope: !0)
!3 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !4, emissionKind: FullDebug)
!4 = !DIFile(filename: "f.cpp", directory: "/")
!5 = !{i32 2, !"Debug Info Version", i32 3}
"""


def test_values_of_blocks_that_are_not_reached_may_use_each_other() -> None:
    module = read_text(DEAD)
    drop_unreachable(module.context, module.functions[0])
    assert [len(block.instructions) for block in module.functions[0].blocks] == [2]
    assert verify_module(module, debug_info=False) == []
    assert "metadata i32 undef" in print_module(module)


def test_a_conversion_ends_with_values_that_use_each_other() -> None:
    converted = convert_module(read_text(DEAD), ConvertOptions(target=ConvertTarget("macos11")))
    assert all(len(function.blocks) <= 1 for function in converted.module.functions)
