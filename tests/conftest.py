"""Fixtures that the tests of all packages share."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent


settings.register_profile(
    "mtlb", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("mtlb")  # no test of hypothesis fails because the machine is busy


def shared_directory() -> Path:
    """The directory of the corpus of real files: MTLB_SHARED, else beside the checkout. It may not exist."""
    return Path(os.environ.get("MTLB_SHARED") or ROOT.parent / "shared")


def shared_libraries(*folders: str) -> list[Path]:
    """Every metallib below `folders` of the shared directory, in a stable order; empty where it is absent."""
    paths: list[Path] = []
    for folder in folders or ("corpus", "pairs"):
        paths += shared_directory().joinpath(folder).rglob("*.metallib*")
    return sorted(path for path in paths if path.is_file())


def has_corpus() -> bool:
    """Whether the corpus of real files is here."""
    return shared_directory().joinpath("corpus").is_dir()


OPT_IN = ("apple", "readers", "vulkan", "producers", "builds", "site", "judges", "oracle", "long")
"""Markers of tests that run only if the expression of `-m` names them."""

CORPUS_FIXTURES = {"shared", "corpus_libraries", "corpus_modules"}


def only_long(*values: object) -> Any:
    """Values of parameters that only the long tests have."""
    return pytest.param(*values, marks=pytest.mark.long)


def every_nth(values: Iterable[Any], step: int) -> list[Any]:
    """Values of a parameter, or rows of several: all for the long tests, every `step`-th for the quick ones."""
    rows = [value if isinstance(value, tuple) else (value,) for value in values]
    return [only_long(*row) if number % step else pytest.param(*row) for number, row in enumerate(rows)]


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """With ``-n``, a process that has no tests left takes those of another: some take a hundred times as long."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Ten thousand tests are objects that the garbage collector would visit again and again, which is half of the time
    of their collection. It is paused there, and ignores them from then on."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(100_000, 20, 100)
        gc.enable()


def pytest_report_header() -> str:
    """One line about the corpus, without which the tests that use it are not collected."""
    if has_corpus():
        return f"corpus of real files: {shared_directory()}"
    return "corpus of real files: not here, so the tests that read it are left out (docs/development.md, MTLB_SHARED)"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that use the corpus; deselect them where it is absent, and those of opt-in markers.

    If tests are named (``FILE::TEST``), their opt-in markers don't count.
    """
    named = set(re.findall(r"\w+", config.option.markexpr))
    by_name = any("::" in word for word in config.args)
    left_out = set() if by_name else {marker for marker in OPT_IN if marker not in named}
    if not has_corpus():
        left_out.add("corpus")
    selected, deselected = [], []
    for item in items:
        if CORPUS_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("corpus")
        marked = left_out.intersection(marker.name for marker in item.iter_markers())
        (deselected if marked else selected).append(item)
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        items[:] = selected


@pytest.fixture(scope="session")
def shared() -> Path:
    """The directory of real files. Tests that ask for it are marked `corpus`."""
    return shared_directory()


@pytest.fixture(scope="session")
def corpus_libraries(shared: Path) -> list[Path]:
    """Every real library of the corpus and the pairs."""
    return shared_libraries()


@pytest.fixture(scope="session")
def corpus_modules(shared: Path) -> list[Path]:
    """Every real `.air` input of the pairs."""
    return sorted(shared.joinpath("pairs").rglob("*.air"))
