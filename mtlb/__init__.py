"""mtlb: read, write, verify, link and describe Apple Metal libraries (.metallib).

Files and bytes: `open`, `read`, `write`, `save`; of single modules `read_module`, `write_module`. Inspection: `verify`,
`describe`. New libraries: `link`, `pack` (from AIR modules), `LibraryBuilder` (function by function). New modules, from
LLVM IR and SPIR-V: `convert_file`; from Metal source: `compile`. Finished libraries: the fields and methods of
`Library`. All errors are `MtlbError`s. docs/library.md has an example of each.

`import mtlb` is cheap: names are imported when they are first used.
"""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING

from .machinery.engine import choose_engine

_PUBLIC = {
    "._version": "__version__",
    ".base.errors": "BuildError FormatError LinkError MtlbError UnsupportedError",
    ".base.findings": "Finding",
    ".base.toolchains": "Layout",
    ".base.versions": "Platform Version",
    ".bitcode.reader": "read_module",
    ".bitcode.writer": "write_module",
    ".container.function_list": "FunctionType LibraryFunction",
    ".container.header": "FileType",
    ".container.uuid": "UuidPolicy",
    ".container.write": "save write",
    ".convert.files": "convert_file",
    ".convert.pipeline": "Converted",
    ".cpu.kernel": "run",
    ".edit.library": "Library open read",
    ".inspect.files": "describe verify",
    ".ir": "Module",
    ".linker.builder": "LibraryBuilder",
    ".linker.link": "link",
    ".linker.options": "LinkOptions",
    ".linker.output.assemble": "LinkResult",
    ".linker.output.pack": "pack",
    ".metal.compile": "Compiled",
    ".metal.files": "compile",
}
"""The one table of the public names, by the module that has each. A test holds the imports below to it."""

_homes = {name: module for module, names in _PUBLIC.items() for name in names.split()}

if TYPE_CHECKING:
    from ._version import __version__ as __version__
    from .base.errors import BuildError as BuildError
    from .base.errors import FormatError as FormatError
    from .base.errors import LinkError as LinkError
    from .base.errors import MtlbError as MtlbError
    from .base.errors import UnsupportedError as UnsupportedError
    from .base.findings import Finding as Finding
    from .base.toolchains import Layout as Layout
    from .base.versions import Platform as Platform
    from .base.versions import Version as Version
    from .bitcode.reader import read_module as read_module
    from .bitcode.writer import write_module as write_module
    from .container.function_list import FunctionType as FunctionType
    from .container.function_list import LibraryFunction as LibraryFunction
    from .container.header import FileType as FileType
    from .container.uuid import UuidPolicy as UuidPolicy
    from .container.write import save as save
    from .container.write import write as write
    from .convert.files import convert_file as convert_file
    from .convert.pipeline import Converted as Converted
    from .cpu.kernel import run as run
    from .edit.library import Library as Library
    from .edit.library import open as open
    from .edit.library import read as read
    from .inspect.files import describe as describe
    from .inspect.files import verify as verify
    from .ir import Module as Module
    from .linker.builder import LibraryBuilder as LibraryBuilder
    from .linker.link import link as link
    from .linker.options import LinkOptions as LinkOptions
    from .linker.output.assemble import LinkResult as LinkResult
    from .linker.output.pack import pack as pack
    from .metal.compile import Compiled as Compiled
    from .metal.files import compile as compile

choose_engine()  # before any module is imported that may be compiled

_here = os.path.dirname(__file__)
if not os.path.isdir(os.path.join(_here, "linker")) and os.path.isfile(os.path.join(_here, "../linker/__init__.py")):
    from .machinery.checkout import find_folders_at_the_top

    find_folders_at_the_top()

__all__: list[str]

if not TYPE_CHECKING:  # type checkers take the imports above, and report every other name
    from .machinery.lazy import lazy_names

    __all__ = sorted(_homes)
    __getattr__ = lazy_names(globals(), _homes, packages=("convert",))  # which is called as if it were the command


def __dir__() -> list[str]:
    return sorted({*globals(), *_homes})
