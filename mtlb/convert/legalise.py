"""Legalisation: replace instructions and intrinsics that Apple's compilers do not write by those that they write.

The rules are in files by theme. This file maps instructions to rules, and defines the order. A rule may create an
instruction that another rule has to change, so the rules run until nothing changes. Pointers stay opaque throughout.
"""

from __future__ import annotations

from typing import Final

from ..air.intrinsics import LLVM_FUNCTIONS
from ..air.names import PREFIX
from ..air.types import FLOAT_WORDS
from ..base.errors import UnsupportedError
from ..base.features import MODERN_FORM_SINCE
from ..base.versions import Version
from ..ir import (
    BinaryOperator,
    Call,
    Constant,
    ConstantAsMetadata,
    ConstantCode,
    Function,
    InlineAsm,
    InstCode,
    Instruction,
    MetadataAsValue,
    Module,
    TypeCode,
    Value,
)
from ..ir.names import DBG_VALUE, INTRINSIC
from ..ir.type_rules import is_vector
from ..passes.rewriter import Rewriter, Rule, remove_unused
from .atomics import rule_atomicrmw, rule_cmpxchg, rule_fence, rule_loadatomic, rule_storeatomic
from .casts import rule_cast
from .control import remove_unreachable_ends, scalarise_phis
from .integers import INTEGERS
from .libraries import library_function
from .masked import MaskedExpansion
from .math import MATH, frem
from .memory import MEMORY, rule_gep, rule_load, rule_store
from .pairs import split_integers
from .widths import widen_integers

_FREM: Final = BinaryOperator.FREM
_MOST_ROUNDS = 20
_MEMBERS = (InstCode.INSERTVAL, InstCode.EXTRACTVAL)

# Intrinsics that are only hints for an optimiser.
_DROPPED = frozenset(
    {
        *("assume", "sideeffect", "donothing", "var.annotation", "invariant.start", "invariant.end", "pseudoprobe"),
        *("experimental.noalias.scope.decl", "dbg.value", "dbg.declare", "dbg.label", "fake.use"),
    }
)
# Hints that return their first operand.
_COPIED = frozenset(
    {
        *("expect", "expect.with.probability", "launder.invariant.group", "strip.invariant.group", "ssa.copy"),
        *("annotation", "ptr.annotation", "arithmetic.fence"),
    }
)
# Hints that Apple's compilers write too. In a module for another target, assumptions are dropped: they are for that
# target's optimiser.
_KEPT = {"experimental.noalias.scope.decl": "experimental.noalias.scope.decl", "assume": "assume"}
_KEPT |= {"dbg.value": "dbg", "dbg.declare": "dbg"}


def legalise(module: Module, air: Version, *, is_foreign: bool = False, is_source: bool = False) -> list[str]:
    """Legalise every function of `module`, in place; returns warnings. `is_foreign`: it was compiled for another
    target. `is_source`: it comes from Metal source.

    UnsupportedError, with function, instruction and line, for constructs without a form in AIR.
    """
    warnings: list[str] = []
    rewriter = Rewriter(module, air, warnings)
    rewriter.is_foreign, rewriter.is_source = is_foreign, is_source
    masked = MaskedExpansion(rewriter)
    for function in [f for f in module.functions if f.blocks]:
        _function(rewriter, masked, function)
    return warnings


def _function(rewriter: Rewriter, masked: MaskedExpansion, function: Function) -> None:
    remove_unreachable_ends(rewriter, function)
    masked.expand(function)
    for _ in range(_MOST_ROUNDS):
        changed = scalarise_phis(rewriter, function)
        changed |= rewriter.run(function, _RULES)
        changed |= changed and remove_unused(function, _MEMBERS)
        changed |= split_integers(rewriter, function)
        changed |= widen_integers(rewriter, function)
        if not changed:
            break
    else:
        raise rewriter.refuse(None, f"its instructions are not legal after {_MOST_ROUNDS} rounds")


def rule_call(code: Rewriter, call: Instruction) -> Value | bool | None:
    """The replacement for a CALL."""
    assert isinstance(call, Call)
    callee = call.operands[-1]
    if not isinstance(callee, Function):
        if isinstance(callee, InlineAsm):
            raise UnsupportedError("inline assembly")
        if code.is_foreign and not is_of_table(callee):
            raise UnsupportedError("a call through a pointer: AIR has function pointers only in tables")
        return None
    name = callee.name
    values = list(call.operands[:-1])
    if name.startswith(INTRINSIC):
        return _intrinsic_call(code, call, name[len(INTRINSIC) :], values)
    if callee.is_declaration and not name.startswith(PREFIX):
        return library_function(code, call, callee, values)
    return None


def _is_uniform(value: Value) -> bool:
    """Whether a value says that a number is the same in all threads: Apple's modules assume it."""
    callee = value.callee if isinstance(value, Call) else None
    return isinstance(callee, Function) and callee.name.startswith(f"{PREFIX}is_uniform.")


_FROM_TABLE = "air.get_function_pointer_visible_function_table"


def is_of_table(pointer: Value) -> bool:
    """Whether a pointer is a function pointer from a table."""
    while isinstance(pointer, Instruction) and pointer.code is InstCode.CAST:
        pointer = pointer.operands[0]
    callee = pointer.operands[-1] if isinstance(pointer, Call) else None
    return isinstance(callee, Function) and callee.name == _FROM_TABLE


