"""Flags of floating-point math as Apple's compiler writes them: on conversions, and where `passes.py` took one away.

LLVM's conversions had no such flags before LLVM 20 and 23; the functions of AIR that replace them are calls, which have
flags as all other operations of a function with fast math: 611 of 611 calls of `air.convert.f…` in the modules of AIR
2.6 to 2.8 whose sources are there.
"""

from __future__ import annotations

from ..air.names import PREFIX
from ..ir import Attribute, AttributePlace, Call, FastMath, Function, InstCode

_CONVERSION = f"{PREFIX}convert.f."
_ALL = sum(flag for flag in FastMath if flag is not FastMath.FAST)
_FLAGGED = (InstCode.UNOP, InstCode.BINOP, InstCode.VSELECT, InstCode.CMP2, InstCode.PHI, InstCode.CALL)
_FINITE = {"no-nans-fp-math": FastMath.NNAN, "no-infs-fp-math": FastMath.NINF}


def complete_flags(function: Function) -> None:
    """Set the flags of conversions to floating point in a function with fast math, and all flags of operations that
    lack one.
    """
    own = next((group.attributes for group in function.attributes if group.place == AttributePlace.FUNCTION), ())
    strings = {attribute.kind: attribute.value for attribute in own if isinstance(attribute.kind, str)}
    if strings.get("unsafe-fp-math") != "true":
        return
    flags = _ALL & ~sum(flag for word, flag in _FINITE.items() if strings.get(word) != "true")
    partial = flags & ~FastMath.REASSOC
    for item in function.instructions():
        if isinstance(item, Call) and isinstance(item.callee, Function) and item.callee.name.startswith(_CONVERSION):
            item.params = (*item.params[:2], int(flags))
        elif item.code in _FLAGGED and item.fast_flags == partial:
            item.set_fields(fast_flags=int(flags))
    # A function with a call of `fdim` in line, which is exact: LLVM 15 takes this attribute away with the other, and
    # LLVM 22 has none such. Source: kagurasumusun/metal, metal-info-set/golden/P03 and P07F40.
    if strings.get("no-signed-zeros-fp-math") == "false":
        function.attributes = tuple(
            group._replace(attributes=tuple(map(_not_unsafe, group.attributes)))
            if group.place == AttributePlace.FUNCTION
            else group
            for group in function.attributes
        )


def _not_unsafe(attribute: Attribute) -> Attribute:
    return attribute._replace(value="false") if attribute.kind == "unsafe-fp-math" else attribute
