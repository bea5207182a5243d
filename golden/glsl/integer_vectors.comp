#version 460
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Data { int x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { int o[]; } result;
void main() {
    uint me = gl_GlobalInvocationID.x;
    ivec4 a = ivec4(data.x[me], data.x[me + 1u], -data.x[me + 2u], data.x[me + 3u]) * 40503;
    ivec4 b = ivec4(3, -7, 11, 1 + int(me));
    uvec4 u = uvec4(a), v = uvec4(5u, 9u, 2u, 31u);
    ivec4 r = a / b + (a & 0xffffff) % ivec4(7) + (a << ivec4(1, 2, 3, 4)) + (a >> 2);
    r += abs(a) + sign(a) * 3 + min(a, b) - max(a, b) + clamp(a, -100, 100);
    r += ivec4(u / v) ^ ivec4(u % v) ^ ivec4(u >> v) ^ ivec4(bitfieldReverse(u));
    r += bitCount(a) + findLSB(u) + findMSB(u) + findMSB(a) + bitfieldExtract(a, 2, 9) + bitfieldInsert(a, b, 8, 8);
    r += ivec4(lessThan(a, b)) + ivec4(greaterThanEqual(u, v)) * 2 + ivec4(equal(a, a)) * 4;
    uvec4 borrow;
    r += ivec4(usubBorrow(u, v * 100000u, borrow)) + ivec4(borrow);
    bvec4 odd = notEqual(a & 1, ivec4(0));
    r.x += int(any(odd)) + 2 * int(all(not(odd)));
    for (int n = 0; n < 4; n++) result.o[me * 4u + uint(n)] = r[n];
}
