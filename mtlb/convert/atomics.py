"""Atomic operations and fences: AIR has functions for them, `air.atomic.global.*` and `air.atomic.local.*`.

Their order is relaxed. Stronger orders are a fence before and after from AIR 2.7 on (`air.atomic.fence`); before, AIR
has none, and a warning says so.
"""

from __future__ import annotations

from collections.abc import Callable

from ..air.intrinsics import overload
from ..base.errors import UnsupportedError
from ..base.metal import AddressSpace
from ..ir import (
    AtomicOperation,
    BasicBlock,
    BinaryOperator,
    FastMath,
    InstCode,
    Instruction,
    Ordering,
    Predicate,
    Type,
    TypeCode,
    UnaryOperator,
    Value,
)
from .code import Rewriter
from .math import air_math

__all__ = ["rule_atomicrmw", "rule_cmpxchg", "rule_fence", "rule_loadatomic", "rule_storeatomic"]

_RELAXED, _SEQ_CST = 0, 5  # memory_order of Metal
_THREADGROUP, _DEVICE = 1, 2  # thread_scope, and as bits mem_flags: device 1, threadgroup 2
_ALL_MEMORY = 3
_FENCE_SINCE = (2, 7)

_NAMES = {
    AtomicOperation.ADD: ("add", False),
    AtomicOperation.SUB: ("sub", False),
    AtomicOperation.AND: ("and", False),
    AtomicOperation.OR: ("or", False),
    AtomicOperation.XOR: ("xor", False),
    AtomicOperation.MAX: ("max", True),
    AtomicOperation.MIN: ("min", True),
    AtomicOperation.UMAX: ("max", False),
    AtomicOperation.UMIN: ("min", False),
    AtomicOperation.XCHG: ("xchg", False),
}
_ACQUIRES = frozenset({Ordering.ACQUIRE, Ordering.ACQ_REL, Ordering.SEQ_CST})
_RELEASES = frozenset({Ordering.RELEASE, Ordering.ACQ_REL, Ordering.SEQ_CST})


def _space(code: Rewriter, pointer: Value) -> str:
    """`global`, `local`, or "" for memory of one thread, where nothing has to be atomic."""
    space = pointer.type.address_space
    if space == AddressSpace.DEVICE:
        return "global"
    if space == AddressSpace.THREADGROUP:
        return "local"
    if space == AddressSpace.PRIVATE:
        return ""
    raise UnsupportedError(f"an atomic access to address space {space}: only device and threadgroup memory have them")


def _scope(code: Rewriter, space: str) -> list[Value]:
    """The last operands of an atomic function: order, scope, volatile."""
    scope = _DEVICE if space == "global" else _THREADGROUP
    return [code.integer(code.i32, _RELAXED), code.integer(code.i32, scope), code.integer(code.i1, 1)]


def _word(code: Rewriter, type_: Type) -> Type:
    """The integer that an atomic value is exchanged as. UnsupportedError for one that AIR has no atomics of."""
    width = {TypeCode.FLOAT: 32, TypeCode.HALF: 16, TypeCode.BFLOAT: 16, TypeCode.DOUBLE: 64}.get(type_.code)
    if type_.code is TypeCode.INTEGER:
        width = type_.params[0]
    if type_.is_pointer:
        width = 64
    if width != 32:
        raise UnsupportedError(f"an atomic access to {width} bits: AIR has atomics of 32 bits, and no others for this")
    return code.i32


def _fence(code: Rewriter, instruction: Instruction, ordering: int, space: str) -> None:
    if code.air < _FENCE_SINCE:
        name = Ordering(ordering).name.lower()
        code.warn(instruction, f"its order {name} becomes relaxed: AIR {code.air} has no stronger one")
        return
    function = code.air_function(overload("atomic.fence"))
    flags = _ALL_MEMORY if space == "" else (1 if space == "global" else 2)
    scope = _THREADGROUP if space == "local" else _DEVICE
    code.call(function, [code.integer(code.i32, n) for n in (flags, _SEQ_CST, scope)])


def _ordered(code: Rewriter, instruction: Instruction, ordering: int, space: str, make: Callable[[], Value]) -> Value:
    """`make` between the fences that its ordering needs."""
    strong = ordering in _ACQUIRES or ordering in _RELEASES
    if strong and code.air < _FENCE_SINCE:
        _fence(code, instruction, ordering, space)  # warns, once
        return make()
    if ordering in _RELEASES:
        _fence(code, instruction, ordering, space)
    made = make()
    if ordering in _ACQUIRES:
        _fence(code, instruction, ordering, space)
    return made


