"""Names with a meaning in AIR, except the keys of arguments (`words.py`): metadata, flags, sections, functions.

Each name is defined only here. Source: docs/air.md §2, a census of 14,539 modules.
"""

from __future__ import annotations

from typing import Final

# --- named metadata --------------------------------------------------------------------------------------------------

AIR_VERSION: Final = "air.version"
LANGUAGE_VERSION: Final = "air.language_version"
COMPILE_OPTIONS: Final = "air.compile_options"
FUNCTION_CONSTANTS: Final = "air.function_constants"
SAMPLER_STATES: Final = "air.sampler_states"
SAMPLER_SYMBOL: Final = "__air_sampler_state"
"""The variable of the first static sampler; later ones have a suffix `.1` and so on."""
SOURCE_FILE_NAME: Final = "air.source_file_name"
VISIBLE_REFERENCES: Final = "air.visible_function_references"
SOURCES: Final = "llvm_utils.sources"
"""The embedded sources of a module; the next constant is its directory (docs/format.md §10)."""
WORKING_DIRECTORY: Final = "llvm_utils.workingdir"

# --- words in their nodes --------------------------------------------------------------------------------------------

SAMPLER_STATE: Final = "air.sampler_state"

# --- module flags: how many of each resource a function may have -----------------------------------------------------

MAX_DEVICE_BUFFERS: Final = "air.max_device_buffers"
MAX_CONSTANT_BUFFERS: Final = "air.max_constant_buffers"
MAX_THREADGROUP_BUFFERS: Final = "air.max_threadgroup_buffers"
MAX_TEXTURES: Final = "air.max_textures"
MAX_READ_WRITE_TEXTURES: Final = "air.max_read_write_textures"
MAX_SAMPLERS: Final = "air.max_samplers"

# --- attributes ------------------------------------------------------------------------------------------------------

NO_ALIAS_BUFFER: Final = "air-buffer-no-alias"
"""The attribute of an entry point's buffer that no other buffer overlaps."""

# --- sections --------------------------------------------------------------------------------------------------------

INITIALIZER_SECTION: Final = "air.fc_initializer"
"""The section of the functions that initialise function constants."""
BOUND_AT_RUN_TIME: Final = "air.externally_defined"
"""The section of functions that the driver creates or that are linked later: visible functions."""

# --- functions -------------------------------------------------------------------------------------------------------

PREFIX: Final = "air."
"""The prefix of function names that a GPU's compiler defines."""
CONTROL_POINT_SUFFIX: Final = ".MTL_CONTROL_POINT_FN"
"""The end of the name of a function that reads a control point of a patch, which the GPU's compiler defines."""
DEVICE_COHERENT: Final = "device_coherent"
"""The scope in names of functions that access memory which is coherent with the whole device."""
IS_DEFINED: Final = "air.is_function_constant_defined"
SIMDGROUP_MATRIX: Final = "air.simdgroup_matrix_8x8_"
"""The prefix of the names of SIMD-group matrix functions."""
