"""mtlb intrinsics: the table as text and as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mtlb.air.intrinsics import families, intrinsic
from mtlb.inspect.schemas import command_schema
from tests.cli.invoke import invoke


def listed(*words: str) -> list[dict[str, Any]]:
    result = invoke("intrinsics", "--json", *words)
    assert result.code == 0
    document = json.loads(result.text)
    Draft202012Validator(command_schema()).validate(document)
    actual: list[dict[str, Any]] = document["intrinsics"]
    return actual


def test_the_whole_table_is_in_the_json() -> None:
    actual = listed()
    assert [item["name"] for item in actual] == [f"air.{family.name}" for family in families()]
    for item, family in zip(actual, families(), strict=True):
        assert len(item["signatures"]) == len(family.forms)
        assert len(item["seen"]) == len(family.seen)
        assert list(item["types"]) == [variable for variable, _ in family.variables]
        for function in item["seen"]:
            assert intrinsic(function["name"]) is not None


def test_a_function_with_its_types() -> None:
    (item,) = listed("air.atomic.global.cmpxchg.weak.i32")
    assert item["signatures"] == [
        {
            "result": "i32",
            "parameters": ["i32*1 nocapture", "i32*0 nocapture", "i32", "i32", "i32", "i32", "i1"],
            "since": None,
            "until": None,
        }
    ]
    assert item["types"] == {"T": ["i32"]}
    assert item["seen"] == [{"name": "air.atomic.global.cmpxchg.weak.i32", "first": "2.5", "last": "2.8"}]


@pytest.mark.parametrize(("air", "since", "until"), [("2.1", None, "2.1"), ("2.5", "2.2", "2.7"), ("2.8", "2.8", None)])
def test_the_signature_of_a_version(air: str, since: str | None, until: str | None) -> None:
    (item,) = listed("air.read_texture_2d", "--air", air)
    (form,) = item["signatures"]
    assert (form["since"], form["until"]) == (since, until)


def test_lines() -> None:
    assert len(invoke("intrinsics").text.splitlines()) == sum(len(family.forms) for family in families())
    text = invoke("intrinsics", "air.convert").text
    assert text.startswith("air.convert.{f|s|u.T}.{f|s|u.S}: T (S)")
    seen = invoke("intrinsics", "--overloads", "air.convert").text.splitlines()
    assert len(seen) == len(next(f for f in families() if f.name == "convert").seen)


def test_what_no_function_has_is_said() -> None:
    result = invoke("intrinsics", "air.fma", "air.fma.i32.i32", "air.no_such_*")
    assert result.code == 1
    assert result.text.startswith("air.fma.{T}: T (T, T, T)")
    assert "air.no_such_*: no function has this name" in result.stderr
    assert "air.fma.i32.i32: no function has this name" in result.stderr
    assert invoke("intrinsics", "--air", "x").code == 2
