"""The error of a wrong command line (exit code 2)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mtlb.base.errors import BuildError


class UsageError(Exception):
    """The command line is invalid (exit code 2); the message says why."""


@contextmanager
def option_values() -> Iterator[None]:
    """Errors of the library about option values that are raised inside become UsageErrors."""
    try:
        yield
    except BuildError as error:
        raise UsageError(error.reason) from error
