#version 460
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Data { float x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { float o[]; } result;
void main() {
    uint me = gl_GlobalInvocationID.x;
    mat3 m = mat3(data.x[me], 2.0, 3.0, data.x[me + 1u], 5.0, -1.0, 0.5, data.x[me + 2u], 8.0);
    mat4 n = mat4(m);
    n[3] = vec4(1.0, -2.0, 4.0, 2.0);
    mat2 q = mat2(3.0, 1.0, data.x[me + 3u], 4.0);
    mat2x3 w = outerProduct(vec3(1.0, data.x[me], 3.0), vec2(2.0, -1.0));
    mat3x4 wide = mat3x4(w[0], 1.0, w[1], 2.0, vec4(0.5));
    vec3 v = vec3(1.0, 2.0, data.x[me + 4u]);
    vec3 r = m * v + v * m + (m * m)[me % 3u] + transpose(m)[1] + matrixCompMult(m, m)[2] + w * vec2(1.0, 2.0);
    r += (-m)[0] * 2.0 + (m * 3.0)[1] + (m + transpose(m))[2] - (m - mat3(1.0))[0] + (m / 2.0)[1];
    vec4 s = n * vec4(v, 1.0) + vec4(v, 2.0) * n + wide * v + vec4(vec2(1.0, 2.0) * transpose(w), 0.0);
    vec2 t = v * w + inverse(q) * vec2(1.0, 3.0);
    uint at = me * 16u;
    for (uint k = 0u; k < 3u; k++) result.o[at + k] = r[k];
    for (uint k = 0u; k < 4u; k++) result.o[at + 3u + k] = s[k];
    result.o[at + 7u] = t.x + t.y;
    result.o[at + 8u] = determinant(m);
    result.o[at + 9u] = determinant(n);
    result.o[at + 10u] = determinant(q);
    mat3 i = inverse(m + mat3(20.0));
    mat4 j = inverse(n + mat4(30.0));
    for (uint k = 0u; k < 3u; k++) result.o[at + 11u + k] = i[k][me % 3u];
    result.o[at + 14u] = j[1][2] + j[3][0];
    m[int(me % 3u)][int(me % 2u)] = 7.0;
    result.o[at + 15u] = m[0][0] + m[1][1] + m[2][0] + float(m == mat3(1.0)) + float(q != mat2(2.0));
}
