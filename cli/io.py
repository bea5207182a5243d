"""Inputs and outputs: paths, `-` for stdin and stdout, response files, directories of outputs."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from mtlb.base.errors import BuildError, in_file
from mtlb.base.install_names import is_relocatable

from . import console
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.container import Library
    from mtlb.dxbc import Container
    from mtlb.inspect import NamedModule

__all__ = [
    "STDIO",
    "check_output",
    "check_paths",
    "direct3d",
    "expand_response_files",
    "map_input",
    "naming",
    "open_library",
    "open_modules",
    "read_input",
    "shown",
    "write_library",
    "write_output",
    "write_text",
]

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
    """Errors raised inside name the input."""
    return in_file(shown(name))


@contextmanager
def open_library(name: str) -> Iterator[Library]:
    """The library in a file (mapped, not read), or on stdin for `-`. Errors name the file."""
    import mtlb

    with naming(name):
        if name == STDIO:
            yield mtlb.read(read_input(name))
        else:
            with mtlb.open(name) as library:
                yield library
                library.check_unchanged()


def direct3d(name: str) -> Container | None:
    """The Direct3D container that a file is; None for any other file. Errors name it."""
    from mtlb.base.filekind import FileKind, sniff
    from mtlb.dxbc import read

    with naming(name):
        if name == STDIO or not os.path.isfile(name):
            return None
        with open(name, "rb") as file:
            if sniff(file.read(8)) is not FileKind.DXBC:
                return None
        return read(map_input(name))


def map_input(name: str) -> memoryview:
    """All bytes of a file, mapped if it is large, or of stdin for `-`. Errors name the file."""
    from mtlb.base.files import MappedFile

    with naming(name):
        return memoryview(read_input(name)) if name == STDIO else MappedFile(name).data


@contextmanager
def open_modules(name: str, functions: Collection[str] = ()) -> Iterator[list[NamedModule]]:
    """The module that a file is, or those of the library: of all functions, or of the named ones. Errors name it."""
    from mtlb.inspect import modules_in

    with naming(name):
        try:
            modules = modules_in(map_input(name), functions)
        except BuildError as error:
            raise UsageError(f"{shown(name)} {error.reason}") from error
        yield modules


def check_output(name: str) -> None:
    """Refuse to send binary to a terminal; called before the work is done."""
    if name == STDIO and sys.stdout.isatty():
        raise UsageError("the output is binary and stdout is a terminal: name a file with -o, or redirect stdout")


def check_paths(read: Sequence[str], written: Sequence[str], *, may_replace: bool = False) -> None:
    """UsageError for an output that is an input, or a response file, and for two outputs that are one file.

    `may_replace`: an output may be one of the inputs. Called before the work is done. What is not a regular file (a
    pipe, /dev/null) may be named twice.
    """
    from mtlb.base.architectures import without_architecture

    inputs = [] if may_replace else [without_architecture(name) for name in read]
    outputs = [name for name in written if name != STDIO and not _is_special(name)]
    for number, output in enumerate(outputs):
        if any(_is_same(output, name) for name in inputs if name != STDIO):
            raise UsageError(f"{output} is an input: name another file for the output")
        if any(_is_same(output, name) for name in console.settings().response_files):
            raise UsageError(f"{output} is a response file: name another file for the output")
        if any(_is_same(output, other) for other in outputs[:number]):
            raise UsageError(f"{output} is named for two outputs")


def _is_special(name: str) -> bool:
    """Neither a file, nor a directory, nor something that does not exist yet."""
    return os.path.exists(name) and not (os.path.isfile(name) or os.path.isdir(name))


def _is_same(one: str, other: str) -> bool:
    """Whether two paths are one file: through links of any kind, and on file systems where case doesn't count."""
    if os.path.exists(one) and os.path.exists(other):
        return os.path.samefile(one, other)
    return os.path.realpath(one) == os.path.realpath(other)


def write_output(name: str, data: bytes) -> None:
    """Write a file whole or not at all, or write to stdout for `-`."""
    if name == STDIO:
        check_output(name)
        sys.stdout.buffer.write(data)
        return
    from mtlb.base.files import write_atomic

    write_atomic(name, data)


def write_text(name: str, text: str) -> None:
    """Write a text file (UTF-8) whole or not at all, or write to stdout for `-`."""
    if name == STDIO:
        sys.stdout.write(text)
    else:
        write_output(name, text.encode("utf-8"))


def write_library(name: str, library: Library) -> int:
    """Write a library to a file, whole or not at all, or to stdout for `-`; its size in bytes."""
    import mtlb

    if name == STDIO:
        data = mtlb.write(library)
        write_output(name, data)
        return len(data)
    mtlb.save(library, name)
    return os.path.getsize(name)


def expand_response_files(arguments: Sequence[str]) -> list[str]:
    """`arguments` with every `@FILE` replaced by the words of that file, quoted as a POSIX shell quotes.

    The words may name further response files; one that includes itself is refused. An install name (`@loader_path/…`)
    is not a response file.
    """
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


def _words(path: str) -> list[str]:
    try:
        with open(path, "rb") as file:
            text = os.fsdecode(file.read())
        return shlex.split(text)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"response file {path}: {reason}") from error
