"""The files of a link, split into modules that are still bytes: values that any number of links may share.

A file's kind follows from its content, except for `.ll` text, which is recognised by its name.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mtlb.air.facts import air_version
from mtlb.archives.archive import defined_symbols, members
from mtlb.archives.universal import read_universal
from mtlb.base.arguments import BYTES, bytes_of, refusal, text
from mtlb.base.errors import FormatError, LinkError, MtlbError, UnsupportedError, in_file
from mtlb.base.filekind import SOURCE_SUFFIXES, FileKind, sniff
from mtlb.base.files import MAPPED_FROM, MappedFile, read_file
from mtlb.base.releases import release_for
from mtlb.base.versions import Platform, Version
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.container import FileType, Library
from mtlb.container import read as read_library
from mtlb.container.kinds import kind_of
from mtlb.container.module_cache import by_module
from mtlb.convert import Shader
from mtlb.ir import Module, parse

from ..options import LinkOptions
from .conversion import translated_file
from .linkage import has_entry_points

__all__ = [
    "ArchiveMember",
    "DynamicLibrary",
    "Input",
    "InputBytes",
    "InputFile",
    "InputLike",
    "Inputs",
    "find_library",
    "load",
]

_LIBRARY_NAMES = ("lib{}.a", "lib{}.metalar", "lib{}.metal-ar", "lib{}.rtlib", "{}.metallib", "lib{}.metallib")


class InputFile:
    """One file to link: its `name` as the user wrote it, and its bytes (`data`). Any number of links may share it.

    `path`: where it is; None for bytes that are no file's. Without `data` the file is read whenever its bytes are asked
    for, and not held; a large one is mapped once.
    """

    __slots__ = ("_data", "_mapped", "name", "path")

    def __init__(self, name: str, data: bytes | memoryview | None, path: str | None = None) -> None:
        self.name = name
        self.path = path
        self._data = data
        self._mapped: MappedFile | None = None

    @classmethod
    def read(cls, path: str | os.PathLike[str], name: str | None = None) -> InputFile:
        """The file at `path`, which is read when a link needs it: OSError and MtlbError come then."""
        return cls(os.fspath(path) if name is None else name, None, os.fspath(path))

    def __reduce__(self) -> tuple[object, ...]:
        data = None if self._data is None else bytes(self._data)
        return InputFile, (self.name, data, None if self.path is None else os.path.abspath(self.path))

    @property
    def data(self) -> bytes | memoryview:
        """All bytes of the file. OSError as it comes, MtlbError for a file that changes while it is read."""
        if self._data is not None:
            return self._data
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
    def of(cls, given: InputLike) -> InputFile:
        """An input as callers give it: a path, which is read, a pair (name, bytes), a module, or what is one already.

        A module is called after its source file. BuildError for anything else, and a module that can't be written;
        UnsupportedError as `write_module` raises it; OSError as it comes.
        """
        if isinstance(given, InputFile):
            return given
        if isinstance(given, Module):
            return cls(given.source_filename or "module", write_module(given, to_be_converted=True))
        if isinstance(given, (str, os.PathLike)):
            return cls.read(given)
        if not isinstance(given, tuple) or len(given) != 2:
            raise refusal("an input", given, "a path, a module, or a pair of a name and bytes")
        name, data = given
        return cls(text("the name of an input", name), bytes_of(f"input {name!r}", data))

    @classmethod
    def all_of(cls, given: Iterable[InputLike]) -> list[InputFile]:
        """The inputs of a link. BuildError for one that is not in a list, and as `of` raises it."""
        if isinstance(given, (str, os.PathLike, InputFile, Module, *BYTES)) or not isinstance(given, Iterable):
            raise refusal("inputs", given, "a list of paths, or of pairs of a name and bytes")
        return [cls.of(one) for one in given]


InputLike = InputFile | tuple[str, bytes | bytearray | memoryview] | Module | str | os.PathLike[str]


class InputBytes:
    """The bytes of one module: held in memory, or a part of a file that is read whenever they are asked for.

    `path`, `offset` and `size` say where in which file; `path` is None for bytes that are in none as they are. Sent to
    another process, it is the part of the file where there is one.
    """

    __slots__ = ("_held", "offset", "path", "size")

    def __init__(self, held: memoryview | None, path: str | None, offset: int, size: int) -> None:
        self._held = held
        self.path = path
        self.offset = offset
        self.size = size

    def data(self) -> memoryview:
        """OSError as it comes, MtlbError for a file that is too short or changes while it is read."""
        if self._held is not None:
            return self._held
        assert self.path is not None
        held = os.path.getsize(self.path)
        if not self.offset and held == self.size:
            return memoryview(read_file(self.path))
        if held < self.offset + self.size:
            raise MtlbError(f"the file has {held} bytes, and {self.offset + self.size} are needed", file=self.path)
        with open(self.path, "rb") as file:
            file.seek(self.offset)
            return memoryview(file.read(self.size))

    @classmethod
    def held(cls, data: bytes | memoryview) -> InputBytes:
        """Bytes that are in no file."""
        return cls(memoryview(data), None, 0, len(data))

    def __reduce__(self) -> tuple[object, ...]:
        if self.path is None:
            return InputBytes.held, (bytes(self.data()),)
        return InputBytes, (None, os.path.abspath(self.path), self.offset, self.size)


class Input:
    """One module to link, as bytes.

    `path` is what the user wrote (an archive's member: `lib.a(member.air)`); `recorded` the same after the path prefix
    map, the only form that is written anywhere. `source`: where its bytes are. `base`: what offsets in errors begin
    with, in bytes. `position`: of its file on the command line, from 0. `finished`: one of a library's modules, split
    and linked already.
    """

    __slots__ = ("base", "finished", "path", "position", "recorded", "source")

    def __init__(
        self, path: str, recorded: str, source: InputBytes, *, base: int = 0, position: int = 0, finished: bool = False
    ) -> None:
        self.path = path
        self.recorded = recorded
        self.source = source
        self.base = base
        self.position = position
        self.finished = finished

    @property
    def data(self) -> memoryview:
        """Its bytes. OSError and MtlbError as `InputBytes.data` raises them."""
        return self.source.data()

    def with_data(self, data: bytes) -> Input:
        """The same input with these bytes instead."""
        return Input(self.path, self.recorded, InputBytes.held(data), position=self.position, finished=self.finished)


class ArchiveMember:
    """A module of an archive that is linked only if another one needs a symbol that it defines."""

    __slots__ = ("defines", "input_")

    def __init__(self, input_: Input, defines: tuple[str, ...]) -> None:
        self.input_ = input_
        self.defines = defines


@dataclass(frozen=True)
class DynamicLibrary:
    """A dynamic library that is linked: the file as the user wrote it, its install name, the functions it exports.

    `platform` and `min_os`: what it is built for; NONE and 0 in containers that don't say.
    """

    path: str
    install_name: str
    exports: frozenset[str]
    platform: Platform
    min_os: Version

    @classmethod
    def of(cls, path: str, library: Library) -> DynamicLibrary:
        """The dynamic library in `library`. LinkError for one without install name."""
        name = library.dynamic_header.name if library.dynamic_header is not None else None
        if not name:
            raise LinkError("the dynamic library has no install name: link it again with --install-name", file=path)
        exports = frozenset(function.name for function in library.functions)
        return cls(path, name, exports, library.platform, library.min_os)


@dataclass(frozen=True)
class Inputs:
    """The inputs of a link; no link changes them.

    `modules`: linked in any case, in command-line order. `members`: archive members that may be needed. `archives`:
    the archive files by position on the command line, under the names to be recorded. `libraries`: the dynamic
    libraries, in command-line order. `shaders`: what became of the files of SPIR-V, by their paths.
    """

    modules: tuple[Input, ...]
    members: tuple[ArchiveMember, ...]
    archives: Mapping[int, InputFile]
    libraries: tuple[DynamicLibrary, ...] = ()
    shaders: Mapping[str, Shader] = field(default_factory=dict)


def find_library(name: str, paths: Sequence[Path]) -> Path:
    """The file that `-l NAME` means: the first of its spellings in the first directory that has one."""
    for directory in paths:
        for pattern in _LIBRARY_NAMES:
            candidate = directory / pattern.format(name)
            if candidate.is_file():
                return candidate
    where = ", ".join(str(path) for path in paths) or "no directory is given with -L"
    raise LinkError(f"library not found for -l{name} (looked in: {where})")


def load(files: Sequence[InputFile], options: LinkOptions) -> Inputs:
    """Split files into modules. Archive members without entry points wait for a module that needs them, unless
    `options.whole_archive` takes all. Errors name the file and, for malformed bytes, their offset.
    """
    loader = _Loader(options)
    for position, file in enumerate(files):
        loader.position = position
        with in_file(file.name):
            loader.open(file)
    loader.translate()
    return Inputs(
        tuple(loader.modules), tuple(loader.members), loader.archives, tuple(loader.libraries), loader.translated
    )


class _Loader:
    def __init__(self, options: LinkOptions) -> None:
        self.options = options
        self.modules: list[Input] = []
        self.members: list[ArchiveMember] = []
        self.archives: dict[int, InputFile] = {}
        self.libraries: list[DynamicLibrary] = []
        self.position = 0
        self.path: str | None = None  # of the file, where offsets in the data are offsets in it
        self.shaders: list[int] = []
        self.translated: dict[str, Shader] = {}

    def open(self, file: InputFile) -> None:
        data = memoryview(file.data)
        self.path = file.path
        if sniff(data).is_module and file.path is not None:
            source = InputBytes(None, file.path, 0, len(data))  # nothing is held
            self.modules.append(self.input(file.name, source))
        else:
            self.file(file.name, data)

    def file(self, name: str, data: memoryview) -> None:
        kind = sniff(data)
        if kind is FileKind.ARCHIVE:
            self.archive(name, data)
        elif kind is FileKind.METALLIB:
            self.library(name, data)
        elif kind.is_universal:
            self.universal(name, data)
        elif kind.is_module:
            self.modules.append(self.input(name, self.part(data, 0)))
        elif kind is FileKind.SPIRV:
            self.shaders.append(len(self.modules))
            self.modules.append(self.input(name, self.part(data, 0)))
        elif name.endswith(".ll"):
            module = write_module(parse(bytes(data)), to_be_converted=True)
            self.modules.append(self.input(name, InputBytes.held(module)))
        elif not data:
            raise FormatError("the file is empty", file=name, offset=0)
        elif name.endswith(SOURCE_SUFFIXES):
            raise FormatError("is source: compile it to a module (.air) first", file=name)
        else:
            raise FormatError(
                "can't be linked: it is neither bitcode, nor an archive, a metallib, SPIR-V or .ll text",
                file=name,
                offset=0,
            )

    def part(self, data: memoryview, offset: int) -> InputBytes:
        """Bytes that are held, at `offset` of the file."""
        return InputBytes(data, self.path, offset, len(data))

    def universal(self, name: str, data: memoryview) -> None:
        """The slice for the AIR version of the target, or of the inputs before it: the newest that is not newer."""
        air = self.air_version()
        slices = [(s.architecture.air_version, s) for s in read_universal(data).slices]
        fitting = [(version, s) for version, s in slices if version is not None and (air is None or version <= air)]
        if not fitting:
            names = ", ".join(str(s.architecture) for _, s in slices)
            wanted = "AIR" if air is None else f"AIR {air} or older"
            raise LinkError(f"no slice is for {wanted}: it has {names or 'none'}", file=name)
        _, chosen = max(fitting, key=lambda pair: pair[0])
        self.path = None
        self.file(f"{name}({chosen.architecture})", memoryview(chosen.data))

    def translate(self) -> None:
        """SPIR-V becomes AIR when all files are known: for the target of the others, where the options name none."""
        if not self.shaders:
            return
        others = (input_ for number, input_ in enumerate(self.modules) if number not in self.shaders)
        first = next(others, None)
        other = None if first is None else read_module(first.data, bodies=False, file=first.path, base=first.base)
        for number in self.shaders:
            input_ = self.modules[number]
            shader = translated_file(input_.path, input_.data, other, self.options)
            self.translated[input_.path] = shader
            self.modules[number] = input_.with_data(shader.bitcode)

    def air_version(self) -> Version | None:
        """The AIR version to link for, as far as options and inputs say it."""
        options = self.options
        if options.platform is not None and options.min_os is not None:
            return release_for(options.platform, options.min_os).air
        for number, input_ in enumerate(self.modules):
            if number in self.shaders:
                continue
            return air_version(read_module(input_.data, bodies=False, file=input_.path, base=input_.base))
        return None

    def input(self, path: str, source: InputBytes, *, base: int = 0, finished: bool = False) -> Input:
        recorded = self.options.path_prefix_map.apply(path)
        return Input(path, recorded, source, base=base, position=self.position, finished=finished)

    def library(self, name: str, data: memoryview) -> None:
        library = read_library(data)
        if library.file_type is FileType.DYNAMIC_LIBRARY:
            self.libraries.append(DynamicLibrary.of(name, library))
            return
        if not kind_of(library.file_type).is_linkable:
            raise UnsupportedError(f"linking the modules of a library of type {library.file_type}", file=name)
        if self.options.kind is not FileType.EXECUTABLE:
            raise LinkError("its modules are finished, and can be part of an executable alone", file=name)
        for function, *_ in by_module(
            library.functions
        ):  # an executable's functions share none, unless it is malicious
            path = f"{name}({function.name})"
            source = self.part(memoryview(function.module), function.module_offset or 0)
            self.modules.append(self.input(path, source, finished=True))

    def archive(self, name: str, data: memoryview) -> None:
        self.archives[self.position] = InputFile(self.options.path_prefix_map.apply(name), data)
        for member in members(data):
            source = self.part(member.data, member.offset)
            input_ = self.input(f"{name}({member.name})", source, base=member.offset)
            if self.options.whole_archive:
                self.modules.append(input_)
                continue
            facts = read_module(member.data, bodies=False, file=input_.path, base=member.offset)
            if has_entry_points(facts):
                self.modules.append(input_)
            else:
                self.members.append(ArchiveMember(input_, tuple(dict.fromkeys(defined_symbols(facts)))))
