"""Find Metal libraries and Direct3D containers in directories, bundles, zips, compressed tars, executables and texts.

A library is recognised by its magic, a header whose ranges fit (docs/format.md §3), and a function list that can be
read; its size is the one in its header. Anything that starts like a library but is truncated or can't be parsed is a
problem. Every result has the path under which it was found (``wheel!member``) and its offset there. Work on hostile
input is bounded by `Limits`; anything skipped because of them is reported.
"""

from __future__ import annotations

import mmap
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING, BinaryIO

from ..archives.places import MEMBER
from ..base.classes import dataclass, field, replace
from ..base.errors import FormatError, MtlbError
from ..base.filekind import FileKind, sniff
from ..base.files import map_file
from ..container import Library, read, verify
from ..container.header import FUNCTION_LIST_OFFSET, HEADER_SIZE, Header
from ..dxbc import Container
from ..dxbc import read as read_container
from ..dxbc.container import HEADER_SIZE as CONTAINER_HEADER_SIZE
from ..dxbc.container import size_of
from .layers import Folder, Layer, Zip

if TYPE_CHECKING:  # most commands unpack nothing, and these take longer to import than a small library to verify
    import lzma
    import zipfile

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
_COMPRESSED = frozenset({FileKind.GZIP, FileKind.BZIP2, FileKind.XZ})
"""One stream of bytes, compressed."""
SEARCHED = frozenset(
    kind
    for kind in (*_CONTAINERS, *_COMPRESSED, FileKind.ZIP)
    if not kind.is_universal and kind is not FileKind.ARCHIVE
)
"""Files in which libraries have to be looked for: nothing lists them."""
LIBRARIES = frozenset({FileKind.METALLIB})
"""The kinds that are searched by default."""
_INTERESTING = _CONTAINERS | _COMPRESSED | {FileKind.ZIP}


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
    dictionary: int = 256 << 20
    """The memory limit for unpacking a member (xz), in bytes."""


@dataclass(frozen=True)
class Found:
    """A library, or data that starts like one; `library` is None then and `problem` has the reason.

    `path` is the path as the user sees it; `offset` counts from the start of that file or member. Library and `data`
    are views that are valid until the iterator is advanced.
    """

    path: str
    offset: int
    size: int
    library: Library | None = None
    data: memoryview | None = None
    problem: str = ""
    container: Container | None = None
    """The Direct3D container, if these are searched."""
    is_first: bool = False
    """Whether its path alone does not name it, even at offset 0: others follow, or it is written out in a text."""
    layers: tuple[Layer, ...] = field(default=(), repr=False, compare=False)
    """The folder and the zips that it is in, outermost first; they can be read as long as the views."""

    @property
    def place(self) -> str:
        """``path``, or ``path@0x1234`` for an embedded library."""
        return f"{self.path}@{self.offset:#x}" if self.offset or self.is_first else self.path


@dataclass
class _Budget:
    limits: Limits
    kinds: frozenset[FileKind]
    bytes: int = 0
    members: int = 0
    layers: tuple[Layer, ...] = ()


