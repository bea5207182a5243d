"""`mtlb lint --fix`: applies the fixes of rules that have a single one; each output is written completely or not at
all."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

from mtlb.base.filekind import FileKind
from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import Role, to_directory, to_file
from .groups import Group
from .parameters import CommandOption
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.base.findings import Finding
    from mtlb.edit import Fixed
    from mtlb.inspect.parts import FilePart


class _FixedInput(NamedTuple):
    """An input after its fixes: its place, the fixes, and its bytes, None if it cannot be read.
    `is_printed`: it is text, and was printed again."""

    place: str
    done: Fixed
    data: bytes | None
    is_printed: bool = False


class Cures(Group):
    """The options for fixes."""

    fix: Annotated[
        bool,
        CommandOption(
            "--fix", help="Fix each finding whose rule has a single fix; list what was fixed and what is left."
        ),
    ] = False
    output: Annotated[
        str | None,
        to_file(help="With --fix: where to write the fixed file."),
        Role.REPLACING,
    ] = None
    directory: Annotated[
        str | None,
        to_directory(help="With --fix: write the fixed files under their own names into this directory."),
        Role.REPLACING,
    ] = None
    dry_run: Annotated[
        bool, CommandOption("--dry-run", help="With --fix: list what would be fixed, and write nothing.")
    ] = False

    def fixing(self, inputs: Sequence[str], kept: Sequence[str]) -> Fixing | None:
        """The destination of the results, with --fix. Raises UsageError for its options without --fix."""
        if not self.fix:
            if self.output is not None or self.directory is not None or self.dry_run:
                raise UsageError("-o, -d and --dry-run are for --fix")
            return None
        return Fixing(inputs, self.output, self.directory, is_dry=self.dry_run, kept=kept)


class Fixing:
    """The destination of the results of `lint --fix`: a file, a directory, or nowhere (`--dry-run`)."""

    def __init__(
        self,
        inputs: Sequence[str],
        output: str | None,
        directory: str | None,
        *,
        is_dry: bool,
        kept: Sequence[str] = (),
    ) -> None:
        """Raises UsageError for contradictory options. An output may be the input that it is made from, but not
        another input, and not one of the files `kept`."""
        if output is not None and directory is not None:
            raise UsageError("-o and -d can't be used together")
        if output is None and directory is None and not is_dry:
            raise UsageError("--fix needs an output: -o FILE, which may be the input, or -d DIR; or --dry-run")
        if output is not None and len(inputs) > 1:
            raise UsageError("several inputs give several files: name a directory with -d")
        if output == files.STDIO:
            raise UsageError("the findings are printed to stdout: name an output file with -o")
        self.inputs, self.directory, self.is_dry = inputs, directory, is_dry
        self.outputs = [output] if output is not None else []
        if directory is not None:
            if files.STDIO in inputs:
                raise UsageError("stdin has no name: name its output with -o")
            names = [os.path.basename(name) for name in inputs]
            if "" in names:
                raise UsageError("a directory has no file name: name the output with -o")
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise UsageError(f"two inputs would be written to {twice}")
            self.outputs = [os.path.join(directory, name) for name in names]
            if os.path.lexists(directory) and not os.path.isdir(directory):
                raise UsageError(f"{directory} is a file: -d names the directory for the files")
        for number, path in enumerate(self.outputs):
            # Only its own input may be replaced.
            other_inputs = [name for place, name in enumerate(inputs) if place != number]
            files.check_paths([*other_inputs, *kept], [path])
            files.check_paths(inputs[number : number + 1], [path], may_replace=True)
        self.fixed_inputs: list[_FixedInput] = []

    def each(
        self, architecture: str | None, ignored: Collection[str], jobs: int
    ) -> Iterator[tuple[str, list[Finding], list[Finding]]]:
        """The place of each input, the applied fixes and the remaining findings, with a warning for findings that
        cannot be fixed.
        Errors name the input and stop the work. Raises UsageError for an input with several libraries or modules."""
        for number, name in enumerate(self.inputs):
            output = self.outputs[number] if self.outputs else files.STDIO
            with (
                console.progress(f"fixing {files.shown(name)}") as tell,
                files.open_part(name, architecture, output=output) as part,
            ):
                is_library = part.kind is FileKind.METALLIB
                fixed = _library(part, ignored, jobs, tell) if is_library else _module(part, ignored)
            for problem in fixed.done.problems:
                console.warn(f"{fixed.place}: not cured: {problem}")
            self.fixed_inputs.append(fixed)
            yield fixed.place, fixed.done.fixed, fixed.done.left

    def write(self, *, quiet: bool) -> None:
        """Write all results or none: none if an input cannot be read, or with --dry-run."""
        if self.is_dry or any(fixed.data is None for fixed in self.fixed_inputs):
            return
        contents = [fixed.data or b"" for fixed in self.fixed_inputs]
        if self.directory is None:
            files.write_output(self.outputs[0], contents[0])
        else:
            from mtlb.base.files import write_directory

            names = [os.path.basename(path) for path in self.outputs]
            write_directory(self.directory, list(zip(names, contents, strict=True)))
        for path, fixed, data in zip(self.outputs, self.fixed_inputs, contents, strict=True):
            if fixed.is_printed:
                console.warn(f"{fixed.place}: the text was regenerated, without comments")
            what = f"{counted(len(fixed.done.fixed), 'finding')} fixed, {len(fixed.done.left):,} left"
            console.summary(f"{files.written_as(path, len(data))}, {what}", quiet=quiet)


def _library(part: FilePart, ignored: Collection[str], jobs: int, tell: Callable[[int, int], None]) -> _FixedInput:
    from mtlb.container import write
    from mtlb.edit import fix

    library = part.library()
    done = fix(library, ignored, jobs=jobs, progress=tell)
    if not done.is_changed:
        return _FixedInput(part.place, done, bytes(part.data))
    other_bytes = len(part.data) - len(write(part.library()))
    if other_bytes > 0:
        what = f"{counted(other_bytes, 'byte')} that are not part of the library are left out"
        console.warn(f"{part.place}: {what} (mtlb verify lists them)")
    return _FixedInput(part.place, done, write(library))


def _module(part: FilePart, ignored: Collection[str]) -> _FixedInput:
    """A module; a file that is not a module has the finding AIR000."""
    from mtlb.bitcode import read_module
    from mtlb.edit import Fixed, fix_module
    from mtlb.inspect import lint_part
    from mtlb.inspect.files import assembled

    module = assembled(part)
    if not module.is_module:
        return _FixedInput(part.place, Fixed(left=lint_part(part)), None)
    data, done = fix_module(module.data, ignored)
    if any(finding.code == "AIR000" for finding in done.left):
        return _FixedInput(part.place, done, None)
    if not done.is_changed:
        return _FixedInput(part.place, done, bytes(part.data))
    if part.is_module:
        return _FixedInput(part.place, done, bytes(data))
    return _FixedInput(part.place, done, read_module(data).text().encode("utf-8", "surrogateescape"), is_printed=True)
