"""Source lines from the sources that a library contains."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.errors import MtlbError
from ..container import Library, unpack_sources


class SourceTexts:
    """The sources of some libraries; they are unpacked when the first line is requested."""

    def __init__(self, libraries: Sequence[Library]) -> None:
        self._libraries = libraries
        self._files: list[tuple[list[str], list[str]]] | None = None

    def line(self, path: str, row: int) -> str:
        """A line, counted from 1, without surrounding blanks; "" if there is no such file or line.
        Paths in the debug information and in the archives may begin differently: the file with the longest common
        path suffix is used, and none if two files tie."""
        if self._files is None:
            self._files = [*self._unpacked()]
        parts = path.split("/")
        alike = sorted(((_alike(parts, its), lines) for its, lines in self._files), key=lambda item: -item[0])
        if (
            not alike
            or not alike[0][0]
            or (len(alike) > 1 and alike[0][0] == alike[1][0] and alike[0][1] != alike[1][1])
        ):
            return ""
        lines = alike[0][1]
        return lines[row - 1].strip() if 0 < row <= len(lines) else ""

    def _unpacked(self) -> list[tuple[list[str], list[str]]]:
        results = []
        for library in self._libraries:
            if library.sources is None:
                continue
            try:
                files = unpack_sources(library.sources)
            except MtlbError:
                continue  # a damaged archive must not suppress a finding
            results += [(file.path.split("/"), file.data.decode("utf-8", "replace").splitlines()) for file in files]
        return results


def _alike(names: list[str], other: list[str]) -> int:
    """The number of equal path components at the ends of two paths."""
    count = 0
    while count < min(len(names), len(other)) and names[-1 - count] == other[-1 - count]:
        count += 1
    return count
