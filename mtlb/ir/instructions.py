"""Basic blocks and instructions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .attributes import AttributeList
from .metadata import DebugLoc, MDNode
from .opcodes import InstCode
from .types import Type
from .values import Value

__all__ = ["BasicBlock", "BlockInstruction", "Call", "Instruction", "OperandBundle"]


class BasicBlock:
    """A label and its instructions, of which the last is a terminator."""

    __slots__ = ("instructions", "name")

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.instructions: list[Instruction] = []


class OperandBundle(NamedTuple):
    tag: str
    operands: tuple[Value, ...]


class Instruction(Value):
    """One instruction. `code` is its youngest record code (old spellings are read as the new ones; the writer of an old
    era knows the way back). `type` is the type of its result, `operands` are its values in LLVM's in-memory order:

    | code | operands | blocks | params | aux_type |
    |---|---|---|---|---|
    | UNOP, BINOP | values | | (opcode, flags or 0) | |
    | CAST | (value,) | | (opcode, flags or 0) | |
    | GEP | (base, *indices) | | (inbounds flags,) | source element type |
    | VSELECT | (condition, true, false) | | (flags,) | |
    | EXTRACTELT, INSERTELT, SHUFFLEVEC | as in IR (the mask is the last) | | | |
    | CMP2 | (left, right) | | (predicate, flags) | |
    | RET | () or (value,) | | | |
    | BR | () or (condition,) | (target,) or (true, false) | | |
    | SWITCH | (condition, *case values) | (default, *case targets) | | |
    | UNREACHABLE | | | | |
    | PHI | incoming values | incoming blocks | (flags,) | |
    | ALLOCA | (size,) | | (alignment log2+1, inalloca, swifterror, address space or -1) | allocated type |
    | LOAD | (pointer,) | | (alignment log2+1, volatile) | |
    | LOADATOMIC | (pointer,) | | (alignment, volatile, ordering, sync scope) | |
    | STORE | (value, pointer) | | (alignment, volatile) | |
    | STOREATOMIC | (value, pointer) | | (alignment, volatile, ordering, sync scope) | |
    | EXTRACTVAL | (aggregate,) | | indices | |
    | INSERTVAL | (aggregate, value) | | indices | |
    | CALL | (*arguments, callee) | | (tail kind, calling convention, fast-math flags) | function type |
    | FENCE | | | (ordering, sync scope) | |
    | CMPXCHG | (pointer, compare, new) | | (volatile, success, scope, failure, weak, alignment) | |
    | ATOMICRMW | (pointer, value) | | (operation, volatile, ordering, scope, alignment) | |
    | FREEZE | (value,) | | | |

    The tail kind of a call: 0 none, 1 tail, 2 musttail, 3 notail. Fast-math flags are the record's, of the module's
    era. Sync scopes are ids into `Module.sync_scopes`.
    """

    __slots__ = ("aux_type", "code", "debug_loc", "metadata", "operands", "params")

    # Most instructions have none of these, and no room for them: `Call` and `BlockInstruction` do.
    attributes: AttributeList = ()
    blocks: tuple[BasicBlock, ...] = ()
    bundles: tuple[OperandBundle, ...] = ()

    def __new__(cls, code: InstCode | None = None, *_rest: object, **_named: object) -> Instruction:
        # Copies are made without a code, of the class that they are of.
        return super().__new__(cls if code is None else _CLASSES.get(code, cls))

    def __init__(
        self,
        code: InstCode,
        type: Type,
        operands: Sequence[Value] = (),
        params: Sequence[int] = (),
        blocks: Sequence[BasicBlock] = (),
        aux_type: Type | None = None,
    ) -> None:
        self.type = type
        self.name = ""
        self.code = code
        self.operands = tuple(operands)
        self.params = tuple(params)
        self.aux_type = aux_type
        self.metadata: tuple[tuple[int, MDNode], ...] = ()  # attachments other than !dbg locations: (kind id, node)
        self.debug_loc: DebugLoc | None = None
        if isinstance(self, Call):
            self.attributes = ()
            self.bundles = ()
        elif isinstance(self, BlockInstruction):
            self.blocks = tuple(blocks)
        elif blocks:
            raise ValueError(f"an instruction {code.name} has no blocks")

    def __repr__(self) -> str:
        return f"<Instruction {self.code.name} {self.params}>"

    def copy(self) -> Instruction:
        """Another instruction that says the same."""
        other = Instruction(self.code, self.type, self.operands, self.params, self.blocks, self.aux_type)
        other.name = self.name
        other.metadata = self.metadata
        other.debug_loc = self.debug_loc
        if isinstance(other, Call):
            other.attributes = self.attributes
            other.bundles = self.bundles
        return other

    @property
    def callee(self) -> Value:
        """What a call calls."""
        return self.operands[-1]


class Call(Instruction):
    """What Instruction(InstCode.CALL, …) makes: it has room for `attributes` and operand `bundles`."""

    __slots__ = ("attributes", "bundles")


class BlockInstruction(Instruction):
    """What Instruction(…) makes of BR, SWITCH and PHI: it has room for `blocks`."""

    __slots__ = ("blocks",)


_CLASSES: dict[InstCode, type[Instruction]] = {
    InstCode.CALL: Call,
    InstCode.BR: BlockInstruction,
    InstCode.SWITCH: BlockInstruction,
    InstCode.PHI: BlockInstruction,
}
