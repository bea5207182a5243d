"""Source out of golden modules: its words, and that it means what the module means."""

from __future__ import annotations

from pathlib import Path

from mtlb.bitcode import read_module
from mtlb.container import read
from mtlb.decompile import decompile_module
from mtlb.ir import Module
from tests.cli.invoke import invoke

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"


def modules() -> list[tuple[str, Module]]:
    return [(one.name, read_module(one.module)) for one in read(LIBRARY.read_bytes()).functions]


def test_every_function_of_a_library_has_text() -> None:
    for name, module in modules():
        (found,) = [one for one in decompile_module(module) if one.name == name]
        assert found.problems == []
        assert f" {name}(" in found.text
        assert found.text.count("{") == found.text.count("}")


def test_the_same_input_gives_the_same_text() -> None:
    first = [decompile_module(module)[0].text for _, module in modules()]
    assert first == [decompile_module(module)[0].text for _, module in modules()]


def test_faithful_text_has_a_statement_for_each_operation() -> None:
    for _, module in modules():
        plain = decompile_module(module)[0].text
        faithful = decompile_module(module, style="faithful")[0].text
        assert faithful.count(";") >= plain.count(";")


def test_the_command_prints_and_writes(tmp_path: Path) -> None:
    printed = invoke("decompile", LIBRARY)
    assert printed.code == 0
    assert "#include <metal_stdlib>" in printed.text
    assert invoke("decompile", LIBRARY, "-o", tmp_path / "out").code == 0
    files = sorted((tmp_path / "out").iterdir())
    assert len(files) == len(modules())
    assert all(file.read_text() in printed.text or file.read_text().strip() in printed.text for file in files)
