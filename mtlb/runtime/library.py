"""The module with those functions of the run-time library that a link needs."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.features import EMITTED_SINCE
from ..base.releases import oldest_os_for
from ..base.versions import Platform, Triple, Version
from ..emit import Module, Target
from ..ir import AttributePlace, Function, Visibility
from .functions import write_body
from .names import signature

_NAME = "mtlb-runtime"


def provides(declared: Function) -> bool:
    """Whether the library has the function that is declared. LinkError if it has other types there."""
    return signature(declared) is not None


def module_of(declared: Sequence[Function], platform: Platform, min_os: Version, air: Version) -> bytes:
    """A module that defines functions that the library provides, for a target: its bytes. No clock, no path.

    The functions are hidden: a dynamic library does not export them. `air`: the oldest AIR version of those who call.
    """
    air = max(air, EMITTED_SINCE)  # older modules take its form
    min_os = max(min_os, oldest_os_for(platform, air) or min_os)
    target = Target(str(Triple.for_platform(platform, min_os)), air=air)
    module = Module(target, _NAME, fast_math=False, denorms=True)
    for item in sorted(declared, key=lambda function: function.name):
        result = signature(item)
        assert result is not None, item.name
        builder = module.function(item.name, result.result, result.parameters, exported=True)
        builder.function.visibility = int(Visibility.HIDDEN)
        places = (group for group in item.attributes if group.place != AttributePlace.FUNCTION)
        builder.function.attributes = tuple(places)  # how narrow integers are passed
        write_body(builder, result)
    return module.air_bytes()
