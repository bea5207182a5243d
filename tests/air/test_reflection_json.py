"""The JSON is what docs/reflection.schema.json says, for every golden module, and the text shows all of it."""

from __future__ import annotations

import json
import subprocess
import sys

import jsonschema
import pytest

from mtlb.air import describe, describe_all, reflection_document, reflection_json, reflection_lines
from mtlb.air.facts import StaticSampler
from mtlb.bitcode import read_module
from tests.changes import cut
from tests.conftest import ROOT
from tests.golden.make import MODULES

SCHEMA = json.loads((ROOT / "docs/reflection.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", sorted(MODULES.glob("*.air")), ids=lambda path: path.stem)
def test_schema(path) -> None:
    descriptions = describe_all(read_module(path.read_bytes(), bodies=False))
    document = reflection_document([(path.name, descriptions)])
    jsonschema.validate(document, SCHEMA, jsonschema.Draft202012Validator)
    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_every_key_of_the_schema_is_used() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (MODULES.parent / "facts").glob("*.json")]
    for definition in ("argument", "member", "function"):
        for key in SCHEMA["$defs"][definition]["properties"]:
            seen = any(f'"{key}":' in text for text in texts)
            # No golden module has debug info, or metadata that is not published.
            unspelled = {"post_depth_coverage", "user_annotation", "threads_per_threadgroup", "source"}
            assert seen or key in unspelled, (definition, key)


def test_text() -> None:
    function = reflection_json(describe(read_module((MODULES / "air_kernel_resources.air").read_bytes(), bodies=False)))
    lines = list(reflection_lines(function))
    assert lines[0] == "kernel resources (AIR 2.6, Metal 3.1)"
    text = "\n".join(lines)
    for name in ("buffer 2", "texture 3..6", "threadgroup 0", "sampler 0", "attribute 0", "unused", "+160", "tiled"):
        assert name in text, name
    assert lines == [line.rstrip() for line in lines]


def test_static_sampler() -> None:
    sampler = StaticSampler("s", (0x807BFF0000984A92,))
    assert [mode.label for mode in sampler.address_modes] == ["repeat"] * 3
    assert (sampler.mag_filter.label, sampler.min_filter.label, sampler.mip_filter.label) == ("linear",) * 3
    assert sampler.compare_function.label == "never"
    assert (sampler.max_anisotropy, sampler.normalized_coordinates) == (10, True)
    assert sampler.lod_clamp == (0.0, 65504.0)


def test_address_spaces_before_air_2_5_come_from_the_parameters() -> None:
    modern = reflection_json(describe(read_module((MODULES / "air_kernel_resources.air").read_bytes(), bodies=False)))
    module = read_module((MODULES / "air_kernel_resources.air").read_bytes(), bodies=False)
    assert {a.get("address_space") for a in modern["arguments"]} >= {"device", "constant", "threadgroup"}
    for argument in module.named_metadata["air.kernel"][0].fields[2].fields:  # type: ignore[union-attr]
        keys = [getattr(field, "value", None) for field in argument.fields]
        if "air.address_space" in keys:
            at = keys.index("air.address_space")
            argument.fields = cut(argument.fields, at, 2)
    assert reflection_json(describe(module))["arguments"] == modern["arguments"]


def test_the_page_of_keys_is_that_of_the_schema() -> None:
    subprocess.run([sys.executable, "tools/gen_reflection_keys.py", "--check"], cwd=ROOT, check=True)
