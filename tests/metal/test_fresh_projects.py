"""Forms that public projects use, in our own words: each did not compile once (docs/metal.md §7)."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.air.lint import lint_library, lint_module
from mtlb.air.reflection.buffer import read
from mtlb.air.target import AirTarget
from mtlb.base.errors import BuildError
from mtlb.base.findings import Severity
from mtlb.base.metal import AccessQualifier
from mtlb.bitcode import read_module
from mtlb.ir.text.printer import print_module
from mtlb.ir.verify import verify_module
from mtlb.metal import CompileOptions, compile_source
from tests.metal.needed import needs_clang
from tests.metal.test_rewrite import written

pytestmark = needs_clang


def _compiled(folder: Path, text: str, name: str = "x.metal", target: str = "macos15") -> bytes:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    compiled = compile_source(path, CompileOptions(target=AirTarget(target)))
    assert not [finding for finding in lint_module(compiled.bitcode) if finding.severity is not Severity.NOTE]
    return compiled.bitcode


def _buffer(*values: int) -> np.ndarray:
    return np.array(values, np.uint32)


JOINED = """#include <metal_stdlib>
using namespace metal;
kernel void k(device atomic_uint* d [[buffer(0)]], device uint* n [[buffer(1)]], device uint* o [[buffer(2)]]) {
  threadgroup atomic_uint t[4];
  for (uint i = 0; i < 4; ++i) atomic_store_explicit(&t[i], n[i], memory_order_relaxed);
  bool done = false;
  for (uint i = 0; i < 4; ++i) {
    uint x = atomic_load_explicit(&t[i], memory_order_relaxed);
    if (x == n[4]) { atomic_fetch_add_explicit(&t[i], n[5], memory_order_relaxed); done = true; break; }
    if (x == 9) { atomic_fetch_add_explicit(&t[i], n[5], memory_order_relaxed); done = true; break; }
  }
  if (!done) {
    for (uint i = 0; i < 4; ++i) {
      uint x = atomic_load_explicit(&d[i], memory_order_relaxed);
      if (x == n[4]) { atomic_fetch_add_explicit(&d[i], n[5], memory_order_relaxed); break; }
      if (x == 9) { atomic_fetch_add_explicit(&d[i], n[5], memory_order_relaxed); break; }
    }
  }
  for (uint i = 0; i < 4; ++i) o[i] = atomic_load_explicit(&t[i], memory_order_relaxed);
}
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "of_group", "of_device"),
    [(2, [1, 7, 9, 3], [8, 9, 5, 2]), (8, [1, 2, 14, 3], [8, 9, 5, 2]), (3, [1, 2, 14, 3], [8, 9, 5, 2])],
)
def test_atomic_operations_that_llvm_joins(tmp_path: Path, key: int, of_group: list[int], of_device: list[int]) -> None:
    """Equal operations at the ends of branches on device and threadgroup memory, as in AkimT13/MetalDB."""
    device, out = _buffer(8, 9, 5, 2), _buffer(0, 0, 0, 0)
    module = _compiled(tmp_path, JOINED)
    mtlb.run(module, "k", 1, 1, buffers={0: device, 1: _buffer(1, 2, 9, 3, key, 5), 2: out}, check=True)
    assert (out.tolist(), device.tolist()) == (of_group, of_device)
    device = _buffer(8, 9, 5, 2)
    mtlb.run(module, "k", 1, 1, buffers={0: device, 1: _buffer(1, 2, 4, 3, 8, 5), 2: out}, check=True)
    assert (out.tolist(), device.tolist()) == ([1, 2, 4, 3], [13, 9, 5, 2])


MEMBERS = """#include <metal_stdlib>
using namespace metal;
class Dice {
  thread float seed;
  uint step(const uint z, const int s);
public:
  thread Dice(const uint first, const uint second = 1);
  thread float roll();
  void restart(uint n) { reset(n + 1); }
private:
  void reset(uint n);
};
"""


@pytest.mark.long
def test_members_that_another_source_defines(tmp_path: Path) -> None:
    uses = """kernel void k(device float* o [[buffer(0)]]) {
  Dice d(2);
  o[0] = d.roll();
  o[1] = d.roll() + Dice(3, 4).roll();
  d.restart(5);
  o[2] = d.roll();
}"""
    defines = """uint Dice::step(const uint z, const int s) { return z << s; }
thread Dice::Dice(const uint first, const uint second) { seed = first + 10 * second; }
thread float Dice::roll() { seed += step(3, 2); return seed; }
void Dice::reset(uint n) { seed = n; }"""
    modules = [
        (name, _compiled(tmp_path, MEMBERS + text, f"{name}.metal"))
        for name, text in (("uses", uses), ("defines", defines))
    ]
    linked = mtlb.link(modules).library
    out = np.zeros(3, np.float32)
    mtlb.run(linked, "k", 1, 1, buffers={0: out}, check=True)
    assert out.tolist() == [24, 36 + 55, 6 + 12]


@pytest.mark.long
def test_functions_of_namespaces_have_one_external_form(tmp_path: Path) -> None:
    head = "#include <metal_stdlib>\n"
    uses = """namespace n { float f(device const float* p); float g(thread float& x); }
kernel void k(device float* o [[buffer(0)]]) { float y = 1; o[0] = n::f(o) + n::g(y); o[1] = y; }"""
    defines = (
        "namespace n { float f(device const float* p) { return p[1]; } float g(thread float& x) { return x += 2; } }"
    )
    modules = [
        (name, _compiled(tmp_path, head + text, f"{name}.metal"))
        for name, text in (("uses", uses), ("defines", defines))
    ]
    out = np.array([0, 5], np.float32)
    mtlb.run(mtlb.link(modules).library, "k", 1, 1, buffers={0: out}, check=True)
    assert out.tolist() == [8, 3]


@pytest.mark.long
def test_external_functions_with_attributes(tmp_path: Path) -> None:
    """`__attribute__` and `extern` before a declaration, and definitions by qualified names, as in
    philipturner/metal-benchmarks and the dynamic library of Apple's sample that it starts from.
    """
    head = """#include <metal_stdlib>
using namespace metal;
namespace n {
__attribute__((visibility("default"))) float4 f(float4 x);
struct S { float x; };
namespace m { float h(S x) __attribute__((pure)); }
}
extern float e(float x);
"""
    uses = "kernel void k(device float4* o [[buffer(0)]]) { o[0] = n::f(o[1]) + n::m::h({2}) + e(1); }"
    defines = """__attribute__((noinline)) float4 n::f(float4 x) { return x * 2; }
float n::m::h(S x) { return x.x * 100; }
extern float e(float x) { return x * 1000; }
"""
    modules = [
        (name, _compiled(tmp_path, head + text, f"{name}.metal"))
        for name, text in (("uses", uses), ("defines", defines))
    ]
    out = np.array([0] * 4 + [1, 2, 3, 4], np.float32)
    mtlb.run(mtlb.link(modules).library, "k", 1, 1, buffers={0: out}, check=True)
    assert out[:4].tolist() == [1202, 1204, 1206, 1208]


