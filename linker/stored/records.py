"""The values of a planned link as JSON: shards, what becomes of them, and what assembling takes.

Each reader checks the form of all values first (`fits`): FormatError for what is not as it was written.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mtlb.air.imports import DynamicImports
from mtlb.base.errors import FormatError
from mtlb.base.releases import RELEASES
from mtlb.base.toolchains import Layout
from mtlb.base.versions import Platform, Version
from mtlb.container import Library, Sources, Target
from mtlb.container import read as read_library
from mtlb.container import write as write_library
from mtlb.ir import TypeCode

from ..inputs.load import Input, InputBytes, InputFile
from ..link import Assembly
from ..options import LinkOptions
from ..output.library import LinkedModule
from ..plan.imports import Imports
from ..plan.shard import FinishedFunction, PlannedUnit, Shard, ShardResult
from ..plan.types import TypeRow

__all__ = [
    "ASSEMBLY",
    "RESULT",
    "SHARD",
    "PlanFolder",
    "assembly_json",
    "fits",
    "read_assembly",
    "read_result",
    "read_shard",
    "result_json",
    "shard_json",
]

_NEWEST_CONTAINER = max(release.container_version for release in RELEASES)

_MOST_NAMES = 1 << 22  # of which a shard makes a list
_OPERANDS = range(1 << 64)  # what a record can hold

_TARGET = (int, str, str)
SHARD: dict[str, Any] = {
    "options": dict,
    "target": _TARGET,
    "units": [
        {
            "number": int,
            "input": {"path": str, "recorded": str, "position": int},
            "sha256": str,
            "owned": bool,
            "finished": bool,
            "bodies": bool,
            "structs": [int],
            "kinds": [(int, int)],
            "roots": [(int, int)],
            "replaced": [str],
            "alone": bool,
        }
    ],
    "types": [(int, [int], [int], {str, None})],
    "meant": {"*": int},
    "kinds": [(int, str)],
    "imports": ([str], [str]),
    "table": [str],
    "root_names": [(str, int)],
    "root_places": {"*": int},
    "parts": {"*": int},
}
"""The form of a shard, as `fits` takes it."""

ASSEMBLY: dict[str, Any] = {
    "options": dict,
    "target": _TARGET,
    "inputs": [(int, (str, str, int))],
    "archives": [(int, str, {str, None}, {str, None})],
    "libraries": [str],
    "table": [str],
    "warnings": [str],
    "notes": [str],
    "decisions": [str],
    "dropped": [(str, str)],
    "runtime": [str],
}
"""The form of what assembling takes."""

RESULT: dict[str, Any] = {
    "functions": [(int, str, ([str], [str]), [str], bool, [(str, bool, int)])],
    "sources": [int],
    "emitting": [int],
}
"""The form of what is said of a shard's functions beside their library."""


def fits(value: object, form: Any) -> bool:
    """Whether a value of JSON has a form.

    A form is a type; a tuple of forms (a list of that length); a list of one (any number of it); a dictionary (an
    object with these keys, or with the key "*" any); a set (one of these); None.
    """
    if isinstance(form, set):
        return any(fits(value, one) for one in form)
    if isinstance(form, tuple):
        return isinstance(value, list) and len(value) == len(form) and all(map(fits, value, form))
    if isinstance(form, list):
        return isinstance(value, list) and all(fits(one, form[0]) for one in value)
    if isinstance(form, dict):
        if not isinstance(value, dict):
            return False
        if "*" in form:
            return all(fits(one, form["*"]) for one in value.values())
        return value.keys() >= form.keys() and all(fits(value[key], form[key]) for key in form)
    if form is None:
        return value is None
    return isinstance(value, form) and (form is bool or not isinstance(value, bool))


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
        """A path that is written, from here. FormatError for what can't be one."""
        try:
            is_path = b"\0" not in os.fsencode(path)
        except UnicodeEncodeError:
            is_path = False
        if not is_path:
            raise FormatError(f"{path!a} is no path")
        return os.path.normpath(os.path.join(self.path, path))


# --- inputs ----------------------------------------------------------------------------------------------------------


