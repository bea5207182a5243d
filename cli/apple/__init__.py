"""Stand-ins for Apple's Metal tools, with the same names and options (docs/apple.md).
`command` is `mtlb apple`; the installed scripts start run.py, without the parser of the other commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtlb.machinery.lazy import lazy_names

if TYPE_CHECKING:
    from .subcommand import command

__all__ = ["command"]

if not TYPE_CHECKING:
    __getattr__ = lazy_names(globals(), {"command": ".subcommand"})