@pytest.mark.long
def test_casts_between_half_and_bfloat(tmp_path: Path) -> None:
    """Of template parameters and aliases, as in ThunderKittens for Metal (tinygrad)."""
    text = """#include <metal_stdlib>
using namespace metal;
typedef bfloat bf16;
using number = half;
template <typename T> T f(half x) { return T(x) + (T)x + (T)-x * T(2); }
template <class U, typename T> U g(T x, thread T* p) { return U((U)p[1] - (U)(x) + U(*p) + (U)((T)x) + (float)(U)x); }
kernel void k(device half* o [[buffer(0)]], device bfloat* q [[buffer(1)]]) {
  half h[2] = {3.0h, 8.h};
  bfloat b[2] = {bf16(3), bf16(8)};
  o[0] = half(f<bfloat>(o[0]));
  o[1] = (half)q[0];
  q[0] = (bf16)o[2] * 2;
  q[1] = bf16(o[2]);
  o[3] = g<number, bfloat>(b[0], b);
  q[2] = g<bfloat, half>(h[0], h);
  o[4] = (number)static_cast<bf16>(o[4]);
  if ((half)q[3] > 1.0h) o[5] = -(number)q[3];
  o[6] = sizeof(bf16) + sizeof (number) + (o[6]);
}
"""
    out = np.array([5, 0, 7, 0, 1.5, 0, 1], np.float16)
    wide = (np.array([2, 0, 0, 9], np.float32).view(np.uint32) >> 16).astype(np.uint16)
    mtlb.run(_compiled(tmp_path, text), "k", 1, 1, buffers={0: out, 1: wide}, check=True)
    assert out.tolist() == [0, 2, 7, 14, 1.5, -9, 5]
    assert (wide.astype(np.uint32) << 16).view(np.float32).tolist() == [14, 7, 14, 9]


NAMES = """#include <metal_STDLIB>
#include <simd/SIMD.h>
struct Inter { metal::float4 position [[position]]; };
Inter vertex corner(device const metal::float4* c [[buffer(0)]], uint i [[vertex_id]]) {
  Inter o;
  o.position = c[i];
  return o;
}
metal::float4 fragment shade(Inter in [[stage_in]]) { return in.position; }
float noise(const float x, const metal::float2 v);
float mixed(int a, float b);
kernel void mixed(device float* o [[buffer(0)]], metal::texture2d<float> t [[texture(0)]]) {
  o[0] = mixed(1, 2) + noise(1, 2);
  o[1] = metal::is_null_texture(t) || is_null_texture(t);
}
constant bool b [[function_constant(0)]];
constant bool c = is_function_constant_defined(b);
kernel void tiles(device float* o [[buffer(0)]]) {
  metal::simdgroup_matrix<float, 8> m;
  metal::simdgroup_load(m, o);
  if (c) metal::simdgroup_store(m, o + 64);
}
"""


@pytest.mark.long
def test_names_and_places(tmp_path: Path) -> None:
    """The stage after the type, overloads that another source defines, a parameter with the name of a later constant,
    headers in another case."""
    module = mtlb.read_module(_compiled(tmp_path, NAMES))
    assert {point.name for point in read_entry_points(module)} == {"corner", "shade", "mixed", "tiles"}
    undefined = {function.name for function in module.functions if function.is_declaration}
    assert {"_Z5mixedif", "_Z5noisefN5metal3vecIfLi2EEE", "air.is_null_texture_2d"} <= undefined


