"""The functions of a library: selecting, removing, renaming, replacing, ordering, adding and merging them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fnmatch import fnmatchcase

from ..air import Description, describe, describe_all, describe_function
from ..air.entry_nodes import entry_function
from ..air.imports import dynamic_imports
from ..air.names import VISIBLE_REFERENCES
from ..air.reflection import buffer as airr
from ..air.words import ENTRY_LISTS
from ..base.arguments import bytes_of, items, text
from ..base.errors import BuildError, MtlbError, UnsupportedError
from ..base.filekind import sniff
from ..base.releases import REFLECTION_SINCE, SOURCE_DIRECTORY_SINCE, release_for
from ..base.toolchains import Layout
from ..bitcode import read_module
from ..bitstream.wrapper import unwrap, wrap
from ..container import (
    DynamicHeader,
    FileType,
    FunctionType,
    Library,
    LibraryFunction,
    ReflectionEntry,
    SourceArchive,
    Sources,
    SymbolEntry,
)
from ..container.function_list import TAG_ORDER
from ..container.kinds import kind_of
from ..container.module_cache import by_module
from ..container.modules import ModuleBytes
from ..ir import Linkage, MDNode, MDString, Module
from .modules import Changes, readable, written
from .whole import whole

# --- choosing --------------------------------------------------------------------------------------------------------


def chosen(
    library: Library,
    names: Collection[str] = (),
    patterns: Collection[str] = (),
    types: Iterable[FunctionType | str | int] = (),
) -> list[LibraryFunction]:
    """The functions with one of these names, a name that matches one of these patterns, or one of these types.

    BuildError for a name, pattern or type that matches no function, and if no names, patterns or types are given."""
    chosen, globs = set(items("names", names, str)), items("patterns", patterns, str)
    kinds = [FunctionType.of(kind) for kind in items("types", types, object)]
    if not chosen and not globs and not kinds:
        raise BuildError("no functions were chosen: give names, patterns or types")
    functions = library.functions
    if absent := chosen - {function.name for function in functions}:
        raise BuildError(f"there is no function {', '.join(map(ascii, sorted(absent)))}")
    for glob in globs:
        if not any(fnmatchcase(function.name, glob) for function in functions):
            raise BuildError(f"no function's name matches {glob!a}")
    for kind in kinds:
        if not any(function.type is kind for function in functions):
            raise BuildError(f"there is no function of type {kind}")
    return [
        function
        for function in functions
        if function.name in chosen or function.type in kinds or any(fnmatchcase(function.name, g) for g in globs)
    ]


def _function_named(library: Library, name: str) -> LibraryFunction:
    namesakes = [function for function in library.functions if function.name == name]
    if len(namesakes) != 1:
        count = len(namesakes)
        raise BuildError(f"there are {count} functions {name!a}" if count else f"there is no function {name!a}")
    return namesakes[0]


def _refuse_taken(library: Library, name: str) -> None:
    if any(function.name == name for function in library.functions):
        raise BuildError(f"there is a function {name!a} already")


# --- removing --------------------------------------------------------------------------------------------------------


@whole
def remove(library: Library, functions: Collection[LibraryFunction]) -> None:
    """Remove functions, the source archives and imported symbols that only they used, and their place in a module
    that others share.

    FormatError or UnsupportedError, naming the function, for a module that has to be read or written and can't be.
    """
    gone = set(map(id, functions))
    kept = [function for function in library.functions if id(function) not in gone]
    removed = [function for function in library.functions if id(function) in gone]
    changes = Changes()
    for same in by_module(library.functions):
        out = [function for function in same if id(function) in gone]
        if out and len(out) < len(same):
            names = {function.name for function in out}
            stay = [function for function in same if id(function) not in gone]
            changes.make(stay, lambda _, stay=stay, names=names: _without(library, stay[0], names))  # type: ignore[misc]
    imports = _imports(kept) if library.imported_symbols is not None else None
    changes.apply()
    used = {id(function.source) for function in kept}
    idle = {id(function.source) for function in removed if function.source is not None} - used
    library.functions = kept
    if library.sources is not None and idle:
        archives = [archive for archive in library.sources.archives if id(archive) not in idle]
        old = library.sources
        library.sources = Sources(old.command_line, old.working_directory, archives) if archives else None
    if imports is not None:
        entries = [entry for entry in library.imported_symbols or [] if entry.name in imports]
        library.imported_symbols = entries or None


def _imports(functions: Sequence[LibraryFunction]) -> set[str]:
    """The symbols that their modules import."""
    symbols: set[str] = set()
    for function, *_ in by_module(functions):
        try:
            symbols.update(dynamic_imports(read_module(function.module, bodies=False)).symbols)
        except MtlbError as error:
            raise error.in_module(function.name) from None
    return symbols


def _without(library: Library, holder: LibraryFunction, names: set[str]) -> ModuleBytes:
    """The shared module of `holder`, in which these functions are neither entry points nor exported."""
    module = readable(holder)
    for name in ENTRY_LISTS:
        nodes = [node for node in module.named_metadata.get(name, ()) if _named_by(module, node) not in names]
        if nodes:
            module.named_metadata[name] = nodes
        else:
            module.named_metadata.pop(name, None)
    if library.file_type is FileType.DYNAMIC_LIBRARY:
        for function in module.functions:
            if function.name in names and function.is_definition:
                function.linkage, function.dso_local = Linkage.INTERNAL, 1
    return written(module)


def _named_by(module: Module, node: MDNode) -> str | None:
    function = entry_function(node)
    return None if function is None else module.own(function).name


# --- renaming --------------------------------------------------------------------------------------------------------


@whole
def rename(library: Library, old: str, new: str) -> None:
    """Rename a function: in the list, in its module (the symbol and a source file of that name) and in reflection.

    A name that is not in the module may become that of an entry point of the module, of the same type. BuildError for a
    name that is not there, taken, empty or has a NUL, and for a visible function that another function refers to by
    name; UnsupportedError or FormatError for a module or reflection that can't be written or read.
    """
    if not text("new", new) or "\0" in new:
        raise BuildError("a name can't be empty or contain a NUL")
    function = _function_named(library, old)
    if new == old:
        return
    _refuse_taken(library, new)
    if function.type is FunctionType.VISIBLE:
        _refuse_referenced(library, function)
    if _is_entry_point(function, new):
        _correct_name(library, function, new)
        return
    changes = Changes()
    shared = [sharer for sharer in library.functions if sharer.module is function.module]
    reflections: list[bytes] = []

    def change(_: list[LibraryFunction]) -> ModuleBytes:
        module = readable(function)
        if module.function(new) is not None or any(new == value.name for value in module.global_values()):
            raise BuildError(f"its module already has a symbol called {new!a}")
        renamed = module.function(old)
        if renamed is None:
            raise BuildError(f"its module does not define it: only the function list has the name {old!a}")
        before = function.reflection
        version = None if before is None else airr.read(before.buffer).version
        if before is not None:
            buffer = describe_function(module, old, function.type).reflection_buffer(version)
            is_reproducible = len(shared) > 1 or buffer == bytes(before.buffer)
            if not is_reproducible:
                raise UnsupportedError("its reflection has data that mtlb can't regenerate")
        renamed.name = new
        if module.source_filename == old:
            module.source_filename = new
        if before is not None and len(shared) == 1:
            reflections.append(describe_function(module, new, function.type).reflection_buffer(version))
        return written(module)

    changes.make(shared, change)
    changes.apply()
    function.name = new
    if reflections and function.reflection is not None:
        old_entry = function.reflection
        function.reflection = ReflectionEntry(reflections[0], old_entry.tag, old_entry.aligned, old_entry.more_tags)


def _is_entry_point(function: LibraryFunction, name: str) -> bool:
    """Whether the module of a function lacks it, and has an entry point of this name and of its type instead."""
    try:
        described = {entry.name: entry.type for entry in describe_all(read_module(function.module, bodies=False))}
    except MtlbError:
        return False
    return function.name not in described and described.get(name) is function.type


def _correct_name(library: Library, function: LibraryFunction, name: str) -> None:
    """Rename a function to its name in the module; the module is not changed, and reflection is derived from it."""
    entry = function.reflection
    function.name = name
    if entry is not None and not kind_of(library.file_type).shares_module:
        version = airr.read(entry.buffer).version
        description = describe_function(read_module(function.module, bodies=False), name, function.type)
        buffer = description.reflection_buffer(version)
        if buffer != bytes(entry.buffer):
            function.reflection = ReflectionEntry(buffer, entry.tag, entry.aligned, entry.more_tags)


def _refuse_referenced(library: Library, function: LibraryFunction) -> None:
    """BuildError if a module refers to a visible function by its name."""
    for referrer, *_ in by_module(library.functions):
        try:
            module = read_module(referrer.module, bodies=False)
        except MtlbError as error:
            raise error.in_module(referrer.name) from None
        for node in module.named_metadata.get(VISIBLE_REFERENCES, ()):
            if any(isinstance(field, MDString) and field.value == function.name for field in node.fields):
                raise BuildError(f"function {referrer.name!a} refers to {function.name!a} by its name")


@whole
def set_name(library: Library, name: str | None) -> None:
    """Set the name of the library: the install name of a dynamic library, which its module has as well.

    BuildError for a library that can't record a name, or None for one that needs a name.
    """
    kind = kind_of(library.file_type)
    if name is None and kind.needs_name:
        raise BuildError(f"a {library.file_type.label.replace('-', ' ')} needs a name")
    if name is not None and (library.layout is not Layout.AIR_LLD or not library.has_extension):
        kind_name = f"container {library.container_version.full} in the layout of {library.layout.program}"
        raise BuildError(f"a library name can't be recorded in {kind_name}")
    header = library.dynamic_header or DynamicHeader()
    old = header.name
    if kind.needs_name and name != old:
        changes = Changes()

        def change(functions: list[LibraryFunction]) -> ModuleBytes | None:
            module = readable(functions[0])
            if module.source_filename != old:
                return None
            module.source_filename = name
            return written(module)

        changes.make(library.functions, change)
        changes.apply()
    header.name = None if name is None else text("name", name)
    library.dynamic_header = header if header.tags else None


# --- new functions ---------------------------------------------------------------------------------------------------


@whole
def replace(library: Library, name: str, module: bytes | bytearray | memoryview) -> None:
    """Replace the module of a function; all its records in the library are updated.

    `module`: bitcode with one entry point of the same name and type, wrapped or not, for the library's platform and an
    OS and AIR version that it covers. BuildError if it isn't; FormatError or UnsupportedError for a bad one.
    """
    old = _function_named(library, name)
    new = _function(library, module)
    if new.name != name:
        raise BuildError(f"the module defines {new.name!a}, not {name!a}")
    if new.type is not old.type:
        raise BuildError(f"function {name!a} is of type {old.type}, the module's function has type {new.type}")
    functions = list(library.functions)
    functions[functions.index(old)] = new
    _take_imports(library, new)
    library.functions = functions
    _drop_idle_sources(library, old)


@whole
def add(library: Library, module: bytes | bytearray | memoryview) -> LibraryFunction:
    """Append the function of a module of one entry point. Raises what `replace` does, BuildError for a taken name."""
    new = _function(library, module)
    _refuse_taken(library, new.name)
    _take_imports(library, new)
    library.functions = [*library.functions, new]
    return new


def _function(library: Library, data: bytes | bytearray | memoryview) -> LibraryFunction:
    if kind_of(library.file_type).shares_module:
        kind = library.file_type.label.replace("-", " ")
        raise UnsupportedError(f"the functions of a library of type {kind} share one module; link it again instead")
    module = bytes(bytes_of("module", data))
    if not sniff(module).is_module:
        raise BuildError(f"not a module but {sniff(module).words}")
    description = describe(read_module(module, bodies=False))
    _check_target(library, description)
    function = description.library_function(wrap(bytes(unwrap(module))))
    if library.layout is not Layout.AIR_LLD:
        function.tag_order = TAG_ORDER[library.layout.for_air(function.air_version)]
    if library.layout is Layout.AIR_LLD and library.container_version >= REFLECTION_SINCE:
        old = next((f.reflection for f in library.functions if f.reflection is not None), None)
        version = None if old is None else airr.read(old.buffer).version
        function.reflection = ReflectionEntry(description.reflection_buffer(version))
    return function


def _check_target(library: Library, description: Description) -> None:
    """BuildError for a module that can't be part of the library."""
    target, triple = library.target, description.triple
    where = f"the library is for {target.platform.display} {target.min_os}"
    if triple.platform is not target.platform or triple.version > target.min_os:
        raise BuildError(f"the module of {description.name!a} is for {triple}, {where}")
    newest = release_for(target.platform, target.min_os)
    for what, version, limit in (
        ("AIR", description.air_version, newest.air),
        ("Metal", description.language_version, newest.msl),
    ):
        if version[:2] > limit[:2]:
            raise BuildError(f"the module of {description.name!a} is {what} {version}, {where}: at most {limit}")
    if description.type not in kind_of(library.file_type).function_types:
        raise BuildError(f"a library of type {library.file_type.label} has no functions of type {description.type}")


