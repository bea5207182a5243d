#version 460
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Data { float x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { float o[]; } result;
struct Slot { vec3 at; uint count; };
shared float values[16];
shared Slot slots[4];
shared uint total;
void main() {
    uint me = gl_LocalInvocationIndex, all = gl_GlobalInvocationID.x;
    values[me] = data.x[all];
    if (me == 0u) total = 0u;
    if (me < 4u) { slots[me].at = vec3(data.x[all]); slots[me].count = me; }
    barrier();
    for (uint width = 8u; width > 0u; width >>= 1u) {
        if (me < width) values[me] += values[me + width];
        memoryBarrierShared();
        barrier();
    }
    slots[me / 4u].at[me % 3u] = 1.0 + float(me / 4u);
    atomicAdd(total, slots[me % 4u].count + 1u);
    groupMemoryBarrier();
    barrier();
    result.o[all] = values[0] + float(total) + slots[3u - me / 4u].at.z;
    memoryBarrier();
    memoryBarrierBuffer();
}
