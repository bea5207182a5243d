from __future__ import annotations

import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest

import mtlb
from mtlb.base.errors import FormatError
from mtlb.container import LibraryFunction
from mtlb.explore import METHODS, Explorer
from mtlb.inspect import floor
from mtlb.inspect.facts import library_json
from mtlb.linker import LinkOptions, SourceOptions, link, pack
from tests.inspect.libraries import GOLDEN, edited, function, stored
from tests.linker.test_sources import recorded

LIBRARY = GOLDEN / "lib" / "air-lld-macos14.metallib"
MODULE = GOLDEN / "air" / "saxpy.air"
OTHER = GOLDEN / "lib" / "linked-air-lld.metallib"


class Opened:
    """An explorer with one file."""

    def __init__(self, path: Path, name: str | None = None, limit: int | None = None) -> None:
        self.explorer = Explorer(limit=limit)
        self.answer = json.loads(self.explorer.open(name or path.name, str(path)))
        self.file = self.answer["result"]["file"] if "result" in self.answer else ""

    def raw(self, method: str, **parameters: Any) -> tuple[str, bytes | None]:
        return self.explorer.call(method, json.dumps({"file": self.file, **parameters}))

    def ask(self, method: str, **parameters: Any) -> Any:
        return json.loads(self.raw(method, **parameters)[0])["result"]

    def error(self, method: str, **parameters: Any) -> str:
        text: str = json.loads(self.raw(method, **parameters)[0])["error"]["text"]
        return text

    def saved(self, kind: str, **params: Any) -> tuple[str, bytes]:
        answer, data = self.raw("save", kind=kind, params=params)
        assert data is not None, answer
        return json.loads(answer)["result"]["name"], data


def written(path: Path, data: bytes | memoryview) -> Path:
    path.write_bytes(data)
    return path


@pytest.fixture
def library() -> Opened:
    return Opened(LIBRARY)


def column(indexed: dict[str, Any]) -> list[str]:
    return [indexed["values"][row] for row in indexed["rows"]]


# --- one file --------------------------------------------------------------------------------------------------------


def test_a_library_is_described_as_info_does(library: Opened) -> None:
    shown = library.ask("library")
    info = library_json("x", mtlb.open(LIBRARY))
    assert shown["functions"]["name"] == [function["name"] for function in info["functions"]]
    assert column(shown["functions"]["type"]) == [function["type"]["name"] for function in info["functions"]]
    assert shown["functions"]["size"] == [function["module_size"] for function in info["functions"]]
    assert sum(size for _, _, size in shown["sections"]) == shown["size"] == LIBRARY.stat().st_size
    assert shown["floor"]["os"] == info["floor"]["os"] and not shown["floor"]["modules"]
    assert library.ask("columns")["headline"]["os"] == info["floor"]["os"]
    assert dict(shown["facts"])["Stamp"] == "macOS 14.0"


@pytest.mark.parametrize("path", sorted((GOLDEN / "lib").glob("*.metallib")), ids=lambda path: path.stem)
def test_the_headline_is_the_newest_row(path: Path) -> None:
    columns = Opened(path).ask("columns")
    rows = [tuple(map(int, text.split("."))) for text in column(columns["floor"])]
    assert str(floor(mtlb.open(path)).os) == columns["headline"]["os"] == ".".join(map(str, max(rows)))


def test_columns_come_in_pieces(library: Opened) -> None:
    whole = Opened(LIBRARY).ask("columns")
    first = library.ask("columns", count=2)
    second = library.ask("columns", start=first["next"], count=2)
    assert (first["next"], second["next"], first["headline"]) == (2, None, None)
    assert column(first["arguments"]) + column(second["arguments"]) == column(whole["arguments"])
    assert second["headline"] == whole["headline"]
    assert library.ask("columns", count=2) == first


def test_a_function_is_described_as_info_reflection_does(library: Opened) -> None:
    shown = library.ask("function", index=0)
    (described,) = mtlb.describe(mtlb.open(LIBRARY).functions[0])
    for key, value in mtlb_reflection(described).items():
        assert shown[key] == value
    assert shown["arguments"][2]["address_space"] == "constant"
    assert shown["floor"] == {"os": "14.0", "because": ["stamped for 14.0", "AIR 2.6", "Metal 3.1"]}
    assert "triple air64-apple-macosx14.0.0" not in shown["floor"]["because"]
    library.ask("columns")
    assert "triple air64-apple-macosx14.0.0" in library.ask("function", index=0)["floor"]["because"]