def _take_imports(library: Library, function: LibraryFunction) -> None:
    """Record what a new module imports."""
    imports = dynamic_imports(read_module(function.module, bodies=False))
    if imports.libraries:
        header = library.dynamic_header or DynamicHeader()
        header.libraries = list(dict.fromkeys((*header.libraries, *imports.libraries)))
        library.dynamic_header = header
    imported = {entry.name for entry in library.imported_symbols or []}
    new = [SymbolEntry.named(symbol) for symbol in imports.symbols if symbol not in imported]
    if new:
        library.imported_symbols = [*(library.imported_symbols or []), *new]


def _drop_idle_sources(library: Library, old: LibraryFunction) -> None:
    """Drop the archive of a removed function if no other function uses it."""
    sources = library.sources
    if sources is None or old.source is None or any(f.source is old.source for f in library.functions):
        return
    archives = [archive for archive in sources.archives if archive is not old.source]
    library.sources = Sources(sources.command_line, sources.working_directory, archives) if archives else None


@whole
def reorder(library: Library, names: Sequence[str]) -> None:
    """Put the functions of these names first, in this order; the others follow in theirs.

    BuildError for a name that is not there, or comes twice.
    """
    order = items("names", names, str)
    first = [_function_named(library, name) for name in order]
    if len(set(order)) < len(order):
        raise BuildError("the order lists a name twice")
    library.functions = [*first, *(function for function in library.functions if function not in first)]


