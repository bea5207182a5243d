"""The page of `mtlb report` in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from mtlb.container import read
from mtlb.inspect.report import build_report
from tests.inspect.browser import Browser
from tests.inspect.libraries import GOLDEN
from tests.inspect.pages import (
    COLOURS,
    MOST_ROWS,
    WIDTHS,
    browser,  # noqa: F401
    cells,
    chromium,  # noqa: F401
    faint,
    many,
    needs_browser,
    overflows,
    pick,
    press,
    rows,
    search,
    show_view,
    unnamed,
)

pytestmark = [pytest.mark.long, pytest.mark.browser, needs_browser]

NOTE = "document.querySelector('[data-panel=bytes] .module-note').textContent"
KINDS = GOLDEN / "lib" / "air-lld-kinds.metallib"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("large") / "report.html"
    path.write_text(build_report(many(), "large.metallib", code_size=100_000), encoding="utf-8")
    return path


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    path.write_text(build_report(memoryview(KINDS.read_bytes()), "dir/kinds.metallib"), encoding="utf-8")
    return path


def test_functions_are_searched_sorted_and_shown(browser: Browser, small: Path) -> None:  # noqa: F811
    browser.open(small)
    show_view(browser, "functions")
    assert search(browser, "shade") == "1 of 14 functions"
    assert search(browser, "/^every_.*t$/") == "2 of 14 functions"
    assert search(browser, "acceleration") == "1 of 14 functions"  # a type of an argument
    search(browser, "")
    browser.run("document.querySelector('[data-column=size]').click()")
    sizes = [int(text.replace(",", "")) for text in cells(browser, "size")]
    assert sizes == sorted(sizes, reverse=True)
    browser.run("document.querySelector('.grid').focus()")
    press(browser, "ArrowDown", "document.querySelector('.grid')")
    browser.wait("document.documentElement.dataset.shown")
    assert browser.run("return document.querySelector('.detail .title').textContent") == "every_query"
    assert "accept intersection" in browser.run("return document.querySelector('.detail').textContent")
    code = browser.run("return document.querySelector('[data-panel=code] .code').textContent")
    assert "target triple" in code
    assert browser.run("return document.querySelectorAll('[data-panel=code] .code .hljs-keyword').length") > 5
    assert unnamed(browser) == []


def test_a_bad_regular_expression_is_said(browser: Browser, small: Path) -> None:  # noqa: F811
    browser.open(small)
    show_view(browser, "functions")
    assert search(browser, "/(/") == "0 of 14 functions"
    said = browser.run("return document.getElementById('search-problem').textContent")
    assert said.startswith("Not a regular expression: ")
    assert browser.run("return document.querySelector('[data-role=search]').getAttribute('aria-invalid')") == "true"
    assert search(browser, "/[/]x/") == "0 of 14 functions"
    assert search(browser, "tile") == "1 of 14 functions"
    assert browser.run("return document.getElementById('search-problem').hidden")


def test_a_function_has_an_address(browser: Browser, small: Path) -> None:  # noqa: F811
    browser.open(f"{small.as_uri()}#function=shade%3A%3Alambert")
    browser.wait("document.documentElement.dataset.shown")
    assert browser.run("return document.querySelector('.detail .title').textContent") == "shade::lambert"
    pick(browser, 2)
    assert browser.run("return location.hash") == "#function=resources"
    browser.run("history.back()")
    browser.wait("document.querySelector('.detail .title').textContent == 'shade::lambert'")
    press(browser, "Escape")
    assert browser.run("return [location.hash, document.querySelector('.detail').hidden]") == ["#view=functions", True]


def test_code_is_searched_and_copied_as_a_whole(browser: Browser, small: Path) -> None:  # noqa: F811
    browser.open(f"{small.as_uri()}#function=resources")
    browser.wait("document.documentElement.dataset.shown")
    result = browser.run(
        """
        const field = document.querySelector("[data-panel=code] .bar input");
        field.value = "define";
        field.dispatchEvent(new Event("input"));
        return [document.querySelector("[data-panel=code] .bar [role=status]").textContent,
                document.querySelector("[data-panel=code] .line.hit").textContent];
        """
    )
    assert result[0].startswith("1 of ")
    assert "define void @resources(" in result[1]


def test_keys(browser: Browser, small: Path) -> None:  # noqa: F811
    browser.open(small)
    press(browser, "/")
    assert browser.run("return document.activeElement.dataset.role") == "search"
    browser.run("document.activeElement.blur()")
    press(browser, "1")
    assert browser.run("return document.querySelector('[role=tab][aria-selected=true]').id") == "tab-overview"
    press(browser, "?")
    assert browser.run("return document.querySelector('dialog').open")
    browser.run("document.querySelector('dialog').close()")
    theme = browser.run("return document.documentElement.dataset.theme")
    press(browser, "t")
    assert browser.run("return document.documentElement.dataset.theme") != theme
    browser.run("document.querySelector('.tree button').focus()")
    press(browser, "ArrowRight", "document.activeElement")
    assert browser.run("return [...document.querySelectorAll('.tree button')].indexOf(document.activeElement)") == 1


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("width", WIDTHS)
def test_every_view_fits_its_window(browser: Browser, small: Path, width: int, colour: str) -> None:  # noqa: F811
    browser.look(colour)
    browser.open(small)
    browser.resize(width)
    assert browser.run("return document.documentElement.dataset.theme") == colour
    for view in ("overview", "functions", "findings"):
        show_view(browser, view)
        assert overflows(browser) == []
        assert unnamed(browser) == []
        assert faint(browser) == []
    show_view(browser, "functions")
    pick(browser, 2)
    assert overflows(browser) == []
    assert browser.run("return document.querySelector('.detail .title').getBoundingClientRect().bottom < innerHeight")


@pytest.mark.parametrize("width", WIDTHS)
def test_18817_functions(browser: Browser, large: Path, width: int) -> None:  # noqa: F811
    browser.open(large)
    browser.resize(width)
    assert rows(browser) <= MOST_ROWS
    show_view(browser, "functions")
    assert 5 < len(cells(browser, "name")) <= 100
    assert search(browser, "tn_bm7_") == "98 of 18,817 functions"
    assert search(browser, "saxpy") == "1 of 18,817 functions"
    pick(browser, 0)
    assert browser.run("return document.querySelector('.detail .title').getBoundingClientRect().bottom < innerHeight")
    assert "define void @saxpy" in browser.run("return document.querySelector('[data-panel=code] .code').textContent")
    assert rows(browser) <= MOST_ROWS
    press(browser, "Escape")
    search(browser, "")
    browser.run("const grid = document.querySelector('.grid'); grid.scrollTop = grid.scrollHeight / 2")
    browser.wait("[...document.querySelectorAll('.grid .rows .row')].some((row) => row.dataset.place == '9408')")
    assert rows(browser) <= MOST_ROWS
    show_view(browser, "findings")
    assert rows(browser) <= MOST_ROWS


def test_one_hit_leaves_the_boxes_alone(browser: Browser, large: Path) -> None:  # noqa: F811
    browser.open(large)
    boxes = "return [...document.querySelectorAll('.tree button')].map((box) => box.title)"
    before = browser.run(boxes)
    show_view(browser, "functions")
    search(browser, "saxpy")
    show_view(browser, "overview")
    assert browser.run(boxes) == before
    styles = browser.run(
        "return [...document.querySelectorAll('.tree .label')].map((label) => getComputedStyle(label).textOverflow)"
    )
    assert set(styles) == {"ellipsis"}


def test_the_byte_map_is_printed(browser: Browser, small: Path) -> None:  # noqa: F811
    browser.open(small)
    show_view(browser, "functions")
    browser.look("dark", "print")
    seen = browser.run(
        """
        const part = document.querySelector(".map > div:last-child"), style = getComputedStyle(part);
        return [part.getBoundingClientRect().width > 20, style.printColorAdjust, style.backgroundColor,
                document.querySelector(".tree").getBoundingClientRect().height > 100,
                document.querySelector(".tabs").getBoundingClientRect().height];
        """
    )
    assert seen[:2] == [True, "exact"]
    assert seen[2] not in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")
    assert seen[3:] == [True, 0]
    assert len(browser.devtools("Page.printToPDF")["data"]) > 10_000


def test_bytes_come_out_of_the_library_once_it_is_opened(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    path = tmp_path / "report.html"
    path.write_text(build_report(memoryview(KINDS.read_bytes()), "kinds.metallib", code_size=0), encoding="utf-8")
    browser.open(f"{path.as_uri()}#function=tile")
    browser.wait("document.documentElement.dataset.shown")
    assert "The first 96 bytes of" in browser.run(f"return {NOTE}")
    browser.choose_files(GOLDEN / "lib" / "air-lld-macos26.metallib", field=".detail input[type=file]")
    browser.wait(f"{NOTE}.includes('is it the same library?')")
    browser.choose_files(KINDS, field=".detail input[type=file]")
    browser.wait(f"{NOTE}.includes('hash is right')")
    lines = "document.querySelector('[data-panel=bytes] .code-view [role=status]').textContent"
    size = next(len(function.module) for function in read(KINDS.read_bytes()).functions if function.name == "tile")
    assert browser.run(f"return {lines}") == f"{-(-size // 16)} lines"
