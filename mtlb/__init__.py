"""mtlb: read, write, verify, link and describe Apple Metal libraries (.metallib).

Files and bytes: `open`, `read`, `write`, `save`; of single modules `read_module`, `write_module`. Inspection: `verify`,
`describe`. New libraries: `link`, `pack` (from AIR modules), `LibraryBuilder` (function by function). Finished ones:
the fields and methods of `Library`. All errors are `MtlbError`s. docs/library.md has an example of each.

`import mtlb` is cheap: names are imported when they are first used.
"""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING

from ._version import __version__
from .base.engine import choose_engine
from .base.errors import BuildError, FormatError, LinkError, MtlbError, UnsupportedError
from .base.provided import provide

if TYPE_CHECKING:
    from .base.findings import Finding
    from .base.toolchains import Layout
    from .base.versions import Platform, Version
    from .bitcode import Module, read_module
    from .bitcode.writer import write_module
    from .container import FileType, FunctionType, Library, LibraryBuilder, LibraryFunction, UuidPolicy, read, write
    from .container import open_library as open
    from .container import save_library as save
    from .cpu import run
    from .inspect import describe, verify
    from .linker import LinkOptions, LinkResult, link, pack

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
    "LinkOptions",
    "LinkResult",
    "Module",
    "MtlbError",
    "Platform",
    "UnsupportedError",
    "UuidPolicy",
    "Version",
    "__version__",
    "describe",
    "link",
    "open",
    "pack",
    "read",
    "read_module",
    "run",
    "save",
    "verify",
    "write",
    "write_module",
]

_HOMES = {
    "FileType": ".container",
    "Finding": ".base.findings",
    "FunctionType": ".container",
    "Layout": ".base.toolchains",
    "Library": ".container",
    "LibraryBuilder": ".convert:ConvertingBuilder",
    "LibraryFunction": ".container",
    "LinkOptions": ".linker",
    "LinkResult": ".linker",
    "Module": ".bitcode",
    "Platform": ".base.versions",
    "UuidPolicy": ".container",
    "Version": ".base.versions",
    "describe": ".inspect",
    "link": ".linker",
    "open": ".container:open_library",
    "pack": ".linker",
    "read": ".container",
    "read_module": ".bitcode",
    "run": ".cpu",
    "save": ".container:save_library",
    "verify": ".inspect",
    "write": ".container",
    "write_module": ".bitcode.writer",
}

choose_engine()  # before any module is imported that may be compiled

provide("edit", "mtlb.edit")
provide("runtime", "mtlb.runtime")
provide("translate", "mtlb.translate")

_here = os.path.dirname(__file__)
if not os.path.isdir(os.path.join(_here, "linker")) and os.path.isfile(os.path.join(_here, "../linker/__init__.py")):
    from .base.checkout import find_folders_at_the_top

    find_folders_at_the_top()

if not TYPE_CHECKING:  # type checkers take the imports above, and report every other name
    from .base.lazy import lazy_names

    __getattr__ = lazy_names(globals(), _HOMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
