"""The parts of the protocol besides the methods: limits, data in JSON, errors in JSON, the JSON Schema."""

from __future__ import annotations

import base64
import binascii
import json
import os
import stat
from collections.abc import Mapping, Set
from dataclasses import dataclass
from importlib import resources
from typing import Any

from ..base.arguments import instance, text
from ..base.errors import BuildError, MtlbError

PROTOCOL = 1
"""The version of the protocol. It changes if existing clients would not understand the new protocol."""


@dataclass(frozen=True)
class RequestLimits:
    """The limits of a request: bytes of its line, and of a file that it refers to; seconds; threads of a run;
    megabytes of the process's address space (0: no limit; not on Windows)."""

    line: int = 64 << 20
    seconds: float = 60.0
    threads: int = 1 << 22
    memory: int = 8192

    def as_json(self) -> dict[str, Any]:
        """The limits in the answer to `hello`."""
        return {"line": self.line, "seconds": self.seconds, "threads": self.threads, "memory": self.memory}


class DataReader:
    """Reads the data of a request: `{"base64": ...}`, `{"text": ...}`, and `{"path": ...}` if `paths` are allowed."""

    def __init__(self, limits: RequestLimits, *, paths: bool) -> None:
        self._limits = limits
        self._paths = paths

    def read(self, name: str, value: object) -> tuple[str, bytes]:
        """The name of the data in errors, and its bytes. Raises BuildError for invalid data, and OSError for a path."""
        fields = members(name, value, {"base64", "text", "path", "name"})
        called = text(f"{name}.name", fields.get("name", fields.get("path", name)))
        forms = [form for form in ("base64", "text", "path") if form in fields]
        if len(forms) != 1:
            raise BuildError(f"{name} needs exactly one of base64, text and path, not {len(forms)}")
        word = text(f"{name}.{forms[0]}", fields[forms[0]])
        if forms[0] == "base64":
            return called, decoded(name, word)
        if forms[0] == "text":
            return called, encoded_text(name, word)
        return called, self._file(name, word)

    def _file(self, name: str, path: str) -> bytes:
        if not self._paths:
            raise BuildError(f"{name}: paths are not read here: send the data, or start with --allow-paths")
        if "\0" in path:
            raise BuildError(f"{name}: a path can't contain a zero byte")
        with open(path, "rb", opener=_nonblocking) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise BuildError("it is not a regular file", file=path)
            if status.st_size > self._limits.line:
                raise BuildError(f"it has {status.st_size} bytes, the limit is {self._limits.line}", file=path)
            return file.read(self._limits.line)


def _nonblocking(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # do not block on a pipe without a writer


def members(name: str, value: object, names: Set[str], required: Set[str] = frozenset()) -> dict[str, Any]:
    """A JSON object with these members. Raises BuildError for any other value."""
    fields = instance(name, value, dict)
    assert isinstance(fields, dict)
    if unknown := sorted(set(fields) - names):
        raise BuildError(f"{name} has no member {unknown[0]!a:.60}")
    if missing := sorted(required - set(fields)):
        raise BuildError(f"{name} needs {', '.join(missing)}")
    return fields


def decoded(name: str, word: str) -> bytes:
    """The bytes in base64 text. Raises BuildError for invalid base64."""
    try:
        return base64.b64decode(word, validate=True)
    except (binascii.Error, ValueError) as error:
        raise BuildError(f"{name} is not base64: {error}") from None


def encoded_text(name: str, word: str) -> bytes:
    """A text as UTF-8. Raises BuildError for an unpaired surrogate, which JSON allows."""
    try:
        return word.encode()
    except UnicodeEncodeError:
        raise BuildError(f"{name} is not valid UTF-8 text") from None


def data_json(data: bytes | bytearray | memoryview) -> dict[str, Any]:
    """The JSON form of bytes in an answer."""
    return {"base64": base64.b64encode(data).decode("ascii"), "size": len(data)}


def error_json(error: BaseException) -> dict[str, Any]:
    """The JSON form of an error: `kind` is its class, `text` the whole message, the others the fields of
    `MtlbError`."""
    if isinstance(error, MtlbError):
        about: dict[str, Any] = {"reason": error.reason, "file": error.file, "offset": error.offset}
    elif isinstance(error, OSError):
        about = {"reason": error.strerror or str(error), "file": error.filename, "offset": None}
    else:
        about = {"reason": str(error) or type(error).__name__, "file": None, "offset": None}
    return {"kind": type(error).__name__, "text": str(error) or type(error).__name__, **about}


def answer_line(id: object, **outcome: object) -> bytes:
    """An answer as a line: the same answer gives the same bytes."""
    return json.dumps({"id": id, **outcome}, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def protocol_schema() -> Mapping[str, Any]:
    """The JSON Schema of requests and answers: `$defs` has `request` and `answer`, and those of each method by its
    name."""
    text_ = (resources.files(__package__) / "protocol.schema.json").read_text(encoding="utf-8")
    schema: Mapping[str, Any] = json.loads(text_)
    return schema
