"""The file being read: its bytes, its header, and the stored groups of its functions."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator

from ..base.binary import Reader
from ..base.errors import FormatError
from ..base.toolchains import Layout
from .header import Header, Section

_OFFSETS = struct.Struct("<3Q")


class Shape:
    """The tags of a function group, their order and their lengths. A library has few distinct shapes.

    `places` has offset and size of each payload, from a base that differs between groups of the shape.
    """

    __slots__ = ("order", "places")

    def __init__(self, places: dict[str, tuple[int, int]]) -> None:
        self.places = places
        self.order = tuple(places)


class StoredFunction:
    """A function's group in the function list. `offset`: where the group starts in the file."""

    __slots__ = ("_base", "_data", "_start", "name", "offset", "shape")

    def __init__(self, name: str, shape: Shape, data: bytes, base: int, start: int, offset: int) -> None:
        """The group starts at `start` in `data`; there the places of `shape` count from `base`."""
        self.name = name
        self.shape = shape
        self.offset = offset
        self._data = data
        self._base = base
        self._start = start

    @property
    def content(self) -> bytes:
        """The whole group, with its size."""
        end = self._start + int.from_bytes(self._data[self._start : self._start + 4], "little")
        return self._data[self._start : end]

    def place(self, tag: str) -> tuple[int, int] | None:
        """Where in `content` the payload of a tag is, and its size; None if there is no such tag."""
        place = self.shape.places.get(tag)
        return None if place is None else (self._base + place[0] - self._start, place[1])

    def get(self, tag: str) -> bytes | None:
        """The payload of a tag other than NAME."""
        place = self.shape.places.get(tag)
        if place is None:
            return None
        start = self._base + place[0]
        return self._data[start : start + place[1]]

    def number(self, tag: str) -> int | None:
        """The payload of a tag as one little-endian integer."""
        payload = self.get(tag)
        return None if payload is None else int.from_bytes(payload, "little")

    @property
    def offsets(self) -> tuple[int, int, int]:
        """Of public metadata, private metadata and module, each in its section, in bytes."""
        public, private, module = _OFFSETS.unpack_from(self._data, self._base + self.shape.places["OFFT"][0])
        return public, private, module


class StoredFile:
    """The bytes of a library that is being read. FormatError where its header points outside the file."""

    def __init__(self, data: memoryview) -> None:
        self.data = data
        self.header = Header.parse(data)
        self.header.check_bounds(len(data))
        self.groups: list[StoredFunction] = []
        """The groups of the function list, in order, once it is read."""
        self.layout = Layout.AIR_LLD
        """The program whose byte conventions the file follows, once determined."""
        self._handed_out: Counter[Section] = Counter()

    def reader(self, section: Section) -> Reader:
        """A reader of a whole section."""
        return Reader(self.data, section.offset, section.end)

    def reader_at(self, section: Section, offset: int, what: str) -> Reader:
        """A reader from `offset` to the end of a section; FormatError for an offset that is larger than the section."""
        if offset > section.size:
            reason = f"{what} at {offset:#x} of a section of {section.size:#x} bytes"
            raise FormatError(reason, offset=section.offset + offset)
        return Reader(self.data, section.offset + offset, section.end)

    def hand_out(self, section: Section, size: int) -> None:
        """Add `size` bytes to the total of distinct parts in a section; FormatError when it exceeds the section.
        Without this bound a small file with overlapping parts could take any amount of memory and time.
        """
        self._handed_out[section] += size
        if self._handed_out[section] > section.size:
            raise FormatError("parts of different functions overlap in a section", offset=section.offset)

    def numbers(self, tag: str) -> Iterator[int | None]:
        """The value of an integer tag of every function."""
        return (group.number(tag) for group in self.groups)
