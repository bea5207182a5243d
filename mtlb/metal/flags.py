"""Flags of floating-point math on conversions, as Apple's compiler writes them.

LLVM's conversions had no such flags before LLVM 20 and 23; the functions of AIR that replace them are calls, which have
flags as all other operations of a function with fast math: 611 of 611 calls of `air.convert.f…` in the modules of AIR
2.6 to 2.8 whose sources are there.
"""

from __future__ import annotations

from ..air.names import PREFIX
from ..ir import AttributePlace, Call, FastMath, Function

_CONVERSION = f"{PREFIX}convert.f."
_ALL = sum(flag for flag in FastMath if flag is not FastMath.FAST)
_FINITE = {"no-nans-fp-math": FastMath.NNAN, "no-infs-fp-math": FastMath.NINF}


def flag_conversions(function: Function) -> None:
    """Set the flags of conversions to floating point in a function with fast math."""
    own = next((group.attributes for group in function.attributes if group.place == AttributePlace.FUNCTION), ())
    strings = {attribute.kind: attribute.value for attribute in own if isinstance(attribute.kind, str)}
    if strings.get("unsafe-fp-math") != "true":
        return
    flags = _ALL & ~sum(flag for word, flag in _FINITE.items() if strings.get(word) != "true")
    for call in function.instructions():
        if isinstance(call, Call) and isinstance(call.callee, Function) and call.callee.name.startswith(_CONVERSION):
            call.params = (*call.params[:2], int(flags))
