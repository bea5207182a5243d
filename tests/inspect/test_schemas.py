"""Every command that prints JSON prints what the schema says, with no key beyond it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from mtlb.cli.commands import COMMANDS, CommandRow
from mtlb.inspect.schemas import command_schema
from tests.cli.invoke import invoke
from tests.golden.make import BAD
from tests.inspect.libraries import GOLDEN, edited, function, stored

SCHEMA = command_schema()
LIBRARIES = sorted((GOLDEN / "lib").glob("*.metallib")) + sorted(BAD.glob("*.metallib"))
WITH_JSON = [row for row in COMMANDS if row.has_json]
READERS = [row for row in WITH_JSON if row.inputs == 1 and row.output is None]


def validated(*words: str | Path) -> object:
    result = invoke(*words)
    if not result.stdout:
        assert result.code == 1  # the input is so bad that there is nothing to print
        return None
    value = json.loads(result.text)
    name = value["schema"].removeprefix("mtlb.").removesuffix("/1")
    Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{name}"}]}).validate(value)
    return value


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_command_with_json_has_a_definition() -> None:
    assert {f"#/$defs/{row.name}" for row in WITH_JSON} <= {option["$ref"] for option in SCHEMA["oneOf"]}


@pytest.mark.parametrize("command", READERS, ids=lambda row: row.name)
@pytest.mark.long
def test_readers(command: CommandRow) -> None:
    printed = [validated(command.name, *command.before, path, "--json") for path in LIBRARIES]
    assert sum(value is not None for value in printed) >= 8


def test_failures_and_findings(tmp_path: Path) -> None:
    path = tmp_path / "x.metallib"
    path.write_bytes(stored(function(), function(data=edited(lambda m: m.named_metadata.pop("air.version")))))
    assert validated("check", path, "--min-os", "macos:12", "--json")
    assert validated("doctor", path, "--os", "macos:12", "--json")
    assert validated("lint", path, "--json")
    assert validated("lint", "--fix", path, "--dry-run", "--json")
    assert validated("lint", "--rules", "--json")
    assert validated("check", Path(__file__), "--json")
    assert validated("doctor", Path(__file__), "--json")


def test_diff() -> None:
    for path in LIBRARIES[1:8]:
        assert validated("diff", LIBRARIES[0], path, "--json", "--ir")


@pytest.mark.long
@pytest.mark.corpus
@pytest.mark.parametrize("command", [row for row in READERS if row.name != "bcanalyze"], ids=lambda row: row.name)
def test_real_files(command: CommandRow, corpus_libraries: list[Path]) -> None:
    for path in corpus_libraries[::16]:
        assert validated(command.name, *command.before, path, "--json")
