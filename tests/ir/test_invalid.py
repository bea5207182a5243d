"""Modules that LLVM refuses are refused here too, and golden ones that were changed get LLVM's verdict.

`invalid/` has a file for each defect. Its first line is what LLVM says, and which part of it does: `parser`, so that
bitcode can't have the defect in most cases, or `verifier`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.ir import parse
from mtlb.ir.verify import verify_module

ALL = sorted((Path(__file__).parent / "invalid").glob("*.ll"))
OF_DEBUG_INFO = [path for path in ALL if path.stem.startswith("debug-")]
INVALID = [path for path in ALL if path not in OF_DEBUG_INFO]
OF_THE_VERIFIER = [path for path in INVALID if path.read_text("utf-8").startswith("; LLVM's verifier: ")]
NAMES = {"ids": lambda path: path.stem}


def test_there_are_enough() -> None:
    assert len(INVALID) >= 270
    assert len(OF_THE_VERIFIER) >= 120


@pytest.mark.parametrize("path", INVALID, **NAMES)
def test_llvm_refuses_it(path: Path) -> None:
    from llvmlite import binding

    with pytest.raises(RuntimeError):
        binding.parse_assembly(path.read_text("utf-8"), binding.create_context()).verify()


@pytest.mark.parametrize("path", INVALID, **NAMES)
def test_it_is_refused(path: Path) -> None:
    """By the reader of text, or else by the verifier."""
    try:
        module = parse(path.read_text("utf-8"))
    except MtlbError:
        return
    assert verify_module(module)


@pytest.mark.parametrize("path", OF_THE_VERIFIER, **NAMES)
def test_its_bitcode_is_refused(path: Path) -> None:
    """As LLVM's writer wrote it, without a look at it."""
    from llvmlite import binding

    result = binding.parse_assembly(path.read_text("utf-8"), binding.create_context())
    try:
        module = read_module(bytes(result.as_bitcode()))
    except MtlbError:
        return
    assert verify_module(module)


@pytest.mark.parametrize("path", OF_DEBUG_INFO, **NAMES)
def test_broken_debug_information_is_found(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """LLVM says what is wrong, and takes the module without its debug information."""
    from llvmlite import binding

    text = path.read_text("utf-8")
    binding.parse_assembly(text, binding.create_context()).verify()
    assert "ignoring invalid debug info" in capfd.readouterr().err
    module = parse(text)
    assert verify_module(module)
    assert not verify_module(module, debug_info=False)
