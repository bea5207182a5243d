"""The state of a verifier run over one file: its findings, and the byte ranges that belong to a part."""

from __future__ import annotations

from collections.abc import Callable

from ..base.files import WINDOW, release_pages
from ..base.findings import CodedFindings, Codes, Severity

CODES: Codes = {
    "malformed": (Severity.ERROR, "the file is malformed and was not read to its end"),
    "file-size": (Severity.ERROR, "the header's file size is not the size of the file"),
    "function-list": (Severity.ERROR, "offset or size of the function list in the header is wrong"),
    "stamp": (Severity.ERROR, "platform, OS version and flags of the header are inconsistent"),
    "section": (Severity.ERROR, "a section does not start where the one before it ends"),
    "gap": (Severity.ERROR, "bytes that are not part of anything"),
    "overlap": (Severity.ERROR, "bytes that are part of two things"),
    "order": (Severity.ERROR, "metadata or modules are not in the order of the functions"),
    "hash": (Severity.ERROR, "HASH is not the SHA-256 of the stored module"),
    "wrapper": (Severity.ERROR, "the bitcode wrapper does not describe its module"),
    "alignment": (Severity.ERROR, "a module or reflection buffer is not aligned to 16 bytes"),
    "duplicate-name": (Severity.ERROR, "two functions have the same name"),
    "missing-tag": (Severity.ERROR, "a function lacks a tag that its layout always writes"),
    "broken-tag": (Severity.ERROR, "the payload of a known tag breaks the tag's format"),
    "attributes": (Severity.ERROR, "VATT and VATY do not describe the same attributes"),
    "reference": (Severity.ERROR, "SOFF or RFLT does not point at a source archive or reflection entry"),
    "source-archive": (Severity.ERROR, "an embedded source archive is not a bzip2 stream"),
    "version-gate": (Severity.ERROR, "the container version is too old for what the file carries"),
    "module": (Severity.ERROR, "the bitcode of a module is malformed or invalid (with --modules)"),
    "core-image-hash": (Severity.WARNING, "HASH of a Core Image module, which Apple computes before the final rewrite"),
    "tag-order": (Severity.WARNING, "the tags of a function are in an order that Apple does not write"),
    "section-order": (Severity.WARNING, "the sections are not in the order that Apple writes"),
    "unreferenced": (Severity.WARNING, "a reflection entry that no function refers to"),
    "unknown-tag": (Severity.WARNING, "an unknown tag; it is kept"),
    "unknown-value": (Severity.WARNING, "an unknown platform, type or version; it is kept"),
    "install-name": (Severity.WARNING, "an install name that a loader can't resolve, or a dynamic library without one"),
    "name-encoding": (Severity.WARNING, "a function name that is not UTF-8"),
    "more": (Severity.WARNING, "further findings of a code, not listed"),
}


class Check(CodedFindings):
    """The findings about a file of `size` bytes, and its byte ranges that belong to a part."""

    def __init__(
        self, size: int, data: memoryview | None = None, progress: Callable[[int, int], None] | None = None
    ) -> None:
        """`data` is the file. `progress` is called with bytes done and bytes in all."""
        super().__init__(CODES)
        self.size = size
        self._data = data
        self._progress = progress
        self._ranges: set[tuple[int, int]] = set()
        self._done = 0

    def cover(self, start: int, end: int) -> None:
        """Record that the bytes from `start` to `end` belong to a part; a range may be recorded repeatedly."""
        self._ranges.add((start, end))

    def done_up_to(self, end: int) -> None:
        """Release hashed pages of the mapping, so that a large file does not fill memory, and report progress."""
        if end - self._done <= WINDOW:
            return
        if self._data is not None:
            release_pages(self._data)
        if self._progress is not None:
            self._progress(end, self.size)
        self._done = end

    def coverage(self) -> None:
        """Report bytes that belong to no part, and bytes that belong to two."""
        covered = 0
        for start, end in sorted(self._ranges):
            if start == end:
                continue
            if start > covered:
                self.report("gap", f"{start - covered} bytes are not part of anything", covered)
            elif start < covered:
                self.report("overlap", f"{min(covered, end) - start} bytes are part of two things", start)
            covered = max(covered, end)
        if covered < self.size:
            self.report("gap", f"{self.size - covered} bytes are not part of anything", covered)
