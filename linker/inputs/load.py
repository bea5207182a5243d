"""Splits the files of a link into modules, and finds the dynamic libraries among them.

The kind of a file follows from its content; for `.ll` text and Metal source also from its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mtlb.air.facts import air_version
from mtlb.archives.archive import defined_symbols, members
from mtlb.base.classes import NamedTuple, dataclass, field
from mtlb.base.errors import FormatError, LinkError, UnsupportedError, in_file
from mtlb.base.filekind import SOURCE_SUFFIXES, FileKind, is_metal_source, sniff
from mtlb.base.releases import release_for
from mtlb.base.strings import string_to_bytes
from mtlb.base.versions import Platform, Version
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.container import FileType, Library
from mtlb.container import read as read_library
from mtlb.container.kinds import kind_of
from mtlb.container.module_cache import by_module
from mtlb.ir import Context, Module

from ..options import LinkOptions
from .files import Input, InputFile
from .linkage import has_entry_points

if TYPE_CHECKING:
    from mtlb.metal.driver import CompiledFile
    from mtlb.translate import Shader


class DynamicLibrary(NamedTuple):
    """A dynamic library that is linked: the file as the user wrote it, its install name, the functions it exports.

    `platform` and `min_os`: its target; NONE and 0 for containers that don't record it.
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
    """The inputs of a link; no link changes them, but for modules that `load` made for one link.

    `modules`: linked in any case, in command-line order. `members`: archive members that may be needed. `archives`:
    the archive files by position on the command line, under the names to be recorded. `libraries`: the dynamic
    libraries, in command-line order. `shaders`, `sources`: the results of translating shaders and compiling Metal
    source, by their paths. `context`: of the modules that are held.
    """

    modules: tuple[Input, ...]
    members: tuple[Input, ...]
    archives: Mapping[int, InputFile]
    libraries: tuple[DynamicLibrary, ...] = ()
    shaders: Mapping[str, Shader] = field(default_factory=dict)
    sources: Mapping[str, CompiledFile] = field(default_factory=dict)
    context: Context | None = None

    def compiled(self) -> Iterator[bytes | memoryview]:
        """The bytes of the modules that may name the build of a compiler: all but translated shaders. Of a module that
        is held, its texts.
        """
        for input_ in self.modules:
            if input_.path not in self.shaders:
                module = input_.module
                yield input_.data if module is None else string_to_bytes("\0".join(module.context.texts()))


def load(files: Sequence[InputFile], options: LinkOptions, *, most_held: int = -1) -> Inputs:
    """Split files into modules. Archive members without entry points wait for a module that needs them, unless
    `options.whole_archive` takes all. Errors name the file and, for malformed bytes, their offset.

    `most_held`: bytes of files up to which shaders become modules instead of bytes: for one link, which takes them.
    """
    loader = _Loader(options, most_held)
    for position, file in enumerate(files):
        loader.position = position
        with in_file(file.name):
            loader.open(file)
    loader.translate()
    return Inputs(
        tuple(loader.modules),
        tuple(loader.members),
        loader.archives,
        tuple(loader.libraries),
        loader.translated,
        loader.sources,
        loader.context,
    )


