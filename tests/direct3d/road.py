"""The independent road: vkd3d's compiler makes SPIR-V of a container, Mesa's software driver computes with it.

``python -m tests.direct3d.road DIRECTORY...`` compares all containers below with what `mtlb.run` computes, and prints a
line for each. Debian's packages vkd3d-compiler and mesa-vulkan-drivers have to be installed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import mtlb
from mtlb.base.errors import MtlbError
from mtlb.cpu import Image, Kernel, Sampler
from mtlb.direct3d import translate_container
from mtlb.direct3d.interface import semantic
from mtlb.direct3d.program import read_shader
from mtlb.dxbc import read as read_container
from mtlb.dxbc.contents import contents_of
from mtlb.spirv import SpirvModule, TypeFloat, TypeImage, TypeInt, read
from mtlb.spirv.enumerants import Dim, ImageFormat, Op
from mtlb.translate import ShaderOptions
from tests.translate.shaders import SIDE, Case, Resource, Texture, Unfit, _image, _outputs, made, vertex_inputs
from tests.translate.vertices import INSTANCES, VERTICES
from tests.translate.vulkan.driver import computed, interpreter

TEXELS = 64


def spirv_of(path: Path, output: Path) -> bool:
    """Whether vkd3d's compiler takes the container; `output` is then its SPIR-V."""
    words = ["vkd3d-compiler", "-x", "dxbc-tpf", "-b", "spirv-binary", "--buffer-uav=storage-buffer"]
    done = subprocess.run([*words, "-o", str(output), str(path)], capture_output=True, check=False)
    if done.returncode or not output.exists():
        return False
    output.write_bytes(with_formats(output.read_bytes()))
    return True


def with_formats(data: bytes) -> bytes:
    """SPIR-V whose storage images of unknown format have 32 bits in each of four components: typed UAVs have the format
    of what is bound, and here that is it."""
    module, words = read(data), np.frombuffer(data, "<u4").copy()
    at = 5  # after the header
    while at < len(words):
        length = int(words[at]) >> 16
        if words[at] & 0xFFFF == Op.OpTypeImage:
            image = module.type(int(words[at + 1]))
            assert isinstance(image, TypeImage)
            if image.sampled == 2 and image.format is ImageFormat.Unknown:
                component = module.type(image.sampled_type)
                is_int = isinstance(component, TypeInt)
                signed = is_int and component.signed
                letter = "i" if signed else "u" if is_int else "f"
                words[at + 8] = (_FORMATS_OF_BUFFERS if image.dim == Dim.Buffer else _FORMATS)[letter]
        at += length
    return words.tobytes()


_FORMATS = {"f": ImageFormat.Rgba32f, "i": ImageFormat.Rgba32i, "u": ImageFormat.Rgba32ui}
_FORMATS_OF_BUFFERS = {"f": ImageFormat.R32f, "i": ImageFormat.R32i, "u": ImageFormat.R32ui}


def case_of(path: Path) -> Case:
    """The inputs of the one entry point of vkd3d's SPIR-V. Unfit: they can't be made."""
    module = read(path.read_bytes())
    (point,) = module.entry_points
    case = made(module, point, path)
    if case.stage == "compute":
        case.resources = [_texels(module, resource) for resource in case.resources]
        for resource in case.resources:
            if resource.kind == "uniform" and resource.data is not None:
                # vkd3d has floats in every row. As ints those are huge, and levels of detail that drivers do not bear.
                make_small(resource.data.view(np.uint32)[3:], 3)
    if len({varying.location for varying in case.varyings}) < len(case.varyings):
        raise Unfit("several inputs in one location")
    return case


def make_small(words: np.ndarray, first: int = 0) -> None:
    """Make words small integers: as indices they are in bounds."""
    words[:] = (np.arange(len(words)) + first) * 7919 % 4


