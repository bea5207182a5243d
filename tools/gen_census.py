"""The census of Apple's modules (mtlb/air/census.txt.xz): taken over from LLVM 14's, or counted from libraries.

    python tools/gen_census.py take CENSUS.json.gz
    python tools/gen_census.py count OUT.txt.xz FILE...
    python tools/gen_census.py compare CENSUS.txt.xz

`take`: JSON, feature to AIR version to number of modules, becomes the shipped file. Those of the classes that mtlb
extracts itself are kept, with names of structs without the numbers that linking adds. LLVM's text does not show the
words of bitcode (mtlb/air/vocabulary.py): those are counted in the libraries, and modules before linking, of
MTLB_SHARED. `count` makes such a file from libraries and modules with mtlb's own readers; each module counts once.
`compare` says what a census has and the shipped one lacks. Features differ where LLVM 14 changes what it reads:
`no-frame-pointer-elim`, and functions of LLVM.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mtlb.air.census import Census
    from mtlb.ir import Module

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
TARGET = ROOT / "mtlb/air/census.txt.xz"
SOURCE = (
    "Apple's modules by AIR version; features as in mtlb/air/census_features.py",
    "counted by LLVM 14's tools, not by mtlb, but for the words of bitcode",
)
_OF_LLVM = tuple(
    f"{kind} llvm"
    for kind in ("decl.sig", "decl.attr", "decl.pattr", "decl.attrset", "callattr", "callattrset", "callpattr")
)
_NUMBERED = re.compile(r"(%struct\._\w+_t)\.\d+")


def taken(given: dict[str, dict[str, int]]) -> Census:
    """The census of features that LLVM 14's tools counted."""
    from mtlb.air.census import Census
    from mtlb.air.census_features import CLASSES

    modules: dict[str, int] = {}
    features: dict[str, dict[str, int]] = {}
    for feature, numbers in given.items():
        for version, number in numbers.items():
            modules[version] = max(modules.get(version, 0), number)
        name = _NUMBERED.sub(r"\1", feature)
        if name.partition(" ")[0] in CLASSES and not name.startswith(_OF_LLVM):
            kept = features.setdefault(name, {})
            for version, number in numbers.items():
                kept[version] = kept.get(version, 0) + number
    return Census(modules, features)


def bitcode_of(paths: Iterable[Path]) -> Iterator[bytes]:
    """Each module of libraries and `.air` files once."""
    from mtlb.container import read

    seen: set[bytes] = set()
    for path in paths:
        data = path.read_bytes()
        for one in [bytes(one.module) for one in read(data).functions] if data[:4] == b"MTLB" else [data]:
            if one and one not in seen:
                seen.add(one)
                yield one


def version_of(data: bytes) -> str | None:
    """The AIR version of a module; None if it does not say."""
    from mtlb.air.facts import air_version
    from mtlb.bitcode import read_module

    air = air_version(read_module(data, bodies=False))
    return None if air is None else f"{air.major}.{air.minor}"


def words_counted(modules: Iterable[bytes]) -> dict[str, dict[str, int]]:
    """The words of modules, as features, to AIR version to how many modules have them."""
    from mtlb.air.census import WORD
    from mtlb.air.vocabulary import words_of

    found: dict[str, dict[str, int]] = {}
    for data in modules:
        version = version_of(data)
        for word in words_of(data) if version is not None else ():
            numbers = found.setdefault(f"{WORD} {word}", {})
            numbers[str(version)] = numbers.get(str(version), 0) + 1
    return found


def shared_files(shared: Path) -> list[Path]:
    """The libraries of the corpus and of the link pairs, and the modules that were linked."""
    folders = [shared / "corpus", shared / "pairs"]
    return sorted(path for one in folders for path in one.rglob("*.metallib*")) + sorted(folders[1].rglob("*.air"))


def counted(paths: Sequence[Path]) -> Census:
    """The census of the modules of some files."""
    from mtlb.air.census import Census
    from mtlb.air.census_features import count
    from mtlb.bitcode import read_module

    numbers: dict[str, int] = {}

    def each() -> Iterator[tuple[str, Module]]:
        for data in bitcode_of(paths):
            version = version_of(data)
            if version is not None:
                numbers[version] = numbers.get(version, 0) + 1
                yield version, read_module(data)

    features = count(each())
    return Census(numbers, {**features, **words_counted(bitcode_of(paths))})


def main() -> None:
    """Take over, count or compare."""
    from mtlb.air.census import read_census, shipped_census, write_census

    verb, path, *rest = sys.argv[1:]
    if verb == "take":
        with gzip.open(path, "rt", encoding="utf-8") as file:
            census = taken(json.load(file))
        words = words_counted(bitcode_of(shared_files(Path(os.environ["MTLB_SHARED"]))))
        census.features = {**census.features, **words}
        TARGET.write_bytes(write_census(census, SOURCE))
    elif verb == "count":
        Path(path).write_bytes(write_census(counted([Path(one) for one in rest])))
    else:
        known = shipped_census().features
        for feature in sorted(read_census(Path(path).read_bytes()).features.keys() - known.keys()):
            print(feature)


if __name__ == "__main__":
    main()
