"""The files of a session and their parts: a library, a module, or a bundle, zip or archive with several."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from ..base.errors import BuildError, MtlbError, in_file
from ..base.filekind import FileKind
from ..inspect.find import Limits
from ..inspect.parts import FilePart, parts_in_file
from ..inspect.view import View, view_of

_KEPT = 256 << 20
"""The limit for parts that stay in memory, in bytes; others are read again when they are requested."""
_KINDS = {FileKind.METALLIB: "metallib", FileKind.DXBC: "dxbc", FileKind.SPIRV: "spirv"}


class OpenedFile:
    """An opened file and its parts; a file without a container is its own single part.
    `path` is read again for parts that are not in memory, so the file must not be moved. Raises the errors of
    reading; for a file without parts, the error of `parts_in_file`."""

    def __init__(self, number: int, name: str, path: str, largest: int | None) -> None:
        self.id = f"f{number}"
        self.name = name
        self._path = path
        self._largest = largest
        self._held: dict[int, FilePart] = {}
        self._views: dict[int, View] = {}
        self.parts: list[dict[str, Any]] = []
        left = _KEPT
        for place, part in enumerate(self._parts()):
            self.parts.append({"file": f"{self.id}.{place}", **_described(part)})
            if part.problem is not None:
                self._held[place] = part
            elif place == 0 or len(part.data) <= left:
                left -= len(part.data)
                self._held[place] = _own(part)
        self.size = _size(path)
        if len(self.parts) == 1:
            self.view(0)  # raises for an unreadable part

    def _parts(self) -> Iterator[FilePart]:
        limits = Limits() if self._largest is None else Limits(member=self._largest, archive=4 * self._largest)
        return parts_in_file(self._path, self.name, limits=limits, largest=self._largest)

    def _part(self, place: int) -> FilePart:
        held = self._held.get(place)
        if held is not None:
            return held
        for number, part in enumerate(self._parts()):
            if number == place and part.place == self.parts[place]["place"]:
                return _own(part)
        raise BuildError("the file changed since it was opened", file=self.name)

    def view(self, place: int) -> View:
        """The view of a part. Raises the errors of reading it; BuildError if there is no such part."""
        if not 0 <= place < len(self.parts):
            raise BuildError(f"there is no part {place}", file=self.name)
        if place not in self._views:
            part = self._part(place)
            with in_file(part.place):
                self._views[place] = view_of(part, part.place)
        return self._views[place]

    def described(self) -> dict[str, Any]:
        """The answer to `open`; it lists parts only if there are several."""
        several = len(self.parts) > 1
        return {
            "file": self.id if several else f"{self.id}.0",
            "name": self.name,
            "size": self.size,
            "kind": "container-of-files" if several else self.parts[0]["kind"],
            "place": self.name if several else self.parts[0]["place"],
            "parts": self.parts if several else [],
        }


def _own(part: FilePart) -> FilePart:
    """A copy of the part's bytes: a mapped file may change during the session."""
    return part if isinstance(part.data.obj, bytes) else part._replace(data=memoryview(bytes(part.data)))


def _size(path: str) -> int:
    """The size in bytes of a file, or of all files below a directory."""
    if not os.path.isdir(path):
        return os.path.getsize(path)
    paths = (os.path.join(directory, name) for directory, _, names in os.walk(path) for name in names)
    return sum(os.lstat(path).st_size for path in paths)


def _described(part: FilePart) -> dict[str, Any]:
    facts = {"place": part.place, "kind": "problem", "size": len(part.data), "contents": "", "problem": None}
    try:
        if part.problem is not None:
            raise part.problem
        facts["kind"] = "air" if part.is_module else _KINDS.get(part.kind, part.kind.words)
        if part.kind is FileKind.METALLIB:
            count = len(part.library().functions)
            facts["contents"] = f"{count:,} function{'' if count == 1 else 's'}"
        else:
            facts["contents"] = part.kind.words
    except MtlbError as error:
        facts["problem"] = str(error)
    return facts
