#version 460
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Data { float x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { float o[]; } result;
layout(push_constant) uniform Push { vec2 offset; int steps[2]; } push;
layout(constant_id = 1) const int count = 3;
layout(constant_id = 2) const float scale = 1.5;
layout(constant_id = 3) const bool doubled = true;
layout(constant_id = 4) const uint mask = 12u;
const int next = count * 2 + 1;
const bool odd = (next & 1) == 1 && doubled;
shared float ring[16];
void main() {
    uint me = gl_GlobalInvocationID.x;
    ring[me] = data.x[me] * scale;
    barrier();
    float t = 0.0;
    for (int i = 0; i < count; i++) t += ring[(me + uint(i)) % 16u];
    if (doubled) t *= 2.0;
    if (odd) t += float(next);
    result.o[me] = t + float(mask ^ me) + push.offset.x * push.offset.y + float(push.steps[1]);
}
