"""The census of Apple's modules: what 10,985 of them are made of, by AIR version.

The file `census.txt.xz` has a line for each feature (`mtlb.air.census_features` says what they are), in the order of
Unicode: the feature, a tab, and how many modules of each AIR version have it (`2.6:724 2.7:594`). Lines that begin with
`#` say how many modules of each version were counted, and where from. `2.6:0` of a function is a sighting: modules that
were not counted declare it. `tools/gen_census.py` makes such a file from any libraries. Features of the class `word`
are the words of their bitcode (`mtlb.air.vocabulary`).

The shipped one was made from modules that Apple's compilers wrote by another reader than mtlb's, LLVM 14's, so that it
is an independent judge: `tools/gen_census.py` takes over the classes that mtlb extracts itself. LLVM 14 writes
`no-frame-pointer-elim` as `frame-pointer`, and gives LLVM's own functions their newest types and attributes; of those
the features here have nothing. Where mtlb counts modules that were counted, it finds no other features. Words are not
in LLVM's text: mtlb counted those of the modules that tests read, 1,299 of them.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache

from ..base.errors import FormatError
from ..base.versions import Version
from .names import PREFIX

FILE = "census.txt.xz"
WORD = "word"
"""The class of features that bitcode has, and LLVM's text does not show."""
ENOUGH = 100
"""Modules of an AIR version from which on it says something that none of them has a feature."""


def signature_feature(name: str, text: str) -> str:
    """The feature of a declaration with this name and the text of its type."""
    result, _, parameters = text.partition(" (")
    return f"decl.sig {name} {result} ({parameters}"


class Census:
    """How many modules of each AIR version were counted, and how many of them have each feature."""

    def __init__(self, modules: Mapping[str, int], features: Mapping[str, Mapping[str, int]]) -> None:
        self.modules = modules
        self.features = features
        self._by_class: dict[str, list[str]] = {}
        self._signatures: dict[str, list[str]] = {}
        for feature in features:
            self._by_class.setdefault(feature.partition(" ")[0], []).append(feature)
        for feature in self._by_class.get("decl.sig", ()):
            self._signatures.setdefault(feature.split(" ", 2)[1], []).append(feature)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Census) and (self.modules, self.features) == (other.modules, other.features)

    __hash__ = None  # type: ignore[assignment]

    def has(self, feature: str, air: Version | None = None) -> bool:
        """Whether a module has the feature: of an AIR version if enough of them were counted, else of any."""
        result = self.features.get(feature)
        if result is None or air is None:
            return result is not None
        version = f"{air.major}.{air.minor}"
        return version in result or self.modules.get(version, 0) < ENOUGH

    def signatures(self, name: str, air: Version) -> frozenset[str]:
        """The features `decl.sig` of a function in modules of an AIR version."""
        version = f"{air.major}.{air.minor}"
        return frozenset(item for item in self._signatures.get(name, ()) if version in self.features[item])

    def seen(self, name: str) -> tuple[Version, Version] | None:
        """The first and the last AIR version of modules that declare a function; None if none does."""
        kind = "air" if name.startswith(PREFIX) else "llvm"
        feature = self.features.get(f"decl.{kind} {name}")
        return _span(feature) if feature else None

    def functions(self) -> Iterator[tuple[str, tuple[Version, Version]]]:
        """Each function of AIR that modules declare, and the first and the last AIR version of those."""
        for feature in self._by_class.get("decl.air", ()):
            yield feature.partition(" ")[2], _span(self.features[feature])

    def nearest(self, feature: str) -> str | None:
        """The feature of the same class that is most like one that nobody has; None if there is none like it."""
        kind = feature.partition(" ")[0]
        result = get_close_matches(feature, self._by_class.get(kind, ()), 1, 0.6)
        return result[0] if result else None


@cache
def shipped_census() -> Census:
    """The census of Apple's modules."""
    return read_census(_shipped())


def _shipped() -> bytes:
    from importlib.resources import files  # with all that can be in an archive: of use here alone

    return files(__package__).joinpath(FILE).read_bytes()


@cache
def shipped_words() -> dict[str, tuple[Version, Version]]:
    """Each word of Apple's bitcode, and the first and the last AIR version of modules that have it.

    A conversion needs these alone, and so reads no other line of the census.
    """
    result = {}
    for line in lzma.decompress(_shipped()).decode("utf-8").splitlines():
        if line.startswith(f"{WORD} "):
            feature, _, counts = line.rpartition("\t")
            result[feature.partition(" ")[2]] = _span(_numbers(counts))
    return result


def read_census(data: bytes) -> Census:
    """A census from its file. FormatError, with the line, for what is not one."""
    modules: dict[str, int] = {}
    features: dict[str, dict[str, int]] = {}
    try:
        lines = lzma.decompress(data).decode("utf-8").splitlines()
    except (lzma.LZMAError, UnicodeDecodeError) as error:
        raise FormatError(f"not a census: {error}", offset=0) from None
    for number, line in enumerate(lines, 1):
        try:
            if line.startswith("# modules "):
                modules = _numbers(line.removeprefix("# modules "))
            elif not line.startswith("#"):
                feature, tab, counts = line.rpartition("\t")
                if not tab:
                    raise ValueError("no tab")
                features[feature] = _numbers(counts)
        except ValueError as error:
            raise FormatError(f"line {number} of the census: {error}", offset=0) from None
    return Census(modules, features)


def _numbers(text: str) -> dict[str, int]:
    pairs = [item.partition(":") for item in text.split()]
    return {version: int(number) for version, _, number in pairs}


def _span(numbers: Mapping[str, int]) -> tuple[Version, Version]:
    versions = sorted(map(Version.parse, numbers))
    return versions[0], versions[-1]


def _text(numbers: Mapping[str, int]) -> str:
    ordered = sorted(numbers.items(), key=lambda number: Version.parse(number[0]))
    return " ".join(f"{version}:{number}" for version, number in ordered)


def write_census(census: Census, source: Iterable[str] = ()) -> bytes:
    """The file of a census; lines of `source` say where the modules come from. The same census, the same bytes."""
    lines = [f"# {line}" for line in source] + [f"# modules {_text(census.modules)}"]
    lines += [f"{feature}\t{_text(numbers)}" for feature, numbers in sorted(census.features.items())]
    data = ("\n".join(lines) + "\n").encode("utf-8")
    return lzma.compress(data, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, preset=9 | lzma.PRESET_EXTREME)


def nearest_text(name: str, air: Version) -> str:
    """What to say of a function that no module declares: one with a similar name, and which AIR versions have it."""
    census = shipped_census()
    kind = "air" if name.startswith(PREFIX) else "llvm"
    result = census.nearest(f"decl.{kind} {name}")
    if result is None:
        return ""
    like = result.partition(" ")[2]
    versions = census.seen(like)
    since = f" (AIR {versions[0]} to {versions[1]})" if versions is not None else ""
    return f"; the nearest is @{like}{since}"
