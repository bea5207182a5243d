"""The functions `air.*` that a GPU's compiler defines: names, signatures, attributes, and the AIR versions that declare
them.

The legaliser, pointer typing, lint and the builder of modules share this table. `intrinsic(name)` looks a function up;
`overload(family, types)` gives the function of a family for some types.

A name is a family and a type word for each type variable of the family: `air.clamp.s.i32`. The table uses these words
for all types:

| word | type |
|---|---|
| `i32`, `f16`, `f32`, `bf16`, `v4f32` | integer, half, float, bfloat, vector |
| `f32*1`, `%texture_2d*1` | pointer in address space 1, to a float, to `struct._texture_2d_t` |
| `{v4f32, i8}` | struct |

Source: the declarations of some 35,000 modules that Apple's compilers wrote, AIR 2.0 to 2.9; the attributes are those
of 1,253 of them. The census has the AIR versions of each function (`mtlb.air.census`). A family that is missing there
comes from compilers for AIR other than Apple's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from ..base.classes import NamedTuple, dataclass
from ..base.errors import UnsupportedError
from ..base.features import ATOMICS_ORDER_SINCE, FIRST_AIR, LAST_AIR, MODERN_FORM_SINCE
from ..base.versions import Version
from ..ir import (
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributeList,
    AttributePlace,
    Context,
    Type,
    TypeCode,
)
from .census import shipped_census
from .names import DEVICE_COHERENT, PREFIX
from .probed import PROBED
from .raytracing import rows, split_name
from .textures import SHAPES, TextureShape
from .types import FLOAT_WORDS

_INTEGER: Final = TypeCode.INTEGER
_POINTER: Final = TypeCode.POINTER
_STRUCT_ANON: Final = TypeCode.STRUCT_ANON
_VECTOR: Final = TypeCode.VECTOR
_VOID: Final = TypeCode.VOID

LLVM_FUNCTIONS: dict[str, Version] = {
    "abs": Version(2, 6),
    "assume": Version(2, 6),
    "dbg": Version(2, 0),
    "experimental.noalias.scope.decl": Version(2, 6),
    "fmuladd": Version(2, 0),
    "fshl": Version(2, 6),
    "lifetime": Version(1, 8),
    "memcpy": Version(1, 8),
    "memmove": Version(1, 8),
    "memset": Version(1, 8),
    "smax": Version(2, 6),
    "smin": Version(2, 6),
    "umax": Version(2, 6),
    "umin": Version(2, 6),
    "usub.sat": Version(2, 6),
}
"""LLVM's own functions that Apple's modules declare, without `llvm.` and types, mapped to the first AIR version that
has them.
"""

_LLVM_DECLARED = {
    "assume": ("inaccessiblememonly nocallback nofree nosync nounwind willreturn", "noundef"),
    "memcpy": (
        *("argmemonly nofree nounwind willreturn", "noalias nocapture writeonly", "noalias nocapture readonly"),
        *("", "immarg"),
    ),
    "memset": ("argmemonly nofree nounwind willreturn writeonly", "nocapture writeonly", "", "", "immarg"),
}


def llvm_attributes(family: str) -> AttributeList | None:
    """The attributes of the declaration of a function of LLVM's, such as `memcpy`, from AIR 2.6 on; None for a function
    that Apple's modules were not seen to declare. Source: all 14 declarations of `memcpy` and `memset` in modules of
    AIR 2.6 and 2.8, and MLX's 752 of `assume`.
    """
    if family not in _LLVM_DECLARED:
        return None
    own, *parameters = _LLVM_DECLARED[family]
    groups = [_group(AttributePlace.PARAMETERS + place, words.split()) for place, words in enumerate(parameters)]
    return (_group(AttributePlace.FUNCTION, own.split()), *[group for group in groups if group.attributes])


# --- the effects of the functions of a family: LLVM's attributes of their declarations --------------------------------

_EFFECTS = {
    "pure": "nounwind readnone",
    "read": "argmemonly nounwind readonly",
    "any_read": "nounwind readonly",
    "any_write": "nounwind writeonly",
    "hidden_read": "inaccessiblememonly nounwind readonly",
    "sample": "argmemonly convergent nounwind readonly",
    "write": "argmemonly nounwind",
    "atomic": "nounwind",
    "atomic_read": "nounwind",
    "atomic_write": "nounwind",
    "effect": "nounwind",
    "coherent": "nounwind",
    "sync": "convergent nounwind",
    "sync_read": "convergent nounwind readonly",
    "sync_write": "convergent nounwind writeonly",
    "named": "convergent",
    "endless": "nounwind",
}
_EFFECTS_OF_OLDER: dict[str, tuple[Version, str]] = {
    "atomic": (ATOMICS_ORDER_SINCE, "argmemonly nounwind"),
    "atomic_read": (ATOMICS_ORDER_SINCE, "argmemonly nounwind readonly"),
    "atomic_write": (ATOMICS_ORDER_SINCE, "argmemonly nounwind writeonly"),
    "hidden_read": (MODERN_FORM_SINCE, "nounwind readonly"),
}
"""By effect: the first AIR version with these attributes, and the attributes of declarations in earlier versions."""

# --- the types that an overload may have -----------------------------------------------------------------------------


def _vectors(*words: str) -> tuple[str, ...]:
    return tuple(f"v{count}{word}" for word in words for count in (2, 3, 4))


_INTEGERS = ("i8", "i16", "i32", "i64")
_FLOATS = ("f16", "f32")
_NUMBERS = ("i1", *_INTEGERS, *_FLOATS, "bf16", *_vectors("i1", *_INTEGERS, *_FLOATS, "bf16"))
_CLASSES = {
    "int": _INTEGERS + _vectors(*_INTEGERS),
    "float": _FLOATS + _vectors(*_FLOATS),
    "float32": ("f32", *_vectors("f32")),
    "vectors": _vectors(*_FLOATS),
    "bools": _vectors("i1"),
    "number": _NUMBERS,
    "lanes": ("i8", "i16", "i32", *_FLOATS, *_vectors("i8", "i16", "i32", *_FLOATS)),
    "integer lanes": ("i8", "i16", "i32", *_vectors("i8", "i16", "i32")),
    "texel": ("v4f16", "v4f32", "v4i16", "v4i32"),
    "matrix": ("v64f16", "v64f32", "v64bf16"),
    "element": ("f16", "f32", "bf16"),
    "memory": ("f16*1", "f32*1", "bf16*1", "f16*3", "f32*3", "bf16*3"),
    "device": tuple(f"{word}*1" for word in _NUMBERS),
    "bytes": ("i8*1", "i8*2"),
}

# --- the families ----------------------------------------------------------------------------------------------------
# names | variables in the name | result (parameters) | types of the variables | effect | AIR versions of this form
#
# {T}: the word of type T. {kT}: the same after `s.` or `u.` if T is an integer type. {fT}: after `f.`, `s.` or `u.`.

# Accesses that are coherent with the device are those of DXMT and of libfloor's LLVM, which agree; the census has
# volatile ones of i32 that are coherent with the system. A guess: the others have names and attributes like these.
#
# Functions of meshes: the census has positions, indices, counts, slices and data; point sizes and clip distances are as
# DXMT declares them, which macOS 14 loads, primitive ids as probes of Apple's compiler do (AIR 2.8). libfloor's
# `set_primitive_culled_mesh` takes an integer: that it is an i1 is a guess. So is that `mad_sat`, `max3`, `median3` and
# `min3` of integers, which probes of AIR 2.8 call, are there before that.

_FAMILIES = """
abs | {kT} | T (T) | T=int | pure
abs_diff add_sat sub_sat hadd rhadd mul_hi min max | {kT} | T (T, T) | T=int | pure
mad_hi mad_sat max3 median3 min3 | {kT} | T (T, T, T) | T=int | pure
clamp | {kT} | T (T, T, T) | T=int+float | pure
clz ctz | {T} | T (T, i1) | T=int | pure
popcount reverse_bits | {T} | T (T) | T=int | pure
rotate | {T} | T (T, T) | T=int | pure
extract_bits | {kT} | T (T, i32, i32) | T=int | pure
insert_bits | {kT} | T (T, T, i32, i32) | T=int | pure
all any | {T} | i1 (T) | T=bools | pure
convert | {fT}.{fS} | T (S) | T=number S=number | pure
acos acosh asin asinh atan atanh ceil cos cosh cospi exp exp10 exp2 fabs floor fract log log10 log2 rint round rsqrt
  saturate sign sin sinh sinpi sqrt tan tanh tanpi trunc | {T} | T (T) | T=float | pure
