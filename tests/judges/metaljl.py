"""The rules of Metal.jl's reader of libraries (JuliaGPU/Metal.jl, src/compiler/library.jl, MIT), without mtlb.

Metal.jl reads what Apple's tools write and writes what Metal loads on its users' Macs. Its reader goes through a file
from the front to the back and asserts where each section ends. The rules are those assertions, restated; Julia is not
needed. An unknown tag is a warning there, and is counted here.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

_WIDE = ("RBUF", "SBUF")
"""Tags whose size has 32 bits."""
_SIZES = {"TYPE": 1, "OFFT": 24, "SOFF": 8, "VERS": 8, "MDSZ": 8, "RFLT": 8, "UUID": 16}
_SIZES |= dict.fromkeys(("HSRC", "HSRD", "HDYN", "RLST", "SLST"), 16)
_TEXTS = ("NAME", "DEPF")
_OPAQUE = ("HASH", *_WIDE)
_MAGIC = b"MTLB"


class Refused(Exception):
    """An assertion of the reader that a file does not keep."""


class Reading(NamedTuple):
    functions: int
    unknown_tags: frozenset[str]


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.unknown: set[str] = set()

    def number(self, size: int) -> int:
        return int.from_bytes(self.bytes(size), "little")

    def bytes(self, size: int) -> bytes:
        if self.at + size > len(self.data):
            raise Refused(f"the file ends before {self.at + size:#x}")
        self.at += size
        return self.data[self.at - size : self.at]

    def text(self) -> bytes:
        end = self.data.find(b"\0", self.at)
        if end < 0:
            raise Refused("a text without an end")
        text = self.data[self.at : end]
        self.at = end + 1
        return text

    def expect(self, what: str, place: int) -> None:
        if self.at != place:
            raise Refused(f"{what} at {self.at:#x}, not {place:#x}")

    def group(self, *, has_size: bool = True, width: int = 2, counts_size: bool = True) -> dict[str, bytes]:
        """A group of tags: that of the function list, of metadata, of a source archive."""
        size, begin = 0, self.at
        if has_size:
            size = self.number(4)
            begin = begin if counts_size else self.at
        tags: dict[str, bytes] = {}
        while (tag := self.bytes(4).decode("latin1")) != "ENDT":
            length = self.number(4 if tag in _WIDE else width)
            end = self.at + length
            self.value(tag, length)
            self.expect(f"the value of {tag} ends", end)
            tags[tag] = self.data[end - length : end]
        if has_size:
            self.expect("a group ends", begin + size)
        return tags

    def value(self, tag: str, length: int) -> None:
        if tag in _SIZES:
            self.bytes(_SIZES[tag])
        elif tag in _TEXTS:
            self.text()
        elif tag == "CNST":
            for _ in range(self.number(2)):
                self.text()
                self.bytes(3)
                if self.number(1) > 1:
                    raise Refused("a function constant is active neither 0 nor 1 times")
        elif tag == "DEBI":
            self.bytes(4)
            self.text()
        elif tag == "SARC":
            name = self.text()
            self.bytes(length - len(name) - 1)
        else:
            if tag not in _OPAQUE:
                self.unknown.add(tag)
            self.bytes(length)


def read(data: bytes) -> Reading:
    """What the reader makes of a library. Refused if one of its assertions fails."""
    if data[:4] != _MAGIC:
        raise Refused("not a Metal library")
    names = ["size", "list", "list_size", "public", "public_size", "private", "private_size", "modules", "modules_size"]
    header = dict(zip(names, struct.unpack_from("<9Q", data, 16), strict=True))
    reader = _Reader(data)
    reader.at = header["list"]
    functions = [reader.group() for _ in range(reader.number(4))]
    if reader.at > header["list"] + header["list_size"] + 4:
        raise Refused(f"the function list ends at {reader.at:#x}")
    extension: dict[str, bytes] = {}
    if reader.at < header["public"]:
        extension = reader.group(has_size=False)
        reader.expect("the header extension ends", header["public"])
    for section, end in (("public", "private"), ("private", "modules")):
        for _ in functions:
            reader.group()
        reader.expect(f"{section} metadata ends", header[end])
    for function in functions:
        if "NAME" not in function or "VERS" not in function:
            raise Refused("a function without name or versions")
        reader.bytes(int.from_bytes(function["MDSZ"], "little"))
    reader.expect("the modules end", header["modules"] + header["modules_size"])
    _extra(reader, extension, functions)
    return Reading(len(functions), frozenset(reader.unknown))


def _extra(reader: _Reader, extension: dict[str, bytes], functions: list[dict[str, bytes]]) -> None:
    """The sections that the header extension names."""
    places = {tag: struct.unpack("<2Q", value) for tag, value in extension.items() if len(value) == _SIZES["HSRC"]}
    if "RLST" in places:
        begin, size = places["RLST"]
        reader.at = begin
        pointed = {int.from_bytes(function["RFLT"], "little") for function in functions if "RFLT" in function}
        for _ in range(reader.number(4)):
            if reader.at - begin not in pointed:
                raise Refused(f"no function points to the reflection at {reader.at - begin:#x}")
            if "RBUF" not in reader.group():
                raise Refused("a reflection without a buffer")
        reader.expect("the reflection list ends", begin + size)
    if "SLST" in places:
        reader.at = places["SLST"][0]
        for _ in range(reader.number(4)):
            reader.group()
        reader.expect("the script list ends", sum(places["SLST"]))
    if "HDYN" in places:
        reader.at = places["HDYN"][0]
        reader.group(has_size=False)
        reader.expect("the dynamic header ends", sum(places["HDYN"]))
    sources = [tag for tag in ("HSRC", "HSRD") if tag in places]
    if len(sources) > 1:
        raise Refused("two sections of sources")
    for tag in sources:
        reader.at = places[tag][0]
        count = reader.number(4)
        for _ in range(2 if tag == "HSRD" else 1):
            reader.text()
        for _ in range(count):
            if "SARC" not in reader.group(width=4, counts_size=False):
                raise Refused("sources without an archive")
