"""What a link is asked to do. `mtlb link` and `link --pack` fill the same options; both run on these alone."""

from __future__ import annotations

import uuid as _uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from mtlb.base.errors import BuildError
from mtlb.base.toolchains import Layout, Toolchain
from mtlb.base.versions import Platform, Version

__all__ = ["LinkOptions", "PathPrefixMap", "SourceOptions"]


@dataclass(frozen=True)
class PathPrefixMap:
    """`OLD=NEW` pairs, applied to an input's path before it is recorded anywhere. The last that matches wins."""

    pairs: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, texts: Sequence[str]) -> PathPrefixMap:
        """One `OLD=NEW` per text, split at the last `=` as compilers do; BuildError where there is none."""
        pairs = []
        for text in texts:
            old, separator, new = text.rpartition("=")
            if not separator or not old:
                raise BuildError(f"not a path prefix map: {text!r} (expected OLD=NEW)")
            pairs.append((old, new))
        return cls(tuple(pairs))

    def apply(self, path: str) -> str:
        for old, new in reversed(self.pairs):
            if path.startswith(old):
                return new + path[len(old) :]
        return path


@dataclass(frozen=True)
class SourceOptions:
    """How recorded sources are embedded (docs/format.md §10).

    `command` and `directory` are recorded as given: nothing of the machine that links gets in by itself. `padding` is
    the multiple of bytes that each bzip2 stream is padded to; None: what the toolchain does on a 16 KB-page machine.
    """

    command: str = ""
    directory: str = ""
    padding: int | None = None


@dataclass(frozen=True)
class LinkOptions:
    """`platform`, `min_os`: the target; None takes them from the inputs' triples.

    `container_version`: container version,
    None follows from target and toolchain. `uuid`: the bytes to write, None derives them from the content;
    `has_uuid` False writes none. `library_name`: NAME of the dynamic header, None takes the output's file name where
    the format has one; `has_library_name` False writes none. `sources` None embeds none.
    `allow_drop` goes on without inputs that can't be linked; `whole_archive` takes every archive member.
    `optimize`: fold code as Apple's linkers since 32023.404 do (`optimize.py`).
    `required_functions`: names that the library must have; `required_count`: how many functions at least.
    """

    platform: Platform | None = None
    min_os: Version | None = None
    container_version: Version | None = None
    layout: Layout = Layout.AIR_LLD
    toolchain: Toolchain = field(default_factory=Toolchain.parse)
    uuid: _uuid.UUID | None = None
    has_uuid: bool = True
    library_name: str | None = None
    has_library_name: bool = True
    output: str | None = None
    sources: SourceOptions | None = None
    path_prefix_map: PathPrefixMap = PathPrefixMap()
    whole_archive: bool = False
    allow_drop: bool = False
    optimize: bool = False
    required_functions: tuple[str, ...] = ()
    required_count: int = 0
