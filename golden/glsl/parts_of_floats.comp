#version 460
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Data { float x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { float o[]; } result;
void main() {
    uint me = gl_GlobalInvocationID.x;
    float x = ldexp(data.x[me], int(data.x[me + 16u] * 3.0));
    float whole;
    float part = modf(x, whole);
    int exponent;
    float fraction = frexp(x, exponent);
    vec2 wholes;
    vec2 parts = modf(vec2(x, -x * 3.0), wholes);
    ivec3 exponents;
    vec3 fractions = frexp(vec3(x, 0.0, -x), exponents);
    uint at = me * 16u;
    result.o[at] = part;
    result.o[at + 1u] = whole;
    result.o[at + 2u] = fraction;
    result.o[at + 3u] = float(exponent);
    result.o[at + 4u] = parts.x + parts.y;
    result.o[at + 5u] = wholes.y;
    result.o[at + 6u] = fractions.y + fractions.z;
    result.o[at + 7u] = float(exponents.x + exponents.y * 100 + exponents.z * 1000);
    result.o[at + 8u] = ldexp(fraction, exponent);
    result.o[at + 9u] = ldexp(vec2(x), ivec2(-2, 5)).y;
    result.o[at + 10u] = intBitsToFloat(floatBitsToInt(x) ^ 0x400000);
    result.o[at + 11u] = uintBitsToFloat(floatBitsToUint(x) & 0xfffff000u);
    result.o[at + 12u] = isnan(x) ? 1.0 : 0.0;
    result.o[at + 13u] = isinf(x) ? 1.0 : 0.0;
    result.o[at + 14u] = float(uint(abs(x))) + float(int(x));
    result.o[at + 15u] = float(bool(part)) + float(x < whole);
}