@whole
def merge(library: Library, others: Sequence[Library]) -> None:
    """Append the functions of other libraries, with their sources, imports and linked libraries.

    All are of one kind, whose functions have modules of their own, one platform and one program's layout; the newest OS
    version becomes the library's. BuildError if they are not, and for a name that two have.
    """
    everything = (library, *items("libraries", others, Library))
    kind = library.file_type
    for source in everything:
        if kind_of(source.file_type).shares_module or source.file_type is not kind:
            raise BuildError(f"libraries of type {source.file_type.label} and {kind.label} can't be merged")
        if source.target.platform is not library.target.platform:
            mine, theirs = library.target.platform.display, source.target.platform.display
            raise BuildError(f"libraries for {mine} and {theirs} can't be merged")
        if source.layout.program != library.layout.program:
            raise BuildError(
                f"libraries laid out as {library.layout.program} and {source.layout.program} do can't be merged"
            )
        if source.unknown_sections:
            raise UnsupportedError(f"merging a library with unknown sections ({', '.join(source.unknown_sections)})")
    seen: set[str] = set()
    for function in (function for source in everything for function in source.functions):
        if function.name in seen:
            raise BuildError(f"two of the libraries have a function {function.name!a}")
        seen.add(function.name)
    functions = [*library.functions, *(function for source in others for function in _copies(source.functions))]
    newest = max((source.target for source in everything), key=lambda target: target.min_os)
    sources = _merged_sources(everything, functions)
    for source in others:
        for function in source.functions:
            _take_imports(library, function)
        if source.dynamic_header is not None:
            header = library.dynamic_header or DynamicHeader()
            header.libraries = list(dict.fromkeys((*header.libraries, *source.dynamic_header.libraries)))
            library.dynamic_header = header if header.tags else None
    if newest.min_os > library.target.min_os:
        library.aim(newest)
    library.functions = functions
    if sources is not None:
        library.sources = sources


