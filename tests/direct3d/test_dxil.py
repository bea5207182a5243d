"""DXIL as Metal's functions: signatures, resources, names; what is refused, and damaged programs."""

from __future__ import annotations

import csv
import itertools
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.base.errors import FormatError, MtlbError, UnsupportedError
from mtlb.cpu import Image, Kernel, Sampler
from mtlb.direct3d import translate_container
from mtlb.dxbc import read
from mtlb.ir import ConstantCode, parse
from mtlb.translate import ShaderOptions
from tests.direct3d.dxil_assembler import CBV, PIXEL, SRV, UAV, Shader, container_of, element
from tests.direct3d.dxil_samples import (
    CBUFFER,
    F32,
    HANDLE,
    RAW,
    STRUCTURED,
    TARGET,
    TEXTURE_2D,
    amplification,
    compute,
    load,
    mesh,
    pixel,
    store,
    vertex,
)


def results(shader: Shader, size: int | tuple[int, int], **value: object) -> dict[str, np.ndarray]:
    """The outputs of a function, by the semantic or the name."""
    translation = translate_container(shader.container(), "macos14", name="shader")
    with Kernel(mtlb.link([translation.module]).library, translation.entry, check=True) as kernel:
        result = kernel.run(size, **value)  # type: ignore[arg-type]
        assert result.is_clean, result.findings
        return {output.name: np.asarray(result.outputs[output.name]) for output in kernel.prepared.entry.outputs}


def test_a_vertex_function_has_attributes_by_register_and_outputs_by_semantic() -> None:
    rows = np.arange(16, dtype=np.float32).reshape(4, 4)
    places = np.array([[1, 0, 0, 1], [0, 1, 0, 2]], np.float32)
    inputs = {"POSITION0": places, "vertex_id": np.array([4, 5], np.uint32), "base_vertex": np.array([1, 1], np.uint32)}
    got = results(vertex(), 2, buffers={0: rows}, inputs=inputs)
    assert np.array_equal(got["SV_POSITION0"], places @ rows.T)
    assert got["NUMBER3"][:, 0].tolist() == [6, 8]
    assert got["TEXCOORD0"].tolist() == [[0, 1.5, 0, 0]] * 2  # what the shader leaves undefined is 0


def test_a_fragment_function_samples_and_has_targets_by_index() -> None:
    texels = np.arange(16, dtype=np.float32).reshape(2, 2, 4)
    places = np.array([[[0.25, 0.25], [0.75, 0.75]]], np.float32)
    inputs = {
        "TEXCOORD0": np.pad(places, ((0, 0), (0, 0), (0, 2))),
        "position": np.array([[[0.5, 0.5, 0, 2.0], [1.5, 0.5, 0, 4.0]]], np.float32),
    }
    textures, samplers = {2: Image(texels)}, {1: Sampler("nearest", "nearest")}
    got = results(pixel(), (2, 1), textures=textures, samplers=samplers, inputs=inputs)
    assert got["SV_TARGET1"].reshape(2, 4).tolist() == [[0, 1, 2, 3], [12, 13, 14, 15]]
    assert got["depth"].reshape(2).tolist() == [0.5, 0.25]  # the reciprocal of Metal's w


def test_structures_counters_and_sizes() -> None:
    body = HANDLE.format("u", 1, 0, 3)
    body += (
        "  %n = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %u, i8 1)\n"
        "  %d = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %u, i32 undef)\n"
        "  %size = extractvalue %dx.types.Dimensions %d, 0\n"
        "  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %u, i32 %n, i32 4, i32 %size, i32 %n, i32 undef, "
        "i32 undef, i8 3)\n"
    )
    translation = translate_container(compute(body, (UAV, STRUCTURED, 3, 12)).container(), "macos14")
    slots = {binding.use: binding.slot for binding in translation.bindings}
    data, counter, sizes = np.zeros(12, np.uint32), np.array([2], np.uint32), np.zeros(31, np.uint32)
    sizes[slots[""]] = data.nbytes
    with Kernel(mtlb.link([translation.module]).library, translation.entry, check=True) as kernel:
        buffers = {slots[""]: data, slots["counter"]: counter, slots["sizes"]: sizes}
        assert kernel.run(1, 1, buffers=buffers).is_clean
    assert data.tolist() == [0] * 7 + [4, 2, 0, 0, 0] and counter[0] == 3


