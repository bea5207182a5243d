"""The registry of handlers for token instructions: `@lowers("add")` registers a handler by mnemonic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..dxbc.tokens import TokenInstruction
from ..translate.handlers import handles

Handler = Callable[[Any, TokenInstruction], None]
"""Takes the function under translation (`ProgramLowering`) and the instruction."""

HANDLERS: dict[str, Handler] = {}
"""The handlers by mnemonic."""

_H = TypeVar("_H", bound=Callable[..., None])


def lowers(*names: str) -> Callable[[_H], _H]:
    """Register a handler for instructions."""
    return handles(HANDLERS, names)
