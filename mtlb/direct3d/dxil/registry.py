"""Which function lowers which operation of DXIL: `@operation("Sample")` registers a handler by its name.

`mtlb.dxbc.dxil_operations` has the number, the name and the arguments of each. A handler that is not there: the
operation is refused by its name, for the reason in `REFUSED` if that has one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ...dxbc.dxil_operations import SIGNATURES
from ...emit.value import TypedValue
from ...ir import Call, InstCode, Value
from ...translate.handlers import handles
from ..program import Resource


@dataclass(frozen=True)
class HandleValue:
    """A handle: the resource, and which one of a range of them, counted from its first."""

    resource: Resource
    index: TypedValue | int


Lowered = TypedValue | HandleValue | Sequence[TypedValue] | None
"""What a value of DXIL is here: a number or an address, a handle, the members of a struct; nothing of void."""


@dataclass(frozen=True)
class Operation:
    """A call of ``dx.op.*``, with its arguments by name."""

    call: Call
    number: int
    name: str
    arguments: dict[str, Value]


Handler = Callable[..., Lowered]
"""Takes the function being lowered (`DxilLowering`) and the `Operation`."""

HANDLERS: dict[str, Handler] = {}
"""The handlers by the names of operations."""

INSTRUCTIONS: dict[InstCode, Callable[..., Lowered]] = {}
"""The handlers of LLVM's instructions by their codes; they take the function and the instruction, or a constant
expression."""

REFUSED: dict[str, str] = {}
"""Why operations are refused, by the beginning of their names."""

_H = TypeVar("_H", bound=Callable[..., Lowered])
_NAMES = frozenset(name for name, _ in SIGNATURES.values())


NEEDS: dict[str, tuple[str, ...]] = {}
"""The builtin arguments that operations need, by their names."""


def operation(*names: str, needs: tuple[str, ...] = ()) -> Callable[[_H], _H]:
    """Register a handler for operations, and what builtin arguments they need."""
    return handles(HANDLERS, names, needs, NEEDS, allowed=_NAMES)


def instruction(*codes: InstCode) -> Callable[[_H], _H]:
    """Register a handler for instructions of LLVM."""
    return handles(INSTRUCTIONS, codes)


def refused(reason: str, *beginnings: str) -> None:
    """Register why operations are refused, whose names begin so."""
    for beginning in beginnings:
        assert any(name.startswith(beginning) for name in _NAMES) and beginning not in REFUSED, beginning
        REFUSED[beginning] = reason


def reason_for(name: str) -> str:
    """Why an operation without a handler is refused."""
    beginnings = [beginning for beginning in REFUSED if name.startswith(beginning)]
    return REFUSED[max(beginnings, key=len)] if beginnings else "it is not translated"
