"""Programs of feature level 9 (Direct3D 9), where a container has no other."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.base.errors import FormatError, UnsupportedError
from mtlb.cpu import Image, Kernel, Sampler
from mtlb.direct3d import translate_container
from mtlb.direct3d.program import elements_of
from mtlb.dxbc import read
from tests.direct3d.assembler import signature
from tests.direct3d.level9_assembler import (
    BOOLEAN,
    COLOR,
    CONSTANT,
    INPUT,
    INTEGER,
    LABEL,
    LOOP,
    NOT,
    OUTPUT,
    POSITION,
    PREDICATE,
    RASTER,
    SAMPLER,
    TARGET,
    TEMP,
    TEXTURE,
    define,
    dst,
    op,
    program,
    src,
    when,
)
from tests.direct3d.level9_road import compared


def pixel(*instructions: list[int]) -> np.ndarray:
    """What a pixel shader makes of t0 = (0.25, -0.5, 2, 4)."""
    inputs = signature(POSITION, ("TEXCOORD", 0, 0, 3, 1, 15))
    data = program(op(31, 0x80000000, dst(TEXTURE, 0)), *instructions, inputs=inputs, outputs=TARGET)
    shader = translate_container(data, "macos14")
    with Kernel(mtlb.link([shader.module]).library, shader.entry) as kernel:
        values = np.array([[[0.25, -0.5, 2.0, 4.0]]], np.float32)
        result = kernel.run((1, 1), inputs={"TEXCOORD0": values})
    return result.outputs["SV_TARGET0"].reshape(-1)


T0, C0, OC0 = src(TEXTURE, 0), src(CONSTANT, 0), dst(COLOR, 0)
NEGATE, ABSOLUTE = 1, 11
TWO = define(0, 1.0, 2.0, 3.0, 0.5)
LENGTH = math.sqrt(0.25**2 + 0.5**2 + 2**2)
EXPANSIONS = [
    (op(3, OC0, T0, C0), [-0.75, -2.5, -1.0, 3.5]),  # sub
    (op(4, OC0, T0, C0, src(CONSTANT, 0, 0xE4, NEGATE)), [-0.75, -3.0, 3.0, 1.5]),  # mad
    (op(6, OC0, src(TEXTURE, 0, 0x55)), [-2.0] * 4),  # rcp of y
    (op(7, OC0, src(TEXTURE, 0, 0xFF)), [0.5] * 4),  # rsq of w
    (op(12, OC0, T0, C0), [1, 1, 1, 0]),  # slt
    (op(13, OC0, T0, C0), [0, 0, 0, 1]),  # sge
    (op(14, OC0, src(TEXTURE, 0, 0xAA)), [4.0] * 4),  # exp of z
    (op(15, OC0, src(TEXTURE, 0, 0x55)), [-1.0] * 4),  # log of |y|
    (op(16, OC0, T0), [1, 0.25, 0, 1]),  # lit: y is negative
    (op(16, OC0, src(TEXTURE, 0, 0xE8)), [1, 0.25, 16, 1]),  # lit of x, z, z, w
    (op(16, OC0, src(TEXTURE, 0, 0xE9)), [1, 0, 0, 1]),  # lit of y, z, z, w
    (op(17, OC0, T0, C0), [1, -1, 2, 0.5]),  # dst
    (op(18, OC0, src(CONSTANT, 0, 0xFF), T0, C0), [0.625, 0.75, 2.5, 2.25]),  # lrp
    (op(19, OC0, T0), [0.25, 0.5, 0, 0]),  # frc
    (op(32, OC0, src(TEXTURE, 0, 0xAA), src(CONSTANT, 0, 0xAA)), [8.0] * 4),  # pow
    (op(34, OC0, T0, T0, T0), [1, -1, 1, 1]),  # sgn
    (op(35, OC0, T0), [0.25, 0.5, 2, 4]),  # abs
    (op(36, OC0, T0), [x / LENGTH for x in (0.25, -0.5, 2, 4)]),  # nrm
    (op(88, OC0, T0, C0, src(CONSTANT, 0, 0xFF)), [1.0, 0.5, 3.0, 0.5]),  # cmp
    (op(90, OC0, T0, C0, src(CONSTANT, 0, 0xAA)), [2.25] * 4),  # dp2add: 0.25 - 1 + 3
    (op(1, dst(COLOR, 0, 15, 1), T0), [0.25, 0, 1, 1]),  # mov_sat
]


@pytest.mark.parametrize(("instruction", "expected"), EXPANSIONS)
def test_an_instruction(instruction: list[int], expected: list[float]) -> None:
    assert pixel(TWO, instruction).tolist() == pytest.approx(expected, rel=1e-5)


def test_a_cross_product_and_angles() -> None:
    crossed = pixel(TWO, op(1, dst(TEMP, 1), T0), op(33, dst(TEMP, 0, 7), src(TEMP, 1), C0), op(1, OC0, src(TEMP, 0)))
    assert crossed[:3].tolist() == np.cross([0.25, -0.5, 2], [1, 2, 3]).tolist()
    angles = pixel(op(37, dst(TEMP, 0, 3), src(TEXTURE, 0, 0)), op(1, OC0, src(TEMP, 0)))
    assert angles[:2].tolist() == pytest.approx([math.cos(0.25), math.sin(0.25)], rel=1e-5)


def test_branches_and_loops() -> None:
    """r0 is doubled three times where z > x, else it stays."""
    body = [
        op(48, dst(INTEGER, 0), 3, 0, 0, 0),
        op(1, dst(TEMP, 0), T0),
        op(41, src(TEXTURE, 0, 0xAA), src(TEXTURE, 0, 0x00), controls=1),
        op(38, src(INTEGER, 0)),
        op(2, dst(TEMP, 0), src(TEMP, 0), src(TEMP, 0)),
        op(39),
        op(42),
        op(1, dst(TEMP, 0), src(TEXTURE, 0, 0)),
        op(43),
        op(1, OC0, src(TEMP, 0)),
    ]
    assert pixel(*body).tolist() == [2, -4, 16, 32]


P0 = src(PREDICATE, 0)
GREATER, LESS = 1, 4
SET = op(94, dst(PREDICATE, 0), T0, C0, controls=GREATER)  # setp_gt p0, t0, c0: false, false, false, true
DOUBLE = op(2, dst(TEMP, 0), src(TEMP, 0), src(TEMP, 0))
START = op(1, dst(TEMP, 0), T0)
END = op(1, OC0, src(TEMP, 0))
PREDICATES = [
    ([SET, START, when(P0, DOUBLE), END], [0.25, -0.5, 2, 8]),  # each component by its own
    ([SET, START, when(src(PREDICATE, 0, 0xE4, NOT), DOUBLE), END], [0.5, -1, 4, 4]),
    ([SET, START, when(src(PREDICATE, 0, 0xFF), op(2, dst(TEMP, 0, 5), T0, T0)), END], [0.5, -0.5, 4, 4]),
    ([SET, op(1, OC0, C0), when(P0, op(1, OC0, T0))], [1, 2, 3, 4]),  # an output
    ([SET, START, when(P0, op(1, dst(TEMP, 0, 15, 1), C0)), END], [0.25, -0.5, 2, 0.5]),
    ([SET, START, op(40, src(PREDICATE, 0, 0xFF)), DOUBLE, op(42), END, op(43), END], [0.5, -1, 4, 8]),
    ([op(47, dst(BOOLEAN, 1), 1), START, op(40, src(BOOLEAN, 1, 0xE4, NOT)), DOUBLE, op(43), END], [0.25, -0.5, 2, 4]),
    ([op(47, dst(BOOLEAN, 1), 1), START, op(40, src(BOOLEAN, 1)), DOUBLE, op(43), END], [0.5, -1, 4, 8]),
]


@pytest.mark.parametrize(("instructions", "expected"), PREDICATES)
def test_predicates_and_booleans(instructions: list[list[int]], expected: list[float]) -> None:
    assert pixel(TWO, *instructions).tolist() == expected


def test_loops_end_by_a_predicate_and_subroutines_are_called() -> None:
    """The subroutine doubles r0 until z is above 5, where `breakp` ends the third iteration; then once more by
    `callnz` of a boolean, but not by that of a predicate."""
    limit = op(94, dst(PREDICATE, 0), src(TEMP, 0), src(CONSTANT, 1), controls=GREATER)
    body = [
        define(1, *[5.0] * 4),
        op(47, dst(BOOLEAN, 0), 1),
        op(48, dst(INTEGER, 0), 8, 0, 0, 0),
        START,
        op(38, src(INTEGER, 0)),
        limit,
        op(96, src(PREDICATE, 0, 0xAA)),
        op(25, src(LABEL, 2)),
        op(39),
        op(26, src(LABEL, 2), src(BOOLEAN, 0)),
        op(26, src(LABEL, 2), src(PREDICATE, 0, 0x00)),
        END,
        op(28),
        op(30, src(LABEL, 2)),
        DOUBLE,
        op(28),
    ]
    assert pixel(TWO, *body).tolist() == [2, -4, 16, 32]


def test_a_predicate_discards() -> None:
    """Only where the predicate is true: in w, where t0 is positive."""
    negative = op(1, dst(TEMP, 1), src(TEXTURE, 0, 0xE4, NEGATE))
    kill = op(65, dst(TEMP, 1))
    for condition, is_kept in ((src(PREDICATE, 0), False), (src(PREDICATE, 0, 0x00), True)):
        inputs = signature(POSITION, ("TEXCOORD", 0, 0, 3, 1, 15))
        data = program(
            op(31, 0x80000000, dst(TEXTURE, 0)), TWO, SET, negative, when(condition, kill), op(1, OC0, C0),
            inputs=inputs, outputs=TARGET,
        )  # fmt: skip
        shader = translate_container(data, "macos14")
        with Kernel(mtlb.link([shader.module]).library, shader.entry) as kernel:
            values = np.array([[[0.25, -0.5, 2.0, 4.0]]], np.float32)
            result = kernel.run((1, 1), inputs={"TEXCOORD0": values})
        assert result.discarded is not None and bool(result.discarded.reshape(-1)[0]) != is_kept


def test_loops_count_with_al() -> None:
    """The position is the sum of the rows 1, 3 and 5 of the constants; rows of a matrix may be temporaries."""
    add = [2 | 4 << 24, dst(TEMP, 0), src(TEMP, 0), src(CONSTANT, 0) | 1 << 13, src(LOOP, 0)]
    data = program(
        op(48, dst(INTEGER, 0), 3, 1, 2, 0),
        op(31, 5 | 1 << 31, dst(INPUT, 0)),
        op(3, dst(TEMP, 0), src(INPUT, 0), src(INPUT, 0)),
        op(27, src(LOOP, 0), src(INTEGER, 0)),
        add,
        op(29),
        op(1, dst(TEMP, 1), src(TEMP, 0)),
        op(2, dst(TEMP, 2), src(TEMP, 0), src(TEMP, 0)),
        op(24, dst(TEMP, 3, 3), src(INPUT, 0), src(TEMP, 1)),
        op(1, dst(RASTER, 0), src(TEMP, 0)),
        op(1, dst(OUTPUT, 0), src(TEMP, 3, 0x44)),
        inputs=signature(("POSITION", 0, 0, 3, 0, 15)),
        outputs=signature(POSITION, ("TEXCOORD", 0, 0, 3, 1, 15)),
        version=0xFFFE0201,
        buffers=[(0, 0, 6, 0)],
    )
    shader = translate_container(data, "macos14")
    rows = np.arange(24, dtype=np.float32).reshape(6, 4)
    place = np.array([[1, 2, 3, 9]], np.float32)
    with Kernel(mtlb.link([shader.module]).library, shader.entry, check=True) as kernel:
        result = kernel.run((1, 1), buffers={0: rows}, inputs={"POSITION0": place})
    expected = rows[1] + rows[3] + rows[5]
    dot = float(expected[:3] @ place[0, :3])
    assert result.is_clean and result.outputs["SV_POSITION0"].reshape(-1).tolist() == expected.tolist()
    assert result.outputs["TEXCOORD0"].reshape(-1).tolist() == [dot, 2 * dot, dot, 2 * dot]


def test_textures_and_discarded_pixels() -> None:
    declared = op(31, 2 << 27 | 1 << 31, dst(SAMPLER, 0))
    inputs = signature(POSITION, ("TEXCOORD", 0, 0, 3, 1, 15))
    kill = op(65, dst(TEMP, 0))
    lookup = op(66, dst(TEMP, 0), T0, src(SAMPLER, 0))
    data = program(
        op(31, 1 << 31, dst(TEXTURE, 0)), declared, lookup, kill, op(1, OC0, src(TEMP, 0)),
        inputs=inputs, outputs=TARGET, samplers=[(2, 5, 0)],
    )  # fmt: skip
    shader = translate_container(data, "macos14")
    assert {binding.register: binding.slot for binding in shader.bindings} == {"t5": 5, "s2": 2}
    texels = np.array([[[1, 2, 3, 4], [-1, 2, 3, 4]]], np.float32)
    places = np.array([[[0.25, 0.5, 0, 0], [0.75, 0.5, 0, 0]]], np.float32)
    with Kernel(mtlb.link([shader.module]).library, shader.entry) as kernel:
        result = kernel.run(
            (2, 1),
            textures={5: Image(texels, "2d", format="rgba32float")},
            samplers={2: Sampler("nearest", "nearest", "none", "repeat")},
            inputs={"TEXCOORD0": places},
        )
    assert result.outputs["SV_TARGET0"].reshape(2, 4)[0].tolist() == [1, 2, 3, 4]


def test_a_vertex_shader_has_constants_integers_and_an_address() -> None:
    """The position is a row that an integer says, times two; the output follows the position in the signature."""
    data = program(
        op(31, 5 | 1 << 31, dst(INPUT, 0)),
        op(46, dst(TEXTURE, 0, 1), src(INPUT, 0, 0)),
        [1 | 3 << 24, dst(TEMP, 0), src(CONSTANT, 1) | 1 << 13, src(TEXTURE, 0, 0)],
        op(4, dst(RASTER, 0), src(TEMP, 0), src(TEMP, 0), src(CONSTANT, 9)),
        op(1, dst(OUTPUT, 0), src(INPUT, 0, 0)),
        inputs=signature(("BLENDINDICES", 0, 0, 1, 0, 1)),
        outputs=signature(POSITION, ("TEXCOORD", 0, 0, 3, 1, 15)),
        version=0xFFFE0200,
        buffers=[(3, 2, 4, 1)],
        runtime=[9],
    )
    shader = translate_container(data, "macos14")
    rows = np.arange(24, dtype=np.float32).reshape(6, 4)
    with Kernel(mtlb.link([shader.module]).library, shader.entry, check=True) as kernel:
        result = kernel.run((2, 1), buffers={3: rows}, inputs={"BLENDINDICES0": np.array([0, 2], np.uint32)})
    assert result.is_clean
    assert result.outputs["SV_POSITION0"].reshape(2, 4).tolist() == (rows[[2, 4]] ** 2).tolist()
    assert result.outputs["TEXCOORD0"].reshape(2, 4).tolist() == [[0] * 4, [2] * 4]


@pytest.mark.parametrize(
    ("instructions", "error", "reason"),
    [
        ([op(1, OC0, src(CONSTANT, 7))], FormatError, "c7 is not mapped"),
        ([op(1, OC0, src(TEXTURE, 3))], FormatError, "t3 is not in the signature"),
        ([op(66, OC0, T0, src(SAMPLER, 0))], FormatError, "s0 is not mapped"),
        ([op(43)], FormatError, "endif without its beginning"),
        ([op(9999 & 0x3FF, OC0, T0)], UnsupportedError, "opcode 783: not translated"),
        ([op(1, OC0, src(TEXTURE, 0, 0xE4, 4))], UnsupportedError, "the modifier 4 of an operand"),
        ([op(1, OC0, T0, T0)], FormatError, "mov"),
        ([op(40, src(BOOLEAN, 0)), op(43)], UnsupportedError, "b0, which the program does not define"),
        ([op(38, src(INTEGER, 2)), op(39)], UnsupportedError, "i2, which the program does not define"),
        ([op(40, src(TEMP, 0)), op(43)], FormatError, "a condition in a register of type 0"),
        ([op(25, src(TEMP, 0))], FormatError, "a label of type 0"),
        ([op(40 | 1 << 28, src(PREDICATE, 0)), op(43)], FormatError, "a predicate without a destination"),
        ([op(29)], FormatError, "endloop without its beginning"),
        ([op(27, src(TEMP, 0), src(INTEGER, 0))], FormatError, "a loop without aL"),
    ],
)
def test_a_program_that_cannot_be(instructions: list[list[int]], error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        pixel(*instructions)


@pytest.mark.corpus
@pytest.mark.long
def test_both_programs_of_a_container_agree(shared: Path) -> None:
    """Elements at z and w alone are kept in another order (docs/direct3d.md §7)."""
    paths = [path for path in sorted(shared.joinpath("dxbc").rglob("*.dxbc")) if b"Aon9" in path.read_bytes()]
    plain = []
    for path in paths[::12]:
        container = read(path.read_bytes())
        elements = (*elements_of(container, "ISGN"), *elements_of(container, "OSGN"))
        plain += [] if any(element.mask == 0b1100 for element in elements) else [path]
    assert len(plain) > 5
    assert not [path.name for path in plain if compared(path.read_bytes())]
