"""A planned link as files: the shards, their results, and a manifest (docs/performance.md §2).

    plan.json            the manifest: options, target, inputs, and the digest of each shard's file
    shard-00000.json     one shard: its inputs with their digests, and the plan's decisions about them
    shard-00000.result   its result: a line of JSON, then a metallib with the finished functions
    build.ninja          the steps as rules

Only the paths of inputs depend on the machine; they are relative to the plan's folder where possible.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mtlb._version import __version__
from mtlb.base.errors import FormatError, LinkError, in_file
from mtlb.base.files import write_atomic, write_directory

from ..inputs.files import InputFile
from ..output.assemble import Assembly, LinkResult, assemble
from ..output.finish import link_shard
from ..output.result import ShardResult
from ..plan.plan import LinkPlan
from ..plan.shard import Shard
from .codec import MisfitError
from .records import CODECS, PlanFolder, check_shard, read_result, write_result

_MANIFEST = "plan.json"
_SHARD_FILE = re.compile(r"shard-[0-9]{5,}\.json")


@dataclass(frozen=True)
class _ShardFile:
    """A shard of a plan: the name of its file in the folder, and the file's digest."""

    file: str
    sha256: str


@dataclass(frozen=True)
class _Manifest:
    output: str
    shards: list[_ShardFile]
    assembly: Assembly


@dataclass(frozen=True)
class _Seal:
    """The seal of a result: the digest of its shard's file, and of the library after the line of JSON."""

    shard: str
    sha256: str


_PLAN, _SHARD, _RESULT = "mtlb.link-plan/1", "mtlb.link-shard/1", "mtlb.link-result/1"


def write_plan(plan: LinkPlan, directory: str | os.PathLike[str], output: str, count: int) -> int:
    """Write a plan of at most `count` shards to `directory`, all files or none; returns the number of shards. `output`:
    the default path of the library. OSError is passed on.
    """
    folder = PlanFolder(directory)
    shards = [CODECS.of(Shard).write(plan.shard(owned), folder) for owned in plan.shard_ranges(count)]
    files = [(f"shard-{number:05}.json", _bytes_of(_SHARD, shard)) for number, shard in enumerate(shards)]
    digests = [_ShardFile(name, hashlib.sha256(data).hexdigest()) for name, data in files]
    manifest = _Manifest(folder.relative(output), digests, Assembly.of(plan))
    rules = "\n".join(_ninja(shards, folder, output)) + "\n"
    written = _bytes_of(_PLAN, CODECS.of(_Manifest).write(manifest, folder))
    write_directory(directory, [*files, (_MANIFEST, written), ("build.ninja", os.fsencode(rules))])
    return len(files)


class StoredPlan:
    """A plan from `write_plan`.

    Raises FormatError for files that are malformed, LinkError for a folder without a plan, and for a plan from another
    version of mtlb.
    """

    def __init__(self, directory: str | os.PathLike[str]) -> None:
        self.folder = PlanFolder(directory)
        path = self.folder.path / _MANIFEST
        try:
            values = _parsed(path, path.read_bytes(), _PLAN)
        except FileNotFoundError:
            raise LinkError("there is no such file: name the folder of a mtlb link --plan", file=str(path)) from None
        with _reading(path, _PLAN):
            manifest: _Manifest = CODECS.of(_Manifest).read(values, self.folder)
            self.output = self.folder.resolve(manifest.output)
        self._assembly = manifest.assembly
        self._shards = manifest.shards
        wrong = next((shard.file for shard in self._shards if not _SHARD_FILE.fullmatch(shard.file)), None)
        if wrong is not None:
            raise FormatError(f"{wrong!a} is not the name of a shard's file", file=str(path))

    @property
    def count(self) -> int:
        """The number of shards."""
        return len(self._shards)

    def link(self, number: int) -> None:
        """Link one shard and write its result, completely or not at all; repeated calls write the same bytes. LinkError
        for a number that the plan doesn't have, MtlbError for an input that changed since planning, and what
        `mtlb.link` raises.
        """
        if not 0 <= number < self.count:
            raise LinkError(f"the plan has shards 0 to {self.count - 1}, not {number}", file=str(self.folder.path))
        path, digest = self._path(number), self._shards[number].sha256
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() != digest:
            raise LinkError("the file changed after the link was planned: plan the link again", file=str(path))
        values = _parsed(path, data, _SHARD)
        with _reading(path, _SHARD):
            shard = check_shard(CODECS.of(Shard).read(values, self.folder))
        result, body = write_result(link_shard(shard), shard.target)
        seal = CODECS.of(_Seal).write(_Seal(digest, hashlib.sha256(body).hexdigest()), self.folder)
        write_atomic(path.with_suffix(".result"), [_bytes_of(_RESULT, {**result, **seal}), body])

    def assemble(self) -> LinkResult:
        """The library from all results. LinkError for a result that is missing or belongs to another plan."""
        missing = [number for number in range(self.count) if not self._path(number).with_suffix(".result").exists()]
        if missing:
            more = f" and {len(missing) - 1:,} more are" if len(missing) > 1 else " is"
            raise LinkError(
                f"shard {missing[0]}{more} not linked yet: mtlb link --shard {missing[0]} {self.folder.path}",
                file=str(self.folder.path),
            )
        return assemble(self._assembly, (self._result(number) for number in range(self.count)))

    def _path(self, number: int) -> Path:
        return self.folder.path / self._shards[number].file

    def _result(self, number: int) -> ShardResult:
        path = self._path(number).with_suffix(".result")
        data = memoryview(InputFile.read(path).data)
        line = bytes(data).find(b"\n")
        values = _parsed(path, bytes(data[: max(line, 0)]), _RESULT)
        body = data[line + 1 :]
        with _reading(path, _RESULT):
            seal: _Seal = CODECS.of(_Seal).read(values, self.folder)
        planned = [shard.sha256 for shard in self._shards]
        if seal.shard != planned[number]:
            producer = f"shard {planned.index(seal.shard)}" if seal.shard in planned else "another plan"
            raise LinkError(
                f"this is the result of {producer}, expected shard {number}: link that shard again with "
                f"mtlb link --shard {number} {self.folder.path}",
                file=str(path),
            )
        if seal.sha256 != hashlib.sha256(body).hexdigest():
            raise FormatError("the result of the shard is damaged: link it again", file=str(path))
        with _reading(path, _RESULT):
            result = read_result(values, body)
            named = {*result.sources, *result.emitting, *[finished.number for finished in result.functions]}
            named |= {number for finished in result.functions for _, _, number in finished.contents}
            if not self._assembly.inputs.keys() >= named:
                raise FormatError("it names inputs that are not in the plan")
        return result


