"""Every shader that Naga writes becomes a library that is verified and lint clean, or is refused for a known reason."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.base.errors import MtlbError
from mtlb.translate import translate
from tests.conftest import shared_directory

OWN = sorted(Path(__file__).with_name("naga").glob("*.spv"))
SHADERS = [*OWN, *sorted(shared_directory().joinpath("spirv").glob("*.spv"))]
REFUSED = {
    "naga__f64": r"word 31: OpTypeFloat %3: Metal has no double",
    "naga__atomicOps-int64": r"word \d+: OpAtomicStore: for 64 bits",
}
"""What Metal does not have."""


@pytest.mark.parametrize("target", ["macos14", "ios17"])
@pytest.mark.parametrize("path", SHADERS, ids=lambda path: path.stem)
@pytest.mark.long
def test_a_shader_becomes_a_library(path: Path, target: str) -> None:
    data = path.read_bytes()
    if (reason := REFUSED.get(path.stem)) is not None:
        with pytest.raises(MtlbError, match=reason):
            translate(data, target)
        return
    translation = translate(data, target, name=path.stem)
    assert translation.module.check() == []
    assert translation.entries or translation.warnings
    assert mtlb.verify(mtlb.link([translation.module]).library) == []
    assert translate(data, target, name=path.stem).module.air_bytes() == translation.module.air_bytes()
