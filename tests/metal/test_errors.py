"""What Metal forbids: the text, line and column of the error for each wrong source.

The texts that are Apple's, with their public sources, are listed in `mtlb/metal/signatures.py`, `rewrite/rules.py` and
`rewrite/storage.py`; the others are clang's, or ours (docs/metal.md §2.3).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mtlb.air import read_entry_points
from mtlb.bitcode import read_module
from mtlb.metal.compile import compile_source
from mtlb.metal.messages import SourceColumns, SourceMessage, in_source_columns
from mtlb.metal.names import source_names
from mtlb.metal.options import CompileOptions
from mtlb.metal.rewrite import SourceError, SourceTokens, rewrite
from tests.cli.invoke import invoke
from tests.metal.needed import needs_clang

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


WITH_CLANG = [
    row
    for name in ("By types", "By types, after the specification (4.0)", "As users make them")
    for row in _sources(name)
]


def _errors(path: Path, text: str) -> list[SourceMessage]:
    """All errors of a source."""
    path.write_text(f"#include <metal_stdlib>\nusing namespace metal;\n{text}", encoding="utf-8")
    with pytest.raises(SourceError) as error:
        compile_source(path, CompileOptions(warnings=("-ferror-limit=0",)))
    return [message for message in error.value.messages if message.level == "error"]


_INTERSECTIONS = """#include <metal_stdlib>
using namespace metal;
using namespace raytracing;
struct R { bool a [[accept_intersection]]; float d [[distance]]; };
struct T { bool a [[accept_intersection]]; bool c [[continue_search]]; };
[[intersection(bounding_box)]] R box(float3 o [[origin]], float m [[min_distance]], bool q [[opaque]]) {
  return {q, o.x + m};
}
[[intersection(triangle, triangle_data, instancing, world_space_data, primitive_motion)]] T triangle(
    float2 b [[barycentric_coord]], uint i [[instance_id]], float3 w [[world_space_origin]], float t [[time]],
    float d [[distance]], bool f [[front_facing]]) {
  return {b.x > w.x, i > 1 && t > d && f};
}
"""


@needs_clang
@pytest.mark.long
def test_legal_intersection_functions(tmp_path: Path) -> None:
    (tmp_path / "x.metal").write_text(_INTERSECTIONS, encoding="utf-8")
    entries = read_entry_points(read_module(compile_source(tmp_path / "x.metal").bitcode))
    assert [entry.function.name for entry in entries] == ["box", "triangle"]


def _says(error: SourceMessage, text: str, message: str) -> bool:
    return (error.column, message in error.text) == (text.index("@") + 1, True)


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> dict[str, SourceMessage]:
    """The first error of each source of a file with all of them, each on a line and in a namespace of its own. It is
    clang's: what mtlb finds in clang's output is not there, nor are types whose names get longer."""
    texts = [text.replace("@", "") for text, _ in WITH_CLANG if not _refused_by_rewriter(text)]
    spaces = "".join(f"namespace n{number} {{\n{text}\n}}\n" for number, text in enumerate(texts))
    errors = _errors(tmp_path_factory.mktemp("together") / "x.metal", spaces)
    assert len(errors) > 100
    return {texts[error.line // 3 - 1]: error for error in reversed(errors) if error.line % 3 == 1}


def _refused_by_rewriter(text: str) -> bool:
    try:
        rewrite(text.replace("@", ""))
    except SourceError:
        return True
    return False


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize(("text", "message"), WITH_CLANG)
def test_found_by_types(tmp_path: Path, together: dict[str, SourceMessage], text: str, message: str) -> None:
    source, path = text.replace("@", ""), tmp_path / "x.metal"
    error = together.get(source)
    if error is None or not _says(error, text, message):
        error = _errors(path, source)[0]
        assert (error.file, error.line) == (str(path), 3)
    assert _says(error, text, message), error


FILES = {
    "a.metal": """#include <metal_stdlib>
#include "inner.h"
using namespace metal;
#define SCALE(x) ((x) * factor)
#define TWO(x, y) ((x) * (y))
kernel void k(device float* a [[buffer(0)]]) { float b = inner(*a); /* c */ a[0] = 1; }
""",
    "inner.h": "#pragma once\ninline float inner(float x) { return x; }\n",
}


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "old", "new", "places"),
    [
        ("a.metal", "a[0] = 1", "a[0] = SCALE(a[1])", ["a.metal:6:84: error: use of undeclared identifier 'factor'"]),
        (
            "a.metal",
            "a[0] = 1",
            "a[0] = TWO(a[1])",
            [
                "a.metal:6:92: error: too few arguments provided to function-like macro invocation",
                "a.metal:5:9: note: macro 'TWO' defined here",
            ],
        ),
        ("a.metal", "inner.h", "outer.h", ["a.metal:2:10: error: 'outer.h' file not found"]),
        ("inner.h", "return x", "return y", ["inner.h:2:38: error: use of undeclared identifier 'y'"]),
        (
            "inner.h",
            "return x",
            "return float2(x)",
            ["inner.h:2:38: error: no viable conversion from returned value of"],
        ),
        ("inner.h", "float x", "float* x", ["inner.h:2:25: error: pointer type must have explicit address space"]),
        ("a.metal", "kernel", '#line 100 "b.metal"\nkernel', []),
        (
            "a.metal",
            "kernel void",
            '#line 100 "b.metal"\nkernel int',
            ["b.metal:100:8: error: invalid return type 'int' for kernel function"],
        ),
        ("a.metal", "kernel", "#if 1\nkernel", ["a.metal:6:2: error: unterminated conditional directive"]),
    ],
)
def test_places_in_files(tmp_path: Path, file: str, old: str, new: str, places: list[str]) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text.replace(old, new) if name == file else text, encoding="utf-8")
    messages = []
    try:
        compile_source(tmp_path / "a.metal")
    except SourceError as error:
        messages = [str(message).replace(f"{tmp_path}/", "") for message in error.messages]
    assert len(messages) == len(places) and all(map(str.startswith, messages, places)), messages


def test_a_generated_token_is_no_second_error() -> None:
    written_ = SourceTokens('#line 1 "a.metal"\nstruct S { Foo a; __mtl_x(&S::a) };\n')
    errors = [SourceMessage("a.metal", 1, column, "error", "x") for column in (12, 19)]
    columns = SourceColumns(written_, lambda _: ["struct S { Foo a; };"])
    assert [item.column for item in in_source_columns(errors, columns)] == [12]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("'__mtl_space_device<const float> *' (aka 'const float *')", "'const device float *'"),
        ("'__mtl_space_constant<const metal::vec<float, 4>> &'", "'const constant float4 &'"),
        ("'__mtl_space_device<__mtl_space_device<float> *> *'", "'device device float * *'"),
        ("'__mtl_space_device<S>'", "'S'"),
    ],
)
def test_address_spaces_in_types(text: str, name: str) -> None:
    assert source_names(text) == name


@needs_clang
@pytest.mark.long
def test_json_and_sarif_have_the_same_errors(tmp_path: Path) -> None:
    path = tmp_path / "a.metal"
    path.write_text("struct S { device float* p; };\nkernel void k(constant float* c) {\n  S s; s.p = c;\n}\n")
    text = "assigning to 'device float *' from incompatible type 'const constant float *'"
    [error] = json.loads(invoke("compile", path, "--json").stdout)["sources"][0]["messages"]
    assert (error["line"], error["column"], error["text"]) == (3, 14, text)
    [result] = json.loads(invoke("compile", path, "--sarif").stdout)["runs"][0]["results"]
    assert result["message"]["text"] == text
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 3, "startColumn": 14}
