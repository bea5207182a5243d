"""Source out of modules, compiled again: the same values."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from mtlb.air import EntryPoint, describe_all, read_entry_points, reflection_json
from mtlb.bitcode import read_module
from mtlb.container import read
from mtlb.cpu import run
from mtlb.ir import InstCode, constant_number
from mtlb.metal import CompileOptions, compile_source
from tests.assembled import assemble
from tests.decompile.measure import GOOD, attempted, functions, trip
from tests.metal.needed import needs_clang
from tests.metal.test_constant_indices import SOURCE as CONSTANT_INDICES
from tests.metal.test_tables import RAYS, TABLES, metal_source

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("name", ["golden/metal/kernels", "golden/metal/render", "tests/decompile/rarer"])
def test_golden_sources_come_back(name: str) -> None:
    from mtlb.decompile import decompile_module

    bitcode = compile_source(ROOT / f"{name}.metal").bitcode
    module = read_module(bitcode)
    texts = {item.name: item for item in decompile_module(module)}
    assert len(texts) == len(read_entry_points(module)) > 2
    for entry, text in texts.items():
        assert text.problems == []
        actual = attempted((name, entry, ""), text, bitcode, 1, 10.0)
        assert actual.outcome in GOOD, actual


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("text", [TABLES, RAYS], ids=["tables", "rays"])
def test_what_no_cpu_runs_comes_back_with_the_same_calls(tmp_path: Path, text: str) -> None:
    """Ray tracing, tables of functions, patches, interpolants: AIR's functions, with all operands that are numbers."""
    from mtlb.decompile import decompile_module

    path = tmp_path / "a.metal"
    path.write_text(metal_source(text), encoding="utf-8")
    module = read_module(compile_source(path).bitcode)
    sources = decompile_module(module)
    assert len(sources) > 1
    for entry, source in zip(read_entry_points(module), sources, strict=True):
        assert source.problems == []
        path.write_text(source.text, encoding="utf-8")
        (again,) = read_entry_points(read_module(compile_source(path).bitcode))
        assert calls_of(again) == calls_of(entry)
        assert [output.kind for output in again.outputs] == [output.kind for output in entry.outputs]
        assert (again.flags, again.patch) == (entry.flags, entry.patch)


_INTERFACES = """
struct Targets { float4 first [[color(0), function_constant(on)]]; float4 second [[color(1)]]; };
fragment Targets targets(texture2d<float, access::read_write> t [[texture(0), raster_order_group(2)]],
    device float* b [[buffer(1), raster_order_group(1), function_constant(other)]], float4 p [[position]]) {
  t.write(float4(2), uint2(p.xy));
  if (other) b[1] = 2;
  return { p, t.read(uint2(0)) };
}
"""


@needs_clang
@pytest.mark.long
def test_interfaces_come_back(tmp_path: Path) -> None:
    """Indices and predicates of function constants, computed ones too; raster order groups."""
    from mtlb.decompile import decompile_module

    path = tmp_path / "a.metal"
    path.write_text(CONSTANT_INDICES + _INTERFACES, encoding="utf-8")
    module = read_module(compile_source(path).bitcode)
    for description, source in zip(describe_all(module), decompile_module(module), strict=True):
        assert source.problems == [] and source.name == description.name
        path.write_text(source.text, encoding="utf-8")
        (again,) = describe_all(read_module(compile_source(path).bitcode))
        former, current = reflection_json(description), reflection_json(again)
        for key in ("arguments", "outputs", "function_constants"):
            assert without_symbols(former[key]) == without_symbols(current[key])


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("is_invariant", [False, True])
def test_an_invariant_position_comes_back(tmp_path: Path, is_invariant: bool) -> None:
    """The text says which options keep the meaning: the attribute alone is ignored, as by Apple's compiler."""
    from mtlb.decompile import decompile_module

    path = tmp_path / "a.metal"
    attribute = ", invariant" if is_invariant else ""
    path.write_text(
        "#include <metal_stdlib>\nusing namespace metal;\n"
        f"struct Out {{ float4 p [[position{attribute}]]; float c; }};\n"
        "vertex Out f(device float4* v, uint i [[vertex_id]]) { return { v[i] * 2 + 1, 3 }; }\n"
    )
    compiled = compile_source(path, CompileOptions(invariance=True))
    (source,) = decompile_module(compiled.converted.module)
    first = source.text.partition("\n")[0]
    expected = "// Compiled with -fpreserve-invariance" if is_invariant else "#include <metal_stdlib>"
    assert first == expected
    path.write_text(source.text)
    again = compile_source(path, CompileOptions(invariance="-fpreserve-invariance" in first))
    outputs = [
        [output.invariant for output in read_entry_points(item.converted.module)[0].outputs]
        for item in (compiled, again)
    ]
    assert outputs[0] == outputs[1] == [is_invariant, False]