def _texels(module: SpirvModule, resource: Resource) -> Resource:
    """A resource; of a buffer of texels, which vkd3d makes of raw and structured t# as well, 64 numbers of 32 bits."""
    variable = module.variables.get(resource.variable)
    image = None if variable is None else module.type(variable.pointee)
    if not isinstance(image, TypeImage) or image.dim != Dim.Buffer:
        return resource
    component = module.type(image.sampled_type)
    is_float = isinstance(component, TypeFloat)
    if not is_float and component.signed:
        raise Unfit("a buffer of signed texels")
    numbers = (np.arange(TEXELS) * 7919 + resource.binding * 101) % 61
    array = ((numbers - 10) / 32).astype("f4") if is_float else (numbers % 4).astype("u4")
    texture = Texture("r32float" if is_float else "r32uint", "buffer", "buffer", [array.reshape(1, 1, TEXELS, 1)])
    is_written = image.sampled == 2
    return replace(resource, kind="storage-texels" if is_written else "texels", writable=is_written, texture=texture)


def register_of(case: Case, resource: Resource) -> str:
    """The register of a resource of vkd3d's SPIR-V, by its name."""
    assert case.module is not None
    name = case.module.names.get(resource.variable, "")
    match = re.match(r"(cb|t|s|u)(\d+)", name)
    if match is None or name.endswith("counter"):
        raise Unfit(f"a resource {name}")
    return f"{'b' if match[1] == 'cb' else match[1]}{match[2]}"


@dataclass(frozen=True)
class Output:
    """A vertex shader's output: our name, its register, the components of the register."""

    word: str
    register: int
    mask: int


Outputs = Callable[[bytes], list[Output]]
Registers = Callable[[Case, Resource], str]
Inputs = Callable[[bytes, Case, Kernel], dict[str, np.ndarray]]


def outputs_of(data: bytes) -> list[Output]:
    """The outputs of a token program."""
    return [Output(semantic(e), e.register, e.mask) for e in read_shader(read_container(data)).outputs]