atan2 copysign fdim fmax fmin fmod nextafter pow powr | {T} | T (T, T) | T=float | pure
fma fmax3 fmin3 fmedian3 mix | {T} | T (T, T, T) | T=float | pure
fast_acos fast_acosh fast_asin fast_asinh fast_atan fast_atanh fast_ceil fast_cos fast_cosh fast_cospi fast_exp
  fast_exp10 fast_exp2 fast_fabs fast_floor fast_fract fast_log fast_log10 fast_log2 fast_rint fast_round fast_rsqrt
  fast_saturate fast_sin fast_sinh fast_sinpi fast_sqrt fast_tan fast_tanh fast_tanpi fast_trunc | {T} | T (T) |
  T=float32 | pure
fast_atan2 fast_fdim fast_fmax fast_fmin fast_fmod fast_pow fast_powr | {T} | T (T, T) | T=float32 | pure
fast_clamp fast_fmax3 fast_fmin3 fast_fmedian3 | {T} | T (T, T, T) | T=float32 | pure
ldexp | {T} | T (T, int(T)) | T=float | pure
sincos | {T} | T (T, T*0 nocapture writeonly) | T=float | write
fast_sincos | {T} | T (T, T*0 nocapture writeonly) | T=float32 | write
dot | {T} | element(T) (T, T) | T=vectors | pure
dfdx dfdy fwidth | {T} | T (T) | T=float | sync
pack.snorm4x8 pack.unorm4x8 pack.unorm4x8.srgb | {T} | i32 (T) | T=v4f16+v4f32 | pure
unpack.snorm4x8 unpack.unorm4x8 unpack.unorm4x8.srgb | {T} | T (i32) | T=v4f16+v4f32 | pure
pack.snorm2x16 pack.unorm2x16 | {T} | i32 (T) | T=v2f16+v2f32 | pure
unpack.snorm2x16 unpack.unorm2x16 | {T} | T (i32) | T=v2f16+v2f32 | pure
is_uniform | {T} | i1 (T) | T=number | pure
normalize_function_constant_predicate | {T} | T (T) | T=i8 | pure
is_function_constant_defined | | i1 (i8*2 nocapture) | | pure
discard_fragment | | void () | | effect
wg.barrier simdgroup.barrier | | void (i32, i32) | | sync | -2.8
wg.barrier simdgroup.barrier | | void (i32, i32, i32) | | sync | 2.9-
atomic.fence | | void (i32, i32, i32) | | effect
atomic.global.add | {kT} | T (T*1 nocapture, T, i32, i32, i1) | T=i32+f32 | atomic
atomic.global.sub atomic.global.and atomic.global.or atomic.global.xor | {kT} | T (T*1 nocapture, T, i32, i32, i1) |
  T=i32 | atomic
