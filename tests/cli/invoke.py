"""Run the command in this process, with its streams under control."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from mtlb.cli.main import run


@dataclass(frozen=True)
class Result:
    code: int
    stdout: bytes
    stderr: str

    @property
    def text(self) -> str:
        return self.stdout.decode("utf-8")


class _Stream(io.TextIOWrapper):
    """A text stream over memory that can pretend to be a terminal."""

    def __init__(self, data: bytes = b"", *, terminal: bool = False) -> None:
        self.bytes = io.BytesIO(data)
        self.terminal = terminal
        super().__init__(self.bytes, encoding="utf-8", errors="backslashreplace", newline="\n", write_through=True)

    def isatty(self) -> bool:
        return self.terminal


def invoke(*arguments: str | Path, stdin: bytes = b"", terminal: bool = False) -> Result:
    """`mtlb ARGUMENTS...`; with `terminal`, stdout and stderr are one."""
    streams = (_Stream(stdin), _Stream(terminal=terminal), _Stream(terminal=terminal))
    with mock.patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]):
        code = run([str(argument) for argument in arguments])
    return Result(code, streams[1].bytes.getvalue(), streams[2].bytes.getvalue().decode("utf-8"))
