from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from urllib.parse import unquote

import pytest

from mtlb.explore.server import ExplorerServer
from tests.inspect.libraries import GOLDEN

LIBRARY = GOLDEN / "lib" / "air-lld-macos14.metallib"


@pytest.fixture
def server() -> Iterator[ExplorerServer]:
    with ExplorerServer([str(LIBRARY)], largest=20_000) as result:
        thread = threading.Thread(target=result.serve)
        thread.start()
        yield result
        result.stop()
        thread.join()


class Reply:
    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self) -> dict[str, object]:
        value: dict[str, object] = json.loads(self.body)
        return value


def request(server: ExplorerServer, method: str, path: str, body: bytes = b"", **headers: str) -> Reply:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    inputs = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body if method == "POST" else None, inputs)
    reply = Reply(connection.getresponse())
    connection.close()
    return reply


def ask(server: ExplorerServer, method: str, **parameters: object) -> Reply:
    body = json.dumps(parameters).encode()
    return request(server, "POST", f"/api/{method}", body, X_Mtlb_Token=server.token)


def test_the_page_comes_with_the_token_alone(server: ExplorerServer) -> None:
    page = request(server, "GET", "/" + server.url.rpartition("/")[2])
    assert page.status == 200 and f'content="http {server.token}"' in page.body.decode()
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert "connect-src 'self'" in page.headers["Content-Security-Policy"]
    assert page.headers["Cache-Control"] == "no-store"
    for path in ("/", "/?", "/?x", f"/?{server.token}x"):
        refused = request(server, "GET", path)
        assert refused.status == 403 and server.token not in refused.body.decode()


def test_the_files_of_the_page_and_no_others(server: ExplorerServer) -> None:
    assert request(server, "GET", "/page.js").headers["Content-Type"].startswith("text/javascript")
    assert request(server, "GET", "/page.css").status == 200
    for path in ("/report.html", "/../report.py", "/page.js/", "//page.css/..", "/etc/passwd", "/%2e%2e/report.py"):
        assert request(server, "GET", path).status == 404
    assert request(server, "HEAD", "/page.js").status == 501
    assert request(server, "POST", "/page.js", X_Mtlb_Token=server.token).status == 404


def test_what_is_open_is_answered_as_in_the_session(server: ExplorerServer) -> None:
    (opened,) = ask(server, "opened").json["result"]  # type: ignore[misc]
    file = opened["file"]
    assert opened["name"] == str(LIBRARY)
    expected = server.explorer.call("library", json.dumps({"file": file}))[0]
    assert ask(server, "library", file=file).body.decode() == expected
    assert ask(server, "function", file=file, index=9).json["error"]["kind"] == "BuildError"  # type: ignore[index]
    saved = ask(server, "save", file=file, kind="module", params={"index": 0})
    assert saved.headers["Content-Type"] == "application/octet-stream"
    assert (unquote(saved.headers["X-Mtlb-Name"]), len(saved.body)) == ("00000_saxpy.air", 3088)


def test_a_file_is_sent_and_opened(server: ExplorerServer) -> None:
    path = "/api/open?name=b%2F%C3%A9.metallib"
    answer = request(server, "POST", path, LIBRARY.read_bytes(), X_Mtlb_Token=server.token).json["result"]
    assert answer["name"] == "b/é.metallib" and answer["size"] == LIBRARY.stat().st_size  # type: ignore[index]
    bad = request(server, "POST", path, b"no library", X_Mtlb_Token=server.token).json["error"]
    assert "b/é.metallib: a file of unknown kind" in bad["text"]  # type: ignore[index]
    large = request(server, "POST", path, bytes(20_001), X_Mtlb_Token=server.token)
    assert large.status == 413
    assert "20,001 bytes; no more than 20,000" in large.json["error"]["text"]  # type: ignore[index]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Mtlb-Token": "x"},
        {"X-Mtlb-Token": "TOKEN", "Host": "evil.example"},
        {"X-Mtlb-Token": "TOKEN", "Host": "127.0.0.1:1"},
        {"X-Mtlb-Token": "TOKEN", "Origin": "http://evil.example"},
        {"X-Mtlb-Token": "TOKEN", "Origin": "null"},
        {"X-Mtlb-Token": "é"},
    ],
)
def test_others_get_nothing(server: ExplorerServer, headers: dict[str, str]) -> None:
    inputs = {name.replace("-", "_"): value.replace("TOKEN", server.token) for name, value in headers.items()}
    reply = request(server, "POST", "/api/opened", b"{}", **inputs)
    assert reply.status == 403 and str(LIBRARY) not in reply.body.decode()
    if "Host" in headers or "Origin" in headers:
        assert request(server, "GET", f"/?{server.token}", **inputs).status == 403
        assert request(server, "GET", "/page.js", **inputs).status == 403


def test_bad_requests_are_answered_and_the_server_goes_on(server: ExplorerServer) -> None:
    token = {"X_Mtlb_Token": server.token}
    assert request(server, "POST", "/api/library", b"[", **token).json["error"]["kind"] == "BuildError"  # type: ignore[index]
    assert request(server, "POST", "/api/library", b" " * (1 << 21), **token).status == 413
    assert request(server, "POST", "/api/library", b"", Content_Length="-1", **token).status == 411
    assert request(server, "PUT", "/api/library").status == 501
    assert ask(server, "opened").status == 200


def test_a_refused_request_is_read_to_its_end(server: ExplorerServer) -> None:
    """The answer reaches one who sends all of a large body before it reads."""
    size = 64 << 20  # more than the buffers of a connection hold
    reply = request(server, "POST", "/api/library", bytes(size), X_Mtlb_Token=server.token)
    assert reply.status == 413 and "too long" in reply.json["error"]["text"]  # type: ignore[index]
    assert request(server, "POST", "/api/open", bytes(size)).status == 403
    assert ask(server, "opened").status == 200


def test_a_bug_is_shown_as_one(
    server: ExplorerServer, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(method: str, parameters: str) -> tuple[str, bytes | None]:
        raise IndexError("list index out of range")

    monkeypatch.setattr(server.explorer, "call", broken)
    reply = ask(server, "opened")
    assert reply.status == 500 and reply.json["error"]["kind"] == "bug"  # type: ignore[index]
    shown = ""
    for _ in range(200):  # it is printed after the answer
        shown += capfd.readouterr().err
        if "IndexError: list index out of range" in shown:
            break
        time.sleep(0.05)
    assert "Traceback" in shown and "IndexError: list index out of range" in shown
