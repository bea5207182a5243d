"""A library, or a module, compared with a golden file."""

from __future__ import annotations

import os
from itertools import chain
from pathlib import Path
from typing import Union

from ..base.arguments import instance
from ..base.errors import MtlbError
from ..base.filekind import FileKind, sniff
from ..base.files import write_atomic
from ..bitcode import read_module
from ..container import Library, read, write
from ..container.parts import library_parts
from ..inspect.diff import diff_code
from ..linker import LinkResult
from .frames import hiding_frames

UPDATE_VARIABLE = "MTLB_UPDATE_GOLDEN"
"""Set to anything but `0` or nothing, golden files are written instead of compared."""

_MAX_LINES = 40
_MAX_CODE = 20
_CONTEXT = 16
_MODULE = ": module"  # how the names of those parts end
_LFS_POINTER = b"version https://git-lfs"

Metallib = Union[bytes, bytearray, memoryview, Library, LinkResult, str, "os.PathLike[str]"]
"""A library or module: its bytes, a path, a library in memory, or what a link gave."""


@hiding_frames
def assert_metallib_equal(actual: Metallib, golden: str | os.PathLike[str], *, update: bool | None = None) -> None:
    """AssertionError with a part-by-part difference unless `actual` is the golden file, byte by byte.

    `update` True stores `actual` as the golden file and passes; None asks the environment (`UPDATE_VARIABLE`). A file
    that is of another kind than `actual` is neither compared nor replaced.
    """
    __tracebackhide__ = True  # pytest: show the caller's line, not ours
    path = Path(instance("golden", golden, str, os.PathLike))
    data = metallib_bytes(actual)
    if is_updating() if update is None else update:
        store(data, path)
    elif problem := golden_problem(data, path, f"set {UPDATE_VARIABLE}=1"):
        raise AssertionError(problem)


def is_updating() -> bool:
    """Whether the environment says that golden files are to be written."""
    return os.environ.get(UPDATE_VARIABLE, "0") not in ("", "0")


def golden_problem(data: bytes, path: Path, accept: str) -> str:
    """Why bytes are not the golden file, with the parts that differ; "" if they are. `accept`: how to accept them."""
    if not path.exists():
        return f"{path} does not exist; {accept} to create it"
    if path.is_dir():
        return f"{path} is a directory, not a golden file"
    expected = path.read_bytes()
    if data == expected:
        return ""
    if _family(expected) is not _family(data):
        return f"{path} is {_words(expected)}, the test produced {_words(data)}"
    lines = differences(data, expected)
    more = [f"... and {len(lines) - _MAX_LINES} more"] if len(lines) > _MAX_LINES else []
    what = "module" if sniff(data).is_module else "library"
    report = "\n  ".join([f"the {what} is not {path} (- golden, + actual):", *lines[:_MAX_LINES], *more])
    return f"{report}\n{accept} to accept it"


def store(data: bytes, path: Path) -> bool:
    """Make bytes the golden file; whether that changed it. AssertionError for what would be lost by it.

    A file of another kind stays as it is, and what can't be read is not stored.
    """
    __tracebackhide__ = True
    if sniff(data) is FileKind.METALLIB:
        try:
            read(data)
        except MtlbError as error:
            raise AssertionError(f"{path} is not written: the test's output can't be read: {error}") from None
    if path.is_dir():
        raise AssertionError(f"{path} is a directory, not a golden file")
    if path.exists():
        before = path.read_bytes()
        if before == data:
            return False
        if _family(before) is not _family(data):
            raise AssertionError(
                f"{path} is not written: it is {_words(before)}, the test produced {_words(data)}; remove it first"
            )
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, data)
    return True


def _family(data: bytes) -> FileKind:
    kind = sniff(data)
    return FileKind.BITCODE if kind.is_module else kind


def _words(data: bytes) -> str:
    """What a file is, in words."""
    if not data:
        return "an empty file"
    if data.startswith(_LFS_POINTER):
        return "a pointer of Git LFS (`git lfs pull` fetches the file)"
    return sniff(data).words


def differences(actual: Metallib, expected: Metallib) -> list[str]:
    """The differing parts of two libraries, a line or two for each; empty if their bytes are equal.

    The first lines that differ in the code of modules are among them.
    """
    actual, expected = metallib_bytes(actual), metallib_bytes(expected)
    if actual == expected:
        return []
    try:
        if sniff(actual).is_module and sniff(expected).is_module:
            return [*_changed("module", expected, actual), *_code(expected, actual)]
        new, old = dict(library_parts(read(actual))), dict(library_parts(read(expected)))
    except MtlbError as error:
        return [f"one of them can't be read: {error}", *_changed("file", expected, actual)]
    lines: list[str] = []
    for part in chain(old, (part for part in new if part not in old)):
        if part not in new:
            lines.append(f"- {part}: {_printed(old[part])}")
        elif part not in old:
            lines.append(f"+ {part}: {_printed(new[part])}")
        elif old[part] != new[part]:
            lines += _changed(part, old[part], new[part])
            if part.endswith(_MODULE):
                lines += _code(old[part], new[part])
    return lines or ["all parts are equal, their offsets differ", *_changed("file", expected, actual)]


def metallib_bytes(library: Metallib) -> bytes:
    """The bytes of a library or module, whatever it is given as. OSError for a path that can't be read."""
    if isinstance(library, LinkResult):
        library = library.library
    if isinstance(library, Library):
        return write(library)
    if isinstance(library, (bytes, bytearray, memoryview)):
        return bytes(library)
    return Path(instance("a library to compare", library, str, os.PathLike)).read_bytes()


def _code(old: str | bytes, new: str | bytes) -> list[str]:
    """The first lines of the difference of two modules' code; none of modules that can't be read."""
    if isinstance(old, str) or isinstance(new, str):
        return []
    try:
        lines = diff_code(read_module(old), read_module(new))[2:]
    except MtlbError:
        return []
    more = [f"... and {len(lines) - _MAX_CODE} more lines"] if len(lines) > _MAX_CODE else []
    return [f"    {line}" for line in (*lines[:_MAX_CODE], *more)]


def _changed(part: str, old: str | bytes, new: str | bytes) -> list[str]:
    if isinstance(old, bytes) and isinstance(new, bytes):
        at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
        place = f"{part} at byte {at:#x}"
        return [
            f"- {place}: {old[at : at + _CONTEXT].hex(' ') or 'end'} ({len(old)} bytes)",
            f"+ {place}: {new[at : at + _CONTEXT].hex(' ') or 'end'} ({len(new)} bytes)",
        ]
    return [f"- {part}: {_printed(old)}", f"+ {part}: {_printed(new)}"]


def _printed(value: str | bytes) -> str:
    return value if isinstance(value, str) else f"{len(value)} bytes"