def rule_fence(code: Rewriter, fence: Instruction) -> bool | None:
    """What takes the place of a FENCE."""
    _fence(code, fence, fence.ordering, "")
    return True


def rule_loadatomic(code: Rewriter, load: Instruction) -> Value:
    """What takes the place of an atomic load."""
    pointer, type_ = load.operands[0], load.type
    space = _space(code, pointer)
    if load.ordering == Ordering.UNORDERED or not space:
        return code.load(type_, pointer, load.alignment, load.is_volatile)
    word = _word(code, type_)

    def make() -> Value:
        function = code.air_function(overload(f"atomic.{space}.load", word))
        return code.bitcast(code.call(function, [pointer, *_scope(code, space)]), type_)

    return _ordered(code, load, load.ordering, space, make)


def rule_storeatomic(code: Rewriter, store: Instruction) -> bool:
    """What takes the place of an atomic store."""
    value, pointer = store.operands
    space = _space(code, pointer)
    if store.ordering == Ordering.UNORDERED or not space:
        code.store(value, pointer, store.alignment, store.is_volatile)
        return True
    word = _word(code, value.type)

    def make() -> Value:
        function = code.air_function(overload(f"atomic.{space}.store", word))
        return code.call(function, [pointer, code.bitcast(value, word), *_scope(code, space)])

    _ordered(code, store, store.ordering, space, make)
    return True


def rule_atomicrmw(code: Rewriter, access: Instruction) -> Value:
    """What takes the place of an ATOMICRMW."""
    pointer, value = access.operands
    space, type_ = _space(code, pointer), value.type
    operation = access.operation
    if operation not in set(AtomicOperation):
        raise UnsupportedError(f"the atomic operation {operation}, which is not known")
    operation = AtomicOperation(operation)
    if not space:
        old = code.load(type_, pointer, access.alignment, access.is_volatile)
        code.store(_combined(code, operation, old, value), pointer, access.alignment, access.is_volatile)
        return old

    def make() -> Value:
        return _changed(code, operation, pointer, value, space)

    return _ordered(code, access, access.ordering, space, make)


def _changed(code: Rewriter, operation: AtomicOperation, pointer: Value, value: Value, space: str) -> Value:
    type_ = value.type
    if operation is AtomicOperation.FSUB and type_.code is TypeCode.FLOAT and space == "global":
        value = code.make(InstCode.UNOP, type_, (value,), (UnaryOperator.FNEG, 0))
        operation = AtomicOperation.FADD
    if operation is AtomicOperation.FADD and type_.code is TypeCode.FLOAT and space == "global":
        return code.call(
            code.air_function(overload("atomic.global.add", "f32")), [pointer, value, *_scope(code, space)]
        )
    word = _word(code, type_)
    if operation not in _NAMES:
        return _exchange_loop(code, operation, pointer, value, space)
    family, signed = _NAMES[operation]
    function = code.air_function(overload(f"atomic.{space}.{family}", word, signed=signed))
    return code.bitcast(code.call(function, [pointer, code.bitcast(value, word), *_scope(code, space)]), type_)


def _exchange_loop(code: Rewriter, operation: AtomicOperation, pointer: Value, value: Value, space: str) -> Value:
    """An operation that AIR lacks: compute, and exchange until nothing else came in between."""
    type_ = value.type
    word = _word(code, type_)
    load = code.air_function(overload(f"atomic.{space}.load", word))
    first = code.call(load, [pointer, *_scope(code, space)])
    start = code.current
    loop, after = BasicBlock(), BasicBlock()
    code.branch(loop)
    code.begin(loop)
    seen = code.phi(word, (first, first), (start, loop))
    new = _combined(code, operation, code.bitcast(seen, type_), value)
    old = _compare_exchange(code, pointer, seen, code.bitcast(new, word), space)
    seen.operands = (first, old)
    code.branch_if(code.compare(Predicate.ICMP_EQ, old, seen), after, loop)
    code.begin(after)
    return code.bitcast(old, type_)


