"""The words of AIR metadata and their meanings: a row for each word, used by the parser, reflection and lint.

Source: docs/air.md §2, a census of 14,539 modules.
"""

from __future__ import annotations

from typing import Final

from ..base.features import MOST_BUFFERS, MOST_READ_WRITE_TEXTURES, MOST_SAMPLERS, MOST_TEXTURES
from ..base.metal import (
    AccessQualifier,
    DepthQualifier,
    ImageblockLayout,
    InterpolationQualifier,
    MeshTopology,
    PatchKind,
    PrimitiveKind,
    SamplingQualifier,
)
from ..container import FunctionType
from ..ir.names import IDENT, MODULE_FLAGS
from .builtins import INPUTS, OUTPUTS
from .names import (
    AIR_VERSION,
    COMPILE_OPTIONS,
    FUNCTION_CONSTANTS,
    LANGUAGE_VERSION,
    MAX_CONSTANT_BUFFERS,
    MAX_DEVICE_BUFFERS,
    MAX_READ_WRITE_TEXTURES,
    MAX_SAMPLERS,
    MAX_TEXTURES,
    MAX_THREADGROUP_BUFFERS,
    SAMPLER_STATES,
    SOURCE_FILE_NAME,
)

ENTRY_LISTS: Final[dict[str, FunctionType]] = {
    "air.kernel": FunctionType.KERNEL,
    "air.vertex": FunctionType.VERTEX,
    "air.fragment": FunctionType.FRAGMENT,
    "air.visible": FunctionType.VISIBLE,
    "air.intersection": FunctionType.INTERSECTION,
    "air.mesh": FunctionType.MESH,
    "air.object": FunctionType.OBJECT,
    "air.ci": FunctionType.EXTERN,
}
"""The named metadata that lists entry points, in the order of Apple's linkers (docs/format.md §5.1)."""
LIST_ORDER = (
    MODULE_FLAGS,
    *ENTRY_LISTS,
    COMPILE_OPTIONS,
    FUNCTION_CONSTANTS,
    SAMPLER_STATES,
    IDENT,
    AIR_VERSION,
    LANGUAGE_VERSION,
    SOURCE_FILE_NAME,
)
"""The named metadata of AIR in the order of Apple's compiler; linkers use another order (docs/linking.md)."""
COMPILE_OPTION = "air.compile."
"""The prefix of the strings in `!air.compile_options`."""
LIMITS = {
    MAX_DEVICE_BUFFERS: MOST_BUFFERS,
    MAX_CONSTANT_BUFFERS: MOST_BUFFERS,
    MAX_THREADGROUP_BUFFERS: MOST_BUFFERS,
    MAX_TEXTURES: MOST_TEXTURES,
    MAX_READ_WRITE_TEXTURES: MOST_READ_WRITE_TEXTURES,
    MAX_SAMPLERS: MOST_SAMPLERS,
}
"""Module flags with the maximum number of each resource in a function, and the values that Apple's compiler writes."""

# --- keys of arguments and outputs; the values are names of fields of `EntryArgument` --------------------------------

VALUE_KEYS: Final[dict[str, tuple[str, object]]] = {
    "air.arg_unused": ("unused", True),
    "air.invariant": ("invariant", True),
    "air.shared": ("shared", True),
    "air.post_depth_coverage": ("post_depth_coverage", True),
    "air.read": ("access_qualifier", AccessQualifier.READ),
    "air.write": ("access_qualifier", AccessQualifier.WRITE),
    "air.read_write": ("access_qualifier", AccessQualifier.READ_WRITE),
    "air.sample": ("access_qualifier", AccessQualifier.SAMPLE),
    "air.center": ("sampling_qualifier", SamplingQualifier.CENTER),
    "air.centroid": ("sampling_qualifier", SamplingQualifier.CENTROID),
    "air.interpolation_function": ("sampling_qualifier", SamplingQualifier.INTERPOLATION_FUNCTION),
    "air.perspective": ("interpolation_qualifier", InterpolationQualifier.PERSPECTIVE),
    "air.no_perspective": ("interpolation_qualifier", InterpolationQualifier.NO_PERSPECTIVE),
    "air.flat": ("interpolation_qualifier", InterpolationQualifier.FLAT),
    "air.vertex_value": ("interpolation_qualifier", InterpolationQualifier.VERTEX_VALUE),
}
"""Keys without a value, and their meaning; for `air.sample` see `INTERPOLATED_KINDS`."""
INTEGER_KEYS: Final = {
    "air.buffer_size": "buffer_size",
    "air.location_count": "location_count",
    "air.address_space": "address_space",
    "air.raster_order_group": "raster_order_group",
    "air.arg_type_size": "type_size",
    "air.arg_type_align_size": "type_align",
    "air.imageblock_data_size": "data_size",
    "air.clip_distance_array_size": "array_size",
}
STRING_KEYS: Final = {"air.arg_type_name": "type_name", "air.arg_name": "name"}
FIELD_ORDER = (
    "buffer_size",
    "location_index",
    "location_count",
    "attribute_name",
    "access_qualifier",
    "address_space",
    "raster_order_group",
    "data_size",
    "struct_type_info",
    "type_size",
    "type_align",
    "array_size",
    "depth_qualifier",
    "sampling_qualifier",
    "interpolation_qualifier",
    "invariant",
    "shared",
    "post_depth_coverage",
    "extra",
    "type_name",
    "name",
    "unused",
)
"""The fields of `EntryArgument` for keys, in the order in which Apple's compiler writes the keys."""
POSITIONAL_FIELDS: Final = {
    "fragment_input": ("attribute_name",),
    "vertex_output": ("attribute_name",),
    "render_target": ("render_target_index", "blend_source_index"),
    "mesh_vertex_data": ("id", "attribute_name"),
    "mesh_primitive_data": ("id", "attribute_name"),
    "imageblock": ("layout",),
    "mesh": ("mesh_type_info",),
}
"""The fields between the kind and the first key, by kind."""
DEPTH_WORDS: Final = {
    "air.any": DepthQualifier.ANY,
    "air.greater": DepthQualifier.GREATER,
    "air.less": DepthQualifier.LESS,
}
LAYOUT_WORDS = {"explicit": ImageblockLayout.EXPLICIT, "implicit": ImageblockLayout.IMPLICIT}
TOPOLOGY_WORDS = {
    "air.point": MeshTopology.POINT,
    "air.line": MeshTopology.LINE,
    "air.triangle": MeshTopology.TRIANGLE,
}
PATCH_WORDS = {"triangle": PatchKind.TRIANGLE, "quad": PatchKind.QUAD}
INTERPOLATED_KINDS: Final = frozenset({"fragment_input", "position", "barycentric_coord", "vertex_output"})
"""Kinds for which `air.sample` is a sampling qualifier; for others it is an access qualifier."""
PRIMITIVE_WORDS = {
    "triangle": PrimitiveKind.TRIANGLE,
    "bounding_box": PrimitiveKind.BOUNDING_BOX,
    "curve": PrimitiveKind.CURVE,
}
"""String attributes of an intersection function that name its primitives."""

