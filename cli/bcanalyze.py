"""mtlb bcanalyze: the blocks and records of bitcode, in the format of llvm-bcanalyzer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from . import console
from . import io as files
from .arguments import Arch, AsJson, FunctionNames, OneFile
from .parameters import CommandOption

if TYPE_CHECKING:
    from mtlb.bitstream.analyze import Analysis, BlockStatistics
    from mtlb.bitstream.stream import Stream
    from mtlb.inspect import NamedModule


def command(
    file: OneFile,
    names: FunctionNames = None,
    arch: Arch = None,
    dump: Annotated[bool, CommandOption("--dump", "-d", help="Print every block and record.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the blocks and records of bitcode and their sizes.

    For a library, or a Direct3D container with DXIL, the statistics cover all modules together, each module once.
    Sizes are in bits (b) and bytes (B); the size of a block excludes nested blocks.

    Examples:

      mtlb bcanalyze shader.air
      mtlb bcanalyze default.metallib --function blur_h --dump | less
    """
    from mtlb.bitcode.names import NAMES
    from mtlb.bitstream.analyze import analyze
    from mtlb.bitstream.analyze import dump as lines

    with files.naming(file), console.progress(f"reading {files.shown(file)}"):
        streams = list(_streams(files.modules_of_input(file, names or [], arch)))
        if dump:
            for stream in streams:
                console.lines(lines(stream, NAMES))
            return
        analysis = analyze(streams, NAMES)
    if as_json:
        console.print_json({"schema": "mtlb.bcanalyze/1", "file": files.shown(file), **_as_json(analysis)})
        return
    console.lines(_summary(files.shown(file), analysis))


def _streams(modules: list[NamedModule]) -> Iterator[Stream]:
    from mtlb.bitstream.stream import read_stream
    from mtlb.bitstream.wrapper import bitcode_offset, unwrap
    from mtlb.inspect import each_once

    for module in each_once(modules):
        yield read_stream(unwrap(module.module), base=module.offset + bitcode_offset(module.module))


def _size(bits: int) -> str:
    return f"{bits}b/{bits / 8:.2f}B"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}%" if whole else "-"


def _summary(name: str, analysis: Analysis) -> Iterator[str]:
    yield console.bold(f"Summary of {console.printable(name)}:")
    yield f"         Total size: {_size(analysis.bits)}"
    if analysis.streams > 1:
        yield f"            Modules: {analysis.streams}"
    yield f"  # Toplevel Blocks: {analysis.top_level_blocks}"
    yield ""
    yield "Per-block Summary:"
    for block in analysis.blocks.values():
        yield console.bold(f"  Block ID #{block.id} ({block.name}):")
        rows = [
            ("Num Instances", str(block.instances)),
            ("Total Size", _size(block.bits)),
            ("Percent of file", _percent(block.bits, analysis.bits)),
            ("Num SubBlocks", str(block.children)),
            ("Num Abbrevs", str(block.definitions)),
            ("Num Records", str(block.record_count)),
            ("Percent Abbrevs", _percent(block.abbreviated_count, block.record_count)),
        ]
        for key, value in rows:
            yield f"{key:>19}: {value}"
        yield ""
        yield from _histogram(block)


def _histogram(block: BlockStatistics) -> Iterator[str]:
    if not block.records:
        return
    rows: list[tuple[str, ...]] = [("Count", "# Bits", "b/Rec", "% Abv", "Record Kind")]
    for record in block.histogram:
        abbreviated = f"{100 * record.abbreviated / record.count:.2f}" if record.abbreviated else ""
        rows.append(
            (str(record.count), str(record.bits), f"{record.bits / record.count:.1f}", abbreviated, record.name)
        )
    yield "    Record Histogram:"
    for line in console.table(rows, align=">>>>"):
        yield f"      {line}"
    yield ""


def _as_json(analysis: Analysis) -> dict[str, Any]:
    return {
        "bits": analysis.bits,
        "modules": analysis.streams,
        "top_level_blocks": analysis.top_level_blocks,
        "blocks": [
            {
                "id": block.id,
                "name": block.name,
                "instances": block.instances,
                "bits": block.bits,
                "sub_blocks": block.children,
                "abbreviations": block.definitions,
                "records": [
                    {
                        "name": record.name,
                        "count": record.count,
                        "bits": record.bits,
                        "abbreviated": record.abbreviated,
                    }
                    for record in block.histogram
                ],
            }
            for block in analysis.blocks.values()
        ],
    }
