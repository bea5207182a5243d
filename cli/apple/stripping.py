"""Stand-ins for the tools that remove parts of a library: `metal-strip`, `metal-source`, `metal-dsymutil`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import console
from .. import io as files
from ..usage import UsageError
from .flags import Does, Flag, Given
from .linking import DEFAULT_OUTPUT, companion_path
from .tool import Surroundings, Tool

if TYPE_CHECKING:
    from mtlb.archives.architectures import Architecture
    from mtlb.base.binary import Buffer


def _single(options: Given) -> str:
    """The single input."""
    if len(options.inputs) > 1:
        raise UsageError(f"{options.tool} takes one file")
    return options.inputs[0] if options.inputs else DEFAULT_OUTPUT


# --- strip -----------------------------------------------------------------------------------------------------------


def _strip(options: Given, surroundings: Surroundings) -> int:
    from mtlb.archives import UniversalFile, read_universal
    from mtlb.base.filekind import sniff

    path = _single(options)
    output = options.last("o") or path
    with files.naming(path):
        data = files.read_input(path)
        if not sniff(data).is_universal:
            stripped = _stripped(data, options)
        else:
            held = read_universal(data)
            architectures = [arch for (arch,) in options.all("arch")]
            chosen = (
                {held.slice(arch).architecture for arch in architectures} if architectures else set(held.architectures)
            )
            slices: dict[Architecture | str, Buffer] = {
                slice_.architecture: _stripped(bytes(slice_.data), options)
                for slice_ in held.slices
                if slice_.architecture in chosen
            }
            stripped = UniversalFile(held.replace(slices).slices).to_bytes()
    files.write_output(output, stripped)
    return 0


def _stripped(data: bytes, options: Given) -> bytes:
    import mtlb

    library = mtlb.read(data)
    library.strip(debug=options.has("S"), sources=not options.has("source_metadata"), names=True)
    return mtlb.write(library)


STRIP = Tool(
    "metal-strip",
    "Remove names, and on request debug info, from a library: in place, unless -o names another file.",
    "[OPTIONS] FILE [-o FILE]",
    (
        Flag(("S",), "Remove debug info too."),
        Flag(("T",), "Type names are removed with the other names.", does=Does.NOTHING),
        Flag(("source_metadata",), "Keep embedded sources."),
        Flag(("arch",), "Only this slice of a universal file. Repeatable.", ("ARCH",)),
        Flag(("o",), "The file to write; default: the input.", ("FILE",)),
        Flag(("debug_line_table",), "debug info goes as a whole", does=Does.REFUSE),
        Flag(("save_tracepoint_metadata",), "no tracepoint metadata is removed", does=Does.NOTHING),
    ),
    _strip,
)


# --- sources ---------------------------------------------------------------------------------------------------------


def _source(options: Given, surroundings: Surroundings) -> int:
    from ..extract import command

    what = options.last("extract") or "raw"
    if what != "raw":
        raise UsageError(f"-extract {what} is not supported: mtlb extracts the sources (raw)")
    command(_single(options), options.last("o") or ".", sources=True, force=options.has("f"), arch=options.last("arch"))
    return 0


SOURCE = Tool(
    "metal-source",
    "Write the sources that are embedded in a library as files.",
    "[FILE] [-o DIR]",
    (
        Flag(("extract",), "raw (default): the sources.", ("WHAT",)),
        Flag(("o",), "The folder to write to; default: the current one.", ("DIR",)),
        Flag(("f",), "Write even if the folder has other files of this kind."),
        Flag(("arch",), "This slice of a universal file.", ("ARCH",)),
        Flag(("v",), "Accepted; there is no further output.", does=Does.NOTHING),
        Flag(("flatbuffers",), "scripts and descriptors of pipelines are not supported", ("FORM",), Does.REFUSE),
    ),
    _source,
)


def _dsymutil(options: Given, surroundings: Surroundings) -> int:
    from mtlb.edit import separate_sources

    path = _single(options)
    companion = options.last("o") or companion_path(path)
    files.check_paths([path], [companion])
    with files.naming(path):
        data = files.read_input(path)
        without, symbols = separate_sources(data)
    files.write_output(companion, symbols)
    if options.has("remove-source"):
        files.write_output(path, without)
    elif options.has("v"):
        console.note("the library keeps its sources: -remove-source removes them", level=0)
    return 0


DSYMUTIL = Tool(
    "metal-dsymutil",
    "Write the symbol companion of a library: the library with its sources, for debuggers.",
    "[OPTIONS] FILE",
    (
        Flag(("remove-source",), "Remove the sources from the library itself."),
        Flag(("o",), "The companion; default: FILE with the suffix .metallibsym.", ("FILE",)),
        Flag(("flat",), "The companion is always one file.", does=Does.NOTHING),
        Flag(("v",), "Print what is left unchanged."),
    ),
    _dsymutil,
)
