"""LLVM in a child process: what it accepts, what it refuses, and what crashes it."""

from __future__ import annotations

import sys

import pytest

from mtlb.base.errors import FormatError
from mtlb.bitcode import llvm

TEXT = b"define void @f() {\n  ret void\n}\n"


def test_text_and_back() -> None:
    assert "define void @f()" in llvm.disassemble(llvm.assemble(TEXT))


@pytest.mark.parametrize("text", [b"nonsense", b"define void @f( {", b"\xff"])
def test_bad_text_is_refused_in_one_line(text: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        llvm.assemble(text)
    assert "\n" not in str(caught.value)


def test_bad_bitcode_is_refused() -> None:
    with pytest.raises(FormatError, match=r"LLVM [0-9.]+ can't read"):
        llvm.disassemble(b"BC\xc0\xde" + bytes(64))


def test_the_death_of_the_child_is_an_error_and_the_next_request_works(monkeypatch: pytest.MonkeyPatch) -> None:
    child = llvm._Child()
    monkeypatch.setattr(llvm, "_child", child)
    bitcode = llvm.assemble(TEXT)
    assert child._process is not None
    child._process.kill()
    with pytest.raises(FormatError, match="does not survive"):
        llvm.disassemble(bitcode)
    assert "@f" in llvm.disassemble(bitcode)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems don't enforce the limit")
def test_too_much_memory_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the next request gets what it needs."""
    monkeypatch.setattr(llvm, "_child", llvm._Child())
    monkeypatch.setattr(llvm, "_MEMORY", 300 << 20)
    monkeypatch.setattr(llvm, "_MEMORY_PER_BYTE", 0)
    large = b"".join(b"define void @f%d() {\n  ret void\n}\n" % number for number in range(200_000))
    with pytest.raises(FormatError, match="does not survive"):
        llvm.assemble(large)
    assert "@f" in llvm.disassemble(llvm.assemble(TEXT))


def test_a_hang_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(llvm, "_child", llvm._Child())
    monkeypatch.setattr(llvm, "_SECONDS", 0.01)
    monkeypatch.setattr(llvm, "_PROGRAM", "import time; time.sleep(60)")
    with pytest.raises(FormatError, match="does not survive"):
        llvm.assemble(TEXT)