def test_handles_by_binding_are_those_of_the_register() -> None:
    bind = "%dx.types.ResBind { i32 5, i32 5, i32 0, i8 1 }"
    body = (
        f"  %b = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, {bind}, i32 5, i1 false)\n"
        "  %u = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %b, "
        "%dx.types.ResourceProperties { i32 4107, i32 0 })\n"
        "  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %u, i32 4, i32 undef, i32 7, i32 undef, "
        "i32 undef, i32 undef, i8 1, i32 4)\n"
    )
    translation = translate_container(compute(body, (UAV, RAW, 2), (UAV, RAW, 5)).container(), "macos14")
    out = {binding.slot: np.zeros(2, np.uint32) for binding in translation.bindings}
    with Kernel(mtlb.link([translation.module]).library, translation.entry) as kernel:
        kernel.run(1, 1, buffers=out)
    assert {binding.register: out[binding.slot][1] for binding in translation.bindings} == {"u2": 0, "u5": 7}


def test_amplification_and_mesh_shaders_are_object_and_mesh_functions() -> None:
    first = translate_container(amplification().container(), "macos14", name="object")
    with Kernel(mtlb.link([first.module]).library, first.entry, check=True) as kernel:
        result = kernel.run(4, 2)
    assert result.is_clean, result.findings
    assert result.outputs["threadgroups"].tolist() == [[1, 1, 1], [2, 1, 1]]
    payload = result.outputs["payload"]
    assert payload["m0"].tolist() == [[0, 10]] * 2 and payload["m1"].tolist() == [2.5] * 2
    second = translate_container(mesh().container(), "macos14", name="mesh")
    with Kernel(mtlb.link([second.module]).library, second.entry, check=True) as kernel:
        result = kernel.run(4, 4, inputs={"payload": {"m0": [[0, 10]], "m1": [2.5]}})
    assert result.is_clean, result.findings
    outputs = result.outputs
    assert outputs["primitive_count"].tolist() == [2]
    assert outputs["index"].tolist() == [[0, 1, 2, 1, 2, 3]]
    assert outputs["position"][0, :, 0].tolist() == [0, 2.5, 5, 7.5]
    assert outputs["NUMBER0"][0, :, 0].tolist() == [0, 10]


def test_handles_of_the_heap_are_descriptors_by_number() -> None:
    body = ""
    for name, heap, number, first, second in (
        ("t", "false", 3, TEXTURE_2D, 4 << 8 | F32),
        ("s", "true", 5, 14, 0),
        ("u", "false", 1, 4096 | RAW, 0),
        ("c", "false", 2, 13, 16),
    ):
        body += (
            f"  %{name}.h = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 {number}, i1 {heap}, "
            f"i1 false)\n  %{name} = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %{name}.h, "
            f"%dx.types.ResourceProperties {{ i32 {first}, i32 {second} }})\n"
        )
    body += (
        "  %row = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %c, i32 0)\n"
        "  %z = extractvalue %dx.types.CBufRet.f32 %row, 2\n"
        "  %x = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %t, %dx.types.Handle %s, "
        "float %z, float %z, float undef, float undef, i32 0, i32 0, i32 undef, float 0.0)\n"
        "  %v = extractvalue %dx.types.ResRet.f32 %x, 1\n  %w = bitcast float %v to i32\n"
        "  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %u, i32 8, i32 undef, i32 %w, i32 undef, "
        "i32 undef, i32 undef, i8 1)\n"
    )
    options = ShaderOptions(binding_model="root")
    translation = translate_container(compute(body).container(), "macos14", options=options)
    assert translation.module.check() == []
    text = translation.module.text()
    assert "resource_heap" in text and "sampler_heap" in text


