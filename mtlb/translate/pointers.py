"""Instructions that compute pointers from pointers and numbers, compare them and select among them."""

from __future__ import annotations

from ..base.errors import BuildError
from ..emit.names import i64, u32, u64
from ..emit.operands import TypedValue
from ..emit.types import MetalType, Scalar, Vector
from ..spirv import SpirvInstruction, TypePointer
from ..spirv.enumerants import Decoration, StorageClass
from . import access
from .addresses import as_pointer, pointer_at
from .bounds import UNCHECKED
from .functions import FunctionLowering
from .layout import NumberForm
from .memory import part
from .registry import lowers
from .values import ColumnPlace, MemoryPlace, Value, ValuePlace, numbers, rebuilt, signature

__all__: list[str] = []


@lowers("OpPtrAccessChain", "OpInBoundsPtrAccessChain")
def _pointer_chain(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """An element of the array that a pointer points into, and a part of it."""
    place = f.place(int(i.operands[0]))
    if not isinstance(place, MemoryPlace):
        raise f.refuse(i, "it derives a pointer to something that is not memory in Metal")
    moved: MemoryPlace | ColumnPlace | ValuePlace = _moved(
        f, place, f.number(int(i.operands[1])), _stride(f, int(i.operands[0]), place)
    )
    for operand in i.operands[2:]:
        moved = part(f, i, moved, int(operand))
    return moved


@lowers("OpRawAccessChainNV")
def _raw_chain(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The address of the block and a number of bytes: the stride times the index, and the offset."""
    place = f.place(int(i.operands[0]))
    if not isinstance(place, MemoryPlace):
        raise f.refuse(i, "it derives a pointer to something that is not memory in Metal")
    if f.program.options.buffer_bounds_check_policy != UNCHECKED:
        raise f.refuse(i, "the bounds of a raw access are not checked")
    stride, index, offset = [f.b.convert(f.unsigned(f.number(int(id))), u64) for id in i.operands[1:4]]
    form = f.types.pointee_form(i.type)
    address = access.at_byte(f.b, place.address, f.b.add(f.b.mul(stride, index), offset), form.metal)
    return MemoryPlace(f.types.pointer(i.type).pointee, form, address, None, place.is_volatile)


def _stride(f: FunctionLowering, pointer: int, place: MemoryPlace) -> int:
    """The stride in bytes between the elements that a pointer steps over."""
    type = f.spirv.definition(pointer).type
    stride = f.spirv.decoration(type, Decoration.ArrayStride)
    return place.form.metal.size if stride is None else int(stride[0])


def _moved(f: FunctionLowering, place: MemoryPlace, index: TypedValue, stride: int) -> MemoryPlace:
    form, address = place.form, place.address
    if stride == form.metal.size:
        return MemoryPlace(place.type, form, f.b.offset(address, index), None, place.is_volatile)
    metal = form.metal
    if stride % metal.align and isinstance(metal, Vector):
        form = NumberForm(Vector(metal.element, metal.count, packed=True))
    if stride % form.metal.align:
        raise BuildError(f"a {form.metal} can't be at multiples of {stride} bytes")
    distance = f.b.mul(f.b.convert(index, i64), stride)
    return MemoryPlace(place.type, form, access.at_byte(f.b, address, distance, form.metal), None, place.is_volatile)


def _number_of(f: FunctionLowering, i: SpirvInstruction, id: int) -> tuple[TypedValue, TypedValue | None]:
    """The address as a number, and the column for a row-major matrix."""
    place = f.value(id)
    if isinstance(place, ColumnPlace):
        return f.b.bitcast(place.address, u64), place.column
    if not isinstance(place, MemoryPlace):
        raise f.refuse(i, "it compares a pointer to something that is not memory in Metal")
    return f.b.bitcast(place.address, u64), None


@lowers("OpPtrEqual", "OpPtrNotEqual")
def _equal(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """A comparison of addresses."""
    (first, column), (other, second) = [_number_of(f, i, int(id)) for id in i.operands[:2]]
    equal = f.b.compare("eq", first, other)
    if column is not None and second is not None:
        equal = f.b.and_(equal, f.b.compare("eq", f.b.convert(column, u32), f.b.convert(second, u32)))
    return equal if i.name == "OpPtrEqual" else f.b.not_(equal)


@lowers("OpPtrDiff")
def _difference(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The distance from the second operand to the first, in elements."""
    place = f.place(int(i.operands[0]))
    if not isinstance(place, MemoryPlace):
        raise f.refuse(i, "it compares a pointer to something that is not memory in Metal")
    (first, _), (other, _) = [_number_of(f, i, int(id)) for id in i.operands[:2]]
    bytes = f.b.bitcast(f.b.sub(first, other), i64)
    return f.b.convert(f.b.div(bytes, _stride(f, int(i.operands[0]), place)), f.metal(i.type))


@lowers("OpConvertPtrToU")
def _to_number(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`ptrtoint` of a physical address."""
    type = f.metal(i.type)
    number, _ = _number_of(f, i, int(i.operands[0]))
    return f.b.convert(number, type) if isinstance(type, Scalar) else f.b.bitcast(number, type)


@lowers("OpConvertUToPtr")
def _to_pointer(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`inttoptr` to a physical address."""
    number = f.number(int(i.operands[0]))
    return pointer_at(f.types, i.type, f.b.bitcast(f.b.convert(number, u64), _physical(f, i)))


@lowers("OpBitcast")
def _cast(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`bitcast`; of physical addresses `ptrtoint` and `inttoptr`; refused for other pointers to another type."""
    value, is_pointer = f.value(int(i.operands[0])), isinstance(f.spirv.type(i.type), TypePointer)
    if isinstance(value, (MemoryPlace, ColumnPlace, ValuePlace)):
        number, _ = _number_of(f, i, int(i.operands[0]))
    else:
        number = f.number(int(i.operands[0]))
    if is_pointer:
        return pointer_at(f.types, i.type, f.b.bitcast(f.b.bitcast(number, u64), _physical(f, i)))
    if not isinstance(number.type, (Scalar, Vector)):
        raise f.refuse(i, f"a {number.type} has no bits")
    return f.b.bitcast(number, f.metal(i.type))


def _physical(f: FunctionLowering, i: SpirvInstruction) -> MetalType:
    if f.types.pointer(i.type).storage is not StorageClass.PhysicalStorageBuffer:
        raise f.refuse(i, "only physical addresses are made of numbers")
    return f.types.address(i.type)


@lowers("OpPtrCastToGeneric", "OpGenericCastToPtr")
def _generic(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The same pointer; the generic address space belongs to OpenCL."""
    raise f.refuse(i, "generic pointers are not supported: Metal's have address spaces")


@lowers("OpSelect")
def _select(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`select` for each number, or for addresses."""
    condition = f.number(int(i.operands[0]))
    first, other = f.value(int(i.operands[1])), f.value(int(i.operands[2]))
    if not isinstance(f.spirv.type(i.type), TypePointer):
        return f.map(lambda left, right: f.b.select(condition, left, right), first, other)
    if signature(first) != signature(other):
        first, other = [as_pointer(f.b, f.types, value, i.type) for value in (first, other)]
    pairs = zip(list(numbers(first)), list(numbers(other)), strict=True)
    chosen = iter([f.b.select(condition, left, right) for left, right in pairs])
    return rebuilt(first, lambda _: next(chosen))
