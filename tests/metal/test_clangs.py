"""The same source gives the same module whichever clang reads it: of versions 19 to 22, those that are here."""

from __future__ import annotations

import os
import shutil

import pytest

from mtlb.metal import Clang, CompileOptions, clang, compile_source
from mtlb.metal.optimise import normalise
from tests.conftest import ROOT, shared_directory

VARIABLE = "MTLB_CLANGS"
"""Programs to compare besides those in PATH, such as the ones of ziglang 0.14 to 0.16, between colons."""


def _clangs() -> dict[str, Clang]:
    """One of each version."""
    named = [shutil.which(f"clang-{version}") for version in range(clang.OLDEST, clang.NEWEST + 1)]
    commands = [(item,) for item in (*named, *os.environ.get(VARIABLE, "").split(os.pathsep)) if item]
    versions = (clang._version_of(command) for command in (*commands, *clang.clang_of_ziglang()))
    return {str(item): item for item in versions if item is not None}


@pytest.mark.oracle
@pytest.mark.long
@pytest.mark.parametrize("name", ["kernels", "render", "softmax", "rms_norm", "random"])
def test_all_clangs_give_the_same_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clangs = _clangs()
    if len({item.version[0] for item in clangs.values()}) < 2:
        pytest.skip(f"one version of clang alone: {VARIABLE} names others")
    path, root = ROOT / "golden" / "metal" / f"{name}.metal", shared_directory() / "metal" / "mlx"
    if not path.exists():
        path = root / "mlx" / "backend" / "metal" / "kernels" / f"{name}.metal"
    if not path.exists():
        pytest.skip("no sources of MLX")
    monkeypatch.setenv("MTLB_COMPILE_CACHE", "off")
    options = CompileOptions(include_folders=(str(root),), warnings=("-w",))
    names: dict[bytes, list[str]] = {}
    for words, item in clangs.items():
        monkeypatch.setattr("mtlb.metal.compile.find_clang", lambda asked, item=item: item)
        names.setdefault(compile_source(path, options).bitcode, []).append(words)
    assert len(names) == 1, list(names.values())


def test_what_newer_clangs_write() -> None:
    newer = (
        "  %1 = getelementptr inbounds nuw float, ptr %0, i64 %2\n"
        "  call void @llvm.lifetime.start.p0(ptr nonnull %9) #4, !dbg !3\n"
        'attributes #3 = { nounwind "no-signed-zeros-fp-math"="true" }\n'
        'attributes #5 = { nounwind "no-signed-zeros-fp-math"="true" "unsafe-fp-math"="true" }\n'
        'attributes #6 = { nounwind "no-trapping-math"="true" }\n'
    )
    assert normalise(newer) == (
        "  %1 = getelementptr inbounds float, ptr %0, i64 %2\n"
        "  call void @llvm.lifetime.start.p0(ptr nonnull %9), !dbg !3\n"
        'attributes #3 = { nounwind "no-signed-zeros-fp-math"="true" "approx-func-fp-math"="true" '
        '"unsafe-fp-math"="true" }\n'
        'attributes #5 = { nounwind "no-signed-zeros-fp-math"="true" "unsafe-fp-math"="true" }\n'
        'attributes #6 = { nounwind "no-trapping-math"="true" }\n'
    )
