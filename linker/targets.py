"""What the library is for, and which inputs go with it."""

from __future__ import annotations

from mtlb.air.facts import air_version
from mtlb.bitcode.ir import Module
from mtlb.errors import LinkError, MtlbError
from mtlb.target import PLATFORM_SINCE, Platform, Triple, Version, release_for

from .inputs import Input, Inputs
from .options import LinkOptions
from .pack import Stamp, stamp_for

__all__ = ["retarget", "settle_target"]


def settle_target(inputs: Inputs, options: LinkOptions) -> Stamp:
    """The stamp of the library: what the options say, else what the first input was compiled for.

    An input for another platform, or for a younger OS or AIR version than the target's, can't be part of the library.
    Apple's tools leave it out without a word; here that is a LinkError, or, with `allow_drop`, a drop that is told.
    """
    triples = {source: _triple(source) for source in inputs.modules}
    first = [(source.path, triple) for source, triple in triples.items()][:1]
    retargeted = [
        (path, Triple.for_platform(options.platform, triple.version) if _same_family(triple, options.platform) else triple)
        for path, triple in first
    ]
    stamp = stamp_for(retargeted, options)
    fitting = []
    for source, triple in triples.items():
        reason = _misfit(source.module, triple, stamp, options)
        if reason is None:
            fitting.append(source)
        elif options.allow_drop:
            inputs.dropped.append((source.path, reason))
        else:
            raise LinkError(f"{reason} (--allow-drop links the others)", file=source.path)
    inputs.modules = fitting
    return stamp


def retarget(module: Module, stamp: Stamp, options: LinkOptions) -> None:
    """Name the platform asked for in the module's triple: a device's module linked for its simulator, or back."""
    triple = Triple.parse(module.triple)
    if options.platform is not None and triple.platform is not options.platform:
        module.triple = str(Triple.for_platform(stamp.platform, triple.version, options.arch or triple.arch))
    elif options.arch is not None and triple.arch != options.arch:
        module.triple = str(Triple(options.arch, triple.os, triple.version, triple.environment))


def _triple(source: Input) -> Triple:
    try:
        return Triple.parse(source.module.triple)
    except MtlbError as error:
        raise error.in_file(source.path) from None


def _same_family(triple: Triple, platform: Platform | None) -> bool:
    """Whether a module for `triple` can become one for `platform`: device and simulator of one OS."""
    return platform is not None and triple.platform.device is platform.device


def _misfit(module: Module, triple: Triple, stamp: Stamp, options: LinkOptions) -> str | None:
    """Why a module can't be part of the library; None if it can."""
    names_platform = stamp.container >= PLATFORM_SINCE or options.platform is not None
    if names_platform and triple.platform is not stamp.platform and not _same_family(triple, options.platform):
        return f"built for {triple}, but the library is for {stamp.platform.label} {stamp.min_os}"
    if triple.platform.device is stamp.platform.device and triple.version > stamp.min_os:
        return f"built for {triple}, which is younger than the library's {stamp.platform.label} {stamp.min_os}"
    air = air_version(module) or Version(0)
    newest = release_for(stamp.platform, stamp.min_os).air
    if air > newest:
        return f"its AIR version {air} is younger than {newest}, which is what {stamp.platform.label} {stamp.min_os} takes"
    return None
