"""What a pointer points into: parameters, variables, and whatever else its address is computed from."""

from __future__ import annotations

from .instructions import Instruction
from .opcodes import InstCode
from .values import Value

_FROM = {InstCode.GEP: (0,), InstCode.CAST: (0,), InstCode.VSELECT: (1, 2)}
"""Instructions whose result points into the object that these operands point into."""


_ADDRESSES = (InstCode.GEP, InstCode.CAST)


def address_base(pointer: Value) -> Value:
    """The value that the address of a pointer is computed from, through addresses and casts alone."""
    while isinstance(pointer, Instruction) and pointer.code in _ADDRESSES:
        pointer = pointer.operands[0]
    return pointer


def objects(pointer: Value) -> frozenset[Value]:
    """The values that the address of a pointer is computed from, through addresses, casts, choices and loops."""
    bases, seen, work = set(), {pointer}, [pointer]
    while work:
        value = work.pop()
        if not isinstance(value, Instruction):
            bases.add(value)
            continue
        if value.code is InstCode.PHI:
            sources = list(value.operands)
        elif value.code in _FROM:
            sources = [value.operands[place] for place in _FROM[value.code]]
        else:
            bases.add(value)
            continue
        new = [source for source in sources if source not in seen]
        seen.update(new)
        work += new
    return frozenset(bases)
