"""Memory of entry points that is coherent with other threadgroups (`coherent(device)`) or the CPU (`coherent(system)`).

Each access is a call. Sources: for `system`, Apple's modules of MLX's fence.metal (`mtlb.air.census`:
`air.load.system_coherent…`), which have only volatile accesses of 32-bit integers: others are refused. For `device`,
DXMT (src/airconv/nt/air_builder.cpp) and libfloor's LLVM (PropagateCoherency.cpp), which agree: accesses of numbers and
vectors that are not volatile. Atomic operations are coherent without it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..air.intrinsics import overload, type_word
from ..air.names import PREFIX
from ..base.errors import UnsupportedError
from ..base.features import FENCES_SINCE
from ..ir import Call, Function, InstCode, Instruction, Type, Value
from ..passes.rewriter import Rewriter, uses

_DERIVED = (InstCode.GEP, InstCode.CAST, InstCode.FREEZE)
_JOINED = (InstCode.PHI, InstCode.SELECT, InstCode.VSELECT)
_ATOMIC = (InstCode.ATOMICRMW, InstCode.CMPXCHG, InstCode.LOADATOMIC, InstCode.STOREATOMIC)
_FAMILIES = {"device": "device_coherent", "system": "system_coherent.volatile"}


def make_coherent(code: Rewriter, function: Function, scopes: Mapping[int, str]) -> None:
    """Make all accesses through these parameters coherent, in place. UnsupportedError for any other use of them.

    `scopes`: the number of a parameter, mapped to "device" or "system".
    """
    if not scopes:
        return
    if code.air < FENCES_SINCE:
        scope = min(scopes.values())
        raise UnsupportedError(f"function {function.name!a}: coherent({scope}) needs AIR {FENCES_SINCE} (Metal 3.2)")
    addresses = _addresses(code, function, scopes)

    def load(_: Rewriter, i: Instruction) -> Value | None:
        scope = addresses.get(i.operands[0])
        if scope is None:
            return None
        word = _word(code, i, i.type, scope)
        return code.call(code.air_function(overload(f"load.{_FAMILIES[scope]}", word, f"{word}*1")), i.operands)

    def store(_: Rewriter, i: Instruction) -> bool | None:
        scope = addresses.get(i.operands[1])
        if scope is None:
            return None
        word = _word(code, i, i.operands[0].type, scope)
        code.call(code.air_function(overload(f"store.{_FAMILIES[scope]}", word, f"{word}*1")), i.operands)
        return True

    code.run(function, {InstCode.LOAD: load, InstCode.STORE: store})


def _addresses(code: Rewriter, function: Function, scopes: Mapping[int, str]) -> dict[Value, str]:
    """The addresses in coherent memory, each with its scope."""
    addresses: dict[Value, str] = {function.arguments[place]: scope for place, scope in scopes.items()}
    users = uses(function)
    work = list(addresses)
    while work:
        address = work.pop()
        scope = addresses[address]
        for user in users.get(address, ()):
            if user.code in (*_DERIVED, *_JOINED):
                if user not in addresses:
                    addresses[user] = scope
                    work.append(user)
                elif addresses[user] != scope:
                    raise code.refuse(user, "an address that is coherent with the device or with the system")
            elif not _is_access(user, address):
                raise code.refuse(user, "coherent memory is only loaded and stored")
    for joined in [item for item in addresses if isinstance(item, Instruction) and item.code in _JOINED]:
        pointers = [item for item in joined.operands if item.type is joined.type]
        if any(item not in addresses for item in pointers):
            raise code.refuse(joined, "an address in coherent memory or in other memory")
    return addresses


def _is_access(user: Instruction, address: Value) -> bool:
    if user.code is InstCode.STORE:
        return user.operands[0] is not address
    if isinstance(user, Call):
        return isinstance(user.callee, Function) and user.callee.name.startswith(f"{PREFIX}atomic.")
    return user.code is InstCode.LOAD or (user.code in _ATOMIC and user.operands[-1] is not address)


def _word(code: Rewriter, access: Instruction, type_: Type, scope: str) -> str:
    """The type of an access in the name of the function."""
    if scope == "system" and not (type_ is code.i32 and access.is_volatile):
        raise code.refuse(
            access, "memory that is coherent with the system has volatile accesses of 32-bit integers alone"
        )
    if scope == "device" and access.is_volatile:
        raise code.refuse(access, "volatile accesses of memory that is coherent(device) are not compiled")
    return type_word(type_)
