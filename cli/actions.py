"""The action of `mtlb lipo`, `sources` and `ar`: left out, or written as other tools have it (`lipo -create`)."""

from __future__ import annotations

import os.path
from collections.abc import Sequence

from .usage import UsageError

_WITH_VALUE = frozenset({"thin", "extract", "replace", "verify-arch"})
"""Actions of Apple's lipo that take an architecture as their first word: in our form it is an option."""


_PATHLIKE = frozenset("./\\:!@")


def with_action(command: str, actions: Sequence[str], default: str, words: Sequence[str]) -> list[str]:
    """The words after `command` with its action in front.

    ``--create`` and ``-create`` are the action `create`, and ``-output`` beside them is ``--output``. Files alone stand
    for `default`. UsageError, with the command line that is meant, for what has another form with other tools.
    """
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
        return list(words)  # a slip in the action's name, which the parser reports with those there are
    return [default, *words]
