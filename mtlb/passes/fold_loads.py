"""LLVM's GlobalOpt on the variables of a split module that are only read, and the InstCombine that follows it.

A private variable that nothing in the module writes becomes a constant. A load from a constant offset in it is replaced
by the value at that offset. Values that are then unused are removed (docs/linking.md §9 has the evidence).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..base.classes import replace
from ..ir import (
    BasicBlock,
    BinaryOperator,
    Constant,
    ConstantCode,
    Context,
    Function,
    GlobalValue,
    GlobalVariable,
    InstCode,
    Instruction,
    Module,
    Type,
    TypeCode,
    Value,
    constant_number,
    copy_module,
)
from ..ir.mapper import Mapper
from ..ir.uses import DERIVING, constants_of, globals_in, globals_in_metadata, named_by, points_plainly

_LOAD: Final = InstCode.LOAD
_COMMUTATIVE = frozenset(
    {BinaryOperator.ADD, BinaryOperator.MUL, BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR}
)
_STRUCTS = frozenset({TypeCode.STRUCT_ANON, TypeCode.STRUCT_NAMED})


def fold_loads(module: Module) -> Module:
    """Fold the private variables that `module` only reads. Returns a copy, or `module` itself if it has no such
    variable.
    """
    if not _only_read(module):
        return module
    copy = copy_module(module)
    variables = _only_read(copy)
    for variable in variables:
        variable.is_constant = True
    loaded = [_loaded(function, variables, copy.context) for function in copy.functions]
    mapper = Mapper(copy.context, {load: value for values in loaded for load, value in values.items()})
    for function, values in zip(copy.functions, loaded, strict=True):
        _replace(function, values, mapper)
    removed = _unused(copy, variables)
    return replace(
        copy,
        globals=[value for value in copy.globals if value not in removed],
        functions=[value for value in copy.functions if value not in removed],
        symbols=[value for value in copy.symbols if value not in removed],
    )


# --- which variables -------------------------------------------------------------------------------------------------


def _only_read(module: Module) -> set[GlobalVariable]:
    """The private variables that are loaded and have no other use."""
    candidates: set[Value] = {
        variable
        for variable in module.globals
        if variable.linkage.is_local and not variable.is_constant and variable.initializer is not None
    }
    if not candidates:
        return set()
    loaded: set[Value] = set()
    for function in module.functions:
        pointers: dict[Value, set[Value]] = {}  # the candidates that each result so far points into
        for block in function.blocks:
            for instruction in block.instructions:
                if not candidates:
                    return set()
                for operand in instruction.operands:
                    if isinstance(operand, Instruction):
                        bases = pointers.get(operand) if pointers else None
                    elif isinstance(operand, Constant) and not operand.operands:
                        continue
                    else:
                        bases = {result for value in globals_in(operand) if (result := module.own(value)) in candidates}
                        if bases and not points_plainly(operand):
                            candidates -= bases
                    if not bases:
                        continue
                    if instruction.code is _LOAD and not instruction.is_volatile:
                        loaded |= bases
                    elif instruction.code in DERIVING and instruction.type.is_pointer:
                        pointers[instruction] = pointers.get(instruction, set()) | bases
                    else:
                        candidates -= bases
    candidates &= loaded
    if candidates:
        listed = [node for nodes in module.named_metadata.values() for node in nodes]
        constants = [part for value in module.global_values() for part in constants_of(value)]
        elsewhere = [*globals_in_metadata(listed), *[named for part in constants for named in globals_in(part)]]
        candidates.difference_update([module.own(value) for value in elsewhere])
    return {value for value in candidates if isinstance(value, GlobalVariable)}


# --- what is loaded --------------------------------------------------------------------------------------------------


def _loaded(function: Function, variables: Iterable[Value], context: Context) -> dict[Value, Value]:
    """The value of each load from a constant offset in one of `variables`."""
    pointees: dict[Value, Value | None] = {
        variable: variable.initializer for variable in variables if isinstance(variable, GlobalVariable)
    }
    values: dict[Value, Value] = {}
    for instruction in function.instructions():
        if instruction.code is InstCode.GEP:
            base, *indices = instruction.operands
            pointees[instruction] = _element_at(_pointee(base, pointees, context), indices, context)
        elif instruction.code is InstCode.LOAD:
            value = _pointee(instruction.pointer, pointees, context)
            if value is not None and value.type is instruction.type:
                values[instruction] = value
    return values


def _pointee(pointer: Value, pointees: dict[Value, Value | None], context: Context) -> Value | None:
    """The constant that a pointer points at; None if it can't be determined."""
    indices: list[list[Value]] = []
    while isinstance(pointer, Constant) and pointer.code == ConstantCode.CE_GEP:
        base, *places = pointer.operands
        indices.append(list(places))
        pointer = base
    value = pointees.get(pointer)
    for places in reversed(indices):
        value = _element_at(value, places, context)
    return value


