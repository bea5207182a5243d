"""The files of a link, read: their modules in the order of the command line, all in one context.

A file's kind follows from its content, except for `.ll` text, which is recognised by its name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from pathlib import Path

from mtlb.air.words import ENTRY_LISTS
from mtlb.base.errors import FormatError, LinkError, MtlbError, UnsupportedError
from mtlb.base.filekind import FileKind, sniff
from mtlb.base.files import read_file
from mtlb.bitcode import read_module
from mtlb.bitcode.llvm import assemble
from mtlb.container import read as read_library
from mtlb.container.kinds import kind_of
from mtlb.container.module_cache import by_module
from mtlb.container.tags import DebugLocation
from mtlb.ir import Context, Function, Module, TypeCode

from .archive import members
from .linkage import defines, needs
from .options import LinkOptions

__all__ = ["Input", "InputFile", "InputLike", "Inputs", "find_library", "load"]

_LIBRARY_NAMES = ("lib{}.a", "lib{}.metalar", "lib{}.metal-ar", "lib{}.rtlib", "{}.metallib", "lib{}.metallib")


class InputFile:
    """One file to link: its `name` as the user wrote it, and its bytes (`data`). Any number of links may share it."""

    __slots__ = ("data", "name")

    def __init__(self, name: str, data: bytes | memoryview) -> None:
        self.name = name
        self.data = data

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> InputFile:
        """The file at `path`. OSError as it comes, MtlbError for a file that changes while it is read."""
        return cls(os.fspath(path), read_file(path))

    @classmethod
    def of(cls, given: InputLike) -> InputFile:
        """An input as callers give it: a path, which is read, a pair (name, bytes), or what is one already."""
        if isinstance(given, InputFile):
            return given
        return cls(*given) if isinstance(given, tuple) else cls.read(given)


InputLike = InputFile | tuple[str, bytes | memoryview] | str | os.PathLike[str]


@dataclass(eq=False)
class Input:
    """One module to link.

    `path` is what the user wrote (an archive's member: `lib.a(member.air)`); `recorded` the same after the path prefix
    map, the only form that is written anywhere. `position`: of its file on the command line. `finished`: one of a
    library's modules, split and linked already. `debug_locations`: where functions were, if the module's debug info
    had to go.
    """

    path: str
    recorded: str
    module: Module
    position: int = 0
    finished: bool = False
    debug_locations: dict[Function, DebugLocation] = field(default_factory=dict)


@dataclass
class Inputs:
    """`modules` in the order in which they were loaded, all in one `context`. `archives`: the archive files by position
    on the command line, under the names to be recorded. `dropped`: input and reason."""

    context: Context = field(default_factory=Context)
    modules: list[Input] = field(default_factory=list)
    archives: dict[int, InputFile] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    dropped: list[tuple[str, str]] = field(default_factory=list)


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
    """Read all files, and those members of archives that are needed.

    A member is needed if it has an entry point, or if it defines what another input leaves undefined; `whole_archive`
    takes all. Errors name the file and, for malformed bytes, their offset.
    """
    return _Loader(options).load(files)


class _Waiting:
    """An archive member that no input has needed so far. `base`: offset of `data` in the archive, in bytes."""

    def __init__(self, path: str, data: memoryview, base: int, position: int, defines: tuple[str, ...]) -> None:
        self.path = path
        self.data = data
        self.base = base
        self.position = position
        self.defines = defines


class _Loader:
    def __init__(self, options: LinkOptions) -> None:
        self.options = options
        self.inputs = Inputs()
        self.waiting: list[_Waiting] = []
        self.position = 0

    def load(self, files: Sequence[InputFile]) -> Inputs:
        for self.position, file in enumerate(files):
            try:
                self.file(file.name, memoryview(file.data))
            except MtlbError as error:
                raise error.in_file(file.name) from None
        self.pull()
        return self.inputs

    def file(self, name: str, data: memoryview) -> None:
        kind = sniff(data)
        if kind is FileKind.ARCHIVE:
            self.archive(name, data)
        elif kind is FileKind.METALLIB:
            self.library(name, data)
        elif kind.is_module:
            self.module(name, data)
        elif name.endswith(".ll"):
            # LLVM 15 (llvmlite 0.44) is the last whose text and bitcode have typed pointers.
            self.module(name, memoryview(assemble(bytes(data))))
        elif not data:
            raise FormatError("the file is empty", file=name, offset=0)
        else:
            raise FormatError(
                "not something to link: neither bitcode, nor an archive, a metallib or .ll text", file=name, offset=0
            )

    def module(self, path: str, data: memoryview, *, base: int = 0, finished: bool = False) -> None:
        module = read_module(data, context=self.inputs.context, file=path, base=base)
        _refuse_opaque_pointers(module, path)
        recorded = self.options.path_prefix_map.apply(path)
        self.inputs.modules.append(Input(path, recorded, module, self.position, finished))
        self.inputs.notes.append(f"{path}: {sum(1 for _ in _entry_nodes(module))} entry points")

    def library(self, name: str, data: memoryview) -> None:
        library = read_library(data)
        if not kind_of(library.file_type).is_linkable:
            raise UnsupportedError(f"linking the modules of a library of type {library.file_type}", file=name)
        for function, *_ in by_module(library.functions):  # an executable's functions share none, unless it is hostile
            self.module(f"{name}({function.name})", memoryview(function.module), finished=True)

    # --- archives ----------------------------------------------------------------------------------------------------

    def archive(self, name: str, data: memoryview) -> None:
        self.inputs.archives[self.position] = InputFile(self.options.path_prefix_map.apply(name), data)
        for member in members(data):
            path = f"{name}({member.name})"
            if self.options.whole_archive:
                self.module(path, member.data, base=member.offset)
                continue
            facts = read_module(member.data, bodies=False, file=path, base=member.offset)
            if any(True for _ in _entry_nodes(facts)):
                self.module(path, member.data, base=member.offset)
            else:
                self.waiting.append(
                    _Waiting(path, member.data, member.offset, self.position, tuple(dict.fromkeys(defines(facts))))
                )

    def pull(self) -> None:
        """Load the members that define what is undefined, until nothing more is found.

        The first member, in command-line order, that defines any name that is still needed is loaded next. Each pair
        of a member and a name that it defines is looked at once.
        """
        definers: dict[str, list[int]] = {}
        for number, member in enumerate(self.waiting):
            for name in member.defines:
                definers.setdefault(name, []).append(number)
        defined: set[str] = set()
        wanted: dict[str, str] = {}  # each needed name, and the first input that needs it
        candidates: list[tuple[int, int, str]] = []  # heap of: member, when its name was first needed, the name
        taken: set[int] = set()
        looked_at = 0
        while True:
            for input_ in self.inputs.modules[looked_at:]:
                defined.update(defines(input_.module))
                for name in needs(input_.module):
                    if name not in wanted:
                        for number in definers.get(name, ()):
                            heappush(candidates, (number, len(wanted), name))
                        wanted[name] = input_.path
            looked_at = len(self.inputs.modules)
            while candidates and (candidates[0][0] in taken or candidates[0][2] in defined):
                heappop(candidates)
            if not candidates:
                break
            number, _, name = heappop(candidates)
            taken.add(number)
            member = self.waiting[number]
            self.position = member.position
            self.module(member.path, member.data, base=member.base)
            self.inputs.notes.append(f"{member.path}: taken for {name!a}, which {wanted[name]} needs")
        left = [member for number, member in enumerate(self.waiting) if number not in taken]
        self.inputs.notes.extend(f"{member.path}: not needed" for member in left)


def _entry_nodes(module: Module) -> Iterator[object]:
    for kind in ENTRY_LISTS:
        yield from module.named_metadata.get(kind, ())


def _refuse_opaque_pointers(module: Module, path: str) -> None:
    values = [*module.globals, *module.functions]
    if any(value.type.code is TypeCode.OPAQUE_POINTER for value in values):
        raise UnsupportedError(
            "the module has opaque pointers, which no Metal loader is known to take: compile it for typed pointers "
            "(LLVM 15 or older, opaque pointers off)",
            file=path,
        )
