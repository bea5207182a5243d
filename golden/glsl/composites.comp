#version 460
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Data { float x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { float o[]; } result;
struct Deep { vec4 rows[2]; ivec2 pick; };
Deep deep[2];
void main() {
    uint me = gl_GlobalInvocationID.x;
    vec4 v = vec4(data.x[me], data.x[me + 1u], data.x[me + 2u], data.x[me + 3u]);
    int k = int(me % 4u);
    v[k] += 100.0;
    v.zx = v.xz + 1.0;
    deep[0].rows[0] = v;
    deep[0].rows[1] = v.wzyx;
    deep[0].pick = ivec2(k, 3 - k);
    deep[1] = deep[0];
    deep[1].rows[me % 2u][k] = -1.0;
    float grid[2][3];
    for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) grid[i][j] = v[i] * float(j);
    uint at = me * 8u;
    result.o[at] = v[3 - k];
    result.o[at + 1u] = deep[1].rows[0][deep[0].pick.x] + deep[1].rows[1][deep[1].pick.y];
    result.o[at + 2u] = grid[me % 2u][me % 3u] + grid[1][2];
    bvec4 b = bvec4(v.x > 0.0, v.y > 0.0, v.z > 0.0, v.w > 0.0);
    b[k] = true;
    result.o[at + 3u] = float(b.x) + 2.0 * float(b.y) + 4.0 * float(b.z) + 8.0 * float(b.w);
    vec2 two = v.yw;
    two.y *= 2.0;
    result.o[at + 4u] = two.x + two.y;
    result.o[at + 5u] = vec4(v.xy, two)[k];
    result.o[at + 6u] = mix(v, v.yxwz, b)[1];
    result.o[at + 7u] = float(deep[0] == deep[1]);
}
