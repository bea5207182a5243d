#version 460
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 4) in;
struct Element { vec3 at; float weight; mat3 turn; vec2 small[2]; };
layout(scalar, binding = 0) buffer Data { Element e[4]; } data;
layout(std430, binding = 1) writeonly buffer Out { float o[]; } result;
void main() {
    uint me = gl_GlobalInvocationID.x;
    Element e = data.e[me];
    e.at = e.at.zxy * e.weight;
    e.turn = transpose(e.turn);
    e.small[1] += e.small[0];
    data.e[me] = e;
    result.o[me] = data.e[(me + 1u) % 4u].weight + e.turn[1].z + data.e[me].turn[2].x;
}
