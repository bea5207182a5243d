"""The shapes of instructions: code, numbers, and types of the result and the operands.

Rules on types hold for all instructions of one shape, so they are checked once for each. A function of Apple's has few:
15 % of the instructions of MLX's kernels, 35 % of PyTorch's, are the first of their shape in the module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .globals import Function
from .instructions import Instruction
from .module import Module
from .names import INTRINSIC
from .opcodes import InstCode, TypeCode
from .types import Type
from .values import Constant, Value

if TYPE_CHECKING:
    from mypy_extensions import i64

_BR: Final = InstCode.BR
_CALL: Final = InstCode.CALL
_GEP: Final = InstCode.GEP
_PHI: Final = InstCode.PHI
_SHUFFLEVEC: Final = InstCode.SHUFFLEVEC
_BY_TYPES: Final = frozenset(
    {
        InstCode.UNOP,
        InstCode.BINOP,
        InstCode.CAST,
        InstCode.VSELECT,
        InstCode.EXTRACTELT,
        InstCode.INSERTELT,
        InstCode.CMP2,
        InstCode.ALLOCA,
        InstCode.LOAD,
        InstCode.STORE,
        InstCode.LOADATOMIC,
        InstCode.STOREATOMIC,
        InstCode.CMPXCHG,
        InstCode.ATOMICRMW,
        InstCode.FENCE,
        InstCode.EXTRACTVAL,
        InstCode.INSERTVAL,
        InstCode.FREEZE,
    }
)
"""Instructions whose rules on types look at no operand itself."""

Shape = tuple[object, ...]


class Shapes:
    """The first instruction of each shape of a module: in order, and by the function that it is in."""

    def __init__(self, module: Module) -> None:
        self.first: dict[Shape, Instruction] = {}
        self.of_functions: list[dict[Shape, Instruction]] = []
        """For each function of the module, the first instructions of the shapes in it."""
        for function in module.functions:
            shapes: dict[Shape, Instruction] = {}
            for block in function.blocks:
                for instruction in block.instructions:
                    shapes.setdefault(shape_of(instruction), instruction)
            self.of_functions.append(shapes)
            for shape, instruction in shapes.items():
                self.first.setdefault(shape, instruction)


def shape_of(i: Instruction) -> Shape:
    """The shape of an instruction; the instruction itself, alone in a tuple, if its rules look at more."""
    code, operands = i.code, i.operands
    if code in _BY_TYPES or (code is _GEP and len(operands) < 3):
        if len(operands) == 2:
            return (code, i.params, i.type, operands[0].type, operands[1].type, i.aux_type)
        if len(operands) == 1:
            return (code, i.params, i.type, operands[0].type, i.aux_type)
        return (code, i.params, i.type, i.aux_type, *[operand.type for operand in operands])
    if code is _BR:
        return (code, len(i.blocks), *[operand.type for operand in operands])
    return _shape(i)


def _shape(i: Instruction) -> Shape:
    """The shape of an instruction whose rules look at more than types; the instruction itself if it has no other."""
    code, operands = i.code, i.operands
    if code is _PHI:
        type_ = i.type
        for operand in operands:
            if operand.type is not type_:
                return (i,)
        return code, i.params, type_, len(operands) == len(i.blocks)
    if code is _GEP:  # a member's number decides on the type that follows
        indices = [index if isinstance(index, Constant) else index.type for index in operands[2:]]
        return code, i.params, i.type, i.aux_type, operands[0].type, operands[1].type, *indices
    if code is _CALL and operands:
        callee = operands[-1]
        if callee.name.startswith(INTRINSIC):  # some of its arguments have to be constants
            if not isinstance(callee, Function):
                return (i,)
            constants = [isinstance(operand, Constant) for operand in operands]
            types = [operand.type for operand in operands]
            return code, i.params, i.type, i.aux_type, callee.name, callee.value_type, *constants, *types
        return code, i.params, i.type, i.aux_type, *[operand.type for operand in operands]
    if code is _SHUFFLEVEC and len(operands) == 3:
        return code, i.params, i.type, operands[0].type, operands[1].type, operands[2]
    return (i,)


_PLACES: Final = 1 << 12
_NO_TYPE: Final = Type(TypeCode.VOID)


@final
class _Parts:
    """The parts of a shape that `KnownShapes` compares."""

    __slots__ = ("aux_type", "code", "first", "params", "rest", "second", "type")

    def __init__(self, i: Instruction, first: Type, second: Type, rest: tuple[object, ...]) -> None:
        self.code = i.code
        self.params = i.params
        self.type = i.type
        self.aux_type = i.aux_type
        self.first = first
        self.second = second
        self.rest = rest


@final
class KnownShapes:
    """Shapes of most instructions, by the identity of their parts.

    The compiled engine looks here first, which takes a third of making the shape. A place has the last shape that fell
    on it.
    """

    __slots__ = ("_shapes",)

    def __init__(self) -> None:
        self._shapes: list[_Parts | None] = [None] * _PLACES

    def has(self, i: Instruction) -> bool:
        """Whether the shape of an instruction was added; False as well if it was replaced, or can't be added."""
        code, operands = i.code, i.operands
        count = len(operands)
        first, second = _ends(i)
        parts = self._shapes[_place(i, first, second)]
        if (
            parts is None
            or parts.first is not first
            or parts.second is not second
            or parts.type is not i.type
            or parts.code is not code
            or parts.params is not i.params
            or parts.aux_type is not i.aux_type
        ):
            return False
        if code is _PHI or code is _CALL or code is _BR:
            return _is_plain(i)
        rest = parts.rest
        if count != 2 + len(rest):
            return count < 2 and not rest
        at = 2
        while at < count and rest[at - 2] is _further(code, operands[at]):
            at += 1
        return at >= count

    def add(self, i: Instruction) -> None:
        """Add the shape of an instruction, if it is of those that have a place."""
        code = i.code
        if code is _PHI or code is _CALL or code is _BR:
            if not _is_plain(i):
                return
            rest: list[object] = []
        elif code in _BY_TYPES or code is _GEP or code is _SHUFFLEVEC:
            rest = [_further(code, operand) for operand in i.operands[2:]]
        else:
            return
        first, second = _ends(i)
        self._shapes[_place(i, first, second)] = _Parts(i, first, second, tuple(rest))


