"""The default libraries of a proof, built at run time by each of mtlb's producers.

`emit` builds most of them; SPIR-V, a Direct3D container and LLVM IR in `shaders/` are translated and converted. Inputs
of kernels are generated from their arguments (`mtlb.cpu`), equal on every machine. Vertex functions for pictures
cover the whole picture with one triangle, so that rasterization rules about edges have no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import resources
from typing import NamedTuple

from .. import emit
from ..air.target import AirTarget
from ..base.features import FIRST_AIR, FUNCTION_TABLES_SINCE, MESH_SINCE
from ..base.versions import Version
from ..container import write
from ..convert import convert_file
from ..direct3d import translate_container
from ..emit import boolean, f16, f32, float2, float3, float4, i32, texture2d, u8, u32, uint2, visible_function_table
from ..linker import link
from ..translate import translate

TARGETS = ("macos11", "macos12", "macos13", "macos14", "macos15", "macos26")
"""A system for each AIR version that the producers write for macOS."""


class KitLibrary(NamedTuple):
    """A library of the kit: its name, its purpose, and its bytes; `draws` are pairs of vertex and fragment
    functions.
    """

    name: str
    target: str
    data: bytes
    draws: tuple[tuple[str, str], ...] = ()


def newest_targets(version: str) -> tuple[str, ...]:
    """The entries of `TARGETS` that macOS `version` ("15.1") loads; all for "", and at least the oldest."""
    if not version:
        return TARGETS
    major = int(version.partition(".")[0])
    return tuple(name for name in TARGETS if int(name.removeprefix("macos")) <= major) or TARGETS[:1]


def kit_libraries(targets: tuple[str, ...] = TARGETS) -> Iterator[KitLibrary]:
    """The libraries of the kit for each target, oldest first. BuildError for an invalid target."""
    for target in targets:
        air = AirTarget(target).air
        for name, (since, build, draws) in _MODULES.items():
            if air >= since:
                linked = link([build(target)]).library
                yield KitLibrary(f"{name}@{target}", target, write(linked), draws)
        for name in _SHADERS:
            data = (resources.files(__package__) / "shaders" / f"{name}.spv").read_bytes()
            linked = link([translate(data, target).module]).library
            yield KitLibrary(f"spirv-{name}@{target}", target, write(linked))
        for name in _DIRECT3D:
            data = (resources.files(__package__) / "shaders" / f"{name}.dxbc").read_bytes()
            linked = link([translate_container(data, target, name=name).module]).library
            yield KitLibrary(f"direct3d-{name}@{target}", target, write(linked))
        for name in _CONVERTED:
            data = (resources.files(__package__) / "shaders" / f"{name}.ll").read_bytes()
            converted = convert_file((f"{name}.ll", data), target)
            linked = link([(f"{name}.air", converted.bitcode)]).library
            yield KitLibrary(f"convert-{name}@{target}", target, write(linked))


_DIRECT3D = ("scale",)
"""A compute shader of Direct3D's model 5.0; tests/prove/test_prove.py assembles it."""
_SHADERS = ("atomic_operations", "composites", "control_flow", "float_vectors", "integer_functions", "layouts")
"""SPIR-V files, with the same bytes as in the repository's golden/glsl."""
_CONVERTED = ("saxpy",)
"""LLVM IR with opaque pointers, with the same text as in golden/convert."""


# --- kernels ---------------------------------------------------------------------------------------------------------


def _arithmetic(target: str) -> emit.Module:
    m = emit.Module(target, "arithmetic")
    scale = m.function_constant("scale", i32, 0)
    negated = m.function_constant("negated", boolean, 1)

    k = m.kernel("saxpy")
    a = k.constant("a", f32, 0)
    x, y = k.buffer("x", f32, 1, "read"), k.buffer("y", f32, 2)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    y[i].store(a.load() * x[i].load() + y[i].load())
    b.ret()

    k = m.kernel("functions")
    x, y = k.buffer("x", f32, 0, "read"), k.buffer("y", f32, 1)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    value = b.math("clamp", x[i].load(), -4.0, 4.0)
    y[i].store(b.math("sin", value) + b.math("exp", value) * b.math("sqrt", b.math("abs", value)))
    b.ret()

    k = m.kernel("scaled")
    numbers = k.buffer("numbers", i32, 0)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    number = numbers[i].load() * b.use(scale)
    numbers[i].store(b.select(b.use(negated), 0 - number, number))
    b.ret()

    k = m.kernel("halves")
    x, y = k.buffer("x", f16, 0, "read"), k.buffer("y", f16, 1)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    y[i].store(b.math("fma", x[i].load(), x[i].load(), y[i].load()))
    b.ret()
    return m


def _threads(target: str) -> emit.Module:
    m = emit.Module(target, "threads")
    k = m.kernel("reduced", max_threads=32)
    x, sums = k.buffer("x", u32, 0, "read"), k.buffer("sums", u32, 1)
    scratch = k.threadgroup("scratch", emit.array(u32, 32))
    i = k.builtin("thread_position_in_grid", u32)
    lane = k.builtin("thread_index_in_threadgroup", u32)
    b = k.entry()
    scratch[lane].store(x[i].load())
    b.barrier()
    sums[i].store(scratch[(lane + 1) & 31].load() + b.simd("sum", x[i].load()))
    b.ret()

    k = m.kernel("counted")
    x, counts = k.buffer("x", u32, 0, "read"), k.buffer("counts", u32, 1)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    b.atomic("add", counts[x[i].load() & 7], 3)
    b.ret()
    return m


