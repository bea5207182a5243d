"""mtlb lipo: universal files, which hold libraries or archives for several architectures."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

from mtlb.archives.architectures import Architecture, split_architecture
from mtlb.base.errors import MtlbError
from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import AsJson, Role, to_file
from .parameters import CommandArgument, CommandOption
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.archives import Slice, UniversalFile


class Action(str, Enum):
    """What `mtlb lipo` does."""

    CREATE = "create"
    THIN = "thin"
    EXTRACT = "extract"
    REPLACE = "replace"
    INFO = "info"
    ARCHS = "archs"
    VERIFY_ARCH = "verify-arch"


_WRITING = (Action.CREATE, Action.THIN, Action.EXTRACT, Action.REPLACE)


def command(
    action: Annotated[Action, CommandArgument(metavar="ACTION", help="What to do; info if only files are given.")],
    inputs: Annotated[
        list[str],
        CommandArgument(
            metavar="FILE", help="Universal or thin files; FILE:ARCH names one slice of a universal file; - for stdin."
        ),
        Role.READ,
    ],
    architectures: Annotated[
        list[str] | None,
        CommandOption(
            "--arch",
            metavar="ARCH",
            help="An architecture, such as air64_v28: the slice to take (thin), to keep (extract) or to look for "
            "(verify-arch). Repeatable.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        to_file(show_default="stdout", help="Where to write the file."),
        Role.WRITTEN,
    ] = None,
    alignments: Annotated[
        list[str] | None,
        CommandOption(
            "--align",
            metavar="ARCH=BYTES",
            show_default="16 for a library, 8 for an archive",
            help="The alignment of a slice, a power of two. Repeatable.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Make, take apart and show universal files.

    create: make a universal file from thin ones. The architecture of each follows from the AIR version of its
    modules; FILE:ARCH states another. thin: write one slice as a thin file. extract: write a universal file with
    some of the slices. replace: replace slices of the first file by the other files. info: list the slices with
    their offsets and sizes. archs: list only the architectures. verify-arch: exit code 1 if a file lacks an --arch.
    `mtlb lipo FILE` means info.

    Examples:

      mtlb lipo create macos11.metallib macos13.metallib -o shaders.metallib
      mtlb lipo info shaders.metallib
      mtlb lipo thin shaders.metallib --arch air64_v25 -o macos13.metallib
    """
    selected = [architecture_of(name) for name in architectures or []]
    if action not in _WRITING:
        if output is not None or alignments:
            raise UsageError(f"lipo {action.value} writes no file: leave out --output and --align")
        if as_json and action is not Action.INFO:
            raise UsageError("--json is for lipo info")
        if action is Action.VERIFY_ARCH:
            return _verify(inputs, selected)
        return _show(inputs, action, as_json=as_json)
    if as_json:
        raise UsageError("--json is for lipo info")
    output = files.STDIO if output is None else output
    files.check_output(output)
    aligned = dict(_alignment(text) for text in alignments or [])
    chunks = (
        _thin(inputs, selected) if action is Action.THIN else _universal_of(action, inputs, selected, aligned).chunks()
    )
    files.write_output(output, b"".join(chunks))
    return 0


def _universal_of(
    action: Action, inputs: list[str], selected: list[Architecture], aligned: dict[Architecture, int]
) -> UniversalFile:
    from mtlb.archives import UniversalFile

    if action is Action.CREATE:
        if selected:
            raise UsageError("lipo create takes FILE:ARCH, not --arch")
        universal = UniversalFile.create(slice_ for name in inputs for slice_ in slices_of(name))
    elif action is Action.EXTRACT:
        kept, name = _required(selected, action), _single(inputs, action)
        universal = _universal(name).extract(kept)
    else:
        if len(inputs) < 2 or selected:
            raise UsageError("lipo replace takes a universal file, then the new slices: FILE NEW[:ARCH]...")
        old = _universal(inputs[0])
        universal = old.replace({slice_.architecture: slice_.data for name in inputs[1:] for slice_ in slices_of(name)})
    for architecture in aligned:
        universal.slice(architecture)
    return UniversalFile(
        slice_._replace(alignment=aligned.get(slice_.architecture.plain, slice_.alignment))
        for slice_ in universal.slices
    )


