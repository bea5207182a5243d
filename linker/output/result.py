"""The result of a shard: a value that can be sent to another process or written to a file (`stored/records.py`)."""

from __future__ import annotations

from typing import Annotated

from mtlb.base.classes import NamedTuple, dataclass, field
from mtlb.container import SourceArchive

from .library import LinkedModule

RecordedSources = Annotated[dict[int, SourceArchive], "numbers alone"]
"""Recorded sources by the numbers of their inputs; a file of results has the archives in its library."""


class FinishedFunction(NamedTuple):
    """A function of the library.

    `number`: of its input. `contents`: name, whether it is a function, and the number of the input of each symbol that
    its module defines.
    """

    number: int
    linked: LinkedModule
    contents: tuple[tuple[str, bool, int], ...]


@dataclass(frozen=True)
class ShardResult:
    """The finished functions of a shard in their order, and the recorded sources of its inputs by their numbers.

    `emitting`: the inputs that contributed functions, in the order of the library.
    """

    functions: list[FinishedFunction]
    sources: RecordedSources = field(default_factory=dict)
    emitting: list[int] = field(default_factory=list)
