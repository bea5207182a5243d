#version 460
// Images whose planes and samplers are the program's.
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Out { vec4 o[16]; } result;
layout(binding = 1) uniform sampler2D picture;
layout(binding = 2) uniform texture2D other;
layout(binding = 3) uniform sampler fixed_;
vec4 color(sampler2D image, vec2 at) { return textureLod(image, at, 0.0); }
void main() {
    uint me = gl_GlobalInvocationID.x;
    vec2 at = vec2(float(me) / 8.0 + 0.0625, float(me % 4u) / 4.0 + 0.1);
    result.o[me] = color(picture, at);
    result.o[me + 8u] = textureLod(sampler2D(other, fixed_), at * 2.0, 0.0);
}
