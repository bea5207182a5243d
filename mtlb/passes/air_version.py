"""Another AIR version: the metadata that differs between versions, and the form of the version's era.

What Apple's compiler writes for one source and several targets differs in this (docs/air.md §2.1; Metal.jl's kernels
for macOS 11 to 26), besides the code of the newest form, which `downgrade` takes back:

| since | in the metadata |
|---|---|
| 1.11 | `air.render_target` has a second integer, the blend source |
| 2.1 | the module flags `SDK Version`, always there, and `wchar_size`; the data layout without `f80` |
| 2.3 | six module flags with resource limits; before that `air.vertex_input` names what its value is generated from |
| 2.5 | `air.address_space` of buffers; the variables of function constants are in the section `air.fc_initializer` |
| 2.6 | the module flag `frame-pointer` |

`SDK Version` is that of the compiler's SDK: Xcode 11 and later write it for AIR 1.8 and 2.0 too (9 builds in the
corpus, 902.9 to 32023.620), so it is not removed downwards. Added upwards it is the OS version of the target, which is
the oldest SDK that has it: in no module of the corpus is the SDK older than the target, in 312 of 1,263 they are the
same. For Mac Catalyst, whose SDK is that of macOS, this is a guess: it gets the version of iOS in the triple.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from ..air.entry_points import EntryArgument, EntryPoint
from ..air.facts import air_version
from ..air.interface import LanguageVersion, read_interface, write_interface
from ..air.intrinsics import intrinsic
from ..air.names import INITIALIZER_SECTION, PREFIX
from ..air.versions import FRAME_POINTER, LIMITS, SDK_VERSION, WCHAR_SIZE, ModuleFlag, VersionFlag
from ..air.words import BUFFER_KINDS, CONTROL_POINT_FIELD
from ..base.errors import LinkError
from ..base.features import ADDRESS_SPACES_SINCE, BLEND_SOURCE_SINCE, GENERATED_NAMES_UNTIL, INITIALIZERS_SINCE
from ..base.versions import Triple, Version
from ..container.tags import DebugLocation
from ..ir import (
    AIR_DATA_LAYOUT,
    AIR_DATA_LAYOUT_BEFORE_2_1,
    ERAS,
    Function,
    GlobalValue,
    Module,
    TypeCode,
    view,
)
from ..ir.names import WCHAR_SIZE as LLVM_WCHAR_SIZE
from .downgrade import downgrade, needs_downgrade
from .strip import loses_debug_info, strip_debug_info
from .upgrade import upgrade

__all__ = ["Formed", "adapt_entries", "form_for", "initializer_section", "is_in_form", "restamp"]


_NEWER_THAN_LLVM_3 = Version(*ERAS[0].air[0])
_GENERATED_KINDS = frozenset({"vertex_input", "patch_input", CONTROL_POINT_FIELD})
_GENERATED = "generated(__air_placeholder__)"


class Formed(NamedTuple):
    """A module in the form of an AIR version's era. `debug_locations`: where functions were, if debug info is gone."""

    module: Module
    debug_locations: dict[Function, DebugLocation]


def is_in_form(module: Module, air: Version) -> bool:
    """Whether `form_for` leaves the module as it is."""
    return not loses_debug_info(module, air) and not needs_downgrade(module, air)


def form_for(module: Module, air: Version) -> Formed:
    """`module` in the form that AIR version `air` takes; itself if it is in that form.

    LinkError for code that older forms can't express; FormatError for malformed debug info.
    """
    locations: dict[Function, DebugLocation] = {}
    if loses_debug_info(module, air):
        module, locations = strip_debug_info(module)
    if needs_downgrade(module, air):
        # Attributes that `upgrade` removes would number groups apart.
        module = downgrade(upgrade(module))
    return Formed(module, locations)


def restamp(module: Module, air: Version, language: Version) -> Formed:
    """`module` for another AIR version: in its form, with its metadata, and with a language no newer than `language`.

    The triple's sub-architecture, where it has one, follows. The module that is given stays as it is. Raises what
    `form_for` does, LinkError for a call of a function that the version has with other parameters, and FormatError for
    malformed metadata.
    """
    _refuse_calls(module, air)
    module, locations = form_for(module, air)
    interface = read_interface(module)
    interface.air_versions = [Version(*air[:2]) for _ in interface.air_versions]
    interface.languages = [LanguageVersion(min(one.version, language), one.name) for one in interface.languages]
    triple = Triple.parse(module.triple)
    interface.flags = list(_flags(interface.flags, air, triple.version))
    adapt_entries(interface.entries, air)
    if triple.arch_version is not None:
        triple = replace(triple, arch=f"air64_v{air.major}{air.minor}")
    constants = {constant.symbol for constant in interface.function_constants}
    module = _with_section(module, constants, air)
    module = replace(
        module,
        triple=str(triple),
        data_layout=_data_layout(module.data_layout, air),
        named_metadata=dict(module.named_metadata),
    )
    write_interface(module, interface)
    return Formed(module, locations)