def _input_json(input_: Input, folder: PlanFolder) -> dict[str, Any]:
    source = input_.source
    values: dict[str, Any] = {"path": input_.path, "recorded": input_.recorded, "position": input_.position}
    if input_.base:
        values["base"] = input_.base
    if input_.finished:
        values["finished"] = True
    if source.path is None:
        values["data"] = base64.b64encode(source.data()).decode("ascii")
    else:
        values |= {"file": folder.relative(source.path), "offset": source.offset, "size": source.size}
    return values


def _read_input(values: Mapping[str, Any], folder: PlanFolder) -> Input:
    if "data" in values:
        source = InputBytes.held(_decoded(values["data"]))
    elif fits(values, {"file": str, "offset": int, "size": int}) and values["offset"] >= 0 and values["size"] >= 0:
        source = InputBytes(None, folder.resolve(values["file"]), values["offset"], values["size"])
    else:
        raise FormatError("an input has neither bytes nor a place in a file")
    base = values.get("base", 0)
    return Input(
        values["path"],
        values["recorded"],
        source,
        base=base if isinstance(base, int) else 0,
        position=values["position"],
        finished=values.get("finished") is True,
    )


def _decoded(text: object) -> bytes:
    try:
        return base64.b64decode(text if isinstance(text, str) else "?", validate=True)
    except ValueError:
        raise FormatError("bytes that are not in base64") from None


def _target_json(target: Target) -> list[Any]:
    return [int(target.platform), target.min_os.full, target.container_version.full]


def _read_target(values: list[Any]) -> Target:
    return Target(Platform(values[0]), Version.parse(values[1]), Version.parse(values[2]))


# --- shards ----------------------------------------------------------------------------------------------------------


def shard_json(shard: Shard, folder: PlanFolder) -> dict[str, Any]:
    """A shard as JSON values, of the form `SHARD`."""
    return {
        "options": shard.options.as_json(),
        "target": _target_json(shard.target),
        "units": [
            {
                "number": unit.number,
                "input": _input_json(unit.input_, folder),
                "sha256": unit.digest,
                "owned": unit.owned,
                "finished": unit.finished,
                "bodies": unit.bodies,
                "structs": unit.structs,
                "kinds": list(unit.kinds.items()),
                "roots": unit.roots,
                "replaced": unit.replaced,
                "alone": unit.is_alone,
            }
            for unit in shard.units
        ],
        "types": shard.types,
        "meant": dict(shard.meant),
        "kinds": shard.kinds,
        "imports": [shard.imports.libraries, shard.imports.symbols],
        "table": shard.table,
        "root_names": shard.root_names,
        "root_places": dict(shard.root_places),
        "parts": dict(shard.parts),
    }


def read_shard(values: Mapping[str, Any], folder: PlanFolder) -> Shard:
    """The shard in values of the form `SHARD`. FormatError for bad types and numbers, BuildError for bad options."""
    types = tuple(TypeRow(c, tuple(p), tuple(e), n) for c, p, e, n in values["types"])
    known = set(TypeCode)
    if not all(row.code in known for row in types):
        raise FormatError("a type of an unknown kind")
    kinds = [number for number, _ in values["kinds"]]
    kinds += [number for unit in values["units"] for pair in unit["kinds"] for number in pair]
    if not all(number in _OPERANDS for numbers in (kinds, *[row.params for row in types]) for number in numbers):
        raise FormatError("a type or a kind of metadata with a number that no record can hold")
    if not all(0 <= row < len(types) for unit in values["units"] for row in unit["structs"]):
        raise FormatError("a struct that is no row of the types")
    if sum(max(count, 0) for _, count in values["root_names"]) > _MOST_NAMES:
        raise FormatError(f"more than {_MOST_NAMES:,} names in the walk from constructors and used variables")
    return Shard(
        options=LinkOptions.from_json(values["options"]),
        target=_read_target(values["target"]),
        units=tuple(
            PlannedUnit(
                number=unit["number"],
                input_=_read_input(unit["input"], folder),
                digest=unit["sha256"],
                owned=unit["owned"],
                finished=unit["finished"],
                bodies=unit["bodies"],
                structs=tuple(unit["structs"]),
                kinds=dict(unit["kinds"]),
                roots=tuple((place, at) for place, at in unit["roots"]),
                replaced=tuple(unit["replaced"]),
                is_alone=unit["alone"],
            )
            for unit in values["units"]
        ),
        types=types,
        meant=values["meant"],
        kinds=tuple((number, name) for number, name in values["kinds"]),
        imports=Imports(tuple(values["imports"][0]), tuple(values["imports"][1])),
        table=tuple(values["table"]),
        root_names=tuple((name, count) for name, count in values["root_names"]),
        root_places=values["root_places"],
        parts=values["parts"],
    )


