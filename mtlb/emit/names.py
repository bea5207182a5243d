"""Metal's types by name: `from mtlb.emit import f32, float4, texture2d`.

The names are listed in `__all__` of the package.
"""

from __future__ import annotations

from ..air.textures import HANDLES
from ..air.types import NUMBERS
from ..base.classes import replace
from ..base.metal import AddressSpace
from .types import Handle, Scalar, SimdgroupMatrix, Texture, Vector, Void, texture

void = Void()
SCALARS = tuple(Scalar(number.name, number.kind, number.bits, number.mangled) for number in NUMBERS)
WORDS = {scalar: row.word for scalar, row in zip(SCALARS, NUMBERS, strict=True)}
f16, f32, i8, i16, i32, i64, u8, u16, u32, u64, bf16, boolean = SCALARS

bool2, bool3, bool4 = Vector(boolean, 2), Vector(boolean, 3), Vector(boolean, 4)
char2, char3, char4 = Vector(i8, 2), Vector(i8, 3), Vector(i8, 4)
uchar2, uchar3, uchar4 = Vector(u8, 2), Vector(u8, 3), Vector(u8, 4)
short2, short3, short4 = Vector(i16, 2), Vector(i16, 3), Vector(i16, 4)
ushort2, ushort3, ushort4 = Vector(u16, 2), Vector(u16, 3), Vector(u16, 4)
int2, int3, int4 = Vector(i32, 2), Vector(i32, 3), Vector(i32, 4)
uint2, uint3, uint4 = Vector(u32, 2), Vector(u32, 3), Vector(u32, 4)
long2, long3, long4 = Vector(i64, 2), Vector(i64, 3), Vector(i64, 4)
ulong2, ulong3, ulong4 = Vector(u64, 2), Vector(u64, 3), Vector(u64, 4)
half2, half3, half4 = Vector(f16, 2), Vector(f16, 3), Vector(f16, 4)
float2, float3, float4 = Vector(f32, 2), Vector(f32, 3), Vector(f32, 4)
bfloat2, bfloat3, bfloat4 = Vector(bf16, 2), Vector(bf16, 3), Vector(bf16, 4)

NAMED: dict[str, Scalar | Vector] = {scalar.name: scalar for scalar in SCALARS}
NAMED |= {item.name: item for item in [Vector(scalar, count) for scalar in SCALARS for count in (2, 3, 4)]}

thread = AddressSpace.PRIVATE
device = AddressSpace.DEVICE
constant = AddressSpace.CONSTANT
threadgroup = AddressSpace.THREADGROUP
threadgroup_imageblock = AddressSpace.IMAGEBLOCK
ray_data = AddressSpace.RAY_DATA
object_data = AddressSpace.OBJECT_DATA
mesh_data = AddressSpace.MESH_DATA

HANDLE_TYPES = {name: Handle(name, name, row.space, name, row.access) for name, row in HANDLES.items()}
sampler = HANDLE_TYPES["sampler"]
command_buffer = HANDLE_TYPES["command_buffer"]
render_pipeline_state = HANDLE_TYPES["render_pipeline_state"]
compute_pipeline_state = HANDLE_TYPES["compute_pipeline_state"]
depth_stencil_state = HANDLE_TYPES["depth_stencil_state"]
instance_acceleration_structure = HANDLE_TYPES["instance_acceleration_structure"]
primitive_acceleration_structure = HANDLE_TYPES["primitive_acceleration_structure"]

simdgroup_float8x8 = SimdgroupMatrix(f32)
simdgroup_half8x8 = SimdgroupMatrix(f16)
simdgroup_bfloat8x8 = SimdgroupMatrix(bf16)


def visible_function_table(signature: str) -> Handle:
    """A table of visible functions. `signature` as Metal writes it: ``float (float, uint)``."""
    return replace(HANDLE_TYPES["visible_function_table"], name=f"visible_function_table<{signature}>")


def intersection_function_table(*tags: str) -> Handle:
    """A table of intersection functions. `tags` as Metal writes them: ``instancing``, ``triangle_data``."""
    return replace(HANDLE_TYPES["intersection_function_table"], name=f"intersection_function_table<{', '.join(tags)}>")


def texture1d(component: Scalar, access: str = "sample") -> Texture:
    """`texture1d<component, access>`."""
    return texture("texture1d", component, access)


def texture2d(component: Scalar, access: str = "sample") -> Texture:
    """`texture2d<component, access>`."""
    return texture("texture2d", component, access)


def texture2d_array(component: Scalar, access: str = "sample") -> Texture:
    """`texture2d_array<component, access>`."""
    return texture("texture2d_array", component, access)


def texture3d(component: Scalar, access: str = "sample") -> Texture:
    """`texture3d<component, access>`."""
    return texture("texture3d", component, access)


def texturecube(component: Scalar, access: str = "sample") -> Texture:
    """`texturecube<component, access>`."""
    return texture("texturecube", component, access)


def depth2d(component: Scalar = f32, access: str = "sample") -> Texture:
    """`depth2d<component, access>`."""
    return texture("depth2d", component, access)
