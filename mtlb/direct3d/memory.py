"""Buffers and group memory: raw and structured accesses, atomic operations, counters, sizes, barriers.
Source: the Direct3D 11.3 functional specification, chapters 5.3.8 to 5.3.10, 7.14 and 22.14 to 22.17. A structured
address is the index times the stride, plus an offset in bytes; memory is read in 32-bit words."""

from __future__ import annotations

from collections.abc import Callable

from ..base.features import FENCES_SINCE
from ..dxbc.tokens import TokenInstruction
from ..emit.atomics import strong_exchange
from ..emit.names import i32, u32
from ..emit.operands import TypedValue
from ..emit.types import MetalPointer, ptr
from .function import ProgramLowering, ValueLowering, first_texel, lanes_of, places_of
from .program import OperandType
from .registry import lowers
from .textures import texel_atomic


class Words:
    """Memory that is accessed in words, by offsets in bytes. `base`: its address, or that of an array; `stride`: of
    structures, in bytes; `size`: in bytes, if accesses are checked against it."""

    def __init__(
        self, f: ValueLowering, base: TypedValue, stride: int, size: TypedValue | None = None, *, is_array: bool = False
    ) -> None:
        self.f, self.base, self.stride, self.is_array = f, base, stride, is_array
        self._size = size

    def load(self, index: TypedValue | None, word: TypedValue) -> TypedValue:
        """Load a word; 0 if out of bounds and accesses are checked (functional specification 5.3.10)."""
        b, is_inside = self.f.b, self.inside(index, word)
        if is_inside is None:
            return b.load(self.at(self._nearest(word)))
        result = b.variable(u32, self.f.const(u32, 0))
        with b.if_(is_inside):
            b.store(b.load(self.at(word)), result)
        return b.load(result)

    def store(self, index: TypedValue | None, word: TypedValue, value: TypedValue) -> None:
        """Store a word; no operation if out of bounds and accesses are checked."""
        b, is_inside = self.f.b, self.inside(index, word)
        if is_inside is None:
            b.store(value, self.at(self._nearest(word)))
            return
        with b.if_(is_inside):
            b.store(value, self.at(word))

    def change(
        self, index: TypedValue | None, word: TypedValue, make: Callable[[TypedValue], TypedValue]
    ) -> TypedValue:
        """The previous value of a word, after the atomic operation that `make` builds from its address; 0 if out of
        bounds and accesses are checked."""
        b, is_inside = self.f.b, self.inside(index, word)
        if is_inside is None:
            return self.f.bits(make(self.at(self._nearest(word))))
        before = b.variable(u32, self.f.const(u32, 0))
        with b.if_(is_inside):
            b.store(self.f.bits(make(self.at(word))), before)
        return b.load(before)

    def is_inside(self, index: TypedValue | None, word: TypedValue) -> TypedValue | None:
        """As `inside`, but for every policy that checks accesses."""
        if self._size is None:
            return None
        return self.f.b.compare("lt", word, self._size >> 2) if index is None else self._in_structures(index)

    def _in_structures(self, index: TypedValue) -> TypedValue:
        assert self._size is not None
        return self.f.b.compare("lt", index, self.f.b.div(self._size, self.stride))

    def inside(self, index: TypedValue | None, word: TypedValue) -> TypedValue | None:
        """Whether a word is in bounds; structures are checked by index. None if bounds are not checked or not known."""
        if self._size is None or self.f.bounds != "read-zero-skip-write":
            return None
        if index is not None:
            return self._in_structures(index)
        return self.f.b.compare("lt", word, self._size >> 2)

    def _nearest(self, word: TypedValue) -> TypedValue:
        """The last word in place of one out of bounds, if accesses are restricted."""
        if self._size is None:
            return word
        last = self.f.b.math("max", self._size >> 2, self.f.const(u32, 1)) - 1
        return self.f.b.math("min", word, last)

    def at(self, word: TypedValue | int) -> TypedValue:
        """The address of a word."""
        return self.f.b.part(self.base, word) if self.is_array else self.base[word]

    def first(self, index: TypedValue | None, offset: TypedValue) -> TypedValue:
        """The index of the word at a structure's `index` and an `offset` in bytes."""
        word = offset >> 2
        return word if index is None else index * (self.stride // 4) + word


def _words(f: ProgramLowering, i: TokenInstruction, place: int, *, is_structured: bool | None) -> Words:
    """The memory of an operand."""
    operand = f.source(i, place)
    if operand.type == OperandType.GROUP_MEMORY:
        number = operand.indices[0].number if operand.indices else -1
        if number not in f.group_memory:
            raise f.program.bad(i, f"g{number} is used without a declaration")
        words = Words(f, f.group_memory[number], f.program.group_memory[number][0], is_array=True)
    else:
        resource, base = f.handle(i, place, "t", "u")
        if resource.form == "typed":
            raise f.program.bad(i, f"{resource.register} is a typed resource")
        size = f.byte_size(i, place) if f.bounds != "unchecked" else None
        words = Words(f, base, resource.stride, size)
    if is_structured is not None and bool(words.stride) != is_structured:
        raise f.program.bad(i, "a raw access to structures" if words.stride else "structures in raw memory")
    return words


def _plus(word: TypedValue, count: int) -> TypedValue:
    return word + count if count else word


@lowers("ld_raw", "ld_structured", "ld_raw_s", "ld_structured_s")
def _load(f: ProgramLowering, i: TokenInstruction) -> None:
    is_structured = "structured" in i.name
    has_status = i.name.endswith("_s")
    first = 2 if has_status else 1
    if has_status and f.written(i, 1):
        f.write(i, f.const(u32, 1), 1)  # Metal buffers are always resident
    lanes = f.written(i)
    if not lanes:
        return
    source = first + 1 + is_structured
    memory = _words(f, i, source, is_structured=is_structured)
    index = f.number(i, first) if is_structured else None
    word = memory.first(index, f.number(i, first + is_structured))
    places = places_of(f.source(i, source))
    chosen = [places[lane] for lane in lanes]
    loaded = {place: memory.load(index, _plus(word, place)) for place in sorted(set(chosen))}
    f.write(i, f.joined([loaded[place] for place in chosen]))


@lowers("store_raw", "store_structured")
def _store(f: ProgramLowering, i: TokenInstruction) -> None:
    is_structured = i.name == "store_structured"
    memory = _words(f, i, 0, is_structured=is_structured)
    index = f.number(i, 1) if is_structured else None
    word = memory.first(index, f.number(i, 1 + is_structured))
    lanes = lanes_of(f.source(i, 0))
    value = f.read(i, 2 + is_structured, lanes, None)
    for number, lane in enumerate(lanes):
        memory.store(index, _plus(word, lane), f.pick(value, [number]))


# --- atomic operations -----------------------------------------------------------------------------------------------

_OPERATIONS = {
    "and": ("and", False),
    "or": ("or", False),
    "xor": ("xor", False),
    "iadd": ("add", False),
    "imax": ("max", True),
    "imin": ("min", True),
    "umax": ("max", False),
    "umin": ("min", False),
    "exch": ("exchange", False),
}


def _changed(
    f: ProgramLowering, i: TokenInstruction, target: int, make: Callable[[TypedValue], TypedValue]
) -> TypedValue:
    """The previous value, after an atomic operation on a word of a buffer or of group memory."""
    memory = _words(f, i, target, is_structured=None)
    if memory.stride:
        place = f.read(i, target + 1, [0, 1], u32)
        return memory.change(place[0], memory.first(place[0], place[1]), make)
    return memory.change(None, memory.first(None, f.number(i, target + 1)), make)


def _is_texel(f: ProgramLowering, i: TokenInstruction, target: int) -> bool:
    operand = f.source(i, target)
    return operand.type == OperandType.UAV and f.resource(i, target, "u").form == "typed"


@lowers(*(f"{imm}atomic_{word}" for word in _OPERATIONS for imm in ("", "imm_") if imm or word != "exch"))
def _atomic(f: ProgramLowering, i: TokenInstruction) -> None:
    is_immediate = i.name.startswith("imm_")
    target = int(is_immediate)
    operation, is_signed = _OPERATIONS[i.name.rpartition("_")[2]]
    element = i32 if is_signed else u32
    value = f.number(i, target + 2, element)
    if _is_texel(f, i, target):
        before = texel_atomic(f, i, target, operation, value)
    else:

        def make(address: TypedValue) -> TypedValue:
            type = address.type
            assert isinstance(type, MetalPointer)
            if is_signed:
                address = f.b.bitcast(address, ptr(i32, type.space))
            return f.b.atomic(operation, address, value)

        before = _changed(f, i, target, make)
    if is_immediate and f.written(i):
        f.write(i, f.bits(before))


@lowers("atomic_cmp_store", "imm_atomic_cmp_exch")
def _compare_exchange(f: ProgramLowering, i: TokenInstruction) -> None:
    """Metal's exchange may fail spuriously: it is repeated until it succeeds, or until the stored value differs from
    the expected one."""
    target = int(i.name.startswith("imm_"))
    expected, value = f.number(i, target + 2), f.number(i, target + 3)
    if _is_texel(f, i, target):
        before = texel_atomic(f, i, target, "compare_exchange", value, expected)
    else:

        def make(address: TypedValue) -> TypedValue:
            return strong_exchange(f.b, expected, lambda held: f.b.atomic.compare_exchange(address, held, value))

        before = _changed(f, i, target, make)
    if target and f.written(i):
        f.write(i, before)


@lowers("imm_atomic_alloc", "imm_atomic_consume")
def _counter(f: ProgramLowering, i: TokenInstruction) -> None:
    """The counter of a structured buffer: returns the value before an increment, or after a decrement."""
    resource = f.resource(i, 1, "u")
    if resource.form != "structured":
        raise f.program.bad(i, f"{resource.register} has no counter: it is not a structured buffer")
    is_alloc = i.name == "imm_atomic_alloc"
    in_texture = f.counter_texture(i, 1)
    if in_texture is not None:
        texture, texel = in_texture
        ones = f.const(u32, 1, 4)
        before = f.b.texture.atomic("add" if is_alloc else "sub", texture, texel, ones)[0]
        if f.written(i):
            f.write(i, before if is_alloc else before - 1)
        return
    counter = f.counters.get(resource.id)
    if counter is None:
        raise f.program.refuse(i, f"{resource.register} is an address of the root signature, without a counter")
    before = f.b.atomic("add", counter, 1) if is_alloc else f.b.atomic("sub", counter, 1) - 1
    if f.written(i):
        f.write(i, before)


# --- sizes, barriers -------------------------------------------------------------------------------------------------


@lowers("bufinfo")
def _bufinfo(f: ProgramLowering, i: TokenInstruction) -> None:
    """Elements of a typed buffer, bytes of a raw buffer, structures of a structured buffer."""
    lanes = f.written(i)
    if not lanes:
        return
    resource, handle = f.handle(i, 1, "t", "u")
    if resource.form == "typed":
        size = f.b.texture.size(handle)
        metadata = f.metadata(i, 1)
        size = size if metadata is None else size - first_texel(f, metadata)
    else:
        size_in_bytes = f.byte_size(i, 1)
        if size_in_bytes is None:
            raise f.program.refuse(i, f"the size of {resource.register}, an address of the root signature alone")
        size = f.b.div(size_in_bytes, resource.stride) if resource.stride else size_in_bytes
    f.write(i, f.pick(size, [0] * len(lanes)))


@lowers("sync")
def _sync(f: ProgramLowering, i: TokenInstruction) -> None:
    threads = bool(i.control(11, 1))
    if f.program.stage != "kernel" and threads:
        raise f.program.bad(i, "a barrier of threads outside of a compute shader")
    device = bool(i.control(13, 1) or i.control(14, 1))
    synchronize(f, threads=threads, group=bool(i.control(12, 1)), device=device)


def synchronize(f: ValueLowering, *, threads: bool, group: bool, device: bool) -> None:
    """A barrier for the group's threads, or for memory only: a fence, or a SIMD-group barrier where Metal has no
    fence."""
    words = (["threadgroup"] if group else []) + (["device", "texture"] if device else [])
    memory = "|".join(words) or "none"
    if threads:
        f.b.barrier(memory)
    elif words and f.b.target.air >= FENCES_SINCE:
        f.b.fence(memory, "seq_cst", "device" if device else "threadgroup")
    elif words:
        f.b.simdgroup_barrier(memory)
