"""The schema of the AIRR FlatBuffer: the types of reflection nodes, and the slots of each.

Source: docs/reflection.md §2 (22,890 real buffers; rarer node types from the type list of an open-source writer).

A table is described by one string, `slot:kind[=default]` in vtable order. Kinds: `bool`, `u32` · `some_u32`,
`some_bool`, `u32x3`: inline structs, written even when 0 · `string` · `node`: index of a node · `nodes`, `strings`,
`u64v`: vectors · `table:T`, `tables:T` with T a name of `SUBTABLES` · any name of `ENUMS`: one byte.
"""

from __future__ import annotations

from enum import Enum
from functools import cache

from ...base.classes import NamedTuple
from ...base.enums import OpenEnum
from ...base.metal import (
    AccessQualifier,
    AddressSpace,
    DepthQualifier,
    ImageblockLayout,
    InterpolationQualifier,
    MeshTopology,
    PatchKind,
    PrimitiveKind,
    RoundingMode,
    SamplingQualifier,
    TensorKind,
)

# --- enumerations ----------------------------------------------------------------------------------------------------


ENUMS: dict[str, type[OpenEnum]] = {
    "access": AccessQualifier,
    "space": AddressSpace,
    "sampling": SamplingQualifier,
    "interpolation": InterpolationQualifier,
    "depth": DepthQualifier,
    "patch": PatchKind,
    "primitive": PrimitiveKind,
    "rounding": RoundingMode,
    "topology": MeshTopology,
    "layout": ImageblockLayout,
    "tensor": TensorKind,
}


# --- slots -----------------------------------------------------------------------------------------------------------


class SlotKind(Enum):
    """How a slot is stored: name, inline size in bytes, and whether it is an offset to content that follows."""

    BOOL = "bool", 1
    ENUM = "enum", 1
    U32 = "u32", 4
    SOME_U32 = "some_u32", 4
    SOME_BOOL = "some_bool", 1
    U32X3 = "u32x3", 12
    NODE = "node", 4
    STRING = "string", 4, True
    NODES = "nodes", 4, True
    U64V = "u64v", 4, True
    STRINGS = "strings", 4, True
    TABLE = "table", 4, True
    TABLES = "tables", 4, True

    def __init__(self, text: str, size: int, is_reference: bool = False) -> None:
        self.text = text
        self.size = size
        self.is_reference = is_reference

    @property
    def has_default(self) -> bool:
        """Whether the slot is omitted if it equals its default; inline structs are written whenever present."""
        return self in (SlotKind.BOOL, SlotKind.ENUM, SlotKind.U32)


_KIND_BY_TEXT = {kind.text: kind for kind in SlotKind}


class Slot(NamedTuple):
    """One slot of a table. `enum` is set for ENUM, `table` (a name of `SUBTABLES`) for TABLE and TABLES."""

    name: str
    kind: SlotKind
    default: int = 0
    enum: type[OpenEnum] | None = None
    table: str = ""


@cache
def slots_of(description: str) -> tuple[Slot, ...]:
    """The slots in a table's description string."""
    return tuple(_parse_slot(text) for text in description.split())


def _parse_slot(text: str) -> Slot:
    name, _, rest = text.partition(":")
    rest, _, default = rest.partition("=")
    kind, _, table = rest.partition(":")
    if kind in ENUMS:
        return Slot(name, SlotKind.ENUM, int(default or 0), enum=ENUMS[kind])
    return Slot(name, _KIND_BY_TEXT[kind], int(default or 0), table=table)


# --- tables ----------------------------------------------------------------------------------------------------------

