"""mtlb: read, write, verify and link Apple Metal libraries (.metallib)."""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING, Any

from ._version import __version__
from .base.errors import BuildError, FormatError, LinkError, MtlbError, UnsupportedError

if TYPE_CHECKING:
    from .base.versions import Platform, Version
    from .container import FileType, Finding, FunctionType, Layout, Library, LibraryBuilder, LibraryFunction, UuidPolicy

__all__ = [
    "BuildError",
    "FileType",
    "Finding",
    "FormatError",
    "FunctionType",
    "Layout",
    "Library",
    "LibraryBuilder",
    "LibraryFunction",
    "LinkError",
    "MtlbError",
    "Platform",
    "UnsupportedError",
    "UuidPolicy",
    "Version",
    "__version__",
    "open",
    "read",
    "verify",
    "write",
]

_here = os.path.dirname(__file__)
if not os.path.isdir(os.path.join(_here, "linker")) and os.path.isfile(os.path.join(_here, "../linker/__init__.py")):
    raise ImportError(
        "this checkout lacks the symbolic links mtlb/linker and mtlb/cli: let this user make links (on Windows by "
        "Developer Mode) and run `git -c core.symlinks=true checkout -- mtlb/linker mtlb/cli`"
    )

_IN_VERSIONS = ("Platform", "Version")


def open(path: str | os.PathLike[str]) -> Library:
    """The library in a file, mapped into memory; see `mtlb.container.open_library`."""
    from .container import open_library

    return open_library(path)


def read(data: bytes | bytearray | memoryview) -> Library:
    """The library in `data`; see `mtlb.container.read`."""
    from . import container

    return container.read(data)


def write(library: Library) -> bytes:
    """The bytes of `library`; see `mtlb.container.write`."""
    from . import container

    return container.write(library)


def verify(source: str | os.PathLike[str] | bytes | bytearray | memoryview | Library) -> list[Finding]:
    """What is wrong with a library; see `mtlb.container.verify`."""
    from . import container

    return container.verify(source)


def __getattr__(name: str) -> Any:
    """The names of `__all__` that live in packages which cost time to import."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import container
    from .base import versions

    return getattr(versions if name in _IN_VERSIONS else container, name)
