"""The operands of types, constants, variables and decorations (docs/spirv.md §6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..enumerants import Op, StorageClass
from ..instructions import SpirvInstruction
from ..module import MEMBER_DECORATIONS, SpirvModule
from ..opcodes import (
    OP_CONSTANT,
    OP_CONSTANT_FALSE,
    OP_CONSTANT_TRUE,
    OP_EXT_INST,
    OP_LINE,
    OP_SPEC_CONSTANT,
    OP_SPEC_CONSTANT_FALSE,
    OP_SPEC_CONSTANT_TRUE,
    OP_UNDEF,
    OP_VARIABLE,
)
from ..types import (
    SpirvType,
    TypeArray,
    TypeBool,
    TypeFloat,
    TypeFunction,
    TypeImage,
    TypeInt,
    TypeMatrix,
    TypePointer,
    TypeRuntimeArray,
    TypeSampledImage,
    TypeStruct,
    TypeVector,
    TypeVoid,
    is_constant,
    is_type,
)
from .facts import Facts
from .problem import SpirvProblem, Tolerated, code_of

_OF_MEMBERS: Final = frozenset({*MEMBER_DECORATIONS, Op.OpMemberName})
_WITH_OPERANDS: Final = _OF_MEMBERS | {Op.OpExtInst, Op.OpLine}


def type_problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """Problems in types, constants and variables, and in the targets of decorations."""
    facts = Facts(module)
    for instruction in module.instructions:
        if instruction.type and instruction.type not in facts.types:
            yield SpirvProblem("type", instruction, f"its result type %{instruction.type} is not a type")
        elif is_type(instruction):
            for reason in _type(facts, facts.types[instruction.id]):
                yield SpirvProblem("type", instruction, reason)
        elif is_constant(instruction):
            for reason in _constant(facts, instruction):
                yield SpirvProblem(code_of(reason), instruction, reason)
        elif instruction.op is OP_VARIABLE:
            for reason in _variable(facts, instruction):
                yield SpirvProblem("type", instruction, reason)
        elif instruction.op not in _WITH_OPERANDS:
            continue
        elif instruction.op in _OF_MEMBERS:
            kind = facts.types.get(int(instruction.operands[0]))
            if not isinstance(kind, TypeStruct):
                yield SpirvProblem("type", instruction, f"%{instruction.operands[0]} is not a struct")
            elif int(instruction.operands[1]) >= len(kind.members):
                number = instruction.operands[1]
                reason = f"the struct %{kind.id} has {len(kind.members)} members, but member {number} is used"
                yield SpirvProblem("type", instruction, reason)
        elif instruction.op is OP_EXT_INST and int(instruction.operands[0]) not in module.ext_inst_imports:
            yield SpirvProblem("type", instruction, f"%{instruction.operands[0]} is not a set of extended instructions")
        elif instruction.op is OP_LINE and int(instruction.operands[0]) not in module.strings:
            yield SpirvProblem("type", instruction, f"%{instruction.operands[0]} is not a string")


def _is_object(facts: Facts, id: int) -> bool:
    """Whether a type may be part of a composite."""
    return not isinstance(facts.types.get(id), (TypeVoid, TypeFunction, type(None)))


def _type(facts: Facts, kind: SpirvType) -> Iterator[str]:
    types = facts.types
    if isinstance(kind, TypeInt):
        if int(facts.definitions[kind.id].operands[1]) > 1:
            yield "its signedness is not 0 or 1"
        if kind.width not in (8, 16, 32, 64):
            yield f"there is no integer of {kind.width} bits"
    elif isinstance(kind, TypeFloat):
        if kind.width not in ((16, 32, 64) if kind.encoding is None else (8, 16)):
            yield f"there is no float of {kind.width} bits"
    elif isinstance(kind, TypeVector):
        if not isinstance(types.get(kind.component), (TypeBool, TypeInt, TypeFloat)):
            yield f"its components %{kind.component} are not scalars"
        if kind.count not in (2, 3, 4, 8, 16):
            yield f"there is no vector of {kind.count} components"
    elif isinstance(kind, TypeMatrix):
        column = types.get(kind.column)
        if not isinstance(column, TypeVector) or not isinstance(types.get(column.component), TypeFloat):
            yield f"its columns %{kind.column} are not vectors of floats"
        if not 2 <= kind.count <= 4:
            yield f"it has {kind.count} columns, not 2 to 4"
    elif isinstance(kind, (TypeArray, TypeRuntimeArray)):
        if not _is_object(facts, kind.element):
            yield f"its elements %{kind.element} are not of a type that has values"
        if isinstance(kind, TypeArray):
            yield from _length(facts, kind)
    elif isinstance(kind, TypeStruct):
        for member in kind.members:
            if not _is_object(facts, member):
                yield f"its member %{member} is not of a type that has values"
    elif isinstance(kind, TypePointer):
        if kind.pointee not in types:
            yield f"%{kind.pointee} is not a type"
    elif isinstance(kind, TypeFunction):
        for id in (kind.result, *kind.parameters):
            if id not in types:
                yield f"%{id} is not a type"
        for id in kind.parameters:
            if isinstance(types.get(id), TypeVoid):
                yield f"its parameter %{id} is void"
    elif isinstance(kind, TypeImage):
        if not isinstance(types.get(kind.sampled_type), (TypeVoid, TypeInt, TypeFloat)):
            yield f"its texels %{kind.sampled_type} are neither void nor numbers"
        if kind.sampled > 2 or kind.depth > 2:
            yield f"depth {kind.depth} or sampled {kind.sampled} is not 0 to 2"
        arrayed, multisampled = [int(value) for value in facts.definitions[kind.id].operands[3:5]]
        if arrayed > 1 or multisampled > 1:
            yield f"arrayed {arrayed} or multisampled {multisampled} is not 0 or 1"
    elif isinstance(kind, TypeSampledImage) and not isinstance(types.get(kind.image), TypeImage):
        yield f"%{kind.image} is not an image"


def _length(facts: Facts, kind: TypeArray) -> Iterator[str]:
    definition = facts.definitions[kind.length]
    if not (is_constant(definition) and isinstance(facts.types.get(definition.type), TypeInt)):
        yield f"its length %{kind.length} is not a constant integer"
        return
    length = facts.module.array_length(kind)
    if length is not None and length < 1:
        yield f"its length is {length}"


_REPLICATED: Final = frozenset({Op.OpConstantCompositeReplicateEXT, Op.OpSpecConstantCompositeReplicateEXT})
_CONSTITUENTS: Final = frozenset({Op.OpConstantComposite, Op.OpSpecConstantComposite, *_REPLICATED})


def _constant(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    kind = facts.types[instruction.type]
    op = instruction.op
    if op in (OP_CONSTANT_TRUE, OP_CONSTANT_FALSE, OP_SPEC_CONSTANT_TRUE, OP_SPEC_CONSTANT_FALSE):
        if not isinstance(kind, TypeBool):
            yield f"its type %{instruction.type} is not the type of truth values"
    elif op in (OP_CONSTANT, OP_SPEC_CONSTANT):
        if not isinstance(kind, (TypeInt, TypeFloat)):
            yield f"its type %{instruction.type} is not a number"
    elif op in _CONSTITUENTS:
        expected = constituent_types(facts, instruction.type)
        if expected is None:
            yield f"its type %{instruction.type} has no parts"
        elif len(expected) != len(instruction.operands) and op not in _REPLICATED:
            yield f"it has {len(instruction.operands)} parts, its type %{instruction.type} {len(expected)}"
        else:
            ids = instruction.ids * len(expected) if op in _REPLICATED else instruction.ids
            for id, type_id in zip(ids, expected, strict=True):
                part = facts.definitions[id]
                reason = f"its part {facts.describe(id)} is not a constant of type %{type_id}"
                if not (is_constant(part) or part.op is OP_UNDEF):
                    yield reason
                elif part.type != type_id:
                    yield Tolerated(reason) if facts.same_integer(part.type, type_id) else reason


def constituent_types(facts: Facts, type_id: int) -> list[int] | None:
    """The types of a composite's parts; None for another type, or if their number is unknown."""
    kind = facts.types.get(type_id)
    if isinstance(kind, TypeStruct):
        return list(kind.members)
    part, count = 0, None
    component = facts.cooperative_component(type_id)
    if component:  # a single value for all components
        return [component]
    if isinstance(kind, TypeVector):
        part, count = kind.component, kind.count
    elif isinstance(kind, TypeMatrix):
        part, count = kind.column, kind.count
    elif isinstance(kind, TypeArray):
        part, count = kind.element, facts.module.array_length(kind)
    return None if count is None or count > _MOST_PARTS else [part] * count


_MOST_PARTS: Final = 0xFFFF
"""The maximum number of words in an instruction."""


def _variable(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    kind = facts.types[instruction.type]
    if not isinstance(kind, TypePointer):
        yield f"its type %{instruction.type} is not a pointer"
        return
    if kind.storage != instruction.operands[0]:
        storage = StorageClass(int(instruction.operands[0]))
        yield f"its storage class is {storage.label}, that of its type %{instruction.type} {kind.storage.label}"
    if len(instruction.operands) > 1:
        first = facts.definitions[int(instruction.operands[1])]
        if not (is_constant(first) or first.op in (OP_UNDEF, OP_VARIABLE)):
            yield f"its initializer %{first.id} is not a constant"
        elif first.op is not OP_VARIABLE and first.type != kind.pointee:
            yield f"its initializer {facts.describe(first.id)} is not of type %{kind.pointee}"
