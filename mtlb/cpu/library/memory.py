"""Atomic operations, device-coherent memory, and fences."""

from __future__ import annotations

from ...air.names import DEVICE_COHERENT
from ...ir import AtomicOperation, Ordering, Type, Value
from ...ir.floats import bits_of
from .body import FunctionBody
from .registry import defines

__all__: list[str] = []

_OPERATIONS = ("add", "sub", "and", "or", "xor", "xchg", "min", "max")
_FAMILIES = [f"atomic.{space}.{name}" for space in ("global", "local") for name in _OPERATIONS]
_ORDER = Ordering.MONOTONIC  # enough for every order: one thread runs at a time, in program order


def _alignment(type_: Type) -> int:
    """The alignment of a number: its size."""
    return (bits_of(type_) // 8).bit_length()


@defines(*_FAMILIES)
def _read_modify_write(b: FunctionBody) -> Value | None:
    name = b.family.rpartition(".")[2]
    type_ = b.arguments[1].type
    if type_.is_floating and name in ("add", "sub", "min", "max"):
        name = f"f{name}"
    elif name in ("min", "max") and not b.signed:
        name = f"u{name}"
    operation = AtomicOperation[name.upper()]
    pointer, value = b.arguments[:2]
    before = b.atomic(operation, pointer, value, _ORDER, alignment=_alignment(type_))
    return before if b.result is type_ else None  # 64-bit operations have no result


@defines("atomic.global.load", "atomic.local.load")
def _load(b: FunctionBody) -> Value:
    return b.load_atomic(b.result, b.arguments[0], _ORDER, alignment=_alignment(b.result))


@defines("atomic.global.store", "atomic.local.store")
def _store(b: FunctionBody) -> None:
    pointer, value = b.arguments[:2]
    b.store_atomic(value, pointer, _ORDER, alignment=_alignment(value.type))


@defines("atomic.global.cmpxchg.weak", "atomic.local.cmpxchg.weak")
def _compare_exchange(b: FunctionBody) -> Value:
    """Return the previous value, and store it where the expected value came from. It never fails spuriously."""
    pointer, place, value = b.arguments[:3]
    bits = b.context.integer_type(bits_of(b.result))
    values = b.load(bits, place), b.bitcast(value, bits)
    pair = b.compare_exchange(pointer, *values, (_ORDER, _ORDER), alignment=_alignment(bits))
    before = b.extract_value(pair, 0)
    b.store(before, place)
    return b.bitcast(before, b.result)


_COHERENT = (DEVICE_COHERENT, f"{DEVICE_COHERENT}.volatile", "system_coherent", "system_coherent.volatile")


@defines(*(f"load.{scope}" for scope in _COHERENT))
def _coherent_load(b: FunctionBody) -> Value:
    return b.load(b.result, b.arguments[0], volatile=1)


@defines(*(f"store.{scope}" for scope in _COHERENT))
def _coherent_store(b: FunctionBody) -> None:
    value, pointer = b.arguments[:2]
    b.store(value, pointer, volatile=1)


@defines("atomic.fence")
def _fence(b: FunctionBody) -> None:
    b.fence(Ordering.SEQ_CST)
