"""The libraries and modules in a file of any kind, for all readers.

A metallib and a module are one part. A universal file has a part or more for each slice, an archive one for each
member; directories, zips, tar files, executables and files of several libraries have the results of `find` as parts.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import closing

from ..archives import architecture_of, read_universal
from ..archives.architectures import Architecture, split_architecture
from ..archives.archive import members
from ..archives.places import MEMBER, file_of_place, split_offset
from ..base.arguments import instance
from ..base.classes import NamedTuple, replace
from ..base.errors import BuildError, FormatError, MtlbError, UnsupportedError, in_file
from ..base.filekind import SOURCE_SUFFIXES, FileKind, is_metal_source, sniff
from ..base.files import MappedFile
from ..container import Library, read
from ..dxbc import Container
from ..dxbc import read as read_container
from .find import (
    LIBRARIES,
    SEARCHED,
    Found,
    Limits,
    find_in_stream,
    find_libraries,
    is_one_library,
    libraries_from_start,
)

_MAX_DEPTH = 4
"""Universal files of archives of universal files, and so on: Apple's have two levels."""
_SNIFFED = 512  # bytes
_ALL_KINDS = LIBRARIES | {FileKind.DXBC}
_UNPACKED = frozenset({FileKind.ZIP, FileKind.GZIP, FileKind.BZIP2, FileKind.XZ})
"""Files whose members are read one at a time."""


class FilePart(NamedTuple):
    """A library or a module in a file: its bytes, valid until the iterator is advanced.

    `place`: the path, and in it ``:ARCH`` for a slice, ``(NAME)`` for an archive's member, ``!NAME`` for a zip's,
    ``@OFFSET`` for what was found inside another file. `offset`: where `data` begins in that file or member, in bytes.
    `problem`: the reason why the part can't be read; `data` is empty then.
    """

    place: str
    data: memoryview
    offset: int = 0
    problem: MtlbError | None = None

    @property
    def kind(self) -> FileKind:
        """The kind of file that the bytes are."""
        return sniff(self.data)

    @property
    def is_module(self) -> bool:
        """Whether it is a single module, not a library."""
        return self.kind.is_module

    @property
    def member(self) -> str | None:
        """The name of the archive member; None if the part is not in an archive."""
        before, bracket, name = self.place.rpartition("(")
        return name[:-1] if before and bracket and self.place.endswith(")") else None

    def library(self) -> Library:
        """The library. Raises what `mtlb.read` raises, also for a module, and the `problem` if there is one."""
        with in_file(self.place):
            if self.problem is not None:
                raise self.problem
            return read(self.data)

    def container(self) -> Container:
        """The Direct3D container. Raises what `mtlb.dxbc.read` raises, and the `problem` if there is one."""
        with in_file(self.place):
            if self.problem is not None:
                raise self.problem
            return read_container(self.data)


def parts_of(path: str | os.PathLike[str], architecture: Architecture | str | None = None) -> Iterator[FilePart]:
    """The parts of the file at `path`, of a directory, of a slice (``FILE:ARCH``), of a zip's member (``ZIP!NAME``), or
    the library or Direct3D container at an offset of a file or member (``FILE@0x3ed``).

    With `architecture`, only the parts of that slice, and of thin files for it. Raises what `parts_in` raises, and
    OSError as it comes.
    """
    name = os.fspath(instance("path", path, str, os.PathLike))
    if not os.path.exists(name):
        name, stated = split_architecture(name)
        architecture = architecture if stated is None else stated
    if not os.path.exists(name) and (at := split_offset(name))[1] is not None:
        yield from _chosen(_at(*at), name, architecture)
        return
    archive = name.partition(MEMBER)[0]
    if os.path.isdir(name):
        yield from _chosen(_parts_of_found(find_libraries(name)), name, architecture)
    elif not os.path.exists(name) and archive != name and os.path.isfile(archive):
        yield from _chosen((part for part in parts_of(archive) if part.place == name), name, architecture)
    else:
        with in_file(name), closing(MappedFile(name)) as file:
            if sniff(file.data) in SEARCHED:
                yield from _chosen(_parts_of_found(find_libraries(name)), name, architecture)
            else:
                yield from parts_in(file.data, name, architecture)
            file.check_unchanged()


def _at(path: str, offset: int | None) -> Iterator[FilePart]:
    """The result of `find` at an offset of a file or archive member. FormatError if there is none."""
    candidates = find_libraries(file_of_place(path), everywhere=True, kinds=_ALL_KINDS)
    places = []
    for candidate in candidates:
        if (candidate.path, candidate.offset) == (path, offset):
            yield from _parts_of_found(iter((candidate,)))
            return
        places += [candidate.place] if not candidate.problem else []
    there = f"; there are {', '.join(places[:8])}{', ...' if len(places) > 8 else ''}" if places else ""
    raise FormatError(f"no library begins at {offset:#x}{there}", file=path)


def parts_in(
    data: bytes | memoryview, place: str, architecture: Architecture | str | None = None
) -> Iterator[FilePart]:
    """The parts of the bytes of a file, which messages call `place`. A file of an unknown kind is one part, which all
    readers refuse. Slices of GPU code have no part. FormatError for a bad file, UnsupportedError for one without
    readable parts; BuildError for an architecture that it does not have.
    """
    chosen = None if architecture is None else Architecture.of(architecture)
    with in_file(place):
        yield from _chosen(_parts(FilePart(place, memoryview(data)), chosen, 0), place, chosen)


