"""Votes of SIMD-groups and quad-groups before AIR 2.8.

`simd_vote::all` and its like are functions of AIR in probes of Apple's compiler (kagurasumusun/metal,
metal-info-set/golden/P08M40 and P11M40_run10), which are of AIR 2.8. A guess: before that, `all` compares with 32
lanes, or 4.
"""

from __future__ import annotations

from ..base.features import VOTES_SINCE
from ..base.versions import Version
from ..ir import Function, InstCode, Instruction, Module, Predicate, Value
from ..passes.rewriter import Rewriter

_ALL = {"air.simd_vote_all.i64": 0xFFFFFFFF, "air.quad_vote_all": 0xF}
_ANY = frozenset({"air.simd_vote_any.i64", "air.quad_vote_any"})


def lower_votes(module: Module, air: Version, warnings: list[str]) -> None:
    """Replace calls of the functions of votes by comparisons, in place, for an AIR version that lacks them."""
    if air >= VOTES_SINCE or not any(function.name in _ANY or function.name in _ALL for function in module.functions):
        return
    code = Rewriter(module, air, warnings)
    for function in module.functions:
        if function.blocks:
            code.run(function, {InstCode.CALL: _call})


def _call(code: Rewriter, i: Instruction) -> Value | None:
    callee = i.operands[-1]
    name = callee.name if isinstance(callee, Function) else ""
    vote = i.operands[0]
    if name in _ALL:
        return code.compare(Predicate.ICMP_EQ, vote, code.integer(vote.type, _ALL[name]))
    return code.compare(Predicate.ICMP_NE, vote, code.integer(vote.type, 0)) if name in _ANY else None
