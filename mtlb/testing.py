"""Golden-file tests of libraries, for our users' test suites and our own.

    from mtlb.testing import assert_metallib_equal

    def test_my_compiler(tmp_path):
        assert_metallib_equal(compile_it(), "golden/shaders.metallib")

Run the tests with `MTLB_UPDATE_GOLDEN=1` in the environment to store what they produce as the new golden files.
"""

from __future__ import annotations

import os
from itertools import chain
from pathlib import Path

from .base.arguments import instance
from .base.errors import MtlbError
from .base.files import write_atomic
from .container import Library, read, write
from .container.parts import function_parts, library_parts

__all__ = ["UPDATE_VARIABLE", "assert_metallib_equal", "differences", "function_parts", "library_parts"]

UPDATE_VARIABLE = "MTLB_UPDATE_GOLDEN"
"""Set to anything but `0` or nothing, golden files are written instead of compared."""

_MAX_LINES = 40
_CONTEXT = 16

Metallib = bytes | bytearray | memoryview | Library | str | os.PathLike[str]


def assert_metallib_equal(actual: Metallib, golden: str | os.PathLike[str], *, update: bool | None = None) -> None:
    """AssertionError with a part-by-part difference unless `actual` (bytes, a library or a path) is the golden file.

    `update` True stores `actual` as the golden file and passes; None asks the environment (`UPDATE_VARIABLE`).
    """
    __tracebackhide__ = True  # pytest: show the caller's line, not ours
    path = Path(instance("golden", golden, str, os.PathLike))
    data = _bytes_of(actual)
    if update if update is not None else os.environ.get(UPDATE_VARIABLE, "0") not in ("", "0"):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, data)
        return
    if not path.exists():
        raise AssertionError(f"{path} does not exist; set {UPDATE_VARIABLE}=1 to create it")
    expected = path.read_bytes()
    if data != expected:
        lines = differences(data, expected)
        more = [f"... and {len(lines) - _MAX_LINES} more"] if len(lines) > _MAX_LINES else []
        report = "\n  ".join([f"the library is not {path} (- golden, + actual):", *lines[:_MAX_LINES], *more])
        raise AssertionError(f"{report}\nset {UPDATE_VARIABLE}=1 to accept it")


def differences(actual: Metallib, expected: Metallib) -> list[str]:
    """The differing parts of two libraries, a line or two for each; empty if their bytes are equal."""
    actual, expected = _bytes_of(actual), _bytes_of(expected)
    if actual == expected:
        return []
    try:
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
    return lines or ["all parts are equal, their offsets differ", *_changed("file", expected, actual)]


def _bytes_of(library: Metallib) -> bytes:
    if isinstance(library, Library):
        return write(library)
    if isinstance(library, (bytes, bytearray, memoryview)):
        return bytes(library)
    return Path(instance("a library to compare", library, str, os.PathLike)).read_bytes()


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
