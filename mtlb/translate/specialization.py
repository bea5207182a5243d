"""Values of specialization constants that are known before the library is made: they are constants of the module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..base.errors import BuildError
from ..spirv import SpirvInstruction, SpirvModule, TypeBool, TypeFloat, TypeInt
from ..spirv.enumerants import Decoration
from ..spirv.opcodes import (
    OP_CONSTANT,
    OP_CONSTANT_FALSE,
    OP_CONSTANT_TRUE,
    OP_SPEC_CONSTANT,
    OP_SPEC_CONSTANT_FALSE,
    OP_SPEC_CONSTANT_TRUE,
)
from ..spirv.types import FLOAT_FORMATS

_NUMBERS: Final = frozenset({OP_SPEC_CONSTANT, OP_SPEC_CONSTANT_FALSE, OP_SPEC_CONSTANT_TRUE})


def numbers_of(module: SpirvModule) -> frozenset[int]:
    """The numbers (SpecId) of a module's specialization constants."""
    return frozenset([number for id in module.constants if (number := _number(module, id)) is not None])


def _number(module: SpirvModule, id: int) -> int | None:
    decoration = module.decoration(id, Decoration.SpecId)
    return None if decoration is None else int(decoration[0])


def specialized(module: SpirvModule, values: Mapping[int, bool | int | float]) -> SpirvModule:
    """The module with constants in place of the specialization constants that have these numbers.
    Raises BuildError for a value that the type of a constant does not have."""
    instructions = [
        _constant(module, i, values[number], number)
        if i.op in _NUMBERS and (number := _number(module, i.id)) is not None and number in values
        else i
        for i in module.instructions
    ]
    return SpirvModule(
        module.version, module.generator, module.bound, module.schema, tuple(instructions), module.is_big_endian
    )


def _constant(module: SpirvModule, i: SpirvInstruction, value: bool | int | float, number: int) -> SpirvInstruction:
    type, is_number = module.types[i.type], not isinstance(value, bool)
    if isinstance(type, TypeBool) and isinstance(value, bool):
        return i._replace(op=OP_CONSTANT_TRUE if value else OP_CONSTANT_FALSE)
    if isinstance(type, TypeInt) and isinstance(value, int) and is_number:
        lowest, end = (-(1 << type.width - 1), 1 << type.width - 1) if type.signed else (0, 1 << type.width)
        if lowest <= value < end:
            return i._replace(op=OP_CONSTANT, operands=(value & ((1 << max(type.width, 32)) - 1),))
    if isinstance(type, TypeFloat) and is_number and type.encoding is None and type.width in FLOAT_FORMATS:
        try:
            bits = int.from_bytes(FLOAT_FORMATS[type.width].pack(value), "little")
        except OverflowError:
            bits = -1
        if bits >= 0:
            return i._replace(op=OP_CONSTANT, operands=(bits,))
    kind = "a bool"
    if isinstance(type, TypeInt):
        kind = f"{'a signed' if type.signed else 'an unsigned'} integer of {type.width} bits"
    elif isinstance(type, TypeFloat):
        kind = f"a float of {type.width} bits"
    raise BuildError(f"bindings: constants.{number} is {kind}, not {value!a}")
