"""Memory that is coherent with the whole system: `volatile coherent(system) device uint*` of an entry point.

Each access is a call. Source: Apple's modules of MLX's fence.metal (`mtlb.air.census`: `air.load.system_coherent…`),
which have only volatile accesses of 32 bits: other accesses, and `coherent(device)`, are refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..air.intrinsics import overload
from ..base.errors import UnsupportedError
from ..base.features import FENCES_SINCE
from ..ir import Function, InstCode, Instruction, Value
from ..passes.rewriter import Rewriter, uses

_DERIVED = (InstCode.GEP, InstCode.CAST, InstCode.FREEZE)
_FAMILY = "system_coherent.volatile"


def make_coherent(code: Rewriter, function: Function, places: Sequence[int]) -> None:
    """Make all accesses through these parameters coherent, in place. UnsupportedError for any other use of them."""
    if places and code.air < FENCES_SINCE:
        raise UnsupportedError(f"function {function.name!a}: coherent(system) needs AIR {FENCES_SINCE} (Metal 3.2)")
    addresses: set[Value] = {function.arguments[place] for place in places}
    users = uses(function)
    work = list(addresses)
    while work:
        address = work.pop()
        for user in users.get(address, ()):
            is_access = user.code is InstCode.LOAD or (user.code is InstCode.STORE and user.operands[0] is not address)
            if user.code in _DERIVED and user not in addresses:
                addresses.add(user)
                work.append(user)
            elif not is_access and user not in addresses:
                raise code.refuse(user, "coherent memory is only loaded and stored")

    def load(_: Rewriter, i: Instruction) -> Value | None:
        if i.operands[0] not in addresses:
            return None
        _require(code, i, i.type is code.i32 and bool(i.is_volatile))
        return code.call(code.air_function(overload(f"load.{_FAMILY}", "i32", "i32*1")), i.operands)

    def store(_: Rewriter, i: Instruction) -> bool | None:
        if i.operands[1] not in addresses:
            return None
        _require(code, i, i.operands[0].type is code.i32 and bool(i.is_volatile))
        code.call(code.air_function(overload(f"store.{_FAMILY}", "i32", "i32*1")), i.operands)
        return True

    if places:
        code.run(function, {InstCode.LOAD: load, InstCode.STORE: store})


def _require(code: Rewriter, access: Instruction, fits: bool) -> None:
    if not fits:
        raise code.refuse(access, "coherent memory is known for volatile accesses of 32-bit integers alone")
