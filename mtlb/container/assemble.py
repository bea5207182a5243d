"""Makes a new library from functions: the last step of `LibraryBuilder` and of every link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..base.classes import NamedTuple
from ..base.digest import sha256
from ..base.errors import BuildError
from ..base.releases import HEADER_EXTENSION_SINCE, LIBRARY_NAME_SINCE, REFLECTION_SINCE
from ..base.toolchains import Layout, Toolchain, UuidForm
from ..base.versions import Version
from .dynamic import DynamicHeader
from .function_list import TAG_ORDER, LibraryFunction
from .header import FileType
from .kinds import kind_of
from .library import Library
from .lists import SymbolEntry
from .module_cache import ModuleCache
from .sources import Sources
from .target import Target
from .uuid import UuidPolicy


class Producer(NamedTuple):
    """The Apple program whose output is reproduced, and its choices for a target and kind of library."""

    target: Target
    layout: Layout
    toolchain: Toolchain
    file_type: FileType = FileType.EXECUTABLE

    @property
    def has_name(self) -> bool:
        """Whether the library records its name even if none is given."""
        is_recorded = self.target.container_version >= LIBRARY_NAME_SINCE or kind_of(self.file_type).needs_name
        return self.layout is Layout.AIR_LLD and is_recorded

    @property
    def has_uuid(self) -> bool:
        """Whether the library can have a UUID."""
        return self.layout is Layout.AIR_LLD and self.target.container_version >= HEADER_EXTENSION_SINCE

    @property
    def reflection_version(self) -> Version | None:
        """The version of the library's AIRR buffers; None if it has none."""
        kind = kind_of(self.file_type)
        has_list = self.layout is Layout.AIR_LLD and self.target.container_version >= REFLECTION_SINCE
        if not has_list or not kind.has_reflection:
            return None
        return self.toolchain.reflection_version

    def __str__(self) -> str:
        kind = f"container {self.target.container_version.full}, {self.file_type.label}"
        return f"{kind}, in the layout of {self.layout.program}"


def assemble(
    functions: Sequence[LibraryFunction],
    producer: Producer,
    *,
    name: str | None = None,
    libraries: Iterable[str] = (),
    imported_symbols: Iterable[str] = (),
    sources: Sources | None = None,
    uuid: bytes | UuidPolicy | None = UuidPolicy.FROM_CONTENT,
    has_nul_after_modules: bool = False,
) -> Library:
    """The library of these functions, whose tags are put into the order of the layout.

    `name`: the library's name in the dynamic header, or None. `libraries`, `imported_symbols`: the dynamic libraries
    that it links and the symbols that it imports. `uuid`: 16 bytes, None, or derived from the content where the
    toolchain writes UUIDs. `has_nul_after_modules`: a quirk that takes effect in the legacy layout; `metallib` has it
    in whole modules, too.

    BuildError for a name or UUID that the format can't store. `check_library` checks everything else.
    """
    target, layout = producer.target, producer.layout
    newest = max((f.air_version for f in functions if f.air_version is not None), default=None)
    if layout is not Layout.AIR_LLD:
        for function in functions:  # each in the layout of its own AIR version (docs/format.md §1)
            function.tag_order = TAG_ORDER[layout.for_air(function.air_version)]
        if name is not None:
            raise BuildError(f"a library name can't be recorded in {producer}")
    if kind_of(producer.file_type).is_rewritten and layout is Layout.AIR_LLD:
        for function, hash_ in zip(functions, _first_hashes(functions), strict=True):
            function.stored_hash = hash_
    header = DynamicHeader()
    header.name = name
    header.libraries = list(libraries)
    library = Library(
        platform=target.platform,
        min_os=target.min_os,
        container_version=target.container_version,
        file_type=producer.file_type,
        layout=layout.for_air(newest),
        functions=list(functions),
        sources=sources,
        dynamic_header=header if header.tags else None,
        imported_symbols=[SymbolEntry.named(symbol) for symbol in imported_symbols] or None,
        uuid=_uuid(producer, uuid),
    )
    library.has_nul_after_modules = (has_nul_after_modules and library.layout is Layout.METALLIB_LEGACY) or (
        kind_of(producer.file_type).shares_module and layout is not Layout.AIR_LLD
    )
    return library


def _first_hashes(functions: Sequence[LibraryFunction]) -> Iterator[bytes]:
    """Set HASH of each function to that of its module's first written form."""
    from ..bitcode.local_symbols import first_form

    hash_of = ModuleCache(functions, lambda function: sha256(first_form(function.module)))
    return map(hash_of, functions)


def _uuid(producer: Producer, uuid: bytes | UuidPolicy | None) -> bytes | UuidPolicy | None:
    if isinstance(uuid, UuidPolicy):
        return uuid if producer.has_uuid and producer.toolchain.uuid is not UuidForm.NONE else None
    if uuid is not None and not producer.has_uuid:
        raise BuildError(f"a UUID can't be recorded in {producer}")
    return uuid
