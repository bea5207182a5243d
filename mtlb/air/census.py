"""The census of Apple's modules: the features of 10,985 modules, by AIR version.

The file `census.txt.xz` has a line for each feature (`mtlb.air.census_features` defines them), sorted by Unicode code
point: the feature, a tab, and the number of modules of each AIR version that have it (`2.6:724 2.7:594`). Lines that
begin with `#` give the number of modules counted for each version, and their origin. `2.6:0` for a function means that
only modules outside the count declare it. `tools/gen_census.py` builds such a file from any libraries. Features of the
class `word` are bitcode words (`mtlb.air.vocabulary`).

The shipped file was not counted with mtlb's reader but from the text of LLVM 14, which makes it an independent judge:
`tools/gen_census.py` merges in only the classes that mtlb extracts itself. LLVM 14 writes `no-frame-pointer-elim` as
`frame-pointer`, and gives LLVM's own functions their newest types and attributes; the features here leave these out.
For modules that both counted, mtlb finds the same features. Words do not appear in LLVM's text: mtlb counted those of
the 1,299 modules that tests read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from ..base.errors import FormatError
from ..base.versions import Version
from .names import PREFIX

FILE = "census.txt.xz"
WORD = "word"
"""The class of features that exist in bitcode but not in LLVM's text."""
ENOUGH = 100
"""The number of counted modules from which the absence of a feature in an AIR version is taken as evidence."""


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
        """Whether any module has the feature: of this AIR version if at least `ENOUGH` were counted, otherwise of any
        version.
        """
        result = self.features.get(feature)
        if result is None or air is None:
            return result is not None
        version = f"{air.major}.{air.minor}"
        return version in result or self.modules.get(version, 0) < ENOUGH

    def signatures(self, name: str, air: Version) -> frozenset[str]:
        """The `decl.sig` features of a function in modules of an AIR version."""
        version = f"{air.major}.{air.minor}"
        return frozenset(item for item in self._signatures.get(name, ()) if version in self.features[item])

    def seen(self, name: str) -> tuple[Version, Version] | None:
        """The first and the last AIR version of modules that declare a function; None if none does."""
        kind = "air" if name.startswith(PREFIX) else "llvm"
        feature = self.features.get(f"decl.{kind} {name}")
        return _span(feature) if feature else None

    def functions(self) -> Iterator[tuple[str, tuple[Version, Version]]]:
        """Each AIR function that modules declare, with the first and the last AIR version of those modules."""
        for feature in self._by_class.get("decl.air", ()):
            yield feature.partition(" ")[2], _span(self.features[feature])

    def nearest(self, feature: str) -> str | None:
        """The most similar feature of the same class, for a feature that no module has; None if none is similar."""
        from difflib import get_close_matches

        kind = feature.partition(" ")[0]
        result = get_close_matches(feature, self._by_class.get(kind, ()), 1, 0.6)
        return result[0] if result else None


@cache
def shipped_census() -> Census:
    """The census of Apple's modules."""
    return read_census(_shipped())


def _shipped() -> bytes:
    from importlib.resources import files  # it imports all archive formats; used only here

    return files(__package__).joinpath(FILE).read_bytes()


@cache
def shipped_words() -> dict[str, tuple[Version, Version]]:
    """Each bitcode word of Apple's modules, with the first and the last AIR version of modules that have it.

    Conversions need only the words, so no other line of the census is parsed.
    """
    import lzma  # here and below: most commands need no census

    result = {}
    for line in lzma.decompress(_shipped()).decode("utf-8").splitlines():
        if line.startswith(f"{WORD} "):
            feature, _, counts = line.rpartition("\t")
            result[feature.partition(" ")[2]] = _span(_numbers(counts))
    return result


def read_census(data: bytes) -> Census:
    """Parse a census file. FormatError, with the line, for malformed text."""
    import lzma

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
    """The file of a census. The lines of `source` name the origin of the modules. The same census gives the
    same bytes.
    """
    import lzma

    lines = [f"# {line}" for line in source] + [f"# modules {_text(census.modules)}"]
    lines += [f"{feature}\t{_text(numbers)}" for feature, numbers in sorted(census.features.items())]
    data = ("\n".join(lines) + "\n").encode("utf-8")
    return lzma.compress(data, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, preset=9 | lzma.PRESET_EXTREME)


def nearest_text(name: str) -> str:
    """A hint for a function that no module declares: a similar name, and the AIR versions that have it."""
    census = shipped_census()
    kind = "air" if name.startswith(PREFIX) else "llvm"
    result = census.nearest(f"decl.{kind} {name}")
    if result is None:
        return ""
    like = result.partition(" ")[2]
    versions = census.seen(like)
    since = f" (AIR {versions[0]} to {versions[1]})" if versions is not None else ""
    return f"; the nearest is @{like}{since}"
