"""The tutorial's programs run, in order; the reference is what the docstrings say."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import mtlb
from mtlb import emit
from mtlb.convert import AttachedModule
from mtlb.emit import names
from tests.conftest import ROOT

TUTORIAL = ROOT / "docs/builder.md"


def test_the_tutorial_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```\n", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 5
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "compiler.py", "exec"), names)
        module = names["a"] if isinstance(names.get("a"), AttachedModule) else names["m"]
        assert isinstance(module, emit.Module)
        assert module.check() == []
    assert list(mtlb.verify((tmp_path / "saxpy.metallib").read_bytes())) == []
    assert list(mtlb.verify(names["library"])) == []  # type: ignore[arg-type]
    assert re.fullmatch(
        r"kernel 'mixed': add \(compiler\.py:\d+\): the operands are float and uint", str(names["message"])
    )


def test_every_type_that_has_a_name_is_exported() -> None:
    result = {"HANDLE_TYPES", "SCALARS", "WORDS"}  # not names of types: they stay there
    for node in ast.parse((ROOT / "mtlb/emit/names.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign):
            result ^= {item.id for target in node.targets for item in ast.walk(target) if isinstance(item, ast.Name)}
        elif isinstance(node, ast.FunctionDef):
            result.add(node.name)
    assert len(result) > 70 and result <= set(emit.__all__)
    assert all(getattr(emit, name) is getattr(names, name) for name in result)
