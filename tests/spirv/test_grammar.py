"""The grammar: the stub says what the enums are, and the table says what the published one says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mtlb.spirv.enumerants import Capability, Decoration, Dim, ImageOperands, Op, StorageClass
from mtlb.spirv.grammar import EXTENDED, INSTRUCTION_NAMES, INSTRUCTIONS, KINDS
from tests.conftest import ROOT

HEADERS = Path("/usr/include/spirv/unified1")


def test_the_stub_is_that_of_the_enums() -> None:
    subprocess.run([sys.executable, "tools/gen_spirv.py", "--check"], cwd=ROOT, check=True)


def test_rows() -> None:
    row = INSTRUCTIONS[61]
    assert row.name == "OpLoad"
    assert [(use.kind.name, use.quantifier) for use in row.operands] == [
        ("IdResultType", ""),
        ("IdResult", ""),
        ("IdRef", ""),
        ("MemoryAccess", "?"),
    ]
    grad = KINDS["ImageOperands"].enumerants[4]
    assert [use.kind.name for use in grad.operands] == ["IdRef", "IdRef"]
    shader = KINDS["Capability"].enumerants[1]
    assert (shader.name, shader.capabilities, shader.version) == ("Shader", ("Matrix",), (1, 0))
    assert INSTRUCTIONS[INSTRUCTION_NAMES["OpSDotKHR"]].name == "OpSDot"
    assert EXTENDED["GLSL.std.450"][31].name == "Sqrt"
    assert len(INSTRUCTIONS) > 750


def test_enums_have_the_published_names() -> None:
    assert (Op(129), Op(129).label) == (Op.OpFAdd, "OpFAdd")
    assert (Dim(1).name, Dim(1).label) == ("Dim2D", "2D")
    assert (ImageOperands.None_.label, StorageClass.StorageBuffer.label) == ("None", "StorageBuffer")
    assert Capability.StorageBuffer16BitAccess is Capability.StorageUniformBufferBlock16
    assert Decoration(65000).label == "65000"
    assert StorageClass.of("workgroup") is StorageClass.Workgroup


@pytest.mark.long
@pytest.mark.skipif(not HEADERS.is_dir(), reason="the SPIR-V headers are not installed")
def test_older_headers_have_nothing_that_the_table_lacks() -> None:
    """Whatever version is installed: its instructions and enumerants are in the table, by one of their names."""
    import json

    core = json.loads((HEADERS / "spirv.core.grammar.json").read_text(encoding="utf-8"))
    if core["revision"] > 4:
        pytest.skip("newer than the table")
    for instruction in core["instructions"]:
        if "RESERVED" not in instruction["opname"].upper():
            assert instruction["opcode"] in INSTRUCTIONS, instruction["opname"]
    for kind in core["operand_kinds"]:
        for instruction in kind.get("enumerants", ()):
            value = instruction["value"] if isinstance(instruction["value"], int) else int(instruction["value"], 0)
            assert value in KINDS[kind["kind"]].enumerants, (kind["kind"], instruction["enumerant"])
