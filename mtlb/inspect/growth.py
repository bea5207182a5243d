"""The growth of libraries: current sizes compared with those of another build, and a limit on the growth."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..base.errors import BuildError, FormatError
from .size import Sizes


class Measured(NamedTuple):
    """The size of a library in bytes, and the bytes of its functions (modules and reflection) by name."""

    name: str
    size: int
    functions: Mapping[str, int]

    @classmethod
    def of(cls, name: str, sizes: Sizes) -> Measured:
        """The result of `measure` for the library called `name`."""
        return cls(name, sizes.total, _by_name((function.name, function.total) for function in sizes.functions))


def _by_name(sizes: Any) -> dict[str, int]:
    totals: dict[str, int] = {}
    for name, size in sizes:
        totals[name] = totals.get(name, 0) + size
    return totals


class Grown(NamedTuple):
    """A function with more bytes than before, or a new one; sizes in bytes."""

    name: str
    old: int
    new: int


class Growth(NamedTuple):
    """One library in both builds; a size is None where it does not exist. `functions`: by descending growth, then
    name."""

    name: str
    old: int | None
    new: int | None
    functions: tuple[Grown, ...] = ()


class GrowthLimit(NamedTuple):
    """By how much something may grow: a part of its old size, or bytes."""

    amount: Fraction
    is_share: bool

    @classmethod
    def parse(cls, text: str) -> GrowthLimit:
        """``5%``, ``0.5%`` or a number of bytes; BuildError for anything else."""
        match = re.fullmatch(r"(\d{1,12}(?:\.\d{1,6})?)%|(\d{1,15})", text, re.ASCII)
        if match is None:
            raise BuildError(f"--max-growth {text}: expected a percentage, such as 5%, or a number of bytes")
        share, number = match.groups()
        return cls(Fraction(share) / 100, True) if share else cls(Fraction(number), False)

    def allows(self, old: int, new: int) -> bool:
        """Whether the growth from `old` to `new` bytes is within the limit."""
        return new - old <= (self.amount * old if self.is_share else self.amount)


def compare_sizes(old: Sequence[Measured], new: Sequence[Measured]) -> list[Growth]:
    """Each new library with its previous one, then the removed ones.

    Pairs have equal names, else equal names below the folder that each side has in common, else a file name that no
    other library has; one library on each side is a pair regardless of its name.
    """
    pairs = _pairs(old, new)
    growths = []
    for number, library in enumerate(new):
        before = pairs.get(number)
        then = {} if before is None else old[before].functions
        grown = [
            Grown(name, then.get(name, 0), size) for name, size in library.functions.items() if size > then.get(name, 0)
        ]
        grown.sort(key=lambda function: (function.old - function.new, function.name))
        growths.append(Growth(library.name, None if before is None else old[before].size, library.size, tuple(grown)))
    paired = set(pairs.values())
    return growths + [Growth(library.name, library.size, None) for i, library in enumerate(old) if i not in paired]


def _pairs(old: Sequence[Measured], new: Sequence[Measured]) -> dict[int, int]:
    if len(old) == len(new) == 1:
        return {0: 0}
    pairs: dict[int, int] = {}
    for names_of in (_whole, _below_the_common_folder, _file_names):
        left, right = (
            _unique((name, i) for i, name in enumerate(names_of(side)) if i not in taken)
            for side, taken in ((old, set(pairs.values())), (new, set(pairs)))
        )
        pairs.update({right[name]: left[name] for name in right if name in left})
    return pairs


def _whole(side: Sequence[Measured]) -> list[str]:
    return [library.name for library in side]


def _below_the_common_folder(side: Sequence[Measured]) -> list[str]:
    split = [_FOLDERS.split(library.name) for library in side]
    shared = 0
    for words in zip(*(names[:-1] for names in split)):  # noqa: B905 - as far as the shortest goes
        if len(set(words)) > 1:
            break
        shared += 1
    return ["/".join(words[shared:]) for words in split]


def _file_names(side: Sequence[Measured]) -> list[str]:
    return [_FOLDERS.split(library.name)[-1] for library in side]


_FOLDERS = re.compile(r"[/\\!]")


def _unique(named: Any) -> dict[str, int]:
    numbers_of: dict[str, list[int]] = {}
    for name, number in named:
        numbers_of.setdefault(name, []).append(number)
    return {name: numbers[0] for name, numbers in numbers_of.items() if len(numbers) == 1}


def measured_in_json(data: bytes) -> list[Measured]:
    """The sizes in an earlier output of `mtlb size --json`. FormatError for other JSON."""
    try:
        document = json.loads(data)
        files = document["files"] if document["schema"] == "mtlb.sizes/1" else [document]
        return [_measured(entry) for entry in files]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise FormatError("not the output of mtlb size --json") from None


def _measured(document: dict[str, Any]) -> Measured:
    sizes = [(str(f["name"]), f["module"] + f["reflection"]) for f in document["functions"]]
    size, numbers = document["size"], [number for _, number in sizes]
    if document["schema"] != "mtlb.size/1" or not all(type(n) is int and 0 <= n < 1 << 63 for n in (size, *numbers)):
        raise ValueError
    return Measured(str(document["file"]), size, _by_name(sizes))
