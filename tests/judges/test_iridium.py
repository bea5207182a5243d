"""iridium, of Darling's indium, as a second reader of AIR, and the third road: what our kernels mean to Vulkan.

MTLB_JUDGES names a folder with the program `mtl2spv` (a library in, SPIR-V out), which is not part of the project.
docs/proof.md has what came of it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import mtlb
from mtlb.container import write
from mtlb.linker import link
from mtlb.prove import kit_libraries
from tests.conftest import ROOT
from tests.judges.roads import CASES, kernel
from tests.translate.vulkan.driver import interpreter

pytestmark = pytest.mark.judges

_TIME = 60
_THREADS = 64
LEAST_EQUAL = 9


class Verdict(NamedTuple):
    """`outcome`: valid, invalid, refused (with iridium's words), or crashed (its process died of something else)."""

    outcome: str
    words: str = ""
    spirv: bytes = b""


@pytest.fixture(scope="module")
def program() -> Path:
    path = Path(os.environ.get("MTLB_JUDGES", ""), "mtl2spv")
    if not os.environ.get("MTLB_JUDGES") or not path.exists():
        pytest.skip("no mtl2spv: MTLB_JUDGES names the folder that has it")
    return path


def translated(program: Path, data: bytes, name: str) -> Verdict:
    """One function of a library, alone."""
    library = mtlb.read(data)
    library.functions[:] = [function for function in library.functions if function.name == name]
    with tempfile.TemporaryDirectory() as folder:
        inputs, path = Path(folder) / "x.metallib", Path(folder) / "x.spv"
        inputs.write_bytes(write(library))
        run = subprocess.run([program, inputs, path], capture_output=True, text=True, timeout=_TIME)
        if run.returncode:
            words = run.stderr.partition("what():")[2].strip() or run.stderr.strip()[-80:]
            return Verdict("refused" if "terminate called" in run.stderr else "crashed", words)
        spirv = path.read_bytes()
        check = ["spirv-val", "--target-env", "vulkan1.2", "--allow-localsizeid", str(path)]
        if shutil.which(check[0]) is None:
            pytest.skip("no spirv-val")
        valid = subprocess.run(check, capture_output=True, text=True, timeout=_TIME)
        return Verdict("valid" if not valid.returncode else "invalid", valid.stdout + valid.stderr, spirv)


def taken(
    program: Path, libraries: dict[str, bytes], kinds: tuple[str, ...] = ("vertex", "fragment", "kernel")
) -> Counter[str]:
    """How many functions of the kinds that iridium knows came out how."""
    counts: Counter[str] = Counter()
    for data in libraries.values():
        for function in mtlb.read(data).functions:
            if function.type.label in kinds:
                counts[translated(program, data, function.name).outcome] += 1
    return counts


def test_our_functions_are_taken_as_apples_are(program: Path) -> None:
    """What iridium refuses it refuses of Apple's too; none of ours crashes it or becomes something invalid."""
    apples = {path.name: path.read_bytes() for path in sorted((ROOT / "golden/apple").rglob("*.metallib"))}
    ours = {path.name: path.data for path in kit_libraries(("macos11", "macos14", "macos26"))}
    theirs, mine = taken(program, apples), taken(program, ours)
    print("Apple's:", dict(theirs), "ours:", dict(mine))
    assert mine["valid"] >= 8 and mine["crashed"] == 0 and mine["invalid"] == 0
    assert theirs["refused"] > 0


@pytest.mark.parametrize("target", ["macos11", "macos14", "macos26"])
def test_equal_values_by_the_third_road(target: str, program: Path, tmp_path: Path) -> None:
    jobs: dict[str, np.ndarray] = {}
    refused = []
    for name in CASES:
        data = bytes(write(link([kernel(name, target)]).library))
        verdict = translated(program, data, "road")
        if verdict.outcome != "valid":
            refused.append(f"{name}: {verdict.outcome} {verdict.words}")
            continue
        rng = np.random.default_rng(len(jobs) + 1)
        x, y = ((rng.standard_normal(count) * 3).astype("f4") for count in (2 * _THREADS, _THREADS))
        out = np.zeros(_THREADS, "f4")
        job = name.replace(" ", "-")
        np.savez(tmp_path / f"{job}.npz", b0=x, b1=y, b2=out, threads=_THREADS, group=32)
        (tmp_path / f"{job}.spv").write_bytes(verdict.spirv)
        mtlb.run(
            data,
            "road",
            grid=_THREADS,
            threadgroup=32,
            buffers={"x": x if name == "member" else x[:_THREADS], "y": y, "out": out},
        )
        assert out.any()
        jobs[job] = out
    python = interpreter(Path(os.environ.get("MTLB_CACHE", Path.home() / ".cache" / "mtlb")) / "vulkan")
    worker = Path(__file__).parent / "address_worker.py"
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
    subprocess.run([python, worker, tmp_path], check=True, env=environment, capture_output=True)
    for job, expected in jobs.items():
        with np.load(tmp_path / f"{job}.out.npz") as arrays:
            actual = arrays["b2"].view("f4")
        np.testing.assert_allclose(actual, expected, rtol=1e-5, atol=1e-6, err_msg=job)  # fast math on both roads
    print(len(jobs), "equal; not taken:", refused)
    assert len(jobs) >= LEAST_EQUAL, refused
