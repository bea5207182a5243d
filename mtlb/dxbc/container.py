"""The container: a header, an index of parts, and the parts (docs/dxbc.md §1).
Parts are stored as bytes; `mtlb.dxbc.contents` decodes them. Lengths, offsets, the part count and the checksum are
computed on writing."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

from ..base.arguments import BYTES, bytes_of, instance
from ..base.binary import Buffer, Reader
from ..base.errors import BuildError, FormatError, UnsupportedError
from ..base.filekind import FileKind, sniff
from .checksum import CHECKSUM_SIZE, Checksum, classify, compute

HEADER_SIZE = 32
"""The number of bytes before the index."""
PART_HEADER_SIZE = 8
"""The size in bytes: the four characters and the size."""
DEBUG_PARTS = ("SDBG", "SPDB", "ILDB", "ILDN", "SRCI", "PDBI")
"""Parts that only debuggers and profilers read (debug.py)."""

_SIGNED = 4 + CHECKSUM_SIZE  # the checksum covers the bytes from this offset on
_VERSION = (1, 0)
_MAX_SIZE = 0xFFFFFFFF


class ContainerPart:
    """A part: four characters, and the bytes that follow its header.
    `offset` is the position of its header in bytes from the start of the file; None for a new part. `gap` has bytes
    after it that belong to no part (never seen in a real file)."""

    __slots__ = ("_tag", "data", "gap", "offset")

    def __init__(self, tag: str, data: Buffer, *, offset: int | None = None, gap: Buffer = b"") -> None:
        """Raises BuildError for a tag that is not four single-byte characters."""
        self.tag = tag
        self.data: bytes | memoryview = bytes_of("data", data)
        self.offset = offset
        self.gap: bytes | memoryview = bytes_of("gap", gap)

    @property
    def tag(self) -> str:
        """The four characters; each may be any byte (Latin-1)."""
        return self._tag

    @tag.setter
    def tag(self, tag: str) -> None:
        if not isinstance(tag, str) or len(tag) != 4 or any(ord(c) > 0xFF for c in tag):
            raise BuildError(f"{tag!r:.40} is not the name of a part: expected four single-byte characters")
        self._tag = tag

    @property
    def data_offset(self) -> int:
        """The file offset at which `data` was read; 0 for a new part."""
        return 0 if self.offset is None else self.offset + PART_HEADER_SIZE

    @property
    def is_debug(self) -> bool:
        """Whether only debuggers and profilers read it."""
        return self.tag in DEBUG_PARTS

    def __repr__(self) -> str:
        return f"<ContainerPart {self.tag!a}, {len(self.data)} bytes>"


class Container:
    """A Direct3D container in memory: `parts` in the order of the index.
    The parts and the list can be changed. `write` returns the bytes of the file; for a container that was read and
    not changed, these are the original bytes if the checksum was correct."""

    def __init__(
        self,
        parts: Iterable[ContainerPart] = (),
        *,
        version: tuple[int, int] = _VERSION,
        checksum: Checksum = Checksum.RETAIL,
    ) -> None:
        self.parts = list(parts)
        """The parts in the order of the index, which can differ from the order in the file."""
        self.version = version
        """Major and minor version of the container: 1.0 in every file seen."""
        self._checksum: Checksum | None = checksum
        self._message: bytes | memoryview = b""
        self.stored_checksum: bytes | None = None
        """The 16 bytes as read; None for a new container."""
        self.stored_size: int | None = None
        """The size of the file that was read, in bytes; None for a new container."""
        self.leading: bytes | memoryview = b""
        """The bytes between the index and the first part (never seen)."""
        self.trailing: bytes | memoryview = b""
        """The bytes of the file beyond the size in the header (never seen)."""

    @property
    def checksum(self) -> Checksum:
        """The kind of its checksum; it is written with the same kind, and a mismatch as retail."""
        if self._checksum is None:  # computed on demand, as it is slow
            self._checksum = classify(self.stored_checksum or b"", self._message)
        return self._checksum

    @checksum.setter
    def checksum(self, checksum: Checksum) -> None:
        self._checksum = checksum

    def keep_checksum(self, stored: bytes, message: bytes | memoryview) -> None:
        """Store the checksum from a file with the bytes `message`; its kind is determined on demand."""
        self.stored_checksum, self._message, self._checksum = stored, message, None

    def __repr__(self) -> str:
        return f"<Container {' '.join(part.tag for part in self.parts)}>"

    def __len__(self) -> int:
        """The number of parts."""
        return len(self.parts)

    def __bool__(self) -> bool:
        """True, even without parts."""
        return True

    def __iter__(self) -> Iterator[ContainerPart]:
        """The parts in the order of the index."""
        return iter(self.parts)

    def __contains__(self, tag: object) -> bool:
        """Whether there is a part with this name."""
        return any(part.tag == tag for part in self.parts)

    def __getitem__(self, tag: str) -> ContainerPart:
        """The first part with this name, which is the one that consumers use. Raises KeyError if there is none."""
        if (part := self.get(tag)) is None:
            raise KeyError(tag)
        return part

    def get(self, *tags: str) -> ContainerPart | None:
        """The first part with one of these names, or None."""
        return next((part for part in self.parts if part.tag in tags), None)

    def drop(self, *tags: str) -> list[ContainerPart]:
        """Remove all parts with these names, and return them."""
        dropped = [part for part in self.parts if part.tag in tags]
        self.parts = [part for part in self.parts if part.tag not in tags]
        return dropped

    def replace(self, tag: str, data: Buffer) -> None:
        """Replace the bytes of the first part with this name. Raises BuildError if there is none."""
        part = self.get(tag)
        if part is None:
            raise BuildError(f"the container has no part {tag!a} to replace")
        part.data = bytes_of("data", data)

    def add(self, tag: str, data: Buffer, *, before: str | None = None) -> ContainerPart:
        """Add a part at the end, or before the first part named `before`. Raises BuildError if that part does not
        exist."""
        part = ContainerPart(tag, data)
        if before is None:
            self.parts.append(part)
            return part
        index = next((i for i, part in enumerate(self.parts) if part.tag == before), None)
        if index is None:
            raise BuildError(f"there is no part {before!a} to put {tag!a} before")
        self.parts.insert(index, part)
        return part

    def in_file_order(self) -> list[ContainerPart]:
        """The parts in file order: as read; new parts come after the part that they follow in `parts`."""
        places: list[tuple[int, int, ContainerPart]] = []
        last = -1
        for index, part in enumerate(self.parts):
            last = last if part.offset is None else part.offset
            places.append((last, index, part))
        return [part for _, _, part in sorted(places, key=lambda place: place[:2])]

    def write(self) -> bytes:
        """The bytes of the file. Raises BuildError for a container above 4 GiB."""
        offsets: dict[int, int] = {}
        chunks: list[bytes | memoryview] = [self.leading]
        position = HEADER_SIZE + 4 * len(self.parts) + len(self.leading)
        for part in self.in_file_order():
            if id(part) in offsets:
                raise BuildError(f"part {part.tag!a} is already in the container: add a copy of it")
            offsets[id(part)] = position
            chunks += [part.tag.encode("latin-1"), len(part.data).to_bytes(8, "little")[:4], part.data, part.gap]
            position += PART_HEADER_SIZE + len(part.data) + len(part.gap)
            if position > _MAX_SIZE:
                raise BuildError("a container can't have more than 4 GiB")
        header = struct.pack("<2HII", *self.version, position, len(self.parts))
        index = struct.pack(f"<{len(self.parts)}I", *(offsets[id(part)] for part in self.parts))
        message = b"".join((header, index, *chunks))
        return b"".join((FileKind.DXBC.magic, compute(message, self.checksum), message, self.trailing))


def size_of(data: bytes | memoryview, available: int | None = None) -> int | None:
    """The size in the header at the start of `data`, in bytes; None if it is implausible.
    `available`: the total number of bytes, if `data` is only a part of them."""
    if len(data) < HEADER_SIZE or sniff(data) is not FileKind.DXBC:
        return None
    version, size, count = struct.unpack_from("<3I", data, _SIGNED)
    most = len(data) if available is None else available
    return size if version == 1 and HEADER_SIZE + 12 * count <= size <= most else None


def read(data: bytes | bytearray | memoryview) -> Container:
    """The container in `data`, which must not change while the container is used: its parts are views of it.
    Raises FormatError, with the offset, if the header, the index or the bounds of a part are invalid; a wrong
    checksum is not an error but `Checksum.MISMATCH`. Parts are decoded on demand. Raises UnsupportedError for
    another kind of file."""
    view = memoryview(instance("data (a path is for `open`)", data, *BYTES))
    view = (view if view.format == "B" and view.contiguous else memoryview(bytes(view))).toreadonly()
    kind = sniff(view)
    if kind is not FileKind.DXBC:
        if not FileKind.DXBC.magic.startswith(bytes(view[:4])):
            raise UnsupportedError(f"not a Direct3D container but {kind.words}")
        raise FormatError("truncated: the file ends inside the magic of a Direct3D container", offset=0)
    header = Reader(view)
    header.take(4, "magic")
    stored = bytes(header.take(CHECKSUM_SIZE, "checksum"))
    version = header.u16("major version of the container"), header.u16("minor version of the container")
    size = header.u32("size of the container")
    if size > len(view):
        raise FormatError(
            f"truncated: the container has {size} bytes, the file only {len(view)}", offset=header.pos - 4
        )
    count = header.u32("number of parts")
    if size < HEADER_SIZE + 4 * count:
        raise FormatError(f"{size} bytes can't hold an index of {count} parts", offset=header.pos - 4)
    index = Reader(view, HEADER_SIZE, size)
    parts = [_part(view, index.u32("offset of a part"), size, HEADER_SIZE + 4 * i) for i in range(count)]
    container = Container(parts, version=version)
    _find_gaps(view, container, HEADER_SIZE + 4 * count, size)
    container.trailing = view[size:]
    container.stored_size = len(view)
    container.keep_checksum(stored, view[_SIGNED:size])
    return container


def _part(view: memoryview, offset: int, end: int, entry: int) -> ContainerPart:
    """The part at `offset`, which the index entry at `entry` refers to."""
    if offset > end - PART_HEADER_SIZE:
        raise FormatError(f"part at {offset:#x} is beyond the {end} bytes of the container", offset=entry)
    reader = Reader(view, offset, end)
    tag = bytes(reader.take(4)).decode("latin-1")
    size = reader.u32()
    return ContainerPart(tag, reader.take(size, f"part {tag!a}"), offset=offset)


def _find_gaps(view: memoryview, container: Container, start: int, end: int) -> None:
    """Record the bytes between parts. Raises FormatError if two parts overlap, or a part overlaps the index."""
    position, previous = start, None
    for part in container.in_file_order():
        offset = part.offset or 0
        if offset < position:
            what = "the index" if previous is None else f"part {previous.tag!a}"
            raise FormatError(f"part {part.tag!a} overlaps {what}, which ends at {position:#x}", offset=offset)
        _set_gap(container, previous, view[position:offset])
        position, previous = part.data_offset + len(part.data), part
    _set_gap(container, previous, view[position:end])


def _set_gap(container: Container, previous: ContainerPart | None, gap: memoryview) -> None:
    if previous is None:
        container.leading = gap
    else:
        previous.gap = gap