atomic.global.min atomic.global.max | {kT} | old(T) (T*1 nocapture, T, i32, i32, i1) | T=i32+i64 | atomic
atomic.global.xchg | {T} | T (T*1 nocapture, T, i32, i32, i1) | T=i32+f32 | atomic
atomic.global.load | {T} | T (T*1 nocapture, i32, i32, i1) | T=i32+f32 | atomic_read
atomic.global.store | {T} | void (T*1 nocapture, T, i32, i32, i1) | T=i32+f32 | atomic_write
atomic.global.cmpxchg.weak | {T} | T (T*1 nocapture, T*0 nocapture, T, i32, i32, i32, i1) | T=i32+f32 | atomic
atomic.local.add | {kT} | T (T*3 nocapture, T, i32, i32, i1) | T=i32+f32 | atomic
atomic.local.sub atomic.local.min atomic.local.max atomic.local.and atomic.local.or atomic.local.xor | {kT} | T (T*3
  nocapture, T, i32, i32, i1) | T=i32 | atomic
atomic.local.xchg | {T} | T (T*3 nocapture, T, i32, i32, i1) | T=i32+f32 | atomic
atomic.local.load | {T} | T (T*3 nocapture, i32, i32, i1) | T=i32+f32 | atomic_read
atomic.local.store | {T} | void (T*3 nocapture, T, i32, i32, i1) | T=i32+f32 | atomic_write
atomic.local.cmpxchg.weak | {T} | T (T*3 nocapture, T*0 nocapture, T, i32, i32, i32, i1) | T=i32+f32 | atomic
load.device_coherent | {T}.{P} | T (P nocapture readonly) | T=number P=device | read | 2.7-
store.device_coherent | {T}.{P} | void (T, P nocapture writeonly) | T=number P=device | write | 2.7-
load.device_coherent.volatile | {T}.{P} | T (P noundef) | T=number P=device | coherent | 2.7-
store.device_coherent.volatile | {T}.{P} | void (T, P noundef) | T=number P=device | coherent | 2.7-
load.system_coherent | {T}.{P} | T (P nocapture readonly) | T=number P=device | read | 2.7-
store.system_coherent | {T}.{P} | void (T, P nocapture writeonly) | T=number P=device | write | 2.7-
load.system_coherent.volatile | {T}.{P} | T (P noundef) | T=number P=device | coherent | 2.7-
store.system_coherent.volatile | {T}.{P} | void (T, P noundef) | T=number P=device | coherent | 2.7-
simd_active_threads_mask | {T} | T () | T=i64 | sync
simd_ballot | {T} | T (i1) | T=i64 | sync
simd_all simd_any quad_all quad_any | | i1 (i1) | | sync
quad_active_threads_mask | | i16 () | | sync
quad_ballot | | i16 (i1) | | sync
simd_is_first simd_is_helper_thread quad_is_first quad_is_helper_thread | | i1 () | | sync
simd_sum simd_product simd_min simd_max simd_prefix_exclusive_sum simd_prefix_exclusive_product
  quad_prefix_exclusive_sum quad_prefix_exclusive_product quad_prefix_inclusive_sum quad_prefix_inclusive_product
  simd_prefix_inclusive_sum simd_prefix_inclusive_product simd_broadcast_first quad_sum quad_product quad_min quad_max
  quad_broadcast_first | {kT} | T (T) | T=lanes | sync
simd_and simd_or simd_xor quad_and quad_or quad_xor | {kT} | T (T) | T=integer lanes | sync
simd_broadcast simd_shuffle simd_shuffle_up simd_shuffle_down simd_shuffle_xor simd_shuffle_rotate_up
  simd_shuffle_rotate_down quad_broadcast quad_shuffle quad_shuffle_up quad_shuffle_down quad_shuffle_xor
  quad_shuffle_rotate_up quad_shuffle_rotate_down | {kT} | T (T, i16) | T=lanes | sync
simd_shuffle_and_fill_up simd_shuffle_and_fill_down quad_shuffle_and_fill_up quad_shuffle_and_fill_down | {kT} | T (T,
  T, i16, i16) | T=lanes | sync
get_simdgroup_size get_thread_index_in_simdgroup | {T} | T () | T=i16+i32 | pure
simdgroup_matrix_8x8_init_diag simdgroup_matrix_8x8_init_filled | {T}.{S} | T (S) | T=matrix S=element | sync
simdgroup_matrix_8x8_load | {T}.{P} | T (P nocapture readonly, i64, v2i64, i1) | T=matrix P=memory | sync_read | -2.7
simdgroup_matrix_8x8_load | {T}.{P} | T (P nocapture readonly, v2i64, v2i64, v2i64) | T=matrix P=memory | sync_read |
  2.8-
simdgroup_matrix_8x8_store | {T}.{P} | void (T, P nocapture writeonly, i64, v2i64, i1) | T=matrix P=memory |
  sync_write | -2.7
simdgroup_matrix_8x8_store | {T}.{P} | void (T, P nocapture writeonly, v2i64, v2i64, v2i64) | T=matrix P=memory |
  sync_write | 2.8-
simdgroup_matrix_8x8_multiply_accumulate | {T}.{S}.{U}.{V} | T (S, U, V) | T=matrix S=matrix U=matrix V=matrix |
  sync
get_read_sampler | | %sampler*2 () | | hidden_read
get_function_pointer_visible_function_table | | i8*0 (%visible_function_table*1 nocapture readonly, i32) | | read
get_null_intersection_function_table | | %intersection_function_table*1 () | | hidden_read
get_null_visible_function_table | | %visible_function_table*1 () | | hidden_read
get_null_instance_acceleration_structure | | %instance_acceleration_structure*1 () | | hidden_read
get_null_primitive_acceleration_structure | | %primitive_acceleration_structure*1 () | | hidden_read
is_null_instance_acceleration_structure | | i1 (%instance_acceleration_structure*1 nocapture readonly) | | read
imageblock_data | | i8*4 (v2i16, i32, i16) | | any_read
load.implicit_imageblock | {T} | T (i32, v2i16, i32, i16) | T=number | any_read
map_physical_to_screen_coordinates map_screen_to_physical_coordinates | {T}.{P}.{S} | T (T, P nocapture readonly, S) |
  T=v2f32+v2i32 P=i8*2 S=i32 | read
