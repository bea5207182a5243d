"""What the tests of the page in a browser have in common: a browser, a large library, questions to the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mtlb.container import LibraryFunction
from tests.inspect.browser import Browser, find_browser
from tests.inspect.libraries import function, stored

WIDTHS = (1440, 900, 390)
MOST_ROWS = 200

needs_browser = pytest.mark.skipif(find_browser() is None, reason="no Chromium with chromedriver here")


COLOURS = ("light", "dark")


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One for the tests of a file."""
    paths = find_browser()
    assert paths
    driven = Browser(paths, tmp_path_factory.mktemp("profile"))
    yield driven
    driven.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """It with a wide window and light colours. What a page writes to the console, such as a refusal, fails the test."""
    chromium.look("light")
    chromium.resize(1440)
    yield chromium
    messages = chromium.messages()
    chromium.leave()
    assert messages == []


def many_functions() -> list[LibraryFunction]:
    """As many as MLX's library has in one of its versions; their modules are a few bytes, but for the last one's."""
    small = b"BC\xc0\xde" + bytes(28)
    names = [f"gemm_{kind}_bm{i}_bn{j}" for kind in ("nn", "nt", "tn", "tt") for i in range(48) for j in range(98)]
    return [*(function(name, data=small) for name in names), function("saxpy")]


def many() -> memoryview:
    """The library of these 18,817 functions."""
    return stored(*many_functions())


def show_view(browser: Browser, name: str) -> None:
    browser.run(f"document.getElementById('tab-{name}').click()")


def search(browser: Browser, query: str) -> str:
    """Searches the functions; how many are found, as the page says it."""
    return str(
        browser.run(
            f"""
            const field = document.querySelector("[data-role=search]");
            field.value = {query!r};
            field.dispatchEvent(new Event("input"));
            return document.querySelector("#view-functions .filters [role=status]").textContent;
            """
        )
    )


def pick(browser: Browser, place: int) -> None:
    """Clicks on a row that is in the page, and waits for the function."""
    browser.run(
        f"""
        delete document.documentElement.dataset.shown;
        document.querySelectorAll("#view-functions .rows .row")[{place}].click();
        """
    )
    browser.wait("document.documentElement.dataset.shown")


def show_tab(browser: Browser, name: str) -> None:
    """Chooses a tab of the function that is shown, and waits for its text if it has one."""
    browser.run(f"document.getElementById('detail-{name}').click()")
    if name in ("source", "code", "bytes"):
        panel = f"document.querySelector('[data-panel={name}]')"
        browser.wait(f"{panel}.querySelector('.line') || {panel}.querySelector('.hint:not([hidden])')?.textContent")


def tab_text(browser: Browser, name: str) -> str:
    """What a tab of the function says."""
    return str(browser.run(f"return document.querySelector('[data-panel={name}]').textContent"))


def rows(browser: Browser) -> int:
    """All rows of lists, tables and code that are in the page, seen or not."""
    return int(browser.run("return document.querySelectorAll('[role=row], [role=option], .line, tr, li').length"))


def cells(browser: Browser, column: str) -> list[str]:
    """The texts of a column of the functions, of the rows that are in the page."""
    script = f"return [...document.querySelectorAll('#view-functions .rows .{column}')].map((cell) => cell.textContent)"
    return [str(text) for text in browser.run(script)]


def press(browser: Browser, key: str, where: str = "document") -> None:
    browser.run(
        f"{where}.dispatchEvent(new KeyboardEvent('keydown', {{key: {key!r}, bubbles: true, cancelable: true}}))"
    )


AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def accessible(browser: Browser) -> list[str]:
    """What axe-core finds, with its default rules; nothing where `npm ci` was not run in web/."""
    if not AXE.is_file():
        return []
    browser.run(AXE.read_text(encoding="utf-8"))  # as a script of the driver, which the page's policy does not meet
    result = browser.run(
        """
        const shown = (nodes) => nodes.slice(0, 3).map(({html}) => html.slice(0, 120)).join(" | ");
        return axe.run(document, {resultTypes: ["violations"]}).then(({violations}) =>
          violations.map(({id, nodes}) => `${id}: ${shown(nodes)}`));
        """
    )
    return [str(text) for text in result]


def overflows(browser: Browser) -> list[str]:
    """The elements that make the page wider than its window, unless what holds them scrolls."""
    result = browser.run(
        """
        const wide = [];
        if (document.documentElement.scrollWidth > innerWidth)
          for (const each of document.querySelectorAll("body *"))
            if (each.getBoundingClientRect().right > innerWidth + 1) wide.push(each.tagName + "." + each.className);
        return wide.slice(0, 5);
        """
    )
    return [str(name) for name in result]


def cut(browser: Browser) -> list[str]:
    """The tables that are wider than their place: a part of them is out of view."""
    shown = "[...document.querySelectorAll('.scrolling')].filter((each) => each.checkVisibility())"
    result = browser.run(
        f"return {shown}.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.ariaLabel)"
    )
    return [str(name) for name in result]


def unnamed(browser: Browser) -> list[str]:
    """What a screen reader can't name: controls without a name, as Chromium computes it."""
    browser.devtools("Accessibility.enable")
    roles = {
        "button",
        "link",
        "textbox",
        "searchbox",
        "combobox",
        "checkbox",
        "tab",
        "grid",
        "listbox",
        "tabpanel",
        "image",
    }
    nodes = browser.devtools("Accessibility.getFullAXTree")["nodes"]
    shown = [node for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in roles]
    assert shown
    return [node["role"]["value"] for node in shown if not node.get("name", {}).get("value")]


def faint(browser: Browser) -> list[str]:
    """Texts that are hard to read: with less than 4.5 times the light of what is behind them, as WCAG counts it."""
    result = browser.run(
        """
        const channels = (text) => text.match(/[\\d.]+/g).map(Number);
        const light = (colour) => {
          const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
          const [r, g, b] = colour.map((v) => linear(v / 255));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const behind = (element) => {
          for (let at = element; at; at = at.parentElement) {
            const colour = channels(getComputedStyle(at).backgroundColor);
            if (colour.length < 4 || colour[3] > 0) return colour.slice(0, 3);
          }
          return [255, 255, 255];
        };
        const found = new Set();
        for (const each of document.querySelectorAll("body *")) {
          const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
          if (!own || !each.getClientRects().length || each.closest(".hidden, .skip, :disabled, dialog")) continue;
          const [a, b] = [light(channels(getComputedStyle(each).color)), light(behind(each))].sort((x, y) => y - x);
          const ratio = (a + 0.05) / (b + 0.05);
          if (ratio < 4.5) found.add(`${each.tagName}.${each.className} ${ratio.toFixed(1)}`);
        }
        return [...found];
        """
    )
    return [str(text) for text in result]
