"""The census of Apple's modules (mtlb/air/census.txt.xz): taken over from LLVM 14's, or counted from libraries.

    python tools/gen_census.py take CENSUS.json.gz
    python tools/gen_census.py sight FILE...
    python tools/gen_census.py count OUT.txt.xz FILE...
    python tools/gen_census.py compare CENSUS.txt.xz
    python tools/gen_census.py --check             exit with 1 if the shipped file is not what is taken over

`take`: JSON, feature to AIR version to number of modules, becomes the shipped file. Those of the classes that mtlb
extracts itself are kept, with names of structs without the numbers that linking adds. LLVM's text does not show the
words of bitcode (mtlb/air/vocabulary.py): those are counted in the libraries, and modules before linking, of
MTLB_SHARED. `sight` adds the functions of AIR that further libraries and modules declare to the shipped file, in AIR
versions in which no counted module has them: with the number 0. `take` keeps them. Those of today are from the wheels
of tests/apple, from mlx-metal 0.31.2 and 0.32.4 for macOS 14 and mps-flash-attn 0.6.3 (PyPI), from ggml's library, and
from the probes of Apple's compiler that mtlb/air/probed.py names (text).

`count` makes such a file from libraries and modules with mtlb's own readers; each module counts once.
`compare` says what a census has and the shipped one lacks. Features differ where LLVM 14 changes what it reads:
`no-frame-pointer-elim`, and functions of LLVM. `--check` takes over again from reference/apple-census.json.gz of
MTLB_SHARED; without that file it says so, and checks that the shipped one has the form in which this tool writes it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
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
TAKEN_FROM = "reference/apple-census.json.gz"
SOURCE = (
    "Apple's modules by AIR version; features as in mtlb/air/census_features.py",
    "counted by LLVM 14's tools, not by mtlb, but for the words of bitcode",
    "the number 0: functions that modules declare which were not counted",
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
    """Each module of libraries, `.air` files and text (`.ll`) once."""
    from mtlb.bitcode import write_module
    from mtlb.container import read
    from mtlb.ir.text.reader import parse

    seen: set[bytes] = set()
    for path in paths:
        data = path.read_bytes()
        if path.suffix == ".ll":
            data = write_module(parse(data, file=path.name))
        for item in [bytes(function.module) for function in read(data).functions] if data[:4] == b"MTLB" else [data]:
            if item and item not in seen:
                seen.add(item)
                yield item


def version_of(module: Module) -> str | None:
    """The AIR version of a module; None if it does not say."""
    from mtlb.air.facts import air_version

    air = air_version(module)
    return None if air is None else f"{air.major}.{air.minor}"


def words_counted(modules: Iterable[bytes]) -> dict[str, dict[str, int]]:
    """The words of modules, as features, to AIR version to how many modules have them."""
    from mtlb.air.census import WORD
    from mtlb.air.vocabulary import words_of
    from mtlb.bitcode import read_module

    result: dict[str, dict[str, int]] = {}
    for data in modules:
        module = read_module(data)
        version = version_of(module)
        for word in words_of(data, module) if version is not None else ():
            numbers = result.setdefault(f"{WORD} {word}", {})
            numbers[str(version)] = numbers.get(str(version), 0) + 1
    return result


def shared_files(shared: Path) -> list[Path]:
    """The libraries of the corpus and of the link pairs, and the modules that were linked."""
    folders = [shared / "corpus", shared / "pairs"]
    return sorted(path for folder in folders for path in folder.rglob("*.metallib*")) + sorted(
        folders[1].rglob("*.air")
    )


def counted(paths: Sequence[Path]) -> Census:
    """The census of the modules of some files."""
    from mtlb.air.census import Census
    from mtlb.air.census_features import count
    from mtlb.bitcode import read_module

    numbers: dict[str, int] = {}

    def each() -> Iterator[tuple[str, Module]]:
        for data in bitcode_of(paths):
            module = read_module(data)
            version = version_of(module)
            if version is not None:
                numbers[version] = numbers.get(version, 0) + 1
                yield version, module

    features = count(each())
    return Census(numbers, {**features, **words_counted(bitcode_of(paths))})


def sightings_of(modules: Iterable[bytes]) -> Iterator[tuple[str, str]]:
    """The feature of each function of AIR that modules declare, and their AIR version."""
    from mtlb.air.names import PREFIX
    from mtlb.bitcode import read_module

    for data in modules:
        module = read_module(data, bodies=False)
        version = version_of(module)
        if version is not None:
            names = {function.name for function in module.functions if function.is_declaration}
            yield from ((f"decl.air {name}", version) for name in names if name.startswith(PREFIX))


def with_sightings(census: Census, found: Iterable[tuple[str, str]]) -> Census:
    """The census, and features that it does not have of an AIR version, with the number 0."""
    from mtlb.air.census import Census

    features = {feature: dict(numbers) for feature, numbers in census.features.items()}
    for feature, version in found:
        features.setdefault(feature, {}).setdefault(version, 0)
    return Census(census.modules, features)


def take(path: Path, shared: Path) -> bytes:
    """The file that ships: from the JSON of LLVM's census, the libraries of MTLB_SHARED, and its sightings."""
    from mtlb.air.census import Census, shipped_census, write_census

    with gzip.open(path, "rt", encoding="utf-8") as file:
        census = taken(json.load(file))
    words = words_counted(bitcode_of(shared_files(shared)))
    features = {**census.features, **words}
    items = shipped_census().features.items()
    sighted = [(item, version) for item, numbers in items for version, number in numbers.items() if number == 0]
    return write_census(with_sightings(Census(census.modules, features), sighted), SOURCE)


