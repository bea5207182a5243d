"""golden/convert/newest.ll has what only newer LLVMs write: typed for every form of AIR, from text and from bitcode."""

from __future__ import annotations

import re

import pytest
from llvmlite import binding

from mtlb.air.lint import lint_module
from mtlb.bitcode import read_module
from mtlb.bitstream.wrapper import unwrap
from mtlb.convert import ConvertOptions, ConvertTarget, convert_bytes
from tests.conftest import ROOT

PATH = ROOT / "golden" / "convert" / "newest.ll"
NEWER = (
    *(
        "nneg",
        "disjoint",
        "samesign",
        "trunc nuw",
        "nusw",
        "captures(",
        "initializes",
        "nofpclass",
        "range(",
        "memory(",
    ),
    *("syncscope", "atomicrmw", " cmpxchg", "load atomic", "fence seq_cst", "llvm.ucmp", "llvm.minimum", "llvm.vector"),
    *("llvm.assume", "fptosi", "uitofp", "PIC Level"),
)


def bitcode() -> bytes:
    return bytes(binding.parse_assembly(PATH.read_text(), binding.create_context()).as_bitcode())


@pytest.mark.parametrize("air", ["2.3", "2.5", "2.6", "2.8"])
@pytest.mark.parametrize("form", ["text", "bitcode"])
def test_it_becomes_a_typed_module(form: str, air: str) -> None:
    source = PATH.read_bytes() if form == "text" else bitcode()
    data = convert_bytes("newest", source, ConvertOptions(ConvertTarget.parse(f"air{air}"))).bitcode
    module = read_module(data)
    assert not module.has_opaque_pointers
    text = module.text()
    source_text = PATH.read_text()
    assert [word for word in NEWER if word not in source_text] == []
    assert [word for word in NEWER if word in text] == []
    assert re.search(r"\bptr\b", text) is None
    assert ("freeze" in text) == (air >= "2.6")
    assert "@air.atomic.global.cmpxchg.weak.i32(i32 addrspace(1)*" in text
    assert "@third = internal addrspace(2) constant i32 addrspace(2)* getelementptr inbounds" in text
    assert ("@air.atomic.fence" in text) == (air == "2.8")
    assert [str(finding) for finding in lint_module(data)] == []
    binding.parse_bitcode(bytes(unwrap(data)), binding.create_context()).verify()
