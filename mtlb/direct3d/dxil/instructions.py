"""LLVM's instructions in DXIL: arithmetic, comparisons, casts, structs, thread memory and group memory.
DXIL.rst lists the permitted instructions. Where LLVM leaves a result undefined, Direct3D's rules apply: shifts use
the low bits of the count, a float out of an integer's range is clamped, and a quotient by 0 has all bits set."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.metal import AddressSpace
from ...emit.atomics import strong_exchange
from ...emit.names import boolean, f32, i32, u32, u64
from ...emit.operands import Reference, TypedValue
from ...emit.types import Array, MetalPointer, MetalType, Scalar, Struct, ptr
from ...ir import (
    AtomicOperation,
    BinaryOperator,
    CastOperator,
    Constant,
    InstCode,
    Instruction,
    Predicate,
    TypeCode,
    Value,
    constant_number,
)
from ...ir.operators import WORDS_OF_ATOMICS
from ..arithmetic import divided, to_int, to_uint
from .function import SIGNED, DxilLowering, member_name
from .registry import Lowered, instruction

_B, _C = BinaryOperator, CastOperator


def _element(value: TypedValue) -> Scalar:
    assert isinstance(value.type, Scalar)
    return value.type


def as_signed(f: DxilLowering, value: TypedValue) -> TypedValue:
    """The same bits as a signed number."""
    return f.bits(value, SIGNED[_element(value)])


# --- arithmetic ------------------------------------------------------------------------------------------------------


@instruction(InstCode.BINOP)
def _binary(f: DxilLowering, i: Instruction) -> Lowered:
    left, right = f.number(i.left), f.number(i.right)
    if left.type != right.type:
        raise f.bad(f"operands of {left.type} and {right.type}")
    element = _element(left)
    if element.is_float:
        return _of_floats(f, i.opcode, left, right)
    if element == boolean:
        return _of_bools(f, i.opcode, left, right)
    return _of_integers(f, i, left, right)


def _of_floats(f: DxilLowering, opcode: int, left: TypedValue, right: TypedValue) -> TypedValue:
    if opcode == _B.FADD:
        return left + right
    if opcode == _B.FSUB:
        is_negative_zero = isinstance(left.ir, Constant) and f.python_number(left.ir) == 0 and _has_sign(left.ir)
        return f.b.neg(right) if is_negative_zero else left - right
    if opcode == _B.FMUL:
        return left * right
    if opcode == _B.FDIV:
        return left / right
    if opcode == _B.FREM:
        return f.b.math("fmod", left, right)
    raise f.bad(f"the operator {opcode} of floats")


def _has_sign(constant: Constant) -> bool:
    return bool(constant.params) and constant.params[0] in (0x80000000, 0x8000)


def _of_bools(f: DxilLowering, opcode: int, left: TypedValue, right: TypedValue) -> TypedValue:
    if opcode in (_B.AND, _B.MUL):
        return left & right
    if opcode == _B.OR:
        return left | right
    if opcode in (_B.XOR, _B.ADD, _B.SUB):
        return left ^ right
    raise f.bad(f"the operator {opcode} of bools")


def _is_small(value: Value, bits: int) -> bool:
    """Whether a shift count is a constant below the width, or is masked already."""
    if isinstance(value, Instruction) and value.code is InstCode.BINOP and value.opcode == _B.AND:
        value = value.right
    number = constant_number(value)
    return number is not None and 0 <= number < bits


def _of_integers(f: DxilLowering, i: Instruction, left: TypedValue, right: TypedValue) -> TypedValue:
    b, opcode = f.b, i.opcode
    if opcode == _B.ADD:
        return left + right
    if opcode == _B.SUB:
        return left - right
    if opcode == _B.MUL:
        return left * right
    if opcode == _B.AND:
        return left & right
    if opcode == _B.OR:
        return left | right
    if opcode == _B.XOR:
        return left ^ right
    if opcode in (_B.SHL, _B.LSHR, _B.ASHR):
        by = right if _is_small(i.right, _element(left).bits) else right & (_element(left).bits - 1)
        if opcode == _B.SHL:
            return left << by
        return f.bits(as_signed(f, left) >> as_signed(f, by), _element(left)) if opcode == _B.ASHR else left >> by
    if opcode in (_B.UDIV, _B.UREM):
        return unsigned_division(f, left, right)[opcode == _B.UREM]
    if opcode in (_B.SDIV, _B.SREM):
        is_zero = b.compare("eq", right, 0)
        safe = as_signed(f, b.select(is_zero, b.const(right.type, 1), right))
        quotient = b.div(as_signed(f, left), safe) if opcode == _B.SDIV else b.rem(as_signed(f, left), safe)
        return b.select(is_zero, ones(f, _element(left)), f.bits(quotient, _element(left)))
    raise f.bad(f"the operator {opcode} of integers")


def ones(f: DxilLowering, type: Scalar) -> TypedValue:
    """A number with all bits set."""
    return f.b.const(type, (1 << type.bits) - 1)


def unsigned_division(f: DxilLowering, x: TypedValue, y: TypedValue) -> tuple[TypedValue, TypedValue]:
    """Quotient and remainder; both have all bits set where the divisor is 0."""
    if x.type == u32:
        return divided(f, x, y)
    is_zero = f.b.compare("eq", y, 0)
    safe = f.b.select(is_zero, f.b.const(y.type, 1), y)
    all_ones = ones(f, _element(x))
    return f.b.select(is_zero, all_ones, f.b.div(x, safe)), f.b.select(is_zero, all_ones, f.b.rem(x, safe))


_INTEGER_RELATIONS = {
    Predicate.ICMP_EQ: ("eq", False),
    Predicate.ICMP_NE: ("ne", False),
    Predicate.ICMP_UGT: ("gt", False),
    Predicate.ICMP_UGE: ("ge", False),
    Predicate.ICMP_ULT: ("lt", False),
    Predicate.ICMP_ULE: ("le", False),
    Predicate.ICMP_SGT: ("gt", True),
    Predicate.ICMP_SGE: ("ge", True),
    Predicate.ICMP_SLT: ("lt", True),
    Predicate.ICMP_SLE: ("le", True),
}
_FLOAT_RELATIONS = {
    Predicate.FCMP_OEQ: "eq",
    Predicate.FCMP_OGT: "gt",
    Predicate.FCMP_OGE: "ge",
    Predicate.FCMP_OLT: "lt",
    Predicate.FCMP_OLE: "le",
    Predicate.FCMP_ONE: "one",
    Predicate.FCMP_ORD: "ord",
    Predicate.FCMP_UNO: "uno",
    Predicate.FCMP_UEQ: "ueq",
    Predicate.FCMP_UGT: "ugt",
    Predicate.FCMP_UGE: "uge",
    Predicate.FCMP_ULT: "ult",
    Predicate.FCMP_ULE: "ule",
    Predicate.FCMP_UNE: "ne",
}


@instruction(InstCode.CMP2)
def _compare(f: DxilLowering, i: Instruction) -> Lowered:
    left, right = f.number(i.left), f.number(i.right)
    predicate = i.predicate
    if left.type != right.type:
        raise f.bad(f"operands of {left.type} and {right.type}")
    if _element(left).is_float:
        if predicate in (Predicate.FCMP_FALSE, Predicate.FCMP_TRUE):
            return f.b.const(boolean, predicate == Predicate.FCMP_TRUE)
        relation = _FLOAT_RELATIONS.get(predicate)  # type: ignore[call-overload]
        if relation is None:
            raise f.bad(f"the predicate {predicate} of floats")
        return f.b.compare(relation, left, right)
    row = _INTEGER_RELATIONS.get(predicate)  # type: ignore[call-overload]
    if row is None:
        raise f.bad(f"the predicate {predicate} of integers")
    relation, is_signed = row
    if left.type == boolean:
        if relation not in ("eq", "ne"):
            raise f.refuse("an ordered comparison of bools")
        differ = left ^ right
        return differ if relation == "ne" else f.b.not_(differ)
    if is_signed:
        left, right = as_signed(f, left), as_signed(f, right)
    return f.b.compare(relation, left, right)


@instruction(InstCode.VSELECT)
def _select(f: DxilLowering, i: Instruction) -> Lowered:
    condition = f.as_type(i.condition, boolean)
    return f.b.select(condition, f.number(i.if_true), f.number(i.if_false))


# --- casts -----------------------------------------------------------------------------------------------------------


@instruction(InstCode.CAST)
def _cast(f: DxilLowering, i: Instruction | Constant) -> Lowered:
    opcode, value = i.params[0], i.operands[0]
    if i.type.is_pointer:
        return _pointer_cast(f, opcode, value, i)
    number, type = f.number(value), f.scalar(i.type)
    source = _element(number)
    if opcode == _C.BITCAST:
        return number if source == type else f.b.bitcast(number, type)
    if opcode in (_C.TRUNC, _C.ZEXT, _C.SEXT):
        return _resized(f, opcode, number, type)
    if opcode in (_C.FPTRUNC, _C.FPEXT):
        return f.b.convert(number, type)
    if opcode in (_C.UITOFP, _C.SITOFP):
        if source == boolean:
            return f.b.select(number, f.b.const(type, 1.0 if opcode == _C.UITOFP else -1.0), f.b.const(type, 0.0))
        return f.b.convert(as_signed(f, number) if opcode == _C.SITOFP else number, type)
    if opcode in (_C.FPTOUI, _C.FPTOSI):
        return float_to_integer(f, number, type, is_signed=opcode == _C.FPTOSI)
    raise f.refuse(f"the cast {opcode}")


def _resized(f: DxilLowering, opcode: int, value: TypedValue, type: Scalar) -> TypedValue:
    source = _element(value)
    if source == type:
        return value
    if type == boolean:
        return f.b.compare("ne", value & 1, 0)
    if source == boolean:
        return f.b.select(value, ones(f, type) if opcode == _C.SEXT else f.b.const(type, 1), f.b.const(type, 0))
    if opcode == _C.SEXT:
        return f.bits(f.b.resize(as_signed(f, value), type.bits), type)
    return f.b.resize(value, type.bits)


def float_to_integer(f: DxilLowering, value: TypedValue, type: Scalar, *, is_signed: bool) -> TypedValue:
    """A float converted to an integer, towards zero; out-of-range values are clamped, NaN becomes 0."""
    if type == boolean:
        return f.b.compare("ne", value, f.b.const(value.type, 0.0))
    wide = f.b.convert(value, f32)
    if type == u64:
        return _float_to_64_bits(f, wide, is_signed=is_signed)
    integer = to_int(f, wide) if is_signed else to_uint(f, wide)
    if type == u32:
        return f.bits(integer)
    limit = 1 << type.bits - 1
    if is_signed:
        integer = f.b.math("max", f.b.math("min", integer, limit - 1), -limit)
        return f.b.resize(f.bits(integer), type.bits)
    return f.b.resize(f.b.math("min", integer, 2 * limit - 1), type.bits)


def _float_to_64_bits(f: DxilLowering, value: TypedValue, *, is_signed: bool) -> TypedValue:
    b, limit = f.b, 63 if is_signed else 64
    least = -(2.0**63) if is_signed else 0.0
    inside = b.math("fmin", b.math("fmax", value, least), 2.0**limit - 2.0 ** (limit - 24))
    integer = f.bits(b.convert(inside, SIGNED[u64] if is_signed else u64), u64)
    integer = b.select(b.compare("ge", value, 2.0**limit), b.const(u64, (1 << limit) - 1), integer)
    return b.select(b.compare("uno", value, value), b.const(u64, 0), integer)


def _pointer_cast(f: DxilLowering, opcode: int, value: Value, i: Instruction | Constant) -> TypedValue:
    address = f.value(value)
    if opcode not in (_C.BITCAST, _C.ADDRSPACECAST) or not _is_address(address):
        raise f.refuse("the cast of an address")
    assert isinstance(address, TypedValue) and isinstance(address.type, MetalPointer)
    if i.type.is_opaque_pointer or (i.type.pointee.code is TypeCode.INTEGER and i.type.pointee.params[0] == 8):
        return address  # for llvm.lifetime
    pointer = f.b.bitcast(address, ptr(f.memory_type(i.type.pointee), _space(address)))
    return Reference(f.b, pointer.ir, pointer.type)


def _is_address(value: Lowered) -> bool:
    return isinstance(value, TypedValue) and isinstance(value.type, MetalPointer)


def _space(address: TypedValue) -> AddressSpace:
    assert isinstance(address.type, MetalPointer) and isinstance(address.type.space, AddressSpace)
    return address.type.space


# --- structs ---------------------------------------------------------------------------------------------------------


@instruction(InstCode.EXTRACTVAL)
def _extract(f: DxilLowering, i: Instruction) -> Lowered:
    members = f.value(i.operands[0])
    if not isinstance(members, Sequence) or len(i.path) != 1 or i.path[0] >= len(members):
        raise f.bad("it extracts a member that does not exist")
    return members[i.path[0]]


@instruction(InstCode.INSERTVAL)
def _insert(f: DxilLowering, i: Instruction) -> Lowered:
    members = f.value(i.operands[0])
    if not isinstance(members, Sequence) or len(i.path) != 1 or i.path[0] >= len(members):
        raise f.bad("it inserts a member that does not exist")
    changed = list(members)
    changed[i.path[0]] = f.number(i.operands[1])
    return changed


# --- memory ----------------------------------------------------------------------------------------------------------


@instruction(InstCode.ALLOCA)
def _alloca(f: DxilLowering, i: Instruction) -> Lowered:
    assert i.aux_type is not None
    if constant_number(i.operands[0]) != 1:
        raise f.refuse("memory of several objects")
    return f.b.variable(f.memory_type(i.aux_type))


def _address(f: DxilLowering, value: Value) -> TypedValue:
    place = f.value(value)
    if not isinstance(place, TypedValue) or not isinstance(place.type, MetalPointer):
        raise f.bad("an operand is not an address")
    return place


@instruction(InstCode.GEP)
def _gep(f: DxilLowering, i: Instruction | Constant) -> Lowered:
    """The address of an element. Indices into thread memory and constants are clamped to the array: accesses out of
    bounds are undefined, and must not reach other memory."""
    base, first, *rest = i.operands[0], *i.operands[1:]
    address = _address(f, base)
    if constant_number(first) != 0:
        raise f.refuse("an address that is not inside of one object")
    assert isinstance(address.type, MetalPointer)
    current: MetalType = address.type.pointee
    path: list[TypedValue | int | str] = []
    for place in rest:
        if isinstance(current, Struct):
            number = constant_number(place)
            if number is None or not 0 <= number < len(current.members):
                raise f.bad("a struct has no such member")
            path.append(member_name(number))
            current = current.members[number].type
            continue
        if not isinstance(current, Array):
            raise f.bad("an index into a type without elements")
        index: TypedValue | int | None = constant_number(place)
        if index is None:
            index = f.number(place)
            if index.type == u32 and _space(address) is not AddressSpace.THREADGROUP:
                index = f.clamped(index, current.count)
        elif not 0 <= index < current.count:
            raise f.bad(f"element {index} does not exist: there are {current.count}")
        path.append(index)
        current = current.element
    return f.b.part(address, *path) if path else address


@instruction(InstCode.LOAD)
def _load(f: DxilLowering, i: Instruction) -> Lowered:
    address = _address(f, i.pointer)
    loaded = f.b.load(address)
    if loaded.type != f.scalar(i.type):
        raise f.bad(f"it loads {f.scalar(i.type)} from where {loaded.type} is")
    return loaded


@instruction(InstCode.STORE)
def _store(f: DxilLowering, i: Instruction) -> Lowered:
    f.b.store(f.number(i.value), _address(f, i.pointer))
    return None


@instruction(InstCode.ATOMICRMW)
def _atomic(f: DxilLowering, i: Instruction) -> Lowered:
    if i.operation not in WORDS_OF_ATOMICS:
        raise f.refuse(f"the atomic operation {i.operation}")
    word, is_signed = WORDS_OF_ATOMICS[AtomicOperation(i.operation)]
    operation = "exchange" if word == "xchg" else word
    return atomic(f, operation, _address(f, i.pointer), f.number(i.value), is_signed=is_signed)


def atomic(f: DxilLowering, operation: str, address: TypedValue, value: TypedValue, *, is_signed: bool) -> TypedValue:
    """An atomic operation on a number in memory. Returns the previous value."""
    _require_32_bits(f, value)
    if is_signed:
        place = f.b.bitcast(address, ptr(i32, _space(address)))
        return f.bits(f.b.atomic(operation, place, as_signed(f, value)))
    return f.b.atomic(operation, address, value)


def exchange(f: DxilLowering, address: TypedValue, expected: TypedValue, value: TypedValue) -> TypedValue:
    """A compare-exchange on a number in memory. Returns the previous value. Metal's may fail spuriously."""
    _require_32_bits(f, value)
    return strong_exchange(f.b, expected, lambda held: f.b.atomic.compare_exchange(address, held, value))


def _require_32_bits(f: DxilLowering, value: TypedValue) -> None:
    if value.type not in (u32, f32):
        raise f.refuse(f"an atomic operation on {value.type}, which Metal does not have")


@instruction(InstCode.CMPXCHG)
def _compare_exchange(f: DxilLowering, i: Instruction) -> Lowered:
    expected = f.number(i.compare)
    before = exchange(f, _address(f, i.pointer), expected, f.number(i.new))
    if i.type.code in (TypeCode.STRUCT_ANON, TypeCode.STRUCT_NAMED):
        return [before, f.b.compare("eq", before, expected)]
    return before
