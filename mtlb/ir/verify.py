"""Structural verification of a module: everything that is referred to exists, and the types of operands fit.

Dominance is not checked (LLVM's own verifier does that), nor anything that only a GPU cares about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from ._instruction_checks import CHECKS
from .globals import Function, GlobalValue
from .instructions import BasicBlock, Instruction
from .metadata import ConstantAsMetadata, LocalAsMetadata, MDNode, Metadata, MetadataAsValue
from .module import Module
from .opcodes import STRUCT_TYPES, TERMINATORS, ConstantCode, InstCode, TypeCode
from .type_rules import is_i1, points_at, takes_fast_flags
from .types import Type
from .values import Constant, InlineAsm, Value

__all__ = ["verify_module"]


def verify_module(module: Module) -> list[str]:
    """What is wrong with a module, one line each; empty if nothing is."""
    return list(_Verifier(module).problems())


class _Verifier:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.globals = set(module.global_values())
        self.kinds = {number for number, _ in module.metadata_kinds}
        self.sound_constants: set[Value] = set()
        self.sound_metadata: set[Metadata] = set()
        self.function: Function | None = None
        self.locals: set[Value] = set()
        self.blocks: set[BasicBlock] = set()

    def problems(self) -> Iterator[str]:
        module = self.module
        for name, count in Counter([v.name for v in module.global_values() if v.name]).items():
            if count > 1:
                yield f"{count} globals are named {name!a}"
        if len(self.globals) < len([*module.global_values()]):
            yield "a global is in the module twice"
        for value in module.global_values():
            yield from self.prefixed(f"@{value.name}", self.global_value(value))
        for name, nodes in module.named_metadata.items():
            for node in nodes:
                yield from self.prefixed(f"!{name}", self.metadata(node))
        for function in module.functions:
            yield from self.prefixed(f"@{function.name}", self.body(function))

    @staticmethod
    def prefixed(where: str, problems: Iterable[str]) -> Iterator[str]:
        for problem in problems:
            yield f"{where}: {problem}"

    # --- globals -----------------------------------------------------------------------------------------------------

    def global_value(self, value: GlobalValue) -> Iterator[str]:
        if not points_at(value.type, value.value_type):
            yield "its type is not a pointer to its value type"
        for attached, node in value.metadata:
            yield from self.attachment(attached, node)
        for part in ("initializer", "aliasee", "personality", "prefix", "prologue"):
            constant = getattr(value, part, None)
            if constant is None:
                continue
            yield from self.operand(constant)
            if part == "initializer" and constant.type is not value.value_type:
                yield "the initializer is of another type"
        if isinstance(value, Function):
            if value.value_type.code is not TypeCode.FUNCTION:
                yield "it is not of a function type"
            elif value.arguments and [a.type for a in value.arguments] != list(value.value_type.parameters):
                yield "its arguments are not those of its type"

    def attachment(self, kind: int, node: MDNode) -> Iterator[str]:
        if kind not in self.kinds:
            yield f"an attachment of metadata kind {kind}, which the module does not name"
        yield from self.metadata(node)

    # --- operands and metadata ---------------------------------------------------------------------------------------

    def operand(self, value: Value) -> Iterator[str]:
        """That a value exists: in the module, in the function, or as a constant made of such."""
        if isinstance(value, GlobalValue):
            if self.module.own(value) not in self.globals:
                yield f"refers to @{value.name}, which is not in the module"
        elif isinstance(value, Constant):
            yield from self.constant(value)
        elif isinstance(value, MetadataAsValue):
            yield from self.metadata(value.metadata)
        elif not isinstance(value, InlineAsm) and not self.is_local(value):
            yield "refers to a value of another function, or of no function"

    def is_local(self, value: Value) -> bool:
        """Whether an argument or instruction is one of the function that is being looked at."""
        return (self.module.own(value) if isinstance(value, Instruction) else value) in self.locals

    def constant(self, root: Constant) -> Iterator[str]:
        work: list[Value] = [root]
        while work:
            value = work.pop()
            if value in self.sound_constants:
                continue
            self.sound_constants.add(value)
            if not isinstance(value, Constant):
                yield from self.operand(value)
                continue
            if value.code != ConstantCode.BLOCKADDRESS:
                work.extend(value.operands)
            yield from self.constant_shape(value)

    @staticmethod
    def constant_shape(value: Constant) -> Iterator[str]:
        type_, code = value.type, value.code
        if code == ConstantCode.AGGREGATE:
            if type_.code in STRUCT_TYPES:
                expected: list[Type] = list(type_.elements)
            elif type_.code in (TypeCode.ARRAY, TypeCode.VECTOR):
                expected = [type_.elements[0]] * min(type_.params[0], len(value.operands) + 1)
            else:
                expected = []
            if [operand.type for operand in value.operands] != expected:
                yield "an aggregate constant whose members do not fit its type"
        elif code == ConstantCode.DATA:
            if type_.code not in (TypeCode.ARRAY, TypeCode.VECTOR) or type_.params[0] != len(value.params):
                yield "a data constant that does not fit its type"
        elif code == ConstantCode.INTEGER and type_.code is not TypeCode.INTEGER:
            yield "an integer constant of another type"

    def metadata(self, root: Metadata | None) -> Iterator[str]:
        """That metadata, and all it leads to, exists."""
        work = [root]
        while work:
            item = work.pop()
            if item is None or item in self.sound_metadata:
                continue
            if isinstance(item, LocalAsMetadata):
                yield from self.operand(item.value)
                continue
            self.sound_metadata.add(item)
            if isinstance(item, MDNode):
                for operand in item.operands():
                    if isinstance(operand, LocalAsMetadata) and not self.is_local(operand.value):
                        yield "metadata refers to a value of another function"
                    elif not isinstance(operand, LocalAsMetadata):
                        work.append(operand)
            elif isinstance(item, ConstantAsMetadata):
                if isinstance(item.value, (Constant, GlobalValue)):
                    yield from self.operand(item.value)
                else:
                    yield "metadata of the module refers to a local value"

    # --- functions ---------------------------------------------------------------------------------------------------

    def body(self, function: Function) -> Iterator[str]:
        if function.is_declaration or not self.module.has_bodies:
            if function.blocks:
                yield "a declaration with a body"
            return
        if not function.blocks:
            yield "a definition without a body"
        self.function = function
        self.locals = {*function.arguments, *function.instructions()}
        self.blocks = set(function.blocks)
        predecessors: dict[BasicBlock, Counter[BasicBlock]] = {block: Counter() for block in function.blocks}
        for block in function.blocks:
            for target in self.targets(block.instructions[-1]) if block.instructions else ():
                if target in predecessors:
                    predecessors[target][block] += 1
        for number, block in enumerate(function.blocks):
            yield from self.prefixed(f"block {number}", self.block(block, predecessors[block]))
        self.locals = set()
        self.blocks = set()
        self.function = None

    def targets(self, instruction: Instruction) -> list[BasicBlock]:
        return [self.module.own(block) for block in instruction.blocks]

    def block(self, block: BasicBlock, predecessors: Counter[BasicBlock]) -> Iterator[str]:
        if not block.instructions or block.instructions[-1].code not in TERMINATORS:
            yield "does not end with a terminator"
        after_phis = False
        for number, instruction in enumerate(block.instructions):
            problems: list[str] = []
            if instruction.code in TERMINATORS and number < len(block.instructions) - 1:
                problems.append("a terminator in the middle of the block")
            if instruction.code is InstCode.PHI:
                if after_phis:
                    problems.append("after other instructions")
                if Counter(self.targets(instruction)) != predecessors:
                    problems.append("its blocks are not the predecessors of its block")
            else:
                after_phis = True
            problems += self.instruction(instruction)
            if problems:
                yield from self.prefixed(f"instruction {number} ({instruction.code.name})", problems)

    def instruction(self, instruction: Instruction) -> Iterator[str]:
        is_view, sound = bool(self.module.replaced), self.sound_constants
        for operand in instruction.operands:
            # Most are values of the function, or constants that were looked at before.
            if (operand in sound) if isinstance(operand, Constant) else (operand in self.locals and not is_view):
                continue
            yield from self.operand(operand)
        for bundle in instruction.bundles:
            if bundle.tag not in self.module.operand_bundle_tags:
                yield f"an operand bundle of tag {bundle.tag!a}, which the module does not name"
            for operand in bundle.operands:
                yield from self.operand(operand)
        if (
            instruction.blocks
            and instruction.code is not InstCode.PHI
            and not self.blocks.issuperset(self.targets(instruction))
        ):
            yield "branches to a block of another function"
        for kind, node in instruction.metadata:
            yield from self.attachment(kind, node)
        if instruction.debug_loc is not None:
            yield from self.metadata(instruction.debug_loc.scope)
            yield from self.metadata(instruction.debug_loc.inlined_at)
        check, check_here = CHECKS.get(instruction.code), _CHECKS.get(instruction.code)
        problem = "" if check is None else check(instruction)
        if not problem and check_here is not None:
            problem = check_here(self, instruction)
        if problem:
            yield problem

    # --- one kind of instruction each: what is wrong with its types, or "" -------------------------------------------

    def fast_flags(self, i: Instruction) -> str:
        """That fast-math flags of a call, phi or select are of a floating-point result: LLVM does not load others."""
        if not i.params or not i.fast_flags or takes_fast_flags(i.type, in_structs=self.module.era.opaque_pointers):
            return ""
        return "fast-math flags, and the result is no floating-point number or vector of them"

    def ret(self, i: Instruction) -> str:
        if self.function is None or self.function.value_type.code is not TypeCode.FUNCTION:
            return ""
        result = self.function.value_type.result
        if not i.operands:
            return "" if result.code is TypeCode.VOID else "returns nothing from a function that has a result"
        return "" if i.operands[0].type is result else "returns a value of another type than the function's"

    def branch(self, i: Instruction) -> str:
        if len(i.blocks) != 1 + len(i.operands) or len(i.operands) > 1:
            return "it needs one target, or two and a condition"
        return "" if all(is_i1(operand.type) for operand in i.operands) else "the condition is not i1"

    def switch(self, i: Instruction) -> str:
        if not i.operands or len(i.operands) != len(i.blocks):
            return "it does not have as many cases as targets"
        same = all(operand.type is i.operands[0].type for operand in i.operands)
        return "" if same else "cases and condition are not of one type"

    def phi(self, i: Instruction) -> str:
        if len(i.operands) != len(i.blocks):
            return "it does not have as many values as blocks"
        if any(operand.type is not i.type for operand in i.operands):
            return "a value of another type"
        return self.fast_flags(i)

    def alloca(self, i: Instruction) -> str:
        if len(i.operands) != 1 or len(i.params) != 4:
            return "it has the wrong number of operands"
        return "" if points_at(i.type, i.aux_type) else "the result does not point at the allocated type"

    def call(self, i: Instruction) -> str:
        type_ = i.aux_type
        if type_ is None or type_.code is not TypeCode.FUNCTION:
            return "it has no function type"
        if not i.operands or len(i.params) != 3:
            return "it has the wrong number of operands"
        *arguments, callee = i.operands
        if not points_at(callee.type, type_):
            return "the callee is not of the function type"
        if i.type is not type_.result:
            return "the result is not that of the function type"
        fixed = len(type_.parameters)
        if len(arguments) < fixed or (len(arguments) > fixed and not type_.is_vararg):
            return f"{len(arguments)} arguments for {fixed} parameters"
        fits = all(a.type is p for a, p in zip(arguments, type_.parameters, strict=False))
        return self.fast_flags(i) if fits else "an argument is not of its parameter's type"


_CHECKS: Final[dict[InstCode, Callable[[_Verifier, Instruction], str]]] = {
    InstCode.RET: _Verifier.ret,
    InstCode.BR: _Verifier.branch,
    InstCode.SWITCH: _Verifier.switch,
    InstCode.PHI: _Verifier.phi,
    InstCode.VSELECT: _Verifier.fast_flags,
    InstCode.ALLOCA: _Verifier.alloca,
    InstCode.CALL: _Verifier.call,
}
