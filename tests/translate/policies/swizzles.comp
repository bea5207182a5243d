#version 460
// Textures whose components go where the host says.
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Out { vec4 o[]; } result;
layout(binding = 1) uniform sampler2D first;
layout(binding = 2) uniform texture2D second;
layout(binding = 3) uniform sampler filter_;
layout(binding = 4) uniform sampler2DShadow shadow;
layout(binding = 5, rgba32f) uniform readonly image2D stored;
vec4 fetched(sampler2D image, int x) { return texelFetch(image, ivec2(x, 0), 0); }
void main() {
    int me = int(gl_GlobalInvocationID.x);
    vec2 at = vec2(float(me) * 0.25 + 0.125, 0.125);
    result.o[me * 6] = textureLod(first, at, 0.0);
    result.o[me * 6 + 1] = fetched(first, me);
    result.o[me * 6 + 2] = textureLod(sampler2D(second, filter_), at, 0.0);
    result.o[me * 6 + 3] = textureGather(sampler2D(second, filter_), vec2(0.25, 0.25), 1);
    result.o[me * 6 + 4] = vec4(textureLod(shadow, vec3(at, 0.5), 0.0));
    result.o[me * 6 + 5] = imageLoad(stored, ivec2(me, 0));
}
