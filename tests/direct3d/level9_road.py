"""Programs of feature level 9 against those of shader model 4 in the same containers, on the CPU.

``python -m tests.direct3d.level9_road DIRECTORY...`` runs both of each container with the same numbers, and prints what
differs by more than 2^-10 of the greater number (or of 1): Direct3D 9 has other instructions for the same source.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import numpy as np

import mtlb
from mtlb.base.errors import MtlbError
from mtlb.cpu import Image, Kernel, Sampler
from mtlb.direct3d import ContainerTranslation, translate_container
from mtlb.dxbc import Container, read

SIDE, ROWS = 4, 256


def without_model_4(data: bytes) -> bytes:
    """The container with its program of feature level 9 alone."""
    container = read(data)
    return Container([part for part in container.parts if part.tag not in ("SHDR", "SHEX")]).write()


def computed(shader: ContainerTranslation, integers: set[str]) -> dict[str, np.ndarray]:
    """The outputs of a shader. `integers`: the inputs that are whole numbers."""
    generator = np.random.default_rng(7)
    rows = (generator.random((ROWS, 4)) + 0.25).astype("f4")
    flat = generator.random((8, 8, 4)).astype("f4")
    buffers: dict[int, object] = {}
    textures: dict[int, object] = {}
    for binding in shader.bindings:
        if binding.table == "buffer":
            buffers[binding.slot] = np.roll(rows, int(binding.register[1:]), 0)
        elif binding.table == "texture":
            kind = "cube" if "cube" in binding.type else "3d" if "3d" in binding.type else "2d"
            array = flat if kind == "2d" else np.repeat(flat[None], 6 if kind == "cube" else 8, 0)
            textures[binding.slot] = Image(np.ascontiguousarray(array), kind, format="rgba32float")
    samplers = {
        binding.slot: Sampler("nearest", "nearest", "none", "repeat")
        for binding in shader.bindings
        if binding.table == "sampler"
    }
    shape = (SIDE, SIDE)
    with Kernel(mtlb.link([shader.module]).library, shader.entry) as kernel:
        arguments = [p.argument for p in kernel.prepared.parameters if p.argument is not None]
        inputs: dict[str, np.ndarray] = {}
        for argument in arguments:
            if argument.kind not in ("vertex_input", "fragment_input", "position"):
                continue
            given = np.random.default_rng(sum(argument.name.encode())).random((*shape, 4)).astype("f4") + 0.125
            number = "".join(c for c in argument.type_name if c.isdigit())
            count = int(number) if number else 1
            value = given[..., :count] if count > 1 else given[..., 0]
            if argument.name in integers:
                value = np.floor(value * 3).astype(np.uint32)
            inputs[argument.name] = value.reshape(SIDE * SIDE, -1) if argument.kind == "vertex_input" else value
        grid = (SIDE * SIDE, 1) if shader.bindings and shader.bindings[0].stage == "vertex" else shape
        if any(argument.kind == "vertex_input" for argument in arguments):
            grid = (SIDE * SIDE, 1)
        result = kernel.run(grid, inputs=inputs, buffers=buffers, textures=textures, samplers=samplers)
        return {name: np.array(array) for name, array in result.outputs.items()}


def compared(data: bytes) -> list[str]:
    """What differs between the two programs of a container."""
    container = read(data)
    from mtlb.direct3d.interface import semantic
    from mtlb.direct3d.program import elements_of

    elements = elements_of(container, "ISG1", "ISGN")
    integers = {semantic(element) for element in elements if element.component_type != 3}
    ours = computed(translate_container(without_model_4(data), "macos14"), integers)
    theirs = computed(translate_container(data, "macos14"), integers)
    results = []
    for name, expected in theirs.items():
        if name not in ours:
            results.append(f"{name} is not there")
            continue
        a, b = ours[name].astype("f8"), expected.astype("f8")
        scale = np.maximum(np.maximum(np.abs(a), np.abs(b)), 1.0)
        bad = ~((np.abs(a - b) <= scale / 1024) | (np.isnan(a) & np.isnan(b)))
        if bad.any():
            place = tuple(np.argwhere(bad)[0])
            results.append(f"{name}{list(map(int, place))} is {a[place]!r}, not {b[place]!r}")
    return results


def main(folders: list[str]) -> int:
    """Compare, and print how many agree."""
    counts: Counter[str] = Counter()
    for path in sorted(path for folder in folders for path in Path(folder).rglob("*.dxbc")):
        data = path.read_bytes()
        container = read(data)
        if container.get("Aon9") is None or container.get("SHDR", "SHEX") is None:
            continue
        try:
            actual = compared(data)
        except MtlbError as error:
            counts[f"not compared: {error}"] += 1
            continue
        counts["differ" if actual else "agree"] += 1
        if actual:
            print(f"{path}: {actual[0]}")
    for words, count in counts.most_common():
        print(f"{count:4} {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
