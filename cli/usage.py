"""The error of a wrong command line (exit code 2)."""

from __future__ import annotations

__all__ = ["UsageError"]


class UsageError(Exception):
    """The command line is invalid (exit code 2); the message says why."""
