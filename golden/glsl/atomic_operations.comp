#version 460
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { int i[16]; uint u[16]; } a;
shared int si;
shared uint su;
void main() {
    uint me = gl_LocalInvocationIndex;
    if (me == 0u) { si = 5; su = 5u; }
    barrier();
    int x = int(me) - 7;
    uint y = me * 3u + 1u;
    atomicAdd(a.i[0], x);
    atomicAdd(a.u[0], y);
    atomicMin(a.i[1], x);
    atomicMin(a.u[1], y);
    atomicMax(a.i[2], x);
    atomicMax(a.u[2], y);
    atomicAnd(a.u[3], ~(1u << me));
    atomicOr(a.u[4], 1u << me);
    atomicXor(a.u[5], y);
    atomicAdd(si, -x);
    atomicMin(su, y);
    atomicMax(si, x);
    if (me == 3u) {
        a.u[6] = atomicExchange(a.u[7], 77u);
        a.u[8] = atomicCompSwap(a.u[9], a.u[9], 99u);
        a.u[10] = atomicCompSwap(a.u[11], a.u[11] + 1u, 99u);
        a.i[3] = atomicCompSwap(a.i[4], a.i[4], -99);
    }
    barrier();
    if (me == 0u) { a.i[6] = si; a.i[5] = atomicExchange(si, 41); a.u[12] = su; a.u[13] = atomicAdd(a.u[14], uint(-2)); }
}
