"""A source with every method of every kind of texture (specification, 6.12), with each of its options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

TEXELS = ("float", "half", "int", "uint", "short", "ushort")
_HEAD = """#include <metal_stdlib>
using namespace metal;
constexpr sampler S(coord::normalized, address::repeat, s_address::mirrored_repeat, t_address::clamp_to_zero,
  r_address::clamp_to_border, border_color::opaque_white, filter::linear, mag_filter::nearest, min_filter::linear,
  mip_filter::linear, max_anisotropy(4), lod_clamp(0.0f, MAXFLOAT));
constexpr sampler P(coord::pixel, address::clamp_to_edge, filter::nearest, border_color::transparent_black,
  compare_func::never);
constexpr sampler N(mip_filter::none, compare_func::greater_equal, border_color::opaque_black);
static float4 sum(array_ref<texture2d<float>> t) {
  float4 r(0);
  for (uint k = 0; k < t.size(); k++) r += t[k].read(uint2(k));
  return r;
}
kernel void refs(const array<texture2d<float>, 3> t [[texture(0)]], texture2d<float, access::write> d [[texture(3)]]) {
  d.write(sum(t), uint2(0));
}
fragment float4 arrays(array<texture2d<float>, 4> t [[texture(0)]], const array<sampler, 2> s [[sampler(0)]]) {
  float4 r = t[0].sample(S, float2(0)) + t[0].sample(P, float2(0)) + t[0].sample(N, float2(0));
  for (uint k = 0; k < t.size(); k++) {
    if (is_null_texture(t[k])) break;
    r += t[k].sample(s[k & 1], float2(0));
  }
  return r;
}
fragment float4 samples(depth2d_ms<float> t [[texture(0)]], depth2d_ms_array<float> u [[texture(1)]],
                        uint i [[sample_id]]) {
  return t.read(uint2(1), i) + t.sparse_read(ushort2(1), i).value() + u.read(ushort2(1), 1, i) + t.get_num_samples()
    + u.get_array_size() + t.get_width() + u.get_height();
}
"""
_COLORS = {
    # kind: (coordinates of a texel, of a sample, gradient)
    "texture1d": ("uint", "float", ""),
    "texture2d": ("uint2", "float2", "gradient2d"),
    "texture3d": ("uint3", "float3", "gradient3d"),
    "texturecube": ("uint2", "float3", "gradientcube"),
}
_ATOMICS = ("add", "and", "max", "min", "or", "sub", "xor")


def _options(coordinate: str, gradient: str) -> list[str]:
    along = f", {gradient}({coordinate}, {coordinate})"
    least = ", min_lod_clamp(1.0f)"
    levels = ["", ", bias(1.0f)", ", level(1.0f)", along, least, f", bias(1.0f){least}", along + least]
    return levels if gradient else [""]


def _sampled(kind: str, texel: str, of: str, at: str, gradient: str) -> Iterator[str]:
    """Samples of a texture `t` of colors; `of`: the type of coordinates, `at`: face and index in the array."""
    index = ", 1" if "array" in kind else ""
    coordinate = f"{of}(0)"
    flat = gradient in ("gradient2d", "gradient3d")
    offsets = ["", f", int{of[-1]}(1)"] if flat else [""]
    for option, offset in product(_options(coordinate, gradient), offsets):
        yield f"r += t.sample(s, {coordinate}{index}{option}{offset});"
        yield f"{{ auto x = t.sparse_sample(s, {coordinate}{index}{option}{offset}); r += x.value() * x.resident(); }}"
    if kind.startswith(("texture2d", "texturecube")):
        offset = ", int2(0)" if flat else ""
        for sparse, letter in product(("", "sparse_"), ("", "x", "y", "z", "w")):
            chosen = f"{offset}, component::{letter}" if letter else ""
            value = ".value()" if sparse else ""
            yield f"r += t.{sparse}gather(s, {coordinate}{index}{chosen}){value};"
    yield "uint q = t.get_width() + t.get_num_mip_levels() + is_null_texture(t);"
    yield from ["q += t.get_array_size();"] * bool(index)
    yield from ["q += t.get_height() + t.get_height(1) + t.get_width(1);"] * (kind[7] != "1")
    yield from ["q += t.get_depth() + t.get_depth(1);"] * (kind == "texture3d")
    if gradient and texel in ("float", "half"):
        lod = f"t.calculate_clamped_lod(s, {coordinate}) + t.calculate_unclamped_lod(s, {coordinate})"
        yield f"r += vec<{texel}, 4>({lod});"
    for place in (of_texel := _COLORS[kind.removesuffix("_array")][0], of_texel.replace("uint", "ushort")):
        yield f"r += t.read({place}(1){at}, 0) + t.sparse_read({place}(1){at}).value();"
    yield "r += vec<TEXEL, 4>(q);".replace("TEXEL", texel)


def _atomic(texel: str, place: str) -> Iterator[str]:
    yield f"vec<{texel}, 4> r = t.atomic_load({place}); t.atomic_store(r, {place}); r += t.atomic_exchange({place}, r);"
    yield f"r.x += t.atomic_compare_exchange_weak({place}, &r, r);"
    yield from (f"r += t.atomic_fetch_{operation}({place}, r);" for operation in _ATOMICS)


def _colors(number: int, kind: str, texel: str) -> Iterator[str]:
    of_texel, of, gradient = _COLORS[kind.removesuffix("_array")]
    at = (", 2" if "cube" in kind else "") + (", 1" if "array" in kind else "")
    body = "\n".join(_sampled(kind, texel, of, at, gradient))
    yield f"fragment float4 f{number}({kind}<{texel}> t [[texture(0)]], sampler s [[sampler(0)]]) {{"
    yield f"vec<{texel}, 4> r = vec<{texel}, 4>(0);\n{body}\nreturn float4(r); }}"
    short = of_texel.replace("uint", "ushort")
    writes = f"t.write(vec<{texel}, 4>(1), {of_texel}(1){at}); t.write(vec<{texel}, 4>(1), {short}(1){at}, 0);"
    yield f"kernel void w{number}({kind}<{texel}, access::write> t [[texture(0)]]) {{ {writes} }}"
    if "cube" not in kind:
        both = f"t.write(t.read({of_texel}(1){at}), {short}(2){at}); t.fence();"
        yield f"kernel void x{number}({kind}<{texel}, access::read_write> t [[texture(0)]]) {{ {both} }}"
    if texel in ("int", "uint"):
        body = "\n".join(_atomic(texel, f"{of_texel}(1){at}"))
        yield f"kernel void a{number}({kind}<{texel}, access::read_write> t [[texture(0)]]) {{ {body} }}"
    if texel == "uint":
        words = " ".join(f"t.atomic_{name}({of_texel}(1){at}, ulong4(1));" for name in ("min", "max"))
        yield f"kernel void b{number}({kind}<ulong, access::read_write> t [[texture(0)]]) {{ {words} }}"


def _depths(number: int, kind: str) -> Iterator[str]:
    is_cube, index = "cube" in kind, ", 1" if "array" in kind else ""
    coordinate, face = ("float3(0)", ", 2") if is_cube else ("float2(0)", "")
    body = ["float r = 0;"]
    for option, offset in product(
        _options(coordinate, "gradientcube" if is_cube else "gradient2d"), [""] if is_cube else ["", ", int2(1)"]
    ):
        rest = f"{option}{offset}"
        body += [
            f"r += t.sample(s, {coordinate}{index}{rest}) + t.sparse_sample(s, {coordinate}{index}{rest}).value();",
            f"r += t.sample_compare(s, {coordinate}{index}, 0.5f{rest});",
            f"r += t.sparse_sample_compare(s, {coordinate}{index}, 0.5f{rest}).value();",
        ]
    for offset in [""] if is_cube else ["", ", int2(1)"]:
        body += [
            f"r += t.gather(s, {coordinate}{index}{offset}).x;",
            f"r += t.gather_compare(s, {coordinate}{index}, 0.5f{offset}).y;",
            f"r += t.sparse_gather(s, {coordinate}{index}{offset}).value().x;",
            f"r += t.sparse_gather_compare(s, {coordinate}{index}, 0.5f{offset}).value().x;",
        ]
    body += [
        f"r += t.read(uint2(1){face}{index}) + t.read(ushort2(1){face}{index}, 1) + is_null_texture(t);",
        f"r += t.sparse_read(uint2(1){face}{index}).value() + t.get_width();",
        "r += t.get_height(1) + t.get_num_mip_levels();",
        f"r += t.calculate_clamped_lod(s, {coordinate}) + t.calculate_unclamped_lod(s, {coordinate});",
        *(["r += t.get_array_size();"] if index else []),
    ]
    yield f"fragment float4 d{number}({kind}<float> t [[texture(0)]], sampler s [[sampler(0)]]) {{"
    yield "\n".join(body) + "\nreturn r; }"


def _others(number: int, texel: str) -> Iterator[str]:
    """Textures of samples, and texture buffers."""
    yield (
        f"fragment float4 m{number}(texture2d_ms<{texel}> t [[texture(0)]], texture2d_ms_array<{texel}> u"
        " [[texture(1)]], uint i [[sample_id]]) { return float4(t.read(uint2(1), i)) + float4(t.read(ushort2(1), i))"
        " + float4(u.read(uint2(1), 1, i)) + float4(t.sparse_read(uint2(1), i).value()) + t.get_width()"
        " + t.get_height() + t.get_num_samples() + u.get_array_size() + u.get_num_samples() + is_null_texture(t); }"
    )
    yield (
        f"kernel void k{number}(texture_buffer<{texel}> t [[texture(0)]], texture_buffer<{texel}, access::write> u"
        f" [[texture(1)]], texture_buffer<{texel}, access::read_write> w [[texture(2)]], uint i"
        " [[thread_position_in_grid]]) { u.write(t.read(i), i); w.write(w.read(i) + t.get_width(), i); w.fence(); }"
    )
    if texel in ("int", "uint"):
        body = "\n".join(_atomic(texel, "1u"))
        yield f"kernel void n{number}(texture_buffer<{texel}, access::read_write> t [[texture(0)]]) {{ {body} }}"


def texture_source() -> str:
    """The source."""
    lines = [_HEAD]
    kinds = [f"{kind}{array}" for kind in _COLORS for array in ("", "_array") if kind + array != "texture3d_array"]
    for number, (kind, texel) in enumerate(product(kinds, TEXELS)):
        lines += _colors(number, kind, texel)
    for number, kind in enumerate(("depth2d", "depth2d_array", "depthcube", "depthcube_array")):
        lines += _depths(number, kind)
    for number, texel in enumerate(TEXELS):
        lines += _others(number, texel)
    return "\n".join(lines) + "\n"