def find_libraries(
    path: str | os.PathLike[str],
    *,
    everywhere: bool = False,
    limits: Limits | None = None,
    kinds: frozenset[FileKind] = LIBRARIES,
) -> Iterator[Found]:
    """The libraries in a file or below a directory, in the order of their paths and offsets.

    `kinds`: METALLIB, DXBC (Direct3D containers), or both.

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
    folder = Folder(root)
    for directory, directories, names in os.walk(root, onerror=_raise):
        directories.sort()
        for name in sorted(names):
            file_path = os.path.join(directory, name)
            layer = Layer(folder, os.path.relpath(file_path, root).replace(os.sep, "/"))
            yield from _below(file_path, everywhere, _Budget(limits, kinds, layers=(layer,)))


def find_in_stream(
    path: str,
    file: BinaryIO,
    *,
    everywhere: bool = False,
    limits: Limits | None = None,
    kinds: frozenset[FileKind] = LIBRARIES,
) -> Iterator[Found]:
    """The results of `find_libraries` for one open, seekable file; `path`: its name in the results."""
    yield from _in_stream(path, file, everywhere, _Budget(limits or Limits(), kinds), 0, named=True)


def carve(data: memoryview, *, limits: Limits | None = None, kinds: frozenset[FileKind] = LIBRARIES) -> Iterator[Found]:
    """Every metallib in `data` (with DXBC in `kinds` every Direct3D container), in order, without a path.

    Results are not searched for nested ones. A candidate with a plausible header and invalid or truncated content is a
    problem. If false candidates cost more than `Limits.carving` and the size of `data`, the last item reports it and
    the rest is not searched.
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
        size = _stated_size(data[start:], kind)
        if size is None and kind is FileKind.METALLIB and _is_start_of_header(data[start:]):
            yield Found("", start, len(data) - start, None, data[start:], "cut off: the file ends inside its header")
        if size is not None and size > len(data) - start:
            yield _cut_off(start, size, data[start:])
        elif size is not None:
            piece = data[start : start + size]
            # A container is read as a whole, its checksum included; of a library the function list.
            budget -= Header.parse(piece).public_metadata.offset if kind is FileKind.METALLIB else size
            if budget < 0:
                yield Found("", start, size, None, piece, _TOO_MANY)
                return
            candidate = _read_at(start, piece, kind)
            if kind is FileKind.METALLIB and not candidate.problem and _has_another(haystack, start, size):
                budget -= size
                candidate = _unless_damaged(candidate, piece)
            yield candidate
            if not candidate.problem:
                after = start + size
                budget += size if kind is FileKind.DXBC else 0
        for magic_kind, place in places.items():
            if 0 <= place < after:
                places[magic_kind] = haystack.find(magics[magic_kind], after)


def _cut_off(start: int, size: int, data: memoryview) -> Found:
    problem = f"cut off: its header says {size:,} bytes, {len(data):,} are left"
    return Found("", start, len(data), None, data, problem)


def _has_another(haystack: bytes | bytearray | mmap.mmap, start: int, size: int) -> bool:
    """Whether the header of another library is inside of a library."""
    magic = FileKind.METALLIB.magic
    place = haystack.find(magic, start + HEADER_SIZE, start + size)
    while place >= 0:
        if _stated_size(memoryview(haystack)[place : place + HEADER_SIZE], FileKind.METALLIB) is not None:
            return True
        place = haystack.find(magic, place + len(magic), start + size)
    return False


_OVERWRITTEN = ("hash", "gap", "source-archive")
"""Findings of `verify` where the end of a library is that of another."""


def _unless_damaged(candidate: Found, piece: memoryview) -> Found:
    """A library that contains another one, or a problem if it was truncated and the other one overwrote its end."""
    problem = next((finding.message for finding in verify(piece) if finding.code in _OVERWRITTEN), None)
    if problem is None:
        return candidate
    return replace(
        candidate, library=None, problem=f"another library begins inside of it, and it is damaged: {problem}"
    )


def _read_at(start: int, piece: memoryview, kind: FileKind) -> Found:
    try:
        if kind is FileKind.DXBC:
            return Found("", start, len(piece), None, piece, container=read_container(piece))
        return Found("", start, len(piece), read(piece), piece)
    except MtlbError as error:
        return Found("", start, len(piece), None, piece, str(error))


_LARGEST = 1 << 40  # bytes; larger sizes in a header are not plausible


def _stated_size(data: memoryview, kind: FileKind) -> int | None:
    """The size in the header at the start of `data`, which may be less than that; None if it can't be a header."""
    if kind is FileKind.DXBC:
        return size_of(data[:CONTAINER_HEADER_SIZE], _LARGEST)
    try:
        header = Header.parse(data[:HEADER_SIZE], is_whole=False)
    except MtlbError:
        return None
    size = header.file_size
    ranges = (header.function_list, header.public_metadata, header.private_metadata, header.modules)
    fits = (
        HEADER_SIZE <= size <= _LARGEST
        and header.container_version.major == 1
        and header.function_list.offset == FUNCTION_LIST_OFFSET
        and all(section.end <= size for section in ranges)
    )
    return size if fits else None


def _is_start_of_header(data: memoryview) -> bool:
    """Whether `data` is shorter than a header, and its fields are plausible (docs/format.md §3)."""
    if not _FIRST_FIELDS <= len(data) < HEADER_SIZE:
        return False
    header = Header.parse(bytes(data).ljust(HEADER_SIZE, b"\0"), is_whole=False)
    return (
        header.container_version.major == 1
        and header.container_version.minor < 256
        and header.file_type.is_known
        and header.is_64bit
    )