def mtlb_reflection(described: Any) -> dict[str, Any]:
    from mtlb.air import reflection_json

    return reflection_json(described)


def test_code_and_bytes(library: Opened) -> None:
    function = mtlb.open(LIBRARY).functions[1]
    assert library.ask("code", index=1)["text"] == mtlb.read_module(function.module).text()
    assert library.ask("bytes", offset=function.module_offset, size=8)["hex"] == bytes(function.module[:8]).hex()
    assert library.ask("bytes", offset=10**12, size=8)["hex"] == ""


def test_source_is_decompiled(library: Opened) -> None:
    shown = library.ask("source", index=0)
    assert "kernel void saxpy(" in shown["text"] and shown["problems"] == []
    assert library.ask("source", index=0, style="faithful")["text"] != shown["text"]
    assert library.error("source", index=0, style="x") == "style is one of readable, faithful, not 'x'"
    for path in ("dxbc/pixel.dxbc", "spirv/vertex.spv"):
        other = Opened(GOLDEN / path).ask("source", index=0)
        assert "#include <metal_stdlib>" in other["text"] and "lines" not in other


def test_lines_of_source_say_which_lines_of_the_code_they_are(library: Opened) -> None:
    for place in range(3):
        code = library.ask("code", index=place)["text"].split("\n")
        for style in ("readable", "faithful"):
            shown = library.ask("source", index=place, style=style)
            text = shown["text"].removesuffix("\n").split("\n")
            assert len(shown["lines"]) == len(text)
            (returned,) = [lines for line, lines in zip(text, shown["lines"], strict=True) if "y[i] " in line] or [None]
            assert returned is None or "  store float %sum," in "\n".join(code[line] for line in returned)
            assert all(code[line].startswith("  ") for lines in shown["lines"] for line in lines or ())
            assert not any(lines for line, lines in zip(text, shown["lines"], strict=True) if not line.startswith("  "))
    whole = Opened(GOLDEN / "air" / "link_main.air").ask("source", index=0)
    assert len(whole["lines"]) == len(whole["text"].removesuffix("\n").split("\n"))


def test_calls_and_uses() -> None:
    opened = Opened(OTHER)
    functions = opened.ask("library")["functions"]["name"]
    uses = opened.ask("uses")
    called = dict(zip(functions, column(uses["calls"]), strict=True))
    for place, name in enumerate(functions):
        pairs = opened.ask("calls", index=place)["pairs"]
        assert {callee for caller, callee in pairs if caller == name} <= set(called[name].split("\n"))
    pieces = [opened.ask("uses", start=start, count=1) for start in range(len(functions))]
    assert [column(piece["calls"])[0] for piece in pieces] == list(called.values())
    assert [piece["next"] for piece in pieces] == [*range(1, len(functions)), None]
    assert any("air." in names for names in called.values())


def test_code_and_sources_are_searched(library: Opened) -> None:
    hits = library.ask("search", text="FMUL fast")["hits"]
    assert {hit["index"] for hit in hits} == {0, 2}
    lines = library.ask("code", index=0)["text"].split("\n")
    assert all(hit["text"] == lines[hit["line"] - 1] for hit in hits if hit["index"] == 0)
    assert library.ask("search", text="f(mul|add) fast", regex=True)["hits"] != hits
    assert library.ask("search", text="f(mul", start=1, count=1) == {
        "hits": [], "left_out": 0, "done": 2, "total": 3, "next": 2,
    }  # fmt: skip
    assert library.error("search", text="f(mul", regex=True).startswith("not a regular expression: missing )")


def test_a_module_has_its_entry_points() -> None:
    opened = Opened(MODULE)
    shown = opened.ask("library")
    assert (shown["kind"], shown["functions"]["name"]) == ("air", ["saxpy"])
    assert shown["floor"]["modules"] and shown["columns"]["next"] is None
    assert opened.ask("function", index=0)["arguments"][0]["name"] == "x"
    assert opened.saved("module", index=0)[1] == MODULE.read_bytes()


def test_other_shaders_have_listings() -> None:
    for path, kind, word in (("dxbc/compute.dxbc", "dxbc", "cs_"), ("spirv/compute.spv", "spirv", "OpCapability")):
        shown = Opened(GOLDEN / path).ask("library")
        assert shown["kind"] == kind and word in shown["listing"][0][1]