def test_an_entry_point_has_its_own_name_but_for_main() -> None:
    main, other = (compute("", entry=name).container() for name in ("main", "blur"))
    assert translate_container(main, "macos14", name="file").entry == "file"
    assert translate_container(other, "macos14", name="file").entry == "blur"


def test_fast_math_is_kept_from_what_is_precise() -> None:
    body = HANDLE.format("u", 1, 0, 0) + (
        "  %a = call float @dx.op.unary.f32(i32 24, float 2.0)\n"
        "  %b = fadd fast float %a, %a\n  %c = fmul float %b, %a\n  %d = bitcast float %c to i32\n"
        "  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %u, i32 0, i32 undef, i32 %d, i32 undef, "
        "i32 undef, i32 undef, i8 1)\n"
    )
    data = compute(body, (UAV, RAW, 0)).container()
    text = translate_container(data, "macos14", options=ShaderOptions(fast_math=True)).module.text()
    assert "fadd fast float" in text or "fadd nnan" in text or "fadd reassoc" in text
    assert "= fmul float" in text


def test_an_input_at_another_place_of_the_pixel_is_an_interpolant() -> None:
    body = load("a", 0, 0)
    calls = {
        "evalCentroid.f32": (89, ""),
        "evalSampleIndex.f32": (88, ", i32 2"),
        "evalSnapped.f32": (87, ", i32 1, i32 -8"),
    }
    for n, (name, (number, more)) in enumerate(calls.items()):
        body += f"  %e{n} = call float @dx.op.{name}(i32 {number}, i32 0, i32 0, i8 1{more})\n" + store(f"%e{n}", 0, n)
    body += store("%a", 0, 3) + "  ret void"
    inputs = [element(0, "TEXCOORD", F32, 0, columns=2)]
    outputs = [element(0, "SV_Target", F32, TARGET, mode=0)]
    translation = translate_container(Shader(body, PIXEL, inputs=inputs, outputs=outputs).container(), "macos14")
    assert translation.module.check() == []
    text = translation.module.text()
    assert all(f"@air.interpolate_{where}_perspective" in text for where in ("centroid", "sample", "offset", "center"))


# --- errors -----------------------------------------------------------------------------------------------------------

_STORE = "  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %u, i32 0, i32 undef, {}, i8 1)\n"
_VALUES = "i32 1, i32 undef, i32 undef, i32 undef"
BAD = {
    "a handle of a resource that is not declared": (HANDLE.format("h", 1, 4, 0), ()),
    "register 9 is not one of u0": (HANDLE.format("u", 1, 0, 9), ((UAV, RAW, 0),)),
    "t0 can't be written": (HANDLE.format("u", 0, 0, 0) + _STORE.format(_VALUES), ((SRV, RAW, 0),)),
    "an operand is not a handle": (
        "  %t = call i32 @dx.op.threadId.i32(i32 93, i32 0)\n"
        + _STORE.replace("%dx.types.Handle %u", "i32 %t").format(_VALUES),
        (),
    ),
    "arguments, not": ("  %t = call i32 @dx.op.threadId.i32(i32 93)\n", ()),
    "outside of a pixel shader": ("  call void @dx.op.discard(i32 82, i1 true)\n", ()),
    "there is no element 0": (load("x", 0, 0), ()),
    "the component 3": ("  %t = call i32 @dx.op.threadId.i32(i32 93, i32 3)\n", ()),
    "structures of 0 bytes": ("", ((UAV, STRUCTURED, 0, 0),)),
    "an unknown kind of resource": ("", ((UAV, 77, 0, 0),)),
    "u0: an unknown kind of resource, 16": ("", ((UAV, 16, 0, 0),)),
}
UNSUPPORTED = {
    "floats of 64 bits": ("  %x = fadd double 1.0, 2.0\n", ()),
    "FMA: floats of 64 bits|Fma.*floats of 64 bits": (
        "  %x = call double @dx.op.tertiary.f64(i32 47, double 1.0, double 1.0, double 1.0)\n",
        (),
    ),
    "ray tracing": ("  call void @dx.op.ignoreHit(i32 155)\n", ()),
    "handles of the heap, without --binding-model root": (
        "  %x = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 0, i1 false, i1 false)\n"
        "  %y = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %x, "
        "%dx.types.ResourceProperties { i32 4107, i32 0 })\n",
        (),
    ),
    "an unknown operation": ("  %x = call i32 @dx.op.future.i32(i32 4000)\n", ()),
    "an atomic operation on ulong: for 64 bits, Metal has only": (
        HANDLE.format("u", 1, 0, 0)
        + "  %x = call i64 @dx.op.atomicBinOp.i64(i32 78, %dx.types.Handle %u, i32 0, i32 0, i32 undef, "
        "i32 undef, i64 1)\n",
        ((UAV, RAW, 0),),
    ),
}