_FIRST_FIELDS = 16  # bytes: magic, container version, kind, platform, OS version


def libraries_from_start(data: memoryview, *, limits: Limits | None = None) -> Iterator[Found]:
    """A library at the start of `data`, and the libraries after it, as `carve` finds them. If none follows, all of
    `data` is the library, regardless of the size in its header.
    """
    size, rest = _after_first(data, limits)
    if not rest:
        yield _read_at(0, data, FileKind.METALLIB)  # including trailing bytes, which readers check
        return
    yield replace(_read_at(0, data[:size], FileKind.METALLIB), is_first=True)
    for candidate in rest:
        yield replace(candidate, offset=size + candidate.offset)


def is_one_library(data: memoryview) -> bool:
    """Whether no library follows the one at the start of `data`, which is not read."""
    return not _after_first(data, None)[1]


def _after_first(data: memoryview, limits: Limits | None) -> tuple[int, list[Found]]:
    """The size that the header of the first library states, and the libraries after it; 0 and none if it has none."""
    size = _stated_size(data, FileKind.METALLIB) or 0
    return size, list(carve(data[size:], limits=limits)) if 0 < size < len(data) else []


_TOO_MANY = "too many false candidates: the rest of the file was not searched"
_TOO_DEEP = "archives are nested more than {} deep"
_WRITTEN_COST = 16
"""How many times the cost of a byte a written one has."""


def _written_out(data: memoryview, kinds: frozenset[FileKind], limits: Limits) -> Iterator[Found]:
    """Files that a text has as C arrays, string literals or base64; offsets are where they start in the text."""
    from .written_out import files_written_out

    budget = (limits.carving + len(data)) // _WRITTEN_COST
    for kind in sorted(kinds, key=lambda kind: kind.magic):
        needed = CONTAINER_HEADER_SIZE if kind is FileKind.DXBC else HEADER_SIZE
        after = 0
        for place in files_written_out(data, kind.magic):
            if place.offset < after:
                continue
            budget -= needed
            size = _stated_size(memoryview(place.decode(needed)), kind)
            if size is None and budget >= 0:
                continue
            if size is None or budget < 0:
                yield Found("", place.offset, 0, None, None, _TOO_MANY)
                return
            decoded = memoryview(place.decode(size))
            if len(decoded) < size:
                yield replace(_cut_off(place.offset, size, decoded), data=None)
                budget -= len(decoded)
            else:
                candidate = _read_at(place.offset, decoded, kind)
                budget -= size if candidate.problem else 0
                after = place.offset + size  # every byte takes at least one character
                yield replace(candidate, is_first=True)


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
    for candidate in _searched(path, file, everywhere, budget, depth, named):
        yield candidate if candidate.layers else replace(candidate, layers=budget.layers)


def _searched(path: str, file: BinaryIO, everywhere: bool, budget: _Budget, depth: int, named: bool) -> Iterator[Found]:
    file.seek(0)
    kind = sniff(file.read(_SNIFFED))
    if kind is FileKind.ZIP:
        yield from _in_zip(path, file, everywhere, budget, depth)
        return
    if kind in _COMPRESSED:
        yield from _in_compressed(path, file, kind, budget, depth)
        return
    with ExitStack() as stack:
        data = _mapped(path, file, stack)
        if kind is FileKind.DXBC and kind in budget.kinds:
            yield replace(_read_at(0, data, kind), path=path)
            return
        if kind is FileKind.METALLIB and kind in budget.kinds:
            # All of the file is the library, regardless of the size in its header; the caller reports its problems.
            for candidate in libraries_from_start(data, limits=budget.limits):
                yield replace(candidate, path=path)
            return
        if everywhere or kind in _CONTAINERS:
            for candidate in carve(data, limits=budget.limits, kinds=budget.kinds):
                yield replace(candidate, path=path)
            if everywhere:
                from .written_out import is_text  # most commands look into no text

                if is_text(data):
                    for candidate in _written_out(data, budget.kinds, budget.limits):
                        yield replace(candidate, path=path)
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
    with suppress(BufferError):  # a view is still in use; the mapping is closed with it
        mapping.close()


# --- zips ----------------------------------------------------------------------------------------------------------