_SIMPLE_ARG = "function_constant:bool type_name:string name:string unused:bool"
_SIMPLE_RET = "function_constant:bool type_name:string name:string"
_SHARED_RET = "function_constant:bool shared:bool type_name:string name:string"
_LOCATED_ARG = (
    "function_constant:bool location_index:some_u32 location_count:some_u32 type_name:string name:string unused:bool"
)
_ACCESS_ARG = (
    "function_constant:bool location_index:some_u32 location_count:some_u32 access_qualifier:access "
    "raster_order_group:some_u32 type_name:string name:string unused:bool"
)
_BUFFER_ARG = (
    "function_constant:bool buffer_size:some_u32 location_index:some_u32 location_count:some_u32 "
    "access_qualifier:access address_space:space=1 struct_type_info:node raster_order_group:some_u32 "
    "type_size:some_u32 type_align:some_u32 type_name:string name:string unused:bool inline_type_info:node"
)
_MESH_DATA_RET = "function_constant:bool id:u32 attribute_name:string shared:bool type_name:string name:string"
_CI_NAMED = "type_name:string name:string"
_SIZE3 = "width:some_u32 height:some_u32 depth:some_u32"
_TYPE = "size:u32 alignment:u32 qualifiers:nodes"
_TYPE1 = "size:u32=1 alignment:u32=1 qualifiers:nodes"
_TYPE2 = "size:u32=2 alignment:u32=2 qualifiers:nodes"
_TYPE4 = "size:u32=4 alignment:u32=4 qualifiers:nodes"
_TYPE8 = "size:u32=8 alignment:u32=8 qualifiers:nodes"
_TYPE16 = "size:u32=16 alignment:u32=16 qualifiers:nodes"
_STRUCT_TYPE = _TYPE + " name:string members:nodes"
_TEXTURE_TYPE = _TYPE + " channel_type:node access_qualifier:access"


