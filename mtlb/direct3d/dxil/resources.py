"""Resource handles, constant buffers, buffers, counters, atomic operations, sizes.
Source: DXIL.rst, "Resource Operations" and the sections of the operations there. Memory is read in 32-bit words, and
in half words for native 16-bit numbers."""

from __future__ import annotations

from collections.abc import Callable

from ...emit.atomics import WIDE_ATOMICS
from ...emit.names import u8, u16, u32, u64
from ...emit.operands import TypedValue
from ...emit.types import Scalar
from ...ir import Type, Value, constant_number
from ..function import device_uints, first_texel
from ..memory import Words
from ..program import Resource
from ..textures import MULTISAMPLED, texture_sizes
from .function import DxilLowering
from .instructions import atomic, exchange
from .program import ResourceKind
from .registry import HandleValue, Lowered, Operation, operation, refused
from .texels import place_in, store_texel, texel, texel_atomic
from .uses import is_used

_RAY_TRACING = (
    "TraceRay DispatchRays WorldRay ObjectRay ObjectToWorld WorldToObject RayT RayFlags HitKind InstanceI "
    "PrimitiveIndex GeometryIndex IgnoreHit AcceptHit ReportHit CallShader HitObject MaybeReorder"
)
refused("ray tracing, which is not translated", *_RAY_TRACING.split())
refused("work graphs, which are not translated", "AllocateNode", "GetNode", "CreateNode", "AnnotateNode", "IndexNode")
refused("a resource of a library", "CreateHandleForLib")


@operation("CreateHandle", "CreateHandleFromBinding")
def _handle(f: DxilLowering, o: Operation) -> Lowered:
    resource, register = f.uses.resources[o.call]
    number = constant_number(register)
    if number is None:
        value = f.uint(register)
        return HandleValue(resource, value - resource.first if resource.first else value)
    number &= 0xFFFFFFFF
    if not resource.first <= number <= resource.last:
        raise f.bad(f"register {number} is not one of {resource.register} to {resource.last}")
    return HandleValue(resource, number - resource.first)


@operation("CreateHandleFromHeap")
def _heap_handle(f: DxilLowering, o: Operation) -> Lowered:
    """AnnotateHandle states the resource that the handle refers to."""
    return None


@operation("AnnotateHandle")
def _annotated(f: DxilLowering, o: Operation) -> Lowered:
    handle = f.uses.resources.get(o.call)
    if handle is not None and handle[0] in f.heaps:
        number = constant_number(handle[1])
        return HandleValue(handle[0], f.uint(handle[1]) if number is None else number & 0xFFFFFFFF)
    return f.handle(o.arguments["res"])


# --- constant buffers ------------------------------------------------------------------------------------------------


def _constants(f: DxilLowering, value: Value, row: TypedValue | int) -> TypedValue:
    """The bits of a row of a constant buffer."""
    handle = f.handle(value)
    resource = handle.resource
    if resource.kind != "cb":
        raise f.bad(f"{resource.register} is not a constant buffer")
    if (resource.kind, resource.id) in f.root_constants:
        return f.root_constant_row(resource, row)
    return f.constant_row(f.argument(handle), row, resource.rows)


def members_of(f: DxilLowering, type: Type) -> list[Scalar]:
    """The numbers in a struct that an operation returns."""
    if not type.elements:
        raise f.bad("it does not return a struct")
    return [f.scalar(member) for member in type.elements]


@operation("CBufferLoadLegacy")
def _row(f: DxilLowering, o: Operation) -> Lowered:
    """A row of 16 bytes: 4 numbers of 32 bits, 8 of 16 or 2 of 64. Those of minimum precision are 4 of 32."""
    number = constant_number(o.arguments["regIndex"])
    index = f.uint(o.arguments["regIndex"]) if number is None else number & 0xFFFFFFFF
    row = _constants(f, o.arguments["handle"], index)
    types = members_of(f, o.call.type)
    if len(types) * types[0].bits != 128:
        raise f.bad(f"a row of {len(types)} {types[0]}")
    used = f.uses.members.get(o.call, ())
    return [_part(f, row, n, type) if n in used else f.zero_of(type) for n, type in enumerate(types)]