def check() -> str:
    """What is wrong with the shipped file; "" for nothing."""
    from mtlb.air.census import read_census, write_census

    shipped = TARGET.read_bytes()
    shared = Path(os.environ.get("MTLB_SHARED") or ROOT.parent / "shared")
    source = shared / TAKEN_FROM
    if source.is_file():
        requested = take(source, shared)
        words = f"what {TAKEN_FROM} gives: run tools/gen_census.py take FILE"
    else:
        requested = write_census(read_census(shipped), SOURCE)
        words = "in the form in which tools/gen_census.py writes it"
        print(f"MTLB_SHARED has no {TAKEN_FROM}, which the census is taken from: its form alone is checked")
    return "" if lzma.decompress(requested) == lzma.decompress(shipped) else f"{TARGET.name} is not {words}"


def main() -> int:
    """Take over, add, count, compare or check."""
    from mtlb.air.census import read_census, shipped_census, write_census

    parser = argparse.ArgumentParser(description="The census of Apple's modules.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the census is out of date")
    verbs = parser.add_subparsers(dest="verb", metavar="take|sight|count|compare")
    verbs.add_parser("take").add_argument("census", type=Path)
    verbs.add_parser("sight").add_argument("files", type=Path, nargs="+")
    counting = verbs.add_parser("count")
    counting.add_argument("out", type=Path)
    counting.add_argument("files", type=Path, nargs="+")
    verbs.add_parser("compare").add_argument("census", type=Path)
    argument = parser.parse_args()
    if argument.check == (argument.verb is not None):
        parser.error("one of take, sight, count, compare, --check")
    if argument.check:
        wrong = check()
        print(wrong, end="\n" if wrong else "")
        return bool(wrong)
    if argument.verb == "take":
        TARGET.write_bytes(take(argument.census, Path(os.environ["MTLB_SHARED"])))
    elif argument.verb == "sight":
        TARGET.write_bytes(
            write_census(with_sightings(shipped_census(), sightings_of(bitcode_of(argument.files))), SOURCE)
        )
    elif argument.verb == "count":
        argument.out.write_bytes(write_census(counted(argument.files)))
    else:
        features = shipped_census().features
        for feature in sorted(read_census(argument.census.read_bytes()).features.keys() - features.keys()):
            print(feature)
    return 0


if __name__ == "__main__":
    sys.exit(main())