def architecture_of(name: str) -> Architecture:
    """The architecture that an option names."""
    with option_values():
        return Architecture.of(name)


def _required(selected: list[Architecture], action: Action) -> list[Architecture]:
    if not selected:
        raise UsageError(f"lipo {action.value} needs --arch")
    return selected


def _single(inputs: list[str], action: Action) -> str:
    if len(inputs) != 1:
        raise UsageError(f"lipo {action.value} takes one file")
    return inputs[0]


def _alignment(text: str) -> tuple[Architecture, int]:
    """Parse `ARCH=BYTES`: the architecture and the log2 of the alignment."""
    name, _, number = text.partition("=")
    value = int(number) if number.isdecimal() and number.isascii() and len(number) < 6 else 0
    if not 0 < value <= 1 << 15 or value & (value - 1):
        raise UsageError(f"--align {text}: expected ARCH=BYTES, a power of two up to 32768")
    return architecture_of(name).plain, value.bit_length() - 1


def _universal(name: str) -> UniversalFile:
    """A universal file. Errors name it."""
    from mtlb.archives import read_universal

    data = files.map_input(name)
    with files.naming(name):
        return read_universal(data)


def slices_of(name: str) -> list[Slice]:
    """The slices of a universal file (FILE:ARCH: one of them), or a thin file as a single slice (FILE:ARCH: with
    this architecture)."""
    from mtlb.archives import Slice, read_universal
    from mtlb.base.filekind import sniff

    path, architecture = split_architecture(name)
    data = files.map_input(path)
    with files.naming(path):
        if not sniff(data).is_universal:
            return [Slice.of(data, architecture)]
        held = read_universal(data)
        return list(held.slices) if architecture is None else [held.slice(architecture)]


def _thin(inputs: list[str], selected: list[Architecture]) -> list[Any]:
    name, architecture = split_architecture(_single(inputs, Action.THIN))
    if len(selected) + (architecture is not None) != 1:
        raise UsageError("lipo thin needs one architecture: --arch, or FILE:ARCH")
    with files.naming(name):
        return [_universal(name).slice(architecture or selected[0]).data]


# --- showing ---------------------------------------------------------------------------------------------------------


def _show(inputs: list[str], action: Action, *, as_json: bool) -> int:
    shown, ok = [], True
    for name in inputs:
        try:
            shown.append(_described(name))
        except (MtlbError, OSError) as error:
            ok = False
            console.failure(error)
    if as_json:
        console.print_json({"schema": "mtlb.lipo/1", "files": shown})
        return 0 if ok else 1
    for slice_ in shown:
        slices = slice_["slices"]
        if action is Action.ARCHS:
            console.out(" ".join(part["architecture"] for part in slices))
            continue
        what = f"universal, {counted(len(slices), 'slice')}" if slice_["universal"] else "thin"
        console.out(f"{console.printable(slice_['file'])}: {what}")
        rows: list[tuple[str, ...]] = [
            (
                f"  {part['architecture']}",
                part["kind"],
                counted(part["size"], "byte"),
                f"at {part['offset']:#x}",
                f"aligned to {part['alignment']}",
            )
            for part in slices
        ]
        console.lines(console.table(rows, "<<>"))
    return 0 if ok else 1


def _described(name: str) -> dict[str, Any]:
    from mtlb.base.filekind import sniff

    slices = slices_of(name)
    return {
        "file": files.shown(name),
        "universal": not slices or slices[0].offset is not None,
        "slices": [
            {
                "architecture": str(slice_.architecture),
                "cputype": slice_.architecture.cputype,
                "cpusubtype": slice_.architecture.cpusubtype,
                "kind": sniff(slice_.data).name.lower().replace("_", "-"),
                "offset": slice_.offset or 0,
                "size": len(slice_.data),
                "alignment": 1 << slice_.alignment,
            }
            for slice_ in slices
        ],
    }


def _verify(inputs: list[str], selected: list[Architecture]) -> int:
    has_all = True
    for name in inputs:
        there = {slice_.architecture.plain for slice_ in slices_of(name)}
        missing = [str(slice_) for slice_ in _required(selected, Action.VERIFY_ARCH) if slice_.plain not in there]
        if missing:
            has_all = False
            console.out(f"{console.printable(files.shown(name))}: no {', '.join(missing)}")
    return 0 if has_all else 1