@contextmanager
def _reading(path: Path, schema: str) -> Iterator[None]:
    """Errors name the file; FormatError for values that are not of the schema."""
    with in_file(str(path)):
        try:
            yield
        except MisfitError:
            raise FormatError(f"its values do not match {schema}") from None


def _bytes_of(schema: str, values: Mapping[str, Any]) -> bytes:
    stamped = {"schema": schema, "mtlb": __version__, **values}
    return (json.dumps(stamped, separators=(",", ":")) + "\n").encode("ascii")


def _parsed(path: Path, data: bytes, schema: str) -> dict[str, Any]:
    try:
        values = json.loads(data)
    except (ValueError, RecursionError):
        raise FormatError("it is not JSON", file=str(path)) from None
    if not isinstance(values, dict) or values.get("schema") != schema:
        raise FormatError(f"its schema is not {schema}", file=str(path))
    if values.get("mtlb") != __version__:
        writer = f"mtlb {values.get('mtlb')}"
        raise LinkError(
            f"{writer} wrote it, but this is mtlb {__version__}: use the same version for all steps", file=str(path)
        )
    return values


# --- ninja -----------------------------------------------------------------------------------------------------------


def _ninja(shards: Sequence[Mapping[str, Any]], folder: PlanFolder, output: str) -> Iterator[str]:
    """The steps as ninja rules, to be run in the folder where the link was planned."""
    place = folder.path.as_posix()
    yield f"# Run it where the link was planned: ninja -f {place}/build.ninja"
    yield "mtlb = mtlb"
    yield "rule shard"
    yield f"  command = $mtlb link --shard $number {_word(place)}"
    yield "  description = link shard $number"
    yield "rule assemble"
    yield f"  command = $mtlb link --assemble {_word(place)} --quiet --output $out"
    yield "  description = assemble $out"
    results = []
    for number, shard in enumerate(shards):
        file = _path(f"{place}/shard-{number:05}")
        results.append(f"{file}.result")
        names = [planned["input"]["file"] for planned in shard["units"] if "file" in planned["input"]]
        inputs = [_path(Path(os.path.relpath(folder.resolve(name))).as_posix()) for name in dict.fromkeys(names)]
        yield f"build {results[-1]}: shard {file}.json{' | ' if inputs else ''}{' '.join(inputs)}"
        yield f"  number = {number}"
    yield f"build {_path(Path(output).as_posix())}: assemble {' '.join(results)} | {_path(place)}/{_MANIFEST}"


def _path(path: str) -> str:
    return path.replace("$", "$$").replace(" ", "$ ").replace(":", "$:")


def _word(path: str) -> str:
    """A word of a command, for sh and for Windows."""
    is_plain = all(character.isalnum() or character in "/._-:\\" for character in path)
    return path if is_plain else '"' + path.replace("$", "$$") + '"'
