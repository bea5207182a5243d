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
    """A reason for a problem that drivers take although it breaks a rule: its code is "alike"."""

    __slots__ = ()
