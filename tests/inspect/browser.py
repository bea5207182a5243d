"""A headless Chromium driven through chromedriver's HTTP interface (W3C WebDriver)."""

from __future__ import annotations

import base64
import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

__all__ = ["Browser", "find_browser"]

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1400,1000",
)


def find_browser() -> tuple[str, str] | None:
    """The paths of Chromium and chromedriver, if both are there."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
    driver = shutil.which("chromedriver")
    return (chromium, driver) if chromium and driver else None


class Browser:
    """One browser with its profile in `directory`."""

    def __init__(self, paths: tuple[str, str], directory: Path) -> None:
        chromium, driver = paths
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [driver, f"--port={self.port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        arguments = [*_FLAGS, f"--user-data-dir={directory}"]
        options = {"args": arguments, "binary": chromium}
        expected = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        try:
            self._wait_for_driver()
            answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": expected}})
        except BaseException:
            self.process.kill()
            raise
        self.session = f"/session/{answer['sessionId']}"

    def _wait_for_driver(self) -> None:
        for _ in range(100):
            try:
                self._call("GET", "/status")
                return
            except OSError:
                time.sleep(0.1)
        raise TimeoutError("chromedriver does not answer")

    def _call(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, page: Path | str) -> None:
        """Opens a file or an address and waits until the page says that it is ready."""
        self._call("POST", f"{self.session}/url", {"url": page if isinstance(page, str) else page.as_uri()})
        self.wait("document.documentElement.dataset.ready")

    def look(self, colour: str, media: str = "") -> None:
        """What the user prefers, light or dark, and the medium, such as print."""
        expected = [{"name": "prefers-color-scheme", "value": colour}]
        self.devtools("Emulation.setEmulatedMedia", media=media, features=expected)

    def leave(self) -> None:
        """Goes to an empty page."""
        self._call("POST", f"{self.session}/url", {"url": "about:blank"})

    def devtools(self, command: str, **params: object) -> Any:
        """The answer of a command of Chrome's DevTools protocol."""
        return self._call("POST", f"{self.session}/goog/cdp/execute", {"cmd": command, "params": params})

    def resize(self, width: int, height: int = 900) -> None:
        """Gives the page a window of this many pixels; below 500 that of a phone."""
        size: dict[str, object] = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.devtools("Emulation.setDeviceMetricsOverride", **size)
        self.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def choose_files(self, *paths: Path, field: str = "main > input[type=file]") -> None:
        """Gives files to a field of the page."""
        actual = self._call("POST", f"{self.session}/element", {"using": "css selector", "value": field})
        (element,) = actual.values()
        text = "\n".join(str(path) for path in paths)
        self._call("POST", f"{self.session}/element/{element}/value", {"text": text})

    def screenshot(self, path: Path) -> None:
        """Writes a picture (PNG) of what is in the window."""
        path.write_bytes(base64.b64decode(self._call("GET", f"{self.session}/screenshot")))

    def run(self, script: str) -> Any:
        """The value that a script returns."""
        return self._call("POST", f"{self.session}/execute/sync", {"script": script, "args": []})

    def wait(self, expression: str, seconds: float = 30) -> Any:
        """The value of an expression once it is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.run(f"return {expression}")
            if value:
                return value
            time.sleep(0.05)
        raise TimeoutError(expression)

    def messages(self) -> list[str]:
        """What the page wrote to the console: errors and refused connections among others."""
        return [entry["message"] for entry in self._call("POST", f"{self.session}/se/log", {"type": "browser"})]

    def close(self) -> None:
        try:
            self._call("DELETE", self.session)
        finally:
            self.process.terminate()
            self.process.wait()
