"""Universal (fat) files: slices for several architectures in one file, each a metallib, an archive or GPU code.

Layout: magic, u32 count, then per slice five u32: CPU type, subtype, offset, size, log2 of the alignment. Apple writes
all of them big-endian, entries ascending by subtype, each slice at the next multiple of its alignment, zeros between
them and nothing after the last (seen in 16 of Apple's files, docs/format.md §18). A slice of metallib is aligned to 16
bytes, one of any other kind to 8. Readers also accept the byte-swapped magic, and fields in the opposite byte order to
the magic's, as one public writer emits.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterable, Mapping

from ..base.arguments import BYTES, bytes_of, instance
from ..base.binary import Buffer, align_up
from ..base.classes import NamedTuple
from ..base.errors import BuildError, FormatError, UnsupportedError
from ..base.filekind import FileKind, sniff
from ..base.releases import RELEASES, release_for
from ..base.versions import Platform, Triple, Version
from ..container.read import read
from .architectures import Architecture
from .archive import members

_MAX_SLICES = 64
_HEAD = "4sI"
_ENTRY, _WIDE_ENTRY = "IIIII", "IIQQII"  # the last field of the wide one is reserved
_SWAPPED = FileKind.UNIVERSAL_METALLIB.magics[1]
_ALIGNMENT = {FileKind.METALLIB: 4}  # log2
_OTHER_ALIGNMENT = 3
_MAX_ALIGNMENT = 15


class Slice(NamedTuple):
    """One slice: its bytes as stored. `alignment`: log2 of the alignment of its start in bytes.

    `offset`: where it starts in the file it was read from, in bytes; None for a new one.
    """

    architecture: Architecture
    data: Buffer
    alignment: int
    offset: int | None = None

    @classmethod
    def of(cls, data: Buffer, architecture: Architecture | str | None = None, alignment: int | None = None) -> Slice:
        """A slice with these bytes. `architecture`: by default from `architecture_of`; `alignment`: by default Apple's.

        Raises what `architecture_of` does, and BuildError for an unknown architecture and an alignment over 2^15.
        """
        data = bytes_of("data", data)
        slice_architecture = architecture_of(data) if architecture is None else Architecture.of(architecture)
        log2 = _ALIGNMENT.get(sniff(data), _OTHER_ALIGNMENT) if alignment is None else alignment
        if type(log2) is not int or not 0 <= log2 <= _MAX_ALIGNMENT:
            raise BuildError(f"alignment is {log2!r:.60}; expected 0 to {_MAX_ALIGNMENT}, the log2 of bytes")
        return cls(slice_architecture, data, log2)


class UniversalFile:
    """A universal file in memory: its slices, in file order. `to_bytes` writes it as Apple does."""

    def __init__(self, slices: Iterable[Slice] = (), kind: FileKind = FileKind.UNIVERSAL_METALLIB) -> None:
        """BuildError for two slices of one architecture."""
        self.slices = tuple(slices)
        """The slices: ascending by architecture in a new file, else in stored order."""
        self.kind = kind
        """The universal format it was read from; only universal metallibs can be written."""
        seen: set[Architecture] = set()
        for part in self.slices:
            if part.architecture.plain in seen:
                raise BuildError(f"two slices for architecture {part.architecture}")
            seen.add(part.architecture.plain)

    @classmethod
    def create(cls, slices: Iterable[Slice]) -> UniversalFile:
        """The universal file of new slices, ascending by architecture. BuildError for no slices, and for two slices of
        one architecture."""
        file = cls(sorted(slices, key=lambda part: part.architecture))
        if not file.slices:
            raise BuildError("a universal file needs at least one slice")
        return file

    @property
    def architectures(self) -> tuple[Architecture, ...]:
        """The architecture of each slice, in file order."""
        return tuple(part.architecture for part in self.slices)

    def slice(self, architecture: Architecture | str) -> Slice:
        """The slice of this architecture; BuildError, which lists the available ones, if there is none."""
        plain = Architecture.of(architecture).plain
        for part in self.slices:
            if part.architecture.plain == plain:
                return part
        raise BuildError(f"there is no slice for {plain} (available: {', '.join(map(str, self.architectures))})")

    def extract(self, architectures: Collection[Architecture | str]) -> UniversalFile:
        """A universal file of these slices only; BuildError for an architecture that this file does not have."""
        slices = [self.slice(architecture) for architecture in architectures]
        return UniversalFile.create(slices)

    def replace(self, slices: Mapping[Architecture | str, Buffer]) -> UniversalFile:
        """The file with replaced bytes in some slices, which keep their alignment. BuildError for an architecture that
        the file does not have.
        """
        changed = {self.slice(architecture).architecture: data for architecture, data in slices.items()}
        kept = (
            part._replace(data=bytes_of("data", changed[part.architecture]), offset=None)
            if part.architecture in changed
            else part
            for part in self.slices
        )
        return UniversalFile(kept)

    def chunks(self) -> list[Buffer]:
        """The bytes of the file in Apple's layout, in pieces: the slices are not copied. UnsupportedError for Mach-O
        files, BuildError for a file over 4 GB.
        """
        if self.kind is not FileKind.UNIVERSAL_METALLIB:
            raise UnsupportedError(f"writing {self.kind.words}")
        end = struct.calcsize(f">{_HEAD}") + struct.calcsize(f">{_ENTRY}") * len(self.slices)
        head = struct.pack(f">{_HEAD}", self.kind.magic, len(self.slices))
        pieces: list[Buffer] = []
        for part in self.slices:
            start = align_up(end, 1 << part.alignment)
            try:
                head += struct.pack(f">{_ENTRY}", *part.architecture, start, len(part.data), part.alignment)
            except struct.error:
                raise BuildError(f"the slice for {part.architecture} does not fit 32-bit offsets") from None
            pieces += [bytes(start - end), part.data]
            end = start + len(part.data)
        return [head, *pieces]

    def to_bytes(self) -> bytes:
        """The result of `chunks` in one piece."""
        return b"".join(self.chunks())


def read_universal(data: Buffer) -> UniversalFile:
    """The universal file in `data`; its slices are views.

    FormatError if it is not one, for a slice that exceeds the file or overlaps another slice or the table, and for two
    slices of one architecture.
    """
    view = memoryview(instance("data", data, *BYTES))
    kind = sniff(view)
    if not kind.is_universal:
        raise FormatError(f"not a universal file but {kind.words}", offset=0)
    swapped = bytes(view[:4]) == _SWAPPED
    entry = _WIDE_ENTRY if kind is FileKind.UNIVERSAL_MACH_O_64 else _ENTRY
    count, order = _count(view, "<>" if swapped else "><", struct.calcsize(f">{entry}"))
    slices = []
    table = struct.calcsize(f">{_HEAD}")
    for number in range(count):
        cputype, cpusubtype, offset, size, alignment, *_ = struct.unpack_from(f"{order}{entry}", view, table)
        architecture = Architecture(cputype, cpusubtype)
        if offset + size > len(view):
            what = f"slice {number} ({architecture}) {offset:#x}..{offset + size:#x} leaves the {len(view)} bytes"
            raise FormatError(what, offset=table)
        slices.append(Slice(architecture, view[offset : offset + size], alignment, offset))
        table += struct.calcsize(f">{entry}")
    end = table
    for part in sorted(slices, key=lambda part: part.offset or 0):
        if part.offset is not None and part.offset < end:
            raise FormatError(f"the slice for {part.architecture} overlaps the data before it", offset=part.offset)
        end = (part.offset or 0) + len(part.data)
    try:
        return UniversalFile(slices, kind)
    except BuildError as error:
        raise FormatError(error.reason, offset=0) from None


def _count(view: memoryview, orders: str, entry_size: int) -> tuple[int, str]:
    """The number of slices and the byte order: the first of `orders` in which the number is plausible."""
    if len(view) < 8:
        raise FormatError(
            f"truncated: the header of a universal file needs 8 bytes, {len(view)} left", offset=len(view)
        )
    counts = [struct.unpack_from(f"{order}I", view, 4)[0] for order in orders]
    for order, count in zip(orders, counts, strict=True):
        if count <= _MAX_SLICES:
            if 8 + count * entry_size > len(view):
                raise FormatError(f"{count} slices in {len(view)} bytes", offset=4)
            return count, order
    raise FormatError(f"{counts[0]} slices (at most {_MAX_SLICES} are plausible)", offset=4)


# --- the architecture of a thin file ---------------------------------------------------------------------------------


def architecture_of(data: Buffer) -> Architecture:
    """The architecture of a thin file: a metallib, an archive of modules, a module, or a 64-bit Mach-O file.

    AIR follows from the modules: the newest one that their triples and the function list name; a library without
    functions is for the AIR version of its container. UnsupportedError for any other file, and an archive without
    modules; FormatError for a bad one; BuildError for an AIR version without an architecture.
    """
    view = memoryview(data)
    kind = sniff(view)
    if kind is FileKind.METALLIB:
        return Architecture.of_air(_air_of_library(view))
    if kind.is_module:
        return Architecture.of_air(_air_of_module(view))
    if kind is FileKind.ARCHIVE:
        modules = [member.data for member in members(view) if sniff(member.data).is_module]
        if modules:
            return Architecture.of_air(max(_air_of_module(module) for module in modules))
        raise UnsupportedError("no module in the archive states an architecture")
    if kind is FileKind.MACH_O_64 and len(view) >= 12:
        return Architecture(*struct.unpack_from("<II", view, 4))
    raise UnsupportedError(f"{kind.words} has no Metal architecture")


def _air_of_module(view: memoryview) -> Version:
    from ..bitcode.probe import target_triple

    return _air_of_triple(target_triple(view))


def _air_of_library(view: memoryview) -> Version:
    from ..bitcode.probe import target_triple

    library = read(view)
    versions = [f.air_version for f in library.functions if f.air_version is not None]
    if library.functions:
        with_version = Triple.parse(target_triple(library.functions[0].module)).arch_version
        versions += [] if with_version is None else [with_version]
    if versions:
        return max(versions)
    if library.platform is not Platform.NONE:
        return release_for(library.platform, library.min_os).air
    version = library.container_version
    return max((r.air for r in RELEASES if r.container_version <= version), default=RELEASES[0].air)


def _air_of_triple(text: str) -> Version:
    triple = Triple.parse(text)
    return triple.arch_version or release_for(triple.platform, triple.version).air
