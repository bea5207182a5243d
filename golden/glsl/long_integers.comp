#version 460
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Data { int64_t x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { int64_t o[]; } result;
void main() {
    uint me = gl_GlobalInvocationID.x;
    int64_t a = data.x[me] * 1000000007l, b = data.x[me + 1u] - 4l;
    uint64_t u = uint64_t(a), v = uint64_t(b) | 1ul;
    i64vec2 two = i64vec2(a, b) * 3l;
    uint at = me * 8u;
    result.o[at] = a * b + (a >> 3) - (b << 5);
    result.o[at + 1u] = a / (b == 0l ? 7l : b) + a % 1000l;
    result.o[at + 2u] = int64_t(u / v) ^ int64_t(u % v);
    result.o[at + 3u] = abs(a) + min(a, b) + int64_t(max(u, v)) + sign(b);
    result.o[at + 4u] = two.x + two.y + int64_t(a < b) + int64_t(u < v) * 2l;
    result.o[at + 5u] = int64_t(int(a)) + int64_t(uint(u >> 20)) + int64_t(float(b));
    result.o[at + 6u] = ~a & int64_t(u >> 60) | b;
    result.o[at + 7u] = packInt2x32(unpackInt2x32(a).yx);
}