def _matrices(target: str) -> emit.Module:
    m = emit.Module(target, "matrices")
    k = m.kernel("product", max_threads=32)
    x, y, z = (k.buffer(name, f32, index, "read") for index, name in enumerate("xyz"))
    result = k.buffer("result", f32, 3)
    b = k.entry()
    product = b.matrix.multiply_accumulate(b.matrix.load(x, 8), b.matrix.load(y, 8), b.matrix.load(z, 8))
    b.matrix.store(product, result, 8)
    b.ret()
    return m


def _textures(target: str) -> emit.Module:
    m = emit.Module(target, "textures")
    k = m.kernel("inverted")
    source = k.texture("source", texture2d(f32, "read"), 0)
    result = k.texture("result", texture2d(f32, "write"), 1)
    at = k.builtin("thread_position_in_grid", uint2)
    b = k.entry()
    b.texture.write(result, b.const(float4, 1.0) - b.texture.read(source, at), at)
    b.ret()

    k = m.kernel("sampled")
    source = k.texture("source", texture2d(f32), 0)
    result = k.texture("result", texture2d(f32, "write"), 1)
    at = k.builtin("thread_position_in_grid", uint2)
    b = k.entry()
    nearest = m.sampler(filter="nearest", mip_filter="none", address="clamp_to_edge")
    place = (b.convert(at, float2) + b.const(float2, 0.5)) * b.const(float2, 1 / 16)
    b.texture.write(result, b.texture.sample(source, b.use(nearest), place, level=0.0), at)
    b.ret()
    return m


def _visible(target: str) -> emit.Module:
    m = emit.Module(target, "visible")
    for name, factor in (("halved", 0.5), ("doubled", 2.0)):
        v = m.visible(name)
        number = v.argument("number", f32)
        v.returns(f32)
        b = v.entry()
        b.ret(number * factor)

    k = m.kernel("called")
    table = k.resource("table", visible_function_table("float (float)"), 0)
    x, y = k.buffer("x", f32, 1, "read"), k.buffer("y", f32, 2)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    y[i].store(b.call_table(table, i & 1, f32, x[i].load()))
    b.ret()
    return m


# --- rendering -------------------------------------------------------------------------------------------------------


def _covering(b: emit.Builder, number: emit.Value) -> emit.Value:
    """The corner of a triangle that covers the whole picture: (-1, -1), (3, -1) or (-1, 3)."""
    x = b.select(number.eq(1), b.const(f32, 3.0), b.const(f32, -1.0))
    y = b.select(number.eq(2), b.const(f32, 3.0), b.const(f32, -1.0))
    return b.vector(x, y, b.const(f32, 0.0), b.const(f32, 1.0))


def _triangle(target: str) -> emit.Module:
    m = emit.Module(target, "triangle")
    v = m.vertex("covering")
    number = v.builtin("vertex_id", u32)
    v.out("position", float4, "position")
    v.out("color", float3)
    v.out("number", u32)
    b = v.entry()
    color = b.vector(b.convert(number, f32), b.const(f32, 0.5), b.convert(number.eq(1), f32))
    b.ret(position=_covering(b, number), color=color, number=number + 7)

    f = m.fragment("interpolated")
    color = f.stage_in("color", float3)
    f.out(float4)
    b = f.entry()
    b.ret(b.vector(color, b.const(f32, 1.0)))

    f = m.fragment("flat")
    number = f.stage_in("number", u32)
    f.out(float4)
    b = f.entry()
    b.ret(b.vector(b.convert(number, f32), b.const(f32, 2.0), b.const(f32, 3.0), b.const(f32, 4.0)))
    return m


def _mesh(target: str) -> emit.Module:
    m = emit.Module(target, "mesh")
    payload = m.struct("Payload", [("size", f32)])
    o = m.object("split", max_threads=32)
    arguments = o.payload("payload", payload)
    grid = o.grid()
    thread = o.builtin("thread_index_in_threadgroup", u32)
    b = o.entry()
    with b.if_(thread.eq(0)):
        arguments["size"].store(0.5)
        o.set_threadgroups(grid, b.vector(b.const(u32, 1), 1, 1))
    b.ret()

    e = m.mesh("draw", max_threads=32)
    arguments = e.payload("payload", payload)
    mesh = e.mesh("output", vertices=3, primitives=1)
    mesh.vertex("position", float4, "position")
    mesh.vertex("color", float3)
    thread = e.builtin("thread_index_in_threadgroup", u32)
    b = e.entry()
    with b.if_(thread < 3):
        color = b.vector(arguments["size"].load(), b.convert(thread, f32), b.const(f32, 1.0))
        mesh.set_vertex(thread, position=_covering(b, thread), color=color)
        mesh.set_index(thread, b.convert(thread, u8))
    with b.if_(thread.eq(0)):
        mesh.set_primitive_count(1)
    b.ret()

    f = m.fragment("filled")
    color = f.stage_in("color", float3)
    f.out(float4)
    b = f.entry()
    b.ret(b.vector(color, b.const(f32, 1.0)))
    return m


_MODULES: dict[str, tuple[Version, Callable[[str], emit.Module], tuple[tuple[str, str], ...]]] = {
    "arithmetic": (FIRST_AIR, _arithmetic, ()),
    "threads": (FIRST_AIR, _threads, ()),
    "matrices": (FIRST_AIR, _matrices, ()),
    "textures": (FIRST_AIR, _textures, ()),
    "visible": (FUNCTION_TABLES_SINCE, _visible, ()),
    "triangle": (FIRST_AIR, _triangle, (("covering", "interpolated"), ("covering", "flat"))),
    "mesh": (MESH_SINCE, _mesh, ()),
}
