"""The explorer in a browser: answered by the local server, and by Python inside of the page."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import mtlb
from mtlb.container import read
from mtlb.explore.server import ExplorerServer
from mtlb.ir import MetadataCode, Module
from mtlb.linker import LinkOptions, SourceOptions, link
from tests.inspect.browser import Browser
from tests.inspect.libraries import GOLDEN, stored
from tests.inspect.pages import (
    COLOURS,
    MOST_ROWS,
    WIDTHS,
    accessible,
    browser,  # noqa: F401
    chromium,  # noqa: F401
    cut,
    faint,
    many_functions,
    needs_browser,
    overflows,
    pick,
    press,
    rows,
    search,
    show_tab,
    show_view,
    tab_text,
    unnamed,
)
from tests.linker.samples import changed, golden

pytestmark = [pytest.mark.long, pytest.mark.browser, needs_browser]

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "web" / "node_modules" / "pyodide"
OLD = GOLDEN / "lib" / "air-lld-macos14-xcode14.metallib"
NEW = GOLDEN / "lib" / "air-lld-macos14.metallib"
MESSAGES = "document.querySelector('.messages').textContent"
HEADING = "document.querySelector('h1').textContent"


@pytest.fixture
def address() -> Iterator[str]:
    """That of an explorer without files."""
    with ExplorerServer() as server:
        thread = threading.Thread(target=server.serve)
        thread.start()
        yield server.url
        server.stop()
        thread.join()


def opened(browser: Browser, *paths: Path) -> None:  # noqa: F811
    """Opens files, and waits for the last one; Python in the page may have to start first."""
    browser.choose_files(*paths)
    browser.wait(f"{HEADING} == {json.dumps(paths[-1].name)}", 300)


def downloads(browser: Browser, folder: Path) -> None:  # noqa: F811
    browser.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))


def saved(browser: Browser, folder: Path, script: str) -> Path:  # noqa: F811
    """The file that the page saves when a script runs."""
    browser.run(f"delete document.documentElement.dataset.saved; {script}")
    path = folder / str(browser.wait("document.documentElement.dataset.saved"))
    for _ in range(100):  # the browser writes it in its own time
        if path.exists():
            return path
        browser.run("return new Promise((done) => setTimeout(done, 50))")
    raise TimeoutError(str(path))


def click(text: str) -> str:
    """A script that clicks on the button of a text."""
    return f"[...document.querySelectorAll('button')].find((each) => each.textContent == {json.dumps(text)}).click()"


def test_a_file_is_opened_checked_and_saved(
    browser: Browser,  # noqa: F811
    address: str,
    tmp_path: Path,
) -> None:
    browser.open(address)
    assert browser.run("return document.querySelector('.start h2').textContent") == "Drop a Metal library here"
    opened(browser, NEW)
    assert browser.run("return document.querySelector('.needs .floor strong').textContent") == "macOS 14.0"
    show_view(browser, "functions")
    pick(browser, 2)
    assert "fragment" in tab_text(browser, "source") and "texture2d<float" in tab_text(browser, "source")
    show_tab(browser, "code")
    assert "@triangle_fragment" in tab_text(browser, "code")
    show_tab(browser, "interface")
    assert "texture 0" in tab_text(browser, "interface") and "required" in tab_text(browser, "interface")
    show_view(browser, "findings")
    browser.wait("document.querySelector('#check-lint .verdict')")
    assert browser.wait("document.querySelector('#check-verify .verdict').textContent").startswith("Nothing was found.")
    show_view(browser, "save")
    downloads(browser, tmp_path)
    browser.run("document.querySelector('input[type=checkbox]').checked = true")
    stripped = saved(browser, tmp_path, click("Save stripped library"))
    assert [function.name for function in read(stripped.read_bytes()).functions] == [
        function.name for function in read(NEW.read_bytes()).functions
    ]
    browser.wait("document.querySelector('[aria-label=Platform]').options.length > 0")
    browser.run("document.querySelector('[aria-label=Platform]').value = 'ios'")
    browser.run("document.querySelector('[aria-label=\"OS version\"]').value = '17.0'")
    retargeted = saved(browser, tmp_path, click("Save retargeted library"))
    assert str(read(retargeted.read_bytes()).min_os).startswith("17.0")
    browser.run("document.querySelector('[aria-label=\"OS version\"]').value = 'new'")
    browser.run(click("Save retargeted library"))
    assert "such as 15.0" in browser.run(f"return {MESSAGES}")


def test_two_files_are_compared(browser: Browser, address: str) -> None:  # noqa: F811
    browser.open(address)
    opened(browser, OLD, NEW)
    browser.wait("document.querySelector('.offer')")
    browser.run("document.querySelector('.offer button').click()")
    summary = browser.wait("document.querySelector('#view-compare .verdict')?.textContent")
    assert summary == "They differ. Functions: 3 changed."
    assert "-version 0.1.0" in browser.run("return document.querySelector('#view-compare .code').textContent")
    show_view(browser, "compare")
    opened(browser, OLD)  # again: the new one is shown, whatever the address was of
    show_view(browser, "compare")
    browser.run("document.querySelector('.open-file:last-child .close').click()")
    browser.run(click("Compare code"))
    browser.wait("document.querySelector('#view-compare .code .line')")
    browser.run("document.querySelector('.open-file .close').click()")
    assert browser.run("return document.querySelectorAll('.open-file').length") == 1


def test_bad_files_are_refused_with_the_reason(browser: Browser, address: str, tmp_path: Path) -> None:  # noqa: F811
    browser.open(address)
    text = tmp_path / "notes.txt"
    text.write_text("no library")
    cut = tmp_path / "cut.metallib"
    cut.write_bytes(NEW.read_bytes()[:3000])
    empty = tmp_path / "empty.metallib"
    empty.write_bytes(b"")
    for path in (text, cut, empty):
        browser.choose_files(path)
        browser.wait(f"{MESSAGES}.includes({json.dumps(path.name)})")
    opened(browser, NEW)  # it goes on
    assert browser.run("return document.querySelectorAll('.messages .problem').length") == 3


def test_500_mb_are_refused_or_read_but_never_too_much(
    browser: Browser,  # noqa: F811
    address: str,
    tmp_path: Path,
) -> None:
    browser.open(address)
    zeros = tmp_path / "zeros.metallib"
    with open(zeros, "wb") as file:
        file.truncate(500_000_000)
    browser.choose_files(zeros)
    browser.wait(f"{MESSAGES}.includes('zeros.metallib')", 240)  # half a gigabyte is read, hashed and looked through
    opened(browser, NEW)


def test_an_app_shows_what_it_holds(browser: Browser, address: str, tmp_path: Path) -> None:  # noqa: F811
    app = tmp_path / "Some.ipa"
    with zipfile.ZipFile(app, "w") as archive:
        archive.write(OLD, "Payload/Some.app/default.metallib")
        archive.write(NEW, "Payload/Some.app/Frameworks/More.framework/default.metallib")
        archive.writestr("Payload/Some.app/Info.plist", "none")
    browser.open(address)
    browser.choose_files(app)
    browser.wait("document.querySelectorAll('.parts button').length == 2")
    browser.run("document.querySelectorAll('.parts button')[1].click()")
    browser.wait("document.querySelectorAll('.open-file').length == 1")
    assert browser.run("return document.querySelector('#tab-functions .badge').textContent") == "3"
    browser.run("document.querySelectorAll('.parts button')[0].click()")
    browser.wait("document.querySelectorAll('.open-file').length == 2")
    assert unnamed(browser) == []
    browser.run("document.querySelector('summary button').click()")
    browser.wait("document.querySelectorAll('.open-file').length == 0")
    assert not browser.run("return document.querySelector('.start').hidden")


@pytest.mark.parametrize(
    ("width", "colour"), [(width, COLOURS[place % 2]) for place, width in enumerate(WIDTHS)] + [(WIDTHS[0], COLOURS[1])]
)
def test_every_view_fits_its_window(browser: Browser, address: str, width: int, colour: str) -> None:  # noqa: F811
    browser.look(colour)
    browser.open(address)
    browser.resize(width)
    assert overflows(browser) == [] and unnamed(browser) == [] and faint(browser) == []
    opened(browser, OLD, NEW)
    for view in ("overview", "functions", "search", "uses", "findings", "compare", "save"):
        show_view(browser, view)
        assert overflows(browser) == [], view
        assert unnamed(browser) == [], view
        assert faint(browser) == [], view
        assert accessible(browser) == [], view
    show_view(browser, "functions")
    pick(browser, 0)
    for tab in ("source", "code", "interface", "calls", "facts", "bytes"):
        show_tab(browser, tab)
        assert overflows(browser) == [] and faint(browser) == [] and accessible(browser) == [], tab
        assert cut(browser) == [], tab


@pytest.mark.parametrize("name", ["dxbc/pixel.dxbc", "spirv/vertex.spv"])
def test_other_shaders_open_with_their_code(browser: Browser, address: str, name: str) -> None:  # noqa: F811
    browser.open(address)
    opened(browser, GOLDEN / name)
    shown = "document.querySelector('#view-listing .code').textContent"
    assert browser.wait(f"{shown}.length > 100 && document.querySelectorAll('#view-listing .hljs-keyword').length > 3")
    browser.run(click("As Metal source"))
    browser.wait(f"{shown}.includes('#include <metal_stdlib>')", 60)
    assert accessible(browser) == []


def test_code_is_searched_and_calls_are_followed(browser: Browser, address: str) -> None:  # noqa: F811
    browser.open(address)
    opened(browser, NEW)
    show_view(browser, "search")
    browser.run(
        """
        document.querySelector("#view-search input").value = "sample_texture_2d";
        document.querySelector("#view-search form").requestSubmit();
        """
    )
    browser.wait("document.documentElement.dataset.searched == 2")
    browser.run("document.querySelectorAll('#view-search .item')[0].click()")
    browser.wait("document.querySelector('[data-panel=code] .linked')?.textContent.includes('sample_texture_2d')")
    show_tab(browser, "calls")
    browser.wait("document.querySelector('[data-panel=calls] li button')")
    browser.run(click("air.sample_texture_2d.v4f32"))
    browser.wait("document.querySelector('#view-uses .title').textContent == 'air.sample_texture_2d.v4f32: 1 function'")
    browser.run("document.querySelectorAll('#view-uses .text .item')[0].click()")
    browser.wait("document.querySelector('.detail .title').textContent == 'triangle_fragment'")


def test_a_line_of_the_source_marks_its_instructions(
    browser: Browser,  # noqa: F811
    address: str,
    tmp_path: Path,
) -> None:
    def record(module: Module) -> None:
        lines = "\n".join(f"// line {number}" for number in range(1, 21))
        strings = [module.context.string(text) for text in ("/shaders/flat.metal", lines)]
        module.named_metadata["llvm_utils.sources"] = [module.context.node(MetadataCode.NODE, strings)]

    options = LinkOptions(sources=SourceOptions("metallib x.air", "/build"))
    path = tmp_path / "debug.metallib"
    path.write_bytes(mtlb.write(link([changed(golden("flat_fragment"), record)], options).library))
    browser.open(address)
    opened(browser, path)
    show_view(browser, "functions")
    pick(browser, 0)
    assert "line 13" in tab_text(browser, "source")
    browser.run("document.querySelector('.beside').click()")
    browser.wait("document.querySelectorAll('.pair.both .code .line').length > 30")
    browser.run("document.querySelectorAll('.pair .code')[0].querySelectorAll('.line')[12].click()")
    browser.wait("document.querySelector('.pair').lastElementChild.querySelector('.linked')")
    marked = "document.querySelector('.pair').lastElementChild.querySelector('.linked').textContent"
    assert "!dbg" in browser.run(f"return {marked}")
    left = "document.querySelector('#view-functions .split').style.getPropertyValue('--left')"
    press(browser, "ArrowRight", "document.querySelector('.divider')")
    assert browser.run(f"return {left}") == "40%"


def test_a_line_of_decompiled_source_marks_its_instructions(browser: Browser, address: str) -> None:  # noqa: F811
    browser.open(address)
    opened(browser, NEW)
    show_view(browser, "functions")
    pick(browser, 0)
    assert "y[i] += a * x[i];" in tab_text(browser, "source")
    assert "Click on a line" in browser.run(
        "return document.querySelector('[role=tabpanel]:not([hidden])').textContent"
    )
    lines = "[...document.querySelectorAll('.pair .code .line')]"
    browser.run(f"{lines}.find((each) => each.textContent.includes('y[i] +=')).click()")
    browser.wait("document.querySelectorAll('.pair.both .code .line').length > 20")
    browser.wait("document.querySelector('.pair').lastElementChild.querySelector('.linked')")
    marked = "[...document.querySelector('.pair').lastElementChild.querySelectorAll('.linked')]"
    texts = browser.run(f"return {marked}.map((each) => each.textContent).join('\\n')")
    assert "fmul fast float" in texts and "store float %sum" in texts and "ret void" not in texts
    browser.run(f"{lines}.find((each) => each.textContent.includes('fmul fast')).click()")
    browser.wait("document.querySelector('.pair').firstElementChild.querySelector('.linked')")
    back = "document.querySelector('.pair').firstElementChild.querySelector('.linked').textContent"
    assert "y[i] += a * x[i];" in browser.run(f"return {back}")


def test_18817_functions(browser: Browser, address: str, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "large.metallib"
    path.write_bytes(stored(*many_functions()))
    browser.open(address)
    opened(browser, path)
    for width in WIDTHS:
        browser.resize(width)
        show_view(browser, "functions")
        assert search(browser, "tn_bm7_") == "98 of 18,817 functions"
        assert search(browser, "") == "18,817 functions"
        assert rows(browser) <= MOST_ROWS
        show_view(browser, "overview")
        assert cut(browser) == [], width
    browser.wait("document.documentElement.dataset.complete", 120)
    show_view(browser, "functions")
    hint = "[...document.querySelectorAll('.filters .hint')].some((each) => each.textContent.startsWith('Click on'))"
    assert browser.run(f"return {hint}")
    assert search(browser, "float x") == "1 of 18,817 functions"


# --- Python inside of the page ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the static explorer on a server that knows nothing of mtlb."""
    folder = tmp_path_factory.mktemp("static")
    subprocess.run([sys.executable, ROOT / "tools" / "build_explorer.py", folder], check=True, timeout=300)
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.mark.site
@pytest.mark.skipif(not RUNTIME.is_dir(), reason="no `npm ci` in web/")
def test_mtlb_runs_in_the_page(browser: Browser, static: str, tmp_path: Path) -> None:  # noqa: F811
    browser.open(static)
    opened(browser, OLD, NEW)
    browser.wait("document.documentElement.dataset.complete", 300)
    show_view(browser, "functions")
    pick(browser, 0)
    assert "kernel void saxpy" in tab_text(browser, "source")
    show_tab(browser, "code")
    assert "define void @saxpy" in tab_text(browser, "code")
    show_view(browser, "findings")
    browser.wait("document.querySelector('#check-lint .verdict')", 300)
    show_view(browser, "compare")
    browser.wait(
        "document.querySelector('#view-compare .verdict')?.textContent == 'They differ. Functions: 3 changed.'", 60
    )
    downloads(browser, tmp_path)
    show_view(browser, "save")
    module = saved(browser, tmp_path, click("Save file"))
    assert module.read_bytes() == NEW.read_bytes()
    bad = tmp_path / "bad.metallib"
    with open(bad, "wb") as file:
        file.write(b"MTLB")
        file.truncate(500_000_000)
    browser.choose_files(bad)
    said = browser.wait(f"{MESSAGES}.includes('bad.metallib') && {MESSAGES}", 300)
    assert "400" in said
    opened(browser, OLD)


@pytest.mark.site
@pytest.mark.skipif(not RUNTIME.is_dir(), reason="no `npm ci` in web/")
def test_nothing_of_other_places_can_be_reached(browser: Browser, static: str) -> None:  # noqa: F811
    """Neither by the page nor by the worker, which has the page's policy."""
    browser.open(static)
    reached = browser.run(
        """
        const source = `addEventListener("securitypolicyviolation", (event) => postMessage(event.violatedDirective));
                        fetch("http://127.0.0.2:9/").catch(() => setTimeout(() => postMessage("other"), 2000));`;
        const worker = new Worker(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
        return new Promise((done) => { worker.onmessage = (event) => done(event.data); });
        """
    )
    assert reached == "connect-src"
    assert any("Content Security Policy" in message for message in browser.messages())
