"""The words of AIR metadata and what each of them means: one row per word, for the parser and for reflection alike.

Source: docs/air.md §2, a census of 14,539 modules.
"""

from __future__ import annotations

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
from .reflection.schema import NodeType

ENTRY_LISTS: dict[str, FunctionType] = {
    "air.kernel": FunctionType.KERNEL,
    "air.vertex": FunctionType.VERTEX,
    "air.fragment": FunctionType.FRAGMENT,
    "air.visible": FunctionType.VISIBLE,
    "air.intersection": FunctionType.INTERSECTION,
    "air.mesh": FunctionType.MESH,
    "air.object": FunctionType.OBJECT,
    "air.ci": FunctionType.EXTERN,
}
"""The named metadata that lists entry points, in the order in which Apple's linkers take them (docs/format.md §5.1)."""

FUNCTION_NODES = {
    FunctionType.FRAGMENT: (NodeType.FRAGMENT_FUNCTION, "fragment_functions"),
    FunctionType.INTERSECTION: (NodeType.INTERSECTION_FUNCTION, "intersection_functions"),
    FunctionType.KERNEL: (NodeType.KERNEL_FUNCTION, "kernel_functions"),
    FunctionType.VERTEX: (NodeType.VERTEX_FUNCTION, "vertex_functions"),
    FunctionType.VISIBLE: (NodeType.VISIBLE_FUNCTION, "visible_functions"),
    FunctionType.MESH: (NodeType.MESH_FUNCTION, "mesh_functions"),
    FunctionType.OBJECT: (NodeType.OBJECT_FUNCTION, "object_functions"),
    FunctionType.EXTERN: (NodeType.CI_FUNCTION, "ci_functions"),
}
"""The reflection node of each type of function, and the root's list of them."""

# --- keys of arguments and outputs; the values are names of fields of `EntryArgument` --------------------------------

ACCESS_KEYS = {
    "air.read": AccessQualifier.READ,
    "air.write": AccessQualifier.WRITE,
    "air.read_write": AccessQualifier.READ_WRITE,
    "air.sample": AccessQualifier.SAMPLE,
}
SAMPLING_KEYS = {
    "air.center": SamplingQualifier.CENTER,
    "air.centroid": SamplingQualifier.CENTROID,
    "air.sample": SamplingQualifier.SAMPLE,
    "air.interpolation_function": SamplingQualifier.INTERPOLATION_FUNCTION,
}
INTERPOLATION_KEYS = {
    "air.perspective": InterpolationQualifier.PERSPECTIVE,
    "air.no_perspective": InterpolationQualifier.NO_PERSPECTIVE,
    "air.flat": InterpolationQualifier.FLAT,
    "air.vertex_value": InterpolationQualifier.VERTEX_VALUE,
}
FLAG_KEYS = {
    "air.arg_unused": "unused",
    "air.invariant": "invariant",
    "air.shared": "shared",
    "air.post_depth_coverage": "post_depth_coverage",
}
INTEGER_KEYS = {
    "air.buffer_size": "buffer_size",
    "air.location_count": "location_count",
    "air.address_space": "address_space",
    "air.raster_order_group": "raster_order_group",
    "air.arg_type_size": "type_size",
    "air.arg_type_align_size": "type_align",
    "air.imageblock_data_size": "data_size",
    "air.clip_distance_array_size": "array_size",
}
STRING_KEYS = {"air.arg_type_name": "type_name", "air.arg_name": "name"}
DEPTH_WORDS = {
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
INTERPOLATED_KINDS = frozenset({"fragment_input", "position", "barycentric_coord", "vertex_output"})
"""Kinds for which `air.sample` is a sampling qualifier; elsewhere it is an access qualifier."""
PRIMITIVE_WORDS = {
    "triangle": PrimitiveKind.TRIANGLE,
    "bounding_box": PrimitiveKind.BOUNDING_BOX,
    "curve": PrimitiveKind.CURVE,
}
"""String attributes of an intersection function that name what it is for."""

BUFFER_KINDS = frozenset({"buffer", "indirect_buffer"})
"""Kinds of arguments that point into memory; before AIR 2.5 the parameter alone tells the address space."""
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
"""The table that `air.location_index` counts in, by kind; in members of argument buffers it is the [[id]]."""

# --- kinds of arguments and outputs ----------------------------------------------------------------------------------

UNREFLECTED_KINDS = frozenset({"visible_input", "visible_output"})
"""Kinds that reflection has no node for."""
RENAMED_KINDS = {
    "patch_control_point_input": "CONTROL_POINT_INPUT_ARG",
    "patch_control_point_field": "CONTROL_POINT_FIELD",
    "sample_mask_in": "SAMPLE_MASK_ARG",
    "indirect_command_buffer": "COMMAND_BUFFER_ARG",
}
"""Kinds of arguments whose node is not called as they are."""


def node_type_of(kind: str, is_output: bool) -> NodeType | None:
    """The type of the node of an argument or output of this kind; None if there is none."""
    name = RENAMED_KINDS.get(kind, f"{kind.upper()}_{'RET' if is_output else 'ARG'}")
    return NodeType.__members__.get(name)


def has_slot(type: NodeType, slot: str) -> bool:
    """Whether the nodes of this type have such a slot."""
    return any(known.name == slot for known in type.slots or ())
