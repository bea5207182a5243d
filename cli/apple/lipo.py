"""The stand-in for `metal-lipo`: universal files, with the words of its man page."""

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


def _run(given: Given, surroundings: Surroundings) -> int:
    actions = [name for name in _ACTIONS if given.has(name)]
    if len(actions) != 1:
        raise UsageError(f"give one of {', '.join(f'-{name}' for name in _ACTIONS)}")
    (action,) = actions
    if action in ("info", "archs"):
        for name in given.inputs:
            _show(name, action)
        return 0
    if action == "verify_arch":
        name, *wanted = given.inputs or [""]
        if not wanted:
            raise UsageError("-verify_arch takes a file, then architectures")
        there = {one.architecture.plain for one in slices_of(name)}
        return 0 if all(architecture_of(one).plain in there for one in wanted) else 1
    output = given.last("o")
    if output is None:
        raise UsageError(f"-{action} needs -output FILE")
    replacing = [path for _, path in given.all("replace")]
    stated = [path for _, path in given.all("arch")]
    files.check_paths([*given.inputs, *replacing, *stated], [output])
    files.check_output(output)
    files.write_output(output, _made(given, action))
    return 0


def _made(given: Given, action: str) -> bytes:
    from mtlb.archives import Slice, UniversalFile

    alignments = {architecture_of(arch).plain: _log2(size) for arch, size in given.all("segalign")}
    if action == "create":
        slices = [one for name in given.inputs for one in slices_of(name)]
        slices += [Slice.of(files.read_input(path), architecture_of(arch)) for arch, path in given.all("arch")]
        return UniversalFile.create(_aligned(slices, alignments)).to_bytes()
    if len(given.inputs) != 1:
        raise UsageError(f"-{action} takes one file")
    held = UniversalFile(slices_of(given.inputs[0]))
    if action == "thin":
        return bytes(held.slice(architecture_of(given.last("thin") or "")).data)
    if action == "extract":
        held = held.extract([architecture_of(arch) for (arch,) in given.all("extract")])
    else:
        held = held.replace({architecture_of(arch): files.read_input(path) for arch, path in given.all("replace")})
    return UniversalFile(_aligned(held.slices, alignments)).to_bytes()


def _aligned(slices: list[Slice] | tuple[Slice, ...], alignments: dict[Architecture, int]) -> list[Slice]:
    return [one._replace(alignment=alignments.get(one.architecture.plain, one.alignment)) for one in slices]


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
    listed = " ".join(str(one.architecture) for one in slices)
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