def _refuse_calls(module: Module, air: Version) -> None:
    """LinkError for a declared `air.*` function that has other parameters, or another result, in this AIR version.

    And for a module in the form of LLVM 3.x and a version that is not, and the other way round: neither is made of the
    other.
    """
    old = air_version(module)
    if (module.identification is None) != (air < _NEWER_THAN_LLVM_3):
        raise LinkError(f"AIR {air.major}.{air.minor} is not made of it: of the two, one is in a form of LLVM 3.x")
    for function in module.functions:
        known = intrinsic(function.name) if function.is_declaration and function.name.startswith(PREFIX) else None
        if old is None or known is None or known.family.form(old) is known.family.form(air):
            continue
        if not known.family.form(air).is_of(function.value_type):
            versions = f"AIR {old.major}.{old.minor} and {air.major}.{air.minor}"
            raise LinkError(f"it calls {function.name}, whose parameters or result differ between {versions}")


def initializer_section(variable: GlobalValue, air: Version) -> str:
    """The section of a variable that holds a function constant; the one that it has if that is another's choice."""
    wanted = INITIALIZER_SECTION if air >= INITIALIZERS_SINCE else ""
    return wanted if variable.section in ("", INITIALIZER_SECTION) else variable.section


def _with_section(module: Module, constants: set[str], air: Version) -> Module:
    """A view in which the variables of function constants are in the section that the version has for them."""
    changed: dict[GlobalValue, GlobalValue] = {}
    for variable in module.globals:
        if variable.name in constants and (section := initializer_section(variable, air)) != variable.section:
            changed[variable] = new = variable.copy()
            new.section = section
    return view(module, changed) if changed else module


def _data_layout(layout: str, air: Version) -> str:
    """The layout from AIR 2.1 on: that of before says the same, and the size of a type that AIR does not have."""
    return AIR_DATA_LAYOUT if layout == AIR_DATA_LAYOUT_BEFORE_2_1 and air >= SDK_VERSION.since else layout


def _flags(flags: list[ModuleFlag], air: Version, os: Version) -> Iterator[ModuleFlag]:
    """The flags that a module of this version has, for this OS: `SDK Version` first, others that are new after
    `wchar_size`, the rest where they were.
    """
    there = {flag.name for flag in flags}
    if air >= SDK_VERSION.since and SDK_VERSION.flag.name not in there:
        flags = [replace(SDK_VERSION.flag, value=os[: 3 if os.update else 2]), *flags]
        if WCHAR_SIZE.flag.name not in there:
            flags.insert(1, WCHAR_SIZE.flag)
    tied = {one.flag.name: one.since for one in (FRAME_POINTER, *LIMITS)}
    kept = [flag for flag in flags if flag.name not in tied or tied[flag.name] <= air]
    names = [flag.name for flag in kept]
    at = names.index(LLVM_WCHAR_SIZE) + 1 if LLVM_WCHAR_SIZE in names else len(kept)

    def new(*wanted: VersionFlag) -> list[ModuleFlag]:
        return [one.flag for one in wanted if one.flag.name not in there and one.since <= air]

    yield from (*kept[:at], *new(FRAME_POINTER), *kept[at:], *new(*LIMITS))


def adapt_entries(entries: Iterable[EntryPoint], air: Version) -> None:
    """Give the arguments and outputs of entry points the keys that the version has, in place."""
    for entry in entries:
        for argument in entry.arguments:
            _adapt_argument(argument, entry.function, air)
        for output in entry.outputs:
            if output.kind == "render_target":
                if air < BLEND_SOURCE_SINCE:
                    output.blend_source_index = None
                elif output.blend_source_index is None:
                    output.blend_source_index = 0


def _adapt_argument(argument: EntryArgument, function: Function, air: Version) -> None:
    if argument.kind in BUFFER_KINDS:
        if air < ADDRESS_SPACES_SINCE:
            argument.address_space = None
        elif argument.address_space is None:
            argument.address_space = _address_space(argument, function)
    for part in argument.fields:
        _adapt_argument(part, function, air)
    if argument.kind in _GENERATED_KINDS:
        if air >= GENERATED_NAMES_UNTIL:
            argument.attribute_name = ""
        elif not argument.attribute_name:
            argument.attribute_name = _GENERATED


def _address_space(argument: EntryArgument, function: Function) -> int | None:
    """That of the parameter of this index."""
    parameters = function.arguments
    if argument.index is None or argument.index >= len(parameters):
        return None
    type_ = parameters[argument.index].type
    return type_.params[0] if type_.code in (TypeCode.POINTER, TypeCode.OPAQUE_POINTER) else None
