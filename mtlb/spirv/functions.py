"""Functions and their blocks (docs/spirv.md §7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ..base.errors import FormatError
from .enumerants import Op
from .instructions import SpirvInstruction
from .opcodes import (
    OP_BRANCH,
    OP_BRANCH_CONDITIONAL,
    OP_EXT_INST,
    OP_FUNCTION,
    OP_FUNCTION_END,
    OP_FUNCTION_PARAMETER,
    OP_LABEL,
    OP_PHI,
    OP_SWITCH,
    OP_VARIABLE,
)

BRANCHES: Final = frozenset({Op.OpBranch, Op.OpBranchConditional, Op.OpSwitch})
"""The instructions that end a block and refer to others."""
TERMINATORS: Final = BRANCHES | frozenset(
    {
        Op.OpReturn,
        Op.OpReturnValue,
        Op.OpKill,
        Op.OpUnreachable,
        Op.OpTerminateInvocation,
        Op.OpIgnoreIntersectionKHR,
        Op.OpTerminateRayKHR,
        Op.OpEmitMeshTasksEXT,
    }
)
"""The instructions that end a block."""
MERGES: Final = frozenset({Op.OpSelectionMerge, Op.OpLoopMerge})
"""The merge instructions, which precede a terminator and name the block where the construct ends."""
LINE_INSTRUCTIONS: Final = frozenset({Op.OpLine, Op.OpNoLine})
"""The instructions that may occur between any two instructions; `SpirvModule.location` reads them."""
Malformed = Callable[[SpirvInstruction, str], FormatError]


class SpirvBlock:
    """A block. `instructions` are those between label and terminator, without merge instructions, OpLine and
    OpNoLine."""

    def __init__(
        self,
        label: int,
        instructions: tuple[SpirvInstruction, ...],
        merge: SpirvInstruction | None,
        terminator: SpirvInstruction,
        label_instruction: SpirvInstruction,
    ) -> None:
        self.label: Final = label
        self.instructions: Final = instructions
        self.merge: Final = merge
        self.terminator: Final = terminator
        self.label_instruction: Final = label_instruction
        self.successors: Final = _successors(terminator)
        """The labels in the terminator: for OpSwitch the default first; duplicates are kept."""

    @property
    def phis(self) -> tuple[SpirvInstruction, ...]:
        """The phis of the block."""
        return tuple([instruction for instruction in self.instructions if instruction.op is OP_PHI])

    def __repr__(self) -> str:
        return f"SpirvBlock(label={self.label!r}, merge={self.merge!r}, terminator={self.terminator!r})"


def _successors(terminator: SpirvInstruction) -> tuple[int, ...]:
    op, operands = terminator.op, terminator.operands
    if op is OP_BRANCH:
        return (int(operands[0]),)
    if op is OP_BRANCH_CONDITIONAL:
        return int(operands[1]), int(operands[2])
    if op is OP_SWITCH:
        return tuple([int(operand) for operand in (operands[1], *operands[3::2])])
    return ()


class SpirvFunction:
    """A function. `type` is its function type, `result` its return type; a function without blocks is a declaration."""

    def __init__(
        self,
        id: int,
        result: int,
        type: int,
        control: int,
        parameters: tuple[SpirvInstruction, ...],
        blocks: tuple[SpirvBlock, ...],
        instruction: SpirvInstruction,
    ) -> None:
        self.id: Final = id
        self.result: Final = result
        self.type: Final = type
        self.control: Final = control
        self.parameters: Final = parameters
        self.blocks: Final = blocks
        self.instruction: Final = instruction
        self.block: Final = {item.label: item for item in blocks}
        """The blocks by label."""
        self._predecessors: dict[int, tuple[int, ...]] | None = None

    @property
    def variables(self) -> tuple[SpirvInstruction, ...]:
        """The variables of the function, which are in its first block."""
        first = self.blocks[0].instructions if self.blocks else ()
        return tuple([instruction for instruction in first if instruction.op is OP_VARIABLE])

    @property
    def predecessors(self) -> dict[int, tuple[int, ...]]:
        """The labels of a block's predecessors, without duplicates, in the order of the blocks."""
        if self._predecessors is None:
            numbers: dict[int, list[int]] = {item.label: [] for item in self.blocks}
            for item in self.blocks:
                for target in dict.fromkeys(item.successors):
                    numbers.setdefault(target, []).append(item.label)
            self._predecessors = {label: tuple(labels) for label, labels in numbers.items()}
        return self._predecessors

    def __repr__(self) -> str:
        names = ("id", "result", "type", "control")
        return f"SpirvFunction({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def functions_of(instructions: Sequence[SpirvInstruction], malformed: Malformed) -> dict[int, SpirvFunction]:
    """The functions of a module. Raises FormatError for instructions outside of blocks and for blocks without a
    terminator; `malformed` makes it, from instruction and reason."""
    functions = {}
    rest = iter(instructions)
    for instruction in rest:
        if instruction.op is OP_FUNCTION:
            function = _function(instruction, rest, malformed)
            functions[function.id] = function
    return functions


def _function(first: SpirvInstruction, rest: Iterator[SpirvInstruction], malformed: Malformed) -> SpirvFunction:
    parameters: list[SpirvInstruction] = []
    blocks: list[SpirvBlock] = []
    label: SpirvInstruction | None = None
    merge: SpirvInstruction | None = None
    body: list[SpirvInstruction] = []
    for instruction in rest:
        op = instruction.op
        if op in LINE_INSTRUCTIONS:
            continue
        if op is OP_FUNCTION_END:
            if label is not None:
                raise malformed(instruction, f"the block %{label.id} has no end")
            control, kind = [int(operand) for operand in first.operands]
            return SpirvFunction(first.id, first.type, kind, control, tuple(parameters), tuple(blocks), first)
        if op is OP_FUNCTION:
            raise malformed(instruction, f"the function %{first.id} has no end")
        if label is None:
            if op is OP_LABEL:
                label, merge, body = instruction, None, []
            elif op is OP_FUNCTION_PARAMETER and not blocks:
                parameters.append(instruction)
            elif op is not OP_EXT_INST:  # debug instructions may occur between parameters and blocks
                raise malformed(instruction, "stands in a function but in no block")
        elif op in TERMINATORS:
            blocks.append(SpirvBlock(label.id, tuple(body), merge, instruction, label))
            label = None
        elif merge is not None:
            raise malformed(instruction, f"stands between {merge.name} and the branch that it belongs to")
        elif op in MERGES:
            merge = instruction
        elif op is OP_LABEL:
            raise malformed(instruction, f"the block %{label.id} has no end")
        else:
            body.append(instruction)
    raise malformed(first, "the function has no end")