def _ends(i: Instruction) -> tuple[Type, Type]:
    """The types of the first two operands; of a call that of the callee alone, and of a phi none."""
    operands, code = i.operands, i.code
    count = len(operands)
    if count == 0 or code is _PHI:
        return _NO_TYPE, _NO_TYPE
    if code is _CALL:
        return operands[count - 1].type, _NO_TYPE
    return operands[0].type, operands[1].type if count > 1 else _NO_TYPE


def _place(i: Instruction, first: Type, second: Type) -> int:
    """A number for an instruction: its parts are at multiples of 16 bytes, in few ranges."""
    number: i64 = id(i.type) >> 4
    part: i64 = id(first) >> 4
    number = number * 31 + part
    part = id(second) >> 4
    number = number * 31 + part
    part = id(i.params) >> 4
    number = number * 31 + part
    count = len(i.operands)
    if count > 2 and i.code is _GEP:
        part = id(_further(_GEP, i.operands[count - 1])) >> 4
        number = number * 31 + part
    return (number ^ number >> 12 ^ number >> 24) & (_PLACES - 1)


def _further(code: InstCode, operand: Value) -> object:
    """What the shape of an instruction says about an operand after the second."""
    if (code is _GEP and isinstance(operand, Constant)) or code is _SHUFFLEVEC:
        return operand
    return operand.type


def _is_plain(i: Instruction) -> bool:
    """Of a phi, a call or a branch: whether its numbers and types of operands follow from its other parts."""
    operands, code = i.operands, i.code
    count = len(operands)
    if code is _BR:
        return len(i.blocks) == count + 1 and count < 2
    if code is _PHI:
        type_ = i.type
        for operand in operands:
            if operand.type is not type_:
                return False
        return count == len(i.blocks)
    if i.aux_type is None or count == 0 or count != len(i.aux_type.elements):
        return False
    expected = i.aux_type.elements
    for at in range(count - 1):
        if operands[at].type is not expected[at + 1]:
            return False
    callee = operands[count - 1]
    return isinstance(callee, Function) and not callee.name.startswith(INTRINSIC)
