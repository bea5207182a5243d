from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mtlb.inspect.report import build_report
from tests.inspect.browser import Browser, find_browser
from tests.inspect.libraries import GOLDEN, function, stored

LIBRARY = GOLDEN / "lib" / "air-lld-macos14.metallib"


def page(data: memoryview | None = None, **options: int) -> str:
    return build_report(memoryview(LIBRARY.read_bytes()) if data is None else data, "dir/<x>.metallib", **options)


def inflated(text: str) -> str:
    return zlib.decompress(base64.b64decode(text)).decode("utf-8")


def table(html: str) -> dict[str, Any]:
    match = re.search(r'id="library">([^<]*)<', html)
    assert match
    value: dict[str, Any] = json.loads(inflated(match[1]))
    return value


def codes(html: str) -> dict[int, str]:
    match = re.search(r'id="codes">([^<]*)<', html)
    assert match
    return {int(line.split()[0]): inflated(line.split()[1]) for line in match[1].splitlines()}


def test_what_the_page_holds() -> None:
    html = page()
    data = table(html)
    functions = data["functions"]
    assert functions["name"] == ["saxpy", "triangle_vertex", "triangle_fragment"]
    types = [functions["type"]["values"][row] for row in functions["type"]["rows"]]
    assert types == ["kernel", "vertex", "fragment"]
    assert functions["arguments"]["values"][0].splitlines()[:2] == ["buffer 0: float x", "buffer 1: float y"]
    assert sum(size for _, _, size in data["sections"]) == LIBRARY.stat().st_size
    assert dict(data["facts"])["Needs"] == "macos 14.0"
    assert "define void @saxpy(" in codes(html)[0]
    offset = functions["offset"][1]
    assert LIBRARY.read_bytes()[offset : offset + 4] == b"\xde\xc0\x17\x0b"


def test_arguments_without_reflection_come_from_the_module() -> None:
    assert table(page(stored(function())))["functions"]["arguments"]["values"][0].startswith("buffer 0: float x\n")


def test_nothing_is_loaded_from_anywhere() -> None:
    html = page()
    assert "default-src 'none'" in html
    assert not re.search(r"(?:src|href)\s*=|url\(|@import|https?://", html.replace("https://www.w3.org", ""))


def test_names_are_escaped_and_bytes_are_kept_apart() -> None:
    html = page(stored(function("</script>\udcff{{title}}")))
    assert "<title>dir/&lt;x&gt;.metallib" in html
    assert table(html)["functions"]["name"] == ["</script>\\xff{{title}}"]
    assert html.count("</script>") == 3


def test_code_keeps_to_its_limit_and_families_come_first() -> None:
    functions = [function(f"k_{i}") for i in range(4)] + [function("other")]
    data = stored(*functions)
    assert codes(page(data, code_size=0)) == {}
    whole = page(data)
    assert set(codes(whole)) == {0, 1, 2, 3, 4}
    one = max(len(line) for line in re.search(r'id="codes">([^<]*)<', whole)[1].splitlines()) + 1  # type: ignore[index]
    assert set(codes(page(data, code_size=2 * one + 1))) == {0, 4}


def test_unreadable_modules_do_not_stop_the_page() -> None:
    html = page(stored(function(), function("bad", data=b"BC\xc0\xde" + bytes(28))))
    assert codes(html)[1].startswith("; ")


def test_same_bytes_each_time() -> None:
    assert page() == page()


# --- in a browser -----------------------------------------------------------------------------------------------------

needs_browser = pytest.mark.skipif(find_browser() is None, reason="no Chromium with chromedriver here")


@pytest.fixture(params=["light", "dark"])
def browser(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Browser]:
    paths = find_browser()
    assert paths
    driven = Browser(paths, tmp_path / "profile", dark=request.param == "dark")
    yield driven
    driven.close()


def shown(browser: Browser, path: Path, html: str) -> None:
    path.write_text(html, encoding="utf-8")
    browser.open(path)


SEARCH = """
const field = document.getElementById("search");
field.value = {query!r};
field.dispatchEvent(new Event("input"));
return [document.getElementById("count").textContent, Number(document.documentElement.dataset.filterMs)];
"""


@pytest.mark.browser
@needs_browser
def test_small_library(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    shown(browser, tmp_path / "report.html", page())
    theme = "dark" if "dark" in request.node.name else "light"
    assert browser.run("return document.documentElement.dataset.theme") == theme
    assert browser.run("return document.querySelectorAll('.row').length") == 3
    assert browser.run(SEARCH.format(query="triangle"))[0] == "2 of 3"
    assert browser.run(SEARCH.format(query="/^s.*y$/"))[0] == "1 of 3"
    assert browser.run(SEARCH.format(query="/(/"))[0] == "0 of 3"
    browser.run(SEARCH.format(query=""))
    browser.run("document.querySelector('[data-column=size]').click()")
    sizes = browser.run("return [...document.querySelectorAll('.row')].map((row) => row.children[5].textContent)")
    assert sizes == sorted(sizes, reverse=True)
    browser.run("document.getElementById('grid').dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown'}))")
    browser.wait("document.documentElement.dataset.shown")
    assert "define " in browser.run("return document.getElementById('code').textContent")
    assert browser.messages() == []


@pytest.mark.browser
@needs_browser
def test_twenty_thousand_functions(browser: Browser, tmp_path: Path) -> None:
    names = [f"gemm_{kind}_bm{i}_bn{j}" for kind in ("nn", "nt", "tn", "tt") for i in range(50) for j in range(100)]
    small = b"BC\xc0\xde" + bytes(28)
    shown(browser, tmp_path / "report.html", page(stored(*(function(n, data=small) for n in names)), code_size=100_000))
    assert browser.run("return document.querySelectorAll('.row').length") < 100
    count, milliseconds = browser.run(SEARCH.format(query="tn_bm7_"))
    assert count == "100 of 20,000"
    assert milliseconds < 200
    browser.run(SEARCH.format(query=""))
    browser.run("document.getElementById('grid').scrollTop = 26 * 15000")
    browser.wait("[...document.querySelectorAll('.row')].some((row) => row.dataset.place == '15002')")
    assert browser.run("return document.querySelectorAll('.row').length") < 100
    assert browser.messages() == []