@pytest.mark.parametrize("reason", BAD)
def test_a_damaged_program_is_one_error(reason: str) -> None:
    body, resources = BAD[reason]
    with pytest.raises(FormatError, match=reason) as caught:
        translate_container(compute(body, *resources).container(), "macos14")
    assert caught.value.reason.startswith("DXIL: ") and caught.value.offset is not None


@pytest.mark.parametrize("type", ["half", "float"])
def test_a_float_of_too_many_bits_is_an_error(type: str) -> None:
    shader = compute(f"  %a = fadd {type} 1.0, 2.0\n")
    module = parse(shader.text().encode())
    (sum, *_) = module.functions[0].instructions()
    for bits, is_damaged in ((1 << 8, False), (1 << 40, True)):
        damaged = module.context.constant(sum.operands[1].type, ConstantCode.FLOAT, (bits,))
        sum.operands = (sum.operands[0], damaged)
        data = container_of(module, shader.kind, shader.minor)
        if is_damaged:
            with pytest.raises(FormatError, match=f"a float of more than {16 if type == 'half' else 32} bits"):
                translate_container(data, "macos14")
        else:
            translate_container(data, "macos14")


def test_resources_of_an_argument_buffer() -> None:
    """With --binding-model root and no root signature: a descriptor of 24 bytes for each resource, by class."""
    body = HANDLE.format("c", 2, 0, 0) + HANDLE.format("t", 0, 0, 0) + HANDLE.format("u", 1, 0, 0)
    body += (
        "  %row = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %c, i32 0)\n"
        "  %z = extractvalue %dx.types.CBufRet.i32 %row, 2\n"
        "  %l = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, %dx.types.Handle %t, i32 4, i32 undef)\n"
        "  %x = extractvalue %dx.types.ResRet.i32 %l, 1\n  %sum = add i32 %z, %x\n"
        "  %d = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %t, i32 undef)\n"
        "  %n = extractvalue %dx.types.Dimensions %d, 0\n"
        "  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %u, i32 8, i32 undef, i32 %sum, i32 %n, "
        "i32 undef, i32 undef, i8 3)\n"
    )
    shader = compute(body, (CBV, CBUFFER, 0, 16), (SRV, RAW, 0), (UAV, RAW, 0))
    translation = translate_container(shader.container(), "macos14", options=ShaderOptions(binding_model="root"))
    assert [(binding.register, binding.slot, binding.offset) for binding in translation.bindings] == [
        ("b0", 2, 0),
        ("t0", 2, 24),
        ("u0", 2, 48),
    ]
    values, out = np.arange(10, 14, dtype=np.uint32), np.zeros(4, np.uint32)
    rows = {"b0": np.array([1, 2, 30, 4], np.uint32), "t0": values, "u0": out}
    table = {f"p{n}": [{"address": rows[r], "texture": 0, "metadata": 16}] for n, r in enumerate(("b0", "t0", "u0"))}
    with Kernel(mtlb.link([translation.module]).library, translation.entry, check=True) as kernel:
        result = kernel.run(1, 1, buffers={2: table})
    assert result.is_clean and out.tolist() == [0, 0, 30 + 12, 16]


@pytest.mark.parametrize("reason", UNSUPPORTED)
def test_what_metal_does_not_have_is_refused(reason: str) -> None:
    body, resources = UNSUPPORTED[reason]
    with pytest.raises(UnsupportedError, match=reason):
        translate_container(compute(body, *resources).container(), "macos14")


