"""Find Metal libraries and Direct3D containers in directories, bundles, wheels and other zips, .tar.gz, Mach-O, ELF.

A library is recognised by its magic, a header whose ranges fit (docs/format.md §3), and a function list that can be
read; its size is the one in its header. Every result has the path under which it was found (``wheel!member``) and its
offset there. Work on hostile input is bounded by `Limits`; what is skipped because of them is reported.
"""

from __future__ import annotations

import gzip
import mmap
import os
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from typing import BinaryIO

from ..base.errors import FormatError, MtlbError
from ..base.filekind import FileKind, sniff
from ..base.files import map_file
from ..container import Library, read
from ..container.header import FUNCTION_LIST_OFFSET, HEADER_SIZE, Header
from ..dxbc import Container
from ..dxbc import read as read_container
from ..dxbc.container import size_of

__all__ = ["LIBRARIES", "SEARCHED", "Found", "Limits", "carve", "find_in_stream", "find_libraries"]

_CHUNK = 1 << 20
_SNIFFED = 8
_CONTAINERS = frozenset(
    {
        FileKind.ELF,
        FileKind.MACH_O_64,
        FileKind.MACH_O_32,
        FileKind.UNIVERSAL_MACH_O,
        FileKind.UNIVERSAL_MACH_O_64,
        FileKind.UNIVERSAL_METALLIB,
        FileKind.ARCHIVE,
        FileKind.PE,
    }
)
"""Files that may hold libraries anywhere."""
SEARCHED = frozenset(
    kind
    for kind in (*_CONTAINERS, FileKind.GZIP, FileKind.ZIP)
    if not kind.is_universal and kind is not FileKind.ARCHIVE
)
"""Files in which libraries have to be looked for: nothing lists them."""
LIBRARIES = frozenset({FileKind.METALLIB})
"""What is looked for unless something else is asked for."""
_INTERESTING = _CONTAINERS | {FileKind.GZIP, FileKind.ZIP}


@dataclass(frozen=True)
class Limits:
    """Limits for malicious input. Sizes are in bytes."""

    member: int = 2 << 30
    """Largest unpacked member of an archive."""
    archive: int = 8 << 30
    """All unpacked members of one archive given, archives within it included."""
    members: int = 1_000_000
    depth: int = 4
    """Archives within archives."""
    carving: int = 64 << 20
    """Function lists of false candidates, beyond the size of the file itself."""


@dataclass(frozen=True)
class Found:
    """A library (or what looked like one: `library` is None then and `problem` says why).

    `path` is the path as the user sees it; `offset` counts from the start of that file or member. Library and
    `data` are views that are valid until the iterator is asked for the next one.
    """

    path: str
    offset: int
    size: int
    library: Library | None = None
    data: memoryview | None = None
    problem: str = ""
    container: Container | None = None
    """The Direct3D container, where those are looked for."""

    @property
    def place(self) -> str:
        """``path``, or ``path@0x1234`` for an embedded library."""
        return f"{self.path}@{self.offset:#x}" if self.offset else self.path


@dataclass
class _Budget:
    limits: Limits
    kinds: frozenset[FileKind]
    bytes: int = 0
    members: int = 0


def find_libraries(
    path: str | os.PathLike[str],
    *,
    everywhere: bool = False,
    limits: Limits | None = None,
    kinds: frozenset[FileKind] = LIBRARIES,
) -> Iterator[Found]:
    """The libraries in a file or below a directory, in the order of their paths and offsets.

    `kinds` says what is looked for: METALLIB, DXBC (Direct3D containers), or both.

    Libraries, zips and object files are recognised by their magic; `everywhere` searches all other files too. Symbolic
    links below a directory are not followed (bundles link to themselves). A file given by name that is neither library
    nor container is a `problem`, and so is one below a directory that can't be read; other files below a directory
    are skipped. OSError for a path that can't be read.
    """
    root = os.fspath(path)
    limits = limits or Limits()
    if not os.path.isdir(root):
        with open(root, "rb") as file:
            yield from find_in_stream(root, file, everywhere=everywhere, limits=limits, kinds=kinds)
        return
    for directory, directories, names in os.walk(root, onerror=_raise):
        directories.sort()
        for name in sorted(names):
            yield from _below(os.path.join(directory, name), everywhere, _Budget(limits, kinds))