intersect.instancing.triangle_data | | {i32, f32, i32, i32, i32, v2f32, i1} (v3f32, v3f32, f32, f32,
  %instance_acceleration_structure*1, i32, %intersection_function_table*1, i8*0, i64, i32, i32, i32, i32, i32, i32,
  i1, i1) | | effect | -2.4
intersect.instancing.triangle_data | | {i32, f32, i32, i32, i8*1, i32, i32, v2f32, i1} (v3f32, v3f32, f32, f32,
  %instance_acceleration_structure*1 readonly, i32, %intersection_function_table*1 readonly, i8*0, i64, i32, i32, i32,
  i32, i32, i32, i1, i1) | | effect | 2.5-2.5
intersect.instancing.triangle_data | | {i32, f32, i32, i32, i8*1, i32, i32, v2f32, i1} (v3f32, v3f32, f32, f32,
  %instance_acceleration_structure*1 readonly, i32, %intersection_function_table*1 readonly, i8*0, i64, i32, i32, i32,
  i32, i32, i32, i32, i32, i32, i1, i1) | | effect | 2.6-
draw_primitives_render_command | | void (%command_buffer*1 nocapture, i32, i32, i32, i32, i32, i32) | | effect
draw_indexed_primitives_render_command | {P} | void (%command_buffer*1 nocapture, i32, i32, i32, P, i32, i32, i32) |
  P=i16*1+i32*1 | effect
reset_render_command | | void (%command_buffer*1 nocapture, i32) | | effect
set_vertex_buffer_render_command | {P} | void (%command_buffer*1 nocapture, i32, P, i32) | P=bytes | effect | -2.6
set_vertex_buffer_render_command | {P} | void (%command_buffer*1 nocapture, i32, P, i64, i32) | P=bytes | effect |
  2.7-
set_fragment_buffer_render_command | {P} | void (%command_buffer*1 nocapture, i32, P, i32) | P=bytes | effect
set_index_mesh | | void (%mesh*7 nocapture, i32, i8) | | write
set_indices_mesh | {T} | void (%mesh*7 nocapture, i32, T) | T=v2i8+v4i8 | write
set_position_mesh | | void (%mesh*7 nocapture, i32, v4f32) | | write
set_point_size_mesh | | void (%mesh*7 nocapture, i32, f32) | | write
set_clip_distance_mesh | | void (%mesh*7 nocapture, i32, i32, f32) | | write
set_primitive_id_mesh | | void (%mesh*7 nocapture, i32, i32) | | write
set_primitive_culled_mesh | | void (%mesh*7 nocapture, i32, i1) | | write
set_primitive_count_mesh | | void (%mesh*7 nocapture, i32) | | write
set_render_target_array_index_mesh set_viewport_array_index_mesh | {T} | void (%mesh*7 nocapture, i32, T) | T=i32 |
  write