class NodeType(OpenEnum):
    """Type ids of reflection nodes, each with the slots of its table."""

    description: str | None

    def __new__(cls, value: int, description: str | None = None) -> NodeType:
        member = int.__new__(cls, value)
        member._value_ = value
        member.description = description
        return member

    # functions
    FRAGMENT_FUNCTION = (
        0x1,
        "name:string return_type:nodes arguments:nodes early_fragment_tests:bool user_annotation:node",
    )
    KERNEL_FUNCTION = (
        0x2,
        "name:string return_types:nodes arguments:nodes vec_type_hint:node workgroup_size:node "
        "workgroup_size_hint:node workgroup_max_size:node user_annotation:node",
    )
    VERTEX_FUNCTION = 0x3, "name:string return_types:nodes arguments:nodes patch:node user_annotation:node"
    VISIBLE_FUNCTION = 0x4, "name:string stitching_info:table:StitchingInfo user_annotation:node"
    INTERSECTION_FUNCTION = (
        0x5,
        "name:string return_types:nodes arguments:nodes primitive_kind:primitive instancing:bool "
        "triangle_data:bool world_space_data:bool primitive_motion:bool instance_motion:bool "
        "extended_limits:bool curve_data:bool multi_level_instancing:u32 "
        "intersection_function_buffer:bool user_data:bool user_annotation:node",
    )
    MESH_FUNCTION = (
        0x6,
        "name:string return_types:nodes arguments:nodes workgroup_max_size:node user_annotation:node "
        "workgroup_size:node",
    )
    OBJECT_FUNCTION = (
        0x7,
        "name:string return_types:nodes arguments:nodes workgroup_max_size:node max_mesh_workgroups:node "
        "user_annotation:node workgroup_size:node",
    )
    CI_FUNCTION = 0x8, "name:string return_types:nodes arguments:nodes user_annotation:node"
    # function attributes
    VEC_TYPE_HINT_FN_ATTR = 0x1000, "type_name:string"
    WORKGROUP_SIZE_FN_ATTR = 0x1001, _SIZE3
    WORKGROUP_SIZE_HINT_FN_ATTR = 0x1002, _SIZE3
    WORKGROUP_MAX_SIZE_FN_ATTR = 0x1003, "size:some_u32"
    PATCH_FN_ATTR = 0x1004, "kind:patch control_points:some_u32"
    MAX_MESH_WORKGROUPS_FN_ATTR = 0x1005, "workgroups:some_u32"
    USER_ANNOTATION_FN_ATTR = 0x1006, "annotation:string"
    # outputs: vertex
    CLIP_DISTANCE_RET = 0x20000, "function_constant:bool array_size:some_u32 shared:bool type_name:string name:string"
    POINT_SIZE_RET = 0x20001, _SHARED_RET
    POSITION_RET = 0x20002, "function_constant:bool invariant:bool shared:bool type_name:string name:string"
    RENDER_TARGET_ARRAY_INDEX_RET = 0x20003, _SHARED_RET
    VERTEX_OUTPUT_RET = (
        0x20004,
        "function_constant:bool attribute_name:string location:some_u32 shared:bool type_name:string name:string",
    )
    VIEWPORT_ARRAY_INDEX_RET = 0x20005, _SHARED_RET
    # outputs: fragment
    RENDER_TARGET_RET = (
        0x21000,
        "function_constant:bool render_target_index:some_u32 blend_source_index:some_u32 "
        "raster_order_group:some_u32 rounding_mode:rounding type_name:string name:string",
    )
    DEPTH_RET = 0x21001, "function_constant:bool depth_qualifier:depth type_name:string name:string"
    STENCIL_RET = 0x21002, _SIMPLE_RET
    SAMPLE_MASK_RET = 0x21003, _SIMPLE_RET
    IMAGEBLOCK_DATA_RET = (
        0x21004,
        "function_constant:bool data_size:some_u32 struct_type_info:node master:node "
        "alias_all_render_targets:bool alias_render_target_index:some_u32 type_align:some_u32 "
        "type_name:string name:string",
    )
    # outputs: intersection
    ACCEPT_INTERSECTION_RET = 0x22000, _SIMPLE_RET
    CONTINUE_SEARCH_RET = 0x22001, _SIMPLE_RET
    DISTANCE_RET = 0x22002, _SIMPLE_RET
    # outputs: mesh
    MESH_PRIMITIVE_DATA_RET = 0x23000, _MESH_DATA_RET
    MESH_VERTEX_DATA_RET = 0x23001, _MESH_DATA_RET
    PRIMITIVE_CULLED_RET = 0x23002, _SHARED_RET
    PRIMITIVE_ID_RET = 0x23003, _SHARED_RET
    # outputs: Core Image
    CI_POINTER_RET = (
        0x24000,
        "access_qualifier:access address_space:space=1 inline_type_info:node struct_type_info:node "
        "type_size:some_u32 type_align:some_u32 type_name:string",
    )
    CI_STRUCT_RET = 0x24001, "struct_type_info:node type_name:string"
    CI_TEXTURE_RET = 0x24002, "location_count:some_u32 access_qualifier:access type_name:string"
    CI_BUILTIN_RET = 0x24003, _CI_NAMED
    CI_MATRIX_RET = 0x24004, _CI_NAMED
    CI_SAMPLER_RET = 0x24005, _CI_NAMED
    CI_IMAGEBLOCK_RET = 0x24006, _CI_NAMED
    # arguments: resources
    BUFFER_ARG = 0x40000, _BUFFER_ARG
    SAMPLER_ARG = 0x40001, _LOCATED_ARG
    TEXTURE_ARG = 0x40002, _ACCESS_ARG
    CONSTANT_ARG = (
        0x40003,
        "function_constant:bool location_index:some_u32 location_count:some_u32 struct_type_info:node "
        "type_size:some_u32 type_align:some_u32 type_name:string name:string unused:bool",
    )
    INDIRECT_BUFFER_ARG = 0x40004, _BUFFER_ARG
    INDIRECT_CONSTANT_ARG = 0x40005, _LOCATED_ARG
    COMMAND_BUFFER_ARG = 0x40006, _LOCATED_ARG
    COMPUTE_PIPELINE_STATE_ARG = 0x40007, _LOCATED_ARG
    RENDER_PIPELINE_STATE_ARG = 0x40008, _LOCATED_ARG
    VISIBLE_FUNCTION_TABLE_ARG = 0x40009, _ACCESS_ARG
    INTERSECTION_FUNCTION_TABLE_ARG = 0x4000A, _ACCESS_ARG
    INSTANCE_ACCELERATION_STRUCTURE_ARG = 0x4000B, _ACCESS_ARG
    PRIMITIVE_ACCELERATION_STRUCTURE_ARG = 0x4000C, _ACCESS_ARG
    BUFFER_STRIDE_ARG = 0x4000D, _LOCATED_ARG
    DEPTH_STENCIL_STATE_ARG = 0x4000E, _LOCATED_ARG
    FUNCTION_HANDLE_ARG = 0x4000F, _LOCATED_ARG
    TENSOR_ARG = 0x40010, _ACCESS_ARG
    # arguments: kernel
    THREAD_POSITION_IN_GRID_ARG = 0x41000, _SIMPLE_ARG
    THREADS_PER_GRID_ARG = 0x41001, _SIMPLE_ARG
    THREADGROUP_POSITION_IN_GRID_ARG = 0x41002, _SIMPLE_ARG
    THREADGROUPS_PER_GRID_ARG = 0x41003, _SIMPLE_ARG
    THREAD_POSITION_IN_THREADGROUP_ARG = 0x41004, _SIMPLE_ARG
    THREADS_PER_THREADGROUP_ARG = 0x41005, _SIMPLE_ARG
    DISPATCH_THREADS_PER_THREADGROUP_ARG = 0x41006, _SIMPLE_ARG
    THREAD_INDEX_IN_THREADGROUP_ARG = 0x41007, _SIMPLE_ARG
    THREAD_EXECUTION_WIDTH_ARG = 0x41008, _SIMPLE_ARG
    STAGE_IN_ARG = 0x41009, _LOCATED_ARG
    STAGE_IN_GRID_ORIGIN_ARG = 0x4100A, _SIMPLE_ARG
    STAGE_IN_GRID_SIZE_ARG = 0x4100B, _SIMPLE_ARG
    THREAD_INDEX_IN_SIMDGROUP_ARG = 0x4100C, _SIMPLE_ARG
    THREADS_PER_SIMDGROUP_ARG = 0x4100D, _SIMPLE_ARG
    SIMDGROUP_INDEX_IN_THREADGROUP_ARG = 0x4100E, _SIMPLE_ARG
    SIMDGROUPS_PER_THREADGROUP_ARG = 0x4100F, _SIMPLE_ARG
    DISPATCH_SIMDGROUPS_PER_THREADGROUP_ARG = 0x41010, _SIMPLE_ARG
    THREAD_INDEX_IN_QUADGROUP_ARG = 0x41011, _SIMPLE_ARG
    QUADGROUP_INDEX_IN_THREADGROUP_ARG = 0x41012, _SIMPLE_ARG
    QUADGROUPS_PER_THREADGROUP_ARG = 0x41013, _SIMPLE_ARG
    DISPATCH_QUADGROUPS_PER_THREADGROUP_ARG = 0x41014, _SIMPLE_ARG
    # arguments: vertex
    BASE_INSTANCE_ARG = 0x42000, _SIMPLE_ARG
    BASE_VERTEX_ARG = 0x42001, _SIMPLE_ARG
    INSTANCE_ID_ARG = 0x42002, _SIMPLE_ARG
    VERTEX_ID_ARG = 0x42003, _SIMPLE_ARG
    VERTEX_INPUT_ARG = 0x42004, _LOCATED_ARG
    CONTROL_POINT_INDEX_BUFFER_ARG = 0x42005, _SIMPLE_ARG
    PATCH_ID_ARG = 0x42006, _SIMPLE_ARG
    POSITION_IN_PATCH_ARG = 0x42007, _SIMPLE_ARG
    PATCH_INPUT_ARG = 0x42008, _LOCATED_ARG
    CONTROL_POINT_INPUT_ARG = 0x42009, "function_constant:bool fields:nodes unused:bool"
    CONTROL_POINT_FIELD = 0x4200A, _LOCATED_ARG
    AMPLIFICATION_COUNT_ARG = 0x4200E, _SIMPLE_ARG
    AMPLIFICATION_ID_ARG = 0x4200F, _SIMPLE_ARG
    # arguments: fragment
    FRAGMENT_INPUT_ARG = (
        0x43000,
        "function_constant:bool attribute_name:string location:some_u32 sampling_qualifier:sampling "
        "interpolation_qualifier:interpolation type_name:string name:string unused:bool",
    )
    FRONT_FACING_ARG = 0x43001, _SIMPLE_ARG
    POSITION_ARG = (
        0x43002,
        "function_constant:bool sampling_qualifier:sampling=1 interpolation_qualifier:interpolation=3 "
        "type_name:string name:string unused:bool",
    )
    POINT_COORD_ARG = 0x43003, _SIMPLE_ARG
    RENDER_TARGET_ARG = (
        0x43004,
        "function_constant:bool render_target_index:some_u32 raster_order_group:some_u32 type_name:string "
        "name:string unused:bool",
    )
    RENDER_TARGET_ARRAY_INDEX_ARG = 0x43005, _SIMPLE_ARG
    SAMPLE_ID_ARG = 0x43006, _SIMPLE_ARG
    SAMPLE_MASK_ARG = (
        0x43007,
        "function_constant:bool post_depth_coverage:bool type_name:string name:string unused:bool",
    )
    VIEWPORT_ARRAY_INDEX_ARG = 0x43008, _SIMPLE_ARG
    BARYCENTRIC_COORD_ARG = (
        0x4300D,
        "function_constant:bool sampling_qualifier:sampling interpolation_qualifier:interpolation "
        "type_name:string name:string unused:bool",
    )
    PRIMITIVE_ID_ARG = 0x4300E, _SIMPLE_ARG
    # arguments: tile
    PIXEL_POSITION_IN_TILE_ARG = 0x44000, _SIMPLE_ARG
    PIXELS_PER_TILE_ARG = 0x44001, _SIMPLE_ARG
    TILE_INDEX_ARG = 0x44002, _SIMPLE_ARG
    IMAGEBLOCK_ARG = (
        0x44003,
        "function_constant:bool data_size:some_u32 struct_type_info:node alias_all_render_targets:bool "
        "alias_render_target_index:some_u32 type_align:some_u32 type_name:string name:string unused:bool",
    )
    IMAGEBLOCK_DATA_ARG = (
        0x44004,
        "function_constant:bool data_size:some_u32 struct_type_info:node master:node "
        "alias_all_render_targets:bool alias_render_target_index:some_u32 type_align:some_u32 "
        "type_name:string name:string unused:bool",
    )
    # arguments: intersection
    PAYLOAD_ARG = (
        0x45000,
        "function_constant:bool struct_type_info:node type_size:some_u32 type_align:some_u32 "
        "type_name:string name:string unused:bool inline_type_info:node",
    )
    ORIGIN_ARG = 0x45001, _SIMPLE_ARG
    DIRECTION_ARG = 0x45002, _SIMPLE_ARG
    MIN_DISTANCE_ARG = 0x45003, _SIMPLE_ARG
    MAX_DISTANCE_ARG = 0x45004, _SIMPLE_ARG
    DISTANCE_ARG = 0x45005, _SIMPLE_ARG
    WORLD_SPACE_ORIGIN_ARG = 0x45006, _SIMPLE_ARG
    WORLD_SPACE_DIRECTION_ARG = 0x45007, _SIMPLE_ARG
    GEOMETRY_ID_ARG = 0x45008, _SIMPLE_ARG
    USER_INSTANCE_ID_ARG = 0x45009, _SIMPLE_ARG
    GEOMETRY_INTERSECTION_FUNCTION_TABLE_OFFSET_ARG = 0x4500A, _SIMPLE_ARG
    INSTANCE_INTERSECTION_FUNCTION_TABLE_OFFSET_ARG = 0x4500B, _SIMPLE_ARG
    OPAQUE_PRIMITIVE_ARG = 0x4500C, _SIMPLE_ARG
    OBJECT_TO_WORLD_TRANSFORM_ARG = 0x4500D, _SIMPLE_ARG
    WORLD_TO_OBJECT_TRANSFORM_ARG = 0x4500E, _SIMPLE_ARG
    TIME_ARG = 0x4500F, _SIMPLE_ARG
    KEY_FRAME_COUNT_ARG = 0x45010, _SIMPLE_ARG
    MOTION_START_TIME_ARG = 0x45011, _SIMPLE_ARG
    MOTION_END_TIME_ARG = 0x45012, _SIMPLE_ARG
    PRIMITIVE_DATA_ARG = 0x45013, _SIMPLE_ARG
    INSTANCE_ID_COUNT_ARG = 0x45014, _SIMPLE_ARG
    USER_INSTANCE_ID_COUNT_ARG = 0x45015, _SIMPLE_ARG
    CURVE_PARAMETER_ARG = 0x45016, _SIMPLE_ARG
    FUNCTION_ID_ARG = 0x45017, _SIMPLE_ARG
    USER_DATA_BUFFER_ARG = (
        0x45018,
        "function_constant:bool access_qualifier:access inline_type_info:node struct_type_info:node "
        "type_size:some_u32 type_align:some_u32 type_name:string name:string unused:bool",
    )
    # arguments: mesh
    MESH_ARG = 0x46000, "function_constant:bool mesh_type_info:node type_name:string name:string unused:bool"
    # arguments: object
    MESH_GRID_PROPERTIES_ARG = 0x47000, _SIMPLE_ARG
    # arguments: Core Image
    CI_ARRAY_ARG = (
        0x48000,
        "inline_type_info:node struct_type_info:node type_size:some_u32 type_align:some_u32 "
        "type_name:string name:string",
    )
    CI_PADDING_ARG = 0x48001, ""
    CI_POINTER_ARG = (
        0x48002,
        "access_qualifier:access address_space:space=1 inline_type_info:node struct_type_info:node "
        "type_size:some_u32 type_align:some_u32 type_name:string name:string",
    )
    CI_STRUCT_ARG = 0x48003, "struct_type_info:node type_name:string name:string"
    CI_TEXTURE_ARG = 0x48004, "location_count:some_u32 access_qualifier:access type_name:string name:string"
    CI_BUILTIN_ARG = 0x48005, _CI_NAMED
    CI_MATRIX_ARG = 0x48006, _CI_NAMED
    CI_SAMPLER_ARG = 0x48007, _CI_NAMED
    CI_IMAGEBLOCK_ARG = 0x48008, _CI_NAMED
    # information shared by the above
    FUNCTION_CONSTANT = 0x80000, "type_name:string name:string index:u32 required:bool"
    STRUCT_TYPE_INFO = 0x80001, "fields:tables:StructTypeInfoField"
    STITCHING_ARGUMENT = 0x80002, "type:node name:string"
    MESH_TYPE_INFO = (
        0x80003,
        "vertex_types:nodes primitive_types:nodes max_vertices:u32 max_primitives:u32 topology:topology=1",
    )
    GLOBAL_BINDING = 0x80004, "name:string argument:node"
    INLINE_TYPE_INFO = (
        0x80005,
        "address_space:space=255 inline_type_info:node struct_type_info:node size:u32 alignment:u32 "
        "array_entries:u32 type_name:string indirect_argument:node indirect_location:some_u32",
    )
    VISIBLE_FUNCTION_REFERENCE = 0x80006, "function_name:string"
    # types
    OPAQUE_TYPE = 0x81000, _TYPE + " name:string"
    VOID_TYPE = 0x81001, _TYPE
    BOOL_TYPE = 0x81002, _TYPE1
    CHAR_TYPE = 0x81003, _TYPE1
    UCHAR_TYPE = 0x81004, _TYPE1
    SHORT_TYPE = 0x81005, _TYPE2
    USHORT_TYPE = 0x81006, _TYPE2
    INT_TYPE = 0x81007, _TYPE4
    UINT_TYPE = 0x81008, _TYPE4
    LONG_TYPE = 0x81009, _TYPE8
    ULONG_TYPE = 0x8100A, _TYPE8
    LLONG_TYPE = 0x8100B, _TYPE16
    ULLONG_TYPE = 0x8100C, _TYPE16
    HALF_TYPE = 0x8100D, _TYPE2
    FLOAT_TYPE = 0x8100E, _TYPE4
    DOUBLE_TYPE = 0x8100F, _TYPE8
    BFLOAT_TYPE = 0x81010, _TYPE2
    VECTOR_TYPE = 0x81011, _TYPE + " element_type:node num_elements:u32"
    PACKED_VECTOR_TYPE = 0x81012, _TYPE + " element_type:node num_elements:u32"
    MATRIX_TYPE = 0x81013, _TYPE + " element_type:node num_columns:u32 num_rows:u32"
    FUNCTION_TYPE = 0x81014, _TYPE + " return_type:node param_types:nodes"
    POINTER_TYPE = 0x81015, _TYPE + " pointee_type:node"
    LVALUE_REFERENCE_TYPE = 0x81016, _TYPE + " pointee_type:node"
    RVALUE_REFERENCE_TYPE = 0x81017, _TYPE + " pointee_type:node"
    ARRAY_TYPE = 0x81018, _TYPE + " element_type:node num_elements:u32"
    ENUM_TYPE = 0x81019, _TYPE + " name:string underlying_type:node"
    RECORD_BASE = 0x8101A, "offset:u32 alignment:u32 type:node"
    RECORD_FIELD = 0x8101B, "offset:u32 alignment:u32 type:node name:string attributes:nodes bitfield:u32x3"
    STRUCT_TYPE = 0x8101C, _STRUCT_TYPE
    UNION_TYPE = 0x8101D, _STRUCT_TYPE
    # types of Metal
    ARRAY_OF_TYPE = 0x82000, _TYPE + " element_type:node num_elements:u32"
    ARRAY_REF_OF_TYPE = 0x82001, _TYPE + " element_type:node"
    TEXTURE1D_TYPE = 0x82002, _TEXTURE_TYPE
    TEXTURE1D_ARRAY_TYPE = 0x82003, _TEXTURE_TYPE
    TEXTURE2D_TYPE = 0x82004, _TEXTURE_TYPE
    TEXTURE2D_ARRAY_TYPE = 0x82005, _TEXTURE_TYPE
    TEXTURE3D_TYPE = 0x82006, _TEXTURE_TYPE
    TEXTURE_CUBE_TYPE = 0x82007, _TEXTURE_TYPE
    TEXTURE_CUBE_ARRAY_TYPE = 0x82008, _TEXTURE_TYPE
    TEXTURE2D_MS_TYPE = 0x82009, _TEXTURE_TYPE
    TEXTURE2D_MS_ARRAY_TYPE = 0x8200A, _TEXTURE_TYPE
    TEXTURE_BUFFER1D_TYPE = 0x8200B, _TEXTURE_TYPE
    DEPTH2D_TYPE = 0x8200C, _TEXTURE_TYPE
    DEPTH2D_ARRAY_TYPE = 0x8200D, _TEXTURE_TYPE
    DEPTH_CUBE_TYPE = 0x8200E, _TEXTURE_TYPE
    DEPTH_CUBE_ARRAY_TYPE = 0x8200F, _TEXTURE_TYPE
    DEPTH2D_MS_TYPE = 0x82010, _TEXTURE_TYPE
    DEPTH2D_MS_ARRAY_TYPE = 0x82011, _TEXTURE_TYPE
    SAMPLER_TYPE = 0x82012, _TYPE
    PATCH_CONTROL_POINT_TYPE = 0x82013, _TYPE + " control_point_type:node"
    IMAGEBLOCK_TYPE = 0x82014, _TYPE + " layout:layout data_type:node"
    R8_UNORM_TYPE = 0x82015, _TYPE + " alu_type:node"
    R8_SNORM_TYPE = 0x82016, _TYPE + " alu_type:node"
    R16_UNORM_TYPE = 0x82017, _TYPE + " alu_type:node"
    R16_SNORM_TYPE = 0x82018, _TYPE + " alu_type:node"
    RG8_UNORM_TYPE = 0x82019, _TYPE + " alu_type:node"
    RG8_SNORM_TYPE = 0x8201A, _TYPE + " alu_type:node"
    RG16_UNORM_TYPE = 0x8201B, _TYPE + " alu_type:node"
    RG16_SNORM_TYPE = 0x8201C, _TYPE + " alu_type:node"
    RGBA8_UNORM_TYPE = 0x8201D, _TYPE + " alu_type:node"
    RGBA8_SNORM_TYPE = 0x8201E, _TYPE + " alu_type:node"
    RGBA16_UNORM_TYPE = 0x8201F, _TYPE + " alu_type:node"
    RGBA16_SNORM_TYPE = 0x82020, _TYPE + " alu_type:node"
    SRGBA8_UNORM_TYPE = 0x82021, _TYPE + " alu_type:node"
    RGB10A2_TYPE = 0x82022, _TYPE + " alu_type:node"
    RG11B10F_TYPE = 0x82023, _TYPE + " alu_type:node"
    RGB9E5_TYPE = 0x82024, _TYPE + " alu_type:node"
    COMMAND_BUFFER_TYPE = 0x82025, _TYPE
    COMPUTE_PIPELINE_STATE_TYPE = 0x82026, _TYPE
    RENDER_PIPELINE_STATE_TYPE = 0x82027, _TYPE
    INTERPOLANT_TYPE = 0x82028, _TYPE + " perspective:bool value_type:node"
    VISIBLE_FUNCTION_TABLE_TYPE = 0x82029, _TYPE + " function_type:node"
    INTERSECTION_FUNCTION_TABLE_TYPE = (
        0x8202A,
        _TYPE + " instancing:bool triangle_data:bool world_space_data:bool primitive_motion:bool "
        "instance_motion:bool extended_limits:bool curve_data:bool multi_level_instancing:u32",
    )
    ACCELERATION_STRUCTURE_TYPE = 0x8202B, _TYPE + " instancing:bool primitive_motion:bool instance_motion:bool"
    MESH_TYPE = (
        0x8202C,
        _TYPE + " vertex_type:node primitive_type:node max_vertices:u32 max_primitives:u32 topology:topology",
    )
    MESH_GRID_PROPERTIES_TYPE = 0x8202D, _TYPE
    VERTEX_VALUE_TYPE = 0x8202F, _TYPE + " underlying_type:node"
    DEPTH_STENCIL_STATE_TYPE = 0x82030, _TYPE
    FUNCTION_HANDLE_TYPE = 0x82031, _TYPE
    INTERSECTION_FUNCTION_HANDLE_TYPE = (
        0x82032,
        _TYPE + " intersection_function_buffer:bool instancing:bool multi_level_instancing:u32 triangle_data:bool "
        "curve_data:bool world_space_data:bool user_data:bool primitive_motion:bool instance_motion:bool "
        "extended_limits:bool",
    )
    EXTENTS_TYPE = 0x82033, _TYPE + " index_type:node extents:u64v"
    TENSOR_TYPE = 0x82034, _TYPE + " element_type:node extents_type:node kind:tensor"
    # type qualifiers
    ADDRESS_SPACE_TYPE_QUAL = 0x83000, "address_space:space"
    # attributes of record fields
    CLIP_DISTANCE_ATTR = 0x84000, ""
    FUNCTION_CONSTANT_PREDICATE_ATTR = 0x84001, "predicate:some_bool"
    LOCATION_INDEX_ATTR = 0x84002, "index:some_u32 count:some_u32"
    POINT_SIZE_ATTR = 0x84003, ""
    POSITION_ATTR = 0x84004, ""
    PRIMITIVE_CULLED_ATTR = 0x84005, ""
    PRIMITIVE_ID_ATTR = 0x84006, ""
    RENDER_TARGET_ATTR = 0x84007, "index:some_u32"
    RENDER_TARGET_ARRAY_INDEX_ATTR = 0x84008, ""
    VIEWPORT_ARRAY_INDEX_ATTR = 0x84009, ""
    USER_ATTR = 0x8400A, "name:string"
    INVARIANT_ATTR = 0x8400B, ""
    SHARED_ATTR = 0x8400C, ""
    # emulation of mesh shaders
    MESH_EMULATION_VALUE_GROUP = (
        0x85000,
        "value_alignment:u32 value_size:u32 max_value_count:u32 member_type:node member_index:u32",
    )
    MESH_EMULATION_BLOCK = 0x85001, "value_groups:nodes"
    MESH_EMULATION_MESH_LAYOUT = (
        0x85002,
        "max_vertices:u32 max_primitives:u32 max_indices:u32 max_indices_padding:u32 "
        "vertices_primitives_block:node primitive_culled_block:node",
    )
    MESH_EMULATION_MESH_KERNEL = 0x85003, "function:string emulation_buffer_index:u32 layout:node"
    MESH_EMULATION_MESH_VERTEX = 0x85004, "function:string emulation_buffer_index:u32 layout:node"
    MESH_EMULATION_OBJECT_KERNEL = 0x85005, "function:string emulation_buffer_index:u32 max_mesh_workgroups:node"
    MESH_EMULATION_FRAGMENT_ANALYSIS_RESULT = 0x85006, "function:string used_inputs:strings"

    @property
    def slots(self) -> tuple[Slot, ...] | None:
        """The slots of this type's table, None for an unknown type."""
        return None if not self.is_known or self.description is None else slots_of(self.description)

    def has_slot(self, name: str) -> bool:
        """Whether the nodes of this type have a slot of this name."""
        return any(slot.name == name for slot in self.slots or ())

    @classmethod
    def of_kind(cls, kind: str, *, is_output: bool) -> NodeType | None:
        """The node type for an argument or output of this kind (a word of `mtlb.air.words`); None if there is none."""
        name = _RENAMED_KINDS.get(kind, f"{kind.upper()}_{'RET' if is_output else 'ARG'}")
        return cls.__members__.get(name)


