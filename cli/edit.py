"""mtlb edit: change a finished library."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Annotated

from mtlb.base.errors import MtlbError
from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import OneLibrary, Output, Quiet, Role, complete_function
from .groups import Group
from .parameters import CommandOption
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.edit import Library

_function, _library = (partial(CommandOption, rich_help_panel=panel) for panel in ("Functions", "The library"))


class Edits(Group):
    """The edits, in the order in which they are applied."""

    remove: Annotated[
        list[str] | None,
        _function(
            metavar="NAME",
            autocompletion=complete_function,
            help="Remove a function, or all functions that match a pattern such as 'blur_*'. Repeatable.",
        ),
    ] = None
    remove_type: Annotated[
        list[str] | None, _function(metavar="TYPE", help="Remove all functions of this type. Repeatable.")
    ] = None
    keep: Annotated[
        list[str] | None,
        _function(
            metavar="NAME",
            autocompletion=complete_function,
            help="Keep only these functions (names or patterns). Repeatable.",
        ),
    ] = None
    keep_type: Annotated[
        list[str] | None, _function(metavar="TYPE", help="Also keep all functions of this type. Repeatable.")
    ] = None
    merge: Annotated[
        list[str] | None,
        _function(metavar="LIB", help="Append the functions of another library. Repeatable."),
        Role.READ,
    ] = None
    add: Annotated[
        list[str] | None,
        _function(metavar="FILE", help="Append the function from a finished module. Repeatable."),
        Role.READ,
    ] = None
    replace: Annotated[
        list[str] | None, _function(metavar="NAME=FILE", help="Replace the module of a function. Repeatable.")
    ] = None
    rename: Annotated[
        list[str] | None, _function(metavar="OLD=NEW", help="Rename a function, also in its module. Repeatable.")
    ] = None
    order: Annotated[
        list[str] | None,
        _function(
            metavar="NAME",
            autocompletion=complete_function,
            help="Put these functions first, in this order. Repeatable.",
        ),
    ] = None
    library_name: Annotated[str | None, _library(metavar="NAME", help="The library name to record.")] = None
    no_library_name: Annotated[bool, _library("--no-library-name", help="Record no name.")] = False
    uuid: Annotated[
        str | None,
        _library(
            metavar="UUID",
            show_default="content, if the library has a UUID",
            help="The UUID to write: a UUID, content (derived from the content) or none.",
        ),
    ] = None
    min_os: Annotated[str | None, _library(metavar="VERSION", help="The oldest OS version, as in mtlb retarget.")] = (
        None
    )

    def check(self, output: str) -> None:
        """Raise UsageError for contradictory options, and for an output that is an input."""
        if not self.names_set():
            raise UsageError("nothing to do: see `mtlb edit --help`")
        if self.library_name is not None and self.no_library_name:
            raise UsageError("--library-name and --no-library-name can't be used together")
        replacements = _pairs("--replace", self.replace, "NAME=FILE")
        _pairs("--rename", self.rename, "OLD=NEW")
        files.check_paths([file for _, file in replacements], [output])
        files.check_output(output)

    def make(self, library: Library, stack: ExitStack) -> None:
        """Apply all edits; libraries to merge remain open until `stack` ends. Raises the errors of `Library`'s
        methods."""
        if self.remove or self.remove_type:
            _report("removed", library.remove(*_patterns(library, self.remove or []), types=self.remove_type or []))
        if self.keep or self.keep_type:
            _report("removed", library.keep(*_patterns(library, self.keep or []), types=self.keep_type or []))
        if self.merge:
            library.merge(*(stack.enter_context(files.open_library(name)) for name in self.merge))
        for file in self.add or []:
            with files.naming(file):
                library.add(files.read_input(file))
        for name, file in _pairs("--replace", self.replace, "NAME=FILE"):
            with files.naming(file):
                library.replace(name, files.read_input(file))
        for old, new in _pairs("--rename", self.rename, "OLD=NEW"):
            library.rename(old, new)
        if self.order:
            library.reorder(self.order)
        self._set_facts(library)

    def _set_facts(self, library: Library) -> None:
        """Set the library's name, OS version and UUID."""
        if self.library_name is not None or self.no_library_name:
            library.name = self.library_name
        if self.min_os is not None:
            done = library.retarget(min_os=self.min_os)
            for warning in done.warnings:
                console.warn(warning)
            for note in done.notes:
                console.note(note)
        if self.uuid is not None:
            _set_uuid(library, self.uuid)


def command(
    library: OneLibrary,
    output: Output = files.STDIO,
    *,
    edits: Edits,
    allow_empty: Annotated[bool, _function("--allow-empty", help="Allow a result without functions.")] = False,
    quiet: Quiet = False,
) -> None:
    """Change a finished library: its functions, its name, UUID and OS version.

    Edits are applied in the order of the options above, not in the order of the command line. Changed modules are
    rewritten and rehashed; data used only by removed functions is dropped. An edit that would make the library
    inconsistent, or leave it without functions, is refused, and nothing is written. The output may be the input
    file.

    Examples:

      mtlb edit default.metallib --remove 'debug_*' -o default.metallib
      mtlb edit default.metallib --rename main0=blur --library-name blur.metallib -o blur.metallib
      mtlb edit a.metallib --merge b.metallib -o all.metallib
    """
    edits.check(output)
    with console.progress(f"editing {files.shown(library)}"), ExitStack() as stack:
        opened = stack.enter_context(files.open_library(library, output=output))
        had_functions = bool(opened.functions)
        edits.make(opened, stack)
        if not opened.functions and had_functions and not allow_empty:
            raise MtlbError(
                "no function would be left, and every lookup in such a library fails (--allow-empty writes it anyway)",
                file=files.shown(library),
            )
        size = files.write_library(output, opened)
        functions = counted(len(opened.functions), "function")
    console.summary(f"{files.written_as(output, size)}, {functions}", quiet=quiet)


def _pairs(option: str, texts: Sequence[str] | None, form: str) -> list[tuple[str, str]]:
    pairs = []
    for text in texts or []:
        first, equals, second = text.partition("=")
        if not first or not equals or not second:
            raise UsageError(f"{option} {text}: expected {form}")
        pairs.append((first, second))
    return pairs


def _patterns(library: Library, texts: Sequence[str]) -> tuple[list[str], list[str]]:
    """Names, and patterns: texts with *, ? or [ that are not the name of a function."""
    patterns = [text for text in texts if any(c in text for c in "*?[") and text not in library]
    return [text for text in texts if text not in patterns], patterns


def _report(what: str, names: Sequence[str]) -> None:
    for name in names:
        console.note(f"{what} {console.printable(name)}")


def _set_uuid(library: Library, text: str) -> None:
    from mtlb.container import UuidPolicy

    with option_values():
        library.uuid = {"content": UuidPolicy.FROM_CONTENT, "none": None}.get(text, text)