def test_a_bad_module_has_a_problem_and_the_others_are_shown(tmp_path: Path) -> None:
    path = written(tmp_path / "x.metallib", stored(function("saxpy"), function("bad", data=b"BC\xc0\xde" + bytes(28))))
    opened = Opened(path)
    assert opened.ask("function", index=0)["problem"] is None
    bad = opened.ask("function", index=1)
    assert bad["problem"] and bad["name"] == "bad"
    assert opened.error("code", index=1)
    assert "bad" in opened.ask("columns")["headline"]["problems"][0]


def test_an_error_is_answered_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bad metadata ends the list of floors: asked again, it is no shorter list."""

    def broken(function: LibraryFunction) -> list[Any]:
        if function.name == "b":
            raise FormatError("bad metadata", offset=7)
        return []

    monkeypatch.setattr("mtlb.inspect.floors.features", broken)
    opened = Opened(written(tmp_path / "x.metallib", stored(*(function(name) for name in "abc"))))
    for method, more in 2 * [("library", {}), ("columns", {}), ("function", {"index": 2})]:
        assert opened.error(method, **more) == "bad metadata (at offset 0x7)"
    assert opened.ask("columns", count=1)["next"] == 1


def test_names_that_are_no_unicode_are_escapes(tmp_path: Path) -> None:
    opened = Opened(written(tmp_path / "x.metallib", stored(function("a\udcff"))))
    assert opened.ask("library")["functions"]["name"] == ["a\\xff"]


# --- bundles ---------------------------------------------------------------------------------------------------------


def zipped(path: Path, *members: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for member in members:
            archive.write(member, f"App.app/{member.name}")
        archive.writestr("README", "no shader")
    return path


def test_what_is_in_a_zip_is_a_part_each(tmp_path: Path) -> None:
    opened = Opened(zipped(tmp_path / "x.ipa", LIBRARY, OTHER, GOLDEN / "dxbc" / "compute.dxbc"), "x.ipa")
    parts = opened.answer["result"]["parts"]
    assert [part["place"] for part in parts] == [
        "x.ipa!App.app/air-lld-macos14.metallib",
        "x.ipa!App.app/compute.dxbc",
        "x.ipa!App.app/linked-air-lld.metallib",
    ]
    assert [part["kind"] for part in parts] == ["metallib", "dxbc", "metallib"]
    opened.file = parts[0]["file"]
    assert opened.saved("library") == (LIBRARY.name, LIBRARY.read_bytes())


def test_one_library_in_a_zip_is_the_file(tmp_path: Path) -> None:
    opened = Opened(zipped(tmp_path / "x.whl", LIBRARY), "x.whl")
    assert opened.answer["result"]["parts"] == []
    assert opened.ask("library")["name"] == "x.whl!App.app/air-lld-macos14.metallib".rpartition("/")[2]


def test_what_is_not_held_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mtlb.explore.opened._KEPT", 0)
    path = zipped(tmp_path / "x.zip", LIBRARY, OTHER)
    opened = Opened(path, "x.zip")
    opened.file = opened.answer["result"]["parts"][1]["file"]
    assert opened.saved("library")[1] == OTHER.read_bytes()
    opened = Opened(path, "x.zip")
    opened.file = opened.answer["result"]["parts"][1]["file"]
    zipped(path, LIBRARY)
    assert opened.error("library") == "x.zip: the file changed since it was opened"


def test_a_directory(tmp_path: Path) -> None:
    (tmp_path / "App.app").mkdir()
    for name in ("a", "b"):
        written(tmp_path / "App.app" / f"{name}.metallib", LIBRARY.read_bytes())
    opened = Opened(tmp_path / "App.app", "App.app")
    assert [part["place"] for part in opened.answer["result"]["parts"]] == ["App.app/a.metallib", "App.app/b.metallib"]


# --- findings --------------------------------------------------------------------------------------------------------


def test_findings_name_rule_function_and_place(tmp_path: Path) -> None:
    data = bytearray(LIBRARY.read_bytes())
    data[mtlb.open(LIBRARY).functions[1].module_offset + 40] ^= 1  # type: ignore[operator]
    opened = Opened(written(tmp_path / "x.metallib", bytes(data)))
    actual = opened.ask("verify")
    (finding,) = actual["findings"]
    assert (actual["ok"], finding["code"], finding["severity"], finding["function"]) == (False, "hash", "error", 1)
    assert finding["function_name"] == "triangle_vertex" and finding["offset"] > 0


def test_lint_and_verify_in_pieces(tmp_path: Path) -> None:
    path = tmp_path / "x.metallib"
    modules = [GOLDEN / "air/saxpy.air", GOLDEN / "bad/air/air_kernel_unknown.air"]
    mtlb.save(pack(modules), path)
    library = Opened(path)
    for method, more in (("lint", {}), ("verify", {"modules": True})):
        whole = library.ask(method, **more)
        pieces, start = [], 0
        while start is not None:
            piece = library.ask(method, start=start, count=1, **more)
            pieces += piece["findings"]
            start = piece["next"]
        assert pieces == whole["findings"] and whole["next"] is None
    assert library.ask("lint")["findings"][0]["url"] == "lint/AIR022/"


def test_doctor_for_an_older_system(library: Opened) -> None:
    actual = library.ask("doctor", os="macos:13")
    assert not actual["ok"] and actual["findings"][0]["code"] == "library-language"
    assert "beos" in library.error("doctor", os="beos:5")


# --- differences and files -------------------------------------------------------------------------------------------


def test_differences(tmp_path: Path) -> None:
    explorer = Opened(written(tmp_path / "a.metallib", stored(function("a"), function("b"))))
    other = json.loads(
        explorer.explorer.open(
            "b", str(written(tmp_path / "b.metallib", stored(function("a", msl="3.2"), function("c"))))
        )
    )["result"]["file"]
    answer = explorer.explorer.call("diff", json.dumps({"old": explorer.file, "new": other}))[0]
    result = json.loads(answer)["result"]
    assert [(function["name"], function["status"]) for function in result["functions"]] == [
        ("a", "changed"),
        ("c", "added"),
        ("b", "removed"),
    ]
    assert result["counts"]["same"] == 0
    places = {"old": explorer.file, "new": other, "old_index": 0, "new_index": 0}
    item = json.loads(explorer.explorer.call("diff_function", json.dumps(places))[0])["result"]
    assert item["changes"] == [{"part": "MSL version", "old": "3.1", "new": "3.2"}]


def test_modules_are_compared_by_their_entry_points(tmp_path: Path) -> None:
    opened = Opened(MODULE)
    changed = written(tmp_path / "saxpy.air", edited(lambda module: setattr(module, "source_filename", "other.metal")))
    other = json.loads(opened.explorer.open("saxpy.air", str(changed)))["result"]["file"]
    answer = opened.explorer.call("diff", json.dumps({"old": opened.file, "new": other}))[0]
    (function,) = json.loads(answer)["result"]["functions"]
    assert (function["name"], function["status"]) == ("saxpy", "changed")
    assert any("other.metal" in line for line in function["lines"])
    places = {"old": opened.file, "new": other, "old_index": 0, "new_index": 0}
    assert "other.metal" in opened.explorer.call("diff_function", json.dumps(places))[0]
    places["new_index"] = 1
    assert "there is no function 1" in opened.explorer.call("diff_function", json.dumps(places))[0]


def test_what_can_be_saved(library: Opened) -> None:
    plain = mtlb.open(LIBRARY)
    assert library.saved("module", index=2) == ("00002_triangle_fragment.air", bytes(plain.functions[2].module))
    assert library.saved("ir", index=0)[1].decode() == mtlb.read_module(plain.functions[0].module).text()
    names = zipfile.ZipFile(io.BytesIO(library.saved("modules")[1])).namelist()
    assert names == ["00000_saxpy.air", "00001_triangle_vertex.air", "00002_triangle_fragment.air"]
    name, data = library.saved("retargeted", platform="ios", os="17.0")
    assert (name, str(mtlb.read(data).platform)) == ("air-lld-macos14-ios17.0.metallib", "ios (0x2)")
    assert len(library.saved("stripped")[1]) < len(library.saved("library")[1])
    assert json.loads(library.saved("facts")[1])["libraries"][0]["file"] == LIBRARY.name
    assert library.saved("report")[1].startswith(b"<!DOCTYPE html>")
    assert library.ask("library") == Opened(LIBRARY).ask("library")  # nothing of it changed


def test_sources_with_their_text(tmp_path: Path) -> None:
    linked = link([recorded()], LinkOptions(sources=SourceOptions("metallib x.air", "/build"))).library
    opened = Opened(written(tmp_path / "x.metallib", mtlb.write(linked)))
    shown = opened.ask("sources")
    first = shown["archives"][0]["files"]
    metal = next(number for number, file in enumerate(first) if file["language"] == "metal")
    assert (shown["command_line"], shown["directory"]) == ("metallib x.air", "/build")
    assert opened.ask("function", index=0)["sources"][0] == 0
    assert opened.ask("library")["sources"] == 1
    assert first[metal]["text"]
    hit = opened.ask("search", text="kernel void")["hits"][0]
    assert (hit["archive"], hit["source"], hit["line"], hit["text"]) == (0, metal, 1, "kernel void saxpy() {}")
    assert opened.saved("source", archive=0, index=metal)[1].decode() == first[metal]["text"]
    assert mtlb.read(opened.saved("stripped", sources=True)[1]).sources is None
    packed = zipfile.ZipFile(io.BytesIO(opened.saved("sources")[1]))
    assert len(packed.namelist()) == sum(len(archive["files"]) for archive in shown["archives"])


# --- bad input -------------------------------------------------------------------------------------------------------


def test_errors_are_answers(library: Opened, tmp_path: Path) -> None:
    assert library.error("nope") == "there is no method 'nope'"
    assert library.error("function", index=3) == "there is no function 3: the library has 3"
    assert library.error("function", index="0").startswith("index is '0'")
    assert library.error("function", index=0, more=1) == "function has no parameter more"
    assert library.error("save", kind="module") == "it needs index"
    assert library.explorer.call("library", "[")[0].startswith('{"error":{"kind":"BuildError"')
    library.file = "f7.0"
    assert library.error("library") == "there is no open file 'f7.0'"
    for path, text in (
        (written(tmp_path / "x.txt", b"words"), "x.txt: a file of unknown kind"),
        (written(tmp_path / "y.metal", b'#include "nothing.h"'), "y.metal:1:10: error: 'nothing.h' file not found"),
        (written(tmp_path / "y.cpp", b"kernel"), "y.cpp: is source: compile it to a module (.air) first"),
        (written(tmp_path / "z.zip", b"PK\x03\x04"), "bad zip archive"),
        (tmp_path / "absent", "No such file"),
    ):
        assert text in Opened(path).answer["error"]["text"]


def test_a_file_that_is_too_large_says_so(tmp_path: Path) -> None:
    answer = Opened(LIBRARY, limit=10_000).answer
    assert "the file has 11,896 bytes; this page can load at most 10,000" in answer["error"]["text"]
    assert answer["error"]["kind"] == "UnsupportedError"
    packed = Opened(zipped(tmp_path / "x.zip", LIBRARY), limit=10_000).answer
    assert "larger than 10000 bytes" in packed["error"]["text"]


def test_closed_files_are_gone(library: Opened) -> None:
    library.ask("close")
    assert library.error("library").startswith("there is no open file")
    assert json.loads(library.explorer.call("opened", "{}")[0]) == {"result": []}


@pytest.mark.long
def test_damaged_files_are_answered_and_twice_the_same(tmp_path: Path) -> None:
    """No exception but ours leaves the session, whatever is asked about whatever bytes."""
    seeds = [*sorted((GOLDEN / "lib").glob("*.metallib")), MODULE, GOLDEN / "dxbc" / "compute.dxbc"]
    questions = [
        *("library", "columns", "sources", "lint", "verify", "doctor"),
        *(("function", ("index", 0)), ("code", ("index", 0)), ("bytes", ("offset", 0), ("size", 99))),
    ]
    for seed in range(60):
        chance = random.Random(seed)
        data = bytearray(chance.choice(seeds).read_bytes())
        for _ in range(chance.choice((1, 3, 10))):
            at = chance.randrange(len(data) if chance.random() < 0.5 else min(len(data), 1200))
            data[at] = chance.choice((0, 1, 0x7F, 0xFF, chance.randrange(256)))
        path = written(tmp_path / "x.metallib", bytes(data))
        results = []
        for _ in range(2):
            opened = Opened(path)
            answers = [json.dumps(opened.answer)]
            for question in questions if opened.file else ():
                name, *parameters = (question,) if isinstance(question, str) else question
                answers.append(opened.raw(name, **dict(parameters))[0])
            results.append([json.loads(answer) for answer in answers])
        assert results[0] == results[1]


def test_every_method_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "explorer.md").read_text(encoding="utf-8")
    assert [name for name in METHODS if f"`{name}`" not in text] == []
