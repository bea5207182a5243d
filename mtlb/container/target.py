"""What a library is for, and what a finished one says of that: its header, else the triple of its first module."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..base.errors import FormatError
from ..base.versions import Platform, Triple, Version
from .module_cache import HasModule


@dataclass(frozen=True)
class Target:
    """What a library is for, as far as the header says it: platform, oldest OS, and the container version."""

    platform: Platform
    min_os: Version
    container_version: Version


def named_target(functions: Sequence[HasModule]) -> tuple[Platform, Version] | None:
    """Platform and OS of the first module's triple; None without a module, and if the triple is malformed."""
    from ..bitcode.probe import target_triple

    for function in functions[:1]:
        try:
            triple = Triple.parse(target_triple(function.module))
            return triple.platform, triple.version
        except FormatError:
            break
    return None
