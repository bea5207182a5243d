"""What the library is for, and which inputs go with it."""

from __future__ import annotations

from mtlb.air.facts import air_version, language_version
from mtlb.base.errors import LinkError, MtlbError
from mtlb.base.releases import PLATFORM_SINCE, release_for
from mtlb.base.versions import Platform, Triple
from mtlb.container import Target
from mtlb.ir import Module

from .inputs import Input, Inputs
from .options import LinkOptions
from .pack import target_for

__all__ = ["retarget", "settle_target"]


def settle_target(inputs: Inputs, options: LinkOptions) -> Target:
    """The target of the library: what the options say, else what the first input was compiled for.

    An input for another platform, or for a younger OS or AIR version than the target's, can't be part of the library.
    Apple's tools leave it out without a word; here that is a LinkError, or, with `allow_drop`, a drop that is told.
    """
    triples = {input_: _triple(input_) for input_ in inputs.modules}
    targets = [(input_.path, _asked_for(triple, options)) for input_, triple in triples.items()]
    if options.platform is not None:  # with drops allowed, the first input may be one of them
        targets = [t for t in targets if t[1].platform is options.platform] or targets
    target = target_for(targets[:1] if options.min_os is None or options.platform is None else (), options)
    fitting = []
    for input_, triple in triples.items():
        reason = _wrong_target(triple, target, options)
        if reason is None and (younger := _too_young(input_.module, target)) is not None:
            # Compiled so for just this target: Apple's linkers take such a module (sokol has two, AIR 2.0 for 10.11).
            if triple.version == target.min_os:
                inputs.warnings.append(f"{input_.path}: {younger}")
            else:
                reason = younger
        if reason is None:
            fitting.append(input_)
        elif options.allow_drop:
            inputs.dropped.append((input_.path, reason))
        else:
            raise LinkError(f"{reason} (--allow-drop links the others)", file=input_.path)
    inputs.modules = fitting
    return target


def retarget(module: Module, options: LinkOptions) -> bool:
    """Name the platform asked for in the module's triple: a device's module linked for its simulator, or back.

    Whether that changed anything.
    """
    triple = Triple.parse(module.triple)
    asked = _asked_for(triple, options)
    if asked is not triple:
        module.triple = str(asked)
    return asked is not triple


def _triple(input_: Input) -> Triple:
    try:
        return Triple.parse(input_.module.triple)
    except MtlbError as error:
        raise error.in_file(input_.path) from None


def _asked_for(triple: Triple, options: LinkOptions) -> Triple:
    """The triple with the platform that the options ask for, if a module can be linked for that one too."""
    if options.platform is None or options.platform is triple.platform or not _same_family(triple, options.platform):
        return triple
    return Triple.for_platform(options.platform, triple.version, triple.arch)


def _same_family(triple: Triple, platform: Platform | None) -> bool:
    """Whether a module for `triple` can become one for `platform`: device and simulator of one OS."""
    return platform is not None and triple.platform.device is platform.device


def _wrong_target(triple: Triple, target: Target, options: LinkOptions) -> str | None:
    """Why a module's triple keeps it out of the library; None if it does not."""
    names_platform = target.container_version >= PLATFORM_SINCE or options.platform is not None
    if names_platform and triple.platform is not target.platform and not _same_family(triple, options.platform):
        return f"built for {triple}, but the library is for {target.platform.label} {target.min_os}"
    if triple.platform.device is target.platform.device and triple.version > target.min_os:
        return f"built for {triple}, which is younger than the library's {target.platform.label} {target.min_os}"
    return None


def _too_young(module: Module, target: Target) -> str | None:
    """Which of a module's versions the library's target does not take; None if it takes both."""
    release = release_for(target.platform, target.min_os)
    for what, version, newest in (
        ("AIR", air_version(module), release.air),
        ("Metal language", language_version(module), release.msl),
    ):
        if version is not None and version > newest:
            name = f"{target.platform.label} {target.min_os}"
            return f"its {what} version {version} is too young for {name}, which takes {newest}"
    return None
