"""Modules and libraries from nothing but Python: types with Metal's layouts, entry points, instructions.

import mtlb
from mtlb import emit
from mtlb.emit import f32, u32

m = emit.Module("macos14", "saxpy")
k = m.kernel("saxpy")
a = k.constant("a", f32, 0)
x, y = k.buffer("x", f32, 1, "read"), k.buffer("y", f32, 2)
i = k.builtin("thread_position_in_grid", u32)
b = k.entry()
y[i].store(a.load() * x[i].load() + y[i].load())
b.ret()
mtlb.save(mtlb.link([m]).library, "saxpy.metallib")

"""
# ruff: noqa: F403, F405

from __future__ import annotations

from ..air.target import AirTarget as Target
from ..base.errors import BuildError
from .atomics import Atomics
from .builder import Builder
from .entry import ComputeEntry, Entry, FragmentEntry, KernelEntry, VertexEntry, VisibleEntry
from .flow import Branch, Loop
from .lanes import Lanes
from .matrices import Matrices
from .module import ModuleBuilder as Module
from .names import *
from .operands import Aggregate, AggregatePhi, Global, Phi, Reference
from .operands import CodeBlock as Block
from .operands import PipelineConstant as FunctionConstant
from .operands import TypedValue as Value
from .signature import EntryBuilder
from .stages import CoreImageEntry, IntersectionEntry, MeshEntry, MeshOutput, ObjectEntry, TileEntry
from .textures import Textures
from .types import (
    Array,
    Handle,
    Matrix,
    Scalar,
    SimdgroupMatrix,
    Struct,
    Texture,
    Vector,
    Void,
    array,
    matrix,
    packed,
    ptr,
    texture,
    vector,
)
from .types import MetalPointer as Pointer
from .types import MetalType as Type
from .types import StructMember as Member

__all__ = [
    "Aggregate",
    "AggregatePhi",
    "Array",
    "Atomics",
    "Block",
    "Branch",
    "BuildError",
    "Builder",
    "ComputeEntry",
    "CoreImageEntry",
    "Entry",
    "EntryBuilder",
    "FragmentEntry",
    "FunctionConstant",
    "Global",
    "Handle",
    "IntersectionEntry",
    "KernelEntry",
    "Lanes",
    "Loop",
    "Matrices",
    "Matrix",
    "Member",
    "MeshEntry",
    "MeshOutput",
    "Module",
    "ObjectEntry",
    "Phi",
    "Pointer",
    "Reference",
    "Scalar",
    "SimdgroupMatrix",
    "Struct",
    "Target",
    "Texture",
    "Textures",
    "TileEntry",
    "Type",
    "Value",
    "Vector",
    "VertexEntry",
    "VisibleEntry",
    "Void",
    "array",
    "bf16",
    "bfloat2",
    "bfloat3",
    "bfloat4",
    "bool2",
    "bool3",
    "bool4",
    "boolean",
    "char2",
    "char3",
    "char4",
    "command_buffer",
    "compute_pipeline_state",
    "constant",
    "depth2d",
    "depth_stencil_state",
    "device",
    "f16",
    "f32",
    "float2",
    "float3",
    "float4",
    "half2",
    "half3",
    "half4",
    "i8",
    "i16",
    "i32",
    "i64",
    "instance_acceleration_structure",
    "int2",
    "int3",
    "int4",
    "intersection_function_table",
    "long2",
    "long3",
    "long4",
    "matrix",
    "mesh_data",
    "object_data",
    "packed",
    "primitive_acceleration_structure",
    "ptr",
    "ray_data",
    "render_pipeline_state",
    "sampler",
    "short2",
    "short3",
    "short4",
    "simdgroup_bfloat8x8",
    "simdgroup_float8x8",
    "simdgroup_half8x8",
    "texture",
    "texture1d",
    "texture2d",
    "texture2d_array",
    "texture3d",
    "texturecube",
    "thread",
    "threadgroup",
    "threadgroup_imageblock",
    "u8",
    "u16",
    "u32",
    "u64",
    "uchar2",
    "uchar3",
    "uchar4",
    "uint2",
    "uint3",
    "uint4",
    "ulong2",
    "ulong3",
    "ulong4",
    "ushort2",
    "ushort3",
    "ushort4",
    "vector",
    "visible_function_table",
    "void",
]
