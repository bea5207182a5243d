"""The types of values: what instructions in functions need of their operands (docs/spirv.md §6).

The rules are those that a translation relies on. What only limits a device, such as which images can be sampled, is not
among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..enumerants import Op
from ..functions import BRANCHES, MERGES
from ..instructions import SpirvInstruction
from ..module import SpirvModule
from ..types import (
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

# Result and operands. The result: F floats, I integers, B truth values, N any of them, scalar or vector. An operand:
# r the type of the result; i an integer of the result's width and count; = the type of the first operand; ~ an integer
# of the first operand's width and count; F I B: such a scalar or vector with as many components as the result.
_TABLE = """
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


_RULES = _read_table()
_WORDS = {"F": "floats", "I": "integers", "B": "truth values"}


def value_problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """Values of the wrong type, and ids that are no values."""
    facts = Facts(module)
    for function in module.functions.values():
        for block in function.blocks:
            for one in (*block.instructions, block.terminator):
                for reason in _reasons(facts, one, function.result):
                    yield SpirvProblem(code_of(reason), one, reason)


def _reasons(facts: Facts, one: SpirvInstruction, result: int) -> Iterator[str]:
    op = one.op
    if not one.is_known or facts.module.is_debug(one):
        return
    wrong = False
    for index, id in enumerate(one.ids):
        if not (facts.of(id) and id not in facts.functions) and not _may_be_other(facts, one, index, id):
            wrong = True
            yield f"%{id} is not a value"
    if wrong:
        return
    if (rule := _RULES.get(op)) is not None:
        yield from _by_table(facts, one, rule)
    elif (check := _CHECKS.get(op)) is not None:
        yield from check(facts, one)
    elif op is Op.OpReturnValue and facts.of(one.ids[0]) != result:
        yield f"{facts.describe(one.ids[0])} is not of the function's result type %{result}"


_LABELS = BRANCHES | MERGES | {Op.OpPhi}


def _may_be_other(facts: Facts, one: SpirvInstruction, index: int, id: int) -> bool:
    """Whether an operand need not be a value: a block, a function, a set of instructions, a type."""
    definition = facts.definitions[id]
    if definition.op is Op.OpLabel:
        return one.op in _LABELS
    if definition.op is Op.OpFunction:
        return one.op is Op.OpFunctionCall and index == 0
    if definition.op is Op.OpExtInstImport:
        return one.op in (Op.OpExtInst, Op.OpExtInstWithForwardRefsKHR) and index == 0
    return one.op in (Op.OpSizeOf, Op.OpCooperativeMatrixLengthKHR, Op.OpCooperativeMatrixLengthNV)


def _by_table(facts: Facts, one: SpirvInstruction, rule: tuple[str, ...]) -> Iterator[str]:
    result, *operands = rule
    if not facts.is_scalar_or_vector(one.type, result):
        yield f"its type %{one.type} does not consist of {_WORDS[result]}"
        return
    first = facts.of(one.ids[0])
    for id, wanted in zip(one.ids, operands, strict=False):
        found = facts.of(id)
        if wanted == "r":
            fits, what = found == one.type, f"of type %{one.type}"
        elif wanted == "i":
            fits, what = facts.same_integer(found, one.type), f"an integer like %{one.type}"
        elif wanted == "=":
            fits, what = found == first, f"of type %{first}"
        elif wanted == "~":
            fits, what = facts.same_integer(found, first), f"an integer like %{first}"
        else:
            fits = facts.is_scalar_or_vector(found, wanted) and facts.count(found) == facts.count(one.type)
            what = f"{_WORDS[wanted]}, as many as in %{one.type}"
        if not fits:
            yield f"{facts.describe(id)} is not {what}"


# --- memory ----------------------------------------------------------------------------------------------------------


def _pointee(facts: Facts, id: int) -> int:
    """What a pointer points at; 0 for what is no pointer."""
    kind = facts.kind(id)
    return kind.pointee if isinstance(kind, TypePointer) else 0