def test_headers_that_are_not_the_librarys_keep_their_case(tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("", encoding="utf-8")
    with pytest.raises(BuildError, match=r"'Own2\.h' file not found"):
        _compiled(tmp_path, '#include "own.h"\n#include "Own2.h"\n')
    with pytest.raises(BuildError, match=r"1:10: error: 'RealityKit/RealityKit\.h' file not found: shaders"):
        _compiled(tmp_path, "#include <RealityKit/RealityKit.h>\n")


SWIFTUI = """#include <SwiftUI/SwiftUI_Metal.h>
#include <metal_stdlib>
using namespace metal;
[[ stitchable ]] half4 tinted(float2 position, half4 color, float t) { return color * half(t); }
[[ stitchable ]] float2 moved(float2 position, float2 by) { return position + by; }
"""


@pytest.mark.long
def test_effects_of_swiftui(tmp_path: Path) -> None:
    module = mtlb.read_module(_compiled(tmp_path, SWIFTUI))
    assert {point.name for point in read_entry_points(module)} == {"tinted", "moved"}


CORE_IMAGE = """#include <CoreImage/CoreImage.h>
using namespace metal;
static float3 doubled(float3 c) { return c * 2; }
float outside(thread float& x) { return x; }
extern "C" { namespace coreimage {
  float4 linear(sample_t a, float4 b) { return float4(srgb_to_linear((a * b).rgb), 1); }
  float2 warped(float2 by, destination dest) { float2 p = dest.coord(); return p * by + 1; }
}}
extern "C" float4 colored(coreimage::sample_t s, float k, coreimage::destination dest) {
  return float4(doubled(s.rgb) * k, dest.coord().y);
}
"""


@pytest.mark.long
def test_core_image_kernels(tmp_path: Path) -> None:
    """The lists of `!air.ci` are as in the libraries that coreimage.h names, with `dest.coerce` for a destination."""
    bitcode = _compiled(tmp_path, CORE_IMAGE)
    module = mtlb.read_module(bitcode)
    points = {point.name: point for point in read_entry_points(module)}
    rows = {
        name: [(item.kind, item.type_name, item.name) for item in (*point.outputs, *point.arguments)]
        for name, point in points.items()
    }
    assert rows == {
        "linear": [("ci_builtin", "float4", ""), ("ci_builtin", "float4", "a"), ("ci_builtin", "float4", "b")],
        "warped": [
            ("ci_builtin", "float2", ""),
            ("ci_builtin", "float2", "by"),
            ("ci_builtin", "float2", "dest.coerce"),
        ],
        "colored": [
            ("ci_builtin", "float4", ""),
            ("ci_builtin", "float4", "s"),
            ("ci_builtin", "float", "k"),
            ("ci_builtin", "float2", "dest.coerce"),
        ],
    }
    declared = {function.name for function in module.functions if function.is_declaration}
    assert declared == {"_ZN9coreimage14srgb_to_linearEDv3_f"}
    library = mtlb.link([("x.air", bitcode)], mtlb.LinkOptions(kind="core-image")).library
    assert sorted(function.name for function in library.functions) == ["colored", "linear", "warped"]


SAMPLERS = """#include <CoreImage/CoreImage.h>
static float4 at(coreimage::sampler s, float2 p) { return s.sample(p); }
extern "C" float4 chromatic(coreimage::sampler src, float k, coreimage::destination dest) {
  return src.sample(src.transform(dest.coord() + k));
}
extern "C" { namespace coreimage { float4 mixed(sampler s, sampler t, float choice) {
  if (choice > 0) { sampler u = s; s = t; t = u; }
  return unpremultiply(at(s, s.coord()) + premultiply(t.sample(t.extent().xy + t.size() - t.origin())));
}}}
"""


@pytest.mark.long
def test_samplers_of_core_image(tmp_path: Path) -> None:
    """The parameters of a kernel, `!air.ci` and the declarations are those of `chromaticAberration` in the library of
    isparling/julia (compiler 32023.850); Core Image defines what a sampler has."""
    bitcode = _compiled(tmp_path, SAMPLERS)
    module = mtlb.read_module(bitcode)
    points = {point.name: point for point in read_entry_points(module)}
    rows = [(item.kind, item.type_name, item.name) for item in points["chromatic"].arguments]
    assert rows == [
        ("ci_texture", "texture2d<float, sample>", "src.coerce0"),
        ("ci_sampler", "sampler", "src.coerce1"),
        ("ci_pointer", "float4x4", "src.coerce2"),
        ("ci_builtin", "float2", "src.coerce3"),
        ("ci_builtin", "float", "k"),
        ("ci_builtin", "float2", "dest.coerce"),
    ]
    matrix = points["chromatic"].arguments[2]
    assert (matrix.access_qualifier, matrix.type_size, matrix.type_align) == (AccessQualifier.READ, 64, 16)
    text = print_module(module)
    object_, holder = '%"struct.coreimage::sampler"', '%"struct.metal::texture2d"'
    assert f"{holder} = type {{ %struct._texture_2d_t addrspace(1)* }}" in text
    passed = f'{holder} %0, %"struct.metal::sampler" %1, %"struct.metal::matrix" addrspace(2)* %2, <2 x float> %3'
    assert f"define <4 x float> @chromatic({passed}, float noundef %4, <2 x float> %5)" in text
    assert re.search(r"^attributes #\d+ = \{ convergent mustprogress nounwind ", text, re.MULTILINE)
    names = {"coord": "v", "extent": "v", "origin": "v", "size": "v", "sample": "Dv2_f", "transform": "Dv2_f"}
    declared = {item.name for item in module.functions if item.is_declaration and item.name.startswith("_Z")}
    assert declared == {f"_ZNK9coreimage7sampler{len(name)}{name}E{types}" for name, types in names.items()}
    assert f"@_ZNK9coreimage7sampler6sampleEDv2_f({object_}* noundef, <2 x float> noundef)" in text
    library = mtlb.link([("x.air", bitcode)], mtlb.LinkOptions(kind="core-image")).library
    assert not list(lint_library(library)) and not mtlb.verify(library)


@pytest.mark.long
def test_colors_of_core_image(tmp_path: Path) -> None:
    """Apple's Core Image Kernel Language: a color with an alpha of 0 remains as it is."""
    source = """#include <CoreImage/CoreImage.h>
kernel void k(device float4* c [[buffer(0)]]) {
  c[0] = coreimage::premultiply(c[0]); c[1] = coreimage::unpremultiply(c[1]); c[2] = coreimage::unpremultiply(c[2]);
}"""
    colors = np.array([[1, 2, 4, 0.5], [1, 2, 4, 0.5], [1, 2, 4, 0]], np.float32)
    mtlb.run(_compiled(tmp_path, source), "k", 1, 1, buffers={0: colors})
    assert colors.tolist() == [[0.5, 1, 2, 0.5], [2, 4, 8, 0.5], [1, 2, 4, 0]]


@pytest.mark.corpus
@pytest.mark.long
def test_core_image_kernels_have_the_types_of_apples(shared: Path, tmp_path: Path) -> None:
    folder = shared / "corpus" / "JoshuaSullivan+SimplexNoiseFilter"
    paths = sorted(folder.glob("*.ci.metallib"))
    if not paths:
        pytest.skip("the library is not there")
    library = mtlb.open(paths[0])
    [theirs] = [function for function in library.functions if function.name == "SimplexNoise3D"]
    source = """#include <CoreImage/CoreImage.h>
extern "C" metal::float4 SimplexNoise3D(
    metal::float4 a, metal::float4 b, float x, float y, float z, float s, float c, coreimage::destination dest) {
  return a * x + b * y + z + s * c + dest.coord().x;
}"""
    ours = mtlb.read_module(_compiled(tmp_path, source)).function("SimplexNoise3D")
    apples = mtlb.read_module(theirs.bitcode).function("SimplexNoise3D")
    assert ours is not None and apples is not None
    assert str(ours.value_type) == str(apples.value_type)


ARGUMENTS = """#include <metal_stdlib>
using namespace metal;
typedef struct __attribute__((aligned(32))) { float scale; } Padded;
constant uint mode [[function_constant(3)]];
struct Part { constant float4* colors [[id(0)]]; constant uint* numbers [[id(1)]]; };
struct Whole { constant Part* parts [[id(0)]]; };
fragment float4 shade(
    float4 p [[position]], constant Whole* w [[buffer(0)]], constant Padded* s [[buffer(1)]],
    texture2d<float> t [[texture(0), function_constant(::mode)]]) {
  float c;
  float4 r = w->parts[uint(p.x)].numbers[uint(p.y)] + s[1].scale * sincos(p.z, c);
  if (mode) r += t.read(uint2(0));
  return r + c;
}
kernel void motion(device MTLAccelerationStructureMotionInstanceDescriptor* d [[buffer(0)]]) {
  d[1].userID = 7;
  d[1].motionEndBorderMode = MTLMotionBorderModeVanish;
  d[1].motionEndTime = 2;
}
"""


@pytest.mark.long
def test_arguments_of_apples_samples(tmp_path: Path) -> None:
    """Argument buffers with pointers to argument buffers, in modules with typed pointers, a function constant that is a
    number as a condition, and the layout of instances with motion."""
    bitcode = _compiled(tmp_path, ARGUMENTS)
    module = mtlb.read_module(bitcode)
    assert verify_module(module) == []
    assert not any(item.is_opaque_pointer for struct in module.struct_types for item in struct.elements)
    [point] = [point for point in read_entry_points(module) if point.name == "shade"]
    assert [item.buffer_size or item.type_size for item in point.arguments if item.name == "s"] == [32]
    instances = np.zeros(22, np.uint32)
    library = mtlb.link([("x.air", bitcode)]).library
    mtlb.run(library, "motion", 1, 1, buffers={0: instances}, check=True)
    assert {int(at): int(instances[at]) for at in np.flatnonzero(instances)} == {15: 7, 19: 1, 21: 0x40000000}


FORMS = """#include <metal_stdlib>
using namespace metal;
struct Σ {
  float σs; float ünder;
  float doubled() constant { return σs * 2; }
  float halved() const constant { return ünder / 2; }
  float operator[](uint n) const;
  float operator()(uint n) const { return n ? σs : ünder; }
};
inline float Σ::operator[](uint n) const { return n ? ünder : σs; }
struct Held { float4 c; packed_float2 a; float2 b; packed_half3 h; };
enum { first = 0 };
kernel void k(
    volatile device Held* p [[buffer(first)]], constant Σ& s [[buffer(1)]], device packed_float3* o [[buffer(2)]],
    device float* r [[buffer(3)]], [[maybe_unused]] constant uint& unused [[buffer(4)]],
    texture2d<float> t [[texture(first)]], sampler u [[sampler(first)]]) {
  p->c += float4(half4(2.0h)) * s.doubled();
  p->c[1] = 7;
  p->b *= 3;
  float α = s.halved();
  r[0] = p->c[1] + p->c[2] + p->b[0];
  r[1] = (0 < α <= 3) + s[1] + s(1);
  Held h{0, packed_float2(5, 6), float2(8), packed_half3(float3(1, 2, 3))};
  o[0] = packed_float3(h.a, 0) + packed_float3(1.0f, h.b);
  o[1] = packed_float3(h.h);
}
"""


@pytest.mark.long
def test_forms_of_projects(tmp_path: Path) -> None:
    """Letters beyond ASCII, methods for constant objects (GeraldGuyomard/SDFBubble), declared operators
    (j-f1/brown-cs2240-final), vectors in volatile memory (FocalPaint/Metal), packed vectors from parts
    (gyuhyun-joon-lee/hb_engine), attributes of C++ at parameters (arkavo-org/VRMMetalKit), several indices that are
    constants with the value 0 (libretro/RetroArch), and `a < b <= c` (QuintonQu/Mimosa).
    """
    held, out, numbers = np.zeros(16, np.float32), np.zeros(6, np.float32), np.zeros(2, np.float32)
    held[:8] = [1, 2, 3, 4, 0, 0, 10, 20]
    library = mtlb.link([("x.air", _compiled(tmp_path, FORMS))]).library
    buffers = {0: held, 1: np.array([1.5, 4], np.float32), 2: out, 3: numbers, 4: _buffer(0)}
    mtlb.run(library, "k", 1, 1, buffers=buffers, check=True)
    assert numbers.tolist() == [7 + (3 + 6) + 30, 1 + 4 + 1.5]
    assert out.tolist() == [6, 14, 8, 1, 2, 3]


LAYER = """#include <metal_stdlib>
#include <SwiftUI/SwiftUI_Metal.h>
using namespace metal;
[[ stitchable ]] half4 shifted(float2 position, SwiftUI::Layer layer, float by) {
  return layer.sample(position + by) * 0.5h;
}
namespace SwiftUI {
[[ stitchable ]] half4 joined(float2 position, Layer a, half4 tint, Layer b) {
  return a.sample(position) * tint + b.sample(position.yx);
}
}
kernel void same(texture2d<half> t [[texture(0)]], constant float2* n [[buffer(0)]], device half4* o [[buffer(1)]]) {
  SwiftUI::Layer layer{t, {n[0], n[1], n[2], n[3], n[4]}};
  o[0] = layer.sample(n[5]);
}
"""


@pytest.mark.long
def test_layer_effects_of_swiftui(tmp_path: Path) -> None:
    """A layer is a struct with a texture, and five vectors: as `expansionRipple` in the library of ixjosemi/AgentGlance
    has it, by its types, by its metadata and by the names of the functions that move a layer."""
    bitcode = _compiled(tmp_path, LAYER)
    module = mtlb.read_module(bitcode)
    assert verify_module(module) == []
    text = print_module(module)
    holder, numbers = '%"struct.metal::texture2d"', "[5 x <2 x float>]"
    assert f"@shifted(<2 x float> noundef %0, {holder} %1, {numbers} %2, float noundef %3)" in text
    joined = f"<2 x float> noundef %0, {holder} %1, {numbers} %2, <4 x half> noundef %3, {holder} %4, {numbers} %5)"
    assert joined in text
    load = "@_ZN5metal22_stitching_traits_implIN7SwiftUI5LayerEE13load_argumentEPv(i8*"
    assert f'define internal %"struct.SwiftUI::Layer" {load}' in text
    store = "@_ZN5metal22_stitching_traits_implIN7SwiftUI5LayerEE18store_return_valueEPvS2_(i8*"
    assert store in text
    for fact in (
        '!"air.visible_input", !"air.arg_type_name", !"texture2d<half, sample>", !"air.arg_name", !"tex"',
        '!"air.visible_input", !"air.arg_type_name", !"float2", !"air.arg_name", !"info"',
        '!"air.struct_type", i32 48, i32 8, null, !"SwiftUI::Layer"',
        '!"air.texture_2d_type", i32 8, i32 8, null',
        '!"air.array_type", i32 40, i32 8, null',
    ):
        assert fact in text
    [shifted] = [point for point in read_entry_points(module) if point.name == "shifted"]
    assert shifted.stitching is not None
    assert [item.name for item in shifted.stitching] == ["", "position", "layer", "by"]
    reflections = [read(bytes(item.buffer)).nodes for item in mtlb.link([("x.air", bitcode)]).library.reflections]
    nodes = next(item for item in reflections if item[0].values["name"] == "shifted")
    found = [node.type.name for node in nodes]
    at = found.index("STRUCT_TYPE")
    assert nodes[at].values["members"] == [at + 1, at + 3]
    assert found[at + 1 : at + 5] == ["RECORD_FIELD", "TEXTURE2D_TYPE", "RECORD_FIELD", "ARRAY_TYPE"]
    assert nodes[at + 3].values == {"offset": 8, "alignment": 8, "type": at + 4, "name": "info"}


@pytest.mark.long
def test_what_a_layer_samples(tmp_path: Path) -> None:
    """The place in the texture: two products, a sum, and the limits."""
    library = mtlb.link([("x.air", _compiled(tmp_path, LAYER))]).library
    image = np.zeros((4, 4, 4), np.float32)
    image[..., 0] = np.arange(16).reshape(4, 4)
    numbers = np.array([[0.25, 0], [0, 0.25], [0.125, 0.125], [0, 0], [0.6, 1], [3, 2]], np.float32)
    out = np.zeros(4, np.float16)
    mtlb.run(library, "same", 1, 1, buffers={0: numbers, 1: out}, textures={0: image})
    x, y = 0.6 * 4 - 0.5, 2.0  # the limit of x, and the center of a row
    assert abs(float(out[0]) - (4 * y + x)) < 0.02


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("typedef struct __attribute__((aligned(16))) { float a; } A;", "__attribute__((aligned(16))) A { float a;"),
        (
            "constant bool b [[function_constant(0)]]; "
            "struct S { constant float& c [[buffer(1), function_constant(b)]]; };",
            "struct S { const float& c ;",
        ),
    ],
)
def test_what_is_written(text: str, expected: str) -> None:
    assert expected in written(text)


