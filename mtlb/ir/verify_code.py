"""The rules of LLVM's verifier for a single instruction or constant expression: types, operators, orders, indices.
`RULES` has a function for each code; it returns the problem, or "". Numbers of operands, and types that have to be the
same, are `_instruction_checks`' (generated from the records), which run first.

Sources: LLVM's Verifier.cpp, Instructions.cpp (`castIsValid`, `isValidOperands`) and the checks of its two readers,
LLVM 14 to 22; where those differ, the newer and laxer rule is used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .floats import FLOAT_FORMATS
from .instructions import Instruction
from .opcodes import FLOAT_TYPES, STRUCT_TYPES, ConstantCode, InstCode, Ordering, TypeCode
from .operators import AtomicOperation, BinaryOperator, CastOperator
from .types import Type
from .values import Constant, Value

_ACQUIRE: Final = Ordering.ACQUIRE
_AGGREGATE: Final = ConstantCode.AGGREGATE
_CONSTANT_CODE_INTEGER: Final = ConstantCode.INTEGER
_DATA: Final = ConstantCode.DATA
_MONOTONIC: Final = Ordering.MONOTONIC
_NULL: Final = ConstantCode.NULL
_SEQ_CST: Final = Ordering.SEQ_CST
_FUNCTION: Final = TypeCode.FUNCTION
_USUB_SAT: Final = AtomicOperation.USUB_SAT
_XCHG: Final = AtomicOperation.XCHG

_NOT_SIZED: Final = frozenset(
    {TypeCode.VOID, TypeCode.LABEL, TypeCode.METADATA, TypeCode.TOKEN, TypeCode.FUNCTION, TypeCode.OPAQUE}
)
_INTEGER: Final = TypeCode.INTEGER
_ARRAY: Final = TypeCode.ARRAY
_POINTER: Final = TypeCode.POINTER
_TOKEN: Final = TypeCode.TOKEN
_VECTOR: Final = TypeCode.VECTOR
_VOID: Final = TypeCode.VOID
_ADDRSPACECAST: Final = int(CastOperator.ADDRSPACECAST)
_BITCAST: Final = int(CastOperator.BITCAST)
_LAST_OPERATOR: Final = int(BinaryOperator.XOR)
_NUMBERS_AND_POINTERS: Final = FLOAT_TYPES | {_INTEGER, TypeCode.POINTER, TypeCode.OPAQUE_POINTER}
_FLOAT_BITS: Final = {
    **{code: form.bits for code, form in FLOAT_FORMATS.items()},
    TypeCode.X86_FP80: 80,
    TypeCode.FP128: 128,
    TypeCode.PPC_FP128: 128,
}
_MOST_ALIGNMENT: Final = 33  # log2 of the bytes, plus one: LLVM's MaxAlignmentExponent is 32
_FLOAT_OPERATORS: Final = frozenset(
    {BinaryOperator.FADD, BinaryOperator.FSUB, BinaryOperator.FMUL, BinaryOperator.FDIV, BinaryOperator.FREM}
)
_FLOAT_ATOMICS: Final = frozenset(
    {
        AtomicOperation.FADD,
        AtomicOperation.FSUB,
        AtomicOperation.FMAX,
        AtomicOperation.FMIN,
        AtomicOperation.FMAXIMUM,
        AtomicOperation.FMINIMUM,
    }
)


def is_sized(type_: Type, inside: frozenset[Type] = frozenset()) -> bool:
    """Whether memory can hold a value of the type."""
    if type_.code in _NUMBERS_AND_POINTERS:
        return True
    if type_.code in _NOT_SIZED or type_ in inside:
        return False
    if type_.code is _ARRAY or type_.code in STRUCT_TYPES:
        inside |= {type_}
        return all(is_sized(element, inside) for element in type_.elements)
    return True


def is_first_class(type_: Type) -> bool:
    """Whether an instruction may give a value of the type."""
    return type_.code is not _VOID and type_.code is not _FUNCTION


def _is_integer(type_: Type) -> bool:
    return type_.scalar.code is _INTEGER


def _lanes(type_: Type) -> tuple[int, ...]:
    return type_.params if type_.code is _VECTOR else ()


def _bits(type_: Type) -> int:
    """The size of a number or a vector of numbers; 0 of anything else."""
    scalar = type_.scalar
    bits = scalar.params[0] if scalar.code is _INTEGER else _FLOAT_BITS.get(scalar.code, 0)
    return bits * (type_.params[0] if type_.code is _VECTOR else 1)


# --- operators and casts, of instructions and of constant expressions ------------------------------------------------


def operator_problem(opcode: int, type_: Type) -> str:
    """The problem of a binary operator on operands of this type."""
    if type_.is_floating:
        return "" if opcode in _FLOAT_OPERATORS else "an operator of integers on floating-point operands"
    if not _is_integer(type_):
        return "its operands are not numbers or vectors of numbers"
    return "" if opcode <= _LAST_OPERATOR else f"an operator of number {opcode}, which does not exist"


def _is_narrowing(source: Type, result: Type) -> bool:
    return _bits(source.scalar) > _bits(result.scalar)


def _is_widening(source: Type, result: Type) -> bool:
    return _bits(source.scalar) < _bits(result.scalar)


def _is_pointer(type_: Type) -> bool:
    return type_.scalar.is_pointer


def _is_floating(type_: Type) -> bool:
    return type_.is_floating


_Kind = Callable[[Type], bool]
_Size = Callable[[Type, Type], bool]
_CASTS: Final[dict[int, tuple[_Kind, _Kind, _Size | None]]] = {
    CastOperator.TRUNC: (_is_integer, _is_integer, _is_narrowing),
    CastOperator.ZEXT: (_is_integer, _is_integer, _is_widening),
    CastOperator.SEXT: (_is_integer, _is_integer, _is_widening),
    CastOperator.FPTOUI: (_is_floating, _is_integer, None),
    CastOperator.FPTOSI: (_is_floating, _is_integer, None),
    CastOperator.UITOFP: (_is_integer, _is_floating, None),
    CastOperator.SITOFP: (_is_integer, _is_floating, None),
    CastOperator.FPTRUNC: (_is_floating, _is_floating, _is_narrowing),
    CastOperator.FPEXT: (_is_floating, _is_floating, _is_widening),
    CastOperator.PTRTOINT: (_is_pointer, _is_integer, None),
    CastOperator.PTRTOADDR: (_is_pointer, _is_integer, None),
    CastOperator.INTTOPTR: (_is_integer, _is_pointer, None),
}


def cast_problem(opcode: int, source: Type, result: Type) -> str:
    """The problem of a cast between two types."""
    if opcode == _BITCAST:
        return _bitcast_problem(source, result)
    if opcode == _ADDRSPACECAST:
        if not _is_pointer(source) or not _is_pointer(result):
            return "addrspacecast from or to something other than a pointer"
        if source.scalar.address_space == result.scalar.address_space:
            return "addrspacecast inside one address space"
        return "" if _lanes(source) == _lanes(result) else "operand and result do not have as many elements"
    row = _CASTS.get(opcode)
    if row is None:
        return f"a cast of number {opcode}, which does not exist"
    takes, gives, sizes = row
    if not takes(source) or not gives(result):
        return f"{_cast_name(opcode)} of an operand or to a result of a type that it does not have"
    if _lanes(source) != _lanes(result):
        return "operand and result do not have as many elements"
    return "" if sizes is None or sizes(source, result) else f"{_cast_name(opcode)} between types of these sizes"


def _cast_name(opcode: int) -> str:
    return CastOperator(opcode).name.lower()


def _bitcast_problem(source: Type, result: Type) -> str:
    if not _is_pointer(source) and not _is_pointer(result):
        same = _bits(source) == _bits(result) and bool(_bits(source))
        return "" if same or source is result else "bitcast between types of different sizes"
    if not _is_pointer(source) or not _is_pointer(result):
        return "bitcast between a pointer and a value that is not a pointer"
    if source.scalar.address_space != result.scalar.address_space:
        return "bitcast of a pointer into another address space"
    if _lanes(source) == _lanes(result):
        return ""
    # LLVM takes a vector of one pointer for a pointer.
    return "" if {_lanes(source)[:1], _lanes(result)[:1]} == {(), (1,)} else "bitcast between types of different sizes"


# --- one code each ---------------------------------------------------------------------------------------------------


def _unop(i: Instruction) -> str:
    return "" if i.type.is_floating else "its operand is not of a floating-point type"


def _binop(i: Instruction) -> str:
    return operator_problem(i.params[0], i.type)


def _cast(i: Instruction) -> str:
    return cast_problem(i.params[0], i.operands[0].type, i.type)


def _gep(i: Instruction) -> str:
    source = i.aux_type
    if source is None or not is_sized(source):
        return "the source type has no size"
    lanes: tuple[int, ...] = ()
    for operand in i.operands:
        own = _lanes(operand.type)
        if own and lanes and own != lanes:
            return "vectors of different lengths"
        lanes = own or lanes
    target: Type = source
    for number, index in enumerate(i.operands[1:]):
        if not _is_integer(index.type):
            return "an index is not an integer"
        if not number:
            continue
        if target.code in STRUCT_TYPES:
            place = _struct_index(index)
            if place is None or not 0 <= place < len(target.elements):
                return "an index of a struct that is not a constant, or leads out of it"
            target = target.elements[place]
        elif target.code in (_ARRAY, _VECTOR):
            target = target.elements[0]
        else:
            return "more indices than the source type has"
    address = i.operands[0].type.scalar
    if not i.type.is_pointer and not i.type.scalar.is_pointer:
        return "the result is not a pointer"
    if i.type.scalar.address_space != address.address_space:
        return "the result is in another address space than the base"
    if address.code is _POINTER and len(i.operands) > 1 and i.type.scalar.elements[:1] != (target,):
        return "the result does not point at what the indices lead to"
    return "" if _lanes(i.type) == lanes else "the result has another number of elements"


def _struct_index(index: Value) -> int | None:
    while isinstance(index, Constant) and index.code == _AGGREGATE and index.operands:
        index = index.operands[0]
    if not isinstance(index, Constant) or index.type.scalar.params != (32,):
        return None
    if index.code == _NULL:
        return 0
    return index.params[0] if index.code in (_CONSTANT_CODE_INTEGER, _DATA) and index.params else None


def _select(i: Instruction) -> str:
    lanes = _lanes(i.operands[0].type)
    if lanes and lanes != _lanes(i.type):
        return "condition and values do not have as many elements"
    if i.type.code is _TOKEN:
        return "values of type token"
    return "" if is_first_class(i.type) else "an operand type that can't have values"


def _extract(i: Instruction) -> str:
    return "" if i.operands[1].type.code is _INTEGER else "the index is not an integer"


def _insert(i: Instruction) -> str:
    return "" if i.operands[2].type.code is _INTEGER else "the index is not an integer"


_FREE: Final = frozenset({ConstantCode.NULL, ConstantCode.UNDEF, ConstantCode.POISON})


def _shuffle(i: Instruction) -> str:
    mask = i.operands[2]
    if not isinstance(mask, Constant) or mask.type.scalar.params != (32,) or not _is_integer(mask.type):
        return "the mask is not a constant vector of i32"
    if mask.code in _FREE:
        return ""
    if mask.code == _DATA:
        places = list(mask.params)
    elif mask.code == _AGGREGATE:
        places = []
        for index in mask.operands:
            if not isinstance(index, Constant) or (index.code not in _FREE and index.code != _CONSTANT_CODE_INTEGER):
                return "the mask is not a constant vector of i32"
            places.append(index.params[0] if index.code == _CONSTANT_CODE_INTEGER else 0)
    else:
        return "the mask is not a constant vector of i32"
    most = 2 * i.operands[0].type.params[0]
    return "" if all(0 <= place < most for place in places) else "the mask leads out of both vectors"


def _compare(i: Instruction) -> str:
    operand = i.operands[0].type
    predicate = i.params[0]
    if _lanes(operand) != _lanes(i.type):
        return "operands and result do not have as many elements"
    if operand.is_floating:
        return "" if 0 <= predicate < 16 else "a comparison of integers on floating-point operands"
    if not _is_integer(operand) and not _is_pointer(operand):
        return "its operands are not numbers, pointers or vectors of them"
    return "" if 32 <= predicate < 42 else "a comparison of floating-point numbers on other operands"


def _phi(i: Instruction) -> str:
    if i.type.code is _TOKEN:
        return "a phi of type token"
    return "" if is_first_class(i.type) else "a phi of a type that can't have values"


def _alloca(i: Instruction) -> str:
    if i.aux_type is None or not is_sized(i.aux_type):
        return "the allocated type has no size"
    if i.operands[0].type.code is not _INTEGER:
        return "the count is not an integer"
    return _alignment(i.params[0])


def _alignment(field: int) -> str:
    return "" if 0 <= field <= _MOST_ALIGNMENT else "an alignment of more than 4 GiB"


def _access(type_: Type, alignment: int) -> str:
    if not is_sized(type_):
        return "the loaded or stored type has no size"
    return _alignment(alignment)


def _load(i: Instruction) -> str:
    if not i.operands[0].type.is_pointer:
        return "the address is not a pointer"
    return _access(i.type, i.params[0])


def _store(i: Instruction) -> str:
    if not i.operands[1].type.is_pointer:
        return "the address is not a pointer"
    return _access(i.operands[0].type, i.params[0])


def _atomic_size(type_: Type) -> str:
    """The problem of the size of an atomic access."""
    if type_.scalar.is_pointer:
        return ""
    bits = _bits(type_)
    return "" if bits >= 8 and not bits & bits - 1 else "an atomic access whose size is not a power of two bytes"


def _atomic_access(type_: Type, alignment: int, ordering: int, forbidden: frozenset[int]) -> str:
    if type_.scalar.code not in _NUMBERS_AND_POINTERS:
        return "an atomic access to something other than a number or a pointer"
    if ordering in forbidden or not 0 < ordering <= _SEQ_CST:
        return "an order that this access can't have"
    if not alignment:
        return "an atomic access without alignment"
    return _alignment(alignment) or _atomic_size(type_)


_NOT_OF_LOADS: Final = frozenset({int(Ordering.RELEASE), int(Ordering.ACQ_REL)})
_NOT_OF_STORES: Final = frozenset({int(Ordering.ACQUIRE), int(Ordering.ACQ_REL)})


def _load_atomic(i: Instruction) -> str:
    return _load(i) or _atomic_access(i.type, i.params[0], i.params[2], _NOT_OF_LOADS)


def _store_atomic(i: Instruction) -> str:
    return _store(i) or _atomic_access(i.operands[0].type, i.params[0], i.params[2], _NOT_OF_STORES)


def _fence(i: Instruction) -> str:
    is_fence = _ACQUIRE <= i.params[0] <= _SEQ_CST
    return "" if is_fence else "a fence is acquire, release, acq_rel or seq_cst"


def _exchange(i: Instruction) -> str:
    _, compare, new = i.operands
    if not i.operands[0].type.is_pointer:
        return "the address is not a pointer"
    if new.type is not compare.type:
        return "the two values are not of one type"
    if compare.type.code is not _INTEGER and not compare.type.is_pointer:
        return "its values are not integers or pointers"
    success, failure = i.params[1], i.params[3]
    if not _MONOTONIC <= success <= _SEQ_CST:
        return "an order that this access can't have"
    if not _MONOTONIC <= failure <= _SEQ_CST or failure in _NOT_OF_LOADS:
        return "an order of failure that this access can't have"
    return _alignment(i.params[5]) or _atomic_size(compare.type)


def _update(i: Instruction) -> str:
    pointer, value = i.operands
    operation, ordering = i.params[0], i.params[2]
    if not pointer.type.is_pointer:
        return "the address is not a pointer"
    if not _MONOTONIC <= ordering <= _SEQ_CST:
        return "an order that this access can't have"
    if operation == _XCHG:
        is_right = value.type.code in _NUMBERS_AND_POINTERS
    elif operation in _FLOAT_ATOMICS:
        is_right = value.type.is_floating
    else:
        is_right = operation <= _USUB_SAT and value.type.code is _INTEGER
    if not is_right:
        return "an operation on a value of a type that it does not have"
    return _alignment(i.params[4]) or _atomic_size(value.type)


def _path(type_: Type, path: tuple[int, ...]) -> str:
    """The problem of the indices into an aggregate; the resulting type is not checked."""
    if not path:
        return "it has no indices"
    for index in path:
        if type_.code is _ARRAY:
            if index >= type_.params[0]:
                return "an index leads out of an array"
            type_ = type_.elements[0]
        elif type_.code in STRUCT_TYPES and index < len(type_.elements):
            type_ = type_.elements[index]
        else:
            return "an index into something other than an array or a struct"
    return ""


def _extract_value(i: Instruction) -> str:
    return _path(i.operands[0].type, i.params)


def _insert_value(i: Instruction) -> str:
    return _path(i.type, i.params)


def _switch(i: Instruction) -> str:
    if not i.operands or i.operands[0].type.code is not _INTEGER:
        return "the condition is not an integer"
    cases = i.operands[1:]
    if not all(isinstance(case, Constant) and case.code in _NUMBERS for case in cases):
        return "a case is not a constant integer"
    return "" if len(set(cases)) == len(cases) else "two cases are the same number"


_NUMBERS: Final = frozenset({ConstantCode.NULL, ConstantCode.INTEGER, ConstantCode.WIDE_INTEGER})

RULES: Final[dict[InstCode, Callable[[Instruction], str]]] = {
    InstCode.UNOP: _unop,
    InstCode.BINOP: _binop,
    InstCode.CAST: _cast,
    InstCode.GEP: _gep,
    InstCode.VSELECT: _select,
    InstCode.EXTRACTELT: _extract,
    InstCode.INSERTELT: _insert,
    InstCode.SHUFFLEVEC: _shuffle,
    InstCode.CMP2: _compare,
    InstCode.SWITCH: _switch,
    InstCode.PHI: _phi,
    InstCode.ALLOCA: _alloca,
    InstCode.LOAD: _load,
    InstCode.STORE: _store,
    InstCode.LOADATOMIC: _load_atomic,
    InstCode.STOREATOMIC: _store_atomic,
    InstCode.FENCE: _fence,
    InstCode.CMPXCHG: _exchange,
    InstCode.ATOMICRMW: _update,
    InstCode.EXTRACTVAL: _extract_value,
    InstCode.INSERTVAL: _insert_value,
}
