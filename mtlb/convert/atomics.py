"""Atomic operations and fences: calls of AIR's functions `air.atomic.global.*` and `air.atomic.local.*`.

These functions access 32-bit words. A narrower value is part of a word, and a compare-exchange loop changes it. Their
order is relaxed. From AIR 2.7 on a stronger order is expressed by a fence before and after (`air.atomic.fence`);
earlier versions have no fence, and a warning says so.
"""

from __future__ import annotations

from collections.abc import Callable

from ..air.cursor import constant_integer
from ..air.intrinsics import overload
from ..air.scopes import MemoryKind, MemoryOrder, ThreadScope
from ..base.errors import UnsupportedError
from ..base.features import FENCES_SINCE, WIDE_ATOMICS_SINCE
from ..base.metal import AddressSpace
from ..ir import (
    AtomicOperation,
    BasicBlock,
    BinaryOperator,
    CastOperator,
    FastMath,
    Instruction,
    Ordering,
    Predicate,
    Type,
    TypeCode,
    UnaryOperator,
    Value,
)
from ..ir.floats import FLOAT_FORMATS
from ..ir.operators import WORDS_OF_ATOMICS
from ..passes.rewriter import Rewriter
from .math import air_math

_MEMORY = {
    "global": MemoryKind.DEVICE,
    "local": MemoryKind.THREADGROUP,
    "": MemoryKind.DEVICE | MemoryKind.THREADGROUP,
}

_ALL_ONES = (1 << 64) - 1
_WIDE = {AtomicOperation.UMAX: "max", AtomicOperation.UMIN: "min"}  # for 64 bits: Metal's atomic_ulong
_ACQUIRES = frozenset({Ordering.ACQUIRE, Ordering.ACQ_REL, Ordering.SEQ_CST})
_RELEASES = frozenset({Ordering.RELEASE, Ordering.ACQ_REL, Ordering.SEQ_CST})


def _space(code: Rewriter, pointer: Value) -> str:
    """`global`, `local`, or "" for memory of one thread, where an access need not be atomic."""
    space = pointer.type.address_space
    if space == AddressSpace.DEVICE:
        return "global"
    if space == AddressSpace.THREADGROUP:
        return "local"
    if space == AddressSpace.PRIVATE:
        if code.is_source:  # the language specification, 6.15.4
            raise UnsupportedError(
                "an atomic access to thread memory: atomic functions take device and threadgroup memory"
            )
        return ""
    raise UnsupportedError(
        f"an atomic access to address space {space}: AIR has atomics only in device and threadgroup memory"
    )


def _scope(code: Rewriter, space: str) -> list[Value]:
    """The last operands of an atomic function: order, scope, volatile."""
    scope = ThreadScope.DEVICE if space == "global" else ThreadScope.THREADGROUP
    return [code.integer(code.i32, MemoryOrder.RELAXED), code.integer(code.i32, scope), code.integer(code.i1, 1)]


def _width(type_: Type) -> int:
    """The number of bits of an atomic value. UnsupportedError for types without atomic operations in AIR."""
    width = FLOAT_FORMATS[type_.code].bits if type_.code in FLOAT_FORMATS else None
    if type_.code is TypeCode.INTEGER:
        width = type_.params[0]
    if type_.is_pointer:
        width = 64
    if width is None:
        raise UnsupportedError("an atomic access to something other than a single number: AIR has 32-bit atomics")
    if width not in (8, 16, 32):
        reason = f"an atomic access to {width} bits: AIR has atomics of 32 bits"
        if width == 64:
            reason += ", and of 64 the least and greatest of unsigned numbers in device memory, without a result"
        raise UnsupportedError(reason)
    return width


