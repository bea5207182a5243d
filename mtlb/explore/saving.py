"""Files that the explorer saves, created from a library or module."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ..base.arguments import count, flag, text
from ..base.errors import BuildError, UnsupportedError
from ..base.files import numbered_name
from ..base.versions import Platform, Version
from ..container import write
from ..dxbc.container import DEBUG_PARTS
from ..edit import Library, read
from ..inspect.facts import library_json, module_json
from ..inspect.parts import FilePart
from ..inspect.report import build_report
from ..inspect.view import ContainerView, LibraryView, ModuleView, SpirvView, View

_Progress = Callable[[int, int], None]
_DAWN = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can store; a fixed time makes zips reproducible
_SUFFIXES = {"metallib": ".metallib", "air": ".air", "dxbc": ".dxbc", "spirv": ".spv"}
_STRIPPED = ("debug", "sources", "names", "paths")


class SavedFile(NamedTuple):
    """A file to be saved: a name without a directory, and its bytes."""

    name: str
    data: bytes | memoryview


def saved(view: View, kind: str, options: dict[str, Any], progress: _Progress | None = None) -> SavedFile:
    """A file of one of `KINDS`.
    Raises BuildError for options that the kind does not have or that cannot be satisfied, UnsupportedError for an
    input that the kind cannot be created from, and otherwise the errors of reading and writing."""
    make, allowed = KINDS[kind]
    if unknown := set(options) - set(allowed):
        raise BuildError(f"saving {kind} has no parameter {', '.join(sorted(unknown))}")
    return make(view, options, progress)


def _stem(view: View) -> str:
    """The name of the file without directory and suffix."""
    name = view.name.replace("\\", "/").rpartition("/")[2].rpartition("!")[2]
    return name.rpartition(".")[0] or name or "library"


def _index(options: dict[str, Any], name: str = "index") -> int:
    if name not in options:
        raise BuildError(f"it needs {name}")
    return count(name, options[name])


def _whole(view: View, _: dict[str, Any], __: _Progress | None) -> SavedFile:
    return SavedFile(_stem(view) + _SUFFIXES[view.kind], view.data)


def _module(view: View, options: dict[str, Any], _: _Progress | None) -> SavedFile:
    index = _index(options)
    return SavedFile(_module_name(view, index, ".air"), view.module(index))


def _module_name(view: View, index: int, suffix: str) -> str:
    return numbered_name(index, view.count, view.names[index] if index < view.count else "", suffix)


def _ir(view: View, options: dict[str, Any], _: _Progress | None) -> SavedFile:
    listed = isinstance(view, (ContainerView, SpirvView))
    index = 0 if listed else _index(options)
    code = view.code(index).encode("utf-8", "surrogateescape")
    return SavedFile(_stem(view) + ".txt" if listed else _module_name(view, index, ".ll"), code)


def _modules(view: View, _: dict[str, Any], __: _Progress | None) -> SavedFile:
    if not isinstance(view, (LibraryView, ModuleView)):
        raise UnsupportedError("it has no modules to save", file=view.name)
    files = ((_module_name(view, index, ".air"), view.module(index)) for index in range(view.count))
    return SavedFile(f"{_stem(view)}-modules.zip", _zip(files))


def _zip(files: Iterable[tuple[str, bytes | memoryview]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name, _DAWN), bytes(data))
    return packed.getvalue()


def _source_files(view: View) -> list[tuple[str, bytes]]:
    """Path and content of the embedded sources, in the order of the archives."""
    archives = view.archives if isinstance(view, (LibraryView, ModuleView)) else []
    if not archives:
        raise BuildError("the library has no embedded sources", file=view.name)
    return [file for archive in archives for file in archive.files]


def _sources(view: View, _: dict[str, Any], __: _Progress | None) -> SavedFile:
    """All embedded sources, under the names that `mtlb extract --sources` uses."""
    files = _source_files(view)
    files = [
        (numbered_name(number, len(files), path.rpartition("/")[2], ""), data)
        for number, (path, data) in enumerate(files)
    ]
    return SavedFile(f"{_stem(view)}-sources.zip", _zip(files))


def _source(view: View, options: dict[str, Any], _: _Progress | None) -> SavedFile:
    _source_files(view)
    archive, index = _index(options, "archive"), _index(options)
    archives = view.archives if isinstance(view, (LibraryView, ModuleView)) else []
    if archive >= len(archives) or index >= len(archives[archive].files):
        raise BuildError(f"there is no source {index} in an archive {archive}", file=view.name)
    path, data = archives[archive].files[index]
    return SavedFile(path.replace("\\", "/").rpartition("/")[2] or "source", data)


def _library(view: View) -> Library:
    """A fresh copy of the library, so that changes do not affect the session."""
    if not isinstance(view, LibraryView):
        raise UnsupportedError("this works only for libraries", file=view.name)
    return read(view.data)


def _stripped(view: View, options: dict[str, Any], progress: _Progress | None) -> SavedFile:
    chosen = {name: flag(name, options.get(name, False)) for name in _STRIPPED}
    everything = not any(chosen.values())  # as `mtlb strip` without options
    if isinstance(view, ContainerView):
        container = type(view)(view.data, view.name).container
        container.drop(*DEBUG_PARTS)
        return SavedFile(f"{_stem(view)}-stripped.dxbc", container.write())
    library = _library(view)
    library.strip(**{name: everything or is_chosen for name, is_chosen in chosen.items()}, progress=progress)
    return SavedFile(f"{_stem(view)}-stripped.metallib", write(library))


def _retargeted(view: View, options: dict[str, Any], progress: _Progress | None) -> SavedFile:
    if not options:
        raise BuildError("name a platform, an OS version or both")
    platform = Platform.of(text("platform", options["platform"])) if "platform" in options else None
    version = Version.of(text("os", options["os"])) if "os" in options else None
    library = _library(view)
    done = library.retarget(platform, version, progress=progress)
    return SavedFile(f"{_stem(view)}-{done.new.platform.label}{done.new.min_os}.metallib", write(library))


def _report(view: View, _: dict[str, Any], __: _Progress | None) -> SavedFile:
    return SavedFile(f"{_stem(view)}.html", build_report(view.data, view.name).encode("utf-8"))


def _facts(view: View, _: dict[str, Any], __: _Progress | None) -> SavedFile:
    """The output of `mtlb info --json`."""
    part = FilePart(view.name, view.data)
    document: dict[str, Any] = {"schema": "mtlb.info/1", "libraries": [], "modules": []}
    if isinstance(view, LibraryView):
        document["libraries"] = [library_json(view.name, view.library)]
    elif isinstance(view, ModuleView):
        document["modules"] = [module_json(part)]
    else:
        raise UnsupportedError("not supported for this kind of file", file=view.name)
    return SavedFile(f"{_stem(view)}.json", json.dumps(document, indent=2).encode("ascii") + b"\n")


KINDS: dict[str, tuple[Callable[[View, dict[str, Any], _Progress | None], SavedFile], tuple[str, ...]]] = {
    "library": (_whole, ()),
    "module": (_module, ("index",)),
    "modules": (_modules, ()),
    "ir": (_ir, ("index",)),
    "source": (_source, ("archive", "index")),
    "sources": (_sources, ()),
    "stripped": (_stripped, _STRIPPED),
    "retargeted": (_retargeted, ("platform", "os")),
    "report": (_report, ()),
    "facts": (_facts, ()),
}
"""The kinds of saved files: the function that creates each, and its parameters."""