def test_a_function_that_calls_itself_is_refused() -> None:
    recursive = "define void @again() {\n  call void @again()\n  ret void\n}"
    with pytest.raises(UnsupportedError, match="calls itself"):
        translate_container(compute("  call void @again()\n", globals=recursive).container(), "macos14")


def test_bytes_that_change_end_in_an_error_or_a_module() -> None:
    data = vertex().container()
    for place in range(0, len(data), 53):
        changed = bytearray(data)
        changed[place] ^= 0x21
        try:
            translate_container(bytes(changed), "macos14").module.air_bytes()
        except MtlbError:
            continue


def test_the_command_line_knows_a_container_by_its_content(tmp_path: Path) -> None:
    source, output = tmp_path / "shader", tmp_path / "out.metallib"
    source.write_bytes(vertex().container())
    words = [sys.executable, "-m", "mtlb", "link", str(source), "-o", str(output)]
    subprocess.run(words, check=True, capture_output=True)
    assert [function.name for function in mtlb.read(output.read_bytes()).functions] == ["shader"]
    source.write_bytes(compute("  %x = fadd double 1.0, 2.0\n").container())
    output.unlink()
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert done.returncode == 1 and "floats of 64 bits" in done.stderr and not output.exists()


def _interface(path: Path) -> dict[str, dict[str, str]]:
    """What a function takes of another stage, and what it gives on: types by the words that stages are joined by."""
    translation = translate_container(read(path.read_bytes()), "macos14", name="x")
    (entry,) = read_entry_points(mtlb.read_module(translation.module.air_bytes()))
    kinds = {"in": ("fragment_input", "vertex_input"), "out": ("vertex_output", "render_target")}
    return {
        side: {
            argument.attribute_name or argument.name: argument.type_name
            for argument in args
            if argument.kind in kinds[side]
        }
        for side, args in (("in", entry.arguments), ("out", entry.outputs))
    }


@pytest.mark.corpus
@pytest.mark.long
def test_stages_of_token_programs_and_of_dxil_fit(shared: Path) -> None:
    """bgfx's shaders are there compiled by fxc and by dxc, from one source: each has the same interface, and the
    vertex function of one fits the fragment function of the other.
    """
    files: dict[str, dict[str, Path]] = {}
    with shared.joinpath("dxbc/MANIFEST.csv").open(newline="") as text:
        for row in csv.DictReader(text):
            if row["path"].startswith("examples/runtime/shaders/dx"):
                *_, language, name = row["path"].split("/")
                files.setdefault(name, {})[language] = shared / "dxbc" / row["file"]
    actual = {name: {item: _interface(path) for item, path in both.items()} for name, both in files.items()}
    twice = {name: both for name, both in actual.items() if len(both) == 2 and not name.startswith("cs_")}
    assert len(twice) >= 10
    for name, both in twice.items():
        assert both["dxbc"] == both["dxil"], name
    pairs = 0
    for name, vertices in actual.items():
        pixels = actual.get(f"fs_{name[3:]}", {}) if name.startswith("vs_") else {}
        for (item, before), (other, after) in itertools.product(vertices.items(), pixels.items()):
            if item != other:
                assert after["in"].items() <= before["out"].items(), (name, item, other)
                pairs += 1
    assert pairs >= 4


@pytest.mark.corpus
@pytest.mark.long
def test_containers_of_public_projects_become_libraries(shared: Path) -> None:
    refused = []
    count = 0
    for path in sorted(shared.joinpath("dxbc").rglob("*.dxbc")):
        container = read(path.read_bytes())
        if container.get("DXIL", "ILDB") is None:
            continue
        count += 1
        try:
            translation = translate_container(container, "ios17", name="x")
        except UnsupportedError as error:
            refused.append(error.reason)
            continue
        assert translation.module.check() == [], path
        assert container.get("ILDB") is None or "!dbg" in translation.module.text()
    assert count >= 100 and len(refused) <= count * 3 // 100, refused
