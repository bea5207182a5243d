"""Matrices and vectors: products, transposition, determinant, inverse. A matrix is a composite of its columns."""

from __future__ import annotations

from collections.abc import Sequence

from ..emit.names import f16, f32
from ..emit.operands import TypedValue
from ..emit.parts import determinant
from ..emit.types import Vector
from ..spirv import SpirvInstruction
from ..spirv.enumerants import GLSLstd450
from .functions import FunctionLowering
from .numbers import ids, scalar_of, whole
from .registry import lowers, lowers_extended
from .values import Value


def dot(f: FunctionLowering, left: TypedValue, right: TypedValue) -> TypedValue:
    """The sum of the products; for scalars the product."""
    return f.b.air("dot", left, right) if isinstance(left.type, Vector) else left * right


def _times(f: FunctionLowering, columns: Sequence[TypedValue], vector: TypedValue) -> TypedValue:
    """A matrix times a vector: the sum of the columns, each times an element."""
    total: TypedValue | None = None
    for place, column in enumerate(columns):
        product = column * vector[place]
        total = product if total is None else total + product
    assert total is not None
    return total


def _transposed(f: FunctionLowering, columns: Sequence[TypedValue]) -> list[TypedValue]:
    rows = zip(*[list(column) for column in columns], strict=True)
    return [whole(f, row) for row in rows]


@lowers("OpDot")
def _dot(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.dot`."""
    left, right = ids(i)
    return dot(f, f.number(left), f.number(right))


@lowers("OpVectorTimesScalar")
def _scaled(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """A product with each element."""
    vector, scalar = ids(i)
    return f.number(vector) * f.number(scalar)


@lowers("OpMatrixTimesScalar")
def _scaled_matrix(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """A product with each element."""
    matrix, scalar = ids(i)
    return f.composite(i.type, [column * f.number(scalar) for column in f.columns(matrix)])


@lowers("OpMatrixTimesVector")
def _matrix_times_vector(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The sum of the columns, in their order, each times an element."""
    matrix, vector = ids(i)
    return _times(f, f.columns(matrix), f.number(vector))


@lowers("OpVectorTimesMatrix")
def _vector_times_matrix(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.dot` with each column."""
    vector, matrix = ids(i)
    return whole(f, [dot(f, f.number(vector), column) for column in f.columns(matrix)])


@lowers("OpMatrixTimesMatrix")
def _matrix_product(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Each column as the product of a matrix and a vector."""
    left, right = ids(i)
    columns = f.columns(left)
    return f.composite(i.type, [_times(f, columns, column) for column in f.columns(right)])


@lowers("OpOuterProduct")
def _outer_product(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """A column for each element of the second vector."""
    left, right = ids(i)
    return f.composite(i.type, [f.number(left) * element for element in f.number(right)])


@lowers("OpTranspose")
def _transpose(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The elements in another order."""
    return f.composite(i.type, _transposed(f, f.columns(ids(i)[0])))


# --- determinant and inverse, which Metal's library has only for a part of the sizes ---------------------------------


def _square(f: FunctionLowering, i: SpirvInstruction) -> list[list[TypedValue]]:
    """The numbers of the operand, which must be a square matrix, by column; half precision is converted to float.
    Rounded once, 99 of 100 random matrices are within 4e-4 of float64's values; cofactors in half precision, in any
    order, within 3e-2 (`tests/translate/test_half.py`)."""
    (operand,) = ids(i) if len(ids(i)) == 1 else (0,)
    cells = [list(column) for column in f.columns(operand)] if operand else []
    if not cells or len(cells) != len(cells[0]):
        raise f.refuse(i, f"{GLSLstd450(int(i.operands[1])).name} of something that is not a square matrix")
    return [[f.b.convert(cell, f32) if cell.type == f16 else cell for cell in column] for column in cells]


def _rounded(f: FunctionLowering, value: TypedValue, type: int) -> TypedValue:
    """A number of the result, rounded to the precision of `type`."""
    return f.b.convert(value, f16) if scalar_of(f.metal(type)) == f16 else value


@lowers_extended("GLSL.std.450", GLSLstd450.Determinant)
def _determinant(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """By cofactors."""
    return _rounded(f, determinant(_square(f, i)), i.type)


@lowers_extended("GLSL.std.450", GLSLstd450.MatrixInverse)
def _inverse(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The adjugate divided by the determinant. SPIRV-Cross has helper functions."""
    cells = _square(f, i)
    places = range(len(cells))
    cofactors: list[list[TypedValue]] = []
    for column in places:
        line = []
        for row in places:
            rest = [[cells[c][r] for r in places if r != row] for c in places if c != column]
            minor = determinant(rest)
            line.append(-minor if (column + row) % 2 else minor)
        cofactors.append(line)
    total = cells[0][0] * cofactors[0][0]
    for row in places[1:]:
        total = total + cells[0][row] * cofactors[0][row]
    kind = f.types.parts(i.type)[0]
    columns = [[_rounded(f, cofactors[c][r] / total, kind) for c in places] for r in places]
    return f.composite(i.type, [whole(f, column) for column in columns])
