"""Memory of entry points that is coherent with other threadgroups (`coherent(device)`) or the CPU (`coherent(system)`).

Each access is a call. Sources: for `system`, Apple's modules of MLX's fence.metal (`mtlb.air.census`:
`air.load.system_coherent…`), which have only volatile accesses of 32-bit integers. For `device`,
DXMT (src/airconv/nt/air_builder.cpp) and libfloor's LLVM (PropagateCoherency.cpp), which agree: accesses of numbers and
vectors that are not volatile. A guess: other accesses have names like these (`mtlb/air/intrinsics.py`). Atomic
operations are coherent without it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..air.intrinsics import overload, type_word
from ..air.names import DEVICE_COHERENT, PREFIX
from ..base.errors import UnsupportedError
from ..base.features import FENCES_SINCE
from ..ir import Call, Function, InstCode, Instruction, Module, Value, constant_number
from ..passes.rewriter import Rewriter, uses

COHERENT_ACCESS = 16
"""What the header adds to the last operand of accesses of textures with `memory_coherence_device` (textures.h)."""
_TEXEL = re.compile(r"air\.(?:read|write)_(?:texture|depth)\w+(?=\.)")
_DERIVED = (InstCode.GEP, InstCode.CAST, InstCode.FREEZE)
_JOINED = (InstCode.PHI, InstCode.SELECT, InstCode.VSELECT)
_ATOMIC = (InstCode.ATOMICRMW, InstCode.CMPXCHG, InstCode.LOADATOMIC, InstCode.STOREATOMIC)


def make_coherent(code: Rewriter, function: Function, scopes: Mapping[int, str], loaded: str = "") -> None:
    """Make all accesses through these parameters coherent, in place. UnsupportedError for any other use of them.

    `scopes`: the number of a parameter, mapped to "device" or "system". `loaded`: the same for all pointers to device
    memory that are loaded, as members of structs are; "" if they are not coherent.
    """
    if not scopes and not loaded:
        return
    if code.air < FENCES_SINCE:
        scope = min([*scopes.values(), *([loaded] if loaded else ())])
        raise UnsupportedError(f"function {function.name!a}: coherent({scope}) needs AIR {FENCES_SINCE} (Metal 3.2)")
    addresses = _addresses(code, function, scopes, loaded)

    def load(_: Rewriter, i: Instruction) -> Value | None:
        scope = addresses.get(i.operands[0])
        if scope is None:
            return None
        word = type_word(i.type)
        return code.call(code.air_function(overload(f"load.{_family(i, scope)}", word, f"{word}*1")), i.operands)

    def store(_: Rewriter, i: Instruction) -> bool | None:
        scope = addresses.get(i.operands[1])
        if scope is None:
            return None
        word = type_word(i.operands[0].type)
        code.call(code.air_function(overload(f"store.{_family(i, scope)}", word, f"{word}*1")), i.operands)
        return True

    code.run(function, {InstCode.LOAD: load, InstCode.STORE: store})


def name_coherent_textures(code: Rewriter, module: Module) -> None:
    """Give accesses of textures that are coherent with the device their functions, in place. UnsupportedError before
    AIR 2.7. Source: DXMT (src/airconv/nt/air_builder.cpp).
    """

    def call(_: Rewriter, i: Instruction) -> Value | bool | None:
        callee = i.callee if isinstance(i, Call) else None
        name = _TEXEL.match(callee.name) if isinstance(callee, Function) else None
        access = constant_number(i.arguments[-1]) if name is not None and isinstance(i, Call) else None
        if name is None or access is None or access < COHERENT_ACCESS:
            return None
        if code.air < FENCES_SINCE:
            reason = f"a texture with memory_coherence_device needs AIR {FENCES_SINCE} (Metal 3.2)"
            raise UnsupportedError(f"function {code.function.name!a}: {reason}")
        assert isinstance(i, Call) and isinstance(callee, Function)
        renamed = f"{name[0]}.{DEVICE_COHERENT}{callee.name[name.end() :]}"
        function = module.function(renamed)
        if function is None:
            function = code.functions.add(code.functions.new(renamed, callee.value_type))
            function.attributes = callee.attributes
        plain = code.integer(i.arguments[-1].type, access - COHERENT_ACCESS)
        result = code.call(function, [*i.arguments[:-1], plain])
        return True if i.type is code.void else result

    for function in list(module.functions):
        if function.blocks:
            code.run(function, {InstCode.CALL: call})


def _addresses(code: Rewriter, function: Function, scopes: Mapping[int, str], loaded: str) -> dict[Value, str]:
    """The addresses in coherent memory, each with its scope."""
    addresses: dict[Value, str] = {function.arguments[place]: scope for place, scope in scopes.items()}
    users = uses(function)
    for item in function.instructions() if loaded else ():
        is_pointer = item.code is InstCode.LOAD and item.type.is_pointer and item.type.address_space == 1
        if is_pointer and not any(
            isinstance(user, Call) and not _is_access(user, item) for user in users.get(item, ())
        ):
            addresses[item] = loaded
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


def _family(access: Instruction, scope: str) -> str:
    """The scope of an access in the name of the function."""
    return f"{scope}_coherent{'.volatile' if access.is_volatile else ''}"
