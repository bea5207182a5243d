"""Blocks that are not reached, and phis with one value, are removed."""

from __future__ import annotations

from mtlb.convert.control import remove_untaken
from mtlb.ir import InstCode
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
