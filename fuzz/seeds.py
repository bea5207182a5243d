"""What mutation starts from: the golden files of this repository and, where it is, the corpus of real files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
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


_SEEDS: dict[Kind, Callable[[Path | None], Iterable[bytes]]] = {
    Kind.LIBRARY: libraries,
    Kind.MODULE: _modules,
    Kind.REFLECTION: _reflections,
}
