"""Tables that map instructions to handlers, for SPIR-V and for Direct3D's two languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from typing import Any, TypeVar

_K = TypeVar("_K")
_H = TypeVar("_H", bound=Callable[..., Any])


def handles(
    table: MutableMapping[_K, Any],
    keys: Sequence[_K],
    needs: Sequence[str] = (),
    all_needs: MutableMapping[_K, tuple[str, ...]] | None = None,
    allowed: Mapping[_K, Any] | frozenset[_K] | None = None,
) -> Callable[[_H], _H]:
    """A decorator that registers a handler for `keys`, each of which has one handler.
    `needs`, recorded in `all_needs`: the Metal builtin arguments that the handler uses. `allowed`: the valid keys."""

    def enter(handler: _H) -> _H:
        for key in keys:
            assert key not in table and (allowed is None or key in allowed), key
            table[key] = handler
            if needs and all_needs is not None:
                all_needs[key] = tuple(needs)
        return handler

    return enter
