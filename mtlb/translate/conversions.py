"""Conversions between numbers."""

from __future__ import annotations

from functools import partial
from typing import Final

from ..emit.names import f16
from ..ir.expand import saturated
from ..spirv import SpirvInstruction
from .functions import FunctionLowering
from .numbers import ids, scalar_of, signed, unsigned, with_count
from .registry import lowers
from .values import Value

__all__: list[str] = []

_SMALLEST_HALF: Final = 2.0**-14  # that is normalized


@lowers("OpConvertFToU", "OpConvertFToS", "OpFConvert")
def _from_float(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.convert`, towards zero, not clamped. Works for either signedness of the result type."""
    type = f.metal(i.type)
    element = scalar_of(type)
    if element.is_integer:
        kind = "int" if i.name == "OpConvertFToS" else "uint"
        type = with_count(f.types.integer(kind, element.bits), type)
    return f.b.convert(f.number(ids(i)[0]), type)


@lowers("OpConvertSToF", "OpConvertUToF")
def _to_float(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.convert`."""
    take = signed if i.name == "OpConvertSToF" else unsigned
    return f.b.convert(take(f, ids(i)[0]), f.metal(i.type))


@lowers("OpUConvert", "OpSConvert")
def _resized(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`trunc`, `zext` or `sext`: selected by the instruction, not by the signedness of the operand type."""
    take = signed if i.name == "OpSConvert" else unsigned
    return f.b.resize(take(f, ids(i)[0]), scalar_of(f.metal(i.type)).bits)


@lowers("OpSatConvertSToU", "OpSatConvertUToS")
def _saturated(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Clamped to the range of the result type."""
    from_signed = i.name == "OpSatConvertSToU"
    value = (signed if from_signed else unsigned)(f, ids(i)[0])
    result = f.metal(i.type)
    make = partial(saturated, type_=f.b.low.value(result), signed=not from_signed, from_signed=from_signed)
    return f.b.expanded(i.name, make, value, result=result)


@lowers("OpQuantizeToF16")
def _quantized(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Converted to half and back; subnormal results become a zero with the same sign."""
    value = f.number(ids(i)[0])
    half = f.b.convert(f.b.convert(value, with_count(f16, value.type)), value.type)
    is_small = f.b.math("fabs", value) < _SMALLEST_HALF
    return f.b.select(is_small, f.b.air("copysign", f.b.const(value.type, 0.0), value), half)