def _merged_sources(libraries: Sequence[Library], functions: Sequence[LibraryFunction]) -> Sources | None:
    """The archives of all libraries; an archive whose id is taken gets another id."""
    held = [library.sources for library in libraries if library.sources is not None]
    if not held:
        return None
    archives: list[SourceArchive] = []
    taken: set[str] = set()
    new: dict[int, SourceArchive] = {}
    for sources in held:
        for archive in sources.archives:
            name = archive.id if archive.id not in taken else str(len(archives))
            while name in taken:
                name += "_"
            taken.add(name)
            kept = archive if name == archive.id else SourceArchive(name, archive.data, archive.more_tags)
            new[id(archive)] = kept
            archives.append(kept)
    for function in functions:
        if function.source is not None:
            function.source = new[id(function.source)]
    directory = held[0].working_directory
    if libraries[0].container_version >= SOURCE_DIRECTORY_SINCE:
        directory = directory or ""
    return Sources(held[0].command_line, directory, archives)


def _copies(functions: Sequence[LibraryFunction]) -> list[LibraryFunction]:
    """Copies that do not depend on the file that they were read from."""
    modules: dict[int, bytes] = {}
    copies = [function.copy() for function in functions]
    for function, copy in zip(functions, copies, strict=True):
        key = id(function.module)
        if key not in modules:
            modules[key] = bytes(function.module)
        copy.module = modules[key]
    return copies
