"""Rules on the versions of a module: triple, AIR, language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...base.errors import MtlbError
from ...base.features import TIED_TO_TARGET_SINCE
from ...base.releases import RELEASES, release_for
from ...base.versions import Triple, Version
from .registry import ERROR, PROVEN, SUSPECTED, WARNING, rule
from .subjects import MODULE, ModuleSubject


@rule(MODULE, "AIR001", "triple", ERROR, PROVEN, "The target triple is an AIR triple",
      "Linkers take platform and deployment target from it.")  # fmt: skip
def _triple(module: ModuleSubject) -> Iterator[str]:
    if module.triple is None:
        yield f"{module.module.triple!r} is not an AIR triple"


@rule(MODULE, "AIR004", "air-version", ERROR, PROVEN, "!air.version is there: {i32 major, i32 minor, i32 update}",
      "VERS of the function follows from it; loaders refuse versions that are too new.",
      cure="writes the version that the triple names, or that came with its OS, where there is no list")  # fmt: skip
def _air_version(module: ModuleSubject) -> Iterator[str]:
    if module.air is None:
        yield "!air.version is missing or malformed"


@rule(MODULE, "AIR005", "language-version", ERROR, PROVEN,
      '!air.language_version is there: {"Metal", i32, i32, i32}',
      "VERS of the function follows from it; loaders refuse versions that are too new.",
      cure="writes the version of Metal that came with the AIR version, where there is no list")  # fmt: skip
def _language_version(module: ModuleSubject) -> Iterator[str]:
    if module.language is None:
        yield "!air.language_version is missing or malformed"


@rule(MODULE, "AIR002", "triple-version", ERROR, PROVEN, "The triple's sub-architecture agrees with !air.version",
      "air-lld refuses the module: air version set to 2.8.0, but expecting 2.7.",
      cure="writes the version of `!air.version` into the triple, where it came with the triple's OS")  # fmt: skip
def _triple_version(module: ModuleSubject) -> Iterator[str]:
    requested = module.triple.arch_version if module.triple is not None else None
    if module.air is not None and requested is not None and module.air[:2] != requested[:2]:
        yield f"!air.version is {module.air}, the triple {module.triple} wants {requested}"


@rule(MODULE, "AIR003", "deployment-target", WARNING, SUSPECTED, "The deployment target supports the AIR version",
      "The library claims to run on an OS that refuses its AIR.")  # fmt: skip
def _deployment_target(module: ModuleSubject) -> Iterator[str]:
    air, triple = module.air, module.triple
    newest = newest_air_of(triple) if triple is not None else None
    if air is not None and triple is not None and newest is not None and air > newest and air >= TIED_TO_TARGET_SINCE:
        yield f"{triple.platform.display} {triple.version} supports AIR up to {newest}, the module is AIR {air}"


@lru_cache(256)  # the modules of a library name the same few targets
def newest_air_of(triple: Triple) -> Version | None:
    """The AIR version of the OS release in a triple; None for a platform without releases."""
    try:
        return release_for(triple.platform, triple.version).air
    except MtlbError:
        return None


@rule(MODULE, "AIR006", "language-too-new", WARNING, PROVEN,
      "The language version came with the AIR version, or before",
      "The library loads, and making a pipeline fails: language version is incompatible with this OS.",
      cure="writes the newest version of Metal that came with the AIR version",
      former_names=("language-too-young",))  # fmt: skip
def _language_of_release(module: ModuleSubject) -> Iterator[str]:
    air, language = module.air, module.language
    if air is None or language is None:
        return
    newest = newest_language(air)
    if newest is not None and language > newest:
        yield f"AIR {air} came with Metal {newest}, the module is Metal {language}"


@lru_cache(256)
def newest_language(air: Version) -> Version | None:
    """The version of Metal released with an AIR version; None for an AIR version before the first release."""
    return max((release.msl for release in RELEASES if release.air <= air), default=None)
