"""The stand-in for `metal-lipo`: universal files, with the options of its man page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtlb.archives.architectures import Architecture

from .. import console
from .. import io as files
from ..lipo import architecture_of, slices_of
from ..usage import UsageError
from .flags import Flag, Given
from .tool import Surroundings, Tool

if TYPE_CHECKING:
    from mtlb.archives import Slice

_ACTIONS = ("create", "thin", "extract", "replace", "info", "archs", "verify_arch")


def _run(options: Given, surroundings: Surroundings) -> int:
    actions = [name for name in _ACTIONS if options.has(name)]
    if len(actions) != 1:
        raise UsageError(f"give one of {', '.join(f'-{name}' for name in _ACTIONS)}")
    (action,) = actions
    if action in ("info", "archs"):
        for name in options.inputs:
            _show(name, action)
        return 0
    if action == "verify_arch":
        name, *names = options.inputs or [""]
        if not names:
            raise UsageError("-verify_arch takes a file, then architectures")
        there = {part.architecture.plain for part in slices_of(name)}
        return 0 if all(architecture_of(item).plain in there for item in names) else 1
    output = options.last("o")
    if output is None:
        raise UsageError(f"-{action} needs -output FILE")
    replacing = [path for _, path in options.all("replace")]
    stated = [path for _, path in options.all("arch")]
    files.check_paths([*options.inputs, *replacing, *stated], [output])
    files.check_output(output)
    files.write_output(output, _universal_of(options, action))
    return 0


def _universal_of(options: Given, action: str) -> bytes:
    from mtlb.archives import Slice, UniversalFile

    alignments = {architecture_of(arch).plain: _log2(size) for arch, size in options.all("segalign")}
    if action == "create":
        slices = [part for name in options.inputs for part in slices_of(name)]
        slices += [Slice.of(files.read_input(path), architecture_of(arch)) for arch, path in options.all("arch")]
        return UniversalFile.create(_aligned(slices, alignments)).to_bytes()
    if len(options.inputs) != 1:
        raise UsageError(f"-{action} takes one file")
    held = UniversalFile(slices_of(options.inputs[0]))
    if action == "thin":
        return bytes(held.slice(architecture_of(options.last("thin") or "")).data)
    if action == "extract":
        held = held.extract([architecture_of(arch) for (arch,) in options.all("extract")])
    else:
        held = held.replace({architecture_of(arch): files.read_input(path) for arch, path in options.all("replace")})
    return UniversalFile(_aligned(held.slices, alignments)).to_bytes()


def _aligned(slices: list[Slice] | tuple[Slice, ...], alignments: dict[Architecture, int]) -> list[Slice]:
    return [part._replace(alignment=alignments.get(part.architecture.plain, part.alignment)) for part in slices]


def _log2(text: str) -> int:
    """The log2 of an alignment, which is written in hexadecimal."""
    try:
        size = int(text, 16)
    except ValueError:
        size = 0
    if not 0 < size <= 1 << 15 or size & (size - 1):
        raise UsageError(f"-segalign {text}: expected a power of two up to 8000, in hexadecimal")
    return size.bit_length() - 1


def _show(name: str, action: str) -> None:
    slices = slices_of(name)
    listed = " ".join(str(part.architecture) for part in slices)
    if action == "archs":
        console.out(listed)
    elif slices and slices[0].offset is None:
        console.out(f"Non-fat file: {console.printable(name)} is architecture: {listed}")
    else:
        console.out(f"Architectures in the fat file: {console.printable(name)} are: {listed}")


LIPO = Tool(
    "metal-lipo",
    "Make, take apart and show universal files.",
    "FILE... -create|-thin ARCH|-extract ARCH|-replace ARCH FILE|-info|-archs|-verify_arch ARCH... [-output FILE]",
    (
        Flag(("create",), "Make a universal file of the inputs."),
        Flag(("thin",), "Write one slice as the file it was.", ("ARCH",)),
        Flag(("extract",), "Keep this slice; repeatable.", ("ARCH",)),
        Flag(("replace",), "Replace a slice; repeatable.", ("ARCH", "FILE")),
        Flag(("info",), "Print the architectures in words."),
        Flag(("archs",), "Print the architectures."),
        Flag(("verify_arch",), "Exit with 1 unless the file, which comes first, has all of these."),
        Flag(("o", "output"), "The file to write.", ("FILE",)),
        Flag(("arch",), "Another input of -create, with its architecture.", ("ARCH", "FILE")),
        Flag(("segalign",), "The alignment of a slice, in hexadecimal; default: 10 for a library.", ("ARCH", "SIZE")),
    ),
    _run,
)