def _in_zip(path: str, file: BinaryIO, everywhere: bool, budget: _Budget, depth: int) -> Iterator[Found]:
    if depth >= budget.limits.depth:
        yield _trouble(path, _TOO_DEEP.format(depth))
        return
    import zipfile

    try:
        archive = zipfile.ZipFile(file)
        # Not m.is_dir(), which fails for an empty name before Python 3.12.
        members = sorted((m for m in archive.infolist() if not m.filename.endswith("/")), key=lambda m: m.filename)
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, OSError) as error:
        yield _trouble(path, f"bad zip archive: {error}")
        return
    outside = budget.layers
    holder = Zip(path, [member.filename for member in members], partial(_read_member, archive))
    with archive:
        for member in members:
            budget.members += 1
            if budget.members > budget.limits.members:
                yield _trouble(path, f"more than {budget.limits.members} members: the rest was not searched")
                break
            budget.layers = (*outside, Layer(holder, member.filename))
            yield from _in_member(f"{path}{MEMBER}{member.filename}", archive, member, everywhere, budget, depth)
    budget.layers = outside


def _read_member(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """The first `most` bytes of a member, unpacked; FormatError if it can't be."""
    try:
        with archive.open(name) as packed:
            return packed.read(most)
    except _unpacking_errors(KeyError, OSError) as error:
        raise FormatError(f"can't be unpacked: {error}") from error


class _Xz:
    """The bytes of a file of xz streams, with a memory limit for unpacking."""

    def __init__(self, file: BinaryIO, limit: int) -> None:
        self._file, self._limit = file, limit
        self._packed: lzma.LZMADecompressor | None = None
        self._rest = b""

    def read(self, size: int) -> bytes:
        """Up to `size` bytes; none at the end. LZMAError and EOFError for a damaged file."""
        import lzma

        while True:
            if self._packed is None:
                self._rest = self._rest.lstrip(b"\0")  # padding between streams
                while not self._rest:
                    read = self._file.read(_CHUNK)
                    if not read:
                        return b""
                    self._rest = read.lstrip(b"\0")
                self._packed = lzma.LZMADecompressor(memlimit=self._limit)
            if self._packed.needs_input and not self._rest:
                self._rest = self._file.read(_CHUNK)
                if not self._rest:
                    raise EOFError("the compressed data ends before its end")
            data = self._packed.decompress(self._rest, size)
            self._rest = b""
            if self._packed.eof:
                self._rest, self._packed = self._packed.unused_data, None
            if data:
                return data


def _in_compressed(path: str, file: BinaryIO, kind: FileKind, budget: _Budget, depth: int) -> Iterator[Found]:
    """The members of a tar are contiguous, so the unpacked stream is searched as a whole; offsets are in it."""
    if depth >= budget.limits.depth:
        yield _trouble(path, _TOO_DEEP.format(depth))
        return
    import bz2
    import gzip
    import lzma
    import tempfile

    file.seek(0)
    try:
        with ExitStack() as stack:
            packed: object
            if kind is FileKind.GZIP:
                packed = stack.enter_context(gzip.GzipFile(fileobj=file))
            elif kind is FileKind.BZIP2:
                packed = stack.enter_context(bz2.BZ2File(file))
            else:
                packed = _Xz(file, budget.limits.dictionary)
            unpacked = stack.enter_context(tempfile.TemporaryFile(prefix="mtlb."))
            _copy(packed, unpacked, budget, 0)
            unpacked.flush()
            yield from _in_stream(f"{path}{MEMBER}", unpacked, True, budget, depth + 1, named=False)
    except _unpacking_errors(gzip.BadGzipFile, lzma.LZMAError, OSError) as error:
        yield _trouble(path, f"can't be unpacked: {error}")


def _in_member(
    path: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo, everywhere: bool, budget: _Budget, depth: int
) -> Iterator[Found]:
    import tempfile

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
    except _unpacking_errors() as error:
        yield _trouble(path, f"can't be unpacked: {error}")


def _unpacking_errors(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """What unpacking a damaged member raises, and these others."""
    import zipfile
    import zlib

    common = (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, ValueError, FormatError)
    return (*common, *others)


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
            raise FormatError(f"the members before it already have {limits.archive} bytes; the rest is not searched")
        target.write(chunk)


def _trouble(path: str, problem: str) -> Found:
    return Found(path, 0, 0, None, None, problem)