def find_in_stream(
    path: str,
    file: BinaryIO,
    *,
    everywhere: bool = False,
    limits: Limits | None = None,
    kinds: frozenset[FileKind] = LIBRARIES,
) -> Iterator[Found]:
    """What `find_libraries` gives for one file, from an open one that can seek; `path` is its name in the results."""
    yield from _in_stream(path, file, everywhere, _Budget(limits or Limits(), kinds), 0, named=True)


def carve(data: memoryview, *, limits: Limits | None = None, kinds: frozenset[FileKind] = LIBRARIES) -> Iterator[Found]:
    """Every metallib in `data` (with DXBC in `kinds` every Direct3D container), in order, without a path.

    What is within something that was found is not looked for. A candidate whose header fits but whose contents don't is
    a problem. When false candidates have cost more than `Limits.carving` and the size of `data`, the last item says so
    and the rest is not searched.
    """
    budget = (limits or Limits()).carving + len(data)
    haystack = (
        data.obj if isinstance(data.obj, (bytes, bytearray, mmap.mmap)) and len(data.obj) == len(data) else bytes(data)
    )
    magics = {kind: kind.magic for kind in (FileKind.METALLIB, FileKind.DXBC) if kind in kinds}
    places = {kind: haystack.find(magic) for kind, magic in magics.items()}
    while any(place >= 0 for place in places.values()):
        kind = min((kind for kind in places if places[kind] >= 0), key=places.__getitem__)
        start = places[kind]
        after = start + len(magics[kind])
        size = _size_of_candidate(data[start:]) if kind is FileKind.METALLIB else size_of(data[start:])
        if size is not None:
            piece = data[start : start + size]
            # A container is read as a whole, its checksum included; of a library the function list.
            budget -= Header.parse(piece).public_metadata.offset if kind is FileKind.METALLIB else size
            if budget < 0:
                yield Found(
                    "", start, size, None, piece, "too many false candidates: the rest of the file was not searched"
                )
                return
            found = _read_at(start, piece, kind)
            yield found
            if not found.problem:
                after = start + size
                budget += size if kind is FileKind.DXBC else 0
        for other, place in places.items():
            if 0 <= place < after:
                places[other] = haystack.find(magics[other], after)


def _read_at(start: int, piece: memoryview, kind: FileKind) -> Found:
    try:
        if kind is FileKind.DXBC:
            return Found("", start, len(piece), None, piece, container=read_container(piece))
        return Found("", start, len(piece), read(piece), piece)
    except MtlbError as error:
        return Found("", start, len(piece), None, piece, str(error))


def _size_of_candidate(data: memoryview) -> int | None:
    """The size in the header at the start of `data`, if its ranges are inside of it."""
    try:
        header = Header.parse(data)
    except MtlbError:
        return None
    size = header.file_size
    ranges = (header.function_list, header.public_metadata, header.private_metadata, header.modules)
    fits = (
        HEADER_SIZE <= size <= len(data)
        and header.container_version.major == 1
        and header.function_list.offset == FUNCTION_LIST_OFFSET
        and all(section.end <= size for section in ranges)
    )
    return size if fits else None


# --- files -----------------------------------------------------------------------------------------------------------


def _raise(error: OSError) -> None:
    raise error