set_vertex_data_mesh set_primitive_data_mesh | {T} | void (%mesh*7 nocapture, i32, i32, T) | T=number | write
set_threadgroups_per_grid_mesh_properties | | void (%mesh_grid_properties*3 nocapture, v3i32) | | write
"""


def _texture_rows(t: TextureShape) -> Iterator[str]:
    """The families of one kind of texture, as rows of `_FAMILIES`.

    Accesses of textures with `memory_coherence_device` are those of DXMT (src/airconv/nt/air_builder.cpp).
    """
    handle = f"%{t.word}*1 nocapture readonly"
    written = f"%{t.word}*1 nocapture"
    index = ", i32" if t.is_array else ""
    depth = ", i32" if t.is_depth else ""
    texel = "T=f32+f16" if t.is_depth else "T=texel"

    def word(element: str, count: int) -> str:
        return element if count == 1 else f"v{count}{element}"

    last = "" if t.is_multisampled else ", i32"  # level of detail
    queries = ["width"] + ["height"] * (t.coordinates > 1) + ["depth"] * (t.coordinates == 3 and not t.is_cube)
    for query in queries:
        yield f"get_{query}_{t.word} | | i32 ({handle}{last}) | | read"
    if t.is_array:
        yield f"get_array_size_{t.word} | | i32 ({handle}) | | read"
    if t.is_multisampled:
        yield f"get_num_samples_{t.word} | | i32 ({handle}) | | read"
    else:
        yield f"get_num_mip_levels_{t.word} | | i32 ({handle}) | | read"
    yield f"is_null_{t.word} | | i1 ({handle}) | | read"
    yield f"get_null_{t.word} | | %{t.word}*1 () | | hidden_read"  # source: probes of Apple's compiler 32023.883
    yield f"fence_{t.word} | | void ({written}) | | effect"
    # Reading and writing: a texel of a cube is addressed by a face and two coordinates.
    flat = 2 if t.is_cube else t.coordinates
    face = ", i32" if t.is_cube else ""
    place = f"{depth}, {word('i32', flat)}{face}{index}"
    short = f"{depth}, {word('i16', flat)}" + (face + index).replace("i32", "i16")
    kind = "{kT}"
    pair = "{T, i8}"
    places = (("", place, "i32"), (".i16", short, "i16"))
    for prefix, where, level in places:
        yield f"read_{t.word}{prefix} | {kind} | T ({handle}{where}, {level}, i32) | {texel} | read | -2.1"
    for prefix, where, level in (*places, *[(f".{DEVICE_COHERENT}{width}", *rest) for width, *rest in places]):
        yield f"read_{t.word}{prefix} | {kind} | {pair} ({handle}{where}, {level}, i32) | {texel} | read | 2.2-2.7"
        moved = "" if t.is_cube or t.is_multisampled else f", {word(level, flat)}"
        yield (
            f"read_{t.word}{prefix} | {kind} | {pair} ({handle}, %sampler*2{where}{moved}, {level}, i32)"
            f" | {texel} | read | 2.8-"
        )
        if not t.is_multisampled and not t.is_depth:
            yield f"write_{t.word}{prefix} | {kind} | void ({written}{where}, T, {level}, i32) | {texel} | write"
    if t.is_multisampled:
        return
    both = f"{handle}, %sampler*2 nocapture readonly{depth}, {word('f32', t.coordinates)}{index}"
    offset = "" if t.is_cube else f", i1, {word('i32', t.coordinates)}"
    yield f"sample_{t.word} | {kind} | T ({both}{offset}, i1, f32, i32) | {texel} | sample | -2.1"
    yield f"sample_{t.word} | {kind} | {pair} ({both}{offset}, i1, f32, f32, i32) | {texel} | sample | 2.2-"
    if t.is_depth:
        compared = f"{both}, f32{offset}"
        yield f"sample_compare_{t.word} | {kind} | T ({compared}, i1, f32, i32) | T=f32 | sample | -2.1"
        yield f"sample_compare_{t.word} | {kind} | {pair} ({compared}, i1, f32, f32, i32) | T=f32 | sample | 2.2-"
    if t.coordinates > 1:
        along = f", {word('f32', t.coordinates)}" * 2
        yield f"sample_{t.word}_grad | {kind} | {pair} ({both}{along}, f32{offset}, i32) | {texel} | read | 2.2-"
        if t.is_depth:
            compared = f"{both}, f32{along}, f32{offset}"
            yield f"sample_compare_{t.word}_grad | {kind} | {pair} ({compared}, i32) | T=f32 | read | 2.2-"
        for query in ("calculate_clamped_lod", "calculate_unclamped_lod"):
            place = f"{handle}, %sampler*2 nocapture readonly, {word('f32', t.coordinates)}"
            yield f"{query}_{t.word} | | f32 ({place}, i32) | | sample | 2.2-"
    if t.is_depth:
        yield f"gather_{t.word} | {{T}} | {{T, i8}} ({both}{offset}, i32) | T=v4f32+v4f16 | read | 2.2-"
        yield f"gather_compare_{t.word} | {{T}} | {{v4f32, i8}} ({both}, f32{offset}, i32) | T=f32 | read | 2.2-"
    elif t.coordinates == 2 or t.is_cube:
        yield f"gather_{t.word} | {kind} | {pair} ({both}{offset}, i32, i32) | {texel} | read | 2.2-"
    if t.is_depth:
        return
    offset = "" if t.is_cube or t.coordinates == 1 else f", {word('i32', flat)}"
    yield from _texel_atomics(t, written, f", {word('i32', flat)}{face}{index}", offset)


def _slice_rows(t: TextureShape) -> Iterator[str]:
    """The writes of a slice of an imageblock: data in address space 4; whether it has a size, the origin (0), the size;
    coordinates and level of 16 or 32 bits; whether the imageblock has an implicit layout; the access.

    Source: probes of Apple's compiler 32023.883 for each shape (kagurasumusun/metal, run25_apply/P25M: implicit, 16
    bits), and its output beside the sources of steelbrain/metal2vulkan (kernel_imageblock_scaled_tile and
    kernel_imageblock_runtime_slice_region: explicit, sizes, 32 bits, other types). A guess: that all types and both
    widths are there for each shape.
    """
    if t.is_depth or t.is_multisampled or t.is_buffer:
        return
    count = 2 if t.is_cube else t.coordinates
    for prefix, element in ((".i16", "i16"), ("", "i32")):
        where = f"{element if count == 1 else f'v{count}{element}'}{f', {element}' * (t.is_cube + t.is_array)}"
        operands = f"%{t.word}*1 nocapture, i8*4 nocapture, i1, v2i16, v2i16, {where}, {element}, i1, i32"
        yield f"write_imageblock_slice_to_{t.word}{prefix} | {{S}} | void ({operands}) | S={SLICED} | write | 2.8-"


SLICED: Final = "+".join(f"{count}{word}" for word in ("f16", "f32", "i16", "i32") for count in ("", "v2", "v4"))
"""The element types of imageblock slices (specification, table 2.8)."""


def _texture_buffer_rows(t: TextureShape) -> Iterator[str]:
    """The families of texture buffers, which have one index and no level of detail.

    No available module of Apple's uses a texture buffer. The forms of AIR 2.8 are those that Apple's compiler writes in
    two public collections: the fixtures of steelbrain/metal2vulkan (read, write) and the probes of kagurasumusun/metal
    (width, fence, atomic operations). A guess: before AIR 2.8 reads have the form of other textures, without a sampler.
    """
    handle, written = f"%{t.word}*1 nocapture readonly", f"%{t.word}*1 nocapture"
    yield f"get_width_{t.word} | | i32 ({handle}) | | read"
    yield f"is_null_{t.word} | | i1 ({handle}) | | read"
    yield f"get_null_{t.word} | | %{t.word}*1 () | | hidden_read"  # source: probes of Apple's compiler 32023.883
    yield f"fence_{t.word} | | void ({written}) | | effect"
    yield f"read_{t.word} | {{kT}} | T ({handle}, i32, i32) | T=texel | read | -2.1"
    for scope in ("", f".{DEVICE_COHERENT}"):
        yield f"read_{t.word}{scope} | {{kT}} | {{T, i8}} ({handle}, i32, i32) | T=texel | read | 2.2-2.7"
        yield f"read_{t.word}{scope} | {{kT}} | {{T, i8}} ({handle}, %sampler*2, i32, i32) | T=texel | read | 2.8-"
        yield f"write_{t.word}{scope} | {{kT}} | void ({written}, i32, T, i32) | T=texel | write"
    yield from _texel_atomics(t, written, ", i32", "")


def _texel_atomics(t: TextureShape, texture: str, place: str, offset: str) -> Iterator[str]:
    """The atomic operations on texels.

    From AIR 2.8 on an offset follows the coordinates if there are two or three of them. Source: probes of Apple's
    compiler 32023.883 in kagurasumusun/metal, which declare compare_exchange for these shapes, and all operations for
    cubes; that the others have the same form is a guess. A store takes the value first.
    """
    both = (("", "2.6-2.7"), (offset, "2.8-")) if offset else (("", "2.8-" if t.is_cube else "2.6-"),)
    for moved, versions in both:
        where, rest = f"{place}{moved}", f"T=v4i32 | effect | {versions}"
        for atomic in ("exchange", *[f"fetch_{item}" for item in ("add", "and", "max", "min", "or", "sub", "xor")]):
            yield f"atomic_{atomic}_explicit_{t.word} | {{kT}} | T ({texture}{where}, T, i32, i32) | {rest}"
        yield f"atomic_load_explicit_{t.word} | {{kT}} | T ({texture}{where}, i32, i32) | {rest}"
        yield f"atomic_store_explicit_{t.word} | {{kT}} | void ({texture}, T{where}, i32, i32) | {rest}"
        expected = "T*0, T, i32, i32, i32"
        yield f"atomic_compare_exchange_weak_explicit_{t.word} | {{kT}} | i1 ({texture}{where}, {expected}) | {rest}"


# --- the model -------------------------------------------------------------------------------------------------------


class IntrinsicParameter(NamedTuple):
    """A parameter or the result: the word of its type, and its attributes in LLVM's words."""

    word: str
    attributes: tuple[str, ...] = ()

    @property
    def handle(self) -> str:
        """`texture_2d` for a pointer to `struct._texture_2d_t`; "" for anything else."""
        return self.word[1:].partition("*")[0] if self.word.startswith("%") else ""

    @property
    def is_pointer(self) -> bool:
        """Whether it is a pointer."""
        return "*" in self.word and not self.word.startswith("{")

    @property
    def pointee(self) -> str:
        """The word of the pointee."""
        return self.word.rpartition("*")[0]

    @property
    def address_space(self) -> int:
        """The address space of a pointer."""
        return int(self.word.rpartition("*")[2])