class _Cell:
    """A value of 8, 16 or 32 bits in memory, inside the 32-bit word that AIR's functions access."""

    def __init__(self, code: Rewriter, access: Instruction, pointer: Value, type_: Type, space: str) -> None:
        self.code = code
        self.space = space
        self.type = type_
        self.width = _width(type_)
        self.pointer = pointer
        self.shift: Value | None = None
        alignment = 1 << (access.alignment - 1) if access.alignment else self.width // 8
        if self.width < 32 and alignment < 4:
            # The word that contains the value; bytes are little endian.
            number = code.cast(CastOperator.PTRTOINT, pointer, code.i64)
            low = code.binary(BinaryOperator.AND, number, code.integer(code.i64, 3))
            back = code.binary(BinaryOperator.SUB, code.integer(code.i64, 0), low)
            self.pointer = code.gep(code.i8, pointer, back, inbounds=0)
            self.shift = code.binary(BinaryOperator.SHL, code.resized(low, code.i32), code.integer(code.i32, 3))
        self.integer = code.context.integer_type(self.width)

    def function(self, family: str, *arguments: Value, signed: bool = False) -> Value:
        """A call of an AIR function on the word."""
        function = self.code.air_function(overload(f"atomic.{self.space}.{family}", self.code.i32, signed=signed))
        return self.code.call(function, [self.pointer, *arguments, *_scope(self.code, self.space)])

    def value(self, word: Value) -> Value:
        """The value that a word contains."""
        if self.width < 32:
            if self.shift is not None:
                word = self.code.binary(BinaryOperator.LSHR, word, self.shift)
            word = self.code.resized(word, self.integer)
        return self.code.bitcast(word, self.type)

    def word(self, word: Value, value: Value) -> Value:
        """A word with the value replaced."""
        code = self.code
        bits = code.bitcast(value, self.integer)
        if self.width == 32:
            return bits
        bits, mask = code.resized(bits, code.i32), code.integer(code.i32, (1 << self.width) - 1)
        if self.shift is not None:
            bits = code.binary(BinaryOperator.SHL, bits, self.shift)
            mask = code.binary(BinaryOperator.SHL, mask, self.shift)  # type: ignore[assignment]
        kept = code.binary(BinaryOperator.XOR, mask, code.integer(code.i32, -1))
        return code.binary(BinaryOperator.OR, code.binary(BinaryOperator.AND, word, kept), bits)

    def exchange(self, expected: Value, new: Value) -> Value:
        """Compare-exchange on the word; returns the previous word. The exchange took place if that equals `expected`.

        Apple's compilers test the returned value in this way, for the weak function too.
        """
        code = self.code
        memory = code.variable(code.i32, 3)
        code.store(expected, memory, 3)
        return self.function("cmpxchg.weak", memory, new, code.integer(code.i32, MemoryOrder.RELAXED))

    def change(self, new_value: Callable[[Value], Value]) -> Value:
        """Compute a new value from the old one and exchange them, retrying until no other thread interferes; returns
        the old value.
        """

        def attempt(seen: Value) -> Value:
            return self.exchange(seen, self.word(seen, new_value(self.value(seen))))

        return self.value(self._until_done(attempt))

    def replace(self, expected: Value, new: Value) -> Value:
        """Replace the value `expected` by `new`; returns the previous value, which equals `expected` if the store took
        place.
        """
        code = self.code
        if self.width == 32:
            return self.value(self.exchange(code.bitcast(expected, code.i32), code.bitcast(new, code.i32)))

        # A change in the rest of the word is not a reason to fail.
        def is_expected(seen: Value) -> Value:
            bits = code.bitcast(self.value(seen), self.integer)
            return code.compare(Predicate.ICMP_EQ, bits, code.bitcast(expected, self.integer))

        return self.value(self._until_done(lambda seen: self.exchange(seen, self.word(seen, new)), is_expected))

    def _until_done(self, attempt: Callable[[Value], Value], goes_on: Callable[[Value], Value] | None = None) -> Value:
        """Repeat `attempt`, an exchange of the last word read, until it succeeds, or until `goes_on` (if given) is
        false for that word. Returns the last word read.
        """
        code = self.code
        first = self.function("load")
        start, loop, body, after = code.block, BasicBlock(), BasicBlock(), BasicBlock()
        code.branch(loop)
        code.begin(loop)
        seen = code.phi(code.i32, (first, first), (start, loop))
        if goes_on is not None:
            code.branch_if(goes_on(seen), body, after)
            code.begin(body)
        old = attempt(seen)
        end = code.block
        seen.operands, seen.blocks = (first, old), (start, end)
        code.branch_if(code.compare(Predicate.ICMP_EQ, old, seen), after, loop)
        code.begin(after)
        return old if goes_on is None else code.phi(code.i32, (seen, old), (loop, end))


def _fence(code: Rewriter, instruction: Instruction, ordering: int, space: str) -> None:
    if code.air < FENCES_SINCE:
        name = Ordering(ordering).name.lower()
        code.warn(instruction, f"its order {name} becomes relaxed: AIR {code.air} has no stronger one")
        return
    function = code.air_function(overload("atomic.fence"))
    scope = ThreadScope.THREADGROUP if space == "local" else ThreadScope.DEVICE
    code.call(function, [code.integer(code.i32, n) for n in (_MEMORY[space], MemoryOrder.SEQ_CST, scope)])


def _ordered(code: Rewriter, instruction: Instruction, ordering: int, space: str, make: Callable[[], Value]) -> Value:
    """Emit `make` between the fences that the ordering requires."""
    strong = ordering in _ACQUIRES or ordering in _RELEASES
    if strong and code.air < FENCES_SINCE:
        _fence(code, instruction, ordering, space)  # warns, once
        return make()
    if ordering in _RELEASES:
        _fence(code, instruction, ordering, space)
    ordered = make()
    if ordering in _ACQUIRES:
        _fence(code, instruction, ordering, space)
    return ordered


def rule_fence(code: Rewriter, fence: Instruction) -> bool | None:
    """The replacement for a FENCE."""
    _fence(code, fence, fence.ordering, "")
    return True


def rule_loadatomic(code: Rewriter, load: Instruction) -> Value:
    """The replacement for an atomic load."""
    pointer, type_ = load.operands[0], load.type
    space = _space(code, pointer)
    if load.ordering == Ordering.UNORDERED or not space:
        return code.load(type_, pointer, load.alignment, load.is_volatile)

    def make() -> Value:
        cell = _Cell(code, load, pointer, type_, space)
        return cell.value(cell.function("load"))

    return _ordered(code, load, load.ordering, space, make)


