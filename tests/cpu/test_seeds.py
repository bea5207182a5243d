"""Kernels with one fault each are found by its code; correct ones that are not obvious are silent."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from mtlb import emit
from mtlb.base.errors import BuildError
from mtlb.base.findings import Severity
from mtlb.container import read
from mtlb.cpu import Kernel
from mtlb.cpu.findings import RunFinding
from mtlb.cpu.process import Session
from mtlb.cpu.random_arguments import grid_of, random_values
from mtlb.cpu.texts import SourceTexts
from mtlb.emit import f32, float4, texture2d, u32
from tests.conftest import shared_libraries
from tests.cpu.seeds import FAULTY, QUIET, Case


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session() as shared:
        yield shared


def run(case: Case, session: Session) -> list[RunFinding]:
    module = emit.Module(case.target)
    entry = module.kernel("k")
    case.body(module, entry)
    options = dict(case.options)
    memory = {"tile": options.pop("tile")} if "tile" in options else {}
    buffers = {name: array.copy() for name, array in case.buffers.items()}
    textures = {name: array.copy() for name, array in case.textures.items()}
    with Kernel(module.air_bytes(), "k", check=True, optimize=1, session=session) as kernel:
        result = kernel.run(
            case.grid, case.group, buffers=buffers, textures=textures, threadgroup_memory=memory, **options
        )
    assert result.is_clean == (not case.codes)
    return result.findings


@pytest.mark.long
@pytest.mark.parametrize("case", [*FAULTY, *QUIET], ids=lambda case: case.name)
def test_seed(case: Case, session: Session) -> None:
    result = run(case, session)
    said = "\n".join(item.message for item in result)
    assert {item.code for item in result if item.severity is not Severity.NOTE} == case.codes, said
    assert {item.code for item in result if item.severity is Severity.NOTE} == case.notes, said


def test_there_are_enough() -> None:
    assert len(QUIET) >= 20 and len({case.name for case in [*FAULTY, *QUIET]}) == len(FAULTY) + len(QUIET)


def test_a_finding_says_where_and_what(session: Session) -> None:
    """Place in memory, threads, how many are listed, and which come first."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1)
        i = k.builtin("thread_position_in_grid", u32)
        image = k.texture("image", texture2d(f32, "write"), 0)
        b = k.entry()
        out[0].store(7)
        b.texture.write(image, b.const(float4, (0.0, 0.0, 0.0, 0.0)), b.vector(i, 3))
        out[i].store(x[i].load())

    module = emit.Module("macos14")
    body(module, module.kernel("k"))
    buffers = {"x": np.arange(6, dtype="u4"), "out": np.zeros(8, "u4")}
    textures = {"image": np.zeros((8, 4), "f4")}
    with Kernel(module.air_bytes(), "k", check=True, session=session) as kernel:
        result = kernel.run(8, 8, buffers=buffers, textures=textures)
        first = kernel.run(8, 8, buffers=buffers, textures=textures, max_findings=2)
    assert not result.is_clean and first.findings == result.findings[:2]
    assert first.notes == [f"{len(result.findings) - 2} more findings are not listed"]
    severities = [finding.severity for finding in result.findings]
    assert severities == sorted(severities, key=list(Severity).index) and severities[-1] is Severity.NOTE
    outside = next(finding for finding in result.findings if finding.code == "out-of-bounds")
    assert (outside.memory, outside.element, outside.size, outside.threads) == ("x", 6, 4, ((6, 0),))
    texel = next(finding for finding in result.findings if finding.code == "texture-bounds")
    assert (texel.memory, texel.texel, texel.threads) == ("image", "(4, 3)", ((4, 0),))
    assert texel.message.endswith("at (4, 3) of 'image' of 4 x 8 texels; texture access in k")
    note = result.findings[-1]
    assert note.code == "uniform-write" and note.threads == ((2, 0), (1, 0))


def test_buffers_without_values_have_names(session: Session) -> None:
    (case,) = [item for item in FAULTY if item.name == "a buffer that is said to have no values"]
    case = Case(case.name, case.body, case.codes, buffers=case.buffers, options={"uninitialized": ["none"]})
    with pytest.raises(BuildError, match="uninitialized: the function has no buffer 'none'"):
        run(case, session)


def test_lines_come_from_the_file_that_ends_alike() -> None:
    texts = SourceTexts([])
    texts._files = [(["a", "x.metal"], ["  one;", "two;"]), (["b", "x.metal"], ["three;"]), (["y.h"], ["four;"])]
    assert texts.line("/build/a/x.metal", 1) == "one;" and texts.line("b/x.metal", 1) == "three;"
    assert texts.line("y.h", 1) == "four;" and texts.line("y.h", 2) == texts.line("y.h", 0) == ""
    assert texts.line("/c/x.metal", 1) == texts.line("z.h", 1) == ""


@pytest.mark.long
def test_the_line_of_a_real_library(session: Session) -> None:
    """The number of tiles is 0: a division of a real program, with its place and text."""
    paths = [path for path in shared_libraries("pairs") if "TemporalShaders-bdd24027" in str(path.parent)]
    if not paths:
        pytest.skip("no such library")
    library = read(paths[0].read_bytes())
    with Kernel(library, "temporal_random_sample_tiles", check=True, session=session) as kernel:
        result = random_values(kernel, grid_of(kernel)[0], 1)
        findings = kernel.run(*grid_of(kernel), **result.keywords()).findings
    (division,) = [item for item in findings if item.code == "division" and "divides" in item.message]
    assert division.file.endswith("TemporalShaders.metal") and division.line == 1080
    assert division.text == "uint tileY = tileId / tilesX;"
    assert division.message.endswith(" at TemporalShaders.metal:1080:25: uint tileY = tileId / tilesX;")
