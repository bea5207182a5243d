"""Constants as function values: numbers, composites, and long arrays as tables in constant memory."""

from __future__ import annotations

from ..base.errors import BuildError
from ..emit import Builder
from ..emit.operands import TypedValue
from ..emit.types import SimdgroupMatrix
from ..spirv import SpirvConstant
from ..spirv.opcodes import OP_CONSTANT_NULL, OP_UNDEF
from .addresses import null_pointer
from .layout import ArrayForm, Form, MatrixForm, NumberForm, StructForm
from .types import Types
from .values import Composite, Value, Zero


def zero(b: Builder, types: Types, type: int) -> Value:
    """Zero of a type."""
    if types.is_composite(type):
        if types.is_long(type):
            return Zero(type)
        return Composite(type, tuple(zero(b, types, part) for part in types.parts(type)))
    if types.is_pointer(type):
        return null_pointer(b, types, type)
    if type in types.cooperative:
        return filled(b, types, type, b.const(types.metal(types.element(type)), 0))
    return b.const(types.metal(type), 0)


def filled(b: Builder, types: Types, type: int, number: TypedValue) -> Composite:
    """A cooperative matrix whose numbers are all the same."""
    tile = types.metal(type)
    assert isinstance(tile, SimdgroupMatrix)
    rows, columns = types.tiles(type)
    return Composite(type, (b.matrix.fill(tile, number),) * (rows * columns))


def undef(b: Builder, types: Types, type: int) -> Value:
    """A value with unspecified content; for long arrays 0."""
    if types.is_composite(type):
        if types.is_long(type):
            return Zero(type)
        return Composite(type, tuple(undef(b, types, part) for part in types.parts(type)))
    if types.is_pointer(type):
        return null_pointer(b, types, type)
    value = b.undef(types.metal(type))
    if type in types.cooperative:
        rows, columns = types.tiles(type)
        return Composite(type, (value,) * (rows * columns))
    return value


def is_fixed(types: Types, id: int) -> bool:
    """Whether a constant cannot be specialized."""
    declared = types.spirv.constants[id]
    if declared.is_spec:
        return False
    return not isinstance(declared.value, tuple) or all(is_fixed(types, part) for part in declared.value)


def constant(b: Builder, types: Types, declared: SpirvConstant) -> Value | None:
    """A constant that is a number, a vector or a small composite; None for a constant that `FunctionLowering` has to
    build."""
    if declared.op is OP_UNDEF:
        return undef(b, types, declared.type)
    if declared.op is OP_CONSTANT_NULL:
        return zero(b, types, declared.type)
    if isinstance(declared.value, (bool, int, float)) and not declared.is_spec:
        return b.const(types.metal(declared.type), declared.value)
    return None


def table_value(types: Types, id: int, form: Form) -> object:
    """The in-memory value of a constant, as `Module.global_constant` takes it; `id` may be 0 for zeros."""
    declared = types.spirv.constants[id] if id else None
    parts = declared.value if declared is not None and isinstance(declared.value, tuple) else None
    if isinstance(form, NumberForm):
        count = getattr(form.metal, "count", 0)
        if count:
            return [_number(types, part) for part in parts] if parts else [0] * count
        return _number(types, id)
    if isinstance(form, ArrayForm):
        assert form.count is not None
        elements = [table_value(types, part, form.element) for part in parts or (0,) * form.count]
        return [_wrapped(element, form.wrapped, form.metal.element) for element in elements]
    if isinstance(form, MatrixForm):
        columns = [
            [_number(types, cell) for cell in _parts(types, part)] or [0] * form.rows
            for part in parts or (0,) * form.columns
        ]
        lines = [[column[row] for column in columns] for row in range(form.rows)] if form.row_major else columns
        return [_wrapped(line, form.wrapped, getattr(form.metal, "element", None)) for line in lines]
    if not isinstance(form, StructForm):
        raise BuildError("a long constant array with this layout is not supported")
    members = dict(zip(form.names, zip(form.members, parts or (0,) * len(form.members), strict=True), strict=True))
    values: list[object] = []
    for member in form.metal.members:
        if member.name in members:
            inner, part = members[member.name]
            values.append(table_value(types, part, inner))
        else:
            values.append(_zeros(member.type))
    return values


def _parts(types: Types, id: int) -> tuple[int, ...]:
    ids = types.spirv.constants[id].value if id else None
    return ids if isinstance(ids, tuple) else ()


def _number(types: Types, id: int) -> int | float:
    value = types.spirv.constants[id].value if id else None
    return value if isinstance(value, (int, float)) else 0


def _wrapped(value: object, wrapped: bool, type: object) -> object:
    if not wrapped:
        return value
    _, padding = type.members  # type: ignore[attr-defined]
    return [value, _zeros(padding.type)]


def _zeros(type: object) -> object:
    count = getattr(type, "count", 0)
    return [0] * count if count else 0
