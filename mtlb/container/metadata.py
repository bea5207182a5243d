"""Public and private metadata: a group of tags per function in each of the two sections."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from ..base.binary import Reader, Writer
from ..base.classes import dataclass
from ..base.errors import FormatError
from ..base.metal import DataType
from .checking import Check
from .header import Section
from .stored import StoredFile
from .tags import (
    AttributeSlot,
    AttributeUse,
    ConstantTag,
    CoreImageArgument,
    DebugLocation,
    TagGroup,
    TagValue,
    expect_end,
    read_group,
    read_tags,
    write_tags,
)

_G = TypeVar("_G", bound=TagGroup)


@dataclass(frozen=True, slots=True)
class VertexAttribute:
    """One attribute of a vertex function."""

    name: str
    index: int
    type: DataType
    active: bool = True
    use: AttributeUse = AttributeUse.STANDARD


class PublicMetadata(TagGroup):
    """What applications can query of a function: vertex attributes, function constants, Core Image signature."""

    __slots__ = ()
    ORDER = ("VATT", "VATY", "CNST", "RETR", "ARGR")

    @property
    def vertex_attributes(self) -> tuple[VertexAttribute, ...]:
        """VATT and VATY together, in the order of the function's arguments."""
        slots, types = self.items("VATT", AttributeSlot), self.items("VATY", DataType)
        return tuple(VertexAttribute(s.name, s.index, t, s.active, s.use) for s, t in zip(slots, types, strict=False))

    @vertex_attributes.setter
    def vertex_attributes(self, attributes: tuple[VertexAttribute, ...]) -> None:
        slots = tuple(AttributeSlot(a.name, a.index, a.use, a.active) for a in attributes)
        self.set_optional("VATT", slots or None)
        self.set_optional("VATY", tuple(a.type for a in attributes) or None)

    @property
    def function_constants(self) -> tuple[ConstantTag, ...]:
        """CNST: the constants that a pipeline sets; empty if there is no CNST."""
        return self.items("CNST", ConstantTag)

    @function_constants.setter
    def function_constants(self, constants: tuple[ConstantTag, ...]) -> None:
        self.set_optional("CNST", tuple(constants) or None)

    @property
    def return_type(self) -> DataType | None:
        """The return type of a Core Image function."""
        return next((value for value in self.values("RETR") if isinstance(value, DataType)), None)

    @return_type.setter
    def return_type(self, data_type: DataType | None) -> None:
        self.set_optional("RETR", data_type)

    @property
    def arguments(self) -> tuple[CoreImageArgument, ...] | None:
        """The arguments of a Core Image function; None for any other."""
        return self.items("ARGR", CoreImageArgument) if self.values("ARGR") else None

    @arguments.setter
    def arguments(self, arguments: tuple[CoreImageArgument, ...] | None) -> None:
        self.set_optional("ARGR", None if arguments is None else tuple(arguments))


class PrivateMetadata(TagGroup):
    """Records of the tools about a function: source line (DEBI) and the inputs it came from (DEPF)."""

    __slots__ = ()
    ORDER = ("DEBI", "DEPF")

    @property
    def debug_location(self) -> DebugLocation | None:
        """DEBI: file and line of the function; None if there is none."""
        return next((value for value in self.values("DEBI") if isinstance(value, DebugLocation)), None)

    @debug_location.setter
    def debug_location(self, location: DebugLocation | None) -> None:
        self.set_optional("DEBI", location)

    @property
    def dependency_files(self) -> list[str]:
        """Paths of the `.air` inputs, as on the link line."""
        return self.strings("DEPF")

    @dependency_files.setter
    def dependency_files(self, paths: list[str]) -> None:
        self.set_values("DEPF", list(paths))


class StoredMetadata(Generic[_G]):
    """The groups of one of the two sections, each read once."""

    def __init__(self, file: StoredFile, section: Section, kind: type[_G]) -> None:
        self._file = file
        self._section = section
        self._kind = kind
        self._groups: dict[int, _G] = {}
        self._stored: dict[int, bytes] = {}
        self._contents: dict[bytes, list[tuple[str, TagValue]]] = {}
        self._rewritten: dict[bytes, bytes] = {}

    def at(self, offset: int) -> _G:
        """The group at `offset` of the section; FormatError if it is bad."""
        if offset not in self._groups:
            self._groups[offset] = self._kind(list(self._contents[self._content(offset)]))
        return self._groups[offset]

    def untouched(self, offset: int) -> bytes | None:
        """The bytes of the group at `offset`, without its size; FormatError if it is bad.

        None if `at` has returned the group, because the caller may have changed it, and if it would be written
        differently. The same object is returned for each offset.
        """
        if offset in self._groups:
            return None
        content = self._content(offset)
        if content not in self._rewritten:
            out = Writer()
            write_tags(out, self._contents[content])
            self._rewritten[content] = out.getvalue()
        return content if self._rewritten[content] == content else None

    def _content(self, offset: int) -> bytes:
        """The interned bytes; their tags are in `_contents`."""
        if offset in self._stored:
            return self._stored[offset]
        reader = self._file.reader_at(self._section, offset, "metadata group")
        group = read_group(reader, includes_itself=self._file.layout.size_includes_itself)
        self._file.hand_out(self._section, 4 + group.remaining)
        content = bytes(self._file.data[group.pos : group.end])
        if content not in self._contents:  # few groups are distinct
            self._contents[content] = read_tags(group)
            expect_end(group, "metadata group")
        self._stored[offset] = content
        return content

    def check(self, check: Check, places: Iterable[tuple[str, int]]) -> None:
        """Check each group once. `places`: the names of the functions, and where their groups lie in the section."""
        start, kind = self._section.offset, self._kind
        uncounted = 0 if self._file.layout.size_includes_itself else 4
        data = bytes(self._file.data[start : self._section.end])
        done: set[int] = set()
        checked: set[bytes] = set()
        for function, place in places:
            if place in done:
                continue
            done.add(place)
            end = place + int.from_bytes(data[place : place + 4], "little") + uncounted
            if not place + 8 <= end <= len(data):
                check.report("malformed", f"{kind.__name__} leaves its section", start + place, function)
                continue
            check.cover(start + place, start + end)
            content = data[place + 4 : end]
            if content in checked:
                continue  # an equal group was checked already
            before = check.count
            _check_tags(check, Reader(content, base=start + place + 4), kind, function)
            if check.count == before:
                checked.add(content)


def _check_tags(check: Check, reader: Reader, kind: type[TagGroup], function: str) -> None:
    offset = reader.offset
    try:
        group = kind(read_tags(reader))
    except FormatError as error:
        check.report("malformed", error.reason, error.offset, function)
        return
    if reader.remaining:
        check.report("gap", f"{reader.remaining} bytes after ENDT of a group", reader.offset, function)
    for name, _ in group.raw_tags:
        code = "broken-tag" if name in kind.ORDER else "unknown-tag"
        check.report(code, f"{kind.__name__} has {name!r}", offset, function)
    if isinstance(group, PublicMetadata):
        slots, types = group.values("VATT"), group.values("VATY")
        if [len(v) for v in slots if isinstance(v, tuple)] != [len(v) for v in types if isinstance(v, tuple)]:
            check.report("attributes", "VATT and VATY differ in number", offset, function)
