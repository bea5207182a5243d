"""Atomic operations, memory that other processors see, fences."""

from __future__ import annotations

from .text import FunctionBody, element_of, is_float, size_of
from .registry import defines

__all__: list[str] = []

_OPERATIONS = ("add", "sub", "and", "or", "xor", "xchg", "min", "max")
_FAMILIES = [f"atomic.{space}.{name}" for space in ("global", "local") for name in _OPERATIONS]


@defines(*_FAMILIES)
def _read_modify_write(b: FunctionBody) -> str:
    """All orders are the strongest that one thread at a time gives: the order of the program."""
    name = b.air_name.split(".")[3]
    if name in ("min", "max"):
        name = f"f{name}" if is_float(b.result) else name if b.signed else f"u{name}"
    elif name in ("add", "sub") and is_float(b.result):
        name = f"f{name}"
    return b.op(f"atomicrmw {name} {b.parameters[0]} %0, {b.result} %1 monotonic, align {size_of(b.result)}")


@defines("atomic.global.load", "atomic.local.load")
def _load(b: FunctionBody) -> str:
    return b.op(f"load atomic {b.result}, {b.parameters[0]} %0 monotonic, align {size_of(b.result)}")


@defines("atomic.global.store", "atomic.local.store")
def _store(b: FunctionBody) -> str:
    type_ = b.parameters[1]
    b.do(f"store atomic {type_} %1, {b.parameters[0]} %0 monotonic, align {size_of(type_)}")
    return ""


@defines("atomic.global.cmpxchg.weak", "atomic.local.cmpxchg.weak")
def _compare_exchange(b: FunctionBody) -> str:
    """What was there is returned, and stored where the expected value came from. It never fails without a reason."""
    bits = b.result if not is_float(b.result) else f"i{size_of(element_of(b.result)) * 8}"
    expected = b.op(f"load {bits}, {b.parameters[1]} %1")
    wanted = "%2" if bits == b.result else b.op(f"bitcast {b.result} %2 to {bits}")
    pair = b.op(f"cmpxchg {b.parameters[0]} %0, {bits} {expected}, {bits} {wanted} monotonic monotonic")
    found = b.op(f"extractvalue {{ {bits}, i1 }} {pair}, 0")
    b.do(f"store {bits} {found}, {b.parameters[1]} %1")
    return found if bits == b.result else b.op(f"bitcast {bits} {found} to {b.result}")


@defines("load.system_coherent.volatile")
def _coherent_load(b: FunctionBody) -> str:
    return b.op(f"load volatile {b.result}, {b.parameters[0]} %0")


@defines("store.system_coherent.volatile")
def _coherent_store(b: FunctionBody) -> str:
    b.do(f"store volatile {b.parameters[0]} %0, {b.parameters[1]} %1")
    return ""


@defines("atomic.fence")
def _fence(b: FunctionBody) -> str:
    b.do("fence seq_cst")
    return ""