def _compare_exchange(code: Rewriter, pointer: Value, expected: Value, new: Value, space: str) -> Value:
    """What was there: the exchange took place if that is what was expected.

    Apple's compilers test the returned value, for the weak function too.
    """
    memory = code.alloca(expected.type, 3)
    code.store(expected, memory, 3)
    function = code.air_function(overload(f"atomic.{space}.cmpxchg.weak", expected.type))
    relaxed = code.integer(code.i32, _RELAXED)
    return code.call(function, [pointer, memory, new, relaxed, *_scope(code, space)])


def rule_cmpxchg(code: Rewriter, access: Instruction) -> Value:
    """What takes the place of a CMPXCHG."""
    pointer, expected, new = access.operands
    type_ = expected.type
    space = _space(code, pointer)
    if not space:
        old = code.load(type_, pointer, access.alignment, access.is_volatile)
        same = code.compare(Predicate.ICMP_EQ, old, expected)
        code.store(code.select(same, new, old), pointer, access.alignment, access.is_volatile)
        return code.exchanged(old, same)
    word = _word(code, type_)

    def make() -> Value:
        return _compare_exchange(code, pointer, code.bitcast(expected, word), code.bitcast(new, word), space)

    ordering = max(access.success_ordering, access.failure_ordering)
    if {access.success_ordering, access.failure_ordering} == {Ordering.ACQUIRE, Ordering.RELEASE}:
        ordering = Ordering.ACQ_REL
    found = _ordered(code, access, ordering, space, make)
    same = code.compare(Predicate.ICMP_EQ, found, code.bitcast(expected, word))
    return code.exchanged(code.bitcast(found, type_), same)


_OPERATORS = {
    AtomicOperation.ADD: BinaryOperator.ADD,
    AtomicOperation.SUB: BinaryOperator.SUB,
    AtomicOperation.AND: BinaryOperator.AND,
    AtomicOperation.OR: BinaryOperator.OR,
    AtomicOperation.XOR: BinaryOperator.XOR,
    AtomicOperation.FADD: BinaryOperator.FADD,
    AtomicOperation.FSUB: BinaryOperator.FSUB,
}
_COMPARED = {
    AtomicOperation.MAX: Predicate.ICMP_SGT,
    AtomicOperation.MIN: Predicate.ICMP_SLT,
    AtomicOperation.UMAX: Predicate.ICMP_UGT,
    AtomicOperation.UMIN: Predicate.ICMP_ULT,
}
_EXTREMA = {AtomicOperation.FMAX: "fmax", AtomicOperation.FMIN: "fmin"}


def _combined(code: Rewriter, operation: AtomicOperation, old: Value, value: Value) -> Value:
    """What an operation stores: LLVM's language reference has the formulas."""
    type_ = value.type
    if operation is AtomicOperation.XCHG:
        return value
    if operation in _OPERATORS:
        return code.binary(_OPERATORS[operation], old, value)
    if operation in _COMPARED:
        return code.select(code.compare(_COMPARED[operation], old, value), old, value)
    if operation is AtomicOperation.NAND:
        both = code.binary(BinaryOperator.AND, old, value)
        return code.binary(BinaryOperator.XOR, both, code.integer(type_, -1))
    if operation in _EXTREMA:
        return air_math(code, _EXTREMA[operation], [old, value], int(FastMath(0)))
    one, zero = code.integer(type_, 1), code.integer(type_, 0)
    if operation is AtomicOperation.UINC_WRAP:
        more = code.compare(Predicate.ICMP_UGE, old, value)
        return code.select(more, zero, code.binary(BinaryOperator.ADD, old, one))
    if operation is AtomicOperation.UDEC_WRAP:
        wraps = code.binary(
            BinaryOperator.OR, code.compare(Predicate.ICMP_EQ, old, zero), code.compare(Predicate.ICMP_UGT, old, value)
        )
        return code.select(wraps, value, code.binary(BinaryOperator.SUB, old, one))
    if operation in (AtomicOperation.USUB_COND, AtomicOperation.USUB_SAT):
        fits = code.compare(Predicate.ICMP_UGE, old, value)
        other = old if operation is AtomicOperation.USUB_COND else zero
        return code.select(fits, code.binary(BinaryOperator.SUB, old, value), other)
    raise UnsupportedError(f"the atomic operation {operation.name.lower()}, of which AIR has no form")
