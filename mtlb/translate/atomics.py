"""Atomic operations, control barriers and memory barriers.
Metal's atomic functions have relaxed order before Metal 3.2 (AIR 2.7); from then on fences exist. Stronger SPIR-V
orders become fences around the operation if the target has fences; otherwise the order is relaxed, as in Naga's and
SPIRV-Cross's Metal."""

from __future__ import annotations

from typing import Final

from ..base.features import FENCES_SINCE
from ..base.metal import AddressSpace
from ..emit.atomics import WIDE_ATOMICS, strong_exchange
from ..emit.names import f32, u32
from ..emit.operands import TypedValue
from ..emit.types import MetalPointer, Scalar, Texture, Vector
from ..spirv import SpirvInstruction
from ..spirv.enumerants import MemorySemantics, SpirvScope
from .functions import FunctionLowering
from .images import texel_access
from .numbers import ids, like
from .registry import lowers
from .values import MemoryPlace, TexelPlace, Value

__all__: list[str] = []

_SCOPES: Final = {
    SpirvScope.Subgroup: "simdgroup",
    SpirvScope.Workgroup: "threadgroup",
    SpirvScope.Invocation: "thread",
}
_MEMORY: Final = {
    MemorySemantics.UniformMemory: "device",
    MemorySemantics.CrossWorkgroupMemory: "device",
    MemorySemantics.AtomicCounterMemory: "device",
    MemorySemantics.SubgroupMemory: "threadgroup",
    MemorySemantics.WorkgroupMemory: "threadgroup",
    MemorySemantics.ImageMemory: "texture",
}
_RELEASES: Final = MemorySemantics.Release | MemorySemantics.AcquireRelease | MemorySemantics.SequentiallyConsistent
_ACQUIRES: Final = MemorySemantics.Acquire | MemorySemantics.AcquireRelease | MemorySemantics.SequentiallyConsistent


def _memory(semantics: int) -> str:
    """The memory flags for memory semantics, as the builder takes them."""
    words = dict.fromkeys([word for bit, word in _MEMORY.items() if semantics & bit])
    return "|".join(words) or "none"


# --- barriers --------------------------------------------------------------------------------------------------------


@lowers("OpControlBarrier")
def _barrier(f: FunctionLowering, i: SpirvInstruction) -> None:
    """`air.wg.barrier` or `air.simdgroup.barrier`, with the memory that the semantics name."""
    execution, _, semantics = [f.constant_int(id) for id in ids(i)]
    if f.program.has_control and execution in (
        SpirvScope.Workgroup,
        SpirvScope.Invocation,
    ):  # Invocations of a patch see each other's outputs, so those are ordered too.
        f.b.barrier("device|threadgroup")
    elif execution == SpirvScope.Workgroup:
        memory = _memory(semantics)
        f.b.barrier(f"{memory}|object_data" if f.program.has_task and memory != "none" else memory)
    elif execution == SpirvScope.Subgroup:
        f.b.simdgroup_barrier(_memory(semantics))
    else:
        raise f.refuse(i, f"a barrier of scope {SpirvScope(execution).name}")


@lowers("OpMemoryBarrier")
def _memory_barrier(f: FunctionLowering, i: SpirvInstruction) -> None:
    """`air.atomic.fence` from AIR 2.7 on; `air.simdgroup.barrier` before, as SPIRV-Cross's `simdgroup_barrier`."""
    scope, semantics = [f.constant_int(id) for id in ids(i)]
    _fence(f, scope, semantics)


def _fence(f: FunctionLowering, scope: int, semantics: int) -> None:
    """A fence; where there is none, a barrier of the SIMD-group, which orders the same memory (as SPIRV-Cross does)."""
    memory = _memory(semantics)
    if memory == "none" or scope == SpirvScope.Invocation:
        return
    if f.target.air >= FENCES_SINCE:
        f.b.fence(memory, "seq_cst", _SCOPES.get(SpirvScope(scope), "device"))
    else:
        f.b.simdgroup_barrier(memory)


# --- atomic operations -----------------------------------------------------------------------------------------------