SCENE = """#include <metal_stdlib>
#include <SceneKit/scn_metal>
using namespace metal;
struct Node { float4x4 modelViewProjectionTransform; };
struct In { float3 p [[attribute(SCNVertexSemanticPosition)]]; float2 uv [[attribute(SCNVertexSemanticTexcoord0)]]; };
struct Out { float4 p [[position]]; float2 uv; };
vertex Out placed(In in [[stage_in]], constant SCNSceneBuffer& scn_frame [[buffer(0)]],
                  constant Node& scn_node [[buffer(1)]]) {
  return {scn_node.modelViewProjectionTransform * float4(in.p, scn_frame.time), in.uv};
}
kernel void members(constant SCNSceneBuffer& f [[buffer(0)]], device float* o [[buffer(1)]]) {
  o[0] = f.fogParameters.x; o[1] = f.inverseResolution.x; o[2] = f.time; o[3] = f.environmentIntensity;
  o[4] = f.inverseProjectionTransform[0].x; o[5] = f.nearFar.x; o[6] = f.viewportSize.x; o[7] = f.clusterScale.w;
}
"""


@pytest.mark.long
def test_functions_for_scenekit(tmp_path: Path) -> None:
    """The members lie where those of a struct of simd types lie, by which r0ml emulates SceneKit in Swift: matrices of
    64 bytes, vectors of three in 16.
    """
    bitcode = _compiled(tmp_path, SCENE)
    module = mtlb.read_module(bitcode)
    [point] = [point for point in read_entry_points(module) if point.name == "placed"]
    assert [item.location_index for item in point.arguments if item.kind == "vertex_input"] == [0, 6]
    frame = np.zeros(1024, np.uint8).view(np.float32)
    offsets = [416, 432, 440, 460, 464, 592, 608, 700]
    for value, offset in enumerate(offsets, 1):
        frame[offset // 4] = value
    out = np.zeros(8, np.float32)
    mtlb.run(bitcode, "members", 1, 1, buffers={0: frame, 1: out})
    assert out.tolist() == list(range(1, 9))


RAYS = """#include <MetalPerformanceShaders/MetalPerformanceShaders.h>
kernel void k(device MPSRayOriginMinDistanceDirectionMaxDistance* r [[buffer(0)]],
              device MPSIntersectionDistancePrimitiveIndexInstanceIndexCoordinates* i [[buffer(1)]],
              device MPSRayOriginDirection* d [[buffer(2)]]) {
  r[1].direction = MPSPackedFloat3(1, 2, i[1].coordinates.x);
  r[1].minDistance = i[1].distance + i[1].instanceIndex;
  d[1].direction = r[1].origin;
}
"""


@pytest.mark.long
def test_rays_of_metal_performance_shaders(tmp_path: Path) -> None:
    """The type's name and the members are in the library of metal-rs' example mps; the others are as in C."""
    bitcode = _compiled(tmp_path, RAYS)
    [point] = read_entry_points(mtlb.read_module(bitcode))
    rays = point.arguments[0]
    assert (rays.type_name, rays.type_size) == ("MPSRayOriginMinDistanceDirectionMaxDistance", 32)
    assert rays.struct_type_info is not None
    members = [(item.offset, item.type_name, item.field_name) for item in rays.struct_type_info.fields]
    assert members[:2] == [(0, "packed_float3", "origin"), (12, "float", "minDistance")]
    assert members[2:] == [(16, "packed_float3", "direction"), (28, "float", "maxDistance")]
    memory = np.zeros((2, 8), np.float32)
    memory[1, :3] = 7, 8, 9
    hits = np.zeros(2, [("distance", "f4"), ("primitive", "u4"), ("instance", "u4"), ("", "u4"), ("at", "f4", 2)])
    hits[1]["distance"], hits[1]["instance"], hits[1]["at"] = 0.5, 4, (3, 0)
    plain = np.zeros((2, 8), np.float32)
    mtlb.run(bitcode, "k", 1, 1, buffers={0: memory, 1: hits, 2: plain}, check=True)
    assert memory[1].tolist() == [7, 8, 9, 4.5, 1, 2, 3, 0] and plain[1].tolist() == [0, 0, 0, 0, 7, 8, 9, 0]


@pytest.mark.parametrize(("target", "is_there"), [("ios13", True), ("macos11", True), ("macos10.15", False)])
@pytest.mark.long
def test_color_arguments(tmp_path: Path, target: str, is_there: bool) -> None:
    source = """#include <metal_stdlib>
using namespace metal;
#if __HAVE_COLOR_ARGUMENTS__ && !TARGET_OS_SIMULATOR
fragment float4 blended(float4 c [[color(0)]]) { return c * 0.5f; }
#endif
fragment float4 plain() { return 1; }
"""
    path = tmp_path / "a.metal"
    path.write_text(source)
    names = {point.name for point in read_entry_points(mtlb.read_module(mtlb.compile(path, target).bitcode))}
    assert ("blended" in names) is is_there and "plain" in names


TRAILING = """#include <metal_stdlib>
struct V { metal::float4 p [[position]]; };
auto vertex v(uint i [[vertex_id]], constant float4* b [[buffer(0)]]) -> V { V o; o.p = b[i]; return o; }
fragment auto f(V in [[stage_in]]) -> metal::float4 { return in.p; }
auto kernel k(device float* o [[buffer(0)]], uint i [[thread_position_in_grid]]) -> void { o[i] = i; }
"""


@pytest.mark.long
def test_stages_between_auto_and_the_name(tmp_path: Path) -> None:
    entries = read_entry_points(read_module(_compiled(tmp_path, TRAILING)))
    assert {entry.name: entry.kind.name for entry in entries} == {"k": "KERNEL", "v": "VERTEX", "f": "FRAGMENT"}


DEFAULT = """#include <metal_stdlib>
metal::sampler s;
using namespace metal;
namespace n { sampler own; }
kernel void k(texture2d<float> t [[texture(0)]], device float* o [[buffer(0)]]) {
  o[0] = t.sample(s, float2(0.6, 0.5)).x;
  o[1] = t.sample(n::own, float2(-3, 0.5)).x;
}
"""


@pytest.mark.long
def test_a_sampler_of_the_program_without_values(tmp_path: Path) -> None:
    """Three files of xiaofu666/SwiftUI_Demos have one. Its state is the default: the nearest texel."""
    out = np.zeros(2, np.float32)
    image = np.array([[[3, 0, 0, 0], [5, 0, 0, 0]]], np.float32)
    module = _compiled(tmp_path, DEFAULT)
    mtlb.run(module, "k", 1, 1, buffers={0: out}, textures={0: image}, check=True)
    assert out.tolist() == [5, 3]


SAMPLED = """#include <metal_stdlib>
using namespace metal;
float4 h(constant float4& c, array<texture2d<float>, 3> ts, array<sampler, 2> ss, float2 at) {
  return ts[0].sample(ss[0], at) * c;
}
fragment float4 f(float4 p [[position]], constant float4& c [[buffer(0)]], sampler sampler [[sampler(2)]],
    array<metal::sampler, 2> s [[sampler(0)]], array<texture2d<float>, 3> t [[texture(0)]]) {
  constexpr metal::sampler q = {min_filter::linear, s_address::repeat}, r = {};
  return h(c, t, s, p.xy) + t[1].sample(q, p.xy) + t[2].sample(sampler, p.xy) + t[2].sample(r, p.xy);
}
"""


@pytest.mark.long
def test_parameters_that_are_samplers_are_not_definitions(tmp_path: Path) -> None:
    """A parameter in constant memory beside an array of samplers, or one that is called `sampler`."""
    [entry] = read_entry_points(read_module(_compiled(tmp_path, SAMPLED)))
    assert [argument.name for argument in entry.arguments][-3:] == ["sampler", "s", "t"]


ARRAYS = """#include <metal_stdlib>
using namespace metal;
uint total(thread const uint x[4]) { uint s = 0; for (int i = 0; i < 4; i++) s = s * 3 + x[i]; return s; }
uint total(device uint const* x) { uint c[4]; for (int i = 0; i < 4; i++) c[i] = x[i] + 1; return total(c); }
kernel void k(device const uint* b [[buffer(0)]], device uint* o [[buffer(1)]]) {
  uint c[4] = {1, 2, 3, 4};
  o[0] = total(b); o[1] = total(c);
}
"""


@pytest.mark.long
def test_an_array_is_a_pointer_in_another_address_space(tmp_path: Path) -> None:
    """As parameters, `thread const uint x[4]` and `device uint const* x` differ in their address spaces alone."""
    out = _buffer(0, 0)
    mtlb.run(_compiled(tmp_path, ARRAYS), "k", 1, 1, buffers={0: _buffer(9, 8, 7, 6), 1: out}, check=True)
    assert out.tolist() == [((10 * 3 + 9) * 3 + 8) * 3 + 7, ((1 * 3 + 2) * 3 + 3) * 3 + 4]


CASES = """#include <metal_stdlib>
using namespace metal;
constant float a[2] = {1, 2}; constant float b[2] = {5, 6}; constant float c[2] = {9, 10}; constant float d[2] = {3, 4};
float at(constant float* p, int i) { return p[i & 1]; }
float pick(int n, int i) {
  switch (n) {
    case 0: return at(a, i); case 1: return at(b, i); case 2: return at(c, i); case 3: return at(d, i);
    default: return -1;
  }
}
kernel void k(device const int* n [[buffer(0)]], device float* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  o[i] = pick(n[i], i);
}
"""


@pytest.mark.long
def test_a_switch_is_not_a_table(tmp_path: Path) -> None:
    """Whose entries would be addresses, which constants in AIR do not hold."""
    out = np.zeros(6, np.float32)
    mtlb.run(_compiled(tmp_path, CASES), "k", 6, 6, buffers={0: _buffer(0, 1, 2, 3, 4, 1), 1: out}, check=True)
    assert out.tolist() == [1, 6, 9, 4, -1, 6]


DEEP = """#include <metal_stdlib>
using namespace metal;
uint mix1(uint a, thread uint* s) { *s = *s * 31 + a; return a ^ (*s >> 3); }
uint mix2(uint a, thread uint* s) { return mix1(a, s) + mix1(a + 1, s) * 2; }
uint mix3(uint a, thread uint* s) { return mix2(a, s) + mix2(a + 2, s) * 3; }
uint get(device const uint* p) { return p[0] * 3; }
uint get(thread const uint* p) { return p[0] * 5; }
kernel void k(device const uint* b [[buffer(0)]], device uint* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  uint s = b[i];
  o[i] = mix3(i, &s) + mix3(i + 7, &s) + s + get(b) + get(&s);
}
"""


@pytest.mark.long
def test_calls_remain_where_all_in_line_would_be_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for most, largest in ((16_000_000, 200_000), (200, 200_000), (16_000_000, 200)):
        monkeypatch.setattr("mtlb.metal.optimise._MOST_INSTRUCTIONS", most)
        monkeypatch.setattr("mtlb.metal.optimise._LARGEST_FUNCTION", largest)
        monkeypatch.setattr("mtlb.metal.optimise._ENOUGH_INSTRUCTIONS", 200)
        monkeypatch.setattr("mtlb.metal.optimise._LEAST_KEPT", 0)
        module = _compiled(tmp_path, DEEP)
        out = _buffer(*range(8))
        mtlb.run(module, "k", 8, 8, buffers={0: _buffer(*range(50, 58)), 1: out}, check=True)
        bodies = sum(not function.is_declaration for function in read_module(module).functions)
        results.append((bodies > 1, out.tolist()))
    assert results[0][1] == results[1][1] == results[2][1] and [item[0] for item in results] == [False, True, True]


HIDDEN = """#include <metal_stdlib>
using namespace metal;
constant uint N [[function_constant(0)]];
constant uint twice = N * 2;
struct Field {
  static uint of(uint x) { return x % R + N; }
private:
  constexpr static const constant uint N = 5;
  constexpr static const constant uint R = 12 - N;
};
struct Slots { enum { first, N }; };
kernel void k(device uint* o [[buffer(Slots::first)]], device uint* p [[buffer(Slots::N)]],
              uint i [[thread_position_in_grid]]) {
  o[i] = Field::of(i) + twice; p[i] = N;
}
"""


@pytest.mark.long
def test_a_member_with_the_name_of_a_function_constant(tmp_path: Path) -> None:
    out, other = _buffer(*range(9)), _buffer(*range(9))
    module = _compiled(tmp_path, HIDDEN)
    mtlb.run(module, "k", 9, 9, buffers={0: out, 1: other}, constants={"N": 10}, check=True)
    assert out.tolist() == [i % 7 + 5 + 20 for i in range(9)] and other.tolist() == [10] * 9


LINKED = """#include <metal_stdlib>
#include <simd/simd.h>
using namespace metal;
[[visible]] float final(const float a, float b);
[[visible]] float own(float x);
struct Point { simd_packed_float3 p; simd_packed_half2 h; };
inline float length2(simd_packed_float3 v) { return dot(v, v); }
kernel void k(device float* o [[buffer(0)]], device const Point* p [[buffer(1)]]) {
  float2 x = float2(5, 6);
  o[0] = final(o[0], o[1]) + own(o[1]);
  o[1] = length2(p[1].p) + p[1].h.y;
  float4 y = float4(x, o[1]);
  for (uint i = 0; i < 4; ++i) o[2 + i] = y[i];
}
[[visible]] float own(float x) { return x * 3; }
fragment float4 shade(float4 p [[position]], float2 uv [[user(texcoord)]], int n [[user(n), flat]]) {
  return float4(uv, p.x, n);
}
"""


@pytest.mark.long
def test_what_other_sources_define_and_simd_packs(tmp_path: Path) -> None:
    """A `[[visible]]` function that is only declared, `simd_packed_float3` (both sinadb/IsoSurface), a vector with
    fewer elements (s1ddok/Alloy), and `[[user(name)]]` of a parameter (maximeliseyev/compositor).
    """
    path = tmp_path / "x.metal"
    path.write_text(LINKED, encoding="utf-8")
    compiled = compile_source(path, CompileOptions(target=AirTarget("macos15")))
    text = "too few elements in vector initialization (expected 4 elements, have 3): the last are 0"
    assert [str(warning) for warning in compiled.warnings] == [f"{path}:12:14: warning: {text}"]
    module = read_module(compiled.bitcode)
    final = module.function("final")
    assert final is not None and final.section == "air.externally_defined"
    uses = mtlb.link([("x.air", compiled.bitcode)]).library
    assert not [finding for finding in lint_library(uses) if finding.severity is not Severity.NOTE]
    [shade] = [point for point in read_entry_points(module) if point.name == "shade"]
    inputs = [(item.attribute_name, item.type_name) for item in shade.arguments[1:]]
    assert inputs == [("user(texcoord)", "float2"), ("user(n)", "int")]
    other = _compiled(tmp_path, "[[visible]] float final(float a, float b) { return a + 10 * b; }", "y.metal")
    out, points = np.array([1, 2, 0, 0, 0, 7], np.float32), np.zeros(8, np.float32)
    points[4:7] = [1, 2, 3]
    points[7:].view(np.float16)[:] = [8, 9]
    library = mtlb.link([("x.air", compiled.bitcode), ("y.air", other)]).library
    mtlb.run(library, "k", 1, 1, buffers={0: out, 1: points}, check=True)
    assert out.tolist() == [21 + 6, 14 + 9, 5, 6, 23, 0]


@pytest.mark.long
def test_instances_with_other_parameters(tmp_path: Path) -> None:
    """The error names neither casts nor types of C++, and is on the line of the instance."""
    path = tmp_path / "x.metal"
    head = "template<typename T> kernel void k(device T* o [[buffer(0)]]) { }\n"
    path.write_text(f"{head}template kernel void k<float>(device half* o [[buffer(0)]]);", encoding="utf-8")
    with pytest.raises(BuildError) as error:
        compile_source(path, CompileOptions(target=AirTarget("macos15")))
    text = "error: explicit instantiation of 'k' does not refer to a function template: other parameters"
    assert str(error.value).startswith(f"{path}:2:") and text in str(error.value)


INTEGERS = """#include <metal_stdlib>
using namespace metal;
struct Wrapped { device ulong* address; };
kernel void k(device ulong* o [[buffer(0)]], uint i [[thread_position_in_threadgroup]]) {
  o[i] = reinterpret_cast<ulong>(o + 8 + i);
  threadgroup_barrier(mem_flags::mem_device);
  *(device ulong*)(o[i ^ 1] + 0) = i + 100;
  threadgroup_barrier(mem_flags::mem_device);
  uint2 parts = as_type<uint2>(o[i]);
  o[4 + i] = *reinterpret_cast<thread Wrapped&>(parts).address;
}
"""


@pytest.mark.long
def test_pointers_from_integers_are_to_device_memory(tmp_path: Path) -> None:
    """As the host passes addresses of buffers. In a sample of 400 libraries Apple's compilers have 123 such casts, all
    to device memory (`compress_scatter` of drjit). philipturner/ue5-nanite-macos computes with the words.
    """
    out = np.zeros(12, np.uint64)
    mtlb.run(_compiled(tmp_path, INTEGERS), "k", 4, 4, buffers={0: out})
    assert out[4:].tolist() == [101, 100, 103, 102, 101, 100, 103, 102]


SPELLINGS = """#include <metal_stdlib>
using namespace metal;
struct Source {
  texture2d<float> t;
  float4 at(float2 p) const {
    constexpr auto sampler = metal::sampler(metal::filter::nearest);
    return t.sample(sampler, p);
  }
};
kernel void k(texture2d<float> t <:<:texture(0):>:>, device float4* o [[buffer(0)]]) <%
  constexpr auto s = sampler{filter::linear};
  o<:0:> = Source{t}.at(0.25);
  o[1] = t.sample(s, float2(0.5));
%>
static_assert(sizeof(MTLIndirectAccelerationStructureInstanceDescriptor) == 72, "as in objc2-metal");
static_assert(sizeof(MTLIndirectAccelerationStructureMotionInstanceDescriptor) == 48, "as in objc2-metal");
kernel void né(device float* ô [[buffer(0)]]) { ô[0] = 1; }
"""


def test_spellings(tmp_path: Path) -> None:
    """Digraphs, samplers with `auto`, as in tomocy/metal-raytrace, names with other letters than ASCII's, and the sizes
    of instances that the GPU may write, which tatsuya-ogawa/metal4-raytracing reads.
    """
    module, out = _compiled(tmp_path, SPELLINGS), np.zeros((2, 4), np.float32)
    picture = np.arange(16, dtype=np.float32).reshape(2, 2, 4)
    mtlb.run(module, "k", 1, 1, buffers={0: out}, textures={0: picture})
    assert out.tolist() == [picture[0, 0].tolist(), picture.mean((0, 1)).tolist()]
    assert sorted(point.name for point in read_entry_points(read_module(module))) == ["k", "né"]


@pytest.mark.parametrize("name", ["k\N{GRINNING FACE}", "k\N{MULTIPLICATION SIGN}"])
def test_characters_that_names_do_not_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(BuildError) as error:
        _compiled(tmp_path, f"kernel void {name}(device float* o [[buffer(0)]]) {{ o[0] = 1; }}")
    assert str(error.value).startswith(f"{tmp_path / 'x.metal'}:1:13: error: ")
    assert "not allowed in an identifier" in str(error.value)


SHIFTS = """#include <metal_stdlib>
using namespace metal;
constant uint N [[function_constant(0)]];
constant uint M = 16 >> 1;
struct In { float4 p [[attribute(4 >> 1)]]; };
uint at(uint a, device uint* p) { return p[a >> 1]; }
uint at(uint a, threadgroup uint* p) { return p[a << 1]; }
[[max_total_threads_per_threadgroup(M << 2)]] kernel void k(device uint* o [[buffer(1 << 1)]],
    device uint4* v [[buffer(3)]], uint i [[thread_position_in_threadgroup]]) {
  threadgroup uint s[M >> 1], u[2 << 1];
  threadgroup uint t = 6 >> 1;
  u[2] = 5;
  s[i] = o[i];
  threadgroup_barrier(mem_flags::mem_threadgroup);
  o[i] = s[i ^ 1] + at(2, o + 4) + at(1, u) + t;
  v[i >> 2].x += 7;
}
vertex float4 shade(In in [[stage_in]], constant float4* c [[buffer(N >> 1)]]) { return in.p + c[0]; }
"""


@pytest.mark.long
def test_shifts_in_what_is_written_again(tmp_path: Path) -> None:
    """As in audulus/MetalKernels, whose threadgroup memory has `SCAN_BLOCKSIZE << 1` elements."""
    module = _compiled(tmp_path, SHIFTS)
    out, vectors = np.arange(8, dtype=np.uint32), np.zeros((1, 4), np.uint32)
    mtlb.run(module, "k", 4, 4, buffers={2: out, 3: vectors}, constants={"N": 4})
    assert out[:4].tolist() == [1 + 13, 0 + 13, 3 + 13, 2 + 13]
    points = {point.name: point for point in read_entry_points(read_module(module))}
    assert [item.location_index for item in points["k"].arguments[:2]] == [2, 3]
    assert points["shade"].arguments[0].location_index == 2
    assert '!{!"air.max_work_group_size", i32 32}' in print_module(read_module(module))


NAMESPACES = """#include <metal_stdlib>
using namespace metal;
namespace a { namespace b::c { kernel void k(device float* o [[buffer(0)]]) { o[0] = 1; } }
inline namespace v { kernel void k(device float* o [[buffer(0)]]) { o[0] = 2; } }
template<class T> kernel void t(device T* o [[buffer(0)]]) { o[0] = 4; }
template [[host_name("named")]] kernel void t<float>(device float*);
[[visible]] float seen(float x) { return x; }
extern "C" kernel void plain(device float* o [[buffer(0)]]) { o[0] = 5; } }
struct O { float4 p [[position]]; };
namespace p { vertex O shade(uint i [[vertex_id]]) { return {float4(i)}; } }
namespace q { fragment float4 shade(O i [[stage_in]]) { return i.p; } }
"""


@pytest.mark.long
def test_entry_points_have_the_names_of_their_namespaces(tmp_path: Path) -> None:
    """As in Rive's libraries (`p111100000::PB`); tomocy/metal-raytrace asks for `Raytrace::Echo::Vertex::compute`."""
    module = _compiled(tmp_path, NAMESPACES)
    points = {point.name for point in read_entry_points(read_module(module))}
    assert points == {"a::b::c::k", "a::k", "named", "seen", "plain", "p::shade", "q::shade"}
    out = np.zeros(1, np.float32)
    mtlb.run(module, "a::k", 1, 1, buffers={0: out}, check=True)
    assert out.tolist() == [2]


HANDLES = """#include <metal_stdlib>
using namespace metal;
typedef texture2d<float> image;
using images = array<image, 2>;
using pair = images;
float first(images t) { return t[0].read(uint2(0)).x; }
namespace a { kernel void k(array<texture2d<float>, 2> t [[texture(0)]], device float* o [[buffer(0)]]) { o[0] = 1; } }
namespace b {
  kernel void k(pair t [[texture(0)]], device float* o [[buffer(0)]]) { o[0] = first(t) + t[1].read(uint2(0)).x; }
}
template <class T> kernel void copied(array<texture2d<T>, 2> t [[texture(0)]], device T* o [[buffer(0)]]) {
  o[0] = t[1].read(uint2(0)).x;
}
template [[host_name("f")]] kernel void copied<float>(array<texture2d<float>, 2> t, device float* o);
"""


@pytest.mark.long
def test_arrays_of_textures_with_aliases_and_equal_names(tmp_path: Path) -> None:
    """An array of textures in entry points whose names are equal, in an instance, and with an alias as its type."""
    module = _compiled(tmp_path, HANDLES)
    textures = {0: [np.full((1, 1, 4), value, np.float32) for value in (3, 4)]}
    values = {}
    for name in ("a::k", "b::k", "f"):
        out = np.zeros(1, np.float32)
        mtlb.run(module, name, 1, 1, buffers={0: out}, textures=textures, check=True)
        values[name] = float(out[0])
    assert values == {"a::k": 1, "b::k": 7, "f": 4}


TEMPLATES = """#include <metal_stdlib>
using namespace metal;
enum class kind { a, b, c };
struct Both { float x; half2 h; };
template <kind> struct result { using type = float; };
template <> struct result<kind::b> { using type = half2; };
template <> struct result<kind::c> { using type = Both; };
template <kind k> using result_t = typename result<k>::type;
struct In { float2 p; ushort n; };
template <kind k> result_t<k> sampled(In, texture2d<float> t, constant float* scale, const float3 v = float3(1, 9, 1));
template <class T> T unused(T x, int);
"""
CALLS = """
float used(float x) { return x; }
float used(half2 x) { return x.x + x.y; }
float used(Both x) { return x.x + x.h.y; }
template <kind k> float outer(In i, texture2d<float> t, constant float* s) { return used(sampled<k>(i, t, s)); }
kernel void k(texture2d<float> t [[texture(0)]], constant float* s [[buffer(0)]], device float* o [[buffer(1)]]) {
  In i = {float2(0), 3};
  o[0] = outer<kind::a>(i, t, s);
  o[1] = outer<kind::b>(i, t, s);
  o[2] = outer<kind::c>(i, t, s);
}
"""
SPECIALISED = """
template <> float sampled<kind::a>(In i, texture2d<float> t, constant float* s, const float3 v) {
  return t.read(uint2(i.p)).x * s[1] + i.n + v.y;
}
template <> half2 sampled<kind::b>(In i, const texture2d<float> t, constant float* s, const float3) {
  return half2(t.read(uint2(i.p)).xy) * half(s[1]);
}
template <> Both sampled<kind::c>(In i, texture2d<float>, constant float* s, float3) {
  return {i.n * s[0], half2(7, 8)};
}
template <> Both sampled<kind::c>(In i, texture2d<float> t, constant float* s, float3 v);
"""


@pytest.mark.long
def test_templates_that_another_source_specialises(tmp_path: Path) -> None:
    """The fragment functions of Clock Signal call such functions."""
    inputs = [
        ("x.air", _compiled(tmp_path, TEMPLATES + CALLS)),
        ("y.air", _compiled(tmp_path, TEMPLATES + SPECIALISED)),
    ]
    library = mtlb.link(inputs).library
    out, scale = np.zeros(3, np.float32), np.array([5, 2], np.float32)
    image = np.array([[[4, 6, 0, 0]]], np.float32)
    mtlb.run(library, "k", 1, 1, buffers={0: scale, 1: out}, textures={0: image}, check=True)
    assert out.tolist() == [4 * 2 + 3 + 9, (4 + 6) * 2, 3 * 5 + 8]


PARTS = """#include <metal_stdlib>
using namespace metal;
template <class T, class H> static void product(T a, T b, thread T& lower, thread T& upper) {
  const T half_bits = sizeof(H) * 8, mask = (T(1) << half_bits) - 1;
  T al = a & mask, ah = a >> half_bits, bl = b & mask, bh = b >> half_bits;
  T t = ah * bl + ((al * bl) >> half_bits);
  T w = (t & mask) + al * bh;
  lower = a * b;
  upper = ah * bh + (t >> half_bits) + (w >> half_bits);
}
kernel void k(device ulong* x [[buffer(0)]], device ulong* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  ulong a = x[2 * i], b = x[2 * i + 1], lower, upper;
  product<ulong, uint>(a, b, lower, upper);
  uint low, up;
  product<uint, ushort>(uint(a), uint(b >> 32), low, up);
  device ulong* r = o + 4 * i;
  r[0] = lower; r[1] = upper; r[2] = upper << 12 | lower >> 52; r[3] = ulong(up) << 32 | low;
}
"""


@pytest.mark.long
def test_products_of_parts(tmp_path: Path) -> None:
    """LLVM makes a product of 128 bits of the upper half in TheApeMachine/puter's doubles."""
    numbers = [0, 1, 0xFFFFFFFF, 1 << 32, (1 << 53) - 1, 0x123456789ABCDEF0, (1 << 64) - 1, 1 << 63]
    pairs = [(a, b) for a in numbers for b in numbers]
    out = np.zeros((len(pairs), 4), np.uint64)
    buffers = {0: np.array(pairs, np.uint64).reshape(-1), 1: out.reshape(-1)}
    module = _compiled(tmp_path, PARTS)
    assert any(function.name == "air.mul_hi.u.i64" for function in read_module(module).functions)
    mtlb.run(module, "k", len(pairs), 32, buffers=buffers, check=True)
    all_ = (1 << 64) - 1
    for (a, b), row in zip(pairs, out.tolist(), strict=True):
        assert row == [a * b & all_, a * b >> 64, a * b >> 52 & all_, (a & 0xFFFFFFFF) * (b >> 32)]
