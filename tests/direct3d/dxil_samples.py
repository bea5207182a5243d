"""Shaders of DXIL for tests and for fuzzing."""

from __future__ import annotations

from collections.abc import Iterator

from tests.direct3d.dxil_assembler import (
    AMPLIFICATION,
    CBV,
    COMPUTE,
    MESH,
    PIXEL,
    SAMPLER,
    SRV,
    VERTEX,
    Shader,
    element,
)
from tests.direct3d.dxil_cases import CASES

F32, U32 = 9, 5
TEXTURE_2D, RAW, STRUCTURED, CBUFFER, SAMPLER_KIND = 2, 11, 12, 13, 14
POSITION, TARGET, DEPTH, VERTEX_ID = 3, 16, 17, 1
HANDLE = "  %{} = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 {}, i32 {}, i32 {}, i1 false)\n"


def load(name: str, number: int, column: int, row: str = "0", type: str = "float") -> str:
    """A component of an input."""
    word = {"float": "f32", "i32": "i32"}[type]
    return f"  %{name} = call {type} @dx.op.loadInput.{word}(i32 4, i32 {number}, i32 {row}, i8 {column}, i32 undef)\n"


def store(value: str, number: int, column: int, row: str = "0", type: str = "float") -> str:
    """A component of an output."""
    word = {"float": "f32", "i32": "i32"}[type]
    return f"  call void @dx.op.storeOutput.{word}(i32 5, i32 {number}, i32 {row}, i8 {column}, {type} {value})\n"


def vertex() -> Shader:
    """A vertex function that puts a place through rows of a constant buffer, and gives a number on."""
    body = HANDLE.format("cb", 2, 0, 0)
    body += "".join(load(f"p{n}", 0, n) for n in range(4)) + load("id", 1, 0, type="i32")
    for n in range(4):
        body += (
            f"  %row{n} = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %cb, "
            f"i32 {n})\n"
        )
        for c in range(4):
            body += f"  %m{n}{c} = extractvalue %dx.types.CBufRet.f32 %row{n}, {c}\n"
        matrix = ", ".join(f"float %m{n}{c}" for c in range(4))
        place = ", ".join(f"float %p{c}" for c in range(4))
        body += f"  %d{n} = call float @dx.op.dot4.f32(i32 56, {matrix}, {place})\n" + store(f"%d{n}", 0, n)
    body += "  %twice = shl i32 %id, 1\n" + store("%twice", 1, 0, type="i32") + store("1.5", 2, 1) + "  ret void"
    return Shader(
        body,
        VERTEX,
        resources=[(CBV, CBUFFER, 0, 64)],
        inputs=[
            element(0, "POSITION", F32, 0, mode=0),
            element(1, "SV_VertexID", U32, VERTEX_ID, columns=1, row=1, mode=0),
        ],
        outputs=[
            element(0, "SV_Position", F32, POSITION, mode=4),
            element(1, "NUMBER", U32, 0, index=3, columns=1, row=1, mode=1),
            element(2, "TEXCOORD", F32, 0, columns=2, row=2),
        ],
    )


def pixel() -> Shader:
    """A fragment function that samples a texture, and gives a depth."""
    body = HANDLE.format("t", 0, 0, 2) + HANDLE.format("s", 3, 0, 1)
    body += load("u", 0, 0) + load("v", 0, 1) + load("w", 1, 3)
    zeros = ", ".join(["i32 0", "i32 0", "i32 undef"])
    body += (
        "  %x = call %dx.types.ResRet.f32 @dx.op.sample.f32(i32 60, %dx.types.Handle %t, %dx.types.Handle %s, "
        f"float %u, float %v, float undef, float undef, {zeros}, float undef)\n"
    )
    body += "".join(f"  %x{n} = extractvalue %dx.types.ResRet.f32 %x, {n}\n" + store(f"%x{n}", 0, n) for n in range(4))
    body += store("%w", 1, 0) + "  ret void"
    return Shader(
        body,
        PIXEL,
        resources=[(SRV, TEXTURE_2D, 2, F32), (SAMPLER, SAMPLER_KIND, 1, 0)],
        inputs=[
            element(0, "TEXCOORD", F32, 0, columns=2),
            element(1, "SV_Position", F32, POSITION, mode=4, row=1),
        ],
        outputs=[
            element(0, "SV_Target", F32, TARGET, index=1, row=1, mode=0),
            element(1, "SV_Depth", F32, DEPTH, columns=1, row=-1, column=-1, mode=0),
        ],
    )


