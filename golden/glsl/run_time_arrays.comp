#version 460
layout(local_size_x = 4) in;
struct Item { vec2 spot; float weight; float sum; };
layout(std430, binding = 0) buffer Data { int scale; Item items[]; } data;
layout(std430, binding = 1) buffer Out { float o[]; } result;
void main() {
    uint me = gl_GlobalInvocationID.x;
    uint n = uint(data.items.length());
    if (me >= n) return;
    Item one = data.items[me];
    data.items[n - 1u - me].sum = one.weight * float(data.scale) + float(n) + data.items[(me + 1u) % n].spot.y * 0.0 + 1.0;
    result.o[me] = one.spot.x + one.spot.y + float(result.o.length());
}
