"""What a rule reports."""

from __future__ import annotations

from typing import NamedTuple

from ..instructions import SpirvInstruction


class SpirvProblem(NamedTuple):
    """A breach of a rule. `code` is one of `mtlb.spirv.verify.SPIRV_CODES`; `instruction` None for the whole module."""

    code: str
    instruction: SpirvInstruction | None
    reason: str


class Tolerated(str):
    """A reason for a problem that drivers take although it breaks a rule. `code` is its code."""

    __slots__ = ()
    code = "alike"


class IndexBeyond(Tolerated):
    """A constant index beyond the components of a vector or the columns of a matrix."""

    __slots__ = ()
    code = "index"


def code_of(reason: str) -> str:
    """The code of a reason that a rule about types gives."""
    return reason.code if isinstance(reason, Tolerated) else "type"
