"""The action of `mtlb lipo`, `sources` and `ar`: optional, or in the syntax of other tools (`lipo -create`)."""

from __future__ import annotations

import os.path
from collections.abc import Sequence

from .usage import UsageError

_WITH_VALUE = frozenset({"thin", "extract", "replace", "verify-arch"})
"""Actions of Apple's lipo that take an architecture as their first word: an option in mtlb's syntax."""


_PATHLIKE = frozenset("./\\:!@")


def with_action(command: str, actions: Sequence[str], default: str, words: Sequence[str]) -> list[str]:
    """The words after `command` with the action in front.
    ``--create`` and ``-create`` are the action `create`; ``-output`` beside them is ``--output``. Without an action,
    files mean `default`. Raises UsageError, with the intended command line, for syntax of other tools that has no
    direct equivalent."""
    positional = [word for word in words if not word.startswith("-") or word == "-"]
    for place, word in enumerate(words):
        action = word.lstrip("-").replace("_", "-")
        if word.startswith("-") and action in actions:
            if command == "lipo" and action in _WITH_VALUE:
                raise UsageError(
                    f"{word} is spelled mtlb lipo {action} FILE... --arch ARCH; for Apple's options use mtlb "
                    f"apple metal-lipo -{action.replace('-', '_')}"
                )
            words_after = [*words[:place], *words[place + 1 :]]
            return [action, *("--output" if word == "-output" else word for word in words_after)]
    if not positional or positional[0] in actions:
        return list(words)
    first = positional[0]
    if first != "-" and not os.path.lexists(first) and _PATHLIKE.isdisjoint(first):
        return list(words)  # a misspelled action; the parser reports it with the valid actions
    return [default, *words]