class IntrinsicForm(NamedTuple):
    """The signature of a family from AIR version `since` to `until`, with variables for types."""

    result: str
    parameters: tuple[str, ...]
    since: Version
    until: Version

    def is_for(self, air: Version) -> bool:
        """Whether modules of an AIR version have this form."""
        return self.since[:2] <= air[:2] <= self.until[:2]

    def is_of(self, type_: Type) -> bool:
        """Whether a function type has the parameter count of this form, its integer parameters, and its number of
        result members.
        """
        result = type_.result
        members = len(result.elements) if result.code is TypeCode.STRUCT_ANON else 0
        requested = self.result.count(",") + 1 if self.result.startswith("{") else 0
        if len(type_.parameters) != len(self.parameters) or members != requested:
            return False
        both = zip(self.parameters, type_.parameters, strict=True)
        return all(type_word(arguments) == word for word, arguments in both if _is_integer(word))


class IntrinsicFamily(NamedTuple):
    """Functions that do the same on different types.

    `variables` are the type variables of the name, in order, each with its allowed words. `kinds` is the letter before
    each: "" none, "k" `s` or `u` before integers, "f" always a letter.
    """

    name: str
    variables: tuple[tuple[str, tuple[str, ...]], ...]
    kinds: tuple[str, ...]
    forms: tuple[IntrinsicForm, ...]
    effect: str

    @property
    def seen(self) -> Mapping[str, tuple[Version, Version]]:
        """The overloads that Apple's modules declare (the rest of the name, "" for none), each with its first and last
        AIR version.
        """
        return _seen().get(self.name, {})

    @property
    def attributes(self) -> str:
        """LLVM's attributes of its declarations, separated by spaces; parameter attributes are in the forms."""
        return _EFFECTS[self.effect]

    @property
    def is_convergent(self) -> bool:
        """Whether a call must not be moved relative to control flow, as for barriers and functions of a SIMD-group."""
        return "convergent" in _EFFECTS[self.effect].split()

    @property
    def has_effects(self) -> bool:
        """Whether a call has an effect other than its result."""
        return not {"readnone", "readonly"} & set(_EFFECTS[self.effect].split())

    def form(self, air: Version | None = None) -> IntrinsicForm:
        """The form at an AIR version; the newest form without a version, or if no form covers the version."""
        forms = self.forms
        if len(forms) > 1 and air is not None:
            for form in forms:
                if form.is_for(air):
                    return form
        return forms[-1]

    def form_of(self, type_: Type) -> IntrinsicForm | None:
        """The form that matches this function type; None if no form does."""
        for form in self.forms:
            if form.is_of(type_):
                return form
        return None


@dataclass(frozen=True, slots=True)
class Intrinsic:
    """One function: a `family`, and the words of its type variables."""

    name: str
    family: IntrinsicFamily
    words: Mapping[str, str]

    @property
    def seen(self) -> tuple[Version, Version] | None:
        """The first and the last AIR version of Apple's modules that declare it; None if none does."""
        return shipped_census().seen(self.name)

    @property
    def is_plausible(self) -> bool:
        """Whether its types are among those that functions of the family have."""
        return all(self.words[variable] in words for variable, words in self.family.variables)

    def result(self, air: Version | None = None) -> IntrinsicParameter:
        """The result of the function at an AIR version."""
        return self._types(air)[0]

    def parameters(self, air: Version | None = None) -> tuple[IntrinsicParameter, ...]:
        """The parameters of the function at an AIR version."""
        return self._types(air)[1:]

    def _types(self, air: Version | None) -> tuple[IntrinsicParameter, ...]:
        """The types of the result and of the parameters."""
        return _recent_types(self.name, air) if len(self.name) <= _LONGEST else _types(self, air)

    def function_type(
        self, context: Context, air: Version | None, struct: Callable[[str], Type], *, opaque: bool = False
    ) -> Type:
        """The function type, with typed or `opaque` pointers. `struct` returns the named struct of a name such as
        `struct._sampler_t`.
        """
        elements = tuple(type_from_word(context, each.word, struct, opaque=opaque) for each in self._types(air))
        return context.type(TypeCode.FUNCTION, (0,), elements)

    def attributes(self, air: Version) -> AttributeList:
        """The attributes of its declaration, as Apple's compilers write them for this AIR version."""
        return _attributes(self.family.effect, tuple(p.attributes for p in self.parameters(air)), air)


