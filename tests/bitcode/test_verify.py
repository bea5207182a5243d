"""The structural verifier: every kind of damage is reported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from mtlb.ir import (
    BasicBlock,
    BlockInstruction,
    ConstantCode,
    Function,
    GlobalVariable,
    InstCode,
    Instruction,
    Linkage,
    MDNode,
    MetadataCode,
    Module,
    OperandBundle,
    TypeCode,
    Value,
    make_instruction,
)
from mtlb.ir.verify import verify_module
from tests.assembled import read_text
from tests.changes import cut, put

TEXT = """
%pair = type { i32, float }
@table = internal constant [2 x i32] [i32 1, i32 2]
declare i32 @callee(i32)
define i32 @k(i32 %a, float %f, <4 x float> %v) {
entry:
  %c = icmp eq i32 %a, 3
  %s = select i1 %c, i32 %a, i32 7
  %e = extractelement <4 x float> %v, i32 1
  %n = insertelement <4 x float> %v, float %e, i32 2
  %m = shufflevector <4 x float> %n, <4 x float> %v, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %sum = fadd float %e, %f
  %neg = fneg float %sum
  %x = alloca %pair
  store %pair zeroinitializer, ptr %x
  %l = load %pair, ptr %x
  %i = insertvalue %pair %l, i32 %s, 0
  %o = extractvalue %pair %i, 1
  %r = call i32 @callee(i32 %s), !note !0
  br i1 %c, label %left, label %right
left:
  switch i32 %a, label %right [ i32 1, label %left2 ]
left2:
  br label %right
right:
  %p = phi i32 [ %r, %entry ], [ 0, %left ], [ %s, %left2 ]
  ret i32 %p
}
!air.notes = !{!0}
!0 = !{!"text", i32 7}
"""


@pytest.fixture
def module() -> Module:
    return read_text(TEXT)


def kernel(module: Module) -> Function:
    function = module.function("k")
    assert function is not None
    return function


def find(module: Module, code: InstCode) -> Instruction:
    return next(i for i in kernel(module).instructions() if i.code is code)


def test_a_sound_module_has_no_problems(module: Module) -> None:
    assert verify_module(module) == []


def set_operand(code: InstCode, index: int, other: int = -1) -> Callable[[Module], None]:
    """Put an argument (by default the vector) where it does not belong."""

    def damage(module: Module) -> None:
        instruction = find(module, code)
        instruction.operands = put(instruction.operands, index, kernel(module).arguments[other])

    return damage


def drop_operand(code: InstCode) -> Callable[[Module], None]:
    def damage(module: Module) -> None:
        instruction = find(module, code)
        instruction.operands = cut(instruction.operands)

    return damage


def foreign_value(module: Module) -> None:
    binop = find(module, InstCode.BINOP)
    binop.operands = put(binop.operands, 0, make_instruction(InstCode.UNOP, kernel(module).arguments[1].type))


def store_to(module: Module, pointer: Value) -> None:
    store = find(module, InstCode.STORE)
    store.operands = put(store.operands, 1, pointer)


def foreign_global(module: Module) -> None:
    module.globals.clear()
    variable = GlobalVariable(kernel(module).type, kernel(module).type, "gone", Linkage.EXTERNAL)
    store_to(module, variable)


def foreign_constant(module: Module) -> None:
    variable = GlobalVariable(find(module, InstCode.ALLOCA).type, kernel(module).type, "gone", Linkage.EXTERNAL)
    constant = module.context.constant(variable.type, ConstantCode.CE_CAST, (11, 0), (variable,))
    store_to(module, constant)


def twice(module: Module) -> None:
    module.globals.append(module.globals[0])


def same_name(module: Module) -> None:
    module.globals[0].name = "k"


def no_terminator(module: Module) -> None:
    kernel(module).blocks[-1].instructions.pop()


def early_terminator(module: Module) -> None:
    block = kernel(module).blocks[0]
    block.instructions.insert(0, make_instruction(InstCode.UNREACHABLE, module.context.type(TypeCode.VOID)))


def foreign_block(module: Module) -> None:
    branch = find(module, InstCode.BR)
    assert isinstance(branch, BlockInstruction)
    branch.blocks = put(branch.blocks, 0, BasicBlock())


def phi_without_predecessor(module: Module) -> None:
    phi = find(module, InstCode.PHI)
    assert isinstance(phi, BlockInstruction)
    phi.operands, phi.blocks = cut(phi.operands), cut(phi.blocks)


def late_phi(module: Module) -> None:
    block = kernel(module).blocks[-1]
    block.instructions.insert(0, make_instruction(InstCode.FENCE, module.context.type(TypeCode.VOID), params=(4, 0)))


def unknown_kind(module: Module) -> None:
    find(module, InstCode.CALL).metadata = ((999, MDNode(MetadataCode.NODE)),)


def unknown_bundle(module: Module) -> None:
    find(module, InstCode.CALL).bundles = (OperandBundle("unknown", ()),)


def wrong_initializer(module: Module) -> None:
    module.globals[0].initializer = module.context.constant(module.context.integer_type(8), ConstantCode.NULL)


def short_data(module: Module) -> None:
    type_ = module.globals[0].value_type
    module.globals[0].initializer = module.context.constant(type_, ConstantCode.DATA, (1, 2, 3))


def no_body(module: Module) -> None:
    kernel(module).blocks = []


def wrong_arguments(module: Module) -> None:
    kernel(module).arguments.reverse()


def local_in_named_metadata(module: Module) -> None:
    node = module.named_metadata["air.notes"][0]
    node.fields += (module.context.value_metadata(kernel(module).arguments[0]),)


def fast(code: InstCode) -> Callable[[Module], None]:
    """Fast-math flags of an instruction whose result is an integer."""

    def damage(module: Module) -> None:
        instruction = find(module, code)
        if instruction.params:
            instruction.set_fields(fast_flags=254)
        else:
            instruction.params = (254,)  # a phi without flags has no fields

    return damage


DAMAGE: dict[str, tuple[Callable[[Module], None], str]] = {
    "binop": (set_operand(InstCode.BINOP, 0), "one type"),
    "compare": (set_operand(InstCode.CMP2, 0), "one type"),
    "unop": (set_operand(InstCode.UNOP, 0), "one type"),
    "select": (set_operand(InstCode.VSELECT, 1), "one type"),
    "select condition": (set_operand(InstCode.VSELECT, 0), "i1"),
    "extractelt": (set_operand(InstCode.EXTRACTELT, 0, 0), "not an element"),
    "insertelt": (set_operand(InstCode.INSERTELT, 1, 0), "fit each other"),
    "shufflevec": (set_operand(InstCode.SHUFFLEVEC, 1, 0), "fit each other"),
    "store": (set_operand(InstCode.STORE, 1), "does not point"),
    "load": (set_operand(InstCode.LOAD, 0), "does not point"),
    "insertval": (set_operand(InstCode.INSERTVAL, 1), "do not lead"),
    "extractval": (set_operand(InstCode.EXTRACTVAL, 0, 0), "do not lead"),
    "call": (set_operand(InstCode.CALL, 0), "parameter's type"),
    "callee": (set_operand(InstCode.CALL, -1), "not of the function type"),
    "arguments": (drop_operand(InstCode.CALL), "not of the function type"),
    "branch": (set_operand(InstCode.BR, 0), "i1"),
    "switch": (set_operand(InstCode.SWITCH, 0), "one type"),
    "phi": (set_operand(InstCode.PHI, 0), "another type"),
    "fast call": (fast(InstCode.CALL), "fast-math flags"),
    "fast phi": (fast(InstCode.PHI), "fast-math flags"),
    "fast select": (fast(InstCode.VSELECT), "fast-math flags"),
    "return": (set_operand(InstCode.RET, 0), "another type"),
    "missing operand": (drop_operand(InstCode.BINOP), "number of operands"),
    "nothing returned": (drop_operand(InstCode.RET), "returns nothing"),
    "foreign value": (foreign_value, "another function"),
    "foreign global": (foreign_global, "@gone, which is not in the module"),
    "foreign global in a constant": (foreign_constant, "@gone, which is not in the module"),
    "global twice": (twice, "twice"),
    "same name": (same_name, "2 globals are named 'k'"),
    "no terminator": (no_terminator, "does not end with a terminator"),
    "early terminator": (early_terminator, "in the middle"),
    "foreign block": (foreign_block, "block of another function"),
    "phi without predecessor": (phi_without_predecessor, "predecessors"),
    "late phi": (late_phi, "after other instructions"),
    "unknown kind": (unknown_kind, "metadata kind 999"),
    "unknown bundle": (unknown_bundle, "'unknown'"),
    "wrong initializer": (wrong_initializer, "initializer is of another type"),
    "short data": (short_data, "does not fit its type"),
    "no body": (no_body, "without a body"),
    "wrong arguments": (wrong_arguments, "do not match its type"),
    "local in named metadata": (local_in_named_metadata, "local value"),
}


@pytest.mark.parametrize(
    ("result", "in_llvm_14", "in_llvm_20"),
    [
        ("<2 x float>", True, True),
        ("[2 x half]", True, True),
        ("{ float, float }", False, True),
        ("{ float, half }", False, False),
        ("%pair", False, False),
        ("<2 x i32>", False, False),
    ],
)
def test_which_results_take_fast_math_flags(result: str, in_llvm_14: bool, in_llvm_20: bool) -> None:
    module = read_text(
        f"%pair = type {{ float, float }}\ndeclare {result} @f()\n"
        f"define void @k() {{\n %r = call {result} @f()\n ret void\n}}\n"
    )
    find(module, InstCode.CALL).set_fields(fast_flags=254)
    module.era = replace(module.era, opaque_pointers=True)
    assert (verify_module(module) == []) is in_llvm_20
    module.era = replace(module.era, opaque_pointers=False)
    assert (verify_module(module) == []) is in_llvm_14


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_named(module: Module, name: str) -> None:
    damage, expected = DAMAGE[name]
    damage(module)
    assert any(expected in problem for problem in verify_module(module)), verify_module(module)
