"""Convert modules to the form of another AIR version."""

from __future__ import annotations

from ...air.facts import air_version
from ...air.interface import Interface, write_interface
from ...air.intrinsics import intrinsic
from ...air.names import PREFIX
from ...air.target import AirTarget
from ...air.versions import debug_flags
from ...base.errors import LinkError
from ...base.versions import Version
from ...ir import ERAS, Module, copy_module, era_for_air
from ...ir.names import COMPILE_UNITS
from .calls import adopt_calls, calls_differ
from .debug_info import fit_debug_info
from .difference import MODERN
from .llvm import adopt_form
from .metadata import restamp, stamp
from .needed import Formed, form_for
from .older import make_older
from .samplers import adopt_samplers, samplers_differ

_NEWER_THAN_LLVM_3 = Version(*ERAS[0].air[0])


def to_version(module: Module, target: AirTarget) -> Formed:
    """Convert a module of Apple's to the AIR version of `target`: its form and its metadata.

    The triple is kept, except for its sub-architecture. The input module is not modified. Raises the errors of
    `form_for` and `adopt_versions`, LinkError for a call of a function that has other parameters in that version, and
    FormatError for malformed metadata.
    """
    air = target.air
    if samplers_differ(module, air) or calls_differ(module, air):
        module = copy_module(module)
        adopt_versions(module, air)
    _refuse_calls(module, air)
    module, locations = form_for(module, air)
    return Formed(restamp(module, target), locations)


def adopt(module: Module, target: AirTarget, ident: str, interface: Interface | None = None) -> list[str]:
    """Bring a module of any LLVM into the form of `target`, in place; returns warnings.

    `interface`: the metadata for a module that was written for another GPU or a host; such a module also gets the
    attributes and calling conventions of Apple's compilers. By default the metadata is the module's own, adapted to
    `target`. `ident`: the compiler, if the module names none. UnsupportedError for code that the target has no form
    for; FormatError for malformed metadata.
    """
    air = target.air
    is_foreign = interface is not None
    adopt_versions(module, air)
    warnings = fit_debug_info(module, era_for_air(air))
    warnings += adopt_form(module, air, is_foreign=is_foreign)
    if interface is None:
        stamp(module, target, ident)
    else:
        module.triple = str(target.triple)
        if COMPILE_UNITS in module.named_metadata:
            interface.flags[1:1] = debug_flags(air)
        write_interface(module, interface)
    if air < MODERN:
        make_older(module, air)
    return warnings


def adopt_versions(module: Module, air: Version) -> None:
    """Give static samplers and calls of AIR functions the form of AIR version `air`, in place.

    Pointers may be opaque or typed. UnsupportedError, with the sampler, or with function, instruction and line, for
    what that version can't express, and for a function whose forms differ in an argument of undocumented meaning.
    """
    adopt_samplers(module, air)
    adopt_calls(module, air)


def _refuse_calls(module: Module, air: Version) -> None:
    """LinkError for a declared `air.*` function that has other parameters, or another result, in this AIR version.

    Also for a conversion between the form of LLVM 3.x and later forms, which is not supported in either direction.
    """
    old = air_version(module)
    if (module.identification is None) != (air < _NEWER_THAN_LLVM_3):
        raise LinkError(
            f"AIR {air.major}.{air.minor} can't be reached from its version: one of the two is in a form of LLVM 3.x"
        )
    for function in module.functions:
        described = intrinsic(function.name) if function.is_declaration and function.name.startswith(PREFIX) else None
        if old is None or described is None or described.family.form(old) is described.family.form(air):
            continue
        if not described.family.form(air).is_of(function.value_type):
            versions = f"AIR {old.major}.{old.minor} and {air.major}.{air.minor}"
            raise LinkError(f"it calls {function.name}, whose parameters or result differ between {versions}")
