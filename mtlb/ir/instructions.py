"""Basic blocks and instructions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..base.classes import NamedTuple
from ._instruction_fields import InstructionFields
from .attributes import AttributeList
from .metadata import DebugLoc, MDNode
from .opcodes import InstCode
from .types import Type
from .values import Value

if TYPE_CHECKING:
    from typing import TypeVar

    _I = TypeVar("_I", bound="Instruction")


class BasicBlock:
    """A label and its instructions, of which the last is a terminator."""

    __slots__ = ("instructions", "name")

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.instructions: list[Instruction] = []


class OperandBundle(NamedTuple):
    """Values that a call passes on under a tag, one of `Module.operand_bundle_tags`."""

    tag: str
    operands: tuple[Value, ...]


_CALL: Final = InstCode.CALL


class Instruction(InstructionFields):
    """An instruction other than a call that names no blocks; `make_instruction` makes one of any code.

    `code` is its newest record code: older record codes are read as the newest, and the writer of an older era writes
    the older ones. `type` is the type of its result, `operands` are its values in LLVM's in-memory order, `params` its
    numbers: `InstructionFields` lists them and gives them names. `aux_type`: the source element type of a GEP, the type
    that an ALLOCA allocates, the function type of a CALL.
    """

    __slots__ = ("aux_type", "debug_loc", "metadata")

    # Most instructions have none of these, so only `Call` and `BlockInstruction` have slots for them.
    attributes: AttributeList = ()
    blocks: tuple[BasicBlock, ...] = ()
    bundles: tuple[OperandBundle, ...] = ()

    def __init__(
        self,
        code: InstCode,
        type: Type,
        operands: tuple[Value, ...] = (),
        params: tuple[int, ...] = (),
        aux_type: Type | None = None,
    ) -> None:
        self.type = type
        self.name = ""
        self.code = code
        self.operands = operands
        self.params = params
        self.aux_type = aux_type
        self.metadata: tuple[tuple[int, MDNode], ...] = ()  # attachments other than !dbg locations: (kind id, node)
        self.debug_loc: DebugLoc | None = None

    def __repr__(self) -> str:
        return f"<Instruction {self.code.name} {self.params}>"

    def copy(self) -> Instruction:
        """A copy of the instruction."""
        return self._copy_to(Instruction(self.code, self.type, self.operands, self.params, self.aux_type))

    def _copy_to(self, target: _I) -> _I:
        """Copy to `other` the fields that its constructor does not set."""
        target.name = self.name
        target.metadata = self.metadata
        target.debug_loc = self.debug_loc
        return target


class Call(Instruction):
    """A CALL: it has `attributes` and operand `bundles`."""

    __slots__ = ("attributes", "bundles")

    def __init__(
        self,
        type: Type,
        operands: tuple[Value, ...],
        params: tuple[int, ...],
        aux_type: Type | None,
        attributes: AttributeList = (),
        bundles: tuple[OperandBundle, ...] = (),
    ) -> None:
        Instruction.__init__(self, _CALL, type, operands, params, aux_type)
        self.attributes = attributes
        self.bundles = bundles

    def copy(self) -> Call:
        """A copy of the call."""
        return self._copy_to(Call(self.type, self.operands, self.params, self.aux_type, self.attributes, self.bundles))


class BlockInstruction(Instruction):
    """BR, SWITCH or PHI: it names `blocks`."""

    __slots__ = ("blocks",)

    def __init__(
        self,
        code: InstCode,
        type: Type,
        operands: tuple[Value, ...] = (),
        params: tuple[int, ...] = (),
        blocks: tuple[BasicBlock, ...] = (),
    ) -> None:
        Instruction.__init__(self, code, type, operands, params)
        self.blocks = blocks

    def copy(self) -> BlockInstruction:
        """A copy of the instruction."""
        return self._copy_to(BlockInstruction(self.code, self.type, self.operands, self.params, self.blocks))


_NAMES_BLOCKS: Final = frozenset({InstCode.BR, InstCode.SWITCH, InstCode.PHI})


def make_instruction(
    code: InstCode,
    type: Type,
    operands: Sequence[Value] = (),
    params: Sequence[int] = (),
    blocks: Sequence[BasicBlock] = (),
    aux_type: Type | None = None,
) -> Instruction:
    """An instruction of the class that its code needs. ValueError for blocks that it can't have."""
    if code in _NAMES_BLOCKS:
        return BlockInstruction(code, type, tuple(operands), tuple(params), tuple(blocks))
    if blocks:
        raise ValueError(f"an instruction {code.name} has no blocks")
    if code is _CALL:
        return Call(type, tuple(operands), tuple(params), aux_type)
    return Instruction(code, type, tuple(operands), tuple(params), aux_type)
