"""The function list taken apart: one group of tags per function.

All of it passes through here whenever a library is opened, and a library may have tens of thousands of functions: so
groups are looked at once, and their fields decoded when somebody asks for them.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from ..base.binary import Reader
from ..base.digest import HASH_SIZE
from ..base.errors import FormatError
from ..base.metal import DataType
from ..base.strings import string_from_bytes
from ..base.versions import Version
from .model import FunctionType, LibraryFunction, Origin, PatchType, Tessellation
from .tags import WIDE_TAGS, RawTag, decode_string, iterate_tags

__all__ = ["MIN_GROUP_SIZE", "FunctionListParser", "StoredFunction"]

MIN_GROUP_SIZE = 8  # size word and ENDT
_OFFSETS = struct.Struct("<3Q")
_VERSION = struct.Struct("<2H")
_FIXED_SIZES = {
    "TYPE": 1,
    "HASH": HASH_SIZE,
    "MDSZ": 8,
    "OFFT": 24,
    "VERS": 8,
    "TESS": 1,
    "LAYR": 1,
    "SOFF": 8,
    "RFLT": 8,
}
_REQUIRED = ("NAME", "TYPE", "OFFT")


class _Shape:
    """The tags of a function group, their order and their lengths. A library has a handful of them.

    `places` has offset and size of each payload. Where the name, whose length varies, is the first tag, offsets count
    from its end, and one `struct` takes out of all groups of the shape what has to be looked at: the tags, and TYPE.
    """

    def __init__(self, places: dict[str, tuple[int, int]]) -> None:
        self.places = places
        self.order = tuple(places)
        self.unknown = tuple(tag for tag in places if tag != "NAME" and tag not in _FIXED_SIZES)
        skipped = ("1s" if tag == "TYPE" else f"{size}x" for tag, (_, size) in list(places.items())[1:])
        self.marks = struct.Struct("<" + "".join(f"6s{payload}" for payload in skipped) + "4s")
        self.types: dict[tuple[bytes, ...], FunctionType] = {}
        """What `marks` unpacks from groups that were found to be good, with the type that is part of it."""


class StoredFunction(NamedTuple):
    """A function's group in the function list."""

    shape: _Shape
    data: bytes
    base: int
    """What the places of the shape count from, in `data`."""
    offset: int
    """Where the group starts in the file."""

    def get(self, tag: str) -> bytes | None:
        """The payload of a tag other than NAME."""
        place = self.shape.places.get(tag)
        if place is None:
            return None
        start = self.base + place[0]
        return self.data[start : start + place[1]]

    def number(self, tag: str) -> int | None:
        payload = self.get(tag)
        return None if payload is None else int.from_bytes(payload, "little")

    @property
    def offsets(self) -> tuple[int, int, int]:
        """Of public metadata, private metadata and module, each in its section."""
        public, private, module = _OFFSETS.unpack_from(self.data, self.base + self.shape.places["OFFT"][0])
        return public, private, module

    def version(self, at: int) -> Version | None:
        """The AIR version (0) or the MSL version (1) of VERS: four u16."""
        payload = self.get("VERS")
        return None if payload is None else Version(*_VERSION.unpack_from(payload, 4 * at))

    @property
    def tessellation(self) -> Tessellation | None:
        value = self.number("TESS")
        return None if value is None else Tessellation(PatchType(value & 3), value >> 2)

    @property
    def layer_type(self) -> DataType | None:
        value = self.number("LAYR")
        return None if value is None else DataType(value)

    @property
    def unknown_tags(self) -> list[tuple[str, RawTag]]:
        return [(tag, RawTag(self.get(tag) or b"")) for tag in self.shape.unknown]


class FunctionListParser:
    """Takes function groups apart. Groups like one that was there before take one `unpack`, others a `Reader`."""

    def __init__(self, origin: Origin, data: bytes, base: int) -> None:
        """`data` starts at the function list, `base` is its offset in the file."""
        self._origin = origin
        self._data = data
        self._base = base
        self._shapes: dict[int, _Shape] = {}  # by the size of a group from the end of its name

    def parse(self, start: int) -> tuple[LibraryFunction, int]:
        """The function whose group starts at `start`, and where the group ends."""
        data = self._data
        end = start + int.from_bytes(data[start : start + 4], "little")
        if end > len(data) or end < start + MIN_GROUP_SIZE:
            raise self._error(start, f"function group of {end - start} bytes, {len(data) - start} left")
        name = start + 10
        tail = name + int.from_bytes(data[start + 8 : name], "little")
        shape = self._shapes.get(end - tail)
        if shape is not None and data[start + 4 : start + 8] == b"NAME":
            kind = shape.types.get(shape.marks.unpack_from(data, tail))
            if kind is not None and tail > name and data[tail - 1] == 0:
                return self._function(shape, tail, start, data[name : tail - 1], kind), end
        return self._parse_slowly(start, end), end

    def _parse_slowly(self, start: int, end: int) -> LibraryFunction:
        """A group of a shape, or with a type, that was not there before."""
        reader = Reader(self._data, start + 4, end, base=self._base)
        places: dict[str, tuple[int, int]] = {}
        for tag, payload in iterate_tags(reader):
            if tag in places:
                raise self._error(payload.pos, f"function has tag {tag!r} twice")
            size = _FIXED_SIZES.get(tag, payload.remaining)
            if payload.remaining != size:
                raise self._error(payload.pos, f"{tag} has {payload.remaining} bytes, not {size}")
            places[tag] = (payload.pos, size)
        if reader.remaining:
            raise self._error(reader.pos, "function group goes on behind ENDT")
        for tag in _REQUIRED:
            if tag not in places:
                raise self._error(start, f"function has no {tag}")
        at, size = places["NAME"]
        name = self._data[at : at + size]
        decode_string(name)
        kind = FunctionType(self._data[places["TYPE"][0]])
        tail, shape = self._shape(places, end)
        return self._function(shape, tail, start, name[:-1], kind)

    def _shape(self, places: dict[str, tuple[int, int]], end: int) -> tuple[int, _Shape]:
        """The shape of these places in `data`, and what its own count from."""
        if next(iter(places)) != "NAME" or WIDE_TAGS.intersection(places):
            return 0, _Shape(places)
        tail = sum(places["NAME"])
        relative = {tag: (at - tail, size) for tag, (at, size) in places.items()}
        relative["NAME"] = (0, 0)  # its place varies within the shape
        shape = self._shapes.get(end - tail)
        if shape is None or shape.places != relative:
            shape = self._shapes[end - tail] = _Shape(relative)
        shape.types[shape.marks.unpack_from(self._data, tail)] = FunctionType(self._data[places["TYPE"][0]])
        return tail, shape

    def _function(self, shape: _Shape, base: int, start: int, name: bytes, kind: FunctionType) -> LibraryFunction:
        stored = StoredFunction(shape, self._data, base, self._base + start)
        return LibraryFunction.read_from(self._origin, stored, string_from_bytes(name), kind)

    def _error(self, pos: int, reason: str) -> FormatError:
        return FormatError(reason, offset=self._base + pos)
