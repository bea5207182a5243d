"""The registry of operation handlers: `@operation("Sample")` registers a handler by the DXIL operation's name.
`mtlb.dxbc.dxil_operations` has the number, name and arguments of each operation. An operation without a handler is
refused by name, with the reason in `REFUSED` if there is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ...dxbc.dxil_operations import SIGNATURES
from ...emit.operands import TypedValue
from ...ir import Call, InstCode, Value
from ...translate.handlers import handles
from ..program import Resource


@dataclass(frozen=True)
class HandleValue:
    """A handle: its resource, and the index in a resource range, counted from the first register."""

    resource: Resource
    index: TypedValue | int


Lowered = TypedValue | HandleValue | Sequence[TypedValue] | None
"""The translation of a DXIL value: a number or an address, a handle, or the members of a struct; None for void."""


@dataclass(frozen=True)
class Operation:
    """A call of ``dx.op.*``, with its arguments by name."""

    call: Call
    number: int
    name: str
    arguments: dict[str, Value]


Handler = Callable[..., Lowered]
"""Takes the function under translation (`DxilLowering`) and the `Operation`."""

HANDLERS: dict[str, Handler] = {}
"""The handlers by the names of operations."""

INSTRUCTIONS: dict[InstCode, Callable[..., Lowered]] = {}
"""The handlers of LLVM's instructions by their codes; they take the function and the instruction, or a constant
expression."""

REFUSED: dict[str, str] = {}
"""The reasons for refusing operations, by the prefix of their names."""

_H = TypeVar("_H", bound=Callable[..., Lowered])
_NAMES = frozenset(name for name, _ in SIGNATURES.values())


NEEDS: dict[str, tuple[str, ...]] = {}
"""The builtin arguments that operations use, by operation name."""


def operation(*names: str, needs: tuple[str, ...] = ()) -> Callable[[_H], _H]:
    """Register a handler for operations, and the builtin arguments that they use."""
    return handles(HANDLERS, names, needs, NEEDS, allowed=_NAMES)


def instruction(*codes: InstCode) -> Callable[[_H], _H]:
    """Register a handler for instructions of LLVM."""
    return handles(INSTRUCTIONS, codes)


def refused(reason: str, *beginnings: str) -> None:
    """Register the reason for refusing operations whose names have this prefix."""
    for beginning in beginnings:
        assert any(name.startswith(beginning) for name in _NAMES) and beginning not in REFUSED, beginning
        REFUSED[beginning] = reason


def reason_for(name: str) -> str:
    """The reason for refusing an operation without a handler."""
    beginnings = [beginning for beginning in REFUSED if name.startswith(beginning)]
    return REFUSED[max(beginnings, key=len)] if beginnings else "it is not translated"
