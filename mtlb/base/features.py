"""The AIR version that introduced each feature, and the resource limits of a function.

Rooms take versions and limits from here; what belongs to a row of another table is there: LLVM's forms of bitcode in
`ir/eras.py`, functions in `air/intrinsics.py`, builtins in `air/builtins.py`, releases and container versions in
`releases.py`. Source, where none is named: the modules of the corpus, docs/air.md §2.1.
"""

from __future__ import annotations

from typing import Final

from .versions import Version

# --- AIR versions ----------------------------------------------------------------------------------------------------

FIRST_AIR: Final = Version(1, 0)
LAST_AIR: Final = Version(99)
"""The bound in a table where no bound is known."""

MODULE_SIZE_SINCE: Final = Version(1, 11)
"""`metallib` writes MDSZ for functions."""
TESSELLATION_SINCE: Final = Version(1, 11)
"""Of the Metal Shading Language 1.2."""
FUNCTION_CONSTANTS_SINCE: Final = Version(1, 11)
"""Of the Metal Shading Language 1.2."""
BLEND_SOURCE_SINCE: Final = Version(1, 11)
"""`air.render_target` has a second integer."""

EMITTED_SINCE: Final = Version(2, 0)
"""The oldest version that modules are built for (`mtlb.emit`)."""
CORE_IMAGE_SINCE: Final = Version(2, 0)
"""Libraries of Core Image."""
FLAG_BEHAVIOURS_SINCE: Final = Version(2, 0)
"""Module flags have the behaviours that they have today."""
CONVERGENT_SINCE: Final = Version(2, 0)
"""Functions that threads run together are `convergent`."""
SIGNATURES_SINCE: Final = Version(2, 0)
"""Functions of AIR have the parameters that `air/intrinsics.py` says; those of AIR 1.x had others."""

SDK_VERSION_SINCE: Final = Version(2, 1)
"""Modules name their SDK; older front ends also had another data layout for some targets."""
TIED_TO_TARGET_SINCE: Final = Version(2, 1)
"""AIR follows the target; before, Apple's compiler wrote AIR 2.0 for older targets as well."""
FAST_FLAGS_SINCE: Final = Version(2, 1)
"""Fast instructions have each flag of LLVM's; before, `fast` stands for all."""

FAST_FRACT_SINCE: Final = Version(2, 1)
"""`air.fast_fract`: no module of AIR 2.0 declares it."""

ALWAYS_NAMES_SDK_SINCE: Final = Version(2, 2)
"""Every module of Apple's has `SDK Version`."""
RETURNED_SINCE: Final = Version(2, 2)
"""A parameter that is the result of every return is `returned`: 14 of 14 functions of the corpus, 3 of 9 before."""

LEAST_LEVEL_SINCE: Final = Version(2, 2)
"""Samples of textures take the least level."""

CONVERTED_SINCE: Final = Version(2, 3)
"""The oldest version that modules are converted for (`mtlb.convert`)."""
UNUSED_SINCE: Final = Version(2, 4)
"""`air.arg_unused` of arguments that nothing reads: all of the corpus from 2.5 on, none before 2.4; 2.4 is a guess."""
LIMITS_SINCE: Final = Version(2, 3)
"""Six module flags have the limits of resources."""
GENERATED_NAMES_UNTIL: Final = Version(2, 3)
"""Before, `air.vertex_input` and the like name what their value is generated from."""
FUNCTION_TABLES_SINCE: Final = Version(2, 3)
"""Visible functions, intersection functions, tables of them, acceleration structures: Metal 2.3."""
DYNAMIC_LIBRARIES_SINCE: Final = Version(2, 3)
"""Metal 2.3."""
MACOS_FETCHES_SINCE: Final = Version(2, 3)
"""Of the language, not of AIR: on macOS fragment functions may read what the render target has."""
CALLS_DESCRIBED_SINCE: Final = Version(2, 3)
"""Subprograms of optimised code have DIFlagAllCallsDescribed: all 378 of the corpus and the pairs with line tables from
here on, none of the 36 before.
"""

STRUCTURE_TAGS_SINCE: Final = Version(2, 4)
"""Metadata names acceleration structures with their tags: a module of 2.5 does, one of 2.3 does not; 2.4 is a guess."""
WIDE_ATOMICS_SINCE: Final = Version(2, 4)
"""The least and greatest of `ulong` in device memory."""
VOTES_SINCE: Final = Version(2, 8)
"""Functions for votes of a SIMD-group and a quad-group: probes of AIR 2.8; older modules are not known."""

ATOMICS_ORDER_SINCE: Final = Version(2, 5)
"""Declarations of atomic functions no longer say which memory they access, or how."""
ADDRESS_SPACES_SINCE: Final = Version(2, 5)
"""Arguments that are buffers have `air.address_space`."""
INITIALIZERS_SINCE: Final = Version(2, 5)
"""The variables of function constants are in the section `air.fc_initializer`."""
MESH_SINCE: Final = Version(2, 5)
"""Object and mesh functions: Metal 3.0."""

PRIMITIVE_DATA_SINCE: Final = Version(2, 5)
"""Intersections say the data of the primitive and the user's number of the instance: Metal 3.0."""

CURVES_SINCE: Final = Version(2, 6)
"""Intersections take what is assumed of curves: Metal 3.1."""
FRAME_POINTER_SINCE: Final = Version(2, 6)
"""The module flag `frame-pointer`."""
BFLOAT_SINCE: Final = Version(2, 6)
"""Metal 3.1."""
MODERN_FORM_SINCE: Final = Version(2, 6)
"""The newest form of bitcode: `freeze`, `poison`, strings of the names of symbols (`ir/eras.py`)."""
TRIPLE_NAMES_AIR_SINCE: Final = Version(2, 6)
"""Triples are of `air64_v26` and so on."""
COMPILE_UNITS_FIRST_SINCE: Final = Version(2, 6)
"""`!llvm.dbg.cu` is before all other named metadata."""
AIR_BY_DEFAULT: Final = Version(2, 6)
"""The default version: that of macOS 14, which the GPUs in use load."""

FENCES_SINCE: Final = Version(2, 7)
"""`air.atomic.fence`, and orders of atomic functions but the relaxed one: Metal 3.2."""
SAMPLERS_OF_TWO_WORDS_SINCE: Final = Version(2, 7)
"""Static samplers are of two words of 64 bits."""

OPAQUE_POINTERS_SINCE: Final = Version(2, 8)
"""Loaders take opaque pointers."""
INSISTS_ON_SDK_SINCE: Final = Version(2, 8)
"""The GPU compiler of this release dies of a module without `SDK Version`."""
MATRIX_STEPS_SINCE: Final = Version(2, 8)
"""Matrices of a SIMD-group are in memory with extents and steps; atomic functions of texels take an offset."""
TENSORS_SINCE: Final = Version(2, 8)
"""Metal 4.0."""

ORDERED_BARRIERS_SINCE: Final = Version(2, 9)
"""Barriers take the order of accesses: macOS 27."""

# --- limits: Metal's feature set tables ------------------------------------------------------------------------------

MOST_BUFFERS: Final = 31
"""Device, constant and threadgroup buffers, each."""
MOST_TEXTURES: Final = 128
MOST_READ_WRITE_TEXTURES: Final = 8
MOST_SAMPLERS: Final = 16
MOST_ATTRIBUTES: Final = 31
"""Of a vertex."""
MOST_COLORS: Final = 8
"""Render targets of a fragment function."""
MOST_THREADS: Final = 1024
"""Of a threadgroup."""
MOST_THREADGROUP_BYTES: Final = 32 * 1024
"""Threadgroup memory of a function."""
