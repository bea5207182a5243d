"""The types of values: what instructions in functions require of their operands (docs/spirv.md §6).
Only rules that a translation relies on are checked; device limits, such as which images can be sampled, are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ...base.classes import replace
from ..enumerants import Op
from ..functions import BRANCHES, MERGES
from ..instructions import SpirvInstruction
from ..module import SpirvModule
from ..opcodes import (
    OP_COOPERATIVE_MATRIX_LENGTH_KHR,
    OP_COOPERATIVE_MATRIX_LENGTH_NV,
    OP_EXT_INST,
    OP_EXT_INST_IMPORT,
    OP_EXT_INST_WITH_FORWARD_REFS_KHR,
    OP_FUNCTION,
    OP_FUNCTION_CALL,
    OP_IMAGE_QUERY_LOD,
    OP_IN_BOUNDS_PTR_ACCESS_CHAIN,
    OP_LABEL,
    OP_MATRIX_TIMES_SCALAR,
    OP_OUTER_PRODUCT,
    OP_PTR_ACCESS_CHAIN,
    OP_RETURN_VALUE,
    OP_SIZE_OF,
    OP_VECTOR_TIMES_MATRIX,
    OP_VECTOR_TIMES_SCALAR,
)
from ..types import (
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
    TypeSampler,
    TypeStruct,
    TypeVector,
)
from .facts import Facts
from .problem import IndexBeyond, SpirvProblem, Tolerated, code_of
from .types import constituent_types

# Result and operands. Result: F floats, I integers, B booleans, N any of them, scalar or vector. Operands: r the type
# of the result; i an integer with the result's width and count; = the type of the first operand; ~ an integer with the
# first operand's width and count; F I B: such a scalar or vector with the result's component count.
_TABLE: Final = """
F r: FNegate DPdx DPdy Fwidth DPdxFine DPdyFine FwidthFine DPdxCoarse DPdyCoarse FwidthCoarse QuantizeToF16
F r r: FAdd FSub FMul FDiv FRem FMod
I i: SNegate Not BitReverse
I i i: IAdd ISub IMul UDiv SDiv UMod SRem SMod BitwiseOr BitwiseXor BitwiseAnd
I i I: ShiftRightLogical ShiftRightArithmetic ShiftLeftLogical
I I: UConvert SConvert BitCount
I F: ConvertFToU ConvertFToS
F I: ConvertSToF ConvertUToF
F F: FConvert
B r: LogicalNot
B r r: LogicalOr LogicalAnd LogicalEqual LogicalNotEqual
B F: IsNan IsInf
B F =: FOrdEqual FUnordEqual FOrdNotEqual FUnordNotEqual FOrdLessThan FUnordLessThan FOrdGreaterThan FUnordGreaterThan
B F =: FOrdLessThanEqual FUnordLessThanEqual FOrdGreaterThanEqual FUnordGreaterThanEqual
B I ~: IEqual INotEqual UGreaterThan SGreaterThan UGreaterThanEqual SGreaterThanEqual ULessThan SLessThan
B I ~: ULessThanEqual SLessThanEqual
"""


def _read_table() -> dict[Op, tuple[str, ...]]:
    rules = {}
    for line in _TABLE.strip().splitlines():
        head, _, names = line.partition(": ")
        for name in names.split():
            rules[Op["Op" + name]] = tuple(head.split())
    return rules


_RULES: Final = _read_table()
_WORDS: Final = {"F": "floats", "I": "integers", "B": "truth values"}


def value_problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """Values of the wrong type, and operands that are not values."""
    facts = Facts(module)
    numbers = facts.type_numbers()
    type_of = {id: numbers.get(facts.definitions[id].type, 0) for id in facts.values}
    for function in module.functions.values():
        for block in function.blocks:
            for instruction in (*block.instructions, block.terminator):
                shape = _shape_of(facts, instruction, numbers, type_of)
                if shape is not None and shape in _sound:
                    continue
                reasons = _reasons(facts, instruction, function.result)
                for reason in reasons:
                    yield SpirvProblem(code_of(reason), instruction, reason)
                if shape is not None and not reasons:
                    if len(_sound) >= _MOST_SHAPES:
                        _sound.clear()
                    _sound.add(shape)


_MOST_SHAPES: Final = 1 << 13
_sound: Final[set[tuple[object, ...]]] = set()
"""Shapes of instructions in which the rules found no problem, in any module of the process."""


def _shape_of(
    facts: Facts, instruction: SpirvInstruction, numbers: dict[int, int], type_of: dict[int, int]
) -> tuple[object, ...] | None:
    """All that the rules look at in an instruction: opcode, literals, numbers of types. None if they look at more, or
    if an operand has no type."""
    op, operands = instruction.op, instruction.operands
    shape: list[object] = [op, numbers.get(instruction.type, 0)]
    if op in _BY_TYPES:
        for id in instruction.ids:
            if (number := type_of.get(id)) is None:
                return None
            shape.append(number)
        if op in _WITH_LITERALS:
            shape += operands[len(instruction.ids) :]
    elif op in _CHAINS:
        for id in instruction.ids:
            if (number := type_of.get(id)) is None:
                return None
            shape += (number, facts.constant(id))
    else:
        return None
    return tuple(shape)


def _reasons(facts: Facts, instruction: SpirvInstruction, result: int) -> list[str]:
    op = instruction.op
    if not instruction.is_known or (op is OP_EXT_INST and facts.module.is_debug(instruction)):
        return []
    ids = instruction.ids
    if not facts.values.issuperset(ids):
        others = [
            f"%{id} is not a value"
            for index, id in enumerate(ids)
            if id not in facts.values and not _may_be_other(facts, instruction, index, id)
        ]
        if others:
            return others
    if (rule := _RULES.get(op)) is not None:
        return list(_by_table(facts, instruction, rule))
    if (check := _CHECKS.get(op)) is not None:
        return list(check(facts, instruction))
    if op is OP_RETURN_VALUE and facts.of(ids[0]) != result:
        return [f"{facts.describe(ids[0])} is not of the function's result type %{result}"]
    return []


_CALL_BACK: Final = frozenset(
    {
        Op.OpCooperativeMatrixPerElementOpEXT,
        Op.OpCooperativeMatrixReduceEXT,
        Op.OpCooperativeMatrixLoadTensorNV,
    }
)
_LABELS: Final = BRANCHES | MERGES | {Op.OpPhi}


def _may_be_other(facts: Facts, instruction: SpirvInstruction, index: int, id: int) -> bool:
    """Whether an operand may be something other than a value: a block, a function, an instruction set, a type."""
    definition = facts.definitions[id]
    if definition.op is OP_LABEL:
        return instruction.op in _LABELS
    if definition.op is OP_FUNCTION:
        return (instruction.op is OP_FUNCTION_CALL and index == 0) or (instruction.op in _CALL_BACK and index > 0)
    if definition.op is OP_EXT_INST_IMPORT:
        return instruction.op in (OP_EXT_INST, OP_EXT_INST_WITH_FORWARD_REFS_KHR) and index == 0
    return instruction.op in (OP_SIZE_OF, OP_COOPERATIVE_MATRIX_LENGTH_KHR, OP_COOPERATIVE_MATRIX_LENGTH_NV)


def _by_table(facts: Facts, instruction: SpirvInstruction, rule: tuple[str, ...]) -> Iterator[str]:
    result, *operands = rule
    if not facts.is_scalar_or_vector(instruction.type, result):
        yield f"its type %{instruction.type} does not consist of {_WORDS[result]}"
        return
    ids = instruction.ids
    first = facts.of(ids[0])
    for id, expected in zip(ids, operands, strict=False):
        count = facts.of(id)
        if expected == "r":
            fits, what = count == instruction.type, f"of type %{instruction.type}"
        elif expected == "i":
            fits, what = facts.same_integer(count, instruction.type), f"an integer like %{instruction.type}"
        elif expected == "=":
            fits, what = count == first, f"of type %{first}"
        elif expected == "~":
            fits, what = facts.same_integer(count, first), f"an integer like %{first}"
        else:
            fits = facts.is_scalar_or_vector(count, expected) and facts.count(count) == facts.count(instruction.type)
            what = f"{_WORDS[expected]}, as many as in %{instruction.type}"
        if not fits:
            yield f"{facts.describe(id)} is not {what}"


# --- memory ----------------------------------------------------------------------------------------------------------


def _pointee(facts: Facts, id: int) -> int:
    """The type that a pointer points to; 0 if it is not a pointer."""
    kind = facts.kind(id)
    return kind.pointee if isinstance(kind, TypePointer) else 0


def _load(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    pointer = instruction.ids[0]
    if _pointee(facts, pointer) != instruction.type:
        yield f"{facts.describe(pointer)} is not a pointer to %{instruction.type}"


def _store(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    pointer, value, *_ = instruction.ids
    if not _pointee(facts, pointer) or _pointee(facts, pointer) != facts.of(value):
        yield f"{facts.describe(pointer)} is not a pointer to the type of {facts.describe(value)}"


def _copy_memory(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    target, source, *_ = instruction.ids
    if not _pointee(facts, target) or _pointee(facts, target) != _pointee(facts, source):
        yield f"{facts.describe(target)} and {facts.describe(source)} are not pointers to one type"


def _access_chain(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    base, *indexes = instruction.ids
    pointer, result = facts.kind(base), facts.types.get(instruction.type)
    if not isinstance(pointer, TypePointer) or not isinstance(result, TypePointer):
        yield f"{facts.describe(base)} or its result is not a pointer"
        return
    if pointer.storage is not result.storage:
        label = pointer.storage.label
        yield f"the storage class of its type %{instruction.type} is not {label}, that of the pointer %{base}"
    if instruction.op in (OP_PTR_ACCESS_CHAIN, OP_IN_BOUNDS_PTR_ACCESS_CHAIN):
        indexes = indexes[1:]
    place: int | str = pointer.pointee
    for index in indexes:
        if not isinstance(facts.kind(index), TypeInt):
            yield f"the index {facts.describe(index)} is not an integer"
            return
        constant, kind = facts.constant(index), facts.types.get(int(place))
        if isinstance(kind, (TypeVector, TypeMatrix)) and constant is not None and not 0 <= constant < kind.count:
            # Accepted by spirv-val and by drivers: tests of VK-GL-CTS contain it in code that is not executed.
            yield IndexBeyond(f"the index {constant} is beyond the {kind.count} parts of %{kind.id}; the last is used")
            constant = None
        place = facts.part(int(place), constant)
        if isinstance(place, str):
            yield place
            return
    if place != result.pointee:
        yield f"it ends at a %{place}, its type %{instruction.type} points at %{result.pointee}"


def _array_length(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    struct = facts.types.get(_pointee(facts, instruction.ids[0]))
    index = int(instruction.operands[1])
    if not isinstance(struct, TypeStruct) or index != len(struct.members) - 1:
        yield f"{facts.describe(instruction.ids[0])} is not a pointer to a struct whose last member is number {index}"
    elif not isinstance(facts.types.get(struct.members[index]), TypeRuntimeArray):
        yield f"the member {index} of %{struct.id} is not a run-time array"


def _atomic(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    pointee = facts.types.get(_pointee(facts, instruction.ids[0]))
    if not isinstance(pointee, (TypeInt, TypeFloat, TypeBool, TypeStruct)):
        yield f"{facts.describe(instruction.ids[0])} is not a pointer to a number"
        return
    if instruction.type and instruction.type != pointee.id and not isinstance(pointee, TypeStruct):
        yield f"its type %{instruction.type} is not %{pointee.id}, to which {facts.describe(instruction.ids[0])} points"
    for id in instruction.ids[1 : 2 + _SEMANTICS.get(instruction.op, 1)]:
        if not isinstance(facts.kind(id), TypeInt):
            yield f"the scope or semantics {facts.describe(id)} is not an integer"
    for id in instruction.ids[2 + _SEMANTICS.get(instruction.op, 1) :]:
        if facts.of(id) != pointee.id and not isinstance(pointee, TypeStruct):
            yield f"{facts.describe(id)} is not of type %{pointee.id}"


_SEMANTICS: Final = {Op.OpAtomicCompareExchange: 2, Op.OpAtomicCompareExchangeWeak: 2}
"""The number of memory semantics of an atomic instruction, if it is not one."""


# --- composites ------------------------------------------------------------------------------------------------------


def _walk(facts: Facts, start: int, indexes: tuple[int | str, ...]) -> int | str:
    place: int | str = start
    for index in indexes:
        place = facts.part(int(place), int(index))
        if isinstance(place, str):
            return place
    return place


def _extract(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    place = _walk(facts, facts.of(instruction.ids[0]), instruction.operands[1:])
    if isinstance(place, str):
        yield place
    elif place != instruction.type:
        yield f"the part has the type %{place}, the result %{instruction.type}"


def _insert(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    value, composite = instruction.ids
    place = _walk(facts, instruction.type, instruction.operands[2:])
    if facts.of(composite) != instruction.type:
        yield f"{facts.describe(composite)} is not of type %{instruction.type}"
    if isinstance(place, str):
        yield place
    elif place != facts.of(value):
        yield f"the part has the type %{place}: {facts.describe(value)} is not of that type"


def _construct(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    kind = facts.types[instruction.type]
    if isinstance(kind, TypeVector):
        count = 0
        for id in instruction.ids:
            component = facts.types.get(facts.of(id))
            inner = component.component if isinstance(component, TypeVector) else facts.of(id)
            if inner != kind.component:
                yield f"{facts.describe(id)} does not consist of %{kind.component}"
            count += facts.count(facts.of(id))
        if count != kind.count:
            yield f"its parts have {count} components, its type %{instruction.type} {kind.count}"
        return
    expected = constituent_types(facts, instruction.type)
    if expected is None:
        yield f"its type %{instruction.type} has no parts"
    elif len(expected) != len(instruction.ids):
        yield f"it has {len(instruction.ids)} parts, its type %{instruction.type} {len(expected)}"
    else:
        for id, type_id in zip(instruction.ids, expected, strict=True):
            if facts.of(id) != type_id:
                yield f"its part {facts.describe(id)} is not of type %{type_id}"


def _shuffle(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    result = facts.types[instruction.type]
    first, second = [facts.kind(id) for id in instruction.ids]
    if not (isinstance(result, TypeVector) and isinstance(first, TypeVector) and isinstance(second, TypeVector)):
        yield "result and operands are not all vectors"
        return
    if not result.component == first.component == second.component:
        yield "result and operands don't have components of one type"
    if len(instruction.operands) - 2 != result.count:
        yield f"it has {len(instruction.operands) - 2} components, its type %{instruction.type} {result.count}"
    for index in instruction.operands[2:]:
        if int(index) >= first.count + second.count and index != 0xFFFFFFFF:
            yield f"the component {index} is beyond the {first.count + second.count} of the operands"


def _extract_dynamic(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    vector = facts.kind(instruction.ids[0])
    if not isinstance(vector, TypeVector) or vector.component != instruction.type:
        yield f"{facts.describe(instruction.ids[0])} is not a vector of %{instruction.type}"
    if not isinstance(facts.kind(instruction.ids[1]), TypeInt):
        yield f"the index {facts.describe(instruction.ids[1])} is not an integer"


def _insert_dynamic(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    vector = facts.types[instruction.type]
    if not isinstance(vector, TypeVector) or facts.of(instruction.ids[0]) != instruction.type:
        yield f"{facts.describe(instruction.ids[0])} is not a vector of type %{instruction.type}"
    elif facts.of(instruction.ids[1]) != vector.component:
        yield f"{facts.describe(instruction.ids[1])} is not of type %{vector.component}"
    if not isinstance(facts.kind(instruction.ids[2]), TypeInt):
        yield f"the index {facts.describe(instruction.ids[2])} is not an integer"


def _same(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    if facts.of(instruction.ids[0]) != instruction.type:
        yield f"{facts.describe(instruction.ids[0])} is not of type %{instruction.type}"


def _phi(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    for value, label in zip(instruction.ids[::2], instruction.ids[1::2], strict=False):
        if facts.of(value) != instruction.type:
            yield f"{facts.describe(value)} is not of type %{instruction.type}"
        if facts.definitions[label].op is not OP_LABEL:
            yield f"%{label} is not a block"


def _select(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    condition, first, second = instruction.ids
    kind = facts.of(condition)
    if not facts.is_scalar_or_vector(kind, "B") or facts.count(kind) not in (1, facts.count(instruction.type)):
        yield f"the condition {facts.describe(condition)} is not one truth value or as many as in %{instruction.type}"
    for id in (first, second):
        if facts.of(id) != instruction.type:
            yield f"{facts.describe(id)} is not of type %{instruction.type}"


def _copy_logical(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    if not _matches(facts, facts.of(instruction.ids[0]), instruction.type):
        yield f"{facts.describe(instruction.ids[0])} and %{instruction.type} don't have the same parts"


def _matches(facts: Facts, first: int, second: int) -> bool:
    """Whether two types match logically: they differ only in the decorations of structs and arrays in them."""
    pairs, seen = [(first, second)], set[tuple[int, int]]()
    while pairs:
        pair = pairs.pop()
        if pair[0] == pair[1] or pair in seen:
            continue
        seen.add(pair)
        left, right = facts.types.get(pair[0]), facts.types.get(pair[1])
        if isinstance(left, TypeArray) and isinstance(right, TypeArray):
            length = facts.constant(left.length)
            if left.length != right.length and (length is None or length != facts.constant(right.length)):
                return False
            pairs.append((left.element, right.element))
        elif isinstance(left, TypeStruct) and isinstance(right, TypeStruct):
            if len(left.members) != len(right.members):
                return False
            pairs += zip(left.members, right.members, strict=True)
        else:
            return False
    return True


# --- arithmetic that is not in the table ------------------------------------------------------------------------------


def _bitcast(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    count = facts.of(instruction.ids[0])
    if isinstance(facts.types.get(count), TypePointer) or isinstance(facts.types[instruction.type], TypePointer):
        return
    if not facts.bits(count) or facts.bits(count) != facts.bits(instruction.type):
        yield f"{facts.describe(instruction.ids[0])} and %{instruction.type} don't have the same number of bits"


def _quantifier(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    if not isinstance(facts.types[instruction.type], TypeBool):
        yield f"its type %{instruction.type} is not the type of truth values"
    if not facts.is_scalar_or_vector(facts.of(instruction.ids[0]), "B"):
        yield f"{facts.describe(instruction.ids[0])} does not consist of truth values"


def _dot(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    for id in instruction.ids:
        vector = facts.kind(id)
        if (
            not isinstance(vector, TypeVector)
            or vector.component != instruction.type
            or facts.of(id) != facts.of(instruction.ids[0])
        ):
            yield f"{facts.describe(id)} is not a vector of %{instruction.type}"


def _shape(facts: Facts, type_id: int) -> tuple[int, int, int]:
    """The scalar type, rows and columns of a scalar, vector or matrix type; zeros for any other type."""
    kind = facts.types.get(type_id)
    if isinstance(kind, TypeMatrix):
        column = facts.types.get(kind.column)
        return (column.component, column.count, kind.count) if isinstance(column, TypeVector) else (0, 0, 0)
    if isinstance(kind, TypeVector):
        return kind.component, kind.count, 1
    if (component := facts.cooperative_component(type_id)) != 0:
        return component, facts.count(type_id), 1
    return (type_id, 1, 1) if isinstance(kind, (TypeFloat, TypeInt)) else (0, 0, 0)


def _product(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    first, second = [_shape(facts, facts.of(id)) for id in instruction.ids]
    op = instruction.op
    if op in (OP_VECTOR_TIMES_SCALAR, OP_MATRIX_TIMES_SCALAR):
        fits = second[1:] == (1, 1) and facts.of(instruction.ids[0]) == instruction.type
        expected = first
    elif op is OP_VECTOR_TIMES_MATRIX:
        fits = first[1] == second[1] and first[2] == 1
        expected = first[0], second[2], 1
    elif op is OP_OUTER_PRODUCT:
        fits = first[2] == second[2] == 1
        expected = first[0], first[1], second[1]
    else:  # matrix times vector or matrix
        fits = first[2] == second[1]
        expected = first[0], first[1], second[2]
    if not fits or not first[0] or first[0] != second[0] or expected != _shape(facts, instruction.type):
        operands = " and ".join(facts.describe(id) for id in instruction.ids)
        yield f"{operands} can't be multiplied to a %{instruction.type}"


def _transpose(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    scalar, rows, columns = _shape(facts, facts.of(instruction.ids[0]))
    if not scalar or (scalar, columns, rows) != _shape(facts, instruction.type):
        yield f"{facts.describe(instruction.ids[0])} is not the transposed of a %{instruction.type}"


# --- control flow ----------------------------------------------------------------------------------------------------


def _branch(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    if not isinstance(facts.kind(instruction.ids[0]), TypeBool):
        yield f"the condition {facts.describe(instruction.ids[0])} is not a truth value"


def _switch(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    if not isinstance(facts.kind(instruction.ids[0]), TypeInt):
        yield f"the selector {facts.describe(instruction.ids[0])} is not an integer"
    values = instruction.operands[2::2]
    if len(set(values)) != len(values):
        yield "two cases have the same value"


def _call(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    callee, *arguments = instruction.ids
    function = facts.module.functions.get(callee)
    kind = None if function is None else facts.types.get(function.type)
    if function is None or not isinstance(kind, TypeFunction):
        yield f"%{callee} is not a function"
        return
    if instruction.type != function.result:
        yield f"its type %{instruction.type} is not %{function.result}, the result of %{callee}"
    if len(arguments) != len(kind.parameters):
        yield f"it has {len(arguments)} arguments, the function %{callee} {len(kind.parameters)} parameters"
        return
    for id, expected in zip(arguments, kind.parameters, strict=True):
        if facts.of(id) != expected:
            reason = f"the argument {facts.describe(id)} is not of type %{expected}"
            yield Tolerated(reason) if _are_alike(facts, facts.of(id), expected) else reason


def _are_alike(facts: Facts, type_id: int, other_id: int) -> bool:
    """Whether two types are pointers to images that differ only in format or depth."""
    left, right = facts.types.get(type_id), facts.types.get(other_id)
    if not isinstance(left, TypePointer) or not isinstance(right, TypePointer) or left.storage is not right.storage:
        return False
    images = [facts.types.get(pointer.pointee) for pointer in (left, right)]
    if all(isinstance(image, TypeSampledImage) for image in images):
        images = [facts.types.get(image.image) for image in images if isinstance(image, TypeSampledImage)]
    first, second = images
    if not isinstance(first, TypeImage) or not isinstance(second, TypeImage):
        return False
    return replace(first, id=0, depth=0, format=second.format) == replace(second, id=0, depth=0)


# --- images ----------------------------------------------------------------------------------------------------------


def _is_same_image(facts: Facts, type_id: int, other_id: int) -> bool:
    """Whether two types are the same image type. They may differ in Depth, which is a hint (OpSampledImage)."""
    left, right = facts.types.get(type_id), facts.types.get(other_id)
    if not isinstance(left, TypeImage) or not isinstance(right, TypeImage):
        return type_id == other_id
    return replace(left, id=right.id, depth=right.depth) == right


def _sampled_image(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    image, sampler = instruction.ids
    kind = facts.types[instruction.type]
    if not isinstance(kind, TypeSampledImage) or not _is_same_image(facts, facts.of(image), kind.image):
        yield f"{facts.describe(image)} is not the image of its type %{instruction.type}"
    if not isinstance(facts.kind(sampler), TypeSampler):
        yield f"{facts.describe(sampler)} is not a sampler"


def _image(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    kind = facts.kind(instruction.ids[0])
    if not isinstance(kind, TypeSampledImage) or kind.image != instruction.type:
        yield f"{facts.describe(instruction.ids[0])} is not a sampled image with the image %{instruction.type}"


def _sample(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    if not isinstance(facts.kind(instruction.ids[0]), TypeSampledImage):
        yield f"{facts.describe(instruction.ids[0])} is not a sampled image"
    if not facts.is_scalar_or_vector(facts.of(instruction.ids[1]), "F"):
        yield f"the coordinates {facts.describe(instruction.ids[1])} are not floats"


def _texels(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    if not isinstance(facts.kind(instruction.ids[0]), TypeImage):
        yield f"{facts.describe(instruction.ids[0])} is not an image"
    coordinates = facts.of(instruction.ids[1])
    if not facts.is_scalar_or_vector(coordinates, "I") and not facts.is_scalar_or_vector(coordinates, "F"):
        yield f"the coordinates {facts.describe(instruction.ids[1])} are not numbers"


def _query(facts: Facts, instruction: SpirvInstruction) -> Iterator[str]:
    if not isinstance(facts.kind(instruction.ids[0]), (TypeImage, TypeSampledImage)):
        yield f"{facts.describe(instruction.ids[0])} is not an image"
    if not facts.is_scalar_or_vector(instruction.type, "F" if instruction.op is OP_IMAGE_QUERY_LOD else "I"):
        word = "floats" if instruction.op is OP_IMAGE_QUERY_LOD else "integers"
        yield f"its type %{instruction.type} does not consist of {word}"


_Check = Callable[[Facts, SpirvInstruction], Iterator[str]]
_GROUPS: Final[tuple[tuple[_Check, str], ...]] = (
    (_load, "Load"),
    (_store, "Store"),
    (_copy_memory, "CopyMemory"),
    (_access_chain, "AccessChain InBoundsAccessChain PtrAccessChain InBoundsPtrAccessChain"),
    (_array_length, "ArrayLength"),
    (
        _atomic,
        "AtomicLoad AtomicStore AtomicExchange AtomicCompareExchange AtomicIIncrement AtomicIDecrement AtomicIAdd "
        "AtomicISub AtomicSMin AtomicUMin AtomicSMax AtomicUMax AtomicAnd AtomicOr AtomicXor AtomicFAddEXT "
        "AtomicFMinEXT AtomicFMaxEXT",
    ),
    (_extract, "CompositeExtract"),
    (_insert, "CompositeInsert"),
    (_construct, "CompositeConstruct"),
    (_shuffle, "VectorShuffle"),
    (_extract_dynamic, "VectorExtractDynamic"),
    (_insert_dynamic, "VectorInsertDynamic"),
    (_same, "CopyObject"),
    (_phi, "Phi"),
    (_select, "Select"),
    (_copy_logical, "CopyLogical"),
    (_bitcast, "Bitcast"),
    (_quantifier, "Any All"),
    (_dot, "Dot"),
    (
        _product,
        "VectorTimesScalar MatrixTimesScalar VectorTimesMatrix MatrixTimesVector MatrixTimesMatrix OuterProduct",
    ),
    (_transpose, "Transpose"),
    (_branch, "BranchConditional"),
    (_switch, "Switch"),
    (_call, "FunctionCall"),
    (_sampled_image, "SampledImage"),
    (_image, "Image"),
    (
        _sample,
        "ImageSampleImplicitLod ImageSampleExplicitLod ImageSampleDrefImplicitLod ImageSampleDrefExplicitLod "
        "ImageSampleProjImplicitLod ImageSampleProjExplicitLod ImageSampleProjDrefImplicitLod "
        "ImageSampleProjDrefExplicitLod ImageGather ImageDrefGather",
    ),
    (_texels, "ImageFetch ImageRead ImageWrite"),
    (_query, "ImageQuerySizeLod ImageQuerySize ImageQueryLod ImageQueryLevels ImageQuerySamples"),
)
_CHECKS: Final = {Op["Op" + name]: check for check, names in _GROUPS for name in names.split()}

_CHAINS: Final = frozenset(op for op, check in _CHECKS.items() if check is _access_chain)
_WITH_LITERALS: Final = frozenset(op for op, check in _CHECKS.items() if check in (_extract, _insert, _shuffle))
"""Instructions whose rules look at the literals that follow their ids."""
_BY_OTHER: Final = (_access_chain, _array_length, _atomic, _phi, _switch, _call)
_BY_TYPES: Final = frozenset({*_RULES, *[op for op, check in _CHECKS.items() if check not in _BY_OTHER]})
"""Instructions whose rules look at the types of their operands alone, and at literals as said."""
