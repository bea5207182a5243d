"""What mutation starts from: the golden files of this repository and, where it is, the corpus of real files."""

from __future__ import annotations

import bz2
import io
import tarfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path

import mtlb
from mtlb.errors import MtlbError

from .targets import Kind

__all__ = ["libraries", "seeds"]

ROOT = Path(__file__).resolve().parent.parent
MAX_SIZE = 16_384  # bytes; small files go through quickly and have every structure


@cache
def libraries(shared: Path | None, max_size: int = MAX_SIZE) -> tuple[bytes, ...]:
    """The golden libraries and, from the corpus, all that are small; each content once, in a stable order."""
    paths = sorted(ROOT.joinpath("golden/lib").glob("*.metallib"))
    if shared is not None:
        paths += sorted(p for p in shared.joinpath("corpus").rglob("*.metallib*") if p.is_file())
    contents = (path.read_bytes() for path in paths if path.stat().st_size <= max_size)
    return tuple(dict.fromkeys(contents))


@cache
def seeds(kind: Kind, shared: Path | None) -> tuple[bytes, ...]:
    """The seeds of one kind, smallest first."""
    return tuple(sorted(dict.fromkeys(_SEEDS[kind](shared)), key=len))


def _readable(shared: Path | None) -> Iterator[mtlb.Library]:
    for data in libraries(shared):
        with suppress(MtlbError):
            yield mtlb.read(data)


def _modules(shared: Path | None) -> Iterator[bytes]:
    yield from (path.read_bytes() for path in sorted(ROOT.joinpath("golden/air").glob("*.air")))
    for library in _readable(shared):
        yield from (bytes(function.module) for function in library.functions if len(function.module) <= MAX_SIZE)


def _reflections(shared: Path | None) -> Iterator[bytes]:
    from mtlb.air import describe
    from mtlb.bitcode import read_module

    for path in sorted(ROOT.joinpath("golden/air").glob("*.air")):
        with suppress(MtlbError):
            yield describe(read_module(path.read_bytes(), bodies=False)).reflection_buffer()
    for library in _readable(shared):
        yield from (bytes(entry.buffer) for entry in library.reflections)


def _archives(shared: Path | None) -> Iterator[bytes]:
    """Archives of one, two and three modules, names in the manner of GNU, of BSD, and short."""
    modules = _modules(shared)
    for count in (1, 2, 3):
        for style in ("short.o/", "#1/20", "/0"):
            archive = b"!<arch>\n"
            if style == "/0":
                archive += _member("//", b"a-name-that-is-longer-than-16-bytes.air/\n")
            for module in islice(modules, count):
                name = b"a-longer-name.air".ljust(20, b"\0") if style.startswith("#") else b""
                archive += _member(style, name + module)
            yield archive


def _member(name: str, data: bytes) -> bytes:
    header = f"{name:16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n"
    return header.encode() + data + b"\n" * (len(data) % 2)


def _source_archives(shared: Path | None) -> Iterator[bytes]:
    """Stored archives, and bare tar files: mutation of those gets through bzip2, which the target compresses."""
    for library in _readable(shared):
        yield from (
            bytes(archive.data).rstrip(b"\0") for archive in (library.sources.archives if library.sources else ())
        )
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as file:
        for name, text in (("metal-options.txt", b"-O2\n"), ("/a/b.metal", b"kernel\n" * 100)):
            member = tarfile.TarInfo(name)
            member.size = len(text)
            file.addfile(member, io.BytesIO(text))
    yield tar.getvalue()
    yield bz2.compress(tar.getvalue())


_SEEDS: dict[Kind, Callable[[Path | None], Iterable[bytes]]] = {
    Kind.LIBRARY: libraries,
    Kind.MODULE: _modules,
    Kind.REFLECTION: _reflections,
    Kind.ARCHIVE: _archives,
    Kind.SOURCES: _source_archives,
}
