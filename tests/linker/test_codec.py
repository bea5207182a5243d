"""Readers and writers of dataclasses follow from the annotations."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import pytest

from mtlb.linker.output.assemble import Assembly
from mtlb.linker.plan.shard import Shard, ShardInput
from mtlb.linker.stored.codec import Codec, Codecs, MisfitError
from mtlb.linker.stored.records import CODECS


@dataclass(frozen=True)
class Part:
    name: str
    body: bytes = field(metadata={"key": None})
    is_old: bool


class Row(NamedTuple):
    number: int
    part: Part
    words: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    type_: str | None
    rows: list[Row]
    pairs: Sequence[tuple[int, str]]
    by_name: Mapping[str, int]
    by_number: Mapping[int, Row]
    marked: bytes
    count: int = field(default=1, metadata={"key": "how many"})
    left_out: int = field(default=5, metadata={"key": None})


class Place:
    def body(self) -> bytes:
        return b"elsewhere"


HEXADECIMAL = Codec(lambda value, place: value.hex(), lambda text, place: bytes.fromhex(text))
RECORDS = Codecs({bytes: HEXADECIMAL}).of(Record)
ROW = Row(3, Part("a", b"elsewhere", True), ("x", "y"))
VALUE = Record(None, [ROW], ((1, "one"),), {"a": 2}, {7: ROW}, b"\x01\x02", 4)
WRITTEN = {
    "type": None,
    "rows": [[3, "a", True, ["x", "y"]]],
    "pairs": [[1, "one"]],
    "by_name": {"a": 2},
    "by_number": [[7, [3, "a", True, ["x", "y"]]]],
    "marked": "0102",
    "how many": 4,
}


def test_what_is_written_is_read_again() -> None:
    assert RECORDS.write(VALUE, None) == WRITTEN and list(RECORDS.write(VALUE, None)) == list(WRITTEN)
    assert RECORDS.read(json.loads(json.dumps(WRITTEN)), Place()) == VALUE
    assert RECORDS.read(WRITTEN | {"more": 1}, Place()) == VALUE  # an unknown key is somebody else's
    assert RECORDS.write(replace(VALUE, type_="b", left_out=6), None) == WRITTEN | {"type": "b"}


@pytest.mark.parametrize(
    "change",
    [
        {"type": 1},
        {"rows": {}},
        {"rows": [[3, "a", True]]},
        {"rows": [[3, "a", True, ["x"], 1]]},
        {"rows": [[3, "a", 1, ["x"]]]},
        {"rows": [[3, "a", True, [1]]]},
        {"pairs": [[1]]},
        {"pairs": [[True, "one"]]},
        {"by_name": [["a", 2]]},
        {"by_name": {"a": "2"}},
        {"by_number": {"7": [3, "a", True, []]}},
        {"how many": 4.0},
        {"how many": False},
        {"how many": None},
    ],
)
def test_other_values_do_not_fit(change: dict[str, Any]) -> None:
    with pytest.raises(MisfitError):
        RECORDS.read(WRITTEN | change, Place())


@pytest.mark.parametrize("key", WRITTEN)
def test_every_key_is_needed(key: str) -> None:
    with pytest.raises(MisfitError):
        RECORDS.read({name: value for name, value in WRITTEN.items() if name != key}, Place())
    with pytest.raises(MisfitError):
        RECORDS.read([], Place())


def test_a_type_of_which_nothing_says_how_it_is_written_is_an_error() -> None:
    for type_ in (float, Codec, Mapping[str, bytes]):
        with pytest.raises(TypeError):
            Codecs({}).of(type_)


def test_the_records_of_a_plan_have_codecs() -> None:
    """A field whose type has none is found here, and not when a plan is written."""
    assert all(isinstance(CODECS.of(record), Codec) for record in (Shard, ShardInput, Assembly))
