"""`mtlb --version`."""

from __future__ import annotations

import sys
from collections.abc import Collection

from . import console

VERSION = frozenset({"--version", "-V"})
VERBOSE = frozenset({"-v", "--verbose"})


def print_version(words: Collection[str]) -> None:
    """Print the version; with -v among the words of the command line also the engine and the interpreter."""
    from mtlb._version import __version__
    from mtlb.machinery.engine import engine

    console.out(f"mtlb {__version__}")
    if not VERBOSE.isdisjoint(words):
        console.out(f"engine: {engine()}")
        release = ".".join(map(str, sys.version_info[:3]))
        console.out(f"Python {release} ({sys.implementation.name}), {sys.platform}")