def _part(f: DxilLowering, row: TypedValue, place: int, type: Scalar) -> TypedValue:
    """Component `place` of a row of bits."""
    if type.bits == 64:
        return joined(f, row[2 * place], row[2 * place + 1], type)
    if type.bits == 16:
        word = row[place // 2]
        half = f.b.resize(word >> 16 if place % 2 else word, 16)
        return half if type == u16 else f.b.bitcast(half, type)
    return row[place] if type == u32 else f.b.bitcast(row[place], type)


def joined(f: DxilLowering, low: TypedValue, high: TypedValue, type: Scalar) -> TypedValue:
    """Two words combined into a 64-bit number."""
    wide = f.b.resize(low, 64) | (f.b.resize(high, 64) << 32)
    return wide if type == u64 else f.b.bitcast(wide, type)


@operation("CBufferLoad")
def _constant(f: DxilLowering, o: Operation) -> Lowered:
    """A number at an offset in bytes."""
    type, at = f.scalar(o.call.type), f.uint(o.arguments["byteOffset"])
    number = constant_number(o.arguments["byteOffset"])
    index = at >> 4 if number is None else (number & 0xFFFFFFFF) >> 4
    row = _constants(f, o.arguments["handle"], index)
    words = [f.b.extract(row, ((at >> 2) + n) & 3) for n in range(2 if type.bits == 64 else 1)]
    if type.bits == 64:
        return joined(f, words[0], words[1], type)
    if type.bits < 32:
        narrow = f.b.resize(words[0] >> ((at & 3) << 3), type.bits)
        return narrow if type in (u8, u16) else f.b.bitcast(narrow, type)
    return words[0] if type == u32 else f.b.bitcast(words[0], type)


# --- buffers ---------------------------------------------------------------------------------------------------------


def _buffer(f: DxilLowering, value: Value) -> HandleValue:
    handle = f.handle(value)
    if handle.resource.kind not in "tu":
        raise f.bad(f"{handle.resource.register} is not a buffer")
    return handle


def _bytes_at(f: DxilLowering, resource: Resource, index: Value, offset: Value | None) -> tuple[TypedValue, int]:
    """The position of an access from the start of the buffer, and the unit of that number in bytes: 1 or 4."""
    at = f.uint(index)
    if resource.form == "raw":
        return at, 1
    inside = f.const(u32, 0) if offset is None or f.is_undefined(offset) else f.uint(offset)
    if resource.stride % 4:
        return at * resource.stride + inside, 1
    return at * (resource.stride // 4) + (inside >> 2), 4


def _place(at: tuple[TypedValue, int], width: int) -> TypedValue:
    """The index of an element of `width` bytes at a position from `_bytes_at`."""
    value, unit = at
    if unit == width:
        return value
    shift = width.bit_length() - unit.bit_length()
    return value >> shift if shift > 0 else value << -shift


def _plus(place: TypedValue, count: int) -> TypedValue:
    return place + count if count else place


class _Memory:
    """The memory of a buffer at the position of an access: bytes from the start, in units of 1 or 4."""

    def __init__(self, f: DxilLowering, handle: HandleValue, index: Value, offset: Value | None) -> None:
        self.f, resource = f, handle.resource
        size = f.byte_size(handle) if f.bounds != "unchecked" else None
        self.base = f.argument(handle)
        self.words = Words(f, self.base, resource.stride, size)
        self.index = f.uint(index) if resource.stride else None
        self._at = _bytes_at(f, resource, index, offset)

    def word(self, n: int = 0) -> TypedValue:
        """The index of word `n`, counted from the position."""
        return _plus(_place(self._at, 4), n)

    def wide(self) -> TypedValue:
        """The address of the 64 bits at the position, which is a multiple of 8."""
        return self.f.b.gep(device_uints(self.f, self.base, u64), _place(self._at, 8))

    def load(self, n: int, type: Scalar) -> TypedValue:
        """Load number `n`."""
        f = self.f
        if type.bits == 16:
            half = _plus(_place(self._at, 2), n)
            word = self.words.load(self.index, half >> 1)
            half_word = f.b.resize(word >> ((half & 1) << 4), 16)
            return half_word if type == u16 else f.b.bitcast(half_word, type)
        if type.bits == 64:
            low, high = (self.words.load(self.index, self.word(2 * n + half)) for half in (0, 1))
            return joined(f, low, high, type)
        half_word = self.words.load(self.index, self.word(n))
        return half_word if type == u32 else f.b.bitcast(half_word, type)

    def store(self, n: int, value: TypedValue) -> None:
        """Store number `n`."""
        f = self.f
        assert isinstance(value.type, Scalar)
        if value.type.bits == 16:
            self._store_half(_plus(_place(self._at, 2), n), value)
        elif value.type.bits == 64:
            self.words.store(self.index, self.word(2 * n), f.b.convert(value, u32))
            self.words.store(self.index, self.word(2 * n + 1), f.b.convert(value >> 32, u32))
        else:
            self.words.store(self.index, self.word(n), value if value.type == u32 else f.b.bitcast(value, u32))

    def _store_half(self, half: TypedValue, value: TypedValue) -> None:
        """Store only 16 bits: the adjacent half word may belong to another thread. Stores out of bounds are always
        skipped."""
        f = self.f
        place = device_uints(f, self.base, u16)[half]
        bits = value if value.type == u16 else f.b.bitcast(value, u16)
        is_inside = self.words.is_inside(self.index, half >> 1)
        if is_inside is None:
            f.b.store(bits, place)
            return
        with f.b.if_(is_inside):
            f.b.store(bits, place)


@operation("BufferLoad", "RawBufferLoad")
def _buffer_load(f: DxilLowering, o: Operation) -> Lowered:
    handle = _buffer(f, o.arguments["srv"])
    resource = handle.resource
    if not resource.is_buffer:
        if o.name == "RawBufferLoad" or f.program.kinds[resource.kind, resource.id] != ResourceKind.TYPED_BUFFER:
            raise f.bad(f"{resource.register} is not such a buffer")
        return texel(f, o.call, handle, place_in(f, handle, o.arguments["index"]), None, 0)
    offset = o.arguments.get("wot", o.arguments.get("elementOffset"))
    memory = _Memory(f, handle, o.arguments["index"], offset)
    *types, status = members_of(f, o.call.type)
    used = f.uses.members.get(o.call, ())
    values = [memory.load(n, type) if n in used else f.zero_of(type) for n, type in enumerate(types)]
    return [*values, f.b.const(status, 1)]  # Metal buffers are always resident


_VALUES = ("value0", "value1", "value2", "value3")


@operation("BufferStore", "RawBufferStore")
def _buffer_store(f: DxilLowering, o: Operation) -> Lowered:
    handle = _buffer(f, o.arguments["uav"])
    resource = handle.resource
    _require_written(f, resource)
    mask = f.integer(o.arguments["mask"], "the mask") & 0xFF
    place, offset = (
        (o.arguments["coord0"], o.arguments["coord1"])
        if o.name == "BufferStore"
        else (o.arguments["index"], o.arguments["elementOffset"])
    )
    if not resource.is_buffer:
        if o.name == "RawBufferStore" or f.program.kinds[resource.kind, resource.id] != ResourceKind.TYPED_BUFFER:
            raise f.bad(f"{resource.register} is not such a buffer")
        store_texel(f, handle, place_in(f, handle, place), None, values_of(f, o), mask)
        return None
    memory = _Memory(f, handle, place, offset)
    for n, name in enumerate(_VALUES):
        if mask >> n & 1:
            memory.store(n, f.number(o.arguments[name]))
    return None


def values_of(f: DxilLowering, o: Operation) -> list[TypedValue]:
    """The four values that an operation stores."""
    return [f.number(o.arguments[name]) for name in _VALUES]


def _require_written(f: DxilLowering, resource: Resource) -> None:
    if resource.kind != "u":
        raise f.bad(f"{resource.register} can't be written")


@operation("BufferUpdateCounter")
def _counter(f: DxilLowering, o: Operation) -> Lowered:
    """The counter of a structured buffer: returns the value before an increment, or after a decrement."""
    handle = f.handle(o.arguments["uav"])
    resource, by = handle.resource, f.integer(o.arguments["inc"], "the change")
    if by not in (1, -1) or resource.form != "structured" or resource.kind != "u":
        raise f.bad("its operands must be a structured buffer and 1 or -1")
    descriptor = f.descriptor(handle)
    if descriptor is not None:
        texture = f.b.load(f.b.gep(descriptor, "texture"))
        place = first_texel(f, f.b.load(f.b.gep(descriptor, "metadata")))
        before = f.b.texture.atomic("add" if by == 1 else "sub", texture, place, f.const(u32, 1, 4))[0]
        return before if by == 1 else before - 1
    counter = f.counters.get(resource.id)
    if counter is None:
        raise f.refuse(f"{resource.register} is an address of the root signature, without a counter")
    return f.b.atomic("add", counter, 1) if by == 1 else f.b.atomic("sub", counter, 1) - 1


# --- atomic operations -----------------------------------------------------------------------------------------------

_ATOMIC = (
    ("add", False),
    ("and", False),
    ("or", False),
    ("xor", False),
    ("min", True),
    ("max", True),
    ("min", False),
    ("max", False),
    ("exchange", False),
)
_OFFSETS = ("offset0", "offset1", "offset2")


def _changed(
    f: DxilLowering, o: Operation, handle: HandleValue, make: Callable[[TypedValue], TypedValue]
) -> TypedValue:
    """The previous value of a word in a buffer, after the atomic operation that `make` builds from its address."""
    memory = _Memory(f, handle, o.arguments["offset0"], o.arguments["offset1"])
    return memory.words.change(memory.index, memory.word(), make)


@operation("AtomicBinOp")
def _atomic(f: DxilLowering, o: Operation) -> Lowered:
    handle = _buffer(f, o.arguments["handle"])
    _require_written(f, handle.resource)
    number = f.integer(o.arguments["atomicOp"], "the operation")
    if not 0 <= number < len(_ATOMIC):
        raise f.bad(f"the atomic operation {number}")
    name, is_signed = _ATOMIC[number]
    value = f.number(o.arguments["newValue"])
    if handle.resource.is_buffer:
        if value.type == u64:
            _limit_wide(f, o, handle, name, value, is_signed=is_signed)
            return None
        if value.type != u32:
            raise f.refuse(f"an atomic operation on {value.type}, which Metal does not have")
        return _changed(f, o, handle, lambda at: atomic(f, name, at, value, is_signed=is_signed))
    return texel_atomic(f, handle, [o.arguments[key] for key in _OFFSETS], name, value, is_signed=is_signed)


def _limit_wide(
    f: DxilLowering, o: Operation, handle: HandleValue, name: str, value: TypedValue, *, is_signed: bool
) -> None:
    """The unsigned minimum or maximum of 64 bits. Out of bounds nothing is written."""
    if name not in ("min", "max") or is_signed or is_used(f.program, o.call):
        raise f.refuse(f"an atomic operation on {value.type}: {WIDE_ATOMICS}")
    memory = _Memory(f, handle, o.arguments["offset0"], o.arguments["offset1"])
    is_inside = memory.words.is_inside(memory.index, memory.word(1))
    place = memory.wide()
    if is_inside is None:
        f.b.atomic(name, place, value)
        return
    with f.b.if_(is_inside):
        f.b.atomic(name, place, value)


@operation("AtomicCompareExchange")
def _compare_exchange(f: DxilLowering, o: Operation) -> Lowered:
    handle = _buffer(f, o.arguments["handle"])
    _require_written(f, handle.resource)
    expected, value = f.number(o.arguments["compareValue"]), f.number(o.arguments["newValue"])
    if value.type != u32 or expected.type != u32:
        raise f.refuse(f"an atomic operation on {value.type}, which Metal does not have")
    if handle.resource.is_buffer:
        return _changed(f, o, handle, lambda at: exchange(f, at, expected, value))
    return texel_atomic(f, handle, [o.arguments[key] for key in _OFFSETS], "exchange", value, expected=expected)


# --- questions -------------------------------------------------------------------------------------------------------


@operation("CheckAccessFullyMapped")
def _is_mapped(f: DxilLowering, o: Operation) -> Lowered:
    return f.b.compare("ne", f.uint(o.arguments["status"]), 0)


@operation("GetDimensions")
def _dimensions(f: DxilLowering, o: Operation) -> Lowered:
    """For a buffer its size in bytes, structures or elements; for a texture its dimensions, followed by its levels
    or samples."""
    handle = _buffer(f, o.arguments["handle"])
    resource, zero = handle.resource, f.const(u32, 0)
    if resource.is_buffer:
        size = f.byte_size(handle)
        if size is None:
            raise f.refuse(f"the size of {resource.register}, an address of the root signature alone")
        return [f.b.div(size, resource.stride) if resource.stride else size, zero, zero, zero]
    argument = f.argument(handle)
    if f.program.kinds[resource.kind, resource.id] == ResourceKind.TYPED_BUFFER:
        size, metadata = f.b.texture.size(argument), f.metadata(handle)
        return [size if metadata is None else size - first_texel(f, metadata), zero, zero, zero]
    level = o.arguments["mipLevel"]
    sizes = texture_sizes(f, resource, argument, zero if f.is_undefined(level) else f.uint(level))
    if resource.dimension in MULTISAMPLED:
        sizes[3] = f.b.texture.size(argument, "num_samples")
    return sizes
