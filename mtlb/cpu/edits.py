"""Instructions put into a function of a module that may be changed: what the rewriting for a CPU is made of."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..ir import (
    AttributeGroup,
    AttributeList,
    BasicBlock,
    BinaryOperator,
    CastOperator,
    Constant,
    ConstantCode,
    Context,
    DebugLoc,
    Function,
    InstCode,
    Instruction,
    Linkage,
    Module,
    Predicate,
    Type,
    TypeCode,
    Value,
    make_instruction,
)

__all__ = ["HINDRANCES", "Inserter", "constant_of", "declare", "without_attributes"]

HINDRANCES = ("no-builtins", "frame-pointer", "no-frame-pointer-elim", "no-frame-pointer-elim-non-leaf")
"""Attributes for which LLVM inlines no such function into others, or gives it a frame."""


def declare(module: Module, name: str, result: Type, parameters: Sequence[Type]) -> Function:
    """The declaration of a function of the run-time in `module`; the one that is there, if it is."""
    found = module.function(name)
    if found is None:
        context = module.context
        type_ = context.type(TypeCode.FUNCTION, (0,), (result, *parameters))
        found = Function(context.pointer_type(type_), type_, name, Linkage.EXTERNAL)
        module.functions.append(found)
    return found


def without_attributes(attributes: AttributeList, kinds: Collection[int | str]) -> AttributeList:
    """The attributes of a function or call but for some kinds, wherever they are."""
    kept = []
    for group in attributes:
        left = tuple(one for one in group.attributes if one.kind not in kinds)
        if left or not group.attributes:
            kept.append(AttributeGroup(group.place, left, group.twin))
    return tuple(kept)


def constant_of(context: Context, type_: Type, value: int) -> Constant:
    """An integer, or a vector of the same integer."""
    if type_.code is not TypeCode.VECTOR:
        return context.integer_constant(type_, value)
    if value == 0:
        return context.constant(type_, ConstantCode.NULL)
    width = type_.scalar.params[0]
    return context.constant(type_, ConstantCode.DATA, (value & ((1 << width) - 1),) * type_.params[0])


class Inserter:
    """Rebuilds the list of instructions of a block: `keep` what was there, and make new ones where they belong."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.made: list[Instruction] = []
        self.debug_loc: DebugLoc | None = None

    def begin(self) -> None:
        """Another block."""
        self.made = []

    def keep(self, instruction: Instruction) -> None:
        """An instruction that was there."""
        self.made.append(instruction)

    def finish(self, block: BasicBlock) -> None:
        """The block consists of what was kept and made since `begin`."""
        block.instructions = self.made

    def make(
        self,
        code: InstCode,
        type_: Type,
        operands: Sequence[Value],
        params: Sequence[int] = (),
        aux_type: Type | None = None,
    ) -> Instruction:
        """A new instruction, with the source line of the one that it is made for."""
        instruction = make_instruction(code, type_, operands, params, (), aux_type)
        instruction.debug_loc = self.debug_loc
        self.made.append(instruction)
        return instruction

    def binary(self, operator: BinaryOperator, left: Value, right: Value) -> Instruction:
        """An operation on two numbers."""
        return self.make(InstCode.BINOP, left.type, (left, right), (operator, 0))

    def compare(self, predicate: Predicate, left: Value, right: Value) -> Instruction:
        """A comparison; of vectors element by element."""
        boolean = self.context.integer_type(1)
        if left.type.code is TypeCode.VECTOR:
            boolean = self.context.type(TypeCode.VECTOR, left.type.params, (boolean,))
        return self.make(InstCode.CMP2, boolean, (left, right), (predicate, 0))

    def select(self, condition: Value, if_true: Value, if_false: Value) -> Instruction:
        """One of two values."""
        return self.make(InstCode.VSELECT, if_true.type, (condition, if_true, if_false), (0,))

    def cast(self, operator: CastOperator, value: Value, type_: Type) -> Value:
        """A value as another type."""
        if value.type is type_:
            return value
        return self.make(InstCode.CAST, type_, (value,), (operator, 0))

    def address(self, pointer: Value) -> Value:
        """A pointer as a number of 64 bits."""
        return self.cast(CastOperator.PTRTOINT, pointer, self.context.integer_type(64))

    def call(self, function: Function, *arguments: Value) -> Instruction:
        """A call."""
        type_ = function.value_type
        return self.make(InstCode.CALL, type_.result, (*arguments, function), (0, 0, 0), type_)
