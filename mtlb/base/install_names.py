"""Install names: the name by which libraries link a dynamic library, and where a loader searches for it.

A name is a path. One that starts with `@loader_path` is relative to the directory of the library that names it,
one that starts with `@executable_path` to that of the program. Apple documents these two, and absolute paths, for Metal
libraries; `@rpath`, which dyld has too, is kept and can't be resolved.
"""

from __future__ import annotations

import posixpath

from .classes import NamedTuple

LOADER_PATH = "@loader_path"
EXECUTABLE_PATH = "@executable_path"
_RUN_PATH = "@rpath"


class InstallName(NamedTuple):
    """The place where a loader searches for a dynamic library. `path`: None if it depends on the loading program."""

    name: str
    path: str | None
    where: str

    @property
    def is_resolvable(self) -> bool:
        """Whether the name has a base for relative paths."""
        return self.path is not None or is_relocatable(self.name)

    @classmethod
    def of(cls, name: str, user: str) -> InstallName:
        """The place of the library `name`, which the library at the path `user` links."""
        root, _, rest = name.partition("/")
        if root == LOADER_PATH:
            return cls(name, posixpath.normpath(posixpath.join(posixpath.dirname(user), rest)), "beside this library")
        if root == EXECUTABLE_PATH:
            return cls(name, None, f"{rest} in the directory of the program")
        if root == _RUN_PATH:
            return cls(name, None, f"{rest} in a run path, which Metal libraries are not known to have")
        if posixpath.isabs(name):
            return cls(name, name, "at this path")
        return cls(name, None, "relative to the working directory of the program, wherever that is")


def is_relocatable(word: str) -> bool:
    """Whether a word starts like an install name that is relative to a place that the loader knows."""
    return word.partition("/")[0] in (LOADER_PATH, EXECUTABLE_PATH, _RUN_PATH)
