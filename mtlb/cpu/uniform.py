"""Determines which values are the same for all lanes of a simdgroup, so that they are computed once for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..ir import (
    AttributeKind,
    BasicBlock,
    Call,
    Constant,
    Function,
    GlobalValue,
    InstCode,
    Instruction,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.names import INTRINSIC
from .library.lanes import WIDTH, Over
from .meetings import Meetings, MeetingStep, NotLoopsError
from .regions import LaneRegion

_CONSTANT_SPACE = 2
_PURE = frozenset(
    {
        *(InstCode.BINOP, InstCode.UNOP, InstCode.CAST, InstCode.GEP, InstCode.CMP2, InstCode.VSELECT),
        *(InstCode.EXTRACTELT, InstCode.INSERTELT, InstCode.SHUFFLEVEC, InstCode.EXTRACTVAL, InstCode.INSERTVAL),
        InstCode.FREEZE,
    }
)


class Uniformity:
    """The uniform instructions (`values`) of a function that was divided into regions; all are in blocks that all
    lanes reach.
    `by_lane`: the arguments that differ between lanes; all others are the same for all lanes."""

    def __init__(self, regions: Sequence[LaneRegion], meetings: Meetings, by_lane: Collection[Value]) -> None:
        self.meetings, self.by_lane = meetings, by_lane
        self.heads = {region.main[0] for region in regions}
        self.main = {block for region in regions for block in region.main}
        self.single = {region.meeting for region in regions if region.meeting is not None}
        candidates = [
            instruction
            for region in regions
            for block in region.main
            for instruction in block.instructions
            if self._may_be_uniform(block, instruction)
        ]
        self.values: set[Value] = set(candidates)
        changed = True
        while changed:
            changed = False
            for instruction in candidates:
                if instruction in self.values and not all(map(self.is_uniform, self._inputs(instruction))):
                    self.values.remove(instruction)
                    changed = True
        for region in regions:
            if region.end is not None and not all(map(self.is_uniform, region.end.operands)):
                raise NotLoopsError("a branch before a meeting may differ between lanes")

    def is_uniform(self, value: Value) -> bool:
        """Whether a value is the same for all lanes."""
        if isinstance(value, Instruction):
            return value in self.values
        return value not in self.by_lane and value is not self.meetings.lane

    def _inputs(self, instruction: Instruction) -> Sequence[Value]:
        """The operands that determine whether the result is the same for all lanes."""
        step = self.meetings.step_of(instruction)
        if step is MeetingStep.EXCHANGE:
            number = instruction.operands[1]
            return () if isinstance(number, (Constant, GlobalValue)) else (number,)
        return () if step is not None else instruction.operands

    def _may_be_uniform(self, block: BasicBlock, instruction: Instruction) -> bool:
        """Whether an instruction is uniform if its operands are. The simdgroup executes it before or after a region
        as a whole, so it must depend only on its operands and on memory that does not change, unless it is a
        separate region."""
        step = self.meetings.step_of(instruction)
        if step is not None:
            if step is MeetingStep.REDUCE:
                over, width = (constant_number(operand) for operand in instruction.operands[2:4])
                return over == Over.ALL and width == WIDTH
            return step in (MeetingStep.BALLOT, MeetingStep.EXCHANGE)
        if instruction.code in _PURE:
            return True
        if instruction.code is InstCode.PHI:
            return block in self.heads and all(source in self.main for source in instruction.blocks)
        if instruction.code is InstCode.LOAD:
            is_constant = instruction.operands[0].type.address_space == _CONSTANT_SPACE
            return instruction in self.single or (is_constant and not instruction.is_volatile)
        return isinstance(instruction, Call) and _is_pure(instruction)


def _is_pure(call: Call) -> bool:
    """Whether a call depends only on its operands, and may be removed."""
    callee = call.operands[-1]
    if not isinstance(callee, Function) or callee.blocks or call.type.code is TypeCode.VOID:
        return False
    if callee.name.startswith(f"{INTRINSIC}fma."):
        return True
    attributes = (*call.attributes, *callee.attributes)
    return any(
        attribute.kind == AttributeKind.READ_NONE for group in attributes for attribute in group.attributes
    ) and not any(operand.type.is_pointer for operand in call.operands[:-1])
