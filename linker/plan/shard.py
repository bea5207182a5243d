"""A shard of a link: some of its inputs, and the plan's decisions about them. It is a value: it can be sent to another
process, written to a file (docs/performance.md §2) and linked repeatedly. The file's form follows from the fields
(`stored/records.py`).
"""

from __future__ import annotations

from collections.abc import Mapping

from mtlb.base.classes import dataclass, field
from mtlb.container import Target

from ..inputs.files import Input
from ..options import LinkOptions
from .imports import Imports
from .rows import TypeRow


@dataclass(frozen=True)
class ShardInput:
    """The plan's decisions about one input that a shard reads."""

    number: int
    input_: Input
    sha256: str
    """The expected SHA-256 of its bytes; empty if the link has its module already."""
    owned: bool
    """The shard finishes its functions."""
    finished: bool
    """Its module goes into the library as it is."""
    bodies: bool
    """Other inputs need its functions."""
    structs: tuple[int, ...]
    """For each of its structs, the row in the shard's types."""
    kinds: Mapping[int, int]
    """New numbers of renumbered metadata kinds."""
    roots: tuple[tuple[int, int], ...]
    """Its private globals that are reachable from constructors and used variables: index in the input, and index in the
    walk."""
    replaced: tuple[str, ...]
    """Entry points that another input's definition replaces."""
    is_alone: bool
    """Its modules need no definition from another input, so that its own declarations suffice."""


@dataclass(frozen=True)
class Shard:
    """All that is needed to finish the modules of some inputs, without the other inputs."""

    options: LinkOptions
    target: Target
    inputs: tuple[ShardInput, ...] = field(metadata={"key": "units"})
    """In link order."""
    types: tuple[TypeRow, ...]
    """The structs of the program that the inputs have."""
    meant: Mapping[str, int]
    """For a name that several of the inputs have, the number of the input whose global is used."""
    kinds: tuple[tuple[int, str], ...]
    """The table of metadata kinds."""
    imports: Imports
    table: tuple[str, ...]
    """The linker's symbols, where all functions have one module."""
    root_names: tuple[tuple[str, int], ...]
    """The names reachable from constructors and used variables in all inputs, as (name, count), in order."""
    root_places: Mapping[str, int]
    """The places in that walk of names that the inputs share."""
    parts: Mapping[str, int]
    """How many inputs of the link have each of the lists that the walk starts from."""
