from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from mtlb.bitcode import Module, read_module
from mtlb.explore import Explorer
from mtlb.inspect.report import build_report
from tests.inspect.libraries import GOLDEN, function, stored

LIBRARY = GOLDEN / "lib" / "air-lld-macos14.metallib"


def page(data: memoryview | None = None, **options: int) -> str:
    return build_report(memoryview(LIBRARY.read_bytes()) if data is None else data, "dir/<x>.metallib", **options)


def inflated(text: str) -> str:
    return zlib.decompress(base64.b64decode(text)).decode("utf-8")


def element(html: str, name: str) -> str:
    match = re.search(rf'id="{name}">([^<]*)<', html)
    assert match
    return match[1]


def table(html: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(inflated(element(html, "library")))
    return value


def numbered(html: str, name: str) -> dict[int, str]:
    return {int(line.split()[0]): inflated(line.split()[1]) for line in element(html, name).splitlines()}


def codes(html: str) -> dict[int, str]:
    return numbered(html, "codes")


def asked(path: Path, method: str, **more: object) -> Any:
    """What the explorer answers about a file."""
    explorer = Explorer()
    opened = json.loads(explorer.open("<x>.metallib", str(path)))["result"]
    return json.loads(explorer.call(method, json.dumps({"file": opened["file"], **more}))[0])["result"]


def test_what_the_page_holds() -> None:
    html = page()
    data = table(html)
    functions = data["functions"]
    assert functions["name"] == ["saxpy", "triangle_vertex", "triangle_fragment"]
    arguments = data["columns"]["arguments"]
    assert arguments["values"][arguments["rows"][0]].splitlines()[:2] == ["buffer 0: float x", "buffer 1: float y"]
    assert sum(size for _, _, size in data["sections"]) == LIBRARY.stat().st_size
    assert data["columns"]["headline"]["text"] == "macOS 14.0"
    assert "define void @saxpy(" in codes(html)[0]
    offset = functions["offset"][1]
    assert LIBRARY.read_bytes()[offset : offset + 4] == b"\xde\xc0\x17\x0b"
    assert base64.b64decode(data["head"])[data["headSize"] :][:4] == b"\xde\xc0\x17\x0b"


def test_the_page_holds_what_the_explorer_answers() -> None:
    html = page()
    shown, expected = table(html), asked(LIBRARY, "library")
    assert {**shown, "columns": None} == {**expected, "head": shown["head"], "headSize": shown["headSize"]}
    assert shown["columns"] == asked(LIBRARY, "columns")
    (details,) = numbered(html, "details").values()
    interface = {**asked(LIBRARY, "function", index=1), "floor": None}
    assert {**json.loads(details)[1], "floor": None} == interface
    assert json.loads(details)[1]["floor"]["os"] == "14.0"
    findings = json.loads(inflated(element(html, "findings")))
    assert findings["verify"] == asked(LIBRARY, "verify")
    assert findings["lint"] == asked(LIBRARY, "lint")


@pytest.mark.long
def test_many_functions_come_in_several_lines() -> None:
    html = page(stored(*(function(f"k_{i}") for i in range(130))), code_size=0)
    lines = numbered(html, "details")
    assert list(lines) == [0, 64, 128]
    assert [item["name"] for item in json.loads(lines[128])] == ["k_128", "k_129"]


def test_pages_of_other_kinds() -> None:
    for path, kind in (("air/saxpy.air", "air"), ("dxbc/compute.dxbc", "dxbc"), ("spirv/compute.spv", "spirv")):
        html = build_report(GOLDEN / path, path)
        assert table(html)["kind"] == kind
        assert kind == "air" or table(html)["listing"][0][1]


def test_arguments_without_reflection_come_from_the_module() -> None:
    lines = table(page(stored(function())))["columns"]["arguments"]["values"][0]
    assert lines.startswith("buffer 0: float x\n")


def test_a_module_is_read_once_for_columns_and_details(monkeypatch: pytest.MonkeyPatch) -> None:
    data = stored(function(), function(), function(data=b"BC\xc0\xde"))
    read: list[int] = []

    def counted(module: memoryview, *, bodies: bool) -> Module:
        read.append(len(module))
        return read_module(module, bodies=bodies)

    monkeypatch.setattr("mtlb.inspect.view.libraries.read_module", counted)
    monkeypatch.setattr("mtlb.inspect.view.arguments.read_module", None)
    html = page(data, code_size=0)
    assert len(read) == 3
    arguments = table(html)["columns"]["arguments"]
    lines = [arguments["values"][row] for row in arguments["rows"]]
    assert lines[0] == lines[1] and lines[0].startswith("buffer 0: float x\n")
    assert lines[2].startswith("(unreadable: ")
    details = json.loads(numbered(html, "details")[0])
    assert [detail["problem"] is None for detail in details] == [True, True, False]


def test_nothing_is_loaded_from_anywhere() -> None:
    html = page()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy and policy[1].startswith("default-src 'none'; ")
    outside = re.sub(r"<script>.*?</script>", "", html, flags=re.DOTALL)
    assert not re.search(r"(?:src|href)\s*=(?!\"data:,\")|url\(|@import|https?://", outside)


def test_the_policy_allows_this_style_and_this_script() -> None:
    html = page()
    for tag, directive in (("style", "style-src"), ("script", "script-src")):
        body = re.search(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        assert body
        digest = base64.b64encode(hashlib.sha256(body[1].encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in html


def test_names_are_escaped_and_bytes_are_kept_apart() -> None:
    html = page(stored(function("</script>\udcff{{title}}")))
    assert "<title>dir/&lt;x&gt;.metallib" in html
    assert table(html)["functions"]["name"] == ["</script>\\xff{{title}}"]
    assert html.count("</script>") == page().count("</script>")


def test_code_keeps_to_its_limit_and_families_come_first() -> None:
    functions = [function(f"k_{i}") for i in range(4)] + [function("other")]
    data = stored(*functions)
    assert codes(page(data, code_size=0)) == {}
    whole = page(data)
    assert set(codes(whole)) == {0, 1, 2, 3, 4}
    item = max(len(line) for line in re.search(r'id="codes">([^<]*)<', whole)[1].splitlines()) + 1  # type: ignore[index]
    assert set(codes(page(data, code_size=2 * item + 1))) == {0, 4}


def test_unreadable_modules_do_not_stop_the_page() -> None:
    html = page(stored(function(), function("bad", data=b"BC\xc0\xde" + bytes(28))))
    assert codes(html)[1].startswith("; ")


def test_same_bytes_each_time() -> None:
    assert page() == page()
