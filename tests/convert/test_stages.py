"""Plans for vertex and fragment functions: their metadata beside Apple's own modules, and what the code computes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import EntryArgument, EntryPoint, read_entry_points
from mtlb.air.builtins import OUTPUTS
from mtlb.air.facts import air_version, function_constants, static_samplers
from mtlb.base.errors import BuildError, MtlbError
from mtlb.base.metal import AddressSpace, InterpolationQualifier, SamplingQualifier
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from mtlb.container import FunctionType
from mtlb.convert import (
    BUILTIN_TYPES,
    Builtin,
    ConvertOptions,
    ConvertTarget,
    Plan,
    PlannedArgument,
    PlannedEntry,
    PlannedOutput,
    convert_bytes,
    convert_module,
)
from mtlb.cpu import Kernel
from mtlb.cpu.process import Session

TEXT = """target triple = "x86_64-pc-linux-gnu"
%struct.V = type { <4 x float>, <2 x float>, i32 }
define void @vs(ptr sret(%struct.V) %out, ptr %pos, <2 x float> %uv, i32 %id, ptr %u) {
  %n = sext i32 %id to i64
  %a = getelementptr <4 x float>, ptr %pos, i64 %n
  %p = load <4 x float>, ptr %a
  %k = load float, ptr %u
  %kv = insertelement <4 x float> undef, float %k, i32 0
  %ks = shufflevector <4 x float> %kv, <4 x float> undef, <4 x i32> zeroinitializer
  %q = fmul <4 x float> %p, %ks
  store <4 x float> %q, ptr %out
  %o1 = getelementptr %struct.V, ptr %out, i32 0, i32 1
  store <2 x float> %uv, ptr %o1
  %o2 = getelementptr %struct.V, ptr %out, i32 0, i32 2
  store i32 %id, ptr %o2
  ret void
}
define { <2 x float>, <2 x float> } @fs(<2 x float> %uv, i32 %id, ptr %depth, float %fx) {
  %f = sitofp i32 %id to float
  store float %f, ptr %depth
  %a = insertvalue { <2 x float>, <2 x float> } undef, <2 x float> %uv, 0
  %b = insertelement <2 x float> <float 0.0, float 1.0>, float %fx, i32 0
  %c = insertvalue { <2 x float>, <2 x float> } %a, <2 x float> %b, 1
  ret { <2 x float>, <2 x float> } %c
}
define i64 @packed(i64 %two, ptr byval({ float, float, float }) %three, ptr %two.more, i32 %mask.in) {
  %q = getelementptr float, ptr %three, i32 2
  %v = load float, ptr %q
  %w = getelementptr float, ptr %two.more, i32 1
  %x = load float, ptr %w
  %s = fadd float %v, %x
  %high = lshr i64 %two, 32
  %b = bitcast float %s to i32
  %z = zext i32 %b to i64
  %y = shl i64 %z, 32
  %r = or i64 %y, %high
  ret i64 %r
}
declare float @frag_x()
declare i1 @is_front()
define float @calls() {
  %x = call float @frag_x()
  %f = call i1 @is_front()
  %r = select i1 %f, float %x, float -1.0
  ret float %r
}
"""
PLAN = """
optional = true
[entries.vs]
kind = "vertex"
arguments = [
  { name = "positions", buffer = 0 },
  { name = "uv", attribute = 1, type = "float2" },
  { name = "id", builtin = "vertex_id" },
  { name = "scale", constant = 1 },
]
outputs = [
  { name = "position", builtin = "position", invariant = true },
  { name = "uv", user = "locn0", type = "float2" },
  { name = "id", type = "uint" },
]
[entries.fs]
kind = "fragment"
early_fragment_tests = true
arguments = [
  { name = "uv", stage_in = true, user = "locn0", type = "float2", interpolation = "centroid_no_perspective" },
  { name = "id", stage_in = true, type = "uint" },
  { name = "d", output = { name = "depth", builtin = "depth", depth = "less" } },
  { name = "at", builtin = "position", axis = "x" },
]
outputs = [{ name = "color", color = 0, type = "float4" }]
[entries.packed]
kind = "fragment"
arguments = [
  { name = "two", stage_in = true, type = "float2" },
  { name = "three", stage_in = true, type = "float3" },
  { name = "before", color = 1, type = "float4", axis = 2 },
  { name = "mask", builtin = "sample_mask_in" },
]
outputs = [{ name = "a", color = 0, type = "float" }, { name = "b", color = 1, type = "float" }]
[entries.calls]
kind = "fragment"
outputs = [{ type = "float", color = 0 }]
[entries.not_here]
kind = "vertex"
[builtins]
frag_x = { builtin = "position" }
is_front = { builtin = "front_facing" }
not_called = { builtin = "instance_id" }
"""


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session() as result:
        yield result


def converted(text: str, plan: str, target: str = "macos14") -> bytes:
    return convert_bytes("x.ll", text.encode(), ConvertOptions(ConvertTarget(target), plan=Plan.parse(plan))).bitcode


@pytest.fixture(scope="module")
def module() -> bytes:
    return converted(TEXT, PLAN)


@pytest.mark.parametrize("target", ["macos11", "macos14", "ios17", "macos26"])
def test_stages_of_a_plan_are_clean(target: str) -> None:
    library = mtlb.link([("x.air", converted(TEXT, PLAN, target))]).library
    kinds = {f.name: f.type for f in library.functions}
    assert kinds.pop("vs") is FunctionType.VERTEX
    assert kinds == dict.fromkeys(("fs", "packed", "calls"), FunctionType.FRAGMENT)
    assert list(mtlb.verify(mtlb.write(library))) == []


def test_what_the_metadata_says(module: bytes) -> None:
    entries = {e.function.name: e for e in read_entry_points(read_module(module))}
    vs, fs = entries["vs"], entries["fs"]
    assert [(o.kind, o.name, o.type_name, o.attribute_name, o.invariant) for o in vs.outputs] == [
        ("position", "position", "float4", "", True),
        ("vertex_output", "uv", "float2", "user(locn0)", False),
        ("vertex_output", "id", "uint", "generated(2idj)", False),
    ]
    assert [(a.kind, a.location_index, a.address_space) for a in vs.arguments] == [
        ("buffer", 0, 1),
        ("vertex_input", 1, None),
        ("buffer", 1, 2),
        ("vertex_id", None, None),
    ]
    assert [(a.kind, a.attribute_name) for a in fs.arguments] == [
        ("fragment_input", "user(locn0)"),
        ("fragment_input", "generated(2idj)"),
        ("position", ""),
    ]
    assert fs.arguments[0].sampling_qualifier is SamplingQualifier.CENTROID
    assert fs.arguments[0].interpolation_qualifier is InterpolationQualifier.NO_PERSPECTIVE
    assert fs.arguments[1].interpolation_qualifier is InterpolationQualifier.FLAT
    assert [(o.kind, o.render_target_index) for o in fs.outputs] == [("render_target", 0), ("depth", None)]
    assert fs.flags == ["early_fragment_tests"]


def test_values_of_a_vertex_function(module: bytes, session: Session) -> None:
    positions = np.arange(12, dtype="f4").reshape(3, 4)
    uv = np.array([[1, 2], [3, 4], [5, 6]], "f4")
    with Kernel(module, "vs", check=True, session=session) as k:
        result = k.run(3, buffers={"positions": positions, "scale": np.array([2], "f4")}, inputs={"uv": uv})
    assert not result.findings
    assert (result.outputs["position"] == positions * 2).all()
    assert (result.outputs["uv"] == uv).all()
    assert result.outputs["id"].ravel().tolist() == [0, 1, 2]


def test_values_of_fragment_functions(module: bytes, session: Session) -> None:
    uv = np.array([[0.5, 2], [3, 4], [5, 6], [7, 8]], "f4")
    with Kernel(module, "fs", check=True, session=session) as k:
        result = k.run((2, 2), inputs={"uv": uv, "id": np.array([9, 8, 7, 6], "u4")})
    x = np.array([0.5, 1.5, 0.5, 1.5], "f4")
    assert (result.outputs["color"] == np.stack([uv[:, 0], uv[:, 1], x, np.ones(4)], -1)).all()
    assert result.outputs["depth"].ravel().tolist() == [9, 8, 7, 6]
    three = np.arange(12, dtype="f4").reshape(4, 3)
    before = np.arange(16, dtype="f4").reshape(4, 4) * 10
    with Kernel(module, "packed", check=True, session=session) as k:
        result = k.run((2, 2), inputs={"two": uv, "three": three, "before": before})
    assert result.outputs["a"].ravel().tolist() == uv[:, 1].tolist()
    assert result.outputs["b"].ravel().tolist() == (three[:, 2] + before[:, 3]).tolist()
    with Kernel(module, "calls", check=True, session=session) as k:
        result = k.run((2, 1), inputs={"front_facing": np.array([True, False])})
    (output,) = result.outputs.values()
    assert output.ravel().tolist() == [0.5, -1.0]


TEXTURED = """
declare { <4 x float>, i8 } @air.sample_texture_2d.v4f32(ptr, ptr, <2 x float>, i1, <2 x i32>, i1, float, float, i32)
define <4 x float> @look(ptr %image, ptr %how, <2 x float> %uv) {
  %s = call { <4 x float>, i8 } @air.sample_texture_2d.v4f32(ptr %image, ptr %how, <2 x float> %uv, i1 1,
       <2 x i32> zeroinitializer, i1 1, float 0.0, float 0.0, i32 0)
  %v = extractvalue { <4 x float>, i8 } %s, 0
  ret <4 x float> %v
}
define <4 x float> @fs(<2 x float> %uv, ptr %how, ptr %image) {
  %v = call <4 x float> @look(ptr %image, ptr %how, <2 x float> %uv)
  ret <4 x float> %v
}
"""
TEXTURED_PLAN = """
[entries.fs]
kind = "fragment"
arguments = [
  { name = "uv", stage_in = true },
  { name = "how", sampler = 2 },
  { name = "image", texture = 5, type = "texture2d<float, sample>" },
]
outputs = [{ color = 0, type = "float4" }]
"""


@pytest.mark.parametrize("target", ["macos11", "macos14", "macos26"])
def test_textures_and_samplers(target: str, session: Session) -> None:
    made = converted(TEXTURED, TEXTURED_PLAN, target)
    (entry,) = read_entry_points(read_module(made))
    assert [(a.kind, a.location_index, a.type_name) for a in entry.arguments] == [
        ("fragment_input", None, "float2"),
        ("sampler", 2, "sampler"),
        ("texture", 5, "texture2d<float, sample>"),
    ]
    picture = np.arange(4 * 4 * 4, dtype="f4").reshape(4, 4, 4)
    uv = np.array([[0.1, 0.1], [0.6, 0.1], [0.1, 0.9], [0.9, 0.6]], "f4")
    with Kernel(made, "fs", check=True, session=session) as k:
        result = k.run((2, 2), inputs={"uv": uv}, textures={"image": picture}, samplers={"how": "nearest"})
    (output,) = result.outputs.values()
    assert (output == picture[[0, 0, 3, 2], [0, 2, 0, 3]]).all()


# --- beside Apple's modules ------------------------------------------------------------------------------------------


def _argument(argument: EntryArgument, entry: EntryPoint) -> PlannedArgument:
    name, type_ = argument.name, argument.type_name
    if argument.kind == "buffer":
        space = entry.function.arguments[argument.index or 0].type.address_space  # older metadata lacks it
        access = argument.access_qualifier
        assert access is not None
        place, word = argument.location_index, access.name.lower()
        if space == AddressSpace.CONSTANT:
            return PlannedArgument(name, constant=place, access=word, type=type_)
        return PlannedArgument(name, buffer=place, access=word, type=type_)
    if argument.kind == "texture":
        return PlannedArgument(name, texture=argument.location_index, type=type_)
    if argument.kind == "sampler":
        return PlannedArgument(name, sampler=argument.location_index)
    if argument.kind == "vertex_input":
        return PlannedArgument(name, attribute=argument.location_index, type=type_)
    if argument.kind == "fragment_input":
        words = [
            q.name.lower() for q in (argument.sampling_qualifier, argument.interpolation_qualifier) if q is not None
        ]
        user = re.sub(r"^user\((.*)\)$|.*", r"\1", argument.attribute_name)
        return PlannedArgument(name, stage_in=True, user=user, interpolation="_".join(words), type=type_)
    if argument.kind == "render_target":
        return PlannedArgument(name, color=argument.render_target_index, type=type_)
    return PlannedArgument(name, builtin=Builtin(argument.kind))


def _output(output: EntryArgument) -> PlannedOutput:
    user = re.sub(r"^user\((.*)\)$|.*", r"\1", output.attribute_name)
    return PlannedOutput(
        output.name,
        output.type_name,
        builtin=output.kind if any(name == output.kind for _, name in OUTPUTS) else "",
        user=user,
        color=output.render_target_index,
        depth=output.depth_qualifier.name.lower() if output.depth_qualifier is not None else "any",
        invariant=output.invariant,
        blend_source=output.blend_source_index or 0,
    )


def _said(entry: EntryPoint) -> tuple[object, object]:
    """What metadata says, but for the layouts of what buffers hold and the order of arguments."""

    def of(a: EntryArgument) -> tuple[object, ...]:
        is_builtin = a.kind in BUILTIN_TYPES
        where = (a.kind, a.location_index, a.render_target_index, a.blend_source_index)
        how = (a.sampling_qualifier, a.interpolation_qualifier, a.depth_qualifier, a.access_qualifier, a.invariant)
        attribute = "" if a.kind == "vertex_input" else a.attribute_name  # older versions write a placeholder
        return (*where, *how, attribute, "" if is_builtin else a.name, a.type_name)

    return sorted(map(of, entry.arguments), key=repr), [of(o) for o in entry.outputs]


def _stages(folders: tuple[str, ...], shared: Path) -> Iterator[tuple[str, bytes]]:
    seen = set[bytes]()
    for path in sorted(p for folder in folders for p in shared.joinpath(folder).rglob("*.metallib")):
        try:
            library = mtlb.read(path.read_bytes())
        except MtlbError:
            continue
        for function in library.functions:
            if function.type in (FunctionType.VERTEX, FunctionType.FRAGMENT) and bytes(function.module) not in seen:
                seen.add(bytes(function.module))
                yield f"{path.name}:{function.name}", bytes(function.module)


_PLAIN = {"buffer", "texture", "sampler", "vertex_input", "fragment_input", "render_target", *BUILTIN_TYPES}
_PLAIN_OUTPUTS = {"vertex_output", "render_target", "position", "point_size", "depth", "sample_mask", "stencil"}


def _is_plain(entry: EntryPoint, module: mtlb.ir.Module) -> bool:
    """Whether a plan can say all of it."""
    if function_constants(module) or static_samplers(module) or entry.patch is not None:
        return False
    if (air_version(module) or Version(1, 0)) < Version(
        2, 0
    ):  # debug info of LLVM 3.5 to 3.7, in which subprograms name functions
        return False
    kinds = {a.kind for a in entry.arguments}
    return (
        kinds <= _PLAIN
        and {o.kind for o in entry.outputs} <= _PLAIN_OUTPUTS
        and not any(a.raster_order_group is not None for a in (*entry.arguments, *entry.outputs))
        and not any("array<" in a.type_name or a.type_name.startswith("ushort") for a in entry.arguments)
    )


@pytest.mark.corpus
@pytest.mark.long
def test_a_plan_makes_the_metadata_of_apples_own_functions(shared: Path) -> None:
    """The code of Apple's vertex and fragment functions without metadata, and a plan that says what it said."""
    compared, wrong = 0, []
    for name, data in _stages(("corpus", "pairs"), shared):
        module = read_module(data)
        (before,) = read_entry_points(module)
        if not _is_plain(before, module):
            continue
        plan = Plan(
            (
                PlannedEntry(
                    before.function.name,
                    "vertex" if before.kind is FunctionType.VERTEX else "fragment",
                    arguments=tuple(_argument(a, before) for a in before.arguments),
                    outputs=tuple(map(_output, before.outputs)),
                    early_fragment_tests="early_fragment_tests" in before.flags,
                ),
            )
        )
        expected = _said(before)
        module.triple, module.named_metadata = "x86_64-pc-linux-gnu", {}
        result = convert_module(module, ConvertOptions(ConvertTarget("macos26"), plan=plan))
        (after,) = read_entry_points(read_module(result.bitcode))
        compared += 1
        if _said(after) != expected:
            wrong.append((name, expected, _said(after)))
    assert not wrong, wrong[0]
    assert compared > 20


