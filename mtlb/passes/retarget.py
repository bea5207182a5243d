"""Change the platform in a module's triple, to link a device's module for its simulator or the reverse."""

from __future__ import annotations

from ..base.classes import replace
from ..base.versions import Platform, Triple
from ..ir import Module


def retarget(module: Module, platform: Platform | None) -> Module:
    """`module` for `platform`; `module` itself if it is already for that platform, can't be retargeted, or `platform`
    is None.

    The result shares everything except the triple. FormatError for a module with a malformed triple.
    """
    triple = Triple.parse(module.triple)
    asked = retargeted(triple, platform)
    return module if asked is triple else replace(module, triple=str(asked))


def retargeted(triple: Triple, platform: Platform | None) -> Triple:
    """The triple for `platform`. It changes only between the device and the simulator of one OS."""
    if platform is None or platform is triple.platform or triple.platform.device is not platform.device:
        return triple
    return Triple.for_platform(platform, triple.version, triple.arch)
