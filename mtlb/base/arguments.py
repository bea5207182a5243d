"""Checks of arguments of public functions: a value of the wrong type is a BuildError that names the argument.
Enumerations and versions are converted by the `of` of their type; `named` adds the argument's name to its error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from .errors import BuildError

_T = TypeVar("_T")
_R = TypeVar("_R")

BYTES = (bytes, bytearray, memoryview)
"""The types that hold the bytes of a file."""


def refusal(name: str, value: object, expected: str) -> BuildError:
    """The error for an argument of the wrong type."""
    return BuildError(f"{name} is {value!r:.60}; expected {expected}")


def named(name: str, convert: Callable[[_T], _R], value: _T) -> _R:
    """The result of `convert` for the argument; its BuildError gets the name of the argument."""
    try:
        return convert(value)
    except BuildError as error:
        raise BuildError(f"{name}: {error.reason}") from None


def instance(name: str, value: _T, *kinds: type) -> _T:
    """The argument; BuildError if it is not of one of these types."""
    if not isinstance(value, kinds):
        words = {type(None): "None", str: "text", bool: "True or False", int: "a number"}
        raise refusal(name, value, " or ".join(words.get(kind, kind.__name__) for kind in kinds))
    return value


def text(name: str, value: str) -> str:
    """The argument, a text."""
    return instance(name, value, str)


def flag(name: str, value: bool) -> bool:
    """The argument, True or False."""
    return instance(name, value, bool)


def count(name: str, value: int) -> int:
    """The argument, a whole number from 0 on."""
    if type(value) is not int or value < 0:
        raise refusal(name, value, "a number of 0 or more")
    return value


def items(name: str, values: Iterable[_T], kind: type) -> tuple[_T, ...]:
    """The items of the argument, all of type `kind`. A string is not accepted as a list of strings."""
    is_list = isinstance(values, (list, tuple))  # which is seen much faster than `Iterable`
    if not is_list and (not isinstance(values, Iterable) or isinstance(values, (str, *BYTES))):
        raise refusal(name, values, "a list")
    items = tuple(values)
    for index, item in enumerate(items):
        instance(f"{name}[{index}]", item, kind)
    return items


def bytes_of(name: str, value: bytes | bytearray | memoryview) -> bytes | memoryview:
    """The argument, which holds bytes; those of a bytearray are copied, as it may change."""
    instance(name, value, *BYTES)
    return bytes(value) if isinstance(value, bytearray) else value
