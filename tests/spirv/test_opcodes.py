"""`mtlb.spirv.opcodes`: what functions of the reader, the verifier and the translator compare opcodes with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mtlb.spirv import opcodes
from mtlb.spirv.enumerants import Op
from tests.conftest import ROOT

FOR_PEOPLE = frozenset({"friendly.py", "listing.py"})
FILES = [
    path
    for folder in ("spirv", "spirv/rules", "translate")
    for path in sorted((ROOT / "mtlb" / folder).glob("*.py"))
    if path.name not in FOR_PEOPLE
]
CONSTANTS = {name: value for name, value in vars(opcodes).items() if name.startswith("OP_")}


def looked_up(tree: ast.Module) -> Iterator[int]:
    """The lines of functions that look a member of `Op` up."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in (node for statement in function.body for node in ast.walk(statement)):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Op":
                    yield node.lineno


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_functions_use_the_constants(path: Path) -> None:
    assert list(looked_up(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_members_in_functions_are_seen() -> None:
    source = "A = Op.OpLoad\n@lowers(Op.OpStore)\ndef f(op):\n    return op is Op.OpLoad\n"
    assert list(looked_up(ast.parse(source))) == [4]


def test_each_is_the_opcode_of_its_name_and_is_used() -> None:
    assert CONSTANTS
    for name, op in CONSTANTS.items():
        assert isinstance(op, Op)
        assert name.replace("_", "").lower() == op.name.lower()
    used = " ".join(path.read_text(encoding="utf-8") for path in FILES if path.name != "opcodes.py")
    assert CONSTANTS.keys() - set(re.findall(r"\bOP_\w+", used)) == set()
