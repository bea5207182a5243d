#version 460
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Data { float x[]; } data;
layout(std430, binding = 1) buffer Out { uint o[]; } result;
void main() {
    uint me = gl_GlobalInvocationID.x;
    vec4 x = vec4(data.x[me], data.x[me + 1u], data.x[me + 2u], data.x[me + 3u]) / 4.0;
    uint at = me * 6u;
    result.o[at] = packUnorm4x8(x);
    result.o[at + 1u] = packSnorm4x8(x);
    result.o[at + 2u] = packUnorm2x16(x.xy);
    result.o[at + 3u] = packSnorm2x16(x.zw);
    result.o[at + 4u] = packHalf2x16(x.xw);
    uint word = result.o[at] ^ 0x9e3779b9u * (me + 1u);
    vec4 sum = unpackUnorm4x8(word) + unpackSnorm4x8(word) * 2.0;
    sum.xy += unpackUnorm2x16(word) + unpackSnorm2x16(word) + unpackHalf2x16(packHalf2x16(x.yz));
    result.o[at + 5u] = floatBitsToUint(sum.x) ^ uint(abs(sum.z) * 255.0 * 127.0);
}
