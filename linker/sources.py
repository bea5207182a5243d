"""Recorded sources: makes the archive that Apple's linker embeds of the metadata that `-frecord-sources` wrote.

Each archive is a tar file, compressed with bzip2: the compiler's command line, its working directory, the input's name,
then the sources and headers. Byte-exact for 3,661 archives of 28 toolchains (docs/format.md §10.1).
"""

from __future__ import annotations

import bz2
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from mtlb.base.errors import BuildError, FormatError
from mtlb.base.filekind import TAR_MAGIC_OFFSET, FileKind
from mtlb.base.releases import SOURCE_DIRECTORY_SINCE
from mtlb.base.strings import string_to_bytes
from mtlb.base.toolchains import Layout
from mtlb.base.versions import Version
from mtlb.container import SourceArchive, Sources
from mtlb.ir import MDNode, MDString, Module

from .inputs import InputFile
from .options import LinkOptions, SourceOptions
from .units import Unit

__all__ = ["embed_sources", "has_recorded_sources", "source_tar"]

_BLOCK = 512
_NAME_SIZE, _PREFIX_SIZE = 100, 155
_TAR_RECORD = 10240
_UNPADDED_TAR_SINCE = (902, 14)  # the oldest padded tar files are of 902.x, 902.14 and later have none
_INPUT_NAME = "original-input-filename.txt"
_METALLIB_PADDING = 10240
_PAGE = 16384


def has_recorded_sources(module: Module) -> bool:
    """Whether the compiler recorded sources in the module (-frecord-sources)."""
    return "llvm_utils.sources" in module.named_metadata


def embed_sources(
    units: Sequence[Unit],
    emitting: Sequence[Unit],
    archives: Mapping[int, InputFile],
    container: Version,
    options: LinkOptions,
) -> tuple[Sources | None, dict[Unit, SourceArchive]]:
    """The sources section, None if there is nothing to embed, and the archive of each unit.

    `emitting` are the units that gave functions, in the order of the library. `air-lld` lists those first and numbers
    all by their position on the command line; the files in `archives`, which are embedded whole, come last.
    """
    wanted = options.sources
    recorded = [unit for unit in units if has_recorded_sources(unit.module)]
    if wanted is None or not recorded:
        return None, {}
    air_lld = options.layout is Layout.AIR_LLD
    if air_lld:
        having, first = set(recorded), set(emitting)
        recorded = [unit for unit in emitting if unit in having] + [unit for unit in recorded if unit not in first]
    made = {}
    for unit in recorded:
        name = str(unit.input_.position) if air_lld else PurePosixPath(unit.input_.recorded).stem
        made[unit] = _archive(name, source_tar(unit.module, unit.input_.recorded), wanted, options)
    whole = [
        _archive(
            str(position),
            _tar([(_INPUT_NAME, string_to_bytes(f"{file.name}\n")), (file.name, bytes(file.data))]),
            wanted,
            options,
        )
        for position, file in (archives.items() if air_lld else ())
    ]
    directory = wanted.directory if container >= SOURCE_DIRECTORY_SINCE else None
    return Sources(wanted.command, directory, [*made.values(), *whole]), made


def _archive(name: str, tar: bytes, wanted: SourceOptions, options: LinkOptions) -> SourceArchive:
    if options.layout is not Layout.AIR_LLD and options.toolchain.number < _UNPADDED_TAR_SINCE:
        tar += bytes(-len(tar) % _TAR_RECORD)
    stream = bz2.compress(tar, options.toolchain.source_compression(options.layout))
    padding = wanted.padding or _default_padding(options)
    return SourceArchive(name, stream + bytes(-len(stream) % padding))


def _default_padding(options: LinkOptions) -> int:
    if options.layout is not Layout.AIR_LLD:
        return _METALLIB_PADDING
    return _PAGE if options.toolchain.pads_sources else 1


def source_tar(module: Module, unitname: str) -> bytes:
    """The tar file for one input. BuildError for a path that doesn't fit in a tar header."""
    return _tar((name, string_to_bytes(content)) for name, content in _members(module, unitname))


def _tar(members: Iterable[tuple[str, bytes]]) -> bytes:
    out = bytearray()
    for name, data in members:
        out += _header(string_to_bytes(name), len(data))
        out += data + bytes(-len(data) % _BLOCK)
    return bytes(out) + bytes(2 * _BLOCK)


def _members(module: Module, unitname: str) -> Iterator[tuple[str, str]]:
    for name, list_name in (
        ("metal-options.txt", "llvm.commandline"),
        ("metal-working-dir.txt", "llvm_utils.workingdir"),
    ):
        nodes = module.named_metadata.get(list_name)
        if nodes:
            yield name, _string(nodes[0], 0, list_name) + "\n"
    yield _INPUT_NAME, unitname + "\n"
    for node in module.named_metadata["llvm_utils.sources"]:
        yield from _sources(node)


def _sources(node: MDNode) -> Iterator[tuple[str, str]]:
    """A node is one source, { path, text }, or a list of such nodes."""
    for source in node.fields if node.fields and isinstance(node.fields[0], MDNode) else (node,):
        yield _string(source, 0, "llvm_utils.sources"), _string(source, 1, "llvm_utils.sources")


def _string(node: object, index: int, where: str) -> str:
    if isinstance(node, MDNode) and index < len(node.fields):
        field = node.fields[index]
        if isinstance(field, MDString):
            return field.value
    raise FormatError(f"metadata !{where}: expected a string as operand {index}")


def _header(name: bytes, size: int) -> bytes:
    """One ustar header as libarchive writes it: numbers end in a blank, the checksum in NUL and blank."""
    prefix, name = _split_name(name)
    header = bytearray(_BLOCK)
    fields = (
        (0, name),
        (100, b"000644 \0"),
        (108, b"000000 \0"),
        (116, b"000000 \0"),
        (124, b"%011o " % size),
        (136, b"00000000000 "),
        (148, b" " * 8),
        (156, b"0"),
        (TAR_MAGIC_OFFSET, FileKind.TAR.magic + b"\x0000"),
        (329, b"000000 \0"),
        (337, b"000000 \0"),
        (345, prefix),
    )
    for offset, value in fields:
        header[offset : offset + len(value)] = value
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header)


def _split_name(name: bytes) -> tuple[bytes, bytes]:
    """Prefix and name: a long name is cut at the first slash with at most 100 bytes after it."""
    if len(name) <= _NAME_SIZE:
        return b"", name
    cut = name.find(b"/", len(name) - _NAME_SIZE - 1)
    if cut == 0:
        cut = name.find(b"/", 1)
    if cut < 0 or cut > _PREFIX_SIZE:
        raise BuildError(f"the path of a recorded source does not fit in a tar header: {name!r}")
    return name[:cut], name[cut + 1 :]
