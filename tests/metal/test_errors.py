"""What Metal forbids: the text, line and column of the error for each wrong source.

The texts that are Apple's, with their public sources, are listed in `mtlb/metal/signatures.py`, `rewrite/rules.py` and
`rewrite/storage.py`; the others are clang's, or ours (docs/metal.md §2.3).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mtlb.base.errors import BuildError
from mtlb.metal.compile import compile_source
from mtlb.metal.rewrite import SourceError, rewrite
from tests.metal.test_compile import needs_clang

K = "kernel void k(device float* a [[buffer(0)]]"


def _sources(section: str) -> list[tuple[str, str]]:
    text = (Path(__file__).parent / "wrong_sources.txt").read_text(encoding="utf-8").split(f"# {section}:\n")[1]
    rows = [line.rpartition(" => ") for line in text.partition("\n#")[0].splitlines()]
    return [(source, message) for source, _, message in rows]


@pytest.mark.parametrize(("text", "message"), _sources("By tokens, without clang"))
def test_found_by_tokens(text: str, message: str) -> None:
    with pytest.raises(SourceError) as error:
        rewrite("\n" + text.replace("@", ""), "x.metal")
    first = str(error.value).splitlines()[0]
    assert first.startswith(f"x.metal:2:{text.index('@') + 1}: error: ") and message in first, first


@pytest.mark.parametrize(
    "text",
    [
        K + ", threadgroup float* t) { { device float* t = a; device float* p = t; } }",
        K + ") { static constant float x[] = {1, 2}; static constexpr constant int n = 1; a[0] = x[n]; }",
        K + ", constant float* c) { device float* p = a; { auto p = c; constant float* q = p; } }",
        "void f(threadgroup float* p); void f(device float* p) { } " + K + ") { f(a); }",
        K + ", threadgroup float* t) { device float* p = (device float*)(a + int(*t)); *p = *t; a[0] = *(t); }",
        "struct B { uint : 3; uint b : 5; int : 0; }; namespace n = metal; using n::float4;",
        "constant float x[] = {1}; struct S { device float* p; constant float4* q; thread float* r; };",
    ],
)
def test_legal_storage(text: str) -> None:
    rewrite(text)


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "message"), _sources("By types") + _sources("By types, after the specification (4.0)")
)
def test_found_by_types(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.metal"
    source = text.replace("@", "")
    path.write_text(f"#include <metal_stdlib>\nusing namespace metal;\n{source}", encoding="utf-8")
    with pytest.raises(BuildError) as error:
        compile_source(path)
    first = str(error.value).splitlines()[0]
    assert first.startswith(f"{path}:3:{text.index('@') + 1}: error: ") and message in first, first
