"""The target of a library: recorded in its header, else in the triple of its first module."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.classes import dataclass
from ..base.errors import FormatError
from ..base.versions import Platform, Triple, Version
from .module_cache import HasModule


@dataclass(frozen=True)
class Target:
    """The target in the header: platform, oldest OS, and the container version."""

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
