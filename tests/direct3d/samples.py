"""Token programs of stages that Metal does not have, for tests and as golden files."""

from __future__ import annotations

from mtlb.dxbc import Container, ContainerPart, read
from mtlb.dxbc.contents import contents_of
from tests.direct3d.assembler import (
    DOMAIN,
    GEOMETRY,
    HULL,
    VERTEX,
    compute,
    container,
    dst,
    floats,
    ints,
    op,
    plain,
    signature,
    src,
)
from tests.direct3d.level9_assembler import level9_shader
from tests.direct3d.root_samples import bindless_shader, root_shader, static_shader
from tests.dxbc.pdb_assembler import Inlined, pdb

INPUT, OUTPUT, TEMP = 1, 2, 0
PRIMITIVE, STREAM, POINT_ID, FORK, JOIN, IN_POINT, OUT_POINT, CONSTANT, PLACE, INSTANCE = (
    11,
    16,
    22,
    23,
    24,
    25,
    26,
    27,
    28,
    37,
)
POSITION = ("SV_Position", 0, 1, 3, 0, 15)


def vertex_shader() -> bytes:
    """The position, and the numbers of the vertex and the instance in o2."""
    return container(
        VERTEX,
        op("dcl_input", dst(INPUT, 0)),
        op("dcl_input_sgv", dst(INPUT, 1, mask="x"), [6]),
        op("dcl_input_sgv", dst(INPUT, 2, mask="x"), [8]),
        op("dcl_output_siv", dst(OUTPUT, 0), [1]),
        op("dcl_output", dst(OUTPUT, 2, mask="xy")),
        op("mov", dst(OUTPUT, 0), src(INPUT, 0)),
        op("utof", dst(OUTPUT, 2, mask="x"), src(INPUT, 1, swizzle="xxxx")),
        op("utof", dst(OUTPUT, 2, mask="y"), src(INPUT, 2, swizzle="xxxx")),
        op("ret"),
        inputs=signature(
            ("POSITION", 0, 0, 3, 0, 15), ("SV_VertexID", 0, 6, 1, 1, 1), ("SV_InstanceID", 0, 8, 1, 2, 1)
        ),
        outputs=signature(POSITION, ("A", 0, 0, 3, 2, 3)),
    )


def hull(*instructions: list[int], domain: int, points: int, patches: bytes) -> bytes:
    return container(
        HULL,
        op("hs_decls"),
        op("dcl_input_control_point_count", controls=points << 11),
        op("dcl_output_control_point_count", controls=points << 11),
        op("dcl_tessellator_domain", controls=domain << 11),
        *instructions,
        inputs=signature(("A", 0, 0, 3, 0, 15)),
        outputs=signature(("A", 0, 0, 3, 0, 15)),
        patches=patches,
    )


TRIANGLE = signature(
    *(("SV_TessFactor", n, 13, 3, n, 1) for n in range(3)),
    ("SV_InsideTessFactor", 0, 14, 3, 3, 1),
    ("B", 0, 0, 3, 4, 3),
)


def _indexed(type: int, register: int, operand: list[int], mask: str) -> list[int]:
    """Destination ``type[register + operand]``."""
    bits = sum(1 << "xyzw".index(c) for c in mask)
    return [2 | bits << 4 | type << 12 | 1 << 20 | 3 << 22, register, *operand]


def _one(type: int, *indices: int) -> list[int]:
    """The first component of an operand."""
    return [2 | 2 << 2 | type << 12 | len(indices) << 20, *indices]


def hull_shader() -> bytes:
    """Points are doubled; the factor of edge n is 1 + n + x of point n; the join phase reads them, and the points."""
    return hull(
        op("hs_control_point_phase"),
        op("dcl_input", dst(INPUT, 3, 0)),
        op("dcl_input", plain(POINT_ID)),
        op("dcl_output", dst(OUTPUT, 0)),
        op("dcl_temps", [1]),
        op("mov", dst(TEMP, 0, mask="x"), src(POINT_ID, swizzle="xxxx")),
        op("add", dst(OUTPUT, 0), *[[2 | 1 << 2 | 0xE4 << 4 | INPUT << 12 | 2 << 20 | 2 << 22, *_one(TEMP, 0), 0]] * 2),
        op("ret"),
        op("hs_fork_phase"),
        op("dcl_hs_fork_phase_instance_count", [3]),
        op("dcl_input", plain(FORK)),
        op("dcl_input", dst(IN_POINT, 3, 0)),
        op("dcl_output_siv", dst(OUTPUT, 0, mask="x"), [17]),
        op("dcl_output_siv", dst(OUTPUT, 1, mask="x"), [18]),
        op("dcl_output_siv", dst(OUTPUT, 2, mask="x"), [19]),
        op("dcl_indexrange", dst(OUTPUT, 0, mask="x"), [3]),
        op("dcl_temps", [2]),
        op("mov", dst(TEMP, 0, mask="x"), src(FORK, swizzle="xxxx")),
        op("utof", dst(TEMP, 1, mask="x"), src(FORK, swizzle="xxxx")),
        op("add", dst(TEMP, 1, mask="x"), src(TEMP, 1), floats(1.0)),
        op(
            "add",
            _indexed(OUTPUT, 0, _one(TEMP, 0), "x"),
            src(TEMP, 1),
            [2 | 1 << 2 | IN_POINT << 12 | 2 << 20 | 2 << 22, *_one(TEMP, 0), 0],
        ),
        op("ret"),
        op("hs_join_phase"),
        op("dcl_input", dst(CONSTANT, 1, mask="x")),
        op("dcl_input", dst(OUT_POINT, 3, 0)),
        op("dcl_input", plain(PRIMITIVE)),
        op("dcl_output_siv", dst(OUTPUT, 3, mask="x"), [20]),
        op("dcl_output", dst(OUTPUT, 4, mask="xy")),
        op("add", dst(OUTPUT, 3, mask="x"), src(CONSTANT, 1), floats(0.5)),
        op("mov", dst(OUTPUT, 4, mask="x"), src(OUT_POINT, 2, 0, swizzle="yyyy")),
        op("utof", dst(OUTPUT, 4, mask="y"), src(PRIMITIVE, swizzle="xxxx")),
        op("ret"),
        domain=2,
        points=3,
        patches=TRIANGLE,
    )


