"""How quick the page of `mtlb report` is: `python -m bench.page [REPORT.html]` (headless Chromium, Linux).

Each action is repeated, and the CPU time of the browser's processes is divided by the number of times: what else runs
on the machine does not count. Without a report, one about a made library of 18,817 functions is taken.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from mtlb.inspect.report import build_report
from tests.inspect.browser import Browser, find_browser
from tests.inspect.pages import WIDTHS, many, rows

REPEATED = 20

SETTLED = "await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));"
SEARCH = """
const field = document.querySelector("[data-role=search]");
field.value = {query};
field.dispatchEvent(new Event("input"));
"""
SHOW = """
document.querySelector(".split.showing .back")?.click();
delete document.documentElement.dataset.shown;
const rows = document.querySelectorAll("#view-functions .rows .row");
rows[i % rows.length].click();
while (!document.documentElement.dataset.shown) await new Promise((done) => setTimeout(done));
"""
ACTIONS = (
    ("go to the functions", 'document.getElementById(`tab-${i % 2 ? "functions" : "overview"}`).click();'),
    ("sort by name", "document.querySelector('[data-column=name]').click();"),
    ("sort by hash", "document.querySelector('[data-column=hash]').click();"),
    ("sort by size", "document.querySelector('[data-column=size]').click();"),
    ("search for words", SEARCH.format(query="i % 2 ? 'float' : 'bm1'")),
    ("search by a regular expression", SEARCH.format(query="i % 2 ? '' : '/^[a-g].*1$/'")),
    ("show a function", SHOW),
)


def used(process: int) -> float:
    """Milliseconds of CPU time of a process and of those that it started. One that has just ended counts nothing."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        started = [path.read_text().split() for path in Path(f"/proc/{process}/task").glob("*/children")]
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    ticks = int(fields[11]) + int(fields[12])
    return 1000 * ticks / os.sysconf("SC_CLK_TCK") + sum(used(int(child)) for children in started for child in children)


def measured(browser: Browser, action: str) -> float:
    """Milliseconds of CPU time that an action takes."""
    script = f"return (async () => {{ for (let i = 0; i < {REPEATED}; i++) {{ {action} {SETTLED} }} }})()"
    browser.run(script)  # once before, as the page's code is compiled when it is first used
    before = used(browser.process.pid)
    browser.run(script)
    return (used(browser.process.pid) - before) / REPEATED


def main() -> None:
    paths = find_browser()
    if paths is None:
        raise SystemExit("no Chromium with chromedriver here")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        if len(sys.argv) > 1:
            page = Path(sys.argv[1]).resolve()
        else:
            page.write_text(build_report(many(), "made.metallib", code_size=2_000_000), encoding="utf-8")
        browser = Browser(paths, Path(folder) / "profile")
        try:
            print(f"page of {page.stat().st_size / 1e6:.1f} MB; CPU milliseconds of the browser, rows in the page")
            for width in WIDTHS:
                browser.leave()
                browser.resize(width)
                before = used(browser.process.pid)
                browser.open(page)
                print(f"{width:5} pixels: {'load the page':<32} {used(browser.process.pid) - before:7.0f}")
                print(f"{'':13} {'from data to view, wall clock':<32} {browser.run(OPENED):>7}")
                browser.run("document.getElementById('tab-functions').click()")
                for name, action in ACTIONS:
                    print(f"{'':13} {name:<32} {measured(browser, action):7.1f} {rows(browser):4} rows", flush=True)
        finally:
            browser.close()


OPENED = "return document.documentElement.dataset.openMs"

if __name__ == "__main__":
    main()
