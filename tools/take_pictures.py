"""Takes the pictures of the explorer in docs/pictures, in a headless Chromium.

`python tools/take_pictures.py LIBRARY FUNCTION`: the function is the one that is shown. Those in docs/pictures are of
MLX's library. Colours are reduced to 128, so that a picture has about 60 kB.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mtlb.explore.server import ExplorerServer
from tests.inspect.browser import Browser, find_browser

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "lib"


def keep(browser: Browser, name: str) -> None:
    """The window as docs/pictures/NAME.png."""
    time.sleep(0.5)  # what is drawn a frame later
    path = PICTURES / f"{name}.png"
    browser.screenshot(path)
    with Image.open(path) as picture:
        reduced = picture.convert("RGB").quantize(128, dither=Image.Dither.NONE)
    reduced.save(path, optimize=True)


def show(browser: Browser, function: str) -> None:
    """The function of a name, from the search for it."""
    browser.run("delete document.documentElement.dataset.shown")
    browser.run(f"location.hash = new URLSearchParams({{function: {function!r}}}).toString()")
    browser.wait("document.documentElement.dataset.shown")


def take(browser: Browser, url: str, function: str) -> None:
    browser.resize(1440, 900)
    browser.look("light")
    browser.open(url)
    browser.wait("document.documentElement.dataset.complete", 900)
    keep(browser, "explorer-light")
    browser.look("dark")
    show(browser, function)
    keep(browser, "explorer-dark")
    browser.run("document.querySelector('.detail').scrollTop = 1e6")
    keep(browser, "explorer-code")
    browser.resize(390, 844)
    browser.look("light")
    browser.run("document.querySelector('.back').click(); scrollTo(0, 0)")
    keep(browser, "explorer-phone")
    browser.resize(1440, 900)
    browser.choose_files(GOLDEN / "air-lld-macos14-xcode14.metallib", GOLDEN / "air-lld-macos14.metallib")
    browser.wait("document.querySelector('.offer button')", 60)
    browser.run("document.querySelector('.offer button').click()")
    browser.wait("document.querySelector('#view-compare .line')", 60)
    keep(browser, "explorer-compare")
    browser.run("document.getElementById('tab-findings').click()")
    browser.wait("document.querySelector('#check-lint .severity')", 60)
    browser.run("document.querySelector('#check-lint details').open = true")
    keep(browser, "explorer-findings")


def main() -> None:
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    paths = find_browser()
    if paths is None:
        raise SystemExit("no Chromium with chromedriver here")
    with ExplorerServer([sys.argv[1]]) as server, tempfile.TemporaryDirectory() as profile:
        thread = threading.Thread(target=server.serve)
        thread.start()
        browser = Browser(paths, Path(profile))
        try:
            take(browser, server.url, sys.argv[2])
        finally:
            browser.close()
            server.stop()
            thread.join()


if __name__ == "__main__":
    main()