def _family(name: str) -> str:
    """The name of an LLVM intrinsic without the type suffixes."""
    parts = name.split(".")
    while parts and (parts[-1] in MANGLED or _is_type(parts[-1])):
        parts.pop()
    return ".".join(parts)


MANGLED = frozenset({*FLOAT_WORDS.values(), "isVoid"})


def _is_type(word: str) -> bool:
    """Whether a word of a name is a type: i32, v4f32, p0, p1i8, sl_…"""
    head = word.lstrip("nxv0123456789")
    if word[:1] == "v" and head in MANGLED:
        return True
    if word[:1] in "vn" and word[1:2].isdigit():
        return True
    return (word[:1] in "ip" and word[1:2].isdigit()) or word.startswith(("sl_", "s_"))


def _is_address(value: Value) -> bool:
    metadata = value.metadata if isinstance(value, MetadataAsValue) else None
    return isinstance(metadata, ConstantAsMetadata) and metadata.value.type.is_pointer


def _intrinsic_call(code: Rewriter, call: Call, name: str, values: list[Value]) -> Value | bool | None:
    family = _family(name)
    if family == "dbg.declare" and _is_address(values[0]):
        return True  # of memory that LLVM has taken apart: other calls say where the parts are
    if family == "dbg.value" and _is_address(values[0]):
        # The address space in such a constant does not change with that of the variable: it has no value instead.
        metadata = code.context.type(TypeCode.METADATA)
        undefined = ConstantAsMetadata(code.context.constant(code.i32, ConstantCode.UNDEF))
        callee = code.declare(f"llvm.{family}", code.void, [metadata] * 3)
        return code.call(callee, [MetadataAsValue(metadata, undefined), *values[1:3]])
    kept = _KEPT.get(family)
    if kept is not None and code.air >= LLVM_FUNCTIONS[kept]:
        is_foreign = code.is_foreign and not _is_uniform(values[0])
        says_nothing = kept == "assume" and (is_foreign or call.bundles or isinstance(values[0], Constant))
        return True if says_nothing else None
    if family in _DROPPED:
        return True
    if family == "dbg.assign":  # as dbg.value, with the id of the store
        metadata = code.context.type(TypeCode.METADATA)
        return code.call(code.declare(DBG_VALUE, code.void, [metadata] * 3), values[:3])
    if family in _COPIED:
        return values[0]
    for table in (MATH, INTEGERS, MEMORY):
        rule = table.get(family)
        if rule is not None:
            return rule(code, call, values)
    if family == "is.constant":
        return code.integer(code.i1, isinstance(values[0], Constant))
    if family == "objectsize":
        smallest = values[1]
        is_smallest = isinstance(smallest, Constant) and smallest.code != ConstantCode.NULL
        return code.integer(call.type, 0 if is_smallest else -1)
    if family in ("trap", "debugtrap", "ubsantrap"):
        return True  # at the end of a block it ends the function
    raise UnsupportedError(f"llvm.{name}, which AIR does not support")


def rule_binop(code: Rewriter, instruction: Instruction) -> Value | None:
    """The replacement for a BINOP."""
    if instruction.params[0] == _FREM and instruction.type.scalar.code is not TypeCode.INTEGER:
        return frem(code, instruction)
    return None


def rule_extractvalue(code: Rewriter, instruction: Instruction) -> Value | None:
    """The inserted value, for a member of a struct that insertvalue instructions build."""
    before = len(code.instructions)
    part = code.part(instruction.operands[0], *instruction.path)
    if isinstance(part, Instruction) and part.code is InstCode.EXTRACTVAL and len(code.instructions) > before:
        code.instructions.pop()
        return None
    return part


def rule_freeze(code: Rewriter, instruction: Instruction) -> Value | None:
    """Replace freeze before AIR 2.6, which has neither freeze nor poison; undef is replaced by zero, a valid choice."""
    if code.air >= MODERN_FORM_SINCE:
        return None
    value = instruction.operands[0]
    if isinstance(value, Constant) and value.code in (ConstantCode.UNDEF, ConstantCode.POISON):
        return code.null(value.type)
    return value


def rule_extractelement(code: Rewriter, instruction: Instruction) -> Value | None:
    """Refuse scalable vectors; keep everything else."""
    if is_vector(instruction.operands[0].type) and len(instruction.operands[0].type.params) > 1:
        raise UnsupportedError("a scalable vector, which AIR does not support")
    return None


_RULES: dict[InstCode, Rule] = {
    InstCode.CAST: rule_cast,
    InstCode.CALL: rule_call,
    InstCode.BINOP: rule_binop,
    InstCode.LOAD: rule_load,
    InstCode.STORE: rule_store,
    InstCode.GEP: rule_gep,
    InstCode.LOADATOMIC: rule_loadatomic,
    InstCode.STOREATOMIC: rule_storeatomic,
    InstCode.ATOMICRMW: rule_atomicrmw,
    InstCode.CMPXCHG: rule_cmpxchg,
    InstCode.FENCE: rule_fence,
    InstCode.EXTRACTVAL: rule_extractvalue,
    InstCode.EXTRACTELT: rule_extractelement,
    InstCode.FREEZE: rule_freeze,
}
