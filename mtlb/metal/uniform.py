"""Numbers that are the same in all threads: `uniform<T>`, of which Apple's modules assume `air.is_uniform`.

LLVM 22's passes remove an assumption about a call that nothing else uses. So the header calls a function without a
result in its place (`mtlb.assume_uniform.i32`), whose effects are those of `llvm.assume`; after the passes it becomes
the two calls that Apple's compiler writes (MLX's gemv.metal, 752 functions of its library).
"""

from __future__ import annotations

import re
from collections import defaultdict

from ..air.intrinsics import LLVM_FUNCTIONS, overload
from ..air.names import PREFIX
from ..ir import Call, Constant, Function, Instruction, Module, Value
from ..ir.blocks import successors
from ..ir.dominance import dominators
from ..ir.names import ASSUME
from ..passes.rewriter import Rewriter

_WORDS = ("i1", "i32", "f32")
_ASSUMED = "mtlb.assume_uniform"
_DECLARED = re.compile(rf"^(declare void @{re.escape(_ASSUMED)}\.\w+\([^\n()]*\))[^\n]*$", re.MULTILINE)
_EFFECTS = "nofree nosync nounwind willreturn memory(inaccessiblemem: write)"
_IS_UNIFORM = f"{PREFIX}is_uniform."


def declare_assumptions(text: str) -> str:
    """LLVM IR in which an assumption has the effects of `llvm.assume`, which C++ has no attribute for."""
    return _DECLARED.sub(rf"\1 {_EFFECTS}", text)


def _assume(code: Rewriter, call: Call, values: list[Value]) -> bool:
    assert isinstance(call.callee, Function)
    if code.air < LLVM_FUNCTIONS["assume"]:
        return True
    word = call.callee.name.rpartition(".")[2]
    assumption = code.call(code.air_function(overload("is_uniform", word)), values)
    code.call(code.declare(ASSUME, code.void, [code.i1]), [assumption])
    return True


ASSUMPTIONS = {f"{_ASSUMED}.{word}": _assume for word in _WORDS}
"""The rules that replace the header's functions."""


def merge_assumptions(module: Module) -> None:
    """Remove an assumption where an earlier one of the same value dominates it, as LLVM does with equal calls."""
    for function in module.functions:
        if sum(_value_of(instruction) is not None for instruction in function.instructions()) > 1:
            _merge(function)


def _merge(function: Function) -> None:
    tree = dominators(function.blocks[0], successors)
    ends: defaultdict[object, list[int]] = defaultdict(list)  # of the blocks that an assumption of a value dominates
    unneeded: set[Value] = set()
    for block in sorted(tree.nodes, key=lambda block: tree.interval(block)[0]):
        start, end = tree.interval(block)
        for call in block.instructions:
            value = _value_of(call)
            if value is None:
                continue
            key = (value.type, value.code, value.params) if isinstance(value, Constant) else value
            while ends[key] and ends[key][-1] <= start:
                ends[key].pop()
            if ends[key]:
                unneeded.add(call)
            else:
                ends[key].append(end)
    for block in function.blocks if unneeded else ():
        block.instructions = [
            item for item in block.instructions if item not in unneeded and not unneeded.intersection(item.operands)
        ]


def _value_of(call: Instruction) -> Value | None:
    """The value that a call of `air.is_uniform` is about."""
    is_call = isinstance(call, Call) and isinstance(call.callee, Function) and call.callee.name.startswith(_IS_UNIFORM)
    return call.operands[0] if is_call else None
