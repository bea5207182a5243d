"""The census of Apple's modules (mtlb/air/census.txt.xz): taken over from LLVM 14's, or counted from libraries.

    python tools/gen_census.py take CENSUS.json.gz
    python tools/gen_census.py count OUT.txt.xz FILE...
    python tools/gen_census.py compare CENSUS.txt.xz

`take`: JSON, feature to AIR version to number of modules, becomes the shipped file. Those of the classes that mtlb
extracts itself are kept, with names of structs without the numbers that linking adds. `count` makes such a file from
libraries and modules with mtlb's own readers; each module counts once. `compare` says what a census has and the
shipped one lacks. Features differ where LLVM 14 changes what it reads: `no-frame-pointer-elim`, and functions of LLVM.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections.abc import Iterator, Sequence
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
    "counted by LLVM 14's tools, not by mtlb",
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


def modules_of(paths: Sequence[str]) -> Iterator[tuple[str, Module]]:
    """Each module of libraries and `.air` files once, with its AIR version."""
    from mtlb.air.facts import air_version
    from mtlb.bitcode import read_module
    from mtlb.container import read

    seen: set[bytes] = set()
    for path in paths:
        data = Path(path).read_bytes()
        stored = [bytes(one.module) for one in read(data).functions] if data[:4] == b"MTLB" else [data]
        for one in stored:
            if one and one not in seen:
                seen.add(one)
                module = read_module(one)
                air = air_version(module)
                if air is not None:
                    yield f"{air.major}.{air.minor}", module


def counted(paths: Sequence[str]) -> Census:
    """The census of the modules of some files."""
    from mtlb.air.census import Census
    from mtlb.air.census_features import count

    numbers: dict[str, int] = {}

    def each() -> Iterator[tuple[str, Module]]:
        for version, module in modules_of(paths):
            numbers[version] = numbers.get(version, 0) + 1
            yield version, module

    features = count(each())
    return Census(numbers, features)


def main() -> None:
    """Take over, count or compare."""
    from mtlb.air.census import read_census, shipped_census, write_census

    verb, path, *rest = sys.argv[1:]
    if verb == "take":
        with gzip.open(path, "rt", encoding="utf-8") as file:
            TARGET.write_bytes(write_census(taken(json.load(file)), SOURCE))
    elif verb == "count":
        Path(path).write_bytes(write_census(counted(rest)))
    else:
        known = shipped_census().features
        for feature in sorted(read_census(Path(path).read_bytes()).features.keys() - known.keys()):
            print(feature)


if __name__ == "__main__":
    main()