# --- misuse ----------------------------------------------------------------------------------------------------------

BASE = "define <4 x float> @f(<2 x float> %a, ptr %p) {\n  ret <4 x float> zeroinitializer\n}\n"
OUT = 'outputs = [{ type = "float4", color = 0 }]'


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (f'kind = "fragment"\narguments = [{{stage_in = true}}, {{texture = 0}}]\n{OUT}', "a texture needs a type"),
        (
            f'kind = "fragment"\narguments = [{{stage_in = true}}, {{texture = 0, type = "image"}}]\n{OUT}',
            "'image' is not a texture",
        ),
        (
            f'kind = "fragment"\narguments = [{{texture = 0, type = "texture2d<float>"}}, {{}}]\n{OUT}',
            "the plan uses parameter 0 of 'f' as texture, but it is not a pointer",
        ),
        (f'kind = "fragment"\narguments = [{{attribute = 0}}, {{}}]\n{OUT}', "a vertex function is given attributes"),
        (f'kind = "fragment"\narguments = [{{builtin = "vertex_id"}}, {{}}]\n{OUT}', "but it is not an integer"),
        (
            f'kind = "fragment"\narguments = [{{stage_in = true, type = "float"}}, {{}}]\n{OUT}',
            r"parameter 0 \('a'\): it has more numbers than the plan says",
        ),
        ('kind = "fragment"\narguments = [{stage_in = true}, {}]', "4 of the 4 numbers that the function returns are"),
        (
            'kind = "fragment"\noutputs = [{ type = "float4", color = 0 }, { type = "float", name = "d", color = 1 }]',
            "an output without a name is the only one",
        ),
        (
            'kind = "fragment"\narguments = [{stage_in = true}, {}]\n'
            'outputs = [{ name = "a", type = "float4", color = 0 }, { name = "d", builtin = "depth" }]',
            "it has fewer numbers than the plan says",
        ),
        ('kind = "vertex"\noutputs = [{ builtin = "depth", name = "d" }]', "a vertex function has no output 'depth'"),
        ('kind = "vertex"\noutputs = [{ builtin = "height", name = "d" }]', "not a built-in output: 'height'"),
        ('kind = "vertex"\noutputs = [{ name = "d" }]', "output 'd' needs a type"),
        ('kind = "kernel"\noutputs = [{ type = "float4" }]', "a kernel has no outputs"),
        ('kind = "mesh"', "unknown kind 'mesh'"),
        ('kind = "vertex"\nmax_threads = 4', "max_threads is only for kernels"),
        (
            f'kind = "fragment"\narguments = [{{stage_in = true, color = 0}}, {{}}]\n{OUT}',
            "has several kinds; keep one of them",
        ),
        (
            f'kind = "fragment"\narguments = [{{user = "a"}}, {{}}]\n{OUT}',
            "only a stage_in has a name or an interpolation",
        ),
    ],
)
def test_what_is_wrong_with_a_stage(plan: str, message: str) -> None:
    with pytest.raises(BuildError, match=message):
        converted(BASE, f"[entries.f]\n{plan}")
