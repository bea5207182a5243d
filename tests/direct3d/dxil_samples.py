"""Shaders of DXIL for tests and for fuzzing."""

from __future__ import annotations

from collections.abc import Iterator

from tests.direct3d.dxil_assembler import CBV, COMPUTE, PIXEL, SAMPLER, SRV, VERTEX, Shader, element
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


def samples() -> Iterator[bytes]:
    """Containers of all kinds."""
    yield from (vertex().container(), pixel().container())
    yield from (one.shader().container() for one in CASES if one.globals or "\n" in one.lines)
