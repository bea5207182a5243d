"""Processes that several tests share: starting one takes longer than running most functions.

A package whose tests are about what functions compute imports `one_process` in its conftest.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mtlb.cpu.cache import default_cache
from mtlb.cpu.process import Session
from tests.conftest import only_long

LEVELS = (0, only_long(2))
"""LLVM's levels for tests of checks, which are compiled into each function: eight times as fast at level 0."""

MOST = 200
"""Functions of a process, which keeps the code of each."""


class SharedSession(Session):
    """A session that stays when a function that used it is closed. `count`: how many used it. At LLVM's level 0: its
    optimizer would take most of the time, and is not what is tested."""

    def __init__(self) -> None:
        super().__init__(cache=default_cache(), optimize=0)
        self.count = 0

    def number(self) -> int:
        self.count += 1
        return super().number()

    def close(self) -> None:
        """Leave the process to the next function."""

    def end(self) -> None:
        """End the process."""
        super().close()


@pytest.fixture(scope="session")
def shared_session() -> Iterator[list[SharedSession]]:
    """The session of the moment."""
    sessions = [SharedSession()]
    yield sessions
    sessions[0].end()


@pytest.fixture(autouse=True)
def one_process(monkeypatch: pytest.MonkeyPatch, shared_session: list[SharedSession]) -> None:
    """`mtlb.run`, and kernels without a session of their own, use the shared process."""
    if shared_session[0].count >= MOST:
        shared_session[0].end()
        shared_session[0] = SharedSession()
    monkeypatch.setattr("mtlb.cpu.kernel.Session", lambda **options: shared_session[0])
