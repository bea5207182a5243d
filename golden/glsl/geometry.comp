#version 460
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Data { float x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { float o[]; } result;
void main() {
    uint me = gl_GlobalInvocationID.x;
    vec3 a = vec3(data.x[me], data.x[me + 1u], data.x[me + 2u]), b = vec3(data.x[me + 3u], 1.5, data.x[me + 4u]);
    vec2 c = a.xy;
    vec4 d = vec4(b, 2.0);
    uint at = me * 12u;
    result.o[at] = length(a) + length(c) + length(d) + length(a.x);
    result.o[at + 1u] = distance(a, b) + distance(a.x, b.x);
    result.o[at + 2u] = dot(a, b) + dot(c, c) + dot(d, d);
    vec3 r = cross(a, b) + normalize(b) + faceforward(a, b, a) + reflect(a, vec3(0.0, 1.0, 0.0)) + refract(normalize(b), vec3(0.0, 1.0, 0.0), 0.75);
    result.o[at + 3u] = r.x;
    result.o[at + 4u] = r.y;
    result.o[at + 5u] = r.z;
    r = refract(vec3(0.6, -0.8, 0.0), vec3(0.0, 1.0, 0.0), 1.5) + reflect(b, normalize(vec3(1.0)));
    result.o[at + 6u] = r.x + r.y + r.z;
    result.o[at + 7u] = refract(0.5, 1.0, 0.5) + reflect(data.x[me], 1.0) + faceforward(1.0, data.x[me], 1.0);
}
