"""Atomic operations, and definitions that barriers share: kinds of memory, orders, scopes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..air.scopes import MemoryKind, MemoryOrder, ThreadScope
from ..base.features import FENCES_SINCE
from ..base.metal import AddressSpace
from .calls import Calls
from .flow import Flow
from .operands import Operand, TypedValue
from .types import Scalar, Vector
from .value import Operations

ORDERS: Final = {item.name.lower(): int(item) for item in MemoryOrder}
SCOPES: Final = {item.name.lower(): int(item) for item in ThreadScope}
_MEMORY: Final = {item.name.lower(): int(item) for item in MemoryKind}
_WORDS: Final = {word: word for word in ("add", "sub", "min", "max", "and", "or", "xor", "load", "store")}
_WORDS["exchange"] = "xchg"
_PLACES: Final = {AddressSpace.DEVICE: ("global", "device"), AddressSpace.THREADGROUP: ("local", "threadgroup")}

WIDE_ATOMICS: Final = "for 64 bits, Metal has only unsigned minimum and maximum in device memory, without a result"
"""The reason for which translators refuse others."""


def number_of(b: Operations, name: str, what: str, word: str, words: dict[str, int]) -> int:
    """AIR's number for an order, a scope or a kind of memory of instruction `name`. BuildError for an unknown word."""
    if word not in words:
        raise b.error(name, f"unknown {what} {word!a} (one of {', '.join(words)})")
    return words[word]


def memory_flags(b: Operations, name: str, memory: str) -> int:
    """The number for kinds of memory, separated by ``|``, of instruction `name`. BuildError for an unknown word."""
    flags = 0
    for word in memory.split("|"):
        flags |= number_of(b, name, "memory", word.strip(), _MEMORY)
    return flags


def strong_exchange(b: Flow, expected: TypedValue, exchange: Callable[[TypedValue], TypedValue]) -> TypedValue:
    """Repeat the weak exchange `exchange` until it succeeds or the value differs from `expected`; returns the previous
    value.

    `exchange` takes the address of the expected value, and returns whether the exchange took place:
    `atomic.compare_exchange`, or `texture.compare_exchange`, where only the first component of a texel is compared.
    """
    held = b.variable(expected.type)
    with b.loop() as loop:
        b.store(expected, held)
        done = exchange(held)
        document, requested = b.load(held), expected
        if isinstance(expected.type, Vector):
            document, requested = document[0], expected[0]
        loop.break_if(done | b.compare("ne", document, requested))
    return b.load(held)


class Atomics:
    """`Builder.atomic`: atomic accesses to memory. ``b.atomic("add", p, 1)``"""

    def __init__(self, builder: Calls) -> None:
        self._b = builder

    def __call__(
        self,
        operation: str,
        pointer: TypedValue,
        *values: Operand,
        order: str = "relaxed",
        scope: str | None = None,
    ) -> TypedValue:
        """An atomic operation; returns the previous value.

        `operation`: "add", "sub", "min", "max", "and", "or", "xor", "exchange" with a value; "load"; "store" with a
        value (no result). `pointer` points at int, uint, float in device or threadgroup memory, or at ulong in device
        memory for "min" and "max", which then have no result. `order` as in Metal, "relaxed" before Metal 3.2; `scope`:
        "device", for threadgroup memory "threadgroup".
        """
        b, name = self._b, f"atomic {operation}"
        place, default, element = self._target(name, pointer)
        if operation != "load":
            b.written(name, pointer)
        flags = number_of(b, name, "order", order, ORDERS)
        where = number_of(b, name, "scope", scope or default, SCOPES)
        if operation not in _WORDS:
            raise b.error(name, "there is no such operation")
        requested = 0 if operation == "load" else 1
        if len(values) != requested:
            raise b.error(name, f"{len(values)} values, not {requested}")
        operands = [b.number(name, value, element) for value in values]
        if any(operand.type != element for operand in operands):
            raise b.error(name, f"a {operands[0].type} for {pointer.type}")
        if flags and b.target.air < FENCES_SINCE:
            raise b.error(name, f"AIR {b.target.air} has only relaxed order (others since {FENCES_SINCE})")
        family = f"atomic.{place}.{_WORDS[operation]}"
        return b.air(family, pointer, *operands, flags, where, True, result=element)

    def compare_exchange(
        self, pointer: TypedValue, expected: TypedValue, desired: Operand, *, order: str = "relaxed"
    ) -> TypedValue:
        """Write `desired` if `*pointer` equals the value at `expected` in private memory, otherwise copy `*pointer`
        there. May fail spuriously (`atomic_compare_exchange_weak`). Returns whether it was written: a bool.
        """
        b, name = self._b, "atomic.compare_exchange"
        place, scope, element = self._target(name, pointer)
        b.written(name, pointer)
        held = b.written(name, expected)
        if held.space is not AddressSpace.PRIVATE or held.pointee != element:
            raise b.error(
                name, f"the expected value must be a pointer to {element} in the thread's memory, not a {held}"
            )
        before = b.load(expected)
        flags = number_of(b, name, "order", order, ORDERS)
        new = b.number(name, desired, element)
        family = f"atomic.{place}.cmpxchg.weak"
        result = b.air(family, pointer, expected, new, flags, flags, SCOPES[scope], True, result=element)
        return b.compare("eq", result, before)

    def _target(self, name: str, pointer: TypedValue) -> tuple[str, str, Scalar]:
        """The word for the memory in function names, its default scope, and the type of the number."""
        type = self._b.address(name, pointer)
        if type.space not in _PLACES:
            raise self._b.error(name, f"{type} is neither in device nor in threadgroup memory")
        if not isinstance(type.pointee, Scalar):
            raise self._b.error(name, f"{type} does not point at a number")
        return *_PLACES[type.space], type.pointee
