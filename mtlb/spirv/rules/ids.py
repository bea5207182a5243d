"""Ids: below the bound, defined once, defined before they are used (docs/spirv.md §6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...base.errors import FormatError
from .._grammar import VERSION
from ..enumerants import Op
from ..functions import BRANCHES, MERGES
from ..grammar import INSTRUCTIONS
from ..instructions import SpirvInstruction
from ..module import EXECUTION_MODES, ID_DECORATIONS, MEMBER_DECORATIONS, SpirvModule
from ..opcodes import OP_TYPE_FORWARD_POINTER
from ..types import is_type
from .problem import SpirvProblem

_FORWARD: Final = frozenset(
    {
        Op.OpEntryPoint,
        *EXECUTION_MODES,
        Op.OpName,
        Op.OpMemberName,
        *ID_DECORATIONS,
        *MEMBER_DECORATIONS,
        Op.OpGroupDecorate,
        Op.OpGroupMemberDecorate,
        Op.OpTypeForwardPointer,
        *MERGES,
        *BRANCHES,
        Op.OpPhi,
        Op.OpFunctionCall,
        Op.OpCooperativeMatrixPerElementOpEXT,
        Op.OpCooperativeMatrixReduceEXT,
        Op.OpCooperativeMatrixLoadTensorNV,
        Op.OpExtInstWithForwardRefsKHR,
    }
)
"""Instructions that may refer to a later definition. The rules for blocks check labels, and uses in functions."""


def id_problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """Ids that are 0, out of bound, defined twice, undefined, or used before their definition."""
    try:
        defined = module.definitions
    except FormatError:
        defined = {}
        for instruction in module.instructions:
            result = instruction.id
            if not result:
                continue
            if result >= module.bound:
                reason = f"the id %{result} of its result is not below the bound {module.bound}"
                yield SpirvProblem("id", instruction, reason)
            elif result in defined:
                yield SpirvProblem("id", instruction, f"%{result} is defined at word {defined[result].offset} already")
            else:
                defined[result] = instruction
    seen: set[int] = set()
    for instruction in module.instructions:
        type_id, ids = instruction.type, instruction.ids
        if (not type_id or type_id in seen) and seen.issuperset(ids):
            if instruction.id:
                seen.add(instruction.id)
            continue
        for id in (type_id, *ids) if type_id else ids:
            if id in seen:
                continue
            if id not in defined:
                yield _undefined(module, instruction, id)
            elif instruction.op not in _FORWARD and not module.is_debug(instruction):
                if is_type(instruction) and (id == instruction.id or is_type(defined[id])):
                    yield SpirvProblem(
                        "id", instruction, f"%{id} is used before its definition, so that the type contains itself"
                    )
                else:
                    yield SpirvProblem("id", instruction, f"%{id} is used before its definition")
            elif instruction.op is OP_TYPE_FORWARD_POINTER:
                seen.add(id)
        if instruction.id:
            seen.add(instruction.id)


def _undefined(module: SpirvModule, instruction: SpirvInstruction, id: int) -> SpirvProblem:
    """An id without a definition, which may be defined by an instruction that is not in the grammar."""
    for candidate in module.instructions:
        if candidate.op not in INSTRUCTIONS and id in candidate.operands[:2]:
            revision = ".".join(map(str, VERSION[:2])) + f", revision {VERSION[2]}"
            return SpirvProblem(
                "id", candidate, f"the instruction is newer than SPIR-V {revision}; %{id} may be its result"
            )
    return SpirvProblem("id", instruction, f"%{id} is not defined")