def domain_shader() -> bytes:
    """The position is the sum of the points by the place in the patch, B what the patch has."""
    weights = [
        op("mul", dst(TEMP, 0), src(PLACE, swizzle="xxxx"), src(IN_POINT, 0, 0)),
        op("mad", dst(TEMP, 0), src(PLACE, swizzle="yyyy"), src(IN_POINT, 1, 0), src(TEMP, 0)),
        op("mad", dst(OUTPUT, 0), src(PLACE, swizzle="zzzz"), src(IN_POINT, 2, 0), src(TEMP, 0)),
    ]
    return container(
        DOMAIN,
        op("dcl_input_control_point_count", controls=3 << 11),
        op("dcl_tessellator_domain", controls=2 << 11),
        op("dcl_input", plain(PLACE)),
        op("dcl_input", dst(IN_POINT, 3, 0)),
        op("dcl_input", dst(CONSTANT, 4, mask="xy")),
        op("dcl_output_siv", dst(OUTPUT, 0), [1]),
        op("dcl_output", dst(OUTPUT, 1, mask="xy")),
        op("dcl_temps", [1]),
        *weights,
        op("mov", dst(OUTPUT, 1, mask="xy"), src(CONSTANT, 4)),
        op("ret"),
        inputs=signature(("A", 0, 0, 3, 0, 15)),
        outputs=signature(POSITION, ("B", 0, 0, 3, 1, 3)),
        patches=TRIANGLE,
    )


def geometry(*instructions: list[int], most: int, topology: int, instances: int = 1, streams: int = 0) -> bytes:
    """From points: position and A; vertices have a layer too."""
    declared = [
        op("dcl_output_siv", dst(OUTPUT, 0), [1]),
        op("dcl_output", dst(OUTPUT, 1, mask="x")),
        op("dcl_output_siv", dst(OUTPUT, 2, mask="x"), [4]),
    ]
    return container(
        GEOMETRY,
        op("dcl_input", dst(INPUT, 1, 0)),
        op("dcl_input", plain(PRIMITIVE)),
        op("dcl_input", plain(INSTANCE)),
        op("dcl_temps", [1]),
        op("dcl_inputprimitive", controls=1 << 11),
        op("dcl_gsinstances", [instances]),
        *(op("dcl_stream", dst(STREAM, n)) for n in range(streams)),
        op("dcl_outputtopology", controls=topology << 11),
        *declared,
        op("dcl_maxout", [most]),
        *instructions,
        op("ret"),
        inputs=signature(("A", 0, 0, 3, 0, 15)),
        outputs=signature(POSITION, ("A", 0, 0, 3, 1, 1), ("SV_RenderTargetArrayIndex", 0, 4, 1, 2, 1)),
    )


def vertex(number: int) -> list[list[int]]:
    """The input, `number` and the layer `number`."""
    return [
        op("mov", dst(OUTPUT, 0), src(INPUT, 0, 0)),
        op("mov", dst(OUTPUT, 1, mask="x"), floats(float(number))),
        op("mov", dst(OUTPUT, 2, mask="x"), ints(number)),
        op("emit"),
    ]


def strip_shader() -> bytes:
    """Two strips of four vertices, of which the last is one too many."""
    body = (
        [item for n in range(4) for item in vertex(n)] + [op("cut")] + [item for n in range(4, 8) for item in vertex(n)]
    )
    return geometry(*body, most=7, topology=5)


LINES_FILE = "C:\\src\\lines.hlsl"


def lines_shader() -> bytes:
    """Stores with the lines 5, 7 (in an inlined function of another file) and 6."""
    stores = [op("store_raw", dst(30, 0, mask="x"), ints(4 * n), ints(n)) for n in range(3)]
    code = compute(*stores)
    tokens = contents_of(read(code).parts[-1]).instructions
    first, second, third, end = (4 * i.offset for i in tokens[-4:])
    lines = ((first, 5, 2), (second, 6, 2), (third, 6, 9))
    call = Inlined(1, 7, bytes((9, 3, 12, third - second, second - first)))
    database = pdb((LINES_FILE, "C:\\src\\other.hlsl"), lines, end + 4, calls=(call,), start=first)
    return Container([*read(code).parts, ContainerPart("SPDB", database)]).write()


SAMPLES = {
    "vertex": vertex_shader,
    "hull": hull_shader,
    "domain": domain_shader,
    "geometry": strip_shader,
    "level9": level9_shader,
    "lines": lines_shader,
    "root": root_shader,
    "static": static_shader,
    "bindless": bindless_shader,
}
"""What golden/direct3d holds, by name; `python -m tests.golden.refresh` writes it."""
