"""The inputs of a link: files, and the modules in them as bytes. Both are values that links may share."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from mtlb.base.arguments import BYTES, bytes_of, refusal, text
from mtlb.base.errors import LinkError, MtlbError
from mtlb.base.files import MAPPED_FROM, MappedFile, read_file
from mtlb.bitcode.writer import write_module
from mtlb.ir import Module

if TYPE_CHECKING:
    from pathlib import Path

_LIBRARY_NAMES = ("lib{}.a", "lib{}.metalar", "lib{}.metal-ar", "lib{}.rtlib", "{}.metallib", "lib{}.metallib")


@runtime_checkable
class AirModule(Protocol):
    """A module under construction that can give its bytes, such as one of `mtlb.emit`."""

    name: str

    def air_bytes(self) -> bytes:
        """The module as bitcode, as an `.air` file has it."""


class InputFile:
    """One file to link: its `name` as the user wrote it, and its bytes (`data`). Any number of links may share it.

    `path`: where it is; None for bytes that are not from a file. Without `data` the file is read at each access and not
    kept in memory; a large one is mapped once. `module`: what one link takes in place of the bytes.
    """

    __slots__ = ("_data", "_mapped", "module", "name", "path")

    def __init__(self, name: str, data: bytes | memoryview | Module | None, path: str | None = None) -> None:
        self.name = name
        self.path = path
        self.module = data if isinstance(data, Module) else None
        self._data = None if isinstance(data, Module) else data
        self._mapped: MappedFile | None = None

    @classmethod
    def read(cls, path: str | os.PathLike[str], name: str | None = None) -> InputFile:
        """The file at `path`. It is read when a link needs it, and OSError and MtlbError are raised then."""
        return cls(os.fspath(path) if name is None else name, None, os.fspath(path))

    def __reduce__(self) -> tuple[object, ...]:
        data = None if self.path is not None and self._data is None else bytes(self.data)
        return InputFile, (self.name, data, None if self.path is None else os.path.abspath(self.path))

    @property
    def data(self) -> bytes | memoryview:
        """All bytes of the file. OSError as it comes, MtlbError for a file that changes while it is read."""
        if self._data is not None:
            return self._data
        if self.module is not None:
            return write_module(self.module)
        if self._mapped is not None:
            return self._mapped.data
        assert self.path is not None
        status = os.stat(self.path)
        if not stat.S_ISREG(status.st_mode):  # a pipe can be read once
            self._data, self.path = read_file(self.path), None
            return self._data
        if status.st_size >= MAPPED_FROM:
            self._mapped = MappedFile(self.path)
            return self._mapped.data
        return read_file(self.path)

    @classmethod
    def of(cls, source: InputLike, *, for_one_link: bool = False) -> InputFile:
        """The input for a path, a pair (name, bytes), a module, or an InputFile, which is returned.

        A module that was read is called after its source file, one of `mtlb.emit` NAME.air. BuildError for anything
        else, and a module that can't be written; UnsupportedError as `write_module` raises it; OSError as it comes.
        `for_one_link`: one of `mtlb.emit` may be a module instead of bytes.
        """
        if isinstance(source, InputFile):
            return source
        if isinstance(source, Module):
            return cls(source.source_filename or "module", write_module(source, to_be_converted=True))
        if isinstance(source, (str, os.PathLike)):
            return cls.read(source)
        if not isinstance(source, tuple) and isinstance(source, AirModule):  # which takes long to see
            make = getattr(source, "for_one_link", source.air_bytes) if for_one_link else source.air_bytes
            return cls(f"{source.name}.air", make())
        if not isinstance(source, tuple) or len(source) != 2:
            raise refusal("an input", source, "a path, a module, or a pair of a name and bytes")
        name, data = source
        return cls(text("the name of an input", name), bytes_of(f"input {name!r}", data))

    @classmethod
    def all_of(cls, sources: Iterable[InputLike], *, for_one_link: bool = False) -> list[InputFile]:
        """The inputs of a link. BuildError if they are not in a list, and as `of` raises it."""
        if isinstance(sources, (str, os.PathLike, InputFile, Module, *BYTES)) or not isinstance(sources, Iterable):
            raise refusal("inputs", sources, "a list of paths, or of pairs of a name and bytes")
        return [cls.of(file, for_one_link=for_one_link) for file in sources]


InputLike = InputFile | tuple[str, bytes | bytearray | memoryview] | Module | AirModule | str | os.PathLike[str]


class Input:
    """One module to link: as bytes that are held in memory or read from a part of a file whenever they are asked for,
    or as the module itself, which the one link that it was made for takes.

    `path`: as the user wrote it (an archive's member: `lib.a(member.air)`); `recorded`: the same after the path prefix
    map, the only form that outputs contain. `file`, `offset`, `size`: where the bytes are; `file` is None for bytes
    that a caller gave, or that were made, as by a conversion. For a module `size` is that of the shader's file, or 1
    for one of `mtlb.emit`. `base`: added to offsets in errors, in bytes. `position`: of its file on the command line,
    from 0. `finished`: one of a library's modules, split and linked already. `defines`: the symbols that an archive's
    member defines, which is linked only if another input needs one of them.

    Pickling keeps the reference to the file, if there is one, instead of the bytes.
    """

    __slots__ = ("_held", "base", "defines", "file", "finished", "offset", "path", "position", "recorded", "size")

    def __init__(
        self,
        path: str,
        recorded: str,
        held: bytes | memoryview | Module | None,
        *,
        file: str | None = None,
        offset: int = 0,
        size: int = 0,
        base: int = 0,
        position: int = 0,
        finished: bool = False,
        defines: tuple[str, ...] = (),
    ) -> None:
        """`held`: its bytes, or the module; None to read `size` bytes at `offset` of `file` at each access."""
        self.path = path
        self.recorded = recorded
        self._held = held
        self.file = file
        self.offset = offset
        self.size = size if held is None or isinstance(held, Module) else len(held)
        self.base = base
        self.position = position
        self.finished = finished
        self.defines = defines

    @property
    def data(self) -> memoryview:
        """Its bytes. OSError as it comes, MtlbError for a file that is too short or changes while it is read."""
        held = self._held
        if held is not None:
            return memoryview(write_module(held) if isinstance(held, Module) else held)
        assert self.file is not None
        size = os.path.getsize(self.file)
        if not self.offset and size == self.size:
            return memoryview(read_file(self.file))
        if size < self.offset + self.size:
            raise MtlbError(f"the file has {size} bytes, expected at least {self.offset + self.size}", file=self.file)
        with open(self.file, "rb") as file:
            file.seek(self.offset)
            return memoryview(file.read(self.size))

    @property
    def module(self) -> Module | None:
        """The module, if it is held as such."""
        return self._held if isinstance(self._held, Module) else None

    def holding(self, content: bytes | Module) -> Input:
        """The same input with these bytes, which are not from a file, or with this module."""
        return Input(self.path, self.recorded, content, size=self.size, position=self.position, finished=self.finished)

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        values = {name: getattr(self, name) for name in self.__slots__}
        values["_held"] = None if self.file is not None else bytes(self.data)
        values["file"] = None if self.file is None else os.path.abspath(self.file)
        return None, values


def find_library(name: str, paths: Sequence[Path]) -> Path:
    """The file that `-l NAME` means: the first of its spellings in the first directory that has one."""
    for directory in paths:
        for pattern in _LIBRARY_NAMES:
            candidate = directory / pattern.format(name)
            if candidate.is_file():
                return candidate
    where = ", ".join(str(path) for path in paths) or "no directory is given with -L"
    raise LinkError(f"library not found for -l{name} (looked in: {where})")
