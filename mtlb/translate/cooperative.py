"""Cooperative matrices: Metal's 8 x 8 matrices, which a SIMD-group holds together.
Each of 32 threads holds two numbers of a matrix: the first two elements of AIR's vector of 64, which Metal's
`thread_elements()` returns. Element-wise operations apply to these two."""

from __future__ import annotations

from typing import Final

from ..base.metal import AddressSpace
from ..emit.names import u32, u64
from ..emit.operands import TypedValue
from ..emit.types import MetalPointer, SimdgroupMatrix
from ..spirv import SpirvInstruction
from ..spirv.enumerants import CooperativeMatrixLayout, CooperativeMatrixOperands
from ..spirv.opcodes import OP_F_MUL
from .functions import FunctionLowering
from .numbers import ids
from .registry import HANDLERS, lowers, lowers_cooperative
from .values import MemoryPlace, Value

__all__: list[str] = []

_OF_A_THREAD: Final = 2
_EACH: Final = (
    *("FNegate", "FAdd", "FSub", "FMul", "FDiv", "FConvert"),
    *("ConvertFToU", "ConvertFToS", "ConvertSToF", "ConvertUToF"),
)


def _matrix_type(f: FunctionLowering, type: int) -> SimdgroupMatrix:
    matrix_type = f.metal(type)
    assert isinstance(matrix_type, SimdgroupMatrix)
    return matrix_type


@lowers_cooperative(*[f"Op{name}" for name in _EACH])
def _each(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The operation on the two numbers that a thread has."""
    return _by_number(f, i, i)


@lowers_cooperative("OpMatrixTimesScalar")
def _times(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The product of each number that a thread has."""
    return _by_number(f, i, i._replace(op=OP_F_MUL))


def _by_number(f: FunctionLowering, i: SpirvInstruction, each: SpirvInstruction) -> Value:
    component = f.types.element(i.type)
    by_number = f.b.undef(_matrix_type(f, i.type))
    matrices = {id: value for id in ids(i) if _is_matrix(value := f.value(id))}
    for number in range(_OF_A_THREAD):
        for id, matrix in matrices.items():
            assert isinstance(matrix, TypedValue)
            f.values[id] = f.b.extract(matrix, number)
        result = HANDLERS[each.op](f, each._replace(type=component))
        assert isinstance(result, TypedValue)
        by_number = f.b.insert(by_number, result, number)
    f.values.update(matrices)
    return by_number


def _is_matrix(value: Value) -> bool:
    return isinstance(value, TypedValue) and isinstance(value.type, SimdgroupMatrix)


@lowers_cooperative("OpCompositeConstruct", "OpCompositeConstructReplicateEXT", "OpCopyObject")
def _filled(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simdgroup_matrix_8x8_init_filled`."""
    (value,) = [f.number(id) for id in ids(i)]
    return value if _is_matrix(value) else f.b.matrix.fill(_matrix_type(f, i.type), value)


# --- memory ----------------------------------------------------------------------------------------------------------


def _address(
    f: FunctionLowering, i: SpirvInstruction, type: SimdgroupMatrix
) -> tuple[TypedValue, TypedValue | int, bool]:
    """The memory address of a matrix, the stride in numbers, and whether it is column-major."""
    place = f.place(int(i.operands[0]))
    after = 1 if i.type else 2  # of a store the matrix is the second operand
    layout = f.constant_int(int(i.operands[after]))
    if layout not in (CooperativeMatrixLayout.RowMajorKHR, CooperativeMatrixLayout.ColumnMajorKHR):
        raise f.refuse(i, f"the layout {layout} of a matrix: Metal has rows and columns")
    if not isinstance(place, MemoryPlace) or not isinstance(place.address.type, MetalPointer):
        raise f.refuse(i, "a matrix can only be loaded from memory and stored to memory")
    pointer = place.address.type
    if pointer.space not in (AddressSpace.DEVICE, AddressSpace.THREADGROUP):
        raise f.refuse(i, "a matrix in memory that is neither of the device nor of the threadgroup")
    strides = [int(operand) for operand in i.operands[after + 1 :]][:1]
    unit, size = place.form.metal.size, type.element.size
    stride: TypedValue | int = 8
    if strides:
        whole = f.b.convert(f.unsigned(f.number(strides[0])), u64)
        stride = whole if unit == size else f.b.div(f.b.mul(whole, unit), size)
    address = f.b.bitcast(place.address, MetalPointer(type.element, pointer.space, pointer.access))
    return address, stride, layout == CooperativeMatrixLayout.ColumnMajorKHR


@lowers("OpCooperativeMatrixLoadKHR")
def _load(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simdgroup_matrix_8x8_load`; strides count numbers; column-major is the transposed access."""
    address, stride, is_turned = _address(f, i, _matrix_type(f, i.type))
    return f.b.matrix.load(address, stride, transpose=is_turned)


@lowers("OpCooperativeMatrixStoreKHR")
def _store(f: FunctionLowering, i: SpirvInstruction) -> None:
    """`air.simdgroup_matrix_8x8_store`; strides count numbers; column-major is the transposed access."""
    matrix = f.number(int(i.operands[1]))
    assert isinstance(matrix.type, SimdgroupMatrix)
    address, stride, is_turned = _address(f, i, matrix.type)
    f.b.matrix.store(matrix, address, stride, transpose=is_turned)


@lowers("OpCooperativeMatrixMulAddKHR")
def _multiplied(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simdgroup_matrix_8x8_multiply_accumulate`."""
    left, right, sum = [f.number(int(id)) for id in i.operands[:3]]
    if len(i.operands) > 3 and int(i.operands[3]) & CooperativeMatrixOperands.SaturatingAccumulationKHR:
        raise f.refuse(i, "sums that saturate")
    return f.b.matrix.multiply_accumulate(left, right, sum)


@lowers("OpCooperativeMatrixLengthKHR")
def _length(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """2: the numbers of a matrix that a thread has."""
    if not isinstance(f.metal(int(i.operands[0])), SimdgroupMatrix):
        raise f.refuse(i, f"%{i.operands[0]} is not a cooperative matrix")
    return f.b.const(u32, _OF_A_THREAD)
