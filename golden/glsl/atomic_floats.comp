#version 460
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { float x[8]; } a;
shared float t;
void main() {
    uint me = gl_LocalInvocationIndex;
    if (me == 0u) t = 0.0;
    barrier();
    atomicAdd(a.x[0], float(me) * 0.5);
    atomicAdd(t, 0.25);
    if (me == 1u) a.x[1] = atomicExchange(a.x[2], 8.5);
    barrier();
    if (me == 0u) a.x[3] = atomicAdd(t, 1.0);
}
