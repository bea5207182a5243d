"""A shard of a link: some of its inputs, and what the plan says about them.

It is a value: it can be sent to another process or written to a file (docs/performance.md §2), and linked twice. A
field here is all that the file needs to have it, too (`stored/records.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mtlb.container import Target

from ..inputs.files import Input
from ..options import LinkOptions
from .imports import Imports
from .rows import TypeRow


@dataclass(frozen=True)
class ShardInput:
    """What the plan says about one input that a shard reads."""

    number: int
    input_: Input
    sha256: str
    """The digest that its bytes have to have."""
    owned: bool
    """The shard finishes its functions."""
    finished: bool
    """Its module goes into the library as it is."""
    bodies: bool
    """Other inputs need its functions."""
    structs: tuple[int, ...]
    """What each of its structs is, as a row of the shard's types."""
    kinds: Mapping[int, int]
    """Numbers of metadata kinds that become others."""
    roots: tuple[tuple[int, int], ...]
    """Its private globals, by their places, that the walk from constructors and used variables meets, each with its
    place in that walk."""
    replaced: tuple[str, ...]
    """Entry points that another input's definition replaces."""
    is_alone: bool
    """Its modules hold nothing of another input, so that its own declarations will do."""


@dataclass(frozen=True)
class Shard:
    """What it takes to finish the modules of some inputs, without a look at any other."""

    options: LinkOptions
    target: Target
    inputs: tuple[ShardInput, ...] = field(metadata={"key": "units"})
    """In link order."""
    types: tuple[TypeRow, ...]
    """The structs of the program that the inputs have."""
    meant: Mapping[str, int]
    """For a name that several of the inputs have, the number of the one whose global is meant."""
    kinds: tuple[tuple[int, str], ...]
    """The table of metadata kinds."""
    imports: Imports
    table: tuple[str, ...]
    """The linker's symbols, where all functions have one module."""
    root_names: tuple[tuple[str, int], ...]
    """The names that the walk from constructors and used variables meets in all inputs, (name, how often), in order."""
    root_places: Mapping[str, int]
    """The places in that walk of names that the inputs share."""
    parts: Mapping[str, int]
    """How many inputs of the link have each of the lists that the walk starts from."""