def effect_attributes(effect: str, air: Version) -> AttributeList:
    """The attributes of a declaration with an effect of the table, for functions that have no row."""
    return _attributes(effect, (), air)


@cache
def _attributes(effect: str, parameters: tuple[tuple[str, ...], ...], air: Version) -> AttributeList:
    until, before = _EFFECTS_OF_OLDER.get(effect, (None, ""))
    words = (before if until is not None and air < until else _EFFECTS[effect]).split()
    is_modern = air >= MODERN_FORM_SINCE
    if is_modern and effect != "endless":  # declared without these (kagurasumusun/metal, run26_apply/P26M)
        words += ["mustprogress", "willreturn"]
        words += ["nofree"] if {"readnone", "readonly"} & set(words) or effect == "coherent" else []
        words += ["nosync"] if "readnone" in words and "convergent" not in words else []
    groups = [
        _group(AttributePlace.PARAMETERS + number, parameter)
        for number, parameter in enumerate(parameters)
        if parameter
    ]
    return (_group(AttributePlace.FUNCTION, sorted(words)), *groups)


def _group(place: int, words: Sequence[str]) -> AttributeGroup:
    return AttributeGroup(place, tuple(Attribute(AttributeForm.ENUM, _ATTRIBUTES[word]) for word in words))


_ATTRIBUTES = {kind.text: kind for kind in AttributeKind}

# --- looking up ------------------------------------------------------------------------------------------------------


def intrinsic(name: str) -> Intrinsic | None:
    """The function of a name such as `air.fma.v4f32`; None if the table has no family for the name."""
    if not name.startswith(PREFIX):
        return None
    return _recent_intrinsic(name) if len(name) <= _LONGEST else _intrinsic(name)


_LONGEST: Final = 256
"""The length of the longest name whose result is kept."""


@lru_cache(maxsize=4096)
def _recent_intrinsic(name: str) -> Intrinsic | None:
    """`_intrinsic`, kept: the passes of a conversion look up each callee many times, and so do modules of a library."""
    return _intrinsic(name)


@lru_cache(maxsize=4096)
def _recent_types(name: str, air: Version | None) -> tuple[IntrinsicParameter, ...]:
    """`_types` of the function of a name, kept: programs declare the same functions in each of their modules."""
    function = _recent_intrinsic(name)
    assert function is not None, name
    return _types(function, air)


def _types(function: Intrinsic, air: Version | None) -> tuple[IntrinsicParameter, ...]:
    form, words = function.family.form(air), tuple(function.words.items())
    return tuple(_substituted(text, words) for text in (form.result, *form.parameters))


def _intrinsic(name: str) -> Intrinsic | None:
    parts = name[len(PREFIX) :].split(".")
    table = _table()
    for length in range(len(parts), 0, -1):
        family = table.get(".".join(parts[:length]))
        if family is not None:
            words = _bound(family, parts[length:])
            if words is not None:
                return Intrinsic(name, family, words)
            break
    of_rays = split_name(parts)
    of_rays_family = _ray_tracing(*of_rays) if of_rays is not None else None
    return None if of_rays_family is None else Intrinsic(name, of_rays_family, {})


@cache
def _ray_tracing(base: str, tags: tuple[str, ...]) -> IntrinsicFamily | None:
    """The family of a ray tracing function that has no row in the table."""
    return next(iter(_families_of(rows(base, tags)).values()), None)


def families() -> tuple[IntrinsicFamily, ...]:
    """All families, in the order of the table."""
    return tuple(_table().values())


def overload(family: str, *types: Type | str, signed: bool = False) -> Intrinsic:
    """The function of a family for the types of its variables, given in the order of the name, as types or words.

    `signed`: for integers, choose the signed function if there are two. A word may bring its own letter (`u.i32`),
    which `convert` always needs for integers. UnsupportedError for a family or a number of types that the table lacks.
    """
    row = _table().get(family)
    if row is None or len(row.variables) != len(types):
        raise UnsupportedError(f"air.{family} of {len(types)} types")
    parts = [family]
    for kind, type_ in zip(row.kinds, types, strict=True):
        word = type_ if isinstance(type_, str) else type_word(type_)
        if word[1:2] != ".":
            letters = _letters(kind, word)
            word = f"{letters[0 if signed else -1]}.{word}".removeprefix(".")
        parts.append(re.sub(r"^(.*)\*(\d+)$", r"p\2\1", word))
    name = PREFIX + ".".join(parts)
    result = intrinsic(name)
    if result is None:
        raise UnsupportedError(name)
    return result


@lru_cache(maxsize=4096)
def _is_integer(word: str) -> bool:
    return re.fullmatch(r"(v\d+)?i\d+", word) is not None


def _bound(family: IntrinsicFamily, parts: Sequence[str]) -> dict[str, str] | None:
    """The words of the variables, from the rest of a name."""
    words: dict[str, str] = {}
    rest = list(parts)
    for (variable, _), kind in zip(family.variables, family.kinds, strict=True):
        letter = rest.pop(0) if rest and rest[0] in ("s", "u", "f") else ""
        word = rest.pop(0) if rest else ""
        if pointer := re.fullmatch(r"p(\d+)((?:v\d+)?(?:i|f|bf)\d+)", word):
            word = f"{pointer[2]}*{pointer[1]}"
        elif not re.fullmatch(r"(v\d+)?(i|f|bf)\d+", word):
            return None
        if letter not in _letters(kind, word):
            return None
        words[variable] = word
    return None if rest else words


