"""Hull shaders against vkd3d's SPIR-V of them, both as kernels on the CPU: factors, points, patch constants.

``python -m tests.direct3d.stages_road DIRECTORY...``
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

import mtlb
from mtlb.base.errors import BuildError, MtlbError
from mtlb.cpu import Kernel
from mtlb.direct3d import translate_container
from mtlb.direct3d.program import read_shader
from mtlb.dxbc import read
from mtlb.dxbc.contents import contents_of
from mtlb.dxbc.words import ShaderKind
from mtlb.translate import translate
from tests.direct3d.road import spirv_of

PATCHES, STRIDE, ROWS = 3, 640, 256
POSITION_BYTES = 16  # before the locations of SPIR-V's vertices (docs/spirv.md §3)


def _run(library: object, entry: str, points: int, count: int, buffers: dict[int, object]) -> dict[int, np.ndarray]:
    own: dict[int, object] = {
        28: np.zeros((PATCHES * count, STRIDE // 4), np.uint32),
        27: np.zeros((PATCHES, STRIDE // 4), np.uint32),
        26: np.zeros((PATCHES, 6), np.float16),
        29: np.array([points, STRIDE, count, STRIDE, STRIDE], np.uint32),
    }
    with Kernel(library, entry) as kernel:  # type: ignore[arg-type]
        names = {p.argument.location_index for p in kernel.prepared.parameters if p.argument is not None}
        inputs = {slot: array for slot, array in (own | buffers).items() if slot in names}
        kernel.run(PATCHES * count, count, buffers=inputs)

    return {slot: np.asarray(own[slot]) for slot in (26, 27, 28)}


def compared(path: Path, output: Path) -> list[str]:
    """What differs between our kernel and that of vkd3d's SPIR-V."""
    data = path.read_bytes()
    program = read_shader(read(data))
    points = program.patches.input_points
    count = program.patches.output_points or points
    generator = np.random.default_rng(5)
    registers = (generator.random((PATCHES * points, 32, 4)) * 3 + 0.5).astype("f4")
    rows = (generator.random((ROWS, 4)) * 3 + 0.5).astype("f4")
    ours_in, theirs_in = (np.zeros((PATCHES * points, STRIDE // 4), np.float32) for _ in range(2))
    ours_in[:, :128] = registers.reshape(len(registers), -1)
    theirs_in[:, POSITION_BYTES // 4 : POSITION_BYTES // 4 + 128] = registers.reshape(len(registers), -1)
    shader = translate_container(data, "macos14")
    if any(binding.table == "argument_buffer" for binding in shader.bindings):
        raise BuildError("resources are in an argument buffer")
    constants = {binding.register: binding.slot for binding in shader.bindings if binding.register.startswith("b")}
    mine = _run(
        mtlb.link([shader.module]).library,
        shader.entry,
        points,
        count,
        {22: ours_in} | dict.fromkeys(constants.values(), rows),
    )
    spirv = translate(output.read_bytes(), "macos14")
    bound = {binding.slots["buffer"]: rows for binding in spirv.bindings if binding.set is not None}
    other = _run(mtlb.link([spirv.module]).library, spirv.entries[0], points, count, {22: theirs_in} | bound)
    results = []
    if not np.array_equal(mine[26], other[26]):
        results.append(f"factors are {mine[26].tolist()}, not {other[26].tolist()}")
    for element in program.outputs:
        a = mine[28][:, 4 * element.register : 4 * element.register + 4]
        b = other[28][:, 4 + 4 * element.register : 8 + 4 * element.register]
        lanes = [lane for lane in range(4) if element.mask >> lane & 1]
        if not np.allclose(a[:, lanes].view("f4"), b[:, lanes].view("f4"), rtol=1e-5, equal_nan=True):
            results.append(f"points have {a[0].view('f4')}, not {b[0].view('f4')} in o{element.register}")
    return results


def main(folders: list[str]) -> int:
    """Compare, and print how many agree."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        for path in sorted(path for folder in folders for path in Path(folder).rglob("*.dxbc")):
            part = read(path.read_bytes()).get("SHEX")
            if part is None or contents_of(part).kind is not ShaderKind.HULL:
                continue
            output = Path(name) / "shader.spv"
            if not spirv_of(path, output):
                counts["vkd3d does not take it"] += 1
                continue
            try:
                actual = compared(path, output)
            except MtlbError as error:
                print(f"{path.name}: {error}")
                counts["not run"] += 1
                continue
            counts["differ" if actual else "agree"] += 1
            for words in actual:
                print(f"{path.name}: {words}")
    for words, count in counts.most_common():
        print(f"{count:4} {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
