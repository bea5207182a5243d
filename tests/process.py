"""Processes that several tests share: starting one takes longer than running most functions.

A package whose tests are about what functions compute imports `one_process` in its conftest.
"""

from __future__ import annotations

import atexit
from functools import cache

import pytest

from mtlb.cpu.cache import default_cache
from mtlb.cpu.process import Session


class SharedSession(Session):
    """A session that stays when a function that used it is closed."""

    def close(self) -> None:
        """Leave the process to the next function."""

    def end(self) -> None:
        """End the process."""
        super().close()


LEVELS = (0, pytest.param(2, marks=pytest.mark.long))
"""LLVM's levels for tests of checks, which are compiled into each function: eight times as fast at level 0."""


@cache
def shared_session() -> SharedSession:
    session = SharedSession(cache=default_cache())
    atexit.register(session.end)
    return session


@pytest.fixture(autouse=True)
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """`mtlb.run`, and kernels without a session of their own, use the shared process."""
    monkeypatch.setattr("mtlb.cpu.kernel.Session", lambda **options: shared_session())
