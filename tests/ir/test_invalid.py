"""Modules that LLVM refuses are refused here too, and golden ones that were changed get LLVM's verdict.

`invalid/` has a file for each defect. Its first line is what LLVM says, and which part of it does: `parser`, so that
bitcode can't have the defect in most cases, or `verifier`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.ir import Module, parse
from mtlb.ir.verify import verify_module

ALL = sorted((Path(__file__).parent / "invalid").glob("*.ll"))
OF_DEBUG_INFO = [path for path in ALL if path.stem.startswith("debug-")]
INVALID = [path for path in ALL if path not in OF_DEBUG_INFO]
OF_THE_VERIFIER = [path for path in INVALID if path.read_text("utf-8").startswith("; LLVM's verifier: ")]
NAMES = {"ids": lambda path: path.stem}


def test_there_are_enough() -> None:
    assert len(INVALID) >= 270
    assert len(OF_THE_VERIFIER) >= 120


def is_refused(read: Callable[[], Module]) -> bool:
    """Whether a reader, or else the verifier, refuses a module."""
    try:
        return bool(verify_module(read()))
    except MtlbError:
        return True


@pytest.mark.parametrize("path", INVALID, **NAMES)
def test_it_is_refused(path: Path) -> None:
    """By LLVM, and as text by mtlb; if LLVM's parser takes it, also as bitcode that LLVM's writer wrote unverified."""
    from llvmlite import binding

    text = path.read_text("utf-8")
    with pytest.raises(RuntimeError):
        binding.parse_assembly(text, binding.create_context()).verify()
    assert is_refused(lambda: parse(text))
    if path in OF_THE_VERIFIER:
        bitcode = bytes(binding.parse_assembly(text, binding.create_context()).as_bitcode())
        assert is_refused(lambda: read_module(bitcode))


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
