"""A shard of a link: some of its inputs, what the plan says about them, and what becomes of them.

Both are values: a shard can be sent to another process or written to a file, its result can be made twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from mtlb.container import SourceArchive, Target

from ..inputs.load import Input
from ..options import LinkOptions
from ..output.library import LinkedModule
from .imports import Imports
from .types import TypeRow

__all__ = ["FinishedFunction", "PlannedUnit", "Shard", "ShardResult"]


class PlannedUnit(NamedTuple):
    """One input that a shard reads.

    `digest`: the SHA-256 that its bytes have to have. `owned`: the shard finishes its functions. `finished`: its module
    goes into the library as it is. `bodies`: other inputs need its functions. `structs`: what each of its structs is,
    as a row of the shard's types. `kinds`: numbers of metadata kinds that become others. `roots`: its private
    globals, by their places, that the walk from constructors and used variables meets, each with its place in that
    walk. `replaced`: entry points that
    another input's definition replaces. `is_alone`: its modules hold nothing of another input, so that its own
    declarations will do.
    """

    number: int
    input_: Input
    digest: str
    owned: bool
    finished: bool
    bodies: bool
    structs: tuple[int, ...]
    kinds: Mapping[int, int]
    roots: tuple[tuple[int, int], ...]
    replaced: tuple[str, ...]
    is_alone: bool


@dataclass(frozen=True)
class Shard:
    """What it takes to finish the modules of some inputs, without a look at any other.

    `units` in link order. `types`: the structs of the program that they have. `meant`: for a name that several of them
    have, the number of the one whose global is meant. `kinds`: the table of metadata kinds. `table`: the linker's
    symbols, where all functions have one module. `root_names`: the names that the walk from constructors and used
    variables meets in all inputs, (name, how often), in order; `root_places`: the
    places in that walk of names that they share; `parts`: how many inputs have each of those lists.
    """

    options: LinkOptions
    target: Target
    units: tuple[PlannedUnit, ...]
    types: tuple[TypeRow, ...]
    meant: Mapping[str, int]
    kinds: tuple[tuple[int, str], ...]
    imports: Imports
    table: tuple[str, ...]
    root_names: tuple[tuple[str, int], ...]
    root_places: Mapping[str, int]
    parts: Mapping[str, int]

    @property
    def size(self) -> int:
        """How many bytes its inputs have."""
        return sum(unit.input_.source.size for unit in self.units)


class FinishedFunction(NamedTuple):
    """A function of the library, and the number of its input.

    `contents`: name, whether it is a function, and the number of the input of each symbol that its module defines.
    """

    unit: int
    linked: LinkedModule
    contents: tuple[tuple[str, bool, int], ...]


@dataclass(frozen=True)
class ShardResult:
    """The finished functions of a shard in their order, and the recorded sources of its inputs by their numbers.

    `emitting`: the inputs that gave functions, in the order of the library.
    """

    functions: list[FinishedFunction]
    sources: dict[int, SourceArchive] = field(default_factory=dict)
    emitting: list[int] = field(default_factory=list)
