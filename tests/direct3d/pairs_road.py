"""Token programs against DXIL of the same shader, both as Metal functions on the CPU.

``python -m tests.direct3d.pairs_road DIRECTORY...``: below the directories, each ``X.dxbc`` with a listing ``X.ref`` of
the DXIL that dxilconv makes of it, as in projects/dxilconv/test of https://github.com/microsoft/DirectXShaderCompiler.
The two roads share nothing before the builder: dxilconv is Microsoft's own reading of token programs.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import numpy as np

import mtlb
from mtlb.base.errors import MtlbError
from mtlb.cpu import Image, Kernel, Sampler
from mtlb.direct3d import ContainerTranslation, translate_container
from mtlb.direct3d.program import ShaderProgram, read_shader
from mtlb.direct3d.slots import BoundRegister
from mtlb.dxbc import read
from mtlb.translate import ShaderOptions
from tests.direct3d.dxil_assembler import wrapped
from tests.direct3d.road import known_inputs
from tests.translate.shaders import SIDE, Unfit

KINDS = {"ps": 0, "vs": 1, "gs": 2, "hs": 3, "ds": 4, "cs": 5}
PRIMITIVES, STRIDE, WORDS = 3, 512, 4096
_SHAPES = {
    "texture1d": ((8, 4), "1d"),
    "texture2d": ((8, 8, 4), "2d"),
    "texture3d": ((4, 4, 4, 4), "3d"),
    "texture2d_array": ((3, 8, 8, 4), "2d_array"),
    "texture_buffer": ((64, 4), "1d"),
}


def dxil_of(path: Path) -> bytes:
    """The container of a listing."""
    text = path.read_text(errors="replace")
    model = re.search(r'!\{!"(\w\w)", i32 \d, i32 (\d+)\}', text)
    if model is None or model[1] not in KINDS:
        raise Unfit("a listing without a shader model")
    return wrapped(text, KINDS[model[1]], int(model[2]))


def resource(one: BoundRegister) -> object:
    """A value for what a register is bound to: the same for both roads."""
    generator = np.random.default_rng(sum(one.register.encode()))
    if one.table == "sampler":
        return Sampler("nearest", "nearest", "nearest", "repeat")
    if one.table == "texture":
        name, _, component = one.type.partition("<")
        shape = _SHAPES.get(name)
        if shape is None:
            raise Unfit(f"a {one.type}")
        values = generator.integers(0, 64, shape[0])
        is_float = component.startswith("float")
        return Image(values.astype("f4") / 16 if is_float else values.astype("u4"), shape[1])
    if one.table != "buffer":
        raise Unfit("an argument buffer")
    if one.use == "sizes":
        return np.full(64, 4 * WORDS, np.uint32)
    return (generator.random(WORDS) * 3 + 0.5).astype("f4") if one.register else np.zeros(64, np.uint32)


def registers(count: int, seed: int) -> np.ndarray:
    """Vertices, control points or patches in memory."""
    return (np.random.default_rng(seed).random((count, STRIDE // 4)) * 3 + 0.5).astype("f4")


def between(program: ShaderProgram) -> dict[int, np.ndarray]:
    """The buffers between stages."""
    points_in = program.patches.input_points or program.primitives.vertices or 1
    points_out = program.patches.output_points or points_in
    found = {29: np.array([points_in, STRIDE, points_out, STRIDE, STRIDE], np.uint32)}
    found |= {22: registers(PRIMITIVES * points_in, 5), 20: registers(PRIMITIVES, 6)}
    found |= {28: np.zeros((PRIMITIVES * points_out, STRIDE // 4), np.float32)}
    return found | {27: np.zeros((PRIMITIVES, STRIDE // 4), np.float32), 26: np.zeros((PRIMITIVES, 6), np.float16)}


def inputs_of(kernel: Kernel, count: tuple[int, ...]) -> dict[str, np.ndarray]:
    """Values for the inputs of a stage, by the names of arguments."""
    found: dict[str, np.ndarray] = {}
    builtins = known_inputs()
    for parameter in kernel.prepared.parameters:
        argument = parameter.argument
        if argument is None or (
            argument.location_index is not None and argument.kind in ("buffer", "texture", "sampler")
        ):
            continue
        if argument.kind in builtins and len(count) == 2:
            found[argument.name] = builtins[argument.kind]
        elif argument.kind == "position_in_patch":
            corners = np.random.default_rng(3).dirichlet([1, 1, 1], int(np.prod(count))).astype("f4")
            found[argument.name] = corners[:, : 3 if "3" in argument.type_name else 2]
        elif argument.kind == "patch_id":
            found[argument.name] = (np.arange(int(np.prod(count))) % PRIMITIVES).astype("u4")
        elif argument.kind in ("vertex_id", "instance_id"):
            found[argument.name] = np.arange(int(np.prod(count)), dtype=np.uint32)
        elif argument.kind in ("base_vertex", "base_instance"):
            found[argument.name] = np.zeros(int(np.prod(count)), np.uint32)
        elif argument.kind in ("vertex_input", "stage_in", "fragment_input"):
            found[argument.name] = _numbers(argument.name, argument.type_name, count)
    return found


def _numbers(name: str, type: str, count: tuple[int, ...]) -> np.ndarray:
    generator = np.random.default_rng(sum(name.encode()))
    lanes = int(type[-1]) if type[-1].isdigit() else 1
    values = generator.random((*count, lanes)) * 3 + 0.5
    made = values.astype("f4") if type.startswith(("float", "half")) else values.astype("u4")
    return made if lanes > 1 else made[..., 0]


def run(shader: ContainerTranslation, program: ShaderProgram) -> dict[str, np.ndarray]:
    """Everything that a function gives: outputs, and buffers and textures that it writes."""
    stage = program.stage
    tables: dict[str, dict[int, object]] = {"buffer": {}, "texture": {}, "sampler": {}}
    left: dict[str, np.ndarray] = {}
    memory = between(program)
    for one in shader.bindings:
        value = memory[one.slot] if one.use == "stage" else resource(one)
        if one.table not in tables:
            raise Unfit("an argument buffer")
        tables[one.table][one.slot] = value if one.count == 1 or one.use else [value] * one.count
        if one.table != "sampler" and "write" in one.access:
            left[f"{one.register}{one.use}{one.slot if one.use == 'stage' else ''}"] = getattr(value, "array", value)
    words = {f"{table}s": values for table, values in tables.items()}
    with Kernel(mtlb.link([shader.module]).library, shader.entry) as kernel:
        if stage == "kernel":
            group = program.thread_group or (1, 1, 1)
            kernel.run(tuple(2 * one for one in group), group, **words)
        elif stage == "hull":
            points = program.patches.output_points or program.patches.input_points
            kernel.run(PRIMITIVES * points, points, **words)
        elif stage == "geometry":
            left |= kernel.run((PRIMITIVES, 1, program.primitives.instances), 1, **words).outputs
        else:
            size = (SIDE, SIDE) if stage == "fragment" else (6, 1)
            result = kernel.run(size, inputs=inputs_of(kernel, size if stage == "fragment" else (6,)), **words)
            left |= {name: value for name, value in result.outputs.items() if value is not None}
    return {name: np.asarray(value) for name, value in left.items()}


def compared(path: Path) -> list[str]:
    """What differs between the token program at a path and the DXIL beside it."""
    data = path.read_bytes()
    program = read_shader(read(data))
    options = ShaderOptions(buffer_bounds_check_policy="read-zero-skip-write")
    mine = run(translate_container(data, "macos14", name="shader", options=options), program)
    dxil = translate_container(dxil_of(path.with_suffix(".ref")), "macos14", name="shader", options=options)
    other = run(dxil, program)
    found = [f"no {name}" for name in sorted(mine.keys() ^ other.keys())]
    for name in sorted(mine.keys() & other.keys()):
        a, b = (np.ascontiguousarray(one[name]) for one in (mine, other))
        if a.dtype == np.uint32 or a.dtype == np.uint8:
            a, b = (one.view("f4") if one.nbytes % 4 == 0 else one for one in (a, b))
        is_same = a.tobytes() == b.tobytes() or np.allclose(a, b, rtol=2.0**-18, atol=2.0**-20, equal_nan=True)
        if not is_same:
            found.append(f"{name} is {a.reshape(-1)[:4]}, not {b.reshape(-1)[:4]}")
    return found


def main(folders: list[str]) -> int:
    """Compare, and print how many agree."""
    counts: Counter[str] = Counter()
    for path in sorted(path for folder in folders for path in Path(folder).rglob("*.dxbc")):
        if not path.with_suffix(".ref").exists():
            continue
        try:
            stage = read_shader(read(path.read_bytes())).stage
            found = compared(path)
        except (MtlbError, Unfit) as error:
            print(f"{path.name}: {error}")
            counts["not run"] += 1
            continue
        counts[f"{stage}: {'differ' if found else 'agree'}"] += 1
        for words in found:
            print(f"{path.name} ({stage}): {words}")
    for words, count in sorted(counts.items()):
        print(f"{count:4} {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
