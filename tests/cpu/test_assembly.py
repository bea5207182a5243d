"""The assembly of functions for both processors: what every LLVM from 20 on makes of them, on any host."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mtlb
from mtlb import emit
from mtlb.base.errors import UnsupportedError
from mtlb.bitcode import read_module
from mtlb.cpu import CpuTarget, assemble
from mtlb.cpu.process import Session
from mtlb.emit import f16, f32, u32
from mtlb.ir import Module
from tests.conftest import ROOT, shared_libraries
from tests.cpu.kernels import kernel, scalar_kernel


@pytest.fixture(scope="module")
def session() -> Session:
    with Session() as shared:
        yield shared


def lines_of(module: bytes | Module, processor: CpuTarget, session: Session) -> list[str]:
    """The lines of the assembly, with one space between words."""
    text = assemble(module if isinstance(module, Module) else read_module(module), processor, session=session)
    assert text.endswith("\n")
    return [" ".join(line.split()) for line in text.splitlines()]


def instructions(lines: list[str]) -> set[str]:
    return {line.split()[0] for line in lines if re.match(r"[a-z]", line) and not line.endswith(":")}


@pytest.mark.parametrize(
    ("processor", "multiply_add", "end"), [("x86_64", r"vfn?m(add|sub)\d*ss", "retq"), ("aarch64", "fmadd", "ret")]
)
def test_saxpy(processor: str, multiply_add: str, end: str, session: Session) -> None:
    lines = lines_of((ROOT / "golden/air/saxpy.air").read_bytes(), CpuTarget(processor), session)
    assert lines[-1] == end and "saxpy:" in lines and ".globl saxpy" in lines
    assert sum(re.fullmatch(multiply_add, name) is not None for name in instructions(lines)) == 1
    assert not any("call" in name or name == "bl" for name in instructions(lines))
    assert len(lines) < 16


@pytest.mark.parametrize(("processor", "call"), [("x86_64", "callq"), ("aarch64", "bl")])
def test_what_needs_other_threads_stays_a_call(processor: str, call: str, session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("x", f32, 0, "read"), k.buffer("out", f32, 1)
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        out[i].store(b.simd("sum", b.air("sqrt", x[i].load())))

    lines = lines_of(kernel(body), CpuTarget(processor), session)
    called = [line.split()[1].removesuffix("@PLT") for line in lines if line.startswith(call)]
    assert called == ["air.simd_sum.f32"]
    assert instructions(lines) & {"sqrtss", "vsqrtss", "fsqrt"}


def test_half_precision_has_instructions(session: Session) -> None:
    data = scalar_kernel("fma", f16, 3)
    assert "vcvtph2ps" in instructions(lines_of(data, CpuTarget.X86_64, session))
    assert {"call", "callq", "bl"}.isdisjoint(instructions(lines_of(data, CpuTarget.AARCH64, session)))


def test_variables_that_the_driver_sets_are_loaded(session: Session) -> None:
    library = mtlb.read((ROOT / "golden/lib/air-lld-macos14.metallib").read_bytes())
    (fragment,) = (f for f in library.functions if f.name == "triangle_fragment")
    lines = lines_of(read_module(fragment.module), CpuTarget.AARCH64, session)
    assert any("gain" in line for line in lines) and any("textured" in line for line in lines)


def test_the_module_stays_as_it_is(session: Session) -> None:
    module = read_module((ROOT / "golden/air/air_kernel_argument_buffer.air").read_bytes())
    before = module.text()
    assert assemble(module, "x86_64", session=session) == assemble(module, CpuTarget.X86_64, session=session)
    assert module.text() == before


def test_another_processor_is_refused() -> None:
    module = read_module((ROOT / "golden/air/saxpy.air").read_bytes())
    with pytest.raises(UnsupportedError, match="processor 'mips' is not one of x86_64, aarch64"):
        assemble(module, "mips")


@pytest.mark.parametrize("processor", CpuTarget)
@pytest.mark.parametrize("path", sorted((ROOT / "golden/air").glob("*.air")), ids=lambda path: path.stem)
def test_golden_modules(path: Path, processor: CpuTarget, session: Session) -> None:
    module = read_module(path.read_bytes())
    lines = lines_of(module, processor, session)
    kept = [f.name for f in module.functions if f.blocks and not f.name.startswith("air.") and f.linkage == 0]
    assert [name for name in kept if f"{name}:" not in lines and f'"{name}":' not in lines] == []


@pytest.mark.long
@pytest.mark.corpus
def test_real_functions(shared: Path, session: Session) -> None:
    for path in shared_libraries("corpus")[::9]:
        function = next(iter(mtlb.open(path).functions), None)
        if function is not None:
            for processor in CpuTarget:
                lines = lines_of(read_module(function.module), processor, session)
                assert any(line.strip('":') == function.name for line in lines)
