"""The code of a function under construction: its instructions, the Python lines that created them, and consistency
checks.

This file uses only LLVM's terms. A `Builder` and its parts, which handle Metal's types, share one `FunctionCode`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ..air.target import AirTarget
from ..base.errors import BuildError
from ..base.metal import AddressSpace
from ..ir import (
    TERMINATORS,
    Argument,
    AttributeList,
    BasicBlock,
    BlockInstruction,
    Call,
    Constant,
    Function,
    GlobalValue,
    InstCode,
    Instruction,
    TailKind,
)
from ..ir import Type as IRType
from ..ir import Value as IRValue
from ..ir._instruction_checks import CHECKS
from ..ir.build import IRBuilder
from ..ir.dominance import Dominance, GrowingDominance, dominators
from ..ir.type_rules import takes_fast_flags
from ..machinery.engine import mypyc_attr
from .lowering import Lowering
from .types import MetalType

_NONE: Final = TailKind.NONE
_PHI: Final = InstCode.PHI
_TAIL: Final = TailKind.TAIL
_THREADGROUP: Final = AddressSpace.THREADGROUP

_NOT_CALLERS = ("mtlb.emit", "mtlb.convert.attached", "mtlb.ir.build", "contextlib")


def caller() -> tuple[str, int]:
    """File and line of the code that called into this package."""
    frame = sys._getframe()  # a compiled function has no frame of its own
    while frame.f_back is not None and _is_inside(frame.f_globals.get("__name__", "")):
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


@lru_cache(maxsize=1024)
def _is_inside(module: str) -> bool:
    """Whether a Python module builds kernels for others."""
    return module.startswith(_NOT_CALLERS)


def called_at(low: Lowering) -> str:
    """The Python file and line that called into this package, in parentheses, for an error; "" for a translator."""
    return _place(*caller()) if low.names_callers else ""


def reason_alone(error: BuildError) -> str:
    """The reason in an error of this package, without its subject and the Python line."""
    return re.sub(r"^\w[\w ]* '[^']*': ", "", re.sub(r" \([\w.]+\.py:\d+\)", "", error.reason))


@mypyc_attr(allow_interpreted_subclasses=True)
class ValueInCode:
    """The attributes of `TypedValue`, which stays Python, and its `__init__`, which is called for each instruction.

    Compiled code takes them from a variable of this class: through `TypedValue`, which has a `__getattr__`, each takes
    350 instructions.
    """

    __slots__ = ("builder", "ir", "type")

    def __init__(self, builder: object, ir: IRValue, type: MetalType) -> None:
        self.builder = builder
        self.ir = ir
        self.type = type


class FunctionCode(IRBuilder):
    """The blocks of a function, and the insertion position. Each instruction is checked before it is inserted.

    `what` names the function in errors. `fast_flags` are the current fast-math flags of floating-point operations.
    `refuses_undefined`: a constant that makes a result undefined, such as a divisor of 0, is an error; translated
    code may contain it on paths that never run.
    """

    def __init__(self, low: Lowering, function: Function, what: str, target: AirTarget, fast_flags: int) -> None:
        super().__init__(low.context)
        self.low = low
        self.function = function
        self.what = what
        self.target = target
        self.fast_flags = fast_flags
        self.refuses_undefined = True
        self._placed: set[BasicBlock] = set()
        self.place_block(self.block)
        self._name = ""
        self._origins: dict[IRValue, tuple[str, str, int]] = {}  # for errors: its name, the Python file and line
        self._homes: dict[IRValue, BasicBlock] = {}
        self._dominance = GrowingDominance(function.blocks[0])
        self._variables = 0

    # --- errors

    def error(self, instruction: str, reason: str) -> BuildError:
        """An error about the current instruction, to be raised."""
        return BuildError(f"{self.what}: {instruction}{_place(*self._caller())}: {reason}")

    def _caller(self) -> tuple[str, int]:
        return caller() if self.low.names_callers else ("", 0)

    # --- creating instructions

    @property
    def is_terminated(self) -> bool:
        """Whether the position is after a terminator."""
        return self.place is None and bool(self.instructions) and self.instructions[-1].code in TERMINATORS

    def has_block(self, block: BasicBlock) -> bool:
        """Whether a block is already in the function."""
        return block in self._placed

    def place_block(self, block: BasicBlock) -> None:
        """Append a block to the function, unless it is already there."""
        if block not in self._placed:
            self._placed.add(block)
            self.function.blocks.append(block)

    def take_block(self, block: BasicBlock) -> None:
        """Remove a block from the function."""
        self._placed.discard(block)
        if self.function.blocks[-1] is block:
            self.function.blocks.pop()
        else:
            self.function.blocks.remove(block)

    def at(self, name: str) -> IRBuilder:
        """The IR builder, with the name that errors use for the next instruction."""
        self._name = name
        return self

    def redirect(self, block: BasicBlock, target: BasicBlock) -> None:
        """Let a block branch to `target` in place of the last block that it branches to, which is still empty."""
        branch = block.instructions[-1]
        assert isinstance(branch, BlockInstruction)
        self._dominance.remove(block, branch.blocks[-1])
        self._dominance.add(block, target)
        branch.blocks = (*branch.blocks[:-1], target)

    def insert(self, instruction: Instruction) -> Instruction:
        """Insert an instruction at the position. BuildError if it is not valid there."""
        if self.is_terminated:
            raise self.error(self._name, f"the block has ended with {self._origins[self.instructions[-1]][0]}")
        check = CHECKS.get(instruction.code)
        if check is not None and (problem := check(instruction)):
            raise self.error(self._name, problem)
        self._origins[instruction] = (self._name, *caller()) if self.low.names_callers else (self._name, "", 0)
        self._homes[instruction] = self.block
        if instruction.blocks and instruction.code is not _PHI:
            for target in instruction.blocks:
                self._dominance.add(self.block, target)
        return super().insert(instruction)

    def call_flags(self, result: IRType) -> int:
        """The fast-math flags of a call, if LLVM allows them for its result."""
        return self.fast_flags if takes_fast_flags(result) else 0

    def call_function(
        self, name: str, function: Function, values: Sequence[IRValue], attributes: AttributeList = ()
    ) -> Call:
        """A call, with its name in errors. It is a tail call unless an argument is an address on the stack."""
        on_stack = any(value.type.is_pointer and value.type.address_space == 0 for value in values)
        tail, flags = _NONE if on_stack else _TAIL, self.call_flags(function.value_type.result)
        return self.at(name).call(function, values, flags, tail=tail, attributes=attributes)

    def variable(self, type: IRType, alignment: int, name: str = "") -> Instruction:
        """An alloca at the start of the function, after the existing ones."""
        self.at("variable")
        with self.kept_position():
            self.at_end(self.function.blocks[0])
            self.place = self._variables
            alloca = self.alloca(type, alignment)
        alloca.name = name
        self._variables += 1
        return alloca

    # --- values are defined before their use

    def require_here(self, name: str, ir: IRValue, home: FunctionCode) -> None:
        """BuildError if a value, defined in the function `home`, is not available at the position."""
        if home is self and self._homes.get(ir) is self.block:
            return
        if home.low is not self.low:
            raise self.error(name, "an operand belongs to another module")
        if isinstance(ir, (Constant, GlobalValue)):
            is_shared = ir.type.is_pointer and ir.type.address_space == _THREADGROUP
            if is_shared and isinstance(ir, GlobalValue) and home.function is not self.function:
                raise self.error(name, f"the threadgroup memory belongs to another function, {home.what}")
            return
        if home.function is not self.function:
            raise self.error(name, f"an operand belongs to another function, {home.what}")
        if isinstance(ir, Argument):
            return
        block, dominance = self._homes[ir], self._dominance
        if block is self.block or not dominance.is_reachable(self.block):
            return
        if not dominance.dominates(block, self.block):  # branches that are added later do not change that
            result, file, line = self._origins[ir]
            raise self.error(
                name, f"an operand, made by {result}{_place(file, line)}, is not computed on every path to this point"
            )

    def check(self) -> None:
        """BuildError unless every block has a terminator, every phi all its values, and every use follows its
        definition.
        """
        blocks = self.function.blocks
        block_set = set(blocks)
        sources: dict[BasicBlock, list[BasicBlock]] = {block: [] for block in blocks}
        for block in blocks:
            if not block.instructions or block.instructions[-1].code not in TERMINATORS:
                last = f"after {self._made_at(block.instructions[-1])}" if block.instructions else "in it: it is empty"
                raise BuildError(f"{self.what}: a block has no terminator (branch or ret) {last}")
            for target in dict.fromkeys(block.instructions[-1].blocks):
                if target not in block_set:
                    at = self._made_at(block.instructions[-1])
                    raise BuildError(f"{self.what}: {at} branches to an empty block")
                sources[target].append(block)
        dominance = dominators(blocks[0], lambda block: block.instructions[-1].blocks)
        for block in blocks:
            done: set[IRValue] = set()
            for instruction in block.instructions:
                if isinstance(instruction, BlockInstruction) and instruction.code is _PHI:
                    if set(instruction.blocks) != set(sources[block]):
                        raise BuildError(
                            f"{self.what}: {self._made_at(instruction)} needs a value for each predecessor block"
                        )
                    for value, source in zip(instruction.operands, instruction.blocks, strict=True):
                        self._check_home(value, source, None, dominance, instruction)
                else:
                    for value in instruction.operands:
                        self._check_home(value, block, done, dominance, instruction)
                done.add(instruction)

    def _check_home(
        self,
        value: IRValue,
        block: BasicBlock,
        done: set[IRValue] | None,
        dominance: Dominance[BasicBlock],
        user: IRValue,
    ) -> None:
        """Check that a value is computed before its use in `block`: `done` are the earlier instructions of the block,
        None at its end.
        """
        home = self._homes.get(value)
        if home is None or not dominance.is_reachable(block):
            return
        if (done is not None and value not in done) if home is block else not dominance.dominates(home, block):
            raise BuildError(
                f"{self.what}: {self._made_at(user)}: an operand, made by {self._made_at(value)}, "
                "is not computed on every path to this point"
            )

    def _made_at(self, instruction: IRValue) -> str:
        name, file, line = self._origins[instruction]
        return f"{name}{_place(file, line)}"


def _place(file: str, line: int) -> str:
    """A Python file and line in parentheses, with a leading space; "" if unknown."""
    return f" ({os.path.basename(file)}:{line})" if file else ""
