"""The target of the library, and which inputs are compatible with it."""

from __future__ import annotations

from collections.abc import Sequence

from mtlb.base.errors import LinkError, in_file
from mtlb.base.releases import PLATFORM_SINCE, check_os, release_for
from mtlb.base.versions import Triple
from mtlb.container import Target
from mtlb.passes.retarget import retargeted

from ..inputs.load import DynamicLibrary
from ..options import LinkOptions
from ..output.library import target_for
from .scan import Unit, Units

__all__ = ["check_libraries", "settle_target"]


def settle_target(units: Units, options: LinkOptions) -> Target:
    """The target of the library: from the options, else that of the first input.

    An input for another platform, or for a newer OS or AIR version than the target's, can't be part of the library.
    Apple's tools leave it out silently; here that is a LinkError, or with `allow_drop` an entry in `dropped`.
    """
    triples = {unit: _triple(unit) for unit in units.units}
    targets = [(unit.path, retargeted(triple, options.platform)) for unit, triple in triples.items()]
    if options.platform is not None:  # with drops allowed, the first input may be one of them
        targets = [t for t in targets if t[1].platform is options.platform] or targets
    target = target_for(targets[:1] if options.min_os is None or options.platform is None else (), options)
    doubt = check_os(target.platform, target.min_os) if options.min_os is not None else None
    if doubt is not None:
        units.warnings.append(doubt)
    fitting = []
    for unit, triple in triples.items():
        reason = _wrong_target(triple, target, options)
        if reason is None and (newer := _too_new(unit, target)) is not None:
            # Compiled for exactly this target: Apple's linkers accept such a module (sokol has two, AIR 2.0 for 10.11).
            if triple.version == target.min_os:
                units.warnings.append(f"{unit.path}: {newer}")
            else:
                reason = newer
        if reason is None:
            fitting.append(unit)
        elif options.allow_drop:
            units.dropped.append((unit.path, reason))
        else:
            others = " (--allow-drop links the others)" if len(triples) > 1 else ""
            raise LinkError(f"{reason}{others}", file=unit.path)
    units.units = fitting
    return target


def check_libraries(libraries: Sequence[DynamicLibrary], target: Target, warnings: list[str]) -> None:
    """LinkError for a dynamic library of another platform; a warning for one that needs a newer OS than the target."""
    for library in libraries:
        if not library.platform or target.container_version < PLATFORM_SINCE:
            continue
        what = f"{library.platform.display} {library.min_os}"
        if library.platform is not target.platform:
            wanted = f"{target.platform.display} {target.min_os}"
            raise LinkError(f"the dynamic library is for {what}, what links it for {wanted}", file=library.path)
        if library.min_os > target.min_os:
            warnings.append(f"{library.path}: needs {what}, which is newer than the target {target.min_os}")


def _triple(unit: Unit) -> Triple:
    with in_file(unit.path):
        return Triple.parse(unit.facts.triple)


def _wrong_target(triple: Triple, target: Target, options: LinkOptions) -> str | None:
    """Why a module's triple is incompatible with the library; None if it is compatible."""
    names_platform = target.container_version >= PLATFORM_SINCE or options.platform is not None
    if names_platform and retargeted(triple, options.platform).platform is not target.platform:
        return f"built for {triple}, but the library is for {target.platform.display} {target.min_os}"
    if triple.platform.device is target.platform.device and triple.version > target.min_os:
        return f"built for {triple}, which is newer than the library's {target.platform.display} {target.min_os}"
    return None


def _too_new(unit: Unit, target: Target) -> str | None:
    """Why the target does not support one of a module's versions; None if it supports both."""
    facts = unit.facts
    if facts.bad_version is not None:
        raise facts.bad_version
    release = release_for(target.platform, target.min_os)
    for what, version, newest in (
        ("AIR", facts.air, release.air),
        ("Metal language", facts.language, release.msl),
    ):
        if version is not None and version > newest:
            name = f"{target.platform.display} {target.min_os}"
            return f"{what} {version} is too new for {name} (maximum: {newest})"
    return None
