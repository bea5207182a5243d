"""Recorded sources: makes the archive that Apple's linker embeds from the metadata of `-frecord-sources`.

Each archive is a tar file, compressed with bzip2: the compiler's command line, its working directory, the input's name,
then the sources and headers. Byte-exact for 3,661 archives of 28 toolchains (docs/format.md §10.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mtlb.air.facts import recorded_sources, string_operand
from mtlb.air.names import WORKING_DIRECTORY
from mtlb.base.errors import BuildError
from mtlb.base.filekind import TAR_MAGIC_OFFSET, FileKind
from mtlb.base.releases import SOURCE_DIRECTORY_SINCE
from mtlb.base.strings import string_to_bytes
from mtlb.base.toolchains import Layout
from mtlb.base.versions import Version
from mtlb.container import SourceArchive, Sources
from mtlb.ir import Module
from mtlb.ir.names import COMMAND_LINE

from ..inputs.files import Input, InputFile
from ..options import LinkOptions

_BLOCK = 512
_NAME_SIZE, _PREFIX_SIZE = 100, 155
_TAR_RECORD = 10240
_UNPADDED_TAR_SINCE = (902, 14)  # the oldest padded tar files are of 902.x, 902.14 and later have none
_INPUT_NAME = "original-input-filename.txt"
_METALLIB_PADDING = 10240
_PAGE = 16384


def source_archive(module: Module, input_: Input, options: LinkOptions) -> SourceArchive:
    """The archive of an input whose compiler recorded sources. BuildError for a path that a tar header can't have."""
    from pathlib import PurePosixPath

    name = str(input_.position) if options.layout is Layout.AIR_LLD else PurePosixPath(input_.recorded).stem
    return _archive(name, source_tar(module, input_.recorded), options)


def embed_sources(
    recorded: Sequence[SourceArchive], archives: Mapping[int, InputFile], container: Version, options: LinkOptions
) -> Sources | None:
    """The sources section; None if there is nothing to embed. `recorded`: in the order of the section.

    `air-lld` embeds the files in `archives` whole, after them.
    """
    settings = options.sources
    if settings is None or not recorded:
        return None
    whole = [
        _archive(
            str(position),
            _tar([(_INPUT_NAME, string_to_bytes(f"{file.name}\n")), (file.name, bytes(file.data))]),
            options,
        )
        for position, file in (archives.items() if options.layout is Layout.AIR_LLD else ())
    ]
    directory = settings.directory if container >= SOURCE_DIRECTORY_SINCE else None
    return Sources(settings.command, directory, [*recorded, *whole])


def _archive(name: str, tar: bytes, options: LinkOptions) -> SourceArchive:
    if options.layout is not Layout.AIR_LLD and options.build.number < _UNPADDED_TAR_SINCE:
        tar += bytes(-len(tar) % _TAR_RECORD)
    import bz2

    stream = bz2.compress(tar, options.build.source_compression(options.layout))
    explicit = None if options.sources is None else options.sources.padding
    padding = explicit or _default_padding(options)
    return SourceArchive(name, stream + bytes(-len(stream) % padding))


def _default_padding(options: LinkOptions) -> int:
    if options.layout is not Layout.AIR_LLD:
        return _METALLIB_PADDING
    return _PAGE if options.build.pads_sources else 1


def source_tar(module: Module, recorded_name: str) -> bytes:
    """The tar file for one input. BuildError for a path that doesn't fit in a tar header."""
    return _tar((name, string_to_bytes(content)) for name, content in _members(module, recorded_name))


def _tar(members: Iterable[tuple[str, bytes]]) -> bytes:
    out = bytearray()
    for name, data in members:
        out += _header(string_to_bytes(name), len(data))
        out += data + bytes(-len(data) % _BLOCK)
    return bytes(out) + bytes(2 * _BLOCK)


def _members(module: Module, recorded_name: str) -> Iterator[tuple[str, str]]:
    for name, list_name in (
        ("metal-options.txt", COMMAND_LINE),
        ("metal-working-dir.txt", WORKING_DIRECTORY),
    ):
        nodes = module.named_metadata.get(list_name)
        if nodes:
            yield name, string_operand(nodes[0], 0, list_name) + "\n"
    yield _INPUT_NAME, recorded_name + "\n"
    yield from recorded_sources(module)


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
