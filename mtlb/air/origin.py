"""What a library shows about the link that produced it: program, toolchain, and the options that its bytes record.

Two sources identify a toolchain. The modules name their compiler (`llvm.ident`), which the linker does not change. The
linker shows in the version of the reflection buffers, in the container's version, and in the form of the UUID: the
candidates are the rows of `mtlb.base.toolchains.TOOLCHAINS` that would have written the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..base.classes import dataclass
from ..base.errors import MtlbError
from ..base.releases import release_for
from ..base.toolchains import TOOLCHAINS, Layout, Toolchain, UuidForm, container_version_for
from ..base.versions import Platform, Version
from ..container import FileType, Library
from ..container.assemble import Producer
from ..container.kinds import kind_of
from ..container.module_cache import by_module
from ..container.target import Target
from .compilers import build_numbers, newest_compiler
from .reflection.buffer import read_version

_SAMPLES = 64  # the number of modules whose compiler is read
_PADDINGS = (10240, 16384, 4096)
"""The multiples of bytes to which Apple's linkers pad source archives (docs/format.md §10.1)."""


@dataclass(frozen=True)
class LinkOrigin:
    """The properties of a library that show how it was linked.

    `compiler`: the newest build that its modules name ("32023.830"), "" if none does. `toolchains`: the rows of the
    table of toolchains that would have produced it, oldest first; empty if the library matches none. `toolchain`: the
    row to imitate: that of the compiler's own build if it is a candidate, otherwise the oldest candidate that is not
    older than the compiler. `container_version` is None if it follows from target and toolchain. `library_name`: the
    name in the dynamic header, or None. `has_library_name`, `has_uuid`: whether it is present; None if the format has
    no place for it. `padding`: bytes; None without embedded sources, or if it is the toolchain's default. `recorded`:
    the names under which inputs were recorded, in order.
    """

    layout: Layout
    file_type: FileType
    platform: Platform | None
    min_os: Version | None
    container_version: Version | None
    compiler: str
    toolchains: tuple[Toolchain, ...]
    toolchain: Toolchain | None
    library_name: str | None
    has_library_name: bool | None
    has_uuid: bool | None
    command: str | None
    directory: str | None
    padding: int | None
    recorded: tuple[str, ...]

    def words(self) -> list[str]:
        """The `mtlb link` options that reproduce these properties."""
        words = ["--layout", self.layout.program] if self.layout is not Layout.AIR_LLD else []
        if self.file_type is FileType.DYNAMIC_LIBRARY:
            words += ["--kind", "dylib"]
        elif self.file_type is FileType.CORE_IMAGE:
            words += ["--kind", "core-image"]
        if self.toolchain is not None:
            words += ["--toolchain", self.toolchain.build or ".".join(map(str, self.toolchain.first))]
        if self.platform is not None:
            words += ["--platform", self.platform.label, "--min-os", str(self.min_os)]
        if self.container_version is not None:
            words += ["--format-version", self.container_version.full]
        if self.library_name is not None:
            is_dylib = self.file_type is FileType.DYNAMIC_LIBRARY
            words += ["--install-name" if is_dylib else "--library-name", self.library_name]
        elif self.has_library_name is False:
            words.append("--no-library-name")
        if self.has_uuid is False:
            words.append("--no-uuid")
        if self.command is not None:
            words += ["--embed-sources", "--recorded-command", self.command]
            if self.directory is not None:
                words += ["--recorded-directory", self.directory]
            if self.padding is not None:
                words += ["--source-padding", str(self.padding)]
        return words


