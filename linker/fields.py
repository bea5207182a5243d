"""The options of a link as keyword arguments, for type checkers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypedDict

from mtlb.base.toolchains import Layout, Toolchain
from mtlb.base.versions import Platform, VersionLike
from mtlb.container import FileType
from mtlb.translate import ShaderOptions

from .options import PathPrefixMap, SourceOptions

if TYPE_CHECKING:
    from uuid import UUID


class LinkFields(TypedDict, total=False):
    """The fields of `LinkOptions` as keyword arguments of `link` and `pack`: any of them, of the types it takes."""

    platform: Platform | str | int | None
    min_os: VersionLike | None
    container_version: VersionLike | None
    layout: Layout | str
    toolchain: Toolchain | str | None
    kind: FileType | str
    install_name: str | None
    exported_symbols: Iterable[str] | None
    dynamic_lookup: bool
    uuid: UUID | str | None
    has_uuid: bool
    library_name: str | None
    has_library_name: bool
    output: str | None
    sources: SourceOptions | None
    path_prefix_map: PathPrefixMap | Sequence[str]
    whole_archive: bool
    allow_drop: bool
    runtime: bool
    optimize: bool | None
    convert: bool
    shader: ShaderOptions | None
    required_functions: Iterable[str]
    required_count: int
