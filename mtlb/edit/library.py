"""`mtlb.Library`: a library in memory with the methods that edit it (docs/editing.md), and what opens files as one.

Edits are imported on first use: most libraries are only read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from ..base.versions import Platform, VersionLike
from ..container import FunctionType, LibraryFunction
from ..container import Library as PlainLibrary
from ..container import open as open_plain
from ..container import read as read_plain

if TYPE_CHECKING:
    from .retarget import Retargeted
    from .strip import StripResult


class Library(PlainLibrary):
    """A metallib: its fields are those of `mtlb.container.Library`, its methods change its functions and their modules.

    Fields are checked when they are set: BuildError names the field. Those that have a text take it as well
    (`library.platform = "ios"`, `library.min_os = "17.0"`). The macOS bit follows from the platform, and the container
    version, with what it can carry, from both (`settle`). A library that was read with a UUID and changed gets one that
    is derived from the content, unless `uuid` is set. Methods that change modules change all of it or raise.
    """

    @classmethod
    def of(cls, library: PlainLibrary) -> Library:
        """`library` as this class: itself if it is one, else a new object that takes over its content and file."""
        if isinstance(library, cls):
            return library
        new = cls.__new__(cls)
        vars(new).update(vars(library))
        return new

    @property
    def name(self) -> str | None:
        """The library's name: the install name of a dynamic library, the file name for other kinds; None if there is
        none."""
        return super().name

    @name.setter
    def name(self, name: str | None) -> None:
        from .functions import set_name

        set_name(self, name)

    def keep(
        self,
        names: Collection[str] = (),
        patterns: Collection[str] = (),
        *,
        types: Iterable[FunctionType | str | int] = (),
    ) -> list[str]:
        """Keep the functions with these names, names that match these patterns (`blur_*`), or of these types alone.

        Returns the names of the removed functions. BuildError for a name, pattern or type that matches no function, and
        if none is given.
        """
        from .functions import chosen, remove

        kept = set(map(id, chosen(self, names, patterns, types)))
        gone = [function for function in self.functions if id(function) not in kept]
        remove(self, gone)
        return [function.name for function in gone]

    def remove(
        self,
        names: Collection[str] = (),
        patterns: Collection[str] = (),
        *,
        types: Iterable[FunctionType | str | int] = (),
    ) -> list[str]:
        """Remove functions, chosen as for `keep`, with the data that only they use. Returns their names."""
        from .functions import chosen, remove

        gone = chosen(self, names, patterns, types)
        remove(self, gone)
        return [function.name for function in gone]

    def rename(self, old: str, new: str) -> None:
        """Rename a function, in the list and in its module.

        BuildError for a name that is not there or taken; UnsupportedError or FormatError for a module that can't be
        written or read.
        """
        from .functions import rename

        rename(self, old, new)

    def replace(self, name: str, module: bytes | bytearray | memoryview) -> None:
        """Replace the module of a function by one with one entry point of the same name; tags and reflection are
        derived from it.

        BuildError for a module of another name, platform or too new an OS, and what `mtlb.describe` raises.
        """
        from .functions import replace

        replace(self, name, module)

    def reorder(self, names: Sequence[str]) -> None:
        """Put the functions of these names first, in this order. BuildError for a name that is not there."""
        from .functions import reorder

        reorder(self, names)

    def add(self, module: bytes | bytearray | memoryview) -> LibraryFunction:
        """Append the function of a finished module of one entry point. Raises what `replace` does."""
        from .functions import add

        return add(self, module)

    def merge(self, *others: PlainLibrary) -> None:
        """Append the functions of other libraries of the same kind, platform and AIR layout, with their sources.

        The newest OS version is the merged library's. BuildError for a name that is taken, and for another target.
        """
        from .functions import merge

        merge(self, others)

    def strip(
        self,
        *,
        debug: bool = False,
        sources: bool = False,
        names: bool = False,
        paths: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> StripResult:
        """Remove data that is not needed to run; the UUID is kept. Returns what was removed.

        `debug`: debug info and DEBI. `sources`: embedded sources and what refers to them. `names`: names of the
        modules' own functions, variables, values and types. `paths`: the compiler's identity and local paths.
        """
        from .strip import strip

        return strip(self, debug=debug, sources=sources, names=names, paths=paths, progress=progress)

    def retarget(
        self,
        platform: Platform | str | int | None = None,
        min_os: VersionLike | None = None,
        *,
        progress: Callable[[int, int], None] | None = None,
    ) -> Retargeted:
        """Retarget the library and its modules to another platform, OS version or both. Returns what was changed.

        `platform` None: its own. `min_os` None: its own on that platform or on the device or simulator of it, else the
        oldest that has the AIR version. BuildError or LinkError for what the target can't have.
        """
        from .retarget import retarget

        return retarget(self, platform, min_os, progress=progress)


def read(data: bytes | bytearray | memoryview) -> Library:
    """The library in `data`, which must not change while the library is used.

    FormatError, with the offset, if header, function list, header extension or a small section is bad; other parts are
    read when they are first asked for, and raise then. UnsupportedError for fat containers and single modules.
    """
    return Library.of(read_plain(data))


def open(path: str | os.PathLike[str]) -> Library:
    """The library in a file, mapped into memory: listing its functions reads no byte of a module.

    Use it as a context manager, or call `close`. Raises what `read` raises, naming the file; OSError as it comes.
    """
    return Library.of(open_plain(path))
