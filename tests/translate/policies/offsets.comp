#version 460
// Buffers whose offsets the host gives when it binds them.
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Out { uint o[]; } result;
layout(binding = 1) uniform Block { uvec4 v; } block;
layout(std430, binding = 2) readonly buffer Data { uint x[4]; } data[2];
void main() {
    uint me = gl_GlobalInvocationID.x;
    result.o[me] = block.v[me] + data[me % 2u].x[me] * 100u;
}