def _load(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    if _pointee(facts, one.ids[0]) != one.type:
        yield f"{facts.describe(one.ids[0])} is not a pointer to %{one.type}"


def _store(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    pointer, value, *_ = one.ids
    if not _pointee(facts, pointer) or _pointee(facts, pointer) != facts.of(value):
        yield f"{facts.describe(pointer)} is not a pointer to the type of {facts.describe(value)}"


def _copy_memory(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    target, source, *_ = one.ids
    if not _pointee(facts, target) or _pointee(facts, target) != _pointee(facts, source):
        yield f"{facts.describe(target)} and {facts.describe(source)} are not pointers to one type"


def _access_chain(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    base, *indexes = one.ids
    pointer, result = facts.kind(base), facts.types.get(one.type)
    if not isinstance(pointer, TypePointer) or not isinstance(result, TypePointer):
        yield f"{facts.describe(base)} or its result is not a pointer"
        return
    if pointer.storage is not result.storage:
        yield f"the storage class of its type %{one.type} is not {pointer.storage.label}, that of the pointer %{base}"
    if one.op in (Op.OpPtrAccessChain, Op.OpInBoundsPtrAccessChain):
        indexes = indexes[1:]
    place: int | str = pointer.pointee
    for index in indexes:
        if not isinstance(facts.kind(index), TypeInt):
            yield f"the index {facts.describe(index)} is not an integer"
            return
        constant, kind = facts.constant(index), facts.types.get(int(place))
        if isinstance(kind, (TypeVector, TypeMatrix)) and constant is not None and not 0 <= constant < kind.count:
            # Accepted by spirv-val, and by drivers: tests of VK-GL-CTS have it in code that does not run.
            yield IndexBeyond(f"the index {constant} is beyond the {kind.count} parts of %{kind.id}; the last is used")
            constant = None
        place = facts.part(int(place), constant)
        if isinstance(place, str):
            yield place
            return
    if place != result.pointee:
        yield f"it ends at a %{place}, its type %{one.type} points at %{result.pointee}"


def _array_length(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    struct = facts.types.get(_pointee(facts, one.ids[0]))
    index = int(one.operands[1])
    if not isinstance(struct, TypeStruct) or index != len(struct.members) - 1:
        yield f"{facts.describe(one.ids[0])} is not a pointer to a struct whose last member is number {index}"
    elif not isinstance(facts.types.get(struct.members[index]), TypeRuntimeArray):
        yield f"the member {index} of %{struct.id} is not a run-time array"


def _atomic(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    pointee = facts.types.get(_pointee(facts, one.ids[0]))
    if not isinstance(pointee, (TypeInt, TypeFloat, TypeBool, TypeStruct)):
        yield f"{facts.describe(one.ids[0])} is not a pointer to a number"
        return
    if one.type and one.type != pointee.id and not isinstance(pointee, TypeStruct):
        yield f"its type %{one.type} is not %{pointee.id}, to which {facts.describe(one.ids[0])} points"
    for id in one.ids[1 : 2 + _SEMANTICS.get(one.op, 1)]:
        if not isinstance(facts.kind(id), TypeInt):
            yield f"the scope or semantics {facts.describe(id)} is not an integer"
    for id in one.ids[2 + _SEMANTICS.get(one.op, 1) :]:
        if facts.of(id) != pointee.id and not isinstance(pointee, TypeStruct):
            yield f"{facts.describe(id)} is not of type %{pointee.id}"


_SEMANTICS = {Op.OpAtomicCompareExchange: 2, Op.OpAtomicCompareExchangeWeak: 2}
"""How many memory semantics an atomic instruction has, if not one."""


# --- composites ------------------------------------------------------------------------------------------------------


def _walk(facts: Facts, start: int, indexes: tuple[int | str, ...]) -> int | str:
    place: int | str = start
    for index in indexes:
        place = facts.part(int(place), int(index))
        if isinstance(place, str):
            return place
    return place


def _extract(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    place = _walk(facts, facts.of(one.ids[0]), one.operands[1:])
    if isinstance(place, str):
        yield place
    elif place != one.type:
        yield f"the part has the type %{place}, the result %{one.type}"


def _insert(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    value, composite = one.ids
    place = _walk(facts, one.type, one.operands[2:])
    if facts.of(composite) != one.type:
        yield f"{facts.describe(composite)} is not of type %{one.type}"
    if isinstance(place, str):
        yield place
    elif place != facts.of(value):
        yield f"the part has the type %{place}: {facts.describe(value)} is not of that type"


def _construct(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    kind = facts.types[one.type]
    if isinstance(kind, TypeVector):
        found = 0
        for id in one.ids:
            component = facts.types.get(facts.of(id))
            inner = component.component if isinstance(component, TypeVector) else facts.of(id)
            if inner != kind.component:
                yield f"{facts.describe(id)} does not consist of %{kind.component}"
            found += facts.count(facts.of(id))
        if found != kind.count:
            yield f"its parts have {found} components, its type %{one.type} {kind.count}"
        return
    wanted = constituent_types(facts, one.type)
    if wanted is None:
        yield f"its type %{one.type} has no parts"
    elif len(wanted) != len(one.ids):
        yield f"it has {len(one.ids)} parts, its type %{one.type} {len(wanted)}"
    else:
        for id, type_id in zip(one.ids, wanted, strict=True):
            if facts.of(id) != type_id:
                yield f"its part {facts.describe(id)} is not of type %{type_id}"


def _shuffle(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    result = facts.types[one.type]
    first, second = (facts.kind(id) for id in one.ids)
    if not (isinstance(result, TypeVector) and isinstance(first, TypeVector) and isinstance(second, TypeVector)):
        yield "result and operands are not all vectors"
        return
    if not result.component == first.component == second.component:
        yield "result and operands don't have components of one type"
    if len(one.operands) - 2 != result.count:
        yield f"it has {len(one.operands) - 2} components, its type %{one.type} {result.count}"
    for index in one.operands[2:]:
        if int(index) >= first.count + second.count and index != 0xFFFFFFFF:
            yield f"the component {index} is beyond the {first.count + second.count} of the operands"


def _extract_dynamic(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    vector = facts.kind(one.ids[0])
    if not isinstance(vector, TypeVector) or vector.component != one.type:
        yield f"{facts.describe(one.ids[0])} is not a vector of %{one.type}"
    if not isinstance(facts.kind(one.ids[1]), TypeInt):
        yield f"the index {facts.describe(one.ids[1])} is not an integer"


def _insert_dynamic(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    vector = facts.types[one.type]
    if not isinstance(vector, TypeVector) or facts.of(one.ids[0]) != one.type:
        yield f"{facts.describe(one.ids[0])} is not a vector of type %{one.type}"
    elif facts.of(one.ids[1]) != vector.component:
        yield f"{facts.describe(one.ids[1])} is not of type %{vector.component}"
    if not isinstance(facts.kind(one.ids[2]), TypeInt):
        yield f"the index {facts.describe(one.ids[2])} is not an integer"


def _same(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    if facts.of(one.ids[0]) != one.type:
        yield f"{facts.describe(one.ids[0])} is not of type %{one.type}"


def _phi(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    for value, label in zip(one.ids[::2], one.ids[1::2], strict=False):
        if facts.of(value) != one.type:
            yield f"{facts.describe(value)} is not of type %{one.type}"
        if facts.definitions[label].op is not Op.OpLabel:
            yield f"%{label} is not a block"


def _select(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    condition, first, second = one.ids
    kind = facts.of(condition)
    if not facts.is_scalar_or_vector(kind, "B") or facts.count(kind) not in (1, facts.count(one.type)):
        yield f"the condition {facts.describe(condition)} is not one truth value or as many as in %{one.type}"
    for id in (first, second):
        if facts.of(id) != one.type:
            yield f"{facts.describe(id)} is not of type %{one.type}"


# --- arithmetic that is not in the table ------------------------------------------------------------------------------


def _bitcast(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    found = facts.of(one.ids[0])
    if isinstance(facts.types.get(found), TypePointer) or isinstance(facts.types[one.type], TypePointer):
        return
    if not facts.bits(found) or facts.bits(found) != facts.bits(one.type):
        yield f"{facts.describe(one.ids[0])} and %{one.type} don't have the same number of bits"


def _quantifier(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    if not isinstance(facts.types[one.type], TypeBool):
        yield f"its type %{one.type} is not the type of truth values"
    if not facts.is_scalar_or_vector(facts.of(one.ids[0]), "B"):
        yield f"{facts.describe(one.ids[0])} does not consist of truth values"


def _dot(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    for id in one.ids:
        vector = facts.kind(id)
        if not isinstance(vector, TypeVector) or vector.component != one.type or facts.of(id) != facts.of(one.ids[0]):
            yield f"{facts.describe(id)} is not a vector of %{one.type}"


def _shape(facts: Facts, type_id: int) -> tuple[int, int, int]:
    """The scalar type, rows and columns of a scalar, vector or matrix type; zeros for any other."""
    kind = facts.types.get(type_id)
    if isinstance(kind, TypeMatrix):
        column = facts.types.get(kind.column)
        return (column.component, column.count, kind.count) if isinstance(column, TypeVector) else (0, 0, 0)
    if isinstance(kind, TypeVector):
        return kind.component, kind.count, 1
    if (component := facts.cooperative_component(type_id)) != 0:
        return component, facts.count(type_id), 1
    return (type_id, 1, 1) if isinstance(kind, (TypeFloat, TypeInt)) else (0, 0, 0)


def _product(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    first, second = (_shape(facts, facts.of(id)) for id in one.ids)
    op = one.op
    if op in (Op.OpVectorTimesScalar, Op.OpMatrixTimesScalar):
        fits = second[1:] == (1, 1) and facts.of(one.ids[0]) == one.type
        expected = first
    elif op is Op.OpVectorTimesMatrix:
        fits = first[1] == second[1] and first[2] == 1
        expected = first[0], second[2], 1
    elif op is Op.OpOuterProduct:
        fits = first[2] == second[2] == 1
        expected = first[0], first[1], second[1]
    else:  # matrix times vector or matrix
        fits = first[2] == second[1]
        expected = first[0], first[1], second[2]
    if not fits or not first[0] or first[0] != second[0] or expected != _shape(facts, one.type):
        operands = " and ".join(facts.describe(id) for id in one.ids)
        yield f"{operands} can't be multiplied to a %{one.type}"


def _transpose(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    scalar, rows, columns = _shape(facts, facts.of(one.ids[0]))
    if not scalar or (scalar, columns, rows) != _shape(facts, one.type):
        yield f"{facts.describe(one.ids[0])} is not the transposed of a %{one.type}"


# --- control flow ----------------------------------------------------------------------------------------------------


def _branch(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    if not isinstance(facts.kind(one.ids[0]), TypeBool):
        yield f"the condition {facts.describe(one.ids[0])} is not a truth value"


def _switch(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    if not isinstance(facts.kind(one.ids[0]), TypeInt):
        yield f"the selector {facts.describe(one.ids[0])} is not an integer"
    values = one.operands[2::2]
    if len(set(values)) != len(values):
        yield "two cases have the same value"


def _call(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    callee, *arguments = one.ids
    function = facts.functions.get(callee)
    kind = None if function is None else facts.types.get(function.type)
    if function is None or not isinstance(kind, TypeFunction):
        yield f"%{callee} is not a function"
        return
    if one.type != function.result:
        yield f"its type %{one.type} is not %{function.result}, the result of %{callee}"
    if len(arguments) != len(kind.parameters):
        yield f"it has {len(arguments)} arguments, the function %{callee} {len(kind.parameters)} parameters"
        return
    for id, wanted in zip(arguments, kind.parameters, strict=True):
        if facts.of(id) != wanted:
            reason = f"the argument {facts.describe(id)} is not of type %{wanted}"
            yield Tolerated(reason) if _are_alike(facts, facts.of(id), wanted) else reason


def _are_alike(facts: Facts, type_id: int, other_id: int) -> bool:
    """Whether two types are pointers to images that differ in format or depth alone."""
    one, other = facts.types.get(type_id), facts.types.get(other_id)
    if not isinstance(one, TypePointer) or not isinstance(other, TypePointer) or one.storage is not other.storage:
        return False
    images = [facts.types.get(pointer.pointee) for pointer in (one, other)]
    if all(isinstance(image, TypeSampledImage) for image in images):
        images = [facts.types.get(image.image) for image in images if isinstance(image, TypeSampledImage)]
    first, second = images
    if not isinstance(first, TypeImage) or not isinstance(second, TypeImage):
        return False
    return replace(first, id=0, depth=0, format=second.format) == replace(second, id=0, depth=0)


# --- images ----------------------------------------------------------------------------------------------------------


def _is_same_image(facts: Facts, type_id: int, other_id: int) -> bool:
    """Whether two types are one type of image. They may differ in Depth, which is a hint (OpSampledImage)."""
    one, other = facts.types.get(type_id), facts.types.get(other_id)
    if not isinstance(one, TypeImage) or not isinstance(other, TypeImage):
        return type_id == other_id
    return replace(one, id=other.id, depth=other.depth) == other


def _sampled_image(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    image, sampler = one.ids
    kind = facts.types[one.type]
    if not isinstance(kind, TypeSampledImage) or not _is_same_image(facts, facts.of(image), kind.image):
        yield f"{facts.describe(image)} is not the image of its type %{one.type}"
    if not isinstance(facts.kind(sampler), TypeSampler):
        yield f"{facts.describe(sampler)} is not a sampler"


def _image(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    kind = facts.kind(one.ids[0])
    if not isinstance(kind, TypeSampledImage) or kind.image != one.type:
        yield f"{facts.describe(one.ids[0])} is not a sampled image with the image %{one.type}"


def _sample(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    if not isinstance(facts.kind(one.ids[0]), TypeSampledImage):
        yield f"{facts.describe(one.ids[0])} is not a sampled image"
    if not facts.is_scalar_or_vector(facts.of(one.ids[1]), "F"):
        yield f"the coordinates {facts.describe(one.ids[1])} are not floats"


def _texels(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    if not isinstance(facts.kind(one.ids[0]), TypeImage):
        yield f"{facts.describe(one.ids[0])} is not an image"
    coordinates = facts.of(one.ids[1])
    if not facts.is_scalar_or_vector(coordinates, "I") and not facts.is_scalar_or_vector(coordinates, "F"):
        yield f"the coordinates {facts.describe(one.ids[1])} are not numbers"


def _query(facts: Facts, one: SpirvInstruction) -> Iterator[str]:
    if not isinstance(facts.kind(one.ids[0]), (TypeImage, TypeSampledImage)):
        yield f"{facts.describe(one.ids[0])} is not an image"
    if not facts.is_scalar_or_vector(one.type, "F" if one.op is Op.OpImageQueryLod else "I"):
        yield f"its type %{one.type} does not consist of {'floats' if one.op is Op.OpImageQueryLod else 'integers'}"


_Check = Callable[[Facts, SpirvInstruction], Iterator[str]]
_GROUPS: tuple[tuple[_Check, str], ...] = (
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
_CHECKS = {Op["Op" + name]: check for check, names in _GROUPS for name in names.split()}
