"""Hull shaders against SPIR-V of them, both as kernels on the CPU: factors, points.

``python -m tests.direct3d.stages_road DIRECTORY...``: the SPIR-V of token programs is vkd3d's, that of DXIL, with
``MTLB_DXIL_SPIRV`` (`tests.direct3d.dxil_road`), is dxil-spirv's.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

import mtlb
from mtlb.base.errors import BuildError, MtlbError
from mtlb.cpu import Kernel
from mtlb.direct3d import translate_container
from mtlb.direct3d.dxil.program import Semantic, SignatureRow, read_dxil
from mtlb.direct3d.interface import SystemValue
from mtlb.direct3d.program import read_shader
from mtlb.dxbc import read
from mtlb.dxbc.contents import contents_of
from mtlb.dxbc.dxil import main_program
from mtlb.dxbc.signatures import SignatureElement
from mtlb.dxbc.words import ShaderKind
from mtlb.translate import translate
from tests.direct3d.dxil_road import Translator
from tests.direct3d.road import spirv_of

PATCHES, STRIDE, ROWS = 3, 640, 256
Elements = tuple[SignatureElement, ...] | dict[int, SignatureRow]
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
    container = read(data)
    is_dxil = container.get("SHEX") is None
    program = read_dxil(container) if is_dxil else read_shader(container)
    points = program.patches.input_points
    count = program.patches.output_points or points
    generator = np.random.default_rng(5)
    registers = (generator.random((PATCHES * points, 32, 4)) * 3 + 0.5).astype("f4")
    rows = (generator.random((ROWS, 4)) * 3 + 0.5).astype("f4")
    ours_in, theirs_in = (np.zeros((PATCHES * points, STRIDE // 4), np.float32) for _ in range(2))
    ours_in[:, :128] = registers.reshape(len(registers), -1)
    theirs_in[:, POSITION_BYTES // 4 : POSITION_BYTES // 4 + 128] = registers.reshape(len(registers), -1)
    for register, _, is_position in _registers(program.inputs):
        if is_position:
            theirs_in[:, :4] = registers[:, register]
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
    places = [binding for binding in spirv.bindings if binding.set is not None and "buffer" in binding.slots]
    bound = {binding.slots["buffer"]: rows for binding in places}
    other = _run(mtlb.link([spirv.module]).library, spirv.entries[0], points, count, {22: theirs_in} | bound)
    results = []
    if not np.array_equal(mine[26], other[26]):
        results.append(f"factors are {mine[26].tolist()}, not {other[26].tolist()}")
    for register, mask, is_position in _registers(program.outputs):
        a = mine[28][:, 4 * register : 4 * register + 4].view("f4")
        lanes = [lane for lane in range(4) if mask >> lane & 1]
        starts = [4 + 4 * register, *([0] if is_position else [])]  # a position may be the builtin or at its location
        if not any(np.allclose(a[:, lanes], _four(other[28], at)[:, lanes], 1e-5, equal_nan=True) for at in starts):
            theirs = [_four(other[28], at)[0].tolist() for at in starts]
            results.append(f"points have {a[0]}, not {theirs} in o{register}")
    return results


def _four(points: np.ndarray, start: int) -> np.ndarray:
    return points[:, start : start + 4].view("f4")


def _registers(elements: Elements) -> list[tuple[int, int, bool]]:
    """The registers of control points: number, components, whether it is a position."""
    if not isinstance(elements, dict):
        return [(one.register, one.mask, one.system_value == SystemValue.POSITION) for one in elements]
    return [
        (one.start_row + row, (1 << one.columns) - 1 << one.start_column, one.kind == Semantic.POSITION)
        for one in elements.values()
        for row in range(one.rows)
    ]


def _from_dxil(translator: Translator | None, path: Path, output: Path) -> bool:
    made = translator.spirv(path.read_bytes()) if translator is not None else None
    if made is not None:
        output.write_bytes(made)
    return made is not None


def main(folders: list[str]) -> int:
    """Compare, and print how many agree."""
    counts: Counter[str] = Counter()
    library = os.environ.get("MTLB_DXIL_SPIRV")
    translator = Translator(library) if library else None
    with tempfile.TemporaryDirectory() as name:
        for path in sorted(path for folder in folders for path in Path(folder).rglob("*.dxbc")):
            container = read(path.read_bytes())
            part, output = container.get("SHEX"), Path(name) / "shader.spv"
            if part is not None:
                kind, road = contents_of(part).kind, "vkd3d"
            elif container.get("DXIL", "ILDB") is not None and translator is not None:
                kind, road = main_program(container).kind, "dxil-spirv"
            else:
                continue
            if kind is not ShaderKind.HULL:
                continue
            if not (spirv_of(path, output) if part is not None else _from_dxil(translator, path, output)):
                counts[f"{road} does not take it"] += 1
                continue
            try:
                actual = compared(path, output)
            except MtlbError as error:
                print(f"{path.name}: {error}")
                counts[f"{road}: not run"] += 1
                continue
            counts[f"{road}: {'differ' if actual else 'agree'}"] += 1
            for words in actual:
                print(f"{path.name}: {words}")
    for words, count in counts.most_common():
        print(f"{count:4} {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
