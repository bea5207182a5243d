"""The story of a link: read, resolve, merge, then one module, one description and one entry of the library each.

    files ─ load ─▶ inputs ─ resolve ─▶ symbols ─ merge ─▶ program ─ split, write, describe ─▶ entries ─ assemble ─▶ library

Each step is a file of this package and can be called alone. `docs/linking.md` has the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mtlb.air import describe
from mtlb.air.facts import air_version
from mtlb.bitcode.ir import Module
from mtlb.bitcode.writer import write_module
from mtlb.container import Library, SourceArchive
from mtlb.errors import LinkError, MtlbError
from mtlb.target import Version

from .downgrade import downgrade, needs_downgrade
from .inputs import InputFile, load
from .merge import merge
from .options import LinkOptions
from .order import link_order
from .pack import Entry, Stamp, assemble
from .program import Entry as ProgramEntry
from .program import Program
from .sources import embed_sources
from .split import split
from .symbols import Resolution, resolve, undefined_message
from .targets import retarget, settle_target
from .types import name_struct_types
from .upgrade import common_metadata_kinds, upgrade

__all__ = ["LinkResult", "link"]


@dataclass
class LinkResult:
    """The library and what there is to tell about how it came to be.

    `warnings` are for everybody, `notes` for who asks (`-v`); `dropped` names inputs that were left out, with the reason.
    """

    library: Library
    stamp: Stamp
    program: Program
    resolution: Resolution
    entries: list[Entry]
    warnings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    dropped: list[tuple[str, str]] = field(default_factory=list)


def link(files: Sequence[InputFile], options: LinkOptions) -> LinkResult:
    """Link `files`, given in command-line order.

    Raises FormatError for a bad input and LinkError for inputs that don't go together; nothing is written.
    """
    inputs = load(files, options)
    stamp = settle_target(inputs, options)
    prepare([source.module for source in inputs.modules], stamp, options)
    ordered = link_order(inputs.modules, options.layout)
    resolution = resolve(ordered)
    if resolution.undefined:
        raise LinkError(undefined_message(resolution.undefined))
    kinds = common_metadata_kinds([source.module for source in inputs.modules], options.layout, options.toolchain)
    program = merge(ordered, resolution, kinds)
    sources = embed_sources(inputs.modules, [entry.source for entry in program.entries], stamp.container, options)
    archives = sources[1] if sources else {}
    entries = [finish(program, entry, archives.get(entry.source)) for entry in program.entries]
    library = assemble(entries, stamp, options, sources[0] if sources else None)
    warnings = [*inputs.warnings, *(f"{e.origin}: {warning}" for e in entries for warning in e.description.warnings)]
    return LinkResult(library, stamp, program, resolution, entries, warnings, inputs.notes, inputs.dropped)


def prepare(modules: Sequence[Module], stamp: Stamp, options: LinkOptions) -> None:
    """Bring the inputs into the form in which the target wants them."""
    for module in modules:
        upgrade(module)
        retarget(module, stamp, options)
        if needs_downgrade(module, air_version(module) or Version(0)):
            downgrade(module)
    name_struct_types(modules)


def finish(program: Program, entry: ProgramEntry, archive: SourceArchive | None) -> Entry:
    """The module of one entry point, written, and what it says."""
    try:
        with split(program, entry) as module:
            return Entry(
                origin=entry.source.path,
                module=write_module(module),
                description=describe(module),
                dependency_files=() if archive is None else (entry.source.recorded,),
                source=archive,
            )
    except MtlbError as error:
        raise error.in_file(entry.source.path) from None
