"""Stripping finished libraries of data that is not needed to run (docs/editing.md §5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..air.names import SOURCE_FILE_NAME, SOURCES, WORKING_DIRECTORY
from ..base.errors import BuildError
from ..container import Library, LibraryFunction, PrivateMetadata, read, write
from ..container.companion import as_companion
from ..container.module_cache import by_module
from ..container.modules import ModuleBytes
from ..container.tags import DebugLocation
from ..ir import (
    GlobalValue,
    MDField,
    MDNode,
    MDString,
    MetadataCode,
    Module,
)
from ..ir.names import COMMAND_LINE, DEBUG_INFO_VERSION, DWARF_VERSION, IDENT, MODULE_FLAGS
from ..passes.strip import strip_debug_info
from .modules import Changes, readable, written
from .whole import whole

_DEBUG_FLAGS = frozenset({DWARF_VERSION, DEBUG_INFO_VERSION})
_PATH_LISTS = (SOURCE_FILE_NAME, WORKING_DIRECTORY, SOURCES, "llvm_utils.recompile_info")
_COMMAND_LISTS = (COMMAND_LINE,)
_IDENTITY_LISTS = (IDENT,)
# Names with a meaning to the linker, the loader or the GPU compiler.
_KEPT_NAME = re.compile(r"llvm\.|air\.|__air|.*MTL_")
_ABSOLUTE = re.compile(r"/|[A-Za-z]:[\\/]|\\\\")


@dataclass
class StripResult:
    """The result of stripping: the number of changed modules, and the removed bytes of modules and of sources."""

    modules: int = 0
    module_bytes: int = 0
    source_bytes: int = 0


def separate_sources(data: bytes) -> tuple[bytes, bytes]:
    """A library with embedded sources as two files: the library without them, and the symbol companion that has them.

    BuildError for a library without sources or UUID; otherwise as `read` and `write` raise.
    """
    companion, stripped = as_companion(read(data)), read(data)
    strip(stripped, sources=True)
    return write(stripped), write(companion)


@whole
def strip(
    library: Library,
    *,
    debug: bool = False,
    sources: bool = False,
    names: bool = False,
    paths: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> StripResult:
    """Remove data that is not needed to run. The UUID is kept: symbol companions are matched by it.

    `debug`: debug info, its module flags and DEBI. `sources`: embedded sources, and the tags that refer to them.
    `names`: names of local values, of a module's own functions, variables and structs, and the compiler's identity.
    `paths`: local paths: of source files, working directories and commands, and in debug info that stays.

    An error leaves the library unchanged: BuildError if no option is given; FormatError or UnsupportedError, naming
    the function, for a module that can't be read or written.
    """
    if not (debug or sources or names or paths):
        raise BuildError("nothing to strip: choose debug, sources, names or paths")
    before = sum(len(function.module) for function, *_ in by_module(library.functions))
    for function in library.functions:
        _ = function.private_metadata, function.source  # force parsing, so that errors surface before any change
    changes = Changes()
    if debug or names or paths:

        def change(functions: list[LibraryFunction]) -> ModuleBytes:
            return _module(functions, debug=debug, names=names, paths=paths)

        changes.make(library.functions, change, progress)
    uuid = library.uuid
    result = StripResult(modules=changes.apply())
    result.module_bytes = before - sum(len(function.module) for function, *_ in by_module(library.functions))
    if sources and library.sources is not None:
        result.source_bytes = sum(len(archive.data) for archive in library.sources.archives)
        library.sources = None
    if paths and library.sources is not None:
        library.sources.command_line = ""
        library.sources.working_directory = None if library.sources.working_directory is None else ""
    groups: dict[int, PrivateMetadata] = {}
    for function in library.functions:
        group = function.private_metadata
        if id(group) not in groups:
            groups[id(group)] = _private(group, debug=debug, sources=sources, paths=paths)
        if groups[id(group)] is not group:
            function.private_metadata = groups[id(group)]
    library.uuid = uuid
    return result


def _private(group: PrivateMetadata, *, debug: bool, sources: bool, paths: bool) -> PrivateMetadata:
    """The private metadata without the stripped tags; itself if there are none."""
    new = PrivateMetadata(list(group.tags))
    location = group.debug_location
    if location is not None and (debug or paths):
        new.debug_location = None if debug else DebugLocation(location.line, _base(location.path))
    if group.dependency_files and (sources or paths):
        new.dependency_files = [] if sources else [_base(path) for path in group.dependency_files]
    return group if new == group else new


def _base(path: str) -> str:
    """The last part of an absolute path; any other path unchanged."""
    return re.split(r"[\\/]", path)[-1] if _ABSOLUTE.match(path) else path


def _module(functions: list[LibraryFunction], *, debug: bool, names: bool, paths: bool) -> ModuleBytes:
    module = readable(functions[0])
    if debug:
        module = strip_debug_info(module).module
        flags = module.named_metadata.get(MODULE_FLAGS)
        if flags is not None:
            kept = [flag for flag in flags if not _is_debug_flag(flag)]
            module.named_metadata[MODULE_FLAGS] = kept
    if paths:
        _strip_paths(module)
    if names:
        _strip_names(module, {function.name for function in functions})
    return written(module)


def _is_debug_flag(flag: MDNode) -> bool:
    return any(isinstance(field, MDString) and field.value in _DEBUG_FLAGS for field in flag.fields[1:2])


# --- paths -----------------------------------------------------------------------------------------------------------


def _strip_paths(module: Module) -> None:
    for name in (*_PATH_LISTS, *_COMMAND_LISTS):
        module.named_metadata.pop(name, None)
    if module.source_filename is not None:
        module.source_filename = _base(module.source_filename)
    for node in _nodes(module):
        if node.code is MetadataCode.NODE:
            continue
        fields: list[MDField] = [
            _shortened(module, field) if isinstance(field, MDString) else field for field in node.fields
        ]
        if node.code is MetadataCode.FILE and len(fields) > 1 and isinstance(fields[1], MDString):
            fields[1] = None  # the directory; LLVM writes no string where it is empty
        node.fields = tuple(fields)


def _shortened(module: Module, field: MDString) -> MDString | None:
    value = _path_field(field.value)
    return module.context.string(value) if value or not field.value else None


def _path_field(value: str) -> str:
    return _base(value) if _ABSOLUTE.match(value) else value


def _nodes(module: Module) -> Iterator[MDNode]:
    """All metadata nodes of a module, each once."""
    seen: set[MDNode] = set()
    worklist: list[object] = [node for nodes in module.named_metadata.values() for node in nodes]
    for value in module.global_values():
        worklist += [node for _, node in value.metadata]
    for function in module.functions:
        for instruction in function.instructions():
            worklist += [node for _, node in instruction.metadata]
            if instruction.debug_loc is not None:
                worklist += [instruction.debug_loc.scope, instruction.debug_loc.inlined_at]
            worklist += [getattr(operand, "metadata", None) for operand in instruction.operands]
    while worklist:
        node = worklist.pop()
        if isinstance(node, MDNode) and node not in seen:
            seen.add(node)
            yield node
            worklist.extend(node.fields)


# --- names -----------------------------------------------------------------------------------------------------------


def _strip_names(module: Module, kept: set[str]) -> None:
    """Remove the names of values, and shorten those of the module's own globals and structs. `kept`: the functions that
    the library lists."""
    for name in _IDENTITY_LISTS:
        module.named_metadata.pop(name, None)
    module.producer = ""
    taken = {value.name for value in module.global_values()}
    number = 0
    for value in module.global_values():
        if _is_own(value) and value.name not in kept and not _KEPT_NAME.match(value.name):
            while (short := f"s{number}") in taken:
                number += 1
            taken.add(short)
            value.name = short
    for function in module.functions:
        function.symbols = []
    for number, struct in enumerate(module.struct_types):
        if struct.code.name == "STRUCT_NAMED" and struct.name:
            struct.name = f"t{number}"


def _is_own(value: GlobalValue) -> bool:
    """Whether the value can't be referenced from outside the module."""
    return value.linkage.is_local and not value.is_declaration
