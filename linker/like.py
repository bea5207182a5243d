"""Link options derived from inputs (the toolchain) or from an existing library (everything that it records)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from mtlb.air.compilers import newest_compiler
from mtlb.base.arguments import instance
from mtlb.base.classes import fields, replace
from mtlb.base.errors import BuildError, hint
from mtlb.base.toolchains import TOOLCHAINS, Toolchain
from mtlb.container import FileType, Library
from mtlb.container import open as open_library

from .options import LinkOptions, PathPrefixMap, SourceOptions

if TYPE_CHECKING:
    from mtlb.air.origin import LinkOrigin

LikeLibrary = Library | str | os.PathLike[str]
"""A library to link like: a `Library`, or the path of a library."""


def with_toolchain(options: LinkOptions, modules: Iterable[bytes | memoryview]) -> LinkOptions:
    """The options with the toolchain of the newest module from Apple's compiler, unless they name one. Builds newer
    than the table count as its newest, older ones as its oldest.
    """
    if options.toolchain is not None:
        return options
    return _like_build(options, newest_compiler(modules))


@lru_cache(maxsize=8)  # a program that links many libraries with one set of options
def _like_build(options: LinkOptions, build: str | None) -> LinkOptions:
    return replace(options, toolchain=Toolchain.parse() if build is None else nearest_toolchain(build))


def nearest_toolchain(build: str) -> Toolchain:
    """The toolchain of a build; the first or last of the table for a build outside it."""
    try:
        return Toolchain.parse(build)
    except BuildError:
        is_older = int(build.partition(".")[0]) < TOOLCHAINS[0].first[0]
        return TOOLCHAINS[0] if is_older else Toolchain.parse()


def given_options(
    function: str,
    options: LinkOptions | None,
    like: LikeLibrary | None,
    inputs: Sequence[str],
    arguments: dict[str, Any],
) -> LinkOptions:
    """The options of a call of `link` or `pack`, whose name is `function`, with its keyword `arguments`.

    TypeError for a keyword argument that is not a field of `LinkOptions`; BuildError for `options` and `like` together,
    and as `LinkOptions` raises it. Errors of opening `like` are not changed.
    """
    names = [field.name for field in fields(LinkOptions)]
    for name in arguments:
        if name not in names:
            close = hint(name, [*names, "options", "like", "executor", "progress"])
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}{close}")
    if options is not None:
        instance("options", options, LinkOptions)
        if like is not None:
            raise BuildError("options and like can't be used together: pass the fields that differ as keywords")
        return replace(options, **arguments) if arguments else options
    if like is None:
        return LinkOptions(**arguments) if arguments else _default_options()
    if isinstance(like, Library):
        return options_like(like, inputs=inputs, **arguments)
    with open_library(instance("like", like, Library, str, os.PathLike)) as library:
        return options_like(library, inputs=inputs, **arguments)


@cache
def _default_options() -> LinkOptions:
    return LinkOptions()


def options_like(library: Library, *, inputs: Sequence[str] = (), **arguments: Any) -> LinkOptions:
    """The options with which inputs are linked as `library` was; `arguments`: options that take precedence.

    They cover layout, kind, toolchain, target, container version, library or install name, whether there is a UUID, and
    how sources are embedded. The UUID itself is not: it stands for the content. `inputs`: paths of the inputs; those
    whose file name is that of a recorded input are recorded as it was (a single one always). BuildError as
    `LinkOptions` raises it.
    """
    from mtlb.air.origin import origin_of  # few links need it

    origin = origin_of(instance("like", library, Library))
    options = _options_of(origin, inputs, arguments)
    return LinkOptions(**{**options, **arguments})


def _options_of(origin: LinkOrigin, inputs: Sequence[str], arguments: dict[str, Any]) -> dict[str, Any]:
    options: dict[str, Any] = {"layout": origin.layout, "kind": origin.file_type, "toolchain": origin.toolchain}
    if origin.platform is not None and "platform" not in arguments:
        options["platform"] = origin.platform
        options["min_os"] = origin.min_os
    if origin.container_version is not None and not arguments.keys() & {"platform", "min_os", "toolchain", "layout"}:
        options["container_version"] = origin.container_version
    if not arguments.keys() & {"library_name", "has_library_name", "install_name", "kind"}:
        if origin.file_type is FileType.DYNAMIC_LIBRARY:
            options["install_name"] = origin.library_name
        elif origin.library_name is not None:
            options["library_name"] = origin.library_name
        else:
            options["has_library_name"] = origin.has_library_name is not False
    if not arguments.keys() & {"uuid", "has_uuid"}:
        options["has_uuid"] = origin.has_uuid is not False
    if origin.command is not None:
        options["sources"] = SourceOptions(origin.command, origin.directory or "", origin.padding)
        options["path_prefix_map"] = PathPrefixMap(tuple(_renamed(inputs, origin.recorded)))
    return options


def _renamed(inputs: Sequence[str], recorded: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Each input with the name under which it was recorded."""
    if len(inputs) == len(recorded) == 1:
        yield inputs[0], recorded[0]
        return
    by_name: dict[str, list[str]] = {}
    for name in recorded:
        by_name.setdefault(os.path.basename(name), []).append(name)
    for path in inputs:
        names = by_name.get(os.path.basename(path), [])
        if len(names) == 1:
            yield path, names[0]