_OPERATIONS: Final = {
    "OpAtomicIAdd": "add",
    "OpAtomicISub": "sub",
    "OpAtomicSMin": "min",
    "OpAtomicUMin": "min",
    "OpAtomicSMax": "max",
    "OpAtomicUMax": "max",
    "OpAtomicAnd": "and",
    "OpAtomicOr": "or",
    "OpAtomicXor": "xor",
    "OpAtomicExchange": "exchange",
    "OpAtomicFAddEXT": "add",
}


class _Access:
    """The target of an atomic access: memory or a texel."""

    def __init__(self, f: FunctionLowering, i: SpirvInstruction, kind: str = "") -> None:
        self.f, self.i = f, i
        self.place = f.place(int(i.operands[0]))
        self.scope, self.semantics = [f.constant_int(int(id)) for id in i.operands[1:3]]
        self.type = self._type(kind)

    def _type(self, kind: str) -> Scalar:
        place, f = self.place, self.f
        if isinstance(place, TexelPlace):
            texture = place.texture.type
            assert isinstance(texture, Texture) and texture.component is not None
            return texture.component
        if not isinstance(place, MemoryPlace):
            raise f.refuse(self.i, "it accesses something that is not memory")
        type = f.metal(place.type)
        if not isinstance(type, Scalar) or type.is_bool:
            raise f.refuse(self.i, f"an atomic access to {type}")
        return f.types.integer(kind, type.bits) if kind and type.is_integer else type

    def run(self, operation: str, *values: TypedValue) -> TypedValue:
        """Emit the operation, between fences if the semantics need an order that the target supports."""
        f = self.f
        has_order = f.target.air >= FENCES_SINCE and self.scope != SpirvScope.Invocation
        if has_order and self.semantics & _RELEASES:
            _fence(f, self.scope, self.semantics)
        result = self._guarded(operation, *values)
        if has_order and self.semantics & _ACQUIRES:
            _fence(f, self.scope, self.semantics)
        return result

    def _guarded(self, operation: str, *values: TypedValue) -> TypedValue:
        """Emit the operation only if it is in bounds; otherwise the result is 0."""
        if isinstance(self.place, TexelPlace):
            return self._texel(operation, *values)
        assert isinstance(self.place, MemoryPlace)
        guard, b = self.place.guard, self.f.b
        if guard is None:
            return self._atomic(operation, *values)
        if operation == "store":
            with b.if_(guard):
                return self._atomic(operation, *values)
        result = b.variable(self.type, 0)
        with b.if_(guard):
            b.store(self._atomic(operation, *values), result)
        return b.load(result)

    def _texel(self, operation: str, *values: TypedValue) -> TypedValue:
        assert isinstance(self.place, TexelPlace)
        coordinates, layer = texel_access(self.f, self.i, self.place)
        four = [self.f.b.splat(value, 4) for value in values]
        before_texel = self.f.b.texture.atomic(operation, self.place.texture, coordinates, *four, index=layer)
        return before_texel[0] if isinstance(before_texel.type, Vector) else before_texel

    def address(self) -> TypedValue:
        """The address, typed with the signedness of the operation."""
        assert isinstance(self.place, MemoryPlace)
        address = self.place.address
        assert isinstance(address.type, MetalPointer)
        if address.type.space not in (AddressSpace.DEVICE, AddressSpace.THREADGROUP):
            raise self.f.refuse(self.i, "an atomic access to memory of the thread or constant memory")
        return self.f.b.bitcast(address, MetalPointer(self.type, address.type.space, address.type.access))

    def _atomic(self, operation: str, *values: TypedValue) -> TypedValue:
        address = self.address()
        assert isinstance(address.type, MetalPointer)
        if self.type.bits == 64:
            is_device = address.type.space is AddressSpace.DEVICE
            if not is_device or operation not in ("min", "max") or not self._is_unsigned_alone():
                raise self.f.refuse(self.i, WIDE_ATOMICS)
        return self.f.b.atomic(operation, address, *values)

    def _is_unsigned_alone(self) -> bool:
        """Whether it compares unsigned numbers, and its result is unused."""
        used = any(self.i.id in i.ids for block in self.f.function.blocks for i in block.instructions)
        return self.i.name in ("OpAtomicUMin", "OpAtomicUMax") and not used

    def operand(self, id: int) -> TypedValue:
        """An operand as a number of the accessed type."""
        value = self.f.number(id)
        return like(self.f, value, self.type) if self.type.is_integer else value


