"""Cooperative matrices: tiles of Metal's 8 x 8 matrices, which a SIMD-group holds together.
Each of 32 threads holds two numbers of a tile: the first two elements of AIR's vector of 64, which Metal's
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
from .access import OF_TILE
from .constants import filled
from .functions import FunctionLowering
from .numbers import ids
from .registry import HANDLERS, lowers, lowers_cooperative
from .values import Composite, MemoryPlace, Value

__all__: list[str] = []

_EACH: Final = (
    *("FNegate", "FAdd", "FSub", "FMul", "FDiv", "FConvert"),
    *("ConvertFToU", "ConvertFToS", "ConvertSToF", "ConvertUToF"),
)


@lowers_cooperative(*[f"Op{name}" for name in _EACH])
def _each(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The operation on the numbers that a thread has."""
    return _by_number(f, i, i)


@lowers_cooperative("OpMatrixTimesScalar")
def _times(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The product of each number that a thread has."""
    return _by_number(f, i, i._replace(op=OP_F_MUL))


def _by_number(f: FunctionLowering, i: SpirvInstruction, each: SpirvInstruction) -> Value:
    component = f.types.element(i.type)
    rows, columns = f.types.tiles(i.type)
    matrices = {id: matrix for id in ids(i) if isinstance(matrix := f.value(id), Composite)}
    if any(len(matrix.parts) != rows * columns for matrix in matrices.values()):
        raise f.refuse(i, "matrices of different sizes")
    tiles = list[Value]()
    for tile in range(rows * columns):
        by_number = f.b.undef(f.metal(i.type))
        for number in range(OF_TILE):
            for id, matrix in matrices.items():
                f.values[id] = f.extracted(matrix.parts[tile], number)
            result = HANDLERS[each.op](f, each._replace(type=component))
            assert isinstance(result, TypedValue)
            by_number = f.b.insert(by_number, result, number)
        tiles.append(by_number)
    f.values.update(matrices)
    return Composite(i.type, tuple(tiles))


@lowers_cooperative("OpCompositeConstruct", "OpCompositeConstructReplicateEXT", "OpCopyObject")
def _filled(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simdgroup_matrix_8x8_init_filled`."""
    (value,) = [f.value(id) for id in ids(i)]
    return filled(f.b, f.types, i.type, value) if isinstance(value, TypedValue) else value


# --- memory ----------------------------------------------------------------------------------------------------------


def _tiles(f: FunctionLowering, i: SpirvInstruction, type: int) -> list[tuple[TypedValue, TypedValue, bool]]:
    """For each tile of a matrix its address, the stride in numbers, and whether memory is column-major."""
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
    tile = f.metal(type)
    assert isinstance(tile, SimdgroupMatrix)
    unit, size = place.form.metal.size, tile.element.size
    stride = f.b.const(u64, 8)
    if strides:
        whole = f.b.convert(f.unsigned(f.number(strides[0])), u64)
        stride = whole if unit == size else f.b.div(f.b.mul(whole, unit), size)
    address = f.b.bitcast(place.address, MetalPointer(tile.element, pointer.space, pointer.access))
    is_turned = layout == CooperativeMatrixLayout.ColumnMajorKHR
    rows, columns = f.types.tiles(type)
    tiles = list[tuple[TypedValue, TypedValue, bool]]()
    for row in range(rows):
        for column in range(columns):
            line, distance = (column, row) if is_turned else (row, column)
            here = f.b.offset(address, f.b.add(f.b.mul(stride, 8 * line), 8 * distance)) if row + column else address
            tiles.append((here, stride, is_turned))
    return tiles


@lowers("OpCooperativeMatrixLoadKHR")
def _load(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simdgroup_matrix_8x8_load`; strides count numbers; column-major is the transposed access."""
    return Composite(
        i.type,
        tuple([f.b.matrix.load(address, stride, transpose=turned) for address, stride, turned in _tiles(f, i, i.type)]),
    )


@lowers("OpCooperativeMatrixStoreKHR")
def _store(f: FunctionLowering, i: SpirvInstruction) -> None:
    """`air.simdgroup_matrix_8x8_store`; strides count numbers; column-major is the transposed access."""
    matrix = _matrix(f, int(i.operands[1]))
    for tile, (address, stride, is_turned) in zip(matrix.parts, _tiles(f, i, matrix.type), strict=True):
        assert isinstance(tile, TypedValue)
        f.b.matrix.store(tile, address, stride, transpose=is_turned)


def _matrix(f: FunctionLowering, id: int) -> Composite:
    matrix = f.value(id)
    if not isinstance(matrix, Composite) or matrix.type not in f.types.cooperative:
        raise f.refuse(f.spirv.definition(id), "it is used as a cooperative matrix")
    return matrix


@lowers("OpCooperativeMatrixMulAddKHR")
def _multiplied(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.simdgroup_matrix_8x8_multiply_accumulate`, of a row and a column of tiles."""
    left, right, sum = [_matrix(f, int(id)) for id in i.operands[:3]]
    if len(i.operands) > 3 and int(i.operands[3]) & CooperativeMatrixOperands.SaturatingAccumulationKHR:
        raise f.refuse(i, "sums that saturate")
    (rows, inner), (height, columns) = f.types.tiles(left.type), f.types.tiles(right.type)
    if inner != height or f.types.tiles(sum.type) != (rows, columns):
        raise f.refuse(i, "the sizes of the matrices do not match")
    tiles = list[Value]()
    for row in range(rows):
        for column in range(columns):
            tile = sum.parts[row * columns + column]
            for k in range(inner):
                factors = left.parts[row * inner + k], right.parts[k * columns + column]
                first, second, total = [part for part in (*factors, tile) if isinstance(part, TypedValue)]
                tile = f.b.matrix.multiply_accumulate(first, second, total)
            tiles.append(tile)
    return Composite(i.type, tuple(tiles))


@lowers("OpCooperativeMatrixLengthKHR")
def _length(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The numbers of a matrix that a thread has: 2 of each tile."""
    type = int(i.operands[0])
    if type not in f.types.cooperative:
        raise f.refuse(i, f"%{type} is not a cooperative matrix")
    rows, columns = f.types.tiles(type)
    return f.b.const(u32, OF_TILE * rows * columns)