class _Loader:
    def __init__(self, options: LinkOptions, most_held: int) -> None:
        self.options = options
        self.most_held = most_held
        self.context: Context | None = None
        self.modules: list[Input] = []
        self.members: list[Input] = []
        self.archives: dict[int, InputFile] = {}
        self.libraries: list[DynamicLibrary] = []
        self.position = 0
        self.path: str | None = None  # path of the file if offsets in `data` are offsets in the file
        self.shaders: list[int] = []
        self.translated: dict[str, Shader] = {}
        self.sources: dict[str, CompiledFile] = {}

    def open(self, file: InputFile) -> None:
        if file.module is not None and self.context is None:
            self.context = file.module.context
            self.modules.append(self.input(file.name, file.module, size=1))  # in memory already
            return
        data = memoryview(file.data)
        self.path = file.path
        if sniff(data).is_module and file.path is not None:
            self.modules.append(self.input(file.name, None, size=len(data)))  # not kept in memory
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
            self.modules.append(self.input(name, data))
        elif kind.is_shader or is_metal_source(name, data):
            self.shaders.append(len(self.modules))
            self.modules.append(self.input(name, data))
        elif name.endswith(".ll"):
            from mtlb.ir import parse

            module = write_module(parse(bytes(data)), to_be_converted=True)
            self.modules.append(self.input(name, module, is_in_file=False))
        elif not data:
            raise FormatError("the file is empty", file=name, offset=0)
        elif name.endswith(SOURCE_SUFFIXES):
            raise FormatError("is source: compile it to a module (.air) first", file=name)
        else:
            raise FormatError(
                "can't be linked: it is neither bitcode, nor an archive, a metallib, SPIR-V, DXBC, .ll text "
                "or Metal source",
                file=name,
                offset=0,
            )

    def universal(self, name: str, data: memoryview) -> None:
        """The slice for the AIR version of the target, or of the inputs before it: the newest that is not newer."""
        from mtlb.archives.universal import read_universal  # few links read one

        air = self.air_version()
        slices = [(s.architecture.air_version, s) for s in read_universal(data).slices]
        fitting = [(version, s) for version, s in slices if version is not None and (air is None or version <= air)]
        if not fitting:
            names = ", ".join(str(s.architecture) for _, s in slices)
            needed = "AIR" if air is None else f"AIR {air} or older"
            raise LinkError(f"no slice is for {needed}: it has {names or 'none'}", file=name)
        _, chosen = max(fitting, key=lambda pair: pair[0])
        self.path = None
        self.file(f"{name}({chosen.architecture})", memoryview(chosen.data))

    def translate(self) -> None:
        """Translate shaders of other APIs and Metal source to AIR, after all files are loaded: for the target in the
        options, else that of the other inputs."""
        if not self.shaders:
            return
        modules = (input_ for number, input_ in enumerate(self.modules) if number not in self.shaders)
        first = next(modules, None)
        model = None if first is None else read_module(first.data, bodies=False, file=first.path, base=first.base)
        inputs = [self.modules[number] for number in self.shaders]
        if self.options.shader.bindings:
            from mtlb.translate import check_bindings

            check_bindings(((input_.path, input_.data) for input_ in inputs), self.options.shader)
        context = None
        if sum([input_.size for input_ in self.modules]) <= self.most_held:
            context = self.context = self.context or Context()
        for number in self.shaders:
            input_ = self.modules[number]
            if not sniff(input_.data).is_shader:
                self.modules[number] = self.compiled(input_, model)
                continue
            from .conversion import translated_file

            shader = translated_file(input_.path, input_.data, model, self.options, context)
            self.translated[input_.path] = shader
            self.modules[number] = input_.holding(shader.module or shader.bitcode)

    def compiled(self, input_: Input, model: Module | None) -> Input:
        """The compiled input of Metal source. SourceError with the compiler's messages."""
        from .conversion import compiled_source

        compiled = compiled_source(input_.file or input_.path, input_.data, model, self.options)
        self.sources[input_.path] = compiled
        return input_.holding(compiled.bitcode)

    def air_version(self) -> Version | None:
        """The AIR version to link for, if options or inputs determine it."""
        options = self.options
        if options.platform is not None and options.min_os is not None:
            return release_for(options.platform, options.min_os).air
        for number, input_ in enumerate(self.modules):
            if number in self.shaders:
                continue
            return air_version(read_module(input_.data, bodies=False, file=input_.path, base=input_.base))
        return None

    def input(
        self,
        path: str,
        held: bytes | memoryview | Module | None,
        *,
        offset: int = 0,
        size: int = 0,
        base: int = 0,
        finished: bool = False,
        is_in_file: bool = True,
    ) -> Input:
        """An input whose bytes are at `offset` of the file, or in memory if the file does not contain them verbatim."""
        return Input(
            path,
            self.options.path_prefix_map.apply(path),
            held,
            file=self.path if is_in_file else None,
            offset=offset,
            size=size,
            base=base,
            position=self.position,
            finished=finished,
        )

    def library(self, name: str, data: memoryview) -> None:
        library = read_library(data)
        if library.file_type is FileType.DYNAMIC_LIBRARY:
            self.libraries.append(DynamicLibrary.of(name, library))
            return
        if not kind_of(library.file_type).is_linkable:
            raise UnsupportedError(f"linking the modules of a library of type {library.file_type}", file=name)
        if self.options.kind is not FileType.EXECUTABLE:
            raise LinkError("its modules are finished and can only be part of an executable", file=name)
        for function, *_ in by_module(
            library.functions
        ):  # functions of an executable share modules only in a malicious file
            path = f"{name}({function.name})"
            place = function.module_offset or 0
            self.modules.append(self.input(path, function.module, offset=place, finished=True))

    def archive(self, name: str, data: memoryview) -> None:
        self.archives[self.position] = InputFile(self.options.path_prefix_map.apply(name), data)
        for member in members(data):
            input_ = self.input(f"{name}({member.name})", member.data, offset=member.offset, base=member.offset)
            if self.options.whole_archive:
                self.modules.append(input_)
                continue
            module = read_module(member.data, bodies=False, file=input_.path, base=member.offset)
            if has_entry_points(module):
                self.modules.append(input_)
            else:
                input_.defines = tuple(dict.fromkeys(defined_symbols(module)))
                self.members.append(input_)
