#version 460
// A loop that ends when the host says so, inside of one that runs three times. Memory of the threadgroup that nothing
// writes before it is read, and that the next threadgroup may find as it was left.
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { uint limit; uint done; uint seen[8]; uint sum; } data;
shared uint unset[8];
shared struct { float f; uint u[40]; } other;
uint turns(uint most) {
    uint n = 0u;
    while (n != most) n += 1u;
    return n;
}
void main() {
    uint me = gl_LocalInvocationID.x;
    data.seen[gl_GlobalInvocationID.x] = unset[me] + unset[me + 4u] + other.u[me * 10u] + uint(other.f);
    barrier();
    unset[me] = 7u;
    unset[me + 4u] = 8u;
    other.u[me * 10u] = 9u;
    if (gl_GlobalInvocationID.x != 0u) return;
    uint all = 0u;
    for (uint i = 0u; i < 3u; ++i) all += turns(data.limit);
    data.sum = all;
    data.done = 1u;
}