def vertex_outputs(
    outputs: list[Output], actual: Mapping[str, np.ndarray], expected: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Our outputs with the names and components of the SPIR-V's: "loc3" has the components of register 3 from its first
    variable on, "loc3.2" those from component 2 on. Components of no element are as expected: they are undefined."""
    results = {}
    for name, values in expected.items():
        if not name.startswith("loc"):
            kind = _BUILTINS.get(name, name)
            if kind in actual:
                results[name] = actual[kind].reshape(len(values), -1)[:, : values.shape[1]]
            continue
        register, _, start = name.removeprefix("loc").partition(".")
        elements = [output for output in outputs if output.register == int(register)]
        first = int(start) if start else min(_first(output.mask) for output in elements)
        result = values.copy()
        for output in elements:
            for component in range(first, first + values.shape[1]):
                if output.mask >> component & 1 and output.word in actual:
                    ours = np.ascontiguousarray(actual[output.word])[:, component - _first(output.mask)]
                    result[:, component - first] = ours.view(values.dtype)
        results[name] = result
    return results


_BUILTINS = {"layer": "render_target_array_index", "viewportindex": "viewport_array_index"}


def _first(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def run(
    data: bytes,
    case: Case,
    register_of: Registers,
    inputs_of: Inputs,
    outputs_of: Outputs,
    expected: Mapping[str, np.ndarray],
    findings: set[str] | None = None,
) -> dict[str, np.ndarray]:
    """What `mtlb.run` computes from a container with the inputs of a case, by the case's names. `findings`: a compute
    shader runs with checks, and their codes are added."""
    options = ShaderOptions(buffer_bounds_check_policy="read-zero-skip-write")  # Direct3D's rule
    shader = translate_container(data, "macos14", options=options)
    library = mtlb.write(mtlb.link([shader.module]).library)
    slots = {binding.register: binding for binding in shader.bindings if not binding.use}
    if any(binding.use not in ("", "sizes") for binding in shader.bindings):
        raise Unfit("counters")
    tables: dict[str, dict[int, object]] = {"buffer": {}, "texture": {}, "sampler": {}}
    left: dict[str, np.ndarray] = {}
    for resource in case.resources:
        register = register_of(case, resource)  # vkd3d's names have no spaces
        spaces = [other for name, other in slots.items() if name.startswith(f"{register},")]
        binding = slots.get(register) or next(iter(spaces), None)
        if binding is None and not resource.writable:
            continue  # it is not used
        if binding is None:
            raise Unfit(f"no register {register_of(case, resource)}")
        value: object
        if resource.data is not None:
            value = array = resource.data.copy()
        elif resource.kind.endswith("texels") and resource.texture is not None:
            value = array = resource.texture.levels[0].reshape(TEXELS).copy()
            if binding.table == "texture":
                value = image = Image(array.reshape(TEXELS), "1d", format=resource.texture.format)
                array = image.array
        elif resource.texture is not None:
            value = image = _image(
                replace(resource.texture, levels=[level.copy() for level in resource.texture.levels])
            )
            array = image.array
        else:
            compare = "less" if resource.kind.endswith("comparison") else "none"
            value = Sampler("nearest", "nearest", "nearest", "repeat", compare_function=compare)
        if binding.table not in tables:
            raise Unfit("resources in an argument buffer")
        tables[binding.table][binding.slot] = value
        if resource.writable:
            left[resource.name] = array
    for binding in shader.bindings:
        if binding.use == "sizes":
            sizes = np.zeros(32, np.uint32)
            for slot, buffer in tables["buffer"].items():
                assert isinstance(buffer, np.ndarray)
                sizes[slot] = buffer.nbytes
            tables["buffer"][binding.slot] = sizes
    words = {f"{table}s": values for table, values in tables.items()}
    with Kernel(library, shader.entry, check=findings is not None) as kernel:
        if case.stage == "compute":
            grid = tuple(a * b for a, b in zip(case.size, case.groups, strict=True))
            result = kernel.run(grid, case.size, **words)
            if findings is not None:
                findings |= {finding.code for finding in result.findings}
            return left
        if case.stage == "vertex":
            result = kernel.run((VERTICES, INSTANCES), inputs=vertex_inputs(case, kernel), **words)
            entry = kernel.prepared.entry
            actual = {}
            for output in entry.outputs:
                user = output.attribute_name.removeprefix("user(").removesuffix(")")
                actual[user or output.kind] = np.asarray(result.outputs[output.name])
            return left | vertex_outputs(outputs_of(data), actual, expected)
        if case.samples > 1:
            raise Unfit("a shader that runs for each sample")
        result = kernel.run((SIDE, SIDE), inputs=inputs_of(data, case, kernel), **words)
        left |= _outputs(kernel, result, 1)
        if "depth" in left:  # clamped to the viewport's range after the shader (functional specification, 17.10)
            left["depth"] = np.clip(left["depth"], 0, 1)
    return left


_INTEGERS = (1, 2, 19, 52, 53, 54)  # bool, int, uint, min12int, min16int, min16uint


def make_integers_small(data: bytes, case: Case, register_of: Registers) -> None:
    """Make the integers in constant buffers, which RDEF names, small."""
    part = read_container(data).get("RDEF")
    if part is None:
        return
    definitions = contents_of(part)
    buffers = {buffer.name: buffer for buffer in definitions.buffers}
    for resource in case.resources:
        if resource.kind != "uniform" or resource.data is None:
            continue
        register = register_of(case, resource)
        name = next((b.name for b in definitions.bindings if b.type == 0 and f"b{b.point}" == register), "")
        words = resource.data.view(np.uint32)
        for variable in buffers[name].variables if name in buffers else ():
            if variable.type.type in _INTEGERS:
                first = variable.offset // 4
                make_small(words[first : first + variable.size // 4], first)


def inputs_of(data: bytes, case: Case, kernel: Kernel) -> dict[str, np.ndarray]:
    """The values of a pixel shader's inputs by the names of arguments."""
    values = {varying.location: varying.values for varying in case.varyings}
    actual: dict[str, np.ndarray] = {}
    elements = read_shader(read_container(data)).inputs
    starts: dict[int, int] = {}  # the first component of a register, at which vkd3d's variable begins
    for element in elements:
        first = (element.mask & -element.mask).bit_length() - 1
        starts[element.register] = min(first, starts.get(element.register, first))
    for element in elements:
        if element.register in values:
            first = (element.mask & -element.mask).bit_length() - 1
            value = values[element.register][..., first - starts[element.register] :]
            if element.component_type in (1, 2) and value.dtype.kind == "f":  # beside a float in one variable: bits
                value = np.ascontiguousarray(value).view(np.uint32)
            actual[semantic(element)] = np.pad(value, ((0, 0), (0, 0), (0, 4 - value.shape[2])))
    known = known_inputs()
    names = {p.argument.name: p.argument.kind for p in kernel.prepared.parameters if p.argument is not None}
    result = {name: known[kind] for name, kind in names.items() if kind in known}
    return result | {name: array for name, array in actual.items() if name in names}


def known_inputs() -> dict[str, np.ndarray]:
    """The values of builtin arguments of each pixel."""
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    ones = np.full_like(rows, 1)
    return {
        "position": np.stack([columns + 0.5, rows + 0.5, ones * 0.5, ones], -1).astype("f4"),
        "front_facing": np.ones((SIDE, SIDE), bool),
        "sample_id": np.zeros((SIDE, SIDE), np.uint32),
        "sample_mask_in": np.ones((SIDE, SIDE), np.uint32),
    }


def differences(got: dict[str, np.ndarray], values: dict[str, np.ndarray], relative: float) -> list[str]:
    """What differs by more than `relative` of the greater number (or of 1), as floats or, of integers, at all."""
    results = []
    for name, expected in values.items():
        if name not in got:
            results.append(f"{name} is not there")
            continue
        mine = got[name]
        if name.startswith("color"):
            mine = mine[..., : expected.shape[-1]]  # ours has four components always
        ours, theirs = (np.ascontiguousarray(item).reshape(-1) for item in (mine, expected))
        if theirs.dtype == np.uint8:
            length = min(ours.nbytes, theirs.nbytes) // 4 * 4
            ours, theirs = (item[:length].view(np.uint32) for item in (ours, theirs))
        if ours.shape != theirs.shape:
            results.append(f"{name} has {ours.size} numbers, not {theirs.size}")
            continue
        bad = ours != theirs
        floats = [item.view(np.float32) if item.dtype.itemsize == 4 else item.astype(float) for item in (ours, theirs)]
        with np.errstate(all="ignore"):
            scale = np.maximum(np.maximum(np.abs(floats[0]), np.abs(floats[1])), 1.0)
            near = np.abs(floats[0] - floats[1]) <= relative * scale
        near |= np.isnan(floats[0]) & np.isnan(floats[1])
        bad &= ~near
        for place in np.nonzero(bad)[0][:3]:
            results.append(f"{name}[{place}] is {floats[0][place]!r}, not {floats[1][place]!r}")
    return results


def computed_safely(
    python: Path, cases: list[Case], *, is_again: bool = False
) -> tuple[dict[str, dict[str, np.ndarray]], dict[str, str]]:
    """As `computed`; a case that crashes the driver is refused."""
    if not cases:
        return {}, {}
    try:
        return computed(python, cases)
    except subprocess.CalledProcessError:
        if len(cases) == 1:
            uniforms = [resource.data for resource in cases[0].resources if resource.kind == "uniform"]
            if not is_again and any(data is not None for data in uniforms):  # the numbers may be indices
                for data in uniforms:
                    if data is not None:
                        make_small(data.view(np.uint32))
                return computed_safely(python, cases, is_again=True)
            return {}, {cases[0].name: f"crash ({cases[0].stage})"}
    middle = len(cases) // 2
    actual, refused = computed_safely(python, cases[:middle])
    more, others = computed_safely(python, cases[middle:])
    return actual | more, refused | others


def main(folders: list[str]) -> int:
    """Compare, and print how many agree bit for bit, within 2^-20, within 2^-10, or not."""
    python = interpreter(Path(os.environ.get("MTLB_CACHE", Path.home() / ".cache" / "mtlb")) / "vulkan")
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        containers: dict[str, tuple[Path, Case]] = {}
        for path in sorted(path for folder in folders for path in Path(folder).rglob("*.dxbc")):
            output = Path(name) / f"{path.stem}.spv"
            if not spirv_of(path, output):
                counts["vkd3d does not take it"] += 1
                print(f"{path.name}: vkd3d does not take it")
                continue
            try:
                case = case_of(output)
                make_integers_small(path.read_bytes(), case, register_of)
            except (Unfit, MtlbError) as error:
                counts[f"unfit: {error}"] += 1
                print(f"{path.name}: unfit: {error}")
                continue
            containers[case.name] = path, case
        compare(python, containers, (register_of, inputs_of, outputs_of), counts)
    for what, count in sorted(counts.items()):
        print(f"{count:5} {what}")
    return 0


def compare(
    python: Path,
    containers: dict[str, tuple[Path, Case]],
    rules: tuple[Registers, Inputs, Outputs],
    counts: Counter[str],
    *,
    are_cut: bool = False,
) -> None:
    """Compare all cases. Those that differ are compared again with textures of one level: the driver chooses the level
    of a quad by its first pixel's derivatives, `mtlb.run` that of each pixel, and Direct3D leaves the choice open."""
    actual, refused = computed_safely(python, [case for _, case in containers.values()])
    for name, reason in refused.items():
        path, case = containers[name]
        counts[f"the driver refuses: {reason.splitlines()[0][:60]}"] += 1
        print(f"{path.name} ({case.stage}): {reason[:200]!r}")
    again = {}
    for name, expected in actual.items():
        path, case = containers[name]
        result = verdict(path, case, expected, *rules)
        if result.endswith("DIFFERENT") and not are_cut and any(_has_levels(resource) for resource in case.resources):
            again[name] = path, replace(case, resources=[_cut(resource) for resource in case.resources])
        else:
            counts[result + " with textures of one level" * are_cut] += 1
    if again:
        compare(python, again, rules, counts, are_cut=True)


def _has_levels(resource: Resource) -> bool:
    return resource.texture is not None and len(resource.texture.levels) > 1


def _cut(resource: Resource) -> Resource:
    """The resource; a texture with its first level alone."""
    texture = resource.texture
    return resource if texture is None else replace(resource, texture=replace(texture, levels=texture.levels[:1]))


def verdict(
    path: Path,
    case: Case,
    expected: dict[str, np.ndarray],
    register_of: Registers,
    inputs_of: Inputs,
    outputs_of: Outputs,
) -> str:
    """How near the values are; those that differ are printed."""
    try:
        got = run(path.read_bytes(), case, register_of, inputs_of, outputs_of, expected)
    except (Unfit, MtlbError) as error:
        print(f"{path.name} ({case.stage}): {error}")
        return f"{case.stage}: not run"
    for words, relative in (("bit for bit", 0.0), ("within 2^-20", 2.0**-20), ("within 2^-10", 2.0**-10)):
        if not differences(got, expected, relative):
            return f"{case.stage}: {words}"
    print(f"{path.name} ({case.stage}): {'; '.join(differences(got, expected, 2.0**-10))[:300]}")
    if case.stage == "compute":
        findings: set[str] = set()
        run(path.read_bytes(), case, register_of, inputs_of, outputs_of, expected, findings)
        if "race" in findings:
            return "compute: threads race, so that any value may be left"
    return f"{case.stage}: DIFFERENT"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
