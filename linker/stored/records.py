"""What the files of a planned link hold: shards, what becomes of them, and what assembling takes (docs/scaling.md §4).

How a class is written follows from its annotations (`codec.py`); here is what they don't say.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mtlb.base.errors import FormatError
from mtlb.base.releases import RELEASES
from mtlb.base.toolchains import Layout
from mtlb.base.versions import Platform, Version
from mtlb.container import Library, LibraryFunction, Sources, Target
from mtlb.container import read as read_library
from mtlb.container import write as write_library
from mtlb.ir import TypeCode

from ..inputs.files import Input, InputFile
from ..options import LinkOptions
from ..output.assemble import InputName
from ..output.result import RecordedSources, ShardResult
from ..plan.shard import Shard
from .codec import Codec, Codecs, row_codec

__all__ = ["CODECS", "PlanFolder", "check_shard", "read_result", "write_result"]

_NEWEST_CONTAINER = max(release.container_version for release in RELEASES)

_MAX_NAMES = 1 << 22  # Upper bound on names listed per shard
_OPERANDS = range(1 << 64)  # what a record can hold


class PlanFolder:
    """The folder of a plan: paths in its files are relative to it where they can be."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def relative(self, path: str) -> str:
        """`path` as it is written."""
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


_TEXT, _NUMBER = Codecs({}).of(str), Codecs({}).of(int)

_NAME = row_codec(
    [_TEXT, _TEXT, _NUMBER],
    lambda input_: (input_.path, input_.recorded, input_.position),
    lambda path, recorded, position: Input(path, recorded, b"", position=position),  # assembling reads no input
)


def _input_fits(values: Any) -> bool:
    return isinstance(values, dict) and _NAME.fits([values.get(key) for key in ("path", "recorded", "position")])


def _write_input(input_: Input, folder: PlanFolder) -> dict[str, Any]:
    values: dict[str, Any] = {"path": input_.path, "recorded": input_.recorded, "position": input_.position}
    if input_.base:
        values["base"] = input_.base
    if input_.finished:
        values["finished"] = True
    if input_.file is None:
        return values | {"data": _encoded(input_.data)}
    return values | {"file": folder.relative(input_.file), "offset": input_.offset, "size": input_.size}


def _read_input(values: dict[str, Any], folder: PlanFolder) -> Input:
    held, file, offset, size = None, values.get("file"), values.get("offset", -1), values.get("size", -1)
    if "data" in values:
        held, file, offset, size = _decoded(values["data"]), None, 0, 0
    elif not (_TEXT.fits(file) and _NUMBER.fits(offset) and _NUMBER.fits(size) and offset >= 0 and size >= 0):
        raise FormatError("an input has neither bytes nor a place in a file")
    base = values.get("base", 0)
    return Input(
        values["path"],
        values["recorded"],
        held,
        file=None if file is None else folder.resolve(file),
        offset=offset,
        size=size,
        base=base if isinstance(base, int) else 0,
        position=values["position"],
        finished=values.get("finished") is True,
    )


def _write_file(file: InputFile, folder: PlanFolder) -> list[str | None]:
    if file.path is None:
        return [file.name, None, _encoded(file.data)]
    return [file.name, folder.relative(file.path), None]


def _read_file(values: list[Any], folder: PlanFolder) -> InputFile:
    name, path, data = values
    return InputFile(name, _decoded(data), None) if path is None else InputFile(name, None, folder.resolve(path))


# --- all of it -------------------------------------------------------------------------------------------------------


class _Finished:
    """What a file of results has in its library."""

    def __init__(self, library: Library) -> None:
        self.archives = library.sources.archives if library.sources is not None else []
        self.function: Callable[[], LibraryFunction] = iter(library.functions).__next__


_OPTIONAL_TEXT = Codecs({}).of(str | None)
_VERSION = Codec(_TEXT.fits, lambda version, place: version.full, lambda text, place: Version.parse(text))
_PLATFORM = Codec(_NUMBER.fits, lambda platform, place: int(platform), lambda number, place: Platform(number))

CODECS = Codecs(
    {
        LinkOptions: Codec(
            lambda values: isinstance(values, dict),
            lambda options, place: options.as_json(),
            lambda values, place: LinkOptions.from_json(values),
        ),
        Target: row_codec(
            [_PLATFORM, _VERSION, _VERSION],
            lambda target: (target.platform, target.min_os, target.container_version),
            Target,
        ),
        Input: Codec(_input_fits, _write_input, _read_input),
        InputName: _NAME,
        InputFile: Codec(
            row_codec([_TEXT, _OPTIONAL_TEXT, _OPTIONAL_TEXT], list, list).fits, _write_file, _read_file, width=3
        ),
        RecordedSources: Codec(
            Codecs({}).of(list[int]).fits,
            lambda archives, place: list(archives),
            lambda numbers, place: dict(zip(numbers, place.archives, strict=True)),
        ),
    }
)
"""The classes that don't show in their annotations how they are written, and all others."""


def check_shard(shard: Shard) -> Shard:
    """The shard, if its numbers can be those of a shard; FormatError if not."""
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
    """What became of a shard: JSON values, and a library of the newest form with the functions."""
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
    """What became of a shard. FormatError for a library that does not go with the values."""
    library = read_library(body)
    finished = _Finished(library)
    if len(library.functions) != len(values["functions"]) or len(finished.archives) != len(values["sources"]):
        raise FormatError("its functions are not those that it lists")
    result: ShardResult = CODECS.of(ShardResult).read(values, finished)
    return result
