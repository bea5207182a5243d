#version 460
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer Data { int x[]; } data;
layout(std430, binding = 1) writeonly buffer Out { int o[]; } result;
int steps(int n) {
    int total = 0;
    for (int i = 0; ; i++) {
        if (i > n) break;
        if ((i & 1) == 1) continue;
        int j = i;
        do {
            total += j;
            if (total > 60) return -total;
            j--;
        } while (j > 0);
    }
    return total;
}
void main() {
    uint me = gl_GlobalInvocationID.x;
    int x = data.x[me], r = 1;
    switch (x) {
        case 0:
            r += 10;
        case 1:
            r += 100;
            break;
        case 2:
        case 3: {
            for (int k = 0; k < x; k++) { if (k == 2) break; r *= 3; }
            break;
        }
        default:
            r = -r;
        case 7:
            r -= 7;
            if (x > 8) break;
            r *= 2;
    }
    while (r > 50) { r /= 2; if (r == 57) continue; r--; }
    bool both = x > 3 && (data.x[me + 1u] > 2 || steps(x) < 0);
    result.o[me * 4u] = r;
    result.o[me * 4u + 1u] = steps(x + 2);
    result.o[me * 4u + 2u] = both ? x : -x;
    uint bits = uint(x);
    switch (bits & 3u) { case 3u: r = 5; break; case 0u: r = 6; }
    result.o[me * 4u + 3u] = r;
}
