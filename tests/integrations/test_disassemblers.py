"""The Ghidra script and the Binary Ninja plugin, with stand-ins for both, on a file with two libraries in it."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import mtlb
from tests.conftest import ROOT

LIBRARY = (ROOT / "golden/lib/air-lld-macos14.metallib").read_bytes()
SECOND = (ROOT / "golden/lib/linked-metallib.metallib").read_bytes()
STARTS = (1000, 1000 + len(LIBRARY) + 96)
BASE = 0x100000000

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for mtlb is a shell script"),
]


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is not a library, with two in it; MTLB is a script that runs this checkout."""
    path = tmp_path / "App"
    path.write_bytes(b"\xca" * STARTS[0] + LIBRARY + b"\x00" * 96 + SECOND + b"end")
    command = tmp_path / "mtlb"
    command.write_text(f'#!/bin/sh\ncd {ROOT} && exec {sys.executable} -m mtlb "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("MTLB", str(command))
    return path


def modules(data: bytes) -> dict[str, int]:
    """The offset of each function's module in a library."""
    view = memoryview(data)
    return {function.name: data.index(bytes(function.module)) for function in mtlb.read(view).functions}


def expected() -> dict[str, int]:
    return {
        name: BASE + start + offset
        for start, data in zip(STARTS, (LIBRARY, SECOND), strict=True)
        for name, offset in modules(data).items()
    }


def test_ghidra(app: Path) -> None:
    labels: dict[str, int] = {}
    comments: dict[int, str] = {}
    bookmarks: list[tuple[int, str]] = []
    memory = SimpleNamespace(locateAddressesForFileOffset=lambda offset: [BASE + offset])
    program = SimpleNamespace(getExecutablePath=lambda: str(app), getMemory=lambda: memory)
    runpy.run_path(
        str(ROOT / "integrations/ghidra/MetalFunctions.py"),
        {
            "currentProgram": program,
            "createBookmark": lambda address, category, note: bookmarks.append((address, note)),
            "createLabel": lambda address, name, primary: labels.update({name: address}),
            "setPlateComment": lambda address, text: comments.update({address: text}),
        },
    )
    assert [address for address, _ in bookmarks] == [BASE + start for start in STARTS]
    assert labels == {f"metal_{name}": address for name, address in expected().items()}
    assert "kernel void saxpy(" in comments[labels["metal_saxpy"]]


class _View(SimpleNamespace):
    """A view of Binary Ninja, as far as the plugin asks it."""

    def __init__(self, path: Path) -> None:
        super().__init__(file=SimpleNamespace(original_filename=str(path)), symbols={}, comments={}, reports=[])
        self.show_plain_text_report = self.show_markdown_report = lambda title, text: self.reports.append(text)

    def get_address_for_data_offset(self, offset: int) -> int:
        return BASE + offset

    def define_user_symbol(self, symbol: tuple[Any, int, str]) -> None:
        self.symbols[symbol[2]] = symbol[1]

    def set_comment_at(self, address: int, text: str) -> None:
        self.comments[address] = text


def test_binary_ninja(app: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[str] = []
    module = ModuleType("binaryninja")
    module.Symbol = lambda *inputs: inputs  # type: ignore[attr-defined]
    module.SymbolType = SimpleNamespace(DataSymbol="data")  # type: ignore[attr-defined]
    module.PluginCommand = SimpleNamespace(  # type: ignore[attr-defined]
        register=lambda name, description, action: commands.append(name)
    )
    monkeypatch.setitem(sys.modules, "binaryninja", module)
    plugin = runpy.run_path(str(ROOT / "integrations/binaryninja/__init__.py"), run_name="plugin")
    assert commands == ["Metal\\List functions"]
    view = _View(app)
    plugin["list_functions"](view)
    assert view.symbols == {f"metal::{name}": address for name, address in expected().items()}
    assert "y[i] += a * x[i];" in view.comments[view.symbols["metal::saxpy"]]
    assert f"# Metal library at {STARTS[1]:#x}" in view.reports[0]
    broken = tmp_path / "none"
    broken.write_bytes(b"nothing is in this file")
    other = _View(broken)
    plugin["list_functions"](other)
    assert other.reports == ["No Metal library in this file.\n"]