def origin_of(library: Library) -> LinkOrigin:
    """The properties of a library that show how it was linked. Reads a sample of its modules and skips
    unreadable ones.
    """
    layout = Layout.METALLIB if library.layout is Layout.METALLIB_LEGACY else library.layout
    compiler = newest_compiler(_sample(library)) or ""
    versions = {_reflection_version(f.reflection.buffer) for f in library.functions if f.reflection is not None}
    rows = tuple(row for row in TOOLCHAINS if _could_have_linked(row, library, layout, versions))
    toolchain = _choice(rows, compiler)
    platform = library.platform or None
    version: Version | None = library.container_version
    if platform is not None and container_version_for(platform, library.min_os, layout, toolchain) == version:
        version = None
    target = Target(library.platform, library.min_os, library.container_version)
    producer = Producer(target, layout, toolchain or Toolchain.parse(), library.file_type)
    header, sources = library.dynamic_header, library.sources
    padding = None
    if sources is not None and sources.archives:
        padding = _padding([len(archive.data) for archive in sources.archives], layout, toolchain)
    return LinkOrigin(
        layout=layout,
        file_type=library.file_type,
        platform=platform,
        min_os=library.min_os if platform is not None else None,
        container_version=version,
        compiler=compiler,
        toolchains=rows,
        toolchain=toolchain,
        library_name=header.name if header is not None else None,
        has_library_name=(header is not None and header.name is not None) if producer.has_name else None,
        has_uuid=library.uuid is not None if producer.has_uuid else None,
        command=None if sources is None else sources.command_line,
        directory=None if sources is None else sources.working_directory,
        padding=padding,
        recorded=tuple(dict.fromkeys([n for f in library.functions for n in f.private_metadata.dependency_files])),
    )


def _sample(library: Library) -> Sequence[bytes | memoryview]:
    """Modules of a library, evenly spread and without duplicates; empty if one of them is outside of the file."""
    try:
        modules = [same[0].module for same in by_module(library.functions)]
    except MtlbError:
        return []
    return modules[:: -(-len(modules) // _SAMPLES) or 1]


def _could_have_linked(row: Toolchain, library: Library, layout: Layout, shown: set[Version | None]) -> bool:
    """Whether a toolchain writes the container version, the reflection (whose versions are `shown`) and the UUID of a
    library.
    """
    version, kind = library.container_version, kind_of(library.file_type)
    newest = row.air_lld_newest if layout is Layout.AIR_LLD else row.metallib_newest
    if layout is not Layout.AIR_LLD and row.metallib_fixed is not None:
        if version != row.metallib_fixed:
            return False
    elif library.platform:
        if version != min(release_for(library.platform, library.min_os).container_version, newest):
            return False
    elif version > newest:
        return False
    if layout is not Layout.AIR_LLD:
        return True
    if kind.has_reflection and library.functions and shown not in (set(), {row.reflection_version}):
        return False
    if kind.has_reflection and library.functions and not shown and row.reflection_version is not None:
        producer = Producer(Target(library.platform, library.min_os, version), layout, row, library.file_type)
        if producer.reflection_version is not None:
            return False
    if isinstance(library.uuid, bytes):
        is_named = library.uuid[6] >> 4 == 3 and library.uuid[8] >> 6 == 2
        return row.uuid is (UuidForm.NAME_BASED if is_named else UuidForm.RAW) or (
            is_named and row.uuid is UuidForm.RAW  # 16 random bytes may have the UUID version bits by chance
        )
    return True


def _reflection_version(buffer: bytes | memoryview) -> Version | None:
    try:
        return read_version(buffer)
    except MtlbError:
        return None


def _choice(rows: Sequence[Toolchain], compiler: str) -> Toolchain | None:
    """The toolchain to imitate."""
    if not compiler:
        return rows[-1] if rows else None
    number = (*build_numbers(compiler), 0)[:2]
    for row, after in zip(TOOLCHAINS, [*TOOLCHAINS[1:], None], strict=True):
        if row in rows and row.first <= number and (after is None or number < after.first):
            return Toolchain.parse(compiler) if number[0] <= TOOLCHAINS[-1].first[0] else row
    newer = [row for row in rows if row.first > number]
    return newer[0] if newer else rows[-1] if rows else None


def _padding(sizes: Sequence[int], layout: Layout, toolchain: Toolchain | None) -> int | None:
    """The multiple of bytes to which archives are padded; None if it is the toolchain's default."""
    padding = next((p for p in _PADDINGS if all(size % p == 0 for size in sizes)), 1)
    if layout is not Layout.AIR_LLD:
        usual = _PADDINGS[0]
    else:
        usual = _PADDINGS[1] if (toolchain or Toolchain.parse()).pads_sources else 1
    return None if padding == usual else padding
