"""Kernels with one fault each are found by its code; correct ones that are not obvious are silent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mtlb import emit
from mtlb.base.findings import Severity
from mtlb.cpu import Kernel
from mtlb.cpu.findings import RunFinding
from mtlb.cpu.process import Session
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
    found = run(case, session)
    said = "\n".join(one.message for one in found)
    assert {one.code for one in found if one.severity is not Severity.NOTE} == case.codes, said
    assert {one.code for one in found if one.severity is Severity.NOTE} == case.notes, said


def test_there_are_enough() -> None:
    assert len(QUIET) >= 20 and len({case.name for case in [*FAULTY, *QUIET]}) == len(FAULTY) + len(QUIET)
