"""The metadata and the header of a module in the form of an AIR version.

Module flags are those of `mtlb.air.versions`. `SDK Version` is the version of the compiler's SDK. Xcode 11 and later
also write it for AIR 1.8 and 2.0 (9 builds in the corpus, 902.9 to 32023.620), so it is not removed for an older
target. If it is added for a newer target, it is the OS version of the target, which is the oldest SDK with that target:
in no module of the corpus is the SDK older than the target, and in 312 of 1,263 they are equal. A guess: for Mac
Catalyst, whose SDK is that of macOS, it is the version of iOS in the triple.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...air.facts import air_version
from ...air.interface import (
    Interface,
    LanguageVersion,
    read_interface,
    standard_interface,
    write_interface,
)
from ...air.names import INITIALIZER_SECTION
from ...air.target import AirTarget
from ...air.versions import FRAME_POINTER, LIMITS, SDK_VERSION, WCHAR_SIZE, ModuleFlag, VersionFlag
from ...base.features import INITIALIZERS_SINCE
from ...base.versions import Triple, Version
from ...ir import AIR_DATA_LAYOUT, AIR_DATA_LAYOUT_BEFORE_2_1, GlobalValue, GlobalVariable, Module, view
from ...ir.names import WCHAR_SIZE as LLVM_WCHAR_SIZE
from .difference import Difference
from .entries import adapt_entries

VariableRule = Callable[[GlobalValue], None]


def _without_section(variable: GlobalValue) -> None:
    if variable.section == INITIALIZER_SECTION:
        variable.section = ""


def _with_section(variable: GlobalValue) -> None:
    variable.section = variable.section or INITIALIZER_SECTION


INITIALIZERS: Difference[VariableRule] = Difference(
    "the section of the variables of function constants, `air.fc_initializer`",
    INITIALIZERS_SINCE,
    "Metal.jl's kernels for macOS 11 to 26",
    _without_section,
    _with_section,
)
"""The rules set or clear this section. A section of any other name was chosen by the source and is kept."""


def _shorter_layout(module: Module) -> None:
    """Replace the earlier layout, which differs only by the size of `f80`, a type that AIR does not have."""
    if module.data_layout == AIR_DATA_LAYOUT_BEFORE_2_1:
        module.data_layout = AIR_DATA_LAYOUT


DATA_LAYOUT: Difference[Callable[[Module], None]] = Difference(
    "the data layout without `f80`", SDK_VERSION.since, "the modules of the corpus", newer=_shorter_layout
)


def restamp(module: Module, target: AirTarget) -> Module:
    """A view of a module of Apple's with the metadata of `target`. Only metadata that differs between the AIR versions
    is added or removed.

    The language version is at most the target's. A sub-architecture in the triple is adapted too. FormatError for
    malformed metadata.
    """
    air = target.air
    interface = read_interface(module)
    interface.air_versions = [Version(*air[:2]) for _ in interface.air_versions]
    interface.languages = [
        LanguageVersion(min(language.version, target.metal), language.name) for language in interface.languages
    ]
    triple = Triple.parse(module.triple)
    interface.flags = list(_flags(interface.flags, air, triple.version))
    adapt_entries(interface.entries, air)
    if triple.arch_version is not None:
        triple = replace(triple, arch=f"air64_v{air.major}{air.minor}")
    changed: dict[GlobalValue, GlobalValue] = {}
    for variable in _initializers(module, interface):
        new = variable.copy()
        _apply(INITIALIZERS.rule(air), new)
        if new.section != variable.section:
            changed[variable] = new
    if changed:
        module = view(module, changed)
    module = replace(module, triple=str(triple), named_metadata=dict(module.named_metadata))
    if (rule := DATA_LAYOUT.rule(air)) is not None:
        rule(module)
    write_interface(module, interface)
    return module


def stamp(module: Module, target: AirTarget, ident: str) -> None:
    """Write all metadata that Apple's compilers write for `target`, in place, into a module for another target; its own
    metadata is kept.

    `ident`: the compiler, if the module names none. FormatError for malformed metadata.
    """
    if air_version(module) == target.air and module.triple.startswith("air"):
        named = Triple.parse(module.triple)
        if named.platform is target.platform and named.version == target.min_os:
            return
    module.triple = str(target.triple)
    interface = read_interface(module)
    standard = standard_interface(target.air, target.metal, target.min_os)
    interface.air_versions, interface.languages = standard.air_versions, standard.languages
    names = {flag.name for flag in standard.flags}
    ours = {flag.name: flag for flag in interface.flags if flag.name in names - {SDK_VERSION.flag.name}}
    others = [flag for flag in interface.flags if flag.name not in names | {FRAME_POINTER.flag.name}]
    interface.flags = [ours.get(flag.name, flag) for flag in standard.flags] + others
    interface.ident = interface.ident or [ident]
    interface.compile_options = interface.compile_options or standard.compile_options
    adapt_entries(interface.entries, target.air)
    for variable in _initializers(module, interface):
        _apply(INITIALIZERS.rule(target.air), variable)
    write_interface(module, interface)


def _initializers(module: Module, interface: Interface) -> list[GlobalVariable]:
    """The variables that hold function constants."""
    symbols = {constant.symbol for constant in interface.function_constants}
    return [variable for variable in module.globals if variable.name in symbols]


def _apply(rule: VariableRule | None, variable: GlobalValue) -> None:
    if rule is not None:
        rule(variable)


def _flags(flags: list[ModuleFlag], air: Version, os: Version) -> Iterator[ModuleFlag]:
    """The flags that a module of this AIR version has for this OS: `SDK Version` first, added flags after `wchar_size`,
    the rest in their order.
    """
    there = {flag.name for flag in flags}
    if air >= SDK_VERSION.since and SDK_VERSION.flag.name not in there:
        flags = [replace(SDK_VERSION.flag, value=os[: 3 if os.update else 2]), *flags]
        if WCHAR_SIZE.flag.name not in there:
            flags.insert(1, WCHAR_SIZE.flag)
    tied = {item.flag.name: item.since for item in (FRAME_POINTER, *LIMITS)}
    kept = [flag for flag in flags if flag.name not in tied or tied[flag.name] <= air]
    names = [flag.name for flag in kept]
    at = names.index(LLVM_WCHAR_SIZE) + 1 if LLVM_WCHAR_SIZE in names else len(kept)

    def new(*wanted: VersionFlag) -> list[ModuleFlag]:
        return [item.flag for item in wanted if item.flag.name not in there and item.since <= air]

    yield from (*kept[:at], *new(FRAME_POINTER), *kept[at:], *new(*LIMITS))
