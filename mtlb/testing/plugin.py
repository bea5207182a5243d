"""The plugin of pytest that is installed with mtlb: fixtures `metallib_golden` and `run_kernel`.

It is loaded wherever mtlb is installed, so it imports what it needs when a test asks for it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .frames import hiding_frames

if TYPE_CHECKING:
    from .golden import Metallib
    from .values import KernelRunner

_ACCEPT = "run pytest with --update-metallib"
_STORED = "metallib_stored"  # the name of a property of test reports, which xdist brings to the main process


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options."""
    group = parser.getgroup("mtlb", "Metal libraries")
    group.addoption(
        "--update-metallib",
        action="store_true",
        help="Store what `metallib_golden` is given as the new golden files, instead of comparing.",
    )
    group.addoption(
        "--metallib-diff",
        metavar="DIR",
        help="Where pages with differences, and the libraries that differ, are written; default: pytest's temporary "
        "directory.",
    )
    parser.addini("metallib_golden", "The folder of golden files, beside the test file.", default="golden")


class MetallibGolden:
    """What the fixture `metallib_golden` is: call it with a library, and it compares that with a golden file."""

    def __init__(self, request: pytest.FixtureRequest, claimed: dict[Path, str]) -> None:
        self._request = request
        self._claimed = claimed  # golden files that have no name of their own, and their tests

    @hiding_frames
    def __call__(self, actual: Metallib, name: str | Path | None = None) -> None:
        """Compare a library (bytes, a path, a library in memory, what a link gave) or a module with a golden file.

        `name`: the file, in the folder of golden files; without one it is named after the test. AssertionError with the
        parts that differ, and the place of a page that shows them; --update-metallib stores `actual` instead.
        """
        __tracebackhide__ = True
        from .golden import golden_problem, is_updating, metallib_bytes, store

        path = self.path(name)
        data = metallib_bytes(actual)
        config = self._request.config
        if config.getoption("--update-metallib") or is_updating():
            if store(data, path):
                self._request.node.user_properties.append((_STORED, _relative(path, config.rootpath)))
        elif problem := golden_problem(data, path, _ACCEPT):
            raise AssertionError("\n".join([problem, *self._keep(data, path)]))

    def path(self, name: str | Path | None = None) -> Path:
        """The golden file of this name."""
        __tracebackhide__ = True
        from ..base.arguments import instance

        node = self._request.node
        folder = node.path.parent / self._request.config.getini("metallib_golden")
        if name is not None:
            return Path(folder / instance("name", name, str, os.PathLike))
        words = node.nodeid.partition("::")[2]
        path = Path(folder / node.path.stem / (re.sub(r"[^\w.-]+", "-", words).strip("-.") + ".metallib"))
        other = self._claimed.setdefault(path, node.nodeid)
        if other != node.nodeid:
            raise AssertionError(f"{path} would be the golden file of {other} and of {node.nodeid}: give it a name")
        return path

    def _keep(self, data: bytes, path: Path) -> Iterator[str]:
        """Write the library that differs and a page about it; lines that say where."""
        from ..base.filekind import FileKind, sniff
        from ..base.files import write_atomic
        from ..inspect.diff_page import difference_page

        folder = self._folder(path)
        kept = folder / path.name
        write_atomic(kept, data)
        yield f"what the test made: {kept}"
        if path.is_file() and sniff(path.read_bytes()) is FileKind.METALLIB and sniff(data) is FileKind.METALLIB:
            page = folder / f"{path.name}.html"
            title = f"{path.name}: {self._request.node.name}"
            write_atomic(page, difference_page(path.read_bytes(), data, title, names=(str(path), "the test")).encode())
            yield f"difference: {page}"

    def _folder(self, path: Path) -> Path:
        chosen = self._request.config.getoption("--metallib-diff")
        if chosen is None:
            factory: pytest.TempPathFactory = self._request.getfixturevalue("tmp_path_factory")
            return factory.mktemp("metallib", numbered=True)
        words = re.sub(r"[^\w.-]+", "-", self._request.node.nodeid).strip("-.")
        folder = Path(self._request.config.invocation_params.dir, chosen, words)
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def _relative(path: Path, root: Path) -> str:
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)


@pytest.fixture(scope="session")
def _metallib_claimed() -> dict[Path, str]:
    return {}


@pytest.fixture
def metallib_golden(request: pytest.FixtureRequest, _metallib_claimed: dict[Path, str]) -> MetallibGolden:
    """Compare a library with a golden file: `metallib_golden(library)`, `metallib_golden(library, "a.metallib")`."""
    return MetallibGolden(request, _metallib_claimed)


@pytest.fixture(scope="session")
def run_kernel() -> Iterator[KernelRunner]:
    """Run a function of a library on the CPU and compare what it leaves: see `mtlb.testing.run_kernel`."""
    from .values import KernelRunner

    with KernelRunner() as runner:
        yield runner


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Which golden files were stored, by all processes."""
    reports = [report for category in terminalreporter.stats.values() for report in category]
    stored = {value for report in reports for name, value in getattr(report, "user_properties", ()) if name == _STORED}
    for path in sorted(stored):
        terminalreporter.write_line(f"mtlb: stored {path}")