@lowers(*_OPERATIONS)
def _operation(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.atomic.global.…` with device scope or `air.atomic.local.…` with threadgroup scope, relaxed.
    From AIR 2.7 on, acquire and release semantics add an `air.atomic.fence` before or after; earlier versions are
    relaxed. With 64 bits: only sums, minima and maxima in device memory, as Metal has no others."""
    kind = (
        {"S": "int", "U": "uint"}.get(i.name.removeprefix("OpAtomic")[0], "") if i.name[-3:] in ("Min", "Max") else ""
    )
    access = _Access(f, i, kind)
    return access.run(_OPERATIONS[i.name], access.operand(int(i.operands[3])))


@lowers("OpAtomicIIncrement", "OpAtomicIDecrement")
def _counted(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """An atomic addition or subtraction of 1."""
    access = _Access(f, i)
    return access.run("add" if i.name == "OpAtomicIIncrement" else "sub", f.b.const(access.type, 1))


@lowers("OpAtomicLoad")
def _load(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """An atomic load, relaxed; with fences as the other atomic operations."""
    return _Access(f, i).run("load")


@lowers("OpAtomicStore")
def _store(f: FunctionLowering, i: SpirvInstruction) -> None:
    """An atomic store, relaxed; with fences as the other atomic operations."""
    access = _Access(f, i)
    access.run("store", access.operand(int(i.operands[3])))


@lowers("OpAtomicFMinEXT", "OpAtomicFMaxEXT")
def _float_limit(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """A compare-exchange loop on the bits: Metal has no such operation on floats."""
    access = _Access(f, i)
    if isinstance(access.place, TexelPlace) or access.type != f32:
        raise f.refuse(
            i, f"an atomic operation on {access.type}" + " in an image" * isinstance(access.place, TexelPlace)
        )
    value = access.operand(int(i.operands[3]))
    function = "fmin" if i.name == "OpAtomicFMinEXT" else "fmax"
    address = access.address()
    assert isinstance(address.type, MetalPointer)
    bits = f.b.bitcast(address, MetalPointer(u32, address.type.space, address.type.access))
    before = f.b.variable(u32, f.b.atomic("load", bits))
    with f.b.loop() as loop:
        combined = f.b.math(function, f.b.bitcast(f.b.load(before), f32), value)
        loop.break_if(f.b.atomic.compare_exchange(bits, before, f.b.bitcast(combined, u32)))
    return f.b.bitcast(f.b.load(before), f32)


@lowers("OpAtomicCompareExchange", "OpAtomicCompareExchangeWeak")
def _compare_exchange(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`cmpxchg.weak`, repeated while it fails although the stored number equals the expected one; Naga does not
    repeat it."""
    access = _Access(f, i)
    value, comparator = [access.operand(int(id)) for id in i.operands[4:6]]
    if isinstance(access.place, TexelPlace):
        return _texel_exchange(f, i, access.place, value, comparator)
    address = access.address()
    if access.type.bits != 32:
        raise f.refuse(i, f"it compares {access.type.bits} bits, Metal 32")
    return strong_exchange(f.b, comparator, lambda held: f.b.atomic.compare_exchange(address, held, value))


def _texel_exchange(
    f: FunctionLowering, i: SpirvInstruction, place: TexelPlace, value: TypedValue, comparator: TypedValue
) -> Value:
    """The same operation on an image texel: only the first component is compared."""
    coordinates, layer = texel_access(f, i, place)
    texel = f.b.splat(value, 4)

    def exchange(held: TypedValue) -> TypedValue:
        return f.b.texture.compare_exchange(place.texture, coordinates, held, texel, index=layer)

    return strong_exchange(f.b, f.b.splat(comparator, 4), exchange)[0]


@lowers("OpAtomicFlagTestAndSet", "OpAtomicFlagClear")
def _flag(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Refused: flags belong to kernels of OpenCL."""
    raise f.refuse(i, "atomic flags belong to kernels of OpenCL")
