#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_EXT_spirv_intrinsics : require
#extension GL_NV_shader_subgroup_partitioned : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Data { uint x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { uint o[]; } result;
spirv_instruction(extensions = ["SPV_KHR_subgroup_rotate"], capabilities = [6026], id = 4431)
uint rotate(uint scope, uint value, uint delta, uint cluster);
// Subgroup operations that Metal has no function for.
void main() {
    uint at = gl_LocalInvocationIndex;
    uint x = data.x[at];
    int y = int(x) - 500;
    vec2 z = vec2(y, x) * 0.5;
    bool odd = (x & 1u) == 1u;
    uvec4 part = subgroupPartitionNV(uvec2(x % 3u, 1u));
    uint64_t w = uint64_t(x) << 30;
    uint o[24];
    o[0] = subgroupInclusiveMin(x);
    o[1] = subgroupExclusiveMax(x);
    o[2] = uint(subgroupInclusiveMax(y));
    o[3] = uint(subgroupExclusiveMin(y));
    o[4] = subgroupInclusiveOr(x);
    o[5] = subgroupExclusiveAnd(x | 0xf0u);
    o[6] = subgroupInclusiveXor(x);
    o[7] = uint(subgroupExclusiveOr(odd));
    o[8] = floatBitsToUint(subgroupExclusiveMin(z).y);
    o[9] = floatBitsToUint(subgroupInclusiveMax(z).x);
    o[10] = subgroupClusteredAdd(x, 2u);
    o[11] = subgroupClusteredMax(x, 8u);
    o[12] = subgroupClusteredMul((x & 1u) + 1u, 16u);
    o[13] = uint(subgroupClusteredXor(odd, 8u));
    o[14] = floatBitsToUint(subgroupClusteredAdd(z, 32u).y);
    o[15] = part.x;
    o[16] = subgroupPartitionedAddNV(x, part);
    o[17] = subgroupPartitionedInclusiveMaxNV(x, part);
    o[18] = subgroupPartitionedExclusiveAddNV(x, part);
    o[19] = uint(subgroupAdd(w) >> 20);
    o[20] = uint(subgroupExclusiveAdd(w) >> 20);
    o[21] = rotate(3u, x, 5u, 8u);
    o[22] = 0u;
    if (odd) o[22] = subgroupInclusiveMin(x);
    o[23] = uint(subgroupMin(w) >> 20);
    for (uint n = 0u; n < 24u; ++n) result.o[at * 24u + n] = o[n];
}
