"""The options of a link as JSON values, and back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mtlb.base.errors import BuildError
from mtlb.linker import LinkOptions, SourceOptions

GIVEN: list[dict[str, Any]] = [
    {},
    {"platform": "ios-simulator", "min_os": "17.0", "container_version": "1.2.8", "layout": "metallib"},
    {"platform": 77, "toolchain": "32023.404", "uuid": "00112233-4455-6677-8899-aabbccddeeff"},
    {"kind": "dylib", "install_name": "@rpath/a", "exported_symbols": ["f", "g"], "dynamic_lookup": True},
    {"sources": SourceOptions("metal a.metal", "/build", 16384), "path_prefix_map": ["/a=b=/c", "/d="]},
    {"required_functions": ["f"], "required_count": 3, "optimize": False, "convert": False, "runtime": False},
    {"has_uuid": False, "has_library_name": False, "whole_archive": True, "allow_drop": True, "output": "a.metallib"},
]


@pytest.mark.parametrize("given", GIVEN, ids=lambda inputs: " ".join(inputs) or "none")
def test_options_survive_json(given: dict[str, Any]) -> None:
    options = LinkOptions(**given)
    assert LinkOptions.from_json(json.loads(json.dumps(options.as_json()))) == options


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"speed": 1}, "unknown option of a link: 'speed'"),
        ({"platform": "amiga"}, "amiga"),
        ({"sources": {"level": 9}}, "unknown option of embedded sources: 'level'"),
        ({"sources": "all"}, "an object with command, directory, padding"),
        ({"whole_archive": 1}, "True or False"),
        ([], "expected Mapping"),
    ],
)
def test_what_are_no_options(values: Any, reason: str) -> None:
    with pytest.raises(BuildError, match=reason):
        LinkOptions.from_json(values)
