#version 460
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Data { float x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { float o[]; } result;
struct Pair { vec3 at; int count; };
Pair made(vec3 at) { Pair p; p.at = at * 2.0; p.count = int(at.x); return p; }
void change(inout Pair p, in float by, out float sum) { p.at += by; p.count++; sum = p.at.x + p.at.y; if (by < 0.0) return; sum *= 2.0; }
float weighed(const float values[4], vec4 weights) { float t = 0.0; for (int i = 0; i < 4; i++) t += values[i] * weights[i]; return t; }
float[4] spread(float x) { return float[4](x, x + 1.0, x * 2.0, -x); }
mat2 turned(mat2 m) { m[0] = m[1].yx; return m; }
float twice(float x) { return x + x; }
void main() {
    uint me = gl_GlobalInvocationID.x;
    float x = data.x[me], sum;
    Pair p = made(vec3(x, 1.0, 2.0));
    Pair before = p;
    change(p, data.x[me + 1u], sum);
    float all[4] = spread(x);
    all[me % 4u] = twice(all[(me + 1u) % 4u]);
    mat2 m = turned(mat2(x, 1.0, 2.0, 3.0));
    const float table[5] = float[](1.0, 10.0, 100.0, 1000.0, 10000.0);
    uint at = me * 8u;
    result.o[at] = sum;
    result.o[at + 1u] = p.at.z + float(p.count);
    result.o[at + 2u] = weighed(all, vec4(1.0, 2.0, 3.0, 4.0));
    result.o[at + 3u] = m[0].x + m[1].y;
    result.o[at + 4u] = table[me % 5u];
    result.o[at + 5u] = p == before ? 1.0 : 0.0;
    result.o[at + 6u] = float(all == spread(x));
    result.o[at + 7u] = before.at.y;
}