def parts_in_file(
    path: str | os.PathLike[str], place: str, *, limits: Limits | None = None, largest: int | None = None
) -> Iterator[FilePart]:
    """The parts of a file or directory which messages call `place`: Direct3D containers as well, where there are many.

    `largest`: a limit in bytes for data that has to be in memory at once: a library, not the zip that it is in.
    `limits` are those of the search. Raises what `parts_in` raises, UnsupportedError for a larger one; OSError.
    """
    name = os.fspath(path)
    with in_file(place):
        if os.path.isdir(name):
            candidates = find_libraries(name, kinds=_ALL_KINDS, limits=limits)
            renamed = (replace(candidate, path=place + candidate.path[len(name) :]) for candidate in candidates)
            yield from _chosen(_parts_of_found(renamed), place, None)
            return
        with open(name, "rb") as file:
            head = file.read(_SNIFFED)
            size = file.seek(0, os.SEEK_END)
            searched = sniff(head) in SEARCHED
            if largest is not None and size > largest and not (searched and sniff(head) in _UNPACKED):
                raise UnsupportedError(
                    f"the file has {size:,} bytes; this page can load at most {largest:,}; `mtlb explore` on "
                    "your machine opens larger files"
                )
            if searched:
                candidates = find_in_stream(place, file, kinds=_ALL_KINDS, limits=limits)
                yield from _chosen(_parts_of_found(candidates), place, None)
                return
        with closing(MappedFile(name)) as whole:
            yield from parts_in(whole.data, place)
            whole.check_unchanged()


def one_part(parts: Iterator[FilePart], place: str) -> FilePart:
    """The only part of a file. BuildError, which lists the parts, if there are several."""
    first = next(parts)
    if first.place == place:
        return first
    places = [part.place for part in parts]
    if places:
        listed = ", ".join([first.place, *places][:8]) + (", ..." if len(places) > 7 else "")
        raise BuildError(f"has {1 + len(places)} libraries or modules: choose one of {listed}", file=place)
    return first


def _chosen(parts: Iterator[FilePart], place: str, architecture: Architecture | str | None) -> Iterator[FilePart]:
    """The parts; of thin files only those for the architecture. An error if there are none."""
    plain = None if architecture is None else Architecture.of(architecture).plain
    empty = True
    for part in parts:
        if plain is None or part.problem is not None or (_slice_of(part) or architecture_of(part.data)).plain == plain:
            empty = False
            yield part
    if empty and plain is not None:
        raise BuildError(f"has no part for {plain}", file=place)
    if empty:
        raise UnsupportedError("it contains no library and no module", file=place)


def _slice_of(part: FilePart) -> Architecture | None:
    """The architecture in its place."""
    return split_architecture(part.place.partition("(")[0])[1]


def _parts(part: FilePart, architecture: Architecture | None, depth: int) -> Iterator[FilePart]:
    kind = part.kind
    if depth >= _MAX_DEPTH:
        raise UnsupportedError(f"files nested more than {_MAX_DEPTH} deep", file=part.place)
    if kind.is_universal:
        held = read_universal(part.data)
        for slice_ in held.slices if architecture is None else [held.slice(architecture)]:
            inner = FilePart(
                f"{part.place}:{slice_.architecture}", memoryview(slice_.data), part.offset + (slice_.offset or 0)
            )
            yield from _parts(inner, None, depth + 1)
    elif kind is FileKind.ARCHIVE:
        for member in members(part.data):
            inner = FilePart(f"{part.place}({member.name})", member.data, part.offset + member.offset)
            yield from _parts(inner, None, depth + 1)
    elif kind in SEARCHED:
        yield from _parts_of_found(find_in_stream(part.place, io.BytesIO(part.data)))
    elif kind is FileKind.METALLIB:
        # Several concatenated libraries; a single library is the part itself, even if it is damaged.
        if is_one_library(part.data):
            yield part
            return
        libraries = (replace(candidate, path=part.place) for candidate in libraries_from_start(part.data))
        for inner in _parts_of_found(libraries):
            yield inner._replace(offset=part.offset + inner.offset)
    elif kind is FileKind.UNKNOWN and is_metal_source(part.place, part.data):
        yield _compiled(part)
    elif kind is FileKind.UNKNOWN and part.place.endswith(SOURCE_SUFFIXES):
        problem = FormatError("is source: compile it to a module (.air) first", file=part.place)
        yield FilePart(part.place, memoryview(b""), problem=problem)
    else:
        yield part


def _compiled(part: FilePart) -> FilePart:
    """The module of Metal source, as `mtlb compile` makes it without options."""
    from ..metal.driver import compile_given  # which takes longer to import than most files take to read

    return FilePart(part.place, memoryview(compile_given(part.place, bytes(part.data)).bitcode))


def _parts_of_found(libraries: Iterator[Found]) -> Iterator[FilePart]:
    for candidate in libraries:
        if (candidate.library is None and candidate.container is None) or candidate.data is None:
            problem = FormatError(candidate.problem, file=candidate.path)
            yield FilePart(candidate.path, memoryview(b""), candidate.offset, problem)
        else:
            yield FilePart(candidate.place, candidate.data, candidate.offset)
