#version 460
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Data { float x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { float o[]; } result;
void main() {
    uint me = gl_GlobalInvocationID.x;
    vec3 x = vec3(data.x[me], data.x[me + 1u], data.x[me + 2u]);
    vec3 y = vec3(data.x[me + 3u], data.x[me + 4u], data.x[me + 5u]);
    vec4 total = vec4(0.0);
    total.xyz += floor(x) + ceil(y) + fract(x) + sign(y) + abs(x);
    total.xyz += mix(x, y, vec3(0.5)) + mix(x, y, lessThan(x, y)) + clamp(x, y - 1.0, y + 1.0);
    total.xyz += step(x, y) + smoothstep(vec3(-4.0), vec3(4.0), x) + mod(x, vec3(0.75)) + mod(x, 1.5);
    total.xyz += min(x, y) * max(x, 0.5) + fma(x, y, x);
    total += vec4(lessThanEqual(x, y), 1.0) + vec4(notEqual(x, y), 0.0);
    total.xy *= x.yx;
    total.wz -= y.xz;
    for (uint n = 0u; n < 4u; n++) result.o[me * 4u + n] = total[n];
}