BUFFER_KINDS: Final = frozenset({"buffer", "indirect_buffer"})
"""Kinds of arguments that point into memory; before AIR 2.5 the address space is only in the parameter."""
LOCATION_SPACES = {
    "buffer": "buffer",
    "indirect_buffer": "buffer",
    "visible_function_table": "buffer",
    "intersection_function_table": "buffer",
    "instance_acceleration_structure": "buffer",
    "primitive_acceleration_structure": "buffer",
    "tensor": "buffer",
    "texture": "texture",
    "sampler": "sampler",
    "vertex_input": "attribute",
    "stage_in": "attribute",
    "patch_input": "attribute",
    "patch_control_point_field": "attribute",
}
"""The resource table of `air.location_index`, by kind; in members of argument buffers the index is the [[id]]."""

FUNCTION_FLAGS: Final[dict[FunctionType, frozenset[str]]] = {
    FunctionType.FRAGMENT: frozenset({"early_fragment_tests"}),
    FunctionType.INTERSECTION: frozenset(
        {
            "instancing",
            "triangle_data",
            "world_space_data",
            "primitive_motion",
            "instance_motion",
            "extended_limits",
            "curve_data",
            "multi_level_instancing",
            "intersection_function_buffer",
            "user_data",
        }
    ),
}
"""String attributes by type of function, without ``air.``; except those of `PRIMITIVE_WORDS`."""
UNPREFIXED_FLAGS: Final[dict[FunctionType, frozenset[str]]] = {
    FunctionType.FRAGMENT: frozenset({"early_fragment_tests"})
}
"""Attributes that the metadata has without ``air.``."""
ATTRIBUTE_NODES = (
    "max_work_group_size",
    "max_mesh_work_groups",
    "work_group_size",
    "work_group_size_hint",
    "vec_type_hint",
    "user_annotation",
)
"""Attributes that are nodes, ``air.<name>`` and values; `EntryPoint` has fields with these names."""

# --- kinds of arguments and outputs ----------------------------------------------------------------------------------


def _words(*groups: str) -> frozenset[str]:
    return frozenset(" ".join(groups).split())


ARGUMENT_KINDS = frozenset(name for _, name in INPUTS) | _words(
    # resources
    "buffer sampler texture constant indirect_buffer indirect_constant command_buffer indirect_command_buffer "
    "compute_pipeline_state render_pipeline_state visible_function_table intersection_function_table "
    "instance_acceleration_structure primitive_acceleration_structure buffer_stride depth_stencil_state "
    "function_handle tensor",
    # inputs from the previous stage
    "stage_in vertex_input control_point_index_buffer patch_input patch_control_point_input control_point_input "
    "fragment_input render_target sample_mask imageblock imageblock_data payload mesh",
    # intersection and visible functions
    "object_to_world_transform world_to_object_transform primitive_data function_id user_data_buffer visible_input "
    "visible_padding",
    # Core Image
    "ci_array ci_padding ci_pointer ci_struct ci_texture ci_builtin ci_matrix ci_sampler ci_imageblock",
)
"""The kinds of arguments, without ``air.``. Reflection has a node for each except those of visible functions."""
PADDING_KINDS = frozenset({"ci_padding", "visible_padding"})
"""The kinds of arguments that have neither a name nor a type."""
OUTPUT_KINDS = frozenset(name for _, name in OUTPUTS) | _words(
    "vertex_output render_target imageblock_data mesh_primitive_data mesh_vertex_data visible_output ci_pointer "
    "ci_struct ci_texture ci_builtin ci_matrix ci_sampler ci_imageblock"
)
"""The kinds of outputs, without ``air.``. Reflection has a node for each except `visible_output`."""
PLACEHOLDER = "generated(__air_placeholder__)"
"""The source of a generated `air.vertex_input` and similar attributes in all modules of AIR before 2.3."""
CONTROL_POINT_FIELD = "patch_control_point_field"
"""The kind of the fields of a control point, which the metadata does not name."""
