"""Inputs and outputs: paths, `-` for stdin and stdout, response files, directories of outputs."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

import mtlb
from mtlb.base.errors import BuildError, FormatError, MtlbError, UnsupportedError, in_file
from mtlb.base.install_names import is_relocatable

from . import console
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.archives.architectures import Architecture
    from mtlb.container import Library
    from mtlb.inspect import NamedModule
    from mtlb.inspect.parts import FilePart

STDIO = "-"
_MAX_ARGUMENTS = 1_000_000
_MAX_RESPONSE_FILES = 10_000


def shown(name: str) -> str:
    """The name of an input in messages."""
    return "<stdin>" if name == STDIO else name


def read_input(name: str) -> bytes:
    """All bytes of a file, or of stdin for `-`."""
    if name == STDIO:
        return sys.stdin.buffer.read()
    from mtlb.base.files import read_file

    return read_file(name)


def naming(name: str) -> AbstractContextManager[None]:
    """Errors that are raised inside get the name of the input."""
    return in_file(shown(name))


def input_parts(name: str, architecture: str | None = None) -> Iterator[FilePart]:
    """The libraries and modules in an input of any kind; - for stdin. Raises UsageError for an unknown architecture."""
    from mtlb.archives.architectures import Architecture
    from mtlb.inspect.parts import parts_in, parts_of

    wanted_architecture: Architecture | None = None
    if architecture is not None:
        with option_values():
            wanted_architecture = Architecture.of(architecture)
    return (
        parts_in(read_input(name), shown(name), wanted_architecture)
        if name == STDIO
        else parts_of(name, wanted_architecture)
    )


class Reading:
    """The parts of several inputs. Errors are reported, and the other inputs are still read; `failed` says whether
    there were any.
    `problems`: malformed files are returned as parts with a `problem`, for commands that report them."""

    def __init__(self, names: Sequence[str], architecture: str | None = None, *, problems: bool = False) -> None:
        self.names = names
        self.architecture = architecture
        self.problems = problems
        self.failed = False
        self.errors = 0  # files whose errors were printed

    def __iter__(self) -> Iterator[FilePart]:
        for name in self.names:
            with self.reporting():
                for part in self._parts(name):
                    if part.problem is None or self.problems:
                        yield part
                    else:
                        self._report(part.problem)

    def _parts(self, name: str) -> Iterator[FilePart]:
        from mtlb.inspect.parts import FilePart

        try:
            yield from input_parts(name, self.architecture)
        except (FormatError, UnsupportedError) as error:
            if not self.problems:
                raise
            yield FilePart(shown(name), memoryview(b""), problem=error)

    @contextmanager
    def reporting(self, place: str = "") -> Iterator[None]:
        """Print an error about an input; it ends only this block."""
        try:
            with in_file(place):
                yield
        except MtlbError as error:
            self._report(error)
        except OSError as error:
            if error.filename is None:  # from writing the output, not from reading an input
                raise
            self._report(error)

    def _report(self, error: MtlbError | OSError) -> None:
        self.failed = True
        self.errors += 1
        console.failure(error)

    @property
    def code(self) -> int:
        """The exit code of a command that only prints its inputs."""
        return 1 if self.failed else 0


@contextmanager
def open_part(name: str, architecture: str | None = None, *, output: str = STDIO) -> Iterator[FilePart]:
    """The single library or module in an input. Errors name it; raises UsageError if there are several.
    `output`: the output path; raises UsageError if it equals the input and the input is e.g. a zip or a universal
    file: extracted contents never replace their container."""
    from mtlb.inspect.parts import one_part

    parts = input_parts(name, architecture)
    try:
        part = one_part(parts, shown(name))
    except BuildError as error:
        raise UsageError(str(error)) from error
    if part.place != shown(name):
        check_paths([name], [output])
    with in_file(part.place):
        yield part
        for _ in parts:  # until the end, where a check detects a change of the file
            pass


@contextmanager
def open_library(name: str, *, output: str = STDIO) -> Iterator[mtlb.Library]:
    """The single library in an input (mapped, not read). Raises the errors of `open_part`."""
    with open_part(name, output=output) as part:
        yield mtlb.Library.of(part.library())


def map_input(name: str) -> memoryview:
    """All bytes of a file, mapped if it is large, or of stdin for `-`. Errors name the file."""
    from mtlb.base.files import MappedFile

    if (embedded := embedded_data(name)) is not None:
        return embedded
    with naming(name):
        return memoryview(read_input(name)) if name == STDIO else MappedFile(name).data


def embedded_data(name: str) -> memoryview | None:
    """The bytes of the library or container at ``FILE@OFFSET``; None for any other name."""
    from mtlb.archives.places import split_offset

    if name == STDIO or os.path.lexists(name) or split_offset(name)[1] is None:
        return None
    with open_part(name) as part:
        return memoryview(bytes(part.data))


def modules_of_input(name: str, functions: Collection[str] = (), architecture: str | None = None) -> list[NamedModule]:
    """The modules in an input of any kind: for all functions, or for the named ones. Errors name it."""
    from mtlb.inspect import modules_of_parts

    with naming(name):
        try:
            return modules_of_parts(input_parts(name, architecture), functions)
        except BuildError as error:
            raise UsageError(f"{shown(name)} {error.reason}") from error


def check_output(name: str) -> None:
    """Refuse to send binary to a terminal; called before the work is done."""
    if name == STDIO and sys.stdout.isatty():
        raise UsageError("the output is binary and stdout is a terminal: name a file with -o, or redirect stdout")


def check_paths(read: Sequence[str], written: Sequence[str], *, may_replace: bool = False) -> None:
    """Raise UsageError for an output that is an input or a response file, and for two outputs that are the same
    file.
    `may_replace`: an output may be one of the inputs. Called before the work is done. Special files (a pipe,
    /dev/null) may occur twice."""
    from mtlb.archives.places import file_of_place

    held = {name: file_of_place(name) for name in read if name != STDIO}
    # Extracted contents never replace their container.
    inputs = {_identity(file) for name, file in held.items() if not may_replace or file != name}
    responses = {_identity(name) for name in console.settings().response_files}
    outputs: set[object] = set()
    for output in written:
        if output == STDIO or _is_special(output):
            continue
        identity = _identity(output)
        if identity in inputs:
            raise UsageError(f"{console.printable(output)} is an input: name another file for the output")
        if identity in responses:
            raise UsageError(f"{console.printable(output)} is a response file: name another file for the output")
        if identity in outputs:
            raise UsageError(f"{console.printable(output)} is named for two outputs")
        outputs.add(identity)


def _is_special(name: str) -> bool:
    """Whether it exists, and is neither a file nor a directory."""
    return os.path.exists(name) and not (os.path.isfile(name) or os.path.isdir(name))


def _identity(name: str) -> object:
    """Equal for two paths of the same file: through all kinds of links, and on case-insensitive file systems."""
    if os.path.exists(name):
        status = os.stat(name)
        return status.st_dev, status.st_ino
    return os.path.realpath(name)


def write_output(name: str, data: bytes) -> None:
    """Write a file completely or not at all, or write to stdout for `-`."""
    if name == STDIO:
        check_output(name)
        sys.stdout.buffer.write(data)
        return
    from mtlb.base.files import write_atomic

    write_atomic(name, data)


def write_text(name: str, text: str) -> None:
    """Write a text file (UTF-8) completely or not at all, or write to stdout for `-`."""
    if name == STDIO:
        sys.stdout.write(text)
    else:
        write_output(name, text.encode("utf-8"))


def written_as(output: str, size: int) -> str:
    """The name and size of the output, for a summary."""
    return f"{'stdout' if output == STDIO else shown(output)}: {size:,} bytes"


def write_library(name: str, library: Library) -> int:
    """Write a library to a file, completely or not at all, or to stdout for `-`. Returns its size in bytes."""
    if name == STDIO or _is_special(name):
        data = mtlb.write(library)
        write_output(name, data)
        return len(data)
    mtlb.save(library, name)
    return os.path.getsize(name)


def expand_response_files(arguments: Sequence[str]) -> list[str]:
    """`arguments` with every `@FILE` replaced by the words in that file, with POSIX shell quoting.
    The words may name further response files; a recursive one is refused. An install name (`@loader_path/…`) is not
    a response file."""
    expanded: list[str] = []
    opened = 0
    stack: list[tuple[str, Iterator[str]]] = [("", iter(arguments))]
    while stack:
        word = next(stack[-1][1], None)
        if word is None:
            stack.pop()
        elif len(word) < 2 or not word.startswith("@") or is_relocatable(word):
            expanded.append(word)
        else:
            path = word[1:]
            console.settings().response_files.append(path)
            identity = os.path.realpath(path)
            opened += 1
            if any(identity == included for included, _ in stack):
                raise UsageError(f"response file {path} includes itself")
            if opened > _MAX_RESPONSE_FILES:
                raise UsageError(f"more than {_MAX_RESPONSE_FILES} response files")
            stack.append((identity, iter(_words(path))))
        if len(expanded) > _MAX_ARGUMENTS:
            raise UsageError(f"more than {_MAX_ARGUMENTS} arguments after expanding response files")
    return expanded


def expand_patterns(arguments: Sequence[str]) -> list[str]:
    """`arguments` with every pattern (`air/*.air`) replaced by the matching files, sorted by name.
    For Windows, whose shells leave patterns to programs. A pattern without matches is unchanged."""
    from glob import glob

    expanded: list[str] = []
    for word in arguments:
        has_wildcard = "*" in word or "?" in word
        expanded += (sorted(glob(word.replace("[", "[[]"))) if has_wildcard else []) or [word]
    return expanded


def _words(path: str) -> list[str]:
    import shlex

    try:
        with open(path, "rb") as file:
            text = os.fsdecode(file.read())
        if "\0" in text:
            raise ValueError("it has a zero byte, which no argument can have")
        return shlex.split(text)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"response file {path}: {reason}") from error
