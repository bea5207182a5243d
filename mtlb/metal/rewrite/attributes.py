"""Attributes: `[[...]]` is removed from the source, because C++ compilers do not keep Metal's attributes."""

from __future__ import annotations

from ...base.features import MOST_ATTRIBUTES, MOST_COLORS
from .tokens import SourceTokens
from .unit import FUNCTION_CONSTANT, PLAIN_NUMBER, Attributes, Unit

_OF_CPP = frozenset(
    {"maybe_unused", "nodiscard", "fallthrough", "likely", "unlikely", "noreturn", "deprecated", "clang", "gnu"}
)
"""Attributes of C++, and of clang's namespaces, which are kept."""
_LIMITS = {"color": MOST_COLORS, "attribute": MOST_ATTRIBUTES}
"""The limits of members' indices; those of arguments are in `describe.py`."""


def take_attributes(unit: Unit) -> None:
    """Record Metal's attributes and erase them; those of C++ are recorded as empty, and kept."""
    unit.attributes = read_attributes(unit.source)
    for at, (end, attributes) in unit.attributes.items():
        if attributes:
            unit.source.erase(at, end + 1)


_WITH_ARGUMENT = frozenset(
    {"buffer", "texture", "sampler", "color", "id", "user", "raster_order_group", "host_name"}
    | {"max_total_threads_per_threadgroup"}
)
"""Attributes whose argument the specification does not make optional (chapters 2 and 5). A guess: the text is clang's
for its own attributes.
"""


def read_attributes(source: SourceTokens) -> dict[int, tuple[int, Attributes]]:
    """Metal's attributes, as `Unit.attributes`."""
    texts = source.texts
    result: dict[int, tuple[int, Attributes]] = {}
    for at in range(len(texts) - 1):
        if texts[at] != "[" or texts[at + 1] != "[":
            continue
        end = source.partner[at]
        if source.partner[at + 1] != end - 1:
            continue
        parsed = _parsed(source, at + 2, end - 1)
        if any(name.partition("::")[0] in _OF_CPP for name in parsed):
            parsed = {}
        result[at] = (end, parsed)
    return result


def _parsed(source: SourceTokens, at: int, end: int) -> dict[str, tuple[str, ...]]:
    """The attributes in brackets: names, each with the tokens in its parentheses."""
    texts = source.texts
    names: dict[str, tuple[str, ...]] = {}
    for first, last in source.split(at, end):
        stop = source.find(first, ("(",))
        name = "".join(texts[first : min(stop, last)])
        arguments = tuple(texts[stop + 1 : source.partner[stop]]) if stop < last else ()
        if name == FUNCTION_CONSTANT and arguments[:1] == ("::",):
            arguments = arguments[1:]
        if name in names:
            raise source.error(first, f"attribute '{name}' is given twice")
        if name in _WITH_ARGUMENT and not arguments:
            raise source.error(first, f"'{name}' attribute takes one argument")
        if name in _LIMITS and len(arguments) == 1 and PLAIN_NUMBER.fullmatch(arguments[0]):
            last_index = _LIMITS[name] - 1
            if int(arguments[0].rstrip("uUlL"), 0) > last_index:
                reason = f"'{name}' attribute parameter is out of bounds: must be between 0 and {last_index}"
                raise source.error(stop + 1, reason)
        names[name] = arguments
    return names
