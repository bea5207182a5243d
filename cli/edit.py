"""mtlb edit: change a finished library."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from mtlb.base.errors import MtlbError
from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import OneLibrary, Output, Quiet, Role, complete_function
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.edit import Library

_function, _library = (partial(typer.Option, rich_help_panel=panel) for panel in ("Functions", "The library"))


def command(
    library: OneLibrary,
    output: Output = files.STDIO,
    remove: Annotated[
        list[str] | None,
        _function(
            metavar="NAME",
            autocompletion=complete_function,
            help="Remove a function, or those whose names match a pattern such as 'blur_*'. Repeatable.",
        ),
    ] = None,
    remove_type: Annotated[
        list[str] | None, _function(metavar="TYPE", help="Remove the functions of a type. Repeatable.")
    ] = None,
    keep: Annotated[
        list[str] | None,
        _function(
            metavar="NAME",
            autocompletion=complete_function,
            help="Remove all functions but these; patterns too. Repeatable.",
        ),
    ] = None,
    keep_type: Annotated[
        list[str] | None, _function(metavar="TYPE", help="Keep the functions of a type as well. Repeatable.")
    ] = None,
    merge: Annotated[
        list[str] | None,
        _function(metavar="LIB", help="Append the functions of another library. Repeatable."),
        Role.READ,
    ] = None,
    add: Annotated[
        list[str] | None,
        _function(metavar="FILE", help="Append the function of a finished module. Repeatable."),
        Role.READ,
    ] = None,
    replace: Annotated[
        list[str] | None, _function(metavar="NAME=FILE", help="Give a function another module. Repeatable.")
    ] = None,
    rename: Annotated[
        list[str] | None, _function(metavar="OLD=NEW", help="Rename a function, in its module too. Repeatable.")
    ] = None,
    order: Annotated[
        list[str] | None,
        _function(
            metavar="NAME",
            autocompletion=complete_function,
            help="Put these functions first, in this order. Repeatable.",
        ),
    ] = None,
    library_name: Annotated[str | None, _library(metavar="NAME", help="The name that the library records.")] = None,
    no_library_name: Annotated[bool, _library("--no-library-name", help="Record no name.")] = False,
    uuid: Annotated[
        str | None,
        _library(
            metavar="UUID",
            show_default="content, if it had one",
            help="The UUID; content: derived from the content, none: no UUID.",
        ),
    ] = None,
    min_os: Annotated[
        str | None, _library(metavar="VERSION", help="The oldest OS version, as mtlb retarget sets it.")
    ] = None,
    allow_empty: Annotated[
        bool, _function("--allow-empty", help="Write a library without functions, which loads and is of no use.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Change a finished library: its functions, its name, UUID and OS version.

    What is asked for is done in the order of the options above, whatever their order on the command line. Modules that
    change are written anew with their HASH; what only removed functions used goes with them. An edit that would make
    the library inconsistent, or leave it without functions, is refused, and nothing is written. The file may be its own
    output.

    Examples:

      mtlb edit default.metallib --remove 'debug_*' -o default.metallib
      mtlb edit default.metallib --rename main0=blur --library-name blur.metallib -o blur.metallib
      mtlb edit a.metallib --merge b.metallib -o all.metallib
    """
    lists = (remove, remove_type, keep, keep_type, merge, add, replace, rename, order)
    values = (library_name, uuid, min_os)
    if not (any(lists) or no_library_name or any(value is not None for value in values)):
        raise UsageError("nothing to do: see `mtlb edit --help`")
    if library_name is not None and no_library_name:
        raise UsageError("--library-name and --no-library-name exclude each other")
    replacements = [_pair("--replace", text, "NAME=FILE") for text in replace or []]
    renames = [_pair("--rename", text, "OLD=NEW") for text in rename or []]
    files.check_paths([file for _, file in replacements], [output])
    files.check_output(output)
    with console.progress(f"editing {files.shown(library)}"), ExitStack() as stack:
        opened = stack.enter_context(files.open_library(library, output=output))
        had_functions = bool(opened.functions)
        if remove or remove_type:
            _told("removed", opened.remove(*_patterns(opened, remove or []), types=remove_type or []))
        if keep or keep_type:
            _told("removed", opened.keep(*_patterns(opened, keep or []), types=keep_type or []))
        if merge:
            opened.merge(*(stack.enter_context(files.open_library(name)) for name in merge))
        for file in add or []:
            with files.naming(file):
                opened.add(files.read_input(file))
        for name, file in replacements:
            with files.naming(file):
                opened.replace(name, files.read_input(file))
        for old, new in renames:
            opened.rename(old, new)
        if order:
            opened.reorder(order)
        if library_name is not None or no_library_name:
            opened.name = library_name
        if min_os is not None:
            done = opened.retarget(min_os=min_os)
            for warning in done.warnings:
                console.warn(warning)
            for note in done.notes:
                console.note(note)
        if uuid is not None:
            _set_uuid(opened, uuid)
        if not opened.functions and had_functions and not allow_empty:
            raise MtlbError(
                "no function would be left: every lookup in such a library fails (--allow-empty writes it)",
                file=files.shown(library),
            )
        size = files.write_library(output, opened)
        functions = counted(len(opened.functions), "function")
    console.summary(f"{files.written_as(output, size)}, {functions}", quiet=quiet)


def _pair(option: str, text: str, form: str) -> tuple[str, str]:
    first, equals, second = text.partition("=")
    if not first or not equals or not second:
        raise UsageError(f"{option} {text}: expected {form}")
    return first, second


def _patterns(library: Library, texts: Sequence[str]) -> tuple[list[str], list[str]]:
    """Names, and patterns: texts with *, ? or [ that are no function's name."""
    patterns = [text for text in texts if any(c in text for c in "*?[") and text not in library]
    return [text for text in texts if text not in patterns], patterns


def _told(what: str, names: Sequence[str]) -> None:
    for name in names:
        console.note(f"{what} {console.printable(name)}")


def _set_uuid(library: Library, text: str) -> None:
    from mtlb.container import UuidPolicy

    with option_values():
        library.uuid = {"content": UuidPolicy.FROM_CONTENT, "none": None}.get(text, text)