def without_symbols(value: object) -> object:
    """The JSON form of an interface without the numbers of variables for indices."""
    return re.sub(r"int_expr_\d+", "int_expr", json.dumps(value))


def calls_of(entry: EntryPoint) -> list[tuple[str, list[int | None]]]:
    """The calls of AIR's functions, with the operands that are constant integers, in any order."""
    calls = [instruction for instruction in entry.function.instructions() if instruction.code is InstCode.CALL]
    named = [item for item in calls if getattr(item.callee, "name", "").startswith("air.")]
    return sorted(
        ((item.callee.name, [constant_number(value) for value in item.arguments]) for item in named),
        key=str,
    )


@needs_clang
@pytest.mark.long
def test_a_golden_library_comes_back() -> None:
    count = len(read(LIBRARY.read_bytes()).functions)
    assert [trip(str(LIBRARY), number).outcome for number in range(count)] == ["same"] * count


@needs_clang
@pytest.mark.oracle
@pytest.mark.corpus
def test_most_of_the_corpus_comes_back() -> None:
    """Every ninth function of the corpus: text for all, the shares of docs/decompile.md for the rest."""
    import os

    chosen = list(functions(Path(os.environ["MTLB_SHARED"]) / "corpus"))[::9]
    trips = [trip(path, number) for path, number, _ in chosen]
    assert all(trip.text for trip in trips)
    assert sum(trip.is_accepted for trip in trips) >= 0.97 * len(trips)
    assert sum(trip.outcome in GOOD for trip in trips) >= 0.9 * len(trips)


_BEHIND = """target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64"
target triple = "air64-apple-macosx14.0.0"
define void @k(<4 x half> addrspace(1)* %v, i32 %n) {
  %at = shl i32 %n, 1
  %i = zext i32 %at to i64
  %p = getelementptr inbounds <4 x half>, <4 x half> addrspace(1)* %v, i64 0, i64 %i
  store half 0xH4000, half addrspace(1)* %p, align 2
  ret void
}
!air.kernel = !{!0}
!air.version = !{!4}
!air.language_version = !{!5}
!0 = !{void (<4 x half> addrspace(1)*, i32)* @k, !6, !1}
!1 = !{!2, !3}
!2 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read_write", !"air.address_space", i32 1, !"air.arg_type_size", i32 8, !"air.arg_type_align_size", i32 8, !"air.arg_type_name", !"half4", !"air.arg_name", !"v"}
!3 = !{i32 1, !"air.thread_position_in_grid", !"air.arg_type_name", !"uint", !"air.arg_name", !"n"}
!4 = !{i32 2, i32 6, i32 0}
!5 = !{!"Metal", i32 3, i32 1, i32 0}
!6 = !{}
"""  # noqa: E501


@needs_clang
@pytest.mark.long
def test_an_element_behind_the_first_vector(tmp_path: Path) -> None:
    """LLVM's passes write an index of the first vector for a pointer to its elements, as in TheApeMachine/puter's
    library; the element may be in another vector.
    """
    from mtlb.decompile import decompile_module

    module = read_module(assemble(_BEHIND.encode()))
    (source,) = decompile_module(module)
    assert "((device half*)v)[n * 2] = 2.0h;" in source.text
    path = tmp_path / "k.metal"
    path.write_text(source.text, encoding="utf-8")
    values = np.zeros((8, 4), np.float16)
    run(compile_source(path).bitcode, "k", 8, 8, buffers={"v": values}, check=True)
    assert values.reshape(-1).tolist() == [2, 0] * 8 + [0] * 16
