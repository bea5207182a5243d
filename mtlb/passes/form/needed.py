"""Whether a module needs an older form, and the module in it. The rules (`older`) are imported for modules that do."""

from __future__ import annotations

from ...base.classes import NamedTuple
from ...base.features import MODERN_FORM_SINCE
from ...base.versions import Version
from ...container.tags import DebugLocation
from ...ir import Function, Module, era_for_air
from ..strip import loses_debug_info, strip_debug_info
from ..upgrade import upgrade


def needs_downgrade(module: Module, air: Version) -> bool:
    """Whether a module for AIR version `air` is in the newest form, which its target does not support."""
    return air < MODERN_FORM_SINCE and module.era.air[0] >= MODERN_FORM_SINCE[:2]


class Formed(NamedTuple):
    """A module in the form of an AIR version. `debug_locations`: the definitions of functions, if debug info was
    removed.
    """

    module: Module
    debug_locations: dict[Function, DebugLocation]


def is_in_form(module: Module, air: Version) -> bool:
    """Whether `form_for` leaves the module as it is."""
    return not loses_debug_info(module, air) and not needs_downgrade(module, air)


def form_for(module: Module, air: Version, *, strips: bool = True) -> Formed:
    """`module` in the form of AIR version `air`; `module` itself if it already has that form.

    `strips`: remove debug info where Apple's linker removes it; otherwise it is converted to the older form too.
    LinkError for code that older forms can't express; FormatError for malformed debug info.
    """
    locations: dict[Function, DebugLocation] = {}
    if strips and loses_debug_info(module, air):
        module, locations = strip_debug_info(module)
    if needs_downgrade(module, air):
        # Attributes that `upgrade` removes would change the numbers of attribute groups.
        from .older import downgrade

        module = downgrade(upgrade(module), air)
        if not strips:
            from .debug_info import fit_debug_info

            fit_debug_info(module, era_for_air(air))
    return Formed(module, locations)
