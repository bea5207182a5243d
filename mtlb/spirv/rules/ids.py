"""Ids: below the bound, defined once, defined before they are used (docs/spirv.md §6)."""

from __future__ import annotations

from collections.abc import Iterator

from .._grammar import VERSION
from ..enumerants import Op
from ..functions import BRANCHES, MERGES
from ..grammar import INSTRUCTIONS
from ..instructions import SpirvInstruction
from ..module import EXECUTION_MODES, ID_DECORATIONS, MEMBER_DECORATIONS, SpirvModule
from ..types import is_type
from .problem import SpirvProblem

_FORWARD = frozenset(
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
        Op.OpExtInstWithForwardRefsKHR,
    }
)
"""What may name an id that is defined later. The rules of blocks look at labels, and at what is used in functions."""


def id_problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """Ids that are 0, not below the bound, defined twice, not defined, or used before their definition."""
    defined: dict[int, SpirvInstruction] = {}
    for one in module.instructions:
        if one.id and one.id >= module.bound:
            yield SpirvProblem("id", one, f"the id %{one.id} of its result is not below the bound {module.bound}")
        elif one.id in defined:
            yield SpirvProblem("id", one, f"%{one.id} is defined at word {defined[one.id].offset} already")
        elif one.id:
            defined[one.id] = one
    seen: set[int] = set()
    for one in module.instructions:
        for id in (one.type, *one.ids) if one.type else one.ids:
            if id in seen:
                continue
            if id not in defined:
                yield _undefined(module, one, id)
            elif one.op not in _FORWARD and not module.is_debug(one):
                if is_type(one) and (id == one.id or is_type(defined[id])):
                    yield SpirvProblem(
                        "id", one, f"%{id} is used before its definition, so that the type contains itself"
                    )
                else:
                    yield SpirvProblem("id", one, f"%{id} is used before its definition")
            elif one.op is Op.OpTypeForwardPointer:
                seen.add(id)
        if one.id:
            seen.add(one.id)


def _undefined(module: SpirvModule, one: SpirvInstruction, id: int) -> SpirvProblem:
    """An id without a definition; an instruction that the grammar lacks may be what defines it."""
    for other in module.instructions:
        if other.op not in INSTRUCTIONS and id in other.operands[:2]:
            revision = ".".join(map(str, VERSION[:2])) + f", revision {VERSION[2]}"
            return SpirvProblem(
                "id", other, f"the instruction is newer than SPIR-V {revision}; %{id} may be its result"
            )
    return SpirvProblem("id", one, f"%{id} is not defined")