def _letters(kind: str, word: str) -> tuple[str, ...]:
    """The letters that may precede a word; "" for none."""
    if kind and _is_integer(word):
        return "s", "u"
    return (kind if kind == "f" else "",)


@lru_cache(maxsize=4096)
def _substituted(text: str, variables: tuple[tuple[str, str], ...]) -> IntrinsicParameter:
    """Replace the variables in a type of the table by words; returns the type and the attributes after it."""
    words = dict(variables)
    spelled = re.sub(r"\b(element|int|old)\((\w)\)", lambda m: _derived(m[1], words[m[2]]), text)
    spelled = re.sub(r"(?<![\w%.])([TSUVP])(?!\w)", lambda m: words[m[1]], spelled)
    word, *attributes = [spelled] if spelled.startswith("{") else spelled.split()
    return IntrinsicParameter(word, tuple(attributes))


def _derived(function: str, word: str) -> str:
    """A type derived from a word. `element`: the element of a vector; `int`: i32, with as many elements as the vector;
    `old`: the type itself, or no type for 64 bits.
    """
    if function == "old":
        return "void" if word == "i64" else word
    count, element = re.fullmatch(r"(v\d+)?(\w+)", word).groups()  # type: ignore[union-attr]
    return element if function == "element" else f"{count or ''}i32"


# --- types and words -------------------------------------------------------------------------------------------------

_FLOAT_CODES: Final = {word: code for code, word in FLOAT_WORDS.items()}
_VECTOR_WORD: Final = re.compile(r"v(\d+)(\w+)")


def type_word(type_: Type) -> str:
    """The word of a type. UnsupportedError for a type that function names can't contain."""
    if type_.code is _INTEGER:
        return f"i{type_.params[0]}"
    if type_.code in FLOAT_WORDS:
        return FLOAT_WORDS[type_.code]
    if type_.code is _VECTOR and not type_.scalar.is_pointer and len(type_.params) == 1:
        return f"v{type_.params[0]}{type_word(type_.scalar)}"
    if type_.code is _POINTER and not type_.pointee.is_pointer:
        return f"{type_word(type_.pointee)}*{type_.address_space}"
    if type_.code is _VOID:
        return "void"
    raise UnsupportedError(f"a {type_.code.name} in the name of an AIR function")


def type_from_word(context: Context, word: str, struct: Callable[[str], Type], *, opaque: bool = False) -> Type:
    """The type of a word of the table, with typed or `opaque` pointers. `struct` returns the named struct of a name
    such as `struct._sampler_t`.
    """
    if word.startswith("{"):
        members = tuple(type_from_word(context, member, struct, opaque=opaque) for member in word[1:-1].split(", "))
        return context.type(_STRUCT_ANON, (0,), members)
    pointee, star, space = word.rpartition("*")
    if star and opaque:
        return context.opaque_pointer_type(int(space))
    if star:
        return context.pointer_type(type_from_word(context, pointee, struct), int(space))
    if word.startswith("%"):
        return struct(f"struct._{word[1:]}_t")
    if word == "void":
        return context.type(_VOID)
    if word.startswith("v"):
        count, element = _VECTOR_WORD.fullmatch(word).groups()  # type: ignore[union-attr]
        return context.type(_VECTOR, (int(count),), (type_from_word(context, element, struct),))
    if word.startswith("i"):
        return context.integer_type(int(word[1:]))
    return context.type(_FLOAT_CODES[word])


# --- the table, read on first use
# --------------------------------------------------------------------------------------


@cache
def _table() -> dict[str, IntrinsicFamily]:
    listed = [row for row in f"{_FAMILIES}{PROBED}".replace("\n  ", " ").splitlines() if row]
    listed += [row for t in SHAPES.values() for row in (_texture_buffer_rows(t) if t.is_buffer else _texture_rows(t))]
    listed += [row for t in SHAPES.values() for row in _slice_rows(t)]
    table = _families_of(listed)
    for name in table:  # the rule covers more versions than the observed rows, which a test compares with it
        of_rays = split_name(name.split("."))
        table[name] = (_ray_tracing(*of_rays) if of_rays is not None else None) or table[name]
    return table


def _families_of(listed: Sequence[str]) -> dict[str, IntrinsicFamily]:
    families: dict[str, IntrinsicFamily] = {}
    for row in listed:
        names, pattern, signature, classes, effect, *air = [cell.strip() for cell in row.split("|")]
        types = dict(item.split("=") for item in re.findall(r"\w=[^=]+(?= \w=|$)", classes))
        placeholders = re.findall(r"\{(\w?)(\w)\}", pattern)
        since, _, until = (air[0] if air else "-").partition("-")
        result, _, parameters = signature.rpartition(" (")
        form = IntrinsicForm(
            result,
            tuple(p for p in parameters[:-1].split(", ") if p),
            Version.parse(since) if since else FIRST_AIR,
            Version.parse(until) if until else LAST_AIR,
        )
        for name in names.split():
            earlier = families.get(name)
            families[name] = IntrinsicFamily(
                name,
                tuple((variable, _words_of(types[variable])) for _, variable in placeholders),
                tuple(kind for kind, _ in placeholders),
                (*(earlier.forms if earlier is not None else ()), form),
                effect,
            )
    return families


def _words_of(classes: str) -> tuple[str, ...]:
    return tuple(word for name in classes.strip().split("+") for word in _CLASSES.get(name, (name,)))


@cache
def _seen() -> dict[str, dict[str, tuple[Version, Version]]]:
    """The first and last AIR version by family and overload, in the order of names."""
    overloads: dict[str, dict[str, tuple[Version, Version]]] = {}
    for name, versions in sorted(shipped_census().functions()):
        item = intrinsic(name)
        if item is not None:
            overloads.setdefault(item.family.name, {})[name[len(PREFIX) + len(item.family.name) + 1 :]] = versions
    return overloads
