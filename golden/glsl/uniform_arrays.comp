#version 460
layout(local_size_x = 16) in;
layout(binding = 0) uniform texture2D images[2];
layout(binding = 1) uniform sampler filters[2];
layout(binding = 2) uniform sampler2D combined[3];
layout(binding = 3) uniform Block { float scale; vec2 bias; } blocks[2];
layout(std430, binding = 4) buffer Data { uint count; float x[]; } data[2];
layout(std430, binding = 5) writeonly buffer Out { vec4 o[]; } result;
void main() {
    uint me = gl_GlobalInvocationID.x;
    vec4 sum = vec4(0.0);
    for (int n = 0; n < 2; n++) {
        vec2 at = vec2(float(me % 8u) + 0.5, float(n * 3) + 0.5) / 8.0;
        sum += textureLod(sampler2D(images[n], filters[1 - n]), at, 0.0);
        sum.xy += blocks[n].scale * blocks[1 - n].bias;
        sum.z += data[n].x[me] - float(data[1 - n].count);
        sum.w += float(data[n].x.length());
        data[n].x[me + 16u] = sum.x;
    }
    for (int n = 0; n < 3; n++) sum += texelFetch(combined[n], ivec2(me % 4u, n), 1);
    result.o[me] = sum;
}