def rule_storeatomic(code: Rewriter, store: Instruction) -> bool:
    """The replacement for an atomic store."""
    value, pointer = store.operands
    space = _space(code, pointer)
    if store.ordering == Ordering.UNORDERED or not space:
        code.store(value, pointer, store.alignment, store.is_volatile)
        return True

    def make() -> Value:
        cell = _Cell(code, store, pointer, value.type, space)
        if cell.width < 32:
            return cell.change(lambda old: value)
        return cell.function("store", code.bitcast(value, code.i32))

    _ordered(code, store, store.ordering, space, make)
    return True


def rule_atomicrmw(code: Rewriter, access: Instruction) -> Value:
    """The replacement for an ATOMICRMW."""
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
        return _changed(code, access, operation, space)

    return _ordered(code, access, access.ordering, space, make)


def _changed(code: Rewriter, access: Instruction, operation: AtomicOperation, space: str) -> Value:
    pointer, value = access.operands
    type_ = value.type
    if type_ is code.i64 and operation is AtomicOperation.OR and constant_integer(value) == 0:
        operation = AtomicOperation.UMAX  # LLVM's form of the greatest of a number and 0
    if type_ is code.i64 and operation is AtomicOperation.XCHG and code.is_source:  # Metal has no exchange of 64 bits
        number = constant_integer(value)
        forms = {0: AtomicOperation.UMIN, _ALL_ONES: AtomicOperation.UMAX}  # what LLVM writes as an exchange
        operation = forms.get(number & _ALL_ONES, operation) if number is not None else operation
    is_wide = type_ is code.i64 and operation in _WIDE and space == "global" and code.air >= WIDE_ATOMICS_SINCE
    if is_wide and not any(access in i.operands for i in code.function.instructions()):
        function = code.air_function(overload(f"atomic.global.{_WIDE[operation]}", type_))
        code.call(function, [pointer, value, *_scope(code, space)])
        return code.undef(type_)  # the function returns nothing, and the result is unused
    if type_.code is TypeCode.FLOAT and space == "global" and operation in (AtomicOperation.FADD, AtomicOperation.FSUB):
        if operation is AtomicOperation.FSUB:
            value = code.unary(UnaryOperator.FNEG, value)
        function = code.air_function(overload("atomic.global.add", "f32"))
        return code.call(function, [pointer, value, *_scope(code, space)])
    if type_.code is TypeCode.FLOAT and code.is_source:  # the language specification, 6.15.4
        raise UnsupportedError("an atomic sum of floats in threadgroup memory: atomic_float is for device memory")
    cell = _Cell(code, access, pointer, type_, space)
    if operation not in WORDS_OF_ATOMICS or cell.width < 32:
        return cell.change(lambda old: _combined(code, operation, old, value))
    family, signed = WORDS_OF_ATOMICS[operation]
    return cell.value(cell.function(family, code.bitcast(value, code.i32), signed=signed))


def rule_cmpxchg(code: Rewriter, access: Instruction) -> Value:
    """The replacement for a CMPXCHG."""
    pointer, expected, new = access.operands
    type_ = expected.type
    space = _space(code, pointer)
    if not space:
        old = code.load(type_, pointer, access.alignment, access.is_volatile)
        same = code.compare(Predicate.ICMP_EQ, old, expected)
        code.store(code.select(same, new, old), pointer, access.alignment, access.is_volatile)
        return code.exchanged(old, same)
    integer = code.context.integer_type(_width(type_))

    def make() -> Value:
        return _Cell(code, access, pointer, type_, space).replace(expected, new)

    ordering = max(access.success_ordering, access.failure_ordering)
    if {access.success_ordering, access.failure_ordering} == {Ordering.ACQUIRE, Ordering.RELEASE}:
        ordering = Ordering.ACQ_REL
    ordered = _ordered(code, access, ordering, space, make)
    same = code.compare(Predicate.ICMP_EQ, code.bitcast(ordered, integer), code.bitcast(expected, integer))
    return code.exchanged(ordered, same)


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
    """The value that an operation stores, by the formulas of LLVM's language reference."""
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
    integer, zero = code.integer(type_, 1), code.integer(type_, 0)
    if operation is AtomicOperation.UINC_WRAP:
        more = code.compare(Predicate.ICMP_UGE, old, value)
        return code.select(more, zero, code.binary(BinaryOperator.ADD, old, integer))
    if operation is AtomicOperation.UDEC_WRAP:
        wraps = code.binary(
            BinaryOperator.OR, code.compare(Predicate.ICMP_EQ, old, zero), code.compare(Predicate.ICMP_UGT, old, value)
        )
        return code.select(wraps, value, code.binary(BinaryOperator.SUB, old, integer))
    if operation in (AtomicOperation.USUB_COND, AtomicOperation.USUB_SAT):
        fits = code.compare(Predicate.ICMP_UGE, old, value)
        other = old if operation is AtomicOperation.USUB_COND else zero
        return code.select(fits, code.binary(BinaryOperator.SUB, old, value), other)
    raise UnsupportedError(f"the atomic operation {operation.name.lower()}, which AIR does not support")
