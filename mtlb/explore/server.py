"""`mtlb explore`: serves the page and its answers on 127.0.0.1, for the browser that has the token.
Other pages in the same browser, and other users of the machine, can reach the port. They get no access: the page and
every answer need a token that is new for each run, and the Host and Origin headers must match this server, which a
page from elsewhere cannot achieve. Only the listed files are served."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from ..base.errors import UnsupportedError
from ..inspect.templates import page_file
from ..inspect.view import json_text
from .session import Explorer, error_form

LARGEST_UPLOAD = 4 << 30
"""The maximum size in bytes of an uploaded file; it is stored in a temporary file while the server runs."""
_LARGEST_QUESTION = 1 << 20  # bytes
_CHUNK = 1 << 20
_PATIENCE = 60  # seconds of inactivity after which a connection is closed
_DRAIN = 10  # seconds for reading the rest of a refused request
_FILES = {
    "/page.js": "text/javascript; charset=utf-8",
    "/page.css": "text/css; charset=utf-8",
    "/LICENSES.txt": "text/plain; charset=utf-8",
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_BACKEND = '<meta name="mtlb-backend" content="worker">'


class ExplorerServer:
    """Serves the explorer on a port of 127.0.0.1; 0 selects a free port. `url` includes the token.
    A context manager: uploads are removed at its end. The files at `paths` are open when the page loads. Raises the
    errors of opening them, and OSError for a port in use."""

    def __init__(self, paths: Sequence[str] = (), port: int = 0, *, largest: int = LARGEST_UPLOAD) -> None:
        self.token = secrets.token_urlsafe(24)
        self.largest = largest
        self.explorer = Explorer()
        self.turn = threading.Lock()
        for path in paths:
            self.explorer.add(path, path)
        self._directory = tempfile.TemporaryDirectory(prefix="mtlb.")
        self._uploads = 0
        try:
            self._server = _Server(("127.0.0.1", port), _Handler)
        except OSError as error:
            self._directory.cleanup()
            raise OSError(error.errno, error.strerror, f"port {port} of 127.0.0.1") from error
        self._server.owner = self
        self.port: int = self._server.server_address[1]
        self.hosts = frozenset({f"127.0.0.1:{self.port}", f"localhost:{self.port}"})

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.port}/?{self.token}"

    def serve(self) -> None:
        """Serve until `stop` is called in another thread, or an exception ends it."""
        self._server.serve_forever(poll_interval=0.1)

    def stop(self) -> None:
        """End `serve`, which runs in another thread."""
        self._server.shutdown()

    def __enter__(self) -> ExplorerServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.server_close()
        self._directory.cleanup()

    def page(self) -> bytes:
        """The page, with the address of the server for its requests."""
        html = page_file("explore.html")
        return html.replace(_BACKEND, _BACKEND.replace("worker", f"http {self.token}")).encode("utf-8")

    def upload(self) -> str:
        """A path for the next upload."""
        with self.turn:
            self._uploads += 1
            return os.path.join(self._directory.name, f"{self._uploads}")


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    owner: ExplorerServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A closed connection is not an error; anything else is a bug, and is printed."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    timeout = _PATIENCE
    protocol_version = "HTTP/1.1"
    server_version = "mtlb"
    sys_version = ""
    refused = False  # whether the request's body may be left unread

    @property
    def owner(self) -> ExplorerServer:
        return self.server.owner

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not logged: their addresses contain the token."""

    # --- answers

    def _send(self, status: HTTPStatus, kind: str, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {**_HEADERS, "Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if status is not HTTPStatus.OK:
            self.close_connection = self.refused = True
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def finish(self) -> None:
        """Read and discard the rest of a refused request: TCP resets a connection that is closed with unread data,
        and the client would see the reset instead of the answer (RFC 9112, section 9.6)."""
        if self.refused:
            until = time.monotonic() + _DRAIN
            with contextlib.suppress(OSError):  # the client has disconnected, or was too slow
                self.wfile.flush()
                self.connection.shutdown(socket.SHUT_WR)
                while (left := until - time.monotonic()) > 0:
                    self.connection.settimeout(left)
                    if not self.connection.recv(_CHUNK):
                        break
        super().finish()

    def _refuse(self, status: HTTPStatus, text: str) -> None:
        if self.command == "POST":
            answer = json_text({"error": {"kind": "server", "text": text, "file": None, "offset": None}})
            self._send(status, "application/json", answer.encode("utf-8"))
        else:
            self._send(status, "text/plain; charset=utf-8", f"mtlb explore: {text}\n".encode())

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer requests that `http.server` refuses: malformed ones, and unknown methods."""
        self._refuse(HTTPStatus(code), message or HTTPStatus(code).phrase)

    def _is_ours(self) -> bool:
        """Whether the request was made to this server, by its own page or by hand."""
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        return host in self.owner.hosts and (origin is None or origin == f"http://{host}")

    def _has_token(self, token: str) -> bool:
        return secrets.compare_digest(token.encode("utf-8", "replace"), self.owner.token.encode())

    def do_GET(self) -> None:
        """The page and the files beside it."""
        address = urlsplit(self.path)
        if not self._is_ours():
            self._refuse(HTTPStatus.FORBIDDEN, "asked by another name or another page")
        elif address.path in _FILES:
            self._send(HTTPStatus.OK, _FILES[address.path], page_file(address.path[1:]).encode("utf-8"))
        elif address.path != "/":
            self._refuse(HTTPStatus.NOT_FOUND, "there is nothing here")
        elif not self._has_token(address.query):
            self._refuse(HTTPStatus.FORBIDDEN, "open the address that mtlb printed: it has the token of this run")
        else:
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", self.owner.page())

    def do_POST(self) -> None:
        """A request of the page, or an upload to open. A bug is answered too; the page shows it."""
        try:
            self._post()
        except (ConnectionError, TimeoutError):
            raise
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
            answer = json_text({"error": {"kind": "bug", "text": text, "file": None, "offset": None}})
            self._send(HTTPStatus.INTERNAL_SERVER_ERROR, "application/json", answer.encode("utf-8"))
            raise

    def _post(self) -> None:
        address = urlsplit(self.path)
        length = self.headers.get("Content-Length", "")
        if not self._is_ours():
            self._refuse(HTTPStatus.FORBIDDEN, "asked by another name or another page")
        elif not self._has_token(self.headers.get("X-Mtlb-Token", "")):
            self._refuse(HTTPStatus.FORBIDDEN, "this page is of an earlier run: open the address that mtlb printed")
        elif not length.isascii() or not length.isdigit() or len(length) > 15:
            self._refuse(HTTPStatus.LENGTH_REQUIRED, "the request has no length")
        elif address.path == "/api/open":
            self._open(parse_qs(address.query).get("name", ["file"])[0], int(length))
        elif not address.path.startswith("/api/"):
            self._refuse(HTTPStatus.NOT_FOUND, "there is nothing here")
        elif int(length) > _LARGEST_QUESTION:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "the question is too long")
        else:
            question = self.rfile.read(int(length)).decode("utf-8", "replace")
            with self.owner.turn:
                answer, data = self.owner.explorer.call(address.path.removeprefix("/api/"), question)
            self._answer(answer, data)

    def _answer(self, answer: str, data: bytes | None = None) -> None:
        if data is None:
            self._send(HTTPStatus.OK, "application/json", answer.encode("utf-8"))
        else:
            name = json.loads(answer)["result"]["name"]
            self._send(HTTPStatus.OK, "application/octet-stream", data, X_Mtlb_Name=quote(name, safe=""))

    def _open(self, name: str, length: int) -> None:
        """Store an upload in a temporary file, then open it."""
        owner = self.owner
        if length > owner.largest:
            reason = f"the file has {length:,} bytes; no more than {owner.largest:,} are taken"
            error = UnsupportedError(reason, file=name)
            text = json_text({"error": error_form(error)})
            self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "application/json", text.encode("utf-8"))
            return
        path = owner.upload()
        with open(path, "xb") as file:
            while length > 0 and (chunk := self.rfile.read(min(length, _CHUNK))):
                file.write(chunk)
                length -= len(chunk)
        if length:  # the page was closed
            os.unlink(path)
            self.close_connection = True
            return
        with owner.turn:
            answer = owner.explorer.open(name, path)
        self._answer(answer)
