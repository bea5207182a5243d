#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_clustered : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) readonly buffer Data { float x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { float o[]; } result;
void main() {
    uint me = gl_SubgroupInvocationID;
    float x = data.x[me];
    uint at = me * 8u;
    result.o[at] = subgroupClusteredAdd(x, 4u);
    result.o[at + 1u] = subgroupClusteredMax(x, 4u);
    result.o[at + 2u] = float(subgroupClusteredOr(1u << me, 4u));
    result.o[at + 3u] = subgroupClusteredMul(x, 1u);
}
