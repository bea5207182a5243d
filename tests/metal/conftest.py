"""Functions run in a process that the tests of this package share."""

from __future__ import annotations

from tests.process import one_process, shared_session

__all__ = ["one_process", "shared_session"]
