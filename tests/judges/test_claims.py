"""What mtlb's producers make holds what others found Apple's compilers to need; each claim finds its case."""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mtlb import emit
from mtlb.base.errors import BuildError, MtlbError
from mtlb.bitcode import read_module
from mtlb.container import read
from mtlb.convert import convert_file
from mtlb.emit import u64
from mtlb.ir import Module
from mtlb.ir.text.reader import parse
from mtlb.prove import kit_libraries
from mtlb.prove.kit import TARGETS
from mtlb.translate import translate
from tests.conftest import ROOT
from tests.judges.claims import CLAIMS, Claim, broken, chained_bytes, unknown_signatures


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_a_claim_finds_its_case(claim: Claim) -> None:
    assert claim.pattern.search(claim.case)


def test_chains_of_bytes_are_found() -> None:
    text = """define void @k(i8 addrspace(1)* %p, i64 %a) {
  %q = getelementptr inbounds i8, i8 addrspace(1)* %p, i64 %a
  %r = getelementptr inbounds i8, i8 addrspace(1)* %q, i64 4
}
"""
    assert list(chained_bytes(text)) == ["chained addresses in bytes: %q"]
    assert list(chained_bytes(text.replace("%q, i64 4", "%p, i64 4"))) == []


def test_signatures_of_other_versions_are_found() -> None:
    text = """target triple = "air64-apple-macosx12.0.0"
declare float @air.no_such_function(float)
declare <4 x float> @air.fma.v4f32(<4 x float>, <4 x float>)
declare void @llvm.trap()
!air.version = !{!0}
!0 = !{i32 2, i32 4, i32 0}
"""
    assert list(unknown_signatures(parse(text))) == [
        "not of AIR 2.4: air.no_such_function",
        "not of AIR 2.4: air.fma.v4f32",
        "not AIR's: llvm.trap",
    ]


def assert_unbroken(modules: Iterator[tuple[str, Module]], least: int) -> None:
    count, wrong = 0, []
    for name, module in modules:
        count += 1
        wrong += [f"{name}: {line}" for line in broken(module)]
    assert wrong == [] and count >= least


@pytest.mark.parametrize("target", ["macos14", pytest.param("macos26", marks=pytest.mark.long)])
def test_what_emit_makes(target: str) -> None:
    def modules() -> Iterator[tuple[str, Module]]:
        for path in sorted((ROOT / "examples/emit").glob("*.py")):
            spec = importlib.util.spec_from_file_location(f"claims_{path.stem}", path)
            assert spec is not None and spec.loader is not None
            example = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(example)
            yield path.stem, read_module(example.build(target).air_bytes())

    assert_unbroken(modules(), 8)


@pytest.mark.long
@pytest.mark.parametrize("target", TARGETS)
def test_the_kit(target: str) -> None:
    libraries = ((path.name, read(path.data)) for path in kit_libraries((target,)))
    assert_unbroken(((f"{n}:{f.name}", read_module(f.module)) for n, item in libraries for f in item.functions), 18)


@pytest.mark.long
@pytest.mark.parametrize("target", ["macos14", "macos26"])
def test_what_spirv_becomes(target: str) -> None:
    paths = sorted((ROOT / "golden/glsl").glob("*.spv"))
    assert_unbroken(((p.stem, read_module(translate(p.read_bytes(), target).module.air_bytes())) for p in paths), 30)


@pytest.mark.long
@pytest.mark.parametrize("target", ["macos14", "macos26"])
def test_what_is_converted(target: str) -> None:
    paths = sorted((ROOT / "golden/convert").glob("*.ll"))
    assert_unbroken(((p.stem, read_module(convert_file(p, target).bitcode)) for p in paths), 4)


@pytest.mark.long
@pytest.mark.corpus
def test_apples_own_modules_tell_which_claims_are_general(corpus_libraries: list[Path]) -> None:
    """A claim that some module of Apple's breaks is about some systems, or some forms of it; these are known."""
    counts: Counter[str] = Counter()
    count = 0
    for path in corpus_libraries[::4]:
        try:
            functions = read(path.read_bytes()).functions
        except MtlbError:  # some of the corpus is damaged on purpose
            continue
        for function in functions[::4][:40]:
            count += 1
            counts.update({line.partition(":")[0] for line in broken(read_module(function.module))})
    assert count >= 80
    known = {"chained addresses in bytes", "aggregates loaded as a whole", "data in the generic address space"}
    assert set(counts) <= {*known, "not of AIR 1.8"}  # the table of signatures begins with AIR 2.0


def test_emit_refuses_wide_shuffles() -> None:
    m = emit.Module("macos14", "wide")
    k = m.kernel("wide")
    x = k.buffer("x", u64, 0)
    b = k.entry()
    with pytest.raises(BuildError, match="does not exist for these types"):
        b.simd("shuffle", x[1].load(), b.const(emit.u16, 0))