def _element_at(value: Value | None, indices: list[Value], context: Context) -> Value | None:
    numbers = [constant_number(index) for index in indices]
    if not numbers or numbers[0] != 0:
        return None
    for number in numbers[1:]:
        value = None if value is None or number is None else _element(value, number, context)
    return value


def _element(value: Value, number: int, context: Context) -> Value | None:
    """An element of a constant; None if the constant has no element of this number."""
    if not isinstance(value, Constant) or number < 0:
        return None
    if value.code == ConstantCode.AGGREGATE:
        return value.operands[number] if number < len(value.operands) else None
    element = _element_type(value.type, number)
    if element is None:
        return None
    if value.code == ConstantCode.DATA:
        (param,) = value.params[number : number + 1] or (0,)
        code = ConstantCode.INTEGER if element.code is TypeCode.INTEGER else ConstantCode.FLOAT
        return context.constant(element, code, (param,)) if param else context.constant(element, ConstantCode.NULL)
    if value.code in (ConstantCode.NULL, ConstantCode.UNDEF, ConstantCode.POISON):
        return context.constant(element, value.code)
    return None


def _element_type(type_: Type, number: int) -> Type | None:
    if type_.code in _STRUCTS:
        return type_.elements[number] if number < len(type_.elements) else None
    if type_.code in (TypeCode.ARRAY, TypeCode.VECTOR):
        return type_.elements[0] if number < type_.params[0] else None
    return None


# --- the folds -------------------------------------------------------------------------------------------------------


def _replace(function: Function, values: dict[Value, Value], mapper: Mapper) -> None:
    """Replace loads by `values`, and remove the loads and the addresses that only they used."""
    if not values:
        return
    for instruction in function.instructions():
        before = instruction.operands
        mapper.instruction(instruction)
        # InstCombine moves a constant operand to the right.
        if instruction.code is InstCode.BINOP and instruction.opcode in _COMMUTATIVE:
            left, right = instruction.operands
            if left is not before[0] and not isinstance(right, Constant):
                instruction.operands = (right, left)
    uses: dict[Value, int] = {}
    for instruction in function.instructions():
        for operand in instruction.operands:
            uses[operand] = uses.get(operand, 0) + 1
    gone: set[Value | BasicBlock] = set()
    worklist = list(values)
    while worklist:
        dead = worklist.pop()
        gone.add(dead)
        for operand in dead.operands if isinstance(dead, Instruction) else ():
            uses[operand] -= 1
            if not uses[operand] and isinstance(operand, Instruction):
                worklist.append(operand)
    for block in function.blocks:
        block.instructions = [i for i in block.instructions if i not in gone]
    function.symbols = [s for s in function.symbols if s not in gone]


def _unused(module: Module, variables: Iterable[GlobalVariable]) -> set[GlobalValue]:
    """The variables of `variables` that nothing names any more, and the globals that only these named."""
    removed: set[GlobalValue] = set()
    suspects: set[GlobalValue] = set(variables)
    while suspects:
        stay = [value for value in module.global_values() if value not in removed]
        named = {name for value in stay for name in named_by(value)}
        result = {value for value in suspects if value not in named and value.linkage.is_local}
        removed |= result
        suspects = {name for value in result for name in named_by(value)} - removed
    return removed