# --- assembling ------------------------------------------------------------------------------------------------------


def assembly_json(assembly: Assembly, folder: PlanFolder) -> dict[str, Any]:
    """What assembling takes as JSON values, of the form `ASSEMBLY`."""
    return {
        "options": assembly.options.as_json(),
        "target": _target_json(assembly.target),
        "inputs": [[number, [one.path, one.recorded, one.position]] for number, one in assembly.inputs.items()],
        "archives": [
            [
                position,
                file.name,
                None if file.path is None else folder.relative(file.path),
                base64.b64encode(file.data).decode("ascii") if file.path is None else None,
            ]
            for position, file in (assembly.archives.items() if assembly.options.sources is not None else ())
        ],
        "libraries": assembly.libraries,
        "table": assembly.table,
        "warnings": assembly.warnings,
        "notes": assembly.notes,
        "decisions": assembly.decisions,
        "dropped": assembly.dropped,
        "runtime": assembly.runtime,
    }


def read_assembly(values: Mapping[str, Any], folder: PlanFolder) -> Assembly:
    """What assembling takes, in values of the form `ASSEMBLY`. FormatError for an archive that is not there."""
    nothing = InputBytes.held(b"")  # assembling reads no input
    archives = {}
    for position, name, path, data in values["archives"]:
        held = _decoded(data) if path is None else None
        archives[position] = InputFile(name, held, None if path is None else folder.resolve(path))
    return Assembly(
        options=LinkOptions.from_json(values["options"]),
        target=_read_target(values["target"]),
        inputs={
            number: Input(path, recorded, nothing, position=position)
            for number, (path, recorded, position) in values["inputs"]
        },
        archives=archives,
        libraries=tuple(values["libraries"]),
        table=values["table"],
        warnings=values["warnings"],
        notes=values["notes"],
        decisions=values["decisions"],
        dropped=[(path, reason) for path, reason in values["dropped"]],
        runtime=tuple(values["runtime"]),
    )


# --- results ---------------------------------------------------------------------------------------------------------


def result_json(result: ShardResult, target: Target) -> tuple[dict[str, Any], bytes]:
    """What became of a shard: values of the form `RESULT`, and a library of the newest form with the functions."""
    for number, linked, _ in result.functions:
        linked.function.source = result.sources.get(number)
    library = Library(
        platform=target.platform or Platform.MACOS,
        min_os=target.min_os,
        container_version=_NEWEST_CONTAINER,
        layout=Layout.AIR_LLD,
        functions=[one.linked.function for one in result.functions],
        sources=Sources("", "", list(result.sources.values())) if result.sources else None,
        uuid=None,
    )
    values = {
        "functions": [
            [
                number,
                linked.origin,
                [linked.imports.libraries, linked.imports.symbols],
                linked.warnings,
                linked.is_of_llvm_3_5,
                contents,
            ]
            for number, linked, contents in result.functions
        ],
        "sources": list(result.sources),
        "emitting": result.emitting,
    }
    return values, write_library(library)


def read_result(values: Mapping[str, Any], body: memoryview) -> ShardResult:
    """What became of a shard. FormatError for a library that does not go with the values."""
    library = read_library(body)
    archives = library.sources.archives if library.sources is not None else []
    if len(library.functions) != len(values["functions"]) or len(archives) != len(values["sources"]):
        raise FormatError("its functions are not those that it lists")
    functions = []
    for function, found in zip(library.functions, values["functions"], strict=True):
        number, origin, imports, warnings, is_old, contents = found
        names = DynamicImports(tuple(imports[0]), tuple(imports[1]))
        linked = LinkedModule(origin, function, names, tuple(warnings), is_old)
        symbols = tuple((name, is_function, place) for name, is_function, place in contents)
        functions.append(FinishedFunction(number, linked, symbols))
    return ShardResult(functions, dict(zip(values["sources"], archives, strict=True)), values["emitting"])
