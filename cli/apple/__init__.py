"""Stand-ins for Apple's Metal tools, under their names and with their options (docs/apple.md).

`command` is `mtlb apple`; run.py is what the installed scripts start, without the parser of the other commands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtlb.machinery.lazy import lazy_names

if TYPE_CHECKING:
    from .subcommand import command

__all__ = ["command"]

if not TYPE_CHECKING:
    __getattr__ = lazy_names(globals(), {"command": ".subcommand"})
