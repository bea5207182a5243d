"""The error of a wrong command line (exit code 2). typer doesn't export its own: it is named here."""

from __future__ import annotations

import typer

__all__ = ["TyperUsageError", "UsageError"]

# BadParameter's base: click.UsageError with older releases of typer, its own copy of that with newer ones.
TyperUsageError: type[Exception] = typer.BadParameter.__bases__[0]


class UsageError(Exception):
    """The command line is invalid (exit code 2); the message says why."""
