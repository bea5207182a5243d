"""The target of the library, and which inputs are compatible with it."""

from __future__ import annotations

from collections.abc import Sequence

from mtlb.base.errors import LinkError, in_file
from mtlb.base.releases import PLATFORM_SINCE, check_os, release_for
from mtlb.base.toolchains import container_version_for
from mtlb.base.versions import Platform, Triple, Version
from mtlb.container import Target
from mtlb.passes.retarget import retargeted

from ..inputs.load import DynamicLibrary
from ..options import LinkOptions
from .facts import InputFacts
from .scan import ScannedInputs


def settle_target(scanned: ScannedInputs, options: LinkOptions) -> Target:
    """The target of the library: from the options, else that of the first input.

    An input for another platform, or for a newer OS or AIR version than the target's, can't be part of the library.
    Apple's tools drop it silently; mtlb raises LinkError, or with `allow_drop` adds an entry to `dropped`.
    """
    triples = {facts: _triple(facts) for facts in scanned.facts}
    targets = [(facts.path, retargeted(triple, options.platform)) for facts, triple in triples.items()]
    if options.platform is not None:  # with `allow_drop`, the first input may be dropped itself
        targets = [t for t in targets if t[1].platform is options.platform] or targets
    target = target_for(targets[:1] if options.min_os is None or options.platform is None else (), options)
    doubt = check_os(target.platform, target.min_os) if options.min_os is not None else None
    if doubt is not None:
        scanned.warnings.append(doubt)
    fitting = []
    for facts, triple in triples.items():
        reason = _wrong_target(triple, target, options)
        if reason is None and (newer := _too_new(facts, target)) is not None:
            # Compiled for exactly this target: Apple's linkers accept such a module (sokol has two, AIR 2.0 for 10.11).
            if triple.version == target.min_os:
                scanned.warnings.append(f"{facts.path}: {newer}")
            else:
                reason = newer
        if reason is None:
            fitting.append(facts)
        elif options.allow_drop:
            scanned.dropped.append((facts.path, reason))
        else:
            remedy = " (--allow-drop links the others)" if len(triples) > 1 else ""
            raise LinkError(f"{reason}{remedy}", file=facts.path)
    scanned.facts = fitting
    return target


def check_libraries(libraries: Sequence[DynamicLibrary], target: Target, warnings: list[str]) -> None:
    """LinkError for a dynamic library of another platform; a warning for one that needs a newer OS than the target."""
    for library in libraries:
        if not library.platform or target.container_version < PLATFORM_SINCE:
            continue
        what = f"{library.platform.display} {library.min_os}"
        if library.platform is not target.platform:
            linked_for = f"{target.platform.display} {target.min_os}"
            raise LinkError(f"the dynamic library targets {what} but the link targets {linked_for}", file=library.path)
        if library.min_os > target.min_os:
            warnings.append(f"{library.path}: needs {what}, which is newer than the target {target.min_os}")


def _triple(facts: InputFacts) -> Triple:
    with in_file(facts.path):
        return Triple.parse(facts.triple)


def _wrong_target(triple: Triple, target: Target, options: LinkOptions) -> str | None:
    """Why a module's triple is incompatible with the library; None if it is compatible."""
    names_platform = target.container_version >= PLATFORM_SINCE or options.platform is not None
    if names_platform and retargeted(triple, options.platform).platform is not target.platform:
        return f"built for {triple}, but the library is for {target.platform.display} {target.min_os}"
    if triple.platform.device is target.platform.device and triple.version > target.min_os:
        return f"built for {triple}, which is newer than the library's {target.platform.display} {target.min_os}"
    return None


def _too_new(facts: InputFacts, target: Target) -> str | None:
    """Why the target does not support one of a module's versions; None if it supports both."""
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


def target_for(targets: Sequence[tuple[str, Triple]], options: LinkOptions) -> Target:
    """Platform, OS and container version of a link of `targets` (input's name, its triple).

    Options that are not given are taken from the first input. An input for another platform, or for an OS that the
    target does not cover, is a LinkError; containers before 1.2.6 record no OS, so theirs may differ.
    """
    platform, min_os = options.platform, options.min_os
    if targets:
        first = targets[0][1]
        platform, min_os = platform or first.platform, min_os or first.version
    if platform is None or min_os is None:
        raise LinkError(
            "no module states a target: give --platform and --min-os (only archive members that have an entry "
            "point or that other inputs need are linked; --whole-archive links all)"
        )
    if options.min_os is not None:
        check_os(platform, min_os)
    for name, triple in targets:
        if triple.platform is not platform:
            raise _contradiction(name, triple, platform, None, targets, options.platform is not None)
    container = options.container_version or container_version_for(platform, min_os, options.layout, options.build)
    for name, triple in targets if container >= PLATFORM_SINCE else ():
        is_given = options.min_os is not None
        if triple.version > min_os or (triple.version != min_os and not is_given):
            raise _contradiction(name, triple, platform, min_os, targets, is_given)
    return Target(platform, min_os, container)


def _contradiction(
    name: str,
    triple: Triple,
    platform: Platform,
    min_os: Version | None,
    targets: Sequence[tuple[str, Triple]],
    is_given: bool,
) -> LinkError:
    """The error for an input for another platform than the library's, or for another OS (None: any)."""
    why = "as the options specify" if is_given else f"like {targets[0][0]}"
    library_for = platform.display if min_os is None else f"{platform.display} {min_os}"
    cure = f". {_RETARGET.format(platform.label)}" if is_given and triple.platform is not platform else ""
    return LinkError(f"built for {triple}, but the library is for {library_for}, {why}{cure}", file=name)


_RETARGET = "Link for the platform that it was built for: `mtlb retarget --platform {}` then makes a library for that"
