"""Collects the vocabulary of Apple's modules (mtlb/air/vocabulary.py) from the corpus of real files.

    MTLB_SHARED=DIRECTORY python tools/gen_vocabulary.py

Writes mtlb/air/_vocabulary.py. Modules that an `.air` file holds before linking count as well: a converter writes such.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
TARGET = ROOT / "mtlb/air/_vocabulary.py"
EMPTY = "WORDS = {}\n"
_WIDTH = 116
HEADER = '''"""The words of Apple's modules by the first and the last AIR version that they were seen in.

Collected by tools/gen_vocabulary.py from {count} modules; do not edit.
"""
# fmt: off

from __future__ import annotations


_TEXT = """
{lines}
"""
WORDS: dict[tuple[str, str], frozenset[str]] = {{}}
for _line in _TEXT.replace("\\n  ", " ").split("\\n"):
    if _line:
        _versions, _, _words = _line.partition(": ")
        _first, _, _last = _versions.partition("-")
        WORDS[_first, _last] = frozenset(_words.split(", "))
"""(first, last) to words; the versions compare as texts."""
'''


def modules(shared: Path) -> Iterator[bytes]:
    """Every module of the corpus, once."""
    from mtlb.container import read

    seen: set[bytes] = set()
    paths = [*shared.joinpath("corpus").rglob("*.metallib*"), *shared.joinpath("pairs").rglob("*.metallib*")]
    for path in sorted(paths):
        for function in read(path.read_bytes()).functions:
            data = bytes(function.module)
            if data and data not in seen:
                seen.add(data)
                yield data
    for path in sorted(shared.joinpath("pairs").rglob("*.air")):
        yield path.read_bytes()


def wrapped(line: str) -> str:
    """A line of the table, further lines indented."""
    lines, current = [], ""
    for word in line.split(" "):
        if len(current) + len(word) > _WIDTH:
            lines.append(current)
            current = " "
        current = f"{current} {word}" if current else word
    return "\n".join([*lines, current])


def main() -> None:
    """Collect and write."""
    from mtlb.air.facts import air_version
    from mtlb.air.vocabulary import words_of
    from mtlb.bitcode import read_module

    versions: dict[str, set[str]] = {}
    count = 0
    for data in modules(Path(os.environ["MTLB_SHARED"])):
        air = air_version(read_module(data, bodies=False))
        if air is not None:
            count += 1
            for word in words_of(data):
                versions.setdefault(word, set()).add(f"{air.major}.{air.minor}")
    ranges: dict[str, list[str]] = {}
    for word, seen in versions.items():
        ranges.setdefault(f"{min(seen)}-{max(seen)}", []).append(word)
    lines = [wrapped(f"{versions}: {', '.join(sorted(words))}") for versions, words in sorted(ranges.items())]
    TARGET.write_text(HEADER.format(count=f"{count:,}", lines="\n".join(lines)), encoding="ascii")


if __name__ == "__main__":
    main()
