"""The containers of a library: the folder and the zips that it is in, whose other files can be read."""

from __future__ import annotations

import os
import re
import stat
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Protocol

from ..archives.places import MEMBER
from ..base.classes import NamedTuple
from ..base.errors import FormatError

_INFO, _WHEEL = ".dist-info", "WHEEL"


class Holder(Protocol):
    """A folder or a zip; the names of files in it have ``/`` between their parts."""

    path: str

    @property
    def name(self) -> str:
        """Its own name, without the folders that it is in."""

    def read(self, name: str, most: int) -> bytes | None:
        """The first `most` bytes of a file; None if there is none of that name. FormatError if it can't be read."""

    def wheel_files(self, folder: str) -> Sequence[str]:
        """The names of the files ``*.dist-info/WHEEL`` in a folder of it; "" is the outermost."""

    def place(self, name: str) -> str:
        """The path of a file in it, as messages name it."""


class Layer(NamedTuple):
    """One of the holders around a library, and the name there of the library, or of the next holder."""

    holder: Holder
    name: str


class Folder:
    """A folder on disk. Symbolic links to files are not read."""

    def __init__(self, path: str) -> None:
        self.path = path

    @cached_property
    def name(self) -> str:
        """What `Holder` says; also of ``.``."""
        return os.path.basename(os.path.abspath(self.path))

    def read(self, name: str, most: int) -> bytes | None:
        """What `Holder` says."""
        path = self.place(name)
        try:
            if not stat.S_ISREG(os.lstat(path).st_mode):
                return None
            with open(path, "rb") as file:
                return file.read(most)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise FormatError(f"can't be read: {error.strerror or error}") from error

    def wheel_files(self, folder: str) -> Sequence[str]:
        """What `Holder` says; none of a folder that can't be listed."""
        try:
            listed = sorted(name for name in os.listdir(self.place(folder)) if name.endswith(_INFO))
        except OSError:
            return ()
        places = ("/".join(filter(None, (folder, name, _WHEEL))) for name in listed)
        return [name for name in places if os.path.isfile(self.place(name))]

    def place(self, name: str) -> str:
        """What `Holder` says."""
        return os.path.join(self.path, *name.split("/")) if name else self.path


class Zip:
    """A zip that is open; `read` gives the first bytes of a member."""

    def __init__(self, path: str, names: Iterable[str], read: Callable[[str, int], bytes]) -> None:
        self.path = path
        self._names = frozenset(names)
        self._read = read

    @property
    def name(self) -> str:
        """What `Holder` says."""
        return re.split(r"[/\\!]", self.path)[-1]

    def read(self, name: str, most: int) -> bytes | None:
        """What `Holder` says."""
        return self._read(name, most) if name in self._names else None

    def wheel_files(self, folder: str) -> Sequence[str]:
        """What `Holder` says."""
        return self._wheel_files.get(folder, ())

    @cached_property
    def _wheel_files(self) -> dict[str, list[str]]:
        by_folder: dict[str, list[str]] = defaultdict(list)
        for name in sorted(self._names):
            before, _, last = name.rpartition("/")
            folder, _, info = before.rpartition("/")
            if last == _WHEEL and info.endswith(_INFO):
                by_folder[folder].append(name)
        return dict(by_folder)

    def place(self, name: str) -> str:
        """What `Holder` says."""
        return f"{self.path}{MEMBER}{name}" if name else self.path
