"""Every library retargeted to every target has no finding that it did not have, or is refused with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.base.versions import Platform, Version
from tests.conftest import ROOT, shared_libraries
from tests.edit.matrix import Target, run, targets

GOLDEN = [path for folder in ("lib", "apple") for path in sorted(ROOT.joinpath("golden", folder).rglob("*.metallib"))]
CORPUS = shared_libraries("corpus")
OTHER_PLATFORMS = [
    Platform.MACOS,
    Platform.IOS,
    Platform.IOS_SIMULATOR,
    Platform.TVOS,
    Platform.TVOS_SIMULATOR,
    Platform.WATCHOS,
    Platform.MAC_CATALYST,
    Platform.XROS,
    Platform.XROS_SIMULATOR,
    Platform.DRIVERKIT,
    Platform.BRIDGEOS,
]


def test_the_targets() -> None:
    """All platforms that have releases, and all years of each from the first one with AIR on."""
    expected = list(targets())
    assert {target.platform for target in expected} >= set(OTHER_PLATFORMS)
    assert (
        Target(Platform.MACOS, Version(10, 13)) in expected and Target(Platform.IOS_SIMULATOR, Version(26)) in expected
    )
    assert Target(Platform.IOS_SIMULATOR, Version(12)) not in expected  # compilers raise it


QUICK = ("air-lld-ios15", "air-lld-no-uuid", "metallib-macos10.11")


@pytest.mark.parametrize(
    "path", [pytest.param(path, marks=() if path.stem in QUICK else pytest.mark.long, id=path.stem) for path in GOLDEN]
)
def test_golden_libraries(path: Path) -> None:
    """On every release of their own platform, and of another."""
    own = mtlb.open(path).target.platform
    other = Platform.IOS_SIMULATOR if own is not Platform.IOS_SIMULATOR else Platform.MACOS
    outcome = run([path], [*targets([own]), *list(targets([other]))[::4]])
    assert outcome.new == []
    assert outcome.done > 0


_LARGE = 24_000  # bytes of a library whose every release takes too long for each run


@pytest.mark.corpus
@pytest.mark.long
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: f"{path.parent.name[:20]}-{path.stem[:40]}")
def test_corpus_libraries(path: Path) -> None:
    """On every release of their own platform, of large ones on every third: each AIR version, up and down."""
    releases = list(targets([mtlb.open(path).target.platform]))
    if path.stat().st_size > _LARGE:
        releases = releases[CORPUS.index(path) % 3 :: 3]
    assert run([path], releases).new == []


@pytest.mark.corpus
@pytest.mark.oracle
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: f"{path.parent.name[:20]}-{path.stem[:40]}")
def test_the_whole_matrix(path: Path) -> None:
    """Every library on every release of its own platform."""
    assert run([path]).new == []


_PARTS = 7


def _of_each_kind() -> list[Path]:
    """A library of each AIR version, layout, platform and type in the corpus: the smallest."""
    paths: dict[object, Path] = {}
    for path in sorted(CORPUS, key=lambda path: (path.stat().st_size, path)):
        library = mtlb.open(path)
        if library.functions:
            key = library.functions[0].air_version, library.layout, library.target.platform, library.file_type
            paths.setdefault(key, path)
    return sorted(paths.values())


@pytest.mark.corpus
@pytest.mark.long
@pytest.mark.parametrize("part", range(_PARTS))
def test_every_platform(part: int) -> None:
    """A library of each kind on every sixth release of every platform, so that all releases have some; a large one on
    every twelfth."""
    platforms = [list(targets([platform])) for platform in OTHER_PLATFORMS]
    for number, path in list(enumerate(_of_each_kind()))[part::_PARTS]:
        step = 12 if path.stat().st_size > _LARGE else 6
        assert run([path], [target for releases in platforms for target in releases[number % step :: step]]).new == []


@pytest.mark.corpus
@pytest.mark.oracle
@pytest.mark.parametrize("platform", OTHER_PLATFORMS, ids=lambda platform: platform.label)
def test_every_release_of_every_platform(platform: Platform) -> None:
    """A library of each kind on every release of every platform."""
    outcome = run(_of_each_kind(), list(targets([platform])))
    assert outcome.new == []
    assert outcome.done > 0
