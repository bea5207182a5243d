"""The statement that a link makes about its output: SLSA provenance 1.0 in an in-toto statement 1.0.

Nothing in it depends on time or machine: what went in (names as the user gave them, digests), what came out, the
options, and the version of mtlb.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .._version import __version__
from ..base.arguments import instance
from ..base.digest import sha256
from ..base.errors import FormatError
from ..linker import LinkOptions
from .envelope import STATEMENT_TYPE

PREDICATE_TYPE = "https://slsa.dev/provenance/v1"
BUILD_TYPE = "pkg:generic/mtlb#link/v1"
"""Identifies the meaning of the parameters: a package URL of the type for software that no index has."""

_FORMER_BUILD_TYPE = "pkg:pypi/mtlb#link/v1"  # written by mtlb 0.2, with the same meaning
_BUILDER = "pkg:generic/mtlb"


@dataclass(frozen=True)
class Material:
    """A file that went in or came out: its name, and the SHA-256 of its bytes in hexadecimal."""

    name: str
    sha256: str

    @classmethod
    def of(cls, name: str, data: bytes | memoryview) -> Material:
        """The file of this name with these bytes."""
        return cls(name, sha256(data).hex())

    def as_json(self) -> dict[str, Any]:
        """The file as in-toto's resource descriptor."""
        return {"name": self.name, "digest": {"sha256": self.sha256}}


@dataclass(frozen=True)
class LinkRecord:
    """What a statement says of a link: its inputs in order, and how they were put together.

    `packed`: by `link --pack`. `companion`: the sources went to a second file. `version`: of the mtlb that linked.
    """

    inputs: tuple[Material, ...]
    options: LinkOptions
    packed: bool = False
    companion: bool = False
    version: str = __version__


def provenance(outputs: Iterable[Material], record: LinkRecord) -> dict[str, Any]:
    """The statement about the outputs of a link: the library, and its companion if there is one.

    `path_prefix_map` is left out of the options: the inputs are named as after it, so that no path of the machine
    is recorded.
    """
    instance("record", record, LinkRecord)
    map_path = record.options.path_prefix_map.apply
    options = {name: value for name, value in record.options.as_json().items() if name != "path_prefix_map"}
    return {
        "_type": STATEMENT_TYPE,
        "subject": [output.as_json() for output in outputs],
        "predicateType": PREDICATE_TYPE,
        "predicate": {
            "buildDefinition": {
                "buildType": BUILD_TYPE,
                "externalParameters": {
                    "command": "pack" if record.packed else "link",
                    "companion": record.companion,
                    "options": options,
                },
                "internalParameters": {},
                "resolvedDependencies": [
                    Material(map_path(input_.name), input_.sha256).as_json() for input_ in record.inputs
                ],
            },
            "runDetails": {"builder": {"id": _BUILDER, "version": {"mtlb": record.version}}},
        },
    }


def link_record(statement: dict[str, Any]) -> LinkRecord:
    """What `provenance` wrote into a statement. FormatError for a statement that is about something else."""
    if statement["predicateType"] != PREDICATE_TYPE:
        raise FormatError(f"the statement is not SLSA provenance: its predicate is {statement['predicateType']!r:.80}")
    definition = _member(statement["predicate"], "buildDefinition", dict)
    if definition.get("buildType") not in (BUILD_TYPE, _FORMER_BUILD_TYPE):
        raise FormatError(f"the statement is about another kind of build: {definition.get('buildType')!r:.80}")
    parameters = _member(definition, "externalParameters", dict)
    command = parameters.get("command")
    if command not in ("link", "pack"):
        raise FormatError(f"the statement is about the unknown command {command!r:.80}")
    inputs = []
    for item in _member(definition, "resolvedDependencies", list):
        digest = item.get("digest") if isinstance(item, dict) else None
        name = item.get("name") if isinstance(item, dict) else None
        if not isinstance(name, str) or not isinstance(digest, dict) or not isinstance(digest.get("sha256"), str):
            raise FormatError("an input of the statement lacks a name or a SHA-256")
        inputs.append(Material(name, digest["sha256"]))
    builder = _member(_member(statement["predicate"], "runDetails", dict), "builder", dict)
    version = _member(builder, "version", dict).get("mtlb")
    if not isinstance(version, str):
        raise FormatError("the statement does not say which version of mtlb linked")
    return LinkRecord(
        tuple(inputs),
        LinkOptions.from_json(_member(parameters, "options", dict)),
        command == "pack",
        bool(parameters.get("companion")),
        version,
    )


def _member(value: dict[str, Any], name: str, kind: type) -> Any:
    member = value.get(name)
    if not isinstance(member, kind):
        raise FormatError(f"the statement's provenance has no {name}")
    return member
