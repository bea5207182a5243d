"""Fixtures that the tests of all packages share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def shared_directory() -> Path:
    """The directory of the corpus of real files: MTLB_SHARED, else beside the checkout. It may not exist."""
    return Path(os.environ.get("MTLB_SHARED") or ROOT.parent / "shared")


def shared_libraries(*folders: str) -> list[Path]:
    """Every metallib below `folders` of the shared directory, in a stable order; empty where it is absent."""
    found: list[Path] = []
    for folder in folders or ("corpus", "pairs"):
        found += shared_directory().joinpath(folder).rglob("*.metallib*")
    return sorted(path for path in found if path.is_file())


@pytest.fixture(scope="session")
def shared() -> Path:
    """The directory of real files; the test is skipped without it."""
    directory = shared_directory()
    if not directory.joinpath("corpus").is_dir():
        pytest.skip("the corpus of real files is not here (MTLB_SHARED)")
    return directory


@pytest.fixture(scope="session")
def corpus_libraries(shared: Path) -> list[Path]:
    """Every real library of the corpus and the pairs."""
    return shared_libraries()


@pytest.fixture(scope="session")
def corpus_modules(shared: Path) -> list[Path]:
    """Every real `.air` input of the pairs."""
    return sorted(shared.joinpath("pairs").rglob("*.air"))
