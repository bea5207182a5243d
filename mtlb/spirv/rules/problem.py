"""The reports of rules."""

from __future__ import annotations

from ...base.classes import NamedTuple
from ..instructions import SpirvInstruction


class SpirvProblem(NamedTuple):
    """A violation of a rule. `code` is one of `mtlb.spirv.verify.SPIRV_CODES`; `instruction` is None for the whole
    module."""

    code: str
    instruction: SpirvInstruction | None
    reason: str


class Tolerated(str):
    """The reason of a problem that drivers accept although it violates a rule. `code` is its code."""

    __slots__ = ()
    code = "alike"


class IndexBeyond(Tolerated):
    """A constant index beyond the components of a vector or the columns of a matrix."""

    __slots__ = ()
    code = "index"


def code_of(reason: str) -> str:
    """The code for a reason that a type rule returns."""
    return reason.code if isinstance(reason, Tolerated) else "type"