def _below(path: str, everywhere: bool, budget: _Budget) -> Iterator[Found]:
    """One file below a directory."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return
        with open(path, "rb") as file:
            if everywhere or sniff(file.read(_SNIFFED)) in _INTERESTING | budget.kinds:
                yield from _in_stream(path, file, everywhere, budget, 0, named=False)
    except OSError as error:
        yield _trouble(path, error.strerror or str(error))


def _in_stream(
    path: str, file: BinaryIO, everywhere: bool, budget: _Budget, depth: int, *, named: bool
) -> Iterator[Found]:
    """The libraries in an open, seekable file. `named`: a file of no kind that could hold one is a problem."""
    file.seek(0)
    kind = sniff(file.read(_SNIFFED))
    if kind is FileKind.ZIP:
        yield from _in_zip(path, file, everywhere, budget, depth)
        return
    if kind is FileKind.GZIP:
        yield from _in_gzip(path, file, budget, depth)
        return
    with ExitStack() as stack:
        data = _mapped(path, file, stack)
        if kind is FileKind.DXBC and kind in budget.kinds:
            yield replace(_read_at(0, data, kind), path=path)
            return
        if kind is FileKind.METALLIB and kind in budget.kinds:
            # The file counts as a library, whatever the size in its header; the caller reports its problems.
            try:
                library = read(data)
            except MtlbError as error:
                yield Found(path, 0, len(data), None, data, str(error))
            else:
                yield Found(path, 0, len(data), library, data)
            return
        if everywhere or kind in _CONTAINERS:
            for found in carve(data, limits=budget.limits, kinds=budget.kinds):
                yield replace(found, path=path)
            return
        if named:
            neither = "neither a metallib nor a Direct3D container"
            problem = _not_a_library(data) if budget.kinds == LIBRARIES else neither
            yield Found(path, 0, len(data), None, data, problem)


def _not_a_library(data: memoryview) -> str:
    try:
        Header.parse(data)
    except MtlbError as error:
        return str(error)
    return "not a metallib"


def _mapped(path: str, file: BinaryIO, stack: ExitStack) -> memoryview:
    """The whole file, mapped if it is large, as a view that lives as long as `stack`."""
    mapping = None
    with suppress(ValueError, OSError):  # a stream without a file descriptor
        mapping = map_file(file, path)
    if mapping is None:
        file.seek(0)
        return memoryview(file.read())
    stack.callback(_close, mapping)
    return memoryview(mapping)


def _close(mapping: mmap.mmap) -> None:
    with suppress(BufferError):  # a view is still held; the mapping goes with it
        mapping.close()


# --- zips ----------------------------------------------------------------------------------------------------------


def _in_zip(path: str, file: BinaryIO, everywhere: bool, budget: _Budget, depth: int) -> Iterator[Found]:
    if depth >= budget.limits.depth:
        yield _trouble(path, f"archives are nested more than {depth} deep")
        return
    try:
        archive = zipfile.ZipFile(file)
        members = sorted((m for m in archive.infolist() if not m.is_dir()), key=lambda m: m.filename)
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, OSError) as error:
        yield _trouble(path, f"bad zip archive: {error}")
        return
    with archive:
        for member in members:
            budget.members += 1
            if budget.members > budget.limits.members:
                yield _trouble(path, f"more than {budget.limits.members} members: the rest was not searched")
                return
            yield from _in_member(f"{path}!{member.filename}", archive, member, everywhere, budget, depth)


def _in_gzip(path: str, file: BinaryIO, budget: _Budget, depth: int) -> Iterator[Found]:
    """The members of a tar are contiguous, so the unpacked stream is searched as a whole; offsets are in it."""
    if depth >= budget.limits.depth:
        yield _trouble(path, f"archives are nested more than {depth} deep")
        return
    file.seek(0)
    try:
        with gzip.GzipFile(fileobj=file) as packed, tempfile.TemporaryFile(prefix="mtlb.") as unpacked:
            _copy(packed, unpacked, budget, 0)
            unpacked.flush()
            yield from _in_stream(f"{path}!", unpacked, True, budget, depth + 1, named=False)
    except (*_BAD_MEMBER, gzip.BadGzipFile) as error:
        yield _trouble(path, f"can't be unpacked: {error}")


def _in_member(
    path: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo, everywhere: bool, budget: _Budget, depth: int
) -> Iterator[Found]:
    try:
        with archive.open(member) as packed:
            head = packed.read(_SNIFFED)
            if not (everywhere or sniff(head) in _INTERESTING | budget.kinds):
                return
            with tempfile.TemporaryFile(prefix="mtlb.") as unpacked:
                unpacked.write(head)
                _copy(packed, unpacked, budget, len(head))
                unpacked.flush()
                yield from _in_stream(path, unpacked, everywhere, budget, depth + 1, named=False)
    except _BAD_MEMBER as error:
        yield _trouble(path, f"can't be unpacked: {error}")


_BAD_MEMBER = (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, ValueError, FormatError)


def _copy(source: object, target: BinaryIO, budget: _Budget, size: int) -> None:
    """Unpack one member. FormatError when it, or the archive, grows beyond the limits, whatever its header claims."""
    read_chunk: Callable[[int], bytes] = source.read  # type: ignore[attr-defined]
    limits = budget.limits
    while chunk := read_chunk(_CHUNK):
        size += len(chunk)
        budget.bytes += len(chunk)
        if size > limits.member:
            raise FormatError(f"larger than {limits.member} bytes")
        if budget.bytes > limits.archive:
            raise FormatError(f"the members before it have {limits.archive} bytes; the rest is not searched")
        target.write(chunk)


def _trouble(path: str, problem: str) -> Found:
    return Found(path, 0, 0, None, None, problem)