def compute(body: str, *resources: tuple[int, ...], **more: object) -> Shader:
    """A compute shader."""
    return Shader(body + "  ret void", COMPUTE, resources=resources, **more)  # type: ignore[arg-type]


_PAYLOAD = "%struct.Payload = type { [2 x i32], float }\n"


def amplification() -> Shader:
    """An object function of two threads that gives numbers and as many groups as its own number says."""
    body = """  %i = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %g = call i32 @dx.op.groupId.i32(i32 94, i32 0)
  %p = getelementptr %struct.Payload, %struct.Payload addrspace(3)* @payload, i32 0, i32 0, i32 %i
  %n = mul i32 %i, 10
  store i32 %n, i32 addrspace(3)* %p, align 4
  %q = getelementptr %struct.Payload, %struct.Payload addrspace(3)* @payload, i32 0, i32 1
  store float 2.5, float addrspace(3)* %q, align 4
  %c = add i32 %g, 1
  call void @dx.op.dispatchMesh.struct.Payload(i32 173, i32 %c, i32 1, i32 1, %struct.Payload addrspace(3)* @payload)
  ret void"""
    memory = "@payload = external addrspace(3) global %struct.Payload, align 4"
    return Shader(body, AMPLIFICATION, threads=(2, 1, 1), globals=_PAYLOAD + memory)


def mesh() -> Shader:
    """A mesh function of four threads that makes two triangles, whose number is the payload's."""
    body = """  %i = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  call void @dx.op.setMeshOutputCounts(i32 168, i32 4, i32 2)
  %payload = call %struct.Payload* @dx.op.getMeshPayload.struct.Payload(i32 170)
  %q = getelementptr %struct.Payload, %struct.Payload* %payload, i32 0, i32 1
  %scale = load float, float* %q, align 4
  %x = uitofp i32 %i to float
  %y = fmul float %x, %scale
"""
    for column, value in enumerate(("%y", "0.0", "0.0", "1.0")):
        body += f"  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 {column}, float {value}, i32 %i)\n"
    body += """  %few = icmp ult i32 %i, 2
  br i1 %few, label %primitive, label %end
primitive:
  %b = add i32 %i, 1
  %c = add i32 %i, 2
  call void @dx.op.emitIndices(i32 169, i32 %i, i32 %i, i32 %b, i32 %c)
  %p = getelementptr %struct.Payload, %struct.Payload* %payload, i32 0, i32 0, i32 %i
  %n = load i32, i32* %p, align 4
  call void @dx.op.storePrimitiveOutput.i32(i32 172, i32 0, i32 0, i8 0, i32 %n, i32 %i)
  br label %end
end:
  ret void"""
    return Shader(
        body,
        MESH,
        threads=(4, 1, 1),
        mesh=(4, 2, 2),
        outputs=[element(0, "SV_Position", F32, POSITION, mode=4)],
        primitive_outputs=[element(0, "NUMBER", U32, 0, columns=1, mode=1)],
        globals=_PAYLOAD,
    )


def samples() -> Iterator[bytes]:
    """Containers of all kinds."""
    yield from (item().container() for item in (vertex, pixel, mesh, amplification))
    yield from (case.shader().container() for case in CASES if case.globals or "\n" in case.lines)
