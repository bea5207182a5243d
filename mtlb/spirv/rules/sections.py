"""The order of a module's sections (docs/spirv.md §6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..enumerants import Op, StorageClass
from ..functions import LINE_INSTRUCTIONS
from ..instructions import SpirvInstruction
from ..module import EXECUTION_MODES, ID_DECORATIONS, MEMBER_DECORATIONS, SpirvModule
from ..opcodes import (
    OP_FUNCTION,
    OP_FUNCTION_END,
    OP_MEMORY_MODEL,
    OP_TYPE_FORWARD_POINTER,
    OP_UNTYPED_VARIABLE_KHR,
    OP_VARIABLE,
)
from ..types import CONSTANTS, TYPES, is_constant, is_type
from .problem import SpirvProblem

_FUNCTION: Final = StorageClass.Function

_SECTIONS: Final[tuple[tuple[str, tuple[Op, ...]], ...]] = (
    ("capabilities", (Op.OpCapability,)),
    ("extensions", (Op.OpExtension,)),
    ("imports of extended instructions", (Op.OpExtInstImport,)),
    ("memory model", (Op.OpMemoryModel,)),
    ("entry points", (Op.OpEntryPoint,)),
    ("execution modes", EXECUTION_MODES),
    ("strings and sources", (Op.OpString, Op.OpSourceExtension, Op.OpSource, Op.OpSourceContinued)),
    ("names", (Op.OpName, Op.OpMemberName)),
    ("processes", (Op.OpModuleProcessed,)),
    (
        "decorations",
        (
            *ID_DECORATIONS,
            *MEMBER_DECORATIONS,
            Op.OpDecorationGroup,
            Op.OpGroupDecorate,
            Op.OpGroupMemberDecorate,
        ),
    ),
    ("types, constants and variables", ()),
    ("functions", (Op.OpFunction,)),
)
_SECTION_OF: Final = {op: index for index, (_, ops) in enumerate(_SECTIONS) for op in ops}
_TYPES: Final = len(_SECTIONS) - 2
_FUNCTIONS: Final = len(_SECTIONS) - 1
_BETWEEN_FUNCTIONS: Final = LINE_INSTRUCTIONS | {Op.OpExtInst}
_FOR_TYPES: Final = TYPES | CONSTANTS | {Op.OpVariable, Op.OpUntypedVariableKHR}
_OUTSIDE: Final = frozenset({*_FOR_TYPES, *_SECTION_OF}) - {Op.OpFunction}
"""Instructions that do not stand in a function, except its variables."""
_ANYWHERE_IN_BOTH: Final = LINE_INSTRUCTIONS | {Op.OpUndef, Op.OpExtInst, Op.OpExtInstWithForwardRefsKHR, Op.OpNop}


def section_problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """Instructions in the wrong section; a missing or second memory model."""
    reached = 0
    in_function = False
    models = 0
    for instruction in module.instructions:
        op = instruction.op
        if in_function:
            if op in _OUTSIDE and (op in _SECTION_OF or _is_for_types(instruction)):
                yield SpirvProblem("order", instruction, "can't stand in a function")
            in_function = op is not OP_FUNCTION_END
            continue
        section = _section(instruction)
        if section is None:
            if instruction.is_known:
                yield SpirvProblem("order", instruction, "stands outside of functions")
        elif section < reached and not (reached == _FUNCTIONS and op in _BETWEEN_FUNCTIONS):
            yield SpirvProblem("order", instruction, f"must stand before the {_SECTIONS[reached][0]}")
        else:
            reached = max(reached, section)
        models += op is OP_MEMORY_MODEL
        if models > 1 and op is OP_MEMORY_MODEL:
            yield SpirvProblem("order", instruction, "the module has a memory model already")
        in_function = op is OP_FUNCTION
    if not models:
        yield SpirvProblem("order", None, "the module has no OpMemoryModel")


def _section(instruction: SpirvInstruction) -> int | None:
    """The section of an instruction outside of functions; None if it may be in any."""
    op = instruction.op
    if (section := _SECTION_OF.get(op)) is not None:
        return section
    if op in _ANYWHERE_IN_BOTH or op is OP_TYPE_FORWARD_POINTER or _is_for_types(instruction):
        return _TYPES
    return None


def _is_for_types(instruction: SpirvInstruction) -> bool:
    if instruction.op in (OP_VARIABLE, OP_UNTYPED_VARIABLE_KHR):
        return instruction.operands[0] != _FUNCTION
    return is_type(instruction) or is_constant(instruction)
