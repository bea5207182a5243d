"""Takes the pictures of the explorer in docs/pictures, in a headless Chromium.

`python tools/take_pictures.py LIBRARY FUNCTION`: the function is the one that is shown. Those in docs/pictures are of
MLX's library. `--every FOLDER` takes every view instead, on a desktop and a phone, light and dark. Colours are reduced
to 128, so that a picture has about 60 kB.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mtlb.explore.server import ExplorerServer
from tests.inspect.browser import Browser, find_browser
from tests.inspect.pages import COLOURS, show_tab, show_view

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
GOLDEN = ROOT / "golden"
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
PUBLISHED = {
    "explorer-light": ("overview", "desktop", "light"),
    "explorer-source": ("beside", "desktop", "light"),
    "explorer-dark": ("interface", "desktop", "dark"),
    "explorer-compare": ("compare", "desktop", "light"),
    "explorer-direct3d": ("direct3d", "desktop", "light"),
    "explorer-phone": ("functions", "phone", "light"),
    "explorer-phone-dark": ("source", "phone", "dark"),
}
"""The pictures in docs/pictures: view, size and colours."""


class Photographer:
    """Brings the page to a view and takes a picture of it. `function` is the one that is shown."""

    def __init__(self, browser: Browser, url: str, function: str) -> None:
        self.browser = browser
        self.url = url
        self.function = function

    def keep(self, path: Path) -> None:
        """The window as a file with few colours."""
        time.sleep(0.5)  # what is drawn a frame later
        self.browser.screenshot(path)
        with Image.open(path) as picture:
            reduced = picture.convert("RGB").quantize(128, dither=Image.Dither.NONE)
        reduced.save(path, optimize=True)

    def library(self) -> None:
        """The library alone, as it is shown first."""
        self.browser.open(self.url)
        self.browser.wait("document.documentElement.dataset.complete", 900)

    def tab(self, name: str) -> None:
        """A tab of the function."""
        self.browser.run("delete document.documentElement.dataset.shown")
        address = f"new URLSearchParams({{function: {self.function!r}}})"
        self.browser.run(f"location.hash = ''; location.hash = {address}.toString()")
        self.browser.wait("document.documentElement.dataset.shown")
        if self.browser.run(f"return !document.getElementById('detail-{name}').hidden"):
            show_tab(self.browser, name)

    def beside(self) -> None:
        """Source and IR, with a line that is marked in both."""
        self.tab("source")
        self.browser.run("document.querySelector('.beside[aria-pressed=false]')?.click()")
        self.browser.wait("document.querySelectorAll('.pair.both .code .line').length > 20", 60)
        self.browser.run("document.querySelector('.pair .code').scrollTop = 280; scrollTo(0, 0)")
        time.sleep(0.5)
        lines = "[...document.querySelector('.pair .code').querySelectorAll('.line')]"
        self.browser.run(f"{lines}.find((line) => /sum [+]=/.test(line.textContent)).click()")

    def view(self, name: str) -> None:
        """One of the tabs of a library."""
        show_view(self.browser, name)
        if name == "functions":
            self.browser.run("document.querySelector('.detail:not([hidden]) .back')?.click(); scrollTo(0, 0)")
            self.browser.run(
                "document.querySelector('#view-functions .grid').scrollTop = 0; document.activeElement.blur()"
            )
        if name == "search":
            form = "document.querySelector('#view-search form')"
            self.browser.run(f"{form}.querySelector('input').value = 'fadd'; {form}.requestSubmit()")
            self.browser.wait("document.querySelectorAll('#view-search .item').length > 5", 120)
        if name == "uses":
            self.browser.wait("document.querySelectorAll('#view-uses .item').length > 5", 300)

    def small(self, *names: str, ready: str) -> None:
        """Other files."""
        self.browser.choose_files(*(GOLDEN / name for name in names))
        self.browser.wait(ready, 60)

    def compare(self) -> None:
        """Two libraries beside each other."""
        names = ("lib/air-lld-macos14-xcode14.metallib", "lib/air-lld-macos14.metallib")
        self.small(*names, ready="document.querySelector('.offer button')")
        self.browser.run("document.querySelector('.offer button').click()")
        self.browser.wait("document.querySelector('#view-compare .line')", 60)

    def findings(self) -> None:
        """Those of lint, about a small library."""
        self.small(
            "lib/air-lld-macos14.metallib", ready="document.querySelector('#tab-functions .badge').innerText == 3"
        )
        show_view(self.browser, "findings")
        self.browser.wait("document.querySelector('#check-lint .verdict')", 60)

    def listing(self, name: str) -> None:
        """A shader of another API."""
        self.small(name, ready="document.querySelector('#view-listing:not([hidden]) .line')")


def views(photographer: Photographer) -> dict[str, Callable[[], None]]:
    """How each view is reached, those of the library first."""
    tabs = ("source", "code", "interface", "layouts", "calls", "facts", "bytes")
    return {
        "overview": lambda: photographer.view("overview"),
        **{name: lambda name=name: photographer.tab(name) for name in tabs},
        "beside": photographer.beside,
        **{name: lambda name=name: photographer.view(name) for name in ("functions", "search", "uses", "save")},
        "compare": photographer.compare,
        "findings": photographer.findings,
        "direct3d": lambda: photographer.listing("dxbc/pixel.dxbc"),
        "spirv": lambda: photographer.listing("spirv/fragment.spv"),
    }


def take(photographer: Photographer, folder: Path | None) -> None:
    """Take the pictures of docs/pictures, or all of them into a folder."""
    wanted = {value: PICTURES / f"{name}.png" for name, value in PUBLISHED.items()}
    photographer.browser.resize(*SIZES["desktop"])
    photographer.library()
    for name, reach in views(photographer).items():
        for size, pixels in SIZES.items():
            for colour in COLOURS:
                path = wanted.get((name, size, colour)) if folder is None else folder / f"{name}-{size}-{colour}.png"
                if path is None:
                    continue
                photographer.browser.resize(*pixels)
                photographer.browser.look(colour)
                try:
                    reach()
                except (TimeoutError, RuntimeError) as error:
                    print(f"{path.name}: {error}", file=sys.stderr)
                photographer.keep(path)


def main() -> None:
    parser = argparse.ArgumentParser(description="Takes pictures of the explorer.")
    parser.add_argument("library")
    parser.add_argument("function")
    parser.add_argument("--every", type=Path, metavar="FOLDER", help="take every view into a folder")
    arguments = parser.parse_args()
    paths = find_browser()
    if paths is None:
        raise SystemExit("no Chromium with chromedriver here")
    with ExplorerServer([arguments.library]) as server, tempfile.TemporaryDirectory() as profile:
        thread = threading.Thread(target=server.serve)
        thread.start()
        browser = Browser(paths, Path(profile))
        try:
            take(Photographer(browser, server.url, arguments.function), arguments.every)
        finally:
            browser.close()
            server.stop()
            thread.join()


if __name__ == "__main__":
    main()
