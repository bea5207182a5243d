"""The listing of DXIL: tables and comments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mtlb.base.errors import UnsupportedError
from mtlb.bitstream.stream import read_stream
from mtlb.bitstream.wrapper import unwrap
from mtlb.bitstream.writer import write_stream
from mtlb.dxbc import read
from mtlb.dxbc.dxil import bitcode_parts, main_program, read_bitcode_program
from mtlb.dxbc.dxil_metadata import resources_of, structs_of, view_id_words
from mtlb.dxbc.dxil_operations import OPERATIONS, operation_comment
from mtlb.dxbc.dxil_text import dxil_lines
from mtlb.ir import parse
from tests.conftest import ROOT
from tests.dxbc.samples import dxil_shader, pixel_shader

ASSEMBLY = b"""\
target triple = "dxil-ms-dx"

%Params = type { float, <4 x float> }
%"class.StructuredBuffer<V>" = type { %V }
%V = type { <3 x float> }

define void @main() {
  ret void
}

!dx.resources = !{!0}
!dx.typeAnnotations = !{!10}
!dx.viewIdState = !{!20}

!0 = !{!1, null, !3, !5}
!1 = !{!2}
!2 = !{i32 0, %"class.StructuredBuffer<V>"* undef, !"verts", i32 1, i32 2, i32 -1, i32 12, i32 0, !7}
!3 = !{!4}
!4 = !{i32 0, %Params* undef, !"Params", i32 0, i32 3, i32 1, i32 32, null}
!5 = !{!6}
!6 = !{i32 0, i8* undef, !"samp", i32 0, i32 0, i32 1, i32 1, null}
!7 = !{i32 1, i32 12}
!10 = !{i32 0, %Params undef, !11, %V undef, !14}
!11 = !{i32 32, !12, !13}
!12 = !{i32 6, !"scale", i32 3, i32 0, i32 7, i32 9}
!13 = !{i32 6, !"color", i32 3, i32 16, i32 7, i32 9}
!14 = !{i32 12, !15}
!15 = !{i32 6, !"position", i32 3, i32 0, i32 7, i32 9}
!20 = !{[4 x i32] [i32 2, i32 2, i32 1, i32 3]}
"""


def test_metadata() -> None:
    module = parse(ASSEMBLY)
    buffer, sampler, vertices = resources_of(module)
    assert (buffer.name, buffer.lower, buffer.size) == ("Params", 3, 32)
    assert (sampler.name, sampler.element) == ("samp", 1)
    assert (vertices.name, vertices.space, vertices.range, vertices.size) == ("verts", 1, 0xFFFFFFFF, 12)
    names = [[field.name for field in struct.fields] for struct in structs_of(module).values()]
    assert names == [["scale", "color"], ["position"]]
    assert view_id_words(module) == (2, 2, 1, 3)


def test_tables() -> None:
    from mtlb.dxbc.dxil_text import _binding_lines, _buffer_lines, _view_id_lines
    from mtlb.dxbc.words import ShaderKind

    module = parse(ASSEMBLY)
    resources = resources_of(module)
    assert list(_binding_lines(resources))[4:7] == [
        "Params                            cbuffer      NA          NA     CB0            cb3     1",
        "samp                            sampler_c      NA          NA      S0             s0     1",
        "verts                             texture  struct         r/o      T0      t2,space1 unbounded",
    ]
    buffers = "\n".join(_buffer_lines(resources, structs_of(module)))
    assert "      float4 color;                                 ; Offset:   16\n" in buffers
    assert "Resource bind info for verts\n{\n\n  struct V\n  {\n\n      float3 position; " in buffers
    assert list(_view_id_lines(view_id_words(module), ShaderKind.PIXEL))[-3:-1] == [
        "  output 0 depends on inputs: { 0, 1 }",
        "  output 1 depends on inputs: { 1 }",
    ]


def test_comments() -> None:
    assert (
        OPERATIONS[6] == "FAbs(value)" and OPERATIONS[25] == "Rsqrt(value)" and OPERATIONS[163].startswith("Dot4AddI8")
    )
    assert OPERATIONS[60] == "Sample(srv,sampler,coord0,coord1,coord2,coord3,offset0,offset1,offset2,clamp)"
    line = "  %1 = call float @dx.op.unary.f32(i32 6, float %2)"
    assert operation_comment(line) == "  ; FAbs(value)"
    assert operation_comment("  %1 = call float @f(i32 6)") == ""
    handle = (
        "  %7 = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %6, %dx.types.ResourceProperties "
    )
    for words, text in (
        ((13, 128), "CBuffer"),
        ((4098, 1033), "RWTexture2D<4xF32>"),
        ((12, 24), "StructuredBuffer<stride=24>"),
        ((0x900C, 4), "RWStructuredBuffer<stride=4, counter>"),
        ((0x800E, 0), "SamplerComparisonState"),
        ((16, 0), "RTAccelerationStructure"),
    ):
        written = f"{handle}{{ i32 {words[0]}, i32 {words[1]} }})"
        assert operation_comment(written) == f"  ; AnnotateHandle(res,props)  resource: {text}"


def test_a_container_around_a_module() -> None:
    bitcode = bytes(unwrap((ROOT / "golden" / "air" / "saxpy.air").read_bytes()))
    container = read(dxil_shader(bitcode))
    assert bytes(main_program(container).bitcode) == bitcode
    lines = list(dxil_lines(container))
    assert lines[0].startswith("; shader hash: ") and any(line.startswith("define void @saxpy(") for line in lines)
    with pytest.raises(UnsupportedError, match="without DXIL"):
        main_program(read(pixel_shader()))


# --- real files -------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.corpus
def test_real_streams_are_rebuilt(shared: Path) -> None:
    for path in sorted(shared.joinpath("dxbc").rglob("*.dxbc")):
        for part in bitcode_parts(read(path.read_bytes())):
            bitcode = read_bitcode_program(part.data, name=part.tag).bitcode
            assert write_stream(read_stream(bitcode)) == bitcode, path


@pytest.mark.corpus
def test_real_listings(shared: Path) -> None:
    """Functions and metadata, line by line: the same but for what a listing was made from by another version."""
    kept = re.compile(r"(  |define|!\d)")
    total = same = 0
    for path in sorted(shared.joinpath("dxbc").rglob("*.lst")):
        text = path.read_text("latin-1").replace("\r", "")
        if "@dx.op." not in text:
            continue
        expected = [line.rstrip() for line in text.split("\n") if kept.match(line)]
        lines = [line.rstrip() for line in dxil_lines(read(path.with_suffix(".dxbc").read_bytes())) if kept.match(line)]
        total += 1
        same += expected == lines
    assert same >= 0.7 * total, f"{same} of {total}"
