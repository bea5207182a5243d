"""Another platform in a module's triple: a device's module linked for its simulator, or back.

Nothing else in the module changes (docs/linking.md §2).
"""

from __future__ import annotations

from dataclasses import replace

from ..base.versions import Platform, Triple
from ..ir import Module


def retarget(module: Module, platform: Platform | None) -> Module:
    """`module` for `platform`; unchanged if it is for that already, can't be retargeted, or `platform` is None.

    The result shares everything but the triple. FormatError for a module whose triple is malformed.
    """
    triple = Triple.parse(module.triple)
    asked = retargeted(triple, platform)
    return module if asked is triple else replace(module, triple=str(asked))


def retargeted(triple: Triple, platform: Platform | None) -> Triple:
    """The triple that a module for `triple` has on `platform`: another one between device and simulator of one OS."""
    if platform is None or platform is triple.platform or triple.platform.device is not platform.device:
        return triple
    return Triple.for_platform(platform, triple.version, triple.arch)