_RENAMED_KINDS = {
    "patch_control_point_input": "CONTROL_POINT_INPUT_ARG",
    "patch_control_point_field": "CONTROL_POINT_FIELD",
    "sample_mask_in": "SAMPLE_MASK_ARG",
    "indirect_command_buffer": "COMMAND_BUFFER_ARG",
}
"""Kinds of arguments whose node type has another name."""


SUBTABLES = {
    "StitchingInfo": "return_type:node arguments:nodes",
    "StructTypeInfoField": (
        "struct_type_info:node offset:u32 size:u32 array_entries:u32 type_name:string field_name:string "
        "attribute_name:string indirect_argument:node indirect_location:some_u32 raster_order_group:some_u32 "
        "render_target_index:some_u32 inline_type_info:node"
    ),
    "LocalAllocation": "size:u32 alignment:u32",
}
"""Tables that are not nodes."""

ROOT = (
    "fragment_functions:nodes intersection_functions:nodes kernel_functions:nodes vertex_functions:nodes "
    "visible_functions:nodes mesh_functions:nodes object_functions:nodes function_constants:nodes "
    "static_local_allocations:tables:LocalAllocation emulations:nodes global_bindings:nodes "
    "visible_function_references:nodes ci_functions:nodes"
)
"""The slots of the root table after the version and the nodes."""

FORWARD_ORDER = frozenset({_SIMPLE_ARG, _SIMPLE_RET, _STRUCT_TYPE, _TEXTURE_TYPE})
"""Tables whose fields Apple's writer adds from the first slot on; all others are added by size, largest first, last
slot first. Of textures the type of two dimensions is seen.
"""
