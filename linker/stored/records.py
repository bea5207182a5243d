"""The content of a planned link's files: shards, results, and the input of assembling (docs/performance.md §2).

The stored form of a class follows from its annotations (`codec.py`); this file has the exceptions.
"""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any

from mtlb.base.errors import FormatError
from mtlb.base.releases import RELEASES
from mtlb.base.toolchains import Layout
from mtlb.base.versions import Platform, Version
from mtlb.container import Library, LibraryFunction, SourceArchive, Sources, Target
from mtlb.container import read as read_library
from mtlb.container import write as write_library
from mtlb.ir import TypeCode

from ..inputs.files import Input, InputFile
from ..options import LinkOptions
from ..output.assemble import InputName
from ..output.result import RecordedSources, ShardResult
from ..plan.shard import Shard
from .codec import Codec, Codecs, checked, row_codec

_NEWEST_CONTAINER = max(release.container_version for release in RELEASES)

_MAX_NAMES = 1 << 22  # Upper bound on names listed per shard
_OPERANDS = range(1 << 64)  # of a bitcode record


class PlanFolder:
    """The folder of a plan: paths in its files are relative to it where possible."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def relative(self, path: str) -> str:
        """The stored form of `path`."""
        try:
            return Path(os.path.relpath(path, self.path)).as_posix()
        except ValueError:  # another drive
            return os.path.abspath(path)

    def resolve(self, path: str) -> str:
        """Resolve a stored path relative to this folder. FormatError if it is not a valid path."""
        try:
            is_path = b"\0" not in os.fsencode(path)
        except UnicodeEncodeError:
            is_path = False
        if not is_path:
            raise FormatError(f"{path!a} is not a valid path")
        return os.path.normpath(os.path.join(self.path, path))


# --- inputs ----------------------------------------------------------------------------------------------------------


def _encoded(data: bytes | memoryview) -> str:
    return base64.b64encode(data).decode("ascii")


def _decoded(text: object) -> bytes:
    try:
        return base64.b64decode(text if isinstance(text, str) else "?", validate=True)
    except ValueError:
        raise FormatError("invalid base64") from None


_TEXT, _NUMBER, _OPTIONAL_TEXT = [Codecs({}).of(type_) for type_ in (str, int, str | None)]


def _write_input(input_: Input, folder: PlanFolder) -> dict[str, Any]:
    values: dict[str, Any] = {"path": input_.path, "recorded": input_.recorded, "position": input_.position}
    if input_.base:
        values["base"] = input_.base
    if input_.finished:
        values["finished"] = True
    if input_.file is None:
        return values | {"data": _encoded(input_.data)}
    return values | {"file": folder.relative(input_.file), "offset": input_.offset, "size": input_.size}


def _read_input(values: Any, folder: PlanFolder) -> Input:
    named = _INPUT_NAME.read([checked(values, dict).get(key) for key in ("path", "recorded", "position")], folder)
    held, file, offset, size = None, values.get("file"), values.get("offset"), values.get("size")
    if "data" in values:
        held, file, offset, size = _decoded(values["data"]), None, 0, 0
    elif not isinstance(file, str) or type(offset) is not int or type(size) is not int or min(offset, size) < 0:
        raise FormatError("an input has neither bytes nor a location in a file")
    base = values.get("base", 0)
    return Input(
        named.path,
        named.recorded,
        held,
        file=None if file is None else folder.resolve(file),
        offset=offset,
        size=size,
        base=base if isinstance(base, int) else 0,
        position=named.position,
        finished=values.get("finished") is True,
    )


_INPUT_NAME = row_codec(
    [_TEXT, _TEXT, _NUMBER],
    lambda input_: (input_.path, input_.recorded, input_.position),
    lambda path, recorded, position: Input(path, recorded, b"", position=position),  # assembling does not read inputs
)


def _write_file(file: InputFile, folder: PlanFolder) -> list[str | None]:
    if file.path is None:
        return [file.name, None, _encoded(file.data)]
    return [file.name, folder.relative(file.path), None]


def _read_file(values: Any, folder: PlanFolder) -> InputFile:
    name, path, data = _FILE.read(values, folder)
    return InputFile(name, _decoded(data), None) if path is None else InputFile(name, None, folder.resolve(path))


_FILE = row_codec([_TEXT, _OPTIONAL_TEXT, _OPTIONAL_TEXT], list, lambda *values: values, is_part=True)


# --- all of it -------------------------------------------------------------------------------------------------------


class _Finished:
    """The parts of a result that are in its library."""

    def __init__(self, library: Library) -> None:
        self.archives = library.sources.archives if library.sources is not None else []
        self._functions = iter(library.functions)

    def function(self) -> LibraryFunction:
        """The next function."""
        function = next(self._functions, None)
        if function is None:
            raise FormatError("it lists more functions than it has")
        return function


def _read_sources(numbers: Any, place: _Finished) -> dict[int, SourceArchive]:
    if len(checked(numbers, list)) != len(place.archives):
        raise FormatError("its recorded sources differ from the sources that it lists")
    return dict(zip([checked(number, int) for number in numbers], place.archives, strict=True))


_PLATFORM = Codec(lambda platform, place: int(platform), lambda number, place: Platform(checked(number, int)))
_VERSION = Codec(lambda version, place: version.full, lambda text, place: Version.parse(checked(text, str)))

CODECS = Codecs(
    {
        LinkOptions: Codec(
            lambda options, place: options.as_json(),
            lambda values, place: LinkOptions.from_json(checked(values, dict)),
        ),
        Target: row_codec(
            [_PLATFORM, _VERSION, _VERSION],
            lambda target: (target.platform, target.min_os, target.container_version),
            Target,
        ),
        Input: Codec(_write_input, _read_input),
        InputName: _INPUT_NAME,
        InputFile: Codec(_write_file, _read_file, _FILE.width),
        RecordedSources: Codec(lambda archives, place: list(archives), _read_sources),
    }
)
"""The codecs of all stored types, with those that annotations do not determine."""


def check_shard(shard: Shard) -> Shard:
    """The shard, after a check that its numbers are consistent; FormatError if they are not."""
    codes = set(TypeCode)
    if not all(row.code in codes for row in shard.types):
        raise FormatError("a type of an unknown kind")
    numbers = [number for number, _ in shard.kinds]
    numbers += [number for planned in shard.inputs for pair in planned.kinds.items() for number in pair]
    if not all(number in _OPERANDS for group in (numbers, *[row.params for row in shard.types]) for number in group):
        raise FormatError("a type or a kind of metadata with a number that no record can hold")
    if not all(0 <= row < len(shard.types) for planned in shard.inputs for row in planned.structs):
        raise FormatError("a struct is not in the table of types")
    if sum(max(count, 0) for _, count in shard.root_names) > _MAX_NAMES:
        raise FormatError(f"more than {_MAX_NAMES:,} names in the walk from constructors and used variables")
    return shard


def write_result(result: ShardResult, target: Target) -> tuple[dict[str, Any], bytes]:
    """The stored result of a shard: JSON values, and a library of the newest form with the functions."""
    for number, linked, _ in result.functions:
        linked.function.source = result.sources.get(number)
    library = Library(
        platform=target.platform or Platform.MACOS,
        min_os=target.min_os,
        container_version=_NEWEST_CONTAINER,
        layout=Layout.AIR_LLD,
        functions=[finished.linked.function for finished in result.functions],
        sources=Sources("", "", list(result.sources.values())) if result.sources else None,
        uuid=None,
    )
    values: dict[str, Any] = CODECS.of(ShardResult).write(result, None)
    return values, write_library(library)


def read_result(values: dict[str, Any], body: memoryview) -> ShardResult:
    """The result of a shard, from its stored form. FormatError for a library that does not match the values,
    MisfitError for invalid values."""
    library = read_library(body)
    result: ShardResult = CODECS.of(ShardResult).read(values, _Finished(library))
    if len(result.functions) != len(library.functions):
        raise FormatError("it has more functions than it lists")
    return result
