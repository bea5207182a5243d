"""Shaders of DXIL for tests and for fuzzing."""

from __future__ import annotations

from collections.abc import Iterator

from tests.direct3d.dxil_assembler import (
    AMPLIFICATION,
    CBV,
    COMPUTE,
    DOMAIN,
    GEOMETRY,
    HULL,
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
TEXTURE_2D, RAW, STRUCTURED, CBUFFER, SAMPLER_KIND, ACCELERATION_STRUCTURE = 2, 11, 12, 13, 14, 16
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


POSITION_IN = element(0, "POSITION", F32, 0)
TESS_FACTOR, INSIDE = 25, 26


def vertex_load(name: str, column: int, vertex: str) -> str:
    """A component of the first input of a vertex or control point."""
    return f"  %{name} = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 {column}, i32 {vertex})\n"


def _constant(value: str, number: int, row: str) -> str:
    return f"  call void @dx.op.storePatchConstant.f32(i32 106, i32 {number}, i32 {row}, i8 0, float {value})\n"


def hull() -> Shader:
    """Points are doubled; the factor of edge n is 1 + n + x of point n, the inside one is the third edge's and half;
    the sum of y of the points that came out is a constant, after the number of the patch."""
    body = "  %i = call i32 @dx.op.outputControlPointID.i32(i32 107)\n"
    for n in range(4):
        body += vertex_load(f"p{n}", n, "%i") + f"  %d{n} = fadd float %p{n}, %p{n}\n" + store(f"%d{n}", 0, n)
    constants = "define void @constants() {\n"
    for n in range(3):
        constants += vertex_load(f"x{n}", 0, str(n)) + f"  %f{n} = fadd float %x{n}, {n + 1}.0\n"
        constants += _constant(f"%f{n}", 0, str(n))
        constants += f"  %y{n} = call float @dx.op.loadOutputControlPoint.f32(i32 103, i32 0, i32 0, i8 1, i32 {n})\n"
    constants += """  %third = call float @dx.op.loadPatchConstant.f32(i32 104, i32 0, i32 2, i8 0)
  %inside = fadd float %third, 0.5
  %a = fadd float %y0, %y1
  %sum = fadd float %a, %y2
  %patch = call i32 @dx.op.primitiveID.i32(i32 108)
  call void @dx.op.storePatchConstant.i32(i32 106, i32 3, i32 0, i8 0, i32 %patch)
"""
    constants += _constant("%inside", 1, "0") + _constant("%sum", 2, "0") + "  ret void\n}"
    return Shader(
        body + "  ret void",
        HULL,
        inputs=[POSITION_IN],
        outputs=[POSITION_IN],
        primitive_outputs=[
            element(0, "SV_TessFactor", F32, TESS_FACTOR, columns=1, rows=3, column=3),
            element(1, "SV_InsideTessFactor", F32, INSIDE, columns=1, row=3),
            element(2, "SUM", F32, 0, columns=1, row=4),
            element(3, "PATCH", U32, 0, columns=1, row=4, column=1),
        ],
        properties="i32 3, !{void ()* @constants, i32 3, i32 3, i32 2, i32 1, i32 3, float 64.0}",
        globals=constants,
    )


def domain() -> Shader:
    """The position is the sum of the points by the place in the patch, B what the patch has."""
    body = "".join(f"  %l{n} = call float @dx.op.domainLocation.f32(i32 105, i8 {n})\n" for n in range(3))
    for c in range(4):
        for n in range(3):
            body += vertex_load(f"p{n}{c}", c, str(n)) + f"  %m{n}{c} = fmul float %p{n}{c}, %l{n}\n"
        body += f"  %a{c} = fadd float %m0{c}, %m1{c}\n  %b{c} = fadd float %a{c}, %m2{c}\n" + store(f"%b{c}", 0, c)
    body += "  %sum = call float @dx.op.loadPatchConstant.f32(i32 104, i32 0, i32 0, i8 0)\n" + store("%sum", 1, 0)
    return Shader(
        body + "  ret void",
        DOMAIN,
        inputs=[POSITION_IN],
        outputs=[
            element(0, "SV_Position", F32, POSITION, mode=4),
            element(1, "B", F32, 0, columns=1, row=1),
        ],
        primitive_outputs=[element(0, "SUM", F32, 0, columns=1, row=4)],
        properties="i32 2, !{i32 2, i32 3}",
    )


def geometry(most: int = 4, topology: int = 5) -> Shader:
    """Points become a strip of four vertices: the input's position, the vertex' number as A and as the layer; after
    the third there is a vertex of another stream."""
    body = "".join(vertex_load(f"p{n}", n, "0") for n in range(4))
    for vertex in range(4):
        body += "".join(store(f"%p{n}", 0, n) for n in range(4)) + store(f"{vertex}.0", 1, 0)
        body += store(str(vertex), 2, 0, type="i32") + "  call void @dx.op.emitStream(i32 97, i8 0)\n"
        if vertex == 2:
            body += store("9.0", 3, 0) + "  call void @dx.op.emitStream(i32 97, i8 1)\n"
    body += "  call void @dx.op.cutStream(i32 98, i8 0)\n"
    return Shader(
        body + "  ret void",
        GEOMETRY,
        inputs=[POSITION_IN],
        outputs=[
            element(0, "SV_Position", F32, POSITION, mode=4),
            element(1, "A", F32, 0, columns=1, row=1),
            element(2, "SV_RenderTargetArrayIndex", U32, 4, columns=1, row=2, mode=1),
            element(3, "OTHER", F32, 0, columns=1, row=3, stream=1),
        ],
        properties=f"i32 1, !{{i32 1, i32 {most}, i32 3, i32 {topology}, i32 1}}",
    )


def ray_queries() -> str:
    """Code that traces a ray, t3, and puts what it says into u0."""
    body = HANDLE.format("t", 0, 0, 3) + HANDLE.format("u", 1, 0, 0)
    ray = "float 1.0, float 2.0, float 3.0, float 0.5, float 0.0, float 1.0, float 0.0, float 100.0"
    trace = "call void @dx.op.rayQuery_TraceRayInline(i32 179, i32 %q, %dx.types.Handle %t, i32 16, i32 127"
    body += "  %q = call i32 @dx.op.allocateRayQuery(i32 178, i32 5)\n"
    body += f"  {trace}, {ray})\n"
    body += "  %more = call i1 @dx.op.rayQuery_Proceed.i1(i32 180, i32 %q)\n"
    body += "  %t0 = zext i1 %more to i32\n"
    for place, number in enumerate((185, 184, 207, 200), 1):
        type = "float" if number == 200 else "i32"
        word = "f32" if number == 200 else "i32"
        body += f"  %s{place} = call {type} @dx.op.rayQuery_StateScalar.{word}(i32 {number}, i32 %q)\n"
    body += "  %f4 = bitcast float %s4 to i32\n"
    body += "  %m = call float @dx.op.rayQuery_StateMatrix.f32(i32 186, i32 %q, i32 2, i8 3)\n"
    body += "  %b = call float @dx.op.rayQuery_StateVector.f32(i32 194, i32 %q, i8 1)\n"
    body += "  %sum = fadd float %m, %b\n  %t5 = bitcast float %sum to i32\n"
    for place, value in enumerate(("%t0", "%s1", "%s2", "%s3", "%f4", "%t5")):
        body += (
            f"  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %u, i32 {4 * place}, i32 undef, i32 {value}, "
            "i32 undef, i32 undef, i32 undef, i8 1)\n"
        )
    body += "  call void @dx.op.rayQuery_CommitNonOpaqueTriangleHit(i32 182, i32 %q)\n"
    body += "  call void @dx.op.rayQuery_CommitProceduralPrimitiveHit(i32 183, i32 %q, float 0.5)\n"
    return body + "  call void @dx.op.rayQuery_Abort(i32 181, i32 %q)\n"


def samples() -> Iterator[bytes]:
    """Containers of all kinds."""
    shaders = (vertex, pixel, mesh, amplification, hull, domain, geometry)
    yield from (item().container() for item in shaders)
    yield compute(ray_queries(), (SRV, ACCELERATION_STRUCTURE, 3), (1, RAW, 0)).container()
    yield from (case.shader().container() for case in CASES if case.globals or "\n" in case.lines)
